"""The revised edition of 2003, *Civilization*."""

from __future__ import annotations

from core.classic.variant import Variant

REVISED = Variant(
    id="revised",
    title="Mare Nostrum: Civilization",
    titles=("Great Navigator", "Great Lawgiver", "Great Commander"),
    reviews_each_phase=True,
    counts_first_titles=True,
    attacks_at_sea_first=True,
    needs_lead=True,
    marker_for_exchange=False,
    ships_add_to_dice=False,
    ships_support=True,
    helen_in_battle=True,
    odysseus_undoes=False,
    has_options=True,
)
