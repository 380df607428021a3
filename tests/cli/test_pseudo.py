"""In a language that no one reads everything works as in English: nothing depends on how it is worded."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from cli.commands.learn import LinesDesk, ScreenDesk, names_at, teach
from cli.i18n import texts
from cli.lessons.lesson import Lesson, lessons
from cli.lessons.teacher import Teacher
from cli.mare.answers import in_words
from cli.ui.screen.face import face
from cli.ui.screen.rows import Size, plain
from core.editions import EDITIONS
from core.empires.rules import empires_board
from core.engine.game import Game
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.kinds import TRACKS
from tests.cli import pseudo
from tests.cli.consoles import TypedConsole
from tests.cli.screen.golden import SCENES, log
from tests.cli.screen.seats import LARGE
from tests.cli.test_learn import answer_of, begun, give, id_of, screen_desk

LESSONS = [lesson for edition in EDITIONS.values() for lesson in lessons(edition)]
TALL = Size(160, 200)

KEYS = {"Enter", "Esc", "Tab", "PgUp", "PgDn"}
_WHOLE_WORD = re.compile(r"[A-Za-z]{3,}(?![A-Za-z…])")


def words(*shown: str) -> set[str]:
    """Return the words of three English letters at least that are not cut."""
    return set(_WHOLE_WORD.findall(" ".join(shown)))


def same_everywhere() -> set[str]:
    """Return the words that no language changes: what people type in a game, Latin places, and what stands on keys."""
    answers = [lesson.game.text(task.step.action) for lesson in LESSONS for task in lesson.tasks]
    boards = [empires_board(5), *(lesson.game.state.board for lesson in LESSONS)]
    verbs = [verb for edition in EDITIONS.values() for verb in edition.rules.notation.verbs]
    on_boards = (word for board in boards for word in words_on(board))
    return words(*on_boards, *verbs, *answers, *BUILDING_KINDS, *UNIT_KINDS, *TRACKS) | KEYS


def words_on(board: Any) -> Iterator[str]:
    """Yield what people type of a board, the names of its places, and what stands there with its occupier's letter."""
    cities = [name for one in board.map.provinces for name in (one.capital, one.legendary, one.city_name)]
    yield from (*board.province_names, *board.sea_names, *cities)
    yield from (*board.provinces, *board.seas, *board.sides, *board.tokens, *(tile.id for tile in board.tiles))
    yield from (in_words(board, tile.id) for tile in board.tiles)
    yield from (icon + empire[0].upper() for icon in (*cities, *board.tokens) for empire in board.empires)


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of catalogues with the unreadable one."""
    folder = tmp_path_factory.mktemp("locale")
    pseudo.write(folder)
    return folder


@pytest.fixture
def unreadable(catalogues: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The unreadable language, in use."""
    monkeypatch.setattr(texts, "LOCALE", catalogues)
    with texts.speaking(pseudo.PSEUDO):
        yield


# ---------------------------------------------------------------------- lessons

Taken = tuple[Game[Any], list[str]]
"""The game with which a lesson ends, and all that was shown."""


async def on_screen(lesson: Lesson) -> Taken:
    """Take a lesson on the full screen."""
    opened: list[ScreenDesk] = []
    shown: list[str] = []
    ended: list[Game[Any]] = []

    def open_desk(teacher: Teacher) -> ScreenDesk:
        opened.append(screen_desk(teacher))
        return opened[-1]

    async def take() -> None:
        ended.append(await teach(lesson, len(LESSONS), open_desk))

    async def enter(text: str = "") -> None:
        [desk] = opened
        shown.append(plain(face(desk.scene, TALL)))
        desk.edited(text)
        assert desk.entered(text) == ""
        await trio.testing.wait_all_tasks_blocked()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(take)
        await trio.testing.wait_all_tasks_blocked()
        for _ in (*lesson.pages, "how to answer"):
            await enter()
        for task in lesson.tasks:
            await enter(answer_of(opened[0]._teacher, task))
        await enter()
    return ended[0], shown


async def in_lines(lesson: Lesson) -> Taken:
    """Take a lesson line by line."""
    console = TypedConsole()
    answers = (lesson.game.text(task.step.action) for task in lesson.tasks)
    console.type(*("" for _ in (*lesson.pages, "how to answer")), *answers, "")
    with trio.fail_after(60):
        game = await teach(lesson, len(LESSONS), lambda of: LinesDesk(console, of, names_at(of.game)))
    return game, [console.text]


def as_written(lesson: Lesson) -> Game[Any]:
    """Return the game with which a lesson ends that is answered as hoped."""
    teacher = begun(lesson)
    for task in lesson.tasks:
        give(teacher, answer_of(teacher, task))
    return teacher.game


@pytest.mark.usefixtures("unreadable", "_without_map")
@pytest.mark.parametrize("take", [on_screen, in_lines])
@pytest.mark.parametrize("lesson", LESSONS, ids=id_of)
async def test_every_lesson_comes_to_the_same_end(lesson: Lesson, take: Callable[[Lesson], Awaitable[Taken]]) -> None:
    end, shown = await take(lesson)
    with texts.speaking(texts.ENGLISH):
        assert end.digest() == as_written(lesson).digest()
    assert words(*shown) - same_everywhere() == set()


# ---------------------------------------------------------------------- the table

ASKED = ("tray", "taking", "build", "race", "payment", "march", "fight", "conquest", "walk", "players")
"""The scenes of golden screens in which nothing was said in English."""

# Answers list what to type, which is the name of a hero or wonder, beside the name in the language.
PEOPLE_AND_TILES = words("Bot", "you", *(tile.name for tile in empires_board(5).tiles))


@pytest.mark.usefixtures("unreadable")
@pytest.mark.parametrize("name", ASKED)
def test_every_screen_of_a_table_is_told_in_the_language_in_use(name: str) -> None:
    shown = SCENES[name]().shown(TALL)
    assert words(shown) - same_everywhere() - PEOPLE_AND_TILES == set()


@pytest.mark.usefixtures("unreadable")
def test_the_log_is_filtered_and_its_dice_are_shown_as_in_english() -> None:
    shown = log().shown(LARGE)
    with texts.speaking(texts.ENGLISH):
        english = log().shown(LARGE)
    dice = "⚅6 ⚂3 +2 = 11"
    assert dice in shown
    assert dice in english
    assert indents(shown) == indents(english)


def indents(shown: str) -> list[int]:
    """Return by how much each row of a screen is indented, which tells headings from what happened."""
    return [len(row) - len(row.lstrip()) for row in shown.splitlines()]
