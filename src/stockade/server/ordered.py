"""What the orders of a seat are, and what they mean in a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from stockade.core.orders import Given
from stockade.core.state import State

from . import seats
from .models import SeatRow
from .schemas import OrderView


def given_at(row: SeatRow, state: State) -> list[Given]:
    """Return the orders of a seat that have not lapsed."""
    offered = {(order.name, order.occasion) for order in state.orders(row.seat)}
    given = [_read(order) for order in row.orders]
    return [order for order in given if (order.name, order.occasion) in offered]


def answer(row: SeatRow, state: State) -> int | None:
    """Return the action that the orders of the player who decides mean here, or None. Bots follow no orders."""
    return None if seats.is_away(row) else state.answer([_read(order) for order in row.orders])


def show(rows: Sequence[SeatRow], mine: Sequence[int], state: State) -> list[OrderView]:
    """Return the orders that somebody with these seats can give, and those that they gave."""
    found = []
    for seat in mine:
        given = {order.name: order for order in given_at(rows[seat], state)}
        for order in state.orders(seat):
            own = given.get(order.name)
            found.append(
                OrderView(seat=seat, **asdict(order), on=own is not None, amount=None if own is None else own.amount)
            )
    return found


def _read(order: dict[str, Any]) -> Given:
    return Given(str(order["name"]), str(order["occasion"]), order.get("amount"))
