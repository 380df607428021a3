"""Arguments that several commands take: options of a table and of editions, how strong bots are, and invitations.

Invitations and addresses come as a person gives them: in the arguments, in a file, through a pipe, or when asked.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from cli.bots.minds import ENGINE, SEARCHING, Chosen, known_strengths
from cli.command import Failure
from cli.i18n.texts import begun, count, marked, reason_of, tr, translated
from cli.output.lines import type_from_here
from cli.storage import ownfiles
from cli.storage.files import read_map_text, read_text
from cli.table_game import DEFAULT
from cli.ui.text.console import Console
from core import DataError
from core.editions import EDITIONS, declared_by
from core.engine.edition import RANDOM, Edition
from core.engine.option import MOST_ROUNDS, LineUp, Option, Rounds
from core.engine.policy import NODES, STEADY
from p2p import MAX_INVITATION, RECORD_MAGIC, Address, AddressError, Invitation, InvitationError, parse_invitation

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


def add_rules_arguments(parser: ArgumentParser, max_rounds: int = 0) -> None:
    """Declare the arguments for the edition, its options and the number of players.

    ``max_rounds`` is the default limit of rounds.
    """
    add_edition_argument(parser)
    add_map_argument(parser)
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=tr("the number of players (default: the fewest possible)"),
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
    parser.add_argument("--map", metavar="FILE", help=tr("another map or start (default: the edition's own)"))


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
                "“{title}” is for {known} players, not {players}.",
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
            return file.read(len(RECORD_MAGIC)) == RECORD_MAGIC
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


def add_declared_arguments(parser: ArgumentParser) -> None:
    """Declare all options of all editions, except the limit of rounds; None if they are not given."""
    for name, editions in _editions_by_option().items():
        _add_option(parser, name, editions)


def _editions_by_option() -> dict[str, list[str]]:
    """Return the editions that have each option besides the limit of rounds."""
    found: dict[str, list[str]] = {}
    for edition in EDITIONS:
        for option in declared_by(edition):
            if not isinstance(option, Rounds):
                found.setdefault(option.name, []).append(edition)
    return found


def _add_option(parser: ArgumentParser, name: str, editions: Sequence[str]) -> None:
    """Add what these editions declare by one name, as the first of them explains it."""
    declared = [option for edition in editions for option in declared_by(edition) if option.name == name]
    meaning = meaning_of(declared[0])
    if len(editions) < len(EDITIONS):
        meaning = tr("{meaning}; only in: {editions}", meaning=meaning, editions=", ".join(editions))
    if type(declared[0].usual) is bool:
        parser.add_argument(option_called(name), action="store_true", default=None, help=meaning)
        return
    words = dict.fromkeys(word for option in declared for word in option.words(()))
    metavar = "NAME,…" if isinstance(declared[0], LineUp) else f"{{{','.join(words)}}}"
    parser.add_argument(option_called(name), metavar=metavar, help=meaning)


def meaning_of(option: Option) -> str:
    """Return what an option means, for who chooses."""
    if isinstance(option, Rounds):
        return tr("end after N rounds, with no winner; 0 for no limit (default: {most})", most=tr("no limit"))
    return translated(option.meaning)


def told_of(option: Option, value: Any, playing: Sequence[str] = ()) -> str:
    """Return what a table agrees to that has chosen this, where these empires play."""
    if isinstance(option, Rounds):
        return tr("ends after {rounds}", rounds=count(value, "round")) if value else tr("no round limit")
    return translated(option.told(value, playing))


def empires_of(edition: Edition, game_map: Any) -> tuple[str, ...]:
    """Return all empires of a map, in seat order."""
    tables = edition.tables(game_map)
    return tuple(dict.fromkeys(name for size in sorted(tables, reverse=True) for name in tables[size]))


def line_up_size(args: Namespace, edition: Edition, game_map: Any) -> int:
    """Return how many empires the arguments name to play, 0 where they name none; raises Failure."""
    chosen = declared_options(args, edition, game_map)
    return next((len(chosen.get(option.name, ())) for option in edition.declared if isinstance(option, LineUp)), 0)


def declared_options(args: Namespace, edition: Edition, game_map: Any) -> dict[str, Any]:
    """Return the given options; raises Failure for one that the edition lacks, or that cannot be so."""
    declared = {option.name: option for option in edition.declared}
    given = {name: typed for name in _editions_by_option() if (typed := getattr(args, name)) is not None}
    chosen: dict[str, Any] = {"max_rounds": args.max_rounds}
    for name, typed in given.items():
        called = option_called(name)
        if name not in declared:
            others = ", ".join(map(option_called, declared))
            raise Failure(
                tr(
                    "{option}: {title} has no such option. It has {others}.",
                    option=called,
                    title=edition.title,
                    others=others,
                ),
                status=2,
            )
        known = empires_of(edition, game_map)
        value = typed if typed is True else declared[name].read(typed, known)
        if value is None:
            words = ", ".join(declared[name].words(known))
            raise Failure(_unread(declared[name], called, typed, words), status=2)
        chosen[name] = value
    return chosen


def _unread(option: Option, called: str, typed: str, known: str) -> str:
    """Return why the typed text is not a value of an option, and which values there are."""
    if isinstance(option, LineUp):
        return tr(
            "{option} {typed!r}: choose from {known}, each at most once.", option=called, typed=typed, known=known
        )
    return tr("{option} {typed!r}: choose {known}.", option=called, typed=typed, known=known)


def option_called(name: str) -> str:
    """Return how an option is typed."""
    return f"--{name.replace('_', '-')}"


CALLED = (
    marked("beginner"),
    marked("novice"),
    marked("able"),
    marked("steady"),
    marked("keen"),
    marked("strong"),
)
"""What the strengths are called, where they are told of; one types them in English."""

BOT_SECONDS = 2.0
"""Seconds that a bot who searches takes for a decision at most, where people wait for it."""

LONGEST = 600.0
"""The most seconds that may be asked for: longer than a player waits."""


def add_bots_argument(parser: ArgumentParser, *, engines: bool = False) -> None:
    """Declare how strong the bots of a table are; ``engines`` lets the player's own programs sit there, too."""
    names = ", ".join([*known_strengths(), *([f"{ENGINE}COMMAND"] if engines else [])])
    parser.add_argument(
        "--bots",
        default=STEADY,
        metavar="STRENGTH",
        help=tr(
            "how strong the bots are: {names}; one word for all, or one for each, with commas (default: {steady})",
            names=names,
            steady=STEADY,
        ),
    )


def add_strength_argument(parser: ArgumentParser) -> None:
    """Declare how strong the player's own bots are."""
    parser.add_argument(
        "--strength",
        choices=known_strengths(),
        default=STEADY,
        help=tr("how strong a bot plays (default: {steady})", steady=STEADY),
    )


def add_think_argument(parser: ArgumentParser) -> None:
    """Declare how long a bot may think."""
    parser.add_argument(
        "--think",
        type=float,
        default=BOT_SECONDS,
        metavar="SECONDS",
        help=tr(
            "the longest time in seconds that a {searching} bot thinks about a decision (default: {think:g})",
            searching="/".join(SEARCHING),
            think=BOT_SECONDS,
        ),
    )


def add_talk_argument(parser: ArgumentParser) -> None:
    """Declare whether bots talk."""
    parser.add_argument("--no-talk", action="store_true", help=tr("bots neither propose nor answer deals in chat"))


def add_nodes_argument(parser: ArgumentParser) -> None:
    """Declare the argument for how far a bot may search if no person waits for it."""
    parser.add_argument(
        "--nodes",
        type=int,
        default=NODES,
        metavar="N",
        help=tr(
            "the most steps that a {searching} bot tries for a decision (default: {nodes})",
            searching="/".join(SEARCHING),
            nodes=NODES,
        ),
    )


def seconds_of(args: Namespace) -> float:
    """Return the seconds for a decision; raises Failure outside the bounds."""
    seconds: float = args.think
    if not 0 < seconds <= LONGEST:
        raise Failure(
            tr("--think {seconds:g}: give more than 0 seconds, up to {most:g}.", seconds=seconds, most=LONGEST),
            status=2,
        )
    return seconds


def nodes_of(args: Namespace) -> int:
    """Return the nodes for a decision; raises Failure for none."""
    nodes: int = args.nodes
    if nodes < 1:
        raise Failure(tr("--nodes {nodes}: give a number from 1 up.", nodes=nodes), status=2)
    return nodes


def bot_of(args: Namespace) -> Chosen:
    """Return how the player's own bots play, by ``--strength`` and ``--think``; raises Failure."""
    return Chosen(args.strength, seconds_of(args), talks=not args.no_talk)


def strengths_of(args: Namespace, bots: int, edition: Edition, *, engines: bool = False) -> list[str]:
    """Return how strong each bot of an edition is; raises Failure if the argument does not tell.

    With ``engines``, a bot may be a program. Its command ends before the name of the next bot.
    """
    named = _named(args.bots) if engines else args.bots.split(",")
    unknown = [name for name in named if name not in edition.strengths and not (engines and name.startswith(ENGINE))]
    if unknown:
        raise Failure(
            tr(
                "--bots: there is no strength {unknown!r}; choose from {known}.",
                unknown=unknown[0],
                known=", ".join(edition.strengths),
            ),
            status=2,
        )
    if len(named) not in (1, bots):
        raise Failure(
            tr(
                "--bots: strengths given: {named}, bots: {bots}; give one for all, or one for each.",
                named=len(named),
                bots=bots,
            ),
            status=2,
        )
    return named if len(named) == bots else named * bots


def _named(bots: str) -> list[str]:
    """Return the bots that an argument names, whose programs may have commas in their commands."""
    names = "|".join([ENGINE, *[f"{name}(?=,|$)" for name in known_strengths()]])
    return re.split(rf",(?={names})", bots)


Read = TypeVar("Read")

PIPED = "-"
"""What stands for standard input, in the place of an invitation as of its file."""


def add_invitation_arguments(parser: ArgumentParser, invitation: str, at: str) -> None:
    """Take an invitation, and where the table is; the help for both is translated already."""
    parser.add_argument("invitation", nargs="*", metavar="INVITATION", help=invitation)
    parser.add_argument(
        "--invitation",
        dest="invitation_file",
        metavar="FILE",
        help=tr(
            "read the invitation from this file, or with - from standard input; other users of this"
            " machine can see the command line, but not the file"
        ),
    )
    parser.add_argument("--at", metavar="HOST:PORT", help=at)


def given(args: Namespace, read: Callable[[str], Read]) -> Read | None:
    """Return what ``read`` makes of the invitation in the arguments; None if there is none. Raises Failure."""
    file = args.invitation_file
    if args.invitation == [PIPED] and file is None:
        file, args.invitation = PIPED, []
    if args.invitation and file is not None:
        raise Failure(tr("you gave the invitation twice; leave out --invitation or the other one."), status=2)
    if file is None:
        return read(" ".join(args.invitation)) if args.invitation else None
    name, text = (tr("standard input"), _piped()) if file == PIPED else (file, read_text(file))
    try:
        return read(text)
    except Failure as failure:
        raise Failure(f"{name}: {failure}", failure.status) from None


def _piped() -> str:
    """Return all of standard input; afterwards the person types at the terminal."""
    if sys.stdin.isatty():
        raise Failure(
            tr("--invitation - reads from a pipe; leave it out here, and paste the invitation when you are asked."),
            status=2,
        )
    data = sys.stdin.buffer.read(4 * MAX_INVITATION)
    type_from_here()
    return data.decode("utf-8-sig", errors="replace")


async def asked(console: Console, prompt: str, read: Callable[[str], Read]) -> Read:
    """Ask until the answer can be read, and say why one cannot; raise that as Failure at the end of the input."""
    wrong = Failure(tr("there is no terminal to ask at; give the invitation in a file with --invitation."))
    while (line := await console.line(prompt, lambda begun: [])) is not None:
        try:
            return read(line.strip())
        except Failure as failure:
            wrong = failure
            console.say(begun(str(failure)))
    raise wrong


async def given_or_asked(console: Console, named: Read | None, read: Callable[[str], Read]) -> Read:
    """Return what the arguments have named, or else what the person answers; raises Failure."""
    return await asked(console, tr("Invitation: "), read) if named is None else named


def invitation_of(text: str) -> Invitation:
    """Return the invitation in a text; raises Failure."""
    try:
        return parse_invitation(text)
    except InvitationError as error:
        raise Failure(translated(error), status=2) from None


def seat_of(text: str) -> Invitation:
    """Return the invitation to a seat in a text; raises Failure."""
    invitation = invitation_of(text)
    if invitation.kind != "table":
        raise Failure(tr("this invitation is for watching only; use it with `mare watch`."), status=2)
    return invitation


def address_of(text: str | None) -> Address | None:
    """Return the address after ``--at``, if it was given; raises Failure."""
    try:
        return None if text is None else Address.parse(text)
    except AddressError as error:
        raise Failure(f"--at: {translated(error)}", status=2) from None
