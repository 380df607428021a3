"""The recount of 2003 gives what the rules' worked examples say: setup, titles, income and trade."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.core.classic.recount import counts, setup, trade
from tests.core.classic.recount.board import COIN, EDITIONS, MARKER, NEUTRAL, ORIGINAL, REVISED, SEATS, board
from tests.core.classic.recount.position import Position, Unit, problems
from tests.core.classic.recount.trade import Trade
from tests.core.classic.recount_examples import BOTH, cards, clear, enter, mark, syria, table

# ---------------------------------------------------------------------- chapters 1 and 2

LEADERS = {
    3: {"trade": "carthage", "culture": "greece", "military": "babylon"},
    4: {"trade": "carthage", "culture": "egypt", "military": "rome"},
    5: {"trade": "carthage", "culture": "egypt", "military": "rome"},
}
"""1.6a and 1.6b: by number of players, who begins with which title in the advised line-up."""

LEVELS = {"rome": (4, 1), "greece": (3, 2), "babylon": (4, 1), "egypt": (2, 3), "carthage": (4, 1)}
"""2.3a: what each counts for the commerce and the political title in the printed setup."""

NEUTRALS = {
    3: {"latium", "lombardia", "magna_graecia", "aegyptus_inferior", "heptanomis", "marmarica"},
    4: {"babylonia", "assyria", "syria", "palaestina", "arabia"},
}
"""1.5a, K12: by number of players, where neutral pieces stand beside the advised line-up."""


@BOTH
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_printed_setup_adds_up_and_has_the_levels_and_leaders_of_the_sheets(edition: str, players: int) -> None:
    """1.3, 1.5 and 1.6a."""
    position = table(edition, players)
    assert problems(position) == []
    assert position.titles == LEADERS[players]
    for player in position.players:
        found = counts.counts(position, player)
        free = edition == REVISED and player in ("greece", "carthage")
        trading, culture = LEVELS[player]
        assert found == {"trade": trading, "culture": culture, "military": 1 + free}, player


@BOTH
def test_neutrals_stand_where_the_table_says(edition: str) -> None:
    """1.5a and K12."""
    for players, expected in NEUTRALS.items():
        position = table(edition, players)
        assert {name for name, province in position.provinces.items() if province.owner == NEUTRAL} == expected
        for name in expected:
            fortress = name in position.board.capitals.values()
            assert Counter(unit.kind for unit in position.provinces[name].land) == Counter(
                legion=1, fortress=int(fortress)
            )


def test_with_points_neutrals_are_placed_first_and_the_first_civilization_has_a_common_neighbour() -> None:
    """K12: Palaestina borders on Babylonia and on Aegyptus Inferior, and Babylon sits before Egypt."""
    players = ("rome", "greece", "carthage")
    found = setup.neutrals(board(3), players, printed=False)
    assert found["palaestina"][0] == "babylon"
    assert {name for name, (_, _, fortress) in found.items() if fortress} == {"babylonia", "aegyptus_inferior"}


@BOTH
def test_example_31_is_bought_for_36_points(edition: str) -> None:
    """1.4: each thing in turn is legal and costs what the example says, and nothing is left."""
    position = setup.bare(edition, SEATS)
    rome = ["tile:caesar", "mark:lombardia", "build:latium:city", "build:latium:caravan:wine"]
    rome += ["build:lombardia:caravan:grain", "build:lombardia:caravan:iron", "raise:latium:fortress"]
    greece = ["tile:pericles", "mark:asia", "mark:creta", "build:achaia:city", "build:asia:city", "build:creta:city"]
    greece += ["build:achaia:caravan:oil", "build:achaia:caravan:fish", "raise:achaia:trireme"]
    assert spend(position, "rome", ["mark:latium", *rome, *["raise:latium:legion"] * 2]) == 0
    assert spend(position, "greece", ["mark:achaia", *greece]) == 0
    assert problems(position) == []


def spend(position: Position, player: str, orders: list[str]) -> int:
    points = setup.POINTS
    for order in orders:
        what, where, thing = [*order.split(":", 2), MARKER][:3] if order[:4] != "tile" else ["tile", "", order[5:]]
        points -= setup.set_up(position, player, points)[what, where, thing]
        buy(position, player, what, where, thing)
    return points


def buy(position: Position, player: str, what: str, where: str, thing: str) -> None:
    if what == "tile":
        position.tiles[player].add(thing)
    elif what == "mark":
        position.provinces[where].owner = player
        position.pieces[player][MARKER] -= 1
    elif what == "build":
        position.provinces[where].buildings.add(thing)
        position.buildings[thing.split(":", maxsplit=1)[0]] -= 1
    else:
        position.pieces[player][thing] -= 1
        if thing == "trireme":
            position.provinces[where].dock[player] += 1
        else:
            position.provinces[where].land.append(Unit(player, thing))


@BOTH
def test_where_units_begin_with_points(edition: str) -> None:
    """1.4e, 1.4f and 1.4h: only Greece leaves its capital, and fortresses do in the original."""
    position = setup.bare(edition, SEATS)
    mark(position, "rome", "latium", "lombardia")
    mark(position, "greece", "achaia", "asia")
    mark(position, "babylon", "babylonia")
    both = {"achaia", "asia"}
    assert setup.set_up_unit_places(position, "rome", "legion") == {"latium"}
    assert setup.set_up_unit_places(position, "babylon", "trireme") == set()
    assert setup.set_up_unit_places(position, "greece", "trireme") == (both if edition == REVISED else {"achaia"})
    assert setup.set_up_unit_places(position, "greece", "fortress") == both
    assert setup.set_up_unit_places(position, "rome", "fortress") == (
        {"latium"} if edition == REVISED else {"latium", "lombardia"}
    )


def test_first_titles_by_count_go_to_players_without_one() -> None:
    """K14: no player begins with two, and a tie is drawn by lot."""
    position = table(REVISED)
    ways = counts.first_titles(position, by_sheets=False)
    assert {way["trade"] for way in ways} == {"rome", "babylon", "carthage"}
    assert {way["culture"] for way in ways} == {"egypt"}
    assert all(len(set(way.values())) == 3 for way in ways)
    assert {way["military"] for way in ways if way["trade"] == "carthage"} == {"greece"}


@BOTH
def test_example_26_a_title_is_held_until_another_has_more(edition: str) -> None:
    """2.5: a tie without the holder is decided by the holder, one with them changes nothing."""
    position = table(edition)
    for player in position.players:
        position.provinces[position.board.capitals[player]].land.clear()
        position.provinces[position.board.capitals[player]].dock.clear()
    for player, number in {"rome": 4, "greece": 5, "egypt": 5}.items():
        enter(position, player, position.board.capitals[player], number)
    position.titles["military"] = "rome"
    assert counts.candidates(position, "military") == {"greece", "egypt"}
    position.titles["military"] = "egypt"
    assert counts.candidates(position, "military") == {"egypt"}


def test_example_26_agamemnon_counts_two_or_three() -> None:
    """2.3c: Greece has three caravans."""
    found = []
    for edition in EDITIONS:
        position = table(edition)
        position.tiles["greece"].add("agamemnon")
        found.append(counts.counts(position, "greece")["trade"])
    assert found == [5, 6]


# ---------------------------------------------------------------------- income


@BOTH
def test_example_1_a_market_doubles_the_caravans(edition: str) -> None:
    position = table(edition)
    clear(position, "tripolitania")
    clear(position, "numidia")
    position.provinces["africa"].buildings = {"caravan:fruit"}
    assert counts.due(position, "carthage") == cards("fruit")
    position.provinces["africa"].buildings.add("caravan:perfume")
    assert counts.due(position, "carthage") == cards("fruit perfume")
    position.provinces["africa"].buildings.add("market")
    assert counts.due(position, "carthage") == cards("fruit fruit perfume perfume")


@BOTH
def test_example_2_the_first_income(edition: str) -> None:
    assert counts.income(table(edition)) == {
        "rome": cards("coin grain iron wine fish"),
        "greece": cards("coin coin oil fish iron"),
        "babylon": cards("coin grain gems wine fruit"),
        "egypt": cards("coin coin coin papyrus grain"),
        "carthage": cards("coin fruit perfume fish slaves"),
    }


@BOTH
def test_example_3_an_occupied_province_pays_and_counts_for_two(edition: str) -> None:
    position = syria(edition)
    before = table(edition)
    assert counts.due(position, "rome") - counts.due(before, "rome") == cards("coin wine")
    mark(before, "", "syria")
    assert counts.due(position, "babylon") - counts.due(before, "babylon") == cards("fruit fruit")
    rome = {"trade": 1, "culture": 1, "military": 2}
    babylon = {"trade": 2, "culture": 1, "military": 0}
    for player, more in {"rome": rome, "babylon": babylon}.items():
        was, now = counts.counts(before, player), counts.counts(position, player)
        assert {track: now[track] - was[track] for track in now} == more, player
    position.provinces["syria"].land.append(Unit("rome", on="temple"))
    assert counts.due(position, "rome")[COIN] == 3


def test_a_province_at_war_pays_its_owner() -> None:
    """3.1d and 5.7b: as if no legion stood on its buildings."""
    position = syria(REVISED)
    whole = counts.due(position, "babylon") + cards("coin coin wine wine")
    enter(position, "egypt", "syria")
    assert counts.due(position, "babylon") == whole


def test_what_the_bank_lacks_is_missed_by_those_farthest_from_the_director() -> None:
    """K3: with Carthage the Director, Rome is served second and Babylon goes without grain."""
    position = table(ORIGINAL)
    position.bank["grain"] = 1
    paid = counts.income(position)
    assert [player for player in SEATS if paid[player]["grain"]] == ["rome"]


# ---------------------------------------------------------------------- trade


def test_example_4_those_with_too_few_are_shut_out() -> None:
    position = table(ORIGINAL)
    for player, number in zip(SEATS, (5, 6, 4, 8, 7), strict=True):
        position.hands[player] = Counter(coin=number)
    assert list(trade.numbers(position)) == list(range(8))
    assert trade.traders(position, 6) == ["greece", "egypt", "carthage"]
    assert trade.traders(position, 0) == []


def play(trading: Trade, *takes: str) -> Trade:
    """Take cards: "rome egypt" means that Rome takes from Egypt; each is checked."""
    for take in takes:
        taker, loser = take.split()
        assert taker == trading.taker
        card = min(card for whose, card in trade.takes(trading) if whose == loser)
        trading.open[loser][card] -= 1
        trading.takes.append((taker, loser))
        trading.pair.append((taker, loser))
        trading.taker = loser
    return trading


def trading(number: int, *players: str) -> Trade:
    return Trade({player: Counter(coin=number) for player in players}, "carthage")


def test_example_5_two_takes_in_a_row() -> None:
    now = play(trading(5, "carthage", "egypt", "rome"), "carthage egypt", "egypt carthage")
    assert {whose for whose, _ in trade.takes(now)} == {"rome"}
    play(now, "carthage rome", "rome carthage")
    assert {whose for whose, _ in trade.takes(now)} == {"egypt"}


@pytest.mark.parametrize(
    ("number", "players", "takes", "short"),
    [
        (1, "carthage rome egypt", ["carthage rome", "rome carthage", "carthage egypt"], "egypt"),
        (
            2,
            "carthage rome egypt",
            [
                "carthage rome",
                "rome egypt",
                "egypt carthage",
                "carthage egypt",
                "egypt rome",
                "rome carthage",
            ],
            "",
        ),
        (3, "carthage rome", ["carthage rome", "rome carthage"], ""),
        (1, "carthage rome", ["carthage rome", "rome carthage"], ""),
    ],
)
def test_examples_6_to_8_how_a_trade_ends(number: int, players: str, takes: list[str], short: str) -> None:
    """K22 and 3.6a: who is to take has nothing to take, and one player at most is short."""
    now = play(trading(number, *players.split()), *takes)
    assert trade.takes(now) == set()
    assert trade.one_short(table(REVISED), now) == short


def test_example_8_among_more_than_two() -> None:
    now = trading(2, "carthage", "rome", "egypt")
    now.open["carthage"].clear()
    play(now, "carthage rome", "rome egypt", "egypt rome")
    assert trade.takes(now) == set()
    assert trade.one_short(table(REVISED), now) == "rome"


def test_example_9_odysseus() -> None:
    for edition in EDITIONS:
        position = table(edition)
        position.tiles["greece"].add("odysseus")
        now = play(trading(2, "carthage", "rome", "greece"), "carthage rome")
        assert trade.odysseus_may_speak(position, now) == "greece"
        assert trade.forced_takes(position, now) == {("greece", "coin")}
        play(now, "rome greece")
        assert trade.odysseus_may_speak(position, now) == "", "The owner is the taker, or was just taken from."
        position.used.add("odysseus")
        play(now, "greece carthage")
        assert trade.odysseus_may_speak(position, now) == ""
