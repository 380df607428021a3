"""How long a player can look at the end of a game: the host not for ever, since the others wait for the lobby."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

import pytest

from cli.play.bot_seats import BotSeats
from cli.play.console_session import LINGERING, ConsoleSession
from cli.play.game_session import GameSession
from cli.play.people import OtherPeople
from p2p import Connecting, Finished, Stopped
from tests.cli.consoles import TypedConsole
from tests.cli.test_reporter import verdict
from tests.cli.test_votes import table


async def looks_at(me: int, host: int, end: Finished | Stopped, monkeypatch: pytest.MonkeyPatch) -> float | None:
    """Play to an end; returns for how many seconds the lobby waits for a player, None if there is none for them."""
    session = table()[me]
    game = GameSession(session, BotSeats({}))
    game.host = host
    seat = ConsoleSession(TypedConsole(), game, OtherPeople(game.table))
    limits: list[float | None] = []

    async def play(connecting: Connecting) -> Finished | Stopped:
        if isinstance(end, Stopped):
            session._state.proofs[end.player] = verdict()[0]
        return end

    async def linger(ending: str, page: Sequence[str], limit: float | None) -> None:
        limits.append(limit)

    monkeypatch.setattr(game.table, "play", play)
    monkeypatch.setattr(seat.display, "linger", linger)
    await seat.play(cast(Connecting, None))
    (limit,) = limits
    return limit


@pytest.mark.parametrize(
    ("me", "host", "accused", "limit"),
    [(0, 0, 2, LINGERING), (1, 0, 2, math.inf), (0, 0, 0, None)],
    ids=["host of a liar", "guest beside a liar", "host who lies"],
)
async def test_only_a_host_whom_others_wait_for_is_brought_to_the_lobby(
    me: int, host: int, accused: int, limit: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = Stopped("It is proven.", accused, is_proven=True)
    assert await looks_at(me, host, end, monkeypatch) == limit


@pytest.mark.parametrize(("missing", "opens"), [((2,), True), ((0,), False)], ids=["guest", "host"])
def test_the_lobby_of_a_host_who_is_away_at_the_end_does_not_open(missing: tuple[int, ...], opens: bool) -> None:
    game = GameSession(table()[1], BotSeats({}))
    game.host, game.end = 0, Finished((), "", missing)
    assert game.has_lobby is opens
