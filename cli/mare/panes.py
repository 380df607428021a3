"""The players and their resources on the full screen, in any edition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cli.i18n.counting import count
from cli.i18n.texts import listed, term, tr
from cli.mare.describe import in_supply, levels_line
from cli.mare.names import tokens
from cli.ui.screen.panes import mark
from cli.ui.screen.rows import Block, Row, folded
from cli.ui.screen.scene import Choice, Scene
from cli.ui.text.cells import columns, exactly
from cli.ui.text.sides import empires
from core.mare.resources import spread
from core.mare.taking import Taking

NARROW = 32
"""Columns below which a player has a line and no paragraph."""

NAME_WIDTH = 8
TRACK_WIDTH = 3
"""Columns for the name of an empire where it stands above others."""


class Standings(NamedTuple):
    """What an edition counts of the players; lists are by empire."""

    levels: Sequence[tuple[int, int, int]]
    tiles_to_win: int
    titles: Sequence[str]
    """By track, the titles' names in English."""

    numbers: Sequence[str]
    """What stands in the last column of an empire's line."""

    told: Sequence[str]
    """What is said behind its heroes and wonders in its paragraph."""

    heading: str
    """Above the last column."""

    tracks: Sequence[str]
    """Above the columns of the tracks, of 3 columns each."""

    counted: str = ""
    """What the number of heroes and wonders counts, where nothing else is counted beside it."""


StandingsOf = Callable[[Any], Standings]
"""The standings of a state."""


def players(scene: Scene, width: int, most: int, standings_of: StandingsOf) -> Block:
    """Return all players: a paragraph each where so many rows have room for them, else a line."""
    state = scene.state
    if not state.seats:
        return undealt(scene, width)
    standings = standings_of(state)
    seated = list(enumerate(state.seats))
    if width >= NARROW:
        paragraphs = [row for empire, seat in seated for row in _paragraph(scene, state, empire, seat, standings)]
        told = [line for row in paragraphs for line in folded(row, width, 4)]
        if len(told) <= most:
            return told
    above = ("class:dim", heading(width, standings.tracks, standings.heading))
    return [[above], *[_line(scene, state, empire, seat, standings) for empire, seat in seated]]


def undealt(scene: Scene, width: int) -> Block:
    """Return who plays, before it is known which empire."""
    names: Block = [[("", name)] for _, name in sorted(scene.names.items())]
    return [
        *folded([("class:dim", tr("Dealt at the start: the {sides}.", sides=tr(scene.game.rules.sides)))], width),
        *names,
    ]


def heading(width: int, tracks: Sequence[str], last: str) -> str:
    """Return what stands above the columns of the players: the tracks and the last, cut to where they stand."""
    # TRANSLATORS: the heading of a column, of 8 columns at most; the space tells it from the word in a sentence
    player = tr("player ")
    above = " ".join(exactly(track, TRACK_WIDTH) for track in tracks)
    return exactly(f" {exactly(player, NAME_WIDTH)} {above}{exactly(last, columns(last))}", width)


def _line(scene: Scene, state: Any, empire: int, seat: int, standings: Standings) -> Row:
    star = scene.glyphs.leader
    row: Row = [
        mark(scene, seat),
        (_own(scene, seat), exactly(empires(state)[empire], NAME_WIDTH)),
    ]
    for track, level in enumerate(standings.levels[empire]):
        leads = state.leaders[track] == empire
        row.append(("class:number" if leads else "", f" {star if leads else ' '}{level:>2}"))
    row.append(("", standings.numbers[empire]))
    return row


def _own(scene: Scene, seat: int) -> str:
    return "class:you" if seat == scene.seat else ""


def _paragraph(scene: Scene, state: Any, empire: int, seat: int, standings: Standings) -> Block:
    player, board, star = state.players[empire], state.board, scene.glyphs.leader
    titles = [term(title) for title, leader in zip(standings.titles, state.leaders, strict=True) if leader == empire]
    head: Row = [
        mark(scene, seat),
        (_own(scene, seat), f"{empires(state)[empire]} "),
        ("class:dim", f"({tr('autopilot') if seat in scene.automatic() else scene.names.get(seat, '')}) "),
        ("class:number", f"{star} {', '.join(titles)}" if titles else ""),
    ]
    shows = seat == scene.seat or state.options.open_hands
    held = (
        count(sum(player.hand), "resource") if not shows or not any(player.hand) else tokens(state, spread(player.hand))
    )
    return [
        head,
        [("", "  " + levels_line(board, standings.levels[empire]))],
        [
            ("", f"  {len(player.tiles)}/{standings.tiles_to_win} {standings.counted}"),
            ("", ": " if standings.counted and player.tiles else ""),
            ("class:dim", listed(board.tiles[tile].name for tile in player.tiles)),
            ("", standings.told[empire]),
        ],
        [("", f"  {held}")],
    ]


def all_players(scene: Scene, width: int, standings_of: StandingsOf) -> Block:
    """Return everything that lies open about each player."""
    state = scene.state
    rows: Block = []
    if not state.seats:
        return [[("", tr("Not dealt yet: the {sides}.", sides=tr(scene.game.rules.sides)))]]
    standings = standings_of(state)
    for empire, seat in enumerate(state.seats):
        for row in _paragraph(scene, state, empire, seat, standings):
            rows += folded(row, width, 4)
        pieces = in_supply(state.players[empire])
        rows += [*folded([("class:dim", f"  {tr('in supply: {pieces}', pieces=pieces)}")], width, 2), []]
    return rows


def hand(scene: Scene, width: int) -> Block:
    """Return one's own resources, in as many rows as they take."""
    if scene.seat is None:
        # Before the game nobody has a seat on this screen yet, whether he is to have one or not.
        return [[("class:dim", f" {tr('You are watching.')}" if scene.begun else "")]]
    state = scene.state
    if not state.seats:
        told = tr("Your {side} is dealt when the game begins.", side=tr(scene.game.rules.side))
        return folded([("class:dim", f" {told}")], width)
    player = state.players[scene.empire]
    held = spread(player.hand)
    row: Row = [("class:you", f" {empires(state)[scene.empire]}")]
    if held:
        row.append(("", tr(" holds {resources}: ", resources=count(len(held), "resource"))))
        row.append(("class:number", tokens(state, held)))
    else:
        row.append(("", tr(" holds no resources")))
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Taking) and (offered := len(frame.face_up[scene.empire])):
        row.append(("class:dim", tr("; {number} more face up", number=offered)))
    return folded(row, width)


def unlisted(scene: Scene, rest: Sequence[Choice]) -> str:
    """Return how many more answers there are; of the tiles one would not know where to look for them."""
    number = len(rest) - (rest[-1].line == "done")
    tiles = sum(
        choice.line.split()[1:2] != [] and choice.line.split()[1] in scene.state.board.tile_of for choice in rest
    )
    if tiles:
        return tr("{number} more, heroes and wonders: {tiles} (F3)", number=number, tiles=tiles)
    return tr("{number} more", number=number)
