"""The turning points of a game: the events that changed the race to win most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from cli.i18n.texts import tr, translated
from cli.ui.replay.replay import Moment, Replay
from cli.ui.text.happened import Line
from cli.ui.text.sides import side

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
        lines.append(tr("  towards victory: {changes}", changes=changes))
    return lines


def told_of(point: TurningPoint, ending: str = "") -> tuple[str, str]:
    """Return what happened at a turning point, and who came how near to winning."""
    changes = [
        tr("{empire} {was} to {now}", empire=side(point.moment.state, seat), was=_percent(was), now=_percent(now))
        for seat, was, now in zip(point.moment.state.seats, point.before, point.after, strict=True)
        if was != now
    ]
    said = [sentence for sentence in (translated(line.text) for line in point.lines) if sentence != ending]
    return " ".join(said[:MOST_TOLD]), ", ".join(changes)


def _percent(share: Fraction) -> str:
    return f"{share.numerator * 100 // share.denominator}%"
