"""A game of any edition that plays itself by chance, with everything checked that must always hold.

Every second game is played by reluctant players, who think twice before they are done and so get further in a round.
What costs most, looking at everything a player could say, is done at a share of the steps.
"""

from __future__ import annotations

import argparse
import random
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from core import Chance, Decision, Over, RuleError, Simultaneous
from core.engine.action import Action
from core.engine.answers import Answers, FieldByField
from core.engine.game import Game
from core.mare.actions import Done, Pillage
from tests.arguments import positive

MOST_STEPS = 20_000
SAMPLE = 200
REMEMBERED = 40
RELUCTANCE = 4


class CheckedGame(ABC):
    """A game that plays itself and raises AssertionError when something does not hold."""

    command: str
    """The module that plays one again, with options that choose the edition."""

    def __init__(self, seed: int, share: float = 1.0) -> None:
        self.seed = seed
        self.share = share
        self.chance = random.Random(seed)
        self.curiosity = random.Random(seed)  # what is looked at, which must not change the game
        self.game = self.begin()
        self.steps = 0
        self.said: Counter[str] = Counter()  # by type of action, how often it was said
        self._earlier: list[Action] = []

    def play(self) -> Over:
        """Play to the end; whatever goes wrong carries a note on how to see it again."""
        try:
            while not isinstance(self.game.node, Over):
                assert self.steps < MOST_STEPS, "The game does not end."
                self.check_position()
                self._step()
                self.steps += 1
            self.check_position()
        except Exception as error:
            error.add_note(
                f"At step {self.steps} of a random game; see it again with:"
                f" python -m {self.command} --start {self.seed} --games 1"
            )
            raise
        return self.game.node

    # ------------------------------------------------------------------ the position

    @abstractmethod
    def begin(self) -> Game[Any]:
        """The game of this seed at its start."""

    @abstractmethod
    def check_position(self) -> None:
        """Raise AssertionError where something is wrong with the position."""

    def note(self, action: Action) -> None:
        """Take note of what has been done."""
        self.said[type(action).__name__] += 1

    # ------------------------------------------------------------------ a step

    def _step(self) -> None:
        node = self.game.node
        actions: dict[int, Action] = {}
        if isinstance(node, Decision):
            actions = {node.seat: self._answer(node.answers)}
            self._go(lambda game: game.apply(actions[node.seat]))
        elif isinstance(node, Simultaneous):
            actions = {seat: self._answer(node.answers[seat]) for seat in node.seats}
            self._refused(lambda: self.game.reveal({**actions, 99: Done()}))
            self._go(lambda game: game.reveal(actions))
        elif isinstance(node, Chance):
            outcome = tuple(map(self.chance.randrange, node.bounds))
            self._refused(lambda: self.game.settle((*outcome[1:], node.bounds[-1])))
            self._refused(lambda: self.game.apply(Done()))
            self._go(lambda game: game.settle(outcome))
        for action in actions.values():
            self.note(action)

    def _go(self, on: Callable[[Game[Any]], None]) -> None:
        """A copy goes on first: the original must not feel it, and must come to the same position afterwards."""
        before = self.game.encode()
        twin = self.game.copy()
        assert twin.digest() == self.game.digest(), "A copy has another digest."
        on(twin)
        assert self.game.encode() == before, "A step of a copy has changed the original."
        on(self.game)
        assert self.game.encode() == twin.encode(), "The same step has led to two positions."
        twin.state.packed = [], b""
        assert self.game.encode() == twin.encode(), "Provinces are encoded as they were before they changed."

    def _refused(self, attempt: Callable[[], None]) -> None:
        before = self.game.encode()
        with pytest.raises(RuleError) as refusal:
            attempt()
        assert refusal.value.rule, "A refusal names no rule."
        assert str(refusal.value.sentence).endswith("."), refusal.value.sentence
        assert self.game.encode() == before, "A refusal has changed the position."

    # ------------------------------------------------------------------ answers

    def _answer(self, answers: Answers) -> Action:
        action = answers.draw(self.chance.randrange)
        for _ in range(RELUCTANCE * (self.seed % 2)):
            if isinstance(action, Done):
                action = answers.draw(self.chance.randrange)
        assert action in answers, f"{action} was drawn and is not legal."
        self._check_notation(action)
        self._check_refusal(answers)
        if self.curiosity.random() < self.share:
            self._check_completion(answers, action)
            self._check_completed_line(answers)
            self._check_listing(answers)
        self._earlier = [*self._earlier[-REMEMBERED:], action]
        return action

    def _check_notation(self, action: Action) -> None:
        line = self.game.text(action)
        read = self.game.parse_strict(line)
        assert read == action, f"“{line}” is read as {read}, not as {action}."
        assert type(read) is type(action), f"“{line}” is read as another type."

    def _check_refusal(self, answers: Answers) -> None:
        """Something that was legal earlier and is not now changes nothing."""
        wrong = self.curiosity.choice(self._earlier or [Pillage(0, -1)])
        node = self.game.node
        if wrong in answers:
            return
        if isinstance(node, Simultaneous):
            self._refused(lambda: self.game.reveal(dict.fromkeys(node.seats, wrong)))
        else:
            self._refused(lambda: self.game.apply(wrong))

    def _check_completion(self, answers: Answers, action: Action) -> None:
        """However much of the line has been typed, its next word is offered."""
        line = self.game.text(action)
        typed = line[: self.curiosity.randrange(len(line) + 1)]
        whole = len(typed.split()) - (typed != "" and not typed.endswith(" "))
        word = line.split()[min(whole, len(line.split()) - 1)]
        assert word in answers.complete(typed), f"After “{typed}” the word “{word}” is not offered."
        if isinstance(answers, FieldByField):
            begun = line.split()[:whole]
            listed = Answers.next_words(answers, begun)
            assert answers.next_words(begun) == listed, f"Not the words that follow “{begun}” in the answers, in order."

    def _check_completed_line(self, answers: Answers) -> None:
        """Typing only words that are offered says something legal in the end."""
        line = ""
        while words := answers.complete(line):
            line += words[self.curiosity.randrange(len(words))] + " "
        assert self.game.parse(line) in answers, f"“{line}” is made of offered words and is not legal."

    def _check_listing(self, answers: Answers) -> None:
        """What is iterated are members, each once; and where that is all, nothing else is a member."""
        listed = list(islice(answers, SAMPLE))
        assert len(listed) > 1, "A question with one answer is asked."
        assert len(set(listed)) == len(listed), "An answer is listed twice."
        for action in listed:
            assert action in answers, f"{action} is listed and not legal."
        for action in self._earlier:
            legal = action in answers
            assert not legal or len(listed) == SAMPLE or action in listed, f"{action} is legal and not listed."


def play_games(game_of: Callable[[int, float], CheckedGame], parser: argparse.ArgumentParser) -> None:
    """Play the games asked for and print one line about them."""
    parser.add_argument("--games", type=positive, default=2000, help="how many games to play")
    parser.add_argument("--start", type=int, default=0, help="the number of the first game")
    parser.add_argument(
        "--share", type=float, default=1.0, help="share of the steps at which all answers are looked at"
    )
    asked = parser.parse_args()
    began = time.monotonic()
    steps = rounds = 0
    victories: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for seed in range(asked.start, asked.start + asked.games):
        random_game = game_of(seed, asked.share)
        victories[random_game.play().result.victory] += 1
        steps += random_game.steps
        rounds += random_game.game.state.round
        said += random_game.said
    seconds = time.monotonic() - began
    print(f"{asked.games} games, {rounds} rounds, {steps} steps in {seconds:.0f} s; ends: {_list(victories)}.")
    print(f"Said: {_list(said)}.")


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())
