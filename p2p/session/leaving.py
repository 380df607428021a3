"""Players who leave or are given up: they end a game that has not begun, and its closing no longer waits for them."""

from __future__ import annotations

from p2p.log.presence import Status
from p2p.session import events
from p2p.session.parts import Parts
from p2p.session.state import Phase, Transition


class Leaving:
    """What follows if players go. While the game is played, the others wait for them or declare them absent."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @property
    def due(self) -> bool:
        """Return whether a player has left without whom there is no game, or who is missing only for the closing."""
        return self._parts.state.phase is not Phase.PLAYING and bool(self._parts.peers.leavers)

    def leave(self) -> None:
        """Our own player leaves the table."""
        self._parts.state.change(Transition.STOP)
        self._parts.peers.set_status(Status.LEFT)
        self._parts.peers.flush(self._parts.outbox)

    def lost(self, player: int, why: str) -> None:
        """A player has been waited for long enough; ``why`` says the reason after their name."""
        if self._parts.state.phase is not Phase.PLAYING:
            self._lose(player, why)
        elif player not in self._parts.log.absent:
            self._parts.outbox.show(events.Overdue(player))
            self._parts.agreeing.lost(player)

    def flush(self) -> None:
        """Stop waiting for players who have left."""
        why = "has left the table"
        if self.due:
            for player in self._parts.peers.leavers:
                self._lose(player, why)
        if self._has_not_begun:
            self._stop(self._parts.peers.leavers[0], why)

    def _lose(self, player: int, why: str) -> None:
        self._parts.peers.give_up(player)
        if self._parts.state.phase is Phase.SIGNING:
            self._stop(player, why)

    @property
    def _has_not_begun(self) -> bool:
        """Return whether all have signed the charter, but too many left before they knew, so the game can't begin."""
        stopped = [
            player for player in self._parts.peers.gone if self._parts.peers.roster.status(player) is Status.STOPPED
        ]
        left = len(self._parts.charter.players) - len(stopped)
        is_fresh = self._parts.state.phase is Phase.PLAYING and self._parts.state.final <= self._parts.log.start
        return is_fresh and bool(stopped) and left < self._parts.charter.quorum

    def _stop(self, player: int, why: str) -> None:
        if not self._parts.state.ended:
            self._parts.state.change(Transition.STOP)
            self._parts.peers.set_status(Status.STOPPED)
            name = self._parts.charter.name(player)
            self._parts.outbox.show(events.Stopped(f"{name} {why}. The game ends before it begins.", player))
