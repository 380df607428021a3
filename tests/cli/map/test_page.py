"""The page that replays a game."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from functools import cache
from math import dist
from typing import Any

from cli.empires.map import view as empires_map
from cli.empires.view import EMPIRES_VIEW
from cli.ui.map.view import Tray
from cli.ui.picture.happenings import arrows, sentences, trays
from cli.ui.picture.history import history_of
from cli.ui.picture.page import page
from cli.ui.picture.svg import land_class, picture
from cli.ui.picture.tags import drawn
from cli.ui.replay.replay import Moment, Replay
from core.editions import EDITIONS
from core.engine.event import Event, message_of
from core.mare.titles import all_levels
from tests.cli.games import replay
from tests.cli.map.positions import printed
from tests.cli.screen.golden import table


@cache
def written() -> str:
    return page("Mare Nostrum: Empires", replay())


def data() -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', written(), re.DOTALL)
    assert found is not None
    value: dict[str, Any] = json.loads(found[1])
    return value


def test_its_frames_are_the_moments_of_the_game() -> None:
    value = data()
    texts, looks = value["texts"], {}
    places = empires_map.atlas(replay().moments[0].state.board).places
    assert value["places"] == [place.id for place in places]
    for moment, frame in zip(replay().moments, value["frames"], strict=True):
        looks.update({number: (ground, text) for number, ground, text, _ in frame["changes"]})
        scene = empires_map.scene(moment.state)
        for number, place in enumerate(places):
            assert [texts[which] for which in looks[number]] == [land_class(scene, place), drawn(scene.tag(place))]
        assert (frame["step"], texts[frame["when"]]) == (moment.step, moment.when)
        assert texts[frame["told"]] == sentences(empires_map, moment)


def test_a_frame_says_only_what_has_changed() -> None:
    frames = data()["frames"]
    assert sum(len(frame["changes"]) for frame in frames[1:]) < len(frames) * 3


def test_the_players_rows_have_levels_and_leaders() -> None:
    value = data()
    last, state = value["frames"][-1]["players"], replay().moments[-1].state
    for empire, levels in enumerate(all_levels(state)):
        cells = [value["texts"][number] for number in last[empire]]
        assert [int(cell.split()[0]) for cell in cells[:3]] == list(levels)
        assert ["Leader" in cell for cell in cells[:3]] == [leader == empire for leader in state.leaders]


def test_the_charts_count_what_the_game_had() -> None:
    history, end = history_of(replay()), replay().moments[-1].state
    assert history.rounds == (1,)
    assert [series.values[-1] for series in history.series[:3]] == list(zip(*all_levels(end), strict=True))
    # Every start yields nine resources in the first collection.
    assert history.series[3].values == ((9, 9, 9),)
    assert sum(history.series[4].values[-1]) >= 5


def test_the_log_has_every_step() -> None:
    steps = [int(number) for number in re.findall(r'data-go="(\d+)"', written())]
    assert steps == list(range(len(replay().moments)))


def test_it_needs_nothing_from_elsewhere() -> None:
    assert "default-src 'none'" in written()
    assert re.findall(r"(?:src|href)=\"(?!#)", written()) == []
    assert re.findall(r"<!--\w+-->", written()) == []


# ---------------------------------------------------------------------- what happens


@cache
def war() -> Replay:
    """A march into a battle, and its dice; and a trade, in which a resource is taken."""
    game = table().at_war_turn("rome").game()
    told, moments = list[Event](), list[Moment]()

    def keep(number: int) -> None:
        sentences = tuple(message_of(game.state.board, event) for event in told) or ("Nothing.",)
        moments.append(Moment(number, game.copy(), sentences, EMPIRES_VIEW, tuple(told)))
        told.clear()

    game.listen(told.append)
    keep(0)
    for number, line in enumerate(("done", "done", "march italia macedonia 2", "done"), 1):
        game.apply(game.parse(line))
        keep(number)
    game.settle((5, 2, 4))
    keep(5)
    return Replay(tuple(moments), (), EMPIRES_VIEW)


def test_a_march_is_an_arrow_from_place_to_place() -> None:
    sides = empires_map.sides(war().moments[0].state.board)
    anchors = {place.id: place.anchor for place in empires_map.atlas(war().moments[0].state.board).places}
    drawn_arrows = [arrows(empires_map, moment, sides, anchors) for moment in war().moments]
    [marched] = [text for text in drawn_arrows if text]
    root = ET.fromstring(marched)
    points = [tuple(map(float, point.split(","))) for point in root[0].get("points", "").split()]
    assert points
    nearest = {
        place: min(dist(point, anchors[place]) for point in points)
        for place in ("italia", "macedonia", "creta", "asia")
    }
    assert max(nearest["italia"], nearest["macedonia"]) < min(nearest["creta"], nearest["asia"])
    assert root.findtext("text") == "2"


def test_dice_show_their_faces() -> None:
    told = sentences(empires_map, war().moments[-1])
    assert [int(face) for face in re.findall(r'href="#die(\d)"', told)] == [6, 3, 5]
    assert "Macedonia: <svg" in told


def test_a_trade_shows_what_lies_before_whom() -> None:
    tray = Tray(1, ("coin", "oil"), 0, takes=True), Tray(0, (), 3, takes=False), Tray(2, (), 0, takes=False)
    shown = ET.fromstring(f"<ul>{trays(tray, empires_map.sides(printed(3).state.board))}</ul>")
    assert ["".join(item.itertext()) for item in shown] == [
        "GGreece takes coinoil",
        "RRome 3 in secret",
        "CCarthage nothing left",
    ]


def test_every_mark_is_explained_on_the_page() -> None:
    legend = written().partition('<section class="legend"')[2].partition("</section>")[0]
    assert [
        meaning for _, meaning in empires_map.meanings(replay().moments[0].state.board) if meaning not in legend
    ] == []


def test_names_of_players_cannot_become_markup() -> None:
    strange = "</script><script>alert(1)</script>"
    text = page("Mare Nostrum: Empires", Replay(replay().moments, (strange,) * 3, EMPIRES_VIEW))
    assert text.count("<script") == written().count("<script")
    assert text.count("alert(1)") == written().count("alert(1)") + 3


def test_page_and_picture_name_the_edition() -> None:
    for title in (edition.title for edition in EDITIONS.values()):
        text = page(title, replay())
        assert f"<title>{title}: a game</title>" in text
        assert f"<h1>{title}</h1>" in text
        assert f'<text class="moment" y="24">{title}</text>' in text
        assert f"<title>{title}, Round 1</title>" in picture(title, empires_map, replay().moments[0].state, "Round 1")
