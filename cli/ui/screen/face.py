"""The whole screen as rows, from a scene and a size: nothing here knows of a terminal."""

from __future__ import annotations

from cli.i18n.texts import plural, tr
from cli.ui.screen import panes
from cli.ui.screen.layout import LOW, WIDE, Box, Layout, is_small, layout
from cli.ui.screen.rows import Block, Row, Size, beside, block, fitted, folded, hidden, newest, scrolled, titled
from cli.ui.screen.scene import Page, Scene
from cli.ui.text.cells import begun, columns, without_rulings


def layout_of(scene: Scene, size: Size) -> Layout:
    """Return the layout of a scene."""
    staged = 0
    if steps := panes.staged_steps(scene):
        staged = 1 + sum(columns(step) + 4 for step in steps) // max(size.width - 20, 1)
    question = len(folded([("", panes.asked(scene))], max(size.width - 4, 1)))
    said = len(advice(scene, size.width)) if is_small(size) and scene.page is Page.BOARD else 0
    hand = len(scene.conversation.view.panes.hand(scene, size.width))
    asked = scene.draft.plan is not None or bool(scene.conversation.reports) if _is_low(scene, size) else None
    lower = (IN_PAUSE if scene.conversation.pause else IN_LESSON) if _has_detail(scene, size) else 0
    return layout(size, staged=staged, question=question, hand=hand, advice=said, asked=asked, lower=lower)


def _is_low(scene: Scene, size: Size) -> bool:
    """Return whether the answers of a player have the place of the map, until they ask for that."""
    plays = (
        scene.conversation.begun
        and scene.conversation.seat is not None
        and not (scene.conversation.over or scene.conversation.pause or scene.conversation.returning)
    )
    is_map_wanted = scene.on_map or scene.shows_map or bool(scene.conversation.lesson)
    return size.height < LOW and not is_small(size) and plays and scene.page is Page.BOARD and not is_map_wanted


LEAST_DETAIL = 5
"""The fewest rows of the map that are worth showing under a lesson's words, with the places that these name."""

IN_LESSON, IN_PAUSE = 3, 1
"""Rows under the question that do in a lesson whose words speak of the map, and while nothing is asked."""


def _has_detail(scene: Scene, size: Size) -> bool:
    """Return whether the words of a lesson, which cover the map, show a part of it: the places that they name."""
    is_low = not is_small(size) and size.height < LOW and size.width < WIDE
    return (
        is_low
        and bool(scene.conversation.spoken_of)
        and scene.page is Page.TEXT
        and scene.text_title == scene.conversation.lesson
    )


def face(scene: Scene, size: Size, where: Layout | None = None) -> Block:
    """Return every row of the screen, in its layout; the window that edits the typed line draws over it."""
    where = where or layout_of(scene, size)
    bar = ("class:rule", scene.glyphs.bar)
    rows: Block = []
    if where.status.height:
        rows.append(panes.status(scene, size.width))
    is_low = _is_low(scene, size)
    if where.large.height and not is_low:
        rows += _upper(scene, where, bar)
    if where.question.height:
        rows += panes.question(scene, where.question.size)
    if is_small(size):
        return [_in_words(scene, row) for row in [*rows, *_small(scene, where)][: size.height]]
    rows += _low(scene, where, bar) if is_low else _under_map(scene, where, bar)
    rows += panes.staged(scene, where.staged.size)
    if where.hand.height:
        rows += block(scene.conversation.view.panes.hand(scene, size.width), where.hand.size)
    if where.line.height:
        rows.append(_line(scene, size.width))
    if where.help.height:
        rows.append(panes.keys(scene, size.width))
    return [_in_words(scene, row) for row in rows[: size.height]]


def _in_words(scene: Scene, row: Row) -> Row:
    """Return a row in which no name is an identifier of the notation; it has as many columns."""
    board, in_words = scene.conversation.state.board, scene.conversation.view.answering.in_words
    return [(style, in_words(board, text) if "_" in text else text) for style, text in row]


def _low(scene: Scene, where: Layout, bar: tuple[str, str]) -> Block:
    """Return what stands under the question on a low screen: the answers, or else the map; the players; the log."""
    left = (
        panes.choices(scene, where.choices.size, where.question.size)
        if where.choices.height
        else panes.board(scene, where.large.size)
    )
    rows = beside([left, side(scene, where.side, wide=False)], bar)
    if not where.log.height:
        return rows
    return [*rows, titled("", where.size.width, scene.glyphs.line), *_said(scene, where)]


def _said(scene: Scene, where: Layout) -> Block:
    """Return what there is to say about the line; else the log."""
    said = advice(scene, where.log.width)
    return (
        scrolled(said, where.log.size, scene.below, scene.glyphs.more)
        if said
        else panes.log_pane(scene, where.log.size)
    )


def _under_map(scene: Scene, where: Layout, bar: tuple[str, str]) -> Block:
    """Return the answers, and beside them what there is to say about the line, or the log, or both."""
    size = where.size
    lower = [panes.choices(scene, where.choices.size, where.question.size)]
    if scene.on_map and where.log.height and size.width < WIDE:
        lower = [_place(scene, Size(size.width, where.choices.height))]
    elif where.log.height and where.preview != where.log:
        lower += [_advice(scene, where.preview), panes.log_pane(scene, where.log.size)]
    elif where.log.height:
        lower.append(_said(scene, where))
    return beside(lower, bar) if len(lower) > 1 else lower[0]


def _small(scene: Scene, where: Layout) -> Block:
    """What stands under the question where there is no room for a map: the page, or the answers; and the line."""
    if scene.page is Page.BOARD:
        answers = panes.choices(scene, where.choices.size, where.question.size)
        told, room = advice(scene, where.size.width), where.preview.size
        said = scrolled(told, room, scene.below, scene.glyphs.more) if room.height > 1 else block(told, room)
    else:
        answers, said = block(_over(scene, where.choices), where.choices.size), []
    return [*answers, *said, _line(scene, where.size.width)]


def _line(scene: Scene, width: int) -> Row:
    """Return what is typed."""
    return fitted([("class:prompt", prompt(scene)), ("", scene.draft.line)], width)


def prompt(scene: Scene) -> str:
    """Return what stands before the line that is typed."""
    return "> " if scene.draft.is_asked else ": "


# ---------------------------------------------------------------------- the large pane


LEAST_MAP = 8
"""The fewest rows of the map that are worth showing beside a page."""

LEAST_PAGE = 3
"""The fewest rows of a page that covers the map."""


def _upper(scene: Scene, where: Layout, bar: tuple[str, str]) -> Block:
    """Return the map with the players beside it, and the page that lies over the map; on a narrow screen over both."""
    is_wide, box = where.size.width >= WIDE, where.large
    width = box.width if is_wide else where.size.width
    if _has_detail(scene, where.size):
        over = _over(scene, box._replace(width=width, height=box.height - LEAST_DETAIL), 0)
        return [*over, *panes.board(scene, Size(width, box.height - len(over)), scene.conversation.spoken_of)]
    over = [] if scene.page is Page.BOARD else _over(scene, box._replace(width=width))
    rest = box.height - len(over)
    hides = rest == 0 or scene.conversation.returning
    below = block([], Size(box.width, rest)) if hides else panes.board(scene, box.size)[-rest:]
    if is_wide:
        return beside([[*over, *below], side(scene, where.side, is_wide)], bar)
    if rest:
        return [*over, *beside([below, side(scene, where.side._replace(height=rest), is_wide)], bar)]
    # A page over all of it leaves who is about to win in its last rows.
    warnings = [row for sentence in scene.conversation.view.panes.near(scene, where.size.width) for row in sentence]
    warnings = warnings[: max(box.height - LEAST_PAGE, 0)]
    return _over(scene, box._replace(width=where.size.width, height=box.height - len(warnings))) + warnings


def _over(scene: Scene, where: Box, least: int = LEAST_MAP) -> Block:
    """Return the page that covers the map from above: as much as it needs, or all if too little map would be left."""
    title, rows = page(scene, where.width)
    if where.height - 2 - len(rows) >= least and not _from_end(scene):
        head = [titled(title, where.width, scene.glyphs.line), *block(rows, Size(where.width, len(rows)))]
        return [*head, titled("", where.width, scene.glyphs.line)]
    size = Size(where.width, where.height - 1)
    first = min(scene.scroll, max(len(rows) - size.height, 0))
    shown = newest(rows, size, _back(scene, where)) if _from_end(scene) else block(rows, size, first)
    more = len(rows) - size.height
    right = plural("{number} line", "{number} lines", len(rows)) if more > 0 else ""
    return [titled(title, where.width, scene.glyphs.line, right), *shown]


def _no_log(scene: Scene) -> str:
    """Return why the log is empty, and what to do."""
    if scene.filter:
        return tr("Nothing in the log has these words; “log” shows all of it.")
    return tr("Nothing has happened yet; what the players do will stand here.")


def _from_end(scene: Scene) -> bool:
    return scene.page in (Page.LOG, Page.TALK)


def _back(scene: Scene, where: Box) -> int:
    """Return by how many rows a page that ends with its newest lines is scrolled back."""
    return (
        panes.log_back(scene, panes.log_page(scene, where.width), where.height - 1)
        if scene.page is Page.LOG
        else scene.scroll
    )


def page(scene: Scene, width: int) -> tuple[str, Block]:
    """Return the title and the rows of the page that covers the map."""
    match scene.page:
        case Page.PLAYERS:
            return tr("Players"), scene.conversation.view.panes.all_players(scene, width)
        case Page.LOG:
            title = tr("Log: {filter}", filter=scene.filter) if scene.filter else tr("Log")
            if panes.unsettled(scene):
                title = f"{title} ({panes.unsettled(scene)})"
            return title, [told.row for told in panes.log_page(scene, width)] or folded(
                [("class:dim", _no_log(scene))], width
            )
        case Page.TALK:
            nothing = tr("There are no messages yet; “say hello” says hello to all.")
            said = scene.story.page("talk", width, scene.glyphs, steps=False, final=scene.conversation.final())
            return tr("Talk"), [told.row for told in said] or folded([("class:dim", nothing)], width)
        case _:
            return scene.text_title, [line for text in scene.text for line in _in_columns(scene, text, width)]


def _in_columns(scene: Scene, text: str, width: int) -> Block:
    """Return a line of a page folded into rows, with colours at the end. The second of two columns keeps its place."""
    first = begun(text)
    column = columns(first)
    if not first or columns(text) <= width or column > width // 2:
        return folded(_coloured(scene, text), width, 2)
    rows = folded(_coloured(scene, text.removeprefix(first)), width - column)
    head, below = _coloured(scene, first), [("", " " * column)]
    return [[*(below if number else head), *row] for number, row in enumerate(rows)]


def _coloured(scene: Scene, text: str) -> Row:
    return scene.story.coloured(text) if scene.conversation.over else [("", text)]


# ---------------------------------------------------------------------- the other panes


def reach(scene: Scene, size: Size) -> int:
    """Return by how many rows long panes can be scrolled down at once; 0 if they show everything."""
    where, found = layout_of(scene, size), []
    if scene.conversation.reports:
        return hidden(panes.report(scene, where.choices.width), where.choices.size, scene.below)
    if where.side.height and (scene.page is Page.BOARD or size.width >= WIDE):
        head, rows = _beside_map(scene, where.side, size.width >= WIDE)
        found.append(hidden(rows, Size(where.side.width, where.side.height - len(head)), scene.below))
    if scene.on_map and where.log.height and size.width < WIDE:
        found += [
            hidden(rows, half, scene.below) for rows, half in _halves(scene, where.choices._replace(width=size.width))
        ]
    elif where.preview.height:
        has_rule = where.preview != where.log
        rows = advice(scene, where.preview.width) or (_rule(scene, where.preview.width) if has_rule else [])
        found.append(hidden(rows, where.preview.size, scene.below))
    return min((rows for rows in found if rows), default=0)


LEAST_BELOW = 3
"""Rows under the players that stay however many are about to win; what lies on the table has all that it needs."""


def side(scene: Scene, where: Box, wide: bool) -> Block:
    """Return the players, and under them the trade or the place that is looked at."""
    if scene.conversation.returning:
        return block([], where.size)
    head, rows = _beside_map(scene, where, wide)
    size = Size(where.width, max(where.height - len(head), 0))
    return block([*head, *scrolled(rows, size, scene.below, scene.glyphs.more)], where.size)


def _beside_map(scene: Scene, where: Box, wide: bool) -> tuple[Block, Block]:
    """Return the players with who is about to win, and the rows under them.

    The players have the same form at all times. Who is about to win always has room, though a row only where what lies
    on the table needs the others. The players' levels, or at least their titles, and what their columns mean follow if
    there is room, too.
    """
    width, height = where.size
    panes_, line = scene.conversation.view.panes, scene.glyphs.line
    on_table = panes_.on_table(scene, width)
    sections = _below_players(scene, wide, width, on_table)
    below = [row for title, lines in sections for row in (titled(title, width, line), *lines)]
    head = panes_.players(scene, width, height)
    least = len(on_table[1]) + 1 if on_table and on_table in sections else min(len(below), LEAST_BELOW)
    warnings = _warnings(scene, width, height - len(head) - least)
    head = [*head[: max(height - len(warnings), 0)], *warnings]
    head = [*head, *panes_.levels(scene, width, height - len(head) - len(below))]
    legend = folded([("class:dim", panes_.legend(scene, width))], width) if scene.conversation.state.seats else []
    head += legend if len(head) + len(legend) + len(below) <= height else []
    if not below:
        look = folded([("class:dim", tr("To look at a place, use the arrows, a click, or / and its name."))], width)
        below = [titled(tr("Look"), width, line), *look]
        below = below if len(head) + len(below) <= height else []
    return head[:height], below


def _warnings(scene: Scene, width: int, room: int) -> Block:
    """Return who is about to win in so many rows, or in one: where they are too few, the first row of each sentence."""
    glyph = scene.glyphs.more
    short = [
        [*sentence[0], (sentence[0][-1][0], f" {glyph}")]
        for sentence in scene.conversation.view.panes.near(scene, width - 2)
    ]
    most = max(room, 1)
    if len(short) > most:
        return short[:most]
    rows: Block = []
    for number, sentence in enumerate(scene.conversation.view.panes.near(scene, width)):
        kept = len(short) - number - 1
        rows += sentence if len(rows) + len(sentence) + kept <= most else [short[number]]
    return rows


def _below_players(scene: Scene, wide: bool, width: int, on_table: tuple[str, Block] | None) -> list[tuple[str, Block]]:
    """Return what is voted on, if anything is, and then what lies on the table or the place that is looked at.

    On a screen that is not wide, the place to which the player walks stands under the map.
    """
    walks = scene.on_map and bool(scene.selected)
    bullet = scene.glyphs.bullet
    voted = [
        row
        for proposal in scene.conversation.votes()
        for row in folded([("class:number", f"{bullet} "), ("", proposal.told)], width, 2)
    ]
    sections = [(tr("Votes"), voted)] if voted else []
    if on_table and not (walks and wide):
        return [*sections, on_table]
    if scene.selected and (wide or not walks):
        place = scene.conversation.state, scene.selected, scene.conversation.empire, width, scene.glyphs
        rows = [*scene.conversation.view.panes.facts(*place), *scene.conversation.view.panes.rights(*place)]
        return [*sections, (scene.conversation.view.words.place_name(scene.conversation.state, scene.selected), rows)]
    return sections


def _place(scene: Scene, size: Size) -> Block:
    """Return the place one has walked to, where there is no room for it at the side."""
    halves = [scrolled(rows, half, scene.below, scene.glyphs.more) for rows, half in _halves(scene, Box(0, 0, *size))]
    return beside(halves, ("class:rule", scene.glyphs.bar))


def _halves(scene: Scene, where: Box) -> list[tuple[Block, Size]]:
    """Return the rows on what is in the place, and on who may do what, each with its size."""
    left = where.width // 2
    found = []
    for told_of, width in (
        (scene.conversation.view.panes.facts, left),
        (scene.conversation.view.panes.rights, where.width - left - 1),
    ):
        rows = told_of(scene.conversation.state, scene.selected, scene.conversation.empire, width - 1, scene.glyphs)
        found.append(([[("", " "), *row] for row in rows], Size(width, where.height)))
    return found


def advice(scene: Scene, width: int) -> Block:
    """Return what there is to say about the line: why it is refused, what it would lead to."""
    rows: Block = []
    width -= 1
    if scene.conversation.refusal:
        rows += [
            row for text in scene.conversation.refusal.splitlines() for row in folded([("class:refusal", text)], width)
        ]
    for note in scene.conversation.notes:
        rows += [row for text in note.splitlines() for row in folded([("class:note", text)], width)]
    for text in scene.draft.preview:
        bullet: Row = [("class:dim", f"{scene.glyphs.bullet} "), ("", text)]
        rows += folded(bullet, width, 2)
    return [[("", " "), *row] for row in rows]


def _advice(scene: Scene, where: Box) -> Block:
    """Return the same in its pane; else what the rules say on the question."""
    rows = advice(scene, where.width) or _rule(scene, where.width)
    return scrolled(rows, where.size, scene.below, scene.glyphs.more)


def _rule(scene: Scene, width: int) -> Block:
    """Return what the rules say about the question, but not about heroes and wonders without an owner."""
    if scene.draft.plan is None or not scene.draft.plan.is_open:
        return []
    prompt, _ = scene.draft.plan.question()
    owned = scene.conversation.view.panes.owned(scene.conversation.state)
    rules = scene.conversation.view.rulebook
    found = [paragraph for paragraph in rules.about(prompt.rule) if rules.matters(paragraph, owned)]
    texts = [without_rulings(tr(paragraph.text)) for paragraph in found]
    return [[("", " "), *row] for text in texts for row in folded([("class:dim", text)], width - 1)]
