"""The engine and the recount look at the same positions of 2003 and must say the same.

    python -m tests.core.classic.agreement --positions N --seed S --edition original|revised

Most games begin in a random position at the start of a round, so that wars, occupations and big hands are there from
the first step, and are played by chance for a round or two; every fifth begins at the beginning.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from typing import Any

from core import Chance, Decision, Over, Simultaneous
from core.classic.rules import PHASES, RULES, new_game
from core.classic.state import Options, State
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.event import Event
from core.engine.game import Game
from core.mare.actions import Done
from core.mare.state import Round
from tests.core.classic import expected, outcomes, translation
from tests.core.classic.battles import GOING_ON, BattleWatch
from tests.core.classic.questions import EXPECTED, Asked, replaceable
from tests.core.classic.random_positions import random_position
from tests.core.classic.recount import counts, setup, trade, victory, war
from tests.core.classic.recount.board import EDITIONS, SEATS, TRACKS
from tests.core.classic.recount.position import Position, problems
from tests.core.classic.watch import Watch

RELUCTANCE = 4
"""How often a player thinks twice before they are done."""

MOST_OFFERS = 2_000
"""Of how many offers all are looked at."""

LAST_ROUND = 3
BUILDING = 2
VARIANTS: dict[str, Variant] = {variant.id: variant for variant in (ORIGINAL, REVISED)}
TRADING = ("Taking", "Undoing", "Redirecting", "ForcedTake")


class Agreement:
    """A game that is played by chance while the recount looks on; ``found`` are the disagreements, in sentences."""

    def __init__(self, seed: int, edition: str) -> None:
        self.seed = seed
        self.edition = edition
        self.chance = random.Random(f"agreement {seed}")
        self.found: list[str] = []
        self.looked: Counter[str] = Counter()
        self.said: Counter[str] = Counter()
        self.battle: BattleWatch | None = None
        self.income: Position | None = None
        self.reviewed = (0, 0)
        self.titles: dict[str, str] = {}
        self.contest = False
        self.game = self._from_the_start() if seed % 5 == 0 else self._from_a_position()

    # ------------------------------------------------------------------ beginnings

    def _from_a_position(self) -> Game[State]:
        """Return a game that goes on from a random position after the first round."""
        position = random_position(self.seed, self.edition)
        game = new_game(self._options(position.players, position.options), VARIANTS[self.edition])
        state = game.state.copy()
        translation.put(state, position)
        state.seats, state.round, state.stack = tuple(range(len(position.players))), 1, [Round(len(PHASES))]
        self.titles, self.reviewed = position.titles, (1, len(PHASES))
        self._attend(state)
        return Game(RULES[self.edition], state)

    def _from_the_start(self) -> Game[State]:
        playing = self.chance.sample(SEATS, self.chance.choice((3, 4, 5)))
        players = tuple(seat for seat in SEATS if seat in playing)
        chosen = frozenset(option for option in ("alps", "blockade") if self.chance.random() < 0.5)
        start = self.chance.choice(("printed", "points"))
        game = new_game(self._options(players, chosen, start), VARIANTS[self.edition])
        self._attend(game.state)
        return game

    def _attend(self, state: State) -> None:
        """Hear what happens from now on."""
        self.state = state
        self.watch = Watch(state.board)
        state.listener = self._hear

    def _options(self, players: tuple[str, ...], chosen: frozenset[str], start: str = "printed") -> Options:
        revised = self.edition == "revised"
        return Options(
            len(players),
            players,
            start,
            players,
            blockade=revised and "blockade" in chosen,
            alps=revised and "alps" in chosen,
            max_rounds=LAST_ROUND,
        )

    # ------------------------------------------------------------------ the course of a game

    def play(self, most: int) -> None:
        """Play until the game is over, so many questions have been looked at, or something is wrong."""
        while not isinstance(self.game.node, Over) and self.looked.total() < most and not self.found:
            position = self.now()
            self.look(position)
            self._step(position)
        self._look_at_the_end()

    def now(self) -> Position:
        """Return the position at which the game waits."""
        return translation.during(translation.position_of(self.state), self.state)

    # ------------------------------------------------------------------ looking

    def look(self, position: Position) -> None:
        """Compare the position, and all answers to what is asked, with the recount's."""
        state, node = self.state, self.game.node
        name = type(state.stack[-1]).__name__
        self.looked[name] += 1
        trading = self.watch.trade if name in TRADING else None
        if trading is not None:
            position.on_table = sum(trading.open.values(), Counter())
        self.found += problems(position)
        if not self.contest and (winners := victory.winners(position)):
            self.found.append(f"6.1: {winners} have won.")
        self._look_at_titles(position, name)
        if state.round == 1:
            self._look_at_the_start(position, name)
        self._look_at_the_past(position, name)
        if isinstance(node, Decision):
            player = state.board.empires[node.empire]
            self._compare(node.answers, EXPECTED.get(name), Asked(state, position, player, self.watch))
        elif isinstance(node, Simultaneous):
            for seat, answers in node.answers.items():
                self._compare_offers(position, state.board.empires[node.empires[seat]], answers)

    def _compare(self, answers: Answers, rule: Any, asked: Asked) -> None:
        if rule is None:
            return
        try:
            right = rule(asked)
        except AssertionError as error:
            self.found.append(str(error))
            return
        listed = [answers.text(action) for action in answers]
        self.said["lines"] += len(listed)
        if len(listed) != len(set(listed)):
            self.found.append("An answer is listed twice.")
        for text, lines in (("too much", set(listed) - right), ("missing", right - set(listed))):
            if lines:
                self.found.append(f"{text} for {asked.player} at {asked.frame}: {sorted(lines)[:5]}")

    def _compare_offers(self, position: Position, player: str, answers: Answers) -> None:
        trading = self.watch.number
        right = expected.offering(position, player, trading, MOST_OFFERS)
        if len(right) < MOST_OFFERS:
            listed = {answers.text(action) for action in answers}
            if listed != right:
                self.found.append(f"3.3a: {player} may offer {sorted(listed ^ right)[:5]} or not.")
        if player not in trade.traders(position, trading):
            self.found.append(f"3.2b: {player} offers {trading} cards.")

    def _look_at_titles(self, position: Position, name: str) -> None:
        """2.4: after the reviews of a phase each title is with a player who may have it, else with its holder."""
        state = self.state
        now = (state.round, state.phase)
        if name == "Tie" or now == self.reviewed or not state.phase:
            return
        before, self.titles = self.titles, position.titles
        new_round, self.reviewed = now[0] != self.reviewed[0], now
        self._look_at_building(position)
        if not before:
            by_sheets = state.options.start == "printed" or self.edition == "original"
            if position.titles not in counts.first_titles(position, by_sheets):
                self.found.append(f"1.6: {position.titles} are the first titles.")
            return
        due = now > (1, 2) if self.edition == "revised" else new_round
        for track in TRACKS:
            position.titles = before
            may = counts.candidates(position, track) if due else {before[track]}
            position.titles = self.titles
            if self.titles[track] not in may:
                self.found.append(f"2.4: {track} goes to {self.titles[track]}, not to one of {may}.")

    def _look_at_the_start(self, position: Position, name: str) -> None:
        """1.3, 1.5, 3.1g: the printed setup, neutral pieces, and what everybody has from the first income."""
        state = self.state
        if name == "FirstToSetUp" or (name == "Announcing" and state.options.start == "printed"):
            right = setup.printed(self.edition, position.players)
            if name == "FirstToSetUp":
                right = setup.bare(self.edition, position.players)
                setup.place_neutrals(right, printed_setup=False)
                for player in position.players:
                    right.provinces[position.board.capitals[player]].owner = player
            for place, here in right.provinces.items():
                there = position.provinces[place]
                if (here.owner, here.buildings, sorted(here.land), +here.dock) != (
                    there.owner,
                    there.buildings,
                    sorted(there.land),
                    +there.dock,
                ):
                    self.found.append(f"1.3: {place}: {there}, not {here}.")
        if name == "Announcing":
            before = outcomes.fresh_copy(position)
            for player, hand in position.hands.items():
                outcomes.give_back(before, player, hand)
            if {player: +hand for player, hand in position.hands.items()} != counts.income(before):
                self.found.append(f"3.1g: the first income is {position.hands}.")

    def _look_at_building(self, position: Position) -> None:
        """6.2b at the start of the building phase; 4.9 and K45 after its end."""
        if self.state.phase == BUILDING:
            contest = self.contest or victory.contest_begins(position)
            if self.state.contest != contest:
                self.found.append(f"6.2b: a lead of one is needed: {contest}.")
            self.contest = contest
        elif self.state.phase == BUILDING + 1:
            keepers = [player for player in position.players if _too_much(position, player)]
            self.found += [f"4.9: {player} has kept too much." for player in keepers]
            if self.contest and (winner := victory.winner_of_contest(position, self.watch.order)):
                self.found.append(f"K45: {winner} has won.")

    def _look_at_the_end(self) -> None:
        """6.1, K45."""
        position, result = translation.position_of(self.state), self.state.result
        if result is None:
            return
        right = victory.winners(position)
        if self.contest:
            right = {victory.winner_of_contest(position, self.watch.order)} - {""}
        winners = {position.players[winner] for winner in result.winners}
        self.looked[result.victory] += 1
        if winners != right:
            self.found.append(f"6: the game ends for {winners}, not for {right}.")

    def _look_at_the_past(self, position: Position, name: str) -> None:
        """Compare what an income or a trade has led to, once it is over."""
        frames = {type(frame).__name__ for frame in self.state.stack}
        if self.watch.trade is not None and not frames.intersection({*TRADING, "Offers"}):
            self._look_at_compensation(name)
        if self.income is not None and self.watch.collected:
            self._look_at_income(position)

    def _look_at_compensation(self, name: str) -> None:
        assert self.watch.trade is not None
        short = trade.one_short(translation.position_of(self.state), self.watch.trade)
        gave = [empire for _, empire in self.watch.given]
        right = [short] if short and name != "Compensation" else []
        if trade.takes(self.watch.trade) or gave != right:
            self.found.append(
                f"3.6a: {gave or 'no one'} is given a card at the end of a trade, not {short or 'no one'}."
            )
        if name != "Compensation":
            self.watch.trade = None

    def _look_at_income(self, position: Position) -> None:
        assert self.income is not None
        self.income.titles = self.titles
        for player, cards in counts.income(self.income).items():
            collected = self.watch.collected.get(player, Counter())
            if +collected != +cards:
                self.found.append(f"3.1: {player} collects {collected}, not {cards}.")
        self.income = None

    # ------------------------------------------------------------------ going on

    def _hear(self, event: Event) -> None:
        self.watch.hear(event)
        state = self.state
        if type(event).__name__ == "RoundBegan":
            self.income = translation.position_of(state)
            self.watch.collected = {}
        elif type(event).__name__ in ("RolledOnLand", "RolledAtSea") and self.battle is not None:
            rolled: Any = event
            wrong = self.battle.rolled(state.board.sides[rolled.empire], rolled.dice, rolled.total)
            self.found += [wrong] if wrong else []

    def _step(self, position: Position) -> None:
        node = self.game.node
        twin = self.game.copy()
        if isinstance(node, Decision):
            assert isinstance(twin.node, Decision)
            action = self._drawn(node.answers)
            self._foresee(position, node, action)
            twin.node.carry_out(action)
            self.game.apply(action)
        elif isinstance(node, Simultaneous):
            self.game.reveal({seat: self._drawn(answers) for seat, answers in node.answers.items()})
        elif isinstance(node, Chance):
            name = type(node.frame).__name__
            if name in ("LandDice", "SeaDice"):
                self.battle = BattleWatch(self.state, position, node.frame)
                if len(node.bounds) != self.battle.dice():
                    self.found.append(f"5.5a: {len(node.bounds)} dice, not {self.battle.dice()}.")
            assert isinstance(twin.node, Chance)
            outcome = tuple(map(self.chance.randrange, node.bounds))
            twin.node.carry_out(outcome)
            self.game.settle(outcome)
        if self.battle is not None:
            self._look_at_battle(twin)

    def _look_at_battle(self, twin: Game[State]) -> None:
        """Compare what a battle has led to if this step ended it, before any forced step that follows.

        The twin has carried out the step, and nothing after it.
        """
        assert self.battle is not None
        state = twin.state
        while any(type(frame).__name__ in GOING_ON for frame in state.stack):
            if twin.rules.flow[type(state.stack[-1])].advance(state, state.stack[-1]) is not None:
                return
        self.found += self.battle.ended(translation.during(translation.position_of(state), state))
        self.battle = None

    def _drawn(self, answers: Answers) -> Action:
        action = answers.draw(self.chance.randrange)
        for _ in range(RELUCTANCE):
            if isinstance(action, Done):
                action = answers.draw(self.chance.randrange)
        self.said[type(action).__name__] += 1
        return action

    def _foresee(self, position: Position, node: Decision, action: Action) -> None:
        """Compare what the recount makes of an action with what the engine makes of it, before all that follows."""
        line = self.game.text(action)
        verb = line.split()[0]
        if verb not in outcomes.OUTCOMES and verb != "replace":
            return
        player = self.state.board.empires[node.empire]
        twin = self.game.copy()
        assert isinstance(twin.node, Decision)
        twin.node.carry_out(action)
        top = type(twin.state.stack[-1]).__name__ if twin.state.stack else ""
        if top == "Shipping" or outcomes.blockade_is_possible(position, player, line):
            if (top == "Shipping") != outcomes.blockade_is_possible(position, player, line):
                self.found.append(f"8.1: {line}: {top}.")
        elif twin.state.result is None:
            self._compare_outcome(Asked(self.state, position, player, self.watch), line, twin.state)

    def _compare_outcome(self, asked: Asked, line: str, state: State) -> None:
        after = outcomes.fresh_copy(asked.position)
        where, coming = outcomes.coming(asked.position, asked.player, line)
        if line.startswith("replace"):
            outcomes.replace_legion(after, line, replaceable(asked))
        elif type(asked.frame).__name__ == "Gift":
            outcomes.place_gift(after, asked.player, line)
        else:
            outcomes.carry_out(after, asked.player, line)
        engines = translation.during(translation.position_of(state), state)
        self.found += [f"After “{line}”: {text}" for text in outcomes.differences(engines, after)]
        asks = bool(where and war.helen(asked.position, asked.player, where, coming))
        if asks != (type(state.stack[-1]).__name__ == "Helen"):
            self.found.append(f"7.3c: after “{line}” Helen is asked: {not asks}.")


def _too_much(position: Position, player: str) -> bool:
    """4.9."""
    most = (2 if position.revised else 1) if position.has(player, "hanging_gardens") else 0
    hand = position.hands[player]
    return hand["coin"] > 2 or hand.total() - hand["coin"] > most


def main() -> None:
    """Look at as many positions as asked for, and print what was seen. A disagreement makes the exit code 1."""
    parser = argparse.ArgumentParser(description="The engine of 2003 against the recount.")
    parser.add_argument("--positions", type=int, default=10_000, help="at how many positions to look")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    parser.add_argument("--edition", choices=EDITIONS, default=EDITIONS[0])
    asked = parser.parse_args()
    began = time.monotonic()
    looked: Counter[str] = Counter()
    said: Counter[str] = Counter()
    seed, wrong = asked.seed, 0
    while looked.total() < asked.positions:
        game = Agreement(seed, asked.edition)
        game.play(asked.positions - looked.total())
        looked += game.looked
        said += game.said
        wrong += bool(game.found)
        for sentence in game.found[:3]:
            print(f"{seed}: {sentence}")
        seed += 1
    seconds = time.monotonic() - began
    print(f"{asked.edition}: {looked.total()} positions of {seed - asked.seed} games in {seconds:.0f} s.")
    print(f"{wrong} games with a disagreement. Looked at: {_list(looked)}. Said: {_list(said)}.")
    sys.exit(1 if wrong else 0)


def _list(numbers: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.most_common())


if __name__ == "__main__":
    main()
