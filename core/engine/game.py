"""The rules of an edition, and a game in progress by them: the node where it waits, and how it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError
from core.engine.event import Event
from core.engine.flow import Chance, Decision, Flow, Node, Over, Simultaneous
from core.engine.notation import Grammar
from core.engine.state import GameState


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one edition.

    ``id`` names the edition in charters and on the command line. ``engine`` is its version, which a charter names, too:
    it grows when the hash of any recorded game would change, the autopilot's answers included. ``side`` and ``sides``
    are the edition's words for what a seat plays.
    """

    id: str
    engine: int
    flow: Flow
    notation: Grammar
    side: str = "empire"
    sides: str = "empires"

    def phases(self, verb: str) -> tuple[int, ...]:
        """Return the numbers of the phases in which some question accepts a verb."""
        actions = {form.action for form in self.notation.forms(verb)}
        asking = [handler for handler in self.flow.values() if actions.intersection(handler.accepts)]
        return tuple(sorted({phase for handler in asking for phase in handler.phases}))


S = TypeVar("S", bound=GameState)


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

    def step(self, decide: Callable[[int, Answers], Action], below: Below) -> None:
        """Go on to the next node: ``decide`` answers for each seat that is asked, and ``below`` is chance.

        Raises RuleError if an answer is not legal. Nothing happens once the game is over.
        """
        node = self.node
        if isinstance(node, Decision):
            self.apply(decide(node.seat, node.answers))
        elif isinstance(node, Simultaneous):
            self.reveal({seat: decide(seat, answers) for seat, answers in node.answers.items()})
        elif isinstance(node, Chance):
            self.settle(tuple([below(bound) for bound in node.bounds]))

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


def _advance(flow: Flow, state: GameState) -> Node:
    """Run the flow to the next node with a choice for a player or for chance."""
    while state.stack:
        frame = state.stack[-1]
        node = flow[type(frame)].advance(state, frame)
        if node is not None:
            return node
    if state.result is None:
        raise RuntimeError("the flow ended without a result")
    return Over(state.result)
