"""The liars of the simulation: what each of their programs does that an honest one does not.

Behind each sits an honest session, whose messages are changed, held back or added to on their way out. Whoever has two
faces has two of them, each as honest as the other, which know nothing of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from p2p import messages
from p2p.ballots import (
    ABSENT,
    BACK,
    Change,
    Passed,
    Proposal,
    SignedBallot,
    SignedWish,
    Wish,
    sign_ballot,
    sign_wish,
)
from p2p.messages import CharterSignature, Chunk, Have, Message
from p2p.presence import Presence, SignedPresence, Standing, sign_presence
from p2p.proof import Breach, Contradiction
from p2p.statements import (
    SignedAck,
    SignedClosing,
    SignedEntry,
    author,
    is_link,
    is_opening,
    sign_ack,
    sign_entry,
)
from p2p.steps import Kind
from tests.p2p import lies
from tests.p2p.lies import GARBAGE
from tests.sim import keys
from tests.sim.network import Cable

if TYPE_CHECKING:
    from tests.sim.machine import Machine

Word = Message | bytes


class Liar:
    """A person who says what he should, unless a subclass says otherwise."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.world = machine.world
        self.person = machine.person
        self.random = machine.world.stream(f"liar {machine.number}")
        self.identity = keys.identity(machine.person, real=machine.world.plan.real)
        self.rate = self.random.choice((0.1, 0.5, 1.0))

    @property
    def name(self) -> str:
        """What is counted."""
        return type(self).__name__

    def says(self, to: int, message: Message) -> Iterable[Word]:
        """What one person hears instead of a message."""
        yield message

    def hears(self, cable: Cable, data: bytes) -> None:
        """A message comes in, before the session takes it."""

    def start(self) -> None:
        """Begin, for whoever does something of his own accord."""

    def is_own(self, message: Message) -> bool:
        """Whether he has signed it himself, and does not only pass it on."""
        if isinstance(message, SignedEntry):
            return author(self.world.charter, message) == self.person
        signed = (SignedAck, SignedClosing, SignedBallot, SignedWish, SignedPresence)
        return isinstance(message, signed) and message.person == self.person

    def sign(self, signed: SignedEntry, **changes: Any) -> SignedEntry:
        """An entry that differs from one that the session signed."""
        return sign_entry(self.identity, signed.entry._replace(**changes))

    def link(self, index: int) -> bytes:
        """A link of his chain."""
        return keys.chain(self.person).link(index)

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


class Changes(Liar):
    """Changes some of his own words, for all or for some; to each he keeps to what he said before."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        others = [person for person in range(len(self.world.charter.persons)) if person != self.person]
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


class RevealsNoLink(Changes):
    lie = lies.no_link


class RevealsALaterLink(Changes):
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
    """Acknowledges heights that nobody has reached."""

    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedAck):
            more = message.content.height + self.random.choice((1, 2, 1000))
            return sign_ack(self.identity, self.person, message.content._replace(height=more, log=GARBAGE))
        return None


class ClosesAnotherLog(Changes):
    lie = lies.another_log_closed


class ClosesAnotherState(Changes):
    lie = lies.another_state_closed


class VotesOtherwise(Changes):
    """Signs another ballot of the same term, or one below what he has acknowledged."""

    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedBallot):
            log = self.machine.session.log
            term = message.proposal.term
            base = self.random.randrange(log.height + 1) if self.random.random() < 0.5 else log.height
            if log.term >= term:
                return None
            return sign_ballot(self.identity, self.person, proposal_at(self.machine, term, base, self._changes()))
        return None

    def _changes(self) -> tuple[Change, ...]:
        persons = range(len(self.world.charter.persons))
        return self.random.choice(((), (Change(ABSENT, self.random.choice(persons)),)))


class Withholds(Liar):
    """Keeps to himself what he has signed of one kind, before all or before some."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        others = [person for person in range(len(self.world.charter.persons)) if person != self.person]
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
        """Whether this is what he keeps."""
        raise NotImplementedError


class WithholdsLinks(Withholds):
    def withholds(self, message: Message) -> bool:
        return isinstance(message, SignedEntry) and self.is_own(message) and is_link(message.entry.body)


class WithholdsOpenings(Withholds):
    def withholds(self, message: Message) -> bool:
        return isinstance(message, SignedEntry) and self.is_own(message) and is_opening(message.entry.body)


class WithholdsEntries(Withholds):
    def withholds(self, message: Message) -> bool:
        return isinstance(message, SignedEntry) and self.is_own(message)


class WithholdsAcknowledgements(Withholds):
    def withholds(self, message: Message) -> bool:
        return isinstance(message, SignedAck | SignedClosing) and self.is_own(message)


class WithholdsBallots(Withholds):
    def withholds(self, message: Message) -> bool:
        return isinstance(message, SignedBallot) and self.is_own(message)


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


class ServesForgeries(Liar):
    """Answers fetches with entries of others that he has signed himself."""

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


class Forges(Liar):
    """Signs in others' names with his own key, and spoils the signatures of what he passes on."""

    def says(self, to: int, message: Message) -> Iterable[Word]:
        yield message
        if self.random.random() > self.rate:
            return
        another = self.random.randrange(len(self.world.charter.persons))
        match message:
            case SignedEntry():
                self.lied()
                yield self.sign(message, seat=another)
                yield SignedEntry(message.entry, bytes(64))
            case SignedAck() | SignedClosing() | SignedBallot() | SignedWish() | SignedPresence():
                self.lied()
                yield message._replace(person=another)
                yield message._replace(signature=bytes(64))
            case _:
                pass


class Repeats(Liar):
    """Says again what he and others have said long ago."""

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
        if self.random.random() > self.rate:
            return
        if isinstance(message, SignedEntry):
            self.lied()
            yield self.sign(message, game=GARBAGE)
            yield self.sign(message, epoch=GARBAGE)
            yield self.sign(message, term=message.entry.term + 1, epoch=GARBAGE)
        if isinstance(message, SignedAck):
            self.lied()
            yield sign_ack(self.identity, self.person, message.content._replace(game=GARBAGE))
            far = message.content._replace(term=message.content.term + 500, epoch=GARBAGE)
            yield sign_ack(self.identity, self.person, far)


class SpeaksGarbage(Liar):
    """Sends bytes that are no message."""

    def says(self, to: int, message: Message) -> Iterable[Word]:
        yield message
        if self.random.random() < self.rate / 10:
            self.lied()
            data = bytearray(messages.encode(message))
            data[self.random.randrange(len(data))] ^= 1 << self.random.randrange(8)
            yield bytes(data)


class Acts(Liar):
    """Does something every second, of his own accord."""

    def start(self) -> None:
        self._pause = self.random.choice((1_000, 5_000, 20_000))
        self._left = 60
        self.world.after(self._pause, self._act)

    def _act(self) -> None:
        if self.world.is_over or self._left == 0:
            return
        self._left -= 1
        self.world.after(self._pause, self._act)
        if self.machine.is_up and not self.machine.is_asleep:
            for cable in list(self.machine.cables.values()):
                for word in self.act(cable.other(self.machine).person):
                    self.lied()
                    self.machine.say(cable, word)

    def act(self, to: int) -> Iterator[Word]:
        """What he says to one person now."""
        raise NotImplementedError


class ClaimsHeights(Acts):
    """Claims heights and terms that nobody has reached."""

    def act(self, to: int) -> Iterator[Word]:
        log = self.machine.session.log
        far = self.random.choice((1, 10, 1 << 40))
        heard = tuple(0 for _ in self.world.charter.persons)
        yield self.random.choice(
            (
                Have(log.term + far, log.height, heard),
                Have(log.term, log.height + far, heard),
                Have(log.term, log.height, tuple(far for _ in heard)),
            )
        )


class FloodsWishes(Acts):
    """Wishes for anything, in any term, again and again."""

    def start(self) -> None:
        self._counter = 1_000
        super().start()

    def act(self, to: int) -> Iterator[Word]:
        log = self.machine.session.log
        for _ in range(5):
            self._counter += 1
            term = log.term + self.random.choice((1, 2, 900, 1_001, 1 << 40))
            base = self.random.randrange(log.height + 1)
            persons = range(len(self.world.charter.persons))
            changes = self.random.choice(((), (Change(ABSENT, self.random.choice(persons)),), (Change(BACK, 0),)))
            proposal = proposal_at(self.machine, term, base, changes)
            if self.random.random() < 0.2:
                lie = (proposal.parent_term + 7, proposal.parent, base + 3, proposal.log, proposal.state)
                proposal = Proposal(proposal.game, term, *lie, changes)
            wish = Wish(self.world.charter.id, self._counter, self.random.choice((0, base, 1 << 30)), proposal)
            yield sign_wish(self.identity, self.person, wish)


class FloodsBallots(Acts):
    """Signs ballots of ever higher terms; never two of one term, and none below what he has acknowledged."""

    def start(self) -> None:
        self._term = 0
        super().start()

    def act(self, to: int) -> Iterator[Word]:
        log = self.machine.session.log
        self._term = max(self._term, log.term) + self.random.choice((1, 2, 500))
        persons = range(len(self.world.charter.persons))
        changes = self.random.choice(((), (Change(ABSENT, self.random.choice(persons)),)))
        yield sign_ballot(self.identity, self.person, proposal_at(self.machine, self._term, log.height, changes))


class LiesAboutConnections(Acts):
    """Says that he is connected with everybody, or nobody, or is gone."""

    def start(self) -> None:
        self._counter = 1_000
        super().start()

    def act(self, to: int) -> Iterator[Word]:
        self._counter += 1
        others = tuple(p for p in range(len(self.world.charter.persons)) if p != self.person)
        neighbours = self.random.choice(((), others, others[:1], tuple(range(8))))
        standing = self.random.choice((Standing.HERE, Standing.HERE, Standing.LEFT, Standing.STOPPED))
        presence = Presence(self.world.charter.id, self._counter, int(standing), neighbours, ())
        yield sign_presence(self.identity, self.person, presence)


class ForgesVotes(Acts):
    """Shows votes that have not passed, asked or unasked; claims to be in the epochs that they begin, to be asked."""

    def says(self, to: int, message: Message) -> Iterable[Word]:
        if isinstance(message, Chunk) and self.random.random() < self.rate:
            self.lied()
            vote = messages.encode(self._vote(self.random.randrange(self.machine.session.log.height + 1)))
            message = message._replace(term=message.term + 1, entries=(*message.entries, vote))
        yield message

    def act(self, to: int) -> Iterator[Word]:
        log = self.machine.session.log
        yield Have(log.term + 1, log.height + 1, tuple(0 for _ in self.world.charter.persons))
        vote = self._vote(log.height)
        yield self.random.choice((vote, Chunk(log.height + 1, log.term + 1, log.height + 1, ())))
        for first in range(max(1, log.height - 2), log.height + 2):
            yield Chunk(first, log.term + 1, log.height + 1, (messages.encode(vote),))

    def _vote(self, base: int) -> Passed:
        """To declare anybody absent, with ballots of all in his own hand."""
        persons = range(len(self.world.charter.persons))
        changes = (Change(ABSENT, self.random.choice(persons)),)
        proposal = proposal_at(self.machine, self.machine.session.log.term + 1, base, changes)
        own = sign_ballot(self.identity, self.person, proposal).signature
        return Passed(proposal, tuple((person, own) for person in persons))


class AccusesOthers(Acts):
    """Shows what others have signed as if it proved something against them."""

    def act(self, to: int) -> Iterator[Word]:
        log = self.machine.session.log
        entries = [signed for step in log.steps for signed in step.entries if not self.is_own(signed)]
        if entries:
            one, other = self.random.choice(entries), self.random.choice(entries)
            yield Breach(one)
            yield Contradiction(one, other)
            yield Contradiction(one, self.sign(one, body=self.another_answer(one) or GARBAGE))
        for ack in self.machine.session._acks.newest():
            if ack.person != self.person and entries:
                yield Contradiction(ack, self.random.choice(entries))


class ActsOutOfTurn(Acts):
    """Enters what is not asked of him: for a seat of his that has no turn, after the end, a second time."""

    def act(self, to: int) -> Iterator[Word]:
        log = self.machine.session.log
        seat = self.world.charter.seats_of(self.person)[-1]
        entries = [signed for step in log.steps[-1:] for signed in step.entries if self.is_own(signed)]
        if log.kind in (Kind.LINKS, Kind.OVER) and log.steps and log.steps[-1].entries and self.random.random() < 0.3:
            last = log.steps[-1].entries[-1]
            where = {"term": log.term, "epoch": log.epoch_id, "log": log.head, "state": log.state}
            yield self.sign(last, step=log.height + 1, seat=seat, body="take", **where)
        for signed in entries:
            if self.random.random() < 0.1:
                yield self.sign(signed, step=signed.entry.step + 100)


class TwoFaced(Liar):
    """Has two programs with the same key that know nothing of each other, each for other people."""


class Cloned(Liar):
    """A copied profile: two programs with the same key, each of which everybody may be connected with."""


def proposal_at(machine: Machine, term: int, base: int, changes: tuple[Change, ...]) -> Proposal:
    """A proposal upon the liar's own log at a height."""
    log = machine.session.log
    parent_term, parent = log.epoch_at(base)
    term = min(term, (1 << 62) - 1)
    return Proposal(log.charter.id, term, parent_term, parent, base, log.log_at(base), log.state_at(base), changes)


KINDS: tuple[type[Liar], ...] = (
    AccusesOthers,
    ActsIllegally,
    ActsInsteadOfCommitting,
    ActsOtherwise,
    ActsOutOfTurn,
    AcknowledgesAnotherLog,
    AcknowledgesAnotherState,
    AcknowledgesTooMuch,
    Censors,
    ClaimsHeights,
    Cloned,
    ClosesAnotherLog,
    ClosesAnotherState,
    CommitsOtherwise,
    CountsWrongly,
    EntersUponAnotherLog,
    EntersUponAnotherState,
    FloodsBallots,
    FloodsWishes,
    Forges,
    ForgesVotes,
    IsSilent,
    LiesAboutConnections,
    OpensAnotherSalt,
    OpensWrongly,
    Repeats,
    RevealsALaterLink,
    RevealsNoLink,
    ServesForgeries,
    ServesNothing,
    SpeaksGarbage,
    SpeaksOfAnotherGame,
    TwoFaced,
    VotesOtherwise,
    WithholdsAcknowledgements,
    WithholdsBallots,
    WithholdsEntries,
    WithholdsLinks,
    WithholdsOpenings,
)
