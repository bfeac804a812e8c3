"""The schemas of variations. OpenAPI is generated from them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr

from stockade.core.scene import Shape

from ..schemas import ActionNo, Form, PositionView, Version

MOST_NODES = 400
MOST_ACTIONS = 400  # in one line
LONGEST_COMMENT = 1000

Ply = Annotated[StrictInt, Field(ge=0, lt=2**31)]


class Node(Form):
    """One move of a variation, with what chance brought after it."""

    parent: Annotated[StrictInt, Field(ge=0, lt=MOST_NODES)] | None = Field(
        description="The place of the move before it, earlier in the list. Null if it was tried in the match."
    )
    ply: Ply = Field(description="The moment of the match at which its line leaves the match.")
    actions: Annotated[list[ActionNo], Field(min_length=1, max_length=100)] = Field(
        description="The move, and the outcomes of chance that followed."
    )
    comment: Annotated[StrictStr, Field(max_length=LONGEST_COMMENT)] = ""


class Tree(Form):
    """All variations of a person, to be stored."""

    version: Version = Field(description="The version that it is based on: 0 if nothing was stored.")
    shared: StrictBool = Field(False, description="Let everybody who may see the match read them.")
    nodes: Annotated[list[Node], Field(max_length=MOST_NODES)] = Field(description="An empty list deletes them all.")


class NodeView(BaseModel):
    parent: int | None
    ply: int
    actions: list[int]
    comment: str
    seat: int = Field(description="The seat that moves.")
    text: str
    label: str


class TreeView(BaseModel):
    version: int
    shared: bool
    yours: bool
    name: str = Field(description="Whose variations these are.")
    nodes: list[NodeView]


class Line(Form):
    """Moves that might have been played from a moment of a match on."""

    ply: Ply = Field(description="The moment of the match at which the line begins.")
    actions: Annotated[list[ActionNo], Field(max_length=MOST_ACTIONS)] = Field(description="Chance included.")
    roll: StrictBool = Field(False, description="Choose chance actions at random until a player has to decide.")
    shape: Shape = "wide"


class LineView(PositionView):
    rolled: list[int] = Field(description="The outcomes of chance that were chosen.")
