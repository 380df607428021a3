"""What the recount expects to be answered at each question of the engine, by the name of its frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.classic.state import State
from tests.core.classic import expected
from tests.core.classic.battles import fighters
from tests.core.classic.recount import counts, trade, war
from tests.core.classic.recount.board import TRACKS
from tests.core.classic.recount.position import Position, Unit
from tests.core.classic.recount.trade import Trade
from tests.core.classic.watch import Watch


class Asked:
    """A question at a moment: the engine's frame and state, and the same as a plain position."""

    def __init__(self, state: State, position: Position, player: str, watch: Watch) -> None:
        self.state = state
        self.board = state.board
        self.stack: list[Any] = list(state.stack)
        self.frame: Any = self.stack[-1]
        self.position = position
        self.player = player
        self.watch = watch

    @property
    def trade(self) -> Trade:
        """The trade that is going on."""
        assert self.watch.trade is not None
        return self.watch.trade

    def below(self, name: str) -> Any:
        """Return the topmost frame of a type by its name."""
        return next(frame for frame in reversed(self.stack) if type(frame).__name__ == name)

    def province(self) -> str:
        """Return the province that the frame is about."""
        name: str = self.board.provinces[self.frame.province]
        return name


def _losses(asked: Asked) -> set[str]:
    name = type(asked.frame).__name__
    battle = asked.below("AfterLandBattle" if name == "LandLosses" else "AfterSeaBattle")
    place, units = fighters(asked.state, asked.position, battle, asked.player)
    return expected.losing(place, units)


def _supporting(asked: Asked) -> set[str]:
    dice = asked.below("LandDice")
    place, units = fighters(asked.state, asked.position, dice, asked.player)
    legions = sum(unit.kind == "legion" for unit in units)
    return expected.supporting(asked.position, asked.player, place, legions)


def _helen(asked: Asked) -> set[str]:
    coming = replaceable(asked)
    other = asked.board.empires[asked.below("WarTurn").empire]
    assert war.helen(asked.position, other, asked.province(), coming), "7.3c: Helen can't act."
    return expected.replacing(asked.province(), coming)


def replaceable(asked: Asked) -> list[Unit]:
    """7.3c: the legions one of which Helen may replace: those that have come in, or that attack [R]."""
    other = asked.board.empires[asked.below("WarTurn").empire]
    if type(asked.stack[-2]).__name__ == "LandBattle":
        _, units = fighters(asked.state, asked.position, asked.stack[-2], other)
        return [unit for unit in units if unit.kind == "legion"]
    fresh, moved, attacked, spent = asked.frame.coming
    assert not fresh, "7.3c: a legion that comes in has moved."
    assert not attacked, "7.3c: a legion that comes in has moved."
    return [Unit(other, moved=True)] * moved + [Unit(other, moved=True, attacked=True)] * spent


def _route(asked: Asked) -> set[str]:
    """8.1e; longer chains than the shortest of their kind only offer more to a blockade."""
    start, end = _crossing(asked)
    ways = war.chains(asked.position, asked.player, start, end)
    return {f"ship by {' '.join(way)}" for way in ways if not any(set(other) < set(way) for other in ways)}


def _crossing(asked: Asked) -> tuple[str, str]:
    shipping = asked.below("Shipping")
    return asked.board.provinces[shipping.source], asked.board.provinces[shipping.target]


def _blockades(asked: Asked) -> set[str]:
    shipping = asked.below("Shipping")
    taken = [asked.board.seas[sea] for sea, _ in shipping.battles]
    seas = [asked.board.seas[sea] for sea in shipping.seas]
    may = war.blockaders(asked.position, asked.board.empires[shipping.empire], seas)[asked.player]
    return expected.blockading([sea for sea in seas if sea in may and sea not in taken])


def _odysseus(asked: Asked) -> set[str]:
    assert trade.odysseus_may_speak(asked.position, asked.trade) == asked.player, "7.3e: not Odysseus' moment."
    return {"divert", "pass"}


def _obtaining(asked: Asked) -> set[str]:
    for player, tile, cards in counts.gifts(asked.position):
        if player == asked.player and tile == "temple_of_artemis":
            return {f"obtain {card}" for card in cards}
    raise AssertionError("3.1f: nothing to obtain.")


def _market_good(asked: Asked) -> set[str]:
    return {f"obtain {card}" for card in war.pillage_pays(asked.position, asked.player, asked.province(), "market")}


def _keeping(asked: Asked) -> set[str]:
    return {f"keep {goods}" if goods else "done" for goods in expected.keeping(asked.position, asked.player)}


def _taking(asked: Asked) -> set[str]:
    assert asked.trade.taker == asked.player, f"3.4a: {asked.trade.taker} takes next."
    forced = type(asked.frame).__name__ == "ForcedTake"
    return expected.taking(trade.forced_takes(asked.position, asked.trade) if forced else trade.takes(asked.trade))


def _naming(asked: Asked) -> set[str]:
    """4.1a, 5.1a: the holder of the title names anybody who has not had a turn."""
    track = TRACKS[asked.frame.track]
    assert asked.position.titles[track] == asked.player, f"2.2: {asked.player} is no holder of {track}."
    assert track == ("culture" if asked.state.phase == 2 else "military"), f"2.2: {track} names no one now."
    return {f"name {player}" for player in asked.position.players if player not in asked.watch.named}


def _by_the_director(lines: Callable[[Asked], set[str]]) -> Callable[[Asked], set[str]]:
    def rule(asked: Asked) -> set[str]:
        assert asked.position.titles["trade"] == asked.player, f"2.2a: {asked.player} is not the Director."
        return lines(asked)

    return rule


def _awarding(asked: Asked) -> set[str]:
    track = TRACKS[asked.frame.track]
    assert asked.position.titles[track] == asked.player, f"2.5b: {asked.player} is no holder of {track}."
    return expected.awarding(asked.position, track)


EXPECTED: dict[str, Callable[[Asked], set[str]]] = {
    "SetupTurn": lambda asked: expected.placing(asked.position, asked.player, asked.frame.points),
    "Tie": _awarding,
    "Turns": _naming,
    "Obtaining": _obtaining,
    "Announcing": _by_the_director(lambda asked: expected.announcing(asked.position)),
    "Undoing": _odysseus,
    "Redirecting": _odysseus,
    "Taking": _taking,
    "ForcedTake": _taking,
    "Compensation": _by_the_director(lambda asked: expected.giving(asked.position, asked.trade)),
    "BuildTurn": lambda asked: expected.building(asked.position, asked.player),
    "Gift": lambda asked: expected.gift(asked.position, asked.player, asked.board.tiles[asked.frame.tile].id),
    "Keeping": _keeping,
    "WarTurn": lambda asked: expected.warring(asked.position, asked.player),
    "MarketGood": _market_good,
    "LandLosses": _losses,
    "SeaLosses": _losses,
    "Helen": _helen,
    "Supporting": _supporting,
    "Route": _route,
    "Blockades": _blockades,
}
"""By the name of a frame: the lines of its answers; an AssertionError says that it can't be asked now."""
