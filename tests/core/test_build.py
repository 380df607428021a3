"""Phase 3, build: turns, units and buildings, what is kept (3.0 to 3.1.2). Control markers and tiles have own files."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from core import Decision
from core.empires.actions import Build
from core.empires.building import UNITS, BuildTurn, Prospects
from core.empires.rules import EMPIRES
from core.empires.state import Game
from core.engine.action import Action
from core.engine.event import message_of
from core.mare.actions import Done
from core.mare.kinds import FREE
from tests.core.draws import all_draws
from tests.core.positions import Position, Table

THREE = "coin coin coin"


def turn(position: Position, empire: str, coins: int = 6) -> Table:
    """A build turn with so many coins, after which others still build."""
    others = [name for name in position.board.empires if name != empire]
    return position.give(empire, "coin " * coins).at_build_turn(empire, *others).table()


# ---------------------------------------------------------------------- 3.0b what is kept


def test_what_is_discarded_is_told_3_0b() -> None:
    """3.0b, R3: the log is public."""
    told: list[str] = []
    position = Position(3).give("rome", "coin coin coin wood *wood wood").give("greece", "coin").at_end_of_build()
    position.state.listener = lambda event: told.append(str(message_of(position.state.board, event)))
    Game(EMPIRES, position.state)
    given_back = [sentence for sentence in told if "3.0b" in sentence]
    assert given_back == ["Rome gives back coin, 2 wood, legendary wood (3.0b)."]


# ---------------------------------------------------------------------- what always holds

WORDS = ["coin", "coin", "wood", "oil", "*oil", "grain"]
PROVINCES = ["latium", "italia", "gallia", "germania", "dalmatia", "sicilia", "africa"]


@st.composite
def rome_to_build(draw: st.DrawFn) -> Position:
    """Rome's build turn with a small hand, its provinces and their neighbours in any condition."""
    position = Position(3).give("rome", " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=6, unique=True))))
    position.give("rome", "coin " * draw(st.integers(0, 3)))
    for province in draw(st.lists(st.sampled_from(PROVINCES), max_size=3, unique=True)):
        position.raze(province).units(province, rome=draw(st.integers(0, 1)), greece=draw(st.integers(0, 1)))
        if province not in ("latium", "africa"):
            position.control(province, draw(st.sampled_from(["rome", "greece", None])))
    for sea in draw(st.lists(st.sampled_from(["mare_tyrrhenum", "mare_ionium"]), max_size=2, unique=True)):
        position.fleet(sea, rome=1)
    return position.tiles("rome", *draw(st.sampled_from([(), ("hannibal",), ("circe", "hercules")])))


def everything(table: Table, payments: set[tuple[int, ...]]) -> list[Action]:
    """All builds of all things in all places with some payments, sensible or not."""
    board = table.board
    things = [(what, province) for what in ("control", *UNITS[:2]) for province in range(len(board.provinces))]
    things += [("trireme", sea) for sea in range(len(board.seas))]
    things += [(icon.name, province) for province, icons in enumerate(board.icons) for icon in icons]
    things += [(tile.id, FREE) for tile in board.tiles]
    return [Done(), *(Build(what, where, payment) for what, where in things for payment in payments)]


@settings(max_examples=30)
@given(rome_to_build())
def test_what_may_be_built_is_exactly_what_is_listed(position: Position) -> None:
    """3.1."""
    table = position.at_build_turn("rome", "greece").table()
    node = table.game.node
    if not (isinstance(node, Decision) and node.prompt.rule == "3.1"):
        return
    listed = list(node.answers)
    assert len(set(listed)) == len(listed)
    held = [token for token, count in enumerate(table.game.state.players[0].hand) for _ in range(count)]
    payments = {payment for size in (0, 3, 6, 7) for payment in combinations(held, size)}
    legal = {action for action in everything(table, payments) if action in node.answers}
    assert legal == set(listed)


@settings(max_examples=20)
@given(rome_to_build(), st.sampled_from([(), ("hammurabi",), ("penthesilea",), ("spartacus", "lighthouse")]))
def test_everything_that_can_be_built_can_be_drawn_and_nothing_else(
    position: Position, offering: tuple[str, ...]
) -> None:
    """3.1."""
    table = position.tiles("rome", *offering).at_build_turn("rome", "greece").table()
    stack = table.game.state.stack  # empty where Rome has won: five tiles, and nothing more that it could do
    turn = stack[-1] if stack else None
    if not isinstance(turn, BuildTurn):
        return
    prospects = Prospects(table.game.state, turn)
    listed = [thing for sort in prospects.sorts() for thing in sort()]
    drawn = list(all_draws(prospects.draw))
    assert None in drawn, "being done can't be drawn"
    assert all(thing in listed for thing in drawn if thing is not None)
    assert all(thing in drawn for thing in listed)


def test_a_hero_who_has_an_owner_is_refused_with_that_owner() -> None:
    """3.1.3."""
    table = Position().give("rome", "coin " * 7).at_build_turn("rome").table()
    sentence = table.refused("rome", "build hannibal with coin coin coin coin coin coin coin", "3.1.3")
    assert sentence == "Hannibal belongs to Carthage."
