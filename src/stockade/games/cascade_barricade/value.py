from typing import Any
from stockade.core.kernel import kernel
@kernel
def evaluate(state: Any, values: Any) -> None:
    for seat in range(state.players):
        values[seat]=0.0
