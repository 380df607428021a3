"""The common parts of all editions' positions as short texts.

Every function that reads a word takes ``fail``, which makes the error to raise.

A frame of the flow is a table such as ``{ what = "losses", province = "latium", hits = 1 }``. ``what`` is the name of
its type in small letters; its fields follow. A field with its default value is left out. Only frames whose handlers
declare ``below`` are written so. Each edition writes the bottom frame of the stack in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from core.engine.edition import RANDOM
from core.engine.errors import DataError
from core.engine.flow import Flow
from core.engine.kind import Setting, kinds_of
from core.engine.state import NO_EMPIRE, Frame, Result
from core.engine.toml import Reader
from core.engine.words import Fail, by_name, index_of, indices_of, mask_names
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import BoardNames
from core.mare.resources import Counts
from core.mare.state import MARKER, CommonState

NO_EMPIRE_WORD = "nobody"
MARKER_WORD = "control"


def tile_names(board: BoardNames) -> tuple[str, ...]:
    """Return the ids of all tiles, by index."""
    return tuple(tile.id for tile in board.tiles)


# ---------------------------------------------------------------------- posts


def read_icons(words: Iterable[str], board: BoardNames, province: int, fail: Fail) -> int:
    """Return the mask of the named icons of a province."""
    names = [icon.name for icon in board.icons[province]]
    mask = 0
    for word in words:
        if word not in names:
            raise fail(f"{board.province_names[province]} has no icon “{word}”; it has {', '.join(names)}.")
        if mask >> names.index(word) & 1:
            raise fail(f"“{word}” is named twice.")
        mask |= 1 << names.index(word)
    return mask


def icons_text(mask: int, board: BoardNames, province: int) -> str:
    """Return the names of a province's icons in a mask."""
    return mask_names(mask, [icon.name for icon in board.icons[province]])


def read_posts(words: Sequence[str], board: BoardNames, province: int, fail: Fail) -> int:
    """Return the mask of the named posts: icons, and the control marker."""
    if words.count(MARKER_WORD) > 1:
        raise fail(f"“{MARKER_WORD}” is named twice.")
    icons = read_icons([word for word in words if word != MARKER_WORD], board, province, fail)
    return icons | MARKER if MARKER_WORD in words else icons


def posts_text(posts: int, board: BoardNames, province: int) -> str:
    """Return the names of posts."""
    icons = icons_text(posts & ~MARKER, board, province)
    return f"{MARKER_WORD} {icons}".rstrip() if posts & MARKER else icons


def read_counts(reader: Reader, key: str, names: tuple[str, ...], most: int) -> Counts | None:
    """Return a table of numbers by name; None if the key is missing."""
    if key not in reader.table:
        return None
    counts = reader.sub(key).only(names)
    return bytes(counts.number(name, 0, most=most) for name in names)


def read_side(reader: Reader, key: str, board: BoardNames, default: int | None = None) -> int:
    """Return a side, NO_EMPIRE for the word ``nobody``, or the default if the key is missing."""
    if key not in reader.table and default is not None:
        return default
    word = reader.text(key)
    fail = partial(reader.fail, key)
    return NO_EMPIRE if word == NO_EMPIRE_WORD else index_of(word, board.sides, "empire", fail)


def read_occupation(reader: Reader, board: BoardNames, province: int, rule: str) -> tuple[int, int]:
    """Return who occupies something in a province, or NO_EMPIRE, and the mask of their posts.

    ``rule`` is the number of the rule that lets only one empire do so.
    """
    table = reader.sub("occupied", {}).only(board.empires)
    posts = {
        name: read_posts(table.words(name) or (), board, province, partial(table.fail, name)) for name in table.table
    }
    held = [name for name, mask in posts.items() if mask]
    if len(held) > 1:
        raise reader.fail("occupied", f"one empire at most occupies anything in a province ({rule}).")
    return (board.empires.index(held[0]), posts[held[0]]) if held else (NO_EMPIRE, 0)


def count_buildings(state: CommonState, supply: Sequence[int], rule: str) -> None:
    """Set the buildings left of a supply. Raises DataError if more are out, by the number of a rule."""
    left = list(supply)
    for province, icons in zip(state.provinces, state.board.icons, strict=True):
        for index, icon in enumerate(icons):
            left[icon.kind] -= province.built >> index & 1
    state.buildings = left_of(rule, "provinces", left, [kind.replace("_", " ") for kind in BUILDING_KINDS])


def left_of(rule: str, key: str, counts: Sequence[int], pieces: Iterable[str]) -> Counts:
    """Return the counts. Raises DataError if one is negative."""
    for count, piece in zip(counts, pieces, strict=True):
        if count < 0:
            raise DataError(key, f"the box holds {-count} {piece} too few for this ({rule}).")
    return bytes(counts)


def read_seas(reader: Reader, state: CommonState) -> None:
    """Set the triremes of the seas that the position names."""
    board = state.board
    for name in reader.only(board.seas).table:
        triremes = read_counts(reader, name, board.empires, board.map.triremes)
        state.seas[board.seas.index(name)] = triremes or bytes(len(board.empires))


def write_seas(state: CommonState) -> dict[str, Any]:
    """Return the triremes in each sea that has any."""
    board = state.board
    named = zip(board.seas, state.seas, strict=True)
    return {sea: by_name(triremes, board.empires) for sea, triremes in named if any(triremes)}


def read_seats(root: Reader, board: BoardNames, chosen: Sequence[str], *, is_begun: bool) -> tuple[int, ...]:
    """Return by empire its seat; empty while chance has yet to deal some empires."""
    dealt = root.words("dealt")
    if dealt is None and RANDOM in chosen:
        if not is_begun:
            return ()
        raise root.fail("seats", "empires were left to chance, so “dealt” must say which seat plays which.")
    if dealt is None:
        dealt = tuple(chosen)
    agreed = all(empire in (RANDOM, got) for empire, got in zip(chosen, dealt, strict=False))
    if sorted(dealt) != sorted(board.empires) or not agreed:
        raise root.fail("dealt", "expected the empire of each seat, in the order of “seats”, as agreed there.")
    return tuple(dealt.index(empire) for empire in board.empires)


def dealt_words(board: BoardNames, chosen: Sequence[str], seats: Sequence[int]) -> str:
    """Return which seat plays which empire if chance has dealt some; else an empty text."""
    if RANDOM not in chosen or not seats:
        return ""
    return " ".join(board.empires[list(seats).index(seat)] for seat in range(len(seats)))


def read_result(root: Reader, state: CommonState, victories: Sequence[str], *, is_over: bool) -> None:
    """Set the winners and the victory if the game is over. The last of the victories has no winner."""
    if not is_over:
        for key in ("winners", "victory"):
            if key in root.table:
                raise root.fail(key, "goes with the phase “over” only.")
        return
    empires = state.board.empires
    winners = indices_of(root.words("winners") or (), empires, "empire", partial(root.fail, "winners"))
    victory = root.choice("victory", victories)
    if bool(winners) == (victory == victories[-1]):
        raise root.fail("winners", "name the winners: only the limit of rounds ends a game without any.")
    state.result = Result(winners, victory)


def result_words(board: BoardNames, result: Result | None) -> dict[str, Any]:
    """Return the keys that say how a game has ended; none while it goes on."""
    if result is None:
        return {}
    winners = " ".join(board.empires[empire] for empire in result.winners)
    return {"winners": winners, "victory": result.victory} if winners else {"victory": result.victory}


def toml_of(tables: Mapping[str, Any]) -> str:
    """Return tables as TOML: everything on a line of its own, the pieces under headings."""
    headings = ("empires", "provinces", "seas")
    lines = [f"{key} = {value_text(value)}" for key, value in tables.items() if key != "doing" and key not in headings]
    if "doing" in tables:
        lines.append("doing = [")
        lines += [f"  {value_text(frame)}," for frame in tables["doing"]]
        lines.append("]")
    for heading in headings:
        if heading in tables:
            lines += ["", f"[{heading}]"]
            lines += [f"{key} = {value_text(value)}" for key, value in tables[heading].items()]
    return "\n".join(lines) + "\n"


def value_text(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_key_text(key)} = {value_text(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _key_text(key: str) -> str:
    return key if key.replace("_", "").isalnum() else f'"{key}"'


def leaves(where: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the values of nested tables, each with its path."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(f"{where}.{key}" if where else key, item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(f"{where}[{index}]", item)
    else:
        yield where, value_text(value)


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Return the differences between two positions, a line for each key. A missing value is written ``-``."""
    one, other = dict(leaves("", first)), dict(leaves("", second))
    keys = [*one, *(key for key in other if key not in one)]
    return [f"{key}: {one.get(key, '-')} / {other.get(key, '-')}" for key in keys if one.get(key) != other.get(key)]


def name_of(frame: type) -> str:
    """Return a frame's type as a word: ``land_battles``."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", frame.__name__).lower()


def written_frames(flow: Flow) -> Mapping[str, type[Any]]:
    """Return the types of frames that are written as tables, by name."""
    return {name_of(frame): frame for frame, handler in flow.items() if handler.below}


def read_frame(flow: Flow, reader: Reader, at: Setting) -> Frame:
    """Return the frame that a table describes. Raises DataError."""
    frames = written_frames(flow)
    frame = frames[reader.choice("what", frames)]
    reader.only(("what", *keys_of(frame)))
    values = [kind.load(reader, name, at) for name, kind in kinds_of(frame).items()]
    found: Frame = frame(*values)
    return found


def write_frame(flow: Flow, frame: Frame, at: Setting) -> dict[str, Any]:
    """Return the table that describes a frame. Raises ValueError if its type is not written as a table."""
    if not flow[type(frame)].below:
        raise ValueError(f"{type(frame).__name__} is not written as a table of its own")
    table: dict[str, Any] = {"what": name_of(type(frame))}
    for (name, kind), value in zip(kinds_of(type(frame)).items(), frame, strict=True):
        written = kind.dump(value, at)
        if written is not None:
            table[name] = written
    return table


def keys_of(frame: type) -> list[str]:
    """Return the keys that a frame's table can have, in order."""
    return [name for name, kind in kinds_of(frame).items() if not kind.follows]


def check_frames(flow: Flow, state: CommonState, listed: int) -> None:
    """Raise DataError if the last ``listed`` frames of the stack can't lie on each other.

    The engine never reaches such a stack, so it doesn't check for one itself. A position written by hand may have one.
    """
    first = len(state.stack) - listed
    for index in range(first, len(state.stack)):
        frame, below = state.stack[index], state.stack[index - 1]
        handler = flow[type(frame)]
        fits = state.phase in handler.phases and type(below).__name__ in handler.below
        problem = handler.problem(state, frame, below) if fits else "does not fit the phase, or the frame below it."
        if problem:
            raise DataError(f"doing[{index - first}]", problem)
