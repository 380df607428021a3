"""The lessons: that they go as written, that every answer leads on, and that they can be learnt on every console."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

import pytest
import trio
import trio.testing

import core
from cli.bots.minds import chance
from cli.commands.learn import LinesDesk, ScreenDesk, names_at, teach
from cli.editions import view_named, view_of
from cli.i18n import texts
from cli.lessons.lesson import PUPIL, Lesson, Task, lesson_files, lessons
from cli.lessons.teacher import ANOTHER_WAY, ANOTHER_WAY_OF_BOTS, GOOD_TOO, Judgement, Teacher
from cli.main import main as mare
from cli.table_game import DEFAULT, question
from cli.ui.screen.face import face
from cli.ui.screen.rows import plain
from cli.ui.screen.scene import Page
from cli.ui.text.console import Left
from cli.ui.view import Lessons
from core.editions import EDITIONS
from core.engine.action import Action
from core.engine.event import message_of
from core.engine.game import Game
from tests.cli.consoles import TypedConsole
from tests.cli.screen.seats import SMALL, silent_shell
from tests.texts import words_of

COURSES = {edition.id: lessons(edition) for edition in EDITIONS.values()}
LESSONS = COURSES[DEFAULT.id]
ALL = [lesson for course in COURSES.values() for lesson in course]


_OF_A_MAP = re.compile("[\u2800-\u28ff▀-▟]")
"""What coasts and borders are drawn with."""


def id_of(lesson: Lesson) -> str:
    """What names a lesson among those of all editions."""
    return f"{lesson.language.rules.id}: {lesson.title}"


EACH = pytest.mark.parametrize("lesson", ALL, ids=id_of)
MOST_QUESTIONS = 60
SEEDS = 8
TRADE_PHASE = 2
MILITARY_PHASE = 3
COMMANDS = ("board", "players", "log", "lesson", "help")


def answer_of(teacher: Teacher, task: Task) -> str:
    """A task's answer as it is spelled."""
    return teacher.game.text(task.step.action)


def begun(lesson: Lesson) -> Teacher:
    """A teacher who has come to the first question of a lesson."""
    teacher = Teacher(lesson)
    teacher.go_on()
    return teacher


def give(teacher: Teacher, *lines: str) -> str:
    """Give these answers, one after the other; return what is said of the last one."""
    said = ""
    for line in lines:
        said = teacher.judge(line).text
        teacher.answer(line)
    return said


# ---------------------------------------------------------------------- as written


@EACH
def test_who_answers_as_hoped_hears_that_it_is_good_and_comes_to_the_end(lesson: Lesson) -> None:
    teacher = begun(lesson)
    for task in lesson.tasks:
        assert not teacher.over
        assert teacher.words() == task.before
        judged = teacher.judge(answer_of(teacher, task))
        assert judged.good
        assert judged.text == task.good != ""
        teacher.answer(answer_of(teacher, task))
    assert teacher.over


@EACH
def test_every_answer_that_is_hoped_for_is_named_before_it_is_asked(lesson: Lesson) -> None:
    game = lesson.game
    for task in lesson.tasks:
        assert f"“{game.text(task.step.action).partition(' with ')[0]}”" in " ".join(task.before)


@EACH
def test_the_teacher_cites_rules_that_there_are(lesson: Lesson) -> None:
    cited = [number for text in words_of(lesson) for number in re.findall(r"\b(?:[KR]\d+|\d\.[\d.]*[a-z]?)\b", text)]
    assert cited
    rulebook = view_of(lesson.game).rulebook
    assert [number for number in cited if not rulebook.about(number)] == []


@EACH
def test_a_hint_says_what_the_teacher_says_of_it(lesson: Lesson) -> None:
    teacher = begun(lesson)
    for task in lesson.tasks:
        told = [text for text in task.before if "F7" in text]
        dangers = view_of(teacher.game).answering.dangers(teacher.game.state, lesson.game.state.seats.index(PUPIL))
        places = [danger.partition(" has no defenders")[0] for danger in dangers]
        assert all(place in text for text in told for place in places)
        assert dangers or not told
        teacher.answer(answer_of(teacher, task))


@EACH
@pytest.mark.parametrize("language", texts.languages())
@pytest.mark.usefixtures("_without_map")
def test_the_words_fit_a_small_screen_in_every_language(lesson: Lesson, language: str) -> None:
    """At 80 columns and 24 rows all of them show at once, with what was said of the answer before."""
    desk = screen_desk(Teacher(lesson))
    teacher = desk._teacher
    said = None

    def check_shown(words: Sequence[str]) -> None:
        desk.show("Lesson", said, words)
        shown = plain(face(desk.scene, SMALL))
        last = view_of(teacher.game).answering.in_words(teacher.game.state.board, words[-1])
        assert last.split()[-1] in shown, shown

    with texts.speaking(language):
        for page in lesson.pages:
            check_shown(tuple(map(texts.tr, page)))
        teacher.go_on()
        for task in lesson.tasks:
            check_shown(teacher.words())
            said = teacher.judge(answer_of(teacher, task))
            teacher.answer(answer_of(teacher, task))
        check_shown(tuple(map(texts.tr, lesson.closing)))


@pytest.mark.parametrize("lesson", LESSONS, ids=id_of)
def test_the_map_shows_on_a_small_screen_wherever_a_lesson_speaks_of_places(lesson: Lesson) -> None:
    desk = screen_desk(Teacher(lesson))
    teacher, board = desk._teacher, lesson.game.state.board
    named = dict(zip((*board.provinces, *board.seas), (*board.province_names, *board.sea_names), strict=True))
    teacher.go_on()
    for task in lesson.tasks:
        desk.show("Lesson", None, teacher.words())
        desk.conversation.begin_question()
        rows = plain(face(desk.scene, SMALL)).splitlines()
        drawn = [row for row in rows if _OF_A_MAP.search(row)]
        for place in desk.scene.conversation.spoken_of:
            assert any(named[place].split()[-1][:3] in row for row in drawn), place
        assert bool(drawn) is bool(desk.scene.conversation.spoken_of)
        teacher.answer(answer_of(teacher, task))


def test_editions_share_the_lessons_on_rules_that_they_share() -> None:
    original, revised = (lesson_files(EDITIONS[edition]) for edition in ("original", "revised"))
    own = [(one.name, other.name) for one, other in zip(original, revised, strict=True) if one != other]
    assert own == [("7_titles.scenario",) * 2, ("8_victory.scenario",) * 2]


# ---------------------------------------------------------------------- otherwise


@EACH
def test_another_answer_is_explained(lesson: Lesson) -> None:
    teacher = begun(lesson)
    rule = lesson.tasks[0].rule
    hoped = {answer_of(teacher, task).partition(" with ")[0] for task in lesson.tasks if task.rule == rule}
    answers = map(teacher.game.text, question(teacher.game, PUPIL)[1])
    other = next(line for line in answers if line.partition(" with ")[0] not in hoped)
    judged = teacher.judge(other)
    assert not judged.good
    assert len(judged.text) > 20


def test_another_payment_is_as_good_and_leaves_what_comes_next() -> None:
    teacher = begun(LESSONS[1])
    line = "build trireme mare_tyrrhenum with metal spices wine"
    assert teacher.judge(line).good
    teacher.answer(line)
    assert teacher.suggestion().startswith("build control sicilia with ")
    assert teacher.game.parse(teacher.suggestion()) in question(teacher.game, PUPIL)[1]


def test_done_before_the_time_says_what_is_lost() -> None:
    teacher = begun(LESSONS[1])
    judged = teacher.judge("done")
    assert not judged.good
    assert "lost (3.0b)" in judged.text


def test_what_cannot_be_done_any_more_is_not_suggested() -> None:
    teacher = begun(LESSONS[2])
    line = "sail mare_tyrrhenum mare_sardum 1"
    assert "Macedonia is not among them" in teacher.judge(line).text
    teacher.answer(line)
    assert teacher.words() == (ANOTHER_WAY.format(answer=teacher.suggestion()),)
    assert teacher.game.parse(teacher.suggestion()) in question(teacher.game, PUPIL)[1]


@pytest.mark.parametrize(
    ("lesson", "line", "said"),
    [
        (LESSONS[5], "award trade to greece", "has won"),
        # In the original edition, a fourth hero or wonder wins at once.
        (COURSES["original"][7], f"build mausoleum with{' coin' * 9}", "you have won!"),
    ],
)
def test_an_answer_with_which_someone_wins_ends_the_game(lesson: Lesson, line: str, said: str) -> None:
    teacher = begun(lesson)
    assert said in give(teacher, line)
    assert isinstance(teacher.game.node, core.Over)


def test_a_question_that_the_lesson_does_not_know_has_an_answer_too() -> None:
    teacher = Teacher(LESSONS[2])
    teacher._tasks = [task for task in teacher._tasks if task.rule != "4.1.1"]
    teacher.go_on()
    assert teacher.words() == (ANOTHER_WAY_OF_BOTS.format(answer=teacher.suggestion()),)
    assert teacher.game.parse(teacher.suggestion()) in question(teacher.game, PUPIL)[1]


def test_after_another_take_the_trade_goes_on_by_what_can_be_taken() -> None:
    teacher = begun(LESSONS[0])
    assert "as many resources as before" not in give(teacher, "offer metal metal wine", "take coin from greece")
    assert teacher.suggestion() == "take spices from carthage"
    assert teacher.words() == (ANOTHER_WAY.format(answer="take spices from carthage"),)
    assert teacher.judge("take spices from carthage") == (True, GOOD_TOO)


def story_of(teacher: Teacher) -> list[str]:
    """Return a list that gets what is told from now on."""
    story: list[str] = []
    teacher.game.listen(lambda event: story.append(str(message_of(teacher.game.state.board, event))))
    return story


@pytest.mark.parametrize("legions", [1, 2])
def test_the_lesson_on_battle_ends_with_the_dice_of_the_battle_that_was_begun(legions: int) -> None:
    teacher = Teacher(LESSONS[2])
    story = story_of(teacher)
    teacher.go_on()
    give(teacher, "sail mare_tyrrhenum mare_ionium 1", f"march italia macedonia {legions}", "done")
    assert teacher.over
    assert [told for told in story if told.startswith("Rome in Macedonia: ")] != []


def test_the_lesson_on_trade_ends_with_the_trade() -> None:
    teacher = begun(LESSONS[0])
    give(teacher, "offer metal metal wine", "take coin from greece", "take spices from carthage")
    while not teacher.over:
        give(teacher, teacher.suggestion())
    assert teacher.game.state.phase != TRADE_PHASE
    assert owned(teacher.game) == [9, 9, 9]


@pytest.mark.parametrize("edition", ["original", "revised"])
def test_a_fortress_given_away_leaves_the_rest_of_the_defence_to_the_legion(edition: str) -> None:
    teacher = begun(COURSES[edition][5])
    judged = teacher.judge("lose fortress cyrenaica")
    assert not judged.good
    assert "the fortress needs no luck" in judged.text
    teacher.answer("lose fortress cyrenaica")
    assert teacher.suggestion() == "fight babylon in cyrenaica"
    assert "march cyrenaica tripolitania 1" in legal(teacher)


@pytest.mark.parametrize("legions", [1, 2])
def test_the_lesson_on_ships_has_a_battle_with_fewer_legions_fought_out(legions: int) -> None:
    teacher = Teacher(COURSES["original"][2])
    story = story_of(teacher)
    teacher.go_on()
    give(
        teacher, "sail africa mare_sardum 1", f"march africa magna_graecia {legions}", "fight neutral in magna_graecia"
    )
    assert [told for told in story if told.startswith("Carthage in Magna Graecia: ")] != []
    assert teacher.game.state.phase == MILITARY_PHASE


def test_in_the_revised_edition_it_takes_a_lead_where_the_lawgiver_cannot_win() -> None:
    teacher = begun(COURSES["revised"][7])
    for line, number in (("build solomon with coin coin coin coin coin coin coin coin coin", 4), ("done", 4)):
        assert not isinstance(teacher.game.node, core.Over)
        said = teacher.judge(line).text
        teacher.answer(line)
        assert len(teacher.game.state.players[teacher.game.state.seats.index(PUPIL)].tiles) == number
    assert "the race may go on" in said
    assert teacher.over
    assert not isinstance(teacher.game.node, core.Over)


# ---------------------------------------------------------------------- whatever is answered


class Played(NamedTuple):
    """Where a lesson stands: the board as it is told, and how many resources each owns."""

    board: list[str]
    owned: list[int]


def owned(game: Game[Any]) -> list[int]:
    """By empire, how many resources it owns."""
    return [sum(player.hand) for player in game.state.players]


def standing(teacher: Teacher) -> Played:
    """Where a lesson stands."""
    return Played(view_of(teacher.game).words.board_lines(teacher.game.state), owned(teacher.game))


def as_written(lesson: Lesson) -> dict[str, Played]:
    """Where a lesson stands when the teacher has said all and is answered as hoped."""
    teacher, found = Teacher(lesson), dict[str, Played]()
    teacher.go_on()
    for task in lesson.tasks:
        found |= dict.fromkeys(task.before, standing(teacher))
        give(teacher, answer_of(teacher, task))
        found |= {task.good: standing(teacher)}
    return found


@cache
def written() -> dict[str, dict[str, Played]]:
    """Where each lesson stands when it goes as written, which takes a while."""
    return {id_of(lesson): as_written(lesson) for lesson in ALL}


def quoted_answers(teacher: Teacher, text: str) -> list[str]:
    """What a text puts between “ and ” that is an answer, not a command of the console."""
    found = []
    for line in re.findall("“([^”]+)”", text):
        if line.partition(" ")[0] not in (*COMMANDS, "mare", "?"):
            parsed(teacher.game, line)
            found.append(line)
    return found


def parsed(game: Game[Any], line: str) -> Action:
    """A line as the action that it spells, with some payment where it names none."""
    try:
        return game.parse(line)
    except core.NotationError:
        return game.parse(f"{line} with coin")


def is_legal(teacher: Teacher, line: str) -> bool:
    """Whether a line answers the present question, by some payment where it names none."""
    return any(answer == line or answer.startswith(f"{line} with ") for answer in legal(teacher))


def legal(teacher: Teacher) -> list[str]:
    """The legal answers to the present question."""
    return list(map(teacher.game.text, question(teacher.game, PUPIL)[1]))


KINDS = {"A seventh kind": 7, "Eight different resources": 8}
"""What the teacher says of the pupil's hand: how many kinds are in it."""


def check_words(teacher: Teacher, texts: Sequence[str], story: Sequence[str]) -> None:
    """What is said at a question, or at the end, is so."""
    pupil = teacher.game.state.players[teacher.game.state.seats.index(PUPIL)]
    for text in texts:
        if not teacher.over:
            assert [line for line in quoted_answers(teacher, text) if not is_legal(teacher, line)] == [], text
        if text in written()[id_of(teacher.lesson)]:
            assert standing(teacher) == written()[id_of(teacher.lesson)][text], text
        if "All players now have as many resources as before" in text:
            assert teacher.game.state.phase != TRADE_PHASE
            assert owned(teacher.game) == [9, 9, 9]
        for claim, number in KINDS.items():
            if claim in text:
                assert sum(map(bool, pupil.hand)) == number, text
        for claimed in re.findall(r"(Carthage|Greece) took a (\w+) (?:from you|of yours)", text):
            assert f"{claimed[0]} takes {claimed[1]} from Rome." in story


@EACH
def test_whatever_is_answered_the_teacher_says_what_is_so_and_proposes_what_is_legal(lesson: Lesson) -> None:
    """Most seeds now and then answer as the teacher proposes, else anything that is legal."""
    for seed in range(SEEDS):
        below, teacher = chance(f"answers {seed}"), Teacher(lesson)
        story = story_of(teacher)
        teacher.go_on()
        said = ""
        questions = 0
        while not teacher.over:
            questions += 1
            assert questions <= MOST_QUESTIONS, "the lesson goes on and on"
            check_words(teacher, [said, *teacher.words()], story)
            assert is_legal(teacher, teacher.suggestion())
            answers = question(teacher.game, PUPIL)[1]
            line = teacher.suggestion() if seed % 4 and below(2) else teacher.game.text(answers.draw(below))
            said = teacher.judge(line).text
            assert said
            teacher.answer(line)
        check_words(teacher, [said, *lesson.closing], story)


# ---------------------------------------------------------------------- at the desk


def screen_desk(teacher: Teacher) -> ScreenDesk:
    """A desk on a full screen that is not shown."""
    return ScreenDesk(silent_shell(), teacher, names_at(teacher.game))


@pytest.mark.usefixtures("_without_map")
async def test_the_whole_course_is_walked_through_on_the_full_screen() -> None:
    """Enter turns the pages, every answer is typed; the words say what was good about it."""
    opened: list[ScreenDesk] = []

    def open_desk(teacher: Teacher) -> ScreenDesk:
        opened.append(screen_desk(teacher))
        return opened[-1]

    def press(text: str = "") -> None:
        desk = opened[-1]
        desk.edited(text)
        desk.entered(text)

    for lesson in LESSONS:
        before = LESSONS[lesson.number - 2].game if lesson.number > 1 else None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(teach, lesson, len(LESSONS), open_desk, before))
            await trio.testing.wait_all_tasks_blocked()
            for _ in range(len(lesson.pages) + (before is None)):
                assert "Enter goes on." in plain(face(opened[-1].scene, SMALL))
                press()
                await trio.testing.wait_all_tasks_blocked()
            for task in lesson.tasks:
                assert "Your turn: Rome" in plain(face(opened[-1].scene, SMALL))
                press(answer_of(opened[-1]._teacher, task))
                await trio.testing.wait_all_tasks_blocked()
                assert f"✓ {task.good.split()[0]}" in plain(face(opened[-1].scene, SMALL))
            assert "Enter goes on." in plain(face(opened[-1].scene, SMALL))
            press()
    assert len(opened) == len(LESSONS)


async def test_a_wrong_answer_is_refused_with_its_rule_and_a_hint() -> None:
    desk = screen_desk(Teacher(LESSONS[0]))
    desk._teacher.go_on()
    desk.conversation.begin_question()
    desk.edited("offer metal gold wine")
    desk.entered("offer metal gold wine")
    assert desk.scene.conversation.refusal.startswith("2.1a: You do not hold")
    assert desk.scene.conversation.notes == ["A good answer would be “offer 2 metal wine”."]


async def test_a_hint_in_a_lesson_begins_with_the_answer_that_the_lesson_hopes_for() -> None:
    desk = screen_desk(Teacher(LESSONS[0]))
    desk._teacher.go_on()
    desk.conversation.begin_question()
    desk.hint()
    assert desk.scene.conversation.notes[0].startswith("A good answer would be “offer 2 metal wine”.\nConsider")


async def test_the_map_and_the_lesson_are_one_key_apart() -> None:
    desk = screen_desk(Teacher(LESSONS[0]))
    desk.show("Lesson 1 of 7: Trade", None, ["Something to be learnt."])
    assert "Something to be learnt." in plain(face(desk.scene, SMALL))
    desk.open(desk.scene.page.BOARD)
    assert "Something to be learnt." not in plain(face(desk.scene, SMALL))
    desk.open(desk.scene.page.BOARD)
    assert "Something to be learnt." in plain(face(desk.scene, SMALL))


async def test_escape_leads_from_help_back_to_the_lesson() -> None:
    desk = screen_desk(Teacher(LESSONS[0]))
    desk.show("Lesson 1", None, ("The teacher's words.",))
    desk.open(Page.HELP)
    desk.escape()
    assert (desk.scene.page, desk.scene.text_title) == (Page.TEXT, "Lesson 1")
    desk.escape()
    assert desk.scene.page is Page.BOARD


def test_the_help_in_a_lesson_speaks_of_nothing_that_there_is_at_a_table_only() -> None:
    desk, console = screen_desk(Teacher(LESSONS[0])), TypedConsole()
    desk.open(Page.HELP)
    teacher = Teacher(LESSONS[0])
    for text in ("\n".join(desk.scene.text), LinesDesk(console, teacher, names_at(teacher.game))._help()):
        assert [word for word in ("twice", "Ctrl-Z", "F10", "sign ", "mare resume") if word in text] == []
        assert "how to begin it anew" in text


async def test_a_lesson_is_taught_line_by_line() -> None:
    console = TypedConsole()
    lesson = LESSONS[5]
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:

            def open_desk(teacher: Teacher) -> LinesDesk:
                return LinesDesk(console, teacher, names_at(teacher.game))

            nursery.start_soon(lambda: teach(lesson, 7, open_desk, LESSONS[4].game))
            await console.until("== Lesson 6 of 7: Leadership")
            await console.until("This lesson starts from its own position")
            console.type("award trade to rome")
            await console.until("A good answer would be “award trade to carthage”.")
            console.type("lesson")
            await console.until("Remember how the game is won")
            console.type("award trade to carthage")
            await console.until("Keep an eye on it.")
            console.type("")


async def test_who_strays_is_told_once_how_to_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Teacher, "judge", lambda teacher, line: Judgement(False, "Another way."))
    console = TypedConsole()
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: teach(LESSONS[5], 7, lambda one: LinesDesk(console, one, names_at(one.game))))
            console.type(*[""] * (len(LESSONS[5].pages) + 1))
            await console.until("Remember how the game is won")
            assert "says how to begin it again." not in console.text
            console.type("award trade to carthage")
            await console.until("says how to begin it again.")
            nursery.cancel_scope.cancel()


async def test_enter_goes_on_also_with_something_left_in_the_line() -> None:
    desk = screen_desk(Teacher(LESSONS[0]))
    console = TypedConsole()
    console.type("march")
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(desk.pause)
            await trio.testing.wait_all_tasks_blocked()
            desk.edited("march")
            assert desk.entered("march") == ""
        teacher = Teacher(LESSONS[0])
        await LinesDesk(console, teacher, names_at(teacher.game)).pause()


async def test_one_can_leave_between_two_pages() -> None:
    console = TypedConsole()
    console.type("quit")
    teacher = Teacher(LESSONS[0])
    with pytest.raises(Left):
        await LinesDesk(console, teacher, names_at(teacher.game)).pause()


# ---------------------------------------------------------------------- the command


@pytest.fixture
def _no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pupil types nothing."""

    async def no_line(self: object, prompt: str, complete: object) -> None:
        return None

    monkeypatch.setattr("cli.ui.terminal.PlainConsole.line", no_line)


@pytest.mark.parametrize("typed", ["8", "a"])
def test_a_number_of_no_lesson_and_a_word_of_several_titles_name_none(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert mare(["learn", typed]) == 2
    said = f"mare: '{typed}' is not a lesson; choose from 1 Trade, 2 Building, 3 Moving, "
    assert capsys.readouterr().err.startswith(said)


@pytest.mark.usefixtures("_no_line")
def test_another_edition_s_lessons_are_named_by_its_own_titles(capsys: pytest.CaptureFixture[str]) -> None:
    assert mare(["learn", "--edition", "revised", "titles"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("== Lesson 7 of 9: Titles")
    assert said.endswith("`mare learn --edition revised 7` goes on with this lesson.")
    assert mare(["learn", "--edition", "original", "leadership"]) == 2
    assert capsys.readouterr().err.startswith(
        "mare: 'leadership' is not a lesson; choose from 1 Trade, 2 Building, 3 Ships"
    )


def test_an_edition_without_lessons_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "cli.lessons.lesson.view_named", lambda name: replace(view_named(name), lessons=Lessons((), ()))
    )
    assert mare(["learn", "--edition", "original"]) == 2
    assert capsys.readouterr().err == "mare: Mare Nostrum (2003) has no lessons.\n"


def test_the_lessons_are_listed_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        mare(["learn", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "empires: 1 Trade, 2 Building, 3 Moving," in shown
    assert "original, revised: 1 Trade, 2 Building, 3 Ships and a battle," in shown


@pytest.mark.parametrize(
    ("typed", "number"),
    [("trade", 1), ("build", 2), ("3", 3), ("BATTLE", 3), ("the conqueror", 4), ("leadership", 6), ("win", 7)],
)
@pytest.mark.usefixtures("_no_line")
def test_a_lesson_is_named_by_words_of_its_title(typed: str, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert mare(["learn", *typed.split()]) == 0
    told = f"Until next time; `mare learn {number}` goes on with this lesson.\n"
    assert capsys.readouterr().out.endswith(told)


async def test_escape_clears_what_was_typed_under_the_lesson() -> None:
    desk = screen_desk(Teacher(LESSONS[0]))
    desk.show("Lesson 1", None, ("The teacher's words.",))
    desk.edited("offer metal ")
    assert (desk.escape(), desk.scene.page) == ("", Page.TEXT)
