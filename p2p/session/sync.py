"""What a session shows over a connection, and what it fetches there.

Whether a program connects, returns after a restart, resumes a game or watches it, the same happens. Each end offers
everything that isn't fetched by steps, and says with ``have`` how far its log goes. The end that lacks steps fetches
them.

After a restart, a player's program signs nothing until it has heard enough of the others. What it signed before is in
its journal. If the disk has lost the end of the journal, the others still have what they were sent, and offer it. The
program goes on once two conditions hold. A quorum of the charter's players, its own included, has done so or is reached
through those who have. And it has fetched the steps that they claim to have.
"""

from __future__ import annotations

from collections import deque

from p2p.log.log import Log
from p2p.log.messages import CHUNK, CharterSignature, Chunk, Fetch, Have, encode
from p2p.log.statements import SignedEntry
from p2p.session.events import CatchingUp, CaughtUp
from p2p.session.state import State

HELD = 64
"""How many entries of future steps each link may have waiting; the rest is fetched."""

SERVED = 4
"""How many times the whole log may be fetched over one link, plus SPARE entries."""
SPARE = 4096

STANDSTILL = 4.0
"""Seconds after an offer in which nothing is offered again; keepalives come more rarely."""


def chunk(log: Log, first: int) -> Chunk:
    """Return a chunk of what was signed from step ``first`` on, as much as fits, with the open step at the end."""
    packets: list[bytes] = []
    size = 0
    for step in log.steps[first - 1 :]:
        if size >= CHUNK:
            return Chunk(first, log.term, log.height, tuple(packets))
        added = [encode(signed) for signed in (*step.entries, *([step.proposed] if step.proposed else ()))]
        packets += added
        size += sum(map(len, added))
    if first <= log.height + 1:
        packets += [encode(log.given[slot]) for slot in log.slots if slot in log.given]
    return Chunk(first, log.term, log.height, tuple(packets))


# What we offer


def offer(state: State, link: int) -> None:
    """Send everyone's current items and the entries of the open step; the other end fetches the rest.

    This includes what the other end signed itself, since a restarted program may have lost it. ``have`` comes last
    and says that all was sent.
    """
    outbox = state.outbox
    state.offered[link] = state.now
    if state.me is None:
        # A spectator gets all this from players, who would not take it from a spectator.
        outbox.send(state.have(), link)
        return
    if state.past is not None and state.said.get(link, (0, 0))[1] < state.log.start:
        outbox.send(state.past, link)
    for signer, signature in state.signatures.items():
        outbox.send(CharterSignature(state.charter.id, signer, signature), link)
    for proof in state.proofs.values():
        outbox.send(proof, link)
    state.peers.offer(link, outbox)
    for slot in state.log.slots:
        if slot in state.log.given:
            outbox.send(state.log.given[slot], link)
    for statement in (*state.acks.newest(), *state.closings_of_our_end, *state.newest()):
        outbox.send(statement, link)
    outbox.send(state.have(), link)


def on_have(state: State, link: int, have: Have) -> None:
    """Take what the other end says that it has.

    If it stands still, it may lack what no peer fetches: the author may have sent it to us and not to them, though they
    are connected. So we offer it again.
    """
    claim(state, link, have.term, have.height)
    state.heard_over.add(link)
    before, theirs = state.said.get(link), (have.term, have.height)
    if before is not None and before[0] < have.term == state.log.term:
        # The other end didn't understand what we sent in this epoch before it entered the epoch.
        offer(state, link)
    elif before == theirs:
        state.lacking.add(link)
    state.said[link] = max(before or theirs, theirs)
    state.conversation.heard(link, have.heard, private=state.links.player(link) is not None)


def offer_again(state: State) -> None:
    """Offer again what may be missing, but over each link only so often."""
    lacking, state.lacking = state.lacking, set()
    if state.peers.take_cut():
        # Messages between two others may not have arrived, because their connection has ended.
        lacking = set(state.links.all(guests=False))
    for link in sorted(lacking):
        if state.now - state.offered[link] >= STANDSTILL:
            offer(state, link)


# What we lack


def claim(state: State, link: int, term: int, height: int) -> None:
    """Note that a peer claims over a link to have reached this height in an epoch of this term."""
    state.claims[link] = max(state.claims.get(link, (0, 0)), (term, height))


def hold(state: State, link: int, signed: SignedEntry) -> None:
    """Keep an entry whose step is not open here yet, but must be open at the other end.

    It is judged when its step opens; until then it only shows how far the other end is. Each link may hold only a
    few, so no peer can fill our memory or push out another's entries.
    """
    claim(state, link, signed.entry.term, signed.entry.step - 1)
    held = state.held.setdefault(link, deque())
    if len(held) < HELD:
        held.append(signed)


def take_held(state: State) -> list[tuple[int, SignedEntry]]:
    """Return the links and held entries whose step is open now, or past, and forget them."""
    taken: list[tuple[int, SignedEntry]] = []
    for link, held in state.held.items():
        while held and held[0].entry.step <= state.log.height + 1:
            taken.append((link, held.popleft()))
    return taken


def behind(state: State) -> int | None:
    """Return a link over which more is claimed than we have, and no fetch is under way; None if there is no peer to
    ask, or we lack the game that ours continues.
    """
    if not state.log.has_begun:
        return None
    for link, claimed in state.claims.items():
        if claimed > _here(state) and link not in state.fetches:
            return link
    return None


def lacks(state: State, link: int) -> bool:
    """Return whether more is claimed over a link than we have."""
    return state.claims.get(link, (0, 0)) > _here(state)


def _here(state: State) -> tuple[int, int]:
    return state.log.term, state.log.height


def fetch(state: State, link: int, first: int | None = None) -> None:
    """Ask over a link for all steps from one on, by default for what we lack, unless a fetch is under way there.

    In a newer epoch, its base may be below our height, but never below what is final.
    """
    if link not in state.fetches:
        term, height = state.claims.get(link, (0, 0))
        if first is None:
            first = (state.floor if term > state.log.term else state.log.height) + 1
            state.outbox.show(CatchingUp(state.log.height, height))
        state.fetches[link] = first
        state.outbox.send(Fetch(state.fetches[link]), link)


def on_fetch(state: State, link: int, fetch: Fetch) -> None:
    """Answer a fetch, unless far more was fetched than there is; refusing costs next to nothing."""
    if fetch.first <= state.log.start:
        state.outbox.refuse(link, "a fetch of steps before the game began")
        return
    most = SERVED * sum(len(step.entries) for step in state.log.steps) + SPARE
    if state.served.get(link, 0) <= most:
        answer = chunk(state.log, fetch.first)
        state.served[link] = state.served.get(link, 0) + len(answer.entries)
        if state.served[link] <= most:
            state.outbox.send(answer, link)
            return
    state.outbox.refuse(link, "a fetch of what was fetched many times over")


def answered(state: State, link: int, answer: Chunk) -> bool:
    """Return whether a chunk is what was asked for over the link; if so, we may ask again."""
    if state.fetches.get(link) != answer.first:
        state.outbox.refuse(link, "entries that were not asked for")
        return False
    del state.fetches[link]
    return True


def go_on(state: State, link: int, answer: Chunk, before: tuple[int, int]) -> None:
    """A chunk was taken; term and height were ``before``. Fetch more if it helped, otherwise there is no more."""
    if _here(state) <= before:
        state.claims[link] = before
    elif (answer.term, answer.height) > _here(state):
        state.claims[link] = answer.term, answer.height
        fetch(state, link)
    _show_if_done(state)


def _show_if_done(state: State) -> None:
    if not state.fetches:
        state.outbox.show(CaughtUp(state.log.height))


def disconnected(state: State, link: int) -> None:
    """Forget a link that has ended."""
    was_asked = link in state.fetches
    state.forget(link)
    if was_asked:
        _show_if_done(state)


# Our own return


def heard_of(state: State) -> set[int]:
    """Return ourselves, the players who have offered all that they have, and others whom they reach.

    Players from whom steps are still to be fetched don't count. Items of the others came, or were passed on,
    through the first ones.
    """
    direct, ahead = set[int](), set[int]()
    for link in state.heard_over:
        if (player := state.links.player(link)) is not None:
            (ahead if lacks(state, link) else direct).add(player)
    if state.me is None:
        return direct
    return state.peers.roster.reachable(state.me, direct) - (ahead - direct)


def returns(state: State) -> bool:
    """Return whether the return has just ended."""
    if not state.is_returning or len(heard_of(state)) < state.charter.quorum:
        return False
    state.is_returning = False
    return True
