"""Chapter 6: who wins, who is able to, and the lead of one of the revised edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.core.classic.recount.board import COIN
from tests.core.classic.recount.position import Position
from tests.core.classic.recount.purchases import PYRAMIDS, TILE, cleopatra, tiles

TILES = 4


def winners(position: Position) -> set[str]:
    """6.1: who has built the Pyramids or owns four heroes and wonders."""
    return {
        player
        for player in position.players
        if position.has(player, "pyramids") or len(position.tiles[player]) >= TILES
    }


def able(position: Position, player: str) -> bool:
    """6.2b, K44: whether the player's hand pays for a victory in this building phase."""
    return any(_pays(position, player, hand) for hand in _hands(position, player))


def _hands(position: Position, player: str) -> Iterator[Counter[str]]:
    hand = position.hands[player]
    yield hand
    for give, get in cleopatra(position, player):
        yield hand - Counter([give]) + Counter([get])


def _pays(position: Position, player: str, hand: Counter[str]) -> bool:
    left = tiles(position, player)
    if "pyramids" in left and sets(hand, PYRAMIDS):
        return True
    lacked = max(0, TILES - len(position.tiles[player]))
    return len(left - {"pyramids"}) >= lacked and sets(hand, TILE) >= lacked


def sets(hand: Counter[str], size: int) -> int:
    """4.2a: into how many sets of a size a hand can be divided.

    Goods make so many sets if, no kind counted more often than there are sets, they are enough.
    """
    goods = [count for card, count in hand.items() if card != COIN]
    number = 0
    while sum(min(count, number + 1) for count in goods) >= size * (number + 1):
        number += 1
    return hand[COIN] // size + number


def contest_begins(position: Position) -> bool:
    """6.2b (revised): whether two or more are able at the start of a building phase, the Political Leader not."""
    those = {player for player in position.players if able(position, player)}
    return position.revised and len(those) > 1 and position.titles["culture"] not in those


def winner_of_contest(position: Position, order: Sequence[str]) -> str:
    """K45: who wins at the end of a building phase in which no one wins at once, or "".

    ``order`` is the one in which all have built. It decides as soon as no one can buy anything more.
    """
    is_sold_out = not any(tiles(position, player) for player in position.players)
    those = winners(position) or (set(position.players) if is_sold_out else set())
    most = max((len(position.tiles[player]) for player in those), default=0)
    leading = [player for player in those if len(position.tiles[player]) == most]
    if is_sold_out:
        return min(leading, key=order.index)
    return leading[0] if len(leading) == 1 else ""
