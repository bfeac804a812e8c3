"""Barrage's tables: the components are complete, the map follows the rulebook, and there is room for all ids."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from stockade.games.barrage import layout, tables
from stockade.games.barrage.layout import VARIANTS, Company, Effect, Kind, Officer, Step, Tile
from stockade.games.barrage.position.steps import THINGS, things_of
from stockade.games.barrage.rules import cards
from stockade.games.barrage.rules.actions import Base, kind_of
from stockade.games.barrage.spec import SPEC
from stockade.games.barrage.text.notation import VARIANT_TEXTS, format_action

AREA_OF = dict(zip(range(1, 13), ("mountains",) * 4 + ("hills",) * 3 + ("plains",) * 5, strict=True))
TILES = tables.load("tiles")
COMPANIES = tables.load("companies")
BOARD = tables.load("board")


# -- components ------------------------------------------------------------------------------------------------


def test_there_are_as_many_tiles_as_in_the_box() -> None:
    assert len(tables.HEADSTREAM_NAMES) == len(tables.HEADSTREAM_DROPS) == 8
    assert len(tables.BONUS_NAMES) == len(tables.OBJECTIVE_NAMES) == 6
    assert len(TILES["neutral_dams"]) == 10
    assert len(TILES["advanced"]) == 15
    assert len(tables.OFFICER_NAMES) == layout.OFFICERS == len(Officer) == 7
    assert len(cards.CARD_LIST) == layout.CARDS == 20


def test_contracts_are_four_to_start_with_45_private_and_six_national() -> None:
    assert Counter(name[0] for name in tables.CONTRACT_NAMES) == {"S": 4, "G": 15, "Y": 15, "R": 15, "N": 6}
    assert len(set(tables.CONTRACT_NAMES)) == layout.CONTRACTS == 55
    assert [int(bits).bit_count() for bits in tables.PILE_BITS.tolist()] == [15, 15, 15]
    assert tables.NATIONAL_BITS.bit_count() == 6
    assert tables.CONTRACT_NAMES[layout.PRIVATE] == "G01"
    assert tables.CONTRACT_NAMES[layout.NATIONAL] == "N1"


def test_contracts_of_a_colour_need_the_energy_of_their_colour() -> None:
    needed: dict[str, list[int]] = {}
    for name, energy in zip(tables.CONTRACT_NAMES, tables.CONTRACT_ENERGY.tolist(), strict=True):
        needed.setdefault(name[0], []).append(energy)
    assert sorted(needed["S"]) == [2, 3, 3, 4]
    assert needed["G"] == [2] * 5 + [3] * 5 + [4] * 5
    assert needed["Y"] == [5] * 5 + [6] * 5 + [7] * 5
    assert needed["R"] == [8] * 5 + [9] * 5 + [10] * 5
    assert needed["N"] == [13, 13, 14, 14, 15, 15]


def test_rewards_have_gains_first_and_lose_no_word() -> None:
    for contract, rows in zip(tables.CONTRACT_LIST, tables.REWARD.tolist(), strict=True):
        told = {Effect(effect).name.lower(): amount for effect, amount in rows if effect}
        words = contract["reward"].items()
        assert told == {word: tables.place_amount(given) if word == "place" else given for word, given in words}
        is_later = [effect > layout.LAST_GAIN for effect, _ in rows if effect]
        assert is_later == sorted(is_later)


def test_a_placed_structure_is_a_kind_and_a_limit() -> None:
    placed = {each["id"]: each["reward"]["place"] for each in tables.CONTRACT_LIST if "place" in each["reward"]}
    assert sorted(placed) == ["G11", "G12", "R02", "R04", "R09", "R10", "R11", "Y02", "Y06", "Y08", "Y10"]
    assert tables.place_amount(placed["G11"]) == Kind.CONDUIT + 4 * 2
    assert tables.place_amount(placed["Y06"]) == Kind.BASE + 4 * 0b011
    assert tables.place_amount(placed["R02"]) == Kind.BASE + 4 * 0b111
    assert tables.place_amount(placed["Y02"]) == Kind.POWERHOUSE
    assert tables.place_amount(placed["Y10"]) == Kind.ELEVATION


def test_a_company_has_five_of_each_structure_and_four_powerhouses() -> None:
    assert tables.PIECES.tolist() == [5, 5, 5, 4]
    assert tables.POWERHOUSE_BONUS.tolist() == [0, 0, 1, 1, 3]
    assert tables.START == {"credits": 6, "excavators": 6, "mixers": 4, "engineers": 12}
    assert tuple(company.name.lower() for company in Company) == tables.COMPANY_NAMES


def test_a_company_uncovers_an_income_with_the_second_fourth_and_fifth_piece() -> None:
    for company in range(4):
        for kind in range(3):
            shown = [piece for piece in range(6) if tables.INCOME[company, kind, piece].any()]
            assert tuple(shown) == tables.INCOME_PIECES == (2, 4, 5)
            assert tables.INCOME[company, kind, 5].tolist() == [[Effect.VP, 7], [0, 0], [0, 0]]
    seconds = [[tables.INCOME[company, kind, 2, 0, 0] for kind in range(3)] for company in range(4)]
    assert all(len(set(row)) == 3 for row in seconds)


def test_the_introductory_seats() -> None:
    seats = [(each["company"], each["officer"], each["contract"]) for each in COMPANIES["introductory"]]
    assert seats == [
        ("usa", "wilhelm_adler", "S1"),
        ("germany", "jill_mcdowell", "S2"),
        ("italy", "solomon_p_jordan", "S3"),
        ("france", "viktor_fiesler", "S4"),
    ]
    assert tables.INTRO_OFFICER.tolist() == [Officer.ADLER, Officer.JILL, Officer.SOLOMON, Officer.FIESLER]


def test_technology_tiles_build_what_they_show() -> None:
    assert tables.TILE_NAMES[:5] == ("base", "elevation", "conduit", "powerhouse", "wild")
    assert [tables.TILE_LEVEL[tile] for tile in range(20)] == [0] * 5 + [1] * 5 + [2] * 5 + [3] * 5
    assert tables.TILE_BUILDS.tolist() == [1, 2, 4, 8, 15] * 4
    for tile in Tile:
        assert tables.TILE_NAMES[tile].replace("-", "_").upper() == tile.name
    assert [int(bits).bit_count() for bits in tables.LEVEL_BITS.tolist()] == [5, 5, 5, 5]
    assert tables.ADVANCED_BITS.bit_count() == 15


def test_headstreams_bring_their_drops_in_four_rounds() -> None:
    assert tables.HEADSTREAM_DROPS.shape == (8, 4)
    assert tables.HEADSTREAM_DROPS.sum(axis=1).tolist() == [4, 4, 4, 4, 3, 3, 5, 4]
    assert tables.HEADSTREAM_DROPS.max() == 3


def test_neutral_dams_are_one_high_in_the_mountains_two_in_the_hills_three_in_the_plains() -> None:
    levels = {"mountains": 1, "hills": 2, "plains": 3}
    assert Counter(each["back"] for each in TILES["neutral_dams"]) == {"mountains": 4, "hills": 3, "plains": 3}
    for each in TILES["neutral_dams"]:
        basin = int(each["space"][1:-1])
        assert (each["level"], each["drops"], each["space"][-1]) == (levels[each["back"]], 1, "l")
        assert AREA_OF[basin] == each["back"]


# -- the map ---------------------------------------------------------------------------------------------------


def test_basins_have_the_spaces_of_their_part_of_the_map() -> None:
    bases, conduits, houses = (
        Counter(space.tolist()) for space in (tables.BASE_BASIN, tables.CONDUIT_FROM, tables.POWERHOUSE_BASIN)
    )
    assert [bases[basin] for basin in range(12)] == [2] * 10 + [0, 0]
    assert [conduits[basin] for basin in range(12)] == [2] * 10 + [0, 0]
    assert [houses[basin] for basin in range(12)] == [0] * 4 + [2] * 3 + [3] * 3 + [4] * 2
    assert [tables.AREAS[area] for area in tables.AREA.tolist()] == list(AREA_OF.values())


def test_water_and_conduits_lead_downhill() -> None:
    """Rivers lead to a lower row of basins. Conduits never lead upwards, and end in a basin with powerhouses."""
    depth = {basin: 0 if basin < 4 else 1 if basin < 7 else 2 if basin < 10 else 3 for basin in range(12)}
    for basin, river in enumerate(tables.RIVER.tolist()):
        assert river == layout.NOTHING if basin >= 10 else depth[river] > depth[basin]
    for start, end in zip(tables.CONDUIT_FROM.tolist(), tables.CONDUIT_TO.tolist(), strict=True):
        assert start != end
        assert depth[end] >= depth[start]
        assert end >= 4
    assert Counter(tables.CONDUIT_VALUE.tolist()) == {1: 2, 2: 4, 3: 7, 4: 4, 5: 3}
    assert tables.HEADSTREAM_BASIN.tolist() == [0, 1, 2, 3]


def test_red_spaces_are_the_upper_bases_and_some_powerhouses() -> None:
    assert tables.BASE_RED.tolist() == [1, 0] * 10
    by_basin = Counter(tables.POWERHOUSE_BASIN[tables.POWERHOUSE_RED == 1].tolist())
    assert [by_basin[basin] for basin in range(4, 12)] == [1, 1, 1, 1, 1, 2, 2, 3]
    elevations = slice(layout.BASES, layout.CONDUIT_SITE)
    conduits = slice(layout.CONDUIT_SITE, layout.POWERHOUSE_SITE)
    assert not tables.SITE_RED[elevations].any()
    assert not tables.SITE_RED[conduits].any()


def test_sites_follow_one_another_by_kind() -> None:
    assert len(set(tables.SITE_NAMES)) == layout.SITES == 83
    assert Counter(tables.SITE_KIND.tolist()) == {0: 20, 1: 20, 2: 20, 3: 23}
    assert tables.SITE_KIND.tolist() == sorted(tables.SITE_KIND.tolist())
    assert (np.diff(tables.POWERHOUSE_BASIN) >= 0).all()
    for site, name in enumerate(tables.SITE_NAMES):
        digits = name[1:].rstrip("+").rstrip("ulAB").split(".")[0]
        assert int(digits) == tables.SITE_BASIN[site] + 1


# -- the board -------------------------------------------------------------------------------------------------


def test_the_board_has_16_rows_and_fewer_for_fewer_players() -> None:
    assert len(tables.ROW_NAMES) == layout.ROWS == 16
    open_spaces = {count: 2 * int((count >= tables.ROW_MIN_PLAYERS).sum()) for count in (2, 3, 4)}
    assert open_spaces == {2: 22, 3: 26, 4: 32}
    closed = [
        name for name, least in zip(tables.ROW_NAMES, tables.ROW_MIN_PLAYERS.tolist(), strict=True) if least > 2
    ]
    assert closed == ["turbine_p1", "turbine_m1", "rotate_2", "buy_any", "contract_1b"]
    sections = Counter(tables.SECTION_NAMES[section] for section in tables.ROW_SECTION.tolist())
    assert list(sections.values()) == [5, 2, 3, 3, 3]


def test_right_spaces_are_dearer() -> None:
    for left in range(0, 2 * layout.ROWS, 2):
        here = tables.SPACE_ENGINEERS[left], tables.SPACE_FEE[left]
        there = tables.SPACE_ENGINEERS[left + 1], tables.SPACE_FEE[left + 1]
        assert here < there
        assert here[1] == 0
    assert set(tables.SPACE_FEE.tolist()) == {0, layout.FEE}
    assert tables.MODIFIER[: tables.TURBINES].tolist() == [2, 1, 0, -1, -2]
    assert tables.TAKES.tolist() == [0] * 13 + [1, 1, 2]
    assert tables.ROW_COST.tolist() == [0] * 8 + [2, 5, 2, 4, 5, 0, 0, 1]


def test_costs_of_structures() -> None:
    assert tables.AREAS == ("plains", "hills", "mountains")
    assert tables.BASE_COST.tolist() == [3, 4, 5]
    assert tables.ELEVATION_COST.tolist() == [2, 3, 4]
    assert tables.POWERHOUSE_COST.tolist() == [2, 3, 4, 5]
    assert 5 * tables.CONDUIT_COST == layout.MOST_UNITS
    assert tables.CONSTRUCTION_ENGINEERS.tolist() == [1, 2, 3, 3]
    assert tables.CONSTRUCTION_FEE.tolist() == [0, 0, 0, 3]
    assert (tables.PATENT_ENGINEERS, tables.PATENT_COST) == (2, 5)


def test_the_energy_track() -> None:
    credits = [3, 1, *[2] * 2, *[3] * 3, *[4] * 4, *[5] * 5, *[6] * 6, *[7] * 7, *[8] * 2]
    assert tables.TRACK_CREDITS.tolist() == credits
    assert tables.SECTIONS == (6, 12, 18, 24, 30)
    assert (tables.TOP, tables.IDLE_VP) == (30, -3)
    assert dict(zip(tables.BONUS_NAMES, tables.BONUS_VP.tolist(), strict=True)) == {
        "contracts": 2, "bases": 4, "elevations": 4, "conduits": 4, "powerhouses": 5, "advanced_tiles": 4,
    }  # fmt: skip


# -- ids and records -------------------------------------------------------------------------------------------


def test_action_ids_follow_without_a_gap() -> None:
    bases = [base.value for base in Base]
    assert all(low < high for low, high in pairwise(bases))
    assert (bases[0], Base.END) == (0, SPEC.action_count)
    assert [kind_of(action) for action in (0, Base.BANK - 1, Base.BUILD, Base.END - 1)] == [
        Base.SPACE, Base.SPACE, Base.BUILD, Base.DRAW_CARD,
    ]  # fmt: skip


def test_every_action_has_a_text_of_its_own() -> None:
    assert len(set(VARIANT_TEXTS)) == VARIANTS
    state = np.zeros(1, np.dtype((np.record, layout.STATE)))[0]
    texts = Counter(format_action(state, action) for action in range(SPEC.action_count))
    assert [text for text, count in texts.items() if count > 1] == []


def test_a_list_of_choices_has_room() -> None:
    """A site takes at most one basic tile, one of each level and three wild ones, each in one way; two of them also
    without engineers. Bank, patents, officers and spaces are added."""
    builds = 20 * (7 + 1) + 5 * 7 + 20 * 7 + 23 * (7 + 1)
    assert 2 * layout.ROWS + 12 + 3 + 6 + builds <= SPEC.legal_limit


def test_steps_are_decisions_then_what_runs_then_chance() -> None:
    assert [step.value for step in Step] == list(range(len(Step)))
    assert all(step.name.startswith("DRAW_") == (step >= layout.FIRST_CHANCE) for step in Step)


@pytest.mark.parametrize("module", [tables, cards])
def test_tables_cannot_be_written(module: object) -> None:
    named = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    found = [value for value in named.values() if isinstance(value, np.ndarray)]
    assert len(found) >= 4
    assert not any(table.flags.writeable for table in found)


def test_a_state_is_small() -> None:
    assert layout.STATE.itemsize < 1024


def test_a_pending_step_is_six_bytes_and_its_numbers_have_names() -> None:
    assert layout.FRAME.fields is not None
    offsets = {name: (str(kind), offset) for name, (kind, offset) in layout.FRAME.fields.items()}
    assert offsets == {"first": ("int16", 0), "second": ("int16", 2), "step": ("int8", 4), "player": ("int8", 5)}
    told_apart = {Step.PLACE, Step.DRAW_OFFICER}
    for step, names in layout.NUMBERS.items():
        assert len(names) in (1, 2)
        assert step in told_apart or len(things_of(step)) == len(names)
    assert {name for names in layout.NUMBERS.values() for name in names} == {*THINGS, "amount", "company"}
