"""What a page shows of a conversation, in words for people: no place and no caravan is called as in the notation."""

from __future__ import annotations

import re

import pytest

from cli.empires.view import EMPIRES_VIEW
from cli.i18n.texts import speaking
from cli.sword.view import SWORD_VIEW
from cli.table_game import rules_of
from cli.ui.browser.scenery import Scenery
from cli.ui.screen.screen import Screen
from tests.browser.test_pointing import moving
from tests.cli.games import begun
from tests.cli.screen.golden import seated
from tests.cli.screen.seats import Seat, silent_shell
from tests.cli.sword.tables import carry_on, game_of
from tests.core.positions import Position


def shown(line: str, seat: Seat | None = None) -> list[str]:
    """What the answers say with which a line can go on; of a seat, or of one that moves."""
    seat = seat or moving()
    seat.type(line)
    return [choice["shown"] for choice in Scenery(seat.screen.scene).parts()["choices"]]


def test_empires_are_called_by_their_names() -> None:
    position = Position(3).leaders(trade="rome").units("latium", rome=2).units("macedonia", greece=2).at_leadership()
    assert shown("", seated(position)) == ["award trade to Rome", "award trade to Carthage"]


def test_a_caravan_is_told_with_its_commodity_in_brackets() -> None:
    position = Position(3).give("rome", "metal grain oil").control("dalmatia", "rome").at_build_turn("rome")
    assert "caravan (wood)" in shown("", seated(position))


@pytest.mark.parametrize(("hand", "line"), [("coin " * 7, "build circe"), ("coin " * 6, "")])
def test_a_card_that_can_be_bought_has_the_line_that_begins_so(hand: str, line: str) -> None:
    seat = seated(Position(3).face_up("circe", "hamilcar").give("rome", hand).at_build_turn("rome"))
    lines = {card["name"]: card["line"] for card in Scenery(seat.screen.scene).parts()["cards"]}
    assert (lines["Circe (+1 trade, +1 military)"], lines["Caesar"]) == (line, "")


def test_places_are_called_by_their_names() -> None:
    assert "march Latium" in shown("")
    assert shown("march latium ") == ["Gallia", "Italia"]


def test_what_is_staged_names_places() -> None:
    seat = moving()
    seat.enter("march Latium Gallia 2")
    assert Scenery(seat.screen.scene).parts()["staged"] == ["march Latium Gallia 2"]


def test_goods_are_in_the_language_of_the_player() -> None:
    scenery = Scenery(moving().screen.scene)
    with speaking("hu"):
        place = scenery.parts()["place:gallia"]
    assert ">gabona<" in place["tag"]
    assert "karaván (gabona)" in place["words"]


def active() -> Seat:
    """The Gauls of The Sword of Rome are active; the Etruscans and Samnites have one player."""
    game = carry_on(game_of(), 4)
    seat = Seat(game, 0, Screen(silent_shell(), game, SWORD_VIEW, 0, {seat: f"Bot {seat + 1}" for seat in range(4)}))
    seat.conversation.begin_question()
    return seat


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("remove ", "Transalpine Gauls"),
        ("control ", "Beyond the Pass"),
        ("leader ", "A minor leader of the Gauls"),
        ("floor ", "Etruscans and Samnites"),
    ],
)
def test_powers_locations_and_leaders_are_called_by_their_names(line: str, name: str) -> None:
    assert name in shown(line, active())


def test_what_a_power_has_is_said_in_words() -> None:
    parts = Scenery(active().screen.scene).parts()
    rows = ["".join(text for _, text in row) for row in parts["players"]]
    assert rows[:2] == ["▶ G Gauls (Bot 1) ●", "   3 points, 5 cards in hand, 5 CU on the map"]
    assert parts["signs"].startswith("● connected")


def test_the_page_breaks_the_lines_of_rules_by_itself() -> None:
    seat = moving()
    seat.enter("rule victory")
    lines = ["".join(text for _, text in row) for row in Scenery(seat.screen.scene).parts()["panel"]["rows"]]
    assert max(map(len, lines)) > 100
    assert all(line.startswith("6") for line in lines if line)


def test_talk_has_the_time_of_day_at_which_it_was_heard() -> None:
    seat = moving()
    seat.conversation.recall("Bo", "We begin.")
    seat.conversation.heard("Bo", "We go on.")
    parts = Scenery(seat.screen.scene).parts()
    early, late = (part["time"] for key, part in parts.items() if key.startswith("line:") and part["talk"])
    assert early == ""
    assert re.fullmatch(r"\d\d:\d\d", late)


def test_players_who_have_not_come_yet_are_not_missed() -> None:
    session = begun()[0]
    game = rules_of(session.log.game)
    scene = Screen(silent_shell(), game, EMPIRES_VIEW, 0, {}, session=session).scene
    scene.conversation.commands["absent"] = str
    assert session.unreachable
    assert Scenery(scene).parts()["question"]["then"] == []
