"""How thorough an analysis is. Budgets are counts, so that the same analysis gives the same result anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from stockade.core.errors import BadOption
from stockade.core.language import mark


@dataclass(frozen=True, slots=True)
class Setting:
    """The budgets of an analysis."""

    name: str
    title: str
    simulations: int  # of the search that looks for a better choice at every decision
    check: int  # simulations of a search that compares the better choice with the played one
    checks: int  # how many such searches there are
    plans: int  # in games with plans: how many turns are compared
    playouts: int  # in games with plans: how many times each of the best turns is played out, for every comparison
    suspects: int  # how many decisions of each seat are checked
    games: int  # how many times both choices are played out to find out what differs in the end

    def times(self, factor: int) -> Setting:
        """Return a setting whose searches have a larger budget."""
        return replace(
            self,
            simulations=self.simulations * factor,
            check=self.check * factor,
            playouts=self.playouts * factor,
        )


SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("quick", mark("Quick"), 1500, 4500, 4, 10, 48, 6, 10),
        Setting("deep", mark("Deep"), 12000, 60000, 4, 20, 200, 10, 30),
    )
}


def setting_of(name: str) -> Setting:
    """Return the setting of that name."""
    if name not in SETTINGS:
        raise BadOption(f"an analysis is {' or '.join(SETTINGS)}, not {name!r}")
    return SETTINGS[name]
