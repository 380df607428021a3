"""The panes that are always there: status, players, hand, the question, the keys."""

from __future__ import annotations

import re
from typing import NamedTuple

from cli.i18n.texts import both, marked, tr, translated
from cli.ui.screen.rows import Block, Fragment, Row, Size, block, fitted, folded, length, titled
from cli.ui.screen.scene import Page, Scene
from cli.ui.text.cells import columns

_EXAMPLE = re.compile(r"(: | \()[“„«][^”»]*[”»]\)?\.$")
"""The example at the end of a question, in the quotation marks of any language: here the answers are listed."""


def status(scene: Scene, width: int) -> Row:
    """Return the first line: where the game stands, who is waited for, and what the mark of what is not final means."""
    left = f" mare {scene.glyphs.bullet} {scene.view.words.moment(scene.state)}" if scene.begun else " mare"
    turn = whose_turn(scene)
    if scene.elapsed and not scene.over and scene.begun and not scene.pause:
        turn = f"{turn} ({scene.elapsed})"
    right = f"{turn} "
    if columns(left) + columns(right) + 1 > width:
        return fitted([("class:status", right or left)], width)
    gap = width - columns(left) - columns(right)
    style = "class:status class:asked" if scene.plan is not None else "class:status"
    mark = unsettled(scene)
    if columns(mark) + 2 > gap:
        mark = ""
    before = (gap - columns(mark)) // 2
    return [(style, f"{left}{' ' * before}{mark}{' ' * (gap - before - columns(mark))}{right}")]


def whose_turn(scene: Scene) -> str:
    """Return who is waited for, in a few words."""
    if scene.over:
        return scene.over
    if scene.plan is not None:
        return _your_turn(scene)
    if scene.pause:
        return scene.lesson
    if not scene.begun:
        return tr("setting up the table")
    if scene.seat in scene.resigned():
        return tr("you have resigned")
    if scene.seat in scene.automatic():
        return tr("the autopilot plays for you: “back”")
    if scene.played_for():
        return tr("a bot plays for you: “stop”")
    waited = scene.waited()
    if scene.seat in waited:
        return _your_turn(scene)
    if not waited:
        return tr("waiting for the dice")
    return tr("waiting for {empires}", empires=both([scene.side(seat) for seat in waited]))


def _your_turn(scene: Scene) -> str:
    return f"{scene.glyphs.here} {tr('Your turn: {empire}', empire=scene.side(scene.seat or 0))}"


def mark(scene: Scene, seat: int) -> Fragment:
    """Return whether a seat is waited for, or has committed to its offer."""
    if seat in scene.committed:
        return ("class:good", scene.glyphs.done)
    if scene.plan is not None:
        return ("class:asked", scene.glyphs.here) if seat == scene.seat else ("", " ")
    return ("class:asked", scene.glyphs.here) if seat in scene.waited() and not scene.over else ("", " ")


def presence(scene: Scene, seat: int) -> str:
    """Return a sign of whether who plays a seat is there, cannot be reached, or is played for by the autopilot."""
    if seat in scene.automatic():
        return scene.glyphs.automatic
    return scene.glyphs.away if seat in scene.unreached() and not scene.over else scene.glyphs.present


# ---------------------------------------------------------------------- what is staged


def staged(scene: Scene, size: Size) -> Block:
    """Return the steps that are staged and not signed."""
    if scene.plan is None or not scene.plan.steps:
        return block([], size)
    steps = list(enumerate(staged_steps(scene), start=1))
    head: Row = [("class:staged", tr("Staged, not signed ({number}): ", number=len(steps)))]
    # The newest steps show, and as many before them as there is room for.
    for first in range(len(steps)):
        row = list(head) if not first else [*head, ("class:dim", f"{scene.glyphs.more} ")]
        for number, step in steps[first:]:
            row += [("class:number", f"{number} "), ("class:staged", step), ("", "  ")]
        rows = folded(row, size.width - 1, 2)
        if len(rows) <= size.height:
            break
    if len(rows) > size.height > 0:
        # Not even the newest has room: it is told in full at the end of the log.
        rows[size.height - 1] = [*rows[size.height - 1][:-1], ("class:dim", f" {scene.glyphs.more}")]
    return block([[("", " "), *line] for line in rows], size)


def staged_steps(scene: Scene) -> list[str]:
    """Return the steps that are staged, as they are shown."""
    return (
        [scene.view.answering.in_short(scene.state.board, step) for step in scene.plan.steps]
        if scene.plan is not None
        else []
    )


# ---------------------------------------------------------------------- the question


def question(scene: Scene, size: Size) -> Block:
    """Return what is asked, and by which rule, in as many rows as there are."""
    line = scene.glyphs.line
    text = asked(scene)
    if size.height < 2 and columns(text) + 4 <= size.width:
        return [titled(text, size.width, line)]
    rows = folded([("class:title", text)], size.width - 4)
    head = titled("".join([part for _, part in rows[0]]), size.width, line)
    return [head, *block([[("", "  "), *row] for row in rows[1:]], Size(size.width, size.height - 1))]


def unsettled(scene: Scene) -> str:
    """Return the meaning of the mark of steps that are not final, if a line on the screen has it."""
    last = next((line.step for line in reversed(scene.story.lines) if line.step), 0)
    return tr("{mark} = not final yet", mark=scene.glyphs.tentative) if last > scene.final() else ""


def asked(scene: Scene) -> str:
    """Return the question in a sentence, with its rule; else who is waited for; while one walks, the place."""
    if scene.on_map and scene.selected:
        return scene.view.words.place_name(scene.state, scene.selected)
    if scene.reports:
        return scene.reports[0].title
    if scene.plan is None:
        return (not scene.over and scene.played_for()) or whose_turn(scene)
    if not scene.plan.is_open:
        return tr("Signing your answers")
    prompt, _ = scene.plan.question()
    return f"{prompt.rule} {scene.glyphs.bullet} {_EXAMPLE.sub('.', translated(prompt.sentence))}"


class Key(NamedTuple):
    """A key and what it does; of those that have no room, the ones of the highest rank go first, and rank 0 never."""

    name: str
    deed: str
    rank: int = 0


def keys(scene: Scene, width: int) -> Row:
    """Return the last line: what the keys do now; closer together, or without the least needed, where it is short."""
    shown = [*_keys_here(scene), *KEYS_ALWAYS]
    row = _spelled(shown, " ")
    while length(row) > width:
        row = _spelled(shown, "")
        worst = max([key.rank for key in shown])
        if length(row) <= width or not worst:
            break
        shown.remove(next(key for key in shown if key.rank == worst))
    return fitted(row, width)


def _spelled(shown: list[Key], margin: str) -> Row:
    row: Row = []
    for key in shown:
        row += [
            ("class:key", f"{margin}{tr(key.name)}{margin}"),
            ("", f" {tr(key.deed)} " if not margin else f"{tr(key.deed)} "),
        ]
    return row


# The names of keys are as they stand on them, and are not translated.
KEYS_ALWAYS = (
    Key("F1", marked("help")),
    Key("F3", marked("players"), 4),
    Key("F4", marked("log"), 3),
    Key("F6", marked("rule")),
    Key("^C", marked("leave")),
)


def _keys_here(scene: Scene) -> list[Key]:
    """Return the keys that have to do with what is shown and asked."""
    arrows = bool(scene.glyphs.dice[0])
    answer = [Key("↑↓" if arrows else marked("up/down"), marked("choose")), Key("Enter", marked("take"))]
    if scene.over and not scene.on_map:
        again = [Key("rematch", marked("play again"), 1)] if scene.pause else []
        page = [Key("Esc", marked("map")), Key("PgUp PgDn", marked("scroll"), 2)]
        return [Key("Enter", marked("close")), *again, *(page if scene.page is not Page.BOARD else [])]
    if scene.on_map:
        return [
            Key(marked("arrows"), marked("walk")),
            Key("Enter", marked("what to do here")),
            Key("+ -", marked("zoom"), 5),
            Key("Esc", marked("back")),
        ]
    if scene.page is not Page.BOARD:
        covers_lesson = bool(scene.lesson) and (scene.page, scene.text_title) != (Page.TEXT, scene.lesson)
        back = marked("lesson") if covers_lesson else marked("map")
        known = [Key("Esc", marked("clear") if scene.clears else back), Key("PgUp PgDn", marked("scroll"))]
        if scene.page is Page.LOG:
            known[1:1] = [
                Key("↑↓" if arrows else marked("up/down"), marked("go through"), 2),
                *([Key("Enter", marked("show on the map"))] if scene.entry and scene.chooses_entries else []),
            ]
            known += [
                Key(marked("log WORDS"), marked("filter"), 5),
                Key(marked("entry N"), marked("signed entry"), 6),
            ]
        if scene.reports or (scene.pause and not scene.over):
            return [Key("Enter", marked("go on")), *known]
        return [*answer, *known] if scene.lesson and scene.plan is not None else known
    known = [Key("F2", marked("lesson"))] if scene.lesson else []
    if scene.reports:
        return [Key("Enter", marked("go on")), Key("PgUp PgDn", marked("scroll"), 2)]
    if scene.plan is None and scene.played_for():
        known += [Key("stop", marked("play for yourself"), 1)]
    if scene.plan is None:
        return [*known, Key(marked("arrows"), marked("map"), 2), Key("PgUp", marked("log"), 5)]
    known += [*answer, Key("Tab", marked("complete"), 6)]
    known += [Key("F7", marked("hint"), 4)] if scene.hints else []
    if scene.plan.steps:
        known += [Key("^Z", marked("take back"), 1), Key("F10", marked("sign"))]
    if scene.line:
        return [*known, Key("Esc", marked("clear"), 2)]
    return [*known, Key("←→" if arrows else marked("arrows"), marked("map"), 2)]
