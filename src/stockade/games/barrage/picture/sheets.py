"""The sheets beside the table: how the players stand, what is left, and what tiles and companies can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockade.core.language import cache_by_language, capital, listed, listed_or, mark
from stockade.core.layout import OVER
from stockade.core.ledger import POINT
from stockade.core.scene import Fact, Panel, Sheet, seat_columns
from stockade.games.barrage.language import say
from stockade.games.barrage.layout import (
    CARDS,
    COMPANIES,
    CONTRACTS,
    NOTHING,
    PRIVATE,
    ROUNDS,
    ROWS,
    TILES,
    Record,
    Step,
)
from stockade.games.barrage.picture.management import officer_words, patent_id, sign, space_id
from stockade.games.barrage.picture.preview import points_of, scoring
from stockade.games.barrage.picture.valley import LETTERS
from stockade.games.barrage.rules.cards import CARD_LIST, CRITERIA, STREAMS, Want
from stockade.games.barrage.rules.scoring import count_of, objective_counts
from stockade.games.barrage.rules.setup import ALL_CARDS
from stockade.games.barrage.tables import (
    CONTRACT_ENERGY,
    CONTRACT_NAMES,
    OBJECTIVE_NAMES,
    PILE_BITS,
    PILE_NAMES,
    REWARD,
    TILE_LEVEL,
    TILE_NAMES,
)
from stockade.games.barrage.text.notation import COMPANY_TITLES, STREAM_LETTERS, seat_name
from stockade.games.barrage.text.trace import WANTED, start_text
from stockade.games.barrage.text.words import (
    ABILITIES,
    ENERGY,
    ENGINEER,
    EXCAVATOR,
    MACHINE,
    MIXER,
    OBJECTIVES,
    OFFICER_TITLES,
    POWERS,
    TILE_EFFECTS,
    reward_words,
    row_title,
    side_title,
    tile_title,
)

COLOURS = ("#b8322b", "#33343b", "#2c8450", "#8793a8")  # indexed by company
WAITING_COLOURS = ("#4d5c6b", "#6a594a", "#486354", "#6b4d65")  # indexed by seat, for seats without a company
VP_LINE = mark("Points")
ENERGY_LINE = mark("Energy")
TRACK = "Energy track"
SCORING = {
    "Most energy": ("i-energy", mark("6 for the most and 2 for the second most. Ties share them.")),
    TRACK: ("i-credits", mark("An Automa gains points instead of credits.")),
    "No energy": ("", mark("3 points less without energy.")),
    "Bonus tile": ("", mark("4 less for each section of the track that the energy is behind the round.")),
    "Objective": ("", mark("15, 10 and 5 by rank, for an Automa 20, 15 and 10. Ties share them.")),
    "Left over": (
        "i-machines",
        mark("1 for five machines and credits together, off the wheel, with those of this round."),
    ),
    "Water in dams": ("drop", mark("1 for each drop in own dams.")),
}
"""What the parts of the scoring look like, and how they count."""
PILE_TITLES = (mark("Green pile"), mark("Yellow pile"), mark("Red pile"))
GROUP_TITLES = (mark("Bases and elevations"), mark("Conduits"), mark("Powerhouses"))
DEEDS = {
    "produce": mark("produce"),
    "water": mark("water"),
    "discard_contracts": mark("discard contracts"),
    "build base": mark("build base"),
    "build elevation": mark("build elevation"),
    "build conduit": mark("build conduit"),
    "build powerhouse": mark("build powerhouse"),
    "patent base": mark("patent base"),
    "patent elevation": mark("patent elevation"),
    "patent conduit": mark("patent conduit"),
    "patent powerhouse": mark("patent powerhouse"),
    "workshop": mark("workshop"),
    "machinery": mark("machinery"),
    "bank": mark("bank"),
}
"""What a line of an Automa's tile lets it do, and with which structure."""
IN_AREAS = {"plains": mark("in the plains"), "hills": mark("in the hills"), "mountains": mark("in the mountains")}
NEEDED = {
    "green": mark("for a green contract"),
    "yellow": mark("for a yellow contract"),
    "red": mark("for a red contract"),
}
DISCARDED = {
    "green": mark("of the green pile"),
    "yellow": mark("of the yellow pile"),
    "red": mark("of the red pile"),
}
AMOUNTS = {
    "water": mark("water {amount}"),
    "flow": mark("flow {amount}"),
    "rotate": mark("rotate {amount}"),
    "energy": mark("energy {amount}"),
}
MACHINES = {"excavators": EXCAVATOR, "mixers": MIXER, "machines": MACHINE}


def seats_of(record: Record) -> range:
    return range(int(record.players))


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def figure(number: int) -> str:
    """Return a number with a proper minus sign."""
    return str(number).replace("-", "−")


def panel(record: Record, seat: int) -> Panel:
    player = record.player[seat]
    colour = COLOURS[int(player.company)] if player.company != NOTHING else WAITING_COLOURS[seat]
    facts = [Fact(say(VP_LINE), figure(player.vp), "i-vp"), Fact(say(ENERGY_LINE), str(player.energy), "i-energy")]
    if player.level:
        facts.append(Fact(say("Automa"), say("level {level}", level=player.level), "automa"))
    if player.officer != NOTHING:
        officer = int(player.officer)
        facts.append(Fact(say("Officer"), say(OFFICER_TITLES[officer]), "", say(ABILITIES[officer])))
    return Panel(seat, seat_name(record, seat), sign(record, seat), colour, tuple(facts))


def standing_sheet(record: Record) -> Sheet:
    """Return the standings, with a column for each seat."""
    players = record.player[: int(record.players)]

    def line(label: str, field: str, art: str, detail: str) -> Fact:
        return Fact(label, "", art, detail, tuple(figure(player[field]) for player in players))

    credits = tuple("–" if player.level else str(player.credits) for player in players)
    done = tuple(str(int(player.fulfilled).bit_count()) for player in players)
    facts = (
        line(say(VP_LINE), "vp", "i-vp", say("Most points win; then most energy in round 5.")),
        line(say(ENERGY_LINE), "energy", "i-energy", say("Of this round. Most 6 points, second 2; below 6 no bonus;"
             " least goes first in the next round.")),
        Fact(say("Credits"), "", "i-credits", say("An Automa pays and gains points instead."), credits),
        line(say("Engineers"), "engineers", "i-pawn", say("Left in this round.")),
        line(say("Excavators"), "excavators", "i-excavators", say("Off the wheel. They build bases and conduits.")),
        line(say("Mixers"), "mixers", "i-mixers", say("Off the wheel. They build elevations and powerhouses.")),
        Fact(say("Fulfilled"), "", "i-done", say("Contracts."), done),
    )  # fmt: skip
    names = tuple(seat_name(record, seat) for seat in seats_of(record))
    return Sheet("standing", _heading(record), facts, columns=seat_columns(names), pinned=True)


def _heading(record: Record) -> str:
    if record.current_player == OVER:
        return say("The end")
    if not record.round_no:
        return say("Before round 1")
    return say("Round {round} of {rounds}", round=record.round_no, rounds=ROUNDS)


def score_sheet(record: Record) -> Sheet:
    """Return the points that the round and the game would bring if they ended now. Each line adds to the ones above,
    down to the total."""
    seats = seats_of(record)
    total = points_of(record)
    facts = [Fact(say(VP_LINE), "", "i-vp", say("As they are."), tuple(map(figure, total)))]
    if record.round_no > 0 and record.current_player != OVER:
        for title, points in scoring(record):
            art, detail = SCORING[title]
            total = [had + more for had, more in zip(total, points, strict=True)]
            if record.automas or title != TRACK:  # only Automas gain points there
                facts.append(Fact(say(title), "", art, say(detail), tuple(map(signed, points))))
        detail = say("If the game ended with this round, now. The water that waits has flowed.")
        facts.append(Fact(say("Together"), "", "", detail, tuple(map(figure, total)), strong=True))
    if record.objective != NOTHING:
        detail = capital(say(OBJECTIVES[OBJECTIVE_NAMES[int(record.objective)]])) + "."
        counts = objective_counts(record)
        shown = tuple(str(count_of(counts, seat)) for seat in seats)
        facts.append(Fact(say("Counted for the objective"), "", "", detail, shown))
    names = tuple(seat_name(record, seat) for seat in seats)
    title = say("Final score") if record.current_player == OVER else say("If it ended now")
    return Sheet("score", title, tuple(facts), columns=seat_columns(names))


@cache_by_language
def contract_fact(contract: int) -> Fact:
    """Return a contract of a pile: what it needs, and what it gives."""
    energy = ENERGY.counted(int(CONTRACT_ENERGY[contract]))
    return Fact(f"{CONTRACT_NAMES[contract]}: {energy}", reward_words(REWARD[contract]))


@cache_by_language
def tile_fact(tile: int, where: str) -> Fact:
    """Return an advanced tile: where it is, and what it does."""
    name = TILE_NAMES[tile]
    return Fact(tile_title(tile), where, f"tile-{name}", capital(say(TILE_EFFECTS[name])) + ".")


def contracts_sheet(record: Record) -> Sheet:
    """Return the contracts left in the piles, and those that each player has fulfilled."""
    facts = []
    for seat in seats_of(record):
        done = int(record.player[seat].fulfilled)
        names = " ".join(CONTRACT_NAMES[number] for number in range(CONTRACTS) if done >> number & 1)
        label = say("Fulfilled by {name}", name=seat_name(record, seat))
        facts.append(Fact(label, names or say("none"), "i-done"))
    for pile, name in enumerate(PILE_NAMES):
        left = int(record.pile) & int(PILE_BITS[pile])
        facts.append(Fact(say(PILE_TITLES[pile]), str(left.bit_count()), f"pile-{name}", strong=True))
        facts += [contract_fact(number) for number in range(PRIVATE, CONTRACTS) if left >> number & 1]
    return Sheet("contracts", say("Contracts"), tuple(facts))


def tiles_sheet(record: Record) -> Sheet:
    """Return all advanced tiles: where they are, and what they do."""
    facts = []
    held: dict[int, str] = {}
    for seat in seats_of(record):
        player, name = record.player[seat], seat_name(record, seat)
        bits, on_wheel = int(player.tiles), player.wheel_tile.tolist()
        held |= {tile: name for tile in range(TILES) if bits >> tile & 1 or tile in on_wheel}
    pile, office = int(record.patent_pile), record.patent.tolist()
    for tile in range(TILES):
        if not TILE_LEVEL[tile]:
            continue
        where = say("in the pile") if pile >> tile & 1 else held.get(tile, say("out of the game"))
        where = say("patent office") if tile in office else where
        facts.append(tile_fact(tile, where))
    return Sheet("tiles", say("Technology tiles"), tuple(facts))


def powers_sheet(record: Record) -> Sheet:
    """Describe the companies and officers of the seats, and those that can still be picked."""
    pairs = [(int(player.company), int(player.officer)) for player in record.player[: int(record.players)]]
    pairs += [
        (company, int(record.pair[company])) for company in range(COMPANIES) if int(record.companies) >> company & 1
    ]
    facts = []
    for company, officer in pairs:
        if company == NOTHING:
            continue
        name = say(COMPANY_TITLES[company])
        label = say("{company}, from 3 powerhouses", company=name)
        facts.append(Fact(label, say(POWERS[company]), f"sign-{LETTERS[company]}"))
        if officer != NOTHING:
            facts.append(Fact(say("{company}'s officer", company=name), officer_words(officer)))
    return Sheet("powers", say("Companies and officers"), tuple(facts))


def closed_sheet(closed: Mapping[str, str]) -> Sheet:
    """Return the spaces of the board that are closed to the player who decides, with the reasons."""
    names = {space_id(space): f"{row_title(space // 2)}, {side_title(space % 2)}" for space in range(2 * ROWS)}
    names |= {patent_id(slot): say("patent {slot}", slot=slot + 1) for slot in range(3)}
    facts = tuple(Fact(capital(name), closed[area]) for area, name in names.items() if area in closed)
    return Sheet("closed", say("Closed spaces"), facts)


# -- Automas -------------------------------------------------------------------------------------------------


def action_words(line: dict[str, Any]) -> str:
    """Return a line of an Automa's tile in words, such as "produce, modifier −2, with a green contract"."""
    deed = f"{line['do']} {line['structure']}" if "structure" in line else line["do"]
    parts = [say(DEEDS[deed])]
    parts += [listed_or([say(IN_AREAS[area]) for area in line["areas"]])] if "areas" in line else []
    parts += [say("value {value} or more", value=line["min_value"])] if "min_value" in line else []
    parts += [say("modifier {modifier}", modifier=signed(line["modifier"]))] if "modifier" in line else []
    parts += [say(NEEDED[line["needs_contract"]])] if "needs_contract" in line else []
    parts += [say(DISCARDED[line["pile"]])] if "pile" in line else []
    parts += [say(words, amount=line[key]) for key, words in AMOUNTS.items() if key in line]
    parts += [MACHINES[name].counted(count) for name, count in line.get("gain", {}).items()]
    parts += [signed(line["vp"])[0] + POINT.counted(abs(line["vp"]))] if "vp" in line else []
    parts += [say("not in round 5")] if not line.get("in_round_5", True) else []
    parts += [say("and read on")] if line.get("continue") else []
    return ", ".join(parts)


def automa_sheet(record: Record) -> Sheet:
    """Return what is known of the turn that an Automa has now, or of the next one: its criteria, and its actions once
    they are certain."""
    card, last_card, pile = coming_tiles(record)
    facts = [] if card != NOTHING else [Fact(say("Actions"), _pile_words(pile))]
    if card != NOTHING:
        for number, line in enumerate(CARD_LIST[card]["actions"], 1):
            facts.append(Fact(f"{number}. {ENGINEER.counted(line['engineers'])}", action_words(line)))
    title = say("The Automas' next turn") if card == NOTHING else say("Automa tile {tile}", tile=card + 1)
    if last_card == NOTHING:
        unknown = Fact(say("Criteria"), say("not known before the tiles are shuffled"))
        return Sheet("automa", title, (*facts, unknown))
    facts.append(Fact(say("Criteria"), say("of tile {tile}", tile=last_card + 1), strong=True))
    for group, name in enumerate(GROUP_TITLES):
        wanted = [say(WANTED[Want(number)]) for number in CRITERIA[last_card, group].tolist()]
        last = say("then from {start} upwards", start=start_text(last_card, group))
        facts.append(Fact(say(name), "; ".join([*wanted, last])))
    streams = " ".join(STREAM_LETTERS[stream] for stream in STREAMS[last_card].tolist())
    facts.append(Fact(say("Drops"), say("headstreams {streams}, the first that helps", streams=streams)))
    return Sheet("automa", title, tuple(facts))


def coming_tiles(record: Record) -> tuple[int, int, int]:
    """Return the tile with the actions and the one with the criteria of the turn that an Automa has now, or of the
    next one, each NOTHING if it is not known; and the tiles from which the actions will be drawn, as bits."""
    steps = [int(frame.step) for frame in record.pending[: int(record.depth)]]
    if Step.AUTOMA in steps and steps[-1] != Step.DRAW_CARD:
        return int(record.card), int(record.last_card), 0
    pile = int(record.cards)
    if pile == 0:  # all tiles are shuffled first
        return NOTHING, NOTHING, ALL_CARDS
    criteria = int(record.card) if record.card != NOTHING else int(record.last_card)
    return (pile.bit_length() - 1 if pile.bit_count() == 1 else NOTHING), criteria, pile


def _pile_words(pile: int) -> str:
    if pile == ALL_CARDS:
        return say("of any tile")
    tiles = listed([str(card + 1) for card in range(CARDS) if pile >> card & 1])
    return say("of one of the tiles {tiles}", tiles=tiles)


def all_sheets(record: Record, closed: Mapping[str, str]) -> tuple[Sheet, ...]:
    sheets = [standing_sheet(record), score_sheet(record), contracts_sheet(record)]
    sheets += [tiles_sheet(record)] if record.is_full else []
    sheets += [powers_sheet(record)]
    sheets += [automa_sheet(record)] if record.automas else []
    sheets += [closed_sheet(closed)] if closed else []
    return tuple(sheets)
