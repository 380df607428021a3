"""A table of people: one person's own seat, and those of the bots they lend."""

from __future__ import annotations

from functools import partial

from cli.bots.minds import Chosen, reliable_mind
from cli.play.bot_seats import BotSeats
from cli.play.console_session import ConsoleSession
from cli.play.game_session import GameSession
from cli.play.network import Listening
from cli.play.people import OtherPeople
from cli.play.stand_in import StandIn, as_strong_as
from cli.table_game import edition_of, new_game
from cli.ui.text.console import Console
from core.engine.edition import GameMap
from p2p import PATIENCE, Charter, Invitation, Journal, Session, Signer, TableSecret


def at_table_of_people(
    console: Console,
    charter: Charter,
    game_map: GameMap,
    signer: Signer,
    journal: Journal,
    place: Listening,
    secret: TableSecret,
    *,
    own_bot: Chosen | None,
    bot: Chosen,
    patience: float = PATIENCE,
) -> ConsoleSession:
    """Return a person's game at the console.

    ``own_bot`` plays the own seat, unless the person does it; ``bot`` says how the bots play that they lend. Raises
    CharterError or SetupError.
    """
    session = Session(charter, partial(new_game, game_map=game_map), signer, agreeable=own_bot is not None)
    own, *lent = charter.seats_of(session.me or 0)
    chosen = dict.fromkeys(lent, bot) | ({} if own_bot is None else {own: own_bot})
    edition = edition_of(charter.setup)
    minds = partial(reliable_mind, edition=edition, tell=console.say)
    game = GameSession(session, BotSeats(chosen, minds), journal, patience)
    stand_in = StandIn(game.table, as_strong_as([bot], edition)) if own_bot is None else None
    people = OtherPeople(game.table, stand_in)
    people.invitation = Invitation("table", secret, signer.identity.public, place.addresses)
    session.listen_at(tuple((address.host, address.port) for address in place.addresses))
    return ConsoleSession(console, game, people)
