"""The registry of every edition that this program plays, by id. An edition is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pkgutil import resolve_name

from core.engine.edition import Edition

_places = {
    "empires": "core.empires.edition:EMPIRES_EDITION",
    "original": "core.classic.edition:ORIGINAL_EDITION",
    "revised": "core.classic.edition:REVISED_EDITION",
    "sword": "core.sword.edition:SWORD_EDITION",
}


class _Editions(Mapping[str, Edition]):
    def __getitem__(self, name: str) -> Edition:
        edition: Edition = resolve_name(_places[name])
        return edition

    def __iter__(self) -> Iterator[str]:
        return iter(_places)

    def __len__(self) -> int:
        return len(_places)


EDITIONS: Mapping[str, Edition] = _Editions()
"""All editions by id, in the order of registration."""


def register(name: str, place: str) -> None:
    """Add an edition by its id and its place, ``module:name``. Raises ValueError if the id is taken."""
    if name in _places:
        raise ValueError(f"there is an edition {name!r} already")
    _places[name] = place
