"""The terminal: colours, boards, progress, and JSON for programs."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.theme import Theme

from stockade.core.errors import Reason, StockadeError
from stockade.core.state import State
from stockade.ready import told_to

if TYPE_CHECKING:
    from stockade.core.match import Entry

Result = TypeVar("Result")

# Each has a contrast of about 4.5 to 1 against black and against white, so that it is readable on both.
# Games also mark owners by shape or letter, so nobody depends on colour.
THEME = Theme(
    {
        "seat0": "bold #1f77d0",
        "seat1": "bold #c8501e",
        "seat2": "bold #24853c",
        "seat3": "bold #9b4fd0",
        "seat4": "bold #8a7000",
        "dim": "#767676",
        "key": "bold",
        "good": "bold #24853c",
        "bad": "bold #c8501e",
        "prompt": "bold",
    }
)


def console() -> Console:
    """Return a console for the output. It is made each time, because tests and pipes replace the output stream."""
    return Console(theme=THEME, highlight=False, emoji=False)


def error_console() -> Console:
    return Console(theme=THEME, highlight=False, emoji=False, stderr=True)


def say(markup: str = "") -> None:
    """Print paragraphs with markup, keeping their indents when they wrap. Other text must be escaped first."""
    for line in markup.split("\n"):
        text = line.lstrip(" ")
        console().print(Padding(text, (0, 0, 0, len(line) - len(text)), expand=False) if text else "")


def say_entry(entry: Entry, number: int, indent: str = "  ") -> None:
    """Print a line of a match's history, and below it what the action set off."""
    say(f"{indent}[dim]{number}.[/] [key]{escape(entry.text)}[/] {escape(entry.label)}")
    for line in entry.told:
        say(f"{indent}    [dim]{escape(line)}[/]")


def say_whole(markup: str) -> None:
    """Print lines that must not be wrapped: boards, paths and commands to copy."""
    console().print(markup, soft_wrap=True)


def show_board(state: State) -> None:
    lines = [f"  {line.rstrip()}" for line in state.drawing().splitlines()]
    while len(lines) > 1 and not lines[0].strip():  # space for stacks that are not there
        del lines[0]
    say_whole("\n".join(lines))


def print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def reason_text(reason: Reason | StockadeError) -> str:
    """Return a refusal with its ruling, as markup."""
    text = reason.text if isinstance(reason, Reason) else reason.message
    ruling = f" [dim](ruling {escape(reason.ruling)})[/]" if reason.ruling else ""
    return escape(text) + ruling


@contextmanager
def busy(text: str) -> Iterator[Callable[[str], None]]:
    """Show a spinner on the error stream if that is a terminal. Gives a function that changes its text."""
    with error_console().status("") as status:

        def tell(now: str) -> None:
            status.update(f"[dim]{escape(now or text)}[/]")

        tell(text)
        with told_to(tell):
            yield tell


@contextmanager
def progress(text: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on the error stream. Gives a function to call with how many more are done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    where = error_console()
    with Progress(*columns, console=where, transient=True, disable=not where.is_terminal) as bar:
        task = bar.add_task(text, total=total)
        with told_to(lambda note: bar.update(task, description=note or text)):
            yield lambda done: bar.advance(task, done)


def interruptible(function: Callable[[], Result]) -> Result:
    """Run a long compiled function so that Ctrl-C ends the program at once, not when the function is done."""
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(function())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.2)
    if errors:
        raise errors[0]
    return results[0]
