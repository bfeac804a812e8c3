"""Action ids are encoded and decoded."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

from stockade.games.barrage import layout
from stockade.games.barrage.layout import BASES, COMPANIES, MOST_UNITS, PRIVATE, SITES, VARIANTS
from stockade.games.barrage.rules.actions import (
    Base,
    action_of,
    bank_action,
    banked_of,
    build_action,
    build_of,
    kind_of,
    number_of,
    parts_of,
    pay_action,
    payment_of,
    pick_action,
    pick_of,
    produce_action,
    production_of,
)

SOURCES = Path(layout.__file__).parent
TAKEN_APART = re.compile(r"Base\.[A-Z_]+ *[-+*/%]|[-+*/%] *Base\.[A-Z]")


def test_every_action_is_of_one_kind_and_has_a_number_in_it() -> None:
    for action in range(Base.END):
        assert kind_of(action) == max(base for base in Base if base <= action)
        assert action_of(kind_of(action), number_of(action)) == action


def test_actions_of_several_parts_both_ways() -> None:
    machines = range(MOST_UNITS + 1)
    productions = [
        (dam, dam // 2 * 2 + side, drops) for dam in range(BASES) for side in (0, 1) for drops in (1, 2, 3, 4)
    ]
    for base, end, make, read, parts in (
        (Base.BUILD, Base.PASS, build_action, build_of, product(range(SITES), range(VARIANTS))),
        (Base.PAY, Base.PRODUCE, pay_action, payment_of, product(machines, machines)),
        (Base.PRODUCE, Base.NO_PRODUCTION, produce_action, production_of, productions),
        (Base.PICK, Base.DRAW_HEADSTREAM, pick_action, pick_of, product(range(COMPANIES), range(PRIVATE))),
    ):
        found = {make(*each): each for each in parts}
        assert sorted(found) == list(range(base, end))
        for action, each in found.items():
            assert read(action) == parts_of(action) == each
    assert [bank_action(engineers) for engineers in range(1, 13)] == list(range(Base.BANK, Base.PATENT))
    assert [banked_of(action) for action in range(Base.BANK, Base.PATENT)] == list(range(1, 13))


def test_ids_are_made_and_taken_apart_in_one_file() -> None:
    found = {path.name for path in SOURCES.rglob("*.py") if TAKEN_APART.search(path.read_text("utf-8"))}
    assert found <= {"actions.py"}
    assert TAKEN_APART.search("action - Base.PAY")
    assert TAKEN_APART.search("Base.PAY + 3")
