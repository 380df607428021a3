"""What heroes do in war by the rules of 2003 (7.2b, 7.3c, 7.3d)."""

from __future__ import annotations

from core.classic.variant import ORIGINAL, REVISED, Variant
from tests.core.classic.tables import VARIANTS, Position, war_turn

# ---------------------------------------------------------------------- Nebuchadnezzar


def pillaging(variant: Variant) -> Position:
    position = Position(variant=variant).tiles("rome", "nebuchadnezzar").control("babylon", "syria")
    position.build("syria", "city", "temple", "market", "caravan:wine", "caravan:fruit")
    return position.units("syria", rome=1)


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


# ---------------------------------------------------------------------- Pericles


def asia(**supported: int) -> Position:
    """Greece with Pericles beside Babylon's Asia."""
    position = Position().tiles("greece", "pericles").control("babylon", "asia").units("asia", greece=2, babylon=3)
    position.fleet("mare_aegaeum", greece=3)
    seas = position.board.seas
    position.state.supported = bytes(supported.get(sea, 0) for sea in seas)
    return position


def test_ships_support_no_land_battle_in_the_original_edition() -> None:
    position = Position(variant=ORIGINAL).tiles("greece", "pericles").units("asia", greece=1, rome=1)
    table = war_turn(position.fleet("mare_aegaeum", greece=3), "greece")
    table.say("greece", "fight rome in asia")
    assert table.awaits_chance() == (6, 6)
