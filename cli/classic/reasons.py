"""Why a line is no answer in the editions of 2003: what can't be built, paid or ordered, and what it lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cli.classic.choices import least_left
from cli.classic.describe import PHASES
from cli.classic.words import WORDING
from cli.i18n.texts import begun, marked, term, tr
from cli.mare.answers import CARAVAN, in_short
from cli.mare.reasons import Reader, refusal_of
from core.classic.actions import Build, Convert
from core.classic.board import Board
from core.classic.build import BuildAnswers
from core.classic.setup import SetupAnswers
from core.classic.state import State
from core.classic.war import WarAnswers
from core.engine.answers import Answers
from core.engine.errors import NotationError, RuleError
from core.mare.graph import bits
from core.mare.kinds import tokens_text


def _against(board: Board, verb: str, place: str) -> list[str]:
    """Return the battles that a line can mean which names only their place."""
    sides = board.sides if place in board.provinces else board.empires
    return [f"{verb} {side} {place}" for side in sides]


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

BUILT = ("4.5b", "4.5c")
"""The rules that refuse what is built already; any other reason says more."""


class ClassicReader(Reader):
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
        if isinstance(answers, WarAnswers) and words:
            return verb in COMPLETED or verb in self.wording.MOVES
        if isinstance(answers, BuildAnswers) and words:
            return verb in ("build", "convert", "exchange")
        return super().asks_for(answers, text)

    def _unfinished(self, answers: WarAnswers, text: str) -> RuleError | None:
        """Return why an order can't be given at a place, if the line says no more than the place; or what it lacks."""
        board, (verb, *words) = answers.board, text.split()
        place = words[-1] if words else ""
        if verb == "attack" and place in board.provinces:
            return NotationError(tr("“attack” is for triremes at sea; on land, use “fight”."))
        if verb == "fight" and place in board.seas:
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
        return next((refusal for refusal in reasons if refusal.rule not in BUILT), next(iter(reasons), None))

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
        if refusal is not None and refusal.rule not in ("4.2a", "7.2c"):
            return refusal
        what = action.what if isinstance(action, Build) else "control"
        payments = answers.prospects.payments(what)
        if payments.possible():
            hand = answers.prospects.hand
            best = min(payments, key=lambda paid: least_left(hand, paid))
            payment = in_short(answers.board, tokens_text(answers.board, best))
            return NotationError(tr("Add what you pay with, such as “with {payment}”.", payment=payment))
        return _unpayable(answers, what, payments.cost)


def _unpayable(answers: BuildAnswers, what: str, cost: int) -> RuleError:
    """Return what a thing costs that can't be paid for, and what could be."""
    board = answers.board
    name = term(board.tiles[board.tile_of[what]].name if what in board.tile_of else what)
    return RuleError(
        "4.2a",
        tr(
            "{name} costs one set of {cost}, only coins or only different commodities; your largest set has {most}.",
            name=begun(name.replace("_", " ")),
            cost=cost,
            most=answers.prospects.most,
        ),
    )


READER = ClassicReader(WORDING, PHASES, BuildAnswers)
read = READER.read
