"""From one epoch to the next: the proposal of a term, and the new epoch, on our log or on one that a peer shows.

The coordinator of a term collects promises, and makes the one proposal that follows from them. A coordinator that lies
may choose promises that make the wrong player pay for delayed dice. Who knows better puts the proposal off for a while,
in which the next coordinator may make another one (R8). This is for fairness only.

Who alone has entered an epoch may have left steps for it on which the next epoch stands. So what is shown of another
log is verified on a copy of ours, and an epoch of a higher term makes it ours.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from p2p.log import justify, messages, statements
from p2p.log.justify import Unjustified, has_head, head_of, is_whole
from p2p.log.log import Log
from p2p.log.messages import NOT_OF_TABLE, Chunk, is_of_table
from p2p.log.statements import Epoch, Promised, Proposed, SignedEntry, SignedProposal, coordinator
from p2p.log.steps import Refused, Step
from p2p.session import cheats, events, playing, sync, voting
from p2p.session.events import Back, encode_item
from p2p.session.signer import Signer
from p2p.session.state import NOWHERE, State, Transition
from p2p.wire.codec import MessageError

LONGEST: Final = 4.0
"""The seconds for which we put off a proposal by which a player pays: twice the first timer of a term.

They don't grow with the timers. Otherwise they would last longer than the next terms, in which that player pays again.
"""


def change(state: State) -> bool:
    """Agree, request and promise, and enter a proposal; return whether a new epoch has begun."""
    if _is_quiet(state):
        return False
    voting.agree(state)
    proposed = proceed(state)
    return proposed is not None and enter(state, proposed) is None


def _is_quiet(state: State) -> bool:
    """Return whether nothing can lead to a change of epoch, which is nearly always so."""
    return not (state.log.absent or state.peers.has_back) and voting.is_quiet(state)


def proceed(state: State) -> Proposed | None:
    """Do what follows from what came in and from the time; return a proposal to enter, if there is one."""
    voting.tell(state)
    if (waited := _accepted(state)) is not None:
        return waited
    if state.is_returning or state.signer is None or state.me is None:
        return None
    voting.speak(state, state.signer, state.me)
    return proposal(state, state.signer, state.me, state.now)


def on_proposal(state: State, link: int, proposed: Proposed) -> None:
    """Take a coordinator's proposal: enter its epoch, or fetch the log on which it stands."""
    made = proposed.epoch
    if made.term > state.log.term and _log_of(state, proposed) is None:
        sync.claim(state, link, made.term, made.base.height + 1)
        return
    if not voting.compare_proposal(state, link, proposed):
        return
    if made.term <= state.log.term or not state.in_game:
        return
    if (refused := enter(state, proposed)) is not None and not state.is_put_off:
        state.outbox.refuse(link, str(refused))


def enter(state: State, proposed: Proposed) -> Refused | None:
    """Begin the epoch of a proposal (R7); return why not."""
    made, log = proposed.epoch, _log_of(state, proposed)
    if not state.in_game or made.term <= state.log.term:
        return None
    if log is None:
        return Refused("a proposal on a log that is not here")
    if _drops_final(state, log, made.base.height):
        return Refused("a proposal that drops what is final")
    try:
        payers = justify.judge(log, proposed)
    except Refused as refused:
        return refused
    if _puts_off(state, proposed, payers):
        return Refused("a proposal that is put off, since an innocent player may pay by it")
    _begin(state, proposed, log)
    return None


def _log_of(state: State, proposed: Proposed) -> Log | None:
    """Return the log, ours if possible, that has the base of a proposal; None if none is here."""
    logs = (state.log, *state.shown_logs.values())
    return next((log for log in logs if has_head(log, proposed.epoch.base)), None)


def _drops_final(state: State, log: Log, height: int) -> bool:
    """R7: return whether an epoch on a log, from this height on, would drop what is final in ours."""
    return state.final > _parting(state, log, height)


def _parting(state: State, log: Log, height: int) -> int:
    """Return the greatest height, up to this one, at which a log is the same as ours."""
    known = min(height, state.log.height)
    return next(at for at in range(known, -1, -1) if log.log_at(at) == state.log.log_at(at))


def restore(state: State, proposed: Proposed) -> None:
    """Begin the epoch of a proposal from our journal; raise Refused if it is not justified."""
    justify.judge(state.log, proposed)
    _begin(state, proposed, state.log)


def _begin(state: State, proposed: Proposed, log: Log) -> None:
    """Begin an epoch on a log, which becomes ours: keep its proposal before it is sent, and send it to all."""
    base = proposed.epoch.base.height
    parting = _parting(state, log, base)
    undone = tuple(state.log.steps[parting:])
    given = tuple(state.log.given.values())
    if parting < base:
        _take_over(state, log.steps[parting:base], parting)
    steps = state.log.begin(proposed)
    state.outbox.keep(proposed, own=proposed.signed.player == state.me)
    state.outbox.broadcast(proposed)
    _begin_epoch(state, undone, given, steps)


def _begin_epoch(
    state: State, undone: tuple[Step, ...], given: tuple[SignedEntry, ...], steps: tuple[Step, ...]
) -> None:
    """An epoch begins: these steps of ours and entries of the open step no longer count, and there are new steps."""
    signed = [*given, *(signed for step in undone for signed in step.entries)]
    state.former = {
        one.entry.seat: one.entry.body
        for one in signed
        if type(one.entry.body) is str and statements.author(state.charter, one) == state.me
    }
    state.acks.begin_epoch()
    for of_epoch in (state.held, state.differing, state.comparisons, state.hearsay):
        of_epoch.clear()
    made = {change for step in steps if step.proposed is not None for change in step.proposed.changes}
    state.shown_logs.clear()
    voting.epoch_began(state, made)
    state.change(Transition.GO_ON)
    state.epoch_began()
    for link in state.links.all(guests=False):
        state.outbox.send(state.have(), link)
    if undone:
        state.outbox.show(events.RolledBack(undone))
    playing.completed(state, steps)
    state.requests.settle(made)


def _take_over(state: State, steps: list[Step], parting: int) -> None:
    """Make these verified steps those of our log above a height."""
    state.outbox.keep_secret(encode_item(Back(parting)))
    state.log.go_back(parting)
    for step in steps:
        if step.proposed is not None:
            state.outbox.keep(step.proposed)
            state.log.begin(step.proposed)
        for signed in step.entries:
            state.outbox.keep(signed)
            state.log.append(signed)


# What was fetched


def on_chunk(state: State, link: int, message: Chunk) -> None:
    """Take what was fetched. Peers that lack it fetch it too, so only entries of the open step are passed on."""
    if not sync.answered(state, link, message):
        return
    before, last = (state.log.term, state.log.height), 0
    was_absent = state.me in state.log.absent
    shown = [_shown(state, packet) for packet in message.entries]
    for item in shown:
        if isinstance(item, SignedEntry):
            last = max(last, item.entry.step)
            playing.on_entry(state, link, item, onward=item.entry.step > message.height)
            _compare_with(state, link, item)
        elif has_head(state.log, item.epoch.base):
            voting.compare_proposal(state, link, item)
            enter(state, item)
    if not was_absent:
        state.was_away = state.me in state.log.absent  # the others went on without us
    if (state.log.term, state.log.height) > before:
        state.timer.extend(state.now)  # perhaps our log has the base of a proposal now
    elif message.term > state.log.term and not state.is_put_off:
        _follow(state, link, message, shown)
    cheats.answered(state, link, message, last)
    if not state.is_put_off:  # else we fetch it again, once the proposal waits no longer
        sync.go_on(state, link, message, before)


def _follow(state: State, link: int, message: Chunk, shown: list[SignedEntry | Proposed]) -> None:
    """Verify what a peer shows of a log with a later epoch, none of which fits on ours; enter that epoch.

    If no such epoch is shown above what is final, it begins below. No epoch does, so a player has signed two versions.
    """
    log = state.shown_logs.get(link)
    if log is None or log.height + 1 != message.first:
        if not state.log.start < message.first <= state.log.height + 1:
            return
        log = state.shown_logs[link] = state.log.at_height(message.first - 1)
    for item in shown:
        try:
            if isinstance(item, SignedEntry):
                log.accept(item)
            elif item.epoch.term <= state.log.term:
                justify.enter(log, item)
            else:
                voting.compare_proposal(state, link, item)
                if has_head(log, item.epoch.base):
                    enter(state, item)
                    return
        except Refused:
            break
    if message.first <= log.height < message.height:
        sync.fetch(state, link, log.height + 1)
    elif message.first <= state.floor + 1 and (player := state.links.player(link)) is not None:
        cheats.compare(state, player, message.first - 1)


def _shown(state: State, packet: bytes) -> SignedEntry | Proposed:
    """Return an entry or proposal of a chunk; raise MessageError for anything else."""
    item = messages.decode(packet)
    if not is_of_table(state.charter, item):
        raise MessageError(f"sent a chunk with {NOT_OF_TABLE}")
    if not isinstance(item, SignedEntry | Proposed):
        raise MessageError("sent a chunk with something else than entries and proposals")
    return item


def _compare_with(state: State, link: int, signed: SignedEntry) -> None:
    """A peer that shows an entry of its log with another L than ours has another log, no matter who signed the
    entry.
    """
    height, player = signed.entry.step - 1, state.links.player(link)
    if signed.entry.term != state.log.term or height > state.log.height:
        return
    if player is not None and signed.entry.log != state.log.log_at(height):
        cheats.compare(state, player, height)


# Our own proposal


def proposal(state: State, signer: Signer, me: int, now: float) -> Proposed | None:
    """Return the proposal of the term that we promised, once we, as its coordinator, have all that it needs."""
    term = state.promised
    if not state.is_promised or coordinator(term, state.charter) != me:
        return None
    if state.has_proposed >= term:
        return None
    if state.coordinated != term:
        state.coordinated, state.quorum_since = term, None
    _take_secrets(state)
    of_term = {p: one for p, one in state.promises.items() if one.signed.content.term == term}
    here = {p: one for p, one in of_term.items() if is_whole(one, state.log)}
    if len(here) < state.charter.quorum:
        state.quorum_since = None
        return None
    state.quorum_since = now if state.quorum_since is None else state.quorum_since
    lost = {*state.peers.unreachable, *state.peers.gone}
    is_complete = len(here) + len(lost - here.keys()) >= len(state.charter.players)
    if not is_complete and now < state.quorum_since + state.timer.wait:
        return None
    return _made(state, here, signer, me)


def _take_secrets(state: State) -> None:
    """Take the secrets of the open step from promises, if our log has come to that step since."""
    for one in state.promises.values():
        if one.secrets and one.signed.content.head == head_of(state.log):
            for secret in one.secrets:
                playing.on_entry(state, NOWHERE, secret)


def _made(state: State, here: dict[int, Promised], signer: Signer, me: int) -> Proposed | None:
    """Return the proposal that follows from these promises; None if none does."""
    secrets = [secret for one in here.values() for secret in one.secrets]
    said = {player: one.signed.content for player, one in sorted(here.items())}
    try:
        found = justify.justify(said, state.log, secrets)
    except Unjustified:
        return None
    content = Epoch(state.charter.id, state.promised, head_of(found.base), found.changes)
    signed = tuple(one.signed for _, one in sorted(here.items()))
    state.has_proposed = state.promised
    return Proposed(SignedProposal.by(signer.identity, me, content), signed)


# A proposal that waits


def _accepted(state: State) -> Proposed | None:
    """Return, once, the proposal that waits no longer."""
    if not state.is_put_off or state.now < state.put_off_until:
        return None
    waited, state.put_off = state.put_off, None
    return waited


def _puts_off(state: State, proposed: Proposed, payers: Collection[int]) -> bool:
    """R8: return whether to put off a proposal by which these players pay for dice, since we know evidence for them.

    The evidence is a promise that the proposal lacks, or a beacon value of a player who pays. Of the proposals for one
    attempt at dice, only the first is put off: a promise that no coordinator can use must not stop the game.
    """
    if not payers or state.me is None or proposed.signed.player == state.me:
        return False
    if state.put_off is None or state.put_off.epoch != proposed.epoch:
        if state.put_off_base == proposed.epoch.base:
            return False
        promised = {player: one.signed.content for player, one in state.promises.items()}
        of_term = {player for player, promise in promised.items() if promise.term == proposed.epoch.term}
        if of_term <= {one.player for one in proposed.promises} and not _has_value_of(state, proposed.epoch, payers):
            return False
        state.put_off, state.put_off_base = proposed, proposed.epoch.base
        if not state.is_promised:
            state.timer.start(state.now)
        state.put_off_until = state.now + LONGEST
    return state.now < state.put_off_until


def _has_value_of(state: State, made: Epoch, payers: Collection[int]) -> bool:
    """Return whether we have a beacon value of one of these players for the dice that an epoch makes void."""
    log, step = state.log, made.base.height + 1
    return has_head(log, made.base) and any(log.entry(step, player) is not None for player in payers)
