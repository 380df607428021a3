"""Phase 3, build: turns, units and buildings, what is kept (3.0 to 3.1.2). Control markers and tiles have own files."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Decision
from core.empires.actions import Build
from core.empires.building import UNITS, BuildTurn, Prospects
from core.empires.rules import EMPIRES
from core.empires.state import Game
from core.engine.action import Action
from core.engine.event import message_of
from core.mare.actions import Done
from core.mare.kinds import FREE
from tests.core.draws import all_draws
from tests.core.positions import Position, Table

THREE = "coin coin coin"
SIX = "coin coin coin coin coin coin"


def turn(position: Position, empire: str, coins: int = 6) -> Table:
    """A build turn with so many coins, after which others still build."""
    others = [name for name in position.board.empires if name != empire]
    return position.give(empire, "coin " * coins).at_build_turn(empire, *others).table()


# ---------------------------------------------------------------------- 3.0 whose turn


@pytest.mark.parametrize("leader", ["rome", "greece", "carthage"])
def test_the_culture_leader_names_themselves_or_another_as_active_player_3_0(leader: str) -> None:
    """3.0."""
    table = Position(3).leaders(culture=leader).at_build().table()
    assert table.asked() == leader
    assert sorted(table.legal()) == ["name carthage", "name greece", "name rome"]


def test_the_leader_is_asked_who_builds_next_3_0() -> None:
    """3.0."""
    node = Position(3).leaders(culture="greece").at_build().table().game.node
    assert isinstance(node, Decision)
    assert "builds next" in str(node.prompt.sentence)


def test_when_one_is_done_the_leader_names_the_next_who_has_not_built_yet_3_0() -> None:
    """3.0."""
    position = Position(3).leaders(culture="greece").at_build()
    for empire in ("rome", "greece", "carthage"):
        position.give(empire, THREE)
    table = position.table()
    table.say("greece", "name carthage")
    table.say("carthage", "done")
    assert (table.asked(), table.rule()) == ("greece", "3.0")
    assert sorted(table.legal()) == ["name greece", "name rome"]
    sentence = table.refused("greece", "name carthage", rule="3.0")
    assert sentence == "Carthage has already had a turn in this phase."
    table.refused("greece", "done", rule="3.0")


def test_who_could_pay_but_has_nothing_left_to_build_is_not_asked() -> None:
    """3.1: Rome has every piece on the map, every icon it could pay for is built on, and no province is free."""
    position = Position(3).units("latium", rome=8).units("italia", rome=0).fleet("mare_ionium", rome=5)
    for province in ("italia", "gallia", "numidia", "libya"):
        position.fortress(province, "rome")
    position.control("germania", "greece").control("dalmatia", "greece").control("sicilia", "greece")
    position.give("rome", THREE).give("greece", THREE)
    table = position.leaders(culture="greece").at_build().table()
    table.say("greece", "name rome")
    assert (table.asked(), table.rule()) == ("greece", "3.0")
    one_piece_left = position.units("latium", rome=7).table()
    one_piece_left.say("greece", "name rome")
    assert (one_piece_left.asked(), one_piece_left.rule()) == ("rome", "3.1")


# ---------------------------------------------------------------------- 3.0a, 3.1 paying


@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("build control sicilia", 3),
        ("build legion latium", 3),
        ("build fortress italia", 3),
        ("build trireme mare_ionium", 3),
        ("build caravan:sheep gallia", 3),
        ("build city creta", 3),
        ("build capital latium", 3),
        ("build legendary_city asia", 3),
        ("build market gallia", 6),
        ("build temple latium", 6),
        ("build circe", 7),
        ("build pyramids", 12),
    ],
)
def test_each_thing_costs_one_set_of_exactly_its_cost_3_0a(line: str, cost: int) -> None:
    """3.0a."""
    position = Position().control("creta", "rome").control("asia", "rome").fleet("mare_tyrrhenum", rome=1)
    position.raze("gallia", "caravan:sheep").raze("latium", "capital")
    table = turn(position, "rome", coins=13)
    for coins in (cost - 1, cost + 1):
        table.refused("rome", f"{line} with {' '.join(['coin'] * coins)}", rule="3.0a")
    table.say("rome", f"{line} with {' '.join(['coin'] * cost)}")
    assert table.size("rome") == 13 - cost


def test_a_player_who_holds_exactly_the_price_is_offered_the_thing_3_0a() -> None:
    """3.0a."""
    table = turn(Position().raze("gallia"), "rome", coins=3)
    assert table.legal("build caravan") == [
        f"build caravan:grain gallia with {THREE}",
        f"build caravan:sheep gallia with {THREE}",
    ]
    assert not table.legal("build market")
    assert turn(Position(), "rome", coins=6).legal("build market") == [
        f"build market gallia with {SIX}",
        f"build market italia with {SIX}",
    ]


def test_what_is_paid_is_gone_and_what_is_not_stays_3_0a() -> None:
    """3.0a."""
    position = Position().give("rome", "coin wood oil sheep *sheep").give("greece", THREE)
    table = position.at_build_turn("rome", "greece").table()
    table.say("rome", "build legion latium with wood oil *sheep")
    assert table.hand("rome") == "coin sheep"


def test_nothing_is_free_without_an_ability_3_0a() -> None:
    """3.0a."""
    table = turn(Position(), "rome")
    table.refused("rome", "build control germania free", rule="3.0a")
    table.refused("rome", "build legion latium free", rule="3.0a")


def test_a_player_may_be_done_while_they_could_still_build_3_1() -> None:
    """3.1."""
    table = turn(Position(), "rome")
    table.say("rome", "done")
    assert table.rule() == "3.0"


# ---------------------------------------------------------------------- 3.0b what is kept


def test_what_is_discarded_is_told_3_0b() -> None:
    """3.0b, R3: the log is public."""
    told: list[str] = []
    position = Position(3).give("rome", "coin coin coin wood *wood wood").give("greece", "coin").at_end_of_build()
    position.state.listener = lambda event: told.append(str(message_of(position.state.board, event)))
    Game(EMPIRES, position.state)
    given_back = [sentence for sentence in told if "3.0b" in sentence]
    assert given_back == ["Rome gives back coin, 2 wood, legendary wood (3.0b)."]


def test_nothing_is_discarded_before_all_have_built_3_0b() -> None:
    """3.0b."""
    position = Position().give("rome", "wood oil coin coin coin").give("greece", THREE)
    table = position.at_build_turn("rome", "greece").table()
    table.say("rome", "done")
    assert table.asked() == "greece"
    assert table.hand("rome") == "coin coin coin wood oil"
    table.say("greece", "done")
    assert (table.hand("rome"), table.hand("greece")) == ("coin coin", "coin coin")


# ---------------------------------------------------------------------- 3.1.2 where units and buildings go


def test_units_and_buildings_go_where_the_player_controls_and_needs_no_unit_3_1_2() -> None:
    """3.1.2."""
    table = turn(Position().disarm(), "rome", coins=12)
    table.say(
        "rome",
        "build market gallia with coin coin coin coin coin coin",
        "build legion italia with coin coin coin",
        "build fortress gallia with coin coin coin",
    )
    assert table.legions("italia") == {"rome": 1}
    assert table.fortress("gallia") == "rome"
    assert "market" in table.buildings("gallia")


def test_an_occupier_builds_nothing_in_the_province_they_occupy_3_1_2() -> None:
    """3.1.2."""
    position = Position().units("gallia", greece=1).occupy("gallia", "greece", "control")
    turn(position, "greece").refused("greece", f"build legion gallia with {THREE}", rule="3.1.2")


def test_a_lone_fortress_beside_opponents_is_at_war_as_well_3_1_2b() -> None:
    """3.1.2b."""
    position = Position().units("gallia", greece=1).fortress("gallia", "rome")
    turn(position, "rome").refused("rome", f"build legion gallia with {THREE}", rule="3.1.2b")


def test_the_exception_is_for_ones_own_capital_alone_3_1_2() -> None:
    """3.1.2."""
    position = Position().disarm()
    table = turn(position, "greece")
    table.refused("greece", f"build legion latium with {THREE}", rule="3.1.2")


def test_a_capitals_province_stays_one_when_its_capital_is_gone_3_1_2() -> None:
    """3.1.2."""
    position = Position().raze("latium", "capital").units("latium", greece=1)
    table = turn(position, "rome")
    table.say("rome", f"build capital latium with {THREE}")
    assert "capital" in table.buildings("latium")


def test_any_number_of_legions_may_be_built_in_a_province_3_1_2() -> None:
    """3.1.2."""
    table = turn(Position().disarm(), "rome", coins=24)
    table.say("rome", *[f"build legion gallia with {THREE}"] * 8)
    assert table.legions("gallia") == {"rome": 8}


@pytest.mark.parametrize(
    ("province", "building"),
    [
        ("gallia", "caravan:wine"),
        ("gallia", "city"),
        ("gallia", "temple"),
        ("cilicia", "market"),
        ("cilicia", "capital"),
        ("cilicia", "legendary_city"),
        ("asia", "city"),
    ],
)
def test_a_building_goes_on_an_icon_of_its_kind_only_3_1_2(province: str, building: str) -> None:
    """3.1.2."""
    table = turn(Position().control("cilicia", "rome").control("asia", "rome"), "rome")
    sentence = table.refused("rome", f"build {building} {province} with {THREE}", rule="notation")
    assert sentence == f"{province.capitalize()} has no icon “{building}”."


@pytest.mark.parametrize(
    ("province", "city"), [("creta", "city"), ("latium", "capital"), ("judea", "legendary_city"), ("creta", "temple")]
)
def test_cities_and_temples_go_on_their_own_icons_3_1_2(province: str, city: str) -> None:
    """3.1.2."""
    position = Position().control("creta", "rome").control("judea", "rome").raze("latium", "capital")
    table = turn(position, "rome")
    table.say("rome", f"build {city} {province} with {SIX if city == 'temple' else THREE}")
    assert city in table.buildings(province)


# ---------------------------------------------------------------------- 3.1.2a, 3.1.2b, R9 triremes


def test_triremes_go_into_a_sea_next_to_a_province_the_player_controls_3_1_2a() -> None:
    """3.1.2a."""
    table = turn(Position(), "rome", coins=3)
    assert [line.split()[2] for line in table.legal("build trireme")] == [
        "mare_tyrrhenum",
        "mare_hadriaticum",
        "mare_ionium",
    ]
    table.refused("rome", f"build trireme mare_sardum with {THREE}", rule="3.1.2a")
    table.say("rome", f"build trireme mare_ionium with {THREE}")
    assert table.triremes("mare_ionium") == {"rome": 1}


def test_an_opponents_fortress_is_a_unit_as_well_3_1_2a() -> None:
    """3.1.2a."""
    table = turn(Position().units("italia", rome=0).fortress("italia", "greece"), "rome")
    table.refused("rome", f"build trireme mare_ionium with {THREE}", rule="3.1.2a")


def test_any_number_of_triremes_may_be_built_in_a_sea_3_1_2a() -> None:
    """3.1.2a."""
    table = turn(Position(), "rome", coins=15)
    table.say("rome", *[f"build trireme mare_ionium with {THREE}"] * 5)
    assert table.triremes("mare_ionium") == {"rome": 5}


# ---------------------------------------------------------------------- R20 rebuilding


def test_elsewhere_nothing_is_rebuilt_under_an_enemy_legion_r20() -> None:
    """R20."""
    position = Position().raze("gallia", "caravan:sheep").units("gallia", greece=1)
    position.occupy("gallia", "greece", "caravan:sheep")
    turn(position, "rome").refused("rome", f"build caravan:sheep gallia with {THREE}", rule="3.1.2")


def test_building_beside_an_occupier_ends_none_of_their_occupations_r20() -> None:
    """R20."""
    position = Position().raze("latium", "caravan:wine").units("latium", greece=2)
    position.occupy("latium", "greece", "market", "caravan:metal")
    table = turn(position, "rome", coins=3)
    table.say("rome", f"build caravan:wine latium with {THREE}")
    assert table.occupied("latium") == ["caravan:metal", "market"]


# ---------------------------------------------------------------------- what always holds

WORDS = ["coin", "coin", "wood", "oil", "*oil", "grain"]
PROVINCES = ["latium", "italia", "gallia", "germania", "dalmatia", "sicilia", "africa"]


@st.composite
def rome_to_build(draw: st.DrawFn) -> Position:
    """Rome's build turn with a small hand, its provinces and their neighbours in any condition."""
    position = Position(3).give("rome", " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=6, unique=True))))
    position.give("rome", "coin " * draw(st.integers(0, 3)))
    for province in draw(st.lists(st.sampled_from(PROVINCES), max_size=3, unique=True)):
        position.raze(province).units(province, rome=draw(st.integers(0, 1)), greece=draw(st.integers(0, 1)))
        if province not in ("latium", "africa"):
            position.control(province, draw(st.sampled_from(["rome", "greece", None])))
    for sea in draw(st.lists(st.sampled_from(["mare_tyrrhenum", "mare_ionium"]), max_size=2, unique=True)):
        position.fleet(sea, rome=1)
    return position.tiles("rome", *draw(st.sampled_from([(), ("hannibal",), ("circe", "hercules")])))


def everything(table: Table, payments: set[tuple[int, ...]]) -> list[Action]:
    """All builds of all things in all places with some payments, sensible or not."""
    board = table.board
    things = [(what, province) for what in ("control", *UNITS[:2]) for province in range(len(board.provinces))]
    things += [("trireme", sea) for sea in range(len(board.seas))]
    things += [(icon.name, province) for province, icons in enumerate(board.icons) for icon in icons]
    things += [(tile.id, FREE) for tile in board.tiles]
    return [Done(), *(Build(what, where, payment) for what, where in things for payment in payments)]


@settings(max_examples=30)
@given(rome_to_build())
def test_what_may_be_built_is_exactly_what_is_listed(position: Position) -> None:
    """3.1."""
    table = position.at_build_turn("rome", "greece").table()
    node = table.game.node
    if not (isinstance(node, Decision) and node.prompt.rule == "3.1"):
        return
    listed = list(node.answers)
    assert len(set(listed)) == len(listed)
    held = [token for token, count in enumerate(table.game.state.players[0].hand) for _ in range(count)]
    payments = {payment for size in (0, 3, 6, 7) for payment in combinations(held, size)}
    legal = {action for action in everything(table, payments) if action in node.answers}
    assert legal == set(listed)


@settings(max_examples=20)
@given(rome_to_build(), st.sampled_from([(), ("hammurabi",), ("penthesilea",), ("spartacus", "lighthouse")]))
def test_everything_that_can_be_built_can_be_drawn_and_nothing_else(
    position: Position, offering: tuple[str, ...]
) -> None:
    """3.1."""
    table = position.tiles("rome", *offering).at_build_turn("rome", "greece").table()
    stack = table.game.state.stack  # empty where Rome has won: five tiles, and nothing more that it could do
    turn = stack[-1] if stack else None
    if not isinstance(turn, BuildTurn):
        return
    prospects = Prospects(table.game.state, turn)
    listed = [thing for sort in prospects.sorts() for thing in sort()]
    drawn = list(all_draws(prospects.draw))
    assert None in drawn, "being done can't be drawn"
    assert all(thing in listed for thing in drawn if thing is not None)
    assert all(thing in drawn for thing in listed)


def test_a_hero_who_has_an_owner_is_refused_with_that_owner() -> None:
    """3.1.3."""
    table = Position().give("rome", "coin " * 7).at_build_turn("rome").table()
    sentence = table.refused("rome", "build hannibal with coin coin coin coin coin coin coin", "3.1.3")
    assert sentence == "Hannibal belongs to Carthage."
