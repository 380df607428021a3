"""The board as an SVG picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations

import pytest

from cli.classic.view import ORIGINAL_VIEW
from cli.empires.view import EMPIRES_VIEW
from cli.i18n.texts import languages, speaking
from cli.ui.map.view import MapScene
from cli.ui.picture import tags
from cli.ui.picture.svg import card, picture, spots
from cli.ui.picture.tags import drawn as drawn_rows
from core.empires.rules import new_game
from core.empires.state import Game, Options
from core.engine.state import NO_EMPIRE
from core.mare.buildings import CARAVAN
from tests.cli.map.positions import contested, printed, war_of_2003
from tests.core.suites import EMPIRES_SUITE

empires_map = EMPIRES_VIEW.map
classic_map = ORIGINAL_VIEW.map

SVG = "{http://www.w3.org/2000/svg}"


def drawn(game: Game, names: tuple[str, ...] = ()) -> ET.Element:
    return ET.fromstring(picture("Mare Nostrum: Empires", empires_map, game.state, "Round 4, Move and battle", names))


def words(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def tag_of(root: ET.Element, place: str) -> ET.Element:
    return next(group for group in root.iter(f"{SVG}g") if group.get("id") == f"tag-{place}")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_open_places_are_drawn_and_closed_ones_are_not(players: int) -> None:
    game = printed(players)
    board, root = game.state.board, drawn(game)
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    assert {f"tag-{place}" for place in (*board.provinces, *board.seas)} <= ids
    assert {f"ground-{province}" for province in board.provinces} <= ids
    closed = {province.id for province in board.map.provinces} - set(board.provinces)
    assert {f"tag-{province}" for province in closed} & ids == set()


def test_the_land_of_an_empire_has_its_colour_and_its_letter() -> None:
    game = contested()
    board, root = game.state.board, drawn(game)
    grounds = {path.get("id"): path.get("class") for path in root.iter(f"{SVG}path")}
    for index, (place, province) in enumerate(zip(board.provinces, game.state.provinces, strict=True)):
        wanted = (
            "land" if province.controller == NO_EMPIRE else f"land {empires_map.sides(board)[province.controller].ink}"
        )
        assert grounds[f"ground-{place}"] == wanted
        if province.controller != NO_EMPIRE:
            assert words(tag_of(root, place))[0] == board.empire_names[province.controller][0], index


def test_every_icon_is_drawn_as_built_or_free() -> None:
    state = contested().state
    root = drawn(contested())
    for index, place in enumerate(state.board.provinces):
        found = Counter(element.get("class") for element in tag_of(root, place).iter())
        built = state.provinces[index].built.bit_count()
        assert (found["built"], found["free"]) == (built, len(state.board.icons[index]) - built)
        goods = [
            state.board.map.commodities[icon.commodity - 1][0]
            for icon in state.board.icons[index]
            if icon.kind == CARAVAN
        ]
        assert [good for good in goods if good not in words(tag_of(root, place))] == []


def test_units_war_and_occupation_are_drawn() -> None:
    root = drawn(contested())
    figures = Counter(use.get("href") for use in tag_of(root, "cyrenaica").iter(f"{SVG}use"))
    assert (figures["#war"], figures["#legion"], figures["#fortress"]) == (1, 2, 1)
    assert words(tag_of(root, "sicilia"))[:3] == ["C", "R", "Sicilia"]
    assert words(tag_of(root, "mare_africum")) == ["Mare Africum", "R", "1", "E", "2", "C", "2"]
    assert words(tag_of(root, "macedonia")).count("R") == 3


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "scene", [empires_map.scene(printed(5).state), classic_map.scene(war_of_2003()).usual], ids=["empires", "2003"]
)
def test_no_tag_covers_another(scene: MapScene, language: str) -> None:
    boxes = {}
    with speaking(language):
        for place, (x, y) in spots(scene):
            width, height = tags.extent(scene.tag(place))
            boxes[place.id] = (x - width / 2, y, x + width / 2, y + height)
    overlapping = [
        names
        for names, (one, other) in zip(combinations(boxes, 2), combinations(boxes.values(), 2), strict=True)
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]
    assert overlapping == []


def test_names_of_players_cannot_become_markup() -> None:
    root = drawn(printed(3), ("<script>", "a&b", '"'))
    assert any(text.endswith("· <script>") for text in words(root))
    assert list(root.iter(f"{SVG}script")) == []


def test_nothing_is_fetched_from_elsewhere() -> None:
    text = picture("Mare Nostrum: Empires", empires_map, contested().state, "Round 4, Move and battle")
    assert text.count("http") == 1
    assert "url(" not in text.replace("url(#", "")


def test_another_map_is_drawn_as_a_plan() -> None:
    game = new_game(Options(2, ("westerners", "easterners")), EMPIRES_SUITE.map_named("maps/two_islands.toml"))
    board = game.state.board
    root = drawn(game)
    assert [name for name in (*board.province_names, *board.sea_names) if name not in words(root)] == []


def test_a_line_that_is_too_long_goes_on_below() -> None:
    side = empires_map.sides(contested().state.board)[0]
    lines = [("who", "Rome · Margarethe-Elisabeth"), ("fact", "tiles 3 of 5: Caesar, Colossus of Rhodes"), ("fact", "")]
    shown = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{card(side, lines, 186).drawing}</svg>')
    assert words(shown)[1:] == ["Rome ·", "Margarethe-", "Elisabeth", "tiles 3 of 5: Caesar,", "Colossus of Rhodes"]
    assert card(side, lines, 186).height > card(side, lines, 400).height


def test_every_figure_of_the_map_is_explained() -> None:
    for view, state in ((empires_map, contested().state), (classic_map, war_of_2003())):
        explained = "".join(drawn_rows([row]) for row, _ in view.meanings(state.board))
        assert [figure for figure in view.FIGURES if f'"#{figure}"' not in explained] == []
