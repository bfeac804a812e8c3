"""`stockade replay`: show a saved match, move by move."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stockade.cli.options import Json, page
from stockade.core.english import counted
from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from stockade.core.match import Match, Step

HELP = page(
    "Show a saved match move by move, with the board after each. Every action is checked against the rules on the "
    "way: a record that is damaged, illegal or of other rules is refused with exit code 2. The file may be in any "
    "format that `stockade record` writes, except pictures.",
    "replay match.json",
    "replay match.txt              a record as text",
    "replay match.json --step      wait for a key between moves",
    "replay match.json --ply 12    the position after twelve actions",
    json="game, players, options, rules_version, seed, actions (ply, seat, text, label, told), positions (one more "
    "than actions), ending and result (winners, scores, reason); with --ply: game, ply and position",
)


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A saved match, or a record of one.", show_default=False)
    ],
    ply: Annotated[int | None, typer.Option("--ply", help="Only the position after that many actions.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait between moves: Enter goes on, b back, q out.")] = False,
    json: Json = False,
) -> None:
    from stockade.cli.terminal import busy, print_json

    if step and (json or ply is not None):
        raise BadOption("--step goes neither with --json nor with --ply")
    data = file.expanduser().read_bytes()
    with busy("checking the record"):
        from stockade import records

        record = records.read(data)
    # A record may end before a chance action, and the match would then go on. Show only what the file has.
    match, plies = record.match, record.plies
    if ply is not None:
        _only(match, ply, json)
        return
    steps = list(record.steps())
    if json:
        print_json(_log_json(match, steps) | {"seed": record.seed})
    elif step:
        _step(match, steps)
    else:
        _introduce(match)
        for moment in range(plies + 1):
            _show_moment(match, steps, moment)
        _show_end(match, plies)


def _only(match: Match, ply: int, json: bool) -> None:
    from stockade.cli.terminal import print_json, show_board

    state = match.state_at(ply)
    if json:
        print_json({"game": match.game.name, "ply": ply, "position": state.to_json()})
    else:
        show_board(state)


def _log_json(match: Match, steps: list[Step]) -> dict[str, Any]:
    from stockade.core.match import entries

    return {
        "game": match.game.name,
        "players": match.players,
        "options": match.options,
        "rules_version": match.game.spec.rules_version,
        "seed": match.seed,
        "actions": [asdict(entry) for entry in entries(steps)],
        "positions": [match.start.to_json(), *(step.after.to_json() for step in steps)],
        "ending": match.ending,
        "result": asdict(match.result) if match.result else None,
    }


def _introduce(match: Match) -> None:
    from rich.markup import escape

    from stockade.cli.options import options_text
    from stockade.cli.terminal import say

    players = counted(match.players, "player")
    say(f"[bold]{escape(match.game.spec.title)}[/], {players} [dim]{escape(options_text(match))}[/]\n")


def _show_moment(match: Match, steps: list[Step], ply: int) -> None:
    from stockade.cli.terminal import say, say_entry, show_board
    from stockade.core.match import entries

    if ply:
        for entry in entries([steps[ply - 1]]):
            say_entry(entry, ply, indent="")
    show_board(steps[ply - 1].after if ply else match.start)
    say()


def _show_end(match: Match, plies: int) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import say

    result, told = match.result, counted(plies, "action")
    if result is None:
        say(f"[good]✓[/] {told}, all legal. The match is not over.")
        return
    names = " and ".join(match.state.seat_name(seat) for seat in result.winners)
    outcome = "Draw" if len(result.winners) == match.players > 1 else f"Won by {names}" if names else "Won by nobody"
    say(f"[good]✓[/] {told}, all legal. [bold]{escape(outcome)}: {escape(result.reason)}.[/]")


def _step(match: Match, steps: list[Step]) -> None:
    from stockade.cli.keyboard import Leave, ask

    _introduce(match)
    moment, plies = 0, len(steps)
    try:
        while moment <= plies:
            _show_moment(match, steps, moment)
            answer = ask(f"{moment}/{plies}> ").lower()
            if answer in ("q", "quit"):
                return
            moment = max(0, moment - 1) if answer in ("b", "back") else moment + 1
    except (Leave, KeyboardInterrupt):
        return
    _show_end(match, plies)
