"""What follows from a ballot on somebody's key until its author knows whether it has passed.

That key may be a thief's, and need not know what a new one has acknowledged since. So whoever has signed such a ballot
signs no other with which the ballot of that key could make a quorum: all that he signs says of the person's keys, if
nothing else, that they stay as they are; so the person's own ballot does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from p2p.log.ballots import Proposal
from p2p.log.change_rules import keyed, that_change
from p2p.log.changes import KEY, Change
from p2p.log.log import Log


class Pledges:
    """One person's pledges, upon his log."""

    def __init__(self, log: Log, binding: Callable[[], Proposal | None]) -> None:
        """``binding`` gives what he has signed a ballot for that may have passed without his knowledge, if anything."""
        self._log = log
        self._binding = binding
        self._consented: frozenset[int] = frozenset()

    def begin_epoch(self) -> None:
        """A vote has passed: what was agreed to upon the log before is over."""
        self._consented = frozenset()

    def agreed(self, changes: Collection[Change]) -> None:
        """The person agrees to these changes."""
        self._consented |= keyed(changes)

    @property
    def persons(self) -> frozenset[int]:
        """Those of whose keys every ballot of ours has to say something."""
        binding = self._binding()
        return frozenset() if binding is None else keyed(binding.changes)

    def real(self, changes: tuple[Change, ...]) -> tuple[Change, ...]:
        """The changes that change something upon our log: not those that leave somebody his keys."""
        return that_change(changes, self._log.keys)

    def allow(self, changes: tuple[Change, ...]) -> bool:
        """Whether we sign that these persons keep their keys: those to whom we ourselves agreed to give others.

        Else one liar could have us sign nothing more together with whomever he likes.
        """
        return keyed(set(changes) - set(self.real(changes))) <= self.persons | self._consented

    def with_them(self, changes: tuple[Change, ...]) -> tuple[Change, ...]:
        """The changes, if there are any, with what we have to say of keys besides."""
        return tuple(sorted((*changes, *self._kept(self.persons - keyed(changes))))) if changes else ()

    def freeing(self, wished: Collection[tuple[Change, ...]]) -> tuple[Change, ...]:
        """The vote that changes nothing, and does not count those with whose ballots somebody must sign nothing."""
        said = {number for changes in wished if not self.real(changes) for number in keyed(changes)}
        return self._kept(said & self._consented | self.persons)

    def _kept(self, persons: Collection[int]) -> tuple[Change, ...]:
        """That these persons keep their keys."""
        return tuple(Change(KEY, person, self._log.keys[person].value) for person in sorted(persons))
