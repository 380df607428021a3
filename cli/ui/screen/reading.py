"""The full screen without being asked anything: what happens, the map, the pages, and leaving."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import trio

from cli.i18n.texts import marked, plural, tr
from cli.output.lines import say
from cli.ui.conversation.conversation import Conversation
from cli.ui.conversation.story import Line, stands
from cli.ui.map.textmap import Direction
from cli.ui.screen import panes
from cli.ui.screen.front import Front
from cli.ui.screen.scene import Page, Scene
from cli.ui.text.console import Left, Link, People
from cli.ui.text.dialogue import Dialogue
from cli.ui.text.help import HELP_OF_A_SPECTATOR, REMATCH
from cli.ui.view import GameView
from core.engine.event import Event as Happening
from core.engine.game import Game
from core.engine.message import Message
from p2p.log.presence import Status
from p2p.log.steps import Kind
from p2p.session.session import Session

KEYS = marked("""\
Keys
  Up, Down        go through the list of answers; Enter takes the marked one
  Tab             completes the word, or takes the marked answer""")

KEYS_OF_STAGING = marked("""\
  Enter           stages a whole answer; it is signed with the turn, or by F10
  Ctrl-Z          takes the last staged step back""")

KEYS_OF_A_GUEST = marked("""\
Keys
  Tab             completes the word""")

MAP_KEYS = marked("""\
  Left, Right     on an empty line: walk over the map, then with all arrows;
                  Enter writes the place into the line, + and - zoom
  F1 help  F2 map  F3 players  F4 log  F5 talk  F6 the rule behind the question""")

KEY_OF_HINTS = marked("  F7              what a good player would consider; “hints on” turns it on")

MORE_KEYS = marked("""\
  PgUp, PgDn      scroll what is large, or the log; the wheel does too
  Up, Down        on the page of the log: go through what happened in a place,
                  which Enter, or a click on a line of the log, shows on the map
  Ctrl-P, Ctrl-N  lines typed before
  Esc             back: clears the line, closes a page""")

KEY_OF_LEAVING = marked("  Ctrl-C twice    leaves the table")

BESIDES = marked("Here on the full screen, besides:")

STAGING = marked("""\
  back [N]        takes step N of what is staged back, or the last one
  move N M        puts step N of what is staged in place M
  sign            signs what is staged, and goes on""")

PAUSING = marked("  pauses off      what happened to you no longer waits for Enter")

MORE_HELP = marked("""\
  players         the heroes and wonders face up and what they do, too
  talk            what has been said
  /NAME           looks at a place, as “place NAME” does
  ?               behind a line of the log: no majority has acknowledged it yet,
                  so the others could still go on without it
  mouse           turns the mouse on or off, so that the terminal can select""")


class Reader(Dialogue, ABC):
    """A person with the whole screen, who follows the game, looks at places and pages, talks and leaves."""

    keys: Sequence[str] = (KEYS, KEYS_OF_STAGING, MAP_KEYS, KEY_OF_HINTS, MORE_KEYS, KEY_OF_LEAVING)
    """What the help says of keys."""

    besides: Sequence[str] = (BESIDES, STAGING, PAUSING, MORE_HELP)
    """What it says of commands that there are on the full screen only."""

    of_a_guest = (KEYS_OF_A_GUEST, MAP_KEYS, MORE_KEYS, KEY_OF_LEAVING), (BESIDES, MORE_HELP)
    """The same for a spectator, who is asked nothing."""

    def __init__(
        self,
        shell: Front,
        game: Game[Any],
        view: GameView,
        seat: int | None,
        names: Mapping[int, str],
        people: People | None = None,
        session: Session | None = None,
        farewell: Callable[[str], None] = say,
    ) -> None:
        """Without a ``session`` this is a board to be looked at while the table is set up.

        ``farewell`` says something once the screen is closed.
        """
        self._shell = shell
        self._farewell = farewell
        self.conversation = Conversation(game, view, seat, names, waited=self._waited)
        self.draft = self.conversation.draft
        self.scene = Scene(self.conversation, shell.glyphs, look=shell.look)
        if people is not None:
            self.scene.conversation.votes = people.proposed
            self.scene.conversation.played_for = lambda: people.played_for
        if session is not None:
            self.scene.conversation.final = lambda: session.final
            self.scene.conversation.stands = lambda line: stands(session.log, line)
            self.scene.conversation.automatic = lambda: self._seats_of(session.log.absent)
            self.scene.conversation.resigned = lambda: self._seats_of(session.log.resigned)
            self.scene.conversation.unreached = self._unreached
        super().__init__(shell, game, view, seat, names, people, session)
        self._commands |= {
            "board": self._show_board,
            "players": lambda rest: self._show(Page.PLAYERS),
            "log": self._show_log,
            "talk": lambda rest: self._show(Page.TALK),
            "place": self._look_at,
            "rule": self._show_rule,
            "rules": self._show_rule,
            "help": lambda rest: self._show_help(),
            "?": lambda rest: self._show_rule(rest) if rest else self._show_help(),
            "entry": self._show_entry,
            "mouse": lambda rest: shell.toggle_mouse(),
        }
        # There, what heroes and wonders do is said, too.
        self._commands |= dict.fromkeys(("heroes", "wonders"), self._commands["players"])
        self._sit_down()

    @abstractmethod
    def _sit_down(self) -> None:
        """Set what this person can type, as a player or a spectator, and show their screen."""

    # ------------------------------------------------------------------ what happens

    def tell(self, event: Happening) -> None:
        """Keep what has happened, with the step of the log that it tells of."""
        self._follow(event)
        if self._session is None:
            self.scene.conversation.story.add(self._game.state, 0, event)
        else:
            log = self._session.log
            self.scene.conversation.story.add(self._game.state, log.height + 1, event, below=log.head)
        for said in [*self._summary(event, self.scene.conversation.story.lines), self._passed_over(event)]:
            if said:
                self.scene.conversation.story.add(self._game.state, 0, said)
        self._make_room()

    def begin(self, opening: Iterable[Happening]) -> None:
        """Keep what happened before the first question, which is no step of a log."""
        for event in opening:
            self.scene.conversation.story.add(self._game.state, 0, event)
        self._make_room()

    def notice(self, text: str) -> None:
        """Keep what is no part of the game itself in the story too."""
        for line in text.splitlines():
            self.scene.conversation.story.add(self._game.state, 0, line)
        self._make_room()

    def pass_time(self, elapsed: str) -> None:
        """Show for how long the game has waited, if that text has changed."""
        if elapsed != self.scene.conversation.elapsed:
            self.scene.conversation.elapsed = elapsed
            self._shell.redraw()

    def announce(self, text: str) -> None:
        """Keep what has been voted; whatever is noticed is kept here."""
        self.notice(text)

    def heard(self, speaker: str, text: str, seat: int | None = None) -> None:
        """Keep what a player has said."""
        self.recall(speaker, text, seat)
        self._make_room()

    def recall(self, speaker: str, text: str, seat: int | None = None) -> None:
        """Keep what a player said before the game was taken up again."""
        self.scene.conversation.story.add(self._game.state, 0, self._understood(text), talk=speaker, seat=seat)

    def _make_room(self) -> None:
        """Let what has just happened be seen: an older reply gives way to it, but not while one types an answer."""
        if not self._leaving and not (self._is_asked and self.scene.draft.line):
            self.scene.conversation.refusal = ""
            if not self._listed:
                self.scene.conversation.notes = []
        self._shell.redraw()

    def conclude(self, ending: str, page: Sequence[str] = ()) -> None:
        """Say how the game has ended, once the screen is closed: whatever the story has said is gone then."""
        self._farewell("\n".join(page) if page else ending)

    async def linger(self, ending: str, page: Sequence[str] = (), limit: float = math.inf) -> None:
        """Let the person look at the end for as long as they like, but for no more seconds than the limit."""
        self.scene.conversation.over, self.scene.draft.plan, self._leaving = ending, None, False
        page = [*page, *[line for report in self._reports() for line in self._in_full(report)]] if page else page
        if page:
            # The status line and the question say how it ended.
            self._show_text(tr("The end"), "\n".join(page).removeprefix(ending).lstrip("\n"))
        if self.rematches:
            self.scene.conversation.pause = tr(REMATCH)
        elif limit < math.inf:
            self.scene.conversation.closing = tr(
                "Enter opens the lobby for all; it opens by itself after {number} seconds.", number=round(limit)
            )
        self._shell.redraw()
        with trio.move_on_after(limit):
            await self._shell.left.wait()

    async def converse(self) -> None:
        """Wait until the person leaves; then raises Left."""
        await self._shell.left.wait()
        raise Left

    def _waited(self) -> list[int]:
        """Return the seats that the game waits for. The program opens the player's own secrets itself."""
        session = self._session
        if session is None or session.log.kind is Kind.BEACON:
            return []
        if session.log.kind is Kind.OPENINGS:
            return self._seats_of({*session.awaited} - {session.me})
        return list(session.log.missing())

    def _seats_of(self, players: Collection[int]) -> list[int]:
        """Return the seats of these persons."""
        if self._session is None:
            return []
        return [seat for seat, of in enumerate(self._session.charter.seats) if of.player in players]

    def _unreached(self) -> list[int]:
        """Return the seats of those who have left or cannot be reached."""
        if self._session is None:
            return []
        roster, unreachable = self._session.roster, self._session.unreachable
        seats = enumerate(self._session.charter.seats)
        return [seat for seat, of in seats if of.player in unreachable or roster.status(of.player) is not Status.HERE]

    # ------------------------------------------------------------------ the map, leaving

    def walk(self, direction: Direction) -> None:
        """Go to the next place on the map."""
        scene = self.scene
        scene.on_map, scene.page, scene.below = True, Page.BOARD, 0
        # The first step of a walk is home.
        home = self._view.words.home(self._game.state, scene.conversation.empire)
        place = panes.step_on_map(scene, direction) if scene.selected or not home else home
        panes.look_at(scene, place)
        self._shell.redraw()

    def zoom(self, steps: int) -> None:
        """See the map from nearer or farther."""
        self.scene.viewport = self.scene.viewport.zoomed(steps)
        self._shell.redraw()

    def look_at(self, place: str) -> None:
        """Look at a place, which was clicked at."""
        panes.look_at(self.scene, place)
        self.scene.on_map, self.scene.page, self.scene.below = True, Page.BOARD, 0
        self._shell.redraw()

    def choose_entry(self, difference: int) -> None:
        """Choose, on the page of the log, the next line that has a place on the map, or the one before."""
        scene = self.scene
        places = {
            line.number: place
            for line in scene.conversation.story.filtered(scene.filter)
            if (place := self._place_of(line))
        }
        if not places:
            return
        numbers = list(places)
        if scene.entry in places:
            at = min(max(numbers.index(scene.entry) + difference, 0), len(numbers) - 1)
        else:
            at = len(numbers) - 1
        scene.entry = numbers[at]
        panes.look_at(scene, places[scene.entry])
        self._shell.redraw()

    def show_entry(self, number: int) -> None:
        """Show on the map the place that a line of the story is about."""
        found = [line for line in self.scene.conversation.story.lines if line.number == number]
        place = self._place_of(found[0]) if found else ""
        if place:
            self.scene.entry = number
            self.look_at(place)

    def _place_of(self, line: Line) -> str:
        """Return the place that a line of the story is about; nothing if there is none."""
        fields = line.text.fields if line.event is not None and isinstance(line.text, Message) else {}
        return self._view.words.place_in(self._game.state.board, fields)

    def scroll(self, rows: int, reach: int = 0) -> None:
        """Scroll what is large, or the log, upwards where positive; or on by ``reach`` what its pane cuts."""
        scene = self.scene
        if scene.page is Page.BOARD and rows < 0 and reach and not scene.scroll:
            scene.below += min(-rows, reach)
        elif scene.page is Page.BOARD and rows > 0 and scene.below:
            scene.below = max(0, scene.below - rows)
        else:
            from_end = scene.page in (Page.LOG, Page.TALK, Page.BOARD)
            scene.scroll = max(0, scene.scroll + (rows if from_end else -rows))
        self._shell.redraw()

    def interrupt(self) -> None:
        """Ctrl-C: leave when it comes for the second time."""
        self._leave_if(self._leaving)
        self._shell.redraw()

    def _leave_if(self, asked: bool) -> str:
        if asked or self.scene.conversation.over or self._seat is None:
            self._shell.leave()
        else:
            self._leaving = True
            self.scene.conversation.refusal = "\n".join(self._before_leaving())
        return ""

    def _before_leaving(self) -> Iterator[str]:
        """Return what to know before leaving: what is lost, how to leave, and what becomes of the game."""
        staged = len(self.scene.draft.plan.steps) if self.scene.draft.plan is not None else 0
        if staged:
            yield plural(
                "{number} staged step will be lost; F10 signs it first.",
                "{number} staged steps will be lost; F10 signs them first.",
                staged,
            )
        yield tr("Ctrl-C or “quit” once more leaves, Esc stays.")
        if self._people is not None:
            yield self._people.parting

    # ------------------------------------------------------------------ pages

    def open(self, page: Page) -> None:
        """Show a page, by its key; the key of the page that is shown closes it."""
        if page is Page.BOARD and self.scene.page is Page.BOARD:
            self.scene.shows_map, self.scene.on_map = not (self.scene.shows_map or self.scene.on_map), False
        elif page is self.scene.page and page is not Page.TEXT:
            self._show(Page.BOARD)
        elif page is Page.HELP:
            self._show_help()
        elif page is Page.TEXT:
            if said := self._commands["rule"](""):
                self.scene.conversation.notes = [said]
        else:
            self._show(page)
            # The map's key shows the map at once, where a low screen has the answers in its place.
            self.scene.shows_map |= page is Page.BOARD
        self._shell.redraw()

    def _show(self, page: Page) -> str:
        self._once_more.withdraw()
        self.scene.page, self.scene.scroll, self.scene.below, self.scene.filter = page, 0, 0, ""
        self.scene.kept_line = self.scene.draft.line
        return ""

    def _show_board(self, rest: str) -> str:
        self._show(Page.BOARD)
        self.scene.shows_map = True
        return tr("The heroes and wonders face up are on the page of the players (F3).")

    def _show_text(self, title: str, text: str, page: Page = Page.TEXT) -> str:
        self._show(page)
        self.scene.text_title, self.scene.text = title, text.splitlines()
        return ""

    def _link(self, make: Callable[[], Link], rest: str) -> str:
        """Show a line to be passed on without the screen: that would break it, and the terminal could not join it."""
        link = make()
        if not link.line:
            return link.told
        self._shell.show_aside(self._to_copy(link))
        return ""

    def _show_help(self) -> str:
        help_ = (
            tr(HELP_OF_A_SPECTATOR) if self._seat is None else f"{self._how_to_answer()}\n{self._help_of_a_player()}"
        )
        people = f"\n{self._people.help}" if self._people is not None else ""
        marks = "\n".join(f"  {line}" for line in self._view.map.legend(self.scene.look, self._game.state.board))
        marks += f"\n{tr('Above the players:')}\n  {self._view.panes.legend(self.scene)}"
        words = "\n".join(["", *self._view.words.typed_words(self._game.state.board)])
        told = (self.keys, self.besides) if self._seat is not None else self.of_a_guest
        keys, besides = ("\n".join(map(tr, texts)) for texts in told)
        opening = "".join(f"{tr(text)}\n\n" for text in self.opening) if self._seat is not None else ""
        text = f"{opening}{keys}\n\n{tr('On the map:')}\n{marks}\n\n{help_}{people}\n{besides}{words}"
        return self._show_text(tr("Help"), text, Page.HELP)

    def _show_log(self, rest: str) -> str:
        self._show(Page.LOG)
        self.scene.filter = "" if rest.isdecimal() else rest
        return ""

    def _show_rule(self, rest: str) -> str:
        said = self._rule(rest)
        return self._show_text(tr("Rule {rest}", rest=rest or self._question()[0].rule), said) if "\n" in said else said

    def _show_entry(self, rest: str) -> str:
        said = self._entry(rest)
        return self._show_text(tr("Step {rest}", rest=rest), said) if "\n" in said else said

    def _look_at(self, rest: str) -> str:
        state = self._game.state
        place = self._view.words.place_named(state, rest)
        if not place:
            return self._no_place(rest)
        self._show(Page.BOARD)
        panes.look_at(self.scene, place)
        self.scene.on_map = True
        return ""

    def _rule(self, rest: str) -> str:
        if not rest and not self._is_asked:
            return tr("You are asked nothing now; “rule trade” or “rule 3.1” shows any rule.")
        return super()._rule(rest)
