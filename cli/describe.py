"""Positions in words, for a terminal of any kind: lines of plain text, no colours, nothing that has to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from core.board import NOBODY, bits
from core.building import tile_price
from core.edition import TRACKS, UNIT_KINDS
from core.leadership import levels
from core.resources import spread
from core.rounds import Round
from core.state import MARKER, Province, State
from core.victory import CITIES_TO_WIN, TILES_TO_WIN, great_cities
from p2p.log import AGREEMENT

PHASES = ("Collect resources", "Trade", "Build", "Move and battle", "Leadership")

VICTORIES = {
    "pyramids": "the Pyramids",
    "heroes_and_wonders": "five heroes and wonders",
    "capitals_and_legendary_cities": "four capitals and legendary cities",
    "leadership": "all three titles",
}
"""What a game was won with, by the victory's name in the rules; every other name is one where nobody wins."""

WIDTH = 78


def moment(state: State) -> str:
    """Round and phase: ``Round 3, Build``."""
    phase = phase_of(state)
    return f"Round {state.round}, {PHASES[phase - 1]}" if phase else f"Round {state.round}"


def phase_of(state: State) -> int:
    """The number of the phase, 1 to 5, or 0 before the first."""
    phases = [frame.phase for frame in state.stack if isinstance(frame, Round) and frame.phase]
    return phases[-1] if phases else 0


def empire_of(state: State, seat: int) -> int:
    """The empire a seat plays; NOBODY before empires are dealt."""
    return state.seats.index(seat) if state.seats else NOBODY


def side(state: State, seat: int) -> str:
    """What a seat plays, in a word: ``Rome``, or ``seat 2`` before empires are dealt."""
    empire = empire_of(state, seat)
    return f"seat {seat + 1}" if empire == NOBODY else state.board.empire_names[empire]


def count(number: int, thing: str) -> str:
    """``1 legion``, ``2 legions``, ``3 fortresses``."""
    plural = thing[:-1] + "ies" if thing.endswith("y") else thing + ("es" if thing.endswith("s") else "s")
    return f"{number} {thing if number == 1 else plural}"


def tokens(state: State, held: Iterable[int]) -> str:
    """Sorted resources, counted: ``2 coin, sheep, *gold``."""
    counted: dict[str, int] = {}
    for token in held:
        name = state.board.tokens[token]
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in counted.items())


def hand(state: State, empire: int) -> str:
    """The resources an empire holds, in one line."""
    held = spread(state.players[empire].hand)
    return f"{count(len(held), 'resource')}: {tokens(state, held)}" if held else "no resources"


def table_row(name: str, text: str, indent: int = 13) -> list[str]:
    """A name in a column of its own, and a text beside it, broken into lines."""
    return wrap(f"{name:<{indent - 1}} {text}", WIDTH, subsequent_indent=" " * indent, break_long_words=False)


def folded(text: str) -> list[str]:
    """A text broken into indented lines."""
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")


# ---------------------------------------------------------------------- the map


def board_lines(state: State) -> list[str]:
    """The map: provinces by controller, with buildings built, icons still free and units; seas; tiles face up."""
    lines = [f"{moment(state)}. What stands; in brackets, what can still be built."]
    for empire, name in enumerate((*state.board.empire_names, "Uncontrolled")):
        controller = empire if empire < len(state.players) else NOBODY
        indices = [index for index, province in enumerate(state.provinces) if province.controller == controller]
        if indices:
            lines.append(f"{name}:")
        for index in indices:
            lines += table_row("  " + state.board.province_names[index], _province(state, index), 15)
    return [*lines, *_sea_lines(state), *tile_lines(state)]


def _sea_lines(state: State) -> list[str]:
    lines = ["Seas:"]
    empty = []
    for name, triremes in zip(state.board.sea_names, state.seas, strict=True):
        ships = [
            f"{empire} {count(n, 'trireme')}" for empire, n in zip(state.board.empire_names, triremes, strict=True) if n
        ]
        if ships:
            lines += table_row("  " + name, "; ".join(ships), 20)
        else:
            empty.append(name)
    return lines + (folded(f"Without triremes: {', '.join(empty)}.") if empty else [])


def place_lines(state: State, name: str) -> list[str]:
    """A province or sea by its name in the notation: what it has and borders; nothing for any other name."""
    board = state.board
    if name in board.provinces:
        index = board.provinces.index(name)
        land = ", ".join(board.provinces[other] for other in bits(board.land[index]))
        coast = ", ".join(board.seas[sea] for sea in bits(board.coast[index]))
        text = f"{_province(state, index)}. Borders {land or 'no province'}; lies on {coast or 'no sea'}."
        return table_row(board.province_names[index], text)
    if name in board.seas:
        index = board.seas.index(name)
        seas = ", ".join(board.seas[other] for other in bits(board.sea_links[index]))
        shores = ", ".join(board.provinces[province] for province in bits(board.shores[index]))
        return table_row(
            board.sea_names[index], f"Borders {seas or 'no sea'}; on its shores lie {shores or 'no province'}."
        )
    return []


def _province(state: State, index: int) -> str:
    province = state.provinces[index]
    icons = state.board.icons[index]
    built = [_building(state, province, index, icon) for icon in range(len(icons)) if province.built >> icon & 1]
    free = [icon.name for number, icon in enumerate(icons) if not province.built >> number & 1]
    parts = [" ".join([*built, *[f"[{name}]" for name in free]])]
    parts += _units(state, province)
    parts += _posts(state, province, index)
    return "; ".join(part for part in parts if part)


def _building(state: State, province: Province, index: int, icon: int) -> str:
    name = state.board.icons[index][icon].name
    if province.posts >> icon & 1:
        return f"{name} (held by {state.board.empire_names[province.occupier]})"
    return name


def _units(state: State, province: Province) -> Iterator[str]:
    for empire, name in enumerate(state.board.empire_names):
        units = [count(province.legions[empire], "legion")] if province.legions[empire] else []
        if province.fortress == empire:
            units.append("fortress")
        if units:
            yield f"{name} {' and '.join(units)}"


def _posts(state: State, province: Province, index: int) -> Iterator[str]:
    if province.posts == MARKER:
        yield f"control marker held by {state.board.empire_names[province.occupier]}"
        return
    for icon in bits(province.posts & ~province.built):
        name = state.board.icons[index][icon].name
        yield f"legion of {state.board.empire_names[province.occupier]} on the empty icon {name}"


def tile_lines(state: State) -> list[str]:
    """The heroes and wonders that can be bought."""
    tiles = state.board.tiles
    shown = ", ".join(tiles[tile].id for tile in state.display) or "none"
    hidden = f"; {len(state.face_down)} face down" if state.face_down else ""
    return wrap(f"Heroes and wonders face up: {shown}{hidden}.", WIDTH, subsequent_indent="  ")


# ---------------------------------------------------------------------- the players


def player_lines(state: State, empire: int, name: str, own: bool) -> list[str]:
    """One empire: titles, levels, great cities, tiles, resources (counted, unless one's own) and supply."""
    board = state.board
    player = state.players[empire]
    titles = [track for track, leader in zip(TRACKS, state.leaders, strict=True) if leader == empire]
    reached = ", ".join(f"{track} {level}" for track, level in zip(TRACKS, levels(state, empire), strict=True))
    bought = ", ".join(board.tiles[tile].name for tile in player.tiles)
    kinds, left = (*UNIT_KINDS, "marker"), (player.legions, player.triremes, player.fortresses, player.markers)
    supply = ", ".join(count(number, kind) for kind, number in zip(kinds, left, strict=True))
    holds = hand(state, empire) if own or state.options.open_hands else count(sum(player.hand), "resource")
    return [
        f"{board.empire_names[empire]} ({name})" + "".join(f", {title.capitalize()} Leader" for title in titles),
        *folded(f"{reached}; {great_cities(state, empire)} of {CITIES_TO_WIN} capitals and legendary cities"),
        *folded(f"tiles ({len(player.tiles)} of {TILES_TO_WIN}): {bought}; the next costs {_next_tile(state, empire)}"),
        *folded(f"{holds}; in supply: {supply}"),
    ]


def _next_tile(state: State, empire: int) -> int:
    tile = next(tile.index for tile in state.board.tiles if tile.kind != "pyramids")
    return tile_price(state, empire, tile).cost


def ending(victory: str, winners: Iterable[str]) -> str:
    """The end in a sentence: ``Rome (Bot 1) wins with all three titles.``"""
    names = list(winners)
    if victory == AGREEMENT:
        return "All have agreed to end the game; nobody has won."
    if not names:
        return "The last round is over; nobody has won."
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'} with {VICTORIES.get(victory, victory)}."
