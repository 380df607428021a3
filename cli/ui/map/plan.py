"""A plan instead of a map, for boards without a geography of their own: every place is a box.

The boxes lie about as the places do, by their longitude and latitude: rows from north to south, in each row from west
to east.
"""

from __future__ import annotations

from collections.abc import Collection
from math import ceil, sqrt

from cli.ui.map.shapes import Atlas, Place, Site

BOX_WIDTH, BOX_HEIGHT = 180.0, 100.0
GAP_WIDTH, GAP_HEIGHT = 20.0, 20.0


def plan_of(sites: Collection[Site]) -> Atlas:
    """Return the plan of a board whose open places these are."""
    columns = max(1, ceil(sqrt(len(sites))))
    southwards = sorted(sites, key=lambda site: (-site.at[1], site.id))
    places: list[Place] = []
    for start in range(0, len(southwards), columns):
        row = sorted(southwards[start : start + columns], key=lambda site: (site.at[0], site.id))
        y = GAP_HEIGHT + (start // columns) * (BOX_HEIGHT + GAP_HEIGHT)
        for column, site in enumerate(row):
            x = GAP_WIDTH + column * (BOX_WIDTH + GAP_WIDTH)
            right, bottom = x + BOX_WIDTH, y + BOX_HEIGHT
            box = ((x, y), (right, y), (right, bottom), (x, bottom))
            middle = ((x + right) / 2, (y + bottom) / 2)
            places.append(Place(site.id, site.name, site.short(), site.is_sea, site.index, box, middle))
    rows = ceil(len(sites) / columns)
    return Atlas(
        GAP_WIDTH + columns * (BOX_WIDTH + GAP_WIDTH),
        GAP_HEIGHT + rows * (BOX_HEIGHT + GAP_HEIGHT),
        tuple(sorted(places, key=lambda place: not place.is_sea)),
        beyond=(),
        closed=(),
        lines=(),
    )
