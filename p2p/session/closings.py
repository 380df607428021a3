"""The closings of the players, by which each says that they know the end of the game to be final.

A closing attests nothing, so a player who has promised a higher term may sign it. In whatever epoch it is signed, it
names the step that ended the game.
"""

from __future__ import annotations

from p2p.log.log import Log
from p2p.log.statements import SignedClosing
from p2p.log.steps import Kind
from p2p.session.outbox import Outbox
from p2p.session.sync import Sync


class Closings:
    """Everyone's closing: those of the end of our log, and those of a height that we have not reached."""

    def __init__(self, me: int | None, log: Log, sync: Sync, outbox: Outbox) -> None:
        self._me = me
        self._log = log
        self._sync = sync
        self._outbox = outbox
        self._signed: dict[int, SignedClosing] = {}
        self._ahead: dict[int, tuple[int, SignedClosing]] = {}

    @property
    def ours(self) -> list[SignedClosing]:
        """Return the closings of the end of our log, in the order of players; none while the game goes on."""
        if self._log.kind is not Kind.OVER:
            return []
        end = self._log.closing()
        return [signed for _, signed in sorted(self._signed.items()) if signed.content == end]

    @property
    def signatures(self) -> dict[int, bytes]:
        """Return by player the signature of their closing of our end."""
        return {signed.player: signed.signature for signed in self.ours}

    def take(self, link: int, signed: SignedClosing) -> None:
        """Judge a closing that came over a link. One of an older end no longer counts.

        Of several signatures of one closing the first counts. If we passed on all, they could go round without end.
        """
        content, known = signed.content, self._signed.get(signed.player)
        if known is not None and known.content == content:
            return
        if content.term > self._log.term:
            self._sync.claim(link, content.term, content.height)
            return
        if not signed.is_signed(self._log.keys):
            self._outbox.refuse(link, "a closing whose signature is not its player's")
            return
        if self._log.kind is Kind.OVER and content == self._log.closing():
            self._outbox.forward(signed, signed.player, link)
            self.add(signed)
        elif content.term == self._log.term and content.height > self._log.height:
            self._ahead[signed.player] = link, signed
            self._sync.claim(link, content.term, content.height)
        elif content.term == self._log.term:
            self._outbox.refuse(link, "a closing of another end than ours")

    def reached(self) -> None:
        """Judge the closings of heights that our log has reached since they came."""
        for player, (link, signed) in list(self._ahead.items()):
            if signed.content.height <= self._log.height:
                del self._ahead[player]
                self.take(link, signed)

    def add(self, signed: SignedClosing) -> None:
        """Keep a closing of our end, or our own."""
        self._signed[signed.player] = signed
        self._outbox.keep(signed, own=signed.player == self._me)
