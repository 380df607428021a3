"""The page that replays a game."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import dist
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from cli.empires.view import EMPIRES_VIEW
from cli.ui.conversation.story import Line
from cli.ui.map.labels import Side
from cli.ui.map.view import Series, Tray
from cli.ui.picture.page import BOTTOM, HEIGHT, History, arrows, graph, history_of, page, sentences, trays, under_phases
from cli.ui.picture.svg import land_class, picture
from cli.ui.picture.tags import INKS, STYLE, drawn
from cli.ui.replay.replay import Moment, Replay
from core.editions import EDITIONS
from core.engine.event import Event, message_of
from core.mare.titles import all_levels
from p2p.game import Over
from tests.cli.games import replay
from tests.cli.map.positions import printed
from tests.cli.screen.golden import table
from tests.cli.screen.palettes import LEAST, contrast
from tests.cli.test_turning import replay as turned

empires_map = EMPIRES_VIEW.map

if TYPE_CHECKING:
    from p2p.log.log import Log


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
        assert texts[frame["told"]] == under_phases(empires_map, moment)


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
    log = written().partition('<ol id="log"')[2].partition("</ol>")[0]
    steps = [int(number) for number in re.findall(r'data-go="(\d+)"', log)]
    assert list(dict.fromkeys(steps)) == list(range(len(replay().moments)))


def test_the_log_has_what_happened_under_its_own_round_and_phase() -> None:
    """A step in which several phases end stands in the log once for each of them."""
    log = written().partition('<ol id="log"')[2].partition("</ol>")[0]
    found, heading = list[tuple[str, int]](), ""
    for round_, step in re.findall(r'<li class="round">([^<]*)|data-go="(\d+)"', log):
        heading = round_ or heading
        found += [(heading, int(step))] if step else []
    assert found == [(when, moment.step) for moment in replay().moments for when, _ in moment.by_phase()]
    assert len(found) > len(replay().moments)


def test_it_needs_nothing_from_elsewhere() -> None:
    assert "default-src 'none'" in written()
    assert re.findall(r"(?:src|href)=\"(?!#)", written()) == []
    assert re.findall(r"<!--\w+-->", written()) == []


# ---------------------------------------------------------------------- how it ended


def ended(*winners: int, victory: str = "heroes_and_wonders") -> Replay:
    """That game, as if it had ended so."""
    log = cast("Log", SimpleNamespace(result=Over(winners, victory)))
    return replace(replay(), log=log)


def test_the_head_of_the_page_says_who_won() -> None:
    game = ended(1)
    assert game.ending.endswith("(Bot 2) wins with five heroes and wonders.")
    text = page("Mare Nostrum: Empires", game)
    assert f'<p class="ending">{game.ending}</p>' in text
    assert f"<title>Mare Nostrum: Empires. {game.ending}</title>" in text


def test_only_the_rows_of_the_winners_are_marked() -> None:
    rows = re.findall(r"<tr><th.*?</tr>", page("Mare Nostrum: Empires", ended(0, 2)), re.DOTALL)
    assert [name for row in rows for name in replay().names if name in row and "winner" in row] == ["Bot 3", "Bot 1"]
    assert 'class="won"' not in written()


def test_a_game_that_goes_on_has_no_end_yet() -> None:
    begun = replace(replay(), moments=replay().moments[:5], log=None)
    text = page("Mare Nostrum: Empires", begun)
    assert f"<title>Mare Nostrum: Empires, {begun.moments[-1].when}</title>" in text
    assert '<p class="ending"></p>' in text


def test_the_turning_points_lead_to_their_steps() -> None:
    text = page("Mare Nostrum: Empires", turned())
    part = text.partition('class="turning"')[2].partition("</section>")[0]
    assert [int(number) for number in re.findall(r'data-go="(\d+)"', part)] == [1, 2, 3]
    assert "Deed 1. <i>Towards victory: Rome 33% to 40%.</i>" in part


def test_the_picture_says_how_the_game_ended() -> None:
    state = replay().moments[-1].state
    ending = "Rome (<b>) wins with five heroes and wonders."
    root = ET.fromstring(picture("Mare Nostrum: Empires", empires_map, state, "Round 1, the end", (), ending))
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert ending in texts
    assert (root.findtext("{http://www.w3.org/2000/svg}title") or "").endswith(f"Round 1, the end. {ending}")


# ---------------------------------------------------------------------- colours


def test_the_lines_of_charts_are_seen_on_light_and_on_dark_ground() -> None:
    light, dark = (rgb(colour) for colour in re.findall(r"--card: (#\w{6});", written()))
    assert [name for name, (_, ink, _) in INKS.items() if contrast(rgb(ink), light) < LEAST] == []
    assert [name for name, (ink, *_) in INKS.items() if contrast(rgb(ink), dark) < LEAST] == []


def test_names_on_the_map_can_be_read_on_light_and_on_dimmed_ground() -> None:
    [dim] = re.findall(r"\.ground, .*?brightness\((.*?)\)", written())
    sea, sea_in_the_dark = re.findall(r"\.sea-name \{ fill: (#\w{6})", written())
    [ink] = re.findall(r"text \{.*fill: (#\w{6})", STYLE)
    [ink_in_the_dark] = re.findall(r"\.map \.name,.*fill: (#\w{6})", written())
    waters = ("#7fb0bb", "#b9d6d8", "#a8cbd0")
    pairs = [(sea, water, 1.0) for water in waters] + [(sea_in_the_dark, water, float(dim)) for water in waters]
    for land in [land for land, *_ in INKS.values()] + ["#f3e8ca"]:
        pairs += [(ink, land, 1.0), (ink_in_the_dark, land, float(dim))]
    assert [pair for pair in pairs if contrast(rgb(pair[0]), rgb(pair[1], pair[2])) < LEAST] == []


def rgb(colour: str, dimmed: float = 1.0) -> str:
    return "".join(f"{round(int(colour[at : at + 2], 16) * dimmed):02x}" for at in (1, 3, 5))


def test_letters_at_the_ends_of_lines_stand_apart_and_on_the_chart() -> None:
    sides = [Side(letter, letter, "red") for letter in "ABCDE"]
    for value in (0, 4):
        drawn_chart = graph(sides, History((1, 2), ()), Series("Levels", ((4, 3, 2, 1, 0), (value,) * 5)))
        heights = sorted(float(y) for y in re.findall(r'class="end[^>]* y="([\d.]+)"', drawn_chart))
        assert min(after - before for before, after in pairwise(heights)) >= 14
        assert heights[-1] < HEIGHT - BOTTOM + 5


# ---------------------------------------------------------------------- what happens


@cache
def war() -> Replay:
    """A march into a battle, and its dice; and a trade, in which a resource is taken."""
    game = table().at_war_turn("rome").game()
    told, moments = list[Event](), list[Moment]()

    def keep(number: int) -> None:
        board, when = game.state.board, (game.state.round, game.state.phase)
        lines = tuple(Line(*when, number, message_of(board, event), event) for event in told)
        moments.append(Moment(number, game.copy(), lines or (Line(*when, number, "Nothing."),), EMPIRES_VIEW))
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
    told = sentences(empires_map, war().moments[-1].lines)
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
        meaning for _, meaning in empires_map.meanings(replay().moments[0].state.board) if str(meaning) not in legend
    ] == []


def test_names_of_players_cannot_become_markup() -> None:
    strange = "</script><script>alert(1)</script>"
    text = page("Mare Nostrum: Empires", Replay(replay().moments, (strange,) * 3, EMPIRES_VIEW))
    assert text.count("<script") == written().count("<script")
    assert text.count("alert(1)") == written().count("alert(1)") + 3


def test_page_and_picture_name_the_edition() -> None:
    for title in (edition.title for edition in EDITIONS.values()):
        text = page(title, replay())
        assert f"<title>{title}. The last round is over; there is no winner.</title>" in text
        assert f"<h1>{title}</h1>" in text
        assert f'<text class="moment" y="24">{title}</text>' in text
        assert f"<title>{title}, Round 1</title>" in picture(title, empires_map, replay().moments[0].state, "Round 1")
