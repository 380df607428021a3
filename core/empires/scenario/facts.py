"""What a scenario may expect of a position: facts such as ``cyrenaica legions: rome 2``.

A fact is kept as the text expected and a look at the game that gives the text found, both spelled the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.empires.board import Board
from core.empires.game import Game
from core.empires.leadership import levels
from core.empires.position.words import (
    NOBODY_WORD,
    exchange_sides,
    icons_text,
    posts_text,
    read_icons,
    read_posts,
    tile_names,
)
from core.empires.state import NO_PEACE
from core.empires.victory import VICTORIES
from core.engine.flow import Chance, Decision, Node, Over, Simultaneous
from core.engine.state import NOBODY
from core.engine.word_lists import Fail, counted_text, index_of, indices_of, read_counted
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import TRACKS, counted_tokens, read_tokens
from core.mare.resources import ordinary, spread

NONE = "none"

RULE = re.compile(r"R[0-9]{1,3}|[0-9](\.[0-9]{1,2}){0,3}[a-z]?")
"""A rule's number: ``3.1.1``, ``2.2a``, ``R17``, ``7``."""


class Fact(NamedTuple):
    """What is expected, and how to see what there is."""

    expected: str
    look: Callable[[Game], str]


Reader = Callable[[Board, int, Sequence[str], Fail], Fact]
"""Reads the words of a fact about the empire, province or sea of an index (of the table, with index 0)."""


# ---------------------------------------------------------------------- spelling


def _or_none(text: str) -> str:
    return text or NONE


def _without_none(words: Sequence[str]) -> Sequence[str]:
    return () if tuple(words) == (NONE,) else words


def _one(words: Sequence[str], fail: Fail) -> str:
    if len(words) != 1:
        raise fail("expected one word.")
    return words[0]


def _pairs(words: Sequence[str], names: Sequence[str], sort: str, fail: Fail) -> dict[int, int]:
    """Numbers after names: ``rome 2 egypt 1``."""
    words = _without_none(words)
    indices = indices_of(words[::2], names, sort, fail)
    numbers = words[1::2]
    if len(numbers) < len(indices) or any(not (n.isascii() and n.isdigit() and len(n) < 4) for n in numbers):
        raise fail(f"expected a number after each {sort}, as in “{names[0]} 2”.")
    return {index: int(number) for index, number in zip(indices, numbers, strict=True)}


def _pairs_text(numbers: Mapping[int, int], names: Sequence[str]) -> str:
    return _or_none(", ".join(f"{names[index]} {numbers[index]}" for index in sorted(numbers)))


def _all_pairs(names: Callable[[Board], Sequence[str]], sort: str, now: Callable[[Game, int], Sequence[int]]) -> Reader:
    """All numbers that are not 0."""

    def read(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
        wanted = {key: number for key, number in _pairs(words, names(board), sort, fail).items() if number}

        def look(game: Game) -> str:
            return _pairs_text({key: number for key, number in enumerate(now(game, index)) if number}, names(board))

        return Fact(_pairs_text(wanted, names(board)), look)

    return read


def _some_pairs(
    names: Callable[[Board], Sequence[str]], sort: str, now: Callable[[Game, int], Sequence[int]]
) -> Reader:
    """The numbers of those that are named."""

    def read(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
        wanted = _pairs(words, names(board), sort, fail)

        def look(game: Game) -> str:
            found = now(game, index)
            return _pairs_text({key: found[key] for key in wanted}, names(board))

        return Fact(_pairs_text(wanted, names(board)), look)

    return read


def _empire_or_nobody(now: Callable[[Game, int], int]) -> Reader:
    def read(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
        word = _one(words, fail)
        if word != NOBODY_WORD:
            index_of(word, board.empires, "empire", fail)

        def look(game: Game) -> str:
            empire = now(game, index)
            return NOBODY_WORD if empire == NOBODY else board.empires[empire]

        return Fact(word, look)

    return read


# ---------------------------------------------------------------------- empires


def _resources(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    wanted = read_tokens(_without_none(words), board, fail)
    return Fact(
        _or_none(counted_tokens(wanted, board)),
        lambda game: _or_none(counted_tokens(spread(game.state.players[index].hand), board)),
    )


def _tiles(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    names = tile_names(board)
    wanted = indices_of(_without_none(words), names, "hero or wonder", fail)
    return Fact(
        _or_none(" ".join(names[tile] for tile in wanted)),
        lambda game: _or_none(" ".join(names[tile] for tile in game.state.players[index].tiles)),
    )


def _copied(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    word = _one(words, fail)
    names = tile_names(board)
    if word != NONE:
        index_of(word, names, "hero", fail)

    def look(game: Game) -> str:
        copied = game.state.players[index].copied
        return NONE if copied == NOBODY else names[copied]

    return Fact(word, look)


PIECES = ("legion", "trireme", "fortress", "control")


def _pieces(game: Game, index: int) -> Sequence[int]:
    player = game.state.players[index]
    return (player.legions, player.triremes, player.fortresses, player.markers)


EMPIRE_FACTS: Mapping[str, Reader] = {
    "resources": _resources,
    "tiles": _tiles,
    "copied": _copied,
    "levels": _some_pairs(lambda board: TRACKS, "track", lambda game, index: levels(game.state, index)),
    "supply": _some_pairs(lambda board: PIECES, "piece", _pieces),
}


# ---------------------------------------------------------------------- places


def _buildings(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    wanted = read_icons(_without_none(words), board, index, fail)
    return Fact(
        _or_none(icons_text(wanted, board, index)),
        lambda game: _or_none(icons_text(game.state.provinces[index].built, board, index)),
    )


def _occupied(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    """By whom and what: ``rome market city``, or ``none``."""
    empire, *names = _without_none(words) or (NONE,)
    expected = NONE
    if empire != NONE:
        index_of(empire, board.empires, "empire", fail)
        posts = read_posts(names, board, index, fail)
        if not posts:
            raise fail(f"expected what is occupied after “{empire}”.")
        expected = f"{empire} {posts_text(posts, board, index)}"

    def look(game: Game) -> str:
        province = game.state.provinces[index]
        occupied = posts_text(province.posts, board, index)
        return f"{board.empires[province.occupier]} {occupied}" if province.posts else NONE

    return Fact(expected, look)


PROVINCE_FACTS: Mapping[str, Reader] = {
    "controller": _empire_or_nobody(lambda game, index: game.state.provinces[index].controller),
    "buildings": _buildings,
    "legions": _all_pairs(
        lambda board: board.empires, "empire", lambda game, index: game.state.provinces[index].legions
    ),
    "fortress": _empire_or_nobody(lambda game, index: game.state.provinces[index].fortress),
    "occupied": _occupied,
}

SEA_FACTS: Mapping[str, Reader] = {
    "triremes": _all_pairs(lambda board: board.empires, "empire", lambda game, index: game.state.seas[index]),
}


# ---------------------------------------------------------------------- the table


CHANCES = {
    "SeaBattle": "dice",
    "LandBattle": "dice",
    "LegendaryDraw": "draw",
    "Refill": "turn up",
    "Deal": "deal",
}
"""By type of the frame that waits for chance, the word for it."""


def awaited(game: Game) -> str:
    """Who is asked, or which chance is awaited, in the words of ``asked``; without the rule."""
    return _awaited(game, game.node)


def _awaited(game: Game, node: Node) -> str:
    empires = game.state.board.empires
    match node:
        case Decision(empire=empire):
            return empires[empire]
        case Simultaneous():
            return " ".join(empires[empire] for empire in sorted(node.empires.values()))
        case Chance():
            return CHANCES[type(game.state.stack[-1]).__name__]
        case Over():
            return NOBODY_WORD


def _asked(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    """Who is asked, perhaps by which rule: ``egypt 4.2b``; or the chance awaited, or ``nobody``."""
    empires = [word for word in words if word in board.empires]
    text = " ".join(words)
    rule = ""
    if empires:
        *named, rule = words if words[-1] not in board.empires else (*words, "")
        if rule and not RULE.fullmatch(rule):
            raise fail(f"“{rule}” is no number of a rule.")
        text = " ".join(board.empires[empire] for empire in sorted(indices_of(named, board.empires, "empire", fail)))
    elif text not in (*CHANCES.values(), NOBODY_WORD):
        raise fail(f"expected empires and perhaps a rule, “{NOBODY_WORD}”, dice, draw, turn up or deal.")

    def look(game: Game) -> str:
        node = game.node
        if rule and isinstance(node, Decision | Simultaneous):
            return f"{_awaited(game, node)} {node.prompt.rule}"
        return _awaited(game, node)

    return Fact(f"{text} {rule}".rstrip(), look)


def _winners(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    """Who has won and how: ``rome greece by heroes_and_wonders``, ``nobody by round_limit``, or ``none`` yet."""
    expected = NONE
    if tuple(words) != (NONE,):
        if len(words) < 3 or words[-2] != "by" or words[-1] not in VICTORIES:
            raise fail(f"expected “EMPIRE by VICTORY”, where the victories are {', '.join(VICTORIES)}.")
        named = [] if words[0] == NOBODY_WORD else words[:-2]
        empires = sorted(indices_of(named, board.empires, "empire", fail))
        expected = f"{' '.join(board.empires[empire] for empire in empires) or NOBODY_WORD} by {words[-1]}"

    def look(game: Game) -> str:
        result = game.state.result
        if result is None:
            return NONE
        return f"{' '.join(board.empires[empire] for empire in result.winners) or NOBODY_WORD} by {result.victory}"

    return Fact(expected, look)


def _round(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    word = _one(words, fail)
    if not (word.isascii() and word.isdigit() and len(word) < 6):
        raise fail("expected a number.")
    return Fact(str(int(word)), lambda game: str(game.state.round))


def _leaders(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    """Titles after tracks: ``trade rome military egypt``; those that are named."""
    tracks = indices_of(words[::2], TRACKS, "track", fail)
    holders = [index_of(word, board.empires, "empire", fail) for word in words[1::2]]
    if len(holders) < len(tracks):
        raise fail("expected an empire after each track.")
    titles = sorted(zip(tracks, holders, strict=True))

    def spell(leaders: Mapping[int, int]) -> str:
        return ", ".join(f"{TRACKS[track]} {board.empires[leaders[track]]}" for track, _ in titles)

    return Fact(spell(dict(titles)), lambda game: spell(dict(enumerate(game.state.leaders))))


def _listed(names: Callable[[Board], Sequence[str]], sort: str, now: Callable[[Game], Sequence[int]]) -> Reader:
    """Everything of a sort, by name, in any order."""

    def read(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
        def spell(indices: Sequence[int]) -> str:
            return _or_none(" ".join(names(board)[index] for index in sorted(indices)))

        wanted = indices_of(_without_none(words), names(board), sort, fail)
        return Fact(spell(wanted), lambda game: spell(now(game)))

    return read


def _legendary(now: Callable[[Game], bytes]) -> Reader:
    """All legendary commodities that lie somewhere."""

    def read(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
        names = board.tokens[2::2]
        wanted = read_counted(_without_none(words), names, "legendary commodity", fail)
        return Fact(_or_none(counted_text(wanted, names)), lambda game: _or_none(counted_text(now(game), names)))

    return read


def _peace(board: Board, index: int, words: Sequence[str], fail: Fail) -> Fact:
    """Who is at peace: ``rome egypt``, or ``none``."""
    named = indices_of(_without_none(words), board.empires, "empire", fail)

    def look(game: Game) -> str:
        owner, partner, _ = game.state.peace
        return NONE if owner == NO_PEACE.owner else " ".join(board.empires[e] for e in sorted((owner, partner)))

    return Fact(_or_none(" ".join(board.empires[empire] for empire in sorted(named))), look)


TABLE_FACTS: Mapping[str, Reader] = {
    "asked": _asked,
    "winners": _winners,
    "round": _round,
    "leaders": _leaders,
    "exchange": _listed(exchange_sides, "exchange marker", lambda game: game.state.exchange),
    "face_up": _listed(tile_names, "hero or wonder", lambda game: game.state.display),
    "pile": _legendary(lambda game: game.state.pile),
    "discard": _legendary(lambda game: game.state.discard),
    "reserve": _some_pairs(
        lambda board: [board.tokens[ordinary(kind)] for kind in range(len(board.tokens) // 2 + 1)],
        "resource",
        lambda game, index: game.state.reserve,
    ),
    "supply": _some_pairs(lambda board: BUILDING_KINDS, "building", lambda game, index: game.state.buildings),
    "peace": _peace,
}


def read_fact(board: Board, subject: Sequence[str], words: Sequence[str], fail: Fail) -> Fact:
    """The fact that ``subject: words`` states."""
    if len(subject) == 1:
        name, readers, index = subject[0], TABLE_FACTS, 0
    elif len(subject) == 2:
        place, name = subject
        for names, sorted_facts in (
            (board.empires, EMPIRE_FACTS),
            (board.provinces, PROVINCE_FACTS),
            (board.seas, SEA_FACTS),
        ):
            if place in names:
                readers, index = sorted_facts, list(names).index(place)
                break
        else:
            raise fail(f"there is no empire, province or sea “{place}” in this game.")
    else:
        raise fail("expected a fact such as “rome resources: 3 coin” or “asked: rome”.")
    if name not in readers:
        raise fail(f"“{name}” is no fact here; there are {', '.join(readers)}.")
    if not words:
        raise fail("expected a value after the colon.")
    return readers[name](board, index, words, fail)
