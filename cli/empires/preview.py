"""What an answer of Empires would lead to, told before it is given: odds, a note beside it, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cli.empires.map import standing
from cli.empires.words import MOVING, STARRED, VICTORIES, conqueror, lost_when_done, moment, of_done
from cli.i18n.texts import count, good, plural, term, tr, translated
from cli.mare import preview
from cli.mare.preview import Odds, Ways, chances, fleets, held, losses, of_occupy, percent, who_is_there
from cli.mare.words import tokens
from cli.ui.map.view import Stake
from cli.ui.text.names import empires
from cli.ui.text.staging import Plan, done_alone, tried
from core import Simultaneous
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
from core.empires.bots.worth import budget_of, small_sets
from core.empires.building import BuildTurn, payment_form
from core.empires.collect import legendary_cities, ordinary_income
from core.empires.edition import RULEBOOK
from core.empires.movement import Marching
from core.empires.state import Game, State, is_held_alone, land_units
from core.empires.victory import CITIES_TO_WIN, all_great_cities
from core.engine.action import Action
from core.engine.event import message_of
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.actions import Announce, Done, LoseFortress, Name, Occupy, Offer, Pillage, Take
from core.mare.kinds import FREE
from core.mare.resources import is_legendary, ordinary, spread


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


def _of_fight(state: State, empire: int, action: Fight) -> str:
    return chances(on_land(state, action.province, empire, action.empire))


def _of_attack(state: State, empire: int, action: Attack) -> str:
    return chances(at_sea(state, action.sea, empire, action.empire))


def _of_pillage(state: State, empire: int, action: Pillage) -> str:
    icon = state.board.icons[action.province][action.icon]
    if icon.commodity:
        return tr("you gain {token}; destroys it", token=term(state.board.tokens[ordinary(icon.commodity)]))
    return tr("destroys it; see 4.3.1")


def _of_name(state: State, empire: int, action: Name) -> str:
    """Return what the named player has for the phase: resources to build with, or units to move and fight with."""
    if state.phase == MOVING:
        legions = sum(province.legions[action.empire] for province in state.provinces)
        triremes = sum(sea[action.empire] for sea in state.seas)
        has = f"{count(legions, 'legion')}, {count(triremes, 'trireme')}"
    else:
        has = count(sum(state.players[action.empire].hand), "resource")
    return (
        tr("you, with {resources}", resources=has) if action.empire == empire else tr("with {resources}", resources=has)
    )


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


NOTES: Mapping[type, Callable[[State, int, Any], str]] = {
    **preview.NOTES,
    Done: of_done,
    Announce: _of_announce,
    Attack: _of_attack,
    Convert: lambda state, empire, action: tr("the province is yours from now on"),
    Fight: _of_fight,
    LoseFortress: lambda state, empire, action: _of_loss(state, empire, action.province, gives_up=False),
    LoseLegion: lambda state, empire, action: _of_loss(state, empire, action.province, gives_up=action.icon != FREE),
    MakePeace: lambda state, empire, action: tr("no battle between you this round"),
    March: _of_march,
    Name: _of_name,
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


PYRAMIDS_RULE = "6.1"


def preview_of(game: Game, seat: int, action: Action) -> list[str]:
    """Return what Enter does with a legal answer of a seat, and what the answer leads to, most important first."""
    return [*preview.at_once(game, seat, action, moment), *effects_of(game, seat, action)]


def effects_of(game: Game, seat: int, action: Action) -> list[str]:
    """Return what a legal answer of a seat leads to, most important first."""
    state = game.state
    empire = state.seats.index(seat)
    if isinstance(game.node, Simultaneous):
        return [*preview.of_offer(state, empire, action), *_of_star(state, action)]
    after, later = _right_after(game, action), tried(game, action)[0]
    said = [
        *preview.of_end(later, VICTORIES),
        *preview.of_title(state, empire, action),
        *_of_battles(state, after, empire, action),
        *_of_tile(state, action),
    ]
    said += _of_hand(state, after, empire, action)
    said += preview.of_last_purchase(state, later.state, BuildTurn, action, lost_when_done(after, empire))
    said += _of_map(state, after, empire)
    said += _of_star(state, action)
    return said


def _right_after(game: Game, action: Action) -> State:
    """Return the position right after an answer; after a loss, with what ends by it (4.3a)."""
    after: Game = done_alone(game, action)
    if isinstance(action, LoseLegion | LoseFortress):
        preview.look_past_losses(after, (Losses,))
    return after.state


def preview_of_steps(plan: Plan, seat: int) -> list[str]:
    """Return what several steps lead to that were staged on a copy of the game, most important first."""
    after = plan.game.state
    empire = after.seats.index(seat)
    actions = [action for action in map(plan.game.parse, plan.steps) if not isinstance(action, Done)]
    said = [*preview.next_of(plan.base, plan.game, seat, moment), *preview.of_end(plan.game, VICTORIES)]
    if actions and isinstance(actions[-1], March):
        for target in dict.fromkeys(action.target for action in actions if isinstance(action, March)):
            said += _arrival(after, empire, target)
        for source in dict.fromkeys(action.source for action in actions if isinstance(action, March)):
            said += _departure(plan.base.state, after, empire, source)
    said += [translated(message_of(after.board, event)) for told in plan.told for event in told]
    return said


def stakes(plan: Plan, seat: int) -> list[Stake]:
    """Return the battles that steps lead to or begin, each with the chance to win it."""
    before, after, board = plan.base.state, plan.game.state, plan.base.state.board
    empire, found = before.seats.index(seat), []
    for action in map(plan.game.parse, plan.steps):
        match action:
            case Fight(enemy, province):
                chance = on_land(before, province, empire, enemy).wins
                found.append(Stake(board.provinces[province], percent(chance)))
            case Attack(enemy, sea):
                found.append(Stake(board.seas[sea], percent(at_sea(before, sea, empire, enemy).wins)))
            case March(target=target):
                found += [
                    Stake(board.provinces[target], percent(on_land(after, target, empire, enemy).wins))
                    for enemy in _enemies(after, empire, target)
                ]
    return found


# ---------------------------------------------------------------------- resources


def _of_star(state: State, action: Action) -> Iterator[str]:
    """Yield what the star means of a legendary resource that is offered or taken."""
    held = action.tokens if isinstance(action, Offer) else (action.token,) if isinstance(action, Take) else ()
    if any(is_legendary(token) for token in held):
        yield tr(STARRED)


def _of_hand(before: State, after: State, empire: int, action: Action) -> Iterator[str]:
    was, hand = before.players[empire].hand, after.players[empire].hand
    if was != hand:
        rest, more = tokens(after, spread(hand)) or tr("no resources"), _purchases(after, empire, action)
        yield tr("Leaves you {tokens}{more}.", tokens=rest, more=more)
    if (
        isinstance(action, Done)
        and isinstance(before.stack[-1], BuildTurn)
        and (lost := lost_when_done(before, empire))
    ):
        yield lost


def _purchases(state: State, empire: int, action: Action) -> str:
    """Return what the rest still pays, in sets of three."""
    if not isinstance(action, Build):
        return ""
    more = small_sets(budget_of(state.players[empire].hand), payment_form(state.acting(empire)))
    return tr(", enough for {sets} of 3", sets=count(more, "more set")) if more else ""


# ---------------------------------------------------------------------- battles


def _of_battles(before: State, after: State, empire: int, action: Action) -> Iterator[str]:
    match action:
        case Fight(enemy, province):
            yield on_land(before, province, empire, enemy).sentence(empires(before)[enemy])
        case Attack(enemy, sea):
            yield at_sea(before, sea, empire, enemy).sentence(empires(before)[enemy])
        case March(source, target):
            yield from _arrival(after, empire, target)
            yield from _departure(before, after, empire, source)
        case Sail(target=target):
            yield preview.fleet(after, empire, target)
        case Done() if isinstance(before.stack[-1], Marching) and fields_of_battle(before, empire):
            names = ", ".join(before.board.province_names[index] for index in bits(fields_of_battle(before, empire)))
            yield tr("Then you must fight in {names} (4.1.2).", names=names)


def _arrival(state: State, empire: int, target: int) -> Iterator[str]:
    """Yield what awaits legions where they march to (4.1.2, 4.3)."""
    province, name = state.provinces[target], state.board.province_names[target]
    enemies = _enemies(state, empire, target)
    for enemy in enemies:
        foe = empires(state)[enemy]
        yield tr(
            "Battle in {name}: {sentence}", name=name, sentence=on_land(state, target, empire, enemy).sentence(foe)
        )
    if not enemies and province.controller not in (NO_EMPIRE, empire):
        yield preview.undefended(state, empire, target, conqueror(state, target, empire))
    if not enemies and province.controller == NO_EMPIRE:
        yield tr("{name} is uncontrolled, and legions there don't change that (R24).", name=name)


def _enemies(state: State, empire: int, target: int) -> list[int]:
    """Return whom an empire must fight in a province."""
    return [
        other
        for other in range(len(state.players))
        if other != empire and land_units(state.provinces[target], other) and not state.at_peace(empire, other)
    ]


def _departure(before: State, after: State, empire: int, source: int) -> Iterator[str]:
    province, name = after.provinces[source], after.board.province_names[source]
    if province.controller == empire and before.provinces[source].legions[empire] and not land_units(province, empire):
        yield tr("{name} is left without defenders.", name=name)
    lost = before.provinces[source].posts.bit_count() - province.posts.bit_count()
    if lost > 0:
        yield tr("Your legion gives up what it occupied in {name}.", name=name)


# ---------------------------------------------------------------------- the map


def _of_map(before: State, after: State, empire: int) -> Iterator[str]:
    """Return what changes for all players: levels, income, great cities."""

    def changes(other: int) -> Iterator[str]:
        yield from preview.levels(before, after, other)
        yield from preview.incomes(_income(before, other), _income(after, other), _kind_name(after))
        yield from _cities(before, after, other)

    return preview.of_map(before, after, empire, changes)


def _kind_name(state: State) -> Callable[[int, int], str]:
    names = state.board.tokens

    def name(kind: int, change: int) -> str:
        if kind < 0:
            return plural("legendary commodity", "legendary commodities", abs(change))
        return good(change, term(names[ordinary(kind)]))

    return name


def preview_of_tile(state: State, line: str) -> list[str]:
    """Return what the hero or wonder in a line is good for, if it names one: levels, and the rules on it."""
    return preview.of_tile(state.board, line, RULEBOOK, PYRAMIDS_RULE)


def _income(state: State, empire: int) -> dict[int, int]:
    """Return what an empire would collect now, by kind; -1 counts legendary commodities, with a temple's choice."""
    worths = state.worths()
    due = dict(ordinary_income(state, worths)[empire])
    drawn = sum(1 + temple for temple in legendary_cities(state, worths)[empire])
    if drawn:
        due[-1] = drawn
    return due


def _cities(before: State, after: State, empire: int) -> Iterator[str]:
    was, now = all_great_cities(before)[empire], all_great_cities(after)[empire]
    if was != now:
        yield tr("{now} of {cities_to_win} great cities", now=now, cities_to_win=CITIES_TO_WIN)


def _of_tile(state: State, action: Action) -> list[str]:
    if isinstance(action, Build) and action.where == FREE:
        return preview_of_tile(state, f"build {action.what}")
    return []


# ---------------------------------------------------------------------- what comes next
