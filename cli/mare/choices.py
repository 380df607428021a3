"""How a line can go on: legal answers step by step, in the order in which a player would think of them.

A step is as long as it leaves no choice: ``march latium`` is one choice if every march begins there, and a payment is
one choice, not one for each of its tokens. The best payment stands first: the one that leaves most.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

from cli.i18n.texts import both, count, goods, plural, term, tr
from cli.mare.answers import Wording, gloss, in_short, matches, unfinished, vocabulary
from cli.mare.map import StandingOf
from cli.mare.preview import fleets, province_in_brief, who_is_there
from cli.mare.words import tokens
from cli.ui.text.names import empires
from cli.ui.text.staging import tried
from cli.ui.view import Choice
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.errors import RuleError
from core.engine.words import SMALL_WORDS
from core.mare.actions import Award, Occupy
from core.mare.buildings import BUILDING_KINDS
from core.mare.resources import COIN, Hand, Tokens, minus, spread
from core.mare.trade import OfferAnswers

MOST_TEXTS = 1500
"""Answers that are listed whole; where there are more, they are walked through word by word."""

MOST_SHOWN = 60

FEW_KINDS = 3
"""Kinds of resources that are told by name; more are counted."""

MOST_PAYMENTS = 400
"""Ways to pay among which those with the same outcome are found."""

ORDER = ("control", *BUILDING_KINDS, "legion", "trireme", "fortress")
"""The things to build in the order in which the list shows them; heroes and wonders come last."""


class MareWays:
    """The ways to go on at one question; made anew when the position changes. An edition says what differs."""

    wording: ClassVar[Wording]
    notes: ClassVar[Mapping[type, Callable[[Any, int, Any], str]]]
    """By type of answer, what is said of one."""
    paying: ClassVar[tuple[str, ...]]
    """The verbs of answers that pay with resources of the hand."""

    def __init__(self, game: Any, seat: int, answers: Answers) -> None:
        self._game = game
        self._state = game.state
        self._empire: int = game.state.seats.index(seat)
        self._answers = answers
        self._known: dict[str, list[Choice]] = {}

    # ------------------------------------------------------------------ what an edition says

    def is_long(self) -> bool:
        """Return whether the answers are never listed, as so many of them are ways to pay for one thing."""
        return False

    def is_walked(self) -> bool:
        """Return whether the answers are walked through word by word, though they may be few."""
        return False

    def own_lines(self, begun: list[str]) -> list[list[str]] | None:
        """Return the next steps if the edition has its own way to find them; else None."""
        return None

    def lines_at(self, place: str) -> list[list[str]] | None:
        """Return the lines that have to do with a place if the edition has its own way to find them; else None."""
        return None

    def note(self, left: Hand) -> str:
        """Return a note on a payment that leaves this hand."""
        return ""

    def note_of_begun(self, line: list[str]) -> str:
        """Return a note on an unfinished line, to add to what is in the place that it names; empty for none."""
        return ""

    def cost(self, line: list[str]) -> str:
        """Return what an unfinished line about a place costs; empty for nothing."""
        return ""

    def outcome(self, left: Hand) -> Hashable:
        """Return the hand that a payment leaves as far as it matters for what can be paid then."""
        return left

    # ------------------------------------------------------------------ what the console asks

    @cached_property
    def _texts(self) -> list[list[str]] | None:
        """Every answer in words, if there are few enough."""
        if self.is_long() or isinstance(self._answers, OfferAnswers):
            return None
        actions = list(islice(self._answers, MOST_TEXTS + 1))
        if len(actions) > MOST_TEXTS:
            return None
        return [self._answers.text(action).split() for action in actions]

    def after(self, line: str) -> list[Choice]:
        """Return the choices at the end of a line as typed so far; raises Unclear for words before its last."""
        begun, last = self._split(line)
        choices = self._known.get(begun)
        if choices is None:
            choices = self._known[begun] = self._grow(begun)
        fitting = [choice for choice in choices if _fits(choice, begun, last, self._answers)]
        # Who names a resource chooses among all payments with it.
        is_open = not set(begun.split()) & {*self._answers.board.tokens}
        return (self._folded(fitting) if is_open else fitting)[:MOST_SHOWN]

    def _folded(self, choices: list[Choice]) -> list[Choice]:
        """Return the choices, of all payments with the same outcome the first only, with how many others there are."""
        alike: dict[Hashable, list[Choice]] = {}
        for choice in choices:
            left = self.left_by(choice.line.split()) if choice.whole else None
            alike.setdefault(choice.line if left is None else self.outcome(left), []).append(choice)
        return [_first_of(same) for same in alike.values()]

    def _split(self, line: str) -> tuple[str, str]:
        words = self.wording.spelled_out(self._answers, line.lower())
        last = "" if not words or line[-1:].isspace() else words.pop()
        number, meant = unfinished(self._answers.board, words) if not last else (0, "")
        if number and words[-1] not in self._answers.next_words(words[:-1]):
            # A name of several words is only begun.
            words, last = words[:-number], meant
        return self.wording.expand(self._answers, " ".join(words), last), last

    def _grow(self, begun: str) -> list[Choice]:
        words = begun.split()
        own = self.own_lines(words)
        if own is not None:
            lines = own
        elif isinstance(self._answers, OfferAnswers):
            lines = self._offer_lines(self._answers, words)
        elif self.is_walked():
            lines = self._walked_lines(self._answers, words)
        elif self._texts is not None:
            lines = self._listed_lines(self._texts, words)
        else:
            lines = [[*words, word] for word in self._answers.next_words(words)]
        is_one_verb = not words and len({line[0] for line in lines if line != ["done"]}) == 1 < len(lines)
        choices = [self._choice(words, line, is_one_verb) for line in lines[:MOST_PAYMENTS]]
        return _without_common_place(choices, self._answers.board) if not words else choices

    def at(self, place: str) -> list[Choice]:
        """Return the choices that have to do with a place, from the beginning of the line."""
        own = self.lines_at(place)
        lines = self._listed_lines([text for text in self._texts or [] if place in text], []) if own is None else own
        return [self._with_cost(self._choice([], line), line) for line in lines[:MOST_SHOWN]]

    def _with_cost(self, choice: Choice, line: list[str]) -> Choice:
        """Return a choice with a note on what it costs, if it costs anything, instead of what its place holds."""
        cost = "" if choice.whole else self.cost(line)
        return replace(choice, note=cost) if cost else choice

    def _choice(self, begun: list[str], line: list[str], is_one_verb: bool = False) -> Choice:
        """Return a line as a choice; what its verb means goes without saying where the others begin with the same."""
        text = " ".join(line)
        action = self._action(text)
        rest = _added(begun, line) or line[line[0] == "build" :]
        shown = " ".join(rest)
        shown = line[-1] if begun and line[0] == "offer" else shown.removeprefix("with ") or text
        shown = in_short(self._answers.board, shown)
        meaning = (is_one_verb and gloss(self.wording.rules, self._state, line[1:])) or gloss(
            self.wording.rules, self._state, rest or line
        )
        return Choice(text, shown, self._note(line, action), action is not None, meaning, self._alarm(action))

    def _alarm(self, action: Action | None) -> str:
        """Return who wins at once if a title goes to one of several players."""
        if not isinstance(action, Award):
            return ""
        result = tried(self._game, action)[0].state.result
        winners = () if result is None else result.winners
        if self._empire in winners:
            return tr("you win at once")
        names = [empires(self._state)[winner] for winner in winners]
        return plural("{names} wins at once", "{names} win at once", len(names), names=both(names)) if names else ""

    def _action(self, text: str) -> Action | None:
        """Return the legal answer that a line spells, if it is one; resources are offered in any order."""
        if isinstance(self._answers, OfferAnswers):
            verb, *offered = text.split()
            text = " ".join([verb, *sorted(offered, key=self._answers.board.tokens.index)])
        try:
            action = self.wording.rules.notation.parse_strict(self._answers.board, text)
            self._answers.check(action)
        except RuleError:
            return None
        return action

    # ------------------------------------------------------------------ lines

    def _listed_lines(self, texts: list[list[str]], begun: list[str]) -> list[list[str]]:
        """Return the next step of every answer that begins so; one step goes on to where answers part."""
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

    def _walked_lines(self, answers: Answers, begun: list[str]) -> list[list[str]]:
        """Return the same word by word: no answer is listed for it."""
        lines = _longer(answers, begun)
        if len(lines) == 1 or (len(lines) == 2 and not begun and ["done"] in lines):
            lines = [longer for line in lines for longer in _longer(answers, line) or [line]]
        return [self._as_long_as_clear(answers, line) for line in lines]

    def _as_long_as_clear(self, answers: Answers, line: list[str]) -> list[str]:
        """Return a line with each next word that has no alternative, until the line is an answer."""
        while len(following := answers.next_words(line)) == 1 and self._action(" ".join(line)) is None:
            line = [*line, *following]
        return line

    def occupying_lines(self, where: int, icons: Iterable[int]) -> list[list[str]]:
        """Return the occupations of a province by the buildings of each, those of most buildings first."""
        masks = sorted(icons, key=lambda mask: -mask.bit_count())
        return [self._answers.text(Occupy(where, mask)).split() for mask in masks]

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

    def paid_lines(self, head: list[str], typed: list[str], payments: Iterable[Tokens]) -> list[list[str]]:
        """Return a line for each payment, best first, of those only that go on from what has been typed."""
        named = [word for word in typed if word != "with"]
        names = self._answers.board.tokens
        if any(word not in names for word in named):
            return []
        wanted = tuple(names.index(word) for word in named)
        found = [
            paid
            for paid in payments
            if all(paid.count(token) >= wanted.count(token) for token in wanted)
            and (not typed or len(paid) > len(wanted))
        ]
        return [[*head, "with", *[names[token] for token in paid]] if paid else [*head, "free"] for paid in found]

    def left_by(self, line: list[str]) -> Hand | None:
        """Return the hand that a payment leaves; None for an answer that doesn't pay."""
        if line[0] not in self.paying:
            return None
        names = self._answers.board.tokens
        paid = tuple(names.index(word) for word in line if word in names)
        return minus(self._state.players[self._empire].hand, paid)

    # ------------------------------------------------------------------ notes

    def _note(self, line: list[str], action: Action | None) -> str:
        if action is None or line[0] == "offer":
            return self.note_of_begun(line) or self._note_of_place(line)
        note = self.notes.get(type(action))
        if note is not None:
            return note(self._state, self._empire, action)
        left = self.left_by(line)
        return self.note(left) if left is not None else ""

    def _note_of_place(self, line: list[str]) -> str:
        state, board = self._state, self._answers.board
        last = line[-1]
        if line[0] == "offer":
            held = state.players[self._empire].hand[board.tokens.index(last)]
            picked = line[1:-1].count(last)
            return tr("{number} more", number=held - picked) if picked else tr("you hold {number}", number=held)
        if last in board.provinces:
            return province_in_brief(state, board.provinces.index(last), self._empire)
        if last in board.seas:
            return fleets(state, board.seas.index(last), self._empire)
        return ""

    def leaving(self, line: list[str], there: int) -> str:
        """Return how many legions are where a march begins, and how many of these may still leave."""
        legions = count(there, "legion")
        can = [
            int(word)
            for place in self._answers.next_words(line)[:1]
            for word in self._answers.next_words([*line, place])
            if word.isdecimal()
        ]
        places = self._answers.next_words(line)[:1]
        posted = [word for place in places for word in self._posts(line, place)]
        if posted:
            free = [number for number in can if self._action(" ".join([*line, *places, str(number)])) is not None]
            return plural(
                "{free} of {legions} can move freely, {number} more “from” what it occupies",
                "{free} of {legions} can move freely, {number} more “from” what they occupy",
                len(posted),
                free=max(free, default=0),
                legions=legions,
            )
        if can and max(can) < there:
            return tr("{number} of {legions} can still move", number=max(can), legions=legions)
        return tr("{legions} of yours", legions=legions)

    def _posts(self, line: list[str], place: str) -> list[str]:
        """Return what the legions that can still leave a place stand on."""
        source = self._answers.board.provinces.index(line[-1])
        posts = {"control", *(icon.name for icon in self._answers.board.icons[source])}
        return [word for word in self._answers.next_words([*line, place, "1", "from"]) if word in posts]

    def marching(self, line: list[str], standing: StandingOf, battle: Callable[[int, int], str]) -> str:
        """Return who is where a march goes; where that is an enemy, also how it ends for as many as can go."""
        target = self._answers.board.provinces.index(line[2])
        there = who_is_there(self._state, target, self._empire, standing)
        most = max([int(word) for word in self._answers.next_words(line[:3]) if word.isdecimal()], default=0)
        odds = battle(target, most) if most else ""
        return f"{there}; {most}: {odds}" if odds else there


def _without_common_place(choices: list[Choice], board: Any) -> list[Choice]:
    """Return the choices shown without the place, where it is the same in all of them."""
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


def _first_of(same: list[Choice]) -> Choice:
    """Return the first of some choices with the same outcome; its note says how many others there are."""
    others = len(same) - 1
    if not others:
        return same[0]
    told = plural(
        "{note}; {number} other way like it", "{note}; {number} other ways like it", others, note=same[0].note
    )
    return replace(same[0], note=told, alike=others)


def _added(begun: list[str], line: list[str]) -> list[str]:
    """Return what a line has beyond the typed words, with resources in any order; nothing if none were typed."""
    added = list(line) if begun else []
    for word in begun:
        if word in added:
            added.remove(word)
    return added


def _longer(answers: Answers, line: list[str]) -> list[list[str]]:
    """Return a line with each of the words that can follow it."""
    return [[*line, word] for word in answers.next_words(line)]


def _shared(group: list[list[str]]) -> list[str]:
    """Return the words that all these answers begin with."""
    first = group[0]
    for length in range(len(first), 0, -1):
        if all(text[:length] == first[:length] for text in group):
            return first[:length]
    return first


def left_over(state: Any, left: Hand, more: int) -> str:
    """Return how many more sets the rest can pay after a payment, and what that is: by name where that is short."""
    coins, others = left[COIN], sum(left) - left[COIN]
    kinds = [goods(coins, term(state.board.tokens[COIN]))] if coins else []
    kinds += [count(others, "commodity")] if others else []
    rest = both(kinds) or tr("nothing")
    if 0 < len(left) - left.count(0) <= FEW_KINDS:
        rest = tokens(state, spread(left))
    if more:
        return tr("then {sets}; leaves {tokens}", sets=count(more, "more set"), tokens=rest)
    return tr("leaves {tokens}", tokens=rest)


def in_places(price: str, number: int | None, where: Sequence[str]) -> str:
    """Return a price, how many pieces are left, if these are counted, and the first places where a thing can stand."""
    told = price if number is None else tr("{price} · {number} in supply", price=price, number=number)
    more = tr(" and {number} more", number=len(where) - 3) if len(where) > 3 else ""
    return f"{told}: {', '.join(where[:3])}{more}"


def rank(board: Any) -> Callable[[str], tuple[int, int, str]]:
    """Return a key that sorts things to build; of heroes and wonders, those with most levels come first."""

    def key(what: str) -> tuple[int, int, str]:
        kind = what.partition(":")[0].rstrip("0123456789")
        if kind in ORDER:
            return ORDER.index(kind), 0, what
        levels = sum(board.tiles[board.tile_of[what]].bonus) if what in board.tile_of else 0
        return len(ORDER) + (what == "pyramids"), -levels, ""

    return key
