"""The table during a trade (chapter 2): the tray, who has committed, what lies face up, who takes from whom."""

from __future__ import annotations

from typing import NamedTuple

from cli.empires.describe import tokens as counted
from cli.empires.words import expand, spelled_out
from cli.i18n.texts import term, tr, translated
from cli.ui.screen.rows import Block, Row, folded, length
from cli.ui.screen.scene import Scene
from cli.ui.text.cells import columns
from cli.ui.text.sides import empires
from cli.ui.view import Unclear
from core.empires.state import State
from core.empires.trade import Announcing
from core.mare.events import Took
from core.mare.offers import OfferAnswers, Offers
from core.mare.resources import Tokens
from core.mare.taking import Compensation, Taking


def on_table(scene: Scene, width: int) -> tuple[str, Block] | None:
    """The trade as it lies on the table; None where none is going on."""
    state = scene.state
    frame = state.stack[-1] if state.stack else None
    match frame:
        case Announcing():
            rows = _markers(state)
        case Offers(sizes):
            rows = _offering(scene, state, sizes)
        case Taking():
            rows = _taking(scene, state, frame, width)
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
            return None
    return tr("Trade"), [line for row in rows for line in folded(row, width, 2)]


ROOMY = 32
"""Columns from which it is told who has taken what, too."""


def _markers(state: State) -> Block:
    sides = ["/".join(map(str, state.board.map.exchange[marker])) for marker in state.exchange]
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
    answers = scene.plan.question()[1] if scene.plan is not None and scene.plan.is_open else None
    if isinstance(answers, OfferAnswers):
        rows.append(_tray(scene, answers.size, _picked(scene, answers)))
    elif scene.secret:
        rows.append(_tray(scene, sizes[scene.empire], Picked(scene.secret.split()[1:])))
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


class Picked(NamedTuple):
    """The resources that a line would put into the tray, and what is wrong with the line, if anything is."""

    tokens: list[str]
    wrong: str = ""


def _picked(scene: Scene, answers: OfferAnswers) -> Picked:
    """What the line that is typed would offer, up to where it goes wrong."""
    typed = [] if scene.is_command else spelled_out(answers, scene.line.lower())
    words, wrong = _spelled(answers, typed)
    if scene.choices:
        # There are ways to go on: the last word is only not typed to its end.
        wrong = ""
    if words[:1] != ["offer"]:
        # It is something else, and no offer that has gone wrong.
        return Picked([])
    picked: list[str] = []
    for word in words[1:]:
        if word not in answers.board.tokens:
            return Picked(picked, "" if scene.choices else tr("“{word}” is no resource of yours", word=word))
        held = answers.hand[answers.board.tokens.index(word)]
        if picked.count(word) == held:
            return Picked(picked, tr("{resource}: you hold {number}", resource=term(word), number=held))
        picked.append(word)
    over = len(picked) - answers.size
    return Picked(picked[: answers.size], tr("{number} too many", number=over) if over > 0 else wrong)


def _spelled(answers: OfferAnswers, typed: list[str]) -> tuple[list[str], str]:
    """The words of a line, made whole up to the first that is not clear, and what is unclear about that."""
    wrong = ""
    for number in range(len(typed), 0, -1):
        try:
            return expand(answers, " ".join(typed[:number])).split(), wrong
        except Unclear as unclear:
            wrong = str(unclear)
    return [], wrong


def _tray(scene: Scene, size: int, picked: Picked) -> Row:
    """The places of the tray: what is in them by now, and what is still to be picked, or wrong."""
    row: Row = [("class:title", tr("Your tray: "))]
    for place in range(size):
        filled = place < len(picked.tokens)
        shown = term(picked.tokens[place]) if filled else scene.glyphs.taken
        row += [("class:number" if filled else "class:dim", f"[{shown}]"), ("", " ")]
    missing = size - len(picked.tokens)
    if picked.wrong:
        row.append(("class:refusal", picked.wrong))
    elif missing > 0:
        row.append(("class:dim", tr("{number} to pick", number=missing)))
    else:
        row.append(("class:good", tr("committed, and still secret") if scene.secret else tr("Enter commits")))
    return row


def _taking(scene: Scene, state: State, frame: Taking, width: int) -> Block:
    names = empires(state)
    own = frame.taker == scene.empire
    taker = tr("You take next") if own else tr("{empire} takes next", empire=names[frame.taker])
    rows: Block = [
        [
            ("class:number", f"{scene.glyphs.here} {taker}"),
            ("", tr(" from one with {sign}:", sign=scene.glyphs.done)),
        ]
    ]
    may, barred = frame.losers(), frame.barred()
    # Each resource by itself, as it lies on the table; counted where one of the trays would not fit so.
    trays = [_face_up(state, tokens) for tokens in frame.face_up]
    if any(length(tray) + columns(name) + 4 > width for tray, name in zip(trays, names, strict=True)):
        trays = [
            [("class:number", counted(state, tokens))] if tokens else _face_up(state, ()) for tokens in frame.face_up
        ]
    for empire, tray in enumerate(trays):
        row: Row = [_sign(scene, frame, empire, may), ("", f"{names[empire]}: "), *tray]
        if empire == barred:
            row.append(("class:dim", tr(" (2.2a: just taken from each other)")))
        rows.append(row)
    # The log is never far, and has it too.
    return [*rows, *_course(scene)] if width >= ROOMY else rows


def _sign(scene: Scene, frame: Taking, empire: int, may: list[int]) -> tuple[str, str]:
    if empire in may:
        return ("class:good", f"{scene.glyphs.done} ")
    return ("", f"{scene.glyphs.here} ") if empire == frame.taker else ("class:bad", f"{scene.glyphs.barred} ")


def _face_up(state: State, tokens: Tokens) -> Row:
    if not tokens:
        return [("class:dim", tr("nothing left"))]
    return [("class:number", " ".join(f"[{term(state.board.tokens[token])}]" for token in tokens))]


def _course(scene: Scene) -> Block:
    """The takes of this round's trade that still stand, the last first."""
    takes = (
        line for line in reversed(scene.story.lines) if line.round == scene.state.round and isinstance(line.event, Took)
    )
    return [[("class:dim", translated(line.text))] for line in takes if scene.stands(line)]
