"""What can be put on the table of Cascadia while a position is set up: tiles, tokens, and nature tokens."""

from __future__ import annotations

from collections.abc import Iterator

from stockade.core.language import capital
from stockade.core.scene import Area, Shape
from stockade.core.state import State
from stockade.core.tray import Dial, Item, Tray
from stockade.games.cascadia.language import say
from stockade.games.cascadia.layout import HEXES, KINDS, NOTHING, SLOTS, SPECIES
from stockade.games.cascadia.picture.table import Land, Table, slot_id, token_art
from stockade.games.cascadia.position.reachable import STARTER_HEXES
from stockade.games.cascadia.position.readable import SEAT_WORDS
from stockade.games.cascadia.tables import FACES, SHOWS, WILDLIFE_NAMES
from stockade.games.cascadia.text.names import animal, seat_words, tile_words


def tray(state: State, viewer: int | None, shape: Shape) -> Tray:
    """Return the tray. Tiles and tokens go to the environment that is drawn large, and to the market."""
    record = state.record
    table = Table(record, viewer, shape)
    own, players = table.own, int(record.players)
    slots = tuple((slot_id(slot),) for slot in range(SLOTS))
    laid = [(own.area_id(cell),) for cell in own.cells[STARTER_HEXES:]]
    edge = [(own.area_id(cell),) for cell in own.edge]
    bag, unseen = record.bag.tolist(), record.unseen.tolist()
    tokens = [
        Item(
            f"token-{WILDLIFE_NAMES[species]}", capital(animal(species)), (*_standing(own, species), *slots),
            token_art(species), group=say("Tokens"),
        )
        for species in range(SPECIES)
        if bag[species]
    ]  # fmt: skip
    tiles = [
        Item(
            f"tile-{' '.join(FACES[face])}", capital(tile_words(face)), (*edge, *laid, *slots),
            f"ground-{FACES[face][0]}", f"shows-{FACES[face][1]}", say("Tiles: lay the same one again to turn it"),
        )
        for face in range(KINDS)
        if unseen[face] or face in own.faces
    ]  # fmt: skip
    filled = [(own.area_id(cell),) for cell, token in zip(own.cells, own.tokens, strict=True) if token != NOTHING]
    remove = Item("remove", say("Take away"), tuple(dict.fromkeys((*filled, *laid))))
    nature = [
        Dial(f"nature-{seat}", say("Nature tokens of {who}", who=seat_words(seat)), land.nature, 0, HEXES)
        for seat, land in sorted((land.seat, land) for land in table.lands)
    ]
    seats = tuple((word, seat_words(seat)) for seat, word in enumerate(SEAT_WORDS[:players]))
    turn = Dial("turn", say("To move"), SEAT_WORDS[table.owner], choices=seats)
    return Tray((*tokens, *tiles, remove), (turn, *nature), tuple(_empty(own)))


def _standing(land: Land, species: int) -> list[tuple[str]]:
    """Return the hexes on which a token may stand."""
    return [
        (land.area_id(cell),)
        for cell, face in zip(land.cells, land.faces, strict=True)
        if SHOWS[face, species]
    ]  # fmt: skip


def _empty(land: Land) -> Iterator[Area]:
    """Return the empty places around an environment, which the picture shows only while a tile is laid."""
    cells = {land.area_id(cell) for cell in land.edge}
    return (area for area in land.areas(with_edge=True) if area.id in cells)
