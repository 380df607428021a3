"""Liars who say more than they should, with what they say, and forge what they serve."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from p2p.log import messages
from p2p.log.messages import Chunk, Message
from p2p.log.statements import SignedEntry
from tests.p2p import lies
from tests.p2p.lies import GARBAGE
from tests.sim.liars.liar import Liar, Word
from tests.sim.network import Cable

if TYPE_CHECKING:
    from tests.sim.machine import Machine


class Forges(Liar):
    """Signs in others' names with the own key, and spoils the signatures of what passes."""

    def says(self, to: int, message: Message) -> Iterable[Word]:
        yield message
        if self.random.random() <= self.rate:
            for forged in lies.forged(self, message, self.random.randrange(len(self.world.charter.players))):
                self.lied()
                yield forged


class ServesForgeries(Liar):
    """Answers fetches with entries of others signed by the liar."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._forgeries: dict[bytes, bytes] = {}

    def says(self, to: int, message: Message) -> Iterable[Word]:
        if isinstance(message, Chunk):
            message = message._replace(entries=tuple(map(self._forged, message.entries)))
        yield message

    def _forged(self, data: bytes) -> bytes:
        if data not in self._forgeries:
            signed = messages.decode(data)
            self._forgeries[data] = data
            if isinstance(signed, SignedEntry) and not self.is_own(signed) and self.random.random() < self.rate:
                self.lied()
                self._forgeries[data] = messages.encode(self.sign(signed, body=self.another_answer(signed) or GARBAGE))
        return self._forgeries[data]


class Repeats(Liar):
    """Repeats what was said long ago, by the liar and by others."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._heard: list[bytes] = []

    def hears(self, cable: Cable, data: bytes) -> None:
        self._heard.append(data)

    def says(self, to: int, message: Message) -> Iterable[Word]:
        yield message
        if self._heard and self.random.random() < self.rate:
            self.lied()
            yield message
            yield self.random.choice(self._heard)
            yield self.random.choice(self._heard[:50])


class SpeaksOfAnotherGame(Liar):
    """Signs of other games, epochs and terms beside what is of this one."""

    def says(self, to: int, message: Message) -> Iterable[Word]:
        yield message
        if self.random.random() <= self.rate:
            for strange in lies.of_another_game(self, message):
                self.lied()
                yield strange


class SpeaksGarbage(Liar):
    """Sends bytes that are no message."""

    def says(self, to: int, message: Message) -> Iterable[Word]:
        yield message
        if self.random.random() < self.rate / 10:
            self.lied()
            data = bytearray(messages.encode(message))
            data[self.random.randrange(len(data))] ^= 1 << self.random.randrange(8)
            yield bytes(data)
