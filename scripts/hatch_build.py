"""Tag a wheel that contains compiled games for one platform and Python version; other wheels run anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  (hatchling's signature)
        if any(Path(self.root, "src", "stockade", "libraries").glob("*.library")):
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
