"""The registry: every edition that this program plays, by its id."""

from __future__ import annotations

from collections.abc import Mapping

from core.empires.edition import EMPIRES_EDITION
from core.engine.edition import Edition

EDITIONS: Mapping[str, Edition] = {edition.id: edition for edition in (EMPIRES_EDITION,)}
