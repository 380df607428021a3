"""Scenario files: a position, the steps from there, and what to expect on the way.

People report rules bugs with them, and the project uses them to show how the rules work. A file holds any number of::

    scenario: The fortress cancels one hit
    rules: 4.2a
    position:
        turn = "rome"
        ...
    play:
        rome: march italia cyrenaica 3
        dice: rome 5 4 3
        expect cyrenaica legions: rome 2

where rules, map (another map's file) and position may be left out. ``docs/notation.md`` explains them to players.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from core.engine.errors import DataError, ScenarioFailure
from core.engine.game import Game
from core.engine.message import Message
from core.mare.scenario.course import Course
from core.mare.scenario.facts import RULE
from core.mare.scenario.language import Language
from core.mare.scenario.steps import Step, read_step

SECTIONS = ("scenario", "rules", "map", "position", "play")
"""The parts of a scenario, in their order."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as read: its first line, title and rules, its position, and its steps."""

    line: int
    title: str
    rules: tuple[str, ...]
    language: Language
    state: Any
    steps: tuple[Step, ...]

    @property
    def game(self) -> Game[Any]:
        """Return a game at its position, which has gone on to the first node."""
        return Game(self.language.rules, self.state.copy())

    def run(self) -> None:
        """Play the scenario. Raises ScenarioFailure if it does not go as written."""
        course = Course.at(self.language, self.state.copy())
        for step in self.steps:
            step.run(course)
        if course.secrets:
            raise ScenarioFailure(self.steps[-1].line, "all who were asked to say something", course.now())


@dataclass(slots=True)
class _Draft:
    """A scenario's parts as text, each with the number of its first line."""

    line: int
    title: str
    rules: str = ""
    map: tuple[int, str] = (0, "")
    position: list[str] = field(default_factory=list)
    position_line: int = 0
    play: list[tuple[int, str]] = field(default_factory=list)
    section: str = "scenario"


def parse_scenarios(
    language: Language, text: str, game_map: Any = None, open_map: Callable[[str], Any] | None = None
) -> list[Scenario]:
    """Return all scenarios of a file's text, on the board of the standard map or of another one.

    ``open_map`` returns the map in the file that a scenario names, or raises DataError; its sentence should name the
    file. Without ``open_map`` no scenario may name a map. Raises DataError with the line of the fault.
    """
    drafts = _split(text)
    if not drafts:
        raise DataError("", "There is no scenario here; one begins with “scenario: TITLE”.", 1)
    scenarios: list[Scenario] = []
    for draft in drafts:
        if any(draft.title == scenario.title for scenario in scenarios):
            raise DataError("", "There is a scenario of this title already.", draft.line)
        scenarios.append(_read(language, draft, game_map, open_map))
    return scenarios


def _split(text: str) -> list[_Draft]:
    """Return the drafts of a text, whose lines may end as on Windows."""
    drafts: list[_Draft] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        name, colon, rest = line.partition(":")
        if colon and name in SECTIONS:
            _begin(drafts, number, name, rest.strip())
        elif drafts and drafts[-1].section == "position":
            drafts[-1].position.append(line)
        elif stripped := line.partition("#")[0].strip():
            if not drafts or drafts[-1].section != "play":
                sections = ", ".join(f"“{name}:”" for name in SECTIONS)
                problem = Message("This is no scenario: a scenario begins with one of {sections}.", sections=sections)
                raise DataError("", problem, number)
            drafts[-1].play.append((number, stripped))
    return drafts


def _begin(drafts: list[_Draft], number: int, name: str, rest: str) -> None:
    """Add to the drafts the line that begins a part of a scenario. Raises DataError if it can't begin here."""
    if name == "scenario":
        if not rest or re.search("[\x00-\x1f\x7f-\x9f]", rest):
            raise DataError("", "A scenario has a title, on one line.", number)
        drafts.append(_Draft(number, rest))
        return
    if not drafts or SECTIONS.index(name) <= SECTIONS.index(drafts[-1].section):
        raise DataError("", f"“{name}:” does not come here; the order is {', '.join(SECTIONS)}.", number)
    draft = drafts[-1]
    draft.section = name
    if name in ("rules", "map") and not rest:
        raise DataError("", f"Something should follow “{name}:”.", number)
    if name in ("position", "play") and rest.partition("#")[0].strip():
        raise DataError("", f"What follows “{name}:” begins on the next line.", number)
    if name == "rules":
        draft.rules = rest
        _check_rules(rest, number)
    elif name == "map":
        draft.map = (number, rest)
    elif name == "position":
        draft.position_line = number + 1


def _check_rules(rules: str, number: int) -> None:
    for rule in rules.split():
        if not RULE.fullmatch(rule):
            raise DataError("", f"“{rule}” is no number of a rule.", number)


def _read(language: Language, draft: _Draft, game_map: Any, open_map: Callable[[str], Any] | None) -> Scenario:
    line, name = draft.map
    if name:
        if open_map is None:
            raise DataError("", "No other map can be read here.", line)
        try:
            game_map = open_map(name)
        except DataError as error:
            raise DataError("", error.sentence, line) from None
    # Blank lines before the position give it the line numbers of the file.
    position = "\n" * (draft.position_line - 1) + "\n".join(draft.position)
    state = language.load_state(position if draft.position_line else language.printed_start, game_map)
    steps = tuple(read_step(language, state.board, number, text) for number, text in draft.play)
    if not steps:
        raise DataError("", "A scenario without “play:” and a step shows nothing.", draft.line)
    return Scenario(draft.line, draft.title, tuple(draft.rules.split()), language, state, steps)
