"""``mare show``: step through a game, or make a picture or a page of it."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cli.args import (
    add_edition_argument,
    add_map_argument,
    check_drawn,
    edition_named,
    map_text_of,
    save_drawn,
)
from cli.command import Failure
from cli.editions import view_of
from cli.i18n.texts import ENGLISH, language, speaking, tr, translated
from cli.output.lines import can_draw, encoding, say
from cli.storage.files import name_of, progress, read_map, read_map_text, read_named, wrong_file
from cli.storage.games import is_game, look_at, named, neither, open_store, record_named, short
from cli.table_game import DEFAULT, new_game, rules_of
from cli.ui.map.labels import Look
from cli.ui.map.textmap import View, draw
from cli.ui.picture.page import page
from cli.ui.picture.svg import picture
from cli.ui.replay.replay import Replay, of_log, of_position
from cli.ui.screen.look import UNICODE, glyphs_for
from cli.ui.screen.rows import Size
from cli.ui.terminal import Manners, add_console_arguments, manners_of
from cli.ui.text.cells import folded
from cli.ui.text.entries import entry_lines, not_final
from core import DataError
from core.editions import EDITIONS
from core.engine.edition import Edition
from core.engine.toml import NoTomlError
from p2p import RECORD_MAGIC, RecordError, verify_record

EXAMPLES = (
    "mare show 1a2b3c4d",
    "mare show game.mare --html game.html",
    "mare show game.mare --browser",
    "mare show game.mare --plain --at 120",
)

SMALLEST_MAP = Size(50, 12)
"""Columns and rows on which every province still has its name."""

TITLE = "<title>Mare Nostrum: "
"""What stands at the beginning of a picture and of a page."""

SIZE = re.compile(r"([1-9]\d{0,2})x([1-9]\d{0,2})")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the game, the step, and the form in which it is shown."""
    parser.add_argument(
        "game",
        metavar="GAME",
        help=tr("a file with a record or a position, - for standard input, or the beginning of a kept game's id"),
    )
    parser.add_argument("--at", type=int, metavar="STEP", help=tr("the step to show (default: the last)"))
    add_console_arguments(parser)
    parser.add_argument("--signed", action="store_true", help=tr("print what was signed in the step, and by whom"))
    parser.add_argument("--board", metavar="COLUMNSxROWS", help=tr("print the map alone, without colours"))
    parser.add_argument("--svg", type=Path, metavar="FILE", help=tr("draw a picture of the board into this file"))
    parser.add_argument("--html", type=Path, metavar="FILE", help=tr("write the whole game as a web page"))
    add_edition_argument(parser)
    add_map_argument(parser)


def run(args: Namespace) -> int:
    """Return 0 when it has been shown; raises Failure if there is no such game or step."""
    size = None if args.board is None else _size_of(args.board)
    if args.svg:
        check_drawn(args.svg, "<svg", TITLE)
    if args.html:
        check_drawn(args.html, "<!doctype html>", TITLE)
    # Pictures and pages are for all readers, so they are the same in every language.
    with speaking(ENGLISH if args.svg or args.html else language()):
        name, replay = _named(args.game, edition_named(args), args)
    number = _moment(replay, name, args.at)
    if args.svg or args.html:
        _write(replay, number, args.svg, args.html)
    elif args.signed:
        say("\n".join(_signed(replay, number, name)))
    elif size is not None:
        say("\n".join(_drawn(replay, number, size, args.ascii)))
    elif args.browser:
        _on_page(replay, replay.moments[number].step, manners_of(args))
    elif args.plain or not can_draw():
        say("\n".join(told_at(replay, number, name)))
    else:
        from cli.ui.replay.viewer import step_through  # noqa: PLC0415 - it takes long to load, and only this needs it

        step_through(replay, Path(name).name, number, ascii_only=args.ascii)
    return 0


def _on_page(replay: Replay, step: int, manners: Manners) -> None:
    from cli.ui.browser.console import replay_in_browser  # noqa: PLC0415 - few want the page and its server

    replay_in_browser(replay, step, manners.notices, opens=manners.opens_browser)


def _named(game: str, edition: Edition, args: Namespace) -> tuple[str, Replay]:
    """Return what a file or a kept game is called, and the game itself; a file comes first. Raises Failure."""
    if not is_game(game):
        return name_of(game), read_replay(game, args.map, edition)
    store = open_store()
    kept = named(store, game)
    if kept:
        session = look_at(kept[0], store.items(kept[0]))
        is_closed = len(session.closings) >= session.charter.quorum
        replay = of_log(session.log, view_of(rules_of(session.log.game)), is_closed=is_closed)
        return tr("game {short}", short=short(session.charter)), replay
    brought = record_named(store, game)
    if brought is None:
        raise neither(game)
    called = tr("game {hex}", hex=brought.game.hex()[:8])
    return called, _of_record(store.record(brought.game), called, map_text_of(args))


def read_replay(file: str, map_file: str | None, edition: Edition = DEFAULT) -> Replay:
    """Return the game in a file, verified; a record names its edition, a position is one of ``edition``.

    Raises Failure if it is neither a good record nor a position, or is not played on the map.
    """
    data = read_named(file)
    if data.startswith(RECORD_MAGIC):
        return _of_record(data, name_of(file), None if map_file is None else read_map_text(map_file))
    game_map = None if map_file is None else read_map(map_file, edition)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = ""
    if not any(line.partition("#")[0].strip() for line in text.split("\n")):
        raise Failure(tr("{name}: this is neither a game's record nor a position.", name=name_of(file)), status=2)
    try:
        game = edition.texts.load_position(text, game_map)
        return of_position(game, view_of(game))
    except NoTomlError as error:
        raise Failure(
            tr(
                "{name} is neither a game's record nor a position (TOML, see docs/notation.md): line {line}: {problem}",
                name=name_of(file),
                line=error.line,
                problem=error.problem.removeprefix("This is no TOML: "),
            ),
            status=2,
        ) from None
    except DataError as error:
        raise wrong_file(name_of(file), error) from None


def _of_record(data: bytes, name: str, map_text: str | None) -> Replay:
    try:
        verified = verify_record(data, partial(new_game, map_text=map_text), progress())
    except RecordError as error:
        raise Failure(f"{name}: {translated(error)}") from None
    return of_log(verified.log, view_of(rules_of(verified.log.game)), is_closed=verified.result is not None)


def _moment(replay: Replay, name: str, step: int | None) -> int:
    """Return the number of the moment after a step; raises Failure if there is no such step."""
    if step is None:
        return len(replay.moments) - 1
    if not 0 <= step <= replay.last:
        raise Failure(
            tr("--at {step}: {name} has only the steps 0 to {last}.", name=name, last=replay.last, step=step),
            status=2,
        )
    return next(number for number, moment in enumerate(replay.moments) if moment.step >= step)


# ---------------------------------------------------------------------- in words and characters


def told_at(replay: Replay, number: int, name: str) -> list[str]:
    """Return in lines what happened in the step of a moment, under its rounds and phases, and the position after it."""
    moment = replay.moments[number]
    state = moment.state
    notice = [tr(replay.view.notice)] if replay.view.notice else []
    lines = [*notice, tr("{name}: step {step} of {last}.", name=name, step=moment.step, last=replay.last)]
    if replay.is_tentative(moment.step):
        lines += folded(not_final(replay.unsettled))
    for when, happened in moment.by_phase():
        lines.append(f"{when}:")
        for line in happened:
            lines += folded(translated(line.text))
    lines += ["", *replay.view.words.board_lines(state), ""]
    for empire in range(len(state.board.empires)):
        player = replay.names[state.seats[empire]] if replay.names and state.seats else tr("no player yet")
        lines += replay.view.words.player_lines(state, empire, player, own=state.result is not None)
    return lines


def _signed(replay: Replay, number: int, name: str) -> list[str]:
    step = replay.moments[number].step
    lines = entry_lines(replay.log, step) if replay.log is not None else []
    if not lines:
        raise Failure(tr("{name}: nothing was signed at step {step}.", name=name, step=step))
    return lines


def _size_of(text: str) -> tuple[int, int]:
    found = SIZE.fullmatch(text)
    if found is None:
        raise Failure(tr("--board {text}: expected columns and rows, such as 80x24.", text=text), status=2)
    columns, rows = int(found[1]), int(found[2])
    if columns < SMALLEST_MAP.width or rows < SMALLEST_MAP.height:
        raise Failure(
            tr(
                "--board {text}: the map needs {columns}x{rows} at least.",
                text=text,
                columns=SMALLEST_MAP.width,
                rows=SMALLEST_MAP.height,
            ),
            status=2,
        )
    return columns, rows


def _drawn(replay: Replay, number: int, size: tuple[int, int], ascii_only: bool) -> list[str]:
    look = Look(not ascii_only and glyphs_for(encoding()) is UNICODE, colour=False)
    rows = draw(replay.view.map.scene(replay.moments[number].state), size, view=View(), look=look)
    return ["".join(text for _, text in row).rstrip() for row in rows]


# ---------------------------------------------------------------------- files


def _write(replay: Replay, number: int, svg: Path | None, html: Path | None) -> None:
    moment = replay.moments[number]
    edition = EDITIONS[moment.game.rules.id].title
    if svg is not None:
        ending = replay.ending if moment is replay.moments[-1] else ""
        _save(svg, lambda: picture(edition, replay.view.map, moment.state, moment.when, replay.names, ending))
        say(tr("The board at step {step} is in {svg}.", step=moment.step, svg=svg))
    if html is not None:
        _save(html, lambda: page(edition, replay))
        say(tr("The whole game is in {html}; open it in a browser.", html=html))


def _save(path: Path, content: Callable[[], str]) -> None:
    with speaking(ENGLISH):
        text = content()
    save_drawn(path, text)
