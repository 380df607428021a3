"""What happens if players' statements disagree: find who signed two versions and prove it, or report the difference.

Only validly signed statements count as evidence of cheating. A proof stops the table: nothing is signed any more, and
people decide how to go on without that player. A player with another log whom nothing convicts counts as not answering.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from p2p.errors import Text
from p2p.log import statements
from p2p.log.log import Log
from p2p.log.messages import Chunk
from p2p.log.presence import Status
from p2p.log.proof import ProofError, accused, verify_proof
from p2p.log.statements import Attestation, Equivocation, Proof, Statement, Violation
from p2p.session.acks import Acks
from p2p.session.closings import Closings
from p2p.session.events import Desync, Differs, Diverged, Proven, Stopped
from p2p.session.outbox import Outbox
from p2p.session.peers import Peers
from p2p.session.state import SessionState, Transition
from p2p.session.sync import Sync


class _Comparison(NamedTuple):
    """A log that differs from ours: the link to its holder, a height where it differs, and how far we have compared."""

    link: int
    height: int
    compared: int


class Disputes:
    """The known proofs, at most one for each player; who differs from us, by a desync or not; what we compare.

    ``is_asked`` says that the others need to see our L and S.
    """

    def __init__(
        self,
        me: int | None,
        log: Log,
        acks: Acks,
        sync: Sync,
        state: SessionState,
        peers: Peers,
        closings: Closings,
        outbox: Outbox,
    ) -> None:
        self.proofs: dict[int, Proof] = {}
        self.differing: set[int] = set()
        self.desynced: set[int] = set()
        self.is_asked = False
        self._me = me
        self._charter = log.charter
        self._log = log
        self._acks = acks
        self._sync = sync
        self._state = state
        self._peers = peers
        self._links = peers.links
        self._closings = closings
        self._outbox = outbox
        self._comparisons: dict[int, _Comparison] = {}
        self._hearsay: dict[int, tuple[int, int]] = {}
        self._early: dict[tuple[int, int], Violation] = {}

    @property
    def unplayable(self) -> set[int]:
        """Return the players who have another log or another state than ours."""
        return self.differing | self.desynced

    @property
    def common(self) -> int:
        """Return the height up to which most of the players whom no proof convicts have our log, below all proofs."""
        others = [player for player in self._charter.everyone if player not in self.proofs]
        heights = sorted(self._log.height if player == self._me else self._acks.height(player) for player in others)
        most = heights[(len(heights) - 1) // 2] if heights else 0
        below = [statements.below(statement) for proof in self.proofs.values() for statement in proof]
        return min([max(most, self._state.final), self._log.height, *below])

    def begin_epoch(self) -> None:
        """Forget the comparisons of an older epoch."""
        self.differing.clear()
        self._comparisons.clear()
        self._hearsay.clear()

    def offer(self, link: int) -> None:
        """Send the proofs over a link."""
        for proof in self.proofs.values():
            self._outbox.send(proof, link)

    def disconnected(self, link: int) -> None:
        """Drop comparisons that need a link that has ended; others will offer what led to them again."""
        self._comparisons = {
            player: comparison for player, comparison in self._comparisons.items() if comparison.link != link
        }
        self._hearsay = {player: heard for player, heard in self._hearsay.items() if heard[0] != link}
        self._early = {key: proof for key, proof in self._early.items() if key[0] != link}

    def other_log(self, link: int, player: int, height: int, statement: Attestation) -> None:
        """A player signed another L than ours at a height that we have reached; their signature is good.

        If they signed our L too, that is the proof. If not, another player may have sent them another entry than us. We
        tell everyone what they signed. Each peer connected with them asks for their entries since they last
        acknowledged our log. A peer that only passes the statement on isn't asked: it may not have that log, or may be
        the liar.
        """
        known = self._acks.contradicting(player, statement)
        if known is not None:
            self.convict(Equivocation(known, statement))
            return
        self._acks.keep_foreign(statement)
        if player not in self._hearsay:
            self._hearsay[player] = link, height
            self._outbox.forward(statement, player, link)
            self.compare(player, height)
            relay = self._links.player(link)
            if self._links.to(player) is None and relay not in (None, player):
                self._differ(
                    player,
                    Text(
                        "{name} holds to another log than ours at step {step}, as heard through {relay}.",
                        name=self._charter.name(player),
                        step=height,
                        relay=self._charter.name(relay),
                    ),
                )

    def compare(self, player: int, height: int) -> None:
        """Ask for the entries in which a player's log, which differs from ours at this height, leaves ours."""
        link = self._links.to(player)
        if player in self._comparisons or player == self._me or link is None:
            return
        self._outbox.show(Diverged(player, height))
        self._comparisons[player] = _Comparison(link, height, max(0, self._acks.height(player)))
        self._ask_on(player)

    def acknowledged_ours(self, player: int, statement: Statement) -> None:
        """Check whether a player's acknowledgement of our log contradicts what they signed on another log."""
        foreign = self._acks.foreign(player)
        if foreign is not None and statements.contradict(self._charter, foreign, statement):
            self.convict(Equivocation(foreign, statement))

    def answered(self, link: int, chunk: Chunk, last: int) -> None:
        """Take the answer to a fetch, with entries up to step ``last``; each of them has been judged."""
        for player, comparison in list(self._comparisons.items()):
            if comparison.link != link or player in self.differing:
                continue
            if chunk.first == comparison.compared + 1:
                if last < chunk.first:
                    self._unsupported(player)
                    continue
                self._comparisons[player] = comparison._replace(compared=last)
            self._ask_on(player)

    def other_state(self, link: int, player: int, height: int, theirs: bytes, statement: Attestation) -> None:
        """A player signed our L with another S; their signature is good."""
        if player in self.differing:
            return
        self._outbox.forward(statement, player, link)
        self.desynced.add(player)
        self.is_asked = True
        ours = self._log.state_at(height)
        self._outbox.show(Desync(player, height, ours, theirs, self._log.game.encode()))
        self._differ(
            player,
            Text(
                "{name} got another state than this program from the same log at step {step}: "
                "a program fault, not a cheat.",
                name=self._charter.name(player),
                step=height,
            ),
        )

    def convict(self, proof: Proof) -> None:
        """Publish a proof of what this program has seen itself, if our log confirms it."""
        player = accused(self._charter, proof)
        if player is not None and player not in self.proofs:
            with suppress(ProofError):
                self._publish(player, proof, verify_proof(self._charter, proof, self._log))

    def receive_proof(self, link: int, proof: Proof) -> None:
        """Judge a proof; a proof that needs more of the log than we have waits for it."""
        player = accused(self._charter, proof)
        if player is None or player in self.proofs:
            return
        if isinstance(proof, Violation) and proof.entry.entry.step > self._log.height + 1:
            self._early[link, player] = proof
            self._sync.claim(link, proof.entry.entry.term, proof.entry.entry.step - 1)
            return
        try:
            verdict = verify_proof(self._charter, proof, self._log)
        except ProofError as error:
            self._outbox.refuse(link, error.text)
        else:
            self._publish(player, proof, verdict)

    def step_reached(self) -> None:
        """Judge the proofs that waited for the log to get here."""
        for (link, player), proof in list(self._early.items()):
            if proof.entry.entry.step <= self._log.height + 1:
                del self._early[link, player]
                self.receive_proof(link, proof)

    def _publish(self, player: int, proof: Proof, verdict: Text) -> None:
        """Keep a proof and pass it on; it stops the table, unless a quorum has closed the game."""
        self.proofs[player] = proof
        self._outbox.keep(proof)
        self._outbox.broadcast(proof)
        stops = not (self._state.ended or self._closings.suffice)
        if stops:
            self._state.change(Transition.STOP)
            self._peers.set_status(Status.STOPPED)
        self._outbox.show(Proven(player, proof, verdict))
        if stops:
            self._outbox.show(Stopped(verdict, player, is_proven=True))

    def tell(self) -> None:
        """Show again why the table has stopped."""
        for player, proof in self.proofs.items():
            self._outbox.show(Stopped(verify_proof(self._charter, proof, self._log), player, is_proven=True))

    def _ask_on(self, player: int) -> None:
        comparison = self._comparisons[player]
        if comparison.compared >= comparison.height:
            self._unsupported(player)
        else:
            self._sync.fetch(comparison.link, comparison.compared + 1)

    def _unsupported(self, player: int) -> None:
        height = self._comparisons[player].height
        self._differ(
            player,
            Text(
                "{name} holds to another log than ours at step {step}, and shows no signed entries that make it.",
                name=self._charter.name(player),
                step=height,
            ),
        )

    def _differ(self, player: int, sentence: Text) -> None:
        if player not in self.differing:
            self.differing.add(player)
            self._outbox.show(Differs(player, sentence))
