"""The option of the blockade: triremes of other players may stop legions that are shipped (8.1, K53)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from core.classic.actions import Blockade, March, Pass, Ship
from core.classic.battle import SeaDice
from core.classic.deeds import free_legions, posted_legions, without
from core.classic.events import Blockaded, CrossingFailed, SetOut
from core.classic.helen import march
from core.classic.kinds import ALL, MOVED, Chain, SeaBattles, WhichKind, WhichWord, deeds_of
from core.classic.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import NotationError, RuleError
from core.engine.flow import Phases, Procedure, Prompt, Question
from core.engine.masks import bits, mask_of
from core.engine.message import Message
from core.engine.state import Frame
from core.engine.words import Words
from core.mare.kinds import CONTROL, FREE, Active, EmpireList, Number, Province

WHICH = WhichKind("source")


class Shipping(NamedTuple):
    """Legions on their way over ``seas``, and the ``battles`` about it that are still to fight."""

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
    """Return whether no player can hinder a march: by land, or over seas without triremes of others."""
    if not state.options.blockade or state.board.land[source] >> target & 1:
        return True
    own = mask_of(sea for sea, ships in enumerate(state.seas) if ships[empire] == sum(ships) > 0)
    return bool(state.board.reach(own)[source] >> target & 1)


def ship(state: State, order: March) -> None:
    """Begin to ship legions that others may blockade."""
    empire = state.stack[-1][0]
    said = {"source": order.source}
    word = "" if order.which == FREE else WHICH.text(state.board, order.which, said)
    state.stack.append(Shipping(empire, order.source, order.target, order.number, word, (), ()))


def chains(state: State, empire: int, source: int, target: int) -> list[tuple[int, ...]]:
    """Return the chains of an empire's seas between two coasts. Every sea of a chain is needed (0.2b)."""
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
    """The shipper names the seas of the chain (K53)."""

    accepts = (Ship,)
    phases: Phases = (3,)
    below = ("Shipping",)

    def problem(self, state: State, frame: Route, below: Frame) -> str:
        return "" if isinstance(below, Shipping) and not below.seas else "the seas have been named (8.1e)."

    def prompt(self, state: State, frame: Route) -> Prompt:
        return Prompt("8.1e", Message("Name the seas by which your legions go: “ship by SEAS”."))

    def answers(self, state: State, frame: Route) -> Answers:
        shipping: Shipping = state.stack[-2]  # type: ignore[assignment]
        ways = chains(state, frame.empire, shipping.source, shipping.target)

        def refuse(action: Action) -> RuleError:
            if not isinstance(action, Ship):
                return RuleError("8.1e", "Name the seas by which your legions go: “ship by SEAS”.")
            return RuleError("8.1e", "Name a chain of your seas from coast to coast, in order and without detours.")

        return Listed(state.board, [Ship(way) for way in ways], refuse)

    def apply(self, state: State, frame: Route, action: Ship) -> None:
        shipping: Shipping = state.stack[-2]  # type: ignore[assignment]
        waiting = [
            other for other in state.order_from(frame.empire)[1:] if any(state.seas[sea][other] for sea in action.seas)
        ]
        state.tell(SetOut(frame.empire, shipping.number, shipping.source, shipping.target, action.seas))
        state.stack[-2:] = [shipping._replace(seas=action.seas), Blockades(tuple(waiting))]


class DeclareBlockades(Question[State, Blockades]):
    """Players with ships there say in which seas they fight, at most one battle in each (K53)."""

    accepts = (Blockade, Pass)
    phases: Phases = (3,)
    below = ("Shipping",)

    def problem(self, state: State, frame: Blockades, below: Frame) -> str:
        if not isinstance(below, Shipping) or not below.seas:
            return "the seas must be named first (8.1e)."
        if not frame.waiting or below.empire in frame.waiting:
            return "only players other than the shipper declare a blockade (8.1a)."
        return ""

    def asked(self, state: State, frame: Blockades) -> int:
        return frame.waiting[0]

    def prompt(self, state: State, frame: Blockades) -> Prompt:
        shipping: Shipping = state.stack[-2]  # type: ignore[assignment]
        names = state.board.province_names
        return Prompt(
            "8.1a",
            Message(
                "{empire} ships {number} from {source} to {target}: “blockade SEAS” or “pass”.",
                empire=state.board.empire_names[shipping.empire],
                number=shipping.number,
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
                return RuleError("K53", "Another player fights there already: one crossing brings one battle in a sea.")
            if all(sea in seas for sea in action.seas):
                return RuleError("K53", "Name the seas in the order of the crossing.")
            return RuleError("8.1a", "You may blockade only seas of the crossing in which you have triremes.")

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
    """Finds a chain and fights its battles in order until it breaks. If it holds, the legions arrive (8.1c, K53)."""

    phases: Phases = (3,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: Shipping, below: Frame) -> str:
        if not state.options.blockade:
            return "this table plays without blockades (8.1)."
        try:
            which = which_of(state, frame)
        except NotationError:
            return "“which” names no legions there (K34)."
        if not _are_ready(state, frame, which):
            return "there are no such legions that can still move (5.1c)."
        if not (_is_chain(state, frame) if frame.seas else chains(state, frame.empire, frame.source, frame.target)):
            return "the seas form no chain from coast to coast (8.1e)."
        for sea, other in frame.battles:
            if other == frame.empire or sea not in frame.seas or not state.seas[sea][other]:
                return "players blockade only seas of the crossing that hold their triremes (8.1a)."
        return ""

    def run(self, state: State, frame: Shipping) -> None:
        if not frame.seas:
            state.stack.append(Route(frame.empire))
            return
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
        march(state, March(frame.source, frame.target, frame.number, which_of(state, frame)))


def which_of(state: State, frame: Shipping) -> int:
    """Return which legions are on their way, as in the order to march. Raises NotationError."""
    return WHICH.read(Words(state.board, [frame.which]), {"source": frame.source}) if frame.which else FREE


def _are_ready(state: State, frame: Shipping, which: int) -> bool:
    if which >= 0 or which == CONTROL:
        deeds = posted_legions(state, frame.empire, frame.source).get(which, MOVED)
        return frame.number == 1 and not deeds & MOVED
    ready = without(free_legions(state, frame.empire, frame.source), MOVED)
    return 0 < frame.number <= (sum(ready) if which == FREE else ready[deeds_of(which)])


def _is_chain(state: State, frame: Shipping) -> bool:
    """Return whether the seas still lead from coast to coast.

    Battles may have cost triremes since the legions set out.
    """
    board, seas = state.board, frame.seas
    linked = all(board.sea_links[sea] >> other & 1 for sea, other in pairwise(seas))
    return linked and bool(board.coast[frame.source] >> seas[0] & board.coast[frame.target] >> seas[-1] & 1)
