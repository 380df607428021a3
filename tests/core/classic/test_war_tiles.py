"""What heroes do in war by the rules of 2003 (7.2b, 7.3c, 7.3d)."""

from __future__ import annotations

import pytest

from core.classic.variant import ORIGINAL, REVISED, Variant
from tests.core.classic.tables import VARIANTS, Position, war_turn

BOTH = pytest.mark.parametrize("variant", VARIANTS)

# ---------------------------------------------------------------------- Helen


def helen(variant: Variant, **legions: int) -> Position:
    """Greece with Helen, and its Macedonia with legions in it."""
    position = Position(variant=variant).tiles("greece", "helen").control("greece", "macedonia")
    return position.units("macedonia", **legions).units("thracia", rome=2)


@BOTH
def test_helen_replaces_a_legion_that_comes_in(variant: Variant) -> None:
    """Example 29: the others must fight it now."""
    table = war_turn(helen(variant), "rome")
    table.say("rome", "march thracia macedonia 2")
    assert (table.asked(), table.rule()) == ("greece", "7.3c")
    table.say("greece", "replace macedonia")
    assert table.legions("macedonia") == {"rome": 1, "greece": 1}
    table.refused("rome", "done", "5.4e")


@BOTH
def test_helen_acts_once_a_phase(variant: Variant) -> None:
    """7.3c."""
    table = war_turn(helen(variant), "rome")
    table.say("rome", "march thracia macedonia 1")
    table.say("greece", "replace macedonia")
    table.say("rome", "march thracia macedonia 1")
    assert table.asked() == "rome"


@BOTH
def test_helen_may_wait_for_a_better_occasion(variant: Variant) -> None:
    """K50: she is asked after each order that brings legions in, in the revised edition before a battle, too."""
    table = war_turn(helen(variant, greece=1), "rome")
    table.say("rome", "march thracia macedonia 1")
    table.say("greece", "pass")
    table.say("rome", "march thracia macedonia 1")
    table.say("greece", "pass")
    table.say("rome", "fight greece in macedonia")
    assert table.asked() == ("greece" if variant is REVISED else None)


def test_helen_prevents_a_battle_where_no_enemy_is_left() -> None:
    """K50."""
    table = war_turn(helen(REVISED, rome=1, greece=1), "rome")
    table.say("rome", "fight greece in macedonia")
    table.say("greece", "replace macedonia")
    assert not table.awaits_chance()
    assert table.legions("macedonia") == {"greece": 2}


def test_helen_takes_a_legion_out_of_a_force() -> None:
    """K37, K50: a battle against a third side in her owner's province, too."""
    table = war_turn(helen(REVISED, rome=2, egypt=1, babylon=1), "rome")
    table.say("rome", "fight egypt in macedonia with fresh")
    table.say("greece", "replace macedonia")
    assert not table.awaits_chance()
    assert table.legions("macedonia") == {"rome": 1, "greece": 1, "egypt": 1, "babylon": 1}
    table.say("rome", "fight egypt in macedonia")
    assert table.awaits_chance() == (6, 6)


@BOTH
def test_helen_needs_a_legion_in_supply(variant: Variant) -> None:
    table = war_turn(helen(variant).units("achaia", greece=8), "rome")
    table.say("rome", "march thracia macedonia 1")
    assert table.asked() == "rome"


def test_helen_is_not_asked_about_other_provinces() -> None:
    table = war_turn(helen(REVISED), "rome")
    table.say("rome", "march thracia dacia 2")
    assert table.asked() == "rome"


def test_helens_owner_says_which_of_those_that_come() -> None:
    """K34: legions that are there already are not among them in the original edition."""
    position = helen(ORIGINAL, rome=1).units("thracia", rome=2, egypt=1, babylon=1)
    table = war_turn(position, "rome")
    table.say("rome", "fight egypt in thracia with fresh")
    table.dice(1, 1)
    table.say("rome", "march thracia macedonia 2")
    assert table.legal() == ["replace macedonia", "replace macedonia from moved", "pass"]
    table.refused("greece", "replace macedonia from fresh", "K34")
    table.say("greece", "replace macedonia from moved")
    assert table.legions("macedonia") == {"rome": 2, "greece": 1}


# ---------------------------------------------------------------------- Nebuchadnezzar


def pillaging(variant: Variant) -> Position:
    position = Position(variant=variant).tiles("rome", "nebuchadnezzar").control("babylon", "syria")
    position.build("syria", "city", "temple", "market", "caravan:wine", "caravan:fruit")
    return position.units("syria", rome=1)


@BOTH
def test_a_pillaged_caravan_pays_its_good_and_a_city_a_coin(variant: Variant) -> None:
    """7.3d."""
    for icon, card in (("caravan:wine", "wine"), ("city", "coin")):
        table = war_turn(pillaging(variant), "rome")
        table.say("rome", f"pillage syria {icon}")
        assert table.hand("rome") == card


def test_a_temple_pays_a_coin_in_the_revised_edition() -> None:
    for variant in VARIANTS:
        table = war_turn(pillaging(variant), "rome")
        table.say("rome", "pillage syria temple")
        assert table.hand("rome") == ("coin" if variant is REVISED else "")


def test_a_market_pays_a_good_of_a_caravan_there() -> None:
    """K51: the pillager's choice."""
    table = war_turn(pillaging(REVISED), "rome")
    table.say("rome", "pillage syria market")
    assert table.legal() == ["obtain wine", "obtain fruit"]
    table.refused("rome", "obtain oil", "7.3d")
    table.say("rome", "obtain fruit")
    assert table.hand("rome") == "fruit"
    table = war_turn(pillaging(ORIGINAL), "rome")
    table.say("rome", "pillage syria market")
    assert table.hand("rome") == ""


def test_the_bank_pays_for_a_pillage_what_it_has() -> None:
    """K51."""
    table = war_turn(pillaging(REVISED).give("egypt", "wine " * 7), "rome")
    table.say("rome", "pillage syria market")
    assert table.hand("rome") == "fruit"


# ---------------------------------------------------------------------- Pericles


def asia(**supported: int) -> Position:
    """Greece with Pericles beside Babylon's Asia."""
    position = Position().tiles("greece", "pericles").control("babylon", "asia").units("asia", greece=2, babylon=3)
    position.fleet("mare_aegaeum", greece=3)
    seas = position.board.seas
    position.state.supported = bytes(supported.get(sea, 0) for sea in seas)
    return position


def test_ships_support_an_attack_once_a_round() -> None:
    """Example 28."""
    table = war_turn(asia(mare_aegaeum=1), "greece")
    table.say("greece", "fight babylon in asia")
    assert (table.asked(), table.rule()) == ("greece", "7.2b")
    table.refused("greece", "support mare_aegaeum 3", "7.2b")
    table.refused("greece", "support mare_ionium 1", "7.2b")
    table.say("greece", "support mare_aegaeum 2")
    table.dice(4, 4, 1, 1, 1)
    assert table.legions("asia") == {"greece": 2, "babylon": 1}


def test_ships_support_a_defence() -> None:
    table = war_turn(asia(), "babylon", "greece")
    table.say("babylon", "fight greece in asia")
    assert table.asked() == "greece"
    table.say("greece", "support mare_aegaeum 1", "done")
    table.dice(1, 1, 1, 2, 2)
    assert table.legions("asia") == {"greece": 2, "babylon": 2}
    table.say("babylon", "done")
    table.say("greece", "fight babylon in asia")
    assert table.legal("support") == ["support mare_aegaeum 2", "support mare_aegaeum 1"]


def test_what_ships_did_goes_with_them() -> None:
    """K34: a ship that has supported and sails supports nothing elsewhere, and is lost by its deeds."""
    table = war_turn(asia().units("macedonia", greece=1, rome=1), "greece", "rome")
    table.say("greece", "fight babylon in asia", "support mare_aegaeum 2", "done")
    table.dice(1, 1, 1, 1, 1)
    table.say("greece", "sail mare_aegaeum mare_ionium 1", "fight rome in macedonia")
    assert table.legal("support") == ["support mare_aegaeum 1"], "the one that sailed had supported"


def test_a_sunk_ship_may_be_one_that_has_supported() -> None:
    """K34 in another player's turn."""
    table = war_turn(asia(mare_aegaeum=1).fleet("mare_aegaeum", greece=3, rome=2), "rome")
    table.say("rome", "attack greece in mare_aegaeum")
    table.dice(3, 2, 1, 1, 1)
    assert table.legal() == ["lose trireme mare_aegaeum", "lose trireme mare_aegaeum from fresh"]
    table.say("greece", "lose trireme mare_aegaeum")
    assert not any(table.state.supported)


def test_a_fortress_alone_is_not_supported() -> None:
    """K47."""
    position = Position().tiles("greece", "pericles").control("greece", "asia").fortress("asia").units("asia", rome=1)
    table = war_turn(position.fleet("mare_aegaeum", greece=3), "rome", "greece")
    table.say("rome", "fight greece in asia")
    assert table.awaits_chance() == (6,)


def test_ships_support_no_land_battle_in_the_original_edition() -> None:
    position = Position(variant=ORIGINAL).tiles("greece", "pericles").units("asia", greece=1, rome=1)
    table = war_turn(position.fleet("mare_aegaeum", greece=3), "greece")
    table.say("greece", "fight rome in asia")
    assert table.awaits_chance() == (6, 6)
