"""Our connections, and what goes over them: who is still here, what is passed on, in which order, and how fast.

A *link* is the number that the program around the session gives to a connection. It leads to a player of the charter,
or to a spectator, who only follows the game.

Of requests, promises, proposals and presences, a few of each player are taken at once on each log, so that changes of
epoch keep up with a fast game. Of any more, the newest is taken at the next flush. Proofs count by whom they accuse.
So no peer makes others verify, show, sign or keep a flood, and nothing that counts is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from crypto.identity import Identity
from p2p.errors import Text
from p2p.log.charter import Charter
from p2p.log.log import Log
from p2p.log.messages import Address, Fetch, Have, Message, Presence, Roster, SignedPresence, Status, encode
from p2p.log.statements import Equivocation, Promised, Proposed, SignedRequest, Violation, author
from p2p.session.events import Doubled, Event, Keep, MessageRefused, Missed, Moved, Output, Reached, Send

OF_SPECTATORS = (Have, Fetch)
"""What a spectator may send."""


class Links:
    """Has by link the player to whom it leads, None for a spectator.

    If ``watches``, we are a spectator ourselves, and only fetch.
    """

    def __init__(self, roster: Roster, *, watches: bool = False) -> None:
        self.watches = watches
        self._roster = roster
        self._players: dict[int, int | None] = {}
        self._onward: dict[tuple[int, int, bool], tuple[int, ...]] = {}

    def add(self, link: int, player: int | None) -> None:
        """A connection has begun."""
        self._players[link] = player
        self._onward.clear()

    def changed(self) -> None:
        """Other players' connections have changed."""
        self._onward.clear()

    def remove(self, link: int) -> None:
        """A connection has ended."""
        self._players.pop(link, None)
        self._onward.clear()

    def __contains__(self, link: int) -> bool:
        return link in self._players

    def player(self, link: int) -> int | None:
        """Return the player to whom a link leads."""
        return self._players.get(link)

    def to(self, player: int) -> int | None:
        """Return the newest link to a player, or None."""
        return next((link for link, other in reversed(self._players.items()) if other == player), None)

    @property
    def players(self) -> tuple[int, ...]:
        """Return the players with whom we are connected, in rising order."""
        return tuple(sorted({player for player in self._players.values() if player is not None}))

    def all(self, *, guests: bool = True) -> tuple[int, ...]:
        """Return all links, with or without those to spectators."""
        return tuple(link for link, player in self._players.items() if guests or player is not None)

    def onward(self, author: int, source: int, *, guests: bool = True) -> tuple[int, ...]:
        """Return the links on which to forward what came over ``source`` and was made by ``author``.

        It doesn't go back, to the author, or to players who are connected with the author. If one of these two lies
        about that, an entry is fetched later; what is kept but not in the log is offered again when a connection ends,
        or when the game stands still (`sync.on_have`).
        """
        asked = author, source, guests
        if asked not in self._onward:
            self._onward[asked] = self._work_out(*asked)
        return self._onward[asked]

    def _work_out(self, author: int, source: int, guests: bool) -> tuple[int, ...]:
        onward = []
        for link, player in self._players.items():
            wanted = guests if player is None else player != author and not self._roster.connected(author, player)
            if wanted and link != source:
                onward.append(link)
        return tuple(onward)


class Outbox:
    """The outputs of one call of a session. After ``post_to``, each goes out at once."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._outputs: list[Output] = []
        self._latest: tuple[Message | None, bytes] = None, b""
        self._post: Callable[[Output], None] = self._outputs.append

    def post_to(self, post: Callable[[Output], None]) -> None:
        """Hand every output to ``post`` from now on."""
        self._post = post

    def came(self, message: Message, data: bytes) -> None:
        """Note the bytes of a message that came in, so that it is kept and passed on as it came."""
        self._latest = message, data

    def broadcast(self, message: Message, *, guests: bool = True) -> None:
        """Send a message of our own, or news to all, over every link, or over those to players only."""
        self._put(self._links.all(guests=guests), message)

    def send(self, message: Message, link: int) -> None:
        """Send over one link."""
        self._put((link,), message)

    def forward(self, message: Message, author: int, source: int, *, guests: bool = True) -> None:
        """Pass on what came over a link and was good and new."""
        self._put(self._links.onward(author, source, guests=guests), message)

    def keep(self, message: Message, *, own: bool = False) -> None:
        """Keep a message in the journal; if it is our ``own``, before it is sent."""
        self._post(Keep(self._packet(message), own))

    def keep_secret(self, item: bytes) -> None:
        """Keep an item that no other player may see, before anything that follows from it is sent."""
        self._post(Keep(item, own=True))

    def show(self, event: Event) -> None:
        """Show an event to the program around the session."""
        self._post(event)

    def refuse(self, link: int, reason: str | Text) -> None:
        """Show that a message that came over a link is not taken."""
        self._post(MessageRefused(link, reason))

    def take(self) -> list[Output]:
        """Return all outputs since the last call that have not gone out."""
        outputs = self._outputs.copy()
        self._outputs.clear()
        return outputs

    def _put(self, links: tuple[int, ...], message: Message) -> None:
        if links and (not self._links.watches or isinstance(message, OF_SPECTATORS)):
            self._post(Send(links, self._packet(message)))

    def _packet(self, message: Message) -> bytes:
        """Return the bytes of a message, encoded once for all its uses at a time."""
        latest, data = self._latest
        if latest is not message:
            data = encode(message)
            self._latest = message, data
        return data


class Peers:
    """Sends and takes presences. Only each player's newest goes out, at the next flush: no flood is passed on."""

    def __init__(self, me: int | None, identity: Identity | None, log: Log) -> None:
        charter = log.charter
        self.present = set(charter.everyone)
        self.roster = Roster(charter)
        self.links = Links(self.roster, watches=me is None)
        self._charter: Charter = charter
        self._me = me
        self._identity = identity
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
        return bool(self._onward) or self._cut or (self._changed and self._identity is not None)

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
        if self._changed and self._identity is not None and self._me is not None:
            self._changed = False
            self._counter += 1
            presence = Presence(
                self._charter.id,
                self._counter,
                int(self._status),
                tuple(player for player in self.links.players if player != self._me),
                self._addresses,
            )
            signed = SignedPresence.by(self._identity, self._me, presence)
            self._keep(signed)
            outbox.keep(signed, own=True)
            outbox.broadcast(signed)
        onward, self._onward = self._onward, {}
        for signed in list(self.roster):
            if signed.player in onward:
                outbox.forward(signed, signed.player, onward[signed.player])


AT_ONCE = 16
"""The messages taken at once on one log, of each kind and player, over each connection."""

Paced: TypeAlias = SignedRequest | Promised | Proposed | SignedPresence | Equivocation | Violation
_Key: TypeAlias = tuple[int, type[Paced], int | None]


class Pacing:
    """Says what is taken at once, and holds the rest until the next flush.

    A held message is not verified yet. So it is held for the connection over which it came: a forged message can't
    replace one that came over another connection.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._upon = log.head
        self._taken: Counter[_Key] = Counter()
        self._held: dict[_Key, Paced] = {}

    @property
    def due(self) -> bool:
        """Return whether a flush would release something."""
        return bool(self._held)

    def takes(self, link: int, signed: Paced) -> bool:
        """Return whether to take a message now; if not, it is held."""
        if self._upon != self._log.head:
            self._upon = self._log.head
            self._taken.clear()
        key = link, type(signed), self._player(signed)
        if self._taken[key] < AT_ONCE:
            self._taken[key] += 1
            return True
        if key not in self._held or _number(signed) > _number(self._held[key]):
            self._held[key] = signed
        return False

    def release(self) -> Iterator[tuple[int, Paced]]:
        """Yield the newest of the held messages, each with its link."""
        held, self._held = self._held, {}
        for (link, _, _), signed in held.items():
            yield link, signed

    def disconnected(self, link: int) -> None:
        """Drop the messages of a link that has ended; others will offer them again."""
        self._held = {key: signed for key, signed in self._held.items() if key[0] != link}

    def _player(self, signed: Paced) -> int | None:
        """Return whose message it is, or whom a proof accuses. For it, one proof is as good as another."""
        if isinstance(signed, Equivocation | Violation):
            return author(self._log.charter, signed[0])
        return signed.signed.player if isinstance(signed, Promised | Proposed) else signed.player


def _number(signed: Paced) -> int:
    """Return a number that is greater the newer a message is; proofs have none."""
    if isinstance(signed, Equivocation | Violation):
        return 0
    return signed.signed.content.term if isinstance(signed, Promised | Proposed) else signed.content.counter
