"""The pane of the answers: each way to go on with its meaning and a note, as far as there is room."""

from __future__ import annotations

from cli.i18n.texts import begun, tr
from cli.ui.screen import report
from cli.ui.screen.panes import whose_turn
from cli.ui.screen.rows import Block, Row, Size, block, fitted, folded, length, scrolled
from cli.ui.screen.scene import Choice, Scene
from cli.ui.text.cells import columns
from cli.ui.text.help import SETTING_UP


def choices(scene: Scene, size: Size) -> Block:
    """Return the ways to go on, the chosen one marked and told in full; scrolled so that it shows."""
    if scene.reports:
        return scrolled(report.rows(scene, size.width), size, scene.below, scene.glyphs.more)
    if scene.plan is None:
        return block(_idle(scene, size.width), size)
    if scene.choices:
        return block([row for _, row in _listed(scene, size)], size)
    text = tr("Enter gives this answer.") if scene.legal else ""
    if scene.is_command:
        text = tr("Enter does that.")
    elif scene.line.strip() and not scene.legal and not scene.refusal:
        why = "" if scene.why in scene.notes else scene.why
        text = tr("That is no legal answer. {reason}", reason=why).rstrip()
    return block([[("", " "), *row] for row in folded([("class:dim", text)], size.width - 1)], size)


def choice_at(scene: Scene, size: Size, y: int) -> int | None:
    """Return the number of the choice in a row of their pane, if one stands there."""
    listed_ = _listed(scene, size) if scene.plan is not None and scene.choices else []
    return listed_[y][0] if y < len(listed_) else None


def _listed(scene: Scene, size: Size) -> list[tuple[int | None, Row]]:
    """Return the rows of the choices that there is room for, each with the number of its choice."""
    found = scene.choices
    shown = min(max(max(columns(choice.shown) for choice in found) + 3, 12), size.width * 6 // 10)
    told = [_choice(scene, number, choice, shown, size.width) for number, choice in enumerate(found)]
    _unfold(scene, told, shown, size)
    rows: list[tuple[int | None, Row]] = []
    marked_rows = range(0)
    for number, lines in enumerate(told):
        if number == scene.chosen:
            marked_rows = range(len(rows), len(rows) + len(lines))
        rows += [(number, row) for row in lines]
    first = max(0, min(marked_rows.start - size.height // 2, len(rows) - size.height))
    if first + size.height >= len(rows) or size.height <= 2:
        return rows[first:][: size.height]
    # The way out always shows, and so does all of the marked one.
    last = rows[-1:] if found[-1].line == "done" else []
    room = size.height - 1 - len(last)
    first = max(first, min(marked_rows.stop - room, marked_rows.start))
    seen = rows[first : first + room]
    more = len(found) - 1 - max(number for number, _ in seen if number is not None) - len(last)
    if more <= 0:
        return rows[-size.height :]
    return [
        *seen,
        (
            None,
            [("class:dim", f"  {scene.glyphs.more} {scene.view.panes.unlisted(scene, found[-more - len(last) :])}")],
        ),
        *last,
    ]


def _choice(scene: Scene, number: int, choice: Choice, shown: int, width: int) -> Block:
    """Return a choice in a row, whose meaning gives way first, then the note; the chosen one takes all it needs."""
    answer, meaning, note = _parts(scene, number, choice)
    if number == scene.chosen and length([*answer, *meaning, *note]) > width:
        return _whole(scene, number, choice, shown, width)
    if choice.note and length([*answer, *meaning, *note]) > width:
        meaning = []
    # The column of the answers is narrower where the note would be cut only because of that.
    room = width - length(meaning) - length(note)
    column = max(min(shown, room) if length(answer) <= room else shown, length(answer))
    return [fitted([*fitted(answer, column), *meaning, *note], width, scene.glyphs.more)]


def _parts(scene: Scene, number: int, choice: Choice) -> tuple[Row, Row, Row]:
    """Return the answer with its mark, its meaning and its note."""
    chosen = number == scene.chosen
    mark = scene.glyphs.here if chosen else " "
    goes_on = "" if choice.whole else f" {scene.glyphs.more}"
    alarm: Row = [("", " "), ("class:alarm", choice.alarm)] if choice.alarm else []
    return (
        [("class:chosen" if chosen else "", f"{mark}{choice.shown}{goes_on}")],
        [("", f" ({choice.meaning})" if choice.meaning else "")],
        [*alarm, ("class:dim", f" {choice.note}" if choice.note else "")],
    )


def _whole(scene: Scene, number: int, choice: Choice, shown: int, width: int) -> Block:
    """Return a whole choice in as many rows as it takes; its note is beside the answer if that is short."""
    answer, meaning, note = _parts(scene, number, choice)
    if max(shown, length(answer)) > width // 3:
        return [fitted(line, width) for line in folded([*answer, *meaning, *note], width, 3)]
    rows = folded([*meaning, *note], width - shown, 1)
    return [fitted([*fitted(answer if not line else [], shown), *row], width) for line, row in enumerate(rows)]


def _unfold(scene: Scene, told: list[Block], shown: int, size: Size) -> None:
    """Tell in full what was cut, as long as there are rows to spare."""
    spare = size.height - sum(map(len, told))
    for number, choice in enumerate(scene.choices):
        if sum(map(length, _parts(scene, number, choice))) <= size.width:
            continue
        whole = _whole(scene, number, choice, shown, size.width)
        more = len(whole) - len(told[number])
        if more <= spare:
            told[number], spare = whole, spare - more


def _idle(scene: Scene, width: int) -> Block:
    """Return what to do while one is asked nothing."""
    if scene.over:
        then = scene.pause or scene.closing or tr("Enter closes this screen.")
        return [*folded([("class:number", f" {scene.over}")], width), *folded([("", f" {then}")], width, 1)]
    if scene.pause:
        return [[("class:number", f" {scene.pause}")]]
    if scene.returning:
        return []
    if not scene.begun:
        return folded([("class:dim", f" {tr(SETTING_UP)}")], width)
    turn = whose_turn(scene)
    rows = folded([("", f" {begun(turn)}.")], width)
    hint = tr("Arrows walk over the map; / and a name shows a place; F1 is help.")
    return [*rows, *folded([("class:dim", f" {hint}")], width, 1)]
