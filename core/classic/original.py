"""The original edition of 2003."""

from __future__ import annotations

from core.classic.variant import Variant

ORIGINAL = Variant(
    id="original",
    title="Mare Nostrum (2003)",
    titles=("Director of Commerce", "Political Leader", "Military Leader"),
    reviews_each_phase=False,
    counts_first_titles=False,
    attacks_at_sea_first=False,
    needs_lead=False,
    marker_for_exchange=True,
    ships_add_to_dice=True,
    ships_support=False,
    helen_in_battle=False,
    odysseus_undoes=True,
    has_options=False,
)
