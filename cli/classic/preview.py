"""What an answer of 2003 would lead to, told before it is given: odds, a note beside it, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cli.classic.deals import ClassicJudge
from cli.classic.map import standing
from cli.classic.words import WORDS
from cli.i18n.texts import count, good, plural, term, tr
from cli.mare import preview
from cli.mare.answering import Battle, MareAnswering
from cli.mare.preview import Odds, Ways, chances, fleets, held, losses, of_name, of_occupy, who_is_there
from core.classic.actions import (
    Assimilate,
    Attack,
    Blockade,
    Build,
    Convert,
    Cross,
    Exchange,
    Fight,
    LoseLegion,
    March,
    Obtain,
    Pass,
    PlacePiece,
    Sail,
    Support,
)
from core.classic.battle import LandDice, LandLosses, Supporting, land_total, tiles_of
from core.classic.blockade import Shipping
from core.classic.board import Board
from core.classic.building import BuildTurn
from core.classic.deeds import LandUnits, WarTurn, attacking_units, fighting_ships, put_legions, units_in
from core.classic.edition import ORIGINAL_RULEBOOK, REVISED_RULEBOOK
from core.classic.kinds import ALL, Counted, deeds_of
from core.classic.setup import SetupTurn, Sites
from core.classic.state import State, is_held_alone
from core.engine.action import Action
from core.engine.rulebook import Rulebook
from core.mare.actions import Announce, Done, LoseFortress, Name, Occupy, Pillage
from core.mare.income import Due, due_income
from core.mare.kinds import FREE, MILITARY
from core.mare.payment import number_of_sets


def on_land(state: State, province: int, empire: int, enemy: int, force: Counted = ALL) -> Odds:
    """Return the odds in a province for the active empire against a side, as they stand there now."""
    own, other = attacking_units(state, province, force), units_in(state, enemy, province)
    return Odds(_lost(state, own, other, enemy), _lost(state, other, own, empire))


def with_support(state: State, battle: LandDice, empire: int, ships: int) -> Odds:
    """Return the odds for an empire of a side of a battle that so many triremes more support (7.2b)."""
    sides = [battle.attacker, battle.defender]
    both = [attacking_units(state, battle.province, battle.force), units_in(state, battle.defender, battle.province)]
    if empire == battle.defender:
        sides.reverse()
        both.reverse()
    own, other = both
    return Odds(_lost(state, own, other, sides[1]), _lost(state, other, own, empire, battle.support + ships))


def _lost(state: State, victim: LandUnits, by: LandUnits, side: int, support: int = 0) -> Ways:
    """Return the ways in which one side makes another lose units; a fortress adds 6 and cancels nothing."""
    if not by.size:
        return (1, *[0] * victim.size)
    return losses(by.all_legions, land_total(state, side, by, []) + support, 0, victim.size)


def at_sea(state: State, sea: int, empire: int, enemy: int, force: Counted = ALL) -> Odds:
    """Return the odds in a sea for the active empire."""
    own = sum(fighting_ships(state, empire, sea, empire, force))
    other = state.seas[sea][enemy]
    return Odds(losses(other, _bonus(state, enemy, other), 0, own), losses(own, _bonus(state, empire, own), 0, other))


def _bonus(state: State, empire: int, ships: int) -> int:
    added: int = sum([tile.ship_bonus for tile in tiles_of(state, empire)])
    return ships * added


def of_battle(state: State, empire: int, target: int, number: int) -> str:
    """Return the odds of so many legions more in a province against the first enemy there; nothing without any."""
    land = enumerate(standing(state.provinces[target]).land)
    enemies = [side for side, units in land if side != empire and any(units)]
    if not enemies or not any(isinstance(frame, WarTurn) for frame in state.stack):
        return ""
    after = state.copy()
    put_legions(after, target, [number, *[0] * 7])
    return chances(on_land(after, target, empire, enemies[0]))


def _of_march(state: State, empire: int, action: March) -> str:
    rest = state.provinces[action.source].legions[empire] - action.number
    stay = tr("{number} stay", number=rest) if rest else tr("all")
    met = of_battle(state, empire, action.target, action.number)
    return f"{stay}; {met or who_is_there(state, action.target, empire, standing)}"


def _of_cross(state: State, empire: int, action: Cross) -> str:
    """Return how many come over the Alps, and what they meet."""
    _, target = state.board.alps
    number = action.number - state.board.map.alps.lost
    met = of_battle(state, empire, target, number) or who_is_there(state, target, empire, standing)
    return tr("{number} arrive in {name}; {met}", number=number, name=term(state.board.province_names[target]), met=met)


def _of_blockade(state: State, empire: int, action: Blockade) -> str:
    """Return the odds of the first battle, which all triremes of both sides there fight (K53)."""
    shipping = next(frame for frame in state.stack if isinstance(frame, Shipping))
    return chances(at_sea(state, action.seas[0], empire, shipping.empire))


def battle(state: State, empire: int, action: Action) -> Battle | None:
    """Return the battle that an answer begins."""
    match action:
        case Fight(enemy, province, force):
            return Battle(state.board.provinces[province], enemy, on_land(state, province, empire, enemy, force))
        case Attack(enemy, sea, force):
            return Battle(state.board.seas[sea], enemy, at_sea(state, sea, empire, enemy, force))
    return None


def _of_battle(state: State, empire: int, action: Attack | Fight) -> str:
    begun = battle(state, empire, action)
    return chances(begun.odds) if begun else ""


def _of_sail(state: State, empire: int, action: Sail) -> str:
    return tr("there {fleets}", fleets=fleets(state, action.target, empire))


def _of_support(state: State, empire: int, action: Support | Done) -> str:
    """Return the odds of the battle with these triremes, or as it stands."""
    battle = next(frame for frame in state.stack if isinstance(frame, LandDice))
    return chances(with_support(state, battle, empire, action.number if isinstance(action, Support) else 0))


def _of_done(state: State, empire: int, action: Done) -> str:
    return (
        _of_support(state, empire, action)
        if isinstance(state.stack[-1], Supporting)
        else WORDS.of_done(state, empire, action)
    )


def _of_announce(state: State, empire: int, action: Announce) -> str:
    if not action.number:
        return tr("no trade")
    able = sum([sum(player.hand) >= action.number for player in state.players])
    if able == 1:
        return tr("no trade: no other player holds so many")
    return tr("{players} can take part", players=count(able, "player"))


def _of_pillage(state: State, empire: int, action: Pillage) -> str:
    return tr("destroys it; see 5.8c")


def of_place(state: State, empire: int, action: PlacePiece) -> str:
    """Return the price in points, what is left of them, and what a building collects from the next round on."""
    sites = Sites(state, SetupTurn(empire, 0))
    turn = next((frame for frame in state.stack if isinstance(frame, SetupTurn)), None)
    cost = sites.cost(action.what)
    left = tr("costs {number}", number=cost)
    if turn is not None:
        left = tr("costs {price}, leaves {points} points", price=cost, points=turn.points - cost)
    earned = gain_of(state, empire, action)
    return f"{left}; {earned}" if earned else left


def gain_of(state: State, empire: int, action: PlacePiece) -> str:
    """Return what a building adds to the income, in words."""
    board = state.board
    if action.where == FREE or action.what not in board.icon_of[action.where]:
        return ""
    built = state.provinces[action.where].built
    with_it = built | 1 << board.icon_of[action.where][action.what]
    worths = board.worths[action.where]
    was, now = dict(worths[built].income), dict(worths[with_it].income)
    changes = [(kind, now[kind] - was.get(kind, 0)) for kind in sorted(now) if now[kind] != was.get(kind, 0)]
    return ", ".join(
        tr("{change:+d} {good}", change=change, good=good(change, term(board.tokens[kind]))) for kind, change in changes
    )


def _of_exchange(state: State, empire: int, action: Exchange) -> str:
    return tr("the bank has {number}", number=state.bank[action.gained])


def _of_loss(state: State, empire: int, action: LoseLegion | LoseFortress) -> str:
    """Return what becomes of the occupation of a province with a loss there (5.6b)."""
    gives_up = isinstance(action, LoseLegion) and action.which != FREE and deeds_of(action.which) < 0
    province = state.provinces[action.province]
    alone = is_held_alone(province, empire)
    return preview.of_loss(province.occupier, empire, gives_up=gives_up, is_held_alone=alone)


NOTES: Mapping[type, Callable[[State, int, Any], str]] = {
    **preview.NOTES,
    Done: _of_done,
    Announce: _of_announce,
    Assimilate: lambda state, empire, action: tr("yours in the next building phase, for the price of a control marker"),
    Attack: _of_battle,
    Blockade: _of_blockade,
    Cross: _of_cross,
    Exchange: _of_exchange,
    Fight: _of_battle,
    LoseFortress: _of_loss,
    LoseLegion: _of_loss,
    March: _of_march,
    Name: lambda state, empire, action: of_name(state, empire, action, is_moving=state.phase == MILITARY + 1),
    Obtain: lambda state, empire, action: held(state, empire, action.good),
    Occupy: lambda state, empire, action: of_occupy(state, empire, action, lambda kind: kind),
    Pass: lambda state, empire, action: tr("nothing"),
    Pillage: _of_pillage,
    PlacePiece: of_place,
    Sail: _of_sail,
    Support: _of_support,
}
"""By type of answer, what is said of one, given the state and the civilization that gives it."""


RULEBOOKS = {"original": ORIGINAL_RULEBOOK, "revised": REVISED_RULEBOOK}


class ClassicPreview(MareAnswering):
    """What answers of 2003 lead to."""

    words, turn, losses = WORDS, BuildTurn, LandLosses
    build, march, sail = Build, March, Sail
    judge = ClassicJudge
    on_land, battle = staticmethod(on_land), staticmethod(battle)

    def rulebook(self, board: Board) -> Rulebook:
        return RULEBOOKS[board.variant.id]

    def can_fight(self, state: State, empire: int) -> bool:
        return any(isinstance(frame, WarTurn) and frame.empire == empire for frame in state.stack)

    def sets_left(self, state: State, empire: int, action: Action) -> int:
        return number_of_sets(state.players[empire].hand, 3) if isinstance(action, Build | Convert | Exchange) else 0

    def incomes(self, state: State) -> list[Due]:
        return due_income(state, state.worths())

    def of_hand(self, before: State, after: State, empire: int, action: Action) -> Iterator[str]:
        yield from super().of_hand(before, after, empire, action)
        turn = before.stack[-1]
        if isinstance(action, Done) and isinstance(turn, SetupTurn):
            yield plural("{number} point is lost (1.4b).", "{number} points are lost (1.4b).", turn.points)
