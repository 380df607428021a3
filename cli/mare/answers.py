"""Lines as people type and read them: words cut short, small words left out, made whole by what is legal now.

A word stands for a longer one that it begins, or of which it begins a part (``tyrr`` for ``mare_tyrrhenum``, ``oil``
for ``caravan:oil``), as long as only one legal word fits in its place. A word that has a meaning of its own stands for
nothing else, even where it is not legal, so that ``city`` never builds a legendary city; but a commodity stands for its
caravan, or for the legendary one that counts as it (0.2) where no ordinary one can be named. Names of several words are
``mare_tyrrhenum`` in notation; names of the language in use are read, too, and a gloss says in it what an answer means.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby, islice
from typing import Any

from cli.i18n.texts import ENGLISH, language, marked, term, tr
from cli.mare.words import tokens, typed_names
from cli.ui.text.answering import either, fits
from cli.ui.view import Unclear
from core.engine.answers import Answers
from core.engine.game import Rules
from core.engine.notation import Grammar
from core.engine.words import SMALL_WORDS
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.kinds import PROVINCE, TRACKS, IconKind, TokensKind
from core.mare.resources import COIN

_ALSO = {"control marker": "control"}
"""What things are called on the screen, where their word is another."""


def as_typed(board: Any, line: str) -> str:
    """Return a line with every name of several words replaced by its word in notation.

    The last word of such a name may be cut short if only one name fits.
    """
    for first, names in _names(board).items():
        if first in line.lower():
            line = re.sub(rf"(?<!\w){re.escape(first)} +(\w+)", _replaced(names), line, flags=re.IGNORECASE)
    return line


def in_words(board: Any, text: str) -> str:
    """Return a text with every name of several words as people write it, which may be typed as well.

    The text keeps its length. A name at whose end the screen has no more room counts by what shows of it.
    """
    if "_" not in text:
        return text
    names = _in_words(board)

    def shown(found: re.Match[str]) -> str:
        word = found[0]
        return names.get(word) or next((names[name][: len(word)] for name in names if name.startswith(word)), word)

    return re.sub(r"(?<!\w)[a-z]+_[a-z_]*(?!\w)", shown, text)


@cache
def _in_words(board: Any) -> dict[str, str]:
    """Return names as people write them, by their words in notation; other words if these take no more room."""
    named = dict(zip((*board.provinces, *board.seas), (*board.province_names, *board.sea_names), strict=True))
    named |= {tile.id: tile.name for tile in board.tiles} | dict.fromkeys(BUILDING_KINDS, "")
    found = {word: (name, word.replace("_", " ")) for word, name in named.items() if "_" in word}
    return {word: name if len(name) == len(word) else spaced for word, (name, spaced) in found.items()}


def unfinished(board: Any, words: list[str]) -> tuple[int, str]:
    """Return how many words at the end of a line begin a name of several, and one word that stands for these."""
    for number in range(min(3, len(words)), 0, -1):
        names = _names(board).get(" ".join(words[-number:]), {})
        if names:
            return number, next(iter(names.values())) if len(names) == 1 else words[-number]
    return 0, ""


def _replaced(names: dict[str, str]) -> Callable[[re.Match[str]], str]:
    def word(found: re.Match[str]) -> str:
        last = found[1].lower()
        fitting = [name for known, name in names.items() if known.startswith(last)]
        return names.get(last) or (fitting[0] if len(fitting) == 1 else found[0])

    return word


@cache
def _names(board: Any) -> dict[str, dict[str, str]]:
    """Return the words in notation of names of several words: by all words but the last, then by the last.

    The longest come first.
    """
    called = {word.replace("_", " "): word for word in (*board.provinces, *board.seas, *BUILDING_KINDS)}
    called |= {tile.id.replace("_", " "): tile.id for tile in board.tiles}
    called |= {tile.name.lower(): tile.id for tile in board.tiles}
    called |= {name.lower(): word for word, name in zip(board.provinces, board.province_names, strict=True)}
    called |= {name.lower(): word for word, name in zip(board.seas, board.sea_names, strict=True)}
    found: dict[str, dict[str, str]] = {}
    for name, word in {**called, **_ALSO}.items():
        first, _, last = name.rpartition(" ")
        if first:
            found.setdefault(first, {})[last] = word
    return dict(sorted(found.items(), key=lambda names: -len(names[0])))


def in_notation(rules: Rules, board: Any, line: str) -> str:
    """Return a line in small letters, with names of the language in use spelled as in the notation."""
    if language() == ENGLISH:
        return line
    words = _words(language(), rules.notation, board)
    # The longest name first, so that none is read as the beginning of another.
    names = "|".join(re.escape(name) for name in sorted(words, key=len, reverse=True))
    return re.sub(rf"(?<!\w)({names})(?!\w)", lambda found: words[found[0]], line)


@cache
def _words(code: str, notation: Grammar, board: Any) -> dict[str, str]:
    """Return by its name in the language in use each word that only one name means."""
    names = [(word, term(name)) for word, name in typed_names(board)]
    names += [(verb, tr(meaning)) for verb, meaning in notation.verbs.items()]
    typed = {word for word, _ in names}
    times = Counter(name.lower() for _, name in names)
    return {name.lower(): word for word, name in names if name.lower() not in typed and times[name.lower()] == 1}


MARKER = marked("control marker")


def gloss(rules: Rules, state: Any, words: Sequence[str]) -> str:
    """Return the words of an answer in the language in use, without places and their numbers; nothing in English."""
    if language() == ENGLISH:
        return ""
    board = state.board
    meaning = rules.notation.verbs.get(words[0]) if words else None
    verb = tr(meaning) if meaning else ""
    named = [named for word in words[1 if verb else 0 :] if (named := _named_in_gloss(board, word))]
    goods = tuple(sorted(board.tokens.index(word) for word in words if word in board.tokens))
    named += words[1:] if (verb or goods or named) and len(words) == 2 and words[1].isdecimal() else []
    listed = ", ".join([*([tokens(state, goods)] if goods else []), *named])
    return f"{verb}: {listed}" if verb and listed else verb or listed


def _named_in_gloss(board: Any, word: str) -> str:
    """Return the name for a word of the notation, if it is a piece, an empire, a track, a hero or a wonder."""
    if word in board.empires:
        return term(board.empire_names[board.empires.index(word)])
    if word in board.tile_of:
        return term(board.tiles[board.tile_of[word]].name)
    kind = word.partition(":")[0].rstrip("0123456789")
    if kind == "control":
        return tr(MARKER)
    return term(word) if kind in (*BUILDING_KINDS, *UNIT_KINDS, *TRACKS) else ""


SYNONYMS = {"pass": ("done",), "buy": ("build",), "move": ("march", "sail")}
"""What players say for an action, where that begins a legal answer."""

FILLERS = ("a", "an", "and")
"""Words between resources that mean nothing."""

MOVING = ("legion", "trireme")
"""What marches and sails."""

CARAVAN = "caravan"
"""What people name apart from its commodity."""

MOST_COUNTED = 40
"""The most resources that a number in a line stands for."""


class Wording:
    """How lines are read by the rules of one edition."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.PAYING = frozenset(
            rules.notation.verbs_with(lambda form: any(isinstance(kind, TokensKind) for kind in form.kinds))
        )
        """The actions that name several resources."""

        self.MOVES = rules.notation.verbs_with(lambda form: form.names[:2] == ("source", "target"))
        """The actions that name two places, from the one to the other."""

        self._longest = frozenset(rules.notation.verbs_with(lambda form: any(kind.lists for kind in form.kinds)))
        """The actions whose last words are a list already."""

        self.conquering = rules.notation.verbs_with(
            lambda form: len(form.parts) == 2 and form.kinds[0] is PROVINCE and isinstance(form.kinds[-1], IconKind)
        )
        """The actions that name a province and what stands in it."""

    def lists(self, begun: str) -> bool:
        """Return whether commas in an action that begins so make it several: one for each thing that they part."""
        meant = [verb for verb in self.rules.notation.verbs if verb.startswith(begun)]
        return bool(meant) and not self._longest & {*meant}

    def expand(self, answers: Answers, line: str, following: str = "") -> str:
        """Return the line with its words made whole by the legal answers. Raises Unclear if a word fits several.

        If the first word begins no action, it is read as a synonym (SYNONYMS), or as the word after the only action
        that can continue so: ``metal`` is ``offer metal`` while the player makes an offer. Otherwise it is Unclear.
        From the first word on that fits no legal answer, the names of the board make words whole. So the refusal says
        what is wrong with the action, not with its spelling.

        ``following`` is the word after the line, which the player is still typing.
        """
        known = vocabulary(answers.board)
        whole: list[str] = []
        typed = self.spelled_out(answers, line.lower())
        if typed:
            typed[:1] = self._verb(answers, typed[0])
            typed = self._number_last(typed)
        while typed:
            options = answers.next_words(whole)
            fitting = matches(options, typed[0], known)
            if _are_caravans(fitting):
                fitting = _caravans_there(answers.board, fitting, typed[1] if typed[1:] else following)
            small = next((option for option in options if option in SMALL_WORDS), None)
            if not fitting and small is not None:
                whole.append(small)
            elif not fitting and len(whole) == 1 and self._is_icon(answers.board, whole[0], typed[0]):
                whole.append(_only_place(options, typed[0]))
            elif not fitting:
                return " ".join(self._all_named(answers.board, [*whole, *typed], len(whole)))
            elif len(fitting) > 1:
                raise Unclear(tr("“{word}” could mean {words}.", word=typed[0], words=either(fitting)))
            else:
                whole.append(fitting[0])
                typed.pop(0)
        return " ".join(whole)

    def spelled_out(self, answers: Answers, line: str) -> list[str]:
        """Return the words of a line in small letters, with each resource of a payment or offer as its own word.

        The program itself counts resources, as in ``2 metal, wine``, so players type that; it becomes ``metal metal
        wine``. A caravan may stand apart from its commodity, as in ``caravan wine``. Commas part the words of a list.
        """
        line = as_typed(answers.board, in_notation(self.rules, answers.board, line))
        if not self.lists(line.partition(" ")[0]):
            line = line.replace(",", " ")
        words = _joined(answers.board, line.split())
        pays = self.PAYING & set(answers.next_words([]))
        if not words or not pays or any(verb.startswith(words[0]) for verb in self.MOVES):
            return words
        found: list[str] = []
        listed = [_one(answers.board, word) for word in line.replace(",", " ").split() if word not in FILLERS]
        words = _joined(answers.board, listed)
        for number, word in enumerate(words):
            times = words[number - 1] if number else ""
            if _is_count(times) and _is_resource(answers.board, word):
                found[-1:] = [word] * int(times)
            else:
                found.append(word)
        return found

    def _verb(self, answers: Answers, word: str) -> list[str]:
        """Return the first word with the action that it means or leaves out, unless it begins one. Raises Unclear."""
        options = answers.next_words([])
        known = vocabulary(answers.board)
        if not word.isascii() or not word.isprintable():
            return [word]
        if word in self.rules.notation.verbs or matches(options, word, known):
            return [word]
        if meant := [verb for verb in SYNONYMS.get(word, ()) if verb in options]:
            return meant[:1]
        objects = {verb: following for verb in options if (following := answers.next_words([verb]))}
        left_out = [verb for verb, following in objects.items() if matches(following, word, known)]
        if not left_out and word in known:
            # It names something, and a rule tells why it cannot be that.
            left_out = list(objects)
        if len(left_out) == 1:
            return [left_out[0], word]
        if word in SYNONYMS:
            return [SYNONYMS[word][0]]
        if options:
            said = tr("I don't understand “{word}”. An answer begins with {words}.", word=word, words=either(options))
            if len(objects) == 1:
                ((verb, following),) = objects.items()
                said += " " + tr("“{verb}” may be left out: {words}.", verb=verb, words=either(following))
            raise Unclear(said)
        return [word]

    def _number_last(self, typed: list[str]) -> list[str]:
        """Return a move as in the notation: the number stands behind the places, and what moves is left out."""
        if not any(verb.startswith(typed[0]) for verb in self.MOVES):
            return typed
        words = [word for word in typed[1:] if word.removesuffix("s") not in MOVING]
        first = next((place for place, word in enumerate(words[:2]) if word.isdecimal()), None)
        if first is not None and len(words) > 2:
            words.insert(2, words.pop(first))
        return [typed[0], *words]

    def _is_icon(self, board: Any, verb: str, word: str) -> bool:
        """Return whether a word names what stands in a province, for an action that names the province first."""
        return verb in self.conquering and bool(matches(_icons(board), word, vocabulary(board)))

    def _all_named(self, board: Any, words: list[str], whole: int) -> list[str]:
        """Return a line that fits no legal answer, whole: after the first ``whole`` words by the board's names.

        Raises Unclear if a move names a place that could be several.
        """
        named = words[:whole]
        for word in words[whole:]:
            if word in SMALL_WORDS:
                named.append(word)
                continue
            options = self.rules.notation.options(board, named)
            fitting = matches(options, word, vocabulary(board))
            if len(fitting) > 1 and whole and words[0] in self.MOVES:
                raise Unclear(tr("“{word}” could mean {words}.", word=word, words=either(fitting)))
            if len(fitting) > 1 and _are_caravans(fitting):
                named.append(CARAVAN)
            else:
                named.append(fitting[0] if len(fitting) == 1 else _named(board, word, options))
        return named


def in_short(board: Any, line: str) -> str:
    """Return a line with several of one resource counted, ``with 3 coin``, which may be typed as well."""
    found: list[str] = []
    for word, same in groupby(line.split()):
        number = len(list(same))
        found += [f"{number} {word}"] if number > 1 and word in board.tokens else [word] * number
    return " ".join(found)


def _joined(board: Any, words: list[str]) -> list[str]:
    """Return the words, with a caravan and the commodity that stands beside it as the one word of the notation."""
    found: list[str] = []
    for word in words:
        named = _named(board, word) if found[-1:] == [CARAVAN] else ""
        if named in board.tokens and named != board.tokens[COIN]:
            found[-1] = f"{CARAVAN}:{named.removeprefix('*')}"
        else:
            found.append(word)
    return found


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdecimal() and 0 < int(word[:4]) <= MOST_COUNTED and len(word) < 3


def _one(board: Any, word: str) -> str:
    """Return the resource that a word names several of, as in ``3 coins``; the word itself where it names none."""
    one = word.removesuffix("s")
    return one if word not in board.tokens and one in board.tokens else word


def _is_resource(board: Any, word: str) -> bool:
    return any(token.startswith(word) for token in board.tokens)


def _are_caravans(icons: list[str]) -> bool:
    return bool(icons) and all(icon.startswith(f"{CARAVAN}:") for icon in icons)


def _caravans_there(board: Any, caravans: list[str], place: str) -> list[str]:
    """Return the caravans with icons in the provinces that the next word can mean; all if it can mean none."""
    provinces = matches(list(board.provinces), place, vocabulary(board)) if place else []
    there = {icon for name in provinces for icon in board.icon_of[board.provinces.index(name)]}
    return [name for name in caravans if name in there] if provinces else caravans


def _only_place(places: list[str], word: str) -> str:
    """Return the province that is meant where none is named; raises Unclear if there are several."""
    if len(places) == 1:
        return places[0]
    raise Unclear(tr("Name the province before “{word}”: {words}.", word=word, words=either(places)))


def _icons(board: Any) -> list[str]:
    """Return what can stand in provinces."""
    return ["control", *dict.fromkeys(icon for icons in board.icon_of for icon in icons)]


def _named(board: Any, word: str, options: Sequence[str] = ()) -> str:
    """Return the resource, else the place or empire, that a word begins, if there is one only; else the word itself.

    If one of the ``options`` must follow, only a place is made whole, where another place is meant. A refusal would
    quote any other word as the player did not type it.
    """
    places = (*board.provinces, *board.seas)
    sorts = (board.tokens, (*places, *board.empires))
    for names in (places,) if {*places} & {*options} else () if options else sorts:
        fitting = matches(list(names), word, vocabulary(board))
        if fitting:
            return fitting[0] if len(fitting) == 1 else word
    return word


def outline(answers: Answers, begun: str, most: int) -> list[tuple[str, bool]]:
    """Return the legal answers that begin with these whole words, in at most so many lines, and which are whole.

    Where there are more answers than that, lines tell how they begin.
    """
    start = f"{begun} " if begun else ""
    texts = (answers.text(action) for action in answers)
    whole = list(islice((text for text in texts if text == begun or text.startswith(start)), most + 1))
    if len(whole) > most:
        return _grown(answers, begun, most) or [*((text, True) for text in whole[: most - 1]), (begun, False)]
    if not whole and answers.next_words(begun.split()):
        return [(begun, False)]
    return [(text, True) for text in whole]


def _grown(answers: Answers, begun: str, most: int) -> list[tuple[str, bool]]:
    """Return lines that go on from these words by one word at a time, each into all ways to go on while there is room.

    None goes on to a payment, in which resources may stand in any order; if ``begun`` ends with one there is nothing.
    """
    lines = [(begun, _growth(answers, begun))]
    while True:
        room = most - len(lines)
        grown: list[tuple[str, list[str]]] = []
        for line, words in lines:
            if words and len(words) - 1 <= room:
                room -= len(words) - 1
                longer = [f"{line} {word}".lstrip() for word in words]
                grown += [(new, _growth(answers, new)) for new in longer]
            else:
                grown.append((line, words))
        if grown == lines:
            break
        lines = grown
    return [(line, not words and not _is_to_be_paid(answers, line)) for line, words in lines if line != begun]


def _growth(answers: Answers, line: str) -> list[str]:
    return [] if _is_to_be_paid(answers, line) else answers.next_words(line.split())


def _is_to_be_paid(answers: Answers, line: str) -> bool:
    return line.endswith(" with") or any(line.endswith(f" {token}") for token in answers.board.tokens)


@cache
def vocabulary(board: Any) -> frozenset[str]:
    """Return every word of the notation that names something, an empire that does not play included."""
    icons = (icon.name for row in board.icons for icon in row)
    tiles = (tile.id for tile in board.tiles)
    empires = (empire.id for empire in board.map.empires)
    places = (*board.provinces, *board.seas, *empires, *board.tokens)
    return frozenset((*icons, *tiles, *places, *TRACKS, *UNIT_KINDS, "control"))


def matches(options: list[str], word: str, known: frozenset[str]) -> list[str]:
    """Return the options that a typed word can mean: itself, else those it begins, else those with such a part."""
    if word in options:
        return [word]
    if word in known:
        return [option for option in options if option.endswith(f":{word}")] or [
            option for option in options if option == f"*{word}"
        ]
    return fits(options, word)
