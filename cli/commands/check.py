"""``mare check``: play the scenarios of files and say which go as written."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cli.args import add_edition_argument, edition_named
from cli.command import Failure
from cli.i18n.texts import plural, tr
from cli.output.lines import say
from cli.storage.files import read_map, read_text, wrong_file
from core import DataError
from core.engine.edition import Edition
from core.engine.errors import ScenarioFailure

EXAMPLES = ("mare check bug.scenario",)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the files, another map for all of them, and how much to say."""
    parser.add_argument("files", metavar="FILE", nargs="+", help=tr("a scenario file"))
    add_edition_argument(parser)
    parser.add_argument("--map", metavar="FILE", help=tr("another map or start, for scenarios that name none"))
    parser.add_argument("-q", "--quiet", action="store_true", help=tr("print only the scenarios that fail"))


def run(args: Namespace) -> int:
    """Return 0 if every scenario goes as written, else 1; all files are read before the first scenario is played."""
    edition = edition_named(args)
    game_map = read_map(args.map, edition) if args.map else None
    files = [(name, _scenarios(name, edition, game_map)) for name in args.files]
    failed = 0
    for name, scenarios in files:
        for scenario in scenarios:
            failed += not _check(name, scenario, args.quiet)
    if not args.quiet:
        number = sum(len(scenarios) for _, scenarios in files)
        total = plural("{number} scenario", "{number} scenarios", number)
        say(tr("{scenarios}, {failed} failed.", scenarios=total, failed=failed))
    return 1 if failed else 0


def _check(name: str, scenario: Any, quiet: bool) -> bool:
    """Play a scenario, print its line, and say whether it went as written."""
    try:
        scenario.run()
    except ScenarioFailure as failure:
        say(
            tr(
                "FAILED  {name}:{line}: {title}: {sentence}",
                name=name,
                line=failure.line,
                title=scenario.title,
                sentence=failure.sentence,
            )
        )
        return False
    if not quiet:
        say(tr("ok      {name}:{line}: {title}", name=name, line=scenario.line, title=scenario.title))
    return True


def _scenarios(name: str, edition: Edition, game_map: Any) -> Sequence[Any]:
    texts = edition.texts
    try:
        return texts.parse_scenarios(read_text(name), game_map, partial(_map_beside, Path(name).parent, edition))
    except DataError as error:
        raise wrong_file(name, error) from None


def _map_beside(folder: Path, edition: Edition, name: str) -> Any:
    """Return the map that a scenario names, looked for from its own file's folder."""
    try:
        return read_map(str(folder / name), edition)
    except Failure as failure:
        raise DataError("", str(failure)) from None
