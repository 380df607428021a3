"""What a page shows of a conversation: its scene as parts, values of JSON each under a key.

The page draws nothing and decides nothing by itself. Texts come in *rows* of fragments, as on the full screen: each
has a class of style and a text. Drawings are SVG of our own making.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from cli.i18n.texts import term, tr, translated
from cli.table_game import edition_by
from cli.ui.browser.words import COURSE
from cli.ui.conversation.story import Line, heading
from cli.ui.map.geography import Point
from cli.ui.map.view import Stake
from cli.ui.picture import tags
from cli.ui.picture.page import arrow, mark
from cli.ui.picture.svg import chart, land_class, spots
from cli.ui.picture.tags import drawn
from cli.ui.screen import face, panes
from cli.ui.screen.rows import Block, Row
from cli.ui.screen.scene import Page, Scene
from cli.ui.text.names import called, empire_name
from cli.ui.view import Choice
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from p2p import Phase

ENDLESS = 4000
"""Columns of a row that the browser folds by itself."""

PARAGRAPHS = 100
"""Rows with which a pane has room for paragraphs."""

TOLD = 400
"""Lines of the story that a page has."""

Json = Any


class Scenery:
    """The parts of one conversation's scene, with what need not be drawn anew each time."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._chart: tuple[object, Json] = (None, None)
        self._asked: tuple[object, frozenset[str], dict[str, str]] = (None, frozenset(), {})
        self._lines: dict[int, Json] = {}
        self._told_of: dict[str, list[str]] = {}

    def parts(self) -> dict[str, Json]:
        """Return all that a page shows."""
        scene = self.scene
        return {
            "status": _status(scene),
            "goal": translated(scene.conversation.view.words.goal(scene.conversation.state.board)),
            "question": _question(scene),
            "line": scene.draft.line,
            "choices": self._choices(),
            "advice": _advice(scene),
            "staged": [_placed(scene, step) for step in panes.staged_steps(scene)],
            "panel": _panel(scene),
            "place": _place(scene),
            **_table(scene),
            **self._cards(),
            **({} if scene.conversation.returning else self._map()),
            **self._story(),
        }

    def _choices(self) -> list[Json]:
        """Return the choices, those of heroes and wonders with what they are good for."""
        scene = self.scene
        state, typed = scene.conversation.state, set(scene.draft.line.split())
        tiles = {card.word for card in scene.conversation.view.panes.cards(state, scene.conversation.empire)}
        found = []
        for number, choice in enumerate(scene.draft.choices):
            new = [word for word in choice.line.split() if word in tiles and word not in typed]
            found.append(_choice(scene, choice, number) | {"card": self._good_for(new[0]) if new else []})
        return found

    def _cards(self) -> dict[str, Json]:
        """Return what the player holds, and the heroes and wonders."""
        scene = self.scene
        state, empire = scene.conversation.state, scene.conversation.empire
        if not state.seats or scene.conversation.returning:
            return {"goods": [], "cards": []}
        sides = scene.conversation.view.map.sides(state.board)
        view, (_, lines) = scene.conversation.view.panes, self._ways()
        return {
            "goods": [one._asdict() for one in view.held(state, empire)] if empire != NO_EMPIRE else [],
            "cards": [
                {
                    "name": card.name,
                    "note": card.note,
                    "ink": sides[card.owner].ink if card.owner != NO_EMPIRE else "",
                    "told": self._good_for(card.word),
                    "line": lines.get(card.word, ""),
                }
                for card in view.cards(state, empire)
            ],
        }

    def _good_for(self, word: str) -> list[str]:
        """Return what a hero or wonder is good for, without its name, which stands above it."""
        if word not in self._told_of:
            told = self.scene.conversation.view.answering.preview_of_words(self.scene.conversation.state, word)
            self._told_of[word] = [text.partition(": ")[2] or text for text in told]
        return self._told_of[word]

    def _map(self) -> dict[str, Json]:
        """Return the chart, each place on it, what would change by what is staged or typed, and where to go on."""
        scene = self.scene
        state, foreseen = panes.prospect(scene)
        shown, lit = scene.conversation.view.map.scene(state), self._lit_places()
        anchors = {place.id: place.anchor for place in shown.atlas.places}
        tops = {place.id: top for place, top in spots(shown)} if foreseen.stakes else {}
        ways = [arrow(course, side, anchors) for course, side in foreseen.courses]
        return {
            "chart": self._charted(),
            "arrows": "".join([*ways, *(_stake(stake, tops[stake.place]) for stake in foreseen.stakes)]),
            **{
                f"place:{place.id}": {
                    "name": place.name,
                    "ground": land_class(shown, place) + ("" if shown.atlas.lines else " box"),
                    "tag": drawn(shown.tag(place)),
                    "words": _of_goods(
                        " ".join(" ".join(scene.conversation.view.words.place_lines(state, place.id)).split())
                    ),
                    "lit": place.id in lit,
                }
                for place in shown.atlas.places
            },
        }

    def _charted(self) -> Json:
        """Return the chart of the board, on which the parts of the places are put in place of its own."""
        scene, board = self.scene, self.scene.conversation.game.state.board
        if self._chart[0] is not board:
            atlas = scene.conversation.view.map.atlas(board)
            svg = chart(
                edition_by(scene.conversation.game).title,
                scene.conversation.view.map,
                scene.conversation.game.state,
                "",
            )
            self._chart = (board, {"svg": svg, "width": atlas.width, "height": atlas.height})
        return self._chart[1]

    def _lit_places(self) -> frozenset[str]:
        """Return the places with which the line can go on; of an empty line, those that have any answer."""
        scene, (places, _) = self.scene, self._ways()
        if self._is_open and scene.draft.line.strip() and not scene.draft.is_command:
            return frozenset(place for choice in scene.draft.choices for place in named(scene, choice))
        return places

    @property
    def _is_open(self) -> bool:
        plan = self.scene.draft.plan
        return plan is not None and plan.is_open and not self.scene.conversation.reports

    def _ways(self) -> tuple[frozenset[str], dict[str, str]]:
        """Return the places that have any answer, and by the word of a hero or wonder the line that begins with it."""
        scene, plan = self.scene, self.scene.draft.plan
        if plan is None or not self._is_open:
            return frozenset(), {}
        asked = (plan, tuple(plan.steps))
        if self._asked[0] != asked:
            ways = scene.conversation.view.answering.ways(plan.game, plan.seat, plan.question()[1])
            board = scene.conversation.state.board
            places = frozenset(place for place in (*board.provinces, *board.seas) if ways.at(place))
            self._asked = asked, places, {choice.line.split()[-1]: choice.line for choice in ways.after("")}
        return self._asked[1:]

    def _story(self) -> dict[str, Json]:
        """Return the newest lines of the story, each as a part."""
        lines = list(self.scene.conversation.story.lines)[-TOLD:]
        self._lines = {line.number: self._lines.get(line.number) or _told(self.scene, line) for line in lines}
        final = self.scene.conversation.final()
        unsettled = [line.number for line in lines if line.step > final]
        return {"unsettled": unsettled} | {f"line:{number}": told for number, told in self._lines.items()}


def named(scene: Scene, choice: Choice) -> list[str]:
    """Return the places that a choice names and the line does not."""
    board, typed = scene.conversation.state.board, set(scene.draft.line.split())
    return [
        word for word in choice.line.split() if word not in typed and (word in board.provinces or word in board.seas)
    ]


def _status(scene: Scene) -> Json:
    return {
        "moment": scene.conversation.view.words.moment(scene.conversation.state) if scene.conversation.begun else "",
        "turn": panes.whose_turn(scene),
        "elapsed": scene.conversation.elapsed
        if scene.conversation.begun and not scene.conversation.over and not scene.conversation.pause
        else "",
        "unsettled": panes.unsettled(scene),
        "plays": scene.conversation.seat is not None,
        "over": bool(scene.conversation.over),
        "lesson": bool(scene.conversation.lesson),
    }


def _question(scene: Scene) -> Json:
    """Return what is asked, and what goes on in a pause; ``then`` are the lines that a button types in a pause."""
    plan = scene.draft.plan
    prompt = plan.question()[0] if plan is not None and plan.is_open else None
    then: list[tuple[str, str]] = []
    told = ""
    if scene.conversation.reports or (scene.conversation.pause and not scene.conversation.over):
        then = [("", tr("Go on"))]
    elif scene.conversation.over:
        then = [("", tr("Close the table")), *([("rematch", tr("Play again"))] if scene.conversation.pause else [])]
        told = scene.conversation.pause or scene.conversation.closing
    elif plan is None:
        then, told = _meanwhile(scene)
    return {
        "asked": plan is not None,
        "text": panes.asked(scene).removeprefix(f"{prompt.rule} {scene.glyphs.bullet} " if prompt is not None else ""),
        "rule": prompt.rule if prompt is not None else "",
        "then": then,
        "told": told,
        "hints": prompt is not None and scene.conversation.allows_hints,
        "warning": scene.conversation.view.words.warning(scene.conversation.state)
        if prompt is not None and not scene.draft.line
        else "",
    }


def _meanwhile(scene: Scene) -> tuple[list[tuple[str, str]], str]:
    """Return what can be done while the player is not asked: the lines with what they do, and what is told besides.

    A line ends that another plays for the player, or proposes the autopilot for one who is waited for and away.
    """
    conversation = scene.conversation
    session = conversation.session
    if conversation.played_for():
        return [("stop", tr("Play myself again"))], ""
    if session is None or session.me is None or session.phase is not Phase.PLAYING:
        return [], ""
    if "absent" not in conversation.commands:
        return [], ""
    if session.me in session.log.absent:
        return ([] if session.me in session.log.resigned else [("back", tr("Play myself again"))]), ""
    away = dict.fromkeys(session.charter.seats[seat].player for seat in conversation.unreached())
    missed = [player for player in away if player in session.awaited and player not in session.log.absent]
    if missed and (told := conversation.too_few()):
        return [], told
    names = [(player, called(session.charter, player)) for player in missed if player != session.me]
    return [
        (f"absent {player + 1}", tr("Propose that the autopilot plays for {name}", name=name)) for player, name in names
    ], ""


def _choice(scene: Scene, choice: Choice, number: int) -> Json:
    return {
        "line": choice.line,
        "shown": _placed(scene, choice.shown),
        "note": _placed(scene, choice.note),
        "meaning": choice.meaning,
        "alarm": choice.alarm,
        "alike": choice.alike,
        "whole": choice.whole,
        "marked": number == scene.draft.chosen,
    }


def _advice(scene: Scene) -> Json:
    """Return why a line is refused, what it would lead to, and what else there is to say on it."""
    why = (
        ""
        if scene.draft.why in scene.conversation.notes
        or scene.conversation.refusal
        or scene.draft.chosen >= 0
        or scene.draft.choices
        else scene.draft.why
    )
    return {
        "refusal": _placed(scene, scene.conversation.refusal),
        "notes": [_placed(scene, note) for note in scene.conversation.notes],
        "preview": [_placed(scene, text) for text in scene.draft.preview],
        "legal": scene.draft.legal,
        "why": _placed(scene, why if scene.draft.line.strip() and not scene.draft.is_command else ""),
    }


def _table(scene: Scene) -> dict[str, Json]:
    """Return the players, the hand, who is about to win, votes, and what lies on the table."""
    view = scene.conversation.view.panes
    seated, shows = bool(scene.conversation.state.seats), not scene.conversation.returning
    on_table = view.on_table(scene, ENDLESS) if seated and shows else None
    digest = (
        scene.conversation.digest.sides
        if scene.conversation.digest.told == scene.conversation.story.told and scene.draft.plan is not None
        else ()
    )
    return {
        "players": _rows(scene, view.players(scene, ENDLESS, PARAGRAPHS)[1:]) if shows else [],
        "signs": view.signs(scene) if seated and shows else "",
        "hand": _rows(scene, view.hand(scene, ENDLESS))
        if seated and shows and scene.conversation.seat is not None
        else [],
        "near": _rows(scene, [row for block in view.near(scene, ENDLESS) for row in block]) if seated else [],
        "others": _others(scene),
        "talks": "say" in scene.conversation.commands,
        "votes": [{"told": _worded(scene, told), "answer": answer} for told, answer in scene.conversation.votes()],
        "possible": [[word, tr(COURSE[word])] for word in scene.conversation.possible()],
        "ontable": {"title": on_table[0], "rows": _rows(scene, on_table[1])} if on_table is not None else None,
        "digest": [{"ink": ink, "name": name, "text": _worded(scene, text)} for ink, name, text in digest],
    }


def _others(scene: Scene) -> list[list[str]]:
    """Return the other players, each by the word with which one tells them something, and by name."""
    conversation = scene.conversation
    state = conversation.state
    if not state.seats or "tell" not in conversation.commands:
        return []
    return [
        [empire_name(state, seat), f"{conversation.side(seat)} ({name})"]
        for seat, name in sorted(conversation.names.items())
        if seat != conversation.seat
    ]


def _panel(scene: Scene) -> Json:
    """Return the page that is open: a report, a rule, the help, the players, the words of a lesson."""
    if scene.conversation.reports:
        rows = panes.report(scene, ENDLESS)[:-1]
        return {
            "title": scene.conversation.reports[0].title,
            "rows": _rows(scene, rows),
            "closes": False,
            "kind": "report",
        }
    if scene.page is Page.BOARD:
        return None
    title, rows = face.page(scene, ENDLESS)
    kind = "lesson" if scene.conversation.lesson and title == scene.conversation.lesson else scene.page.value
    shown = _rows(scene, rows)
    if kind == "lesson":
        shown = [[[classes, _placed(scene, text)] for classes, text in row] for row in shown]
    return {"title": title, "rows": shown, "closes": True, "kind": kind, "marks": _marks(scene)}


def _marks(scene: Scene) -> list[Json]:
    """Return the marks of the map with what they mean, for the help."""
    if scene.page is not Page.HELP:
        return []
    view, board = scene.conversation.view.map, scene.conversation.state.board
    return [{"drawing": mark(row), "meaning": translated(meaning)} for row, meaning in view.meanings(board)]


def _place(scene: Scene) -> Json:
    """Return what there is in the place that is looked at, and who may do what there."""
    if not scene.selected or scene.conversation.returning:
        return None
    where = scene.conversation.state, scene.selected, scene.conversation.empire, ENDLESS, scene.glyphs
    facts = [[(style, _of_goods(text)) for style, text in row] for row in scene.conversation.view.panes.facts(*where)]
    told = [*facts, *scene.conversation.view.panes.rights(*where)]
    title = scene.conversation.view.words.place_name(scene.conversation.state, scene.selected)
    return {"id": scene.selected, "title": title, "rows": _rows(scene, told)}


def _stake(stake: Stake, spot: Point) -> str:
    """Return the odds of a battle, above what stands at the place where it would be fought."""
    x, y = spot
    width = tags.breadth("number", stake.chance) + 14
    return (
        f'<g class="stake" transform="translate({x:g} {y - 10:g})"><rect x="{-width / 2:g}" y="-11" width="{width:g}"'
        f' height="20" rx="6"/><text text-anchor="middle" y="4">{escape(stake.chance)}</text></g>'
    )


def _told(scene: Scene, line: Line) -> Json:
    """Return a line of the story, with its round and phase."""
    words = scene.conversation.view.words
    row = scene.story.row(line, scene.glyphs)
    fields = line.text.fields if line.event is not None and isinstance(line.text, Message) else {}
    return {
        "heading": heading(words, line, scene.glyphs.bullet),
        "row": _rows(scene, [row])[0],
        "talk": line.talk,
        "own": line.talk == tr("You"),
        "time": line.time,
        "step": line.step,
        "place": words.place_in(scene.conversation.state.board, fields),
    }


def _rows(scene: Scene, block: Block) -> list[list[list[str]]]:
    """Return rows of fragments, each with the names of its classes and its text; the spaces at their ends are gone."""
    return [_row(scene, row) for row in block]


def _row(scene: Scene, row: Row) -> list[list[str]]:
    found = [[_classes(style), _worded(scene, text)] for style, text in row if text]
    if found:
        found[-1][1] = found[-1][1].rstrip()
    return found


def _classes(style: str) -> str:
    """Return the classes of a style as the page calls them, so that none is one of the drawing's."""
    return " ".join(f"r-{part.removeprefix('class:')}" for part in style.split() if part.startswith("class:"))


def _worded(scene: Scene, text: str) -> str:
    """Return a text in which no name is an identifier of the notation."""
    return scene.conversation.view.answering.in_words(scene.conversation.state.board, text) if "_" in text else text


def _placed(scene: Scene, text: str) -> str:
    """Return a text in which no place, no empire and no name is an identifier of the notation."""
    board = scene.conversation.state.board
    names = scene.conversation.view.answering.names(board)
    names |= {place.id: place.name for place in scene.conversation.view.map.atlas(board).places}
    worded = re.sub(r"(?<!\w)[a-z_]+(?!\w)", lambda word: names.get(word[0], word[0]), _worded(scene, text))
    return _of_goods(worded)


def _of_goods(text: str) -> str:
    """Return a text with a caravan's commodity in brackets, not as in the notation."""
    return re.sub(rf"(?<!\w)(caravan|{re.escape(term('caravan'))}):(\w+)", r"\1 (\2)", text)
