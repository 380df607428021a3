"""A game at a console, for the player who sits there or for a spectator; and the final page of the game."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import trio

import p2p
from cli.args import save_record
from cli.command import Failure
from cli.editions import view_named, view_of
from cli.i18n.texts import both, count, plural, reason_of, tr, translated
from cli.play.game_session import GameSession
from cli.play.people import Others, take_up, too_few
from cli.play.speakers import speaker, speaking_seat
from cli.storage.games import continuing, short
from cli.storage.profile import Pauses, keep_pauses, kept_pauses
from cli.table_game import opening
from cli.ui.conversation.conversation import Conversation
from cli.ui.replay.replay import Replay, lines_of, of_log, turning_points
from cli.ui.terminal import display_for, front_of
from cli.ui.text import votes
from cli.ui.text.console import Console, Left
from cli.ui.text.names import called, names_of
from core.engine.event import Event, message_of
from p2p import (
    Allowance,
    CatchingUp,
    CaughtUp,
    Change,
    Completed,
    Connecting,
    Differs,
    Diverged,
    Doubled,
    MessageRefused,
    Missed,
    Moved,
    Overdue,
    Phase,
    Proven,
    Reached,
    Requested,
    Returned,
    RolledBack,
    Said,
    Session,
    Started,
    Status,
    is_allowed,
)

LINGERING = 30.0
"""Seconds for which the host can look at the end of a game before the lobby opens, for which the others wait."""


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
        self._outcomes, self._pass_time = reporter.outcomes, reporter.pass_time
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

    async def play(self, connecting: Connecting) -> None:
        """Play until the game ends or the person leaves."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._converse)
            nursery.start_soon(self._watch_the_wait, connecting)
            await self.game.play(connecting)
            if not self.game.left:
                told, front = await trio.to_thread.run_sync(final_page, self.game), front_of(self._console)
                self._page = [*told, *with_it(self.game)]
                shown = [*told, *with_it(self.game, on_page=front is not None and front.is_page)]
                await self.display.linger(self.game.ending(), shown, self._lobby())
            nursery.cancel_scope.cancel()

    def _lobby(self) -> float | None:
        """Return for how many seconds the lobby waits for the player; None if they don't come back to one."""
        if not self.game.returns:
            return None
        return LINGERING if self.game.host == self.game.session.me else math.inf

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

    async def _watch_the_wait(self, connecting: Connecting) -> None:
        """Say who is waited for, once that takes long, and what else only time tells."""
        while True:
            await trio.sleep(1)
            self._pass_time()
            if told := self._others.waited_for(trio.current_time(), connecting.elsewhere):
                self.conversation.notice(told)
            self.conversation.pass_time(self._others.elapsed)

    # ------------------------------------------------------------------ the end

    def conclude(self, path: Path | None) -> None:
        """Say how the game ended and where its record is; raises Failure if that cannot be written, and CutShort."""
        game, session = self.game, self.game.session
        if game.left:
            standing = tr(
                "The game stands at step {step} ({when}).", step=session.log.height + 1, when=_when(session.log)
            )
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
    replay = of_log(session.log, view)
    names = names_of(session.charter)
    cause = bool(game.end.winners)
    lines = [game.ending(), "", _last_step(replay, game.ending(), cause=cause), "", tr("How all stand:")]
    lines += view.words.player_table(state, [names[seat] for seat in sorted(names)])
    lines.append(tr("  * leads this track; > has won"))
    if points := turning_points(replay):
        lines += [
            "",
            tr("Turning points: what changed the race most."),
            *lines_of(points, game.ending()),
        ]
    return lines


def _when(log: p2p.Log) -> str:
    """Return the round in which a game stands."""
    return view_named(log.charter.edition).words.round_name(log.game.round())


def _last_step(replay: Replay, ending: str, *, cause: bool) -> str:
    """Return when the game ended, and by what, if it has a cause: a limit of rounds is none."""
    last = replay.moments[-1]
    when = last.view.words.round_name(last.state.round)
    _, lines = last.by_phase()[-1]
    texts = [translated(line.text) for line in lines[-LAST_TOLD:]]
    said = " ".join(dict.fromkeys(text for text in texts if text != ending))
    if not (said and cause):
        return tr("It ended at step {step} ({when}).", step=last.step, when=when)
    return tr("It ended at step {step} ({when}): {told}", step=last.step, when=when, told=said)


def with_it(game: GameSession, *, on_page: bool = False) -> Iterator[str]:
    """Yield what can be done with a finished game: by commands in a terminal, or by a button of the page."""
    if not (game.is_kept and isinstance(game.end, p2p.Finished)):
        return
    yield ""
    if on_page:
        yield tr("“Look back” steps through the game.")
        return
    name = short(game.session.charter)
    yield tr("  mare verify {game}    checks every signature, die and rule", game=name)
    yield tr("  mare show {game}      steps through it; with `--html {game}.html` as a web page", game=name)


NOTICES_PER_SECOND = 0.1
NOTICES_AT_ONCE = 10
"""How often one person, or all spectators together, can have something told, so that none fills another's screen."""

DOUBT = 10.0
"""Seconds for a proof to come: until then, a player with another log may have been lied to as we may have been."""

FAR = 100
"""From so many steps behind, catching up is shown as a count and not step by step."""


_OfPlayer: TypeAlias = Missed | Reached | Moved | Requested
"""What may change again and again, so that only the newest counts."""

_Cause: TypeAlias = int | None
"""On whose account something is told: a person, or None for spectators."""

_AMONG_BOTS = (Said, Completed, CatchingUp, CaughtUp)
"""What is told at a table with bots only, which neither come nor go, and agree to all that is proposed."""


class Reporter:
    """Tells it as it happens."""

    def __init__(
        self, session: Session, conversation: Conversation, muted: Collection[int] = (), *, only_bots: bool = False
    ) -> None:
        """``muted`` has, at any time, the players whose talk is not shown.

        ``only_bots`` says that there are no other people.
        """
        self._session = session
        self._conversation = conversation
        self._muted = muted
        self._only_bots = only_bots
        self.outcomes = votes.Outcomes(session.log, conversation.announce)
        self._started = False
        self._missed: set[int] = set()
        self._left: set[int] = set()
        self._behind_since: int | None = None
        self._requests: dict[int, Sequence[Change]] = {}
        """By person, what we last told that they ask for."""
        self._notices: dict[_Cause, Allowance] = {}
        """How much more we tell on whose account."""
        self._owed: dict[tuple[int, type[p2p.Event]], _OfPlayer] = {}
        """The newest notice not shown yet because there were too many, by person and subject."""
        self._differing: list[tuple[float, Differs]] = []
        """With whom we can't play on unless a proof or a vote comes until a time, in seconds."""

    def show(self, event: p2p.Event) -> None:
        """Tell about an event, if it is one to be told about."""
        self._started |= isinstance(event, Started | Returned)
        if not self._only_bots or isinstance(event, _AMONG_BOTS):
            self._show(event)
        for owed in list(self._owed.values()):
            if self._notices_of(owed.player).has(trio.current_time()):
                self._show(owed)
        if self._started:
            self._conversation.see(event)

    def pass_time(self) -> None:
        """Tell with whom we can't play on, if nothing has explained their log for some time."""
        while self._differing and self._differing[0][0] <= trio.current_time():
            _, event = self._differing.pop(0)
            if not self._session.ended:
                self._notice_with_way_on(
                    tr(
                        "{sentence} You can't play on with this player; “absent” proposes the autopilot.",
                        sentence=translated(event.sentence),
                    )
                )

    def _show(self, event: p2p.Event) -> None:
        if isinstance(event, _OfPlayer):
            self._owed.pop(_about(event), None)
        match event:
            case Started():
                self._conversation.notice(self._beginning())
            case Returned():
                self._conversation.notice(tr("The game goes on at step {height}.", height=self._session.log.height + 1))
            case Said(player) if player not in self._muted:
                self._conversation.heard(speaker(self._session, event), event.text, speaking_seat(self._session, event))
            case Missed() | Reached() | Moved():
                self._come_or_go(event)
            case Doubled():
                self._conversation.notice(
                    tr(
                        "Another program plays with your key, in another window or on another machine: close one"
                        " of the two."
                    )
                )
            case Diverged(player, height) if self._may_tell(player):
                self._conversation.notice(
                    tr(
                        "{name} has another log than ours at step {height}; comparing.",
                        name=self._name(player),
                        height=height,
                    )
                )
            case MessageRefused(link, reason) if self._may_tell(self._session.links.player(link)):
                why = translated(reason)
                self._conversation.notice(
                    tr("Refused, from {end_of}: {reason}.", end_of=self._end_of(link), reason=why)
                )
            case CatchingUp(height, goal) if goal - height >= FAR or self._behind_since is not None:
                self._catch_up(height, goal)
            case CaughtUp(height) if self._behind_since is not None:
                self._conversation.recalls = False
                steps = count(height - self._behind_since, "step")
                self._conversation.notice(tr("Caught up with {steps}.", steps=steps))
                self._behind_since = None
            case _:
                self._show_change(event)

    def _beginning(self) -> str:
        """Return what is told when all have signed."""
        log = self._session.log
        if not (after := log.charter.after):
            return tr("All players have signed the charter: the game begins.")
        return tr(
            "All players have signed the charter: the game goes on after step {step} ({when}).",
            step=after.height,
            when=_when(log),
        )

    def _come_or_go(self, event: Missed | Reached | Moved) -> None:
        """Tell who cannot be reached any more or has left, and who is back of them."""
        player, ended = event.player, self._session.ended
        name, standing = self._name(player), self._session.roster.status(player)
        match event:
            case Missed() if not ended and player not in self._missed and self._may_tell_of(event):
                self._missed.add(player)
                self._conversation.notice(tr("{name} cannot be reached at the moment.", name=name))
            case Reached() if self._started and player in self._missed and self._may_tell_of(event):
                self._missed.remove(player)
                self._conversation.notice(tr("{name} is connected again.", name=name))
            case Moved() if ended or player == self._session.me:
                return
            case Moved() if standing is Status.LEFT and player not in self._left and self._may_tell_of(event):
                self._left.add(player)
                self._conversation.notice(tr("{name} has left.", name=name))
            case Moved() if standing is Status.HERE and player in self._left and self._may_tell_of(event):
                self._left.remove(player)
                self._missed.discard(player)
                self._conversation.notice(tr("{name} is connected again.", name=name))

    def _catch_up(self, height: int, goal: int) -> None:
        if self._behind_since is None:
            self._behind_since = height
        self._conversation.recalls = True
        self._conversation.notice(tr("Catching up: {height} of {max} steps.", height=height, max=max(height, goal)))

    def _show_change(self, event: p2p.Event) -> None:
        """Tell with whom the game can't go on, what is proposed about it, and what has been changed."""
        match event:
            case Overdue(player):
                self._notice_with_way_on(
                    too_few(self._session)
                    or tr(
                        "{name} has been away for a long time; “absent” proposes the autopilot.",
                        name=self._name(player),
                    )
                )
            case Proven(_, _, sentence) if self._session.phase is not Phase.STOPPED:
                self._conversation.notice(
                    tr("{sentence} The proof is kept; the game stays as it has ended.", sentence=translated(sentence))
                )
            case Differs():
                self._differing.append((trio.current_time() + DOUBT, event))
            case Requested():
                self._show_request(event)
            case RolledBack(steps):
                self._conversation.notice(
                    plural(
                        "The last step of this log no longer counts: the game goes on without it.",
                        "The last {number} steps of this log no longer count: the game goes on without them.",
                        len(steps),
                    )
                )
            case Completed(step) if step.proposed is not None:
                self._differing.clear()
                made = step.proposed.changes
                self._requests = {player: _without(told, made) for player, told in self._requests.items()}
                for about, owed in self._owed.items():
                    if isinstance(owed, Requested):
                        self._owed[about] = Requested(owed.player, _without(owed.changes, made))
                self.outcomes.tell(step.proposed)

    def _notice_with_way_on(self, told: str) -> None:
        """Tell why the game can't go on as it is, and how it can with others."""
        self._conversation.notice(f"{told} {continuing(self._session.charter)}")

    def _sentences(self, player: int, changes: Sequence[Change]) -> str:
        charter, log = self._session.charter, self._session.log
        return both([votes.sentence(charter, change, player, log) for change in changes])

    def _requested(self, player: int, changes: Sequence[Change]) -> Iterator[str]:
        """Yield what a player asks for: they agree to a proposal, or make one; a spectator is not asked."""
        name = self._name(player)
        others = [change for other, asked in self._session.requests.items() if other != player for change in asked]
        proposed = _without(changes, others)
        if agreed := _without(changes, proposed):
            yield tr("{name} agrees {wishes}.", name=name, wishes=self._sentences(player, agreed))
        if proposed and self._session.me is None:
            yield tr("{name} proposes {wishes}.", name=name, wishes=self._sentences(player, proposed))
        elif proposed:
            yield tr(
                "{name} proposes {wishes}; “agree” agrees to that.", name=name, wishes=self._sentences(player, proposed)
            )

    def _show_request(self, event: Requested) -> None:
        """Tell what a player asks for now and did not before, or else what they ask for no longer.

        Of what is no longer possible nothing is told.
        """
        player, changes = event.player, event.changes
        told = self._requests.get(player, ())
        gone = [change for change in _without(told, changes) if is_allowed(change, self._session.log)]
        if (new := _without(changes, told)) or gone:
            if not self._may_tell_of(event):
                return
            for line in self._requested(player, new):
                self._conversation.notice(line)
            if not new:
                wishes = self._sentences(player, gone)
                self._conversation.notice(
                    tr("{name} no longer proposes {wishes}.", name=self._name(player), wishes=wishes)
                )
        self._requests[player] = changes

    def _may_tell(self, cause: _Cause) -> bool:
        """Return whether we may tell one thing more on that account."""
        return self._notices_of(cause).spend(trio.current_time())

    def _may_tell_of(self, event: _OfPlayer) -> bool:
        """Return the same of what changes without end: if it is too much, tell the newest of it later."""
        may_tell = self._may_tell(event.player)
        if not may_tell:
            self._owed[_about(event)] = event
        return may_tell

    def _notices_of(self, cause: _Cause) -> Allowance:
        now = trio.current_time()
        return self._notices.setdefault(cause, Allowance(NOTICES_PER_SECOND, NOTICES_AT_ONCE, now))

    def _end_of(self, link: int) -> str:
        """Return the peer at the other end of a connection, who need not be the author of what comes over it."""
        player = self._session.links.player(link)
        return tr("a spectator") if player is None else self._name(player)

    def _name(self, player: int) -> str:
        return called(self._session.charter, player)


def _without(changes: Sequence[Change], others: Sequence[Change]) -> tuple[Change, ...]:
    """Return these changes except the others."""
    return tuple(change for change in changes if change not in others)


def _about(event: _OfPlayer) -> tuple[int, type[p2p.Event]]:
    """Return whom an event is about, and what: a newer event about the same takes its place."""
    return event.player, Missed if isinstance(event, Reached) else type(event)
