"""An external program as a process: whatever becomes of it, there is a sentence, and nothing of it is left."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from cli.bots import process
from cli.bots.process import Engine, engine_of
from cli.bots.protocol import Budget, Said, Unanswered
from core.empires.position import load_position
from tests.cli.bots.programs import FIRST, GREETING, program
from tests.cli.processes import all_gone, is_alive

POSITION = 'start = true\nphase = "trade"\n[empires]\ncarthage = { resources = "2 coin" }\n'
PATIENT = Budget(20.0, 1)
LOST = "The engine “Test” has used up its 3 chances:"
HASTY = Budget(0.3, 1)


def never(bound: int) -> int:
    """Chance that gives 0."""
    return 0


@asynccontextmanager
async def playing(command: str, told: list[str] | None = None, log: io.BytesIO | None = None) -> AsyncIterator[Engine]:
    """An engine that plays the seat which is asked."""
    told = [] if told is None else told
    async with engine_of(command, told.append, log) as engine:
        engine.begin(load_position(POSITION), 4, never)
        yield engine


async def failure(command: str, budget: Budget = PATIENT) -> str:
    """Why a program has no answer."""
    async with playing(command) as engine:
        with pytest.raises(Unanswered) as caught:
            await engine.ask(never, budget)
    return str(caught.value)


@pytest.fixture
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no long wait for a program to end."""
    monkeypatch.setattr(process, "GRACE", 0.2)


async def test_a_program_answers(tmp_path: Path) -> None:
    async with playing(program(tmp_path, FIRST)) as engine:
        game = load_position(POSITION)
        assert game.text(await engine.ask(never, PATIENT)) == "announce 0"
        assert engine.title == "The engine “Test”"


REFUSED = """\
for message in messages():
    if message["type"] == "question":
        say({"type": "answer", "action": "announce 9"})
    elif message["type"] == "refused":
        assert message["rule"] == "2.1"
        say({"type": "answer", "action": "announce 1"})
"""
ASKING = """\
for message in messages():
    if message["type"] == "question":
        say({"type": "draw"})
    elif message["type"] == "drawn":
        say({"type": "answer", "action": message["actions"][0]})
"""


@pytest.mark.parametrize(("text", "answer"), [(REFUSED, "announce 1"), (ASKING, "announce 0")])
async def test_a_program_that_is_refused_or_asks_for_help_may_answer_then(
    text: str, answer: str, tmp_path: Path
) -> None:
    async with playing(program(tmp_path, text)) as engine:
        assert load_position(POSITION).text(await engine.ask(never, PATIENT)) == answer


async def test_it_hears_what_has_happened_since_it_was_last_asked(tmp_path: Path) -> None:
    log = io.BytesIO()
    async with playing(program(tmp_path, FIRST), log=log) as engine:
        engine.hear(Said("rome", "announce 2"))
        engine.listen("Rome announces 2.")
        await engine.ask(never, PATIENT)
        await engine.ask(never, PATIENT)
        await engine.end()
    written = [json.loads(line[2:]) for line in log.getvalue().splitlines() if line.startswith(b"> ")]
    assert [message["type"] for message in written] == ["hello", "game", "question", "question", "over", "quit"]
    assert written[2]["events"] == [{"empire": "rome", "action": "announce 2"}]
    assert written[2]["story"] == ["Rome announces 2."]
    assert written[3]["events"] == written[3]["story"] == []
    assert written[1]["seed"] == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'for message in questions():\n    for _ in range(3): say({"type": "answer", "action": "announce 9"})\n',
            f"{LOST} “announce 9” was refused, 2.1: No exchange marker you can play shows 9.",
        ),
        (
            'for message in questions():\n    print("thinking \\x1b[2J …\\n" * 3, flush=True)\n',
            f"{LOST} “thinking [2J …” is no JSON.",
        ),
        (
            "for message in questions():\n    raise SystemExit(3)\n",
            "The engine “Test” has ended with exit code 3.",
        ),
        (
            "for message in questions():\n    print('no \\x1b[31mmarket', file=sys.stderr)\n    os.abort()\n",
            "The engine “Test” was ended by SIGABRT. Its last words: “no [31mmarket”.",
        ),
        (
            "for message in questions():\n    print('x' * (1 << 17))\n",
            "The engine “Test” has written a line of more than 65536 bytes.",
        ),
    ],
)
async def test_a_program_that_fails_is_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    assert await failure(program(tmp_path, text)) == sentence


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("nothing-of-this-name --fast", "“nothing-of-this-name” cannot be started: No such file or directory."),
        ("/", "“/” cannot be started: Permission denied."),
        ("true", "The engine “true” has ended with exit code 0."),
        ("echo no protocol", "The engine “echo” does not speak this protocol. “no protocol” is no JSON."),
    ],
)
async def test_what_is_no_such_program_is_one_sentence(command: str, sentence: str) -> None:
    assert await failure(command) == sentence


async def test_a_program_of_another_protocol_is_one_sentence(tmp_path: Path) -> None:
    command = program(tmp_path, "", GREETING.replace('"protocol": 1', '"protocol": 2'))
    assert (await failure(command)).endswith(
        "does not speak this protocol. It speaks protocol 2; here protocol 1 is spoken."
    )


async def test_one_that_never_says_hello_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, short_grace: None
) -> None:
    monkeypatch.setattr(process, "START", 0.3)
    command = program(tmp_path, "", "import time\ntime.sleep(60)\n")
    assert (await failure(command)).endswith("has not said hello within 0.3 seconds.")


async def test_who_thinks_for_too_long_is_told_to_stop_and_may_answer_the_next_question(tmp_path: Path) -> None:
    slow = """\
for message in messages():
    if message["type"] == "question":
        late = message
        if message["id"] == 2:
            say({"type": "answer", "id": 1, "action": "announce 1"})
            say({"type": "answer", "id": 2, "action": "announce 0"})
    elif message["type"] == "stop":
        assert message["id"] == late["id"] == 1
"""
    async with playing(program(tmp_path, slow)) as engine:
        with pytest.raises(Unanswered, match=r"The engine “Test” has not answered within 0\.3 seconds\."):
            await engine.ask(never, HASTY)
        assert load_position(POSITION).text(await engine.ask(never, PATIENT)) == "announce 0"


async def test_who_crashes_is_started_again_when_it_is_next_asked(tmp_path: Path) -> None:
    mark = tmp_path / "crashed"
    once = f"""\
mark = {str(mark)!r}
for message in questions():
    if not os.path.exists(mark):
        open(mark, "w").close()
        sys.exit(1)
    say({{"type": "answer", "action": "announce 1"}})
"""
    async with playing(program(tmp_path, once)) as engine:
        with pytest.raises(Unanswered):
            await engine.ask(never, PATIENT)
        assert load_position(POSITION).text(await engine.ask(never, PATIENT)) == "announce 1"


async def test_what_it_complains_of_is_shown_but_never_more_than_can_be_read(tmp_path: Path) -> None:
    noisy = """\
for message in questions():
    for number in range(1000):
        print(f"\\x1b[1mline {number}", file=sys.stderr)
    print(end="x" * 100_000, file=sys.stderr)
    say({"type": "answer", "action": "announce 1"})
"""
    told: list[str] = []
    async with playing(program(tmp_path, noisy), told) as engine:
        await engine.ask(never, PATIENT)
    assert told[0] == "Test: [1mline 0"
    assert "Test writes more than is shown." in told
    assert len(told) < 30


async def test_nothing_of_it_outlives_the_block(tmp_path: Path, short_grace: None) -> None:
    """Not even where it listens to no one, and has started another program."""
    pids = tmp_path / "pids"
    deaf = f"""\
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
for message in questions():
    say({{"type": "answer", "action": "announce 1"}})
    time.sleep(60)
"""
    async with playing(program(tmp_path, deaf)) as engine:
        await engine.ask(never, PATIENT)
        found = [int(word) for word in pids.read_text().split()]
        assert all(map(is_alive, found))
    assert all_gone(found)


async def test_one_that_is_asked_while_the_table_ends_is_ended_too(tmp_path: Path, short_grace: None) -> None:
    async with playing(program(tmp_path, "for message in questions():\n    time.sleep(60)\n")) as engine:
        with trio.move_on_after(0.5):
            await engine.ask(never, PATIENT)
        await engine.end()
