"""Korean particles: how a word ends says which of two forms follows it, so a text has both, as ``은(는)``."""

from __future__ import annotations

import re
from collections.abc import Mapping

_AFTER_FIELD = re.compile(
    r"""(\{[^{}]*\})([”\u2019"'`)\]…]*)(은\(는\)|이\(가\)|을\(를\)|과\(와\)|와\(과\)|\(으\)로|\(이\))"""
)
"""A field, what closes a quotation or brackets, and a particle in both forms."""

FORMS = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "와(과)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)": ("이", ""),
}
"""How a catalogue writes a particle, with its forms after a consonant and after a vowel."""

FIRST, LAST, FINALS, RIEUL = "가", "힣", 28, 8
"""The syllables of Unicode, how many there are with the same beginning, and the final after which it is 로."""

CLOSED = {"0": "영", "1": "일", "3": "삼", "6": "육", "7": "칠", "8": "팔", "l": "엘", "m": "엠", "n": "엔"}
"""Digits and Latin letters that are read with a consonant at their end; the others, and %, end in a vowel."""


def chosen(template: str, fields: Mapping[str, object]) -> str:
    """Return the template with the right form of each particle that follows a field."""
    return _AFTER_FIELD.sub(lambda found: f"{found[1]}{found[2]}{_form(found[1].format(**fields), found[3])}", template)


def _form(word: str, both: str) -> str:
    """Return the form that follows a word; both forms if the word is in an unknown script."""
    last = next((letter for letter in reversed(word.lower()) if letter.isalnum() or letter == "%"), "")
    read = CLOSED.get(last, last)
    if not read or not (FIRST <= read <= LAST or read.isascii()):
        return both
    final = (ord(read) - ord(FIRST)) % FINALS if FIRST <= read <= LAST else 0
    after_consonant, after_vowel = FORMS[both]
    return after_vowel if not final or (final == RIEUL and both == "(으)로") else after_consonant
