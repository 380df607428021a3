"""The war events of the editions of 2003 only (chapter 5, 7.2, 7.3, 8), one record for each kind."""

from __future__ import annotations

from dataclasses import dataclass

from core.classic.kinds import Chain
from core.engine.event import Event
from core.mare.events import BATTLE, Sailed
from core.mare.kinds import Empire, Number, Province, Sea, Token


@dataclass(slots=True)
class SailedFromDock(Sailed):
    """Triremes put out to sea (5.2a)."""

    source: Province


@dataclass(slots=True)
class LostInAlps(Event):
    """Legions are lost on the way over the Alps (8.2b)."""

    template = "{empire} loses {number} on the way over the Alps."
    topics = BATTLE

    empire: Empire
    number: Number


@dataclass(slots=True)
class Supported(Event):
    """Triremes support a battle on land (7.2b)."""

    template = "{empire} supports the battle in {province} with {number} from {sea}."
    topics = BATTLE

    empire: Empire
    number: Number
    province: Province
    sea: Sea


@dataclass(slots=True)
class LegionReplaced(Event):
    """Helen replaces a legion (7.3c)."""

    template = "{empire} replaces a legion of {other} in {province}."
    topics = BATTLE

    empire: Empire
    other: Empire
    province: Province


@dataclass(slots=True)
class PillagePaid(Event):
    """The bank pays for a pillage (7.3d)."""

    template = "{empire} gets {token} for the pillage of {province}."

    empire: Empire
    token: Token
    province: Province


@dataclass(slots=True)
class SetOut(Event):
    """Legions set out over seas that others may blockade (8.1e)."""

    template = "{empire} ships {number} from {source} to {target} by {seas}."

    empire: Empire
    number: Number
    source: Province
    target: Province
    seas: Chain


@dataclass(slots=True)
class Blockaded(Event):
    """A player blockades a crossing (8.1a)."""

    template = "{empire} blockades {seas}."
    topics = BATTLE

    empire: Empire
    seas: Chain


@dataclass(slots=True)
class CrossingFailed(Event):
    """A blockade keeps legions from crossing (8.1c)."""

    template = "The legions of {empire} can't cross from {source} to {target}."
    topics = BATTLE

    empire: Empire
    source: Province
    target: Province
