"""Why a line is no answer in Empires: what can't be built, or how it can be paid."""

from __future__ import annotations

from cli.empires.describe import PHASES
from cli.empires.payments import ranked
from cli.empires.words import WORDING
from cli.i18n.texts import begun, term, tr
from cli.mare.answers import CARAVAN, in_short
from cli.mare.reasons import Reader, refusal_of
from core import NotationError, RuleError
from core.empires.actions import Build
from core.empires.build import BuildAnswers
from core.empires.building import Thing, legal_thing
from core.empires.rules import EMPIRES
from core.empires.state import State
from core.engine.answers import Answers
from core.mare.kinds import FREE, tokens_text
from core.mare.payment import SetOf


class EmpiresReader(Reader):
    """Reads answers of Empires."""

    def unready(self, state: State, answers: Answers, text: str) -> RuleError | None:
        return _no_caravan(answers, text) or _unpaid(answers, text)


READER = EmpiresReader(WORDING, PHASES, BuildAnswers)
read = READER.read


def _no_caravan(answers: Answers, text: str) -> RuleError | None:
    """Return why no caravan of a province can be built, if a line doesn't say which; nothing if one can be."""
    board, words = answers.board, text.split()
    if words[:2] != ["build", CARAVAN] or not isinstance(answers, BuildAnswers):
        return None
    provinces = [board.provinces.index(word) for word in words[2:3] if word in board.provinces]
    icons = [(name, province) for province in provinces for name in board.icon_of[province] if name.startswith(CARAVAN)]
    refusals = [refusal_of(answers, Build(name, province, ())) for name, province in icons]
    if any(refusal is None or refusal.rule == "3.0a" for refusal in refusals):
        return None
    return refusals[0] if refusals else None


def _unpaid(answers: Answers, text: str) -> RuleError | None:
    """Return why a thing can't be built, if the line names one without a price; or the price proposed first."""
    try:
        action = EMPIRES.notation.parse(answers.board, f"{text.removesuffix(' with')} free")
    except NotationError:
        return None
    if not isinstance(action, Build) or not isinstance(answers, BuildAnswers):
        return None
    things = [thing for thing in answers.things() if (thing.what, thing.where) == (action.what, action.where)]
    if things:
        return _proposal(answers, things)
    refusal = refusal_of(answers, action)
    return _unpayable(answers, action) if refusal is not None and refusal.rule == "3.0a" else refusal


def _unpayable(answers: BuildAnswers, action: Build) -> RuleError:
    """Return what a thing costs that can't be paid for, and what could be."""
    price = legal_thing(answers.state, answers.turn, action.what, action.where).price
    if not isinstance(price, SetOf):
        return RuleError("3.0a", tr("You can't pay for that with what you hold."))
    tiles = answers.board.tiles
    name = term(tiles[answers.board.tile_of[action.what]].name if action.where == FREE else action.what)
    return RuleError(
        "3.0a",
        tr(
            "{name} costs one set of {cost}, only coins or only different commodities; your largest set has {most}.",
            name=begun(name.replace("_", " ")),
            cost=price.cost,
            most=answers.prospects.most,
        ),
    )


def _proposal(answers: BuildAnswers, things: list[Thing]) -> RuleError | None:
    """Return what is paid first for one thing, which stands there once for each of its prices."""
    prospects = answers.prospects
    priced = [(thing.price, prospects.payments(thing.price)) for thing in things]
    ways = ranked(priced, prospects.hand, prospects.form)
    if not ways or not ways[0]:
        return None
    payment = in_short(answers.board, tokens_text(answers.board, ways[0]))
    return NotationError(tr("Add what you pay with, such as “with {payment}”.", payment=payment))
