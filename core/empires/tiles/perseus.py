"""Perseus: the owner may go before everyone to win by what they build (chapter 3, R13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.empires.actions import Build
from core.empires.answers import BoardAnswers
from core.empires.build import payment_words, place
from core.empires.building import payment_form, tile_price
from core.empires.state import State, Tile
from core.empires.victory import TILES_TO_WIN
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.engine.state import Frame, Result
from core.mare.actions import Done
from core.mare.kinds import FREE, Begun, Empire
from core.mare.payment import Form, Payments, SetOf, can_pay_all
from core.mare.resources import Hand, Tokens
from core.mare.rounds import end_game


class Perseus(Tile):
    """When the phase begins, the owner may build before everyone what wins the game."""

    def before_building(self, state: State, empire: int) -> None:
        if winning_tiles(state, empire):
            state.stack.append(Ambition(empire, begun=False))


class Ambition(NamedTuple):
    """The owner may go first. Once they have ``begun`` to buy, they must go on to the end."""

    empire: Empire
    begun: Begun


def _missing_costs(state: State, empire: int) -> tuple[int, ...]:
    """Return the costs of the heroes and wonders that the empire lacks, next one first."""
    held = len(state.players[empire].tiles)
    return tuple(state.board.tile_price(number).cost for number in range(held, TILES_TO_WIN))


def winning_tiles(state: State, empire: int) -> list[int]:
    """Return the tiles with which the empire can begin, if it can pay for all that is missing from the display."""
    hand, form = state.players[empire].hand, payment_form(state.acting(empire))
    pyramids = [tile for tile in state.display if state.board.tiles[tile].kind == "pyramids"]
    others = [tile for tile in state.display if tile not in pyramids]
    missing = _missing_costs(state, empire)
    # A full mat has no room for another tile (3.1.3). In this phase, only a position written by hand has one.
    payable = 0 < len(missing) <= len(others) and can_pay_all(hand, missing, form)
    tiles = others if payable else []
    return tiles + [tile for tile in pyramids if can_pay_all(hand, (state.board.map.pyramids_cost,), form)]


class WithRest(Payments):
    """The payments of one price that leave all the other costs payable (R13).

    Few of a hundred thousand do, so no search goes through all. Payments grow token by token, never into a dead end.
    """

    def __init__(self, price: SetOf, hand: Hand, form: Form, rest: tuple[int, ...]) -> None:
        self.sets = price.payments(hand, form)
        self.hand = hand
        self.form = form
        self.costs = (price.cost, *rest)

    def check(self, payment: Tokens, thing: str) -> None:
        self.sets.check(payment, thing)
        if not self.can_grow(payment):
            raise RuleError(
                "R13", "If you pay for {thing} like that, too little is left for all that is missing.", thing=thing
            )

    def possible(self) -> bool:
        return self.can_grow(())

    def __iter__(self) -> Iterator[Tokens]:
        return self._grown(())

    def _grown(self, tokens: Tokens) -> Iterator[Tokens]:
        """Yield the payments that begin with these tokens.

        Tokens are added in ascending order, so each payment is found once.
        """
        if len(tokens) == self.costs[0]:
            yield tokens
            return
        for token in self._next_tokens(tokens, least=tokens[-1] if tokens else 0):
            yield from self._grown((*tokens, token))

    def _next_tokens(self, tokens: Tokens, least: int) -> list[int]:
        return [token for token in range(least, len(self.hand)) if self.can_grow((*tokens, token))]

    def draw(self, below: Callable[[int], int]) -> Tokens:
        tokens: Tokens = ()
        while len(tokens) < self.costs[0]:
            choices = [token for token, held in enumerate(self.hand) if held]
            grown = tokens
            while grown == tokens or not self.can_grow(grown):
                grown = (*tokens, choices.pop(below(len(choices))))
            tokens = grown
        return tuple(sorted(tokens))

    def can_grow(self, tokens: Tokens) -> bool:
        return can_pay_all(self.hand, self.costs, self.form, tokens)


class AmbitionAnswers(BoardAnswers):
    """Each tile that leads to victory, with every payment that leaves the rest payable; and not going first."""

    def __init__(self, state: State, frame: Ambition) -> None:
        self.board = state.board
        self.state = state
        self.empire = frame.empire
        self.begun = frame.begun
        self.tiles = winning_tiles(state, frame.empire)
        if frame.begun:
            self.tiles = [tile for tile in self.tiles if self.board.tiles[tile].kind != "pyramids"]

    def payments(self, tile: int) -> WithRest:
        """Return the payments of a tile."""
        pyramids = self.board.tiles[tile].kind == "pyramids"
        rest = () if pyramids else _missing_costs(self.state, self.empire)[1:]
        hand, form = self.state.players[self.empire].hand, payment_form(self.state.acting(self.empire))
        return WithRest(tile_price(self.state, self.empire, tile), hand, form, rest)

    def check(self, action: Action) -> None:
        if isinstance(action, Done) and not self.begun:
            return
        if not isinstance(action, Build):
            raise RuleError("R13", "Build what wins the game: “build NAME with RESOURCES”.")
        if action.where != FREE or self.board.tile_of[action.what] not in self.tiles:
            raise RuleError("R13", "Only heroes and wonders that win the game now may be built.")
        tile = self.board.tile_of[action.what]
        self.payments(tile).check(action.payment, self.board.tiles[tile].name)

    def __iter__(self) -> Iterator[Action]:
        for tile in self.tiles:
            for payment in self.payments(tile):
                yield Build(self.board.tiles[tile].id, FREE, payment)
        if not self.begun:
            yield Done()

    def sole(self) -> Action | None:
        # A player who has not begun can build or pass, so there is no need to look for two payments.
        return super().sole() if self.begun else None

    def draw(self, below: Below) -> Action:
        chosen = below(len(self.tiles) + (not self.begun))
        if chosen == len(self.tiles):
            return Done()
        tile = self.tiles[chosen]
        return Build(self.board.tiles[tile].id, FREE, self.payments(tile).draw(below))

    def next_words(self, words: list[str]) -> list[str]:
        if not words:
            return ["build", *(["done"] * (not self.begun))]
        names = [self.board.tiles[tile].id for tile in self.tiles]
        if words == ["build"]:
            return names
        if words[0] != "build" or words[1] not in names:
            return []
        return payment_words(self.board, self.payments(self.tiles[names.index(words[1])]), words[2:])


class FollowAmbition(Question[State, Ambition]):
    """Asked only if the player can pay for all that is missing; then they may build nothing else (R13)."""

    accepts = (Build, Done)
    phases = (3,)
    below = ("Turns", "Ambition")

    def problem(self, state: State, frame: Ambition, below: Frame) -> str:
        if not frame.begun:
            return ""
        tiles = winning_tiles(state, frame.empire)
        most = len(state.players[frame.empire].tiles) >= TILES_TO_WIN
        pyramids_only = all(state.board.tiles[tile].kind == "pyramids" for tile in tiles)
        return "the player can't pay for all that is missing (R13)." if most or pyramids_only else ""

    def asked(self, state: State, frame: Ambition) -> int:
        return frame.empire

    def prompt(self, state: State, frame: Ambition) -> Prompt:
        if frame.begun:
            return Prompt("R13", Message("Perseus: go on to build what wins the game."))
        return Prompt("R13", Message("Perseus: build what wins the game now, or be “done”."))

    def answers(self, state: State, frame: Ambition) -> Answers:
        return AmbitionAnswers(state, frame)

    def apply(self, state: State, frame: Ambition, action: Build | Done) -> None:
        if isinstance(action, Done):
            state.stack.pop()
            return
        state.pay(frame.empire, action.payment)
        state.stack[-1] = Ambition(frame.empire, begun=True)
        place(state, frame.empire, action)
        if state.result is None and len(state.players[frame.empire].tiles) >= TILES_TO_WIN:
            end_game(state, Result((frame.empire,), "heroes_and_wonders"))
