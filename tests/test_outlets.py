"""No text from outside reaches the terminal but through one function; and the checker of that sees what it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.outlets import outlets, uncleaned

ROOT = Path(__file__).parents[1]
WAY_OUT = sorted((ROOT / "cli" / "output").glob("*.py"))
OTHERS = [path for part in ("cli", "core", "crypto", "p2p") for path in (ROOT / part).rglob("*.py")]

WRITES = {
    "a line": "print(name)",
    "a line in a function that others call": "def show(name): print(name)",
    "a function that prints": "list(map(print, names))",
    "a question": "answer = input(f'Is {name} here? ')",
    "standard output": "import sys\nsys.stdout.write(name)",
    "standard error, under another name": "import sys\nerrors = sys.stderr\nerrors.write(name)",
    "the output below": "import sys\nsys.__stdout__.write(name)",
    "a stream by its name": "from sys import stderr",
    "streams of a module by another name": "import sys as system\nsystem.stdout.write(name)",
    "a stream by its number": "import os\nos.write(1, name.encode())",
    "a stream that is opened by its number": "import os\nos.fdopen(1, 'w').write(name)",
    "a stream that is opened like a file": "open(1, 'w').write(name)",
    "a stream by its number, by an imported name": "from os import write\nwrite(2, name.encode())",
    "a program of the shell": "import os\nos.system('echo ' + name)",
    "a secret question": "from getpass import getpass",
    "the builtins": "import builtins\nbuiltins.print(name)",
    "an application": "from prompt_toolkit.application import Application\nApplication().run()",
    "an application of one's own": "from prompt_toolkit.application import Application\nclass App(Application): pass",
    "a line editor": "from prompt_toolkit import PromptSession\nPromptSession().prompt(name)",
    "a line editor under another name": "from prompt_toolkit import PromptSession as Editor",
    "formatted text": "from prompt_toolkit import print_formatted_text",
    "a shortcut": "from prompt_toolkit.shortcuts import prompt",
    "the library as a whole": "import prompt_toolkit",
    "an output": "from prompt_toolkit.output import create_output",
    "a parser with a help of its own": "from argparse import ArgumentParser\nArgumentParser(name).print_help()",
}

WRITES_NOT = {
    "a console": "def tell(console, name): console.say(name)",
    "the way out": "from cli.output.lines import say\nsay(name)",
    "a file": "def keep(path, name):\n    with open(path) as file: file.write(name)",
    "a pipe": "import os\ndef send(pipe, name): os.write(pipe, name)",
    "a parser that is given": "from argparse import ArgumentParser\ndef add(parser: ArgumentParser) -> None: ...",
    "keys": "from prompt_toolkit.key_binding import KeyBindings\nbindings = KeyBindings()",
    "an application that is given": "from prompt_toolkit.application import Application\na: Application[None] = make()",
    "standard input": "import sys\nsys.stdin.isatty()",
}

RAW = {
    "a name": "print(name)",
    "a name in a text": "print(f'{name} is here')",
    "a name in a stream": "sys.stdout.write(name)",
    "a name as an end": "print('', end=name)",
    "a name in a question": "input(name)",
    "a name that another function has seen": "print(tr(name))",
    "a title": "set_title(name)",
    "an application with the library's output": "Application(layout=layout)",
    "a line editor with an output that cleans nothing": "PromptSession(output=output)",
    "a cleaned name beside another one": "print(visible(name), other)",
}


def test_nothing_but_the_way_out_writes_to_the_terminal() -> None:
    others = sorted(set(OTHERS) - set(WAY_OUT))
    assert others
    found = {path.relative_to(ROOT).as_posix(): outlets(path.read_text("utf-8")) for path in others}
    assert {path: uses for path, uses in found.items() if uses} == {}


def test_the_way_out_writes_nothing_that_is_not_cleaned() -> None:
    found = {path.name: uncleaned(path.read_text("utf-8")) for path in WAY_OUT}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize("source", WRITES.values(), ids=WRITES)
def test_what_writes_is_found(source: str) -> None:
    assert outlets(source) != []


@pytest.mark.parametrize("source", WRITES_NOT.values(), ids=WRITES_NOT)
def test_what_does_not_write_is_allowed(source: str) -> None:
    assert outlets(source) == []


@pytest.mark.parametrize("source", RAW.values(), ids=RAW)
def test_a_text_that_is_not_cleaned_is_found(source: str) -> None:
    assert uncleaned(source) != []


def test_a_cleaned_text_may_be_written() -> None:
    assert uncleaned("print('\\r', visible(name), end='')\ninput(cleaned(question))") == []
    assert uncleaned("Application(output=_cleaning(output))") == []
