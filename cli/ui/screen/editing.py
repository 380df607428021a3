"""The line that is typed on the full screen: how it can go on, and what it would lead to."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from cli.i18n.texts import translated
from cli.ui.conversation.draft import Later
from cli.ui.screen import panes
from cli.ui.screen.reading import Reader
from cli.ui.text.answering import is_several, stage, without_half
from cli.ui.text.staging import Plan
from cli.ui.view import Choice, Unclear, Ways
from core import RuleError
from core.engine.answers import Answers
from core.engine.flow import Prompt


class Editor(Reader, ABC):
    """A player who may be asked something, and types a line; the list beside it has the ways to go on."""

    _ways: Ways | None = None
    _offers_others = False
    """Whether the list has the answers to the question, since nothing goes on from the line that was refused."""

    def _question(self) -> tuple[Prompt, Answers]:
        if self.scene.draft.plan is None:
            raise KeyError("nothing is asked")
        return self.scene.draft.plan.question()

    def _open_answers(self) -> Answers | None:
        plan = self.scene.draft.plan
        return plan.question()[1] if self._is_asked and plan is not None and plan.is_open else None

    def edited(self, line: str) -> str:
        """Work out how a changed line can go on, and what it would lead to; returns what then stands there.

        If the player begins another answer after half of one, the half is dropped.
        """
        line = self._begun_anew(line)
        if line == self.scene.draft.line:
            return line
        self.scene.conversation.refusal = ""
        if line.strip("0123456789"):
            # A list of answers stays as long as a number may be meant.
            self.scene.conversation.notes, self._listed = [], []
        elif not self._listed:
            self.scene.conversation.notes = []
        self.scene.on_map = False
        self._refresh(line)
        return line

    def _begun_anew(self, line: str) -> str:
        """Return the line from the last word that begins another answer, if only half of one stands before it."""
        plan = self.scene.draft.plan
        if not self._is_asked or plan is None or self._is_command(line):
            return line
        return without_half(plan, line, self._view.answering)

    def _refresh(self, line: str) -> None:
        scene = self.scene
        scene.draft.line, scene.draft.choices, scene.draft.chosen, scene.draft.preview, scene.draft.legal = (
            line,
            (),
            -1,
            (),
            False,
        )
        scene.draft.trial, scene.draft.why = None, ""
        scene.below = 0
        self._offers_others = False
        scene.draft.is_command = self._is_command(line)
        if self._is_asked and scene.draft.plan is not None:
            if self._ways is None:
                self._ways = self._view.answering.ways(scene.draft.plan.game, self._own_seat, self._question()[1])
            if ";" not in line and not scene.draft.is_command:
                try:
                    ways = self._ways
                    scene.draft.choices = ways.after(line) if line.strip() else Later(lambda: ways.after(line))
                except Unclear as unclear:
                    scene.conversation.notes = [str(unclear)]
            self._foresee(line)
        self._shell.redraw()

    def _is_command(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        word = word.lower()
        if word == "move" and any(character.isalpha() for character in rest):
            # With a name after it, "move" is an answer: the player means march or sail.
            return False
        if line.startswith("/"):
            return True
        return bool(word) and word in (*self._commands, "quit") and not self._begins_answer(line)

    def _foresee(self, line: str) -> None:
        """Work out what the line, or the marked choice, would lead to if it is a whole answer."""
        scene = self.scene
        if scene.draft.plan is None:
            return
        if 0 <= scene.draft.chosen < len(scene.draft.choices):
            line = scene.draft.choices[scene.draft.chosen].line
        scene.draft.preview, scene.draft.legal, scene.draft.trial, scene.draft.why = (), False, None, ""
        if not line.strip() or self._is_command(line):
            return
        try:
            scene.draft.preview, scene.draft.trial = self._led_to(scene.draft.plan, line)
            scene.draft.legal = True
        except (RuleError, Unclear) as refusal:
            scene.draft.why = translated(refusal)
            scene.draft.preview = self._preview_of_ways(
                scene.draft.plan, self._ways_on(line)
            ) or self._preview_of_words(scene.draft.plan, line)

    def _led_to(self, plan: Plan, line: str) -> tuple[Sequence[str], Plan]:
        """Work out what a line leads to, read as Enter reads it; raises RuleError or Unclear for half an answer."""
        trial = Plan(plan.game, self._own_seat)
        stage(trial, line, self._view.answering)
        if is_several(line, self._view.answering):
            return self._view.answering.preview_of_steps(trial, self._own_seat), trial
        action = plan.game.parse(trial.steps[0])
        return self._view.answering.preview(plan.game, self._own_seat, action), trial

    def _ways_on(self, line: str) -> Sequence[Choice]:
        """Return how the line can go on, or the marked choice, or the only one that the line can mean."""
        scene = self.scene
        if self._ways is None:
            return ()
        if scene.draft.chosen >= 0:
            return self._ways.after(f"{line} ")
        match scene.draft.choices:
            case [Choice(line=only, whole=False)]:
                return self._ways.after(f"{only} ")
        return scene.draft.choices

    def _preview_of_ways(self, plan: Plan, choices: Sequence[Choice]) -> Sequence[str]:
        """Return what the only way to go on leads to; of several ways to pay for one thing, what is common to them."""
        match choices:
            case [Choice(line=line, whole=True)]:
                return self._led_to(plan, line)[0]
            case [Choice(line=best, whole=True), *_, Choice(line=least, whole=True)] if _are_payments(choices):
                others = self._led_to(plan, least)[0]
                return [said for said in self._led_to(plan, best)[0] if said in others]
        return ()

    def _preview_of_words(self, plan: Plan, line: str) -> Sequence[str]:
        """Return what there is to say on something that a line names, or on the only thing that it can mean."""
        state, foreseen = plan.game.state, self._view.answering.preview_of_words
        match self.scene.draft.choices:
            case [Choice(line=only)]:
                return foreseen(state, line) or foreseen(state, only)
        return foreseen(state, line)

    # ------------------------------------------------------------------ the list

    def mark(self, difference: int) -> None:
        """Mark the next choice, or the one before; on the page of the log, a line of that."""
        scene = self.scene
        if scene.chooses_entries:
            self.choose_entry(difference)
            return
        if scene.draft.choices:
            first = 0 if difference > 0 else len(scene.draft.choices) - 1
            scene.draft.chosen = (
                (scene.draft.chosen + difference) % len(scene.draft.choices) if scene.draft.chosen >= 0 else first
            )
            scene.below = 0
            self._foresee(scene.draft.line)
            line = scene.draft.choices[scene.draft.chosen].line
            self._shell.soon(lambda: self._select(line))
            self._shell.redraw()

    def _select(self, line: str) -> None:
        """Look at the last place that a line names."""
        board = self._game.state.board
        named = [word for word in line.split() if word in board.provinces or word in board.seas]
        if named:
            panes.look_at(self.scene, named[-1])
            self._shell.redraw()

    def completed(self, line: str) -> str:
        """Return the line that Tab makes of a line."""
        scene = self.scene
        if scene.draft.chosen >= 0:
            return self._going_on(scene.draft.chosen)
        if self._is_asked and scene.draft.choices:
            return self._going_on(0) if len(scene.draft.choices) == 1 or not line.strip() else self._common(line)
        words = [name for name in (*self._commands, "quit") if line and name.startswith(line)]
        return f"{words[0]} " if len(words) == 1 else line

    def _going_on(self, number: int) -> str:
        choice = self.scene.draft.choices[number]
        return choice.line if choice.whole else f"{choice.line} "

    def _common(self, line: str) -> str:
        """Return what all choices begin with, if it is more than the line; else the first choice."""
        first = self.scene.draft.choices[0].line.split()
        shared = []
        for place, word in enumerate(first):
            if any(choice.line.split()[place : place + 1] != [word] for choice in self.scene.draft.choices):
                break
            shared.append(word)
        common = " ".join(shared)
        return f"{common} " if len(common) > len(line.rstrip()) else self._going_on(0)

    def _go_on(self, line: str) -> str:
        """Return the line with the step taken from the list, and mark the first next step at once."""
        self.scene.conversation.refusal, self.scene.conversation.notes = "", []
        self._refresh(f"{line} ")
        if self.scene.draft.choices:
            self.scene.draft.chosen = 0
            self._foresee(line)
        return f"{line} "

    def _offer_others(self) -> None:
        """List the answers to the question beside the reason why a line is none, from which nothing goes on."""
        if self._is_asked and self._ways is not None:
            self.scene.draft.choices, self._offers_others = self._ways.after(""), True

    def _with_next_marked(self) -> str:
        """Return the line with the first of its choices marked, behind its words where all choices go on from these."""
        scene = self.scene
        try:
            whole = self._view.answering.expand(self._question()[1], scene.draft.line)
        except Unclear:
            whole = ""
        if whole and all(choice.line.startswith(f"{whole} ") for choice in scene.draft.choices):
            return self._go_on(whole)
        scene.draft.chosen = 0
        self._foresee(scene.draft.line)
        return scene.draft.line

    def _adds_place(self, line: str) -> bool:
        """Return whether a whole answer names a province or a sea that what is typed does not."""
        board = self._game.state.board
        added = set(line.split()) - set(self._view.answering.expand(self._question()[1], self.scene.draft.line).split())
        return line.split(maxsplit=1)[0] in self._view.answering.MOVES and any(
            word in board.provinces or word in board.seas for word in added
        )


def _are_payments(choices: Sequence[Choice]) -> bool:
    """Return whether choices are ways to pay for one thing."""
    named, paid, _ = choices[0].line.partition(" with ")
    return bool(paid) and all(choice.line.startswith((f"{named} with ", f"{named} free")) for choice in choices)
