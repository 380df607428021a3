"""The rules at the table: what `p2p.game.Game` asks of a game, answered by `core`.

The protocol knows seats and lines of text, the rules know empires and actions; this is the one place that turns one
into the other.
"""

from __future__ import annotations

from collections.abc import Mapping

import core
import p2p.game
from cli.i18n.texts import tr
from core import EMPIRES, DataError, Map, Options, RuleError, standard_map
from core.empires.bots import Steward
from core.empires.state import State
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.flow import Prompt
from p2p.game import Below, Chance, Decision, IllegalAction, Node, Over, Setup, SetupError, Simultaneous


class TableGame:
    """A game of Empires as the protocol sees it."""

    __slots__ = ("_node", "_read", "_rules", "_state")

    def __init__(self, state: State) -> None:
        """A game from a position; a mere copy goes to its node only if somebody looks at it."""
        self._state = state
        self._rules: core.Game | None = None
        self._node: Node | None = None
        self._read: tuple[str, Action] | None = None

    @property
    def rules(self) -> core.Game:
        """The game itself, to be looked at."""
        if self._rules is None:
            self._rules = core.Game(core.EMPIRES, self._state)
        return self._rules

    @property
    def node(self) -> Node:
        """Who answers next, or the result."""
        if self._node is None:
            self._node = _node(self.rules)
        return self._node

    def check(self, seat: int, body: str) -> None:
        """Raise IllegalAction unless the body, strictly spelled, answers the open question of the seat."""
        node = self.rules.node
        try:
            action = self._parse(body)
            if isinstance(node, core.Simultaneous):
                node.answers[seat].check(action)
            elif isinstance(node, core.Decision):
                node.answers.check(action)
            else:
                raise RuleError("flow", "Nobody is asked anything now.")
        except RuleError as error:
            raise _illegal(error) from None

    def act(self, body: str) -> None:
        """Apply the answer to a Decision."""
        try:
            self.rules.apply(self._parse(body))
        except RuleError as error:
            raise _illegal(error) from None
        self._node = None

    def reveal(self, bodies: Mapping[int, str]) -> None:
        """Apply the answers to a Simultaneous node, by seat."""
        try:
            self.rules.reveal({seat: self._parse(body) for seat, body in bodies.items()})
        except RuleError as error:
            raise _illegal(error) from None
        self._node = None

    def chance(self, outcome: tuple[int, ...]) -> None:
        """Apply the outcome of a Chance node."""
        try:
            self.rules.settle(outcome)
        except RuleError as error:
            raise _illegal(error) from None
        self._node = None

    def _parse(self, body: str) -> Action:
        """The action that a body spells; the last one is remembered, since who answers checks it before he applies it.

        Raises NotationError.
        """
        if self._read is None or self._read[0] != body:
            self._read = body, self.rules.parse_strict(body)
        return self._read[1]

    def digest(self) -> bytes:
        """The 32-byte hash of the state."""
        return self.rules.digest()

    def encode(self) -> bytes:
        """The canonical encoding of the state."""
        return self.rules.encode()

    def mark(self) -> int:
        """The round, which never goes back."""
        return self.rules.state.round

    def autopilot(self, seat: int, below: Below) -> str:
        """The Steward's answer, who has no state of his own."""
        return self.rules.text(Steward().decide(self.rules, seat, question(self.rules, seat)[1], below))

    def copy(self) -> TableGame:
        """The game as it is now, to which nobody listens."""
        return TableGame(self._state.copy())

    def restore(self, earlier: TableGame) -> None:
        """Be again as a copy is."""
        self.rules.restore(earlier.rules.state)
        self._state, self._node = self.rules.state, None


def rules_of(game: p2p.game.Game) -> core.Game:
    """The rules behind a game that ``new_game`` has started."""
    if not isinstance(game, TableGame):
        raise TypeError("this is another game than Empires")
    return game.rules


def question(rules: core.Game, seat: int) -> tuple[Prompt, Answers]:
    """What a seat is asked at the present node, and the legal answers; raises KeyError where it is asked nothing."""
    node = rules.node
    if isinstance(node, core.Simultaneous):
        return node.prompt, node.answers[seat]
    if isinstance(node, core.Decision) and node.seat == seat:
        return node.prompt, node.answers
    raise KeyError(f"seat {seat + 1} is asked nothing now")


def _illegal(error: RuleError) -> IllegalAction:
    return IllegalAction(error.rule, str(error.sentence))


def _node(rules: core.Game) -> Node:
    match rules.node:
        case core.Decision(seat=seat):
            return Decision(seat)
        case core.Simultaneous(seats=seats):
            return Simultaneous(seats)
        case core.Chance(bounds=bounds):
            return Chance(bounds)
        case core.Over(result=result):
            return Over(tuple(sorted(rules.state.seats[empire] for empire in result.winners)), result.victory)


def setup_of(options: Options, game_map: Map | None = None) -> Setup:
    """What a charter says of a game with these options, on the standard map or on another one."""
    game_map = game_map or standard_map()
    own = (options.display, options.max_rounds, options.open_hands)
    return Setup(EMPIRES.engine, game_map.id, game_map.digest, own, options.empires)


def options_of(setup: Setup, game_map: Map | None = None) -> Options:
    """The options of a charter's game; raises SetupError where it is played by other rules or on another map."""
    game_map = game_map or standard_map()
    if setup.engine != EMPIRES.engine:
        raise SetupError(
            tr(
                "The game is played by engine {engine} of the rules; this program has engine "
                "{engine2}. Take the release of mare that has the other one.",
                engine=setup.engine,
                engine2=EMPIRES.engine,
            )
        )
    if (setup.edition, setup.data) != (game_map.id, game_map.digest):
        raise SetupError(
            tr(
                "The game is played with the data {hex} of {edition!r}; this program has {hex2} of {id!r}. {way_to}",
                hex=setup.data.hex(),
                edition=setup.edition,
                hex2=game_map.digest.hex(),
                id=game_map.id,
                way_to=_way_to(setup.data),
            )
        )
    match setup.options:
        case (str() as display, int() as max_rounds, bool() as open_hands) if type(max_rounds) is int:
            return Options(len(setup.choices), setup.choices, display, max_rounds, open_hands)
    raise SetupError(tr("The game's options are not display, number of rounds and open hands."))


def _way_to(data: bytes) -> str:
    """What to do about other data than these."""
    if data == standard_map().digest:
        return tr("Leave --map out: it is the map that comes with mare.")
    return tr("Name the file of that map with --map, or take the release of mare that has this data.")


def new_game(setup: Setup, game_map: Map | None = None) -> TableGame:
    """Start the game of a setup, on the standard map unless another one is given.

    Raises SetupError for another engine, other data, or options that cannot be played.
    """
    options = options_of(setup, game_map)
    try:
        return TableGame(core.new_game(options, game_map).state)
    except DataError as error:
        raise SetupError(tr("The game cannot be started: {error}", error=error)) from None
