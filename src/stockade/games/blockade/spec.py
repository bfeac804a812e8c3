"""The specification of Blockade, available before any rule is loaded."""

from stockade.core.language import mark
from stockade.core.spec import Option, Spec

SPEC = Spec(
    name="blockade",
    title="Blockade",
    blurb=mark("Two bridges, one castle, ten squares. Reach the far moat, or leave your rival no way to move."),
    players=(2,),
    minutes="5-10",
    weight=mark("light"),
    rules_version=1,
    action_count=120,
    legal_limit=8,
    ply_limit=400_000,
    options=(
        Option(
            "limit",
            400,
            title=mark("Move limit"),
            low=2,
            high=10_000,
            of_note=(100, 1000),
            text=mark("A round is drawn after this many moves of both players."),
        ),
        Option(
            "match",
            0,
            title=mark("Points to win a match"),
            low=0,
            high=99,
            of_note=(3, 11),  # 11 is what the rulebook says
            text=mark("Play rounds until someone has this many points; 0 is a single game."),
        ),
    ),
)
