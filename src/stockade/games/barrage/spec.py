"""The description of Barrage, without its rules."""

from __future__ import annotations

from collections.abc import Mapping

from stockade.core.spec import Auto, Option, Spec, Value

SETUPS = ("introductory", "full")
RULINGS = 2  # the newest version of the rulings


def check_together(players: int, options: Mapping[str, Value]) -> str | None:
    automas = int(options["automas"])
    if automas >= players:
        return f"automas are fewer than the {players} players, who count them in (ruling 61)"
    if len(str(options["level"])) not in (1, automas):
        return f"level {options['level']} is for {len(str(options['level']))} automas, not for {automas}"
    if automas and options["setup"] != "full":
        return "automas need the full game: say setup=full as well"
    return None


SPEC = Spec(
    name="barrage",
    title="Barrage",
    blurb="Dam the rivers of an alpine valley, drive their water through turbines, and out-produce the others.",
    players=(2, 3, 4),
    minutes="60-120",
    weight="heavy",
    rules_version=2,
    earlier={1: {"rulings": 1}},
    action_count=4_402,
    legal_limit=1_024,
    ply_limit=3_000,
    options=(
        Option(
            "setup",
            "introductory",
            title="Game",
            choices=SETUPS,
            titles=("Introductory game", "Full game"),
            text="Without patents and draft, or with all there is.",
        ),
        Option(
            "automas",
            0,
            title="Automated companies",
            low=0,
            high=3,
            text="How many of the players are automated companies.",
        ),
        Option(
            "level",
            "2",
            title="Level of automated companies",
            choices=("1", "2", "3", "4"),
            pattern="[1-4]{2,3}",
            pattern_text="a digit for each of them",
            text="How strong the automated companies are.",
        ),
        Option("rulings", RULINGS, low=1, high=RULINGS, text="The version of the rulings.", offered=False),
    ),
    check_together=check_together,
    usual_players=2,
    auto=Auto("automas", "Automa", needs=(("setup", "full"),), about=("level",)),
    sort_on_gpu=True,
)
