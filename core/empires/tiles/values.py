"""Heroes and wonders that change a value or make an offer. Those that ask a question have modules of their own."""

from __future__ import annotations

from core.empires.state import State, Tile
from core.mare.payment import FreeOfCharge, Offer, OneOf
from core.mare.resources import COIN, kind_of


class Nebuchadnezzar(Tile):
    """+5 to the total on land in a province the owner controls, with at least one own unit there (4.2a)."""

    def land_bonus(self, controls: bool) -> int:
        return 5 if controls else 0


class Ramses(Tile):
    """1 extra land die with at least one own unit there. It is no legion's die, so nothing raises it (4.2a, R16)."""

    extra_land_dice = 1


class Hamilcar(Tile):
    """Pillages for 2 coins, 2 commodities, or 1 coin and 1 legendary commodity (4.3.1)."""

    pillages_double = True


class Penthesilea(Tile):
    """1 free legion in the capital's province for each province the owner controls with an opponent's legion (R11)."""

    def build_offers(self, state: State, empire: int) -> tuple[Offer, ...]:
        occupied = sum(
            [
                province.controller == empire and sum(province.legions) > province.legions[empire]
                for province in state.provinces
            ]
        )
        capital = 1 << state.board.capitals[empire]
        return (Offer(self.index, "legion", FreeOfCharge(), occupied, capital, "R11"),) if occupied else ()


class OnceARound(Tile):
    """Builds one unit a round for 1 coin or 1 of a commodity."""

    unit: str

    def build_offers(self, state: State, empire: int) -> tuple[Offer, ...]:
        kind = kind_of(state.board.tokens.index(self.commodity))
        return (Offer(self.index, self.unit, OneOf((COIN, kind))),)


class Gilgamesh(OnceARound):
    """1 fortress a round for 1 coin or 1 marble (chapter 3)."""

    unit = "fortress"
    commodity = "marble"


class Spartacus(OnceARound):
    """1 legion a round for 1 coin or 1 gladiator (chapter 3)."""

    unit = "legion"
    commodity = "gladiators"


class Lighthouse(OnceARound):
    """1 trireme a round for 1 coin or 1 wood (chapter 3)."""

    unit = "trireme"
    commodity = "wood"


class TempleOfArtemis(Tile):
    """+1 coin in every collection (1.3)."""

    extra_coins = 1
