"""What goes with a promise and with a proposal, and shows other peers that these are right."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from p2p.log.changes import Change
from p2p.log.promises import Epoch, SignedPromise, SignedProposal, SignedRequest
from p2p.log.statements import Equivocation, SignedEntry


class Promised(NamedTuple):
    """A promise, its evidence, and the secrets that it names: openings or beacon values of the step after its head."""

    signed: SignedPromise
    evidence: tuple[SignedRequest, ...]
    secrets: tuple[SignedEntry, ...] = ()


class Proposed(NamedTuple):
    """A proposal, the promises that justify it, and where logs diverge the proofs of equivocation.

    The promises stand in rising order of their players.
    """

    signed: SignedProposal
    promises: tuple[SignedPromise, ...]
    proofs: tuple[Equivocation, ...] = ()

    @property
    def epoch(self) -> Epoch:
        """What is proposed."""
        return self.signed.content

    @property
    def changes(self) -> tuple[Change, ...]:
        """What changes in the epoch."""
        return self.signed.content.changes


def common_changes(requests: Collection[SignedRequest], term: int, quorum: int) -> frozenset[Change]:
    """R2: the changes that make these requests evidence for a term: a quorum that names the term lists them."""
    naming = {signed.person: signed.content.changes for signed in requests if signed.content.term == term}
    listed = {change for changes in naming.values() for change in changes}
    return frozenset(change for change in listed if sum(change in changes for changes in naming.values()) >= quorum)
