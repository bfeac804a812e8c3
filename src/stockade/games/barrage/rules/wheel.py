"""The construction wheel. What is invested comes back on the sixth turn (ruling 12)."""

from stockade.core.kernel import kernel
from stockade.games.barrage.layout import NOTHING, SEGMENTS, Player


@kernel
def invest(player: Player, tile: int, excavators: int, mixers: int) -> None:
    """Put a tile, or NOTHING, and machines into the open segment."""
    if tile != NOTHING:
        player.tiles &= ~(1 << tile)
    player.wheel_tile[0] = tile
    player.wheel_excavators[0] = excavators
    player.wheel_mixers[0] = mixers
    player.excavators -= excavators
    player.mixers -= mixers


@kernel
def rotate(player: Player, segments: int) -> None:
    """Turn the wheel segment by segment. What arrives in the open segment is taken back before the next turn."""
    for _ in range(segments):
        tile = int(player.wheel_tile[SEGMENTS - 1])
        player.excavators += player.wheel_excavators[SEGMENTS - 1]
        player.mixers += player.wheel_mixers[SEGMENTS - 1]
        if tile != NOTHING:
            player.tiles |= 1 << tile
        for segment in range(SEGMENTS - 1, 0, -1):
            player.wheel_tile[segment] = player.wheel_tile[segment - 1]
            player.wheel_excavators[segment] = player.wheel_excavators[segment - 1]
            player.wheel_mixers[segment] = player.wheel_mixers[segment - 1]
        player.wheel_tile[0] = NOTHING
        player.wheel_excavators[0] = 0
        player.wheel_mixers[0] = 0


@kernel
def is_on_wheel(player: Player, tile: int) -> bool:
    """Return whether a technology tile is on the wheel."""
    found = 0
    for segment in range(SEGMENTS):
        found += player.wheel_tile[segment] == tile
    return found > 0


@kernel
def is_wheel_empty(player: Player) -> bool:
    """Return whether the wheel is empty."""
    things = 0
    for segment in range(SEGMENTS):
        things += player.wheel_tile[segment] != NOTHING
        things += player.wheel_excavators[segment] + player.wheel_mixers[segment]
    return things == 0
