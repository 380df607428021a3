"""A game of any edition told round by round: who leads each track, and what every empire built and conquered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from cli.i18n.texts import count, term, tr
from cli.ui.text.cells import folded
from cli.ui.text.names import empires
from core.engine.event import Event
from core.mare.events import Built, ControlTaken, MarkerBuilt, MarkerOccupied, Occupied, Pillaged, TileGained
from core.mare.titles import levels


class Chronicle:
    """Collects what happens in a round and tells it when the round is over; an edition adds its own events."""

    def __init__(self) -> None:
        self.round = 1
        self._over = False
        self._happened: list[Event] = []

    def piece(self, event: Event, empire: int) -> str:
        """Return a piece that only this edition's event says an empire has built; nothing for any other."""
        return ""

    def deeds(self, board: Any, event: Event, empire: int) -> Iterator[str]:
        """Return what else an empire did by an event that only this edition has."""
        return iter(())

    def hear(self, event: Event) -> None:
        """Note what happens in the current round."""
        self._happened.append(event)

    def turn(self, state: Any) -> list[str]:
        """Return what happened in the round, once the game has gone on to the next one or is over; else nothing."""
        if self._over or (state.round == self.round and state.result is None):
            return []
        self._over = state.result is not None
        lines = [tr("Round {round}: {leaders}.", round=self.round, leaders=_leaders(state))]
        for empire, name in enumerate(empires(state)):
            doings = [*self._built(state.board, empire), *self._conquered(state.board, empire)]
            if doings:
                lines += folded(f"{name}: {', '.join(doings)}.")
        self.round = state.round
        self._happened.clear()
        return lines

    def _built(self, board: Any, empire: int) -> Iterator[str]:
        pieces: Counter[str] = Counter()
        tiles: list[str] = []
        for event in self._happened:
            if piece := self.piece(event, empire):
                pieces[piece] += 1
            match event:
                case TileGained(owner, tile) if owner == empire:
                    tiles.append(term(board.tiles[tile].name))
                case MarkerBuilt(owner) if owner == empire:
                    pieces["control marker"] += 1
                case Built(owner, thing) if owner == empire:
                    # Icons are numbered where a province has two, and a caravan's names its commodity.
                    pieces[thing.partition(":")[0].rstrip("0123456789").replace("_", " ")] += 1
        yield from (count(number, piece) for piece, number in pieces.items())
        yield from tiles

    def _conquered(self, board: Any, empire: int) -> Iterator[str]:
        for event in self._happened:
            yield from self.deeds(board, event, empire)
            match event:
                case ControlTaken(province, owner) if owner == empire:
                    yield converted(board, province)
                case Occupied(owner, _, province) | MarkerOccupied(owner, province) if owner == empire:
                    yield tr("occupy {province}", province=board.province_names[province])
                case Pillaged(owner, _, province) if owner == empire:
                    yield tr("pillage {province}", province=board.province_names[province])


def converted(board: Any, province: int) -> str:
    """Return that an empire has taken the control of a province over."""
    return tr("convert {province}", province=board.province_names[province])


def _leaders(state: Any) -> str:
    """``Carthage leads trade (9), Egypt culture (6), Rome military (7)``."""
    parts: list[str] = []
    for track, (name, leader) in enumerate(zip(state.board.track_names, state.leaders, strict=True)):
        told = {"empire": empires(state)[leader], "track": term(name), "level": levels(state, leader)[track]}
        parts.append(
            tr("{empire} {track} ({level})", **told) if parts else tr("{empire} leads {track} ({level})", **told)
        )
    return ", ".join(parts)
