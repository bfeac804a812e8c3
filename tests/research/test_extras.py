"""Check that an adapter without the package that it needs says what to install."""

from __future__ import annotations

import importlib
import sys

import pytest

from stockade.research.extras import MissingExtra


@pytest.mark.parametrize(
    ("module", "package"), [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")]
)
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, module: str, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # Python then says that there is no such package
    monkeypatch.delitem(sys.modules, f"stockade.research.{module}", raising=False)
    with pytest.raises(MissingExtra, match=rf"pip install 'stockade\[{module}\]'") as refused:
        importlib.import_module(f"stockade.research.{module}")
    assert refused.value.code == "missing_extra"
    assert isinstance(refused.value, ImportError)
