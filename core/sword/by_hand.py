"""What players do by hand with pieces, alliances, points and dice, as their own rule book says.

No rule of the game is in here. A deed is refused only if it can't be: no piece is taken from where it is not (S12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from core.engine.errors import RuleError
from core.engine.flow import Draw, Phases
from core.engine.masks import bits
from core.engine.message import Message
from core.sword.actions import (
    AddUnits,
    BreakAlliance,
    FlipTribe,
    GainPoints,
    LosePoints,
    MakeAlliance,
    MoveUnits,
    PlaceLeader,
    PutMarker,
    RemoveUnits,
    RetireLeader,
    RollDice,
    SetControl,
    SetSiege,
    SetTrack,
    TakeMarker,
)
from core.sword.events import (
    AllianceBroken,
    AllianceMade,
    ControlSet,
    DiceRolled,
    LeaderPlaced,
    LeaderRetired,
    MarkerPut,
    MarkerTaken,
    PointsGained,
    PointsLost,
    SiegeSet,
    TrackSet,
    TribeFreed,
    TribeSubjugated,
    UnitsAdded,
    UnitsMoved,
    UnitsRemoved,
)
from core.sword.kinds import Number, Side
from core.sword.map import FACES
from core.sword.open_answers import Deed, deeds_of
from core.sword.powers import HOLDERS, PLAYER_POWERS, POWERS
from core.sword.state import MOST_HERE, NOWHERE, State

BY_HAND = "S12"

MOST_ADDED, MOST_SIEGE, MOST_POINTS, MOST_TRACK, MOST_DICE = 60, 9, 60, 99, 30
"""The most that one line adds, sets or throws. A second line does the rest."""

LARGEST_POINTS = 999
"""Points go so far, above and below 0."""


def _refuse_number(number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise RuleError(BY_HAND, "Say a number from 1 to {most}.", most=most)


def _check_units(state: State, holder: int, number: int, location: int) -> None:
    """Refuse to take CU that are not there."""
    there = state.sites[location].units[holder]
    if not 1 <= number <= there:
        board = state.board
        raise RuleError(
            BY_HAND,
            "CU of the {holder} in {location}: {there}. You can take from 1 to that many.",
            holder=board.holder_names[holder],
            location=board.location_names[location],
            there=there,
        )


def _standing(state: State, holder: int) -> list[int]:
    """Return where CU of a holder stand."""
    return [location for location, site in enumerate(state.sites) if site.units[holder]]


def _room(state: State, holder: int, location: int) -> int:
    """Return how many more CU of a holder a location takes."""
    return MOST_HERE - state.sites[location].units[holder]


def _check_room(state: State, holder: int, number: int, location: int) -> None:
    if number > _room(state, holder, location):
        raise RuleError(BY_HAND, "More than {most} CU of one power can't stand in one location.", most=MOST_HERE)


class Moving(Deed[MoveUnits]):
    """Moves CU."""

    action = MoveUnits

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        match chosen:
            case ():
                return [holder for holder in range(len(HOLDERS)) if _standing(state, holder)]
            case (holder,):
                most = max(state.sites[place].units[holder] for place in _standing(state, holder))
                return range(1, most + 1)
            case (holder, number):
                return [place for place in _standing(state, holder) if state.sites[place].units[holder] >= number]
            case (holder, number, source):
                rooms = ((place, _room(state, holder, place)) for place in range(len(state.sites)))
                return [place for place, room in rooms if place != source and room >= number]
        return ()

    def check(self, state: State, side: int, action: MoveUnits) -> None:
        _check_units(state, action.holder, action.number, action.source)
        if action.source == action.target:
            raise RuleError(BY_HAND, "Name two different locations.")
        _check_room(state, action.holder, action.number, action.target)

    def do(self, state: State, side: int, action: MoveUnits) -> None:
        state.change_units(action.source, action.holder, -action.number)
        state.change_units(action.target, action.holder, action.number)
        state.tell(UnitsMoved(side, action.number, action.holder, action.source, action.target))


class Adding(Deed[AddUnits]):
    """Puts CU on the map. Pieces are no limit (2.3)."""

    action = AddUnits

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        match chosen:
            case ():
                return range(len(HOLDERS))
            case (_,):
                return range(1, MOST_ADDED + 1)
            case (holder, number):
                return [place for place in range(len(state.sites)) if _room(state, holder, place) >= number]
        return ()

    def check(self, state: State, side: int, action: AddUnits) -> None:
        _refuse_number(action.number, MOST_ADDED)
        _check_room(state, action.holder, action.number, action.location)

    def do(self, state: State, side: int, action: AddUnits) -> None:
        state.change_units(action.location, action.holder, action.number)
        state.tell(UnitsAdded(side, action.number, action.holder, action.location))


class Removing(Deed[RemoveUnits]):
    """Takes CU off the map."""

    action = RemoveUnits

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        return Moving().values(state, side, chosen) if len(chosen) < 3 else ()

    def check(self, state: State, side: int, action: RemoveUnits) -> None:
        _check_units(state, action.holder, action.number, action.location)

    def do(self, state: State, side: int, action: RemoveUnits) -> None:
        state.change_units(action.location, action.holder, -action.number)
        state.tell(UnitsRemoved(side, action.number, action.holder, action.location))


class PlacingLeader(Deed[PlaceLeader]):
    """Places or moves a leader. Each leader is there once (2.3)."""

    action = PlaceLeader

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if not chosen:
            return range(len(state.leaders))
        return [place for place in range(len(state.sites)) if place != state.leaders[chosen[0]]]

    def check(self, state: State, side: int, action: PlaceLeader) -> None:
        if state.leaders[action.leader] == action.location:
            raise RuleError(BY_HAND, "{leader} stands there.", leader=state.board.leaders[action.leader].name)

    def do(self, state: State, side: int, action: PlaceLeader) -> None:
        state.leaders = _replaced(state.leaders, action.leader, action.location)
        state.tell(LeaderPlaced(side, action.leader, action.location))


class Retiring(Deed[RetireLeader]):
    """Takes a leader off the map."""

    action = RetireLeader

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        return [leader for leader, place in enumerate(state.leaders) if place != NOWHERE]

    def check(self, state: State, side: int, action: RetireLeader) -> None:
        if state.leaders[action.leader] == NOWHERE:
            raise RuleError(BY_HAND, "{leader} is not on the map.", leader=state.board.leaders[action.leader].name)

    def do(self, state: State, side: int, action: RetireLeader) -> None:
        state.leaders = _replaced(state.leaders, action.leader, NOWHERE)
        state.tell(LeaderRetired(side, action.leader))


def _replaced(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


class Controlling(Deed[SetControl]):
    """Replaces the marker of control in a location."""

    action = SetControl

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if not chosen:
            return range(len(state.sites))
        return [holder for holder in range(len(HOLDERS)) if holder != state.sites[chosen[0]].control]

    def check(self, state: State, side: int, action: SetControl) -> None:
        if state.sites[action.location].control == action.holder:
            name = state.board.holder_names[action.holder]
            raise RuleError(BY_HAND, "The {holder} have control there.", holder=name)

    def do(self, state: State, side: int, action: SetControl) -> None:
        state.set_control(action.location, action.holder)
        state.tell(ControlSet(side, action.location, action.holder))


class SettingSiege(Deed[SetSiege]):
    """Sets siege points at a walled city or a tribe; 0 lifts the siege."""

    action = SetSiege

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if not chosen:
            return [place for place, facts in enumerate(state.board.facts) if facts.takes_siege]
        return [number for number in range(MOST_SIEGE + 1) if number != state.sites[chosen[0]].siege]

    def check(self, state: State, side: int, action: SetSiege) -> None:
        if not state.board.facts[action.location].takes_siege:
            name = state.board.location_names[action.location]
            raise RuleError(BY_HAND, "{location} is no walled city and no tribe.", location=name)
        if action.number > MOST_SIEGE or action.number == state.sites[action.location].siege:
            raise RuleError(BY_HAND, "Say another number, from 0 to {most}.", most=MOST_SIEGE)

    def do(self, state: State, side: int, action: SetSiege) -> None:
        state.sites[action.location] = replace(state.sites[action.location], siege=action.number)
        state.tell(SiegeSet(side, action.location, action.number))


class Flipping(Deed[FlipTribe]):
    """Subjugates a tribe (2.2c), or frees it again."""

    action = FlipTribe

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        return [] if chosen else [place for place, facts in enumerate(state.board.facts) if facts.tribe]

    def check(self, state: State, side: int, action: FlipTribe) -> None:
        if not state.board.facts[action.location].tribe:
            name = state.board.location_names[action.location]
            raise RuleError(BY_HAND, "{location} is no tribe.", location=name)

    def do(self, state: State, side: int, action: FlipTribe) -> None:
        site = state.sites[action.location]
        state.sites[action.location] = replace(site, subjugated=not site.subjugated)
        freed, flipped = TribeFreed(side, action.location), TribeSubjugated(side, action.location)
        state.tell(freed if site.subjugated else flipped)


class Marking(Deed[PutMarker]):
    """Puts a marker of the owner's file in a location."""

    action = PutMarker

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        every = (1 << len(state.board.map.markers)) - 1
        if not chosen:
            return [place for place, site in enumerate(state.sites) if every & ~site.markers]
        return bits(every & ~state.sites[chosen[0]].markers)

    def check(self, state: State, side: int, action: PutMarker) -> None:
        if state.sites[action.location].markers >> action.marker & 1:
            raise RuleError(BY_HAND, "This marker lies there.")

    def do(self, state: State, side: int, action: PutMarker) -> None:
        site = state.sites[action.location]
        state.sites[action.location] = replace(site, markers=site.markers | 1 << action.marker)
        state.tell(MarkerPut(side, action.marker, action.location))


class Unmarking(Deed[TakeMarker]):
    """Takes a marker away."""

    action = TakeMarker

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if not chosen:
            return [place for place, site in enumerate(state.sites) if site.markers]
        return bits(state.sites[chosen[0]].markers)

    def check(self, state: State, side: int, action: TakeMarker) -> None:
        if not state.sites[action.location].markers >> action.marker & 1:
            raise RuleError(BY_HAND, "This marker does not lie there.")

    def do(self, state: State, side: int, action: TakeMarker) -> None:
        site = state.sites[action.location]
        state.sites[action.location] = replace(site, markers=site.markers & ~(1 << action.marker))
        state.tell(MarkerTaken(side, action.marker, action.location))


class Allying(Deed[MakeAlliance]):
    """Records an alliance (15.1)."""

    action = MakeAlliance

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        powers = range(len(POWERS))
        if not chosen:
            return [one for one in powers if any(one != other and not state.are_allies(one, other) for other in powers)]
        return [other for other in powers if other != chosen[0] and not state.are_allies(chosen[0], other)]

    def check(self, state: State, side: int, action: MakeAlliance) -> None:
        if action.power == action.other:
            raise RuleError(BY_HAND, "Name two different powers.")
        if state.are_allies(action.power, action.other):
            raise RuleError(BY_HAND, "These two are allies.")

    def do(self, state: State, side: int, action: MakeAlliance) -> None:
        state.alliances = tuple(sorted((*state.alliances, _pair(action.power, action.other))))
        state.tell(AllianceMade(side, action.power, action.other))


class Parting(Deed[BreakAlliance]):
    """Strikes an alliance out (15.5)."""

    action = BreakAlliance

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if not chosen:
            return sorted({power for pair in state.alliances for power in pair})
        return [other for other in range(len(POWERS)) if state.are_allies(chosen[0], other)]

    def check(self, state: State, side: int, action: BreakAlliance) -> None:
        if not state.are_allies(action.power, action.other):
            raise RuleError(BY_HAND, "These two are no allies.")

    def do(self, state: State, side: int, action: BreakAlliance) -> None:
        state.alliances = tuple(pair for pair in state.alliances if pair != _pair(action.power, action.other))
        state.tell(AllianceBroken(side, action.power, action.other))


def _pair(power: int, other: int) -> tuple[int, int]:
    return min(power, other), max(power, other)


def _scoring(state: State, chosen: tuple[Any, ...]) -> Sequence[int]:
    """Return the values of a change of points: a player's power, and a number."""
    return range(1, MOST_POINTS + 1) if chosen else state.board.players_powers


def _check_score(state: State, power: int, number: int, total: int) -> None:
    if state.board.player_of[power] < 0:
        name = state.board.power_names[power]
        raise RuleError(BY_HAND, "The {power} are no player's power and have no points.", power=name)
    _refuse_number(number, MOST_POINTS)
    if abs(total) > LARGEST_POINTS:
        raise RuleError(BY_HAND, "Points go from -{most} to {most}.", most=LARGEST_POINTS)


class Gaining(Deed[GainPoints]):
    """Adds points (4.1.1)."""

    action = GainPoints

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if not chosen:
            return [power for power in _scoring(state, ()) if state.powers[power].points < LARGEST_POINTS]
        return range(1, min(MOST_POINTS, LARGEST_POINTS - state.powers[chosen[0]].points) + 1)

    def check(self, state: State, side: int, action: GainPoints) -> None:
        points = state.powers[action.power].points if action.power < len(PLAYER_POWERS) else 0
        _check_score(state, action.power, action.number, points + action.number)

    def do(self, state: State, side: int, action: GainPoints) -> None:
        state.change_points(action.power, action.number)
        state.tell(PointsGained(side, action.power, action.number, state.powers[action.power].points))


class Losing(Deed[LosePoints]):
    """Takes points away (4.1.1)."""

    action = LosePoints

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if not chosen:
            return [power for power in _scoring(state, ()) if state.powers[power].points > -LARGEST_POINTS]
        return range(1, min(MOST_POINTS, LARGEST_POINTS + state.powers[chosen[0]].points) + 1)

    def check(self, state: State, side: int, action: LosePoints) -> None:
        points = state.powers[action.power].points if action.power < len(PLAYER_POWERS) else 0
        _check_score(state, action.power, action.number, points - action.number)

    def do(self, state: State, side: int, action: LosePoints) -> None:
        state.change_points(action.power, -action.number)
        state.tell(PointsLost(side, action.power, action.number, state.powers[action.power].points))


class SettingTrack(Deed[SetTrack]):
    """Sets a track of the owner's file, such as the plunder of 4.1.2."""

    action = SetTrack

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        if not chosen:
            return range(len(state.tracks))
        return [number for number in range(MOST_TRACK + 1) if number != state.tracks[chosen[0]]]

    def check(self, state: State, side: int, action: SetTrack) -> None:
        if action.number > MOST_TRACK or action.number == state.tracks[action.track]:
            raise RuleError(BY_HAND, "Say another number, from 0 to {most}.", most=MOST_TRACK)

    def do(self, state: State, side: int, action: SetTrack) -> None:
        state.tracks = _replaced(state.tracks, action.track, action.number)
        state.tell(TrackSet(side, action.track, action.number))


# ---------------------------------------------------------------------- dice


class Throw(NamedTuple):
    """A side throws dice."""

    side: Side
    number: Number


class Throwing(Deed[RollDice]):
    """Throws the table's fair dice."""

    action = RollDice

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[int]:
        return range(1, MOST_DICE + 1)

    def check(self, state: State, side: int, action: RollDice) -> None:
        _refuse_number(action.number, MOST_DICE)

    def do(self, state: State, side: int, action: RollDice) -> None:
        state.stack.append(Throw(side, action.number))


class ThrowDice(Draw[State, Throw]):
    """Tells what the dice show; the rest is by hand."""

    phases: Phases = tuple(range(1, 11))
    below = ("Activity", "Floor", "Window", "Capitulation", "Reinforcing")

    def meaning(self, state: State, frame: Throw) -> Message:
        return Message("dice thrown by hand")

    def bounds(self, state: State, frame: Throw) -> tuple[int, ...]:
        return (FACES,) * frame.number

    def settle(self, state: State, frame: Throw, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        state.tell(DiceRolled(frame.side, tuple(face + 1 for face in outcome)))


PIECES = deeds_of(
    Moving(),
    Adding(),
    Removing(),
    PlacingLeader(),
    Retiring(),
    Controlling(),
    SettingSiege(),
    Flipping(),
    Marking(),
    Unmarking(),
    Allying(),
    Parting(),
    Gaining(),
    Losing(),
    SettingTrack(),
    Throwing(),
)
"""All that players do by hand without cards."""
