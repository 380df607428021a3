"""Positions for the tests of the rules of 2003, and tables at which they are played on.

A ``Position`` begins bare: every player controls their capital, and nothing else is on the map. What is in supply and
in the bank is counted when the table is made.

    position = Position("greece babylon carthage").control("greece", "creta").give("greece", "coin coin coin")
    table = position.at_build_turn("greece").table()
    table.say("greece", "build legion creta with coin coin coin")
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, cast

from core.classic import build, war
from core.classic.board import Board
from core.classic.building import BuildTurn
from core.classic.commerce import Announcing
from core.classic.rules import RULES, map_board, standard_map
from core.classic.state import NOWHERE, Options, Province, State, absence, bare_province, empty_hand
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.game import Game
from core.engine.masks import bits, mask_of
from core.engine.state import NO_EMPIRE
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import CULTURE, MILITARY, TRACKS
from core.mare.resources import plus
from core.mare.rounds import Turns
from core.mare.state import MARKER, Mat, Round
from tests.core import positions

VARIANTS = (ORIGINAL, REVISED)
FIVE = "rome greece babylon egypt carthage"


@cache
def board_of(line_up: str, variant: Variant) -> Board:
    """The board of a table."""
    return map_board(standard_map(variant), tuple(line_up.split()), variant)


class Table(positions.Table):
    """A game of 2003 and what is said at it, in action notation, by empires."""

    @property
    def state(self) -> State:
        """The state of the game."""
        state: Any = self.game.state
        return cast(State, state)

    def controller(self, province: str) -> str | None:
        """The side that controls a province."""
        controller = self._province(province).controller
        return None if controller == NO_EMPIRE else self.state.board.sides[controller]

    def legions(self, province: str) -> dict[str, int]:
        """The legions in a province, by side."""
        return self._named(self._province(province).legions)

    def docked(self, province: str) -> dict[str, int]:
        """The triremes in dock in a province, by empire."""
        return self._named(self._province(province).docks)

    def fortresses(self, province: str) -> int:
        """The fortresses in a province."""
        return self._province(province).fortresses

    def banked(self, card: str) -> int:
        """How many cards of a kind the bank has."""
        return self.state.bank[self.board.tokens.index(card)]

    def _province(self, name: str) -> Province:
        return self.state.provinces[self.board.provinces.index(name)]

    def _named(self, counts: bytes) -> dict[str, int]:
        return {side: number for side, number in zip(self.state.board.sides, counts, strict=False) if number}


class Position:
    """A position being set up; every method but ``table`` changes it and returns it."""

    def __init__(self, line_up: str = FIVE, variant: Variant = REVISED) -> None:
        self.board = board_of(line_up, variant)
        players = len(self.board.empires)
        state = self.state = State()
        state.board = self.board
        state.options = Options(players, self.board.empires)
        state.seats = tuple(range(players))
        state.round = 1
        state.leaders = (0, 0, 0)
        state.display = tuple(range(len(self.board.tiles)))
        state.buildings = bytes(len(BUILDING_KINDS))
        state.bank = empty_hand(self.board)
        bare = bare_province(players)
        state.provinces = [bare for _ in self.board.provinces]
        state.seas = [bytes(players) for _ in self.board.seas]
        state.supported = bytes(len(self.board.seas))
        state.odysseus_used = state.contest = False
        state.helen_at = NOWHERE
        state.players = [Mat(empty_hand(self.board), (), 0, 0, 0, 0) for _ in self.board.empires]
        state.stack = [Round(0)]
        state.result = state.listener = None
        state.packed = ([], b"")
        state.seen = absence(len(state.provinces), players)
        for empire, capital in enumerate(self.board.capitals):
            state.provinces[capital] = replace(bare, controller=empire)

    # ------------------------------------------------------------------ players

    def give(self, empire: str, tokens: str) -> Position:
        """Cards from the bank into a hand: ``coin coin grain``."""
        index = self.board.empires.index(empire)
        player = self.state.players[index]
        cards = [self.board.tokens.index(word) for word in tokens.split()]
        self.state.players[index] = player.holding(plus(player.hand, cards))
        return self

    def tiles(self, empire: str, *names: str) -> Position:
        """Heroes and wonders for an empire."""
        index = self.board.empires.index(empire)
        tiles = tuple(self.board.tile_of[name] for name in names)
        player = self.state.players[index]
        self.state.players[index] = replace(player, tiles=(*player.tiles, *tiles))
        self.state.display = tuple(tile for tile in self.state.display if tile not in tiles)
        return self

    def leaders(self, **titles: str) -> Position:
        """Holders of titles: ``trade="rome"``, ``culture=…``, ``military=…``."""
        held = list(self.state.leaders)
        for track, empire in titles.items():
            held[TRACKS.index(track)] = self.board.empires.index(empire)
        self.state.leaders = (held[0], held[1], held[2])
        return self

    def agreed(self, **options: Any) -> Position:
        """What the table agrees on: ``blockade=True``, ``alps=True`` …"""
        self.state.options = self.state.options._replace(**options)
        return self

    # ------------------------------------------------------------------ the map

    def _change(self, province: str, **fields: Any) -> Position:
        index = self.board.provinces.index(province)
        self.state.provinces[index] = replace(self.state.provinces[index], **fields)
        return self

    def _counts(self, numbers: dict[str, int]) -> bytes:
        sides = self.board.sides if "neutral" in numbers else self.board.empires
        return bytes(numbers.get(side, 0) for side in sides)

    def control(self, side: str, *provinces: str) -> Position:
        """Markers of an empire, or of the neutrals."""
        for province in provinces:
            self._change(province, controller=self.board.sides.index(side))
        return self

    def build(self, province: str, *icons: str) -> Position:
        """Buildings on icons, by the icons' names: ``caravan:grain``, ``market``, ``city`` …"""
        index = self.board.provinces.index(province)
        mask = mask_of(self.board.icon_of[index][icon] for icon in icons)
        return self._change(province, built=self.state.provinces[index].built | mask)

    def units(self, province: str, **legions: int) -> Position:
        """As many legions of the sides named stand in a province."""
        return self._change(province, legions=bytes(legions.get(side, 0) for side in self.board.sides))

    def fortress(self, province: str, number: int = 1) -> Position:
        """Fortresses of the one who controls a province."""
        return self._change(province, fortresses=number)

    def dock(self, province: str, **triremes: int) -> Position:
        """Triremes in dock in a province."""
        return self._change(province, docks=self._counts(triremes))

    def fleet(self, sea: str, **triremes: int) -> Position:
        """Triremes in a sea."""
        self.state.seas[self.board.seas.index(sea)] = self._counts(triremes)
        return self

    def occupy(self, province: str, empire: str, *icons: str) -> Position:
        """Legions of an empire, which must be there, stand on icons, or on ``control``."""
        index = self.board.provinces.index(province)
        posts = mask_of(self.board.icon_of[index][icon] for icon in icons if icon != "control")
        posts |= MARKER if "control" in icons else 0
        return self._change(province, occupier=self.board.empires.index(empire), posts=posts)

    # ------------------------------------------------------------------ time

    def at(self, phase: int, *frames: Any) -> Position:
        """These frames are going on in a phase, the topmost last."""
        self.state.stack = [Round(phase), *frames]
        return self

    def at_round(self, number: int) -> Position:
        """A round begins."""
        self.state.round = number
        return self.at(0)

    def at_trade(self) -> Position:
        """Income has been paid, and the trade begins."""
        return self.at(1, Announcing())

    def at_build(self) -> Position:
        """The building phase begins."""
        return self.at(1)

    def at_build_turn(self, empire: str, *waiting: str) -> Position:
        """An empire's building turn; those named after it are still to have theirs."""
        index = self.board.empires.index
        others = [Turns(CULTURE, tuple(map(index, waiting)))] if waiting else []
        return self.at(2, build.BuildEnd(), *others, BuildTurn(index(empire)))

    def at_war(self) -> Position:
        """The military phase begins."""
        war.begin_military(self.at(3).state)
        return self

    def at_war_turn(self, empire: str, *waiting: str) -> Position:
        """An empire's turn in the military phase; those named after it are still to have theirs."""
        index = self.board.empires.index
        self.at(3, *([Turns(MILITARY, tuple(map(index, waiting)))] if waiting else []))
        war.begin_war_turn(self.state, index(empire))
        return self

    # ------------------------------------------------------------------ out of the box

    def table(self) -> Table:
        """A table at which this position is played on."""
        self._count_supplies()
        game: Any = Game(RULES[self.board.variant.id], self.state.copy())
        return Table(game)

    def _count_supplies(self) -> None:
        state, game_map = self.state, self.board.map
        buildings = list(self.board.supply)
        for icons, province in zip(self.board.icons, state.provinces, strict=True):
            for icon in bits(province.built):
                buildings[icons[icon].kind] -= 1
        state.buildings = bytes(buildings)
        cards = [game_map.coins, *(number for _, number in game_map.commodities)]
        state.bank = bytes(
            number - sum(player.hand[token] for player in state.players) for token, number in enumerate(cards)
        )
        for empire, player in enumerate(state.players):
            own = [province for province in state.provinces if province.controller == empire]
            state.players[empire] = replace(
                player,
                markers=game_map.markers - len(own),
                legions=game_map.legions - sum(province.legions[empire] for province in state.provinces),
                fortresses=game_map.fortresses - sum(province.fortresses for province in own),
                triremes=game_map.triremes
                - sum(province.docks[empire] for province in state.provinces)
                - sum(sea[empire] for sea in state.seas),
            )


def war_turn(position: Position, empire: str, *waiting: str) -> Table:
    """An empire's turn of the military phase; a legion of theirs in Pannonia keeps it open until they are done."""
    position.units("pannonia", **{empire: 1})
    return position.at_war_turn(empire, *(waiting or ("rome" if empire != "rome" else "babylon",))).table()
