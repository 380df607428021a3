"""A province or a sea in detail, in any edition: what stands there and what it borders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cli.i18n.texts import count, goods, term, tr
from cli.mare.map import Standing, StandingOf
from cli.mare.words import sides, units_of
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Block, Row, emphasized, folded
from cli.ui.text.sides import empires
from core.engine.state import NO_EMPIRE
from core.mare.graph import bits
from core.mare.state import holdings

INDENT = 2


def facts(
    state: Any, place: str, width: int, standing: StandingOf, token_of: Callable[[int], int], occupied: str
) -> Block:
    """Return what is in a place and next to it.

    ``token_of`` says by which token a kind of income is called; ``occupied`` says in English, with a slot ``empire``,
    that the control marker is occupied.
    """
    board = state.board
    if place in board.provinces:
        index = board.provinces.index(place)
        stands = standing(state.provinces[index])
        return all_folded(_province(state, index, stands, income(state, index, token_of), occupied), width)
    return all_folded(_sea(state, board.seas.index(place)), width) if place in board.seas else []


def all_folded(rows: Iterable[Row], width: int) -> Block:
    """Return rows folded to a width."""
    return [line for row in rows for line in folded(row, width, INDENT)]


def _province(state: Any, index: int, stands: Standing, paid: Iterable[str], occupied: str) -> Iterator[Row]:
    board, names = state.board, sides(state)
    if stands.controller == NO_EMPIRE:
        yield [("", tr("Uncontrolled."))]
    else:
        yield emphasized(tr("Controlled by {empire}."), empire=names[stands.controller])
    built, free = [], []
    for icon, facts in enumerate(board.icons[index]):
        if stands.built >> icon & 1:
            held = tr(" (held by {empire})", empire=names[stands.occupier]) if stands.on_icons >> icon & 1 else ""
            built.append(term(facts.name) + held)
        else:
            taken = stands.on_icons >> icon & 1
            on_it = tr(" ({empire}'s legion on it)", empire=names[stands.occupier]) if taken else ""
            free.append(f"{term(facts.name)} {facts.price.cost}{on_it}")
    yield [*_label("class:good", tr("Built: ")), ("", ", ".join(built) or tr("nothing"))]
    costs = tr(" (with cost)") if free else ""
    yield [("class:dim", tr("Unbuilt: ")), ("", ", ".join(free) or tr("nothing")), ("class:dim", costs)]
    if units := "; ".join(f"{names[side]} {units_of(stands, side)}" for side in stands.present):
        yield [*(_label("class:bad", tr("At war: ")) if stands.is_at_war else []), ("class:number", units)]
    if stands.on_marker:
        yield [("class:bad", tr(occupied, empire=names[stands.occupier]))]
    if stands.pillaged:
        yield [("class:bad", tr("Pillaged, and nothing has been built here since."))]
    yield [("class:dim", tr("Pays: ")), ("", "; ".join(paid) or tr("no player"))]
    land = ", ".join(board.province_names[other] for other in bits(board.land[index])) or tr("no province")
    yield [("class:dim", tr("Borders: ")), ("", land)]
    coast = ", ".join(board.sea_names[sea] for sea in bits(board.coast[index])) or tr("none")
    yield [("class:dim", tr("Seas: ")), ("", coast)]


def _sea(state: Any, index: int) -> Iterator[Row]:
    board = state.board
    fleets = [
        f"{name} {count(number, 'trireme')}"
        for name, number in zip(empires(state), state.seas[index], strict=True)
        if number
    ]
    yield [("class:number" if fleets else "", "; ".join(fleets) or tr("No triremes."))]
    seas = ", ".join(board.sea_names[other] for other in bits(board.sea_links[index])) or tr("no sea")
    yield [("class:dim", tr("Borders: ")), ("", seas)]
    shores = ", ".join(board.province_names[other] for other in bits(board.shores[index])) or tr("none")
    yield [("class:dim", tr("Shores: ")), ("", shores)]


def _label(style: str, text: str) -> Row:
    """Return a label whose colour ends with its text."""
    return [(style, text.rstrip()), ("", " ")]


def verdict(glyphs: Glyphs, deed: str, refusal: str, later: str) -> Row:
    """Return what is forbidden and why, or what may be done only ``later``, or what may be done now."""
    if refusal:
        return [("class:bad", glyphs.barred), ("", f" {deed}"), ("class:dim", f": {refusal}")]
    if later:
        return [("class:dim", f"{glyphs.bullet} "), ("", deed), ("class:dim", f": {later}")]
    return [("class:good", glyphs.done), ("", f" {deed}")]


def income(state: Any, index: int, token_of: Callable[[int], int]) -> Iterator[str]:
    """Return what a province's buildings pay at the next collection, by who controls them."""
    board = state.board
    for empire, buildings in holdings(state.provinces[index]):
        worth = board.worths[index][buildings]
        paid = [goods(number, term(board.tokens[token_of(kind)])) for kind, number in worth.income]
        paid += [tr("1 legendary and 1 of either") if temple else tr("1 legendary") for temple in worth.legendary]
        if paid:
            yield f"{sides(state)[empire]} {', '.join(paid)}"
