"""One player's side of a game, or a spectator's, without any input or output of its own.

**What goes in and out.** A session takes messages and local answers, and returns messages to send, items to keep and
events to show. It has no socket, task or clock. The program around it says which connections there are, delivers what
comes over each in order, and calls ``flush`` at the latest 100 ms after ``due`` has become true. Any connected graph of
players will do, since what is good and new is passed on.

**How it works.** All that it remembers is one ``State`` (``state``), whose two tables say how its phase and its mode
change. ``HANDLERS`` names the function that takes each message. A handler judges the message, changes the state, and
puts what follows from it at once into the outbox. Then ``_go_on`` asks the ``FOLLOW_UPS`` of the phase, until none of
them has anything to do: enter an epoch, acknowledge, show secrets, take entries that came early.

- ``playing`` takes signatures of the charter, its past and entries, and signs our own entries.
- ``finality`` takes acks and closings, and signs ours.
- ``voting`` takes requests and promises, signs ours, and agrees to what every program agrees to.
- ``epochs`` takes proposals and chunks, and makes the proposal of a term that is ours.
- ``sync`` takes what others have and fetch, offers what we have, and fetches what we lack.
- ``cheats`` takes proofs, and finds who has signed two versions.

Presences and leaving are here; so is ``restore_all``, by which a kept game is taken up again.

No player ends a game by leaving: the others wait for them, or declare them absent. A proof that a player cheats stops
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from p2p.errors import JournalError, TableError
from p2p.game import NewGame
from p2p.log import messages, statements
from p2p.log.charter import Charter
from p2p.log.messages import (
    NOT_OF_TABLE,
    CharterSignature,
    Chunk,
    Fetch,
    Have,
    Past,
    SignedPresence,
    SignedTalk,
    Status,
    is_of_table,
)
from p2p.log.record import write_record
from p2p.log.statements import (
    Change,
    Equivocation,
    Promised,
    Proof,
    Proposed,
    SignedAck,
    SignedClosing,
    SignedEntry,
    SignedRequest,
    Violation,
)
from p2p.log.steps import Refused
from p2p.session import cheats, epochs, events, finality, playing, sync, voting
from p2p.session.conversation import TalkError
from p2p.session.events import Answer, Back, Event, Item, Keep, Output, Send, Whisper, decode_item
from p2p.session.peers import OF_SPECTATORS, Paced
from p2p.session.signer import Signer
from p2p.session.state import NOWHERE, Phase, State, Transition
from p2p.wire.codec import MessageError


def _on_presence(state: State, link: int, signed: SignedPresence) -> None:
    """Take what a player's program says about its connections."""
    if signed.player != state.me:
        state.peers.take(link, signed, state.outbox)
        state.looked_round()
    elif state.is_returning:
        state.peers.adopt(signed)
    else:
        state.peers.hear_of_ourselves(signed, state.outbox)


def _on_talk(state: State, link: int, signed: SignedTalk) -> None:
    state.conversation.take(link, signed)


HANDLERS: Final[dict[type[Any], Callable[[State, int, Any], None]]] = {
    CharterSignature: playing.on_signature,
    Past: playing.on_past,
    SignedEntry: playing.on_entry,
    SignedAck: finality.on_ack,
    SignedClosing: finality.on_closing,
    SignedRequest: voting.on_request,
    Promised: voting.on_promise,
    Proposed: epochs.on_proposal,
    Have: sync.on_have,
    Fetch: sync.on_fetch,
    Chunk: epochs.on_chunk,
    Equivocation: cheats.on_proof,
    Violation: cheats.on_proof,
    SignedPresence: _on_presence,
    SignedTalk: _on_talk,
}
"""By message, what takes it; the number is that of the link over which it came."""

FOLLOW_UPS: Final[Mapping[Phase, tuple[Callable[[State], bool], ...]]] = {
    Phase.PLAYING: (epochs.change, finality.acknowledge_awaited, playing.reveal, playing.take_held),
    Phase.CLOSING: (epochs.change,),
}
"""By phase, what may follow from a change of the state; each returns whether it has changed the state again."""


class Session:
    """See the module. Each call returns its outputs in the order in which they happened.

    After ``post_to``, each output goes out as it happens, and none is returned.
    """

    def __init__(
        self,
        charter: Charter,
        new_game: NewGame,
        signer: Signer | None,
        *,
        agreeable: bool = False,
    ) -> None:
        """Make a player's session, or without a signer a spectator's, which signs nothing and hears all that is public.

        With ``agreeable`` no person can be asked here. Then the program agrees to what another player requests. But it
        never declares absent a player whom it can reach, nor its own. Raises CharterError if the signer is no player of
        the charter, SetupError if the game can't start.
        """
        self._state = state = State(charter, new_game, signer, agreeable=agreeable)
        self.charter = charter
        self.me = state.me
        self.log = state.log
        self.signatures = state.signatures
        self.links = state.links
        self.roster = state.peers.roster

    @property
    def phase(self) -> Phase:
        """Return the phase of the session."""
        return self._state.phase

    @property
    def asked(self) -> tuple[int, ...]:
        """Return the seats of this player that must answer now."""
        return self._state.asked

    @property
    def awaited(self) -> tuple[int, ...]:
        """Return the players without whom the open step can't go on, or the game can't be closed.

        If secrets wait for acknowledgements, these are the players who have not given theirs. If only a quorum is
        missing, absent players are named, too.
        """
        return tuple(sorted(finality.awaited(self._state)))

    @property
    def has_lost_answer(self) -> bool:
        """Return whether the open step waits for a secret answer of this player that is lost, as with an old disk."""
        return playing.has_lost_answer(self._state)

    @property
    def due(self) -> bool:
        """Return whether ``flush`` has something to do."""
        state = self._state
        behind = not state.ended and (state.ack_due or self._behind is not None or self._is_left)
        changes = state.in_game and voting.due(state)
        others = (state.lacking, state.peers.due, state.conversation.due, state.pacing.due)
        return bool(behind or changes) or any(others)

    @property
    def _behind(self) -> int | None:
        """Return a link over which to fetch what we lack; None if there is none, or while we put off a proposal."""
        return None if self._state.is_put_off else sync.behind(self._state)

    @property
    def ended(self) -> bool:
        """Return whether the session is finished or has stopped: no player needs it any longer."""
        return self._state.ended

    @property
    def is_returning(self) -> bool:
        """Return whether this program was restarted and has yet to hear from a quorum; until then it signs nothing."""
        return self._state.is_returning

    @property
    def heard_of(self) -> tuple[int, ...]:
        """Return the players, ourselves included, who have shown what they have since this program was restarted."""
        return tuple(sorted(sync.heard_of(self._state)))

    @property
    def closings(self) -> dict[int, bytes]:
        """Return by player their signature of the closing."""
        return finality.closed(self._state)

    @property
    def proofs(self) -> dict[int, Proof]:
        """Return by player the proof of what they did."""
        return self._state.proofs

    @property
    def rest(self) -> int | None:
        """Return the step from which a charter may go on without those who are proven to cheat; None if there is none.

        More than half of the others have the log up to there, as far as we know, and it lies below what the proofs are
        about.
        """
        return self.log.rest(cheats.common(self._state)) if self.log.has_begun else None

    @property
    def unreachable(self) -> tuple[int, ...]:
        """Return the players whom messages don't reach, directly or through others, without those who have left."""
        return self._state.peers.unreachable

    def record(self) -> bytes | None:
        """Return the record of the game so far, with the proofs; None if not all have signed the charter."""
        if len(self.signatures) < len(self.charter.players) or not self.log.has_begun:
            return None
        proofs = self._state.proofs
        return write_record(self.log, self.signatures, self.closings, tuple(proofs[one] for one in sorted(proofs)))

    @property
    def requests(self) -> Mapping[int, tuple[Change, ...]]:
        """Return by player the changes that they request and that are possible now."""
        return self._state.requests.by_player

    @property
    def adjourned(self) -> bool:
        """Return whether fewer than a quorum can be reached: the game waits for players to come."""
        return self._state.adjourned

    @property
    def final(self) -> int:
        """Return the height up to which our log is final: a quorum has acknowledged it."""
        return self._state.final

    # What the program around it does

    def restore(self, items: Iterable[bytes], heard: Callable[[events.Said], None] | None = None) -> list[Event]:
        """Restore a game from its journal, before anything else; return the events of what happened.

        ``heard`` gets each message of the talk, between the steps between which it was sent. Kept items are trusted and
        not verified again. From then on the session signs nothing until it has heard from a quorum. Raises JournalError
        if the items are not in an order in which they can have been kept.
        """
        asking = (Send, Keep, events.Asked)
        return [output for output in restore_all(self._state, items, heard) if not isinstance(output, asking)]

    def go_on_from(self, past: Past) -> list[Output]:
        """Go on with the recorded game that the charter continues; call this before ``start``.

        Raises RecordError or steps.Refused if it is another one.
        """
        playing.go_on_from(self._state, past)
        return self._go_on()

    def post_to(self, post: Callable[[Output], None]) -> None:
        """Hand every output to ``post`` from now on, as soon as it is there, instead of returning it.

        So what we have signed is sent, and what has happened is shown, while we still compute what follows. ``post``
        must not call the session, which is in the middle of a call.
        """
        self._state.outbox.post_to(post)

    def measure_time(self, clock: Callable[[], float]) -> None:
        """Use this clock, in seconds; without one, time stands still."""
        self._state.conversation.clock = self._state.clock = clock

    def start(self) -> list[Output]:
        """Sign the charter; a spectator has no part in that. A game that a proof has stopped says so again."""
        playing.sign_charter(self._state)
        if self.phase is Phase.STOPPED:
            cheats.tell(self._state)
        return self._go_on()

    def connected(self, link: int, player: int | None) -> list[Output]:
        """A connection to a player, or to a spectator (None), has begun: offer everything not fetched by steps."""
        state = self._state
        state.peers.connected(link, player)
        sync.offer(state, link)
        state.peers.look_round(state.outbox)
        return self._go_on()

    def disconnected(self, link: int) -> list[Output]:
        """A connection has ended; its player may still be reached through others."""
        state = self._state
        state.peers.disconnected(link)
        sync.disconnected(state, link)
        cheats.disconnected(state, link)
        state.conversation.disconnected(link)
        state.pacing.disconnected(link)
        state.peers.look_round(state.outbox)
        state.looked_round()
        return self._go_on()

    def receive(self, link: int, data: bytes) -> list[Output]:
        """Take a message; raise MessageError for bytes that are none, or that no honest peer sends on such a link."""
        message, state = messages.decode(data), self._state
        if not is_of_table(self.charter, message):
            state.outbox.refuse(link, NOT_OF_TABLE)
            return self._go_on()
        state.outbox.came(message, data)
        if self.links.player(link) is None and self.me is not None and not isinstance(message, OF_SPECTATORS):
            raise MessageError("sent what only a player may send")
        if not isinstance(message, Paced) or state.pacing.takes(link, message):
            HANDLERS[type(message)](state, link, message)
        return self._go_on()

    def answer(self, seat: int, body: str) -> list[Output]:
        """Take an answer of this player; raise NotAsked, or IllegalAction if the rules don't allow it."""
        playing.answer(self._state, seat, body)
        return self._go_on()

    def say(self, text: str, to: int | None = None) -> list[Output]:
        """Send a message to all, or to one player alone; raise TalkError if that is impossible."""
        if self.is_returning:
            raise TalkError("Nothing can be said until enough of the others are here again.")
        self._state.conversation.say(text, to)
        return self._go_on()

    def agree(self, change: Change) -> list[Output]:
        """Agree to a change, and so request it; raise steps.Refused if it could not be made now."""
        self._state.requests.agree(change)
        return self._go_on()

    def disagree(self, change: Change) -> list[Output]:
        """Withdraw the agreement to a change."""
        self._state.requests.agreed.discard(change)
        return self._go_on()

    def listen_at(self, addresses: tuple[tuple[str, int], ...]) -> None:
        """Tell the others, at the next flush, where this player can be dialled: at most eight addresses."""
        self._state.peers.listen_at(addresses)

    def leave(self) -> list[Output]:
        """Leave the table, and tell the others at once."""
        if not self.ended:
            self._state.change(Transition.STOP)
            self._state.peers.set_status(Status.LEFT)
            self._state.peers.flush(self._state.outbox)
        return self._state.outbox.take()

    def flush(self) -> list[Output]:
        """Send what is due, pass on what waited, and ask for what we lack."""
        state = self._state
        for link, message in state.pacing.release():
            HANDLERS[type(message)](state, link, message)
        state.conversation.flush()
        if not state.ended:
            finality.acknowledge_at_rest(state)
            state.floor = max(self.log.start, state.final)
            if (link_behind := self._behind) is not None:
                sync.fetch(state, link_behind)
            self._let_go()
        state.peers.flush(state.outbox)
        sync.offer_again(state)
        return self._go_on()

    def keepalive(self) -> bytes:
        """Return a message that shows a peer that we are still here, and what we have."""
        return messages.encode(self._state.have())

    def misbehaved(self, link: int, reason: str) -> list[Output]:
        """Note that a connection will be ended because the other end broke the protocol."""
        self._state.outbox.refuse(link, reason)
        return self._go_on()

    def lost(self, player: int, why: str) -> list[Output]:
        """A player has been waited for long enough; ``why`` says the reason after their name, as in *has left*.

        Before all have signed the charter, the game ends, since it can't begin without them. At the closing, nothing
        waits for them any longer. In between, the players here decide; a program without a person requests the absence.
        """
        state = self._state
        if self.phase is not Phase.PLAYING:
            self._lose(player, why)
        elif player not in self.log.absent:
            state.outbox.show(events.Overdue(player))
            voting.lost(state, player)
        return self._go_on()

    # Players who leave

    @property
    def _is_left(self) -> bool:
        """Return whether a player has left without whom there is no game, or who is missing only for the closing."""
        return self.phase is not Phase.PLAYING and bool(self._state.peers.leavers)

    def _let_go(self) -> None:
        """Stop waiting for players who have left."""
        state, why = self._state, "has left the table"
        if self._is_left:
            for player in state.peers.leavers:
                self._lose(player, why)
        stopped = [player for player in state.peers.gone if self.roster.status(player) is Status.STOPPED]
        is_fresh = self.phase is Phase.PLAYING and state.final <= self.log.start
        if is_fresh and stopped and len(self.charter.players) - len(stopped) < self.charter.quorum:
            # All have signed the charter, but too many left before they knew, so the game can't begin.
            self._stop(state.peers.leavers[0], why)

    def _lose(self, player: int, why: str) -> None:
        self._state.peers.give_up(player)
        if self.phase is Phase.SIGNING:
            self._stop(player, why)

    def _stop(self, player: int, why: str) -> None:
        if not self.ended:
            self._state.change(Transition.STOP)
            self._state.peers.set_status(Status.STOPPED)
            name = self.charter.name(player)
            self._state.outbox.show(events.Stopped(f"{name} {why}. The game ends before it begins.", player))

    # What follows

    def _go_on(self) -> list[Output]:
        """Do whatever follows from what has just happened; return all outputs of the call."""
        state = self._state
        while any(follows(state) for follows in FOLLOW_UPS.get(state.phase, ())):
            continue
        if state.is_returning and sync.returns(state) and not state.ended:
            state.outbox.show(events.Returned())
            playing.ask(state)
            return self._go_on()
        if state.phase is Phase.CLOSING:
            finality.acknowledge_awaited(state)
            finality.close(state)
        if (height := finality.height(state)) > state.final:
            state.final = height
            voting.became_final(state, height)
            state.outbox.show(events.Final(height))
        return state.outbox.take()


def restore_all(state: State, items: Iterable[bytes], heard: Callable[[events.Said], None] | None) -> list[Output]:
    """Restore a game from its items in order; return what happened. ``heard`` gets the talk, between the steps."""
    outputs = list[Output]()
    for item in items:
        restore(state, decode_item(item))
        for output in state.outbox.take():
            if not isinstance(output, events.Said):
                outputs.append(output)
            elif heard is not None:
                heard(output)
    state.is_returning = state.me is not None
    state.final = finality.height(state)
    state.was_away = state.me in state.log.absent
    return [*outputs, *state.outbox.take()]


def restore(state: State, item: Item) -> None:
    """Restore the next item; raise JournalError if it can't stand there."""
    if isinstance(item, SignedEntry | Proposed | Back) and not state.in_game:
        raise JournalError("The journal of the game does not go on at step {step}.", step=state.log.height + 1)
    match item:
        case Answer(step, seat, text):
            if state.signer is not None:
                state.signer.remember(step, seat, text)
        case SignedEntry():
            _enter(state, item)
        case SignedAck():
            finality.take_ack(state, item)
        case SignedClosing():
            finality.take_closing(state, item)
        case CharterSignature():
            playing.take_signature(state, item)
        case Past():
            _go_on(state, item)
        case SignedPresence():
            state.peers.restore(item)
        case SignedTalk() | Whisper():
            state.conversation.restore(item)
        case Equivocation() | Violation():
            cheats.on_proof(state, NOWHERE, item)
        case _:
            _change_epoch(state, item)


def _go_on(state: State, past: Past) -> None:
    try:
        playing.go_on_from(state, past)
    except TableError as error:
        raise JournalError("The journal of the game has another game before it: {error}", error=error) from None


def _change_epoch(state: State, item: Item) -> None:
    match item:
        case SignedRequest() | Promised():
            voting.adopt_own(state, item)
        case Proposed():
            try:
                epochs.restore(state, item)
            except Refused as refused:
                raise JournalError(
                    "The journal of the game has {refused} at step {step}.",
                    refused=refused,
                    step=state.log.height + 1,
                ) from None
        case Back(height) if height <= state.log.height:
            state.log.go_back(height)
            state.change(Transition.GO_ON)
            state.acks.begin_epoch()
        case _:
            raise JournalError("The journal of the game has something in it that no program keeps.")


def _enter(state: State, signed: SignedEntry) -> None:
    entry, player = signed.entry, statements.author(state.charter, signed)
    follows = statements.epoch(signed) == state.log.epoch and entry.step == state.log.height + 1
    if player is None or not follows or (entry.log, entry.state) != (state.log.head, state.log.state):
        raise JournalError("The journal of the game does not go on at step {step}.", step=state.log.height + 1)
    try:
        steps = state.log.append(signed)
    except Refused as refused:
        raise JournalError(
            "The journal of the game has {refused} at step {step}.", refused=refused, step=entry.step
        ) from None
    playing.entered(state, player, signed, steps)
