"""What must hold after every event, whatever goes wrong and with all kinds of liars.

All of it is worked out here anew from what is sent and shown, not by the code under test: a mistake in who attests
what would else hide itself.
"""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING

from crypto.errors import SignatureError
from p2p.log import messages, statements
from p2p.log.log import Log
from p2p.log.messages import Chunk, Message
from p2p.log.record import ProofError, RecordError, verify_proof, verify_record
from p2p.log.statements import (
    ABSENT,
    RESIGN,
    Promised,
    Proposed,
    SignedAck,
    SignedClosing,
    SignedEntry,
    SignedPromise,
    Violation,
    is_beacon_value,
    log_digest,
)
from p2p.log.statements import Epoch as NewEpoch
from p2p.log.steps import Kind, Step
from p2p.session.events import Completed, Desync, Differs, Event, Final, MessageRefused, Proven
from p2p.wire.codec import MessageError

if TYPE_CHECKING:
    from tests.sim.machine import Machine
    from tests.sim.world import World

Epoch = tuple[int, bytes]
Said = SignedEntry | SignedAck | Promised
"""Term and id."""


class Invariant(StrEnum):
    """What must hold on every evening."""

    ONE_VERSION = "no honest player signs two versions of an entry"
    ONE_LOG = "no honest player attests two logs at one height of an epoch"
    ONE_PROMISE = "no honest player signs two promises or two proposals of a term, or enters two epochs of one"
    PROMISES_BIND = "no honest player promises below what they have attested, or goes on in a lower term"
    TERMS = "no honest player promises a term without requests of a quorum that name it"
    DURABLE = "what honest players send is durable"
    BARRIER = "a secret is shown once all who are present, and a quorum, have acknowledged the log before it"
    DICE = "dice that one player alone has seen are not thrown anew for free"
    NO_FALSE_PROOF = "nothing is proven against honest players"
    NO_DIFFERENCE = "where no one lies, no one is said to hold to another log or to get another state"
    LIARS_PROVEN = "whose two versions honest players took is proven to cheat, to all"
    FINAL_BY_QUORUM = "what is final has a quorum that attests it in one epoch"
    FINAL_STAYS = "no one goes back below what was final to them"
    ONE_FINAL_LOG = "no two honest players have different logs final, but by a liar in two majorities"
    NO_HANGING_UP = "honest players hang up on honest players for nothing that they say"
    ONE_END = "the game ends for all in the same way"
    RECORDS = "a record convinces every holder, and comes to the same end"
    THE_END = "once faults stop, the game comes to its end"


class InvariantViolation(AssertionError):
    """An invariant does not hold."""

    def __init__(self, invariant: Invariant, sentence: str) -> None:
        super().__init__(sentence)
        self.invariant = invariant


class Watch:
    """Looks over all shoulders at once."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._charter = world.charter
        self._quorum = len(world.charter.players) // 2 + 1
        self._before: dict[bytes, tuple[bytes, int]] = {}
        past = None if world.sitting is None else world.sitting.past
        self.final = [past.log_at(height) for height in range(past.height + 1)] if past is not None else []
        """L by height, of what is final to any honest player."""
        self.final.append(world.charter.id)
        self._seen: set[tuple[int, bytes]] = set()
        self._entries: dict[tuple[int, Epoch, int, int], bytes] = {}
        self._covered: dict[tuple[int, Epoch], dict[int, set[bytes]]] = {}
        self._top: dict[int, dict[int, int]] = {}
        self._promises: dict[int, dict[int, SignedPromise]] = {}
        self._epochs: dict[tuple[int, int], bytes] = {}
        self._proposals: dict[tuple[int, int], bytes] = {}
        self._links: dict[tuple[Epoch, int], set[int]] = {}
        self._taken: dict[tuple[Epoch, int, int, int], dict[bytes, list[Machine]]] = {}
        self.contradicted: set[int] = set()
        """The players who have signed what no honest player does, as far as two statements of theirs show it."""
        self.proven_at: dict[int, int] = {}
        """By player, when an honest player has first had a proof against them."""
        self.forked = False
        """Whether a liar in two majorities has led two groups apart, which nothing can prevent."""
        for player in world.charter.everyone:
            self._covered[player, (0, world.charter.id)] = {len(self.final) - 1: {world.charter.id}}

    def fails(self, invariant: Invariant, sentence: str) -> None:
        """Raise InvariantViolation; but where one invariant alone is looked at, only if this is the one."""
        if self._world.plan.only in (None, invariant):
            raise InvariantViolation(invariant, sentence)

    # What is sent

    def sends(self, machine: Machine, data: bytes) -> None:
        """An honest machine sends a message."""
        if (machine.number, data) in self._seen:
            return
        self._seen.add((machine.number, data))
        message = messages.decode(data)
        if isinstance(message, Chunk):
            for packet in message.entries:
                self._note_once(machine, packet)
        else:
            self._note(machine, message, data)

    def lies(self, machine: Machine, data: bytes) -> None:
        """A liar's machine sends something."""
        if (machine.number, data) in self._seen:
            return
        self._seen.add((machine.number, data))
        try:
            message = messages.decode(data)
        except MessageError:
            return
        packets = message.entries if isinstance(message, Chunk) else (data,)
        for packet in packets:
            with suppress(MessageError, SignatureError):
                said = messages.decode(packet)
                if isinstance(said, Said):
                    self._note_lie(machine, said, packet)
                for secret in said.secrets if isinstance(said, Promised) else ():
                    self._note_lie(machine, secret, packet)

    def _note_lie(self, machine: Machine, said: Said, packet: bytes) -> None:
        """Note what a liar says, if they have truly signed it; raises SignatureError where they have not."""
        signed = said.signed if isinstance(said, Promised) else said
        author = self._author(signed) if isinstance(signed, SignedEntry) else signed.player
        if author == machine.player:
            if not statements.is_signed(self._charter, author, signed):
                raise SignatureError("not signed by the liar")
            self._note(machine, said, packet)

    def _note_once(self, machine: Machine, data: bytes) -> None:
        if (machine.number, data) not in self._seen:
            self._seen.add((machine.number, data))
            self._note(machine, messages.decode(data), data)

    def _note(self, machine: Machine, message: Message, data: bytes) -> None:
        """A statement with the signature of the machine's player leaves it for the first time."""
        player = machine.player
        match message:
            case SignedEntry():
                if self._author(message) == player and message.entry.game == self._charter.id:
                    self._note_entry(machine, message)
                    self._check_kept(machine, data)
            case SignedAck(author, content):
                if author == player and content.game == self._charter.id:
                    self._attest(machine, (content.term, content.epoch), content.height, content.log)
                    self._check_kept(machine, data)
            case SignedClosing(author, content):
                if author == player and content.game == self._charter.id:
                    self._check_kept(machine, data)
            case Promised(signed):
                if signed.player == player and signed.content.game == self._charter.id:
                    self._note_promise(machine, message)
                    self._check_kept(machine, data)
            case Proposed(signed):
                if signed.player == player and machine.is_honest:
                    self._note_proposal(machine, signed.content)
                    self._check_kept(machine, data)
            case _:
                pass

    def _author(self, signed: SignedEntry) -> int | None:
        entry = signed.entry
        if type(entry.body) is tuple and type(entry.body[0]) is int:
            return entry.seat
        return self._charter.seats[entry.seat].player if entry.seat < len(self._charter.seats) else None

    def _note_entry(self, machine: Machine, signed: SignedEntry) -> None:
        entry, epoch = signed.entry, (signed.entry.term, signed.entry.epoch)
        first = self._entries.setdefault((machine.player, epoch, entry.step, entry.seat), signed.id)
        if first != signed.id:
            what = Invariant.ONE_VERSION
            self._contradicted(
                machine, what, f"signs two versions of an entry of step {entry.step} in term {entry.term}"
            )
        self._attest(machine, epoch, entry.step - 1, entry.log)
        if is_beacon_value(entry.body):
            self._links.setdefault((epoch, entry.step), set()).add(machine.player)
        if type(entry.body) is str:
            after = log_digest(entry.log, (signed.id,))
            self._before.setdefault(after, (entry.log, entry.step))
            self._attest(machine, epoch, entry.step, after)
        elif type(entry.body) is tuple and machine.is_honest:
            self._check_barrier(machine, signed)

    def _attest(self, machine: Machine, epoch: Epoch, height: int, log: bytes) -> None:
        """A player says that their log has this L at a height, and with it all below."""
        covered = self._covered.setdefault((machine.player, epoch), {})
        at, digest = height, log
        while digest not in (known := covered.setdefault(at, set())):
            if known:
                what = Invariant.ONE_LOG
                self._contradicted(machine, what, f"attests two logs at height {at} in term {epoch[0]}")
            known.add(digest)
            before = self._before.get(digest)
            if before is None or before[1] != at:
                break
            digest, at = before[0], at - 1
        top = self._top.setdefault(machine.hand, {})
        top[epoch[0]] = max(top.get(epoch[0], 0), height)
        if self._epochs.setdefault((machine.hand, epoch[0]), epoch[1]) != epoch[1]:
            self._contradicted(machine, Invariant.ONE_PROMISE, f"signs in two epochs of term {epoch[0]}")
        for promise in self._promises.get(machine.hand, {}).values():
            self._check_promise(machine, promise, epoch[0], height)

    def _note_promise(self, machine: Machine, promised: Promised) -> None:
        signed = promised.signed
        promise = signed.content
        promises = self._promises.setdefault(machine.hand, {})
        first = promises.setdefault(promise.term, signed)
        if first.content != promise:
            self._contradicted(machine, Invariant.ONE_PROMISE, f"signs two promises of term {promise.term}")
        for term, height in self._top.get(machine.hand, {}).items():
            self._check_promise(machine, signed, term, height)
        if machine.is_honest:
            self._check_evidence(machine, promised)

    def _check_promise(self, machine: Machine, signed: SignedPromise, term: int, height: int) -> None:
        promise = signed.content
        if term < promise.term and (promise.head.term, promise.head.height) < (term, height):
            self._contradicted(
                machine,
                Invariant.PROMISES_BIND,
                f"promises term {promise.term} with height {promise.head.height} of term {promise.head.term},"
                f" and has attested height {height} of term {term}",
            )

    def _check_evidence(self, machine: Machine, promised: Promised) -> None:
        """Has a quorum asked for this term, all for one change?"""
        term, listed = promised.signed.content.term, []
        for request in promised.evidence:
            if request.content.term == term and request.is_signed(machine.session.charter):
                listed += [(change, request.player) for change in request.content.changes]
        asked = {change: {player for other, player in listed if other == change} for change, _ in listed}
        if not any(len(players) >= self._quorum for players in asked.values()):
            self.fails(Invariant.TERMS, f"Honest {machine.name} promises term {term}, which no quorum has named.")

    def _note_proposal(self, machine: Machine, made: NewEpoch) -> None:
        if self._proposals.setdefault((machine.hand, made.term), made.id) != made.id:
            self._contradicted(machine, Invariant.ONE_PROMISE, f"signs two proposals of term {made.term}")

    def _contradicted(self, machine: Machine, invariant: Invariant, what: str) -> None:
        self.contradicted.add(machine.player)
        if machine.is_honest:
            self.fails(invariant, f"Honest {machine.name} {what}.")
            return
        self._world.count(f"lie: {self._world.lie_of(machine.player)}, contradictions signed")

    def _check_kept(self, machine: Machine, data: bytes) -> None:
        if machine.is_honest and not machine.disk.holds(data):
            said = messages.decode(data)
            self.fails(Invariant.DURABLE, f"Honest {machine.name} sends what a crash would make it forget: {said}.")

    def _check_barrier(self, machine: Machine, signed: SignedEntry) -> None:
        """A secret is out: have all who are present, and a quorum, attested the log before it?"""
        entry = signed.entry
        height, epoch = entry.step - 1, (entry.term, entry.epoch)
        behind = [
            player
            for player in self._charter.everyone
            if player != machine.player and not self._attests(player, epoch, height, entry.log)
        ]
        log = machine.session.log
        absent = log._places[height].absent if height < len(log._places) else log.absent
        if set(behind) - absent:
            self.fails(
                Invariant.BARRIER,
                f"Honest {machine.name} shows a secret of step {entry.step}, and {sorted(set(behind) - absent)}"
                " have not acknowledged the log before it.",
            )
        if len(self._charter.players) - len(behind) < self._quorum:
            what = f"Honest {machine.name} shows a secret of step {entry.step} without a quorum before it."
            self.fails(Invariant.BARRIER, what)

    # What is shown

    def sees(self, machine: Machine, event: Event) -> None:
        """A machine shows an event to its player."""
        if isinstance(event, Completed):
            self._note_step(machine, event.step)
        if not machine.is_honest:
            return
        match event:
            case Final(height):
                self._check_final(machine, height)
                machine.final = height
                machine.played = sum(step.proposed is None for step in machine.session.log.steps[:height])
            case Proven(player, proof):
                self._world.count("proofs found or received")
                self.proven_at.setdefault(player, self._world.now)
                self._check_proof(machine, player)
                if self._world.is_honest(player):
                    what = f"Honest {machine.name} has a proof against player {player}: {proof}"
                    self.fails(Invariant.NO_FALSE_PROOF, what)
            case Differs(_, sentence) if not self._world.liars:
                self.fails(Invariant.NO_DIFFERENCE, f"No one lies, and {machine.name} says: {sentence}")
            case Desync(player) if self._world.is_honest(player):
                what = f"Honest {machine.name} finds a program fault in player {player}."
                self.fails(Invariant.NO_DIFFERENCE, what)
            case MessageRefused(link, reason):
                self._world.count(f"refused: {reason}")
                cable = machine.cables.get(link)
                if cable is not None:
                    self._see_through(cable.other(machine).player)
            case Differs(player) | Desync(player):
                self._see_through(player)
            case _:
                pass

    def _see_through(self, player: int) -> None:
        """A liar's word has not been taken."""
        if not self._world.is_honest(player):
            self._world.count(f"lie: {self._world.lie_of(player)}, refused or told to the player")

    def _note_step(self, machine: Machine, step: Step) -> None:
        log = machine.session.log
        if step.proposed is not None and machine.is_honest and step.number <= log.height:
            self._check_dice(machine, step.proposed.epoch)
        if step.number <= log.height:
            self._before.setdefault(step.log, (log.log_at(step.number - 1), step.number))
        if machine.is_honest:
            for signed in step.entries:
                epoch, author = (signed.entry.term, signed.entry.epoch), self._author(signed)
                assert author is not None
                versions = self._taken.setdefault((epoch, step.number, author, signed.entry.seat), {})
                versions.setdefault(signed.id, []).append(machine)

    def forgets(self, machine: Machine) -> None:
        """A machine restarts, and knows only what its disk has: its events come again as it is restored."""
        for versions in self._taken.values():
            for holders in versions.values():
                holders[:] = [other for other in holders if other is not machine]

    def _check_dice(self, machine: Machine, made: NewEpoch) -> None:
        """An epoch begins: does it make dice void that a liar alone knew, since all other values were out?

        A liar who resigns by it is out, and so pays. Whose disk is an old one has an honest program, and gives up no
        dice that it has seen.
        """
        log, base = machine.session.log, made.base
        if log.log_at(base.height) != base.log:
            return  # a later epoch has undone this one
        place = log._places[base.height]
        present = set(self._charter.everyone) - place.absent
        out = self._links.get(((base.term, base.epoch), base.height + 1), set())
        alone = present - out if len(present) > 1 else set()
        pay = {change.number for change in made.changes if change.kind in (ABSENT, RESIGN)} & present
        liars = {machine.player for machine in self._world.machines if machine.liar is not None}
        if place.kind is Kind.BEACON and len(alone) == 1 and alone <= liars and not pay:
            what = f"The dice of step {base.height + 1}, which player {min(alone)} knew, are thrown anew."
            self.fails(Invariant.DICE, what)

    def _check_final(self, machine: Machine, height: int) -> None:
        log = machine.session.log
        head = log.log_at(height)
        epochs = {epoch for _, epoch in self._covered}
        if not any(self._attesting(machine, epoch, height, head) >= self._quorum for epoch in epochs):
            self.fails(
                Invariant.FINAL_BY_QUORUM,
                f"{machine.name} takes height {height} for final, and in no epoch has a quorum attested it.",
            )
        if self._quorum == 1:
            self.final = []  # no other player knows what the only one has lost in a crash
        for at in range(min(len(self.final), height + 1)):
            if self.final[at] != log.log_at(at):
                self._fork(machine, at)
                return
        self.final += [log.log_at(at) for at in range(len(self.final), height + 1)]

    def _attesting(self, machine: Machine, epoch: Epoch, height: int, head: bytes) -> int:
        players = self._charter.everyone
        return sum(player == machine.player or self._attests(player, epoch, height, head) for player in players)

    def _attests(self, player: int, epoch: Epoch, height: int, log: bytes) -> bool:
        return log in self._covered.get((player, epoch), {}).get(height, ())

    def _check_proof(self, machine: Machine, player: int) -> None:
        """A reader of the record, who was not there, must come to the same verdict.

        Who lacks a signature of the charter has no record yet by which others could judge a violation.
        """
        record, proof = machine.session.record(), machine.session.proofs[player]
        if record is None and isinstance(proof, Violation):
            return
        try:
            log: Log | None = verify_record(record, self._world.table.new_game).log if record is not None else None
            verify_proof(self._charter, proof, log)
        except RecordError as error:
            what = f"The record of {machine.name} does not convince others: {error}"
            self.fails(Invariant.RECORDS, what)
        except ProofError as error:
            what = f"The proof against player {player} does not convince others: {error}"
            self.fails(Invariant.RECORDS, what)

    def look_at(self, machine: Machine) -> None:
        """A machine has done something: what was final to it must still stand, and everywhere else too."""
        log = machine.session.log
        if not machine.is_honest or self.forked or not log.has_begun:
            return
        height = min(machine.final, len(self.final) - 1)
        common = min(log.height, height)
        differs = log.log_at(common) != self.final[common]
        if log.height < height and not (differs and self._may_fork):
            what = f"{machine.name} has gone back to height {log.height}, and {height} was final to it."
            self.fails(Invariant.FINAL_STAYS, what)
        elif differs:
            self._fork(machine, common)

    def _fork(self, machine: Machine, height: int) -> None:
        """An honest player has another log than one that was final to an honest player."""
        if self._may_fork:
            if not self.forked:
                self._world.count("end: forked before by a liar in two majorities")
            self.forked = True
            return
        what = f"{machine.name} has another log at height {height} than one that was final to a player."
        self.fails(Invariant.ONE_FINAL_LOG, what)

    def is_left_behind(self, machine: Machine) -> bool:
        """Whether a machine has another log than one that is final to an honest player by the word of a liar."""
        log = machine.session.log
        common = min(log.height, len(self.final) - 1)
        return self._may_fork and log.log_at(common) != self.final[common]

    @property
    def _may_fork(self) -> bool:
        """Whether two honest players can have different logs final: only a liar who is in two majorities can do that.

        The first to see it may be one who gives up what was final to them, since they have the proof.
        """
        return len(self._charter.players) % 2 == 1 and bool(self.contradicted & self._world.liars)

    def misbehaved(self, machine: Machine, other: Machine, reason: str) -> None:
        """A machine hangs up on another, which has said what no honest player says."""
        if machine.is_honest and other.is_honest:
            what = f"Honest {machine.name} hangs up on honest {other.name}, which {reason}."
            self.fails(Invariant.NO_HANGING_UP, what)
        if machine.is_honest:
            self._see_through(other.player)

    # The end

    def has_split(self, player: int) -> bool:
        """Whether honest players have two versions of an entry of this player in their logs, and could have met.

        An honest player who has gone back to an old disk since may have been the only one to take their own version.
        One who has gone home may have left before the other version came to any other, unless a player has a proof.
        """
        is_proven = player in self.proven_at
        for (_, _, author, _), versions in self._taken.items():
            taken = [
                by
                for by in versions.values()
                if any(one.is_honest and (is_proven or not one.has_retired) for one in by)
            ]
            if author == player and len(taken) > 1:
                return True
        return False
