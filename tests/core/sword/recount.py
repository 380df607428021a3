"""Isolation (5.7) found in another way, and compared with the rules on random maps.

    python -m tests.core.sword.recount --maps 10000

The rules walk from each marker until they meet something that holds it. Here what holds is spread instead, from
ends to their neighbours, until nothing changes: on a matrix of the links, for all locations of a power at once.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from random import Random

from core.sword.board import Board
from core.sword.isolation import isolated
from core.sword.map import PLAIN, ROUGH, STRAIT, Link, LocationFacts, Map
from core.sword.powers import HOLDERS, INDEPENDENTS, POWERS
from core.sword.rules import standard_map
from core.sword.state import Options, Site, State, bare_state

CHANCES = (3, 6, 10)
"""One location in so many is walled, a port, a tribe or gives reinforcements; each map has one of these."""


def random_map(random: Random) -> Map:
    """A map of up to 24 locations, joined at random by all kinds of links, some of them one way."""
    count = random.randint(2, 24)
    share = random.choice(CHANCES)
    links: list[list[Link]] = [[] for _ in range(count)]
    for _ in range(random.randint(count - 1, 2 * count)):
        one, other = random.sample(range(count), 2)
        if all(link.target != other for link in links[one]) and all(link.target != one for link in links[other]):
            kind = random.choice((PLAIN, PLAIN, PLAIN, STRAIT, ROUGH, ROUGH))
            links[one].append(Link(other, kind))
            if random.randrange(8):
                links[other].append(Link(one, kind))

    def some() -> bool:
        return not random.randrange(share)

    homes = random.sample(range(len(HOLDERS)), 4)
    places = tuple(
        LocationFacts(
            id=f"place{place}",
            name=f"Place {place}",
            at=("0", "0"),
            home=random.choice(homes),
            reinforcement=2 * some(),
            tribe=some(),
            victory=0,
            five_players_only=False,
            walled_city=some(),
            port=some(),
            holding_box=False,
            links=tuple(links[place]),
        )
        for place in range(count)
    )
    start = replace(standard_map().starts[0][1], units=(), leaders=(), sieges=(), markers=(), subjugated=())
    return replace(standard_map(), locations=places, starts=((0, start),))


def random_state(random: Random) -> State:
    """A position on a random map: few powers hold much, and CU, sieges and subjugated tribes lie about."""
    board = Board(random_map(random), 4)
    state = bare_state(board, Options(4, board.empires), range(4))
    holding = [INDEPENDENTS, *random.sample(range(len(POWERS)), 2), POWERS.index("samnites")]
    for place, facts in enumerate(board.facts):
        units = bytearray(len(HOLDERS))
        if not random.randrange(6):
            units[random.choice(holding)] = random.randint(1, 3)
        state.sites[place] = Site(
            control=random.choice(holding),
            units=bytes(units),
            siege=facts.walled_city * random.randrange(3),
            subjugated=facts.tribe and not random.randrange(3),
        )
    return state


def spread(state: State, power: int) -> list[int]:
    """The isolated markers of a power, found by spreading what holds them."""
    facts, sites = state.board.facts, state.sites
    count = len(sites)
    leads = [[False] * count for _ in range(count)]
    for source in range(count):
        for target, kind in facts[source].links:
            own_land = facts[source].home == facts[target].home == POWERS.index("samnites")
            leads[source][target] = kind == PLAIN or (kind == ROUGH and POWERS[power] == "samnites" and own_land)
    held = []
    for fact, site in zip(facts, sites, strict=True):
        things = [fact.walled_city, fact.port, fact.reinforcement > 0, fact.tribe and not site.subjugated]
        held.append(site.units[power] > 0 or (site.control == power and any(things)))
    while True:
        more = [
            held[place]
            or (sites[place].control == power and any(leads[place][other] and held[other] for other in range(count)))
            for place in range(count)
        ]
        if more == held:
            break
        held = more
    return [place for place in range(count) if sites[place].control == power and not held[place]]


def compare(maps: int, seed: int = 0) -> tuple[int, int]:
    """Compare both ways on random maps; return how many markers there were, and how many were isolated."""
    random = Random(seed)
    markers = lost = 0
    for number in range(maps):
        state = random_state(random)
        for power in range(len(POWERS)):
            found, expected = isolated(state, power), spread(state, power)
            assert found == expected, f"map {number}, {POWERS[power]}: {found}, not {expected}"
            markers += sum(site.control == power for site in state.sites)
            lost += len(found)
    return markers, lost


def main() -> None:
    """Compare on as many maps as asked for."""
    parser = argparse.ArgumentParser(description="Compare isolation with an independent count on random maps.")
    parser.add_argument("--maps", type=int, default=10_000, help="how many maps to draw")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first")
    asked = parser.parse_args()
    markers, lost = compare(asked.maps, asked.seed)
    print(f"{asked.maps} maps: {markers} markers, {lost} of them isolated, found in both ways.")


if __name__ == "__main__":
    main()
