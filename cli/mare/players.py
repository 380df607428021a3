"""The players on the full screen, in any edition: who they are, whether they are there, and how far they have come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cli.i18n.texts import count, listed, term, tr
from cli.mare.race import NEAR, figures, gauges, letters
from cli.mare.words import in_supply, levels_line, tokens
from cli.ui.screen.panes import mark, presence
from cli.ui.screen.rows import Block, Row, folded, length
from cli.ui.screen.scene import Scene
from cli.ui.text.cells import columns, cut, exactly
from cli.ui.text.sides import empires
from core.mare.race import Race
from core.mare.resources import spread

ROOMY = 30
"""Columns from which players have two lines each, with their levels; below, one line and their levels apart."""

SPARED = 8
"""Rows that are kept free under the players, so that they are told of at length only where there is room."""

PARAGRAPH = 7
"""Rows for a player who is told of at length."""

NAME_WIDTH = 9
TRACK_WIDTH = 3
"""Columns for the name of a player on a narrow screen, and for the name of a track."""

LEAST_OF_NAME = 2
"""Columns of a person's name that tell too little."""


class Standings(NamedTuple):
    """The counts of the players that an edition shows; lists are by empire."""

    levels: Sequence[tuple[int, int, int]]
    races: Sequence[Race]
    titles: Sequence[str]
    """By track, the titles' names in English."""

    tracks: Sequence[str]
    """Above the columns of the tracks, of 3 columns each."""


StandingsOf = Callable[[Any], Standings]
"""The standings of a state."""


def players(scene: Scene, width: int, height: int, standings_of: StandingsOf) -> Block:
    """Return all players under a title: a paragraph each in a high pane, else two lines each, or one in a narrow pane.

    The form follows from the size and the number of players alone, so that nothing else on the screen changes it.
    """
    state = scene.state
    if not state.seats:
        return [_titled(scene, width, ""), *undealt(scene, width)]
    standings, seated = standings_of(state), range(len(state.seats))
    if width < ROOMY:
        return [_titled(scene, width, _above_lines(standings)), *[_line(scene, one, standings) for one in seated]]
    if height - SPARED > PARAGRAPH * len(seated):
        told = [line for empire in seated for line in _paragraph(scene, empire, standings, width)]
        return [_titled(scene, width, ""), *told]
    cards = [row for empire in seated for row in _card(scene, empire, standings, width)]
    # TRANSLATORS: the heading of the column of resources, of 4 columns at most
    return [_titled(scene, width, f"{above(standings.tracks)} {exactly(tr('res.'), 4)}"), *cards]


def levels(scene: Scene, width: int, standings_of: StandingsOf) -> Block:
    """Return the levels and the titles of all players, where their lines have no room for them."""
    state = scene.state
    if not state.seats or width >= ROOMY:
        return []
    standings = standings_of(state)
    rows: Block = []
    for empire, seat in enumerate(state.seats):
        person = exactly(scene.names.get(seat, ""), NAME_WIDTH)
        rows.append([("", " "), *_badge(scene, empire), ("", f"{person} "), *_levels(scene, empire, standings)])
    return [_ruled(scene, width, [], above(standings.tracks)), *rows]


def undealt(scene: Scene, width: int) -> Block:
    """Return who plays, before it is known which empire."""
    names: Block = [[("", name)] for _, name in sorted(scene.names.items())]
    return [
        *folded([("class:dim", tr("Dealt at the start: the {sides}.", sides=tr(scene.game.rules.sides)))], width),
        *names,
    ]


def all_players(scene: Scene, width: int, standings_of: StandingsOf) -> Block:
    """Return everything that lies open about each player."""
    state = scene.state
    rows: Block = []
    if not state.seats:
        return [[("", tr("Not dealt yet: the {sides}.", sides=tr(scene.game.rules.sides)))]]
    standings = standings_of(state)
    for empire in range(len(state.seats)):
        rows += _paragraph(scene, empire, standings, width)
        pieces = in_supply(state.players[empire])
        rows += [*folded([("class:dim", f"  {tr('in supply: {pieces}', pieces=pieces)}")], width, 2), []]
    return rows


# ---------------------------------------------------------------------- one player


def _badge(scene: Scene, empire: int) -> Row:
    """Return the map's colour and letter of an empire."""
    side = scene.view.map.sides(scene.state.board)[empire]
    return [(f"class:map-swatch-{side.ink}", " "), (f"class:map-badge-{side.ink}", side.letter), ("", " ")]


def _who(scene: Scene, empire: int, width: int) -> Row:
    """Return the mark of the turn, the badge, the empire and its player in so many columns, and presence."""
    seat = scene.state.seats[empire]
    called = _called(empires(scene.state)[empire], scene.names.get(seat, ""), width - 1)
    return [
        mark(scene, seat),
        *_badge(scene, empire),
        ("class:you" if seat == scene.seat else "", called),
        ("", " " * (width - columns(called))),
        ("", presence(scene, seat)),
    ]


def _called(empire: str, person: str, width: int) -> str:
    """Return an empire and who plays it, who gives way where there is no room."""
    texts = (f"{empire} ({person})", f"{empire} {person}") if person else ()
    if found := [text for text in texts if columns(text) <= width]:
        return found[0]
    room = width - columns(empire) - 1
    return f"{empire} {cut(person, room).rstrip()}" if person and room > LEAST_OF_NAME else cut(empire, width)


def _paragraph(scene: Scene, empire: int, standings: Standings, width: int) -> Block:
    state, star = scene.state, scene.glyphs.leader
    player, seat = state.players[empire], state.seats[empire]
    automatic = f" ({tr('autopilot')})" if seat in scene.automatic() else ""
    name = f"{empires(state)[empire]} ({scene.names.get(seat, '')})"
    titles = [term(title) for title, leader in zip(standings.titles, state.leaders, strict=True) if leader == empire]
    led = f" {star} {', '.join(titles)}" * bool(titles)
    head: Row = [*_who(scene, empire, columns(name) + 1), ("", automatic), ("class:number", led)]
    shows = seat == scene.seat or state.options.open_hands
    held = (
        count(sum(player.hand), "resource") if not shows or not any(player.hand) else tokens(state, spread(player.hand))
    )
    rows: Block = [
        head,
        [("", f"  {levels_line(state.board, standings.levels[empire])}")],
        [("", "  "), *_gauges(scene, empire, standings, width - 2)],
        [("class:dim", f"  {listed(state.board.tiles[tile].name for tile in player.tiles)}")] if player.tiles else [],
        [("", f"  {held}")],
    ]
    return [line for row in rows if row for line in folded(row, width, 4)]


def above(tracks: Sequence[str]) -> str:
    """Return the tracks as they stand above their columns."""
    return "".join(f" {exactly(track, TRACK_WIDTH)}" for track in tracks)


def _titled(scene: Scene, width: int, right: str) -> Row:
    return _ruled(scene, width, [("class:title", f" {tr('Players')} ")], right)


def _ruled(scene: Scene, width: int, title: Row, right: str) -> Row:
    """Return a line with a title in it, which ends with what stands above columns."""
    line = scene.glyphs.line
    left = max(width - length(title) - columns(right) - 1, 0)
    head: Row = [("class:rule", line), *title, ("class:rule", line * left)]
    return [*head, ("class:dim", right)] if right else head


def _levels(scene: Scene, empire: int, standings: Standings) -> Row:
    """Return a player's levels in columns; those of a title's holder are marked."""
    row: Row = []
    for track, level in enumerate(standings.levels[empire]):
        leads = scene.state.leaders[track] == empire
        row.append(("class:number" if leads else "", f" {scene.glyphs.leader if leads else ' '}{level:>2}"))
    return row


def _card(scene: Scene, empire: int, standings: Standings, width: int) -> Block:
    """Return a player in two lines: levels, titles and resources, and below them the race."""
    held = sum(scene.state.players[empire].hand)
    name = width - 5 - (TRACK_WIDTH + 1) * len(standings.tracks) - 5
    return [
        [*_who(scene, empire, name), *_levels(scene, empire, standings), ("", f" {held:>4}")],
        [("", " "), *_gauges(scene, empire, standings, width - 1)],
    ]


def _above_lines(standings: Standings) -> str:
    counted = counted_resources()
    above = [exactly(f" {letter}", TRACK_WIDTH) for letter in letters(standings.races[0])]
    return f"{' ' * (3 - columns(counted))}{counted}{''.join(above)}"


def _line(scene: Scene, empire: int, standings: Standings) -> Row:
    """Return a player in one line: resources and the race, in figures."""
    held = sum(scene.state.players[empire].hand)
    return [
        *_who(scene, empire, NAME_WIDTH),
        ("", f"{held:>3}"),
        *figures(standings.races[empire], near=_near_style(scene, empire)),
    ]


def _gauges(scene: Scene, empire: int, standings: Standings, width: int) -> Row:
    return gauges(standings.races[empire], scene.glyphs, width, near=_near_style(scene, empire))


def _near_style(scene: Scene, empire: int) -> str:
    """Return the style of what is one step from winning: the player's own is no threat; nothing once all is over."""
    if scene.over:
        return ""
    return "class:good" if empire == scene.empire else "class:alarm"


def legend(scene: Scene, width: int, levels_: str, race_: str) -> str:
    """Return what the columns and signs of a pane of that width mean; for no width, those of any."""
    glyphs = scene.glyphs
    near = "" if scene.over else tr("{near} one step from winning.", near=NEAR)
    there = tr(
        "{here} connected, {away} not connected, {automatic} the autopilot plays.",
        here=glyphs.present,
        away=glyphs.away,
        automatic=glyphs.automatic,
    )
    parts = (race_, near) if 0 < width < ROOMY else (levels_, race_, near, there)
    return " ".join(filter(None, parts))


def counted_resources() -> str:
    """Return the letter that stands after a number of resources."""
    return tr("{number}r", number="")
