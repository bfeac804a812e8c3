"""Check that finished work is read again, also after a kill in the middle of a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from stockade.arena.keeping import KeptLines
from stockade.core.errors import BadOption, CorruptLog

VALUES = [{"seed": 4}, ["é", 1.5, None], "word\u2028word"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "work.ndjson"
    with KeptLines(path) as lines:
        assert lines.found == []
        lines.add(*VALUES[:1])
        lines.add(*VALUES[1:])
    return path


def found(path: Path) -> list[object]:
    with KeptLines(path) as lines:
        return lines.found


def test_a_kill_at_any_byte_loses_no_whole_line(file: Path) -> None:
    written = file.read_bytes()
    for size in range(len(written) + 1):
        file.write_bytes(written[:size])
        whole = written[:size].count(b"\n")
        assert found(file) == VALUES[:whole]
        with KeptLines(file) as lines:
            lines.add("more")
        assert found(file) == [*VALUES[:whole], "more"]


def test_lines_of_another_style_are_read(file: Path) -> None:
    file.write_text('{"a": "ü"}\r\n[1, 2]\n', "utf-8")
    assert found(file) == [{"a": "ü"}, [1, 2]]


def test_a_file_that_is_damaged_before_its_end_is_left_as_it_is(file: Path) -> None:
    written = file.read_bytes()
    for wrong in (b"{\n", b"\xff\n", b"\n", b"[" * 100_000 + b"\n"):
        damaged = written + wrong + written + b"[1"
        file.write_bytes(damaged)
        with pytest.raises(CorruptLog, match="damaged in line 4"):
            found(file)
        assert file.read_bytes() == damaged


def test_two_processes_cannot_have_a_file_open(file: Path) -> None:
    with KeptLines(file), pytest.raises(BadOption, match="another process"):
        KeptLines(file)
    assert found(file) == VALUES


def test_other_work_begins_with_an_empty_file(file: Path) -> None:
    with KeptLines(file) as lines:
        lines.clear()
        assert lines.found == []
        lines.add("new")
    assert found(file) == ["new"]
