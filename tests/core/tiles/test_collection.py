"""Temple of Artemis and the Colossus, and when they come in the collection (1.3, R4)."""

from __future__ import annotations

from tests.core.positions import Position, Table


def bare() -> Position:
    """An empty map; Carthage, the Trade Leader, holds a coin, so that it is asked for a number after the collection."""
    return Position().clear().give("carthage", "coin")


# ---------------------------------------------------------------------- Colossus of Rhodes


def colossus(position: Position) -> Table:
    """The collection with the Colossus on Rome's mat."""
    return position.tiles("rome", "colossus").table()


def test_the_colossus_is_named_openly() -> None:
    """1.3: named openly."""
    table = colossus(bare())
    table.say("rome", "obtain wine")
    assert "Rome obtains wine by the Colossus of Rhodes." in table.told


def test_the_colossus_comes_too_late_for_the_last_token() -> None:
    """R4: what the map yields goes before: the last pottery is a caravan's, in every seating."""
    position = bare().control("creta", "greece").build("creta", "caravan:pottery").give("egypt", "pottery pottery")
    table = colossus(position.leaders(trade="rome"))
    table.refused("rome", "obtain pottery", "0.5")
    assert table.hand("greece") == "pottery"
