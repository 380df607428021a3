"""A game told round by round: who leads each track, and what every empire built and conquered."""

from __future__ import annotations

from cli.i18n.counting import count
from cli.i18n.texts import term, tr
from cli.ui.text.cells import folded
from cli.ui.text.sides import empires
from core.empires.leadership import levels
from core.empires.map import TRACKS
from core.empires.state import State


class Chronicle:
    """Collects the actions of a round and tells them when the round is over."""

    def __init__(self) -> None:
        self.round = 1
        self._over = False
        self._built: dict[int, dict[str, int]] = {}
        self._conquered: dict[int, list[str]] = {}

    def add(self, empire: int, body: str) -> None:
        """Note an action, in action notation, of an empire in the current round."""
        match body.split():
            case ["build", what, *_]:
                built = self._built.setdefault(empire, {})
                # Icons are numbered where a province has two, and a caravan's names its commodity.
                kind = what.partition(":")[0].rstrip("0123456789")
                built[kind] = built.get(kind, 0) + 1
            case ["convert" | "occupy" | "pillage" as verb, place, *_]:
                self._conquered.setdefault(empire, []).append(f"{verb} {place}")

    def turn(self, state: State) -> list[str]:
        """What happened in the round, once the game has gone on to the next one or is over; else nothing."""
        if self._over or (state.round == self.round and state.result is None):
            return []
        self._over = state.result is not None
        lines = [tr("Round {round}: {leaders}.", round=self.round, leaders=_leaders(state))]
        for empire, name in enumerate(empires(state)):
            doings = [_thing(state, kind, number) for kind, number in self._built.get(empire, {}).items()]
            doings += self._conquered.get(empire, [])
            if doings:
                lines += folded(f"{name}: {', '.join(doings)}.")
        self.round = state.round
        self._built.clear()
        self._conquered.clear()
        return lines


def _thing(state: State, kind: str, number: int) -> str:
    for tile in state.board.tiles:
        if tile.id == kind:
            return term(tile.name)
    return count(number, "control marker" if kind == "control" else kind.replace("_", " "))


def _leaders(state: State) -> str:
    """``Carthage leads trade (9), Egypt culture (6), Rome military (7)``."""
    parts: list[str] = []
    for track, (name, leader) in enumerate(zip(TRACKS, state.leaders, strict=True)):
        told = {"empire": empires(state)[leader], "track": term(name), "level": levels(state, leader)[track]}
        parts.append(
            tr("{empire} {track} ({level})", **told) if parts else tr("{empire} leads {track} ({level})", **told)
        )
    return ", ".join(parts)
