"""Liars who do something of their own accord, again and again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from p2p.log import messages
from p2p.log.justify import head_of
from p2p.log.messages import Chunk, Have, Message, Presence, SignedPresence, Status
from p2p.log.statements import (
    ABSENT,
    BACK,
    END,
    STUCK,
    TAKE_BACK,
    Change,
    Epoch,
    Equivocation,
    Promise,
    Promised,
    Proposed,
    Request,
    SignedPromise,
    SignedProposal,
    SignedRequest,
    Violation,
    coordinator,
)
from p2p.log.steps import Kind
from tests.p2p.lies import GARBAGE
from tests.sim.liars.liar import Liar, Word


class Acts(Liar):
    """Does something every second, of their own accord."""

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
                for word in self.act(cable.other(self.machine).player):
                    self.lied()
                    self.machine.say(cable, word)

    def act(self, to: int) -> Iterator[Word]:
        """What the liar says to one player now."""
        raise NotImplementedError


class ClaimsHeights(Acts):
    """Claims heights and terms that no one has reached."""

    def act(self, to: int) -> Iterator[Word]:
        log = self.machine.session.log
        far = self.random.choice((1, 10, 1 << 40))
        heard = tuple(0 for _ in self.world.charter.players)
        yield self.random.choice(
            (
                Have(log.term + far, log.height, heard),
                Have(log.term, log.height + far, heard),
                Have(log.term, log.height, tuple(far for _ in heard)),
            )
        )


class FloodsRequests(Acts):
    """Asks for anything, in any term, again and again."""

    def start(self) -> None:
        self._counter = 1_000
        super().start()

    def act(self, to: int) -> Iterator[Word]:
        log = self.machine.session.log
        players = self.world.charter.everyone
        for _ in range(5):
            self._counter += 1
            term = self.random.choice((0, log.term + 1, log.term + 1, log.term + 2, 1 << 40))
            several = [Change(ABSENT, player) for player in players] + [Change(BACK, player) for player in players]
            several += [Change(STUCK, 0), Change(TAKE_BACK, self.random.randrange(log.height + 1)), Change(END, 0)]
            changes = tuple(sorted(self.random.sample(several, self.random.randrange(4))))
            request = Request(self.world.charter.id, self._counter, term, changes)
            yield SignedRequest.by(self.identity, self.player, request)


class FloodsPromises(Acts):
    """Promises ever higher terms, with no evidence or with their own alone."""

    def start(self) -> None:
        self._term = 0
        super().start()

    def act(self, to: int) -> Iterator[Word]:
        log, game = self.machine.session.log, self.world.charter.id
        self._term = max(self._term, log.term) + self.random.choice((1, 2, 500))
        own = SignedRequest.by(self.identity, self.player, Request(game, 1 << 40, self._term, (Change(STUCK, 0),)))
        promise = SignedPromise.by(self.identity, self.player, Promise(game, self._term, head_of(log)))
        yield Promised(promise, self.random.choice(((), (own,), (own, own, own))))


class LiesAboutConnections(Acts):
    """Claims to be connected with all, or with no one, or to be gone."""

    def start(self) -> None:
        self._counter = 1_000
        super().start()

    def act(self, to: int) -> Iterator[Word]:
        self._counter += 1
        others = tuple(p for p in self.world.charter.everyone if p != self.player)
        neighbours = self.random.choice(((), others, others[:1], tuple(range(8))))
        standing = self.random.choice((Status.HERE, Status.HERE, Status.LEFT, Status.STOPPED))
        presence = Presence(self.world.charter.id, self._counter, int(standing), neighbours, ())
        yield SignedPresence.by(self.identity, self.player, presence)


class ForgesProposals(Acts):
    """Shows proposals that no one has promised, asked or unasked; claims to be in their epochs, to be asked."""

    def says(self, to: int, message: Message) -> Iterable[Word]:
        if isinstance(message, Chunk) and self.random.random() < self.rate:
            self.lied()
            made = messages.encode(self._proposed(self.random.randrange(self.machine.session.log.height + 1)))
            message = message._replace(term=message.term + 1, entries=(*message.entries, made))
        yield message

    def act(self, to: int) -> Iterator[Word]:
        log = self.machine.session.log
        yield Have(log.term + 1, log.height + 1, tuple(0 for _ in self.world.charter.players))
        made = self._proposed(log.height)
        yield self.random.choice((made, Chunk(log.height + 1, log.term + 1, log.height + 1, ())))
        for first in range(max(1, log.height - 2), log.height + 2):
            yield Chunk(first, log.term + 1, log.height + 1, (messages.encode(made),))

    def _proposed(self, height: int) -> Proposed:
        """To declare anybody absent, with promises of all in the liar's hand; coordinates one term in so many."""
        log, charter = self.machine.session.log, self.world.charter
        players = charter.everyone
        changes = (Change(ABSENT, self.random.choice(players)),)
        term = log.term + 1 + self.random.randrange(len(players))
        base = head_of(log, height)
        epoch = Epoch(charter.id, term, base, changes)
        said = Promise(charter.id, term, base, changes)
        promises = tuple(SignedPromise.by(self.identity, player, said) for player in players)
        return Proposed(SignedProposal.by(self.identity, coordinator(term, charter), epoch), promises)


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
        for ack in self.machine.session._state.acks.newest():
            if ack.player != self.player and entries:
                yield Equivocation(ack, self.random.choice(entries))


class ActsOutOfTurn(Acts):
    """Enters what is not due: for an own seat that has no turn, after the end, a second time."""

    def act(self, to: int) -> Iterator[Word]:
        log = self.machine.session.log
        seat = self.world.charter.seats_of(self.player)[-1]
        entries = [signed for step in log.steps[-1:] for signed in step.entries if self.is_own(signed)]
        if log.kind in (Kind.BEACON, Kind.OVER) and log.steps and log.steps[-1].entries and self.random.random() < 0.3:
            last = log.steps[-1].entries[-1]
            where = {"term": log.term, "epoch": log.epoch_id, "log": log.head, "state": log.state}
            yield self.sign(last, step=log.height + 1, seat=seat, body="take", **where)
        for signed in entries:
            if self.random.random() < 0.1:
                yield self.sign(signed, step=signed.entry.step + 100)
