"""Phase 7: control markers without a path to anything that holds them become independent (5.7)."""

from __future__ import annotations

from core.sword.events import Isolated
from core.sword.map import PLAIN, ROUGH, Link
from core.sword.order import Part
from core.sword.powers import INDEPENDENTS, SAMNITES
from core.sword.state import State


def is_end(state: State, power: int, location: int) -> bool:
    """Return whether a path of a power, which goes by its own locations and its CU alone, ends well in one of these.

    A walled city (besieged or not), reinforcement location, tribe or port is an end, and so is a location with a
    friendly CU (5.7.1).
    """
    facts, units = state.board.facts[location], state.sites[location].units[power]
    return units > 0 or facts.walled_city or facts.reinforcement > 0 or facts.port or state.is_tribe(location)


def is_passable(state: State, power: int, source: int, link: Link) -> bool:
    """Return whether a path of a power may use a link: a plain one, or for Samnites a rough one in their land."""
    if link.kind == ROUGH and power == SAMNITES:
        return state.board.facts[source].home == SAMNITES == state.board.facts[link.target].home
    return link.kind == PLAIN


def is_isolated(state: State, power: int, location: int) -> bool:
    """Return whether a power's marker in a location has no path to an end; the location itself can be one (S7)."""
    seen, waiting = {location}, [location]
    while waiting:
        here = waiting.pop()
        if is_end(state, power, here):
            return False
        for link in state.board.facts[here].links:
            # A location of others is on a path only with a friendly CU in it, and then it is an end.
            friendly = state.sites[link.target].control == power or state.sites[link.target].units[power] > 0
            if friendly and link.target not in seen and is_passable(state, power, here, link):
                seen.add(link.target)
                waiting.append(link.target)
    return True


def isolated(state: State, power: int) -> list[int]:
    """Return the locations whose markers of a power are isolated."""
    held = (location for location, site in enumerate(state.sites) if site.control == power)
    return [location for location in held if is_isolated(state, power, location)]


def _begin(state: State, power: int) -> None:
    """Replace all isolated markers of a power at once (S6)."""
    for location in isolated(state, power):
        state.tell(Isolated(location, power))
        state.set_control(location, INDEPENDENTS)


ISOLATION = Part(lambda state, power: bool(isolated(state, power)), _begin)
