"""Perft by a second implementation whose tables can be copied."""

from __future__ import annotations

from typing import Protocol, Self


class Table(Protocol):
    def legal(self) -> list[str]: ...

    def copy(self) -> Self: ...

    def play(self, text: str) -> None: ...


def perft(table: Table, depth: int) -> int:
    """Count the sequences of exactly that many actions. Outcomes of chance count like actions."""
    legal = table.legal()
    if depth == 1:
        return len(legal)
    count = 0
    for text in legal:
        after = table.copy()
        after.play(text)
        count += perft(after, depth - 1)
    return count
