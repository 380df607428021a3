"""Why a line is no answer in the editions of 2003: what can't be built or placed, or how it can be paid."""

from __future__ import annotations

from cli.classic.choices import least_left
from cli.classic.describe import PHASES
from cli.classic.words import WORDING
from cli.i18n.texts import begun, term, tr
from cli.mare.reasons import Reader, refusal_of
from core.classic.actions import Build, Convert
from core.classic.build import BuildAnswers
from core.classic.state import State
from core.engine.answers import Answers
from core.engine.errors import NotationError, RuleError
from core.mare.kinds import tokens_text


class ClassicReader(Reader):
    """Reads answers of 2003."""

    def unready(self, state: State, answers: Answers, text: str) -> RuleError | None:
        return self._unpaid(answers, text) if isinstance(answers, BuildAnswers) else None

    def _unpaid(self, answers: BuildAnswers, text: str) -> RuleError | None:
        """Why a thing can't be built, if the line names one and no price; or the price that is proposed first."""
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
            payment = tokens_text(answers.board, best)
            return NotationError(tr("Say what you pay with, such as “with {payment}”.", payment=payment))
        return _unpayable(answers, what, payments.cost)


def _unpayable(answers: BuildAnswers, what: str, cost: int) -> RuleError:
    """What a thing costs that can't be paid for, and what could be."""
    board = answers.board
    name = term(board.tiles[board.tile_of[what]].name if what in board.tile_of else what)
    return RuleError(
        "4.2a",
        tr(
            "{name} costs {cost} in one set, of coins or of different commodities; the most you can pay so is {most}.",
            name=begun(name.replace("_", " ")),
            cost=cost,
            most=answers.prospects.most,
        ),
    )


READER = ClassicReader(WORDING, PHASES, BuildAnswers)
read = READER.read
