"""Temple of Artemis and the Colossus, and when they come in the collection (1.3, R4)."""

from __future__ import annotations

from tests.core.positions import Position, Table


def bare() -> Position:
    """An empty map; Carthage, the Trade Leader, holds a coin, so that it is asked for a number after the collection."""
    return Position().clear().give("carthage", "coin")


# ---------------------------------------------------------------------- Temple of Artemis


def test_artemis_gives_1_coin() -> None:
    """1.3: +1 coin, to her owner alone."""
    table = bare().tiles("rome", "temple_of_artemis").table()
    assert table.rule() == "2.1"
    assert table.hand("rome") == "coin"
    assert table.hand("greece") == ""


def test_artemis_adds_to_what_the_map_yields() -> None:
    """1.3: +1 coin, once, whatever cities and temples there are."""
    position = bare().control("cilicia", "rome").build("cilicia", "city", "temple")
    assert position.tiles("rome", "temple_of_artemis").table().hand("rome") == "coin coin coin"


def test_artemis_gives_what_the_reserve_holds() -> None:
    """0.5: who comes short gets nothing more."""
    table = bare().tiles("rome", "temple_of_artemis").give("greece", " ".join(["coin"] * 43)).table()
    assert table.reserve("coin") == 0
    assert table.hand("rome") == ""


def test_artemis_comes_after_the_ordinary_income() -> None:
    """R4: ordinary income first: the last coin goes to Greece's city, though Rome precedes it in seat order."""
    position = bare().tiles("rome", "temple_of_artemis").give("egypt", " ".join(["coin"] * 42))
    table = position.control("cilicia", "greece").build("cilicia", "city").leaders(trade="rome").table()
    assert (table.hand("rome"), table.hand("greece")) == ("", "coin")


def test_artemis_comes_after_the_choices_of_temples() -> None:
    """R4: after the legendary draws and temple choices: a player who takes the last coin there leaves her none."""
    position = bare().tiles("rome", "temple_of_artemis").give("egypt", " ".join(["coin"] * 41))
    position.control("asia", "greece").build("asia", "legendary_city", "temple").leaders(trade="rome")
    position.give("rome", "grain")
    for choice, coins in (("collect coin", 0), ("collect legendary", 1)):
        table = position.table()
        table.chance(0)
        assert table.hand("rome") == "grain"
        table.say("greece", choice)
        if choice == "collect legendary":
            table.chance(0)
        assert table.hand("rome").split().count("coin") == coins


# ---------------------------------------------------------------------- Colossus of Rhodes


def colossus(position: Position) -> Table:
    """The collection with the Colossus on Rome's mat."""
    return position.tiles("rome", "colossus").table()


def test_the_colossus_takes_1_commodity_of_choice() -> None:
    """1.3: take 1 commodity of choice from the reserve."""
    table = colossus(bare())
    assert (table.asked(), table.rule()) == ("rome", "1.3")
    assert len(table.legal()) == 13
    table.say("rome", "obtain wine")
    assert table.hand("rome") == "wine"
    assert table.reserve("wine") == 8
    assert table.rule() == "2.1"


def test_the_colossus_is_named_openly() -> None:
    """1.3: named openly."""
    table = colossus(bare())
    table.say("rome", "obtain wine")
    assert "Rome obtains wine by the Colossus of Rhodes." in table.told


def test_the_colossus_takes_no_coin_and_nothing_legendary() -> None:
    """1.3, R4: a commodity, and an ordinary token."""
    table = colossus(bare())
    assert all(line.startswith("obtain ") and "*" not in line and "coin" not in line for line in table.legal())


def test_the_colossus_does_not_pass() -> None:
    """1.3: take 1 commodity."""
    colossus(bare()).refused("rome", "done", "1.3")


def test_the_colossus_takes_what_the_reserve_holds() -> None:
    """0.5: nothing that the reserve does not hold."""
    table = colossus(bare().give("greece", "pottery pottery pottery"))
    assert "no pottery" in table.refused("rome", "obtain pottery", "0.5")
    assert len(table.legal()) == 12


def test_the_colossus_takes_nothing_where_nothing_is() -> None:
    """0.5: with all ordinary commodities held by players there is nothing to choose and nothing to take."""
    position = bare()
    for name, number in position.board.map.commodities:
        position.give("greece", " ".join([name] * number))
    table = colossus(position)
    assert table.rule() == "2.1"
    assert table.hand("rome") == ""


def test_the_colossus_is_the_last_of_all() -> None:
    """R4: last the Colossus, after everybody has collected, Temple of Artemis and later seats' choices included."""
    position = bare().control("asia", "greece").build("asia", "legendary_city", "temple")
    position.control("gallia", "carthage").build("gallia", "caravan:grain")
    table = colossus(position.tiles("egypt", "temple_of_artemis").leaders(trade="rome"))
    table.chance(0)
    assert table.rule() == "1.1"
    table.say("greece", "collect legendary")
    table.chance(0)
    assert (table.asked(), table.rule()) == ("rome", "1.3")
    assert (table.hand("egypt"), table.hand("greece"), table.hand("carthage")) == (
        "coin",
        "coin *pottery *gems",
        "coin grain",
    )


def test_the_colossus_comes_too_late_for_the_last_token() -> None:
    """R4: what the map yields goes before: the last pottery is a caravan's, in every seating."""
    position = bare().control("creta", "greece").build("creta", "caravan:pottery").give("egypt", "pottery pottery")
    table = colossus(position.leaders(trade="rome"))
    table.refused("rome", "obtain pottery", "0.5")
    assert table.hand("greece") == "pottery"


def test_artemis_and_the_colossus_of_one_owner() -> None:
    """R4: then Temple of Artemis; last the Colossus: her coin is in hand when the commodity is chosen."""
    table = colossus(bare().tiles("rome", "temple_of_artemis"))
    assert table.hand("rome") == "coin"
    assert table.rule() == "1.3"
