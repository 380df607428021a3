"""Liars who say something else instead of what they should."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from p2p.log import messages
from p2p.log.justify import Unjustified, head_of, justify
from p2p.log.messages import Chunk, Message
from p2p.log.statements import ABSENT, Change, Promised, Proposed, SignedAck, SignedEntry, SignedPromise, SignedProposal
from tests.p2p import lies
from tests.p2p.lies import GARBAGE
from tests.sim.liars.liar import Liar, Word

if TYPE_CHECKING:
    from tests.sim.machine import Machine


class Changes(Liar):
    """Changes some of the own words, for all or for some, and to each keeps to what was said before."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        others = [player for player in self.world.charter.everyone if player != self.player]
        self.lied_to = set(others)
        if self.random.random() < 0.6:
            self.lied_to = set(self.random.sample(others, self.random.randrange(1, len(others) + 1)))
        self.serves = self.random.choice(("the truth", "the lies", "nothing"))
        self._lies: dict[bytes, Message | None] = {}

    def says(self, to: int, message: Message) -> Iterable[Word]:
        if isinstance(message, Chunk):
            if self.serves == "the truth" or to not in self.lied_to:
                yield message
            elif self.serves == "the lies":
                packets = [messages.encode(self._changed(messages.decode(data))) for data in message.entries]
                yield message._replace(entries=tuple(packets))
        elif to in self.lied_to:
            yield self._changed(message)
        else:
            yield message

    def _changed(self, message: Message) -> Message:
        if not self.is_own(message):
            return message
        data = messages.encode(message)
        if data not in self._lies:
            lie = self.lie(message) if self.random.random() < self.rate else None
            self._lies[data] = lie
            if lie is not None:
                self.lied()
        return self._lies[data] or message

    def lie(self, message: Message) -> Message | None:
        """What is said instead; None for what is left as it is."""
        raise NotImplementedError


class ActsIllegally(Changes):
    lie = lies.illegal_action


class OpensWrongly(Changes):
    lie = lies.wrong_opening


class OpensAnotherSalt(Changes):
    lie = lies.another_salt


class RevealsNoValue(Changes):
    lie = lies.no_link


class RevealsALaterValue(Changes):
    lie = lies.later_link


class CountsWrongly(Changes):
    lie = lies.wrong_counter


class ActsInsteadOfCommitting(Changes):
    lie = lies.action_for_a_commitment


class ActsOtherwise(Changes):
    """Takes one action before some and another before the others."""

    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedEntry) and type(message.entry.body) is str:
            answer = self.another_answer(message)
            return self.sign(message, body=answer) if answer is not None else None
        return None


class CommitsOtherwise(Changes):
    lie = lies.another_commitment


class EntersUponAnotherLog(Changes):
    def lie(self, message: Message) -> Message | None:
        return self.sign(message, log=GARBAGE) if isinstance(message, SignedEntry) else None


class EntersUponAnotherState(Changes):
    def lie(self, message: Message) -> Message | None:
        return self.sign(message, state=GARBAGE) if isinstance(message, SignedEntry) else None


class AcknowledgesAnotherLog(Changes):
    lie = lies.another_log_acknowledged


class AcknowledgesAnotherState(Changes):
    lie = lies.another_state_acknowledged


class AcknowledgesTooMuch(Changes):
    """Acknowledges heights that no one has reached."""

    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedAck):
            more = message.content.height + self.random.choice((1, 2, 1000))
            return SignedAck.by(self.identity, self.player, message.content._replace(height=more, log=GARBAGE))
        return None


class ClosesAnotherLog(Changes):
    lie = lies.another_log_closed


class ClosesAnotherState(Changes):
    lie = lies.another_state_closed


class PromisesOtherwise(Changes):
    """Promises a term twice, with a head below what was acknowledged, or with one that no one can fetch."""

    def lie(self, message: Message) -> Message | None:
        if not isinstance(message, Promised):
            return None
        promise, log = message.signed.content, self.machine.session.log
        players = self.world.charter.everyone
        others = (
            promise._replace(changes=()),
            promise._replace(head=head_of(log, self.random.randrange(log.height + 1))),
            promise._replace(head=promise.head._replace(height=promise.head.height + 3, log=GARBAGE)),
            promise._replace(secrets=tuple(players)),
        )
        other = self.random.choice([other for other in others if other.head.term < other.term])
        return message._replace(signed=SignedPromise.by(self.identity, self.player, other))


class ProposesOtherwise(Changes):
    """Coordinates with fewer promises than there are, with other changes or another base than they give, or twice."""

    def lie(self, message: Message) -> Message | None:
        if not isinstance(message, Proposed):
            return None
        epoch, quorum = message.epoch, self.world.charter.quorum
        absent = Change(ABSENT, self.random.randrange(len(self.world.charter.players)))
        if self.random.random() < 0.4:
            fewer = sorted(self.random.sample(message.promises, quorum), key=lambda one: one.player)
            return self._made_of(message, tuple(fewer))
        other = self.random.choice((epoch._replace(changes=()), epoch._replace(changes=(absent,))))
        return message._replace(signed=SignedProposal.by(self.identity, self.player, other))

    def _made_of(self, message: Proposed, promises: tuple[SignedPromise, ...]) -> Proposed | None:
        """What lawfully follows from these promises alone, so that no one can tell that there were more."""
        said = {one.player: one.content for one in promises}
        secrets = [secret for one in self.machine.session._state.promises.values() for secret in one.secrets]
        try:
            found = justify(said, self.machine.session.log, secrets)
        except Unjustified:
            return None
        other = message.epoch._replace(base=head_of(found.base), changes=found.changes)
        return Proposed(SignedProposal.by(self.identity, self.player, other), promises)
