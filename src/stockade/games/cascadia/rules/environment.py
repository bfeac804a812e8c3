"""An environment: lay tiles, place tokens, and find hexes."""

from typing import Any

from stockade.core.bits import lowest
from stockade.core.kernel import kernel
from stockade.games.cascadia.layout import EDGE_CELLS, HEXES, HOME, NOTHING, SIDE, SPECIES, SPINS, Environment
from stockade.games.cascadia.tables import DIRECTION_OF, SHOWS, STEP


@kernel
def cell_at(q: int, r: int) -> int:
    """Return the number of the cell at `q,r`."""
    return (r + HOME) * SIDE + q + HOME


@kernel
def clear(environment: Environment) -> None:
    """Remove all tiles and tokens."""
    for hex_no in range(HEXES):
        environment.near[hex_no] = 0
        environment.cell[hex_no] = 0
        environment.face[hex_no] = 0
        environment.spin[hex_no] = 0
        for direction in range(SPINS):
            environment.beside[hex_no, direction] = NOTHING
    for species in range(SPECIES):
        environment.wildlife[species] = 0
        environment.shows[species] = 0
    for place in range(EDGE_CELLS):
        environment.edge[place] = 0
    environment.hexes = 0
    environment.edges = 0
    environment.nature = 0


@kernel
def lay_tile(environment: Environment, cell: int, face: int, spin: int) -> None:
    """Lay a new hex on an empty cell, join it to its neighbours, and update the edge."""
    new = int(environment.hexes)
    environment.hexes = new + 1
    environment.cell[new] = cell
    environment.face[new] = face
    environment.spin[new] = spin
    for species in range(SPECIES):
        if SHOWS[face, species]:
            environment.shows[species] |= 1 << new
    join_hexes(environment, new)
    leave_edge(environment, cell)
    for direction in range(SPINS):
        if environment.beside[new, direction] == NOTHING:
            join_edge(environment, cell + STEP[direction])


@kernel
def join_hexes(environment: Environment, new: int) -> None:
    """Join the new hex with the hexes beside it."""
    cell = int(environment.cell[new])
    for hex_no in range(new):
        step = int(environment.cell[hex_no]) - cell
        if -SIDE <= step <= SIDE and DIRECTION_OF[step + SIDE] >= 0:
            direction = int(DIRECTION_OF[step + SIDE])
            environment.beside[new, direction] = hex_no
            environment.beside[hex_no, (direction + 3) % SPINS] = new
            environment.near[new] |= 1 << hex_no
            environment.near[hex_no] |= 1 << new


@kernel
def leave_edge(environment: Environment, cell: int) -> None:
    """Remove a cell from the edge, because it has a tile now."""
    place = 0
    while place < environment.edges and environment.edge[place] < cell:
        place += 1
    if place == environment.edges or environment.edge[place] != cell:
        return
    environment.edges -= 1
    for later in range(place, environment.edges):
        environment.edge[later] = environment.edge[later + 1]
    environment.edge[environment.edges] = 0


@kernel
def join_edge(environment: Environment, cell: int) -> None:
    """Add an empty cell to the edge. Cells are kept in order, without duplicates."""
    place = int(environment.edges)
    while place > 0 and environment.edge[place - 1] >= cell:
        place -= 1
    if place < environment.edges and environment.edge[place] == cell:
        return
    for later in range(environment.edges, place, -1):
        environment.edge[later] = environment.edge[later - 1]
    environment.edge[place] = cell
    environment.edges += 1


@kernel
def put_token(environment: Environment, hex_no: int, species: int) -> None:
    """Place a token on a hex."""
    environment.wildlife[species] |= 1 << hex_no


@kernel
def occupied(environment: Environment) -> int:
    """Return the hexes that have a token."""
    hexes = environment.wildlife[0]
    for species in range(1, SPECIES):
        hexes |= environment.wildlife[species]
    return hexes


@kernel
def open_hexes(environment: Environment, species: int) -> int:
    """Return the hexes on which a token of the species may be placed."""
    return environment.shows[species] & ~occupied(environment)


@kernel
def hex_on(environment: Environment, cell: int) -> int:
    """Return the hex on a cell, or NOTHING."""
    for hex_no in range(environment.hexes):
        if environment.cell[hex_no] == cell:
            return hex_no
    return NOTHING


@kernel
def group_of(near: Any, members: int, hex_no: int) -> int:
    """Return all members that are connected with a hex."""
    group = 1 << hex_no
    fresh = group
    while fresh:
        found = near[lowest(fresh)] & members & ~group
        fresh = (fresh & (fresh - 1)) | found
        group |= found
    return group
