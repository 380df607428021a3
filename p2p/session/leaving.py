"""Players who leave or are given up: the end of a game that has not begun, and no more waiting at its closing."""

from __future__ import annotations

from p2p.log.presence import Status
from p2p.session import events
from p2p.session.parts import Parts
from p2p.session.state import Phase, Transition


class Leaving:
    """What follows when players go. While the game is played they are waited for, or declared absent."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._state = parts.state
        self._charter = parts.charter
        self._peers = parts.peers
        self._outbox = parts.outbox

    @property
    def due(self) -> bool:
        """Whether somebody has left without whom there is no game, or who is missed only at its closing."""
        return self._state.phase is not Phase.PLAYING and bool(self._peers.leavers)

    def leave(self) -> None:
        """Our own player leaves the table."""
        self._state.change(Transition.STOP)
        self._peers.stand(Status.LEFT)
        self._peers.flush(self._outbox)

    def lost(self, person: int, why: str) -> None:
        """A player has been waited for long enough; ``why`` says it after their name."""
        if self._state.phase is not Phase.PLAYING:
            self._lose(person, why)
        elif person not in self._parts.log.absent:
            self._outbox.show(events.Overdue(person))
            self._parts.agreeing.lost(person)

    def flush(self) -> None:
        """Wait no longer for players who have left."""
        why = "has left the table"
        if self.due:
            for person in self._peers.leavers:
                self._lose(person, why)
        if self._has_not_begun:
            self._stop(self._peers.leavers[0], why)

    def _lose(self, person: int, why: str) -> None:
        self._peers.give_up(person)
        if self._state.phase is Phase.SIGNING:
            self._stop(person, why)

    @property
    def _has_not_begun(self) -> bool:
        """Whether all have signed the charter, but so many others have ended before they knew that no game can be."""
        stopped = [person for person in self._peers.gone if self._peers.roster.standing(person) is Status.STOPPED]
        left = len(self._charter.persons) - len(stopped)
        return self._state.phase is Phase.PLAYING and bool(stopped) and left < self._charter.quorum

    def _stop(self, person: int, why: str) -> None:
        if not self._state.ended:
            self._state.change(Transition.STOP)
            self._peers.stand(Status.STOPPED)
            name = self._charter.name(person)
            self._outbox.show(events.Stopped(f"{name} {why}. The game ends before it begins.", person))
