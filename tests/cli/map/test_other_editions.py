"""Boards are drawn without knowing the edition: here one that the program does not have."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from cli.ui.map.labels import Look
from cli.ui.map.textmap import View, draw, neighbour_towards, place_at
from cli.ui.picture.svg import picture
from tests.cli.map import islands

LOOK = Look(unicode=False, colour=False)
STATE: Any = islands.State(islands.Islands((0, 1, -1, 0), (2, 1)))


def text(size: tuple[int, int], view: View | None = None) -> str:
    rows = draw(islands.MAP.scene(STATE), size, view=view or View(), look=LOOK)
    return "\n".join("".join(part for _, part in row) for row in rows)


def test_its_places_are_named_with_their_holders() -> None:
    drawn = text((60, 20))
    assert [
        name for name in ("S Rhodos", "A Kos", "- Naxos", "S Delos", "Aegaeum", "S^2 A^1") if name not in drawn
    ] == []


def test_it_is_drawn_in_any_size() -> None:
    for size in ((0, 0), (1, 1), (9, 3), (200, 70)):
        lines = text(size).split("\n") if size[1] else []
        assert [len(line) for line in lines] == [size[0]] * size[1]


def test_its_places_can_be_pointed_at_and_walked_over() -> None:
    column, row = next((line.index("Kos"), row) for row, line in enumerate(text((60, 20)).split("\n")) if "Kos" in line)
    assert place_at(islands.MAP.scene(STATE), (60, 20), column, row, view=View(), look=LOOK) == "kos"
    assert neighbour_towards(islands.ATLAS, "rhodos", "up") != "rhodos"
    assert ">Naxos<" in text((60, 20), View().on(islands.ATLAS, "naxos"))


def test_its_picture_has_places_figures_and_cards() -> None:
    root = ET.fromstring(picture("Islands", islands.MAP, STATE, "Round 2", ("Ann", "Bob")))
    words = [element.text or "" for element in root.iter() if element.tag.endswith("text")]
    wanted = ["Rhodos", "Aegaeum", "Sparta · Bob", "Samos · Ann", "2 islands", "ships"]
    assert [word for word in wanted if word not in words] == []
    assert {"tag-rhodos", "ground-aegaeum", "ship"} <= {element.get("id") for element in root.iter()}
