"""The sheets beside the table: what the players have and would earn now, the deck, and each seat's panel."""

from __future__ import annotations

from stockade.core.layout import OVER
from stockade.core.scene import Column, Fact, Panel, Sheet
from stockade.games.cascade_barricade.edition import KIND_NAMES, WALLS
from stockade.games.cascade_barricade.layout import Phase, Record
from stockade.games.cascade_barricade.picture.future import FAR, Future
from stockade.games.cascade_barricade.picture.preview import Outlook
from stockade.games.cascade_barricade.rules.actions import Base, kind_of
from stockade.games.cascade_barricade.rules.turn import seat_of
from stockade.games.cascade_barricade.text.notation import COLOUR_NAMES, seat_name

PAINTS = ("#b8273d", "#3d9be0", "#2f9e6b", "#e2ab21", "#8b4fc0", "#5d6c78")
MONEY_LINE = "Money"
INCOME_LINE = "Income"
LAST_LINE = "Last round"
FALLS_LINE = "Falls"
CHARACTER_LINE = "Flood"
WATER_LINE = "Water"
WATER_DETAIL = "When it reaches the character where it stands, if nobody does anything."
ORDER_LINE = "Order"
ACTIONS = {
    "Move": (Base.MOVE, "no way", "One space: touch your character, then the space beside it."),
    "Sell": (Base.SELL, "no laborer", "Any number is one action: touch a laborer on your wall, then the"
             " market."),
    "Shift": (Base.SHIFT, "no taker", "Any number from one of your walls to another: touch a laborer, then"
              " the wall. It must show his trade and have fewer than three."),
    "Dig": (Base.DIG, "no free space", "Touch the spade, then a space without water, wall or character."
            " Water beside a hole runs into it, and nowhere else."),
    "Fill": (Base.FILL, "no hole", "Touch any hole."),
    "Trash": (Base.TRASH, "no wall", "Two walls leave the block: touch both."),
}  # fmt: skip
"""For each action: its kind, what is missing if it is closed, and how to do it."""


def _money(record: Record, colour: int) -> int:
    return int(record.player[colour].money)


def _place(record: Record, colour: int) -> str:
    order = record.order.tolist()
    return str(order.index(colour) + 1) if colour in order else "–"


def income_sheet(record: Record, ahead: Outlook, coming: Future) -> Sheet:
    """Return the money and the income, with a column for each colour."""
    colours = range(int(record.colours))
    falling: list[list[str]] = [[] for _ in colours]
    for colour, slot in ahead.falling:
        falling[colour].append(str(int(record.player[colour].wall[slot]) + 1))
    facts = (
        Fact(MONEY_LINE, "", "coin", "Most money wins, among those who did not drown.",
             tuple(f"${_money(record, colour)}" for colour in colours)),
        Fact(INCOME_LINE, "", "income", "What the walls would pay: those beside water that have the laborers they"
             " need, after the weakest has fallen.",
             tuple(f"${ahead.earned[colour]}" for colour in colours)),
        Fact(FALLS_LINE, "", "doom", "Walls that would be gone, by starting bid: from round 2 the lowest beside"
             " water, and lone ones that the water surrounds.",
             tuple(" ".join(walls) or "–" for walls in falling)),
        Fact(CHARACTER_LINE, "", "flees", "Rounds until the water reaches the character where it is, if nobody acts."
             " Then it flees to a dry space beside it, or drowns if there is none, and the game is over.",
             tuple(_character(record, colour, ahead, coming) for colour in colours)),
        Fact(ORDER_LINE, "", "turns", "The player who earns most comes first in the next round; equal players keep"
             " their order. Laborers are hired from the last to the first.",
             tuple(_place(record, colour) for colour in colours)),
        Fact(LAST_LINE, "", "", "What the walls paid at the end of the round before.",
             tuple(f"${record.player[colour].earned}" for colour in colours)),
    )  # fmt: skip
    columns = tuple(
        Column(COLOUR_NAMES[colour], seat_of(record, colour), PAINTS[colour], acts=colour == int(record.colour))
        for colour in colours
    )
    return Sheet("income", _heading(record), facts, columns=columns, pinned=True)


def _heading(record: Record) -> str:
    if record.current_player == OVER:
        return f"The end, in round {record.round_no}"
    if record.phase == Phase.FLEE:
        return f"Round {record.round_no} ends"
    return f"Round {record.round_no}, if it ended now" if record.round_no else "Before round 1"


def _character(record: Record, colour: int, ahead: Outlook, coming: Future) -> str:
    if record.player[colour].drowned:
        return "drowned"
    if colour in ahead.fleeing:
        return "drowns" if colour in ahead.drowning else "flees"
    return f"in {coming.water[colour]}" if coming.water[colour] < FAR else "–"


def actions_sheet(record: Record, legal: list[int]) -> Sheet:
    """Return the six actions: which are open to the player who decides, and how to do them."""
    is_time = record.phase == Phase.ACT and legal
    facts = []
    names = open_actions(legal)
    for name, (_, missing, detail) in ACTIONS.items():
        value = "–" if not is_time else "open" if name in names else missing
        facts.append(Fact(name, value, "", detail))
    return Sheet("actions", "Actions", tuple(facts))


def open_actions(legal: list[int]) -> list[str]:
    """Return the names of the actions that are open."""
    kinds = {kind_of(action) for action in legal}
    return [name for name, (kind, _, _) in ACTIONS.items() if kind in kinds]


def deck_sheet(record: Record) -> Sheet:
    """Return how many walls are still to come, by kind. The starting bids are too many for a narrow screen."""
    left = [wall for wall in range(WALLS) if int(record.deck) >> wall & 1]
    facts = [Fact("Walls in the deck", str(len(left)), "card-back", strong=True)]
    for kind, name in enumerate(KIND_NAMES):
        bids = [str(wall + 1) for wall in left if record.kind[wall] == kind]
        detail = f"Starting bids: {', '.join(bids)}." if bids else ""
        facts.append(Fact(name.capitalize(), str(len(bids)), f"wall-{name}", detail))
    return Sheet("deck", "Deck", tuple(facts))


def panel(record: Record, seat: int, coming: Future) -> Panel:
    """Return a seat's panel. It holds only what the sheets do not show better for all colours side by side."""
    colours = range(seat, int(record.colours), int(record.players))
    names = [COLOUR_NAMES[colour] for colour in colours]
    facts = []
    for colour, name in zip(colours, names, strict=True):
        money = f"${_money(record, colour)}"
        water = "drowned" if record.player[colour].drowned else coming.water_words(colour)
        if len(names) > 1:
            facts.append(Fact(name, f"{money}, water {water}" if water != "drowned" else f"{money}, drowned"))
        else:
            facts += [Fact(MONEY_LINE, money), Fact(WATER_LINE, water, detail=WATER_DETAIL)]
    sign = "-".join(["sign", *names]).lower()
    return Panel(seat, seat_name(record, seat), sign, PAINTS[seat], tuple(facts))
