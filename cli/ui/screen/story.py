"""The story of a game: every sentence with the round, phase and step it belongs to, to be read, filtered and traced."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

from cli.i18n.texts import plural, term, tr, translated
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Block, Row, folded
from core.engine.message import Message
from core.engine.state import State

KEPT = 4000
"""Sentences that are kept."""

DICE = ("empire", "place", "rolled", "total", "hits")
ROUND = ("round",)
TAKE = ("taker", "token", "loser")
"""What the rules name where they tell of dice, of a new round, and of a take in a trade."""

_BATTLE = re.compile(r"\b(hits|cancels|loses|pillages|occupies|marches|sails|now controlled)\b")


def tells_of(text: str | Message, names: Sequence[str]) -> TypeGuard[Message]:
    """Return whether the rules told this, and named these things. Talk and notices are plain text, so never events."""
    return isinstance(text, Message) and text.fields.keys() == set(names)


class Line(NamedTuple):
    """A sentence; ``step`` is that of the log which it tells of, 0 where it tells of none; ``talk`` who said it.

    ``below`` is the digest of the log below that step: another step of the same number may take its place.
    """

    round: int
    phase: int
    step: int
    text: str | Message
    talk: str = ""
    below: bytes = b""


class Story:
    """What has been told so far."""

    def __init__(self, phases: Sequence[str]) -> None:
        """``phases`` are the names of the phases, in English."""
        self.phases = phases
        self.lines: deque[Line] = deque(maxlen=KEPT)
        self.told = 0
        self._page: tuple[object, Block] = (None, [])

    def add(self, state: State, step: int, text: str | Message, talk: str = "", below: bytes = b"") -> None:
        """Keep a sentence that was told at this moment, or said by somebody."""
        # A round is said to begin while the last phase of the one before still stands.
        phase = 1 if tells_of(text, ROUND) else state.phase
        if state.result is not None and self.lines:
            # How the game ends is told with what has ended it.
            phase = self.lines[-1].phase
        self.lines.append(Line(state.round, phase, step, text, talk, below))
        self.told += 1

    def page(self, words: str, width: int, glyphs: Glyphs, *, steps: bool, final: int) -> Block:
        """The lines that the words let through, as rows; those of the last time where nothing has changed."""
        key = (self.told, words, width, glyphs, steps, final)
        if self._page[0] != key:
            self._page = (key, told(self.filtered(words), width, glyphs, self.phases, steps=steps, final=final))
        return self._page[1]

    def filtered(self, words: str) -> list[Line]:
        """The lines that every word lets through: a phase, ``battle``, an empire, ``round N``'s number, or any text."""
        lines = list(self.lines)
        for word in words.lower().replace("round ", "round").split():
            lines = [line for line in lines if _fits(line, word, self.phases)]
        return lines


def _fits(line: Line, word: str, all_phases: Sequence[str]) -> bool:
    if word == "talk":
        return bool(line.talk)
    if word == "battle":
        return isinstance(line.text, Message) and bool(_BATTLE.search(line.text.template))
    if word.startswith("round") and word[5:].isdecimal():
        return line.round == int(word[5:])
    if word.isdecimal():
        return line.step == int(word)
    named = [(number, name) for number, name in enumerate(all_phases, start=1)]
    phases = [number for number, name in named if word and any(n.lower().startswith(word) for n in (name, tr(name)))]
    if phases and len(word) > 2:
        return line.phase in phases
    return word in str(line.text).lower() or word in translated(line.text).lower()


def told(
    lines: list[Line], width: int, glyphs: Glyphs, phases: Sequence[str], *, steps: bool = False, final: int = 0
) -> Block:
    """The lines as rows, under a heading for every round and phase; with the numbers of their steps if wanted.

    Steps above the height that is ``final`` are marked as tentative: behind their numbers, or else behind the text.
    """
    rows: Block = []
    before = (0, 0)
    for line in lines:
        if (line.round, line.phase) != before:
            before = (line.round, line.phase)
            phase = tr(phases[line.phase - 1]) if line.phase else tr("The table")
            rows.append([("class:heading", f"{tr('Round {round}', round=line.round)} {glyphs.bullet} {phase}")])
        is_tentative = line.step > final
        tentative = glyphs.tentative if is_tentative else " "
        margin: Row = [("class:dim", f"{line.step or '':>4}{tentative}")] if steps else []
        indent = 5 if steps else 0
        whole = [("class:talk", f"{line.talk}: "), ("", str(line.text))] if line.talk else sentence(line.text, glyphs)
        if is_tentative and not steps:
            whole = [*whole, ("class:dim", f" {glyphs.tentative}")]
        for number, row in enumerate(folded(whole, width - indent, 2)):
            rows.append([*(margin if number == 0 else [("", " " * indent)]), *row])
    return rows


def sentence(text: str | Message, glyphs: Glyphs) -> Row:
    """A sentence of the story; dice are shown as dice."""
    if not tells_of(text, DICE):
        return [("", translated(text))]
    place, rolled, total, hits = (f"{text.fields[name]}" for name in DICE[1:])
    faces = [int(face) for face in rolled.split(", ") if face.isdecimal()]
    dice = " ".join(f"{glyphs.dice[face - 1]}{face}" if glyphs.dice[0] else f"[{face}]" for face in faces)
    bonus = int(total) - sum(faces)
    added = f" +{bonus}" if bonus else ""
    side = tr("{empire} in {place}", empire=term(f"{text.fields['empire']}"), place=place)
    result = f"{total}: {plural('{number} hit', '{number} hits', int(hits))}"
    return [("", f"{side}: "), ("class:dice", dice or tr("no dice")), ("", f"{added} = {result}")]
