"""What can be changed on the land of Cascade Barricade while a position is set up."""

from __future__ import annotations

from stockade.core.scene import Shape
from stockade.core.state import State
from stockade.core.tray import Dial, Item, Tray
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import NOTHING, SLOTS
from stockade.games.cascade_barricade.picture.frame import frame_of
from stockade.games.cascade_barricade.picture.island import cell_id, character_id, land_of
from stockade.games.cascade_barricade.text.notation import colour_name

MOST = 10_000


def tray(state: State, viewer: int | None, shape: Shape) -> Tray:  # noqa: ARG001
    """Return the tray: water and holes, characters and walls that stand on the land, and money."""
    record = state.record
    colours = range(int(record.colours))
    cells, _ = land_of(int(record.radius), frame_of(shape, int(record.colours)).island)
    spaces = [cell_id(cell) for cell in cells]
    group = say("Touch a space again to undo it")
    items = [
        Item("water", say("Water"), tuple((space,) for space in spaces), "water", group=group),
        Item("holes", say("Hole"), tuple((space,) for space in spaces), "hole", group=group),
    ]
    dials = []
    for colour in colours:
        player, name = record.player[colour], colour_name(colour)
        if player.character != NOTHING:
            items.append(_loose(f"character-{colour}", name, character_id(colour), spaces))
        for slot in range(1, SLOTS + 1):
            if player.wall[slot - 1] != NOTHING and player.stand[slot - 1] != NOTHING:
                items.append(_loose(f"wall-{colour}-{slot}", name, f"stand-{colour}-{slot}", spaces))
        dials.append(Dial(f"money-{colour}", name, int(player.money), 0, MOST, group=say("Money")))
    return Tray(tuple(items), tuple(dials))


def _loose(name: str, label: str, piece: str, spaces: list[str]) -> Item:
    return Item(name, label, tuple((piece, space) for space in spaces), is_loose=True)
