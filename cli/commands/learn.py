"""``mare learn``: an edition's lessons, phase by phase, with a teacher's words on each."""

from __future__ import annotations

import re
import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from cli.args import add_edition_argument, edition_named
from cli.command import Failure
from cli.editions import view_of
from cli.i18n.texts import marked, tr, translated
from cli.lessons.lesson import PUPIL, Lesson, lessons, titles
from cli.lessons.teacher import Judgement, Teacher
from cli.output.lines import say
from cli.table_game import DEFAULT
from cli.ui.conversation.conversation import Conversation
from cli.ui.screen.front import Front
from cli.ui.screen.scene import Page
from cli.ui.screen.screen import BESIDES, KEY_OF_HINTS, KEYS, MAP_KEYS, MORE_HELP, MORE_KEYS, Screen
from cli.ui.terminal import add_console_arguments, converse, front_of, full_screen, manners_of, unless_left
from cli.ui.text.cells import WIDTH, fitted, wrapped
from cli.ui.text.console import Console, Left
from cli.ui.text.dialogue import Dialogue
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


GO_ON = marked("Enter goes on.")
OWN_POSITION = marked("This lesson starts from its own position, not from where yours ended.")
MOST_TOLD = 4
"""Sentences of the story that are repeated beside the teacher's words."""


ON_SCREEN = (
    marked(
        "The first line says where the game stands. The last lines show what you hold, what you"
        " type, and what the keys do now."
    ),
    marked(
        "Above them is what you are asked, with the number of its rule, and below it every legal"
        " answer. Up and Down go through the answers; beside them you read what each would do."
        " Enter takes one. Or type an answer."
    ),
    marked(
        "Esc or F2 shows the map, which this page covers; F2 shows this page again. F6 shows the rule behind a"
        " question, “?” with a number any rule."
    ),
)
"""How one answers on the full screen, a paragraph in a line."""

ON_PAGE = (
    marked(
        "The first line says where the game stands. The question stands beside the map, or below it, with the number"
        " of its rule. Click on the number to read the rule."
    ),
    marked(
        "Below the question are its answers. Click on one. “…” at its end says that it has a next step. What would"
        " count at once waits for a second click, and you read what it would lead to."
    ),
    marked(
        "Places with a golden border have answers, too: click on them, on your units and on your resources. “Close”"
        " shows the map below these words, and “Lesson” shows the words again."
    ),
)
"""How one answers on a page."""

IN_LINES = (
    marked(
        "Each question begins with the number of its rule: “?” with that number shows the rule."
        " Below the question are the legal answers. Type the number of one, or type the answer"
        " itself; you may shorten words."
    ),
    marked("“board” and “players” show the table, “lesson” these words again, “help” the rest."),
)
"""How one answers line by line."""


LEAVING = marked("""\
  lesson          the teacher's words again
  quit            leave the lesson, and read how to begin it anew""")

AGAIN = marked("“quit” leaves the lesson, and says how to begin it again.")

KEY_OF_ANSWERING = marked("  Enter           gives a whole answer, which counts at once in a lesson")

KEY_OF_LEAVING = marked("  Ctrl-C          leaves the lesson, and says how to begin it anew")


class Desk(Protocol):
    """The pupil's side of a lesson; ``orientation`` says what is where, and how the pupil answers."""

    orientation: Sequence[str]

    def show(self, title: str, said: Judgement | None, words: Sequence[str]) -> None:
        """Show what the teacher says of the last answer, and then: paragraphs in the language in use."""

    async def ask(self) -> str:
        """Return the pupil's answer to what the game asks, legal and in its one spelling; raises Left."""

    async def pause(self) -> None:
        """Wait until the pupil goes on; raises Left."""


async def teach(
    lesson: Lesson, number: int, open_desk: Callable[[Teacher], Desk], before: Game[Any] | None = None
) -> Game[Any]:
    """Teach a lesson, one of so many, from its first page to its last word; returns the game as it ends. Raises Left.

    ``before`` is the same of the lesson before. If there was none, the pupil is told how to answer.
    """
    teacher = Teacher(lesson)
    desk = open_desk(teacher)
    title = tr("Lesson {number} of {last}: {title}", number=lesson.number, last=number, title=tr(lesson.title))
    for page in (*lesson.pages, *([desk.orientation] if before is None else [])):
        desk.show(title, None, tuple(map(tr, page)))
        await desk.pause()
    said: Judgement | None = None
    is_other = before is not None and before.digest() != lesson.game.digest()
    start = (tr(OWN_POSITION),) if is_other else ()
    is_told = False
    teacher.go_on()
    while not teacher.over:
        desk.show(title, said, (*start, *teacher.words()))
        start = ()
        answer = await desk.ask()
        said = teacher.judge(answer)
        if not (said.good or is_told):
            start, is_told = (tr(AGAIN),), True
        teacher.answer(answer)
    desk.show(title, said, (*start, *map(tr, lesson.closing)))
    await desk.pause()
    return teacher.game


class ScreenDesk(Screen):
    """The full screen; the teacher's words cover the map until it is asked for. Every answer counts at once."""

    orientation: Sequence[str] = ON_SCREEN
    leaving = LEAVING
    keys = (KEYS, KEY_OF_ANSWERING, MAP_KEYS, KEY_OF_HINTS, MORE_KEYS, KEY_OF_LEAVING)
    besides = (BESIDES, MORE_HELP)

    def __init__(self, front: Front, teacher: Teacher, names: dict[int, str]) -> None:
        """``names`` has by seat who sits there."""
        super().__init__(front, teacher.game, view_of(teacher.game), PUPIL, names)
        _be_taught(self.conversation, teacher, self._show_words)
        self.conversation.begun = True
        if front.is_page:
            self.orientation = ON_PAGE
        self._teacher = teacher
        self._words: tuple[str, str] = ("", "")
        self._shown = 0

    def show(self, title: str, said: Judgement | None, words: Sequence[str]) -> None:
        """Show the teacher's words on the page that covers the map, with what has happened meanwhile."""
        story, bullet = self.conversation.story, self.scene.glyphs.bullet
        lines = [line for line in story.lines if line.event is not None and line.number > self._shown]
        happened = [f"{bullet} {translated(line.text)}" for line in lines[-MOST_TOLD:]]
        self._shown = story.told
        told = [*self._judged(said), *words]
        self._words = (title, "\n".join([*told, *happened]))
        self.conversation.lesson, self.conversation.spoken_of = title, self._spoken_of(told)
        self._show_words()

    def _spoken_of(self, words: Sequence[str]) -> list[str]:
        """Return the provinces and seas that the teacher's words name, by name or as they are typed."""
        board, told = self._teacher.game.state.board, " ".join(words)
        named = zip((*board.provinces, *board.seas), (*board.province_names, *board.sea_names), strict=True)
        return [place for place, name in named if re.search(rf"(?<!\w)({name}|{place})(?!\w)", told)]

    def _judged(self, said: Judgement | None) -> list[str]:
        if said is None or not said.text:
            return []
        return [f"{self.scene.glyphs.done if said.good else self.scene.glyphs.arrow} {said.text}"]

    def _show_words(self) -> str:
        return self.show_text(*self._words)

    async def pause(self) -> None:
        """Wait for Enter."""
        await self.conversation.rest(tr(GO_ON))

    async def ask(self) -> str:
        """Return the pupil's answer."""
        return await self.conversation.ask()

    def open(self, page: Page) -> None:
        """Show a page; from the map the map's own key leads back to the lesson."""
        if page is Page.BOARD and self.scene.page is Page.BOARD:
            self._show_words()
            self._front.redraw()
        else:
            super().open(page)

    def _close_page(self) -> None:
        """Go from help, a rule or another page back to the lesson; from the lesson to the map."""
        if (self.scene.page, self.scene.text_title) == (Page.TEXT, self._words[0]):
            super()._close_page()
        else:
            self._show_words()


class _Turns:
    """A console at which a line is read only when something is asked."""

    live = False

    def __init__(self, console: Console) -> None:
        self.say = console.say
        self.line = console.line
        self.copy = console.copy

    def call(self, sentence: str) -> None:
        """In a lesson the pupil looks on anyway."""


class LinesDesk(Dialogue):
    """The lesson line by line."""

    orientation: Sequence[str] = IN_LINES
    leaving = LEAVING

    def __init__(self, console: Console, teacher: Teacher, names: dict[int, str]) -> None:
        """``names`` has by seat who sits there."""
        super().__init__(_Turns(console), teacher.game, view_of(teacher.game), PUPIL, names)
        _be_taught(self.conversation, teacher, lambda: self._words)
        self._words = ""

    def show(self, title: str, said: Judgement | None, words: Sequence[str]) -> None:
        """Say the teacher's words."""
        lines = [line for text in [*([said.text] if said else []), *words] for line in wrapped(text, WIDTH)]
        self._words = "\n".join(["", f"== {title}", *lines])
        self._print(self._words)

    async def pause(self) -> None:
        """Wait for a line that is no command; commands are obeyed meanwhile."""
        await self.conversation.rest(tr(GO_ON))

    async def ask(self) -> str:
        """Return the pupil's answer."""
        return await self.conversation.ask()

    async def read(self, prompt: str = "> ") -> None:
        """Read a line, and do what it says."""
        await super().read(tr("Enter goes on > ") if self.conversation.pause else prompt)


def _be_taught(conversation: Conversation, teacher: Teacher, words: Callable[[], str]) -> None:
    """Have a conversation be one with a pupil, to whom ``words`` says again what the teacher has said."""
    conversation.opening, conversation.tells_what_happened = (), False
    conversation.signs_at_once = conversation.leaves_at_once = True
    conversation.asks_once_more = False
    in_short, board = conversation.view.answering.in_short, teacher.game.state.board
    conversation.advice = lambda: tr("A good answer would be “{answer}”.", answer=in_short(board, teacher.suggestion()))
    conversation.commands["lesson"] = lambda rest: words()


def names_at(game: Game[Any]) -> dict[int, str]:
    """Return who sits where: the pupil and bots."""
    return {seat: tr("you") if seat == PUPIL else tr("a bot") for seat in game.state.seats}
