"""What an external program and its table say to each other, without input or output: messages in, messages out.

``docs/bots.md`` describes the protocol for who writes such a program. A message is one object of JSON in one line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from cli.editions import view_of
from cli.table_game import edition_by
from core import RuleError
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.flow import Prompt
from core.engine.game import Game
from p2p import shown

PROTOCOL = 1

LISTED = 200
"""Answers that a question lists; where there are more, it has so many that were drawn."""
DRAWN = 200
"""The most answers that are drawn at one request."""
FOUND = 1000
"""The most answers that one request for a list finds."""
WALKED = 20_000
"""Answers that are looked at for it, so that no request holds up the table."""
CHANCES = 3
"""How many refusals and mistakes one question allows; the last one ends it."""
LONGEST_NAME = 60

Message = dict[str, Any]


class Unanswered(Exception):
    """The player who was asked cannot answer; a sentence says who it is and why."""


class Mistake(Exception):
    """A message that means nothing here: a sentence for who wrote the program."""


@dataclass(frozen=True, slots=True)
class Said:
    """An action, in action notation, that has been said openly or revealed; the program is told of all of them."""

    empire: str
    action: str


@dataclass(frozen=True, slots=True)
class Budget:
    """What an answer may cost: seconds by the clock, which are watched, and nodes, which are the player's to count."""

    seconds: float
    nodes: int


def read(line: str) -> Message:
    """Return the message in a line; raises Mistake."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Mistake(f"“{excerpt(line)}” is no JSON.") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Mistake(f"“{excerpt(line)}” is no object with a type.")
    return message


def write(message: Mapping[str, Any]) -> bytes:
    """Return a message as its line."""
    return json.dumps(message, ensure_ascii=True).encode("ascii") + b"\n"


def excerpt(line: str, most: int = 60) -> str:
    """Return as much of what a program wrote as a sentence can quote, fit for any terminal."""
    text = shown(line)
    return text if len(text) <= most else text[: most - 1] + "…"


def hello(program: str) -> Message:
    """Return the first thing that is said."""
    return {"type": "hello", "protocol": PROTOCOL, "program": program}


def name_in(message: Message) -> str:
    """Return what a program calls itself in its greeting; raises Mistake if that is none, or of another protocol."""
    if message["type"] != "hello":
        raise Mistake(f"The first message must be “hello”, and was “{excerpt(message['type'])}”.")
    if message.get("protocol") != PROTOCOL or isinstance(message["protocol"], bool):
        raise Mistake(
            f"It speaks protocol {excerpt(str(message.get('protocol')))}; here protocol {PROTOCOL} is spoken."
        )
    name = message.get("name", "")
    return excerpt(name, LONGEST_NAME) if isinstance(name, str) else ""


def game_facts(game: Game[Any], seat: int, seed: int) -> Message:
    """Return the message of a new game: its rules, its board and the program's seat."""
    state = game.state
    game_map = state.board.map
    return {
        "type": "game",
        "rules": game.rules.engine,
        "edition": game.rules.id,
        "data": game_map.digest.hex(),
        "players": state.options.players,
        **{option.name: getattr(state.options, option.name) for option in edition_by(game).declared},
        "seat": seat,
        "seed": seed,
        "board": view_of(game).words.board_facts(state.board),
    }


def over(game: Game[Any], events: Sequence[Said]) -> Message:
    """Return how a game ended: who won, and how. A game without a winner has no names."""
    result = game.state.result
    return {
        "type": "over",
        "winners": [game.state.board.empires[empire] for empire in result.winners] if result else [],
        "victory": result.victory if result else None,
        "events": [{"empire": event.empire, "action": event.action} for event in events],
    }


class Inquiry:
    """One question, from the moment it is asked to a legal answer.

    ``below`` is the chance that draws answers for the program.
    """

    def __init__(self, number: int, game: Game[Any], seat: int, prompt: Prompt, answers: Answers, below: Below) -> None:
        self._number = number
        self._game = game
        self._seat = seat
        self._prompt = prompt
        self._answers = answers
        self._below = below
        self._chances = CHANCES
        self._requests: dict[str, Callable[[Message], Message]] = {
            "draw": self._draw,
            "check": self._check,
            "complete": self._complete,
            "list": self._list,
        }
        self.action: Action | None = None
        """The answer, once there is a legal one."""
        self.trouble = ""
        """What was wrong with the last answer or message; a sentence."""

    @property
    def is_lost(self) -> bool:
        """Whether the program has used up its chances."""
        return self._chances == 0

    def question(self, events: Sequence[Said], story: Sequence[str], budget: Budget) -> Message:
        """Return what is asked, and all that the program may want to know for its answer."""
        state = self._game.state
        listed = list(islice(self._answers, LISTED + 1))
        whole = len(listed) <= LISTED
        return {
            "type": "question",
            "id": self._number,
            "empire": state.board.empires[state.seats.index(self._seat)] if state.seats else None,
            "rule": self._prompt.rule,
            "sentence": str(self._prompt.sentence),
            "answers": [self._game.text(action) for action in listed] if whole else self._sample(LISTED),
            "all": whole,
            "seconds": budget.seconds,
            "nodes": budget.nodes,
            "events": [{"empire": event.empire, "action": event.action} for event in events],
            "story": list(story),
            "state": view_of(self._game).words.state_facts(state),
            "position": edition_by(self._game).texts.dump_position(self._game),
        }

    def take(self, message: Message) -> list[Message]:
        """Do what a message asks for; returns the reply."""
        kind = message["type"]
        try:
            if kind == "answer":
                return self._take_answer(message)
            if kind in self._requests:
                return [self._requests[kind](message)]
            known = ", ".join(("answer", *self._requests))
            raise Mistake(f"There is no message “{excerpt(kind)}” here; there are {known}.")
        except Mistake as mistake:
            return [self.object(mistake)]

    def object(self, mistake: Mistake) -> Message:
        """Reject a message, which uses up one of the chances."""
        self._chances -= 1
        self.trouble = str(mistake)
        return {"type": "error", "sentence": self.trouble, "chances": self._chances}

    def _take_answer(self, message: Message) -> list[Message]:
        if message.get("id", self._number) != self._number:
            return []  # it comes too late: another question has been asked since
        line = _text(message, "action")
        try:
            action = self._game.parse(line)
            self._answers.check(action)
        except RuleError as error:
            self._chances -= 1
            self.trouble = f"“{excerpt(line)}” was refused, {error}"
            return [{"type": "refused", "id": self._number, **_reason(error), "chances": self._chances}]
        self.action = action
        return []

    # ------------------------------------------------------------------ requests

    def _sample(self, number: int) -> list[str]:
        """Return the different answers among so many drawn ones, and always “done” if it is legal."""
        drawn = [self._game.text(self._answers.draw(self._below)) for _ in range(number)]
        if self._game.parse("done") in self._answers:
            drawn.append("done")
        return list(dict.fromkeys(drawn))

    def _draw(self, message: Message) -> Message:
        number = _number(message, "number", 1, DRAWN)
        return {
            "type": "drawn",
            "actions": [self._game.text(self._answers.draw(self._below)) for _ in range(number)],
        }

    def _check(self, message: Message) -> Message:
        line = _text(message, "action")
        try:
            action = self._game.parse(line)
            self._answers.check(action)
        except RuleError as error:
            return {"type": "checked", "action": line, "legal": False, **_reason(error)}
        return {"type": "checked", "action": self._game.text(action), "legal": True}

    def _complete(self, message: Message) -> Message:
        line = _text(message, "line")
        return {"type": "completed", "line": line, "words": self._answers.complete(line)}

    def _list(self, message: Message) -> Message:
        begin = _text(message, "begin") if "begin" in message else ""
        most = _number(message, "number", FOUND, FOUND)
        walk = list(islice(self._answers, WALKED + 1))
        texts = (self._game.text(action) for action in walk[:WALKED])
        found = list(islice((text for text in texts if text.startswith(begin)), most + 1))
        return {
            "type": "listed",
            "begin": begin,
            "actions": found[:most],
            "all": len(found) <= most and len(walk) <= WALKED,
        }


def _reason(error: RuleError) -> Message:
    return {"rule": error.rule, "sentence": str(error.sentence)}


def _text(message: Message, key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str):
        raise Mistake(f"“{message['type']}” needs “{key}”, a text.")
    return value


def _number(message: Message, key: str, default: int, most: int) -> int:
    value = message.get(key, default)
    if type(value) is not int or not 1 <= value <= most:
        raise Mistake(f"“{key}” of “{message['type']}” is a number from 1 to {most}.")
    return value
