"""The name, players and options of Pig."""

from collections.abc import Mapping

from stockade.core.spec import Auto, Option, Spec, Value


def check_together(players: int, options: Mapping[str, Value]) -> str | None:
    if int(options["wild"]) >= players:
        return "somebody has to be no wild pig"
    if options["wild"] and options["earmark"] != "AA":
        return "wild pigs have AA on their ears"
    return "mercy is for four players" if options["mercy"] and players < 3 else None


SPEC = Spec(
    name="pig",
    title="Pig",
    blurb="Roll on, or hold what you have. A one loses the turn.",
    players=(1, 2, 4),
    usual_players=2,
    minutes="2",
    weight="light",
    rules_version=1,
    action_count=10,
    legal_limit=6,
    ply_limit=3000,
    options=(
        Option("target", 8, low=4, high=20, text="Points that win."),
        Option("die", "fair", choices=("fair", "loaded"), text="A loaded die shows more ones."),
        Option("mercy", False, text="A one costs half of the turn's points only."),
        Option(
            "earmark",
            "none",
            choices=("none", "AA"),
            pattern="[A-D]{2}",
            pattern_text="two letters from A to D",
            text="What is written on the pigs' ears. Nobody reads it.",
        ),
        Option("wild", 0, low=0, high=3, text="How many pigs roll by themselves."),
    ),
    check_together=check_together,
    auto=Auto("wild", "Wild pig", needs=(("earmark", "AA"),)),
)
