"""Turn a game's rules for beginners into a lesson: Markdown becomes HTML, and its boards become scenes."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

import stockade
from stockade.core.errors import StockadeError
from stockade.core.game import Game
from stockade.core.language import language
from stockade.core.scene import Shape

from .positions import picture
from .schemas import BoardBlock, HtmlBlock, Lesson

logger = logging.getLogger("stockade.server")


def lesson(name: str, shape: Shape) -> Lesson:
    """Return a game's lesson in the reader's language."""
    return _lesson(name, shape, language())


@lru_cache(maxsize=64)
def _lesson(name: str, shape: Shape, code: str) -> Lesson:  # noqa: ARG001  (the language of everything in it)
    game = stockade.game(name)
    try:
        text = game.learn()
    except FileNotFoundError:
        return Lesson(title=game.spec.title, blocks=[])
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("image", _symbol)
    tokens = markdown.parse(text)
    title = game.spec.title
    if len(tokens) > 2 and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        title, tokens = tokens[1].content, tokens[3:]
    headings = [token for token in tokens if token.type == "heading_open" and token.tag == "h2" and token.level == 0]
    for heading, section in zip(headings, game.sections(), strict=False):
        heading.attrSet("id", section.id)
    blocks: list[HtmlBlock | BoardBlock] = []
    prose: list[Token] = []

    def flush() -> None:
        if prose:
            blocks.append(HtmlBlock(html=markdown.renderer.render(prose, markdown.options, {"game": game})))
            prose.clear()

    for token in tokens:
        board = _board(game, token, shape) if _is_board(token) else None
        if board is None:
            prose.append(token)
        else:
            flush()
            blocks.append(board)
    flush()
    return Lesson(title=title, blocks=blocks)


def _symbol(
    self: RendererProtocol, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:  # the names that the library asks for
    """Return a symbol of the game's art, as tall as the text. Clients put the game's name before the symbol's id."""
    del self, options
    game: Game = env["game"]
    name, words = str(tokens[idx].attrs["src"]), tokens[idx].content
    found = re.search(rf'<symbol id="{re.escape(name)}" viewBox="([^"]+)"', game.art())
    if found is None:
        logger.warning("the lesson of %s shows a symbol %s that does not exist", game.name, name)
        return escape(words)
    spoken = f'role="img" aria-label="{escape(words)}"' if words else 'aria-hidden="true"'
    return f'<svg class="sign" {spoken} viewBox="{found[1]}"><use href="#{game.name}--{escape(name)}"/></svg>'


def _is_board(token: Token) -> bool:
    # Only at the top level: a board inside a list or a quotation would split it in two.
    return token.type == "fence" and token.level == 0 and token.info.strip() == "board"


def _board(game: Game, token: Token, shape: Shape) -> BoardBlock | None:
    """Return the board of a fenced block, or None if it is invalid; it is then shown as text."""
    try:
        given: dict[str, Any] = json.loads(token.content)
        state = game.from_json(given["position"])
        viewer: int | None = given.get("viewer")
        scene = picture(state, viewer, shape)
    except (StockadeError, ValueError, KeyError, TypeError) as error:
        logger.warning("a board in the lesson of %s is invalid: %s", game.name, error)
        return None
    caption = str(given.get("caption", ""))
    return BoardBlock(position=state.to_json(), scene=scene, viewer=viewer, caption=caption)
