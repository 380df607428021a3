"""The pocket edition on the console: one `GameView`, most of it what the console offers to every edition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from cli.ui.map.geography import Atlas, Place, Site, plan_of
from cli.ui.map.labels import OPEN, Label, Look, Side, holder, units_of
from cli.ui.map.labels import sides as sides_of
from cli.ui.map.view import MapView, Series
from cli.ui.picture.tags import Row as TagRow
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Block
from cli.ui.screen.scene import Scene
from cli.ui.text.word_by_word import Answering
from cli.ui.view import Choice, Examples, GameView, Panes, Words
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from tests.pocket.edition import RULEBOOK
from tests.pocket.state import Board, State

SPOTS = ((1.0, 2.0), (2.0, 1.0), (1.0, 0.0), (0.0, 1.0))
"""Longitude and latitude of the four provinces."""


class PocketWords(Words):
    """Positions in words."""

    PHASES: Sequence[str] = ("Collect", "Offer", "March")

    def victories(self, board: Board) -> Mapping[str, Message]:
        return {"provinces": Message("three provinces")}

    def goal(self, board: Board) -> Message:
        return Message("To win, control three provinces.")

    def when(self, round_: int, phase: int) -> str:
        return f"Round {round_}, phase {phase}"

    def board_lines(self, state: State) -> list[str]:
        return [line for place in state.board.provinces for line in self.place_lines(state, place)]

    def place_named(self, state: State, typed: str) -> str:
        return next((place for place in state.board.provinces if typed and place.startswith(typed.lower())), "")

    def place_lines(self, state: State, name: str) -> list[str]:
        if name not in state.board.provinces:
            return []
        index = state.board.provinces.index(name)
        owner = "nobody" if state.owners[index] == NO_EMPIRE else state.board.empire_names[state.owners[index]]
        there = zip(state.board.empire_names, state.legions[index], strict=True)
        units = ", ".join(f"{empire} {number}" for empire, number in there if number)
        return [f"{name}: {owner}; {units or 'no legions'}"]

    def place_name(self, state: State, place: str) -> str:
        return place.capitalize()

    def place_in(self, board: Board, fields: Mapping[str, object]) -> str:
        return next((str(value) for value in fields.values() if value in board.provinces), "")

    def home(self, state: State, empire: int) -> str:
        return state.board.provinces[empire] if empire != NO_EMPIRE else ""

    def examples(self, board: Board, empire: int) -> Examples:
        one, other = board.provinces[:2]
        return Examples("done", "d", "done", "done; done", one, other, board.empires[-1], board.empire_names[-1])

    def player_lines(self, state: State, empire: int, name: str, own: bool) -> list[str]:
        return [f"{state.board.empire_names[empire]} ({name}): {state.held(empire)}/3, {self.hand(state, empire)}"]

    def player_table(self, state: State, names: Iterable[str]) -> list[str]:
        return [self.player_lines(state, empire, "", own=False)[0] for empire in range(len(state.seats))]

    def hand(self, state: State, empire: int) -> str:
        return f"{state.coins[empire]} coins{', the oracle' if state.oracle == empire else ''}"

    def closeness(self, state: State) -> list[Fraction]:
        return [Fraction(min(state.held(empire), 3), 3) for empire in range(len(state.seats))]

    def board_facts(self, board: Board) -> dict[str, Any]:
        return {"empires": list(board.empires), "provinces": list(board.provinces)}

    def state_facts(self, state: State) -> dict[str, Any]:
        return {"owners": list(state.owners), "coins": list(state.coins)}


class PocketPanes(Panes):
    """The parts of the full screen."""

    def players(self, scene: Scene, width: int, height: int) -> Block:
        names = scene.conversation.names
        return [
            [("", line)]
            for empire, seat in enumerate(scene.conversation.state.seats)
            for line in WORDS.player_lines(scene.conversation.state, empire, names.get(seat, ""), own=True)
        ]

    def all_players(self, scene: Scene, width: int) -> Block:
        return self.players(scene, width, 0)

    def legend(self, scene: Scene, width: int = 0) -> str:
        return "provinces, coins"

    def hand(self, scene: Scene, width: int) -> Block:
        return [
            [
                (
                    "",
                    f" {WORDS.hand(scene.conversation.state, scene.conversation.empire)}"
                    if scene.conversation.empire != NO_EMPIRE
                    else "",
                )
            ]
        ]

    def facts(self, state: State, place: str, empire: int, width: int, glyphs: Glyphs) -> Block:
        return [[("", line)] for line in WORDS.place_lines(state, place)]

    def unlisted(self, scene: Scene, choices: Sequence[Choice]) -> str:
        return f"{len(choices)} more"


class Shown(NamedTuple):
    """What the map shows."""

    board: Board
    owners: tuple[int, ...]
    legions: tuple[tuple[int, ...], ...]

    @property
    def atlas(self) -> Atlas:
        return MAP.atlas(self.board)

    def _side(self, place: Place) -> Side | None:
        owner = self.owners[place.index]
        return None if owner == NO_EMPIRE else MAP.sides(self.board)[owner]

    def ink(self, place: Place) -> str:
        side = self._side(place)
        return OPEN if side is None else side.ink

    def record(self, place: Place) -> object:
        return self.owners[place.index], self.legions[place.index]

    @property
    def usual(self) -> Shown:
        return Shown(self.board, (NO_EMPIRE,) * 4, ((1,) * len(self.board.empires),) * 4)

    def label(self, place: Place, detail: int, look: Look) -> Label:
        there = zip(MAP.sides(self.board), self.legions[place.index], strict=True)
        units = units_of([(side, str(number)) for side, number in there if number])
        return Label(holder(look, self._side(place)), [], [], units)

    def tag(self, place: Place) -> list[TagRow]:
        return []


class PocketMap(MapView):
    """Four boxes."""

    FIGURES: Mapping[str, str] = {}
    COLUMNS: Sequence[str] = ("provinces",)

    def atlas(self, board: Board) -> Atlas:
        names = zip(board.provinces, board.province_names, SPOTS, strict=True)
        return plan_of([Site(place, name, False, index, spot) for index, (place, name, spot) in enumerate(names)])

    def scene(self, state: State) -> Shown:
        return Shown(state.board, state.owners, state.legions)

    def sides(self, board: Board) -> Sequence[Side]:
        return sides_of(board.empire_names, ("red", "green", "purple")[: len(board.empires)])

    def legend(self, look: Look, board: Board) -> list[str]:
        return ["a number: legions"]

    def meanings(self, board: Board) -> Sequence[tuple[TagRow, Message]]:
        return []

    def standings(self, state: State) -> Sequence[Sequence[str]]:
        return [[str(state.held(empire))] for empire in range(len(state.seats))]

    def card(self, state: State, side: int, name: str) -> Sequence[tuple[str, str]]:
        return [("who", name)]

    def series(self, rounds: Sequence[Sequence[State]]) -> Sequence[Series]:
        return []


WORDS, MAP = PocketWords(), PocketMap()
POCKET_VIEW = GameView(RULEBOOK, WORDS, Answering(), PocketPanes(), MAP)
