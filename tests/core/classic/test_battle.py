"""Battles by the rules of 2003: who fights whom, dice, losses, and what becomes of occupiers (5.4 to 5.7)."""

from __future__ import annotations

from typing import Any

import pytest

from core.classic.kinds import SEA_FORCE
from core.classic.position import load_position
from core.classic.variant import ORIGINAL, REVISED, Variant
from tests.core.classic.tables import VARIANTS, Position, Table, war_turn

BOTH = pytest.mark.parametrize("variant", VARIANTS)


def syria(variant: Variant = REVISED, **legions: int) -> Position:
    """Babylon's Syria with legions in it."""
    return Position(variant=variant).control("babylon", "syria").units("syria", **legions)


# ---------------------------------------------------------------------- on land


@BOTH
def test_each_side_loses_a_unit_for_every_full_five_points_of_the_other(variant: Variant) -> None:
    """Example 18: both totals are known before anything is removed, and a fortress is one unit."""
    position = Position(variant=variant).control("babylon", "palaestina").build("palaestina", "city")
    position.units("palaestina", babylon=1).fortress("palaestina").units("aegyptus_inferior", egypt=3)
    table = war_turn(position, "egypt")
    table.say("egypt", "march aegyptus_inferior palaestina 3", "fight babylon in palaestina")
    table.dice(4, 2, 5, 5)
    assert (table.legions("palaestina"), table.fortresses("palaestina")) == ({"egypt": 1}, 0)
    table.say("egypt", "pillage palaestina city")
    assert table.buildings("palaestina") == []


@BOTH
def test_a_fortress_alone_scores_six(variant: Variant) -> None:
    """Example 19; with Zeus two fortresses score twelve."""
    for fortresses, left in ((1, 2), (2, 1)):
        position = Position(variant=variant).control("babylon", "syria").fortress("syria", fortresses)
        table = war_turn(position.units("syria", rome=3), "rome")
        table.say("rome", "fight babylon in syria")
        table.dice(1, 2, 1)
        assert (table.legions("syria"), table.fortresses("syria")) == ({"rome": left}, fortresses)
        lost = "1 legion" if left == 2 else "2 legions"
        assert f"Rome loses {lost} in Syria." in table.told


def test_a_lone_fortress_fights_in_its_owners_turn() -> None:
    """Example 19, 5.4b: it can't leave."""
    table = war_turn(syria(rome=1).fortress("syria"), "babylon", "rome")
    table.refused("babylon", "done", "5.4e")
    table.say("babylon", "fight rome in syria")
    table.dice(1)
    assert table.legions("syria") == {}


@BOTH
def test_a_turn_with_enemies_not_fought_cannot_end(variant: Variant) -> None:
    """5.4e; leaving is another way out."""
    table = war_turn(syria(variant, rome=1, babylon=1), "rome")
    table.refused("rome", "done", "5.4e")
    table.say("rome", "march syria cilicia 1", "done")


def test_units_that_have_attacked_and_moved_owe_nothing() -> None:
    """Example 24, K38."""
    position = syria(rome=3, babylon=1).control("egypt", "cilicia").units("cilicia", egypt=1)
    table = war_turn(position, "rome")
    table.say("rome", "fight babylon in syria")
    table.dice(1, 1, 2, 5)
    table.refused("rome", "fight babylon in syria", "5.1c")
    table.say("rome", "march syria cilicia 2")
    table.refused("rome", "fight egypt in cilicia", "5.1c")
    table.say("rome", "done")


def test_later_comers_may_fight_again_and_need_not() -> None:
    """K38."""
    table = war_turn(syria(rome=1, babylon=3).units("cilicia", rome=1), "rome")
    table.say("rome", "fight babylon in syria")
    table.dice(1, 1, 1, 1)
    table.say("rome", "march cilicia syria 1")
    assert "done" in table.legal()
    table.say("rome", "fight babylon in syria")
    assert table.awaits_chance() == (6,) * 4, "only the newcomer attacks"


def test_against_one_opponent_everything_fights_that_can() -> None:
    """K37."""
    table = war_turn(syria(rome=3, babylon=1), "rome")
    table.refused("rome", "fight babylon in syria with 2 fresh", "K37")
    table.say("rome", "fight babylon in syria")
    assert table.awaits_chance() == (6,) * 4


def test_against_several_units_are_divided() -> None:
    """Example 23: all three against one, or two against one and one against the other."""
    position = syria(rome=3, babylon=2, egypt=2)
    table = war_turn(position, "rome")
    table.refused("rome", "fight babylon in syria with 3 fresh", "K37")
    table.refused("rome", "fight babylon in syria with moved", "K37")
    table.say("rome", "fight babylon in syria with 2 fresh")
    table.dice(1, 1, 1, 1)
    table.say("rome", "fight egypt in syria")
    assert table.awaits_chance() == (6,) * 3
    table.dice(1, 1, 1)
    assert not table.legal("fight")
    table = war_turn(position, "rome")
    table.say("rome", "fight egypt in syria")
    assert table.awaits_chance() == (6,) * 5


def test_the_fortress_may_be_left_out_against_several() -> None:
    """K37."""
    table = war_turn(syria(rome=2, babylon=1, egypt=1).fortress("syria"), "babylon")
    assert table.legal("fight rome") == [
        "fight rome in syria",
        "fight rome in syria with fortress",
        "fight rome in syria with fresh",
    ]
    table.say("babylon", "fight rome in syria with fortress")
    table.dice(1, 1)
    assert table.legions("syria") == {"rome": 1, "babylon": 1, "egypt": 1}
    table.say("babylon", "fight egypt in syria")
    assert table.awaits_chance() == (6, 6), "the fortress has attacked"


def test_only_those_that_take_part_are_lost() -> None:
    """5.5c."""
    table = war_turn(syria(rome=2, babylon=2, egypt=1), "rome")
    table.say("rome", "fight babylon in syria with fresh")
    table.dice(1, 6, 6)
    assert table.legions("syria") == {"rome": 1, "babylon": 2, "egypt": 1}


# ---------------------------------------------------------------------- losses


def test_the_defender_picks_first() -> None:
    """K39: legion or fortress."""
    table = war_turn(syria(rome=2, babylon=2).fortress("syria"), "rome")
    table.say("rome", "fight babylon in syria")
    table.dice(3, 3, 1, 1)
    assert (table.asked(), table.rule()) == ("babylon", "5.5c")
    assert table.legal() == ["lose legion syria", "lose fortress syria"]
    table.say("babylon", "lose fortress syria")
    assert (table.legions("syria"), table.fortresses("syria")) == ({"rome": 1, "babylon": 2}, 0)


def test_nothing_is_asked_where_there_is_no_choice() -> None:
    """K39: units that differ in nothing, or all that there are."""
    table = war_turn(syria(rome=3, babylon=2), "rome")
    table.say("rome", "fight babylon in syria")
    table.dice(6, 6, 3, 3, 3)
    assert (table.asked(), table.legions("syria")) == ("rome", {"rome": 2})


def test_units_that_differ_in_deeds_are_a_choice() -> None:
    """K34, K39."""
    table = war_turn(syria(rome=1, babylon=3).units("cilicia", rome=1), "rome")
    table.say("rome", "march cilicia syria 1", "fight babylon in syria")
    table.dice(1, 1, 2, 2, 2)
    assert table.legal() == ["lose legion syria", "lose legion syria from fresh"]
    table.refused("rome", "lose legion syria from moved", "K34")
    table.say("rome", "lose legion syria")
    assert table.legal("march syria cilicia") == ["march syria cilicia 1"]


def test_neutrals_lose_legions_before_a_fortress() -> None:
    """K13, and example 30: Hannibal at a neutral capital."""
    position = Position("greece babylon carthage").tiles("carthage", "hannibal")
    position.control("neutral", "latium").fortress("latium").units("latium", carthage=3, neutral=1)
    table = war_turn(position, "carthage", "greece")
    table.say("carthage", "fight neutral in latium")
    assert table.awaits_chance() == (6,) * 4
    table.dice(1, 1, 1, 2)
    assert (table.legions("latium"), table.fortresses("latium")) == ({"carthage": 2}, 1)
    table = war_turn(position, "carthage", "greece")
    table.say("carthage", "fight neutral in latium")
    table.dice(3, 4, 6, 2)
    assert (table.legions("latium"), table.fortresses("latium")) == ({"carthage": 2}, 0)
    assert not [line for line in table.legal() if line.split()[0] in ("pillage", "occupy", "assimilate")]


def test_hannibal_adds_to_dice_and_not_to_fortresses() -> None:
    """Example 27, 7.2e."""
    position = Position().tiles("carthage", "hannibal").control("carthage", "numidia").fortress("numidia")
    table = war_turn(position.units("numidia", carthage=3, rome=5), "carthage")
    table.say("carthage", "fight rome in numidia")
    table.dice(2, 2, 4, 1, 1, 1, 1, 1)
    assert "Carthage in Numidia: ⚁2 ⚁2 ⚃4 +9 = 17, hits 3." in table.told


# ---------------------------------------------------------------------- occupiers


def occupied() -> Position:
    """Example 21: Rome's three legions stand on city, temple and wine."""
    position = syria(rome=3).build("syria", "city", "temple", "caravan:wine").units("palaestina", babylon=2)
    return position.occupy("syria", "rome", "city", "temple", "caravan:wine")


def test_an_occupier_left_alone_says_which_occupation_ends() -> None:
    """Example 21, 5.6a."""
    table = war_turn(occupied(), "babylon")
    table.say("babylon", "march palaestina syria 2", "fight rome in syria")
    assert table.awaits_chance() == (6,) * 5, "all legions of an occupier fight"
    table.dice(4, 4, 4, 4, 4)
    assert table.asked() == "rome"
    assert len(table.legal()) == 3
    table.say("rome", "lose legion syria from temple")
    assert (table.legions("syria"), table.occupied("syria")) == ({"rome": 2}, ["caravan:wine", "city"])


def test_all_occupation_ends_where_others_remain() -> None:
    """Example 21, 5.6b."""
    table = war_turn(occupied(), "babylon")
    table.say("babylon", "march palaestina syria 2", "fight rome in syria")
    table.dice(3, 2, 1, 1, 4)
    table.say("rome", "lose legion syria from temple")
    assert (table.legions("syria"), table.occupied("syria")) == ({"rome": 2, "babylon": 1}, [])


def test_with_a_third_side_occupation_ends_before_the_dice() -> None:
    """5.6b: others remain whatever the dice say, so nothing is asked about posts."""
    position = occupied().units("syria", rome=3, egypt=1, babylon=1)
    table = war_turn(position, "babylon")
    table.say("babylon", "fight rome in syria")
    table.dice(5, 1, 1, 1)
    assert (table.legions("syria"), table.occupied("syria")) == ({"rome": 2, "egypt": 1, "babylon": 1}, [])


@BOTH
def test_who_stands_alone_only_after_the_enemy_left_decides_in_a_turn_of_their_own(variant: Variant) -> None:
    """Example 22, 5.8b."""
    position = Position(variant=variant).control("greece", "sicilia").build("sicilia", "city")
    position.units("sicilia", carthage=1, greece=1).fleet("mare_ionium", greece=1)
    table = war_turn(position, "carthage", "greece")
    table.say("carthage", "fight greece in sicilia")
    table.dice(1, 1)
    assert not table.legal("occupy")
    table.say("carthage", "done")
    table.say("greece", "march sicilia achaia 1", "done")
    assert table.asked() != "carthage"
    table = war_turn(position.units("sicilia", carthage=1), "carthage")
    assert "occupy sicilia city" in table.legal()


# ---------------------------------------------------------------------- at sea


@BOTH
def test_a_battle_at_sea_is_voluntary_and_ships_may_move_after_it(variant: Variant) -> None:
    table = war_turn(Position(variant=variant).fleet("mare_ionium", greece=2, rome=1), "greece")
    assert "done" in table.legal()
    table.say("greece", "attack rome in mare_ionium")
    table.dice(3, 3, 1)
    assert table.triremes("mare_ionium") == {"greece": 2}
    table.say("greece", "sail mare_ionium mare_aegaeum 2")


def test_a_ship_attacks_once() -> None:
    table = war_turn(Position().fleet("mare_ionium", greece=1, rome=1), "greece")
    table.say("greece", "attack rome in mare_ionium")
    table.dice(1, 1)
    table.refused("greece", "attack rome in mare_ionium", "5.1c")


def test_no_sea_battle_begins_after_a_march_in_the_revised_edition() -> None:
    """5.2d, K36."""
    for variant in VARIANTS:
        position = Position(variant=variant).fleet("mare_ionium", greece=1, rome=1).units("achaia", greece=1)
        table = war_turn(position, "greece")
        table.say("greece", "march achaia macedonia 1")
        if variant is REVISED:
            table.refused("greece", "attack rome in mare_ionium", "K36")
        else:
            assert table.legal("attack") == ["attack rome in mare_ionium"]


def test_pericles_adds_to_dice_at_sea_in_the_original_edition() -> None:
    """Example 28, 7.2b."""
    for variant in VARIANTS:
        position = Position(variant=variant).tiles("greece", "pericles").fleet("mare_ionium", greece=2, rome=3)
        table = war_turn(position, "greece")
        table.say("greece", "attack rome in mare_ionium")
        table.dice(3, 5, 1, 1, 1)
        assert table.triremes("mare_ionium") == {"greece": 2, "rome": 1 if variant is ORIGINAL else 2}


def test_ships_are_divided_against_several() -> None:
    """5.4c, K37."""
    table = war_turn(Position().fleet("mare_ionium", greece=2, rome=1, egypt=1), "greece")
    assert table.legal("attack rome") == ["attack rome in mare_ionium", "attack rome in mare_ionium with fresh"]
    table.say("greece", "attack rome in mare_ionium with fresh")
    table.dice(1, 6)
    assert table.triremes("mare_ionium") == {"greece": 1, "rome": 1, "egypt": 1}
    table.say("greece", "attack egypt in mare_ionium")
    assert table.awaits_chance() == (6, 6)


def test_ships_that_moved_and_ships_that_did_not_are_a_choice() -> None:
    """K34, K39."""
    position = Position().fleet("mare_ionium", greece=1, rome=3).fleet("mare_aegaeum", greece=1)
    table = war_turn(position, "greece")
    table.say("greece", "sail mare_aegaeum mare_ionium 1", "attack rome in mare_ionium")
    table.dice(1, 1, 2, 2, 2)
    assert table.legal() == ["lose trireme mare_ionium", "lose trireme mare_ionium from fresh"]
    table.say("greece", "lose trireme mare_ionium from fresh")
    table.refused("greece", "sail mare_ionium mare_aegaeum 1", "5.1c")


# ---------------------------------------------------------------------- what a force leaves out, and what is left of it


@pytest.mark.parametrize(
    ("dice", "lost"),
    [
        ((1, 1, 1), []),
        ((2, 2, 1), ["lose legion syria from fresh"]),
        ((2, 2, 1), ["lose legion syria"]),
        ((2, 2, 1), ["lose fortress syria"]),
        ((5, 5, 5), ["lose legion syria", "lose legion syria from fresh", "lose legion syria"]),
        ((5, 5, 5), ["lose legion syria from fresh", "lose legion syria from fresh", "lose fortress syria"]),
    ],
)
def test_whatever_a_force_loses_those_left_out_can_attack(dice: tuple[int, ...], lost: list[str]) -> None:
    """5.1c, K37: of each sort one unit more stands there than fights Rome."""
    position = syria(babylon=4, rome=3, egypt=1).units("palaestina", babylon=4)
    position.fortress("syria", 2).tiles("babylon", "statue_of_zeus")
    table = position.at_war_turn("babylon", "rome").table()
    table.say("babylon", "march palaestina syria 4", "fight rome in syria with 3 fresh 3 moved fortress")
    table.dice(1, 1, 1, 1, 1, 1, *dice)
    table.say("babylon", *lost)
    forces = ["fortress", "moved", "moved fortress", "fresh", "fresh fortress", "fresh moved"]
    assert table.legal("fight egypt") == [
        "fight egypt in syria",
        *(f"fight egypt in syria with {force}" for force in forces),
    ]
    table.say("babylon", "fight egypt in syria")
    table.dice(1, 1, 1)
    assert "Babylon in Syria: ⚀1 ⚀1 +6 = 8, hits 1." in table.told
    assert not table.legal("fight")


@pytest.mark.parametrize("sort", SEA_FORCE)
def test_whatever_a_force_loses_at_sea_those_left_out_can_attack(sort: str) -> None:
    """5.1c, K37: of four ships of one sort three fight Rome, with a ship of another sort."""
    other = "moved" if sort == "fresh" else "fresh"
    text = f"""
phase = "military"
turn = "greece"
did = {{ ships = {{ mare_ionium = "{other if sort == "fresh" else f"4 {sort}"}" }} }}
empires = {{ greece = {{ tiles = "pericles" }} }}
seas = {{ mare_ionium = {{ greece = 5, rome = 2, egypt = 1 }} }}
"""
    for lost in (sort, other):
        game: Any = load_position(REVISED, text)
        table = Table(game)
        force = "3 fresh moved" if sort == "fresh" else f"fresh 3 {sort}"
        table.say("greece", f"attack rome in mare_ionium with {force}")
        table.dice(1, 1, 1, 1, 4, 2)
        named = f"lose trireme mare_ionium from {lost}"
        table.say("greece", named if named in table.legal() else "lose trireme mare_ionium")
        assert table.legal("attack rome") == ["attack rome in mare_ionium"]
        table.say("greece", "attack egypt in mare_ionium")
        assert table.awaits_chance() == (6, 6)


def test_one_hit_on_two_sorts_of_legions_and_a_fortress_is_a_choice() -> None:
    """5.5c."""
    table = war_turn(syria(babylon=1, rome=1).fortress("syria").units("palaestina", babylon=1), "babylon")
    table.say("babylon", "march palaestina syria 1", "fight rome in syria")
    table.dice(1, 1, 5)
    assert table.legal() == ["lose legion syria", "lose legion syria from fresh", "lose fortress syria"]


def test_a_word_for_units_names_some_that_are_there_and_not_meant_anyway() -> None:
    """K34, on land and at sea."""
    position = syria(rome=1, babylon=1).units("cilicia", rome=1).fleet("mare_ionium", rome=1, egypt=1)
    table = war_turn(position.fleet("mare_tyrrhenum", rome=1), "rome")
    table.say("rome", "sail mare_tyrrhenum mare_ionium 1", "attack egypt in mare_ionium")
    table.dice(1, 1, 5)
    for place, line in (("mare_ionium", "lose trireme"), ("syria", "lose legion")):
        if place == "syria":
            table.say("rome", "march cilicia syria 1", "fight babylon in syria")
            table.dice(1, 1, 5)
        assert "leave" in table.refused("rome", f"{line} {place} from moved", "K34")
        assert "leave" not in table.refused("rome", f"{line} {place} from spent", "K34")
        table.say("rome", f"{line} {place} from fresh")


def test_units_fight_again_in_no_place_where_all_have_fought() -> None:
    """5.1c: though others still can elsewhere."""
    position = syria(rome=1, babylon=2).units("cilicia", rome=1, egypt=1).fleet("mare_ionium", rome=1, egypt=2)
    table = war_turn(position.fleet("mare_aegaeum", rome=1, egypt=1), "rome")
    table.say("rome", "attack egypt in mare_ionium")
    table.dice(1, 1, 1)
    assert table.legal("attack") == ["attack egypt in mare_aegaeum"]
    table.refused("rome", "attack egypt in mare_ionium", "5.1c")
    table.say("rome", "fight babylon in syria")
    table.dice(1, 1, 1)
    assert table.legal("fight") == ["fight egypt in cilicia"]
    table.refused("rome", "fight babylon in syria", "5.1c")


@pytest.mark.parametrize("word", ["", " from fresh"])
def test_the_legion_that_helen_replaces_fights_no_more(word: str) -> None:
    """7.3c, K50: of a force it leaves, no legion that the force left out takes its place."""
    position = syria(rome=3, babylon=1, egypt=1).tiles("babylon", "helen").units("cilicia", rome=3)
    for force, fighting in ((" with 2 fresh 2 moved", 3), ("", 5)):
        table = war_turn(position, "rome")
        table.say("rome", "march cilicia syria 3")
        table.say("babylon", "pass")
        table.say("rome", f"fight babylon in syria{force}")
        assert "leave" in table.refused("babylon", "replace syria from moved", "K34")
        assert "leave" not in table.refused("babylon", "replace syria from spent", "K34")
        table.refused("babylon", "replace cilicia", "7.3c")
        table.refused("babylon", "done", "7.3c")
        table.say("babylon", f"replace syria{word}")
        assert table.legions("syria") == {"rome": 5, "babylon": 2, "egypt": 1}
        table.dice(*(1,) * fighting, 1, 1)
        if force:
            table.say("rome", "fight egypt in syria")
            assert table.awaits_chance() == (6,) * 3
        else:
            assert not table.legal("fight")
