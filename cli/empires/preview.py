"""What an answer would lead to, told before it is given: worked out by giving it on a copy of the game."""

from __future__ import annotations

from collections.abc import Iterator

from cli.empires import odds
from cli.empires.describe import STARRED, VICTORIES, lost_when_done, moment
from cli.i18n.counting import count, good
from cli.i18n.texts import term, tr, translated
from cli.mare.names import bonus, tokens
from cli.ui.text.ending import ending
from cli.ui.text.sides import empires
from cli.ui.text.staging import Plan, done_alone, same_phase, tried
from core import Simultaneous
from core.empires.actions import Attack, Build, Fight, March, Sail
from core.empires.battle import fields_of_battle
from core.empires.bots.steward.purse import purse_of, small_sets
from core.empires.building import BuildTurn, payment_form
from core.empires.collect import legendary_cities, ordinary_income
from core.empires.conquest import marker_in_reach
from core.empires.game import Game
from core.empires.movement import Marching
from core.empires.rulebook import RULEBOOK
from core.empires.state import State, Tile, land_units
from core.empires.victory import CITIES_TO_WIN, all_great_cities
from core.engine.action import Action
from core.engine.event import message_of
from core.engine.flow import Chance, Decision, Over
from core.engine.rulebook import italics
from core.engine.state import NOBODY
from core.mare.actions import Done, Offer, Take
from core.mare.graph import bits
from core.mare.kinds import FREE, TRACKS
from core.mare.resources import is_legendary, minus, ordinary, spread
from core.mare.titles import all_levels

PYRAMIDS_RULE = "6.1"


def preview(game: Game, seat: int, action: Action) -> list[str]:
    """What a legal answer of a seat leads to, most important first."""
    state = game.state
    empire = state.seats.index(seat)
    if isinstance(game.node, Simultaneous):
        return list(_secretly(state, empire, action))
    after, later = done_alone(game, action).state, tried(game, action)[0]
    said = [
        *_next(game, later, seat),
        *_of_end(later),
        *_of_battles(state, after, empire, action),
        *_of_tile(state, action),
    ]
    said += _of_hand(state, after, empire, action)
    said += _of_map(state, after, empire)
    said += _of_star(state, action)
    return said


def preview_of_steps(plan: Plan, seat: int) -> list[str]:
    """What several steps lead to that were staged on a copy of the game, most important first."""
    after = plan.game.state
    empire = after.seats.index(seat)
    actions = [action for action in map(plan.game.parse, plan.steps) if not isinstance(action, Done)]
    said = [*_next(plan.base, plan.game, seat), *_of_end(plan.game)]
    if actions and isinstance(actions[-1], March):
        for target in dict.fromkeys(action.target for action in actions if isinstance(action, March)):
            said += _arrival(after, empire, target)
    said += [translated(message_of(after.board, event)) for told in plan.told for event in told]
    return said


# ---------------------------------------------------------------------- resources


def _secretly(state: State, empire: int, action: Action) -> Iterator[str]:
    yield tr("Enter commits to it: nobody sees it before all have committed, and it can't be changed.")
    if isinstance(action, Offer):
        left = spread(minus(state.players[empire].hand, action.tokens))
        yield tr("You keep {tokens}.", tokens=tokens(state, left) or tr("nothing"))
    yield from _of_star(state, action)


def _of_star(state: State, action: Action) -> Iterator[str]:
    """What the star means of a legendary resource that is offered or taken."""
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
    """What the rest still pays, in sets of three."""
    if not isinstance(action, Build):
        return ""
    more = small_sets(purse_of(state.players[empire].hand), payment_form(state.acting(empire)))
    return tr(", enough for {sets} of 3", sets=count(more, "more set")) if more else ""


# ---------------------------------------------------------------------- battles


def _of_battles(before: State, after: State, empire: int, action: Action) -> Iterator[str]:
    match action:
        case Fight(enemy, province):
            yield odds.on_land(before, province, empire, enemy).sentence(empires(before)[enemy])
        case Attack(enemy, sea):
            yield odds.at_sea(before, sea, empire, enemy).sentence(empires(before)[enemy])
        case March(source, target):
            yield from _arrival(after, empire, target)
            yield from _departure(before, after, empire, source)
        case Sail(target=target):
            yield _fleet(after, empire, target)
        case Done() if isinstance(before.stack[-1], Marching) and fields_of_battle(before, empire):
            names = ", ".join(before.board.province_names[index] for index in bits(fields_of_battle(before, empire)))
            yield tr("Then you must fight in {names} (4.1.2).", names=names)


def _arrival(state: State, empire: int, target: int) -> Iterator[str]:
    """What awaits legions where they march to (4.1.2, 4.3)."""
    province, name = state.provinces[target], state.board.province_names[target]
    enemies = [
        other
        for other in range(len(state.players))
        if other != empire and land_units(province, other) and not state.at_peace(empire, other)
    ]
    for enemy in enemies:
        foe = empires(state)[enemy]
        yield tr(
            "Battle in {name}: {sentence}", name=name, sentence=odds.on_land(state, target, empire, enemy).sentence(foe)
        )
    if not enemies and province.controller not in (NOBODY, empire):
        owner = empires(state)[province.controller]
        marker = "" if marker_in_reach(state, empire, target) else tr(", though not the marker (R21)")
        yield tr(
            "Nobody defends {name}: you may pillage or occupy what {owner} has there{marker} (4.3).",
            name=name,
            owner=owner,
            marker=marker,
        )
    if not enemies and province.controller == NOBODY:
        yield tr("{name} is uncontrolled; legions there change nothing about that (R24).", name=name)


def _departure(before: State, after: State, empire: int, source: int) -> Iterator[str]:
    province, name = after.provinces[source], after.board.province_names[source]
    if province.controller == empire and before.provinces[source].legions[empire] and not land_units(province, empire):
        yield tr("{name} is left without defenders.", name=name)
    lost = before.provinces[source].posts.bit_count() - province.posts.bit_count()
    if lost > 0:
        yield tr("What your legion occupied in {name} is let go.", name=name)


def _fleet(state: State, empire: int, sea: int) -> str:
    others = [
        f"{empires(state)[other]} {number}"
        for other, number in enumerate(state.seas[sea])
        if number and other != empire
    ]
    there = tr("; there are {others}, whom you may attack", others=", ".join(others)) if others else ""
    return tr(
        "{sea} then has {triremes} of yours{there}.",
        sea=state.board.sea_names[sea],
        triremes=count(state.seas[sea][empire], "trireme"),
        there=there,
    )


# ---------------------------------------------------------------------- the map


def _of_map(before: State, after: State, empire: int) -> Iterator[str]:
    """What changes for everybody: levels, income, great cities."""
    if before.provinces == after.provinces and before.seas == after.seas and before.players == after.players:
        return
    for other in _first(empire, len(after.players)):
        changes = [*_levels(before, after, other), *_incomes(before, after, other), *_cities(before, after, other)]
        if changes:
            who = tr("You") if other == empire else empires(after)[other]
            yield f"{who}: {'; '.join(changes)}."


def _first(empire: int, number: int) -> list[int]:
    return [empire, *[other for other in range(number) if other != empire]]


def _levels(before: State, after: State, empire: int) -> Iterator[str]:
    reached = all_levels(after)
    for track, (was, now) in enumerate(zip(all_levels(before)[empire], reached[empire], strict=True)):
        if was != now:
            best = max(level[track] for other, level in enumerate(reached) if other != empire)
            told = {"track": term(TRACKS[track]), "was": was, "now": now}
            if now > best:
                yield tr("{track} {was} to {now}, ahead", **told)
            elif now == best:
                yield tr("{track} {was} to {now}, level", **told)
            else:
                yield tr("{track} {was} to {now} (best {best})", **told, best=best)


def _incomes(before: State, after: State, empire: int) -> Iterator[str]:
    was, now = _income(before, empire), _income(after, empire)
    names = after.board.tokens
    changes = [
        tr(
            "{change:+d} {good}",
            change=change,
            good=tr("legendary") if kind < 0 else good(change, term(names[ordinary(kind)])),
        )
        for kind in sorted({*was, *now})
        if (change := now.get(kind, 0) - was.get(kind, 0))
    ]
    if changes:
        yield tr("next collection {changes}", changes=", ".join(changes))


def _income(state: State, empire: int) -> dict[int, int]:
    """What an empire collects as things stand, by kind; -1 are legendary commodities, a temple's choice among them."""
    worths = state.worths()
    due = dict(ordinary_income(state, worths)[empire])
    drawn = sum(1 + temple for temple in legendary_cities(state, worths)[empire])
    if drawn:
        due[-1] = drawn
    return due


def _cities(before: State, after: State, empire: int) -> Iterator[str]:
    was, now = all_great_cities(before)[empire], all_great_cities(after)[empire]
    if was != now:
        yield tr("{now} of {cities_to_win} capitals and legendary cities", now=now, cities_to_win=CITIES_TO_WIN)


def _of_tile(state: State, action: Action) -> list[str]:
    if isinstance(action, Build) and action.where == FREE:
        return preview_of_tile(state, f"build {action.what}")
    return []


def preview_of_tile(state: State, line: str) -> list[str]:
    """What the hero or wonder that a line names is good for, if it names one: levels, and what the rules say on it."""
    for word in line.split():
        if word in state.board.tile_of:
            tile = state.board.tiles[state.board.tile_of[word]]
            name, levels = term(tile.name), bonus(tile)
            told = [_on(tile.name, text) for text in _rules_on(tile)] or [tr("no ability besides.")]
            first = f"{name} ({levels})" if levels else name
            return [f"{first}: {told[0]}", *[f"{name}: {text}" for text in told[1:]]]
    return []


def _rules_on(tile: Tile) -> list[str]:
    found = RULEBOOK.about(PYRAMIDS_RULE) if tile.kind == "pyramids" else RULEBOOK.abilities(tile.name)
    return [paragraph.text for paragraph in found]


def _on(name: str, text: str) -> str:
    """The part of a paragraph that speaks of a name, where it speaks of several, each in italics."""
    parts, told = italics(text), italics(tr(text))
    here = next((place for place in range(1, len(parts), 2) if f"{name} ".startswith(f"{parts[place]} ")), None)
    if here is None or len(told) != len(parts):
        return "".join(told)
    return told[here + 1].strip(" :")


# ---------------------------------------------------------------------- what comes next


def _of_end(after: Game) -> Iterator[str]:
    """Who has won, and how, where an answer ends the game."""
    if isinstance(after.node, Over):
        winners, victory = after.node.result
        yield ending(victory, [empires(after.state)[winner] for winner in winners], VICTORIES)


def _next(before: Game, after: Game, seat: int) -> Iterator[str]:
    """That an answer is signed at once, as somebody else, chance or another phase comes next."""
    match after.node:
        case Decision(seat=other) if other == seat:
            if not same_phase(before, after):
                yield tr("Enter signs this: then {moment} begins.", moment=f"“{moment(after.state)}”")
        case Decision(empire=other):
            yield tr("Enter signs this: then {empire} is next.", empire=empires(after.state)[other])
        case Simultaneous():
            yield tr("Enter signs this: then all make their offers.")
        case Chance(meaning=meaning):
            yield tr("Enter signs this: then chance decides {meaning}.", meaning=translated(meaning))
        case Over():
            yield tr("Enter signs this: that ends the game.")
