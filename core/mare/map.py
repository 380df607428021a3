"""The facts of places as map files give them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from core.engine.errors import DataError
from core.engine.message import Message

Table = TypeVar("Table")


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


@dataclass(frozen=True, slots=True)
class EmpireFacts:
    """An empire and its start: hero, capital's province, provinces, buildings by province, units by province."""

    id: str
    name: str
    color: str
    hero: str
    capital: str
    provinces: tuple[str, ...]
    buildings: tuple[tuple[str, tuple[str, ...]], ...]
    units: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


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


def table_of(tables: Iterable[tuple[int, Table]], players: int, title: str) -> Table:
    """Return the table for this number of players, of a map with a title. Raises DataError if there is none."""
    known = dict(tables)
    if players not in known:
        offered = ", ".join(map(str, sorted(known)))
        message = Message("{title} is for {known} players, not {players}.", title=title, known=offered, players=players)
        raise DataError("players", message)
    return known[players]
