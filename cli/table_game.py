"""The rules at the table: what `p2p.Game` asks of a game, answered by `core`.

The protocol knows seats and lines of text, the rules know empires and actions; this is the one place that turns one
into the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import core
import p2p
from cli.i18n.texts import marked, tr, translated
from core import DataError, RuleError
from core.editions import EDITIONS
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.edition import Edition
from core.engine.event import Event
from core.engine.flow import Prompt
from core.engine.game import Game
from crypto import Value
from p2p import Below, Chance, Decision, IllegalAction, Node, Over, Rules, Setup, SetupError, Simultaneous

DIGITS = 8
"""Of a digest, how many digits tell one from others in a sentence."""

DEFAULT = EDITIONS["empires"]
"""The edition where none is named."""


class Customs(NamedTuple):
    """What a table agrees on beside the rules: minutes for a turn, 0 for no clock, and whether there may be hints."""

    clock: int = 0
    hints: bool = True


_CUSTOMS = "customs"
"""What a charter's options begin with that hold customs, too."""


def with_customs(options: Value, customs: Customs) -> Value:
    """Return the options of a charter with customs round them; without any where these are the usual ones."""
    return options if customs == Customs() else (_CUSTOMS, options, *customs)


def customs_in(options: object) -> Customs:
    """Return the customs in the options of a charter."""
    match options:
        case (str(word), _, int(clock), bool(hints)) if word == _CUSTOMS and type(clock) is int and clock >= 0:
            return Customs(clock, hints)
    return Customs()


def without_customs(options: Any) -> Any:
    """Return the options of the edition in those of a charter; what holds no customs stays as it is."""
    return options[1] if customs_in(options) != Customs() else options


class TableGame:
    """A game of any edition as the protocol sees it."""

    __slots__ = ("_edition", "_node", "_read", "_rules", "_state")

    def __init__(self, edition: Edition, state: Any) -> None:
        """Return a game from a position. A copy goes to its node only when it is read."""
        self._edition = edition
        self._state = state
        self._rules: Game[Any] | None = None
        self._node: Node | None = None
        self._read: tuple[str, Action] | None = None

    @property
    def rules(self) -> Game[Any]:
        """The game itself, to be looked at."""
        if self._rules is None:
            self._rules = Game(self._edition.rules, self._state)
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
                raise RuleError("flow", marked("No player is asked anything now."))
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
        """Return the action that a body spells. The last one is remembered: an answer is checked before it is applied.

        Raises NotationError.
        """
        if self._read is None or self._read[0] != body:
            self._read = body, self.rules.parse_strict(body)
        return self._read[1]

    def digest(self) -> bytes:
        """Return the 32-byte hash of the state."""
        return self.rules.digest()

    def encode(self) -> bytes:
        """Return the canonical encoding of the state."""
        return self.rules.encode()

    def round(self) -> int:
        """Return the round, which never goes back."""
        return int(self.rules.state.round)

    def autopilot(self, seat: int, below: Below) -> str:
        """Return the answer of the edition's autopilot, which has no state of its own."""
        return self.rules.text(self._edition.autopilot.decide(self.rules, seat, question(self.rules, seat)[1], below))

    def copy(self) -> TableGame:
        """Return the game as it is now, without listeners."""
        return self.at(self._state.copy())

    def at(self, state: Any) -> TableGame:
        """Return a game of the same edition from a position, without listeners."""
        return TableGame(self._edition, state)

    def restore(self, earlier: TableGame) -> None:
        """Be again as a copy is."""
        self.rules.restore(earlier.rules.state)
        self._state, self._node = self.rules.state, None


def rules_of(game: p2p.Game) -> Game[Any]:
    """Return the rules behind a game that ``new_game`` has started."""
    if not isinstance(game, TableGame):
        raise TypeError("this game has no rules of core")
    return game.rules


def question(rules: Game[Any], seat: int) -> tuple[Prompt, Answers]:
    """Return what a seat is asked at the present node, and the legal answers; raises KeyError if nothing."""
    node = rules.node
    if isinstance(node, core.Simultaneous):
        return node.prompt, node.answers[seat]
    if isinstance(node, core.Decision) and node.seat == seat:
        return node.prompt, node.answers
    raise KeyError(f"seat {seat + 1} is asked nothing now")


def _illegal(error: RuleError) -> IllegalAction:
    return IllegalAction(error.rule, error.sentence)


def _node(rules: Game[Any]) -> Node:
    match rules.node:
        case core.Decision(seat=seat):
            return Decision(seat)
        case core.Simultaneous(seats=seats):
            return Simultaneous(seats)
        case core.Chance(bounds=bounds):
            return Chance(bounds)
        case core.Over(result=result):
            return Over(tuple(sorted(rules.state.seats[empire] for empire in result.winners)), result.victory)


def board_of(edition: Edition, options: Any, game_map: Any) -> Game[Any]:
    """Return a game that has not begun, to be looked at; raises DataError for options that cannot be played."""
    return Game(edition.rules, edition.start(options, game_map))


def setup_of(options: Any, game_map: Any = None, edition: Edition = DEFAULT) -> Setup:
    """Return what a charter says of a game with these options, on the standard map or on another one."""
    data = (game_map or edition.standard_map()).digest
    return Setup(edition.engine, edition.id, edition.release, data, edition.write_options(options), options.empires)


def edition_by(game: Game[Any]) -> Edition:
    """Return the edition that a game is played by."""
    return EDITIONS[game.rules.id]


def anew(game: Game[Any]) -> TableGame:
    """Return a game as it began."""
    return TableGame(edition_by(game), _start(game))


def opening(game: Game[Any]) -> list[Event]:
    """Return what happened in a game before the first question, when listeners could not hear it yet."""
    told: list[Event] = []
    start = _start(game)
    start.listener = told.append
    Game(game.rules, start)
    return told


def _start(game: Game[Any]) -> Any:
    return edition_by(game).start(game.state.options, game.state.board.map)


def edition_of(setup: Setup | Rules) -> Edition:
    """Return the edition that is played; raises SetupError if this program lacks it, or its engine."""
    edition = EDITIONS.get(setup.edition)
    if edition is None:
        raise SetupError(
            tr(
                "The game uses the edition {edition!r}, which this program lacks. You need mare {release}.",
                edition=setup.edition,
                release=setup.release,
            )
        )
    if setup.engine != edition.engine:
        raise SetupError(
            tr(
                "The game uses engine {engine} of the rules; this program has engine {engine2}. You need"
                " mare {release}.",
                engine=setup.engine,
                engine2=edition.engine,
                release=setup.release,
            )
        )
    return edition


def map_of(text: str | None, edition: Edition = DEFAULT) -> Any:
    """Return the map in a text, the standard one without a text; raises DataError if the edition refuses it."""
    return edition.standard_map() if text is None else _map(edition.id, text)


@cache
def _map(edition: str, text: str) -> Any:
    return EDITIONS[edition].load_map(text)


def played(setup: Setup | Rules, map_text: str | None) -> tuple[Edition, Any]:
    """Return the edition and the map of a game; raises SetupError if this program has another, or none.

    ``map_text`` is the text of another map than the edition's standard one.
    """
    edition = edition_of(setup)
    try:
        game_map = map_of(map_text, edition)
    except DataError as error:
        if other := _edition_by_map(map_text):
            raise SetupError(
                tr(
                    "The map given with --map is one of the edition {other!r}, and the game is of {edition!r}.",
                    other=other,
                    edition=edition.id,
                )
            ) from None
        raise SetupError(
            tr(
                "The map given with --map is not one of the edition {edition!r}: line {line}: {fault}",
                edition=edition.id,
                line=error.line,
                fault=": ".join(filter(None, (error.key, translated(error.message)))),
            )
        ) from None
    if setup.data != game_map.digest:
        raise SetupError(
            tr(
                "The game uses map data {hex}; this program has {hex2} of {id!r}. {way_to}",
                hex=setup.data.hex()[:DIGITS],
                hex2=game_map.digest.hex()[:DIGITS],
                id=game_map.id,
                way_to=_way_to(setup.data, edition),
            )
        )
    return edition, game_map


def _edition_by_map(text: str | None) -> str:
    """Return the edition that a map is one of; nothing if it is of none."""
    for other in EDITIONS:
        with suppress(DataError):
            map_of(text, EDITIONS[other])
            return other
    return ""


def _way_to(data: bytes, edition: Edition) -> str:
    """Return what to do about other data than these."""
    if data == edition.standard_map().digest:
        return tr("Leave --map out: it is the map that comes with mare.")
    return tr("Name the file of that map with --map, or take the release of mare that has this data.")


def new_game(setup: Setup, map_text: str | None = None) -> TableGame:
    """Start the game of a setup, on the standard map of its edition unless the text of another one is given.

    Raises SetupError for another edition, engine or map, and for options that cannot be played.
    """
    edition, game_map = played(setup, map_text)
    try:
        options = edition.read_options(without_customs(setup.options), setup.choices)
        return TableGame(edition, edition.start(options, game_map))
    except DataError as error:
        raise SetupError(tr("The game cannot be started: {error}", error=error)) from None
