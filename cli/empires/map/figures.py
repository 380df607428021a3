"""The figures of the picture of Empires."""

from __future__ import annotations

from cli.mare import map as shared_map

FIGURES = {
    **shared_map.FIGURES,
    "capital": "M8 0.5 L10.1 5.6 L15.6 6 L11.4 9.5 L12.7 14.9 L8 12 L3.3 14.9 L4.6 9.5 L0.4 6 L5.9 5.6 Z",
    "legendary_city": "M8 0 L9.6 6.4 L16 8 L9.6 9.6 L8 16 L6.4 9.6 L0 8 L6.4 6.4 Z",
}
