"""The differences between the two editions of 2003. Everything else is the same code and the same data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """One edition of 2003. A rule that differs asks one of these fields; numbers that differ are in the data file."""

    id: str
    title: str
    titles: tuple[str, str, str]
    """The names of the titles, by track."""

    reviews_each_phase: bool
    """Whether titles are reviewed at the start of each phase, else of each round (2.4)."""

    counts_first_titles: bool
    """Whether the first titles of the setup with points go by count, else by the sheets (1.6a)."""

    attacks_at_sea_first: bool
    """Whether no sea battle begins after a legion has moved (5.2d)."""

    needs_lead: bool
    """Whether a lead of one is needed if several are able to win and none of them is Political Leader (6.2)."""

    marker_for_exchange: bool
    """Whether Hammurabi's free marker may replace a marker, and needs no reach with the Lighthouse (7.2c)."""

    ships_add_to_dice: bool
    """Whether Pericles adds 1 to each die of the owner's triremes at sea (7.2b)."""

    ships_support: bool
    """Whether Pericles lets the owner's triremes support battles on land (7.2b)."""

    helen_in_battle: bool
    """Whether Helen replaces a legion that attacks, else one that enters (7.3c)."""

    odysseus_undoes: bool
    """Whether Odysseus undoes a take, else redirects the coming one (7.3e)."""

    has_options: bool
    """Whether a table may agree on blockades and on the way across the Alps (8)."""


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
