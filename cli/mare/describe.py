"""Positions of any edition in words, for a terminal of any kind: lines of plain text, no colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cli.i18n.texts import both, count, term, tr
from cli.mare.map import Standing, StandingOf
from cli.mare.names import bonus, hand, in_brackets, typed_name
from cli.ui.text.cells import WIDTH, columns, cut, folded, padded, table_row, wrapped
from cli.ui.text.sides import empires
from core.engine.state import NO_EMPIRE
from core.mare.graph import bits


def when(round_: int, phase: int, phases: Sequence[str]) -> str:
    """Return round and phase: ``Round 3, Build``; without a phase, the round."""
    if not phase:
        return tr("Round {round}", round=round_)
    return tr("Round {round}, {phase}", round=round_, phase=tr(phases[phase - 1]))


# ---------------------------------------------------------------------- the map


def sides(state: Any) -> tuple[str, ...]:
    """Return the names of all that may hold provinces: the empires and, where there are any, the neutrals."""
    board = state.board
    return tuple(map(term, getattr(board, "side_names", board.empire_names)))


def province_lines(state: Any, standing: StandingOf) -> list[str]:
    """Return the provinces by controller, with buildings built, icons still free, and units."""
    lines = []
    for side, name in enumerate((*(names := sides(state)), tr("Uncontrolled"))):
        controller = side if side < len(names) else NO_EMPIRE
        indices = [index for index, province in enumerate(state.provinces) if province.controller == controller]
        if indices:
            lines.append(f"{name}:")
        for index in indices:
            lines += table_row("  " + state.board.province_names[index], _province(state, index, standing), 15)
    return lines


def sea_lines(state: Any) -> list[str]:
    """Return the seas with the triremes in them."""
    lines = [tr("Seas:")]
    empty = []
    for name, triremes in zip(state.board.sea_names, state.seas, strict=True):
        ships = [f"{empire} {count(n, 'trireme')}" for empire, n in zip(empires(state), triremes, strict=True) if n]
        if ships:
            lines += table_row("  " + name, "; ".join(ships), 20)
        else:
            empty.append(name)
    return lines + (folded(tr("Without triremes: {seas}.", seas=", ".join(empty))) if empty else [])


def place_lines(state: Any, name: str, standing: StandingOf) -> list[str]:
    """Return what a province or sea of that name in the notation has and borders; nothing for any other name."""
    board = state.board
    if name in board.provinces:
        index = board.provinces.index(name)
        land = ", ".join(board.province_names[other] for other in bits(board.land[index]))
        coast = ", ".join(board.sea_names[sea] for sea in bits(board.coast[index]))
        text = tr(
            "{built}. Borders {land}; lies on {coast}.",
            built=_province(state, index, standing),
            land=land or tr("no province"),
            coast=coast or tr("no sea"),
        )
        return table_row(board.province_names[index], text)
    if name in board.seas:
        index = board.seas.index(name)
        seas = ", ".join(board.sea_names[other] for other in bits(board.sea_links[index]))
        shores = ", ".join(board.province_names[province] for province in bits(board.shores[index]))
        text = tr(
            "Borders {seas}; on its shores lie {shores}.",
            seas=seas or tr("no sea"),
            shores=shores or tr("no province"),
        )
        return table_row(board.sea_names[index], text)
    return []


def _province(state: Any, index: int, standing: StandingOf) -> str:
    stands = standing(state.provinces[index])
    icons = state.board.icons[index]
    built = [_building(state, stands, index, icon) for icon in range(len(icons)) if stands.built >> icon & 1]
    free = [term(icon.name) for number, icon in enumerate(icons) if not stands.built >> number & 1]
    parts = [" ".join([*built, *[f"[{name}]" for name in free]])]
    parts += [f"{sides(state)[side]} {units_of(stands, side)}" for side in stands.present]
    parts += _posts(state, stands, index)
    return "; ".join(part for part in parts if part)


def _building(state: Any, stands: Standing, index: int, icon: int) -> str:
    name = term(state.board.icons[index][icon].name)
    if stands.on_icons >> icon & 1:
        return tr("{icon} (held by {empire})", icon=name, empire=sides(state)[stands.occupier])
    return name


def units_of(stands: Standing, side: int) -> str:
    """Return a side's units in a province: ``2 legions and fortress``, or nothing."""
    legions, fortresses = stands.land[side]
    units = [count(legions, "legion")] if legions else []
    units += [term("fortress")] if fortresses == 1 else [count(fortresses, "fortress")] if fortresses else []
    docked = stands.docked(side)
    units += [tr("{triremes} in dock", triremes=count(docked, "trireme"))] if docked else []
    return both(units)


def _posts(state: Any, stands: Standing, index: int) -> Iterator[str]:
    if stands.on_marker:
        yield tr("control marker held by {empire}", empire=sides(state)[stands.occupier])
        return
    for icon in bits(stands.on_icons & ~stands.built):
        name = term(state.board.icons[index][icon].name)
        yield tr("legion of {empire} on the empty icon {icon}", empire=sides(state)[stands.occupier], icon=name)
    if stands.pillaged:
        yield tr("pillaged")


def tile_lines(state: Any, face_down: int = 0) -> list[str]:
    """Return the heroes and wonders that can be bought."""
    tiles = state.board.tiles
    shown = ", ".join(typed_name(tiles[tile], bonus(state.board, tiles[tile])) for tile in state.display) or tr("none")
    hidden = tr("; {number} face down", number=face_down) if face_down else ""
    lines = tr("Heroes and wonders face up: {shown}{hidden}.", shown=shown, hidden=hidden)
    hint = [tr("“rule NAME” says what one does.")] if state.display else []
    return [*wrapped(lines, WIDTH, rest="  "), *hint]


# ---------------------------------------------------------------------- the players


PIECES = ("legion", "trireme", "fortress", "marker")


def in_supply(player: Any) -> str:
    """Return the pieces that a player has left, counted."""
    left = (player.legions, player.triremes, player.fortresses, player.markers)
    return ", ".join(map(count, left, PIECES))


def levels_line(board: Any, levels: Sequence[int]) -> str:
    """Return the levels of all tracks in a line."""
    return ", ".join(f"{term(track)} {level}" for track, level in zip(board.track_names, levels, strict=True))


def tiles_line(state: Any, empire: int, most: int, price: int) -> str:
    """Return an empire's heroes and wonders with what they add, how many win, and what the next costs."""
    tiles = [state.board.tiles[tile] for tile in state.players[empire].tiles]
    return tr(
        "heroes and wonders ({number} of {most}): {tiles}; the next costs {price}",
        number=len(tiles),
        most=most,
        tiles=", ".join(in_brackets(term(tile.name), bonus(state.board, tile)) for tile in tiles) or tr("none"),
        price=price,
    )


def player_lines(
    state: Any, empire: int, name: str, own: bool, titles: Sequence[str], facts: Sequence[str]
) -> list[str]:
    """Return one empire: its titles, by track, some facts, its resources as far as they are open, and its supply."""
    player = state.players[empire]
    led = [title for title, leader in zip(titles, state.leaders, strict=True) if leader == empire]
    holds = hand(state, empire) if own or state.options.open_hands else count(sum(player.hand), "resource")
    return [
        f"{empires(state)[empire]} ({name})" + "".join(f", {term(title)}" for title in led),
        *[line for fact in facts for line in folded(fact)],
        *folded(tr("{resources}; in supply: {supply}", resources=holds, supply=in_supply(player))),
    ]


Column = tuple[str, int, Callable[[int], str]]
"""A column: its heading, its width, and its text for each empire."""


def player_table(
    state: Any, names: Iterable[str], levels: Sequence[Sequence[int]], more: Sequence[Column]
) -> list[str]:
    """Return a heading, and every empire in a line: levels and titles, resources, tiles and more; winners first.

    An open hand stands below its line.
    """
    winners = state.result.winners if state.result is not None else ()
    called = list(names)
    headings = [(term(track), width) for track, width in zip(state.board.track_names, (28, 8, 9), strict=True)]
    headings += [(tr("resources"), 11), (tr("heroes"), 7), *((heading, width) for heading, width, _ in more)]
    lines = ["".join(" " * max(1, width - columns(title)) + title for title, width in headings)]
    for empire in sorted(range(len(levels)), key=lambda empire: empire not in winners):
        player, reached = state.players[empire], levels[empire]
        name = called[state.seats[empire]] if called and state.seats else ""
        who = f"{empires(state)[empire]}{f' ({name})' if name else ''}"
        led = [f"{'*' if leader == empire else ' '}" for leader in state.leaders]
        shown = "".join(f"{level:>7}{mark}" for level, mark in zip(reached, led, strict=True))
        rest = "".join(f"{value(empire):>{width}}" for _, width, value in more)
        mark = ">" if empire in winners else " "
        lines.append(f"{mark}{padded(cut(who, 21), 21)}{shown}{sum(player.hand):>11}{len(player.tiles):>7}{rest}")
        if state.options.open_hands:
            lines.append(f"   {hand(state, empire)}")
    return lines
