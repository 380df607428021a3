"""The entry point of ``mare``: finds the subcommand and turns giving up into a sentence and an exit code."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import NoReturn

from cli.command import Command, Failure

COMMANDS: Mapping[str, Command] = {}
"""The subcommands by name, in the order in which ``mare --help`` lists them."""

INTERRUPTED = 130
BROKEN_PIPE = 141


class _Parser(ArgumentParser):
    """Complains in one line, without repeating the usage."""

    def error(self, message: str) -> NoReturn:
        raise Failure(f"{message.rstrip('.')}; see `{self.prog} --help`.", status=2)


def _parser(commands: Mapping[str, Command]) -> ArgumentParser:
    parser = _Parser(
        prog="mare",
        description="Mare Nostrum: Empires, played peer to peer from a terminal, without any server.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mare {version('mare-nostrum')}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, command in commands.items():
        subparser = subparsers.add_parser(name, help=command.SUMMARY, description=command.SUMMARY, allow_abbrev=False)
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def _dispatch(argv: Sequence[str], commands: Mapping[str, Command]) -> int:
    parser = _parser(commands)
    if not argv:
        parser.print_help()
        return 0
    if not argv[0].startswith("-") and argv[0] not in commands:
        raise Failure(f"there is no command {argv[0]!r}; `mare --help` lists them.", status=2)
    args = parser.parse_args(argv)
    status: int = args.run(args)
    return status


def _complain(sentence: str) -> None:
    print(f"mare: {sentence}", file=sys.stderr)


def _leaves(group: BaseExceptionGroup[Failure]) -> Iterator[Failure]:
    for member in group.exceptions:
        if isinstance(member, BaseExceptionGroup):
            yield from _leaves(member)
        else:
            yield member


def main(argv: Sequence[str] | None = None, commands: Mapping[str, Command] = COMMANDS) -> int:
    """Run the command line ``argv`` (by default the process's own) and return the exit code.

    0: done; 1: it failed; 2: the command line is wrong; 130 and 141: interrupted, or nobody reads the output any more,
    as shells report it. Raises SystemExit(0) after ``--help`` and ``--version``.
    """
    status = 1
    # Trio delivers what ends a nursery inside exception groups; `except*` takes it with and without one.
    try:
        try:
            status = _dispatch(sys.argv[1:] if argv is None else argv, commands)
        finally:
            sys.stdout.flush()
    except* Failure as failures:
        for failure in _leaves(failures):
            _complain(str(failure))
            status = failure.status
    except* KeyboardInterrupt:
        _complain("interrupted.")
        status = INTERRUPTED
    except* BrokenPipeError:
        # The interpreter flushes once more when it exits, and must not complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = BROKEN_PIPE
    return status
