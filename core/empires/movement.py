"""Phase 4, movement: triremes sail (4.1.1), legions march (4.1.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.empires.actions import Attack, Fight, March, Sail
from core.empires.state import State, land_units
from core.engine.action import Action
from core.engine.answers import Answers, Below, FieldByField
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.masks import bits, nth_bit
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Done
from core.mare.events import Marched, Released, Sailed, StayedPut
from core.mare.kinds import CONTROL, FREE, Active, ByProvince, BySea, icon_word
from core.mare.resources import changed
from core.mare.state import MARKER


class Sailing(NamedTuple):
    """A player's triremes on the move; ``moved`` has by sea how many have arrived there and are done."""

    empire: Active
    moved: BySea


class SailAnswers(FieldByField):
    """Every group of triremes of one sea to every adjacent sea; and being done."""

    def __init__(self, state: State, frame: Sailing) -> None:
        self.board = state.board
        self.state = state
        self.empire = frame.empire
        empire, links = frame.empire, state.board.sea_links
        self.left = [triremes[empire] - moved for triremes, moved in zip(state.seas, frame.moved, strict=True)]
        self.sources = [sea for sea, number in enumerate(self.left) if number and links[sea]]

    def check(self, action: Action) -> None:
        if isinstance(action, Done):
            return
        if (refusal := kept_by_peace(self.state, self.empire, action)) is not None:
            raise refusal
        if not isinstance(action, Sail):
            raise RuleError("4.1.1", "Move triremes (“sail SEA SEA NUMBER”) or be “done”.")
        names = self.board.sea_names
        if not self.board.sea_links[action.source] >> action.target & 1:
            raise RuleError(
                "4.1.1",
                "{target} is not adjacent to {source}.",
                target=names[action.target],
                source=names[action.source],
            )
        if not 1 <= action.number <= self.left[action.source]:
            number = self.left[action.source]
            raise RuleError(
                "4.1.1", "In {name} {number} of your triremes can still move.", name=names[action.source], number=number
            )

    def actions(self) -> Iterable[type[Action]]:
        return (Sail, Done) if self.sources else (Done,)

    def values(self, action: type[Action], chosen: tuple[int, ...]) -> Iterable[int]:
        match chosen:
            case ():
                return self.sources
            case (source,):
                return bits(self.board.sea_links[source])
        return range(self.left[chosen[0]], 0, -1)

    def sole(self) -> Action | None:
        return None if self.sources else Done()

    def draw(self, below: Below) -> Action:
        chosen = below(len(self.sources) + 1)
        if chosen == len(self.sources):
            return Done()
        source = self.sources[chosen]
        targets = self.board.sea_links[source]
        return Sail(source, nth_bit(targets, below(targets.bit_count())), 1 + below(self.left[source]))


class SailTriremes(Question[State, Sailing]):
    """Each trireme may move to one adjacent sea (4.1.1)."""

    accepts = (Sail, Done)
    phases: Phases = (4,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: Sailing, below: Frame) -> str:
        there = [triremes[frame.empire] for triremes in state.seas]
        if any(moved > number for moved, number in zip(frame.moved, there, strict=True)):
            return "more triremes have moved there than there are (4.1.1)."
        return ""

    def prompt(self, state: State, frame: Sailing) -> Prompt:
        return Prompt("4.1.1", Message("Move your triremes, each to one adjacent sea, or be done."))

    def answers(self, state: State, frame: Sailing) -> Answers:
        return SailAnswers(state, frame)

    def apply(self, state: State, frame: Sailing, action: Action) -> None:
        if not isinstance(action, Sail):
            state.stack.pop()
            return
        for sea, difference in ((action.source, -action.number), (action.target, action.number)):
            state.seas[sea] = changed(state.seas[sea], frame.empire, difference)
        state.stack[-1] = Sailing(frame.empire, changed(frame.moved, action.target, action.number))
        state.tell(Sailed(frame.empire, action.number, action.source, action.target))


class Marching(NamedTuple):
    """A player's legions on the move; ``moved`` has by province how many have arrived there and are done."""

    empire: Active
    moved: ByProvince


class MarchAnswers(FieldByField):
    """Every group of free legions, and each legion on a post, to every province in reach; and being done."""

    def __init__(self, state: State, frame: Marching) -> None:
        self.board = state.board
        self.state = state
        self.empire = frame.empire
        self.provinces = state.provinces
        self.moved = frame.moved
        self.fleet = state.fleet(frame.empire)
        self.forbidden = closed_by_peace(state, frame.empire)
        reach = state.board.reach(self.fleet)
        self.reach = tuple([reached & ~self.forbidden for reached in reach]) if self.forbidden else reach
        empire, moved, reach = frame.empire, frame.moved, self.reach
        self.sources = [
            index
            for index, province in enumerate(state.provinces)
            if province.legions[empire] and province.legions[empire] > moved[index] and reach[index]
        ]

    def posts(self, source: int) -> int:
        """Return the mask of posts in a province on which the player's legions stand."""
        province = self.provinces[source]
        return province.posts if province.occupier == self.empire else 0

    def free(self, source: int) -> int:
        """Return the legions in a province that stand on no post and have not moved."""
        return self.provinces[source].legions[self.empire] - self.moved[source] - self.posts(source).bit_count()

    def check(self, action: Action) -> None:
        if isinstance(action, Done):
            return
        if (refusal := kept_by_peace(self.state, self.empire, action)) is not None:
            raise refusal
        if not isinstance(action, March):
            raise RuleError("4.1.2", "Move legions (“march PROVINCE PROVINCE NUMBER”) or be “done”.")
        names = self.board.province_names
        if not self.board.reach(self.fleet)[action.source] >> action.target & 1:
            raise RuleError(
                "4.1.2",
                "{target} is neither adjacent nor connected to {source}.",
                target=names[action.target],
                source=names[action.source],
            )
        if self.forbidden >> action.target & 1:
            raise RuleError(
                "R14", "The peace of the Statue of Zeus forbids entering {name}.", name=names[action.target]
            )
        if action.icon != FREE:
            if not self.posts(action.source) & post_bit(action.icon):
                raise RuleError("R15", "No legion of yours stands there in {name}.", name=names[action.source])
            if action.number != 1:
                raise RuleError("R15", "One legion stands there: move 1.")
            return
        free = self.free(action.source)
        if 1 <= action.number <= free:
            return
        if self.posts(action.source) and action.number > free:
            raise RuleError(
                "R15",
                "In {name} {free} legions that stand on nothing can move; to move another, say what it"
                " leaves: “{post}”.",
                name=names[action.source],
                free=free,
                post=f"from {icon_word(self.board, action.source, self._icons(action.source)[0])}",
            )
        raise RuleError(
            "4.1.2", "In {name} {free} of your legions can still move.", name=names[action.source], free=free
        )

    def actions(self) -> Iterable[type[Action]]:
        return (March, Done) if self.sources else (Done,)

    def values(self, action: type[Action], chosen: tuple[int, ...]) -> Iterable[int]:
        match chosen:
            case ():
                return self.sources
            case (source,):
                reach = self.reach[source]
                return [target for target in range(len(self.provinces)) if reach >> target & 1]
            case (source, _):
                return range(max(self.free(source), self.posts(source) > 0), 0, -1)
        source, _, number = chosen
        free = [FREE] if number <= self.free(source) else []
        return [*free, *self._icons(source)] if number == 1 else free

    def _icons(self, source: int) -> list[int]:
        """Return the posts in a province on which the player's legions stand, each as an icon or CONTROL."""
        return [CONTROL if 1 << post == MARKER else post for post in bits(self.posts(source))]

    def sole(self) -> Action | None:
        return None if self.sources else Done()

    def draw(self, below: Below) -> Action:
        chosen = below(len(self.sources) + 1)
        if chosen == len(self.sources):
            return Done()
        source = self.sources[chosen]
        targets = self.reach[source]
        target = nth_bit(targets, below(targets.bit_count()))
        posts, free = self.posts(source), self.free(source)
        way = below(posts.bit_count() + (free > 0))
        if way == posts.bit_count():
            return March(source, target, 1 + below(free))
        post = nth_bit(posts, way)
        return March(source, target, 1, CONTROL if 1 << post == MARKER else post)


def closed_by_peace(state: State, empire: int) -> int:
    """Return the mask of provinces that Statue of Zeus closes to the empire (R14).

    These are its partner's provinces, and those where the partner has land units.
    """
    if state.peace.owner == NO_EMPIRE:
        return 0
    closed = 0
    for other in range(len(state.players)):
        if state.at_peace(empire, other):
            for index, province in enumerate(state.provinces):
                if province.controller == other or land_units(province, other):
                    closed |= 1 << index
    return closed


def kept_by_peace(state: State, empire: int, action: Action) -> RuleError | None:
    """Return the refusal of a battle with the partner of a peace (R14), in any question of a turn; else None."""
    if not isinstance(action, Attack | Fight) or not state.at_peace(empire, action.empire):
        return None
    name = state.board.empire_names[action.empire]
    return RuleError("R14", "The peace of the Statue of Zeus forbids you to fight {name} this round.", name=name)


def post_bit(icon: int) -> int:
    """Return the bit in ``Province.posts`` of an icon or of CONTROL."""
    return MARKER if icon == CONTROL else 1 << icon


class MarchLegions(Question[State, Marching]):
    """Each legion may move once, to an adjacent or connected province (4.1.2, R24)."""

    accepts = (March, Done)
    phases: Phases = (4,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: Marching, below: Frame) -> str:
        for province, moved in zip(state.provinces, frame.moved, strict=True):
            standing = province.posts.bit_count() if province.occupier == frame.empire else 0
            if moved + standing > province.legions[frame.empire]:
                return "more legions have moved there than stand there and occupy nothing (4.1.2)."
        return ""

    def prompt(self, state: State, frame: Marching) -> Prompt:
        return Prompt("4.1.2", Message("Move your legions, each once, to adjacent or connected provinces, or be done."))

    def answers(self, state: State, frame: Marching) -> Answers:
        return MarchAnswers(state, frame)

    def apply(self, state: State, frame: Marching, action: Action) -> None:
        if not isinstance(action, March):
            if not any(frame.moved):
                state.tell(StayedPut(frame.empire))
            state.stack.pop()
            return
        empire, source, target, number = frame.empire, action.source, action.target, action.number
        provinces = state.provinces
        provinces[source] = provinces[source].change_legions(empire, -number)
        provinces[target] = provinces[target].change_legions(empire, number)
        if action.icon != FREE:
            leave_post(state, source, action.icon)
        state.stack[-1] = Marching(empire, changed(frame.moved, target, number))
        state.tell(Marched(empire, number, source, target))


def leave_post(state: State, index: int, icon: int) -> None:
    """Take a legion off its icon or marker. The occupation ends with the last one."""
    province = state.provinces[index]
    posts = province.posts & ~post_bit(icon)
    if not posts:
        state.tell(Released(province.occupier, index))
    state.provinces[index] = province.occupied(province.occupier, posts)
