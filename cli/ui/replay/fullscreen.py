"""The viewer on a real terminal, by prompt_toolkit."""

from __future__ import annotations

import asyncio

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
from cli.output import screens
from cli.output.screens import heeded
from cli.ui.replay.viewer import Viewer
from cli.ui.screen.look import styles
from cli.ui.screen.shell import BITS

PACE = 0.6
"""Seconds from step to step when a game plays by itself."""


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
