"""How a line can go on in Empires: what is built and how it is paid, and notes on moves."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from cli.empires.map import standing
from cli.empires.notes import NOTES, of_battle
from cli.empires.payments import ranked
from cli.empires.words import WORDING
from cli.i18n.texts import good, goods, term, tr
from cli.mare import choices
from cli.mare.choices import in_supply, left_over, rank
from cli.mare.preview import fleets, supply
from cli.mare.words import bonus
from core.empires.bots.budget import budget_of, small_sets
from core.empires.build import BuildAnswers
from core.empires.building import PIECES, Thing, payment_form, tile_price
from core.empires.heroes import AmbitionAnswers
from core.empires.movement import MarchAnswers, SailAnswers
from core.mare.kinds import FREE
from core.mare.payment import NO_TILE, OneOf, Payments, Price, SetOf
from core.mare.resources import legendary, ordinary


class Ways(choices.Ways):
    """The ways to go on at one question of Empires."""

    wording = WORDING
    notes = NOTES

    def is_long(self) -> bool:
        return isinstance(self._answers, BuildAnswers | AmbitionAnswers)

    def is_walked(self) -> bool:
        return isinstance(self._answers, SailAnswers | MarchAnswers)

    def own_lines(self, begun: list[str]) -> list[list[str]] | None:
        if isinstance(self._answers, BuildAnswers | AmbitionAnswers):
            return self._build_lines(self._answers, begun)
        return None

    def lines_at(self, place: str) -> list[list[str]] | None:
        if not isinstance(self._answers, BuildAnswers):
            return None
        heads = [_head(self._answers, thing) for thing in self._answers.things()]
        return [list(head) for head in dict.fromkeys(heads) if place in head]

    def note(self, line: list[str]) -> str:
        left = self.left_by(line)
        return left_over(self._state, left, small_sets(budget_of(left), self._form())) if line[0] == "build" else ""

    def outcome(self, line: list[str]) -> Hashable:
        return budget_of(self.left_by(line)) if line[0] == "build" else None

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
        price = self._note_of_prices(dict.fromkeys(thing.price for thing in things))
        if what in answers.board.tile_of:
            levels = bonus(answers.board, answers.board.tiles[answers.board.tile_of[what]])
            return f"{price}: {levels or tr('no levels')}"
        names = answers.board.seas if what == "trireme" else answers.board.provinces
        where = list(dict.fromkeys(names[thing.where] for thing in things))
        places = ", ".join(where[:3]) + (tr(" and {number} more", number=len(where) - 3) if len(where) > 3 else "")
        number = supply(state, self._empire, what) if what in PIECES else None
        return f"{in_supply(price, number)}: {places}"

    def _note_of_prices(self, prices: Iterable[Price]) -> str:
        """Return what a thing costs now, the printed price first: ``costs 3 (or 1 gladiator)``."""
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
