"""Whether a proposal may be entered: the judgement that every peer makes anew, and every reader of a record (R7)."""

from __future__ import annotations

from crypto.errors import SignatureError
from p2p.log import statements
from p2p.log.justify import (
    Promises,
    Unjustified,
    are_complete,
    at,
    at_height,
    changes_of,
    counted_of,
    has,
    head_of,
    paying,
)
from p2p.log.log import Log
from p2p.log.promises import (
    Head,
    Proposed,
    SignedPromise,
    SignedProposal,
    coordinator,
    verify_promise,
    verify_proposal,
)
from p2p.log.proof import Equivocation, ProofError, verify_proof
from p2p.log.steps import Refused


def judge(log: Log, proposed: Proposed) -> None:
    """R7: raise Refused unless a proposal is justified, as far as the log that contains its base can tell.

    Its coordinator has signed it; a quorum's promises for the term, signed with the keys at the base, give its base and
    its changes. Without proofs of equivocation that is all: every head of the highest term is in the base, or there
    would be another one. With proofs the base may be any of these heads; whether others may be final, only those can
    tell who have the logs that diverge (``justify``). Changes nothing.
    """
    signed, promises, proofs = proposed
    charter, (game, term, found, changed) = log.charter, signed.content
    if game != charter.id or term <= log.term:
        raise Refused("a proposal of another game, or of a term that is over")
    if signed.person != coordinator(term, charter):
        raise Refused("a proposal of a player who does not coordinate its term")
    try:
        before = at(found, (log,))
    except Unjustified:
        raise Refused("a proposal on a log that is not here") from None
    _verify(before, signed)
    for one in promises:
        _verify(before, one)
    said = {one.person: one.content for one in promises if one.content[:2] == (game, term)}
    counted = counted_of(said)
    if len(said) < len(promises) or len(counted) < charter.quorum:
        raise Refused("a proposal without promises of a quorum")
    _verify_proofs(before, proofs, max(promise.head.term for promise in counted.values()))
    head = _head_below(before, counted, is_forked=bool(proofs))
    at_head = {other: promise for other, promise in counted.items() if promise.head == head}
    place = at_height(before, head.height)
    is_completed = are_complete(place, at_head)
    if found.height != head.height + is_completed:
        raise Refused("a proposal whose base is not the end of what its promises have")
    payers = frozenset() if is_completed else paying(place, counted, at_head)
    if changed != changes_of(before, counted, at_head, payers):
        raise Refused("a proposal of other changes than its promises give")


def _verify(log: Log, statement: SignedProposal | SignedPromise) -> None:
    """Raise Refused unless a player of the charter signed a statement with the key that they have in a log."""
    try:
        if statement.person >= len(log.charter.persons):
            raise Refused("a proposal with a promise of nobody at this table")
        if isinstance(statement, SignedProposal):
            verify_proposal(log.keys, statement)
        else:
            verify_promise(log.keys, statement)
    except SignatureError:
        raise Refused("a proposal with a signature that is not its player's") from None


def _verify_proofs(log: Log, proofs: tuple[Equivocation, ...], term: int) -> None:
    """R3: raise Refused unless these prove equivocation in the term of the heads, by the keys that hold there.

    Who has lied in another term may be honest in this one, by another key or since: not to count them could lose what
    is final.
    """
    for proof in proofs:
        if any(statements.epoch(statement)[1] != term for statement in proof):
            raise Refused("a proposal with a proof of another term than that of the logs that diverge")
        try:
            verify_proof(log.charter, proof, log)
        except ProofError as error:
            raise Refused(f"a proposal with a proof that is none: {error}") from None


def _head_below(before: Log, promises: Promises, *, is_forked: bool) -> Head:
    """The longest promised head that a base has; raises Refused where R3 gives another one."""
    found = head_of(before)
    top = max(promise.head.term for promise in promises.values())
    heads = [promise.head for promise in promises.values() if promise.head.term == top]
    if not is_forked and any(not has(found, head, (before,)) for head in heads):
        raise Refused("a proposal whose base lacks what a promise has")
    longest = max([head for head in heads if has(found, head, (before,))], key=lambda head: head.height, default=None)
    if longest is None:
        raise Refused("a proposal whose base no promise has")
    return longest
