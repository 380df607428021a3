"""External programs for tests, well-behaved and otherwise."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

GREETING = """\
import json, os, sys, time

def say(message):
    print(json.dumps(message), flush=True)

def messages():
    for line in sys.stdin:
        yield json.loads(line)

def questions():
    for message in messages():
        if message["type"] == "question":
            yield message

assert json.loads(sys.stdin.readline())["type"] == "hello"
say({"type": "hello", "protocol": 1, "name": "Test"})
"""
FIRST = """\
for message in questions():
    say({"type": "answer", "id": message["id"], "action": message["answers"][0]})
"""
"""Says hello, and gives the first answer of every list."""


def program(folder: Path, text: str, greeting: str = GREETING) -> str:
    """The command of a program in Python; it begins with a greeting unless told otherwise."""
    path = folder / "bot.py"
    path.write_text(greeting + text, "utf-8")
    return shlex.join([sys.executable, str(path)])
