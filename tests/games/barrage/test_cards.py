"""The tiles of the Automas are read exactly."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from stockade.games.barrage.layout import NOTHING
from stockade.games.barrage.rules.cards import ACTION, CRITERIA, LINES, START, STREAMS, Column, Do, Want
from stockade.games.barrage.tables import AREAS, KIND_NAMES, PILE_NAMES

DATA = json.loads(resources.files("stockade.games.barrage").joinpath("data/automa.json").read_text("utf-8"))
CARDS = range(1, 21)
FIELDS = {
    "engineers": Column.ENGINEERS,
    "continue": Column.GOES_ON,
    "vp": Column.VP,
    "modifier": Column.MODIFIER,
    "water": Column.WATER,
    "flow": Column.FLOW,
    "energy": Column.ENERGY,
    "min_value": Column.LEAST,
    "rotate": Column.ROTATE,
}


def lines(card: int) -> list[list[int]]:
    return [row.tolist() for row in ACTION[card - 1] if row[Column.DO] != Do.NOTHING]


@pytest.mark.parametrize("card", CARDS)
def test_every_line_of_a_tile_is_in_its_place_with_its_numbers(card: int) -> None:
    words = DATA["tiles"][card - 1]["actions"]
    rows = lines(card)
    assert [Do(row[Column.DO]).name.lower() for row in rows] == [line["do"] for line in words]
    for row, line in zip(rows, words, strict=True):
        for field, column in FIELDS.items():
            assert row[column] == line.get(field, 0), field
        gain = line.get("gain", {})
        assert row[Column.EXCAVATORS : Column.MACHINES + 1] == [
            gain.get(name, 0) for name in ("excavators", "mixers", "machines")
        ]
        assert row[Column.EARLY] == (line.get("in_round_5") is False)
        pile = line.get("needs_contract", line.get("pile"))
        assert row[Column.PILE] == (PILE_NAMES.index(pile) if pile else NOTHING)
        assert row[Column.KIND] == (KIND_NAMES.index(line["structure"]) if "structure" in line else NOTHING)
        allowed = {AREAS[area] for area in range(3) if row[Column.AREAS] >> area & 1}
        assert allowed == set(line.get("areas", AREAS))


def name_of(want: int) -> str:
    order = {
        Want.BELOW_OWN: "below_powerhouse:own>opponent",
        Want.BELOW_OPPONENT: "below_powerhouse:opponent>own",
        Want.DAM_OWN: "dam:own>neutral>opponent",
        Want.DAM_OPPONENT: "dam:opponent>neutral>own",
        Want.POWERHOUSE_OWN: "powerhouse:own>opponent",
        Want.POWERHOUSE_OPPONENT: "powerhouse:opponent>own",
    }
    return order.get(Want(want), Want(want).name.lower())


@pytest.mark.parametrize("card", CARDS)
def test_the_criteria_of_a_tile(card: int) -> None:
    words = DATA["tiles"][card - 1]["criteria"]
    for kind, name in enumerate(("base_elevation", "conduit", "powerhouse")):
        assert [name_of(want) for want in CRITERIA[card - 1, kind]] == words[name]
    base, conduit, powerhouse = START[card - 1].tolist()
    assert (base + 1, powerhouse + 1) == (words["base_start"], words["powerhouse_start"])
    assert f"{conduit // 2 + 1}{'AB'[conduit % 2]}" == words["conduit_start"]
    streams = ["ABCD"[stream] for stream in STREAMS[card - 1]]
    assert streams[:3] == words["headstreams"]
    assert sorted(streams) == list("ABCD")
    assert DATA["tiles"][card - 1]["label"] == f"{base + 1}-{words['conduit_start']}-{powerhouse + 1}"


def test_every_tile_begins_with_production_and_ends_with_the_bank() -> None:
    for card in CARDS:
        rows = lines(card)
        assert len(rows) <= LINES
        assert rows[0][Column.DO] == Do.PRODUCE
        assert rows[-1][Column.DO] == Do.BANK
        assert rows[-1][Column.VP] == 1
        going_on = [row[Column.DO] for row in rows if row[Column.GOES_ON]]
        assert set(going_on) <= {Do.WATER, Do.DISCARD_CONTRACTS}
        assert all(row[Column.EARLY] == (row[Column.DO] == Do.MACHINERY) for row in rows)


def test_what_the_artwork_settled() -> None:
    for card in (3, 12):
        assert Do.DISCARD_CONTRACTS in [row[Column.DO] for row in lines(card)]
    patent = next(row for row in lines(15) if row[Column.DO] == Do.PATENT)
    assert (patent[Column.ENGINEERS], patent[Column.VP]) == (1, -2)
    assert START[5 - 1, 2] + 1 == 5
    assert [lines(card)[0][Column.MODIFIER] for card in (1, 2, 3, 4, 5)] == [-2, -2, -1, -1, 0]
    excavator = next(row for row in lines(4) if row[Column.DO] == Do.MACHINERY)
    assert excavator[Column.EARLY] == 1
