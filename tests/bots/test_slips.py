"""Check that a bot that slips takes an action that it rates nearly as high as the best."""

from __future__ import annotations

import stockade
from stockade.bots.lookahead import looked_ahead, preferences
from stockade.bots.slips import EVEN, NEAR_POINTS, NEAR_VALUE
from stockade.conformance.table import each_game
from stockade.core.state import State


def losses(state: State) -> dict[int, float]:
    """Return how much less than the best each action is worth, by the bot's own estimate."""
    actions, worth = looked_ahead(state) if state.game.plans is None else preferences(state)
    return dict(zip(actions.tolist(), (worth.max() - worth).tolist(), strict=True))


@each_game
def test_a_slip_is_a_near_miss(name: str) -> None:
    game = stockade.game(name)
    near = NEAR_VALUE if game.plans is None else NEAR_POINTS
    careful, careless = stockade.bot("greedy", seed=1), stockade.bot("greedy", slip=1.0, seed=2)
    match = stockade.Match(game, seed=3)
    slips = 0
    while not match.is_over and match.state.ply < 120:
        worst = losses(match.state)
        chosen = careless.choose(match.state)
        assert worst[chosen] <= near
        if any(EVEN < loss <= near for loss in worst.values()):
            assert worst[chosen] > EVEN
            slips += 1
        match.play(careful.choose(match.state))
    assert slips > 5


def test_where_nothing_else_is_nearly_as_good_a_bot_does_not_slip() -> None:
    position = {
        "black": {"castle": 8, "bridges": [5, 8]},
        "white": {"castle": 6, "bridges": [3, 7]},
    }
    state = stockade.game("blockade").from_json(position)
    careless = stockade.bot("greedy", slip=1.0, seed=1)
    assert {state.format(careless.choose(state)) for _ in range(30)} == {"K8-10"}
