"""What a page shows of a conversation, in words for people: no place and no caravan is called as in the notation."""

from __future__ import annotations

from cli.i18n.texts import speaking
from cli.ui.browser.scenery import Scenery
from tests.browser.test_pointing import moving


def shown(line: str) -> list[str]:
    """What the answers say with which a line can go on."""
    seat = moving()
    seat.type(line)
    return [choice["shown"] for choice in Scenery(seat.screen.scene).parts()["choices"]]


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
