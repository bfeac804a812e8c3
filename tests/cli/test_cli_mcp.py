"""Check `stockade mcp` as an assistant uses it: a real process, through the client of the official SDK."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client

import stockade
from stockade.cli.mcp.server import make_server
from stockade.cli.mcp.tables import MOST_MATCHES, Tables
from stockade.core.errors import NotAllowed, StockadeError

Call = Callable[..., Awaitable[Any]]
TOOLS = {
    "list_games",
    "read_rules",
    "start_match",
    "show_table",
    "list_actions",
    "play_action",
    "ask_hint",
    "end_match",
}


def with_server(work: Callable[[Call], Awaitable[None]]) -> list[str]:
    """Start the command, let a client use its tools, and return every text that the tools gave."""
    texts: list[str] = []

    async def run() -> None:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "stockade.cli", "mcp"], env=dict(os.environ)
        )
        async with Client(stdio_client(command)) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS

            async def call(name: str, **arguments: Any) -> Any:
                answer = await client.call_tool(name, arguments)
                content: Any = answer.content[0]
                texts.extend((content.text, json.dumps(answer.structured_content)))
                return answer

            await work(call)

    anyio.run(run)
    return texts


def test_a_whole_game_of_blockade():
    dice = random.Random(1)

    async def play(call: Call) -> None:
        listed = (await call("list_games")).structured_content["games"]
        assert [game["name"] for game in listed] == list(stockade.games())
        rules = await call("read_rules", game="blockade")
        assert "leave your rival without a single move" in rules.content[0].text
        assert "```board" not in rules.content[0].text

        told = (await call("start_match", game="blockade", level=1, seat=1)).structured_content
        name = told["match"]
        assert [step["who"] for step in told["happened"]] == ["Black"]  # the bot began
        refused = await call("play_action", match=name, action="B1-3")
        assert refused.is_error
        assert refused.structured_content["ruling"]
        assert refused.structured_content["code"] in ("illegal_action", "parse_error")
        ruling = await call("read_rules", game="blockade", ruling=refused.structured_content["ruling"])
        assert ruling.structured_content["text"]
        assert (await call("show_table", match=name)).structured_content["table"] == told["table"]  # nothing changed
        hint = (await call("ask_hint", match=name)).structured_content["hints"][0]
        told = (await call("play_action", match=name, action=hint["text"])).structured_content

        while "result" not in told:
            page = (await call("list_actions", match=name, limit=5)).structured_content
            assert page["count"] == told["choices"]
            chosen = dice.choice(page["actions"])
            told = (await call("play_action", match=name, action=chosen["id"])).structured_content
            assert told["happened"][0]["action"] == chosen["text"]
        assert told["result"]["reason"]
        late = await call("play_action", match=name, action=1)
        assert late.structured_content == {"code": "not_allowed", "message": "the match is over", "ruling": ""}
        await call("end_match", match=name)
        gone = await call("show_table", match=name)
        assert gone.is_error
        assert "there is no match" in gone.content[0].text

    texts = with_server(play)
    assert len(texts) > 20
    assert not [text for text in texts if "seed" in text.lower()]


def test_wrong_arguments_are_refused_in_a_sentence():
    async def play(call: Call) -> None:
        ruling = await call("read_rules", game="blockade", ruling=9)  # models write numbers as numbers
        assert ruling.structured_content["ruling"] == "9"
        for name, arguments, message in (
            ("play_action", {"match": "x"}, "play_action: action is missing"),
            ("list_games", {"game": "x"}, "list_games has no argument 'game'; it has: none"),
            (
                "list_actions",
                {"match": "x", "containing": "B1"},
                "list_actions has no argument 'containing'; it has: match, contains, first, limit",
            ),
            (
                "list_actions",
                {"match": "x", "limit": 0},
                "list_actions: limit cannot be 0: it should be greater than or equal to 1",
            ),
            ("read_rules", {"game": ["x"]}, "read_rules: game cannot be ['x']: it should be a valid string"),
        ):
            answer = await call(name, **arguments)
            assert answer.is_error
            assert answer.structured_content == {"code": "bad_option", "message": message, "ruling": ""}

    with_server(play)


def test_assistants_know_which_tools_change_nothing():
    tools = anyio.run(make_server().list_tools)
    looks = {tool.name for tool in tools if tool.annotations and tool.annotations.read_only_hint}
    assert looks == TOOLS - {"start_match", "play_action", "end_match"}


@pytest.mark.parametrize("game", stockade.games())
def test_every_game_can_be_played_with_the_tools(game):
    tables, dice = Tables(), random.Random(2)
    told = tables.start(game, None, None, 0, 1)
    for _ in range(3):
        if "result" in told:
            break
        page = tables.actions(told["match"], "", 0, 1000)
        assert len(page["actions"]) == min(page["count"], 100)
        chosen = dice.choice(page["actions"])
        assert chosen["words"]
        found = tables.actions(told["match"], chosen["text"], 0, 10)
        assert found["count"] <= page["count"]
        told = tables.play(told["match"], chosen["text"])
    assert "seed" not in json.dumps(told)
    position = tables.show(told["match"], position=True)["position"]
    assert stockade.game(game).from_json(position).to_json() == position
    assert "seed" not in json.dumps(position)


def test_long_lists_come_in_pages():
    tables = Tables()
    told = tables.start("barrage", None, None, 0, 0)
    pages, first = [], 0
    while first is not None:
        page = tables.actions(told["match"], "", first, 30)
        assert len(page["actions"]) <= 30
        pages += page["actions"]
        first = page["next"]
    assert len(pages) == page["count"] == told["choices"]
    assert len({row["id"] for row in pages}) == len(pages)


def test_who_plays_all_seats_decides_for_all():
    tables = Tables()
    told = tables.start("blockade", None, {"limit": 2}, 0, 0)
    assert [seat["you"] for seat in told["seats"]] == [True, True]
    told = tables.play(told["match"], "B3-5")
    assert told["turn"] == "White"
    told = tables.play(told["match"], "B8-6")
    assert told["result"]["winners"]


@pytest.mark.parametrize("action", [-1, 10**30, "9" * 5000, "", "castle"])
def test_an_action_that_cannot_be_is_refused(action):
    tables = Tables()
    told = tables.start("blockade", None, None, 0, 0)
    with pytest.raises(StockadeError):
        tables.play(told["match"], action)
    assert tables.show(told["match"])["turn"] == told["turn"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", None, None, 0, 1), "there is no game 'chess'"),
        (("blockade", 3, None, 0, 1), "Blockade is for 2 players"),
        (("blockade", None, {"speed": 1}, 0, 1), "no option 'speed'"),
        (("blockade", None, None, 2, 1), "your seat is one of 0, 1, not 2"),
        (("blockade", None, None, 0, 9), "there is no level 9"),
    ],
)
def test_a_match_that_cannot_be(arguments, message):
    with pytest.raises(StockadeError, match=message):
        Tables().start(*arguments)


def test_there_are_not_too_many_matches():
    tables = Tables()
    names = [tables.start("blockade", None, None, 0, 1)["match"] for _ in range(MOST_MATCHES)]
    with pytest.raises(NotAllowed, match="end one of them first"):
        tables.start("blockade", None, None, 0, 1)
    assert tables.end(names[0])["result"]["reason"] == "Black resigned"
    tables.start("blockade", None, None, 0, 1)


def test_without_the_sdk_one_sentence_says_what_to_install(cli, monkeypatch):
    for name in [name for name in sys.modules if name.startswith(("mcp", "stockade.cli.mcp.server"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    answer = cli("mcp")
    assert answer.code == 2
    assert answer.err == "error: `stockade mcp` needs the Model Context Protocol: pip install 'stockade[mcp]'\n"
