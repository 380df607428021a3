"""The pocket edition as the registry has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.engine.edition import RANDOM, Edition
from core.engine.errors import DataError
from core.engine.flow import actions_of, flow_of
from core.engine.game import Rules
from core.engine.message import Message
from core.engine.notation import Grammar
from core.engine.option import ROUNDS, Choice, LineUp, line_up
from core.engine.policy import RandomPlayer
from core.engine.rulebook import Rulebook
from core.engine.state import NO_EMPIRE
from tests.pocket import rules
from tests.pocket.rules import MOST_COINS, MakeOffers, MarchLegion, PlayRound, Roll
from tests.pocket.state import Board, Options, Ring, Round, State

EMPIRES = {"red": "Red", "blue": "Blue", "green": "Green"}
FLOW = flow_of(PlayRound(), MakeOffers(), MarchLegion(), Roll())
RULEBOOK = Rulebook(lambda: rules.__doc__ or "")
RULES = Rules("pocket", 1, FLOW, Grammar(actions_of(FLOW)))


def tables(ring: Ring) -> Mapping[int, tuple[str, ...]]:
    """The empires that two and three players are advised to play."""
    return {players: tuple(EMPIRES)[:players] for players in (2, 3)}


def start(options: Options, ring: Ring) -> State:
    """The empires at home, with two legions each."""
    names = line_up(tables(ring), options.players, options.line_up)
    legions = tuple(tuple(2 * (empire == place) for empire in range(options.players)) for place in range(4))
    owners = tuple(place if place < options.players else NO_EMPIRE for place in range(4))
    board = Board(names, tuple(map(EMPIRES.__getitem__, names)), ring)
    if strangers := {*options.empires} - {*names, RANDOM}:
        raise DataError("empires", f"{min(strangers)!r} does not play here.")
    left = [name for name in names if name not in options.empires]
    chosen = [name if name in names else left.pop(0) for name in options.empires]
    seats = tuple(chosen.index(name) for name in names)
    return State(
        board,
        options,
        seats,
        (MOST_COINS if options.purse == "many" else 3,) * options.players,
        owners,
        legions,
        0 if options.oracle else NO_EMPIRE,
        stack=[Round(0)],
    )


DECLARED = (
    ROUNDS,
    LineUp("line_up", Message("which empires play, with commas")),
    Choice(
        "purse",
        Message("with how many coins each begins: few or many"),
        {"few": Message("few coins"), "many": Message("many coins")},
    ),
    Choice(
        "oracle",
        Message("let the first empire begin with the oracle"),
        {False: Message("free oracle"), True: Message("owned oracle")},
    ),
)


def load_map(text: str) -> Ring:
    """Refuse other maps."""
    raise DataError("", "the pocket edition has one map.")


class Texts:
    """A position is its round alone, which nothing reads back."""

    def load_position(self, text: str, game_map: Any) -> Any:
        raise DataError("", "the pocket edition reads no positions.")

    def dump_position(self, game: Any) -> str:
        return f"round = {game.state.round}\n"

    def parse_scenarios(self, text: str, game_map: Any = None, open_map: Any = None) -> Sequence[Any]:
        raise DataError("", "the pocket edition reads no scenarios.")


STRENGTHS = dict.fromkeys(("novice", "steady"), lambda nodes, more: RandomPlayer())

POCKET = Edition(
    rules=RULES,
    title="Pocket",
    release="0.1.0",
    standard_map=Ring,
    load_map=load_map,
    declared=DECLARED,
    options=Options,
    tables=tables,
    start=start,
    rulebook=RULEBOOK,
    texts=Texts(),
    bots=f"{__name__}:STRENGTHS",
)
