"""Scenario files: a position, what players say and what chance gives from there, and what to expect on the way.

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

A step that does not go as it says raises ScenarioFailure. Reading a step checks its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.errors import DataError, NotationError, RuleError, ScenarioFailure
from core.engine.facts import RULE, Fact, Language, read_fact
from core.engine.flow import Chance, Decision, Over, Simultaneous
from core.engine.game import Game
from core.engine.message import Message
from core.engine.noting import Forced, noting
from core.engine.words import Fail, index_of, indices_of


@dataclass(slots=True)
class Course:
    """A scenario in play: its game, the secret answers that wait for the others, and the forced answers.

    ``forced`` has the answers that were forced since the game last went on.
    """

    language: Language
    game: Game[Any]
    secrets: dict[int, Action] = field(default_factory=dict)
    forced: list[Forced] = field(default_factory=list)

    @classmethod
    def at(cls, language: Language, state: Any) -> Course:
        """Return a course from a position on, which notes the forced answers."""
        forced: list[Forced] = []
        rules = replace(language.rules, flow=noting(language.rules.flow, forced))
        return cls(language, Game(rules, state), forced=forced)

    def carry_on(self) -> Game[Any]:
        """Forget the old forced answers. Return the game, which is about to go on to its next node."""
        self.forced.clear()
        return self.game

    def now(self) -> str:
        """Return where the game waits, as part of a sentence."""
        node = self.game.node
        if isinstance(node, Over):
            return "the game over"
        if isinstance(node, Chance):
            return f"chance awaited for {node.meaning} ({self.language.awaited(self.game)})"
        names = self.game.state.board.empire_names
        asked = [node.empire] if isinstance(node, Decision) else sorted(node.empires.values())
        sentence = str(node.prompt.sentence).rstrip(".")
        return f"{' and '.join(names[empire] for empire in asked)} asked ({node.prompt.rule}: {sentence})"

    def not_asked(self, empire: int, like: type[Any] = object) -> str:
        """Return as the end of a sentence which answers ``like`` this were forced on an empire; empty if none."""
        given = [
            f"“{self.game.text(one.action)}” ({one.rule})"
            for one in self.forced
            if one.empire == empire and isinstance(one.action, like)
        ]
        name = self.game.state.board.empire_names[empire]
        return f"; {name} was not asked, because only one answer was legal: {', '.join(given)}" if given else ""


NOTATION = "notation"
"""Stands in place of a rule's number for a line that is no action."""


def _asked(course: Course, line: int, empire: int) -> tuple[int, Answers]:
    """Return the seat of an empire and its legal answers. Raises ScenarioFailure if it is not asked now."""
    node = course.game.node
    if isinstance(node, Decision) and node.empire == empire:
        return node.seat, node.answers
    if isinstance(node, Simultaneous):
        for seat, asked in node.empires.items():
            if asked == empire and seat not in course.secrets:
                return seat, node.answers[seat]
    name = course.game.state.board.empire_names[empire]
    if isinstance(node, Simultaneous) and empire in node.empires.values():
        raise ScenarioFailure(line, f"{name} to be asked", f"that {name} has said something in secret already")
    raise ScenarioFailure(line, f"{name} to be asked", course.now() + course.not_asked(empire))


@dataclass(frozen=True, slots=True)
class SayStep:
    """``rome: march latium gallia 2``: carries out a legal action."""

    line: int
    empire: int
    action: Action

    def run(self, course: Course) -> None:
        """Answer; keep a secret answer until all players asked have answered."""
        game = course.game
        seat, answers = _asked(course, self.line, self.empire)
        _expect_legal(course, answers, self)
        if isinstance(game.node, Decision):
            course.carry_on().apply(self.action)
            return
        course.secrets[seat] = self.action
        if isinstance(game.node, Simultaneous) and len(course.secrets) == len(game.node.seats):
            course.carry_on().reveal(course.secrets)
            course.secrets = {}


@dataclass(frozen=True, slots=True)
class Legal:
    """``legal rome: march latium gallia 2``: expects that an action is legal now, without carrying it out."""

    line: int
    empire: int
    action: Action

    def run(self, course: Course) -> None:
        """Check that the action is legal."""
        _expect_legal(course, _asked(course, self.line, self.empire)[1], self)


@dataclass(frozen=True, slots=True)
class Illegal:
    """``illegal 3.1.1 rome: …``: expects that a rule forbids an action now."""

    line: int
    empire: int
    action: Action
    rule: str

    def run(self, course: Course) -> None:
        """Check which rule forbids the action."""
        spelled = course.game.text(self.action)
        _, answers = _asked(course, self.line, self.empire)
        try:
            answers.check(self.action)
        except RuleError as refusal:
            if refusal.rule != self.rule:
                raise ScenarioFailure(
                    self.line, f"{self.rule} to forbid “{spelled}”", _refused(course, refusal, self)
                ) from None
            return
        raise ScenarioFailure(self.line, f"{self.rule} to forbid “{spelled}”", "it legal")


@dataclass(frozen=True, slots=True)
class NoAction:
    """``illegal notation rome: build market asia …``: expects that a line is no action in this game."""

    line: int
    text: str

    def run(self, course: Course) -> None:
        """Try to read the line."""
        try:
            action = course.game.parse(self.text)
        except NotationError:
            return
        spelled = course.game.text(action)
        raise ScenarioFailure(self.line, f"“{self.text}” to be no action", f"it read as “{spelled}”")


def _expect_legal(course: Course, answers: Answers, step: SayStep | Legal) -> None:
    try:
        answers.check(step.action)
    except RuleError as refusal:
        spelled = course.game.text(step.action)
        raise ScenarioFailure(step.line, f"“{spelled}” to be legal", _refused(course, refusal, step)) from None


def _refused(course: Course, refusal: RuleError, step: SayStep | Legal | Illegal) -> str:
    """Return why an action is refused, and whether an answer like it was forced."""
    return str(refusal).rstrip(".") + course.not_asked(step.empire, type(step.action))


# ---------------------------------------------------------------------- chance


class ChanceStep:
    """A step that gives chance its outcome."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DealStep(ChanceStep):
    """``deal: rome greece carthage``: the empire of each seat."""

    line: int
    empires: tuple[int, ...]

    def run(self, course: Course) -> None:
        """Deal the empires that were left to chance."""
        awaited(course, self.line, "deal")
        state = course.game.state
        chosen = state.options.empires
        waiting = [seat for seat, empire in enumerate(chosen) if empire not in state.board.empires]
        outcome = []
        for empire, name in enumerate(state.board.empires):
            seat = self.empires.index(empire)
            if name not in chosen and seat in waiting:
                outcome.append(waiting.index(seat))
                waiting.remove(seat)
            elif name not in chosen or chosen[seat] != name:
                raise ScenarioFailure(self.line, f"{name} in seat {seat + 1}", f"{chosen[seat]} agreed there")
        course.carry_on().settle(tuple(outcome))


def awaited(course: Course, line: int, chance: str) -> Any:
    """Return the frame that waits for this sort of chance. Raises ScenarioFailure if none does."""
    game = course.game
    if not isinstance(game.node, Chance) or course.language.awaited(game) != chance:
        raise ScenarioFailure(line, f"chance awaited ({chance})", course.now())
    return game.state.stack[-1]


# ---------------------------------------------------------------------- expectations


@dataclass(frozen=True, slots=True)
class Expect:
    """``expect cyrenaica legions: rome 2``: expects a fact."""

    line: int
    subject: str
    fact: Fact

    def run(self, course: Course) -> None:
        """Compare the fact with the game."""
        found = self.fact.look(course.game)
        if found != self.fact.expected:
            raise ScenarioFailure(self.line, f"{self.subject}: {self.fact.expected}", found)


class ScenarioStep(Protocol):
    """One step of a course, on a line."""

    @property
    def line(self) -> int:
        """Return the number of its line."""
        ...

    def run(self, course: Course) -> None:
        """Take the step. Raises ScenarioFailure if it does not go as it says."""
        ...


# ---------------------------------------------------------------------- reading


def read_step(language: Language, board: Any, line: int, text: str) -> ScenarioStep:
    """Return the step that a line spells. Raises DataError with the line if it spells none."""

    def fail(problem: str) -> DataError:
        return DataError("", problem if problem[:1].isupper() else problem[:1].upper() + problem[1:], line)

    head, colon, rest = text.partition(":")
    words = head.split()
    if not colon or not words:
        raise fail("Expected a step such as “rome: done”, “dice: rome 5 3 egypt 1” or “expect rome resources: coin”.")
    values = rest.replace(",", " ").split()
    if words[0] == "expect":
        return Expect(line, " ".join(words[1:]), read_fact(language.facts, board, words[1:], values, fail))
    readers = {"deal": _read_deal, **language.chance_steps}
    if " ".join(words) in readers:
        step: ScenarioStep = readers[" ".join(words)](board, line, values, fail)
        return step
    if words[0] in ("legal", "illegal") or len(words) == 1:
        return _read_action(language, board, line, words, rest, fail)
    raise fail(f"“{head.strip()}” begins no step.")


def _read_action(language: Language, board: Any, line: int, words: list[str], rest: str, fail: Fail) -> ScenarioStep:
    empire = index_of(words[-1], board.empires, "empire", fail)
    if words[:2] == ["illegal", NOTATION] and len(words) == 3:
        return NoAction(line, rest.strip())
    try:
        action = language.rules.notation.parse(board, rest)
    except RuleError as error:
        raise fail(str(error.sentence)) from None
    if words[0] == "illegal":
        if len(words) != 3 or not RULE.fullmatch(words[1]):
            raise fail("Expected “illegal RULE EMPIRE: ACTION”.")
        return Illegal(line, empire, action, words[1])
    if words[0] == "legal":
        if len(words) != 2:
            raise fail("Expected “legal EMPIRE: ACTION”.")
        return Legal(line, empire, action)
    return SayStep(line, empire, action)


def _read_deal(board: Any, line: int, words: list[str], fail: Fail) -> ScenarioStep:
    empires = indices_of(words, board.empires, "empire", fail)
    if len(empires) != len(board.empires):
        raise fail("Expected the empire of every seat.")
    return DealStep(line, empires)


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
    steps: tuple[ScenarioStep, ...]

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


class EditionTexts:
    """Reads and writes positions and scenarios of one edition, as the registry expects."""

    def __init__(self, language: Language, dump_position: Callable[[Game[Any]], str]) -> None:
        self.language = language
        self.dump_position = dump_position

    def load_position(self, text: str, game_map: Any = None) -> Game[Any]:
        """Return the game at the position that a text describes. Raises DataError."""
        return Game(self.language.rules, self.language.load_state(text, game_map))

    def parse_scenarios(
        self, text: str, game_map: Any = None, open_map: Callable[[str], Any] | None = None
    ) -> list[Scenario]:
        """Return the scenarios of a file; ``open_map`` returns the map that a scenario names. Raises DataError."""
        return parse_scenarios(self.language, text, game_map, open_map)


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
