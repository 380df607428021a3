"""The players at a simulated table: they answer after a while, miss others, agree, resign, and change their minds."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from p2p.game import IllegalAction
from p2p.log.statements import ABSENT, BACK, END, OF_ALL, RESIGN, TAKE_BACK, Change
from p2p.log.steps import Kind, Refused
from p2p.session import voting
from p2p.session.playing import NotAsked
from p2p.session.state import Phase

if TYPE_CHECKING:
    from tests.sim.machine import Machine

LOOK = 1_000
"""Milliseconds between two looks at who is missing and who wishes for what."""


class Human:
    """Who sits at a machine: as quick, patient, agreeable and fickle as their stream of chance makes them."""

    def __init__(self, machine: Machine, random: Random) -> None:
        self._machine = machine
        self._world = machine.world
        self._random = random
        self._pace = random.choice((200, 1_000, 4_000))
        self._patience = random.choice((5_000, 15_000, 40_000))
        self._whims = random.choice((0.0, 0.0, 0.01, 0.05))
        self._agrees = random.choice((0.6, 0.9, 1.0))
        self._missing: dict[int, tuple[int, object]] = {}
        self._agreed: set[Change] = set()
        self._considered: set[tuple[int, Change]] = set()
        self._was_calm = False

    def start(self) -> None:
        """Sit down."""
        self._world.after(self._random.randrange(LOOK), self._look)

    def asked(self, seat: int) -> None:
        """A question has come up."""
        pace = 200 if self._world.is_calm else self._pace
        if not self._world.is_calm and self._random.random() < 0.02:
            pace = 60_000  # there is a knock at the door
        self._world.after(self._random.randrange(pace), self._answer, seat)

    def _answer(self, seat: int) -> None:
        machine, session = self._machine, self._machine.session
        if not machine.is_up or seat not in session.asked:
            return
        if machine.is_asleep:
            self.asked(seat)
            return
        try:
            machine.call(session.answer, seat, self._world.table.answer(session.log.game, seat, self._random))
        except NotAsked:
            return
        except IllegalAction as illegal:
            raise AssertionError(f"An answer that the game offered is refused: {illegal}") from None

    # Votes

    def _look(self) -> None:
        machine = self._machine
        if self._world.is_over:
            return
        self._world.after(LOOK, self._look)
        if not machine.is_up or machine.is_asleep:
            return
        if machine.session.phase is not Phase.PLAYING:
            return
        if self._world.is_calm and not self._was_calm:
            self._was_calm = True
            for change in sorted(self._agreed):
                self._disagree(change)
        self._miss()
        self._consider()
        if self._world.is_calm:
            self._come_back()
        if not self._world.is_calm and self._random.random() < self._whims:
            self._have_a_whim()

    def lacking(self) -> set[int]:
        """Whom the game waits for, or who cannot be reached.

        Where dice wait for none but absent players to acknowledge the log, their thrower might as well be away.
        """
        session = self._machine.session
        log = session.log
        awaited = set(session.awaited)
        if log.kind is Kind.BEACON and awaited and awaited <= log.absent:
            awaited |= set(log.present)
        lacking = {*awaited, *session.unreachable, *session._state.peers.gone}
        return lacking - log.absent - {self._machine.player}

    def _miss(self) -> None:
        """Wish those absent who have been waited for too long, and no longer those who are here again."""
        session = self._machine.session
        lacking = self.lacking()
        for player in sorted(set(self._missing) - lacking):
            del self._missing[player]
            if player not in session.proofs:
                self._disagree(Change(ABSENT, player))
        if self._world.losses is not None and self._world.is_calm:
            # There may be no other who comes back to outvote what the program once agreed to.
            for change in sorted(session._state.requests.agreed):
                if change.kind == ABSENT and change.number not in lacking | session.proofs.keys():
                    self._disagree(change)
        for player in sorted(lacking):
            mark = None if player in session.unreachable else (session.log.height, session.log.term)
            since, known = self._missing.get(player, (self._world.now, mark))
            if known != mark:
                since = self._world.now
            self._missing[player] = since, mark
            if self._world.now - since >= self._patience:
                self._agree(Change(ABSENT, player))
                if self._world.losses is not None:
                    for change in sorted(change for change in self._agreed if change.kind in OF_ALL):
                        self._disagree(change)

    def _consider(self) -> None:
        """What others ask for."""
        session = self._machine.session
        for player, changes in session.requests.items():
            for change in changes:
                agreed = change in session._state.requests.agreed or (session.log.term, change) in self._considered
                if player == session.me or agreed:
                    continue
                if self._world.is_calm:
                    if self._may(change):
                        self._agree(change)
                    continue
                self._considered.add((session.log.term, change))
                if self._random.random() < self._agrees:
                    self._agree(change)

    def _come_back(self) -> None:
        """A player who was declared absent while here plays again, if no other is left who would."""
        session = self._machine.session
        log, me = session.log, session.me
        if me is None or me not in log.absent or me in log.resigned or me in session.proofs:
            return
        if set(log.present) <= self.lacking():
            self._agree(Change(BACK, me))

    def _may(self, change: Change) -> bool:
        """What anybody agrees to in the end, but for sending others away who are here."""
        session = self._machine.session
        if change.kind in (ABSENT, RESIGN):
            return change.number in self.lacking() or change.number in session.proofs or change.kind == RESIGN
        if change.kind in OF_ALL and self._world.losses is not None and self.lacking():
            return False  # it takes a player who may never come
        if change.kind == BACK:
            return change.number not in session.proofs and not voting.is_away_in_vain(session._state, change.number)
        return True

    def _have_a_whim(self) -> None:
        session = self._machine.session
        others = [player for player in session.charter.everyone if player != session.me]
        below = max(0, session.log.height - self._random.randrange(4))
        whims = [Change(TAKE_BACK, below), Change(TAKE_BACK, below)]
        if others:
            whims += [Change(ABSENT, self._random.choice(others)), Change(BACK, self._random.choice(others))]
        if self._random.random() < 0.1:
            whims = [Change(END, 0)]
            if self._world.may_resign and session.me is not None:
                whims.append(Change(RESIGN, session.me))
        change = self._random.choice(whims)
        if self._agreed and self._random.random() < 0.5:
            self._disagree(self._random.choice(sorted(self._agreed)))
        elif self._agree(change) and change.kind == RESIGN:
            self._world.may_resign = False

    def _agree(self, change: Change) -> bool:
        if change in self._machine.session._state.requests.agreed:
            return False
        try:
            self._machine.call(self._machine.session.agree, change)
        except Refused:
            return False
        self._agreed.add(change)
        self._world.count(f"people: agree to {change.kind}")
        return True

    def _disagree(self, change: Change) -> None:
        self._agreed.discard(change)
        self._machine.call(self._machine.session.disagree, change)
