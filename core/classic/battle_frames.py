"""The frames of battles, which several modules use."""

from __future__ import annotations

from typing import NamedTuple

from core.classic.kinds import Coming, LandForce, SeaForce, Side
from core.mare import kinds


class LandBattle(NamedTuple):
    """A battle on land that begins unless Helen prevents it (7.3c)."""

    province: kinds.Province
    attacker: kinds.Active
    defender: Side
    force: LandForce


class LandDice(NamedTuple):
    """A battle on land before its dice are rolled; ``ships`` triremes support one side (7.2b)."""

    province: kinds.Province
    attacker: kinds.Active
    defender: Side
    force: LandForce
    support: kinds.Number


class AfterLandBattle(NamedTuple):
    """A battle on land after its losses; ``force`` is what is left of it."""

    province: kinds.Province
    attacker: kinds.Active
    force: LandForce


class LandLosses(NamedTuple):
    """Units that an empire still has to lose in a battle on land, fewer than take part."""

    province: kinds.Province
    empire: kinds.Empire
    hits: kinds.Number


class SeaDice(NamedTuple):
    """A battle at sea before its dice are rolled. In a blockade the attacker is not the active player (8.1)."""

    sea: kinds.Sea
    attacker: kinds.Empire
    defender: kinds.Empire
    force: SeaForce


class AfterSeaBattle(NamedTuple):
    """A battle at sea after its losses; ``force`` is what is left of it."""

    sea: kinds.Sea
    attacker: kinds.Empire
    force: SeaForce


class SeaLosses(NamedTuple):
    """Triremes that an empire still has to lose in a battle at sea, fewer than take part."""

    sea: kinds.Sea
    empire: kinds.Empire
    hits: kinds.Number


class Helen(NamedTuple):
    """Legions of which Helen may replace one: those that come in, or ALL that fight in the battle below (7.3c)."""

    province: kinds.Province
    coming: Coming


class Supporting(NamedTuple):
    """Triremes that may support an empire in the battle below (7.2b)."""

    province: kinds.Province
    empire: kinds.Empire
