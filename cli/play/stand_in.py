"""A bot that plays for the person here, for a stretch that they name: all see it, and it ends whenever they want.

The person's own program answers by a built-in player and signs with their key, so the others' programs need to know
nothing of it. The program tells them in talk. The bot makes no deals in the person's name. It ends with the program:
who takes the game up again plays for themselves. A `Resolve` is for words that end a game or a part in it: the first
says what it does, and the same word once more does it.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import trio

from cli.bots.minds import STEADILY, Chosen, Understudied, built_in
from cli.editions import view_of
from cli.i18n.texts import marked, term, tr, translated
from cli.table_game import rules_of
from cli.ui.text.stretch import ENDED, Stretch, begins, stretch_of
from core.engine.edition import Edition
from core.engine.game import Game
from p2p import Completed, Event, Log, Returned, Said, Session, Table, TalkError, author

Told = Callable[[], str]


class Resolve:
    """A command that counts only when the player repeats it before answering anything."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._said: tuple[str, int] | None = None

    def twice(self, word: str, warning: Told, deed: Told) -> Callable[[str], str]:
        """Return a command, typed as ``word``, that gives a warning at first, and does its deed at the second time."""

        def command(rest: str) -> str:
            said, self._said = self._said, (word, newest_entry(self._session.log, self._session.me))
            if said != self._said:
                return warning()
            self._said = None
            return deed()

        return command


def newest_entry(log: Log, player: int | None) -> int:
    """Return the number of the newest step that a person has signed an entry of, -1 where there is none."""
    mine = (step.number for step in reversed(log.steps) if player in (author(log.charter, one) for one in step.entries))
    return next(mine, -1)


HELP = marked("""\
  bot WHEN        let a bot play for you: “bot PHASE” until that phase begins,
                  “bot round 7” until that round, “bot back” until “stop”
  stop            play for yourself again, if a bot plays for you""")

_HOW = marked(
    "“bot PHASE” lets a bot ({strength}) play for you until the next phase of that name, “bot round {round}” until that"
    " round, and “bot back” until you type “stop”. All see it."
)

PAUSE = 1.0
"""Seconds before the bot answers, in which the person can still take it back."""


class StandIn:
    """Answers for the person while they want a bot to."""

    def __init__(self, table: Table, chosen: Chosen = STEADILY) -> None:
        """``chosen`` says how the bot plays."""
        self._table = table
        self._chosen = chosen
        self._stretch: Stretch | None = None
        self._mind: Understudied | None = None
        self._asking = trio.CancelScope()
        self._is_announced = False
        self.notice: Callable[[str], None] = lambda text: None
        """Tells the person what happens by itself."""
        self.withdraw: Callable[[], str] = lambda: ""
        """Closes the question to the person, and returns what to say about steps that are lost."""
        self.is_heard = True
        """Whether the person can type while the bot plays."""

    @property
    def told(self) -> str:
        """What the person is told while the bot plays; nothing if it does not."""
        return "" if self._stretch is None else self._stretch.told(self._phases)

    @property
    def commands(self) -> dict[str, Callable[[str], str]]:
        """What the person may type, by its first word; each takes the rest of the line."""
        return {"bot": self._begin, "autopilot": self._begin, "stop": lambda rest: self.stop()}

    async def answer_or(self, ask: Callable[[], Awaitable[str]]) -> str:
        """Return the bot's answer to the open question while it plays, and else what ``ask`` has from the person."""
        while True:
            self._look()
            with trio.CancelScope() as self._asking:
                return await (self._decided() if self._stretch is not None else ask())

    def stop(self) -> str:
        """Let the person play for themselves again; returns what to tell them."""
        if self._stretch is None:
            return tr("No bot plays for you.")
        self._end()
        return tr("You play for yourself again; the others see it.")

    def hear(self, said: Said) -> None:
        """Hear from the journal what this program had told all before it was restarted."""
        if said.player == self._table.session.me and said.to is None:
            self._is_announced = begins(said.text) or (self._is_announced and said.text != ENDED)

    def see(self, event: Event) -> None:
        """Follow the game: it may have come to the end of the stretch, or been taken up again."""
        match event:
            case Completed():
                self._look()
            case Returned() if self._is_announced:
                self._say_ended()
                self.notice(
                    tr("A bot played for you when you left. You play for yourself again; “bot” can have it back.")
                )

    # ------------------------------------------------------------------ beginning and ending

    def _begin(self, rest: str) -> str:
        if not rest:
            return self.told or self._how()
        stretch = stretch_of(rest, self._game.state, self._phases)
        if stretch is None:
            return self._how()
        if not (self.is_heard or stretch.round):
            return tr("“stop” is not heard here while the bot plays, so name a phase or a round.")
        try:
            self._table.say(stretch.announced(self._phases))
        except TalkError as error:
            return translated(error)
        self._is_announced = True
        lost, self._stretch, self._mind = self.withdraw(), stretch, None
        self._asking.cancel()
        strength = tr("The bot is {strength}, and makes no deals for you.", strength=term(self._chosen.name))
        return " ".join(filter(None, [self.told, strength, lost]))

    def _look(self) -> None:
        """End the bot's part once the game has come so far."""
        if self._stretch is None or not self._stretch.is_over(self._game.state):
            return
        if self._game.state.result is not None:
            self._stretch = None
        else:
            self._end()
            self.notice(tr("The bot has played as far as you wanted. You play for yourself again."))

    def _end(self) -> None:
        self._stretch = None
        self._asking.cancel()
        self._say_ended()

    def _say_ended(self) -> None:
        self._is_announced = False
        with suppress(TalkError):
            self._table.say(ENDED)

    def _how(self) -> str:
        return tr(_HOW, strength=term(self._chosen.name), round=self._game.state.round + 2)

    # ------------------------------------------------------------------ the bot

    async def _decided(self) -> str:
        if self._mind is None:
            session = self._table.session
            seat, *_ = session.charter.seats_of(session.me or 0)
            self._mind = Understudied(built_in(self._chosen), self.notice)
            await self._mind.begin(self._game, seat, secrets.randbelow)
        await trio.sleep(PAUSE)
        return self._game.text(await self._mind.answer())

    @property
    def _game(self) -> Game[Any]:
        return rules_of(self._table.session.log.game)

    @property
    def _phases(self) -> tuple[str, ...]:
        return tuple(view_of(self._game).words.PHASES)


def as_strong_as(bots: Iterable[Chosen], edition: Edition) -> Chosen:
    """Return how a bot plays for the person: as the strongest built-in one of the table's bots, without talk."""
    known = list(edition.strengths)
    found = [bot for bot in bots if bot.name in known]
    strongest = max(found, key=lambda bot: known.index(bot.name), default=STEADILY)
    return replace(strongest, talks=False)
