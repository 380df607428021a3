"""A language that no one reads: every text of the catalogue with its letters replaced, and its fields kept.

What works in it does not depend on how anything is worded; and what still stands in English letters was never
translated.
"""

from __future__ import annotations

import re
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from cli.i18n.texts import DOMAIN
from tests import texts as catalogues

PSEUDO = "qq"
"""The language's code, which no language has."""

CYRILLIC = "\u0430\u0410"
"""The first letter of the alphabet, small and capital."""

_LETTERS = str.maketrans(
    ascii_lowercase + ascii_uppercase,
    "".join(chr(ord(first) + place) for first in CYRILLIC for place in range(len(ascii_lowercase))),
)
_FIELD = re.compile(r"(\{[^{}]*\}|%(?:\(\w+\))?[rs])")


def unreadable(text: str) -> str:
    """Return a text whose letters are Cyrillic, as wide as before; fields are left alone."""
    return "".join(part if place % 2 else part.translate(_LETTERS) for place, part in enumerate(_FIELD.split(text)))


def write(folder: Path) -> None:
    """Write the language's catalogue of all texts of the sources into a folder of catalogues."""
    catalogue = Catalog(locale="en", domain=DOMAIN, fuzzy=False)
    for message in catalogues.template():
        if message.id:
            changed = tuple(map(unreadable, catalogues.forms(message)))
            catalogue.add(message.id, changed if len(changed) > 1 else changed[0])
    path = folder / PSEUDO / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue)
    path.with_suffix(".mo").write_bytes(catalogues.compiled(path))
