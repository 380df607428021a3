"""What a session vouches for: it acknowledges the log, and at the end of the game it signs the closing."""

from __future__ import annotations

from p2p.log.steps import SECRETS
from p2p.session import events
from p2p.session.change import EpochChange
from p2p.session.parts import Parts
from p2p.session.state import Phase, Transition

MOST_FLUSHES = 10
"""So many flushes an acknowledgement waits at most for the log to rest."""


class Ending:
    """Signs acknowledgements and the closing, each at its time."""

    def __init__(self, parts: Parts, change: EpochChange) -> None:
        self._parts = parts
        self._state = parts.state
        self._flushed_at = 0
        self._flushes = 0
        self._me = parts.me
        self._charter = parts.charter
        self._signer = parts.signer
        self._log = parts.log
        self._acks = parts.acks
        self._disputes = parts.disputes
        self._vouching = parts.vouching
        self._peers = parts.peers
        self._change = change
        self._outbox = parts.outbox

    def acknowledge_awaited(self) -> bool:
        """Acknowledge at once what somebody waits for."""
        is_new = bool(self._log.steps) and self._log.steps[-1].proposed is not None
        awaited = (self._state.phase is Phase.CLOSING or self._log.kind in SECRETS or is_new) and self._parts.ack_due
        asked = self._disputes.is_asked and not self._parts.is_mute
        if awaited or asked:
            self._disputes.is_asked = False
            self.acknowledge()
        return awaited or asked

    def acknowledge_at_rest(self) -> None:
        """At a flush, acknowledge the log if it is as at the last one, or has moved on for long.

        While one acts after the other each action vouches for the log before it, and one acknowledgement covers all.
        """
        if not self._parts.ack_due:
            self._flushes = 0
            return
        rests, self._flushed_at = self._flushed_at == self._log.height, self._log.height
        self._flushes += 1
        if rests or self._flushes >= MOST_FLUSHES:
            self._flushes = 0
            self.acknowledge()

    def acknowledge(self) -> None:
        """Acknowledge our log as it is."""
        if self._signer is not None and self._me is not None:
            ack = self._signer.ack(self._log, self._me, self._acks.counter(self._me) + 1)
            self._vouching.add(ack)
            self._outbox.broadcast(ack)

    def close(self) -> None:
        """Sign the closing once all who are here acknowledged the end, so that one that lies contradicts its author.

        Until the end is final it may still be undone.
        """
        here = self.closers
        signs = self._me not in self._vouching.closings and not self._parts.is_mute
        if signs and self._acks.reached_by(here - self._apart, self._log.height):
            self._sign_closing()
        if not self._is_closed(here) or self._acks.final < self._log.height:
            return
        closings = self._vouching.closings
        result = self._log.result
        if result is not None:
            missing = tuple(person for person in range(len(self._charter.persons)) if person not in closings)
            self._state.change(Transition.CLOSE)
            self._outbox.show(events.Finished(result.winners, result.victory, missing))

    def _is_closed(self, here: set[int]) -> bool:
        """Whether the game is over for us: all who are here have closed it, or we have promised and a quorum has.

        Not before the end is one for all: players with another end of our term need us for the next epoch. With
        evidence for a higher term we go there first, unless a quorum has closed.
        """
        closings = self._vouching.closings
        by_quorum = len(closings) >= self._charter.quorum
        if self._apart:
            return False
        if self._parts.is_promised:
            return by_quorum
        return here <= closings.keys() and (by_quorum or not self._change.leads_on)

    @property
    def closers(self) -> set[int]:
        """The players whose closings are waited for.

        Not that of a player who is gone or given up, or cannot be agreed with.
        """
        # At the end of our log, whoever has reached a greater height has another one, or boasts.
        others = self._acks.with_other_logs | self._acks.ahead | self._disputes.unplayable
        others |= set() if self._parts.has_key or self._me is None else {self._me}
        return (self._here - others) | self._apart

    @property
    def _here(self) -> set[int]:
        away = self._log.absent & set(self._peers.unreachable)
        return self._peers.present - self._peers.gone - self._disputes.proofs.keys() - away

    @property
    def _apart(self) -> set[int]:
        """The players who have another end than we, and may be honest: a proof says who else has signed two versions.

        Without one, only those of whom we have yet to find out.
        """
        others = self._acks.with_other_logs & self._here
        apart = {person for person in others if self._acks.height(person) < self._log.height}
        return apart if self._change.diverges else apart - self._disputes.unplayable

    def _sign_closing(self) -> None:
        if self._signer is not None and self._me is not None:
            closing = self._signer.closing(self._log, self._me)
            self._vouching.add(closing)
            self._outbox.broadcast(closing)
