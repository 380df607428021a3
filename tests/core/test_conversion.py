"""Chapter 4, conquest: the occupied control marker, its conversion and its removal (4.3.3, 4.3.5, R21, R22)."""

from __future__ import annotations

from tests.core.positions import Position


def rome_in_cyrenaica() -> Position:
    """Rome's turn with two legions in Cyrenaica, an Egyptian province; no other land units, and no triremes."""
    return Position().disarm().units("cyrenaica", rome=2).at_war_turn("rome", "greece", "egypt")


def beside_garamantia() -> Position:
    """The same with Garamantia, beside Cyrenaica, Roman."""
    return rome_in_cyrenaica().control("garamantia", "rome")


def on_the_marker() -> Position:
    """Rome's legion occupies the marker of Cyrenaica since an earlier turn, and Garamantia beside it is Roman."""
    return beside_garamantia().occupy("cyrenaica", "rome", "control")


# ---------------------------------------------------------------------- 4.3.3, out of reach


def test_everybody_hears_who_controls_a_province_now() -> None:
    """R3: the log is public; here after an exchange and after a removal."""
    exchanged, removed = on_the_marker().table(), rome_in_cyrenaica().occupy("cyrenaica", "rome", "control").table()
    exchanged.say("rome", "convert cyrenaica")
    removed.say("rome", "remove cyrenaica")
    assert "Cyrenaica is now controlled by Rome." in exchanged.told
    assert "Cyrenaica is now uncontrolled." in removed.told
