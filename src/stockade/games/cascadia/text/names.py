"""The names of seats, animals, terrains and tiles, in the reader's language.

The names in `tables.py` are those of the notation and of positions. They are the same in every language.
"""

from __future__ import annotations

from collections.abc import Sequence

from stockade.core.language import cache_by_language, listed, mark
from stockade.games.cascadia.language import noun, say
from stockade.games.cascadia.layout import NOTHING, SPECIES, TERRAINS
from stockade.games.cascadia.tables import FACES, KEYSTONE, TERRAIN_LETTERS, WILDLIFE_LETTERS

SEAT_NAMES = (mark("Cedar"), mark("Fern"), mark("Heather"), mark("Slate"))
ANIMALS = (
    noun("bear", "bears"),
    noun("elk", "elk"),
    noun("salmon", "salmon"),
    noun("hawk", "hawks"),
    noun("fox", "foxes"),
)
COUNTED = (
    noun("{count} bear", "{count} bears"),
    noun("{count} elk", "{count} elk"),
    noun("{count} salmon", "{count} salmon"),
    noun("{count} hawk", "{count} hawks"),
    noun("{count} fox", "{count} foxes"),
)
THE_ANIMAL = (mark("the bear"), mark("the elk"), mark("the salmon"), mark("the hawk"), mark("the fox"))
TERRAIN_WORDS = (mark("mountain"), mark("forest"), mark("prairie"), mark("wetland"), mark("river"))
LARGEST = (
    mark("the largest mountain corridor"),
    mark("the largest forest corridor"),
    mark("the largest prairie corridor"),
    mark("the largest wetland corridor"),
    mark("the largest river corridor"),
)


def seat_words(seat: int) -> str:
    return say(SEAT_NAMES[seat])


def animal(species: int) -> str:
    return ANIMALS[species].counted(1)


def many(species: int) -> str:
    """Return the plural of a species."""
    return ANIMALS[species].counted(2)


def the_animal(species: int) -> str:
    """Return a token to do something with: "the bear", or "the token" if it is not known."""
    return say("the token") if species == NOTHING else say(THE_ANIMAL[species])


def terrain_words(terrain: int) -> str:
    return say(TERRAIN_WORDS[terrain])


def the_largest(terrain: int) -> str:
    """Return what somebody has or shares: "the largest forest corridor"."""
    return say(LARGEST[terrain])


@cache_by_language
def tile_words(face: int) -> str:
    """Describe a tile: "forest and river tile for bear or fox"."""
    return say("{tile} for {animals}", tile=ground_words(face), animals=shown_words(face))


@cache_by_language
def ground_words(face: int) -> str:
    """Describe what lies on a tile: "forest and river tile", "forest keystone"."""
    terrains = [terrain_words(TERRAIN_LETTERS.index(letter)) for letter in FACES[face][0]]
    if KEYSTONE[face]:
        return say("{terrain} keystone", terrain=terrains[0])
    return say("{one} and {other} tile", one=terrains[0], other=terrains[1])


@cache_by_language
def shown_words(face: int) -> str:
    """List the animals that may live on a tile: "bear or fox"."""
    return say(" or ").join(animal(WILDLIFE_LETTERS.index(letter)) for letter in FACES[face][1])


def counted_animals(tokens: Sequence[int]) -> str:
    """List some tokens: "2 bears and 1 elk"."""
    return listed([COUNTED[species].counted(tokens.count(species)) for species in sorted(set(tokens))])


assert len(ANIMALS) == len(COUNTED) == len(THE_ANIMAL) == SPECIES
assert len(TERRAIN_WORDS) == len(LARGEST) == TERRAINS
