"""What a hero or wonder can change, and where.

A tile attaches in two ways only: it changes a *value* that a rule asks for, or it brings an *offer* or question at a
named moment. Every method here is one such attachment point, named by the rule that asks; a tile overrides those it
needs, so all of Hannibal stands in one class.
"""

from __future__ import annotations

from core.edition import TileFacts
from core.payment import PLAIN, Form, Offer


class Tile:
    """A hero or wonder; without an ability of its own it still counts, and gives its leadership bonus (0.6)."""

    def __init__(self, index: int, facts: TileFacts) -> None:
        self.index = index
        self.id = facts.id
        self.name = facts.name
        self.kind = facts.kind
        self.bonus = facts.bonus

    def payment_form(self) -> Form:
        """How the owner's sets may stray from 3.0a."""
        return PLAIN

    def legion_die_bonus(self, own_turn: bool) -> int:
        """What is added to each of the owner's legion dice on land (4.2)."""
        return 0

    def build_offers(self) -> tuple[Offer, ...]:
        """What the owner may build once a round at a price of its own (chapter 3)."""
        return ()
