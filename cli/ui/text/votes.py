"""Votes in words: what a person can propose to the others, and what they are told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from cli.i18n.texts import begun, both, marked, plural, tr
from cli.ui.text.names import called
from p2p import (
    ABSENT,
    BACK,
    END,
    OF_ALL,
    RESIGN,
    TAKE_BACK,
    Change,
    Charter,
    Kind,
    Log,
    Proposed,
    Refused,
    author,
    course,
    is_allowed,
)

if TYPE_CHECKING:
    # A program that only reads a record needs no session.
    from p2p import Table

HELP = marked("""\
  absent NAME     propose that the autopilot plays for a player who is away
  back            propose that you play again, if the autopilot plays for you
  resign          propose that the autopilot plays for you to the end; type it twice
  pause           how to stop for now, and go on later
  end             propose to end the game for good; type it twice
  takeback        propose to take back the newest action that was not the autopilot's
  agree [WHAT]    agree to what others propose; “votes” shows the proposals,
                  “refuse” takes back that you agree""")


MOST_UNDONE = 4
"""Actions that are told of one by one when the game is taken back."""

_PROPOSED = {
    ABSENT: marked("that the autopilot plays for {what}"),
    BACK: marked("that {what} plays again"),
    RESIGN: marked("that {what} resigns, and the autopilot plays on to the end"),
    END: marked("to end the game here, without a winner"),
    TAKE_BACK: marked("to take the game back to step {what}"),
}
_PROPOSED_OF_ONESELF = {
    BACK: marked("to play again"),
    RESIGN: marked("to resign; the autopilot plays on to the end"),
}
_YOU_PROPOSE = {
    BACK: marked("You propose to play again; the others see it."),
    RESIGN: marked("You propose to resign; the autopilot plays on to the end; the others see it."),
}
"""What you are told of your own proposals about yourself, since verbs differ between *you* and others."""
_MADE = {
    ABSENT: marked("the autopilot plays for {what} from now on"),
    BACK: marked("{what} plays again from the next question on"),
    RESIGN: marked("{what} has resigned, and the autopilot plays on"),
    END: marked("the game ends here, without a winner"),
    TAKE_BACK: marked("the game goes back to step {what}"),
}


def sentence(charter: Charter, change: Change, by: int | None = None, log: Log | None = None) -> str:
    """Return a change as the end of a sentence that begins with *proposes*, said of this person if of any.

    With the ``log`` it says what would be taken back.
    """
    if change.kind in _PROPOSED_OF_ONESELF and change.number == by:
        return tr(_PROPOSED_OF_ONESELF[change.kind])
    what = _undone(log, change.number, log.height) if log is not None and change.kind == TAKE_BACK else ""
    return tr(_PROPOSED[change.kind], what=what or _meant(charter, change))


def outcome(charter: Charter, changes: Iterable[Change], back: str = "") -> str:
    """Return what a new epoch has changed; ``back`` is the step to which the game was taken back, if it was."""
    parts = [tr(_MADE[change.kind], what=back or _meant(charter, change)) for change in changes]
    if not parts:
        return tr("The players' programs have agreed anew on the state of the game.")
    return tr("Voted: {changes}.", changes="; ".join(parts))


def outcome_on(log: Log, proposed: Proposed) -> str:
    """Return the same, of an epoch that stands in a log."""
    base, changes = proposed.epoch.base.height, proposed.changes
    back = [_undone(log, change.number, base) for change in changes if change.kind == TAKE_BACK]
    return outcome(log.charter, changes, next(iter(back), ""))


def _undone(log: Log, height: int, top: int) -> str:
    """Return the step to which a game is taken back from another height, and the actions that this undoes."""
    steps = [step for step in course(log.steps[:top]) if step.number > height and step.kind is Kind.ACTION]
    undone = [one for step in reversed(steps) for one in step.entries]
    if not undone:
        return str(height + 1)
    told = undone if len(undone) <= MOST_UNDONE else undone[: MOST_UNDONE - 1]
    shown = [
        tr("{actions} by {name}", actions=", ".join(f"“{one.entry.body!s}”" for one in own), name=name)
        for name, own in groupby(told, lambda one: called(log.charter, log.charter.seats[one.entry.seat].player))
    ]
    if len(told) < len(undone):
        shown.append(tr("{number} more", number=len(undone) - len(told)))
    return tr("{step} (undone: {actions})", step=height + 1, actions=", ".join(shown))


class Outcomes:
    """Tells what each epoch has changed, once."""

    def __init__(self, log: Log, say: Callable[[str], None]) -> None:
        self._log = log
        self._say = say
        self._seen = log.epoch_id
        self._told: set[bytes] = set()

    def look(self) -> None:
        """Report an epoch that the log has just begun, before the events of the game that follow from it."""
        if self._log.epoch_id == self._seen:
            return
        self._seen = self._log.epoch_id
        newest = next((step.proposed for step in reversed(self._log.steps) if step.proposed is not None), None)
        if newest is not None:
            self.tell(newest)

    def tell(self, proposed: Proposed) -> None:
        """Report an epoch of the log, unless it was reported before."""
        if proposed.epoch.id not in self._told:
            self._told.add(proposed.epoch.id)
            self._say(outcome_on(self._log, proposed))


def telling(outcomes: Outcomes, items: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the items of a journal, from which a log is taken up; tells what each epoch changes once the log has it."""
    for item in items:
        yield item
        outcomes.look()


def _meant(charter: Charter, change: Change) -> str:
    """Return the person, or the step, that a change is about."""
    return called(charter, change.number) if change.is_of_player else str(change.number + 1)


class Votes:
    """What one person proposes and agrees to."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._session = table.session

    @property
    def me(self) -> int:
        """The person; a spectator has no votes."""
        return self._session.me or 0

    def propose(self, kind: str, number: int = 0) -> str:
        """Propose a change to all; returns what to tell about it."""
        change = Change(kind, number)
        try:
            self._table.agree(change)
        except Refused as refused:
            return tr("That cannot be voted on now: {refused}.", refused=refused)
        if kind == ABSENT and self._session.log.present == (number,):
            return tr("No other player is left to vote; the vote is taken once one comes back.")
        if change not in self._asked(self._session.me):
            return ""
        words = sentence(self._session.charter, change, self._session.me, self._session.log)
        if any(change in asked for player, asked in self._session.requests.items() if player != self._session.me):
            return tr("You agree {sentence}.", sentence=words)
        if change.is_of_player and change.number == self._session.me and kind in _YOU_PROPOSE:
            return tr(_YOU_PROPOSE[kind])
        return tr("You propose {sentence}; the others see it.", sentence=words)

    def take_back(self) -> str:
        """Propose to take back the newest action that a player signed."""
        height = newest_action(self._session.log)
        if height is None:
            return tr("There is no action to take back since the last dice, draw or reveal.")
        return self.propose(TAKE_BACK, height)

    def take_back_own(self) -> str:
        """Take back the player's own newest action and all that followed, if all others agree to anything."""
        height = newest_action(self._session.log, self._session.me)
        if height is None:
            return tr("Since the last dice, draw or reveal, you have done nothing that can be taken back.")
        (own,) = (one.entry for one in self._session.log.steps[height].entries)
        told = self.propose(TAKE_BACK, height)
        if not self._asked(self._session.me):
            return told
        return tr("Your “{action}” is taken back, and all that followed it.", action=own.body)

    def refuse(self) -> str:
        """Propose nothing any more, and agree to nothing."""
        mine = self._asked(self._session.me)
        for change in mine:
            self._table.disagree(change)
        return tr("You have withdrawn all that you proposed or agreed to.") if mine else tr("You propose nothing.")

    def shown(self) -> str:
        """Return what is proposed, who agrees, and whose agreement is missing."""
        return "\n".join(f"  {line}" for line in self.proposed()) or tr("There are no proposals.")

    def proposed(self) -> list[str]:
        """Return the same, a line for each change."""
        return [self.told(change) for change in self.open()]

    def named(self, change: Change) -> str:
        """Return what a change does, as a sentence that begins a line."""
        charter = self._session.charter
        return beginning(sentence(charter, change, log=self._session.log), _meant(charter, change))

    def has_agreed(self, change: Change) -> bool:
        """Return whether the person proposes a change himself, or agrees to it already."""
        return change in self._asked(self._session.me)

    def open(self) -> list[Change]:
        """Return what is proposed now; a resignation that was taken back leaves nothing to agree to."""
        requests = self._session.requests
        changes = {change for asked in requests.values() for change in asked}
        return sorted(c for c in changes if c.kind != RESIGN or c in requests.get(c.number, ()))

    def possible(self, of: int | None = None) -> list[str]:
        """Return what can be typed to propose what is possible now and not proposed yet, and to read how to pause.

        ``of`` is the player whose newest action would be taken back: any player's if None.
        """
        log, proposed = self._session.log, self.open()
        if log.kind is Kind.OVER:
            return []
        height = newest_action(log, of)
        changes = [Change(TAKE_BACK, height)] if height is not None else []
        changes += [change for change in (Change(END, 0), Change(RESIGN, self.me)) if is_allowed(change, log)]
        return ["pause", *(_TYPED[change.kind] for change in changes if change not in proposed)]

    def told(self, change: Change) -> str:
        """Return what a change does that is proposed, who agrees, and whose agreement is missing."""
        charter, log = self._session.charter, self._session.log
        agreed = [player for player, changes in sorted(self._session.requests.items()) if change in changes]
        names = both([called(charter, player) for player in agreed])
        who = plural("{names} agrees", "{names} agree", len(agreed), names=names)
        wanted = log.present if change.kind in OF_ALL else (change.number,) if change.kind == RESIGN else ()
        missing = [called(charter, player) for player in wanted if player not in agreed]
        more = charter.quorum - len(agreed)
        if missing:
            needs = tr("needs {names}", names=both(missing))
        elif more > 0:
            needs = tr("needs {number} more of {players}", number=more, players=len(charter.players))
        else:
            needs = tr("being signed")
        return f"{self.named(change)}: {who}; {needs}."

    def _asked(self, player: int | None) -> tuple[Change, ...]:
        return self._session.requests.get(player, ()) if player is not None else ()


def beginning(text: str, name: str) -> str:
    """Return the end of such a sentence with a capital letter, unless it begins with a name."""
    text = text.removeprefix("that ").removeprefix("to ")
    return text if text.startswith(name) else begun(text)


def newest_action(log: Log, player: int | None = None) -> int | None:
    """Return the height before the newest action that a person signed: any person, or the one named.

    None if the game may not go back that far. Actions that were taken back already are skipped.
    """
    for step in course(log.steps):
        signers = [author(log.charter, signed) for signed in step.entries]
        if step.kind is Kind.ACTION and signers and (player is None or player in signers):
            height = step.number - 1
            return height if is_allowed(Change(TAKE_BACK, height), log) else None
    return None


ALL = "all"

_TYPED = {
    ABSENT: "absent",
    BACK: "back",
    END: "end",
    RESIGN: "resign",
    TAKE_BACK: "takeback",
}
"""By kind of change, the command that proposes it."""

_TOGETHER = {ABSENT, BACK}
"""Who plays for whom for now: several changes of that are agreed to together."""


class Agreeing:
    """The command ``agree``; ``called`` is the word that means a person."""

    def __init__(self, votes: Votes, called: Callable[[int], str], may_think: Callable[[int], bool]) -> None:
        """``may_think`` says whether the table's clock still lets a player think, who is not absent then."""
        self._may_think = may_think
        self._votes = votes
        self._called = called

    def agree(self, rest: str) -> str:
        """Agree to what is proposed and meant; where that is not clear, returns what can be meant."""
        proposed = self._votes.open()
        if not proposed:
            return tr("There are no proposals.")
        meant = self._meant(proposed, rest.casefold().split())
        if not meant:
            return self._which(proposed)
        if any(change.kind == ABSENT and self._may_think(change.number) for change in meant):
            return tr("That player is connected, and still has time on the table's clock.")
        return "\n".join(filter(None, [self._votes.propose(change.kind, change.number) for change in meant]))

    def line(self, change: Change) -> str:
        """Return what to type to agree to a change; nothing for who has agreed."""
        return "" if self._votes.has_agreed(change) else f"agree {self._words(change)}"

    def _meant(self, proposed: list[Change], words: list[str]) -> list[Change]:
        """Return the changes that these words mean; none if that is not clear."""
        if words == [ALL]:
            return proposed
        if not words:
            found = [change for change in proposed if not self._votes.has_agreed(change)] or proposed
            return found if len(found) == 1 or _go_together(found) else []
        found = [change for change in proposed if _begins(words, self._words(change).casefold().split())]
        return found if len(found) == 1 else []

    def _which(self, proposed: list[Change]) -> str:
        lines = [f"  agree {self._words(change)}: {self._votes.named(change)}" for change in proposed]
        return "\n".join([tr("Say what you agree to, or “agree all”:"), *lines])

    def _words(self, change: Change) -> str:
        """Return what to type behind ``agree`` to mean a change."""
        words = [_TYPED[change.kind]]
        if change.is_of_player:
            words.append(self._called(change.number))
        if change.kind == TAKE_BACK:
            words.append(str(change.number + 1))
        return " ".join(words)


def _go_together(changes: list[Change]) -> bool:
    """Return whether changes are all about who plays for now, and at most one person is absent."""
    away = [change for change in changes if change.kind == ABSENT]
    return len(away) < 2 and all(change.kind in _TOGETHER for change in changes)


def _begins(words: list[str], whole: list[str]) -> bool:
    """Return whether words are those of a line, or its first ones, each perhaps cut short."""
    return len(words) <= len(whole) and all(long.startswith(word) for word, long in zip(words, whole, strict=False))
