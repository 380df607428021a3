"""What a lesson is: a scenario, with the teacher's words beside its steps.

The words stand in comments of the scenario's file, so every lesson is also a scenario that ``mare check`` plays:

    #! Words to be read before anything is asked; a line “#!” alone begins a new page.
    #: Words before the answer that comes next; after the last one, the lesson's end.
    #+ What the teacher says to that answer of the pupil.
    #- What the teacher says to another one; “#- [done] …” to one that begins with these words.
    #  More of the paragraph that the line before has begun.

The pupil plays the empire in seat 0. What the others say in the scenario, and what chance gives there, is what they do
in the lesson for as long as it goes as written. The files belong to an edition, whose `GameView` says where they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from cli.editions import view_named
from core import Decision, Simultaneous
from core.engine.edition import Edition, Texts
from core.engine.facts import Language
from core.engine.game import Game
from core.engine.scenario import Course, SayStep, Scenario, ScenarioStep

PUPIL = 0
"""The pupil's seat."""

TITLE = "scenario:"
"""What stands before a lesson's title, in its first line."""

_WORDS = re.compile(r"#([!:+ -]) ?(.*)")
_OTHER = re.compile(r"\[([^\]]+)\] (.+)")


class Task(NamedTuple):
    """An answer that the lesson hopes for, and what the teacher says of it.

    ``rule`` is that of the question, ``when`` its round and phase. ``others`` has, by how an answer begins, what is
    said to another one; an empty beginning fits any.
    """

    step: SayStep
    rule: str
    when: tuple[int, int]
    before: tuple[str, ...]
    good: str
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its number from 1, what it is called, what to read first, and what the pupil does.

    ``closing`` is said at its end.
    """

    number: int
    title: str
    pages: tuple[tuple[str, ...], ...]
    language: Language
    game: Game[Any]
    steps: tuple[ScenarioStep, ...]
    tasks: tuple[Task, ...]
    closing: tuple[str, ...]


def lessons(edition: Edition) -> list[Lesson]:
    """Return all lessons of an edition, in their order."""
    return [_read(number, text, edition.texts) for number, text in enumerate(_sources(edition), start=1)]


def titles(edition: Edition) -> list[str]:
    """Return the titles of the lessons of an edition, in their order."""
    return [text.partition("\n")[0].removeprefix(TITLE).strip() for text in _sources(edition)]


def _sources(edition: Edition) -> list[str]:
    """Return the texts of the files of an edition's lessons, in their order."""
    return [file.read_text("utf-8") for file in lesson_files(edition)]


def lesson_files(edition: Edition) -> list[Traversable]:
    """Return the files of an edition's lessons, in their order."""
    entries = [entry for folder in view_named(edition.id).lessons.folders for entry in folder.iterdir()]
    return sorted((entry for entry in entries if entry.name.endswith(".scenario")), key=lambda file: file.name)


class _Words(NamedTuple):
    """The teacher's words of one kind, and the line of the step that they stand before (``!`` and ``:``) or after."""

    kind: str
    line: int
    paragraphs: tuple[str, ...]


def _read(number: int, text: str, texts: Texts) -> Lesson:
    (scenario,) = texts.parse_scenarios(text)
    said = [step for step in scenario.steps if isinstance(step, SayStep) and step.empire == _pupil(scenario.game)]
    words = list(_words(text, [step.line for step in said]))
    asked = _asked(scenario)
    tasks = tuple(
        Task(
            step,
            *asked[step.line],
            tuple(part for one in words if one[:2] == (":", step.line) for part in one.paragraphs),
            " ".join(part for one in words if one[:2] == ("+", step.line) for part in one.paragraphs),
            tuple(_other(part) for one in words if one[:2] == ("-", step.line) for part in one.paragraphs),
        )
        for step in said
    )
    closing = tuple(part for one in words if one[:2] == (":", 0) for part in one.paragraphs)
    pages = tuple(one.paragraphs for one in words if one.kind == "!")
    return Lesson(number, scenario.title, pages, scenario.language, scenario.game, scenario.steps, tasks, closing)


def _pupil(game: Game[Any]) -> int:
    return list(game.state.seats).index(PUPIL)


def _other(text: str) -> tuple[str, str]:
    found = _OTHER.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)


def _words(text: str, asked: list[int]) -> Iterator[_Words]:
    """Yield the teacher's words in a file in which the pupil speaks on these lines."""
    kind, line, paragraphs = "", 0, list[str]()
    for number, row in enumerate(text.splitlines(), start=1):
        found = _WORDS.fullmatch(row.strip())
        if found is not None and found[1] == " " and paragraphs:
            paragraphs[-1] += f" {found[2].strip()}"
            continue
        if paragraphs and (found is None or found[1] != kind or not found[2]):
            yield _Words(kind, line, tuple(paragraphs))
            paragraphs = []
        if found is None or not found[2]:
            continue
        kind = found[1]
        if kind in "+-":
            line = max(step for step in asked if step < number)
        else:
            line = min((step for step in asked if step > number), default=0)
        paragraphs.append(found[2])
    if paragraphs:
        yield _Words(kind, line, tuple(paragraphs))


def _asked(scenario: Scenario) -> Mapping[int, tuple[str, tuple[int, int]]]:
    """Return, by the line of each answer, the rule, the round and the phase of the question that it answers."""
    asked: dict[int, tuple[str, tuple[int, int]]] = {}
    course = Course(scenario.language, scenario.game.copy())
    for step in scenario.steps:
        node = course.game.node
        if isinstance(step, SayStep) and isinstance(node, Decision | Simultaneous):
            state = course.game.state
            asked[step.line] = node.prompt.rule, (state.round, state.phase)
        step.run(course)
    return asked
