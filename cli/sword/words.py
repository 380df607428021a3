"""Positions of The Sword of Rome in plain lines, and as facts for external programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from cli.i18n.texts import both, count, listed, marked, term, tr, translated
from cli.sword.map import units_on_map
from cli.ui.text.answering import fits
from cli.ui.view import Examples, Report, Reports, Words
from core.engine.event import Event, message_of
from core.engine.masks import bits
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from core.sword.board import Board
from core.sword.edition import FRAME
from core.sword.events import GameStopped
from core.sword.isolation import is_isolated
from core.sword.map import FEWEST_PLAYERS, ROUGH, STRAIT
from core.sword.powers import INDEPENDENTS
from core.sword.reinforcements import due
from core.sword.state import NOWHERE, State
from core.sword.victory import LAST_TURN, NUMBER_REACHED, ROUND_LIMIT, held

NOTICE = FRAME.template
"""The first line wherever the edition is shown."""

PHASES: Sequence[str] = (
    marked("Etruscan mines"),
    marked("Draw"),
    marked("First player"),
    marked("Actions"),
    marked("Attrition"),
    marked("Capitulation"),
    marked("Isolation"),
    marked("Scoring"),
    marked("Alliances"),
    marked("Reinforcements"),
)

VICTORIES = {
    NUMBER_REACHED: Message(marked("the victory number of the turn")),
    LAST_TURN: Message(marked("the most points after the last turn")),
    ROUND_LIMIT: Message(GameStopped.template),
}


GOAL = marked(
    "To win, have the most points when a power reaches the victory number of the turn, or after the last turn."
)


def power(holder: int, board: Board) -> str:
    """Return the name of a power, or of the independents."""
    return term(board.holder_names[holder])


def head_lines(state: State) -> list[str]:
    """Return what lies beside the map: turn, number, alliances, tracks."""
    board, game_map = state.board, state.board.map
    number = game_map.victory_number[min(state.round, len(game_map.victory_number)) - 1]
    lines = [
        tr(
            "{moment}. The last turn is {turns}. This turn's number of points is {number}.",
            moment=WORDS.moment(state),
            turns=game_map.turns,
            number=number,
        )
    ]
    if state.first != NO_EMPIRE:
        lines.append(tr("First player: {side}.", side=term(board.empire_names[state.first])))
    if state.alliances:
        pairs = (both([power(one, board), power(other, board)]) for one, other in state.alliances)
        lines.append(tr("Allies: {pairs}.", pairs="; ".join(pairs)))
    if game_map.tracks:
        tracks = zip(game_map.tracks, state.tracks, strict=True)
        lines.append(tr("Tracks: {tracks}.", tracks=", ".join(f"{name} {number}" for name, number in tracks)))
    return lines


def line_of(state: State, index: int) -> str:
    """Return a location in a line: its name, who controls it, and what stands there."""
    name = state.board.location_names[index]
    return f"{name}: {'; '.join(_here(state, index))}"


def _here(state: State, index: int) -> Iterator[str]:
    """Yield who controls a location, what it is, and what stands there."""
    board, site, facts = state.board, state.sites[index], state.board.facts[index]
    yield power(site.control, board)
    kinds = [
        tr("reinforcement {number}", number=facts.reinforcement) if facts.reinforcement else "",
        tr("tribe") if state.is_tribe(index) else "",
        tr("victory {number}", number=board.victory(index)) if board.victory(index) else "",
        tr("walled city") if facts.walled_city else "",
        tr("port") if facts.port else "",
    ]
    if named := [kind for kind in kinds if kind]:
        yield listed(named)
    for holder, number in enumerate(site.units):
        if number:
            yield tr("{number} CU of the {power}", number=number, power=power(holder, board))
    leaders = [leader.name for leader, place in zip(board.leaders, state.leaders, strict=True) if place == index]
    if leaders:
        yield both(leaders)
    if site.siege:
        yield tr("siege points {number}", number=site.siege)
    if site.markers:
        yield ", ".join(board.map.markers[marker] for marker in bits(site.markers))


def power_lines(state: State, one: int) -> list[str]:
    """Return a player's power: points, cards and CU; below, the cards that lie face up, if there are any."""
    own, controlled = state.powers[one], [site for site in state.sites if site.control == one]
    lines = [
        tr(
            "{power}: {points}, {cards} in hand, {deck} in the deck",
            power=power(one, state.board),
            points=count(own.points, "point"),
            cards=count(own.hand, "card"),
            deck=state.deck(one),
        ),
        "  "
        + tr(
            "{units} CU on the map, {locations}; victory locations worth {worth}; reinforcements {due} CU",
            units=units_on_map(state, one),
            locations=count(len(controlled), "location"),
            worth=held(state, one),
            due=due(state, one),
        ),
    ]
    if own.face_up:
        lines.append("  " + tr("face up: {cards}", cards=", ".join(map(str, bits(own.face_up)))))
    if own.buried:
        lines.append("  " + tr("out of the game: {cards}", cards=", ".join(map(str, bits(own.buried)))))
    return lines


def side_of(board: Board, event: Event) -> int:
    """Return the player whom an event is about: who does it by hand, or whose power it is; NO_EMPIRE for none."""
    side = getattr(event, "side", NO_EMPIRE)
    one = getattr(event, "power", NO_EMPIRE)
    if side != NO_EMPIRE:
        return int(side)
    return board.player_of[one] if one != NO_EMPIRE else NO_EMPIRE


def _touched(board: Board, event: Event, own: int) -> int:
    """Return the location where an event of another player, or of the dice, touches what a player has."""
    if own == NO_EMPIRE or getattr(event, "side", NO_EMPIRE) == own:
        return NOWHERE
    place = getattr(event, "location", getattr(event, "target", NOWHERE))
    touched = {getattr(event, name, NO_EMPIRE) for name in ("power", "holder")}
    return int(place) if touched.intersection(board.seated[own]) else NOWHERE


class SwordWords(Words):
    """What the console says of positions; nothing is foreseen or warned of, as most of it is done by hand."""

    PHASES = PHASES

    def victories(self, board: Board) -> Mapping[str, Message]:
        return VICTORIES

    def goal(self, board: Board) -> Message:
        return Message(GOAL)

    def when(self, round_: int, phase: int) -> str:
        """Return a turn and a phase: ``Turn 3, Actions``."""
        turn = tr("Turn {number}", number=round_)
        return f"{turn}, {tr(PHASES[phase - 1])}" if phase else turn

    def board_lines(self, state: State) -> list[str]:
        """Return the map in lines: first what stands above all, then every location."""
        return [*head_lines(state), *(line_of(state, index) for index in range(len(state.sites)))]

    def place_named(self, state: State, typed: str) -> str:
        """Return the word of the location that is typed, or begun; nothing for none, or if several are meant."""
        board, wanted = state.board, typed.lower().replace(" ", "_")
        names = {name.lower(): word for word, name in zip(board.locations, board.location_names, strict=True)}
        if typed.lower() in names:
            return names[typed.lower()]
        found = fits(board.locations, wanted) if wanted else []
        return found[0] if len(found) == 1 or wanted in found[:1] else ""

    def place_lines(self, state: State, name: str) -> list[str]:
        board = state.board
        if name not in board.locations:
            return []
        index = board.locations.index(name)
        facts, control = board.facts[index], state.sites[index].control
        lines = [line_of(state, index)]
        if facts.home != control:
            lines.append("  " + tr("home of the {power}", power=power(facts.home, board)))
        for links, kind in (
            (tr("links: {places}"), 0),
            (tr("straits: {places}"), STRAIT),
            (tr("rough: {places}"), ROUGH),
        ):
            places = [board.location_names[link.target] for link in facts.links if link.kind == kind]
            if places:
                lines.append("  " + links.format(places=", ".join(places)))
        if control != INDEPENDENTS and is_isolated(state, control, index):
            lines.append("  " + tr("isolated as it stands now (5.7.1)"))
        return lines

    def place_name(self, state: State, place: str) -> str:
        board = state.board
        return board.location_names[board.locations.index(place)] if place in board.locations else place

    def place_in(self, board: Board, fields: Mapping[str, object]) -> str:
        names = dict(zip(board.location_names, board.locations, strict=True))
        for field in ("location", "target"):
            if (name := fields.get(field)) in names:
                return names[str(name)]
        return ""

    def home(self, state: State, empire: int) -> str:
        """Return the first location that a player controls."""
        board = state.board
        for index, site in enumerate(state.sites):
            if empire != NO_EMPIRE and site.control in board.seated[empire]:
                return board.locations[index]
        return board.locations[0]

    def examples(self, board: Board, empire: int) -> Examples:
        """Return examples of this table's own places and players."""
        side = max(empire, 0)
        own = board.seated[side][0]
        homes = [name for name, facts in zip(board.locations, board.facts, strict=True) if facts.home == own]
        word, there = board.powers[own], homes[0]
        name = board.location_names[board.locations.index(there)]
        other = (side + 1) % len(board.empires)
        return Examples(
            answer=f"add {word} 1 to {there}",
            short=f"gain {word[:3]} 1",
            whole=f"gain {word} 1",
            several=f"add {word} 2 to {there}; done",
            place=name,
            sea=name,
            typed=board.empires[other],
            named=board.empire_names[other],
        )

    def typed_words(self, board: Board) -> list[str]:
        powers = ", ".join(
            f"{word} ({term(name)})" for word, name in zip(board.holders, board.holder_names, strict=True)
        )
        leaders = ", ".join(f"{leader.id} ({leader.name})" for leader in board.leaders)
        lines = [tr("Powers: {powers}.", powers=powers)]
        if leaders:
            lines.append(tr("Leaders: {leaders}.", leaders=leaders))
        if board.map.markers:
            lines.append(tr("Markers: {markers}.", markers=", ".join(board.map.markers)))
        return lines

    def player_lines(self, state: State, empire: int, name: str, own: bool) -> list[str]:
        """Return everything that lies open about a player: each power with points, cards, CU, locations."""
        board = state.board
        lines = [f"{term(board.empire_names[empire])} ({name})"]
        for one in board.seated[empire]:
            lines += [f"  {line}" for line in power_lines(state, one)]
        return lines

    def near(self, state: State, own: int) -> list[str]:
        """Return who has this turn's number, or lacks one point."""
        board = state.board
        if state.result is not None or not state.seats:
            return []
        numbers = board.map.victory_number
        number = numbers[min(state.round, len(numbers)) - 1]
        lines = []
        for one in sorted(board.players_powers, key=lambda one: -state.powers[one].points):
            lack = number - state.powers[one].points
            if lack <= 0:
                lines.append(tr("The {power} have this turn's number of points (4.2).", power=power(one, board)))
            elif lack == 1:
                lines.append(tr("The {power} lack one point to this turn's number (4.2).", power=power(one, board)))
        return lines

    def below_players(self) -> list[str]:
        """Return where to read how the game is won."""
        return [tr("“rule 4.2” says when the game ends, and who wins it.")]

    def player_table(self, state: State, names: Iterable[str]) -> list[str]:
        board, people = state.board, list(names)
        head = f"  {tr('power'):<16}{tr('points'):>7}{tr('cards'):>7}{tr('CU'):>5}  {tr('player')}"
        lines = [head]
        for side, powers in enumerate(board.seated):
            name = people[state.seats[side]] if people and state.seats else ""
            for one in powers:
                own = state.powers[one]
                figures = f"{own.points:>7}{own.hand:>7}{units_on_map(state, one):>5}"
                lines.append(f"  {power(one, board):<16}{figures}  {name}".rstrip())
        return lines

    def hand(self, state: State, empire: int) -> str:
        """Return how many cards a player holds, in one line: the program knows no more of a printed hand."""
        cards = [
            tr("{cards} of the {power}", cards=count(state.powers[one].hand, "card"), power=power(one, state.board))
            for one in state.board.seated[empire]
        ]
        return both(cards)

    def closeness(self, state: State) -> Sequence[Fraction]:
        """Return by player the points of its best power, with two players their sum, as a part of the number."""
        board = state.board
        numbers = board.map.victory_number
        number = numbers[min(state.round, len(numbers)) - 1]
        total = sum if board.players == FEWEST_PLAYERS else max
        best = [total(state.powers[one].points for one in powers) for powers in board.seated]
        most = number * (2 if board.players == FEWEST_PLAYERS else 1)
        return [Fraction(max(0, min(points, most)), most) for points in best]

    def digest(self, state: State, events: Iterable[Event], own: int) -> list[tuple[int, str]]:
        """Return what happened, by player, in its own words."""
        board = state.board
        found = []
        for event in events:
            side = side_of(board, event)
            if side != NO_EMPIRE:
                # Lists by player name the player themselves.
                text = translated(message_of(board, event))
                found.append((side, text.removeprefix(f"{term(board.empire_names[side])}: ")))
        return found

    def reports(self, before: State, state: State, events: Iterable[Event], own: int) -> Reports:
        """Return what happened to a player's pieces and locations by others, or by the dice, a place at a time."""
        board = state.board
        by_place: dict[int, list[Event]] = {}
        for event in events:
            place = _touched(board, event, own)
            if place != NOWHERE:
                by_place.setdefault(place, []).append(event)
        return Reports(
            [Report(board.location_names[place], told, board.locations[place]) for place, told in by_place.items()], ()
        )

    def board_facts(self, board: Board) -> dict[str, Any]:
        """Return what never changes in a game: players, powers, locations with links, decks."""
        kinds = ("plain", "strait", "rough")
        return {
            "empires": list(board.empires),
            "powers": {
                name: [board.powers[one] for one in powers]
                for name, powers in zip(board.empires, board.seated, strict=True)
            },
            "turns": board.map.turns,
            "victory_number": list(board.map.victory_number),
            "decks": {board.powers[one]: board.map.powers[one].deck for one in board.players_powers},
            "provinces": {
                facts.id: {
                    "name": facts.name,
                    "home": board.holders[facts.home],
                    "reinforcement": facts.reinforcement,
                    "tribe": facts.tribe,
                    "victory": board.victory(index),
                    "walled_city": facts.walled_city,
                    "port": facts.port,
                    "links": {board.locations[link.target]: kinds[link.kind] for link in facts.links},
                }
                for index, facts in enumerate(board.facts)
            },
        }

    def state_facts(self, state: State) -> dict[str, Any]:
        """Return a position: locations, powers, leaders, alliances and tracks."""
        board = state.board
        return {
            "first": None if state.first == NO_EMPIRE else board.empires[state.first],
            "provinces": {
                name: {
                    "control": board.holders[site.control],
                    "units": {board.holders[one]: number for one, number in enumerate(site.units) if number},
                    "siege": site.siege,
                    "subjugated": site.subjugated,
                    "markers": [board.map.markers[marker] for marker in bits(site.markers)],
                }
                for name, site in zip(board.locations, state.sites, strict=True)
            },
            "powers": {
                board.powers[one]: {
                    "points": state.powers[one].points,
                    "hand": state.powers[one].hand,
                    "deck": state.deck(one),
                    "face_up": bits(state.powers[one].face_up),
                    "out": bits(state.powers[one].buried),
                }
                for one in board.players_powers
            },
            "leaders": {
                leader.id: board.locations[place]
                for leader, place in zip(board.leaders, state.leaders, strict=True)
                if place != NOWHERE
            },
            "alliances": [[board.powers[one], board.powers[other]] for one, other in state.alliances],
            "tracks": dict(zip(board.map.tracks, state.tracks, strict=True)),
        }


WORDS = SwordWords()
