"""What the tests of all lessons share: the boards and the prose of a lesson, and what can be done on its boards.

The conformance suite checks that every board can be played on. The tests of a game check that its captions are true.
"""

from __future__ import annotations

import re

from tests.games.positions import legal

import stockade
from stockade.conformance.test_lessons import BOARD, boards
from stockade.core.state import State

SYMBOL = re.compile(r"!\[[^\]]*\]\([^)]*\) ?")


class Lesson:
    def __init__(self, name: str) -> None:
        self.game = stockade.game(name)
        self.boards = boards(name)
        self.captions = [str(board["caption"]) for board in self.boards]
        self.states = [self.game.from_json(board["position"]) for board in self.boards]
        self.prose = SYMBOL.sub("", BOARD.sub("", self.game.learn()))

    def at(self, words: str) -> State:
        """Return the board whose caption contains these words."""
        (found,) = [state for state, caption in zip(self.states, self.captions, strict=True) if words in caption]
        return found.clone()

    def gains(self, words: str) -> dict[str, str]:
        """Return what each choice on that board promises."""
        return {choice.text: choice.gain for choice in self.at(words).scene().choices}

    def tried(self) -> set[str]:
        """Return the texts of all actions that can be tried on the boards."""
        return {text for state in self.states for text in legal(state)}

    def told(self) -> set[str]:
        """Return the first words of the actions that the prose names. A first word has three letters or more."""
        return {text.split()[0] for text in re.findall(r"`([a-z]{3}[^`]*)`", self.prose)}

    def check_captions(self, action: re.Pattern[str]) -> None:
        """Check that the actions which a caption names are legal on its board."""
        for state, caption in zip(self.states, self.captions, strict=True):
            assert set(action.findall(caption)) <= set(legal(state)), caption

    @property
    def words(self) -> int:
        return len(self.prose.split())


def verbs(texts: set[str]) -> set[str]:
    return {text.split()[0] for text in texts}
