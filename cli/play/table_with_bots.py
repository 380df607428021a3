"""A table on this machine: each peer is a process here, and all but one person are bots, who agree to all proposals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import trio

from cli.bots.minds import Chosen
from cli.editions import view_of
from cli.i18n.texts import marked, tr
from cli.play.bot_seats import BotSeats
from cli.play.console_session import ConsoleSession
from cli.play.game_session import GameSession
from cli.play.people import PAUSE, OtherPeople, Others, played_for_by, talking_help
from cli.play.processes import BotGone, BotProcess, follow
from cli.play.seating import Seating, connecting, session_at
from cli.play.stand_in import HELP as STAND_IN
from cli.play.stand_in import Resolve, StandIn, as_strong_as
from cli.storage.games import how_to_go_on_alone
from cli.table_game import rules_of
from cli.ui.text.console import Console, OpenVote
from cli.ui.text.votes import Votes
from p2p import END, RESIGN, Finished, Journal, Signer, Store, Table, TableSecret

_HELP = marked("""\
  takeback        take back your last action, and all that followed it
  pause           how to stop for now, and go on later
  end             end the game for good, without a winner; type it twice
  resign          let the autopilot play for you to the end; type it twice""")

_END = marked(
    "“end” ends the game for good, without a winner. Type it once more to do so. To end your turn, type “done”."
)
_RESIGN = marked(
    "“resign” lets the autopilot play for you to the end, and that cannot be undone. Type it once more to do so."
)
_HERE = marked("There are only bots at this table, and they never leave.")
_SELF = marked(
    "“back” asks the others to let you play again after the autopilot has played for you."
    " Here it plays for you only after you resign, and that is for good."
)
_NONE = marked("There are only bots at this table: they propose nothing, and agree to what you propose.")
_SILENT = marked("The bots at this table do not talk (`--no-talk`).")
_NOT_HERE = {
    "table": _HERE,
    "absent": _HERE,
    "invite": _HERE,
    "watch": _HERE,
    "back": _SELF,
    "agree": _NONE,
    "refuse": _NONE,
    "votes": _NONE,
}


class OnlyBots(Others):
    """The commands of a table with people, for a player who sits only with bots."""

    only_bots = True

    def __init__(self, table: Table, stand_in: StandIn | None = None, *, talks: bool = True) -> None:
        """``talks`` says whether the bots answer what is said to them."""
        self.stand_in = stand_in
        self._table = table
        self._talks = talks
        self._votes = Votes(table)
        self._others = OtherPeople(table)
        self._resolve = Resolve(table.session)

    @property
    def help(self) -> str:
        besides = [] if self.stand_in is None else [tr(STAND_IN)]
        return "\n".join([talking_help(self._table.session), *besides, tr(_HELP)])

    @property
    def parting(self) -> str:
        return self.how_to_go_on

    @property
    def how_to_go_on(self) -> str:
        return how_to_go_on_alone(self._table.session.charter)

    @property
    def commands(self) -> dict[str, Callable[[str], str]]:
        """What can be typed, by its first word; each takes the rest of the line."""
        votes, resolve = self._votes, self._resolve
        refused = {word: _always(sentence) for word, sentence in _NOT_HERE.items()}
        return played_for_by(
            self.stand_in,
            refused
            | self._others.muting
            | {
                "say": lambda rest: self._others.say(rest) or self._unheard(rest, alone=False),
                "tell": lambda rest: self._others.tell(rest) or self._unheard(rest.partition(" ")[2], alone=True),
                "takeback": lambda rest: votes.take_back_own(),
                "pause": lambda rest: tr(PAUSE),
                "end": resolve.twice("end", lambda: tr(_END), lambda: votes.propose(END)),
                "resign": resolve.twice("resign", lambda: tr(_RESIGN), lambda: votes.propose(RESIGN, votes.me)),
            },
        )

    @property
    def muted(self) -> Collection[int]:
        return self._others.muted

    def possible(self) -> list[str]:
        return self._votes.possible(self._votes.me)

    def proposed(self) -> list[OpenVote]:
        return [OpenVote(told) for told in self._votes.proposed()]

    def _unheard(self, text: str, *, alone: bool) -> str:
        """Return why no bot will answer what was said to all, or to one bot alone; empty if a bot may answer."""
        rules = rules_of(self._table.session.log.game)
        talk = view_of(rules).talk
        return talk.unheard(rules.state.board, text, alone=alone) if self._talks else tr(_SILENT)


def _always(sentence: str) -> Callable[[str], str]:
    return lambda rest: tr(sentence)


PARTING = 5
"""Seconds for the bots to say how the game ended for them."""


class GameWithBots:
    """The game of one person with bots on this machine."""

    def __init__(
        self, console: Console, seating: Seating, signer: Signer, journal: Journal | None, bots: Sequence[Chosen]
    ) -> None:
        """``bots`` says how they play and whether they talk."""
        self._console = console
        self._seating = seating
        self._signer = signer
        self._game = GameSession(session_at(seating, signer), BotSeats({}), journal)
        stand_in = StandIn(self._game.table, as_strong_as(bots, seating.edition))
        others = OnlyBots(self._game.table, stand_in, talks=any(bot.talks for bot in bots))
        self.at_console = ConsoleSession(console, self._game, others)
        self._ends: list[dict[str, Any]] = []

    @property
    def rematch(self) -> tuple[str, ...]:
        """What is played at each seat in another game, the seats turned by one; nothing if none is wanted."""
        if not self.at_console.conversation.wants_rematch:
            return ()
        played = self._game.played()
        return (*played[1:], played[0])

    async def play(
        self, listeners: Sequence[trio.SocketListener], secret: TableSecret, bots: Sequence[BotProcess], store: Store
    ) -> None:
        """Play until the game ends or the person leaves; the bots keep what they play in the store, too."""
        for bot in bots:
            await bot.send({"seating": self._seating.to_json(), "tell": False, "store": str(store.path)})
        parted = trio.Event()

        async def hear_the_ends() -> None:
            try:
                self._ends = await follow(bots, lambda lines: self._console.say("\n".join(lines)))
            except BotGone as gone:
                self._console.say(str(gone))
            parted.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(hear_the_ends)
            async with connecting(self._game.session, self._seating, self._signer, listeners, secret) as mesh:
                await self.at_console.play(mesh)
            if isinstance(self._game.end, Finished):
                with trio.move_on_after(PARTING):
                    await parted.wait()
            nursery.cancel_scope.cancel()

    def conclude(self, record: Path | None) -> None:
        """Say how the game ended, and whether all peers agree about it; raises Failure if it was cut short."""
        self.at_console.conclude(record)
        if isinstance(self._game.end, Finished) and self._ends:
            mine = self._game.summary()
            if all(end[what] == mine[what] for end in self._ends for what in ("log", "state")):
                self._console.say(tr("All {same} players have the same log.", same=len(self._ends) + 1))
