"""A long list is like any other list, but what it has shared with an earlier one is known at once."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stockade.server.longlist import LOOSE, PACK, LongList
from stockade.server.stored import Entry

LENGTHS = (0, 1, LOOSE, PACK, PACK + LOOSE - 1, PACK + LOOSE, 3 * PACK + 2 * LOOSE)


def entries(count: int, first: int = 0) -> list[Entry]:
    return [Entry("action", no % 2, no, f"a{no}", f"Move {no}", [f"{no} happened"]) for no in range(first, count)]


def built(*lengths: int) -> LongList[Entry]:
    """Return a list that had these lengths one after the other."""
    found, before = LongList(Entry), 0
    for length in lengths:
        found, before = found.extended(entries(length, before)), length
    return found


@given(st.lists(st.integers(0, 3 * PACK), max_size=8).map(sorted))
def test_it_has_the_items_of_a_list(lengths):
    found, items = built(*lengths), entries(max(lengths, default=0))
    assert len(found) == len(items)
    assert list(found) == items
    assert list(reversed(found)) == items[::-1]
    assert [found[no] for no in range(-len(items), len(items))] == items + items
    assert found == LongList(Entry, items) == pickle.loads(pickle.dumps(found))
    assert found[5:-5] == items[5:-5]


@pytest.mark.parametrize("before", LENGTHS)
@pytest.mark.parametrize("more", LENGTHS)
def test_it_knows_what_came_later(before, more):
    earlier = built(before)
    later = earlier.extended(entries(before + more, before))
    assert later.since(earlier) == entries(before + more, before)
    assert list(earlier) == entries(before)
    if more:
        assert earlier.since(later) is None


def test_another_past_is_noticed():
    for place in (0, 2 * PACK):
        items = entries(2 * PACK + LOOSE)
        items[place] = Entry("chance")
        other = LongList(Entry, items)
        assert other.extended(entries(5)).since(built(2 * PACK + LOOSE)) is None


def test_a_place_outside_is_an_error():
    with pytest.raises(IndexError):
        built(40)[40]


def test_most_of_it_is_packed():
    assert built(PACK + LOOSE - 1).weight == PACK + LOOSE - 1
    assert built(100 * PACK).weight <= 2 * 100 + PACK + LOOSE
