"""Positions and results of 2003 in words: plain lines, the chronicle of a game, facts for external programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cli.classic import setup
from cli.classic.map import standing
from cli.i18n.texts import count, marked, term, tr
from cli.mare import chronicle, words
from cli.mare.chronicle import Deed, Rights
from cli.mare.telling import MareWords
from cli.mare.words import BUILDING, FEW, KEEPING, NOTHING_TO_BUILD, NOTHING_TO_MOVE, Facts, attack, named
from cli.ui.text.names import side
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
from core.engine.action import Action
from core.engine.event import Event
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from core.engine.words import by_name
from core.mare.race import Race
from core.mare.resources import COIN
from core.mare.state import MARKER
from core.mare.titles import all_levels, levels

PHASES = (marked("Commerce"), marked("Building"), marked("Military"))

PYRAMIDS = marked("the Pyramids")
HEROES_AND_WONDERS = marked("{number} heroes and wonders")


GOAL = marked("To win, build the Pyramids, or own {number} heroes and wonders.")


def _goods_kept(state: State, empire: int) -> int:
    return sum([tile.keep for tile in state.acting(empire)])


ENDED = {
    BuildTurn: BUILDING,
    Gift: marked("gives the piece up"),
    Keeping: KEEPING,
    SetupTurn: marked("ends your setup"),
    Supporting: marked("ends your support of this battle"),
    WarTurn: marked("ends your moves, battles and conquests"),
}

UNASKED = {2: NOTHING_TO_BUILD, 3: NOTHING_TO_MOVE}


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


class ClassicChronicle(chronicle.MareChronicle):
    """Knows what only these editions tell: control markers that are replaced."""

    def deeds(self, board: Board, event: Event, empire: int) -> Iterator[str]:
        if isinstance(event, MarkerReplaced) and event.empire == empire:
            yield chronicle.converted(board, event.province)


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


class ClassicWords(MareWords):
    """What the console says of positions of 2003."""

    PHASES = PHASES
    turn, losses, trades = BuildTurn, (LandLosses, SeaLosses), (TakeUndone, Diverted)
    ended, unasked, rights = ENDED, UNASKED, RIGHTS
    standing, reach, incomes = staticmethod(standing), staticmethod(reach.reach), staticmethod(reach.incomes)
    races = staticmethod(victory.race)

    def steps_to_win(self, state: State) -> list[Mapping[str, int]]:
        """Return by civilization, and by the name of a victory, the most steps that it can make in the coming round.

        It pays with the cards that it has then, of which only the number is known, and enough heroes and wonders must
        lie face up.
        """
        face_up = sum(state.board.tiles[tile].kind != "pyramids" for tile in state.display)
        cost = state.board.map.tile_cost
        numbers = [reach_of(state, empire, known=False).number for empire in range(len(state.players))]
        return [{"heroes_and_wonders": min(number // cost, face_up)} for number in numbers]

    def victories(self, board: Board) -> Mapping[str, Message]:
        """Return what a game on the map of a board is won with."""
        number = board.map.tiles_to_win
        return {"pyramids": Message(PYRAMIDS), "heroes_and_wonders": Message(HEROES_AND_WONDERS, number=number)}

    def goal(self, board: Board) -> Message:
        return Message(GOAL, number=board.map.tiles_to_win)

    def when(self, round_: int, phase: int) -> str:
        """Return round and phase, ``Round 3, Building``; before the first, that players set up."""
        return tr("Setup") if round_ == 1 and not phase else super().when(round_, phase)

    def moment(self, state: State) -> str:
        """Return the round and phase of a position; the round alone once the game is over."""
        return self.when(state.round, state.phase) if state.result is None else words.when(state.round, 0, PHASES)

    def number_lost(self, state: State, empire: int) -> int:
        """Return how many resources an empire would lose if it built nothing more (4.9)."""
        held = state.players[empire].hand
        kept = min(held[COIN], state.board.map.coins_kept) + min(sum(held) - held[COIN], _goods_kept(state, empire))
        return sum(held) - kept

    def lost_when_done(self, state: State, empire: int) -> str:
        """Return what an empire would lose if it built nothing more (4.9), in a sentence; nothing if it keeps all."""
        lost, most, goods = self.number_lost(state, empire), state.board.map.coins_kept, _goods_kept(state, empire)
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

    def player_lines(self, state: State, empire: int, name: str, own: bool) -> list[str]:
        """Return one civilization: titles, levels, tiles with what they add, resources (K2) and supply."""
        board = state.board
        facts = [
            words.levels_line(state.board, levels(state, empire)),
            words.tiles_line(state, empire, board.map.tiles_to_win, board.map.tile_cost),
        ]
        return words.player_lines(state, empire, name, own, board.titles, facts)

    def player_table(self, state: State, names: Iterable[str]) -> list[str]:
        """Return every civilization in a line: levels, titles, resources and tiles; an open hand stands below it."""
        return words.player_table(state, names, all_levels(state), [])

    def in_reach(self, state: State) -> list[Race]:
        """Return how far each civilization has come; where nothing is left to buy, only what is there already (K45)."""
        races = victory.race(state)
        return races if state.display else [tuple(filter(lambda progress: not progress.lacking, one)) for one in races]

    def below_players(self) -> list[str]:
        """Return where to read what the titles are good for."""
        return [tr("“rule titles” says what each title gives.")]

    def at_stake(self, state: State) -> str:
        turn = state.stack[-1] if state.stack else None
        if isinstance(turn, SetupTurn):
            return count(turn.points, "point") if turn.points > FEW else ""
        return super().at_stake(state)

    def warning(self, state: State) -> str:
        """Return what ``done`` ends and loses, in sentences; in a setup, how that stands."""
        turn = state.stack[-1] if state.stack else None
        if isinstance(turn, SetupTurn):
            return setup.in_brief(state, turn)
        return super().warning(state)

    def deed_of(self, board: Board, event: Event) -> Deed | None:
        named = chronicle.Names(board, event)
        match event:
            case MarkerReplaced(empire=empire):
                return Deed(empire, chronicle.built(term("control marker"), named["province"]))
            case Placed(empire=empire):
                return Deed(empire, chronicle.built(named["thing"], named["province"]))
            case HeroPlaced(empire=empire):
                return Deed(empire, named["tile"])
        return super().deed_of(board, event)

    def deed(self, state: State, seat: int, action: Action) -> str:
        board, who = state.board, side(state, seat)
        match action:
            case Attack(empire, sea):
                return attack(who, term(board.empire_names[empire]), board.sea_names[sea])
            case Fight(opponent, province):
                return attack(who, term(board.side_names[opponent]), board.province_names[province])
            case Pass():
                return tr("{who} passes.", who=who)
        return super().deed(state, seat, action)

    def further_rules(self, state: State) -> Sequence[str]:
        """Return the number of the rule on payment where one is asked what to buy."""
        return ("4.2a",) if state.stack and isinstance(state.stack[-1], BuildTurn) else ()

    def board_facts(self, board: Board) -> Facts:
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

    def state_facts(self, state: State) -> Facts:
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


WORDS = ClassicWords()
