"""The players and their resources on the full screen."""

from __future__ import annotations

from collections.abc import Sequence

from cli.empires.describe import tokens
from cli.empires.details import facts, rights
from cli.empires.happenings import drawn
from cli.empires.tiles import face_up
from cli.empires.trade import on_table
from cli.i18n.counting import count
from cli.i18n.texts import listed, term, tr
from cli.ui.screen.panes import mark
from cli.ui.screen.rows import Block, Row, folded
from cli.ui.screen.scene import Choice, Scene
from cli.ui.text.cells import exactly
from cli.ui.text.sides import empires
from core.empires.map import TITLES
from core.empires.state import State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, all_great_cities
from core.mare.kinds import TRACKS
from core.mare.resources import spread
from core.mare.taking import Taking
from core.mare.titles import all_levels

__all__ = ["all_players", "drawn", "facts", "hand", "legend", "on_table", "owned", "players", "rights", "unlisted"]


def players(scene: Scene, width: int, most: int) -> Block:
    """All players: a paragraph each where so many rows have room for them, else a line."""
    state = scene.state
    if not state.seats:
        return undealt(scene, width)
    reached, cities = all_levels(state), all_great_cities(state)
    seated = [(empire, seat, reached[empire], cities[empire]) for empire, seat in enumerate(state.seats)]
    if width >= NARROW:
        paragraphs = [row for player in seated for row in _paragraph(scene, state, *player)]
        told = [line for row in paragraphs for line in folded(row, width, 4)]
        if len(told) <= most:
            return told
    return [[("class:dim", _heading(width))], *[_line(scene, state, *player, width) for player in seated]]


NARROW = 32
"""Columns below which a player has a line and no paragraph."""

NAME_WIDTH = 8
"""Columns for the name of an empire where it stands above others."""


def undealt(scene: Scene, width: int) -> Block:
    """Who plays, before it is known which empire."""
    names: Block = [[("", name)] for _, name in sorted(scene.names.items())]
    return [*folded([("class:dim", tr("The empires are dealt at the start."))], width), *names]


def _heading(width: int) -> str:
    """What stands above the columns of the players: the tracks, tiles and great cities, cut to where they stand."""
    # TRANSLATORS: the heading of a column, of 8 columns at most; the space tells it from the word in a sentence
    empire = tr("empire ")
    name, *tracks = (exactly(word, most) for word, most in ((empire, NAME_WIDTH), *_track_names()))
    # TRANSLATORS: heroes and wonders (tiles), and capitals with legendary cities (c), of 5 columns together
    return exactly(f" {name} {' '.join(tracks)}{exactly(tr(' ti c'), 5)}", width)


def _track_names() -> list[tuple[str, int]]:
    return [(tr("tra"), 3), (tr("cul"), 3), (tr("mil"), 3)]


def legend(scene: Scene) -> str:
    """What stands above the columns of the players, in words."""
    names = dict(zip(("trade", "culture", "military"), (name.strip() for name, _ in _track_names()), strict=True))
    return tr(
        "{trade} trade, {culture} culture, {military} military, {last}: heroes and wonders, great cities;"
        " {star} leads.",
        **names,
        last=tr(" ti c").strip(),
        star=scene.glyphs.leader,
    )


def _line(
    scene: Scene, state: State, empire: int, seat: int, levels: tuple[int, int, int], cities: int, width: int
) -> Row:
    star = scene.glyphs.leader
    row: Row = [
        mark(scene, seat),
        (_colour(state, empire, scene, seat), exactly(empires(state)[empire], NAME_WIDTH)),
    ]
    for track, level in enumerate(levels):
        leads = state.leaders[track] == empire
        row.append(("class:number" if leads else "", f" {star if leads else ' '}{level:>2}"))
    row.append(("", f"{len(state.players[empire].tiles):>3}{cities:>2}"))
    return row


def _colour(state: State, empire: int, scene: Scene, seat: int) -> str:
    own = " class:you" if seat == scene.seat else ""
    return f"class:empire.{state.board.empires[empire]}{own}"


def _paragraph(scene: Scene, state: State, empire: int, seat: int, levels: tuple[int, int, int], cities: int) -> Block:
    player, board, star = state.players[empire], state.board, scene.glyphs.leader
    titles = [term(TITLES[track]) for track, leader in enumerate(state.leaders) if leader == empire]
    head: Row = [
        mark(scene, seat),
        (_colour(state, empire, scene, seat), f"{empires(state)[empire]} "),
        ("class:dim", f"({tr('autopilot') if seat in scene.automatic() else scene.names.get(seat, '')}) "),
        ("class:number", f"{star} {', '.join(titles)}" if titles else ""),
    ]
    shows = seat == scene.seat or state.options.open_hands
    held = (
        count(sum(player.hand), "resource") if not shows or not any(player.hand) else tokens(state, spread(player.hand))
    )
    return [
        head,
        [("", "  " + ", ".join(f"{term(track)} {level}" for track, level in zip(TRACKS, levels, strict=True)))],
        [
            ("", f"  {len(player.tiles)}/{TILES_TO_WIN} "),
            ("class:dim", listed(board.tiles[tile].name for tile in player.tiles)),
            ("", tr("; {cities}/{most} great cities", cities=cities, most=CITIES_TO_WIN)),
        ],
        [("", f"  {held}")],
    ]


def all_players(scene: Scene, width: int) -> Block:
    """The page of the players: everything that lies open about each, and the tiles that can be bought."""
    state = scene.state
    rows: Block = []
    if not state.seats:
        return [[("", tr("The empires have not been dealt yet."))]]
    reached, cities = all_levels(state), all_great_cities(state)
    for empire, seat in enumerate(state.seats):
        player = state.players[empire]
        for row in _paragraph(scene, state, empire, seat, reached[empire], cities[empire]):
            rows += folded(row, width, 4)
        numbers = (player.legions, player.triremes, player.fortresses, player.markers)
        pieces = ", ".join(map(count, numbers, ("legion", "trireme", "fortress", "marker")))
        rows += [*folded([("class:dim", f"  {tr('in supply: {pieces}', pieces=pieces)}")], width, 2), []]
    return rows + face_up(state, scene.empire, width)


def hand(scene: Scene, width: int) -> Block:
    """One's own resources, in as many rows as they take."""
    if scene.seat is None:
        # Before the game nobody has a seat on this screen yet, whether he is to have one or not.
        return [[("class:dim", f" {tr('You are watching.')}" if scene.begun else "")]]
    state = scene.state
    if not state.seats:
        return folded([("class:dim", f" {tr('Your empire is dealt when the game begins.')}")], width)
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


# ---------------------------------------------------------------------- what the rest of the screen asks


def unlisted(scene: Scene, rest: Sequence[Choice]) -> str:
    """How many more answers there are; of the tiles one would not know where to look for them."""
    number = len(rest) - (rest[-1].line == "done")
    tiles = sum(
        choice.line.split()[1:2] != [] and choice.line.split()[1] in scene.state.board.tile_of for choice in rest
    )
    if tiles:
        return tr("{number} more, heroes and wonders: {tiles} (F3)", number=number, tiles=tiles)
    return tr("{number} more", number=number)


def owned(state: State) -> list[str]:
    """The names of the heroes and wonders that players have, those that they copy among them."""
    return [state.board.tiles[tile].name for player in state.players for tile in player.abilities()]
