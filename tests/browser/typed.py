"""A recorded game played anew at a console, where every answer of the record is typed as a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import trio

from cli.commands.show import read_replay
from cli.table_game import new_game
from cli.ui.text.dialogue import Dialogue
from p2p import Kind, is_opening
from tests.cli.test_dialogue import Script


def digests(record: Path) -> Iterator[tuple[bytes, bytes]]:
    """For each step of a record, the digest of the state after it: what the console has, and what was signed.

    Raises Failure if ``mare verify`` would refuse the record.
    """
    replay = read_replay(str(record), None)
    log = replay.log
    assert log is not None
    game = new_game(log.charter.setup)
    names = dict(enumerate(replay.names))

    def typed(seat: int, line: str) -> str:
        """What the console of a seat answers when the line is typed."""
        return trio.run(Dialogue(Script(line), game.rules, replay.view, seat, names).conversation.ask)

    for step in log.steps:
        entries = [(signed.entry.seat, signed.entry.body) for signed in step.entries]
        if step.kind is Kind.OPENINGS:
            lines = {seat: body[1] for seat, body in entries if is_opening(body)}
            game.reveal({seat: typed(seat, line) for seat, line in sorted((lines | dict(step.automatic)).items())})
        elif step.outcome is not None:
            game.chance(step.outcome)
        elif step.kind is Kind.ACTION:
            for seat, body in [*entries, *step.automatic]:
                game.act(typed(seat, str(body)))
        yield game.digest(), step.state
