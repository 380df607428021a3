"""A player before the full screen, without a terminal: keys are calls, the screen is text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import DummyOutput

from cli.empires.view import EMPIRES_VIEW
from cli.ui.conversation.conversation import Conversation
from cli.ui.screen.face import face
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Block, Size, plain
from cli.ui.screen.screen import Screen
from cli.ui.screen.shell import Shell
from cli.ui.view import GameView
from core.empires.state import State
from core.engine.game import Game

SMALL = Size(80, 24)
LARGE = Size(160, 50)


def silent_shell() -> Shell:
    """A full screen without a terminal."""
    return Shell(source=DummyInput(), output=DummyOutput())


def conversation_at(
    game: Game[Any], view: GameView, seat: int | None, names: Mapping[int, str], **known: object
) -> Conversation:
    """A conversation that has begun, on a screen without a terminal."""
    conversation = Screen(silent_shell(), game, view, seat, names).conversation
    conversation.begun = True
    return knowing(conversation, **known)


def knowing(conversation: Conversation, **known: object) -> Conversation:
    """The same conversation, which knows this of the table, such as the seats that are ``waited`` for."""
    for name, value in known.items():
        setattr(conversation, name, lambda value=value: value)
    return conversation


class Seat:
    """A player who is asked what the game asks a seat; or who sits at a screen that is given."""

    def __init__(self, game: Game[Any], seat: int | None = 0, screen: Screen | None = None) -> None:
        names = {other: f"Bot {other + 1}" for other in range(5)} | ({} if seat is None else {seat: "you"})
        self.screen = screen or Screen(silent_shell(), game, EMPIRES_VIEW, seat, names)
        self.scene = self.screen.scene
        self.conversation, self.draft = self.screen.conversation, self.screen.draft
        self.scene.conversation.begun = True
        self.line = ""

    def type(self, text: str) -> None:
        """Type at the end of the line."""
        self.line = self.screen.edited(self.line + text)

    def enter(self, text: str = "") -> None:
        """Type the text and press Enter."""
        self.type(text)
        self.line = self.screen.entered(self.line)
        self.screen.edited(self.line)

    def tab(self) -> None:
        """Press Tab."""
        self.line = self.screen.conversation.completed(self.line)
        self.screen.edited(self.line)

    def shown(self, size: Size = SMALL) -> str:
        """The screen as text."""
        return plain(face(self.scene, size))


def details(state: State, place: str, empire: int, width: int, glyphs: Glyphs) -> Block:
    """Everything about a place, for the player of an empire or, with NO_EMPIRE, for a guest."""
    return [
        *EMPIRES_VIEW.panes.facts(state, place, empire, width, glyphs),
        *EMPIRES_VIEW.panes.rights(state, place, empire, width, glyphs),
    ]
