"""What an answer means in the language in use: one types it in English, and reads beside it what it says."""

from __future__ import annotations

from collections.abc import Sequence

from cli.console.describe import tokens
from cli.texts import ENGLISH, language, marked, term, tr
from core.board import Board
from core.edition import BUILDING_KINDS, TRACKS, UNIT_KINDS
from core.state import State

VERBS = {
    "announce": marked("to announce"),
    "attack": marked("to attack"),
    "award": marked("to award"),
    "build": marked("to build"),
    "collect": marked("to collect"),
    "convert": marked("to convert"),
    "copy": marked("to copy"),
    "done": marked("to be done"),
    "fight": marked("to fight"),
    "give": marked("to give"),
    "keep": marked("to keep"),
    "lose": marked("to lose"),
    "march": marked("to march"),
    "name": marked("to name"),
    "obtain": marked("to obtain"),
    "occupy": marked("to occupy"),
    "offer": marked("to offer"),
    "peace": marked("to make peace"),
    "pillage": marked("to pillage"),
    "release": marked("to release"),
    "remove": marked("to remove"),
    "sail": marked("to sail"),
    "size": marked("to choose the size"),
    "stand": marked("to stand on"),
    "take": marked("to take"),
}
"""What the first words of all actions mean."""


MARKER = marked("control marker")


def gloss(state: State, words: Sequence[str]) -> str:
    """What the words of an answer mean, but for places and numbers; nothing where that is English."""
    if language() == ENGLISH:
        return ""
    board = state.board
    verb = tr(VERBS[words[0]]) if words and words[0] in VERBS else ""
    named = [named for word in words[1 if verb else 0 :] if (named := _named(board, word))]
    goods = tuple(sorted(board.tokens.index(word) for word in words if word in board.tokens))
    listed = ", ".join([*([tokens(state, goods)] if goods else []), *named])
    return f"{verb}: {listed}" if verb and listed else verb or listed


def _named(board: Board, word: str) -> str:
    """What a word of the notation is called, if it is that of a piece, an empire, a track, a hero or a wonder."""
    if word in board.empires:
        return term(board.empire_names[board.empires.index(word)])
    if word in board.tile_of:
        return term(board.tiles[board.tile_of[word]].name)
    kind = word.partition(":")[0].rstrip("0123456789")
    if kind == "control":
        return tr(MARKER)
    return term(word) if kind in (*BUILDING_KINDS, *UNIT_KINDS, *TRACKS) else ""
