"""What happens when persons' statements do not agree: find who signed two versions and prove it, or say what is wrong.

Only what validly signed statements show is ever called cheating. Whatever this module finds ends a game in progress,
since nobody can be voted absent; a game that is over is closed without the person concerned.
"""

from __future__ import annotations

from p2p.acknowledgements import Acknowledgements
from p2p.catchup import Catchup
from p2p.events import Faulted, Parted, Proven, Refused, Stopped
from p2p.log import Log
from p2p.messages import Chunk
from p2p.outbox import Outbox
from p2p.proof import Breach, Contradiction, Proof, ProofError, accused, verify_proof
from p2p.statements import Statement


class Disputes:
    """The proofs known, at most one for each person; whom we cannot go on with; the comparisons of logs under way."""

    def __init__(self, me: int, log: Log, acks: Acknowledgements, catchup: Catchup, outbox: Outbox) -> None:
        self.proofs: dict[int, Proof] = {}
        self.ends: dict[int, Stopped] = {}
        self._me = me
        self._charter = log.charter
        self._log = log
        self._acks = acks
        self._catchup = catchup
        self._outbox = outbox
        self._parted: dict[int, int] = {}
        self._compared: dict[int, int] = {}
        self._early: dict[tuple[int, int], Breach] = {}

    @property
    def end(self) -> Stopped | None:
        """The first reason not to go on, if there is any."""
        return next(iter(self.ends.values()), None)

    def other_log(self, person: int, height: int, statement: Statement) -> None:
        """A person signed another L than ours at a height that we have reached; his signature is good.

        If he signed ours too, that is the proof. If not, then somebody else may have shown him another entry than us:
        he is asked for what he has since he last vouched for our log, and everybody hears what he signed.
        """
        known = self._acks.contradicting(person, statement)
        if known is not None:
            self.convict(Contradiction(known, statement))
        elif person not in self._parted:
            self._outbox.send(statement)
            self.compare(person, height)

    def compare(self, person: int, height: int) -> None:
        """Ask a person, whose log is not ours at this height, for the entries in which the logs part."""
        if person in self._parted or person == self._me:
            return
        self._outbox.show(Parted(person, height))
        self._parted[person] = height
        self._compared[person] = max(0, self._acks.height(person))
        self._ask_on(person)

    def answered(self, person: int, chunk: Chunk, last: int) -> None:
        """A person answered a fetch with entries up to step ``last``, each of which has been judged."""
        if person not in self._parted or person in self.ends:
            return
        if chunk.first == self._compared[person] + 1:
            if last < chunk.first:
                self._unsupported(person)
                return
            self._compared[person] = last
        self._ask_on(person)

    def other_state(self, person: int, height: int, theirs: bytes, statement: Statement) -> None:
        """A person signed our L with another S; his signature is good."""
        if person in self.ends:
            return
        self._outbox.send(statement)
        ours = self._log.state_at(height)
        self._outbox.show(Faulted(person, height, ours, theirs, self._log.game.encode()))
        self._stop(
            person,
            f"The program of {self._charter.name(person)} and this one got different states from the same log at step"
            f" {height}: a program fault, nobody cheated.",
        )

    def convict(self, proof: Proof) -> None:
        """Make known a proof of what this program has seen itself."""
        person = accused(self._charter, proof)
        if person is not None and person not in self.proofs:
            self._publish(person, proof, verify_proof(self._charter, proof, self._log))

    def receive_proof(self, sender: int, proof: Proof) -> None:
        """Judge a proof; one that needs more of the log than we have waits for it."""
        person = accused(self._charter, proof)
        if person is None or person in self.proofs:
            return
        if isinstance(proof, Breach) and proof.entry.entry.step > self._log.height + 1:
            self._early[sender, person] = proof
            self._catchup.claim(sender, proof.entry.entry.step - 1)
            return
        try:
            deed = verify_proof(self._charter, proof, self._log)
        except ProofError as error:
            self._outbox.show(Refused(sender, str(error)))
        else:
            self._publish(person, proof, deed)

    def step_reached(self) -> None:
        """Judge the proofs that waited for the log to get here."""
        for (sender, person), proof in list(self._early.items()):
            if proof.entry.entry.step <= self._log.height + 1:
                del self._early[sender, person]
                self.receive_proof(sender, proof)

    def _publish(self, person: int, proof: Proof, deed: str) -> None:
        sentence = f"{self._charter.name(person)} {deed}."
        self.proofs[person] = proof
        self._outbox.send(proof)
        self._outbox.show(Proven(person, proof, sentence))
        self._stop(person, sentence)

    def _ask_on(self, person: int) -> None:
        compared = self._compared[person]
        if compared >= self._parted[person]:
            self._unsupported(person)
        else:
            self._catchup.fetch(person, compared + 1)

    def _unsupported(self, person: int) -> None:
        self._stop(
            person,
            f"{self._charter.name(person)} holds to another log than ours at step {self._parted[person]}, and shows no"
            " signed entries that make it.",
        )

    def _stop(self, person: int, sentence: str) -> None:
        where = f"The game ends at step {self._log.height + 1}."
        self.ends.setdefault(person, Stopped(f"{sentence} {where}", person))
