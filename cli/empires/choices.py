"""How a line can go on: legal answers step by step, in the order in which a player would think of them.

A step is as long as it leaves no choice: ``march latium`` is offered whole where every march of Latium begins so, and a
payment is one choice, not one for each of its tokens. The best payment stands first: the one that leaves most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any

import core
from cli.empires.map.board import standing
from cli.empires.notes import NOTES, of_battle
from cli.empires.payments import ranked
from cli.empires.words import WORDING
from cli.i18n.counting import count, good, goods
from cli.i18n.texts import term, tr
from cli.mare.gloss import gloss
from cli.mare.names import bonus, tokens
from cli.mare.notes import fleets, province_in_brief, supply, who_is_there
from cli.mare.words import matches, vocabulary
from cli.ui.screen.scene import Choice
from core.empires.board import Board
from core.empires.bots.steward.purse import purse_of, small_sets
from core.empires.build import BuildAnswers
from core.empires.building import PIECES, Thing, payment_form, tile_price
from core.empires.game import Game
from core.empires.movement import MarchAnswers, SailAnswers
from core.empires.rules import EMPIRES
from core.empires.tiles.perseus import AmbitionAnswers
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.words import SMALL_WORDS
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import FREE
from core.mare.offers import OfferAnswers
from core.mare.payment import NO_TILE, OneOf, Payments, Price, SetOf
from core.mare.resources import COIN, Tokens, legendary, minus, ordinary, spread

MOST_TEXTS = 1500
"""Answers that are listed whole; where there are more, they are walked through word by word."""

MOST_SHOWN = 60

ORDER = ("control", *BUILDING_KINDS, "legion", "trireme", "fortress")
"""What one builds, in the order in which one thinks of it; heroes and wonders come last."""


class Ways:
    """The ways to go on at one question; made anew when the position changes."""

    def __init__(self, game: Game, seat: int, answers: Answers) -> None:
        self._state = game.state
        self._empire = game.state.seats.index(seat)
        self._answers = answers
        self._known: dict[str, list[Choice]] = {}

    @cached_property
    def _texts(self) -> list[list[str]] | None:
        """Every answer in words, where they are few enough."""
        if isinstance(self._answers, BuildAnswers | AmbitionAnswers | OfferAnswers):
            return None
        actions = list(islice(self._answers, MOST_TEXTS + 1))
        if len(actions) > MOST_TEXTS:
            return None
        return [self._answers.text(action).split() for action in actions]

    def after(self, line: str) -> list[Choice]:
        """The choices at the end of a line as far as it has been typed; raises Unclear for words before its last."""
        begun, last = self._split(line)
        choices = self._known.get(begun)
        if choices is None:
            choices = self._known[begun] = self._grow(begun)
        return [choice for choice in choices if _fits(choice, begun, last, self._answers)]

    def _split(self, line: str) -> tuple[str, str]:
        words = WORDING.spelled_out(self._answers, line.lower())
        last = "" if not words or line[-1:].isspace() else words.pop()
        return WORDING.expand(self._answers, " ".join(words)), last

    def _grow(self, begun: str) -> list[Choice]:
        words = begun.split()
        if isinstance(self._answers, BuildAnswers | AmbitionAnswers):
            lines = self._build_lines(self._answers, words)
        elif isinstance(self._answers, OfferAnswers):
            lines = self._offer_lines(self._answers, words)
        elif isinstance(self._answers, SailAnswers | MarchAnswers):
            lines = self._moving_lines(self._answers, words)
        elif self._texts is not None:
            lines = self._listed_lines(self._texts, words)
        else:
            lines = [[*words, word] for word in self._answers.next_words(words)]
        is_one_verb = not words and len({line[0] for line in lines if line != ["done"]}) == 1 < len(lines)
        choices = [self._choice(words, line, is_one_verb) for line in lines[:MOST_SHOWN]]
        return _without_common_place(choices, self._answers.board) if not words else choices

    def at(self, place: str) -> list[Choice]:
        """The choices that have to do with a place, from the beginning of the line."""
        if isinstance(self._answers, BuildAnswers):
            heads = [_head(self._answers, thing) for thing in self._answers.things()]
            lines = [list(head) for head in dict.fromkeys(heads) if place in head]
        else:
            lines = self._listed_lines([text for text in self._texts or [] if place in text], [])
        return [self._choice([], line) for line in lines[:MOST_SHOWN]]

    def _choice(self, begun: list[str], line: list[str], is_one_verb: bool = False) -> Choice:
        """A line as a choice; what its verb means goes without saying where the others begin with the same."""
        text = " ".join(line)
        action = self._action(text)
        rest = _added(begun, line) or line[line[0] == "build" :]
        shown = " ".join(rest)
        shown = line[-1] if begun and line[0] == "offer" else shown.removeprefix("with ") or text
        meaning = (is_one_verb and gloss(EMPIRES, self._state, line[1:])) or gloss(EMPIRES, self._state, rest or line)
        return Choice(text, shown, self._note(line, action), action is not None, meaning)

    def _action(self, text: str) -> Action | None:
        """The legal answer that a line spells, if it is one."""
        try:
            action = EMPIRES.notation.parse_strict(self._answers.board, text)
            self._answers.check(action)
        except core.RuleError:
            return None
        return action

    # ------------------------------------------------------------------ lines

    def _listed_lines(self, texts: list[list[str]], begun: list[str]) -> list[list[str]]:
        """The next step of every answer that begins so; one step goes on to where answers part."""
        here = [text for text in texts if text[: len(begun)] == begun and len(text) > len(begun)]
        if len(here) <= 12:
            return here
        groups: dict[str, list[list[str]]] = {}
        for text in here:
            groups.setdefault(text[len(begun)], []).append(text)
        if len(groups) == 1 or (len(groups) == 2 and not begun and ["done"] in here):
            # A verb that stands alone says nothing: its first object is offered with it.
            groups = {}
            for text in here:
                groups.setdefault(" ".join(text[len(begun) : len(begun) + 2]), []).append(text)
        return [_shared(group) for group in groups.values()]

    def _moving_lines(self, answers: Answers, begun: list[str]) -> list[list[str]]:
        """The same where pieces move: no answer is listed for it."""
        lines = _longer(answers, begun)
        if len(lines) == 1 or (len(lines) == 2 and not begun and ["done"] in lines):
            lines = [longer for line in lines for longer in _longer(answers, line) or [line]]
        return [self._as_long_as_clear(answers, line) for line in lines]

    def _as_long_as_clear(self, answers: Answers, line: list[str]) -> list[str]:
        """A line with what alone can follow it, as far as it is no answer yet."""
        while len(following := answers.next_words(line)) == 1 and self._action(" ".join(line)) is None:
            line = [*line, *following]
        return line

    def _build_lines(self, answers: BuildAnswers | AmbitionAnswers, begun: list[str]) -> list[list[str]]:
        # A thing stands there once for each of its prices.
        texts: dict[tuple[str, ...], list[Thing]] = {}
        for thing in _things(answers):
            texts.setdefault(_head(answers, thing), []).append(thing)
        if len(begun) < 2:
            heads = sorted(dict.fromkeys(head[:2] for head in texts), key=lambda head: _rank(answers, head[1]))
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
        """The payments of a thing by all its prices, best first, those only that go on from what has been typed."""
        priced = [(thing.price, _payments(answers, thing)) for thing in things]
        hand = self._state.players[self._empire].hand
        named = [word for word in typed if word != "with"]
        names = answers.board.tokens
        if any(word not in names for word in named):
            return []
        wanted = tuple(names.index(word) for word in named)
        found = [
            paid
            for paid in ranked(priced, hand, self._form())
            if all(paid.count(token) >= wanted.count(token) for token in wanted)
            and (not typed or len(paid) > len(wanted))
        ]
        return [_spelled(answers, head, wanted, paid) for paid in found]

    def _form(self) -> Any:
        return payment_form(self._state.acting(self._empire))

    def _offer_lines(self, answers: OfferAnswers, begun: list[str]) -> list[list[str]]:
        names = answers.board.tokens
        begun = begun or ["offer"]
        if begun[0] != "offer" or any(word not in names for word in begun[1:]):
            return []
        picked = tuple(names.index(word) for word in begun[1:])
        if len(picked) >= answers.size or any(picked.count(token) > answers.hand[token] for token in picked):
            return []
        left = minus(answers.hand, picked)
        # What one holds most of is given away first, coins last.
        held = sorted((token for token, number in enumerate(left) if number), key=lambda t: (t == COIN, -left[t]))
        return [[*begun, names[token]] for token in held]

    # ------------------------------------------------------------------ notes

    def _note(self, line: list[str], action: Action | None) -> str:
        if action is None:
            return self._note_of_begun(line)
        note = NOTES.get(type(action))
        if note is not None:
            return note(self._state, self._empire, action)
        if line[0] == "build":
            left = minus(self._state.players[self._empire].hand, _paid(self._answers.board, line))
            more = small_sets(purse_of(left), self._form())
            rest = tokens(self._state, spread(left)) or tr("nothing")
            if more:
                return tr("then {sets}; leaves {tokens}", sets=count(more, "more set"), tokens=rest)
            return tr("leaves {tokens}", tokens=rest)
        return ""

    def _note_of_begun(self, line: list[str]) -> str:
        state, board = self._state, self._answers.board
        last = line[-1]
        if line[0] == "offer":
            held = state.players[self._empire].hand[board.tokens.index(last)]
            picked = line[1:-1].count(last)
            return tr("{number} more", number=held - picked) if picked else tr("you hold {number}", number=held)
        if line[0] == "build" and len(line) == 2:
            return self._note_of_thing(last)
        if line[0] == "march" and last in board.provinces:
            index = board.provinces.index(last)
            if len(line) == 2:
                return self._note_of_leaving(line, state.provinces[index].legions[self._empire])
            return self._note_of_march(line)
        if line[0] == "sail" and last in board.seas:
            return fleets(state, board.seas.index(last), self._empire)
        if last in board.provinces:
            return province_in_brief(state, board.provinces.index(last), self._empire)
        if last in board.seas:
            return fleets(state, board.seas.index(last), self._empire)
        return ""

    def _note_of_leaving(self, line: list[str], there: int) -> str:
        """How many legions are where a march begins, and how many of these may still leave."""
        legions = count(there, "legion")
        can = [
            int(word)
            for place in self._answers.next_words(line)[:1]
            for word in self._answers.next_words([*line, place])
            if word.isdecimal()
        ]
        if can and max(can) < there:
            return tr("{number} of {legions} can still move", number=max(can), legions=legions)
        return tr("{legions} of yours", legions=legions)

    def _note_of_march(self, line: list[str]) -> str:
        """Who is where a march goes; where that is an enemy, also how it ends for as many as can go."""
        board = self._answers.board
        target = board.provinces.index(line[2])
        there = who_is_there(self._state, target, self._empire, standing)
        most = max([int(word) for word in self._answers.next_words(line[:3])], default=0)
        battle = of_battle(self._state, self._empire, target, most) if most else ""
        return f"{there}; {most}: {battle}" if battle else there

    def _note_of_thing(self, what: str) -> str:
        state, answers = self._state, self._answers
        if not isinstance(answers, BuildAnswers | AmbitionAnswers):
            return ""
        things = [thing for thing in _things(answers) if thing.what == what]
        price = self._note_of_prices(dict.fromkeys(thing.price for thing in things))
        if what in answers.board.tile_of:
            levels = bonus(answers.board.tiles[answers.board.tile_of[what]])
            return f"{price}: {levels or tr('no levels')}"
        names = answers.board.seas if what == "trireme" else answers.board.provinces
        where = list(dict.fromkeys(names[thing.where] for thing in things))
        places = ", ".join(where[:3]) + (tr(" and {number} more", number=len(where) - 3) if len(where) > 3 else "")
        left = tr(", {number} left", number=supply(state, self._empire, what)) if what in PIECES else ""
        return f"{price}{left}: {places}"

    def _note_of_prices(self, prices: Iterable[Price]) -> str:
        """What a thing costs now, the printed price before that of a hero or wonder: ``for 3 (or 1 gladiator)``."""
        printed = [price.cost for price in prices if isinstance(price, SetOf)]
        special = " / ".join(self._special_price(price) for price in prices if not isinstance(price, SetOf))
        if not printed:
            return tr("for {price}", price=special)
        price = tr("for {number}", number=printed[0])
        return tr("{price} (or {special})", price=price, special=special) if special else price

    def _special_price(self, price: Price) -> str:
        if not isinstance(price, OneOf):
            return tr("nothing")
        hand, names = self._state.players[self._empire].hand, self._state.board.tokens
        held = [kind for kind in price.kinds if hand[ordinary(kind)] + hand[legendary(kind)]]
        return " / ".join(goods(1, good(1, term(names[ordinary(kind)]))) for kind in held)


def _without_common_place(choices: list[Choice], board: Board) -> list[Choice]:
    """The choices shown without the place, where it is the same in all of them."""
    places = {*board.provinces, *board.seas}
    deeds = [choice.shown.split() for choice in choices if choice.line != "done"]
    if len(deeds) < 2 or any(len(words) < 3 for words in deeds) or len({words[1] for words in deeds}) > 1:
        return choices
    if deeds[0][1] not in places:
        return choices
    return [
        choice if choice.line == "done" else replace(choice, shown=choice.shown.replace(f" {deeds[0][1]} ", " ", 1))
        for choice in choices
    ]


def _fits(choice: Choice, begun: str, last: str, answers: Answers) -> bool:
    if not last:
        return True
    rest = choice.line[len(begun) :].split()
    if not choice.line.startswith(begun) or not rest:
        return any(word.startswith(last) for word in _added(begun.split(), choice.line.split()))
    options = [word for word in rest if word not in SMALL_WORDS]
    # A verb that stands with its only object may be typed by either's beginning.
    return bool(matches(options[:2], last, vocabulary(answers.board)))


def _added(begun: list[str], line: list[str]) -> list[str]:
    """What a line has beyond the words that were typed, in whatever order resources were; nothing where none were."""
    added = list(line) if begun else []
    for word in begun:
        if word in added:
            added.remove(word)
    return added


def _longer(answers: Answers, line: list[str]) -> list[list[str]]:
    """A line with each of the words that can follow it."""
    return [[*line, word] for word in answers.next_words(line)]


def _shared(group: list[list[str]]) -> list[str]:
    """The words that all these answers begin with."""
    first = group[0]
    for length in range(len(first), 0, -1):
        if all(text[:length] == first[:length] for text in group):
            return first[:length]
    return first


# ---------------------------------------------------------------------- building and paying


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


def _rank(answers: Answers, what: str) -> tuple[int, str]:
    kind = what.partition(":")[0].rstrip("0123456789")
    return (ORDER.index(kind), what) if kind in ORDER else (len(ORDER) + (what == "pyramids"), "")


def _spelled(answers: Answers, head: list[str], wanted: Tokens, paid: Tokens) -> list[str]:
    names = answers.board.tokens
    return [*head, "with", *[names[token] for token in paid]] if paid else [*head, "free"]


def _paid(board: Any, line: list[str]) -> Tokens:
    return tuple(board.tokens.index(word) for word in line if word in board.tokens)
