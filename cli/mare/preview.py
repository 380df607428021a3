"""What editions share of what an answer would lead to, told before it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from cli.i18n.texts import count, term, tr, translated
from cli.mare.words import bonus, tokens
from cli.ui.text.ending import ending
from cli.ui.text.paragraphs import without_rulings
from cli.ui.text.sides import empires
from cli.ui.text.staging import same_phase, tried
from core.engine.action import Action
from core.engine.flow import Chance, Decision, Over, Simultaneous
from core.engine.rulebook import Rulebook, italics
from core.mare.actions import Award, Done, Offer
from core.mare.resources import minus, spread
from core.mare.titles import all_levels


def at_once(game: Any, seat: int, action: Action, moment: Callable[[Any], str]) -> Iterator[str]:
    """Return what Enter does with an answer, if it does more than stage it."""
    if isinstance(game.node, Simultaneous):
        yield tr("Enter commits you to it: it stays secret until all have committed, and you can't change it.")
    else:
        yield from next_of(game, tried(game, action)[0], seat, moment)


def next_of(before: Any, after: Any, seat: int, moment: Callable[[Any], str]) -> Iterator[str]:
    """Return that an answer is signed at once, as another player, chance or another phase comes next."""
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


def of_offer(state: Any, empire: int, action: Action) -> Iterator[str]:
    """Return what an offer leads to."""
    if isinstance(action, Offer):
        left = spread(minus(state.players[empire].hand, action.tokens))
        yield tr("You keep {tokens}.", tokens=tokens(state, left) or tr("nothing"))
        yield tr("For each resource that another player takes from you, you take one in return.")


def of_end(after: Any, victories: Mapping[str, str]) -> Iterator[str]:
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


def fleet(state: Any, empire: int, sea: int) -> str:
    """Return who is in a sea once triremes have come there."""
    others = [
        f"{empires(state)[other]} {number}"
        for other, number in enumerate(state.seas[sea])
        if number and other != empire
    ]
    there = tr("; {others} are there, and you may attack them", others=", ".join(others)) if others else ""
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
