"""Acknowledgements and closings: those that come in, and when we sign ours. What a quorum has acknowledged is final.

A closing says that its player knows the end of the game to be final. It attests nothing, so a player who has promised a
higher term may sign it. In whatever epoch it is signed, it names the step that ended the game.
"""

from __future__ import annotations

from p2p.log import statements
from p2p.log.statements import Equivocation, SignedAck, SignedClosing
from p2p.log.steps import SECRETS
from p2p.session import cheats, events, sync
from p2p.session.state import Phase, State, Transition

MOST_FLUSHES = 10
"""For at most this many flushes an acknowledgement waits for the log to rest."""


def height(state: State) -> int:
    """Return the height up to which our log is final: a quorum has acknowledged it, or enough have closed its end.

    Peers who entered another epoch may never see the acknowledgements of those who finished in the one before.
    """
    end = state.log.end
    return max(state.acks.final, end) if end is not None and state.closed_by_quorum else state.acks.final


# Acknowledgements


def on_ack(state: State, link: int, signed: SignedAck) -> None:
    """Judge an acknowledgement that came over a link."""
    player, content = signed.player, signed.content
    if state.phase is Phase.STOPPED or _is_known(state, signed):
        return
    if content.term != state.log.term:
        # Peers in a newer epoch tell us about it themselves; statements of an older epoch no longer count.
        if content.term > state.log.term:
            sync.claim(state, link, content.term, content.height)
        return
    if not signed.is_signed(state.log.charter):
        state.outbox.refuse(link, "an acknowledgement whose signature is not its player's")
        return
    earlier = state.acks.contradicting(player, signed)
    if earlier is not None:
        cheats.convict(state, Equivocation(earlier, signed))
    elif content.height < state.log.start:
        state.outbox.refuse(link, "an acknowledgement of steps before the game began")
    elif content.epoch != state.log.epoch_id:
        cheats.other_log(state, link, player, min(content.height, state.log.height), signed)
    elif content.height > state.log.height:
        state.acks.keep_ahead(link, signed)
        sync.claim(state, link, content.term, content.height)
    else:
        compare(state, link, signed)


def _is_known(state: State, signed: SignedAck) -> bool:
    """Return whether the player has already acknowledged all of this."""
    player, content = signed.player, signed.content
    if statements.epoch(signed) != state.log.epoch:
        return False
    if content.height > state.acks.height(player):
        return False
    return (content.log, content.state) == (state.log.log_at(content.height), state.log.state_at(content.height))


def compare(state: State, link: int, signed: SignedAck) -> None:
    """Compare a player's statement, at a height that we have reached, with our log and state, and pass it on."""
    player, content = signed.player, signed.content
    if content.log != state.log.log_at(content.height):
        cheats.other_log(state, link, player, content.height, signed)
    elif content.state != state.log.state_at(content.height):
        cheats.other_state(state, link, player, content.height, content.state, signed)
    else:
        state.outbox.forward(signed, player, link)
        take_ack(state, signed)
        cheats.acknowledged_ours(state, player, signed)


def take_ack(state: State, signed: SignedAck) -> None:
    """Take a statement that acknowledges our log and state; keep our own."""
    if signed.player == state.me:
        state.outbox.keep(signed, own=True)
    state.acks.add(signed.player, signed.content.height, signed)


def acknowledge_awaited(state: State) -> bool:
    """Acknowledge at once if another player waits for it."""
    is_new = bool(state.log.steps) and state.log.steps[-1].proposed is not None
    awaited = (state.phase is Phase.CLOSING or state.log.kind in SECRETS or is_new) and state.ack_due
    asked = state.is_asked and not state.is_mute
    if awaited or asked:
        state.is_asked = False
        acknowledge(state)
    return awaited or asked


def acknowledge_at_rest(state: State) -> None:
    """At a flush, acknowledge the log if it hasn't changed since the last flush, or has been changing for long.

    While players act in turn, each action acknowledges the log before it. So one acknowledgement at the end covers
    all.
    """
    if not state.ack_due:
        state.flushes = 0
        return
    rests, state.flushed_at = state.flushed_at == state.log.height, state.log.height
    state.flushes += 1
    if rests or state.flushes >= MOST_FLUSHES:
        state.flushes = 0
        acknowledge(state)


def acknowledge(state: State) -> None:
    """Acknowledge our log as it is now. If we counted on from what is shown as ours, a stolen key could use up the
    numbers; so the height is the counter.
    """
    if state.signer is not None and state.me is not None:
        ack = state.signer.ack(state.log, state.me, state.log.height)
        take_ack(state, ack)
        state.outbox.broadcast(ack)


# Closings


def on_closing(state: State, link: int, signed: SignedClosing) -> None:
    """Judge a closing that came over a link: it may be one of our end, or of one that our log will come to.

    Of several signatures of one closing the first counts. If we passed on all, they could go round without end.
    """
    content = signed.content
    if state.phase is Phase.STOPPED or any(known.content == content for known in state.known_closings(signed.player)):
        return
    if content.term > state.log.term:
        sync.claim(state, link, content.term, content.height)
        return
    if not signed.is_signed(state.log.charter):
        state.outbox.refuse(link, "a closing whose signature is not its player's")
    else:
        state.other_closings[signed.player] = link, signed
        sync.claim(state, link, content.term, content.height)
        keep_closings(state)


def keep_closings(state: State) -> None:
    """Keep and pass on the closings of our end that came before it."""
    closed = state.closings_of_our_end
    for link, signed in list(state.other_closings.values()):
        if signed in closed:
            del state.other_closings[signed.player]
            state.outbox.forward(signed, signed.player, link)
            take_closing(state, signed)


def take_closing(state: State, signed: SignedClosing) -> None:
    """Keep a closing of our end, or our own."""
    state.closings[signed.player] = signed
    state.outbox.keep(signed, own=signed.player == state.me)


def closed(state: State) -> dict[int, bytes]:
    """Return by player the signature of their closing of our end."""
    return {signed.player: signed.signature for signed in state.closings_of_our_end}


def close(state: State) -> None:
    """Sign the closing once the end is final and all who are here have it; finish once they have closed.

    Until the end is final, it may still be undone. If enough have closed, a restarted program need not hear from a
    quorum for this, since a closing contradicts nothing that it may have signed.
    """
    end = state.log.end
    if end is None or height(state) < end or (state.is_returning and not state.closed_by_quorum):
        return
    here = closers(state)
    if state.me is not None and state.me not in closed(state) and _all_have(state, end, here):
        _sign_closing(state, state.me)
    result = state.log.result
    if result is not None and _is_closed(state, here):
        missing = tuple(player for player in state.charter.everyone if player not in closed(state))
        state.change(Transition.CLOSE)
        state.outbox.show(events.Finished(result.winners, result.victory, missing))


def _all_have(state: State, end: int, here: set[int]) -> bool:
    """Return whether no player who is here can acknowledge another end in our epoch.

    All have acknowledged our end or closed it, or promised a higher term with a log that is part of ours (R1). If
    a quorum has closed it, that end is final.
    """
    return state.closed_by_quorum or not _undecided(state, end, here - set(closed(state)))


def _undecided(state: State, end: int, players: set[int]) -> set[int]:
    """Return those of these players who have neither acknowledged our end nor promised a term with our log (R1)."""
    return {one for one in players if state.acks.height(one) < end and not state.binds(one)}


def _is_closed(state: State, here: set[int]) -> bool:
    """Return whether the game is over for us: all who are here have closed it.

    Unless a quorum has closed it, and if we have promised a higher term, or have evidence for one, we go there
    first.
    """
    leads_on = state.is_promised or state.leads_on
    return here <= set(closed(state)) and (state.closed_by_quorum or not leads_on)


def awaited(state: State) -> set[int]:
    """Return the players without whom the open step can't go on, or the game can't be closed.

    If secrets wait for acknowledgements, these are the players who have not given theirs. If only a quorum is
    missing, absent players are named, too.
    """
    log, acks = state.log, state.acks
    if state.phase is Phase.CLOSING:
        return _awaited_at_end(state)
    if log.kind in SECRETS and not acks.bars_nobody(log.present, log.height):
        silent = {player for player in log.charter.everyone if acks.height(player) < log.height}
        return silent & set(log.present) or silent
    return {log.holder(slot) for slot in log.missing()}


def _awaited_at_end(state: State) -> set[int]:
    """Return the players for whom we wait at the end: until we have closed, those who may still have another end;
    after that, those who have not closed.

    So no player who only waits for the same others as we do is given up with them.
    """
    others = closers(state) - set(closed(state)) - {state.me}
    undecided = set[int]() if state.me in closed(state) else _undecided(state, state.log.end or 0, others)
    return undecided or others


def closers(state: State) -> set[int]:
    """Return the players whose closings we wait for.

    We don't wait for players who have gone, are given up, or can't be agreed with.
    """
    # Our log has ended, so a peer that claims more steps has another log or is lying.
    others = state.acks.ahead | state.unplayable | state.proofs.keys()
    away = state.log.absent & set(state.peers.unreachable)
    return state.peers.present - state.peers.gone - away - others


def _sign_closing(state: State, me: int) -> None:
    """Sign our closing, which attests nothing: we may do so even if we have promised a higher term."""
    if state.signer is not None:
        closing = state.signer.closing(state.log, me)
        take_closing(state, closing)
        state.outbox.broadcast(closing)
