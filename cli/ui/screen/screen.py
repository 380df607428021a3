"""A conversation on the full screen: the map, the pages, and what the keys do."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import trio

from cli.i18n.texts import marked, tr, translated
from cli.output.lines import say
from cli.ui.conversation.conversation import Conversation
from cli.ui.conversation.story import Line
from cli.ui.map.textmap import Direction
from cli.ui.screen import panes
from cli.ui.screen.front import Front
from cli.ui.screen.scene import Page, Scene
from cli.ui.text.console import Left, Link, People
from cli.ui.text.dialogue import in_lines
from cli.ui.text.help import HELP, HELP_OF_A_SPECTATOR, LEAVING, MAP_ALONE, REFUSALS, REMATCH, REMATCH_ON_A_PAGE
from cli.ui.view import GameView
from core.engine.game import Game
from core.engine.message import Message
from p2p import Session

KEYS = marked("""\
Keys
  Up, Down        go through the list of answers; Enter takes the marked one
  Tab             completes the word, or takes the marked answer""")

KEYS_OF_STAGING = marked("""\
  Enter           stages a whole answer; it is signed with the turn, or by F10
  Ctrl-Z          takes the last staged step back""")

KEYS_OF_A_PAGE = marked("""\
Keys
  Tab             goes from part to part; in the line, completes the word
  Up, Down        go through the answers; Enter takes one
  arrows          on the map: go from place to place; Enter takes one
  F10             signs what is staged
  Ctrl-Z          takes the last staged step back
  Alt-C           goes to the talk
  Esc             back: clears the line, closes what lies on the map
On the map
  the wheel       with Ctrl: zooms; the middle button moves the map
  a click         on a place: what can be done there; on units, then on a place:
                  moves them there, and so does dragging
  arrow, percent  of what is typed or staged: who goes there, and wins how often""")

KEYS_OF_A_GUEST = marked("""\
Keys
  Tab             completes the word""")

MAP_KEYS = marked("""\
  Left, Right     on an empty line: walk over the map, then with all arrows;
                  Enter writes the place into the line, + and - zoom
  F1 help  F2 map  F3 players  F4 log  F5 talk  F6 the rule behind the question""")

KEY_OF_HINTS = marked("  F7              what a good player would consider")

MORE_KEYS = marked("""\
  PgUp, PgDn      scroll what is large, or the log; the wheel does too
  Up, Down        on the page of the log: go through what happened in a place,
                  which Enter, or a click on a line of the log, shows on the map
  Ctrl-P, Ctrl-N  lines typed before
  Esc             back: clears the line, closes a page""")

KEY_OF_LEAVING = marked("  Ctrl-C twice    leaves the table")

BESIDES = marked("Here on the full screen, besides:")
BESIDES_ON_A_PAGE = marked("On the page, besides:")

STAGING = marked("""\
  back [N]        takes step N of what is staged back, or the last one
  move N M        puts step N of what is staged in place M
  sign            signs what is staged, and goes on""")

PAUSING = marked("  pauses off      what happened to you no longer waits to be read")

LOBBY = marked("Enter leads to the lobby; it opens by itself after {number} seconds.")
LOBBY_ON_A_PAGE = marked("The lobby opens when you close the table, or by itself after {number} seconds.")
LOBBY_OF_THE_HOST = marked("Enter leads to the lobby. The host may begin another game without you.")
LOBBY_OF_THE_HOST_ON_A_PAGE = marked("Close the table to go to the lobby. The host may begin another game without you.")

MORE_HELP = marked("""\
  players         the heroes and wonders face up and what they do, too
  talk            what has been said
  /NAME           looks at a place, as “place NAME” does
  ?               behind a line of the log: no majority has acknowledged it yet,
                  so the others could still go on without it""")

MOUSE = marked("""  mouse           turns the mouse on or off, so that the terminal can select""")


class Screen:
    """Shows a conversation to a person with the whole screen, who looks at places and pages besides."""

    keys: Sequence[str] = (KEYS, KEYS_OF_STAGING, MAP_KEYS, KEY_OF_HINTS, MORE_KEYS, KEY_OF_LEAVING)
    """What the help says of keys."""

    besides: Sequence[str] = (BESIDES, STAGING, PAUSING, MORE_HELP, MOUSE)
    """What it says of commands that there are on the full screen only."""

    of_a_guest = (KEYS_OF_A_GUEST, MAP_KEYS, MORE_KEYS, KEY_OF_LEAVING), (BESIDES, MORE_HELP, MOUSE)
    """The same for a spectator, who is asked nothing."""

    leaving = LEAVING
    """The line of the help that says how to leave, and what follows."""

    def __init__(
        self,
        front: Front,
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
        self._front = front
        self._farewell = farewell
        self._seen: tuple[object, ...] = ()
        self.conversation = Conversation(self, game, view, seat, names, people, session)
        self.draft = self.conversation.draft
        self.scene = Scene(self.conversation, front.glyphs, look=front.look)
        self.conversation.commands |= {
            "board": self._show_board,
            # There, what heroes and wonders do is said, too.
            **dict.fromkeys(("players", "heroes", "wonders"), lambda rest: self.turn_to(Page.PLAYERS)),
            "log": self._show_log,
            "talk": lambda rest: self.turn_to(Page.TALK),
            "place": self._look_at,
            **dict.fromkeys(("rule", "rules"), self._show_rule),
            "help": lambda rest: self._show_help(),
            "entry": self._show_entry,
            "mouse": lambda rest: front.toggle_mouse(),
        }
        front.attach(self)

    # ------------------------------------------------------------------ for the conversation

    def changed(self) -> None:
        """Show what is new, what is long from its beginning."""
        talk, draft = self.conversation, self.draft
        seen = draft.line, draft.chosen, len(talk.reports), draft.plan
        if seen != self._seen:
            self._seen, self.scene.below = seen, 0
        self._front.redraw()

    def call(self, sentence: str) -> None:
        """Call a person who may look elsewhere: it is their turn."""
        self._front.call(sentence)

    def leave(self) -> None:
        """Have the person leave."""
        self._front.leave()

    def pass_on(self, link: Link) -> str:
        """Show a line to be passed on without the screen: that would break it, and the terminal could not join it."""
        self._front.show_aside(in_lines(link, self._front))
        return ""

    async def wait(self, event: trio.Event) -> None:
        """Wait until what the person does sets an event."""
        await event.wait()

    async def converse(self) -> None:
        """Wait until the person leaves; then raises Left."""
        await self._front.left.wait()
        raise Left

    def conclude(self, ending: str, page: Sequence[str] = ()) -> None:
        """Say how the game has ended, once the screen is closed: whatever the story has said is gone then."""
        self._farewell("\n".join(page) if page else ending)

    async def linger(self, ending: str, page: Sequence[str] = (), lobby: float | None = None) -> None:
        """Let the person look at the end for as long as they like, but for no more seconds than the lobby waits.

        It is None if no lobby follows.
        """
        talk = self.conversation
        talk.end(ending)
        if page:
            told = [line for report in talk.due_reports() for line in talk.lookups.in_full(report)]
            reports = [line.removeprefix("== ") for line in told]
            # The status line and the question say how it ended.
            self.show_text(tr("The end"), "\n".join([*page, *reports]).removeprefix(ending).lstrip("\n"))
        if talk.rematches:
            talk.pause = tr(REMATCH_ON_A_PAGE if self._front.is_page else REMATCH)
        elif lobby == math.inf:
            talk.closing = tr(LOBBY_OF_THE_HOST_ON_A_PAGE if self._front.is_page else LOBBY_OF_THE_HOST)
        elif lobby is not None:
            talk.closing = tr(LOBBY_ON_A_PAGE if self._front.is_page else LOBBY, number=round(lobby))
        self._front.redraw()
        with trio.move_on_after(math.inf if lobby is None else lobby):
            await self._front.left.wait()

    # ------------------------------------------------------------------ the line

    def edited(self, line: str) -> str:
        """Take a changed line; returns what then stands there."""
        before, after = self.draft.line, self.conversation.typed(line)
        if after != before:
            self.scene.on_map = False
        return after

    def entered(self, line: str) -> str:
        """Take Enter; returns what then stands in the line."""
        scene = self.scene
        if scene.chooses_entries and scene.entry:
            self.conversation.stay()
            self.show_entry(scene.entry)
            return self._written("")
        if scene.on_map and not self.conversation.over:
            self.conversation.stay()
            return self._use_place(line.strip())
        return self.conversation.entered(line)

    def _written(self, line: str) -> str:
        """Return a line that stands there from now on, unmarked."""
        self.conversation.write(line)
        return line

    def _use_place(self, line: str) -> str:
        """Leave the map: with the place written into the line, or with the answers that have to do with it."""
        scene, talk = self.scene, self.conversation
        scene.on_map = False
        if line and self.draft.is_asked:
            return self._written(f"{line} {scene.selected} ")
        self._written(line)
        if self.draft.is_asked and not self.draft.narrow(scene.selected):
            place = talk.view.words.place_name(talk.game.state, scene.selected)
            talk.notes = [tr("You can do nothing in {place} now.", place=place)]
            self._written(line)
        return line

    def mark(self, difference: int) -> None:
        """Go up or down: in the list of answers, or on the page of the log."""
        if self.scene.chooses_entries:
            self._choose_entry(difference)
            return
        self.scene.below = 0
        if line := self.conversation.mark(difference):
            self._front.soon(lambda: self._select(line))

    def _select(self, line: str) -> None:
        """Look at the last place that a line names."""
        board = self.conversation.game.state.board
        named = [word for word in line.split() if word in board.provinces or word in board.seas]
        if named:
            panes.look_at(self.scene, named[-1])
            self._front.redraw()

    def hint(self) -> None:
        """Say what a good player would consider now, from its beginning."""
        self.scene.below = 0
        self.conversation.hint()

    def escape(self) -> str | None:
        """Go back by one thing; returns the line it makes, None if it stays as it is."""
        scene, talk = self.scene, self.conversation
        talk.turn_away()
        talk.stay()
        scene.below = 0
        if scene.on_map:
            scene.on_map = False
        elif scene.clears:
            talk.clear()
            return ""
        elif scene.page is not Page.BOARD:
            self._close_page()
        elif self.draft.chosen >= 0:
            self.draft.unmark()
        elif scene.selected and not (self.draft.line or talk.refusal or talk.notes):
            panes.look_at(scene, None)
            self._written(self.draft.line)  # the answers of all places, not of that one alone
        else:
            scene.scroll, scene.shows_map = 0, False
            talk.clear()
            return ""
        return None

    # ------------------------------------------------------------------ the map

    def walk(self, direction: Direction) -> None:
        """Go to the next place on the map."""
        scene, talk = self.scene, self.conversation
        # The first step of a walk is home.
        home = talk.view.words.home(talk.game.state, talk.empire)
        place = panes.step_on_map(scene, direction) if scene.selected or not home else home
        self.look_at(place)

    def zoom(self, steps: int) -> None:
        """See the map from nearer or farther."""
        self.scene.viewport = self.scene.viewport.zoomed(steps)
        self._front.redraw()

    def look_at(self, place: str) -> None:
        """Look at a place, which was clicked at."""
        panes.look_at(self.scene, place)
        self.scene.on_map, self.scene.page, self.scene.below = True, Page.BOARD, 0
        self._front.redraw()

    def _choose_entry(self, difference: int) -> None:
        """Choose, on the page of the log, the next line that has a place on the map, or the one before."""
        scene = self.scene
        lines = self.conversation.story.filtered(scene.filter)
        places = {line.number: place for line in lines if (place := self._place_of(line))}
        if not places:
            return
        numbers = list(places)
        if scene.entry in places:
            at = min(max(numbers.index(scene.entry) + difference, 0), len(numbers) - 1)
        else:
            at = len(numbers) - 1
        scene.entry = numbers[at]
        panes.look_at(scene, places[scene.entry])
        self._front.redraw()

    def show_entry(self, number: int) -> None:
        """Show on the map the place that a line of the story is about."""
        found = [line for line in self.conversation.story.lines if line.number == number]
        place = self._place_of(found[0]) if found else ""
        if place:
            self.scene.entry = number
            self.look_at(place)

    def _place_of(self, line: Line) -> str:
        """Return the place that a line of the story is about; nothing if there is none."""
        talk = self.conversation
        fields = line.text.fields if line.event is not None and isinstance(line.text, Message) else {}
        return talk.view.words.place_in(talk.game.state.board, fields)

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
        self._front.redraw()

    # ------------------------------------------------------------------ pages

    def open(self, page: Page) -> None:
        """Show a page, by its key; the key of the page that is shown closes it."""
        scene = self.scene
        if page is Page.BOARD and scene.page is Page.BOARD:
            scene.shows_map, scene.on_map = not (scene.shows_map or scene.on_map), False
        elif page is scene.page and page is not Page.TEXT:
            self.turn_to(Page.BOARD)
        elif page is Page.HELP:
            self._show_help()
        elif page is Page.TEXT:
            if said := self._show_rule(""):
                self.conversation.notes = [said]
        else:
            self.turn_to(page)
            # The map's key shows the map at once, where a low screen has the answers in its place.
            scene.shows_map |= page is Page.BOARD
        self._front.redraw()

    def _close_page(self) -> None:
        """Go back from a page to what it covers."""
        self.turn_to(Page.BOARD)

    def turn_to(self, page: Page) -> str:
        self.conversation.turn_away()
        self.scene.page, self.scene.scroll, self.scene.below, self.scene.filter = page, 0, 0, ""
        self.scene.kept_line = self.draft.line
        return ""

    def _show_board(self, rest: str) -> str:
        self.turn_to(Page.BOARD)
        self.scene.shows_map = True
        if self._front.is_page:
            return ""
        return tr("What lies face up is on the page of the players (F3).")

    def show_text(self, title: str, text: str, page: Page = Page.TEXT) -> str:
        self.turn_to(page)
        self.scene.text_title, self.scene.text = title, text.splitlines()
        return ""

    def _show_help(self) -> str:
        talk, seat = self.conversation, self.conversation.seat
        view, board = talk.view, talk.game.state.board
        help_ = "\n".join(map(tr, (MAP_ALONE, HELP_OF_A_SPECTATOR)))
        if seat is not None:
            help_ = "\n".join([talk.lookups.how_to_answer(), *map(tr, (MAP_ALONE, HELP, self.leaving, REFUSALS))])
        people = f"\n{talk.people.help}" if talk.people is not None else ""
        words = "\n".join(["", *view.words.typed_words(board)])
        told = (self.keys, self.besides) if seat is not None else self.of_a_guest
        signs = ""
        if not self._front.is_page:
            marks = "\n".join(f"  {line}" for line in view.map.legend(self.scene.look, board))
            legend = view.panes.legend(self.scene)
            signs = f"{tr('On the map:')}\n{marks}\n{tr('Above the players:')}\n  {legend}\n\n"
        else:
            besides_here = [text for text in told[1] if text not in (BESIDES, MOUSE)]
            told = (KEYS_OF_A_PAGE,), (BESIDES_ON_A_PAGE, *besides_here)
        keys, besides = ("\n".join(map(tr, texts)) for texts in told)
        opening = "".join(f"{translated(text)}\n\n" for text in talk.opening) if seat is not None else ""
        text = f"{opening}{keys}\n\n{signs}{help_}{people}\n{besides}{words}"
        return self.show_text(tr("Help"), text, Page.HELP)

    def _show_log(self, rest: str) -> str:
        self.turn_to(Page.LOG)
        self.scene.filter = "" if rest.isdecimal() else rest
        return ""

    def _show_rule(self, rest: str) -> str:
        said = self.conversation.rule(rest)
        if "\n" not in said:
            return said
        return self.show_text(tr("Rule {rest}", rest=rest or self.draft.question()[0].rule), said)

    def _show_entry(self, rest: str) -> str:
        said = self.conversation.lookups.entry(rest)
        return self.show_text(tr("Step {rest}", rest=rest), said) if "\n" in said else said

    def _look_at(self, rest: str) -> str:
        talk = self.conversation
        place = talk.view.words.place_named(talk.game.state, rest)
        if not place:
            return talk.lookups.no_place(rest)
        self.turn_to(Page.BOARD)
        panes.look_at(self.scene, place)
        self.scene.on_map = True
        return ""
