"""How answers of 2003 are typed: how a line can go on, why one is refused, and what foresees it (`preview`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from cli.classic.map import standing
from cli.classic.preview import NOTES, ClassicPreview, of_battle
from cli.classic.words import PHASES
from cli.i18n.texts import marked, term, tr
from cli.mare import choices
from cli.mare.answers import CARAVAN, Wording
from cli.mare.choices import in_places, left_over, rank
from cli.mare.preview import fleets, supply
from cli.mare.reasons import AnswerReader, no_place, proposal, refusal_of, unpayable
from cli.mare.words import bonus
from core.classic.actions import Build, Convert
from core.classic.board import Board
from core.classic.build import BuildAnswers
from core.classic.building import Prospects
from core.classic.rules import ORIGINAL_RULES
from core.classic.setup import SetupAnswers
from core.classic.state import State
from core.classic.war import WarAnswers
from core.engine.answers import Answers
from core.engine.errors import NotationError, RuleError
from core.engine.masks import bits
from core.mare.actions import Occupy
from core.mare.kinds import FREE, PIECES
from core.mare.payment import number_of_sets
from core.mare.resources import COIN, Hand, Tokens, minus

WORDING = Wording(ORIGINAL_RULES)


OCCUPY = Occupy.form.split()[0]

SET = 3
"""The size of a set when the rest of a hand is counted: the price of most things."""


class ClassicWays(choices.MareWays):
    """The ways to go on at one question of 2003."""

    wording = WORDING
    notes = NOTES
    paying = ("build", "convert")

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

    def note(self, left: Hand) -> str:
        return left_over(self._state, left, number_of_sets(left, SET))

    def cost(self, line: list[str]) -> str:
        answers = self._answers
        if not isinstance(answers, BuildAnswers) or line[0] not in self.paying:
            return ""
        if "free" in answers.next_words(line):
            return tr("free")
        return tr("costs {number}", number=answers.prospects.cost(line[1] if line[0] == "build" else "control"))

    def outcome(self, left: Hand) -> Hashable:
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
        return self.occupying_lines(where, answers.orders(Occupy).values((where,)))

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
        number = supply(state, self._empire, what) if what in PIECES else None
        return in_places(told, number, where)

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


def _against(board: Board, verb: str, place: str) -> list[str]:
    """Return the battles that a line can mean which names only their place."""
    sides = board.sides if place in board.provinces else board.empires
    return [f"{verb} {side} {place}" for side in sides]


def _battle(answers: WarAnswers, verb: str, place: str) -> str:
    """Return the verb of the battle that a line means: by its place, or without one by where there are enemies."""
    board, battles = answers.board, [word for word in ("attack", "fight") if word in answers.next_words([])]
    if verb not in ("attack", "fight"):
        return ""
    if place in board.provinces or place in board.seas:
        return "fight" if place in board.provinces else "attack"
    return battles[0] if len(battles) == 1 and place in ("", *board.sides) else verb


def _buildings_in(board: Board, verb: str, place: str) -> list[str]:
    """Return the conquests that a line can mean which names no building."""
    if place not in board.provinces:
        return []
    return [f"{verb} {place} {icon.name}" for icon in board.icons[board.provinces.index(place)]]


COMPLETED: Mapping[str, Callable[[Board, str, str], list[str]]] = {
    "attack": _against,
    "fight": _against,
    "pillage": _buildings_in,
    "occupy": _buildings_in,
    "assimilate": lambda board, verb, place: [],
}
"""By the orders that move nothing: what they can mean where only their place is said."""

SHIPPING = {
    "blockade": (
        "8.1a",
        marked("You may blockade when another player ships legions by a sea in which you have triremes."),
    ),
    "ship": ("8.1e", marked("You name the seas when you march legions by seas that others may blockade.")),
}
"""By the answers about a crossing: the rule and the moment at which they are asked for."""

PAYMENT = ("4.2a", "7.2c")
"""The rules that refuse what can't be paid."""

BUILT = ("4.5b", "4.5c")
"""The rules that refuse what is built already; any other reason says more."""


class ClassicReader(AnswerReader):
    """Reads answers of 2003."""

    def out_of_turn(self, state: State, answers: Answers, text: str) -> RuleError | None:
        verb = (text.split() or [""])[0]
        if verb not in SHIPPING or verb in answers.next_words([]):
            return None
        if not state.options.blockade:
            return NotationError(tr("This table plays without blockades."))
        rule, sentence = SHIPPING[verb]
        return RuleError(rule, tr(sentence))

    def unready(self, state: State, answers: Answers, text: str) -> RuleError | None:
        if isinstance(answers, WarAnswers):
            return self._unfinished(answers, text)
        if isinstance(answers, SetupAnswers):
            return self._unbuildable(answers, text, answers.sites.owned, "place")
        if not isinstance(answers, BuildAnswers):
            return None
        verb, *words = text.split()
        if verb == "exchange" and words and words[0] in answers.board.provinces:
            return NotationError(tr("“exchange” swaps a card with the bank; for a marker, use “convert”."))
        return self._unbuildable(answers, text, answers.prospects.owned, "build") or self._unpaid(answers, text)

    def asks_for(self, answers: Answers, text: str) -> bool:
        verb, *words = text.split() or [""]
        if isinstance(answers, WarAnswers) and (words or _battle(answers, verb, "") not in ("", verb)):
            return verb in COMPLETED or verb in self.wording.MOVES
        if isinstance(answers, BuildAnswers) and words:
            return verb in ("build", "convert", "exchange")
        return super().asks_for(answers, text)

    def _unfinished(self, answers: WarAnswers, text: str) -> RuleError | None:
        """Return why an order can't be given at a place, if the line says no more than the place; or what it lacks."""
        board, (verb, *words) = answers.board, text.split()
        place = words[-1] if words else ""
        battle = _battle(answers, verb, place)
        if verb == "attack" and battle == "fight":
            return NotationError(tr("“attack” is for triremes at sea; on land, use “fight”."))
        if verb == "fight" and battle == "attack":
            return NotationError(tr("“fight” is for legions on land; at sea, use “attack”."))
        named = ""
        if COMPLETED.get(verb) is _buildings_in and words[1:] == [CARAVAN]:
            (place, _), named = words, f" {CARAVAN}:"
        elif len(words) != 1:
            return None
        if verb not in COMPLETED or place not in (*board.provinces, *board.seas):
            return None
        refused: list[RuleError] = []
        for line in filter(lambda line: named in line, COMPLETED[verb](board, verb, place)):
            refusal = refusal_of(answers, self.notation.parse(board, line))
            if refusal is None:
                return NotationError(tr("Type it in full, such as “{line}”.", line=line))
            refused.append(refusal)
        return refused[0] if refused else None

    def _unbuildable(self, answers: Answers, text: str, owned: int, verb: str) -> RuleError | None:
        """Return why no building that a line may mean can be built, if it names no province, or no commodity."""
        board, (said, *words) = answers.board, text.split()
        kind, place = " ".join(words[:1]), " ".join(words[1:2])
        names = {icon for icons in board.icon_of for icon in icons if icon == kind or icon.startswith(f"{kind}:")}
        is_short = not place or (kind == CARAVAN and place in board.provinces)
        if said != verb or not names or not is_short or answers.next_words([verb, kind]):
            return None
        where = [board.provinces.index(place)] if place else bits(owned)
        lines = [f"{verb} {icon} {board.provinces[at]}" for at in where for icon in board.icon_of[at] if icon in names]
        if not lines and not place:
            return RuleError("4.5a", tr("You control no province with an icon for this: {thing}.", thing=term(kind)))
        refused = [self._refused(answers, line) for line in lines]
        reasons = [refusal for refusal in refused if refusal is not None and not isinstance(refusal, NotationError)]
        if len(reasons) < len(lines):
            return None
        found = next((refusal for refusal in reasons if refusal.rule not in BUILT), next(iter(reasons), None))
        if found is not None and not place and found.rule in BUILT and len(reasons) > 1:
            return no_place(found, kind)
        return found

    def _refused(self, answers: Answers, line: str) -> RuleError | None:
        """Return why a line that names a thing and its province is no answer, whatever is paid."""
        if isinstance(answers, BuildAnswers):
            return self._unpaid(answers, line)
        return refusal_of(answers, self.notation.parse(answers.board, line))

    def _unpaid(self, answers: BuildAnswers, text: str) -> RuleError | None:
        """Return why a thing can't be built, if the line names one without a price; or the price proposed first."""
        try:
            action = self.notation.parse(answers.board, f"{text.removesuffix(' with')} free")
        except NotationError:
            return None
        if not isinstance(action, Build | Convert):
            return None
        refusal = refusal_of(answers, action)
        if refusal is not None and refusal.rule not in PAYMENT:
            return refusal
        what = action.what if isinstance(action, Build) else "control"
        payments = answers.prospects.payments(what)
        if payments.possible():
            hand = answers.prospects.hand
            best = min(payments, key=lambda paid: least_left(hand, paid))
            return proposal(answers.board, best)
        return unpayable("4.2a", answers.board, what, payments.cost, answers.prospects.most)


class ClassicAnswering(ClassicPreview):
    """How answers of 2003 are typed, completed, explained and foreseen."""

    def ways(self, game: Any, seat: int, answers: Answers) -> ClassicWays:
        return ClassicWays(game, seat, answers)


ANSWERING = ClassicAnswering(ClassicReader(WORDING, PHASES, BuildAnswers, PAYMENT))
