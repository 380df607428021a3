"""One simulated evening: a table of machines, a network between them, bad weather, and then good.

The seed decides everything. Time is counted in milliseconds and moves from one event to the next.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from random import Random
from typing import Any

from core.editions import EDITIONS
from p2p.log.charter import Charter
from p2p.log.record import RecordError, verify_record
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.sim import keys
from tests.sim.liars import KINDS
from tests.sim.liars.liar import Cloned, Liar, TwoFaced
from tests.sim.losses import Losses
from tests.sim.machine import Machine
from tests.sim.network import Network
from tests.sim.sittings import Sitting, next_sitting
from tests.sim.tables import EditionTable, Playable, WagerTable
from tests.sim.watch import Invariant, Watch
from tests.sim.weather import Weather

LONGEST_STANDSTILL = 300_000
"""Once all faults have stopped, within so many milliseconds a step that is no epoch must become final for an honest
player, or the game end for one more of them."""
WAGER = "wager"
"""The name of the wager among the games; editions have their ids."""
WAGER_ROUNDS = 12
"""Rounds of a wager that is played to its end."""
LEFT_BEHIND = 100_000
"""Milliseconds after which no one waits for those who were away when the first went home."""
MOST = 3_000_000
"""Events of an evening, at most."""
MOST_ROUNDS = 100
"""Rounds of an edition that is played to its end: players who answer by chance may never win."""
SHARE = 0.55
"""Of the evenings on which anything may be played, those on which it is an edition."""
LATE = 0.5
"""Of those, the ones that begin with a late position."""


@dataclass
class Plan:
    """What is asked of an evening but for its seed, which decides what is None.

    ``to_end`` has games played until a player has won instead of so many rounds; ``game`` is the id of an edition,
    half of whose games begin with a late position, or ``wager``. ``parted`` has one partition follow the other until
    long after the end of a short game. ``only`` is the one invariant that is looked at: a broken protocol may break
    several, and the first to fail would keep the others from being seen. ``lost`` has a player lose the machine, with
    all that is on it, and come back with another key.
    """

    rounds: int | None = None
    real: bool = False
    liar: str | None = None
    game: str | None = None
    to_end: bool = False
    parted: bool = False
    only: Invariant | None = None
    lost: bool = False


@dataclass
class Outcome:
    """What an evening came to."""

    seed: int
    counts: Counter[str] = field(default_factory=Counter)
    simulated: int = 0
    events: int = 0


class World:
    """See the module."""

    def __init__(self, seed: int, plan: Plan, sitting: Sitting | None = None) -> None:
        """A ``sitting`` goes on with the game of a table that has stopped."""
        self.seed = seed
        self.sitting = sitting
        self.plan = plan
        self.now = 0
        self.is_calm = False
        self.is_over = False
        self.may_resign = True
        self.counts: Counter[str] = Counter()
        self.liars: set[int] = set()
        self._queue: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self._scheduled = 0
        self.events = 0
        choice = self.stream("evening")
        self.table, self.charter = (sitting.table, sitting.charter) if sitting is not None else self._begin(choice)
        self.machines: list[Machine] = []
        liar = self._liar(choice) if sitting is None else None
        players = len(self.charter.players)
        for player in range(players):
            lies = liar if liar is not None and player == players - 1 else None
            for _ in range(2 if lies in (TwoFaced, Cloned) else 1):
                self._sit_down(player, lies, choice)
        self.watch = Watch(self)
        self.network = Network(self, self._pairs(choice))
        self.weather = Weather(self)
        self.losses = Losses(self) if plan.lost and sitting is None else None
        self._parts = choice.random() < 0.3
        """Whether people go home as soon as the game has ended for them."""
        self._first_home: int | None = None
        self._finished_at: dict[int, int] = {}

    def _begin(self, choice: Random) -> tuple[Playable, Charter]:
        """The game that is played first, and its charter."""
        players = choice.choice((2, 3, 3, 4, 4, 5))
        extra = choice.choice((0, 0, 1, 2))
        extra = min(max(extra, 3 - players), 5 - players)  # three to five seats suit every edition
        holders = (*range(players), *(choice.randrange(players) for _ in range(extra)))
        rounds = self.plan.rounds or choice.choice((1, 2, 3))
        table = self._table(self.stream("game"), rounds)
        return table, table.charter(holders, real=self.plan.real)

    def _table(self, choice: Random, rounds: int) -> Playable:
        """What is played; counts it."""
        is_edition, late = choice.random() < SHARE, choice.random() < LATE
        game = self.plan.game
        if game is None:
            game = self.stream("edition").choice(list(EDITIONS)) if is_edition else WAGER
        if game == WAGER:
            self.count("game: wager")
            return WagerTable(WAGER_ROUNDS if self.plan.to_end else rounds)
        played = choice.choice((2, 3, 4, 5, 6)) if late else 0
        self.count(f"game: {game}, from {'a late position' if played else 'the start'}")
        return EditionTable(EDITIONS[game], MOST_ROUNDS if self.plan.to_end else rounds, played, self.seed)

    def _liar(self, choice: Random) -> type[Liar] | None:
        """Who lies, if anybody does: it is always the last player."""
        if self.plan.liar is not None:
            return next(kind for kind in KINDS if kind.__name__ == self.plan.liar)
        return choice.choice(KINDS) if choice.random() < 0.5 else None

    def _sit_down(self, player: int, lies: type[Liar] | None, choice: Random) -> None:
        number = len(self.machines)
        hand = None if self.sitting is None else self.sitting.hands[player]
        session = self.new_session(player, agreeable=choice.random() < 0.2, hand=hand)
        machine = Machine(self, number, player, session, hand)
        self.machines.append(machine)
        if lies is not None:
            self.liars.add(player)
            machine.is_honest = False
            machine.liar = lies(machine)

    def new_session(
        self, player: int, earlier: Session | None = None, *, agreeable: bool = False, hand: int | None = None
    ) -> Session:
        """A session for a player's machine, for one that is started again as its ``earlier`` one.

        The ``hand`` is who signs there, where that is not the player as the charter has them.
        """
        agreeable = agreeable if earlier is None else earlier._state.agreeable
        number = 0 if self.sitting is None else self.sitting.number
        signer = keys.signer(player if hand is None else hand, number, real=self.plan.real)
        session = Session(self.charter, self.table.new_game, signer, agreeable=agreeable)
        session.measure_time(lambda: self.now / 1000)
        return session

    def _pairs(self, choice: Random) -> list[tuple[Machine, Machine]]:
        """A connected graph: all pairs, or a path, a star, or a path and some more."""
        order = list(self.machines)
        choice.shuffle(order)
        shape = choice.choice(("all", "all", "path", "star", "some"))
        if self.liars:
            return self._pairs_with_liar(choice)
        if shape == "all":
            return list(combinations(self.machines, 2))
        if shape == "star":
            return [(order[0], other) for other in order[1:]]
        path = list(pairwise(order))
        if shape == "path":
            return path
        more = [pair for pair in combinations(self.machines, 2) if choice.random() < 0.3]
        return path + [pair for pair in more if pair not in path and pair[::-1] not in path]

    def _pairs_with_liar(self, choice: Random) -> list[tuple[Machine, Machine]]:
        """All honest players can be connected without the liar; of two faces each may have its own people."""
        liars = [machine for machine in self.machines if not machine.is_honest]
        pairs = list(combinations(self.honest, 2))
        for honest in self.honest:
            faces = liars
            if isinstance(liars[0].liar, TwoFaced):
                faces = choice.choice((liars[:1], liars[1:], liars[:1], liars[1:], liars))
            pairs += [(honest, face) for face in faces]
        return pairs

    # What everything here uses

    def stream(self, name: str) -> Random:
        """The seed's own chance for one purpose, so that more of one thing does not change all others."""
        number = "" if self.sitting is None else f" sitting {self.sitting.number}"
        return Random(f"{self.seed}{number} {name}")

    def at(self, time: int, what: Callable[..., None], *arguments: Any) -> None:
        """Let something happen at a time."""
        self._scheduled += 1
        heapq.heappush(self._queue, (time, self._scheduled, what, arguments))

    def after(self, delay: int, what: Callable[..., None], *arguments: Any) -> None:
        """Let something happen in a while."""
        self.at(self.now + delay, what, *arguments)

    def count(self, what: str, number: int = 1) -> None:
        """One more of what the table at the end counts."""
        self.counts[what] += number

    def is_honest(self, player: int) -> bool:
        """Whether a player's only program is as it should be."""
        return player not in self.liars

    @property
    def honest(self) -> list[Machine]:
        """The machines of those who do not lie."""
        return [machine for machine in self.machines if machine.is_honest]

    # The evening

    def run(self) -> Outcome:
        """Play; raises InvariantViolation where an invariant does not hold."""
        self._play()
        self._check_end()
        outcome = Outcome(self.seed, self.counts, self.now, self.events)
        if (sitting := next_sitting(self)) is not None:
            later = World(self.seed, self.plan, sitting).run()
            outcome.counts += later.counts
            outcome.simulated += later.simulated
            outcome.events += later.events
        return outcome

    def _play(self) -> None:
        """Play until the game has ended for all honest players, or longer than it may take."""
        if self.sitting is not None:
            self._sit_down_again(self.sitting)
        for machine in self.machines:
            machine.start()
            machine.human.start()
            if machine.liar is not None:
                machine.liar.start()
        self.network.start()
        self.weather.start()
        if self.losses is not None:
            self.losses.start()
        moved, moved_at = (0, 0), 0
        while self._queue:
            self.now, _, what, arguments = heapq.heappop(self._queue)
            what(*arguments)
            self.events += 1
            if self._has_ended():
                break
            if not self.is_calm or self._progress > moved:
                moved, moved_at = self._progress, self.now
            if self.events > MOST or self.now - moved_at > LONGEST_STANDSTILL:
                if self.watch.forked or not self._must_end:
                    break
                self.watch.fails(Invariant.THE_END, f"The game does not come to its end: {self.state()}")
                break
        self.is_over = True

    @property
    def _progress(self) -> tuple[int, int]:
        """The height that is final for some player, and for how many the game has ended."""
        return max(machine.final for machine in self.honest), len(self._finished_at)

    def _sit_down_again(self, sitting: Sitting) -> None:
        """Some have the record with which the game goes on, the host at least; the others get it from them."""
        has_it = self.stream("records")
        for number, machine in enumerate(self.machines):
            if number == 0 or has_it.random() < 0.7:
                machine.record = sitting.record

    def _has_ended(self) -> bool:
        """Whether all are through, and a proof that one of them has came to all who need it: they may not have met."""
        return all(map(self._is_through, self.honest)) and not any(map(self._without_proof, self.liars))

    def restored(self, machine: Machine) -> None:
        """A machine goes back to an old image of its disk: from now on its player counts as a liar."""
        machine.is_honest = False
        self.liars.add(machine.player)

    def finishes(self, machine: Machine) -> None:
        """The game has ended for a player."""
        self._finished_at.setdefault(machine.number, self.now)
        if self._parts:
            self.after(2_000, self._go_home, machine)

    def _go_home(self, machine: Machine) -> None:
        if machine.session.phase is Phase.FINISHED:
            machine.leave(None)
            if machine.is_honest and self._first_home is None:
                self._first_home = self.now

    def _is_through(self, machine: Machine) -> bool:
        """Whether the game has ended for a player, or they come too late to its end."""
        if machine.has_retired or machine.session.phase is Phase.FINISHED or _never_began(machine):
            return True
        if self.has_stopped(machine) or self._stays_alone(machine):
            return True
        return self._first_home is not None and self.is_calm and self.now - self._first_home > LEFT_BEHIND

    def _stays_alone(self, machine: Machine) -> bool:
        """Whether a player knows of final steps, and for so many others the game never began that no quorum is left.

        So it is if a restored disk has forgotten the beginning. The player is told that the game can't go on like this.
        """
        charter, session = self.charter, machine.session
        gone = {other.player for other in self.machines if _never_began(other)}
        return session.final > session.log.start and len(charter.players) - len(gone) < charter.quorum

    def has_stopped(self, machine: Machine) -> bool:
        """Whether a proof has stopped the table for a player."""
        return machine.is_up and machine.session.phase is Phase.STOPPED and bool(machine.session.proofs)

    @property
    def _must_end(self) -> bool:
        """Two players need each other, and two groups that a liar has led apart do not come together again.

        One of the groups may have finished the game when they meet. A liar who goes home may have been the only one
        through whom the others heard each other.
        """
        has_finished = any(machine.session.phase is Phase.FINISHED for machine in self.honest)
        if has_finished and any(map(self.watch.is_left_behind, self.honest)):
            return False
        if not self.network.connects([machine for machine in self.honest if not machine.has_retired]):
            return False
        return len(self.charter.players) > 2 or not self.liars

    def _check_end(self) -> None:
        finished = [machine for machine in self.honest if machine.session.phase is Phase.FINISHED]
        ends = {machine.session.log.closing() for machine in finished}
        if len(ends) > 1 and not self.watch.forked:
            self.watch.fails(Invariant.ONE_END, "The game ended in different ways.")
        self._check_records()
        self._count_end()
        for player in sorted(self.liars):
            name = self.lie_of(player)
            self.count(f"lie: {name}, games")
            proven = [machine for machine in self.honest if player in machine.session.proofs]
            if proven:
                self.count(f"lie: {name}, proven in games")
            if any(player in machine.session.log.absent for machine in self.honest):
                self.count(f"lie: {name}, absent at the end of games")
            if without := self._without_proof(player):
                what = f"Honest players took two versions of what player {player} signed; no proof at {without}."
                self.watch.fails(Invariant.LIARS_PROVEN, what)

    def _without_proof(self, player: int) -> list[str]:
        """Which machines lack a proof against a player of whom honest ones took two versions of an entry."""
        if not self.watch.has_split(player):
            return []
        return [machine.name for machine in self.honest if self._lacks_proof(machine, player)]

    def _lacks_proof(self, machine: Machine, player: int) -> bool:
        """Whether a machine that is up has no proof against a player, and was at the table when they were proven."""
        proven_at = self.watch.proven_at.get(player, self.now)
        was_there = machine.is_up and self._finished_at.get(machine.number, self.now) >= proven_at
        return was_there and player not in machine.session.proofs

    def _check_records(self) -> None:
        """A reader of the record, who was not there, comes to the same end."""
        kept = {machine.session.record(): machine for machine in self.honest if machine.session.phase is Phase.FINISHED}
        for record, machine in kept.items():
            try:
                verified = verify_record(record or b"", self.table.new_game)
            except RecordError as error:
                what = f"The record of {machine.name} does not convince others: {error}"
                self.watch.fails(Invariant.RECORDS, what)
                continue
            log = machine.session.log
            if (verified.log.closing(), verified.log.result) != (log.closing(), log.result):
                self.watch.fails(Invariant.RECORDS, f"The record of {machine.name} comes to another end.")

    def _count_end(self) -> None:
        """How the game has ended, and what epochs changed in it."""
        finished = [machine.session.log for machine in self.honest if machine.session.phase is Phase.FINISHED]
        if not finished and any(map(self.has_stopped, self.honest)):
            self.count("end: stopped with a proof")
            return
        if any(_never_began(machine) for machine in self.honest):
            self.count("end: a player left before it began")
            return
        if not finished:
            self.count("end: left open, as two players or a liar in two majorities may leave it")
            return
        log = max(finished, key=lambda log: log.height)
        assert log.result is not None
        self.count(f"end: {self.table.ending(log.result.victory)}")
        if log.resigned:
            self.count("end: after a player had resigned")
        for step in log.steps:
            if step.proposed is not None:
                kinds = {change.kind for change in step.proposed.changes}
                self.count(f"epoch: {' and '.join(sorted(kinds)) or 'nothing'}")

    def lie_of(self, player: int) -> str:
        """What a liar does, in a word."""
        liars = [machine.liar for machine in self.machines if machine.player == player and machine.liar is not None]
        return liars[0].name if liars else "a restored disk"

    def state(self) -> str:
        """Where everybody stands, for reports."""
        return "".join(f"\n  {_state(machine)}" for machine in self.machines)


def _never_began(machine: Machine) -> bool:
    """Whether a player has been told that the game ends before it begins, perhaps after their own first action."""
    session = machine.session
    return machine.is_up and session.phase is Phase.STOPPED and session.final <= session.log.start


def _state(machine: Machine) -> str:
    session = machine.session
    log, requests, change = session.log, session._state.requests, session._state
    asked = {player: signed.content[1:] for player, signed in requests.newest.items()}
    promised = {
        player: (one.signed.content.term, one.signed.content.head[::2], one.signed.content.changes)
        for player, one in change.promises.items()
    }
    lies = f" ({machine.liar.name})" if machine.liar is not None else ""
    return (
        f"{machine.name}{lies}: {session.phase}, term {log.term}, height {log.height}, final {machine.final},"
        f" {log.kind}, misses {log.missing()} of {log.slots}, absent {sorted(log.absent)}, barred {log.barred},"
        f" acks {session._state.acks._heights}, promised {change.promised}, evidence {change.evidence[0]},"
        f" runs {change.timer.runs}, asked {session.asked},"
        f" linked {[cable.other(machine).number for cable in machine.cables.values()]},"
        f" unreachable {session.unreachable}, proofs {sorted(session.proofs)}, agreed {sorted(requests.agreed)},"
        f" requests {asked}, promises {promised}"
    )
