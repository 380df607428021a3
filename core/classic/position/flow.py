"""What is going on in a position of 2003: the phase, whose turn it is, and what has begun in it.

A phase that is only named is about to begin, and so is a turn. ``did`` has what was done in the turn, ``waiting`` the
players whose turn is still to come. In a contest, ``order`` has those who have had theirs. ``doing`` lists what has
begun, outermost first; it may begin with the frames of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from core.classic.building import BuildTurn
from core.classic.deeds import WarTurn
from core.classic.rules import FLOW
from core.classic.setup import starting_stack
from core.classic.state import State
from core.classic.upkeep import BuildEnd
from core.classic.victory import Contest
from core.engine.frames import read_frame, write_frame
from core.engine.kind import Setting, kinds_of
from core.engine.state import NO_EMPIRE, Frame
from core.engine.toml import Reader
from core.engine.word_lists import index_of, indices_of
from core.mare.kinds import CULTURE, MILITARY
from core.mare.state import Round
from core.mare.turns import Turns

KEYS = ("phase", "turn", "did", "waiting", "order", "doing")

PHASES = ("start", "commerce", "building", "military")
"""The phases by number. The start comes before the first round."""

OVER = "over"

TURNS: dict[str, type[Any]] = {"building": BuildTurn, "military": WarTurn}
"""The frame of a turn, by phase."""


def stack_of(reader: Reader, state: State) -> list[Frame]:
    """Return the stack of frames that a position's keys describe. Its frames are not checked yet."""
    phase = reader.choice("phase", (*PHASES, OVER), "commerce")
    has_turns = "turn" in reader.table or "waiting" in reader.table
    allowed = {
        "turn": phase in TURNS,
        "waiting": phase in TURNS,
        "did": "turn" in reader.table,
        "order": phase == "building" and has_turns and state.contest,
    }
    for key, fits in allowed.items():
        if key in reader.table and not fits:
            raise reader.fail(key, "does not fit this phase, or the other keys here.")
    if phase == OVER:
        return []
    number = PHASES.index(phase)
    if phase == "start" and "doing" not in reader.table:
        return starting_stack(state.options, is_dealt=bool(state.seats))
    if not any(key in reader.table for key in ("turn", "waiting", "doing")):
        return [Round(max(0, number - 1))]
    turn = NO_EMPIRE
    if "turn" in reader.table:
        empires = state.board.empires
        turn = index_of(reader.text("turn"), empires, "empire", partial(reader.fail, "turn"))
    at = Setting(state.board, number, turn)
    doing = [read_frame(FLOW, table, at) for table in reader.tables("doing")]
    return [Round(number), *_turn(reader, at, phase, state), *doing]


def _turn(reader: Reader, at: Setting, phase: str, state: State) -> list[Frame]:
    """Return the frames of the turns of a phase; none if no player has a turn now or waits for one."""
    waiting = indices_of(reader.words("waiting") or (), at.board.empires, "empire", partial(reader.fail, "waiting"))
    if at.turn in waiting:
        raise reader.fail("waiting", f"{at.board.empire_names[at.turn]} has the turn now.")
    frames: list[Frame] = []
    if waiting:
        frames.append(Turns(CULTURE if phase == "building" else MILITARY, waiting))
    if at.turn != NO_EMPIRE:
        frames.append(_read_turn(TURNS[phase], reader.sub("did", {}), at))
    if not frames or phase != "building":
        return frames
    contest = [Contest(_read_order(reader, state, waiting, at.turn))] if state.contest else []
    return [*contest, BuildEnd(), *frames]


def _read_order(reader: Reader, state: State, waiting: Sequence[int], turn: int) -> tuple[int, ...]:
    """Return who has had a building turn, in their order, and then whose turn it is (K45)."""
    usual = _usual_order(state, (*waiting, turn))
    named = reader.words("order")
    order = usual if named is None else indices_of(named, state.board.empires, "empire", partial(reader.fail, "order"))
    if sorted(order) != sorted(usual):
        raise reader.fail("order", "expected all who have had their turn in this phase, in their order.")
    return order if turn == NO_EMPIRE else (*order, turn)


def _usual_order(state: State, others: Sequence[int]) -> tuple[int, ...]:
    """Return all players but some, in seat order from the Political Leader."""
    return tuple([empire for empire in state.order_from(state.leaders[CULTURE]) if empire not in others])


def _read_turn(turn: type[Any], reader: Reader, at: Setting) -> Frame:
    kinds = kinds_of(turn)
    reader.only([name for name, kind in kinds.items() if not kind.follows])
    frame: Frame = turn(*[kind.load(reader, name, at) for name, kind in kinds.items()])
    return frame


# ---------------------------------------------------------------------- writing


def short_forms(state: State) -> Iterator[dict[str, Any]]:
    """Yield short forms of the position, which don't list what has begun. Not all of them lead to it."""
    if not state.stack:
        yield {"phase": OVER}
        return
    number = state.phase
    yield {"phase": PHASES[number]}
    keys = _turn_keys(state)
    if len(keys) > 1:
        yield keys


def full_form(state: State) -> dict[str, Any]:
    """Return the position with everything listed that has begun."""
    keys = _turn_keys(state)
    turn = next((frame.empire for frame in state.stack if isinstance(frame, BuildTurn | WarTurn)), NO_EMPIRE)
    at = Setting(state.board, state.phase, turn)
    frames = state.stack[1:]
    if len(keys) > 1:
        frames = [frame for frame in frames if not isinstance(frame, Contest | BuildEnd | Turns | BuildTurn | WarTurn)]
    return {**keys, "doing": [write_frame(FLOW, frame, at) for frame in frames]}


def _turn_keys(state: State) -> dict[str, Any]:
    board = state.board
    keys: dict[str, Any] = {"phase": PHASES[state.phase]}
    for frame in state.stack:
        if isinstance(frame, Turns):
            keys["waiting"] = " ".join(board.empires[empire] for empire in frame.waiting)
        elif isinstance(frame, BuildTurn | WarTurn):
            keys["turn"] = board.empires[frame.empire]
            at = Setting(board, state.phase, frame.empire)
            kinds = kinds_of(type(frame)).items()
            did = {name: kind.dump(value, at) for (name, kind), value in zip(kinds, frame, strict=True)}
            did = {name: value for name, value in did.items() if value is not None}
            if did:
                keys["did"] = did
    if len(keys) > 1 and (order := _unusual_order(state)):
        keys["order"] = " ".join(board.empires[empire] for empire in order)
    return keys


def _unusual_order(state: State) -> tuple[int, ...]:
    """Return who has had a building turn in a contest, in their order; empty if that is the usual one."""
    order: tuple[int, ...] = ()
    others: list[int] = []
    for frame in state.stack:
        if isinstance(frame, Contest):
            order = frame.order
        elif isinstance(frame, Turns):
            others += frame.waiting
        elif isinstance(frame, BuildTurn):
            others.append(frame.empire)
    order = tuple([empire for empire in order if empire not in others])
    return () if order == _usual_order(state, others) else order
