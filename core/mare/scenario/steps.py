"""The steps of a scenario: what players say, what chance gives, and what to expect.

A step that does not go as it says raises ScenarioFailure. Reading a step checks its words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.errors import DataError, NotationError, RuleError, ScenarioFailure
from core.engine.flow import Chance, Decision, Simultaneous
from core.engine.word_lists import Fail, index_of, indices_of
from core.mare.dice import FACES
from core.mare.kinds import Board
from core.mare.scenario.course import Course
from core.mare.scenario.facts import RULE, read_fact
from core.mare.scenario.language import Fact, Language

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
class Say:
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


def _expect_legal(course: Course, answers: Answers, step: Say | Legal) -> None:
    try:
        answers.check(step.action)
    except RuleError as refusal:
        spelled = course.game.text(step.action)
        raise ScenarioFailure(step.line, f"“{spelled}” to be legal", _refused(course, refusal, step)) from None


def _refused(course: Course, refusal: RuleError, step: Say | Legal | Illegal) -> str:
    """Return why an action is refused, and whether an answer like it was forced."""
    return str(refusal).rstrip(".") + course.not_asked(step.empire, type(step.action))


# ---------------------------------------------------------------------- chance


class ChanceStep:
    """A step that gives chance its outcome."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Dice(ChanceStep):
    """``dice: rome 5 4 3 egypt 3``: the dice of a battle, by empire."""

    line: int
    faces: Mapping[int, tuple[int, ...]]

    def run(self, course: Course) -> None:
        """Roll these dice."""
        frame = awaited(course, self.line, "dice")
        sides = course.language.dice(course.game.state, frame)
        names = course.game.state.board.sides
        wanted = {empire: len(faces) for empire, faces in self.faces.items() if faces}
        rolled = {empire: number for empire, number in sides.items() if number}
        if wanted != rolled:
            raise ScenarioFailure(self.line, _numbers(wanted, names), _numbers(rolled, names))
        course.carry_on().settle(tuple(face - 1 for empire in sides for face in self.faces.get(empire, ())))


def _numbers(dice: Mapping[int, int], names: Sequence[str]) -> str:
    return "dice of " + ", ".join(f"{names[empire]} ({dice[empire]})" for empire in sorted(dice))


@dataclass(frozen=True, slots=True)
class Deal(ChanceStep):
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


class Step(Protocol):
    """One step of a course, on a line."""

    @property
    def line(self) -> int:
        """Return the number of its line."""
        ...

    def run(self, course: Course) -> None:
        """Take the step. Raises ScenarioFailure if it does not go as it says."""
        ...


# ---------------------------------------------------------------------- reading


def read_step(language: Language, board: Board, line: int, text: str) -> Step:
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
    readers = {"dice": _read_dice, "deal": _read_deal, **language.chance_steps}
    if " ".join(words) in readers:
        step: Step = readers[" ".join(words)](board, line, values, fail)
        return step
    if words[0] in ("legal", "illegal") or len(words) == 1:
        return _read_action(language, board, line, words, rest, fail)
    raise fail(f"“{head.strip()}” begins no step.")


def _read_action(language: Language, board: Board, line: int, words: list[str], rest: str, fail: Fail) -> Step:
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
    return Say(line, empire, action)


def _read_dice(board: Board, line: int, words: list[str], fail: Fail) -> Step:
    faces: dict[int, tuple[int, ...]] = {}
    rolling = -1
    for word in words:
        if word in board.sides:
            rolling = board.sides.index(word)
            if rolling in faces:
                raise fail(f"“{word}” is named twice.")
            faces[rolling] = ()
        elif rolling < 0 or word not in map(str, range(1, FACES + 1)):
            raise fail(f"“{word}” is no die; expected an empire, then its dice from 1 to {FACES}, and so on.")
        else:
            faces[rolling] += (int(word),)
    return Dice(line, faces)


def _read_deal(board: Board, line: int, words: list[str], fail: Fail) -> Step:
    empires = indices_of(words, board.empires, "empire", fail)
    if len(empires) != len(board.empires):
        raise fail("Expected the empire of every seat.")
    return Deal(line, empires)
