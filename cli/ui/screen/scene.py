"""Everything that the screen shows, in one place: the panes look at it, the shell and the conversation change it.

The *story* has every sentence of a game with its round, phase and step, to be read, filtered and traced.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple, overload

from cli.i18n.texts import language, term, tr, translated
from cli.ui.map.labels import Side
from cli.ui.map.textmap import Look, View
from cli.ui.screen.look import UNICODE, Glyphs
from cli.ui.screen.rows import Row, folded
from cli.ui.text.following import Line, filtered, phase_of
from cli.ui.text.names import empire_of, quoted, side
from cli.ui.text.staging import Plan
from cli.ui.view import GameView, Report
from core.engine.event import Event, message_of
from core.engine.game import Game
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, GameState

KEPT = 4000
"""Sentences that are kept."""


class Told(NamedTuple):
    """A row of the story, and the number of the line that it belongs to; 0 for a heading."""

    number: int
    row: Row


class Story:
    """What has been told so far."""

    def __init__(self, view: GameView) -> None:
        self.view = view
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.told = 0
        self._sides: Sequence[Side] = ()
        self._page: tuple[object, list[Told]] = (None, [])
        self._newest: tuple[object, list[Told]] = (None, [])

    def add(
        self,
        state: GameState,
        step: int,
        what: Event | str,
        talk: str = "",
        below: bytes = b"",
        seat: int | None = None,
    ) -> None:
        """Keep an event, a notice or talk; ``seat`` is that of the player it comes from, if any."""
        phase = phase_of(state, self.lines[-1] if self.lines else None)
        event = what if isinstance(what, Event) else None
        text = what if isinstance(what, str) else message_of(state.board, what)
        self.told += 1
        self._sides = self.view.map.sides(state.board)
        ink = self._sides[empire_of(state, seat)].ink if seat is not None and state.seats else ""
        self.lines.append(Line(state.round, phase, step, text, event, talk, below, ink, self.told))

    def newest(self, rows: int, width: int, glyphs: Glyphs, *, final: int) -> list[Told]:
        """Return the last rows, or all; they are kept from the last call if nothing has changed."""
        key = (self.told, rows, width, glyphs, final)
        if self._newest[0] != key:
            self._newest = (key, self._rows(list(self.lines)[-2 * rows :], width, glyphs, steps=False, final=final))
        return self._newest[1]

    def page(self, words: str, width: int, glyphs: Glyphs, *, steps: bool, final: int) -> list[Told]:
        """Return the lines that the words let through, as rows; those of the last time where nothing has changed."""
        key = (self.told, words, width, glyphs, steps, final)
        if self._page[0] != key:
            self._page = (key, self._rows(self.filtered(words), width, glyphs, steps=steps, final=final))
        return self._page[1]

    def filtered(self, words: str) -> list[Line]:
        """Return the lines that the words let through."""
        return filtered(self.lines, words, self.view.words.PHASES)

    def _rows(self, lines: Sequence[Line], width: int, glyphs: Glyphs, *, steps: bool, final: int) -> list[Told]:
        """Return the lines as rows, under a heading for every round and phase; with step numbers if wanted.

        Steps above the height that is ``final`` are marked as tentative: after their numbers, or else after the text.
        """
        rows: list[Told] = []
        before = (0, 0)
        for line in lines:
            if (line.round, line.phase) != before:
                before = (line.round, line.phase)
                phase = tr(self.view.words.PHASES[line.phase - 1]) if line.phase else tr("The table")
                heading = f"{tr('Round {round}', round=line.round)} {glyphs.bullet} {phase}"
                rows.append(Told(0, [("", " " * (not steps)), ("class:heading", heading)]))
            is_tentative = line.step > final
            whole = self._row(line, glyphs)
            if is_tentative and not steps:
                whole = [*whole, ("class:dim", f" {glyphs.tentative}")]
            first, rest = _margins(line, glyphs, is_tentative=is_tentative, steps=steps)
            room = width - sum([len(text) for _, text in first])
            for number, row in enumerate(folded(whole, room, 2)):
                rows.append(Told(line.number, [*(rest if number else first), *row]))
        return rows

    def _row(self, line: Line, glyphs: Glyphs) -> Row:
        if line.talk:
            style = f"class:side-{line.ink}" if line.ink else "class:talk"
            return [(style, line.talk), ("", f": {quoted(str(line.text))}")]
        if line.event is None or not isinstance(line.text, Message):
            return [("", translated(line.text))]
        drawn = self.view.panes.drawn(line.event, line.text, glyphs) or [("", translated(line.text))]
        return [part for style, text in drawn for part in ([(style, text)] if style else self.coloured(text))]

    def coloured(self, text: str) -> Row:
        """Return a sentence with the names of the sides in their colours."""
        return list(coloured(text, tuple(self._sides), language()))


def _margins(line: Line, glyphs: Glyphs, *, is_tentative: bool, steps: bool) -> tuple[Row, Row]:
    """Return what stands before the first row of a line, and before the others; talk has a bar at all rows."""
    indent: Row = [("", " " * 4)] if steps else []
    if line.talk:
        bar = [*indent, (f"class:map-bar-{line.ink}" if line.ink else "class:talk", glyphs.said)]
        return bar, bar
    if line.event is None and not line.step:
        bullet = " " if str(line.text).startswith(" ") else glyphs.bullet
        return [*indent, ("", bullet)], [*indent, ("", " ")]
    if not steps:
        return [("", " ")], [("", " ")]
    return [("class:dim", f"{line.step or '':>4}{glyphs.tentative if is_tentative else ' '}")], [("", " " * 5)]


@lru_cache(maxsize=2048)
def coloured(text: str, sides: tuple[Side, ...], _language: str) -> Row:
    """Return a sentence of the rules in fragments: the names of the sides are in their colours."""
    inks = {term(side.name): side.ink for side in sides}
    if not inks:
        return [("", text)]
    parts = _named(tuple(inks)).split(text)
    return [(f"class:side-{inks[part]}" if part in inks else "", part) for part in parts if part]


@lru_cache(maxsize=16)
def _named(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds names as whole words; in Korean a particle may follow at once."""
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?![a-zA-Z\u0100-\u04ff])")


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
