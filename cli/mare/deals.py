"""What deals between players are worth, as far as bots judge them: promises, and help against a leader.

A `Judge` knows the danger that goes from a deal, and the prey that it gives up; and who is one step from winning, and
what stops them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from cli.mare.sentences import Request, Spot
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.masks import bits
from core.mare.rounds import Turns


class Promise(NamedTuple):
    """That one empire leaves a place alone for another's sake, up to the end of round ``until``."""

    by: int
    to: int
    place: Spot
    until: int


TRIREME_SHARE = 60
"""What it is worth that a trireme is not disturbed, in hundredths of a resource."""


class Strike(NamedTuple):
    """An attack on a province: its legions, and the chance in percent that they stand there alone after a battle."""

    legions: int
    chance: int


WORTH_ASKING = 60
"""How much a deal must bring in for a bot to propose it, in hundredths of a resource."""


class Judge(ABC):
    """Weighs deals for one empire in a position; values are on the scale of the edition's bots."""

    rule: ClassVar[str]
    """The rule on promises."""
    resource: ClassVar[int]
    """What a resource is worth."""
    war: ClassVar[int]
    """The number of the phase in which legions march."""
    before_marches: ClassVar[tuple[type[Any], ...]]
    """The frames of an empire's turn in it in which no legion has marched yet."""
    marches: ClassVar[type[Any]]
    """The frame of its marches."""

    def __init__(self, state: Any, empire: int, below: Below, promises: Sequence[Promise]) -> None:
        """Take all ``promises`` that hold: those of the empire, and those of others to it."""
        self._state = state
        self._empire = empire
        self._below = below
        self._promises = promises

    # ------------------------------------------------------------------ what an edition says

    @abstractmethod
    def goal(self, action: Action) -> Spot | None:
        """Return where an action sends legions or triremes; None for other actions."""

    def breaks(self, action: Action, promise: Promise) -> bool:
        """Return whether an action of the empire that has promised goes against it."""
        return self.goal(action) == promise.place

    @property
    @abstractmethod
    def near(self) -> Collection[int]:
        """Return the rivals that are one step from winning, as far as all know."""

    @abstractmethod
    def stops(self, index: int) -> bool:
        """Return whether a rival is one step from winning, and farther without what it has in a province."""

    @abstractmethod
    def attack(self, index: int, owner: int, other: int) -> Strike:
        """Return what another empire can do with all legions that it can send to a province of its owner."""

    @abstractmethod
    def stake(self, index: int) -> int:
        """Return what its owner can lose in a province."""

    @abstractmethod
    def prey(self, index: int) -> int:
        """Return what the empire may win by sending legions to a province; 0 or less where it would not."""

    def wins_by(self, place: Spot) -> bool:
        """Return whether what the empire takes in a place may decide the game; in most editions no place does."""
        return False

    def can_leave(self, place: Spot, empire: int) -> bool:
        """Return whether an empire can leave a place alone: not a province that it owns, or where its legions stand.

        Those have to fight there, or have done already what a deal should prevent. Nor one that must be taken so that a
        rival does not win.
        """
        if place.is_sea:
            return True
        province = self._state.provinces[place.number]
        is_free = province.controller != empire and not province.legions[empire]
        return is_free and not self.stops(place.number)

    def has_ships_near(self, sea: int, empire: int) -> bool:
        """Return whether an empire has triremes in a sea, or may sail there."""
        seas = self._state.seas
        return any(seas[near][empire] for near in (sea, *bits(self._state.board.sea_links[sea])))

    # ------------------------------------------------------------------ dangers

    def danger(self, index: int, owner: int, other: int) -> int:
        """Return what an empire must expect to lose in a province to another."""
        return self.stake(index) * self.attack(index, owner, other).chance // 100

    # ------------------------------------------------------------------ promises

    def forbids(self, action: Action) -> bool:
        """Return whether the empire's own promises forbid an action; none stands between it and the end of the game."""
        return any(self.breaks(action, promise) for promise in self._kept)

    @property
    def _kept(self) -> Iterator[Promise]:
        return (one for one in self._promises if one.by == self._empire and not self.wins_by(one.place))

    # ------------------------------------------------------------------ deals

    def relief(self, place: Spot, other: int) -> int:
        """Return what it is worth to the empire that another leaves a place alone; nothing if that one can't."""
        if not self.can_leave(place, other):
            return 0
        if place.is_sea:
            mine = self._state.seas[place.number][self._empire]
            return self._trireme * mine if mine and self.has_ships_near(place.number, other) else 0
        return self.danger(place.number, self._empire, other)

    def sacrifice(self, place: Spot) -> int:
        """Return what the empire gives up when it leaves a place alone."""
        if place.is_sea:
            return self._trireme // 2 if self.has_ships_near(place.number, self._empire) else 0
        return max(0, self.prey(place.number))

    def agrees(self, given: Spot, wanted: Spot, other: int) -> bool:
        """Return whether the empire leaves ``wanted`` alone if another one leaves ``given`` alone."""
        relief = self.relief(given, other)
        return self.can_leave(wanted, self._empire) and relief > 0 and relief >= self.sacrifice(wanted)

    def best_deal(self) -> tuple[int, Spot, Spot] | None:
        """Return with whom a deal is best, what to leave alone for it, and what the other should; None for none."""
        best = WORTH_ASKING * self.resource // 100
        found: tuple[int, Spot, Spot] | None = None
        own = list(self._provinces_of(self._empire))
        others = [other for other in range(len(self._state.players)) if other != self._empire]
        for other in others if own else ():
            relief, wanted = max((self.relief(place, other), place) for place in own)
            for given in self._provinces_of(other):
                if not self.can_leave(given, self._empire):
                    continue
                # The other gains something by it, too, or has no reason to agree.
                if relief - self.sacrifice(given) > best and self.danger(given.number, other, self._empire):
                    best, found = relief - self.sacrifice(given), (other, given, wanted)
        return found

    # ------------------------------------------------------------------ help against a leader

    def request(self) -> Request | None:
        """Return the help that the empire asks for: of who can still take most from a leader in this phase.

        In each round it falls to another rival of the leader to ask, so that one speaks for all.
        """
        players, gains = range(len(self._state.players)), dict[Request, int]()
        for leader in self.near if self._state.phase == self.war and self.waiting else ():
            askers = [empire for empire in players if empire != leader]
            if askers[self._state.round % len(askers)] == self._empire:
                gains[Request(self._empire, None, leader, None)] = 0
                places = [place for place in self._provinces_of(leader) if self.stops(place.number)]
                for helper in self.waiting - {leader, self._empire}:
                    judge = type(self)(self._state, helper, self._below, ())
                    gains |= {Request(self._empire, helper, leader, at): judge.prey(at.number) for at in places}
        return max(gains, key=lambda request: gains[request], default=None)

    def helps(self, leader: int, place: Spot) -> bool:
        """Return whether the empire takes a place from a leader: that is worth it by itself, and breaks no promise."""
        is_leaders = leader in self.near and place in self._provinces_of(leader)
        return is_leaders and self.prey(place.number) > 0 and all(promise.place != place for promise in self._kept)

    def can_march(self, place: Spot, answers: Answers | None) -> bool:
        """Return whether legions of the empire have their turn later in this round, or can go to a place now.

        ``answers`` are those to what the empire is asked now, None if it is asked nothing.
        """
        if self._state.phase < self.war or self._empire in self.waiting:
            return True
        kinds = (self.marches, *self.before_marches)
        turns = (frame for frame in self._state.stack if isinstance(frame, kinds) and frame.empire == self._empire)
        turn = next(turns, None)
        if isinstance(turn, self.marches):
            return answers is not None and any(self.goal(action) == place for action in answers)
        return turn is not None

    @property
    def waiting(self) -> set[int]:
        """The empires that still have their turn in this phase."""
        return {empire for frame in self._state.stack if isinstance(frame, Turns) for empire in frame.waiting}

    @property
    def _trireme(self) -> int:
        return TRIREME_SHARE * self.resource // 100

    def _provinces_of(self, empire: int) -> Iterator[Spot]:
        return (Spot(index, is_sea=False) for index in bits(self._state.controlled(empire)))
