"""What an answer would lead to, told before it is given: worked out by giving it on a copy of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.classic import odds
from cli.classic.notes import enemies_in
from cli.classic.words import VICTORIES, lost_when_done, moment
from cli.i18n.texts import count, good, plural, term, tr, translated
from cli.mare import preview
from cli.mare.preview import percent
from cli.mare.words import sides, tokens
from cli.ui.map.view import Stake
from cli.ui.text.staging import Plan, done_alone, tried
from core.classic.actions import Attack, Build, Convert, Exchange, Fight, March, Sail
from core.classic.building import BuildTurn
from core.classic.rulebook import ORIGINAL_RULEBOOK, REVISED_RULEBOOK
from core.classic.setup import SetupTurn
from core.classic.state import State, land_units
from core.engine.action import Action
from core.engine.event import message_of
from core.engine.flow import Simultaneous
from core.engine.state import NO_EMPIRE
from core.mare.actions import Done
from core.mare.income import due_income
from core.mare.kinds import FREE
from core.mare.payment import number_of_sets
from core.mare.resources import spread

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
    after, later = done_alone(game, action).state, tried(game, action)[0]
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
                chance = odds.on_land(before, province, empire, enemy, force).wins
                found.append(Stake(board.provinces[province], percent(chance)))
            case Attack(enemy, sea, force):
                found.append(Stake(board.seas[sea], percent(odds.at_sea(before, sea, empire, enemy, force).wins)))
            case March(target=target):
                found += [
                    Stake(board.provinces[target], percent(odds.on_land(after, target, empire, enemy).wins))
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
            yield odds.on_land(before, province, empire, enemy, force).sentence(sides(before)[enemy])
        case Attack(enemy, sea, force):
            yield odds.at_sea(before, sea, empire, enemy, force).sentence(sides(before)[enemy])
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
        sentence = odds.on_land(state, target, empire, enemy).sentence(foe)
        yield tr("Battle in {name}: {sentence}", name=name, sentence=sentence)
    if not enemies and province.controller not in (NO_EMPIRE, empire):
        owner = sides(state)[province.controller]
        if state.board.capital_mask >> target & 1:
            yield tr(
                "{name} has no defenders: you may pillage or occupy there, but not take its marker (5.8).", name=name
            )
        else:
            yield tr(
                "{name} has no defenders: you may pillage, occupy or assimilate what {owner} has there (5.8).",
                name=name,
                owner=owner,
            )


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
