"""Make the outlines of the board of 2003 from the places of its map: ``python -m tests.outlines``.

A province takes the part of its land that is nearer to its middle (``at`` in the map) than to any other, and of a shore
only what lies on its own seas. A border runs between two ends: where its provinces part on a shore, and where a third
province borders on both. If the borders found so are not exactly the map's, the program says where.

``outlines.toml`` beside this module says what a map doesn't: the shores, where the board ends, and how seas part.
"""

from __future__ import annotations

import sys
import textwrap
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import ceil, cos, hypot, radians
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
SKETCH = Path(__file__).with_suffix(".toml")
MAP = ROOT / "core" / "classic" / "data" / "classic.toml"
SHORES = ROOT / "cli" / "empires" / "mediterranean.toml"
"""The drawing whose coasts the sketch names."""
OUTLINES = ROOT / "cli" / "classic" / "mediterranean.toml"

HEADER = """\
# The Mediterranean of 2003 as lines: coasts, borders, seas and islands. `python -m tests.outlines` makes this file from
# the places of the map and from `tests/outlines.toml`: change those, not this.
#
# Points are longitude and latitude in degrees. `cli/ui/map/geography.py` says what lines and outlines are.
"""

FLAT = cos(radians(38))
"""The length of a degree of longitude, in degrees of latitude."""

STEP = 0.05
"""The distance between two looks at a shore, in degrees."""

NEAR = 0.12
"""How near to the end of a border a shore has no other point, in degrees."""

STRIDE, SWAY = 0.75, 0.13
"""The distance between the points of a border, about, and at most their distance from a straight line, in degrees."""

Point = tuple[float, float]
Lines = dict[str, list[Point]]
Run = tuple[str, str, list[Point]]
"""A part of a shore: the province, the sea or the edge of the board, and the points."""


class OutlineError(ValueError):
    """A map and a sketch that don't fit together; the message says where."""


class Division:
    """The lands of a map, divided among its provinces."""

    def __init__(self, provinces: Mapping[str, Any], sketch: Mapping[str, Any], shores: Lines) -> None:
        self._provinces, self._sketch, self._shores = provinces, sketch, shores
        middles = {id_: points_of(text)[0] for id_, text in sketch["middles"].items()}
        self._middles = {id_: middles.get(id_, (facts["at"][0], facts["at"][1])) for id_, facts in provinces.items()}
        self._meetings = {frozenset(key.split("/")): points_of(text)[0] for key, text in sketch["meetings"].items()}
        self._ends: dict[frozenset[str], list[Point]] = defaultdict(list)
        unknown = {*sketch["weights"], *middles, *frozenset().union(*self._meetings)} - provinces.keys()
        if unknown:
            raise OutlineError(f"no such province: {', '.join(sorted(unknown))}")

    def lines(self) -> dict[str, Lines]:
        """Return the points of every line, by its table in the file and its name."""
        coasts: Lines = {}
        edges: Lines = {}
        for province, beside, points in self._runs():
            is_coast = beside in self._provinces[province]["coast"]
            lines, name = (coasts, f"{province}/{beside}") if is_coast else (edges, f"{beside}_of_{province}")
            if name in lines:
                raise OutlineError(f"{province} has two parts of {beside}")
            lines[name] = points
        return {"coasts": coasts, "borders": dict(self._borders()), "edges": edges}

    # ------------------------------------------------------------------ shores

    def _runs(self) -> Iterator[Run]:
        """Yield the parts of all shores; a border ends where the part of another province begins."""
        for land, shore in self._sketch["lands"].items():
            pieces = [(beside, self._traced(text), owners) for beside, text, *owners in shore]
            outside = [point for _, points, _ in pieces for point in points]
            inside = [province for province, middle in self._middles.items() if is_inside(middle, outside)]
            holes = self._sketch["holes"].get(land, {})
            for ring in (pieces, *([(name, self._traced(text), [])] for name, text in holes.items())):
                runs = [
                    run
                    for beside, points, owners in ring
                    for run in self._divided(beside, points, owners[0].split() if owners else inside)
                ]
                runs = closed(runs)
                for (one, _, points), (other, _, _) in pairwise([*runs, runs[0]]):
                    if one != other:
                        self._part(one, other, points[-1])
                yield from runs

    def _divided(self, beside: str, points: Sequence[Point], provinces: Sequence[str]) -> Iterator[Run]:
        """Yield the parts of a shore on one sea, or of an edge, by province."""
        owners = [province for province in provinces if beside in self._provinces[province]["coast"]] or provinces
        owner, part = self._nearest(points[0], owners), [points[0]]
        for start, end in pairwise(points):
            steps = ceil(distance(start, end) / STEP)
            for step in range(1, steps):
                here = between(start, end, step / steps)
                if self._nearest(here, owners) != owner:
                    yield owner, beside, ended(part, here)
                    owner, part = self._nearest(here, owners), [here]
            if distance(part[-1], end) >= NEAR or end == points[-1]:
                part.append(end)
        yield owner, beside, part

    def _part(self, one: str, other: str, point: Point) -> None:
        if other not in self._provinces[one]["land"]:
            raise OutlineError(f"{one} and {other} meet at {text_of([point])}, but they don't border on each other")
        self._ends[frozenset((one, other))].append(point)

    def _nearest(self, point: Point, provinces: Sequence[str]) -> str:
        return min(provinces, key=lambda province: self._away(point, province))

    def _away(self, point: Point, province: str) -> float:
        """Return how far a point is from a province, in square degrees."""
        weight: float = self._sketch["weights"].get(province, 0.0)
        return distance(point, self._middles[province]) ** 2 - weight

    def _traced(self, text: str) -> list[Point]:
        """Return points, with those of a shore for its name."""
        found: list[Point] = []
        for word in text.split():
            points = points_of(word) if "," in word else self._shores[word]
            found += points[1:] if found[-1:] == points[:1] else points
        return found

    # ------------------------------------------------------------------ borders

    def _borders(self) -> Iterator[tuple[str, list[Point]]]:
        """Yield the name and the points of every border."""
        land = {province: facts["land"] for province, facts in self._provinces.items()}
        for three in combinations(land, 3):
            if all(other in land[one] for one, other in combinations(three, 2)):
                point = self._meeting(*three)
                for pair in combinations(three, 2):
                    self._ends[frozenset(pair)].append(point)
        for one, other in combinations(land, 2):
            if other in land[one]:
                ends = self._ends[frozenset((one, other))]
                if len(ends) != 2:
                    raise OutlineError(f"the border of {one} and {other} has these ends: {text_of(ends)}")
                yield f"{one}/{other}", swaying(f"{one}/{other}", *ends)

    def _meeting(self, one: str, *others: str) -> Point:
        """Return the point that is equally far from three provinces, or where the sketch lets them meet."""
        given = self._meetings.get(frozenset((one, *others)))
        if given is not None:
            return given
        zero, (x, y) = (0.0, 0.0), self._middles[one]
        # Two linear equations a x + b y = c: what is squared is the same on both sides.
        (a, b, c), (d, e, f) = (
            (
                2 * (self._middles[other][0] - x) * FLAT**2,
                2 * (self._middles[other][1] - y),
                self._away(zero, other) - self._away(zero, one),
            )
            for other in others
        )
        return rounded((c * e - b * f) / (a * e - b * d), (a * f - c * d) / (a * e - b * d))


def outline(province: str, lines: Mapping[str, Sequence[Point]]) -> str:
    """Return the names of a province's lines in their order round it, with `-` before those that run backwards."""
    left, words, ends = dict(lines), list[str](), list[Point]()
    while left:
        name = next((name for name, points in left.items() if not ends or ends[-1] in (points[0], points[-1])), None)
        if name is None:
            raise OutlineError(f"{province}: no line goes on from {text_of(ends[-1:])}")
        points = left.pop(name)
        is_forward = not ends or points[0] == ends[-1]
        words.append(name if is_forward else f"-{name}")
        ends.append(points[-1] if is_forward else points[0])
    return " ".join(words)


def ended(part: Sequence[Point], end: Point) -> list[Point]:
    """Return a part of a shore with its end, without a point that is too near to it."""
    return [*(part[:-1] if len(part) > 1 and distance(part[-1], end) < NEAR else part), end]


def closed(runs: list[Run]) -> list[Run]:
    """Return the parts of a shore; its first and last are one if they belong together."""
    first, last = runs[0], runs[-1]
    if len(runs) == 1 or first[:2] != last[:2]:
        return runs
    return [*runs[1:-1], (first[0], first[1], [*last[2], *first[2][1:]])]


def swaying(name: str, start: Point, end: Point) -> list[Point]:
    """Return a border that is not quite straight; the same name sways in the same way."""
    chance, length = Random(name), distance(start, end)
    across = ((start[1] - end[1]) / length / FLAT, (end[0] - start[0]) / length * FLAT)
    count = max(2, round(length / STRIDE))
    side, points = chance.choice((-1, 1)), [start]
    for step in range(1, count):
        x, y = between(start, end, step / count)
        sway = side * min(SWAY, length / 9) * chance.uniform(0.3, 1.0)
        points.append(rounded(x + sway * across[0], y + sway * across[1]))
        side = -side if chance.random() < 0.7 else side
    return [*points, end]


# ---------------------------------------------------------------------- points


def is_inside(point: Point, ring: Sequence[Point]) -> bool:
    """Return whether a point lies in a ring."""
    found = False
    for (x, y), (next_x, next_y) in pairwise([*ring, ring[0]]):
        if (y > point[1]) != (next_y > point[1]):
            found ^= point[0] < x + (point[1] - y) / (next_y - y) * (next_x - x)
    return found


def distance(one: Point, other: Point) -> float:
    """Return the distance of two points, in degrees of latitude."""
    return hypot((one[0] - other[0]) * FLAT, one[1] - other[1])


def between(start: Point, end: Point, share: float) -> Point:
    """Return a point on a straight line."""
    return rounded(start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


def rounded(x: float, y: float) -> Point:
    """Return a point as a file has it."""
    return round(x, 2), round(y, 2)


def points_of(text: str) -> list[Point]:
    """Read points."""
    return [(float(x), float(y)) for x, y in (word.split(",") for word in text.split())]


def text_of(points: Iterable[Sequence[float]]) -> str:
    """Write points."""
    return " ".join(f"{x:g},{y:g}" for x, y in points)


# ---------------------------------------------------------------------- the file


def made() -> str:
    """Return the file of the outlines."""
    facts, sketch, shores = (tomllib.loads(path.read_text("utf-8")) for path in (MAP, SKETCH, SHORES))
    provinces, places = facts["provinces"], {**facts["provinces"], **facts["seas"]}
    lines = Division(provinces, sketch, {name: points_of(text) for name, text in shores["coasts"].items()}).lines()
    tables: dict[str, Mapping[str, str]] = {
        **{table: {name: text_of(points) for name, points in found.items()} for table, found in lines.items()},
        "straits": sketch["straits"],
        "provinces": {province: outline(province, lines_round(province, lines)) for province in provinces},
        "seas": sketch["seas"],
        "beyond": sketch["beyond"],
        "anchors": {place: sketch["anchors"].get(place, text_of([at["at"]])) for place, at in places.items()},
        "short": sketch["short"],
    }
    frame = "".join(f"{key} = {sketch[key]}\n" for key in ("size", "longitudes", "latitudes"))
    return f"{HEADER}\n{frame}" + "".join(
        f"\n[{name}]\n" + "".join(entry(key, text) for key, text in table.items()) for name, table in tables.items()
    )


def lines_round(province: str, lines: Mapping[str, Lines]) -> Lines:
    """Return the lines of a province."""
    return {
        name: points
        for found in lines.values()
        for name, points in found.items()
        if province in name.split("/") or name.endswith(f"_of_{province}")
    }


def entry(key: str, text: str) -> str:
    """Return a key and a text of words, in lines of 120 columns at most."""
    start, words = f'"{key}" = ' if "/" in key else f"{key} = ", " ".join(text.split())
    if len(start) + len(words) <= 118:
        return f'{start}"{words}"\n'
    lines = textwrap.wrap(words, 117, break_long_words=False, break_on_hyphens=False)
    return f'{start}"""\n' + "\n".join(lines) + '"""\n'


if __name__ == "__main__":
    try:
        OUTLINES.write_text(made(), "utf-8")
    except OutlineError as error:
        sys.exit(str(error))
