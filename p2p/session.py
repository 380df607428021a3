"""One person's side of a game, or a guest's, without any input or output of its own.

A session takes messages and local answers, and returns messages to send and events to show. It has no socket, task or
clock: the program around it says which connections there are, delivers what comes over each in order, and calls
``flush`` at the latest 100 ms after ``due`` has become true. Any connected graph of persons will do, since what is
found good and new is passed on.

    SIGNING ──all signatures──▶ PLAYING ──game over──▶ CLOSING ──all closings──▶ FINISHED
       └── a person gone ──▶ STOPPED ◀── we leave ──┘

Nobody ends a game by going away, or by cheating: the others wait for him, or vote him absent (``p2p.voting``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any

from crypto.errors import SignatureError
from p2p import events, messages, shapes, statements
from p2p.acknowledgements import Acknowledgements
from p2p.agreeing import Agreeing
from p2p.ballots import ABSENT, PAUSE, Change, Passed, SignedBallot, SignedWish
from p2p.branches import Branch, Branches
from p2p.catchup import Catchup
from p2p.charter import Charter, CharterError
from p2p.conversation import Conversation, TalkError
from p2p.disputes import Disputes
from p2p.errors import JournalError
from p2p.events import Event, Keep, Output, Send
from p2p.game import IllegalAction, NewGame
from p2p.journal import Answer, Back, Item, decode_item, encode_own
from p2p.log import Log
from p2p.messages import CharterSignature, Chunk, Fetch, Have, MessageError
from p2p.neighbours import Neighbours
from p2p.outbox import Outbox
from p2p.presence import SignedPresence, Standing
from p2p.proof import Breach, Contradiction, Proof
from p2p.record import write_record
from p2p.returning import Returning
from p2p.signer import Signer
from p2p.statements import Entry, SignedAck, SignedClosing, SignedEntry
from p2p.steps import Kind, Offence, Parted, Refused, Repeated, StateDiffers, Step, TwoVersions
from p2p.talk import SignedTalk
from p2p.voting import Voting
from p2p.vouching import Vouching


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

_NOWHERE = -1
"""The link of what did not come over any."""

_GUESTS_MAY = (Have, Fetch)
"""What may come over a link to a guest."""


class Session:
    """See the module. What a call leads to it returns as outputs, in the order in which they happened."""

    def __init__(self, charter: Charter, new_game: NewGame, signer: Signer | None, *, agreeable: bool = False) -> None:
        """A person's session, or a guest's where there is no signer; a guest signs nothing, and hears all that is open.

        ``agreeable`` says that nobody sits here who could be asked: the program agrees to what another person wishes
        for, but declares nobody absent whom it can reach itself, and never its own person. Raises CharterError where
        the signer is no person of the charter, SetupError where the game cannot start.
        """
        self.charter = charter
        self.me = _person(charter, signer)
        self.log = Log(charter, new_game(charter.setup))
        self.phase = Phase.SIGNING
        self.signatures: dict[int, bytes] = {}
        self._signer = signer
        self._neighbours = Neighbours(charter, self.me, signer)
        self.links = self._neighbours.links
        self.roster = self._neighbours.roster
        self._outbox = Outbox(self.links)
        self._acks = Acknowledgements(charter)
        self._catchup = Catchup(self.log, self._outbox)
        self._branches = Branches(self.log)
        self._disputes = Disputes(
            self.me, self.log, self._acks, self._catchup, self._branches, self.links, self._outbox
        )
        self._vouching = Vouching(self.me, self.log, self._acks, self._catchup, self._disputes, self._outbox)
        self._returning = Returning(charter, self.me, self.links, self.roster, self._catchup)
        self._conversation = Conversation(charter, self.me, signer, self._outbox)
        self._voting = Voting(
            self.me,
            signer,
            self.log,
            self._acks,
            self._catchup,
            self._disputes,
            self._neighbours,
            self._outbox,
        )
        self._agreeing = Agreeing(self.me, agreeable, self.log, self._voting, self._disputes, self._neighbours)
        self._final = 0
        self._former: dict[int, str] = {}
        self._was_away = False
        self._was_cut_off = False
        self._terms: dict[int, int] = {}
        self._lacking: set[int] = set()
        self._handlers: dict[type[Any], Callable[[int, Any], None]] = {
            CharterSignature: self._on_signature,
            SignedEntry: self._on_entry,
            SignedAck: self._on_vouching,
            SignedClosing: self._on_vouching,
            SignedBallot: self._voting.take_ballot,
            SignedWish: self._on_wish,
            Passed: lambda link, passed: self._refuse(link, "a vote that nobody asked for"),
            Have: self._on_have,
            Fetch: self._catchup.serve,
            Chunk: self._on_chunk,
            Contradiction: self._disputes.receive_proof,
            Breach: self._disputes.receive_proof,
            SignedPresence: self._on_presence,
            SignedTalk: self._conversation.take,
        }

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats of this person that have to answer now."""
        if self.phase is not Phase.PLAYING or self.log.kind in _BARRED or self._is_mute:
            return ()
        return tuple(seat for seat in self.log.missing() if self.log.holder(seat) == self.me)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The persons without whom the open step cannot go on, or the game not be closed.

        Where secrets wait for acknowledgements, those are named who have not given theirs.
        """
        if self.phase is Phase.CLOSING:
            return tuple(sorted(self._closers - self.closings.keys() - {self.me}))
        silent = {person for person in self.log.present if self._acks.height(person) < self.log.height}
        if self.log.kind in _BARRED and silent:
            return tuple(sorted(silent))
        return tuple(sorted({self.log.holder(slot) for slot in self.log.missing()}))

    @property
    def due(self) -> bool:
        """Whether ``flush`` has something to do."""
        behind = not self.ended and (self._ack_due or self._catchup.behind is not None or self._loses_leavers)
        others = (self._neighbours.due, self._conversation.due, self._voting.due, self._lacking)
        return bool(behind) or any(others)

    @property
    def ended(self) -> bool:
        """Whether the session has come to its end, good or bad."""
        return self.phase in (Phase.FINISHED, Phase.STOPPED)

    @property
    def settled(self) -> bool:
        """Whether nobody needs this session any longer: it is finished, or has stopped for all who are still here."""
        if self.phase is Phase.STOPPED:
            return True
        return self.phase is Phase.FINISHED

    @property
    def is_returning(self) -> bool:
        """Whether this program was started again and has yet to hear from a quorum: until then it signs nothing."""
        return self._returning.under_way

    @property
    def _is_mute(self) -> bool:
        """Whether we sign nothing upon our log: bound by a vote, or not heard from enough others since we returned."""
        return self.me is None or self.is_returning or self._voting.bound

    @property
    def heard_of(self) -> tuple[int, ...]:
        """The persons, oneself among them, who have shown what they have since this program was started again."""
        return tuple(sorted(self._returning.heard_of))

    @property
    def closings(self) -> dict[int, bytes]:
        """By person: his signature of the closing."""
        return self._vouching.closings

    @property
    def proofs(self) -> dict[int, Proof]:
        """By person: the proof of what he did."""
        return self._disputes.proofs

    @property
    def unreachable(self) -> tuple[int, ...]:
        """The persons whom messages do not reach, through whomever it may be, but for those who have left."""
        return self._neighbours.unreachable

    def record(self) -> bytes | None:
        """The record of the game as far as it has come; None where not everybody has signed the charter."""
        if len(self.signatures) < len(self.charter.persons):
            return None
        return write_record(self.log, self.signatures, self.closings)

    @property
    def wished(self) -> dict[int, tuple[Change, ...]]:
        """By person, the changes that he would vote for now upon the log as it is."""
        return self._voting.wished()

    @property
    def adjourned(self) -> bool:
        """Whether those who can be reached are too few to vote on anything: the game waits for others to come."""
        lost = set(self._neighbours.unreachable) | self._neighbours.gone
        return len(self.charter.persons) - len(lost) < self.charter.quorum

    # What the program around it does

    def restore(self, items: Iterable[bytes]) -> list[Event]:
        """Take up a game from its journal, before anything else; returns the events of what had happened.

        What this program once kept it takes at its word and does not verify again. From then on it signs nothing until
        it has heard from a quorum. Raises JournalError for items that are not in an order in which they were kept.
        """
        for item in items:
            self._restore(decode_item(item))
        self._returning.under_way = self.me is not None
        self._final = self._acks.final
        self._was_away = self.me in self.log.absent
        asking = (Send, Keep, events.Asked, events.Paused)
        return [output for output in self._outbox.take() if not isinstance(output, asking)]

    def start(self) -> list[Output]:
        """Sign the charter."""
        if self._signer is not None and self.me is not None and self.me not in self.signatures:
            signature = self.charter.sign(self._signer.identity)
            self._signed(CharterSignature(self.charter.id, self.me, signature))
        return self._go_on()

    def connected(self, link: int, person: int | None) -> list[Output]:
        """A connection to a person, or to a guest, has begun: offer everything that is not fetched by steps."""
        self._neighbours.connected(link, person)
        self._offer(link)
        self._neighbours.look_round(self._outbox)
        return self._go_on()

    def disconnected(self, link: int) -> list[Output]:
        """A connection has ended; its person may still be reached through others."""
        self._neighbours.disconnected(link)
        self._catchup.disconnected(link)
        self._returning.disconnected(link)
        self._disputes.disconnected(link)
        self._branches.disconnected(link)
        self._terms.pop(link, None)
        self._lacking.discard(link)
        self._conversation.disconnected(link)
        self._neighbours.look_round(self._outbox)
        self._was_cut_off |= self.adjourned
        return self._go_on()

    def receive(self, link: int, data: bytes) -> list[Output]:
        """Take a message; raises MessageError for bytes that are none, or that nobody honest sends on such a link."""
        message = messages.decode(data)
        if self.links.person(link) is None and self.me is not None and not isinstance(message, _GUESTS_MAY):
            raise MessageError("sent what only a player may send")
        self._handlers[type(message)](link, message)
        return self._go_on()

    def answer(self, seat: int, body: str) -> list[Output]:
        """Take an answer of this person's; raises NotAsked, or IllegalAction if the rules do not allow it."""
        if seat not in self.asked or self._signer is None:
            raise NotAsked(f"Seat {seat + 1} has nothing to answer.")
        if not shapes.text(body):
            raise IllegalAction(
                "notation", f"An answer is a line of up to {shapes.MAX_TEXT} printable ASCII characters."
            )
        self.log.game.check(seat, body)
        if self.log.kind is Kind.COMMITMENTS:
            self._outbox.keep_secret(encode_own(Answer(self.log.height + 1, seat, body)))
        sign = self._signer.action if self.log.kind is Kind.ACTION else self._signer.commitment
        self._enter_own(sign(self.log, seat, body))
        return self._go_on()

    def say(self, text: str, to: int | None = None) -> list[Output]:
        """Say something to all, or to one person alone; raises TalkError."""
        if self.is_returning:
            raise TalkError("Nothing can be said until enough of the others are here again.")
        self._conversation.say(text, to)
        return self._go_on()

    def agree(self, change: Change) -> list[Output]:
        """Agree to a change, and so wish for it; raises NotPossible where it could not be voted on now."""
        self.log.judge(self.log.proposal(self.log.term + 1, (change,)))
        self._voting.agreed.add(change)
        return self._go_on()

    def disagree(self, change: Change) -> list[Output]:
        """Agree no longer to a change."""
        self._voting.agreed.discard(change)
        return self._go_on()

    def listen_at(self, addresses: tuple[tuple[str, int], ...]) -> None:
        """Let the others know, with the next flush, where this person can be dialled: at most eight addresses."""
        self._neighbours.listen_at(addresses)

    def leave(self) -> list[Output]:
        """Leave the table, and let the others know at once."""
        if not self.ended:
            self.phase = Phase.STOPPED
            self._neighbours.stand(Standing.LEFT)
            self._neighbours.flush(self._outbox)
        return self._outbox.take()

    def flush(self) -> list[Output]:
        """Send what is due, pass on what may wait, and ask for what we lack."""
        self._conversation.flush()
        self._voting.flush()
        if not self.ended:
            if self._ack_due:
                self._acknowledge()
            self._catchup.final = max(0, self._firm)
            if (link := self._catchup.behind) is not None:
                self._catchup.fetch(link)
            if self._loses_leavers:
                for person in self._neighbours.leavers:
                    self._lose(person, "has left the table")
        self._neighbours.flush(self._outbox)
        lacking, self._lacking = self._lacking, set()
        if self._neighbours.take_cut():
            # What two others had sent each other, on a connection that has ended, may not have arrived.
            lacking = set(self.links.all(guests=False))
        for link in sorted(lacking):
            self._offer(link)
        return self._go_on()

    def sign_of_life(self) -> bytes:
        """A message that shows the other end of a connection that we are still here, and what we have."""
        return messages.encode(self._have())

    def misbehaved(self, link: int, reason: str) -> list[Output]:
        """A connection is about to be ended, because the other end broke the protocol."""
        self._refuse(link, reason)
        return self._go_on()

    def lost(self, person: int, why: str) -> list[Output]:
        """A person has been waited for long enough, ``why`` says it after his name, as in *cannot be reached*.

        Before everybody has signed the charter that is the end, since there is no game without him; at the closing he
        is waited for no longer. In between, the persons here decide; a program where nobody sits wishes him absent.
        """
        if self.phase is not Phase.PLAYING:
            self._lose(person, why)
        elif person not in self.log.absent:
            self._outbox.show(events.Overdue(person))
            if self._agreeing.agreeable:
                self._voting.agreed.add(Change(ABSENT, person))
        return self._go_on()

    # What follows

    def _go_on(self) -> list[Output]:
        """Do whatever follows by itself from what has just happened; returns all outputs of the call."""
        while (self.phase is Phase.CLOSING and self._vote()) or (
            self.phase is Phase.PLAYING
            and (self._vote() or self._acknowledge_awaited() or self._reveal() or self._take_held())
        ):
            continue
        if self._returning.ends():
            self._outbox.show(events.Returned())
            self._ask()
            return self._go_on()
        if self.phase is Phase.CLOSING and not self.is_returning:
            self._acknowledge_awaited()
            self._close()
        if self._acks.final > self._final:
            self._final = self._acks.final
            self._outbox.show(events.Final(self._final))
        return self._outbox.take()

    @property
    def _ack_due(self) -> bool:
        if self.me is None or self._is_mute or self.phase not in (Phase.PLAYING, Phase.CLOSING):
            return False
        return self._acks.height(self.me) < self.log.height

    @property
    def _loses_leavers(self) -> bool:
        """Whether somebody has left without whom there is no game, or who is missed only at its closing."""
        return bool(self._neighbours.leavers) and self.phase is not Phase.PLAYING

    def _lose(self, person: int, why: str) -> None:
        self._neighbours.present.discard(person)
        if self.phase is Phase.SIGNING:
            self._stop(events.Stopped(f"{self.charter.name(person)} {why}. The game ends before it begins.", person))

    def _stop(self, end: events.Stopped) -> None:
        if not self.ended:
            self.phase = Phase.STOPPED
            self._neighbours.stand(Standing.STOPPED)
            self._outbox.show(end)

    def _refuse(self, link: int, reason: str) -> None:
        self._outbox.show(events.Refused(link, reason))

    # Connections

    def _offer(self, link: int) -> None:
        """Send what is kept of everybody as it is now, and what fills the open step; the rest is fetched.

        That the other end has signed itself goes there too, since a program started again may have lost it; ``have``
        says, last, that all of it was sent.
        """
        if self.me is None:
            # Whatever a guest has he was told by players, who would not take it from him.
            self._outbox.send(self._have(), link)
            return
        for signer, signature in self.signatures.items():
            self._outbox.send(CharterSignature(self.charter.id, signer, signature), link)
        self._disputes.offer(link)
        self._neighbours.offer(link, self._outbox)
        for slot in self.log.slots:
            if slot in self.log.given:
                self._outbox.send(self.log.given[slot], link)
        for statement in (*self._acks.newest(), *self._voting.newest()):
            self._outbox.send(statement, link)
        self._outbox.send(self._have(), link)

    def _have(self) -> Have:
        return Have(self.log.term, self.log.height, self._conversation.counters)

    def _on_have(self, link: int, have: Have) -> None:
        if len(have.heard) != len(self.charter.persons):
            raise MessageError("sent a message of another table")
        self._catchup.claim(link, have.term, have.height)
        self._returning.heard(link)
        if self._terms.get(link, have.term) < have.term == self.log.term:
            # What we had said in this epoch before the other end was in it has not been understood.
            self._offer(link)
        self._terms[link] = have.term
        self._conversation.heard(link, have.heard, private=self.links.person(link) is not None)

    # The charter

    def _on_signature(self, link: int, message: CharterSignature) -> None:
        if self.phase is not Phase.SIGNING or message.person in self.signatures:
            return
        if message.game != self.charter.id or message.person >= len(self.charter.persons):
            self._refuse(link, "a signature of another charter")
            return
        try:
            self.charter.verify(message.person, message.signature)
        except SignatureError:
            self._refuse(link, "a signature of the charter that is not its person's")
            return
        self._outbox.forward(message, message.person, link)
        self._signed(message)

    def _signed(self, message: CharterSignature) -> None:
        own = message.person == self.me
        self._outbox.keep(message, own=own)
        if own:
            self._outbox.broadcast(message)
        self.signatures[message.person] = message.signature
        self._acks.start(message.person)
        self._outbox.show(events.Signed(message.person))
        if len(self.signatures) == len(self.charter.persons):
            self.phase = Phase.PLAYING
            self._outbox.show(events.Started())
            self._next_step()

    # Entries

    def _on_entry(self, link: int, signed: SignedEntry, *, onward: bool = True) -> None:
        """Judge an entry that came over a link; ``onward`` says whether it is passed on if it is good and new."""
        person = statements.author(self.charter, signed)
        if self.ended or not self._is_of_our_epoch(link, signed.entry):
            return
        if person is None or self._is_copied(person, signed.entry):
            self._refuse(link, "an entry of nobody here, or of another program that has our key")
            return
        if signed.entry.step > self.log.height + 1 or self.phase is Phase.SIGNING:
            self._catchup.hold(link, signed)
            return
        height = signed.entry.step - 1
        try:
            steps = self.log.accept(signed)
        except Repeated:
            return
        except TwoVersions as versions:
            self._disputes.convict(Contradiction(versions.first, signed))
        except Offence:
            self._disputes.convict(Breach(signed))
        except Parted:
            self._disputes.other_log(link, person, height, signed)
        except StateDiffers:
            self._disputes.other_state(link, person, height, signed.entry.state, signed)
        except Refused as refused:
            self._refuse(link, str(refused))
        else:
            self._outbox.keep(signed)
            if onward:
                self._outbox.forward(signed, person, link)
            self._entered(person, signed, steps)

    def _is_of_our_epoch(self, link: int, entry: Entry) -> bool:
        """Whether an entry may be judged upon our log; what belongs to a newer epoch is to be fetched with its vote."""
        if entry.game != self.charter.id or (entry.term == self.log.term and entry.epoch != self.log.epoch_id):
            self._refuse(link, "an entry of another game")
        elif entry.term > self.log.term:
            self._catchup.claim(link, entry.term, entry.step - 1)
        return entry[:3] == self.log.epoch

    def _is_copied(self, person: int, entry: Entry) -> bool:
        """Whether an entry of our own for the open step is none that this program has signed.

        It would take the place of ours, and its opening be asked of a signer that knows of no such commitment. Ours
        makes it a contradiction for everybody who took it. But a program that was started again may have lost it.
        """
        if person != self.me or self.is_returning:
            return False
        return entry.step == self.log.height + 1 and entry.seat not in self.log.given

    def _enter_own(self, signed: SignedEntry) -> None:
        person = self.log.holder(signed.entry.seat)
        steps = self.log.append(signed)
        self._outbox.keep(signed, own=True)
        self._outbox.broadcast(signed)
        self._entered(person, signed, steps)

    def _entered(self, person: int, signed: SignedEntry, steps: tuple[Step, ...]) -> None:
        """An entry is in the log, and its author vouches for what it stands upon."""
        entry = signed.entry
        self._vouches(person, signed)
        if type(entry.body) is bytes:
            self._outbox.show(events.Committed(entry.seat))
        elif statements.is_opening(entry.body):
            self._outbox.show(events.Revealed(entry.seat, entry.body[1]))
        self._disputes.another_vouching(person, signed)
        if steps:
            self._completed(steps)

    def _vouches(self, person: int, signed: SignedEntry) -> None:
        """The author of an entry vouches for the log before it, and with an action for that after it."""
        self._acks.add(person, signed.entry.step - 1, signed)
        if type(signed.entry.body) is str:
            self._acks.add(person, signed.entry.step, signed)

    def _completed(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            self._outbox.show(events.Completed(step))
        if any(step.passed is None for step in steps):
            self._was_cut_off = self.adjourned
        for link, statement in self._acks.take_reached(self.log.height):
            self._vouching.compare(link, statement)
        self._disputes.step_reached()
        self._next_step()

    def _next_step(self) -> None:
        if self.log.kind is Kind.OVER:
            self.phase = Phase.CLOSING
        self._ask()

    def _ask(self) -> None:
        for seat in self.asked:
            self._outbox.show(events.Asked(seat, self._former.get(seat)))
        self._former = {}

    def _reveal(self) -> bool:
        """The barrier: add our openings or link only once everybody has acknowledged the log before them."""
        if self.log.kind not in _BARRED or self._signer is None or self._is_mute:
            return False
        ours = [slot for slot in self.log.missing() if self.log.holder(slot) == self.me and self._can_fill(slot)]
        if not ours or not self._acks.bars_nobody(self.log.present, self.log.height):
            return False
        sign = self._signer.link if self.log.kind is Kind.LINKS else self._signer.opening
        # Signed before any is entered, since the last one may complete the step.
        for signed in [sign(self.log, slot) for slot in ours]:
            self._enter_own(signed)
        return True

    def _can_fill(self, slot: int) -> bool:
        """Whether an opening is at hand: a restored disk may have lost the answer to a commitment that others have."""
        if self.log.kind is not Kind.OPENINGS or self._signer is None:
            return True
        _, step = self.log.committed_at
        return self._signer.knows(step, slot)

    def _take_held(self) -> bool:
        held = self._catchup.take_held()
        for link, signed in held:
            self._on_entry(link, signed)
        return bool(held)

    # Votes

    def _on_wish(self, link: int, signed: SignedWish) -> None:
        if signed.person == self.me and self.is_returning:
            self._voting.adopt_own(signed)
            return
        if not self._voting.take_wish(link, signed):
            return
        self._agreeing.heard(signed.person)
        if any(change.kind == ABSENT for change in self.wished.get(signed.person, ())):
            self._lacking.add(link)  # whoever is missed there may be silent to some only

    def _vote(self) -> bool:
        """Agree and wish, go over to another log if need be, and begin the epoch of a vote that has passed."""
        self._agreeing.proceed(was_away=self._was_away)
        branch = self._branches.to_go_over(self._acks, self._voting, self._final, self._firm, self.proofs.keys())
        if branch is not None:
            self._switch(branch)
        passed = self._voting.proceed(signs=not self.is_returning)
        return passed is not None and self._on_passed(passed) is None

    def _on_passed(self, passed: Passed) -> Refused | None:
        """A vote that has passed comes in a chunk, after the log that it stands upon; why it was not taken."""
        if self.ended or passed.proposal.term <= self.log.term:
            return None
        undone = tuple(self.log.steps[passed.proposal.base :])
        given = tuple(self.log.given.values())
        try:
            steps = self.log.adopt(passed)
        except Refused as refused:
            return refused
        self._outbox.keep(passed)
        self._begin_epoch(undone, given, steps)
        return None

    def _begin_epoch(self, undone: tuple[Step, ...], given: tuple[SignedEntry, ...], steps: tuple[Step, ...]) -> None:
        """A vote has passed: steps of ours and entries of the open step count no more, and there are new steps."""
        signed = [*given, *(signed for step in undone for signed in step.entries)]
        self._former = {
            one.entry.seat: one.entry.body
            for one in signed
            if type(one.entry.body) is str and statements.author(self.charter, one) == self.me
        }
        parts = (self._acks, self._catchup, self._disputes, self._vouching, self._branches, self._voting)
        for part in parts:
            part.begin_epoch()
        self.phase = Phase.PLAYING
        self._was_away = self.me in self.log.absent and (self._was_away or self._was_cut_off)
        for link in self.links.all(guests=False):
            self._outbox.send(self._have(), link)
        if undone:
            self._outbox.show(events.RolledBack(undone))
        self._completed(steps)
        changes = {change for step in steps if step.passed is not None for change in step.passed.proposal.changes}
        self._voting.settled(changes)
        if any(change.kind == PAUSE for change in changes):
            self._outbox.show(events.Paused())

    def _take_over_newer(self, link: int) -> bool:
        """Go over to the log at the other end of a link if a vote has made a newer epoch of it."""
        branch = self._branches.of(link)
        if branch is None or branch.log.term <= self.log.term or self._firm > branch.fork:
            return False
        given = tuple(self.log.given.values())
        undone = self._leave_for(branch)
        self._begin_epoch(undone, given, tuple(self.log.steps[branch.fork :]))
        return True

    @property
    def _firm(self) -> int:
        """The height below which nothing makes us leave our log: it is final, and not by the word of proven liars."""
        return min(self._final, self._acks.firm(self.proofs.keys())) if self.proofs else self._final

    def _leave_for(self, branch: Branch) -> tuple[Step, ...]:
        """Go over to another log, and keep that in its order; the steps of ours that count no more."""
        undone = self._branches.take_over(branch)
        self._final = min(self._final, branch.fork)
        self._outbox.keep_secret(encode_own(Back(branch.fork)))
        for step in self.log.steps[branch.fork :]:
            for item in (*step.entries, *([step.passed] if step.passed is not None else ())):
                self._outbox.keep(item)
        return undone

    def _switch(self, branch: Branch) -> None:
        kept = [linked for linkeds in self._acks.elsewhere().values() for linked in linkeds]
        undone = self._leave_for(branch)
        self._acks.begin_epoch()  # what we know of was said of the other log
        self._disputes.begin_epoch()
        self._vouching.begin_epoch()
        self._voting.switched()
        self._outbox.show(events.RolledBack(undone))
        self.phase = Phase.PLAYING
        self._completed(tuple(self.log.steps[branch.fork :]))
        for step in self.log.steps[branch.fork :]:
            for signed in step.entries:
                person = statements.author(self.charter, signed)
                if person is not None:
                    self._vouches(person, signed)
        for link, statement in kept:
            if isinstance(statement, SignedAck | SignedClosing):
                self._vouching.take(link, statement)

    # Acknowledgements and closings

    def _acknowledge_awaited(self) -> bool:
        """Acknowledge at once what somebody waits for."""
        awaited = self._ack_due and (self.phase is Phase.CLOSING or self.log.kind in _BARRED)
        asked = self._disputes.is_asked and not self._is_mute
        if awaited or asked:
            self._disputes.is_asked = False
            self._acknowledge()
        return awaited or asked

    def _acknowledge(self) -> None:
        if self._signer is not None and self.me is not None:
            ack = self._signer.ack(self.log, self.me, self._acks.counter(self.me) + 1)
            self._vouching.add(ack)
            self._outbox.broadcast(ack)

    def _close(self) -> None:
        """Sign the closing once all who are here acknowledged the end, so that one that lies contradicts its author.

        Until the end is final it may still be undone.
        """
        here = self._closers
        signs = self.me not in self.closings and not self._is_mute
        if signs and self._acks.reached_by(here, self.log.height):
            self._sign_closing()
        if not here <= self.closings.keys() or self._acks.final < self.log.height:
            return
        result = self.log.result
        if result is not None:
            missing = tuple(person for person in range(len(self.charter.persons)) if person not in self.closings)
            self.phase = Phase.FINISHED
            self._outbox.show(events.Finished(result.winners, result.victory, missing))

    @property
    def _closers(self) -> set[int]:
        """The persons whose closings are waited for.

        Not that of a person who is gone or given up, cannot be agreed with, has signed another log, or is bound by a
        vote that came to nothing.
        """
        # At the end of our log, whoever has reached a greater height has another one, or boasts.
        others = self._acks.with_other_logs | self._acks.ahead | self._disputes.unplayable | self.proofs.keys()
        away = self.log.absent & set(self.unreachable)
        bound = {person for person in self._neighbours.present if self._voting.is_bound(person)}
        return self._neighbours.present - self._neighbours.gone - others - away - bound

    def _on_vouching(self, link: int, signed: SignedAck | SignedClosing) -> None:
        if self.phase is not Phase.STOPPED:
            self._vouching.take(link, signed)

    def _sign_closing(self) -> None:
        if self._signer is not None and self.me is not None:
            closing = self._signer.closing(self.log, self.me)
            self._vouching.add(closing)
            self._outbox.broadcast(closing)

    # Being started again

    def _restore(self, item: Item) -> None:
        match item:
            case Answer(step, seat, text):
                if self._signer is not None:
                    self._signer.remember(step, seat, text)
            case SignedEntry():
                self._restore_entry(item)
            case SignedAck() | SignedClosing():
                self._vouching.add(item)
            case CharterSignature():
                self._signed(item)
            case SignedPresence():
                self._neighbours.restore(item)
            case SignedTalk():
                self._conversation.restore(item)
            case Contradiction() | Breach():
                self._disputes.receive_proof(_NOWHERE, item)
            case _:
                self._restore_vote(item)

    def _restore_vote(self, item: Item) -> None:
        match item:
            case SignedBallot() | SignedWish():
                self._voting.adopt_own(item)
            case Passed():
                if (refused := self._on_passed(item)) is not None:
                    raise JournalError(f"The journal of the game has {refused} at step {self.log.height + 1}.")
            case Back(height) if height <= self.log.height:
                self.log.go_back(height)
                self._acks.begin_epoch()
                self._voting.switched()
            case _:
                raise JournalError("The journal of the game has something in it that nobody keeps.")

    def _restore_entry(self, signed: SignedEntry) -> None:
        entry, person = signed.entry, statements.author(self.charter, signed)
        follows = statements.epoch(signed) == self.log.epoch and entry.step == self.log.height + 1
        if person is None or not follows or (entry.log, entry.state) != (self.log.head, self.log.state):
            raise JournalError(f"The journal of the game does not go on at step {self.log.height + 1}.")
        try:
            steps = self.log.append(signed)
        except Refused as refused:
            raise JournalError(f"The journal of the game has {refused} at step {entry.step}.") from None
        self._entered(person, signed, steps)

    def _on_presence(self, link: int, signed: SignedPresence) -> None:
        if signed.person == self.me and self.is_returning:
            self._neighbours.adopt(signed)
        else:
            self._neighbours.take(link, signed, self._outbox)
            self._was_cut_off |= self.adjourned

    # Fetching

    def _on_chunk(self, link: int, message: Chunk) -> None:
        """Take what was fetched. Whoever lacks it too fetches it; only what fills the open step is passed on."""
        if not self._catchup.answered(link, message):
            return
        before, last = (self.log.term, self.log.height), 0
        was_absent = self.me in self.log.absent
        shown: list[SignedEntry | Passed] = []
        for packet in message.entries:
            signed = messages.decode(packet)
            if isinstance(signed, Passed):
                shown.append(signed)
                self._on_passed(signed)
                continue
            if not isinstance(signed, SignedEntry):
                raise MessageError("sent a chunk with something else than entries and votes")
            shown.append(signed)
            last = max(last, signed.entry.step)
            self._on_entry(link, signed, onward=signed.entry.step > message.height)
            self._compare_with(link, signed)
        self._follow(link, message, shown)
        if not was_absent:
            self._was_away = self.me in self.log.absent  # the others went on without us, and we learn of it now
        self._disputes.answered(link, message, last)
        self._catchup.go_on(link, message, before)

    def _follow(self, link: int, message: Chunk, shown: list[SignedEntry | Passed]) -> None:
        """Where what was shown is not our log, follow the other one as far as it goes."""
        self._branches.feed(link, shown)
        branch = self._branches.of(link)
        if not self._take_over_newer(link) and branch is not None and shown and message.height > branch.log.height:
            self._catchup.fetch(link, branch.log.height + 1)

    def _compare_with(self, link: int, signed: SignedEntry) -> None:
        """Whoever shows an entry of his log upon another L than ours has another log, whoever signed the entry."""
        height, person = signed.entry.step - 1, self.links.person(link)
        if signed.entry.term != self.log.term or height > self.log.height:
            return
        if person is not None and signed.entry.log != self.log.log_at(height):
            self._disputes.compare(person, height)


def _person(charter: Charter, signer: Signer | None) -> int | None:
    """The signer's number in the charter, None for a guest; raises CharterError."""
    if signer is None:
        return None
    person = charter.persons[me := charter.person(signer.identity.public)]
    if person.tip != signer.chain.tip:
        raise CharterError("The charter names another beacon tip for this identity.")
    if person.chat != signer.chat.public:
        raise CharterError("The charter names another chat key for this identity.")
    return me
