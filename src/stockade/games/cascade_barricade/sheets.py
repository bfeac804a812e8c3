"""What is said beside the table: what everybody has and would earn now, the deck, and each seat's panel."""

from __future__ import annotations

from typing import Any

from stockade.core.scene import Fact, Panel, Sheet
from stockade.games.cascade_barricade.edition import KIND_NAMES, WALLS
from stockade.games.cascade_barricade.layout import NOTHING, SLOTS
from stockade.games.cascade_barricade.notation import SEAT_NAMES
from stockade.games.cascade_barricade.preview import Outlook

COLOURS = ("#b8273d", "#3d9be0", "#2f9e6b", "#e2ab21", "#8b4fc0", "#5d6c78")
MONEY_LINE = "Money"
INCOME_LINE = "Income now"
WALLS_LINE = "Walls"
FALLS_LINE = "Falls next"
ORDER_LINE = "Turn order"


def _money(record: Any, seat: int) -> int:
    return int(record.player[seat].money)


def _walls(record: Any, seat: int) -> int:
    return sum(int(wall) != NOTHING for wall in record.player[seat].wall)


def _place(record: Any, seat: int) -> str:
    order = record.order.tolist()
    return str(order.index(seat) + 1) if seat in order else "–"


def income_sheet(record: Any, ahead: Outlook) -> Sheet:
    """A column for every seat."""
    seats = range(int(record.players))
    falling: list[list[str]] = [[] for _ in seats]
    for seat, slot in (*ahead.weakest, *ahead.lost):
        falling[seat].append(str(int(record.player[seat].wall[slot]) + 1))
    facts = (
        Fact(MONEY_LINE, "", "coin", "Most money wins, among those who did not drown.",
             tuple(f"${_money(record, seat)}" for seat in seats)),
        Fact(INCOME_LINE, "", "", "What the walls would pay if the round ended now: those beside water that have the"
             " laborers they need, after the weakest has fallen.",
             tuple(f"${ahead.earned[seat]}" for seat in seats)),
        Fact(WALLS_LINE, "", "wall-stone", "At most three, in slots that keep their numbers.",
             tuple(str(_walls(record, seat)) for seat in seats)),
        Fact(FALLS_LINE, "", "doom", "Walls that this round would end, by starting bid: from round 2 the lowest"
             " beside water, and lone ones that the water surrounds.",
             tuple(" ".join(walls) or "–" for walls in falling)),
        Fact(ORDER_LINE, "", "place", "Whoever earns most comes first in the next round; equals keep their order."
             " Laborers are hired from the last to the first.",
             tuple(_place(record, seat) for seat in seats)),
    )  # fmt: skip
    return Sheet("income", "Income", facts, columns=SEAT_NAMES[: len(seats)], pinned=True)


def deck_sheet(record: Any) -> Sheet:
    """The walls that are still to come, kind by kind."""
    left = [wall for wall in range(WALLS) if int(record.deck) >> wall & 1]
    facts = [Fact("Walls in the deck", str(len(left)), "card-back", strong=True)]
    for kind, name in enumerate(KIND_NAMES):
        bids = " ".join(str(wall + 1) for wall in left if record.kind[wall] == kind)
        facts.append(Fact(name.capitalize(), bids or "none", f"wall-{name}", "Starting bids that are still to come."))
    return Sheet("deck", "Deck", tuple(facts))


def panel(record: Any, seat: int, ahead: Outlook) -> Panel:
    name = SEAT_NAMES[seat]
    facts = [
        Fact(MONEY_LINE, f"${_money(record, seat)}", "coin"),
        Fact(INCOME_LINE, f"${ahead.earned[seat]}"),
        Fact(WALLS_LINE, f"{_walls(record, seat)} of {SLOTS}"),
        Fact(ORDER_LINE, _place(record, seat)),
    ]
    if record.player[seat].drowned:
        facts.append(Fact("Drowned", "yes"))
    return Panel(seat, name, f"sign-{name.lower()}", COLOURS[seat], tuple(facts))
