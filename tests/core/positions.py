"""Positions for the tests of the rules, and a table at which lines of notation are said.

A ``Position`` begins as a new game before its first round; a test names only what matters:

    position = Position().give("rome", "coin coin *sheep").control("dacia", "greece").units("cyrenaica", rome=2)
    table = position.at_build_turn("rome").table()
    table.say("rome", "build legion latium with coin coin coin")

What a player has in supply, the reserve and the pile are counted afresh when the game is made, so that every piece of
the box is always in exactly one place; a position that needs more pieces than there are raises DataError.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from core import RuleError
from core.empires.position import count_supplies, stack_of
from core.empires.rules import EMPIRES, empires_board
from core.empires.setup import starting_state
from core.empires.state import Game, Options, Peace
from core.engine.event import message_of
from core.engine.flow import Chance, Decision, Over, Simultaneous
from core.engine.state import NO_EMPIRE
from core.engine.toml import Reader
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import TRACKS
from core.mare.resources import kind_of, plus, spread
from core.mare.state import MARKER
from core.mare.titles import levels


class Position:
    """A position being set up; every method but ``game`` and ``table`` changes it and returns it."""

    def __init__(self, players: int = 5, display: str = "open", max_rounds: int = 0) -> None:
        self.board = empires_board(players)
        options = Options(players, self.board.empires, display, max_rounds)
        self.state = starting_state(self.board, options)
        self.state.seats = tuple(range(players))
        self.at_collect()

    # ------------------------------------------------------------------ names

    def empire(self, name: str) -> int:
        """The empire of that name."""
        return self.board.empires.index(name)

    def province(self, name: str) -> int:
        """The province of that name."""
        return self.board.provinces.index(name)

    def icons(self, province: str, names: Iterable[str]) -> int:
        """The mask of a province's icons with these names."""
        icons = [icon.name for icon in self.board.icons[self.province(province)]]
        mask = 0
        for name in names:
            mask |= 1 << icons.index(name)
        return mask

    def tile(self, name: str) -> int:
        """The tile of that id."""
        return next(tile.index for tile in self.board.tiles if tile.id == name)

    # ------------------------------------------------------------------ resources and tiles

    def give(self, empire: str, tokens: str) -> Position:
        """Resources from the reserve and the pile into a hand."""
        index = self.empire(empire)
        player = self.state.players[index]
        hand = plus(player.hand, [self.board.tokens.index(word) for word in tokens.split()])
        self.state.players[index] = replace(player, hand=hand)
        return self

    def discard(self, tokens: str) -> Position:
        """Legendary commodities from the pile to the discard pile."""
        discard = list(self.state.discard)
        for word in tokens.split():
            discard[kind_of(self.board.tokens.index(word)) - 1] += 1
        self.state.discard = bytes(discard)
        return self

    def tiles(self, empire: str, *names: str) -> Position:
        """Heroes and wonders onto an empire's mat, from the display or from another's mat."""
        moved = [self.tile(name) for name in names]
        self._remove_tiles(moved)
        player = self.state.players[self.empire(empire)]
        self.state.players[self.empire(empire)] = replace(player, tiles=(*player.tiles, *moved))
        return self

    def face_up(self, *names: str) -> Position:
        """These and only these heroes and wonders of the display lie face up; the rest is turned down."""
        tiles = sorted((*self.state.display, *self.state.face_down))
        shown = [self.tile(name) for name in names]
        self.state.display = tuple(tile for tile in tiles if tile in shown)
        self.state.face_down = tuple(tile for tile in tiles if tile not in shown)
        return self

    def _remove_tiles(self, moved: list[int]) -> None:
        state = self.state
        state.display = tuple(tile for tile in state.display if tile not in moved)
        state.face_down = tuple(tile for tile in state.face_down if tile not in moved)
        state.players = [
            replace(player, tiles=tuple(tile for tile in player.tiles if tile not in moved)) for player in state.players
        ]

    # ------------------------------------------------------------------ the map

    def control(self, province: str, empire: str | None) -> Position:
        """The control marker of an empire, or of no one, in a province."""
        index = self.province(province)
        controller = NO_EMPIRE if empire is None else self.empire(empire)
        if index in self.board.capitals and self.board.capitals.index(index) != controller:
            raise ValueError(f"control of {province} is printed on the map")
        self.state.provinces[index] = replace(self.state.provinces[index], controller=controller)
        return self

    def build(self, province: str, *icons: str) -> Position:
        """Buildings on icons, by the icons' names: ``caravan:grain``, ``market``, ``city`` …"""
        index = self.province(province)
        record = self.state.provinces[index]
        self.state.provinces[index] = replace(record, built=record.built | self.icons(province, icons))
        return self

    def raze(self, province: str, *icons: str) -> Position:
        """The icons named are empty, or all icons of the province where none is named."""
        index = self.province(province)
        record = self.state.provinces[index]
        mask = self.icons(province, icons) if icons else record.built
        self.state.provinces[index] = replace(record, built=record.built & ~mask)
        return self

    def units(self, province: str, **legions: int) -> Position:
        """As many legions of the empires named stand in a province."""
        index = self.province(province)
        counts = list(self.state.provinces[index].legions)
        for empire, number in legions.items():
            counts[self.empire(empire)] = number
        self.state.provinces[index] = replace(self.state.provinces[index], legions=bytes(counts))
        return self

    def fortress(self, province: str, empire: str | None) -> Position:
        """The fortress of an empire, or none, in a province."""
        index = self.province(province)
        owner = NO_EMPIRE if empire is None else self.empire(empire)
        self.state.provinces[index] = replace(self.state.provinces[index], fortress=owner)
        return self

    def fleet(self, sea: str, **triremes: int) -> Position:
        """As many triremes of the empires named lie in a sea."""
        index = self.board.seas.index(sea)
        counts = list(self.state.seas[index])
        for empire, number in triremes.items():
            counts[self.empire(empire)] = number
        self.state.seas[index] = bytes(counts)
        return self

    def occupy(self, province: str, empire: str, *icons: str) -> Position:
        """Legions of the empire, which must be there, stand on icons (built or pillaged), or on ``control``."""
        index = self.province(province)
        posts = MARKER if icons == ("control",) else self.icons(province, icons)
        record = replace(self.state.provinces[index], occupier=self.empire(empire), posts=posts)
        if record.legions[self.empire(empire)] < posts.bit_count():
            raise ValueError(f"{empire} has too few legions in {province} to occupy so much")
        self.state.provinces[index] = record
        return self

    def stand(self, province: str, empire: str, *icons: str) -> Position:
        """Legions of the empire stand on icons as well, besides what it occupies: Circe's, on empty caravan icons."""
        index = self.province(province)
        record = self.state.provinces[index]
        record = replace(record, occupier=self.empire(empire), posts=record.posts | self.icons(province, icons))
        if record.legions[self.empire(empire)] < record.posts.bit_count():
            raise ValueError(f"{empire} has too few legions in {province} to stand on so much")
        self.state.provinces[index] = record
        return self

    def clear(self, *provinces: str) -> Position:
        """No units, buildings, markers or occupation in these provinces, or, where none is named, anywhere.

        A capital's province stays its empire's: that control is printed on the map.
        """
        for name in provinces or self.board.provinces:
            index = self.province(name)
            capital = index in self.board.capitals
            self.state.provinces[index] = replace(
                self.state.provinces[index],
                controller=self.board.capitals.index(index) if capital else NO_EMPIRE,
                built=0,
                legions=bytes(len(self.board.empires)),
                fortress=NO_EMPIRE,
                occupier=NO_EMPIRE,
                posts=0,
            )
        return self

    def disarm(self) -> Position:
        """No land units anywhere."""
        for index, province in enumerate(self.state.provinces):
            none = bytes(len(self.board.empires))
            self.state.provinces[index] = replace(
                province, legions=none, fortress=NO_EMPIRE, occupier=NO_EMPIRE, posts=0
            )
        return self

    # ------------------------------------------------------------------ titles and time

    def leaders(self, **titles: str) -> Position:
        """Holders of titles: ``trade="rome"``, ``culture=…``, ``military=…``."""
        held = list(self.state.leaders)
        for track, empire in titles.items():
            held[TRACKS.index(track)] = self.empire(empire)
        self.state.leaders = tuple(held)
        return self

    def peace(self, owner: str, partner: str) -> Position:
        """The peace that the Statue of Zeus has kept since this round's phase 4, or last round's, if that is over."""
        self.state.peace = Peace(self.empire(owner), self.empire(partner), NO_EMPIRE)
        return self

    def exchange(self, *markers: str) -> Position:
        """The exchange markers available to the Trade Leader, as ``5/0``, ``2/1``, ``4/3``."""
        sides = ["/".join(map(str, pair)) for pair in self.board.map.exchange]
        self.state.exchange = tuple(sorted(sides.index(marker) for marker in markers))
        return self

    def round(self, number: int) -> Position:
        """The number of the round."""
        self.state.round = number
        return self

    def at_collect(self) -> Position:
        """Phase 1 begins."""
        return self._at(phase="collect")

    def at_trade(self) -> Position:
        """Phase 2 begins."""
        return self._at(phase="trade")

    def at_build(self) -> Position:
        """Phase 3 begins: the Culture Leader names the first to build."""
        return self._at(phase="build")

    def at_build_turn(self, empire: str, *waiting: str) -> Position:
        """An empire's build turn; those named after it are still to have theirs."""
        return self._at(phase="build", turn=empire, waiting=" ".join(waiting))

    def at_end_of_build(self) -> Position:
        """All have built; the end of phase 3 is to be played."""
        return self._at(phase="end of build")

    def at_war(self) -> Position:
        """Phase 4 begins: the Military Leader names the first to move."""
        return self._at(phase="war")

    def at_war_turn(self, empire: str, *waiting: str) -> Position:
        """An empire's move-and-battle turn, from its conversions on; those named after it are still to have theirs."""
        return self._at(phase="war", turn=empire, waiting=" ".join(waiting))

    def at_end_of_war(self) -> Position:
        """All have moved; the test of 6.3 is next, then phase 5."""
        return self._at(phase="end of war")

    def at_leadership(self) -> Position:
        """Phase 5 begins."""
        return self._at(phase="leadership")

    def _at(self, **keys: str) -> Position:
        """Where position notation says so; a key without words is left out."""
        self.state.stack = stack_of(Reader("", {key: words for key, words in keys.items() if words}), self.state)
        return self

    # ------------------------------------------------------------------ out of the box

    def game(self) -> Game:
        """A game at this position; raises DataError if the box does not hold that many pieces."""
        count_supplies(self.state)
        return Game(EMPIRES, self.state.copy())

    def table(self) -> Table:
        """A table at which this position is played on."""
        return Table(self.game())


class Table:
    """A game and what is said at it, in action notation, by empires."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.board = game.state.board
        self.told: list[str] = []
        game.listen(lambda event: self.told.append(str(message_of(self.board, event))))

    # ------------------------------------------------------------------ playing

    def say(self, empire: str, *lines: str) -> None:
        """The empire, which must be the one asked, answers with each line in turn, in the one spelling."""
        for line in lines:
            assert self.asked() == empire, f"{self.asked()} is asked, not {empire}"
            self.game.apply(self.game.parse_strict(line))

    def refused(self, empire: str, line: str, rule: str) -> str:
        """The line, said by the empire that is asked, is refused by the rule and changes nothing; its sentence."""
        assert self.asked() == empire, f"{self.asked()} is asked, not {empire}"
        before = self.game.encode()
        with pytest.raises(RuleError) as refusal:
            self.game.apply(self.game.parse_strict(line))
        assert refusal.value.rule == rule, str(refusal.value)
        assert self.game.encode() == before, f"“{line}” was refused and changed the position"
        return str(refusal.value.sentence)

    def offers(self, **lines: str) -> None:
        """The secret offers of all who are asked, revealed together: ``rome="coin coin"``."""
        node = self.game.node
        assert isinstance(node, Simultaneous), node
        assert self.asked_together() == set(lines)
        by_empire = {self.board.empires[empire]: seat for seat, empire in node.empires.items()}
        self.game.reveal({by_empire[empire]: self.game.parse(f"offer {tokens}") for empire, tokens in lines.items()})

    def chance(self, *outcome: int) -> None:
        """Chance gives this outcome, one integer below each bound."""
        self.game.settle(outcome)

    def dice(self, *faces: int) -> None:
        """Dice show these faces, the attacker's first."""
        self.game.settle(tuple(face - 1 for face in faces))

    # ------------------------------------------------------------------ what is asked

    def asked(self) -> str | None:
        """The empire that alone is asked now; None where none is."""
        node = self.game.node
        return self.board.empires[node.empire] if isinstance(node, Decision) else None

    def asked_together(self) -> set[str]:
        """The empires that are asked in secret now."""
        node = self.game.node
        return (
            {self.board.empires[empire] for empire in node.empires.values()}
            if isinstance(node, Simultaneous)
            else set()
        )

    def rule(self) -> str:
        """The rule that asks the question now waiting."""
        node = self.game.node
        assert isinstance(node, Decision | Simultaneous), node
        return node.prompt.rule

    def awaits_chance(self) -> tuple[int, ...]:
        """The bounds of the chance now awaited; empty where none is."""
        return self.game.node.bounds if isinstance(self.game.node, Chance) else ()

    def legal(self, start: str = "") -> list[str]:
        """All legal answers to the question now waiting that begin so, as lines."""
        lines = map(self.game.text, self._decision().answers)
        return [line for line in lines if line.startswith(start)]

    def allows(self, line: str) -> bool:
        """Whether the line is a legal answer to the question now waiting."""
        return self.game.parse_strict(line) in self._decision().answers

    def winners(self) -> tuple[str, ...] | None:
        """Who has won; None while the game goes on."""
        node = self.game.node
        return tuple(self.board.empires[empire] for empire in node.result.winners) if isinstance(node, Over) else None

    def victory(self) -> str | None:
        """How the game was won; None while it goes on."""
        return self.game.node.result.victory if isinstance(self.game.node, Over) else None

    def _decision(self) -> Decision:
        assert isinstance(self.game.node, Decision), self.game.node
        return self.game.node

    # ------------------------------------------------------------------ looking

    def hand(self, empire: str) -> str:
        """The resources of an empire, sorted, as the notation writes them."""
        hand = self.game.state.players[self.board.empires.index(empire)].hand
        return " ".join(self.board.tokens[token] for token in spread(hand))

    def size(self, empire: str) -> int:
        """How many resources an empire holds."""
        return sum(self.game.state.players[self.board.empires.index(empire)].hand)

    def supply(self, empire: str, piece: str) -> int:
        """What an empire has left in supply: ``legions``, ``triremes``, ``fortresses``, ``markers``."""
        return int(getattr(self.game.state.players[self.board.empires.index(empire)], piece))

    def left(self, building: str) -> int:
        """How many buildings of a kind are left in supply."""
        return self.game.state.buildings[BUILDING_KINDS.index(building)]

    def tiles(self, empire: str) -> list[str]:
        """The heroes and wonders on an empire's mat."""
        player = self.game.state.players[self.board.empires.index(empire)]
        return [self.board.tiles[tile].id for tile in player.tiles]

    def controller(self, province: str) -> str | None:
        """Who controls a province."""
        controller = self.game.state.provinces[self.board.provinces.index(province)].controller
        return None if controller == NO_EMPIRE else self.board.empires[controller]

    def buildings(self, province: str) -> list[str]:
        """The buildings that stand in a province."""
        index = self.board.provinces.index(province)
        built = self.game.state.provinces[index].built
        return [icon.name for number, icon in enumerate(self.board.icons[index]) if built >> number & 1]

    def occupied(self, province: str) -> list[str]:
        """The icons, or ``control``, on which a conqueror's legions stand."""
        index = self.board.provinces.index(province)
        posts = self.game.state.provinces[index].posts
        names = [icon.name for number, icon in enumerate(self.board.icons[index]) if posts >> number & 1]
        return ["control"] if posts == MARKER else names

    def legions(self, province: str) -> dict[str, int]:
        """The legions in a province, by empire."""
        counts = self.game.state.provinces[self.board.provinces.index(province)].legions
        return {empire: number for empire, number in zip(self.board.empires, counts, strict=True) if number}

    def fortress(self, province: str) -> str | None:
        """Whose fortress stands in a province."""
        owner = self.game.state.provinces[self.board.provinces.index(province)].fortress
        return None if owner == NO_EMPIRE else self.board.empires[owner]

    def triremes(self, sea: str) -> dict[str, int]:
        """The triremes in a sea, by empire."""
        counts = self.game.state.seas[self.board.seas.index(sea)]
        return {empire: number for empire, number in zip(self.board.empires, counts, strict=True) if number}

    def levels(self, empire: str) -> tuple[int, int, int]:
        """The empire's levels of trade, culture and military."""
        return levels(self.game.state, self.board.empires.index(empire))

    def leader(self, track: str) -> str:
        """Who holds the title of a track."""
        return self.board.empires[self.game.state.leaders[TRACKS.index(track)]]
