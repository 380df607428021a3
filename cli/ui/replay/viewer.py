"""Stepping through a game on a terminal: the map, what happened, and where in the game that was.

``Viewer`` composes the whole screen as rows of fragments and knows what keys and clicks do; ``run_viewer`` shows it
on a real terminal, by prompt_toolkit.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from cli.command import ended_by
from cli.i18n.texts import marked, tr, translated
from cli.output import screens
from cli.output.lines import colours
from cli.output.screens import BITS, colour_depth, heeded
from cli.ui.map.geography import Atlas
from cli.ui.map.labels import Fragment, Look
from cli.ui.map.painting import Prospect, prospect_of
from cli.ui.map.textmap import Direction, Row, Size, View, draw, neighbour_towards, place_at
from cli.ui.map.view import MapScene
from cli.ui.replay.replay import Moment, Replay
from cli.ui.screen.look import PLAIN_SIGNS, UNICODE, glyphs_for, styles
from cli.ui.text.cells import columns as columns_of
from cli.ui.text.cells import wrapped
from cli.ui.text.entries import entry_lines, not_final

HELP = marked("""\
left, right       a step back, or on
up, down          to the beginning of the round, or of the next
Home, End         to the beginning, to the end
g NUMBER Enter    to that step
space             play by itself, at the end from the beginning, or stop
+ and -           nearer, farther
w a s d           move the map
Shift and arrows  choose a province or sea; so does a click
p                 the players
l                 what happened until now; ? marks what is not final
e                 what was signed in this step, and by whom
?                 this, or the map again
q                 leave""")

NARROW = 20
"""Columns for which texts are broken at least; what is longer than the terminal is wide is cut."""

KEYS = 18
"""The width of the column of keys in the help."""

SCROLLED = ("entry", "help")
"""Pages that are read from their beginning; the log is read from its end."""

PAGE = 8
"""Rows by which a long page is scrolled at most."""

TALL = 34
"""Rows from which on the players are shown unasked."""


class Viewer:
    """What is looked at, and the screen that shows it."""

    def __init__(self, replay: Replay, title: str, look: Look, number: int) -> None:
        self.replay = replay
        self.title = title
        self.look = look
        self.number = number
        self.view = View()
        self.playing = False
        self.left = False
        self._players: bool | None = None
        self._page = ""
        self._scroll = 0
        self._has_more = False
        self._typed: str | None = None
        self._size: Size = (80, 24)
        self._keys: dict[str, Callable[[], None]] = {
            "left": lambda: self.go(self.number - 1),
            "right": lambda: self.go(self.number + 1),
            "up": lambda: self._turn(-1),
            "pageup": lambda: self._turn(-1),
            "down": lambda: self._turn(1),
            "pagedown": lambda: self._turn(1),
            "home": lambda: self.go(0),
            "end": lambda: self.go(len(self.replay.moments)),
            " ": self._toggle_playing,
            "g": self._begin_typing,
            "+": lambda: self.zoom(1),
            "=": lambda: self.zoom(1),
            "-": lambda: self.zoom(-1),
            "w": lambda: self._shift(0, -4),
            "s": lambda: self._shift(0, 4),
            "a": lambda: self._shift(-8, 0),
            "d": lambda: self._shift(8, 0),
            "s-left": lambda: self._walk("left"),
            "s-right": lambda: self._walk("right"),
            "s-up": lambda: self._walk("up"),
            "s-down": lambda: self._walk("down"),
            "p": self._toggle_players,
            "l": lambda: self._toggle("log"),
            "e": lambda: self._toggle("entry"),
            "?": lambda: self._toggle("help"),
            "escape": self._escape,
            "q": self._leave,
            "c-c": self._leave,
        }

    @property
    def moment(self) -> Moment:
        """The moment that is shown."""
        return self.replay.moments[self.number]

    # ------------------------------------------------------------------ keys

    def press(self, key: str) -> None:
        """Do what a key means, by prompt_toolkit's name for it; nothing if it has no meaning here."""
        if self._typed is not None:
            self._type(key)
            return
        if key in self._keys:
            self._keys[key]()

    def go(self, number: int) -> None:
        """Go to another moment, as far as there is one."""
        self.number = min(max(number, 0), len(self.replay.moments) - 1)
        if self.number == len(self.replay.moments) - 1:
            self.playing = False

    def click(self, column: int, row: int) -> None:
        """Choose what lies in a cell of the screen, if that is on the map."""
        size = self._map_size()
        if not self._page and 1 <= row <= size[1]:
            place = place_at(self._shown(), size, column, row - 1, view=self.view, look=self.look)
            self.view = View(self.view.centre, self.view.zoom, place)

    def zoom(self, steps: int) -> None:
        """Zoom nearer or farther, with what is chosen in the middle."""
        self.view = self.view.zoomed(steps)

    def _type(self, key: str) -> None:
        """Take a key while a step's number is being typed."""
        typed = self._typed or ""
        if key.isdigit():
            self._typed = (typed + key)[:7]
        elif key == "backspace":
            self._typed = typed[:-1]
        else:
            self._typed = None
            if key == "enter" and typed:
                self._go_to_step(int(typed))

    def _go_to_step(self, step: int) -> None:
        self.go(next((n for n, moment in enumerate(self.replay.moments) if moment.step >= step), self.replay.last))

    def _begin_typing(self) -> None:
        self._typed = ""

    def _turn(self, rounds: int) -> None:
        """Go to another round; on a page longer than the screen, up or down."""
        if self._page in SCROLLED:
            self._scroll = max(self._scroll + rounds * min(PAGE, self._map_size()[1] or 1), 0)
            return
        self.go(self.replay.turn(self.number, rounds))

    def _toggle(self, page: str) -> None:
        self._page, self._scroll = "" if self._page == page else page, 0

    def _toggle_players(self) -> None:
        self._players = not self._shows_players()

    def _toggle_playing(self) -> None:
        if not self.playing and self.number == len(self.replay.moments) - 1:
            self.number = 0
        self.playing = not self.playing and len(self.replay.moments) > 1

    def _shift(self, columns: int, rows: int) -> None:
        self.view = self.view.shifted(self._atlas(), self._map_size(), columns, rows)

    def _walk(self, direction: Direction) -> None:
        atlas = self._atlas()
        self.view = self.view.on(atlas, neighbour_towards(atlas, self.view.selected, direction))

    def _atlas(self) -> Atlas:
        return self.replay.view.map.atlas(self.moment.state.board)

    def _shown(self) -> MapScene:
        return self.replay.view.map.scene(self.moment.state)

    def _escape(self) -> None:
        if self._page:
            self._page = ""
        elif self.view.selected:
            self.view = View(self.view.centre, self.view.zoom)

    def _leave(self) -> None:
        self.left = True

    # ------------------------------------------------------------------ the screen

    def rows(self, size: Size) -> list[Row]:
        """Return the whole screen, exactly so large."""
        self._size = size
        columns, height = size
        body = self._map_size()[1]
        if self._page:
            lines = self._page_lines(columns)
            hidden = max(len(lines) - body, 0)
            self._scroll = min(self._scroll, hidden)
            first = hidden if self._page == "log" else self._scroll
            self._has_more = first < hidden
            shown = lines[first : first + body]
            middle = [_line("", text, columns) for text in shown]
            middle += [_line("", "", columns)] * (body - len(middle))
        else:
            self._has_more = False
            middle = draw(
                self._shown(), (columns, body), view=self.view, look=self.look, prospect=self._went_on_their_way()
            )
        rows = [self._heading(columns), *middle]
        rows += [_line("", text, columns) for text in self._below_map(columns)]
        rows = [*rows, self._timeline(columns)][:height]
        if self.look.unicode:
            return rows
        return [[(style, text.translate(PLAIN_SIGNS)) for style, text in row] for row in rows]

    def _went_on_their_way(self) -> Prospect:
        """Return where units went in the step that is shown."""
        view, board = self.replay.view.map, self.moment.state.board
        found = (view.course(board, event) for event in self.moment.events)
        return prospect_of([course for course in found if course is not None], view.sides(board), ())

    def _map_size(self) -> Size:
        columns, rows = self._size
        return columns, max(rows - 2 - self._story_rows() - len(self._player_lines()), 0)

    def _player_lines(self) -> list[str]:
        return (
            self.replay.view.words.player_table(self.moment.state, self.replay.names) if self._shows_players() else []
        )

    def _shows_players(self) -> bool:
        return self._size[1] >= TALL if self._players is None else self._players

    def _story_rows(self) -> int:
        return 2 if self._size[1] < TALL else 3

    def _heading(self, columns: int) -> Row:
        moment = self.moment
        left = f" {moment.when}" if self._typed is None else tr(" Go to step: {typed}_", typed=self._typed)
        room = columns - columns_of(left)
        forms = self._step_forms()
        right = next((form for form in forms if columns_of(form) < room), forms[-1])
        return _line("class:status", left + " " * max(room - columns_of(right), 1) + right, columns)

    def _step_forms(self) -> Sequence[str]:
        """Return the step and the game's title, and the step alone in words and in figures, for less room."""
        step, last = self.moment.step, self.replay.last
        is_tentative = self.replay.is_tentative(step)
        words = tr("step {step} of {last}", step=step, last=last) + tr(" (not final, see l)") * is_tentative
        return f"{words} · {self.title} ", f"{words} ", f"{step}{'?' * is_tentative}/{last} "

    def _page_lines(self, columns: int) -> list[str]:
        if self._page == "help":
            return self._help_lines(max(columns, NARROW))
        if self._page == "entry":
            return self._entry_lines(max(columns, NARROW))
        lines, heading = list[str](), ""
        for moment in self.replay.moments[max(self.number - 200, 0) : self.number + 1]:
            mark = "?" if self.replay.is_tentative(moment.step) else " "
            for when, told in moment.by_phase():
                lines += [] if when == heading else [when]
                heading = when
                text = f"{moment.step:>5}{mark} {' '.join(translated(line.text) for line in told)}"
                lines += wrapped(text, max(columns, NARROW), rest=" " * 7)
        if self.replay.is_tentative(self.moment.step):
            lines += wrapped(f"     ? {not_final(self.replay.unsettled)}", max(columns, NARROW), rest=" " * 7)
        return lines

    def _help_lines(self, columns: int) -> list[str]:
        rest = KEYS if columns >= 2 * KEYS else 2
        keys = [part for line in tr(HELP).splitlines() for part in wrapped(line, columns, rest=" " * rest)]
        legend = self.replay.view.map.legend(self.look, self.moment.state.board)
        marks = [part for line in legend for part in wrapped(line, columns, rest="  ")]
        return [*keys, "", *marks]

    def _entry_lines(self, columns: int) -> list[str]:
        log = self.replay.log
        signed = entry_lines(log, self.moment.step) if log is not None else []
        return [part for line in signed for part in wrapped(line, columns, rest=" " * 13) or [""]] or [
            tr("Nothing was signed here.")
        ]

    def _below_map(self, columns: int) -> list[str]:
        chosen = self.replay.view.words.place_lines(self.moment.state, self.view.selected) if self.view.selected else []
        text = " ".join(" ".join(chosen).split()) or " ".join(self._happened())
        more = " …" if self.look.unicode else " ..."
        story = wrapped(text, max(columns - 2, NARROW), most=self._story_rows(), more=more)
        lines = [f" {line}" for line in story] + [""] * (self._story_rows() - len(story))
        return lines + self._player_lines()

    def _happened(self) -> list[str]:
        """Return what happened in the step: what is of another phase than the one that goes on begins with its own.

        How the game ended comes first, because there may be no room for all.
        """
        told = []
        for when, lines in self.moment.by_phase():
            texts = [translated(line.text) for line in lines]
            head = "" if when == self.moment.when or self.moment.state.result is not None else f"{when}: "
            told += [f"{head}{texts[0]}", *texts[1:]]
        return sorted(told, key=self.replay.ending.__ne__)

    def _hint(self) -> str:
        if self.playing:
            return tr(" space stops ")
        if self._has_more:
            return tr(" {down} more ", down="↓" if self.look.unicode else "v")
        if 0 < self.number == len(self.replay.moments) - 1:
            return tr(" {left} back, ? help ", left="←" if self.look.unicode else "<-")
        return tr(" ? help ")

    def _timeline(self, columns: int) -> Row:
        """Return the whole game as a line, with the number of each round where it begins and a mark where we are."""
        hint = self._hint()
        room = columns - columns_of(hint) - 2
        if room < 10:
            return _line("", "", columns)
        line, here = ("─", "●") if self.look.unicode else ("-", "#")
        last = max(len(self.replay.moments) - 1, 1)
        marks = [line] * room
        for number, start in self.replay.rounds().items():
            at = start * (room - 1) // last
            marks[at : at + len(str(number))] = str(number)
        position = self.number * (room - 1) // last
        return [
            ("class:rule", " " + "".join(marks[:position])),
            ("class:number", here),
            ("class:rule", "".join(marks[position + 1 : room]) + " "),
            ("class:key", hint),
        ]


def _line(style: str, text: str, columns: int) -> Row:
    """Return a text as a row of just so many columns."""
    fragments: list[Fragment] = []
    used = 0
    for character in text:
        wide = columns_of(character)
        if used + wide > columns:
            break
        fragments.append((style, character))
        used += wide
    return [(style, "".join(character for _, character in fragments) + " " * (columns - used))]


PACE = 0.6
"""Seconds from step to step when a game plays by itself."""


def step_through(replay: Replay, title: str, number: int, *, ascii_only: bool) -> None:
    """Show a game from a step, in the signs and colours of the terminal, until its user leaves; raises Failure."""
    depth = colour_depth(os.environ, colours())
    look = Look(not ascii_only and glyphs_for() is UNICODE, depth is not ColorDepth.DEPTH_1_BIT)
    run_viewer(Viewer(replay, title, look, number), depth)


def run_viewer(viewer: Viewer, depth: ColorDepth) -> None:
    """Show the viewer until its user leaves; raises Failure at a signal."""
    application = screens.application(
        layout=Layout(Window(_Screen(viewer), always_hide_cursor=True)),
        key_bindings=_bindings(viewer),
        style=Style.from_dict(styles(BITS[depth])),
        color_depth=depth,
        full_screen=True,
        mouse_support=True,
    )

    application.ttimeoutlen = 0.05  # Escape alone is a key, too.
    if signals := asyncio.run(_run(application, viewer)):
        raise ended_by(signals[0])


async def _run(application: Application[None], viewer: Viewer) -> list[int]:
    """Show the viewer; return the signals that ended it, if any did."""
    signals: list[int] = []

    def end(number: int) -> None:
        signals.append(number)
        if application.is_running and not application.is_done:
            application.exit()

    async with asyncio.TaskGroup() as group:
        playing = group.create_task(_play(application, viewer))
        with heeded(end, screens.suspend), screens.faults_end(application):
            await application.run_async(set_exception_handler=False)
        playing.cancel()
    return signals


async def _play(application: Application[None], viewer: Viewer) -> None:
    while True:
        await asyncio.sleep(PACE)
        if viewer.playing:
            viewer.go(viewer.number + 1)
            application.invalidate()


def _bindings(viewer: Viewer) -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        pressed = event.key_sequence[0]
        viewer.press(_NAMES.get(pressed.key, pressed.data))
        if viewer.left:
            event.app.exit()

    return bindings


_NAMES: dict[Keys | str, str] = {
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.ShiftLeft: "s-left",
    Keys.ShiftRight: "s-right",
    Keys.ShiftUp: "s-up",
    Keys.ShiftDown: "s-down",
    Keys.Escape: "escape",
    Keys.ControlM: "enter",
    Keys.ControlH: "backspace",
    Keys.ControlC: "c-c",
}


class _Screen(UIControl):
    """All of the terminal as one control."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer

    def create_content(self, width: int, height: int) -> UIContent:
        rows: list[StyleAndTextTuples] = [list(row) for row in self._viewer.rows((width, height))]
        return UIContent(get_line=rows.__getitem__, line_count=len(rows), show_cursor=False)

    def is_focusable(self) -> bool:
        return True

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        if mouse_event.event_type == MouseEventType.MOUSE_UP:
            self._viewer.click(mouse_event.position.x, mouse_event.position.y)
        elif mouse_event.event_type == MouseEventType.SCROLL_UP:
            self._viewer.zoom(1)
        elif mouse_event.event_type == MouseEventType.SCROLL_DOWN:
            self._viewer.zoom(-1)
