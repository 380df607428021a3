"""The end of a game, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cli.i18n.texts import both, plural, tr
from p2p.log.change_rules import AGREEMENT, FORFEIT


def ending(victory: str, winners: Iterable[str], won_with: Mapping[str, str]) -> str:
    """Return the end in a sentence: ``Rome (Bot 1) wins with all three titles.``"""
    names = list(winners)
    if victory == AGREEMENT:
        return tr("All have agreed to end the game; there is no winner.")
    if victory == FORFEIT:
        return tr("The player who would have won held back a secret and is out; there is no winner.")
    if not names:
        return tr("The last round is over; there is no winner.")
    means = tr(won_with.get(victory, victory))
    return plural(
        "{winners} wins with {means}.", "{winners} win with {means}.", len(names), winners=both(names), means=means
    )
