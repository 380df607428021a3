"""What is going on in a phase or turn: the frames of the flow as tables of words.

Each frame is a table such as ``{ what = "losses", province = "latium", hits = 1 }``: ``what`` is the name of its type
in small letters, and its fields follow. A field that has the value it would have anyway is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from core.empires.battle import Aftermath, LandBattle, LandBattles, Losses, SeaBattle, SeaBattles
from core.empires.board import Board, mask_of
from core.empires.collect import CoinOrLegendary, CollectChoice, ExtraCoins, LegendaryDraw
from core.empires.conquest import Conquests
from core.empires.leadership import Tie
from core.empires.map import TRACKS
from core.empires.movement import Marching, Sailing
from core.empires.position.board import read_counts
from core.empires.position.words import (
    by_name,
    index_of,
    indices_of,
    mask_names,
    read_tokens,
    tile_names,
    tokens_text,
)
from core.empires.taking import NO_TAKE, Compensation, Taking
from core.empires.tiles.antigone import NamingSize
from core.empires.tiles.castor_and_pollux import Copying
from core.empires.tiles.circe import Standing
from core.empires.tiles.colossus import Obtaining
from core.empires.tiles.hanging_gardens import Keeping
from core.empires.tiles.perseus import Ambition
from core.empires.tiles.queen_of_sheba import GivingUp
from core.empires.tiles.statue_of_zeus import Declaring
from core.empires.trade import Announcing, Offering, Offers
from core.empires.upkeep import Discard, Refill
from core.empires.victory import VictoryTest
from core.empires.war import Conversions
from core.engine.state import NOBODY, Frame
from core.engine.toml import Reader
from core.mare.resources import Tokens


class Setting(NamedTuple):
    """Where a frame is found: on which board, in which phase and in whose turn (NOBODY where it is nobody's)."""

    board: Board
    phase: int
    turn: int


class Field(NamedTuple):
    """How a field is read from its table and written; None is left out."""

    read: Callable[[Reader, str, Setting], Any]
    write: Callable[[Any, Setting], Any]


# ---------------------------------------------------------------------- fields


def _read_words(reader: Reader, key: str) -> tuple[str, ...]:
    return reader.words(key) or ()


def _named(names: Callable[[Board], tuple[str, ...]], sort: str) -> Field:
    """One thing by its name."""
    return Field(
        lambda reader, key, at: index_of(reader.text(key), names(at.board), sort, partial(reader.fail, key)),
        lambda value, at: names(at.board)[value],
    )


def _listed(names: Callable[[Board], tuple[str, ...]], sort: str) -> Field:
    """Several different things by their names, in order."""

    def read(reader: Reader, key: str, at: Setting) -> tuple[int, ...]:
        return indices_of(_read_words(reader, key), names(at.board), sort, partial(reader.fail, key))

    return Field(read, lambda value, at: " ".join(names(at.board)[index] for index in value) or None)


def _masked(names: Callable[[Board], tuple[str, ...]], sort: str) -> Field:
    """Several places by their names, kept as a mask."""
    listed = _listed(names, sort)
    return Field(
        lambda reader, key, at: mask_of(listed.read(reader, key, at)),
        lambda value, at: mask_names(value, names(at.board)) or None,
    )


def _counted(names: Callable[[Board], tuple[str, ...]]) -> Field:
    """Numbers by name, one byte each."""

    def read(reader: Reader, key: str, at: Setting) -> bytes:
        return read_counts(reader, key, names(at.board), 100) or bytes(len(names(at.board)))

    return Field(read, lambda value, at: by_name(value, names(at.board)) or None)


def _read_empire(reader: Reader, key: str, at: Setting) -> int:
    if key not in reader.table and at.turn != NOBODY:
        return at.turn
    return index_of(reader.text(key), at.board.empires, "empire", partial(reader.fail, key))


def _read_tokens_by_empire(reader: Reader, key: str, at: Setting) -> tuple[Tokens, ...]:
    table = reader.sub(key, {}).only(at.board.empires)
    return tuple(
        read_tokens(_read_words(table, name), at.board, partial(table.fail, name)) for name in at.board.empires
    )


def _write_tokens_by_empire(value: tuple[Tokens, ...], at: Setting) -> Any:
    named = zip(at.board.empires, value, strict=True)
    return {empire: tokens_text(tokens, at.board) for empire, tokens in named if tokens} or None


def _read_take(reader: Reader, key: str, at: Setting) -> tuple[int, int]:
    words = _read_words(reader, key)
    if not words:
        return NO_TAKE
    pair = indices_of(words, at.board.empires, "empire", partial(reader.fail, key))
    if len(pair) != 2:
        raise reader.fail(key, "expected who took and from whom, such as “rome egypt”.")
    return pair[0], pair[1]


def _write_take(value: tuple[int, int], at: Setting) -> str | None:
    return None if value == NO_TAKE else " ".join(at.board.empires[empire] for empire in value)


def _empires(board: Board) -> tuple[str, ...]:
    return board.empires


def _provinces(board: Board) -> tuple[str, ...]:
    return board.provinces


def _seas(board: Board) -> tuple[str, ...]:
    return board.seas


EMPIRE = Field(_read_empire, lambda value, at: None if value == at.turn else at.board.empires[value])
"""An empire; where nothing is said, the one whose turn it is."""
TURN = Field(lambda reader, key, at: at.turn, lambda value, at: None)
"""The empire whose turn it is, of which nothing can be said."""
OPPONENT = _named(_empires, "empire")
PROVINCE = _named(_provinces, "province")
SEA = _named(_seas, "sea")
TILE = _named(tile_names, "hero or wonder")
TRACK = _named(lambda board: TRACKS, "track")
EMPIRES = _listed(_empires, "empire")
TILES = _listed(tile_names, "hero or wonder")
PROVINCES = _masked(_provinces, "province")
SEAS = _masked(_seas, "sea")
BY_PROVINCE = _counted(_provinces)
BY_SEA = _counted(_seas)
NUMBERS = Field(
    lambda reader, key, at: tuple(_counted(_empires).read(reader, key, at)),
    lambda value, at: by_name(value, at.board.empires) or None,
)
TOKENS = Field(_read_tokens_by_empire, _write_tokens_by_empire)
TAKE = Field(_read_take, _write_take)
HITS = Field(lambda reader, key, at: reader.number(key), lambda value, at: value)
BEGUN = Field(lambda reader, key, at: reader.flag(key), lambda value, at: value or None)
PHASE = Field(lambda reader, key, at: at.phase, lambda value, at: None)
RULE = Field(lambda reader, key, at: "1.1" if at.phase == 1 else "4.3.1", lambda value, at: None)
"""The rule by which a coin or a legendary commodity is chosen: the phase says it."""

FIELDS: Mapping[type[Any], Mapping[str, Field]] = {
    Refill: {},
    Obtaining: {"empire": EMPIRE},
    ExtraCoins: {},
    LegendaryDraw: {"empire": EMPIRE},
    CoinOrLegendary: {"empire": EMPIRE, "rule": RULE},
    CollectChoice: {"empire": EMPIRE, "rule": RULE},
    Announcing: {},
    Offering: {"numbers": NUMBERS},
    NamingSize: {"empire": EMPIRE},
    Offers: {"sizes": NUMBERS},
    Taking: {"face_up": TOKENS, "taker": OPPONENT, "last": TAKE, "before": TAKE},
    Compensation: {"empire": EMPIRE},
    Ambition: {"empire": EMPIRE, "begun": BEGUN},
    Copying: {"empire": EMPIRE},
    VictoryTest: {"phase": PHASE},
    Discard: {"kept": TOKENS},
    Keeping: {"empire": EMPIRE},
    Declaring: {"empire": EMPIRE},
    Conversions: {"empire": TURN},
    Sailing: {"empire": TURN, "moved": BY_SEA},
    SeaBattles: {"empire": TURN, "seas": SEAS},
    SeaBattle: {"sea": SEA, "attacker": TURN, "defender": OPPONENT},
    Marching: {"empire": TURN, "moved": BY_PROVINCE},
    LandBattles: {"empire": TURN, "provinces": PROVINCES},
    LandBattle: {"province": PROVINCE, "attacker": TURN, "defender": OPPONENT},
    Aftermath: {"province": PROVINCE},
    Losses: {"province": PROVINCE, "empire": EMPIRE, "hits": HITS},
    Conquests: {"empire": TURN, "provinces": PROVINCES, "used": TILES},
    GivingUp: {"empire": TURN, "province": PROVINCE, "tile": TILE},
    Standing: {"empire": TURN},
    Tie: {"track": TRACK, "tied": EMPIRES},
}
"""The frames inside a phase or turn, with their fields in order."""


def name_of(kind: type[Any]) -> str:
    """A frame's type as a word: ``land_battles``."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


KINDS: Mapping[str, type[Any]] = {name_of(kind): kind for kind in FIELDS}


def read_frame(reader: Reader, at: Setting) -> Frame:
    """The frame that a table describes."""
    kind = KINDS[reader.choice("what", KINDS)]
    fields = FIELDS[kind]
    written = [name for name, field in fields.items() if field not in (TURN, PHASE, RULE)]
    reader.only(("what", *written))
    frame: Frame = kind(*(field.read(reader, name, at) for name, field in fields.items()))
    return frame


def write_frame(frame: Frame, at: Setting) -> dict[str, Any]:
    """The table that describes a frame; raises ValueError where it is of a type that stands in no turn or phase."""
    if type(frame) not in FIELDS:
        raise ValueError(f"{type(frame).__name__} is not written by itself")
    table: dict[str, Any] = {"what": name_of(type(frame))}
    for (name, field), value in zip(FIELDS[type(frame)].items(), frame, strict=True):
        written = field.write(value, at)
        if written is not None:
            table[name] = written
    return table
