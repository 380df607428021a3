"""Where the parts of a session put their outputs, in the order in which things happened."""

from __future__ import annotations

from collections.abc import Callable

from p2p.errors import Text
from p2p.log.messages import Fetch, Have, Message, encode
from p2p.session.events import Event, Keep, MessageRefused, Output, Send
from p2p.session.links import Links

_OF_SPECTATORS = (Have, Fetch)
"""What a spectator may send."""


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
