"""The other people at a table: talk and votes with them, and who is connected with whom."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Protocol

from cli.editions import view_named
from cli.i18n.texts import both, count, marked, tr, translated
from cli.play.network import limit_of
from cli.play.speakers import BY_NAME, Muting, sides_of, speaker, speaking_seat
from cli.play.speakers import HELP as MUTING
from cli.play.stand_in import HELP as STAND_IN
from cli.play.stand_in import Resolve, StandIn
from cli.storage.games import (
    continuing,
    how_it_went_on,
    how_to_go_on,
    how_to_go_on_alone,
    with_lost_answer,
    with_lost_machine,
    without_majority,
)
from cli.table_game import customs_in, opening, rules_of
from cli.ui.conversation.conversation import Conversation
from cli.ui.text import votes
from cli.ui.text.console import Link, OpenVote, People
from cli.ui.text.names import called, empire_of, names_of
from cli.ui.text.votes import HELP as VOTES
from cli.ui.text.votes import Agreeing, Votes
from core.engine.state import NO_EMPIRE
from crypto import fingerprint
from p2p import (
    ABSENT,
    BACK,
    END,
    RESIGN,
    Invitation,
    Kind,
    Phase,
    Said,
    Session,
    Status,
    Table,
    TalkError,
    folded,
    is_key_of,
)

LONG = 30.0
"""Seconds to wait for a player before the others are told what they can do."""


def for_so_long(seconds: float) -> str:
    """Return a time in words, so coarse that it rarely changes; nothing for less than half a minute."""
    if seconds < 60:
        return count(30, "second") if seconds >= 30 else ""
    return count(int(seconds) // 60, "minute")


def is_gone(session: Session, player: int) -> bool:
    """Return whether a player is out of reach, or has left."""
    return player in session.unreachable or session.roster.status(player) is not Status.HERE


def too_few(session: Session) -> str:
    """Return what is left to do while so many are out of reach that no vote can pass; nothing otherwise."""
    charter = session.charter
    gone = [player for player in charter.everyone if is_gone(session, player)]
    if len(charter.players) - len(gone) >= charter.quorum:
        return ""
    return without_majority(charter, both([called(charter, player) for player in gone]))


class Waiting:
    """Looks at whom the game waits for, and for how long.

    It names a connected player who takes their time once a game, and a player who cannot be reached once each time.
    The others may count a connected player as away only once the table's clock is over, if it has one.
    """

    def __init__(self, session: Session, word: Callable[[int], str]) -> None:
        """``word`` returns what a player types to name a person."""
        self._session = session
        self._word = word
        self._height = -1
        self._since: dict[int, float] = {}
        self._told: set[tuple[int, bool]] = set()
        self._told_of_secrets = -1
        """The height at which a lost answer was last told of."""
        self._lost = -1
        """The same of an answer that our player has lost; a session that has stopped no longer says so."""
        self._told_elsewhere = False
        self._turns: dict[int, float] = {}
        self._now = 0.0
        self._clock = customs_in(session.charter.options).clock * 60

    def elsewhere(self, players: Collection[int]) -> str:
        """Return once for whom another game or table is found, which may go on with this one."""
        if self._told_elsewhere or not players:
            return ""
        self._told_elsewhere = True
        charter = self._session.charter
        return tr(
            "{names}: another game or table is found there. {how}",
            names=both([called(charter, player) for player in sorted(players)]),
            how=how_it_went_on(charter)
            or tr("If it goes on with yours, ask them to leave it, type `mare continue` and send you the invitation."),
        )

    def look(self, now: float) -> str:
        """Return the notice that is due at this time of a steady clock, in seconds; mostly none."""
        session = self._session
        self._now = now
        self._turns = {player: self._turns.get(player, now) for player in session.awaited}
        gone = {player for player in session.charter.everyone if self.is_away(player)}
        self._told = {(player, was_gone) for player, was_gone in self._told if player in gone or not was_gone}
        height, self._height = self._height, session.log.height
        before = self._since if height == self._height else {}
        self._since = {player: before.get(player, now) for player in self._others()}
        late = [player for player, since in self._since.items() if now - since >= LONG]
        if session.log.kind is Kind.OPENINGS:
            are_here = not gone.intersection(late)
            told = self._of_secrets(late if are_here else [])
            if told or are_here:
                return told
        late = [player for player in late if (player, player in gone) not in self._told]
        self._told |= {(player, player in gone) for player in late}
        return self._sentence(late) if late else ""

    def _of_secrets(self, late: list[int]) -> str:
        """Return once a step that a secret answer is lost here, or perhaps in the program of players who are late."""
        session = self._session
        if self._told_of_secrets == self._height or not (session.has_lost_answer or late):
            return ""
        self._told_of_secrets = self._height
        if session.has_lost_answer:
            self._lost = self._height
            return with_lost_answer(session.charter)
        return with_lost_answer(session.charter, both([called(session.charter, player) for player in late]))

    @property
    def how_to_go_on(self) -> str:
        """What takes the game up again once it has been left."""
        charter = self._session.charter
        return with_lost_answer(charter) if self._lost == self._session.log.height else how_to_go_on(charter)

    def elapsed(self, player: int) -> float:
        """Return for how many seconds the game had waited for a player at the last look."""
        return self._now - self._turns.get(player, self._now)

    @property
    def longest(self) -> str:
        """Return for how long the game has waited, in words; nothing for a few seconds, or if it doesn't wait."""
        seconds = max((self._now - since for since in self._turns.values()), default=0.0)
        session = self._session
        if session.phase is not Phase.PLAYING or session.is_returning:
            return ""
        if session.me in session.awaited and not self._clock:
            # Who thinks is not hurried, unless the table has agreed on that.
            return ""
        told = for_so_long(seconds)
        if told and self._clock:
            return tr("{elapsed} of {clock}", elapsed=told, clock=count(self._clock // 60, "minute"))
        return told

    def left(self, player: int) -> float:
        """Return how many seconds the table's clock leaves a player; 0 if there is no clock, or it is over."""
        return max(self._clock - self.elapsed(player), 0.0) if self._clock else 0.0

    def is_away(self, player: int) -> bool:
        """Return whether a player is out of reach, or has used up the clock that the table agreed on."""
        is_over = bool(self._clock) and self.elapsed(player) >= self._clock and player in self._turns
        return is_over or is_gone(self._session, player)

    @property
    def has_clock(self) -> bool:
        """Return whether the table has a clock."""
        return bool(self._clock)

    def _others(self) -> list[int]:
        """Return the persons for whom a player waits who can do nothing else, or only vote."""
        session = self._session
        awaited = session.awaited
        if session.phase is not Phase.PLAYING or session.is_returning:
            return []
        if self._are_absent(awaited):
            return list(awaited)
        if session.me in awaited:
            return []
        return [player for player in awaited if player not in session.log.absent]

    def _are_absent(self, players: Collection[int]) -> bool:
        """Return whether the game waits at dice that only absent players could acknowledge; see ``Session.awaited``."""
        log = self._session.log
        return log.kind is Kind.BEACON and bool(players) and set(players) <= log.absent

    def _sentence(self, late: list[int]) -> str:
        names = both([called(self._session.charter, player) for player in late])
        if self._are_absent(late):
            throwing = sorted({self._session.log.holder(slot) for slot in self._session.log.missing()})
            return tr(
                "The dice wait for {names} to acknowledge the game so far. If that does not happen, you"
                " can replace {throwing}: players for whom the autopilot plays type “back”, and all of"
                " you type “absent {word}”.",
                names=names,
                throwing=both([called(self._session.charter, player) for player in throwing]),
                word=self._word(throwing[0]),
            )
        if not any(map(self.is_away, late)):
            return tr("The game waits for {names}: connected and thinking; “table” shows for how long.", names=names)
        if few := too_few(self._session):
            return few
        late = [player for player in late if self.is_away(player)]
        told = tr(
            "The game waits for {names}: “table” shows who is connected, “absent {word}” proposes"
            " that the autopilot plays on. To stop for now, all players leave with “quit”; `mare"
            " resume` goes on later.",
            names=names,
            word=self._word(late[0]),
        )
        is_lost = any(is_gone(self._session, player) for player in late)
        return f"{told} {with_lost_machine(self._session.charter)}" if is_lost else told


HELP = marked("""\
  say TEXT        say something to all
  tell NAME TEXT  say something to one player alone
  table           who is connected, and whom the game waits for
  invite          how a player who has lost their machine or key comes back
  watch           how a spectator watches the game""")

TALKING = 2
"""How many lines at the beginning of HELP are about talk only."""

DEALS = marked("""\
                  Bots understand deals, in English: “tell {typed}
                  I leave {place} alone if you stay out of {sea}”;
                  “say yes, {named}”""")

_END = marked(
    "“end” proposes to end the game for good, without a winner; it ends once all agree. Type"
    " it once more to propose it. To end your turn, type “done”."
)
_RESIGN = marked(
    "“resign” proposes that the autopilot plays for you to the end, and that cannot be"
    " undone; it does once {quorum} of {players} agree. Type it once more to propose it."
)


PAUSE = marked("To stop for now, all players leave with “quit”; `mare resume` goes on later, at the same step.")


def talking_help(session: Session) -> str:
    """Return the lines of HELP about talk, and what the edition's bots understand of it, if anything."""
    state = rules_of(session.log.game).state
    seats = [] if session.me is None else session.charter.seats_of(session.me)
    view, own = view_named(session.charter.edition), empire_of(state, seats[0]) if seats else NO_EMPIRE
    deals = tr(DEALS, **view.words.examples(state.board, own)._asdict())
    return "\n".join([*tr(HELP).splitlines()[:TALKING], deals, tr(MUTING)])


def played_for_by(
    stand_in: StandIn | None, commands: dict[str, Callable[[str], str]]
) -> dict[str, Callable[[str], str]]:
    """Return the commands of a table, and those of a bot that plays for the person, which “back” ends, too."""
    if stand_in is None:
        return commands
    back = commands["back"]
    return commands | stand_in.commands | {"back": lambda rest: stand_in.stop() if stand_in.told else back(rest)}


class Others(People, Protocol):
    """Who else is at the table, and what the person at the console is told about them."""

    only_bots: bool = False
    """Whether they are bots on this machine, which neither come nor go."""

    stand_in: StandIn | None = None
    """What plays for the person while they want it; None if a bot has their seat, or they have none."""

    @property
    def played_for(self) -> str:
        return "" if self.stand_in is None else self.stand_in.told

    @property
    def muted(self) -> Collection[int]:
        """The players whose talk is not shown, now and whenever it is looked at."""

    @property
    def how_to_go_on(self) -> str:
        """What takes the game up again once it has been left; nothing if there is no way back."""
        return ""

    def welcome(self) -> list[str]:
        """Return the lines for a player who has come back; none if the game does not wait."""
        return []

    def waited_for(self, now: float, elsewhere: Collection[int]) -> str:
        """Return what there is to tell, at a moment in seconds, about who keeps the game waiting; mostly nothing.

        ``elsewhere`` has the players in whose place another game or table was found.
        """
        return ""

    @property
    def elapsed(self) -> str:
        """Return for how long the game has waited, in words; nothing if this is not watched."""
        return ""


class OtherPeople(Others):
    """What a person can say to the others, and know of them, while they play."""

    def __init__(self, table: Table, stand_in: StandIn | None = None) -> None:
        self.stand_in = stand_in
        self.votes = Votes(table)
        self.invitation: Invitation | None = None
        """What leads to the person's own program."""
        self._table = table
        self._session = table.session
        self._resolve = Resolve(table.session)
        self._charter = table.session.charter
        self._muting = Muting(table.session, self._called)
        self._waiting = Waiting(table.session, self.word)
        self._agreeing = Agreeing(self.votes, self.word, self._may_still_think)

    @property
    def muted(self) -> Collection[int]:
        return self._muting.players

    @property
    def muting(self) -> dict[str, Callable[[str], str]]:
        """What hides a person's talk and shows it again, by its first word."""
        return self._muting.commands(lambda: self._names)

    @property
    def help(self) -> str:
        besides = [] if self.stand_in is None else [tr(STAND_IN)]
        return "\n".join([talking_help(self._session), *tr(HELP).splitlines()[TALKING:], *besides, tr(VOTES)])

    def say(self, text: str) -> str:
        """Say something to all; returns why that cannot be, if it can't."""
        return self._say(text, None)

    def tell(self, name_and_text: str) -> str:
        """Say something to the one player whom the first word names; returns why that is not possible."""
        player, text = self._addressed(name_and_text)
        if player is None:
            return tr(
                "“tell” needs a player, and what to say to them. You can name {names}.",
                names=self._names,
            )
        return self._say(text, player)

    def absent(self, name: str) -> str:
        """Propose that the autopilot plays for another player; returns what to tell about it."""
        player = self._called(name)
        if player is None:
            return tr(BY_NAME, command="absent", names=self._names)
        if said := self._is_here(player):
            return said
        told = self.votes.propose(ABSENT, player)
        return too_few(self._session) or told

    def _is_here(self, player: int) -> str:
        """Return why the program does not yet propose that the autopilot plays for a connected player.

        If the table has a clock, the player's time must be over; without one, the command must be typed twice.
        """
        waiting, name = self._waiting, called(self._charter, player)
        if waiting.is_away(player) or player in self._session.log.absent:
            return ""
        if waiting.has_clock:
            left = for_so_long(waiting.left(player)) or tr("a few seconds")
            return tr("{name} is connected, and has {left} left on the table's clock.", name=name, left=left)
        return self._resolve.twice(
            f"absent {player}",
            lambda: tr(
                "{name} is connected and may be thinking. To propose that the autopilot plays on, type it once more.",
                name=name,
            ),
            lambda: "",
        )("")

    def word(self, player: int) -> str:
        """Return what to type for another player: the name, or the first word of the key if names are alike."""
        name, words = self._charter.own_name(player), fingerprint(self._charter.players[player].key)
        typed = (name, words.partition("-")[0])
        return next((word for word in typed if self._called(word) == player and " " not in word), words)

    @property
    def parting(self) -> str:
        if self._others:
            return tr("The others may vote that the autopilot plays for you; `mare resume` brings you back.")
        return how_to_go_on_alone(self._charter)

    @property
    def how_to_go_on(self) -> str:
        return self._waiting.how_to_go_on

    def welcome(self) -> list[str]:
        log, charter = self._session.log, self._charter
        when = view_named(charter.edition).words.round_name(log.game.round())
        where = tr("{when}, step {step}", when=when, step=log.height + 1)
        return [
            tr(
                "You're back ({where}). Waiting for {quorum} of {players} players.",
                where=where,
                quorum=charter.quorum,
                players=len(charter.players),
            )
        ]

    def waited_for(self, now: float, elsewhere: Collection[int]) -> str:
        return self._waiting.elsewhere(elsewhere) or self._waiting.look(now)

    @property
    def elapsed(self) -> str:
        return self._waiting.longest

    @property
    def commands(self) -> dict[str, Callable[[str], str]]:
        """What a person may type among people, by its first word; each takes the rest of the line."""
        votes, me, resolve = self.votes, self.votes.me, self._resolve
        return self.muting | played_for_by(
            self.stand_in,
            {
                "say": self.say,
                "tell": self.tell,
                "table": lambda rest: self.table(),
                "invite": lambda rest: self._invite(),
                "absent": self.absent,
                "back": lambda rest: votes.propose(BACK, me),
                "resign": resolve.twice("resign", self._before_resigning, lambda: votes.propose(RESIGN, me)),
                "pause": lambda rest: tr(PAUSE),
                "end": resolve.twice("end", lambda: tr(_END), lambda: votes.propose(END)),
                "takeback": lambda rest: votes.take_back(),
                "agree": self._agreeing.agree,
                "refuse": lambda rest: votes.refuse(),
                "votes": lambda rest: votes.shown(),
            },
        )

    @property
    def links(self) -> dict[str, Callable[[], Link]]:
        return {"watch": self._watch}

    def _invite(self) -> str:
        """Return how a player who has lost their machine or key comes back."""
        return f"{tr('The seats of a running game are taken.')} {continuing(self._charter)}"

    def _watch(self) -> Link:
        """Return how a spectator watches the game."""
        if self.invitation is None:
            return Link(tr("This game can't give out invitations at the moment."))
        if not self._charter.watch:
            return Link(tr("No spectators here: the table was opened with --no-watch."))
        watching = replace(self.invitation, kind="watch", secret=self.invitation.secret.watch())
        return Link(
            tr("A spectator watches with this line, and can't play with it:"),
            f"mare watch {watching.text()}",
            limit_of(watching.addresses),
        )

    def _may_still_think(self, player: int) -> bool:
        """Return whether the table has agreed on a clock that is not over for a player who is connected."""
        return self._waiting.has_clock and not self._waiting.is_away(player)

    def _before_resigning(self) -> str:
        """Return the sentence on what follows if the player resigns."""
        quorum, players = self._charter.quorum, len(self._charter.players)
        return f"{tr(_RESIGN, quorum=quorum, players=players)} {continuing(self._charter)}"

    @property
    def too_few(self) -> str:
        return too_few(self._session)

    def possible(self) -> list[str]:
        return self.votes.possible()

    def proposed(self) -> list[OpenVote]:
        return [OpenVote(self.votes.told(change), self._agreeing.line(change)) for change in self.votes.open()]

    def table(self) -> str:
        """Return who is connected, directly or through whom, and who is waited for."""
        players = self._charter.everyone
        return "\n".join(f"  {called(self._charter, player)}: {self._standing(player)}" for player in players)

    @property
    def _others(self) -> list[int]:
        return [player for player in self._charter.everyone if player != self._session.me]

    @property
    def _names(self) -> str:
        return both([name for player in self._others for name in self._named(player)])

    def _named(self, player: int) -> list[str]:
        """Return what a person and their bots play, with names, as among the players; before, only their own name."""
        seats, names = self._charter.seats_of(player), names_of(self._charter)
        sides = sides_of(self._session, player)
        named = [f"{side} ({names[seat]})" for seat, side in zip(seats, sides, strict=False)]
        return named or [called(self._charter, player)]

    def _addressed(self, line: str) -> tuple[int | None, str]:
        """Return the player whose name a line begins with, and the rest of it. A name may have several words."""
        words = line.split(" ")
        for number in range(len(words), 0, -1):
            player = self._called(" ".join(words[:number]))
            if player is not None:
                return player, " ".join(words[number:])
        return None, ""

    def _called(self, name: str) -> int | None:
        """Return the only other player meant by a name, an empire, the beginning of one, a key's word, or a number."""
        called = folded(name)
        found = [player for player in self._others if self._is_called(player, called)]
        found = found or [one for one in self._others if is_key_of(name, self._charter.players[one].key)]
        found = found or [player for player in self._others if called and self._plays(player, called)]
        return found[0] if len(found) == 1 else None

    def _is_called(self, player: int, name: str) -> bool:
        names = [folded(self._charter.seats[seat].name) for seat in self._charter.seats_of(player)]
        return name == str(player + 1) or (bool(name) and any(called.startswith(name) for called in names))

    def _plays(self, player: int, empire: str) -> bool:
        return any(folded(played).startswith(empire) for played in sides_of(self._session, player))

    def _say(self, text: str, to: int | None) -> str:
        try:
            self._table.say(text, to)
        except TalkError as error:
            return translated(error)
        return ""

    def _waited(self, player: int) -> str:
        if player not in self._session.awaited:
            return ""
        if elapsed := for_so_long(self._waiting.elapsed(player)):
            return tr("; the game has waited for this player for {elapsed}", elapsed=elapsed)
        return tr("; the game waits for this player")

    def _standing(self, player: int) -> str:
        session = self._session
        waited = self._waited(player)
        if player == session.me:
            return tr("you{waited}", waited=waited)
        if player in session.log.absent:
            waited = tr("; the autopilot plays for this player")
        if session.roster.status(player) is not Status.HERE:
            return tr("has left{waited}", waited=waited)
        if player in session.links.players:
            return tr("connected{waited}", waited=waited)
        if player in session.unreachable:
            return tr("connected to no other player{waited}", waited=waited)
        relays = [
            called(self._charter, relay)
            for relay in session.links.players
            if relay != session.me and session.roster.connected(relay, player)
        ]
        return tr("connected through {relays}{waited}", relays=both(relays) or tr("others"), waited=waited)


class Players(Others):
    """What a spectator, who neither talks nor votes, can do about the players."""

    def __init__(self, table: Table) -> None:
        self._others = OtherPeople(table)

    @property
    def muted(self) -> Collection[int]:
        return self._others.muted

    @property
    def help(self) -> str:
        return tr(MUTING)

    @property
    def parting(self) -> str:
        """What becomes of the game when a spectator leaves."""
        return tr("The players go on without you.")

    @property
    def commands(self) -> dict[str, Callable[[str], str]]:
        """What else a spectator may type, by its first word."""
        return self._others.muting


def take_up(
    session: Session,
    items: Iterable[bytes],
    conversation: Conversation,
    outcomes: votes.Outcomes,
    hear: Callable[[Said], None] = lambda said: None,
) -> None:
    """Take up a game from its journal, and have what was told, voted and said in it kept; raises JournalError.

    ``hear`` is told what was said, too.
    """

    def recall(said: Said) -> None:
        conversation.recall(speaker(session, said), said.text, speaking_seat(session, said))
        hear(said)

    conversation.recalls = True
    conversation.begin(opening(rules_of(session.log.game)))
    told = votes.telling(outcomes, items)
    session.restore(told, recall)
    conversation.recalls = False
