"""The players on the full screen, in any edition: who they are, whether they are there, and how far they have come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cli.i18n.counting import count
from cli.i18n.texts import listed, term, tr
from cli.mare.describe import in_supply, levels_line
from cli.mare.names import tokens
from cli.mare.race import figures, gauges, letters
from cli.ui.screen.panes import mark, presence
from cli.ui.screen.rows import Block, Row, folded
from cli.ui.screen.scene import Scene
from cli.ui.text.cells import columns, exactly
from cli.ui.text.sides import empires
from core.mare.race import Race
from core.mare.resources import spread

ROOMY = 30
"""Columns from which a player's resources stand behind the levels, and not before the race."""

NAME_WIDTH = 9
TRACK_WIDTH = 3
"""Columns for the name of a player, and of a track, where they stand above others."""


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


def players(scene: Scene, width: int, most: int, standings_of: StandingsOf) -> Block:
    """Return all players: a paragraph each if so many rows have room for that, else two lines each, or one."""
    state = scene.state
    if not state.seats:
        return undealt(scene, width)
    standings, seated = standings_of(state), range(len(state.seats))
    if width >= ROOMY:
        told = [line for empire in seated for line in _paragraph(scene, empire, standings, width)]
        if len(told) <= most:
            return told
    cards = [heading(width, standings.tracks)]
    cards += [row for empire in seated for row in _card(scene, empire, standings, width)]
    if len(cards) <= most:
        return cards
    return [_heading_of_lines(standings), *[_line(scene, empire, standings) for empire in seated]]


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


def _who(scene: Scene, empire: int, width: int = 0) -> Row:
    """Return the mark of the turn, the map's colour and letter, the name in so many columns, and presence."""
    state = scene.state
    seat = state.seats[empire]
    side = scene.view.map.sides(state.board)[empire]
    name = scene.names.get(seat) or empires(state)[empire]
    return [
        mark(scene, seat),
        (f"class:map-swatch-{side.ink}", " "),
        (f"class:map-badge-{side.ink}", side.letter),
        ("", " "),
        ("class:you" if seat == scene.seat else "", exactly(name, width) if width else f"{name} "),
        ("", presence(scene, seat)),
    ]


def _paragraph(scene: Scene, empire: int, standings: Standings, width: int) -> Block:
    state, star = scene.state, scene.glyphs.leader
    player, seat = state.players[empire], state.seats[empire]
    titles = [term(title) for title, leader in zip(standings.titles, state.leaders, strict=True) if leader == empire]
    of = empires(state)[empire] + (f" ({tr('autopilot')})" if seat in scene.automatic() else "")
    head: Row = [*_who(scene, empire), ("", f" {of} "), ("class:number", f"{star} {', '.join(titles)}" * bool(titles))]
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


def heading(width: int, tracks: Sequence[str]) -> Row:
    """Return what stands above the players in two lines each."""
    # TRANSLATORS: the heading of a column, of 9 columns at most; the space tells it from the word in a sentence
    player = tr("player ")
    above = f"    {exactly(player, NAME_WIDTH)} {''.join(f' {exactly(track, TRACK_WIDTH)}' for track in tracks)}"
    if width >= ROOMY:
        # TRANSLATORS: the heading of the column of resources, of 4 columns at most
        above += f" {tr('res.')}"
    return [("class:dim", above)]


def _card(scene: Scene, empire: int, standings: Standings, width: int) -> Block:
    """Return a player in two lines: levels and titles, and below them the race."""
    state = scene.state
    row = _who(scene, empire, NAME_WIDTH)
    for track, level in enumerate(standings.levels[empire]):
        leads = state.leaders[track] == empire
        row.append(("class:number" if leads else "", f" {scene.glyphs.leader if leads else ' '}{level:>2}"))
    held = sum(state.players[empire].hand)
    if width >= ROOMY:
        return [[*row, ("", f" {held:>3}")], [("", "   "), *_gauges(scene, empire, standings, width - 3)]]
    # TRANSLATORS: a number of resources, with one letter
    counted = tr("{number}r", number=held)
    lead = f"{' ' * max(4 - columns(counted), 0)}{counted} "
    return [row, [("", lead), *_gauges(scene, empire, standings, width - columns(lead))]]


def _heading_of_lines(standings: Standings) -> Row:
    counted = counted_resources()
    above = [exactly(f" {letter}", TRACK_WIDTH) for letter in letters(standings.races[0])]
    return [
        (
            "class:dim",
            f"    {exactly(tr('player '), NAME_WIDTH)} {' ' * (3 - columns(counted))}{counted}{''.join(above)}",
        )
    ]


def _line(scene: Scene, empire: int, standings: Standings) -> Row:
    """Return a player in one line: resources and the race, in figures."""
    held = sum(scene.state.players[empire].hand)
    return [
        *_who(scene, empire, NAME_WIDTH),
        ("", f"{held:>3}"),
        *figures(standings.races[empire], is_over=bool(scene.over)),
    ]


def _gauges(scene: Scene, empire: int, standings: Standings, width: int) -> Row:
    return gauges(standings.races[empire], scene.glyphs, width, is_over=bool(scene.over))


def legend(scene: Scene) -> str:
    """Return what the signs of presence mean."""
    glyphs = scene.glyphs
    return tr(
        "{here} connected, {away} not connected, {automatic} the autopilot plays.",
        here=glyphs.present,
        away=glyphs.away,
        automatic=glyphs.automatic,
    )


def counted_resources() -> str:
    """Return the letter that stands after a number of resources."""
    return tr("{number}r", number="")
