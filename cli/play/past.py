"""A recorded game that a table continues: where it goes on, who sat where, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from cli.command import Failure
from cli.editions import view_named
from cli.i18n.texts import both, tr, translated
from cli.storage.games import how_it_went_on, kept_record, without_them
from cli.table_game import new_game, rules_of
from cli.ui.text.names import called
from crypto import PublicKey
from p2p import MAX_PAST, Charter, Continued, Log, Place, RecordError, Session, Verification, verify_record


@dataclass(frozen=True, slots=True)
class PastGame:
    """The record of a game up to where it goes on, and what a lobby needs of it.

    ``charter`` is that of the game; ``places`` has by player the seat that they had, ``told`` what the members of the
    lobby are told. ``proven`` has by key what players are proven to have done in it, as far as the proof is kept here.
    """

    record: bytes
    charter: Charter
    going_on: Continued
    places: tuple[Place, ...]
    told: str
    proven: Mapping[PublicKey, str] = field(default_factory=dict)


def verified(record: bytes, map_text: str | None, name: str = "") -> Verification:
    """Return the verification of a record, on the map in a text if one is given; raises Failure."""
    try:
        return verify_record(record, partial(new_game, map_text=map_text))
    except RecordError as error:
        raise Failure(": ".join(filter(None, (name, translated(error))))) from None


def proven(whole: Verification, me: int | None = None) -> list[str]:
    """Return what players are proven to have done in a recorded game, and how it goes on or went on here.

    ``me`` is who is told.
    """
    told = [translated(one.sentence) for one in whole.proven]
    is_accused = me in [one.player for one in whole.proven]
    how = how_it_went_on(whole.charter) or without_them(whole.charter, whole.rest, is_accused=is_accused)
    return [*told, how] if told else []


def proven_here(past: PastGame, map_text: str | None) -> PastGame:
    """Return a past game with what is proven against its players by a proof that is kept here."""
    with suppress(Failure):  # of a game that has not begun here, or cannot be read, no proof can be told
        if (kept := kept_record(past.charter.id.hex())) is not None:
            found = verified(kept.data, map_text).proven
            return replace(
                past, proven={past.charter.players[one.player].key: translated(one.sentence) for one in found}
            )
    return past


def past_game(verification: Verification, step: int | None = None) -> PastGame:
    """Return a game as far as it can be continued, at most up to a step; raises Failure.

    It goes on where no player has begun an offer or a throw, by default below what any proof is about.
    """
    whole = verification.log
    if step is None and whole.end is not None:
        raise Failure(
            tr(
                "this game is over; say with --from from which of its {steps} steps it is to go on.", steps=whole.height
            ),
            status=2,
        )
    height = verification.rest if step is None else None
    if step is not None and 0 <= step <= whole.height:
        height = whole.rest(step)
    if height is None:
        raise _no_place(whole, step)
    record = verification.up_to(height)
    if len(record) > MAX_PAST:
        raise Failure(
            tr(
                "the record of this game is too long to go on with: {size} bytes, and at most {most} are taken.",
                size=len(record),
                most=MAX_PAST,
            )
        )
    log = whole.at_height(height)
    charter, seats = log.charter, _seats(log)
    own = [charter.seats_of(player)[0] for player in charter.everyone]
    places = tuple(
        Place(player.key, seats[seat], charter.seats[seat].name)
        for player, seat in zip(charter.players, own, strict=True)
    )
    going_on = Continued(charter.id, log.height, log.head, log.state, charter.setup.choices, seats)
    told = tr(
        "This table goes on with game {short} of {names}, after step {step} ({when}).",
        short=charter.id.hex()[:8],
        names=both([called(charter, player) for player in charter.everyone]),
        step=log.height,
        when=view_named(charter.edition).words.round_name(log.game.round()),
    )
    return PastGame(record, charter, going_on, places, told)


def _no_place(log: Log, step: int | None) -> Failure:
    """Return what is wrong if a log has no such step, or a charter's place neither there nor below."""
    first = next((at for at in range(log.height + 1) if log.rest(at) == at), None)
    if step is None or first is None:
        return Failure(tr("the game has no step yet from which it could go on; open a new table with `mare host`."))
    return Failure(
        tr(
            "--from {step}: this game can go on only from the steps {first} to {last}.",
            step=step,
            first=first,
            last=log.height,
        ),
        status=2,
    )


def going_on_from(session: Session) -> PastGame:
    """Return the game of a session that a proof has stopped, up to where it goes on without the player it accuses.

    That player has no place there. Raises Failure.
    """
    charter = session.charter
    signatures = tuple(session.signatures[player] for player in charter.everyone)
    past = past_game(Verification(charter, signatures, session.log, ()), session.rest)
    accused = [charter.players[player].key for player in session.proofs]
    return replace(past, places=tuple(place for place in past.places if place.key not in accused))


def _seats(log: Log) -> tuple[str, ...]:
    """Return by seat what a member of the lobby chooses to have it: its empire, or its number before the deal."""
    state, numbers = rules_of(log.game).state, range(len(log.charter.seats))
    if not state.seats:
        return tuple(f"seat{number + 1}" for number in numbers)
    return tuple(state.board.empires[state.seats.index(seat)] for seat in numbers)
