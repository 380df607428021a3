"""The powers, in the order in which ties go (4.4), and who else can hold a location."""

from __future__ import annotations

PLAYER_POWERS = ("gauls", "etruscans", "samnites", "greeks", "carthaginians", "romans")
"""The powers that players can have, in the order of 4.4. A power's number is its place in ``POWERS``."""

OTHERS = ("volsci", "transalpine_gauls")
"""The powers that no player can have."""

POWERS = (*PLAYER_POWERS, *OTHERS)

POWER_NAMES = (
    "Gauls",
    "Etruscans",
    "Samnites",
    "Greeks",
    "Carthaginians",
    "Romans",
    "Volsci",
    "Transalpine Gauls",
)

INDEPENDENTS = len(POWERS)
"""Stands in place of a power: the independents, who hold the locations of no power."""

HOLDERS = (*POWERS, "independents")
"""All that can hold a location: the powers, and the independents."""

HOLDER_NAMES = (*POWER_NAMES, "Independents")

GAULS, GREEKS = PLAYER_POWERS.index("gauls"), PLAYER_POWERS.index("greeks")

SAMNITES = PLAYER_POWERS.index("samnites")

ETRUSCANS = PLAYER_POWERS.index("etruscans")
