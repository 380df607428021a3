"""Reading an owner's file, as people write it from their printed game.

``check_map`` names all that is missing or wrong in a text. ``load_map`` reads a text in which nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from core.engine.errors import DataError
from core.engine.toml import IDENTIFIER, Reader, digest_of, line_of, read_toml
from core.engine.words import SMALL_WORDS, index_of, indices_of
from core.sword.by_hand import MOST_SIEGE, MOST_TRACK
from core.sword.map import (
    FACES,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    NO_POWER,
    PLAIN,
    ROUGH,
    STRAIT,
    AttritionRow,
    LeaderFacts,
    Link,
    LocationFacts,
    Map,
    PowerFacts,
    StartPieces,
    TableFacts,
)
from core.sword.powers import GAULS, GREEKS, HOLDERS, INDEPENDENTS, PLAYER_POWERS, POWERS

RESERVED = SMALL_WORDS | {*HOLDERS, "none", "nobody", "random", "start", "all", "off"}
"""Words with a meaning of their own. No location, leader, marker or track may have one as its name."""

MOST_PLACES, MOST_TURNS, MOST_CARDS, MOST_UNITS = 250, 30, 110, 60

LINKS = {"links": PLAIN, "straits": STRAIT, "rough": ROUGH}
"""By key of a location, the kind of its links that go both ways."""

ONE_WAY = "rough_one_way"
"""The key of a holding box's link."""

HEAD_KEYS = ("id", "title", "practice", "turns", "victory_number")
LOCATION_KEYS = (
    *("name", "at", "home", "reinforcement", "tribe", "victory", "five_players_only", "walled_city", "port"),
    *("holding_box", *LINKS, ONE_WAY),
)
POWER_KEYS = ("points", "hand", "deck", "activations")
LEADER_KEYS = ("name", "power", "minor", "five_players", "fewer_players")
TABLE_KEYS = ("seats", "gallic_event_after")
START_KEYS = ("units", "leaders", "alliances", "sieges", "markers", "tracks", "subjugated")
SECTIONS = ("map", "locations", "powers", "leaders", "markers", "tracks", "attrition", "tables", "starts")


def load_map(text: str) -> Map:
    """Return what an owner's file says. Raises DataError about the first thing that is missing or wrong."""
    game_map, faults = _parsed(text)
    if game_map is None or faults:
        raise faults[0]
    return game_map


def check_map(text: str) -> tuple[DataError, ...]:
    """Return all that is missing or wrong in an owner's file, by line; nothing if it can be played."""
    return tuple(_parsed(text)[1])


def _parsed(text: str) -> tuple[Map | None, list[DataError]]:
    try:
        reader = read_toml(text)
    except DataError as error:
        return None, [error]
    parsing = _Parsing(reader)
    found = parsing.map()
    located = [DataError(fault.key, fault.problem, fault.line or line_of(text, fault.key)) for fault in parsing.faults]
    return found, sorted(located, key=lambda fault: fault.line)


@dataclass(slots=True)
class _Noting:
    """A block in which a DataError is noted among the faults, and ends nothing but the block."""

    faults: list[DataError]

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if not isinstance(error, DataError):
            return False
        self.faults.append(error)
        return True


@dataclass(slots=True)
class _Parsing:
    """One reading of a file. It goes on after a fault, and notes every one."""

    root: Reader
    faults: list[DataError] = field(default_factory=list)
    places: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    one_way: set[tuple[str, str]] = field(default_factory=set)

    def noting(self) -> _Noting:
        """Return a block that notes a fault of its part, and lets the reading go on after it."""
        return _Noting(self.faults)

    def fault(self, reader: Reader, key: str, problem: str) -> None:
        """Note a fault of a key."""
        self.faults.append(reader.fail(key, problem))

    def number(self, reader: Reader, key: str, default: int | None = None, least: int = 0, most: int = 100) -> int:
        """Return a number; ``least`` after a fault."""
        with self.noting():
            return reader.number(key, default, least, most)
        return least

    def numbers(self, reader: Reader, key: str, least: int, most: int) -> tuple[int, ...]:
        """Return a list of numbers; none after a fault."""
        if key not in reader.table:
            self.fault(reader, key, "is missing.")
            return ()
        with self.noting():
            return reader.numbers(key, least, most)
        return ()

    def flag(self, reader: Reader, key: str) -> bool:
        """Return whether a key is true; False after a fault."""
        with self.noting():
            return reader.flag(key)
        return False

    def title(self, reader: Reader, key: str) -> str:
        """Return a short text for the screen; empty after a fault."""
        with self.noting():
            if title := reader.title(key):
                return title
            raise reader.fail(key, "is empty.")
        return ""

    def section(self, key: str, what: str, *, optional: bool = False) -> Reader:
        """Return a table of the file; an empty one after a fault."""
        with self.noting():
            if key not in self.root.table and not optional:
                raise self.root.fail(key, f"is missing: {what}.")
            return self.root.sub(key, {})
        return Reader(key, {})

    def named(self, reader: Reader) -> tuple[str, ...]:
        """Return the keys of a table, which are names in the notation."""
        for name in reader.table:
            if not IDENTIFIER.fullmatch(name):
                self.fault(reader, name, "a name here is of small letters, digits and “_”, and begins with a letter.")
            elif name in RESERVED:
                self.fault(reader, name, "this word has another meaning in the notation.")
        return tuple(reader.table)

    def inside(self, reader: Reader, keys: Iterable[str]) -> Iterator[tuple[str, Reader]]:
        """Yield the tables inside a table; note the others, and unknown keys."""
        known = tuple(keys)
        for key in reader.table:
            with self.noting():
                yield key, self.only(reader.sub(key), known)

    def only(self, reader: Reader, known: Sequence[str]) -> Reader:
        """Return the table; note each key that is not known."""
        for key in reader.table:
            if key not in known:
                self.fault(reader, key, f"is not known here; the keys are {', '.join(known)}.")
        return reader

    # ------------------------------------------------------------------ the parts

    def map(self) -> Map | None:
        """Return what the file says; None after a fault."""
        self.only(self.root, SECTIONS)
        head = self.only(self.section("map", "a table with the file's id, title and turns"), HEAD_KEYS)
        places = self.section("locations", "a table of all locations")
        self.places = self.named(places)
        leaders = self.section("leaders", "a table of all leaders", optional=True)
        self.leaders = self.named(leaders)
        self.markers = self.listed("markers")
        self.tracks = self.listed("tracks")
        turns = self.number(head, "turns", least=1, most=MOST_TURNS)
        found = Map(
            id=self.identifier(head),
            title=self.title(head, "title"),
            practice=self.flag(head, "practice"),
            digest=digest_of(self.root.table),
            turns=turns,
            victory_number=self.victory_number(head, turns),
            locations=self.locations(places),
            powers=self.powers(),
            leaders=self.leader_facts(leaders),
            markers=self.markers,
            tracks=self.tracks,
            attrition=self.attrition(),
            tables=self.tables(),
            starts=self.starts(),
        )
        if not self.faults:
            self.compare(found)
        return None if self.faults else found

    def identifier(self, head: Reader) -> str:
        with self.noting():
            word = head.text("id")
            if not IDENTIFIER.fullmatch(word):
                raise head.fail("id", "expected a word of small letters, digits and “_”.")
            return word
        return ""

    def listed(self, key: str) -> tuple[str, ...]:
        """Return a list of names at a key of the file; none if it is missing."""
        with self.noting():
            names = self.root.names(key)
            for name in names:
                if not IDENTIFIER.fullmatch(name) or name in RESERVED or names.count(name) > 1:
                    raise self.root.fail(key, f"{name!r} is no name, has another meaning, or stands there twice.")
            return names
        return ()

    def victory_number(self, head: Reader, turns: int) -> tuple[int, ...]:
        track = self.numbers(head, "victory_number", 1, 999)
        if track and head.table.get("turns") == turns and len(track) != turns:
            self.fault(head, "victory_number", f"needs one number for each of the {turns} turns; it has {len(track)}.")
        return track

    def locations(self, reader: Reader) -> tuple[LocationFacts, ...]:
        if not 2 <= len(self.places) <= MOST_PLACES:
            self.fault(self.root, "locations", f"must have from 2 to {MOST_PLACES} locations.")
        found = [self.location(key, place) for key, place in self.inside(reader, LOCATION_KEYS)]
        if len(found) == len(self.places):
            self.check_links(reader, found)
        return tuple(found)

    def location(self, key: str, reader: Reader) -> LocationFacts:
        at = ("0", "0")
        with self.noting():
            at = _coordinates(reader)
        home = INDEPENDENTS
        with self.noting():
            if "home" not in reader.table:
                raise reader.fail("home", "is missing: name a power, or “independents”.")
            home = HOLDERS.index(reader.choice("home", HOLDERS))
        both_ways = [Link(target, kind) for name, kind in LINKS.items() for target in self.targets(key, reader, name)]
        one_way = [Link(target, ROUGH) for target in self.targets(key, reader, ONE_WAY)]
        self.one_way.update((key, self.places[link.target]) for link in one_way)
        links = (*both_ways, *one_way)
        if len({link.target for link in links}) < len(links):
            self.fault(reader, "links", "one other location is linked in two ways; name it once.")
        facts = LocationFacts(
            id=key,
            name=self.title(reader, "name"),
            at=at,
            home=home,
            reinforcement=self.number(reader, "reinforcement", 0, most=MOST_UNITS),
            tribe=self.flag(reader, "tribe"),
            victory=self.number(reader, "victory", 0),
            five_players_only=self.flag(reader, "five_players_only"),
            walled_city=self.flag(reader, "walled_city"),
            port=self.flag(reader, "port"),
            holding_box=self.flag(reader, "holding_box"),
            links=links,
        )
        if facts.five_players_only and not facts.victory:
            self.fault(reader, "five_players_only", "goes with “victory” (2.2b).")
        if ONE_WAY in reader.table and not facts.holding_box:
            self.fault(reader, ONE_WAY, "only a holding box has a link that leads one way (2.2a).")
        if not any(reader.table.get(name) for name in (*LINKS, ONE_WAY)):
            self.fault(reader, "links", "is missing: this location is linked with no other.")
        return facts

    def targets(self, own: str, reader: Reader, key: str) -> tuple[int, ...]:
        """Return the other locations that a key names, once each; note all other words."""
        words: tuple[str, ...] = ()
        with self.noting():
            words = reader.words(key) or ()
        with self.noting():
            indices_of(words, self.places, "location", partial(reader.fail, key))
        if own in words:
            self.fault(reader, key, "a location is not linked with itself.")
        return tuple(self.places.index(word) for word in dict.fromkeys(words) if word != own and word in self.places)

    def check_links(self, reader: Reader, found: Sequence[LocationFacts]) -> None:
        """Note each link that should lead both ways, but is named on one side only."""
        both = {kind: key for key, kind in LINKS.items()}
        for index, facts in enumerate(found):
            for link in facts.links:
                target = found[link.target]
                if (facts.id, target.id) not in self.one_way and Link(index, link.kind) not in target.links:
                    key = f"{facts.id}.{both[link.kind]}"
                    self.fault(reader, key, f"{target.id!r} does not name {facts.id!r} in return.")

    def powers(self) -> tuple[PowerFacts, ...]:
        reader = self.section("powers", "a table for each power that players can have")
        self.only(reader, PLAYER_POWERS)
        found = []
        for power in PLAYER_POWERS:
            if power not in reader.table:
                self.fault(reader, power, "is missing: its points at the start, its hand and its deck.")
                continue
            with self.noting():
                table = self.only(reader.sub(power), POWER_KEYS)
                deck = self.number(table, "deck", least=1, most=MOST_CARDS)
                cards = self.numbers(table, "activations", 1, MOST_CARDS) if "activations" in table.table else ()
                points = self.number(table, "points", least=-99)
                hand = self.number(table, "hand", least=1, most=MOST_CARDS)
                if table.table.get("deck") == deck and any(card > deck for card in cards):
                    self.fault(table, "activations", f"its deck has the cards 1 to {deck} only.")
                if table.table.get("deck") == deck < hand:
                    self.fault(table, "hand", f"its deck has {deck} cards only.")
                found.append(PowerFacts(points, hand, deck, cards))
        return tuple(found)

    def leader_facts(self, reader: Reader) -> tuple[LeaderFacts, ...]:
        found = []
        for key, leader in self.inside(reader, LEADER_KEYS):
            power = 0
            with self.noting():
                power = POWERS.index(leader.choice("power", POWERS))
            flags = (self.flag(leader, name) for name in LEADER_KEYS[2:])
            facts = LeaderFacts(key, self.title(leader, "name"), power, *flags)
            if facts.five_players and facts.fewer_players:
                self.fault(leader, "fewer_players", "contradicts “five_players”; without both, it leads at all tables.")
            found.append(facts)
        return tuple(found)

    def attrition(self) -> tuple[AttritionRow, ...]:
        with self.noting():
            rows = self.root.tables("attrition")
            if not rows:
                raise self.root.fail("attrition", "is missing: the rows of the table of 5.5.")
            found = []
            for row in rows:
                self.only(row, ("units", "losses"))
                losses = self.numbers(row, "losses", 0, MOST_UNITS)
                if losses and len(losses) != FACES:
                    self.fault(row, "losses", f"needs {FACES} numbers, one for each face of the die.")
                found.append(AttritionRow(self.number(row, "units", least=1), losses))
            if [row.units for row in found] != sorted({row.units for row in found}) or found[0].units != 1:
                raise self.root.fail("attrition", "the rows begin at 1 CU, each with more than the one before.")
            return tuple(found)
        return ()

    def tables(self) -> tuple[tuple[int, TableFacts], ...]:
        reader = self.section("tables", "a table for each number of players, such as [tables.4]")
        known = [str(players) for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)]
        self.only(reader, known)
        if not reader.table and "tables" in self.root.table:
            self.fault(self.root, "tables", "must have one table at least, such as [tables.4].")
        found = []
        for players in known:
            if players in reader.table:
                with self.noting():
                    found.append((int(players), self.table(int(players), reader.sub(players))))
        return tuple(found)

    def table(self, players: int, reader: Reader) -> TableFacts:
        self.only(reader, TABLE_KEYS)
        seats = []
        for number, words in enumerate(reader.names("seats")):
            fail = partial(reader.fail, f"seats[{number}]")
            seats.append(tuple(sorted(indices_of(words.split(), PLAYER_POWERS, "player's power", fail))))
        every = [power for seat in seats for power in seat]
        if len(seats) != players or not all(seats):
            self.fault(reader, "seats", f"must name the powers of {players} seats, clockwise.")
        if len(set(every)) < len(every):
            self.fault(reader, "seats", "one power is at two seats.")
        after = NO_POWER
        if "gallic_event_after" in reader.table:
            word = reader.text("gallic_event_after")
            after = index_of(word, PLAYER_POWERS, "player's power", partial(reader.fail, "gallic_event_after"))
            if after not in every or GAULS in every:
                self.fault(reader, "gallic_event_after", "names a player's power, at a table without the Gauls.")
        if players == 3 and GAULS not in every and after == NO_POWER:
            self.fault(reader, "gallic_event_after", "is missing: whose activity the Gauls come after (5.4c).")
        if players == FEWEST_PLAYERS and seats:
            if any(len(seat) != 2 for seat in seats):
                self.fault(reader, "seats", "with two players each has two powers (S1).")
            if (GAULS, GREEKS) not in seats:
                self.fault(reader, "seats", "with two players Gauls and Greeks are one side (S1).")
        return TableFacts(tuple(seats), after)

    def starts(self) -> tuple[tuple[int, StartPieces], ...]:
        reader = self.section("starts", "a table [starts.all], or one for each number of players")
        known = ["all", *(str(players) for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1))]
        self.only(reader, known)
        found = []
        for name in known:
            if name in reader.table:
                with self.noting():
                    found.append((0 if name == "all" else int(name), self.start(reader.sub(name))))
        return tuple(found)

    def start(self, reader: Reader) -> StartPieces:
        self.only(reader, START_KEYS)
        units = []
        markers = []
        with self.noting():
            table = reader.sub("units", {})
            for place in table.table:
                index = index_of(place, self.places, "location", partial(table.fail, place))
                counts = table.sub(place).only(HOLDERS)
                holders = [(HOLDERS.index(name), counts.number(name, most=MOST_UNITS)) for name in counts.table]
                units.append((index, tuple(holders)))
        with self.noting():
            table = reader.sub("markers", {})
            for place in table.table:
                index = index_of(place, self.places, "location", partial(table.fail, place))
                words = table.words(place) or ()
                markers.append((index, indices_of(words, self.markers, "marker", partial(table.fail, place))))
        alliances = []
        with self.noting():
            for number, text in enumerate(reader.names("alliances")):
                fail = partial(reader.fail, f"alliances[{number}]")
                pair = sorted(indices_of(text.split(), POWERS, "power", fail))
                if len(pair) != 2:
                    raise reader.fail(f"alliances[{number}]", "expected two powers, such as “gauls greeks”.")
                alliances.append((pair[0], pair[1]))
        subjugated: tuple[int, ...] = ()
        with self.noting():
            words = reader.words("subjugated") or ()
            subjugated = indices_of(words, self.places, "location", partial(reader.fail, "subjugated"))
        leaders = []
        with self.noting():
            table = reader.sub("leaders", {})
            for name in table.table:
                fail = partial(table.fail, name)
                leader = index_of(name, self.leaders, "leader", fail)
                leaders.append((leader, index_of(table.text(name), self.places, "location", fail)))
        return StartPieces(
            units=tuple(units),
            leaders=tuple(leaders),
            alliances=tuple(alliances),
            sieges=self.numbered(reader, "sieges", self.places, "location", MOST_SIEGE),
            markers=tuple(markers),
            tracks=self.numbered(reader, "tracks", self.tracks, "track", MOST_TRACK),
            subjugated=subjugated,
        )

    def numbered(
        self, reader: Reader, key: str, names: Sequence[str], sort: str, most: int
    ) -> tuple[tuple[int, int], ...]:
        """Return a table of numbers by name, as pairs of an index and its number."""
        with self.noting():
            table = reader.sub(key, {})
            fails = ((name, partial(table.fail, name)) for name in table.table)
            return tuple((index_of(name, names, sort, fail), table.number(name, most=most)) for name, fail in fails)
        return ()

    def compare(self, found: Map) -> None:
        """Note what is wrong between the parts of a file whose parts are right."""
        starts = dict(found.starts)
        for players, table in found.tables:
            if players not in starts and 0 not in starts:
                self.faults.append(DataError("starts", f"is missing: a start for {players} players, or [starts.all]."))
            for seat in table.seats:
                for power in seat:
                    if all(facts.home != power for facts in found.locations):
                        self.faults.append(DataError(f"tables.{players}.seats", f"{POWERS[power]} has no home at all."))
        names = [*self.places, *self.leaders, *self.markers, *self.tracks]
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            self.faults.append(DataError("", f"{name!r} names two things; give one of them another name."))
        self.compare_names(found)
        for players, start in found.starts:
            where = f"starts.{players or 'all'}"
            for place in (*start.subjugated,):
                if not found.locations[place].tribe:
                    problem = f"{self.places[place]!r} is no tribe."
                    self.faults.append(DataError(f"{where}.subjugated", problem))
            for place, _ in start.sieges:
                if not found.locations[place].takes_siege:
                    problem = "is no walled city and no tribe."
                    self.faults.append(DataError(f"{where}.sieges.{self.places[place]}", problem))

    def compare_names(self, found: Map) -> None:
        """Note each location that is called like another one."""
        shown = [facts.name.casefold() for facts in found.locations]
        for index, facts in enumerate(found.locations):
            if shown.index(facts.name.casefold()) < index:
                problem = f"{facts.name!r} is the name of another location, too."
                self.faults.append(DataError(f"locations.{facts.id}.name", problem))


def _coordinates(reader: Reader) -> tuple[str, str]:
    """Return longitude and latitude as written."""
    value = reader.table.get("at")
    if value is None:
        raise reader.fail("at", "is missing: where the location is drawn, such as [12.5, 41.9].")
    fits = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,6})?").fullmatch
    if not isinstance(value, list) or [fits(str(part)) is not None for part in value] != [True, True]:
        raise reader.fail("at", "expected two numbers, such as [12.5, 41.9].")
    return str(value[0]), str(value[1])
