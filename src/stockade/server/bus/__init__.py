"""Short messages between the processes of one site, so that each soon knows what the others did.

A message only says that something changed, such as `{"match": "x7c2", "version": 12}`. What changed is in the
database. Messages may be lost, if a process reads too slowly or while a connection is down, so nothing may depend on
one. Every process also polls the database from time to time, and finds there what it was not told.
"""

from __future__ import annotations

from ..settings import Settings
from .contract import RECONNECTED, Bus, QuietBus, Receive

__all__ = ["RECONNECTED", "Bus", "QuietBus", "Receive", "open_bus"]

LOCAL = "local:"
REDIS = ("redis://", "rediss://", "unix://")


def open_bus(settings: Settings) -> Bus:
    """Return the bus that the settings name. It is silent until it is started."""
    address = settings.bus
    if address is None:
        return QuietBus()
    # Most servers need only one of these, so they are imported when they are used.
    if address.startswith(LOCAL):
        from .local import LocalBus

        return LocalBus(address.removeprefix(LOCAL))
    if address.startswith(REDIS):
        try:
            from .redis import RedisBus
        except ModuleNotFoundError as error:
            raise ValueError("STOCKADE_BUS names Redis: install it with pip install 'stockade[redis]'") from error
        return RedisBus(address)
    # The address may contain a password, so it is not repeated.
    raise ValueError('STOCKADE_BUS must be "redis://HOST:PORT/NUMBER" or "local:FOLDER"')
