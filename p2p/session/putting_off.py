"""Putting off a proposal by which a player pays for delayed dice (R8).

A coordinator that lies may choose promises that make the wrong player pay. Who knows better waits a while, in which the
next coordinator may make another proposal. This is for fairness only.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from p2p.log.justify import has_head
from p2p.log.promises import Epoch, Head
from p2p.log.statements import Promised, Proposed
from p2p.session.parts import Parts
from p2p.session.timer import Timer

LONGEST: Final = 4.0
"""The seconds for which we put off a proposal by which a player pays: twice the first timer of a term.

They don't grow with the timers. Otherwise they would last longer than the next terms, in which that player pays again.
"""


class PutOff:
    """The proposal that we put off, if any."""

    def __init__(self, parts: Parts, promises: Mapping[int, Promised], timer: Timer) -> None:
        self._parts = parts
        self._promises = promises
        self._timer = timer
        self._proposed: Proposed | None = None
        self._until = 0.0
        self._base: Head | None = None
        """The base of the proposal that we put off last: we put off one for each attempt at dice."""

    @property
    def is_put_off(self) -> bool:
        """Return whether a proposal is put off."""
        return self._proposed is not None and self._proposed.epoch.term > self._parts.log.term

    def accepted(self) -> Proposed | None:
        """Return, once, the proposal that waits no longer."""
        if not self.is_put_off or self._parts.now < self._until:
            return None
        accepted, self._proposed = self._proposed, None
        return accepted

    def puts_off(self, proposed: Proposed, payers: Collection[int]) -> bool:
        """R8: return whether to put off a proposal by which these players pay for dice, since we know evidence for
        them.

        The evidence is a promise that the proposal lacks, or a beacon value of a player who pays. Of
        the proposals for one attempt at dice, only the first is put off: a promise that no coordinator can use must not
        stop the game.
        """
        if not payers or self._parts.me is None or proposed.signed.player == self._parts.me:
            return False
        if self._proposed is None or self._proposed.epoch != proposed.epoch:
            if self._base == proposed.epoch.base:
                return False
            promised = {player: one.signed.content for player, one in self._promises.items()}
            of_term = {player for player, promise in promised.items() if promise.term == proposed.epoch.term}
            if of_term <= {one.player for one in proposed.promises} and not self._has_value_of(proposed.epoch, payers):
                return False
            self._proposed, self._base = proposed, proposed.epoch.base
            if not self._parts.is_promised:
                self._timer.start(self._parts.now)
            self._until = self._parts.now + LONGEST
        return self._parts.now < self._until

    def _has_value_of(self, made: Epoch, payers: Collection[int]) -> bool:
        """Return whether we have a beacon value of one of these players for the dice that an epoch makes void."""
        log, step = self._parts.log, made.base.height + 1
        return has_head(log, made.base) and any(log.entry(step, player) is not None for player in payers)
