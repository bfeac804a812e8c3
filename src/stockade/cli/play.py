"""`stockade play`: play a new or a saved match."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import stockade
from stockade.arena.options import read_options
from stockade.cli.options import GameOptions, Players, Seed, page
from stockade.core.english import counted
from stockade.core.errors import BadOption, NotAllowed

if TYPE_CHECKING:
    from stockade.arena.botspec import BotSpec
    from stockade.cli.table import Table
    from stockade.core.match import Match

USUAL_LEVEL = "2"
FIRST_LEVEL = "1"  # of bots in a first game with a guide
HELP = page(
    "Play a game at the prompt, against bots or with friends at the same keyboard. Moves are typed in the game's "
    "notation; `?` lists them. Every move is saved at once: after Ctrl-C, a crash or `quit`, `--resume` continues.",
    "play GAME                               you go first, against a bot of level 2",
    "play GAME --guide                       a first game, explained as you play",
    "play GAME --level 5 --seat 1            a strong bot goes first",
    "play GAME --bot mcts:seconds=3          a bot with options of your own; see `stockade bots`",
    "play GAME --bot mybot.py:MyBot          a bot of your own; see docs/write-a-bot.md",
    "play GAME --hotseat                     people on all seats",
    "play --resume                           the latest unfinished match",
    "play --resume match.json                a match from a file",
)


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="One of `stockade games`; with --resume, a saved file is allowed too."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", "-r", help="Continue a saved match.")] = False,
    players: Players = None,
    option: GameOptions = None,
    seat: Annotated[
        str | None, typer.Option("--seat", "-s", help="Your seat: its name on the board, or its number from 0.")
    ] = None,
    level: Annotated[
        int | None,
        typer.Option("--level", "-l", help="How well bots play, from 1 to 5; `stockade bots GAME` has ratings."),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", metavar="BOT", help="A bot, name:key=value,... One for each seat, or for all."),
    ] = None,
    hotseat: Annotated[bool, typer.Option("--hotseat", help="People on all seats, no bots.")] = False,
    guide: Annotated[
        bool, typer.Option("--guide", "-g", help="Explain the game as you play, against the weakest bots.")
    ] = False,
    seed: Seed = None,
) -> None:
    from stockade.cli.keyboard import Leave
    from stockade.core import compiler

    compiler.compiles_here = False  # a person is waiting, so another process compiles
    resume = resume or _is_file(game)
    chosen = (
        hotseat or guide or bool(option or bot) or any(value is not None for value in (players, seat, level, seed))
    )
    if resume and chosen:
        raise BadOption("a saved match already has seats and options: --resume cannot be combined with others")
    if guide and hotseat:
        raise BadOption("--guide is for one person who plays against bots: it cannot be combined with --hotseat")
    bots = _wanted_bots(hotseat, level, bot, seat)
    try:
        table = _saved_table(game) if resume else None if chosen else _offer_saved(game)
        if table is None:
            table = _new_table(game or _ask_game(), players, option, seed, bots, seat, guide)
    except Leave:
        raise typer.Exit from None
    from stockade.cli.session import Session
    from stockade.ready import builds

    try:
        Session(table).run()
    finally:
        builds.close()


def _is_file(name: str | None) -> bool:
    """Return whether the name of a game is a file instead. Then it must be a saved match."""
    return name is not None and name not in stockade.games() and Path(name).expanduser().is_file()


def _wanted_bots(hotseat: bool, level: int | None, bots: list[str] | None, seat: str | None) -> list[str] | None:
    """Return the bots to play against: an empty list with --hotseat, and None if nothing was chosen."""
    if level is not None and bots:
        raise BadOption("--level and --bot both choose your opponents: give one of them")
    if not hotseat:
        return [str(level)] if level is not None else bots or None
    if seat is not None or level is not None or bots:
        raise BadOption("--hotseat has people on all seats: it cannot be combined with --seat, --level or --bot")
    return []


def _saved_table(wanted: str | None) -> Table:
    """Return the saved match in that file, or the latest unfinished one, of that game if one is named."""
    from stockade.cli import saves

    if wanted is None or wanted in stockade.games():
        latest = next(saves.unfinished(wanted), None)
        if latest is None:
            of_game = f" of {wanted}" if wanted else ""
            raise NotAllowed(f"there is no unfinished match{of_game} in {saves.matches_folder()}")
        return _open(latest.path)
    return _open(Path(wanted).expanduser())


def _open(path: Path) -> Table:
    from stockade.cli.terminal import busy

    with busy("opening the match"):
        from stockade.cli.table import Table

        return Table.load(path)


def _offer_saved(wanted: str | None) -> Table | None:
    """Ask whether to go on with an unfinished match, after a plain `stockade play`."""
    from stockade.cli import saves
    from stockade.cli.keyboard import ask

    if wanted is not None or not sys.stdin.isatty():
        return None
    latest = next(saves.unfinished(), None)
    if latest is None:
        return None
    text = f"{latest.game}, {counted(latest.actions, 'move')}, {saves.age_text(latest.age)}"
    if ask(f"You have an unfinished match ({text}). Continue it? [Y/n] ").lower() in ("n", "no"):
        return None
    return _open(latest.path)


def _ask_game() -> str:
    from stockade.cli.keyboard import Leave, ask
    from stockade.cli.terminal import say

    names = stockade.games()
    for number, name in enumerate(names, 1):
        spec = stockade.game(name).spec
        say(f"  [key]{number}[/] [bold]{spec.title}[/] [dim]{spec.blurb}[/]")
    while True:
        try:
            answer = ask("Which game? ").lower()
        except Leave:
            raise BadOption(f"say which game to play: {', '.join(names)}") from None
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        if answer in names:
            return answer
        say(f"Please type a name or a number from 1 to {len(names)}.")


def _new_table(
    game: str,
    players: int | None,
    option: list[str] | None,
    seed: int | None,
    bots: list[str] | None,
    seat: str | None,
    guide: bool = False,
) -> Table:
    from stockade.arena.botspec import parse_bots
    from stockade.cli.terminal import busy

    found = stockade.game(game)
    if guide:
        found.course(0)  # refused if the game has no guide
        players = found.spec.guided_players() if players is None else players
    options = read_options(option, found.spec)
    checked = found.options(players, options)  # refused before anything is compiled
    count = found.spec.check_players(players)
    alone = count - len(found.spec.auto_seats(count, checked)) == 1
    usual = FIRST_LEVEL if guide else USUAL_LEVEL
    specs = parse_bots(([] if alone else [usual]) if bots is None else bots)
    with busy(f"setting up {found.spec.title}"):
        from stockade.cli.table import Table

        match = stockade.Match(found, players, options, seed)
    return Table(match, _seats(match, specs, seat), seeded=seed is not None, guided=guide)


def _seats(match: Match, bots: list[BotSpec], wanted: str | None) -> list[BotSpec | None]:
    """Return who sits where: the person on the wanted seat, and the bots in turn on the others."""
    if not bots:
        return [None] * match.players
    own = _own_seat(match, wanted)
    others = [seat for seat in range(match.players) if seat != own and seat not in match.auto_seats]
    if len(bots) > len(others):
        left = f"{counted(len(others), 'seat')} {'is' if len(others) == 1 else 'are'} left"
        raise BadOption(f"{len(bots)} bots are too many: {left} beside yours")
    seats: list[BotSpec | None] = [None] * match.players
    for number, seat in enumerate(others):
        seats[seat] = bots[number % len(bots)]
    return seats


def _own_seat(match: Match, wanted: str | None) -> int:
    names = [match.state.seat_name(seat) for seat in range(match.players)]
    if wanted is None:
        return 0
    for seat, name in enumerate(names):
        if wanted.lower() in (name.lower(), str(seat)):
            if seat in match.auto_seats:
                raise BadOption(f"seat {seat} plays itself in this match")
            return seat
    known = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
    raise BadOption(f"there is no seat {wanted!r}; there are: {known}")
