"""The panes of the full screen that only Empires fill: players, a place in detail, tiles for sale, a trade."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from cli.empires.answers import ANSWERING, WORDING
from cli.empires.words import WORDS
from cli.i18n.texts import count, listed, marked, tr
from cli.mare import panes
from cli.mare.panes import MarePanes, Standings, all_folded, counted_resources, for_sale, refusal_of, verdict
from cli.mare.race import letter
from cli.mare.trade import Texts
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Block, Row
from cli.ui.screen.scene import Scene
from cli.ui.text.names import empires
from core.empires.actions import March
from core.empires.build import BuildAnswers
from core.empires.building import BuildTurn, legal_thing, may_build_in, tile_price
from core.empires.conquest import Conquests, marker_in_reach
from core.empires.map import TITLES
from core.empires.movement import MarchAnswers, Marching, closed_by_peace
from core.empires.state import State, is_held_alone, land_units
from core.empires.trade import Announcing
from core.empires.victory import race
from core.engine.errors import RuleError
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.resources import ordinary
from core.mare.titles import all_levels

OCCUPIED = marked("The control marker is occupied by {empire} (4.3.3).")


# ---------------------------------------------------------------------- who may do what


def _at_sea(state: State, index: int, empire: int, glyphs: Glyphs) -> Iterator[Row]:
    """Yield whether each empire could build a trireme there (3.1.2a)."""
    for other, name in enumerate(empires(state)):
        if other == empire:
            who, reason = tr("You"), _refusal(state, other, "trireme", index)
            later = _later(state, other, ["trireme"], index)
        else:
            who, reason = name, _refusal_of_another(state, other, "trireme", index)
            later = "" if _is_building(state, other) else tr(WHEN_IT_BUILDS)
        yield verdict(glyphs, tr("{who}: build a trireme", who=who), reason, later)


def _rights(state: State, index: int, empire: int, glyphs: Glyphs) -> Iterator[Row]:
    """Yield what every empire may do in a province now, the player's own in full, and what of that at once."""
    order = [other for other in range(len(state.players)) if other == empire]
    order += [other for other in range(len(state.players)) if other != empire]
    for other in order:
        if other == empire:
            yield from _own_rights(state, index, other, glyphs)
        else:
            yield _others_rights(state, index, other, glyphs)


def _own_rights(state: State, index: int, empire: int, glyphs: Glyphs) -> Iterator[Row]:
    province = state.provinces[index]
    yield [("class:title", tr("You may here")), ("class:dim", tr(" ({sign} now)", sign=glyphs.done))]
    if province.controller != empire:
        later = _later(state, empire, ["control"], index)
        yield verdict(glyphs, tr("place a control marker"), _refusal(state, empire, "control", index), later)
    later = _later(state, empire, ["legion", "fortress"], index)
    yield verdict(glyphs, tr("build units"), _refusal(state, empire, "legion", index), later)
    free = [icon for number, icon in enumerate(state.board.icons[index]) if not province.built >> number & 1]
    barred: dict[tuple[str, str], list[str]] = {}
    for icon in free:
        why_not = _refusal(state, empire, icon.name, index), _later(state, empire, [icon.name], index)
        barred.setdefault(why_not, []).append(icon.name)
    for (reason, later), names in barred.items():
        yield verdict(glyphs, tr("build {things}", things=listed(names)), reason, later)
    sources = _from_where(state, index, empire)
    march = tr("march in from {sources}", sources=sources) if sources else tr("march in")
    later = "" if _is_marching_to(state, index, empire) else tr("when you march (4.1.2)")
    yield verdict(glyphs, march, _no_entry(state, index, empire), later)
    if province.controller not in (NO_EMPIRE, empire):
        later = "" if _is_conquering(state, index, empire) else tr("when you conquer it (4.3)")
        yield verdict(glyphs, tr("occupy its marker as conqueror"), _no_marker(state, index, empire), later)


def _others_rights(state: State, index: int, empire: int, glyphs: Glyphs) -> Row:
    province = state.provinces[index]
    may = []
    if province.controller == NO_EMPIRE and not _refusal(state, empire, "control", index):
        may.append(tr("mark it"))
    if may_build_in(state, empire, index):
        may.append(tr("build there"))
    if not _no_entry(state, index, empire):
        legions = sum(_able(state, index, empire).values())
        may.append(tr("march in with {legions}", legions=count(legions, "legion")))
    if (
        land_units(province, empire)
        and province.controller not in (NO_EMPIRE, empire)
        and not _no_marker(state, index, empire)
    ):
        may.append(tr("occupy its marker"))
    deeds = ", ".join(may) or tr("do nothing here")
    return [("", tr("{empire} may {deeds}", empire=empires(state)[empire], deeds=deeds))]


# ---------------------------------------------------------------------- what is asked at the moment


WHEN_IT_BUILDS = marked("when it builds (3.1)")


def _is_building(state: State, empire: int) -> bool:
    return isinstance(state.stack[-1], BuildTurn) and state.stack[-1].empire == empire


def _later(state: State, empire: int, things: list[str], where: int) -> str:
    """Return when the player may build there what is not forbidden; nothing if any of these can be built at once."""
    turn = state.stack[-1]
    if not isinstance(turn, BuildTurn) or turn.empire != empire:
        return tr("when you build (3.1)")
    payable = {(thing.what, thing.where) for thing in BuildAnswers(state, turn).things()}
    return "" if any((thing, where) in payable for thing in things) else tr("when you can pay for it (3.0a)")


def _is_marching_to(state: State, index: int, empire: int) -> bool:
    turn = state.stack[-1]
    if not isinstance(turn, Marching) or turn.empire != empire:
        return False
    return any(isinstance(action, March) and action.target == index for action in MarchAnswers(state, turn))


def _is_conquering(state: State, index: int, empire: int) -> bool:
    turn = state.stack[-1]
    return isinstance(turn, Conquests) and turn.empire == empire and bool(turn.provinces >> index & 1)


def _refusal(state: State, empire: int, what: str, where: int) -> str:
    """Return why an empire could not build something there on a turn of its own (3.1); nothing if it could."""
    return refusal_of(lambda: legal_thing(state, BuildTurn(empire, 0, ()), what, where))


OF_ANOTHER = {
    "0.5": marked("none is left in supply."),
    "3.1.2a": marked("no adjacent province of its own is free of opponents' units."),
}
"""By rule, why another empire could not build something; a refusal itself speaks to the player who is refused."""


def _refusal_of_another(state: State, empire: int, what: str, where: int) -> str:
    """Return why another empire could not build something there; nothing if it could."""
    try:
        legal_thing(state, BuildTurn(empire, 0, ()), what, where)
    except RuleError as error:
        return f"{error.rule}: {tr(OF_ANOTHER[error.rule])}" if error.rule in OF_ANOTHER else error.rule
    return ""


def _sources(state: State, index: int, empire: int) -> list[int]:
    """Return where the empire has legions from which one could march there (4.1.2)."""
    reach = state.board.reach(state.fleet(empire))[index]
    return [source for source in bits(reach) if state.provinces[source].legions[empire]]


def _movable(state: State, source: int, empire: int) -> int:
    """Return how many legions can leave a province, in this turn if the empire marches now."""
    turn = state.stack[-1]
    moved = turn.moved[source] if isinstance(turn, Marching) and turn.empire == empire else 0
    return state.provinces[source].legions[empire] - moved


def _able(state: State, index: int, empire: int) -> dict[int, int]:
    """Return by province how many legions can march there; if all have marched, how many stand where."""
    sources = _sources(state, index, empire)
    able = {source: number for source in sources if (number := _movable(state, source, empire))}
    return able or {source: state.provinces[source].legions[empire] for source in sources}


def _from_where(state: State, index: int, empire: int) -> str:
    able = _able(state, index, empire)
    return ", ".join([f"{state.board.province_names[source]} ({number})" for source, number in able.items()])


def _no_entry(state: State, index: int, empire: int) -> str:
    if closed_by_peace(state, empire) >> index & 1:
        return tr("R14: the peace of the Statue of Zeus forbids it.")
    if not _sources(state, index, empire):
        return tr("4.1.2: no adjacent legions, and none connected by triremes.")
    return ""


def _no_marker(state: State, index: int, empire: int) -> str:
    if state.board.capital_mask >> index & 1:
        return tr("4.3.5: a capital's province is never converted.")
    if not marker_in_reach(state, empire, index):
        return tr("R21: neither adjacent nor connected to another province of yours.")
    if not is_held_alone(state.provinces[index], empire):
        return tr("4.3: an opponent's units stand there.")
    return ""


TEXTS = Texts(
    revealed=marked("Revealed at once (2.1a)."),
    left_out=marked("{empire} takes no part (2.1b)"),
    barred=marked(" (2.2a: just taken from each other)"),
    compensation=marked("The Trade Leader gives {empire} one resource (2.2.1)."),
)


def _markers(state: State) -> Block:
    sides = ["/".join(map(str, state.board.map.exchange[marker])) for marker in state.exchange]
    text = tr(
        "{empire} announces one of the two numbers on a marker: {sides}.",
        empire=empires(state)[state.leaders[0]],
        sides=", ".join(sides),
    )
    return [[("", text)]]


def tracks() -> tuple[str, str, str]:
    """Return the tracks as they stand above their columns."""
    return tr("tra"), tr("cul"), tr("mil")


class EmpiresPanes(MarePanes):
    """What the full screen shows of Empires."""

    words, wording, texts, occupied = WORDS, WORDING, TEXTS, OCCUPIED
    token_of = staticmethod(ordinary)

    def rights(self, state: State, place: str, empire: int, width: int, glyphs: Glyphs) -> Block:
        """Return who may do what in a place, and why not; nothing once the game is over."""
        board = state.board
        if not state.stack:
            return []
        if place in board.provinces:
            return all_folded(_rights(state, board.provinces.index(place), empire, glyphs), width)
        return all_folded(_at_sea(state, board.seas.index(place), empire, glyphs), width) if place in board.seas else []

    def price(self, state: State, empire: int, tile: int) -> str:
        return tr("costs {number}", number=tile_price(state, empire, tile).cost) if empire != NO_EMPIRE else ""

    def on_sale(self, state: State, empire: int, width: int) -> Block:
        head = [tr("Heroes and wonders face up: "), tr("In your turn to build, “build NAME” buys one (3.1.3).")]
        rows = for_sale(
            state, width, head, partial(self.price, state, empire), partial(ANSWERING.preview_of_words, state)
        )
        if state.face_down:
            rows.append([("", tr("{number} more lie face down.", number=len(state.face_down)))])
        return rows

    def of_trade(self, scene: Scene, state: State, frame: Any, width: int) -> Block | None:
        return _markers(state) if isinstance(frame, Announcing) else super().of_trade(scene, state, frame, width)

    def standings(self, state: State) -> Standings:
        return Standings(all_levels(state), race(state), TITLES, tracks())

    def legend(self, scene: Scene, width: int = 0) -> str:
        trade, culture, military = map(str.strip, tracks())
        levels_ = tr(
            "{trade} trade, {culture} culture, {military} military; {star} leads.",
            trade=trade,
            culture=culture,
            military=military,
            star=scene.glyphs.leader,
        )
        race_ = tr(
            "{resources} resources, {cities} great cities, {heroes} heroes and wonders, {titles} titles.",
            resources=counted_resources(),
            cities=letter("capitals_and_legendary_cities"),
            heroes=letter("heroes_and_wonders"),
            titles=letter("leadership"),
        )
        return panes.legend(scene, width, levels_, race_)
