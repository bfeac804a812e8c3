"""Talk at a table: who reads and writes what, hostile texts, limits, reactions, mutes, reports, and live notes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from sqlalchemy import select
from tests.server.at_table import Person, begin, ok, play_on, refused, wait
from tests.server.company import Guest, Seat

from stockade.server import moments
from stockade.server.models import Base
from stockade.server.talk import talk, words
from stockade.server.talk.models import MuteRow, ReactionRow


@pytest.fixture
def later():
    """Let time pass, and turn it back afterwards."""
    before = moments._ahead
    yield lambda **span: moments.move_on(timedelta(**span))
    moments._ahead = before


@pytest.fixture
def cleo(client) -> Guest:
    return Guest(client, "Cleo")


def table(host: Guest, *others: Guest, **more: Any) -> list[Seat]:
    mine = host.begin("blockade", ["human", *["open"] * len(others)], **more)
    return [mine, *(other.join(mine.id) for other in others)]


def say(who: Person, text: str, room: str = "table", **more: Any) -> Any:
    return ok(who.post("messages", room=room, text=text, **more))


def page(who: Person, room: str = "table", **params: Any) -> Any:
    return ok(who.get("/messages", room=room, **params))


def texts(who: Person, room: str = "table") -> list[str]:
    return [line["text"] for line in page(who, room)["messages"]]


def done(response: Any) -> None:
    assert response.status_code == 204, response.text


# ---------------------------------------------------------------------- rooms


def test_players_and_watchers_have_a_room_each(anna, ben, cleo):
    mine, yours = table(anna, ben)
    watching, stranger = cleo.at(mine.id), mine.watcher()
    version = mine.view()["version"]
    first = say(mine, "Good luck!")
    assert (first["name"], first["seat"], first["yours"], first["room"]) == ("Anna", 0, True, "table")
    say(yours, "You too.")
    said = say(watching, "Who wins?", "watchers")
    assert (said["name"], said["seat"]) == ("Cleo", None)
    for reader in (mine, yours, watching, stranger):
        assert texts(reader) == ["Good luck!", "You too."]
    for reader in (watching, stranger):
        assert texts(reader, "watchers") == ["Who wins?"]
    for player in (mine, yours):
        assert texts(player, "watchers") == []
        refused(player.post("messages", room="watchers", text="I look"), 403, "forbidden")
    refused(watching.post("messages", room="table", text="Go left"), 403, "forbidden")
    assert (page(mine)["rooms"], page(mine)["writes"]) == (["table"], "table")
    assert (page(watching)["rooms"], page(watching)["writes"]) == (["table", "watchers"], "watchers")
    assert page(stranger)["writes"] is None
    assert mine.view()["version"] == version
    ok(yours.write("resign"))
    assert texts(mine, "watchers") == ["Who wins?"]
    assert page(yours)["rooms"] == ["table", "watchers"]
    refused(mine.post("messages", room="watchers", text="Now me"), 403, "forbidden")
    say(mine, "Well played.")


def test_strangers_read_only_and_the_holder_of_a_token_writes(client):
    first = begin(client, "blockade", ["human", "open"])
    second = first.friend(name="Ida")
    line = say(second, "Hello")
    assert (line["name"], line["seat"]) == ("Ida", 1)
    for room in ("table", "watchers"):
        refused(first.watcher().post("messages", room=room, text="Hello"), 401, "bad_token")
    for path, body in (("react", {"mark": "👍"}), ("delete", {}), ("report", {"reason": "rude"})):
        refused(first.watcher().post(f"messages/{line['no']}/{path}", **body), 401, "bad_token")
    refused(first.watcher().post("mute", seat=1), 401, "bad_token")
    refused(Person(client, first.id, "wrong").get("/messages"), 401, "bad_token")
    refused(client.get("/api/matches/aaaaaaaaaa/messages"), 404, "unknown_match")


def test_a_number_does_not_tell_how_much_the_watchers_say(anna, ben, cleo):
    mine, _ = table(anna, ben)
    one = say(mine, "one")["no"]
    whispers = [say(cleo.at(mine.id), text, "watchers")["no"] for text in "abc"]
    two = say(mine, "two")["no"]
    assert two - one == whispers[1] - whispers[0]
    assert not {one, two} & set(whispers)
    for path, body in (("react", {"mark": "👍"}), ("delete", {}), ("report", {"reason": "rude"})):
        refused(mine.post(f"messages/{whispers[0]}/{path}", **body), 404, "not_found")
    refused(mine.post("mute", no=whispers[0]), 404, "not_found")


def test_a_table_may_be_without_chat(anna, ben, cleo):
    mine, yours = table(anna, ben, policy={"chat": False})
    refused(mine.post("messages", room="table", text="Hello"), 403, "not_allowed")
    refused(yours.get("/messages"), 403, "not_allowed")
    refused(cleo.at(mine.id).post("messages", room="watchers", text="Hello"), 403, "not_allowed")
    with mine.live() as socket:
        assert socket.receive_json()["type"] == "view"


def test_nobody_reads_at_a_table_that_they_may_not_see(anna, ben, cleo):
    mine, _ = table(anna, ben, policy={"spectators": False})
    say(mine, "Between us")
    refused(cleo.at(mine.id).get("/messages"), 403, "forbidden")
    refused(cleo.at(mine.id).post("messages", room="watchers", text="Hello"), 403, "forbidden")
    refused(mine.watcher().get("/messages"), 403, "forbidden")


def test_a_program_needs_the_scope(anna):
    mine = anna.begin("blockade", ["human", "bot"])
    key = ok(anna.post("/api/me/keys", label="reader", scopes=["read"]))["key"]
    program = Person(anna.client, mine.id, key)
    say(mine, "Hello")
    assert texts(program) == ["Hello"]
    refused(program.post("messages", room="table", text="Beep"), 403, "forbidden")


def test_several_people_on_one_device_speak_for_themselves(anna):
    seats = [{"kind": "human"}, {"kind": "human", "here": True, "name": "Otto"}]
    mine = anna.create("blockade", seats)
    assert say(mine, "Hello", seat=1)["name"] == "Otto"
    assert say(mine, "Hello", seat=0)["name"] == "Anna"
    refused(mine.post("messages", room="table", text="Hello", seat=2), 403, "not_your_seat")


# ---------------------------------------------------------------------- texts


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("see https://example.org & <b>x</b>", "see https://example.org & <b>x</b>"),
        ("  a\tb\r\n c\u2028d ", "a b c d"),
        ("a\x00b\x1b[31mc\x7f", "a b [31mc"),
        ("\u202eevil\u202c \u2066x\u2069 \u200fy\u061c", "evil x y"),
        ("in\u200bvis\ufeffible\u00ad", "invisible"),
        ("👩\u200d👩\u200d👧 👍🏽 ❤️", "👩\u200d👩\u200d👧 👍🏽 ❤️"),
        ("שלום مرحبا 你好", "שלום مرحبا 你好"),
        ("x" * 500, "x" * 500),
    ],
)
def test_text_stays_plain_text(shared_client, given, kept):
    mine = Guest(shared_client, "Anna").begin("blockade", ["human", "bot"])
    assert say(mine, given)["text"] == kept
    assert texts(mine) == [kept]


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u202e\u202d", "\u200d", "\u200b", "\u0301", "x" * 501])
def test_a_text_must_be_seen_and_not_too_long(shared_client, text):
    mine = Guest(shared_client, "Anna").begin("blockade", ["human", "bot"])
    refused(mine.post("messages", room="table", text=text), 422, "bad_request")
    assert texts(mine) == []


def test_what_is_not_a_text_is_refused(anna):
    mine = anna.begin("blockade", ["human", "bot"])
    for text in (None, 7, ["x"], {"html": "x"}):
        refused(mine.post("messages", room="table", text=text), 422, "bad_request")
    refused(mine.post("messages", room="hall", text="x"), 422, "bad_request")
    refused(mine.post("messages", room="table", text="x" * 100_000), 413, "too_large")
    lone = anna.send(
        "POST",
        f"/api/matches/{mine.id}/messages",
        content=rb'{"room": "table", "text": "a\ud800b"}',
        headers={"Content-Type": "application/json"},
    )
    assert lone.status_code in (201, 422)
    assert words.clean("a\ud800b") == "ab"


# ---------------------------------------------------------------------- paging, limits


def test_pages_follow_each_other_and_show_what_changed(anna, ben, monkeypatch):
    monkeypatch.setattr(talk, "LIMITS", ())
    mine, yours = table(anna, ben)
    numbers = [say(mine, str(count))["no"] for count in range(7)]
    seen, after, more = [], 0, True
    while more:
        part = page(yours, after=after, limit=3)
        seen += [line["no"] for line in part["messages"]]
        after, more = part["next"], part["more"]
    assert seen == numbers
    assert page(yours, after=after) == {**page(yours, after=after), "messages": [], "next": after, "more": False}
    done(yours.post(f"messages/{numbers[1]}/react", mark="👏"))
    done(mine.post(f"messages/{numbers[0]}/delete"))
    changed = page(yours, after=after)["messages"]
    assert [line["no"] for line in changed] == [numbers[1], numbers[0]]
    assert changed[1]["deleted"]


def test_somebody_who_writes_too_fast_must_wait(anna, ben, later):
    mine, yours = table(anna, ben)
    most = talk.LIMITS[0][0]
    for count in range(most):
        say(mine, str(count))
    error = refused(mine.post("messages", room="table", text="more"), 429, "too_many")
    assert "wait" in error["message"]
    say(yours, "I may")
    other = anna.begin("blockade", ["human", "bot"])
    refused(other.post("messages", room="table", text="here"), 429, "too_many")  # one person, all tables
    later(seconds=21)
    say(mine, "again")
    assert len(texts(mine)) == most + 2


def test_deleting_does_not_make_room_for_more(anna):
    mine = anna.begin("blockade", ["human", "bot"])
    for count in range(talk.LIMITS[0][0]):
        done(mine.post(f"messages/{say(mine, str(count))['no']}/delete"))
    refused(mine.post("messages", room="table", text="more"), 429, "too_many")


def test_people_who_write_at_once_get_numbers_of_their_own(serve, settings):
    here, there = serve(settings), serve(settings)
    first = begin(here, "blockade", ["human", "open"])
    people = [first, first.elsewhere(there).friend()]
    for who in people:
        say(who, "I am here")
    ready = Barrier(len(people))

    def write(who: Person) -> None:
        ready.wait()
        for count in range(5):
            say(who, f"{who.seat}: {count}")

    threads = [Thread(target=write, args=(who,)) for who in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = page(first)["messages"]
    assert len({line["no"] for line in lines}) == len(lines) == 12


# ---------------------------------------------------------------------- reactions, deleting


def test_everybody_has_one_of_each_mark(anna, ben, cleo):
    mine, yours = table(anna, ben)
    no = say(mine, "Hello")["no"]
    for _ in range(2):
        done(yours.post(f"messages/{no}/react", mark="👍"))
    done(yours.post(f"messages/{no}/react", mark="😄"))
    done(cleo.at(mine.id).post(f"messages/{no}/react", mark="👍"))
    marks = {each["mark"]: each for each in page(yours)["messages"][0]["reactions"]}
    assert marks["👍"] == {"mark": "👍", "count": 2, "yours": True}
    assert marks["😄"]["count"] == 1
    assert not any(each["yours"] for each in page(mine)["messages"][0]["reactions"])
    for _ in range(2):
        done(yours.post(f"messages/{no}/react", mark="👍", on=False))
    done(yours.post(f"messages/{no}/react", mark="😄", on=False))
    assert page(yours)["messages"][0]["reactions"] == [{"mark": "👍", "count": 1, "yours": False}]
    for mark in ("🍕", "", "<b>", "👍👍", None):
        refused(yours.post(f"messages/{no}/react", mark=mark), 422, "bad_request")
    refused(yours.post("messages/9998/react", mark="👍"), 404, "not_found")


def test_authors_and_the_host_delete(anna, ben, cleo):
    mine, yours = table(anna, ben)
    own, hosts, watchers = say(yours, "oops")["no"], say(mine, "keep")["no"], say(yours, "rude")["no"]
    done(mine.post(f"messages/{own}/react", mark="👍"))
    refused(yours.post(f"messages/{hosts}/delete"), 403, "forbidden")
    refused(cleo.at(mine.id).post(f"messages/{own}/delete"), 403, "forbidden")
    for _ in range(2):
        done(yours.post(f"messages/{own}/delete"))
    done(mine.post(f"messages/{watchers}/delete"))
    lines = {line["no"]: line for line in page(cleo.at(mine.id))["messages"]}
    assert (lines[own]["text"], lines[own]["deleted"], lines[own]["name"]) == ("", True, "Ben")
    assert lines[own]["reactions"] == []
    assert lines[watchers]["deleted"]
    assert lines[hosts]["text"] == "keep"
    refused(mine.post(f"messages/{own}/react", mark="👍"), 403, "not_allowed")


# ---------------------------------------------------------------------- mutes, reports


def test_a_mute_hides_what_a_person_writes_at_all_tables(anna, ben, cleo):
    mine, yours, *_ = table(anna, ben)
    no = say(yours, "rude")["no"]
    say(mine, "Hey")
    done(mine.post("mute", seat=1))
    rude = page(mine)["messages"][0]
    assert (rude["text"], rude["muted"], rude["name"]) == ("", True, "Ben")
    assert texts(mine) == ["", "Hey"]
    assert texts(yours) == texts(cleo.at(mine.id)) == ["rude", "Hey"]
    other = table(ben, anna)
    say(other[0], "here too")
    assert texts(other[1]) == [""]
    assert texts(cleo.at(other[0].id)) == ["here too"]
    done(mine.post("mute", no=no, muted=False))
    assert texts(mine) == ["rude", "Hey"]
    assert texts(other[1]) == ["here too"]


def test_a_mute_names_somebody_else(client, anna, ben):
    mine, yours = table(anna, ben)
    refused(mine.post("mute", seat=0), 403, "not_allowed")
    refused(mine.post("mute", no=say(mine, "me")["no"]), 403, "not_allowed")
    refused(mine.post("mute"), 422, "bad_request")
    refused(mine.post("mute", seat=1, no=2), 422, "bad_request")
    refused(mine.post("mute", seat=9), 404, "not_found")
    alone = anna.begin("blockade", ["human", "bot"])
    refused(alone.post("mute", seat=1), 404, "not_found")
    first = begin(client, "blockade", ["human", "open"])  # without accounts, for this table alone
    second = first.friend()
    say(second, "rude")
    done(first.post("mute", seat=1))
    assert texts(first) == [""]
    assert texts(second) == ["rude"]
    assert yours.view()["status"] == "live"


def test_a_report_is_stored_once_with_its_text(client, anna, ben, cleo):
    mine, yours = table(anna, ben)
    no = say(yours, "very rude")["no"]
    done(mine.post(f"messages/{no}/report", reason="insult\u202e"))
    refused(mine.post(f"messages/{no}/report", reason="again"), 403, "not_allowed")
    done(cleo.at(mine.id).post(f"messages/{no}/report", reason="me too"))
    refused(yours.post(f"messages/{no}/report", reason="myself"), 403, "not_allowed")
    refused(mine.post(f"messages/{no}/report", reason=""), 422, "bad_request")
    refused(cleo.at(mine.id).post(f"messages/{no}/report", reason="\u202e"), 422, "bad_request")
    done(yours.post(f"messages/{no}/delete"))
    found = client.app.state.service.talk.reports()
    assert [(row.reason, row.text, row.author) for row in found] == [
        ("me too", "very rude", ben.me()["id"]),
        ("insult", "very rude", ben.me()["id"]),
    ]
    refused(mine.post(f"messages/{no}/report", reason="too late"), 403, "not_allowed")


# ---------------------------------------------------------------------- accounts


def test_deleting_an_account_empties_its_messages(client, anna, ben, cleo):
    mine, yours = table(anna, ben)
    no, kept = say(yours, "my secret")["no"], say(mine, "mine")["no"]
    done(yours.post(f"messages/{kept}/react", mark="👍"))
    done(mine.post(f"messages/{no}/report", reason="why not"))
    done(mine.post("mute", seat=1))
    say(yours, "and more")
    seen = page(mine)["next"]
    with cleo.at(mine.id).live() as socket:
        assert next_talk(socket)["no"] == seen
        done(ben.post("/api/me/delete"))
        assert next_talk(socket)["no"] > seen
    assert [line["text"] for line in page(mine, after=seen)["messages"]] == ["", ""]  # comes again, emptied
    lines = {line["no"]: line for line in page(cleo.at(mine.id))["messages"]}
    assert (lines[no]["text"], lines[no]["deleted"], lines[no]["name"]) == ("", True, "Former player")
    assert (lines[kept]["text"], lines[kept]["reactions"]) == ("mine", [])
    service = client.app.state.service
    assert [(row.text, row.author) for row in service.talk.reports()] == [("", None)]
    assert "my secret" not in dump(service.storage)


def dump(storage: Any) -> str:
    """Return all that a database says."""
    with storage.engine.connect() as connection:
        return "\n".join(
            repr(row) for table in Base.metadata.sorted_tables for row in connection.execute(select(table))
        )


def test_what_a_guest_wrote_is_theirs_after_signing_in(client, anna, ben):
    ok(anna.post("/api/me/claim", name="Anna", password="a long secret"))
    guest = Guest(client, "Annie")
    theirs, mine = table(ben, guest)
    no = say(mine, "Hello")["no"]
    other = say(theirs, "Hi")["no"]
    done(mine.post(f"messages/{other}/react", mark="👍"))
    done(mine.post("mute", seat=0))
    person = anna.me()["id"]
    ok(guest.post("/api/me/sign-in", name="Anna", password="a long secret"))
    lines = {line["no"]: line for line in page(mine)["messages"]}
    assert lines[no]["yours"]
    assert lines[other]["muted"]
    assert lines[other]["reactions"] == [{"mark": "👍", "count": 1, "yours": True}]
    storage = client.app.state.service.storage
    with storage.engine.connect() as connection:
        for table_row in (ReactionRow, MuteRow):
            assert connection.execute(table_row.__table__.select()).one().author == person


def test_what_was_written_with_a_token_is_the_persons_who_adopts_the_seat(client, anna):
    first = begin(client, "blockade", ["human", "open"])
    no = say(first, "Hello")["no"]
    assert anna.send("POST", "/api/me/adopt", json=[{"id": first.id, "token": first.token}]).json() == 1
    [line] = page(anna.at(first.id))["messages"]
    assert line["yours"]
    done(first.post(f"messages/{no}/react", mark="👍"))  # the token is still theirs
    [line] = page(anna.at(first.id))["messages"]
    assert line["reactions"][0]["yours"]


# ---------------------------------------------------------------------- live


def next_talk(socket: Any, until: Callable[[Any], bool] = bool) -> Any:
    """Return the next note about talk; views in between are left out."""
    while True:
        message = socket.receive_json()
        assert message["type"] in ("view", "talk"), message
        if message["type"] == "talk" and until(message):
            return message


def test_those_who_may_read_are_told_at_once_and_get_no_view(anna, ben, cleo):
    mine, yours = table(anna, ben)
    watching = cleo.at(mine.id)
    with mine.live() as first, watching.live() as third:
        wait(lambda: mine.view()["seats"][0]["connected"])
        whisper = say(watching, "psst", "watchers")
        assert next_talk(third) == {"type": "talk", "room": "watchers", "no": whisper["no"]}
        said = say(yours, "Hello")
        assert next_talk(third) == {"type": "talk", "room": "table", "no": said["no"]}
        # The player is not told of the watchers' room: their first note is about the table.
        assert next_talk(first) == {"type": "talk", "room": "table", "no": said["no"]}
        done(yours.post(f"messages/{said['no']}/react", mark="👍"))
        changed = page(mine)["messages"][0]["changed"]
        message = first.receive_json()
        assert message == {"type": "talk", "room": "table", "no": changed}  # and no view before it
        ok(mine.write("resign"))
        assert next_talk(first)["room"] == "watchers"  # now they may read it


def test_a_new_connection_is_told_how_much_was_said(anna, ben):
    mine, yours = table(anna, ben)
    no = say(yours, "Hello")["no"]
    with mine.live() as socket:
        assert next_talk(socket)["no"] == no


def test_two_servers_on_one_database_hear_each_other(serve, settings):
    here, there = serve(settings), serve(settings)
    first = begin(here, "blockade", ["human", "open"])
    second = first.elsewhere(there).friend()
    with first.live() as mine, second.live() as yours:
        said = say(second, "Hello")
        assert next_talk(mine)["no"] == said["no"]
        answered = say(first, "Hi")
        assert next_talk(yours, lambda message: message["no"] == answered["no"])
    assert texts(first) == texts(second) == ["Hello", "Hi"]


def test_a_match_goes_on_while_people_talk(pair):
    first, second = pair
    version = first.view()["version"]
    say(first, "Hello")
    choice = first.view()["scene"]["choices"][0]["action"]
    ok(first.post("actions", version=version, action=choice))  # what was said made nothing stale
    say(second, "Hi")
    assert play_on([first, second], actions=2)["status"] == "live"
