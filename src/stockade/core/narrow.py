"""What a search considers if a game does not narrow it: everything that is legal, to the end of the game."""

from stockade.core.contract import Actions, AnyRecord
from stockade.core.kernel import kernel


@kernel
def keep_all(state: AnyRecord, actions: Actions, n: int) -> int:  # noqa: ARG001  (the form of a game's `narrow`)
    """Return n: all legal actions are worth considering."""
    return n


@kernel
def never(root: AnyRecord, state: AnyRecord) -> bool:  # noqa: ARG001  (the signature of a game's own `is_beyond`)
    """Return False: a search may go on to the end of the game."""
    return False
