"""What lies on the table in a trade: the secret offers, what lies face up, and who may take it from whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from cli.i18n.texts import term, tr, translated
from cli.mare.answers import Wording
from cli.mare.words import tokens as counted
from cli.ui.screen.rows import Block, Row, folded, length
from cli.ui.screen.scene import Scene
from cli.ui.text.cells import columns
from cli.ui.text.names import empires
from cli.ui.view import Unclear
from core.mare.events import Offered, Took
from core.mare.resources import Tokens
from core.mare.trade import Compensation, OfferAnswers, Taking

ROOMY_TABLE = 32
"""The width in columns from which the pane also shows who has taken what."""

COURSE = 4
"""Takes that it shows, the newest ones: the log has all of them."""


class Texts(NamedTuple):
    """The texts that quote the number of an edition's rule, in English."""

    revealed: str
    left_out: str
    """With a slot ``empire``, as the last."""

    barred: str
    compensation: str


def titled(rows: Block, width: int) -> tuple[str, Block]:
    """Return what lies on the table in a trade, with its title."""
    return tr("Trade"), [line for row in rows for line in folded(row, width, 2)]


def compensating(state: Any, frame: Compensation, texts: Texts) -> Block:
    """Return the rows at the end of a trade, when a player may give something away."""
    return [[("", tr(texts.compensation, empire=empires(state)[frame.empire]))]]


def offering(scene: Scene, state: Any, sizes: Sequence[int], wording: Wording, texts: Texts) -> Block:
    """Return the rows of secret offers: the player's own tray, and by empire whether it has committed its number."""
    rows: Block = []
    answers = scene.draft.plan.question()[1] if scene.draft.plan is not None and scene.draft.plan.is_open else None
    if isinstance(answers, OfferAnswers):
        rows.append(_tray(scene, answers.size, _picked(scene, answers, wording)))
    elif scene.conversation.secret:
        rows.append(_tray(scene, sizes[scene.conversation.empire], Picked(scene.conversation.secret.split()[1:])))
    for empire, size in enumerate(sizes):
        seat, name = state.seats[empire], empires(state)[empire]
        if not size:
            rows.append([("", "  " + tr(texts.left_out, empire=name))])
        elif seat in scene.conversation.committed or scene.conversation.waits_for_secrets():
            rows.append(
                [
                    ("class:good", scene.glyphs.done),
                    ("", " "),
                    ("", tr("{empire} has committed {number}", empire=name, number=size)),
                ]
            )
        else:
            rows.append([("", f"{scene.glyphs.waiting} {tr('{empire} picks {number}', empire=name, number=size)}")])
    return [*rows, [("class:dim", tr(texts.revealed))]]


class Picked(NamedTuple):
    """The resources that a line would put into the tray, and what is wrong with the line, if anything is."""

    tokens: list[str]
    wrong: str = ""


def _picked(scene: Scene, answers: OfferAnswers, wording: Wording) -> Picked:
    """Return what the line that is typed would offer, up to where it goes wrong."""
    typed = [] if scene.draft.is_command else wording.spelled_out(answers, scene.draft.line.lower())
    words, wrong = _spelled(answers, typed, wording)
    if scene.draft.choices:
        # There are ways to go on: the last word is only not typed to its end.
        wrong = ""
    if words[:1] != ["offer"]:
        # It is something else, and no offer that has gone wrong.
        return Picked([])
    picked: list[str] = []
    for word in words[1:]:
        if word not in answers.board.tokens:
            return Picked(picked, "" if scene.draft.choices else tr("you hold no “{word}”", word=word))
        held = answers.hand[answers.board.tokens.index(word)]
        if picked.count(word) == held:
            return Picked(picked, tr("{resource}: you hold {number}", resource=term(word), number=held))
        picked.append(word)
    over = len(picked) - answers.size
    return Picked(picked[: answers.size], tr("{number} too many", number=over) if over > 0 else wrong)


def _spelled(answers: OfferAnswers, typed: list[str], wording: Wording) -> tuple[list[str], str]:
    """Return the words of a line, made whole up to the first that is not clear, and what is unclear about that."""
    wrong = ""
    for number in range(len(typed), 0, -1):
        try:
            return wording.expand(answers, " ".join(typed[:number])).split(), wrong
        except Unclear as unclear:
            wrong = str(unclear)
    return [], wrong


def _tray(scene: Scene, size: int, picked: Picked) -> Row:
    """Return the places of the tray: what is in them by now, and what is still to be picked, or wrong."""
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
        row.append(
            ("class:good", tr("committed, and still secret") if scene.conversation.secret else tr("ready to commit"))
        )
    return row


def taking(scene: Scene, state: Any, frame: Taking, width: int, texts: Texts) -> Block:
    """Return the rows of the taking round: what lies face up, and from whom the taker may take."""
    names = empires(state)
    own = frame.taker == scene.conversation.empire
    taker = tr("You take next") if own else tr("{empire} takes next", empire=names[frame.taker])
    rows: Block = [
        [
            ("class:number", f"{scene.glyphs.here} {taker}"),
            ("", tr(" from a player with {sign}:", sign=scene.glyphs.done)),
        ]
    ]
    may, barred = frame.losers(), frame.barred()
    offered = _offered(scene)
    # Each resource by itself, as it lies on the table; counted where one of the trays would not fit so.
    trays = [_face_up(state, tokens) for tokens in frame.face_up]
    if any(length(tray) + columns(name) + 4 > width for tray, name in zip(trays, names, strict=True)):
        trays = [
            [("class:number", counted(state, tokens))] if tokens else _face_up(state, ()) for tokens in frame.face_up
        ]
    for empire, tray in enumerate(trays):
        if offered and empire not in offered:
            rows.append([("class:dim", "  " + tr(texts.left_out, empire=names[empire]))])
            continue
        row: Row = [_sign(scene, frame, empire, may), ("", f" {names[empire]}: "), *tray]
        if empire == barred:
            row.append(("class:dim", tr(texts.barred)))
        rows.append(row)
    # The log is never far, and has it too.
    return [*rows, *_course(scene)] if width >= ROOMY_TABLE else rows


def _offered(scene: Scene) -> set[int]:
    """Return who takes part in this round's trade; an empty set if the log does not say so."""
    lines = (
        line
        for line in scene.conversation.story.lines
        if line.round == scene.conversation.state.round and scene.conversation.stands(line)
    )
    return {line.event.empire for line in lines if isinstance(line.event, Offered)}


def _sign(scene: Scene, frame: Taking, empire: int, may: list[int]) -> tuple[str, str]:
    if empire in may:
        return ("class:good", scene.glyphs.done)
    return ("", scene.glyphs.here) if empire == frame.taker else ("class:bad", scene.glyphs.barred)


def _face_up(state: Any, tokens: Tokens) -> Row:
    if not tokens:
        return [("class:dim", tr("nothing left"))]
    return [("class:number", " ".join(f"[{term(state.board.tokens[token])}]" for token in tokens))]


def _course(scene: Scene) -> Block:
    """Return the newest takes of this round's trade that still stand, the last first."""
    takes = (
        line
        for line in reversed(scene.conversation.story.lines)
        if line.round == scene.conversation.state.round and isinstance(line.event, Took)
    )
    told = (line for line in takes if scene.conversation.stands(line))
    return [[("class:dim", translated(line.text))] for line in islice(told, COURSE)]
