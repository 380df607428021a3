"""What things are called: places, resources, heroes and wonders, and all that people type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cli.i18n.texts import ENGLISH, count, goods, language, term, tr
from cli.ui.text.cells import folded
from core.engine.state import NO_EMPIRE
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.kinds import TRACKS
from core.mare.map import ProvinceFacts
from core.mare.places import Places
from core.mare.resources import spread


def tokens(state: Any, held: Iterable[int]) -> str:
    """Return sorted resources, counted: ``2 coin, sheep, *gold``."""
    counted: dict[str, int] = {}
    for token in held:
        name = term(state.board.tokens[token])
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(name if number == 1 else goods(number, name) for name, number in counted.items())


def hand(state: Any, empire: int) -> str:
    """Return the resources an empire holds, in one line."""
    held = spread(state.players[empire].hand)
    if not held:
        return tr("no resources")
    return tr("{resources}: {tokens}", resources=count(len(held), "resource"), tokens=tokens(state, held))


# ---------------------------------------------------------------------- places


def place_named(state: Any, typed: str) -> str:
    """Return the province or sea whose name, or a part of it, begins as is typed, in the notation; else nothing.

    A city stands for its province.
    """
    wanted = "_".join(typed.lower().split())
    places = (*state.board.provinces, *state.board.seas)
    if wanted in places or not wanted:
        return wanted
    begun = [place for place in places if any(part.startswith(wanted) for part in (place, *place.split("_")))]
    city = city_named(state.board, wanted)
    return next(iter(begun), "" if city is None else city[1].id)


def city_named(board: Any, word: str) -> tuple[str, ProvinceFacts] | None:
    """Return the name of the city that a word in small letters names, and its province; None for any other word."""
    for facts in board.map.provinces:
        for city in (facts.city_name, facts.capital, facts.legendary):
            if word == city.lower():
                return city, facts
    return None


def place_name(state: Any, place: str) -> str:
    """Return a place's name, as a person writes it."""
    board: Places = state.board
    if place in board.provinces:
        return board.province_names[board.provinces.index(place)]
    return board.sea_names[board.seas.index(place)] if place in board.seas else place


def place_in(board: Any, fields: Mapping[str, object]) -> str:
    """Return the province or sea that fields of a message name, the last if several, in the notation; else nothing."""
    words = dict(zip((*board.province_names, *board.sea_names), (*board.provinces, *board.seas), strict=True))
    named = [words[value] for value in fields.values() if isinstance(value, str) and value in words]
    return named[-1] if named else ""


def home(state: Any, empire: int) -> str:
    """Return the province of an empire's capital; nothing for no empire."""
    return state.board.provinces[state.board.capitals[empire]] if empire != NO_EMPIRE else ""


# ---------------------------------------------------------------------- heroes and wonders


def bonus(board: Any, tile: Any) -> str:
    """Return the levels that a hero or wonder gives: ``+1 trade, +2 culture``, or nothing."""
    return ", ".join(
        f"+{plus} {term(track)}" for track, plus in zip(board.track_names, tile.bonus, strict=True) if plus
    )


def typed_name(tile: Any, more: str = "") -> str:
    """Return a tile's English name, as it is typed; in brackets its name, where that is another, and what more."""
    name = term(tile.name)
    return in_brackets(tile.name, "" if name == tile.name else name, more)


def in_brackets(name: str, *told: str) -> str:
    """Return a name, followed by its note in brackets if it has one."""
    known = "; ".join(filter(None, told))
    return f"{name} ({known})" if known else name


def owned(state: Any) -> list[str]:
    """Return the names of the heroes and wonders that players have, those that they copy among them."""
    return [state.board.tiles[tile].name for player in state.players for tile in player.abilities()]


# ---------------------------------------------------------------------- what is typed


def typed_words(board: Any) -> list[str]:
    """Return what is typed, always in English, in the language in use, where that is another."""
    if language() == ENGLISH:
        return []
    what = tr("What you type, and what it means:")
    return [what, *folded(", ".join(f"{word} {term(name)}" for word, name in typed_names(board)))]


def typed_names(board: Any) -> list[tuple[str, str]]:
    """Return words of the notation, but for places and actions, with the English names of what they mean."""
    names = [*zip(board.empires, board.empire_names, strict=True)]
    names += [(token, token) for token in board.tokens if not token.startswith("*")]
    names += [(kind, kind.replace("_", " ")) for kind in (*BUILDING_KINDS, *UNIT_KINDS, *TRACKS)]
    return [*names, *[(tile.id, tile.name) for tile in board.tiles]]
