"""The panes of the full screen that editions share: players, the hand, a place in detail, tiles for sale."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from cli.i18n.texts import count, goods, listed, term, tr, translated
from cli.mare.answers import Wording
from cli.mare.map import Standing, StandingOf
from cli.mare.race import NEAR, figures, gauges, letters, near_rows
from cli.mare.telling import MareWords
from cli.mare.trade import Texts, compensating, offering, taking, titled
from cli.mare.words import bonus, drawn, in_supply, levels_line, owned, sides, tokens, typed_name, units_of
from cli.ui.screen.look import Glyphs
from cli.ui.screen.panes import mark, presence, presences
from cli.ui.screen.rows import Block, Row, emphasized, folded, length
from cli.ui.screen.scene import Scene
from cli.ui.text.cells import columns, cut, exactly
from cli.ui.text.names import empires
from cli.ui.view import Card, Choice, Held, Panes
from core.engine.errors import RuleError
from core.engine.masks import bits
from core.engine.state import NO_EMPIRE
from core.mare.race import Race
from core.mare.resources import spread
from core.mare.state import holdings
from core.mare.trade import Compensation, Offers, Taking

ROOMY = 30
"""Columns from which players have two lines each, with their levels; below, one line and their levels apart."""

SPARED = 8
"""Rows that are kept free under the players, so that they are told of at length only where there is room."""

PARAGRAPH = 7
"""Rows for a player who is told of at length."""

NAME_WIDTH = 9
TRACK_WIDTH = 3
"""Columns for the name of a player on a narrow screen, and for the name of a track."""

LEAST_OF_NAME = 2
"""Columns of a person's name that tell too little."""


class Standings(NamedTuple):
    """The counts of the players that an edition shows; lists are by empire."""

    levels: Sequence[tuple[int, int, int]]
    races: Sequence[Race]
    titles: Sequence[str]
    """By track, the titles' names in English."""

    tracks: Sequence[str]
    """Above the columns of the tracks, of 3 columns each."""


StandingsOf = Callable[[Any], Standings]
"""The standings of a state."""


def players(scene: Scene, width: int, height: int, standings_of: StandingsOf) -> Block:
    """Return all players under a title: a paragraph each in a high pane, else two lines each, or one in a narrow pane.

    The form follows from the size and the number of players alone, so that nothing else on the screen changes it.
    """
    state = scene.conversation.state
    if not state.seats:
        return [_titled(scene, width, ""), *undealt(scene, width)]
    standings, seated = standings_of(state), range(len(state.seats))
    if width < ROOMY:
        return [
            _titled(scene, width, _above_lines(standings)),
            *[_line(scene, one, standings, width) for one in seated],
        ]
    if height - SPARED > PARAGRAPH * len(seated):
        told = [line for empire in seated for line in _paragraph(scene, empire, standings, width)]
        return [_titled(scene, width, ""), *told]
    cards = [row for empire in seated for row in _card(scene, empire, standings, width)]
    # TRANSLATORS: the heading of the column of resources, of 4 columns at most
    return [_titled(scene, width, f"{above(standings.tracks)} {exactly(tr('res.'), 4)}"), *cards]


def levels(scene: Scene, width: int, height: int, standings_of: StandingsOf) -> Block:
    """Return the levels and the titles of all players, where their lines have no room for them.

    If there are too few rows, it is who holds the titles, in one.
    """
    state = scene.conversation.state
    if not state.seats or width >= ROOMY:
        return []
    standings = standings_of(state)
    if height <= len(state.seats):
        return [_titles(scene, standings)] if height > 0 else []
    rows: Block = []
    for empire, seat in enumerate(state.seats):
        person = exactly(scene.conversation.names.get(seat, ""), NAME_WIDTH)
        rows.append([("", " "), *_badge(scene, empire), ("", f"{person} "), *_levels(scene, empire, standings)])
    return [_ruled(scene, width, [], above(standings.tracks)), *rows]


def _titles(scene: Scene, standings: Standings) -> Row:
    """Return who holds each title, by its track."""
    row: Row = []
    for track, holder in zip(standings.tracks, scene.conversation.state.leaders, strict=True):
        held: Row = [("", "-")] if holder == NO_EMPIRE else _badge(scene, holder)[:-1]
        row += [("", " "), ("class:number", scene.glyphs.leader), ("", f"{exactly(track, TRACK_WIDTH)} "), *held]
    return row


def undealt(scene: Scene, width: int) -> Block:
    """Return who plays, before it is known which empire."""
    names: Block = [[("", name)] for _, name in sorted(scene.conversation.names.items())]
    return [
        *folded(
            [("class:dim", tr("Dealt at the start: the {sides}.", sides=tr(scene.conversation.game.rules.sides)))],
            width,
        ),
        *names,
    ]


def all_players(scene: Scene, width: int, standings_of: StandingsOf) -> Block:
    """Return everything that lies open about each player."""
    state = scene.conversation.state
    rows: Block = []
    if not state.seats:
        return [[("", tr("Not dealt yet: the {sides}.", sides=tr(scene.conversation.game.rules.sides)))]]
    standings = standings_of(state)
    for empire in range(len(state.seats)):
        rows += _paragraph(scene, empire, standings, width)
        pieces = in_supply(state.players[empire])
        rows += [*folded([("class:dim", f"  {tr('in supply: {pieces}', pieces=pieces)}")], width, 2), []]
    return rows


# ---------------------------------------------------------------------- one player


def _badge(scene: Scene, empire: int) -> Row:
    """Return the map's colour and letter of an empire."""
    side = scene.conversation.view.map.sides(scene.conversation.state.board)[empire]
    return [(f"class:map-swatch-{side.ink}", " "), (f"class:map-badge-{side.ink}", side.letter), ("", " ")]


def _who(scene: Scene, empire: int, width: int) -> Row:
    """Return the mark of the turn, the badge, the empire and its player in so many columns, and presence."""
    seat = scene.conversation.state.seats[empire]
    called = _called(empires(scene.conversation.state)[empire], scene.conversation.names.get(seat, ""), width - 1)
    return [
        mark(scene, seat),
        *_badge(scene, empire),
        ("class:you" if seat == scene.conversation.seat else "", called),
        ("", " " * (width - columns(called))),
        ("", presence(scene, seat)),
    ]


def _called(empire: str, person: str, width: int) -> str:
    """Return an empire and who plays it, who gives way where there is no room."""
    texts = (f"{empire} ({person})", f"{empire} {person}") if person else ()
    if found := [text for text in texts if columns(text) <= width]:
        return found[0]
    room = width - columns(empire) - 1
    return f"{empire} {cut(person, room).rstrip()}" if person and room > LEAST_OF_NAME else cut(empire, width)


def _paragraph(scene: Scene, empire: int, standings: Standings, width: int) -> Block:
    state, star = scene.conversation.state, scene.glyphs.leader
    player, seat = state.players[empire], state.seats[empire]
    automatic = f" ({tr('autopilot')})" if seat in scene.conversation.automatic() else ""
    name = f"{empires(state)[empire]} ({scene.conversation.names.get(seat, '')})"
    titles = [term(title) for title, leader in zip(standings.titles, state.leaders, strict=True) if leader == empire]
    led = f" {star} {', '.join(titles)}" * bool(titles)
    head: Row = [*_who(scene, empire, columns(name) + 1), ("", automatic), ("class:number", led)]
    shows = seat == scene.conversation.seat or state.options.open_hands
    held = (
        count(sum(player.hand), "resource") if not shows or not any(player.hand) else tokens(state, spread(player.hand))
    )
    rows: Block = [
        head,
        [("", f"  {levels_line(state.board, standings.levels[empire])}")],
        [("", "  "), *_gauges(scene, empire, standings, width - 2)],
        [("class:dim", f"  {listed(state.board.tiles[tile].name for tile in player.tiles)}")] if player.tiles else [],
        [("", f"  {held}")],
    ]
    return [line for row in rows if row for line in folded(row, width, 4)]


def above(tracks: Sequence[str]) -> str:
    """Return the tracks as they stand above their columns."""
    return "".join(f" {exactly(track, TRACK_WIDTH)}" for track in tracks)


def _titled(scene: Scene, width: int, right: str) -> Row:
    return _ruled(scene, width, [("class:title", f" {tr('Players')} ")], right)


def _ruled(scene: Scene, width: int, title: Row, right: str) -> Row:
    """Return a line with a title in it, which ends with what stands above columns."""
    line = scene.glyphs.line
    left = max(width - length(title) - columns(right) - 1, 0)
    head: Row = [("class:rule", line), *title, ("class:rule", line * left)]
    return [*head, ("class:dim", right)] if right else head


def _levels(scene: Scene, empire: int, standings: Standings) -> Row:
    """Return a player's levels in columns; those of a title's holder are marked."""
    row: Row = []
    for track, level in enumerate(standings.levels[empire]):
        leads = scene.conversation.state.leaders[track] == empire
        row.append(("class:number" if leads else "", f" {scene.glyphs.leader if leads else ' '}{level:>2}"))
    return row


def _card(scene: Scene, empire: int, standings: Standings, width: int) -> Block:
    """Return a player in two lines: levels, titles and resources, and below them the race."""
    held = sum(scene.conversation.state.players[empire].hand)
    name = width - 5 - (TRACK_WIDTH + 1) * len(standings.tracks) - 5
    return [
        [*_who(scene, empire, name), *_levels(scene, empire, standings), ("", f" {held:>4}")],
        [("", " "), *_gauges(scene, empire, standings, width - 1)],
    ]


def _above_lines(standings: Standings) -> str:
    counted = counted_resources()
    above = [exactly(f" {letter}", TRACK_WIDTH) for letter in letters(standings.races[0])]
    return f"{' ' * (3 - columns(counted))}{counted}{''.join(above)}"


def _line(scene: Scene, empire: int, standings: Standings, width: int) -> Row:
    """Return a player in one line: resources and the race, in figures at its end, under what stands above them."""
    held = sum(scene.conversation.state.players[empire].hand)
    return [
        *_who(scene, empire, width - 8 - TRACK_WIDTH * len(standings.races[empire])),
        ("", f"{held:>3}"),
        *figures(standings.races[empire], near=_near_style(scene, empire)),
    ]


def _gauges(scene: Scene, empire: int, standings: Standings, width: int) -> Row:
    return gauges(standings.races[empire], scene.glyphs, width, near=_near_style(scene, empire))


def _near_style(scene: Scene, empire: int) -> str:
    """Return the style of what is one step from winning: the player's own is no threat; nothing once all is over."""
    if scene.conversation.over:
        return ""
    return "class:good" if empire == scene.conversation.empire else "class:alarm"


def legend(scene: Scene, width: int, levels_: str, race_: str) -> str:
    """Return what the columns and signs of a pane of that width mean; for no width, those of any."""
    near = "" if scene.conversation.over else tr("{near} one step from winning.", near=NEAR)
    parts = (race_, near) if 0 < width < ROOMY else (levels_, race_, near, presences(scene.glyphs))
    return " ".join(filter(None, parts))


def signs(scene: Scene) -> str:
    """Return what the signs beside players mean where all else is said in words."""
    glyphs = scene.glyphs
    counts = tr(
        "{star} leads. {had} counts towards winning, {lacking} is still missing.",
        star=glyphs.leader,
        had=glyphs.had,
        lacking=glyphs.lacking,
    )
    return legend(scene, 0, counts, "")


def counted_resources() -> str:
    """Return the letter that stands after a number of resources."""
    return tr("{number}r", number="")


INDENT = 2


def facts(
    state: Any, place: str, width: int, standing: StandingOf, token_of: Callable[[int], int], occupied: str
) -> Block:
    """Return what is in a place and next to it.

    ``token_of`` says by which token a kind of income is called; ``occupied`` says in English, with a slot ``empire``,
    that the control marker is occupied.
    """
    board = state.board
    if place in board.provinces:
        index = board.provinces.index(place)
        stands = standing(state.provinces[index])
        return all_folded(_province(state, index, stands, income(state, index, token_of), occupied), width)
    return all_folded(_sea(state, board.seas.index(place)), width) if place in board.seas else []


def all_folded(rows: Iterable[Row], width: int) -> Block:
    """Return rows folded to a width."""
    return [line for row in rows for line in folded(row, width, INDENT)]


def _province(state: Any, index: int, stands: Standing, paid: Iterable[str], occupied: str) -> Iterator[Row]:
    board, names = state.board, sides(state)
    if stands.controller == NO_EMPIRE:
        yield [("", tr("Uncontrolled."))]
    else:
        yield emphasized(tr("Controlled by {empire}."), empire=names[stands.controller])
    built, free = [], []
    for icon, facts in enumerate(board.icons[index]):
        if stands.built >> icon & 1:
            held = tr(" (held by {empire})", empire=names[stands.occupier]) if stands.on_icons >> icon & 1 else ""
            built.append(term(facts.name) + held)
        else:
            taken = stands.on_icons >> icon & 1
            on_it = tr(" ({empire}'s legion on it)", empire=names[stands.occupier]) if taken else ""
            free.append(f"{term(facts.name)} {facts.price.cost}{on_it}")
    yield [*_label("class:good", tr("Built: ")), ("", ", ".join(built) or tr("nothing"))]
    costs = tr(" (with cost)") if free else ""
    yield [("class:dim", tr("Unbuilt: ")), ("", ", ".join(free) or tr("nothing")), ("class:dim", costs)]
    if units := "; ".join(f"{names[side]} {units_of(stands, side)}" for side in stands.present):
        yield [*(_label("class:bad", tr("At war: ")) if stands.is_at_war else []), ("class:number", units)]
    if stands.on_marker:
        yield [("class:bad", tr(occupied, empire=names[stands.occupier]))]
    if stands.pillaged:
        yield [("class:bad", tr("Pillaged, and nothing has been built here since."))]
    yield [("class:dim", tr("Pays: ")), ("", "; ".join(paid) or tr("no player"))]
    land = ", ".join(board.province_names[other] for other in bits(board.land[index])) or tr("no province")
    yield [("class:dim", tr("Borders: ")), ("", land)]
    coast = ", ".join(board.sea_names[sea] for sea in bits(board.coast[index])) or tr("none")
    yield [("class:dim", tr("Seas: ")), ("", coast)]


def _sea(state: Any, index: int) -> Iterator[Row]:
    board = state.board
    fleets = [
        f"{name} {count(number, 'trireme')}"
        for name, number in zip(empires(state), state.seas[index], strict=True)
        if number
    ]
    yield [("class:number" if fleets else "", "; ".join(fleets) or tr("No triremes."))]
    seas = ", ".join(board.sea_names[other] for other in bits(board.sea_links[index])) or tr("no sea")
    yield [("class:dim", tr("Borders: ")), ("", seas)]
    shores = ", ".join(board.province_names[other] for other in bits(board.shores[index])) or tr("none")
    yield [("class:dim", tr("Shores: ")), ("", shores)]


def _label(style: str, text: str) -> Row:
    """Return a label whose colour ends with its text."""
    return [(style, text.rstrip()), ("", " ")]


def verdict(glyphs: Glyphs, deed: str, refusal: str, later: str) -> Row:
    """Return what is forbidden and why, or what may be done only ``later``, or what may be done now."""
    if refusal:
        return [("class:bad", glyphs.barred), ("", f" {deed}"), ("class:dim", f": {refusal}")]
    if later:
        return [("class:dim", f"{glyphs.bullet} "), ("", deed), ("class:dim", f": {later}")]
    return [("class:good", glyphs.done), ("", f" {deed}")]


def refusal_of(check: Callable[[], object]) -> str:
    """Return why something is forbidden; nothing if it is not."""
    try:
        check()
    except RuleError as error:
        return translated(error)
    return ""


def income(state: Any, index: int, token_of: Callable[[int], int]) -> Iterator[str]:
    """Return what a province's buildings pay at the next collection, by who controls them."""
    board = state.board
    for empire, buildings in holdings(state.provinces[index]):
        worth = board.worths[index][buildings]
        paid = [goods(number, term(board.tokens[token_of(kind)])) for kind, number in worth.income]
        paid += [tr("1 legendary and 1 of either") if temple else tr("1 legendary") for temple in worth.legendary]
        if paid:
            yield f"{sides(state)[empire]} {', '.join(paid)}"


def for_sale(
    state: Any,
    width: int,
    head: Sequence[str],
    price: Callable[[int], str],
    told: Callable[[str], Sequence[str]],
) -> Block:
    """Return a title and a hint, and each hero or wonder with its price and what is told of it."""
    title, hint = head
    rows: Block = folded([("class:title", title)], width)
    rows += folded([("class:dim", hint)], width)
    for index in state.display:
        tile = state.board.tiles[index]
        rows += folded([("class:number", f" {typed_name(tile)}"), ("", f" {price(index)}")], width, 2)
        for text in told(tile.id):
            rows += folded([("class:dim", f"   {text}")], width)
    if not state.display:
        rows.append([("", f" {tr('none')}")])
    return rows


def hand(scene: Scene, width: int) -> Block:
    """Return the player's own resources, in as many rows as they take."""
    if scene.conversation.seat is None:
        # Before the game, players and spectators have no seat on this screen.
        return [[("class:dim", f" {tr('You are watching.')}" if scene.conversation.begun else "")]]
    state = scene.conversation.state
    if not state.seats:
        told = tr("Your {side} is dealt when the game begins.", side=tr(scene.conversation.game.rules.side))
        return folded([("class:dim", f" {told}")], width)
    player = state.players[scene.conversation.empire]
    held = spread(player.hand)
    row: Row = [("class:you", f" {empires(state)[scene.conversation.empire]}")]
    if held:
        row.append(("", tr(" holds {resources}: ", resources=count(len(held), "resource"))))
        row.append(("class:number", tokens(state, held)))
    else:
        row.append(("", tr(" holds no resources")))
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Taking) and (offered := len(frame.face_up[scene.conversation.empire])):
        row.append(("class:dim", tr("; {number} more face up", number=offered)))
    return folded(row, width)


def held(state: Any, empire: int) -> list[Held]:
    """Return the resources of an empire's hand, each kind with its number, which a page draws as cards."""
    tokens = state.board.tokens
    return [
        Held(tokens[token], term(tokens[token]), number)
        for token, number in enumerate(state.players[empire].hand)
        if number
    ]


def cards(state: Any, price: Callable[[int], str]) -> Iterator[Card]:
    """Yield the heroes and wonders of the players, and then those that can be bought, with their prices."""

    def card(index: int, note: str, owner: int = NO_EMPIRE) -> Card:
        tile = state.board.tiles[index]
        return Card(tile.id, typed_name(tile, bonus(state.board, tile)), note, owner)

    for empire, player in enumerate(state.players):
        for index in player.tiles:
            yield card(index, str(sides(state)[empire]), empire)
    for index in state.display:
        yield card(index, price(index))


def unlisted(scene: Scene, choices: Sequence[Choice]) -> str:
    """Return how many more answers there are, and where to look for the tiles among them."""
    number = len(choices) - (choices[-1].line == "done")
    tiles = sum(
        choice.line.split()[1:2] != [] and choice.line.split()[1] in scene.conversation.state.board.tile_of
        for choice in choices
    )
    if tiles:
        return tr("{number} more, heroes and wonders: {tiles} (F3)", number=number, tiles=tiles)
    return tr("{number} more", number=number)


class MarePanes(Panes, ABC):
    """What the full screen shows of a family."""

    words: MareWords
    wording: Wording
    texts: Texts
    occupied: str
    """In English, with a slot ``empire``: that the control marker is occupied."""

    hand, held, owned, drawn = staticmethod(hand), staticmethod(held), staticmethod(owned), staticmethod(drawn)
    signs, unlisted = staticmethod(signs), staticmethod(unlisted)

    @abstractmethod
    def standings(self, state: Any) -> Standings:
        """Return the counts of the players."""

    @abstractmethod
    def price(self, state: Any, empire: int, tile: int) -> str:
        """Return what a hero or wonder costs an empire, in words; NO_EMPIRE is for none."""

    @abstractmethod
    def on_sale(self, state: Any, empire: int, width: int) -> Block:
        """Return the heroes and wonders that can be bought, with their prices for an empire."""

    def token_of(self, kind: int, /) -> int:
        """Return the token by which a kind of income is called."""
        return kind

    def players(self, scene: Scene, width: int, height: int) -> Block:
        return players(scene, width, height, self.standings)

    def levels(self, scene: Scene, width: int, height: int) -> Block:
        return levels(scene, width, height, self.standings)

    def near(self, scene: Scene, width: int) -> list[Block]:
        return near_rows(scene, width, self.words.outlook(scene.conversation.state, scene.conversation.empire))

    def all_players(self, scene: Scene, width: int) -> Block:
        """Return everything that lies open about each player, and the tiles that can be bought."""
        state, rows = scene.conversation.state, all_players(scene, width, self.standings)
        return rows + self.on_sale(state, scene.conversation.empire, width) if state.seats else rows

    def cards(self, state: Any, empire: int) -> Iterator[Card]:
        return cards(state, partial(self.price, state, empire))

    def facts(self, state: Any, place: str, empire: int, width: int, glyphs: Glyphs) -> Block:
        return facts(state, place, width, self.words.standing, self.token_of, self.occupied)

    def on_table(self, scene: Scene, width: int) -> tuple[str, Block] | None:
        """Return the trade as it lies on the table; None if none is going on."""
        state = scene.conversation.state
        rows = self.of_trade(scene, state, state.stack[-1] if state.stack else None, width)
        return None if rows is None else titled(rows, width)

    def of_trade(self, scene: Scene, state: Any, frame: Any, width: int) -> Block | None:
        """Return the rows of a trade at a frame; None if it belongs to none."""
        match frame:
            case Offers(sizes):
                return offering(scene, state, sizes, self.wording, self.texts)
            case Taking():
                return taking(scene, state, frame, width, self.texts)
            case Compensation():
                return compensating(state, frame, self.texts)
        return None
