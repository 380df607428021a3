"""A game in progress: the node where it waits, and how it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from core.engine.action import Action
from core.engine.errors import RuleError
from core.engine.event import Event
from core.engine.flow import Chance, Decision, Flow, Node, Over, Simultaneous
from core.engine.rules import Rules
from core.engine.state import State

S = TypeVar("S", bound=State)


class Game(Generic[S]):
    """One game. It waits at ``node`` until it gets what the node asks for.

    Answer a Decision with ``apply``, a Simultaneous with ``reveal`` and a Chance with ``settle``. Each carries the game
    to its next node, or raises RuleError and changes nothing.
    """

    __slots__ = ("node", "rules", "state")

    def __init__(self, rules: Rules, state: S) -> None:
        """Start from a state, and go on to its next node at once unless it waits at one already."""
        self.rules = rules
        self.state = state
        self.node: Node = _advance(rules.flow, state)

    def copy(self) -> Game[S]:
        """Return an independent game at the same node, with answers of its own and no listener."""
        return Game(self.rules, self.state.copy())

    def restore(self, earlier: S) -> None:
        """Go to the next node from an earlier state of this game. The state is copied; listeners go on listening."""
        listener = self.state.listener
        self.state = earlier.copy()
        self.state.listener = listener
        self.node = _advance(self.rules.flow, self.state)

    def listen(self, listener: Callable[[Event], None] | None) -> None:
        """Send every event from now on to one listener, or to none for None."""
        self.state.listener = listener

    # ------------------------------------------------------------------ going on

    def apply(self, action: Action) -> None:
        """Answer the Decision. Raises RuleError if the action is not legal now."""
        node = self.node
        if not isinstance(node, Decision):
            raise RuleError("flow", "No single player is asked now.")
        node.answers.check(action)
        node.carry_out(action)
        self.node = _advance(self.rules.flow, self.state)

    def reveal(self, actions: Mapping[int, Action]) -> None:
        """Answer the Simultaneous with one action for each of its seats. Raises RuleError if one is not legal."""
        node = self.node
        if not isinstance(node, Simultaneous) or set(actions) != set(node.seats):
            raise RuleError("flow", "These are not the players who must reveal something now.")
        for seat, action in actions.items():
            node.answers[seat].check(action)
        node.carry_out({node.empires[seat]: action for seat, action in actions.items()})
        self.node = _advance(self.rules.flow, self.state)

    def settle(self, outcome: tuple[int, ...]) -> None:
        """Give the Chance its outcome. Raises RuleError if it is not one integer below each bound."""
        node = self.node
        if not isinstance(node, Chance) or len(outcome) != len(node.bounds):
            raise RuleError("flow", "No such chance is due now.")
        for value, bound in zip(outcome, node.bounds, strict=True):
            if not 0 <= value < bound:
                raise RuleError("flow", "The outcome lies outside its bounds.")
        node.carry_out(outcome)
        self.node = _advance(self.rules.flow, self.state)

    # ------------------------------------------------------------------ notation

    def parse(self, line: str) -> Action:
        """Return the action that a line spells, leniently. Raises NotationError."""
        return self.rules.notation.parse(self.state.board, line)

    def parse_strict(self, line: str) -> Action:
        """Return the action that a line spells in its one spelling. Raises NotationError."""
        return self.rules.notation.parse_strict(self.state.board, line)

    def text(self, action: Action) -> str:
        """Return the one spelling of an action."""
        return self.rules.notation.text(self.state.board, action)

    # ------------------------------------------------------------------ hashes

    def encode(self) -> bytes:
        """Return the canonical encoding of the state."""
        return self.state.encode()

    def digest(self) -> bytes:
        """Return SHA-256 of the canonical encoding, 32 bytes."""
        return self.state.digest()


def _advance(flow: Flow, state: State) -> Node:
    """Run the flow to the next node with a choice for a player or for chance."""
    while state.stack:
        frame = state.stack[-1]
        node = flow[type(frame)].advance(state, frame)
        if node is not None:
            return node
    if state.result is None:
        raise RuntimeError("the flow ended without a result")
    return Over(state.result)
