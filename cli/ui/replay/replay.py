"""A game as a row of moments that can be stepped through: what happened at each step, and the position after it.

Where steps come from does not matter: ``of_log`` makes a replay of any log, ``of_position`` of a single position. The
*turning points* are the events that changed the race to win most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from cli.i18n.texts import both, tr, translated
from cli.table_game import TableGame, anew, opening, rules_of
from cli.ui.conversation.story import Line, phase_of
from cli.ui.text import votes
from cli.ui.text.entries import final_of
from cli.ui.text.names import names_of, side
from cli.ui.view import GameView
from core import Over
from core.engine.event import Event, message_of
from core.engine.game import Game
from core.engine.message import Message
from p2p import TAKE_BACK, Kind, Log, Step, is_opening


@dataclass(frozen=True, slots=True)
class Moment:
    """After step ``step`` (0 is the beginning): the game as it is, only to look at, and what happened in the step.

    ``lines`` tell that, each with the round and phase in which it happened. ``races`` say by line how near each empire
    was to winning right after it; without them no empire came nearer.
    """

    step: int
    game: Game[Any]
    lines: tuple[Line, ...]
    view: GameView
    races: tuple[Sequence[Fraction], ...] = ()

    @property
    def told(self) -> tuple[str | Message, ...]:
        """What happened, a sentence each."""
        return tuple(line.text for line in self.lines)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the rules reported of it."""
        return tuple(line.event for line in self.lines if line.event is not None)

    def by_phase(self) -> list[tuple[str, list[Line]]]:
        """Return what happened under the round and phase of each line."""
        return [
            (self.view.words.when(*key), list(lines))
            for key, lines in groupby(self.lines, key=lambda line: (line.round, line.phase))
        ]

    @property
    def state(self) -> Any:
        """The position."""
        return self.game.state

    @property
    def when(self) -> str:
        """Round and phase; or that the game is over."""
        return (
            tr("{when}, the end", when=self.view.words.when(self.state.round, 0))
            if self.state.result is not None
            else self.view.words.moment(self.state)
        )


@dataclass(frozen=True, slots=True)
class Replay:
    """All moments in order, and by seat the players' names, if they are known.

    ``log`` is where they come from, if they come from one. ``final`` is the last step that a majority has acknowledged.
    """

    moments: tuple[Moment, ...]
    names: tuple[str, ...]
    view: GameView
    log: Log | None = None
    final: int = 0

    @property
    def last(self) -> int:
        """The number of the last step."""
        return self.moments[-1].step

    def is_tentative(self, step: int) -> bool:
        """Return whether a step may still be replaced, because no majority has acknowledged it."""
        return self.log is not None and step > self.final

    @property
    def unsettled(self) -> int:
        """How many steps at the end may still be replaced."""
        return self.last - self.final if self.log is not None else 0

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, if any have."""
        result = self.log.result if self.log is not None else None
        return result.winners if result is not None else ()

    @property
    def ending(self) -> str:
        """How the game has ended, in a sentence: nothing while it goes on."""
        return _end(self.log, self.moments[-1].state, self.names, self.view) if self.log is not None else ""

    def rounds(self) -> dict[int, int]:
        """Return the first moment of every round."""
        found: dict[int, int] = {}
        for number, each in enumerate(self.moments):
            found.setdefault(each.state.round, number)
        return found

    def turn(self, number: int, rounds: int) -> int:
        """Return the moment at which the round begins that is so many after, or before, that of a moment.

        Backwards the beginning of the moment's own round is the first to go to.
        """
        starts = list(self.rounds().values())
        if rounds > 0:
            return next((start for start in starts if start > number), len(self.moments) - 1)
        return next((start for start in reversed(starts) if start < number), 0)


def of_log(log: Log, view: GameView, *, is_closed: bool = False) -> Replay:
    """Return the replay of a log that has been verified; ``is_closed`` says that a majority has signed the end."""
    names = tuple(names_of(log.charter).values())
    return Replay(tuple(_moments(log, view, names)), names, view, log, log.height if is_closed else final_of(log))


def of_position(game: Game[Any], view: GameView) -> Replay:
    """Return the replay of a position: one moment."""
    return Replay((Moment(0, game.copy(), (), view),), (), view)


def _moments(log: Log, view: GameView, names: Sequence[str]) -> list[Moment]:
    table = anew(rules_of(log.game))
    rules, hearer = rules_of(table), _Hearer(view, rules_of(table))
    begun = list(opening(rules))
    for event in begun:
        hearer.hear(event)
    rules.listen(hearer.hear)
    moments = [hearer.moment([] if begun else [tr("The game begins.")])]
    for step in log.steps:
        hearer.begin(step.number)
        if step.kind is Kind.CHARTER:
            signers = names_of(log.charter_at(step.number)).values()
            spoken = [tr("The game goes on from here by another charter: {names}.", names=both([*signers]))]
        elif step.proposed is None:
            spoken = _go_on(table, step, view)
        else:
            spoken = [votes.outcome(log.charter_at(step.number), step.proposed.changes)]
            for kind, number in step.proposed.changes:
                if kind == TAKE_BACK:
                    table.restore(table.at(moments[number].state))
        if isinstance(rules.node, Over):
            # The rules themselves tell that the last round is over without a winner.
            hearer.end(_end(log, rules.state, names, view))
        moments.append(hearer.moment(spoken))
    return moments


class _Hearer:
    """Makes lines of what happens, step by step."""

    def __init__(self, view: GameView, rules: Game[Any]) -> None:
        self._view, self._rules = view, rules
        self._last: Line | None = None
        self.begin(0)

    def begin(self, step: int) -> None:
        """Begin a step: what happens from now on happens in it."""
        state = self._rules.state
        self._step, self._begun = step, (state.round, state.phase)
        self._lines: list[Line] = []
        self._races: list[Sequence[Fraction]] = []

    def hear(self, event: Event) -> None:
        """Keep an event."""
        state = self._rules.state
        self._keep((state.round, phase_of(state, self._last)), message_of(state.board, event), event)

    def end(self, ending: str) -> None:
        """Keep how the game has ended, unless the step has told so in the same words."""
        state = self._rules.state
        if ending not in [translated(line.text) for line in self._lines]:
            self._keep((state.round, phase_of(state, self._last)), ending)

    def moment(self, spoken: Iterable[str]) -> Moment:
        """Return the end of the step; ``spoken`` is what is told of it if nothing has happened."""
        if not self._lines:
            for text in spoken:
                self._keep(self._begun, text)
        return Moment(self._step, self._rules.copy(), tuple(self._lines), self._view, tuple(self._races))

    def _keep(self, when: tuple[int, int], text: str | Message, event: Event | None = None) -> None:
        state = self._rules.state
        self._last = Line(*when, self._step, text, event)
        self._lines.append(self._last)
        self._races.append(tuple(self._view.words.closeness(state)) if state.seats else ())


def _go_on(table: TableGame, step: Step, view: GameView) -> list[str]:
    """Apply a step, what the autopilot did in it included, and say what it was, for want of better words."""
    state = table.rules.state
    bodies = [*((signed.entry.seat, signed.entry.body) for signed in step.entries), *step.automatic]
    match step.kind:
        case Kind.ACTION:
            said = [(seat, body) for seat, body in bodies if isinstance(body, str)]
            for _, body in said:
                table.act(body)
            return [
                view.words.deed(state, seat, table.rules.parse(body)) or f"{side(state, seat)}: {body}."
                for seat, body in said
            ]
        case Kind.COMMITMENTS:
            empires = both([side(state, seat) for seat, _ in bodies])
            return [tr("{empires} committed to their answers.", empires=empires)]
        case Kind.OPENINGS:
            opened = {seat: body[1] for seat, body in bodies if is_opening(body)} | dict(step.automatic)
            table.reveal({seat: opened[seat] for seat in sorted(opened)})
            return [f"{side(state, seat)}: {body}." for seat, body in opened.items()]
        case Kind.BEACON if step.outcome is not None:
            table.chance(step.outcome)
    return [tr("All players drew by chance together.")]


def _end(log: Log, state: Any, names: Sequence[str], view: GameView) -> str:
    """Return how a game has ended; nothing for one that goes on."""
    if log.result is None:
        return ""
    winners = [f"{side(state, seat)} ({names[seat]})" for seat in log.result.winners]
    return view.ending(state.board, log.result.victory, winners)


MOST_TOLD = 3
"""The most events of a turning point that are told."""


class TurningPoint(NamedTuple):
    """What changed the race in one phase of a step: the events, and how near each empire was before and after them."""

    moment: Moment
    lines: Sequence[Line]
    before: Sequence[Fraction]
    after: Sequence[Fraction]

    @property
    def when(self) -> str:
        """The round and phase of the events."""
        return self.moment.view.words.when(self.lines[0].round, self.lines[0].phase)

    @property
    def change(self) -> Fraction:
        """Return how much the race has changed: the sum of every empire's change, forward or back."""
        return sum((abs(now - was) for was, now in zip(self.before, self.after, strict=True)), Fraction(0))


def turning_points(replay: Replay, most: int = 3) -> list[TurningPoint]:
    """Return what changed the race most, in the order of the game; of equal changes, the later ones.

    The deal that begins a game changes no race.
    """
    found: list[TurningPoint] = []
    before: Sequence[Fraction] | None = None
    for moment in replay.moments:
        if not moment.state.seats:
            continue
        after = tuple(replay.view.words.closeness(moment.state))
        if before is not None:
            found += _points(moment, before, after)
        before = after
    ranked = sorted(range(len(found)), key=lambda number: (found[number].change, number))
    return [found[number] for number in sorted(ranked[-most:])]


def _points(moment: Moment, before: Sequence[Fraction], after: Sequence[Fraction]) -> Iterator[TurningPoint]:
    """Return what changed the race in a step, phase by phase.

    A change that no event has told of, such as that of a vote, belongs to the last line of the step.
    """
    races = [race or before for race in moment.races]
    races += [before] * (len(moment.lines) - len(races))
    races[-1:] = [after] * bool(races)
    changed: list[Line] = []
    start = was = before
    for number, (line, now) in enumerate(zip(moment.lines, races, strict=True)):
        changed += [line] if now != was else []
        was = now
        next_line = moment.lines[number + 1] if number + 1 < len(moment.lines) else None
        if next_line is None or (next_line.round, next_line.phase) != (line.round, line.phase):
            if changed and start != now:
                yield TurningPoint(moment, changed, start, now)
            changed, start = [], now


def lines_of(points: Sequence[TurningPoint], ending: str = "") -> list[str]:
    """Return turning points in lines: when it was, what happened, and who came how near to winning.

    The ``ending`` of the game is told elsewhere.
    """
    lines = []
    for point in points:
        told, changes = told_of(point, ending)
        lines.append(tr("Step {step}, {when}: {told}", step=point.moment.step, when=point.when, told=told))
        lines.append(f"  {changes}")
    return lines


def told_of(point: TurningPoint, ending: str = "") -> tuple[str, str]:
    """Return what happened at a turning point, and who came how near to winning."""
    changes = [
        tr("{empire} {was} to {now}", empire=side(point.moment.state, seat), was=_percent(was), now=_percent(now))
        for seat, was, now in zip(point.moment.state.seats, point.before, point.after, strict=True)
        if was != now
    ]
    said = [sentence for sentence in (translated(line.text) for line in point.lines) if sentence != ending]
    return " ".join(said[:MOST_TOLD]), tr("towards victory: {changes}", changes=", ".join(changes))


def _percent(share: Fraction) -> str:
    return f"{share.numerator * 100 // share.denominator}%"
