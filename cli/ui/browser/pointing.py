"""What a pointer on the page means for the line: a choice, a place, a way from place to place, a resource of the hand.

Each writes or marks what a person could have typed. An answer that would be signed at once asks for a second click, so
that no slip of the pointer is final. The first click asks what those who type are asked once more. An answer that is
only staged can be taken back.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.ui.browser.scenery import named
from cli.ui.screen import panes
from cli.ui.screen.screen import Screen
from cli.ui.view import Choice


class Pointer:
    """The pointer of the person at a page, with the answer that it has picked and that another click gives."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._scene = screen.scene
        self._picked: tuple[str, object] = ("", None)

    @property
    def picked(self) -> str:
        """The answer that was picked and not given yet; nothing once the question or the line is another."""
        line, where = self._picked
        return line if line and where == self._where() else ""

    def _where(self) -> object:
        draft = self._scene.draft
        return draft.is_asked, id(draft.plan), len(draft.plan.steps) if draft.plan is not None else 0, draft.line

    def rest(self, line: str) -> None:
        """Mark the choice that makes a line, to see what it leads to; for none, the one that was picked, if any is."""
        if not self._mark(line) and not self._mark(self.picked) and self._scene.draft.chosen >= 0:
            self._scene.draft.unmark()

    def take(self, line: str) -> None:
        """Take a choice of the list. A whole one answers, at the second click if that would be signed at once."""
        is_picked = line == self.picked
        if not self._mark(line):
            return
        if self._can_be_taken_back or is_picked:
            self.give(line)
        else:
            self._picked = line, self._where()
            self._scene.conversation.doubt()

    def give(self, line: str) -> None:
        """Answer with a choice of the list, or go on with it."""
        if self._mark(line):
            draft = self._scene.draft
            self._screen.entered(draft.line)
            # At a console, Enter once more would take the first next step. On a page, that takes a click of its own.
            draft.unmark()

    def drop(self) -> None:
        """Pick nothing any more."""
        self._picked = "", None

    @property
    def _can_be_taken_back(self) -> bool:
        """Whether the line would be staged, not signed at once; or is no answer yet."""
        draft = self._scene.draft
        return not draft.legal or draft.trial is None or draft.trial.goes_on

    def click(self, place: str) -> None:
        """Go on with a place if the line can, else list the answers that have to do with it; look at none if empty.

        If units of the player's can leave it, and nothing else can be done there, the line begins to move them. If its
        only answer would be signed at once, that is picked; another click there doesn't give it.
        """
        if place in self.picked.split():
            return
        if not place:
            panes.look_at(self._scene, None)
            self._screen.edited(self._scene.draft.line)
        if not self._is_place(place):
            return
        draft = self._scene.draft
        if draft.plan is not None and draft.line.strip():
            if self._goes_on(place):
                return
            self._screen.edited("")
        self._screen.look_at(place)
        if draft.plan is None or self._scene.conversation.reports:
            return
        self._screen.entered("")
        moves = self._moves_from(place)
        coming = [choice for choice in draft.choices if self._is_move(choice) and choice not in moves]
        if moves and len(moves) + len(coming) == len(draft.choices):
            self._screen.edited(f"{_common(moves)} ")
        elif len(draft.choices) == 1 and draft.chosen == 0 and not (draft.choices[0].whole and self._can_be_taken_back):
            self.take(draft.choices[0].line)

    def drag(self, source: str, target: str) -> None:
        """Begin to move units from one place to another; if none can go, it is a click on the first."""
        self.click(source)
        draft = self._scene.draft
        if self._is_place(target) and not draft.line.strip() and (moves := self._moves_from(source)):
            self._screen.edited(f"{_common(moves)} ")
        if self._is_place(target) and draft.line.split()[1:2] == [source]:
            self._goes_on(target)

    def add(self, word: str) -> None:
        """Add a resource of the hand to the line if there is an answer with it."""
        draft = self._scene.draft
        before = draft.line
        if draft.plan is None or not draft.is_asked:
            return
        whole = next((choice for choice in draft.choices if choice.line.split()[-1] == word), None)
        if whole is not None and len(whole.line.split()) == max(len(before.split()), 1) + 1:
            self.take(whole.line)
            return
        self._screen.edited(f"{before.rstrip()} {word} ".lstrip())
        if not draft.choices and not draft.legal:
            why = draft.why
            self._screen.edited(before)
            self._scene.conversation.notes = [why] if why else []

    # ------------------------------------------------------------------ how lines go on

    def _is_place(self, word: str) -> bool:
        board = self._scene.conversation.state.board
        return word in board.provinces or word in board.seas

    def _goes_on(self, place: str) -> bool:
        """Go on with a place where the line can; returns whether it could."""
        fitting = [choice for choice in self._scene.draft.choices if place in named(self._scene, choice)]
        if len(fitting) == 1:
            self.take(fitting[0].line)
        elif fitting:
            words = fitting[0].line.split()
            self._screen.edited(" ".join([*words[: words.index(place) + 1], ""]))
        return bool(fitting)

    def _is_move(self, choice: Choice) -> bool:
        return choice.line.split()[0] in self._scene.conversation.view.answering.MOVES

    def _moves_from(self, place: str) -> list[Choice]:
        return [
            choice
            for choice in self._scene.draft.choices
            if self._is_move(choice) and choice.line.split()[1:2] == [place]
        ]

    def _mark(self, line: str) -> bool:
        """Mark the choice that makes a line; returns whether there is one."""
        draft = self._scene.draft
        numbers = [number for number, choice in enumerate(draft.choices) if choice.line == line]
        if not line or not numbers:
            return False
        if draft.chosen < 0:
            self._screen.mark(1)
        if draft.chosen != numbers[0]:
            self._screen.mark(numbers[0] - draft.chosen)
        return True


def _common(choices: Sequence[Choice]) -> str:
    """Return the words that all of these choices begin with, but for the last one of a whole answer."""
    lines = [choice.line.split() for choice in choices]
    shared = []
    for words in zip(*lines, strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    return " ".join(shared[:-1] if len(choices) == 1 and choices[0].whole else shared)
