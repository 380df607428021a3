"""Where the parts of a session put what they have to say, in the order in which it happened."""

from __future__ import annotations

from p2p.events import Event, Keep, Output, Send
from p2p.links import Links
from p2p.messages import Message, encode


class Outbox:
    """The outputs of one call of a session."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._outputs: list[Output] = []

    def broadcast(self, message: Message, *, guests: bool = True) -> None:
        """Send what is our own, or news to all, over every link, or over those to persons only."""
        self._put(self._links.all(guests=guests), message)

    def send(self, message: Message, link: int) -> None:
        """Send over one link."""
        self._put((link,), message)

    def forward(self, message: Message, author: int, source: int, *, guests: bool = True) -> None:
        """Pass on what came over a link and has been found good and new."""
        self._put(self._links.onward(author, source, guests=guests), message)

    def keep(self, message: Message, *, own: bool = False) -> None:
        """Let a message be kept in the journal; one of our ``own`` before it is sent."""
        self._outputs.append(Keep(encode(message), own))

    def keep_secret(self, item: bytes) -> None:
        """Let an item be kept that nobody else is to see; before anything that follows from it is sent."""
        self._outputs.append(Keep(item, own=True))

    def show(self, event: Event) -> None:
        """Tell the program around the session."""
        self._outputs.append(event)

    def take(self) -> list[Output]:
        """All that has been put here since it was last taken."""
        outputs, self._outputs = self._outputs, []
        return outputs

    def _put(self, links: tuple[int, ...], message: Message) -> None:
        if links:
            self._outputs.append(Send(links, encode(message)))
