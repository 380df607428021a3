"""Names typed in the language in use, turned into the words of the notation."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

from cli.i18n.texts import ENGLISH, language, term, tr
from cli.mare.names import typed_names
from core.engine.game import Rules
from core.engine.notation import Grammar


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
