"""The record of a game: one file that anyone can verify without the network.

    "mare record\\n" | version, 1 byte | canonical [charter, signatures, steps, closings, past, proofs]
        | checksum, 32 bytes

``past`` has each game that this one continues, the oldest first, as [charter, signatures, steps], up to where the next
one goes on.

A step is [entries, outcome], an entry [body, signature], a closing [player, signature]. The step of an epoch is [term,
changes, promises, coordinator's signature]; promises and proofs are as in messages. Everything in a record is
either signed, or computed again by the reader and compared. The autopilot's answers, and other parts of signed
statements that follow from what stands before them, are left out; the reader computes them. The checksum covers
everything before it. It detects damage; the signatures detect lies.

A *proof* is statements of one player that no correct program signs. Any peer can judge one; none moves the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Annotated, NamedTuple

from crypto import canonical
from crypto.canonical import Value
from crypto.digest import digest
from crypto.errors import EncodingError
from crypto.labels import Label
from p2p.errors import TableError, Text
from p2p.game import NewGame, Over, SetupError
from p2p.log import statements
from p2p.log.charter import MAX_PLAYERS, PROTOCOL, Charter, CharterError, ForeignCharter, decode_charter
from p2p.log.justify import enter, head_of
from p2p.log.log import Log
from p2p.log.statements import (
    Body,
    Changes,
    Epoch,
    Equivocation,
    Promises,
    Proof,
    Proposed,
    SignedClosing,
    SignedEntry,
    SignedPromise,
    SignedProposal,
    Statement,
    Violation,
    below,
    coordinator,
)
from p2p.log.steps import Kind, Offence, Refused, Step, TwoVersions
from p2p.wire.codec import Codec, Limits, MessageError, Number, Signature, is_rising, value


class ProofError(TableError):
    """A proof proves nothing; the message says why, as the end of a sentence."""


def accused(charter: Charter, proof: Proof) -> int | None:
    """Return the player whom a proof accuses: the author of all its statements. None if that is no player of this
    table.
    """
    authors = {statements.author(charter, statement) for statement in proof}
    return authors.pop() if len(authors) == 1 else None


def verify_proof(charter: Charter, proof: Proof, log: Log | None = None) -> Text:
    """Return a sentence that says what the accused did; raise ProofError if nothing is proven.

    To judge equivocation, you need only the charter. To judge a violation, you need a log that has reached the step
    before the entry, such as a record's. If the accused signed another L or S than that log's, there is no verdict.
    """
    player = accused(charter, proof)
    if player is None:
        raise ProofError("the statements in the proof are not all of one player at this table")
    if isinstance(proof, Violation):
        return _verify_violation(proof, player, log)
    for statement in proof:
        if statements.epoch(statement)[0] != charter.id:
            raise ProofError("the proof is of another game")
        _verify_signature(charter, player, statement)
    if not statements.contradict(charter, *proof):
        raise ProofError("the statements in the proof do not contradict each other")
    if (below := _below(proof)) is not None:
        return Text(
            "{name} promised a term as if the log ended at step {step}, and had more of it: a cheat or a restored"
            " backup.",
            name=charter.name(player),
            step=below,
        )
    return Text(
        "{name} signed two versions of {what}: a cheat, a restored backup or a copied profile.",
        name=charter.name(player),
        what=_subject(proof),
    )


def _below(proof: Equivocation) -> int | None:
    """Return the height of the head in a promise whose author attested more; None if the proof shows something else."""
    for promised, other in (proof, proof[::-1]):
        if isinstance(promised, SignedPromise) and statements.breaks(promised, other):
            return promised.content.head.height
    return None


def _verify_signature(charter: Charter, player: int, statement: Statement) -> None:
    """Raise ProofError unless the accused signed a statement."""
    if not statements.is_signed(charter, player, statement):
        raise ProofError("a statement in the proof was not signed by the player accused")


def _verify_violation(proof: Violation, player: int, log: Log | None) -> Text:
    entry = proof.entry.entry
    if log is None or log.height < entry.step - 1:
        raise ProofError("the proof can be judged only with the record up to step {step}", step=entry.step - 1)
    _verify_signature(log.charter, player, proof.entry)
    offended = offence(log, proof.entry)
    if offended is None:
        raise ProofError("by this record the entry in the proof is no offence")
    return Text(
        "{name} signed {offence} at step {step}: a cheat or a changed program.",
        name=log.charter.name(player),
        offence=offended,
        step=entry.step,
    )


def offence(log: Log, signed: SignedEntry) -> Text | None:
    """Return what the author of an entry did wrong by a log, or None if it proves nothing against them.

    The verdict needs the L and S that the author signed; an entry beyond the open step gets None. Changes nothing.
    """
    heights = range(log.height, -1, -1)
    then = next((height for height in heights if (log.charter.id, *log.epoch_at(height)) == signed.entry[:3]), None)
    try:
        (log if then in (None, log.height) else log.at_height(then)).check(signed)
    except (Offence, TwoVersions) as offended:
        return offended.text
    except Refused:
        return None
    return None


def _subject(proof: Equivocation) -> Text:
    """Return what there are two versions of."""
    one, other = proof
    if isinstance(one, SignedPromise) and isinstance(other, SignedPromise) and one.content.term == other.content.term:
        return Text("a promise of term {term}", term=one.content.term)
    if isinstance(one, SignedProposal):
        return Text("a proposal of term {term}", term=one.content.term)
    if isinstance(one, SignedEntry) and isinstance(other, SignedEntry) and one.entry.step == other.entry.step:
        return Text("an entry of step {step}", step=one.entry.step)
    heights = dict(statements.attested(one))
    height = min(height for height, log in statements.attested(other) if heights.get(height, log) != log)
    return Text("the log at step {step}", step=height)


RECORD_MAGIC = b"mare record\n"
VERSION = 11
MAX_RECORD = 1 << 21
"""Bytes of the largest record that is read: twice the longest of 8,000 games by chance, of up to 100 rounds.

That one has about 7,000 steps and 945,000 bytes; a game of people has some 300 steps. A forger who signs for all
players can fill a record of this size with legal steps: 20,000 of them, verified in seconds.
"""


class _Played(NamedTuple):
    """A step of entries, and the outcome of dice."""

    entries: tuple[tuple[Body, Signature], ...]
    outcome: tuple[Number, ...] | None


class _Begun(NamedTuple):
    """The step of an epoch."""

    term: Number
    changes: Changes
    promises: Promises
    signature: Signature


class _Stretch(NamedTuple):
    """The steps of one charter, which all players have signed; the steps are still encoded.

    Each step is decoded once all before it are verified. So an error names the wrong step, and costs no more than the
    steps before it.
    """

    charter: Charter
    signatures: tuple[bytes, ...]
    steps: tuple[bytes, ...]


class _Opened(NamedTuple):
    """A record: the game with its closings and proofs, behind those that it continues."""

    stretches: tuple[_Stretch, ...]
    closings: tuple[tuple[int, bytes], ...]
    proofs: tuple[Proof, ...]


_SIGNATURES: Codec[tuple[Signature, ...]] = Codec(tuple[Signature, ...])
_CLOSINGS: Codec[tuple[tuple[Number, Signature], ...]] = Codec(tuple[tuple[Number, Signature], ...])
_PROOFS: Codec[tuple[Proof, ...]] = Codec(Annotated[tuple[Proof, ...], Limits(0, MAX_PLAYERS)])
_STEP: Codec[_Played | _Begun] = Codec(_Played | _Begun)

_HEADER = len(RECORD_MAGIC) + 1
_PARTS = 6
_CHECKSUM = 32

Progress = Callable[[int, int], None]
"""Called after every verified step with the number of steps done and of all steps."""


class RecordError(TableError):
    """A record is refused; the message is one sentence.

    ``step`` and ``seat`` (for a beacon value, the player) say where, if known. ``offender`` is the player whose valid
    signature proves that the fault is theirs. If it is None, the file is damaged or forged, and the record doesn't show
    by whom.
    """

    def __init__(
        self,
        template: str,
        /,
        *,
        step: int | None = None,
        seat: int | None = None,
        offender: int | None = None,
        **fields: object,
    ) -> None:
        """In the template, ``{step}`` is the step and ``{place}`` the number of the seat, counted from 1."""
        where = {"step": step, "place": None if seat is None else seat + 1}
        super().__init__(template, **{name: value for name, value in where.items() if value is not None}, **fields)
        self.step = step
        self.seat = seat
        self.offender = offender


class Convicted(NamedTuple):
    """A player who is proven to cheat: what they did, and the height below which no log depends on it."""

    player: int
    sentence: Text
    below: int


@dataclass(frozen=True, slots=True)
class Verification:
    """A record that is good as far as it goes. ``log`` holds its steps and the resulting game."""

    charter: Charter
    signatures: tuple[bytes, ...]
    log: Log
    closed_by: tuple[int, ...]
    proven: tuple[Convicted, ...] = ()

    @property
    def missing(self) -> tuple[int, ...]:
        """Return the players whose closings are not in the record."""
        return tuple(player for player in self.charter.everyone if player not in self.closed_by)

    @property
    def result(self) -> Over | None:
        """Return the result of a game that a quorum has closed."""
        return self.log.result if len(self.closed_by) >= self.charter.quorum else None

    @property
    def open_step(self) -> int | None:
        """Return the step at which the record is open; None if it is closed."""
        return None if self.result is not None else self.log.height + 1

    @property
    def rest(self) -> int | None:
        """Return the last step, below all that the proofs are about, from which a charter may go on; None for none."""
        return self.log.rest(min([self.log.height, *(one.below for one in self.proven)]))

    def up_to(self, height: int) -> bytes:
        """Return the record up to a height, without closings and proofs."""
        later = (step.signatures for step in self.log.steps[height:] if step.kind is Kind.CHARTER)
        return write_record(self.log.at_height(height), dict(enumerate(next(later, self.signatures))), {})


def write_record(
    log: Log, signatures: Mapping[int, bytes], closings: Mapping[int, bytes], proofs: tuple[Proof, ...] = ()
) -> bytes:
    """Return the record of a log, with the players' signatures of its charter, the closings so far, and the proofs.

    The record of a game that is over ends there, without the epochs after the end, and without the violations that
    only these can judge. So two programs with the same game and closings write the same bytes.
    """
    height = log.height if log.end is None else log.end
    judged = [proof for proof in proofs if not isinstance(proof, Violation) or proof.entry.entry.step <= height + 1]
    stretches, begun = list[tuple[Value, ...]](), 0
    for step in log.steps[: log.start]:
        if step.kind is Kind.CHARTER:
            stretches.append(_stretch(log, begun, step.number - 1, step.signatures))
            begun = step.number
    own = tuple(signatures[player] for player in log.charter.everyone)
    now = _stretch(log, begun, height, own)
    contents = (*now, tuple(sorted(closings.items())), tuple(stretches), tuple(map(value, judged)))
    head = RECORD_MAGIC + bytes([VERSION]) + canonical.encode(contents)
    return head + digest(Label.RECORD, head)


def verify_record(data: bytes, new_game: NewGame, progress: Progress | None = None) -> Verification:
    """Verify all signatures, secrets, outcomes, actions, closings and proofs; raise only RecordError."""
    stretches, closings, proofs = _open(data)
    done, total = count(1), sum(len(stretch.steps) for stretch in stretches)
    log: Log | None = None
    signatures: tuple[bytes, ...] = ()
    for stretch in stretches:
        log, signatures = _begin(stretch.charter, new_game, log, signatures), stretch.signatures
        for step in stretch.steps:
            _verify_step(log, step)
            if progress is not None:
                progress(next(done), total)
    if log is None:
        raise _without_parts()
    return Verification(log.charter, signatures, log, _verify_closings(log, closings), _verify_proofs(log, proofs))


def _begin(charter: Charter, new_game: NewGame, past: Log | None, signatures: tuple[bytes, ...]) -> Log:
    """Return the log of a charter at its beginning, on the log of the game that it continues, if it does."""
    try:
        log = Log(charter, new_game(charter.setup))
    except SetupError as error:
        raise RecordError("This program cannot verify the record: {error}", error=error) from None
    if past is not None:
        try:
            log.follow(past, signatures)
        except Refused as refused:
            raise _damaged(f"it has {refused}", past.height + 1) from None
    if not log.has_begun:
        raise RecordError("The record is damaged or forged: the game that its charter continues is not in it.")
    return log


def _stretch(log: Log, begun: int, ended: int, signatures: tuple[bytes, ...]) -> tuple[Value, ...]:
    """Return the charter that began at a height, its signatures, and its steps up to another height."""
    steps = (step for step in log.steps[begun:ended] if step.entries or step.proposed is not None)
    return value(log.charter_at(begun)), signatures, tuple(value(_written(step)) for step in steps)


def _written(step: Step) -> _Played | _Begun:
    if step.proposed is not None:
        (_, epoch, signature), promises = step.proposed
        return _Begun(epoch.term, epoch.changes, promises, signature)
    return _Played(tuple((signed.entry.body, signed.signature) for signed in step.entries), step.outcome)


def _open(data: bytes) -> _Opened:
    """Return the parts of a record after the checks of its checksum, its charter and the charter's signatures."""
    if not data.startswith(RECORD_MAGIC):
        raise RecordError("This is not the record of a game.")
    if len(data) < _HEADER + _CHECKSUM:
        raise RecordError("The record is damaged: it breaks off after its first bytes. Have it sent again.")
    version = data[len(RECORD_MAGIC)]
    if version != VERSION:
        raise RecordError(
            "This is a record of version {version}; this program reads version {own}. Verify it with the release of"
            " mare that wrote it.",
            version=version,
            own=VERSION,
        )
    head, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if len(data) > MAX_RECORD:
        raise RecordError("The record has {size} bytes; at most {most} are read.", size=len(data), most=MAX_RECORD)
    if digest(Label.RECORD, head) != checksum:
        raise RecordError(
            "The record is damaged, or a part of it is missing: its checksum does not fit. Have it sent again."
        )
    try:
        parts = canonical.elements(head[_HEADER:])
        if len(parts) != _PARTS:
            raise _without_parts()
        past = map(canonical.elements, canonical.elements(parts[4]))
        stretches = tuple(_opened(stretch) for stretch in (*past, parts[:3]))
        return _Opened(stretches, _CLOSINGS.decode(parts[3]), _PROOFS.decode(parts[5]))
    except (EncodingError, MessageError):
        raise _without_parts() from None
    except ForeignCharter as foreign:
        raise RecordError(
            "This is a record of protocol {protocol}; this program speaks protocol {own}. Verify it with the release of"
            " mare that wrote it.",
            protocol=foreign.protocol,
            own=PROTOCOL,
        ) from None
    except CharterError as error:
        raise RecordError("The record's charter is refused: {error}", error=error) from None


def _opened(parts: tuple[bytes, ...]) -> _Stretch:
    if len(parts) != len(_Stretch._fields):
        raise _without_parts()
    encoded, signatures, steps = parts
    charter, signed = decode_charter(encoded), _SIGNATURES.decode(signatures)
    _verify_signatures(charter, signed)
    return _Stretch(charter, signed, canonical.elements(steps))


def _without_parts() -> RecordError:
    return RecordError("The record is damaged or forged: it does not have its parts.")


def _verify_signatures(charter: Charter, signatures: tuple[bytes, ...]) -> None:
    if len(signatures) != len(charter.players):
        raise RecordError("The record is damaged or forged: its charter is not signed by every player.")
    for player, signature in enumerate(signatures):
        if not charter.has_signed(player, signature):
            raise RecordError(
                "The record is damaged or forged: {name} did not sign its charter.", name=charter.name(player)
            )


def _verify_step(log: Log, encoded: bytes) -> None:
    number = log.height + 1
    try:
        step = _STEP.decode(encoded)
    except MessageError:
        raise _damaged("the step does not have its fields", number) from None
    if log.kind is Kind.OVER:
        raise _damaged("there is a step after the game's end", number)
    if isinstance(step, _Begun):
        _verify_epoch(log, number, step)
        return
    if len(step.entries) != len(log.slots):
        raise _damaged("the step does not have its entries", number)
    for slot, (body, signature) in zip(log.slots, step.entries, strict=True):
        _verify_entry(log, number, slot, SignedEntry(log.draft(slot, body), signature))
    if step.outcome != log.steps[number - 1].outcome:
        raise _damaged("the outcome is not the one that follows from the beacon values", number)


def _verify_epoch(log: Log, number: int, step: _Begun) -> None:
    epoch = Epoch(log.charter.id, step.term, head_of(log), step.changes)
    signed = SignedProposal(coordinator(step.term, log.charter), epoch, step.signature)
    try:
        enter(log, Proposed(signed, step.promises))
    except Refused as refused:
        raise _damaged(f"it has {refused}", number) from None


def _verify_entry(log: Log, number: int, slot: int, entry: SignedEntry) -> None:
    holder = log.holder(slot)
    try:
        log.accept(entry)
    except Offence as offence:
        name = log.charter.name(holder)
        raise RecordError(
            "{name} signed {offence} at step {step}.",
            name=name,
            offence=offence,
            step=number,
            seat=slot,
            offender=holder,
        ) from None
    except Refused as refused:
        raise _damaged(f"it has {refused}", number, slot) from None


def _verify_closings(log: Log, closings: tuple[tuple[int, bytes], ...]) -> tuple[int, ...]:
    """Return the players whose closings of this log are in the record."""
    if closings and log.kind is not Kind.OVER:
        raise RecordError("The record is damaged or forged: it closes a game that is not over.")
    closed_by = tuple(player for player, _ in closings)
    if not is_rising(closed_by) or any(player >= len(log.charter.players) for player in closed_by):
        raise RecordError("The record is damaged or forged: a closing is none of this game.")
    for player, signature in closings:
        if not SignedClosing(player, log.closing(), signature).is_signed(log.charter):
            name = log.charter.name(player)
            raise RecordError("The record is damaged or forged: {name} did not sign this closing.", name=name)
    return closed_by


def _verify_proofs(log: Log, proofs: tuple[Proof, ...]) -> tuple[Convicted, ...]:
    """Return the players whom the proofs in the record convict, with what they did."""
    found: list[Convicted] = []
    for proof in proofs:
        player = accused(log.charter, proof)
        try:
            sentence = verify_proof(log.charter, proof, log)
        except ProofError as error:
            raise RecordError("The record is damaged or forged: {error}.", error=error) from None
        found += [] if player is None else [Convicted(player, sentence, min(map(below, proof)))]
    if not is_rising(tuple(one.player for one in found)):
        raise RecordError("The record is damaged or forged: its proofs are not in the order of players.")
    return tuple(found)


def _damaged(reason: str, step: int, seat: int | None = None) -> RecordError:
    if seat is None:
        return RecordError("The record is damaged or forged at step {step}: {reason}.", step=step, reason=reason)
    return RecordError(
        "The record is damaged or forged at step {step}, seat {place}: {reason}.", step=step, seat=seat, reason=reason
    )
