"""How answers are typed and foreseen in the editions of Mare Nostrum: all that the console asks of a family."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from cli.i18n.texts import count, good, term, tr
from cli.mare import answers as typed
from cli.mare import preview
from cli.mare.deals import Judge, Strike
from cli.mare.preview import Odds, percent
from cli.mare.reasons import AnswerReader
from cli.mare.telling import MareWords
from cli.mare.words import sides, tokens
from cli.ui.map.view import Stake
from cli.ui.text.names import empires
from cli.ui.text.staging import Plan, done_alone, tried
from cli.ui.text.word_by_word import Answering
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.flow import Simultaneous
from core.engine.masks import bits
from core.engine.rulebook import Rulebook
from core.engine.state import NO_EMPIRE
from core.mare.actions import Done
from core.mare.bots import yet_to_act
from core.mare.kinds import FREE
from core.mare.resources import spread
from core.mare.rounds import Turns

PYRAMIDS_RULE = "6.1"

LEAST_DANGER = 30
"""In percent: the least chance to lose a place that is worth a word."""


class Battle(NamedTuple):
    """A battle that an answer begins: the word of its place, the enemy, and the odds."""

    place: str
    enemy: int
    odds: Odds


class MareAnswering(Answering, ABC):
    """How answers of a family are typed, completed, explained and foreseen."""

    words: MareWords
    build: type[Any]
    march: type[Any]
    sail: type[Any]
    turn: type[Any]
    """The frame of a building turn."""

    losses: type[Any]
    """The frame of losses in a battle on land."""

    judge: type[Judge]
    """Who knows what legions can do."""

    as_typed, in_words = staticmethod(typed.as_typed), staticmethod(typed.in_words)
    in_short, outline = staticmethod(typed.in_short), staticmethod(typed.outline)

    def __init__(self, reader: AnswerReader) -> None:
        self.MOVES, self.PAYING = reader.wording.MOVES, reader.wording.PAYING
        self.reader = reader

    # ------------------------------------------------------------------ what a family says

    @abstractmethod
    def rulebook(self, board: Any) -> Rulebook:
        """Return the rules in words."""

    @abstractmethod
    def on_land(self, state: Any, index: int, empire: int, enemy: int, /) -> Odds:
        """Return the odds in a province for an empire against another, as they stand there now."""

    @abstractmethod
    def battle(self, state: Any, empire: int, action: Action) -> Battle | None:
        """Return the battle that an answer begins; None if it begins none."""

    @abstractmethod
    def sets_left(self, state: Any, empire: int, action: Action) -> int:
        """Return how many sets of three an empire can still pay after a purchase; 0 after other answers."""

    @abstractmethod
    def incomes(self, state: Any) -> Sequence[Mapping[int, int]]:
        """Return by empire what it would collect now, by token."""

    def at_peace(self, state: Any, empire: int, other: int) -> bool:
        """Return whether two empires can't fight."""
        return False

    def can_fight(self, state: Any, empire: int) -> bool:
        """Return whether legions of an empire that have marched still come to a battle in its turn."""
        return True

    def good(self, board: Any, token: int, number: int) -> str:
        """Return what a token of an income is called, behind its number."""
        return good(number, term(board.tokens[token]))

    # ------------------------------------------------------------------ what the console asks

    def lists(self, begun: str) -> bool:
        return self.reader.wording.lists(begun)

    def expand(self, answers: Answers, line: str) -> str:
        return self.reader.wording.expand(answers, line)

    def read(self, game: Any, answers: Answers, text: str) -> Action:
        return self.reader.read(game, answers, text)

    def preview(self, game: Any, seat: int, action: Action) -> list[str]:
        return [*preview.at_once(game, seat, action, self.words.moment), *self.effects(game, seat, action)]

    def effects(self, game: Any, seat: int, action: Action) -> list[str]:
        state, words = game.state, self.words
        empire = state.seats.index(seat)
        if isinstance(game.node, Simultaneous):
            return list(preview.of_offer(state, empire, action))
        after, later = self._right_after(game, action), tried(game, action)[0]
        lost = words.lost_when_done(after, empire)
        return [
            *preview.of_end(later, words.victories(state.board)),
            *preview.of_title(state, empire, action),
            *self.of_battles(state, after, empire, action),
            *self._of_tile(state, action),
            *self.of_hand(state, after, empire, action),
            *preview.of_last_purchase(state, later.state, self.turn, action, lost),
            *preview.of_map(state, after, empire, partial(self.changes, state, after)),
        ]

    def preview_of_steps(self, plan: Plan, seat: int) -> list[str]:
        after, march = plan.game.state, self.march
        empire = after.seats.index(seat)
        actions = [action for action in map(plan.game.parse, plan.steps) if not isinstance(action, Done)]
        words = self.words
        said = [*preview.next_of(plan.base, plan.game, seat, words.moment)]
        said += preview.of_end(plan.game, words.victories(after.board))
        if actions and isinstance(actions[-1], march):
            marches = [action for action in actions if isinstance(action, march)]
            for target in dict.fromkeys(action.target for action in marches):
                said += self.arrival(after, empire, target)
            for source in dict.fromkeys(action.source for action in marches):
                said += self._departure(plan.base.state, after, empire, source)
        return said + super().preview_of_steps(plan, seat)

    def stakes(self, plan: Plan, seat: int) -> list[Stake]:
        before, after, found = plan.base.state, plan.game.state, []
        empire = before.seats.index(seat)
        for action in map(plan.game.parse, plan.steps):
            if battle := self.battle(before, empire, action):
                found.append(Stake(battle.place, percent(battle.odds.wins)))
            elif isinstance(action, self.march) and self.can_fight(after, empire):
                place = before.board.provinces[action.target]
                odds = [
                    self.on_land(after, action.target, empire, enemy)
                    for enemy in self._enemies(after, empire, action.target)
                ]
                found += [Stake(place, percent(one.wins)) for one in odds]
        return found

    def dangers(self, state: Any, empire: int) -> list[str]:
        """Return which provinces others can take in this round, a sentence each, by the legions that they have now.

        Where land units of others stand, the fight is there already.
        """
        judge, found = self.judge(state, empire, secrets.randbelow, ()), dict[int, str]()
        # Only frames of turns to come count: an empire whose turn it is has marched when it comes to a battle.
        waiting = bits(yet_to_act(state, state.phase, self.judge.war, Turns))
        hostile = [other for other in waiting if other != empire and not self.at_peace(state, empire, other)]
        own = [at for at in bits(state.controlled(empire)) if not self._are_others_in(state.provinces[at], empire)]
        dangers = [(judge.danger(at, empire, other), at, other) for at in own for other in hostile]
        for _, at, other in sorted(dangers, reverse=True):
            strike = judge.attack(at, empire, other)
            if strike.chance >= LEAST_DANGER:
                found.setdefault(at, self._danger(state, empire, at, other, strike))
        return list(found.values())

    def _are_others_in(self, province: Any, empire: int) -> bool:
        land = self.words.standing(province).land
        return any(any(units) for side, units in enumerate(land) if side != empire)

    def _danger(self, state: Any, empire: int, at: int, other: int, strike: Strike) -> str:
        told = {
            "place": state.board.province_names[at],
            "empire": empires(state)[other],
            "legions": count(strike.legions, "legion"),
        }
        if not any(self.words.standing(state.provinces[at]).land[empire]):
            return tr("{place} has no defenders, and {empire} can come there with {legions}.", **told)
        chance = percent(strike.chance / 100)
        return tr("{empire} can attack {place} with {legions}: {chance} to win there.", chance=chance, **told)

    def preview_of_words(self, state: Any, line: str) -> list[str]:
        """Return what the hero or wonder in a line is good for, if it names one: levels, and the rules on it."""
        return preview.of_tile(state.board, line, self.rulebook(state.board), PYRAMIDS_RULE)

    # ------------------------------------------------------------------ what an answer leads to

    def _right_after(self, game: Any, action: Action) -> Any:
        """Return the position right after an answer; after a loss, with what ends by it."""
        after = done_alone(game, action)
        if isinstance(game.state.stack[-1], self.losses):
            preview.look_past_losses(after, (self.losses,))
        return after.state

    def _of_tile(self, state: Any, action: Any) -> list[str]:
        is_tile = isinstance(action, self.build) and action.where == FREE
        return self.preview_of_words(state, action.what) if is_tile else []

    def of_hand(self, before: Any, after: Any, empire: int, action: Action) -> Iterator[str]:
        """Yield what an answer leaves in the hand, and what is lost if it ends the building."""
        hand = after.players[empire].hand
        if before.players[empire].hand != hand:
            sets = self.sets_left(after, empire, action)
            more = tr(", enough for {sets} of 3", sets=count(sets, "more set")) if sets else ""
            yield tr("Leaves you {tokens}{more}.", tokens=tokens(after, spread(hand)) or tr("no resources"), more=more)
        if isinstance(action, Done) and isinstance(before.stack[-1], self.turn):
            yield from filter(None, [self.words.lost_when_done(before, empire)])

    def changes(self, before: Any, after: Any, empire: int) -> Iterator[str]:
        """Yield how the levels and the income of an empire change."""
        yield from preview.levels(before, after, empire)
        was, now = self.incomes(before)[empire], self.incomes(after)[empire]
        yield from preview.incomes(was, now, partial(self.good, after.board))

    # ------------------------------------------------------------------ battles

    def of_battles(self, before: Any, after: Any, empire: int, action: Any) -> Iterator[str]:
        """Yield the odds of the battle that an answer begins, or what awaits the units that it moves."""
        if battle := self.battle(before, empire, action):
            yield battle.odds.sentence(sides(before)[battle.enemy])
        elif isinstance(action, self.march):
            yield from self.arrival(after, empire, action.target)
            yield from self._departure(before, after, empire, action.source)
        elif isinstance(action, self.sail):
            yield preview.fleet(after, empire, action.target)

    def arrival(self, state: Any, empire: int, target: int) -> Iterator[str]:
        """Yield what awaits legions where they march to."""
        if not self.can_fight(state, empire):
            return
        owner, name = state.provinces[target].controller, state.board.province_names[target]
        enemies = self._enemies(state, empire, target)
        for enemy in enemies:
            sentence = self.on_land(state, target, empire, enemy).sentence(sides(state)[enemy])
            yield tr("Battle in {name}: {sentence}", name=name, sentence=sentence)
        if not enemies and owner not in (NO_EMPIRE, empire):
            yield preview.undefended(state, empire, target, self.words.rights.conqueror(state, target, empire))

    def _enemies(self, state: Any, empire: int, index: int) -> list[int]:
        """Return whom an empire must fight in a province."""
        land = enumerate(self.words.standing(state.provinces[index]).land)
        return [
            other for other, units in land if any(units) and other != empire and not self.at_peace(state, empire, other)
        ]

    def _departure(self, before: Any, after: Any, empire: int, source: int) -> Iterator[str]:
        was, province, name = before.provinces[source], after.provinces[source], after.board.province_names[source]
        stays = any(self.words.standing(province).land[empire])
        if province.controller == empire and was.legions[empire] and not stays:
            yield tr("{name} is left without defenders.", name=name)
        if was.posts.bit_count() > province.posts.bit_count():
            yield tr("Your legion gives up what it occupied in {name}.", name=name)
