"""What an answer would lead to, told before it is given: worked out by giving it on a copy of the game."""

from __future__ import annotations

from collections.abc import Iterator

import core
from cli.describe import count, tokens
from cli.screen import odds
from cli.staging import done_alone, tried
from core import Simultaneous, rulebook
from core.actions import FREE, Action, Attack, Build, Done, Fight, March, Offer, Sail
from core.battle import fields_of_battle
from core.board import NOBODY, bits
from core.building import BuildTurn, payment_form
from core.collect import legendary_cities, ordinary_income
from core.conquest import marker_in_reach
from core.edition import TRACKS
from core.flow import Chance, Decision, Over
from core.leadership import all_levels
from core.movement import Marching
from core.players.steward.purse import purse_of, small_sets
from core.resources import minus, ordinary, spread
from core.state import State, land_units
from core.upkeep import COINS_KEPT
from core.victory import CITIES_TO_WIN, all_great_cities


def preview(game: core.Game, seat: int, action: Action) -> list[str]:
    """What a legal answer of a seat leads to, most important first."""
    state = game.state
    empire = state.seats.index(seat)
    if isinstance(game.node, Simultaneous):
        return list(_secretly(state, empire, action))
    after = done_alone(game, action).state
    said = [*_of_battles(state, after, empire, action), *_of_tile(state, action)]
    said += _of_hand(state, after, empire, action)
    said += _of_map(state, after, empire)
    said += _next(tried(game, action)[0], seat)
    return said


# ---------------------------------------------------------------------- resources


def _secretly(state: State, empire: int, action: Action) -> Iterator[str]:
    if isinstance(action, Offer):
        left = spread(minus(state.players[empire].hand, action.tokens))
        yield f"You keep {tokens(state, left) or 'nothing'}."
    yield "Enter commits to it: nobody sees it before all have committed, and it can't be changed."


def _of_hand(before: State, after: State, empire: int, action: Action) -> Iterator[str]:
    was, hand = before.players[empire].hand, after.players[empire].hand
    if was != hand:
        yield f"Leaves you {tokens(after, spread(hand)) or 'no resources'}{_purchases(after, empire, action)}."
    if isinstance(action, Done) and isinstance(before.stack[-1], BuildTurn):
        lost = sum(was) - min(was[0], COINS_KEPT)
        if lost:
            yield f"All but {COINS_KEPT} coins is lost at the end: {count(lost, 'resource')} of yours (3.0b)."


def _purchases(state: State, empire: int, action: Action) -> str:
    """What the rest still pays, in sets of three."""
    if not isinstance(action, Build):
        return ""
    more = small_sets(purse_of(state.players[empire].hand), payment_form(state.acting(empire)))
    return f", enough for {count(more, 'more set')} of 3" if more else ""


# ---------------------------------------------------------------------- battles


def _of_battles(before: State, after: State, empire: int, action: Action) -> Iterator[str]:
    match action:
        case Fight(enemy, province):
            yield odds.on_land(before, province, empire, enemy).sentence(before.board.empire_names[enemy])
        case Attack(enemy, sea):
            yield odds.at_sea(before, sea, empire, enemy).sentence(before.board.empire_names[enemy])
        case March(source, target):
            yield from _arrival(after, empire, target)
            yield from _departure(before, after, empire, source)
        case Sail(target=target):
            yield _fleet(after, empire, target)
        case Done() if isinstance(before.stack[-1], Marching) and fields_of_battle(before, empire):
            names = ", ".join(before.board.province_names[index] for index in bits(fields_of_battle(before, empire)))
            yield f"Then you must fight in {names} (4.1.2)."


def _arrival(state: State, empire: int, target: int) -> Iterator[str]:
    """What awaits legions where they march to (4.1.2, 4.3)."""
    province, name = state.provinces[target], state.board.province_names[target]
    enemies = [
        other
        for other in range(len(state.players))
        if other != empire and land_units(province, other) and not state.at_peace(empire, other)
    ]
    for enemy in enemies:
        foe = state.board.empire_names[enemy]
        yield f"Battle in {name}: {odds.on_land(state, target, empire, enemy).sentence(foe)}"
    if not enemies and province.controller not in (NOBODY, empire):
        owner = state.board.empire_names[province.controller]
        marker = "" if marker_in_reach(state, empire, target) else ", though not the marker (R21)"
        yield f"Nobody defends {name}: you may pillage or occupy what {owner} has there{marker} (4.3)."
    if not enemies and province.controller == NOBODY:
        yield f"{name} is uncontrolled; legions there change nothing about that (R24)."


def _departure(before: State, after: State, empire: int, source: int) -> Iterator[str]:
    province, name = after.provinces[source], after.board.province_names[source]
    if province.controller == empire and before.provinces[source].legions[empire] and not land_units(province, empire):
        yield f"{name} is left without defenders."
    lost = before.provinces[source].posts.bit_count() - province.posts.bit_count()
    if lost > 0:
        yield f"What your legion occupied in {name} is let go."


def _fleet(state: State, empire: int, sea: int) -> str:
    others = [
        f"{state.board.empire_names[other]} {number}"
        for other, number in enumerate(state.seas[sea])
        if number and other != empire
    ]
    there = f"; there are {', '.join(others)}, whom you may attack" if others else ""
    return f"{state.board.sea_names[sea]} then has {count(state.seas[sea][empire], 'trireme')} of yours{there}."


# ---------------------------------------------------------------------- the map


def _of_map(before: State, after: State, empire: int) -> Iterator[str]:
    """What changes for everybody: levels, income, great cities."""
    if before.provinces == after.provinces and before.seas == after.seas and before.players == after.players:
        return
    for other in _first(empire, len(after.players)):
        changes = [*_levels(before, after, other), *_incomes(before, after, other), *_cities(before, after, other)]
        if changes:
            who = "You" if other == empire else after.board.empire_names[other]
            yield f"{who}: {'; '.join(changes)}."


def _first(empire: int, number: int) -> list[int]:
    return [empire, *[other for other in range(number) if other != empire]]


def _levels(before: State, after: State, empire: int) -> Iterator[str]:
    reached = all_levels(after)
    for track, (was, now) in enumerate(zip(all_levels(before)[empire], reached[empire], strict=True)):
        if was != now:
            best = max(level[track] for other, level in enumerate(reached) if other != empire)
            rank = ", ahead" if now > best else ", level" if now == best else f" of {best}"
            yield f"{TRACKS[track]} {was} to {now}{rank}"


def _incomes(before: State, after: State, empire: int) -> Iterator[str]:
    was, now = _income(before, empire), _income(after, empire)
    names = after.board.tokens
    changes = [
        f"{now.get(kind, 0) - was.get(kind, 0):+d} {'legendary' if kind < 0 else names[ordinary(kind)]}"
        for kind in sorted({*was, *now})
        if now.get(kind, 0) != was.get(kind, 0)
    ]
    if changes:
        yield f"next collection {', '.join(changes)}"


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
        yield f"{now} of {CITIES_TO_WIN} capitals and legendary cities"


def _of_tile(state: State, action: Action) -> list[str]:
    if isinstance(action, Build) and action.where == FREE:
        return preview_of_tile(state, f"build {action.what}")
    return []


def preview_of_tile(state: State, line: str) -> list[str]:
    """What the rules say on the hero or wonder that a line names, if it names one."""
    for word in line.split():
        if word in state.board.tile_of:
            name = state.board.tiles[state.board.tile_of[word]].name
            found = [paragraph.text for paragraph in rulebook.about(name)]
            return [_on(name, text) for text in [text for text in found if f"*{name}*" in text] or found[:1]]
    return []


def _on(name: str, text: str) -> str:
    """The part of a paragraph that speaks of a name, where it speaks of several, each in italics."""
    parts = text.replace("**", "").split(f"*{name}*")
    return name + parts[1].partition(" *")[0] if len(parts) == 2 else text.replace("*", "")


# ---------------------------------------------------------------------- what comes next


def _next(after: core.Game, seat: int) -> Iterator[str]:
    match after.node:
        case Decision(seat=other) if other == seat:
            return
        case Decision(empire=other):
            yield f"Then {after.state.board.empire_names[other]} is next: Enter signs this."
        case Simultaneous():
            yield "Then all make their offers: Enter signs this."
        case Chance(meaning=meaning):
            yield f"Then chance decides {meaning}: Enter signs this."
        case Over():
            yield "That ends the game: Enter signs this."
