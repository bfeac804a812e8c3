"""Check that imports point one way, rules are pure, no code names another game, and files stay small."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.architecture.kernels import kernels_in

import stockade

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "src" / "stockade"
CLIENT = PACKAGE / "web" / "client" / "src"
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if "node_modules" not in path.parts)
LIMIT = 700  # maximum number of lines in a file
GENERATED = "api-types.ts"  # nobody reads it from top to bottom

# Which parts of the package each part may import, besides itself.
MAY_IMPORT = {
    "core": set(),
    "games": {"core"},
    "bots": {"core"},
    "research": {"core", "records"},
    "arena": {"core", "bots", "research"},
    "analysis": {"core", "bots", "research"},
    "ready": {"core", "bots", "research", "analysis"},
    "records": {"core"},
    "puzzles": {"core", "bots", "research", "analysis", "arena"},
    "openings": {"core", "bots", "research", "arena"},
    "insight": {"core", "bots", "research", "analysis", "arena"},
    "conformance": {"", "core", "research", "records"},
    "server": {"", "core", "bots", "research", "analysis", "ready", "records", "puzzles", "openings"},
    "cli": {
        "",
        "core",
        "bots",
        "research",
        "analysis",
        "arena",
        "ready",
        "records",
        "puzzles",
        "openings",
        "insight",
        "server",
    },
    "web": {"core"},
    "": {"core", "bots", "ready"},
}
# Modules that the rules may import. Rules use no clock, random numbers, files or logging, and run on a GPU too.
PURE = {"__future__", "collections", "enum", "math", "typing", "numpy", "functools", "itertools", "dataclasses"}
ONLY_FOR_DATA = {"importlib", "json"}  # tables are read from files when a game is loaded


def part_of(path: Path) -> str:
    inside = path.relative_to(PACKAGE).parts
    return inside[0] if len(inside) > 1 else ""


def imports(path: Path) -> Iterator[str]:
    """Yield the full names of all modules that a file imports anywhere."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:  # relative to the file's own package
                here = ("stockade", *path.relative_to(PACKAGE).parts[: -node.level])
                module = ".".join([*here, module]).rstrip(".")
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def ours(path: Path) -> Iterator[tuple[str, ...]]:
    """Yield the parts of `stockade` that a file imports, as tuples of the names after `stockade`."""
    for name in imports(path):
        first, *rest = name.split(".")
        if first == "stockade":
            yield tuple(rest)


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


each_source = pytest.mark.parametrize("path", SOURCES, ids=place)


# -- imports ---------------------------------------------------------------------------------------------------


def test_every_part_has_its_rule() -> None:
    assert {part_of(path) for path in SOURCES} <= set(MAY_IMPORT)


@each_source
def test_imports_point_one_way(path: Path) -> None:
    part = part_of(path)
    for names in ours(path):
        is_inside = names and names != ("games",) and (PACKAGE / names[0]).is_dir()
        target = names[0] if is_inside else ""  # `from stockade import games` only imports the list of names
        assert target == part or target in MAY_IMPORT[part], f"{part} imports stockade.{'.'.join(names)}"


@pytest.mark.parametrize("name", stockade.games())
def test_a_game_imports_itself_and_the_core_alone(name: str) -> None:
    for path in (PACKAGE / "games" / name).rglob("*.py"):
        for names in ours(path):
            assert names[0] == "core" or names[:2] in (("games", name), ("games",)), place(path)


# The files of the rules' side that need more, and what. Nothing there imports these files, or they import it late.
NEED_MORE = {
    "core/language.py": {"babel"},  # plural forms of other languages, imported when somebody first speaks one
    "research/environments.py": {"PIL"},  # pixels, imported when somebody first asks for them
    "research/gpu_support.py": {"cupy"},  # arrays on a GPU, imported when there is one
    "research/gymnasium.py": {"gymnasium"},
    "research/openspiel.py": {"pyspiel", "open_spiel"},
    "research/pettingzoo.py": {"pettingzoo", "gymnasium"},  # PettingZoo's spaces are those of Gymnasium
}


@pytest.mark.parametrize("part", ["core", "games", "bots", "research", "ready", "puzzles", "openings"])
def test_the_rules_side_needs_numpy_and_numba_alone(part: str) -> None:
    allowed = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite", "stockade"}
    for path in (PACKAGE / part).rglob("*.py"):
        outside = {name.partition(".")[0] for name in imports(path)} - allowed
        assert outside <= NEED_MORE.get(path.relative_to(PACKAGE).as_posix(), set()), place(path)


@each_source
def test_nothing_imports_the_interfaces_of_other_projects(path: Path) -> None:
    adapters = {("research", name) for name in ("gymnasium", "openspiel", "pettingzoo")}
    assert not adapters & {names[:2] for names in ours(path)}, place(path)


def test_one_file_knows_of_ray() -> None:
    assert [place(path) for path in SOURCES if "ray" in imports(path)] == ["src/stockade/arena/cluster.py"]


# Numba has no public way to do what these need.
KNOW_NUMBA = {"core/compiler.py", "core/library.py", "core/room.py"}


@each_source
def test_no_file_reads_a_private_attribute_of_another(path: Path) -> None:
    if path.relative_to(PACKAGE).as_posix() in KNOW_NUMBA:
        return
    read, own = set(), {"_exit", "_replace"}  # of `os` and of named tuples
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("_"):
            is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            (own if is_own else read).add(node.attr)
        elif isinstance(node, ast.FunctionDef):
            own.add(node.name)
    assert read <= own, f"{place(path)}: {read - own}"


# -- pure rules ------------------------------------------------------------------------------------------------


def rule_files(name: str) -> list[Path]:
    """Return the files of a game's rules. Kernels elsewhere in a game are checked one by one."""
    folder = PACKAGE / "games" / name
    return [folder / "layout.py", folder / "tables.py", *folder.glob("rules.py"), *folder.glob("rules/*.py")]


@pytest.mark.parametrize("name", stockade.games())
def test_rules_import_nothing_that_acts_on_the_world(name: str) -> None:
    for path in rule_files(name):
        outside = {each.partition(".")[0] for each in imports(path)} - {"stockade"}
        extra = ONLY_FOR_DATA if path.name in ("tables.py", "cards.py") else set()
        assert outside <= PURE | extra, place(path)
        allowed = {"bits", "contract", "kernel", "layout", "room", "scratch", "tables"}
        for names in ours(path):
            assert (names[0] == "core" and names[1] in allowed) or names[:2] == ("games", name), place(path)


KERNELS = [(path, kernel) for path in SOURCES for kernel in kernels_in(path.read_text("utf-8"))]
each_kernel = pytest.mark.parametrize("path", sorted({path for path, _ in KERNELS}), ids=place)


def kernels_of(path: Path) -> list[ast.FunctionDef]:
    return [kernel for place, kernel in KERNELS if place == path]


@each_kernel
def test_kernels_roll_no_dice_and_raise_nothing(path: Path) -> None:
    for kernel in kernels_of(path):
        for node in ast.walk(kernel):
            assert not isinstance(node, ast.Raise | ast.Try | ast.With | ast.Global | ast.Nonlocal), kernel.name
            assert not (isinstance(node, ast.Attribute) and node.attr == "random"), kernel.name
            assert not (isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("print", "open")), kernel.name


@each_kernel
def test_kernels_say_what_they_do(path: Path) -> None:
    """Every kernel has a docstring, unless it is very short."""
    for kernel in kernels_of(path):
        assert ast.get_docstring(kernel) or len(kernel.body) <= 2, kernel.name


@each_kernel
def test_kernels_are_short(path: Path) -> None:
    for kernel in kernels_of(path):
        assert (kernel.end_lineno or 0) - kernel.lineno < 60, kernel.name


@pytest.mark.parametrize("name", stockade.games())
def test_a_layout_holds_the_record_and_its_names_and_no_function(name: str) -> None:
    tree = ast.parse((PACKAGE / "games" / name / "layout.py").read_text("utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


# -- games are named only in their own folder --------------------------------------------------------------------


def strings(path: Path) -> Iterator[str]:
    """Yield all string constants of a file, except docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def mentions(text: str) -> str | None:
    found = re.search(rf"\b({'|'.join(stockade.games())})\b", text, re.IGNORECASE)
    return None if found is None else found[0]


@each_source
def test_no_game_is_named_outside_its_folder(path: Path) -> None:
    inside = path.relative_to(PACKAGE).parts
    for text in strings(path):
        name = mentions(text)
        assert name is None or inside[:2] == ("games", name.lower()), f"{place(path)} says {text!r}"


def test_the_client_knows_no_game() -> None:
    files = [path for path in CLIENT.rglob("*") if path.suffix in (".ts", ".svelte", ".css", ".html")]
    assert len(files) > 10
    for path in files:
        if ".test." not in path.name:
            named = [line for line in path.read_text("utf-8").splitlines() if mentions(line)]
            assert not named, f"{place(path)}: {named[0].strip()}"


# -- files -----------------------------------------------------------------------------------------------------


def texts() -> list[Path]:
    """Return all files that are written by hand, without reports."""
    kinds = {".py", ".ts", ".svelte", ".css", ".md", ".json", ".toml", ".sh", ".txt", ".perft", ".svg", ".html", ""}
    found = [path for path in ROOT.iterdir() if path.name in ("Makefile", "README.md", "pyproject.toml")]
    for folder in ("src", "tests", "docs", "bench", "scripts"):
        found += (ROOT / folder).rglob("*")
    skipped = {"node_modules", "dist", "__pycache__", "reports"}
    found = [path for path in found if path.is_file() and path.suffix in kinds and path.name != "report.html"]
    return [path for path in found if not skipped & set(path.parts)]


def test_no_file_is_too_long() -> None:
    data = {".json", ".svg", ".txt", ".perft", ".md"}
    long = {
        place(path): count
        for path in texts()
        if path.suffix not in data
        and path.name != GENERATED
        and (count := len(path.read_text("utf-8").splitlines())) > LIMIT
    }
    assert not long


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    folders = [str(Path.home()), *(f"/{name}/" for name in ("work", "root", "home"))]
    paths = re.compile("|".join(rf"(?<![\w.~-]){re.escape(folder)}" for folder in folders if len(folder) > 1))
    knowing = {
        place(path): found[0]
        for path in texts()
        if path.name != "package-lock.json" and (found := paths.search(path.read_text("utf-8")))
    }
    assert not knowing
