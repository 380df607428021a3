"""The resources of a hand and the heroes and wonders, as cards: what a page draws instead of telling it in lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cli.i18n.texts import term
from cli.mare.words import sides, typed_name
from cli.ui.view import Card, Held


def held(state: Any, empire: int) -> list[Held]:
    """Return the resources of an empire's hand, each kind with its number."""
    tokens = state.board.tokens
    return [
        Held(tokens[token], term(tokens[token]), number)
        for token, number in enumerate(state.players[empire].hand)
        if number
    ]


def cards(state: Any, price: Callable[[int], str]) -> Iterator[Card]:
    """Yield the heroes and wonders of the players, and then those that can be bought, with their prices."""
    tiles = state.board.tiles
    for empire, player in enumerate(state.players):
        for index in player.tiles:
            yield Card(tiles[index].id, typed_name(tiles[index]), str(sides(state)[empire]), empire)
    for index in state.display:
        yield Card(tiles[index].id, typed_name(tiles[index]), price(index))
