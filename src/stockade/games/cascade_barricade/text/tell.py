"""Descriptions of what happens by itself after an action: walls that are sold, the end of a round, and of the
game."""

from __future__ import annotations

from stockade.core.layout import OVER
from stockade.core.ledger import Event
from stockade.games.cascade_barricade.evaluation.study import is_production, take_action
from stockade.games.cascade_barricade.layout import CELLS, NOTHING, SLOTS, Phase, Record
from stockade.games.cascade_barricade.rules.consequences import flood
from stockade.games.cascade_barricade.rules.land import has_bit, touches_water
from stockade.games.cascade_barricade.rules.market import is_maintained
from stockade.games.cascade_barricade.rules.production import (
    FIRST_FLOOD_ROUND,
    TWO_WEAKEST_ROUND,
    destroy_weakest,
    produce,
)
from stockade.games.cascade_barricade.text.notation import COLOUR_NAMES, place_text
from stockade.games.cascade_barricade.text.words import wall_words

FEW = 6  # up to so many spaces are named one by one


def tell(before: Record, action: int, after: Record) -> list[Event]:
    """Return lines for what an action made happen, in order."""
    lines = sale(before, after)
    if after.has_purged and not before.has_purged:
        lines.append(f"Everybody has placed a third stand: walls below {before.purge_below} leave block and deck")
    at_end = before
    if is_production(before, after):
        at_end = before.copy()
        take_action(at_end, action)
        lines += round_end(at_end)
    drowned = [seat for seat in seats(after) if after.player[seat].drowned and not before.player[seat].drowned]
    lines += [f"{COLOUR_NAMES[seat]} has nowhere to flee to and drowns" for seat in drowned]
    if after.current_player == OVER:
        for seat in seats(after):
            gain = int(after.player[seat].money) - int(at_end.player[seat].money)
            lines += [f"{COLOUR_NAMES[seat]} sells all laborers for ${gain}"] if gain else []
    elif after.round_no > before.round_no:
        lines.append(f"Round {after.round_no} begins")
    return [Event(line) for line in lines]


def seats(state: Record) -> range:
    return range(int(state.colours))


def sale(before: Record, after: Record) -> list[str]:
    """Describe a wall that was sold."""
    if after.phase != Phase.STAND or before.phase not in (Phase.OPEN, Phase.BID):
        return []
    seat = int(after.colour)
    price = int(before.player[seat].money) - int(after.player[seat].money)
    return [f"{COLOUR_NAMES[seat]} gets the {wall_words(after, int(after.lot))} for ${price}"]


def round_end(state: Record) -> list[str]:
    """Run production and flood on the state, and describe them."""
    lines = fallen(state)
    order = state.order.tolist()
    paid = [pay_words(state, seat) for seat in seats(state)]
    round_no, state.round_no = int(state.round_no), 0  # the weakest walls have already fallen
    produce(state)
    state.round_no = round_no
    lines += [f"{COLOUR_NAMES[seat]} earns ${state.player[seat].earned}{paid[seat]}" for seat in seats(state)]
    if state.order.tolist() != order:
        lines.append("New turn order: " + ", ".join(COLOUR_NAMES[seat] for seat in state.order[: state.colours]))
    return lines + flooded(state)


def fallen(state: Record) -> list[str]:
    """Destroy the weakest walls, as many as the round demands, and describe them."""
    lines = []
    demanded = int(state.round_no >= FIRST_FLOOD_ROUND)
    demanded += int(bool(state.two_weakest) and state.round_no >= TWO_WEAKEST_ROUND)
    for _ in range(demanded):
        before = state.copy()
        destroy_weakest(state)
        lines += gone_words(before, state, "falls, the weakest next to water")
    return lines


def gone_words(before: Record, after: Record, words: str) -> list[str]:
    """Describe the walls that are in one state but no longer in the other."""
    return [
        f"{COLOUR_NAMES[seat]}'s {wall_words(before, int(before.player[seat].wall[slot]))} on "
        f"{place_text(before.player[seat].stand[slot])} {words}"
        for seat in seats(before)
        for slot in range(SLOTS)
        if before.player[seat].wall[slot] != NOTHING and after.player[seat].wall[slot] == NOTHING
    ]


def pay_words(state: Record, seat: int) -> str:
    """Describe what each wall of a seat pays, or why it pays nothing."""
    player, words = state.player[seat], []
    for slot in range(SLOTS):
        wall = int(player.wall[slot])
        if wall == NOTHING:
            continue
        if not touches_water(state, int(player.stand[slot])):
            words.append(f"wall {wall + 1} is not next to water")
        elif not is_maintained(state, player, slot):
            words.append(f"wall {wall + 1} lacks laborers")
        else:
            words.append(f"wall {wall + 1} ${state.production[wall]}")
    return f" ({', '.join(words)})" if words else ""


def flooded(state: Record) -> list[str]:
    """Advance the water, and describe what it takes."""
    before = state.copy()
    flood(state)
    wet = [cell for cell in range(CELLS) if has_bit(state.water, cell) and not has_bit(before.water, cell)]
    filled = [cell for cell in wet if has_bit(before.holes, cell)]
    lines = [f"Water fills {spaces(filled, 'hole')}"] if filled else []
    dry = [cell for cell in wet if cell not in filled]
    lines += [f"Water floods {spaces(dry, 'space')}"] if dry else []
    lines += [] if wet else ["Water finds no way on"]
    lines += gone_words(before, state, "stands alone in the water and is gone")
    lines += [
        f"{COLOUR_NAMES[seat]} stands in the water on {place_text(state.player[seat].character)}"
        for seat in seats(state)
        if state.flooded >> seat & 1
    ]
    return lines


def spaces(cells: list[int], name: str) -> str:
    """Return spaces as text, such as `the space 1,0` or `3 spaces: 1,0; 2,0; 0,1`, or only their number if there are
    many."""
    if len(cells) == 1:
        return f"the {name} {place_text(cells[0])}"
    places = [place_text(cell) for cell in cells]
    named = f": {'; '.join(places)}" if len(cells) <= FEW else ""
    return f"{len(cells)} {name}s{named}"
