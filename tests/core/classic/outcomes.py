"""What the recount expects of the table once an action of a building or war turn has been carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from tests.core.classic.expected import chosen, unsaid
from tests.core.classic.recount import after, war
from tests.core.classic.recount.board import COIN, MARKER
from tests.core.classic.recount.position import Position, Unit


def carry_out(position: Position, player: str, line: str) -> None:
    """Change a position as an action says, which is given in a line of the notation."""
    verb, *words = line.split()
    OUTCOMES[verb](position, player, words)


def _pay(position: Position, player: str, words: list[str]) -> None:
    if words[0] == "free":
        free = not position.tiles[player].isdisjoint({"hammurabi"}) and "hammurabi" not in position.used
        assert free, "Something is free without Hammurabi."
        position.used.add("hammurabi")
    else:
        after.pay(position, player, tuple(words[1:]))


def _build(position: Position, player: str, words: list[str]) -> None:
    what = words[0]
    if what in position.board.tiles:
        after.bought(position, player, ("tile", "", what))
        after.pay(position, player, tuple(words[2:]))
        return
    _pay(position, player, words[2:])
    kind = {"control": "mark", "legion": "raise", "trireme": "raise", "fortress": "raise"}.get(what, "build")
    after.bought(position, player, (kind, words[1], MARKER if what == "control" else what))


def _convert(position: Position, player: str, words: list[str]) -> None:
    _pay(position, player, words[1:])
    after.bought(position, player, ("exchange", words[0], MARKER))


def _exchange(position: Position, player: str, words: list[str]) -> None:
    after.pay(position, player, (words[0],))
    after.collect(position, player, Counter([words[2]]))
    position.used.add("cleopatra")


def _sail(position: Position, player: str, words: list[str]) -> None:
    start, end = words[:2]
    after.sailed(position, player, start, end, chosen(war.sails(position, player)[start, end], words[2:]))


def _march(position: Position, player: str, words: list[str]) -> None:
    start, end = words[:2]
    after.marched(position, player, start, end, chosen(war.marches(position, player)[start, end], words[2:]))


def _cross(position: Position, player: str, words: list[str]) -> None:
    """8.2b: the one lost is the one that goes first unsaid (K34)."""
    going = chosen(war.alps(position, player), words)
    after.marched(position, player, "numidia", "lombardia", going, lost=1)


def _pillage(position: Position, player: str, words: list[str]) -> None:
    where, building = words
    paid = war.pillage_pays(position, player, where, building)
    after.pillaged(position, player, where, building)
    if len(paid) == 1:  # Between several goods the player is asked.
        after.collect(position, player, Counter(paid))


def _occupy(position: Position, player: str, words: list[str]) -> None:
    """5.8d, 5.8e: unsaid are the legions that have done most (K34), since all of them leave what they stood on."""
    where, posts = words[0], words[1:] or [MARKER]
    legions = Counter((unit.moved, unit.attacked, False) for unit in position.provinces[where].units(player, "legion"))
    going = unsaid(legions, len(posts))
    after.stands(position, player, where, {post: ("", *deeds) for post, deeds in zip(posts, going, strict=True)})


def _give(position: Position, player: str, words: list[str]) -> None:
    position.hands[player][words[0]] -= 1
    position.hands[words[2]][words[0]] += 1


def _obtain(position: Position, player: str, words: list[str]) -> None:
    after.collect(position, player, Counter(words))


def _keep(position: Position, player: str, words: list[str]) -> None:
    """4.9: all is given back but two coins and what is kept."""
    hand = position.hands[player]
    kept = Counter({COIN: min(2, hand[COIN])}) + Counter(words)
    after.pay(position, player, tuple((hand - kept).elements()))


def _award(position: Position, player: str, words: list[str]) -> None:
    position.titles[words[0]] = words[2]


OUTCOMES: dict[str, Callable[[Position, str, list[str]], None]] = {
    "award": _award,
    "obtain": _obtain,
    "give": _give,
    "build": _build,
    "convert": _convert,
    "exchange": _exchange,
    "keep": _keep,
    "sail": _sail,
    "march": _march,
    "cross": _cross,
    "pillage": _pillage,
    "occupy": _occupy,
    "assimilate": _occupy,
}
"""By verb; battles are watched, and all other actions end something or are part of something longer."""


def place_gift(position: Position, player: str, line: str) -> None:
    """7.1a: a marker or fortress that comes with a tile."""
    _, what, where, _ = line.split()
    thing = ("mark", where, MARKER) if what == "control" else ("raise", where, what)
    after.bought(position, player, thing)


def give_back(position: Position, player: str, cards: Counter[str]) -> None:
    """Put cards of a hand back into the bank."""
    after.pay(position, player, tuple(cards.elements()))


def replace_legion(position: Position, line: str, candidates: list[Unit]) -> None:
    """7.3c: Helen replaces the legion that is named or, unsaid, the first that stands on nothing (K34)."""
    _, where, *words = line.split()
    groups = chosen(war.grouped(candidates), ["1", *words])
    ((on, moved, attacked, supported),) = groups.elements()
    side = candidates[0].side
    after.replaced(position, where, Unit(side, "legion", on, moved, attacked, supported))


def coming(position: Position, player: str, line: str) -> tuple[str, list[Unit]]:
    """7.3c: where legions come in by a march, and which: none for another action."""
    verb, *words = line.split()
    if verb == "march":
        going = chosen(war.marches(position, player)[words[0], words[1]], words[2:])
        return words[1], [Unit(player, moved=True, attacked=group[2]) for group in going.elements()]
    if verb == "cross":
        going = chosen(war.alps(position, player), words)
        return "lombardia", [Unit(player, moved=True, attacked=group[2]) for group in going.elements()][1:]
    return "", []


def differences(one: Position, other: Position) -> list[str]:
    """Return in which of their parts two positions differ."""
    found = []
    for name, here in one.provinces.items():
        there = other.provinces[name]
        if (here.owner, here.buildings, here.pillaged) != (there.owner, there.buildings, there.pillaged):
            found.append(f"{name}: {here}, not {there}")
        if Counter(here.land) != Counter(there.land) or +here.dock != +there.dock:
            found.append(f"units in {name}: {here.land} {+here.dock}, not {there.land} {+there.dock}")
    found += [f"ships in {sea}" for sea in one.seas if Counter(one.seas[sea]) != Counter(other.seas[sea])]
    found += [f"hand of {player}" for player in one.players if +one.hands[player] != +other.hands[player]]
    found += [f"supply of {player}" for player in one.players if +one.pieces[player] != +other.pieces[player]]
    for part in ("tiles", "titles", "marked", "used", "fought", "decided", "marched"):
        if getattr(one, part) != getattr(other, part):
            found.append(f"{part}: {getattr(one, part)}, not {getattr(other, part)}")
    for part in ("bank", "buildings"):
        if +getattr(one, part) != +getattr(other, part):
            found.append(f"{part}: {getattr(one, part)}, not {getattr(other, part)}")
    return found


def blockade_is_possible(position: Position, player: str, line: str) -> bool:
    """8.1: whether others can hinder a march: no way by land, and none over seas that are the player's alone."""
    verb, *words = line.split()
    if verb != "march" or "blockade" not in position.options:
        return False
    start, end = words[:2]
    ways = war.chains(position, player, start, end)
    open_way = any(not war.blockaders(position, player, way) for way in ways)
    return end not in position.board.provinces[start].land and not open_way


def fresh_copy(position: Position) -> Position:
    """Return a position that can be changed without touching the original."""
    return replace(
        position,
        provinces={
            name: replace(here, buildings=set(here.buildings), land=list(here.land), dock=Counter(here.dock))
            for name, here in position.provinces.items()
        },
        seas={sea: list(units) for sea, units in position.seas.items()},
        hands={player: Counter(hand) for player, hand in position.hands.items()},
        tiles={player: set(tiles) for player, tiles in position.tiles.items()},
        titles=dict(position.titles),
        bank=Counter(position.bank),
        buildings=Counter(position.buildings),
        pieces={player: Counter(pieces) for player, pieces in position.pieces.items()},
        marked=set(position.marked),
        used=set(position.used),
        fought=set(position.fought),
        decided=set(position.decided),
    )
