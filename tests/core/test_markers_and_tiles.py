"""Phase 3, build: control markers (3.1.1) and heroes, wonders and the Pyramids (3.1.3)."""

from __future__ import annotations

import pytest

from tests.core.positions import Position, Table

THREE = "coin coin coin"


def turn(position: Position, empire: str, coins: int = 9) -> Table:
    """A build turn with so many coins, after which others still build."""
    others = [name for name in position.board.empires if name != empire]
    return position.give(empire, "coin " * coins).at_build_turn(empire, *others).table()


def provinces_to_mark(table: Table) -> set[str]:
    return {line.split()[2] for line in table.legal("build control")}


# ---------------------------------------------------------------------- 3.1.1


def test_rome_marks_what_is_adjacent_to_its_provinces_3_1_1() -> None:
    """3.1.1."""
    assert provinces_to_mark(turn(Position(), "rome")) == {"germania", "dalmatia"}


def test_a_marker_goes_where_no_one_controls_3_1_1() -> None:
    """3.1.1."""
    position = Position().control("germania", "greece")
    assert provinces_to_mark(turn(position, "rome")) == {"dalmatia"}


def test_no_one_marks_what_they_control_already_3_1_1() -> None:
    """3.1.1."""
    table = turn(Position(), "rome")
    sentence = table.refused("rome", f"build control gallia with {THREE}", rule="3.1.1")
    assert sentence == "You already control Gallia."


@pytest.mark.parametrize("unit", ["legion", "fortress"])
def test_no_marker_goes_where_an_opponents_units_stand_3_1_1(unit: str) -> None:
    """3.1.1."""
    position = Position()
    if unit == "legion":
        position.units("germania", greece=1)
    else:
        position.fortress("germania", "greece")
    table = turn(position, "rome")
    table.refused("rome", f"build control germania with {THREE}", rule="3.1.1")
    assert provinces_to_mark(table) == {"dalmatia"}


def test_ones_own_units_are_no_hindrance_3_1_1() -> None:
    """3.1.1."""
    assert "germania" in provinces_to_mark(turn(Position().units("germania", rome=1), "rome"))


def test_ones_own_units_there_are_no_way_there_3_1_1() -> None:
    """3.1.1."""
    position = Position().units("creta", rome=2)
    turn(position, "rome").refused("rome", f"build control creta with {THREE}", rule="3.1.1")


def test_no_connection_counts_that_begins_in_a_province_marked_this_turn_3_1_1() -> None:
    """3.1.1."""
    position = Position().clear().control("macedonia", "greece").fleet("pontus_euxinus", greece=1)
    table = turn(position, "greece")
    table.say("greece", f"build control thracia with {THREE}")
    # Thracia and Cappadocia lie on Pontus Euxinus, Macedonia does not.
    table.refused("greece", f"build control cappadocia with {THREE}", rule="3.1.1")
    table.say("greece", f"build trireme mare_aegaeum with {THREE}")
    assert "cappadocia" in provinces_to_mark(table), "Macedonia, Mare Aegaeum, Pontus Euxinus, Cappadocia"


def test_a_province_marked_in_an_earlier_round_is_a_starting_point_3_1_1() -> None:
    """3.1.1."""
    assert "dacia" in provinces_to_mark(turn(Position().control("germania", "rome"), "rome"))


def test_a_marker_of_an_earlier_round_is_played_on_from_3_1_1() -> None:
    """3.1.1."""
    table = turn(Position(3), "rome", coins=3)
    table.say("rome", f"build control germania with {THREE}")
    while (table.game.state.round, table.rule()) != (2, "3.0"):
        line = "announce 0" if table.rule() == "2.1" else table.legal()[-1]
        table.say(str(table.asked()), line)
    table.say(str(table.asked()), "name rome")
    assert "dacia" in provinces_to_mark(table)


def test_connection_is_judged_at_that_moment_so_a_trireme_built_this_turn_counts_3_1_1() -> None:
    """3.1.1."""
    table = turn(Position(), "rome")
    assert "sicilia" not in provinces_to_mark(table)
    table.say("rome", f"build trireme mare_ionium with {THREE}")
    assert "sicilia" in provinces_to_mark(table)


def test_a_trireme_built_from_a_marked_province_may_connect_an_old_one_3_1_1() -> None:
    """3.1.1."""
    position = Position().fleet("mare_tyrrhenum", rome=1).fleet("mare_ionium", rome=1)
    table = turn(position, "rome", coins=12)
    table.refused("rome", f"build control libya with {THREE}", rule="3.1.1")
    assert "creta" not in provinces_to_mark(table)
    table.say("rome", f"build control sicilia with {THREE}", f"build trireme mare_africum with {THREE}")
    assert "creta" in provinces_to_mark(table), "Italia, Mare Ionium, Mare Africum, Creta"


def test_an_occupied_province_of_ones_own_is_still_a_starting_point_3_1_1() -> None:
    """3.1.1."""
    position = Position().units("gallia", greece=1).occupy("gallia", "greece", "control")
    assert provinces_to_mark(turn(position, "rome")) == {"germania", "dalmatia"}


def test_a_province_one_occupies_is_no_starting_point_3_1_1() -> None:
    """3.1.1."""
    position = Position().units("cyrenaica", rome=1).occupy("cyrenaica", "rome", "control")
    assert provinces_to_mark(turn(position, "rome")) == {"germania", "dalmatia"}


def test_buildings_that_stand_in_an_uncontrolled_province_come_with_it_3_1_1() -> None:
    """3.1.1."""
    table = turn(Position().build("germania", "caravan:gems", "market"), "rome")
    assert table.levels("rome") == (7, 1, 3)
    table.say("rome", f"build control germania with {THREE}")
    assert table.levels("rome") == (7 + 2, 1, 3)


# ---------------------------------------------------------------------- 3.1.3 heroes and wonders

TILES = ("circe", "hercules", "ramses", "colossus")


@pytest.mark.parametrize(("held", "cost"), [(1, 7), (2, 8), (3, 9), (4, 10)])
def test_a_tile_costs_7_then_8_9_10_3_1_3(held: int, cost: int) -> None:
    """3.1.3."""
    position = Position().tiles("rome", *TILES[: held - 1])
    table = turn(position, "rome", coins=11)
    assert len(table.tiles("rome")) == held
    for coins in {7, 8, 9, 10, 11} - {cost}:
        table.refused("rome", f"build lighthouse with {' '.join(['coin'] * coins)}", rule="3.0a")
    table.say("rome", f"build lighthouse with {' '.join(['coin'] * cost)}")
    assert table.tiles("rome")[-1] == "lighthouse"


def test_the_price_rises_within_one_turn_3_1_3() -> None:
    """3.1.3."""
    table = turn(Position(), "rome", coins=16)
    table.say("rome", f"build circe with {' '.join(['coin'] * 7)}")
    table.refused("rome", f"build hercules with {' '.join(['coin'] * 7)}", rule="3.0a")
    table.say("rome", f"build hercules with {' '.join(['coin'] * 8)}")


def test_every_face_up_tile_is_for_sale_3_1_3() -> None:
    """3.1.3."""
    table = turn(Position(), "rome", coins=7)
    tiles = [tile.id for tile in table.board.tiles if tile.kind in ("hero", "wonder")]
    assert len(tiles) == 17
    assert all(table.allows(f"build {tile} with {' '.join(['coin'] * 7)}") for tile in tiles)


def test_a_bought_tile_leaves_the_display_3_1_3() -> None:
    """3.1.3."""
    position = Position().tiles("greece", "circe")
    turn(position, "rome").refused("rome", f"build circe with {' '.join(['coin'] * 7)}", rule="3.1.3")


def test_no_one_buys_a_starting_hero_3_1_3() -> None:
    """3.1.3."""
    turn(Position(), "rome").refused("rome", f"build cleopatra with {' '.join(['coin'] * 7)}", rule="3.1.3")


def test_every_tile_is_offered_at_its_own_price_alone_3_1_3() -> None:
    """3.1.3."""
    table = turn(Position(), "rome", coins=12)
    assert table.legal("build circe") == [f"build circe with {' '.join(['coin'] * 7)}"]
    assert table.legal("build pyramids") == [f"build pyramids with {' '.join(['coin'] * 12)}"]


@pytest.mark.parametrize("tiles", [0, 3, 4])
def test_the_pyramids_cost_12_however_many_tiles_one_has_3_1_3(tiles: int) -> None:
    """3.1.3."""
    table = turn(Position().tiles("rome", *TILES[:tiles]), "rome", coins=12)
    table.refused("rome", f"build pyramids with {' '.join(['coin'] * 10)}", rule="3.0a")
    table.say("rome", f"build pyramids with {' '.join(['coin'] * 12)}")
    assert (table.winners(), table.victory()) == (("rome",), "pyramids")


def test_the_pyramids_lie_face_up_in_the_short_display_0_8() -> None:
    """0.8."""
    position = Position(display="short").face_up("pyramids")
    assert turn(position, "rome", coins=12).legal("build pyramids")
