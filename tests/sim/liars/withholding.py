"""Liars who keep to themselves what they should say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from p2p.log import messages
from p2p.log.messages import CharterSignature, Chunk, Have, Message
from p2p.log.statements import Promised, Proposed, SignedAck, SignedClosing, SignedEntry, is_beacon_value, is_opening
from tests.sim.liars.liar import Liar, Word

if TYPE_CHECKING:
    from tests.sim.machine import Machine


class Withholds(Liar):
    """Hides what they have signed of one kind, from all or from some."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        others = [player for player in self.world.charter.everyone if player != self.player]
        self.from_whom = set(others)
        if self.random.random() < 0.4:
            self.from_whom = set(self.random.sample(others, self.random.randrange(1, len(others) + 1)))
        self._withheld: dict[bytes, bool] = {}

    def says(self, to: int, message: Message) -> Iterable[Word]:
        if isinstance(message, Chunk):
            kept = [data for data in message.entries if to not in self.from_whom or not self._keeps(data)]
            yield message._replace(entries=tuple(kept))
        elif to not in self.from_whom or not self._keeps(messages.encode(message)):
            yield message

    def _keeps(self, data: bytes) -> bool:
        if data not in self._withheld:
            message = messages.decode(data)
            keeps = self.withholds(message) and self.random.random() < self.rate
            self._withheld[data] = keeps
            if keeps:
                self.lied()
        return self._withheld[data]

    def withholds(self, message: Message) -> bool:
        """Whether this is what the liar hides."""
        raise NotImplementedError


class WithholdsValues(Withholds):
    def withholds(self, message: Message) -> bool:
        return isinstance(message, SignedEntry) and self.is_own(message) and is_beacon_value(message.entry.body)


class WithholdsOpenings(Withholds):
    def withholds(self, message: Message) -> bool:
        return isinstance(message, SignedEntry) and self.is_own(message) and is_opening(message.entry.body)


class WithholdsEntries(Withholds):
    def withholds(self, message: Message) -> bool:
        return isinstance(message, SignedEntry) and self.is_own(message)


class WithholdsAcknowledgements(Withholds):
    def withholds(self, message: Message) -> bool:
        return isinstance(message, SignedAck | SignedClosing) and self.is_own(message)


class WithholdsPromises(Withholds):
    def withholds(self, message: Message) -> bool:
        return isinstance(message, Promised) and self.is_own(message)


class WithholdsProposals(Withholds):
    """Coordinates in vain: no one, or only some, hear what is proposed."""

    def withholds(self, message: Message) -> bool:
        return isinstance(message, Proposed) and self.is_own(message)


class Censors(Withholds):
    """Passes on nothing that others have signed."""

    def withholds(self, message: Message) -> bool:
        return not self.is_own(message) and not isinstance(message, Have | CharterSignature)


class IsSilent(Withholds):
    def withholds(self, message: Message) -> bool:
        return not isinstance(message, Have | CharterSignature)


class ServesNothing(Liar):
    """Answers no fetch, or with nothing, or with half of it."""

    def says(self, to: int, message: Message) -> Iterable[Word]:
        if not isinstance(message, Chunk) or self.random.random() > self.rate:
            yield message
            return
        self.lied()
        entries = message.entries
        answers: list[list[Word]] = [
            [],
            [message._replace(entries=())],
            [message._replace(entries=entries[: len(entries) // 2])],
            [message._replace(entries=entries[len(entries) // 2 :])],
            [message._replace(entries=entries[::-1])],
            [message._replace(height=message.height + 5)],
            [message._replace(term=message.term + 5)],
        ]
        yield from self.random.choice(answers)
