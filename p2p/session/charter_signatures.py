"""The signatures of the charter, with which every game begins."""

from __future__ import annotations

from p2p.log.messages import CharterSignature
from p2p.session import events
from p2p.session.entries import Entries
from p2p.session.parts import Parts
from p2p.session.state import Phase, Transition


class CharterSignatures:
    """Takes the players' signatures of the charter."""

    def __init__(self, parts: Parts, entering: Entries) -> None:
        self._parts = parts
        self._entering = entering

    def sign(self) -> None:
        """Sign the charter, if our key is in it and has not signed it yet."""
        me, signer, charter = self._parts.me, self._parts.signer, self._parts.charter
        if signer is not None and me is not None and self._parts.claim is None and me not in self._parts.signatures:
            self.signed(CharterSignature(charter.id, me, charter.sign(signer.identity)))

    def on_signature(self, link: int, message: CharterSignature) -> None:
        """Judge a signature that came over a link, and pass it on."""
        if self._parts.state.phase is not Phase.SIGNING or message.player in self._parts.signatures:
            return
        if not self._parts.charter.has_signed(message.player, message.signature):
            self._parts.outbox.refuse(link, "a signature of the charter that is not its player's")
            return
        self._parts.outbox.forward(message, message.player, link)
        self.signed(message)

    def signed(self, message: CharterSignature) -> None:
        """Take a good signature; once all are in, the game begins."""
        own = message.player == self._parts.me
        self._parts.outbox.keep(message, own=own)
        if own:
            self._parts.outbox.broadcast(message)
        self._parts.signatures[message.player] = message.signature
        self._parts.acks.start(message.player)
        self._parts.outbox.show(events.Signed(message.player))
        if len(self._parts.signatures) == len(self._parts.charter.players):
            self._parts.state.change(Transition.BEGIN)
            self._parts.outbox.show(events.Started())
            self._entering.next_step()
