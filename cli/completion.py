"""``mare completion SHELL``: a script with which a shell completes what you type after ``mare``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import shtab

from cli.i18n import texts
from cli.i18n.texts import tr
from cli.main import COMMANDS, LANGUAGE, CommandParser, parser_of
from cli.output.lines import say

EXAMPLES = ("mare completion bash",)

SHELLS = ("bash", "zsh", "fish", "powershell")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the shell."""
    parser.add_argument("shell", choices=SHELLS, help=tr("the shell: {shells}", shells=", ".join(SHELLS)))


def run(args: Namespace) -> int:
    """Print the script."""
    parser = parser_of({name: listed for name, listed in COMMANDS.items() if listed.summary}, load=True)
    for each in (parser, *parser.commands.values()):
        _say_what_completes(each)
    say(shtab.complete(parser, args.shell))
    return 0


def _say_what_completes(parser: CommandParser) -> None:
    """Give each argument that is a file, or one of a few words, what the library wants to know of it."""
    for action in parser.arguments():
        words = str(action.metavar)
        if words == "FILE":
            vars(action)["complete"] = shtab.FILE
        elif LANGUAGE in action.option_strings:
            action.choices = texts.languages()
        elif words.startswith("{"):
            action.choices = words.strip("{}").split(",")
