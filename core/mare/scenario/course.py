"""The course of a scenario: its game, the secret answers so far, and the forced answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.flow import Chance, Decision, Flow, Handler, Node, Over, Question, Secret
from core.engine.game import Game
from core.engine.state import Frame
from core.mare.scenario.language import Language


class Forced(NamedTuple):
    """A question with only one legal answer, which was not asked: its empire, its rule and that answer."""

    empire: int
    rule: str
    action: Action


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


class _Noting(Handler[Any, Any]):
    """Handles a frame as another handler does, and notes the forced answers."""

    def __init__(self, asking: Question[Any, Any] | Secret[Any, Any], forced: list[Forced]) -> None:
        self._asking = asking
        self._forced = forced

    def advance(self, state: Any, frame: Frame) -> Node | None:
        self._forced += self._sole_answers(state, frame)
        return self._asking.advance(state, frame)

    def _sole_answers(self, state: Any, frame: Frame) -> Iterator[Forced]:
        for empire, answers in self._answers(state, frame).items():
            if (action := answers.sole()) is not None:
                yield Forced(empire, self._asking.prompt(state, frame).rule, action)

    def _answers(self, state: Any, frame: Frame) -> Mapping[int, Answers]:
        if isinstance(self._asking, Secret):
            return self._asking.answers(state, frame)
        return {self._asking.asked(state, frame): self._asking.answers(state, frame)}


def noting(flow: Flow, forced: list[Forced]) -> Flow:
    """Return a flow that goes as another one does, and adds the forced answers to ``forced``."""
    return {
        frame: _Noting(handler, forced) if isinstance(handler, Question | Secret) else handler
        for frame, handler in flow.items()
    }
