"""Requests and promises: a player's own, and those of the others; and what every program agrees to by itself.

The rules have the numbers of the specification. Times come from the session's clock, and no rule of safety reads it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from p2p.log.justify import has_head, head_of
from p2p.log.statements import (
    ABSENT,
    BACK,
    RESIGN,
    STUCK,
    Change,
    Equivocation,
    Promise,
    Promised,
    Proposed,
    Request,
    SignedPromise,
    SignedRequest,
    author,
    common_changes,
    coordinator,
)
from p2p.log.steps import SECRETS, Kind
from p2p.session import cheats, playing, sync
from p2p.session.events import Requested
from p2p.session.signer import Signer
from p2p.session.state import State

_STUCK = Change(STUCK, 0)

WAIT_AT_SECRETS: Final = 0.5
"""Seconds between evidence and promise while openings or beacon values are due: those on their way may still arrive."""

MOST_TIMES_AWAY = 4
"""How often a player may be declared absent without an entry in between. After that, only people let them back."""


def due(state: State) -> bool:
    """Return whether time alone makes something due."""
    return state.is_promised or state.leads_on or state.is_put_off or state.requests.waits


def is_quiet(state: State) -> bool:
    """Return whether nothing can lead to a change of epoch, which is nearly always so."""
    asked = state.requests.agreed or any(signed.content.changes for signed in state.requests.newest.values())
    return not (asked or state.told or state.is_promised or state.leads_on or state.is_put_off)


# What comes in


def on_request(state: State, link: int, signed: SignedRequest) -> None:
    """Take a player's request."""
    if signed.player == state.me and state.is_returning:
        _adopt_shown(state, signed)
        return
    if _take_request(state, link, signed):
        heard(state, signed.player)


def _take_request(state: State, link: int, signed: SignedRequest) -> bool:
    """Take a player's request; only the newest counts. Return whether it is news."""
    known = state.requests.newest.get(signed.player)
    if signed.player == state.me or (known is not None and known.content.counter >= signed.content.counter):
        return False
    if not signed.is_signed(state.charter):
        state.outbox.refuse(link, "a request whose signature is not its player's")
        return False
    state.requests.take(signed)
    state.outbox.forward(signed, signed.player, link)
    return True


def on_promise(state: State, link: int, promised: Promised) -> None:
    """Take a player's promise, with its evidence and secrets; that of the highest term counts."""
    signed = promised.signed
    player, promise = signed.player, signed.content
    known = state.promises.get(player)
    if player == state.me:
        if state.is_returning:
            _adopt_shown(state, promised)
        return
    sync.claim(state, link, promise.head.term, promise.head.height)
    if known is not None and known.signed.content == promise:
        return
    if not signed.is_signed(state.charter):
        state.outbox.refuse(link, "a promise whose signature is not its player's")
        return
    if (earlier := state.acks.contradicting(player, signed)) is not None:
        cheats.convict(state, Equivocation(earlier, signed))
    if known is not None and known.signed.content.term >= promise.term:
        return
    if promise.term > max(state.promised, state.log.term) and not _take_evidence(state, promise, promised.evidence):
        state.outbox.refuse(link, "a promise without evidence that a quorum wants its term")
        return
    state.promises[player] = promised
    state.acks.promised(signed)
    state.outbox.forward(promised, player, link)
    for request in promised.evidence:
        _take_request(state, link, request)
    for secret in promised.secrets:
        playing.on_entry(state, link, secret)
    if promise.head.term == state.log.term and not _is_level(state, promise):
        cheats.compare(state, player, promise.head.height)


def compare_proposal(state: State, link: int, proposed: Proposed) -> bool:
    """R7: note a proposal, of which a coordinator may make one for a term, and compare its promises.

    Return whether its signature is good by our log.
    """
    signed = proposed.signed
    if not signed.is_signed(state.charter):
        state.outbox.refuse(link, "a proposal whose signature is not its player's")
        return False
    if signed.player != coordinator(signed.content.term, state.charter):
        return False
    for promise in proposed.promises:
        earlier = state.acks.contradicting(promise.player, promise)
        if earlier is not None and promise.is_signed(state.charter):
            cheats.convict(state, Equivocation(earlier, promise))
    if signed.content.term <= max(state.promised, state.log.term) + len(state.charter.players):
        known = state.proposals.setdefault(signed.content.term, signed)
        if known.content != signed.content:
            cheats.convict(state, Equivocation(known, signed))
    return True


def adopt_own(state: State, item: SignedRequest | Promised) -> bool:
    """Restore what this player has signed before a restart; return whether it is news."""
    if isinstance(item, SignedRequest):
        known = state.requests.newest.get(item.player)
        is_newer = known is None or known.content.counter < item.content.counter
        if is_newer:
            state.requests.take(item)
        return is_newer
    is_newer = state.me is not None and item.signed.content.term > state.promised
    if is_newer:
        _have_promised(state, item)
    return is_newer


def _adopt_shown(state: State, item: SignedRequest | Promised) -> None:
    """Take what this player signed before the restart, as another player shows it.

    An older item is not kept: in the journal it would replace the newest, which binds us (R1).
    """
    signed = item if isinstance(item, SignedRequest) else item.signed
    if signed.is_signed(state.charter) and adopt_own(state, item):
        state.outbox.keep(item, own=True)


def _is_level(state: State, promise: Promise) -> bool:
    """Return whether our log has the head of a promise, or ends below it."""
    return promise.head.height > state.log.height or has_head(state.log, promise.head)


def _take_evidence(state: State, promise: Promise, requests: Collection[SignedRequest]) -> bool:
    """R2: return whether requests are evidence for a promise, so that we must promise its term too."""
    charter = state.charter
    by_player = {request.player: request for request in requests if request.content.term == promise.term}
    naming = tuple(request for _, request in sorted(by_player.items()) if request.is_signed(charter))
    if not common_changes(naming, promise.term, charter.quorum):
        return False
    if promise.term > state.evidence[0]:
        state.evidence, state.evidence_since = (promise.term, naming), None
    return True


# What follows


def speak(state: State, signer: Signer, me: int) -> None:
    """Request what we agree to, and promise a term for which there is evidence, as far as it is time."""
    now = state.now
    if state.is_promised or state.is_put_off:
        state.timer.look(now)
    _request(state, signer, me, now)
    _look_for_evidence(state)
    if state.leads_on and _is_time(state, now):
        _promise(state, signer, me, *state.evidence)


def tell(state: State) -> None:
    """Show what each other player requests, if that changed since it was last shown."""
    asked = state.requests.by_player
    for player in sorted({*asked, *state.told} - {state.me}):
        now, before = asked.get(player, ()), state.told.get(player, ())
        if now != before:
            state.outbox.show(Requested(player, now))
        if now:
            state.told[player] = now
        else:
            state.told.pop(player, None)


def _request(state: State, signer: Signer, me: int, now: float) -> None:
    """Send what we agree to, if it is news. Once enough players agree to it, name the next term (R2)."""
    requests, own = state.requests, state.own_promise
    known = requests.newest.get(me)
    listed = requests.listed
    if state.timer.runs:
        listed = tuple(sorted((*listed, _STUCK)))
    if known is None and not listed:
        return
    counter = 1 if known is None else known.content.counter + 1
    asked = Request(state.charter.id, counter, 0, listed)
    if known is None or known.content.changes != listed:
        known = _sign(state, signer, me, asked)
        counter += 1
    promised = own.changes if own is not None and state.is_promised else ()
    wanted = requests.worth_a_term([change for change in listed if change not in promised], now)
    term = max(state.promised, state.log.term) + 1 if wanted else 0
    if known.content.term != term:
        _sign(state, signer, me, asked._replace(counter=counter, term=term))


def _sign(state: State, signer: Signer, me: int, request: Request) -> SignedRequest:
    signed = SignedRequest.by(signer.identity, me, request)
    state.requests.take(signed)
    state.outbox.keep(signed, own=True)
    state.outbox.broadcast(signed)
    return signed


def _look_for_evidence(state: State) -> None:
    """R2: look whether the newest requests are evidence for a term above ours."""
    newest = state.requests.newest.values()
    for term in sorted({signed.content.term for signed in newest}):
        if term > max(state.promised, state.log.term, state.evidence[0]):
            naming = tuple(signed for signed in newest if signed.content.term == term)
            if common_changes(naming, term, state.charter.quorum):
                state.evidence, state.evidence_since = (term, naming), None


def _is_time(state: State, now: float) -> bool:
    """Return whether to promise now: while secrets are due, wait a little for those on their way."""
    state.evidence_since = now if state.evidence_since is None else state.evidence_since
    return state.log.kind not in SECRETS or now >= state.evidence_since + WAIT_AT_SECRETS


def _promise(state: State, signer: Signer, me: int, term: int, evidence: tuple[SignedRequest, ...]) -> None:
    """Promise a term: say which log we have, and sign nothing of a lower term from now on (R1)."""
    log = state.log
    changes = state.requests.listed
    lacking = {log.holder(slot) for slot in log.missing()}
    secrets = tuple(signed for _, signed in sorted(log.given.items())) if log.kind in SECRETS else ()
    shown = {log.holder(slot) for slot in log.given} - lacking if secrets else set()
    head, game = head_of(log), state.charter.id
    promise = Promise(game, term, head, changes, tuple(sorted(shown)))
    promised = Promised(SignedPromise.by(signer.identity, me, promise), evidence, secrets)
    state.timer.start(state.now)
    state.evidence_since = None
    _have_promised(state, promised)
    state.outbox.keep(promised, own=True)
    state.outbox.broadcast(promised)


def _have_promised(state: State, promised: Promised) -> None:
    """Note our player's newest promise."""
    state.promises[promised.signed.player] = promised
    state.promised = max(state.promised, promised.signed.content.term)
    state.acks.promised(promised.signed)


# A new epoch


def epoch_began(state: State, made: Collection[Change]) -> None:
    """Our log is in a new epoch, which has made these changes."""
    own = state.own_promise
    state.lacks_change = state.requests.epoch_began(own.changes if own is not None else (), made, state.now)
    state.told = {
        player: left for player, told in state.told.items() if (left := tuple(c for c in told if c not in made))
    }
    if not state.is_promised:
        state.timer.stop()
    state.proposals = {term: signed for term, signed in state.proposals.items() if term >= state.log.term}
    for player, one in list(state.promises.items()):
        if player != state.me and one.signed.content.term <= state.log.term:
            del state.promises[player]


def became_final(state: State, height: int) -> None:
    """Our log is final up to this height. If a step after our epoch is, our term has not failed.

    The epoch alone isn't enough. On slow ways it may come when the next term is promised, and no player signs in
    it.
    """
    log = state.log
    is_after_epoch = log.epoch_at(height - 1) == (log.term, log.epoch_id)
    if is_after_epoch and not (state.lacks_change or state.is_promised):
        state.timer.succeeded()


# What we agree to


def heard(state: State, player: int) -> None:
    """A player has requested something, or their request has become possible."""
    if state.agreeable:
        asked = state.requests.by_player.get(player, ())
        followed = set(filter(lambda change: _may(state, change), asked)) - state.requests.agreed
        state.requests.agreed |= followed
        state.followed |= followed


def lost(state: State, player: int) -> None:
    """A player has been waited for long enough: ask for their absence, even if no other player does."""
    if state.agreeable:
        state.requests.agreed.add(Change(ABSENT, player))
        state.followed.discard(Change(ABSENT, player))


def agree(state: State) -> None:
    """Agree to what every honest program agrees to: to let players come back."""
    agreed = state.requests.agreed
    if state.seen != state.log.head:
        state.seen = state.log.head
        for player in state.requests.by_player:
            heard(state, player)
    asked = {change for player, changes in state.requests.by_player.items() if player != state.me for change in changes}
    agreed -= state.followed - asked
    state.followed &= asked
    for player in state.peers.take_back():
        agreed.discard(Change(ABSENT, player))
    for player in state.log.absent - state.log.resigned:
        if _wants_back(state, player) or (player == state.me and (state.agreeable or state.was_away)):
            agreed.add(Change(BACK, player))
            agreed.discard(Change(ABSENT, player))


def _wants_back(state: State, player: int) -> bool:
    """Return whether a player requests to play again, and their program gets the same states as ours.

    The answer is False once the player came back several times without an entry. Otherwise a player who, say,
    withholds their acknowledgements could make the others change epochs without end.
    """
    asks = Change(BACK, player) in state.requests.by_player.get(player, ())
    if state.log.kind is Kind.BEACON:
        return False  # to make an attempt at dice void costs something, and we may be the ones who pay
    return asks and player not in state.desynced and not is_away_in_vain(state, player)


def is_away_in_vain(state: State, player: int) -> bool:
    """Return whether people must decide if a player may come back once more."""
    if state.counted != state.log.head:
        state.counted, state.in_vain = state.log.head, {}
    if player not in state.in_vain:
        state.in_vain[player] = _times_away(state, player) >= MOST_TIMES_AWAY
    return state.in_vain[player]


def _times_away(state: State, player: int) -> int:
    """Return how often a player has been declared absent since their last entry."""
    times = 0
    for step in reversed(state.log.steps):
        if any(author(state.log.charter, signed) == player for signed in step.entries):
            break
        times += step.proposed is not None and Change(ABSENT, player) in step.proposed.changes
    return times


def _may(state: State, change: Change) -> bool:
    """Return whether a program without a person agrees.

    It doesn't declare a player absent whom it can reach, nor its own player, and doesn't resign for them.
    """
    if change.kind == ABSENT:
        lost = {*state.peers.unreachable, *state.peers.gone} - {state.me}
        return change.number in lost | state.differing - {state.me}
    if change.kind == BACK:
        return not is_away_in_vain(state, change.number)
    return change.kind != RESIGN or change.number != state.me
