"""Positions of 2003 in words, for a terminal of any kind: lines of plain text."""

from __future__ import annotations

from collections.abc import Iterable

from cli.classic.map import standing
from cli.i18n.texts import count, marked, tr
from cli.mare import race, words
from cli.mare.words import summary as summary_of
from core.classic import reach, victory
from core.classic.state import State
from core.engine.event import Event
from core.engine.state import NO_EMPIRE
from core.mare.race import Race
from core.mare.resources import COIN
from core.mare.titles import all_levels, levels

PHASES = (marked("Commerce"), marked("Building"), marked("Military"))

VICTORIES = {
    "pyramids": marked("the Pyramids"),
    "heroes_and_wonders": marked("four heroes and wonders"),
}
"""What a game was won with, by the victory's name in the rules; every other name is of an end without a winner."""


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


def near(state: State) -> list[str]:
    """Return who is one step from winning, or has come there, a sentence each."""
    return race.near(state, outlook(state))


def outlook(state: State, own: int = NO_EMPIRE) -> race.Outlook:
    """Return what decides who is one step from winning, as the player of their ``own`` civilization sees it."""
    return race.Outlook(in_reach(state), race.reaches(state, own, reach.reach), PHASES)


def summary(state: State, event: Event, earlier: Iterable[Event]) -> list[str]:
    """Return what a round came to, and who can win the next one, if the event begins that; else nothing."""
    return summary_of(state, event, earlier, reach.incomes, lambda now: race.may_win_next(now, outlook(now)))


def in_reach(state: State) -> list[Race]:
    """Return how far each civilization has come; where nothing is left to buy, only what is there already (K45)."""
    races = victory.race(state)
    return races if state.display else [tuple(filter(lambda progress: not progress.lacking, one)) for one in races]


def below_players() -> list[str]:
    """Return where to read what the titles are good for."""
    return [tr("“rule titles” says what each title gives.")]
