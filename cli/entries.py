"""The signed entries of a step of the log, as a player can read them."""

from __future__ import annotations

from collections.abc import Iterator

from cli import votes
from cli.describe import count
from p2p.log import Log
from p2p.steps import Kind, Step


def final_of(log: Log) -> int:
    """The last step that a majority vouches for, as far as the log itself says so.

    Who signs an entry or a ballot vouches for everything before it.
    """
    heights = [-1] * len(log.charter.persons)
    for step in log.steps:
        for signed in step.entries:
            heights[_author(log, step, signed.entry.seat)] = step.number - 1
        for person, _ in step.passed.signatures if step.passed is not None else ():
            heights[person] = step.number - 1
    return max(sorted(heights)[-log.charter.quorum], 0)


def entry_lines(log: Log, number: int) -> list[str]:
    """A complete step with all that is signed in it; nothing for a number that no step has."""
    if not 1 <= number <= log.height:
        return []
    step = log.steps[number - 1]
    lines = [f"Step {number}: {step.kind.value}, {count(len(step.entries), 'entry')}."]
    for signed in step.entries:
        entry = signed.entry
        lines += [
            "",
            f"  by         {log.charter.name(_author(log, step, entry.seat))}",
            f"  says       {_body(entry.body)}",
            f"  upon log   {entry.log.hex()}",
            f"  and state  {entry.state.hex()}",
            f"  entry id   {signed.id.hex()}",
            f"  signature  {signed.signature.hex()}",
        ]
    lines += [*_vote(log, step), *_automatic(log, step)]
    if step.outcome is not None:
        lines += ["", f"  outcome    {', '.join(map(str, step.outcome))} (counted from 0)"]
    return [*lines, "", f"  log then   {step.log.hex()}", f"  state then {step.state.hex()}"]


def _author(log: Log, step: Step, slot: int) -> int:
    """The person who has filled a slot of a step."""
    return slot if step.kind is Kind.LINKS else log.charter.seats[slot].person


def _vote(log: Log, step: Step) -> Iterator[str]:
    """What a vote has changed, and everybody's ballot for it."""
    if step.passed is None:
        return
    proposal = step.passed.proposal
    yield ""
    yield f"  {votes.outcome(log.charter, proposal.changes)}"
    yield f"  proposal   {proposal.id.hex()}"
    for person, signature in step.passed.signatures:
        yield ""
        yield f"  ballot of  {log.charter.name(person)}"
        yield f"  signature  {signature.hex()}"


def _automatic(log: Log, step: Step) -> Iterator[str]:
    """What the autopilot answered, which nobody signs: everybody works it out."""
    for seat, answer in step.automatic:
        yield ""
        yield f"  autopilot  for {log.charter.name(log.charter.seats[seat].person)}: {answer}"


def _body(body: object) -> str:
    """What an entry says: an action, a commitment, an opening, a link of the beacon."""
    match body:
        case str():
            return body
        case bytes():
            return f"a commitment {body.hex()}"
        case (bytes() as salt, str() as answer):
            return f"{answer} (opened with {salt.hex()})"
        case (int() as index, bytes() as link):
            return f"link {index} of the beacon: {link.hex()}"
    return repr(body)
