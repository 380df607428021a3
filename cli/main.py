"""The entry point of ``mare``: finds the subcommand and turns giving up into a sentence and an exit code."""

from __future__ import annotations

import gc
import os
import re
import shutil
import sys
from argparse import Action, ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn, TypeVar, cast

from cli.command import BOT_COMMAND, Command, Failure, installed_version, rules_are_compiled
from cli.i18n import texts
from cli.i18n.texts import marked, reason_of, tr, translated
from cli.output.lines import Parser, abandon, complain, complains_to_terminal, forgive_encodings, say
from p2p import JournalError, visible


@dataclass
class Listed:
    """A subcommand as ``mare --help`` lists it; its module is loaded when it is wanted, so unused ones cost no time.

    The summary is one line; it is empty for a command that is not for people.
    """

    summary: str
    module: str

    def load(self) -> Command:
        """Return the module."""
        if self.module not in sys.modules:
            with loading():
                import_module(self.module)
        return cast(Command, sys.modules[self.module])


COMMANDS: Mapping[str, Listed] = {
    "play": Listed(marked("sit down at a table with bots, on this machine only"), "cli.commands.play"),
    "learn": Listed(
        marked("learn the game: a first round against bots, each phase explained as it comes"), "cli.commands.learn"
    ),
    "host": Listed(marked("open a table for friends, on this network or the internet"), "cli.commands.host"),
    "join": Listed(marked("sit down at a friend's table with the invitation that you were given"), "cli.commands.join"),
    "bot": Listed(
        marked("lend a bot to a friend's table; it plays game after game while the table is open"), "cli.commands.bot"
    ),
    "resume": Listed(marked("go on with a game, by default the one that you played last"), "cli.commands.resume"),
    "continue": Listed(
        marked("go on with a game from any step, with other players if need be"), "cli.commands.continuing"
    ),
    "games": Listed(marked("list the games that are kept here, the last played first"), "cli.commands.games"),
    "demo": Listed(
        marked("watch bots play a whole game against each other, on this machine only"), "cli.commands.demo"
    ),
    "arena": Listed(marked("let bots play many games, and count who wins"), "cli.arena.command"),
    "watch": Listed(marked("watch a friend's game without a seat; you can join at any time"), "cli.commands.watch"),
    "show": Listed(
        marked("step through a game on the map, or make a picture or a web page of it"), "cli.commands.show"
    ),
    "verify": Listed(
        marked("check the record of a game: every signature, secret, die and rule"), "cli.commands.verify"
    ),
    "export": Listed(marked("write the record of a game to a file"), "cli.commands.export"),
    "import": Listed(marked("add a record to your list of games, to look at it"), "cli.commands.bring"),
    "forget": Listed(marked("delete a game from this machine, for good"), "cli.commands.forget"),
    "check": Listed(
        marked("play scenario files and check what they expect; use one to report a bug in the rules"),
        "cli.commands.check",
    ),
    "map": Listed(marked("check a map file, and name all that is missing in it"), "cli.commands.map"),
    "rules": Listed(
        marked("show the rules, or what they say about a number (3.1), a phase (trade) or a word (caravan)"),
        "cli.commands.rules",
    ),
    "whoami": Listed(
        marked("show or change your name and your key, or take the key to another machine"), "cli.commands.whoami"
    ),
    "completion": Listed(
        marked("print a script that lets your shell complete what you type after mare"), "cli.completion"
    ),
    BOT_COMMAND: Listed("", "cli.commands.bot_process"),
}
"""The subcommands by name, in the order in which ``mare --help`` lists those that have a summary."""

LANGUAGE = "--language"
"""The option that names the language, of every command."""

INTERRUPTED = 130
BROKEN_PIPE = 141

LONG = re.compile(r"\S{400,}")
GAME = re.compile(r"\bGAME\b")
"""What commands call a game that they take."""

OPTIONS = ("-h", "--help", "--version")
"""Beside the language, what can stand before a command."""

LONGEST_QUOTED = 60
"""Characters of what was typed that are repeated in a complaint."""

E = TypeVar("E", bound=BaseException)


LIBRARY = (
    marked("usage: "),
    marked("options"),
    marked("positional arguments"),
    marked("show this help message and exit"),
    marked("unrecognized arguments: %s"),
    marked("the following arguments are required: %s"),
    marked("argument %(argument_name)s: %(message)s"),
    marked("invalid %(type)s value: %(value)r"),
    marked("invalid choice: %(value)r (choose from %(choices)s)"),
    marked("expected one argument"),
    marked("expected at most one argument"),
    marked("expected at least one argument"),
    marked("ignored explicit argument %r"),
    marked("not allowed with argument %s"),
)
"""What argparse says, word for word; see ``texts.lent_to_library``."""


def _whole(text: str) -> int:
    """Return a number of an option; raises ArgumentTypeError."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(tr("{text} is not a whole number", text=_quoted(text))) from None


def _fractional(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(tr("{text} is not a number", text=_quoted(text))) from None


def _quoted(text: str) -> str:
    """Return what was typed, cut after `LONGEST_QUOTED` characters."""
    return repr(text if len(text) <= LONGEST_QUOTED else f"{text[:LONGEST_QUOTED]}…")


class CommandParser(Parser):
    """Complains in one line, without repeating the usage, and ends its help with examples."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.examples: Sequence[str] = ()
        self.commands: dict[str, CommandParser] = {}
        """The parsers of the commands, by name."""
        self.register("type", int, _whole)
        self.register("type", float, _fractional)

    def arguments(self) -> Sequence[Action]:
        """Return what the command takes, as argparse knows it."""
        return self._actions

    def format_help(self) -> str:
        """Return the help; argparse would break lines of examples anywhere."""
        shown = super().format_help()
        if not self.examples:
            return shown
        return "\n".join([shown, f"{tr('examples')}:", *(f"  {line}" for line in self.examples), ""])

    def error(self, message: str) -> NoReturn:
        problem = message.rstrip(".")
        if GAME.search(problem):
            problem = tr("{problem} (`mare games` lists them)", problem=problem)
        raise Failure(tr("{problem}; see `{command} --help`.", problem=problem, command=self.prog), status=2)

    def nearest(self, typed: str) -> str:
        """Return the option that was perhaps meant; empty if there is none, or more than one."""
        word = typed.partition("=")[0].lstrip("-")
        begun = [option for option in self._option_string_actions if len(word) > 2 and word in option]
        found = begun if len(begun) == 1 else get_close_matches(f"--{word}", self._option_string_actions, n=1)
        return found[0] if found else ""


def parser_of(commands: Mapping[str, Listed], *, load: bool) -> CommandParser:
    """Return the parser of these commands: with their arguments, or only as ``mare --help`` lists them."""
    parser = CommandParser(
        prog="mare",
        description=tr("Mare Nostrum, played peer to peer from a terminal, without any server."),
        epilog=tr("`mare learn` teaches the game, `mare play` sits you down at once; `mare COMMAND --help` says more."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help=tr("show the version and exit"))
    _add_language(parser)
    subparsers = parser.add_subparsers(title=tr("commands"), metavar="COMMAND")
    for name, listed in commands.items():
        if listed.summary:
            summary = tr(listed.summary)
            subparser = subparsers.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        else:
            # argparse lists what has a help, an empty one included.
            subparser = subparsers.add_parser(name, allow_abbrev=False)
        parser.commands[name] = subparser
        if load:
            _complete(subparser, listed.load(), for_people=bool(listed.summary))
    return parser


def _complete(parser: CommandParser, command: Command, *, for_people: bool) -> None:
    """Give the parser of a command its arguments, and its help an end."""
    if for_people:
        _add_language(parser)
        parser.examples = command.EXAMPLES
    command.add_arguments(parser)
    parser.set_defaults(run=command.run)


def _add_language(parser: ArgumentParser) -> None:
    """Only for the help: the language is known before anything else is read."""
    codes = ", ".join(texts.languages())
    parser.add_argument(LANGUAGE, metavar="CODE", help=tr("the language of what you read: {codes}", codes=codes))


def _take_language(argv: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """Use the language that the command line names, else that of the environment; returns what else was typed."""
    rest, named = list(argv), texts.wanted(environ)
    texts.use(named)
    for index, word in enumerate(rest):
        option, equals, code = word.partition("=")
        if word == "--":
            break
        if option == LANGUAGE:
            if not equals and index + 1 == len(rest):
                raise Failure(
                    tr(
                        "{option} needs a language, one of {codes}.",
                        option=LANGUAGE,
                        codes=", ".join(texts.languages()),
                    ),
                    status=2,
                )
            named = code if equals else rest[index + 1]
            del rest[index : index + (1 if equals else 2)]
            break
    else:
        _warn_of_variable(environ)
    try:
        texts.use(named)
    except KeyError:
        raise Failure(
            tr("there is no language {code!r}; choose from {codes}.", code=named, codes=", ".join(texts.languages())),
            status=2,
        ) from None
    return rest


def _warn_of_variable(environ: Mapping[str, str]) -> None:
    """Say where the variable, which is ours alone, names a language that there is not."""
    if texts.is_unknown(environ):
        codes = ", ".join(texts.languages())
        _complain(
            tr(
                "{variable}: there is no language {code!r}, so this is English; choose from {codes}.",
                variable=texts.VARIABLE,
                code=environ[texts.VARIABLE],
                codes=codes,
            )
        )


def _version() -> str:
    if (found := installed_version()) is None:
        raise Failure(tr("this copy is not installed, so it has no version; run `pip install .` in its folder."))
    return f"mare {found} ({tr('compiled') if rules_are_compiled() else tr('pure Python')})"


def _dispatch(argv: Sequence[str], commands: Mapping[str, Listed]) -> int:
    if argv and not argv[0].startswith("-") and argv[0] not in commands:
        raise Failure(_unknown(argv, commands), status=2)
    with texts.lent_to_library():
        if argv and argv[0] in commands:
            parser = parser_of({argv[0]: commands[argv[0]]}, load=True)
        else:
            parser = parser_of(commands, load=False)
        # argparse would take what follows an unknown option for the command.
        if argv and argv[0] not in commands and argv[0] not in OPTIONS:
            parser.error(tr("unrecognized arguments: %s") % argv[0])
        args, unknown = parser.parse_known_args(argv)
        if unknown:
            parser.prog = " ".join([parser.prog, *argv[:1]]) if argv[0] in commands else parser.prog
            problem = tr("unrecognized arguments: %s") % " ".join(unknown)
            nearest = parser.commands[argv[0]].nearest(unknown[0]) if argv[0] in commands else ""
            parser.error(
                tr("{problem}; perhaps you mean {option}", problem=problem, option=nearest) if nearest else problem
            )
        if "run" not in args and not args.version:
            parser.print_help()
            return 0
    if args.version:
        say(_version())
        return 0
    status: int = args.run(args)
    return status


def _unknown(argv: Sequence[str], commands: Mapping[str, Listed]) -> str:
    """Return the sentence that says that there is no such command, and which one may be meant."""
    named = [name for name, listed in commands.items() if listed.summary]
    if argv[0] == "rejoin":
        return tr(
            "there is no command 'rejoin' any more; if you have lost your machine or key, another player runs `mare"
            " continue GAME`, and you join that table with its invitation."
        )
    if argv[0] == "help":
        return tr(
            "there is no command {name!r}; `mare {meant}` has the help.", name=argv[0], meant=_helped(argv, named)
        )
    if nearest := get_close_matches(argv[0].lower(), named, n=1):
        return tr(
            "there is no command {name!r}; is it `mare {nearest}`? `mare --help` lists all.",
            name=argv[0],
            nearest=nearest[0],
        )
    return tr("there is no command {name!r}; `mare --help` lists them.", name=argv[0])


def _helped(argv: Sequence[str], named: Sequence[str]) -> str:
    return f"{argv[1]} --help" if argv[1:2] and argv[1] in named else "--help"


def _leaves(group: BaseExceptionGroup[E]) -> Iterator[E]:
    """Yield the exceptions in a group and in the groups inside it, in order."""
    for member in group.exceptions:
        if isinstance(member, BaseExceptionGroup):
            yield from _leaves(member)
        else:
            yield member


def _command(argv: Sequence[str] | None) -> str:
    """Return the name of the subcommand without its arguments."""
    words = sys.argv[1:] if argv is None else argv
    return words[0] if words and words[0] in COMMANDS else "(none)"


def _complain(sentence: str) -> None:
    """Print a failure, with long words cut short: wrapped on a terminal, as one line elsewhere."""
    sentence = LONG.sub(lambda word: f"{word[0][:LONGEST_QUOTED]}…", f"mare: {visible(sentence)}")
    if complains_to_terminal():
        # What measures texts takes long to load, and is not needed where nothing has gone wrong.
        cells = import_module("cli.ui.text.cells")
        width = shutil.get_terminal_size().columns
        sentence = "\n".join(cells.wrapped(sentence, width, break_long_words=False, break_on_hyphens=False))
    complain(sentence)


def _full_output() -> str:
    """Return the name of the standard output if the program cannot write to it; else nothing."""
    try:
        say("", end="")
    except (OSError, ValueError):
        return tr("standard output")
    return ""


def main(argv: Sequence[str] | None = None, commands: Mapping[str, Listed] = COMMANDS) -> int:
    """Run the command line ``argv`` (by default the process's own) and return the exit code.

    0: done; 1: it failed; 2: it cannot be done as it was typed, or with the file that was named; 70: a fault of this
    program, of which it has written a report; 130 and 141: interrupted, or the output is no longer read, as shells
    report it. Raises SystemExit(0) after ``--help``.
    """
    forgive_encodings()
    status = 1
    # Trio delivers what ends a nursery inside exception groups; `except*` takes it with and without one.
    try:
        try:
            status = _dispatch(_take_language(sys.argv[1:] if argv is None else argv, os.environ), commands)
        finally:
            say("", end="")
    except* Failure as failures:
        for failure in _leaves(failures):
            _complain(str(failure))
            status = failure.status
    except* JournalError as unkept:
        for sentence in map(translated, _leaves(unkept)):
            _complain(sentence)
        status = 1
    except* KeyboardInterrupt:
        _complain(tr("interrupted."))
        status = INTERRUPTED
    except* BrokenPipeError:
        abandon()
        status = BROKEN_PIPE
    except* OSError as errors:
        for error in _leaves(errors):
            where = error.filename or _full_output()
            _complain(f"{where}: {reason_of(error)}." if where else f"{reason_of(error)}.")
        abandon()
        status = 1
    except* Exception as faults:  # noqa: BLE001 - whatever it is, a traceback helps no player
        from cli import crash_report  # noqa: PLC0415 - what it needs takes long to load

        _complain(crash_report.told(_command(argv), faults))
        status = crash_report.STATUS
    return status


PACE = 20_000
"""Objects made, and not freed, between two searches; Python's own pace is 700."""


@contextmanager
def loading() -> Iterator[None]:
    """Keep for good what is loaded in this block, and before: the collector never looks through it.

    Reference counts free nearly all that the program makes as it plays, since there are hardly any cycles. At Python's
    own pace the search for them takes a message that comes in the middle of it a tenth longer.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(PACE, *gc.get_threshold()[1:])
        gc.enable()
