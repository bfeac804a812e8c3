"""Barrage's scene: each legal action can be touched, brings what it promises, and the picture matches the state."""

from __future__ import annotations

import random
import re
import time
from functools import cache
from typing import Any

import pytest
from tests.games.barrage.valley import valley
from tests.games.scenes import after, by_id, check_apart, played

import stockade
from stockade.conformance.test_scenes import SHAPES, check, check_boxes
from stockade.core.scene import Area, Choice, Piece, Scene, Shape
from stockade.core.state import State
from stockade.games.barrage.layout import (
    ANTON,
    NEUTRAL,
    NOTHING,
    ROUNDS,
    ROWS,
    SEGMENTS,
    Company,
    Kind,
    Officer,
    Step,
    Tile,
)
from stockade.games.barrage.picture.preview import drop_end, pending, production_energy
from stockade.games.barrage.rules.actions import Base, build_of, kind_of, production_of
from stockade.games.barrage.rules.seats import has_officer, has_power
from stockade.games.barrage.rules.variants import is_copy, is_free, variant_tile
from stockade.games.barrage.tables import CONTRACT_NAMES, SITE_KIND, TILE_NAMES, TURBINES
from stockade.games.barrage.text.notation import COMPANY_TITLES

GAME = stockade.game("barrage")
FULL = {"setup": "full"}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (4, {}),
    (2, FULL),
    (3, FULL),
    (4, FULL),
    (4, FULL),
    (2, {**FULL, "automas": 1, "level": "1"}),
    (3, {**FULL, "automas": 2, "level": "34"}),
    (4, {**FULL, "automas": 3, "level": "4"}),
]
WISHES = ("PRODUCE", "CONTRACT", "PLACE", "PATENT", "OFFICER", "BUILD", "TAKE", "DISCARD")


def pick(state: State, dice: random.Random) -> int:
    """Choose mostly sensible actions, so that there is something to see: structures, productions, contracts."""
    kinds: dict[str, list[int]] = {}
    for action in state.legal_actions():
        kinds.setdefault(kind_of(action).name, []).append(action)
    turbines = [action for action in kinds.get("SPACE", []) if action // 2 < TURBINES]
    if turbines and dice.random() < 0.5:
        return dice.choice(turbines)
    wanted = [kind for kind in WISHES if kind in kinds]
    if wanted and dice.random() < 0.6:
        return dice.choice(kinds[dice.choice(wanted)])
    if "BANK" in kinds and len(kinds) > 1:
        del kinds["BANK"]
    return dice.choice(kinds[dice.choice(sorted(kinds))])


@cache
def games() -> tuple[tuple[State, ...], ...]:
    return tuple(tuple(played(GAME, pick, seed, *table)) for seed, table in enumerate(TABLES, 20))


@cache
def states() -> tuple[State, ...]:
    return tuple(state for game in games() for state in (*game[:3], *game[3::37], *game[-1:]))


@cache
def pictures(shape: Shape = "wide") -> tuple[tuple[State, Scene], ...]:
    """Return these states with their scenes, for the player who decides."""
    return tuple((state, state.scene(None, shape)) for state in states())


@cache
def asked(step: Step) -> tuple[State, ...]:
    """Return the states in which a player answers a step."""
    found = [state for game in games() for state in game if state.current_player >= 0 and step_of(state) == step]
    assert found, f"nobody came to {step.name}"
    return tuple(found)


def some(step: Step, count: int = 12) -> tuple[State, ...]:
    found = asked(step)
    return found[:: max(1, len(found) // count)]


def step_of(state: State) -> int:
    return int(pending(state.record).step)


def of_kind(scene: Scene, base: Base) -> list[Choice]:
    return [choice for choice in scene.choices if kind_of(choice.action) == base]


# -- the picture ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_a_scene_is_sound_in_every_setup(shape: Shape) -> None:
    for number, state in enumerate(states()):
        check(state, (None, *range(state.players))[number % (state.players + 1)], shape)


@pytest.mark.parametrize("step", [step for step in Step if step <= Step.PICK])
def test_every_decision_can_be_touched(step: Step) -> None:
    for state in some(step, 4):
        for shape in SHAPES:
            check(state, state.current_player, shape)


@pytest.mark.parametrize("shape", SHAPES)
def test_what_lies_on_a_place_lies_within_it(shape: Shape) -> None:
    for _, scene in pictures(shape):
        areas = {area.id: area for area in scene.areas}
        ghosts = [ghost for choice in scene.choices for ghost in choice.ghost]
        for piece in (*scene.pieces, *ghosts):
            place = areas[piece.place]
            assert place.x - 0.3 <= piece.x, (piece, place)
            assert place.y - 0.3 <= piece.y, (piece, place)
            assert piece.x + piece.w <= place.x + place.w + 0.3, (piece, place)
            assert piece.y + piece.h <= place.y + place.h + 0.3, (piece, place)


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_is_cut_off(shape: Shape) -> None:
    for _, scene in pictures(shape):
        check_boxes(scene)


def test_places_do_not_cover_each_other() -> None:
    """Check everything that a choice may touch and that is not part of something else."""
    names = re.compile(
        r"b\d+[ul]|c\d+[AB]|p\d+\.\d|stream-.|send-.|space-.*|patent-.|open-.|national-.|mat-.|bank|card"
    )
    for state in (*some(Step.PRODUCE, 3), *some(Step.TURN, 6)):
        for shape in SHAPES:
            check_apart([area for area in state.scene(None, shape).areas if names.fullmatch(area.id)], 0.2)


def test_both_shapes_show_the_same() -> None:
    for (_, wide), (_, tall) in zip(pictures("wide"), pictures("tall"), strict=True):
        assert [area.id for area in wide.areas] == [area.id for area in tall.areas]
        assert [(piece.id, piece.place) for piece in wide.pieces] == [
            (piece.id, piece.place) for piece in tall.pieces
        ]
        assert [choice.touches for choice in wide.choices] == [choice.touches for choice in tall.choices]


def test_an_owner_is_told_without_colour() -> None:
    for state, scene in pictures():
        record = state.record
        for piece in scene.pieces:
            if piece.id.startswith(("dam-", "house-", "conduit-", "at-", "energy-")) and piece.owner is not None:
                assert f"-{'ugif'[int(record.player[piece.owner].company)]}" in piece.art
                assert COMPANY_TITLES[int(record.player[piece.owner].company)] in piece.label


def test_the_map_is_true() -> None:
    for state, scene in pictures():
        record, things = state.record, by_id(scene)
        for space, owner in enumerate(record.dam_owner.tolist()):
            name = f"b{space // 2 + 1}{'ul'[space % 2]}"
            drops = sum(id_.startswith(f"drop-{name}-") for id_ in things)
            assert drops == record.dam_drops[space]
            if owner == NOTHING:
                assert f"dam-{name}" not in things
            else:
                letter = "n" if owner == NEUTRAL else "ugif"[int(record.player[owner].company)]
                assert things[f"dam-{name}"].art == f"dam-{letter}-{record.dam_level[space]}"
        pipes = sum(id_.startswith("pipe-") for id_ in things)
        assert pipes == sum(id_.startswith("conduit-") for id_ in things) == (record.conduit != NOTHING).sum()
        assert sum(id_.startswith("house-") for id_ in things) == (record.powerhouse != NOTHING).sum()


def test_everything_somebody_has_lies_on_the_mat() -> None:
    for state, scene in pictures():
        things = by_id(scene)
        for seat in range(state.players):
            player = state.record.player[seat]
            if player.company == NOTHING:
                continue
            own = {thing.id for thing in things.values() if isinstance(thing, Piece) and thing.owner == seat}
            on_wheel = [int(tile) for tile in player.wheel_tile if tile != NOTHING]
            for tile in range(ANTON + 1):
                if int(player.tiles) >> tile & 1 or tile in on_wheel:
                    name = TILE_NAMES[tile] if tile < ANTON else "anton"
                    assert own & {f"tile-{name}", f"tile-{seat}-{name}"}
            hand = {f"contract-{name}" for k, name in enumerate(CONTRACT_NAMES) if int(player.contracts) >> k & 1}
            assert hand == {id_ for id_ in own if id_.startswith("contract-")}
            assert sum(id_.startswith("chip-") for id_ in own) == sum(
                int(column[segment] > 0)
                for column in (player.wheel_excavators, player.wheel_mixers)
                for segment in range(SEGMENTS)
            )


def test_a_turning_wheel_moves_its_things() -> None:
    turned = 0
    for state in asked(Step.TURN):
        record = state.record
        turns = [action for action in state.legal_actions() if state.format(action).startswith("rotate_1")]
        place = f"wheel-{state.current_player}"
        before = {piece.id: (piece.x, piece.y) for piece in state.scene().pieces if piece.place == place}
        if not turns or not before or record.player[state.current_player].wheel_tile[SEGMENTS - 1] != NOTHING:
            continue
        then = state.clone()
        then.apply(turns[0])
        now = {piece.id: (piece.x, piece.y) for piece in then.scene().pieces if piece.place == place}
        with_tile = {id_ for id_ in before if "segment" not in id_}
        assert with_tile <= set(now)
        assert all(now[id_] != before[id_] for id_ in with_tile)
        turned += len(with_tile)
        if turned > 12:
            return
    assert turned, "no wheel turned"


def test_the_draft_lays_out_what_can_be_picked() -> None:
    for state in asked(Step.PICK):
        scene = state.scene()
        things = by_id(scene)
        companies = {choice.touches[0] for choice in scene.choices}
        assert len(companies) == int(state.record.companies).bit_count()
        assert all(choice.either for choice in scene.choices)
        for company in companies:
            number = "ugif".index(company[-1])
            assert things[f"officer-{officer_word(int(state.record.pair[number]))}"].label in things[company].label


def test_mahiri_finds_every_officer_she_may_copy() -> None:
    """This includes officers of Automas, and those that are laid out for her alone."""
    copied = 0
    for state in asked(Step.TURN)[::29]:
        then = state.clone()
        player = then.record.player[then.current_player]
        if Officer.MAHIRI in then.record.player["officer"] or player.has_copied:
            continue
        player.officer, player.engineers, player.mahiri_uses = Officer.MAHIRI, 5, 0
        for shape in SHAPES:
            copied += len(of_kind(check(then, then.current_player, shape), Base.OFFICER))
    assert copied


def officer_word(officer: int) -> str:
    return ("adler", "graziano", "fiesler", "jill", "solomon", "anton", "mahiri")[officer]


# -- what actions bring --------------------------------------------------------------------------------------


def test_a_production_brings_what_it_says() -> None:
    for state in some(Step.PRODUCE):
        seat = state.current_player
        for choice in of_kind(state.scene(), Base.PRODUCE):
            energy = production_energy(state.record, seat, choice.action)
            assert re.match(rf"\+{energy}\b", choice.gain)
            then = after(state, choice)
            if then.current_player == seat and step_of(then) == Step.CONTRACT:
                assert pending(then.record).first == energy
                reach = [kind_of(action) for action in then.legal_actions()].count(Base.CONTRACT)
                assert reach
                assert re.search(r", [SGYRN]\d", choice.gain)
            dam, _, drops = production_of(choice.action)
            stayed = [ghost.id for ghost in choice.ghost]
            assert len(stayed) <= drops
            assert f"dam-b{dam // 2 + 1}" in choice.touches[0]


def test_a_turbine_promises_the_best_that_can_follow() -> None:
    tried = 0
    for state in some(Step.TURN, 40):
        for choice in of_kind(state.scene(), Base.SPACE):
            if not choice.gain.startswith("up to"):
                continue
            then = after(state, choice)
            if step_of(then) != Step.PRODUCE or then.current_player != state.current_player:
                continue  # there was only one way, and it was taken
            ways = [action for action in then.legal_actions() if kind_of(action) == Base.PRODUCE]
            best = max(production_energy(then.record, then.current_player, action) for action in ways)
            assert re.match(rf"up to \+{best}\b", choice.gain)
            tried += 1
    assert tried


def test_a_drop_ends_where_it_says() -> None:
    for state in some(Step.FALL, 30):
        if pending(state.record).first > 1 or state.record.falling.any():
            continue
        for choice in of_kind(state.scene(), Base.DROP):
            end = drop_end(state.record, choice.action - Base.DROP)
            more = after(state, choice).record.dam_drops - state.record.dam_drops
            if end is None:
                assert choice.gain == "out of the valley"
                assert not choice.ghost
            else:
                assert more[end[0]] >= 1
                assert choice.ghost[0].place == f"b{end[0] // 2 + 1}{'ul'[end[0] % 2]}"
                assert choice.gain == f"to {choice.ghost[0].place}"


def test_a_build_costs_what_it_says() -> None:
    tried = 0
    for state in some(Step.TURN, 40):
        seat, record = state.current_player, state.record
        if any(has_officer(record, seat, officer) for officer in (Officer.JILL, Officer.SOLOMON)):
            continue
        for choice in of_kind(state.scene(), Base.BUILD)[::7]:
            then = after(state, choice).record
            tile = variant_tile(build_of(choice.action)[1])
            if pending(then).step == Step.PAY or tile == Tile.I_ELEVATION or record.player[seat].level:
                continue
            said = re.findall(r"(\d+) (?:excavator|mixer)", choice.gain)
            on_wheel = int(then.player[seat].wheel_excavators[1] + then.player[seat].wheel_mixers[1])
            kind = SITE_KIND[build_of(choice.action)[0]]
            if then.player[seat].built[kind] == record.player[seat].built[kind] + 1 and len(choice.ghost) == 1:
                # What the piece uncovers may turn the wheel further.
                spread = sum(then.player[seat].wheel_excavators) + sum(then.player[seat].wheel_mixers)
                assert on_wheel == sum(map(int, said)) or "turn" in choice.label or spread == 0, choice
            tried += 1
    assert tried


def test_a_tile_that_needs_no_engineers_asks_whether_they_go_along() -> None:
    seen = set()
    for state in asked(Step.TURN):
        if not any(
            kind_of(action) == Base.BUILD and is_free(build_of(action)[1]) for action in state.legal_actions()
        ):
            continue
        for choice in of_kind(state.scene(), Base.BUILD):
            _, variant = build_of(choice.action)
            if variant_tile(variant) in (Tile.I_POWERHOUSE, Tile.III_BASE):
                last = choice.touches[-1].split("-")[0]
                seen.add(last)
                assert last == ("free" if is_free(variant) else "build")
            if is_copy(variant):
                assert choice.touches[1] in ("tile-anton", "officer-mahiri")
        if seen == {"free", "build"}:
            return
    assert seen == {"free", "build"}


def test_a_build_is_a_space_and_then_a_tile() -> None:
    for state in some(Step.TURN):
        things = by_id(state.scene())
        for choice in of_kind(state.scene(), Base.BUILD):
            assert choice.touches[0] in things
            assert choice.touches[1].startswith(("tile-", "officer-"))
            assert choice.ghost[0].place == choice.touches[0]
            assert choice.gain


def test_the_bank_is_an_amount() -> None:
    for state in some(Step.TURN):
        bank = of_kind(state.scene(), Base.BANK)
        engineers = int(state.record.player[state.current_player].engineers)
        assert [choice.amount for choice in bank] == list(range(1, engineers + 1))


def test_a_closed_space_says_why() -> None:
    for state in some(Step.TURN):
        scene = state.scene()
        things, legal = by_id(scene), set(state.legal_actions())
        sheet = next((sheet for sheet in scene.sheets if sheet.id == "closed"), None)
        reasons = [fact.value for fact in sheet.facts] if sheet else []
        for choice in of_kind(scene, Base.SPACE):
            assert "closed" not in things[choice.touches[0]].label
        for space in range(2 * ROWS):
            if space in legal:
                continue
            row, side = state.format(space).split()
            area = things[f"space-{row}-{side}"]
            if state.record.space[space] == NEUTRAL:
                assert area.art == "space-closed"
            else:
                reason = state.why_not(space).text.removeprefix(f"{state.format(space)}: ")
                assert isinstance(area, Area)
                assert area.closed.lower() == reason.lower()
                assert reason in reasons


def test_a_space_of_the_map_says_why_nothing_can_be_built_there() -> None:
    for state in some(Step.TURN):
        scene = state.scene()
        sites = {choice.touches[0] for choice in of_kind(scene, Base.BUILD)}
        for area in scene.areas:
            if re.fullmatch(r"b\d+[ul]|c\d+[AB]|p\d+\.\d", area.id):
                assert bool(area.closed) == (area.id not in sites)
        onlooker = (state.current_player + 1) % state.players
        assert not any(area.closed for area in state.scene(onlooker).areas)


# -- beside the table ----------------------------------------------------------------------------------------


def test_sheets_agree_with_the_rules() -> None:
    for state, scene in pictures():
        standing = next(sheet for sheet in scene.sheets if sheet.pinned)
        points = next(fact for fact in standing.facts if fact.label == "Points")
        assert [float(value) for value in points.values] == state.scores()
        left = next(sheet for sheet in scene.sheets if sheet.id == "contracts")
        counts = [int(fact.value) for fact in left.facts if fact.strong]
        assert sum(counts) == int(state.record.pile).bit_count()


def test_the_score_sheet_foretells_the_end() -> None:
    """If everybody passes in the last round, the game ends with what the sheet says."""
    told = 0
    for state in [state for state in asked(Step.TURN) if state.record.round_no == ROUNDS][::15]:
        then = state.clone()
        for seat in range(then.players):
            then.record.player[seat].engineers = 0
            then.record.player[seat].has_passed = seat != then.current_player
        if then.record.player[then.current_player].has_copied:
            continue
        sheet = next(sheet for sheet in then.scene().sheets if sheet.id == "score")
        total = next(fact for fact in sheet.facts if fact.strong)
        then.apply(Base.PASS.value)
        assert then.is_over
        assert [float(value) for value in total.values] == then.scores()
        over = next(sheet for sheet in then.scene().sheets if sheet.id == "score")
        assert not any(fact.strong for fact in over.facts)
        told += 1
    assert told


def automa_facts(state: State) -> dict[str, str]:
    sheet = next(sheet for sheet in state.scene().sheets if sheet.id == "automa")
    return {"title": sheet.title} | {fact.label: fact.value for fact in sheet.facts}


def test_automas_show_what_is_known_of_their_next_turn() -> None:
    state = valley(criteria=8)  # the tile on top gives the criteria of the next turn
    state.record.last_card = 2
    state.record.cards = 0b1011
    facts = automa_facts(state)
    assert facts["title"] == "The Automas' next turn"
    assert facts["Actions"] == "of one of the tiles 1, 2 and 4"
    assert facts["Criteria"] == "of tile 8"
    assert facts["Bases and elevations"].startswith("at the strongest conduit; ")
    assert facts["Conduits"].endswith("; then from c4B upwards")
    assert facts["Drops"] == "headstreams C B A D, the first that helps"
    state.record.cards = 0b1000  # the last tile of the pile
    facts = automa_facts(state)
    assert facts["title"] == "Automa tile 4"
    assert facts["2. 2 engineers"] == "build base, in the mountains"
    assert facts["Criteria"] == "of tile 8"
    state.record.cards = 0
    facts = automa_facts(state)
    assert facts["Actions"] == "of any tile"
    assert facts["Criteria"] == "not known before the tiles are shuffled"
    state.apply("card 5")  # all are shuffled, and one is discarded
    assert automa_facts(state)["Criteria"] == "of tile 5"


def test_an_automa_in_its_turn_shows_the_tile_that_it_reads() -> None:
    state = valley(criteria=8)
    state.apply("card 3")  # contracts are discarded, and chance lays out others
    assert state.is_chance
    facts = automa_facts(state)
    assert (facts["title"], facts["Criteria"]) == ("Automa tile 3", "of tile 8")


def test_a_power_shows_once_it_works() -> None:
    for state, scene in pictures():
        things = by_id(scene)
        for seat in range(state.players):
            player = state.record.player[seat]
            if player.company != NOTHING:
                is_on = player.built[Kind.POWERHOUSE] >= 3
                assert things[f"income-{seat}-powerhouse-3"].art == ("power" if is_on else "power-off")
                if has_power(state.record, seat, Company(int(player.company))):
                    assert is_on


@pytest.mark.deep
def test_a_scene_is_made_at_once() -> None:
    longest = max(asked(Step.TURN), key=lambda state: len(state.legal_actions()))
    longest.scene()
    start = time.perf_counter()
    longest.scene()
    assert time.perf_counter() - start < 1.0
