"""The log: the one path by which entries are judged and move the game, for live play, records and proofs alike.

A *step* is one unit of the log: the action of a Decision; the commitments, and then the openings, of a Simultaneous
node; the links of a Chance node. It is complete when every one of its *slots* has an entry. The *height* is the number
of complete steps, L(k) the digest of the log at height k and S(k) that of the game's state; L(0) is the game's id.
"""

from __future__ import annotations

from copy import copy
from enum import StrEnum
from typing import NamedTuple

from crypto.beacon import LinkVerifier, chance_seed
from crypto.commitment import opens
from crypto.errors import BeaconError, SignatureError
from crypto.uniform import uniform
from p2p import statements
from p2p.charter import Charter
from p2p.game import Chance, Decision, Game, IllegalAction, Over, Simultaneous
from p2p.statements import TERM, Ack, Body, Closing, Entry, SignedEntry


class Kind(StrEnum):
    """What a step consists of; at OVER there is none."""

    ACTION = "action"
    COMMITMENTS = "commitments"
    OPENINGS = "openings"
    LINKS = "links"
    OVER = "over"


_DUE = {
    Kind.ACTION: "an action",
    Kind.COMMITMENTS: "a commitment",
    Kind.OPENINGS: "an opening",
    Kind.LINKS: "a link of the beacon",
}


class Step(NamedTuple):
    """A complete step: its entries in slot order, the outcome of a Chance node, and L, S and the round after it."""

    number: int
    kind: Kind
    entries: tuple[SignedEntry, ...]
    outcome: tuple[int, ...] | None
    log: bytes
    state: bytes
    mark: int


class Refused(Exception):
    """An entry that was not taken; the message says why. By itself it blames nobody."""


class Repeated(Refused):
    """The entry is in the log already."""


class Forged(Refused):
    """The signature is not that of the entry's author."""


class Parted(Refused):
    """The author signed another L than ours: the logs part at or before this height."""


class StateDiffers(Refused):
    """The author signed our L with another S: a program fault, never cheating."""


class TwoVersions(Refused):
    """The author signed another version of an entry that we have, ``first``."""

    def __init__(self, first: SignedEntry) -> None:
        super().__init__("two versions of an entry")
        self.first = first


class Offence(Refused):
    """The author signed, upon our L and S, what the rules, his commitment or his chain do not allow."""


class Log:
    """A game's log and the game that it drives."""

    def __init__(self, charter: Charter, game: Game) -> None:
        """An empty log; the game is in its first state."""
        self.charter = charter
        self.game = game
        self.epoch = (charter.id, TERM, charter.id)
        self.steps: list[Step] = []
        self.head = charter.id
        self.state = game.digest()
        self.attempts = 0
        self.kind = Kind.OVER
        self.slots: tuple[int, ...] = ()
        self.given: dict[int, SignedEntry] = {}
        self._start = self.state
        self._bounds: tuple[int, ...] = ()
        self._counters: dict[int, int] = {}
        self._commitments: dict[int, bytes] = {}
        self._entries_of = [0] * len(charter.persons)
        self._chains = [LinkVerifier(person.tip) for person in charter.persons]
        self._open_step()

    @property
    def height(self) -> int:
        """The number of complete steps."""
        return len(self.steps)

    def log_at(self, height: int) -> bytes:
        """L at a height that has been reached."""
        return self.steps[height - 1].log if height else self.charter.id

    def state_at(self, height: int) -> bytes:
        """S at a height that has been reached."""
        return self.steps[height - 1].state if height else self._start

    def holder(self, slot: int) -> int:
        """The person who fills a slot of the open step."""
        return slot if self.kind is Kind.LINKS else self.charter.seats[slot].person

    def missing(self) -> tuple[int, ...]:
        """The slots of the open step that have no entry yet."""
        return tuple(slot for slot in self.slots if slot not in self.given)

    def entry(self, step: int, slot: int) -> SignedEntry | None:
        """The entry in a slot of a complete step or of the open one."""
        if step > self.height:
            return self.given.get(slot)
        for signed in self.steps[step - 1].entries:
            if signed.entry.seat == slot:
                return signed
        return None

    def draft(self, slot: int, body: Body) -> Entry:
        """The entry that the holder of a slot of the open step has to sign for this body."""
        game, step = self.charter.id, self.height + 1
        return Entry(game, TERM, game, step, slot, body, self.head, self.state, self._counters[slot])

    def ack(self, counter: int) -> Ack:
        """The acknowledgement of the log as it is."""
        game = self.charter.id
        return Ack(game, TERM, game, self.height, self.head, self.state, counter)

    def closing(self) -> Closing:
        """The closing of a game that is over."""
        game = self.charter.id
        return Closing(game, TERM, game, self.height, self.head, self.state)

    def accept(self, signed: SignedEntry) -> Step | None:
        """Judge another person's entry and take it into the open step; returns the step if this completes it.

        Whatever is not taken leaves the log as it was and raises Refused, or the kind of it that says more.
        """
        return self._append(signed, self._examine(signed))

    def append(self, signed: SignedEntry) -> Step | None:
        """Take an entry that this program has just signed: ``accept`` but for the signature and the digests."""
        return self._append(signed, self.holder(signed.entry.seat))

    def offence(self, signed: SignedEntry) -> str | None:
        """What the author of an entry has done wrong by this log, None where it convicts him of nothing.

        Without the L and S that the author signed, hence of a step beyond the open one, there is no verdict. Changes
        nothing.
        """
        try:
            self._judge(signed.entry, self._examine(signed), apply=False)
        except (Offence, TwoVersions) as offence:
            return str(offence)
        except Refused:
            return None
        return None

    def _examine(self, signed: SignedEntry) -> int:
        """The author of an entry of the open step that is signed by him, the first of its slot, and upon our L and S.

        What is in the log already is refused without a look at the signature.
        """
        entry = signed.entry
        if statements.epoch(signed) != self.epoch:
            raise Refused("an entry of another game")
        person = statements.author(self.charter, signed)
        if person is None:
            raise Refused("an entry of nobody at this table")
        if entry.step > self.height + 1:
            raise Refused(f"an entry of step {entry.step} while step {self.height + 1} is open")
        first = self.entry(entry.step, entry.seat)
        if first is not None and first.id == signed.id:
            raise Repeated("an entry that is here already")
        try:
            statements.verify(self.charter, person, signed)
        except SignatureError:
            raise Forged("an entry whose signature is not its author's") from None
        if first is not None and statements.author(self.charter, first) == person:
            raise TwoVersions(first)
        if entry.log != self.log_at(entry.step - 1):
            raise Parted("an entry upon another log")
        if entry.state != self.state_at(entry.step - 1):
            raise StateDiffers("an entry upon another state")
        if entry.step <= self.height:
            raise Offence("an entry where none was due")
        return person

    def _judge(self, entry: Entry, person: int, *, apply: bool) -> None:
        """Raise Offence unless the entry may stand in the open step; ``apply`` says that it then does.

        The game acts and a chain moves on only with ``apply``, and only if everything is right, so that nothing is
        checked twice and nothing refused leaves a trace.
        """
        slot, body = entry.seat, entry.body
        if slot not in self._counters or self.holder(slot) != person:
            raise Offence("an entry where none was due")
        if entry.counter != self._counters[slot]:
            raise Offence("an entry with a wrong counter")
        if self.kind is Kind.ACTION and type(body) is str:
            self._judge_action(slot, body, apply=apply)
        elif self.kind is Kind.OPENINGS and statements.is_opening(body):
            self._judge_opening(slot, *body)
        elif self.kind is Kind.LINKS and statements.is_link(body):
            self._judge_link(person, *body, apply=apply)
        elif self.kind is not Kind.COMMITMENTS or type(body) is not bytes:
            raise Offence(f"something else where {_DUE[self.kind]} was due")

    def _judge_action(self, seat: int, action: str, *, apply: bool) -> None:
        try:
            if apply:
                self.game.act(action)
            else:
                self.game.check(seat, action)
        except IllegalAction as illegal:
            raise Offence(f"an illegal action ({illegal})") from None

    def _judge_opening(self, seat: int, salt: bytes, answer: str) -> None:
        game, step = self.charter.id, self.height
        if not opens(self._commitments[seat], game, game, step, seat, salt, answer):
            raise Offence("an opening that is not what was committed to")
        try:
            self.game.check(seat, answer)
        except IllegalAction as illegal:
            raise Offence(f"an illegal answer in secret ({illegal})") from None

    def _judge_link(self, person: int, index: int, link: bytes, *, apply: bool) -> None:
        if index != self.attempts + 1:
            raise Offence("a link of a wrong index")
        chain = self._chains[person] if apply else copy(self._chains[person])
        try:
            chain.verify(index, link)
        except BeaconError:
            raise Offence("a link that is not of the person's chain") from None

    def _append(self, signed: SignedEntry, person: int) -> Step | None:
        self._judge(signed.entry, person, apply=True)
        self.given[signed.entry.seat] = signed
        self._entries_of[person] += 1
        if len(self.given) < len(self.slots):
            return None
        return self._complete()

    def _complete(self) -> Step:
        entries = tuple([self.given[slot] for slot in self.slots])
        outcome = self._apply(entries)
        self.head = statements.log_digest(self.head, tuple([signed.id for signed in entries]))
        if self.kind is not Kind.COMMITMENTS:
            self.state = self.game.digest()
        step = Step(self.height + 1, self.kind, entries, outcome, self.head, self.state, self.game.mark())
        self.steps.append(step)
        self._open_step()
        return step

    def _apply(self, entries: tuple[SignedEntry, ...]) -> tuple[int, ...] | None:
        """Let the game go on; the outcome if this was a Chance node. An action was applied when it was judged."""
        if self.kind is Kind.OPENINGS:
            bodies = [(signed.entry.seat, signed.entry.body) for signed in entries]
            self.game.reveal({seat: body[1] for seat, body in bodies if statements.is_opening(body)})
        elif self.kind is Kind.LINKS:
            bodies = [(signed.entry.seat, signed.entry.body) for signed in entries]
            links = tuple([(person, body[1]) for person, body in bodies if statements.is_link(body)])
            seed = chance_seed(self.charter.id, self.charter.id, self.height + 1, self.head, links)
            outcome = uniform(seed, self._bounds)
            self.game.chance(outcome)
            self.attempts += 1
            return outcome
        return None

    def _open_step(self) -> None:
        """Work out which slots the next step has, and their counters."""
        if self.kind is Kind.COMMITMENTS:
            self.kind = Kind.OPENINGS
            self._commitments = {
                seat: body for seat, signed in self.given.items() if type(body := signed.entry.body) is bytes
            }
        else:
            match self.game.node:
                case Decision(seat):
                    self.kind, self.slots = Kind.ACTION, (seat,)
                case Simultaneous(seats):
                    self.kind, self.slots = Kind.COMMITMENTS, seats
                case Chance(bounds):
                    self._bounds = bounds
                    self.kind, self.slots = Kind.LINKS, tuple(range(len(self.charter.persons)))
                case Over():
                    self.kind, self.slots = Kind.OVER, ()
        self.given = {}
        self._counters = {}
        ranks: dict[int, int] = {}
        for slot in self.slots:
            person = self.holder(slot)
            ranks[person] = ranks.get(person, 0) + 1
            self._counters[slot] = self._entries_of[person] + ranks[person]
