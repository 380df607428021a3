"""The words that ``docs/glossary.md`` gives a concept, and those that it tells not to use for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from babel.messages.pofile import read_po

from tests.readability import ROOT, sentences

GLOSSARY: Final = ROOT / "docs" / "glossary.md"
CATALOGUE: Final = ROOT / "cli" / "i18n" / "locale" / "ko" / "LC_MESSAGES" / "mare.po"
"""One catalogue for all: each has every text of the program."""

_ROW = re.compile(r"^\| (\*.+?) \| .+? \| (.+?) \|$", re.MULTILINE)
_ON_SCREEN = " on screen"
_FIELD = re.compile(r"\{[^{}]*\}")


def synonyms(glossary: str) -> tuple[dict[str, str], dict[str, str]]:
    """The words that a glossary tells not to use on pages, and on screen, each with the word to use instead."""
    pages, screen = {}, {}
    for word, listed in _ROW.findall(glossary):
        for synonym in listed.split(", "):
            avoided = synonym.removesuffix(_ON_SCREEN)
            if avoided != "-":
                screen[avoided] = word.replace("*", "")
                if avoided == synonym:
                    pages[avoided] = screen[avoided]
    return pages, screen


def told() -> Iterator[tuple[str, str]]:
    """Every text of the program, with where it is in the catalogue."""
    with CATALOGUE.open("rb") as file:
        for message in read_po(file):
            wordings = (message.id,) if isinstance(message.id, str) else message.id
            yield from ((f"{CATALOGUE.name}:{message.lineno}", _FIELD.sub("", wording)) for wording in wordings)


def written(pages: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Every sentence of pages in Markdown, with where it is."""
    for name, text in pages.items():
        yield from ((f"{name}:{sentence.line}", sentence.text) for sentence in sentences(text))


def misnamed(texts: Iterator[tuple[str, str]], avoided: Mapping[str, str]) -> list[str]:
    """Where texts use a word that they must not, each as ``place: word, say another``."""
    any_of = re.compile(rf"\b({'|'.join(map(re.escape, avoided))})(?:e?s|ed)?\b", re.IGNORECASE)
    return [
        f"{place}: {found[0]}, say {avoided[found[1].lower()]}"
        for place, text in texts
        for found in any_of.finditer(text)
    ]
