"""Variants of a build: which technology tile is used, whether it is copied, and whether engineers are needed."""

from stockade.core.kernel import kernel
from stockade.games.barrage.layout import ANTON, COPIES, FREE_TILES, PLAIN, Officer, Record, Tile
from stockade.games.barrage.rules.seats import POWER_LEVEL
from stockade.games.barrage.rules.wheel import is_on_wheel


@kernel
def variant_tile(variant: int) -> int:
    """Return the tile whose effect a variant uses."""
    if variant >= COPIES:
        return FREE_TILES[(variant - COPIES) % len(FREE_TILES)]
    return variant - PLAIN if variant >= PLAIN else variant


@kernel
def words_of(state: Record, seat: int, variant: int) -> int:
    """Return the tile whose effect counts for a seat. For Automas below the third level tiles have no effect."""
    return Tile.WILD if 0 < state.player[seat].level < POWER_LEVEL else variant_tile(variant)


@kernel
def is_copy(variant: int) -> bool:
    """Return whether a variant copies its tile, with Anton's tile or by Mahiri."""
    return PLAIN <= variant < COPIES or variant >= COPIES + len(FREE_TILES)


@kernel
def is_free(variant: int) -> bool:
    """Return whether a variant needs no engineers."""
    return variant >= COPIES


@kernel
def can_copy_tiles(state: Record, seat: int) -> bool:
    """Return whether a seat has Anton's tile off the wheel, or Mahiri has copied Anton (rulings 53, 54)."""
    player = state.player[seat]
    return (player.tiles >> ANTON & 1) != 0 or player.copied == Officer.ANTON


@kernel
def has_variant(state: Record, seat: int, variant: int) -> bool:
    """Return whether a seat has the tile of a variant, or can copy it from its wheel."""
    player = state.player[seat]
    tile = variant_tile(variant)
    if is_copy(variant):
        return can_copy_tiles(state, seat) and is_on_wheel(player, tile)
    return (player.tiles >> tile & 1) != 0
