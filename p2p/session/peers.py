"""Our connections, what we and others say about connections, and who is still here."""

from __future__ import annotations

from p2p.log.charter import Charter
from p2p.log.log import Log
from p2p.log.presence import Address, Presence, Roster, SignedPresence, Status
from p2p.session.events import Doubled, Missed, Moved, Reached
from p2p.session.links import Links, Outbox
from p2p.session.signer import Signer


class Peers:
    """Sends and takes presences. Only each player's newest goes out, at the next flush: no flood is passed on."""

    def __init__(self, me: int | None, signer: Signer | None, log: Log) -> None:
        charter = log.charter
        self.present = set(charter.everyone)
        self.roster = Roster(charter)
        self.links = Links(self.roster, watches=me is None)
        self._charter: Charter = charter
        self._me = me
        self._signer = signer
        self._status = Status.HERE
        self._addresses: tuple[Address, ...] = ()
        self._changed = True
        self._counter = 0
        self._not_ours = 0
        """The newest counter that we were shown under our own key and have not used."""
        self._is_doubled = False
        self._onward: dict[int, int] = {}
        self._missed = self.present - {me}
        self._lost: tuple[tuple[int, ...], set[int]] | None = None
        self._cut = False
        self._back: set[int] = set()

    @property
    def due(self) -> bool:
        """Return whether there are presences to send, or a lost connection calls for a new offer."""
        return bool(self._onward) or self._cut or (self._changed and self._signer is not None)

    @property
    def gone(self) -> set[int]:
        """Return the players who say that they have left, or have no game any more."""
        _, gone = self._look()
        return gone

    @property
    def leavers(self) -> list[int]:
        """Return those of them who don't count as lost yet: the first to leave, since others left because of them."""
        return sorted(self.gone & self.present - {self._me}, key=lambda player: (self.roster.status(player), player))

    @property
    def unreachable(self) -> tuple[int, ...]:
        """Return the players with whom no player here is connected, as far as all say, without those who are gone."""
        unreachable, _ = self._look()
        return unreachable

    def _look(self) -> tuple[tuple[int, ...], set[int]]:
        """Return who is unreachable and who is gone. It is asked after every step, so it is computed only after a
        change.
        """
        if self._lost is None:
            gone = {signed.player for signed in self.roster if signed.content.status != Status.HERE}
            players = self.links.players
            start = self._me if self._me is not None else next(iter(players), 0)
            reachable = self.roster.reachable(start, players)
            self._lost = tuple(sorted(self.present - reachable - gone - {self._me})), gone
        return self._lost

    def give_up(self, player: int) -> None:
        """Count a player as lost."""
        self.present.discard(player)
        self._lost = None

    def look_round(self, outbox: Outbox) -> None:
        """Report the players whom messages now reach and didn't before, and the other way round."""
        missed = set(self.unreachable)
        for player in sorted((self._missed - missed) & self.present - self.gone):
            outbox.show(Reached(player))
        for player in sorted(missed - self._missed):
            outbox.show(Missed(player))
        self._missed = missed

    @property
    def has_back(self) -> bool:
        """Return whether ``take_back`` has a player to name."""
        return bool(self._back)

    def take_back(self) -> set[int]:
        """Return the players who were missed and have been heard of since the last call."""
        back, self._back = self._back, set()
        return back

    def take_cut(self) -> bool:
        """Return whether a connection between others may have ended since the last call."""
        cut, self._cut = self._cut, False
        return cut

    def listen_at(self, addresses: tuple[Address, ...]) -> None:
        """Say from now on that we can be dialled at these addresses."""
        self._changed |= addresses != self._addresses
        self._addresses = addresses

    def set_status(self, status: Status) -> None:
        """Say from now on that we are here, or no longer."""
        self._changed |= status is not self._status
        self._status = status

    def connected(self, link: int, player: int | None) -> None:
        """A connection has begun."""
        self.links.add(link, player)
        self._lost = None
        if player is not None and player in self._missed:
            self._back.add(player)
        self._changed |= player is not None

    def disconnected(self, link: int) -> None:
        """A connection has ended."""
        self._changed |= self.links.player(link) is not None
        self.links.remove(link)
        self._lost = None

    def offer(self, link: int, outbox: Outbox) -> None:
        """Send all players' presences over a link."""
        for signed in self.roster:
            outbox.send(signed, link)

    def restore(self, signed: SignedPresence) -> None:
        """Restore our presence from before a restart, so that the next one is newer."""
        if signed.player == self._me:
            self._counter = max(self._counter, signed.content.counter)

    def adopt(self, signed: SignedPresence) -> None:
        """Take a presence of ours that another player shows and this program has lost."""
        if signed.is_signed(self._charter):
            self._changed |= signed.content.counter >= self._counter
            self.restore(signed)

    def take(self, source: int, signed: SignedPresence, outbox: Outbox) -> None:
        """Take a player's presence."""
        if signed.player == self._me or not self.roster.is_newer(signed):
            return
        if not signed.is_signed(self._charter):
            outbox.refuse(source, "a presence whose signature is not its player's")
            return
        self._onward[signed.player] = source
        self._cut |= self._keep(signed)
        if signed.player in self._missed:
            self._back.add(signed.player)
        outbox.show(Moved(signed.player))
        self.look_round(outbox)

    def hear_of_ourselves(self, signed: SignedPresence, outbox: Outbox) -> None:
        """Take a presence that is signed with our key and, if it is newer than our last, not by this program.

        Once, it may be from before a restart. If a still newer one comes, another program uses our key now; that is
        reported once.
        """
        before, counter = self._not_ours, signed.content.counter
        if self._is_doubled or counter <= before or not self.roster.is_newer(signed):
            return
        if not signed.is_signed(self._charter):
            return
        self._not_ours = counter
        if before:
            self._is_doubled = True
            outbox.show(Doubled())

    def _keep(self, signed: SignedPresence) -> bool:
        """Keep a player's presence; return whether a connection of others may have ended."""
        self._lost = None
        self.links.changed()
        return self.roster.take(signed)

    def flush(self, outbox: Outbox) -> None:
        """Send our own presence if it has changed, and pass on the newest of others."""
        if self._changed and self._signer is not None and self._me is not None:
            self._changed = False
            self._counter += 1
            presence = Presence(
                self._charter.id,
                self._counter,
                int(self._status),
                tuple(player for player in self.links.players if player != self._me),
                self._addresses,
            )
            signed = SignedPresence.by(self._signer.identity, self._me, presence)
            self._keep(signed)
            outbox.keep(signed, own=True)
            outbox.broadcast(signed)
        onward, self._onward = self._onward, {}
        for signed in list(self.roster):
            if signed.player in onward:
                outbox.forward(signed, signed.player, onward[signed.player])
