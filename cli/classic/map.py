"""The map of 2003 as the drawing asks for it (a `MapView`): shapes, units, figures, what pages count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files

from cli.i18n.texts import count, marked, term, tr
from cli.mare import map as shared_map
from cli.mare.map import MareMap, Standing, cities, collected, reached_line, tile_names, track_cells, tracks
from cli.mare.map import meanings as marks_of_pictures
from cli.ui.map.geography import Geography, load
from cli.ui.map.labels import Look, Side
from cli.ui.map.labels import sides as sides_of
from cli.ui.map.view import Course, Series
from cli.ui.picture import tags
from cli.ui.picture.tags import Row
from core.classic.board import TRACK_NAMES, Board
from core.classic.events import SailedFromDock
from core.classic.state import Province, State
from core.engine.event import Event
from core.engine.message import Message
from core.mare.buildings import CARAVAN, CITY, MARKET, TEMPLE
from core.mare.state import MARKER
from core.mare.titles import all_levels, levels

KINDS = (CARAVAN, MARKET, CITY, TEMPLE)
"""The buildings of 2003."""

NEUTRAL_INK = "grey"


FIGURES = {
    **shared_map.FIGURES,
    "dock": (
        "M7.2 5 V6.2 H4.5 V7.8 H7.2 V13 C5 12.7 3.4 11.3 3 9.5 L4.4 9.9 L2.2 7.6 L1 10.4 L1.9 10 C2.6 13 5 15 8 15"
        " C11 15 13.4 13 14.1 10 L15 10.4 L13.8 7.6 L11.6 9.9 L13 9.5 C12.6 11.3 11 12.7 8.8 13 V7.8 H11.5 V6.2 H8.8"
        " V5 A2.1 2.1 0 1 0 7.2 5 Z"
    ),
    "pillaged": (
        "M8 0.5 C9 3.5 12.8 5.5 12.8 10 C12.8 13.2 10.6 15.5 8 15.5 C5.4 15.5 3.2 13.2 3.2 10 C3.2 8 4 6.6 5 5.4 C5.2"
        " 6.6 5.8 7.4 6.6 7.8 C6.2 5 6.8 2.4 8 0.5 Z"
    ),
}


@cache
def mediterranean() -> Geography:
    """Return the geography of the board as it is known."""
    return load(files(__package__ or "").joinpath("mediterranean.toml").read_text("utf-8"))


@lru_cache(maxsize=16)
def all_sides(board: Board) -> tuple[Side, ...]:
    """Return the same and, last, the neutrals."""
    return sides_of(board.side_names, [*(start.color for start in board.starts), NEUTRAL_INK])


def standing(province: Province) -> Standing:
    """Return what stands in a province, as all maps show it."""
    on_marker = bool(province.posts & MARKER)
    land = tuple(
        [
            (legions, province.fortresses if side == province.controller else 0)
            for side, legions in enumerate(province.legions)
        ]
    )
    return Standing(
        province.controller,
        province.built,
        province.occupier,
        on_marker,
        province.posts & ~MARKER,
        land,
        province.docks,
        province.pillaged,
    )


class ClassicMap(MareMap):
    """The map of 2003."""

    COLUMNS = (*TRACK_NAMES, "resources", "heroes and wonders")
    FIGURES = FIGURES
    standing, geography = staticmethod(standing), staticmethod(mediterranean)
    all_sides = staticmethod(all_sides)

    def sides(self, board: Board) -> tuple[Side, ...]:
        return all_sides(board)[: board.neutral]

    def legend(self, look: Look, board: Board) -> list[str]:
        known, side, neutral = shared_map.marks_of(look), self.sides(board)[0], all_sides(board)[board.neutral]
        units = [
            tr(
                "{letter}{legion}2{fortress}: two legions and a fortress of {side}; {letter}{trireme}2: two triremes",
                letter=side.letter,
                side=term(side.name),
                legion=known.legion,
                fortress=known.fortress,
                trireme=known.trireme,
            ),
            tr(
                "{letter}{dock}1: a trireme of {side} in dock; {neutral}{legion}1: a neutral legion;"
                " {pillaged}: pillaged",
                letter=side.letter,
                side=term(side.name),
                neutral=neutral.letter,
                dock=known.dock,
                legion=known.legion,
                pillaged=known.pillaged,
            ),
        ]
        return shared_map.legend(look, board, self.sides(board), KINDS, units)

    def meanings(self, board: Board) -> list[tuple[Row, Message]]:
        side, neutrals = self.sides(board)[0], all_sides(board)[board.neutral]
        return [
            *marks_of_pictures(board, self.sides(board), KINDS, marked("two legions and a fortress of {side}")),
            ([tags.token(side, [("dock", 1)])], Message(marked("a trireme of {side} in dock"), side=side.name)),
            ([tags.token(neutrals, [("legion", 1)])], Message(marked("a neutral legion"))),
            ([tags.figure("pillaged", "built")], Message(marked("pillaged"))),
        ]

    def course(self, board: Board, event: Event) -> Course | None:
        """Return where units go by an event, if any do; triremes may leave a dock."""
        if isinstance(event, SailedFromDock):
            return Course(board.provinces[event.source], board.seas[event.target], event.empire, event.number)
        return super().course(board, event)

    def card(self, state: State, side: int, name: str) -> list[tuple[str, str]]:
        """Return civilization, name, titles, levels, resources, heroes and wonders, in lines."""
        board, player = state.board, state.players[side]
        titles = [title for title, leader in zip(board.titles, state.leaders, strict=True) if leader == side]
        bought, most = tile_names(state, side), board.map.tiles_to_win
        return [
            ("who", board.empire_names[side] + (f" · {name}" if name else "")),
            ("lead", ", ".join(titles)),
            ("fact", reached_line(state.board, levels(state, side))),
            ("fact", count(sum(player.hand), "resource")),
            ("fact", f"heroes and wonders {len(player.tiles)} of {most}: {bought}" if bought else ""),
        ]

    def standings(self, state: State) -> list[list[str]]:
        """Return by civilization the cells of its row: levels with titles, resources, tiles."""
        rows = []
        for empire, reached in enumerate(all_levels(state)):
            player, bought = state.players[empire], tile_names(state, empire)
            owned = f"{len(player.tiles)}: {bought}" if bought else "0"
            rows.append([*track_cells(state, empire, reached), str(sum(player.hand)), owned])
        return rows

    def series(self, rounds: Sequence[Sequence[State]]) -> list[Series]:
        """Return levels on each track and cities at the end of every round, and resources when all have collected."""
        ends = [states[-1] for states in rounds]
        return [
            *tracks(ends),
            Series("Resources collected", tuple(collected(states) for states in rounds)),
            Series("Cities", tuple(cities(state, [CITY]) for state in ends)),
        ]


MAP = ClassicMap()
