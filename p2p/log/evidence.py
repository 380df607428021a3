"""What goes with a promise or a proposal and shows other peers that it is right."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, NamedTuple, TypeAlias

from p2p.log.changes import Change
from p2p.log.charter import MAX_PLAYERS, MAX_SEATS
from p2p.log.promises import Epoch, SignedPromise, SignedProposal, SignedRequest
from p2p.log.statements import Equivocation, SignedEntry
from p2p.wire.codec import Limits, begins

Promises: TypeAlias = Annotated[tuple[SignedPromise, ...], Limits(0, MAX_PLAYERS)]
Proofs: TypeAlias = Annotated[tuple[Equivocation, ...], Limits(0, MAX_PLAYERS)]


@begins("promised")
class Promised(NamedTuple):
    """A promise, its evidence, and the secrets that it names: openings or beacon values of the step after its head."""

    signed: SignedPromise
    evidence: Annotated[tuple[SignedRequest, ...], Limits(0, MAX_PLAYERS)]
    secrets: Annotated[tuple[SignedEntry, ...], Limits(0, MAX_SEATS)] = ()


@begins("proposed")
class Proposed(NamedTuple):
    """A proposal, the promises that justify it, and, if logs diverge, the proofs of equivocation.

    The promises stand in rising order of their players.
    """

    signed: SignedProposal
    promises: Promises
    proofs: Proofs = ()

    @property
    def epoch(self) -> Epoch:
        """Return the proposed epoch."""
        return self.signed.content

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return the changes of the epoch."""
        return self.signed.content.changes


def common_changes(requests: Collection[SignedRequest], term: int, quorum: int) -> frozenset[Change]:
    """R2: return the changes that make these requests evidence for a term.

    They are those listed by a quorum that names the term.
    """
    naming = {signed.player: signed.content.changes for signed in requests if signed.content.term == term}
    listed = {change for changes in naming.values() for change in changes}
    return frozenset(change for change in listed if sum(change in changes for changes in naming.values()) >= quorum)
