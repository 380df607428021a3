"""The signatures of the charter, with which every game begins."""

from __future__ import annotations

from crypto.errors import SignatureError
from p2p.log.messages import CharterSignature
from p2p.session import events
from p2p.session.entries import Entries
from p2p.session.parts import Parts
from p2p.session.state import Phase, Transition


class CharterSignatures:
    """Takes the players' signatures of the charter."""

    def __init__(self, parts: Parts, entering: Entries) -> None:
        self._parts = parts
        self._state = parts.state
        self._entering = entering
        self._me = parts.me
        self._charter = parts.charter
        self._signatures = parts.signatures
        self._acks = parts.acks
        self._outbox = parts.outbox

    def on_signature(self, link: int, message: CharterSignature) -> None:
        """Judge a signature that came over a link, and pass it on."""
        if self._state.phase is not Phase.SIGNING or message.person in self._signatures:
            return
        try:
            self._charter.verify(message.person, message.signature)
        except SignatureError:
            self._parts.refuse(link, "a signature of the charter that is not its person's")
            return
        self._outbox.forward(message, message.person, link)
        self.signed(message)

    def signed(self, message: CharterSignature) -> None:
        """Take a good signature; once all are in, the game begins."""
        own = message.person == self._me
        self._outbox.keep(message, own=own)
        if own:
            self._outbox.broadcast(message)
        self._signatures[message.person] = message.signature
        self._acks.start(message.person)
        self._outbox.show(events.Signed(message.person))
        if len(self._signatures) == len(self._charter.persons):
            self._state.change(Transition.BEGIN)
            self._outbox.show(events.Started())
            self._entering.next_step()
