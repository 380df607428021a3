"""The setup with points (1.4) on the screen: points left, income so far, where things can stand, a suggestion."""

from __future__ import annotations

from collections.abc import Iterator

from cli.i18n.texts import term, tr
from cli.mare.words import tokens
from cli.ui.screen.rows import Block, Row, folded
from cli.ui.screen.scene import Scene
from cli.ui.text.names import empires
from core.classic.actions import PlacePiece
from core.classic.setup import SetupTurn, Sites
from core.classic.state import State
from core.engine.notation import text
from core.mare.income import due_income
from core.mare.kinds import FREE, PIECES
from core.mare.map import icon_kind


def on_table(scene: Scene, width: int) -> tuple[str, Block] | None:
    """Return the setup that is going on; None if none is."""
    state = scene.conversation.state
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, SetupTurn):
        return None
    return tr("Setup"), [line for row in _rows(scene, state, frame) for line in folded(row, width, 2)]


def in_brief(state: State, frame: SetupTurn) -> str:
    """Return points left, prices, income so far and a suggestion, in a line."""
    told = tr(
        "{points} points left; “done” loses them (1.4). Prices: {prices}. Income so far: {income}.",
        points=frame.points,
        prices=prices(state, frame),
        income=tokens(state, income_of(state, frame.empire)) or tr("nothing"),
    )
    return f"{told} {suggested(state, frame)}".rstrip()


def prices(state: State, frame: SetupTurn) -> str:
    """Return what a civilization can buy at which price: ``3 control marker, city; 6 market``."""
    board, sites = state.board, Sites(state, frame)
    sorts = {icon_kind(icon.name): icon.name for icons in board.icons for icon in icons}
    hero = board.tiles[board.heroes[frame.empire]]
    named = [(tr("control marker") if piece == "control" else term(piece), piece) for piece in PIECES]
    named += [(term(kind), name) for kind, name in sorts.items()]
    named += [(term(hero.name), hero.id)]
    by_price: dict[int, list[str]] = {}
    for name, what in named:
        by_price.setdefault(sites.cost(what), []).append(name)
    return "; ".join(f"{price} {', '.join(names)}" for price, names in sorted(by_price.items()))


def _rows(scene: Scene, state: State, frame: SetupTurn) -> Iterator[Row]:
    name, most = empires(state)[frame.empire], state.board.map.setup.points
    left = tr("{points} of {most} points left", points=frame.points, most=most)
    yield [("class:number", f"{name}: {left}")]
    income = tokens(state, income_of(state, frame.empire))
    yield [("class:dim", tr("Income so far: ")), ("", income or tr("nothing"))]
    if frame.empire != scene.conversation.empire:
        return
    if told := suggested(state, frame):
        yield [("class:note", told)]
    sites = Sites(state, frame)
    for what in sites.things():
        if what in PIECES:
            where = ", ".join(state.board.province_names[place] for place in sites.places(what))
            name = tr("control marker") if what == "control" else term(what)
            yield [("class:dim", f"{name} {sites.cost(what)}: "), ("", where)]


def income_of(state: State, empire: int) -> list[int]:
    """Return what a civilization collects as things stand, without what its heroes and wonders add."""
    due = due_income(state, state.worths())[empire]
    return [kind for kind, number in sorted(due.items()) for _ in range(number)]


def suggested(state: State, frame: SetupTurn) -> str:
    """Return the suggestion in words, with a note if it is of the printed layout; empty without one."""
    proposal = suggestion(state, frame)
    if proposal is None:
        return ""
    line = text(state.board, proposal)
    if (proposal.what, proposal.where) in _printed(state, frame.empire):
        return tr("Printed setup: {line}", line=line)
    return tr("Suggestion: {line}", line=line)


def suggestion(state: State, frame: SetupTurn) -> PlacePiece | None:
    """Return a piece to place: the next of the printed layout, or else the one that pays most."""
    sites = Sites(state, frame)
    for what, where in _printed(state, frame.empire):
        if sites.refusal(what, where) is None:
            return PlacePiece(what, where)
    board = state.board
    found = [
        (-_gain(state, what, where), sites.cost(what), index, what, where)
        for index, what in enumerate(sites.things())
        if what not in PIECES and what not in board.tile_of
        for where in sites.places(what)
    ]
    if found:
        *_, what, where = min(found)
        return PlacePiece(what, where)
    thing = next(sites.things(), None)
    return None if thing is None else PlacePiece(thing, sites.places(thing)[0])


def _printed(state: State, empire: int) -> Iterator[tuple[str, int]]:
    """Yield what the printed layout still lacks: the hero, then markers, buildings and units."""
    board, start = state.board, state.board.starts[empire]
    yield start.hero, FREE
    for name in start.provinces:
        yield "control", board.provinces.index(name)
    for name, icons in start.buildings:
        for icon in icons:
            yield icon, board.provinces.index(name)
    for name, units in start.units:
        index = board.provinces.index(name)
        province = state.provinces[index]
        there = {
            "legion": province.legions[empire],
            "trireme": province.docks[empire],
            "fortress": province.fortresses,
        }
        for unit, number in units:
            if there[unit] < number:
                yield unit, index


def _gain(state: State, what: str, where: int) -> int:
    """Return how many cards more a building brings each round."""
    board, built = state.board, state.provinces[where].built
    worths = board.worths[where]
    with_it = built | 1 << board.icon_of[where][what]
    return sum(number for _, number in worths[with_it].income) - sum(number for _, number in worths[built].income)
