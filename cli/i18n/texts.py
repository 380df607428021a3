"""The language of what people read, by gettext; what they type, records, JSON and logs are the same in every language.

Every text is written in English where it is shown, inside ``tr`` or ``plural``, with named fields for what varies. The
catalogues lie in ``cli/i18n/locale``. What a catalogue lacks shows in English. Below the lookup stand numbers of things
(``3 fortresses``) and Korean particles, whose form depends on the word before them.
"""

from __future__ import annotations

import gettext as library
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, runtime_checkable

from core.engine.message import Message

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "mare"
ENGLISH = "en"
KOREAN = "ko"
VARIABLE = "MARE_LANGUAGE"
"""The environment variable that names the language, before those of the system."""

_LIBRARY_VARIABLE = "LANGUAGE"
"""Where GNU's gettext, and with it the standard library's, looks first."""

_NUMBERED = re.compile(r"([a-z_]+)(\d+)")


class _Chosen:
    """The catalogue that is in use; English has none."""

    def __init__(self) -> None:
        self.language = ENGLISH
        self.catalogue: library.NullTranslations = library.NullTranslations()


_chosen = _Chosen()


def languages() -> list[str]:
    """Return the languages that there are, English first."""
    return [ENGLISH, *sorted(path.parent.parent.name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))]


def language() -> str:
    """Return the language in use."""
    return _chosen.language


def use(code: str) -> None:
    """Speak a language from now on; raises KeyError for one that there is not."""
    if code not in languages():
        raise KeyError(code)
    _chosen.language = code
    _chosen.catalogue = (
        library.NullTranslations()
        if code == ENGLISH
        else library.translation(DOMAIN, str(LOCALE), languages=[code], fallback=True)
    )


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for as long as the block runs; raises KeyError for one that there is not."""
    before = _chosen.language
    use(code)
    try:
        yield
    finally:
        use(before)


def wanted(environ: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, as gettext does, or English if there is no such catalogue."""
    named = environ.get(VARIABLE) or environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    code = _code(named)
    return code if code in languages() else ENGLISH


def is_unknown(environ: Mapping[str, str]) -> bool:
    """Return whether our own variable names a language that there is not."""
    return bool(environ.get(VARIABLE)) and _code(environ[VARIABLE]) not in languages()


def _code(named: str) -> str:
    return re.split(r"[_.@-]", named.lower())[0]


@contextmanager
def lent_to_library() -> Iterator[None]:
    """Let what the standard library says be said from our catalogues, too, for as long as the block runs.

    argparse looks its words up by gettext, in the domain that is set, and in the language that the environment names.
    """
    before, named = library.textdomain(), os.environ.get(_LIBRARY_VARIABLE)
    library.bindtextdomain(DOMAIN, str(LOCALE))
    library.textdomain(DOMAIN)
    os.environ[_LIBRARY_VARIABLE] = _chosen.language
    try:
        yield
    finally:
        library.textdomain(before)
        if named is None:
            del os.environ[_LIBRARY_VARIABLE]
        else:
            os.environ[_LIBRARY_VARIABLE] = named


# ---------------------------------------------------------------------- texts


def marked(text: str) -> str:
    """Mark a text for the catalogues, which is translated where it is shown."""
    return text


def marked_plural(one: str, several: str) -> tuple[str, str]:
    """Mark the two forms of a text for the catalogues, which is translated where it is shown."""
    return one, several


def tr(text: str, /, **fields: object) -> str:
    """Return a text in the language in use, with its fields filled in."""
    found = _chosen.catalogue.gettext(text) if text else text
    return _filled(found, text, fields) if fields else found or text


def plural(one: str, several: str, number: int, /, **fields: object) -> str:
    """Return the same for a text that depends on a number, which is its field ``number``."""
    found = _chosen.catalogue.ngettext(one, several, number)
    return _filled(found, one if number == 1 else several, {"number": number, **fields})


def _found(text: str) -> str:
    # A catalogue keeps its own header under the empty text.
    return _chosen.catalogue.gettext(text) if text else text


def _filled(found: str, text: str, fields: Mapping[str, object]) -> str:
    if not fields:
        return found or text
    return (with_particles(found or text, fields) if _chosen.language == KOREAN else found or text).format(**fields)


@runtime_checkable
class Translatable(Protocol):
    """A message to people as a template and its fields: an event, a refusal, or a problem at a table."""

    @property
    def template(self) -> str:
        """The text in English, with its fields in braces."""

    @property
    def fields(self) -> Mapping[str, object]:
        """What stands in the fields, by their names."""


def translated(told: Translatable | Exception | str) -> str:
    """Return what people are told, in the language in use; any other exception and plain text as they are."""
    if not isinstance(told, Translatable):
        return str(told)
    fields = {name: field_of(told, value) for name, value in told.fields.items()}
    return _filled(_found(told.template), told.template, fields)


def field_of(told: Translatable, value: object) -> object:
    """Return a field as people read it. Only messages of the rules name terms; others may name people and addresses."""
    if isinstance(value, Translatable):
        return translated(value)
    return term(value) if isinstance(value, str) and isinstance(told, Message) else value


SYSTEM = (
    marked("No such file or directory"),
    marked("Is a directory"),
    marked("Not a directory"),
    marked("Permission denied"),
    marked("File name too long"),
    marked("File exists"),
    marked("No space left on device"),
    marked("Read-only file system"),
    marked("Input/output error"),
    marked("Too many levels of symbolic links"),
    marked("Operation not permitted"),
    marked("connection refused"),
    marked("connection reset by peer"),
    marked("connection timed out"),
    marked("name or service not known"),
    marked("network is unreachable"),
    marked("no route to host"),
    marked("temporary failure in name resolution"),
)
"""What the system says of files and of the network, word for word."""


def reason_of(error: OSError) -> str:
    """Return what the system says, without a full stop; in the language in use where it is one of ``SYSTEM``."""
    return tr(error.strerror) if error.strerror else str(error)


def term(name: str) -> str:
    """Return a name or term of the game: an empire, a hero, a resource, a building, an icon such as ``caravan:oil``."""
    if _chosen.language == ENGLISH or not name:
        return name
    found = _found(name)
    if found != name:
        return found
    if name.startswith("*"):
        return f"*{term(name[1:])}"
    if ":" in name:
        return ":".join(map(term, name.split(":")))
    if numbered := _NUMBERED.fullmatch(name):
        return f"{term(numbered[1])}{numbered[2]}"
    return term(name.replace("_", " ")) if "_" in name else name


def listed(names: Iterable[str], nothing: str = "") -> str:
    """Return terms one after another; ``nothing`` where there are none."""
    return ", ".join(map(term, names)) or nothing


def begun(text: str) -> str:
    """Return a text as the beginning of a sentence; unlike ``str.capitalize`` it leaves names in it as they are."""
    return text[:1].upper() + text[1:]


def both(texts: Sequence[str]) -> str:
    """Return texts, with commas and with *and* before the last: ``Rome, Greece and Egypt``."""
    if len(texts) < 2:
        return "".join(texts)
    *others, last = texts
    return tr("{one} and {other}", one=", ".join(others), other=last)


COUNTED = {
    "bot": marked_plural("{number} bot", "{number} bots"),
    "caravan": marked_plural("{number} caravan", "{number} caravans"),
    "card": marked_plural("{number} card", "{number} cards"),
    "capital": marked_plural("{number} capital", "{number} capitals"),
    "city": marked_plural("{number} city", "{number} cities"),
    "commodity": marked_plural("{number} commodity", "{number} commodities"),
    "control marker": marked_plural("{number} control marker", "{number} control markers"),
    "entry": marked_plural("{number} entry", "{number} entries"),
    "fortress": marked_plural("{number} fortress", "{number} fortresses"),
    "game": marked_plural("{number} game", "{number} games"),
    "legendary city": marked_plural("{number} legendary city", "{number} legendary cities"),
    "legion": marked_plural("{number} legion", "{number} legions"),
    "marker": marked_plural("{number} marker", "{number} markers"),
    "location": marked_plural("{number} location", "{number} locations"),
    "market": marked_plural("{number} market", "{number} markets"),
    "minute": marked_plural("{number} minute", "{number} minutes"),
    "more set": marked_plural("{number} more set", "{number} more sets"),
    "player": marked_plural("{number} player", "{number} players"),
    "point": marked_plural("{number} point", "{number} points"),
    "process": marked_plural("{number} process", "{number} processes"),
    "resource": marked_plural("{number} resource", "{number} resources"),
    "round": marked_plural("{number} round", "{number} rounds"),
    "second": marked_plural("{number} second", "{number} seconds"),
    "seat": marked_plural("{number} seat", "{number} seats"),
    "step": marked_plural("{number} step", "{number} steps"),
    "temple": marked_plural("{number} temple", "{number} temples"),
    "trireme": marked_plural("{number} trireme", "{number} triremes"),
    "whole answer": marked_plural("{number} whole answer", "{number} whole answers"),
}
"""What is counted, by its name in the singular."""

_SEVERAL = ("spices", "gladiators", "slaves", "gems")
"""The resources whose English names are of more than one."""


def count(number: int, thing: str) -> str:
    """Return ``1 legion``, ``2 legions``, ``3 fortresses``, of a thing that `COUNTED` lists."""
    return plural(*COUNTED[thing], number)


def goods(number: int, name: str) -> str:
    """Return so many resources of a kind, whose name is in the language in use, as that language counts."""
    return tr("{number} {good}", number=number, good=good(number, name))


def good(number: int, name: str) -> str:
    """Return the name of a kind of resources behind its number, in the language in use: ``spice``, ``gladiators``."""
    return name.removesuffix("s") if abs(number) == 1 and language() == ENGLISH and name in _SEVERAL else name


_AFTER_FIELD = re.compile(
    r"""(\{[^{}]*\})([”\u2019"'`)\]…]*)(은\(는\)|이\(가\)|을\(를\)|과\(와\)|와\(과\)|\(으\)로|\(이\))"""
)
"""A field, what closes a quotation or brackets, and a particle in both forms."""

PARTICLES = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "와(과)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)": ("이", ""),
}
"""How a catalogue writes a particle, with its forms after a consonant and after a vowel."""

FIRST_SYLLABLE, LAST_SYLLABLE, FINALS, RIEUL = "가", "힣", 28, 8
"""The syllables of Unicode, how many there are with the same beginning, and the final after which it is 로."""

READ_AS = {"0": "영", "1": "일", "3": "삼", "6": "육", "7": "칠", "8": "팔", "l": "엘", "m": "엠", "n": "엔"}
"""Digits and Latin letters that are read with a consonant at their end; the others, and %, end in a vowel."""


def with_particles(template: str, fields: Mapping[str, object]) -> str:
    """Return the template with the right form of each particle that follows a field."""
    return _AFTER_FIELD.sub(
        lambda found: f"{found[1]}{found[2]}{_particle(found[1].format(**fields), found[3])}", template
    )


def _particle(word: str, both: str) -> str:
    """Return the form that follows a word; both forms if the word is in an unknown script."""
    last = next((letter for letter in reversed(word.lower()) if letter.isalnum() or letter == "%"), "")
    read = READ_AS.get(last, last)
    if not read or not (FIRST_SYLLABLE <= read <= LAST_SYLLABLE or read.isascii()):
        return both
    final = (ord(read) - ord(FIRST_SYLLABLE)) % FINALS if FIRST_SYLLABLE <= read <= LAST_SYLLABLE else 0
    after_consonant, after_vowel = PARTICLES[both]
    return after_vowel if not final or (final == RIEUL and both == "(으)로") else after_consonant
