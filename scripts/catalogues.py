"""Collect the texts that people read into the English catalogues, and say what the other languages lack.

A catalogue is a folder `languages` with a file for each language. `en.json` is written by this script: start a new
language with a copy of it. Translations are kept in order, and those of texts that no longer exist are dropped.

python scripts/catalogues.py [--check]
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from stockade.core.language import ENGLISH, FOLDER

Text = str | dict[str, str]
Texts = dict[str, Text]

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "stockade"
CLIENT = PACKAGE / "web" / "client" / "src"
IN_ENGLISH = ("arena", "cli", "conformance", "games", "libraries", "web")
"""The parts of the package whose texts are not in its catalogue: tools in English, and those with their own."""
STRINGS = {
    "say": (0,),
    "mark": (0,),
    "counted": (1, 2),
    "noun": (0, 1),
    "Refused": (1,),
    "TooMany": (1,),
    "Failure": (0,),
}
"""Functions that say a text, and which of their arguments are texts."""
LITERAL = r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")"""
CLIENT_SAY = re.compile(rf"(?<![\w.])(?:say|mark)\(\s*{LITERAL}")
CLIENT_COUNTED = re.compile(rf"(?<![\w.])counted\([^;]*?,\s*{LITERAL},\s*{LITERAL}")


def catalogues() -> dict[Path, list[Path]]:
    """Return the folders of all catalogues, each with the sources whose texts are in it."""
    own = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in IN_ENGLISH]
    found = {PACKAGE: own}
    for game in sorted((PACKAGE / "games").glob("*/spec.py")):
        found[game.parent] = list(game.parent.rglob("*.py"))
    scripts = [*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]
    found[CLIENT] = [path for path in scripts if not path.name.endswith(".test.ts")]
    return {place / FOLDER: sorted(sources) for place, sources in found.items()}


def texts_in(source: Path) -> Texts:
    """Return the texts that a source says."""
    content = source.read_text(encoding="utf-8")
    return dict(_python(content) if source.suffix == ".py" else _client(content))


def _python(content: str) -> Iterator[tuple[str, Text]]:
    for node in ast.walk(ast.parse(content)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in STRINGS):
            continue
        places = STRINGS[node.func.id]
        given = [_strings(node.args[place]) for place in places if place < len(node.args)]
        for words in zip(*given, strict=False):
            if len(words) == len(places):
                yield _entry(words)


def _strings(node: ast.expr) -> list[str]:
    """Return a literal text, or both texts of a condition."""
    if isinstance(node, ast.IfExp):
        return _strings(node.body) + _strings(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _client(content: str) -> Iterator[tuple[str, Text]]:
    for pattern in (CLIENT_SAY, CLIENT_COUNTED):
        for found in pattern.finditer(content):
            yield _entry([_unquoted(literal) for literal in found.groups()])


def _unquoted(literal: str) -> str:
    value: str = ast.literal_eval(literal)
    return value


def _entry(words: Sequence[str]) -> tuple[str, Text]:
    return words[-1], words[0] if len(words) == 1 else {"one": words[0], "other": words[1]}


def english(sources: list[Path]) -> Texts:
    """Return the texts of all these sources, in alphabetical order."""
    found: Texts = {}
    for source in sources:
        for key, text in texts_in(source).items():
            if found.setdefault(key, text) != text:
                raise SystemExit(f"{source}: {key!r} is said both with and without a number, or with two singulars")
    return dict(sorted(found.items()))


def read(path: Path) -> Texts:
    found: Texts = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def write(path: Path, texts: Mapping[str, Text]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(texts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def translations(folder: Path) -> list[Path]:
    """Return the files of the other languages."""
    return sorted(path for path in folder.glob("*.json") if path.stem != ENGLISH)


def main() -> None:
    is_check = "--check" in sys.argv
    wrong = []
    for folder, sources in catalogues().items():
        texts = english(sources)
        for path in (folder / f"{ENGLISH}.json", *translations(folder)):
            known = read(path)
            wanted = texts if path.stem == ENGLISH else {key: known[key] for key in texts if key in known}
            name = path.relative_to(PACKAGE)
            if list(known.items()) != list(wanted.items()):
                if is_check:
                    wrong.append(f"{name} is out of date: run make languages")
                else:
                    write(path, wanted)
            if missing := [key for key in texts if key not in wanted]:
                print(f"{name}: {len(missing)} of {len(texts)} texts are missing, such as {missing[0]!r}")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
