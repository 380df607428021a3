"""Games of The Sword of Rome on its practice file, carried on by lines."""

from __future__ import annotations

from core.engine.flow import Chance, Decision, Simultaneous
from core.engine.game import Game
from core.sword.rules import new_game
from core.sword.state import Options, State

SIDES = {
    2: ("gauls_greeks", "samnites_romans"),
    4: ("gauls", "etruscans_samnites", "greeks", "romans"),
    5: ("gauls", "etruscans_samnites", "greeks", "carthaginians", "romans"),
}
"""By number of players the sides of the practice file, in seat order."""


def game_of(players: int = 4, turns: int = 0) -> Game[State]:
    """Return a new game in which each seat has chosen its side."""
    return new_game(Options(players, SIDES[players], turns))


def carry_on(game: Game[State], to_phase: int) -> Game[State]:
    """Let all players do nothing, and dice fall on one, until a phase of the first turn asks a player."""
    while game.state.phase < to_phase:
        node = game.node
        if isinstance(node, Decision):
            game.apply(game.parse(quiet(node.answers.next_words([]), game)))
        elif isinstance(node, Simultaneous):
            game.reveal({seat: game.parse(quiet(node.answers[seat].next_words([]), game)) for seat in node.seats})
        elif isinstance(node, Chance):
            game.settle((0,) * len(node.bounds))
    return game


def quiet(verbs: list[str], game: Game[State]) -> str:
    """Return the answer that does least."""
    for verb in ("done", "keep", "pass"):
        if verb in verbs:
            return verb
    if verbs == ["first"]:
        return f"first {game.state.board.empires[0]}"
    node = game.node
    assert isinstance(node, Decision)
    return " ".join([verbs[0], node.answers.next_words([verbs[0]])[0]])
