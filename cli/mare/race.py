"""The race in words and as gauges: how far each player has come towards winning, in any edition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from cli.i18n.texts import both, language, marked, term, tr
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import Block, Row, folded, length
from cli.ui.screen.scene import Scene
from cli.ui.text.names import empires
from core.engine.state import NO_EMPIRE
from core.mare.race import PyramidsReach, Race, WayToWin, is_for_sale


class Way(NamedTuple):
    """What a way to win is called, in English: its gauge in a word and in a letter, and its last step.

    ``one_more`` says so of an empire, ``two_more`` of one that lacks two, ``yours`` of the reader, ``others`` of all
    others who are so far.
    """

    word: str
    letter: str
    one_more: str
    two_more: str
    yours: str
    others: str


WAYS = {
    "capitals_and_legendary_cities": Way(
        marked("cities {gauge}"),
        # TRANSLATORS: the same as “cities {gauge}”, with one letter
        marked("c{gauge}"),
        marked("{empire} wins with one more great city."),
        marked("{empire} wins with two more great cities."),
        marked("You win with one more great city."),
        marked("{empires}: one great city from winning."),
    ),
    "heroes_and_wonders": Way(
        marked("heroes {gauge}"),
        # TRANSLATORS: the same as “heroes {gauge}”, with one letter
        marked("h{gauge}"),
        marked("{empire} wins with one more hero or wonder."),
        marked("{empire} wins with two more heroes or wonders."),
        marked("You win with one more hero or wonder."),
        marked("{empires}: one hero or wonder from winning."),
    ),
    "leadership": Way(
        marked("titles {gauge}"),
        # TRANSLATORS: the same as “titles {gauge}”, with one letter
        marked("t{gauge}"),
        marked("{empire} wins with one more title."),
        marked("{empire} wins with two more titles."),
        marked("You win with one more title."),
        marked("{empires}: one title from winning."),
    ),
}
"""By a victory's name in the rules."""

NEAR = "!"
"""Stands behind what is one step from winning, or has come there."""


def is_near(progress: WayToWin) -> bool:
    """Tell whether one step more wins, or none."""
    return progress.lacking <= 1


def gauges(race: Race, glyphs: Glyphs, width: int, *, near: str) -> Row:
    """Return a player's race, in words if so many columns have room for them, else with letters.

    ``near`` is the style of what is one step from winning; without one, nothing is marked.
    """
    return list(_gauges(race, glyphs, width, near, language()))


@lru_cache(maxsize=256)
def _gauges(race: Race, glyphs: Glyphs, width: int, near: str, _language: str) -> Row:
    """Return the same; a screen is drawn at every key, and asks for the same ones over and over."""
    ways = [WAYS[progress.victory] for progress in race]
    for texts in ([way.word for way in ways], [way.letter for way in ways]):
        row = _strung(race, glyphs, texts, near)
        if length(row) <= width:
            break
    return row


def _strung(race: Race, glyphs: Glyphs, texts: Sequence[str], near: str) -> Row:
    """Return the gauges one after another."""
    row: Row = []
    for progress, text in zip(race, texts, strict=True):
        gauge = tr(text, gauge=_gauge(progress, glyphs))
        row += [("", " ")] if row else []
        row += [(near, f"{gauge}{NEAR}")] if is_near(progress) and near else [("", gauge)]
    return row


def _gauge(progress: WayToWin, glyphs: Glyphs) -> str:
    """Return what a player has of what it takes to win: as signs, or for titles and without signs as figures."""
    if progress.victory == "leadership" or not glyphs.had:
        return f"{progress.have}/{progress.need}"
    return glyphs.had * min(progress.have, progress.need) + glyphs.lacking * progress.lacking


def figures(race: Race, *, near: str) -> Row:
    """Return a player's race in columns of three, with the style of what is one step from winning."""
    row: Row = []
    for progress in race:
        marks = is_near(progress) and bool(near)
        # The space before the figure keeps two alarms side by side apart.
        row += [("", " "), (near if marks else "", f"{progress.have}{NEAR if marks else ' '}")]
    return row


def letters(race: Race) -> list[str]:
    """Return what stands above these columns."""
    return [letter(progress.victory) for progress in race]


def letter(victory: str) -> str:
    """Return the letter of a way to win."""
    return tr(WAYS[victory].letter, gauge="").strip()


class Outlook(NamedTuple):
    """What decides who is one step from winning, by empire: the race, and how near the Pyramids are.

    There are no ``reaches`` where the Pyramids are not for sale. ``phases`` are the edition's, in English.
    """

    races: Sequence[Race]
    reaches: Sequence[PyramidsReach]
    phases: Sequence[str]


def near(state: Any, outlook: Outlook) -> list[str]:
    """Return, a sentence each, who can pay for the Pyramids now, has come to winning, or is one step from it."""
    if not state.seats or state.result is not None:
        return []
    names = empires(state)
    reaches = list(zip(names, outlook.reaches, strict=False))
    told = [_pays(state, name) for name, reach in reaches if reach.pays]
    told += _near(names, tuple(outlook.races), tuple(outlook.phases), language())
    # A sentence each, so that none is told anew because of another player.
    return told + [text for name, reach in reaches if _alarms(reach) for text in _in_reach(state, [name])]


SPARE = 2
"""Resources more than the Pyramids cost with which they are likely: some are of the wrong kind, even after a trade."""


def may_win_next(state: Any, outlook: Outlook, steps: Sequence[Mapping[str, int]]) -> list[str]:
    """Return, a sentence each, who can win in the round that begins, and by what.

    ``steps`` has by empire and victory how many steps it can make at most in the round. Who has come there is named,
    too, and in one sentence whose resources are likely to come to the Pyramids, with how many they will be.
    """
    if not state.seats or state.result is not None:
        return []
    told: list[str] = []
    for name, race, most in zip(empires(state), outlook.races, steps, strict=True):
        for progress in race:
            told += _there(name, progress, outlook.phases)
            if 0 < progress.lacking <= most.get(progress.victory, 0):
                told += _with_more(name, progress)
    reaches = list(zip(empires(state), outlook.reaches, strict=False))
    told += [_pays(state, name) for name, reach in reaches if reach.pays]
    least = state.board.map.pyramids_cost + SPARE
    close = [
        f"{name} ({reach.number})"
        for name, reach in reaches
        if reach.may_pay and not reach.pays and reach.number >= least
    ]
    return told + _in_reach(state, close)


def _with_more(name: str, progress: WayToWin) -> Iterator[str]:
    """Return that a player wins with one or two steps more; who lacks more is not told of."""
    way = WAYS[progress.victory]
    if progress.lacking <= len((way.one_more, way.two_more)):
        yield tr((way.one_more, way.two_more)[progress.lacking - 1], empire=name)


def reaches(state: Any, own: int, reach: Callable[..., PyramidsReach]) -> list[PyramidsReach]:
    """Return by empire how near the Pyramids are, if they are for sale.

    Only open hands are known, and that of the player's ``own`` empire.
    """
    if not is_for_sale(state) or state.result is not None:
        return []
    shown = state.options.open_hands
    return [reach(state, empire, known=shown or empire == own) for empire in range(len(state.players))]


def near_rows(scene: Scene, width: int, outlook: Outlook) -> list[Block]:
    """Return the same as a block each: first the others, all at one step in one sentence, and then the player.

    What the others do not see, the player is told of themselves alone. Who may pay for the Pyramids is named from the
    income to the end of their turn: in the rest of a round it would be nearly everybody.
    """
    state, own = scene.conversation.state, scene.conversation.empire
    if not state.seats or state.result is not None or scene.conversation.over:
        return []
    names, races = empires(state), outlook.races
    others = [empire for empire in range(len(names)) if empire != own]
    threats = [*_certain(names, races, others, outlook.phases), *_grouped(names, races, others)]
    by_reach = [(empire, reach) for empire, reach in enumerate(outlook.reaches) if empire != own]
    threats += [_pays(state, names[empire]) for empire, reach in by_reach if reach.pays]
    threats += _in_reach(state, [names[empire] for empire, reach in by_reach if _alarms(reach)])
    blocks = [folded([("class:alarm", text)], width) for text in threats]
    if own == NO_EMPIRE:
        return blocks
    chances = [tr(WAYS[progress.victory].yours) for progress in races[own] if progress.lacking == 1]
    chances += _certain(names, races, [own], outlook.phases)
    chances += [text for reach in outlook.reaches[own : own + 1] for text in _pyramids(state, names[own], reach)]
    return blocks + [folded([("class:good", text)], width) for text in chances]


def _grouped(names: Sequence[str], races: Sequence[Race], of: Sequence[int]) -> Iterator[str]:
    """Return, by way to win, which of these empires lack one step."""
    found: dict[str, list[str]] = {}
    for empire in of:
        for progress in races[empire]:
            if progress.lacking == 1:
                found.setdefault(progress.victory, []).append(names[empire])
    for victory, near in found.items():
        yield tr(WAYS[victory].others, empires=both(near))


def _certain(names: Sequence[str], races: Sequence[Race], of: Sequence[int], phases: Sequence[str]) -> Iterator[str]:
    for empire in of:
        for progress in races[empire]:
            yield from _there(names[empire], progress, phases)


@lru_cache(maxsize=64)
def _near(names: tuple[str, ...], races: tuple[Race, ...], phases: tuple[str, ...], _language: str) -> list[str]:
    return [
        sentence
        for lacking in (0, 1)
        for name, race in zip(names, races, strict=True)
        for progress in race
        if progress.lacking == lacking
        for sentence in _nearness(name, progress, phases)
    ]


def _nearness(name: str, progress: WayToWin, phases: Sequence[str]) -> Iterator[str]:
    if progress.lacking == 1:
        yield tr(WAYS[progress.victory].one_more, empire=name)
    yield from _there(name, progress, phases)


def _there(name: str, progress: WayToWin, phases: Sequence[str]) -> Iterator[str]:
    """Return who has come so far that a phase only needs to end."""
    if not progress.lacking and progress.phase:
        yield tr(
            "{empire} wins at the end of “{phase}” if nothing changes.",
            empire=name,
            phase=term(phases[progress.phase - 1]),
        )


def _alarms(reach: PyramidsReach) -> bool:
    """Tell whether an empire may pay for the Pyramids in this round, though no known cards say so."""
    return reach.is_ready and reach.may_pay and not reach.pays


def _in_reach(state: Any, close: Sequence[str]) -> list[str]:
    """Return in a sentence who may come to the Pyramids, if anybody may."""
    cost = state.board.map.pyramids_cost
    return [tr("{empires}: Pyramids in reach (cost {cost}).", empires=both(close), cost=cost)] if close else []


def _pyramids(state: Any, name: str, reach: PyramidsReach) -> Iterator[str]:
    """Return that an empire can pay for the Pyramids, which win; or that it may do so in this round."""
    if reach.pays:
        yield _pays(state, name)
    elif _alarms(reach):
        cost = state.board.map.pyramids_cost
        yield tr("{empire} may soon pay for the Pyramids, which cost {cost}.", empire=name, cost=cost)


def _pays(state: Any, name: str) -> str:
    """Return that an empire holds a set for the Pyramids, which win."""
    return tr("{empire} can pay for the Pyramids, which cost {cost}.", empire=name, cost=state.board.map.pyramids_cost)
