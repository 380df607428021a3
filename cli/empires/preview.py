"""What an answer of Empires would lead to, told before it is given: odds, a note beside it, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cli.empires.deals import EmpiresJudge
from cli.empires.map import standing
from cli.empires.words import MOVING, STARRED, WORDS
from cli.i18n.texts import plural, term, tr
from cli.mare import preview
from cli.mare.answering import Battle, MareAnswering
from cli.mare.preview import Odds, Ways, chances, fleets, held, losses, of_name, of_occupy, who_is_there
from core.empires.actions import (
    Attack,
    Build,
    Convert,
    Fight,
    LoseLegion,
    MakePeace,
    March,
    Obtain,
    OccupyMarker,
    Remove,
    Sail,
)
from core.empires.battle import Losses, dice_on_land, fields_of_battle, land_total
from core.empires.board import Board
from core.empires.bots.worth import budget_of, small_sets
from core.empires.building import BuildTurn, payment_form
from core.empires.collect import legendary_cities, ordinary_income
from core.empires.edition import RULEBOOK
from core.empires.movement import Marching
from core.empires.state import Game, State, is_held_alone, land_units
from core.empires.victory import CITIES_TO_WIN, all_great_cities
from core.engine.action import Action
from core.engine.masks import bits
from core.engine.rulebook import Rulebook
from core.engine.state import NO_EMPIRE
from core.mare.actions import Announce, Done, LoseFortress, Name, Occupy, Offer, Pillage, Take
from core.mare.kinds import FREE
from core.mare.resources import is_legendary, ordinary


def on_land(state: State, province: int, empire: int, enemy: int, *, own_turn: bool = True) -> Odds:
    """Return the odds in a province for an empire against another, as they stand there now."""
    record = state.provinces[province]

    def lost(victim: int, by: int, by_own_turn: bool) -> Ways:
        if not land_units(record, by):
            return (1, *[0] * land_units(record, victim))
        bonus = land_total(state, record, by, [], own_turn=by_own_turn)
        cancelled = int(record.fortress == victim)
        return losses(dice_on_land(state, record, by), bonus, cancelled, land_units(record, victim))

    return Odds(lost(empire, enemy, not own_turn), lost(enemy, empire, own_turn))


def at_sea(state: State, sea: int, empire: int, enemy: int) -> Odds:
    """Return the odds in a sea."""
    own, other = state.seas[sea][empire], state.seas[sea][enemy]
    return Odds(losses(other, 0, 0, own), losses(own, 0, 0, other))


def _of_march(state: State, empire: int, action: March) -> str:
    rest = state.provinces[action.source].legions[empire] - action.number
    stay = tr("{number} stay", number=rest) if rest else tr("all")
    odds_ = of_battle(state, empire, action.target, action.number)
    return f"{stay}; {odds_ or who_is_there(state, action.target, empire, standing)}"


def of_battle(state: State, empire: int, target: int, number: int) -> str:
    """Return the odds of so many more legions in a province against the first enemy there; nothing without one."""
    for other in range(len(state.players)):
        at_war = other != empire and not state.at_peace(empire, other)
        if at_war and land_units(state.provinces[target], other):
            after = state.copy()
            after.provinces[target] = after.provinces[target].change_legions(empire, number)
            return chances(on_land(after, target, empire, other))
    return ""


def _of_sail(state: State, empire: int, action: Sail) -> str:
    rest = state.seas[action.source][empire] - action.number
    stay = tr("{number} stay", number=rest) if rest else tr("all")
    return tr("{stay}; there {fleets}", stay=stay, fleets=fleets(state, action.target, empire))


def battle(state: State, empire: int, action: Action) -> Battle | None:
    """Return the battle that an answer begins."""
    match action:
        case Fight(enemy, province):
            return Battle(state.board.provinces[province], enemy, on_land(state, province, empire, enemy))
        case Attack(enemy, sea):
            return Battle(state.board.seas[sea], enemy, at_sea(state, sea, empire, enemy))
    return None


def _of_battle(state: State, empire: int, action: Attack | Fight) -> str:
    begun = battle(state, empire, action)
    return chances(begun.odds) if begun else ""


def _of_pillage(state: State, empire: int, action: Pillage) -> str:
    icon = state.board.icons[action.province][action.icon]
    if icon.commodity:
        return tr("you gain {token}; destroys it", token=term(state.board.tokens[ordinary(icon.commodity)]))
    return tr("destroys it; see 4.3.1")


def _of_announce(state: State, empire: int, action: Announce) -> str:
    sides = state.board.map.exchange
    left = ["/".join(map(str, sides[marker])) for marker in state.exchange if action.number not in sides[marker]]
    if not left:
        return tr("then you have all markers again")
    return tr("markers left: {markers}", markers=", ".join(left))


def _of_loss(state: State, empire: int, index: int, *, gives_up: bool) -> str:
    """Return what becomes of the occupation of a province with a loss there (4.3a)."""
    province = state.provinces[index]
    alone = is_held_alone(province, empire)
    return preview.of_loss(province.occupier, empire, gives_up=gives_up, is_held_alone=alone)


LEGENDARY = -1
"""Where an income counts legendary commodities: their kinds are not known before."""

NOTES: Mapping[type, Callable[[State, int, Any], str]] = {
    **preview.NOTES,
    Done: WORDS.of_done,
    Announce: _of_announce,
    Attack: _of_battle,
    Convert: lambda state, empire, action: tr("the province is yours from now on"),
    Fight: _of_battle,
    LoseFortress: lambda state, empire, action: _of_loss(state, empire, action.province, gives_up=False),
    LoseLegion: lambda state, empire, action: _of_loss(state, empire, action.province, gives_up=action.icon != FREE),
    MakePeace: lambda state, empire, action: tr("no battle between you this round"),
    March: _of_march,
    Name: lambda state, empire, action: of_name(state, empire, action, is_moving=state.phase == MOVING),
    Obtain: lambda state, empire, action: held(state, empire, ordinary(action.kind)),
    Occupy: lambda state, empire, action: of_occupy(state, empire, action, ordinary),
    OccupyMarker: lambda state, empire, action: tr(
        "yours when your next turn begins, if your legion still stands there"
    ),
    Pillage: _of_pillage,
    Remove: lambda state, empire, action: tr("the province is uncontrolled then"),
    Sail: _of_sail,
}
"""By type of answer, what is said of one, given the state and the empire that gives it."""


class EmpiresPreview(MareAnswering):
    """What answers of Empires lead to."""

    words, turn, losses = WORDS, BuildTurn, Losses
    build, march, sail = Build, March, Sail
    judge = EmpiresJudge
    on_land, battle = staticmethod(on_land), staticmethod(battle)

    def rulebook(self, board: Board) -> Rulebook:
        return RULEBOOK

    def at_peace(self, state: State, empire: int, other: int) -> bool:
        return state.at_peace(empire, other)

    def sets_left(self, state: State, empire: int, action: Action) -> int:
        if not isinstance(action, Build):
            return 0
        return small_sets(budget_of(state.players[empire].hand), payment_form(state.acting(empire)))

    def incomes(self, state: State) -> list[dict[int, int]]:
        """Return what each would collect now; LEGENDARY counts legendary commodities, with a temple's choice."""
        worths = state.worths()
        due = [{ordinary(kind): number for kind, number in one.items()} for one in ordinary_income(state, worths)]
        for one, cities in zip(due, legendary_cities(state, worths), strict=True):
            if cities:
                one[LEGENDARY] = sum(1 + temple for temple in cities)
        return due

    def good(self, board: Board, token: int, number: int) -> str:
        if token == LEGENDARY:
            return plural("legendary commodity", "legendary commodities", abs(number))
        return super().good(board, token, number)

    def effects(self, game: Game, seat: int, action: Action) -> list[str]:
        """Return what an answer leads to, and what the star means of a legendary resource that is offered or taken."""
        said = super().effects(game, seat, action)
        tokens = action.tokens if isinstance(action, Offer) else (action.token,) if isinstance(action, Take) else ()
        return [*said, tr(STARRED)] if any(map(is_legendary, tokens)) else said

    def of_battles(self, before: State, after: State, empire: int, action: Action) -> Iterator[str]:
        yield from super().of_battles(before, after, empire, action)
        fields = fields_of_battle(before, empire)
        if isinstance(action, Done) and isinstance(before.stack[-1], Marching) and fields:
            names = ", ".join(before.board.province_names[index] for index in bits(fields))
            yield tr("Then you must fight in {names} (4.1.2).", names=names)

    def arrival(self, state: State, empire: int, target: int) -> Iterator[str]:
        """Yield what awaits legions where they march to (4.1.2, 4.3)."""
        told = [*super().arrival(state, empire, target)]
        yield from told
        if not told and state.provinces[target].controller == NO_EMPIRE:
            name = state.board.province_names[target]
            yield tr("{name} is uncontrolled, and legions there don't change that (R24).", name=name)

    def changes(self, before: State, after: State, empire: int) -> Iterator[str]:
        """Yield how levels, income and great cities of an empire change."""
        yield from super().changes(before, after, empire)
        was, now = all_great_cities(before)[empire], all_great_cities(after)[empire]
        if was != now:
            yield tr("{now} of {cities_to_win} great cities", now=now, cities_to_win=CITIES_TO_WIN)
