"""Examples for the help, of places and players that are at the table."""

from __future__ import annotations

from functools import cache
from typing import Any

from cli.ui.view import Examples
from core.mare.graph import bits

SHORT = 3
"""Letters to which a name is cut in an example."""

PRICE = " ".join(["coin"] * 3)
"""What pays for a legion, in the notation."""


def examples(board: Any, empire: int) -> Examples:
    """Return examples for the player of an empire, or with NO_EMPIRE for any."""
    source, target, sources = _marches(board)
    own = max(empire, 0)
    home = board.provinces[board.capitals[own]]
    other = next(number for number in range(len(board.empires)) if number != own)
    return Examples(
        answer=f"build legion {home} with {PRICE}",
        short=f"march {source[:SHORT]} {target[:SHORT]} 2",
        whole=f"march {source} {target} 2",
        several=f"march {','.join(sources)} > {target} all; done",
        place=min(board.province_names, key=len),
        sea=min(board.sea_names, key=len),
        typed=board.empires[other],
        named=board.empire_names[other],
    )


@cache
def _marches(board: Any) -> tuple[str, str, list[str]]:
    """Return two neighbours whose names can be cut short, and neighbours of the second one; any, if none can."""
    places = (*board.provinces, *board.seas)

    def is_clear(name: str) -> bool:
        return "_" not in name and [place for place in places if name[:SHORT] in place] == [name]

    pairs = [
        (source, target)
        for target in range(len(board.provinces))
        for source in bits(board.land[target])
        if len(list(bits(board.land[target]))) > 1
    ]
    clear = [pair for pair in pairs if all(is_clear(board.provinces[province]) for province in pair)]
    source, target = (clear or pairs)[0]
    sources = [board.provinces[neighbour] for neighbour in bits(board.land[target])][:2]
    return board.provinces[source], board.provinces[target], sources
