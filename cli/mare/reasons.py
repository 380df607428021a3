"""Why a line is no answer: the rule that stands in its way, before what is wrong with how it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from cli.i18n.texts import begun, term, tr, translated
from cli.mare.answers import Wording, in_short, vocabulary
from cli.mare.words import city_named
from cli.ui.text.answering import command_like, either
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.errors import NotationError, RuleError
from core.engine.masks import nth_bit
from core.engine.words import SMALL_WORDS, UnknownName, one, quote
from core.mare.actions import Announce, Done, Give
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import EMPIRE, PROVINCE, SEA, TOKEN, tokens_text
from core.mare.resources import Tokens
from core.mare.trade import TakeAnswers

NAMELESS = frozenset({"hero", "heroes", "wonder", "wonders", "tile", "tiles"})
"""What people call what has a name of its own in the notation."""


BUILDING = ("build", "place")
"""The actions that put something on the map."""


class AnswerReader:
    """Reads answers by the rules of one edition, which says what differs."""

    def __init__(
        self, wording: Wording, phases: Sequence[str], building: type[Answers], payment: Sequence[str]
    ) -> None:
        """Make a reader; ``building`` are the answers of a building turn, even where nothing can be paid.

        ``payment`` are the rules that refuse what can't be paid.
        """
        self.wording = wording
        self.payment = payment
        self.building = building
        self.notation = wording.rules.notation
        self.phases = phases

    def unready(self, state: Any, answers: Answers, text: str) -> RuleError | None:
        """Return why a line can't become an answer, or what it lacks to be one; None if that is unclear."""
        return None

    def out_of_turn(self, state: Any, answers: Answers, text: str) -> RuleError | None:
        """Return when an action is asked for, where a line has one that is never a player's own idea."""
        return None

    def read(self, game: Any, answers: Answers, text: str) -> Action:
        """Return the legal answer that a line of whole words spells, leniently; raises RuleError.

        The error says what is wrong with the action, if the line shows which one is meant: that it is the wrong moment
        for it, or that the thing is out of reach, even if the line lacks the price.
        """
        state = game.state
        refusal = _foreign(text) or self.out_of_turn(state, answers, text) or self._out_of_phase(state, answers, text)
        if refusal is not None:
            raise refusal
        try:
            action = self.notation.parse(answers.board, text)
        except NotationError as wrong:
            if not text.split():
                raise
            refusal = self._two_in_one(text) or self._untimely(answers, text) or self._nameless(state, answers, text)
            refusal = refusal or self._unknown_thing(answers, text)
            refusal = (
                refusal
                or self.untaken(answers, text)
                or self.ungiven(answers, text)
                or self.unready(state, answers, text)
                or self._placeless(state, answers, text)
                or self.immovable(answers, text)
                or self._second_place(state, answers, text, wrong)
                or _misnamed(answers.board, wrong)
                or self._misplaced(answers.board, text, wrong)
                or self._unknown_side(wrong)
                or self._misspelled(answers.board, text, wrong)
            )
            if refusal is not None:
                raise (
                    refusal if isinstance(refusal, NotationError) else self._redirected(answers, text, refusal)
                ) from None
            raise
        if (refusal := refusal_of(answers, action)) is not None:
            raise self._redirected(answers, text, refusal)
        return action

    def _redirected(self, answers: Answers, text: str, refusal: RuleError) -> RuleError:
        """Return the refusal of a move, with where one can go from its source, or from where one can go to a place."""
        verb, *places = text.split()[:3]
        sources = answers.next_words([verb]) if verb in self.wording.MOVES and places else []
        reason = translated(refusal.sentence)
        match places:
            case [place] if place not in sources:
                if found := [source for source in sources if place in answers.next_words([verb, source])]:
                    said = tr("{reason} You can go there from {places}.", reason=reason, places=either(found))
                    return RuleError(refusal.rule, said)
            case [source, target] if source in sources and target in (*answers.board.provinces, *answers.board.seas):
                targets = answers.next_words([verb, source])
                if target not in targets:
                    said = tr(
                        "{reason} From {source} you can go to {places}.",
                        reason=reason,
                        source=source,
                        places=either(targets),
                    )
                    return RuleError(refusal.rule, said)
        return refusal

    def _two_in_one(self, text: str) -> RuleError | None:
        """Say that a second answer begins in a line without a semicolon before it."""
        second = next((word for word in text.split()[1:] if word in self.notation.verbs), None)
        return None if second is None else _another(second)

    def _out_of_phase(self, state: Any, answers: Answers, text: str) -> RuleError | None:
        """Say that an action belongs to another phase, and what this phase asks."""
        verb, now = _verb(text), state.phase
        phases = self.wording.rules.phases(verb) if any(form.parts for form in self.notation.forms(verb)) else ()
        refusal = self._untimely(answers, text) if len(phases) == 1 and now and now not in phases else None
        if refusal is None:
            return None
        said = tr(
            "“{verb}” belongs to phase {phase}, {name}; this is phase {now}, {present}.",
            verb=verb,
            phase=phases[0],
            name=tr(self.phases[phases[0] - 1]),
            now=now,
            present=tr(self.phases[now - 1]),
        )
        return RuleError(refusal.rule, f"{said} {translated(refusal.sentence)}")

    def _misplaced(self, board: Any, text: str, wrong: NotationError) -> RuleError | None:
        """Say that a word names something else than what should follow; what could be done begins another answer."""
        if not isinstance(wrong, UnknownName) or wrong.meaning == EMPIRE.meaning or wrong.word not in vocabulary(board):
            return None
        if wrong.meaning == TOKEN.meaning and wrong.word in self.notation.options(board, [_verb(text)]):
            return _another(wrong.word)
        meaning = translated(one(wrong.meaning))
        return NotationError(
            tr("{word} stands where {meaning} should follow.", word=quote(wrong.word), meaning=meaning)
        )

    def _unknown_side(self, wrong: NotationError) -> RuleError | None:
        """Say that no side has the name in a line, in the edition's word for a side."""
        if not isinstance(wrong, UnknownName) or wrong.meaning != EMPIRE.meaning:
            return None
        return UnknownName(wrong.word, self.wording.rules.side)

    def _misspelled(self, board: Any, text: str, wrong: NotationError) -> RuleError | None:
        """Say that nothing has the name in a line, and which one is meant where one that can stand there is like it."""
        words = text.split()
        if not isinstance(wrong, UnknownName) or wrong.word not in words[1:]:
            return None
        meant = command_like(wrong.word, self.notation.options(board, words[: words.index(wrong.word)]))
        return NotationError(f"{translated(wrong.sentence)} {meant}") if meant else None

    def _nameless(self, state: Any, answers: Answers, text: str) -> RuleError | None:
        """Say that heroes and wonders are bought by their names, if a line has none."""
        words = text.split()
        if words[:1] != ["build"] or not NAMELESS & set(words[1:2]):
            return None
        ids = [answers.board.tiles[tile].id for tile in state.display]
        payable = [word for word in answers.next_words(["build"]) if word in ids]
        example = [*payable, *ids, answers.board.tiles[0].id][0]
        return NotationError(tr("Build a hero or a wonder by its name, such as “build {name}”.", name=example))

    def _unknown_thing(self, answers: Answers, text: str) -> RuleError | None:
        """Return what can be built, where a line would build what is called like nothing in the game."""
        verb, *words = text.split()
        known = answers.next_words([verb]) if verb in BUILDING else []
        if not words or not known or words[0] in (*vocabulary(answers.board), *SMALL_WORDS, *BUILDING_KINDS):
            return None
        named = " ".join(takewhile(lambda word: word not in SMALL_WORDS, words))
        said = tr("Nothing is called {words} here. You can build {known}.", words=quote(named), known=either(known, 12))
        return NotationError(f"{said} {command_like(words[0], known)}".rstrip())

    def _placeless(self, state: Any, answers: Answers, text: str) -> RuleError | None:
        """Say that there is no place for what a line would build without saying where; or why it can't be paid."""
        verb, *words = text.split()
        if verb not in BUILDING or len(words) != 1 or not isinstance(answers, self.building):
            return None
        board, (kind,) = answers.board, words
        names = [name for name in sorted(vocabulary(board)) if name == kind or name.startswith(f"{kind}:")]
        if any(answers.next_words([verb, name]) for name in names):
            return None
        refused: list[RuleError] = []
        for line in self._lines_for(board, verb, names):
            refusal = refusal_of(answers, self.notation.parse(board, f"{line} free"))
            if refusal is None:
                return None
            if refusal.rule in self.payment:
                return self.unready(state, answers, line)
            refused.append(refusal)
        return no_place(refused[0], kind) if refused else None

    def _lines_for(self, board: Any, verb: str, names: Sequence[str]) -> Iterator[str]:
        """Yield the lines without a price that put one of these things into a place where there can be any."""
        for name in names:
            for place in self.notation.options(board, [verb, name]):
                line = f"{verb} {name} {place}"
                if place in (*board.provinces, *board.seas) and self._is_written_well(board, f"{line} free"):
                    yield line

    def _is_written_well(self, board: Any, line: str) -> bool:
        try:
            self.notation.parse(board, line)
        except NotationError:
            return False
        return True

    def _second_place(self, state: Any, answers: Answers, text: str, wrong: NotationError) -> RuleError | None:
        """Say that an answer names one place, if a line has more where it should pay; or why the first is no choice."""
        words = text.split()
        if not isinstance(wrong, UnknownName) or wrong.meaning != TOKEN.meaning or wrong.word not in words[2:]:
            return None
        places = {*answers.board.provinces, *answers.board.seas}
        before = [word for word in words[: words.index(wrong.word)] if word not in SMALL_WORDS]
        if before[0] not in BUILDING or before[-1] not in places:
            return None
        refusal = self.unready(state, answers, " ".join(before))
        if refusal is not None and not isinstance(refusal, NotationError):
            return refusal
        if wrong.word not in places:
            return NotationError(tr("{word} is no place and no resource of this game.", word=quote(wrong.word)))
        other = " ".join([*before[:-1], wrong.word])
        return NotationError(tr("Each place needs an answer of its own here: put “;” before “{answer}”.", answer=other))

    def untaken(self, answers: Answers, text: str) -> RuleError | None:
        """Say that no player has what a line would take without saying from whom."""
        verb, *words = text.split()
        if verb != "take" or len(words) != 1 or not isinstance(answers, TakeAnswers):
            return None
        (token,) = words
        if token not in answers.board.tokens or answers.next_words([verb, token]):
            return None
        return RuleError(answers.rule, tr("No player from whom you may take has {token} face up.", token=term(token)))

    def ungiven(self, answers: Answers, text: str) -> RuleError | None:
        """Return why a resource can't be given, if the line names no receiver: only one player can receive any."""
        verb, *words = text.split()
        tokens = answers.board.tokens
        if verb != "give" or len(words) != 1 or words[0] not in tokens or verb not in answers.next_words([]):
            return None
        receivers = [action.empire for action in answers if isinstance(action, Give)]
        return refusal_of(answers, Give(tokens.index(words[0]), receivers[0]))

    def immovable(self, answers: Answers, text: str) -> RuleError | None:
        """Return why nothing at all can move as a line has it that does not say how many."""
        verb, *places = text.split()
        if verb not in self.wording.MOVES or not 1 <= len(places) <= 2 or answers.next_words([verb, *places]):
            return None
        board = answers.board
        names, links = (board.provinces, board.reach(0)) if verb == "march" else (board.seas, board.sea_links)
        if len(places) == 1 and places[0] in names and (targets := links[names.index(places[0])]):
            places.append(names[nth_bit(targets, 0)])
        try:
            action = self.notation.parse(board, " ".join([verb, *places, "1"]))
        except NotationError:
            return None
        return refusal_of(answers, action)

    def _untimely(self, answers: Answers, text: str) -> RuleError | None:
        """Return what there is to do instead, if no answer begins as the line does."""
        verb, begun = _verb(text), answers.next_words([])
        if verb not in self.notation.verbs or verb in begun or self.asks_for(answers, text):
            return None
        # Whatever is asked, one of these is no answer to it.
        return refusal_of(answers, Done() if "announce" in begun else Announce(0))

    def asks_for(self, answers: Answers, text: str) -> bool:
        """Return whether a question takes such an action, even if none of its kind is legal now."""
        return _verb(text) == "build" and isinstance(answers, self.building)


def no_place(refusal: RuleError, thing: str) -> RuleError:
    """Say that no place is left for a thing, by the rule that refuses the first one."""
    return RuleError(refusal.rule, tr("You have no free place for this: {thing}.", thing=term(thing.replace("_", " "))))


def unpayable(rule: str, board: Any, what: str, cost: int, most: int) -> RuleError:
    """Say what a thing costs that can't be paid for, and what could be; ``most`` is the size of the largest set."""
    name = term(board.tiles[board.tile_of[what]].name if what in board.tile_of else what)
    return RuleError(
        rule,
        tr(
            "{name} costs one set of {cost}, only coins or only different commodities; your largest set has {most}.",
            name=begun(name.replace("_", " ")),
            cost=cost,
            most=most,
        ),
    )


def proposal(board: Any, tokens: Tokens) -> NotationError:
    """Ask for the payment of a thing, and propose one."""
    payment = in_short(board, tokens_text(board, tokens))
    return NotationError(tr("Add what you pay with, such as “with {payment}”.", payment=payment))


def _another(word: str) -> RuleError:
    """Say that a word begins a second answer in a line without a semicolon before it."""
    return NotationError(tr("“{word}” begins another answer. Put “;” between two answers: “…; {word}”.", word=word))


def _misnamed(board: Any, wrong: NotationError) -> RuleError | None:
    """Return a refusal that says what a word names, where it names a place of the wrong kind; else None."""
    if not isinstance(wrong, UnknownName) or wrong.meaning not in (PROVINCE.meaning, SEA.meaning):
        return None
    word = wrong.word
    if word in board.seas:
        return NotationError(
            tr("{name} is a sea; name a province.", name=term(board.sea_names[board.seas.index(word)]))
        )
    if word in board.provinces:
        name = board.province_names[board.provinces.index(word)]
        return NotationError(tr("{name} is a province; name a sea.", name=term(name)))
    for empire in board.map.empires:
        if word == empire.id:
            capital = board.province_names[board.provinces.index(empire.capital)]
            return NotationError(
                tr("{name} is not a place; its capital is {province}.", name=term(empire.name), province=term(capital))
            )
    found = city_named(board, word)
    if found is None:
        return None
    city, facts = found
    return NotationError(tr("{name} is a city; its province is {province}.", name=city, province=term(facts.name)))


def _foreign(text: str) -> RuleError | None:
    """Say that a word is none that the notation can have."""
    word = next((word for word in text.split() if word.isprintable() and not word.isascii()), None)
    if word is None:
        return None
    return NotationError(tr("I don't understand “{word}”. “help” lists what you can type.", word=word))


def _verb(text: str) -> str:
    """Return the first word of a line; nothing if there is none, as in a lone comma."""
    return text.split(maxsplit=1)[0] if text.split() else ""


def refusal_of(answers: Answers, action: Action) -> RuleError | None:
    """Return why an action is no answer; None if it is one."""
    try:
        answers.check(action)
    except RuleError as refusal:
        return refusal
    return None
