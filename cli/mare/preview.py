"""What an answer would lead to, told before it is given: the odds of a battle, a note beside it, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from cli.i18n.texts import count, good, listed, term, tr, translated
from cli.mare.map import StandingOf
from cli.mare.words import bonus, sides, tokens, units_of
from cli.ui.text.cells import without_rulings
from cli.ui.text.names import empires, ending
from cli.ui.text.staging import same_phase, tried
from core.engine.action import Action
from core.engine.flow import Chance, Decision, Over, Simultaneous
from core.engine.message import Message
from core.engine.rulebook import Rulebook, italics
from core.engine.state import NO_EMPIRE
from core.mare.actions import Award, Done, Give, Name, Occupy, Offer, Take
from core.mare.bots import units_of as units_on_map
from core.mare.odds import PIPS_PER_HIT, totals
from core.mare.resources import minus, spread
from core.mare.titles import all_levels
from core.mare.trade import Taking

Ways = tuple[int, ...]
"""By number of units lost, in how many ways the enemy's dice fall so; the last is the loss of all."""


class Odds(NamedTuple):
    """What can become of the two sides. Their losses do not depend on each other: each comes from the other's dice."""

    own: Ways
    enemy: Ways

    @property
    def wins(self) -> float:
        """The chance that all enemies are destroyed and some units of your own are left."""
        return self.destroys * (1 - self.own[-1] / sum(self.own))

    @property
    def destroys(self) -> float:
        """The chance that all enemies are destroyed."""
        return self.enemy[-1] / sum(self.enemy)

    @property
    def is_destroyed(self) -> float:
        """The chance that no unit of your own is left."""
        return self.own[-1] / sum(self.own)

    def sentence(self, name: str) -> str:
        """Return the odds in words, to a player whose enemy is called so."""
        return tr(
            "{destroyed} to destroy all units of {name} ({wins} with some of yours left), {lost} to"
            " lose all of yours. Mean losses: you {own}, {name} {others}.",
            name=name,
            destroyed=percent(self.destroys),
            wins=percent(self.wins),
            lost=percent(self.is_destroyed),
            own=_mean(self.own),
            others=_mean(self.enemy),
        )


def percent(chance: float) -> str:
    """Return a chance in percent, which says never and always only of what is so."""
    if 0 < chance < 0.01:
        return "<1%"
    return ">99%" if 0.99 < chance < 1 else f"{chance:.0%}"


def losses(dice: int, bonus: int, cancelled: int, units: int) -> Ways:
    """Return by number of units lost in how many ways so many dice, with a bonus on their total, fall so."""
    found = [0] * (units + 1)
    for total, ways in enumerate(totals(dice)):
        hits = max((total + bonus) // PIPS_PER_HIT - cancelled, 0)
        found[min(hits, units)] += ways
    return tuple(found)


def _mean(ways: Ways) -> str:
    return f"{sum(lost * number for lost, number in enumerate(ways)) / sum(ways):.1f}"


def who_is_there(state: Any, index: int, empire: int, standing: StandingOf) -> str:
    """Return whose a province is and who stands there, in a few words."""
    stands, names = standing(state.provinces[index]), sides(state)
    owner = tr("uncontrolled") if stands.controller == NO_EMPIRE else names[stands.controller]
    if stands.controller == empire:
        owner = tr("yours")
    units = [f"{tr('your') if side == empire else names[side]} {units_of(stands, side)}" for side in stands.present]
    return f"{owner}; {', '.join(units) or tr('empty')}"


def province_in_brief(state: Any, index: int, empire: int) -> str:
    """Return what stands in a province and what can still be built."""
    province = state.provinces[index]
    icons = state.board.icons[index]
    built = listed(icon.name for number, icon in enumerate(icons) if province.built >> number & 1)
    free = listed(icon.name for number, icon in enumerate(icons) if not province.built >> number & 1)
    parts = [tr("has {icons}", icons=built) if built else "", tr("still to build: {icons}", icons=free) if free else ""]
    return "; ".join(filter(None, parts))


def fleets(state: Any, sea: int, empire: int) -> str:
    """Return who has triremes in a sea."""
    there = [
        f"{tr('you') if other == empire else empires(state)[other]} {number}"
        for other, number in enumerate(state.seas[sea])
        if number
    ]
    return ", ".join(there) or tr("empty")


def supply(state: Any, empire: int, what: str) -> int:
    """Return how many pieces of a kind an empire has left."""
    player = state.players[empire]
    left: dict[str, int] = {
        "control": player.markers,
        "legion": player.legions,
        "trireme": player.triremes,
        "fortress": player.fortresses,
    }
    return left[what]


def held(state: Any, empire: int, token: int) -> str:
    """Return how many resources of a sort an empire holds."""
    return tr("you hold {number}", number=state.players[empire].hand[token])


def chances(found: Odds) -> str:
    """Return the odds in short."""
    return tr("win {win}, lose all {lose}", win=percent(found.wins), lose=percent(found.is_destroyed))


def _of_take(state: Any, empire: int, action: Take) -> str:
    """Return how many of the same kind the taker has, legendary or not (0.2), or gets back after the trade."""
    kinds = [name.removeprefix("*") for name in state.board.tokens]
    same = [token for token, kind in enumerate(kinds) if kind == kinds[action.token]]
    number = sum(state.players[empire].hand[token] for token in same)
    trays = [frame.face_up[empire] for frame in state.stack if isinstance(frame, Taking)]
    if number:
        return tr("you hold {number}", number=number)
    return (
        tr("yours lies face up too")
        if any(token in tray for tray in trays for token in same)
        else tr("a kind you lack")
    )


def of_occupy(state: Any, empire: int, action: Occupy, token_of: Callable[[int], int]) -> str:
    """Return what the buildings pay while they are occupied; ``token_of`` says by which token a kind is called."""
    worth = state.board.worths[action.province][action.icons]
    names = state.board.tokens
    income = [
        tr("{change:+d} {good}", change=number, good=good(number, term(names[token_of(kind)])))
        for kind, number in worth.income
    ]
    income += [tr("+1 legendary commodity")] * len(worth.legendary)
    return tr("{income} while you stay", income=", ".join(income) or tr("no income"))


def of_name(state: Any, empire: int, action: Name, *, is_moving: bool) -> str:
    """Return what the named one has for the phase: resources to build with, or units to move and fight with."""
    legions, triremes, _ = units_on_map(state, action.empire)
    has = count(sum(state.players[action.empire].hand), "resource")
    if is_moving:
        has = f"{count(legions, 'legion')}, {count(triremes, 'trireme')}"
    if action.empire == empire:
        return tr("you, with {resources}", resources=has)
    return tr("with {resources}", resources=has)


def _of_award(state: Any, empire: int, action: Award) -> str:
    return tr("you keep the title") if action.empire == empire else tr("you lose the title")


NOTES: Mapping[type, Callable[[Any, int, Any], str]] = {
    Award: _of_award,
    Give: lambda state, empire, action: held(state, empire, action.token),
    Take: _of_take,
}
"""By type of answer, what is said of one, given the state and the empire that gives it."""


def at_once(game: Any, seat: int, action: Action, moment: Callable[[Any], str]) -> Iterator[str]:
    """Return what Enter does with an answer, if it does more than stage it."""
    if isinstance(game.node, Simultaneous):
        yield tr("This commits you: it stays secret until all have committed, and you can't change it.")
    else:
        yield from next_of(game, tried(game, action)[0], seat, moment)


def look_past_losses(after: Any, losses: tuple[type, ...]) -> None:
    """Take a copy of a game from a loss to the end of the battle; it is only to be looked at.

    Losses that are still to be taken don't matter for that: they leave units of both sides there.
    """
    stack = after.state.stack
    while isinstance(stack[-1], losses):
        stack.pop()
    after.rules.flow[type(stack[-1])].advance(after.state, stack[-1])


def of_loss(occupier: int, empire: int, *, gives_up: bool, is_held_alone: bool) -> str:
    """Return what becomes of an occupation with a loss."""
    if occupier == empire and not is_held_alone:
        return tr("your occupation there ends either way")
    return tr("you no longer occupy that") if gives_up else ""


def next_of(before: Any, after: Any, seat: int, moment: Callable[[Any], str]) -> Iterator[str]:
    """Return that an answer is signed at once, as another player, chance or another phase comes next."""
    match after.node:
        case Decision(seat=other) if other == seat:
            if not same_phase(before, after):
                yield tr("This is signed at once: then {moment} begins.", moment=f"“{moment(after.state)}”")
        case Decision(empire=other):
            yield tr("This is signed at once: then {empire} is next.", empire=empires(after.state)[other])
        case Simultaneous():
            yield tr("This is signed at once: then all make their offers.")
        case Chance(meaning=meaning):
            yield tr("This is signed at once: then chance decides {meaning}.", meaning=translated(meaning))
        case Over():
            yield tr("This is signed at once: that ends the game.")


def of_offer(state: Any, empire: int, action: Action) -> Iterator[str]:
    """Return what an offer leads to."""
    if isinstance(action, Offer):
        left = spread(minus(state.players[empire].hand, action.tokens))
        yield tr("You keep {tokens}.", tokens=tokens(state, left) or tr("nothing"))
        yield tr("For each resource that another player takes from you, you take one in return.")


def of_end(after: Any, victories: Mapping[str, Message]) -> Iterator[str]:
    """Return who has won, and how, where an answer ends the game."""
    if isinstance(after.node, Over):
        winners, victory = after.node.result
        yield ending(victory, [empires(after.state)[winner] for winner in winners], victories)


def of_title(before: Any, empire: int, action: Action) -> Iterator[str]:
    """Return who has a title after its holder has decided."""
    if isinstance(action, Award):
        title = term(before.board.titles[action.track])
        if action.empire == empire:
            yield tr("You stay {title}.", title=title)
        else:
            yield tr("{empire} becomes {title} in your place.", empire=empires(before)[action.empire], title=title)


def of_last_purchase(before: Any, after: Any, turn: type[Any], action: Action, lost: str) -> Iterator[str]:
    """Return that an answer ends the building by itself, and what is then ``lost``: nothing more can be paid for."""
    if isinstance(action, Done) or not isinstance(before.stack[-1], turn) or after.result is not None:
        return
    if before.stack[-1].empire not in [frame.empire for frame in after.stack if isinstance(frame, turn)]:
        yield " ".join(filter(None, [tr("Your building is over then: you can pay for nothing more."), lost]))


def of_map(before: Any, after: Any, empire: int, changes: Callable[[int], Iterable[str]]) -> Iterator[str]:
    """Return what changes for all players, their own empire first; ``changes`` are those of an empire."""
    if before.provinces == after.provinces and before.seas == after.seas and before.players == after.players:
        return
    for other in [empire, *[other for other in range(len(after.players)) if other != empire]]:
        if found := [*changes(other)]:
            who = tr("You") if other == empire else empires(after)[other]
            yield f"{who}: {'; '.join(found)}."


def incomes(was: Mapping[int, int], now: Mapping[int, int], name: Callable[[int, int], str]) -> Iterator[str]:
    """Return how an income changes, by kind; ``name`` calls a kind behind a change of its number."""
    changes = [
        tr("{change:+d} {good}", change=change, good=name(kind, change))
        for kind in sorted({*was, *now})
        if (change := now.get(kind, 0) - was.get(kind, 0))
    ]
    if changes:
        yield tr("next collection {changes}", changes=", ".join(changes))


def levels(before: Any, after: Any, empire: int) -> Iterator[str]:
    """Return how an empire's levels change, and where they stand then."""
    reached = all_levels(after)
    for track, (was, now) in enumerate(zip(all_levels(before)[empire], reached[empire], strict=True)):
        if was != now:
            best = max(level[track] for other, level in enumerate(reached) if other != empire)
            told = {"track": term(after.board.track_names[track]), "was": was, "now": now}
            if now > best:
                yield tr("{track} {was} to {now}, ahead", **told)
            elif now == best:
                yield tr("{track} {was} to {now}, level", **told)
            else:
                yield tr("{track} {was} to {now} (best {best})", **told, best=best)


def undefended(state: Any, empire: int, target: int, right: str) -> str:
    """Return that a province of others has no defenders; ``right`` says in English what may be done there."""
    told = tr("{name} has no defenders.", name=state.board.province_names[target])
    return f"{told} {tr(right, empire=sides(state)[empire])}" if right else told


def fleet(state: Any, empire: int, sea: int) -> str:
    """Return who is in a sea once triremes have come there."""
    others = [
        f"{empires(state)[other]} {number}"
        for other, number in enumerate(state.seas[sea])
        if number and other != empire
    ]
    there = tr("; there: {others}, which you may attack", others=", ".join(others)) if others else ""
    return tr(
        "{sea} then has {triremes} of yours{there}.",
        sea=state.board.sea_names[sea],
        triremes=count(state.seas[sea][empire], "trireme"),
        there=there,
    )


def of_tile(board: Any, line: str, rulebook: Rulebook, pyramids: str) -> list[str]:
    """Return what the hero or wonder that a line names is good for, if it names one: levels, and its rules."""
    for word in line.split():
        if word in board.tile_of:
            tile = board.tiles[board.tile_of[word]]
            name, levels = term(tile.name), bonus(board, tile)
            told = [_on(tile.name, text) for text in _rules_on(tile, rulebook, pyramids)] or [tr("no other ability.")]
            first = f"{name} ({levels})" if levels else name
            return [f"{first}: {told[0]}", *[f"{name}: {text}" for text in told[1:]]]
    return []


def _rules_on(tile: Any, rulebook: Rulebook, pyramids: str) -> list[str]:
    found = rulebook.about(pyramids) if tile.kind == "pyramids" else rulebook.abilities(tile.name)
    return [paragraph.text for paragraph in found]


def _on(name: str, text: str) -> str:
    """Return the part of a paragraph that speaks of a name, where it speaks of several, each in italics."""
    parts, told = italics(text), italics(tr(text))
    here = next((place for place in range(1, len(parts), 2) if f"{name} ".startswith(f"{parts[place]} ")), None)
    if here is None or len(told) != len(parts):
        return without_rulings("".join(told))
    return without_rulings(told[here + 1].strip(" :"))
