"""The registry of every edition that this program plays, by id."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.classic.edition import ORIGINAL_EDITION, REVISED_EDITION
from core.empires.edition import EMPIRES_EDITION
from core.engine.edition import Edition

_editions: dict[str, Edition] = {}

EDITIONS: Mapping[str, Edition] = MappingProxyType(_editions)
"""All editions by id, in the order of registration."""


def register(edition: Edition) -> None:
    """Add an edition. Raises ValueError if its id is taken."""
    if edition.id in _editions:
        raise ValueError(f"there is an edition {edition.id!r} already")
    _editions[edition.id] = edition


for _edition in (EMPIRES_EDITION, ORIGINAL_EDITION, REVISED_EDITION):
    register(_edition)
