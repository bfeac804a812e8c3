"""The screens on which every page is looked at, as options of a Playwright context by their width."""

from __future__ import annotations

from typing import Any

DEVICES: dict[int, dict[str, Any]] = {
    375: {"viewport": {"width": 375, "height": 812}, "has_touch": True, "is_mobile": True},
    768: {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True},
    1440: {"viewport": {"width": 1440, "height": 900}},
}
