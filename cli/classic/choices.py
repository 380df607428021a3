"""How a line can go on in the editions of 2003: what is placed, built, and paid, and notes on moves."""

from __future__ import annotations

from collections.abc import Hashable

from cli.classic.map import standing
from cli.classic.notes import NOTES, of_battle
from cli.classic.words import WORDING
from cli.i18n.texts import tr
from cli.mare import choices
from cli.mare.choices import in_supply, left_over, rank
from cli.mare.preview import fleets, supply
from cli.mare.words import bonus
from core.classic.actions import Convert
from core.classic.build import BuildAnswers
from core.classic.building import Prospects
from core.classic.setup import SetupAnswers
from core.classic.war import WarAnswers
from core.mare.actions import Occupy
from core.mare.kinds import FREE, PIECES
from core.mare.payment import number_of_sets
from core.mare.resources import COIN, Hand, Tokens, minus

OCCUPY = Occupy.form.split()[0]

SET = 3
"""The size of a set when the rest of a hand is counted: the price of most things."""


class Ways(choices.Ways):
    """The ways to go on at one question of 2003."""

    wording = WORDING
    notes = NOTES

    def is_long(self) -> bool:
        return isinstance(self._answers, BuildAnswers)

    def is_walked(self) -> bool:
        return isinstance(self._answers, WarAnswers)

    def own_lines(self, begun: list[str]) -> list[list[str]] | None:
        if isinstance(self._answers, BuildAnswers):
            return self._build_lines(self._answers, begun)
        if isinstance(self._answers, SetupAnswers) and len(begun) < 2:
            return self._setup_lines(self._answers, begun)
        if isinstance(self._answers, WarAnswers) and len(begun) == 2 and begun[0] == OCCUPY:
            return self._occupying_lines(self._answers, begun)
        return None

    def lines_at(self, place: str) -> list[list[str]] | None:
        answers = self._answers
        if not isinstance(answers, BuildAnswers | WarAnswers):
            return None
        heads = ([verb, word] for verb in answers.next_words([]) for word in answers.next_words([verb]))
        lines = []
        for head in heads:
            if place in head:
                lines.append(head)
            elif place in answers.next_words(head):
                lines.append([*head, place])
        return lines

    def note(self, line: list[str]) -> str:
        left = self.left_by(line)
        return left_over(self._state, left, number_of_sets(left, SET)) if line[0] in ("build", "convert") else ""

    def outcome(self, line: list[str]) -> Hashable:
        if line[0] not in ("build", "convert"):
            return None
        left = self.left_by(line)
        return left[COIN], *sorted(left[COIN + 1 :])

    def note_of_begun(self, line: list[str]) -> str:
        state, board, last = self._state, self._answers.board, line[-1]
        if line[0] in ("build", "place") and len(line) == 2:
            return self._note_of_thing(last)
        if line[0] == "march" and last in board.provinces:
            if len(line) == 2:
                return self.leaving(line, state.provinces[board.provinces.index(last)].legions[self._empire])
            return self.marching(line, standing, lambda target, most: of_battle(state, self._empire, target, most))
        if line[0] == "sail" and last in board.provinces:
            docked = state.provinces[board.provinces.index(last)].docks[self._empire]
            return tr("{number} in dock, must sail", number=docked)
        return fleets(state, board.seas.index(last), self._empire) if last in board.seas else ""

    # ------------------------------------------------------------------ lines

    def _occupying_lines(self, answers: WarAnswers, begun: list[str]) -> list[list[str]] | None:
        """Return the occupations of a province, those of most buildings first."""
        provinces = answers.board.provinces
        if begun[1] not in provinces:
            return None
        where = provinces.index(begun[1])
        masks = sorted(answers.orders(Occupy).values((where,)), key=lambda icons: -icons.bit_count())
        return [answers.text(Occupy(where, icons)).split() for icons in masks]

    def _setup_lines(self, answers: SetupAnswers, begun: list[str]) -> list[list[str]]:
        things = sorted(answers.next_words(["place"]), key=rank(answers.board))
        lines = [["place", what] for what in things] if begun in ([], ["place"]) else []
        return [*lines, ["done"]] if not begun else lines

    def _build_lines(self, answers: BuildAnswers, begun: list[str]) -> list[list[str]]:
        verbs = answers.next_words([])
        if not begun:
            return [line for verb in verbs for line in self._begun_lines(answers, verb)]
        if len(begun) == 1:
            return self._begun_lines(answers, begun[0])
        if begun[0] == "exchange":
            return [[*begun, word] for word in answers.next_words(begun)]
        if begun[0] == "build" and begun[1] not in answers.board.tile_of and len(begun) == 2:
            return [[*begun, place] for place in answers.next_words(begun)]
        size = 3 if begun[0] == "build" and begun[1] not in answers.board.tile_of else 2
        head = begun[:size]
        return self.paid_lines(head, begun[size:], self._payments(answers, head))

    def _begun_lines(self, answers: BuildAnswers, verb: str) -> list[list[str]]:
        words = answers.next_words([verb])
        if not words:
            return [[verb]]
        return [[verb, word] for word in (sorted(words, key=rank(answers.board)) if verb == "build" else words)]

    def _payments(self, answers: BuildAnswers, head: list[str]) -> list[Tokens]:
        """Return the payments that the line can go on with: a free one first, then those that leave most."""
        prospects = answers.prospects
        following = answers.next_words(head)
        what = "control" if head[0] == Convert.form.split()[0] else head[1]
        free: list[Tokens] = [()] if "free" in following else []
        if "with" not in following:
            return free
        return [*free, *sorted(prospects.payments(what), key=lambda paid: least_left(prospects.hand, paid))]

    # ------------------------------------------------------------------ notes

    def _note_of_thing(self, what: str) -> str:
        state, answers, board = self._state, self._answers, self._answers.board
        if isinstance(answers, SetupAnswers):
            price, places = answers.sites.cost(what), answers.sites.places(what)
        elif isinstance(answers, BuildAnswers):
            price, places = answers.prospects.cost(what), self._places(answers.prospects, what)
        else:
            return ""
        told = tr("free") if self._is_free(what) else tr("costs {number}", number=price)
        if what in board.tile_of:
            return f"{told}: {bonus(board, board.tiles[board.tile_of[what]]) or tr('no levels')}"
        where = [board.provinces[place] for place in places if place != FREE]
        named = ", ".join(where[:3]) + (tr(" and {number} more", number=len(where) - 3) if len(where) > 3 else "")
        number = supply(state, self._empire, what) if what in PIECES else None
        return f"{in_supply(told, number)}: {named}"

    def _is_free(self, what: str) -> bool:
        """Return whether a marker of this turn costs nothing (7.2c)."""
        answers = self._answers
        return what == "control" and isinstance(answers, BuildAnswers) and bool(answers.prospects.free_markers)

    def _places(self, prospects: Prospects, what: str) -> list[int]:
        words = self._answers.next_words(["build", what])
        return [prospects.board.provinces.index(word) for word in words if word in prospects.board.provinces]


def least_left(hand: Hand, paid: Tokens) -> tuple[int, int, int]:
    """Return a key by which the payments that leave most come first: sets, then fewest goods to lose, then coins."""
    left = minus(hand, paid)
    return -number_of_sets(left, SET), sum(left) - left[COIN], -left[COIN]
