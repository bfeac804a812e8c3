"""What a search looks at where a game has no opinion: everything that is legal."""

from typing import Any

from stockade.core.kernel import kernel


@kernel
def keep_all(state: Any, actions: Any, n: int) -> int:  # noqa: ARG001  (the form that a game's own `narrow` has)
    return n


@kernel
def never(root: Any, state: Any) -> bool:  # noqa: ARG001  (the form that a game's own `is_beyond` has)
    """And how far: to the end of the game."""
    return False
