"""The panes that are always there: status, map, the question, its answers or a report, the log, and the keys.

The map is drawn anew only where something on it has changed. A report waits in place of the answers, to be read
before the player is asked again. Each answer has its meaning and a note, as far as there is room.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from cli.i18n.texts import begun, both, marked, tr, translated
from cli.ui.map.painting import Prospect, prospect_of
from cli.ui.map.textmap import NOTHING, Direction, draw, neighbour_towards, place_at
from cli.ui.screen.layout import WIDE, Layout
from cli.ui.screen.look import Glyphs
from cli.ui.screen.rows import (
    Block,
    Fragment,
    Row,
    Size,
    block,
    first_of_newest,
    fitted,
    folded,
    length,
    newest,
    scrolled,
    titled,
)
from cli.ui.screen.scene import Page, Scene, Told
from cli.ui.text.cells import columns
from cli.ui.text.help import SETTING_UP
from cli.ui.view import Choice
from core.engine.event import Event, message_of

_EXAMPLE = re.compile(r"(: | \()[“„«][^”»]*[”»]\)?\.$")
"""The example at the end of a question, in the quotation marks of any language: here the answers are listed.

English says which questions have one: other languages can name a word at the end in the same form.
"""


def status(scene: Scene, width: int) -> Row:
    """Return the first line: where the game stands, who is waited for, and what the mark of what is not final means."""
    left = (
        f" mare {scene.glyphs.bullet} {scene.conversation.view.words.moment(scene.conversation.state)}"
        if scene.conversation.begun
        else " mare"
    )
    turn = whose_turn(scene)
    if (
        scene.conversation.elapsed
        and not scene.conversation.over
        and scene.conversation.begun
        and not scene.conversation.pause
    ):
        turn = f"{turn} ({scene.conversation.elapsed})"
    right = f"{turn} "
    if columns(left) + columns(right) + 1 > width:
        return fitted([("class:status", left if scene.conversation.over else right or left)], width)
    gap = width - columns(left) - columns(right)
    style = "class:status class:asked" if scene.draft.plan is not None else "class:status"
    mark = unsettled(scene)
    if columns(mark) + 2 > gap:
        mark = ""
    before = (gap - columns(mark)) // 2
    return [(style, f"{left}{' ' * before}{mark}{' ' * (gap - before - columns(mark))}{right}")]


def whose_turn(scene: Scene) -> str:
    """Return who is waited for, in a few words."""
    if scene.conversation.over:
        return scene.conversation.over
    if scene.draft.plan is not None:
        return _your_turn(scene)
    if scene.conversation.pause:
        return scene.conversation.lesson
    if not scene.conversation.begun:
        return tr("setting up the table")
    if scene.conversation.seat in scene.conversation.resigned():
        return tr("you have resigned")
    if scene.conversation.seat in scene.conversation.automatic():
        return tr("the autopilot plays for you: “back”")
    if scene.conversation.played_for():
        return tr("a bot plays for you: “stop”")
    waited = scene.conversation.waited()
    if scene.conversation.seat in waited:
        return _your_turn(scene)
    if scene.conversation.has_lost_answer():
        return tr("your secret answer is lost")
    if not waited and scene.conversation.waits_for_secrets():
        return tr("waiting for the secret answers")
    if not waited:
        return tr("waiting for the dice")
    return tr("waiting for {empires}", empires=both([scene.conversation.side(seat) for seat in waited]))


def _your_turn(scene: Scene) -> str:
    return (
        f"{scene.glyphs.here} {tr('Your turn: {empire}', empire=scene.conversation.side(scene.conversation.seat or 0))}"
    )


def mark(scene: Scene, seat: int) -> Fragment:
    """Return whether a seat is waited for, or has committed to its offer."""
    if seat in scene.conversation.committed:
        return ("class:good", scene.glyphs.done)
    if scene.draft.plan is not None:
        return ("class:asked", scene.glyphs.here) if seat == scene.conversation.seat else ("", " ")
    return (
        ("class:asked", scene.glyphs.here)
        if seat in scene.conversation.waited() and not scene.conversation.over
        else ("", " ")
    )


def presence(scene: Scene, seat: int) -> str:
    """Return a sign of whether who plays a seat is there, cannot be reached, or is played for by the autopilot."""
    if seat in scene.conversation.automatic():
        return scene.glyphs.automatic
    return (
        scene.glyphs.away
        if seat in scene.conversation.unreached() and not scene.conversation.over
        else scene.glyphs.present
    )


def presences(glyphs: Glyphs) -> str:
    """Return what the signs of `presence` mean."""
    return tr(
        "{here} connected, {away} not connected, {automatic} the autopilot plays.",
        here=glyphs.present,
        away=glyphs.away,
        automatic=glyphs.automatic,
    )


# ---------------------------------------------------------------------- what is staged


def staged(scene: Scene, size: Size) -> Block:
    """Return the steps that are staged and not signed."""
    if scene.draft.plan is None or not scene.draft.plan.steps:
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
        [
            scene.conversation.view.answering.in_short(scene.conversation.state.board, step)
            for step in scene.draft.plan.steps
        ]
        if scene.draft.plan is not None
        else []
    )


# ---------------------------------------------------------------------- the question


def question(scene: Scene, size: Size) -> Block:
    """Return what is asked, and by which rule, in as many rows as there are."""
    line = scene.glyphs.line
    text = asked(scene)
    if size.height < 2 and columns(text) + 4 <= size.width:
        return [titled(text, size.width, line)]
    rows = _asked_rows(text, size)
    head = titled("".join([part for _, part in rows[0]]), size.width, line)
    return [head, *block([[("", "  "), *row] for row in rows[1:]], Size(size.width, size.height - 1))]


def _asked_rows(text: str, size: Size) -> Block:
    """Return the rows that a question takes, which may be more than it has."""
    return folded([("class:title", text)], size.width - 4)


def unsettled(scene: Scene) -> str:
    """Return the meaning of the mark of steps that are not final, if a line on the screen has it."""
    last = next((line.step for line in reversed(scene.conversation.story.lines) if line.step), 0)
    return tr("{mark} = not final yet", mark=scene.glyphs.tentative) if last > scene.conversation.final() else ""


def asked(scene: Scene) -> str:
    """Return the question in a sentence, with its rule; else who is waited for; while one walks, the place."""
    if scene.on_map and scene.selected:
        return scene.conversation.view.words.place_name(scene.conversation.state, scene.selected)
    if scene.conversation.reports:
        return scene.conversation.reports[0].title
    if scene.draft.plan is None:
        return (not scene.conversation.over and scene.conversation.played_for()) or whose_turn(scene)
    if not scene.draft.plan.is_open:
        return tr("Signing your answers")
    prompt, _ = scene.draft.plan.question()
    sentence = translated(prompt.sentence)
    if _EXAMPLE.search(prompt.sentence.template):
        sentence = _EXAMPLE.sub(".", sentence)
    return f"{prompt.rule} {scene.glyphs.bullet} {sentence}"


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
    if scene.conversation.over and not scene.on_map:
        again = [Key("rematch", marked("play again"), 1)] if scene.conversation.pause else []
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
        covers_lesson = bool(scene.conversation.lesson) and (scene.page, scene.text_title) != (
            Page.TEXT,
            scene.conversation.lesson,
        )
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
        if scene.conversation.reports or (scene.conversation.pause and not scene.conversation.over):
            return [Key("Enter", marked("go on")), *known]
        return [*answer, *known] if scene.conversation.lesson and scene.draft.plan is not None else known
    known = [Key("F2", marked("lesson"))] if scene.conversation.lesson else []
    if scene.conversation.reports:
        return [Key("Enter", marked("go on")), Key("PgUp PgDn", marked("scroll"), 2)]
    if scene.draft.plan is None and scene.conversation.played_for():
        known += [Key("stop", marked("play for yourself"), 1)]
    if scene.draft.plan is None:
        return [*known, Key(marked("arrows"), marked("map"), 2), Key("PgUp", marked("log"), 5)]
    known += [*answer, Key("Tab", marked("complete"), 6)]
    known += [Key("F7", marked("hint"), 4)] if scene.conversation.allows_hints else []
    if scene.draft.plan.steps:
        known += [Key("^Z", marked("take back"), 1), Key("F10", marked("sign"))]
    if scene.draft.line:
        return [*known, Key("Esc", marked("clear"), 2)]
    return [*known, Key("←→" if arrows else marked("arrows"), marked("map"), 2)]


def board(scene: Scene, size: Size, places: Sequence[str] = ()) -> Block:
    """Return the map of a scene, or the part of it with some places, in exactly that size."""
    state, foreseen = prospect(scene)
    shown = scene.conversation.view.map.scene(state)
    view = scene.viewport.detail(shown.atlas, places) if places else scene.viewport
    return block(draw(shown, size, view=view, look=scene.look, prospect=foreseen), size)


def prospect(scene: Scene) -> tuple[Any, Prospect]:
    """Return the position that the map shows, and what would change by what is staged or typed.

    If what is typed would move units, begin a battle or occupy something, the position is the one after it.
    """
    plan, trial, view, board = (
        scene.draft.plan,
        scene.draft.trial,
        scene.conversation.view.map,
        scene.conversation.state.board,
    )
    if plan is None or scene.conversation.seat is None:
        return scene.conversation.state, NOTHING
    typed = [event for step_on_map in (trial.told if trial is not None else ()) for event in step_on_map]
    told = [*(event for step_on_map in plan.told for event in step_on_map), *typed]
    courses = [course for event in told if (course := view.course(board, event)) is not None]
    stakes = scene.conversation.view.answering.stakes(trial, plan.seat) if trial is not None else ()
    changes = any(view.course(board, event) for event in typed) or any(map(view.is_occupation, told))
    state = (trial or plan).game.state if changes else scene.conversation.state
    return state, prospect_of(courses, view.sides(board), stakes)


def place_under(scene: Scene, size: Size, column: int, row: int) -> str | None:
    """Return the place that is drawn in a cell of the map."""
    return place_at(
        scene.conversation.view.map.scene(scene.conversation.state),
        size,
        column,
        row,
        view=scene.viewport,
        look=scene.look,
    )


def step_on_map(scene: Scene, direction: Direction) -> str:
    """Return the next place in a direction from the one that is looked at."""
    return neighbour_towards(
        scene.conversation.view.map.atlas(scene.conversation.state.board), scene.selected or None, direction
    )


def look_at(scene: Scene, place: str | None) -> None:
    """Select a place, and let it be seen; None selects none."""
    scene.viewport = scene.viewport.on(scene.conversation.view.map.atlas(scene.conversation.state.board), place)


GO_ON = marked("Enter goes on.")


def report(scene: Scene, width: int) -> Block:
    """Return the report that is shown, its dice by their faces, and what goes on."""
    if not scene.conversation.reports:
        return []
    more = len(scene.conversation.reports) - 1
    then = tr("Enter goes on ({number} more).", number=more) if more else tr(GO_ON)
    told = [
        row for one in scene.conversation.reports[0].told for row in folded(_told_in_report(scene, one), width - 1, 2)
    ]
    told += folded([("class:number", then)], width - 1)
    return [[("", " "), *row] for row in told]


def _told_in_report(scene: Scene, one: Event | str) -> Row:
    if isinstance(one, str):
        return scene.story.coloured(one)
    message = message_of(scene.conversation.state.board, one)
    drawn = scene.conversation.view.panes.drawn(one, message, scene.glyphs) or [("", translated(message))]
    return [part for style, text in drawn for part in ([(style, text)] if style else scene.story.coloured(text))]


def choices(scene: Scene, size: Size, above: Size | None = None) -> Block:
    """Return the ways to go on, the chosen one marked and told in full; scrolled so that it shows.

    At the end that is what the question ``above`` has no room for.
    """
    if scene.conversation.reports:
        return scrolled(report(scene, size.width), size, scene.below, scene.glyphs.more)
    if scene.draft.plan is None:
        rows = _idle(scene, size.width, above)
        return block(rows[-size.height :] if scene.conversation.over else rows, size)
    if scene.draft.choices:
        return block([row for _, row in _listed(scene, size)], size)
    text = tr("Enter gives this answer.") if scene.draft.legal else ""
    if scene.draft.is_command:
        text = tr("Enter does that.")
    elif scene.draft.line.strip() and not scene.draft.legal and not scene.conversation.refusal:
        why = "" if scene.draft.why in scene.conversation.notes else scene.draft.why
        text = tr("That is no legal answer. {reason}", reason=why).rstrip()
    return block([[("", " "), *row] for row in folded([("class:dim", text)], size.width - 1)], size)


def choice_at(scene: Scene, size: Size, y: int) -> int | None:
    """Return the number of the choice in a row of their pane, if one stands there."""
    listed_ = _listed(scene, size) if scene.draft.plan is not None and scene.draft.choices else []
    return listed_[y][0] if y < len(listed_) else None


def _listed(scene: Scene, size: Size) -> list[tuple[int | None, Row]]:
    """Return the rows of the choices that there is room for, each with the number of its choice."""
    found = scene.draft.choices
    shown = min(max(max(columns(choice.shown) for choice in found) + 3, 12), size.width * 6 // 10)
    told = [_choice(scene, number, choice, shown, size.width) for number, choice in enumerate(found)]
    _unfold(scene, told, shown, size)
    rows: list[tuple[int | None, Row]] = []
    marked_rows = range(0)
    for number, lines in enumerate(told):
        if number == scene.draft.chosen:
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
    unlisted = scene.conversation.view.panes.unlisted(scene, found[-more - len(last) :])
    return [*seen, (None, [("class:dim", f"  {scene.glyphs.more} {unlisted}")]), *last]


def _choice(scene: Scene, number: int, choice: Choice, shown: int, width: int) -> Block:
    """Return a choice in a row, whose meaning gives way first, then the note; the chosen one takes all it needs."""
    answer, meaning, note = _parts(scene, number, choice)
    if number == scene.draft.chosen and length([*answer, *meaning, *note]) > width:
        return _whole(scene, number, choice, shown, width)
    if choice.note and length([*answer, *meaning, *note]) > width:
        meaning = []
    # The column of the answers is narrower where the note would be cut only because of that.
    room = width - length(meaning) - length(note)
    column = max(min(shown, room) if length(answer) <= room else shown, length(answer))
    return [fitted([*fitted(answer, column), *meaning, *note], width, scene.glyphs.more)]


def _parts(scene: Scene, number: int, choice: Choice) -> tuple[Row, Row, Row]:
    """Return the answer with its mark, its meaning and its note."""
    chosen = number == scene.draft.chosen
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
    for number, choice in enumerate(scene.draft.choices):
        if sum(map(length, _parts(scene, number, choice))) <= size.width:
            continue
        whole = _whole(scene, number, choice, shown, size.width)
        more = len(whole) - len(told[number])
        if more <= spare:
            told[number], spare = whole, spare - more


def _idle(scene: Scene, width: int, above: Size | None) -> Block:
    """Return what to do while one is asked nothing."""
    if over := scene.conversation.over:
        rows: Block = [[("", over)]]
        if above is not None and asked(scene) == over:
            rows = _asked_rows(over, above)[above.height :]
        left = " ".join(text for row in rows for _, text in row)
        then = scene.conversation.pause or scene.conversation.closing or tr("Enter closes this screen.")
        return [
            *(folded([("class:number", f" {left}")], width) if left else []),
            *folded([("", f" {then}")], width, 1),
        ]
    if scene.conversation.pause:
        return [[("class:number", f" {scene.conversation.pause}")]]
    if scene.conversation.returning:
        return []
    if not scene.conversation.begun:
        return folded([("class:dim", f" {tr(SETTING_UP)}")], width)
    turn = whose_turn(scene)
    rows = folded([("", f" {begun(turn)}.")], width)
    hint = tr("Arrows walk over the map; / and a name shows a place; F1 is help.")
    return [*rows, *folded([("class:dim", f" {hint}")], width, 1)]


def log_pane(scene: Scene, size: Size) -> Block:
    """Return the newest or scrolled lines, below the digest at the beginning of a turn."""
    digest = _digest(scene, size)
    left = Size(size.width, size.height - len(digest))
    rows = newest([told.row for told in _log_rows(scene, left, below=bool(digest))], left, _log_back(scene))
    return [*block(digest, Size(size.width, len(digest))), *rows]


def _digest(scene: Scene, size: Size) -> Block:
    """Return the digest since the player's last turn, in the rows there are; nothing once the story has gone on."""
    if (
        not scene.conversation.digest.sides
        or scene.conversation.digest.told != scene.conversation.story.told
        or scene.draft.plan is None
        or _log_back(scene)
    ):
        return []
    rows: Block = [[("", " "), ("class:heading", tr("Since your last turn"))]]
    for ink, name, text in scene.conversation.digest.sides:
        row: Row = [("", " "), (f"class:side-{ink}", name), ("", f": {text}")]
        rows += folded(row, size.width, 3)
    room = max(size.height - LEAST_OF_LOG - 1, LEAST_OF_DIGEST)
    if len(rows) > room:
        last = _without_comma(rows[room - 2], scene.glyphs.more)
        rows = [*rows[: room - 2], last, [("class:dim", f" {scene.glyphs.more} “since”")]]
    return [*rows, [("", " "), ("class:heading", tr("Log"))]][: size.height]


LEAST_OF_LOG = 2
"""Rows of the log that stay below a digest."""

LEAST_OF_DIGEST = 3
"""Rows of a digest that is cut: its heading, what fits, and where to read the rest."""


def _without_comma(row: Row, more: str) -> Row:
    """Return the last row of a digest that is cut: a comma at its end becomes a sign that it goes on."""
    *before, (style, text) = row
    return [*before, (style, f"{text[:-1]}{more}" if text.endswith(",") else text)]


def _log_rows(scene: Scene, size: Size, *, below: bool) -> list[Told]:
    """Return the rows of the pane. ``below`` a digest they begin with a whole line, which seems no part of that."""
    final = scene.conversation.final()
    if _log_back(scene):
        rows = scene.story.page("", size.width, scene.glyphs, steps=False, final=final)
    else:
        rows = scene.story.newest(size.height, size.width, scene.glyphs, final=final)
    if below:
        hidden = rows[: max(len(rows) - size.height, 0)]
        rows = rows[len(hidden) :]
        while hidden and rows and rows[0].number == hidden[-1].number:
            del rows[0]
    return [told for told in rows if told.number] if scene.conversation.returning else rows


def _log_back(scene: Scene) -> int:
    return scene.scroll if scene.page is Page.BOARD else 0


def log_page(scene: Scene, width: int) -> list[Told]:
    """Return the lines that the filter lets through, and what is staged; the line that is chosen stands out."""
    rows = scene.story.page(scene.filter, width, scene.glyphs, steps=True, final=scene.conversation.final())
    if scene.entry:
        rows = [told._replace(row=_chosen_in_log(told.row)) if told.number == scene.entry else told for told in rows]
    return [*rows, *(Told(0, row) for row in _staged_in_log(scene, width))]


def log_back(scene: Scene, rows: list[Told], height: int) -> int:
    """Return by how many rows the page is scrolled back; the chosen line always shows."""
    chosen = [place for place, told in enumerate(rows) if scene.entry and told.number == scene.entry]
    first = first_of_newest(len(rows), height, scene.scroll)
    if not chosen or first <= chosen[0] < first + height:
        return scene.scroll
    return max(len(rows) - chosen[0] - height // 2, 0)


def entry_at(scene: Scene, where: Layout, x: int, y: int) -> int:
    """Return the number of the line that stands in a cell of the screen; 0 where there is none."""
    if scene.page is Page.LOG and where.large.y < y < where.large.y + where.large.height:
        rows = log_page(scene, where.large.width if where.size.width >= WIDE else where.size.width)
        height = where.large.height - 1
        return _number_in_log(
            rows, first_of_newest(len(rows), height, log_back(scene, rows, height)) + y - where.large.y - 1
        )
    if where.log.holds(x, y):
        digest = len(_digest(scene, where.log.size))
        height = where.log.height - digest
        rows = _log_rows(scene, Size(where.log.width, height), below=bool(digest))
        place = y - where.log.y - digest
        return _number_in_log(rows, first_of_newest(len(rows), height, _log_back(scene)) + place) if place >= 0 else 0
    return 0


def _number_in_log(rows: list[Told], place: int) -> int:
    return rows[place].number if place < len(rows) else 0


def _chosen_in_log(row: Row) -> Row:
    return [(style if not text.strip() else "class:chosen", text) for style, text in row]


def _staged_in_log(scene: Scene, width: int) -> Block:
    """Return all steps that are staged and not signed; under the map only as many show as have room."""
    steps = staged_steps(scene)
    if not steps:
        return []
    rows = [row for number, step in enumerate(steps, 1) for row in folded([("", f"{number:>4} {step}")], width, 2)]
    return [[("class:staged", tr("Staged, not signed ({number}): ", number=len(steps)))], *rows]
