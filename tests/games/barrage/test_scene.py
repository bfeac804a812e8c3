"""Barrage's scene: each legal action can be touched, brings what it promises, and the picture matches the state."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from functools import cache
from typing import Any

import pytest
from tests.games.barrage.valley import dam, tiles, valley
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
from stockade.games.barrage.picture.sheets import SCORING, all_sheets
from stockade.games.barrage.rules.actions import Base, build_of, kind_of, production_of
from stockade.games.barrage.rules.rounds import end_round, next_turn
from stockade.games.barrage.rules.seats import has_power
from stockade.games.barrage.rules.variants import is_copy, is_free, variant_tile
from stockade.games.barrage.tables import CONTRACT_NAMES, TILE_NAMES, TURBINES
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
    return tuple(tuple(played(GAME, pick, seed, *table)) for seed, table in enumerate(TABLES, 30))


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


def test_labels_name_things_as_the_rules_do() -> None:
    state = builder(None, "elevation")
    dam(state, "b1u", NEUTRAL)
    dam(state, "b1l", 0)
    state.record.player[0].wheel_tile[4:6] = Tile.I_WILD, ANTON
    scene = state.scene(0)
    things = by_id(scene)
    assert things["dam-b1u"].label == "Neutral dam on b1u, level 1: 0 of 1 drop"
    assert things["wheel-0"].label.endswith(": tile I-wild back in 2 turns; Anton's tile back in 1 turn")
    labels = [choice.label for choice in of_kind(scene, Base.BUILD)]
    assert "Build an elevation on b1l+ with the tile elevation" in labels


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


def test_a_production_may_fulfil_a_contract() -> None:
    seen = 0
    for state in some(Step.PRODUCE):
        seat = state.current_player
        for choice in of_kind(state.scene(), Base.PRODUCE):
            energy = production_energy(state.record, seat, choice.action)
            assert re.search(rf"\+({energy}|{energy + 3}) energy", choice.gain)  # Italy may gain 3 more
            then = after(state, choice)
            if then.current_player == seat and step_of(then) == Step.CONTRACT:
                assert pending(then.record).first == energy
                reach = [then.format(action).split()[1] for action in then.legal_actions()]
                assert set(re.findall(r"[SGYRN]\d+", choice.prospect)) == {name for name in reach if name != "none"}
                seen += 1
            dam, _, drops = production_of(choice.action)
            stayed = [ghost.id for ghost in choice.ghost]
            assert len(stayed) <= drops
            assert f"dam-b{dam // 2 + 1}" in choice.touches[0]
    assert seen


def test_a_turbine_promises_the_best_that_can_follow() -> None:
    tried = 0
    for state in some(Step.TURN, 40):
        for choice in of_kind(state.scene(), Base.SPACE):
            then = after(state, choice)
            if step_of(then) != Step.PRODUCE or then.current_player != state.current_player:
                assert "energy" not in choice.prospect  # there was at most one way, and the gain tells it
                continue
            ways = [action for action in then.legal_actions() if kind_of(action) == Base.PRODUCE]
            best = max(production_energy(then.record, then.current_player, action) for action in ways)
            assert re.match(rf"up to \+{best} energy\b", choice.prospect)
            tried += 1
    assert tried


def test_a_drop_ends_where_it_says() -> None:
    for state in some(Step.FALL, 30):
        if pending(state.record).first > 1 or state.record.falling.any():
            continue
        for choice in of_kind(state.scene(), Base.DROP):
            end = drop_end(state.record, choice.action - Base.DROP)
            if end is None:
                assert choice.prospect == "out of the valley"
                assert not choice.ghost
            else:
                place = f"b{end[0] // 2 + 1}{'ul'[end[0] % 2]}"
                assert choice.ghost[0].place == place
                assert f"+1 drop in dam {place}" in choice.gain


def test_a_waiting_drop_says_where_it_would_go() -> None:
    for state in some(Step.DROP):
        for choice in of_kind(state.scene(), Base.DROP):
            assert re.fullmatch(r"\+1 drop on headstream [A-D]", choice.gain)
            places = [ghost.place for ghost in choice.ghost]
            assert choice.prospect == (f"to {places[0]}" if places else "out of the valley")


FEE = ", and a fee of 3 credits"


def builder(officer: Officer | None, *names: str) -> State:
    """Return the first turn of a game for a player with some tiles, 5 excavators, 4 mixers and 9 credits."""
    state = valley(2).clone()
    record = state.record
    player = record.player[0]
    player.officer = NOTHING if officer is None else officer
    player.excavators, player.mixers, player.credits = 5, 4, 9
    tiles(state, *names, seat=0)
    record.order[:2] = (0, 1)
    record.depth, record.place = 0, NOTHING
    next_turn(record)
    record.current_player = 0
    return state


def test_a_build_that_is_paid_by_itself_shows_its_cost() -> None:
    choice = build_choice(builder(None, "base"), "build b9l base")
    assert choice.gain == "−1 engineer, −3 excavators, −1 technology tile, +1 base"
    assert choice.prospect == ""


def test_a_build_on_a_red_space_shows_the_fee() -> None:
    choice = build_choice(builder(None, "base"), "build b9u base")
    assert choice.gain == "−1 engineer, −3 credits, −3 excavators, −1 technology tile, +1 base"


@pytest.mark.parametrize(
    ("officer", "tile", "action", "prospect"),
    [
        (Officer.JILL, "conduit", "c10A", "then pay 4 excavators or 2 mixers"),
        (Officer.SOLOMON, "base", "b9l", "then pay 3 excavators or 9 credits, or a mix"),
        (Officer.SOLOMON, "base", "b9u", f"then pay from 3 excavators to 1 excavator and 6 credits{FEE}"),
        (None, "II-wild", "b9l", "then pay 3 excavators or 3 mixers, or a mix"),
    ],
)
def test_a_build_whose_payment_is_chosen_shows_the_ways(
    officer: Officer | None, tile: str, action: str, prospect: str
) -> None:
    choice = build_choice(builder(officer, tile), f"build {action} {tile}")
    assert choice.gain == "−1 engineer"
    assert choice.prospect == prospect


def test_a_build_says_what_comes_back_and_what_it_uncovers() -> None:
    state = builder(None, "base")
    player = state.record.player[0]
    player.company, player.built[0] = Company.ITALY, 1
    player.wheel_excavators[5], player.wheel_tile[5] = 3, Tile.I_BASE
    choice = build_choice(state, "build b9l base")
    assert choice.gain == "−1 engineer, +3 credits, +1 base"
    assert choice.prospect == "with 3 excavators and 1 tile back from the wheel; each round +3 credits"


def build_choice(state: State, text: str) -> Choice:
    return next(choice for choice in state.scene(0).choices if choice.text == text)


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
        assert [float(value.replace("−", "-")) for value in points.values] == state.scores()
        left = next(sheet for sheet in scene.sheets if sheet.id == "contracts")
        counts = [int(fact.value) for fact in left.facts if fact.strong]
        assert sum(counts) == int(state.record.pile).bit_count()


def score_sheet(state: State) -> list[tuple[str, list[int]]]:
    """Return the lines of the score sheet down to the total."""
    facts = next(sheet for sheet in all_sheets(state.record, {}) if sheet.id == "score").facts
    lines = [(fact.label, [int(value.replace("−", "-")) for value in fact.values]) for fact in facts]
    return lines[: [fact.strong for fact in facts].index(True) + 1]


def test_the_score_sheet_adds_up_to_the_end() -> None:
    """If everybody is done in the last round, the game ends with what the sheet says, line by line."""
    told: Counter[str] = Counter()
    for game in games():
        for state in [state for state in game if state.record.round_no and state.current_player >= 0][::9]:
            for then in (state.clone(), tied(state)):
                *lines, (title, total) = score_sheet(then)
                assert title == "Together"
                assert [sum(points) for points in zip(*(points for _, points in lines), strict=True)] == total
                told.update(label for label, points in lines if any(points))
                then.record.bonus[ROUNDS - 1] = then.record.bonus[then.record.round_no - 1]
                if then.record.round_no == ROUNDS:
                    end_round(then.record)
                    assert then.scores() == total
                    told["ended"] += 1
                    final = next(sheet for sheet in all_sheets(then.record, {}) if sheet.id == "score")
                    assert final.title == "Final score"
                    assert not any(fact.strong for fact in final.facts)
    assert set(told) == {"Points", *SCORING, "ended"}


def tied(state: State) -> State:
    """Return the state with the same energy for all seats but the last, and nothing of theirs on the map."""
    then = state.clone()
    then.record.player["energy"][: state.players - 1] = 7
    for owners in (then.record.dam_owner, then.record.conduit, then.record.powerhouse):
        owners[(owners >= 0) & (owners < state.players - 1)] = NOTHING
    return then


def test_ties_share_the_points_of_the_score_sheet() -> None:
    state = next(state for state in games()[1] if state.record.round_no == ROUNDS and state.current_player >= 0)
    lines = dict(score_sheet(tied(state)))
    assert lines["Most energy"][:3] == ([3, 3, 3] if state.record.player[3].energy < 7 else [1, 1, 1])
    assert len(set(lines["Objective"][:3])) == 1


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
