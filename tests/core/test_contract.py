"""Check the protocols of a game, the names that templates get from them, and the errors for missing members."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import stockade
from stockade.core.contract import (
    Effects,
    Evaluation,
    Features,
    Foresight,
    Narrowing,
    Plans,
    Play,
    Ranking,
    Rules,
    members,
)
from stockade.core.errors import BadGame
from stockade.core.game import Game
from stockade.core.kernel import TEMPLATES, names_in

CONSTANTS = {"STATE", "LEGAL_LIMIT", "ACTION_COUNT", "PLAYERS_LIMIT", "CACHE", "KEY"}
TYPES = {"Record", "Actions", "Values", "Tensor"}


def declared_for_templates() -> set[str]:
    """Return the names declared at the top of `templates/names.py`."""
    tree = ast.parse((TEMPLATES / "names.py").read_text("utf-8"))
    targets = [node.target if isinstance(node, ast.AnnAssign) else node.targets[0] for node in tree.body
               if isinstance(node, ast.AnnAssign | ast.Assign)]  # fmt: skip
    found = {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return {name for name in found if not name.startswith("_")}


def test_members_of_a_protocol_in_their_order() -> None:
    assert members(Rules) == ("setup", "legal", "outcomes", "apply", "score")
    assert members(Evaluation) == ("OBSERVATION_SIZE", "BLOCKS", "observe", "evaluate")


def test_what_a_type_checker_sees_in_templates_is_what_the_contract_gives_them() -> None:
    protocols = (Rules, Ranking, Effects, Evaluation, Narrowing, Features, Plans, Foresight, Play)
    promised = {name for protocol in protocols for name in members(protocol)} - {"BLOCKS", "FEATURES"}
    assert declared_for_templates() == promised | {"finish_turn"} | CONSTANTS | TYPES


@pytest.mark.parametrize("name", stockade.games())
def test_templates_find_all_names_of_the_contract(name: str) -> None:
    names = set(stockade.game(name).shared_names)
    for protocol in (Rules, Ranking, Effects, Evaluation, Narrowing, Play):
        assert set(members(protocol)) <= names
    assert names_in("playout") & declared_for_templates() <= names | TYPES


@pytest.mark.parametrize(("room", "lacks"), [("text", "describe_end"), ("picture", "scene"), ("rules", "score")])
def test_a_game_that_lacks_something_is_refused_with_a_sentence(
    room: str, lacks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(stockade.game("blockade").spec, "stockade.games.blockade")
    whole = game.module

    def without(name: str) -> ModuleType:
        module = whole(name)
        kept = {key: value for key, value in vars(module).items() if key != lacks}
        return SimpleNamespace(**kept) if name == room else module  # type: ignore[return-value]

    monkeypatch.setattr(game, "module", without)
    with pytest.raises(BadGame, match=f"Blockade: its {room} lacks {lacks}"):
        game.check()


def test_optional_rooms() -> None:
    assert stockade.game("blockade").solution is not None
    assert stockade.game("blockade").plans is None
    assert stockade.game("cascadia").plans is not None
    assert stockade.game("barrage").features is not None
    assert stockade.game("cascade_barricade").study is not None


def test_rooms_are_loaded_when_they_are_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "strange"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "text.py").write_text("raise RuntimeError('loaded')")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = Game(stockade.game("blockade").spec, "strange")
    assert game.name == "blockade"
    with pytest.raises(RuntimeError, match="loaded"):
        _ = game.text
