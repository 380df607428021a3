"""Where the parts of a session put what they have to say, in the order in which it happened."""

from __future__ import annotations

from p2p.events import Event, Output, Send
from p2p.messages import Message, encode


class Outbox:
    """The outputs of one call of a session."""

    def __init__(self) -> None:
        self._outputs: list[Output] = []

    def send(self, message: Message, to: int | None = None) -> None:
        """Send to one person, or to everybody else."""
        self._outputs.append(Send(to, encode(message)))

    def show(self, event: Event) -> None:
        """Tell the program around the session."""
        self._outputs.append(event)

    def take(self) -> list[Output]:
        """All that has been put here since it was last taken."""
        outputs, self._outputs = self._outputs, []
        return outputs
