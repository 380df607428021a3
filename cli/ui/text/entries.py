"""The signed entries of a step of the log, as a player can read them."""

from __future__ import annotations

from collections.abc import Iterator

from cli.i18n.texts import both, count, plural, tr
from cli.ui.text import votes
from cli.ui.text.cells import padded
from cli.ui.text.names import called
from p2p import Charter, Kind, Log, Step, has_head


def final_of(log: Log) -> int:
    """Return the last step that a majority has acknowledged, as far as the log itself shows.

    A player who signs an entry acknowledges everything before it. One who signs a promise acknowledges the log that it
    names.
    """
    heights = [log.start or -1] * len(log.charter.players)
    for step in log.steps[log.start :]:
        for signed in step.entries:
            heights[_author(log.charter, step, signed.entry.seat)] = step.number - 1
        for player, promise, _ in step.proposed.promises if step.proposed is not None else ():
            if has_head(log, promise.head):
                heights[player] = max(heights[player], promise.head.height)
    return max(sorted(heights)[-log.charter.quorum], 0)


def not_final(number: int) -> str:
    """Return what it means that so many steps at the end of a log are not final."""
    return plural(
        "Not final: the last {number} step. Most players have not acknowledged it yet; it could still be replaced.",
        "Not final: the last {number} steps. Most players have not acknowledged them yet; they could still be"
        " replaced.",
        number,
    )


def entry_lines(log: Log, number: int) -> list[str]:
    """Return a complete step with all that is signed in it; nothing for a number that no step has."""
    if not 1 <= number <= log.height:
        return []
    step, charter = log.steps[number - 1], log.charter_at(number - 1)
    if step.kind is Kind.CHARTER:
        return [*_charter(log, step), "", *_after(step)]
    entries = count(len(step.entries), "entry")
    lines = [tr("Step {number}: {kind}, {entries}.", number=number, kind=step.kind.value, entries=entries)]
    for signed in step.entries:
        entry = signed.entry
        lines += [
            "",
            _line(tr("by"), called(charter, _author(charter, step, entry.seat))),
            _line(tr("says"), _body(entry.body)),
            _line(tr("on log"), entry.log.hex()),
            _line(tr("and state"), entry.state.hex()),
            _line(tr("entry id"), signed.id.hex()),
            _line(tr("signature"), signed.signature.hex()),
        ]
    lines += [*_epoch(charter, step), *_automatic(charter, step)]
    if step.outcome is not None:
        numbers = ", ".join(map(str, step.outcome))
        lines += ["", _line(tr("outcome"), tr("{numbers} (counted from 0)", numbers=numbers))]
    return [*lines, "", *_after(step)]


def past_of(log: Log) -> str:
    """Return which game a log goes on with, and from where, in a sentence; nothing for one that began anew."""
    after = log.charter.after
    if not after:
        return ""
    return tr("It continues game {short}, after step {step}.", short=after.game.hex()[:8], step=after.height)


def _charter(log: Log, step: Step) -> list[str]:
    """Return who goes on with a game from a step."""
    charter = log.charter_at(step.number)
    players = [called(charter, player) for player in charter.everyone]
    lines = [tr("Step {number}: another charter, signed by {players}.", number=step.number, players=both(players))]
    before = log.charter_at(step.number - 1).id
    return [*lines, _line(tr("game now"), charter.id.hex()), _line(tr("before"), before.hex())]


def _after(step: Step) -> list[str]:
    return [_line(tr("log then"), step.log.hex()), _line(tr("state then"), step.state.hex())]


def _line(what: str, value: str) -> str:
    return f"  {padded(what, 10)} {value}"


def _author(charter: Charter, step: Step, slot: int) -> int:
    """Return the person who has filled a slot of a step."""
    return slot if step.kind is Kind.BEACON else charter.seats[slot].player


def _epoch(charter: Charter, step: Step) -> Iterator[str]:
    """Yield what a new epoch has changed, its coordinator's signature, and the promises of a majority."""
    if step.proposed is None:
        return
    signed = step.proposed.signed
    yield ""
    yield f"  {votes.outcome(charter, step.proposed.changes)}"
    yield ""
    yield _line(tr("proposed"), called(charter, signed.player))
    yield _line(tr("term"), str(signed.content.term))
    yield _line(tr("epoch id"), signed.content.id.hex())
    yield _line(tr("signature"), signed.signature.hex())
    for player, promise, signature in step.proposed.promises:
        yield ""
        yield _line(tr("promised"), called(charter, player))
        yield _line(tr("after step"), str(promise.head.height))
        yield _line(tr("on log"), promise.head.log.hex())
        for change in promise.changes:
            yield _line(tr("agrees"), votes.sentence(charter, change))
        yield _line(tr("signature"), signature.hex())


def _automatic(charter: Charter, step: Step) -> Iterator[str]:
    """Yield what the autopilot answered. It is not signed: every program works it out."""
    for seat, answer in step.automatic:
        yield ""
        name = called(charter, charter.seats[seat].player)
        yield _line(tr("autopilot"), tr("for {name}: {answer}", name=name, answer=answer))


def _body(body: object) -> str:
    """Return what an entry says: an action, a commitment, an opening, a beacon value."""
    match body:
        case str():
            return body
        case bytes():
            return tr("a commitment {digest}", digest=body.hex())
        case (bytes() as salt, str() as answer):
            return tr("{answer} (opened with {salt})", answer=answer, salt=salt.hex())
        case (int() as index, bytes() as value):
            return tr("beacon value {number}: {value}", number=index, value=value.hex())
    return repr(body)
