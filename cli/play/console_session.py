"""A game at a console, for the player who sits there or for a spectator; and the final page of the game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path

import trio

import p2p
from cli.args import save_record
from cli.command import Failure
from cli.editions import view_of
from cli.i18n.texts import count, reason_of, tr, translated
from cli.play.game_session import GameSession
from cli.play.people import Others, take_up
from cli.play.reporter import Reporter
from cli.storage.games import short
from cli.storage.profile import Pauses, keep_pauses, kept_pauses
from cli.table_game import opening
from cli.ui.replay.replay import Replay, lines_of, of_log, turning_points
from cli.ui.terminal import display_for
from cli.ui.text.console import Console, Left
from cli.ui.text.names import called, names_of
from core.engine.event import Event, message_of
from p2p import Connecting


class CutShort(Failure):
    """The game could not be played to its end; the message says why."""


class ConsoleSession:
    """What joins a console to a game session: it asks, tells, converses, and says how the game has ended."""

    def __init__(self, console: Console, game: GameSession, others: Others) -> None:
        self.game = game
        self._console = console
        self._others = others
        self._page: list[str] = []
        session = game.session
        own = None if session.me is None else session.charter.seats_of(session.me)[0]
        names = names_of(session.charter) | ({} if own is None else {own: tr("you")})
        self.display = display_for(console, session, view_of(game.rules), own, names, others)
        self.conversation = self.display.conversation
        self.conversation.pauses = kept_pauses() is Pauses.ON
        self.conversation.keep_pauses = self._keep_pauses
        if (stand_in := others.stand_in) is not None:
            stand_in.notice, stand_in.withdraw = self.conversation.notice, self.conversation.withdraw
            stand_in.is_heard = console.live
            game.shows.append(stand_in.see)
        game.rules.listen(self._tell)
        game.ask = self._ask
        reporter = Reporter(session, self.conversation, others.muted, only_bots=others.only_bots)
        self._outcomes = reporter.outcomes
        game.shows.append(reporter.show)
        game.shows.append(self._begin)

    def _keep_pauses(self, on: bool) -> None:
        """Keep for other games, too, whether what happened to the player waits; say so if that can't be written."""
        try:
            keep_pauses(Pauses.ON if on else Pauses.OFF)
        except Failure as failure:
            self.conversation.notice(str(failure))
        except OSError as error:
            self.conversation.notice(reason_of(error))

    def restore(self, items: Iterable[bytes]) -> None:
        """Take up the game from its journal; raises JournalError."""
        stand_in = self._others.stand_in
        heard = (stand_in.hear,) if stand_in is not None else ()
        take_up(self.game.session, items, self.conversation, self._outcomes, *heard)
        for line in self._others.welcome():
            self.conversation.notice(line)

    async def play(self, connecting: Connecting, lingering: float = math.inf) -> None:
        """Play until the game ends or the person leaves.

        ``lingering`` is for how many seconds the end can be looked at.
        """
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._converse)
            nursery.start_soon(self._watch_the_wait)
            await self.game.play(connecting)
            if not self.game.left:
                self._page = await trio.to_thread.run_sync(final_page, self.game)
                await self.display.linger(self.game.ending(), self._page, lingering)
            nursery.cancel_scope.cancel()

    def _begin(self, event: p2p.Event) -> None:
        if isinstance(event, p2p.Started):
            self.conversation.begin(() if self.game.session.log.start else opening(self.game.rules))

    def _tell(self, event: Event) -> None:
        # What the autopilot does in an epoch, it does as soon as the log has that.
        self._outcomes.look()
        self.game.bots.listen(str(message_of(self.game.rules.state.board, event)))
        self.conversation.tell(event)

    async def _ask(self) -> str:
        try:
            stand_in = self._others.stand_in
            return await (self.conversation.ask() if stand_in is None else stand_in.answer_or(self.conversation.ask))
        except Left:
            self.game.leave()
            return await trio.sleep_forever()

    async def _converse(self) -> None:
        try:
            await self.display.converse()
        except Left:
            self.game.leave()

    async def _watch_the_wait(self) -> None:
        """Say who is waited for, once that takes long."""
        while True:
            await trio.sleep(1)
            if told := self._others.waited_for(trio.current_time()):
                self.conversation.notice(told)
            self.conversation.pass_time(self._others.elapsed)

    # ------------------------------------------------------------------ the end

    def conclude(self, path: Path | None) -> None:
        """Say how the game ended and where its record is; raises Failure if that cannot be written, and CutShort."""
        game, session = self.game, self.game.session
        if game.left:
            round_, height = session.log.game.round(), session.log.height + 1
            standing = tr("The game stands at round {round}, step {height}.", round=round_, height=height)
            self._console.say(" ".join([tr("You have left the table."), standing]))
        elif isinstance(game.end, p2p.Finished):
            self.display.conclude(game.ending(), self._page)
            for player in game.end.missing:
                self._console.say(tr("{name} did not sign the end.", name=called(session.charter, player)))
            if game.end.missing and game.is_kept:
                self._console.say(
                    tr(
                        "Later, `mare resume {short}` gives the end to players who come back.",
                        short=short(session.charter),
                    )
                )
        is_proven = isinstance(game.end, p2p.Stopped) and game.end.is_proven
        if not (is_proven or isinstance(game.end, p2p.Finished)) and (how := self._others.how_to_go_on):
            self._console.say(how)
        self._save(path)
        if isinstance(game.end, p2p.Stopped):
            raise CutShort(game.ending())

    def _save(self, path: Path | None) -> None:
        session = self.game.session
        record = session.record()
        # A game that goes on is kept; `mare export` writes its record as far as it has come.
        if record is not None and not (self.game.left and path is None):
            saved = save_record(path, session.charter.id.hex(), record)
            steps = count(session.log.height, "step")
            self._console.say(
                tr("The record ({steps}) is in {saved}; check it with `mare verify {saved}`.", steps=steps, saved=saved)
            )
            if self.game.is_kept:
                self._console.say(tr("You need not keep that file: `mare games` lists the game without it, too."))


LAST_TOLD = 4
"""The most sentences that tell how the game ended; all are of the phase that ended it."""


def final_page(game: GameSession) -> list[str]:
    """Return the lines of the page; nothing for a game that is not finished."""
    if not isinstance(game.end, p2p.Finished):
        return []
    view, session, state = view_of(game.rules), game.session, game.rules.state
    replay = of_log(session.log, view, state.board.map)
    names = names_of(session.charter)
    cause = bool(game.end.winners)
    lines = [game.ending(), "", _last_step(replay, game.ending(), told=cause), "", tr("How all stand:")]
    lines += view.words.player_table(state, [names[seat] for seat in sorted(names)])
    lines.append(tr("  * leads this track; > has won"))
    if points := turning_points(replay):
        lines += [
            "",
            tr("Turning points: what changed the race most."),
            *lines_of(points, game.ending()),
        ]
    return [*lines, "", *_with_it(short(session.charter))] if game.is_kept else lines


def _last_step(replay: Replay, ending: str, *, told: bool) -> str:
    """Return when the game ended, and by what, if ``told`` asks for it: a limit of rounds has no cause."""
    last = replay.moments[-1]
    _, lines = last.by_phase()[-1]
    texts = [translated(line.text) for line in lines[-LAST_TOLD:]]
    said = " ".join(dict.fromkeys(text for text in texts if text != ending))
    if not (said and told):
        return tr("It ended in round {round}, step {step}.", round=last.state.round, step=last.step)
    return tr("It ended in round {round}, step {step}: {told}", round=last.state.round, step=last.step, told=said)


def _with_it(game: str) -> Iterator[str]:
    yield tr("  mare verify {game}    checks every signature, die and rule", game=game)
    yield tr("  mare show {game}      steps through it; with `--html {game}.html` as a web page", game=game)
