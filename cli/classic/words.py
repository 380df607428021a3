"""Positions and results of 2003 in words: plain lines, the chronicle of a game, facts for external programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from cli.classic import setup
from cli.classic.map import standing
from cli.i18n.texts import count, marked, term, tr
from cli.mare import chronicle, deals, race, words
from cli.mare.chronicle import Deed, Rights
from cli.mare.words import BUILDING, FEW, KEEPING, NOTHING_TO_BUILD, NOTHING_TO_MOVE, Facts, attack, named
from cli.mare.words import closeness as closeness_of
from cli.mare.words import summary as summary_of
from cli.ui.text.names import side
from cli.ui.view import Reports
from core.classic import reach, victory
from core.classic.actions import Attack, Fight, Pass
from core.classic.battle import LandLosses, SeaLosses, Supporting
from core.classic.board import Board
from core.classic.build import Gift, Keeping
from core.classic.building import BuildTurn
from core.classic.deeds import WarTurn
from core.classic.events import Diverted, HeroPlaced, MarkerReplaced, Placed, TakeUndone
from core.classic.reach import reach as reach_of
from core.classic.setup import SetupTurn
from core.classic.state import NOWHERE, Province, State
from core.classic.victory import race as races
from core.engine.action import Action
from core.engine.event import Event
from core.engine.game import Game
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from core.engine.words import by_name
from core.mare.actions import Done
from core.mare.race import Race
from core.mare.resources import COIN
from core.mare.state import MARKER
from core.mare.titles import all_levels, levels

examples, hand, home, meaning = words.examples, words.hand, words.home, deals.meaning
round_name = words.round_name
place_in, place_name, place_named = words.place_in, words.place_name, words.place_named
typed_words = words.typed_words


def steps_to_win(state: State) -> list[Mapping[str, int]]:
    """Return by civilization, and by the name of a victory, the most steps that it can make in the coming round.

    It pays with the cards that it has then, of which only the number is known, and enough heroes and wonders must lie
    face up.
    """
    face_up = sum(state.board.tiles[tile].kind != "pyramids" for tile in state.display)
    cost = state.board.map.tile_cost
    numbers = [reach_of(state, empire, known=False).number for empire in range(len(state.players))]
    return [{"heroes_and_wonders": min(number // cost, face_up)} for number in numbers]


PHASES = (marked("Commerce"), marked("Building"), marked("Military"))

PYRAMIDS = marked("the Pyramids")
HEROES_AND_WONDERS = marked("{number} heroes and wonders")


def victories(board: Board) -> Mapping[str, Message]:
    """Return what a game on the map of a board is won with."""
    number = board.map.tiles_to_win
    return {"pyramids": Message(PYRAMIDS), "heroes_and_wonders": Message(HEROES_AND_WONDERS, number=number)}


GOAL = marked("To win, build the Pyramids, or own {number} heroes and wonders.")


def goal(board: Board) -> Message:
    """Return how a game is won on the map of a board."""
    return Message(GOAL, number=board.map.tiles_to_win)


def when(round_: int, phase: int) -> str:
    """Return round and phase, ``Round 3, Building``; before the first, that players set up."""
    return tr("Setup") if round_ == 1 and not phase else words.when(round_, phase, PHASES)


def moment(state: State) -> str:
    """Return the round and phase of a position; the round alone once the game is over."""
    return when(state.round, state.phase) if state.result is None else words.when(state.round, 0, PHASES)


def _goods_kept(state: State, empire: int) -> int:
    return sum([tile.keep for tile in state.acting(empire)])


def number_lost(state: State, empire: int) -> int:
    """Return how many resources an empire would lose if it built nothing more (4.9)."""
    held = state.players[empire].hand
    kept = min(held[COIN], state.board.map.coins_kept) + min(sum(held) - held[COIN], _goods_kept(state, empire))
    return sum(held) - kept


def lost_when_done(state: State, empire: int) -> str:
    """Return what an empire would lose if it built nothing more (4.9), in a sentence; nothing if it keeps all."""
    lost, most, goods = number_lost(state, empire), state.board.map.coins_kept, _goods_kept(state, empire)
    if not lost:
        return ""
    if goods:
        return tr(
            "At the end you keep at most {coins} coins and {goods} commodities; you lose {resources} (4.9).",
            coins=most,
            goods=goods,
            resources=count(lost, "resource"),
        )
    return tr(
        "At the end you keep at most {number} coins; you lose {resources} (4.9).",
        number=most,
        resources=count(lost, "resource"),
    )


def board_lines(state: State) -> list[str]:
    """Return the map: provinces by controller, with buildings, free icons and units; seas; tiles for sale."""
    first = tr("{moment}. Buildings; in brackets, what can still be built.", moment=moment(state))
    return [first, *words.province_lines(state, standing), *words.sea_lines(state), *words.tile_lines(state)]


def place_lines(state: State, name: str) -> list[str]:
    """Return what a province or sea of that name in the notation has and borders; nothing for any other name."""
    return words.place_lines(state, name, standing)


def player_lines(state: State, empire: int, name: str, own: bool) -> list[str]:
    """Return one civilization: titles, levels, tiles with what they add, resources (K2) and supply."""
    board = state.board
    facts = [
        words.levels_line(state.board, levels(state, empire)),
        words.tiles_line(state, empire, board.map.tiles_to_win, board.map.tile_cost),
    ]
    return words.player_lines(state, empire, name, own, board.titles, facts)


def player_table(state: State, names: Iterable[str]) -> list[str]:
    """Return every civilization in a line: levels, titles, resources and tiles; an open hand stands below it."""
    return words.player_table(state, names, all_levels(state), [])


def near(state: State, own: int = NO_EMPIRE) -> list[str]:
    """Return who is one step from winning, or has come there, a sentence each."""
    return race.near(state, outlook(state, own))


def outlook(state: State, own: int = NO_EMPIRE) -> race.Outlook:
    """Return what decides who is one step from winning, as the player of their ``own`` civilization sees it."""
    return race.Outlook(in_reach(state), race.reaches(state, own, reach.reach), PHASES)


def may_win_next(state: State) -> list[str]:
    """Return who can win in the round that begins, and by what."""
    return race.may_win_next(state, outlook(state), steps_to_win(state))


def summary(state: State, event: Event, earlier: Iterable[Event]) -> list[str]:
    """Return what a round came to, and who can win the next one, if the event begins that; else nothing."""
    return summary_of(state, event, earlier, reach.incomes, may_win_next)


def in_reach(state: State) -> list[Race]:
    """Return how far each civilization has come; where nothing is left to buy, only what is there already (K45)."""
    races = victory.race(state)
    return races if state.display else [tuple(filter(lambda progress: not progress.lacking, one)) for one in races]


def below_players() -> list[str]:
    """Return where to read what the titles are good for."""
    return [tr("“rule titles” says what each title gives.")]


ENDED = {
    BuildTurn: BUILDING,
    Gift: marked("gives the piece up"),
    Keeping: KEEPING,
    SetupTurn: marked("ends your setup"),
    Supporting: marked("ends your support of this battle"),
    WarTurn: marked("ends your moves, battles and conquests"),
}

_UNASKED = {2: NOTHING_TO_BUILD, 3: NOTHING_TO_MOVE}


def ends(state: State) -> str:
    """Return what ``done`` ends at the open question, as a predicate."""
    return words.ends(state, ENDED)


def at_stake(state: State) -> str:
    """Return in words what the player whose turn it is loses with ``done``, if that is much."""
    turn = state.stack[-1] if state.stack else None
    if isinstance(turn, SetupTurn):
        return count(turn.points, "point") if turn.points > FEW else ""
    number = number_lost(state, turn.empire) if isinstance(turn, BuildTurn) else 0
    return count(number, "resource") if number > FEW else ""


def warning(state: State) -> str:
    """Return what ``done`` ends and loses, in sentences; in a setup, how that stands."""
    turn = state.stack[-1] if state.stack else None
    if isinstance(turn, SetupTurn):
        return setup.in_brief(state, turn)
    return words.warning(state, ENDED, lost_when_done(state, turn.empire) if isinstance(turn, BuildTurn) else "")


def of_done(state: State, empire: int, action: Done) -> str:
    """Return what is said of ``done`` beside it in the list."""
    turn = state.stack[-1]
    return words.of_done(state, ENDED, number_lost(state, turn.empire) if isinstance(turn, BuildTurn) else 0)


def passed_over(game: Game[Any], event: Event, empire: int) -> str:
    """Return why a civilization is not asked what others are, if an event begins that."""
    return words.passed_over(game, event, empire, _UNASKED)


_CONQUESTS = {
    (True, True, True): marked(
        "Alone there, {empire} may pillage, occupy or assimilate in each of its moves and battles (5.8a)."
    ),
    (True, True, False): marked("Alone there, {empire} may pillage or occupy in each of its moves and battles (5.8a)."),
    (False, True, True): marked(
        "Alone there, {empire} may occupy or assimilate in each of its moves and battles (5.8a)."
    ),
    (False, True, False): marked("Alone there, {empire} may occupy in each of its moves and battles (5.8a)."),
    (False, False, True): marked("Alone there, {empire} may assimilate in each of its moves and battles (5.8a)."),
}
"""By whether a conqueror may pillage, occupy and assimilate: what they may do."""


def conqueror(state: State, index: int, _empire: int) -> str:
    """Return in English what a conqueror may do in a province as it is now (5.8c, 5.8d, 5.8f)."""
    province = state.provinces[index]
    built, capital = bool(province.built), bool(state.board.capital_mask >> index & 1)
    return _CONQUESTS.get((built and not province.pillaged, built, not capital), "")


RIGHTS = Rights(
    conqueror=conqueror,
    on_marker=marked("On the marker, {empire} may exchange it for its own in its next building turn (4.8a)."),
)


def digest(state: State, events: Iterable[Event], own: int) -> list[tuple[int, str]]:
    """Return what happened, by civilization, in few words; of the player's own side only what it has suffered."""
    return chronicle.digest(state, events, own, _deed_of)


def reports(before: State, state: State, events: Iterable[Event], own: int) -> Reports:
    """Return what happened to a civilization since it was last told."""
    return chronicle.reports(
        before, state, events, own, standing, RIGHTS, (LandLosses, SeaLosses), (TakeUndone, Diverted)
    )


def _deed_of(board: Board, event: Event) -> Deed | None:
    named = chronicle.Names(board, event)
    match event:
        case MarkerReplaced(empire=empire):
            return Deed(empire, chronicle.built(term("control marker"), named["province"]))
        case Placed(empire=empire):
            return Deed(empire, chronicle.built(named["thing"], named["province"]))
        case HeroPlaced(empire=empire):
            return Deed(empire, named["tile"])
    return chronicle.deed_of(board, event)


def deed(state: State, seat: int, action: Action) -> str:
    """Return an action in words if no event reports it, else nothing."""
    board, who = state.board, side(state, seat)
    match action:
        case Attack(empire, sea):
            return attack(who, term(board.empire_names[empire]), board.sea_names[sea])
        case Fight(opponent, province):
            return attack(who, term(board.side_names[opponent]), board.province_names[province])
        case Pass():
            return tr("{who} passes.", who=who)
    return words.deed(state, seat, action)


def closeness(state: State) -> list[Fraction]:
    """Return by empire how near it is to winning: from 0 to 1."""
    return closeness_of(races(state))


def further_rules(state: State) -> Sequence[str]:
    """Return the number of the rule on payment where one is asked what to buy."""
    return ("4.2a",) if state.stack and isinstance(state.stack[-1], BuildTurn) else ()


class ClassicChronicle(chronicle.MareChronicle):
    """Knows what only these editions tell: control markers that are replaced."""

    def deeds(self, board: Board, event: Event, empire: int) -> Iterator[str]:
        if isinstance(event, MarkerReplaced) and event.empire == empire:
            yield chronicle.converted(board, event.province)


def board_facts(board: Board) -> Facts:
    """Return what never changes in a game: the map, the tiles, the prices and the names of the resources."""
    game_map = board.map
    return {
        **words.board_facts(board),
        "edition": board.variant.id,
        "titles": list(board.titles),
        "prices": {thing: price.cost for thing, price in board.prices.items()}
        | {"tile": game_map.tile_cost, "pyramids": game_map.pyramids_cost},
        "tiles_to_win": game_map.tiles_to_win,
        "coins_kept": game_map.coins_kept,
    }


def state_facts(state: State) -> Facts:
    """Return a position: what lies where, who holds what, and the levels that follow from it."""
    board = state.board
    return {
        **words.state_facts(state),
        "provinces": {
            name: _province(board, index, state.provinces[index]) for index, name in enumerate(board.provinces)
        },
        "bank": dict(zip(board.tokens, state.bank, strict=True)),
        "supported": by_name(state.supported, board.seas),
        "helen_at": None if state.helen_at == NOWHERE else board.provinces[state.helen_at],
        "odysseus_used": state.odysseus_used,
        "lead_needed": state.contest,
    }


def _province(board: Board, index: int, province: Province) -> dict[str, Any]:
    icons = [icon.name for icon in board.icons[index]]
    posts = [*named(province.posts & ~MARKER, icons), *["control"] * bool(province.posts & MARKER)]
    return {
        "controller": None if province.controller == NO_EMPIRE else board.sides[province.controller],
        "buildings": named(province.built, icons),
        "legions": by_name(province.legions, board.sides),
        "fortresses": province.fortresses,
        "docks": by_name(province.docks, board.empires),
        "occupied": {board.sides[province.occupier]: posts} if posts else {},
        "pillaged": province.pillaged,
    }
