"""The pocket edition as the registry has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.engine.drawing import RandomPlayer
from core.engine.edition import Edition
from core.engine.errors import DataError
from core.engine.flow import actions_of, flow_of
from core.engine.notation import Grammar
from core.engine.rulebook import Rulebook
from core.engine.rules import Rules
from core.engine.state import NOBODY
from tests.pocket import rules
from tests.pocket.rules import MakeOffers, MarchLegion, PlayRound, Roll
from tests.pocket.state import Board, Options, Round, State

EMPIRES = {"red": "Red", "blue": "Blue", "green": "Green"}
FLOW = flow_of(PlayRound(), MakeOffers(), MarchLegion(), Roll())
RULEBOOK = Rulebook(lambda: rules.__doc__ or "")
RULES = Rules("pocket", 1, FLOW, Grammar(actions_of(FLOW)))


class Ring(NamedTuple):
    """The only map."""

    id: str = "ring"
    title: str = "Ring"
    digest: bytes = bytes(32)


def tables(ring: Ring) -> Mapping[int, tuple[str, ...]]:
    """The empires of two and of three players."""
    return {players: tuple(EMPIRES)[:players] for players in (2, 3)}


def start(options: Options, ring: Ring) -> State:
    """The empires at home, with two legions and three coins each."""
    if options.players not in tables(ring):
        raise DataError("players", "two or three play the pocket edition.")
    names = tables(ring)[options.players]
    legions = tuple(tuple(2 * (empire == place) for empire in range(options.players)) for place in range(4))
    owners = tuple(place if place < options.players else NOBODY for place in range(4))
    board = Board(names, tuple(map(EMPIRES.__getitem__, names)))
    left = [name for name in names if name not in options.empires]
    chosen = [name if name in names else left.pop(0) for name in options.empires]
    seats = tuple(chosen.index(name) for name in names)
    return State(board, options, seats, (3,) * options.players, owners, legions, stack=[Round(0)])


def write_options(options: Options) -> tuple[str | int | bool, ...]:
    """Return what a charter says of the options."""
    return (options.max_rounds,)


def read_options(value: Any, choices: tuple[str, ...]) -> Options:
    """Return the options of a charter; raises DataError where they are none."""
    match value:
        case (int() as max_rounds,) if type(max_rounds) is int:
            return Options(len(choices), choices, max_rounds)
    raise DataError("options", "are not a number of rounds.")


def load_map(text: str) -> Ring:
    """Refuse other maps."""
    raise DataError("", "the pocket edition has one map.")


POCKET = Edition(
    rules=RULES,
    title="Pocket",
    release="0.1.0",
    standard_map=Ring,
    load_map=load_map,
    options=Options,
    words={},
    tables=tables,
    start=start,
    write_options=write_options,
    read_options=read_options,
    autopilot=RandomPlayer(),
    rulebook=RULEBOOK,
    strengths={"steady": lambda nodes, more: RandomPlayer()},
)
