"""One person's side of a game on the full screen: what the keys and the typed lines do.

It has the same commands as the line console. Answers are staged first and signed together; see ``cli.ui.text.staging``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio

from cli.i18n.texts import count, marked, plural, tr, translated
from cli.ui.conversation.story import Digest
from cli.ui.screen import panes
from cli.ui.screen.editing import Editor
from cli.ui.screen.scene import Page
from cli.ui.text.answering import stage
from cli.ui.text.help import HOW_TO_QUIT, NOT_ASKED, QUITTING, SETTING_UP
from cli.ui.text.staging import Plan
from cli.ui.view import Unclear
from core import RuleError
from core.engine.event import Event as Happening
from p2p.log.steps import Kind, Step
from p2p.session.events import Committed, Completed, Event, Revealed, RolledBack

PAUSES = marked("What happened to you waits for Enter; “pauses off” turns that off, for you alone.")
NO_PAUSES = marked("What happened to you is in the log only; “pauses on” has it wait for Enter.")


class Screen(Editor):
    """The conversation with a person who has the whole screen."""

    asks_once_more = True
    """Whether an answer is asked for once more where it loses much, lets another player win, or may be a habit."""

    _play_again: Callable[[str], str] | None = None

    _has_read: Sequence[Happening] = ()
    """The events since the player's last answer that were shown to them until they went on."""

    def _sit_down(self) -> None:
        self._play_again = self._commands.get("back")
        self.hints.has_key = True
        if self._seat is not None:
            self._commands |= {
                "back": self._take_back,
                "undo": self._take_back,
                "move": self._move,
                "sign": lambda rest: self._sign(),
                "pauses": self._turn_pauses,
            }
        self._shell.attach(self)

    # ------------------------------------------------------------------ being asked

    def see(self, event: Event) -> None:
        """Follow the table: who has committed, and which question is closed."""
        scene = self.scene
        scene.conversation.begun = True
        self._follow_step(event)
        match event:
            case Committed(seat):
                scene.conversation.committed.add(seat)
            case Revealed(seat):
                scene.conversation.committed.discard(seat)
                scene.conversation.secret = ""
            case RolledBack() | Completed(Step(kind=Kind.EPOCH)):
                # Whatever is asked is asked anew.
                self._promised.clear()
                self._is_asked = False
                if scene.conversation.secret:
                    void = tr(
                        "Your “{answer}” no longer counts. Answer again, the same or otherwise.",
                        answer=scene.conversation.secret,
                    )
                    self.notice(void)
                scene.draft.plan, scene.conversation.secret, scene.conversation.committed = None, "", set()
                self._refresh(scene.draft.line)
            case Completed() if not self._is_asked and not self._promised:
                scene.draft.plan = None
                self._outdate()
        self._shell.redraw()

    async def ask(self) -> str:
        """Return what is promised already, or what the person signs next; raises Left."""
        if self._promised:
            return self._promised.popleft()
        self._shell.call(self._turn())
        await self._tell_what_happened()
        self.begin_question()
        try:
            await self._answered.wait()
        finally:
            self._is_asked = False
        return self._promised.popleft()

    async def _tell_what_happened(self) -> None:
        """Show what happened to the player since they were last asked, until they have read it."""
        reports = self._reports()
        self.scene.conversation.reports, self.scene.below = reports if self.pauses else (), 0
        try:
            while self.scene.conversation.reports:
                self._read = trio.Event()
                self._shell.redraw()
                await self._read.wait()
        finally:
            self.scene.conversation.reports = ()

    def _unread(self) -> list[tuple[int, str]]:
        """Return what has happened since the player's last turn, but not what they have read already."""
        read = set(map(id, self._has_read))
        news = (line.event for line in self._news())
        return self._digest_of([event for event in news if event is not None and id(event) not in read])

    def _signed(self) -> None:
        super()._signed()
        self._has_read = ()

    def _read_on(self) -> None:
        """Go on to what else happened, or to the question."""
        told = [one for one in self.scene.conversation.reports[0].told if isinstance(one, Happening)]
        self._has_read = (*self._has_read, *told)
        self.scene.conversation.reports, self.scene.below, self.scene.conversation.notes = (
            self.scene.conversation.reports[1:],
            0,
            [],
        )
        self._read.set()

    def _turn_pauses(self, rest: str) -> str:
        """Let what happened to the player wait for a key, or not; returns what to say about it."""
        if rest.lower() in ("on", "off"):
            self.pauses = rest.lower() == "on"
            self.keep_pauses(self.pauses)
        return tr(PAUSES if self.pauses else NO_PAUSES)

    def begin_question(self) -> None:
        """Show the player what the game asks."""
        self.scene.draft.plan, self._ways = Plan(self._game, self._own_seat), None
        self._is_asked, self._answered, self._listed = True, trio.Event(), []
        if self._session is not None and self._session.log.kind is Kind.COMMITMENTS:
            # In a game that is taken up again, others may have committed before.
            self.scene.conversation.committed |= set(self._session.log.given)
        sides = self._view.map.sides(self._game.state.board)
        found = [(sides[empire].ink, self._named(empire), text) for empire, text in self._unread()]
        self.scene.conversation.digest = Digest(self.scene.conversation.story.told, found)
        self._once_more.show()
        self._outdate()
        self._refresh(self.scene.draft.line)

    def _outdate(self) -> None:
        """Forget why a line was refused: another question is asked now, or the news of the game must show."""
        if not self._leaving:
            self.scene.conversation.refusal = ""

    def withdraw(self) -> str:
        """Drop what is staged, as a bot answers now; returns what to say about that."""
        plan = self.scene.draft.plan
        lost = len(plan.steps) if plan is not None and self._is_asked else 0
        super().withdraw()
        if self._is_asked:
            self._is_asked, self.scene.draft.plan, self._ways = False, None, None
            self._refresh("")
        return plural("{number} staged step is dropped.", "{number} staged steps are dropped.", lost) if lost else ""

    # ------------------------------------------------------------------ the line

    def entered(self, line: str) -> str:
        """Do what the line says; returns what then stands in the line."""
        after = self._entered(line)
        if after != self.scene.draft.line:
            self._refresh(after)
        return after

    def _entered(self, line: str) -> str:
        scene = self.scene
        line = line.strip()
        leaving, self._leaving = self._leaving, False
        if scene.chooses_entries and scene.entry:
            self.show_entry(scene.entry)
            return ""
        if scene.conversation.over and (not line or (self.rematches and line.lower() == "rematch")):
            self.wants_rematch = bool(line)
            self._shell.leave()
            return ""
        if scene.on_map:
            return self._use_place(line)
        if scene.conversation.reports and not self._is_command(line):
            self._read_on()
            return line
        is_typed = scene.draft.chosen < 0
        if not is_typed:
            choice = scene.draft.choices[scene.draft.chosen]
            if not choice.whole:
                return self._go_on(choice.line)
            line = choice.line
        line = self._begun_anew(f"{line} ").strip()
        if line == "quit":
            return self._leave_if(leaving)
        if not line:
            # What is asked is not answered by an Enter too many.
            if scene.draft.choices:
                scene.conversation.notes = [tr("Up and Down mark an answer, and Enter takes it; or type one.")]
            return ""
        scene.conversation.refusal, scene.conversation.notes = "", []
        answer = self._take("place " + line[1:] if line.startswith("/") else line)
        if answer is not None and self._stage(answer, typed=is_typed and answer == line):
            return scene.draft.line
        return self._after_refusal() if scene.conversation.refusal else ""

    def _after_refusal(self) -> str:
        """Return what stands in a line that was no answer: if it can go on in one way only, that; else one is marked.

        If nothing goes on from it, it stays to be mended, and the list has the answers to the question. A place that
        was not named is never taken unseen, even if there is no other; nor is a payment, if others are like it.
        """
        scene = self.scene
        if not self._is_asked or not scene.draft.choices or self._offers_others:
            self._offer_others()
            return scene.draft.line
        scene.conversation.refusal = ""
        if (
            len(scene.draft.choices) > 1
            or scene.draft.choices[0].alike
            or self._adds_place(scene.draft.choices[0].line)
        ):
            return self._with_next_marked()
        choice = scene.draft.choices[0]
        if not choice.whole:
            return self._go_on(choice.line)
        self._stage(choice.line)
        return scene.draft.line if scene.conversation.refusal else ""

    def _take(self, line: str) -> str | None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        if word in self._commands and self._is_command(line):
            self._once_more.withdraw()
            if said := self._commands[word](rest.strip()):
                self.scene.conversation.notes = [said]
            return None
        if word in QUITTING:
            self.scene.conversation.refusal = tr(HOW_TO_QUIT)
            return None
        if self.scene.conversation.over:
            self.scene.conversation.refusal = tr("The game is over. Enter closes this screen.")
            return None
        if not self._is_asked:
            self.scene.conversation.refusal = self._why_not_asked() + self._nearest(line)
            return None
        if not line.isdecimal() or not (self._listed or self._verb_of_number()):
            return line
        answer = self._picked(line)
        if answer is None:
            self.scene.conversation.refusal = self._why_none_is_picked()
        return answer

    def _why_not_asked(self) -> str:
        return super()._why_not_asked() if self._seat is not None or self.scene.conversation.begun else tr(SETTING_UP)

    # ------------------------------------------------------------------ staging

    def _stage(self, line: str, *, typed: bool = False) -> bool:
        """Stage what the line says; sign it all where another player, chance or another phase is next.

        Returns whether the person must first say once more that they mean it.
        """
        plan = self.scene.draft.plan
        if plan is None:
            return False
        before = list(plan.steps)
        try:
            stage(plan, line, self._view.answering)
        except (RuleError, Unclear) as refusal:
            self._once_more.withdraw()
            self.scene.conversation.refusal = translated(refusal) + self._nearest(line)
        else:
            if self.asks_once_more and (said := self._once_more.objection(plan, len(before), typed=typed)):
                plan.restore(before)
                self.scene.conversation.refusal = said
                return True
            self._ways, self._listed = None, []
            if plan.goes_on:
                self._refresh("")
            else:
                self._sign()
        return False

    def _sign(self) -> str:
        plan = self.scene.draft.plan
        if plan is None or not self._is_asked or not plan.steps:
            return tr("Nothing is staged.")
        self._promised.extend(plan.steps)
        self._once_more.give(plan)
        self._is_asked = False
        self._signed()
        if plan.is_secret:
            self.scene.draft.plan, self.scene.conversation.secret = None, plan.steps[0]
        self._refresh("")
        self._ways = None
        self._answered.set()
        return ""

    def _take_back(self, rest: str) -> str:
        plan = self.scene.draft.plan
        if (plan is None or not plan.steps) and self._play_again and self._is_away():
            return self._play_again("")
        if plan is None or not (plan.steps or rest.isdecimal()):
            return tr("Nothing is staged.")
        number = int(rest) if rest.isdecimal() and len(rest) < 4 else len(plan.steps)
        if not 1 <= number <= len(plan.steps):
            return _no_step(plan, rest)
        return self._rearranged(plan.take_back(number - 1), tr("No longer possible, and taken back too:"))

    def _is_away(self) -> bool:
        """Return whether the autopilot or a bot plays for the player, so that “back” is to play again."""
        if self._people is not None and self._people.played_for:
            return True
        return self._session is not None and self._session.me in self._session.log.absent

    def _move(self, rest: str) -> str:
        plan = self.scene.draft.plan
        numbers = [int(word) for word in rest.split() if word.isdecimal() and len(word) < 4]
        if plan is None or len(numbers) != 2:
            return tr("“move 3 1” puts the third staged step in the first place.")
        for number in numbers:
            if not 1 <= number <= len(plan.steps):
                return _no_step(plan, str(number))
        return self._rearranged(
            plan.move(numbers[0] - 1, numbers[1] - 1), tr("Not possible in that order, so all stays as it was:")
        )

    def _rearranged(self, refused: list[str], what: str) -> str:
        self._ways, self._listed = None, []
        self._refresh("")
        return "\n".join([what, *refused]) if refused else ""

    # ------------------------------------------------------------------ other keys

    def hint(self) -> None:
        """Say what a good player would consider now, from its beginning."""
        self.scene.conversation.notes, self.scene.below = [self._hint()], 0
        self._shell.redraw()

    def _hint(self) -> str:
        plan = self.scene.draft.plan
        if self.scene.conversation.reports and self.hints.on:
            return tr("Enter goes on; then there are hints.")
        return self.hints.told(plan) if self._is_asked and plan is not None and plan.is_open else tr(NOT_ASKED)

    def _turn_hints(self, rest: str) -> str:
        said = super()._turn_hints(rest)
        self.scene.conversation.hints = self.hints.on
        return said

    def undo(self) -> None:
        """Take the last staged step back."""
        if said := self._take_back(""):
            self.scene.conversation.notes = [said]
        self._shell.redraw()

    def sign(self) -> None:
        """Sign what is staged."""
        if said := self._sign():
            self.scene.conversation.notes = [said]
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
            scene.draft.choices = self._ways.at(scene.selected)
            if scene.draft.choices:
                scene.draft.chosen = 0
                self._foresee("")
            else:
                scene.conversation.notes = [
                    tr(
                        "You can do nothing in {place} now.",
                        place=self._view.words.place_name(self._game.state, scene.selected),
                    )
                ]
                self._refresh(line)
        return line

    def _close_page(self) -> None:
        """Go back from a page to what it covers."""
        self._show(Page.BOARD)

    def escape(self) -> str | None:
        """Go back by one thing; returns the line it makes, None if it stays as it is."""
        scene = self.scene
        self._once_more.withdraw()
        self._leaving, scene.below = False, 0
        if scene.on_map:
            scene.on_map = False
        elif scene.clears:
            scene.conversation.refusal, scene.conversation.notes = "", []
            return ""
        elif scene.page is not Page.BOARD:
            self._close_page()
        elif scene.draft.chosen >= 0:
            scene.draft.chosen = -1
            self._foresee(scene.draft.line)
        elif scene.selected and not (scene.draft.line or scene.conversation.refusal or scene.conversation.notes):
            panes.look_at(scene, None)
            self._refresh(scene.draft.line)  # the answers of all places, not of that one alone
        else:
            scene.conversation.refusal, scene.conversation.notes, scene.scroll, scene.shows_map = "", [], 0, False
            return ""
        return None


def _no_step(plan: Plan, number: str) -> str:
    steps = count(len(plan.steps), "step")
    return tr("There is no step {number}; {steps} staged.", number=number, steps=steps)
