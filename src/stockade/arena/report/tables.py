"""A sweep as CSV files. Every row begins with its setting. Shares and means have 95% intervals."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from stockade.arena.sweep import Swept
from stockade.research.sweep import Bought, Length, Mean, Share

Row = dict[str, Any]


def write_tables(swept: list[Swept], seat_names: list[str], folder: Path) -> list[str]:
    """Write every table that has rows, and return the names of the files."""
    tables: dict[str, Callable[[Swept], Iterable[Row]]] = {
        "settings": _setting,
        "seats": lambda each: _seats(each, seat_names),
        "lengths": _lengths,
        "endings": _endings,
        "curves": _curves,
        "groups": lambda each: _bought(each, each.summary.groups),
        "things": lambda each: _bought(each, each.summary.things),
        "prices": lambda each: _bought(each, each.summary.prices),
        "games": _games,
    }
    written = []
    for name, rows_of in tables.items():
        rows = [_cell(each) | row for each in swept for row in rows_of(each)]
        if rows:
            write_csv(folder / f"{name}.csv", rows)
            written.append(f"{name}.csv")
        else:
            (folder / f"{name}.csv").unlink(missing_ok=True)  # from an earlier sweep in the same folder
    return written


def write_csv(path: Path, rows: list[Row]) -> None:
    """Write rows that all have the same columns."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _cell(each: Swept) -> Row:
    return {"players": each.cell.players, **each.cell.settings}


def _mean(name: str, mean: Mean | None) -> Row:
    keys = (name, f"{name}_low", f"{name}_high")
    values = ("", "", "") if mean is None else (round(value, 6) for value in (mean.mean, mean.low, mean.high))
    return dict(zip(keys, values, strict=True))


def _share(share: Share) -> Row:
    return {"share": round(share.share, 6), "low": round(share.low, 6), "high": round(share.high, 6)}


def _setting(each: Swept) -> Iterator[Row]:
    summary = each.summary
    row: Row = {"games": summary.games, "won_by_one": summary.decided}
    for name, length in (("rounds", summary.rounds), ("actions", summary.actions)):
        row |= _mean(name, length.mean if length else None)
        quartiles = length.quartiles if length else ("", "", "")
        row |= dict(zip((f"{name}_quarter", f"{name}_median", f"{name}_three_quarters"), quartiles, strict=True))
    for side in ("winners", "others"):
        row |= _mean(f"points_{side}", summary.points.get(side))
    yield row


def _seats(each: Swept, names: list[str]) -> Iterator[Row]:
    for by, shares in (("seat", each.summary.seats), ("place", each.summary.places)):
        for number, share in enumerate(shares):
            row = {"by": by, "number": number + 1, "name": names[number] if by == "seat" else ""}
            yield row | {"won": share.count, "of": share.of} | _share(share) | {"even": round(each.summary.fair, 6)}


def _lengths(each: Swept) -> Iterator[Row]:
    lengths: list[tuple[str, Length | None]] = [("rounds", each.summary.rounds), ("actions", each.summary.actions)]
    for unit, length in lengths:
        for value, games in length.counts.items() if length else ():
            yield {"unit": unit, "length": value, "games": games}


def _endings(each: Swept) -> Iterator[Row]:
    for share in each.summary.endings:
        yield {"ending": share.name, "games": share.count, "of": share.of} | _share(share)


def _curves(each: Swept) -> Iterator[Row]:
    for name, points in each.summary.curves.items():
        for point in points:
            place = {"curve": name, "round": point.round_no, "side": point.side, "games": point.value.count}
            yield place | _mean("mean", point.value)


def _bought(each: Swept, kinds: list[Bought]) -> Iterator[Row]:
    for kind in kinds:
        row: Row = {"name": kind.name, "group": kind.group, "bought": kind.count, "games": kind.games}
        for name, mean in (("price", kind.price), ("earned", kind.earned), ("return", kind.returned)):
            row |= _mean(name, mean)
        yield row | {"by_winners": kind.winners.count} | _share(kind.winners) | {"even": round(each.summary.fair, 6)}


def _games(each: Swept) -> Iterator[Row]:
    """Return one row per game. A match with the same seed has the same chance outcomes."""
    for game in each.games:
        yield {
            "game": game.number,
            "seed": game.seed,
            "rounds": "" if game.rounds is None else game.rounds,
            "actions": game.actions,
            "ending": game.ending,
            "winners": " ".join(str(seat + 1) for seat in game.winners),
            "order": " ".join(str(seat + 1) for seat in game.order),
            "points": " ".join(f"{points:g}" for points in game.points),
        }
