"""Liars who do something of their own accord, again and again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from p2p.log import messages
from p2p.log.ballots import Passed, Proposal, Wish, sign_ballot, sign_wish
from p2p.log.changes import ABSENT, BACK, Change
from p2p.log.messages import Chunk, Have, Message
from p2p.log.presence import Presence, Status, sign_presence
from p2p.log.proof import Equivocation, Violation
from p2p.log.steps import Kind
from tests.p2p.lies import GARBAGE
from tests.sim.liars.liar import Liar, Word, proposal_at


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
        standing = self.random.choice((Status.HERE, Status.HERE, Status.LEFT, Status.STOPPED))
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
            yield Violation(one)
            yield Equivocation(one, other)
            yield Equivocation(one, self.sign(one, body=self.another_answer(one) or GARBAGE))
        for ack in self.machine.session._acks.newest():
            if ack.person != self.person and entries:
                yield Equivocation(ack, self.random.choice(entries))


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
