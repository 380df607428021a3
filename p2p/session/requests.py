"""The changes that players request: those that we agree to, and everyone's newest request; and the timer of a term.

A request binds to nothing (``p2p.log.statements``). It lists the changes to which its player agrees. When the timer of
a promised term runs out, we request the coordinator of the next term.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from p2p.log import changes
from p2p.log.justify import Unjustified, changes_of, is_allowed, is_supported
from p2p.log.log import Log
from p2p.log.statements import ABSENT, MAX_LISTED, STUCK, Change, Request, SignedRequest

AGAIN = 30.0
"""Seconds between two terms for a change that epochs repeatedly didn't make, though enough players agreed to it."""


class Requests:
    """``agreed`` holds the changes that this player agrees to, ``newest`` everyone's newest request, ours too."""

    def __init__(self, me: int | None, log: Log) -> None:
        self.agreed: set[Change] = set()
        self.newest: dict[int, SignedRequest] = {}
        self._me = me
        self._log = log
        self._left_out: Counter[Change] = Counter()
        """How many epochs have left out a change to which enough players agreed, since one made it."""
        self._made: dict[int, frozenset[Change]] = {}
        """By player, what our epoch changed and every request of theirs since then has listed: they may not know it."""
        self._said: dict[int, Request] = {}
        """By player, what they request, without what was made since then."""
        self._entered = 0.0
        self._allowed: dict[Change, bool] = {}
        self._possible: dict[int, tuple[Change, ...]] | None = None
        self._to_be_made: dict[Change, bool] = {}
        self._at = log.head
        """The head of the log for which we know which changes are possible, by player those that they request, and
        which ones an epoch would make."""

    @property
    def listed(self) -> tuple[Change, ...]:
        """Return the changes that we agree to and that are possible now, with room in the list for one more."""
        return tuple(sorted(filter(self._is_allowed, self.agreed)))[: MAX_LISTED - 1]

    @property
    def by_player(self) -> Mapping[int, tuple[Change, ...]]:
        """Return by player the changes that they request and that are possible now, without players who
        request none.
        """
        self._look_at_log()
        if self._possible is None:
            self._possible = {}
            for player, request in sorted(self._said.items()):
                listed = [change for change in request.changes if change.kind != STUCK]
                if possible := tuple(filter(self._is_allowed, listed)):
                    self._possible[player] = possible
        return self._possible

    def _look_at_log(self) -> None:
        """Forget what was possible on our log before it changed."""
        if self._at != self._log.head:
            self._at, self._allowed = self._log.head, {}
            self._forget_what_follows()

    def _forget_what_follows(self) -> None:
        """Forget what followed from the requests before they, or our log, changed."""
        self._possible, self._to_be_made = None, {}

    def _is_allowed(self, change: Change) -> bool:
        """Return whether a change is possible on our log now; computed once, since there may be many."""
        self._look_at_log()
        if change not in self._allowed:
            self._allowed[change] = is_allowed(change, self._log)
        return self._allowed[change]

    def agree(self, change: Change) -> None:
        """Agree to a change; raise steps.Refused unless it could be made now.

        The last players present may be declared absent if others can come back instead (R6).
        """
        log = self._log
        log.judge(change)
        if change.kind != ABSENT or not log.absent - log.resigned:
            changes.judge_together((change,), log.checkpoint, log.charter.everyone)
        self.agreed.add(change)

    @property
    def waits(self) -> bool:
        """Return whether we must wait before we try again a change of ours to which enough players agree."""
        return any(self._left_out[change] and self._is_to_be_made(change) for change in self.listed)

    def _is_to_be_made(self, change: Change) -> bool:
        """Return whether all whom a change needs request it, and an epoch from their requests would make it (R6)."""
        self._look_at_log()
        if change not in self._to_be_made:
            self._to_be_made[change] = self._would_be_made(change)
        return self._to_be_made[change]

    def _would_be_made(self, change: Change) -> bool:
        """Work that out. The requests of others don't count: if those players promise nothing, the epoch is made
        without them.
        """
        said = {player: request for player, request in self._said.items() if change in request.changes}
        if not is_supported(change, self._log, said):
            return False
        try:
            return change.kind == STUCK or change in changes_of(self._log, said, said, ())
        except Unjustified:
            return False

    def _count(self, player: int) -> None:
        """Work out what counts of a player's newest request."""
        request, made = self.newest[player].content, self._made.get(player)
        if made:
            request = request._replace(changes=tuple(change for change in request.changes if change not in made))
        self._said[player] = request
        self._forget_what_follows()

    def take(self, signed: SignedRequest) -> None:
        """Take a request as its player's newest."""
        self.newest[signed.player] = signed
        if signed.player in self._made:
            self._made[signed.player] &= set(signed.content.changes)
        self._count(signed.player)

    def worth_a_term(self, changes: Collection[Change], now: float) -> list[Change]:
        """R2: return those of our changes for which to name a term: all whom such a change needs request it.

        A change that epochs left out is tried again as often as there are players, and then at long intervals.
        """
        most = len(self._log.charter.players)
        return [
            change
            for change in changes
            if self._is_to_be_made(change) and (self._left_out[change] < most or now >= self._entered + AGAIN)
        ]

    def epoch_began(self, promised: Collection[Change], made: Collection[Change], now: float) -> bool:
        """Our log is in a new epoch, which has made these changes; ``promised`` are those of our last promise.

        Returns whether it left out a change to which enough players agree.
        """
        self._entered = now
        self._made = dict.fromkeys(self._log.charter.everyone, frozenset(made))
        for player in self.newest:
            self._count(player)
        left_out = [change for change in promised if change in self.agreed and change not in made]
        left_out = [change for change in left_out if self._is_allowed(change) and self._is_to_be_made(change)]
        kept = {
            change: count for change, count in self._left_out.items() if change in self.agreed and change not in made
        }
        self._left_out = Counter(kept) + Counter(left_out)
        return bool(left_out)

    def settle(self, changes: Collection[Change]) -> None:
        """These changes have been made: forget what was agreed about the same players."""
        players = {change.number for change in changes if change.is_of_player}
        left = self.agreed.difference(changes)
        self.agreed = {change for change in left if not change.is_of_player or change.number not in players}


FIRST: Final = 2.0
"""Seconds of a term after one that has not failed."""

LONGEST: Final = 16.0
"""The most seconds of any term; each failed term doubles the time of the next."""

SHARE_FOR_PROMISES: Final = 4
"""A coordinator with a quorum's promises waits 1/SHARE_FOR_PROMISES of the term for other promises."""


class Timer:
    """``runs`` counts how often it has run out since it was started; ``period`` is its length in seconds."""

    def __init__(self) -> None:
        self.runs = 0
        self.period = FIRST
        self._has_failed = False
        self._end: float | None = None

    @property
    def wait(self) -> float:
        """Return how many seconds the coordinator of this term, with a quorum's promises, waits for others."""
        return self.period / SHARE_FOR_PROMISES

    def start(self, now: float) -> None:
        """Run for the term that begins now: longer than before if the term before has failed."""
        self.period = min(2 * self.period, LONGEST) if self._has_failed else FIRST
        self._has_failed = True
        self._end = now + self.period
        self.runs = 0

    def extend(self, now: float) -> None:
        """Something is on its way: start again, unless it has run out already."""
        if self._end is not None and not self.runs:
            self._end = now + self.period

    def look(self, now: float) -> None:
        """Check whether it has run out. If it should run but doesn't, after a restart, start it."""
        if self._end is None:
            self._end = now + self.period
        elif now >= self._end:
            self.runs += 1
            self._end = now + self.period

    def stop(self) -> None:
        """An epoch of this term or a higher one has begun."""
        self.runs, self._end = 0, None

    def succeeded(self) -> None:
        """The newest term has not failed, so the next one is no longer than the first."""
        self._has_failed = False
