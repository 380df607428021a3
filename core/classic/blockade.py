"""The option of the blockade: triremes of others may stop legions that are shipped (8.1, K53)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from core.classic.actions import Blockade, March, Pass, Ship
from core.classic.battle_frames import SeaDice
from core.classic.kinds import ALL, Chain, SeaBattles, WhichKind, WhichWord
from core.classic.marching import march
from core.classic.state import State
from core.classic.war_events import Blockaded, CrossingFailed
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Procedure, Prompt, Question
from core.engine.message import Message
from core.engine.state import Frame
from core.engine.words import Words
from core.mare.graph import bits, mask_of
from core.mare.kinds import FREE, Active, EmpireList, Number, Province

WHICH = WhichKind("source")


class Shipping(NamedTuple):
    """Legions on their way over ``seas``, and the ``battles`` that are still fought about it."""

    empire: Active
    source: Province
    target: Province
    number: Number
    which: WhichWord
    seas: Chain
    battles: SeaBattles


class Route(NamedTuple):
    """The choice of the seas for the shipping below."""

    empire: Active


class Blockades(NamedTuple):
    """The players who may still blockade the shipping below, in their order."""

    waiting: EmpireList


def is_open(state: State, empire: int, source: int, target: int) -> bool:
    """Return whether nobody can hinder a march: by land, or over seas without triremes of others."""
    if not state.options.blockade or state.board.land[source] >> target & 1:
        return True
    own = mask_of(sea for sea, ships in enumerate(state.seas) if ships[empire] == sum(ships) > 0)
    return bool(state.board.reach(own)[source] >> target & 1)


def ship(state: State, order: March) -> None:
    """Begin to ship legions where others may blockade them."""
    empire = state.stack[-1][0]
    said = {"source": order.source}
    word = "" if order.which == FREE else WHICH.text(state.board, order.which, said)
    state.stack.append(Shipping(empire, order.source, order.target, order.number, word, (), ()))
    state.stack.append(Route(empire))


def chains(state: State, empire: int, source: int, target: int) -> list[tuple[int, ...]]:
    """Return the chains of an empire's seas between two coasts of which no sea can be left out (0.2b)."""
    fleet, links = state.fleet(empire), state.board.sea_links
    first, last = state.board.coast[source] & fleet, state.board.coast[target] & fleet

    def longer(chain: tuple[int, ...], barred: int) -> Iterator[tuple[int, ...]]:
        sea = chain[-1]
        if last >> sea & 1:
            yield chain
            return
        near = links[sea] & fleet & ~barred
        for other in bits(near):
            yield from longer((*chain, other), barred | near)

    return [chain for sea in bits(first) for chain in longer((sea,), first)]


class ChooseRoute(Question[State, Route]):
    """K53: the shipper names the seas of the chain."""

    accepts = (Ship,)
    phases = (3,)
    below = ("Shipping",)

    def problem(self, state: State, frame: Route, below: Frame) -> str:
        return "" if isinstance(below, Shipping) and not below.seas else "the seas have been named (8.1e)."

    def asked(self, state: State, frame: Route) -> int:
        return frame.empire

    def prompt(self, state: State, frame: Route) -> Prompt:
        return Prompt("8.1e", Message("Name the seas by which your legions go: “ship by SEAS”."))

    def answers(self, state: State, frame: Route) -> Answers:
        shipping: Shipping = state.stack[-2]  # type: ignore[assignment]
        ways = chains(state, frame.empire, shipping.source, shipping.target)

        def refuse(action: Action) -> RuleError:
            if not isinstance(action, Ship):
                return RuleError("8.1e", "Name the seas by which your legions go: “ship by SEAS”.")
            return RuleError("8.1e", "Name a chain of your seas from coast to coast, in its order and without detours.")

        return Listed(state.board, [Ship(way) for way in ways], refuse)

    def apply(self, state: State, frame: Route, action: Ship) -> None:
        shipping: Shipping = state.stack[-2]  # type: ignore[assignment]
        waiting = [
            other for other in state.order_from(frame.empire)[1:] if any(state.seas[sea][other] for sea in action.seas)
        ]
        state.stack[-2:] = [shipping._replace(seas=action.seas), Blockades(tuple(waiting))]


class DeclareBlockades(Question[State, Blockades]):
    """K53: players with ships there say in which seas they fight, one battle at most in each."""

    accepts = (Blockade, Pass)
    phases = (3,)
    below = ("Shipping",)

    def problem(self, state: State, frame: Blockades, below: Frame) -> str:
        if not isinstance(below, Shipping) or not below.seas:
            return "the seas must be named first (8.1e)."
        if not frame.waiting or below.empire in frame.waiting:
            return "others than the shipper declare a blockade (8.1a)."
        return ""

    def asked(self, state: State, frame: Blockades) -> int:
        return frame.waiting[0]

    def prompt(self, state: State, frame: Blockades) -> Prompt:
        shipping: Shipping = state.stack[-2]  # type: ignore[assignment]
        names = state.board.province_names
        return Prompt(
            "8.1a",
            Message(
                "Legions cross from {source} to {target}: “blockade SEAS” or “pass”.",
                source=names[shipping.source],
                target=names[shipping.target],
            ),
        )

    def answers(self, state: State, frame: Blockades) -> Answers:
        shipping: Shipping = state.stack[-2]  # type: ignore[assignment]
        taken = dict(shipping.battles)
        empire = frame.waiting[0]
        seas = [sea for sea in shipping.seas if state.seas[sea][empire] and sea not in taken]
        choices = [chosen for number in range(1, len(seas) + 1) for chosen in combinations(seas, number)]

        def refuse(action: Action) -> RuleError:
            if not isinstance(action, Blockade):
                return RuleError("8.1a", "Say “blockade SEAS” or “pass”.")
            if any(sea in taken for sea in action.seas):
                return RuleError("K53", "Another player fights there already: one battle in a sea and crossing.")
            if all(sea in seas for sea in action.seas):
                return RuleError("K53", "Name the seas in the order of the crossing.")
            return RuleError("8.1a", "You blockade seas of the crossing in which you have triremes.")

        return Listed(state.board, [*map(Blockade, choices), Pass()], refuse)

    def apply(self, state: State, frame: Blockades, action: Action) -> None:
        empire, *waiting = frame.waiting
        if isinstance(action, Blockade):
            shipping: Shipping = state.stack[-2]  # type: ignore[assignment]
            battles = sorted([*shipping.battles, *[(sea, empire) for sea in action.seas]])
            state.stack[-2] = shipping._replace(battles=tuple(battles))
            state.tell(Blockaded(empire, action.seas))
        state.stack[-1:] = [Blockades(tuple(waiting))] if waiting else []


class ShipLegions(Procedure[State, Shipping]):
    """8.1c, K53: battles in the order of the chain, until it is broken or all are fought; then the legions arrive."""

    phases = (3,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: Shipping, below: Frame) -> str:
        return "" if state.options.blockade else "this table plays without blockades (8.1)."

    def run(self, state: State, frame: Shipping) -> None:
        if not all(state.seas[sea][frame.empire] for sea in frame.seas):
            state.stack.pop()
            state.tell(CrossingFailed(frame.empire, frame.source, frame.target))
            return
        battles = dict(frame.battles)
        sea = next((sea for sea in frame.seas if sea in battles), None)
        if sea is not None:
            left = tuple([battle for battle in frame.battles if battle[0] != sea])
            state.stack[-1] = frame._replace(battles=left)
            state.stack.append(SeaDice(sea, battles[sea], frame.empire, ALL))
            return
        state.stack.pop()
        which = FREE
        if frame.which:
            which = WHICH.read(Words(state.board, [frame.which]), {"source": frame.source})
        march(state, March(frame.source, frame.target, frame.number, which))
