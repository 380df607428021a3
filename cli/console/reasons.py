"""Why a line is no answer: the rule that stands in its way, before what is wrong with how it is written."""

from __future__ import annotations

from cli.console.payments import ranked
from cli.texts import tr
from core import NotationError, RuleError, notation
from core.actions import Action, Announce, Build, Size
from core.answers import Answers
from core.build import BuildAnswers
from core.building import Thing
from core.notation import VERBS


def read(answers: Answers, text: str) -> Action:
    """The legal answer that a line of whole words spells, leniently; raises RuleError.

    A line that goes wrong is refused for what it would do, as far as that can be told: a thing without its price for
    not being in reach, an action at the wrong moment for that.
    """
    try:
        action = notation.parse(answers.board, text)
    except NotationError:
        refusal = _unpaid(answers, text) or _untimely(answers, text)
        if refusal is not None:
            raise refusal from None
        raise
    answers.check(action)
    return action


def _unpaid(answers: Answers, text: str) -> RuleError | None:
    """Why a thing can't be built at all, if the line names one and no price; or the price that is proposed first."""
    try:
        action = notation.parse(answers.board, f"{text.removesuffix(' with')} free")
    except NotationError:
        return None
    if not isinstance(action, Build) or not isinstance(answers, BuildAnswers):
        return None
    things = [thing for thing in answers.things() if (thing.what, thing.where) == (action.what, action.where)]
    if things:
        return _proposal(answers, things)
    refusal = _refusal(answers, action)
    if refusal is not None and refusal.rule == "3.0a":
        return RuleError("3.0a", tr("You can't pay for that with what you hold."))
    return refusal


def _proposal(answers: BuildAnswers, things: list[Thing]) -> RuleError | None:
    """What is paid first for one thing, which stands there once for each of its prices."""
    prospects = answers.prospects
    priced = [(thing.price, prospects.payments(thing.price)) for thing in things]
    ways = ranked(priced, prospects.hand, prospects.form)
    if not ways or not ways[0]:
        return None
    payment = notation.tokens_text(answers.board, ways[0])
    return NotationError(tr("Say what you pay with, such as “with {payment}”.", payment=payment))


def _untimely(answers: Answers, text: str) -> RuleError | None:
    """What there is to do instead, where no answer begins as the line does."""
    verb, begun = text.split(maxsplit=1)[0], answers.next_words([])
    if verb not in VERBS or verb in begun or verb == "build":
        return None
    return _refusal(answers, Announce(0) if "size" in begun else Size(0))


def _refusal(answers: Answers, action: Action) -> RuleError | None:
    try:
        answers.check(action)
    except RuleError as refusal:
        return refusal
    return None
