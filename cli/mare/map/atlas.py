"""The shapes of a board of Mare Nostrum: of its geography, where that fits, or as a plan."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cli.ui.map.geography import Geography
from cli.ui.map.plan import plan_of
from cli.ui.map.shapes import Atlas, Site
from core.mare.map import ProvinceFacts, SeaFacts


@lru_cache(maxsize=16)
def atlas_of(board: Any, geography: Geography) -> Atlas:
    """Return the shapes of all places that are open on a board: a plan, if its map is not that of the geography."""
    provinces, seas = board.map.provinces, board.map.seas
    spots = {place.id: (float(place.at[0]), float(place.at[1])) for place in (*provinces, *seas)}
    named = (
        (False, enumerate(zip(board.provinces, board.province_names, strict=True))),
        (True, enumerate(zip(board.seas, board.sea_names, strict=True))),
    )
    sites = [
        Site(place, name, is_sea, index, spots[place]) for is_sea, places in named for index, (place, name) in places
    ]
    return geography.atlas(sites) if _is_drawn(provinces, seas, geography) else plan_of(sites)


def _is_drawn(provinces: Sequence[ProvinceFacts], seas: Sequence[SeaFacts], geography: Geography) -> bool:
    """Return whether a geography has all places of a map, closed ones too, and just its borders, coasts and straits."""
    return (
        geography.has([*(place.id for place in provinces), *(place.id for place in seas)])
        and geography.has_lines("border", [(one.id, other) for one in provinces for other in one.land])
        and geography.has_lines("coast", [(one.id, sea) for one in provinces for sea in one.coast])
        and geography.has_lines("strait", [(one.id, other) for one in seas for other in one.seas])
    )
