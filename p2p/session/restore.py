"""Restoring a game from its journal, item by item."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from p2p.errors import JournalError, TableError
from p2p.log import statements
from p2p.log.messages import CharterSignature, Past
from p2p.log.presence import SignedPresence
from p2p.log.promises import SignedRequest
from p2p.log.statements import Equivocation, Promised, Proposed, SignedAck, SignedClosing, SignedEntry, Violation
from p2p.log.steps import Refused
from p2p.log.talk import SignedTalk
from p2p.session import events
from p2p.session.change import EpochChange
from p2p.session.charter_signatures import CharterSignatures
from p2p.session.entries import Entries
from p2p.session.epochs import Epochs
from p2p.session.events import Output
from p2p.session.journal import Answer, Back, Item, decode_item
from p2p.session.parts import Parts
from p2p.session.state import Transition

_NOWHERE = -1
"""The link of items that didn't come over one."""


class Restore:
    """Takes the items that this program once kept, and trusts them."""

    def __init__(
        self,
        parts: Parts,
        signing: CharterSignatures,
        entering: Entries,
        change: EpochChange,
        epochs: Epochs,
    ) -> None:
        self._parts = parts
        self._signing = signing
        self._entering = entering
        self._change = change
        self._epochs = epochs

    def restore_all(self, items: Iterable[bytes], heard: Callable[[events.Said], None] | None) -> list[Output]:
        """Restore a game from its items in order; return what happened. ``heard`` gets the talk, between the steps."""
        parts, outputs = self._parts, list[Output]()
        for item in items:
            self.restore(decode_item(item))
            for output in parts.outbox.take():
                if not isinstance(output, events.Said):
                    outputs.append(output)
                elif heard is not None:
                    heard(output)
        parts.returning.under_way = parts.me is not None
        parts.state.became_final(parts.final)
        parts.state.learned(absent=parts.me in parts.log.absent)
        return [*outputs, *parts.outbox.take()]

    def restore(self, item: Item) -> None:
        """Restore the next item; raise JournalError if it can't stand there."""
        if isinstance(item, SignedEntry | Proposed | Back) and not self._parts.state.in_game:
            raise JournalError(
                "The journal of the game does not go on at step {step}.", step=self._parts.log.height + 1
            )
        match item:
            case Answer(step, seat, text):
                if self._parts.signer is not None:
                    self._parts.signer.remember(step, seat, text)
            case SignedEntry():
                self._enter(item)
            case SignedAck():
                self._parts.acknowledging.add(item)
            case SignedClosing():
                self._parts.closings.add(item)
            case CharterSignature():
                self._signing.signed(item)
            case Past():
                self._go_on(item)
            case SignedPresence():
                self._parts.peers.restore(item)
            case SignedTalk():
                self._parts.conversation.restore(item)
            case Equivocation() | Violation():
                self._parts.disputes.receive_proof(_NOWHERE, item)
            case _:
                self._change_epoch(item)

    def _go_on(self, past: Past) -> None:
        try:
            self._signing.goes_on(past)
        except TableError as error:
            raise JournalError("The journal of the game has another game before it: {error}", error=error) from None

    def _change_epoch(self, item: Item) -> None:
        match item:
            case SignedRequest() | Promised():
                self._change.adopt_own(item)
            case Proposed():
                try:
                    self._epochs.restore(item)
                except Refused as refused:
                    raise JournalError(
                        "The journal of the game has {refused} at step {step}.",
                        refused=refused,
                        step=self._parts.log.height + 1,
                    ) from None
            case Back(height) if height <= self._parts.log.height:
                self._parts.log.go_back(height)
                self._parts.state.change(Transition.GO_ON)
                self._parts.acks.begin_epoch()
            case _:
                raise JournalError("The journal of the game has something in it that no program keeps.")

    def _enter(self, signed: SignedEntry) -> None:
        entry, player = signed.entry, statements.author(self._parts.charter, signed)
        follows = statements.epoch(signed) == self._parts.log.epoch and entry.step == self._parts.log.height + 1
        if player is None or not follows or (entry.log, entry.state) != (self._parts.log.head, self._parts.log.state):
            raise JournalError(
                "The journal of the game does not go on at step {step}.", step=self._parts.log.height + 1
            )
        try:
            steps = self._parts.log.append(signed)
        except Refused as refused:
            raise JournalError(
                "The journal of the game has {refused} at step {step}.", refused=refused, step=entry.step
            ) from None
        self._entering.entered(player, signed, steps)
