"""The recorded matches show what their names say, and cover every variant."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.playthroughs.transcript import FOLDER, read_head, replay

import stockade

PATHS = sorted(path for path in (FOLDER / "barricado").glob("*.txt") if path.name != "ends.txt")
each_path = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def passed_over(match: stockade.Match) -> int:
    """Count how often the turn skipped a seat that could not build."""
    count, state = 0, match.state_at(0)
    for action in match.actions:
        mover = int(state.record.turn_owner)
        state.apply(action)
        is_next = state.record.turn_owner in (mover, (mover + 1) % match.players)
        same_turn = state.record.phase != 0 or state.is_over
        count += not same_turn and (not is_next or state.record.turn_owner == mover)
    return count


@each_path
def test_a_match_ends_the_way_it_is_filed_under(path: Path) -> None:
    text = path.read_text("utf-8")
    match = replay(text)
    assert match.result is not None
    match read_head(text).ends:
        case "one-winner":
            assert len(match.result.winners) == 1
        case "shared-win":
            assert len(match.result.winners) > 1
        case "turns-passed-over":
            assert passed_over(match) >= 1
        case "empty-bag":
            assert (match.state.record.segments[: match.players] == 0).any()
        case other:
            raise AssertionError(other)


def test_every_variant_is_played_to_the_end() -> None:
    heads = [read_head(path.read_text("utf-8")) for path in PATHS]
    assert {head.players for head in heads} == {2, 3, 4}
    assert {head.options["size"] for head in heads} == {6, 5, 4}
    for variant in ("revolution", "plazas_and_sewers"):
        assert {head.options[variant] for head in heads} == {False, True}
    assert any(head.options["revolution"] and head.options["plazas_and_sewers"] for head in heads)


def test_every_kind_of_action_is_told() -> None:
    verbs = {entry.text.split()[0] for path in PATHS for entry in replay(path.read_text("utf-8")).history()}
    assert verbs == {"draw", "reveal", "tile", "build", "extend", "rotate"}


def test_the_rotations_in_a_row_run_out_somewhere() -> None:
    match = replay((FOLDER / "barricado" / "revolution.txt").read_text("utf-8"))
    assert match.players in {int(match.state_at(ply).record.rotations) for ply in range(len(match.actions))}


def test_plazas_and_sewers_are_drawn_in_the_match_about_them() -> None:
    match = replay((FOLDER / "barricado" / "plazas-and-sewers.txt").read_text("utf-8"))
    told = {entry.text for entry in match.history()}
    assert {"reveal plain", "reveal plaza", "reveal sewer"} <= told
