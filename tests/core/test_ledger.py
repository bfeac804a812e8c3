"""Check ledgers: differences, sums, and how changes are put into words."""

from __future__ import annotations

from stockade.core.language import noun
from stockade.core.ledger import TABLE, Account, amount, change_words, changes_between, event_of, sum_of

DOLLAR = noun("${count}", "${count}")
COIN = Account(0, noun("{count} coin", "{count} coins"))
ENERGY = Account(1, noun("{count} energy", "{count} energy"))
DROP = Account(TABLE, noun("{count} drop on {place}", "{count} drops on {place}", place="b3"))


def name(seat: int) -> str:
    return ("Jade", "Gold")[seat]


def test_changes_are_what_differs() -> None:
    assert changes_between({COIN: 3, ENERGY: 2}, {COIN: 1, ENERGY: 2, DROP: 4}) == {COIN: -2, DROP: 4}
    assert changes_between({COIN: 3}, {}) == {COIN: -3}


def test_changes_come_in_the_order_of_the_accounts() -> None:
    assert [*changes_between({DROP: 1, ENERGY: 1}, {COIN: 1, ENERGY: 2, DROP: 4})] == [COIN, ENERGY, DROP]


def test_sums_leave_out_what_cancels() -> None:
    assert sum_of([{COIN: 3, DROP: 1}, {COIN: -3, DROP: 1}]) == {DROP: 2}
    assert sum_of([]) == {}


def test_amounts_have_their_plural() -> None:
    assert amount(COIN, 1) == "1 coin"
    assert amount(COIN, 2) == "2 coins"
    assert amount(ENERGY, 2) == "2 energy"
    assert amount(DROP, 2) == "2 drops on b3"
    assert amount(Account(0, DOLLAR), 2) == "$2"


def test_changes_in_words_name_everybody_but_the_reader() -> None:
    changes = {COIN: -2, ENERGY: 3, DROP: 1}
    assert change_words(changes, name) == "Jade −2 coins; Gold +3 energy; +1 drop on b3"
    assert change_words(changes, name, mine=1) == "+3 energy; Jade −2 coins; +1 drop on b3"
    assert change_words({}, name) == ""


def test_the_parts_of_a_seat_keep_their_names() -> None:
    changes = {Account(0, DOLLAR, of="Ruby"): -2, Account(0, DOLLAR, of="Onyx"): 1}
    assert change_words(changes, name, mine=0) == "Onyx +$1; Ruby −$2"


def test_an_event_tells_its_changes() -> None:
    event = event_of("Income", {COIN: 2}, name)
    assert (event.text, event.changes) == ("Income: Jade +2 coins", {COIN: 2})
    assert event_of("Round 2 begins", {}, name).text == "Round 2 begins"
