"""What is going on in a position: the phase, whose turn it is, and what has begun in it.

A phase that is only named is about to begin, and so is a turn. ``doing`` lists what has begun, outermost first. The
engine has the same information as a stack of frames; the functions here convert one into the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from core.empires.battle import LandBattles, SeaBattles
from core.empires.building import BuildTurn
from core.empires.conquest import Conquests
from core.empires.movement import Marching, Sailing
from core.empires.rules import EMPIRES
from core.empires.state import State
from core.empires.tiles.circe import Standing
from core.empires.upkeep import BuildEnd, Refill
from core.empires.victory import VictoryTest
from core.empires.war import Conversions, WarTurn
from core.engine.frames import name_of, read_frame, write_frame
from core.engine.kind import Setting
from core.engine.state import NO_EMPIRE, Frame
from core.engine.toml import Reader
from core.engine.word_lists import index_of, indices_of, mask_names
from core.mare.dealing import Deal
from core.mare.graph import mask_of
from core.mare.kinds import CULTURE, MILITARY
from core.mare.position.words import tile_names
from core.mare.state import Round
from core.mare.turns import Turns

KEYS = ("phase", "turn", "stage", "marked", "used", "waiting", "doing")

PHASES = ("start", "collect", "trade", "build", "war", "leadership")
"""The phases by number. The start comes before the first round: empires are dealt and tiles turned up."""
END_OF_BUILD = "end of build"
END_OF_WAR = "end of war"
OVER = "over"

STAGES = (Conversions, Sailing, SeaBattles, Marching, LandBattles, Conquests, Standing)
"""By stage of a war turn, the frame that it begins with."""
STAGE_NAMES = tuple(map(name_of, STAGES))


def stack_of(reader: Reader, state: State) -> list[Frame]:
    """Return the stack of frames that a position's keys describe. Its frames are not checked yet."""
    phase = reader.choice("phase", (*PHASES, END_OF_BUILD, END_OF_WAR, OVER), "collect")
    tables = reader.tables("doing")
    _only_where_it_fits(reader, phase, bool(tables))
    if phase == "start":
        return _start(state)
    if phase == OVER:
        return []
    number = PHASES.index(phase.removeprefix("end of "))
    base = _base(reader, state, phase, number)
    turn = base[-1].empire if isinstance(base[-1], BuildTurn | WarTurn) else NO_EMPIRE
    frames = [read_frame(EMPIRES.flow, table, Setting(state.board, number, turn)) for table in tables]
    if frames and isinstance(base[-1], WarTurn):
        if type(frames[0]) not in STAGES:
            raise tables[0].fail("what", f"a war turn is at one of {', '.join(STAGE_NAMES)}.")
        base[-1] = WarTurn(turn, STAGES.index(type(frames[0])) + 1)
    return base + frames


def _only_where_it_fits(reader: Reader, phase: str, doing: bool) -> None:
    wanted = {
        "turn": phase in ("build", "war"),
        "waiting": phase in ("build", "war"),
        "stage": phase == "war" and "turn" in reader.table and not doing,
        "marked": phase == "build" and "turn" in reader.table,
        "used": phase == "build" and "turn" in reader.table,
        "doing": phase not in ("start", END_OF_WAR, OVER),
    }
    for key, fits in wanted.items():
        if key in reader.table and not fits:
            raise reader.fail(key, "does not fit this phase, or the other keys here.")


def _start(state: State) -> list[Frame]:
    stack: list[Frame] = [Round(0)]
    if state.options.display == "short":
        stack.append(Refill())
    return stack if state.seats else [*stack, Deal()]


def _base(reader: Reader, state: State, phase: str, number: int) -> list[Frame]:
    """Return the frames below the listed ones."""
    if phase == END_OF_WAR:
        return [Round(number), VictoryTest(number)]
    if phase == END_OF_BUILD:
        return [Round(number)] if "doing" in reader.table else [Round(number), BuildEnd()]
    if not any(key in reader.table for key in ("turn", "waiting", "doing")):
        return [Round(number - 1)]
    if phase not in ("build", "war"):
        return [Round(number), VictoryTest(number)] if phase == "leadership" else [Round(number)]
    base: list[Frame] = [Round(number), BuildEnd() if phase == "build" else VictoryTest(number)]
    return base + _turns(reader, state, phase)


def _turns(reader: Reader, state: State, phase: str) -> list[Frame]:
    board = state.board
    frames: list[Frame] = []
    waiting = _words(reader, "waiting", board.empires, "empire")
    if waiting:
        frames.append(Turns(CULTURE if phase == "build" else MILITARY, waiting))
    if "turn" in reader.table:
        (empire,) = indices_of([reader.text("turn")], board.empires, "empire", partial(reader.fail, "turn"))
        if empire in waiting:
            raise reader.fail("waiting", f"{board.empire_names[empire]} has its turn now.")
        if phase == "build":
            marked = mask_of(_words(reader, "marked", board.provinces, "province"))
            names, fail = tile_names(board), partial(reader.fail, "used")
            used = tuple(index_of(word, names, "hero or wonder", fail) for word in reader.words("used") or ())
            frames.append(BuildTurn(empire, marked, used))
        else:
            frames.append(WarTurn(empire, STAGE_NAMES.index(reader.choice("stage", STAGE_NAMES, STAGE_NAMES[0]))))
    return frames


def _words(reader: Reader, key: str, names: tuple[str, ...], sort: str) -> tuple[int, ...]:
    return indices_of(reader.words(key) or (), names, sort, partial(reader.fail, key))


def phase_number(state: State) -> int:
    """Return the current phase; 0 before the first. Raises ValueError if the flow does not begin with a round."""
    if not isinstance(state.stack[0], Round):
        raise ValueError("the flow does not begin with a round")
    return state.stack[0].phase


# ---------------------------------------------------------------------- writing


def short_forms(state: State) -> Iterator[dict[str, Any]]:
    """Yield short forms of the position, which don't list what has begun. Not all of them lead to it."""
    if not state.stack:
        yield {"phase": OVER}
        return
    number = phase_number(state)
    if number == 0:
        yield {"phase": PHASES[0]}
        return
    yield {"phase": PHASES[number]}
    keys = _turn_keys(state)
    if len(keys) > 1:
        yield keys
    if isinstance(state.stack[-1], STAGES):
        yield {**keys, "stage": name_of(type(state.stack[-1]))}
    if number == PHASES.index("build"):
        yield {"phase": END_OF_BUILD}


def full_form(state: State) -> dict[str, Any]:
    """Return the position with everything listed that has begun."""
    stack = state.stack
    number = phase_number(state)
    keys = _turn_keys(state)
    turn = NO_EMPIRE
    below = 1
    if number == PHASES.index("build") and not any(isinstance(frame, BuildEnd) for frame in stack):
        keys = {"phase": END_OF_BUILD}
    else:
        below += sum(isinstance(frame, BuildEnd | VictoryTest | Turns | BuildTurn | WarTurn) for frame in stack)
        turn = next((frame.empire for frame in stack if isinstance(frame, BuildTurn | WarTurn)), NO_EMPIRE)
    at = Setting(state.board, number, turn)
    doing = [write_frame(EMPIRES.flow, frame, at) for frame in stack[below:]]
    return {**keys, "doing": doing} if doing else keys


def _turn_keys(state: State) -> dict[str, Any]:
    board = state.board
    keys: dict[str, Any] = {"phase": PHASES[phase_number(state)]}
    for frame in state.stack:
        if isinstance(frame, BuildTurn | WarTurn):
            keys["turn"] = board.empires[frame.empire]
        if isinstance(frame, BuildTurn):
            if frame.marked:
                keys["marked"] = mask_names(frame.marked, board.provinces)
            if frame.used:
                keys["used"] = " ".join(board.tiles[tile].id for tile in frame.used)
        if isinstance(frame, Turns):
            keys["waiting"] = " ".join(board.empires[empire] for empire in frame.waiting)
    return keys
