"""How answers of Empires are typed: how a line can go on, why one is refused, and what foresees it (`preview`)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from typing import Any

from cli.empires.map import standing
from cli.empires.preview import NOTES, EmpiresPreview, of_battle
from cli.empires.words import PHASES
from cli.i18n.texts import good, goods, term, tr
from cli.mare import choices
from cli.mare.answers import CARAVAN, Wording
from cli.mare.choices import in_places, left_over, rank
from cli.mare.preview import fleets, supply
from cli.mare.reasons import AnswerReader, proposal, refusal_of, unpayable
from cli.mare.words import bonus
from core import NotationError, RuleError
from core.empires.actions import Build, OccupyMarker
from core.empires.bots.worth import budget_of, payment, small_sets, ways_to_pay
from core.empires.build import BuildAnswers
from core.empires.building import PIECES, Thing, legal_thing, payment_form, tile_price
from core.empires.conquest import ConquestAnswers
from core.empires.heroes import AmbitionAnswers
from core.empires.movement import MarchAnswers, SailAnswers
from core.empires.rules import EMPIRES
from core.empires.state import State
from core.engine.answers import Answers
from core.mare.actions import Occupy
from core.mare.kinds import FREE
from core.mare.payment import NO_TILE, OneOf, Payments, Price, SetOf
from core.mare.resources import Hand, Tokens, legendary, minus, ordinary

WORDING = Wording(EMPIRES)


MOST_PAYMENTS = 400

OCCUPY = Occupy.form.split()[0]


def ranked(priced: Iterable[tuple[Price, Payments]], hand: Hand, form: Any) -> list[Tokens]:
    """Return the payments of a thing, by each price it has now, that leave most, best first.

    That is most sets of three, then least that would be lost, then most coins.
    """
    found: dict[Tokens, None] = {}
    for price, payments in priced:
        if isinstance(price, SetOf):
            for way in ways_to_pay(budget_of(hand), form, price.cost):
                paid = payment(hand, way)
                if payments.accepts(paid):
                    found[paid] = None
        found.update(dict.fromkeys(islice(payments, MOST_PAYMENTS)))

    def left(paid: Tokens) -> tuple[int, int, int]:
        budget = budget_of(minus(hand, paid))
        return -small_sets(budget, form), -len(budget.goods), -budget.coins

    return sorted(found, key=left)


class EmpiresWays(choices.MareWays):
    """The ways to go on at one question of Empires."""

    wording = WORDING
    notes = NOTES
    paying = ("build",)

    def is_long(self) -> bool:
        return isinstance(self._answers, BuildAnswers | AmbitionAnswers)

    def is_walked(self) -> bool:
        return isinstance(self._answers, SailAnswers | MarchAnswers)

    def own_lines(self, begun: list[str]) -> list[list[str]] | None:
        if isinstance(self._answers, BuildAnswers | AmbitionAnswers):
            return self._build_lines(self._answers, begun)
        if isinstance(self._answers, ConquestAnswers) and len(begun) == 2 and begun[0] == OCCUPY:
            return self._occupying_lines(self._answers, begun[1])
        return None

    def lines_at(self, place: str) -> list[list[str]] | None:
        if not isinstance(self._answers, BuildAnswers):
            return None
        heads = [_head(self._answers, thing) for thing in self._answers.things()]
        return [list(head) for head in dict.fromkeys(heads) if place in head]

    def note(self, left: Hand) -> str:
        return left_over(self._state, left, small_sets(budget_of(left), self._form()))

    def cost(self, line: list[str]) -> str:
        answers = self._answers
        if not isinstance(answers, BuildAnswers):
            return ""
        return self._note_of_prices([thing for thing in answers.things() if _head(answers, thing) == tuple(line)])

    def outcome(self, left: Hand) -> Hashable:
        return budget_of(left)

    def note_of_begun(self, line: list[str]) -> str:
        state, board, last = self._state, self._answers.board, line[-1]
        if line[0] == "build" and len(line) == 2:
            return self._note_of_thing(last)
        if line[0] == "march" and last in board.provinces:
            if len(line) == 2:
                return self.leaving(line, state.provinces[board.provinces.index(last)].legions[self._empire])
            return self.marching(line, standing, lambda target, most: of_battle(state, self._empire, target, most))
        if line[0] == "sail" and last in board.seas:
            return fleets(state, board.seas.index(last), self._empire)
        return ""

    def _occupying_lines(self, answers: ConquestAnswers, place: str) -> list[list[str]]:
        """Return the occupations of a province, of the marker last."""
        board = answers.board
        actions = [action for action in answers if isinstance(action, Occupy | OccupyMarker)]
        here = [action for action in actions if board.provinces[action.province] == place]
        lines = (
            self.occupying_lines(
                board.provinces.index(place), [action.icons for action in here if isinstance(action, Occupy)]
            )
            if here
            else []
        )
        return [*lines, *[answers.text(action).split() for action in here if isinstance(action, OccupyMarker)]]

    def _build_lines(self, answers: BuildAnswers | AmbitionAnswers, begun: list[str]) -> list[list[str]]:
        # A thing stands there once for each of its prices.
        texts: dict[tuple[str, ...], list[Thing]] = {}
        for thing in _things(answers):
            texts.setdefault(_head(answers, thing), []).append(thing)
        if len(begun) < 2:
            order = rank(answers.board)
            heads = sorted(dict.fromkeys(head[:2] for head in texts), key=lambda head: order(head[1]))
            lines = [list(head) for head in heads] if begun[:1] in ([], ["build"]) else []
            return [*lines, ["done"]] if not begun and self._action("done") is not None else lines
        lines = []
        for head, things in texts.items():
            if head[: len(begun)] == tuple(begun) and len(head) > len(begun):
                lines.append(list(head))
            elif tuple(begun[: len(head)]) == head:
                lines += self._paid_lines(answers, things, list(head), begun[len(head) :])
        return lines

    def _paid_lines(
        self, answers: BuildAnswers | AmbitionAnswers, things: list[Thing], head: list[str], typed: list[str]
    ) -> list[list[str]]:
        """Return the payments of a thing by all its prices, best first, that continue what has been typed."""
        priced = [(thing.price, _payments(answers, thing)) for thing in things]
        hand = self._state.players[self._empire].hand
        return self.paid_lines(head, typed, ranked(priced, hand, self._form()))

    def _form(self) -> Any:
        return payment_form(self._state.acting(self._empire))

    def _note_of_thing(self, what: str) -> str:
        state, answers = self._state, self._answers
        if not isinstance(answers, BuildAnswers | AmbitionAnswers):
            return ""
        things = [thing for thing in _things(answers) if thing.what == what]
        price = self._note_of_prices(things)
        if what in answers.board.tile_of:
            levels = bonus(answers.board, answers.board.tiles[answers.board.tile_of[what]])
            return f"{price}: {levels or tr('no levels')}"
        names = answers.board.seas if what == "trireme" else answers.board.provinces
        number = supply(state, self._empire, what) if what in PIECES else None
        return in_places(price, number, list(dict.fromkeys(names[thing.where] for thing in things)))

    def _note_of_prices(self, things: Iterable[Thing]) -> str:
        """Return what a thing costs now, the printed price first: ``costs 3 (or 1 gladiator)``."""
        prices = dict.fromkeys(thing.price for thing in things)
        printed = [price.cost for price in prices if isinstance(price, SetOf)]
        special = " / ".join(self._special_price(price) for price in prices if not isinstance(price, SetOf))
        if not printed:
            return tr("costs {price}", price=special)
        price = tr("costs {number}", number=printed[0])
        return tr("{price} (or {special})", price=price, special=special) if special else price

    def _special_price(self, price: Price) -> str:
        if not isinstance(price, OneOf):
            return tr("nothing")
        hand, names = self._state.players[self._empire].hand, self._state.board.tokens
        held = [kind for kind in price.kinds if hand[ordinary(kind)] + hand[legendary(kind)]]
        return " / ".join(goods(1, good(1, term(names[ordinary(kind)]))) for kind in held)


def _things(answers: BuildAnswers | AmbitionAnswers) -> Iterator[Thing]:
    if isinstance(answers, BuildAnswers):
        yield from answers.things()
    else:
        for tile in answers.tiles:
            price = tile_price(answers.state, answers.empire, tile)
            yield Thing(answers.board.tiles[tile].id, FREE, price, NO_TILE)


def _payments(answers: BuildAnswers | AmbitionAnswers, thing: Thing) -> Payments:
    if isinstance(answers, BuildAnswers):
        return answers.prospects.payments(thing.price)
    return answers.payments(answers.board.tile_of[thing.what])


def _head(answers: BuildAnswers | AmbitionAnswers, thing: Thing) -> tuple[str, ...]:
    places = answers.board.seas if thing.what == "trireme" else answers.board.provinces
    return ("build", thing.what, places[thing.where]) if thing.where >= 0 else ("build", thing.what)


PAYMENT = ("3.0a",)
"""The rules that refuse what can't be paid."""


class EmpiresReader(AnswerReader):
    """Reads answers of Empires."""

    def unready(self, state: State, answers: Answers, text: str) -> RuleError | None:
        return _no_caravan(answers, text) or _unpaid(answers, text)


def _no_caravan(answers: Answers, text: str) -> RuleError | None:
    """Return why no caravan of a province can be built, if a line doesn't say which; nothing if one can be."""
    board, words = answers.board, text.split()
    if words[:2] != ["build", CARAVAN] or not isinstance(answers, BuildAnswers):
        return None
    provinces = [board.provinces.index(word) for word in words[2:3] if word in board.provinces]
    icons = [(name, province) for province in provinces for name in board.icon_of[province] if name.startswith(CARAVAN)]
    refusals = [refusal_of(answers, Build(name, province, ())) for name, province in icons]
    if any(refusal is None or refusal.rule in PAYMENT for refusal in refusals):
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
    return _unpayable(answers, action) if refusal is not None and refusal.rule in PAYMENT else refusal


def _unpayable(answers: BuildAnswers, action: Build) -> RuleError:
    """Return what a thing costs that can't be paid for, and what could be."""
    price = legal_thing(answers.state, answers.turn, action.what, action.where).price
    if not isinstance(price, SetOf):
        return RuleError("3.0a", tr("You can't pay for that with what you hold."))
    return unpayable("3.0a", answers.board, action.what, price.cost, answers.prospects.most)


def _proposal(answers: BuildAnswers, things: list[Thing]) -> RuleError | None:
    """Return what is paid first for one thing, which stands there once for each of its prices."""
    prospects = answers.prospects
    priced = [(thing.price, prospects.payments(thing.price)) for thing in things]
    ways = ranked(priced, prospects.hand, prospects.form)
    if not ways or not ways[0]:
        return None
    return proposal(answers.board, ways[0])


class EmpiresAnswering(EmpiresPreview):
    """How answers of Empires are typed, completed, explained and foreseen."""

    def ways(self, game: Any, seat: int, answers: Answers) -> EmpiresWays:
        return EmpiresWays(game, seat, answers)


ANSWERING = EmpiresAnswering(EmpiresReader(WORDING, PHASES, BuildAnswers, PAYMENT))
