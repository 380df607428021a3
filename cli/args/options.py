"""Options that commands which set up a table have in common."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cli.args.declared import add_declared_arguments, declared_options, empires_of, line_up_size
from cli.command import Failure
from cli.i18n.texts import reason_of, tr, translated
from cli.storage import ownfiles
from cli.storage.maps import read_map_text
from cli.table_game import DEFAULT
from core import DataError
from core.editions import EDITIONS
from core.engine.edition import RANDOM, Edition, Texts
from core.engine.option import MOST_ROUNDS
from p2p.log.record import MAGIC

RECORD = "--record"
"""The option that names where a record goes."""

LAST_PORT = 65535

HEAD = 2000
"""Bytes at the beginning of a picture or a page, among which its title stands."""


def add_table_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments for the edition, its options, the number of players, the ports and the record."""
    add_game_arguments(parser)
    parser.add_argument("--port", type=int, default=0, help=tr("the first port to listen on (default: any free ports)"))


def add_game_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments for the edition, its options, the number of players and the record."""
    add_rules_arguments(parser)
    add_record_argument(parser)


def add_edition_argument(parser: ArgumentParser) -> None:
    """Declare which edition of the game is played."""
    parser.add_argument(
        "--edition",
        choices=list(EDITIONS),
        default=DEFAULT.id,
        help=tr("the edition of the game: {editions} (default: {default})", **_editions()),
    )


def _editions() -> dict[str, str]:
    return {"editions": ", ".join(EDITIONS), "default": DEFAULT.id}


def edition_named(args: Namespace) -> Edition:
    """Return the edition that the arguments name."""
    return EDITIONS[args.edition]


def texts_of(edition: Edition) -> Texts:
    """Return the positions and scenarios of an edition; raises Failure if it has none."""
    if edition.texts is None:
        raise Failure(tr("{title} has no positions or scenarios.", title=edition.title), status=2)
    return edition.texts


def add_rules_arguments(parser: ArgumentParser, max_rounds: int = 0) -> None:
    """Declare the arguments for the edition, its options and the number of players.

    ``max_rounds`` is the default limit of rounds.
    """
    add_edition_argument(parser)
    add_map_argument(parser)
    sizes = [size for edition in EDITIONS.values() for size in edition.tables(edition.standard_map())]
    least, most = min(sizes), max(sizes)
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=tr("the number of players, {least} to {most} (default: the fewest possible)", least=least, most=most),
    )
    add_declared_arguments(parser)
    parser.add_argument(
        "--max-rounds",
        type=int,
        default=max_rounds,
        metavar="N",
        help=tr(
            "end after N rounds, with no winner; 0 for no limit (default: {most})", most=max_rounds or tr("no limit")
        ),
    )


def add_record_argument(parser: ArgumentParser) -> None:
    """Declare where the record goes."""
    parser.add_argument(
        RECORD, type=Path, metavar="FILE", help=tr("where to write the record (default: a new file in this folder)")
    )


def add_map_argument(parser: ArgumentParser) -> None:
    """Declare another map or start."""
    parser.add_argument("--map", metavar="FILE", help=tr("another map or start (default: the printed one)"))


def map_text_of(args: Namespace, edition: Edition | None = None) -> str | None:
    """Return the text of the map that was named, if any; raises Failure if it is not a map of the edition."""
    return None if args.map is None else read_map_text(args.map, edition)


def title_of(edition: Edition, game_map: Any) -> str:
    """Return what people call an edition on its own map; another map has its own title."""
    title: str = edition.title if game_map.digest == edition.standard_map().digest else game_map.title
    return title


def options_of(args: Namespace, edition: Edition, game_map: Any, empire: str = RANDOM) -> Any:
    """Return the options of the table, at which the first seat plays an empire and all others have theirs dealt.

    Raises Failure if such a game is not possible.
    """
    tables = edition.tables(game_map)
    known = empires_of(edition, game_map)
    if empire not in (RANDOM, *known):
        raise Failure(
            tr(
                "there is no {side} {empire!r} in {title}; choose from {known}.",
                side=tr(edition.rules.side),
                empire=empire,
                title=title_of(edition, game_map),
                known=", ".join(known),
            ),
            status=2,
        )
    smallest = next((number for number in sorted(tables) if empire in tables[number]), min(tables))
    fewest = line_up_size(args, edition, game_map) or smallest
    players = fewest if args.players is None else args.players
    check_numbers(tables, title_of(edition, game_map), players, args.max_rounds)
    return checked_options(args, edition, game_map, (empire, *[RANDOM] * (players - 1)))


def checked_options(args: Namespace, edition: Edition, game_map: Any, empires: Sequence[str]) -> Any:
    """Return the options of a table, with choices by seat; raises Failure if such a game is not possible."""
    try:
        options = edition.options(
            players=len(empires), empires=tuple(empires), **declared_options(args, edition, game_map)
        )
        edition.start(options, game_map)
    except DataError as error:
        raise Failure(
            tr("this table is not possible: {problem}", problem=translated(error.message)), status=2
        ) from None
    return options


def check_numbers(known: Iterable[int], title: str, players: int, max_rounds: int) -> None:
    """Raise Failure if so many do not play a game of that title, or not for so many rounds."""
    if players not in (tables := sorted(known)):
        raise Failure(
            tr(
                "--players {players}: “{title}” is for {known} players.",
                players=players,
                title=title,
                known=", ".join(map(str, tables)),
            ),
            status=2,
        )
    if not 0 <= max_rounds <= MOST_ROUNDS:
        raise Failure(
            tr(
                "--max-rounds {number}: give a number up to {most}, or 0 for no limit.",
                number=max_rounds,
                most=MOST_ROUNDS,
            ),
            status=2,
        )


def ports_of(args: Namespace, number: int) -> list[int]:
    """Return the ports for that many peers, 0 for any free one; raises Failure if there are not so many."""
    if not 0 <= args.port <= LAST_PORT + 1 - number:
        raise Failure(
            tr(
                "--port {port}: the table needs {number} ports from this one on, and {most} is the highest.",
                port=args.port,
                number=number,
                most=LAST_PORT,
            ),
            status=2,
        )
    return [args.port + index if args.port else 0 for index in range(number)]


def check_record(path: Path | None, argument: str = RECORD) -> None:
    """Raise Failure, before a game is played, where its record could not be written; ``argument`` names the file."""
    folder = path.parent if path else Path()
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise Failure(
            tr(
                "no record can be written in the folder {absolute}; choose another file with {argument}.",
                absolute=folder.absolute(),
                argument=argument,
            ),
            2,
        )
    if path is not None and path.is_dir():
        raise Failure(
            tr("{path} is a folder; {argument} needs the name of a file.", path=path, argument=argument), status=2
        )
    if path is not None and path.is_file() and not _is_record(path):
        raise Failure(tr("{path} already exists and is not a record; choose another file.", path=path), status=2)


def _is_record(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def check_drawn(path: Path, begun: str, title: str = "") -> None:
    """Raise Failure if something would be drawn over a file that is there and that we have not drawn.

    What we draw begins as ``begun`` says, and has the ``title`` near its beginning.
    """
    if not path.is_file():
        return
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError as error:
        raise Failure(f"{path}: {reason_of(error)}.", status=2) from None
    if not head.startswith(begun.encode()) or title.encode() not in head:
        raise Failure(tr("{path} already exists, and `mare` did not draw it; choose another file.", path=path), 2)


def save_record(path: Path | None, game: str, record: bytes) -> Path:
    """Write a record to its file, by default one named after the game's id; raises Failure."""
    path = path or Path(f"{game[:16]}.mare")
    try:
        ownfiles.publish(path, record)
    except OSError as error:
        raise Failure(
            tr("cannot write the record to {path}: {strerror}.", path=path, strerror=reason_of(error))
        ) from None
    return path


def save_drawn(path: Path, text: str) -> None:
    """Write a picture or a page to its file; raises Failure."""
    try:
        ownfiles.publish(path, text.encode("utf-8"))
    except OSError as error:
        raise Failure(f"{path}: {reason_of(error)}.", status=2) from None
