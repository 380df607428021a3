"""The conversation with a person in the lobby: who is there, their wishes, and what others say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import trio

from cli.bots.minds import STEADILY, Chosen
from cli.command import Failure
from cli.i18n.texts import both, count, marked, plural, term, tr, translated
from cli.play.attendance import ShowsSeats, changes, is_called, line_of, seats_of
from cli.play.terms import Terms
from cli.storage.known_players import KnownPlayers
from cli.ui.text.cells import drawn_as_qr
from cli.ui.text.console import Console, Left
from cli.ui.text.names import called
from core.engine.edition import RANDOM
from core.engine.policy import STEADY
from crypto import PublicKey
from p2p import (
    Changed,
    Charter,
    Denied,
    Dismissed,
    LobbyEnded,
    LobbyEvent,
    LobbyRoom,
    Member,
    NotGranted,
    Picture,
    Renewed,
    Spoken,
    not_full,
    shown,
    speech,
)

HELP = marked("""\
  who             who is there, what they play, and their keys in six words
  choose NAME     play this {side}; “choose random” leaves it to chance
  bots N          lend N bots, which play free seats from here; 0 takes them back;
                  the host's bots make way for people who come
  bots N STRENGTH the same, and say how strong they are: {strengths}
  set             the options of the game, and what they mean
  set NAME VALUE  as the host: change an option, for example “set max-rounds 20”
  ready           agree to the table as it is; the game begins when all have
  unready         take that back
  say TEXT        say something to all
  dismiss NAME    as the host: send a player away, who may come again
  invite          the invitation to this table, for your friends
  invite qr       the same, as a code that a telephone scans
  invite new      as the host: a new one; the former opens nothing any more
  watch           the invitation to watch only
  help            this
  quit            leave the table
Words may be cut short.""")


NEW, CODE = "new", "qr"
"""What follows ``invite`` for another invitation."""

MEANINGS = {
    "who": marked("Who is here"),
    "choose": marked("Choose what to play"),
    f"choose {RANDOM}": marked("Leave it to chance"),
    "bots": marked("Lend bots"),
    "set": marked("Options"),
    "ready": marked("Ready"),
    "unready": marked("Not ready after all"),
    "say": marked("Say something"),
    "dismiss": marked("Send a player away"),
    "invite": marked("Invitation"),
    f"invite {NEW}": marked("A new invitation"),
    f"invite {CODE}": marked("As a QR code"),
    "watch": marked("Invitation to watch"),
    "help": marked("Help"),
}
"""What can be typed, as buttons call it, in English."""

CROWDS = 3
"""How many addresses of nameless connections are told, those with most of them."""

SIZES = ("seats", "players")
"""What people type who would have more seats, or fewer."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person wants before anything is asked.

    An empire, how many bots they lend, whether they are ready automatically, and how their bots play.
    """

    empire: str = RANDOM
    bots: int = 0
    ready: bool = False
    bot: Chosen = STEADILY


@dataclass(frozen=True, slots=True)
class Invitations:
    """What this table's invitations look like, in texts of one or more lines."""

    join: str
    watch: str


class LobbyDialogue:
    """One person's stay in a lobby. ``show`` is told what happens there, ``stay`` converses to the end of it."""

    def __init__(
        self,
        console: Console,
        me: PublicKey,
        host: PublicKey,
        terms: Terms,
        invitations: Callable[[], Invitations],
        players: KnownPlayers,
        wishes: Wishes,
        reach: str = "",
    ) -> None:
        """``reach`` says how far others can be to come here."""
        self._console = console
        self._me = me
        self._host = host
        self._terms = terms
        self._invitations = invitations
        self._players = players
        self._wishes = wishes
        self._reach = reach
        self.bot = wishes.bot
        """How the person's bots play."""
        self._seen: Picture | None = None
        self._changed = trio.Event()
        self.is_deaf = False
        """Whether the person can no longer type what they want."""
        self._denied: str | None = None
        self._asked = False
        """Whether the host has yet to answer a wish of the person's."""
        self._promised = False
        """Whether the person is ready as soon as every seat is taken."""
        self._reason: Exception = Left()
        self._looked_at: set[tuple[bytes, bytes]] = set()
        if isinstance(console, ShowsSeats):
            console.explain(self._meaning)
        self._commands: Mapping[str, Callable[[LobbyRoom, str], str]] = {
            "who": lambda room, rest: "\n".join([self._who(), *_nameless(room.strangers)]),
            "choose": self._choose,
            "bots": self._bots,
            "set": self._set,
            "ready": lambda room, rest: self._ready(room, True),
            "unready": lambda room, rest: self._ready(room, False),
            "say": self._say,
            "dismiss": self._dismiss,
            "invite": self._invite,
            "watch": lambda room, rest: self._watch(),
            "help": lambda room, rest: self._help(),
            "?": lambda room, rest: self._help(),
        }

    async def stay(self, room: LobbyRoom) -> Charter:
        """Converse until all players have agreed to a charter.

        Raises LobbyEnded if the person cannot stay, Left if they leave, Failure if they can no longer type
        what they want.
        """
        charter: Charter | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._until, self._listen, room, nursery.cancel_scope)
            nursery.start_soon(self._until, self._see_to_wishes, room, nursery.cancel_scope)
            try:
                charter = await room.run()
            except LobbyEnded as ended:
                self._reason = ended
            nursery.cancel_scope.cancel()
        if charter is None:
            raise self._reason
        return charter

    @property
    def _empires(self) -> list[str]:
        """What a person can choose: until the table is seen, what plays at any."""
        return [*self._terms.empires(self._seen), RANDOM]

    async def _until(
        self, do: Callable[[LobbyRoom], Awaitable[None]], room: LobbyRoom, staying: trio.CancelScope
    ) -> None:
        """Do something; if it ends the stay in the lobby, keep the exception as the reason."""
        try:
            await do(room)
        except (Left, Failure) as reason:
            self._reason = reason
            staying.cancel()

    def show(self, event: LobbyEvent) -> None:
        """Tell what has happened."""
        match event:
            case Changed(picture):
                self._tell_changes(picture)
                self._seen = picture
                if isinstance(self._console, ShowsSeats):
                    self._console.seat(seats_of(picture, self._host, self._me, self._terms))
                self._asked = False
                self._ring()
            case Spoken(name, text):
                self._console.say(f"{translated(name)}: {text}")
            case Renewed() if self._me == self._host:
                self._console.say(
                    tr(
                        "The former invitation opens nothing any more. All who have joined keep their seats, and have"
                        " the new one:"
                    )
                )
            case Renewed():
                join = self._invitations().join
                self._console.say(
                    tr("The host has made a new invitation; the former one opens nothing any more:\n{join}", join=join)
                )
            case NotGranted(sentence):
                self._deny(translated(sentence))
            case Dismissed(_, sentence, b""):
                self._console.say(tr("A guest was sent away, and told: “{sentence}”", sentence=translated(sentence)))
            case Dismissed(_, sentence, name):
                said = translated(sentence)
                self._console.say(tr("{name} was sent away, and told: “{sentence}”", name=shown(name), sentence=said))

    # ------------------------------------------------------------------ what the person types

    async def _listen(self, room: LobbyRoom) -> None:
        await self._until_in()
        while True:
            line = await self._console.line("lobby> ", self._complete)
            if line is None and self._wishes.ready:
                # No line needs to be typed: the person is ready automatically.
                self.is_deaf = True
                self._ring()
                return
            word, _, rest = ("quit" if line is None else line).strip().partition(" ")
            command = self._command(word)
            if command == "quit":
                raise Left
            if command in self._commands:
                if answer := self._take(room, command, rest.strip()):
                    self._console.say(answer)
            elif word in SIZES:
                self._console.say(self._settled())
            elif word:
                self._console.say(tr("There is no command {word!r} here; “help” lists the commands.", word=word))

    def _take(self, room: LobbyRoom, command: str, rest: str) -> str:
        try:
            return self._commands[command](room, rest)
        except Denied as denied:
            self._asked = False
            return translated(denied)

    def _settled(self) -> str:
        """Return what to do for a table of another size."""
        return tr(
            "This table keeps its number of seats, {seats}. For another number, the host opens"
            " another table: “quit”, then `mare host --players NUMBER`.",
            seats=self._seen.seats if self._seen is not None else "",
        )

    def _command(self, word: str) -> str:
        """Return the command that a word is, or begins; the word itself where that is not clear."""
        names = (*self._commands, "quit")
        begun = [name for name in names if word and name.startswith(word.lower())]
        return word if word in names or len(begun) != 1 else begun[0]

    def _complete(self, line: str) -> list[str]:
        words = line.split(" ")
        if len(words) == 1:
            return [name for name in (*self._commands, "quit") if name.startswith(words[0]) and self._is_of_use(name)]
        if len(words) == 2 and self._command(words[0]) == "choose":
            return [empire for empire in self._empires if empire.startswith(words[1])]
        if self._command(words[0]) == "set":
            return self._terms.completed(words[1:], self._seen.seats if self._seen is not None else 0)
        if len(words) == 2 and self._command(words[0]) == "invite":
            can = [NEW, CODE] if self._me == self._host else [CODE]
            return [word for word in can if word.startswith(words[1])]
        if len(words) == 2 and self._command(words[0]) == "bots" and self._seen is not None:
            return [str(number) for number in range(self._seen.seats) if str(number).startswith(words[1])]
        if len(words) == 3 and self._command(words[0]) == "bots":
            return [name for name in self._terms.edition.strengths if name.startswith(words[2])]
        return []

    def _is_of_use(self, command: str) -> bool:
        """Return whether a command does anything now that another does not."""
        if command == "dismiss":
            return self._me == self._host
        is_ready = self._seen is not None and self._member(self._seen).ready
        return command not in ("?", "ready" if is_ready else "unready")

    def _meaning(self, line: str) -> str:
        """Return what a line means, in the language in use; nothing for numbers of bots."""
        begun, *rest = line.split()
        words = [self._command(begun), *rest]
        if meaning := MEANINGS.get(" ".join(words)):
            return tr(meaning)
        if words[0] == "choose":
            return self._terms.name_of(words[-1], self._seen)
        if words[0] == "set":
            return self._terms.meaning(words[1:])
        return term(words[-1]) if words[-1] in self._terms.edition.strengths else ""

    def _choose(self, room: LobbyRoom, rest: str) -> str:
        wanted = rest.lower()
        begun = [empire for empire in self._empires if wanted and empire.startswith(wanted)]
        if len(begun) != 1:
            side = tr(self._terms.edition.rules.side)
            is_unknown = rest and not begun
            problem = (
                tr("There is no {side} {empire!r} at this table.", side=side, empire=rest) + " " if is_unknown else ""
            )
            raise Denied(problem + tr("Choose one of {empires}.", empires=", ".join(self._empires)))
        self._check_free(begun[0])
        self._asked = True
        is_told = self._seen is not None and self._member(self._seen).choice != begun[0]
        room.choose(begun[0])
        # Once the host has granted it, the lobby tells all members, this one too.
        return "" if is_told else tr("You want to play {empire}.", empire=begun[0])

    def _check_free(self, empire: str) -> None:
        """Raise Denied, with a name, for what another member is seen to have chosen; the host knows keys only."""
        picture = self._seen
        if picture is None:
            return
        for index, member in enumerate(picture.members):
            if member.choice == empire != RANDOM and member.key != self._me:
                raise Denied(tr("{empire} is taken: {name} was first.", empire=empire, name=called(picture, index)))

    def _bots(self, room: LobbyRoom, rest: str) -> str:
        number, _, strength = rest.partition(" ")
        wanted = strength.strip().lower()
        begun = [name for name in self._terms.edition.strengths if wanted and name.startswith(wanted)]
        if not (number.isascii() and number.isdecimal() and len(number) < 3) or (strength and len(begun) != 1):
            raise Denied(tr("Say how many bots you lend, and how strong: “bots 2”, “bots 2 {steady}”.", steady=STEADY))
        self._asked = True
        room.lend(int(number))
        self.bot = replace(self.bot, name=begun[0]) if begun else self.bot
        return plural(
            "You want to lend {number} bot ({strength}).",
            "You want to lend {number} bots ({strength}).",
            int(number),
            strength=self.bot.name,
        )

    def _set(self, room: LobbyRoom, rest: str) -> str:
        picture = self._seen
        if not rest or picture is None:
            return self._terms.listed()
        room.change(*self._terms.changed(picture, rest))
        # All members are told what is new.
        return f"{self._terms.told(picture)}." if self._seen is picture else ""

    def _help(self) -> str:
        edition = self._terms.edition
        return tr(HELP, side=tr(edition.rules.side), strengths=", ".join(edition.strengths))

    def _ready(self, room: LobbyRoom, ready: bool) -> str:
        self._promised = ready and self._asked
        picture = self._seen
        if ready and not self._promised and picture is not None and picture.taken < picture.seats:
            raise not_full(picture.seats - picture.taken, picture.seats)
        if not self._promised:
            room.ready(ready)
        return tr("You agree to the table as it is.") if ready else tr("You no longer agree to the table.")

    def _say(self, room: LobbyRoom, rest: str) -> str:
        room.say(speech(rest))
        return ""

    def _dismiss(self, room: LobbyRoom, rest: str) -> str:
        picture = self._seen
        if picture is None:
            raise Denied(tr("You are not in the lobby yet."))
        meant = [index for index, member in enumerate(picture.members) if is_called(rest, index, member)]
        if len(meant) != 1:
            others = [index for index, member in enumerate(picture.members) if member.key != self._me]
            if not others:
                raise Denied(tr("There is no other player here."))
            names = both([called(picture, index) for index in others])
            raise Denied(tr("“dismiss” needs one player. You can name {names}.", names=names))
        room.dismiss(meant[0])
        return ""

    # ------------------------------------------------------------------ the wishes from the command line

    async def _see_to_wishes(self, room: LobbyRoom) -> None:
        """Wish for what was wished for beforehand; then be ready whenever it is granted and every seat is taken."""
        picture = await self._until_in()
        try:
            if self._wishes.empire != RANDOM:
                self._check_free(self._wishes.empire)
                room.choose(self._wishes.empire)
            if self._wishes.bots:
                room.lend(self._wishes.bots)
        except Denied as denied:
            self._deny(translated(denied))
        while True:
            picture = self._seen or picture
            if self._promised and not self._asked:
                self._promised = False
                self._agree(room)
            elif self._wishes.ready:
                self._agree_by_itself(room, picture)
            await self._changed.wait()

    def _agree_by_itself(self, room: LobbyRoom, picture: Picture) -> None:
        if self.is_deaf and self._denied is not None:
            raise Failure(tr("--ready cannot agree for you: {denied}", denied=self._denied))
        mine = self._member(picture)
        granted = mine.choice == self._wishes.empire or self._wishes.empire == RANDOM
        # The host may lend from the first; afterwards the host's bots make way for people who come.
        lent = mine.bots >= self._wishes.bots or self._me == self._host
        if granted and lent and picture.taken == picture.seats and not mine.ready:
            self._agree(room)

    def _agree(self, room: LobbyRoom) -> None:
        try:
            room.ready(True)
        except Denied as denied:
            self._deny(translated(denied))

    async def _until_in(self) -> Picture:
        while self._seen is None:
            await self._changed.wait()
        return self._seen

    def _deny(self, sentence: str) -> None:
        self._console.say(sentence)
        self._asked = False
        self._denied = sentence
        self._ring()

    def _ring(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    # ------------------------------------------------------------------ what is there

    def _member(self, picture: Picture) -> Member:
        return next(member for member in picture.members if member.key == self._me)

    def _invite(self, room: LobbyRoom, rest: str) -> str:
        begun = [word for word in (NEW, CODE) if word.startswith(rest.lower())]
        if rest and not begun:
            raise Denied(
                tr("“invite” shows the invitation, “invite qr” a code to scan, and “invite new” makes a new one.")
            )
        if rest and begun == [CODE]:
            return self._code()
        if rest:
            room.renew()
        return self._to_copy(self._invitations().join)

    def _code(self) -> str:
        """Return the invitation as a QR code, for a camera."""
        code = drawn_as_qr(self._invitations().join.split(maxsplit=1)[0])
        lines = code.count("\n") + 2
        told = plural(
            "This is the invitation, to be scanned. Make the window {number} line high to see all of it.",
            "This is the invitation, to be scanned. Make the window {number} lines high to see all of it.",
            lines,
        )
        return f"{code}\n{told}"

    def _watch(self) -> str:
        if self._seen is None:
            return tr("You are not in the lobby yet.")
        if not self._seen.watch:
            return tr("No spectators here: the table was opened with --no-watch.")
        return self._to_copy(self._invitations().watch)

    def _to_copy(self, invitation: str) -> str:
        """Return an invitation, the first words of which are in the clipboard, too."""
        copied = self._console.copy(invitation.split(maxsplit=1)[0])
        return f"{invitation}\n{copied}" if copied else invitation

    def _who(self) -> str:
        if self._seen is None:
            return tr("You are not in the lobby yet.")
        lines = [line_of(self._seen, index, self._host, self._me) for index in range(len(self._seen.members))]
        free, seats = self._seen.seats - self._seen.taken, count(self._seen.seats, "seat")
        options = self._terms.told(self._seen)
        if free:
            told = tr("{seats}, {free} of them free; {options}.", seats=seats, free=free, options=options)
        else:
            told = tr("{seats}, none of them free; {options}.", seats=seats, options=options)
        return "\n".join([*self._terms.notice, *lines, told, *filter(None, [self._reach])])

    def _tell_changes(self, new: Picture) -> None:
        """Say what is new since the last picture; the whole of the first one."""
        self._warn(new)
        old = self._seen
        if old is None:
            self._seen = new
            self._console.say(tr("You are in the lobby; “help” says what you can do here.\n{who}", who=self._who()))
            self._ask_whether_ready(new)
            return
        for change in changes(old, new, self._terms):
            self._console.say(change)
        was_ready = self._member(old).ready
        if was_ready and not self._member(new).ready:
            self._console.say(tr("You are no longer ready."))
        if new.number != old.number and (was_ready or old.taken < old.seats):
            self._ask_whether_ready(new)

    def _ask_whether_ready(self, picture: Picture) -> None:
        if picture.taken == picture.seats and not self._wishes.ready:
            self._console.say(tr("Every seat is taken: “ready” agrees to the table as it is."))

    def _warn(self, picture: Picture) -> None:
        """Warn of people under names that are known, and of those against whom a proof is kept.

        No name is remembered yet: the host tells names and keys, and their owners have not proven them.
        """
        for index, member in enumerate(picture.members):
            if member.key != self._me and (member.key.raw, member.name) not in self._looked_at:
                self._looked_at.add((member.key.raw, member.name))
                warning = self._players.warning(shown(member.name), member.key)
                if warning is not None:
                    self._console.say(warning)
                if (proven := self._terms.proven(member.key)) is not None:
                    name = called(picture, index)
                    self._console.say(
                        tr(
                            "A proof against {name} is kept here, from the game that goes on: {sentence}",
                            name=name,
                            sentence=proven,
                        )
                    )


def _nameless(origins: Sequence[str]) -> list[str]:
    """Return the line about those who are connected and have not said who they are, if there are any."""
    if not origins:
        return []
    crowds = Counter(origin.rpartition(":")[0] for origin in origins).most_common(CROWDS)
    return [
        plural(
            "Besides, {number} connection has not said who it is: {crowds}.",
            "Besides, {number} connections have not said who they are: {crowds}.",
            len(origins),
            crowds=", ".join(
                tr("{number} from {address}", number=number, address=address) for address, number in crowds
            ),
        )
    ]
