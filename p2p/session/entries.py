"""Entries of the log: it judges and passes on those of others, and signs our own when they are due."""

from __future__ import annotations

from p2p.game import IllegalAction
from p2p.log import statements
from p2p.log.statements import Entry, Equivocation, SignedEntry, Violation
from p2p.log.steps import SECRETS, Kind, LogDiffers, Offence, Refused, Repeated, StateDiffers, Step, TwoVersions
from p2p.session import events
from p2p.session.journal import Answer, encode_item
from p2p.session.parts import Parts
from p2p.session.state import Phase, Transition
from p2p.wire.schema import MAX_TEXT, is_line


class NotAsked(Exception):
    """An answer came for a seat that has nothing to answer."""


class Entries:
    """Moves the log of a session on. ``former`` has by seat the answer that an epoch made void."""

    def __init__(self, parts: Parts) -> None:
        self.former: dict[int, str] = {}
        self._parts = parts

    def answer(self, seat: int, body: str) -> None:
        """Sign an answer of this player; raise NotAsked, or IllegalAction if the rules don't allow it."""
        log, signer = self._parts.log, self._parts.signer
        if seat not in self._parts.asked or signer is None:
            raise NotAsked(f"Seat {seat + 1} has nothing to answer.")
        if not is_line(body):
            raise IllegalAction("notation", f"An answer is a line of up to {MAX_TEXT} printable ASCII characters.")
        log.game.check(seat, body)
        if log.kind is Kind.COMMITMENTS:
            self._parts.outbox.keep_secret(encode_item(Answer(log.height + 1, seat, body)))
        sign = signer.action if log.kind is Kind.ACTION else signer.commitment
        self.enter_own(sign(log, seat, body))

    def on_entry(self, link: int, signed: SignedEntry, *, onward: bool = True) -> None:
        """Judge an entry that came over a link; ``onward`` says whether to pass it on if it is good and new."""
        player = statements.author(self._parts.charter, signed)
        if self._parts.state.ended or signed.entry[:3] != self._parts.log.epoch:
            self._pass_over(link, signed)
            return
        if player is None or (player == self._parts.me and self._is_copied(signed.entry)):
            self._parts.outbox.refuse(link, "an entry of another program that has our key")
            return
        if signed.entry.step > self._parts.log.height + 1 or self._parts.state.phase is Phase.SIGNING:
            self._parts.sync.hold(link, signed)
            return
        height = signed.entry.step - 1
        try:
            steps = self._parts.log.accept(signed)
        except Repeated:
            return
        except TwoVersions as versions:
            self._parts.disputes.convict(Equivocation(versions.first, signed))
        except Offence:
            self._parts.disputes.convict(Violation(signed))
        except LogDiffers:
            self._parts.disputes.other_log(link, player, height, signed)
        except StateDiffers:
            self._parts.disputes.other_state(link, player, height, signed.entry.state, signed)
        except Refused as refused:
            self._parts.outbox.refuse(link, str(refused))
        else:
            self._parts.outbox.keep(signed)
            if onward:
                self._parts.outbox.forward(signed, player, link)
            self.entered(player, signed, steps)

    def _pass_over(self, link: int, signed: SignedEntry) -> None:
        """Skip an entry that doesn't fit our log now; one of a newer epoch must be fetched with its proposal.

        An older epoch takes no more entries, but its author may have signed another version of one that we have.
        """
        log, entry = self._parts.log, signed.entry
        if self._parts.state.ended:
            return
        if entry.term > log.term:
            self._parts.sync.claim(link, entry.term, entry.step - 1)
        elif entry.term == log.term:
            self._parts.outbox.refuse(link, "an entry of another epoch")
        elif entry.step <= log.height and (ours := log.entry(entry.step, entry.seat)) is not None:
            self._parts.disputes.convict(Equivocation(ours, signed))

    def _is_copied(self, entry: Entry) -> bool:
        """Return whether an entry for the open step is signed with our key, but not by this program.

        It would take the place of our entry, and we couldn't open its commitment. For every peer that took it, our own
        entry is equivocation. But a restarted program may have lost its own entry.
        """
        if self._parts.returning.under_way:
            return False
        return entry.step == self._parts.log.height + 1 and entry.seat not in self._parts.log.given

    def enter_own(self, signed: SignedEntry) -> None:
        """Send what we have signed ourselves to all, then enter it: others wait for it, so sending comes first."""
        player = self._parts.log.holder(signed.entry.seat)
        self._parts.outbox.keep(signed, own=True)
        self._parts.outbox.broadcast(signed)
        steps = self._parts.log.append(signed)
        self.entered(player, signed, steps)

    def entered(self, player: int, signed: SignedEntry, steps: tuple[Step, ...]) -> None:
        """Show an entry that is in the log; it acknowledges, for its author, the log before it."""
        entry = signed.entry
        if type(entry.body) is bytes:
            self._parts.outbox.show(events.Committed(entry.seat))
        elif statements.is_opening(entry.body):
            self._parts.outbox.show(events.Revealed(entry.seat, entry.body[1]))
        self._show(steps)
        self.attests(player, signed)
        self._parts.disputes.acknowledged_ours(player, signed)
        if steps:
            self._after(steps)

    def attests(self, player: int, signed: SignedEntry) -> None:
        """Note that the author of an entry acknowledges the log before it, and for an action also the log after it."""
        if type(signed.entry.body) is str:
            self._parts.acks.add(player, signed.entry.step, signed)
        self._parts.acks.add(player, signed.entry.step - 1, signed)

    def completed(self, steps: tuple[Step, ...]) -> None:
        """Steps of our log are complete, by entries or by an epoch."""
        self._show(steps)
        self._after(steps)

    def _show(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            self._parts.outbox.show(events.Completed(step))

    def _after(self, steps: tuple[Step, ...]) -> None:
        """Do what follows from new steps: compare the statements kept for them, and open the next step."""
        if any(step.proposed is None for step in steps):
            self._parts.state.stepped(adjourned=self._parts.adjourned)
        for link, statement in self._parts.acks.take_reached(self._parts.log.height):
            self._parts.acknowledging.compare(link, statement)
        self._parts.closings.keep()
        self._parts.disputes.step_reached()
        if not self._parts.state.ended:
            self.next_step()

    def next_step(self) -> None:
        """Another step is open, or the game is over."""
        if self._parts.log.kind is Kind.OVER:
            self._parts.state.change(Transition.END)
        self.ask()

    def ask(self) -> None:
        """Ask the seats of this player that must answer."""
        for seat in self._parts.asked:
            self._parts.outbox.show(events.Asked(seat, self.former.get(seat)))
        self.former = {}

    def reveal(self) -> bool:
        """The barrier: enter our openings or beacon value only once all have acknowledged the log before them."""
        if self._parts.log.kind not in SECRETS or self._parts.signer is None or self._parts.is_mute:
            return False
        ours = [
            slot
            for slot in self._parts.log.missing()
            if self._parts.log.holder(slot) == self._parts.me and self._can_fill(slot)
        ]
        if not ours or not self._parts.acks.bars_nobody(self._parts.log.present, self._parts.log.height):
            return False
        sign = self._parts.signer.beacon_value if self._parts.log.kind is Kind.BEACON else self._parts.signer.opening
        # All are signed before the first is entered, since the last one may complete the step.
        for signed in [sign(self._parts.log, slot) for slot in ours]:
            self.enter_own(signed)
        return True

    def _can_fill(self, slot: int) -> bool:
        """Return whether the opening of a slot is known. A beacon value always is."""
        return (
            self._parts.log.kind is not Kind.OPENINGS
            or self._parts.signer is None
            or self._parts.signer.can_open(self._parts.log, slot)
        )

    def take_held(self) -> bool:
        """Judge entries that came too early and are due now; return whether there were any."""
        held = self._parts.sync.take_held()
        for link, signed in held:
            self.on_entry(link, signed)
        return bool(held)
