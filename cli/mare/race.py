"""The race in words and as gauges: how far each player has come towards winning, in any edition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from cli.i18n.texts import language, marked, term, tr
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Fragment, Row, length
from cli.ui.text.sides import empires
from core.mare.race import Progress, Race


class Way(NamedTuple):
    """What a way to win is called, in English: its gauge in a word and in a letter, and its last step."""

    word: str
    letter: str
    one_more: str


WAYS = {
    "capitals_and_legendary_cities": Way(
        marked("cities {gauge}"),
        # TRANSLATORS: the same as “cities {gauge}”, with one letter
        marked("c{gauge}"),
        marked("{empire} wins with one more great city."),
    ),
    "heroes_and_wonders": Way(
        marked("heroes {gauge}"),
        # TRANSLATORS: the same as “heroes {gauge}”, with one letter
        marked("h{gauge}"),
        marked("{empire} wins with one more hero or wonder."),
    ),
    "leadership": Way(
        marked("titles {gauge}"),
        # TRANSLATORS: the same as “titles {gauge}”, with one letter
        marked("t{gauge}"),
        marked("{empire} wins with one more title."),
    ),
}
"""By a victory's name in the rules."""

NEAR = "!"
"""Stands behind what is one step from winning, or has come there."""


def is_near(progress: Progress) -> bool:
    """Tell whether one step more wins, or none."""
    return progress.lacking <= 1


def gauges(race: Race, glyphs: Glyphs, width: int, *, is_over: bool) -> Row:
    """Return a player's race, in words if so many columns have room for them, else with letters.

    Once the game is over, nothing is marked as near.
    """
    return list(_gauges(race, glyphs, width, is_over, language()))


@lru_cache(maxsize=256)
def _gauges(race: Race, glyphs: Glyphs, width: int, is_over: bool, _language: str) -> Row:
    """Return the same; a screen is drawn at every key, and asks for the same ones over and over."""
    ways = [WAYS[progress.victory] for progress in race]
    words, letters = [way.word for way in ways], [way.letter for way in ways]
    for texts, gap in ((words, True), (words, False), (letters, False)):
        row = _strung(race, glyphs, texts, gap=gap, is_over=is_over)
        if length(row) <= width:
            break
    return row


def _strung(race: Race, glyphs: Glyphs, texts: Sequence[str], *, gap: bool, is_over: bool) -> Row:
    """Return the gauges one after another; without a ``gap`` the mark of what is near stands in place of the space."""
    row: Row = []
    for progress, text in zip(race, texts, strict=True):
        gauge = tr(text, gauge=_gauge(progress, glyphs))
        alarms = is_near(progress) and not is_over
        row += [("class:alarm", f"{gauge}{NEAR}")] if alarms else [("", gauge)]
        row += [("", " ")] if gap or not alarms else []
    return row[:-1] if row[-1:] == [("", " ")] else row


def _gauge(progress: Progress, glyphs: Glyphs) -> str:
    """Return what a player has of what it takes to win: as signs, or for titles and without signs as figures."""
    if progress.victory == "leadership" or not glyphs.had:
        return f"{progress.have}/{progress.need}"
    return glyphs.had * min(progress.have, progress.need) + glyphs.lacking * progress.lacking


def figures(race: Race, *, is_over: bool) -> Row:
    """Return a player's race in columns of three."""
    return [_figure(progress, is_over=is_over) for progress in race]


def _figure(progress: Progress, *, is_over: bool) -> Fragment:
    near = is_near(progress) and not is_over
    return ("class:alarm" if near else "", f"{progress.have:>2}{NEAR if near else ' '}")


def letters(race: Race) -> list[str]:
    """Return what stands above these columns."""
    return [letter(progress.victory) for progress in race]


def letter(victory: str) -> str:
    """Return the letter of a way to win."""
    return tr(WAYS[victory].letter, gauge="").strip()


def near(state: Any, races: Sequence[Race], phases: Sequence[str]) -> list[str]:
    """Return, a sentence each, who is one step from winning, or has come there."""
    if not state.seats or state.result is not None:
        return []
    return list(_near(empires(state), tuple(races), tuple(phases), language()))


@lru_cache(maxsize=64)
def _near(names: tuple[str, ...], races: tuple[Race, ...], phases: tuple[str, ...], _language: str) -> list[str]:
    return [
        sentence
        for name, race in zip(names, races, strict=True)
        for progress in race
        for sentence in _nearness(name, progress, phases)
    ]


def _nearness(name: str, progress: Progress, phases: Sequence[str]) -> Iterator[str]:
    if progress.lacking == 1:
        yield tr(WAYS[progress.victory].one_more, empire=name)
    elif not progress.lacking and progress.phase:
        yield tr(
            "{empire} wins at the end of “{phase}” if nothing changes.",
            empire=name,
            phase=term(phases[progress.phase - 1]),
        )
