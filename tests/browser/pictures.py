"""Keep pictures of what a browser test sees, for a person to look at."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page


def picture(page: Page, name: str) -> None:
    """Write a picture of the page into the folder STOCKADE_PICTURES, if that is set."""
    if folder := os.environ.get("STOCKADE_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
