"""``python -m tests.cli.screen.recording``: record the console for the README, as one animated picture.

A player sits at the screen of `tests.cli.screen.screenshot`, and types and looks as `SCRIPT` says. A row of the screen
that stays as it is for some time is drawn once for all this time. The picture has no scripts: styles show and hide the
rows. Where people want no motion, the last moment stands still.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from cli.ui.screen.rows import Size
from tests.cli.screen.drawing import HEIGHT, MARGIN, PAPER, STYLE, WIDTH, parts_of
from tests.cli.screen.screenshot import SIT
from tests.cli.screen.terminals import DOWN, ENTER, ESCAPE, QUIET, UP, Terminal

FILE = Path(__file__).parents[3] / "docs" / "recording.svg"
TITLE = "A turn on the console of mare: answers, odds, staged steps, the race and a rule"
SIZE = Size(100, 30)
UNDO, PLAYERS, RULE = "\x1a", "\x1bOR", "\x1b[17~"

SCRIPT: tuple[tuple[tuple[str, ...], float], ...] = (
    ((), 2.0),
    ((DOWN,), 0.8),
    ((DOWN,), 0.8),
    ((UP, UP, ESCAPE), 0.5),
    (tuple("march"), 0.5),
    (tuple(" sicilia"), 0.5),
    (tuple(" africa "), 2.5),
    ((DOWN,), 2.5),
    ((ENTER,), 2.5),
    ((UNDO,), 1.5),
    ((PLAYERS,), 2.5),
    ((ESCAPE, RULE), 3.0),
    ((ESCAPE,), 2.0),
)
"""The keys that are pressed, and for how many seconds the picture shows what comes of them."""

Row = tuple[Any, ...]


class Moment(NamedTuple):
    """What a screen shows, row by row, and for how many seconds."""

    rows: tuple[Row, ...]
    seconds: float


def animation(moments: Sequence[Moment], title: str) -> str:
    """Return an SVG document that shows moments one after another, again and again."""
    rows, columns = len(moments[0].rows), len(moments[0].rows[0])
    width, height = columns * WIDTH + 2 * MARGIN, rows * HEIGHT + 2 * MARGIN
    spans = {(first, last): f"k{first}-{last}" for _, first, last, _ in _stretches(moments)}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"',
        f'height="{height:g}" role="img"><title>{escape(title)}</title><style>{STYLE}',
        *_styles(moments, spans),
        f'</style><rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">',
    ]
    for number, first, last, row in _stretches(moments):
        name = spans[first, last]
        drawn = "".join(parts_of([row]))
        if drawn:
            parts.append(f'<g class="{name}" transform="translate(0 {number * HEIGHT:g})">{drawn}</g>')
    return "\n".join([*parts, "</g></svg>\n"])


def _stretches(moments: Sequence[Moment]) -> Iterator[tuple[int, int, int, Row]]:
    """Every row with its number and the first and last moment of a time in which it stays as it is."""
    for number in range(len(moments[0].rows)):
        for row, same in groupby(enumerate(moment.rows[number] for moment in moments), itemgetter(1)):
            stretch = [moment for moment, _ in same]
            yield number, stretch[0], stretch[-1], row


def _styles(moments: Sequence[Moment], spans: dict[tuple[int, int], str]) -> Iterator[str]:
    """The styles that show the rows of each stretch in its time; without motion, those of the last moment."""
    ends = list(accumulate(moment.seconds for moment in moments))
    whole, begins = ends[-1], [0.0, *ends]
    moving = []
    for (first, last), name in spans.items():
        if (first, last) == (0, len(moments) - 1):
            continue
        start, end = begins[first] / whole * 100, ends[last] / whole * 100
        hidden, shown = "visibility:hidden", "visibility:visible"
        steps = [(0.0, shown if first == 0 else hidden), (start, shown), (end, hidden)]
        told = "".join(f"{at:.2f}%{{{look}}}" for at, look in steps if at < 100)
        moving.append(f"@keyframes {name}{{{told}}}.{name}{{animation:{name} {whole:g}s step-end infinite}}")
        if last < len(moments) - 1:
            yield f".{name}{{visibility:hidden}}"
    yield f"@media (prefers-reduced-motion: no-preference) {{{''.join(moving)}}}"


def recorded(quiet: float = QUIET) -> list[Moment]:
    """Sit at the screen as the script says; a screen is whole when it has been quiet for so many seconds."""
    moments = []
    with tempfile.TemporaryDirectory() as folder:
        module = "tests.cli.screen.screenshot"
        with Terminal(Path(folder), SIZE, SIT, module=module, colours="truecolor") as terminal:
            terminal.await_text("Your turn")
            for keys, seconds in SCRIPT:
                terminal.press(*keys)
                terminal.settle(quiet)
                moments.append(Moment(_rows(terminal.screen), seconds))
    return moments


def _rows(screen: Any) -> tuple[Row, ...]:
    """What a screen shows, with the cell of the cursor reversed."""
    rows = [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]
    cursor = screen.cursor
    if not cursor.hidden:
        cell = rows[cursor.y][cursor.x]
        rows[cursor.y][cursor.x] = cell._replace(reverse=not cell.reverse)
    return tuple(map(tuple, rows))


def main() -> None:
    """Record it and keep it."""
    FILE.write_text(animation(recorded(), TITLE), "utf-8")


if __name__ == "__main__":
    main()
