"""The figures of every picture: what buildings and units look like."""

from __future__ import annotations

FIGURES = {
    "market": "M1 7 L3 2 H13 L15 7 Z M3 8.5 V14.5 H6.5 V10.5 H9.5 V14.5 H13 V8.5 Z",
    "temple": (
        "M8 1 L15 5.5 V7 H1 V5.5 Z M2.5 8 H4.5 V12.5 H2.5 Z M7 8 H9 V12.5 H7 Z M11.5 8 H13.5 V12.5 H11.5 Z M1"
        " 13.3 H15 V15 H1 Z"
    ),
    "city": "M1 14.5 V7 L4.5 4 L8 7 V5 L11.5 1.5 L15 5 V14.5 Z",
    "legion": "M8 1 C10 2.6 12.5 3 14.5 3 C14.5 9 12.5 13 8 15.5 C3.5 13 1.5 9 1.5 3 C3.5 3 6 2.6 8 1 Z",
    "fortress": (
        "M2 1.5 H5 V4 H6.7 V1.5 H9.3 V4 H11 V1.5 H14 V7 L12.5 8.2 V15 H9.8 V11.5 A1.8 1.8 0 0 0 6.2 11.5 V15 H3.5"
        " V8.2 L2 7 Z"
    ),
    "trireme": (
        "M8.6 1 C12 3 13 6 12.5 9 H8.6 Z M7.6 2.5 V9 H3.5 C4.2 6.5 5.5 4 7.6 2.5 Z M0.5 10 H15.5 C14.8 12.8 13"
        " 14.5 10.5 14.5 H4.5 C2.4 14.5 1 12.5 0.5 10 Z"
    ),
    "war": (
        "M2 1 L8 6.6 L14 1 L15 2 L9.4 8 L12.6 11.4 L14 10.4 L14.8 11.3 L13.2 12.7 L15 14.6 L14.2 15.3 L12.4 13.5"
        " L11 15 L10.1 14.2 L11.2 12.8 L8 9.5 L4.8 12.8 L5.9 14.2 L5 15 L3.6 13.5 L1.8 15.3 L1 14.6 L2.8 12.7 L1.2"
        " 11.3 L2 10.4 L3.4 11.4 L6.6 8 L1 2 Z"
    ),
}
"""Paths in a square of 16 units, by what they show; what only one edition has it adds itself."""
