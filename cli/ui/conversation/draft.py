"""What a player is about to answer: the steps that are staged, the line that they type, and how it can go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

from cli.i18n.texts import translated
from cli.ui.text.answering import is_several, stage, without_half
from cli.ui.text.staging import Plan
from cli.ui.view import Choice, GameView, Unclear, Ways
from core import RuleError
from core.engine.answers import Answers
from core.engine.flow import Prompt


class Later(Sequence[Choice]):
    """Choices that are worked out when they are looked at: not where the next key comes first."""

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


@dataclass(slots=True)
class Draft:
    """What is staged and typed; the list beside the line has the ways to go on.

    ``plan`` has what is staged while the player is asked, and is None otherwise; ``is_asked`` says that they have not
    signed yet. ``choices`` are the ways to go on from the ``line``, and ``chosen`` is the number of the one that is
    marked, -1 for none. ``offers_others`` says that they are the answers to the question, since nothing goes on from a
    line that was refused.
    ``why`` says why the line is no answer.
    ``trial`` has what the line, or the answer that is marked, would change, given on a copy of the game.
    ``legal`` says that it is an answer, ``preview`` what it would lead to.
    """

    view: GameView
    plan: Plan | None = None
    is_asked: bool = False
    line: str = ""
    choices: Sequence[Choice] = ()
    chosen: int = -1
    offers_others: bool = False
    preview: Sequence[str] = ()
    trial: Plan | None = None
    legal: bool = False
    why: str = ""
    is_command: bool = False
    _ways: Ways | None = None

    def question(self) -> tuple[Prompt, Answers]:
        """Return what is asked after the staged steps; raises KeyError if nothing is."""
        if self.plan is None:
            raise KeyError("nothing is asked")
        return self.plan.question()

    def open_answers(self) -> Answers | None:
        """Return what the player can answer now; None if they are asked nothing."""
        return self.plan.question()[1] if self.is_asked and self.plan is not None and self.plan.is_open else None

    def outdate(self) -> None:
        """Forget the ways to go on, as the position has changed."""
        self._ways = None

    def begun_anew(self, line: str) -> str:
        """Return the line from the last word that begins another answer, if only half of one stands before it."""
        if not self.is_asked or self.plan is None:
            return line
        return without_half(self.plan, line, self.view.answering)

    def write(self, line: str, *, is_command: bool) -> str:
        """Work out how a line can go on, and what it would lead to; returns why its words are not clear, if so."""
        self.line, self.choices, self.chosen, self.preview, self.legal = line, (), -1, (), False
        self.trial, self.why = None, ""
        self.offers_others = False
        self.is_command = is_command
        unclear = ""
        if self.is_asked and self.plan is not None:
            if self._ways is None:
                self._ways = self.view.answering.ways(self.plan.game, self.plan.seat, self.question()[1])
            if ";" not in line and not is_command:
                try:
                    ways = self._ways
                    self.choices = ways.after(line) if line.strip() else Later(lambda: ways.after(line))
                except Unclear as error:
                    unclear = str(error)
            self.foresee(line)
        return unclear

    def foresee(self, line: str) -> None:
        """Work out what the line, or the marked choice, would lead to if it is a whole answer."""
        if self.plan is None:
            return
        is_command = self.is_command
        if 0 <= self.chosen < len(self.choices):
            line, is_command = self.choices[self.chosen].line, False
        self.preview, self.legal, self.trial, self.why = (), False, None, ""
        if not line.strip() or is_command:
            return
        try:
            self.preview, self.trial = self._led_to(self.plan, line)
            self.legal = True
        except (RuleError, Unclear) as refusal:
            self.why = translated(refusal)
            self.preview = self._preview_of_ways(self.plan, self._ways_on(line)) or self._preview_of_words(
                self.plan, line
            )

    def _led_to(self, plan: Plan, line: str) -> tuple[Sequence[str], Plan]:
        """Work out what a line leads to, read as Enter reads it; raises RuleError or Unclear for half an answer."""
        trial = Plan(plan.game, plan.seat)
        stage(trial, line, self.view.answering)
        if is_several(line, self.view.answering):
            return self.view.answering.preview_of_steps(trial, plan.seat), trial
        action = plan.game.parse(trial.steps[0])
        return self.view.answering.preview(plan.game, plan.seat, action), trial

    def _ways_on(self, line: str) -> Sequence[Choice]:
        """Return how the line can go on, or the marked choice, or the only one that the line can mean."""
        if self._ways is None:
            return ()
        if self.chosen >= 0:
            return self._ways.after(f"{line} ")
        match self.choices:
            case [Choice(line=only, whole=False)]:
                return self._ways.after(f"{only} ")
        return self.choices

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
        state, foreseen = plan.game.state, self.view.answering.preview_of_words
        match self.choices:
            case [Choice(line=only)]:
                return foreseen(state, line) or foreseen(state, only)
        return foreseen(state, line)

    # ------------------------------------------------------------------ the list

    def mark(self, difference: int) -> None:
        """Mark the choice that lies so far below the marked one, or above it; where none is, from before the first."""
        if self.choices:
            outside = -1 if difference > 0 else len(self.choices)
            self.chosen = ((self.chosen if self.chosen >= 0 else outside) + difference) % len(self.choices)
            self.foresee(self.line)

    def unmark(self) -> None:
        """Mark no choice any more."""
        self.chosen = -1
        self.foresee(self.line)

    def narrow(self, place: str) -> bool:
        """List the choices that have to do with a place, the first of them marked; returns whether there are any."""
        self.choices = self._ways.at(place) if self.is_asked and self._ways is not None else ()
        if self.choices:
            self.chosen = 0
            self.foresee("")
        return bool(self.choices)

    def going_on(self, number: int) -> str:
        """Return the line that a choice makes."""
        choice = self.choices[number]
        return choice.line if choice.whole else f"{choice.line} "

    def common(self, line: str) -> str:
        """Return what all choices begin with, if it is more than the line; else the first choice."""
        first = self.choices[0].line.split()
        shared = []
        for place, word in enumerate(first):
            if any(choice.line.split()[place : place + 1] != [word] for choice in self.choices):
                break
            shared.append(word)
        common = " ".join(shared)
        return f"{common} " if len(common) > len(line.rstrip()) else self.going_on(0)

    def offer_others(self) -> None:
        """List the answers to the question beside the reason why a line is none, from which nothing goes on."""
        if self.is_asked and self._ways is not None:
            self.choices, self.offers_others = self._ways.after(""), True

    def common_words(self) -> str:
        """Return the whole words of the line if all choices go on from these; else nothing."""
        try:
            whole = self.view.answering.expand(self.question()[1], self.line)
        except Unclear:
            return ""
        return whole if whole and all(choice.line.startswith(f"{whole} ") for choice in self.choices) else ""

    def adds_place(self, line: str) -> bool:
        """Return whether a whole answer names a province or a sea that what is typed does not."""
        if self.plan is None:
            return False
        board = self.plan.game.state.board
        added = set(line.split()) - set(self.view.answering.expand(self.question()[1], self.line).split())
        return line.split(maxsplit=1)[0] in self.view.answering.MOVES and any(
            word in board.provinces or word in board.seas for word in added
        )


def _are_payments(choices: Sequence[Choice]) -> bool:
    """Return whether choices are ways to pay for one thing."""
    named, paid, _ = choices[0].line.partition(" with ")
    return bool(paid) and all(choice.line.startswith((f"{named} with ", f"{named} free")) for choice in choices)
