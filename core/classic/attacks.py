"""Phase 5: the battles a player may start, and their forces (5.4, K37)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from core.classic.actions import Attack, Fight
from core.classic.battle_frames import LandBattle, SeaDice
from core.classic.deeds import can_attack, ships_in, without
from core.classic.helen import ask_helen
from core.classic.kinds import ALL, ATTACKED, Counted
from core.classic.orders import Orders, Survey, done_by
from core.classic.state import land_units
from core.engine.errors import RuleError
from core.mare.graph import bits


def forces(most: Sequence[int]) -> list[Counted]:
    """Return ALL, and every force that leaves out some of these units of each sort."""
    some = [force for force in product(*[range(number + 1) for number in most]) if any(force)]
    return [ALL, *some[:-1]]


def check_force(force: Counted, most: Sequence[int], opponents: int) -> None:
    """Raise RuleError if a force can't attack (K37)."""
    if force == ALL:
        return
    if opponents == 1:
        raise RuleError("K37", "Against one opponent, all your units that can attack take part: give no number.")
    if not any(force) or any(number > there for number, there in zip(force, most, strict=True)):
        raise RuleError("K37", "You have no such units there that can attack.")
    if list(force) == list(most):
        raise RuleError("K37", "These are all that can attack: give no number.")


class SeaAttacks(Orders):
    """Battles with triremes in the same sea (5.2c)."""

    action = Attack

    @staticmethod
    def begins(survey: Survey) -> int:
        return survey.fleet

    def ready(self, sea: int) -> list[int]:
        """Return how many triremes can attack in a sea, in the order of the words for a force."""
        groups = without(ships_in(self.state, self.empire, sea), ATTACKED)
        return [groups[0], groups[1], groups[4], groups[5]]

    def opponents(self, sea: int) -> list[int]:
        """Return the other players with triremes in a sea."""
        return [other for other, ships in enumerate(self.state.seas[sea]) if ships and other != self.empire]

    def waters(self) -> list[int]:
        """Return the seas where the player's triremes can attack those of others."""
        attacked, seas, empire = done_by(self.turn.ships, ATTACKED), self.state.seas, self.empire
        return [sea for sea in bits(self.survey.fleet) if sum(seas[sea]) > seas[sea][empire] > attacked.get(sea, 0)]

    def too_late(self) -> bool:
        """Return whether a march has ended all sea battles of the turn (K36)."""
        return self.turn.marched and self.board.variant.attacks_at_sea_first

    def values(self, chosen: tuple[Any, ...]) -> Sequence[Any]:
        match chosen:
            case ():
                if self.too_late():
                    return []
                return sorted({other: None for sea in self.waters() for other in self.opponents(sea)})
            case (other,):
                return [sea for sea in self.waters() if self.state.seas[sea][other]]
        sea = chosen[1]
        return [ALL] if len(self.opponents(sea)) == 1 else forces(self.ready(sea))

    def check(self, action: Attack) -> None:
        if self.too_late():
            raise RuleError("K36", "You have moved legions: no more sea battles this turn.")
        name, ready = self.board.sea_names[action.sea], self.ready(action.sea)
        opponents = self.opponents(action.sea)
        if not opponents:
            raise RuleError("5.2c", "No triremes of others lie in {name}.", name=name)
        if action.empire not in opponents:
            names = self.board.empire_names
            raise RuleError("5.2c", "{empire} is no opponent in {name}.", empire=names[action.empire], name=name)
        if not any(ready):
            raise RuleError("5.1c", "You have no triremes in {name} that can attack.", name=name)
        check_force(action.force, ready, len(opponents))

    def apply(self, action: Attack) -> None:
        self.state.stack.append(SeaDice(action.sea, self.empire, action.empire, action.force))


class LandAttacks(Orders):
    """Battles with land units in the same province (5.4b)."""

    action = Fight

    @staticmethod
    def begins(survey: Survey) -> int:
        return survey.fields

    def opponents(self, index: int) -> list[int]:
        """Return the other sides with land units in a province."""
        province = self.state.provinces[index]
        return [side for side in range(len(province.legions)) if side != self.empire and land_units(province, side)]

    def values(self, chosen: tuple[Any, ...]) -> Sequence[Any]:
        match chosen:
            case ():
                return sorted({side: None for index in bits(self.survey.fields) for side in self.opponents(index)})
            case (side,):
                return [index for index in bits(self.survey.fields) if side in self.opponents(index)]
        index = chosen[1]
        return [ALL] if len(self.opponents(index)) == 1 else forces(self.ready(index))

    def ready(self, index: int) -> list[int]:
        """Return how many units can attack in a province, in the order of the words for a force."""
        units = can_attack(self.state, index)
        return [*units.by_deeds()[:2], units.fortresses]

    def check(self, action: Fight) -> None:
        index = action.province
        name = self.board.province_names[index]
        opponents = self.opponents(index)
        if not land_units(self.state.provinces[index], self.empire):
            raise RuleError("5.4b", "You have no land units in {name}.", name=name)
        if not opponents:
            raise RuleError("5.4b", "No land units of others stand in {name}.", name=name)
        if action.side not in opponents:
            names = self.board.side_names
            raise RuleError("5.4b", "{empire} is no opponent in {name}.", empire=names[action.side], name=name)
        if not self.survey.fields >> index & 1:
            raise RuleError("5.1c", "You have no land units in {name} that can attack.", name=name)
        check_force(action.force, self.ready(index), len(opponents))

    def apply(self, action: Fight) -> None:
        self.state.stack.append(LandBattle(action.province, self.empire, action.side, action.force))
        ask_helen(self.state, action.province, None)
