"""A trade: secret offers, the taking round, and the compensation at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from core.engine.action import Action
from core.engine.answers import Answers, Below, FieldByField, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question, Secret
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Give, Offer, Take
from core.mare.events import Gave, Offered, OfferedAll, Took, TookLast
from core.mare.kinds import NO_TAKE, TRADE, BoardNames, Empire, NumberByEmpire, Opponent, Pair, TokensByEmpire
from core.mare.resources import Hand, Tokens, changed, holds, minus, plus, spread
from core.mare.state import CommonState


class Taking(NamedTuple):
    """The taking round: face-up tokens by empire, the next taker, and the last two takes as (taker, loser).

    Taken resources are out of the trade and already in the taker's hand.
    """

    face_up: TokensByEmpire
    taker: Opponent
    last: Pair
    before: Pair

    def barred(self) -> int:
        """Return the player from whom the taker may not take, because the two have just taken from each other."""
        taker, loser = self.last
        return taker if self.before == (loser, taker) and loser == self.taker else NO_EMPIRE

    def losers(self) -> list[int]:
        """Return the players from whom the taker may take now."""
        excepted = (self.taker, self.barred())
        return [empire for empire, tokens in enumerate(self.face_up) if tokens and empire not in excepted]


class TakeAnswers(FieldByField):
    """The takes from all players who may lose something; each sort of token of a player once.

    ``rule`` is the number of the rule about takes, ``barred`` of the rule about two players who take from each other.
    """

    def __init__(self, board: BoardNames, taking: Taking, rule: str, barred: str) -> None:
        self.board = board
        self.taking = taking
        self.rule = rule
        self.barred = barred
        self.face_up = taking.face_up
        self.losers = taking.losers()

    def check(self, action: Action) -> None:
        if not isinstance(action, Take):
            raise RuleError(self.rule, "Take a resource: “take RESOURCE from PLAYER”.")
        if action.empire in self.losers and action.token in self.face_up[action.empire]:
            return
        name = self.board.empire_names[action.empire]
        if action.empire == self.taking.taker:
            raise RuleError(self.rule, "Take from another player, not from yourself.")
        if action.empire == self.taking.barred():
            raise RuleError(self.barred, "You and {name} have just taken from each other.", name=name)
        raise RuleError(self.rule, "{name} has no {token} face up.", name=name, token=self.board.tokens[action.token])

    def actions(self) -> Iterable[type[Action]]:
        return (Take,)

    def values(self, action: type[Action], chosen: tuple[int, ...]) -> Iterable[int]:
        if chosen:
            return [empire for empire in self.losers if chosen[0] in self.face_up[empire]]
        return dict.fromkeys([token for empire in self.losers for token in self.face_up[empire]])

    def __iter__(self) -> Iterator[Action]:
        # Takes go by player, though a line names the resource first.
        for empire in self.losers:
            for token in dict.fromkeys(self.face_up[empire]):
                yield Take(token, empire)

    def draw(self, below: Below) -> Action:
        empire = self.losers[below(len(self.losers))]
        tokens = self.face_up[empire]
        return Take(tokens[below(len(tokens))], empire)

    def sole(self) -> Action | None:
        tokens = self.face_up[self.losers[0]]
        if len(self.losers) > 1 or tokens.count(tokens[0]) < len(tokens):
            return None
        return Take(tokens[0], self.losers[0])


def proceed(state: CommonState, taking: Taking) -> None:
    """Go on to the next take, or to the end of the trade with its compensation."""
    if taking.losers():
        state.stack.append(taking)
        return
    for empire, tokens in enumerate(taking.face_up):
        player = state.players[empire]
        state.players[empire] = player.holding(plus(player.hand, tokens))
    if taking.taker != state.leaders[TRADE]:
        state.stack.append(Compensation(taking.taker))


def take(state: CommonState, taking: Taking, action: Take, answers: Callable[[], Answers]) -> Taking:
    """Carry out one of the possible takes. Return the taking round after it.

    Only a listener needs the ``answers`` that were possible.
    """
    if state.listener is not None:
        event = Took if answers().sole() is None else TookLast
        state.tell(event(taking.taker, action.token, action.empire))
    face_up = list(taking.face_up)
    tokens = list(face_up[action.empire])
    tokens.remove(action.token)
    face_up[action.empire] = tuple(tokens)
    player = state.players[taking.taker]
    state.players[taking.taker] = player.holding(changed(player.hand, action.token, 1))
    return Taking(tuple(face_up), action.empire, (taking.taker, action.empire), taking.last)


def takes_problem(state: CommonState, taking: Taking, rule: str) -> str:
    """Return why the game can't have reached these last takes; empty if it can."""
    leader, title = state.leaders[TRADE], state.board.titles[TRADE]
    if taking.last == NO_TAKE:
        follows = taking.before == NO_TAKE and taking.taker == leader
    else:
        follows = taking.last[1] == taking.taker and taking.before in (NO_TAKE, (taking.before[0], taking.last[0]))
    if not follows:
        return f"the {title} takes first, then the player who was taken from ({rule})."
    if taking.last != NO_TAKE and not any(state.players[leader].hand):
        return f"the {title} has taken something, and holds nothing ({rule})."
    return ""


class TakeResource(Question[Any, Taking]):
    """Take one face-up resource from another player."""

    accepts = (Take,)
    below = ("Round",)

    def __init__(self, phase: int, *, rule: str, barred: str, end: str) -> None:
        """Set the numbers of three rules: of a take, of takes between the same two players, of the trade's end."""
        self.phases = (phase,)
        self.rule, self.barred, self.end = rule, barred, end

    def problem(self, state: CommonState, frame: Taking, below: Frame) -> str:
        problem = takes_problem(state, frame, self.rule)
        if problem:
            return problem
        return "" if frame.losers() else f"the taker has nothing to take ({self.end})."

    def asked(self, state: CommonState, frame: Taking) -> int:
        return frame.taker

    def prompt(self, state: CommonState, frame: Taking) -> Prompt:
        return Prompt(self.rule, Message("Take one face-up resource from another player: “take RESOURCE from PLAYER”."))

    def answers(self, state: CommonState, frame: Taking) -> Answers:
        return TakeAnswers(state.board, frame, self.rule, self.barred)

    def apply(self, state: Any, frame: Taking, action: Take) -> None:
        state.stack.pop()
        proceed(state, take(state, frame, action, lambda: self.answers(state, frame)))


class Compensation(NamedTuple):
    """A player who is one resource short; the Trade Leader has one too many."""

    empire: Empire


class GiveCompensation(Question[CommonState, Compensation]):
    """The Trade Leader gives one resource of their choice to the player who is one short."""

    accepts = (Give,)
    below = ("Round",)

    def __init__(self, phase: int, rule: str) -> None:
        self.phases = (phase,)
        self.rule = rule

    def problem(self, state: CommonState, frame: Compensation, below: Frame) -> str:
        leader = state.leaders[TRADE]
        if frame.empire == leader or not any(state.players[leader].hand):
            return f"the {state.board.titles[TRADE]} gives a resource of theirs to another player ({self.rule})."
        return ""

    def asked(self, state: CommonState, frame: Compensation) -> int:
        return state.leaders[TRADE]

    def prompt(self, state: CommonState, frame: Compensation) -> Prompt:
        name = state.board.empire_names[frame.empire]
        return Prompt(
            self.rule,
            Message("{name} has one resource too few and you have one too many: give one of yours.", name=name),
        )

    def answers(self, state: CommonState, frame: Compensation) -> Answers:
        hand = state.players[state.leaders[TRADE]].hand

        def refuse(action: Action) -> RuleError:
            board = state.board
            if isinstance(action, Give) and action.empire == frame.empire:
                return RuleError(self.rule, "You have no {token}.", token=board.tokens[action.token])
            return RuleError(
                self.rule, "Give a resource: “give RESOURCE to {empire}”.", empire=board.empires[frame.empire]
            )

        return Listed(state.board, [Give(token, frame.empire) for token, held in enumerate(hand) if held], refuse)

    def apply(self, state: CommonState, frame: Compensation, action: Give) -> None:
        state.stack.pop()
        leader = state.leaders[TRADE]
        giver, short = state.players[leader], state.players[frame.empire]
        state.players[leader] = giver.holding(changed(giver.hand, action.token, -1))
        state.players[frame.empire] = short.holding(changed(short.hand, action.token, 1))
        state.tell(Gave(leader, action.token, frame.empire))


def begin_taking(state: CommonState, offers: tuple[Tokens, ...]) -> None:
    """Begin the taking round: the Trade Leader takes first."""
    proceed(state, Taking(offers, state.leaders[TRADE], NO_TAKE, NO_TAKE))


class OfferAnswers(Answers):
    """All ways to pick a number of tokens from a hand."""

    def __init__(self, board: BoardNames, hand: Hand, size: int, rule: str) -> None:
        self.board = board
        self.hand = hand
        self.size = size
        self.rule = rule

    def check(self, action: Action) -> None:
        if not isinstance(action, Offer):
            raise RuleError(self.rule, "Offer resources: “offer RESOURCE …”.")
        if not holds(self.hand, action.tokens):
            raise RuleError(self.rule, "You do not hold all the resources you named.")
        if len(action.tokens) != self.size:
            raise RuleError(
                self.rule,
                "This offer takes exactly {size}; you named {tokens}.",
                size=self.size,
                tokens=len(action.tokens),
            )
        if tuple(sorted(action.tokens)) != action.tokens:
            raise RuleError(self.rule, "Name the resources in their order.")

    def __iter__(self) -> Iterator[Action]:
        for tokens in self._picks(0, self.size):
            yield Offer(tokens)

    def _picks(self, token: int, size: int) -> Iterator[Tokens]:
        if size == 0:
            yield ()
        elif token < len(self.hand):
            for number in range(min(size, self.hand[token]), -1, -1):
                for rest in self._picks(token + 1, size - number):
                    yield (token,) * number + rest

    def draw(self, below: Below) -> Action:
        tokens = list(spread(self.hand))
        for index in range(self.size):
            chosen = index + below(len(tokens) - index)
            tokens[index], tokens[chosen] = tokens[chosen], tokens[index]
        return Offer(tuple(sorted(tokens[: self.size])))

    def sole(self) -> Action | None:
        sorts = len(self.hand) - self.hand.count(0)
        if self.size == sum(self.hand) or sorts == 1:
            return Offer(spread(self.hand)[: self.size])
        return None

    def next_words(self, words: list[str]) -> list[str]:
        names = self.board.tokens
        if not words:
            return ["offer"]
        if words[0] != "offer" or any(word not in names for word in words[1:]):
            return []
        picked = tuple(names.index(word) for word in words[1:])
        if len(picked) >= self.size:
            return []
        return [name for token, name in enumerate(names) if holds(self.hand, (*picked, token))]


class Offers(NamedTuple):
    """By empire, the number of resources it now offers in secret; 0 for empires that take no part."""

    sizes: NumberByEmpire


class MakeOffers(Secret[CommonState, Offers]):
    """Each player who takes part secretly picks their number of resources."""

    accepts = (Offer,)
    below = ("Round",)

    def __init__(
        self,
        phase: int,
        *,
        rule: str,
        owned: str,
        nothing: str,
        begin: Callable[[Any, tuple[Tokens, ...]], None] = begin_taking,
    ) -> None:
        """Set the numbers of three rules: of offers, of players who own too few, of trades with nothing to take.

        ``begin`` begins the taking.
        """
        self.phases = (phase,)
        self.rule, self.owned, self.nothing = rule, owned, nothing
        self.begin = begin

    def problem(self, state: CommonState, frame: Offers, below: Frame) -> str:
        owned = [sum(player.hand) for player in state.players]
        if any(size > number for size, number in zip(frame.sizes, owned, strict=True)):
            return f"no player offers more than they own ({self.owned})."
        others = [size for empire, size in enumerate(frame.sizes) if empire != state.leaders[TRADE]]
        leader = state.board.titles[TRADE]
        return "" if any(others) else f"the {leader} could take nothing, so there are no offers ({self.nothing})."

    def prompt(self, state: CommonState, frame: Offers) -> Prompt:
        number = max(frame.sizes)
        if all(size in (0, number) for size in frame.sizes):
            return Prompt(
                self.rule, Message("Offer {number} of your resources, in secret: “offer RESOURCE …”.", number=number)
            )
        # A tile can make the numbers differ.
        names = zip(state.board.empire_names, frame.sizes, strict=True)
        numbers = ", ".join(f"{name} {size}" for name, size in names if size)
        return Prompt(
            self.rule,
            Message("Offer so many of your resources, in secret: {numbers} (“offer RESOURCE …”).", numbers=numbers),
        )

    def answers(self, state: CommonState, frame: Offers) -> Mapping[int, Answers]:
        return {
            empire: OfferAnswers(state.board, state.players[empire].hand, size, self.rule)
            for empire, size in enumerate(frame.sizes)
            if size
        }

    def apply(self, state: CommonState, frame: Offers, actions: Mapping[int, Offer]) -> None:
        state.stack.pop()
        offers: list[Tokens] = [()] * len(state.players)
        legal = self.answers(state, frame) if state.listener is not None else {}
        for empire, action in actions.items():
            offers[empire] = action.tokens
            player = state.players[empire]
            state.players[empire] = player.holding(minus(player.hand, action.tokens))
            if legal:
                event = Offered if legal[empire].sole() is None else OfferedAll
                state.tell(event(empire, action.tokens))
        self.begin(state, tuple(offers))
