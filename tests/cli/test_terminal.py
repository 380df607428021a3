"""What a terminal is given to show."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.shortcuts import PromptSession

from cli.output.lines import has_few_signs, is_plain_locale, say, sign_encoding
from cli.ui.editor import line_keys
from cli.ui.screen.look import ASCII, glyphs_for
from cli.ui.terminal import PlainConsole
from cli.ui.text.cells import fitted


def test_a_line_that_is_too_long_is_broken_between_words_and_goes_on_indented() -> None:
    assert fitted("  one two three\n\nfour", 11) == "  one two\n    three\n\nfour"


def test_what_is_to_be_copied_stays_in_one_piece() -> None:
    invitation = "mare://join/" + "abc-def_" * 20
    assert fitted(f"Pass it on:\nmare join {invitation}", 40).splitlines()[1] == f"mare join {invitation}"


def test_pasted_lines_are_steps_of_one_line() -> None:
    async def typed() -> str:
        with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
            session: PromptSession[str] = PromptSession(key_bindings=line_keys())
            keys.send_text("\x1b[200~done\r\ndone;\n\x1b[201~\r")
            return await asyncio.wait_for(session.prompt_async(), 5)

    assert asyncio.run(typed()) == "done; done "


def test_pasted_colours_are_no_mouse() -> None:
    """The library takes ``ESC [ 31 m`` for the report of a mouse, and fails to read it as one."""
    complaints: list[object] = []

    async def typed() -> str:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
        with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
            session: PromptSession[str] = PromptSession(key_bindings=line_keys())
            keys.send_text("a\x1b[31mb\r")
            return await asyncio.wait_for(session.prompt_async(), 5)

    assert asyncio.run(typed()) == "ab"
    assert complaints == []


def test_the_second_column_of_a_line_stays_in_its_column() -> None:
    text = "  resign          let the autopilot play"
    assert fitted(text, 36) == "  resign          let the autopilot\n                  play"


def test_a_text_of_several_lines_is_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The prompt of the line editor would come in between."""
    written: list[str] = []
    monkeypatch.setattr("sys.stdout", SimpleNamespace(write=written.append, flush=lambda: None))
    say("one\n  two")
    assert [text for text in written if text] == ["one\n  two\n"]


@pytest.mark.parametrize(
    ("environ", "is_plain"),
    [
        ({"LC_ALL": "C", "LANG": "C.UTF-8"}, True),
        ({"LC_ALL": "POSIX"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # as Python leaves LANG=C
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "en_US.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "C.UTF-8"}, False),  # as Python leaves it where nothing is set
        ({"LANG": "ko_KR.UTF-8"}, False),
        ({}, False),
    ],
)
def test_the_locale_c_knows_only_ascii_but_no_locale_at_all_is_no_such_claim(
    environ: dict[str, str], is_plain: bool
) -> None:
    assert is_plain_locale(environ) is is_plain


@pytest.mark.parametrize("term", ["linux", "linux-16color", "screen.linux", "vt220", "vt100-w", "ansi", "cons25"])
def test_terminals_without_braille_have_few_signs(term: str) -> None:
    assert has_few_signs({"TERM": term})
    assert glyphs_for(sign_encoding({"TERM": term, "LANG": "C.UTF-8"})) == ASCII


@pytest.mark.parametrize(
    "term", ["xterm", "xterm-256color", "tmux-256color", "screen", "alacritty", "foot", "dumb", ""]
)
def test_other_terminals_have_all_signs(term: str) -> None:
    assert not has_few_signs({"TERM": term})


def test_in_ascii_lines_have_plain_signs_and_all_their_letters(capsys: pytest.CaptureFixture[str]) -> None:
    PlainConsole(ascii_only=True).say("“év” … «2\u00d73» — 5\u20136 · \u2019")
    assert capsys.readouterr().out == '"év" ... "2x3" - 5-6 - \'\n'
