"""The panes of the full screen that only the editions of 2003 fill: players, a place, tiles for sale, a trade."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any

from cli.classic.answers import ANSWERING, WORDING
from cli.classic.setup import on_table as setup_on_table
from cli.classic.words import WORDS
from cli.i18n.texts import count, listed, marked, term, tr, translated
from cli.mare import panes
from cli.mare.panes import MarePanes, Standings, all_folded, counted_resources, refusal_of, verdict
from cli.mare.race import letter
from cli.mare.trade import Texts, taking
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Block, Row
from cli.ui.screen.scene import Scene
from cli.ui.text.names import empires
from core.classic.actions import Assimilate
from core.classic.building import BuildTurn, Prospects, check_conversion, check_thing
from core.classic.commerce import Announcing, ForcedTake, Redirecting, Undoing, owner_of_odysseus, taking_of
from core.classic.conquest import Assimilations, Occupations, Pillages
from core.classic.deeds import Orders, WarTurn
from core.classic.movement import Marches
from core.classic.setup import SetupTurn, Sites
from core.classic.state import State
from core.classic.victory import race
from core.classic.war import begun_turn
from core.engine.action import Action
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.actions import Occupy, Pillage
from core.mare.kinds import MILITARY, NO_TAKE, TRADE
from core.mare.state import MARKER
from core.mare.titles import all_levels
from core.mare.trade import Taking

OCCUPIED = marked("A legion of {empire} stands on the control marker (5.8e).")


def _own(state: State, index: int, empire: int, glyphs: Glyphs) -> Iterator[Row]:
    if empire == NO_EMPIRE:
        return
    turn = state.stack[-1]
    if isinstance(turn, SetupTurn):
        yield from _in_setup(Sites(state, SetupTurn(empire, turn.points)), index, glyphs, is_now=turn.empire == empire)
        return
    yield [("class:title", tr("You may here")), ("class:dim", tr(" ({sign} now)", sign=glyphs.done))]
    rights = [_in_building(state, index, empire, glyphs), _in_war(state, index, empire, glyphs)]
    yield from chain.from_iterable(reversed(rights) if state.phase == MILITARY + 1 else rights)


def _in_building(state: State, index: int, empire: int, glyphs: Glyphs) -> Iterator[Row]:
    """Yield whether the player may mark the province, and what they may build in it (4.4, 4.5)."""
    turn = state.stack[-1]
    is_now = isinstance(turn, BuildTurn) and turn.empire == empire
    prospects = Prospects(state, turn if isinstance(turn, BuildTurn) and is_now else BuildTurn(empire))
    province = state.provinces[index]
    if province.controller != empire:
        yield _of_thing(prospects, ["control"], index, glyphs, tr("place a control marker"), is_now)
        if province.occupier == empire and province.posts & MARKER:
            refusal = refusal_of(lambda: check_conversion(prospects, index))
            yield verdict(glyphs, tr("replace its control marker"), refusal, _later(prospects, ["control"], is_now))
    for unit in ("legion", "trireme", "fortress"):
        yield _of_thing(prospects, [unit], index, glyphs, tr("build {things}", things=listed([unit])), is_now)
    free = [icon.name for number, icon in enumerate(state.board.icons[index]) if not province.built >> number & 1]
    barred: dict[str, list[str]] = {}
    for name in free:
        barred.setdefault(_refused(prospects, name, index), []).append(name)
    for refusal, names in barred.items():
        deed = tr("build {things}", things=listed(names))
        yield verdict(glyphs, deed, refusal, _later(prospects, names, is_now))


def _in_war(state: State, index: int, empire: int, glyphs: Glyphs) -> Iterator[Row]:
    """Yield whether the player may march in, and what may become of another's province (5.3, 5.8)."""
    asked = state.stack[-1]
    is_now = isinstance(asked, WarTurn) and asked.empire == empire
    turn = asked if isinstance(asked, WarTurn) and is_now else begun_turn(state, empire)
    sources = [source for source in bits(state.neighbours_of(empire)[index]) if state.provinces[source].legions[empire]]
    marches = Marches(state, turn)
    able = {source: sum(marches.ready(source)) + len(marches.posts(source)) for source in sources if is_now}
    can_move = any(able.values())
    shown = [source for source in sources if able.get(source) or not can_move]
    named = ", ".join(
        f"{state.board.province_names[source]} ({able.get(source) or state.provinces[source].legions[empire]})"
        for source in shown
    )
    march = tr("march in from {sources}", sources=named) if sources else tr("march in")
    no_way = "" if sources else tr("5.3a: no adjacent legions, and none connected by triremes.")
    yield verdict(glyphs, march, no_way, "" if can_move else tr("when your legions can move (5.3a)"))
    if state.provinces[index].controller in (NO_EMPIRE, empire):
        return
    barred: dict[str, list[str]] = {}
    for deed, refusal in _conquests(state, turn, index):
        barred.setdefault(refusal, []).append(deed)
    for refusal, deeds in barred.items():
        yield verdict(glyphs, ", ".join(deeds), refusal, "" if is_now else tr("when you have a military turn (5.8a)"))


def _conquests(state: State, turn: WarTurn, index: int) -> Iterator[tuple[str, str]]:
    """Yield what may be done with another's province (5.8), each with why not."""
    orders: list[tuple[str, Orders, Action]] = []
    if icons := bits(state.provinces[index].built):
        orders.append((tr("pillage"), Pillages(state, turn), Pillage(index, icons[0])))
        orders.append((tr("occupy buildings"), Occupations(state, turn), Occupy(index, 1 << icons[0])))
    orders.append((tr("assimilate it"), Assimilations(state, turn), Assimilate(index)))
    for deed, order, action in orders:
        yield deed, refusal_of(partial(order.check, action))


def _in_setup(sites: Sites, index: int, glyphs: Glyphs, *, is_now: bool) -> Iterator[Row]:
    """Yield what may be placed there, and why not, in a setup with points (1.4)."""
    yield [("class:title", tr("You may place here")), ("class:dim", tr(" ({sign} now)", sign=glyphs.done))]
    later = "" if is_now else tr("when it is your turn (1.4b)")
    for what in ("control", "legion", "trireme", "fortress", *sites.board.icon_of[index]):
        refusal = sites.refusal(what, index)
        deed = f"{listed([what])} {sites.cost(what)}"
        yield verdict(glyphs, deed, "" if refusal is None else translated(refusal), later)


def _of_thing(prospects: Prospects, names: list[str], index: int, glyphs: Glyphs, deed: str, is_now: bool) -> Row:
    return verdict(glyphs, deed, _refused(prospects, names[0], index), _later(prospects, names, is_now))


def _later(prospects: Prospects, names: list[str], is_now: bool) -> str:
    """Return when the player may build what is not forbidden; nothing if any of these can be built at once."""
    if not is_now:
        return tr("when you build (4.1)")
    return "" if any(prospects.payable(name) for name in names) else tr("when you can pay for it (4.2)")


def _refused(prospects: Prospects, what: str, index: int) -> str:
    return refusal_of(lambda: check_thing(prospects, what, index))


def _others(state: State, index: int, empire: int) -> Iterator[Row]:
    """Return with how many legions others could march in, from where they stand now."""
    for other, name in enumerate(empires(state)):
        reach = state.neighbours_of(other)[index]
        legions = sum(state.provinces[source].legions[other] for source in bits(reach))
        if other != empire and legions:
            deed = tr("march in with {legions}", legions=count(legions, "legion"))
            yield [("", tr("{empire} may {deeds}", empire=name, deeds=deed))]


TEXTS = Texts(
    revealed=marked("Revealed at once (3.3a)."),
    left_out=marked("{empire} takes no part (3.2b)"),
    barred=marked(" (3.4c: just taken from each other)"),
    compensation=marked("{empire} has one resource too few, and is given one (3.6a)."),
)


def _announcing(state: State) -> Block:
    holds = ", ".join(f"{name} {sum(player.hand)}" for name, player in zip(empires(state), state.players, strict=True))
    text = tr(
        "{empire}, {title}, says how many resources each player offers. Hands: {hands}.",
        empire=empires(state)[state.leaders[TRADE]],
        title=term(state.board.titles[TRADE]),
        hands=holds,
    )
    return [[("", text)]]


def _odysseus(state: State) -> Block:
    owner = owner_of_odysseus(state)
    name = "" if owner == NO_EMPIRE else empires(state)[owner]
    return [[("class:note", tr("{empire} has Odysseus (7.3e).", empire=name))]]


def tracks() -> tuple[str, str, str]:
    """Return the tracks as they stand above their columns."""
    return tr("com"), tr("pol"), tr("mil")


class ClassicPanes(MarePanes):
    """What the full screen shows of 2003."""

    words, wording, texts, occupied = WORDS, WORDING, TEXTS, OCCUPIED

    def rights(self, state: State, place: str, empire: int, width: int, glyphs: Glyphs) -> Block:
        """Return what the player may do in a province and why not, and what others can march in with."""
        board = state.board
        if place not in board.provinces or not state.stack:
            return []
        index = board.provinces.index(place)
        return all_folded([*_own(state, index, empire, glyphs), *_others(state, index, empire)], width)

    def on_sale(self, state: State, empire: int, width: int) -> Block:
        head = [tr("Heroes and wonders for sale: "), tr("In your turn to build, “build NAME” buys one (4.7).")]
        return panes.for_sale(
            state, width, head, partial(self.price, state, empire), partial(ANSWERING.preview_of_words, state)
        )

    def price(self, state: State, empire: int, tile: int) -> str:
        return tr("costs {number}", number=state.board.tile_price(tile).cost)

    def of_trade(self, scene: Scene, state: State, frame: Any, width: int) -> Block | None:
        match frame:
            case Announcing():
                return _announcing(state)
            case Undoing() | Redirecting():
                return [*_odysseus(state), *taking(scene, state, taking_of(frame), width, TEXTS)]
            case ForcedTake(face_up, taker):
                forced = Taking(face_up, taker, NO_TAKE, NO_TAKE)
                return [*_odysseus(state), *taking(scene, state, forced, width, TEXTS)]
        return super().of_trade(scene, state, frame, width)

    def standings(self, state: State) -> Standings:
        return Standings(all_levels(state), race(state), state.board.titles, tracks())

    def legend(self, scene: Scene, width: int = 0) -> str:
        commerce, politics, military = map(str.strip, tracks())
        levels_ = tr(
            "{commerce} commerce, {politics} politics, {military} military; {star} leads.",
            commerce=commerce,
            politics=politics,
            military=military,
            star=scene.glyphs.leader,
        )
        race_ = tr(
            "{resources} resources, {heroes} heroes and wonders.",
            resources=counted_resources(),
            heroes=letter("heroes_and_wonders"),
        )
        return panes.legend(scene, width, levels_, race_)

    def on_table(self, scene: Scene, width: int) -> tuple[str, Block] | None:
        """Return what lies on the table: a trade, or the points of a setup; None if neither is going on."""
        return setup_on_table(scene, width) or super().on_table(scene, width)
