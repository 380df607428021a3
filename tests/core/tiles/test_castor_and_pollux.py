"""Castor and Pollux: another hero's ability for the rest of the game (chapter 3, R12); two owners of one ability."""

from __future__ import annotations

import pytest

from core.engine.state import NO_EMPIRE
from tests.core.positions import Position, Table

OTHERS = ("greece", "egypt")


def rome_buys(position: Position, more: str = "") -> Table:
    """Rome has bought Castor and Pollux with coins, and has so much more."""
    coins = " ".join(["coin"] * (6 + len(position.state.players[0].tiles)))
    table = position.give("rome", f"{coins} {more}").at_build_turn("rome", *OTHERS).table()
    table.say("rome", f"build castor_and_pollux with {coins}")
    return table


def copied(table: Table, empire: str = "rome") -> str | None:
    """The hero that an empire copies."""
    tile = table.game.state.players[table.board.empires.index(empire)].copied
    return None if tile == NO_EMPIRE else table.board.tiles[tile].id


# ---------------------------------------------------------------------- what is copied


def test_the_buyer_chooses_among_the_heroes_of_the_others() -> None:
    """Chapter 3: when bought, the buyer copies the ability of one hero another player owns."""
    table = rome_buys(Position().tiles("greece", "ramses", "circe").tiles("egypt", "antigone"))
    assert (table.asked(), table.rule()) == ("rome", "R12")
    assert sorted(table.legal()) == ["copy antigone", "copy circe", "copy ramses"]
    table.say("rome", "copy circe")
    assert copied(table) == "circe"
    assert table.told[-1] == "Rome copies Circe."


@pytest.mark.parametrize(
    "tile",
    [
        pytest.param("pericles", id="starting hero"),
        pytest.param("caesar", id="own starting hero"),
        pytest.param("colossus", id="wonder"),
        pytest.param("perseus", id="Perseus"),
        pytest.param("hamilcar", id="own hero"),
        pytest.param("spartacus", id="hero without owner"),
        pytest.param("castor_and_pollux", id="itself"),
    ],
)
def test_what_can_not_be_copied(tile: str) -> None:
    """Chapter 3: a hero *another* player *owns*; not a starting hero, not a wonder, not Perseus."""
    position = Position().tiles("greece", "ramses", "circe", "colossus", "perseus").tiles("rome", "hamilcar")
    table = rome_buys(position)
    table.refused("rome", f"copy {tile}", "R12")


def test_who_can_copy_must_copy() -> None:
    """R12: the buyer must copy if possible."""
    rome_buys(Position().tiles("greece", "ramses", "circe")).refused("rome", "done", "R12")


def test_the_only_hero_there_is_gets_copied_unasked() -> None:
    """R12: the buyer must copy if possible; a question with one answer is not asked."""
    assert copied(rome_buys(Position().tiles("egypt", "ramses"))) == "ramses"


def test_hercules_may_be_copied_and_gives_nothing() -> None:
    """R12: Hercules may be copied and gives nothing; there is no leadership bonus."""
    position = Position().tiles("greece", "hercules")
    before = position.table().levels("rome")
    table = rome_buys(position)
    assert copied(table) == "hercules"
    assert table.levels("rome") == before


def test_hercules_must_be_copied_where_there_is_no_other() -> None:
    """R12: the buyer must copy if possible, Hercules too, whatever comes later."""
    table = rome_buys(Position().tiles("greece", "hercules", "colossus", "perseus"))
    assert copied(table) == "hercules"


@pytest.mark.parametrize("hero", ["circe", "penthesilea", "hamilcar", "queen_of_sheba", "antigone", "hercules"])
def test_no_leadership_bonus_is_copied(hero: str) -> None:
    """Chapter 3: no leadership bonus."""
    plain = Position().disarm().table().levels("rome")
    assert Position().disarm().tiles("greece", hero).copied("rome", hero).table().levels("rome") == plain


def test_castor_and_pollux_count_as_one_tile() -> None:
    """6.2, 3.1.3: the copy is no tile of its own; the next one costs 8."""
    table = rome_buys(Position().tiles("egypt", "ramses"), "coin " * 8)
    assert table.tiles("rome") == ["caesar", "castor_and_pollux"]
    table.say("rome", f"build colossus with {' '.join(['coin'] * 8)}")


# ---------------------------------------------------------------------- with nothing to copy


def test_with_nothing_to_copy_the_tile_has_no_ability() -> None:
    """R12: with starting heroes, wonders and Perseus there is nothing to copy, and no player is asked."""
    table = rome_buys(Position().tiles("greece", "colossus", "perseus"), "coin")
    assert copied(table) is None
    assert table.tiles("rome") == ["caesar", "castor_and_pollux"]
    assert table.asked() != "rome"


def test_with_nothing_to_copy_the_tile_has_no_ability_ever() -> None:
    """R12: ever, whatever heroes others buy later."""
    table = rome_buys(Position().give("greece", " ".join(["coin"] * 7)).leaders(culture="greece"))
    table.say("greece", "name greece", "build antigone with coin coin coin coin coin coin coin")
    assert table.tiles("greece") == ["pericles", "antigone"]
    assert copied(table) is None


@pytest.mark.parametrize("heroes", [("antigone",), ("antigone", "circe")])
def test_with_nothing_to_copy_nothing_is_copied_in_later_rounds(heroes: tuple[str, ...]) -> None:
    """R12: ever."""
    table = Position().round(2).tiles("rome", "castor_and_pollux").tiles("greece", *heroes).at_build().table()
    assert (table.rule(), copied(table)) == ("3.0", None)


def test_the_copy_is_made_once_and_for_all() -> None:
    """Chapter 3: when bought, for the rest of the game: nothing is asked when another hero comes."""
    position = Position().tiles("egypt", "ramses").give("greece", " ".join(["coin"] * 7)).leaders(culture="greece")
    table = rome_buys(position)
    table.say("greece", "name greece", "build antigone with coin coin coin coin coin coin coin")
    assert copied(table) == "ramses"


def test_the_copied_ability_holds_in_later_phases_and_rounds() -> None:
    """Chapter 3: for the rest of the game."""
    position = (
        Position().disarm().tiles("egypt", "ramses").copied("rome", "ramses").units("germania", rome=1, babylon=1)
    )
    table = position.round(7).at_war_turn("rome", *OTHERS).table()
    table.say("rome", "done")
    assert table.awaits_chance() == (6,) * 3


# ---------------------------------------------------------------------- two owners of one ability


def test_the_copied_ability_acts_at_once() -> None:
    """R10: from the moment it is bought."""
    table = rome_buys(Position().tiles("greece", "spartacus"), "gladiators")
    table.say("rome", "build legion latium with gladiators")
    assert table.legions("latium") == {"rome": 2}


@pytest.mark.parametrize(
    ("hero", "thing"),
    [
        ("spartacus", {"rome": "legion latium", "greece": "legion achaia"}),
        ("gilgamesh", {"rome": "fortress italia", "greece": "fortress thracia"}),
    ],
)
def test_a_copied_once_a_round_ability_is_ones_own_use(hero: str, thing: dict[str, str]) -> None:
    """R12: a copied once-a-round ability is a use of its own: both owners use it in the same round, each once."""
    position = Position().tiles("greece", hero).copied("rome", hero).leaders(culture="rome")
    position.give("rome", "coin coin coin coin").give("greece", "coin coin coin coin")
    table = position.at_build_turn("greece", "rome").table()
    for empire in ("greece", "rome"):
        table.say(empire, f"build {thing[empire]} with coin")
        table.refused(empire, f"build {thing[empire].split()[0]} {other(empire)} with coin", "3.0a")
        table.say(empire, "done")


def other(empire: str) -> str:
    """Another province of the empire, where nothing has been built yet."""
    return {"rome": "gallia", "greece": "macedonia"}[empire]


def test_two_owners_of_penthesilea_count_their_own_provinces() -> None:
    """R11, R12: each in their own capital's province, for their own provinces."""
    position = Position().disarm().tiles("greece", "penthesilea").copied("rome", "penthesilea").leaders(culture="rome")
    position.units("italia", egypt=1).units("gallia", egypt=1).units("thracia", babylon=1)
    table = position.at_build_turn("greece", "rome").table()
    table.say("greece", "build legion achaia free")
    # Greece has nothing more to build; Rome has two free legions.
    table.say("rome", "build legion latium free", "build legion latium free")
    assert table.legions("achaia") == {"greece": 1}
    assert table.legions("latium") == {"rome": 2}


def test_two_owners_of_antigone_name_numbers() -> None:
    """R8, R12: each names their own."""
    position = Position().tiles("greece", "antigone").copied("rome", "antigone")
    for empire in ("rome", "greece", "carthage"):
        position.give(empire, "coin oil wine")
    table = position.at_trade().table()
    table.say("carthage", "announce 2")
    table.say("rome", "size 1")
    table.say("greece", "size 1")
    assert table.asked_together() == {"rome", "greece", "carthage"}


def test_two_owners_of_circe_gather() -> None:
    """R5, R12: legions of both yield what they stand on."""
    position = Position().clear().give("carthage", "coin").tiles("greece", "circe").copied("rome", "circe")
    position.units("germania", rome=1).stand("germania", "rome", "caravan:gems")
    position.units("creta", greece=1).stand("creta", "greece", "caravan:pottery")
    table = position.at_collect().table()
    assert (table.hand("rome"), table.hand("greece")) == ("gems", "pottery")


def test_the_copier_of_circe_places_legions_at_the_end_of_their_own_turn() -> None:
    """R23, R12."""
    position = Position().disarm().tiles("greece", "circe").copied("rome", "circe").units("germania", rome=1)
    table = position.at_war_turn("rome", *OTHERS).table()
    table.say("rome", "done", "stand germania caravan:gems")
    assert table.occupied("germania") == ["caravan:gems"]


def test_a_pillagers_legion_gathers_once_circe_is_copied() -> None:
    """R23, R10: a pillager's legion on an emptied caravan icon counts, as soon as its owner copies Circe."""
    position = Position().clear().give("carthage", "coin").control("germania", "egypt").units("germania", rome=1)
    position.occupy("germania", "rome", "caravan:gems")
    assert position.at_collect().table().hand("rome") == ""
    position.tiles("greece", "circe").copied("rome", "circe")
    assert position.at_collect().table().hand("rome") == "gems"


def test_two_owners_of_hamilcar_pillage() -> None:
    """4.3.1, R12: both gain what Hamilcar gains."""
    position = Position().disarm().tiles("greece", "hamilcar").copied("rome", "hamilcar").leaders(military="rome")
    position.units("cyrenaica", rome=1).units("cilicia", greece=1)
    table = position.at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "pillage cyrenaica city", "name greece")
    table.say("greece", "done", "pillage cilicia city")
    assert (table.hand("rome"), table.hand("greece")) == ("coin coin", "coin coin")


def test_two_owners_of_the_queen_of_sheba_convert_in_the_same_round() -> None:
    """4.3.3, R12: once a round each."""
    position = Position().disarm().tiles("greece", "queen_of_sheba").copied("rome", "queen_of_sheba")
    position.control("garamantia", "rome").units(
        "libya",
        rome=1,
    ).control("asia", "greece").units("cilicia", greece=1)
    table = position.leaders(military="rome").at_war_turn("rome", "greece", "egypt").table()
    table.say("rome", "done", "occupy libya control", "convert libya", "name greece")
    table.say("greece", "done", "occupy cilicia control", "convert cilicia")
    assert (table.controller("libya"), table.controller("cilicia")) == ("rome", "greece")


def test_the_queen_of_sheba_is_copied_once_a_round() -> None:
    """R12: a use of its own, once a round as well."""
    position = Position().disarm().tiles("greece", "queen_of_sheba").copied("rome", "queen_of_sheba")
    position.control("garamantia", "rome").units("libya", rome=1).units("cyrenaica", rome=1)
    table = position.at_war_turn("rome", *OTHERS).table()
    table.say("rome", "done", "occupy libya control", "convert libya", "occupy cyrenaica control")
    assert table.controller("cyrenaica") == "egypt"
    assert table.rule() == "4.0"


def test_both_owners_of_ramses_roll_the_die() -> None:
    """R16, R12: an extra die on either side."""
    position = Position().disarm().tiles("babylon", "ramses").copied("egypt", "ramses")
    position.units("germania", babylon=2, egypt=1)
    table = position.at_war_turn("babylon", *OTHERS).table()
    table.say("babylon", "done")
    assert table.awaits_chance() == (6,) * 5


def test_caesars_owner_may_copy_ramses() -> None:
    """R16: the copied die is no legion's die either: 4 + 1 and 4 are 9."""
    position = Position().disarm().tiles("babylon", "ramses").copied("rome", "ramses")
    position.units("germania", rome=1, egypt=4)
    table = position.at_war_turn("rome", *OTHERS).table()
    table.say("rome", "done")
    table.dice(4, 4, 1, 1, 1, 1)
    assert table.legions("germania")["egypt"] == 3


def test_both_owners_of_nebuchadnezzar_add_5_at_home() -> None:
    """4.2a, R12: each in provinces under their own control."""
    position = Position().disarm().tiles("babylon", "nebuchadnezzar").copied("egypt", "nebuchadnezzar")
    position.units("aethiopia", babylon=2, egypt=2)
    table = position.at_war_turn("babylon", *OTHERS).table()
    table.say("babylon", "done")
    table.dice(4, 5, 2, 3)
    # Egypt's 2, 3 and 5 are two hits, Babylon's 4 and 5 one.
    assert table.legions("aethiopia") == {"egypt": 1}
