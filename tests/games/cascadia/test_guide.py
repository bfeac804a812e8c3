"""The guided first game of Cascadia."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.guides import SEAT, Seen, check_guide

import stockade


def asks(words: str) -> Callable[[Seen], bool]:
    return lambda seen: words in seen.prompt


def holds(animal: str) -> Callable[[Seen], bool]:
    return lambda seen: f"place the {animal} or return it" in seen.prompt


def earns_nature(seen: Seen) -> bool:
    def nature(state: stockade.State) -> str:
        return state.scene(SEAT).panels[SEAT].facts[1].value

    return seen.shown() != [] and all(nature(seen.after(text)) != nature(seen.state) for text in seen.shown())


MATTERS = {
    "start": asks("take a tile and a token"),
    "lay": asks("lay the tile"),
    "corridor": asks("lay the tile"),
    "token": asks("place the"),
    "nowhere": lambda seen: "it fits nowhere" in seen.prompt and seen.texts == ["return"],
    "keystone": earns_nature,
    "nature": lambda seen: "take 0 1" in seen.texts and "wipe 0" in seen.texts,
    "three": lambda seen: "wipe the three" in seen.prompt and "wipe" in seen.texts,
    "four": lambda seen: "all four are equal" in seen.told,
    "bear": holds("bear"),
    "elk": holds("elk"),
    "salmon": holds("salmon"),
    "hawk": holds("hawk"),
    "fox": holds("fox"),
    "bonus": lambda seen: "Cedar" in seen.told and "corridor" in seen.told,
    "late": lambda seen: int(seen.state.scene(SEAT).panels[SEAT].facts[2].value.split()[0]) <= 3,
}


def test_every_tip_comes_up_when_it_matters() -> None:
    check_guide("cascadia", MATTERS, untold={"Alone", "Writing it down"})


def test_tips_about_animals_are_about_the_cards_in_play() -> None:
    game = stockade.game("cascadia")
    match = stockade.Match(game, 2, {"cards": "family"}, seed=3)
    course = game.course(SEAT).begin(match.start)
    for step in match.opening:
        course = course.follow(step)
    while not match.is_over:
        for step in match.play(match.state.legal_actions()[-1]):
            course = course.follow(step)
    assert {"bear", "elk", "salmon", "hawk", "fox"}.isdisjoint(given.tip.id for given in course.given)
