"""One game of a match: from its number alone to a small record of how it went, the same on every machine.

Nothing is known here about who plays which games where (``schedule``), nor about what they amount to (``tally``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, NamedTuple

import trio

from cli.bots.minds import ENGINE, Mind, chance, mind_of
from cli.bots.protocol import Budget, Said, Unanswered
from cli.table_game import DEFAULT, board_of, map_of
from core import Chance, Decision, Over
from core.editions import EDITIONS
from core.engine.answers import Below
from core.engine.edition import Edition
from core.engine.event import Event, message_of
from core.engine.game import Game

ENGINE_GAMES = 5
"""Games that an external program plays before it is started afresh: a number of the match, not of the machine."""

Stopped = Callable[[], bool]
"""Asked at every step whether the game is no longer wanted."""


class Abandoned(Exception):
    """The game is no longer wanted."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is played, and by whom: everything that decides how its games go.

    ``seats`` names a mind for each seat; ``options`` are the edition's, in which seats go round as the empires do.
    ``nodes`` is the budget of a decision, and ``think`` the seconds after which an external program is no longer waited
    for. ``map_text`` is the text of another map, ``map_name`` its file.
    """

    seats: tuple[str, ...]
    seed: int
    options: Any
    nodes: int
    think: float
    edition_id: str = DEFAULT.id
    map_text: str | None = None
    map_name: str | None = None

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return EDITIONS[self.edition_id]

    @property
    def map(self) -> Any:
        """What is played on: another map by its text, or the standard one."""
        return map_of(self.map_text, self.edition)


class Fault(NamedTuple):
    """Why a game could not be played to its end: who failed in which seat, at which step, and a sentence."""

    player: str
    seat: int
    step: int
    sentence: str


class Played(NamedTuple):
    """A game that is over. By seat, ``places`` has the index in ``Match.seats`` of who sat there; winners are seats.

    ``answers`` counts those to questions with a choice, ``digest`` is the hash of the last position, in hex.
    """

    number: int
    places: tuple[int, ...]
    winners: tuple[int, ...]
    victory: str
    rounds: int
    answers: int
    digest: str
    fault: Fault | None = None


def portions(match: Match, numbers: Sequence[int]) -> list[tuple[int, ...]]:
    """Play the games of these numbers in rising order, in one go, with any players."""
    if not any(name.startswith(ENGINE) for name in match.seats):
        return [(number,) for number in numbers]
    together: dict[int, list[int]] = {}
    for number in numbers:
        together.setdefault(number // ENGINE_GAMES, []).append(number)
    return [tuple(portion) for portion in together.values()]


def places(match: Match, number: int) -> tuple[int, ...]:
    """Return who sits where in a game: by seat an index in ``match.seats``.

    In each block of as many games as there are seats an order drawn by the seed is turned by one seat from game to
    game. So in every block each of the players sits in each seat once.
    """
    size = len(match.seats)
    block, turn = divmod(number, size)
    below = _chance(match, block, "places")
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order[(seat + turn) % size] for seat in range(size))


def play(match: Match, numbers: Sequence[int], stopped: Stopped = lambda: False) -> list[Played]:
    """Play these games of a match, one after another; who fails ends its game with a fault. Raises Abandoned."""
    try:
        return trio.run(_play_all, match, numbers, stopped)
    except BaseExceptionGroup as group:
        # External programs live in nurseries, which wrap whatever ends them.
        raise _innermost(group) from None


def _innermost(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


async def _play_all(match: Match, numbers: Sequence[int], stopped: Stopped) -> list[Played]:
    async with AsyncExitStack() as stack:
        budget = Budget(match.think, match.nodes)
        minds = [await stack.enter_async_context(mind_of(name, budget, match.edition)) for name in match.seats]
        return [await _play(match, number, minds, stopped) for number in numbers]


async def _play(match: Match, number: int, minds: Sequence[Mind], stopped: Stopped) -> Played:
    order = places(match, number)
    game = board_of(match.edition, match.options, match.map)
    sitting = _Sitting(match, number, game, [minds[index] for index in order])
    fault = await sitting.play(stopped)
    node = game.node
    winners: tuple[int, ...] = ()
    victory = "fault"
    if isinstance(node, Over):
        winners = tuple(sorted(game.state.seats[empire] for empire in node.result.winners))
        victory = node.result.victory
    return Played(number, order, winners, victory, game.state.round, sitting.answers, game.digest().hex(), fault)


class _Sitting:
    """A game being played; ``minds`` has by seat who plays there."""

    def __init__(self, match: Match, number: int, game: Game[Any], minds: Sequence[Mind]) -> None:
        self._match = match
        self._number = number
        self._minds = minds
        self._listeners = [mind for mind in minds if mind.listens]
        self._steps = 0
        self.game = game
        self.answers = 0

    async def play(self, stopped: Stopped) -> Fault | None:
        """Play to the end, or until a player fails. Raises Abandoned."""
        for seat, mind in enumerate(self._minds):
            await mind.begin(self.game, seat, _chance(self._match, self._number, f"seat {seat}"))
        if self._listeners:
            self.game.listen(self._tell)
        table = _chance(self._match, self._number, "table")
        while not isinstance(node := self.game.node, Over):
            if stopped():
                raise Abandoned
            self._steps += 1
            if isinstance(node, Chance):
                self.game.settle(tuple([table(bound) for bound in node.bounds]))
                continue
            fault = await self._ask((node.seat,) if isinstance(node, Decision) else node.seats)
            if fault is not None:
                return fault
        for mind in self._minds:
            await mind.end()
        return None

    async def _ask(self, seats: Sequence[int]) -> Fault | None:
        """Have these seats answer, and go on; who answers in secret hears of the others afterwards."""
        actions = {}
        for seat in seats:
            try:
                actions[seat] = await self._minds[seat].answer()
            except Unanswered as failure:
                player = self._match.seats[places(self._match, self._number)[seat]]
                return Fault(player, seat, self._steps, str(failure))
        self.answers += len(actions)
        empires = self.game.state.board.empires
        for seat, action in actions.items():
            for mind in self._listeners:
                mind.hear(Said(empires[seat], self.game.text(action)))
        if isinstance(self.game.node, Decision):
            self.game.apply(actions[seats[0]])
        else:
            self.game.reveal(actions)
        return None

    def _tell(self, event: Event) -> None:
        sentence = str(message_of(self.game.state.board, event))
        for mind in self._listeners:
            mind.listen(sentence)


def _chance(match: Match, number: int, purpose: str) -> Below:
    """Return the chance of a game for one purpose: it follows from the match's seed, and from nothing else."""
    return chance(f"mare arena {match.seed} {number} {purpose}")
