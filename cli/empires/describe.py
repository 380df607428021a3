"""Positions in words, for a terminal of any kind: lines of plain text, no colours, nothing that has to be seen."""

from __future__ import annotations

from collections.abc import Iterable

from cli.empires.map import standing
from cli.i18n.texts import count, marked, tr
from cli.mare import race, words
from cli.mare.words import summary as summary_of
from cli.mare.words import typed_words as typed_words_of
from cli.ui.text.cells import WIDTH, wrapped
from core.empires import reach, victory
from core.empires.board import Board
from core.empires.build import COINS_KEPT
from core.empires.building import tile_price
from core.empires.map import TITLES
from core.empires.state import State
from core.empires.victory import CITIES_TO_WIN, TILES_TO_WIN, great_cities
from core.engine.event import Event
from core.engine.state import NO_EMPIRE
from core.mare.resources import COIN
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
    "capitals_and_legendary_cities": marked("four great cities"),
    "leadership": marked("all three titles"),
}
"""What a game was won with, by the victory's name in the rules; every other name is of an end without a winner."""

STARRED = marked(
    "A star marks a legendary resource: *grain counts as grain everywhere, but is drawn and"
    " given back separately (0.2)."
)


def when(round_: int, phase: int) -> str:
    """Return round and phase: ``Round 3, Build``."""
    return words.when(round_, phase, PHASES)


def moment(state: State) -> str:
    """Return the round and phase of a position."""
    return when(state.round, state.phase)


def number_lost(state: State, empire: int) -> int:
    """Return how many resources an empire would lose if it built nothing more (3.0b)."""
    held = state.players[empire].hand
    return sum(held) - min(held[COIN], COINS_KEPT)


def lost_when_done(state: State, empire: int) -> str:
    """Return what an empire would lose if it built nothing more (3.0b); nothing if it would keep all."""
    lost = number_lost(state, empire)
    if not lost:
        return ""
    return tr(
        "At the end you keep at most {number} coins; you lose {resources} (3.0b).",
        number=COINS_KEPT,
        resources=count(lost, "resource"),
    )


# ---------------------------------------------------------------------- the map


def board_lines(state: State) -> list[str]:
    """Return the map in lines: provinces by controller, with buildings, free icons and units; seas; tiles face up."""
    first = tr("{moment}. Buildings; in brackets, what can still be built.", moment=moment(state))
    return [
        first,
        *words.province_lines(state, standing),
        *words.sea_lines(state),
        *words.tile_lines(state, len(state.face_down)),
    ]


def place_lines(state: State, name: str) -> list[str]:
    """Return a province or sea by its name in the notation: what it has and borders; nothing for any other name."""
    return words.place_lines(state, name, standing)


# ---------------------------------------------------------------------- the players


def typed_words(board: Board) -> list[str]:
    """Return what a star means; and what is typed, always in English, in the language in use, where that is another."""
    return [*wrapped(tr(STARRED), WIDTH), *typed_words_of(board)]


def player_lines(state: State, empire: int, name: str, own: bool) -> list[str]:
    """Return one empire: titles, levels, great cities, tiles with their bonuses, resources (R3) and supply."""
    cities = tr(
        "{levels}; {cities} of {most} great cities",
        levels=words.levels_line(state.board, levels(state, empire)),
        cities=great_cities(state, empire),
        most=CITIES_TO_WIN,
    )
    tiles = words.tiles_line(state, empire, TILES_TO_WIN, _next_tile(state, empire))
    return words.player_lines(state, empire, name, own, TITLES, [cities, tiles])


def player_table(state: State, names: Iterable[str]) -> list[str]:
    """Return every empire in a line: levels, resources, tiles, great cities, titles; an open hand below it."""
    cities = (tr("cities"), 7, lambda empire: f"{great_cities(state, empire)}/{CITIES_TO_WIN}")
    titles = (tr("titles"), 7, lambda empire: f"{state.leaders.count(empire)}/{len(state.leaders)}")
    return words.player_table(state, names, all_levels(state), [cities, titles])


def near(state: State) -> list[str]:
    """Say who is one step from winning, or has come there, a sentence each."""
    return race.near(state, outlook(state))


def outlook(state: State, own: int = NO_EMPIRE) -> race.Outlook:
    """Return what decides who is one step from winning, as the player of their ``own`` empire sees it."""
    return race.Outlook(victory.race_by_levels(state), race.reaches(state, own, reach.reach), PHASES)


def summary(state: State, event: Event, earlier: Iterable[Event]) -> list[str]:
    """Return what a round came to, and who can win the next one, if the event begins that; else nothing."""
    return summary_of(state, event, earlier, reach.incomes, lambda now: race.may_win_next(now, outlook(now)))


def below_players() -> list[str]:
    """Return where to read what the titles are good for."""
    return [tr("“rule 5.1” says what each title gives.")]


def _next_tile(state: State, empire: int) -> int:
    tile = next(tile.index for tile in state.board.tiles if tile.kind != "pyramids")
    return tile_price(state, empire, tile).cost
