"""The log judges entries and moves the game; live play, records and proofs all use it.

It consists of *steps* (``p2p.log.steps``). The *height* is the number of complete steps. L(k) is the digest of the log
at height k, and S(k) that of the game's state. L(0) is the game's id.

A game may continue another one. Its log then has the other's steps, and behind them its own charter as a step, with the
game's id as L.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from crypto import canonical
from crypto.beacon import chance_seed
from crypto.uniform import uniform
from p2p.game import Game, Over
from p2p.log import changes, statements
from p2p.log.charter import Charter
from p2p.log.statements import ABSENT, END, RESIGN, TAKE_BACK, Ack, Body, Change, Closing, Entry, Proposed, SignedEntry
from p2p.log.steps import (
    SECRETS,
    Checkpoint,
    Commitments,
    Forged,
    Judge,
    Kind,
    LogDiffers,
    Offence,
    OpenStep,
    Refused,
    Repeated,
    StateDiffers,
    Step,
    TwoVersions,
    open_step,
)


class Log:
    """A game's log and the game that it drives."""

    def __init__(self, charter: Charter, game: Game) -> None:
        """Make an empty log; the game is in its first state."""
        self.charter = charter
        self.start = 0
        self.game = game
        self.term = 0
        self.epoch_id = charter.id
        self.steps: list[Step] = []
        self.head = charter.id
        self.state = game.digest()
        self.attempts = 0
        self.absent: frozenset[int] = frozenset()
        self.resigned: frozenset[int] = frozenset()
        self.barred: Mapping[int, int] = {}
        self.agreed = False
        self._start = self.state
        self._counts = [0] * len(charter.players)
        self._judging = Judge()
        self._away: frozenset[int] = frozenset()
        self.kind: Kind
        """What is due in the open step."""
        self.slots: tuple[int, ...]
        """The slots of the open step: seats, or players if beacon values are due."""
        self.given: dict[int, SignedEntry]
        """The entries of the open step, by slot."""
        self._open_node()
        self._places = [self._place()]

    @property
    def epoch(self) -> tuple[bytes, int, bytes]:
        """Return the game, term and epoch that all statements on this log name."""
        return self.charter.id, self.term, self.epoch_id

    @property
    def height(self) -> int:
        """Return the number of complete steps."""
        return len(self.steps)

    @property
    def result(self) -> Over | None:
        """Return the result of the game, or None while it goes on."""
        return changes.result(self.charter, self.checkpoint)

    @property
    def checkpoint(self) -> Checkpoint:
        """Return what the log knew when its open step was opened."""
        return self._places[-1]

    @property
    def checkpoints(self) -> tuple[Checkpoint, ...]:
        """Return by height what the log knew there."""
        return tuple(self._places)

    @property
    def present(self) -> tuple[int, ...]:
        """Return the players who are not absent, in rising order."""
        return tuple(player for player in self.charter.everyone if player not in self.absent)

    @property
    def has_begun(self) -> bool:
        """Return whether the log has the game that its charter continues, if it continues one."""
        return not self.charter.after or self.start > 0

    def charter_at(self, height: int) -> Charter:
        """Return the charter that holds at a height that has been reached."""
        return self._places[height].charter

    def log_at(self, height: int) -> bytes:
        """Return L at a height that has been reached."""
        return self.steps[height - 1].log if height else self.charter_at(0).id

    def state_at(self, height: int) -> bytes:
        """Return S at a height that has been reached."""
        return self.steps[height - 1].state if height else self._start

    def epoch_at(self, height: int) -> tuple[int, bytes]:
        """Return the term and the epoch of the log at a height that has been reached."""
        place = self._places[height]
        return place.term, place.epoch

    def holder(self, slot: int) -> int:
        """Return the player who fills a slot of the open step."""
        return self._open.holder(slot)

    @property
    def is_automatic(self) -> bool:
        """Return whether the autopilot alone answers in the open step.

        Such a step is complete at once, so only a copy that was cut off can end before one.
        """
        return self.kind is not Kind.OVER and not self.slots

    def missing(self) -> tuple[int, ...]:
        """Return the slots of the open step that have no entry yet."""
        return self._open.missing()

    def entry(self, step: int, slot: int) -> SignedEntry | None:
        """Return the entry in a slot of a complete step of this game, or of the open one."""
        if step > self.height:
            return self.given.get(slot)
        if step <= self.start:
            return None
        for signed in self.steps[step - 1].entries:
            if signed.entry.seat == slot:
                return signed
        return None

    def draft(self, slot: int, body: Body) -> Entry:
        """Return the entry that the holder of a slot of the open step must sign for this body."""
        return Entry(*self.epoch, self.height + 1, slot, body, self.head, self.state, self._open.counters[slot])

    def ack(self, counter: int) -> Ack:
        """Return the acknowledgement of the log as it is now."""
        return Ack(*self.epoch, self.height, self.head, self.state, counter)

    @property
    def end(self) -> int | None:
        """Return the height at which the game was over, or None while it goes on. Epochs above it change nothing."""
        if self.kind is not Kind.OVER:
            return None
        height = self.height
        while height and self._places[height - 1].kind is Kind.OVER:
            height -= 1
        return height

    def closing(self) -> Closing:
        """Return the closing of a game that is over; raise ValueError while it goes on."""
        if (end := self.end) is None:
            raise ValueError("the game goes on")
        return Closing(self.charter.id, *self.epoch_at(end), end, self.log_at(end), self.state_at(end))

    @property
    def commitments(self) -> Commitments:
        """Return the commitments whose openings are due; raise ValueError if none are."""
        if self._open.commitments is None:
            raise ValueError("no openings are due")
        return self._open.commitments

    def accept(self, signed: SignedEntry) -> tuple[Step, ...]:
        """Judge another player's entry and take it into the open step; return the steps that this completes.

        There may be several, since the autopilot answers for absent players. An entry that is not taken leaves the log
        unchanged and raises Refused or a subclass that says more.
        """
        return self._append(signed, self._examine(signed))

    def append(self, signed: SignedEntry) -> tuple[Step, ...]:
        """Take an entry that this program has just signed: like ``accept``, without the checks of signature and
        digests.
        """
        return self._append(signed, self.holder(signed.entry.seat))

    def begin(self, proposed: Proposed) -> tuple[Step, ...]:
        """Begin the epoch of a proposal that passed ``p2p.log.justify``: go back to its base and make its changes.

        Returns the new steps, beginning with that of the epoch.
        """
        epoch = proposed.epoch
        self.go_back(epoch.base.height)
        for kind, number in epoch.changes:
            if kind == RESIGN:
                self.resigned |= {number}
            if kind in (ABSENT, RESIGN) and self.kind in SECRETS:
                self.barred = {**self.barred, number: self.game.round() + changes.ROUNDS_OUT}
            if kind == END:
                self.agreed = True
            if kind == TAKE_BACK:
                self.game.restore(self._places[number].game)
                self.state = self.state_at(number)
        if self.kind is Kind.BEACON:
            self.attempts += 1  # values of this attempt are out, and a player who has seen them must not profit
        self.absent = changes.absent_after(epoch.changes, self.checkpoint)
        self._away |= self.absent
        self.term, self.epoch_id = epoch.term, epoch.id
        self.head = statements.log_digest(self.head, (epoch.id,))
        step = Step(self.height + 1, Kind.EPOCH, (), (), None, proposed, self.head, self.state, self.game.round())
        self.steps.append(step)
        if any(kind == TAKE_BACK for kind, _ in epoch.changes):
            self._open_node()
        else:
            self._open_step(self._open.commitments)
        self._places.append(self._place())
        return (step, *self._go_on())

    def follow(self, past: Log, signatures: tuple[bytes, ...]) -> None:
        """Go on where the game ends that the charter continues; ``past`` is its log up to there.

        ``signatures`` are those of its charter. Raises Refused for any other log. It must not break off amid offers or
        a throw: a player who has seen the secrets of others could choose theirs anew.
        """
        if self.charter.after[:4] != (past.charter.id, past.height, past.head, past.state):
            raise Refused("another game, or more or less of it, than the charter continues")
        if canonical.encode(tuple(past.charter.setup)) != canonical.encode(tuple(self.charter.setup)):
            raise Refused("a game by other rules or with other seats than those of the charter")
        if past.kind not in changes.REST or past.is_automatic:
            raise Refused("a game that breaks off amid a throw or offers, or is over")
        self.game.restore(past.game)
        self.start = past.height + 1
        self.state = past.state
        self.barred = changes.still_barred(past.checkpoint, self.charter)
        out = frozenset(player for player, round_ in self.barred.items() if self.game.round() < round_)
        self.absent = out if len(out) < len(self.charter.players) else frozenset()
        round_ = self.game.round()
        step = Step(self.start, Kind.CHARTER, (), (), None, None, self.head, self.state, round_, signatures)
        self.steps = [*past.steps, step]
        self._open_node()
        self._places = [*past.checkpoints, self._place()]
        self._go_on()

    def rest(self, height: int) -> int | None:
        """Return the greatest height, up to this one, at which a charter may continue the log; None for none."""
        for at in range(height, -1, -1):
            if self._places[at].kind in changes.REST and not self.at_height(at).is_automatic:
                return at
        return None

    def judge(self, change: Change) -> None:
        """Raise Refused unless an epoch may make this change, on its own, on the log as it is now."""
        if self.kind is Kind.OVER:
            raise Refused("a change after the end")
        changes.judge(change, self.checkpoint, self.charter.everyone)
        if change.kind == TAKE_BACK and not self._may_take_back(change.number):
            raise Refused("a change that takes back dice, draws or what was revealed, or nothing at all")

    def check(self, signed: SignedEntry) -> None:
        """Judge an entry like ``accept``, but change nothing."""
        self._judge(signed.entry, self._examine(signed), apply=False)

    def _examine(self, signed: SignedEntry) -> int:
        """Return the author of an entry, after the checks that every entry of the open step must pass.

        The author must have signed it, it must be the first in its slot, and it must name our L and S. A known entry is
        refused before its signature is verified.
        """
        entry = signed.entry
        if entry[:3] != self.epoch or entry.step <= self.start:
            raise Refused("an entry of another game")
        player = statements.author(self.charter, signed)
        if player is None:
            raise Refused("an entry of no player at this table")
        if entry.step > self.height + 1:
            raise Refused(f"an entry of step {entry.step} while step {self.height + 1} is open")
        first = self.entry(entry.step, entry.seat)
        if first is not None and first.id == signed.id:
            raise Repeated("an entry that is here already")
        if not statements.is_signed(self.charter, player, signed):
            raise Forged("an entry whose signature is not its author's")
        if first is not None and statements.author(self.charter, first) == player:
            raise TwoVersions(first)
        if entry.log != self.log_at(entry.step - 1):
            raise LogDiffers("an entry on another log")
        if entry.state != self.state_at(entry.step - 1):
            raise StateDiffers("an entry on another state")
        if entry.step <= self.height:
            raise Offence("an entry where none was due")
        return player

    def _judge(self, entry: Entry, player: int, *, apply: bool) -> None:
        """Raise Offence unless an entry may stand in the open step; with ``apply`` the game takes what is in it."""
        self._open.require(entry, player)
        tip = self.charter.players[player].tip
        self._judging.judge(entry, self._open, self.game, tip, self.attempts + 1, apply=apply)

    # Going on

    def _append(self, signed: SignedEntry, player: int) -> tuple[Step, ...]:
        self._judge(signed.entry, player, apply=True)
        self.given[signed.entry.seat] = signed
        self._counts[player] += 1
        if len(self.given) < len(self.slots):
            return ()
        return (self._complete(), *self._go_on())

    def _go_on(self) -> list[Step]:
        """Complete the steps that need no player because the autopilot answers in them."""
        steps: list[Step] = []
        while self.is_automatic:
            if self.kind is Kind.ACTION:
                self.game.act(next(iter(self._open.automatic.values())))
            steps.append(self._complete())
        return steps

    def _complete(self) -> Step:
        entries = tuple([self.given[slot] for slot in self.slots])
        outcome = self._apply(entries)
        kind, automatic = self.kind, tuple(self._open.automatic.items())
        number = self.height + 1
        self.head = statements.log_digest(self.head, self._open.ids(self.term, self.epoch_id, number))
        if kind is not Kind.COMMITMENTS:
            self.state = self.game.digest()
        step = Step(number, kind, entries, automatic, outcome, None, self.head, self.state, self.game.round())
        self.steps.append(step)
        if kind is Kind.COMMITMENTS:
            given = {seat: body for seat, signed in self.given.items() if type(body := signed.entry.body) is bytes}
            self._open_step(Commitments(given, self.epoch_id, self.height, self.head))
        else:
            self._open_node()
        self._places.append(self._place())
        return step

    def _apply(self, entries: tuple[SignedEntry, ...]) -> tuple[int, ...] | None:
        """Let the game go on; return the outcome at a Chance node. An action was already applied when it was judged."""
        if self.kind is Kind.OPENINGS:
            bodies = [(signed.entry.seat, signed.entry.body) for signed in entries]
            opened = {seat: body[1] for seat, body in bodies if statements.is_opening(body)} | self._open.automatic
            self.game.reveal({seat: opened[seat] for seat in sorted(opened)})
        elif self.kind is Kind.BEACON:
            bodies = [(signed.entry.seat, signed.entry.body) for signed in entries]
            values = tuple([(player, body[1]) for player, body in bodies if statements.is_beacon_value(body)])
            seed = chance_seed(self.charter.id, self.epoch_id, self.height + 1, self.head, values)
            outcome = uniform(seed, self._open.bounds)
            self.game.chance(outcome)
            self.attempts += 1
            return outcome
        return None

    def _open_node(self) -> None:
        """The game has come to a node: players who are absent now stay absent until the next node."""
        self._away = self.absent
        self._open_step(None)

    def _open_step(self, commitments: Commitments | None) -> None:
        """Work out what the open step needs; if there are commitments, it is their openings."""
        if self.agreed:
            self._open = OpenStep(self.charter, Kind.OVER)
        else:
            players = self._away, self._throwers, self._counts
            self._open = open_step(self.charter, self.game, commitments, *players, self.head)
        self.kind, self.slots, self.given = self._open.kind, self._open.slots, self._open.given

    def _throwers(self) -> tuple[int, ...]:
        """Return the players whose beacon values make the outcome.

        There is always at least one. If no other is left, players who just came back throw.
        """
        here = tuple(player for player in self.charter.everyone if player not in self._away)
        return here or self.present

    # Epochs

    def _may_take_back(self, height: int) -> bool:
        """Return whether the game can go on from the state at a height: only actions and epochs since, and no end.

        It can't while openings are due: a player who has seen those of others could commit anew.
        """
        if self.kind is Kind.OPENINGS or height >= self.height:
            return False
        return changes.can_be_undone(self.steps, height) and self._places[height].kind is Kind.ACTION

    def _place(self) -> Checkpoint:
        return Checkpoint(
            self.charter,
            self.start,
            self.game.copy(),
            self.term,
            self.epoch_id,
            self.kind,
            self.attempts,
            tuple(self._counts),
            self._open.commitments,
            self.absent,
            self.resigned,
            self.barred,
            self.agreed,
            self._away,
        )

    def at_height(self, height: int) -> Log:
        """Return a copy of the log as it was when the step after this height was open and empty."""
        other = copy(self)
        other.game = self.game.copy()
        other.go_back(height)
        return other

    def go_back(self, height: int) -> None:
        """Restore the moment when the step after this height was open; what was signed above it no longer counts.

        Values that were revealed stay known, and the next epoch makes sure that they are never used again.
        """
        place = self._places[height]
        self.charter, self.start = place.charter, place.start
        self.steps, self._places = self.steps[:height], self._places[: height + 1]
        self.head, self.state = self.log_at(height), self.state_at(height)
        self.game.restore(place.game)
        self.term, self.epoch_id = place.term, place.epoch
        self.attempts, self._counts = place.attempts, list(place.counts)
        self.absent, self.resigned, self.barred = place.absent, place.resigned, place.barred
        self.agreed, self._away = place.agreed, place.away
        self._open_step(place.commitments)
