"""Check that the rules import only NumPy and Numba, and that listing games does not even import Numba."""

from __future__ import annotations

from tests.core.process import python

GUARD = """
import sys

ALLOWED = set(sys.stdlib_module_names) | {"stockade", "numpy", "numba", "llvmlite"}

class Guard:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in ALLOWED:
            raise ImportError(f"{name} is forbidden here")

for name in list(sys.modules):
    if name.partition(".")[0] not in ALLOWED and not name.startswith("_"):
        del sys.modules[name]  # what an installer's hook brought along
sys.meta_path.insert(0, Guard())
"""


def test_the_shelf_needs_no_numba() -> None:
    python(
        "-c",
        GUARD
        + """
import stockade
for name in stockade.games():
    game = stockade.game(name)
    assert game.spec.title and game.learn() and game.art()
assert "numba" not in sys.modules, "import stockade brings Numba along"
""",
    )


def test_research_imports_without_anything_else() -> None:
    python("-c", GUARD + "import stockade.research, stockade.research.gpu, stockade.bots")


def test_everything_but_server_and_terminal_runs_on_numpy_and_numba() -> None:
    python(
        "-c",
        GUARD
        + """
import tempfile, stockade
from stockade.research import Batch, random_playouts
for name in stockade.games():
    match = stockade.Match(name, seed=1)
    bot = stockade.bot("mcts", simulations=20, threads=1)
    match.play(bot.choose(match.state))
    match.state.svg(), str(match.state), match.state.to_json(), match.history()
    with tempfile.TemporaryDirectory() as folder:
        match.save(f"{folder}/match.json")
        stockade.Match.load(f"{folder}/match.json")
    batch = Batch(name, 4)
    batch.step(batch.random_actions())
    random_playouts(name, 2)
""",
    )


LISTED = """
import sys, stockade
from stockade.bots.levels import levels
for name in stockade.games():
    levels(stockade.game(name))
loaded = [name for name in sys.modules if name.startswith("stockade.games.")]
print([name for name in loaded if name.endswith((".rules", ".evaluation"))])
"""


def test_listing_games_and_their_levels_loads_no_rules() -> None:
    assert python("-c", LISTED).strip() == "[]"


def test_every_module_of_a_game_can_be_the_first_to_be_imported() -> None:
    """Rooms refer to each other; a circle between them would show only to the program that opens the wrong door."""
    python(
        "-c",
        """
import importlib, importlib.util, os, sys
from pathlib import Path
import numba, stockade

for name in stockade.games():
    folder = Path(importlib.util.find_spec(f"stockade.games.{name}").origin).parent
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder).with_suffix("").parts
        module = ".".join(("stockade.games", name, *(part for part in parts if part != "__init__")))
        child = os.fork()
        if not child:
            try:
                importlib.import_module(module)
            except BaseException as error:
                print(module, error, file=sys.stderr)
                os._exit(1)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, module
""",
    )
