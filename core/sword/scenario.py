"""Scenarios: the facts to expect of a position, and the outcomes of chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.engine.errors import ScenarioFailure
from core.engine.facts import (
    NONE,
    Fact,
    Facts,
    Language,
    Reader,
    Subjects,
    all_pairs,
    asked,
    listed,
    number,
    one_word,
    or_none,
    round_number,
    winners,
    without_none,
)
from core.engine.flow import Chance
from core.engine.game import Game
from core.engine.scenario import ChanceStep, Course, EditionTexts, awaited
from core.engine.state import NO_EMPIRE
from core.engine.words import Fail, index_of, indices_of
from core.sword.board import Board
from core.sword.map import FACES
from core.sword.position import PHASES, dump_position, load_state
from core.sword.powers import HOLDERS, PLAYER_POWERS
from core.sword.reinforcements import due
from core.sword.rules import SWORD
from core.sword.state import NOWHERE
from core.sword.victory import VICTORIES, held

CHANCES = {
    "Throw": "dice",
    "Attrition": "attrition",
    "Assault": "assault",
    "GallicEvent": "gallic_event",
    "Deal": "deal",
}
"""By type of the frame that waits for chance, the word for it."""


def _word(known: Callable[[Board], Sequence[str]], sort: str, now: Callable[[Game[Any], int], str]) -> Reader:
    def read(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
        word = one_word(words, fail)
        index_of(word, known(board), sort, fail)
        return Fact(word, lambda game: now(game, index))

    return read


def _cards(now: Callable[[Any], int]) -> Reader:
    """Return a reader of cards by number: ``3 8``, or ``none``."""

    def read(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
        numbers = without_none(words)
        if not all(word.isdecimal() for word in numbers):
            raise fail("expected numbers of cards.")
        wanted = or_none(" ".join(map(str, sorted(map(int, numbers)))))

        def look(game: Game[Any]) -> str:
            mask = now(game.state.powers[index])
            return or_none(" ".join(str(card) for card in range(mask.bit_length()) if mask >> card & 1))

        return Fact(wanted, look)

    return read


def _at(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    """Read where a leader is: a location, or ``none``."""
    word = one_word(words, fail)
    if word != NONE:
        index_of(word, board.locations, "location", fail)

    def look(game: Game[Any]) -> str:
        place = game.state.leaders[index]
        return NONE if place == NOWHERE else board.locations[place]

    return Fact(word, look)


def _first(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    word = one_word(words, fail)
    if word != NONE:
        index_of(word, board.empires, "player", fail)

    def look(game: Game[Any]) -> str:
        first: int = game.state.first
        return NONE if first == NO_EMPIRE else board.empires[first]

    return Fact(word, look)


def _alliances(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    """Read all alliances, each as two powers with a dash: ``gauls-greeks``."""
    pairs = []
    for word in without_none(words):
        pair = indices_of(word.split("-"), board.powers, "power", fail)
        pairs.append((min(pair), max(pair)))

    def text(found: Sequence[tuple[int, int]]) -> str:
        return or_none(" ".join("-".join(board.powers[power] for power in pair) for pair in sorted(found)))

    return Fact(text(pairs), lambda game: text(game.state.alliances))


POWER_FACTS: Mapping[str, Reader] = {
    "points": number(lambda game, index: game.state.powers[index].points),
    "hand": number(lambda game, index: game.state.powers[index].hand),
    "deck": number(lambda game, index: game.state.deck(index)),
    "face_up": _cards(lambda own: own.face_up),
    "buried": _cards(lambda own: own.buried),
    "reinforcements": number(lambda game, index: due(game.state, index)),
    "victory_locations": number(lambda game, index: held(game.state, index)),
}

LOCATION_FACTS: Mapping[str, Reader] = {
    "control": _word(lambda board: HOLDERS, "power", lambda game, index: HOLDERS[game.state.sites[index].control]),
    "units": all_pairs(lambda board: HOLDERS, "power", lambda game, index: game.state.sites[index].units),
    "siege": number(lambda game, index: game.state.sites[index].siege),
    "tribe": _word(
        lambda board: ("yes", "no"), "answer", lambda game, index: "yes" if game.state.is_tribe(index) else "no"
    ),
}

LEADER_FACTS: Mapping[str, Reader] = {"at": _at}

TRACK_FACTS: Mapping[str, Reader] = {"shows": number(lambda game, index: game.state.tracks[index])}

TABLE_FACTS: Mapping[str, Reader] = {
    "asked": asked(CHANCES),
    "winners": winners(VICTORIES),
    "round": round_number,
    "phase": _word(lambda board: PHASES, "phase", lambda game, index: PHASES[game.state.phase]),
    "first": _first,
    "alliances": _alliances,
}

MARKER_FACTS: Mapping[str, Reader] = {
    "in": lambda board, index, words, fail: listed(
        lambda board: board.locations,
        "location",
        lambda game: [place for place, site in enumerate(game.state.sites) if site.markers >> index & 1],
    )(board, index, words, fail)
}

FACTS = Facts(
    TABLE_FACTS,
    (
        Subjects("power", lambda board: PLAYER_POWERS, POWER_FACTS),
        Subjects("location", lambda board: board.locations, LOCATION_FACTS),
        Subjects("leader", lambda board: [leader.id for leader in board.leaders], LEADER_FACTS),
        Subjects("marker", lambda board: board.map.markers, MARKER_FACTS),
        Subjects("track", lambda board: board.map.tracks, TRACK_FACTS),
    ),
)


@dataclass(frozen=True, slots=True)
class Faces(ChanceStep):
    """``attrition: 5 2``: the faces of the dice, in the order of rolling."""

    line: int
    chance: str
    faces: tuple[int, ...]

    def run(self, course: Course) -> None:
        """Let the dice show these faces."""
        awaited(course, self.line, self.chance)
        node = course.game.node
        if isinstance(node, Chance) and len(node.bounds) != len(self.faces):
            raise ScenarioFailure(self.line, f"{len(self.faces)} dice", f"{len(node.bounds)} dice")
        course.carry_on().settle(tuple(face - 1 for face in self.faces))


def _faces(chance: str) -> Callable[[Board, int, list[str], Fail], Faces]:
    def read(board: Board, line: int, words: list[str], fail: Fail) -> Faces:
        known = [str(face) for face in range(1, FACES + 1)]
        if not words or any(word not in known for word in words):
            raise fail(f"Expected the faces of dice, from 1 to {FACES}.")
        return Faces(line, chance, tuple(map(int, words)))

    return read


LANGUAGE = Language(
    SWORD, load_state, FACTS, CHANCES, {chance: _faces(chance) for chance in CHANCES.values() if chance != "deal"}
)
"""The language of scenarios."""

TEXTS = EditionTexts(LANGUAGE, dump_position)
"""Positions and scenarios, as the registry expects them."""
