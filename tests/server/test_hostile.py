"""Whatever is sent as a position, the answer is a picture or a clear refusal."""

from __future__ import annotations

import json
import logging
import random
from typing import Any

import pytest
from tests.hostile.mutations import JUNK, Bender
from tests.server.test_fuzz import check_refusal

import stockade
from stockade.conformance.scope import either
from stockade.conformance.table import settings_of

CASES = either(quick=30, deep=400)
JSON = {"Content-Type": "application/json"}
DIGITS = "9" * 5000


def reached(name: str, dice: random.Random) -> list[dict[str, Any]]:
    """Return positions that random play reaches, at every player count."""
    found = []
    for setting in settings_of(name):
        if not setting.changed:
            match = setting.match(dice.getrandbits(30))
            for _ in range(dice.randint(0, 40)):
                if not match.is_over:
                    match.play(dice.choice(match.state.legal_actions()))
            found.append(match.state.to_json())
    return found


@pytest.mark.parametrize("name", stockade.games())
def test_a_bent_position_is_drawn_or_refused(shared_client, name: str, caplog: pytest.LogCaptureFixture) -> None:
    dice = random.Random(name)
    bender, positions = Bender(dice), reached(name, dice)
    for position in positions:
        bender.learn(position)
    drawn = 0
    for _ in range(CASES):
        question = {
            "position": bender.bent(dice.choice(positions), most=2),
            "action": dice.choice((None, None, dice.randrange(stockade.game(name).spec.action_count), "pass")),
            "roll": dice.random() < 0.3,
            "viewer": dice.choice((None, 0, 1, 63)),
            "shape": dice.choice(("wide", "tall")),
        }
        if dice.random() < 0.1:
            question[dice.choice(list(question))] = dice.choice(JUNK)
        content = json.dumps(question).encode("utf-8", "surrogatepass")
        with caplog.at_level(logging.ERROR):
            answer = shared_client.post(f"/api/games/{name}/position", content=content, headers=JSON)
        if answer.status_code == 200:
            drawn += 1
            positions.append(answer.json()["position"])
        else:
            check_refusal(answer.status_code, answer.json())
    assert drawn > 0
    assert not caplog.records, "reading a position failed in a way that nobody expected"


@pytest.mark.parametrize(
    ("path", "content", "status", "words"),
    [
        ("/api/games/blockade/position", f'{{"position": {{"ply": {DIGITS}}}}}', 422, "number is too long"),
        ("/api/games/blockade/position", f'{{"position": {{}}, "action": {DIGITS}}}', 422, "number is too long"),
        ("/api/games/blockade/position", f'{{"position": {{"ply": {DIGITS[:4000]}}}}}', 422, "number is too long"),
        (
            "/api/games/blockade/position",
            f'{{"position": {{"ply": {"[" * 900}{"]" * 900}}}}}',
            422,
            "nested too deeply",
        ),
        ("/api/games/blockade/position", "[" * 30_000, 422, "nested too deeply"),
        ("/api/games/blockade/position", "[" * 100_000, 413, "too large"),
        ("/api/matches", f'{{"game": "blockade", "seed": {DIGITS}}}', 422, "number is too long"),
        ("/api/matches", f'{{"game": "blockade", "options": {{"limit": "{DIGITS}"}}}}', 400, "from 2 to 10000"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_what_is_too_large_is_refused_in_words(client, path: str, content: str, status: int, words: str) -> None:
    answer = client.post(path, content=content, headers=JSON)
    assert answer.status_code == status
    check_refusal(status, answer.json())
    assert words in answer.json()["message"]


@pytest.mark.parametrize(("value", "words"), [(DIGITS, "too many digits"), ("[" * 9000, "inside one another")])
def test_a_table_of_data_that_is_too_large_is_refused_in_words(client, value: str, words: str) -> None:
    for name in stockade.games():
        for option in stockade.game(name).spec.options:
            if option.read is not None:
                given = {"game": name, "options": {option.name: f'{{"name": {value}}}'}}
                answer = client.post("/api/matches", content=json.dumps(given), headers=JSON)
                check_refusal(answer.status_code, answer.json())
                assert words in answer.json()["message"]
