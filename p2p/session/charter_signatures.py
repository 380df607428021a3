"""How every game begins: with the signatures of the charter, on the record of a game that it may continue."""

from __future__ import annotations

from p2p.errors import TableError
from p2p.game import NewGame
from p2p.log.messages import CharterSignature, Past
from p2p.log.record import verify_record
from p2p.session import events
from p2p.session.entries import Entries
from p2p.session.parts import Parts
from p2p.session.state import Phase, Transition


class CharterSignatures:
    """Takes the players' signatures of the charter, and the record that it continues."""

    def __init__(self, parts: Parts, entering: Entries, new_game: NewGame) -> None:
        self._parts = parts
        self._new_game = new_game
        self._entering = entering

    def sign(self) -> None:
        """Sign the charter, if we are a player and have not signed it yet, once we know what it continues."""
        me, signer, charter = self._parts.me, self._parts.signer, self._parts.charter
        if not self._parts.log.has_begun or self._parts.state.phase is not Phase.SIGNING:
            return
        if signer is not None and me is not None and me not in self._parts.signatures:
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
        self._begin()

    def on_past(self, link: int, past: Past) -> None:
        """Take the record that the charter continues, if we lack it, and pass it on; then we can sign, if we are to."""
        if self._parts.state.phase is not Phase.SIGNING or self._parts.log.has_begun:
            return
        try:
            self.goes_on(past)
        except TableError as error:
            self._parts.outbox.refuse(link, f"a record of another game than the charter continues: {error}")
            return
        if (player := self._parts.links.player(link)) is not None:
            self._parts.outbox.forward(past, player, link)
        self.sign()

    def goes_on(self, past: Past) -> None:
        """Go on with the recorded game that the charter continues; raise RecordError or Refused for any other."""
        if self._parts.log.has_begun:
            return
        verified = verify_record(past.record, self._new_game)
        self._parts.log.follow(verified.log, verified.signatures)
        self._parts.past = past
        self._parts.outbox.keep(past)
        self._begin()

    def _begin(self) -> None:
        """Begin the game once all have signed, and the game is here that it continues."""
        if self._parts.state.phase is not Phase.SIGNING:
            return
        if len(self._parts.signatures) == len(self._parts.charter.players) and self._parts.log.has_begun:
            self._parts.acks.begin(self._parts.log.start)
            self._parts.state.change(Transition.BEGIN)
            self._parts.outbox.show(events.Started())
            self._entering.next_step()
