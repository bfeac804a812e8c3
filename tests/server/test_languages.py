"""Everybody reads the same match in their own language. What is stored is in English."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.server.at_table import ask, begin, ok, wait
from tests.server.company import Guest

from stockade.core.language import Words, say, speaking
from stockade.server.sentences import read, write

GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}


def view(person: Any, **headers: str) -> dict[str, Any]:
    return ok(person.client.get(f"/api/matches/{person.id}", headers={**person.headers, **headers}))


def test_errors_are_in_the_language_of_the_request(client):
    for headers, params, text in (
        ({}, {}, "This match does not exist."),
        (GERMAN, {}, "Diese Partie gibt es nicht."),
        ({"Accept-Language": "fr"}, {}, "This match does not exist."),
        ({"Accept-Language": b"\x80;q=x,\xff"}, {}, "This match does not exist."),
        (GERMAN, {"language": "en"}, "This match does not exist."),
        ({}, {"language": "de"}, "Diese Partie gibt es nicht."),
        ({}, {"language": "../../languages/de"}, "This match does not exist."),
    ):
        error = client.get("/api/matches/aaaaaaaaaa", headers=headers, params=params).json()
        assert (error["code"], error["message"]) == ("unknown_match", text)


def test_one_request_does_not_change_the_language_of_the_next(client):
    assert client.get("/api/matches/aaaaaaaaaa", headers=GERMAN).json()["message"] == "Diese Partie gibt es nicht."
    assert client.get("/api/matches/aaaaaaaaaa").json()["message"] == "This match does not exist."


def test_games_and_bots_have_names_in_every_language(client):
    english, german = (
        {info["name"]: info for info in ok(client.get("/api/games", headers=headers))} for headers in ({}, GERMAN)
    )
    assert [level["name"] for level in german["blockade"]["levels"]][:2] == ["Bummler", "Lehrling"]
    for name, info in english.items():
        assert german[name]["title"] == info["title"]
        assert german[name]["blurb"] != info["blurb"]
        assert [option["name"] for option in german[name]["options"]] == [
            option["name"] for option in info["options"]
        ]


def test_each_reads_the_log_in_their_own_language(client, settings):
    mine = begin(client, "blockade", ["human", "open"])
    yours = mine.friend(name="Bob")
    words = Words("stockade.games.blockade")
    with speaking("de"):
        black = words.say("Black")
    assert black != "Black"
    for player in (mine, yours, mine):
        shown = view(player, **GERMAN)
        assert black in shown["scene"]["prompt"] or shown["scene"]["prompt"] != view(player)["scene"]["prompt"]
        sent = {"version": shown["version"], "action": shown["scene"]["choices"][0]["action"]}
        played = client.post(f"/api/matches/{player.id}/actions", json=sent, headers={**player.headers, **GERMAN})
        assert ok(played)["log"][-1]["label"].startswith(
            view(player, **GERMAN)["scene"]["panels"][player.seat]["title"]
        )
    english, german = view(mine)["log"], view(mine, **GERMAN)["log"]
    assert [line["text"] for line in english] == [line["text"] for line in german]
    assert all(ours["label"] != theirs["label"] for ours, theirs in zip(english, german, strict=True))
    stored = ask(settings, "SELECT label FROM journal WHERE kind = 'action' ORDER BY no")
    assert [label for (label,) in stored] == [line["label"] for line in english]


def test_a_log_that_was_told_follows_an_undo(client):
    mine = begin(client, "blockade", ["human", "bot"], seed=3)
    for choice in (0, 1):
        shown = wait(lambda: found if (found := view(mine, **GERMAN))["scene"]["choices"] else None)
        mine.play(shown["scene"]["choices"][choice]["action"])
        told = wait(lambda: found if len((found := view(mine, **GERMAN))["log"]) == 2 else None)
        assert [line["text"] for line in told["log"]] == [line["text"] for line in view(mine)["log"]]
        with speaking("de"):
            assert not any(re.search(r"\b(from|to|the)\b", line["label"]) for line in told["log"])
        ok(mine.write("undo"))
        assert view(mine, **GERMAN)["log"] == []


def test_how_a_match_ended_is_told_in_every_language(client):
    mine = begin(client, "blockade", ["human", "bot"])
    ok(mine.write("resign"))
    assert view(mine)["result"]["reason"].endswith("resigned")
    assert view(mine, **GERMAN)["result"]["reason"].endswith("hat aufgegeben")


def test_a_live_connection_has_its_own_language(client):
    mine = begin(client, "blockade", ["human", "bot"])
    prompts = set()
    for code in ("en", "de"):
        with mine.live(language=code) as connection:
            prompts.add(connection.receive_json()["view"]["scene"]["prompt"])
    assert len(prompts) == 2


def test_bots_that_play_have_translated_names(client):
    mine = begin(client, "blockade", ["human", "bot"], level=2)
    assert view(mine)["seats"][1]["name"] == "Apprentice"
    assert view(mine, **GERMAN)["seats"][1]["name"] == "Lehrling"


def test_a_name_that_a_person_chose_is_never_translated(client):
    mine = begin(client, "blockade", ["human", "open"])
    mine.friend(name="Apprentice")
    assert view(mine, **GERMAN)["seats"][1]["name"] == "Apprentice"


def test_lessons_are_in_every_language(client):
    english = ok(client.get("/api/games/blockade/learn"))
    german = ok(client.get("/api/games/blockade/learn", headers=GERMAN))
    assert len(german["blocks"]) == len(english["blocks"])
    assert german["blocks"][0] != english["blocks"][0]
    assert ok(client.get("/api/games/blockade/learn")) == english


def test_a_person_is_known_with_their_language(client):
    guest = Guest(client)
    ok(guest.send("POST", "/api/me", json={"name": "Ada"}, headers=GERMAN))
    assert guest.me()["language"] == "de"
    assert guest.send("POST", "/api/me/language", headers={"Accept-Language": "en"}).status_code == 204
    assert guest.me()["language"] == "en"


@pytest.mark.parametrize("stored", ["Plain and old.", "[1, 2]", '["x"]', "{}", "3"])
def test_sentences_of_earlier_versions_are_shown_as_they_are(stored):
    assert read(stored) == stored


def test_sentences_are_read_in_the_language_of_the_reader():
    stored = write("{bot} is not available on this server and plays like {other}.", bot="Oracle", other="Warden")
    assert read(stored) == "Oracle is not available on this server and plays like Warden."
    with speaking("de"):
        assert read(stored) == "Orakel ist auf diesem Server nicht verfügbar und spielt wie Wächter."
        assert read("You were at the table.") == say("You were at the table.") == "Du warst am Tisch."
