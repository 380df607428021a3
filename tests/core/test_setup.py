"""Setting up: the box, the map of each table, starts, dealt empires and the display (0.5, 0.7 to 0.9, 1.1c)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from core import DataError, Decision, Simultaneous
from core.empires.rules import EMPIRES, empires_board, new_game, standard_map
from core.empires.setup import starting_state
from core.empires.state import Game, Options
from tests.core.positions import Position, Table

TABLES = {
    3: ["rome", "greece", "carthage"],
    4: ["rome", "greece", "egypt", "carthage"],
    5: ["rome", "greece", "babylon", "egypt", "carthage"],
}
LEVELS = {
    "rome": (7, 1, 3),
    "greece": (4, 4, 3),
    "babylon": (5, 3, 2),
    "egypt": (4, 4, 2),
    "carthage": (7, 1, 2),
}
HEROES = {
    "rome": "caesar",
    "greece": "pericles",
    "babylon": "hammurabi",
    "egypt": "cleopatra",
    "carthage": "hannibal",
}
EVERYBODY = [(players, empire) for players, empires in TABLES.items() for empire in empires]


def new_table(players: int, empires: tuple[str, ...] | None = None, display: str = "open") -> Table:
    """A new game; empires by seat, in the order of the table where none are named."""
    return Table(new_game(Options(players, empires or tuple(TABLES[players]), display)))


# ---------------------------------------------------------------------- the box


def test_a_commodity_with_k_caravan_icons_has_2k_plus_1_tokens() -> None:
    """0.5."""
    game_map = standard_map()
    icons = Counter(good for province in game_map.provinces for good in province.caravans)
    assert {good: 2 * icons[good] + 1 for good, _ in game_map.commodities} == dict(game_map.commodities)


def test_every_caravan_city_capital_and_temple_of_the_box_has_an_icon() -> None:
    """0.5."""
    board = empires_board(5)
    icons = Counter(icon.kind for province in board.icons for icon in province)
    caravans, markets, cities, capitals, legendary_cities, temples = (icons[kind] for kind in range(6))
    assert (caravans, cities, capitals, legendary_cities, temples) == (37, 8, 5, 3, 14)
    assert board.map.buildings == (37, 25, 8, 5, 3, 14)
    assert markets == 23


# ---------------------------------------------------------------------- tables of 3, 4 and 5


@pytest.mark.parametrize(
    ("players", "closed"),
    [
        (5, set()),
        (4, {"babylonia", "mesopotamia", "armenia"}),
        (3, {"babylonia", "mesopotamia", "armenia", "aegyptus", "cyrenaica", "aethiopia", "nubia"}),
    ],
)
def test_closed_provinces_do_not_exist_0_7(players: int, closed: set[str]) -> None:
    """0.7."""
    everywhere = {province.id for province in standard_map().provinces}
    table = new_table(players)
    assert everywhere - set(table.board.provinces) == closed
    for province in closed:
        with pytest.raises(Exception, match=f"There is no province “{province}” in this game"):
            table.game.parse(f"build control {province} with coin coin coin")


def test_nothing_is_adjacent_to_a_closed_province_0_7() -> None:
    """0.7."""
    board = empires_board(3)
    libya = board.provinces.index("libya")
    adjacent = {name for index, name in enumerate(board.provinces) if board.land[libya] >> index & 1}
    assert adjacent == {"africa", "phasania", "garamantia"}


@pytest.mark.parametrize(
    ("players", "leaders"),
    [
        (5, ("carthage", "egypt", "rome")),
        (4, ("carthage", "egypt", "rome")),
        (3, ("carthage", "greece", "rome")),
    ],
)
def test_first_leaders_0_7(players: int, leaders: tuple[str, str, str]) -> None:
    """0.7."""
    table = new_table(players)
    assert tuple(map(table.leader, ("trade", "culture", "military"))) == leaders


@pytest.mark.parametrize("players", [0, 1, 2, 6])
def test_no_other_number_of_players_is_seated_0_7(players: int) -> None:
    """0.7."""
    with pytest.raises(DataError, match=f"players: Mare Nostrum: Empires is for 3, 4, 5 players, not {players}"):
        new_game(Options(players, ("rome",) * players))


# ---------------------------------------------------------------------- starts


def test_the_printed_levels_stand_in_the_data() -> None:
    """0.6."""
    assert {start.id: start.levels for start in standard_map().empires} == LEVELS


@pytest.mark.parametrize(
    ("empire", "resources"),
    [
        ("rome", "coin metal metal metal grain oil sheep wine wine"),
        ("greece", "coin coin coin coin coin marble grain oil wine"),
        ("babylon", "coin coin coin spices spices grain grain sheep wine"),
        ("egypt", "coin coin coin coin coin papyrus papyrus gold grain"),
        ("carthage", "coin spices spices gold oil sheep sheep sheep gladiators"),
    ],
)
def test_the_first_collection_follows_the_rule_of_every_round_1_1c(empire: str, resources: str) -> None:
    """1.1c."""
    assert new_table(5).hand(empire) == resources


@pytest.mark.parametrize(("players", "empire"), EVERYBODY)
def test_every_empire_starts_with_its_own_hero_and_what_stands_on_the_map_has_left_its_supply(
    players: int, empire: str
) -> None:
    """0.8, 0.5: a capital uses no control marker."""
    table = new_table(players)
    assert table.tiles(empire) == [HEROES[empire]]
    military = LEVELS[empire][2]
    pieces = ("markers", "legions", "fortresses", "triremes")
    assert [table.supply(empire, piece) for piece in pieces] == [7 - 2, 8 - (military - 1), 5 - 1, 5]


@pytest.mark.parametrize("players", TABLES)
def test_only_the_three_provinces_of_each_empire_are_controlled_at_the_start_0_7a(players: int) -> None:
    """0.3."""
    table = new_table(players)
    controlled = Counter(map(table.controller, table.board.provinces))
    assert all(controlled[empire] == 3 for empire in TABLES[players])
    assert controlled[None] == len(table.board.provinces) - 3 * players


@pytest.mark.parametrize("players", TABLES)
def test_a_game_starts_in_round_1_with_all_three_exchange_markers(players: int) -> None:
    """0.9, 2.1."""
    table = new_table(players)
    assert table.game.state.round == 1
    assert table.rule() == "2.1"
    assert table.legal() == [f"announce {number}" for number in range(6)]


# ---------------------------------------------------------------------- who plays what


def test_empires_are_chosen_by_agreement_0_9() -> None:
    """0.9."""
    table = new_table(3, ("carthage", "rome", "greece"))
    assert table.asked() == "carthage"
    node = table.game.node
    assert isinstance(node, Decision)
    assert node.seat == 0


def test_seats_answer_for_the_empires_they_play_0_9() -> None:
    """0.9."""
    table = new_table(3, ("carthage", "rome", "greece"))
    table.say("carthage", "announce 1")
    node = table.game.node
    assert isinstance(node, Simultaneous)
    assert {seat: table.board.empires[empire] for seat, empire in node.empires.items()} == {
        0: "carthage",
        1: "rome",
        2: "greece",
    }
    offers = {0: "offer gladiators", 1: "offer metal", 2: "offer marble"}
    table.game.reveal({seat: table.game.parse(offer) for seat, offer in offers.items()})
    assert table.legal() == ["take metal from rome", "take marble from greece"]
    table.say("carthage", "take marble from greece")
    greece = table.game.node
    assert isinstance(greece, Decision)
    assert (greece.seat, table.asked()) == (2, "greece")


def test_seat_order_is_that_of_the_empires_not_of_the_chairs_r1() -> None:
    """R1: with four sheep in reserve Carthage takes three, and Rome comes next wherever it sits."""
    board = empires_board(5)
    for seats in (
        ("babylon", "egypt", "rome", "greece", "carthage"),
        ("carthage", "babylon", "rome", "greece", "egypt"),
    ):
        state = starting_state(board, Options(5, seats))
        reserve = list(state.reserve)
        reserve[(board.tokens.index("sheep") + 1) // 2] = 4
        state.reserve = bytes(reserve)
        table = Table(Game(EMPIRES, state))
        assert table.hand("rome").split().count("sheep") == 1
        assert table.hand("babylon").split().count("sheep") == 0


def test_dealing_gives_every_seat_an_empire_and_every_order_is_possible_0_9() -> None:
    """0.9."""
    seen = set()
    for outcome in product(range(3), range(2), range(1)):
        table = new_table(3, ("random",) * 3)
        assert table.awaits_chance() == (3, 2, 1)
        table.chance(*outcome)
        seen.add(table.game.state.seats)
    assert len(seen) == 6
    assert all(sorted(seats) == [0, 1, 2] for seats in seen)


def test_only_the_seats_that_left_it_to_chance_are_dealt_an_empire_0_9() -> None:
    """0.9."""
    dealt = set()
    for first in range(2):
        table = new_table(3, ("random", "greece", "random"))
        assert table.awaits_chance() == (2, 1)
        table.chance(first, 0)
        dealt.add(table.game.state.seats)
    # By empire (Rome, Greece, Carthage) the seat that plays it.
    assert dealt == {(0, 1, 2), (2, 1, 0)}


def test_the_last_empire_needs_no_chance_0_9() -> None:
    """0.9."""
    table = new_table(3, ("carthage", "random", "rome"))
    assert table.awaits_chance() == ()
    assert table.game.state.seats == (2, 1, 0)


def test_no_one_collects_before_empires_are_dealt_0_9() -> None:
    """0.9."""
    table = new_table(3, ("random",) * 3)
    assert [table.size(empire) for empire in TABLES[3]] == [0, 0, 0]


@pytest.mark.parametrize(
    ("empires", "problem"),
    [
        (("rome", "greece"), "empires: 3 seats need 3 choices"),
        (("rome", "greece", "rome"), "empires: “rome” is chosen twice"),
        (("rome", "greece", "egypt"), "empires: the line-up rome, greece, carthage lacks “egypt”"),
        (("rome", "greece", "sparta"), "empires: the line-up rome, greece, carthage lacks “sparta”"),
    ],
)
def test_seats_that_cannot_be_taken_are_refused(empires: tuple[str, ...], problem: str) -> None:
    """0.9."""
    with pytest.raises(DataError, match=problem):
        new_game(Options(3, empires))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (Options(3, ("random",) * 3, display="half"), "display: “half” is neither open nor short"),
        (Options(3, ("random",) * 3, max_rounds=-1), "max_rounds: must be from 0"),
        (Options(3, ("random",) * 3, max_rounds=1001), "max_rounds: must be from 0"),
    ],
)
def test_options_that_cannot_be_played_are_refused(options: Options, problem: str) -> None:
    """0.8, R2."""
    with pytest.raises(DataError, match=problem):
        new_game(options)


@pytest.mark.parametrize("limit", [0, 1, 1000])
def test_a_table_sets_its_round_limit_r2(limit: int) -> None:
    """R2."""
    assert Table(new_game(Options(3, ("rome", "greece", "carthage"), max_rounds=limit))).rule() == "2.1"


# ---------------------------------------------------------------------- the display


def shown(table: Table) -> list[str]:
    return [table.board.tiles[tile].id for tile in table.game.state.display]


def test_in_the_open_display_all_17_heroes_and_wonders_and_the_pyramids_lie_face_up_0_8() -> None:
    """0.8."""
    table = new_table(5)
    kinds = Counter(table.board.tiles[tile].kind for tile in table.game.state.display)
    assert kinds == {"hero": 12, "wonder": 5, "pyramids": 1}
    assert not table.game.state.face_down


def test_the_outcome_says_which_tiles_are_turned_up_0_8() -> None:
    """0.8."""
    table = new_table(3, display="short")
    heroes = [tile.id for tile in table.board.tiles if tile.kind in ("hero", "wonder")]
    table.chance(16, 0, 0, 13, 12)
    assert set(shown(table)) == {"pyramids", heroes[16], heroes[0], heroes[1], heroes[15], heroes[14]}


def test_no_tile_is_turned_up_while_5_show_0_8() -> None:
    """0.8."""
    position = Position(display="short")
    position.face_up("pyramids", "circe", "hercules", "colossus", "ramses", "antigone")
    assert position.at_end_of_build().table().rule() == "4.0"


def test_no_tile_is_turned_up_before_the_build_phase_ends_0_8() -> None:
    """0.8."""
    position = Position(display="short").give("rome", "coin coin coin coin coin coin coin coin")
    position.face_up("pyramids", "circe", "hercules", "colossus", "ramses", "antigone")
    table = position.at_build_turn("rome", "egypt", "greece").table()
    table.say("rome", "build circe with coin coin coin coin coin coin coin")
    assert len(shown(table)) == 5
    assert table.asked() is not None


def test_the_display_runs_out_when_all_tiles_are_bought_0_8() -> None:
    """0.8."""
    position = Position(display="short")
    heroes = [tile.id for tile in position.board.tiles if tile.kind in ("hero", "wonder")]
    position.face_up("pyramids", *heroes[:3])
    for empire, start in zip(("rome", "greece", "babylon", "egypt"), (3, 6, 9, 12), strict=True):
        position.tiles(empire, *heroes[start : start + 3])
    position.tiles("carthage", heroes[15])
    table = position.at_end_of_build().table()
    # Three show and one is left to turn up: it needs no chance.
    assert heroes[16] in shown(table)
    assert table.rule() == "4.0"
