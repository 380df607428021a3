"""``mare map check``: name all that is missing or wrong in map files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from cli.args import add_edition_argument, edition_named
from cli.editions import notice_of
from cli.i18n.texts import plural, tr
from cli.output.lines import say
from cli.storage.files import read_text, wrong_file

EXAMPLES = ("mare map check our.toml", "mare map check our.toml --edition revised")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what to do, and with which files."""
    parser.add_argument("deed", choices=["check"], help=tr("what to do with the files"))
    parser.add_argument("files", metavar="FILE", nargs="+", help=tr("a map file"))
    add_edition_argument(parser)


def run(args: Namespace) -> int:
    """Return 0 if games can be played on all files, else 1."""
    edition = edition_named(args)
    for notice in notice_of(edition.id):
        say(notice)
    wrong = 0
    for name in args.files:
        faults = edition.faults(read_text(name))
        for fault in faults:
            say(str(wrong_file(name, fault)))
        if faults:
            wrong += 1
            say(plural("{name}: {number} fault.", "{name}: {number} faults.", len(faults), name=name))
        else:
            say(tr("{name}: nothing is missing.", name=name))
    return 1 if wrong else 0
