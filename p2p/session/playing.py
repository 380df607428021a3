"""The beginning of a game, and the entries of its log: those of others, and our own when they are due.

Every game begins with the signatures of its charter, on the record of a game that it may continue.
"""

from __future__ import annotations

from p2p.errors import TableError
from p2p.game import IllegalAction
from p2p.log import statements
from p2p.log.messages import CharterSignature, Past
from p2p.log.record import verify_record
from p2p.log.statements import Entry, Equivocation, SignedEntry, Violation
from p2p.log.steps import SECRETS, Kind, LogDiffers, Offence, Refused, Repeated, StateDiffers, Step, TwoVersions
from p2p.session import cheats, events, finality, sync
from p2p.session.events import Answer, encode_item
from p2p.session.state import Phase, State, Transition
from p2p.wire.codec import MAX_TEXT, is_line


class NotAsked(Exception):
    """An answer came for a seat that has nothing to answer."""


# The charter


def sign_charter(state: State) -> None:
    """Sign the charter, if we are a player and have not signed it yet, once we know what it continues."""
    me, signer, charter = state.me, state.signer, state.charter
    if not state.log.has_begun or state.phase is not Phase.SIGNING:
        return
    if signer is not None and me is not None and me not in state.signatures:
        take_signature(state, CharterSignature(charter.id, me, charter.sign(signer.identity)))


def on_signature(state: State, link: int, message: CharterSignature) -> None:
    """Judge a signature that came over a link, and pass it on."""
    if state.phase is not Phase.SIGNING or message.player in state.signatures:
        return
    if not state.charter.has_signed(message.player, message.signature):
        state.outbox.refuse(link, "a signature of the charter that is not its player's")
        return
    state.outbox.forward(message, message.player, link)
    take_signature(state, message)


def take_signature(state: State, message: CharterSignature) -> None:
    """Take a good signature; once all are in, the game begins."""
    own = message.player == state.me
    state.outbox.keep(message, own=own)
    if own:
        state.outbox.broadcast(message)
    state.signatures[message.player] = message.signature
    state.acks.start(message.player)
    state.outbox.show(events.Signed(message.player))
    _begin(state)


def on_past(state: State, link: int, past: Past) -> None:
    """Take the record that the charter continues, if we lack it, and pass it on; then we can sign, if we are to."""
    if state.phase is not Phase.SIGNING or state.log.has_begun:
        return
    try:
        go_on_from(state, past)
    except TableError as error:
        state.outbox.refuse(link, f"a record of another game than the charter continues: {error}")
        return
    if (player := state.links.player(link)) is not None:
        state.outbox.forward(past, player, link)
    sign_charter(state)


def go_on_from(state: State, past: Past) -> None:
    """Go on with the recorded game that the charter continues; raise RecordError or Refused for any other."""
    if state.log.has_begun:
        return
    verified = verify_record(past.record, state.new_game)
    state.log.follow(verified.log, verified.signatures)
    state.past = past
    state.outbox.keep(past)
    _begin(state)


def _begin(state: State) -> None:
    """Begin the game once all have signed, and the game is here that it continues."""
    if state.phase is not Phase.SIGNING:
        return
    if len(state.signatures) == len(state.charter.players) and state.log.has_begun:
        state.acks.begin(state.log.start)
        state.change(Transition.BEGIN)
        state.outbox.show(events.Started())
        next_step(state)


# Entries


def answer(state: State, seat: int, body: str) -> None:
    """Sign an answer of this player; raise NotAsked, or IllegalAction if the rules don't allow it."""
    log, signer = state.log, state.signer
    if seat not in state.asked or signer is None:
        raise NotAsked(f"Seat {seat + 1} has nothing to answer.")
    if not is_line(body):
        raise IllegalAction("notation", f"An answer is a line of up to {MAX_TEXT} printable ASCII characters.")
    log.game.check(seat, body)
    if log.kind is Kind.COMMITMENTS:
        state.outbox.keep_secret(encode_item(Answer(log.height + 1, seat, body)))
    sign = signer.action if log.kind is Kind.ACTION else signer.commitment
    enter_own(state, sign(log, seat, body))


def on_entry(state: State, link: int, signed: SignedEntry, *, onward: bool = True) -> None:
    """Judge an entry that came over a link; ``onward`` says whether to pass it on if it is good and new."""
    player = statements.author(state.charter, signed)
    if state.ended or signed.entry[:3] != state.log.epoch:
        _pass_over(state, link, signed)
        return
    if player is None or (player == state.me and _is_copied(state, signed.entry)):
        state.outbox.refuse(link, "an entry of another program that has our key")
        return
    if signed.entry.step > state.log.height + 1 or state.phase is Phase.SIGNING:
        sync.hold(state, link, signed)
        return
    height = signed.entry.step - 1
    try:
        steps = state.log.accept(signed)
    except Repeated:
        return
    except TwoVersions as versions:
        cheats.convict(state, Equivocation(versions.first, signed))
    except Offence:
        cheats.convict(state, Violation(signed))
    except LogDiffers:
        cheats.other_log(state, link, player, height, signed)
    except StateDiffers:
        cheats.other_state(state, link, player, height, signed.entry.state, signed)
    except Refused as refused:
        state.outbox.refuse(link, str(refused))
    else:
        state.outbox.keep(signed)
        if onward:
            state.outbox.forward(signed, player, link)
        entered(state, player, signed, steps)


def _pass_over(state: State, link: int, signed: SignedEntry) -> None:
    """Skip an entry that doesn't fit our log now; one of a newer epoch must be fetched with its proposal.

    An older epoch takes no more entries, but its author may have signed another version of one that we have.
    """
    log, entry = state.log, signed.entry
    if state.ended:
        return
    if entry.term > log.term:
        sync.claim(state, link, entry.term, entry.step - 1)
    elif entry.term == log.term:
        state.outbox.refuse(link, "an entry of another epoch")
    elif entry.step <= log.height and (ours := log.entry(entry.step, entry.seat)) is not None:
        cheats.convict(state, Equivocation(ours, signed))


def _is_copied(state: State, entry: Entry) -> bool:
    """Return whether an entry for the open step is signed with our key, but not by this program.

    It would take the place of our entry, and we couldn't open its commitment. For every peer that took it, our own
    entry is equivocation. But a restarted program may have lost its own entry.
    """
    if state.is_returning:
        return False
    return entry.step == state.log.height + 1 and entry.seat not in state.log.given


def enter_own(state: State, signed: SignedEntry) -> None:
    """Send what we have signed ourselves to all, then enter it: others wait for it, so sending comes first."""
    player = state.log.holder(signed.entry.seat)
    state.outbox.keep(signed, own=True)
    state.outbox.broadcast(signed)
    steps = state.log.append(signed)
    entered(state, player, signed, steps)


def entered(state: State, player: int, signed: SignedEntry, steps: tuple[Step, ...]) -> None:
    """Show an entry that is in the log; it acknowledges, for its author, the log before it."""
    entry = signed.entry
    if type(entry.body) is bytes:
        state.outbox.show(events.Committed(entry.seat))
    elif statements.is_opening(entry.body):
        state.outbox.show(events.Revealed(entry.seat, entry.body[1]))
    _show(state, steps)
    attests(state, player, signed)
    cheats.acknowledged_ours(state, player, signed)
    if steps:
        _after(state, steps)


def attests(state: State, player: int, signed: SignedEntry) -> None:
    """Note that the author of an entry acknowledges the log before it, and for an action also the log after it."""
    if type(signed.entry.body) is str:
        state.acks.add(player, signed.entry.step, signed)
    state.acks.add(player, signed.entry.step - 1, signed)


def completed(state: State, steps: tuple[Step, ...]) -> None:
    """Steps of our log are complete, by entries or by an epoch."""
    _show(state, steps)
    _after(state, steps)


def _show(state: State, steps: tuple[Step, ...]) -> None:
    for step in steps:
        state.outbox.show(events.Completed(step))


def _after(state: State, steps: tuple[Step, ...]) -> None:
    """Do what follows from new steps: compare the statements kept for them, if any, and open the next step."""
    if any(step.proposed is None for step in steps):
        state.stepped()
    for link, statement in state.acks.take_reached(state.log.height):
        finality.compare(state, link, statement)
    if state.other_closings:
        finality.keep_closings(state)
    if state.early_proofs:
        cheats.step_reached(state)
    if not state.ended:
        next_step(state)


def next_step(state: State) -> None:
    """Another step is open, or the game is over."""
    if state.log.kind is Kind.OVER:
        state.change(Transition.END)
    ask(state)


def ask(state: State) -> None:
    """Ask the seats of this player that must answer."""
    for seat in state.asked:
        state.outbox.show(events.Asked(seat, state.former.get(seat)))
    state.former = {}


def reveal(state: State) -> bool:
    """The barrier: enter our openings or beacon value only once all have acknowledged the log before them."""
    if state.log.kind not in SECRETS or state.signer is None or state.is_mute:
        return False
    ours = [slot for slot in state.log.missing() if state.log.holder(slot) == state.me and _can_fill(state, slot)]
    if not ours or not state.acks.bars_nobody(state.log.present, state.log.height):
        return False
    sign = state.signer.beacon_value if state.log.kind is Kind.BEACON else state.signer.opening
    # All are signed before the first is entered, since the last one may complete the step.
    for signed in [sign(state.log, slot) for slot in ours]:
        if not state.ended:  # by what the one before proves against us: another program may have our key
            enter_own(state, signed)
    return True


def _can_fill(state: State, slot: int) -> bool:
    """Return whether the opening of a slot is known. A beacon value always is."""
    return state.log.kind is not Kind.OPENINGS or state.signer is None or state.signer.can_open(state.log, slot)


def has_lost_answer(state: State) -> bool:
    """Return whether our player must open a commitment whose answer this program doesn't know."""
    if state.log.kind is not Kind.OPENINGS or not state.in_game or state.is_returning:
        return False
    return any(state.log.holder(slot) == state.me and not _can_fill(state, slot) for slot in state.log.missing())


def take_held(state: State) -> bool:
    """Judge entries that came too early and are due now; return whether there were any."""
    held = sync.take_held(state) if state.held else []
    for link, signed in held:
        on_entry(state, link, signed)
    return bool(held)
