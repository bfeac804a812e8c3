"""Checks that hold in every position of Barrage: nothing lies in two places, or where it cannot lie.

Not every accepted position can arise in play, but play can go on from each of them, and it ends. The steps that are
pending are checked in `pending.py`.
"""

from __future__ import annotations

from collections import Counter

from stockade.core.checks import require, within
from stockade.core.layout import CHANCE, OVER
from stockade.games.barrage.layout import (
    ANTON,
    BASES,
    BASIC,
    BASINS,
    CARDS,
    COMPANIES,
    CONTRACTS,
    HAND,
    MOST_UNITS,
    NATIONAL,
    NEUTRAL,
    NOTHING,
    OFFICERS,
    PILES,
    POWERHOUSES,
    PRIVATE,
    ROUNDS,
    SEGMENTS,
    STACK,
    TILES,
    Officer,
    Record,
    Step,
    Tile,
)
from stockade.games.barrage.position.steps import Frame, frames_of
from stockade.games.barrage.rules.board import MAHIRI_USES, officers_to_copy
from stockade.games.barrage.rules.chance import BONUS_TILES, HEADSTREAM_TILES, INTRO_BONUS_TILES, OBJECTIVES
from stockade.games.barrage.rules.rounds import ENGINEERS
from stockade.games.barrage.rules.setup import ALL_CARDS, ALL_PRIVATE
from stockade.games.barrage.spec import RULINGS, SPEC
from stockade.games.barrage.tables import (
    ADVANCED_BITS,
    CONSTRUCTION_ENGINEERS,
    CONTRACT_NAMES,
    LEVEL_BITS,
    NEUTRAL_AREA,
    NEUTRAL_LEVEL,
    NEUTRAL_SPACE,
    PATENT_ENGINEERS,
    PIECES,
    PILE_BITS,
    POWERHOUSE_BASIN,
    ROW_MIN_PLAYERS,
    SITE_NAMES,
    SPACE_ENGINEERS,
    TILE_NAMES,
)
from stockade.games.barrage.text.notation import seat_name

MOST = {
    "vp": 1_000,  # and at least -1_000
    "credits": 1_000,
    "energy": 500,
    "excavators": 300,
    "mixers": 300,
    "banked": ENGINEERS,
    "constructions": len(CONSTRUCTION_ENGINEERS),
}
"""Limits above anything that happens in a game, and far enough below what a record can hold that play never gets
there."""
MOST_DROPS = 60  # the most drops on a headstream
IN_PLAYER = {
    "company": (NOTHING, COMPANIES - 1),
    "officer": (NOTHING, OFFICERS - 1),
    "copied": (NOTHING, OFFICERS - 1),
    "level": (0, 4),
    "wheel_tile": (NOTHING, ANTON),
    "wheel_excavators": (0, MOST_UNITS),
    "wheel_mixers": (0, MOST_UNITS),
    "tiles": (0, (1 << ANTON + 1) - 1),
    "contracts": (0, (1 << CONTRACTS) - 1),
    "fulfilled": (0, (1 << CONTRACTS) - 1),
}
PLIES_OF_SETUP = 100
PLIES_OF_A_ROUND = 500


def seats_of(state: Record) -> range:
    return range(int(state.players))


def has_frame(frames: list[Frame], step: Step, *, player: int | None = None, number: int | None = None) -> bool:
    """Return whether a step is pending. `number` is the step's first number."""
    return any(
        frame.step == step and player in (None, frame.player) and number in (None, frame.numbers[0])
        for frame in frames
    )


def placed_engineers(state: Record, seat: int) -> int:
    """Return how many engineers a person has placed."""
    player = state.player[seat]
    on_board = sum(int(number) for number, owner in zip(SPACE_ENGINEERS, state.space, strict=True) if owner == seat)
    building = int(CONSTRUCTION_ENGINEERS[: max(int(player.constructions), 0)].sum())
    patents = PATENT_ENGINEERS * int((state.patent_taken == seat).sum())
    return on_board + building + patents + int(player.banked) + int(player.mahiri_uses)


# -- values are in range -------------------------------------------------------------------------------------


def validate_ranges(state: Record) -> None:
    require(state.players in SPEC.players, "players is out of range", "61")
    require(state.current_player == OVER or CHANCE <= state.current_player < state.players, "nobody decides")
    last = int(state.players) - 1
    limits = {
        "is_full": (0, 1),
        "automas": (0, last),
        "rulings": (1, RULINGS),
        "round_no": (0, ROUNDS),
        "ply": (0, SPEC.ply_limit),
        "place": (NOTHING, last),
        "depth": (0, STACK),
        "objective": (NOTHING, OBJECTIVES - 1),
        "used_powerhouse": (NOTHING, BASINS - 1),
        "card": (NOTHING, CARDS - 1),
        "last_card": (NOTHING, CARDS - 1),
        "dam_level": (0, 3),
        "dam_drops": (0, 4),
        "conduit": (NOTHING, last),
        "powerhouse": (NOTHING, last),
        "headstream": (NOTHING, HEADSTREAM_TILES - 1),
        "waiting": (0, MOST_DROPS),
        "falling": (0, MOST_DROPS),
        "bonus": (NOTHING, BONUS_TILES - 1),
        "national": (NOTHING, CONTRACTS - 1),
        "open": (NOTHING, CONTRACTS - 1),
        "patent": (NOTHING, TILES - 1),
        "patent_taken": (NOTHING, last),
        "pair": (NOTHING, OFFICERS - 1),
        "pile": (0, (1 << CONTRACTS) - 1),
        "discarded": (0, (1 << CONTRACTS) - 1),
        "patent_pile": (0, ADVANCED_BITS),
        "cards": (0, ALL_CARDS),
        "starting": (0, (1 << PRIVATE) - 1),
        "companies": (0, (1 << COMPANIES) - 1),
        "spares": (0, (1 << OFFICERS) - 1),
    }
    within(state, limits)
    for name in ("dam_owner", "space"):
        known = {NOTHING, NEUTRAL, *seats_of(state)}
        require(set(state[name].tolist()) <= known, f"{name} is out of range")
    order = state.order[: last + 1].tolist()
    require(sorted(order) == list(seats_of(state)), "the turn order has every seat once", "48")
    within(state.player, IN_PLAYER)


# -- the parts agree -----------------------------------------------------------------------------------------


def validate_sound(state: Record) -> None:
    from stockade.games.barrage.position.pending import validate_moment

    frames = frames_of(state)
    _validate_map(state)
    _validate_neutral(state, frames)
    for seat in seats_of(state):
        _validate_seat(state, seat, frames)
    _validate_tiles(state)
    _validate_patents(state, frames)
    _validate_contracts(state)
    _validate_office(state, frames)
    _validate_layout(state, frames)
    _validate_cards(state, frames)
    _validate_length(state)
    validate_moment(state, frames)


def _validate_map(state: Record) -> None:
    for space in range(BASES):
        owner, level = int(state.dam_owner[space]), int(state.dam_level[space])
        require((owner == NOTHING) == (level == 0), f"{SITE_NAMES[space]}: a dam has an owner and a level", "15")
        drops = int(state.dam_drops[space])
        require(drops <= _room(state, owner, level), f"{SITE_NAMES[space]} cannot hold {drops} drops", "33")
        if space % 2 and owner not in (NOTHING, NEUTRAL):
            other = state.dam_owner[space - 1]
            require(other != owner, f"{SITE_NAMES[space]}: one base of a company in a basin", "15")
    homes = [(int(state.powerhouse[space]), int(POWERHOUSE_BASIN[space])) for space in range(POWERHOUSES)]
    counted = Counter(home for home in homes if home[0] != NOTHING)
    require(all(count == 1 for count in counted.values()), "one powerhouse of a company in a basin", "15")
    for seat in seats_of(state):
        built = state.player[seat].built
        few = all(int(built[kind]) <= PIECES[kind] for kind in range(len(PIECES)))
        require(few, f"{seat_name(state, seat)} has built more pieces than a company has", "14")
        has_none = not any(built) or state.player[seat].company != NOTHING
        require(has_none, "who has no company yet has built nothing", "61")


def _room(state: Record, owner: int, level: int) -> int:
    """Return how many drops a dam may hold. Mahiri's dam may still hold a drop from a turn in which she copied
    Graziano (ruling 50)."""
    if level < 3 or owner in (NOTHING, NEUTRAL):
        return level
    officer = state.player[owner].officer
    copies = officer == Officer.MAHIRI and int(officers_to_copy(state, owner)) >> Officer.GRAZIANO & 1
    return 4 if officer == Officer.GRAZIANO or copies else level


def _validate_neutral(state: Record, frames: list[Frame]) -> None:
    """Require one neutral dam in each area, as a tile places it."""
    found = [space for space in range(BASES) if state.dam_owner[space] == NEUTRAL]
    tiles = {int(space): tile for tile, space in enumerate(NEUTRAL_SPACE)}
    require(all(space in tiles for space in found), "no tile puts a neutral dam there", "33")
    areas = [int(NEUTRAL_AREA[tiles[space]]) for space in found]
    expected = [area for area in range(3) if not has_frame(frames, Step.DRAW_NEUTRAL, number=area)]
    require(sorted(areas) == expected, "there is one neutral dam in each area", "33")
    fits = all(state.dam_level[space] == NEUTRAL_LEVEL[tiles[space]] for space in found)
    require(fits, "neutral dams are of level 1 in the mountains, 2 in the hills, 3 in the plains", "33")


def _validate_seat(state: Record, seat: int, frames: list[Frame]) -> None:
    player, name = state.player[seat], seat_name(state, seat)
    placed = placed_engineers(state, seat)
    if player.level == 0:
        wrong = f"{name} has {ENGINEERS} engineers in all: {placed} stand on spaces, so {ENGINEERS - placed} are left"
        require(int(player.engineers) == ENGINEERS - placed, wrong, "2")
    else:
        require(player.credits == 0, f"{name} is an Automa and has no credits", "63")
        require(player.contracts == 0, f"{name} is an Automa and holds no contracts", "64")
        require(player.constructions == 0, f"{name} is an Automa and has no construction spaces", "66")
    require(not player.has_passed or player.engineers == 0, f"{name} has passed with engineers left", "2")
    hand = int(player.contracts).bit_count()
    is_choosing = has_frame(frames, Step.TAKE, player=seat) or has_frame(frames, Step.DISCARD, player=seat)
    require(hand <= HAND + (2 if is_choosing else 0), f"{name} holds more than {HAND} contracts", "40")
    _validate_wheel(state, seat)
    is_mahiri = player.officer == Officer.MAHIRI and player.level == 0
    require(player.mahiri_uses <= (MAHIRI_USES if is_mahiri else 0), f"{name} uses Mahiri's tile too often", "51")
    if player.copied != NOTHING:
        on_turn = state.place != NOTHING and state.order[state.place] == seat and state.depth > 0
        can = on_turn and player.mahiri_uses > 0 and int(officers_to_copy(state, seat)) >> int(player.copied) & 1
        require(bool(can), f"{name} cannot have copied that officer", "51")


def _validate_wheel(state: Record, seat: int) -> None:
    player, name = state.player[seat], seat_name(state, seat)
    for segment in range(SEGMENTS):
        machines = int(player.wheel_excavators[segment]) + int(player.wheel_mixers[segment])
        require(machines <= MOST_UNITS, f"no structure of {name} needs more than {MOST_UNITS} machines", "20")
        is_empty = machines == 0 and player.wheel_tile[segment] == NOTHING
        require(is_empty or segment > 0, f"the open segment of {name}'s wheel is empty between builds", "12")


def _validate_tiles(state: Record) -> None:
    """Require each tile once: each seat has its basic tiles, and an advanced tile lies in one place or is out of the
    game."""
    advanced: Counter[int] = Counter(tile for tile in state.patent.tolist() if tile != NOTHING)
    advanced.update(tile for tile in range(TILES) if int(state.patent_pile) >> tile & 1)
    basics = int(Tile.WILD) if state.is_full else BASIC
    for seat in seats_of(state):
        player, name = state.player[seat], seat_name(state, seat)
        own = Counter(tile for tile in player.wheel_tile.tolist() if tile != NOTHING)
        own.update(tile for tile in range(ANTON + 1) if int(player.tiles) >> tile & 1)
        has_anton = player.officer == Officer.ANTON
        expected = [*range(basics), *([ANTON] if has_anton else [])]
        plain = sorted(tile for tile in own.elements() if tile < BASIC or tile == ANTON)
        require(plain == expected, f"{name} has each basic tile once, on the wheel or off it", "12")
        advanced.update(tile for tile in own.elements() if BASIC <= tile < TILES)
    twice = [TILE_NAMES[tile] for tile, count in advanced.items() if count > 1]
    require(not twice, f"tile {twice[0] if twice else ''} lies in two places", "49")
    require(not advanced or min(advanced) >= BASIC, "basic tiles are not patents", "49")
    require(bool(state.is_full) or not advanced, "advanced tiles are for the full game", "49")


def _validate_patents(state: Record, frames: list[Frame]) -> None:
    """Require that three tiles are laid out in each round, lower levels first (ruling 49)."""
    if not state.is_full:
        require(bool((state.patent_taken == NOTHING).all()), "patents are for the full game", "49")
        return
    pending = [slot for slot in range(3) if has_frame(frames, Step.DRAW_PATENT, number=slot)]
    pile = int(state.patent_pile)
    left = ADVANCED_BITS.bit_count() - 3 * max(int(state.round_no), 1) + len(pending)
    require(pile.bit_count() == left, f"{left} advanced tiles are in the piles in this round", "49")
    for level in range(1, len(LEVEL_BITS) - 1):
        higher = sum(int(LEVEL_BITS[above]) for above in range(level + 1, len(LEVEL_BITS)))
        in_order = not pile & int(LEVEL_BITS[level]) or pile & higher == higher
        require(in_order, "advanced tiles are laid out by levels", "49")
    drawn = ADVANCED_BITS & ~pile
    for slot in range(3):
        tile, taker = int(state.patent[slot]), int(state.patent_taken[slot])
        if slot in pending:
            require(tile == NOTHING and taker == NOTHING, f"patent {slot + 1} is laid out only now", "49")
        else:
            require((tile == NOTHING) == (taker != NOTHING), f"patent {slot + 1} lies there, or was bought", "10")
    held = [tile for seat in seats_of(state) for tile in _advanced_of(state, seat)]
    require(all(drawn >> tile & 1 for tile in held), "tiles that somebody has were laid out", "49")


def _advanced_of(state: Record, seat: int) -> list[int]:
    player = state.player[seat]
    held = [tile for tile in range(TILES) if int(player.tiles) & ADVANCED_BITS & 1 << tile]
    return held + [tile for tile in player.wheel_tile.tolist() if BASIC <= tile < TILES]


def _validate_contracts(state: Record) -> None:
    """Require that each contract lies in one place, and that its kind may lie there."""
    places: Counter[int] = Counter()
    sets = [int(state.pile), int(state.discarded), int(state.starting)]
    nationals = 0
    for seat in seats_of(state):
        hand, fulfilled = int(state.player[seat].contracts), int(state.player[seat].fulfilled)
        require(hand >> NATIONAL == 0, "national contracts are nobody's until they are fulfilled", "41")
        nationals += (fulfilled >> NATIONAL).bit_count()
        sets += [hand, fulfilled]
    for bits in sets:
        places.update(number for number in range(CONTRACTS) if bits >> number & 1)
    places.update(number for number in (*state.open.tolist(), *state.national.tolist()) if number != NOTHING)
    twice = [CONTRACT_NAMES[number] for number, count in places.items() if count > 1]
    require(not twice, f"contract {twice[0] if twice else ''} lies in two places", "39")
    require(not (int(state.pile) | int(state.discarded)) & ~ALL_PRIVATE, "piles are of private contracts", "39")
    require(state.automas > 0 or not state.discarded, "only Automas discard contracts into the piles", "39")
    for place, contract in enumerate(state.national.tolist()):
        is_fine = contract == NOTHING or (contract >= NATIONAL and place < state.players - 1)
        require(is_fine, "there is a national contract for each player but one", "41")
    if state.round_no > 0:
        lying = sum(contract != NOTHING for contract in state.national.tolist())
        require(lying + nationals == state.players - 1, "a national contract lies there until it is fulfilled", "41")


def _validate_office(state: Record, frames: list[Frame]) -> None:
    """Require that the open places of the office are full, except while they are being refilled (ruling 39)."""
    refills = has_frame(frames, Step.END_TURN) and not has_frame(frames[-1:], Step.TURN)
    for place in range(2 * PILES):
        contract, bits = int(state.open[place]), int(PILE_BITS[place // 2])
        if contract != NOTHING:
            require(bool(bits >> contract & 1), "an open contract lies beside its own pile", "39")
            require(not has_frame(frames, Step.DRAW_CONTRACT, number=place), "that place of the office is full", "39")
            continue
        has_more = (int(state.pile) | int(state.discarded)) & bits
        waits = refills or has_frame(frames, Step.DRAW_CONTRACT, number=place)
        require(waits or not has_more, "the open places of the office are full when a turn begins", "39")


def _validate_layout(state: Record, frames: list[Frame]) -> None:
    """Check headstream tiles, bonus tiles, objective and national contracts."""
    limit = BONUS_TILES if state.is_full else INTRO_BONUS_TILES
    for numbers, step, what, ruling in (
        (state.headstream.tolist(), Step.DRAW_HEADSTREAM, "a headstream", "37"),
        (state.bonus.tolist(), Step.DRAW_BONUS, "a round", "47"),
    ):
        for place, number in enumerate(numbers):
            is_pending = has_frame(frames, step, number=place)
            require((number == NOTHING) == is_pending, f"{what} has its tile, or draws it", ruling)
        laid = [number for number in numbers if number != NOTHING]
        require(len(set(laid)) == len(laid), f"{what} has a tile that lies elsewhere too", ruling)
    require(max(state.bonus.tolist()) < limit, "the bonus for advanced tiles is for the full game", "47")
    is_pending = has_frame(frames, Step.DRAW_OBJECTIVE)
    require((state.objective == NOTHING) == is_pending, "there is an objective, or it is drawn", "57")
    for place in range(int(state.players) - 1):
        if has_frame(frames, Step.DRAW_NATIONAL, number=place):
            require(state.national[place] == NOTHING, "a national contract is drawn for an empty place", "41")
        elif state.round_no == 0:
            require(state.national[place] != NOTHING, "a national contract is missing", "41")


def _validate_cards(state: Record, frames: list[Frame]) -> None:
    """Check the tiles of the Automas: the pile, the top one and the last discard. All others were discarded
    earlier."""
    if not state.automas:
        return
    top, last, pile = int(state.card), int(state.last_card), int(state.cards)
    for card in (top, last):
        require(card == NOTHING or not pile >> card & 1, "an Automa tile lies in two places", "62")
    require(top == NOTHING or top != last, "an Automa tile lies in two places", "62")
    if state.round_no == 0:
        is_whole = pile == ALL_CARDS and top == last == NOTHING
        require(is_whole, "the Automa tiles are one pile before round 1", "62")
        return
    require(top != NOTHING or has_frame(frames, Step.DRAW_CARD), "an Automa tile lies on top", "62")
    if last == NOTHING:
        nobody = all(
            state.player[seat].engineers == ENGINEERS for seat in seats_of(state) if state.player[seat].level
        )
        is_begin = state.round_no == 1 and nobody and not _acts(state, frames)
        require(is_begin, "an Automa that has acted has discarded a tile", "62")
    elif top == NOTHING:
        require(pile == ALL_CARDS & ~(1 << last), "a new pile of Automa tiles has all but one", "62")


def _acts(state: Record, frames: list[Frame]) -> bool:
    """Return whether it is an Automa's turn and its tile is turned over."""
    on_turn = state.place != NOTHING and state.player[state.order[state.place]].level > 0
    return bool(on_turn) and not has_frame(frames[-1:], Step.DRAW_CARD)


def _validate_length(state: Record) -> None:
    limit = PLIES_OF_SETUP + int(state.round_no) * PLIES_OF_A_ROUND
    require(state.ply <= limit, f"no game has more than {limit} moves by round {state.round_no}")
    for space in range(len(state.space)):
        is_closed = ROW_MIN_PLAYERS[space // 2] > state.players
        require((state.space[space] == NEUTRAL) == is_closed, "rows for more players are closed, others open", "8")
