"""Trade (3.2 to 3.6): who takes part, what may be laid, what may be taken, and what the Director owes at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.core.classic.recount.position import Position

Cards = tuple[str, ...]
"""Cards by kind, sorted."""


@dataclass
class Trade:
    """A trade under way: open cards by player, who is to take, and the takes, each its taker and who lost a card.

    ``pair`` begins anew after a take that Odysseus forces (K52), so it is not always all ``takes``.
    """

    open: dict[str, Counter[str]]
    taker: str
    takes: list[tuple[str, str]] = field(default_factory=list)
    pair: list[tuple[str, str]] = field(default_factory=list)


def numbers(position: Position) -> range:
    """3.2a: what the Director may name."""
    return range(position.hands[position.titles["trade"]].total() + 1)


def traders(position: Position, number: int) -> list[str]:
    """3.2b, K21: who takes part in a trade of so many cards; no one where there is no trade."""
    able = [player for player in position.players if position.hands[player].total() >= number > 0]
    return able if len(able) > 1 else []


def offers(hand: Counter[str], number: int) -> Iterator[Cards]:
    """3.3a: every choice of so many cards of a hand."""
    kinds = sorted(kind for kind, count in hand.items() if count)
    yield from _choices([(kind, hand[kind]) for kind in kinds], number)


def _choices(kinds: list[tuple[str, int]], number: int) -> Iterator[Cards]:
    if not kinds:
        if not number:
            yield ()
        return
    (kind, count), *rest = kinds
    for of_this in range(min(count, number) + 1):
        for others in _choices(rest, number - of_this):
            yield (kind,) * of_this + others


def barred(trade: Trade) -> str:
    """3.4c: from whom the taker may not take now, or ""."""
    if len(trade.pair) < 2:
        return ""
    (first, lost), (second, lost_then) = trade.pair[-2:]
    return lost if (second, lost_then) == (lost, first) and trade.taker == first else ""


def takes(trade: Trade) -> set[tuple[str, str]]:
    """3.4: the legal takes, each whose card and which; K22: where there is none, the trade is over."""
    return {
        (player, card)
        for player, cards in trade.open.items()
        if player not in (trade.taker, barred(trade))
        for card, count in cards.items()
        if count
    }


def odysseus_may_speak(position: Position, trade: Trade) -> str:
    """7.3e, K52: the owner of Odysseus, if they may use that hero now, else "".

    Original: the last take of ``trade`` has just been made. Revised: the next is about to be made, or there is none.
    """
    owner = position.holder("odysseus")
    if not owner or "odysseus" in position.used or not trade.open.get(owner, Counter()).total():
        return ""
    if position.revised:
        return "" if trade.taker == owner else owner
    return "" if not trade.takes or owner in trade.takes[-1] else owner


def forced_takes(position: Position, trade: Trade) -> set[tuple[str, str]]:
    """7.3e: what may be taken of the owner of Odysseus when that hero makes a player take."""
    owner = position.holder("odysseus")
    return {(owner, card) for card, count in trade.open[owner].items() if count}


def one_short(position: Position, trade: Trade) -> str:
    """3.6a: who gets a card of the Director's at the end of the trade, or "" where all are level."""
    change = Counter(dict.fromkeys(trade.open, 0))
    for taker, loser in trade.takes:
        change[taker] += 1
        change[loser] -= 1
    short = [player for player, number in change.items() if number < 0]
    assert not short or (len(short) == 1 and change[short[0]] == -1 and change[position.titles["trade"]] == 1), change
    return short[0] if short else ""


def compensations(position: Position) -> set[str]:
    """K23: the cards that the Director may give, once the open ones are back in the hands (3.5b)."""
    return {card for card, count in position.hands[position.titles["trade"]].items() if count}
