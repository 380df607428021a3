"""What all liars of the simulation have in common, and those who do nothing but be two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from p2p.log.messages import Message, SignedPresence
from p2p.log.statements import Promised, Proposed, SignedAck, SignedClosing, SignedEntry, SignedRequest, author
from tests.sim import keys
from tests.sim.network import Cable

if TYPE_CHECKING:
    from tests.sim.machine import Machine

Word = Message | bytes


class Liar:
    """A player who says what they should, unless a subclass says otherwise."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.world = machine.world
        self.player = machine.player
        self.random = machine.world.stream(f"liar {machine.number}")
        self.identity = keys.identity(machine.player, real=machine.world.plan.real)
        self.rate = self.random.choice((0.1, 0.5, 1.0))

    @property
    def name(self) -> str:
        """What is counted."""
        return type(self).__name__

    def says(self, to: int, message: Message) -> Iterable[Word]:
        """What one player hears instead of a message."""
        yield message

    def hears(self, cable: Cable, data: bytes) -> None:
        """A message comes in, before the session takes it."""

    def start(self) -> None:
        """Begin, for a liar who does something unasked."""

    def is_own(self, message: Message) -> bool:
        """Whether the liar has signed it, and does not only pass it on."""
        if isinstance(message, SignedEntry):
            return author(self.world.charter, message) == self.player
        if isinstance(message, Promised | Proposed):
            return message.signed.player == self.player
        signed = (SignedAck, SignedClosing, SignedRequest, SignedPresence)
        return isinstance(message, signed) and message.player == self.player

    def sign(self, signed: SignedEntry, **changes: Any) -> SignedEntry:
        """An entry that differs from one that the session signed."""
        return SignedEntry.by(self.identity, signed.entry._replace(**changes))

    def beacon_value(self, index: int) -> bytes:
        """A value of the liar's chain."""
        return keys.chain(self.player).value(index)

    def another_answer(self, signed: SignedEntry) -> str | None:
        """Another legal answer than an action of our log, if one comes to mind."""
        entry, log = signed.entry, self.machine.session.log
        if type(entry.body) is not str or entry.step > log.height or entry.log != log.log_at(entry.step - 1):
            return None
        before = log._places[entry.step - 1].game.copy()
        answer = self.world.table.answer(before, entry.seat, self.random)
        return answer if answer != entry.body else None

    def lied(self) -> None:
        """Count a lie."""
        self.world.count(f"lie: {self.name}, told")


class TwoFaced(Liar):
    """Has two programs with the same key that know nothing of each other, each for other people."""


class Cloned(Liar):
    """A copied profile: two programs with the same key, each of which everybody may be connected with."""
