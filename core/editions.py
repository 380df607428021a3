"""The registry of every edition that this program plays, by id. An edition is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name

from core.engine.edition import Edition
from core.engine.option import Option

_places = {
    "empires": ("core.empires.edition:EMPIRES_EDITION", "core.empires.options:DECLARED"),
    "original": ("core.classic.edition:ORIGINAL_EDITION", "core.classic.options:ORIGINAL"),
    "revised": ("core.classic.edition:REVISED_EDITION", "core.classic.options:REVISED"),
    "sword": ("core.sword.edition:SWORD_EDITION", "core.sword.options:DECLARED"),
}


class _Editions(Mapping[str, Edition]):
    def __getitem__(self, name: str) -> Edition:
        edition: Edition = resolve_name(_places[name][0])
        return edition

    def __iter__(self) -> Iterator[str]:
        return iter(_places)

    def __len__(self) -> int:
        return len(_places)


EDITIONS: Mapping[str, Edition] = _Editions()
"""All editions by id, in the order of registration."""


def declared_by(name: str) -> tuple[Option, ...]:
    """Return the options from which a table of an edition chooses. The edition is not loaded for that."""
    declared: tuple[Option, ...] = resolve_name(_places[name][1])
    return declared


def register(name: str, place: str, declared: str) -> None:
    """Add an edition by its id, its place and that of its options, ``module:name``.

    Raises ValueError if the id is taken.
    """
    if name in _places:
        raise ValueError(f"there is an edition {name!r} already")
    _places[name] = place, declared
