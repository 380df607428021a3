"""``python -m tests.readability [FILE …]``: how easily the pages are read, and what in them is hard to read.

For each page it prints Flesch's reading ease (the higher, the easier; 60 and more is plain English), the mean number of
words in a sentence, and the words of the longest one. It fails if a sentence has more than `MOST_WORDS` words, or if a
word of the old style stands on a page. Code and quotations (lines that begin with ``>``) are left out. Cells of tables
and headings are checked, but don't count for the figures: they are no sentences.

Syllables are counted by rule. Libraries for this count by dictionaries, which they fetch when they run.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "core").glob("*/data/rules.md")),
]
MOST_WORDS = 35

# Words of the old style. They hide who acts: name the peer, the session or the player instead.
OLD_WORDS = re.compile(r"\b(?:whoever|somebody|nobody|upon|he|him|his)\b", re.IGNORECASE)

_FENCED = re.compile(r"^( *)(```|~~~).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+)(?!`)(?:.|\n(?!\n))*?(?<!`)\1(?!`)")
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
_ABBREVIATION = re.compile(r"\b(e\.g|i\.e|vs|cf)\.")
_END = re.compile(r"(?<=[.!?])[”\")*_]*\s+(?=[“\"(*_]*[A-Z0-9\u25a1…])")
_WORD = re.compile(r"[\w□][\w□'\u2019.,:/%+-]*")
_VOWELS = re.compile(r"[aeiouy]+")

CODE = "□"
"""What stands for a piece of code: one word, whatever its length."""


class Sentence(NamedTuple):
    """A sentence of a page, and the line at which its paragraph begins; ``told`` unless it is a heading or a cell."""

    line: int
    text: str
    told: bool

    @property
    def words(self) -> list[str]:
        """Its words; a piece of code is one."""
        return _WORD.findall(self.text)


class Figures(NamedTuple):
    """How easily a page is read."""

    ease: float
    mean: float
    longest: int


def syllables(word: str) -> int:
    """Return the number of syllables of an English word, by its groups of vowels; a number has one."""
    letters = re.sub(r"[^a-z]", "", word.lower())
    groups = len(_VOWELS.findall(letters))
    is_silent = re.search(r"[^aeiouyl]e$|[^aeiouytd]ed$|[^aeiouysxzcg]es$", letters)
    return max(1, groups - (1 if is_silent else 0))


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a page in Markdown, in their order."""
    for line, block, told in _blocks(_bare(text)):
        for sentence in _END.split(_ABBREVIATION.sub(r"\1", " ".join(block.split()))):
            if _WORD.search(sentence):
                yield Sentence(line, sentence, told)


def _bare(text: str) -> str:
    """The text without code, pictures and the addresses of links, in as many lines."""

    def blank(found: re.Match[str]) -> str:
        return "\n" * found[0].count("\n")

    text = _FENCED.sub(blank, text)
    text = _CODE.sub(lambda found: CODE + blank(found), text)
    return _LINK.sub(r"\1", _IMAGE.sub(blank, text))


def _blocks(text: str) -> Iterator[tuple[int, str, bool]]:
    """The paragraphs, list items, headings and cells, each with its first line and whether it tells in sentences."""
    begun, block = 0, ""
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        shown = line.strip()
        alone = not shown or shown.startswith(("|", "#", ">", "<"))
        if block and (alone or _ITEM.match(line)):
            yield begun, block, True
            block = ""
        if shown.startswith("|"):
            yield from ((number, cell, False) for cell in shown.strip("|").replace("\\|", "/").split("|"))
        elif shown.startswith("#"):
            yield number, shown.lstrip("#"), False
        elif not alone:
            begun, block = begun if block else number, f"{block} {_ITEM.sub('', line)}"


def figures(text: str) -> Figures:
    """Return how easily a page is read; raises ValueError if it has no sentence."""
    told = [sentence.words for sentence in sentences(text) if sentence.told]
    if not told:
        raise ValueError("no sentence to measure")
    words = [word for sentence in told for word in sentence]
    mean = len(words) / len(told)
    ease = 206.835 - 1.015 * mean - 84.6 * sum(map(syllables, words)) / len(words)
    return Figures(ease, mean, max(map(len, told)))


def old_words(text: str) -> list[str]:
    """The words of the old style in a text, each as ``line: word``."""
    lines = enumerate(text.splitlines(), start=1)
    return [f"{number}: {found.group()}" for number, line in lines for found in OLD_WORDS.finditer(line)]


def complaints(text: str) -> list[str]:
    """What in a page is hard to read, each as ``line: what``."""
    found = list(sentences(text))
    long = [f"{each.line}: {len(each.words)} words: {each.text}" for each in found if len(each.words) > MOST_WORDS]
    old = [f"{each.line}: {word.group()}: {each.text}" for each in found for word in OLD_WORDS.finditer(each.text)]
    return long + old


def main(paths: Iterable[Path]) -> int:
    """Print the figures of pages and what is hard to read; return the exit code."""
    failed = False
    print(f"{'page':<24} {'ease':>6} {'mean':>6} {'longest':>8}")
    for path in paths:
        text = path.read_text("utf-8")
        ease, mean, longest = figures(text)
        print(f"{path.name:<24} {ease:>6.1f} {mean:>6.1f} {longest:>8}")
        for complaint in complaints(text):
            failed = True
            print(f"  {complaint}")
    return 1 if failed else 0


def page(name: str) -> Path:
    """Return the path of a page; raises ArgumentTypeError where there is none."""
    if not (path := Path(name)).is_file():
        raise ArgumentTypeError(f"{name} is not a file.")
    return path


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tests.readability", description="Say how easy pages are to read.")
    parser.add_argument("page", nargs="*", type=page, default=PAGES, help="Markdown; without any, the project's pages")
    sys.exit(main(parser.parse_args().page))
