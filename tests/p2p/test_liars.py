"""Every kind of liar at the table: he gains nothing, and the others name him by a proof wherever one is possible."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from p2p.events import Faulted, Proven, Stopped
from p2p.log import Log
from p2p.messages import Chunk, Fetch, Message
from p2p.proof import Breach, Contradiction, Proof, verify_proof
from p2p.record import verify_record
from p2p.session import Phase
from p2p.statements import (
    Body,
    SignedAck,
    SignedClosing,
    SignedEntry,
    is_link,
    is_opening,
    sign_ack,
    sign_closing,
    sign_entry,
)
from tests.p2p.tables import Liar, Table, chain, charter, game, seed
from tests.p2p.wager import new_wager

LIAR = 1
SECOND_SEAT = 4
HOLDERS = (0, 1, 2, 3, LIAR)
GARBAGE = seed("garbage")
SEEDS = range(5)


class LiesOnce(Liar):
    """Says something else instead of the first message for which ``lie`` has a lie; ``to_all``, or to some only.

    Shows nobody his log, in which the truth stands.
    """

    to_all = True
    truth: Message | None = None

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if self.truth is None and self.lie(message) is not None:
            self.truth = message
        lie = self.lie(message) if message == self.truth else None
        if lie is not None and (self.to_all or to % 2 == 0):
            yield lie
        elif not isinstance(message, Chunk):
            yield message

    def lie(self, message: Message) -> Message | None:
        """What is said instead; None for what is left as it is."""
        raise NotImplementedError

    @property
    def step(self) -> int:
        """The step of the entry that was lied about."""
        assert isinstance(self.truth, SignedEntry)
        return self.truth.entry.step


class ActsIllegally(LiesOnce):
    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedEntry) and type(message.entry.body) is str:
            return self.sign(message, body="take everything")
        return None


class OpensWrongly(LiesOnce):
    """Opens another answer than the one committed to."""

    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedEntry) and is_opening(message.entry.body):
            grain, answer = message.entry.body
            return self.sign(message, body=(grain, "bid 0" if answer != "bid 0" else "bid 1"))
        return None


class OpensAnotherSalt(LiesOnce):
    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedEntry) and is_opening(message.entry.body):
            return self.sign(message, body=(GARBAGE, message.entry.body[1]))
        return None


class CommitsToAnIllegalAnswer(Liar):
    """Has a program in which he may bid what he does not own."""

    def __init__(self, table: Table, person: int) -> None:
        super().__init__(table, person)
        wager = game(self.session)
        legal = wager.legal
        vars(wager)["legal"] = lambda seat: ["bid 99"] if seat == person and wager.phase == "bids" else legal(seat)


class RevealsNoLink(LiesOnce):
    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedEntry) and is_link(message.entry.body):
            return self.sign(message, body=(message.entry.body[0], GARBAGE))
        return None


class RevealsALaterLink(LiesOnce):
    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedEntry) and is_link(message.entry.body):
            index = message.entry.body[0] + 1
            return self.sign(message, body=(index, chain(self.person).link(index)))
        return None


class CountsWrongly(LiesOnce):
    def lie(self, message: Message) -> Message | None:
        return self.sign(message, counter=9) if isinstance(message, SignedEntry) else None


class ActsInsteadOfCommitting(LiesOnce):
    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedEntry) and type(message.entry.body) is bytes:
            return self.sign(message, body="bid 1")
        return None


class ActsOutOfTurn(Liar):
    """Answers with a seat of his that is not asked."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        yield message
        if isinstance(message, SignedEntry) and is_link(message.entry.body) and message.entry.step > 4:
            yield self.sign(message, seat=SECOND_SEAT, body="take")


class TwoVersions(LiesOnce):
    """Says one thing to some and another to the others."""

    to_all = False


class TwoActions(TwoVersions):
    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedEntry) and type(message.entry.body) is str:
            others = {"take": "give 0", "thank": "grumble", "grumble": "thank"}
            return self.sign(message, body=others.get(message.entry.body, "take"))
        return None


class TwoCommitments(TwoVersions):
    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedEntry) and type(message.entry.body) is bytes:
            return self.sign(message, body=GARBAGE)
        return None


class TwoLinks(TwoVersions, RevealsNoLink):
    pass


class TwoOpenings(TwoVersions, OpensWrongly):
    pass


class TwoLogs(TwoVersions):
    """Acknowledges another log to some than to the others."""

    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedAck):
            return sign_ack(self.identity, self.person, message.content._replace(log=GARBAGE))
        return None


class ClosesAnotherLog(LiesOnce):
    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedClosing):
            return sign_closing(self.identity, self.person, message.content._replace(log=GARBAGE))
        return None


class Copies(Liar):
    """Commits to what another person's commitment is, and opens with that person's opening."""

    def __init__(self, table: Table, person: int) -> None:
        super().__init__(table, person)
        vars(self.session._signer)["commitment"] = self.commitment
        vars(self.session._signer)["opening"] = self.opening
        vars(self.session.log)["_judge_opening"] = lambda *_: None

    def commitment(self, log: Log, seat: int, answer: str) -> SignedEntry:
        return self.copy(log, seat, GARBAGE)

    def opening(self, log: Log, seat: int) -> SignedEntry:
        return self.copy(log, seat, (GARBAGE, "bid 0"))

    def copy(self, log: Log, seat: int, otherwise: Body) -> SignedEntry:
        copied = log.given.get(0)
        return sign_entry(self.identity, log.draft(seat, copied.entry.body if copied else otherwise))


def play(liar: type[Liar], run: int) -> Table:
    """A game with a liar in it, in which he once decides alone."""
    table = Table(charter(4, HOLDERS, rounds=4), seed=run, answers=run)
    table.lie(liar, LIAR)
    table.play()
    return table


def assert_named(table: Table, *kinds: type[Proof]) -> None:
    """Every honest person ended the game for a proof of such a kind against the liar, which convinces anybody."""
    for person in table.honest:
        session = table.sessions[person]
        record = session.record()
        assert session.phase is Phase.STOPPED
        assert [stopped.person for stopped in table.of(person, Stopped)] == [LIAR]
        assert [proven.person for proven in table.of(person, Proven)] == [LIAR]
        assert session.proofs.keys() == {LIAR}
        assert type(session.proofs[LIAR]) in kinds
        assert session.settled
        log = verify_record(record, new_wager).log if record else Log(table.charter, new_wager(table.charter.setup))
        assert verify_proof(table.charter, session.proofs[LIAR], log).startswith("signed")


def assert_logs_agree(table: Table, below: int | None = None) -> None:
    """The honest logs are beginnings of one another, up to the step before this one."""
    logs = [[step.log for step in table.sessions[person].log.steps][: below and below - 1] for person in table.honest]
    longest = max(logs, key=len)
    assert all(longest[: len(log)] == log for log in logs)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize(
    "liar",
    [
        ActsIllegally,
        OpensWrongly,
        OpensAnotherSalt,
        CommitsToAnIllegalAnswer,
        RevealsNoLink,
        RevealsALaterLink,
        CountsWrongly,
        ActsInsteadOfCommitting,
        ActsOutOfTurn,
        Copies,
    ],
)
def test_who_signs_what_is_not_allowed_is_named(liar: type[Liar], run: int) -> None:
    table = play(liar, run)
    assert_named(table, Breach)
    assert_logs_agree(table)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [TwoActions, TwoCommitments, TwoLinks, TwoOpenings])
def test_who_signs_two_versions_of_an_entry_is_named(liar: type[TwoVersions], run: int) -> None:
    table = play(liar, run)
    lie = table.liars[LIAR]
    assert isinstance(lie, LiesOnce)
    assert_named(table, Contradiction, Breach)
    assert_logs_agree(table, below=lie.step)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [TwoLogs, ClosesAnotherLog])
def test_who_vouches_for_two_logs_is_named(liar: type[Liar], run: int) -> None:
    table = play(liar, run)
    assert_named(table, Contradiction)
    assert_logs_agree(table)


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [TwoActions, TwoCommitments])
def test_who_signs_two_versions_sees_no_secret_above_them(liar: type[TwoVersions], run: int) -> None:
    """Nobody shows a secret unless all honest persons have the same log below it, so nothing can be chosen after it."""
    table = play(liar, run)
    for person in table.honest:
        for said in table.sent[person]:
            if isinstance(said, SignedEntry) and type(said.entry.body) is tuple:
                logs = {table.sessions[other].log.log_at(said.entry.step - 1) for other in table.honest}
                assert logs == {said.entry.log}


class Forges(Liar):
    """Signs entries in others' names with his own key, and spoils the signatures of what he passes on."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if isinstance(message, SignedEntry):
            yield self.sign(message, seat=0)
            yield replace(message, signature=bytes(64))
        if isinstance(message, SignedAck):
            yield message._replace(person=0)
        if isinstance(message, SignedClosing):
            yield message._replace(person=0)
        yield message


class Repeats(Liar):
    """Says everything again and again, his own words and others'."""

    def __init__(self, table: Table, person: int) -> None:
        super().__init__(table, person)
        self.heard: list[Message] = []

    def says(self, to: int, message: Message) -> Iterable[Message]:
        yield message
        yield message
        yield from self.heard[-3:]
        yield from self.heard[:3]

    def hears(self, message: Message) -> None:
        if not isinstance(message, Chunk | Fetch):
            self.heard.append(message)


class SpeaksOfAnotherGame(Liar):
    """Signs entries of other games and terms beside those of this one."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if isinstance(message, SignedEntry):
            yield self.sign(message, game=GARBAGE)
            yield self.sign(message, epoch=GARBAGE)
            yield self.sign(message, term=1)
        if isinstance(message, SignedAck):
            yield sign_ack(self.identity, self.person, message.content._replace(game=GARBAGE))
        yield message


class Claims(Liar):
    """Floods others with entries of steps far ahead, and claims to know more than he does."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        yield message
        if isinstance(message, SignedEntry):
            for ahead in range(2, 90):
                yield self.sign(message, step=message.entry.step + ahead)
            yield Chunk(1, 10**6, ())


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [Forges, Repeats, SpeaksOfAnotherGame])
def test_what_was_not_signed_for_this_step_changes_nothing_and_blames_nobody(liar: type[Liar], run: int) -> None:
    table = play(liar, run)
    assert {table.sessions[person].phase for person in table.honest} == {Phase.FINISHED}
    assert [table.sessions[person].proofs for person in table.honest] == [{}] * 3
    assert len({table.sessions[person].record() for person in table.honest}) == 1


class SignsAnotherLog(LiesOnce):
    """Signs an entry upon a log that does not exist."""

    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedEntry) and message.entry.step > 3:
            return self.sign(message, log=GARBAGE)
        return None


@pytest.mark.parametrize("run", SEEDS)
def test_a_log_that_nobody_has_ends_the_game_with_the_name_of_who_holds_to_it(run: int) -> None:
    table = play(SignsAnotherLog, run)
    for person in table.honest:
        (stopped,) = table.of(person, Stopped)
        assert stopped.person == LIAR
        assert table.sessions[person].proofs.keys() <= {LIAR}
    assert_logs_agree(table)


class HasAFaultyProgram(Liar):
    """No liar at all: a program that goes wrong in the second round."""

    def __init__(self, table: Table, person: int) -> None:
        super().__init__(table, person)
        wager = game(self.session)
        digest = wager.digest
        vars(wager)["digest"] = lambda: GARBAGE if wager.round == 2 else digest()


class AcknowledgesAnotherState(LiesOnce):
    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedAck):
            return sign_ack(self.identity, self.person, message.content._replace(state=GARBAGE))
        return None


class ClosesAnotherState(LiesOnce):
    def lie(self, message: Message) -> Message | None:
        if isinstance(message, SignedClosing):
            return sign_closing(self.identity, self.person, message.content._replace(state=GARBAGE))
        return None


@pytest.mark.parametrize("run", SEEDS)
@pytest.mark.parametrize("liar", [HasAFaultyProgram, AcknowledgesAnotherState, ClosesAnotherState])
def test_another_state_of_the_same_log_is_a_program_fault_and_no_proof(liar: type[Liar], run: int) -> None:
    table = play(liar, run)
    for person in table.honest:
        (stopped,) = table.of(person, Stopped)
        (fault,) = table.of(person, Faulted)
        session = table.sessions[person]
        assert (stopped.person, fault.person, fault.theirs) == (LIAR, LIAR, GARBAGE)
        assert "nobody cheated" in stopped.sentence
        assert fault.ours == session.log.state_at(fault.height)
        assert fault.state == game(session).encode()
        assert session.proofs == {}
    assert_logs_agree(table)
