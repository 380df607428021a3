"""Acknowledgements that come in: they are compared with our log and state, kept, and passed on."""

from __future__ import annotations

from p2p.log import statements
from p2p.log.log import Log
from p2p.log.statements import Equivocation, SignedAck
from p2p.session.acks import Acks
from p2p.session.disputes import Disputes
from p2p.session.outbox import Outbox
from p2p.session.sync import Sync


class Acknowledging:
    """What others acknowledge."""

    def __init__(
        self,
        me: int | None,
        log: Log,
        acks: Acks,
        sync: Sync,
        disputes: Disputes,
        outbox: Outbox,
    ) -> None:
        self._me = me
        self._log = log
        self._acks = acks
        self._sync = sync
        self._disputes = disputes
        self._outbox = outbox

    def take(self, link: int, signed: SignedAck) -> None:
        """Judge an acknowledgement that came over a link."""
        player, content = signed.player, signed.content
        if self._is_known(signed):
            return
        if content.term != self._log.term:
            # Peers in a newer epoch tell us about it themselves; statements of an older epoch no longer count.
            if content.term > self._log.term:
                self._sync.claim(link, content.term, content.height)
            return
        if not signed.is_signed(self._log.charter):
            self._outbox.refuse(link, "an acknowledgement whose signature is not its player's")
            return
        earlier = self._acks.contradicting(player, signed)
        if earlier is not None:
            self._disputes.convict(Equivocation(earlier, signed))
        elif content.height < self._log.start:
            self._outbox.refuse(link, "an acknowledgement of steps before the game began")
        elif content.epoch != self._log.epoch_id:
            self._disputes.other_log(link, player, min(content.height, self._log.height), signed)
        elif content.height > self._log.height:
            self._acks.keep_ahead(link, signed)
            self._sync.claim(link, content.term, content.height)
        else:
            self.compare(link, signed)

    def _is_known(self, signed: SignedAck) -> bool:
        """Return whether the player has already acknowledged all of this."""
        player, content = signed.player, signed.content
        if statements.epoch(signed) != self._log.epoch:
            return False
        if content.height > self._acks.height(player):
            return False
        return (content.log, content.state) == (self._log.log_at(content.height), self._log.state_at(content.height))

    def compare(self, link: int, signed: SignedAck) -> None:
        """Compare a player's statement, at a height that we have reached, with our log and state, and pass it on."""
        player, content = signed.player, signed.content
        if content.log != self._log.log_at(content.height):
            self._disputes.other_log(link, player, content.height, signed)
        elif content.state != self._log.state_at(content.height):
            self._disputes.other_state(link, player, content.height, content.state, signed)
        else:
            self._outbox.forward(signed, player, link)
            self.add(signed)
            self._disputes.acknowledged_ours(player, signed)

    def add(self, signed: SignedAck) -> None:
        """Take a statement that acknowledges our log and state; keep our own."""
        if signed.player == self._me:
            self._outbox.keep(signed, own=True)
        self._acks.add(signed.player, signed.content.height, signed)
