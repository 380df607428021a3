"""Heroes and wonders: what each changes (chapter 7).

A tile changes *values* that the rules of a phase ask for. A question that it brings is in the module of that phase.
Rules never name a tile: they ask the tiles that an empire has.
"""

from __future__ import annotations

from core.classic.map import TileFacts
from core.classic.variant import Variant


class Tile:
    """A hero or wonder. Its data hold without an ability of its own (2.3c, 4.3, 4.9b, 7.4e)."""

    extra_coins = 0
    """Coins collected on top of the income of the map (3.1f)."""

    chooses_good = False
    """Whether its owner collects one good of choice on top of it (3.1f)."""

    trades_in = False
    """Whether its owner may exchange a good for a coin with the bank, or a coin for a good (7.2d)."""

    gives_marker = False
    """Whether its owner places one marker free in each building turn (7.2c)."""

    marks_anywhere = False
    """Whether its owner's markers need no reach (7.4c)."""

    legion_bonus = 0
    """The number added to each die of its owner's legions (7.2e)."""

    ship_bonus = 0
    """The number added to each die of its owner's triremes at sea (7.2b)."""

    supports = False
    """Whether its owner's triremes at sea may support battles on land (7.2b)."""

    crosses_alps = False
    """Whether its owner may cross the Alps, if the table plays that option (8.2)."""

    replaces = False
    """Whether its owner may replace a legion that comes into a province of theirs (7.3c)."""

    diverts = False
    """Whether its owner may undo or redirect a take (7.3e)."""

    def __init__(self, index: int, facts: TileFacts, variant: Variant) -> None:
        self.index = index
        self.id = facts.id
        self.name = facts.name
        self.kind = facts.kind
        self.bonus = facts.bonus
        self.free_unit = facts.free_unit
        self.free = facts.free
        self.keep = facts.keep
        self.pays_for = facts.pays_for
        self.most_fortresses = facts.most_fortresses
        self.variant = variant
        self._prices = dict(facts.prices)
        self._less = dict(facts.less)

    def price(self, thing: str, printed: int) -> int:
        """Return what its owner pays for a thing (7.2a, 7.2b, 7.4d)."""
        return max(0, self._prices.get(thing, printed) - self._less.get(thing, 0))


class Pericles(Tile):
    """Stronger triremes, or triremes in support of land battles, by edition (7.2b)."""

    def __init__(self, index: int, facts: TileFacts, variant: Variant) -> None:
        super().__init__(index, facts, variant)
        self.ship_bonus = int(variant.ships_add_to_dice)
        self.supports = variant.ships_support


class Hammurabi(Tile):
    """A free marker in each building turn (7.2c)."""

    gives_marker = True


class Cleopatra(Tile):
    """An exchange of a card with the bank (7.2d)."""

    trades_in = True


class Hannibal(Tile):
    """Stronger legions (7.2e), and the way over the Alps (8.2)."""

    legion_bonus = 1
    crosses_alps = True


class HelenOfTroy(Tile):
    """Replaces a legion (7.3c)."""

    replaces = True


class Odysseus(Tile):
    """Undoes or redirects a take (7.3e)."""

    diverts = True


class Colossus(Tile):
    """A coin with the income (7.4a)."""

    extra_coins = 1


class Lighthouse(Tile):
    """Markers without reach (7.4c)."""

    marks_anywhere = True


class TempleOfArtemis(Tile):
    """A good of choice with the income (7.4f)."""

    chooses_good = True


ABILITIES: dict[str, type[Tile]] = {
    "pericles": Pericles,
    "hammurabi": Hammurabi,
    "cleopatra": Cleopatra,
    "hannibal": Hannibal,
    "helen": HelenOfTroy,
    "odysseus": Odysseus,
    "colossus": Colossus,
    "lighthouse": Lighthouse,
    "temple_of_artemis": TempleOfArtemis,
}
"""Every tile with an ability beyond its data."""


def tile_of(index: int, facts: TileFacts, variant: Variant) -> Tile:
    """Return a tile with its ability. Most heroes and wonders have only their data."""
    return ABILITIES.get(facts.id, Tile)(index, facts, variant)
