"""Heroes: one class holds all of a hero's ability. If it asks a question, that stands beside the class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from core.empires.actions import Build, Convert, Copy, Size, Stand
from core.empires.build import payment_words, place
from core.empires.building import payment_form, tile_price
from core.empires.conquest import Conquests
from core.empires.events import Copied, SizeNamed, StoodOnIcon
from core.empires.map import TileFacts
from core.empires.state import State, Tile, is_held_alone
from core.empires.trade import Offering
from core.empires.victory import TILES_TO_WIN
from core.empires.war import change_control
from core.engine.action import Action
from core.engine.answers import Answers, Below, Listed
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.masks import bits
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame, Result
from core.mare import kinds
from core.mare.actions import Done
from core.mare.buildings import CARAVAN
from core.mare.kinds import FREE, Active, Begun, Empire
from core.mare.payment import BuildOffer, FreeOfCharge, OneOf, Payments, SetForm, SetOf, can_pay_all
from core.mare.resources import COIN, Hand, Tokens, kind_of
from core.mare.rounds import end_game
from core.mare.state import MARKER


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
        self.offers = (BuildOffer(index, "control", FreeOfCharge()),)

    def build_offers(self, state: State, empire: int) -> tuple[BuildOffer, ...]:
        return self.offers


class Cleopatra(Tile):
    """One commodity of a commodity set may be a coin, one coin of a coin set a commodity (3.0b)."""

    payment_form = SetForm(coins_among_goods=1, goods_among_coins=1)


class Hannibal(Tile):
    """One kind may appear twice in a commodity set (3.0b)."""

    payment_form = SetForm(doubled_kinds=1)


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

    def build_offers(self, state: State, empire: int) -> tuple[BuildOffer, ...]:
        occupied = sum(
            [
                province.controller == empire and sum(province.legions) > province.legions[empire]
                for province in state.provinces
            ]
        )
        capital = 1 << state.board.capitals[empire]
        return (BuildOffer(self.index, "legion", FreeOfCharge(), occupied, capital, "R11"),) if occupied else ()


class OnceARound(Tile):
    """Builds one unit a round for 1 coin or 1 of a commodity."""

    unit: str

    def build_offers(self, state: State, empire: int) -> tuple[BuildOffer, ...]:
        kind = kind_of(state.board.tokens.index(self.commodity))
        return (BuildOffer(self.index, self.unit, OneOf((COIN, kind))),)


class Gilgamesh(OnceARound):
    """1 fortress a round for 1 coin or 1 marble (chapter 3)."""

    unit = "fortress"
    commodity = "marble"


class Spartacus(OnceARound):
    """1 legion a round for 1 coin or 1 gladiator (chapter 3)."""

    unit = "legion"
    commodity = "gladiators"


class Antigone(Tile):
    """After the announcement the owner openly names any number from 0 to 5 for their own offer."""

    def after_announcement(self, state: State, empire: int) -> None:
        state.stack.append(NamingSize(empire))


class NamingSize(NamedTuple):
    """An owner names the number of resources of their offer."""

    empire: Empire


class NameSize(Question[State, NamingSize]):
    """The number is at most what the owner has."""

    accepts = (Size,)
    phases: Phases = (2,)
    below = ("Offering", "NamingSize")

    def prompt(self, state: State, frame: NamingSize) -> Prompt:
        return Prompt("R8", Message("Antigone: name the number of resources that you offer: “size NUMBER”."))

    def answers(self, state: State, frame: NamingSize) -> Answers:
        owned = sum(state.players[frame.empire].hand)
        largest = max(number for side in state.board.map.exchange for number in side)
        sizes: list[Action] = [Size(number) for number in range(min(owned, largest) + 1)]

        def refuse(action: Action) -> RuleError:
            return RuleError("R8", "Name a number from 0 to {most}: “size NUMBER”.", most=min(owned, largest))

        return Listed(state.board, sizes, refuse)

    def apply(self, state: State, frame: NamingSize, action: Size) -> None:
        state.stack.pop()
        place, offering = next(
            (place, below) for place, below in reversed(list(enumerate(state.stack))) if isinstance(below, Offering)
        )
        numbers = list(offering.numbers)
        numbers[frame.empire] = action.number
        state.stack[place] = Offering(tuple(numbers))
        state.tell(SizeNamed(frame.empire, action.number))


NEVER_COPIED = "perseus"


class CastorAndPollux(Tile):
    """When bought, the buyer copies the ability of one hero that another player owns, without its leadership bonus."""

    def when_bought(self, state: State, empire: int) -> None:
        state.stack.append(Copying(empire))


class Copying(NamedTuple):
    """The buyer chooses the hero to copy."""

    empire: Empire


class CopyHero(Question[State, Copying]):
    """The buyer must copy if possible (R12). With nothing to copy the tile never has an ability."""

    accepts = (Copy, Done)
    phases: Phases = (3,)
    below = ("BuildTurn", "Ambition")

    def problem(self, state: State, frame: Copying, below: Frame) -> str:
        player = state.players[frame.empire]
        bought = any(state.board.tiles[tile].id == "castor_and_pollux" for tile in player.tiles)
        return "" if bought and player.copied == NO_EMPIRE else "Castor and Pollux were not just bought (R12)."

    def prompt(self, state: State, frame: Copying) -> Prompt:
        return Prompt("R12", Message("Castor and Pollux: choose the hero whose ability you copy: “copy HERO”."))

    def answers(self, state: State, frame: Copying) -> Answers:
        others = [player for empire, player in enumerate(state.players) if empire != frame.empire]
        heroes: list[Action] = [
            Copy(tile)
            for player in others
            for tile in player.tiles
            if state.board.tiles[tile].kind == "hero" and state.board.tiles[tile].id != NEVER_COPIED
        ]

        def refuse(action: Action) -> RuleError:
            if isinstance(action, Copy):
                name = state.board.tiles[action.tile].name
                return RuleError(
                    "R12", "{name} can't be copied: choose another player's hero, but not Perseus.", name=name
                )
            return RuleError("R12", "Choose the hero whose ability you copy: “copy HERO”.")

        return Listed(state.board, heroes or [Done()], refuse)

    def apply(self, state: State, frame: Copying, action: Copy | Done) -> None:
        state.stack.pop()
        if isinstance(action, Copy):
            player = state.players[frame.empire]
            state.players[frame.empire] = replace(player, copied=action.tile)
            state.tell(Copied(frame.empire, action.tile))


class Circe(Tile):
    """At the end of the turn each of the owner's legions may stand on an empty caravan icon of its province."""

    gathers_on_icons = True

    def after_conquests(self, state: State, empire: int) -> None:
        state.stack.append(Standing(empire))


class Standing(NamedTuple):
    """The owner may put legions on icons."""

    empire: Active


def kept_posts(state: State, empire: int, index: int) -> int:
    """Return the mask of posts whose legions stay: on what they occupy, or on caravan icons already.

    A pillager's legion on the empty icon of another building occupies nothing, so it may step over (R23).
    """
    province = state.provinces[index]
    staying = province.built | MARKER | state.board.of_kind[index][CARAVAN]
    return province.posts & staying if province.occupier == empire else 0


def empty_icons(state: State, empire: int, index: int) -> int:
    """Return the mask of caravan icons in a province on which a free legion of the empire may stand (R23).

    A free legion occupies nothing.
    """
    province = state.provinces[index]
    kept = kept_posts(state, empire, index)
    if province.legions[empire] <= kept.bit_count() or not is_held_alone(province, empire):
        return 0
    return state.board.of_kind[index][CARAVAN] & ~province.built & ~kept


class StandOnIcons(Question[State, Standing]):
    """Only in provinces without other players' land units, and only with legions that occupy nothing (R23)."""

    accepts = (Stand, Done)
    phases: Phases = (4,)
    below = ("WarTurn",)

    def prompt(self, state: State, frame: Standing) -> Prompt:
        return Prompt(
            "R23", Message("Circe: put legions on empty caravan icons (“stand PROVINCE ICON”), or be “done”.")
        )

    def answers(self, state: State, frame: Standing) -> Answers:
        choices: list[Action] = [
            Stand(index, icon)
            for index in range(len(state.provinces))
            for icon in bits(empty_icons(state, frame.empire, index))
        ]

        def refuse(action: Action) -> RuleError:
            if not isinstance(action, Stand):
                return RuleError("R23", "Put a legion on an empty caravan icon (“stand PROVINCE ICON”) or be “done”.")
            name = state.board.province_names[action.province]
            if not is_held_alone(state.provinces[action.province], frame.empire):
                return RuleError("R23", "Another player has land units in {name}.", name=name)
            return RuleError("R23", "No free legion of yours can stand on that icon in {name}.", name=name)

        return Listed(state.board, [*choices, Done()], refuse)

    def apply(self, state: State, frame: Standing, action: Stand | Done) -> None:
        if isinstance(action, Done):
            state.stack.pop()
            return
        index = action.province
        province = state.provinces[index]
        posts = province.posts | 1 << action.icon
        if posts.bit_count() > province.legions[frame.empire]:
            posts = kept_posts(state, frame.empire, index) | 1 << action.icon
        state.provinces[index] = province.occupied(frame.empire, posts)
        state.tell(StoodOnIcon(frame.empire, state.board.icons[index][action.icon].name, index))


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

    def __init__(self, price: SetOf, hand: Hand, form: SetForm, rest: tuple[int, ...]) -> None:
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


class AmbitionAnswers(Answers):
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
    phases: Phases = (3,)
    below = ("Turns", "Ambition")

    def problem(self, state: State, frame: Ambition, below: Frame) -> str:
        if not frame.begun:
            return ""
        tiles = winning_tiles(state, frame.empire)
        most = len(state.players[frame.empire].tiles) >= TILES_TO_WIN
        pyramids_only = all(state.board.tiles[tile].kind == "pyramids" for tile in tiles)
        return "the player can't pay for all that is missing (R13)." if most or pyramids_only else ""

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


class QueenOfSheba(Tile):
    """Once a round, after first occupying a marker, the owner may give up that legion and convert at once."""

    def when_marker_occupied(self, state: State, empire: int, province: int) -> None:
        conquests = state.stack[-1]
        spent = isinstance(conquests, Conquests) and self.index in conquests.used
        if not spent and state.players[empire].markers:
            state.stack.append(GivingUp(empire, province, self.index))


class GivingUp(NamedTuple):
    """The owner may convert a province now."""

    empire: kinds.Active
    province: kinds.Province
    tile: kinds.Tile


class GiveUpLegion(Question[State, GivingUp]):
    """The legion on the marker goes to supply, and its owner controls the province."""

    accepts = (Convert, Done)
    phases: Phases = (4,)
    below = ("Conquests",)

    def problem(self, state: State, frame: GivingUp, below: Conquests) -> str:
        province = state.provinces[frame.province]
        acting = any(tile.index == frame.tile for tile in state.acting(frame.empire))
        spent = frame.province in bits(below.provinces) or frame.tile in below.used
        if province.occupier != frame.empire or province.posts != MARKER or not acting or spent:
            return "no legion of the tile's owner has just occupied a control marker there (4.3.3)."
        return "" if state.players[frame.empire].markers else "the player has no control marker left (R22)."

    def prompt(self, state: State, frame: GivingUp) -> Prompt:
        name = state.board.province_names[frame.province]
        return Prompt(
            "4.3.3", Message("Queen of Sheba: convert {name} now by giving up the legion, or be “done”.", name=name)
        )

    def answers(self, state: State, frame: GivingUp) -> Answers:
        def refuse(action: Action) -> RuleError:
            province = state.board.provinces[frame.province]
            return RuleError("4.3.3", "Say “convert {province}” to give up the legion, or “done”.", province=province)

        return Listed(state.board, [Convert(frame.province), Done()], refuse)

    def apply(self, state: State, frame: GivingUp, action: Convert | Done) -> None:
        state.stack.pop()
        if isinstance(action, Done):
            return
        conquests = state.stack[-1]
        if isinstance(conquests, Conquests):
            state.stack[-1] = conquests._replace(used=(*conquests.used, frame.tile))
        change_control(state, frame.province, frame.empire)
        state.provinces[frame.province] = state.provinces[frame.province].change_legions(frame.empire, -1)
        state.players[frame.empire] = state.players[frame.empire].change_supply(legions=1)
