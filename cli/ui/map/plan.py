"""A plan instead of a map, for boards whose places ``geography`` does not know: every place is a box.

The boxes lie about as the places do, by the longitude and latitude that the map gives: rows from north to south,
in each row from west to east.
"""

from __future__ import annotations

from math import ceil, sqrt

from cli.ui.map.shapes import Atlas, Place
from core.empires.board import Board

BOX_WIDTH, BOX_HEIGHT = 180.0, 100.0
GAP_WIDTH, GAP_HEIGHT = 20.0, 20.0


def atlas_of(board: Board) -> Atlas:
    """The plan of a board."""
    spots = {province.id: province.at for province in board.map.provinces}
    spots.update({sea.id: sea.at for sea in board.map.seas})
    found = [
        (name, label, False, index)
        for index, (name, label) in enumerate(zip(board.provinces, board.province_names, strict=True))
    ]
    found += [
        (name, label, True, index) for index, (name, label) in enumerate(zip(board.seas, board.sea_names, strict=True))
    ]
    columns = max(1, ceil(sqrt(len(found))))
    southwards = sorted(found, key=lambda each: (-float(spots[each[0]][1]), each[0]))
    places: list[Place] = []
    for start in range(0, len(southwards), columns):
        row = sorted(southwards[start : start + columns], key=lambda each: (float(spots[each[0]][0]), each[0]))
        y = GAP_HEIGHT + (start // columns) * (BOX_HEIGHT + GAP_HEIGHT)
        for column, (name, label, is_sea, index) in enumerate(row):
            x = GAP_WIDTH + column * (BOX_WIDTH + GAP_WIDTH)
            right, bottom = x + BOX_WIDTH, y + BOX_HEIGHT
            box = ((x, y), (right, y), (right, bottom), (x, bottom))
            places.append(Place(name, label, is_sea, index, box, ((x + right) / 2, (y + bottom) / 2)))
    rows = ceil(len(found) / columns)
    return Atlas(
        GAP_WIDTH + columns * (BOX_WIDTH + GAP_WIDTH),
        GAP_HEIGHT + rows * (BOX_HEIGHT + GAP_HEIGHT),
        tuple(sorted(places, key=lambda place: not place.is_sea)),
        beyond=(),
        closed=(),
        lines=(),
    )
