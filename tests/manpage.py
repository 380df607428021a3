"""The man page, ``docs/mare.1``, made from the parser and two tables of ``docs/commands.md``.

``python -m tests.texts`` brings it up to date.
"""

from __future__ import annotations

import re
from argparse import Action
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from cli.i18n import texts
from cli.main import COMMANDS, LANGUAGE, CommandParser, parser_of

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "mare.1"
TABLES = {"EXIT STATUS": "| code | meaning | example |", "ENVIRONMENT": "| variable | what it does |"}
"""Sections, each with the head of the table of ``docs/commands.md`` that it repeats."""
REPEATED = ("*", "+")


def written() -> str:
    """Return the page in English, in the macros of man."""
    texts.use("en")
    parser = parser_of({name: listed for name, listed in COMMANDS.items() if listed.summary}, load=True)
    return "\n".join(_lines(parser)) + "\n"


def _lines(parser: CommandParser) -> Iterator[str]:
    yield from ('.TH MARE 1 "" mare', ".SH NAME", f"mare {_escaped('- the board game Mare Nostrum, peer to peer')}")
    yield from (".SH SYNOPSIS", ".B mare", "[OPTIONS] COMMAND ...")
    yield from (".SH DESCRIPTION", _escaped(parser.description or ""), ".PP", _escaped(parser.epilog or ""))
    yield ".SH OPTIONS"
    yield from _paragraph("-h, --help", "Show the help, or that of a command.")
    yield from _arguments(parser)
    yield from _paragraph(
        f"{LANGUAGE} CODE", f"The language of what you read, also of each command: {', '.join(texts.languages())}."
    )
    yield ".SH COMMANDS"
    for name, command in parser.commands.items():
        usage = " ".join(filter(None, map(_needed, command.arguments())))
        yield from (
            f".SS mare {name} [OPTIONS] {_escaped(usage)}".rstrip(),
            f"{_escaped(_sentence(command.description))}",
        )
        yield from _arguments(command)
        yield from (".PP", "Examples:", ".PP", ".nf", *map(_escaped, command.examples), ".fi")
    page = (DOCS / "commands.md").read_text("utf-8")
    for section, head in TABLES.items():
        yield f".SH {section}"
        rows = page.partition(head)[2].splitlines()[2:]
        for row in takewhile(lambda row: row.startswith("|"), rows):
            name, meaning = re.split(r" ?(?<!\\)\| ?", row.replace("`", ""))[1:3]
            yield from _paragraph(name, _sentence(meaning))


def _arguments(parser: CommandParser) -> Iterator[str]:
    """Yield a paragraph for each argument, but for those that all commands have."""
    for action in parser.arguments():
        if not {"--help", LANGUAGE}.intersection(action.option_strings) and action.metavar != "COMMAND":
            named = ", ".join(action.option_strings)
            yield from _paragraph(f"{named} {_value(action)}".strip(), _sentence((action.help or "") % vars(action)))


def _paragraph(head: str, text: str) -> Iterator[str]:
    yield from (".TP", f".B {_escaped(head)}", _escaped(text))


def _needed(action: Action) -> str:
    """Return how an argument stands in the usage of its command: empty for an option that one may leave out."""
    if action.option_strings:
        return f"{action.option_strings[-1]} {_value(action)}" if action.required else ""
    value = _value(action) + (" ..." if action.nargs in REPEATED else "")
    return f"[{value}]" if action.nargs in ("?", "*") else value


def _value(action: Action) -> str:
    """Return what an argument's value is called; empty if it has none."""
    if action.nargs == 0:
        return ""
    return str(
        action.metavar or (f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper())
    )


def _sentence(text: str | None) -> str:
    return f"{(text or '')[:1].upper()}{(text or '')[1:]}."


def _escaped(text: str) -> str:
    """Return a text that means nothing to the typesetter: its hyphens can be copied, and it begins no macro."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
