"""What differs between the two editions of 2003; all else is the same code and the same data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """One edition of 2003. A rule that differs asks one of these fields; numbers that differ stand in the data file."""

    id: str
    title: str
    titles: tuple[str, str, str]
    """The names of the titles, by track."""

    reviews_each_phase: bool
    """2.4: titles are reviewed at the start of each phase, else of each round."""

    counts_first_titles: bool
    """1.6a: the first titles of the setup with points go by count, else by the sheets."""

    attacks_at_sea_first: bool
    """5.2d: no sea battle begins once a legion has moved."""

    needs_lead: bool
    """6.2: where several are able to win and none of them is Political Leader, a lead of one wins."""

    marker_for_exchange: bool
    """7.2c: Hammurabi's free marker may pay for the exchange of a marker, and needs no reach with the Lighthouse."""

    ships_add_to_dice: bool
    """7.2b: Pericles adds 1 to each die of his owner's triremes at sea."""

    ships_support: bool
    """7.2b: Pericles lets his owner's triremes support battles on land."""

    helen_in_battle: bool
    """7.3c: Helen replaces a legion that attacks, else one that enters."""

    odysseus_undoes: bool
    """7.3e: Odysseus undoes a take, else he redirects the coming one."""

    has_options: bool
    """8: a table may agree on blockades and on the way across the Alps."""
