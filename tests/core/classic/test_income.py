"""Income (3.1)."""

from __future__ import annotations

from tests.core.classic.tables import Position, Table

THREE = "rome babylon carthage"


def income(position: Position) -> Table:
    """The table once income has been paid."""
    return position.at_round(1).table()


def syria(*occupied: str) -> Table:
    """Worked example 3: Babylon owns Syria, and Roman legions stand on what is named."""
    position = Position(THREE).control("babylon", "syria").units("syria", rome=len(occupied))
    position.build("syria", "city", "temple", "caravan:wine", "caravan:fruit", "market")
    return income(position.occupy("syria", "rome", *occupied) if occupied else position)


def test_a_caravan_pays_its_good_and_with_a_market_twice_3_1b() -> None:
    """Worked example 1."""
    africa = Position(THREE).build("africa", "caravan:fruit")
    assert income(africa).hand("carthage") == "fruit"
    assert income(africa.build("africa", "caravan:perfume")).hand("carthage") == "fruit perfume"
    assert income(africa.build("africa", "market")).hand("carthage") == "fruit fruit perfume perfume"


def test_a_city_pays_a_coin_and_with_a_temple_two_3_1a() -> None:
    latium = Position(THREE).build("latium", "city")
    assert income(latium).hand("rome") == "coin"
    assert income(latium.build("latium", "temple")).hand("rome") == "coin coin"


def test_an_occupier_collects_from_what_their_legions_stand_on_3_1c() -> None:
    """Worked example 3, K19: the owner's market doubles what is not occupied."""
    table = syria("city", "caravan:wine")
    assert (table.hand("rome"), table.hand("babylon")) == ("coin wine", "fruit fruit")
    assert syria("city", "caravan:wine", "temple").hand("rome") == "coin coin wine"


def test_an_occupied_market_doubles_nothing_for_the_owner_k19() -> None:
    table = syria("market")
    assert (table.hand("rome"), table.hand("babylon")) == ("", "coin coin wine fruit")


def test_provinces_at_war_and_in_assimilation_pay_their_owners_3_1d() -> None:
    """3.1e."""
    latium = Position(THREE).build("latium", "city").units("latium", rome=1, carthage=2)
    assert income(latium).hand("rome") == "coin"
    assert syria("control").hand("babylon") == "coin coin wine wine fruit fruit"


def test_what_the_bank_lacks_those_lack_who_come_last_from_the_director_k3() -> None:
    """All but one of 35 coins are out: Babylon, the Director, is served first."""
    position = Position(THREE).build("latium", "city").build("babylonia", "city").leaders(trade="babylon")
    table = income(position.give("carthage", "coin " * 34))
    assert (table.hand("babylon"), table.hand("rome")) == ("coin", "")


def test_the_colossus_adds_a_coin_3_1f() -> None:
    assert income(Position(THREE).tiles("rome", "colossus")).hand("rome") == "coin"


def test_artemis_adds_a_good_of_choice_from_the_bank_3_1f() -> None:
    """K20: it comes after all income of the map."""
    position = Position(THREE).tiles("rome", "temple_of_artemis").build("latium", "caravan:wine")
    table = income(position.give("carthage", "gems " * 5))
    assert (table.asked(), table.hand("rome")) == ("rome", "wine")
    table.refused("rome", "obtain gems", rule="0.4a")
    table.refused("rome", "obtain coin", rule="3.1f")
    table.say("rome", "obtain oil")
    assert sorted(table.hand("rome").split()) == ["oil", "wine"]
