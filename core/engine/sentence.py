"""What the rules say to people: English, and made so that it can be said in another language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Self


class Sentence(str):
    """An English text that remembers the ``template`` and the ``fields`` that it was made from by ``str.format``.

    Whoever shows it to people may find the template in a catalogue and fill it in anew. A field may be a
    Sentence itself.
    """

    __slots__ = ("fields", "template")

    fields: dict[str, object]
    template: str

    def __new__(cls, template: str, /, **fields: object) -> Self:
        sentence = super().__new__(cls, template.format(**fields) if fields else template)
        sentence.template = template
        sentence.fields = fields
        return sentence


def several(texts: Iterable[str], separator: str = ", ") -> Sentence:
    """Texts one after another, each of which can be said in another language by itself."""
    fields: dict[str, object] = {f"text{number}": text for number, text in enumerate(texts)}
    return Sentence(separator.join(f"{{{name}}}" for name in fields), **fields)


def counted(goods: Iterable[str] | Mapping[str, int]) -> Sentence:
    """Goods one after another, each with how many of it there are: ``2 coin, wine``."""
    return several(
        Sentence("{number} {good}", number=number, good=good) if number > 1 else good
        for good, number in Counter(goods).items()
    )
