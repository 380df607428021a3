"""What a person at the table sees and is asked, from the first moment to the last, on whatever they see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cli.ui.conversation.draft import Draft
from cli.ui.conversation.story import NO_DIGEST, Digest, Line, Story
from cli.ui.text.names import empire_of, side
from cli.ui.view import GameView, Report
from core.engine.game import Game
from core.engine.state import NO_EMPIRE


def nothing() -> Sequence[str]:
    """Return that nothing is voted on."""
    return ()


def nowhere() -> int:
    """Return that only lines without a step are final."""
    return 0


def always(line: Line) -> bool:
    """Return that every line stands, as there is no log that could go back."""
    return True


def no_seats() -> Sequence[int]:
    """Return no seats: none is waited for, out of reach, or played by the autopilot."""
    return ()


@dataclass(slots=True)
class Conversation:
    """The conversation with one person about a game.

    ``seat`` is None for a spectator. ``draft`` has what the person stages and types.
    ``reports`` is what happened to the player and waits to be read, before they are asked anything again.
    ``secret`` is the answer that the player has committed to, unseen by the others. ``waited`` gives the seats that
    the game waits for, ``automatic`` those that the autopilot plays, ``resigned`` those that it plays to the end,
    ``unreached`` those of people who have left or cannot be reached, ``votes`` what is voted on, a line for each,
    ``played_for`` what to say while a bot plays for the player,
    ``final`` the step up to which the log is final; ``stands`` tells whether what a line tells of still counts.
    ``elapsed`` says for how long the game has waited for who is asked.
    ``returning`` says that a game which was begun before is being read: where it stands is not known yet.
    ``spoken_of`` are the places that the words of a lesson name.
    ``lesson`` names the lesson that is going on, if any; ``pause`` says what Enter does in a pause, or at the end where
    it can do more than go away; ``closing`` says when that happens by itself.
    """

    game: Game[Any]
    view: GameView
    seat: int | None
    names: Mapping[int, str]
    draft: Draft = field(default_factory=Draft)
    story: Story = field(init=False)
    digest: Digest = NO_DIGEST
    notes: list[str] = field(default_factory=list)
    refusal: str = ""
    reports: Sequence[Report] = ()
    waited: Callable[[], Sequence[int]] = no_seats
    automatic: Callable[[], Sequence[int]] = no_seats
    resigned: Callable[[], Sequence[int]] = no_seats
    unreached: Callable[[], Sequence[int]] = no_seats
    votes: Callable[[], Sequence[str]] = nothing
    played_for: Callable[[], str] = str
    committed: set[int] = field(default_factory=set)
    secret: str = ""
    final: Callable[[], int] = nowhere
    stands: Callable[[Line], bool] = always
    over: str = ""
    hints: bool = False
    elapsed: str = ""
    begun: bool = False
    returning: bool = False
    lesson: str = ""
    spoken_of: Sequence[str] = ()
    pause: str = ""
    closing: str = ""

    def __post_init__(self) -> None:
        self.story = Story(self.view)

    @property
    def state(self) -> Any:
        """The position that is shown: the one that the staged steps lead to, if there are any."""
        return self.draft.plan.game.state if self.draft.plan is not None else self.game.state

    @property
    def empire(self) -> int:
        """The person's empire; NO_EMPIRE for a spectator, and before empires are dealt."""
        return empire_of(self.game.state, self.seat) if self.seat is not None else NO_EMPIRE

    def side(self, seat: int) -> str:
        """Return a seat by its empire, or by its number before empires are dealt."""
        return side(self.game.state, seat)
