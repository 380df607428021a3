"""The rules of the protocol, each broken in a context of its own: what a program does that does not keep to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from typing import Any
from unittest.mock import patch

from p2p.errors import Text
from p2p.log import statements
from p2p.log.log import Log
from p2p.log.messages import Chunk, Fetch, Have, encode
from p2p.log.record import write_record
from p2p.log.statements import TAKE_BACK, Promise, Promised, Proposed, SignedEntry, SignedRequest
from p2p.log.steps import LogDiffers, Offence, Step
from p2p.session import epochs, playing, session, voting
from p2p.session.events import Finished
from p2p.session.requests import Timer
from p2p.session.session import HANDLERS, Session
from p2p.session.signer import Signer
from p2p.session.state import Acks, State, Transition
from p2p.session.sync import chunk
from tests.p2p.wager import Wager
from tests.sim.disk import Disk
from tests.sim.world import World


@contextmanager
def no_sync() -> Iterator[None]:
    """What one has signed is written, and sent before it is durable."""

    def append(disk: Disk, item: bytes, *, own: bool) -> None:
        disk._pending.append(item)

    with patch.object(Disk, "append", append):
        yield


@contextmanager
def no_barrier() -> Iterator[None]:
    """Secrets are shown as soon as their step is open."""
    with patch.object(Acks, "bars_nobody", lambda *_: True):
        yield


@contextmanager
def barrier_of_a_quorum() -> Iterator[None]:
    """Secrets are shown when a quorum has acknowledged, though others are present."""

    def bars_nobody(acks: Acks, present: Iterable[int], height: int) -> bool:
        return sum(known >= height for known in acks._heights) >= acks._charter.quorum

    with patch.object(Acks, "bars_nobody", bars_nobody):
        yield


@contextmanager
def authors_acknowledge_their_step() -> Iterator[None]:
    """The author of one entry among several counts as acknowledging the step that it became part of."""
    entered = playing.entered

    def counts(state: State, player: int, signed: SignedEntry, steps: Any) -> None:
        entered(state, player, signed, steps)
        for step in steps:
            for one in step.entries:
                author = statements.author(state.charter, one)
                if author is not None:
                    state.acks.add(author, step.number, one)

    with patch.object(playing, "entered", counts):
        yield


@contextmanager
def epochs_added_up() -> Iterator[None]:
    """Acknowledgements of an older epoch count on in a new one."""
    with patch.object(Acks, "begin_epoch", lambda _: None):
        yield


@contextmanager
def half_is_a_quorum() -> Iterator[None]:
    """Half of the players are taken for a majority."""
    with patch("p2p.log.charter.Charter.quorum", property(lambda charter: (len(charter.players) + 1) // 2)):
        yield


@contextmanager
def no_head_check() -> Iterator[None]:
    """Entries are taken whatever log they were signed on."""
    examine = Log._examine

    def unaware(log: Log, signed: SignedEntry) -> int:
        entry = signed.entry
        if entry.step == log.height + 1 and statements.epoch(signed) == log.epoch and entry.log != log.head:
            player = statements.author(log.charter, signed)
            if player is not None and log.entry(entry.step, entry.seat) is None:
                return player
        return examine(log, signed)

    with patch.object(Log, "_examine", unaware):
        yield


@contextmanager
def taken_back_is_cut_off() -> Iterator[None]:
    """What all take back leaves the log, instead of a step that undoes it being added."""
    begin = Log.begin

    def cut(log: Log, proposed: Proposed) -> tuple[Step, ...]:
        steps, base = begin(log, proposed), proposed.epoch.base.height
        for kind, height in proposed.changes:
            if kind == TAKE_BACK:
                del log.steps[height:base]
                del log._places[height + 1 : base + 1]
        return steps

    with patch.object(Log, "begin", cut):
        yield


@contextmanager
def no_convictions() -> Iterator[None]:
    """A player who sees two versions of something tells no one."""
    with patch("p2p.session.cheats.convict", lambda *_: None), patch("p2p.session.cheats.accused", lambda *_: None):
        yield


@contextmanager
def another_log_is_an_offence() -> Iterator[None]:
    """A player who has signed on another log than ours is taken for a liar, though they were lied to."""
    examine = Log._examine

    def rash(log: Log, signed: SignedEntry) -> int:
        try:
            return examine(log, signed)
        except LogDiffers:
            raise Offence("an entry on another log") from None

    with patch.object(Log, "_examine", rash):
        yield


@contextmanager
def secrets_forgotten() -> Iterator[None]:
    """A program that is started again forgets what it has answered in secret."""
    with patch.object(Signer, "remember", lambda *_: None):
        yield


@contextmanager
def a_disk_that_forgets() -> Iterator[None]:
    """A crash takes what was durable with it, and a program that is started again asks no one what it had signed."""

    def crash(disk: Disk) -> int:
        lost = len(disk._pending) + len(disk._synced[-3:])
        disk._synced, disk._pending, disk.owing = disk._synced[:-3], [], False
        return lost

    def returns(state: State) -> bool:
        returned, state.is_returning = state.is_returning, False
        return returned

    with patch.object(Disk, "crash", crash), patch("p2p.session.sync.returns", returns):
        yield


@contextmanager
def chunks_unverified() -> Iterator[None]:
    """The signatures of entries that were fetched are not looked at."""
    verifying = "p2p.log.statements.is_signed", "p2p.log.statements.SignedAck.is_signed"
    with patch.dict(HANDLERS, {Chunk: _unverified(epochs.on_chunk, *verifying)}):
        yield


@contextmanager
def signatures_unverified() -> Iterator[None]:
    """Entries and acknowledgements are taken without a look at their signatures."""
    verifying = "p2p.log.statements.is_signed", "p2p.log.statements.SignedAck.is_signed"
    with patch.object(Session, "receive", _unverified(Session.receive, *verifying)):
        yield


def _unverified(method: Callable[..., Any], *verifying: str) -> Callable[..., Any]:
    """While this function is at work, these others find every signature good; readers of the record don't."""

    def unaware(*arguments: Any) -> Any:
        with ExitStack() as stack:
            for function in verifying:
                stack.enter_context(patch(function, lambda *_: True))
            return method(*arguments)

    return unaware


@contextmanager
def proofs_unverified() -> Iterator[None]:
    """Every accusation is believed."""
    with patch("p2p.session.cheats.verify_proof", lambda *_: Text("{name} signed something.", name="Bo")):
        yield


@contextmanager
def what_was_cut_off_stays_lost() -> Iterator[None]:
    """What was under way on a broken connection, between others too, is not offered again; only steps are fetched."""

    def offer(state: State, link: int) -> None:
        state.offered[link] = state.now
        state.outbox.send(state.have(), link)

    with patch("p2p.session.sync.offer", offer):
        yield


@contextmanager
def none_waits_at_the_end() -> Iterator[None]:
    """The game has ended for everybody who comes to its end, final or not."""

    def close(state: State) -> None:
        result = state.log.result
        if result is not None:
            state.change(Transition.CLOSE)
            state.outbox.show(Finished(result.winners, result.victory, ()))

    with patch("p2p.session.finality.close", close):
        yield


@contextmanager
def one_program_with_a_fault() -> Iterator[None]:
    """The first player's program gets another state than all others."""
    new_session, digest = World.new_session, Wager.digest

    def flawed(world: World, player: int, *earlier: Any, **options: Any) -> Session:
        session = new_session(world, player, *earlier, **options)
        vars(session.log.game)["is_flawed"] = player == 0
        return session

    def wrong(wager: Wager) -> bytes:
        is_wrong = vars(wager).get("is_flawed") and wager.phase == "bids"
        return bytes(32) if is_wrong else digest(wager)

    with patch.object(World, "new_session", flawed), patch.object(Wager, "digest", wrong):
        yield


@contextmanager
def signs_of_life_of_another_shape() -> Iterator[None]:
    """What a program says that it has names one player too few."""

    def have(state: State) -> Have:
        return Have(state.log.term, state.log.height, state.conversation.counters[1:])

    with patch.object(State, "have", have):
        yield


@contextmanager
def records_without_their_last_step() -> Iterator[None]:
    """What is written of a game ends before its end."""

    def short(log: Log, *rest: Any) -> bytes:
        shorter = copy(log)
        shorter.steps = log.steps[:-1]
        return write_record(shorter, *rest)

    with patch.object(session, "write_record", short):
        yield


@contextmanager
def two_promises() -> Iterator[None]:
    """A program that has promised a term promises it again once it has more of the log."""
    speak = voting.speak

    def again(state: State, signer: Signer, me: int) -> None:
        own = state.own_promise
        if own is not None and state.is_promised and own.head.height != state.log.height:
            voting._promise(state, signer, me, own.term, state.promises[me].evidence)
        speak(state, signer, me)

    with patch.object(voting, "speak", again):
        yield


@contextmanager
def promises_do_not_bind() -> Iterator[None]:
    """A program that has promised a term goes on signing in the older epoch."""

    def is_mute(state: State) -> bool:
        return state.me is None or state.is_returning

    with patch.object(State, "is_mute", property(is_mute)):
        yield


@contextmanager
def promises_forgotten() -> Iterator[None]:
    """A program that is started again forgets what it has promised, and takes no word for it."""
    adopt = voting.adopt_own

    def adopt_requests(state: State, item: SignedRequest | Promised) -> bool:
        return isinstance(item, SignedRequest) and adopt(state, item)

    with patch.object(voting, "adopt_own", adopt_requests):
        yield


@contextmanager
def promises_unverified() -> Iterator[None]:
    """Proposals are entered without a look at the signatures of their promises, and of their own."""
    verifying = "p2p.log.statements.SignedPromise.is_signed", "p2p.log.statements.SignedProposal.is_signed"
    with patch.object(epochs, "enter", _unverified(epochs.enter, *verifying)):
        yield


@contextmanager
def proposals_of_no_quorum() -> Iterator[None]:
    """One promise less than those of a quorum makes an epoch, and is enough to ask for it."""
    quorum = property(lambda charter: len(charter.players) // 2)
    with (
        patch.object(epochs, "proceed", _with_quorum(epochs.proceed, quorum)),
        patch.object(epochs, "enter", _with_quorum(epochs.enter, quorum)),
        patch.dict(HANDLERS, {Promised: _with_quorum(voting.on_promise, quorum)}),
    ):
        yield


def _with_quorum(method: Callable[..., Any], quorum: Any) -> Callable[..., Any]:
    """While this function is at work, a quorum is another number."""

    def lax(*arguments: Any) -> Any:
        with patch("p2p.log.charter.Charter.quorum", quorum):
            return method(*arguments)

    return lax


@contextmanager
def no_timer() -> Iterator[None]:
    """A player who has promised a term waits for its coordinator without end."""
    with patch.object(Timer, "look", lambda *_: None):
        yield


@contextmanager
def no_pre_vote() -> Iterator[None]:
    """A promise needs no evidence that a quorum wants its term, and obliges everybody to promise it too."""

    def take(state: State, promise: Promise, requests: Any) -> bool:
        if promise.term > state.evidence[0]:
            state.evidence, state.evidence_since = (promise.term, tuple(requests)), None
        return True

    with patch.object(voting, "_take_evidence", take):
        yield


@contextmanager
def every_redraw_is_free() -> Iterator[None]:
    """Dice that a player holds up are thrown anew, and no one pays for it."""
    with patch("p2p.log.justify.paying", lambda *_: frozenset()):
        yield


@contextmanager
def shortest_head() -> Iterator[None]:
    """A new epoch stands on the shortest of the logs that are promised."""

    def shortest(promises: Any) -> Any:
        return min((promise.head for promise in promises.values()), key=lambda head: (head.term, head.height))

    with (
        patch("p2p.log.justify.base", shortest),
        patch("p2p.log.justify.highest_heads", lambda promises: [shortest(promises)]),
    ):
        yield


@contextmanager
def chunks_of_anything() -> Iterator[None]:
    """What answers a fetch has something in it that belongs to no log."""

    def more(log: Log, first: int) -> Chunk:
        answer = chunk(log, first)
        return answer._replace(entries=(*answer.entries, encode(Fetch(1))))

    with patch("p2p.session.sync.chunk", more):
        yield
