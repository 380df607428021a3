"""The notices beside the story of the game: who comes and goes, who talks, how a round begins."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

import trio

from cli.i18n.texts import both, count, plural, tr, translated
from cli.play.speakers import speaker, speaking_seat
from cli.storage.games import continuing
from cli.ui.conversation.conversation import Conversation
from cli.ui.text import votes
from cli.ui.text.names import called
from p2p import (
    Allowance,
    CatchingUp,
    CaughtUp,
    Change,
    Completed,
    Differs,
    Diverged,
    Doubled,
    Event,
    MessageRefused,
    Missed,
    Moved,
    Overdue,
    Phase,
    Proven,
    Reached,
    Requested,
    Returned,
    RolledBack,
    Said,
    Session,
    Started,
    Status,
    is_allowed,
)

NOTICES_PER_SECOND = 0.1
NOTICES_AT_ONCE = 10
"""How often one person, or all spectators together, can have something told, so that none fills another's screen."""

FAR = 100
"""From so many steps behind, catching up is shown as a count and not step by step."""


_OfPlayer: TypeAlias = Missed | Reached | Moved | Requested
"""What may change again and again, so that only the newest counts."""

_Cause: TypeAlias = int | None
"""On whose account something is told: a person, or None for spectators."""

_AMONG_BOTS = (Said, Completed, CatchingUp, CaughtUp)
"""What is told at a table with bots only, which neither come nor go, and agree to all that is proposed."""


class Reporter:
    """Tells it as it happens."""

    def __init__(
        self, session: Session, conversation: Conversation, muted: Collection[int] = (), *, only_bots: bool = False
    ) -> None:
        """``muted`` has, at any time, the players whose talk is not shown.

        ``only_bots`` says that there are no other people.
        """
        self._session = session
        self._conversation = conversation
        self._muted = muted
        self._only_bots = only_bots
        self.outcomes = votes.Outcomes(session.log, conversation.announce)
        self._started = False
        self._missed: set[int] = set()
        self._left: set[int] = set()
        self._behind_since: int | None = None
        self._requests: dict[int, Sequence[Change]] = {}
        """By person, what we last told that they ask for."""
        self._notices: dict[_Cause, Allowance] = {}
        """How much more we tell on whose account."""
        self._owed: dict[tuple[int, type[Event]], _OfPlayer] = {}
        """The newest notice not shown yet because there were too many, by person and subject."""

    def show(self, event: Event) -> None:
        """Tell about an event, if it is one to be told about."""
        self._started |= isinstance(event, Started | Returned)
        if not self._only_bots or isinstance(event, _AMONG_BOTS):
            self._show(event)
        for owed in list(self._owed.values()):
            if self._notices_of(owed.player).has(trio.current_time()):
                self._show(owed)
        if self._started:
            self._conversation.see(event)

    def _show(self, event: Event) -> None:
        if isinstance(event, _OfPlayer):
            self._owed.pop(_about(event), None)
        match event:
            case Started():
                self._conversation.notice(self._beginning())
            case Returned():
                self._conversation.notice(tr("The game goes on at step {height}.", height=self._session.log.height + 1))
            case Said(player) if player not in self._muted:
                self._conversation.heard(speaker(self._session, event), event.text, speaking_seat(self._session, event))
            case Missed() | Reached() | Moved():
                self._come_or_go(event)
            case Doubled():
                self._conversation.notice(
                    tr(
                        "Another program plays with your key, in another window or on another machine: close one"
                        " of the two."
                    )
                )
            case Diverged(player, height) if self._may_tell(player):
                self._conversation.notice(
                    tr(
                        "{name} has another log than ours at step {height}; comparing.",
                        name=self._name(player),
                        height=height,
                    )
                )
            case MessageRefused(link, reason) if self._may_tell(self._session.links.player(link)):
                why = translated(reason)
                self._conversation.notice(
                    tr("Refused, from {end_of}: {reason}.", end_of=self._end_of(link), reason=why)
                )
            case CatchingUp(height, goal) if goal - height >= FAR or self._behind_since is not None:
                self._catch_up(height, goal)
            case CaughtUp(height) if self._behind_since is not None:
                self._conversation.recalls = False
                steps = count(height - self._behind_since, "step")
                self._conversation.notice(tr("Caught up with {steps}.", steps=steps))
                self._behind_since = None
            case _:
                self._show_change(event)

    def _beginning(self) -> str:
        """Return what is told when all have signed."""
        log = self._session.log
        if not log.start:
            return tr("All players have signed the charter: the game begins.")
        return tr(
            "All players have signed the charter: the game goes on at step {step}, in round {round}.",
            step=log.start + 1,
            round=log.game.round(),
        )

    def _come_or_go(self, event: Missed | Reached | Moved) -> None:
        """Tell who cannot be reached any more or has left, and who is back of them."""
        player, ended = event.player, self._session.ended
        name, standing = self._name(player), self._session.roster.status(player)
        match event:
            case Missed() if not ended and player not in self._missed and self._may_tell_of(event):
                self._missed.add(player)
                self._conversation.notice(tr("{name} cannot be reached at the moment.", name=name))
            case Reached() if self._started and player in self._missed and self._may_tell_of(event):
                self._missed.remove(player)
                self._conversation.notice(tr("{name} is connected again.", name=name))
            case Moved() if ended or player == self._session.me:
                return
            case Moved() if standing is Status.LEFT and player not in self._left and self._may_tell_of(event):
                self._left.add(player)
                self._conversation.notice(tr("{name} has left.", name=name))
            case Moved() if standing is Status.HERE and player in self._left and self._may_tell_of(event):
                self._left.remove(player)
                self._missed.discard(player)
                self._conversation.notice(tr("{name} is connected again.", name=name))

    def _catch_up(self, height: int, goal: int) -> None:
        if self._behind_since is None:
            self._behind_since = height
        self._conversation.recalls = True
        self._conversation.notice(tr("Catching up: {height} of {max} steps.", height=height, max=max(height, goal)))

    def _show_change(self, event: Event) -> None:
        """Tell with whom the game can't go on, what is proposed about it, and what has been changed."""
        match event:
            case Overdue(player):
                self._notice_with_way_on(
                    tr(
                        "{name} has been away for a long time; “absent” proposes the autopilot.",
                        name=self._name(player),
                    )
                )
            case Proven(_, _, sentence) if self._session.phase is not Phase.STOPPED:
                self._conversation.notice(
                    tr("{sentence} The proof is kept; the game stays as it has ended.", sentence=translated(sentence))
                )
            case Differs(_, sentence):
                self._notice_with_way_on(
                    tr(
                        "{sentence} You can't play on with this player; “absent” proposes the autopilot.",
                        sentence=translated(sentence),
                    )
                )
            case Requested():
                self._show_request(event)
            case RolledBack(steps):
                self._conversation.notice(
                    plural(
                        "The last step of this log no longer counts: the game goes on without it.",
                        "The last {number} steps of this log no longer count: the game goes on without them.",
                        len(steps),
                    )
                )
            case Completed(step) if step.proposed is not None:
                made = step.proposed.changes
                self._requests = {player: _without(told, made) for player, told in self._requests.items()}
                for about, owed in self._owed.items():
                    if isinstance(owed, Requested):
                        self._owed[about] = Requested(owed.player, _without(owed.changes, made))
                self.outcomes.tell(step.proposed)

    def _notice_with_way_on(self, told: str) -> None:
        """Tell why the game can't go on as it is, and how it can with others."""
        self._conversation.notice(f"{told} {continuing(self._session.charter)}")

    def _sentences(self, player: int, changes: Sequence[Change]) -> str:
        charter, log = self._session.charter, self._session.log
        return both([votes.sentence(charter, change, player, log) for change in changes])

    def _requested(self, player: int, changes: Sequence[Change]) -> Iterator[str]:
        """Yield what a player asks for: they agree to a proposal, or make one; a spectator is not asked."""
        name = self._name(player)
        others = [change for other, asked in self._session.requests.items() if other != player for change in asked]
        proposed = _without(changes, others)
        if agreed := _without(changes, proposed):
            yield tr("{name} agrees {wishes}.", name=name, wishes=self._sentences(player, agreed))
        if proposed and self._session.me is None:
            yield tr("{name} proposes {wishes}.", name=name, wishes=self._sentences(player, proposed))
        elif proposed:
            yield tr(
                "{name} proposes {wishes}; type “agree” to agree.", name=name, wishes=self._sentences(player, proposed)
            )

    def _show_request(self, event: Requested) -> None:
        """Tell what a player asks for now and did not before, or else what they ask for no longer.

        Of what is no longer possible nothing is told.
        """
        player, changes = event.player, event.changes
        told = self._requests.get(player, ())
        gone = [change for change in _without(told, changes) if is_allowed(change, self._session.log)]
        if (new := _without(changes, told)) or gone:
            if not self._may_tell_of(event):
                return
            for line in self._requested(player, new):
                self._conversation.notice(line)
            if not new:
                wishes = self._sentences(player, gone)
                self._conversation.notice(
                    tr("{name} no longer proposes {wishes}.", name=self._name(player), wishes=wishes)
                )
        self._requests[player] = changes

    def _may_tell(self, cause: _Cause) -> bool:
        """Return whether we may tell one thing more on that account."""
        return self._notices_of(cause).spend(trio.current_time())

    def _may_tell_of(self, event: _OfPlayer) -> bool:
        """Return the same of what changes without end: if it is too much, tell the newest of it later."""
        may_tell = self._may_tell(event.player)
        if not may_tell:
            self._owed[_about(event)] = event
        return may_tell

    def _notices_of(self, cause: _Cause) -> Allowance:
        now = trio.current_time()
        return self._notices.setdefault(cause, Allowance(NOTICES_PER_SECOND, NOTICES_AT_ONCE, now))

    def _end_of(self, link: int) -> str:
        """Return the peer at the other end of a connection, who need not be the author of what comes over it."""
        player = self._session.links.player(link)
        return tr("a spectator") if player is None else self._name(player)

    def _name(self, player: int) -> str:
        return called(self._session.charter, player)


def _without(changes: Sequence[Change], others: Sequence[Change]) -> tuple[Change, ...]:
    """Return these changes except the others."""
    return tuple(change for change in changes if change not in others)


def _about(event: _OfPlayer) -> tuple[int, type[Event]]:
    """Return whom an event is about, and what: a newer event about the same takes its place."""
    return event.player, Missed if isinstance(event, Reached) else type(event)
