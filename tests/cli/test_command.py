"""The command lines of other programs, as people write them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cli import command


@pytest.mark.parametrize(
    ("platform", "line", "words"),
    [
        ("linux", r"python3 'my bot.py' a\ b # c", ["python3", "my bot.py", "a b", "#", "c"]),
        ("win32", r'C:\Python\python.exe "my bot.py" # c', [r"C:\Python\python.exe", "my bot.py", "#", "c"]),
    ],
)
def test_a_command_is_split_as_the_system_does_it(
    platform: str, line: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "sys", SimpleNamespace(platform=platform))
    assert command.words_of(line) == words


def test_a_quotation_without_an_end_is_no_command() -> None:
    with pytest.raises(ValueError, match="No closing quotation"):
        command.words_of("python3 'bot.py")
