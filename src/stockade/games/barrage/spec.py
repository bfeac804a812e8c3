"""The description of Barrage, without its rules."""

from __future__ import annotations

from collections.abc import Mapping

from stockade.core.language import mark
from stockade.core.spec import Auto, Option, Spec, Value
from stockade.games.barrage.language import say

SETUPS = ("introductory", "full")
RULINGS = 2  # the newest version of the rulings


def check_together(players: int, options: Mapping[str, Value]) -> str | None:
    automas = int(options["automas"])
    if automas >= players:
        return say("automas are fewer than the {players} players, who count them in (ruling 61)", players=players)
    level = str(options["level"])
    if len(level) not in (1, automas):
        wrong = mark("level {level} is for {count} automas, not for {automas}")
        return say(wrong, level=level, count=len(level), automas=automas)
    if automas and options["setup"] != "full":
        return say("automas need the full game: say setup=full as well")
    return None


SPEC = Spec(
    name="barrage",
    title="Barrage",
    blurb=mark("Dam the rivers of an alpine valley, drive their water through turbines, and out-produce the others."),
    players=(2, 3, 4),
    minutes="60-120",
    weight=mark("heavy"),
    rules_version=2,
    earlier={1: {"rulings": 1}},
    action_count=4_402,
    legal_limit=1_024,
    ply_limit=3_000,
    options=(
        Option(
            "setup",
            "introductory",
            title=mark("Game"),
            choices=SETUPS,
            titles=(mark("Introductory game"), mark("Full game")),
            text=mark("Without patents and without a draft, or with everything."),
        ),
        Option(
            "automas",
            0,
            title=mark("Automated companies"),
            low=0,
            high=3,
            text=mark("How many of the players are automated companies."),
        ),
        Option(
            "level",
            "2",
            title=mark("Level of automated companies"),
            choices=("1", "2", "3", "4"),
            pattern="[1-4]{2,3}",
            pattern_text=mark("a digit for each of them"),
            text=mark("How strong the automated companies are."),
        ),
        Option("rulings", RULINGS, low=1, high=RULINGS, text="The version of the rulings.", offered=False),
    ),
    check_together=check_together,
    usual_players=2,
    auto=Auto("automas", mark("Automa"), needs=(("setup", "full"),), about=("level",)),
    sort_on_gpu=True,
)
