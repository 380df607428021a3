"""One player's side of a game, or a spectator's, without any input or output of its own.

A session takes messages and local answers, and returns messages to send and events to show. It has no socket, task or
clock. The program around it says which connections there are, delivers what comes over each in order, and calls
``flush`` at the latest 100 ms after ``due`` has become true. Any connected graph of players will do, since what is good
and new is passed on.

``state`` says in which phase it is. No player ends a game by leaving: the others wait for them, or declare them absent
(``change``). A proof that a player cheats stops it (``disputes``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from p2p.game import NewGame
from p2p.log import messages
from p2p.log.changes import Change
from p2p.log.charter import Charter
from p2p.log.messages import CharterSignature, Chunk, Fetch, Have, Past
from p2p.log.presence import SignedPresence
from p2p.log.promises import SignedRequest
from p2p.log.record import write_record
from p2p.log.statements import Equivocation, Promised, Proof, Proposed, SignedAck, SignedClosing, SignedEntry, Violation
from p2p.log.talk import SignedTalk
from p2p.session import events
from p2p.session.change import EpochChange
from p2p.session.charter_signatures import CharterSignatures
from p2p.session.conversation import TalkError
from p2p.session.ending import Ending
from p2p.session.entries import Entries
from p2p.session.epochs import Epochs
from p2p.session.events import Event, Keep, Output, Send
from p2p.session.leaving import Leaving
from p2p.session.membership import NOT_OF_TABLE, is_of_table
from p2p.session.offering import Offering
from p2p.session.pacing import Pacing
from p2p.session.parts import Parts
from p2p.session.restore import Restore
from p2p.session.signer import Signer
from p2p.session.state import Phase
from p2p.wire.codec import MessageError

_GUESTS_MAY = (Have, Fetch)
"""What may come over a link to a spectator."""


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
        self._parts = parts = Parts(charter, new_game, signer, agreeable=agreeable)
        self.charter = charter
        self.me = parts.me
        self.log = parts.log
        self.signatures = parts.signatures
        self.links = parts.links
        self.roster = parts.roster
        self._entering = Entries(parts)
        self._signing = CharterSignatures(parts, self._entering, new_game)
        self._change = EpochChange(parts, self._entering)
        self._offering = Offering(parts, self._change)
        self._leaving = Leaving(parts)
        self._epochs = Epochs(parts, self._entering, self._change, self._offering)
        self._ending = Ending(parts, self._change)
        self._pacing = Pacing(
            self.log,
            {
                SignedRequest: self._epochs.on_request,
                Promised: self._epochs.on_promise,
                Proposed: self._epochs.on_proposal,
                SignedPresence: self._on_presence,
            },
        )
        self._handlers: dict[type[Any], Callable[[int, Any], None]] = {
            CharterSignature: self._signing.on_signature,
            Past: self._signing.on_past,
            SignedEntry: self._entering.on_entry,
            SignedAck: self._on_ack,
            SignedClosing: self._on_closing,
            SignedRequest: self._pacing.take,
            Promised: self._pacing.take,
            Proposed: self._pacing.take,
            Have: self._offering.on_have,
            Fetch: self._parts.sync.serve,
            Chunk: self._epochs.on_chunk,
            Equivocation: self._parts.disputes.receive_proof,
            Violation: self._parts.disputes.receive_proof,
            SignedPresence: self._pacing.take,
            SignedTalk: self._parts.conversation.take,
        }

    @property
    def phase(self) -> Phase:
        """Return the phase of the session."""
        return self._parts.state.phase

    @property
    def asked(self) -> tuple[int, ...]:
        """Return the seats of this player that must answer now."""
        return self._parts.asked

    @property
    def awaited(self) -> tuple[int, ...]:
        """Return the players without whom the open step can't go on, or the game can't be closed.

        If secrets wait for acknowledgements, these are the players who have not given theirs. If only a quorum is
        missing, absent players are named, too.
        """
        return tuple(sorted(self._ending.awaited))

    @property
    def due(self) -> bool:
        """Return whether ``flush`` has something to do."""
        behind = not self.ended and (self._parts.ack_due or self._behind is not None or self._leaving.due)
        changes = self._parts.state.in_game and self._change.due
        others = (self._parts.peers.due, self._parts.conversation.due, self._pacing.due)
        return bool(behind or changes or self._offering.lacking) or any(others)

    @property
    def _behind(self) -> int | None:
        """Return a link over which to fetch what we lack; None if there is none, or while we put off a proposal."""
        return None if self._change.put_off.is_put_off else self._parts.sync.behind

    @property
    def ended(self) -> bool:
        """Return whether the session is finished or has stopped: no player needs it any longer."""
        return self._parts.state.ended

    @property
    def is_returning(self) -> bool:
        """Return whether this program was restarted and has yet to hear from a quorum; until then it signs nothing."""
        return self._parts.returning.under_way

    @property
    def heard_of(self) -> tuple[int, ...]:
        """Return the players, ourselves included, who have shown what they have since this program was restarted."""
        return tuple(sorted(self._parts.returning.heard_of))

    @property
    def closings(self) -> dict[int, bytes]:
        """Return by player their signature of the closing."""
        return self._parts.closings.signatures

    @property
    def proofs(self) -> dict[int, Proof]:
        """Return by player the proof of what they did."""
        return self._parts.disputes.proofs

    @property
    def rest(self) -> int | None:
        """Return the step from which a charter may go on without those who are proven to cheat; None if there is none.

        More than half of the others have the log up to there, as far as we know, and it lies below what the proofs are
        about.
        """
        return self.log.rest(self._parts.disputes.common) if self.log.has_begun else None

    @property
    def unreachable(self) -> tuple[int, ...]:
        """Return the players whom messages don't reach, directly or through others, without those who have left."""
        return self._parts.peers.unreachable

    def record(self) -> bytes | None:
        """Return the record of the game so far, with the proofs; None if not all have signed the charter."""
        if len(self.signatures) < len(self.charter.players) or not self.log.has_begun:
            return None
        proofs = self._parts.disputes.proofs
        return write_record(self.log, self.signatures, self.closings, tuple(proofs[one] for one in sorted(proofs)))

    @property
    def requests(self) -> Mapping[int, tuple[Change, ...]]:
        """Return by player the changes that they request and that are possible now."""
        return self._parts.requests.by_player

    @property
    def adjourned(self) -> bool:
        """Return whether fewer than a quorum can be reached: the game waits for players to come."""
        return self._parts.adjourned

    @property
    def final(self) -> int:
        """Return the height up to which our log is final: a quorum has acknowledged it."""
        return self._parts.state.final

    # What the program around it does

    def restore(self, items: Iterable[bytes], heard: Callable[[events.Said], None] | None = None) -> list[Event]:
        """Restore a game from its journal, before anything else; return the events of what happened.

        ``heard`` gets each message of the talk, between the steps between which it was sent. Kept items are trusted and
        not verified again. From then on the session signs nothing until it has heard from a quorum. Raises JournalError
        if the items are not in an order in which they can have been kept.
        """
        restoring = Restore(self._parts, self._signing, self._entering, self._change, self._epochs)
        asking = (Send, Keep, events.Asked)
        return [output for output in restoring.restore_all(items, heard) if not isinstance(output, asking)]

    def go_on_from(self, past: Past) -> list[Output]:
        """Go on with the recorded game that the charter continues; call this before ``start``.

        Raises RecordError or steps.Refused if it is another one.
        """
        self._signing.goes_on(past)
        return self._go_on()

    def post_to(self, post: Callable[[Output], None]) -> None:
        """Hand every output to ``post`` from now on, as soon as it is there, instead of returning it.

        So what we have signed is sent, and what has happened is shown, while we still compute what follows. ``post``
        must not call the session, which is in the middle of a call.
        """
        self._parts.outbox.post_to(post)

    def measure_time(self, clock: Callable[[], float]) -> None:
        """Use this clock, in seconds; without one, time stands still."""
        self._parts.conversation.clock = self._parts.clock = clock

    def start(self) -> list[Output]:
        """Sign the charter; a spectator has no part in that. A game that a proof has stopped says so again."""
        self._signing.sign()
        if self.phase is Phase.STOPPED:
            self._parts.disputes.tell()
        return self._go_on()

    def connected(self, link: int, player: int | None) -> list[Output]:
        """A connection to a player, or to a spectator (None), has begun: offer everything not fetched by steps."""
        self._parts.peers.connected(link, player)
        self._offering.offer(link)
        self._parts.peers.look_round(self._parts.outbox)
        return self._go_on()

    def disconnected(self, link: int) -> list[Output]:
        """A connection has ended; its player may still be reached through others."""
        self._parts.peers.disconnected(link)
        self._parts.sync.disconnected(link)
        self._parts.returning.disconnected(link)
        self._parts.disputes.disconnected(link)
        self._epochs.disconnected(link)
        self._offering.disconnected(link)
        self._parts.conversation.disconnected(link)
        self._pacing.disconnected(link)
        self._parts.peers.look_round(self._parts.outbox)
        self._parts.state.looked_round(adjourned=self.adjourned)
        return self._go_on()

    def receive(self, link: int, data: bytes) -> list[Output]:
        """Take a message; raise MessageError for bytes that are none, or that no honest peer sends on such a link."""
        message = messages.decode(data)
        if not is_of_table(self.charter, message):
            self._parts.outbox.refuse(link, NOT_OF_TABLE)
            return self._go_on()
        self._parts.outbox.came(message, data)
        if self.links.player(link) is None and self.me is not None and not isinstance(message, _GUESTS_MAY):
            raise MessageError("sent what only a player may send")
        self._handlers[type(message)](link, message)
        return self._go_on()

    def answer(self, seat: int, body: str) -> list[Output]:
        """Take an answer of this player; raise NotAsked, or IllegalAction if the rules don't allow it."""
        self._entering.answer(seat, body)
        return self._go_on()

    def say(self, text: str, to: int | None = None) -> list[Output]:
        """Send a message to all, or to one player alone; raise TalkError if that is impossible."""
        if self.is_returning:
            raise TalkError("Nothing can be said until enough of the others are here again.")
        self._parts.conversation.say(text, to)
        return self._go_on()

    def agree(self, change: Change) -> list[Output]:
        """Agree to a change, and so request it; raise steps.Refused if it could not be made now."""
        self._parts.requests.agree(change)
        return self._go_on()

    def disagree(self, change: Change) -> list[Output]:
        """Withdraw the agreement to a change."""
        self._parts.requests.agreed.discard(change)
        return self._go_on()

    def listen_at(self, addresses: tuple[tuple[str, int], ...]) -> None:
        """Tell the others, at the next flush, where this player can be dialled: at most eight addresses."""
        self._parts.peers.listen_at(addresses)

    def leave(self) -> list[Output]:
        """Leave the table, and tell the others at once."""
        if not self.ended:
            self._leaving.leave()
        return self._parts.outbox.take()

    def flush(self) -> list[Output]:
        """Send what is due, pass on what waited, and ask for what we lack."""
        self._pacing.flush()
        self._parts.conversation.flush()
        if not self.ended:
            self._ending.acknowledge_at_rest()
            self._parts.sync.final = max(self.log.start, self._parts.state.final)
            if (link := self._behind) is not None:
                self._parts.sync.fetch(link)
            self._leaving.flush()
        self._parts.peers.flush(self._parts.outbox)
        self._offering.flush()
        return self._go_on()

    def sign_of_life(self) -> bytes:
        """Return a message that shows a peer that we are still here, and what we have."""
        return messages.encode(self._parts.have())

    def misbehaved(self, link: int, reason: str) -> list[Output]:
        """Note that a connection will be ended because the other end broke the protocol."""
        self._parts.outbox.refuse(link, reason)
        return self._go_on()

    def lost(self, player: int, why: str) -> list[Output]:
        """A player has been waited for long enough; ``why`` says the reason after their name, as in *has left*.

        Before all have signed the charter, the game ends, since it can't begin without them. At the closing, nothing
        waits for them any longer. In between, the players here decide; a program without a person requests the absence.
        """
        self._leaving.lost(player, why)
        return self._go_on()

    # What follows

    def _go_on(self) -> list[Output]:
        """Do whatever follows from what has just happened; return all outputs of the call."""
        while (self.phase is Phase.CLOSING and self._epochs.change()) or (
            self.phase is Phase.PLAYING
            and (
                self._epochs.change()
                or self._ending.acknowledge_awaited()
                or self._entering.reveal()
                or self._entering.take_held()
            )
        ):
            continue
        if self._parts.returning.ends() and not self.ended:
            self._parts.outbox.show(events.Returned())
            self._entering.ask()
            return self._go_on()
        if self.phase is Phase.CLOSING:
            self._ending.acknowledge_awaited()
            self._ending.close()
        if self._parts.final > self._parts.state.final:
            self._parts.state.became_final(self._parts.final)
            self._change.became_final(self._parts.state.final)
            self._parts.outbox.show(events.Final(self._parts.state.final))
        return self._parts.outbox.take()

    def _on_presence(self, link: int, signed: SignedPresence) -> None:
        if signed.player == self.me:
            if self.is_returning:
                self._parts.peers.adopt(signed)
            else:
                self._parts.peers.hear_of_ourselves(signed, self._parts.outbox)
        else:
            self._parts.peers.take(link, signed, self._parts.outbox)
            self._parts.state.looked_round(adjourned=self.adjourned)

    def _on_ack(self, link: int, signed: SignedAck) -> None:
        if self.phase is not Phase.STOPPED:
            self._parts.acknowledging.take(link, signed)

    def _on_closing(self, link: int, signed: SignedClosing) -> None:
        if self.phase is not Phase.STOPPED:
            self._parts.closings.take(link, signed)
