"""The signed entries of a step of the log, as a player can read them."""

from __future__ import annotations

from cli.describe import count
from p2p.session import Session
from p2p.steps import Kind


def entry_lines(session: Session, number: int) -> list[str]:
    """A complete step with all that is signed in it; nothing for a number that no step has."""
    log = session.log
    if not 1 <= number <= log.height:
        return []
    step = log.steps[number - 1]
    lines = [f"Step {number}: {step.kind.value}, {count(len(step.entries), 'entry')}."]
    for signed in step.entries:
        entry = signed.entry
        who = session.charter.name(log.charter.seats[entry.seat].person if step.kind is not Kind.LINKS else entry.seat)
        lines += [
            "",
            f"  by         {who}",
            f"  says       {_body(entry.body)}",
            f"  upon log   {entry.log.hex()}",
            f"  and state  {entry.state.hex()}",
            f"  entry id   {signed.id.hex()}",
            f"  signature  {signed.signature.hex()}",
        ]
    if step.outcome is not None:
        lines += ["", f"  outcome    {', '.join(map(str, step.outcome))} (counted from 0)"]
    return [*lines, "", f"  log then   {step.log.hex()}", f"  state then {step.state.hex()}"]


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
