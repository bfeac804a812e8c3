"""The sheets beside the table: what the players have and would earn now, the deck, and each seat's panel."""

from __future__ import annotations

from stockade.core.language import capital, mark
from stockade.core.layout import OVER
from stockade.core.scene import Column, Fact, Panel, Sheet
from stockade.games.cascade_barricade.edition import KIND_NAMES, WALLS
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import Phase, Record
from stockade.games.cascade_barricade.picture.future import FAR, Future
from stockade.games.cascade_barricade.picture.preview import Outlook
from stockade.games.cascade_barricade.rules.actions import Base, kind_of
from stockade.games.cascade_barricade.rules.turn import seat_of
from stockade.games.cascade_barricade.text.notation import COLOUR_NAMES, colour_name, seat_name
from stockade.games.cascade_barricade.text.words import KIND_TITLES, dollars

PAINTS = ("#b8273d", "#3d9be0", "#2f9e6b", "#e2ab21", "#8b4fc0", "#5d6c78")
MONEY_LINE = mark("Money")
INCOME_LINE = mark("Income")
LAST_LINE = mark("Last round")
FALLS_LINE = mark("Falls")
CHARACTER_LINE = mark("Flood")
WATER_LINE = mark("Water")
WATER_DETAIL = mark("When it reaches the character where it stands, if nobody does anything.")
ORDER_LINE = mark("Order")
LINES = (
    (MONEY_LINE, "coin", mark("Most money wins, among those who did not drown.")),
    (INCOME_LINE, "income", mark(
        "What the walls would pay: those beside water that have the laborers they need, after the weakest has fallen."
    )),
    (FALLS_LINE, "doom", mark(
        "Walls that would be gone, by starting bid: from round 2 the lowest beside water, and lone ones that the"
        " water surrounds."
    )),
    (CHARACTER_LINE, "flees", mark(
        "Rounds until the water reaches the character where it is, if nobody acts. Then it flees to a dry space"
        " beside it, or drowns if there is none, and the game is over."
    )),
    (ORDER_LINE, "turns", mark(
        "The player who earns most comes first in the next round; equal players keep their order. Laborers are hired"
        " from the last to the first."
    )),
    (LAST_LINE, "", mark("What the walls paid at the end of the round before.")),
)  # fmt: skip
"""The lines of the income sheet: title, symbol and explanation."""
ACTIONS = {
    mark("move"): (Base.MOVE, mark("no way"), mark("One space: touch your character, then the space beside it.")),
    mark("sell"): (Base.SELL, mark("no laborer"), mark(
        "Any number is one action: touch a laborer on your wall, then the market."
    )),
    mark("shift"): (Base.SHIFT, mark("no taker"), mark(
        "Any number from one of your walls to another: touch a laborer, then the wall. It must show his trade and"
        " have fewer than three."
    )),
    mark("dig"): (Base.DIG, mark("no free space"), mark(
        "Touch the spade, then a space without water, wall or character. Water beside a hole runs into it, and"
        " nowhere else."
    )),
    mark("fill"): (Base.FILL, mark("no hole"), mark("Touch any hole.")),
    mark("trash"): (Base.TRASH, mark("no wall"), mark("Two walls leave the block: touch both.")),
}  # fmt: skip
"""For each action: its kind, what is missing if it is closed, and how to do it."""


def _money(record: Record, colour: int) -> str:
    return dollars(int(record.player[colour].money))


def _place(record: Record, colour: int) -> str:
    order = record.order.tolist()
    return str(order.index(colour) + 1) if colour in order else "–"


def income_sheet(record: Record, ahead: Outlook, coming: Future) -> Sheet:
    """Return the money and the income, with a column for each colour."""
    colours = range(int(record.colours))
    falling: list[list[str]] = [[] for _ in colours]
    for colour, slot in ahead.falling:
        falling[colour].append(str(int(record.player[colour].wall[slot]) + 1))
    values = {
        MONEY_LINE: [_money(record, colour) for colour in colours],
        INCOME_LINE: [dollars(ahead.earned[colour]) for colour in colours],
        FALLS_LINE: [" ".join(walls) or "–" for walls in falling],
        CHARACTER_LINE: [_character(record, colour, ahead, coming) for colour in colours],
        ORDER_LINE: [_place(record, colour) for colour in colours],
        LAST_LINE: [dollars(int(record.player[colour].earned)) for colour in colours],
    }
    facts = tuple(Fact(say(title), "", art, say(detail), tuple(values[title])) for title, art, detail in LINES)
    columns = tuple(
        Column(colour_name(colour), seat_of(record, colour), PAINTS[colour], acts=colour == int(record.colour))
        for colour in colours
    )
    return Sheet("income", _heading(record), facts, columns=columns, pinned=True)


def _heading(record: Record) -> str:
    if record.current_player == OVER:
        return say("The end, in round {round}", round=record.round_no)
    if record.phase == Phase.FLEE:
        return say("Round {round} ends", round=record.round_no)
    if not record.round_no:
        return say("Before round 1")
    return say("Round {round}, if it ended now", round=record.round_no)


def _character(record: Record, colour: int, ahead: Outlook, coming: Future) -> str:
    if record.player[colour].drowned:
        return say("drowned")
    if colour in ahead.fleeing:
        return say("drowns") if colour in ahead.drowning else say("flees")
    return str(coming.water[colour]) if coming.water[colour] < FAR else "–"


def actions_sheet(record: Record, legal: list[int]) -> Sheet:
    """Return the six actions: which are open to the player who decides, and how to do them."""
    is_time = record.phase == Phase.ACT and legal
    facts = []
    names = open_actions(legal)
    for name, (_, missing, detail) in ACTIONS.items():
        value = "–" if not is_time else say("open") if name in names else say(missing)
        facts.append(Fact(capital(say(name)), value, "", say(detail)))
    return Sheet("actions", say("Actions"), tuple(facts))


def open_actions(legal: list[int]) -> list[str]:
    """Return the names of the actions that are open, in English."""
    kinds = {kind_of(action) for action in legal}
    return [name for name, (kind, _, _) in ACTIONS.items() if kind in kinds]


def deck_sheet(record: Record) -> Sheet:
    """Return how many walls are still to come, by kind. The starting bids are too many for a narrow screen."""
    left = [wall for wall in range(WALLS) if int(record.deck) >> wall & 1]
    facts = [Fact(say("Walls in the deck"), str(len(left)), "card-back", strong=True)]
    for kind, name in enumerate(KIND_NAMES):
        bids = [str(wall + 1) for wall in left if record.kind[wall] == kind]
        detail = say("Starting bids: {bids}.", bids=", ".join(bids)) if bids else ""
        facts.append(Fact(say(KIND_TITLES[kind]), str(len(bids)), f"wall-{name}", detail))
    return Sheet("deck", say("Deck"), tuple(facts))


def panel(record: Record, seat: int, coming: Future) -> Panel:
    """Return a seat's panel. It holds only what the sheets do not show better for all colours side by side."""
    colours = range(seat, int(record.colours), int(record.players))
    facts = []
    for colour in colours:
        money, drowned = _money(record, colour), bool(record.player[colour].drowned)
        water = say("drowned") if drowned else coming.water_words(colour)
        if len(colours) == 1:
            facts += [Fact(say(MONEY_LINE), money), Fact(say(WATER_LINE), water, detail=say(WATER_DETAIL))]
            continue
        what = water if drowned else say("water {when}", when=water)
        facts.append(Fact(colour_name(colour), f"{money}, {what}"))
    sign = "-".join(["sign", *(COLOUR_NAMES[colour] for colour in colours)]).lower()
    return Panel(seat, seat_name(record, seat), sign, PAINTS[seat], tuple(facts))
