"""The board and the box, read from the data file and by names."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

ORIGINAL, REVISED = "original", "revised"
EDITIONS = (ORIGINAL, REVISED)
COIN = "coin"
NEUTRAL = "neutral"
SEATS = ("rome", "greece", "babylon", "egypt", "carthage")
TRACKS = ("trade", "culture", "military")
MARKER = "marker"
"""What a legion stands on that assimilates (5.8e)."""


@dataclass(frozen=True)
class Land:
    """A province: its icons by name, its neighbours by land and the seas on its coast."""

    icons: tuple[str, ...]
    land: frozenset[str]
    coast: frozenset[str]


@dataclass(frozen=True)
class Board:
    """The map and the components of one edition at a table of so many players."""

    provinces: Mapping[str, Land]
    seas: Mapping[str, frozenset[str]]
    capitals: Mapping[str, str]
    heroes: Mapping[str, str]
    also: Mapping[str, frozenset[str]]
    starts: Mapping[str, Mapping[str, Any]]
    tiles: Mapping[str, str]
    cards: Counter[str]
    buildings: Counter[str]
    pieces: Counter[str]

    @property
    def goods(self) -> list[str]:
        """The kinds of goods, without coins."""
        return [card for card in self.cards if card != COIN]


def kind_of(icon: str) -> str:
    """Return the kind of building that an icon is for."""
    return icon.split(":", maxsplit=1)[0].rstrip("0123456789")


def good_of(icon: str) -> str:
    """Return the good of a caravan's icon."""
    return icon.split(":")[1].rstrip("0123456789")


def icons_of(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Name what can be built in a province; K28: at most one market and one temple, on no icon of their own."""
    names = [f"caravan:{good}" for good in facts.get("caravans", ())]
    names += ["market"] * bool(facts.get("market")) + ["temple"] * bool(facts.get("temple"))
    names += ["city"] * facts.get("city", 0)
    return tuple(_numbered(names))


def _numbered(names: list[str]) -> Iterable[str]:
    for index, name in enumerate(names):
        earlier = names[:index].count(name)
        yield f"{name}{earlier + 1}" if earlier else name


@cache
def data() -> Mapping[str, Any]:
    """Return the data file as it is written."""
    return tomllib.loads((files("core.classic") / "data" / "classic.toml").read_text("utf-8"))


@cache
def board(players: int) -> Board:
    """Return the board of a table of so many players."""
    facts = data()
    empires = {seat: facts["empires"][seat] for seat in SEATS}
    return Board(
        provinces={
            name: Land(icons_of(province), frozenset(province.get("land", ())), frozenset(province.get("coast", ())))
            for name, province in facts["provinces"].items()
        },
        seas={name: frozenset(sea["seas"]) for name, sea in facts["seas"].items()},
        capitals={seat: empire["capital"] for seat, empire in empires.items()},
        heroes={seat: empire["hero"] for seat, empire in empires.items()},
        also={seat: frozenset(empire["setup_also"]) for seat, empire in empires.items()},
        starts=empires,
        tiles={name: tile["kind"] for name, tile in facts["tiles"].items()},
        cards=Counter({COIN: facts["supply"]["coins"], **facts["supply"]["commodities"]}),
        buildings=Counter(facts["tables"][str(players)]["supply"]),
        pieces=Counter(
            {
                "legion": facts["supply"]["per_empire"]["legion"],
                "trireme": facts["supply"]["per_empire"]["trireme"],
                "fortress": facts["supply"]["per_empire"]["fortress"],
                "marker": facts["supply"]["per_empire"]["control_marker"],
            }
        ),
    )
