"""For how long a bot plays for a person: what names a stretch, when it is over, and how all learn of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cli.classic.words import PHASES as CLASSIC
from cli.empires.words import PHASES as EMPIRES
from cli.i18n import texts
from cli.ui.text.stretch import ENDED, Stretch, begins, meaning, stretch_of


def at(round_: int, phase: int, result: object = None) -> Any:
    """A state of a game in that phase."""
    return SimpleNamespace(round=round_, phase=phase, result=result)


@pytest.mark.parametrize(
    ("typed", "stretch"),
    [
        ("build", Stretch(4, 3)),
        ("until my next building turn", Stretch(4, 3)),
        ("move", Stretch(4, 4)),
        ("trade", Stretch(5, 2)),
        ("round 7", Stretch(7, 1)),
        ("until round 7", Stretch(7, 1)),
        ("back", Stretch()),
        ("until I\u2019m back", Stretch()),
        ("until i am back", Stretch()),
        ("round 4", None),
        ("round", None),
        ("nonsense", None),
    ],
)
def test_a_stretch_is_named_by_a_phase_a_round_or_being_back(typed: str, stretch: Stretch | None) -> None:
    assert stretch_of(typed, at(4, 2), EMPIRES) == stretch


def test_a_phase_that_has_begun_is_the_next_rounds() -> None:
    assert stretch_of("build", at(4, 3), EMPIRES) == Stretch(5, 3)
    assert stretch_of("building", at(4, 2), CLASSIC) == Stretch(5, 2)
    assert stretch_of("build", at(4, 1), CLASSIC) == Stretch(4, 2)


def test_a_phase_is_named_in_the_players_language_too() -> None:
    texts.use("hu")
    for number, name in enumerate(EMPIRES, start=1):
        assert stretch_of(texts.tr(name), at(4, 5), EMPIRES) == Stretch(5, number)


def test_a_stretch_is_over_once_the_game_has_come_so_far_or_has_ended() -> None:
    stretch = Stretch(4, 3)
    assert [stretch.is_over(at(*moment)) for moment in [(3, 5), (4, 0), (4, 2), (4, 3), (5, 0)]] == [
        False,
        False,
        False,
        True,
        True,
    ]
    assert not Stretch().is_over(at(30, 5))
    assert Stretch().is_over(at(4, 1, result="won"))


@pytest.mark.parametrize("phases", [EMPIRES, CLASSIC])
@pytest.mark.parametrize("language", ["hu", "ko", "ru"])
def test_every_program_shows_the_sentence_in_its_own_language(language: str, phases: tuple[str, ...]) -> None:
    sentences = [Stretch(3, phase + 1).announced(phases) for phase in range(len(phases))]
    sentences.append(Stretch().announced(phases))
    assert all(map(begins, sentences))
    assert not begins(ENDED)
    assert [meaning(sentence, phases) for sentence in sentences] == [""] * len(sentences)
    texts.use(language)
    for sentence in [*sentences, ENDED]:
        meant = meaning(sentence, phases)
        assert meant
        assert meant != sentence
    assert meaning("A bot plays for me until round 3, lunch.", phases) == ""
