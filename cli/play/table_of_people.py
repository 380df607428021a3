"""A table of people: one person's own seat, and those of the bots they lend.

If a table gives a player a new key, the player is known by it at the next table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cli.bots.minds import Chosen, reliable_mind
from cli.command import Failure
from cli.play.bot_seats import BotSeats
from cli.play.console_session import ConsoleSession
from cli.play.game_session import GameSession
from cli.play.network import Listening
from cli.play.people import OtherPeople
from cli.play.stand_in import StandIn, as_strong_as
from cli.storage.known_players import KnownPlayers
from cli.table_game import edition_of, new_game
from cli.ui.text.console import Console
from core.engine.edition import GameMap
from crypto import PublicKey
from p2p.log.charter import Charter
from p2p.net.invitation import Invitation
from p2p.net.tls import TableSecret
from p2p.session.events import Event, Rekeyed, Returned
from p2p.session.journal import Journal
from p2p.session.session import Session
from p2p.session.signer import Signer
from p2p.shell.table import PATIENCE


class Successions:
    """Puts new keys that were voted for in the place of older ones in the list of known players."""

    def __init__(self, session: Session, known: KnownPlayers, tell: Callable[[str], None]) -> None:
        self._session = session
        self._known = known
        self._tell = tell
        self._keys: list[PublicKey] = [player.key for player in session.charter.players]

    def see(self, event: Event) -> None:
        """Follow the game; what cannot be read or written is told, as it is no reason to leave the game."""
        match event:
            case Returned():
                self._keys = [self._session.log.keys[player].key for player in self._session.charter.everyone]
            case Rekeyed(player):
                old, self._keys[player] = self._keys[player], self._session.log.keys[player].key
                if player != self._session.me:
                    self._note(old, self._keys[player])

    def _note(self, old: PublicKey, new: PublicKey) -> None:
        try:
            self._known.succeed(old, new)
        except (Failure, OSError) as error:
            self._tell(self._known.trouble(error))


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
    known: KnownPlayers,
    player: int | None = None,
    patience: float = PATIENCE,
) -> ConsoleSession:
    """Return a person's game at the console.

    ``own_bot`` plays the own seat, unless the person does it; ``bot`` says how the bots play that they lend. ``known``
    learns the keys that the table gives players.
    ``player`` is whose seat the signer has or asks for, where that is another's in the charter. Raises CharterError or
    SetupError.
    """
    session = Session(charter, partial(new_game, game_map=game_map), signer, player, agreeable=own_bot is not None)
    own, *lent = charter.seats_of(session.me or 0)
    chosen = dict.fromkeys(lent, bot) | ({} if own_bot is None else {own: own_bot})
    edition = edition_of(charter.setup)
    minds = partial(reliable_mind, edition=edition, tell=console.say)
    game = GameSession(session, BotSeats(chosen, minds), journal, patience)
    stand_in = StandIn(game.table, as_strong_as([bot], edition)) if own_bot is None else None
    people = OtherPeople(game.table, stand_in)
    people.new_keys.invitation = Invitation("table", secret, signer.identity.public, place.addresses)
    session.listen_at(tuple((address.host, address.port) for address in place.addresses))
    seat = ConsoleSession(console, game, people)
    game.shows.append(Successions(session, known, seat.dialogue.notice).see)
    return seat
