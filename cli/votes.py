"""Votes in words: what a person can propose to the others, and what they are told of it."""

from __future__ import annotations

from collections.abc import Iterable

from p2p.ballots import ABSENT, BACK, END, PAUSE, RESIGN, TAKE_BACK, Change
from p2p.charter import Charter
from p2p.log import Log
from p2p.play import Table
from p2p.steps import Kind, Refused

HELP = """\
  absent NAME     propose that the autopilot plays for a player who is away
  back            propose that you play again, if the autopilot plays for you
  resign          propose that the autopilot plays for you, to the end
  pause, end      propose to stop here for now, or for good
  takeback        propose to take back the newest action that was not the autopilot's
  agree           agree to what others propose; votes shows it, refuse takes it back"""


_PROPOSED = {
    ABSENT: "that the autopilot plays for {}",
    BACK: "that {} plays again",
    RESIGN: "that {} resigns, and the autopilot plays on to the end",
    END: "to end the game here, and nobody wins",
    PAUSE: "to stop here for now",
    TAKE_BACK: "to take the game back to step {}",
}
_PASSED = {
    ABSENT: "the autopilot plays for {} from now on",
    BACK: "{} plays again from the next question on",
    RESIGN: "{} has resigned, and the autopilot plays on",
    END: "the game ends here, and nobody wins",
    PAUSE: "all stop here for now",
    TAKE_BACK: "the game goes back to step {}",
}


def sentence(charter: Charter, change: Change) -> str:
    """What a change comes to, as the end of a sentence that begins with *proposes*."""
    return _PROPOSED[change.kind].format(_meant(charter, change))


def outcome(charter: Charter, changes: Iterable[Change]) -> str:
    """What a vote that has passed has changed."""
    parts = [_PASSED[change.kind].format(_meant(charter, change)) for change in changes]
    return f"Voted: {'; '.join(parts) or 'nothing changes'}."


def _meant(charter: Charter, change: Change) -> str:
    """The person, or the step, that a change is about."""
    return charter.name(change.number) if change.is_of_person else str(change.number + 1)


class Votes:
    """What one person proposes and agrees to."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._session = table.session

    def propose(self, kind: str, number: int = 0) -> str:
        """Propose a change to all; returns what there is to be told about it."""
        change = Change(kind, number)
        try:
            self._table.agree(change)
        except Refused as refused:
            return f"That cannot be voted on now: {refused}."
        if change not in self._wished(self._session.me):
            return ""
        return f"You propose {sentence(self._session.charter, change)}; the others see it."

    def take_back(self) -> str:
        """Propose to take back the newest action that somebody signed."""
        height = newest_action(self._session.log)
        if height is None:
            return "There is no action to take back since the last dice, draw or reveal."
        return self.propose(TAKE_BACK, height)

    def agree(self) -> str:
        """Agree to all that others propose now."""
        changes = sorted({change for person in self._session.wished for change in self._wished(person)})
        told = [self.propose(*change) for change in changes]
        return "\n".join(line for line in told if line) if changes else "Nobody proposes anything."

    def refuse(self) -> str:
        """Propose nothing any more, and agree to nothing."""
        mine = self._wished(self._session.me)
        for change in mine:
            self._table.disagree(change)
        return "You propose nothing any more." if mine else "You propose nothing."

    def shown(self) -> str:
        """Who proposes what."""
        charter = self._session.charter
        lines = [
            f"  {charter.name(person)} proposes {' and '.join(sentence(charter, change) for change in changes)}"
            for person, changes in self._session.wished.items()
        ]
        return "\n".join(lines) or "Nobody proposes anything."

    def _wished(self, person: int | None) -> tuple[Change, ...]:
        return self._session.wished.get(person, ()) if person is not None else ()


def newest_action(log: Log) -> int | None:
    """The height before the newest action that a person signed, if the game may be taken back to there."""
    for step in reversed(log.steps):
        if step.kind is Kind.ACTION and step.entries:
            return step.number - 1 if log.may_take_back(step.number - 1) else None
    return None
