"""Putting off a proposal: until its epoch is confirmed, or for a while.

A coordinator that lies may choose promises that make the wrong player pay for delayed dice (R8). Such a proposal is put
off for fairness only. If logs diverge, a program that lacks some of them can't judge a proposal (R7).
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from p2p.log.justify import has_head
from p2p.log.promises import Epoch, Head
from p2p.log.proposals import accused_in
from p2p.log.statements import Promised, Proposed, SignedAck
from p2p.session.parts import Parts
from p2p.session.timer import Timer

LONGEST: Final = 4.0
"""The most seconds for which we put off a proposal by which a player pays: twice the first timer of a term.

It doesn't grow with the timers. Otherwise it would last longer than the next terms, in which that player pays again.
"""

MOST_SHOWN: Final = 256
"""The most proposals of which we remember the bases, for each player who shows them."""


class PutOff:
    """The proposal that we put off, if any, and by player the newest epoch that they have acknowledged."""

    def __init__(self, parts: Parts, promises: Mapping[int, Promised], timer: Timer) -> None:
        self._parts = parts
        self._promises = promises
        self._timer = timer
        self._proposed: Proposed | None = None
        self._acknowledged: dict[int, tuple[int, bytes]] = {}
        """By player, the term and the id of the newest epoch that they have acknowledged."""
        self._bases: dict[int | None, dict[bytes, bytes]] = {}
        """By the player who has shown it, and the id of a proposed epoch: the id of the epoch on which it stands."""
        self._until = 0.0
        self._base: Head | None = None
        """The base of the proposal that we put off last: we put off one for each attempt at dice."""

    @property
    def is_put_off(self) -> bool:
        """Return whether a proposal is put off."""
        return self._proposed is not None and self._proposed.epoch.term > self._parts.log.term

    def shown(self, link: int, proposals: Iterable[Proposed]) -> None:
        """Remember the bases of proposals that a player shows us, in place of none that another player has shown."""
        bases = self._bases.setdefault(self._parts.links.player(link), {})
        for proposed in proposals:
            bases[proposed.epoch.id] = proposed.epoch.base.epoch
            if len(bases) > MOST_SHOWN:
                del bases[next(iter(bases))]

    def accepted(self) -> Proposed | None:
        """Return, once, the proposal that waits no longer."""
        if not self.is_put_off or self._is_to_wait():
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
        return self._is_to_wait()

    def acknowledged(self, signed: SignedAck) -> None:
        """A player acknowledges an epoch of a higher term than that of our log; of an older one that may come late."""
        term, epoch = signed.content.term, signed.content.epoch
        known, _ = self._acknowledged.get(signed.player, (0, b""))
        if term > known and signed.is_signed(self._parts.charter):
            self._acknowledged[signed.player] = term, epoch

    def waits_for_others(self, proposed: Proposed) -> bool:
        """R7: put off a proposal that we can't judge; return whether its epoch is not confirmed yet."""
        if self._is_confirmed(proposed):
            return False
        self._proposed, self._until = proposed, float("inf")
        return True

    def _is_confirmed(self, proposed: Proposed) -> bool:
        """Return whether a quorum has acknowledged an epoch, or one that stands on it.

        A quorum includes an honest player, whose program has judged it. If proofs convict players, all others are
        honest, so one of them is enough.
        """
        made, liars = proposed.epoch.id, accused_in(self._parts.charter, proposed.proofs)
        entered = {player for player, (_, epoch) in self._acknowledged.items() if self._stands_on(epoch, made)}
        return bool(entered - liars) if liars else len(entered) >= self._parts.charter.quorum

    def _stands_on(self, epoch: bytes, before: bytes) -> bool:
        """Return whether ``epoch`` is ``before``, or follows it by the shown proposals; an id also hashes its base."""
        bases = ChainMap(*self._bases.values())
        while epoch != before and epoch in bases:
            epoch = bases[epoch]
        return epoch == before

    def _has_value_of(self, made: Epoch, payers: Collection[int]) -> bool:
        """Return whether we have a beacon value of one of these players for the dice that an epoch makes void."""
        log, step = self._parts.log, made.base.height + 1
        return has_head(log, made.base) and any(log.entry(step, player) is not None for player in payers)

    def _is_to_wait(self) -> bool:
        """Return whether the epoch is not confirmed yet, and the time of two timers has not passed."""
        return self._proposed is None or not (self._is_confirmed(self._proposed) or self._parts.now >= self._until)
