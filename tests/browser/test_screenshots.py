"""Check that all screenshots exist and have the right size."""

from __future__ import annotations

import struct

import pytest
from tests.browser.screenshots import FOLDER, WIDTHS, names

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
MOST_BYTES = 4_000_000  # limit for all generated files in the repository


@pytest.mark.parametrize(("name", "width"), list(names().items()))
def test_a_kept_screenshot_has_its_size(name, width):
    data = (FOLDER / name).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (width, WIDTHS[width])


def test_nothing_else_is_kept():
    assert {path.name for path in FOLDER.iterdir()} == set(names())


def test_pictures_and_reports_are_small():
    kept = [path for folder in (FOLDER, FOLDER.parent / "sweeps") for path in folder.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in kept) < MOST_BYTES
