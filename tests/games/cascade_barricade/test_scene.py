"""Cascade Barricade's scene: each legal action can be touched, brings what it promises, and the picture matches the
state."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from tests.games.cascade_barricade.positions import at
from tests.games.cascade_barricade.positions import seat as colour
from tests.games.positions import legal
from tests.games.scenes import after, by_id, check_apart, played, scene_of

import stockade
from stockade.conformance.scope import either
from stockade.conformance.test_scenes import SHAPES, check
from stockade.core.scene import Choice, Scene, Shape
from stockade.core.state import State
from stockade.games.cascade_barricade.layout import NOTHING, SIDE, SLOTS, Phase
from stockade.games.cascade_barricade.picture.future import future
from stockade.games.cascade_barricade.picture.preview import outlook
from stockade.games.cascade_barricade.picture.sheets import FALLS_LINE, INCOME_LINE, MONEY_LINE
from stockade.games.cascade_barricade.rules.actions import Base
from stockade.games.cascade_barricade.text.notation import COLOUR_NAMES, colour_words, place_text

GAME = stockade.game("cascade_barricade")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"radius": 4, "colours": 1}),
    (4, {"two_weakest": True}),
    (6, {"radius": 6}),
    (2, {"radius": 4, "scrap_leftmost": True}),
]


def pick(state: State, dice: random.Random) -> int:
    """Choose mostly sensible actions, so that there is something to see: low bids, walls next to water, each kind of
    action."""
    word = dice.choice(sorted({text.split()[0] for text in legal(state)}))
    actions = [action for action in state.legal_actions() if state.format(action).startswith(word)]
    if word == "bid":
        return actions[dice.randrange(min(3, len(actions)))]
    if len(actions) == 1 or dice.random() < 0.2:
        return dice.choice(actions)
    promising = [choice.action for choice in state.scene().choices if choice.action in actions and choice.prospect]
    return dice.choice(promising or actions)


@cache
def games() -> list[list[State]]:
    return [list(played(GAME, pick, seed, *table)) for seed, table in enumerate(TABLES)]


@cache
def states() -> list[State]:
    return [state for game in games() for state in (*game[:12], *game[12 :: either(quick=26, deep=7)], *game[-2:])]


@cache
def choosing() -> list[State]:
    return [state for state in states() if state.current_player >= 0]


def in_phase(phase: Phase) -> list[State]:
    found = [state for game in games() for state in game if state.record.phase == phase and state.current_player >= 0]
    assert found, f"nobody came to {phase.name}"
    return found[:12]


def lines(scene: Scene) -> dict[str, tuple[str, ...]]:
    return {fact.label: fact.values for fact in scene.sheets[0].facts}


def to_the_end_of_the_round(state: State) -> State:
    """Play to the end of the round while everybody only passes, is done or skips."""
    then = state.clone()
    number = then.record.round_no
    while then.current_player >= 0 and then.record.phase != Phase.FLEE and then.record.round_no == number:
        then.apply(then.legal_actions()[-1])
    return then


# -- what can be touched -------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_a_scene_is_sound(shape: Shape) -> None:
    for state in states():
        check(state, None, shape)


def test_every_bid_is_an_amount_and_passing_is_a_button() -> None:
    for state in in_phase(Phase.BID):
        choices = scene_of(state).choices
        bids = [choice for choice in choices if choice.action >= Base.BID]
        assert [choice.amount for choice in bids] == [choice.action - Base.BID for choice in bids]
        assert [choice.label for choice in bids] == [f"Bid ${choice.amount}" for choice in bids]
        assert {choice.text for choice in choices if choice.amount is None} <= {"pass"}
        assert not any(choice.touches for choice in choices)


def test_one_touch_never_digs() -> None:
    for state in in_phase(Phase.ACT):
        for choice in scene_of(state).choices:
            if choice.text.startswith(("dig", "move", "sell", "shift")):
                assert len(choice.touches) == 2
            if choice.text.startswith("trash"):
                assert choice.either == (len(choice.touches) == 2)


def test_a_card_belongs_to_its_place() -> None:
    for state in states():
        scene = scene_of(state)
        cards = {piece.id.split("-")[1]: piece.place for piece in scene.pieces if piece.id.startswith("card-")}
        for piece in scene.pieces:
            if piece.id.startswith(("bid-", "pays-", "needs-")):
                assert piece.place == cards[piece.id.split("-")[1]]


def test_a_ghost_stands_where_it_will_stand() -> None:
    for phase in (Phase.CORNER, Phase.STAND, Phase.HIRE, Phase.FLEE, Phase.ACT):
        for state in in_phase(phase)[:4]:
            for choice in scene_of(state).choices[:6]:
                then = by_id(after(state, choice).scene())
                for ghost in choice.ghost:
                    if ghost.art.startswith(("character", "labor")) and after(state, choice).record.phase == phase:
                        assert ghost.place == then[ghost.id].place  # type: ignore[union-attr]


# -- what actions bring --------------------------------------------------------------------------------------


def test_a_hire_brings_what_it_says() -> None:
    for state in in_phase(Phase.HIRE):
        scene = scene_of(state)
        for choice in scene.choices:
            if choice.text.startswith("hire") and choice.gains:
                now, then = lines(scene)[INCOME_LINE], lines(after(state, choice).scene())[INCOME_LINE]
                seat = state.record.colour
                assert int(then[seat][1:]) - int(now[seat][1:]) == int(dict(choice.gains)[INCOME_LINE])


def test_a_wall_says_whether_it_is_by_the_water() -> None:
    for state in in_phase(Phase.STAND):
        for choice in scene_of(state).choices:
            cell = choice.action - Base.WALL
            beside = any(
                state.record.water[row] >> column & 1
                for row, column in neighbours(cell)
                if 0 <= row < SIDE and 0 <= column < SIDE
            )
            assert choice.prospect or not beside
            # A lone wall may be lost without water beside it now.
            assert beside or choice.prospect in ("", "falls this round")


def test_a_ghost_tells_how_the_end_of_the_round_changes() -> None:
    seen = set()
    for phase in (Phase.STAND, Phase.ACT, Phase.SCRAP):
        for state in in_phase(phase):
            now = outlook(state.record)
            for choice in scene_of(state).choices:
                tide = {ghost.id: ghost.art for ghost in choice.ghost if ghost.id.startswith(("tide-", "doom-"))}
                seen |= {(choice.text.split()[0], art) for art in tide.values()}
                then = after(state, choice)
                if then.record.phase == Phase.FLEE or then.record.round_no != state.record.round_no or then.is_over:
                    continue  # the round has ended
                ahead = outlook(then.record)
                told = {f"tide-{place_text(cell)}": "dry" for cell in now.wet - ahead.wet}
                told |= {f"tide-{place_text(cell)}": "wet" for cell in ahead.wet - now.wet}
                told |= {f"doom-{seat}-{slot + 1}": "doom" for seat, slot in {*ahead.falling} - {*now.falling}}
                spared = {*now.falling} - {*ahead.falling}
                told |= {f"doom-{seat}-{slot + 1}": "spared" for seat, slot in spared}
                assert tide == told
    assert {("wall", "dry"), ("wall", "doom"), ("wall", "spared"), ("dig", "dry"), ("fill", "wet")} <= seen


def test_whoever_moves_hears_what_the_water_does_there() -> None:
    said = {choice.prospect for state in games()[1] if state.record.phase == Phase.ACT for choice in moves(state)}
    assert said <= {"", "will have to flee", "will drown"}
    assert "will have to flee" in said


def moves(state: State) -> list[Choice]:
    return [choice for choice in scene_of(state).choices if choice.text.startswith("move")]


def neighbours(cell: int) -> list[tuple[int, int]]:
    row, column = divmod(cell, SIDE)
    return [(row + r, column + q) for q, r in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))]


# -- what the round would bring ------------------------------------------------------------------------------


def test_the_outlook_is_what_comes_when_nobody_does_anything() -> None:
    last = [
        state
        for state in in_phase(Phase.ACT)
        if state.record.cursor == state.record.colours - 1 and state.record.actions_left
    ]
    for state in last or in_phase(Phase.ACT):
        ahead, then = outlook(state.record), to_the_end_of_the_round(state)
        earned = tuple(int(player.earned) for player in then.record.player)
        assert ahead.earned == earned
        for cell in ahead.wet:
            assert then.record.water[cell // SIDE] >> cell % SIDE & 1
        for seat, slot in ahead.falling:
            assert then.record.player[seat].wall[slot] == NOTHING
        in_water = {seat for seat in range(state.record.colours) if int(then.record.flooded) >> seat & 1}
        drowned = {seat for seat in range(state.record.colours) if then.record.player[seat].drowned}
        assert in_water <= ahead.fleeing
        assert drowned <= ahead.drowning <= ahead.fleeing
        shown = {area.id for area in scene_of(state).areas if area.art == "wet"}
        assert shown == {f"wet-{place_text(cell)}" for cell in ahead.wet}


def test_falling_walls_are_marked_on_the_land_and_in_the_sheet() -> None:
    seen = 0
    for state in states():
        ahead, scene = outlook(state.record), scene_of(state)
        falling = {*ahead.falling}
        seen += len(falling)
        assert {f"doom-{seat}-{slot + 1}" for seat, slot in falling} <= by_id(scene).keys()
        for seat, text in enumerate(lines(scene)[FALLS_LINE]):
            bids = {str(state.record.player[seat].wall[slot] + 1) for owner, slot in falling if owner == seat}
            assert set(text.split()) == (bids or {"–"})
    assert seen


def test_the_sheet_tells_the_money() -> None:
    for state in states():
        money = tuple(f"${state.record.player[seat].money}" for seat in range(state.record.colours))
        assert lines(scene_of(state))[MONEY_LINE] == money


# -- the picture ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_everything_that_is_there_is_drawn(shape: Shape) -> None:
    for state in states():
        record, scene = state.record, scene_of(state, None, shape)
        drawn = by_id(scene)
        for wall in range(48):
            held = any(wall in player.wall for player in record.player[: record.colours])
            assert (f"card-{wall + 1}" in drawn) == (bool(int(record.block) >> wall & 1) or held)
        for seat in range(state.record.colours):
            for slot in range(SLOTS):
                assert (f"stand-{seat}-{slot + 1}" in drawn) == (record.player[seat].stand[slot] != NOTHING)
        offered = [piece for piece in scene.pieces if piece.place.startswith("market-")]
        assert len(offered) == record.market.sum()


@pytest.mark.parametrize("shape", SHAPES)
def test_places_do_not_overlap(shape: Shape) -> None:
    for players, options in TABLES:
        state = GAME.start(players, options)
        scene = scene_of(state, None, shape)
        boxes = [area for area in scene.areas if area.id.startswith(("spot-", "slot-", "market-", "auction"))]
        check_apart([area for area in boxes if area.label], 0.5)


def test_the_viewer_comes_first() -> None:
    state = games()[1][-1]
    tops = {viewer: by_id(scene_of(state, viewer, "wide"))[f"plate-{viewer}"].y for viewer in range(state.players)}
    assert len(set(tops.values())) == 1


def test_prompts_say_who_and_what() -> None:
    for state in choosing():
        assert scene_of(state).prompt.startswith(f"{colour_words(state.record, int(state.record.colour))}: ")
    bid = next(state for state in in_phase(Phase.BID) if state.record.bidder != NOTHING)
    lot = int(bid.record.lot) + 1
    assert f"wall {lot}, ${int(bid.record.bid) + 1} or more, or pass; it pays $" in bid.scene().prompt


def test_the_end_is_told() -> None:
    for game in games():
        prompt = game[-1].scene().prompt
        assert "drowned" in prompt
        assert any(name in prompt for name in (*COLOUR_NAMES, "The flood"))


@pytest.mark.parametrize("shape", SHAPES)
def test_coordinates_stand_at_the_rim(shape: Shape) -> None:
    """The number at the left of a row and the one below a line are those that the log writes."""
    for radius in (4, 6):
        drawn = by_id(GAME.start(3, {"radius": radius}).scene(None, shape))
        for q, r in ((0, 0), (radius, -1), (-radius, 2), (2, radius - 2)):
            space = drawn[f"cell-{q},{r}"]
            row = [drawn[f"row-{r}-{at}"] for at in range(len(str(r)))]
            assert all(abs(part.y + part.h / 2 - space.y - space.h / 2) < 1 for part in row)
            assert row[-1].art == f"axis-{str(r)[-1]}"
            end = drawn[f"cell-{q},{min(radius, radius - q)}"]
            line = drawn[f"line-{q}-0"]
            assert line.x > end.x
            assert line.y > end.y
            assert line.art == ("axis-minus" if q < 0 else f"axis-{q}")


# -- two colours ---------------------------------------------------------------------------------------------


def test_both_colours_of_a_player_are_shown() -> None:
    state = games()[3][-1]
    scene = scene_of(state, 1, "wide")
    assert [panel.title for panel in scene.panels] == ["Crimson & Jade", "Azure & Gold"]
    assert [panel.sign for panel in scene.panels] == ["sign-crimson-jade", "sign-azure-gold"]
    assert [[fact.label for fact in panel.facts] for panel in scene.panels] == [
        ["Crimson", "Jade"],
        ["Azure", "Gold"],
    ]
    columns = scene.sheets[0].columns
    assert [column.title for column in columns] == list(COLOUR_NAMES[:4])
    assert [column.seat for column in columns] == [0, 1, 0, 1]
    assert len({column.colour for column in columns}) == 4
    plates = by_id(scene)
    order = sorted(range(4), key=lambda colour: (plates[f"plate-{colour}"].y, plates[f"plate-{colour}"].x))
    assert order == [1, 3, 2, 0]  # one's own come first
    assert {piece.owner for piece in scene.pieces if "Jade" in piece.label} == {0}
    assert {piece.owner for piece in scene.pieces if "Gold" in piece.label} == {1}


def test_only_the_player_of_a_colour_may_choose() -> None:
    for state in games()[3][10:60:7]:
        if state.current_player >= 0:
            assert scene_of(state, state.current_player).choices
            assert not scene_of(state, 1 - state.current_player).choices
            assert by_id(scene_of(state))[f"plate-{state.record.colour}"].art == "plate-now"
            [acting] = [column for column in scene_of(state).sheets[0].columns if column.acts]
            assert acting.title == COLOUR_NAMES[int(state.record.colour)]


# -- what is to come -----------------------------------------------------------------------------------------


def facts(state: State, seat: int) -> dict[str, str]:
    return {fact.label: fact.value for fact in scene_of(state).panels[seat].facts}


def test_the_panel_tells_when_the_water_comes() -> None:
    """Water one space away comes at the end of this round, or a round later if a hole draws it."""
    state = at(colour(at="1,0"), colour(at="0,3"), colour(at="-5,0"))
    assert [facts(state, each)["Water"] for each in range(3)] == ["this round", "in 3 rounds", "in 5 rounds"]
    assert lines(scene_of(state))["Flood"] == ("flees", "3", "5")
    held = at(colour(at="1,0"), colour(at="0,3"), colour(at="-5,0"), holes="0,1")
    assert facts(held, 0)["Water"] == "in 2 rounds"
    four = at(colour(at="1,0"), colour(at="0,3"), colour(at="-5,0"), colour(at="0,2"), players=2)
    assert facts(four, 1) == {"Azure": "$100, water in 3 rounds", "Gold": "$100, water in 2 rounds"}


def test_the_rounds_to_come_are_those_of_play() -> None:
    """While everybody skips, the water comes in the round that was told."""
    state = at(colour("30 1,0", at="5,0"), colour("31 0,1", at="0,4"), colour("32 -1,0", "33 -1,1", at="-3,3"))
    told = future(state.record).water[:3]
    start = [int(state.record.player[each].character) for each in range(3)]
    came: dict[int, int] = {}
    for rounds in range(1, 13):
        number = int(state.record.round_no)
        while state.record.round_no == number and not state.is_over and state.record.phase != Phase.FLEE:
            texts = legal(state)
            state.apply(next(text for text in ("skip", "keep", "pass", "done", texts[0]) if text in texts))
        for each, cell in enumerate(start):
            if state.record.water[cell // SIDE] >> cell % SIDE & 1:
                came.setdefault(each, rounds)
        if state.is_over or state.record.phase == Phase.FLEE:
            break
    assert came
    assert all(told[each] == rounds for each, rounds in came.items())
    assert all(told[each] > rounds for each in set(range(3)) - set(came))


def test_a_bid_is_compared_with_what_the_wall_pays() -> None:
    state = at(colour("2 1,0 C", at="0,-3"), colour(), colour(), phase="open")
    lasts = future(state.record).lasts
    opening = next(choice for choice in scene_of(state).choices if choice.text == "open 8")
    told = f"pays $10 a round, up to ${10 * lasts} in {lasts} rounds; 1 weaker wall beside the water"
    assert opening.prospect == f"from $8, {told}"
    bidding = after(state, opening)
    assert f"$8 or more; it {told}" in bidding.scene().prompt
    prospects = {choice.amount: choice.prospect for choice in bidding.scene().choices}
    assert prospects[8] == f"up to +${10 * lasts - 8} in {lasts} rounds"
    assert prospects[100] == f"up to −${100 - 10 * lasts} in {lasts} rounds"


def test_the_deck_is_counted_by_kind() -> None:
    state = at(colour(), colour(), colour())
    sheet = next(sheet for sheet in scene_of(state).sheets if sheet.id == "deck")
    left = {fact.label: fact for fact in sheet.facts}
    assert left["Wood"].value == "6"  # the walls 8 and 12 are on the block
    assert left["Wood"].detail.startswith("Starting bids: 3, 6, 15")
    assert all(len(fact.value) <= 2 for fact in sheet.facts)
