"""Labels are pinned: over a whole game no name on the map changes its place or its text."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import core
from cli.editions import view_named
from cli.ui.map.geography import Site
from cli.ui.map.labels import ICONS, SHORT, Look
from cli.ui.map.pins import pinned
from cli.ui.map.raster import rasterised
from cli.ui.map.textmap import View, draw, place_at, whole
from cli.ui.map.view import MapScene
from cli.ui.screen.layout import layout
from cli.ui.screen.rows import Size
from core.editions import EDITIONS
from core.engine.game import Game

SMALL = Size(80, 24)
MEDIUM = Size(120, 35)
TERMINALS = (SMALL, MEDIUM, Size(160, 50))
LOOK = Look()
MOST = 30

CLEAR = 2
"""Columns between units and the name of another place."""


def played(edition: str, players: int, seed: int) -> Iterator[Any]:
    """All states of a game that is played by chance to its end."""
    below, of = random.Random(seed).randrange, EDITIONS[edition]
    options = of.options(players=players, empires=("random",) * players)
    game = Game(of.rules, of.start(options, of.standard_map()))
    while not isinstance(game.node, core.Over):
        yield game.state
        match game.node:
            case core.Decision(answers=answers):
                game.apply(answers.draw(below))
            case core.Simultaneous(answers=each):
                game.reveal({seat: answers.draw(below) for seat, answers in each.items()})
            case core.Chance(bounds=bounds):
                game.settle(tuple(below(bound) for bound in bounds))


@cache
def scenes(edition: str, players: int) -> tuple[MapScene, ...]:
    """What the map shows over a whole game: about MOST moments, from its beginning to its end."""
    view = view_named(edition).map
    shown = list(dict.fromkeys(view.scene(state) for state in played(edition, players, 1)))
    return (*shown[:: len(shown) // MOST + 1], shown[-1])


Name = tuple[int, int, str]


def labels(scene: MapScene, size: Size, view: View) -> Iterator[tuple[int, int, str, str, str]]:
    """Every part of a map that labels a place: its row, its column, the place, its style, its text."""
    for row, line in enumerate(draw(scene, size, view=view, look=LOOK)):
        column = 0
        for style, text in line:
            place = place_at(scene, size, column, row, view=view, look=LOOK) if "map-label" in style else None
            if place is not None:
                yield row, column, place, style, text
            column += len(text)


def names(scene: MapScene, size: Size, view: View) -> dict[str, Name]:
    """By place that is named the row and the column at which its name begins, and all of its text."""
    found: dict[str, Name] = {}
    for row, column, place, style, text in labels(scene, size, view):
        word = text.strip(LOOK.glyphs.left + LOOK.glyphs.right)
        if style.endswith(("map-name", "map-sea-name", "map-selected")) and word[:1].isalpha():
            first = found.get(place, (row, column + text.index(word), ""))
            found[place] = (*first[:2], f"{first[2]} {word}".strip())
    return found


def badges(scene: MapScene, size: Size) -> dict[str, set[str]]:
    """By place the letters of the sides that are drawn there."""
    found = defaultdict[str, set[str]](set)
    for _, _, place, style, text in labels(scene, size, View()):
        if "map-badge" in style:
            found[place].update(text)
    return found


def map_of(terminal: Size) -> Size:
    """The room for the map on a terminal."""
    return layout(terminal).large.size


@pytest.mark.parametrize(("players", "terminal"), [(3, MEDIUM), (5, SMALL)], ids=str)
@pytest.mark.parametrize("edition", EDITIONS)
def test_over_a_whole_game_no_name_changes_its_place_or_text(edition: str, players: int, terminal: Size) -> None:
    size, known = map_of(terminal), defaultdict[str, set[Name]](set)
    for scene in scenes(edition, players):
        named = names(scene, size, View())
        assert named.keys() == {place.id for place in scene.atlas.places}
        for place, name in named.items():
            known[place].add(name)
    assert [found for found in known.values() if len(found) > 1] == []


@pytest.mark.parametrize("terminal", TERMINALS, ids=str)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_side_shows_where_it_has_units(edition: str, terminal: Size) -> None:
    for scene in scenes(edition, 5)[::5]:
        shown = badges(scene, map_of(terminal))
        for place in scene.atlas.places:
            there = {text for style, text in scene.label(place, SHORT, LOOK).units if "map-badge" in style}
            assert there <= shown[place.id]


def misread(scene: MapScene, size: Size, view: View) -> Iterator[tuple[str, str, str]]:
    """Units beside the name of another place and not beside their own: their place, their sign, the other place."""
    parts = list(labels(scene, size, view))
    spans = defaultdict[int, list[tuple[int, int, str]]](list)
    for row, column, place, style, text in parts:
        if style.endswith(("map-name", "map-sea-name", "map-selected")) and text.strip(LOOK.glyphs.left)[:1].isalpha():
            spans[row].append((column, column + len(text), place))
    signs = [part for part in parts if "map-badge" in part[3] or "map-units" in part[3]]
    runs: list[tuple[int, int, int, str]] = []
    for row, column, place, _, text in signs:
        joins = bool(runs) and (runs[-1][0], *runs[-1][2:]) == (row, column, place)
        runs.append((row, runs.pop()[1] if joins else column, column + len(text), place))
    for row, left, right, place in runs:
        beside = {other for start, stop, other in spans[row] if left < stop + CLEAR and start - CLEAR < right}
        if place not in beside:
            yield from ((place, str((left, right)), other) for other in beside)


@pytest.mark.parametrize("terminal", [SMALL, MEDIUM], ids=str)
@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_units_stand_beside_the_name_of_another_place(edition: str, players: int, terminal: Size) -> None:
    size = map_of(terminal)
    for scene in scenes(edition, players)[::3]:
        chosen = scene.atlas.places[len(scene.atlas.places) // 2].id
        for view in (View(), View(selected=chosen)):
            assert list(misread(scene, size, view)) == []


@pytest.mark.parametrize("terminal", TERMINALS, ids=str)
@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_at_one_size_all_goods_are_named_in_the_same_way(edition: str, players: int, terminal: Size) -> None:
    usual, size = scenes(edition, players)[0].usual, map_of(terminal)
    window = whole(usual.atlas, size)
    pins = pinned(usual, rasterised(usual.atlas, window, *size), window).pins
    assert len({pin.detail for pin in pins if pin.detail >= ICONS and not pin.place.is_sea}) <= 1


@pytest.mark.parametrize("terminal", [SMALL, MEDIUM], ids=str)
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_name_changes_when_one_is_chosen(edition: str, terminal: Size) -> None:
    size, scene = map_of(terminal), scenes(edition, 5)[-1]
    before = names(scene, size, View())
    for place in scene.atlas.places:
        chosen = names(scene, size, View(selected=place.id))
        assert chosen == before


# ---------------------------------------------------------------------- short names, and the list


@pytest.mark.parametrize("edition", EDITIONS)
def test_short_names_begin_their_names_and_are_told_apart(edition: str) -> None:
    places = scenes(edition, 5)[0].atlas.places
    shorts = [place.abbreviation for place in places]
    assert len(set(shorts)) == len(shorts)
    for place in places:
        assert len(place.abbreviation) <= max(len(word) for word in place.name.split())
        assert place.abbreviation.endswith(".") or place.abbreviation in place.name.split()
        first = place.abbreviation.rstrip(".").split(".")[0]
        assert any(word.startswith(first) for word in place.name.split())


def test_a_place_that_a_map_names_anew_is_not_called_by_its_old_short_name() -> None:
    assert Site("mare_africum", "Mare Africum", True, 0).abbreviation("Afric.") == "Afric."
    assert Site("mare_africum", "Mare Libycum", True, 0).abbreviation("Afric.") == "Lib."


def has_room(scene: MapScene, size: Size) -> bool:
    """Whether all names have room on a map of this size."""
    window = whole(scene.atlas, size)
    return pinned(scene.usual, rasterised(scene.atlas, window, *size), window).all_named


@pytest.mark.parametrize("most", [Size(53, 8), Size(40, 4), Size(20, 3)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_below_a_useful_height_a_list_says_what_stands_in_the_chosen_place(edition: str, most: Size) -> None:
    scene = scenes(edition, 5)[-1]
    heights = range(most.height, 0, -1)
    size = next(size for rows in heights if not has_room(scene, size := Size(most.width, rows)))
    for place in scene.atlas.places:
        view = View(selected=place.id)
        rows = ["".join(text for _, text in line) for line in draw(scene, size, view=view, look=LOOK)]
        row = next(row for row, line in enumerate(rows) if LOOK.glyphs.left in line)
        column = rows[row].index(LOOK.glyphs.left)
        assert place.name[: size.width - 4] in rows[row]
        assert place_at(scene, size, column, row, view=view, look=LOOK) == place.id
