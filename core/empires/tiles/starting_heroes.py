"""The five heroes with whom the empires start."""

from __future__ import annotations

from core.empires.map import TileFacts
from core.empires.state import State, Tile
from core.mare.payment import Form, FreeOfCharge, Offer


class Caesar(Tile):
    """+1 on each of the owner's legion dice on their own turn (4.2a)."""

    def legion_die_bonus(self, own_turn: bool) -> int:
        return 1 if own_turn else 0


class Pericles(Tile):
    """+2 on each of the owner's legion dice on another player's turn (4.2a)."""

    def legion_die_bonus(self, own_turn: bool) -> int:
        return 0 if own_turn else 2


class Hammurabi(Tile):
    """One control marker a round free of charge, under 3.1.1 (3.1.3a)."""

    def __init__(self, index: int, facts: TileFacts) -> None:
        super().__init__(index, facts)
        self.offers = (Offer(index, "control", FreeOfCharge()),)

    def build_offers(self, state: State, empire: int) -> tuple[Offer, ...]:
        return self.offers


class Cleopatra(Tile):
    """One commodity of a commodity set may be a coin, one coin of a coin set a commodity (3.0b)."""

    payment_form = Form(coins_among_goods=1, goods_among_coins=1)


class Hannibal(Tile):
    """One kind may appear twice in a commodity set (3.0b)."""

    payment_form = Form(doubled_kinds=1)
