"""Whether an entry may stand in the open step of a log: its action, commitment, opening or beacon value."""

from __future__ import annotations

from copy import copy

from crypto.beacon import ChainVerifier
from crypto.errors import BeaconError
from p2p.game import Game, IllegalAction
from p2p.log import statements
from p2p.log.keys import KeySet
from p2p.log.open_step import OpenStep
from p2p.log.statements import Entry
from p2p.log.steps import Offence


class Judge:
    """Judges the entries of one log; ``chains`` has by tip the furthest beacon value that is known of a chain.

    The game and the chains change only with ``apply``, and only if everything is right. So nothing is checked twice,
    and a refused entry leaves no trace.
    """

    def __init__(self) -> None:
        self._chains: dict[bytes, ChainVerifier] = {}

    def judge(self, entry: Entry, step: OpenStep, game: Game, keys: KeySet, attempt: int, *, apply: bool) -> None:
        """Raise Offence unless an entry of the player with these keys may stand in the open step.

        ``attempt`` is the number of the next attempt at dice. With ``apply`` the game takes an action, and the chain a
        value.
        """
        body = entry.body
        if type(body) is str:
            _judge_action(game, entry.seat, body, apply=apply)
        elif statements.is_opening(body):
            _judge_opening(game, step, entry, body[1])
        elif statements.is_beacon_value(body):
            self._judge_beacon_value(keys, attempt, *body, apply=apply)

    def _judge_beacon_value(self, keys: KeySet, attempt: int, index: int, value: bytes, *, apply: bool) -> None:
        if index != attempt:
            raise Offence("a beacon value of a wrong index")
        known = self._chains.setdefault(keys.tip, ChainVerifier(keys.tip))
        chain = known if apply else copy(known)
        try:
            chain.verify(keys.place_of(index), value)
        except BeaconError:
            raise Offence("a beacon value that is not of the player's chain") from None


def _judge_action(game: Game, seat: int, action: str, *, apply: bool) -> None:
    try:
        if apply:
            game.act(action)
        else:
            game.check(seat, action)
    except IllegalAction as illegal:
        raise Offence("an illegal action ({refusal})", refusal=illegal) from None


def _judge_opening(game: Game, step: OpenStep, entry: Entry, answer: str) -> None:
    if not step.opens(entry):
        raise Offence("an opening that is not what was committed to")
    try:
        game.check(entry.seat, answer)
    except IllegalAction as illegal:
        raise Offence("an illegal answer in secret ({refusal})", refusal=illegal) from None
