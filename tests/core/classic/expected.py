"""What the recount says can be answered, in the lines of the notation, to be compared with what the engine lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations, islice, product

from tests.core.classic.recount import counts, purchases, setup, trade, war
from tests.core.classic.recount.board import MARKER
from tests.core.classic.recount.position import Position, Unit
from tests.core.classic.recount.purchases import Purchase
from tests.core.classic.recount.trade import Cards, Trade


def in_order(position: Position, cards: Iterable[str]) -> str:
    """Return cards as the notation orders them: coins first, then goods as the data have them."""
    order = list(position.board.cards)
    return " ".join(sorted(cards, key=order.index))


# ---------------------------------------------------------------------- setup and titles


def placing(position: Position, player: str, points: int) -> set[str]:
    """1.4."""
    things = setup.set_up(position, player, points)
    return {"done", *(purchase(thing).replace("build", "place", 1) for thing in things)}


def awarding(position: Position, track: str) -> set[str]:
    """2.5b."""
    return {f"award {track} to {player}" for player in counts.candidates(position, track)}


# ---------------------------------------------------------------------- commerce


def announcing(position: Position) -> set[str]:
    """3.2a."""
    return {f"announce {number}" for number in trade.numbers(position)}


def offering(position: Position, player: str, number: int, most: int) -> set[str]:
    """3.3a: so many offers at most."""
    offers = islice(trade.offers(position.hands[player], number), most)
    return {f"offer {in_order(position, cards)}" for cards in offers}


def taking(taken: set[tuple[str, str]]) -> set[str]:
    """3.4, 7.3e."""
    return {f"take {card} from {player}" for player, card in taken}


def giving(position: Position, trading: Trade) -> set[str]:
    """3.6a."""
    return {f"give {card} to {trade.one_short(position, trading)}" for card in trade.compensations(position)}


# ---------------------------------------------------------------------- building


def building(position: Position, player: str) -> set[str]:
    """Chapter 4: everything that may be said in a building turn."""
    lines = {"done"}
    for thing, sets in purchases.purchases(position, player).items():
        lines |= {f"{purchase(thing)} {paying(position, cards)}" for cards in sets}
    lines |= {f"{purchase(thing)} free" for thing in purchases.free_markers(position, player)}
    return lines | {f"exchange {give} for {get}" for give, get in purchases.cleopatra(position, player)}


def purchase(thing: Purchase) -> str:
    """Return the words for what is bought, without its payment."""
    what, where, name = thing
    if what == "exchange":
        return f"convert {where}"
    return " ".join(word for word in ("build", "control" if name == MARKER else name, where) if word)


def paying(position: Position, cards: Cards) -> str:
    """Return the words for a payment."""
    return f"with {in_order(position, cards)}"


def gift(position: Position, player: str, tile: str) -> set[str]:
    """7.1a, K46."""
    if tile == "lighthouse":
        return {"done", *(f"build control {name} free" for name in purchases.lighthouse_markers(position, player))}
    return {"done", *(f"build fortress {name} free" for name in purchases.fortresses(position, player))}


def keeping(position: Position, player: str) -> set[str]:
    """4.9b: the goods that may be kept; "" where none are."""
    return {in_order(position, [card for card in kept if card != "coin"]) for kept in purchases.kept(position, player)}


# ---------------------------------------------------------------------- war

Deeds = tuple[bool, bool, bool]
"""Whether units have moved, attacked and supported."""

YES_NO = (True, False)
UNSAID = [(moved, attacked, supported) for moved in YES_NO for attacked in YES_NO for supported in YES_NO]
"""K34: in which order units that stand on nothing go where nothing is said."""


def warring(position: Position, player: str) -> set[str]:
    """Chapter 5: everything that may be said in a war turn."""
    lines = {line for fight in war.fights(position, player) for line in fighting(position, fight)}
    lines |= moving(position, player) | conquering(position, player)
    return lines if war.duties(position, player) else lines | {"done"}


def fighting(position: Position, fight: war.Fight) -> set[str]:
    """5.4: a battle with all who can attack or, against one of several, with some (K37)."""
    order = f"{'attack' if fight.place in position.seas else 'fight'} {fight.against} in {fight.place}"
    words = LAND_FORCE if fight.place in position.provinces else SEA_FORCE
    counted = Counter(force_word(unit) for unit in fight.units)
    lines = {order}
    if not fight.all:
        for numbers in product(*(range(counted[word] + 1) for word in words)):
            if 0 < sum(numbers) < len(fight.units):
                lines.add(f"{order} with {_counted(numbers, words)}")
    return lines


LAND_FORCE = ("fresh", "moved", "fortress")
SEA_FORCE = ("fresh", "moved", "supporting_fresh", "supporting_moved")


def force_word(unit: Unit) -> str:
    """Return the word for a unit among those that attack."""
    return "fortress" if unit.kind == "fortress" else deed_word((unit.moved, unit.attacked, unit.supported))


def _counted(numbers: Iterable[int], words: Iterable[str]) -> str:
    return " ".join(
        f"{number} {word}" if number > 1 else word for number, word in zip(numbers, words, strict=True) if number
    )


def losing(place: str, units: Iterable[Unit]) -> set[str]:
    """5.5c, K34: the loss of one of these units."""
    units = list(units)
    lines = {f"lose fortress {place}" for unit in units if unit.kind == "fortress"}
    for kind in ("legion", "trireme"):
        lines |= naming(f"lose {kind} {place}", [unit for unit in units if unit.kind == kind])
    return lines


def naming(order: str, units: Iterable[Unit]) -> set[str]:
    """K34: the lines that name one of these units, which are of one kind and player."""
    groups = war.grouped(units)
    free = {group[1:]: number for group, number in groups.items() if not group[0]}
    first = _first(free, 1)
    lines = {f"{order} from {_post(on)}" for on, *_ in groups if on} | ({order} if free else set())
    return lines | {f"{order} from {deed_word(deeds)}" for deeds in free if not first[deeds]}


def replacing(province: str, units: Iterable[Unit]) -> set[str]:
    """7.3c."""
    return {"pass"} | naming(f"replace {province}", units)


def supporting(position: Position, player: str, province: str, legions: int) -> set[str]:
    """7.2b, K47."""
    lines = {"done"}
    for sea in war.supports(position, player, province, legions):
        ready = [ship for ship in war.ships(position, player, sea) if not ship.supported]
        lines |= _ordered(f"support {sea}", war.grouped(ready))
    return lines


def blockading(seas: list[str]) -> set[str]:
    """8.1e: every choice of the seas of a chain in which a player may fight."""
    chosen = [ways for number in range(1, len(seas) + 1) for ways in combinations(seas, number)]
    return {"pass", *(f"blockade {' '.join(ways)}" for ways in chosen)}


def conquering(position: Position, player: str) -> set[str]:
    """5.8."""
    lines = {f"pillage {name} {building}" for name, building in war.pillages(position, player)}
    for name, chosen in war.occupations(position, player):
        icons = sorted(chosen, key=position.board.provinces[name].icons.index)
        lines.add(f"occupy {name} {' '.join(icons)}")
    return lines | {f"assimilate {name}" for name in war.assimilations(position, player)}


def moving(position: Position, player: str) -> set[str]:
    """5.2a, 5.3a, 8.2: every move, and of which units."""
    lines: set[str] = set()
    for (start, end), groups in war.sails(position, player).items():
        lines |= _ordered(f"sail {start} {end}", groups)
    for (start, end), groups in war.marches(position, player).items():
        lines |= _ordered(f"march {start} {end}", groups)
    return lines | _ordered("cross", war.alps(position, player), least=2)


def _ordered(order: str, groups: Counter[war.Group], least: int = 1) -> set[str]:
    """Return the lines of an order for every number of units, saying which where others than the first are meant."""
    free = {group[1:]: number for group, number in groups.items() if not group[0]}
    lines = {f"{order} 1 from {_post(on)}" for on, *_ in groups if on}
    for number in range(least, sum(free.values()) + 1):
        first = _first(free, number)
        lines.add(f"{order} {number}")
        for deeds, there in free.items():
            if there >= number > first[deeds]:
                lines.add(f"{order} {number} from {deed_word(deeds)}")
    return lines


def unsaid(free: Counter[Deeds], number: int) -> list[Deeds]:
    """K34: what the units did that go where nothing is said, those first that go first."""
    first = _first(free, number)
    return [deeds for deeds in UNSAID for _ in range(first[deeds])]


def chosen(groups: Counter[war.Group], words: list[str]) -> Counter[war.Group]:
    """Return the units that an order means by its last words: a number, and perhaps from where or which."""
    number = int(words[0])
    free: Counter[Deeds] = Counter({group[1:]: there for group, there in groups.items() if not group[0]})
    if words[1:]:
        word = words[2]
        posted = [group for group in groups if group[0] and _post(group[0]) == word]
        named = [("", *deeds) for deeds in free if deed_word(deeds) == word]
        return Counter(dict.fromkeys([*posted, *named], number))
    return Counter(("", *deeds) for deeds in unsaid(free, number))


def _post(on: str) -> str:
    return "control" if on == MARKER else on


def _first(free: Mapping[Deeds, int], number: int) -> Counter[Deeds]:
    """K34: so many units as go where nothing is said."""
    chosen: Counter[Deeds] = Counter()
    for deeds in UNSAID:
        chosen[deeds] = min(number, free.get(deeds, 0))
        number -= chosen[deeds]
    return chosen


def deed_word(deeds: Deeds) -> str:
    """Return the word for units by what they did."""
    moved, attacked, supported = deeds
    word = ("spent" if attacked else "moved") if moved else "attacked" if attacked else "fresh"
    return f"supporting_{word}" if supported else word
