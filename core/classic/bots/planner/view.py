"""A position as one player sees it: everyone's income, the likely length of the game, and the worth of income."""

from __future__ import annotations

from functools import cached_property

from core.classic.state import State
from core.engine.answers import Below
from core.mare.resources import COIN
from core.mare.titles import Levels, all_levels

CARD = 40
"""The worth of a card in the hand. All values are on this scale."""

LEAST_ROUNDS, MOST_ROUNDS = 2, 7
"""The least and the most rounds of income that count."""


class View:
    """A position, one of its empires, and the chance that its player may use."""

    def __init__(self, state: State, empire: int, below: Below, whim: int = 0) -> None:
        """Set what is seen; ``whim`` is the most, in percent, by which a thing may seem worth more or less."""
        self.state = state
        self.board = state.board
        self.empire = empire
        self.below = below
        self.whim = whim
        self.player = state.players[empire]

    def seen_by(self, empire: int) -> View:
        """Return the same position as another empire sees it."""
        return View(self.state, empire, self.below)

    @cached_property
    def incomes(self) -> list[list[int]]:
        """Return by empire and token what the next income brings. Goods of choice count as coins."""
        found = [[0] * len(self.board.tokens) for _ in self.state.players]
        for empire, worth in self.state.worths():
            for kind, number in worth.income:
                found[empire][kind] += number
        for empire, tile in self.state.all_acting(range(len(found))):
            found[empire][COIN] += tile.extra_coins + tile.chooses_good
        return found

    @cached_property
    def income(self) -> list[int]:
        """Return by token the empire's own income."""
        return self.incomes[self.empire]

    @cached_property
    def rounds_left(self) -> int:
        """Return how many more rounds of income count: until the first player could win, within limits."""
        return max(LEAST_ROUNDS, min([MOST_ROUNDS, *map(self.rounds_to_win, range(len(self.state.players)))]))

    def rounds_to_win(self, empire: int) -> int:
        """Return how many rounds an empire's income needs for the tiles that it lacks."""
        lacking = self.board.map.tiles_to_win - len(self.state.players[empire].tiles)
        income = sum(self.incomes[empire]) + 1
        return -(-lacking * self.board.map.tile_cost // income)

    @cached_property
    def card_income(self) -> int:
        """Return the worth of one card more in every round."""
        return CARD * self.rounds_left

    def token_value(self, token: int, number: int = 1) -> int:
        """Return the worth of earning ``number`` more of a card in every round; new goods are worth most."""
        value, had = 0, self.income[token]
        for held in range(had, had + number):
            share = 100 if token == COIN else (120, 90, 75)[min(held, 2)]
            value += self.card_income * share // 100
        return value

    @cached_property
    def levels(self) -> list[Levels]:
        """Return by empire its levels."""
        return all_levels(self.state)

    def standing(self, empire: int) -> int:
        """Return how near an empire is to winning."""
        return 12 * len(self.state.players[empire].tiles) + 2 * sum(self.incomes[empire])

    @cached_property
    def rivals(self) -> list[int]:
        """Return the other empires, the nearest to winning first."""
        others = [empire for empire in range(len(self.state.players)) if empire != self.empire]
        return sorted(others, key=self.standing, reverse=True)
