"""The terms of a table, which all members of the lobby agree to: the edition, its options, and customs beside them.

Customs are a clock for each turn, and whether players may have hints. They stand in the charter's options round those
of the edition, so that all players sign the same; the rules know nothing of them. A table that has chosen nothing has
the edition's options alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

from cli.args import empires_of, meaning_of, option_called, told_of
from cli.editions import notice_of
from cli.i18n.texts import begun as begin_sentence
from cli.i18n.texts import count, marked, tr, translated
from cli.play.past import PastGame
from cli.table_game import Customs, customs_in, with_customs, without_customs
from cli.ui.text.names import empires
from core import DataError
from core.engine.edition import RANDOM, Edition
from core.engine.option import ADVISED, LineUp, Option
from crypto import PublicKey, Value
from p2p import Denied, Picture

UNREAD = marked("Name an option and its value; “set” alone lists the options.")


MOST_MINUTES = 1440
"""The longest clock: a day."""

CLOCK, HINTS = "clock", "hints"

MEANINGS = {
    CLOCK: marked("minutes for a turn; after them you may propose “absent” for a player who is here; 0 for no clock"),
    HINTS: marked("whether players may ask for hints"),
}
_WORDS: Mapping[str, Sequence[str]] = {CLOCK: (), HINTS: ("yes", "no")}
_NUMBERS = {CLOCK: ("0", "2", "5", "10", "30"), "max-rounds": ("0", "1", "2", "3", "5")}
"""Numbers that are offered where any other can be typed, too."""

_ASIDE = re.compile(r"[:;]| ?\(")
"""Where the first words of a meaning end. They are enough where the values have meanings of their own."""


class Terms:
    """What a table of an edition agrees to on a map."""

    def __init__(self, edition: Edition, game_map: Any, past: PastGame | None = None) -> None:
        """``past`` is the game that the table continues."""
        self.edition = edition
        self._past = past
        self._map = game_map

    def told(self, picture: Picture) -> str:
        """Return what a player who is ready agrees to beside the seats."""
        game = [self.edition.title]
        if self._map.digest != self.edition.standard_map().digest:
            game.append(tr("on the map “{title}”", title=self._map.title))
        watch = tr("spectators may watch") if picture.watch else tr("no spectators")
        return ", ".join([*game, *self._options_told(picture), *_customs_told(picture.options), watch])

    def proven(self, key: PublicKey) -> str | None:
        """Return what the player with this key is proven to have done in the game that the table continues, if so."""
        return self._past.proven.get(key) if self._past is not None else None

    @property
    def notice(self) -> list[str]:
        """What players must know of the edition before anything else, as the first line of what is shown, if any."""
        return notice_of(self.edition.id)

    def empires(self, picture: Picture | None) -> tuple[str, ...]:
        """Return what a player can choose; until the table is seen, every empire of the map."""
        if self._past is not None:
            return self._past.going_on.seats
        if picture is None:
            return empires_of(self.edition, self._map)
        options = self._options(picture)
        return () if options is None else self.edition.empires(options, self._map)

    def name_of(self, empire: str, picture: Picture | None) -> str:
        """Return what a player can choose by its name, in the language in use; nothing until the table is seen."""
        options = self._options(picture) if picture is not None else None
        if options is None:
            return ""
        state = self.edition.start(options, self._map)
        names: dict[str, str] = dict(zip(state.board.empires, empires(state), strict=True))
        return names.get(empire, "")

    def listed(self) -> str:
        """Return the options, one a line, as the host types them, with what they mean."""
        listed = [f"  set {_called(option)} {_values(option)}: {meaning_of(option)}" for option in self._declared]
        listed += [f"  set {name} {'|'.join(_WORDS[name]) or 'N'}: {tr(meaning)}" for name, meaning in MEANINGS.items()]
        return "\n".join(listed)

    def completed(self, words: list[str], seats: int) -> list[str]:
        """Return what the last of the words after ``set`` can be, at a table of so many seats."""
        names = self._begun(words[0])
        if len(words) == 1:
            return names
        if len(words) > 2 or len(names) != 1:
            return []
        done, comma, begun = words[1].rpartition(",")
        known = self._words(names[0]) or _NUMBERS.get(names[0], ())
        if seats and not comma and names[0] not in MEANINGS and isinstance(self._option(names[0]), LineUp):
            # One empire alone is no line-up.
            playing = combinations(empires_of(self.edition, self._map), seats)
            known = [ADVISED, *map(",".join, playing)]
        return [f"{done}{comma}{word}" for word in known if word.startswith(begun)]

    def meaning(self, words: Sequence[str]) -> str:
        """Return what the words after ``set`` mean, in the language in use; nothing if they mean nothing."""
        names = self._begun(words[0])
        if len(names) != 1 or len(words) > 2:
            return ""
        name = names[0]
        if len(words) == 1:
            told = tr(MEANINGS[name]) if name in MEANINGS else meaning_of(self._option(name))
            return begin_sentence(_ASIDE.split(told)[0])
        if name in MEANINGS:
            custom = _custom_changed(Customs(), name, words[1])
            return "" if custom is None else _custom_told(custom, name)
        option = self._option(name)
        if isinstance(option, LineUp):
            known = {**self._names, ADVISED: tr("the advised ones")}
            return ", ".join(known.get(word, word) for word in words[1].split(","))
        value = option.read(words[1], ())
        return "" if value is None else told_of(option, value)

    def changed(self, picture: Picture, typed: str) -> tuple[Value, tuple[str, ...]]:
        """Return the options after ``set``, as a charter says them, and what can be chosen then; raises Denied."""
        if self._past is not None:
            raise Denied(tr("This table goes on with a game, so its options stay as they are."))
        word, _, text = typed.partition(" ")
        begun = self._begun(word)
        if not begun:
            raise Denied(
                tr(
                    "{game} has no option {name!r}; “set” alone lists the options.",
                    game=self.edition.title,
                    name=word,
                )
            )
        if len(begun) > 1:
            raise Denied(tr(UNREAD))
        name, agreed = begun[0], customs_in(picture.options)
        if name in MEANINGS:
            new = _custom_changed(agreed, name, text.strip())
            if new is None:
                raise Denied(_wrong(name, text, self._words(name)))
            return with_customs(without_customs(picture.options), new), self.empires(picture)
        option = self._option(name)
        value = option.read(text.strip(), empires_of(self.edition, self._map))
        if value is None:
            raise Denied(_wrong(name, text, self._words(name)))
        try:
            options = self._read(picture)._replace(**{option.name: value})
            written = with_customs(self.edition.write_options(options), agreed)
            return written, self.edition.empires(options, self._map)
        except DataError as error:
            raise Denied(
                begin_sentence(tr("this table is not possible: {problem}", problem=translated(error.message)))
            ) from None

    @property
    def _declared(self) -> tuple[Option, ...]:
        return self.edition.declared

    def _begun(self, word: str) -> list[str]:
        """Return the names of options and customs that a word begins; the one that it is, if it is one."""
        names, typed = [*map(_called, self._declared), *MEANINGS], word.lower().replace("_", "-")
        return [typed] if typed in names else [name for name in names if name.startswith(typed)]

    def _option(self, name: str) -> Option:
        return next(option for option in self._declared if _called(option) == name)

    @cached_property
    def _names(self) -> dict[str, str]:
        """The empires of the largest table, by name."""
        seats = max(self.edition.tables(self._map))
        state = self.edition.start(self.edition.options(seats, (RANDOM,) * seats), self._map)
        return dict(zip(state.board.empires, empires(state), strict=True))

    def _words(self, name: str) -> Sequence[str]:
        """Return the words that an option or custom can be; nothing for numbers."""
        if name in MEANINGS:
            return _WORDS[name]
        return self._option(name).words(empires_of(self.edition, self._map))

    def _options_told(self, picture: Picture) -> list[str]:
        options = self._options(picture)
        if options is None:
            return [tr("options that this program cannot play")]
        playing = self.edition.empires(options, self._map)
        return [self._told_of(option, getattr(options, option.name), playing) for option in self.edition.declared]

    def _told_of(self, option: Option, value: Any, playing: Sequence[str]) -> str:
        """Return what a table agrees to that has chosen this, with the names of what plays."""
        if isinstance(option, LineUp):
            value, playing = ([self._names.get(word, word) for word in words] for words in (value, playing))
        return told_of(option, value, playing)

    def _options(self, picture: Picture) -> Any:
        """Return the options of a table; None if this program cannot play them."""
        try:
            options = self._read(picture)
            self.edition.start(options, self._map)
        except DataError:
            return None
        return options

    def _read(self, picture: Picture) -> Any:
        return self.edition.read_options(without_customs(picture.options), (RANDOM,) * picture.seats)


def _wrong(name: str, text: str, known: Sequence[str]) -> str:
    """Return why the typed text is no value of an option; a number is all that an option without words can be."""
    if not text.strip():
        return tr(UNREAD)
    if len(known) < 2:
        return tr("{name} needs a whole number; 0 means no limit.", name=name)
    return tr("{name} cannot be {text!r}; choose from {known}.", name=name, text=text.strip(), known=", ".join(known))


def _called(option: Option) -> str:
    """Return how an option is typed in the lobby."""
    return option_called(option.name).removeprefix("--")


def _values(option: Option) -> str:
    """Return what can be typed behind it."""
    if isinstance(option, LineUp):
        return f"NAME,…|{ADVISED}"
    return "|".join(option.words(())) or "N"


def _customs_told(options: object) -> list[str]:
    """Return what a table agrees to, beside its rules; nothing if that is the usual."""
    customs, usual = customs_in(options), Customs()
    return [_custom_told(customs, name) for name in MEANINGS if getattr(customs, name) != getattr(usual, name)]


def _custom_told(customs: Customs, name: str) -> str:
    """Return what a table agrees to by one of its customs."""
    if name == HINTS:
        return tr("players may ask for hints") if customs.hints else tr("no hints")
    minutes = count(customs.clock, "minute")
    return tr("a clock of {minutes} for each turn", minutes=minutes) if customs.clock else tr("no clock")


def _custom_changed(customs: Customs, name: str, text: str) -> Customs | None:
    """Return the customs after ``set NAME TEXT``; None if the text is not a value."""
    if name == CLOCK:
        minutes = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else -1
        return customs._replace(clock=minutes) if 0 <= minutes <= MOST_MINUTES else None
    known = {"yes": True, "no": False}
    meant = [value for word, value in known.items() if text and word.startswith(text.lower())]
    return customs._replace(hints=meant[0]) if len(meant) == 1 else None
