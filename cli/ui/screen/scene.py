"""Everything that the screen shows, in one place: the panes look at it, the shell and the conversation change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, overload

from cli.ui.map.textmap import Look, View
from cli.ui.screen.look import UNICODE, Glyphs
from cli.ui.screen.story import Story
from cli.ui.text.happened import Line
from cli.ui.text.sides import empire_of, side
from cli.ui.text.staging import Plan
from cli.ui.view import GameView, Report
from core.engine.game import Game
from core.engine.state import NO_EMPIRE


class Page(StrEnum):
    """What the large pane shows."""

    BOARD = "board"
    PLAYERS = "players"
    LOG = "log"
    TALK = "talk"
    HELP = "help"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to go on from what has been typed: the ``line`` it makes, what is shown of it, and a word on it.

    ``whole`` says that the line is then a legal answer, ``meaning`` what is shown in the language in use, where that is
    not English. ``alarm`` stands before the note: what must not be overlooked. ``alike`` counts other payments with the
    same outcome, which the choice stands for too.
    """

    line: str
    shown: str
    note: str
    whole: bool
    meaning: str = ""
    alarm: str = ""
    alike: int = 0


class Later(Sequence[Choice]):
    """Choices that are worked out when the screen draws them: not where the next key comes first."""

    def __init__(self, work_out: Callable[[], Sequence[Choice]]) -> None:
        self._work_out = work_out
        self._choices: Sequence[Choice] | None = None

    def _known(self) -> Sequence[Choice]:
        if self._choices is None:
            self._choices = self._work_out()
        return self._choices

    def __len__(self) -> int:
        return len(self._known())

    @overload
    def __getitem__(self, index: int) -> Choice: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Choice]: ...

    def __getitem__(self, index: int | slice) -> Choice | Sequence[Choice]:
        return self._known()[index]


class Digest(NamedTuple):
    """The digest since the player's last turn: colour, name and text of each side, and the lines told by then."""

    told: int
    sides: Sequence[tuple[str, str, str]]


NO_DIGEST = Digest(0, ())


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
class Scene:
    """One person's view of a table, from the first moment to the last.

    ``seat`` is None for a spectator. ``plan`` has what is staged while the person is asked, and is None otherwise.
    ``reports`` is what happened to the player and waits to be read, before they are asked anything again.
    ``secret`` is the answer that the player has committed to, unseen by the others. ``waited`` gives the seats that
    the game waits for, ``automatic`` those that the autopilot plays, ``resigned`` those that it plays to the end,
    ``unreached`` those of people who have left or cannot be reached, ``votes`` what is voted on, a line for each,
    ``played_for`` what to say while a bot plays for the player,
    ``final`` the step up to which the log is final; ``stands`` tells whether what a line tells of still counts.
    ``elapsed`` says for how long the game has waited for who is asked.
    ``returning`` says that a game which was begun before is being read: where it stands is not known yet.
    ``why`` says why the line that is typed is no answer.
    ``trial`` has what the line, or the answer that is marked, would change, given on a copy of the game.
    ``spoken_of`` are the places that the words of a lesson name.
    ``lesson`` names the lesson that is going on, if any; ``pause`` says what Enter does in a pause, or at the end where
    it can do more than close the screen; ``closing`` says when the screen closes by itself.
    ``scroll`` counts the rows by which what is large, or the log, is scrolled, ``below`` those of a pane beside it that
    is too long.
    ``shows_map`` says that the person has asked for the map, where a low screen has the answers in its place.
    ``text`` is what a page of text shows, and ``link`` the line on it for copying.
    ``entry`` is the number of the line of the story that is chosen on the page of the log, 0 for none.
    ``kept_line`` is the line as it was when the page was opened, which stays when that is closed.
    """

    game: Game[Any]
    view: GameView
    seat: int | None
    names: Mapping[int, str]
    glyphs: Glyphs = UNICODE
    story: Story = field(init=False)
    digest: Digest = NO_DIGEST
    notes: list[str] = field(default_factory=list)
    refusal: str = ""
    why: str = ""
    plan: Plan | None = None
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
    page: Page = Page.BOARD
    kept_line: str = ""
    scroll: int = 0
    below: int = 0
    filter: str = ""
    entry: int = 0
    look: Look = field(default_factory=Look)
    viewport: View = field(default_factory=View)
    line: str = ""
    choices: Sequence[Choice] = ()
    chosen: int = -1
    preview: Sequence[str] = ()
    trial: Plan | None = None
    legal: bool = False
    is_command: bool = False
    on_map: bool = False
    shows_map: bool = False
    over: str = ""
    hints: bool = False
    elapsed: str = ""
    begun: bool = False
    returning: bool = False
    text_title: str = ""
    text: Sequence[str] = ()
    lesson: str = ""
    spoken_of: Sequence[str] = ()
    pause: str = ""
    closing: str = ""

    def __post_init__(self) -> None:
        self.story = Story(self.view)

    @property
    def state(self) -> Any:
        """The position that is shown: the one that the staged steps lead to, if there are any."""
        return self.plan.game.state if self.plan is not None else self.game.state

    @property
    def clears(self) -> bool:
        """Whether Esc clears the line: what was typed last goes before the page under it is closed."""
        return bool(self.line) and not self.on_map and (self.page is Page.BOARD or self.line != self.kept_line)

    @property
    def chooses_entries(self) -> bool:
        """Whether Up and Down go through the log, and not through answers."""
        return self.page is Page.LOG and not self.line.strip()

    @property
    def selected(self) -> str:
        """The place that is looked at, if any."""
        return self.viewport.selected or ""

    @property
    def empire(self) -> int:
        """The person's empire; NO_EMPIRE for a spectator, and before empires are dealt."""
        return empire_of(self.game.state, self.seat) if self.seat is not None else NO_EMPIRE

    def side(self, seat: int) -> str:
        """Return a seat by its empire, or by its number before empires are dealt."""
        return side(self.game.state, seat)
