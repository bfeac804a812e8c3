"""`stockade admin`: look after the database of a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stockade.cli.options import Database, Json, page

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from stockade.server.operate.backup import Copied
    from stockade.server.operate.check import Report
    from stockade.server.operate.people import Found

HELP = page(
    "Look after the database of a server: back it up, restore, check and compact it, and see to people.",
    "admin backup backups         while the server runs",
    "admin check                  before and after everything else",
)
BACKUP_HELP = page(
    "Copy the database to a file while servers go on writing, and verify the copy. In a folder, it gets a name with "
    "the date. The copy appears under its name only when it is complete.",
    "admin backup backups                             for example every hour",
    "admin backup copy.sqlite3 --force                overwrite the last copy",
    json="file, size (bytes), revision and counts",
)
RESTORE_HELP = page(
    "Put a backup in the place of the database. Stop the servers first: a database that is in use is refused. "
    "The file that was there before is kept under another name.",
    "admin restore backup.sqlite3 --force",
    json="file, size (bytes), revision, counts and kept (where the old file is, or null)",
)
CHECK_HELP = page(
    "Check the database: its pages, its references, its version, and every match by replaying its journal. Nothing "
    "is changed. The exit code is 1 if something is wrong.",
    "admin check",
    "admin check --sample 100                         replay only 100 matches, chosen at random",
    "admin check --database backup.sqlite3            check a backup",
    json="database, ok, revision, counts, replayed, stale, skipped and problems",
)
VACUUM_HELP = page(
    "Write the database file anew without gaps. A server may run, but its writes wait meanwhile, and the disk needs "
    "room for a second copy.",
    "admin vacuum",
    json="file, before and after (bytes)",
)
USERS_HELP = page("List and delete people, and let somebody in who has lost their password.", "admin users list")
LIST_HELP = page(
    "List people, those who were here last first.",
    "admin users list",
    "admin users list anna --limit 5                  with this text in their name",
    json="a list of id, name, claimed, matches, created and seen",
)
DELETE_HELP = page(
    "Delete a person, as they could do themselves. Their games stay without their name.",
    "admin users delete Ben --yes",
    json="id, name and left (their live matches)",
)
RESET_HELP = page(
    "Let somebody in who has lost their password. It is removed, their devices are signed out, and a link lets them "
    "in once within a day. They then choose a new password on the page about themselves.",
    "admin users reset Anna --yes",
    json="id, name and link",
)

app = typer.Typer(no_args_is_help=True, help=HELP, short_help="Look after the database of a server.")
users = typer.Typer(no_args_is_help=True, help=USERS_HELP, short_help="List, delete and let in people.")

Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
Person = Annotated[str, typer.Argument(metavar="PERSON", help="A name or an id.", show_default=False)]


def url_of(database: str | None) -> str:
    from stockade.server.settings import from_env

    return from_env(database).database_url


def backup(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="A file or a folder.", show_default=False)],
    database: Database = None,
    force: Force = False,
    json: Json = False,
) -> None:
    from stockade.cli.terminal import busy, print_json, say_whole
    from stockade.server.operate.backup import backup as copy

    with busy("copying"):
        done = copy(url_of(database), target.expanduser(), force)
    if json:
        print_json(_copied_json(done))
    else:
        say_whole(f"[good]✓[/] {_quoted(done.file)}: {_counts(done.contents.counts)}, {_size(done.size)}")


def restore(
    source: Annotated[Path, typer.Argument(metavar="BACKUP", help="A backup.", show_default=False)],
    database: Database = None,
    force: Force = False,
    json: Json = False,
) -> None:
    from stockade.cli.terminal import busy, print_json, say_whole
    from stockade.server.operate.backup import restore as put_back

    with busy("copying"):
        done = put_back(url_of(database), source.expanduser(), force)
    if json:
        print_json({**_copied_json(done), "kept": None if done.kept is None else str(done.kept)})
        return
    say_whole(f"[good]✓[/] {_quoted(done.file)}: {_counts(done.contents.counts)}, {_size(done.size)}")
    if done.kept is not None:
        say_whole(f"The file that was there before is {_quoted(done.kept)}")


def _copied_json(done: Copied) -> dict[str, Any]:
    contents = done.contents
    return {"file": str(done.file), "size": done.size, "revision": contents.revision, "counts": contents.counts}


def check(
    database: Database = None,
    sample: Annotated[
        int | None, typer.Option("--sample", min=0, help="How many matches to replay; by default all.")
    ] = None,
    json: Json = False,
) -> None:
    from stockade.cli.terminal import busy, print_json
    from stockade.server.operate.check import check as look

    with busy("checking the file") as tell:
        report = look(url_of(database), sample, lambda done, total: tell(f"checking match {done} of {total}"))
    if json:
        print_json(_report_json(report))
    else:
        _show_report(report)
    if not report.is_ok:
        raise typer.Exit(1)


def _report_json(report: Report) -> dict[str, Any]:
    from dataclasses import asdict

    return {"ok": report.is_ok, **asdict(report)}


def _show_report(report: Report) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import say, say_whole
    from stockade.server.migrations import HEAD

    older = "" if report.revision in (None, HEAD) else f"; the next server brings it to version {HEAD}"
    say_whole(f"[bold]{escape(report.database)}[/]")
    say(f"version {report.revision} of the tables{older}; {_counts(report.counts)}")
    say(f"matches replayed: {report.replayed}, skipped: {report.skipped}")
    if report.skipped:
        say("[dim]Matches are skipped if their game, or their version of its rules, is not installed.[/]")
    if report.stale:
        say(f"[dim]{report.stale} without a snapshot of this version: they are replayed when they go on.[/]")
    for problem in report.problems:
        say(f"[bad]✗[/] {escape(problem)}.")
    if report.is_ok:
        say("[good]✓[/] Nothing is wrong.")


def vacuum(database: Database = None, json: Json = False) -> None:
    from stockade.cli.terminal import busy, print_json, say_whole
    from stockade.server.operate.vacuum import vacuum as compact

    with busy("writing the file anew"):
        done = compact(url_of(database))
    if json:
        print_json({"file": str(done.file), "before": done.before, "after": done.after})
    else:
        say_whole(f"[good]✓[/] {_quoted(done.file)}: {_size(done.before)} before, {_size(done.after)} now")


def list_users(
    search: Annotated[str, typer.Argument(metavar="TEXT", help="Part of a name.", show_default=False)] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many people at most.")] = 50,
    database: Database = None,
    json: Json = False,
) -> None:
    from stockade.cli.terminal import print_json
    from stockade.server.operate import people

    with _opened(database) as engine:
        found = people.search(engine, search, limit)
    if json:
        print_json([_person_json(each) for each in found])
    else:
        _show_people(found)


def _person_json(found: Found) -> dict[str, Any]:
    from dataclasses import asdict

    return {**asdict(found), "created": found.created.isoformat(), "seen": found.seen.isoformat()}


def _show_people(found: list[Found]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from stockade.cli.terminal import console, say

    if not found:
        say("Nobody was found.")
        return
    table = Table("id", "name", "", "matches", "since", "last here", box=None, header_style="dim", pad_edge=False)
    for each in found:
        kind = "" if each.claimed else "guest"
        dates = (f"{each.created:%Y-%m-%d}", f"{each.seen:%Y-%m-%d}")
        table.add_row(f"[key]{each.id}[/]", escape(each.name), kind, str(each.matches), *dates)
    console().print(table)


def delete_user(person: Person, database: Database = None, yes: Yes = False, json: Json = False) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import print_json, say
    from stockade.server.operate import people

    with _opened(database) as engine:
        found = people.one(engine, person)
        if not yes:
            typer.confirm(f"Delete {found.name} ({found.id}), who plays in {found.matches} matches?", abort=True)
        left = people.remove(engine, found.id)
    if json:
        print_json({"id": found.id, "name": found.name, "left": list(left)})
        return
    say(f"[good]✓[/] {escape(found.name)} is deleted.")
    if left:
        say(f"They leave these live matches: {', '.join(left)}")


def reset_user(person: Person, database: Database = None, yes: Yes = False, json: Json = False) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import print_json, say, say_whole
    from stockade.server.operate import people
    from stockade.server.settings import from_env

    with _opened(database) as engine:
        found = people.one(engine, person)
        if not yes:
            typer.confirm(f"Remove the password of {found.name} ({found.id}) and sign them out?", abort=True)
        key = people.reset(engine, found.id)
    address = (from_env().public_url or "http://localhost:8000").rstrip("/")
    link = f"{address}/link#{key}"
    if json:
        print_json({"id": found.id, "name": found.name, "link": link})
        return
    say(f"{escape(found.name)} can sign in once with this link, within a day:")
    say_whole(link)


@contextmanager
def _opened(database: str | None) -> Iterator[Engine]:
    """Open an existing database, which is brought to the newest version of the tables first."""
    from stockade.server.broken import explained
    from stockade.server.operate.files import check_exists
    from stockade.server.storage import Storage

    url = url_of(database)
    check_exists(url)
    storage = Storage(url)
    try:
        with explained(url):
            yield storage.engine
    finally:
        storage.close()


def _quoted(path: Path) -> str:
    from rich.markup import escape

    return escape(str(path))


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{table}: {count}" for table, count in counts.items() if table in ("matches", "people"))


def _size(size: float) -> str:
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


for group, name, command, text in (
    (app, "backup", backup, BACKUP_HELP),
    (app, "restore", restore, RESTORE_HELP),
    (app, "check", check, CHECK_HELP),
    (app, "vacuum", vacuum, VACUUM_HELP),
    (users, "list", list_users, LIST_HELP),
    (users, "delete", delete_user, DELETE_HELP),
    (users, "reset", reset_user, RESET_HELP),
):
    group.command(name, help=text, short_help=text.partition(".")[0] + ".")(command)
app.add_typer(users, name="users")
