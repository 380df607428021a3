"""Phase 3, commerce: income and what tiles add to it (3.1), trade (3.2 to 3.6), the intervention of Odysseus (7.3e)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from core.classic.actions import Divert, Obtain, Pass
from core.classic.events import Diverted, Obtained, TakeUndone
from core.classic.kinds import Good
from core.classic.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Announce, Take
from core.mare.events import Announced, CollectedMore, NoTrade
from core.mare.income import due_income, pay_income
from core.mare.kinds import NO_TAKE, TRADE, Empire, Opponent, Pair, TokensByEmpire
from core.mare.resources import COIN, Tokens, changed
from core.mare.trade import Offers, TakeAnswers, TakeResource, Taking, proceed, take, takes_problem


def begin_commerce(state: State) -> None:
    """Begin phase 1: income at once, then what tiles add in seat order from the Director (K20), then trade."""
    state.odysseus_used = False
    order = state.order_from(state.leaders[TRADE])
    state.bank = pay_income(state, due_income(state, state.worths()), order, state.bank, lambda kind: kind)
    state.stack.append(Announcing())
    for empire, tile in state.all_acting(order):
        if tile.extra_coins and state.gain(empire, COIN, tile.extra_coins):
            state.tell(CollectedMore(empire, tile.extra_coins))
        if tile.chooses_good and any(state.bank[good] for good in state.board.goods):
            state.stack.append(Obtaining(empire))


class Obtaining(NamedTuple):
    """The owner of a tile takes a good of choice."""

    empire: Empire


class ObtainGood(Question[State, Obtaining]):
    """The owner chooses a good that the bank has (3.1f, 0.4a)."""

    accepts = (Obtain,)
    phases: Phases = (1,)
    below = ("Announcing",)

    def problem(self, state: State, frame: Obtaining, below: Announcing) -> str:
        if not any(tile.chooses_good for tile in state.acting(frame.empire)):
            return "the empire has no hero or wonder that gives a good of choice (3.1f)."
        return "" if any(state.bank[good] for good in state.board.goods) else "the bank has no goods (0.4a)."

    def prompt(self, state: State, frame: Obtaining) -> Prompt:
        return Prompt("3.1f", Message("Take a good of your choice from the bank: “obtain GOOD”."))

    def answers(self, state: State, frame: Obtaining) -> Answers:
        def refuse(action: Action) -> RuleError:
            if isinstance(action, Obtain) and action.good != COIN:
                return RuleError("0.4a", "The bank has no {token}.", token=state.board.tokens[action.good])
            return RuleError("3.1f", "Take a good from the bank: “obtain GOOD”.")

        return Listed(state.board, [Obtain(good) for good in state.board.goods if state.bank[good]], refuse)

    def apply(self, state: State, frame: Obtaining, action: Obtain) -> None:
        state.stack.pop()
        state.gain(frame.empire, action.good)
        giver = next(tile for tile in state.acting(frame.empire) if tile.chooses_good)
        state.tell(Obtained(frame.empire, action.good, giver.index))


class Announcing(NamedTuple):
    """The Director names the size of the trade."""


class AnnounceNumber(Question[State, Announcing]):
    """The Director names a number from 0 (no trade) to the cards in their own hand (3.2a)."""

    accepts = (Announce,)
    phases: Phases = (1,)
    below = ("Round",)

    def asked(self, state: State, frame: Announcing) -> int:
        return state.leaders[TRADE]

    def prompt(self, state: State, frame: Announcing) -> Prompt:
        owned = sum(state.players[state.leaders[TRADE]].hand)
        return Prompt(
            "3.2a", Message("Announce how many resources each player must offer, from 0 to {owned}.", owned=owned)
        )

    def answers(self, state: State, frame: Announcing) -> Answers:
        owned = sum(state.players[state.leaders[TRADE]].hand)

        def refuse(action: Action) -> RuleError:
            if isinstance(action, Announce):
                return RuleError("3.2a", "You may not announce more than the {owned} resources you own.", owned=owned)
            return RuleError("3.2a", "Announce how many resources each player must offer: “announce NUMBER”.")

        return Listed(state.board, [Announce(number) for number in range(owned + 1)], refuse)

    def apply(self, state: State, frame: Announcing, action: Announce) -> None:
        state.stack.pop()
        state.tell(Announced(state.leaders[TRADE], action.number))
        # 3.2b: exactly the players who hold this many cards take part.
        sizes = tuple([action.number if action.number <= sum(player.hand) else 0 for player in state.players])
        if len(sizes) - sizes.count(0) > 1:
            state.stack.append(Offers(sizes))
        else:
            state.tell(NoTrade())


def begin_taking(state: State, offers: tuple[Tokens, ...]) -> None:
    """Begin the taking: the Director takes first (3.4a), unless Odysseus redirects the take (revised edition)."""
    go_on(state, Taking(offers, state.leaders[TRADE], NO_TAKE, NO_TAKE))


class TakeWithOdysseus(TakeResource):
    """A take (3.4a).

    After it Odysseus may undo it (original edition), or may redirect the next one (revised edition).
    """

    def apply(self, state: State, frame: Taking, action: Take) -> None:
        state.stack.pop()
        after = take(state, frame, action, lambda: self.answers(state, frame))
        if state.board.variant.odysseus_undoes and may_undo(state, after):
            state.stack.append(Undoing(*after, action.token))
        else:
            go_on(state, after)


def go_on(state: State, taking: Taking) -> None:
    """Go on to the next take, or to the end of the trade. In the revised edition, ask the owner of Odysseus first."""
    if not state.board.variant.odysseus_undoes and may_redirect(state, taking):
        state.stack.append(Redirecting(*taking))
    else:
        proceed(state, taking)


# ---------------------------------------------------------------------- Odysseus, 7.3e


def owner_of_odysseus(state: State) -> int:
    """Return the empire that has the hero who diverts takes; NO_EMPIRE if none has."""
    tiles = state.board.tiles
    for empire, player in enumerate(state.players):
        for tile in player.tiles:
            if tiles[tile].diverts:
                return empire
    return NO_EMPIRE


def may_undo(state: State, taking: Taking) -> bool:
    """Return whether the owner may undo the last take (7.3e, K52; original edition)."""
    owner = owner_of_odysseus(state)
    return _can_speak(state, taking, owner) and taking.last != NO_TAKE and owner not in taking.last


def may_redirect(state: State, taking: Taking) -> bool:
    """Return whether the owner may redirect the coming take (7.3e, K52; revised edition)."""
    owner = owner_of_odysseus(state)
    return _can_speak(state, taking, owner) and owner != taking.taker


def _can_speak(state: State, taking: Taking, owner: int) -> bool:
    """Return whether the owner can speak: once each commerce phase, and with an open card only."""
    return owner != NO_EMPIRE and not state.odysseus_used and bool(taking.face_up[owner])


class Undoing(NamedTuple):
    """The owner of Odysseus may undo the last take, of ``token`` (original edition).

    The other fields are those of ``Taking``.
    """

    face_up: TokensByEmpire
    taker: Opponent
    last: Pair
    before: Pair
    token: Good


class Redirecting(NamedTuple):
    """The owner of Odysseus may redirect the coming take (revised edition); the fields are those of ``Taking``."""

    face_up: TokensByEmpire
    taker: Opponent
    last: Pair
    before: Pair


F = TypeVar("F", Undoing, Redirecting)


class AskOdysseus(Question[State, F], Generic[F]):
    """The owner of Odysseus may speak once each commerce phase (7.3e)."""

    accepts = (Divert, Pass)
    phases: Phases = (1,)
    below = ("Round",)

    def asked(self, state: State, frame: F) -> int:
        return owner_of_odysseus(state)

    def answers(self, state: State, frame: F) -> Answers:
        def refuse(action: Action) -> RuleError:
            return RuleError("7.3e", "Let Odysseus speak (“divert”) or “pass”.")

        return Listed(state.board, [Divert(), Pass()], refuse)

    def apply(self, state: State, frame: F, action: Divert | Pass) -> None:
        state.stack.pop()
        if isinstance(action, Pass):
            proceed(state, taking_of(frame))
        else:
            state.odysseus_used = True
            self.divert(state, frame)

    @abstractmethod
    def divert(self, state: State, frame: F) -> None:
        """Undo or redirect the take."""


def taking_of(frame: Sequence[object]) -> Taking:
    """Return the taking round of a question to the owner of Odysseus."""
    return Taking._make(frame[: len(Taking._fields)])


class UndoTake(AskOdysseus[Undoing]):
    """The taker gives the card back, open again, and takes one of the owner's open cards (original edition)."""

    def problem(self, state: State, frame: Undoing, below: Frame) -> str:
        taking = taking_of(frame)
        problem = takes_problem(state, taking, "3.4a")
        if problem:
            return problem
        if not (state.board.variant.odysseus_undoes and may_undo(state, taking)):
            return "Odysseus can't undo this take (7.3e)."
        has_card = state.players[frame.last[0]].hand[frame.token]
        return "" if has_card else "the card is not in the hand of the player who has taken it (7.3e)."

    def prompt(self, state: State, frame: Undoing) -> Prompt:
        names = state.board.empire_names
        taker, loser = frame.last
        return Prompt(
            "7.3e",
            Message(
                "{taker} has taken {token} from {loser}: “divert” has it given back and one of yours"
                " taken instead, or “pass”.",
                taker=names[taker],
                token=state.board.tokens[frame.token],
                loser=names[loser],
            ),
        )

    def divert(self, state: State, frame: Undoing) -> None:
        taker, loser = frame.last
        player = state.players[taker]
        state.players[taker] = player.holding(changed(player.hand, frame.token, -1))
        state.tell(TakeUndone(taker, frame.token, loser))
        face_up = list(frame.face_up)
        face_up[loser] = tuple(sorted((*face_up[loser], frame.token)))
        force(state, tuple(face_up), taker)


class RedirectTake(AskOdysseus[Redirecting]):
    """The player whose take comes now must take one of the owner's open cards (revised edition)."""

    def problem(self, state: State, frame: Redirecting, below: Frame) -> str:
        taking = taking_of(frame)
        problem = takes_problem(state, taking, "3.4a")
        if problem:
            return problem
        may = not state.board.variant.odysseus_undoes and may_redirect(state, taking)
        return "" if may else "Odysseus can't redirect this take (7.3e)."

    def prompt(self, state: State, frame: Redirecting) -> Prompt:
        name = state.board.empire_names[frame.taker]
        return Prompt("7.3e", Message("{taker} takes next: “divert” has one of yours taken, or “pass”.", taker=name))

    def divert(self, state: State, frame: Redirecting) -> None:
        force(state, frame.face_up, frame.taker)


def force(state: State, face_up: tuple[Tokens, ...], taker: int) -> None:
    """Make a player take from the owner of Odysseus."""
    odysseus = next(tile for tile in state.board.tiles if tile.diverts)
    state.tell(Diverted(owner_of_odysseus(state), taker, odysseus.index))
    state.stack.append(ForcedTake(face_up, taker))


class ForcedTake(NamedTuple):
    """A player must take one of the open cards of the owner of Odysseus."""

    face_up: TokensByEmpire
    taker: Opponent


class ForcedAnswers(TakeAnswers):
    """The takes from one player."""

    def __init__(self, state: State, taking: Taking, loser: int) -> None:
        super().__init__(state.board, taking, "7.3e", "7.3e")
        self.losers = [loser]

    def check(self, action: Action) -> None:
        loser = self.losers[0]
        if not isinstance(action, Take) or action.empire != loser:
            raise RuleError(
                "7.3e",
                "Take from {name}: “take RESOURCE from {empire}”.",
                name=self.board.empire_names[loser],
                empire=self.board.empires[loser],
            )
        super().check(action)


class TakeFromOwner(Question[State, ForcedTake]):
    """The player chooses the card; the owner takes next, and the take begins a new pair (K52)."""

    accepts = (Take,)
    phases: Phases = (1,)
    below = ("Round",)

    def problem(self, state: State, frame: ForcedTake, below: Frame) -> str:
        owner = owner_of_odysseus(state)
        if owner in (NO_EMPIRE, frame.taker) or not frame.face_up[owner]:
            return "no other player has Odysseus and an open card (7.3e)."
        return "" if state.odysseus_used else "Odysseus has not spoken (7.3e)."

    def asked(self, state: State, frame: ForcedTake) -> int:
        return frame.taker

    def prompt(self, state: State, frame: ForcedTake) -> Prompt:
        name = state.board.empire_names[owner_of_odysseus(state)]
        return Prompt("7.3e", Message("Take one face-up resource from {name}.", name=name))

    def answers(self, state: State, frame: ForcedTake) -> Answers:
        return ForcedAnswers(state, Taking(*frame, NO_TAKE, NO_TAKE), owner_of_odysseus(state))

    def apply(self, state: State, frame: ForcedTake, action: Take) -> None:
        state.stack.pop()
        proceed(state, take(state, Taking(*frame, NO_TAKE, NO_TAKE), action, lambda: self.answers(state, frame)))
