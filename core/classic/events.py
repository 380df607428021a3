"""What happens in a game of 2003, a record for each kind of event; those of the war are in ``war_events``."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.event import Event
from core.mare.event_kinds import Price
from core.mare.kinds import Empire, Province, Token, Tokens

# ---------------------------------------------------------------------- chapters 4 and 6: build


@dataclass(slots=True)
class MarkerReplaced(Event):
    """A control marker takes the place of another one (4.8a)."""

    template = "{empire} replaces the control marker in {province} {price}."

    empire: Empire
    province: Province
    price: Price


@dataclass(slots=True)
class Exchanged(Event):
    """An empire exchanges a card with the bank (7.2d)."""

    template = "{empire} exchanges {given} for {gained} with the bank."

    empire: Empire
    given: Token
    gained: Token


@dataclass(slots=True)
class GaveBack(Event):
    """An empire gives back what it may not keep (4.9a)."""

    template = "{empire} gives back {tokens} (4.9a)."

    empire: Empire
    tokens: Tokens


@dataclass(slots=True)
class LeadNeeded(Event):
    """Several players are able to win, and none of them is Political Leader (6.2b)."""

    template = "Several players are able to win: from now on it takes a lead of one hero or wonder."
