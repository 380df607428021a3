"""Action notation: one line of text for each action, with one spelling only, as the actions declare it.

``text`` writes that spelling. A ``Grammar`` reads it. ``parse`` is lenient: capitals, extra spaces and the order of
listed things do not matter, and small words may be left out. ``parse_strict`` accepts only what ``text`` writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from core.engine.action import Action
from core.engine.errors import NotationError
from core.engine.kind import Kind, Said, kinds_of
from core.engine.message import several
from core.engine.words import SMALL_WORDS, Words, quote


class Slot(NamedTuple):
    """The place of a field in a line.

    An optional field has a ``lead``, its small word, and is left out if its value is ``default``.
    """

    name: str
    kind: Kind
    lead: str = ""
    default: object = None

    def written(self, board: Any, value: Any, said: Said) -> list[str]:
        """Return the words for a value; none if it is left out."""
        if self.default is None:
            return self.kind.text(board, value, said).split()
        return [] if value == self.default else [self.lead, *self.kind.text(board, value, said).split()]

    def all_written(self, board: Any, values: Sequence[Any], said: Said) -> list[list[str]]:
        """Return the words for each of some values."""
        if self.default is None:
            return [text.split() for text in self.kind.texts(board, values, said)]
        return [self.written(board, value, said) for value in values]


Part: TypeAlias = str | Slot


class Form(NamedTuple):
    """A line as an action's ``form`` declares it: literal words, and slots."""

    action: type[Action]
    verb: str
    parts: tuple[Part, ...]
    names: tuple[str, ...]
    """The names of its slots."""

    def filled(self, values: Iterable[Any]) -> Action:
        """Return the action whose slots hold these values."""
        make: Callable[..., Action] = self.action
        return make(*values)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of the line's slots, in order."""
        return tuple(part.kind for part in self.parts if isinstance(part, Slot))


class _OtherForm(Exception):
    """A line lacks the word that tells this form from another form of its verb."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(expected, found)
        self.expected = expected
        self.found = found


def form_of(action: type[Action]) -> Form:
    """Return the form that a type of action declares."""
    record: Any = action
    return _form_of(record)


@cache
def _form_of(action: Any) -> Form:
    kinds = kinds_of(action)
    defaults = {field.name: field.default for field in fields(action)}
    verb, *words = re.findall(r"\[[^]]*\]|\S+", action.form)
    parts: list[Part] = []
    for word in words:
        found = re.fullmatch(r"(?:\[(\w*) ?)?\{(\w+)\}\]?", word)
        if found is None:
            parts.append(word)
        elif word[0] == "[":
            parts.append(Slot(found[2], kinds[found[2]], found[1], defaults[found[2]]))
        else:
            parts.append(Slot(found[2], kinds[found[2]]))
    names = tuple(part.name for part in parts if isinstance(part, Slot))
    if names != (*kinds,):
        raise TypeError(f"the slots in the form of {action.__name__} differ from its fields, or from their order")
    return Form(action, verb, tuple(parts), names)


def text(board: Any, action: Action) -> str:
    """Return the one spelling of an action."""
    form = form_of(type(action))
    words, said = [form.verb], dict[str, Any]()
    for part in form.parts:
        if isinstance(part, str):
            words.append(part)
            continue
        value = said[part.name] = getattr(action, part.name)
        words += part.written(board, value, said)
    return " ".join(filter(None, words))


def _read(form: Form, words: Words) -> Action:
    """Read the words after the verb. Raises NotationError or _OtherForm."""
    said: dict[str, Any] = {}
    for part in form.parts:
        _take(part, words, said)
    words.end()
    return form.action(**said)


def _take(part: Part, words: Words, said: dict[str, Any]) -> None:
    if isinstance(part, Slot):
        left_out = part.default is not None and not words.more()
        said[part.name] = part.default if left_out else part.kind.read(words, said)
    elif part not in SMALL_WORDS:
        found = words.left()[:1]
        if found != [part]:
            raise _OtherForm(part, "".join(found))
        words.next(part)


class Grammar:
    """The lines of some types of actions. Several types may share a verb."""

    def __init__(self, actions: Iterable[type[Action]]) -> None:
        self._forms: dict[str, list[Form]] = {}
        for action in actions:
            form = form_of(action)
            self._forms.setdefault(form.verb, []).append(form)

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """Return all types of actions."""
        return tuple(form.action for forms in self._forms.values() for form in forms)

    @property
    def verbs(self) -> Mapping[str, str]:
        """Return the first words of all actions, each with its meaning."""
        return {verb: forms[0].action.meaning for verb, forms in self._forms.items()}

    def forms(self, verb: str) -> Sequence[Form]:
        """Return the forms of a verb; none for an unknown verb."""
        return self._forms.get(verb, ())

    def verbs_with(self, fits: Callable[[Form], bool]) -> tuple[str, ...]:
        """Return the verbs with a form that fits."""
        return tuple(verb for verb, forms in self._forms.items() if any(map(fits, forms)))

    def text(self, board: Any, action: Action) -> str:
        """Return the one spelling of an action."""
        return text(board, action)

    def parse(self, board: Any, line: str) -> Action:
        """Return the action that a line spells, leniently.

        Raises NotationError, which says what is wrong and what to type instead.
        """
        words = line.lower().split() if line.isascii() else []
        # A refusal quotes the word. A control character in it would reach the terminals of people who read the refusal.
        if not words or not all(map(str.isprintable, words)):
            raise NotationError("An action is a line of plain letters.")
        forms = self._forms.get(words[0])
        if forms is None:
            raise NotationError(
                "There is no action {word}; the actions are {actions}.",
                word=quote(words[0]),
                actions=", ".join(sorted(self._forms)),
            )
        others: list[_OtherForm] = []
        refusal: NotationError | None = None
        for form in forms:
            try:
                return _read(form, Words(board, words[1:]))
            except _OtherForm as other:
                others.append(other)
            except NotationError as error:
                refusal = refusal or error
        raise refusal or _no_form(others)

    def parse_strict(self, board: Any, line: str) -> Action:
        """Return the action that a line spells exactly. Raises NotationError if ``text`` spells it otherwise."""
        action = self.parse(board, line)
        spelling = text(board, action)
        if spelling != line:
            raise NotationError("The one spelling of this action is “{spelling}”.", spelling=spelling)
        return action

    def options(self, board: Any, begun: Sequence[str]) -> list[str]:
        """Return the words of the board that can follow some whole words, legal or not."""
        if not begun:
            return list(self._forms)
        found: dict[str, None] = {}
        for form in self.forms(begun[0]):
            found.update(dict.fromkeys(_options(form, Words(board, begun[1:]))))
        return list(found)


def _options(form: Form, words: Words) -> Iterable[str]:
    """Yield the words that can follow the given words in one form."""
    said: dict[str, Any] = {}
    for part in form.parts:
        if not words.more() and isinstance(part, str) and part not in SMALL_WORDS:
            yield part
        elif not words.more() and isinstance(part, Slot):
            yield from part.kind.options(words.board, said)
        try:
            _take(part, words, said)
        except (NotationError, _OtherForm):
            return
        if isinstance(part, Slot) and part.kind.lists and not words.more():
            yield from part.kind.options(words.board, said)


def _no_form(others: list[_OtherForm]) -> NotationError:
    """Return the error for a line that fits no form of its verb. It names the words that tell the forms apart."""
    expected = several(other.expected for other in others)
    if not others[0].found:
        return NotationError("The action ends where {meaning} should follow.", meaning=expected)
    return NotationError("{word} can't stand there; say one of: {words}.", word=quote(others[0].found), words=expected)
