"""Why a line is no answer: the rule that stands in its way, before what is wrong with how it is written."""

from __future__ import annotations

from cli.empires.describe import PHASES
from cli.empires.payments import ranked
from cli.empires.words import WORDING
from cli.i18n.texts import begun, term, tr, translated
from cli.mare.words import CARAVAN
from core import NotationError, RuleError
from core.empires.actions import Build, Size
from core.empires.build import BuildAnswers
from core.empires.building import Thing, legal_thing
from core.empires.game import Game
from core.empires.rules import EMPIRES
from core.empires.state import State
from core.engine.action import Action
from core.engine.answers import Answers
from core.mare.actions import Announce
from core.mare.graph import nth_bit
from core.mare.kinds import FREE, tokens_text
from core.mare.payment import SetOf
from core.mare.taking import TakeAnswers

NAMELESS = frozenset({"hero", "heroes", "wonder", "wonders", "tile", "tiles"})
"""What people call what has a name of its own in the notation."""


def read(game: Game, answers: Answers, text: str) -> Action:
    """The legal answer that a line of whole words spells, leniently; raises RuleError.

    A line that goes wrong is refused for what it would do, as far as that can be told: an action at the wrong moment
    for that, a thing without its price for not being in reach.
    """
    state = game.state
    if (refusal := _foreign(text)) is not None or (refusal := _out_of_phase(state, answers, text)) is not None:
        raise refusal
    try:
        action = EMPIRES.notation.parse(answers.board, text)
    except NotationError:
        if not text.split():
            raise
        refusal = _two_in_one(text) or _untimely(answers, text) or _nameless(state, answers, text)
        refusal = (
            refusal
            or _untaken(answers, text)
            or _no_caravan(answers, text)
            or _unpaid(answers, text)
            or _immovable(answers, text)
        )
        if refusal is not None:
            raise refusal from None
        raise
    answers.check(action)
    return action


def _foreign(text: str) -> RuleError | None:
    """That a word is none that the notation can have."""
    word = next((word for word in text.split() if word.isprintable() and not word.isascii()), None)
    if word is None:
        return None
    return NotationError(tr("“{word}” is no word here; “help” lists what one types, and what it means.", word=word))


def _two_in_one(text: str) -> RuleError | None:
    """That a second answer begins in a line without a semicolon before it."""
    second = next((word for word in text.split()[1:] if word in EMPIRES.notation.verbs), None)
    if second is None:
        return None
    return NotationError(tr("“{word}” begins another answer; between two stands “;”: “…; {word}”.", word=second))


def _out_of_phase(state: State, answers: Answers, text: str) -> RuleError | None:
    """That an action has its place in another phase, and what there is to do in this one."""
    verb, now = _verb(text), state.phase
    phases = EMPIRES.phases(verb) if any(form.parts for form in EMPIRES.notation.forms(verb)) else ()
    refusal = _untimely(answers, text) if len(phases) == 1 and now and now not in phases else None
    if refusal is None:
        return None
    said = tr(
        "“{verb}” is for phase {phase}, {name}; this is phase {now}, {present}.",
        verb=verb,
        phase=phases[0],
        name=tr(PHASES[phases[0] - 1]),
        now=now,
        present=tr(PHASES[now - 1]),
    )
    return RuleError(refusal.rule, f"{said} {translated(refusal.sentence)}")


def _nameless(state: State, answers: Answers, text: str) -> RuleError | None:
    """That heroes and wonders are bought by their names, where a line has none."""
    words = text.split()
    if words[:1] != ["build"] or not NAMELESS & set(words[1:2]):
        return None
    ids = [answers.board.tiles[tile].id for tile in state.display]
    payable = [word for word in answers.next_words(["build"]) if word in ids]
    example = [*payable, *ids, answers.board.tiles[0].id][0]
    return NotationError(tr("Heroes and wonders go by their names: name one, such as “build {name}”.", name=example))


def _untaken(answers: Answers, text: str) -> RuleError | None:
    """That nobody has what a line would take that doesn't say from whom."""
    verb, *words = text.split()
    if verb != "take" or len(words) != 1 or not isinstance(answers, TakeAnswers):
        return None
    (token,) = words
    if token not in answers.board.tokens or answers.next_words([verb, token]):
        return None
    return RuleError("2.2", tr("Nobody from whom you may take has {token} face up.", token=term(token)))


def _no_caravan(answers: Answers, text: str) -> RuleError | None:
    """Why none of a province's caravans can be built, where a line doesn't say which; nothing where one can be."""
    board, words = answers.board, text.split()
    if words[:2] != ["build", CARAVAN] or not isinstance(answers, BuildAnswers):
        return None
    provinces = [board.provinces.index(word) for word in words[2:3] if word in board.provinces]
    icons = [(name, province) for province in provinces for name in board.icon_of[province] if name.startswith(CARAVAN)]
    refusals = [_refusal(answers, Build(name, province, ())) for name, province in icons]
    if any(refusal is None or refusal.rule == "3.0a" for refusal in refusals):
        return None
    return refusals[0] if refusals else None


def _immovable(answers: Answers, text: str) -> RuleError | None:
    """Why nothing at all can move as a line has it that does not say how many."""
    verb, *places = text.split()
    if verb not in WORDING.MOVES or not 1 <= len(places) <= 2 or answers.next_words([verb, *places]):
        return None
    board = answers.board
    names, links = (board.provinces, board.reach(0)) if verb == "march" else (board.seas, board.sea_links)
    if len(places) == 1 and places[0] in names and (targets := links[names.index(places[0])]):
        places.append(names[nth_bit(targets, 0)])
    try:
        action = EMPIRES.notation.parse(board, " ".join([verb, *places, "1"]))
    except NotationError:
        return None
    return _refusal(answers, action)


def _unpaid(answers: Answers, text: str) -> RuleError | None:
    """Why a thing can't be built at all, if the line names one and no price; or the price that is proposed first."""
    try:
        action = EMPIRES.notation.parse(answers.board, f"{text.removesuffix(' with')} free")
    except NotationError:
        return None
    if not isinstance(action, Build) or not isinstance(answers, BuildAnswers):
        return None
    things = [thing for thing in answers.things() if (thing.what, thing.where) == (action.what, action.where)]
    if things:
        return _proposal(answers, things)
    refusal = _refusal(answers, action)
    return _unpayable(answers, action) if refusal is not None and refusal.rule == "3.0a" else refusal


def _unpayable(answers: BuildAnswers, action: Build) -> RuleError:
    """What a thing costs that can't be paid for, and what could be."""
    price = legal_thing(answers.state, answers.turn, action.what, action.where).price
    if not isinstance(price, SetOf):
        return RuleError("3.0a", tr("You can't pay for that with what you hold."))
    tiles = answers.board.tiles
    name = term(tiles[answers.board.tile_of[action.what]].name if action.where == FREE else action.what)
    return RuleError(
        "3.0a",
        tr(
            "{name} costs {cost} in one set, of coins or of different commodities; the most you can pay so is {most}.",
            name=begun(name.replace("_", " ")),
            cost=price.cost,
            most=answers.prospects.most,
        ),
    )


def _proposal(answers: BuildAnswers, things: list[Thing]) -> RuleError | None:
    """What is paid first for one thing, which stands there once for each of its prices."""
    prospects = answers.prospects
    priced = [(thing.price, prospects.payments(thing.price)) for thing in things]
    ways = ranked(priced, prospects.hand, prospects.form)
    if not ways or not ways[0]:
        return None
    payment = tokens_text(answers.board, ways[0])
    return NotationError(tr("Say what you pay with, such as “with {payment}”.", payment=payment))


def _untimely(answers: Answers, text: str) -> RuleError | None:
    """What there is to do instead, where no answer begins as the line does."""
    verb, begun = _verb(text), answers.next_words([])
    if verb not in EMPIRES.notation.verbs or verb in begun or (verb == "build" and isinstance(answers, BuildAnswers)):
        return None
    return _refusal(answers, Announce(0) if "size" in begun else Size(0))


def _verb(text: str) -> str:
    """The first word of a line; nothing where there is none, as in a lone comma."""
    return text.split(maxsplit=1)[0] if text.split() else ""


def _refusal(answers: Answers, action: Action) -> RuleError | None:
    try:
        answers.check(action)
    except RuleError as refusal:
        return refusal
    return None
