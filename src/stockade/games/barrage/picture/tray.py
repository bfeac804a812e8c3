"""What can be put on the map of Barrage while a position is set up, and what companies have."""

from __future__ import annotations

from stockade.core.language import mark
from stockade.core.scene import Shape
from stockade.core.state import State
from stockade.core.tray import Dial, Item, Tray
from stockade.games.barrage.language import say
from stockade.games.barrage.layout import NOTHING
from stockade.games.barrage.picture.valley import LETTERS
from stockade.games.barrage.position.checks import MOST
from stockade.games.barrage.position.readable import BASE_NAMES, CONDUIT_NAMES, POWERHOUSE_NAMES
from stockade.games.barrage.position.steps import seat_word
from stockade.games.barrage.text.notation import seat_name

KINDS = (
    ("dams", mark("Dam"), "dam-{letter}-1", BASE_NAMES),
    ("conduits", mark("Conduit"), "conduit-{letter}-3", CONDUIT_NAMES),
    ("powerhouses", mark("Powerhouse"), "house-{letter}", POWERHOUSE_NAMES),
)
RESOURCES = (
    ("credits", mark("Credits")),
    ("energy", mark("Energy")),
    ("excavators", mark("Excavators")),
    ("mixers", mark("Mixers")),
    ("vp", mark("Points")),
)


def tray(state: State, viewer: int | None, shape: Shape) -> Tray:  # noqa: ARG001
    record = state.record
    items, dials = [], []
    for seat in range(int(record.players)):
        player, name = record.player[seat], seat_name(record, seat)
        for kind, title, art, spaces in KINDS if player.company != NOTHING else ():
            places = tuple((space,) for space in spaces)
            symbol = art.format(letter=LETTERS[int(player.company)])
            items.append(
                Item(f"{kind}-{seat_word(record, seat)}", say(title), places, symbol, group=name, owner=seat)
            )
        dials += [
            Dial(
                f"{what}-{seat}",
                say(title),
                int(player[what]),
                -MOST[what] if what == "vp" else 0,
                MOST[what],
                (),
                name,
            )
            for what, title in RESOURCES
        ]
    neutral = tuple((space,) for space in BASE_NAMES)
    water = tuple(
        (space,) for space, owner in zip(BASE_NAMES, record.dam_owner.tolist(), strict=True) if owner != NOTHING
    )
    built = [space for _, _, _, spaces in KINDS for space in spaces]
    owners = (*record.dam_owner.tolist(), *record.conduit.tolist(), *record.powerhouse.tolist())
    taken = tuple((space,) for space, owner in zip(built, owners, strict=True) if owner != NOTHING)
    items += [
        Item("dams-neutral", say("Neutral dam"), neutral, "dam-n-1", group=say("Map")),
        Item("drops", say("Drop in a dam"), water, "drop", group=say("Map")),
        Item("remove", say("Take away"), taken, group=say("Map")),
    ]
    return Tray(tuple(items), tuple(dials))
