"""A flow that notes the answers that were forced: no node shows them, but a scenario's failure names them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.flow import Flow, Handler, Node, Question, Secret
from core.engine.state import Frame


class Forced(NamedTuple):
    """A question with only one legal answer, which was not asked: its empire, its rule and that answer."""

    empire: int
    rule: str
    action: Action


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
