"""The tools of `stockade mcp`, and how their answers are written for an assistant."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError

from stockade import StockadeError, __version__
from stockade.cli.mcp.tables import MOST_ACTIONS, USUAL_ACTIONS, USUAL_LEVEL, Tables
from stockade.core.errors import BadOption, quoted

INSTRUCTIONS = (
    "Modern board games. Use list_games and read_rules first, then start_match. Before each of your decisions look "
    "at the table and use list_actions; play_action takes an id or a text from there. A refused action says why, "
    "with the number of a ruling that read_rules explains; nothing has changed then."
)
LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
PLAYS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
ENDS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)
GameName = Annotated[str, Field(description="A name from list_games.")]
MatchName = Annotated[str, Field(description="The match, as start_match named it.")]


class Server(MCPServer):
    """Refuses arguments that a tool does not take in the same way as everything else: with a sentence."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        tools = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        known = tools.get(name, arguments)
        if unknown := [key for key in arguments if key not in known]:
            has = ", ".join(known) or "none"
            return refused(BadOption(f"{name} has no argument {quoted(unknown[0])}; it has: {has}"))
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            return refused(BadOption(f"{name}: {wrong_argument(error.__cause__)}"))


def make_server() -> MCPServer:
    """Return a server with matches of its own."""
    tables = Tables()
    server = Server("stockade", title="Stockade", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")

    @server.tool(annotations=LOOKS)
    def list_games() -> CallToolResult:
        """List the games, with numbers of players and options."""
        return answered(tables.games)

    @server.tool(annotations=LOOKS)
    def read_rules(
        game: GameName,
        ruling: Annotated[
            int | str, Field(description="The number of a ruling; leave it out for all the rules.")
        ] = "",
    ) -> CallToolResult:
        """Read how a game is played, or one ruling by the number that a refusal gave."""
        return answered(lambda: tables.rules(game, str(ruling)))

    @server.tool(annotations=PLAYS)
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

    @server.tool(annotations=LOOKS)
    def show_table(
        match: MatchName,
        position: Annotated[bool, Field(description="Whether to add the whole position as JSON.")] = False,
    ) -> CallToolResult:
        """See the table in words: the board as text, points, whose turn it is and what they are asked."""
        return answered(lambda: tables.show(match, position))

    @server.tool(annotations=LOOKS)
    def list_actions(
        match: MatchName,
        contains: Annotated[str, Field(description="Only actions with this in their text or words.")] = "",
        first: Annotated[int, Field(description="Where the page begins: 0, or `next` of the page before.", ge=0)] = 0,
        limit: Annotated[int, Field(description="How many at most.", ge=1, le=MOST_ACTIONS)] = USUAL_ACTIONS,
    ) -> CallToolResult:
        """List what you may play now, in words, with what each action gains at once. Long lists come in pages."""
        return answered(lambda: tables.actions(match, contains, first, limit))

    @server.tool(annotations=PLAYS)
    def play_action(
        match: MatchName,
        action: Annotated[int | str, Field(description="Its id, or its text in the game's notation.")],
    ) -> CallToolResult:
        """Play an action. Chance and bots go on until you decide again. Returns all that happened, and the table."""
        return answered(lambda: tables.play(match, action))

    @server.tool(annotations=LOOKS)
    def ask_hint(match: MatchName) -> CallToolResult:
        """Ask the strongest bot what it would play for you."""
        return answered(lambda: tables.hint(match))

    @server.tool(annotations=ENDS)
    def end_match(match: MatchName) -> CallToolResult:
        """Give up a match, or put a finished one away."""
        return answered(lambda: tables.end(match))

    return server


def answered(work: Callable[[], dict[str, Any]]) -> CallToolResult:
    """Return the result of a tool, or why it was refused."""
    try:
        return as_result(work())
    except StockadeError as error:
        return refused(error)


def refused(error: StockadeError) -> CallToolResult:
    """Return why something was refused."""
    return as_result({"code": error.code, "message": error.message, "ruling": error.ruling}, is_error=True)


def as_result(told: dict[str, Any], is_error: bool = False) -> CallToolResult:
    """Return an answer in both forms that the protocol has: as text, and as JSON."""
    return CallToolResult(
        content=[TextContent(type="text", text=in_words(told))], structured_content=told, is_error=is_error
    )


def wrong_argument(error: ValidationError) -> str:
    """Say which argument is missing or wrong."""
    first = error.errors()[0]
    name = first["loc"][0]
    if first["type"] == "missing":
        return f"{name} is missing"
    return f"{name} cannot be {quoted(first['input'])}: {first['msg'].replace('Input', 'it', 1)}"


def in_words(told: dict[str, Any]) -> str:
    """Return an answer as text: the table and long texts as they are, and the rest as JSON."""
    long = {key: value for key, value in told.items() if isinstance(value, str) and "\n" in value}
    rest = {key: value for key, value in told.items() if key not in long}
    return "\n\n".join([json.dumps(rest, ensure_ascii=False), *long.values()])
