"""The actions that bots consider. The rules do not change: players may still choose any legal action."""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.barrage.layout import PLAIN, Record, Step
from stockade.games.barrage.rules.actions import Base, banked_of, base_of, build_of
from stockade.games.barrage.rules.variants import variant_tile
from stockade.games.barrage.tables import TILE_LEVEL

SOME = 2  # bots consider sending at most this many engineers to the bank, or all of them


@kernel
def narrow(state: Record, actions: Actions, n: int) -> int:
    """Keep one basic tile for each site, bank actions with one, two or all engineers, and all other actions."""
    if state.pending[state.depth - 1].step != Step.TURN:
        return n
    engineers = int(state.player[state.current_player].engineers)
    kept = 0
    site = -1
    has_basic = False
    for k in range(n):
        action = int(actions[k])
        keep = True
        base = base_of(action)
        if base == Base.BANK:
            banked = banked_of(action)
            keep = banked <= SOME or banked == engineers
        elif base == Base.BUILD:
            here, variant = build_of(action)
            if here != site:
                site = here
                has_basic = False
            is_basic = variant < PLAIN and TILE_LEVEL[variant_tile(variant)] == 0
            keep = not (is_basic and has_basic)
            has_basic |= is_basic
        if keep:
            actions[kept] = actions[k]
            kept += 1
    return kept
