"""The files of a report: the page, and the tables."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from stockade.arena.sweep import Sweep
from stockade.core.errors import BadOption

PAGE = "report.html"


def check_plots() -> None:
    """Raise an error early if the plots of a report could not be drawn."""
    if importlib.util.find_spec("matplotlib") is None:
        raise BadOption("the plots of a report need matplotlib: pip install 'stockade[report]'")


def make_folder(folder: Path) -> Path:
    """Make the folder of a report.

    This is done before the games are played, so that a folder that cannot be written is reported early.
    """
    if folder.exists() and not folder.is_dir():
        raise BadOption(f"{folder} is a file; a report is a folder")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def make_way(path: Path) -> Path:
    """Make the folder of a file that is written at the end, so that a wrong path is reported early."""
    if path.is_dir():
        raise BadOption(f"{path} is a folder; this writes a file")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def write_report(sweep: Sweep, folder: Path, interrupted: bool) -> list[str]:
    """Write the files of a report and return their names."""
    from stockade.arena.report.page import page
    from stockade.arena.report.tables import write_tables

    game, plan, swept = sweep.game, sweep.plans[0], sweep.results()
    most = max(swept, key=lambda each: each.cell.players).cell
    state = game.start(most.players, most.options)
    names = [state.seat_name(seat) for seat in range(most.players)]
    files = write_tables(swept, names, folder)
    told = [
        f"{', '.join(plan.bots)}; {plan.games:,} games in each setting; seed {plan.seed}; "
        f"rules version {game.spec.rules_version}."
    ]
    if interrupted:
        told.append("The sweep was interrupted: some settings have fewer games, or none.")
    text = page(f"{game.spec.title}: a sweep", told, swept, names, sweep.words, files)
    (folder / PAGE).write_text(text, "utf-8")
    return [PAGE, *files]
