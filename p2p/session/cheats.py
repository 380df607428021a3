"""What happens if players' statements disagree: find who signed two versions and prove it, or report the difference.

Only validly signed statements count as evidence of cheating. A proof stops the table: nothing is signed any more, and
people decide how to go on without that player. A player with another log whom nothing convicts counts as not answering.
"""

from __future__ import annotations

from contextlib import suppress

from p2p.errors import Text
from p2p.log import statements
from p2p.log.messages import Chunk, Status
from p2p.log.record import ProofError, accused, verify_proof
from p2p.log.statements import Attestation, Equivocation, Proof, Statement, Violation
from p2p.session import sync
from p2p.session.events import Desync, Differs, Diverged, Proven, Stopped
from p2p.session.state import Comparison, State, Transition


def common(state: State) -> int:
    """Return the height up to which most of the players whom no proof convicts have our log, below all proofs."""
    others = [player for player in state.charter.everyone if player not in state.proofs]
    heights = sorted(state.log.height if player == state.me else state.acks.height(player) for player in others)
    most = heights[(len(heights) - 1) // 2] if heights else 0
    below = [statements.below(statement) for proof in state.proofs.values() for statement in proof]
    return min([max(most, state.final), state.log.height, *below])


def disconnected(state: State, link: int) -> None:
    """Drop comparisons that need a link that has ended; others will offer what led to them again."""
    state.comparisons = {
        player: comparison for player, comparison in state.comparisons.items() if comparison.link != link
    }
    state.hearsay = {player: heard for player, heard in state.hearsay.items() if heard[0] != link}
    state.early_proofs = {key: proof for key, proof in state.early_proofs.items() if key[0] != link}


def other_log(state: State, link: int, player: int, height: int, statement: Attestation) -> None:
    """A player signed another L than ours at a height that we have reached; their signature is good.

    If they signed our L too, that is the proof. If not, another player may have sent them another entry than us. We
    tell everyone what they signed. Each peer connected with them asks for their entries since they last
    acknowledged our log. A peer that only passes the statement on isn't asked: it may not have that log, or may be
    the liar.
    """
    known = state.acks.contradicting(player, statement)
    if known is not None:
        convict(state, Equivocation(known, statement))
        return
    state.acks.keep_foreign(statement)
    if player not in state.hearsay:
        state.hearsay[player] = link, height
        state.outbox.forward(statement, player, link)
        compare(state, player, height)
        relay = state.links.player(link)
        if state.links.to(player) is None and relay not in (None, player):
            _differ(
                state,
                player,
                Text(
                    "{name} holds to another log than ours at step {step}, as heard through {relay}.",
                    name=state.charter.name(player),
                    step=height,
                    relay=state.charter.name(relay),
                ),
            )


def compare(state: State, player: int, height: int) -> None:
    """Ask for the entries in which a player's log, which differs from ours at this height, leaves ours.

    They are those since the player last acknowledged our log, or all if that was at this height or above.
    """
    link = state.links.to(player)
    if player in state.comparisons or player == state.me or link is None:
        return
    known, start = state.acks.height(player), state.log.start
    state.outbox.show(Diverged(player, height))
    state.comparisons[player] = Comparison(link, height, known if start < known < height else start)
    _ask_on(state, player)


def acknowledged_ours(state: State, player: int, statement: Statement) -> None:
    """Check whether a player's acknowledgement of our log contradicts what they signed on another log."""
    foreign = state.acks.foreign(player)
    if foreign is not None and statements.contradict(state.charter, foreign, statement):
        convict(state, Equivocation(foreign, statement))


def answered(state: State, link: int, chunk: Chunk, last: int) -> None:
    """Take the answer to a fetch, with entries up to step ``last``; each of them has been judged."""
    for player, comparison in list(state.comparisons.items()):
        if comparison.link != link or player in state.differing:
            continue
        if chunk.first == comparison.compared + 1:
            if last < chunk.first:
                _unsupported(state, player)
                continue
            state.comparisons[player] = comparison._replace(compared=last)
        _ask_on(state, player)


def other_state(state: State, link: int, player: int, height: int, theirs: bytes, statement: Attestation) -> None:
    """A player signed our L with another S; their signature is good."""
    if player in state.differing:
        return
    state.outbox.forward(statement, player, link)
    state.desynced.add(player)
    state.is_asked = True
    ours = state.log.state_at(height)
    state.outbox.show(Desync(player, height, ours, theirs, state.log.game.encode()))
    _differ(
        state,
        player,
        Text(
            "{name} got another state than this program from the same log at step {step}: "
            "a program fault, not a cheat.",
            name=state.charter.name(player),
            step=height,
        ),
    )


def convict(state: State, proof: Proof) -> None:
    """Publish a proof of what this program has seen itself, if our log confirms it."""
    player = accused(state.charter, proof)
    if player is not None and player not in state.proofs:
        with suppress(ProofError):
            _publish(state, player, proof, verify_proof(state.charter, proof, state.log))


def on_proof(state: State, link: int, proof: Proof) -> None:
    """Judge a proof; a proof that needs more of the log than we have waits for it."""
    player = accused(state.charter, proof)
    if player is None or player in state.proofs:
        return
    if isinstance(proof, Violation) and proof.entry.entry.step > state.log.height + 1:
        state.early_proofs[link, player] = proof
        sync.claim(state, link, proof.entry.entry.term, proof.entry.entry.step - 1)
        return
    try:
        verdict = verify_proof(state.charter, proof, state.log)
    except ProofError as error:
        state.outbox.refuse(link, error.text)
    else:
        _publish(state, player, proof, verdict)


def step_reached(state: State) -> None:
    """Judge the proofs that waited for the log to get here."""
    for (link, player), proof in list(state.early_proofs.items()):
        if proof.entry.entry.step <= state.log.height + 1:
            del state.early_proofs[link, player]
            on_proof(state, link, proof)


def _publish(state: State, player: int, proof: Proof, verdict: Text) -> None:
    """Keep a proof and pass it on; it stops the table, unless a quorum has closed the game."""
    state.proofs[player] = proof
    state.outbox.keep(proof)
    state.outbox.broadcast(proof)
    stops = not (state.ended or state.closed_by_quorum)
    if stops:
        state.change(Transition.STOP)
        state.peers.set_status(Status.STOPPED)
    state.outbox.show(Proven(player, proof, verdict))
    if stops:
        state.outbox.show(Stopped(verdict, player, is_proven=True))


def tell(state: State) -> None:
    """Show again why the table has stopped."""
    for player, proof in state.proofs.items():
        state.outbox.show(Stopped(verify_proof(state.charter, proof, state.log), player, is_proven=True))


def _ask_on(state: State, player: int) -> None:
    comparison = state.comparisons[player]
    if comparison.compared >= comparison.height:
        _unsupported(state, player)
    else:
        sync.fetch(state, comparison.link, comparison.compared + 1)


def _unsupported(state: State, player: int) -> None:
    height = state.comparisons[player].height
    _differ(
        state,
        player,
        Text(
            "{name} holds to another log than ours at step {step}, and shows no signed entries that make it.",
            name=state.charter.name(player),
            step=height,
        ),
    )


def _differ(state: State, player: int, sentence: Text) -> None:
    if player not in state.differing:
        state.differing.add(player)
        state.outbox.show(Differs(player, sentence))
