"""The table during a trade of 2003 (3.2 to 3.6)."""

from __future__ import annotations

from cli.classic.answers import WORDING
from cli.i18n.texts import marked, term, tr
from cli.mare.trade import Texts, compensating, offering, taking, titled
from cli.ui.screen.rows import Block
from cli.ui.screen.scene import Scene
from cli.ui.text.sides import empires
from core.classic.commerce import Announcing, ForcedTake, Redirecting, Undoing, owner_of_odysseus, taking_of
from core.classic.state import State
from core.engine.state import NO_EMPIRE
from core.mare.kinds import NO_TAKE, TRADE
from core.mare.trade import Compensation, Offers, Taking

TEXTS = Texts(
    revealed=marked("Revealed at once (3.3a)."),
    left_out=marked("{empire} takes no part (3.2b)"),
    barred=marked(" (3.4c: just taken from each other)"),
    compensation=marked("{empire} has one resource too few, and is given one (3.6a)."),
)


def on_table(scene: Scene, width: int) -> tuple[str, Block] | None:
    """Return the trade as it lies on the table; None if none is going on."""
    state = scene.state
    frame = state.stack[-1] if state.stack else None
    match frame:
        case Announcing():
            rows = _announcing(state)
        case Offers(sizes):
            rows = offering(scene, state, sizes, WORDING, TEXTS)
        case Taking():
            rows = taking(scene, state, frame, width, TEXTS)
        case Undoing() | Redirecting():
            rows = [*_odysseus(state), *taking(scene, state, taking_of(frame), width, TEXTS)]
        case ForcedTake(face_up, taker):
            forced = Taking(face_up, taker, NO_TAKE, NO_TAKE)
            rows = [*_odysseus(state), *taking(scene, state, forced, width, TEXTS)]
        case Compensation():
            rows = compensating(state, frame, TEXTS)
        case _:
            return None
    return titled(rows, width)


def _announcing(state: State) -> Block:
    holds = ", ".join(f"{name} {sum(player.hand)}" for name, player in zip(empires(state), state.players, strict=True))
    text = tr(
        "{empire}, {title}, says how many resources each player offers. Hands: {hands}.",
        empire=empires(state)[state.leaders[TRADE]],
        title=term(state.board.titles[TRADE]),
        hands=holds,
    )
    return [[("", text)]]


def _odysseus(state: State) -> Block:
    owner = owner_of_odysseus(state)
    name = "" if owner == NO_EMPIRE else empires(state)[owner]
    return [[("class:note", tr("{empire} has Odysseus (7.3e).", empire=name))]]
