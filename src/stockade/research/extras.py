"""What the interfaces of other projects need: their packages, which Stockade does not install by itself."""

from __future__ import annotations

from stockade.core.errors import StockadeError


class MissingExtra(StockadeError, ImportError):
    """A package that an optional part needs is not installed."""

    code = "missing_extra"


def missing(package: str, extra: str, error: ImportError) -> MissingExtra:
    """Return the error for a package that could not be imported."""
    return MissingExtra(f"this needs {package}: pip install 'stockade[{extra}]' ({error})")
