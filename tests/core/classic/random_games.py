"""Random games of 2003 in which everything that must always hold is checked at every step.

    python -m tests.core.classic.random_games --edition revised --games 2000 [--start N] [--share S]

Game N is the same on every machine. Tables of 3, 4 and 5, line-ups, both starts, both options and dealt, chosen and
mixed civilizations take turns.
"""

from __future__ import annotations

import argparse
import random
from functools import partial
from typing import Any

from core.classic.position import dump_position, load_position
from core.classic.rules import new_game, standard_map
from core.classic.state import Options, State, land_units
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.game import Game
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.state import MARKER
from tests.core.checked_game import CheckedGame, play_games

MAX_ROUNDS = 12
VARIANTS = {variant.id: variant for variant in (ORIGINAL, REVISED)}


def options(seed: int, variant: Variant) -> Options:
    """The table of a game: its size, line-up, start, options and civilizations."""
    chance = random.Random(f"table {seed}")
    players = 3 + seed % 3
    start = ("printed", "points")[seed // 3 % 2]
    names = [empire.id for empire in standard_map(variant).empires]
    chosen = sorted(chance.sample(names, players), key=names.index)
    line_up = () if seed // 6 % 2 == 0 else tuple(chosen)
    playing = list(line_up or standard_map(variant).table(players).empires)
    chance.shuffle(playing)
    dealt = (0, players, chance.randrange(1, players))[seed // 12 % 3]
    has_options = variant is REVISED
    return Options(
        players,
        ("random",) * dealt + tuple(playing[dealt:]),
        start,
        line_up,
        blockade=has_options and bool(chance.randrange(2)),
        alps=has_options and bool(chance.randrange(2)),
        max_rounds=MAX_ROUNDS,
    )


class RandomGame(CheckedGame):
    """A game of one edition of 2003."""

    def __init__(self, variant: Variant, seed: int, share: float = 1.0) -> None:
        self.variant = variant
        self.command = f"tests.core.classic.random_games --edition {variant.id}"
        super().__init__(seed, share)

    def begin(self) -> Game[Any]:
        return new_game(options(self.seed, self.variant), self.variant)

    def check_position(self) -> None:
        found = problems(self.game.state)
        assert not found, found
        if self.curiosity.random() < self.share / 2:
            text = dump_position(self.game)
            read = load_position(self.variant, text)
            assert read.digest() == self.game.digest(), f"The position is read as another one:\n{text}"


def problems(state: State) -> list[str]:
    """What is wrong with a position, each with its rule; nothing in a sound one."""
    return [*_cards(state), *_pieces(state), *_buildings(state), *_tiles(state), *_posts(state), *_presence(state)]


def _cards(state: State) -> list[str]:
    """0.4a: every card is in the bank, in a hand, or open in the trade."""
    facts = state.board.map
    printed = [facts.coins, *(number for _, number in facts.commodities)]
    there = list(state.bank)
    for player in state.players:
        for token, count in enumerate(player.hand):
            there[token] += count
    for frame in state.stack:
        for tokens in getattr(frame, "face_up", ()):
            for token in tokens:
                there[token] += 1
    return [] if there == printed else ["0.4a: cards have come or gone"]


def _pieces(state: State) -> list[str]:
    """0.4a: every piece of a colour is in supply or on the map."""
    facts, found = state.board.map, []
    for empire, player in enumerate(state.players):
        at_sea = sum(triremes[empire] for triremes in state.seas)
        docked = sum(province.docks[empire] for province in state.provinces)
        legions = sum(province.legions[empire] for province in state.provinces)
        own = [province for province in state.provinces if province.controller == empire]
        for name, supply, there, printed in (
            ("legions", player.legions, legions, facts.legions),
            ("triremes", player.triremes, at_sea + docked, facts.triremes),
            ("fortresses", player.fortresses, sum(province.fortresses for province in own), facts.fortresses),
            ("markers", player.markers, len(own), facts.markers),
        ):
            if supply + there != printed:
                found.append(f"0.4a: {name} of {state.board.empires[empire]} have come or gone")
    found += [
        f"0.4a: a fortress without an owner in {name}"
        for name, province in zip(state.board.provinces, state.provinces, strict=True)
        if province.fortresses and province.controller == NO_EMPIRE
    ]
    if any(state.supported[sea] > sum(triremes) for sea, triremes in enumerate(state.seas)):
        found.append("7.2b: more triremes have supported than there are")
    return found


def _presence(state: State) -> list[str]:
    """What is known of who is where follows from the provinces as they are now."""
    presence, sides = state.presence(), range(len(state.board.sides))
    for index, province in enumerate(state.provinces):
        known = (
            [presence.legions[side] >> index & 1 for side in sides],
            [docks >> index & 1 for docks in presence.docks],
            [side for side in (*sides, NO_EMPIRE) if presence.markers[side] >> index & 1],
            [presence.against(side) >> index & 1 for side in sides],
            presence.fortified >> index & 1,
            presence.posted >> index & 1,
        )
        there = (
            [number > 0 for number in province.legions],
            [number > 0 for number in province.docks],
            [province.controller],
            [any(land_units(province, other) for other in sides if other != side) for side in sides],
            province.fortresses > 0,
            province.posts > 0,
        )
        if known != there:
            return [f"{state.board.provinces[index]} is seen as it was"]
    return []


def _buildings(state: State) -> list[str]:
    """1.2, 4.5: buildings stand in owned provinces, and so many are in play."""
    found, standing = [], [0] * len(state.buildings)
    for name, province, icons in zip(state.board.provinces, state.provinces, state.board.icons, strict=True):
        for icon in bits(province.built):
            standing[icons[icon].kind] += 1
        if province.built and province.controller in (NO_EMPIRE, state.board.neutral):
            found.append(f"4.5a: {name} has buildings and no player's marker")
    there = [left + number for left, number in zip(state.buildings, standing, strict=True)]
    if there != list(state.board.supply):
        found.append("1.2: buildings have come or gone")
    return found


def _tiles(state: State) -> list[str]:
    """4.7: each hero and wonder exists once, and a civilization's hero is its own."""
    board = state.board
    owned = [tile for player in state.players for tile in player.tiles]
    playable = [t.index for t in board.tiles if t.kind != "civilization_hero" or t.index in board.heroes]
    found = [] if sorted([*owned, *state.display]) == playable else ["4.7a: a tile is missing"]
    for empire, player in enumerate(state.players):
        foreign = [
            board.tiles[tile].name
            for tile in player.tiles
            if board.tiles[tile].kind == "civilization_hero" and tile != board.heroes[empire]
        ]
        found += [f"4.7b: {board.empires[empire]} owns {name}" for name in foreign]
    return found


def _posts(state: State) -> list[str]:
    """5.8: posts are taken by legions that are there, in another's province, on buildings or the marker."""
    found = []
    for index, province in enumerate(state.provinces):
        name, occupier = state.board.provinces[index], province.occupier
        if (occupier == NO_EMPIRE) != (province.posts == 0):
            found.append(f"5.8d: posts without an occupier in {name}")
            continue
        if occupier == NO_EMPIRE:
            continue
        if province.posts.bit_count() > province.legions[occupier]:
            found.append(f"5.8d: more posts than legions in {name}")
        if province.controller in (NO_EMPIRE, occupier):
            found.append(f"5.8a: {name} is not another civilization's")
        if province.posts & MARKER and (province.posts != MARKER or state.board.capital_mask >> index & 1):
            found.append(f"5.8e: the marker of {name} can't be stood on so")
        if province.posts & ~MARKER & ~province.built:
            found.append(f"5.8d: a legion stands on nothing in {name}")
    return found


def main() -> None:
    """Play the games asked for."""
    parser = argparse.ArgumentParser(description="Random games of 2003, checked at every step.")
    parser.add_argument("--edition", choices=list(VARIANTS), default=ORIGINAL.id, help="the edition")
    play_games(partial(RandomGame, VARIANTS[parser.parse_known_args()[0].edition]), parser)


if __name__ == "__main__":
    main()
