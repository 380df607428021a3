"""The table during a trade of Empires (chapter 2)."""

from __future__ import annotations

from cli.empires.answers import WORDING
from cli.i18n.texts import marked, tr
from cli.mare.trade import Texts, compensating, offering, taking, titled
from cli.ui.screen.rows import Block
from cli.ui.screen.scene import Scene
from cli.ui.text.sides import empires
from core.empires.state import State
from core.empires.trade import Announcing
from core.mare.trade import Compensation, Offers, Taking

TEXTS = Texts(
    revealed=marked("Revealed at once (2.1a)."),
    left_out=marked("{empire} takes no part (2.1b)"),
    barred=marked(" (2.2a: just taken from each other)"),
    compensation=marked("The Trade Leader gives {empire} one resource (2.2.1)."),
)


def on_table(scene: Scene, width: int) -> tuple[str, Block] | None:
    """Return the trade as it lies on the table; None if none is going on."""
    state = scene.state
    frame = state.stack[-1] if state.stack else None
    match frame:
        case Announcing():
            rows = _markers(state)
        case Offers(sizes):
            rows = offering(scene, state, sizes, WORDING, TEXTS)
        case Taking():
            rows = taking(scene, state, frame, width, TEXTS)
        case Compensation():
            rows = compensating(state, frame, TEXTS)
        case _:
            return None
    return titled(rows, width)


def _markers(state: State) -> Block:
    sides = ["/".join(map(str, state.board.map.exchange[marker])) for marker in state.exchange]
    text = tr(
        "{empire} leads the trade and plays a marker: {sides}.",
        empire=empires(state)[state.leaders[0]],
        sides=", ".join(sides),
    )
    return [[("", text)]]
