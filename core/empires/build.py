"""Phase 3, build: a player's turn (3.0 to 3.1), and the end of the phase.

At the end players keep some resources (3.0b), 6.2 is tested, and tiles are turned up (0.8).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.empires.actions import Build
from core.empires.board import Board
from core.empires.building import (
    PIECES,
    BuildTurn,
    Prospects,
    Thing,
    legal_thing,
    offer_taken,
    open_offers,
    payment_form,
)
from core.empires.events import GaveBack, TriremeBuilt, TurnedUp
from core.empires.state import Province, State
from core.empires.victory import VictoryTest, pyramids_built
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError
from core.engine.event import Event
from core.engine.flow import Draw, Phases, Procedure, Prompt, Question
from core.engine.masks import bits
from core.engine.message import Message, several
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Done
from core.mare.events import Built, MarkerBuilt, TileGained
from core.mare.kinds import CULTURE, FREE, TokensByEmpire
from core.mare.payment import NO_TILE, FreeOfCharge, Payments
from core.mare.resources import COIN, changed, holds, minus, spread
from core.mare.rounds import end_game, push_turns


class BuildAnswers(Answers):
    """Everything the active player can build, with every way to pay for it, and being done."""

    def __init__(self, state: State, turn: BuildTurn) -> None:
        self.board = state.board
        self.state = state
        self.turn = turn
        self.prospects = Prospects(state, turn)

    def things(self) -> Iterator[Thing]:
        """Yield everything that the player can build and pay for now."""
        for sort in self.prospects.sorts():
            yield from sort()

    def check(self, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Build):
            raise RuleError("3.1", "Build something (“build THING PLACE with RESOURCES”) or be “done”.")
        thing = legal_thing(self.state, self.turn, action.what, action.where)
        prospects = self.prospects
        if offer_taken(prospects.offers, action, prospects.hand, prospects.form) is not None:
            return
        name = action.what.replace("_", " ").capitalize()
        if not action.payment:
            raise self._not_free(action, name)
        prospects.payments(thing.price).check(action.payment, name)

    def _not_free(self, action: Build, name: str) -> RuleError:
        """Return why a thing is not free here; a tile may offer it free in other places."""
        for offer in self.prospects.offers:
            is_elsewhere = offer.what == action.what and not offer.places >> action.where & 1
            if is_elsewhere and isinstance(offer.price, FreeOfCharge):
                return RuleError(
                    offer.rule,
                    "What {tile} offers free is built in {places} only.",
                    tile=self.board.tiles[offer.tile].name,
                    places=several([self.board.province_names[place] for place in bits(offer.places)]),
                )
        return RuleError("3.0a", "You can't have {name} free now.", name=name)

    def __iter__(self) -> Iterator[Action]:
        prospects = self.prospects
        for thing in self.things():
            for payment in prospects.payments(thing.price):
                action = Build(thing.what, thing.where, payment)
                # A map may print a price as low as a tile's. A payment that fits both is listed once, under the tile's.
                offers = prospects.offers if thing.tile == NO_TILE else []
                if offer_taken(offers, action, prospects.hand, prospects.form) is None:
                    yield action
        yield Done()

    def sole(self) -> Action | None:
        return None if self.prospects.anything() else Done()

    def draw(self, below: Below) -> Action:
        thing = self.prospects.draw(below)
        if thing is None:
            return Done()
        return Build(thing.what, thing.where, self.prospects.payments(thing.price).draw(below))

    def next_words(self, words: list[str]) -> list[str]:
        lines = [(self._place_words(thing), thing) for thing in self.things()]
        if not words:
            return ["build"] * bool(lines) + ["done"]
        found: dict[str, None] = {}
        for line, thing in lines:
            if len(words) < len(line) and line[: len(words)] == words:
                found[line[len(words)]] = None
            elif words[: len(line)] == line:
                payments = self.prospects.payments(thing.price)
                found.update(dict.fromkeys(payment_words(self.board, payments, words[len(line) :])))
        return list(found)

    def _place_words(self, thing: Thing) -> list[str]:
        places = self.board.seas if thing.what == "trireme" else self.board.provinces
        return ["build", thing.what] if thing.where == FREE else ["build", thing.what, places[thing.where]]


def payment_words(board: Board, payments: Payments, words: list[str]) -> list[str]:
    """Return the words that can follow some whole words in a payment's notation: ``with``, a resource, ``free``."""
    if not words:
        return ["free" if payments.accepts(()) else "with"]
    names = board.tokens
    if words[0] != "with" or any(word not in names for word in words[1:]):
        return []
    named = tuple(names.index(word) for word in words[1:])
    return [name for token, name in enumerate(names) if payments.can_grow((*named, token))]


class TakeBuildTurn(Question[State, BuildTurn]):
    """The player builds anything payable, in any order and number (3.1)."""

    accepts = (Build, Done)
    phases: Phases = (3,)

    def prompt(self, state: State, frame: BuildTurn) -> Prompt:
        hand = state.players[frame.empire].hand
        return Prompt(
            "3.1", Message("Build, one thing at a time, or be done. You have {hand} resources.", hand=sum(hand))
        )

    def answers(self, state: State, frame: BuildTurn) -> Answers:
        return BuildAnswers(state, frame)

    def apply(self, state: State, frame: BuildTurn, action: Action) -> None:
        if not isinstance(action, Build):
            state.stack.pop()
            return
        marked, used = frame.marked, frame.used
        if action.what in PIECES:
            tiles = state.acting(frame.empire)
            offers = open_offers(state, frame, tiles)
            if offers:
                taken = offer_taken(offers, action, state.players[frame.empire].hand, payment_form(tiles))
                used = used if taken is None else (*used, taken.tile)
        if action.what == "control":
            marked |= 1 << action.where
        state.stack[-1] = BuildTurn(frame.empire, marked, used)
        state.pay(frame.empire, action.payment)
        place(state, frame.empire, action)


def place(state: State, empire: int, action: Build) -> None:
    """Put a new thing on the board or the player's mat, and tell of it before what follows."""
    if action.where == FREE:
        tile = state.board.tile_of[action.what]
        _take_tile(state, empire, tile)
        state.tell(_event(state, empire, action))
        _use_tile(state, empire, tile)
        return
    if action.what in PIECES:
        _place_piece(state, empire, action.what, action.where)
    else:
        _place_building(state, action.where, state.board.icon_of[action.where][action.what])
    state.tell(_event(state, empire, action))


def _event(state: State, empire: int, action: Build) -> Event:
    if action.where == FREE:
        return TileGained(empire, state.board.tile_of[action.what], action.payment)
    if action.what == "trireme":
        return TriremeBuilt(empire, action.where, action.payment)
    if action.what == "control":
        return MarkerBuilt(empire, action.where, action.payment)
    return Built(empire, action.what, action.where, action.payment)


def _take_tile(state: State, empire: int, tile: int) -> None:
    player = state.players[empire]
    state.players[empire] = player.owning((*player.tiles, tile))
    state.display = tuple(other for other in state.display if other != tile)


def _use_tile(state: State, empire: int, tile: int) -> None:
    """Do what a hero or wonder does when it is bought."""
    if state.board.tiles[tile].kind == "pyramids":
        end_game(state, pyramids_built(empire))
    else:
        state.board.tiles[tile].when_bought(state, empire)


def _place_piece(state: State, empire: int, what: str, where: int) -> None:
    player = state.players[empire]
    if what == "trireme":
        state.seas[where] = changed(state.seas[where], empire, 1)
        state.players[empire] = player.change_supply(triremes=-1)
        return
    province = state.provinces[where]
    if what == "legion":
        state.provinces[where] = province.change_legions(empire, 1)
        state.players[empire] = player.change_supply(legions=-1)
    elif what == "fortress":
        state.provinces[where] = province.fortified(empire)
        state.players[empire] = player.change_supply(fortresses=-1)
    else:
        state.provinces[where] = province.controlled(empire)
        state.players[empire] = player.change_supply(markers=-1)


def _place_building(state: State, where: int, icon: int) -> None:
    province = state.provinces[where]
    state.change_buildings(state.board.icons[where][icon].kind, -1)
    # R20: a building rebuilt under an enemy legion is not occupied. The legion just stands there from now on.
    posts = province.posts & ~(1 << icon)
    occupier = province.occupier if posts else NO_EMPIRE
    state.provinces[where] = Province(
        province.controller, province.built | 1 << icon, province.legions, province.fortress, occupier, posts
    )


def begin_build(state: State) -> None:
    """Begin phase 3: a turn for everyone in the order that the Culture Leader sets, then the end of the phase."""
    state.stack.append(BuildEnd())
    push_turns(state, CULTURE)
    for empire, tile in state.all_acting(reversed(state.order_from(state.leaders[CULTURE]))):
        tile.before_building(state, empire)


def begin_build_turn(state: State, empire: int) -> None:
    """Begin the turn of the player just named."""
    state.stack.append(BuildTurn(empire, 0, ()))


COINS_KEPT = 2
SHORT_DISPLAY = 5


class BuildEnd(NamedTuple):
    """The end of the build phase: all players have built."""


class EndBuild(Procedure[State, BuildEnd]):
    """Asks what tiles keep, discards the rest, tests 6.2, and turns tiles up."""

    def run(self, state: State, frame: BuildEnd) -> None:
        state.stack.pop()
        state.stack += [Refill(), VictoryTest(3), Discard(((),) * len(state.players))]
        for empire, tile in state.all_acting(reversed(state.order_from(state.leaders[CULTURE]))):
            tile.after_building(state, empire)


class Discard(NamedTuple):
    """Everything that is not kept goes; ``kept`` has by empire the commodities that tiles keep."""

    kept: TokensByEmpire


class DiscardTheRest(Procedure[State, Discard]):
    """Every player keeps at most 2 coins, and what their tiles let them keep (3.0b)."""

    phases: Phases = (3,)
    below = ("VictoryTest",)

    def problem(self, state: State, frame: Discard, below: Frame) -> str:
        kept = zip(state.players, frame.kept, strict=True)
        if any(0 in tokens or not holds(player.hand, tokens) for player, tokens in kept):
            return "only commodities that a player holds are kept (3.0b)."
        return ""

    def run(self, state: State, frame: Discard) -> None:
        state.stack.pop()
        for empire, player in enumerate(state.players):
            kept = (COIN,) * min(COINS_KEPT, player.hand[COIN]) + frame.kept[empire]
            if sum(player.hand) > len(kept):
                lost = spread(minus(player.hand, kept))
                state.pay(empire, lost)
                state.tell(GaveBack(empire, lost))


class Refill(NamedTuple):
    """Tiles are turned up until enough lie face up (0.8)."""


class TurnUpTiles(Draw[State, Refill]):
    """In the short display random tiles are turned up until 5 show, without the Pyramids (0.8)."""

    phases: Phases = (3,)
    below = ("Round",)

    def meaning(self, state: State, frame: Refill) -> Message:
        return Message("heroes and wonders to turn up")

    def bounds(self, state: State, frame: Refill) -> tuple[int, ...]:
        hidden = len(state.face_down)
        if not hidden:
            return ()
        tiles = state.board.tiles
        shown = sum([tiles[tile].kind != "pyramids" for tile in state.display])
        missing = min(max(SHORT_DISPLAY - shown, 0), hidden)
        return tuple(range(hidden, hidden - missing, -1))

    def settle(self, state: State, frame: Refill, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        hidden = list(state.face_down)
        turned = [hidden.pop(position) for position in outcome]
        state.face_down = tuple(hidden)
        state.display = (*state.display, *turned)
        if turned:
            state.tell(TurnedUp(tuple(turned)))
