"""The look of every picture: its style sheet and colours, and how an edition's figures become symbols."""

from __future__ import annotations

from collections.abc import Mapping

from cli.ui.picture.letters import FONTS

SIZE = 16

INKS = {
    "red": ("#d98a76", "#a3271b", "#ffffff"),
    "green": ("#9cbd86", "#2f6b33", "#ffffff"),
    "purple": ("#b99fce", "#5d3285", "#ffffff"),
    "yellow": ("#ecd077", "#8f6b00", "#ffffff"),
    "black": ("#a09c96", "#1d1b19", "#ffffff"),
    "blue": ("#8ea6d8", "#1f449c", "#ffffff"),
    "grey": ("#c6c6c2", "#62625f", "#ffffff"),
}
"""The colours of a side's land, its badge, and the letter on the badge, by the colour's name."""

STYLE = """
text { font-family: "Palatino Linotype", Palatino, "Book Antiqua", "URW Palladio L", Georgia, serif; fill: #2a2118; }
.water { fill: url(#depth); }
.waters { fill: #ffffff; fill-opacity: 0; }
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
.name { paint-order: stroke; stroke: #fffaf0;
  stroke-opacity: .75; stroke-width: 2.4px; stroke-linejoin: round; }
.sea-name { fill: #17404b; }
.city-name { paint-order: stroke; stroke: #fffaf0; stroke-opacity: .75;
  stroke-width: 2.2px; stroke-linejoin: round; }
.good { text-anchor: middle; }
.built { fill: #2a2118; stroke: #2a2118; stroke-width: .8; }
.free { fill: #fffaf0; fill-opacity: .6; stroke: #5b4d33; stroke-width: .8; }
rect.free { fill-opacity: .88; stroke-dasharray: 2.4 1.6; }
.good.on { fill: #fffaf0; }
.good.off { fill: #4b3f2a; }
.city-name.off { fill: #3f3523; }
.badge { stroke: #fffaf0; stroke-width: 1; }
.letter { text-anchor: middle; fill: #ffffff; }
.unheld { fill: #fffaf0; stroke: #5b4d33; stroke-width: 1; stroke-dasharray: 2 1.4; }
.unit { fill: #ffffff; }
.number { fill: #ffffff; }
.war { fill: #c01f10; stroke: #fffaf0; stroke-width: 1.6; paint-order: stroke; }
.card { fill: #fbf5e6; stroke: #b7a982; }
.frame { fill: none; stroke: #4b3f2a; stroke-width: 3; }
.title { text-anchor: middle; }
.moment { text-anchor: middle; }
""" + "".join(
    [f".{style} {{ {font.css} }}\n" for style, font in FONTS.items()]
    + [f".land.{ink} {{ fill: {land}; }} .badge.{ink} {{ fill: {badge}; }}\n" for ink, (land, badge, _) in INKS.items()]
)
"""Style sheet of the picture."""


def symbols(figures: Mapping[str, str]) -> str:
    """Return definitions of all figures, to be used by their names."""
    return "".join(f'<path id="{name}" d="{path}"/>' for name, path in figures.items())
