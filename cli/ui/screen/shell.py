"""The thin shell round the screen: prompt_toolkit's application, its keys, and one canvas for all panes.

`Aside` is the terminal without the full screen for a while: to select a line, or while the program is stopped.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import BufferControl, Container, Dimension, Layout, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import _CHAR_CACHE, Char, WritePosition
from prompt_toolkit.layout.screen import Screen as Cells
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from cli.i18n.texts import tr
from cli.output.lines import colours
from cli.output.notices import BORED, Notices
from cli.output.screens import (
    BITS,
    CAME_IN_FRONT,
    WENT_BEHIND,
    application,
    beside_screen,
    can_copy,
    colour_depth,
    copy,
    faults_end,
    keep_title,
    restore_title,
    stop_here,
    watch_focus,
)
from cli.ui.map.labels import Look
from cli.ui.map.textmap import Direction
from cli.ui.screen import face as faces
from cli.ui.screen import panes
from cli.ui.screen.layout import Layout as Boxes
from cli.ui.screen.look import PLAIN_SIGNS, glyphs_for, styles
from cli.ui.screen.panes import choice_at
from cli.ui.screen.rows import Row, Size
from cli.ui.screen.scene import Page, Scene
from cli.ui.screen.screen import Screen
from cli.ui.text.cells import columns, fitted
from cli.ui.text.console import COPIED, one_line


class Aside:
    """What is shown beside the full screen of an application, which goes on behind it and is drawn anew afterwards."""

    def __init__(self, application: Application[None]) -> None:
        self._application = application
        self._read: asyncio.Future[None] | None = None

    @property
    def is_open(self) -> bool:
        """Return whether a text is read now."""
        return self._read is not None

    def show(self, text: str) -> None:
        """Show a text until Enter, as the terminal shows what any program writes: it breaks long lines by itself."""
        _ = self._application.create_background_task(self._show(text))

    def close(self) -> None:
        """Go back to the screen; as often as one likes."""
        if self._read is not None and not self._read.done():
            self._read.set_result(None)

    def stop(self) -> None:
        """Stop the program until its shell goes on with it."""
        if self.is_open:
            stop_here()
        else:
            _ = self._application.create_background_task(self._stop())

    async def _show(self, text: str) -> None:
        self._read = asyncio.get_running_loop().create_future()
        try:
            async with self._without():
                self._application.output.write(f"\n{text}\n")
                self._application.output.flush()
                with self._application.input.attach(self._entered):
                    await self._read
        finally:
            self._read = None

    def _entered(self) -> None:
        """Take a line: whatever it says, it was read by the person who typed it."""
        self._application.input.read_keys()
        self.close()

    async def _stop(self) -> None:
        async with self._without():
            stop_here()

    @asynccontextmanager
    async def _without(self) -> AsyncIterator[None]:
        async with beside_screen():
            watch_focus(self._application.output, on=False)
            try:
                yield
            finally:
                watch_focus(self._application.output, on=True)


MOMENT = 0.06
"""Seconds after which what costs more than a key should is done for the last of several keys."""

WHEEL = 3
"""Rows that the mouse's wheel scrolls."""


class Shell:
    """A full screen; ``live`` as a console is. It shows the scene of the conversation that is attached."""

    live = True
    is_page = False

    def __init__(
        self,
        *,
        source: Input | None = None,
        output: Output | None = None,
        ascii_only: bool = False,
        notices: Notices | None = None,
    ) -> None:
        """``source`` and ``output`` are the terminal's unless a test brings its own."""
        self._notices = notices or Notices()
        self._is_in_front: bool | None = None
        depth = colour_depth(os.environ, colours())
        bits = BITS[depth]
        self.glyphs = glyphs_for("ascii" if ascii_only else None)
        self.look = Look(unicode=self.glyphs == glyphs_for("utf-8"), colour=bits > 1)
        self.left = trio.Event()
        self.shown = trio.Event()
        self.screen: Screen | None = None
        self._mouse = True
        self._is_titled = False
        self._last_key = 0.0
        self._refused = False
        self._buffer = Buffer(
            multiline=False,
            history=InMemoryHistory(),
            on_text_changed=lambda _: self._edited(),
            on_cursor_position_changed=lambda _: self._keep_refused(),
        )
        window = Window(BufferControl(self._buffer), height=1, dont_extend_height=True)
        self.application = application(
            layout=Layout(_Canvas(self, window), focused_element=window),
            key_bindings=self._keys(),
            style=Style.from_dict(styles(bits)),
            full_screen=True,
            mouse_support=Condition(lambda: self._mouse),
            color_depth=depth,
            input=source,
            output=output,
        )
        self._aside = Aside(self.application)
        self.application.after_render += lambda _: self.shown.set()
        self.application.ttimeoutlen = 0.05
        self.application.timeoutlen = 0.1
        self._soon: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------ for the conversation

    @property
    def scene(self) -> Scene | None:
        """The scene of the conversation on the screen, if there is one."""
        return self.screen.scene if self.screen is not None else None

    def attach(self, screen: Screen) -> None:
        """Show the scene of a conversation from now on."""
        self.screen = screen
        self.redraw()

    def redraw(self) -> None:
        """Show what has changed, once nothing else is waiting."""
        self.application.invalidate()

    def soon(self, deed: Callable[[], None]) -> None:
        """Do something once no key has come for a moment, instead of what was to be done so before."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        if self.application.loop is None:
            deed()
        else:
            self._soon = self.application.loop.call_later(MOMENT, deed)

    def say(self, text: str) -> None:
        """Put a text beside the line that is typed."""
        if self.scene is not None:
            self.scene.conversation.notes = [*self.scene.conversation.notes, text]
            self.redraw()

    def tell(self, text: str) -> None:
        """Put a text into the story, where the program has something to say."""
        if self.screen is not None:
            self.screen.conversation.notice(text)

    def call(self, sentence: str) -> None:
        """Call the player, whose turn it is: in the title, and in every other way if they may be looking elsewhere.

        If the terminal does not report whether it is in front, they may be after `BORED` seconds without a key.
        """
        output = self.application.output
        if not self._is_titled:
            keep_title(output)
            self._is_titled = True
        output.set_title(tr("mare: your turn"))
        bored = time.monotonic() - self._last_key > BORED
        if self._is_in_front is False or (self._is_in_front is None and bored):
            self._notices.ring(sentence, output)
        elif bored:
            output.bell()
        output.flush()
        self.redraw()

    def _come_in_front(self) -> None:
        self._is_in_front = True

    def _go_behind(self) -> None:
        self._is_in_front = False

    def leave(self) -> None:
        """Take the key that leaves."""
        self.left.set()

    def copy(self, text: str) -> str:
        """Put a text into the clipboard, if the terminal may have one; returns what to say about it."""
        if not can_copy():
            return ""
        copy(text, self.application.output)
        return tr(COPIED)

    def show_aside(self, text: str) -> None:
        """Show a text without the screen, so that the terminal can select it, until the player presses Enter."""
        width = self.application.output.get_size().columns
        self._aside.show(fitted(f"{text}\n\n{tr('Enter goes back to the game.')}", width))

    def stop(self) -> None:
        """Stop the program, with the terminal as it was before, until its shell goes on with it."""
        self._aside.stop()

    def toggle_mouse(self) -> str:
        """Give the mouse to the terminal, or take it; returns what to say about it."""
        self._mouse = not self._mouse
        return tr("The mouse points in the program now.") if self._mouse else tr("The mouse selects text now.")

    async def line(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        """Raise RuntimeError: no lines are read here, since what is typed goes to the conversation at once."""
        raise RuntimeError("the full screen has no lines to read; its conversation hears every key")

    async def run(self) -> None:
        """Show the screen until the task is cancelled; a coroutine of asyncio. It raises what fails in it."""
        try:
            watch_focus(self.application.output, on=True)
            with faults_end(self.application):
                await self.application.run_async(set_exception_handler=False)
        except EOFError:
            # The terminal is gone, and the person with it.
            self.leave()
        finally:
            watch_focus(self.application.output, on=False)
            if self._is_titled:
                restore_title(self.application.output)
            # No task must wait for a screen that will not come.
            self.shown.set()

    def end(self) -> None:
        """Give the terminal back. Another call does nothing."""
        self._aside.close()
        if self.application.is_running and not self.application.is_done:
            self.application.exit()

    # ------------------------------------------------------------------ keys

    def _edited(self) -> None:
        self._refused = False
        if self.screen is not None:
            after = self.screen.edited(self._buffer.text)
            if after != self._buffer.text:
                self._set(after)

    def _set(self, text: str) -> None:
        if text != self._buffer.text:
            self._buffer.text = text
        self._buffer.cursor_position = len(text)

    def _keep_refused(self) -> None:
        """Let what is typed next change the refused line, not replace it."""
        self._refused = False

    def _insert(self, text: str) -> None:
        """Insert a text at the cursor. A text that begins with no space replaces a line that was just refused."""
        if self._refused and not text[:1].isspace():
            self._buffer.text = ""
        self._buffer.insert_text(text)

    def _keys(self) -> KeyBindings:
        bindings = KeyBindings()
        add = bindings.add

        def bound(*keys: str | Keys, when: Callable[[], bool] = lambda: True) -> Callable[[Deed], None]:
            """Bind what is done with the player to some keys, each by itself."""

            def register(deed: Deed) -> None:
                def handler(event: KeyPressEvent) -> None:
                    self._last_key = time.monotonic()
                    if self.screen is not None:
                        deed(self.screen)

                for key in keys:
                    add(key, filter=Condition(when), eager=key == "escape")(handler)

            return register

        on_map = self._is_on_map
        bound("enter")(self._enter)
        bound("tab")(lambda screen: self._set(screen.conversation.completed(self._buffer.text)))
        bound("s-tab")(lambda screen: screen.mark(-1))
        bound("down", when=lambda: not on_map())(lambda screen: screen.mark(1))
        bound("up", when=lambda: not on_map())(lambda screen: screen.mark(-1))
        bound("c-p")(lambda screen: self._buffer.history_backward())
        bound("c-n")(lambda screen: self._buffer.history_forward())
        for direction in ("left", "right", "up", "down"):
            walk = _walk(direction)
            bound(direction, when=on_map)(walk)
            bound(f"s-{direction}")(walk)
            if direction in ("left", "right"):
                bound(direction, when=lambda: not on_map() and not self._buffer.text)(walk)
        bound("+", when=on_map)(lambda screen: screen.zoom(1))
        bound("-", when=on_map)(lambda screen: screen.zoom(-1))
        bound("escape")(self._escape)
        bound("pageup")(lambda screen: self._scroll(screen, self._page()))
        bound("pagedown")(lambda screen: self._scroll(screen, -self._page()))
        for key, page in PAGES.items():
            bound(key)(_open(page))
        bound("c-z")(self._undo)
        bound("f10")(self._sign)
        bound("f7")(lambda screen: screen.hint())
        bound("c-c")(lambda screen: screen.conversation.interrupt())
        add(Keys.SIGINT)(lambda event: self._interrupt())
        bound("c-d", when=lambda: not self._buffer.text)(lambda screen: screen.conversation.interrupt())
        add("c-l")(lambda event: event.app.renderer.clear())
        add(CAME_IN_FRONT)(lambda event: self._come_in_front())
        add(WENT_BEHIND)(lambda event: self._go_behind())
        # A key by its code could put a control character into the line.
        add("c-q")(lambda event: None)
        add(Keys.BracketedPaste)(lambda event: self._insert(one_line(event.data)))
        refused = Condition(lambda: self._refused)
        add(Keys.Any, filter=refused)(lambda event: self._insert(event.data))
        for key in ("end", "c-e", "right"):
            add(key, filter=refused)(lambda event: self._keep_refused())
        return bindings

    def _interrupt(self) -> None:
        """Take Ctrl-C as a signal, which it is without the screen; there it goes back to that."""
        if self._aside.is_open:
            self._aside.close()
        elif self.screen is not None:
            self.screen.conversation.interrupt()

    def _is_on_map(self) -> bool:
        return self.scene is not None and self.scene.on_map

    def _scroll(self, screen: Screen, rows: int) -> None:
        screen.scroll(rows, faces.reach(screen.scene, Size(*reversed(self.application.output.get_size()))))

    def _page(self) -> int:
        return max(self.application.output.get_size().rows // 3, 1)

    def _enter(self, screen: Screen) -> None:
        text = self._buffer.text
        after = screen.entered(text)
        if after != text and text.strip():
            self._buffer.history.append_string(text)
        self._set(after)
        if not after:
            self._buffer.reset()
        self._refused = bool(after) and bool(screen.conversation.refusal)
        self.redraw()

    def _undo(self, screen: Screen) -> None:
        screen.conversation.undo()
        self._set(screen.draft.line)

    def _sign(self, screen: Screen) -> None:
        screen.conversation.sign()
        self._set(screen.draft.line)

    def _escape(self, screen: Screen) -> None:
        text = screen.escape()
        if text is not None:
            self._set(text)
        self.redraw()

    # ------------------------------------------------------------------ the mouse

    def clicked(self, boxes: Boxes, x: int, y: int) -> None:
        """Take a click: look at a place, of the map or of a line of the log; mark an answer, or take it."""
        screen, scene = self.screen, self.scene
        if screen is None or scene is None:
            return
        self._last_key = time.monotonic()
        if boxes.large.holds(x, y) and scene.page is Page.BOARD:
            place = panes.place_under(scene, boxes.large.size, x - boxes.large.x, y - boxes.large.y)
            if place is not None:
                screen.look_at(place)
        elif entry := panes.entry_at(scene, boxes, x, y):
            screen.show_entry(entry)
        elif boxes.choices.holds(x, y) and scene.draft.choices:
            number = choice_at(scene, boxes.choices.size, y - boxes.choices.y)
            if number == scene.draft.chosen:
                self._enter(screen)
            elif number is not None:
                screen.mark(number - scene.draft.chosen if scene.draft.chosen >= 0 else number + 1)

    def wheeled(self, rows: int) -> None:
        """Scroll by the wheel."""
        if self.screen is not None:
            self._scroll(self.screen, rows)


Deed = Callable[[Screen], object]

PAGES = {
    "f1": Page.HELP,
    "f2": Page.BOARD,
    "f3": Page.PLAYERS,
    "f4": Page.LOG,
    "f5": Page.TALK,
    "f6": Page.TEXT,
}


def _walk(direction: Direction) -> Deed:
    return lambda screen: screen.walk(direction)


def _open(page: Page) -> Deed:
    return lambda screen: screen.open(page)


class _Canvas(Container):
    """All panes at once, and the line's window where the layout has it."""

    def __init__(self, shell: Shell, line: Window) -> None:
        self._shell = shell
        self._line = line
        self._cells: dict[int, tuple[Row, dict[int, Char]]] = {}

    def reset(self) -> None:
        self._line.reset()

    def preferred_width(self, max_available_width: int) -> Dimension:
        return Dimension()

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:
        return Dimension()

    def get_children(self) -> list[Container]:
        return [self._line]

    def write_to_screen(
        self,
        screen: Cells,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        size = Size(write_position.width, write_position.height)
        scene = self._shell.scene
        if scene is None:
            self._line.write_to_screen(screen, mouse_handlers, write_position, parent_style, erase_bg, z_index)
            return
        boxes = faces.layout_of(scene, size)
        rows = faces.face(scene, size, boxes)
        for y, row in enumerate(rows):
            screen.data_buffer[y].update(self._row(y, row))
        screen.width, screen.height = size
        prompt = len(faces.prompt(scene))
        spot = WritePosition(prompt, boxes.line.y, max(size.width - prompt, 1), 1)
        # The window draws the line itself, scrolled where it is too long: nothing of it may show beside that.
        under = screen.data_buffer[boxes.line.y]
        under.update(dict.fromkeys(range(prompt, size.width), _CHAR_CACHE[" ", ""]))
        # After a longer line the window would stay scrolled so far that all of a short one lies to the left of it.
        end = columns(scene.draft.line) + 1
        self._line.horizontal_scroll = max(min(self._line.horizontal_scroll, end - spot.width), 0)
        self._line.write_to_screen(screen, mouse_handlers, spot, parent_style, erase_bg, z_index)
        screen.draw_all_floats()
        mouse_handlers.set_mouse_handler_for_range(0, size.width, 0, boxes.line.y, self._handler(boxes))

    def _row(self, y: int, row: Row) -> dict[int, Char]:
        """Return the row's cells; those of the last time where it is the same."""
        kept = self._cells.get(y)
        if kept is not None and kept[0] == row:
            return kept[1]
        cells: dict[int, Char] = {}
        x = 0
        is_plain = not self._shell.look.unicode
        for style, text in row:
            for character in text.translate(PLAIN_SIGNS) if is_plain else text:
                cell = _CHAR_CACHE[character, style]
                if cell.width:
                    cells[x] = cell
                    for beyond in range(1, cell.width):
                        cells[x + beyond] = _CHAR_CACHE["", style]
                x += cell.width
        self._cells[y] = (row, cells)
        return cells

    def _handler(self, boxes: Boxes) -> Callable[[MouseEvent], object]:
        def handle(event: MouseEvent) -> object:
            match event.event_type:
                case MouseEventType.SCROLL_UP:
                    self._shell.wheeled(WHEEL)
                case MouseEventType.SCROLL_DOWN:
                    self._shell.wheeled(-WHEEL)
                case MouseEventType.MOUSE_UP if event.button is MouseButton.LEFT:
                    self._shell.clicked(boxes, event.position.x, event.position.y)
                case _:
                    return NotImplemented
            return None

        return handle
