"""The facts of places as map files give them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeaFacts:
    """A sea: its name and its neighbour seas. ``at`` is longitude and latitude as written, for drawing only."""

    id: str
    name: str
    at: tuple[str, str]
    seas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvinceFacts:
    """A province: its icons and borders. ``caravans`` has one commodity for each caravan icon.

    ``capital``, ``legendary`` and ``city_name`` are names of cities on the board; empty if there is none.
    """

    id: str
    name: str
    at: tuple[str, str]
    caravans: tuple[str, ...]
    market: bool
    temple: bool
    city: int
    capital: str
    legendary: str
    land: tuple[str, ...]
    coast: tuple[str, ...]
    city_name: str = ""


def icon_names(province: ProvinceFacts) -> tuple[str, ...]:
    """Return the province's building icons by their names in the notation: ``caravan:grain``, ``market``, ``city`` …

    A number tells a second icon of one name from the first: ``city``, ``city2``.
    """
    plain = [f"caravan:{commodity}" for commodity in province.caravans]
    plain += ["market"] * province.market + ["temple"] * province.temple + ["city"] * province.city
    plain += ["capital"] * bool(province.capital) + ["legendary_city"] * bool(province.legendary)
    names: list[str] = []
    for index, name in enumerate(plain):
        earlier = plain[:index].count(name)
        names.append(f"{name}{earlier + 1}" if earlier else name)
    return tuple(names)


def icon_kind(name: str) -> str:
    """Return the kind of building that an icon of this name is for."""
    return name.partition(":")[0].rstrip("0123456789")
