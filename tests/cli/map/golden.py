"""Drawings that are kept. ``python -m tests.cli.map.golden`` writes them anew; look at them before you keep them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cli.classic.view import ORIGINAL_VIEW
from cli.empires.view import EMPIRES_VIEW
from cli.ui.map.labels import Look
from cli.ui.map.textmap import View, draw
from cli.ui.map.view import MapScene
from cli.ui.picture.svg import picture
from core.empires.state import Game
from tests.cli.map.positions import contested, printed, war_of_2003

empires_map = EMPIRES_VIEW.map
classic_map = ORIGINAL_VIEW.map

FOLDER = Path(__file__).parent / "golden"
DOCS = Path(__file__).parents[3] / "docs"


def text(game: Game, size: tuple[int, int], look: Look, view: View | None = None) -> str:
    """A drawing without its colours; what can't be seen at the end of a line is cut."""
    return written(empires_map.scene(game.state), size, look, view)


def written(scene: MapScene, size: tuple[int, int], look: Look, view: View | None = None) -> str:
    """The same of what a map of any edition shows."""
    rows = draw(scene, size, view=view or View(), look=look)
    return "".join("".join(part for _, part in row).rstrip() + "\n" for row in rows)


DRAWINGS: dict[Path, Callable[[], str]] = {
    DOCS / "board.svg": lambda: picture(
        "Mare Nostrum: Empires", empires_map, contested().state, "Round 4, Move and battle"
    ),
    DOCS / "board-2003.svg": lambda: picture(
        "Mare Nostrum of 2003", classic_map, war_of_2003(), "Round 1, Military phase"
    ),
    FOLDER / "start_of_5_80x24.txt": lambda: text(printed(5), (80, 24), Look(colour=False)),
    FOLDER / "start_of_3_80x24.txt": lambda: text(printed(3), (80, 24), Look(colour=False)),
    FOLDER / "war_80x24.txt": lambda: text(contested(), (80, 24), Look(colour=False)),
    FOLDER / "war_140x45.txt": lambda: text(contested(), (140, 45), Look(colour=False)),
    FOLDER / "war_140x45_coloured.txt": lambda: text(contested(), (140, 45), Look()),
    FOLDER / "war_140x45_ascii.txt": lambda: text(contested(), (140, 45), Look(unicode=False, colour=False)),
    FOLDER / "war_of_2003_120x35.txt": lambda: written(classic_map.scene(war_of_2003()), (120, 35), Look(colour=False)),
    FOLDER / "italia_80x24.txt": lambda: text(
        contested(), (80, 24), Look(colour=False), View(zoom=2).on(empires_map.atlas(contested().state.board), "italia")
    ),
}


if __name__ == "__main__":
    for path, drawing in DRAWINGS.items():
        path.write_text(drawing(), "utf-8")
