"""What follows if a table stops with a proof: the honest players go on with the game at another one, without the liar.

Whose program was started from an old disk comes again with the same key. A liar's seat goes to another friend, or to
bots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from p2p.log.charter import After, Charter, Seat
from p2p.log.log import Log
from p2p.log.record import verify_record
from p2p.session.state import Phase
from tests.p2p.tables import NAMES
from tests.sim import keys
from tests.sim.tables import Playable
from tests.sim.watch import Invariant

if TYPE_CHECKING:
    from random import Random

    from tests.sim.world import World

FRIEND = 200
"""The hands of friends who take over the seats of liars have numbers from here on."""


class Sitting(NamedTuple):
    """A table that goes on with a game: which sitting it is of the evening, and with which record.

    ``hands`` has by player the number of their keys. ``past`` is the log that the record holds.
    """

    number: int
    table: Playable
    charter: Charter
    hands: tuple[int, ...]
    past: Log
    record: bytes


def next_sitting(world: World) -> Sitting | None:
    """The table at which the honest players go on; None if the game has ended, or no player has stopped it."""
    stopped = [machine for machine in world.honest if world.has_stopped(machine)]
    if not stopped or any(machine.session.phase is Phase.FINISHED for machine in world.honest):
        return None
    random = world.stream("next sitting")
    host = random.choice(stopped).session
    height = host.rest
    if height is not None and random.random() < 0.3:
        height = host.log.rest(random.randrange(height + 1))
    record = host.record()
    if record is None or height is None:
        world.count("sitting: none, as the game has hardly begun")
        return None
    verified = verify_record(record, world.table.new_game)
    past = verified.log.at_height(height)
    _check_past(world, past)
    number = 1 if world.sitting is None else world.sitting.number + 1
    hands, holders = _places(world, past.charter, random)
    world.count(f"sitting: {number + 1}, with {len(hands)} of {len(past.charter.players)} players")
    players = tuple(keys.player(hand, number, real=world.plan.real) for hand in hands)
    own = tuple(map(holders.index, range(len(hands))))
    seats = tuple(
        Seat(seat.choice, by, NAMES[hands[by] % len(NAMES)].encode())
        for seat, by in zip(past.charter.seats, holders, strict=True)
    )
    after = After(past.charter.id, past.height, past.head, past.state, own)
    charter = Charter(*past.charter.setup[:-1], past.charter.watch, players, seats, after)
    return Sitting(number, world.table, charter, hands, past, verified.up_to(height))


def _places(world: World, charter: Charter, random: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By player, the number of their keys; by seat, who plays it."""
    hands: dict[int, int] = {}
    for machine in world.machines:
        if machine.is_honest or (machine.liar is None and random.random() < 0.5):
            hands[machine.player] = machine.hand
    for liar in sorted(set(charter.everyone) - hands.keys()):
        if random.random() < 0.5:
            hands[liar] = FRIEND + liar + 10 * (0 if world.sitting is None else world.sitting.number)
    coming = sorted(hands)
    random.shuffle(coming)
    by_player = {player: number for number, player in enumerate(coming)}
    bots = random.randrange(len(coming))
    holders = tuple(by_player.get(seat.player, bots) for seat in charter.seats)
    return tuple(hands[player] for player in coming), holders


def _check_past(world: World, past: Log) -> None:
    """What goes on is what was final, or less of it, unless a liar has led two groups apart."""
    known = zip(world.watch.final, (past.log_at(height) for height in range(past.height + 1)), strict=False)
    if not world.watch.forked and any(final != log for final, log in known):
        world.watch.fails(Invariant.ONE_FINAL_LOG, "A game goes on from another log than the one that was final.")
