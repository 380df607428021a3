"""What an answer of 2003 would lead to, told before it is given: odds, a note beside it, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cli.classic.map import standing
from cli.classic.words import VICTORIES, conqueror, lost_when_done, moment, of_done
from cli.i18n.texts import count, good, plural, term, tr, translated
from cli.mare import preview
from cli.mare.preview import Odds, Ways, chances, fleets, held, losses, of_occupy, percent, who_is_there
from cli.mare.words import sides, tokens
from cli.ui.map.view import Stake
from cli.ui.text.staging import Plan, done_alone, tried
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
from core.classic.building import BuildTurn
from core.classic.deeds import LandUnits, WarTurn, attacking_units, fighting_ships, put_legions, units_in
from core.classic.edition import ORIGINAL_RULEBOOK, REVISED_RULEBOOK
from core.classic.kinds import ALL, Counted, deeds_of
from core.classic.setup import SetupTurn, Sites
from core.classic.state import State, is_held_alone, land_units
from core.engine.action import Action
from core.engine.event import message_of
from core.engine.flow import Simultaneous
from core.engine.state import NO_EMPIRE
from core.mare.actions import Announce, Done, LoseFortress, Name, Occupy, Pillage
from core.mare.income import due_income
from core.mare.kinds import FREE, MILITARY
from core.mare.payment import number_of_sets
from core.mare.resources import spread


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


def enemies_in(state: State, empire: int, index: int) -> list[int]:
    """Return the other sides that have land units in a province."""
    land = standing(state.provinces[index]).land
    return [side for side, units in enumerate(land) if side != empire and any(units)]


def of_battle(state: State, empire: int, target: int, number: int) -> str:
    """Return the odds of so many legions more in a province against the first enemy there; nothing without any."""
    enemies = enemies_in(state, empire, target)
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


def _of_sail(state: State, empire: int, action: Sail) -> str:
    return tr("there {fleets}", fleets=fleets(state, action.target, empire))


def _of_fight(state: State, empire: int, action: Fight) -> str:
    return chances(on_land(state, action.province, empire, action.side, action.force))


def _of_support(state: State, empire: int, action: Support | Done) -> str:
    """Return the odds of the battle with these triremes, or as it stands."""
    battle = next(frame for frame in state.stack if isinstance(frame, LandDice))
    return chances(with_support(state, battle, empire, action.number if isinstance(action, Support) else 0))


def _of_done(state: State, empire: int, action: Done) -> str:
    return (
        _of_support(state, empire, action)
        if isinstance(state.stack[-1], Supporting)
        else of_done(state, empire, action)
    )


def _of_attack(state: State, empire: int, action: Attack) -> str:
    return chances(at_sea(state, action.sea, empire, action.empire, action.force))


def _of_name(state: State, empire: int, action: Name) -> str:
    """Return what the named one has for the phase: resources to build with, or what they move and fight with."""
    if state.phase == MILITARY + 1:
        legions = sum(province.legions[action.empire] for province in state.provinces)
        triremes = sum(sea[action.empire] for sea in state.seas)
        triremes += sum(province.docks[action.empire] for province in state.provinces)
        has = f"{count(legions, 'legion')}, {count(triremes, 'trireme')}"
    else:
        has = count(sum(state.players[action.empire].hand), "resource")
    if action.empire == empire:
        return tr("you, with {resources}", resources=has)
    return tr("with {resources}", resources=has)


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


def _right_after(game: Any, action: Action) -> State:
    """Return the position right after an answer; after a loss, with what ends by it (5.6b)."""
    after = done_alone(game, action)
    if isinstance(action, LoseLegion | LoseFortress):
        preview.look_past_losses(after, (LandLosses,))
    state: State = after.state
    return state


NOTES: Mapping[type, Callable[[State, int, Any], str]] = {
    **preview.NOTES,
    Done: _of_done,
    Announce: _of_announce,
    Assimilate: lambda state, empire, action: tr("yours in the next building phase, for the price of a control marker"),
    Attack: _of_attack,
    Blockade: _of_blockade,
    Cross: _of_cross,
    Exchange: _of_exchange,
    Fight: _of_fight,
    LoseFortress: _of_loss,
    LoseLegion: _of_loss,
    March: _of_march,
    Name: _of_name,
    Obtain: lambda state, empire, action: held(state, empire, action.good),
    Occupy: lambda state, empire, action: of_occupy(state, empire, action, lambda kind: kind),
    Pass: lambda state, empire, action: tr("nothing"),
    Pillage: _of_pillage,
    PlacePiece: of_place,
    Sail: _of_sail,
    Support: _of_support,
}
"""By type of answer, what is said of one, given the state and the civilization that gives it."""


PYRAMIDS_RULE = "6.1"

RULEBOOKS = {"original": ORIGINAL_RULEBOOK, "revised": REVISED_RULEBOOK}


def preview_of(game: Any, seat: int, action: Action) -> list[str]:
    """Return what Enter does with a legal answer of a seat, and what the answer leads to, most important first."""
    return [*preview.at_once(game, seat, action, moment), *effects_of(game, seat, action)]


def effects_of(game: Any, seat: int, action: Action) -> list[str]:
    """Return what a legal answer of a seat leads to, most important first."""
    state: State = game.state
    empire = state.seats.index(seat)
    if isinstance(game.node, Simultaneous):
        return list(preview.of_offer(state, empire, action))
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
    return said


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
            case Fight(enemy, province, force):
                chance = on_land(before, province, empire, enemy, force).wins
                found.append(Stake(board.provinces[province], percent(chance)))
            case Attack(enemy, sea, force):
                found.append(Stake(board.seas[sea], percent(at_sea(before, sea, empire, enemy, force).wins)))
            case March(target=target):
                found += [
                    Stake(board.provinces[target], percent(on_land(after, target, empire, enemy).wins))
                    for enemy in enemies_in(after, empire, target)
                ]
    return found


def preview_of_words(state: State, line: str) -> list[str]:
    """Return what the hero or wonder that a line names is good for, if it names one."""
    return preview.of_tile(state.board, line, RULEBOOKS[state.board.variant.id], PYRAMIDS_RULE)


def _of_tile(state: State, action: Action) -> list[str]:
    if isinstance(action, Build) and action.where == FREE:
        return preview_of_words(state, action.what)
    return []


def _of_hand(before: State, after: State, empire: int, action: Action) -> Iterator[str]:
    was, hand = before.players[empire].hand, after.players[empire].hand
    if was != hand:
        more = number_of_sets(hand, 3) if isinstance(action, Build | Convert | Exchange) else 0
        enough = tr(", enough for {sets} of 3", sets=count(more, "more set")) if more else ""
        yield tr("Leaves you {tokens}{more}.", tokens=tokens(after, spread(hand)) or tr("no resources"), more=enough)
    turn = before.stack[-1]
    if isinstance(action, Done) and isinstance(turn, BuildTurn):
        lost = lost_when_done(before, empire)
        if lost:
            yield lost
    if isinstance(action, Done) and isinstance(turn, SetupTurn):
        yield plural("{number} point is lost (1.4b).", "{number} points are lost (1.4b).", turn.points)


# ---------------------------------------------------------------------- battles


def _of_battles(before: State, after: State, empire: int, action: Action) -> Iterator[str]:
    match action:
        case Fight(enemy, province, force):
            yield on_land(before, province, empire, enemy, force).sentence(sides(before)[enemy])
        case Attack(enemy, sea, force):
            yield at_sea(before, sea, empire, enemy, force).sentence(sides(before)[enemy])
        case March(source, target):
            yield from _arrival(after, empire, target)
            yield from _departure(before, after, empire, source)
        case Sail(target=target):
            yield preview.fleet(after, empire, target)


def _arrival(state: State, empire: int, target: int) -> Iterator[str]:
    """Yield what awaits legions where they march to (5.4, 5.8)."""
    province, name = state.provinces[target], state.board.province_names[target]
    enemies = enemies_in(state, empire, target)
    for enemy in enemies:
        foe = sides(state)[enemy]
        sentence = on_land(state, target, empire, enemy).sentence(foe)
        yield tr("Battle in {name}: {sentence}", name=name, sentence=sentence)
    if not enemies and province.controller not in (NO_EMPIRE, empire):
        yield preview.undefended(state, empire, target, conqueror(state, target, empire))


def _departure(before: State, after: State, empire: int, source: int) -> Iterator[str]:
    province, name = after.provinces[source], after.board.province_names[source]
    if province.controller == empire and before.provinces[source].legions[empire] and not land_units(province, empire):
        yield tr("{name} is left without defenders.", name=name)
    lost = before.provinces[source].posts.bit_count() - province.posts.bit_count()
    if lost > 0:
        yield tr("Your legion gives up what it occupied in {name}.", name=name)


# ---------------------------------------------------------------------- the map


def _of_map(before: State, after: State, empire: int) -> Iterator[str]:
    was, now = due_income(before, before.worths()), due_income(after, after.worths())
    names = after.board.tokens

    def changes(other: int) -> Iterator[str]:
        yield from preview.levels(before, after, other)
        yield from preview.incomes(was[other], now[other], lambda kind, change: good(change, term(names[kind])))

    return preview.of_map(before, after, empire, changes)
