"""Orders: answers that players give before they are asked, such as the most that they will bid."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Order:
    """An order that a player can give now.

    It holds as long as the game offers an order with the same name and occasion, and is forgotten after that.
    """

    name: str
    occasion: str  # what it is about: an auction, a round
    title: str  # what people read
    low: int | None = None  # the amounts that the order can name; None if it names none
    high: int | None = None

    def takes(self, amount: int | None) -> bool:
        """Return whether the order can name this amount."""
        if self.low is None or self.high is None or amount is None:
            return amount is None and self.low is None
        return self.low <= amount <= self.high


@dataclass(frozen=True, slots=True)
class Given:
    """An order that a player has given."""

    name: str
    occasion: str
    amount: int | None = None
