"""Whatever is typed, nothing breaks: random keys in random positions."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from cli.ui.screen.face import face
from cli.ui.screen.rows import Size, block
from cli.ui.screen.scene import Page
from tests.cli.screen.seats import Seat
from tests.cli.screen.test_face import played

WORDS = (
    *("build", "march", "sail", "done", "offer", "take", "from", ">", "all", ",", ";", "1", "2", "99", "0", "latium"),
    *("gallia", "mare_ionium", "legion", "control", "coin", "wine", "with", "free", "back", "move", "sign", "log"),
    *("battle", "entry", "rule", "3.1", "place", "/", "quit", "hand", "players", "board", "talk", "mouse", "help"),
    *("?", "answers", "table", "x", "ü", "日本"),
)

KEYS = st.one_of(
    st.sampled_from(["enter", "tab", "down", "up", "left", "escape", "undo", "sign", "scroll", "page", "interrupt"]),
    st.sampled_from(WORDS).map(lambda word: f"{word} "),
    st.text(max_size=3),
)


def asked(seed: int) -> Seat:
    """A player who is asked something, in a game played at random until then."""
    below = random.Random(seed).randrange
    game = played(5 + below(60), seed)
    while not isinstance(game.node, core.Decision | core.Simultaneous):
        seed += 1
        game = played(5 + below(60), seed)
    node = game.node
    seat = Seat(game, node.seat if isinstance(node, core.Decision) else node.seats[0])
    seat.conversation.begin_question()
    return seat


def press(seat: Seat, key: str) -> None:
    """Press one key, or type a text."""
    screen = seat.screen
    match key:
        case "enter":
            seat.enter()
        case "tab":
            seat.tab()
        case "down" | "up":
            screen.mark(1 if key == "down" else -1)
        case "left":
            screen.walk("left")
        case "escape":
            seat.line = screen.escape() or ""
            screen.edited(seat.line)
        case "undo":
            screen.conversation.undo()
        case "sign":
            screen.conversation.sign()
        case "scroll":
            screen.scroll(7)
        case "page":
            screen.open(Page.TEXT)
        case "interrupt":
            screen.conversation.interrupt()
        case _:
            seat.type(key)


@given(st.integers(0, 400), st.lists(KEYS, max_size=12), st.sampled_from([Size(80, 24), Size(160, 50), Size(40, 9)]))
@settings(max_examples=60, deadline=None)
def test_no_key_breaks_anything(seed: int, keys: list[str], size: Size) -> None:
    seat = asked(seed)
    before = seat.conversation.game.digest()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cli.ui.screen.panes.board", lambda scene, size: block([], size))
        for key in keys:
            press(seat, key)
            assert len(face(seat.scene, size)) == size.height
    # Nothing but a signature touches the game, and this pen signs nothing.
    assert seat.conversation.game.digest() == before
