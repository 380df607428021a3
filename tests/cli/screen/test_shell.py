"""What keys and pastes make of the line on the full screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from prompt_toolkit.data_structures import Size as TerminalSize
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.empires.view import EMPIRES_VIEW
from cli.ui.screen import panes
from cli.ui.screen.face import layout_of
from cli.ui.screen.screen import Screen
from cli.ui.screen.shell import Shell
from tests.cli.screen.golden import table
from tests.cli.screen.seats import LARGE, Seat, silent_shell

HOME, END, LEFT, BACKSPACE, ENTER = "\x1b[H", "\x1b[F", "\x1b[D", "\x7f", "\r"


class _Output(DummyOutput):
    def __init__(self) -> None:
        self.written = ""

    def write(self, data: str) -> None:
        self.written += data

    def write_raw(self, data: str) -> None:
        self.written += data

    def set_title(self, title: str) -> None:
        self.written += f"<{title}>"

    def clear_title(self) -> None:
        self.set_title("")

    def get_size(self) -> TerminalSize:
        return TerminalSize(rows=24, columns=80)


class Keyboard:
    """A player at the full screen who builds with three coins and five commodities."""

    def __init__(self, keys: PipeInput, shell: Shell) -> None:
        self._keys = keys
        self._shell = shell

    async def type(self, *texts: str) -> None:
        """Press keys, and wait until they are shown."""
        for text in texts:
            self._keys.send_text(text)
            await asyncio.sleep(0.15)
            # Where the machine was busy until now, what the keys lead to is due only after that, and then drawn.
            for _ in range(20):
                await asyncio.sleep(0)
            await self._drawn()

    async def _drawn(self) -> None:
        """Wait until the screen shows what is due."""
        application, drawn = self._shell.application, asyncio.Event()
        if application.is_running and application.invalidated:
            application.after_render += lambda _: drawn.set()
            await drawn.wait()

    async def paste(self, text: str) -> None:
        """Paste a text, as a terminal does it that says so."""
        await self.type(f"\x1b[200~{text}\x1b[201~")

    @property
    def line(self) -> str:
        """What has been typed, as the conversation knows it."""
        assert self._shell.scene is not None
        return self._shell.scene.draft.line

    @property
    def shown(self) -> str:
        """What the terminal shows where one types."""
        return self.row(22)

    def row(self, number: int) -> str:
        """What the terminal shows in a row."""
        screen = self._shell.application.renderer.last_rendered_screen
        assert screen is not None
        return "".join(screen.data_buffer[number][x].char for x in range(80)).rstrip()


def at_the_keys(
    deed: Callable[[Keyboard], Awaitable[None]], output: _Output | None = None, *, ascii_only: bool = False
) -> None:
    """Do something at the keys of a full screen."""

    async def sit() -> None:
        with create_pipe_input() as keys:
            shell = Shell(source=keys, output=output or _Output(), ascii_only=ascii_only)
            screen = Screen(shell, table().at_build_turn("rome").game(), EMPIRES_VIEW, 0, dict.fromkeys(range(5), "x"))
            screen.conversation.begin_question()
            running = asyncio.ensure_future(shell.run())
            try:
                await asyncio.sleep(0.2)
                await deed(Keyboard(keys, shell))
            finally:
                shell.end()
                await running

    asyncio.run(sit())


def test_a_pasted_text_of_several_lines_is_one_line_of_steps() -> None:
    async def deed(keyboard: Keyboard) -> None:
        await keyboard.paste("build legion latium\nwith coin\n\ndone\n")
        assert keyboard.line == "build legion latium; with coin; done "
        assert keyboard.shown == "> build legion latium; with coin; done"
        await keyboard.type("\x15")
        assert (keyboard.line, keyboard.shown) == ("", ">")

    at_the_keys(deed)


def test_control_characters_are_not_pasted() -> None:
    async def deed(keyboard: Keyboard) -> None:
        await keyboard.paste("do\x07\x00\tne\x1b[31m")
        assert keyboard.line == "do ne[31m"

    at_the_keys(deed)


def test_in_ascii_texts_have_plain_signs_too() -> None:
    async def deed(keyboard: Keyboard) -> None:
        await keyboard.type("zebra\r")
        rows = [keyboard.row(number) for number in range(24)]
        assert any('"zebra"' in row for row in rows)
        assert [row for row in rows if not row.isascii()] == []

    at_the_keys(deed, ascii_only=True)


def test_a_line_of_wide_characters_is_drawn_once() -> None:
    async def deed(keyboard: Keyboard) -> None:
        await keyboard.paste("say 日本語 hello")
        assert keyboard.shown == "> say 日本語 hello"
        await keyboard.paste("日本" * 30)
        assert keyboard.shown.count("hello") == 0
        assert keyboard.shown.endswith("日本")

    at_the_keys(deed)


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (["back"], "back"),
        ([" with coin"], "zebra with coin"),
        ([LEFT, "x"], "zebrxa"),
        ([BACKSPACE, "x"], "zebrx"),
        ([HOME, "x"], "xzebra"),
        ([END, "x"], "zebrax"),
    ],
)
def test_a_word_typed_after_a_refusal_stands_in_the_refused_line_s_place(keys: list[str], line: str) -> None:
    async def deed(keyboard: Keyboard) -> None:
        await keyboard.type("zebra", ENTER)
        assert keyboard.line == "zebra"
        await keyboard.type(*keys)
        assert keyboard.line == line

    at_the_keys(deed)


@pytest.mark.parametrize("long", ["build legion latium with coin; " * 5, "日本" * 40])
def test_a_short_line_shows_whole_after_one_that_was_wider_than_the_screen(long: str) -> None:
    async def deed(keyboard: Keyboard) -> None:
        await keyboard.paste(f"zebra {long}")
        await keyboard.type(ENTER, "rome", ENTER)
        assert (keyboard.line, keyboard.shown) == ("rome", "> rome")
        await keyboard.paste(f" {long}")
        assert "rome" not in keyboard.shown
        await keyboard.type("\x15", "rome")
        assert keyboard.shown == "> rome"

    at_the_keys(deed)


def test_a_wide_line_that_grows_shorter_keeps_the_screen_full() -> None:
    async def deed(keyboard: Keyboard) -> None:
        await keyboard.paste("x" * 150)
        await keyboard.type(BACKSPACE * 100)
        assert keyboard.shown == "> " + "x" * 50

    at_the_keys(deed)


def test_a_fault_at_a_key_ends_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("a fault")

    async def press(keyboard: Keyboard) -> None:
        monkeypatch.setattr(Screen, "edited", fail)
        await keyboard.type("x")

    with pytest.raises(KeyError, match="a fault"):
        at_the_keys(press)


def test_what_the_terminal_reports_of_being_in_front_types_nothing() -> None:
    async def deed(keyboard: Keyboard) -> None:
        await keyboard.type("build")
        seen = []
        for report in ("\x1b[O", "\x1b[I"):
            await keyboard.type(report)
            seen.append(keyboard._shell._is_in_front)
        assert (seen, keyboard.line) == ([False, True], "build")

    at_the_keys(deed)


LINE = f"mare watch mare://join/{'AQ' * 60}"


def test_a_line_to_copy_is_written_whole_until_enter() -> None:
    output = _Output()

    async def deed(keyboard: Keyboard) -> None:
        keyboard._shell.show_aside(f"Pass it on:\n{LINE}")
        await keyboard.type("")
        assert f"\n{LINE}\n" in output.written
        await keyboard.type("zebra\r")
        assert keyboard.line == ""
        await keyboard.type("done")
        assert keyboard.line == "done"

    at_the_keys(deed, output)


def test_the_screen_ends_while_a_line_is_to_be_copied() -> None:
    async def deed(keyboard: Keyboard) -> None:
        keyboard._shell.show_aside(LINE)
        await keyboard.type("")

    at_the_keys(deed)


@pytest.mark.parametrize("marked", [False, True])
def test_a_click_marks_the_answer_that_it_is_on(marked: bool) -> None:
    shell = silent_shell()
    game = table().at_build_turn("rome").game()
    seat = Seat(game, 0, Screen(shell, game, EMPIRES_VIEW, 0, dict.fromkeys(range(5), "x")))
    seat.conversation.begin_question()
    if marked:
        seat.screen.mark(1)
    boxes = layout_of(seat.scene, LARGE)
    size = boxes.choices.size
    y = next(y for y in range(size.height) if panes.choice_at(seat.scene, size, y) == 2)
    shell.clicked(boxes, boxes.choices.x, boxes.choices.y + y)
    assert seat.draft.chosen == 2


def test_the_window_s_title_is_its_own_again_afterwards() -> None:
    output = _Output()

    async def deed(keyboard: Keyboard) -> None:
        keyboard._shell.call("Your turn.")
        keyboard._shell.call("Your turn.")

    at_the_keys(deed, output)
    keeping, _, after = output.written.partition("<mare: your turn>")
    assert "\x1b[22;2t" in keeping
    assert after.endswith("<>\x1b[23;2t")
    assert "\x1b[22;2t" not in after
