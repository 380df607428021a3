"""The panes of the full screen: players and their powers, hands, a location."""

from __future__ import annotations

from collections.abc import Sequence

from cli.i18n.texts import count, tr
from cli.sword.map import HOLDERS, units_on_map
from cli.sword.words import WORDS, head_lines, power
from cli.ui.screen.look import Glyphs
from cli.ui.screen.panes import mark, presence, presences
from cli.ui.screen.rows import Block, Row, folded
from cli.ui.screen.scene import Scene
from cli.ui.text.cells import cut, exactly
from cli.ui.view import Choice, Panes
from core.engine.state import NO_EMPIRE
from core.sword.state import State

FIGURES_WIDTH = 13
"""Columns of the points, the cards and the CU of a power."""

NAME_WIDTH = 11
"""Columns of a power's name, at least, beside the name of its player."""


def _power(scene: Scene, side: int, one: int, is_first: bool, width: int) -> Row:
    """Return a power in a row; the first of a player has the mark of the turn and the player's name."""
    state = scene.conversation.state
    seat, own, badge = state.seats[side], state.powers[one], HOLDERS[one]
    name = power(one, state.board)
    room = width - FIGURES_WIDTH - 6
    if is_first and room > NAME_WIDTH + 3:
        person = scene.conversation.names.get(seat, "")
        name = f"{exactly(name, NAME_WIDTH)} {cut(person, room - NAME_WIDTH - 1)}"
    return [
        mark(scene, seat) if is_first else ("", " "),
        (f"class:map-swatch-{badge.ink}", " "),
        (f"class:map-badge-{badge.ink}", badge.letter),
        ("class:you" if seat == scene.conversation.seat else "", f" {exactly(name, room)}"),
        ("", presence(scene, seat) if is_first else " "),
        ("", f" {own.points:>3} {own.hand:>3} {units_on_map(state, one):>3}"),
    ]


def _paragraph(scene: Scene, side: int, one: int, is_first: bool, width: int) -> Block:
    """Return a power with its figures in words; the first of a player has the mark of the turn and presence."""
    state = scene.conversation.state
    seat, own, badge = state.seats[side], state.powers[one], HOLDERS[one]
    person = scene.conversation.names.get(seat, "")
    told = tr(
        "{points}, {cards} in hand, {units} CU on the map",
        points=count(own.points, "point"),
        cards=count(own.hand, "card"),
        units=units_on_map(state, one),
    )
    head: Row = [
        mark(scene, seat) if is_first else ("", " "),
        (f"class:map-swatch-{badge.ink}", " "),
        (f"class:map-badge-{badge.ink}", badge.letter),
        ("class:you" if seat == scene.conversation.seat else "", f" {power(one, state.board)} ({person})"),
        ("", f" {presence(scene, seat)}" if is_first else ""),
    ]
    return [row for one in (head, [("", f"   {told}")]) for row in folded(one, width, 3)]


class SwordPanes(Panes):
    """What the full screen shows; the owners have the cards, and the rules of who may do what."""

    def players(self, scene: Scene, width: int, height: int) -> Block:
        """Return all powers that players have, under a title: who has them, points, cards and CU.

        In a high pane these are words, else figures in columns.
        """
        state = scene.conversation.state
        shown = [(side, one, one == powers[0]) for side, powers in enumerate(state.board.seated) for one in powers]
        has_room = height > 3 * len(shown)
        title: Row = [
            ("class:rule", scene.glyphs.line),
            ("class:title", f" {tr('Players')} "),
        ]
        # TRANSLATORS: the headings of three columns of 4 columns each at most: points, cards, combat units
        heads = f"{exactly(tr('pts'), 4)} {exactly(tr('crd'), 3)} {exactly(tr('CU'), 3)}"
        above = heads if state.seats and not has_room else ""
        left = max(width - sum(len(text) for _, text in title) - len(above) - 1, 0)
        rows: Block = [[*title, ("class:rule", scene.glyphs.line * left), ("class:dim", above)]]
        if not state.seats:
            return [*rows, *([("", f" {name}")] for _, name in sorted(scene.conversation.names.items()))]
        if has_room:
            return [*rows, *(row for each in shown for row in _paragraph(scene, *each, width))]
        return [*rows, *(_power(scene, *each, width) for each in shown)]

    def near(self, scene: Scene, width: int) -> list[Block]:
        """Return who has this turn's number of points, or lacks one."""
        return [
            folded([("class:number", f" {line}")], width) for line in WORDS.near(scene.conversation.state, NO_EMPIRE)
        ]

    def all_players(self, scene: Scene, width: int) -> Block:
        """Return the page of the players, below what lies beside the map."""
        state, names = scene.conversation.state, scene.conversation.names
        lines = head_lines(state)
        for side in range(len(state.board.empires)):
            seat = state.seats[side] if state.seats else side
            lines += ["", *WORDS.player_lines(state, side, names.get(seat, ""), own=seat == scene.conversation.seat)]
        return [row for line in lines for row in folded([("", line)], width, 4)]

    def legend(self, scene: Scene, width: int = 0) -> str:
        return tr("points, cards in hand, CU on the map")

    def signs(self, scene: Scene) -> str:
        return presences(scene.glyphs)

    def hand(self, scene: Scene, width: int) -> Block:
        conversation = scene.conversation
        if conversation.empire == NO_EMPIRE:
            return []
        return folded([("", f" {WORDS.hand(conversation.state, conversation.empire)}")], width, 1)

    def facts(self, state: State, place: str, empire: int, width: int, glyphs: Glyphs) -> Block:
        return [row for line in WORDS.place_lines(state, place) for row in folded([("", line)], width, 2)]

    def unlisted(self, scene: Scene, choices: Sequence[Choice]) -> str:
        return tr("{number} more: type their first letters", number=len(choices))
