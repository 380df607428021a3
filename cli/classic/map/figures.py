"""The figures of the pictures of 2003."""

from __future__ import annotations

from cli.mare import map as shared_map

FIGURES = {
    **shared_map.FIGURES,
    "dock": (
        "M7.2 5 V6.2 H4.5 V7.8 H7.2 V13 C5 12.7 3.4 11.3 3 9.5 L4.4 9.9 L2.2 7.6 L1 10.4 L1.9 10 C2.6 13 5 15 8 15"
        " C11 15 13.4 13 14.1 10 L15 10.4 L13.8 7.6 L11.6 9.9 L13 9.5 C12.6 11.3 11 12.7 8.8 13 V7.8 H11.5 V6.2 H8.8"
        " V5 A2.1 2.1 0 1 0 7.2 5 Z"
    ),
    "pillaged": (
        "M8 0.5 C9 3.5 12.8 5.5 12.8 10 C12.8 13.2 10.6 15.5 8 15.5 C5.4 15.5 3.2 13.2 3.2 10 C3.2 8 4 6.6 5 5.4 C5.2"
        " 6.6 5.8 7.4 6.6 7.8 C6.2 5 6.8 2.4 8 0.5 Z"
    ),
}
