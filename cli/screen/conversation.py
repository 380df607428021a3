"""One person's side of a game on the full screen: what the keys and the typed lines do.

It has the same commands as the line console. Answers are staged first and signed together; see ``cli.staging``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import trio

import core
from cli import describe
from cli.chart.look import legend
from cli.chart.textmap import Direction
from cli.dialogue import HELP, HELP_AMONG_PEOPLE, HELP_OF_A_GUEST, Dialogue, Left, People
from cli.screen import picture
from cli.screen.choices import Ways
from cli.screen.details import name_of
from cli.screen.entries import entry_lines
from cli.screen.preview import preview, preview_of_tile
from cli.screen.scene import Page, Scene
from cli.screen.shell import Shell
from cli.several import stage
from cli.staging import Plan
from cli.words import Unclear, expand
from core import NotationError, RuleError
from core.answers import Answers
from core.board import NOBODY
from core.flow import Prompt
from p2p.events import Committed, Completed, Event, Final, Revealed
from p2p.log import Kind
from p2p.session import Session

KEYS = """\
Keys
  Up, Down        go through the list of answers; Enter takes the marked one
  Tab             completes the word, or takes the marked answer
  Enter           stages a whole answer; it is signed with the turn, or by F10
  Ctrl-Z          takes the last staged step back
  Left, Right     on an empty line: walk over the map, then with all arrows;
                  Enter writes the place into the line, + and - zoom
  F1 help  F2 map  F3 players  F4 log  F5 talk  F6 the rule behind the question
  PgUp, PgDn      scroll what is large, or the log; the wheel does too
  Ctrl-P, Ctrl-N  lines typed before
  Esc             back: clears the line, closes a page
  Ctrl-C twice    leaves the table
"""

MORE_HELP = """\
Here on the full screen, besides:
  back [N]        takes step N of what is staged back, or the last one
  move N M        puts step N of what is staged in place M
  sign            signs what is staged, and goes on
  log [WORDS]     the log, of a phase, an empire, “battle”, “round 3”, any word
  entry N         the signed entry of step N of the log
  talk            what has been said
  /NAME           looks at a place, as “place NAME” does
  mouse           turns the mouse on or off, so that the terminal can select"""

LEAVING = "The others may go on without you. Type “quit” or press Ctrl-C once more to leave; anything else stays."


class Screen(Dialogue):
    """The conversation with a person who has the whole screen."""

    def __init__(
        self,
        shell: Shell,
        game: core.Game,
        seat: int | None,
        names: Mapping[int, str],
        people: People | None = None,
        session: Session | None = None,
    ) -> None:
        """Without a ``session`` this is a board to be looked at while the table is set up."""
        self._shell = shell
        self._session = session
        self.scene = Scene(game, seat, names, glyphs=shell.glyphs, look=shell.look, waited=self._waited)
        super().__init__(shell, game, seat, names, people)
        self._ways: Ways | None = None
        self._leaving = False
        self._commands |= {
            "board": lambda rest: self._show(Page.BOARD),
            "players": lambda rest: self._show(Page.PLAYERS),
            "log": self._show_log,
            "talk": lambda rest: self._show(Page.TALK),
            "place": self._look_at,
            "rule": self._show_rule,
            "help": lambda rest: self._show_help(),
            "?": lambda rest: self._show_rule(rest) if rest else self._show_help(),
            "entry": self._show_entry,
            "mouse": lambda rest: shell.toggle_mouse(),
        }
        if seat is not None:
            self._commands |= {"back": self._take_back, "move": self._move, "sign": lambda rest: self._sign()}
        shell.attach(self)

    # ------------------------------------------------------------------ what happens

    def tell(self, sentence: str) -> None:
        """Keep a sentence of the story, with the step of the log that it tells of."""
        self._story.append(sentence)
        step = self._session.log.height + 1 if self._session is not None else 0
        self.scene.story.add(self._game.state, step, sentence)
        self._shell.redraw()

    def notice(self, text: str) -> None:
        """Keep what is no part of the game itself in the story too."""
        self.scene.story.add(self._game.state, 0, text)
        self._shell.redraw()

    def heard(self, speaker: str, text: str) -> None:
        """Keep what somebody has said."""
        self.scene.story.add(self._game.state, 0, text, talk=speaker)
        self._shell.redraw()

    def conclude(self, ending: str) -> None:
        """Show how the game has ended once the screen is closed, whatever the story has said."""
        self._shell.say(ending)

    async def linger(self, ending: str, limit: float = math.inf) -> None:
        """Let the person look at the end for as long as he likes, but for no more seconds than the limit."""
        self.scene.over, self.scene.plan, self._leaving = ending, None, False
        self._shell.redraw()
        with trio.move_on_after(limit):
            await self._shell.left.wait()

    def see(self, event: Event) -> None:
        """Follow the table: who has committed, and what is final."""
        scene = self.scene
        scene.begun = True
        match event:
            case Committed(seat):
                scene.committed.add(seat)
            case Revealed(seat):
                scene.committed.discard(seat)
                scene.secret = ""
            case Completed() if not self._is_asked and not self._promised:
                scene.plan = None
            case Final(height):
                scene.final = height
        self._shell.redraw()

    def _waited(self) -> list[int]:
        """The seats that the game waits for."""
        if self._session is None or self._session.log.kind is Kind.LINKS:
            return []
        return list(self._session.log.missing())

    # ------------------------------------------------------------------ being asked

    async def converse(self) -> None:
        """Wait until the person leaves; then raises Left."""
        await self._shell.left.wait()
        raise Left

    async def ask(self) -> str:
        """What is promised already, or what the person signs next; raises Left."""
        if self._promised:
            return self._promised.popleft()
        self.begin_question()
        self._shell.call()
        try:
            await self._answered.wait()
        finally:
            self._is_asked = False
        return self._promised.popleft()

    def begin_question(self) -> None:
        """Put before the person what the game asks of him."""
        self.scene.plan, self._ways = Plan(self._game, self._own_seat), None
        self._is_asked, self._answered = True, trio.Event()
        self._refresh(self.scene.line)

    def _question(self) -> tuple[Prompt, Answers]:
        if self.scene.plan is None:
            raise KeyError("nothing is asked")
        return self.scene.plan.question()

    # ------------------------------------------------------------------ the line

    def edited(self, line: str) -> None:
        """The line has changed: work out how it can go on, and what it would lead to."""
        if line == self.scene.line:
            return
        self.scene.refusal, self.scene.notes = "", []
        self.scene.on_map = False
        self._refresh(line)

    def _refresh(self, line: str) -> None:
        scene = self.scene
        scene.line, scene.choices, scene.chosen, scene.preview, scene.legal = line, (), -1, (), False
        if self._is_asked and scene.plan is not None:
            if self._ways is None:
                self._ways = Ways(scene.plan.game, self._own_seat, self._question()[1])
            if ";" not in line and not self._is_command(line):
                try:
                    scene.choices = self._ways.after(line)
                except Unclear as unclear:
                    scene.notes = [str(unclear)]
            self._foresee(line)
        self._shell.redraw()

    def _is_command(self, line: str) -> bool:
        word = line.split(" ", maxsplit=1)[0].lower()
        return line.startswith("/") or (bool(word) and word in (*self._commands, "quit"))

    def _foresee(self, line: str) -> None:
        """What the line, or the choice that is marked, would lead to if it is a whole answer."""
        scene = self.scene
        if scene.plan is None:
            return
        if 0 <= scene.chosen < len(scene.choices):
            line = scene.choices[scene.chosen].line
        scene.preview, scene.legal = (), False
        if not line.strip() or self._is_command(line):
            return
        plan = scene.plan
        try:
            if any(sign in line for sign in ";,>") or " all" in line:
                trial = Plan(plan.game, self._own_seat)
                stage(trial, line)
                scene.preview = [sentence for told in trial.told for sentence in told]
            else:
                action = plan.game.parse(expand(plan.question()[1], line))
                plan.question()[1].check(action)
                scene.preview = preview(plan.game, self._own_seat, action)
            scene.legal = True
        except (RuleError, Unclear):
            scene.preview = preview_of_tile(plan.game.state, line)

    def mark(self, difference: int) -> None:
        """Mark the next choice, or the one before."""
        scene = self.scene
        if scene.choices:
            first = 0 if difference > 0 else len(scene.choices) - 1
            scene.chosen = (scene.chosen + difference) % len(scene.choices) if scene.chosen >= 0 else first
            self._foresee(scene.line)
            line = scene.choices[scene.chosen].line
            self._shell.soon(lambda: self._select(line))
            self._shell.redraw()

    def _select(self, line: str) -> None:
        """Look at the last place that a line names."""
        board = self._game.state.board
        named = [word for word in line.split() if word in board.provinces or word in board.seas]
        if named:
            self.scene.view = self.scene.view.on(board, named[-1])
            self._shell.redraw()

    def completed(self, line: str) -> str:
        """The line that Tab makes of a line."""
        scene = self.scene
        if scene.chosen >= 0:
            return self._going_on(scene.chosen)
        if self._is_asked and scene.choices:
            return self._going_on(0) if len(scene.choices) == 1 or not line.strip() else self._common(line)
        words = [name for name in (*self._commands, "quit") if line and name.startswith(line)]
        return f"{words[0]} " if len(words) == 1 else line

    def _going_on(self, number: int) -> str:
        choice = self.scene.choices[number]
        return choice.line if choice.whole else f"{choice.line} "

    def _common(self, line: str) -> str:
        """What all choices begin with, if it is more than the line; else the first choice."""
        first = self.scene.choices[0].line.split()
        shared = []
        for place, word in enumerate(first):
            if any(choice.line.split()[place : place + 1] != [word] for choice in self.scene.choices):
                break
            shared.append(word)
        common = " ".join(shared)
        return f"{common} " if len(common) > len(line.rstrip()) else self._going_on(0)

    def entered(self, line: str) -> str:
        """Do what the line says; returns what then stands in the line."""
        after = self._entered(line)
        if after != self.scene.line:
            self._refresh(after)
        return after

    def _entered(self, line: str) -> str:
        scene = self.scene
        line = line.strip()
        leaving, self._leaving = self._leaving, False
        if scene.over and not line:
            self._shell.leave()
            return ""
        if scene.on_map:
            return self._use_place(line)
        if scene.chosen >= 0:
            choice = scene.choices[scene.chosen]
            if not choice.whole:
                return self._go_on(choice.line)
            line = choice.line
        if line == "quit":
            return self._leave_if(leaving)
        if not line:
            return ""
        scene.refusal, scene.notes = "", []
        answer = self._take("place " + line[1:] if line.startswith("/") else line)
        if answer is not None:
            self._stage(answer)
        return self._after_refusal() if scene.refusal else ""

    def _after_refusal(self) -> str:
        """What stands in a line that was no answer: if it can go on in one way only, that; else one is marked."""
        scene = self.scene
        if not self._is_asked or not scene.choices:
            return scene.line
        scene.refusal = ""
        if len(scene.choices) > 1:
            scene.chosen = 0
            self._foresee(scene.line)
            return scene.line
        choice = scene.choices[0]
        if not choice.whole:
            return self._go_on(choice.line)
        self._stage(choice.line)
        return scene.line if scene.refusal else ""

    def _go_on(self, line: str) -> str:
        """The line with the step that was taken from the list, on which the first next step is marked at once."""
        self._refresh(f"{line} ")
        if self.scene.choices:
            self.scene.chosen = 0
            self._foresee(line)
        return f"{line} "

    def _take(self, line: str) -> str | None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        if word in self._commands:
            if said := self._commands[word](rest.strip()):
                self.scene.notes = [said]
            return None
        if not self._is_asked:
            self.scene.refusal = "You are asked nothing at the moment."
            return None
        try:
            return self._chosen(line) if line.isdecimal() else line
        except IndexError:
            self.scene.refusal = "The list has no such line."
            return None

    def _chosen(self, number: str) -> str | None:
        return self.scene.choices[int(number[:4]) - 1].line

    # ------------------------------------------------------------------ staging

    def _stage(self, line: str) -> None:
        """Stage what the line says; sign it all where somebody else or chance is next."""
        plan = self.scene.plan
        if plan is None:
            return
        try:
            stage(plan, line)
        except NotationError as error:
            self.scene.refusal = error.sentence
        except (RuleError, Unclear) as refusal:
            self.scene.refusal = str(refusal)
        else:
            self._ways = None
            if plan.waits:
                self._refresh("")
            else:
                self._sign()

    def _sign(self) -> str:
        plan = self.scene.plan
        if plan is None or not self._is_asked or not plan.steps:
            return "Nothing is staged."
        self._promised.extend(plan.steps)
        self._is_asked = False
        if plan.is_secret:
            self.scene.plan, self.scene.secret = None, plan.steps[0]
        self._refresh("")
        self._ways = None
        self._answered.set()
        return ""

    def _take_back(self, rest: str) -> str:
        plan = self.scene.plan
        if plan is None or not plan.steps:
            return "Nothing is staged."
        number = int(rest) if rest.isdecimal() and len(rest) < 4 else len(plan.steps)
        if not 1 <= number <= len(plan.steps):
            return f"There is no step {rest}; {describe.count(len(plan.steps), 'step')} staged."
        return self._rearranged(plan.take_back(number - 1))

    def _move(self, rest: str) -> str:
        plan = self.scene.plan
        numbers = [int(word) for word in rest.split() if word.isdecimal() and len(word) < 4]
        if plan is None or len(numbers) != 2 or not all(1 <= number <= len(plan.steps) for number in numbers):
            return "“move 3 1” puts the third staged step in the first place."
        return self._rearranged(plan.move(numbers[0] - 1, numbers[1] - 1))

    def _rearranged(self, fallen: list[str]) -> str:
        self._ways = None
        self._refresh("")
        return "\n".join(["No longer possible, and taken back too:", *fallen]) if fallen else ""

    # ------------------------------------------------------------------ other keys

    def undo(self) -> None:
        """Take the last staged step back."""
        if said := self._take_back(""):
            self.scene.notes = [said]
        self._shell.redraw()

    def sign(self) -> None:
        """Sign what is staged."""
        if said := self._sign():
            self.scene.notes = [said]
        self._shell.redraw()

    def walk(self, direction: Direction) -> None:
        """Go to the next place on the map."""
        board = self._game.state.board
        scene = self.scene
        scene.on_map, scene.page = True, Page.BOARD
        # The first step of a walk is home.
        home = board.provinces[board.capitals[scene.empire]] if scene.empire != NOBODY else ""
        place = picture.step(board, scene.selected, direction) if scene.selected or not home else home
        scene.view = scene.view.on(board, place)
        self._shell.redraw()

    def zoom(self, steps: int) -> None:
        """See the map from nearer or farther."""
        self.scene.view = self.scene.view.zoomed(steps)
        self._shell.redraw()

    def look_at(self, place: str) -> None:
        """Look at a place, which was clicked at."""
        self.scene.view = self.scene.view.on(self._game.state.board, place)
        self.scene.on_map, self.scene.page = True, Page.BOARD
        self._shell.redraw()

    def _use_place(self, line: str) -> str:
        """Leave the map: with the place written into the line, or with the answers that have to do with it."""
        scene = self.scene
        scene.on_map = False
        if line and self._is_asked:
            written = f"{line} {scene.selected} "
            self._refresh(written)
            return written
        self._refresh(line)
        if self._is_asked and self._ways is not None:
            scene.choices = self._ways.at(scene.selected)
            if scene.choices:
                scene.chosen = 0
                self._foresee("")
            else:
                scene.notes = [f"You can do nothing in {name_of(self._game.state, scene.selected)} now."]
                self._refresh(line)
        return line

    def escape(self) -> str | None:
        """Go back by one thing; returns the line it makes, None where it stays as it is."""
        scene = self.scene
        self._leaving = False
        if scene.on_map:
            scene.on_map = False
        elif scene.page is not Page.BOARD:
            self._show(Page.BOARD)
        elif scene.chosen >= 0:
            scene.chosen = -1
            self._foresee(scene.line)
        else:
            scene.refusal, scene.notes, scene.scroll = "", [], 0
            return ""
        return None

    def interrupt(self) -> None:
        """Ctrl-C: leave when it comes for the second time."""
        self._leave_if(self._leaving)
        self._shell.redraw()

    def _leave_if(self, asked: bool) -> str:
        if asked or self.scene.over or self._seat is None:
            self._shell.leave()
        else:
            self._leaving = True
            self.scene.refusal = LEAVING
        return ""

    def scroll(self, rows: int) -> None:
        """Scroll what is large, or the log; upwards where positive."""
        from_end = self.scene.page in (Page.LOG, Page.TALK, Page.BOARD)
        self.scene.scroll = max(0, self.scene.scroll + (rows if from_end else -rows))
        self._shell.redraw()

    # ------------------------------------------------------------------ pages

    def open(self, page: Page) -> None:
        """Show a page, by its key; the key of the page that is shown closes it."""
        if page is self.scene.page and page is not Page.TEXT:
            self._show(Page.BOARD)
        elif page is Page.HELP:
            self._show_help()
        elif page is Page.TEXT:
            self._commands["rule"]("")
        else:
            self._show(page)
        self._shell.redraw()

    def _show(self, page: Page) -> str:
        self.scene.page, self.scene.scroll, self.scene.filter = page, 0, ""
        if page in (Page.TALK, Page.LOG):
            self.scene.unheard = 0
        return ""

    def _show_text(self, title: str, text: str, page: Page = Page.TEXT) -> str:
        self._show(page)
        self.scene.text_title, self.scene.text = title, text.splitlines()
        return ""

    def _show_help(self) -> str:
        help_ = HELP_OF_A_GUEST if self._seat is None else HELP
        people = f"\n{HELP_AMONG_PEOPLE}" if "say" in self._commands else ""
        marks = "\n".join(f"  {line}" for line in legend(self.scene.look))
        text = f"{KEYS}\n{help_}{people}\n{MORE_HELP}\nOn the map:\n{marks}"
        return self._show_text("Help", text, Page.HELP)

    def _show_log(self, rest: str) -> str:
        self._show(Page.LOG)
        self.scene.filter = "" if rest.isdecimal() else rest
        return ""

    def _show_rule(self, rest: str) -> str:
        said = self._rule(rest)
        return self._show_text(f"Rule {rest or self._question()[0].rule}", said) if "\n" in said else said

    def _show_entry(self, rest: str) -> str:
        number = int(rest) if rest.isdecimal() and len(rest) < 8 else 0
        lines = entry_lines(self._session, number) if self._session is not None else []
        return self._show_text(f"Step {rest}", "\n".join(lines)) if lines else "“entry 12” shows step 12 of the log."

    def _look_at(self, rest: str) -> str:
        state = self._game.state
        wanted = rest.lower().replace(" ", "_")
        places = (*state.board.provinces, *state.board.seas)
        found = [place for place in places if place == wanted] or [
            place for place in places if any(part.startswith(wanted) for part in (place, *place.split("_")))
        ]
        if not wanted or not found:
            return "Name a province or a sea that is in this game: “place gallia”."
        self._show(Page.BOARD)
        self.scene.view, self.scene.on_map = self.scene.view.on(state.board, found[0]), True
        return ""

    def _rule(self, rest: str) -> str:
        if not rest and not self._is_asked:
            return "Name a number, a phase or a word, such as “rule 3.1.1” or “rule trade”."
        return super()._rule(rest)
