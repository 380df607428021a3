"""What every program agrees to by itself: to let players come back."""

from __future__ import annotations

from p2p.log.changes import ABSENT, BACK, RESIGN, Change
from p2p.log.log import Log
from p2p.log.statements import author
from p2p.log.steps import Kind
from p2p.session.disputes import Disputes
from p2p.session.peers import Peers
from p2p.session.requests import Requests

MOST_TIMES_AWAY = 4
"""How often a player may be declared absent without an entry in between. After that, only people let them back."""


class Agreeing:
    """With ``agreeable`` no person can be asked here, so the program agrees to what others request, within reason."""

    def __init__(
        self,
        me: int | None,
        agreeable: bool,
        log: Log,
        requests: Requests,
        disputes: Disputes,
        peers: Peers,
    ) -> None:
        self.agreeable = agreeable
        self._me = me
        self._log = log
        self._requests = requests
        self._disputes = disputes
        self._peers = peers
        self._seen = log.head
        self._in_vain: dict[int, bool] = {}
        self._counted = log.head
        """The head of the log for which we know who is away in vain."""
        self._followed: set[Change] = set()
        """What we agree to only because other players request it."""

    def heard(self, player: int) -> None:
        """A player has requested something, or their request has become possible."""
        if self.agreeable:
            asked = self._requests.by_player.get(player, ())
            followed = set(filter(self._may, asked)) - self._requests.agreed
            self._requests.agreed |= followed
            self._followed |= followed

    def lost(self, player: int) -> None:
        """A player has been waited for long enough: ask for their absence, even if no other player does."""
        if self.agreeable:
            self._requests.agreed.add(Change(ABSENT, player))
            self._followed.discard(Change(ABSENT, player))

    def proceed(self, *, was_away: bool) -> None:
        """Agree to what every honest program agrees to; ``was_away`` says that we were declared absent while away."""
        agreed = self._requests.agreed
        if self._seen != self._log.head:
            self._seen = self._log.head
            for player in self._requests.by_player:
                self.heard(player)
        asked = {
            change for player, changes in self._requests.by_player.items() if player != self._me for change in changes
        }
        agreed -= self._followed - asked
        self._followed &= asked
        for player in self._peers.take_back():
            agreed.discard(Change(ABSENT, player))
        for player in self._log.absent - self._log.resigned:
            if self._wants_back(player) or (player == self._me and (self.agreeable or was_away)):
                agreed.add(Change(BACK, player))
                agreed.discard(Change(ABSENT, player))

    def _wants_back(self, player: int) -> bool:
        """Return whether a player requests to play again, and their program gets the same states as ours.

        The answer is False once the player came back several times without an entry. Otherwise a player who, say,
        withholds their acknowledgements could make the others change epochs without end.
        """
        asks = Change(BACK, player) in self._requests.by_player.get(player, ())
        if self._log.kind is Kind.BEACON:
            return False  # to make an attempt at dice void costs something, and we may be the ones who pay
        return asks and player not in self._disputes.desynced and not self.is_away_in_vain(player)

    def is_away_in_vain(self, player: int) -> bool:
        """Return whether people must decide if a player may come back once more."""
        if self._counted != self._log.head:
            self._counted, self._in_vain = self._log.head, {}
        if player not in self._in_vain:
            self._in_vain[player] = self._times_away(player) >= MOST_TIMES_AWAY
        return self._in_vain[player]

    def _times_away(self, player: int) -> int:
        """Return how often a player has been declared absent since their last entry."""
        times = 0
        for step in reversed(self._log.steps):
            if any(author(self._log.charter, signed) == player for signed in step.entries):
                break
            times += step.proposed is not None and Change(ABSENT, player) in step.proposed.changes
        return times

    def _may(self, change: Change) -> bool:
        """Return whether a program without a person agrees.

        It doesn't declare a player absent whom it can reach, nor its own player, and doesn't resign for them.
        """
        if change.kind == ABSENT:
            lost = {*self._peers.unreachable, *self._peers.gone} - {self._me}
            return change.number in lost | self._disputes.differing - {self._me}
        if change.kind == BACK:
            return not self.is_away_in_vain(change.number)
        return change.kind != RESIGN or change.number != self._me
