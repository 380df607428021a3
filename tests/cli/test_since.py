"""What belongs to the time since a player's last turn, by what the log has now; and how little of it is told."""

from __future__ import annotations

from cli.empires.words import WORDS
from cli.play.seating import Seating, card_of
from cli.table_game import DEFAULT, new_game
from cli.ui.conversation.story import Line, since_turn
from core.empires.state import Options
from core.engine.event import Event
from core.mare.events import LeaderChanged, Marched, MarkerOccupied, RolledAtSea, Sailed, Took, TriremesLost
from p2p.log.log import Log
from p2p.log.statements import TAKE_BACK, Change, SignedEntry
from tests.core.positions import Position
from tests.p2p.hands import Hands
from tests.p2p.tables import signer

ROME, GREECE, CARTHAGE = range(3)
NOW = (1, 2)
"""Round and phase in which the player is asked."""


def announced() -> Log:
    """A log of Empires in which Carthage, the last of three seats, has announced how many resources to offer."""
    cards = tuple(card_of(name, signer(number), 0) for number, name in enumerate(("Ada", "Bo", "Cy")))
    charter = Seating(DEFAULT, Options(3, ("rome", "greece", "carthage")), cards).charter()
    log = Log(charter, new_game(charter.setup))
    (slot,) = log.slots
    log.append(SignedEntry.by(signer(log.holder(slot)).identity, log.draft(slot, "announce 3")))
    return log


def line(log: Log, step: int, moment: tuple[int, int] = NOW) -> Line:
    """A line on what happens in a step."""
    return Line(*moment, step, "", below=log.log_at(step - 1))


def test_what_a_vote_takes_back_has_not_happened() -> None:
    log = announced()
    told = [line(log, 1)]
    assert since_turn(log, told, ROME, NOW) == told
    Hands(log.charter).change(log, Change(TAKE_BACK, 0))
    assert since_turn(log, told, ROME, NOW) == []


def test_what_happens_in_one_s_own_turn_is_no_news() -> None:
    log = announced()
    log_of_next = line(log, 2, NOW)
    assert since_turn(log, [line(log, 1), log_of_next], CARTHAGE, NOW) == []


def told(*events: Event) -> dict[int, str]:
    """The digest for Rome, by empire."""
    return dict(WORDS.digest(Position(3).game().state, events, ROME))


def test_movements_to_one_place_add_up() -> None:
    names = Position(3).board.province_names
    assert told(Marched(GREECE, 2, 0, 1), Marched(GREECE, 2, 2, 1)) == {GREECE: f"4 legions to {names[1]}"}


def test_new_titles_stand_first_and_one_s_own_are_told_too() -> None:
    names = Position(3).board.province_names
    events = (Marched(GREECE, 1, 0, 1), Marched(CARTHAGE, 1, 0, 1), LeaderChanged(CARTHAGE, 2), LeaderChanged(ROME, 0))
    assert list(told(*events).items()) == [
        (ROME, "Trade Leader"),
        (CARTHAGE, f"Military Leader, 1 legion to {names[1]}"),
        (GREECE, f"1 legion to {names[1]}"),
    ]


def test_what_others_have_done_to_oneself_stands_first_even_without_a_loss() -> None:
    board = Position(3).board
    sea, italia = board.seas.index("mare_ionium"), board.provinces.index("italia")
    battle = (RolledAtSea(CARTHAGE, (1,), 1, 0, sea), RolledAtSea(ROME, (5,), 5, 1, sea))
    events = (Sailed(CARTHAGE, 1, 0, sea), *battle, TriremesLost(CARTHAGE, 1), MarkerOccupied(CARTHAGE, italia))
    found = told(*events)
    assert list(found.items()) == [
        (ROME, "Carthage attacked in Mare Ionium, Carthage occupied control marker in Italia"),
        (CARTHAGE, "1 trireme to Mare Ionium, lost 1 trireme in Mare Ionium"),
    ]


def test_trades_stand_last_and_are_set_off_against_each_other() -> None:
    coin, metal = (Position(3).board.tokens.index(token) for token in ("coin", "metal"))
    takes = (Took(GREECE, coin, ROME), Took(CARTHAGE, coin, GREECE), Took(GREECE, metal, CARTHAGE))
    assert told(*takes, Marched(GREECE, 1, 0, 1)) == {
        ROME: "trade: gave coin",
        GREECE: f"1 legion to {Position(3).board.province_names[1]}, trade: gained metal",
        CARTHAGE: "trade: gave metal for coin",
    }
