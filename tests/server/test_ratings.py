"""Ratings: what may be rated, what a result changes, exactly once, and what everybody may see of it."""

from __future__ import annotations

import random
from threading import Barrier, Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update
from tests.server.at_table import Person, begin, ok, play_on, refused
from tests.server.company import Guest, Seat

import stockade
from stockade.bots.levels import levels
from stockade.server.models import MatchRow
from stockade.server.ratings import anchors, scale
from stockade.server.ratings.models import RatingChangeRow, RatingRow
from stockade.server.ratings.scale import Rating, anchored, places, rate


def rated(host: Guest, *others: Guest, game: str = "blockade", **more: Any) -> list[Seat]:
    mine = host.begin(game, ["human", *["open"] * len(others)], rated=True, **more)
    return [mine, *(other.join(mine.id) for other in others)]


def beat(winner: Guest, loser: Guest) -> str:
    """Let one person win a rated match against another, and return its id."""
    mine, yours = rated(winner, loser)
    ok(yours.write("resign"))
    return mine.id


def profile(guest: Guest) -> Any:
    return ok(guest.client.get(f"/api/people/{guest.me()['id']}"))


def rating(guest: Guest) -> dict[str, Any]:
    [found] = profile(guest)["ratings"]
    return found["rating"]


def changes(seat: Person) -> Any:
    return ok(seat.get("/ratings"))


def rows(client: Any, table: Any) -> list[Any]:
    with client.app.state.service.storage.engine.connect() as connection:
        return list(connection.execute(select(table)))


# ---------------------------------------------------------------------- what may be rated


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": 5},
        {"hints": True},
        {"policy": {"undo": "free"}},
        {"seats": [{"kind": "human"}, {"kind": "human", "here": True}]},
        {"seats": [{"kind": "bot", "level": 1}, {"kind": "bot", "level": 1}]},
    ],
    ids=str,
)
def test_a_match_that_does_not_measure_strength_is_refused(shared_client, wrong):
    anna = Guest(shared_client, "Anna")
    form = {"game": "blockade", "seats": [{"kind": "human"}, {"kind": "open"}], "rated": True}
    refused(anna.post("/api/matches", **{**form, **wrong}), 403, "not_allowed")
    ok(anna.post("/api/matches", **form))
    if "policy" not in wrong and "seed" not in wrong:
        ok(anna.post("/api/matches", **{**form, **wrong, "rated": False}))


def test_nobody_is_rated_alone(anna):
    refused(anna.post("/api/matches", game="cascadia", seats=[{"kind": "human"}], rated=True), 403, "not_allowed")


def test_strangers_and_second_seats_are_not_rated(client, anna, ben):
    form = {"game": "blockade", "seats": [{"kind": "human"}, {"kind": "open"}], "rated": True}
    refused(client.post("/api/matches", json=form), 401, "bad_token")
    mine = anna.begin("blockade", ["human", "open"], rated=True)
    refused(client.post(f"/api/matches/{mine.id}/join", json={"name": "Sly"}), 401, "bad_token")
    refused(mine.post("join", here=True), 403, "not_allowed")
    refused(mine.write("seats/1", kind="human", name="Me again"), 403, "not_allowed")
    assert ok(mine.post("join"))["seat"] == 0  # coming again takes no second seat
    ok(ben.post(f"/api/matches/{mine.id}/join"))
    assert mine.view()["rated"]


def test_a_rated_match_against_a_bot_has_no_hints_and_no_free_undo(anna):
    mine = anna.begin("blockade", ["human", "bot"], rated=True)
    assert not mine.view()["hints"]
    refused(mine.write("hint"), 403, "not_allowed")
    play_on([mine], actions=1)
    play_on([mine], actions=1)
    view = mine.view()
    assert not view["undo"]["free"]
    refused(mine.write("undo"), 403, "not_allowed")


def test_matches_are_not_rated_unless_people_say_so(client, anna, ben):
    mine = anna.begin("blockade", ["human", "open"])
    ok(ben.join(mine.id).write("resign"))
    assert not mine.view()["rated"]
    assert changes(mine) == []
    assert profile(anna)["ratings"] == []
    assert rows(client, RatingRow) == []


# ---------------------------------------------------------------------- what a result changes


def test_a_win_lifts_one_and_lowers_the_other_by_as_much(anna, ben):
    match_id = beat(anna, ben)
    up, down = rating(anna), rating(ben)
    assert up["value"] - 1500 == 1500 - down["value"] > 0
    assert up["spread"] == down["spread"] < 250
    assert up["provisional"]
    first, second = changes(anna.at(match_id))
    assert (first["seat"], first["place"], first["before"], first["value"]) == (0, 1, 1500, up["value"])
    assert (second["place"], second["value"], second["stood_in"]) == (2, down["value"], False)
    beat(anna, ben)
    assert rating(anna)["value"] > up["value"]
    history = profile(anna)["ratings"][0]["history"]
    assert [point["value"] for point in history] == [up["value"], rating(anna)["value"]]
    assert history[0]["match"] == match_id
    assert profile(anna)["ratings"][0]["matches"] == 2


def test_a_draw_between_equals_changes_only_the_spread(anna, ben):
    mine, yours = rated(anna, ben)
    ok(mine.write("draw"))
    ok(yours.write("draw", answer="accept"))
    for guest in (anna, ben):
        assert rating(guest)["value"] == 1500
        assert rating(guest)["spread"] < 250


def test_a_match_played_to_the_end_counts(anna, ben):
    people: list[Person] = [*rated(anna, ben)]
    view = play_on(people)
    [winner] = view["result"]["winners"]
    by_seat = {change["seat"]: change["value"] for change in changes(people[0])}
    assert by_seat[winner] > 1500 > by_seat[1 - winner]


def test_a_claimed_match_counts(anna, ben):
    mine, yours = rated(anna, ben, policy={"absent": "claim"})
    ok(yours.write("leave"))
    ok(mine.write("seats/1/claim"))
    assert rating(anna)["value"] > 1500 > rating(ben)["value"]


def test_the_result_of_a_stand_in_is_the_persons_and_says_so(anna, ben):
    mine, yours = rated(anna, ben, policy={"absent": "bot", "stand_in": 1})
    ok(yours.write("leave"))
    ok(mine.write("resign"))
    assert [change["stood_in"] for change in changes(mine)] == [False, True]
    assert rating(ben)["value"] > 1500
    assert profile(ben)["ratings"][0]["history"][0]["stood_in"]
    assert not profile(anna)["ratings"][0]["history"][0]["stood_in"]


def test_each_number_of_players_has_its_own_rating(client, anna, ben):
    cleo = Guest(client, "Cleo")
    mine, *_ = rated(anna, ben, cleo, game="barricado")
    ok(mine.write("resign"))
    rated_two = rated(anna, ben, game="barricado")
    ok(rated_two[0].write("resign"))
    assert [(each["game"], each["players"]) for each in profile(anna)["ratings"]] == [
        ("barricado", 2),
        ("barricado", 3),
    ]
    assert changes(mine)[0]["place"] == 3


@pytest.mark.parametrize(
    ("winners", "scores", "ending", "expected"),
    [
        ([1], [3, 9, 5], None, [3, 1, 2]),
        ([1], [3, 9, 3], None, [2, 1, 2]),
        ([0, 2], [7, 1, 7], None, [1, 3, 1]),
        ([0], [7, 8, 1], None, [1, 2, 3]),  # points do not always decide
        ([], [7, 8, 1], None, [1, 1, 1]),
        ([0, 1, 2], [7, 8, 1], {"draw": True}, [1, 1, 1]),
        ([2], [50, 3, 4], {"resigned": 0}, [3, 2, 1]),
        ([1, 2], [50, 3, 3], {"forfeited": 0}, [3, 1, 1]),
    ],
)
def test_places(winners, scores, ending, expected):
    assert places({"winners": winners, "scores": scores}, ending) == expected


# ---------------------------------------------------------------------- bots


def test_bots_are_rated_but_stay_near_their_anchor(client, anna):
    mine = anna.begin("blockade", ["human", "bot"], rated=True, level=3)
    start = anchors.anchor("blockade", 2, 3)
    ok(mine.write("resign"))
    [person, bot] = sorted(rows(client, RatingRow), key=lambda row: row.holder == "level 3")
    assert bot.holder == "level 3"
    assert start < bot.value < start + 20
    assert 1500 - person.value > 2 * (bot.value - start)
    assert bot.spread == scale.BOT_SPREAD
    shown = ok(client.get("/api/games/blockade"))["levels"][2]["ratings"]["2"]
    assert shown == {"value": round(bot.value), "spread": 60, "provisional": False}


def test_a_bot_never_drifts_far():
    bot = Rating(1500.0, scale.BOT_SPREAD)
    for _ in range(300):
        _, after = rate([Rating(1500.0, 50.0), bot], [2, 1])
        bot = anchored(bot, after, 1500.0)
    assert bot == Rating(1500.0 + scale.BOT_DRIFT, scale.BOT_SPREAD)


def test_two_bots_of_one_level_share_a_rating(client, anna):
    mine = anna.begin("barricado", ["human", "bot", "bot"], rated=True, level=1)
    ok(mine.write("resign"))
    found = [row for row in rows(client, RatingRow) if row.holder == "level 1"]
    assert [row.matches for row in found] == [1]
    assert [change["seat"] for change in changes(mine)] == [0, 1, 2]


def test_every_level_of_every_game_has_an_anchor(client):
    measured = anchors.measured()
    assert sorted(measured) == sorted(stockade.games())
    for name, counts in measured.items():
        game = stockade.game(name)
        assert [int(players) for players in counts] == [number for number in game.spec.players if number > 1]
        for values in counts.values():
            assert len(values) == len(levels(game))
            assert values == sorted(values)
    for game in ok(client.get("/api/games")):
        for players in measured[game["name"]]:
            values = [level["ratings"][players]["value"] for level in game["levels"]]
            assert values == sorted(values)
            assert values == measured[game["name"]][players]
        assert all(list(level["ratings"]) == list(measured[game["name"]]) for level in game["levels"])


# ---------------------------------------------------------------------- once


def test_a_match_that_two_end_at_once_is_rated_once(serve, settings):
    here, there = serve(settings), serve(settings)
    anna, ben = Guest(here, "Anna"), Guest(there, "Ben")
    mine, yours = rated(anna, ben)
    version = mine.view()["version"]
    ready, answers = Barrier(2), []

    def resign(seat: Seat) -> None:
        ready.wait()
        answers.append(seat.post("resign", version=version).status_code)

    threads = [Thread(target=resign, args=(seat,)) for seat in (mine, yours)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409]
    assert len(rows(here, RatingChangeRow)) == 2
    assert [row.matches for row in rows(here, RatingRow)] == [1, 1]


def test_matches_that_end_at_once_all_count(serve, settings):
    here, there = serve(settings), serve(settings)
    anna, ben = Guest(here, "Anna"), Guest(there, "Ben")
    both = [rated(anna, ben) for _ in range(4)]
    ready = Barrier(2)

    def lose(seats: list[Seat]) -> None:
        ready.wait()
        for seat in seats:
            ok(seat.write("resign"))

    threads = [Thread(target=lose, args=([pair[0] for pair in both[:2]],))]
    threads.append(Thread(target=lose, args=([pair[1] for pair in both[2:]],)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(rows(here, RatingChangeRow)) == 8
    assert [row.matches for row in rows(here, RatingRow)] == [4, 4]
    total = sum(row.value for row in rows(here, RatingRow))
    assert total == pytest.approx(3000, abs=0.01)


def test_a_rating_that_fails_leaves_the_match_as_it_was(client, anna, ben, monkeypatch):
    mine, yours = rated(anna, ben)
    service = client.app.state.service
    version = mine.view()["version"]
    monkeypatch.setattr("stockade.server.ratings.ratings.rate", lambda *_: 1 / 0)
    assert yours.post("resign", version=version).status_code == 500
    assert service.storage.version(mine.id) == version
    assert mine.view()["status"] == "live"
    monkeypatch.undo()
    ok(yours.write("resign"))
    assert len(changes(mine)) == 2


# ---------------------------------------------------------------------- what everybody may see


def make_certain(client: Any, *guests: Guest) -> None:
    with client.app.state.service.storage.engine.begin() as connection:
        for guest in guests:
            connection.execute(update(RatingRow).where(RatingRow.holder == guest.me()["id"]).values(spread=100.0))


def test_leaders_are_those_whose_rating_is_certain(client, anna, ben):
    cleo = Guest(client, "Cleo")
    beat(anna, ben)
    beat(cleo, ben)
    asked = {"game": "blockade", "players": 2}
    found = ok(client.get("/api/ratings", params=asked))
    assert (found["game"], found["players"], found["people"]) == ("blockade", 2, [])
    assert [bot["level"] for bot in found["bots"]] == [1, 2, 3, 4, 5]
    make_certain(client, anna, ben)
    found = ok(client.get("/api/ratings", params=asked))
    assert [(each["name"], each["matches"]) for each in found["people"]] == [("Anna", 1), ("Ben", 2)]
    assert found["people"][0]["id"] == anna.me()["id"]
    assert not found["people"][0]["rating"]["provisional"]
    assert len(ok(client.get("/api/ratings", params={**asked, "limit": 1}))["people"]) == 1
    assert ok(client.get("/api/ratings", params={"game": "barricado", "players": 3}))["people"] == []
    refused(client.get("/api/ratings", params={"game": "chess"}), 404, "unknown_game")
    refused(client.get("/api/ratings", params={**asked, "players": 9}), 400, "bad_option")
    refused(client.get("/api/ratings"), 422, "bad_request")


def test_a_profile_tells_what_is_public_and_nothing_else(anna, ben):
    public = beat(anna, ben)
    private = anna.begin("blockade", ["human", "bot"])
    ok(private.write("resign"))
    listed = anna.begin("blockade", ["human", "bot"], listed=True)
    ok(listed.write("resign"))
    going_on = anna.begin("blockade", ["human", "bot"], listed=True)
    ok(anna.post("/api/me/claim", name="Anna", password="a long secret"))
    found = profile(anna)
    assert set(found) == {"id", "name", "since", "ratings", "matches", "next"}
    assert found["name"] == "Anna"
    assert len(found["since"]) == len("2026-01-01")
    assert [match["id"] for match in found["matches"]] == [listed.id, public]
    text = str(found)
    for secret in (private.id, going_on.id, "connected", "seen", "password", "handle", "settings"):
        assert secret not in text
    match = found["matches"][1]
    assert [seat["name"] for seat in match["seats"]] == ["Anna", "Ben"]
    assert (match["seat"], match["result"]["winners"], match["rated"]) == (0, [0], True)


def test_public_matches_come_in_pages(anna, ben):
    ids = [beat(anna, ben) for _ in range(5)]
    path = f"/api/people/{anna.me()['id']}"
    seen, after = [], None
    while True:
        page = ok(anna.client.get(path, params={"limit": 2, **({"after": after} if after else {})}))
        seen += [match["id"] for match in page["matches"]]
        after = page["next"]
        if after is None:
            break
    assert seen == ids[::-1]
    refused(anna.client.get(path, params={"after": "nonsense"}), 422, "bad_request")


def test_a_person_who_is_gone_has_no_profile_and_others_keep_their_ratings(client, anna, ben):
    match_id = beat(anna, ben)
    before = rating(anna)
    gone = ben.me()["id"]
    assert ben.post("/api/me/delete").status_code == 204
    refused(client.get(f"/api/people/{gone}"), 404, "not_found")
    for wrong in ("x", "a" * 10, "%00", "ÄÖ"):
        assert client.get(f"/api/people/{wrong}").status_code == 404
    assert rating(anna) == before
    assert {row.holder for table in (RatingRow, RatingChangeRow) for row in rows(client, table)} == {anna.me()["id"]}
    [match] = profile(anna)["matches"]
    assert [seat["name"] for seat in match["seats"]] == ["Anna", "Former player"]
    assert [change["seat"] for change in changes(anna.at(match_id))] == [0]


def test_somebody_who_deletes_their_account_during_a_match_is_not_rated(client, anna, ben):
    mine, _ = rated(anna, ben)
    assert ben.post("/api/me/delete").status_code == 204
    ok(mine.write("resign"))
    assert changes(mine) == []
    assert rows(client, RatingRow) == []


def test_a_guests_rating_goes_along_when_they_sign_in(client, anna, ben):
    ok(anna.post("/api/me/claim", name="Anna", password="a long secret"))
    guest = Guest(client, "Annie")
    beat(guest, ben)
    won = rating(guest)
    ok(guest.post("/api/me/sign-in", name="Anna", password="a long secret"))
    assert rating(anna) == won
    assert len(profile(anna)["ratings"][0]["history"]) == 1
    another = Guest(client, "Annie")
    beat(ben, another)
    ok(another.post("/api/me/sign-in", name="Anna", password="a long secret"))
    assert rating(anna) == won  # they have their own already
    assert {row.holder for row in rows(client, RatingRow)} == {anna.me()["id"], ben.me()["id"]}


def test_a_person_who_sits_twice_is_not_rated(client, anna):
    ok(anna.post("/api/me/claim", name="Anna", password="a long secret"))
    guest = Guest(client, "Annie")
    mine, _ = rated(anna, guest)
    ok(guest.post("/api/me/sign-in", name="Anna", password="a long secret"))
    ok(mine.write("resign"))
    assert rows(client, MatchRow)[0].status == "over"
    assert rows(client, RatingRow) == []


def test_a_rematch_is_rated_too(anna, ben):
    first = beat(anna, ben)
    again = ok(anna.at(first).write("rematch"))
    ok(ben.at(first).write("rematch"))
    seat = ben.at(again["id"])
    ok(seat.write("resign"))
    assert len(changes(seat)) == 2


def test_what_a_match_changed_is_for_those_who_may_see_it(client, anna, ben):
    mine, yours = rated(anna, ben, policy={"spectators": False})
    refused(client.get(f"/api/matches/{mine.id}/ratings"), 403, "forbidden")
    ok(yours.write("resign"))
    assert len(changes(mine)) == 2
    refused(client.get(f"/api/matches/{mine.id}/ratings"), 403, "forbidden")
    other = begin(client, "blockade", ["human", "open"])
    assert ok(other.get("/ratings")) == []


def test_the_ratings_of_the_players_are_known_before_the_end(anna, ben):
    beat(anna, ben)
    mine = anna.begin("blockade", ["human", "open"], rated=True)
    [own] = changes(mine)  # the open seat has nobody to rate yet
    assert own["place"] is None
    assert own["before"] == own["value"] == rating(anna)["value"] > 1500
    yours = ben.join(mine.id)
    assert [each["value"] for each in changes(mine)] == [rating(anna)["value"], rating(ben)["value"]]
    ok(yours.write("resign"))
    assert [each["place"] for each in changes(mine)] == [1, 2]


def test_a_seat_names_its_person_and_a_bot_has_none(anna):
    mine = anna.begin("blockade", ["human", "bot"], rated=True)
    assert [seat["person"] for seat in mine.view()["seats"]] == [anna.me()["id"], None]
    assert changes(mine)[1]["value"] == next(
        each["rating"]["value"]
        for each in ok(anna.get("/api/ratings", game="blockade", players=2))["bots"]
        if each["level"] == 1
    )


# ---------------------------------------------------------------------- the mathematics


def series(strengths: list[int], matches: int, seed: int) -> list[Rating]:
    """Return the ratings after matches among players whose chances follow from their strengths."""
    dice = random.Random(seed)
    ratings = [Rating()] * len(strengths)
    for _ in range(matches):
        left, came = list(range(len(strengths))), [0] * len(strengths)
        for place in range(1, len(strengths) + 1):
            [next_one] = dice.choices(left, [10 ** (strengths[seat] / 400) for seat in left])
            came[next_one] = place
            left.remove(next_one)
        ratings = rate(ratings, came)
    return ratings


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(200, 600), st.integers(2, 5), st.integers(0, 10_000))
def test_the_stronger_player_ends_higher_and_certain(lead, players, seed):
    found = series([lead, *[0] * (players - 1)], 120, seed)
    assert max(found, key=lambda rating: rating.value) == found[0]
    assert all(rating.spread < scale.CERTAIN for rating in found)


def test_ratings_converge_to_the_difference_in_strength():
    ends = [series([300, 0], 300, seed) for seed in range(20)]
    leads = [first.value - second.value for first, second in ends]
    assert sum(leads) / len(leads) == pytest.approx(300, abs=75)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.floats(800, 2400), min_size=2, max_size=6), st.data())
def test_the_order_of_seats_does_not_matter(values, data):
    ratings = [Rating(value, 100.0) for value in values]
    came = data.draw(st.lists(st.integers(1, 3), min_size=len(values), max_size=len(values)))
    order = data.draw(st.permutations(range(len(values))))
    straight = rate(ratings, came)
    turned = rate([ratings[seat] for seat in order], [came[seat] for seat in order])
    assert [each.value for each in turned] == pytest.approx([straight[seat].value for seat in order])
