"""Phase 5, movement: triremes sail (5.2), legions march (5.3) and cross the Alps (8.2)."""

from __future__ import annotations

from collections.abc import Sequence

from core.classic.actions import Cross, March, Sail
from core.classic.blockade import is_open, ship
from core.classic.deeds import (
    Orders,
    Survey,
    all_done,
    all_moved,
    check_which,
    done_by,
    free_legions,
    groups_in,
    in_order,
    picked,
    posted_legions,
    set_turn,
    take_legions,
    whichs,
    without,
)
from core.classic.events import LostInAlps, SailedFromDock
from core.classic.helen import arrive, march
from core.classic.kinds import MOVED, dock_of
from core.engine.errors import RuleError
from core.engine.masks import bits
from core.mare.events import Marched, Sailed
from core.mare.kinds import CONTROL, icon_word
from core.mare.resources import changed


class Sails(Orders):
    """Triremes sail from a dock to a sea on its coast, or from a sea to an adjacent one (5.2a)."""

    action = Sail

    @staticmethod
    def first(survey: Survey) -> Sequence[int]:
        seas, empire, links = survey.state.seas, survey.turn.empire, survey.state.board.sea_links
        moved = done_by(survey.turn.ships, MOVED)
        ready = [sea for sea in bits(survey.fleet) if seas[sea][empire] > moved.get(sea, 0) and links[sea]]
        return [*ready, *map(dock_of, bits(survey.docks))]

    def ready(self, source: int) -> list[int]:
        """Return the triremes in a berth that have not moved, by deeds."""
        if source < 0:
            return [self.state.provinces[dock_of(source)].docks[self.empire], *[0] * 7]
        return without(groups_in(self.turn.ships, source, self.state.seas[source][self.empire]), MOVED)

    def targets(self, source: int) -> int:
        """Return the mask of seas to which triremes can sail from a berth."""
        return self.board.sea_links[source] if source >= 0 else self.board.coast[dock_of(source)]

    def values(self, chosen: tuple[int, ...]) -> Sequence[int]:
        match chosen:
            case (source,):
                return bits(self.targets(source))
            case (source, _):
                return range(sum(self.ready(source)), 0, -1)
        return whichs(self.ready(chosen[0]), chosen[2])

    def check(self, action: Sail) -> None:
        source, names = action.source, self.board.sea_names
        if not self.targets(source) >> action.target & 1:
            name = names[source] if source >= 0 else self.board.province_names[dock_of(source)]
            raise RuleError("5.2a", "{target} is not adjacent to {source}.", target=names[action.target], source=name)
        ready = self.ready(source)
        if not 1 <= action.number <= sum(ready):
            if source < 0:
                name = self.board.province_names[dock_of(source)]
                raise RuleError("5.2a", "In {name} {number} of your triremes lie in dock.", name=name, number=ready[0])
            raise RuleError(
                "5.1c", "In {name} {number} of your triremes can still move.", name=names[source], number=sum(ready)
            )
        check_which(ready, action.number, action.which)

    def apply(self, action: Sail) -> None:
        state, empire, source, target = self.state, self.empire, action.source, action.target
        going = picked(self.ready(source), action.number, action.which)
        if source >= 0:
            ships = all_moved(self.turn.ships, source, going, -1)
            state.seas[source] = changed(state.seas[source], empire, -action.number)
            state.tell(Sailed(empire, action.number, source, target))
        else:
            ships, dock = self.turn.ships, dock_of(source)
            state.provinces[dock] = state.provinces[dock].change_docks(empire, -action.number)
            state.tell(SailedFromDock(empire, action.number, dock, target))
        state.seas[target] = changed(state.seas[target], empire, action.number)
        set_turn(state, self.turn._replace(ships=all_moved(ships, target, going, adding=MOVED)))


class Marches(Orders):
    """Legions march to an adjacent or connected province (5.3a); those on posts go one by one (K34)."""

    action = March

    @staticmethod
    def first(survey: Survey) -> Sequence[int]:
        provinces, empire, reach = survey.state.provinces, survey.turn.empire, survey.reach
        moved = all_done(survey.turn, MOVED)
        return [
            index
            for index in bits(survey.standing)
            if reach[index] and provinces[index].legions[empire] > moved.get(index, 0)
        ]

    def ready(self, source: int) -> list[int]:
        """Return the free legions in a province that have not moved, by deeds."""
        return without(free_legions(self.state, self.empire, source), MOVED)

    def posts(self, source: int) -> list[int]:
        """Return the icons, or CONTROL, under legions that have not moved."""
        standing = posted_legions(self.state, self.empire, source)
        return [icon for icon, deeds in standing.items() if not deeds & MOVED]

    def values(self, chosen: tuple[int, ...]) -> Sequence[int]:
        match chosen:
            case (source,):
                return bits(self.survey.reach[source])
            case (source, _):
                return range(max(sum(self.ready(source)), bool(self.posts(source))), 0, -1)
        source, _, number = chosen
        return [*whichs(self.ready(source), number), *(self.posts(source) if number == 1 else ())]

    def check(self, action: March) -> None:
        source, names = action.source, self.board.province_names
        if not self.survey.reach[source] >> action.target & 1:
            between = {"target": names[action.target], "source": names[source]}
            if self.state.options.alps and (source, action.target) == self.board.alps:
                raise RuleError(
                    "5.3a",
                    "{target} is neither adjacent nor connected to {source}; over the Alps you “cross NUMBER”.",
                    **between,
                )
            if self.survey.docks:
                raise RuleError(
                    "5.3a",
                    "{target} is neither adjacent nor connected to {source}; triremes in dock connect nothing.",
                    **between,
                )
            raise RuleError("5.3a", "{target} is neither adjacent nor connected to {source}.", **between)
        if action.which >= 0 or action.which == CONTROL:
            self._check_post(action)
            return
        ready = self.ready(source)
        number = sum(ready)
        if 1 <= action.number <= number:
            check_which(ready, action.number, action.which)
        elif self.posts(source) and action.number > number:
            raise RuleError(
                "K34",
                "In {name} {free} legions that stand on nothing can move; to move another, say what it"
                " leaves: “{post}”.",
                name=names[source],
                free=number,
                post=f"from {icon_word(self.board, source, self.posts(source)[0])}",
            )
        else:
            raise RuleError(
                "5.1c", "In {name} {number} of your legions can still move.", name=names[source], number=number
            )

    def _check_post(self, action: March) -> None:
        name = self.board.province_names[action.source]
        standing = posted_legions(self.state, self.empire, action.source)
        if action.which not in standing:
            raise RuleError("K34", "No legion of yours stands there in {name}.", name=name)
        if standing[action.which] & MOVED:
            raise RuleError("5.1c", "That legion has moved in this turn.")
        if action.number != 1:
            raise RuleError("K34", "One legion stands there: move 1.")

    def apply(self, action: March) -> None:
        if is_open(self.state, self.empire, action.source, action.target):
            march(self.state, action)
        else:
            ship(self.state, action)


class Crossings(Orders):
    """Legions cross the Alps, if the table plays this option; one is lost on the way (8.2)."""

    action = Cross

    @staticmethod
    def first(survey: Survey) -> Sequence[int]:
        if not survey.state.options.alps:
            return ()
        orders = Crossings(survey.state, survey.turn)
        return range(sum(orders.ready()), orders.board.map.alps.lost, -1)

    def ready(self) -> list[int]:
        """Return the legions that can cross, by deeds; none if the way is closed."""
        source, _ = self.board.alps
        if self.closed():
            return [0] * 8
        return without(free_legions(self.state, self.empire, source), MOVED)

    def closed(self) -> bool:
        """Return whether the way over the Alps is closed to the player (8.2a)."""
        state = self.state
        if not state.options.alps or state.provinces[self.board.alps[0]].controller != self.empire:
            return True
        return not any(tile.crosses_alps for tile in state.acting(self.empire))

    def values(self, chosen: tuple[int, ...]) -> Sequence[int]:
        return whichs(self.ready(), chosen[0])

    def check(self, action: Cross) -> None:
        if not self.state.options.alps:
            raise RuleError("8.2a", "This table plays without the way over the Alps.")
        source = self.board.province_names[self.board.alps[0]]
        if self.closed():
            raise RuleError("8.2a", "The way over the Alps is Hannibal's, from {source} if it is yours.", source=source)
        ready, least = self.ready(), self.board.map.alps.lost + 1
        if action.number < least:
            raise RuleError("K54", "At least {number} legions march over the Alps.", number=least)
        if action.number > sum(ready):
            raise RuleError(
                "5.1c", "In {name} {number} of your legions can still move.", name=source, number=sum(ready)
            )
        check_which(ready, action.number, action.which)

    def apply(self, action: Cross) -> None:
        state, empire = self.state, self.empire
        source, target = self.board.alps
        going = picked(self.ready(), action.number, action.which)
        take_legions(state, empire, source, going)
        lost = self.board.map.alps.lost
        # 8.2b does not say which legion is lost, so it is the one that can do least (K34).
        arriving = [number - gone for number, gone in zip(going, in_order(going, lost), strict=True)]
        state.players[empire] = state.players[empire].change_supply(legions=lost)
        state.tell(Marched(empire, action.number, source, target))
        state.tell(LostInAlps(empire, lost))
        arrive(state, target, arriving)
