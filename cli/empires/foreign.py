"""Words of the language in use, understood where one types: names as they are read, in the words of the notation."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from cli.empires.describe import typed_names
from cli.i18n.texts import ENGLISH, language, term, tr
from core.empires.board import Board
from core.empires.rules import EMPIRES


def in_notation(board: Board, line: str) -> str:
    """A line in small letters, with every name in the language in use that the notation spells otherwise spelled so."""
    if language() == ENGLISH:
        return line
    words = _words(language(), board)
    # The longest name first, so that none is read as the beginning of another.
    names = "|".join(re.escape(name) for name in sorted(words, key=len, reverse=True))
    return re.sub(rf"(?<!\w)({names})(?!\w)", lambda found: words[found[0]], line)


@cache
def _words(code: str, board: Board) -> dict[str, str]:
    """By its name in the language in use, each word that is meant by one name alone."""
    names = [(word, term(name)) for word, name in typed_names(board)]
    names += [(verb, tr(meaning)) for verb, meaning in EMPIRES.notation.verbs.items()]
    typed = {word for word, _ in names}
    times = Counter(name.lower() for _, name in names)
    return {name.lower(): word for word, name in names if name.lower() not in typed and times[name.lower()] == 1}
