"""The connections of a session, which of them a message takes, and the outputs in the order in which things happened.

A *link* is the number that the program around the session gives to a connection. It leads to a player of the charter,
or to a spectator, who only follows the game.
"""

from __future__ import annotations

from collections.abc import Callable

from p2p.errors import Text
from p2p.log.messages import Fetch, Have, Message, encode
from p2p.log.presence import Roster
from p2p.session.events import Event, Keep, MessageRefused, Output, Send

_OF_SPECTATORS = (Have, Fetch)
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
        about that, an entry is fetched later; what is kept but not in the log is offered again when a connection ends.
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
        if links and (not self._links.watches or isinstance(message, _OF_SPECTATORS)):
            self._post(Send(links, self._packet(message)))

    def _packet(self, message: Message) -> bytes:
        """Return the bytes of a message, encoded once for all its uses at a time."""
        latest, data = self._latest
        if latest is not message:
            data = encode(message)
            self._latest = message, data
        return data
