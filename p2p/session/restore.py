"""Restoring a game from its journal: each item goes to the handler that took it when it was new, and is trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from p2p.errors import JournalError, TableError
from p2p.log import statements
from p2p.log.messages import CharterSignature, Past, SignedTalk
from p2p.log.presence import SignedPresence
from p2p.log.statements import (
    Equivocation,
    Promised,
    Proposed,
    SignedAck,
    SignedClosing,
    SignedEntry,
    SignedRequest,
    Violation,
)
from p2p.log.steps import Refused
from p2p.session import cheats, epochs, events, finality, playing, voting
from p2p.session.events import Output
from p2p.session.journal import Answer, Back, Item, decode_item
from p2p.session.state import NOWHERE, State, Transition


def restore_all(state: State, items: Iterable[bytes], heard: Callable[[events.Said], None] | None) -> list[Output]:
    """Restore a game from its items in order; return what happened. ``heard`` gets the talk, between the steps."""
    outputs = list[Output]()
    for item in items:
        restore(state, decode_item(item))
        for output in state.outbox.take():
            if not isinstance(output, events.Said):
                outputs.append(output)
            elif heard is not None:
                heard(output)
    state.is_returning = state.me is not None
    state.final = finality.height(state)
    state.was_away = state.me in state.log.absent
    return [*outputs, *state.outbox.take()]


def restore(state: State, item: Item) -> None:
    """Restore the next item; raise JournalError if it can't stand there."""
    if isinstance(item, SignedEntry | Proposed | Back) and not state.in_game:
        raise JournalError("The journal of the game does not go on at step {step}.", step=state.log.height + 1)
    match item:
        case Answer(step, seat, text):
            if state.signer is not None:
                state.signer.remember(step, seat, text)
        case SignedEntry():
            _enter(state, item)
        case SignedAck():
            finality.take_ack(state, item)
        case SignedClosing():
            finality.take_closing(state, item)
        case CharterSignature():
            playing.take_signature(state, item)
        case Past():
            _go_on(state, item)
        case SignedPresence():
            state.peers.restore(item)
        case SignedTalk():
            state.conversation.restore(item)
        case Equivocation() | Violation():
            cheats.on_proof(state, NOWHERE, item)
        case _:
            _change_epoch(state, item)


def _go_on(state: State, past: Past) -> None:
    try:
        playing.go_on_from(state, past)
    except TableError as error:
        raise JournalError("The journal of the game has another game before it: {error}", error=error) from None


def _change_epoch(state: State, item: Item) -> None:
    match item:
        case SignedRequest() | Promised():
            voting.adopt_own(state, item)
        case Proposed():
            try:
                epochs.restore(state, item)
            except Refused as refused:
                raise JournalError(
                    "The journal of the game has {refused} at step {step}.",
                    refused=refused,
                    step=state.log.height + 1,
                ) from None
        case Back(height) if height <= state.log.height:
            state.log.go_back(height)
            state.change(Transition.GO_ON)
            state.acks.begin_epoch()
        case _:
            raise JournalError("The journal of the game has something in it that no program keeps.")


def _enter(state: State, signed: SignedEntry) -> None:
    entry, player = signed.entry, statements.author(state.charter, signed)
    follows = statements.epoch(signed) == state.log.epoch and entry.step == state.log.height + 1
    if player is None or not follows or (entry.log, entry.state) != (state.log.head, state.log.state):
        raise JournalError("The journal of the game does not go on at step {step}.", step=state.log.height + 1)
    try:
        steps = state.log.append(signed)
    except Refused as refused:
        raise JournalError(
            "The journal of the game has {refused} at step {step}.", refused=refused, step=entry.step
        ) from None
    playing.entered(state, player, signed, steps)
