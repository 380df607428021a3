"""One person's side of a game, without any input or output of its own.

A session takes messages and local answers, and returns messages to send and events to show. It has no socket, task or
clock: the program around it delivers what each person sends in order, and calls ``flush`` at the latest 100 ms after
``due`` has become true.

    SIGNING ──all signatures──▶ PLAYING ──game over──▶ CLOSING ──all closings──▶ FINISHED
       └────────── a proof, a program fault, a person gone ──────────┴────▶ STOPPED
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from crypto.errors import SignatureError
from crypto.identity import Identity
from p2p import events, log, messages, shapes, statements
from p2p.acknowledgements import Acknowledgements
from p2p.catchup import Catchup
from p2p.charter import Charter, CharterError
from p2p.disputes import Disputes
from p2p.events import Output
from p2p.game import IllegalAction, NewGame, Over
from p2p.log import Kind, Log, Step
from p2p.messages import CharterSignature, Chunk, End, Fetch, MessageError
from p2p.outbox import Outbox
from p2p.proof import Breach, Contradiction, Proof
from p2p.record import write_record
from p2p.signer import Signer
from p2p.statements import SignedAck, SignedClosing, SignedEntry


class Phase(StrEnum):
    """Where in its life a session is."""

    SIGNING = "signing"
    PLAYING = "playing"
    CLOSING = "closing"
    FINISHED = "finished"
    STOPPED = "stopped"


class NotAsked(Exception):
    """An answer for a seat that has nothing to answer."""


_BARRED = (Kind.OPENINGS, Kind.LINKS)
"""Steps of secrets, each of which stays here until everybody has acknowledged the log before it."""


class Session:
    """See the module. What a call leads to it returns as outputs, in the order in which they happened."""

    def __init__(self, charter: Charter, new_game: NewGame, signer: Signer) -> None:
        """Raises CharterError where the signer is no person of the charter, SetupError where the game cannot start."""
        self.charter = charter
        self.me = charter.person(signer.identity.public)
        if charter.persons[self.me].tip != signer.chain.tip:
            raise CharterError("The charter names another beacon tip for this identity.")
        self.log = Log(charter, new_game(charter.setup))
        self.phase = Phase.SIGNING
        self.signatures: dict[int, bytes] = {}
        self.closings: dict[int, bytes] = {}
        self._signer = signer
        self._outbox = Outbox()
        self._acks = Acknowledgements(charter)
        self._catchup = Catchup(self.log, self._outbox)
        self._disputes = Disputes(self.me, self.log, self._acks, self._catchup, self._outbox)
        self._present = set(range(len(charter.persons)))
        self._stopped: set[int] = set()
        self._final = 0
        self._handlers: dict[type[Any], Callable[[int, Any], None]] = {
            CharterSignature: self._on_signature,
            SignedEntry: self._on_entry,
            SignedAck: self._on_vouching,
            SignedClosing: self._on_vouching,
            Fetch: self._catchup.serve,
            Chunk: self._on_chunk,
            Contradiction: self._disputes.receive_proof,
            Breach: self._disputes.receive_proof,
            End: lambda sender, _: self._stopped.add(sender),
        }

    @property
    def identity(self) -> Identity:
        """The identity that signs here."""
        return self._signer.identity

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats of this person that have to answer now."""
        if self.phase is not Phase.PLAYING or self.log.kind in _BARRED:
            return ()
        return tuple(seat for seat in self.log.missing() if self.log.holder(seat) == self.me)

    @property
    def due(self) -> bool:
        """Whether ``flush`` has something to send."""
        return not self.ended and (self._ack_due or self._catchup.behind is not None)

    @property
    def ended(self) -> bool:
        """Whether the session has come to its end, good or bad."""
        return self.phase in (Phase.FINISHED, Phase.STOPPED)

    @property
    def settled(self) -> bool:
        """Whether nobody needs this session any longer: it is finished, or has stopped for all who are still here."""
        return self.phase is Phase.FINISHED or (
            self.phase is Phase.STOPPED and self._present <= {self.me, *self._stopped, *self.proofs}
        )

    @property
    def proofs(self) -> dict[int, Proof]:
        """By person: the proof of what he did."""
        return self._disputes.proofs

    def record(self) -> bytes | None:
        """The record of the game as far as it has come; None where not everybody has signed the charter."""
        if len(self.signatures) < len(self.charter.persons):
            return None
        return write_record(self.log, self.signatures, self.closings)

    def start(self) -> list[Output]:
        """Sign the charter."""
        signature = self.charter.sign(self._signer.identity)
        self._outbox.send(CharterSignature(self.charter.id, signature))
        self._signed(self.me, signature)
        return self._go_on()

    def receive(self, sender: int, data: bytes) -> list[Output]:
        """Take a message from a person; raises MessageError for bytes that are none, which no honest program sends."""
        message = messages.decode(data)
        self._handlers[type(message)](sender, message)
        return self._go_on()

    def answer(self, seat: int, body: str) -> list[Output]:
        """Take an answer of this person's; raises NotAsked, or IllegalAction if the rules do not allow it."""
        if seat not in self.asked:
            raise NotAsked(f"Seat {seat + 1} has nothing to answer.")
        if not shapes.text(body):
            raise IllegalAction(
                "notation", f"An answer is a line of up to {shapes.MAX_TEXT} printable ASCII characters."
            )
        self.log.game.check(seat, body)
        sign = self._signer.action if self.log.kind is Kind.ACTION else self._signer.commitment
        self._enter_own(sign(self.log, seat, body))
        return self._go_on()

    def flush(self) -> list[Output]:
        """Send the acknowledgement that is due, and ask somebody who is higher for what we lack."""
        if self._ack_due:
            self._acknowledge()
        if (person := self._catchup.behind) is not None and not self.ended:
            self._catchup.fetch(person)
        return self._go_on()

    def lost(self, person: int, why: str) -> list[Output]:
        """A person is gone for good, ``why`` says it after his name, as in *is no longer connected*.

        That is the end of the game, unless it is over and he is missed only at its closing.
        """
        self._present.discard(person)
        if self.phase in (Phase.SIGNING, Phase.PLAYING):
            where = "before it begins" if self.phase is Phase.SIGNING else f"at step {self.log.height + 1}"
            self._stop(events.Stopped(f"{self.charter.name(person)} {why}. The game ends {where}.", person))
        return self._go_on()

    def _go_on(self) -> list[Output]:
        """Do whatever follows by itself from what has just happened; returns all outputs of the call."""
        while self._going and (self._reveal() or self._take_held()):
            continue
        if self._ack_due and (self.phase is Phase.CLOSING or self.log.kind in _BARRED):
            self._acknowledge()
        if self.phase is Phase.CLOSING:
            self._close()
        if self._acks.final > self._final:
            self._final = self._acks.final
            self._outbox.show(events.Final(self._final))
        if self._disputes.end is not None and self.phase in (Phase.SIGNING, Phase.PLAYING):
            self._acknowledge()  # so that everybody sees the L and S that we got
            self._stop(self._disputes.end)
        return self._outbox.take()

    @property
    def _going(self) -> bool:
        return self.phase is Phase.PLAYING and self._disputes.end is None

    @property
    def _ack_due(self) -> bool:
        return self.phase in (Phase.PLAYING, Phase.CLOSING) and self._acks.height(self.me) < self.log.height

    def _stop(self, end: events.Stopped) -> None:
        if not self.ended:
            self.phase = Phase.STOPPED
            self._outbox.send(End())
            self._outbox.show(end)

    def _refuse(self, sender: int, reason: str) -> None:
        self._outbox.show(events.Refused(sender, reason))

    # The charter

    def _on_signature(self, sender: int, message: CharterSignature) -> None:
        if self.phase is not Phase.SIGNING or sender in self.signatures:
            return
        if message.game != self.charter.id:
            who = self.charter.name(sender)
            self._stop(events.Stopped(f"{who} has another charter: not everybody means the same game.", sender))
            return
        try:
            self.charter.verify(sender, message.signature)
        except SignatureError:
            self._refuse(sender, "a signature of the charter that is not the sender's")
            return
        self._signed(sender, message.signature)

    def _signed(self, person: int, signature: bytes) -> None:
        self.signatures[person] = signature
        self._acks.start(person)
        self._outbox.show(events.Signed(person))
        if len(self.signatures) == len(self.charter.persons):
            self.phase = Phase.PLAYING
            self._outbox.show(events.Started())
            self._next_step()

    # Entries

    def _on_entry(self, sender: int, signed: SignedEntry) -> None:
        if self.ended:
            return
        person = statements.author(self.charter, signed)
        if person is None or statements.epoch(signed) != self.log.epoch:
            self._refuse(sender, "an entry of another game")
            return
        if signed.entry.step > self.log.height + 1 or self.phase is Phase.SIGNING:
            self._catchup.hold(sender, signed)
            return
        height = signed.entry.step - 1
        try:
            step = self.log.accept(signed)
        except log.Repeated:
            return
        except log.TwoVersions as versions:
            self._disputes.convict(Contradiction(versions.first, signed))
        except log.Offence:
            self._disputes.convict(Breach(signed))
        except log.Parted:
            self._disputes.other_log(person, height, signed)
        except log.StateDiffers:
            self._disputes.other_state(person, height, signed.entry.state, signed)
        except log.Refused as refused:
            self._refuse(sender, str(refused))
        else:
            self._entered(person, signed, step)

    def _enter_own(self, signed: SignedEntry) -> None:
        self._outbox.send(signed)
        self._entered(self.me, signed, self.log.append(signed))

    def _entered(self, person: int, signed: SignedEntry, step: Step | None) -> None:
        """An entry is in the log; its author vouches for the log before it, and with an action for that after it."""
        entry = signed.entry
        self._acks.add(person, entry.step - 1, signed)
        if type(entry.body) is str:
            self._acks.add(person, entry.step, signed)
        elif type(entry.body) is bytes:
            self._outbox.show(events.Committed(entry.seat))
        elif statements.is_opening(entry.body):
            self._outbox.show(events.Revealed(entry.seat, entry.body[1]))
        if step is not None:
            self._outbox.show(events.Completed(step))
            for statement in self._acks.take_reached(step.number):
                self._compare(statement)
            self._disputes.step_reached()
            self._next_step()

    def _next_step(self) -> None:
        if self.log.kind is Kind.OVER:
            self.phase = Phase.CLOSING
        for seat in self.asked:
            self._outbox.show(events.Asked(seat))

    def _reveal(self) -> bool:
        """The barrier: add our openings or link only once everybody has acknowledged the log before them."""
        if self.log.kind not in _BARRED:
            return False
        everybody = range(len(self.charter.persons))
        others = [person for person in everybody if person != self.me]
        ours = [slot for slot in self.log.missing() if self.log.holder(slot) == self.me]
        if not ours or not self._acks.reached_by(others, self.log.height):
            return False
        sign = self._signer.link if self.log.kind is Kind.LINKS else self._signer.opening
        # Signed before any is entered, since the last one may complete the step.
        for signed in [sign(self.log, slot) for slot in ours]:
            self._enter_own(signed)
        return True

    def _take_held(self) -> bool:
        held = self._catchup.take_held()
        for person, signed in held:
            self._on_entry(person, signed)
        return bool(held)

    # Acknowledgements and closings

    def _acknowledge(self) -> None:
        ack = self._signer.ack(self.log, self.me)
        self._outbox.send(ack)
        self._acks.add(self.me, self.log.height, ack)

    def _close(self) -> None:
        """Sign the closing once all who are here acknowledged the end, so that one that lies contradicts its author.

        Nobody waits for a person who is gone, has stopped or cannot be agreed with: his closing is missing. Only where
        a dispute leaves no quorum is the result as open as the dispute.
        """
        here = self._present - self._stopped - self._disputes.ends.keys()
        if self.me not in self.closings and self._acks.reached_by(here, self.log.height):
            closing = self._signer.closing(self.log, self.me)
            self._outbox.send(closing)
            self.closings[self.me] = closing.signature
        if not here <= self.closings.keys():
            return
        node, end = self.log.game.node, self._disputes.end
        if end is not None and len(self.closings) < self.charter.quorum:
            self._stop(end)
        elif isinstance(node, Over):
            missing = tuple(person for person in range(len(self.charter.persons)) if person not in self.closings)
            self.phase = Phase.FINISHED
            self._outbox.show(events.Finished(node.winners, node.victory, missing))

    def _on_vouching(self, sender: int, signed: SignedAck | SignedClosing) -> None:
        person, content = signed.person, signed.content
        if self.ended or self._is_known(signed):
            return
        if person >= len(self.charter.persons) or statements.epoch(signed) != self.log.epoch:
            self._refuse(sender, "an acknowledgement of another game")
            return
        try:
            statements.verify(self.charter, person, signed)
        except SignatureError:
            self._refuse(sender, "an acknowledgement whose signature is not its person's")
            return
        earlier = self._acks.contradicting(person, signed)
        if earlier is not None:
            self._disputes.convict(Contradiction(earlier, signed))
        elif content.height > self.log.height:
            self._acks.keep_ahead(signed)
            self._catchup.claim(person, content.height)
        else:
            self._compare(signed)

    def _is_known(self, signed: SignedAck | SignedClosing) -> bool:
        """Whether the person vouches for nothing that he has not vouched for already."""
        person, content = signed.person, signed.content
        if person >= len(self.charter.persons) or content.height > self._acks.height(person):
            return False
        if isinstance(signed, SignedClosing) and person not in self.closings:
            return False
        return (content.log, content.state) == (self.log.log_at(content.height), self.log.state_at(content.height))

    def _compare(self, signed: SignedAck | SignedClosing) -> None:
        """Compare what a person vouches for, at a height that we have reached, with our log and state."""
        person, content = signed.person, signed.content
        if content.log != self.log.log_at(content.height):
            self._disputes.other_log(person, content.height, signed)
        elif content.state != self.log.state_at(content.height):
            self._disputes.other_state(person, content.height, content.state, signed)
        else:
            self._acks.add(person, content.height, signed)
            if isinstance(signed, SignedClosing) and self.phase is Phase.CLOSING and content.height == self.log.height:
                self.closings[person] = signed.signature

    # Fetching

    def _on_chunk(self, sender: int, message: Chunk) -> None:
        if not self._catchup.answered(sender, message):
            return
        before, last = self.log.height, 0
        for packet in message.entries:
            signed = messages.decode(packet)
            if not isinstance(signed, SignedEntry):
                raise MessageError("sent a chunk with something else than entries")
            last = max(last, signed.entry.step)
            self._on_entry(sender, signed)
            self._compare_with(sender, signed)
            if self._disputes.end is not None:
                return
        self._disputes.answered(sender, message, last)
        self._catchup.go_on(sender, message, before)

    def _compare_with(self, sender: int, signed: SignedEntry) -> None:
        """Whoever shows an entry of his log upon another L than ours has another log, whoever signed the entry."""
        height = signed.entry.step - 1
        if height <= self.log.height and signed.entry.log != self.log.log_at(height):
            self._disputes.compare(sender, height)
