"""What a hero or wonder can change, and where.

A tile attaches in two ways only. It changes a *value* that a rule asks for, or it acts at a named *moment*, mostly by
pushing a question of its own. Every method here is one such attachment point. A tile overrides those it needs, so all
of Hannibal is in one class.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from core.empires.map import TileFacts
from core.mare.payment import PLAIN, BuildOffer, SetForm

S = TypeVar("S")
"""The state of the game. It holds the tiles, so this module does not import it."""


class TileOf(Generic[S]):
    """A hero or wonder. Even without an ability it counts, and gives its leadership bonus (0.6)."""

    commodity = ""
    """The commodity that the ability names. The map must have it."""

    extra_coins = 0
    """Coins collected on top of the income of the map (1.3)."""

    chosen_commodities = 0
    """Commodities of the owner's choice on top of that (1.3)."""

    gathers_on_icons = False
    """Whether the owner's legions on empty caravan icons yield their commodity (1.3)."""

    payment_form: SetForm = PLAIN
    """How the owner's sets may stray from 3.0a."""

    extra_land_dice = 0
    """Dice rolled on land besides those of legions, with at least one own unit there (4.2)."""

    pillages_double = False
    """Whether the owner's pillages pay Hamilcar's gain (4.3.1)."""

    def __init__(self, index: int, facts: TileFacts) -> None:
        self.index = index
        self.id = facts.id
        self.name = facts.name
        self.kind = facts.kind
        self.bonus = facts.bonus

    # ------------------------------------------------------------------ values

    def build_offers(self, state: S, empire: int) -> tuple[BuildOffer, ...]:
        """Return what the owner may build at prices of its own, with limits per round (chapter 3)."""
        return ()

    def legion_die_bonus(self, own_turn: bool) -> int:
        """Return what is added to each of the owner's legion dice on land (4.2)."""
        return 0

    def land_bonus(self, controls: bool) -> int:
        """Return what is added to the total on land, in a province that the owner ``controls`` or not (4.2)."""
        return 0

    # ------------------------------------------------------------------ moments

    def after_collection(self, state: S, empire: int) -> None:
        """Act after everyone has collected (1.3)."""

    def after_announcement(self, state: S, empire: int) -> None:
        """Act after the Trade Leader's announcement, before any player picks (2.1)."""

    def when_bought(self, state: S, empire: int) -> None:
        """Act when the tile has come onto its owner's mat (3.1.3)."""

    def before_building(self, state: S, empire: int) -> None:
        """Act when the build phase begins (3.0)."""

    def after_building(self, state: S, empire: int) -> None:
        """Act at the end of the build phase, before players discard (3.0b)."""

    def before_moving(self, state: S, empire: int) -> None:
        """Act at the start of phase 4, before any player moves (4.0)."""

    def when_marker_occupied(self, state: S, empire: int, province: int) -> None:
        """Act when the owner first occupies a control marker (4.3.3)."""

    def after_conquests(self, state: S, empire: int) -> None:
        """Act at the end of the owner's move-and-battle turn (4.0)."""
