"""When a session acknowledges the log, and when it signs the closing at the end of the game."""

from __future__ import annotations

from collections.abc import Collection

from p2p.log.steps import SECRETS
from p2p.session import events
from p2p.session.change import EpochChange
from p2p.session.parts import Parts
from p2p.session.state import Phase, Transition

MOST_FLUSHES = 10
"""For at most this many flushes an acknowledgement waits for the log to rest."""


class Ending:
    """Signs acknowledgements and the closing when they are due."""

    def __init__(self, parts: Parts, change: EpochChange) -> None:
        self._parts = parts
        self._flushed_at = 0
        self._flushes = 0
        self._change = change

    def acknowledge_awaited(self) -> bool:
        """Acknowledge at once if another player waits for it."""
        is_new = bool(self._parts.log.steps) and self._parts.log.steps[-1].proposed is not None
        awaited = (
            self._parts.state.phase is Phase.CLOSING or self._parts.log.kind in SECRETS or is_new
        ) and self._parts.ack_due
        asked = self._parts.disputes.is_asked and not self._parts.is_mute
        if awaited or asked:
            self._parts.disputes.is_asked = False
            self.acknowledge()
        return awaited or asked

    def acknowledge_at_rest(self) -> None:
        """At a flush, acknowledge the log if it hasn't changed since the last flush, or has been changing for long.

        While players act in turn, each action acknowledges the log before it. So one acknowledgement at the end covers
        all.
        """
        if not self._parts.ack_due:
            self._flushes = 0
            return
        rests, self._flushed_at = self._flushed_at == self._parts.log.height, self._parts.log.height
        self._flushes += 1
        if rests or self._flushes >= MOST_FLUSHES:
            self._flushes = 0
            self.acknowledge()

    def acknowledge(self) -> None:
        """Acknowledge our log as it is now."""
        if self._parts.signer is not None and self._parts.me is not None:
            ack = self._parts.signer.ack(self._parts.log, self._parts.me, self._parts.acks.counter(self._parts.me) + 1)
            self._parts.acknowledging.add(ack)
            self._parts.outbox.broadcast(ack)

    def close(self) -> None:
        """Sign the closing once the end is final and all who are here have it; finish once they have closed.

        Until the end is final, it may still be undone. If enough have closed, a restarted program need not hear from a
        quorum for this, since a closing contradicts nothing that it may have signed.
        """
        end = self._parts.log.end
        if end is None or self._parts.final < end or (self._parts.returning.under_way and not self._have_enough_closed):
            return
        here = self.closers
        if self._parts.me is not None and self._parts.me not in self._closed and self._all_have(end, here):
            self._sign_closing(self._parts.me)
        result = self._parts.log.result
        if result is not None and self._is_closed(here):
            missing = tuple(player for player in self._parts.charter.everyone if player not in self._closed)
            self._parts.state.change(Transition.CLOSE)
            self._parts.outbox.show(events.Finished(result.winners, result.victory, missing))

    @property
    def _closed(self) -> Collection[int]:
        """Return the players who have closed the game with our end."""
        return self._parts.closings.signatures.keys()

    @property
    def _have_enough_closed(self) -> bool:
        return self._parts.closings.suffice

    def _all_have(self, end: int, here: set[int]) -> bool:
        """Return whether no player who is here can acknowledge another end in our epoch.

        All have acknowledged our end or closed it, or promised a higher term with a log that is part of ours (R1). If
        a quorum has closed it, that end is final.
        """
        return self._have_enough_closed or not self._undecided(end, here - set(self._closed))

    def _undecided(self, end: int, players: set[int]) -> set[int]:
        """Return those of these players who have neither acknowledged our end nor promised a term with our log (R1)."""
        return {one for one in players if self._parts.acks.height(one) < end and not self._change.binds(one)}

    def _is_closed(self, here: set[int]) -> bool:
        """Return whether the game is over for us: all who are here have closed it.

        Unless a quorum has closed it, and if we have promised a higher term, or have evidence for one, we go there
        first.
        """
        leads_on = self._parts.is_promised or self._change.leads_on
        return here <= set(self._closed) and (self._have_enough_closed or not leads_on)

    @property
    def awaited(self) -> set[int]:
        """Return the players without whom the open step can't go on, or the game can't be closed.

        If secrets wait for acknowledgements, these are the players who have not given theirs. If only a quorum is
        missing, absent players are named, too.
        """
        log, acks = self._parts.log, self._parts.acks
        if self._parts.state.phase is Phase.CLOSING:
            return self._awaited_at_end
        if log.kind in SECRETS and not acks.bars_nobody(log.present, log.height):
            silent = {player for player in log.charter.everyone if acks.height(player) < log.height}
            return silent & set(log.present) or silent
        return {log.holder(slot) for slot in log.missing()}

    @property
    def _awaited_at_end(self) -> set[int]:
        """Return the players for whom we wait at the end: until we have closed, those who may still have another end;
        after that, those who have not closed.

        So no player who only waits for the same others as we do is given up with them.
        """
        others = self.closers - set(self._closed) - {self._parts.me}
        undecided = set[int]() if self._parts.me in self._closed else self._undecided(self._parts.log.end or 0, others)
        return undecided or others

    @property
    def closers(self) -> set[int]:
        """Return the players whose closings we wait for.

        We don't wait for players who have gone, are given up, or can't be agreed with.
        """
        # Our log has ended, so a peer that claims more steps has another log or is lying.
        others = self._parts.acks.ahead | self._parts.disputes.unplayable | self._parts.disputes.proofs.keys()
        away = self._parts.log.absent & set(self._parts.peers.unreachable)
        return self._parts.peers.present - self._parts.peers.gone - away - others

    def _sign_closing(self, me: int) -> None:
        """Sign our closing, which attests nothing: we may do so even if we have promised a higher term."""
        if self._parts.signer is not None:
            closing = self._parts.signer.closing(self._parts.log, me)
            self._parts.closings.add(closing)
            self._parts.outbox.broadcast(closing)
