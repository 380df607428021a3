"""The player of a seat that no person plays: a policy that is built in, or an external program; and its chance.

``random``, ``steady`` and so on name policies; ``engine:COMMAND`` names a program that speaks the protocol of
``docs/bots.md``.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import trio

from cli.bots.process import Engine, Tell, engine_of, engine_words
from cli.bots.protocol import Budget, Said, Unanswered, excerpt
from cli.i18n.texts import tr
from cli.ui.view import Talker
from core.editions import EDITIONS
from core.engine.action import Action
from core.engine.answers import Below
from core.engine.edition import Edition
from core.engine.game import Game
from core.engine.levels import LADDER, searching
from core.engine.policy import NODES, STEADY, More, Policy, RandomPlayer, questions

ENGINE = "engine:"
"""The prefix that marks the name of an external program; its command follows."""

RANDOM = "random"
"""The name of who leaves everything to chance."""

PROGRAM_SECONDS = 10.0
"""Seconds that an answer may take unless another number is given."""

NODES_A_SECOND = 1_200
"""Nodes that a player who searches has for each second of its time, so few that a slow computer tries them in it."""

SEARCHING = searching()
"""The policies that search, so that they need time."""

FAILURES = 5
"""Answers that an engine may leave to the autopilot in a game, before that plays on alone."""


class Mind(Protocol):
    """A player of one seat in one game after another."""

    listens: bool
    """Whether it wants to hear what happens at the table."""

    talks: bool
    """Whether it keeps the word that a ``Talker`` gives for it."""

    def bind(self, talker: Talker) -> None:
        """Let this one talk in its place, and keep to its promises."""

    async def begin(self, game: Game[Any], seat: int, below: Below) -> None:
        """Play this seat of a new game; ``below`` is the only chance."""

    def hear(self, event: Said) -> None:
        """Hear what a player has said openly, or what has been revealed."""

    def listen(self, sentence: str) -> None:
        """Hear what has happened at the table."""

    async def answer(self) -> Action:
        """Return a legal answer to the open question of the seat; raises Unanswered."""

    async def end(self) -> None:
        """Note that the game is over, or broken off."""


class BuiltIn:
    """A built-in player of the edition that is played."""

    listens = False
    talks = True

    def __init__(self, name: str, nodes: int = NODES) -> None:
        """``nodes`` is the budget of a decision, for a player who searches."""
        self._talker: Talker | None = None
        self._name = name
        self._nodes = nodes
        self._policy: Policy = RandomPlayer()
        self._place: tuple[Game[Any], int, Below] | None = None

    def bind(self, talker: Talker) -> None:
        """Keep to the promises of the voice."""
        self._talker = talker

    async def begin(self, game: Game[Any], seat: int, below: Below) -> None:
        """Play this seat; raises Unanswered if the edition has no such player."""
        self._policy = policy_of(game.rules.id, self._name, self._nodes, self._may_go_on)
        self._place = game, seat, below

    def _may_go_on(self) -> bool:
        """Return whether a search may go on beyond what its nodes say."""
        return True

    def hear(self, event: Said) -> None:
        """Do nothing: the position tells it all that it needs."""

    def listen(self, sentence: str) -> None:
        """The same."""

    async def answer(self) -> Action:
        """Return the policy's answer; raises Unanswered if it fails or says something illegal."""
        if self._place is None:
            raise ValueError("a mind answers in a game only")
        return self._decide(*self._place)

    def _decide(self, game: Game[Any], seat: int, below: Below) -> Action:
        answers = questions(game.node)[seat]
        if self._talker is not None:
            answers = self._talker.faithful(answers)
        try:
            action = self._policy.decide(game, seat, answers, below)
            answers.check(action)
        except Exception as error:
            # Whatever it stumbles over is its fault.
            raise Unanswered(
                tr(
                    "The policy “{name}” failed: {problem}: {error}",
                    name=self._name,
                    problem=type(error).__name__,
                    error=error,
                )
            ) from error
        return action

    async def end(self) -> None:
        """Do nothing: it keeps nothing."""
        self._place = None


class Pondering(BuiltIn):
    """A policy that searches, where people wait for it: its nodes are as many as a slow computer tries in its seconds.

    It gives the best answer so far when the seconds are over. It thinks in a thread and on a copy of the game, so that
    others at the table are heard meanwhile.
    """

    def __init__(self, name: str, seconds: float) -> None:
        super().__init__(name, round(NODES_A_SECOND * seconds))
        self._seconds = seconds
        self._deadline = 0.0

    async def answer(self) -> Action:
        if self._place is None:
            raise ValueError("a mind answers in a game only")
        game, seat, below = self._place
        self._deadline = time.monotonic() + self._seconds
        return await trio.to_thread.run_sync(self._decide, game.copy(), seat, below, abandon_on_cancel=True)

    def _may_go_on(self) -> bool:
        return time.monotonic() < self._deadline


class External:
    """An external program."""

    listens = True
    talks = False

    def bind(self, talker: Talker) -> None:
        """Do nothing: a program hears no talk, and promises nothing."""

    def __init__(self, engine: Engine, budget: Budget) -> None:
        self._engine = engine
        self._budget = budget
        self._below: Below = lambda bound: 0

    async def begin(self, game: Game[Any], seat: int, below: Below) -> None:
        """Play this seat; the program is started with the first question, if it does not run."""
        self._below = below
        self._engine.begin(game, seat, below)

    def hear(self, event: Said) -> None:
        """Tell it with the next question."""
        self._engine.hear(event)

    def listen(self, sentence: str) -> None:
        """The same."""
        self._engine.listen(sentence)

    async def answer(self) -> Action:
        """Return its answer; raises Unanswered."""
        return await self._engine.ask(self._below, self._budget)

    async def end(self) -> None:
        """Tell it."""
        await self._engine.end()


class Understudied:
    """A mind at a table of people: where it cannot answer the autopilot does, and that is said."""

    def __init__(self, mind: Mind, tell: Tell) -> None:
        self._mind = mind
        self._tell = tell
        self._autopilot = BuiltIn(STEADY)
        self._failures = 0
        self.listens = mind.listens
        self.talks = mind.talks

    def bind(self, talker: Talker) -> None:
        """Let the player keep to it; the autopilot promises nothing."""
        self._mind.bind(talker)

    async def begin(self, game: Game[Any], seat: int, below: Below) -> None:
        """Let both play this seat."""
        self._failures = 0
        await self._autopilot.begin(game, seat, below)
        await self._mind.begin(game, seat, below)

    def hear(self, event: Said) -> None:
        """Pass it on."""
        self._mind.hear(event)

    def listen(self, sentence: str) -> None:
        """Pass it on."""
        self._mind.listen(sentence)

    async def answer(self) -> Action:
        """Return the mind's answer, else the autopilot's."""
        if self._failures < FAILURES:
            try:
                return await self._mind.answer()
            except Unanswered as failure:
                self._failures += 1
                last = self._failures == FAILURES
                rest = tr("the rest of this game") if last else tr("this answer")
                self._tell(tr("{failure} The autopilot plays {rest} instead.", failure=failure, rest=rest))
        return await self._autopilot.answer()

    async def end(self) -> None:
        """Tell both that the game is over."""
        await self._mind.end()
        await self._autopilot.end()


def policy_of(edition: str, name: str, nodes: int, more: More) -> Policy:
    """Return the built-in player of a name in an edition, with a budget of nodes; raises Unanswered without one."""
    if name == RANDOM:
        return RandomPlayer()
    strengths = EDITIONS[edition].strengths
    if name not in strengths:
        raise Unanswered(
            tr(
                "There is no player “{name}” here; choose from {names}.",
                name=name,
                names=", ".join([RANDOM, *strengths]),
            )
        )
    return strengths[name](nodes, more)


def known_strengths() -> tuple[str, ...]:
    """Return the names of the built-in players of all editions, the weakest first; no edition is loaded for that."""
    return tuple(LADDER)


def check_name(name: str, edition: Edition) -> None:
    """Raise Unanswered for what is no name of a player of the edition."""
    known = (RANDOM, *edition.strengths)
    if name.startswith(ENGINE):
        engine_words(name.removeprefix(ENGINE))
    elif name not in known:
        raise Unanswered(
            tr(
                "There is no player “{name}”; choose from {names} and {engine}COMMAND.",
                name=excerpt(name),
                names=", ".join(known),
                engine=ENGINE,
            )
        )


@dataclass(frozen=True, slots=True)
class Chosen:
    """Who is to play a seat, and in how many seconds; ``log`` is the file in which an external program's lines go.

    Nodes, unless they are 0, take the place of the seconds for a policy that searches, and make its answers repeatable.
    ``talks`` says whether the bot makes deals in chat, if it is one that can.
    """

    name: str = STEADY
    think: float = PROGRAM_SECONDS
    log: Path | None = None
    nodes: int = 0
    talks: bool = True

    @property
    def is_program(self) -> bool:
        """Whether an external program plays."""
        return self.name.startswith(ENGINE)


STEADILY = Chosen()
"""How a bot plays unless its table says more."""


def built_in(chosen: Chosen) -> BuiltIn:
    """Return the mind of a policy."""
    if chosen.name in SEARCHING and not chosen.nodes:
        return Pondering(chosen.name, chosen.think)
    return BuiltIn(chosen.name, chosen.nodes or NODES)


@asynccontextmanager
async def mind_of(
    name: str,
    budget: Budget,
    edition: Edition,
    tell: Tell = lambda sentence: None,
    log: BinaryIO | None = None,
) -> AsyncIterator[Mind]:
    """Give the player of that name until the block ends; raises Unanswered if there is none."""
    check_name(name, edition)
    if not name.startswith(ENGINE):
        yield BuiltIn(name, budget.nodes)
        return
    async with engine_of(name.removeprefix(ENGINE), tell, log) as engine:
        yield External(engine, budget)


@asynccontextmanager
async def reliable_mind(chosen: Chosen, edition: Edition, tell: Tell) -> AsyncIterator[Mind]:
    """Give a player for a table of people until the block ends: it always answers, and tells what goes wrong.

    Raises Unanswered if there is none of that name.
    """
    check_name(chosen.name, edition)
    if not chosen.name.startswith(ENGINE):
        yield Understudied(built_in(chosen), tell)
        return
    with nullcontext() if chosen.log is None else chosen.log.open("ab") as log:
        async with mind_of(chosen.name, Budget(chosen.think, NODES), edition, tell, log) as mind:
            yield Understudied(mind, tell)


async def introduce(command: str) -> str:
    """Start an external program, and end it; what it calls itself. Raises Unanswered if it is of no use."""
    async with engine_of(command, lambda sentence: None) as engine:
        try:
            await engine.ready()
        except Unanswered as error:
            problem = error
        else:
            return engine.name
    # Out here no nursery wraps it.
    raise problem


BITS_OF_WORD = 32
"""Of a word."""


def chance(purpose: str) -> Below:
    """Return uniform integers that follow from a text and from nothing else.

    SHA-256 of the text's own SHA-256 and a counter of 8 bytes gives eight words of 32 bits, big-endian, and the next
    count gives the next eight. A bound of at most 2^32 takes one word, a higher one as many as it needs, the first the
    highest. What they make counts modulo the bound; one above the last whole multiple of the bound is passed over, so
    that no remainder is favoured.
    """
    words = _words(hashlib.sha256(purpose.encode("utf-8")).digest())

    def below(bound: int) -> int:
        needed = max(1, -(-(bound - 1).bit_length() // BITS_OF_WORD))
        most = (1 << BITS_OF_WORD * needed) // bound * bound
        while (number := _joined(words, needed)) >= most:
            pass
        return number % bound

    return below


def _joined(words: Iterator[int], needed: int) -> int:
    """Return the next words as one number."""
    number = 0
    for _ in range(needed):
        number = number << BITS_OF_WORD | next(words)
    return number


def _words(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        counter += 1
        for index in range(0, 32, 4):
            yield int.from_bytes(block[index : index + 4], "big")
