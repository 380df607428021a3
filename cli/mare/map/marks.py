"""The marks of what stands on a place of the map on a terminal, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cli.i18n.texts import term, tr
from cli.ui.map.look import Look, Side
from core.mare.buildings import BUILDING_KINDS, CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks on a map. Buildings have one for what stands and one for a free icon."""

    built: Sequence[str]  # by building kind
    free: Sequence[str]
    legion: str
    fortress: str
    trireme: str
    dock: str  # a trireme in dock
    war: str
    pillaged: str


def _by_kind(marks: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(marks[kind] for kind in range(len(BUILDING_KINDS)))


UNICODE = Marks(
    built=_by_kind({CARAVAN: "●", MARKET: "■", CITY: "◆", CAPITAL: "★", LEGENDARY_CITY: "✦", TEMPLE: "▲"}),
    free=_by_kind({CARAVAN: "○", MARKET: "□", CITY: "◇", CAPITAL: "☆", LEGENDARY_CITY: "✧", TEMPLE: "△"}),
    legion="⚑",
    fortress="♜",
    trireme="◢",
    dock="◿",
    war="✕",
    pillaged="†",
)
ASCII = Marks(
    built=_by_kind({CARAVAN: "+", MARKET: "M", CITY: "C", CAPITAL: "K", LEGENDARY_CITY: "L", TEMPLE: "T"}),
    free=_by_kind({CARAVAN: "-", MARKET: "m", CITY: "c", CAPITAL: "k", LEGENDARY_CITY: "l", TEMPLE: "t"}),
    legion="!",
    fortress="#",
    trireme="^",
    dock="v",
    war="X",
    pillaged="%",
)


def marks_of(look: Look) -> Marks:
    """Return the marks that a terminal can show."""
    return UNICODE if look.unicode else ASCII


def legend(look: Look, board: Any, sides: Sequence[Side], kinds: Sequence[int], units: Sequence[str]) -> list[str]:
    """Return what the marks on a map mean, in lines of 72 columns at most, with sides and places of the game.

    ``kinds`` are the buildings of an edition, ``units`` its lines about units.
    """
    one, other = sides[:2]
    place, taken = sorted(board.province_names, key=len)[:2]
    glyphs, marks = look.glyphs, marks_of(look)
    pairs = [
        f"{marks.built[kind]}{marks.free[kind]} {term(BUILDING_KINDS[kind].replace('_', ' '))}"
        for kind in kinds
        if kind != CARAVAN
    ]
    caravan, market = (marks.built[kind] for kind in (CARAVAN, MARKET))
    return [
        tr(
            "{letter} {place}: controlled by {side}; {unheld} {place}: uncontrolled; {place} {war}: at war",
            letter=one.letter,
            place=place,
            side=term(one.name),
            unheld=glyphs.unheld,
            war=marks.war,
        ),
        tr(
            "{owner_letter} {place}{held}{letter}: a legion of {side} stands on the control marker of {owner}",
            owner_letter=other.letter,
            place=taken,
            held=glyphs.held,
            letter=one.letter,
            side=term(one.name),
            owner=term(other.name),
        ),
        tr("{caravan}oil: a caravan stands; {free}oil: its icon is free", caravan=caravan, free=marks.free[CARAVAN]),
        tr("likewise {buildings}", buildings=", ".join(pairs)),
        tr(
            "{market}{letter}: that building is held, or that icon taken, by a legion of {side}",
            market=market,
            letter=one.letter,
            side=term(one.name),
        ),
        *units,
        tr(
            "{letter}2{tip} {place} {stake}72%: two of {side} would go there, and win with 72%",
            letter=one.letter,
            place=place,
            side=term(one.name),
            tip=glyphs.tips[0],
            stake=glyphs.stake,
        ),
        tr("{wave}: water", wave=glyphs.wave),
    ]
