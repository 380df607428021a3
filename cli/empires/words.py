"""Positions and results of Empires in words: plain lines, the chronicle of a game, facts for external programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cli.empires.map import standing
from cli.i18n.texts import count, marked, term, tr
from cli.mare import chronicle, words
from cli.mare.chronicle import Deed, Rights
from cli.mare.telling import MareWords
from cli.mare.words import BUILDING, KEEPING, NOTHING_TO_BUILD, NOTHING_TO_MOVE, Facts, attack, named
from cli.ui.text.cells import WIDTH, wrapped
from cli.ui.text.names import empires, side
from core.empires import reach, victory
from core.empires.actions import Attack, Collect, Fight
from core.empires.battle import LandBattles, Losses, SeaBattles
from core.empires.board import Board
from core.empires.build import COINS_KEPT
from core.empires.building import BuildTurn, tile_price
from core.empires.conquest import Conquests, marker_in_reach
from core.empires.events import Drew, TriremeBuilt
from core.empires.heroes import Ambition, GivingUp, Standing
from core.empires.map import TITLES
from core.empires.movement import Marching, Sailing
from core.empires.position import exchange_sides
from core.empires.reach import reach as reach_of
from core.empires.state import Province, State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, all_great_cities, great_cities
from core.empires.war import Conversions
from core.empires.wonders import Declaring, Keeping
from core.engine.action import Action
from core.engine.event import Event
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from core.engine.words import by_name
from core.mare.resources import COIN
from core.mare.state import MARKER
from core.mare.titles import Levels, all_levels, levels


def _tiles(state: State, empire: int, number: int) -> int:
    """Return how many heroes and wonders so many resources pay for, each at its price."""
    held = len(state.players[empire].tiles)
    face_up = sum(state.board.tiles[tile].kind != "pyramids" for tile in state.display)
    bought = 0
    while bought < face_up and (cost := state.board.tile_price(held + bought).cost) <= number:
        number, bought = number - cost, bought + 1
    return bought


def _cities(state: State, empire: int, number: int) -> int:
    """Return how many great cities it can build or conquer."""
    board, sites, conquests = state.board, 0, 0
    near = board.reach(state.fleet(empire))
    for index, (province, great) in enumerate(zip(state.provinces, board.great, strict=True)):
        free = great & ~province.built
        if province.controller == empire:
            sites += free.bit_count()
        elif province.built & great and province.occupier != empire:
            legions = province.legions[empire] + sum(
                [other.legions[empire] for at, other in enumerate(state.provinces) if near[index] >> at & 1]
            )
            others = sum(province.legions) - province.legions[empire] + (province.fortress >= 0)
            conquests += legions > 0 and legions + number // board.prices["legion"].cost > others
    return min(sites, number // board.prices["legendary_city"].cost) + conquests


def _titles(state: State, empire: int, number: int, levels: list[Levels]) -> int:
    """Return how many of the titles that it lacks it can come to, the nearest first."""
    missing = [track for track in range(len(TITLES)) if state.leaders[track] != empire]
    needs = sorted(
        max(of[track] for other, of in enumerate(levels) if other != empire) + 1 - levels[empire][track]
        for track in missing
    )
    gained, left = 0, number // state.board.cheapest
    for need in needs:
        if need > left:
            break
        left -= max(need, 0)
        gained += 1
    return gained


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
    "pyramids": Message(marked("the Pyramids")),
    "heroes_and_wonders": Message(marked("five heroes and wonders")),
    "capitals_and_legendary_cities": Message(marked("four great cities")),
    "leadership": Message(marked("all three titles")),
}


GOAL = marked(
    "To win, build the Pyramids, own five heroes and wonders, control four capitals and legendary cities, or hold all"
    " three titles."
)


STARRED = marked(
    "A star marks a legendary resource: *grain counts as grain everywhere, but is drawn and"
    " given back separately (0.2)."
)


def _next_tile(state: State, empire: int) -> int:
    tile = next(tile.index for tile in state.board.tiles if tile.kind != "pyramids")
    return tile_price(state, empire, tile).cost


ENDED = {
    Ambition: marked("lets the chance to win pass"),
    BuildTurn: BUILDING,
    Conquests: marked("ends your conquests"),
    Conversions: marked("ends your exchanges of markers"),
    Declaring: marked("declares no peace"),
    GivingUp: marked("keeps the legion, and leaves the control as it is"),
    Keeping: KEEPING,
    LandBattles: marked("ends your battles on land"),
    Marching: marked("ends your moves on land"),
    SeaBattles: marked("ends your battles at sea"),
    Sailing: marked("ends your moves at sea"),
    Standing: marked("puts no more legions on icons"),
}

UNASKED = {3: NOTHING_TO_BUILD, 4: NOTHING_TO_MOVE}


def conqueror(state: State, index: int, empire: int) -> str:
    """Return in English what a conqueror may do in a province as it is now (4.3.1 to 4.3.3)."""
    if state.provinces[index].built:
        return marked("Alone there, {empire} may pillage or occupy after the battles of each of its turns (4.3).")
    if state.board.capital_mask >> index & 1 or not marker_in_reach(state, empire, index):
        return ""
    return marked("Alone there, {empire} may occupy the marker after the battles of each of its turns (4.3.3).")


RIGHTS = Rights(
    conqueror=conqueror,
    on_marker=marked("On the marker, {empire} may exchange it for its own at the start of its next moves (4.3.3)."),
)


class EmpiresChronicle(chronicle.MareChronicle):
    """Knows what only Empires tells: triremes that are built at sea."""

    def piece(self, event: Event, empire: int) -> str:
        return "trireme" if isinstance(event, TriremeBuilt) and event.empire == empire else ""


def _province(board: Board, index: int, province: Province) -> Facts:
    icons = [icon.name for icon in board.icons[index]]
    posts = [*named(province.posts & ~MARKER, icons), *["control"] * bool(province.posts & MARKER)]
    return {
        "controller": None if province.controller == NO_EMPIRE else board.empires[province.controller],
        "buildings": named(province.built, icons),
        "legions": by_name(province.legions, board.empires),
        "fortress": None if province.fortress == NO_EMPIRE else board.empires[province.fortress],
        "occupied": {board.empires[province.occupier]: posts} if posts else {},
    }


class EmpiresWords(MareWords):
    """What the console says of positions of Empires."""

    PHASES = PHASES
    turn, losses, draws = BuildTurn, (Losses,), (Drew,)
    ended, unasked, rights = ENDED, UNASKED, RIGHTS
    standing, reach, incomes = staticmethod(standing), staticmethod(reach.reach), staticmethod(reach.incomes)
    races, in_reach = staticmethod(victory.race), staticmethod(victory.race_by_levels)

    def steps_to_win(self, state: State) -> list[Mapping[str, int]]:
        """Return by empire, and by the name of a victory, the most steps that it can make in the coming round.

        It pays with the resources that it has then, of which only the number is known, and each thing has its price.
        Of heroes and wonders enough must lie face up. Great cities are built on its own free icons, or conquered: where
        it has more legions, beside the city and there, than others have land units in it. Of titles it needs the levels
        that it lacks, at the lowest price of a level.
        """
        levels = all_levels(state)
        found: list[Mapping[str, int]] = []
        for empire in range(len(state.players)):
            number = reach_of(state, empire, known=False).number
            found.append(
                {
                    "heroes_and_wonders": _tiles(state, empire, number),
                    "capitals_and_legendary_cities": _cities(state, empire, number),
                    "leadership": _titles(state, empire, number, levels),
                }
            )
        return found

    def victories(self, board: Board) -> Mapping[str, Message]:
        return VICTORIES

    def goal(self, board: Board) -> Message:
        return Message(GOAL)

    def number_lost(self, state: State, empire: int) -> int:
        """Return how many resources an empire would lose if it built nothing more (3.0b)."""
        held = state.players[empire].hand
        return sum(held) - min(held[COIN], COINS_KEPT)

    def lost_when_done(self, state: State, empire: int) -> str:
        """Return what an empire would lose if it built nothing more (3.0b); nothing if it would keep all."""
        lost = self.number_lost(state, empire)
        if not lost:
            return ""
        return tr(
            "At the end you keep at most {number} coins; you lose {resources} (3.0b).",
            number=COINS_KEPT,
            resources=count(lost, "resource"),
        )

    def face_down(self, state: State) -> int:
        return len(state.face_down)

    def typed_words(self, board: Board) -> list[str]:
        """Return what a star means; and what is typed, always in English, in another language in use."""
        return [*wrapped(tr(STARRED), WIDTH), *super().typed_words(board)]

    def player_lines(self, state: State, empire: int, name: str, own: bool) -> list[str]:
        """Return one empire: titles, levels, great cities, tiles with their bonuses, resources (R3) and supply."""
        cities = tr(
            "{levels}; {cities} of {most} great cities",
            levels=words.levels_line(state.board, levels(state, empire)),
            cities=great_cities(state, empire),
            most=CITIES_TO_WIN,
        )
        tiles = words.tiles_line(state, empire, TILES_TO_WIN, _next_tile(state, empire))
        return words.player_lines(state, empire, name, own, TITLES, [cities, tiles])

    def player_table(self, state: State, names: Iterable[str]) -> list[str]:
        """Return every empire in a line: levels, resources, tiles, great cities, titles; an open hand below it."""
        cities = (tr("cities"), 7, lambda empire: f"{great_cities(state, empire)}/{CITIES_TO_WIN}")
        titles = (tr("titles"), 7, lambda empire: f"{state.leaders.count(empire)}/{len(state.leaders)}")
        return words.player_table(state, names, all_levels(state), [cities, titles])

    def below_players(self) -> list[str]:
        """Return where to read what the titles are good for."""
        return [tr("“rule 5.1” says what each title gives.")]

    def deed_of(self, board: Board, event: Event) -> Deed | None:
        if isinstance(event, TriremeBuilt):
            return Deed(event.empire, chronicle.built(term("trireme"), chronicle.Names(board, event)["sea"]))
        return super().deed_of(board, event)

    def deed(self, state: State, seat: int, action: Action) -> str:
        board, who = state.board, side(state, seat)
        match action:
            case Attack(empire, sea):
                return attack(who, empires(state)[empire], board.sea_names[sea])
            case Fight(empire, province):
                return attack(who, empires(state)[empire], board.province_names[province])
            case Collect(legendary=True):
                return tr("{who} will draw a legendary commodity.", who=who)
        return super().deed(state, seat, action)

    def further_rules(self, state: State) -> Sequence[str]:
        """Return the rules on payment where one is asked what to buy, and those on hits where one chooses losses."""
        match state.stack[-1] if state.stack else None:
            case BuildTurn() | Ambition():
                return ("3.0a",)
            case Losses():
                return "4.2", "4.2a"
        return ()

    def board_facts(self, board: Board) -> Facts:
        """Return what never changes in a game: the map, the tiles, the prices and the names of the resources."""
        prices = {thing: price.cost for thing, price in board.prices.items()}
        tiles = {"tiles": [price.cost for price in board.tile_prices], "pyramids": board.pyramids_price.cost}
        return {**words.board_facts(board), "prices": prices | tiles}

    def state_facts(self, state: State) -> Facts:
        """Return a position: what lies where, who holds what, and what follows from it for levels and cities."""
        board = state.board
        known, cities = words.state_facts(state), all_great_cities(state)
        for name, player, number in zip(board.empires, state.players, cities, strict=True):
            copied = None if player.copied == NO_EMPIRE else board.tiles[player.copied].id
            known["empires"][name] |= {"copied": copied, "great_cities": number}
        owner, partner, _ = state.peace
        return {
            **known,
            "exchange": [exchange_sides(board)[marker] for marker in state.exchange],
            "peace": [] if owner == NO_EMPIRE else [board.empires[owner], board.empires[partner]],
            "provinces": {
                name: _province(board, index, state.provinces[index]) for index, name in enumerate(board.provinces)
            },
            "reserve": dict(zip(("coin", *(name for name, _ in board.map.commodities)), state.reserve, strict=True)),
            "legendary_left": sum(state.pile),
        }


WORDS = EmpiresWords()
