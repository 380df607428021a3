"""What things are called, and positions told in words, in any edition: lines of plain text for any terminal.

Besides: what ``done`` ends and loses, what a round came to, examples for the help, and facts for external programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from cli.i18n.texts import ENGLISH, both, count, goods, language, marked, term, tr
from cli.mare.map import Standing, StandingOf
from cli.ui.conversation.story import around
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Row
from cli.ui.text.cells import WIDTH, columns, cut, folded, padded, table_row, wrapped
from cli.ui.text.names import empires, side
from cli.ui.view import Examples
from core.engine.action import Action
from core.engine.event import Event
from core.engine.flow import Chance, Decision, Over
from core.engine.game import Game
from core.engine.masks import bits
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from core.engine.words import by_name
from core.mare.actions import Done, Name
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.events import Announced, LastNext, LeaderChanged, LeaderNext, NextNamed, Rolled, RoundBegan
from core.mare.kinds import TRACKS
from core.mare.map import ProvinceFacts
from core.mare.places import Places
from core.mare.race import Race
from core.mare.resources import spread
from core.mare.titles import all_levels


def tokens(state: Any, held: Iterable[int]) -> str:
    """Return sorted resources, counted: ``2 coin, sheep, *gold``."""
    counted: dict[str, int] = {}
    for token in held:
        name = term(state.board.tokens[token])
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(name if number == 1 else goods(number, name) for name, number in counted.items())


def hand(state: Any, empire: int) -> str:
    """Return the resources an empire holds, in one line."""
    held = spread(state.players[empire].hand)
    if not held:
        return tr("no resources")
    return tr("{resources}: {tokens}", resources=count(len(held), "resource"), tokens=tokens(state, held))


# ---------------------------------------------------------------------- places


def place_named(state: Any, typed: str) -> str:
    """Return the province or sea whose name, or a part of it, begins as is typed, in the notation; else nothing.

    A city stands for its province.
    """
    wanted = "_".join(typed.lower().split())
    places = (*state.board.provinces, *state.board.seas)
    if wanted in places or not wanted:
        return wanted
    begun = [place for place in places if any(part.startswith(wanted) for part in (place, *place.split("_")))]
    city = city_named(state.board, wanted)
    return next(iter(begun), "" if city is None else city[1].id)


def city_named(board: Any, word: str) -> tuple[str, ProvinceFacts] | None:
    """Return the name of the city that a word in small letters names, and its province; None for any other word."""
    for facts in board.map.provinces:
        for city in (facts.city_name, facts.capital, facts.legendary):
            if word == city.lower():
                return city, facts
    return None


def place_name(state: Any, place: str) -> str:
    """Return a place's name, as a person writes it."""
    board: Places = state.board
    if place in board.provinces:
        return board.province_names[board.provinces.index(place)]
    return board.sea_names[board.seas.index(place)] if place in board.seas else place


def place_in(board: Any, fields: Mapping[str, object]) -> str:
    """Return the province or sea that fields of a message name, the last if several, in the notation; else nothing."""
    words = dict(zip((*board.province_names, *board.sea_names), (*board.provinces, *board.seas), strict=True))
    named = [words[value] for value in fields.values() if isinstance(value, str) and value in words]
    return named[-1] if named else ""


def home(state: Any, empire: int) -> str:
    """Return the province of an empire's capital; nothing for no empire."""
    return state.board.provinces[state.board.capitals[empire]] if empire != NO_EMPIRE else ""


# ---------------------------------------------------------------------- heroes and wonders


def bonus(board: Any, tile: Any) -> str:
    """Return the levels that a hero or wonder gives: ``+1 trade, +2 culture``, or nothing."""
    return ", ".join(
        f"+{plus} {term(track)}" for track, plus in zip(board.track_names, tile.bonus, strict=True) if plus
    )


def typed_name(tile: Any, more: str = "") -> str:
    """Return a tile's English name, as it is typed; in brackets its name, where that is another, and what more."""
    name = term(tile.name)
    return in_brackets(tile.name, "" if name == tile.name else name, more)


def in_brackets(name: str, *told: str) -> str:
    """Return a name, followed by its note in brackets if it has one."""
    known = "; ".join(filter(None, told))
    return f"{name} ({known})" if known else name


def owned(state: Any) -> list[str]:
    """Return the names of the heroes and wonders that players have, those that they copy among them."""
    return [state.board.tiles[tile].name for player in state.players for tile in player.abilities()]


# ---------------------------------------------------------------------- what is typed


def typed_words(board: Any) -> list[str]:
    """Return what is typed, always in English, in the language in use, where that is another."""
    if language() == ENGLISH:
        return []
    what = tr("What you type, and what it means:")
    return [what, *folded(", ".join(f"{word} {term(name)}" for word, name in typed_names(board)))]


def typed_names(board: Any) -> list[tuple[str, str]]:
    """Return words of the notation, but for places and actions, with the English names of what they mean."""
    names = [*zip(board.empires, board.empire_names, strict=True)]
    names += [(token, token) for token in board.tokens if not token.startswith("*")]
    names += [(kind, kind.replace("_", " ")) for kind in (*BUILDING_KINDS, *UNIT_KINDS, *TRACKS)]
    return [*names, *[(tile.id, tile.name) for tile in board.tiles]]


def when(round_: int, phase: int, phases: Sequence[str]) -> str:
    """Return round and phase: ``Round 3, Build``; without a phase, the round."""
    if not phase:
        return tr("Round {round}", round=round_)
    return tr("Round {round}, {phase}", round=round_, phase=tr(phases[phase - 1]))


def round_name(round_: int) -> str:
    """Return a round, whatever its phase."""
    return when(round_, 0, ())


# ---------------------------------------------------------------------- the map


def sides(state: Any) -> tuple[str, ...]:
    """Return the names of all that may hold provinces: the empires and, where there are any, the neutrals."""
    board = state.board
    return tuple(map(term, getattr(board, "side_names", board.empire_names)))


def province_lines(state: Any, standing: StandingOf) -> list[str]:
    """Return the provinces by controller, with buildings built, icons still free, and units."""
    lines = []
    for number, name in enumerate((*(names := sides(state)), tr("Uncontrolled"))):
        controller = number if number < len(names) else NO_EMPIRE
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
    headings = [(term(track), 8) for track in state.board.track_names]
    headings += [(tr("resources"), 9), (tr("heroes"), 7), *((heading, width) for heading, width, _ in more)]
    table: list[list[str]] = []
    for empire in range(len(levels)):
        player = state.players[empire]
        name = called[state.seats[empire]] if called and state.seats else ""
        who = f"{empires(state)[empire]}{f' ({name})' if name else ''}"
        led = ["*" if leader == empire else " " for leader in state.leaders]
        shown = [f"{level}{mark}" for level, mark in zip(levels[empire], led, strict=True)]
        counts = [f"{number} " for number in (sum(player.hand), len(player.tiles))]
        mark = ">" if empire in winners else " "
        table.append([f"{mark}{cut(who, 21)} ", *shown, *counts, *(f"{value(empire)} " for _, _, value in more)])
    first = max(columns(row[0]) for row in table)
    whole = [title for title, _ in headings]
    short = [title if columns(title) < 9 else f"{cut(title, 7).rstrip()}." for title in whole]
    for titles, apart in ((whole, 2), (whole, 1), (short, 1)):
        widths = [max(width, columns(title) + apart) for title, (_, width) in zip(titles, headings, strict=True)]
        if first + sum(widths) <= WIDTH:
            break
    lines = [_line(["", *(f"{title} " for title in titles)], first, widths)]
    for empire in sorted(range(len(levels)), key=lambda empire: empire not in winners):
        lines.append(_line(table[empire], first, widths))
        if state.options.open_hands:
            lines.append(f"   {hand(state, empire)}")
    return lines


def _line(cells: Sequence[str], first: int, widths: Sequence[int]) -> str:
    """Return cells below each other's, the first to the left and the others to the right."""
    rest = "".join(" " * (width - columns(cell)) + cell for cell, width in zip(cells[1:], widths, strict=True))
    return (padded(cells[0], first) + rest).rstrip()


FEW = 3
"""Resources or points that may be lost without being asked once more."""

Ended = Mapping[type, str]
"""What ``done`` ends, by the type of the frame that asks."""

BUILDING = marked("ends your building")
KEEPING = marked("keeps no commodity")
NOTHING_TO_BUILD = marked("You have no turn here: with what you hold, {resources}, you can build nothing.")
NOTHING_TO_MOVE = marked("You have no turn here: none of your legions and triremes can move, fight or conquer.")


def ends(state: Any, ended: Ended) -> str:
    """Return what ``done`` ends at the open question, as a predicate; nothing if it ends nothing by itself."""
    text = ended.get(type(state.stack[-1])) if state.stack else None
    return tr(text) if text else ""


def of_done(state: Any, ended: Ended, lost: int) -> str:
    """Return what is said of ``done`` beside it in the list."""
    told = ends(state, ended) or tr("nothing more")
    return tr("{ends}; {resources} lost", ends=told, resources=count(lost, "resource")) if lost else told


def warning(state: Any, ended: Ended, lost: str) -> str:
    """Return what ``done`` ends and loses, in sentences; nothing if it does neither."""
    told = ends(state, ended)
    return " ".join(filter(None, [tr("“done” {ends}.", ends=told) if told else "", lost]))


def passed_over(game: Game[Any], event: Event, empire: int, reasons: Mapping[int, str]) -> str:
    """Return why an empire is not asked what others are, if an event begins that; ``reasons`` by phase."""
    state = game.state
    held = count(sum(state.players[empire].hand), "resource")
    match event:
        case Announced(empire=leader, number=number) if leader != empire and number > sum(state.players[empire].hand):
            return tr("You make no offer: you hold {resources}.", resources=held)
        case LastNext(next_) | LeaderNext(next_) | NextNamed(_, next_) if next_ == empire and state.phase in reasons:
            return tr(reasons[state.phase], resources=held) if not _has_turn(game, empire) else ""
    return ""


def _has_turn(game: Game[Any], empire: int) -> bool:
    """Return whether an empire that was just named will be asked anything in its turn, or chance for it."""
    phase, trial = game.state.phase, Game(game.rules, game.state.copy())
    node = trial.node
    if isinstance(node, Decision) and Name in node.question.accepts and Name(empire) in node.answers:
        trial.apply(Name(empire))
        node = trial.node
    if isinstance(node, Decision):
        return node.empire == empire and trial.state.phase == phase and Name not in node.question.accepts
    return isinstance(node, Chance | Over)


def summary(
    state: Any,
    event: Event,
    earlier: Iterable[Event],
    incomes: Callable[[Any], Sequence[int]],
    near: Callable[[Any], Sequence[str]],
) -> list[str]:
    """Return the titles that moved, the incomes to come, and who can win next, if the event begins a round.

    ``earlier`` are the events of the round before.
    """
    if not isinstance(event, RoundBegan) or not state.seats:
        return []
    names, over = empires(state), state.round - 1
    moved = {told.title: told.empire for told in earlier if isinstance(told, LeaderChanged)}
    titles = [
        f"{term(title)}: {names[holder]}"
        for track, (title, holder) in enumerate(zip(state.board.titles, state.leaders, strict=True))
        if moved.get(track) == holder
    ]
    found = [f"{name} {number}" for name, number in zip(names, incomes(state), strict=True)]
    who = " ".join(near(state)) or tr("No player is likely to.")
    return [
        tr("Titles that moved in round {round}: {titles}.", round=over, titles=", ".join(titles) or tr("none")),
        tr("Resources that the map gives next: {incomes}.", incomes=", ".join(found)),
        tr("Who can win in round {round}: {who}", round=state.round, who=who),
    ]


def drawn(event: Event, message: Message, glyphs: Glyphs) -> Row | None:
    """Return an event with the faces of its dice; None for an event without dice."""
    if not isinstance(event, Rolled) or not event.dice:
        return None
    before, after = around(message, "dice")
    dice = " ".join(f"{glyphs.dice[face - 1]}{face}" for face in event.dice)
    return [("", before), ("class:dice", dice), ("", after)]


def deed(state: Any, seat: int, action: Action) -> str:
    """Return an action in words if no event reports it, else nothing."""
    return tr("{who} is done.", who=side(state, seat)) if isinstance(action, Done) else ""


def attack(who: str, empire: str, place: str) -> str:
    """Return in words that an empire attacks an opponent in a place."""
    return tr("{who} attacks {empire} in {place}.", who=who, empire=empire, place=place)


def closeness(races: Iterable[Race]) -> list[Fraction]:
    """Return by empire how much it has of what the nearest way to win takes: from 0 to 1."""
    return [max(Fraction(min(way.have, way.need), way.need) for way in race) for race in races]


SHORT = 3
"""Letters to which a name is cut in an example."""

PRICE = " ".join(["coin"] * 3)
"""What pays for a legion, in the notation."""


def examples(board: Any, empire: int) -> Examples:
    """Return examples for the player of an empire, or with NO_EMPIRE for any."""
    source, target, sources = _marches(board)
    own = max(empire, 0)
    home = board.provinces[board.capitals[own]]
    other = next(number for number in range(len(board.empires)) if number != own)
    return Examples(
        answer=f"build legion {home} with {PRICE}",
        short=f"march {source[:SHORT]} {target[:SHORT]} 2",
        whole=f"march {source} {target} 2",
        several=f"march {','.join(sources)} > {target} all; done",
        place=min(board.province_names, key=len),
        sea=min(board.sea_names, key=len),
        typed=board.empires[other],
        named=board.empire_names[other],
    )


@cache
def _marches(board: Any) -> tuple[str, str, list[str]]:
    """Return two neighbours whose names can be cut short, and neighbours of the second one; any, if none can."""
    places = (*board.provinces, *board.seas)

    def is_clear(name: str) -> bool:
        return "_" not in name and [place for place in places if name[:SHORT] in place] == [name]

    pairs = [
        (source, target)
        for target in range(len(board.provinces))
        for source in bits(board.land[target])
        if len(bits(board.land[target])) > 1
    ]
    clear = [pair for pair in pairs if all(is_clear(board.provinces[province]) for province in pair)]
    source, target = (clear or pairs)[0]
    sources = [board.provinces[neighbour] for neighbour in bits(board.land[target])][:2]
    return board.provinces[source], board.provinces[target], sources


Facts = dict[str, Any]


def board_facts(board: Any) -> Facts:
    """Return what never changes in a game: the empires, the map, the tiles and the names of the resources."""
    return {
        "empires": {
            start.id: {"name": start.name, "hero": start.hero, "capital": board.provinces[capital]}
            for start, capital in zip(board.starts, board.capitals, strict=True)
        },
        "provinces": {name: _map_facts(board, index) for index, name in enumerate(board.provinces)},
        "seas": {
            sea: {"name": name, "seas": named(links, board.seas)}
            for sea, name, links in zip(board.seas, board.sea_names, board.sea_links, strict=True)
        },
        "tiles": {
            tile.id: {"name": tile.name, "kind": tile.kind, "bonus": dict(zip(TRACKS, tile.bonus, strict=True))}
            for tile in board.tiles
        },
        "resources": list(board.tokens),
    }


def _map_facts(board: Any, index: int) -> Facts:
    return {
        "name": board.province_names[index],
        "land": named(board.land[index], board.provinces),
        "coast": named(board.coast[index], board.seas),
        "icons": [icon.name for icon in board.icons[index]],
    }


def state_facts(state: Any) -> Facts:
    """Return what a position of every edition has: round, titles, tiles for sale, mats, levels, fleets and supply."""
    board, levels = state.board, all_levels(state)
    return {
        "round": state.round,
        "leaders": {
            track: None if leader == NO_EMPIRE else board.empires[leader]
            for track, leader in zip(TRACKS, state.leaders, strict=True)
        },
        "face_up": [board.tiles[tile].id for tile in state.display],
        "empires": {
            name: {
                "seat": state.seats[empire] if state.seats else None,
                **_mat(board, player),
                "levels": dict(zip(TRACKS, levels[empire], strict=True)),
            }
            for empire, (name, player) in enumerate(zip(board.empires, state.players, strict=True))
        },
        "seas": {sea: by_name(triremes, board.empires) for sea, triremes in zip(board.seas, state.seas, strict=True)},
        "supply": dict(zip(BUILDING_KINDS, state.buildings, strict=True)),
    }


def _mat(board: Any, player: Any) -> Facts:
    left = (player.legions, player.triremes, player.fortresses)
    return {
        "resources": by_name(player.hand, board.tokens),
        "tiles": [board.tiles[tile].id for tile in player.tiles],
        "supply": dict(zip(UNIT_KINDS, left, strict=True)) | {"control": player.markers},
    }


def named(mask: int, names: Sequence[str]) -> list[str]:
    """Return the names that a mask means."""
    return [names[index] for index in bits(mask)]
