"""Positions in words, for a terminal of any kind: lines of plain text, no colours, nothing that has to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cli.i18n.counting import count, goods
from cli.i18n.texts import ENGLISH, both, language, marked, term, tr
from cli.ui.text.cells import WIDTH, columns, cut, folded, padded, table_row, wrapped
from cli.ui.text.sides import empires
from core.empires.board import Board
from core.empires.building import BuildTurn, tile_price
from core.empires.map import TITLES
from core.empires.state import Province, State, Tile
from core.empires.upkeep import COINS_KEPT
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, great_cities
from core.engine.state import NOBODY
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.graph import bits
from core.mare.kinds import TRACKS
from core.mare.resources import COIN, spread
from core.mare.state import MARKER
from core.mare.titles import all_levels, levels

PHASES = (
    marked("Collect resources"),
    marked("Trade"),
    marked("Build"),
    marked("Move and battle"),
    marked("Leadership"),
)
MOVING = 4
"""The number of the phase in which one moves and fights."""

VICTORIES = {
    "pyramids": marked("the Pyramids"),
    "heroes_and_wonders": marked("five heroes and wonders"),
    "capitals_and_legendary_cities": marked("four capitals and legendary cities"),
    "leadership": marked("all three titles"),
}
"""What a game was won with, by the victory's name in the rules; every other name is one where nobody wins."""

STARRED = marked(
    "A star marks a legendary resource: *grain counts as grain everywhere, and is drawn and given back apart (0.2)."
)


def moment(state: State) -> str:
    """Round and phase: ``Round 3, Build``."""
    phase = state.phase
    if not phase:
        return tr("Round {round}", round=state.round)
    return tr("Round {round}, {phase}", round=state.round, phase=tr(PHASES[phase - 1]))


def tokens(state: State, held: Iterable[int]) -> str:
    """Sorted resources, counted: ``2 coin, sheep, *gold``."""
    counted: dict[str, int] = {}
    for token in held:
        name = term(state.board.tokens[token])
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(name if number == 1 else goods(number, name) for name, number in counted.items())


def hand(state: State, empire: int) -> str:
    """The resources an empire holds, in one line."""
    held = spread(state.players[empire].hand)
    if not held:
        return tr("no resources")
    return tr("{resources}: {tokens}", resources=count(len(held), "resource"), tokens=tokens(state, held))


def lost_when_done(state: State, empire: int) -> str:
    """What an empire would lose if it built nothing more (3.0b), in a sentence; nothing where it would keep all."""
    held = state.players[empire].hand
    lost = sum(held) - min(held[COIN], COINS_KEPT)
    if not lost:
        return ""
    return tr(
        "All but {number} coins are lost at the end: {resources} of yours (3.0b).",
        number=COINS_KEPT,
        resources=count(lost, "resource"),
    )


# ---------------------------------------------------------------------- the map


def board_lines(state: State) -> list[str]:
    """The map: provinces by controller, with buildings built, icons still free and units; seas; tiles face up."""
    lines = [tr("{moment}. What stands; in brackets, what can still be built.", moment=moment(state))]
    for empire, name in enumerate((*empires(state), tr("Uncontrolled"))):
        controller = empire if empire < len(state.players) else NOBODY
        indices = [index for index, province in enumerate(state.provinces) if province.controller == controller]
        if indices:
            lines.append(f"{name}:")
        for index in indices:
            lines += table_row("  " + state.board.province_names[index], _province(state, index), 15)
    return [*lines, *_sea_lines(state), *tile_lines(state)]


def _sea_lines(state: State) -> list[str]:
    lines = [tr("Seas:")]
    empty = []
    for name, triremes in zip(state.board.sea_names, state.seas, strict=True):
        ships = [f"{empire} {count(n, 'trireme')}" for empire, n in zip(empires(state), triremes, strict=True) if n]
        if ships:
            lines += table_row("  " + name, "; ".join(ships), 20)
        else:
            empty.append(name)
    return lines + (folded(tr("Without triremes: {seas}.", seas=", ".join(empty))) if empty else [])


def place_named(state: State, typed: str) -> str:
    """The province or sea in the notation of which the name, or how a part of it begins, is typed; else nothing."""
    wanted = "_".join(typed.lower().split())
    places = (*state.board.provinces, *state.board.seas)
    begun = [place for place in places if any(part.startswith(wanted) for part in (place, *place.split("_")))]
    return wanted if wanted in places else next(iter(begun if wanted else []), "")


def place_name(state: State, place: str) -> str:
    """A place's name, as a person writes it."""
    board = state.board
    if place in board.provinces:
        return board.province_names[board.provinces.index(place)]
    return board.sea_names[board.seas.index(place)] if place in board.seas else place


def place_lines(state: State, name: str) -> list[str]:
    """A province or sea by its name in the notation: what it has and borders; nothing for any other name."""
    board = state.board
    if name in board.provinces:
        index = board.provinces.index(name)
        land = ", ".join(board.provinces[other] for other in bits(board.land[index]))
        coast = ", ".join(board.seas[sea] for sea in bits(board.coast[index]))
        text = tr(
            "{built}. Borders {land}; lies on {coast}.",
            built=_province(state, index),
            land=land or tr("no province"),
            coast=coast or tr("no sea"),
        )
        return table_row(board.province_names[index], text)
    if name in board.seas:
        index = board.seas.index(name)
        seas = ", ".join(board.seas[other] for other in bits(board.sea_links[index]))
        shores = ", ".join(board.provinces[province] for province in bits(board.shores[index]))
        text = tr(
            "Borders {seas}; on its shores lie {shores}.",
            seas=seas or tr("no sea"),
            shores=shores or tr("no province"),
        )
        return table_row(board.sea_names[index], text)
    return []


def _province(state: State, index: int) -> str:
    province = state.provinces[index]
    icons = state.board.icons[index]
    built = [_building(state, province, index, icon) for icon in range(len(icons)) if province.built >> icon & 1]
    free = [term(icon.name) for number, icon in enumerate(icons) if not province.built >> number & 1]
    parts = [" ".join([*built, *[f"[{name}]" for name in free]])]
    parts += _units(state, province)
    parts += _posts(state, province, index)
    return "; ".join(part for part in parts if part)


def _building(state: State, province: Province, index: int, icon: int) -> str:
    name = term(state.board.icons[index][icon].name)
    if province.posts >> icon & 1:
        return tr("{icon} (held by {empire})", icon=name, empire=empires(state)[province.occupier])
    return name


def _units(state: State, province: Province) -> Iterator[str]:
    for empire, name in enumerate(empires(state)):
        if units := units_of(province, empire):
            yield f"{name} {units}"


def units_of(province: Province, empire: int) -> str:
    """An empire's units in a province: ``2 legions and fortress``, or nothing."""
    units = [count(province.legions[empire], "legion")] if province.legions[empire] else []
    return both([*units, term("fortress")] if province.fortress == empire else units)


def _posts(state: State, province: Province, index: int) -> Iterator[str]:
    if province.posts == MARKER:
        yield tr("control marker held by {empire}", empire=empires(state)[province.occupier])
        return
    for icon in bits(province.posts & ~province.built):
        name = term(state.board.icons[index][icon].name)
        yield tr("legion of {empire} on the empty icon {icon}", empire=empires(state)[province.occupier], icon=name)


def tile_lines(state: State) -> list[str]:
    """The heroes and wonders that can be bought."""
    tiles = state.board.tiles
    shown = ", ".join(with_id(tiles[tile], bonus(tiles[tile])) for tile in state.display) or tr("none")
    hidden = tr("; {number} face down", number=len(state.face_down)) if state.face_down else ""
    lines = tr("Tiles, which are heroes and wonders, face up: {shown}{hidden}.", shown=shown, hidden=hidden)
    hint = [tr("“rule NAME” says what one does.")] if state.display else []
    return [*wrapped(lines, WIDTH, rest="  "), *hint]


def bonus(tile: Tile) -> str:
    """The levels that a hero or wonder gives: ``+1 trade, +2 culture``, or nothing."""
    return ", ".join(f"+{plus} {term(track)}" for track, plus in zip(TRACKS, tile.bonus, strict=True) if plus)


def with_id(tile: Tile, more: str = "") -> str:
    """How a tile is typed; in brackets its name, where that is not much the same, and what more there is to tell."""
    name = term(tile.name)
    return _in_brackets(tile.id, "" if name == tile.name else name, more)


def _in_brackets(name: str, *told: str) -> str:
    """A name, and behind it in brackets what is told of it, if anything."""
    known = "; ".join(filter(None, told))
    return f"{name} ({known})" if known else name


# ---------------------------------------------------------------------- the players


def typed_words(board: Board) -> list[str]:
    """What a star means; and what is typed, always in English, in the language in use, where that is another."""
    starred = wrapped(tr(STARRED), WIDTH)
    if language() == ENGLISH:
        return starred
    what = tr("What you type, and what it means:")
    return [*starred, what, *folded(", ".join(f"{word} {term(name)}" for word, name in typed_names(board)))]


def typed_names(board: Board) -> list[tuple[str, str]]:
    """Words of the notation, but for places and actions, with the English names of what they mean."""
    names = [*zip(board.empires, board.empire_names, strict=True)]
    names += [(token, token) for token in board.tokens if not token.startswith("*")]
    names += [(kind, kind.replace("_", " ")) for kind in (*BUILDING_KINDS, *UNIT_KINDS, *TRACKS)]
    return [*names, *[(tile.id, tile.name) for tile in board.tiles]]


def player_lines(state: State, empire: int, name: str, own: bool) -> list[str]:
    """One empire: titles, levels, great cities, tiles with their bonuses, resources (R3) and supply."""
    board = state.board
    player = state.players[empire]
    titles = [title for title, leader in zip(TITLES, state.leaders, strict=True) if leader == empire]
    reached = ", ".join(f"{term(track)} {level}" for track, level in zip(TRACKS, levels(state, empire), strict=True))
    bought = ", ".join(
        _in_brackets(term(tile.name), bonus(tile)) for tile in map(board.tiles.__getitem__, player.tiles)
    )
    kinds, left = (*UNIT_KINDS, "marker"), (player.legions, player.triremes, player.fortresses, player.markers)
    supply = ", ".join(count(number, kind) for kind, number in zip(kinds, left, strict=True))
    holds = hand(state, empire) if own or state.options.open_hands else count(sum(player.hand), "resource")
    return [
        f"{empires(state)[empire]} ({name})" + "".join(f", {term(title)}" for title in titles),
        *folded(
            tr(
                "{levels}; {cities} of {most} capitals and legendary cities",
                levels=reached,
                cities=great_cities(state, empire),
                most=CITIES_TO_WIN,
            )
        ),
        *folded(
            tr(
                "tiles ({number} of {most}): {tiles}; the next costs {price}",
                number=len(player.tiles),
                most=TILES_TO_WIN,
                tiles=bought,
                price=_next_tile(state, empire),
            )
        ),
        *folded(tr("{resources}; in supply: {supply}", resources=holds, supply=supply)),
    ]


COLUMNS = (6, 8, 9, 11, 6, 7)
"""How wide the columns of numbers in the table of players are."""


def player_table(state: State, names: Iterable[str]) -> list[str]:
    """Every empire in a line: levels, resources, tiles, great cities and titles; an open hand stands below it."""
    called = list(names)
    titles = [tr("trade"), tr("culture"), tr("military"), tr("resources"), tr("tiles"), tr("cities")]
    lines = [
        " " * 25 + "".join(" " * (width - columns(title)) + title for title, width in zip(titles, COLUMNS, strict=True))
    ]
    for empire, reached in enumerate(all_levels(state)):
        player = state.players[empire]
        name = called[state.seats[empire]] if called and state.seats else ""
        who = f"{empires(state)[empire]}{f' ({name})' if name else ''}"
        led = [f"{'*' if leader == empire else ' '}" for leader in state.leaders]
        shown = "".join(f"{level:>7}{mark}" for level, mark in zip(reached, led, strict=True))
        cities = f"{great_cities(state, empire)}/{CITIES_TO_WIN}"
        lines.append(f" {padded(cut(who, 24), 24)}{shown}{sum(player.hand):>11}{len(player.tiles):>6}{cities:>7}")
        if state.options.open_hands:
            lines.append(f"   {hand(state, empire)}")
    return lines


def below_players() -> list[str]:
    """Where to read what the titles are good for."""
    return [tr("“rule 5.1” says what each title gives.")]


def _next_tile(state: State, empire: int) -> int:
    tile = next(tile.index for tile in state.board.tiles if tile.kind != "pyramids")
    return tile_price(state, empire, tile).cost


def home(state: State, empire: int) -> str:
    """The province of an empire's capital; nothing for no empire."""
    return state.board.provinces[state.board.capitals[empire]] if empire != NOBODY else ""


def warning(state: State) -> str:
    """What is lost if the player whose turn it is builds nothing more; nothing elsewhere."""
    turn = state.stack[-1] if state.stack else None
    lost = lost_when_done(state, turn.empire) if isinstance(turn, BuildTurn) else ""
    return f"done: {lost}" if lost else ""
