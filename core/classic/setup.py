"""Setting up a table (chapter 1): options, the printed start, neutral pieces, and what heroes bring.

In a setup with points (1.4) each player in turn spends theirs on markers, buildings, units and their own hero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from core.classic.actions import PlacePiece
from core.classic.board import Board
from core.classic.building import place, supply_of, take_tile
from core.classic.events import Brought, FirstSetUp, HeroPlaced, Placed
from core.classic.state import NOWHERE, Options, State, absence, bare_province, empty_hand
from core.classic.titles import FirstTitles
from core.engine.action import Action
from core.engine.answers import Answers, Below, FieldByField
from core.engine.dealing import Deal, check_chosen, check_rounds
from core.engine.errors import DataError, RuleError
from core.engine.flow import Draw, Phases, Procedure, Prompt, Question
from core.engine.masks import bits
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Done
from core.mare.buildings import CARAVAN, CITY, UNIT_KINDS
from core.mare.kinds import FREE, PIECES, TRACKS, Empire, Number
from core.mare.map import icon_kind
from core.mare.state import Mat, Round


class FirstToSetUp(NamedTuple):
    """A lot decides who sets up first (K7)."""


class DrawFirstToSetUp(Draw[State, FirstToSetUp]):
    """Players set up one after the other in seat order; a lot chooses the first (K7)."""

    phases: Phases = (0,)
    below = ("FreeUnits",)

    def problem(self, state: State, frame: FirstToSetUp, below: Frame) -> str:
        return _problem(state)

    def meaning(self, state: State, frame: FirstToSetUp) -> Message:
        return Message("who sets up first")

    def bounds(self, state: State, frame: FirstToSetUp) -> tuple[int, ...]:
        return (len(state.players),)

    def settle(self, state: State, frame: FirstToSetUp, outcome: tuple[int, ...]) -> None:
        points, order = _points_to_spend(state), state.order_from(outcome[0])
        state.stack[-1:] = [SetupTurn(empire, points) for empire in reversed(order)]
        state.tell(FirstSetUp(order[0]))


def _points_to_spend(state: State) -> int:
    """Return the points of a player. The marker already in the capital is paid like any other (K8)."""
    return state.board.map.setup.points - state.board.map.setup.capital_marker


def _problem(state: State) -> str:
    return "" if state.options.start == "points" else "the table does not set up with points (1.4)."


class SetupTurn(NamedTuple):
    """A player who sets up, and the points left to them."""

    empire: Empire
    points: Number


class Sites:
    """Where a player may place what in a setup with points."""

    def __init__(self, state: State, turn: SetupTurn) -> None:
        self.state = state
        self.board = state.board
        self.empire = turn.empire
        self.points = turn.points
        self.player = state.players[turn.empire]
        self.capital = state.board.capitals[turn.empire]
        start = state.board.starts[turn.empire]
        also = [state.board.provinces.index(name) for name in start.setup_also]
        self.home = (self.capital, *bits(state.board.land[self.capital]), *also)
        """All provinces where a marker of the player can lie (1.4c, 1.4h)."""
        self.owned = state.controlled(turn.empire)
        self.anywhere = state.board.map.setup.also if also else ()
        """The units that may stand in any marked province (K10)."""

    def cost(self, what: str) -> int:
        """Return the points that something costs (1.4a, K9). Heroes do not lower prices yet."""
        tile = self.board.tile_of.get(what)
        if tile is not None:
            return self.board.tile_price(tile).cost
        return self.board.prices[what if what in PIECES else icon_kind(what)].cost

    def things(self) -> Iterator[str]:
        """Yield everything that can be placed somewhere with the points left."""
        icons = dict.fromkeys(icon for where in bits(self.owned) for icon in self.board.icon_of[where])
        hero = self.board.tiles[self.board.heroes[self.empire]].id
        for what in (*PIECES, *icons, hero):
            if self.cost(what) <= self.points and self.places(what):
                yield what

    def places(self, what: str) -> list[int]:
        """Return where something can be placed; FREE for the hero."""
        if what in self.board.tile_of:
            return [FREE] if self.refusal(what, FREE) is None else []
        # A marker goes to a province without the player's marker, everything else to one with it.
        among = ~self.owned if what == "control" else self.owned
        home = [where for where in dict.fromkeys(self.home) if among >> where & 1]
        known = (where for where in home if what in PIECES or what in self.board.icon_of[where])
        return [where for where in known if self.refusal(what, where) is None]

    def refusal(self, what: str, where: int) -> RuleError | None:
        """Return why something may not be placed there; None if it may."""
        if where == FREE:
            refusal = self._refuse_hero(self.board.tile_of[what])
        elif what == "control":
            refusal = self._refuse_marker(where)
        elif what in UNIT_KINDS:
            refusal = self._refuse_unit(what, where)
        else:
            refusal = self._refuse_building(what, where)
        if refusal is None and self.cost(what) > self.points:
            return RuleError(
                "1.4a",
                "{thing} costs {cost} points; you have {points} left.",
                thing=what.replace("_", " ").capitalize(),
                cost=self.cost(what),
                points=self.points,
            )
        return refusal

    def _refuse_hero(self, tile: int) -> RuleError | None:
        name = self.board.tiles[tile].name
        if tile != self.board.heroes[self.empire]:
            return RuleError("1.4a", "{tile} is not for sale; only your own hero is.", tile=name)
        return RuleError("1.4a", "You have {tile}.", tile=name) if tile in self.player.tiles else None

    def _refuse_marker(self, where: int) -> RuleError | None:
        name = self.board.province_names[where]
        controller = self.state.provinces[where].controller
        if controller == self.empire:
            return RuleError("1.4c", "You control {name}.", name=name)
        if where not in self.home:
            capital = self.board.province_names[self.capital]
            return RuleError("1.4c", "{name} is not adjacent to {capital}.", name=name, capital=capital)
        if controller != NO_EMPIRE:
            return RuleError(
                "4.4b", "{name} is controlled by {empire}.", name=name, empire=self.board.side_names[controller]
            )
        return self._none_left("control")

    def _refuse_unit(self, unit: str, where: int) -> RuleError | None:
        name = self.board.province_names[where]
        sites = getattr(self.board.map.setup, unit)
        in_capital_only = "neighbours" not in sites and unit not in self.anywhere
        rule = "1.4f" if unit == "fortress" else "1.4e"
        if in_capital_only and where != self.capital:
            return RuleError(
                rule,
                "You begin with a {unit} in {capital} only.",
                unit=unit,
                capital=self.board.province_names[self.capital],
            )
        if not self.owned >> where & 1:
            return RuleError(rule, "You have no marker in {name}.", name=name)
        if unit == "trireme" and not self.board.coast[where]:
            return RuleError("4.5d", "{name} has no coast.", name=name)
        if unit == "fortress" and self.state.provinces[where].fortresses:
            return RuleError("4.5c", "{name} has a fortress.", name=name)
        return self._none_left(unit)

    def _refuse_building(self, what: str, where: int) -> RuleError | None:
        name = self.board.province_names[where]
        if not self.owned >> where & 1:
            return RuleError("1.4d", "You have no marker in {name}.", name=name)
        icon = self.board.icon_of[where][what]
        kind = self.board.icons[where][icon].kind
        if self.state.provinces[where].built >> icon & 1:
            rule = "4.5b" if kind in (CARAVAN, CITY) else "4.5c"
            return RuleError(rule, "{name} already has its {thing}.", name=name, thing=what)
        return None if self.state.buildings[kind] else RuleError("0.4a", "No {thing} is left.", thing=icon_kind(what))

    def _none_left(self, piece: str) -> RuleError | None:
        if supply_of(self.player, piece):
            return None
        return RuleError("0.4a", "You have no {thing} left.", thing="control marker" if piece == "control" else piece)


class SetupAnswers(FieldByField):
    """Everything that a player can place with the points left; and being done."""

    def __init__(self, board: Board, sites: Sites) -> None:
        self.board = board
        self.sites = sites

    def check(self, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, PlacePiece):
            raise RuleError("1.4a", "Place something (“place THING PROVINCE”) or be “done”.")
        refusal = self.sites.refusal(action.what, action.where)
        if refusal is not None:
            raise refusal

    def actions(self) -> Iterable[type[Action]]:
        return (PlacePiece, Done) if any(self.sites.things()) else (Done,)

    def values(self, action: type[Action], chosen: tuple[Any, ...]) -> Iterable[Any]:
        return self.sites.places(chosen[0]) if chosen else self.sites.things()

    def draw(self, below: Below) -> Action:
        things = [*self.sites.things()]
        chosen = below(len(things) + 1)
        if chosen == len(things):
            return Done()
        places = self.sites.places(things[chosen])
        return PlacePiece(things[chosen], places[below(len(places))])

    def sole(self) -> Action | None:
        return None if any(self.sites.things()) else Done()


class SetUp(Question[State, SetupTurn]):
    """A player spends their points in any order; unspent points are lost (1.4b, K7)."""

    accepts = (PlacePiece, Done)
    phases: Phases = (0,)
    below = ("FreeUnits", "SetupTurn")

    def problem(self, state: State, frame: SetupTurn, below: Frame) -> str:
        most = _points_to_spend(state)
        return _problem(state) or ("" if frame.points <= most else f"a player has {most} points at most (1.4a).")

    def prompt(self, state: State, frame: SetupTurn) -> Prompt:
        return Prompt(
            "1.4a", Message("Place what you begin with, or be done. You have {points} points.", points=frame.points)
        )

    def answers(self, state: State, frame: SetupTurn) -> Answers:
        return SetupAnswers(state.board, Sites(state, frame))

    def apply(self, state: State, frame: SetupTurn, action: PlacePiece | Done) -> None:
        if isinstance(action, Done):
            state.stack.pop()
            return
        points = frame.points - Sites(state, frame).cost(action.what)
        state.stack[-1] = SetupTurn(frame.empire, points)
        if action.where == FREE:
            tile = state.board.tile_of[action.what]
            take_tile(state, frame.empire, tile)
            state.tell(HeroPlaced(frame.empire, tile))
        else:
            place(state, frame.empire, action.what, action.where)
            thing = "control marker" if action.what == "control" else action.what
            state.tell(Placed(frame.empire, thing, action.where))


STARTS = ("printed", "points")
"""The starts by name: as the sheets show (1.3), or with points for each player to spend (1.4)."""


def check_options(board: Board, options: Options) -> None:
    """Raise DataError if the options do not fit the board."""
    if options.start not in STARTS:
        raise DataError("start", Message("“{word}” is neither printed nor points.", word=options.start))
    check_rounds(options.max_rounds)
    if (options.blockade or options.alps) and not board.variant.has_options:
        raise DataError(
            "blockade" if options.blockade else "alps", Message("is no option of {title}.", title=board.variant.title)
        )
    check_chosen(board, options.empires)


def starting_state(board: Board, options: Options) -> State:
    """Return the position before players set up anything. Raises DataError if the options do not fit."""
    check_options(board, options)
    game_map = board.map
    players = len(board.empires)
    state = State()
    state.packed = [], b""
    state.seen = absence(len(board.provinces), players)
    state.board = board
    state.options = options
    state.seats = ()
    state.round = 1
    state.leaders = (NO_EMPIRE,) * len(TRACKS)
    state.bank = bytes([game_map.coins, *(number for _, number in game_map.commodities)])
    state.buildings = bytes(board.supply)
    # 4.7b: no player can ever buy the hero of a civilization that does not play.
    state.display = tuple(
        tile.index for tile in board.tiles if tile.kind != "civilization_hero" or tile.index in board.heroes
    )
    state.supported = bytes(len(board.seas))
    state.odysseus_used = state.contest = False
    state.helen_at = NOWHERE
    state.seas = [bytes(players) for _ in board.seas]
    state.provinces = [bare_province(players)] * len(board.provinces)
    unused = Mat(empty_hand(board), (), game_map.legions, game_map.triremes, game_map.fortresses, game_map.markers)
    state.players = [unused] * players
    state.result = None
    state.listener = None
    state.stack = starting_stack(options, is_dealt=False)
    if options.start == "printed":
        for empire in range(players):
            _place_start(state, empire)
    else:
        for empire, capital in enumerate(board.capitals):
            # K8: the capital's marker is placed first.
            place(state, empire, "control", capital)
    _place_neutrals(state)
    return state


def starting_stack(options: Options, *, is_dealt: bool) -> list[Frame]:
    """Return the first frames of a game, before or after civilizations are dealt."""
    stack: list[Frame] = [Round(0), FirstTitles(), FreeUnits()]
    if options.start == "points":
        stack.append(FirstToSetUp())
    return stack if is_dealt else [*stack, Deal()]


def _place_start(state: State, empire: int) -> None:
    """Place markers, buildings, units and the hero as on the sheet (1.3a, 1.3b)."""
    board = state.board
    start = board.starts[empire]
    take_tile(state, empire, board.heroes[empire])
    for name in start.provinces:
        place(state, empire, "control", board.provinces.index(name))
    for name, buildings in start.buildings:
        for building in buildings:
            place(state, empire, building, board.provinces.index(name))
    for name, units in start.units:
        for unit, number in units:
            for _ in range(number):
                place(state, empire, unit, board.provinces.index(name))


def _place_neutrals(state: State) -> None:
    """Place neutral pieces in and around capitals that no player has (1.5a), but in no player's start (K12)."""
    neutral = state.board.neutral
    for where, legions, fortresses in _neutral_provinces(state.board):
        province = state.provinces[where]
        if province.controller == NO_EMPIRE:
            claimed = replace(province, controller=neutral, fortresses=fortresses)
            state.provinces[where] = claimed.change_legions(neutral, legions)


def _neutral_provinces(board: Board) -> Iterator[tuple[int, int, int]]:
    """Yield each province where neutral pieces may stand, with its legions and fortresses; capitals come first."""
    capitals = [board.provinces.index(facts.capital) for facts in board.map.empires if facts.id not in board.empires]
    for capital in capitals:
        yield capital, board.map.neutral_capital.legions, board.map.neutral_capital.fortresses
    for capital in capitals:
        for where in bits(board.land[capital]):
            yield where, board.map.neutral_neighbour.legions, board.map.neutral_neighbour.fortresses


class FreeUnits(NamedTuple):
    """The pieces that heroes bring, which wait for their places (1.3c)."""


class PlaceFreeUnits(Procedure[State, FreeUnits]):
    """Gives each hero present before the first round a unit in the capital, if one is in supply (1.3c, K6)."""

    phases: Phases = (0,)
    below = ("FirstTitles",)

    def run(self, state: State, frame: FreeUnits) -> None:
        state.stack.pop()
        bring_units(state)


def bring_units(state: State) -> None:
    """Place what heroes bring before the first round in their players' capitals, and tell of it (1.3c, K6)."""
    for empire, tile in state.all_acting(range(len(state.players))):
        if tile.free_unit and supply_of(state.players[empire], tile.free_unit):
            place(state, empire, tile.free_unit, state.board.capitals[empire])
            state.tell(Brought(empire, tile.index, tile.free_unit, state.board.capitals[empire]))
