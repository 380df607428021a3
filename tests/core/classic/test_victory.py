"""Victory in the editions of 2003: at once, or with a lead of one (6.1, 6.2)."""

from __future__ import annotations

from itertools import product

import pytest

from core.classic.build import BuildEnd
from core.classic.variant import Variant
from core.classic.victory import Contest, is_able_to_win, race
from tests.core.classic.tables import VARIANTS, Position

both = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)

NINE_GOODS = "fish grain slaves oil wine livestock fruit iron perfume"
ALL_GOODS = NINE_GOODS + " papyrus gold gems"
NINE_COINS = " ".join(["coin"] * 9)
ROME_3, GREECE_3 = ("caesar", "helen", "solomon"), ("pericles", "colossus", "mausoleum")


# ---------------------------------------------------------------------- 6.2 a lead of one


def contest(rome: int, greece: int) -> Position:
    """The end of a building phase in a contest, with so many tiles of each; Greece has built before Rome."""
    tiles = ["agamemnon", "archimedes", "helen", "odysseus", "solomon", "colossus", "lighthouse", "mausoleum"]
    tiles += ["nebuchadnezzar", "temple_of_artemis"]
    position = Position().tiles("rome", *tiles[:rome]).tiles("greece", *tiles[rome : rome + greece])
    position.state.contest = True
    return position.at(2, Contest((2, 1, 0, 4, 3)), BuildEnd())


# ---------------------------------------------------------------------- K45 when all is sold


def nearly_sold_out(rome: int, greece: int) -> Position:
    """The start of a building phase in a contest; of the tiles of three civilizations 14 are not Egypt's."""
    position = Position("rome greece egypt")
    playing = [position.board.tiles[hero].id for hero in position.board.heroes]
    common = [tile.id for tile in position.board.tiles if tile.kind not in ("civilization_hero", "pyramids")]
    tiles = iter([*common, "caesar", "pericles"])
    position.tiles("egypt", "cleopatra", "pyramids")
    for empire, number in (("rome", rome), ("greece", greece)):
        position.tiles(empire, *[next(tiles) for _ in range(number)])
    position.state.display = tuple(
        tile
        for tile in position.state.display
        if position.board.tiles[tile].kind != "civilization_hero" or position.board.tiles[tile].id in playing
    )
    position.state.contest = True
    return position.leaders(culture="egypt").at_build()


@pytest.mark.parametrize(("order", "winner"), [(("greece", "rome"), "greece"), (("rome", "greece"), "rome")])
def test_the_last_tile_ends_the_contest_in_the_phase_that_sells_it_k45(order: tuple[str, ...], winner: str) -> None:
    position = nearly_sold_out(7, 6).give("greece", NINE_COINS)
    table = position.table()
    for empire in order:
        table.say("egypt", f"name {empire}")
        if empire == "greece":
            table.say("greece", f"build pericles with {NINE_COINS}")
    assert table.winners() == (winner,)


def test_when_all_is_sold_the_race_is_run_by_the_first_to_build_k45() -> None:
    position = nearly_sold_out(7, 7)
    table = position.table()
    assert [progress.lacking for [progress] in race(table.state)] == [1, 1, 6]
    table.say("egypt", "name greece")
    assert [progress.lacking for [progress] in race(table.state)] == [1, 0, 6]


# ---------------------------------------------------------------------- the race


@both
@pytest.mark.parametrize("tiles", [0, 2, 3])
def test_the_race_is_for_four_heroes_and_wonders_6_1b(variant: Variant, tiles: int) -> None:
    position = Position(variant=variant).tiles("rome", *ROME_3[:tiles])
    [progress] = race(position.state)[0]
    assert (progress.have, progress.lacking, progress.phase) == (tiles, 4 - tiles, 0)


@pytest.mark.parametrize(("rome", "greece"), [*product(range(6), range(6))])
@pytest.mark.parametrize("pyramids", ["", "rome", "greece"])
def test_in_a_contest_the_race_is_run_by_the_one_who_wins_it_k45(rome: int, greece: int, pyramids: str) -> None:
    position = contest(rome, greece)
    if pyramids:
        position.tiles(pyramids, "pyramids")
    run = [empire for empire, [progress] in enumerate(race(position.state)) if not progress.lacking]
    winners = position.table().winners() or ()
    assert tuple(position.board.empires[empire] for empire in run) == winners


# ---------------------------------------------------------------------- K44 who is able


def able(cards: str, *tiles: str) -> bool:
    position = Position().tiles("egypt", *tiles).give("egypt", cards)
    position.table()
    return is_able_to_win(position.state, 3)


@pytest.mark.parametrize(
    ("cards", "is_able"),
    [
        (f"{NINE_COINS} {NINE_GOODS}", True),
        (f"{NINE_GOODS} {NINE_GOODS}", True),
        (f"{NINE_COINS} {NINE_COINS}", True),
        # Nine kinds make one set only, however many fish there are.
        (f"{NINE_GOODS} fish fish fish fish fish fish fish fish fish", False),
        # Seven kinds twice and four once make two sets.
        ("fish grain slaves oil wine livestock fruit " * 2 + "iron perfume papyrus gold", True),
        (f"{NINE_COINS} fish grain slaves oil wine livestock fruit iron", False),
        (ALL_GOODS, True),
        # Three sets are enough for two as well.
        (f"{NINE_GOODS} {NINE_GOODS} {NINE_GOODS}", True),
    ],
)
def test_a_hand_is_divided_into_a_set_for_each_tile_lacking_k44(cards: str, is_able: bool) -> None:
    assert able(cards, "helen", "solomon") == is_able
