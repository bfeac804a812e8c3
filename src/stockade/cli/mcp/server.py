"""The tools of `stockade mcp`, and how their answers are written for an assistant."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent
from pydantic import Field

from stockade import StockadeError, __version__
from stockade.cli.mcp.tables import MOST_ACTIONS, USUAL_ACTIONS, USUAL_LEVEL, Tables

INSTRUCTIONS = (
    "Modern board games. Use list_games and read_rules first, then start_match. Before each of your decisions look "
    "at the table and use list_actions; play_action takes an id or a text from there. A refused action says why, "
    "with the number of a ruling that read_rules explains; nothing has changed then."
)
GameName = Annotated[str, Field(description="A name from list_games.")]
MatchName = Annotated[str, Field(description="The match, as start_match named it.")]


def make_server() -> MCPServer:
    """Return a server with matches of its own."""
    tables = Tables()
    server = MCPServer(
        "stockade", title="Stockade", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )

    @server.tool()
    def list_games() -> CallToolResult:
        """List the games, with numbers of players and options."""
        return answered(tables.games)

    @server.tool()
    def read_rules(
        game: GameName,
        ruling: Annotated[str, Field(description="The number of a ruling; leave it out for all the rules.")] = "",
    ) -> CallToolResult:
        """Read how a game is played, or one ruling by the number that a refusal gave."""
        return answered(lambda: tables.rules(game, ruling))

    @server.tool()
    def start_match(
        game: GameName,
        players: Annotated[int | None, Field(description="How many play; by default the usual number.")] = None,
        options: Annotated[dict[str, Any] | None, Field(description="Options of the game.")] = None,
        seat: Annotated[int, Field(description="Your seat, from 0. Seat 0 usually begins.", ge=0)] = 0,
        level: Annotated[
            int, Field(description="How well the bots on the other seats play, 1 to 5; 0: you play all seats.", ge=0)
        ] = USUAL_LEVEL,
    ) -> CallToolResult:
        """Start a match against bots. Returns its name, what has happened so far, and the table."""
        return answered(lambda: tables.start(game, players, options, seat, level))

    @server.tool()
    def show_table(
        match: MatchName,
        position: Annotated[bool, Field(description="Whether to add the whole position as JSON.")] = False,
    ) -> CallToolResult:
        """See the table in words: the board as text, points, whose turn it is and what they are asked."""
        return answered(lambda: tables.show(match, position))

    @server.tool()
    def list_actions(
        match: MatchName,
        contains: Annotated[str, Field(description="Only actions with this in their text or words.")] = "",
        first: Annotated[int, Field(description="Where the page begins: 0, or `next` of the page before.", ge=0)] = 0,
        limit: Annotated[int, Field(description="How many at most.", ge=1, le=MOST_ACTIONS)] = USUAL_ACTIONS,
    ) -> CallToolResult:
        """List what you may play now, in words, with what each action gains at once. Long lists come in pages."""
        return answered(lambda: tables.actions(match, contains, first, limit))

    @server.tool()
    def play_action(
        match: MatchName,
        action: Annotated[int | str, Field(description="Its id, or its text in the game's notation.")],
    ) -> CallToolResult:
        """Play an action. Chance and bots go on until you decide again. Returns all that happened, and the table."""
        return answered(lambda: tables.play(match, action))

    @server.tool()
    def ask_hint(match: MatchName) -> CallToolResult:
        """Ask the strongest bot what it would play for you."""
        return answered(lambda: tables.hint(match))

    @server.tool()
    def end_match(match: MatchName) -> CallToolResult:
        """Give up a match, or put a finished one away."""
        return answered(lambda: tables.end(match))

    return server


def answered(work: Callable[[], dict[str, Any]]) -> CallToolResult:
    """Return the result of a tool, or why it was refused."""
    try:
        told, refused = work(), False
    except StockadeError as error:
        told, refused = {"code": error.code, "message": error.message, "ruling": error.ruling}, True
    return CallToolResult(
        content=[TextContent(type="text", text=in_words(told))], structured_content=told, is_error=refused
    )


def in_words(told: dict[str, Any]) -> str:
    """Return an answer as text: the table and long texts as they are, and the rest as JSON."""
    long = {key: value for key, value in told.items() if isinstance(value, str) and "\n" in value}
    rest = {key: value for key, value in told.items() if key not in long}
    return "\n\n".join([json.dumps(rest, ensure_ascii=False), *long.values()])
