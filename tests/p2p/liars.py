"""The liars of the tests: what each of their programs does that an honest one does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from p2p.game import Game
from p2p.log.log import Log
from p2p.log.messages import Chunk, Fetch, Message
from p2p.log.statements import (
    Body,
    Entry,
    SignedAck,
    SignedClosing,
    SignedEntry,
    author,
    is_beacon_value,
    is_opening,
)
from p2p.log.steps import Judge, Kind, OpenStep
from tests.p2p import lies
from tests.p2p.lies import GARBAGE, Hand
from tests.p2p.tables import Liar, Table, game

LIAR = 1
SECOND_SEAT = 4
HOLDERS = (0, 1, 2, 3, LIAR)
"""The liar has two of five seats."""

Lie: TypeAlias = Callable[[Hand, Message], Message | None]
Lies: TypeAlias = Callable[[Table, int], Liar]


class LiesOnce(Liar):
    """Says something else instead of the first message for which there is a lie; to all, or to some only.

    Shows no one the log, in which the truth stands.
    """

    def __init__(self, table: Table, player: int, lie: Lie, *, to_all: bool) -> None:
        super().__init__(table, player)
        self.lie = lie
        self.to_all = to_all
        self.truth: Message | None = None

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if self.truth is None and self.is_own(message) and self.lie(self, message) is not None:
            self.truth = message
        lie = self.lie(self, message) if message == self.truth else None
        if lie is not None and (self.to_all or to % 2 == 0):
            yield lie
        elif not isinstance(message, Chunk):
            yield message

    def is_own(self, message: Message) -> bool:
        """Whether the liar says it, and does not only pass it on."""
        if isinstance(message, SignedClosing):
            return message.player == self.player
        if not isinstance(message, SignedEntry | SignedAck):
            return False
        return author(self.table.charter, message) == self.player


def once(lie: Lie, *, to_all: bool = True) -> Lies:
    """A player who tells this lie once."""

    def liar(table: Table, player: int) -> LiesOnce:
        return LiesOnce(table, player, lie, to_all=to_all)

    liar.__name__ = lie.__name__
    return liar


def to_some(lie: Lie) -> Lies:
    """A player who tells this lie to some, and the truth to the others."""
    return once(lie, to_all=False)


def another_action(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedEntry) and type(message.entry.body) is str:
        others = {"take": "give 0", "thank": "grumble", "grumble": "thank"}
        return hand.sign(message, body=others.get(message.entry.body, "take"))
    return None


class CommitsToAnIllegalAnswer(Liar):
    """Has a program in which bids may be higher than what one owns."""

    def __init__(self, table: Table, player: int) -> None:
        super().__init__(table, player)
        wager = game(self.session)
        legal = wager.legal
        vars(wager)["legal"] = lambda seat: ["bid 99"] if seat == player and wager.phase == "bids" else legal(seat)


class ActsOutOfTurn(Liar):
    """Answers with an own seat that is not asked."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        yield message
        if isinstance(message, SignedEntry) and is_beacon_value(message.entry.body) and message.entry.step > 4:
            yield self.sign(message, seat=SECOND_SEAT, body="take")


class KeepsTheEndUp(Liar):
    """Neither acknowledges the end of the game nor closes it."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if not (isinstance(message, SignedAck | SignedClosing) and self.session.log.kind is Kind.OVER):
            yield message


class GoesOn(Liar):
    """Signs an entry after the end."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if isinstance(message, SignedAck | SignedClosing) and self.session.log.kind is Kind.OVER:
            log = self.session.log
            last = log.steps[-1].entries[-1]
            yield self.sign(last, step=log.height + 1, seat=LIAR, log=log.head, state=log.state)
        yield message


class _AnyOpening(Judge):
    """Takes openings of anything."""

    def judge(self, entry: Entry, step: OpenStep, game: Game, tip: bytes, attempt: int, *, apply: bool) -> None:
        if not is_opening(entry.body):
            super().judge(entry, step, game, tip, attempt, apply=apply)


class Copies(Liar):
    """Commits to what another player's commitment is, and opens with that player's opening."""

    def __init__(self, table: Table, player: int) -> None:
        super().__init__(table, player)
        assert self.session._state.signer is not None
        self.hand = self.session._state.signer
        vars(self.hand)["commitment"] = self.commitment
        vars(self.hand)["opening"] = self.opening
        vars(self.hand)["can_open"] = lambda *_: True
        self.session.log._judging = _AnyOpening()

    def commitment(self, log: Log, seat: int, answer: str) -> SignedEntry:
        self.hand.remember(log.height + 1, seat, answer)
        return self.copy(log, seat, GARBAGE)

    def opening(self, log: Log, seat: int) -> SignedEntry:
        return self.copy(log, seat, (GARBAGE, "bid 0"))

    def copy(self, log: Log, seat: int, otherwise: Body) -> SignedEntry:
        copied = log.given.get(0)
        return SignedEntry.by(self.identity, log.draft(seat, copied.entry.body if copied else otherwise))


class Forges(Liar):
    """Signs in others' names with the own key, and spoils the signatures of what passes."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        yield from lies.forged(self, message, 0)
        yield message


class Repeats(Liar):
    """Says everything again and again, their own words and others'."""

    def __init__(self, table: Table, player: int) -> None:
        super().__init__(table, player)
        self.heard: list[Message] = []

    def says(self, to: int, message: Message) -> Iterable[Message]:
        yield message
        yield message
        yield from self.heard[-3:]
        yield from self.heard[:3]

    def hears(self, message: Message) -> None:
        if not isinstance(message, Chunk | Fetch):
            self.heard.append(message)


class SpeaksOfAnotherGame(Liar):
    """Signs entries and acknowledgements of other games and terms beside those of this one."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        yield from lies.of_another_game(self, message)
        yield message


class SignsAnotherLog(LiesOnce):
    """Signs an entry on a log that does not exist, and has nothing to show for it."""

    def __init__(self, table: Table, player: int) -> None:
        super().__init__(table, player, another_log, to_all=True)

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if isinstance(message, Chunk):
            yield message._replace(entries=())
        yield from super().says(to, message)


def another_log(hand: Hand, message: Message) -> Message | None:
    if isinstance(message, SignedEntry) and message.entry.step > 3:
        return hand.sign(message, log=GARBAGE)
    return None


class HasAFaultyProgram(Liar):
    """No liar at all: a program that goes wrong in the second round."""

    def __init__(self, table: Table, player: int) -> None:
        super().__init__(table, player)
        wager = game(self.session)
        digest = wager.digest
        vars(wager)["digest"] = lambda: GARBAGE if wager.round() == 2 else digest()
