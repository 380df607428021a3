"""Our connections, what we say of them, and what others say of theirs."""

from __future__ import annotations

from crypto.errors import SignatureError
from p2p.charter import Charter
from p2p.events import Moved, Refused
from p2p.links import Links
from p2p.outbox import Outbox
from p2p.presence import Address, Presence, Roster, SignedPresence, Standing, verify_presence
from p2p.signer import Signer


class Neighbours:
    """Presences go out with the next flush, the newest of each person only: so nobody can make us pass on a flood."""

    def __init__(self, charter: Charter, me: int | None, signer: Signer | None) -> None:
        self.roster = Roster(charter)
        self.links = Links(self.roster)
        self._charter = charter
        self._me = me
        self._signer = signer
        self._standing = Standing.HERE
        self._addresses: tuple[Address, ...] = ()
        self._changed = True
        self._onward: dict[int, int] = {}

    @property
    def due(self) -> bool:
        """Whether there are presences to send."""
        return bool(self._onward) or (self._changed and self._signer is not None)

    @property
    def reachable(self) -> set[int]:
        """The persons whom messages of ours can reach, directly or through others; we ourselves among them."""
        persons = self.links.persons
        return self.roster.reachable(persons[0] if self._me is None and persons else self._me or 0, persons)

    def listen_at(self, addresses: tuple[Address, ...]) -> None:
        """Say from now on that we can be dialled there."""
        self._changed |= addresses != self._addresses
        self._addresses = addresses

    def stand(self, standing: Standing) -> None:
        """Say from now on that we are here, or no longer."""
        self._changed |= standing is not self._standing
        self._standing = standing

    def connected(self, link: int, person: int | None) -> None:
        """A connection has begun."""
        self.links.add(link, person)
        self._changed |= person is not None

    def disconnected(self, link: int) -> None:
        """A connection has ended."""
        self._changed |= self.links.person(link) is not None
        self.links.remove(link)

    def offer(self, link: int, outbox: Outbox) -> None:
        """Send over a link what all have said of themselves."""
        for signed in self.roster:
            outbox.send(signed, link)

    def take(self, source: int, signed: SignedPresence, outbox: Outbox) -> bool:
        """Take what a person says of himself; whether somebody may have lost a connection by it."""
        if signed.person == self._me or not self.roster.is_newer(signed):
            return False
        try:
            verify_presence(self._charter, signed)
        except SignatureError:
            outbox.show(Refused(source, "a presence whose signature is not its person's"))
            return False
        self._onward[signed.person] = source
        lost = self.roster.take(signed)
        outbox.show(Moved(signed.person))
        return lost

    def flush(self, outbox: Outbox) -> None:
        """Send our own presence if it has changed, and pass on the newest of others."""
        if self._changed and self._signer is not None and self._me is not None:
            self._changed = False
            presence = Presence(
                self._charter.id,
                self.roster.counter(self._me) + 1,
                int(self._standing),
                tuple(person for person in self.links.persons if person != self._me),
                self._addresses,
            )
            signed = self._signer.presence(presence, self._me)
            self.roster.take(signed)
            outbox.broadcast(signed)
        onward, self._onward = self._onward, {}
        for signed in list(self.roster):
            if signed.person in onward:
                outbox.forward(signed, signed.person, onward[signed.person])
