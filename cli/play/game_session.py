"""One program's part in a game: who answers for its seats, who is told what happens, and how the game ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import trio

from cli.editions import view_of
from cli.i18n.texts import tr, translated
from cli.play.bot_seats import BotSeats
from cli.storage.games import without_them
from cli.table_game import rules_of
from cli.ui.text.names import empire_of, names_of, side
from core.engine.game import Game
from p2p import PATIENCE, Connecting, Event, Finished, IllegalAction, Journal, Session, Show, Stopped, Table


class GameSession:
    """A game from the first connection to the last word, for a person, a bot or a spectator.

    Bots answer for the seats they have, and ``ask`` for all others. ``shows`` are told of every event, in order.
    """

    def __init__(
        self, session: Session, bots: BotSeats, journal: Journal | None = None, patience: float = PATIENCE
    ) -> None:
        """Without a journal nothing is kept. ``patience`` is in seconds; see `p2p.shell.table.Table`."""
        self.session = session
        self.bots = bots
        self.rules: Game[Any] = rules_of(session.log.game)
        """The game, to be looked at only."""
        self.table = Table(session, self._answer, self._show, patience, journal)
        self.ask: Callable[[], Awaitable[str]] = _nobody
        self.shows: list[Show] = []
        self.end: Finished | Stopped | None = None
        self.is_kept = journal is not None
        self.left = False
        """Whether the game has been left before its end."""
        self.host: int | None = None
        """The player to whose lobby all come back after the game; None if there is no lobby."""
        self._playing = trio.CancelScope()

    async def play(self, connecting: Connecting) -> None:
        """Play until the game ends or is left."""
        async with self.bots.playing(self.rules, self.session.charter, self.table.say):
            with self._playing:
                self.end = await self.table.play(connecting)

    def leave(self) -> None:
        """Leave the game; the others may go on. After its end there is nothing to leave."""
        self.left = self.end is None
        self._playing.cancel()

    async def _answer(self, seat: int, refusal: IllegalAction | None) -> str:
        return await (self.bots.answer(self.rules, seat) if seat in self.bots else self.ask())

    def _show(self, event: Event) -> None:
        self.bots.see(self.rules, event)
        for show in self.shows:
            show(event)

    # ------------------------------------------------------------------ the end

    @property
    def has_lobby(self) -> bool:
        """Return whether the lobby opens again: it is the host's, and does not if they are away at the end."""
        away = self.end.missing if isinstance(self.end, Finished) else ()
        return self.host is not None and self.host not in away

    @property
    def returns(self) -> bool:
        """Return whether the player comes back to the lobby: there is one, and no proof accuses them or the host."""
        return self.has_lobby and not {self.host, self.session.me} & self.session.proofs.keys()

    @property
    def goes_on(self) -> bool:
        """Return whether the lobby goes on with the game that a proof has stopped, without the player it accuses."""
        is_proven = isinstance(self.end, Stopped) and self.end.is_proven
        return is_proven and self.returns and self.session.rest is not None

    def ending(self) -> str:
        """Return how the game has ended, in one sentence or two; nothing while it goes on."""
        if not isinstance(self.end, Finished):
            return self._stopped(self.end) if self.end is not None else ""
        names = names_of(self.session.charter)
        winners = [f"{side(self.rules.state, seat)} ({names[seat]})" for seat in self.end.winners]
        return view_of(self.rules).ending(self.rules.state.board, self.end.victory, winners)

    def _stopped(self, end: Stopped) -> str:
        """Return why the game has stopped and, if a player is proven to cheat, how it goes on without them."""
        told, session = translated(end.sentence), self.session
        if self.goes_on:
            going_on = tr(
                "The proof is kept. In the lobby, the game goes on without that player, or with them if you let them"
                " in."
            )
            return f"{told} {going_on}"
        if not end.is_proven:
            return told
        return f"{told} {without_them(session.charter, session.rest, is_accused=session.me in session.proofs)}"

    def played(self) -> tuple[str, ...]:
        """Return by seat what was played; what was asked for, where the empires have not been dealt."""
        state, charter = self.rules.state, self.session.charter
        if not state.seats:
            return charter.setup.choices
        return tuple(state.board.empires[empire_of(state, seat)] for seat in range(len(charter.seats)))

    def summary(self) -> dict[str, Any]:
        """Return what there is to say and to compare at the end of a finished game."""
        if not isinstance(self.end, Finished):
            raise ValueError("the game is not over")
        log, played = self.session.log, self.played()
        return {
            "rounds": log.game.round(),
            "steps": log.height,
            "winners": [played[seat] for seat in self.end.winners],
            "victory": self.end.victory,
            "sentence": self.ending(),
            "game": self.session.charter.id.hex(),
            "log": log.head.hex(),
            "state": log.state.hex(),
        }


async def _nobody() -> str:
    raise ValueError("no player here is asked anything")
