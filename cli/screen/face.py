"""The whole screen as rows, from a scene and a size: nothing here knows of a terminal."""

from __future__ import annotations

from cli.cells import columns
from cli.screen import panes, picture, trade
from cli.screen.details import details, facts, name_of, rights
from cli.screen.layout import WIDE, Box, Layout, layout
from cli.screen.rows import Block, Row, Size, beside, block, fitted, folded, newest, titled
from cli.screen.scene import Page, Scene
from cli.screen.story import told
from cli.texts import plural, tr
from core import rulebook


def layout_of(scene: Scene, size: Size) -> Layout:
    """The layout of a scene."""
    staged = 0
    if scene.plan is not None and scene.plan.steps:
        staged = 1 + sum(columns(step) + 4 for step in scene.plan.steps) // max(size.width - 20, 1)
    return layout(size, staged=staged, question=len(folded([("", panes.asked(scene))], max(size.width - 4, 1))))


def face(scene: Scene, size: Size) -> Block:
    """Every row of the screen; the line that is typed is drawn over by the window in which it is edited."""
    where = layout_of(scene, size)
    bar = ("class:rule", scene.glyphs.bar)
    rows: Block = []
    if where.status.height:
        rows.append(panes.status(scene, size.width))
    if where.large.height and scene.page is not Page.BOARD and size.width < WIDE:
        rows += large(scene, where.large._replace(width=size.width))
    elif where.large.height:
        rows += beside([large(scene, where.large), side(scene, where.side)], bar)
    if where.question.height:
        rows += panes.question(scene, where.question.size)
    lower = [panes.choices(scene, where.choices.size)]
    if scene.on_map and where.log.height and size.width < WIDE:
        lower = [_place(scene, Size(size.width, where.choices.height))]
    elif where.log.height:
        if where.preview != where.log:
            lower += [_advice(scene, where.preview, or_log=False), _log(scene, where.log)]
        else:
            lower.append(_advice(scene, where.log, or_log=True))
    rows += beside(lower, bar) if len(lower) > 1 else lower[0]
    rows += panes.staged(scene, where.staged.size)
    if where.hand.height:
        rows.append(panes.hand(scene, size.width))
    if where.line.height:
        rows.append(fitted([("class:prompt", prompt(scene)), ("", scene.line)], size.width))
    if where.help.height:
        rows.append(panes.keys(scene, size.width))
    return rows[: size.height]


def prompt(scene: Scene) -> str:
    """What stands before the line that is typed."""
    return "> " if scene.plan is not None else ": "


# ---------------------------------------------------------------------- the large pane


def large(scene: Scene, where: Box) -> Block:
    """The map, or the page that covers it."""
    if scene.page is Page.BOARD:
        return picture.board(scene, where.size)
    title, rows = page(scene, where.width)
    size = Size(where.width, where.height - 1)
    first = min(scene.scroll, max(len(rows) - size.height, 0))
    shown = newest(rows, size, scene.scroll) if _from_end(scene) else block(rows, size, first)
    more = len(rows) - size.height
    right = plural("{number} line", "{number} lines", len(rows)) if more > 0 else ""
    return [titled(title, where.width, scene.glyphs.line, right), *shown]


def _from_end(scene: Scene) -> bool:
    return scene.page in (Page.LOG, Page.TALK)


def page(scene: Scene, width: int) -> tuple[str, Block]:
    """The title and the rows of the page that covers the map."""
    match scene.page:
        case Page.PLAYERS:
            return tr("Players"), panes.all_players(scene, width)
        case Page.LOG:
            title = tr("Log: {filter}", filter=scene.filter) if scene.filter else tr("Log")
            return title, _story(scene, scene.filter, width, steps=True)
        case Page.TALK:
            return tr("Talk"), _story(scene, "talk", width) or [[("class:dim", tr("Nobody has said anything yet."))]]
        case _:
            return scene.text_title, [line for text in scene.text for line in folded([("", text)], width, 2)]


def _story(scene: Scene, words: str, width: int, *, steps: bool = False) -> Block:
    return scene.story.page(words, width, scene.glyphs, steps=steps, final=scene.final)


# ---------------------------------------------------------------------- the other panes


def side(scene: Scene, where: Box) -> Block:
    """The players, and under them the trade or the place that is looked at."""
    width, height = where.size
    line = scene.glyphs.line
    number = len(scene.state.seats)
    wanted = 4 * number if height >= 4 * number + 8 and width >= 32 else number + 1
    if not number:
        wanted = len(panes.undealt(scene, width))
    upper = min(wanted, max(height - 1, 0))
    rows = [titled(tr("Players"), width, line), *panes.players(scene, Size(width, upper))]
    for title, lines in _below_players(scene, width):
        rows += [titled(title, width, line), *lines]
    return block(rows, where.size, more=scene.glyphs.more)


def _below_players(scene: Scene, width: int) -> list[tuple[str, Block]]:
    """What is voted on, if anything is, and then the trade or the place that is looked at."""
    bullet = scene.glyphs.bullet
    voted = [row for text in scene.votes() for row in folded([("class:number", f"{bullet} "), ("", text)], width, 2)]
    sections = [(tr("Votes"), voted)] if voted else []
    if trade.is_trading(scene.state) and not (scene.on_map and scene.selected):
        return [*sections, (tr("Trade"), trade.trade(scene, width))]
    if scene.selected:
        rows = details(scene.state, scene.selected, scene.empire, width, scene.glyphs)
        return [*sections, (name_of(scene.state, scene.selected), rows)]
    return [
        *sections,
        (tr("Look"), folded([("class:dim", tr("Arrows, a click, or / and a name look at a place."))], width)),
    ]


def _place(scene: Scene, size: Size) -> Block:
    """The place one has walked to, where there is no room for it at the side."""
    left = size.width // 2
    halves = []
    for told_of, width in ((facts, left), (rights, size.width - left - 1)):
        rows = told_of(scene.state, scene.selected, scene.empire, width - 1, scene.glyphs)
        halves.append(block([[("", " "), *row] for row in rows], Size(width, size.height), more=scene.glyphs.more))
    return beside(halves, ("class:rule", scene.glyphs.bar))


def _advice(scene: Scene, where: Box, *, or_log: bool) -> Block:
    """What there is to say about the line: why it is refused, what it would lead to; else the log where it has room."""
    rows: Block = []
    width = where.width - 1
    if scene.refusal:
        rows += [row for text in scene.refusal.splitlines() for row in folded([("class:refusal", text)], width)]
    for note in scene.notes:
        rows += [row for text in note.splitlines() for row in folded([("class:note", text)], width)]
    for text in scene.preview:
        bullet: Row = [("class:dim", f"{scene.glyphs.bullet} "), ("", text)]
        rows += folded(bullet, width, 2)
    if not rows and not or_log:
        rows = [line for text in _rule(scene) for line in folded([("class:dim", text)], width)]
    if rows or not or_log:
        return block([[("", " "), *row] for row in rows], where.size, more=scene.glyphs.more)
    return _log(scene, where)


def _rule(scene: Scene) -> list[str]:
    """What the rules say on the question."""
    if scene.plan is None or not scene.plan.is_open:
        return []
    prompt, _ = scene.plan.question()
    return [tr(paragraph.text).replace("*", "") for paragraph in rulebook.about(prompt.rule)]


def _log(scene: Scene, where: Box) -> Block:
    lines = list(scene.story.lines)[-where.height * 2 :]
    rows = told(lines, where.width - 1, scene.glyphs, final=scene.final)
    back = scene.scroll if scene.page is Page.BOARD else 0
    if back:
        rows = scene.story.page("", where.width - 1, scene.glyphs, steps=False, final=scene.final)
    return [[("", " "), *row] for row in newest(rows, Size(where.width - 1, where.height), back)]
