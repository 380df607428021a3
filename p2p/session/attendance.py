"""Who is here: connections that begin and end, what players say of theirs, and players who leave or are given up.

Players who leave end a game that has not begun. Its closing no longer waits for them. In between, the others wait, or
declare them absent.
"""

from __future__ import annotations

from p2p.log.presence import SignedPresence, Status
from p2p.session import cheats, events, sync, voting
from p2p.session.state import Phase, State, Transition


def connected(state: State, link: int, player: int | None) -> None:
    """A connection to a player, or to a spectator (None), has begun: offer everything not fetched by steps."""
    state.peers.connected(link, player)
    sync.offer(state, link)
    state.peers.look_round(state.outbox)


def disconnected(state: State, link: int) -> None:
    """A connection has ended; its player may still be reached through others."""
    state.peers.disconnected(link)
    sync.disconnected(state, link)
    cheats.disconnected(state, link)
    state.conversation.disconnected(link)
    state.pacing.disconnected(link)
    state.peers.look_round(state.outbox)
    state.looked_round()


def on_presence(state: State, link: int, signed: SignedPresence) -> None:
    """Take what a player's program says about its connections."""
    if signed.player != state.me:
        state.peers.take(link, signed, state.outbox)
        state.looked_round()
    elif state.is_returning:
        state.peers.adopt(signed)
    else:
        state.peers.hear_of_ourselves(signed, state.outbox)


# Leaving


def due(state: State) -> bool:
    """Return whether a player has left without whom there is no game, or who is missing only for the closing."""
    return state.phase is not Phase.PLAYING and bool(state.peers.leavers)


def leave(state: State) -> None:
    """Our own player leaves the table."""
    state.change(Transition.STOP)
    state.peers.set_status(Status.LEFT)
    state.peers.flush(state.outbox)


def lost(state: State, player: int, why: str) -> None:
    """A player has been waited for long enough; ``why`` says the reason after their name."""
    if state.phase is not Phase.PLAYING:
        _lose(state, player, why)
    elif player not in state.log.absent:
        state.outbox.show(events.Overdue(player))
        voting.lost(state, player)


def flush(state: State) -> None:
    """Stop waiting for players who have left."""
    why = "has left the table"
    if due(state):
        for player in state.peers.leavers:
            _lose(state, player, why)
    if _has_not_begun(state):
        _stop(state, state.peers.leavers[0], why)


def _lose(state: State, player: int, why: str) -> None:
    state.peers.give_up(player)
    if state.phase is Phase.SIGNING:
        _stop(state, player, why)


def _has_not_begun(state: State) -> bool:
    """Return whether all have signed the charter, but too many left before they knew, so the game can't begin."""
    stopped = [player for player in state.peers.gone if state.peers.roster.status(player) is Status.STOPPED]
    left = len(state.charter.players) - len(stopped)
    is_fresh = state.phase is Phase.PLAYING and state.final <= state.log.start
    return is_fresh and bool(stopped) and left < state.charter.quorum


def _stop(state: State, player: int, why: str) -> None:
    if not state.ended:
        state.change(Transition.STOP)
        state.peers.set_status(Status.STOPPED)
        name = state.charter.name(player)
        state.outbox.show(events.Stopped(f"{name} {why}. The game ends before it begins.", player))
