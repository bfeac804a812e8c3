"""The files of a tournament: a page for people, tables, and JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from stockade.arena.report.files import PAGE
from stockade.arena.report.tables import Row, write_csv
from stockade.arena.report.tournament_page import tournament_page
from stockade.arena.tournament.run import Tournament
from stockade.arena.tournament.standings import Cost, Standings, standings

FIGURES = "report.json"


def all_standings(tournament: Tournament) -> list[Standings]:
    """Return the results of each setting that was played, and of all together if there are several."""
    played = sorted({meeting.event for meeting in tournament.meetings if meeting.done})
    found = [standings(tournament, event) for event in played]
    return [*found, standings(tournament)] if len(found) > 1 else found


def figures(tournament: Tournament, results: list[Standings]) -> dict[str, Any]:
    """Return all results as a mapping for JSON. Only `timing` differs between runs."""
    plan = tournament.plan
    header = plan.to_json()
    del header["tournament"]
    return {
        **header,
        "reproducible": plan.is_reproducible,
        "complete": tournament.is_over,
        "played": tournament.played,
        "results": [_result(each) for each in results],
        "timing": {"bots": {each.title: [_cost(cost) for cost in each.costs] for each in results}},
    }


def _result(found: Standings) -> dict[str, Any]:
    whole = asdict(found)
    del whole["costs"]
    rounded: dict[str, Any] = _rounded(whole)
    return rounded


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return round(value, 4) if isinstance(value, float) else value


def _cost(cost: Cost) -> Row:
    return {
        "bot": cost.bot,
        "decisions": cost.decisions,
        "microseconds": round(1e6 * cost.seconds, 2),
        "processor_microseconds": round(1e6 * cost.processor, 2),
    }


def write_tournament(tournament: Tournament, folder: Path) -> tuple[dict[str, Any], list[Standings]]:
    """Write the files of a report. Returns the figures, with the names of the files among them, and the standings."""
    results = all_standings(tournament)
    tables: dict[str, list[Row]] = {
        "ratings.csv": [{"setting": r["title"], **row} for r in map(_result, results) for row in r["players"]],
        "pairs.csv": [{"setting": r["title"], **row} for r in map(_result, results) for row in r["pairs"]],
        "games.csv": list(_games(tournament)),
        "times.csv": [{"setting": each.title, **_cost(cost)} for each in results for cost in each.costs],
    }
    for name, rows in tables.items():
        write_csv(folder / name, rows)
    found = figures(tournament, results)
    text = tournament_page(tournament, results, [*tables, FIGURES])
    (folder / PAGE).write_text(text, "utf-8")
    (folder / FIGURES).write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return found | {"files": [str(folder / name) for name in (PAGE, *tables, FIGURES)]}, results


def _games(tournament: Tournament) -> Iterator[Row]:
    """Yield one row per game. A match with the same seed has the same chance outcomes."""
    plan = tournament.plan
    for meeting in tournament.meetings:
        event, names = plan.events[meeting.event], plan.sitters(meeting.event)
        for deal, games in sorted(meeting.done.items()):
            for game in games:
                yield {
                    "setting": event.title,
                    "table": meeting.number + 1,
                    "deal": deal,
                    "seed": plan.seed_of(deal),
                    "bots": " | ".join(names[bot] for bot in game.bots),
                    "places": " ".join(map(str, game.places)),
                    "points": " ".join(f"{points:g}" for points in game.points),
                    "plies": game.plies,
                    "decisions": " ".join(map(str, game.decisions)),
                }
