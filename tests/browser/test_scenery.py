"""What a page shows of a conversation, in words for people: no place and no caravan is called as in the notation."""

from __future__ import annotations

from cli.i18n.texts import speaking
from cli.ui.browser.scenery import Scenery
from tests.browser.test_pointing import moving
from tests.cli.screen.golden import seated
from tests.cli.screen.seats import Seat
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
