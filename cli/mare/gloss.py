"""What an answer means in the language in use: one types it in English, and reads beside it what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.i18n.texts import ENGLISH, language, marked, term, tr
from cli.mare.names import tokens
from core.engine.game import Rules
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.kinds import TRACKS

MARKER = marked("control marker")


def gloss(rules: Rules, state: Any, words: Sequence[str]) -> str:
    """Return the words of an answer in the language in use, without places and numbers; nothing in English."""
    if language() == ENGLISH:
        return ""
    board = state.board
    meaning = rules.notation.verbs.get(words[0]) if words else None
    verb = tr(meaning) if meaning else ""
    named = [named for word in words[1 if verb else 0 :] if (named := _named(board, word))]
    goods = tuple(sorted(board.tokens.index(word) for word in words if word in board.tokens))
    listed = ", ".join([*([tokens(state, goods)] if goods else []), *named])
    return f"{verb}: {listed}" if verb and listed else verb or listed


def _named(board: Any, word: str) -> str:
    """Return the name for a word of the notation, if it is a piece, an empire, a track, a hero or a wonder."""
    if word in board.empires:
        return term(board.empire_names[board.empires.index(word)])
    if word in board.tile_of:
        return term(board.tiles[board.tile_of[word]].name)
    kind = word.partition(":")[0].rstrip("0123456789")
    if kind == "control":
        return tr(MARKER)
    return term(word) if kind in (*BUILDING_KINDS, *UNIT_KINDS, *TRACKS) else ""
