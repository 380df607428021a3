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
    """Everyone's closing: those of the end of our log, and the newest of each player that doesn't fit our log yet."""

    def __init__(self, me: int | None, log: Log, sync: Sync, outbox: Outbox) -> None:
        self._me = me
        self._log = log
        self._sync = sync
        self._outbox = outbox
        self._signed: dict[int, SignedClosing] = {}
        self._others: dict[int, tuple[int, SignedClosing]] = {}

    @property
    def of_our_end(self) -> list[SignedClosing]:
        """Return the closings of our end, in the order of players; none while the game goes on."""
        if self._log.kind is not Kind.OVER:
            return []
        end = self._log.closing()
        known = [one for player in self._log.charter.everyone for one in self._known(player)]
        return [signed for signed in known if signed.content == end]

    @property
    def suffice(self) -> bool:
        """Return whether a quorum has closed our end, so that it is final."""
        return len({signed.player for signed in self.of_our_end}) >= self._log.charter.quorum

    @property
    def signatures(self) -> dict[int, bytes]:
        """Return by player the signature of their closing of our end."""
        return {signed.player: signed.signature for signed in self.of_our_end}

    def take(self, link: int, signed: SignedClosing) -> None:
        """Judge a closing that came over a link: it may be one of our end, or of one that our log will come to.

        Of several signatures of one closing the first counts. If we passed on all, they could go round without end.
        """
        content = signed.content
        if any(known.content == content for known in self._known(signed.player)):
            return
        if content.term > self._log.term:
            self._sync.claim(link, content.term, content.height)
            return
        if not signed.is_signed(self._log.charter):
            self._outbox.refuse(link, "a closing whose signature is not its player's")
        else:
            self._others[signed.player] = link, signed
            self._sync.claim(link, content.term, content.height)
            self.keep()

    def keep(self) -> None:
        """Keep and pass on the closings of our end that came before it."""
        closed = self.of_our_end
        for link, signed in list(self._others.values()):
            if signed in closed:
                del self._others[signed.player]
                self._outbox.forward(signed, signed.player, link)
                self.add(signed)

    def add(self, signed: SignedClosing) -> None:
        """Keep a closing of our end, or our own."""
        self._signed[signed.player] = signed
        self._outbox.keep(signed, own=signed.player == self._me)

    def _known(self, player: int) -> list[SignedClosing]:
        """Return the closings that we know of a player."""
        other = self._others.get(player, (None, None))[1]
        return [signed for signed in (self._signed.get(player), other) if signed is not None]
