"""What the active player's units did in the turn (5.1c, K34), and which of them an order or a loss means.

*Groups* are numbers of units by deeds: eight of them, for every sum of MOVED, ATTACKED and SUPPORTED. At the end stand
the orders by type, and where the player can give them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from core.classic.kinds import (
    ALL,
    ATTACKED,
    DEED_ORDER,
    DEED_WORDS,
    SUPPORTED,
    Counted,
    LegionDeeds,
    PostDeeds,
    ShipDeeds,
    deeds_of,
    which_of,
)
from core.classic.state import State, land_units
from core.engine.action import Action
from core.engine.errors import RuleError
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.kinds import CONTROL, FREE, Active, Begun, ByProvince, ProvinceMask
from core.mare.resources import changed
from core.mare.state import MARKER

Groups = Sequence[int]
Entries = tuple[tuple[int, int, int], ...]


class WarTurn(NamedTuple):
    """A player's turn of the phase, and what their units did in it. Units without an entry are fresh.

    - ``ships`` has deeds by sea. They include support, so ``State.supported`` leaves the player out meanwhile.
    - ``legions`` has deeds by province of legions that stand on nothing; ``posts`` of those on an icon or the marker.
    - ``fortresses`` has how many have attacked.
    - ``fought`` are the provinces in which the player has fought (K38), ``decided`` those with a conquest (K41).
    - ``marched`` says that a legion has moved (K36).
    """

    empire: Active
    ships: ShipDeeds
    legions: LegionDeeds
    posts: PostDeeds
    fortresses: ByProvince
    fought: ProvinceMask
    decided: ProvinceMask
    marched: Begun


def turn_of(state: State) -> WarTurn:
    """Return the record of the current turn."""
    for frame in reversed(state.stack):
        if isinstance(frame, WarTurn):
            return frame
    raise LookupError("no turn is going on")


def set_turn(state: State, turn: WarTurn) -> None:
    """Replace the record of the current turn."""
    for index in range(len(state.stack) - 1, -1, -1):
        if isinstance(state.stack[index], WarTurn):
            state.stack[index] = turn
            return


# ---------------------------------------------------------------------- groups


def without(groups: Groups, deeds: int) -> list[int]:
    """Return the groups without units that have done any of these deeds."""
    if not any(groups[1:]):
        return [*groups]
    return [0 if index & deeds else number for index, number in enumerate(groups)]


def at_most(groups: Groups, limits: Groups) -> list[int]:
    """Return the groups, each limited to its number in ``limits``."""
    return [min(number, limit) for number, limit in zip(groups, limits, strict=True)]


def in_order(groups: Groups, number: int) -> list[int]:
    """Return which of the units go if the order names none (K34)."""
    found = [0] * len(groups)
    for deeds in DEED_ORDER:
        if groups[deeds]:
            found[deeds] = min(number, groups[deeds])
            number -= found[deeds]
    return found


def picked(groups: Groups, number: int, which: int) -> list[int]:
    """Return the units that an order for ``number`` of them means."""
    if which == FREE:
        return in_order(groups, number)
    return [number if deeds == deeds_of(which) else 0 for deeds in range(len(groups))]


def whichs(groups: Groups, number: int) -> list[int]:
    """Return the possible values for an order of ``number`` units. Deeds are listed only if they change the choice."""
    if number > sum(groups):
        return []
    if len(groups) - groups.count(0) == 1:
        return [FREE]
    first = in_order(groups, number)
    others = [deeds for deeds in DEED_ORDER if groups[deeds] >= number and first[deeds] < number]
    return [FREE, *map(which_of, others)]


def check_which(groups: Groups, number: int, which: int) -> None:
    """Raise RuleError if the named units can't be meant, or need not be named (K34)."""
    if which == FREE:
        return
    deeds = deeds_of(which)
    if deeds < 0 or groups[deeds] < number:
        raise RuleError("K34", "You have no such units there for this.")
    if in_order(groups, number)[deeds] == number:
        raise RuleError("K34", "Those move anyway: leave out “from {word}”.", word=DEED_WORDS[deeds])


def all_moved(entries: Entries, place: int, groups: Groups, sign: int = 1, adding: int = 0) -> Entries:
    """Return what units did after these have come to a place or, with sign -1, left it; ``adding`` are new deeds.

    Fresh units have no entry.
    """
    changes = [(deeds | adding, sign * number) for deeds, number in enumerate(groups) if number and deeds | adding]
    if not changes:
        return entries
    found = {(at, done): count for at, done, count in entries}
    for deeds, number in changes:
        found[place, deeds] = found.get((place, deeds), 0) + number
    return tuple(sorted([(at, done, count) for (at, done), count in found.items() if count]))


def groups_in(entries: Entries, place: int, total: int) -> list[int]:
    """Return the units in a place by deeds; those of the ``total`` without an entry are fresh."""
    found = [0] * len(DEED_WORDS)
    for at, deeds, number in entries:
        if at == place:
            found[deeds] = number
            total -= number
    found[0] = total
    return found


# ---------------------------------------------------------------------- where units are


def ships_in(state: State, empire: int, sea: int) -> list[int]:
    """Return the triremes of an empire in a sea, by deeds. Those of other players can only have supported."""
    turn = turn_of(state)
    total = state.seas[sea][empire]
    if empire == turn.empire:
        return groups_in(turn.ships, sea, total)
    supported = state.supported[sea] if any(tile.supports for tile in state.acting(empire)) else 0
    return groups_in(((sea, SUPPORTED, supported),), sea, total)


def free_legions(state: State, side: int, index: int) -> list[int]:
    """Return the legions of a side in a province that stand on nothing, by deeds."""
    turn = turn_of(state)
    province = state.provinces[index]
    total = province.legions[side]
    if province.occupier == side:
        total -= province.posts.bit_count()
    return groups_in(turn.legions if side == turn.empire else (), index, total)


def posted_legions(state: State, side: int, index: int) -> dict[int, int]:
    """Return the deeds of the legions of a side that stand on a post, by icon or CONTROL."""
    province = state.provinces[index]
    if province.occupier != side:
        return {}
    turn = turn_of(state)
    known = {icon: deeds for at, icon, deeds in turn.posts if at == index} if side == turn.empire else {}
    return {icon: known.get(icon, 0) for icon in posts_on(province.posts)}


def posts_on(posts: int) -> list[int]:
    """Return the icons of a mask of posts, with CONTROL for MARKER."""
    return [CONTROL if 1 << post == MARKER else post for post in bits(posts)]


def post_bit(icon: int) -> int:
    """Return the bit in ``Province.posts`` of an icon or of CONTROL."""
    return MARKER if icon == CONTROL else 1 << icon


class LandUnits(NamedTuple):
    """Land units of a side in a province: free legions by deeds, those on posts by icon with theirs, fortresses."""

    legions: list[int]
    posts: dict[int, int]
    fortresses: int

    @property
    def all_legions(self) -> int:
        """Return the number of legions, free or not."""
        return sum(self.legions) + len(self.posts)

    @property
    def size(self) -> int:
        """Return the number of all units."""
        return self.all_legions + self.fortresses

    @property
    def kinds(self) -> int:
        """Return the number of sorts of units between which an owner can choose."""
        return sum(map(bool, self.legions)) + len(self.posts) + (self.fortresses > 0)

    def by_deeds(self) -> list[int]:
        """Return all legions by deeds, free or not."""
        return [number + [*self.posts.values()].count(deeds) for deeds, number in enumerate(self.legions)]


def units_in(state: State, side: int, index: int) -> LandUnits:
    """Return all land units of a side in a province."""
    province = state.provinces[index]
    fortresses = province.fortresses if province.controller == side else 0
    return LandUnits(free_legions(state, side, index), posted_legions(state, side, index), fortresses)


def can_attack(state: State, index: int) -> LandUnits:
    """Return the active player's land units in a province that have not attacked this turn (5.1c)."""
    turn = turn_of(state)
    units = units_in(state, turn.empire, index)
    return LandUnits(
        without(units.legions, ATTACKED),
        {icon: deeds for icon, deeds in units.posts.items() if not deeds & ATTACKED},
        units.fortresses - turn.fortresses[index] if units.fortresses else 0,
    )


# ---------------------------------------------------------------------- changes


def remove_ships(state: State, empire: int, sea: int, groups: Groups) -> None:
    """Put triremes that an empire loses in a sea back into its supply."""
    number = sum(groups)
    turn = turn_of(state)
    if empire == turn.empire:
        set_turn(state, turn._replace(ships=all_moved(turn.ships, sea, groups, -1)))
    elif groups[SUPPORTED]:
        state.supported = changed(state.supported, sea, -groups[SUPPORTED])
    state.seas[sea] = changed(state.seas[sea], empire, -number)
    state.players[empire] = state.players[empire].change_supply(triremes=number)


def take_legions(state: State, side: int, index: int, groups: Groups) -> None:
    """Take free legions of a side out of a province."""
    turn = turn_of(state)
    if side == turn.empire and any(groups[1:]):
        set_turn(state, turn._replace(legions=all_moved(turn.legions, index, groups, -1)))
    state.provinces[index] = state.provinces[index].change_legions(side, -sum(groups))


def put_legions(state: State, index: int, groups: Groups, *, marched: bool = False) -> None:
    """Put free legions of the active player into a province; they can have ``marched`` there."""
    turn = turn_of(state)
    legions = all_moved(turn.legions, index, groups)
    set_turn(state, turn._replace(legions=legions, marched=marched or turn.marched))
    state.provinces[index] = state.provinces[index].change_legions(turn.empire, sum(groups))


def take_posted(state: State, index: int, icon: int) -> int:
    """Take the occupier's legion off an icon or CONTROL and out of the province. Return its deeds."""
    province = state.provinces[index]
    deeds = posted_legions(state, province.occupier, index)[icon]
    turn = turn_of(state)
    if province.occupier == turn.empire:
        set_turn(state, turn._replace(posts=tuple([post for post in turn.posts if post[:2] != (index, icon)])))
    left = province.change_legions(province.occupier, -1)
    state.provinces[index] = left.occupied(left.occupier, left.posts & ~post_bit(icon))
    return deeds


def stand_on(state: State, index: int, posts: int) -> None:
    """Put legions of the active player on these posts and on no others.

    The posts are filled in the order of their icons, by the player's legions there in the order of K34: those that can
    do least this turn go first.
    """
    turn = turn_of(state)
    units = units_in(state, turn.empire, index)
    groups = units.by_deeds()
    standing = in_order(groups, posts.bit_count())
    deeds = [deeds for deeds in DEED_ORDER for _ in range(standing[deeds])]
    taken = [(index, icon, done) for icon, done in zip(posts_on(posts), deeds, strict=True) if done]
    free = [number - posted for number, posted in zip(groups, standing, strict=True)]
    others = tuple([entry for entry in turn.legions if entry[0] != index])
    elsewhere = [post for post in turn.posts if post[0] != index]
    legions = all_moved(others, index, free)
    set_turn(state, turn._replace(legions=legions, posts=tuple(sorted([*elsewhere, *taken]))))
    state.provinces[index] = state.provinces[index].occupied(turn.empire, posts)


def end_occupation(state: State, index: int) -> None:
    """End all occupation and assimilation in a province; the legions stay."""
    province = state.provinces[index]
    if province.occupier == turn_of(state).empire:
        stand_on(state, index, 0)
    else:
        state.provinces[index] = province.occupied(province.occupier, 0)


def mark_attacked(state: State, index: int, units: LandUnits) -> None:
    """Note that these land units of the active player have attacked (5.1c)."""
    turn = turn_of(state)
    legions = all_moved(turn.legions, index, units.legions, -1)
    legions = all_moved(legions, index, units.legions, adding=ATTACKED)
    attacked = {(index, icon): deeds | ATTACKED for icon, deeds in units.posts.items()}
    known = {(at, icon): deeds for at, icon, deeds in turn.posts}
    posts = tuple(sorted([(*where, deeds) for where, deeds in {**known, **attacked}.items()]))
    fortresses = changed(turn.fortresses, index, units.fortresses) if units.fortresses else turn.fortresses
    set_turn(state, turn._replace(legions=legions, posts=posts, fortresses=fortresses))


def supporting(turn: WarTurn, seas: int) -> bytes:
    """Return by sea the triremes of a turn that have supported a battle on land this round."""
    return bytes([sum(_supported(turn.ships, sea)) for sea in range(seas)])


def _supported(ships: Entries, sea: int) -> Iterable[int]:
    return [number for at, deeds, number in ships if at == sea and deeds & SUPPORTED]


# ---------------------------------------------------------------------- forces


def land_limits(force: Counted) -> list[int]:
    """Return the most legions of a force on land, by deeds."""
    return [*force[:2], *[0] * 6]


def sea_limits(force: Counted) -> list[int]:
    """Return the most triremes of a force at sea, by deeds."""
    fresh, moved_ones, supporting, supporting_moved = force
    return [fresh, moved_ones, 0, 0, supporting, supporting_moved, 0, 0]


def attacking_units(state: State, index: int, force: Counted) -> LandUnits:
    """Return the active player's land units that attack in a province, with a force or ALL (K37)."""
    units = can_attack(state, index)
    if force == ALL:
        return units
    limits = land_limits(force)
    standing = {icon: deeds for icon, deeds in units.posts.items() if limits[deeds] > units.legions[deeds]}
    return LandUnits(at_most(units.legions, limits), standing, min(units.fortresses, force[2]))


def fighting_ships(state: State, empire: int, sea: int, attacker: int, force: Counted) -> list[int]:
    """Return the triremes of an empire that fight in a sea; in a blockade all of them do (K53)."""
    ships = ships_in(state, empire, sea)
    if empire != attacker or empire != turn_of(state).empire:
        return ships
    ready = without(ships, ATTACKED)
    return ready if force == ALL else at_most(ready, sea_limits(force))


class Survey:
    """Where the active player's units stand at one moment: masks of provinces, and of the seas of the ``fleet``.

    ``standing`` are the provinces with their legions, ``docks`` those with their triremes in dock. In ``conquered``
    provinces they may decide (5.8a, K41), in ``fields`` they can start a battle (5.4b).
    """

    def __init__(self, state: State, turn: WarTurn) -> None:
        self.state = state
        self.turn = turn
        presence, empire = state.presence(), turn.empire
        own, others = presence.markers[empire], presence.against(empire)
        self.fleet = state.fleet(empire)
        self.standing = presence.legions[empire]
        self.docks = presence.docks[empire]
        self.conquered = self.standing & ~(others | own | presence.markers[NO_EMPIRE] | turn.decided)
        self.reach = state.board.reach(self.fleet)
        self.fields = 0
        contested = (self.standing | presence.fortified & own) & others
        if contested:
            attacked = all_done(turn, ATTACKED)
            for index in bits(contested):
                done = attacked.get(index, 0) + turn.fortresses[index]
                self.fields |= (land_units(state.provinces[index], empire) > done) << index


def done_by(entries: Entries, deeds: int) -> dict[int, int]:
    """Return by place how many units have done any of these deeds."""
    found: dict[int, int] = {}
    for place, done, number in entries:
        if done & deeds:
            found[place] = found.get(place, 0) + number
    return found


def all_done(turn: WarTurn, deeds: int) -> dict[int, int]:
    """Return by province how many legions of the active player, on posts or not, have done any of these deeds."""
    return done_by((*turn.legions, *[(index, done, 1) for index, _, done in turn.posts]), deeds)


class Orders:
    """All orders of one type of action that the player may give now, slot by slot."""

    action: ClassVar[type[Action]]

    survey: Survey
    """What listing and checking orders needs; an order can be carried out without it."""

    def __init__(self, state: State, turn: WarTurn) -> None:
        self.state = state
        self.board = state.board
        self.turn = turn
        self.empire = turn.empire

    @staticmethod
    @abstractmethod
    def first(survey: Survey) -> Sequence[Any]:
        """Return the values of the first slot. Each leads to an order; none if no such order can be given."""

    @abstractmethod
    def values(self, chosen: tuple[Any, ...]) -> Sequence[Any]:
        """Return the values of the next slot after the first ones. Each leads to an order."""

    @abstractmethod
    def check(self, action: Any) -> None:
        """Raise RuleError with the rule that forbids the order."""

    @abstractmethod
    def apply(self, action: Any) -> None:
        """Carry out a legal order."""
