"""The table during a trade (chapter 2): the tray, who has committed, what lies face up, who takes from whom."""

from __future__ import annotations

from cli.describe import empires
from cli.screen.rows import Block, Row, folded
from cli.screen.scene import Scene
from cli.texts import term, tr, translated
from core.resources import Tokens
from core.state import State
from core.taking import Compensation, Taking
from core.trade import Announcing, Offers


def trade(scene: Scene, width: int) -> Block:
    """The trade as it lies on the table; nothing where none is going on."""
    state = scene.state
    frame = state.stack[-1] if state.stack else None
    match frame:
        case Announcing():
            rows = _markers(state)
        case Offers(sizes):
            rows = _offering(scene, state, sizes)
        case Taking():
            rows = _taking(scene, state, frame)
        case Compensation(empire):
            rows = [
                [
                    (
                        "",
                        tr("The Trade Leader gives {empire} one resource (2.2.1).", empire=empires(state)[empire]),
                    )
                ]
            ]
        case _:
            return []
    return [line for row in rows for line in folded(row, width, 2)]


def is_trading(state: State) -> bool:
    """Whether a trade lies on the table."""
    return bool(state.stack) and isinstance(state.stack[-1], Announcing | Offers | Taking | Compensation)


def _markers(state: State) -> Block:
    sides = ["/".join(map(str, state.board.edition.exchange[marker])) for marker in state.exchange]
    return [
        [
            (
                "",
                tr(
                    "{empire} leads the trade and plays a marker: {sides}.",
                    empire=empires(state)[state.leaders[0]],
                    sides=", ".join(sides),
                ),
            )
        ]
    ]


def _offering(scene: Scene, state: State, sizes: tuple[int, ...]) -> Block:
    rows: Block = []
    if scene.plan is not None and scene.plan.is_secret:
        rows.append(_tray(scene, state, sizes[scene.empire], scene.line))
    elif scene.secret:
        rows.append(_tray(scene, state, sizes[scene.empire], scene.secret))
    for empire, size in enumerate(sizes):
        seat, name = state.seats[empire], empires(state)[empire]
        if not size:
            rows.append([("", "  " + tr("{empire} takes no part (2.1b)", empire=name))])
        elif seat in scene.committed:
            rows.append(
                [
                    ("class:good", f"{scene.glyphs.done} "),
                    ("", tr("{empire} has committed {number}", empire=name, number=size)),
                ]
            )
        else:
            rows.append([("", f"{scene.glyphs.waiting} {tr('{empire} picks {number}', empire=name, number=size)}")])
    return [*rows, [("class:dim", tr("Revealed at once (2.1a)."))]]


def _tray(scene: Scene, state: State, size: int, line: str) -> Row:
    """The places of the tray: what a line names by now, and what is still to be picked."""
    picked = [word for word in line.lower().split()[1:] if word in state.board.tokens]
    row: Row = [("class:title", tr("Your tray: "))]
    hand, names = state.players[scene.empire].hand, state.board.tokens
    for place in range(max(size, len(picked))):
        filled = place < len(picked)
        is_held = filled and picked[: place + 1].count(picked[place]) <= hand[names.index(picked[place])]
        style = ("class:number" if place < size and is_held else "class:refusal") if filled else "class:dim"
        row += [(style, f"[{picked[place]}]" if filled else f"[{scene.glyphs.taken}]"), ("", " ")]
    missing = size - len(picked)
    if missing > 0:
        row.append(("class:dim", tr("{number} to pick", number=missing)))
    elif missing < 0:
        row.append(("class:refusal", tr("{number} too many", number=-missing)))
    else:
        row.append(("class:good", tr("committed, and still secret") if scene.secret else tr("Enter commits")))
    return row


def _taking(scene: Scene, state: State, frame: Taking) -> Block:
    names = empires(state)
    own = frame.taker == scene.empire
    taker = tr("You take next") if own else tr("{empire} takes next", empire=names[frame.taker])
    rows: Block = [
        [
            ("class:number", f"{scene.glyphs.here} {taker}"),
            ("", tr(", from whom {sign} marks:", sign=scene.glyphs.done)),
        ]
    ]
    may, barred = frame.losers(), frame.barred()
    for empire, tokens in enumerate(frame.face_up):
        row: Row = [_sign(scene, frame, empire, may), ("", f"{names[empire]}: "), *_face_up(state, tokens)]
        if empire == barred:
            row.append(("class:dim", tr(" (2.2a: just taken from each other)")))
        rows.append(row)
    rows += _course(scene)
    return rows


def _sign(scene: Scene, frame: Taking, empire: int, may: list[int]) -> tuple[str, str]:
    if empire in may:
        return ("class:good", f"{scene.glyphs.done} ")
    return ("", f"{scene.glyphs.here} ") if empire == frame.taker else ("class:bad", f"{scene.glyphs.barred} ")


def _face_up(state: State, tokens: Tokens) -> Row:
    if not tokens:
        return [("class:dim", tr("nothing left"))]
    return [("class:number", " ".join(f"[{term(state.board.tokens[token])}]" for token in tokens))]


def _course(scene: Scene) -> Block:
    """Who took what from whom in this trade, the last first."""
    takes: list[str] = []
    for line in reversed(scene.story.lines):
        if " takes " in line.text and " from " in line.text:
            takes.append(translated(line.text))
        elif " offers " in line.text or " announces " in line.text:
            break
    return [[("class:dim", text)] for text in takes]
