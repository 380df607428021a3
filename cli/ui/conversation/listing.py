"""The answers in a numbered list, and where a line may lead that answers nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from cli.i18n.texts import count, tr
from cli.ui.conversation.draft import Draft
from cli.ui.text.answering import (
    LEAST_LETTERS,
    LOOKED_UP,
    NAMING,
    VERY_ALIKE,
    command_like,
    fits,
    in_rules,
)
from cli.ui.view import Choice, GameView, Unclear
from core.engine.game import Game

FEW = 24
"""Lines that legal answers may take unasked."""
MANY = 40
"""Lines that they may take when they are asked for."""
BEST = 5
"""Ways to pay that are listed, the best ones."""


class Listing:
    """The answers that are listed for a player: whole ones can be chosen by number."""

    def __init__(self, game: Game[Any], view: GameView, draft: Draft) -> None:
        self._game = game
        self._view = view
        self._draft = draft
        self.lines: list[str] = []
        """The whole answers of the list that was last shown."""

    def listed(self, begun: str, most: int) -> str:
        """List the answers that begin so, in no more lines than that; whole ones can then be chosen by number.

        But if answers begin with numbers of their own, those count alone.
        """
        self.lines = []
        lines = []
        if payments := self._payments(begun):
            return self._list_of(payments)
        is_numbered = not self.verb_of_number()
        for line, ended in self._view.answering.outline(self._draft.question()[1], begun, most):
            if ended and is_numbered:
                self.lines.append(line)
            shown = self._view.answering.in_short(self._game.state.board, line)
            number = f"{len(self.lines):>4}. " if ended and is_numbered else " " * 6
            lines.append(f"{number}{shown}{'' if ended else ' …'}")
        return "\n".join(lines)

    def verb_of_number(self) -> str:
        """Return what a number alone is an answer to, as ``announce`` in ``announce 3``; empty if it is to nothing."""
        answers = self._draft.open_answers()
        if answers is None:
            return ""
        return next((verb for verb in self.begins() if any(map(str.isdecimal, answers.next_words([verb])))), "")

    def _payments(self, begun: str) -> list[Choice]:
        """Return the ways to pay for what a line names, best first; nothing if it names nothing."""
        plan = self._draft.plan
        if plan is None or begun.partition(" ")[0] not in self._view.answering.PAYING:
            return []
        choices = self._view.answering.ways(plan.game, plan.seat, plan.question()[1]).after(f"{begun} ")
        is_choice = len(choices) > 1 or any(choice.alike for choice in choices)
        return choices if is_choice and all(choice.whole for choice in choices) else []

    def _list_of(self, payments: Sequence[Choice]) -> str:
        """Return the best few payments in lines, to be chosen by number, and how many more there are."""
        lines = []
        for number, choice in enumerate(payments[:BEST], start=1):
            shown = self._view.answering.in_short(self._game.state.board, choice.line)
            self.lines.append(choice.line)
            lines.append(f"  {number:>2}. {shown}{f' ({choice.note})' if choice.note else ''}")
        if len(payments) > BEST:
            lines.append(f"      … {tr('{number} more', number=len(payments) - BEST)}")
        return "\n".join(lines)

    def picked(self, number: str) -> str | None:
        """Return the answer of that number in the list that was last shown, None if there is none.

        Where answers begin with numbers of their own, it is one of these.
        """
        if verb := self.verb_of_number():
            return f"{verb} {number}"
        in_list = len(number) < 4 and 1 <= int(number) <= len(self.lines)
        return self.lines[int(number) - 1] if in_list else None

    def why_none_is_picked(self) -> str:
        """Return why a number has chosen no answer."""
        if not self.lines:
            return tr("No answers are listed to choose from. Type “answers” and the first words of yours to list some.")
        answers = count(len(self.lines), "whole answer")
        return tr("The list has {answers}; type “answers” to see it.", answers=answers)

    def begins(self) -> list[str]:
        """Return the words with which an answer can begin now."""
        answers = self._draft.open_answers()
        return answers.next_words([]) if answers is not None else []

    def begins_answer(self, line: str) -> bool:
        """Return whether a line begins with the verb of an answer, though that is the name of a command.

        It does if the answer goes on so, or if the command looks at a place and the line names none.
        """
        word, _, rest = line.lower().strip().partition(" ")
        answers = self._draft.open_answers()
        if answers is None or word not in answers.next_words([]):
            return False
        if not rest or fits(answers.next_words([word]), rest.split()[0]):
            return True
        return word == "place" and not self._view.words.place_named(self._game.state, rest)


class Signposts:
    """Says where a line may lead whose first word begins no answer."""

    def __init__(self, game: Game[Any], view: GameView, draft: Draft, listing: Listing) -> None:
        self._game = game
        self._view = view
        self._draft = draft
        self._listing = listing
        self.unsaid = ""
        """The line that was refused last as it answers nothing; ``say`` alone says it."""

    def nearest(self, line: str, commands: Collection[str]) -> str:
        """Return, after a space, the nearest command or answer, or a place, or what the rules say; and the talk.

        Nothing where the line begins an answer. If a line names something without a verb, it may be half an answer, and
        no talk.
        """
        self.unsaid = ""
        typed = line.lower().split()
        if typed[:2] == ["name", "me"] or typed[:1] in (["rename"], ["whoami"]):
            return f" {tr(NAMING)}"
        if not typed or line.isdecimal() or self._is_begun(typed, commands):
            return ""
        names_something, known = self._names_something(typed[0]), (*commands, "quit", *self._listed_words())
        told = "" if names_something else command_like(typed[0], known, VERY_ALIKE)
        told = told or self._place_meant(typed) or in_rules(self._view.rulebook, " ".join(typed))
        if not names_something:
            told = told or command_like(typed[0], known)
        if "say" in commands and not names_something:
            self.unsaid = line
            told = " ".join(filter(None, [told, tr("To say it to all, type “say”.")]))
        return f" {told}" if told else ""

    def _listed_words(self) -> list[str]:
        """Return the words with which an answer can begin now, and those that may follow the only one to go on."""
        answers, begins = self._draft.open_answers(), self._listing.begins()
        following = [] if answers is None else [words for verb in begins if (words := answers.next_words([verb]))]
        return [*begins, *following[0]] if len(following) == 1 else begins

    def _is_begun(self, typed: Sequence[str], commands: Collection[str]) -> bool:
        """Return whether the first word of a line begins a command or an answer, now or at another time."""
        known, verbs = (*commands, "quit", *self._listing.begins()), self._game.rules.notation.verbs
        if typed[0] in known or typed[0] in verbs:
            return True
        if len(typed) == 1:
            return any(name.startswith(typed[0]) for name in known)
        # In talk, a short word is whole, though it may begin the name of a command.
        return len(typed[0]) >= LEAST_LETTERS and any(name.startswith(typed[0]) for name in (*known, *verbs))

    def _names_something(self, word: str) -> bool:
        """Return whether a word stands for an answer without its verb."""
        answers = self._draft.open_answers()
        try:
            meant = "" if answers is None else self._view.answering.expand(answers, word)
        except Unclear:
            return False
        return meant.partition(" ")[0] in self._game.rules.notation.verbs

    def _place_meant(self, typed: Sequence[str]) -> str:
        """Return how to look at the place that a line names; empty if it names none."""
        name = " ".join(typed)
        if len(typed) > LOOKED_UP or len(name) < LEAST_LETTERS:
            return ""
        place = self._view.words.place_named(self._game.state, name)
        return tr("“place {place}” shows what there is.", place=place) if place else ""
