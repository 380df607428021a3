"""Maps of 2003 that can't be played (1.3)."""

from __future__ import annotations

import pytest

from core import DataError
from core.classic.data import classic_toml
from core.classic.original import ORIGINAL
from core.classic.revised import REVISED
from core.classic.rules import load_map

ACHAIA = 'land = ["macedonia"]\ncoast = ["mare_ionium", "mare_aegaeum"]'


def test_a_hero_who_brings_a_trireme_needs_a_capital_with_a_coast() -> None:
    """1.3c, 0.5: a trireme in a dock without a sea could never sail, though 5.2b demands it."""
    text = classic_toml()
    assert text.count(ACHAIA) == 1
    landlocked = text.replace(ACHAIA, 'land = ["macedonia"]\ncoast = []')
    with pytest.raises(DataError, match="no coast for the trireme") as refusal:
        load_map(landlocked, REVISED)
    assert refusal.value.key == "empires.greece.capital"
    # In the original edition Pericles brings none.
    assert load_map(landlocked, ORIGINAL).empires
