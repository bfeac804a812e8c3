"""The table of Barrage as lines of text, for a terminal."""

from __future__ import annotations

import re

from stockade.core.ledger import POINT
from stockade.games.barrage.language import counted
from stockade.games.barrage.layout import (
    ANTON,
    BASES,
    BASINS,
    NEUTRAL,
    NOTHING,
    POWERHOUSE_SITE,
    SEGMENTS,
    Player,
    Record,
)
from stockade.games.barrage.rules.actions import Base, action_of
from stockade.games.barrage.tables import (
    BONUS_NAMES,
    CONDUIT_VALUE,
    CONTRACT_NAMES,
    FIRST_POWERHOUSE,
    OBJECTIVE_NAMES,
    SITE_NAMES,
    TILE_NAMES,
)
from stockade.games.barrage.text.notation import STREAM_LETTERS, conduit_name, format_action, seat_name
from stockade.games.barrage.text.words import (
    CREDIT,
    ENERGY,
    ENGINEER,
    OBJECTIVES,
    OFFICER_TITLES,
    contract_terms,
    patent_words,
)

WIDE = 96  # width of a terminal
MARK = re.compile(r"\[/?\w*\]")  # a mark for a colour


def draw(state: Record) -> str:
    """Return the table as text: the basins with what stands in them, what lies on the boards, then the companies."""
    lines = [f" round {state.round_no}{_bonus(state)}; headstreams: {_streams(state)}", *_objective(state)]
    for basin in range(BASINS):
        lines += _basin(state, basin)
    lines += _office(state)
    lines += _taken(state)
    for seat in state.order[: state.players].tolist():
        lines += _company(state, seat)
    return "\n".join(lines)


def _listed(head: str, words: list[str]) -> list[str]:
    """Return a list as lines. A long list continues on the next line."""
    lines, length = [head + (words[0] if words else "-")], len(head + MARK.sub("", "".join(words[:1])))
    for word in words[1:]:
        length += 2 + len(MARK.sub("", word))
        if length > WIDE:
            lines[-1] += ","
            lines.append(" " * len(head) + word)
            length = len(head + MARK.sub("", word))
        else:
            lines[-1] += f", {word}"
    return lines


def _column(head: str, words: list[str]) -> list[str]:
    """Return a list as lines, one for each thing."""
    return [(head if number == 0 else " " * len(head)) + word for number, word in enumerate(words or ["-"])]


def _bonus(state: Record) -> str:
    """Describe the bonus tile of the round."""
    number = int(state.round_no) - 1
    if number < 0 or state.bonus[number] == NOTHING:
        return ""
    return f" (bonus for {BONUS_NAMES[state.bonus[number]].replace('_', ' ')})"


def _objective(state: Record) -> list[str]:
    if state.objective == NOTHING:
        return []
    return [f" objective: {OBJECTIVES[OBJECTIVE_NAMES[state.objective]]}"]


def _streams(state: Record) -> str:
    words = []
    for stream, letter in enumerate(STREAM_LETTERS):
        running = f" and {state.falling[stream]} that run" if state.falling[stream] else ""
        words.append(f"{letter} {state.waiting[stream]}{running}")
    return ", ".join(words)


def _owner(state: Record, owner: int) -> str:
    return "neutral" if owner == NEUTRAL else f"[seat{owner}]{seat_name(state, owner)}[/]"


def _basin(state: Record, basin: int) -> list[str]:
    things = []
    for house in range(FIRST_POWERHOUSE[basin], FIRST_POWERHOUSE[basin + 1]):
        if state.powerhouse[house] != NOTHING:
            things.append(f"{SITE_NAMES[POWERHOUSE_SITE + house]} {_owner(state, int(state.powerhouse[house]))}")
    for space in range(2 * basin, min(2 * basin + 2, BASES)):
        if state.dam_owner[space] != NOTHING:
            water = f"{state.dam_drops[space]}/{state.dam_level[space]}"
            things.append(f"{SITE_NAMES[space]} {_owner(state, int(state.dam_owner[space]))} {water}")
    for conduit in range(2 * basin, min(2 * basin + 2, BASES)):
        if state.conduit[conduit] != NOTHING:
            way = f"{conduit_name(conduit)} x{CONDUIT_VALUE[conduit]}"
            things.append(f"{way} {_owner(state, int(state.conduit[conduit]))}")
    return _listed(f" {basin + 1:>2}: ", things or ["[dim]-[/]"])


def _office(state: Record) -> list[str]:
    """List the open contracts and patents, with what they bring."""
    lying = [*state.open.tolist(), *state.national.tolist()]
    lines = _column(" contracts: ", [contract_terms(contract) for contract in lying if contract != NOTHING])
    tiles = [patent_words(tile) for tile in state.patent.tolist() if tile != NOTHING]
    return lines + (_column(" patents: ", tiles) if state.is_full else [])


def _taken(state: Record) -> list[str]:
    """List the spaces with engineers."""
    words = [
        f"{format_action(state, action_of(Base.SPACE, space))} {seat_name(state, owner)}"
        for space, owner in enumerate(state.space.tolist())
        if owner not in (NOTHING, NEUTRAL)
    ]
    return _listed(" engineers: ", words) if words else []


def _company(state: Record, seat: int) -> list[str]:
    player = state.player[seat]
    machines = f"{player.excavators}E {player.mixers}M"
    supply = f"{CREDIT.counted(int(player.credits))}, {machines}, {ENGINEER.counted(int(player.engineers))}"
    name = seat_name(state, seat) + (f" with {OFFICER_TITLES[player.officer]}" if player.officer != NOTHING else "")
    passed = ", passed" if player.has_passed else ""
    points = f"{POINT.counted(int(player.vp))}, {ENERGY.counted(int(player.energy))}"
    lines = [f" [seat{seat}]{name}[/]: {points}, {supply}{passed}"]
    tiles = [TILE_NAMES[tile] for tile in range(len(TILE_NAMES)) if player.tiles >> tile & 1]
    tiles += ["anton"] if player.tiles >> ANTON & 1 else []
    lines += _listed("   tiles: ", tiles)
    lines += _listed("   wheel: ", _wheel(player) or ["empty"])
    held = [contract_terms(k) for k in range(len(CONTRACT_NAMES)) if int(player.contracts) >> k & 1]
    done = [name for k, name in enumerate(CONTRACT_NAMES) if int(player.fulfilled) >> k & 1]
    return lines + _column("   contracts: ", held) + (_listed("   fulfilled: ", done) if done else [])


def _wheel(player: Player) -> list[str]:
    """Describe what lies on the wheel, and after how many turns of it that comes back."""
    segments = ((SEGMENTS - segment, _segment(player, segment)) for segment in reversed(range(SEGMENTS)))
    return [
        counted(turns, "{things} back in {count} turn", "{things} back in {count} turns", things=things)
        for turns, things in segments
        if things
    ]


def _segment(player: Player, segment: int) -> str:
    """Describe the tile and the machines in a segment: `base 4E 1M`."""
    tile = int(player.wheel_tile[segment])
    counts = ((int(player.wheel_excavators[segment]), "E"), (int(player.wheel_mixers[segment]), "M"))
    machines = " ".join(f"{count}{letter}" for count, letter in counts if count)
    name = "" if tile == NOTHING else TILE_NAMES[tile] if tile < len(TILE_NAMES) else "anton"
    return " ".join(filter(None, [name, machines]))
