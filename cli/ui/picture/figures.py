"""The figures and colours of the SVG picture: what a place's icons and units look like, and its style sheet."""

from __future__ import annotations

from core.empires.map import BUILDING_KINDS

FIGURES = {
    "market": "M1 7 L3 2 H13 L15 7 Z M3 8.5 V14.5 H6.5 V10.5 H9.5 V14.5 H13 V8.5 Z",
    "temple": (
        "M8 1 L15 5.5 V7 H1 V5.5 Z M2.5 8 H4.5 V12.5 H2.5 Z M7 8 H9 V12.5 H7 Z M11.5 8 H13.5 V12.5 H11.5 Z M1"
        " 13.3 H15 V15 H1 Z"
    ),
    "city": "M1 14.5 V7 L4.5 4 L8 7 V5 L11.5 1.5 L15 5 V14.5 Z",
    "capital": "M8 0.5 L10.1 5.6 L15.6 6 L11.4 9.5 L12.7 14.9 L8 12 L3.3 14.9 L4.6 9.5 L0.4 6 L5.9 5.6 Z",
    "legendary_city": "M8 0 L9.6 6.4 L16 8 L9.6 9.6 L8 16 L6.4 9.6 L0 8 L6.4 6.4 Z",
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
"""Paths in a square of 16 units, by what they show."""

SIZE = 16

INKS = {
    "red": ("#d98a76", "#a3271b", "#ffffff"),
    "green": ("#9cbd86", "#2f6b33", "#ffffff"),
    "purple": ("#b99fce", "#5d3285", "#ffffff"),
    "yellow": ("#ecd077", "#8f6b00", "#ffffff"),
    "black": ("#a09c96", "#1d1b19", "#ffffff"),
}
"""By colour of an empire: its land, its badge, and the letter on that."""

STYLE = """
text { font-family: "Palatino Linotype", Palatino, "Book Antiqua", "URW Palladio L", Georgia, serif; fill: #2a2118; }
.water { fill: url(#depth); }
.shallow { fill: none; stroke: #f4fbfa; stroke-linejoin: round; }
.beyond { fill: #e2d9c2; stroke: #8d8061; stroke-width: .8; }
.closed { fill: #e2d9c2; }
.land { fill: #f3e8ca; }
.coast { fill: none; stroke: #4b3f2a; stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
.border { fill: none; stroke: #6e5d3d; stroke-width: 1.3; stroke-dasharray: 5 3.2; }
.edge { fill: none; stroke: #8d8061; stroke-width: 1; }
.strait { fill: none; stroke: #4d7f8c; stroke-width: 1.6; stroke-dasharray: .1 6; stroke-linecap: round; }
.box { stroke: #4b3f2a; stroke-width: 1.2; }
.sea { fill: #a8cbd0; }
.name { font-size: 15px; font-weight: bold; letter-spacing: .4px; paint-order: stroke; stroke: #fffaf0;
  stroke-opacity: .75; stroke-width: 2.4px; stroke-linejoin: round; }
.sea-name { font-size: 15px; font-style: italic; letter-spacing: 1.6px; fill: #23515d; }
.city-name { font-size: 11.5px; font-style: italic; paint-order: stroke; stroke: #fffaf0; stroke-opacity: .75;
  stroke-width: 2.2px; stroke-linejoin: round; }
.good { font-size: 11px; text-anchor: middle; }
.built { fill: #2a2118; stroke: #2a2118; stroke-width: .8; }
.free { fill: #fffaf0; fill-opacity: .6; stroke: #5b4d33; stroke-width: .8; }
rect.free { fill-opacity: .88; stroke-dasharray: 2.4 1.6; }
.good.on { fill: #fffaf0; }
.good.off { fill: #4b3f2a; }
.city-name.off { fill: #3f3523; }
.badge { stroke: #fffaf0; stroke-width: 1; }
.letter { font-size: 11px; font-weight: bold; text-anchor: middle; fill: #ffffff; }
.nobody { fill: #fffaf0; stroke: #5b4d33; stroke-width: 1; stroke-dasharray: 2 1.4; }
.unit { fill: #ffffff; }
.number { font-size: 12px; font-weight: bold; fill: #ffffff; }
.war { fill: #c01f10; stroke: #fffaf0; stroke-width: 1.6; paint-order: stroke; }
.card { fill: #fbf5e6; stroke: #b7a982; }
.frame { fill: none; stroke: #4b3f2a; stroke-width: 3; }
.title { font-size: 22px; font-weight: bold; letter-spacing: 3px; text-anchor: middle; }
.moment { font-size: 15px; font-style: italic; text-anchor: middle; }
.who { font-size: 16px; font-weight: bold; }
.fact { font-size: 12.5px; }
.lead { font-size: 12.5px; font-weight: bold; }
""" + "".join(
    f".land.{ink} {{ fill: {land}; }} .badge.{ink} {{ fill: {badge}; }}\n" for ink, (land, badge, _) in INKS.items()
)
"""Style sheet of the picture."""


def symbols() -> str:
    """Definitions of all figures, to be used by their names."""
    return "".join(f'<path id="{name}" d="{path}"/>' for name, path in FIGURES.items())


def figure_of(kind: int) -> str:
    """The figure of a kind of building; a caravan has none, for its commodity is written out."""
    return BUILDING_KINDS[kind]
