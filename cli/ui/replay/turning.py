"""The turning points of a game: the steps of its log that changed the race to win most."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cli.i18n.texts import tr, translated
from cli.ui.replay.replay import Moment, Replay
from cli.ui.text.sides import side

MOST_TOLD = 2
"""The most sentences that tell what happened in a step."""


class TurningPoint(NamedTuple):
    """A moment, when its step was taken, and how near each empire was to winning before and after it."""

    moment: Moment
    when: str
    before: Sequence[Fraction]
    after: Sequence[Fraction]

    @property
    def change(self) -> Fraction:
        """Return how much the race has changed: the sum of every empire's change, forward or back."""
        return sum((abs(now - was) for was, now in zip(self.before, self.after, strict=True)), Fraction(0))


def turning_points(replay: Replay, most: int = 3) -> list[TurningPoint]:
    """Return the moments that changed the race most, in their order; of equal ones, the later ones.

    The deal that begins a game changes no race.
    """
    found: list[TurningPoint] = []
    before: Sequence[Fraction] | None = None
    when = ""
    for moment in replay.moments:
        if not moment.state.seats:
            continue
        after = replay.view.words.closeness(moment.state)
        if before is not None and before != after:
            found.append(TurningPoint(moment, when, before, after))
        before, when = after, moment.when
    return sorted(sorted(found, key=lambda point: (point.change, point.moment.step))[-most:], key=_step)


def _step(point: TurningPoint) -> int:
    return point.moment.step


def lines_of(points: Sequence[TurningPoint], ending: str = "") -> list[str]:
    """Return turning points in lines: when it was, what happened, and who came how near to winning.

    What happened is told by sentences that name a player whose way to win has changed, else by the first of the step.
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
    moment, _, before, after = point
    changed = [
        (side(moment.state, seat), _percent(was), _percent(now))
        for seat, was, now in zip(moment.state.seats, before, after, strict=True)
        if was != now
    ]
    said = [sentence for sentence in map(translated, moment.told) if sentence != ending]
    about = [sentence for sentence in said if any(name in sentence for name, *_ in changed)]
    changes = [tr("{empire} {was} to {now}", empire=name, was=was, now=now) for name, was, now in changed]
    return " ".join((about or said)[:MOST_TOLD]), ", ".join(changes)


def _percent(share: Fraction) -> str:
    return f"{share.numerator * 100 // share.denominator}%"
