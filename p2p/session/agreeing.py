"""What a program agrees to by itself, whoever sits at it: to go on without cheats, and to let back who wants to."""

from __future__ import annotations

from p2p.log.changes import ABSENT, BACK, KEY, RESIGN, Change
from p2p.log.log import Log
from p2p.log.statements import author
from p2p.log.steps import Kind
from p2p.session.disputes import Disputes
from p2p.session.peers import Peers
from p2p.session.requests import Requests

MOST_TIMES_AWAY = 4
"""So often a person may be declared absent without an entry of his in between, until people alone let him back."""


class Agreeing:
    """``agreeable`` says that nobody sits here: then the program agrees to what others ask for, within reason."""

    def __init__(
        self,
        me: int | None,
        agreeable: bool,
        log: Log,
        requests: Requests,
        disputes: Disputes,
        neighbours: Peers,
    ) -> None:
        self.agreeable = agreeable
        self._me = me
        self._log = log
        self._requests = requests
        self._disputes = disputes
        self._peers = neighbours
        self._seen = log.head
        self._followed: set[Change] = set()
        """What we agree to only since others ask for it."""

    def heard(self, person: int) -> None:
        """A player has said what they ask for, or it has become possible."""
        if self.agreeable and person not in self._disputes.proofs:
            asked = self._requests.by_player.get(person, ())
            followed = set(filter(self._may, asked)) - self._requests.agreed
            self._requests.agreed |= followed
            self._followed |= followed

    def lost(self, person: int) -> None:
        """A player has been waited for long enough: ask for their absence, even if no other player does."""
        if self.agreeable:
            self._requests.agreed.add(Change(ABSENT, person))
            self._followed.discard(Change(ABSENT, person))

    def proceed(self, *, was_away: bool) -> None:
        """Agree to what every honest program agrees to; ``was_away`` says that we were declared absent while away."""
        agreed = self._requests.agreed
        if self._seen != self._log.head:
            self._seen = self._log.head
            for person in self._requests.by_player:
                self.heard(person)
        asked = {
            change for person, changes in self._requests.by_player.items() if person != self._me for change in changes
        }
        agreed -= self._followed - asked
        self._followed &= asked
        for person in self._peers.take_back():
            agreed.discard(Change(ABSENT, person))
        for person in self._disputes.proofs:
            agreed.add(Change(ABSENT, person))
            agreed.discard(Change(BACK, person))
        lost = {change.number for change in agreed if change.kind == KEY}  # whoever has their keys is somebody else
        agreed -= {Change(BACK, person) for person in lost}
        for person in self._log.absent - self._log.resigned - self._disputes.proofs.keys() - lost:
            if self._wants_back(person) or (person == self._me and (self.agreeable or was_away)):
                agreed.add(Change(BACK, person))
                agreed.discard(Change(ABSENT, person))

    def _wants_back(self, person: int) -> bool:
        """Whether a player asks to play again whose program gets the same states as ours.

        Not once he has come back again and again and given nothing: else one who keeps his acknowledgements, say, to
        himself would have the others change epochs without end.
        """
        asks = Change(BACK, person) in self._requests.by_player.get(person, ())
        if self._log.kind is Kind.LINKS:
            return False  # to make an attempt at dice void has its price, and it may be ours
        return asks and person not in self._disputes.faulty and not self.is_away_in_vain(person)

    def is_away_in_vain(self, person: int) -> bool:
        """Whether it is for people to say if a person comes back once more."""
        times = 0
        for step in reversed(self._log.steps):
            if any(author(self._log.charter, signed) == person for signed in step.entries):
                break
            times += step.proposed is not None and Change(ABSENT, person) in step.proposed.changes
        return times >= MOST_TIMES_AWAY

    def _may(self, change: Change) -> bool:
        """Return whether a program where nobody sits agrees.

        It never agrees to a new key, since it cannot hear whether the owner asks. It does not send away a person whom
        it can reach, nor its own, and does not resign for it.
        """
        if change.kind == KEY:
            return False
        if change.kind == ABSENT:
            lost = {*self._peers.unreachable, *self._peers.gone} - {self._me}
            cannot = {*self._disputes.proofs, *self._disputes.differing} - {self._me}
            return change.number in lost | cannot
        if change.kind == BACK:
            return change.number not in self._disputes.proofs and not self.is_away_in_vain(change.number)
        return change.kind != RESIGN or change.number != self._me
