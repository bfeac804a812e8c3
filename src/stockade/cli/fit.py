"""`stockade fit`: fit the evaluation of a game to games that bots play against themselves."""

from __future__ import annotations

import json as js
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import stockade
from stockade.cli.options import GameName, GameOptions, Jobs, Json, Ray, page, workers
from stockade.core.english import counted
from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from stockade.arena.grid import Cell
    from stockade.arena.jobs import Workers
    from stockade.core.game import Game
    from stockade.research.fit import Samples

SEED_LIMIT = 2**31
HELP = page(
    "Fit a game's evaluation. Its greedy bot plays against itself, or the bots that you name play, and some seats "
    "play at random more often than others. A small network learns the chances of each seat from its features "
    "(evaluation/features). The result is a file. As data/value.json of the game, it is the evaluation that greedy "
    "and mcts use. Fit again to games of these better bots to improve it further.",
    "fit TABLED --samples 2000 --passes 2              a quick try; by default it takes 200,000 positions",
    "fit TABLED --players 2..3 --samples 2000 --passes 2 --jobs 2",
    "fit TABLED --set NUMBER --samples 2000 --passes 2 --out mine.json",
    "fit TABLED --samples 2000 --passes 2 --ray local",
    "fit TABLED --samples 1000 --passes 2 --bots mcts:simulations=10,threads=1      games of a search, much slower",
    json="game, samples, features, size, losses (the error in each pass), file; and timing, the only "
    "part that differs between runs",
)


def fit(
    game: GameName,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUES", help="Options to vary: 4..6 or a,b,c."),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", metavar="VALUES", help="2..4 or 2,4; by default the game's usual number."),
    ] = None,
    samples: Annotated[int, typer.Option("--samples", "-n", help="How many positions.", min=1000)] = 200_000,
    size: Annotated[int, typer.Option("--size", help="Hidden units of the network.", min=1, max=256)] = 24,
    passes: Annotated[int, typer.Option("--passes", help="How many times to go through all positions.", min=1)] = 12,
    seed: Annotated[int, typer.Option("--seed", help="Fixes the games and the fit.", min=0, max=SEED_LIMIT)] = 0,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", "-b", metavar="BOT,BOT",
                     help="Whose games to learn from. They take the seats in turn; one plays against itself.",
                     show_default="compiled greedy play"),
    ] = None,
    option: GameOptions = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="The file to write.", show_default="value-GAME.json")
    ] = None,
    json: Json = False,
) -> None:  # fmt: skip
    from stockade.arena.grid import read_cells, read_players
    from stockade.arena.jobs import workers_of
    from stockade.cli.terminal import print_json, progress, say
    from stockade.research.fit import fit as fit_network

    found = stockade.game(game)
    if found.features is None:
        raise BadOption(f"{found.spec.title} has no evaluation/features: there is nothing to fit")
    cells = read_cells(found, read_players(players, found), option, settings)
    file = out or Path(f"value-{found.name}.json")
    where = workers(jobs, ray)
    started = time.perf_counter()
    played = _record(found, cells, samples, seed, where, bots or [])
    fits = []
    with progress(f"{found.spec.title}: {len(played):,} positions", passes) as advance:
        for each in fit_network(played, size, passes, seed=seed):
            fits.append(each)
            advance(1)
    network = fits[-1][0]
    losses = [round(loss, 4) for _, loss in fits]
    features = found.features.FEATURES
    file.write_text(js.dumps(network.to_json(features), separators=(",", ":")) + "\n", "utf-8")
    if json:
        report = {"game": found.name, "samples": len(played), "features": len(features), "size": size}
        timing = {"seconds": time.perf_counter() - started, "jobs": workers_of(where).count}
        print_json(report | {"losses": losses, "file": str(file), "timing": timing})
        return
    say(f"The error was {losses[0]:.3f} in the first pass and {losses[-1]:.3f} in the last. Written to {file}.")


def _record(game: Game, cells: list[Cell], samples: int, seed: int, where: int | Workers, bots: list[str]) -> Samples:
    """Record as many positions from each setting."""
    from stockade.arena.botspec import read_bots
    from stockade.arena.recording import record_shares, shares_of
    from stockade.cli.terminal import busy, progress
    from stockade.research.fit import record

    with busy(f"setting up {game.spec.title}"):
        record(game, cells[0].players, cells[0].options, 2, seed)
    texts = [spec.text for spec in read_bots(game, bots)]
    shares = shares_of(game, cells, samples, seed, texts)
    with progress(f"{game.spec.title}: {counted(len(shares), 'share')} of games", len(shares)) as advance:
        return record_shares(shares, where, advance)
