"""``mare learn``: an edition's lessons, phase by phase, with a teacher's words on each."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from cli.args import add_edition_argument, edition_named
from cli.command import Failure
from cli.editions import view_of
from cli.i18n.texts import tr
from cli.lessons.desk import Desk, LinesDesk, ScreenDesk, names_at, teach
from cli.lessons.lesson import Lesson, lessons, titles
from cli.lessons.teacher import Teacher
from cli.output.lines import say
from cli.table_game import DEFAULT
from cli.ui.terminal import add_console_arguments, converse, front_of, full_screen, manners_of, unless_left
from cli.ui.text.cells import fitted
from cli.ui.text.console import Console, Left
from core.editions import EDITIONS
from core.engine.edition import Edition
from core.engine.game import Game

EXAMPLES = ("mare learn", "mare learn battle", "mare learn --edition original")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare where to begin, and how the game is shown."""
    parser.add_argument(
        "lesson",
        metavar="LESSON",
        nargs="*",
        help=tr("the lesson to begin with, by its number or a word of its title: {lessons}", lessons=_listed_all()),
    )
    add_edition_argument(parser)
    add_console_arguments(parser)


def run(args: Namespace) -> int:
    """Return 0 when the lessons are over, or the pupil leaves; raises Failure if there is no such lesson."""
    edition = edition_named(args)
    if not titles(edition):
        raise Failure(tr("{title} has no lessons.", title=edition.title), status=2)
    progress, taught = _Progress(_number(edition, args.lesson)), lessons(edition)

    async def sit_down(console: Console) -> None:
        await _teach_all(console, taught, progress)

    try:
        converse(sit_down, manners_of(args))
    except* (Left, KeyboardInterrupt):
        again = _command(edition, "learn", str(progress.lesson))
        said = tr("Until next time; `{command}` goes on with this lesson.", command=again)
    else:
        said = tr(
            "That was the whole game. `{play}` sits you down at a table with bots; `{rules}` has the rules.",
            play=_command(edition, "play"),
            rules=_command(edition, "rules"),
        )
    say(fitted(said, shutil.get_terminal_size().columns))
    return 0


def _command(edition: Edition, name: str, *words: str) -> str:
    """Return what is typed for an edition; the default one need not be named."""
    named = () if edition is DEFAULT else ("--edition", edition.id)
    return " ".join(("mare", name, *named, *words))


def _listed(edition: Edition) -> str:
    return ", ".join(f"{number} {tr(title)}" for number, title in enumerate(titles(edition), start=1))


def _listed_all() -> str:
    """Return the lessons of every edition. Editions whose lessons have the same titles share one entry."""
    editions: dict[str, list[str]] = {}
    for edition in EDITIONS.values():
        if listed := _listed(edition):
            editions.setdefault(listed, []).append(edition.id)
    return "; ".join(f"{', '.join(ids)}: {listed}" for listed, ids in editions.items())


def _number(edition: Edition, words: Sequence[str]) -> int:
    """Return the number of the lesson that the words name, by its title or its number; 1 if there are no words.

    Raises Failure if there is no such lesson, or more than one.
    """
    if not words:
        return 1
    found = [
        number
        for number, title in enumerate(titles(edition), start=1)
        if [str(number)] == [*words] or any(_has(named, words) for named in (title, tr(title)))
    ]
    if len(found) != 1:
        typed, listed = " ".join(words), _listed(edition)
        raise Failure(tr("{lesson!r} is not a lesson; choose from {lessons}.", lesson=typed, lessons=listed), status=2)
    return found[0]


def _has(title: str, words: Sequence[str]) -> bool:
    """Return whether each of the words begins one of a title."""
    own = title.casefold().split()
    return all(any(part.startswith(word.casefold()) for part in own) for word in words)


class _Progress:
    """Which lesson is being taught."""

    def __init__(self, lesson: int) -> None:
        self.lesson = lesson


async def _teach_all(console: Console, taught: Sequence[Lesson], progress: _Progress) -> None:
    """Teach from one lesson on; raises Left."""

    def open_desk(teacher: Teacher) -> Desk:
        names = names_at(teacher.game)
        if (front := front_of(console)) is not None:
            return ScreenDesk(front, teacher, names)
        return LinesDesk(console, teacher, names)

    first = taught[progress.lesson - 1]
    async with full_screen(console, first.game, view_of(first.game)), unless_left(console):
        before: Game[Any] | None = None
        for lesson in taught[progress.lesson - 1 :]:
            progress.lesson = lesson.number
            before = await teach(lesson, len(taught), open_desk, before)
