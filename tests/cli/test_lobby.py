"""The conversation in the lobby."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from cli.command import Failure
from cli.i18n.texts import ENGLISH, languages, speaking
from cli.play.lobby import Invitations, LobbyDialogue, Wishes, _nameless
from cli.play.terms import Terms
from cli.storage.known_players import KnownPlayer, KnownPlayers
from cli.sword.words import NOTICE
from cli.table_game import DEFAULT
from cli.ui.text.console import Left
from core.editions import EDITIONS
from core.engine.edition import Edition
from crypto import Value, fingerprint
from p2p.errors import Text
from p2p.lobby.host import HostLobby
from p2p.lobby.model import (
    Changed,
    Choose,
    Deliver,
    Denied,
    GuestMessage,
    Join,
    Lend,
    No,
    NotGranted,
    Output,
    Renewed,
    Say,
    Spoken,
    decode_host_message,
    encode,
)
from p2p.lobby.room import HostRoom, LobbyEnded, LobbyRoom
from p2p.log.charter import Charter, told_apart
from p2p.net.tls import TableSecret
from tests.cli.consoles import TypedConsole
from tests.p2p.lobbies import entrant, offer
from tests.p2p.tables import identity
from tests.pocket.edition import POCKET
from tests.pocket.state import Ring

INVITATIONS = Invitations("mare://join/abc", "mare://watch/abc")


class Lobby:
    """A host at the table, who converses; guests do what a test makes them do."""

    def __init__(self, folder: Path, seats: int, wishes: Wishes) -> None:
        self.console = TypedConsole()
        self.players = KnownPlayers(folder / "players.json")
        me = identity(0).public
        self.dialogue = LobbyDialogue(
            self.console, me, me, Terms(POCKET, Ring()), lambda: INVITATIONS, self.players, wishes
        )
        table = offer(seats)._replace(options=(0, (), "few", False))
        self.room = HostRoom(HostLobby(table, entrant(0)), self.dialogue.show)
        self.charter: Charter | None = None
        self.reason: Exception | None = None
        self.done = trio.Event()
        self.dialogue.show(Changed(self.room.picture))

    async def stay(self) -> None:
        try:
            self.charter = await self.dialogue.stay(self.room)
        except (Left, Failure, LobbyEnded) as reason:
            self.reason = reason
        self.done.set()

    def guest(self, number: int, *wishes: GuestMessage, name: bytes | None = None) -> None:
        """A guest comes in, if they have not yet, and wishes for something."""
        lobby = self.room._lobby
        if number not in lobby._guests:
            me = entrant(number, name)
            self.room._handle(lobby.arrive(number, me.key, 0))
            wishes = (Join(me.name, me.chat, me.tip, me.addresses), *wishes)
        for wish in wishes:
            self.room._handle(lobby.receive(number, encode(wish), 0))


@asynccontextmanager
async def opened(folder: Path, seats: int = 3, wishes: Wishes | None = None) -> AsyncIterator[Lobby]:
    """A lobby in which the host converses until the block ends, or to the end of the host's stay."""
    lobby = Lobby(folder, seats, wishes or Wishes())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lobby.stay)
        with trio.fail_after(60):
            yield lobby
        nursery.cancel_scope.cancel()


async def test_what_is_typed_makes_a_table_of_bots(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        lobby.console.type("cho gre", "bots 2", "re")
        await lobby.done.wait()
    assert lobby.charter is not None
    assert [seat.choice for seat in lobby.charter.seats] == ["green", "random", "random"]


async def test_lent_bots_are_as_strong_as_is_typed(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        lobby.console.type("bots 2 n")
        await lobby.console.until("You want to lend 2 bots (novice).")
        lobby.console.type("bots 1")
        await lobby.console.until("You want to lend 1 bot (novice).")
        assert lobby.dialogue.bot.name == "novice"


async def test_what_one_chooses_is_told_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        lobby.console.type("choose red", "say that is all")
        await lobby.console.until("Ada wants to play red.")
        with pytest.raises(trio.TooSlowError):
            with trio.fail_after(0.2):
                await lobby.console.until("play red")
        await lobby.console.until("that is all")
        lobby.console.type("choose red")
        await lobby.console.until("You want to play red.")


async def test_who_says_who_is_there_and_shows_the_words_of_their_keys(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        lobby.guest(1, Choose("blue"), Lend(1))
        await lobby.console.until("Bo lends 1 bot.")
        lobby.console.type("who")
        await lobby.console.until("Ada: lets chance decide what to play, the host, you")
        await lobby.console.until("Bo: plays blue, lends 1 bot")
        await lobby.console.until(f"key {fingerprint(identity(1).public)}")
        await lobby.console.until("3 seats, none of them free; ")


@pytest.mark.parametrize("typed", ["dismiss b", "dis 2"])
async def test_the_host_sends_away_whom_they_do_not_wait_for(tmp_path: Path, typed: str) -> None:
    async with opened(tmp_path) as lobby:
        lobby.guest(1)
        lobby.guest(2)
        lobby.console.type(typed)
        await lobby.console.until("Bo was sent away, and told: “The host has sent you away from the table")
        await lobby.console.until("Bo has left.")
        lobby.guest(1)
        await lobby.console.until("Bo has joined.")


def test_a_line_that_is_cut_short_means_the_same_on_a_page(tmp_path: Path) -> None:
    meaning = Lobby(tmp_path, 2, Wishes()).dialogue._meaning
    for line, short in (("invite qr", "inv qr"), ("choose random", "ch random"), ("choose red", "ch red")):
        assert meaning(short) == meaning(line) != ""


async def test_the_host_makes_a_new_invitation_and_reads_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        lobby.guest(1)
        lobby.console.type("invite old")
        await lobby.console.until("“invite” shows the invitation, “invite qr” a code to scan, and")
        lobby.console.type("invite n")
        await lobby.console.until("The former invitation opens nothing any more. All who have joined keep their seats")
        await lobby.console.until(INVITATIONS.join)
        assert len(lobby.room.picture.members) == 2
        assert lobby.dialogue._complete("invite ") == ["new", "qr"]


def test_a_guest_reads_the_new_invitation_of_the_host(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path, 2, Wishes())
    lobby.dialogue._me = identity(1).public
    lobby.dialogue.show(Renewed(TableSecret(bytes(16))))
    told = f"The host has made a new invitation; the former one opens nothing any more:\n{INVITATIONS.join}"
    assert told in lobby.console.text
    assert lobby.dialogue._complete("invite ") == ["qr"]


def test_the_host_sees_how_many_have_not_said_who_they_are_and_from_where() -> None:
    crowd = [f"127.0.0.1:{port}" for port in range(14)]
    assert _nameless([]) == []
    assert _nameless(["[fd00::7]:4242", *crowd]) == [
        "Besides, 15 connections have not said who they are: 14 from 127.0.0.1, 1 from [fd00::7]."
    ]


async def test_whose_bot_makes_way_for_whom_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        lobby.console.type("bots 2")
        await lobby.console.until("Ada lends 2 bots.")
        lobby.guest(1)
        await lobby.console.until("Ada lends 1 bot now; one has made way for Bo.")
        lobby.guest(2)
        await lobby.console.until("Ada no longer lends bots; the last has made way for Cy.")


async def test_a_player_who_comes_sees_that_the_hosts_bots_make_way(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        lobby.console.type("bots 2", "who")
        await lobby.console.until("lends 2 bots until people come, the host, you")


async def test_a_host_who_is_ready_alone_is_so_too_when_one_of_their_bots_has_made_way(tmp_path: Path) -> None:
    async with opened(tmp_path, 4, Wishes(bots=2, ready=True)) as lobby:
        lobby.guest(1)
        await lobby.console.until("Ada is ready.")
        lobby.guest(2)
        await lobby.console.until("Ada is ready.")
        assert [member.bots for member in lobby.room.picture.members] == [1, 0, 0]


@pytest.mark.parametrize("name", ["ada", "ada\u3164", "a\u115fda", "ada\u2800", "ada\ufe0f", "a\u034fda", "ada\u17b5"])
async def test_two_whose_names_look_alike_are_told_apart_by_their_keys(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path) as lobby:
        lobby.guest(1, name=name.encode())
        mine, words = fingerprint(identity(0).public), fingerprint(identity(1).public)
        ada, other = (f"{called} ({key.partition('-')[0]}-…)" for called, key in (("Ada", mine), ("ada", words)))
        await lobby.console.until(f"{other} has the same name as {ada}, but is another person; their key: {words}.")


async def test_who_cannot_be_ready_yet_is_not_said_to_agree(tmp_path: Path) -> None:
    lobby, room = Lobby(tmp_path, 3, Wishes()), FarRoom()
    lobby.console.type("ready", "who")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lobby.dialogue.stay, room)
        await lobby.console.until("3 seats")
        nursery.cancel_scope.cancel()
    assert "You agree" not in lobby.console.text
    assert room.wished == []


async def test_what_others_want_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        lobby.guest(1, Choose("blue"), Choose("random"), Lend(1), Lend(0), Say(b"hello\x1b[2J"))
        await lobby.console.until("Bo wants to play blue.")
        await lobby.console.until("Bo lets chance decide what to play.")
        await lobby.console.until("Bo lends 1 bot.")
        await lobby.console.until("Bo no longer lends bots.")
        await lobby.console.until("Bo: hello[2J")


async def test_who_is_ready_hears_when_that_no_longer_counts(tmp_path: Path) -> None:
    async with opened(tmp_path, seats=2) as lobby:
        lobby.guest(1)
        await lobby.console.until("Every seat is taken: “ready”")
        lobby.console.type("ready")
        await lobby.console.until("Ada is ready.")
        lobby.guest(1, Choose("blue"))
        await lobby.console.until("You are no longer ready.")


async def test_a_lobby_that_shows_a_known_key_under_another_name_changes_no_known_player(tmp_path: Path) -> None:
    KnownPlayers(tmp_path / "players.json").meet("Bo", identity(1).public)
    async with opened(tmp_path) as lobby:
        lobby.guest(1, name=b"Eve")
        lobby.guest(2, name=b"Bo")
        await lobby.console.until("WARNING: this Bo has another key")
        await lobby.console.until(fingerprint(identity(2).public))
    assert lobby.players.load() == [KnownPlayer("Bo", identity(1).public)]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("choose", "Choose one of red, blue, green, random."),
        ("seats 4", "This table keeps its number of seats, 3"),
        ("choose mauve", "There is no empire 'mauve' at this table. Choose one of red, blue, green, random."),
        ("bots", "Say how many bots you lend"),
        ("bots -1", "Say how many bots you lend"),
        ("bots 1 mighty", "Say how many bots you lend"),
        ("bots 9", "There is no room for that many bots of yours (9)"),
        ("ready", "You cannot be ready while seats are free, 2 of 3: wait for players, or lend bots."),
        ("say", "There is nothing to say."),
        ("say hello", "Ada: hello"),
        ("dismiss", "There is no other player here."),
        ("dismiss bo", "There is no other player here."),
        ("dismiss ada", "You are the host; “quit” closes the table."),
        ("invite", "mare://join/abc"),
        ("watch", "mare://watch/abc"),
        ("?", "Words may be cut short."),
        ("dance", "There is no command 'dance' here"),
        ("w", "There is no command 'w' here"),
        ("unready", "You no longer agree to the table."),
    ],
)
async def test_every_line_has_its_answer(tmp_path: Path, typed: str, said: str) -> None:
    async with opened(tmp_path) as lobby:
        lobby.console.type("", typed)
        await lobby.console.until(said)


async def test_the_host_sets_a_clock_and_forbids_hints_and_the_table_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        lobby.console.type("set clock 5")
        await lobby.console.until("The host has changed the terms of the game: ")
        await lobby.console.until("a clock of 5 minutes for each turn, spectators may watch.")
        lobby.console.type("set hints no")
        await lobby.console.until("a clock of 5 minutes for each turn, no hints, spectators may watch.")
        lobby.console.type("set clock 0", "set hints yes", "who")
        await lobby.console.until("no hints, spectators may watch.")
        lobby.console.type("set clock soon")
        await lobby.console.until("clock needs a whole number; 0 means no limit.")
        lobby.console.type("set hints perhaps")
        await lobby.console.until("hints cannot be 'perhaps'; choose from yes, no.")
        lobby.console.type("set clock")
        await lobby.console.until("Name an option and its value")
        assert lobby.console.complete("set cl") == ["clock"]
        assert lobby.console.complete("se hi ") == ["yes", "no"]
        assert lobby.console.complete("set clock 1") == ["10"]


async def test_whole_line_ups_are_offered_by_their_names(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        await trio.testing.wait_all_tasks_blocked()
        assert lobby.console.complete("set line-up ") == ["advised", "red,blue,green"]
        assert lobby.console.complete("set line-up green,r") == ["green,red"]
        assert lobby.dialogue._meaning("set line-up red,blue,green") == "Red, Blue, Green"


async def test_completion_knows_the_commands_and_the_empires(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        await trio.testing.wait_all_tasks_blocked()
        complete = lobby.console.complete
        assert complete("w") == ["who", "watch"]
        assert complete("choose r") == ["red", "random"]
        assert complete("choose red ") == []
        assert complete("bots ") == ["0", "1", "2"]
        assert complete("bots 1 ") == ["novice", "steady"]


@pytest.mark.parametrize("last", ["quit", "q", None])
async def test_who_wants_to_leaves(tmp_path: Path, last: str | None) -> None:
    async with opened(tmp_path) as lobby:
        lobby.console.type(*([last] if last else []))
        lobby.console.end()
        await lobby.done.wait()
    assert isinstance(lobby.reason, Left)


async def test_what_was_wished_for_beforehand_needs_no_hand(tmp_path: Path) -> None:
    async with opened(tmp_path, wishes=Wishes("red", 1, ready=True)) as lobby:
        lobby.console.end()
        lobby.guest(1, Choose("blue"))
        await lobby.console.until("Ada is ready.")
        lobby.guest(1, Choose("green"))
        await lobby.console.until("Ada is ready.")
        assert [member.ready for member in lobby.room.picture.members] == [True, False]
        assert [member.choice for member in lobby.room.picture.members] == ["red", "green"]


async def test_who_cannot_have_what_they_wished_for_and_says_nothing_gives_up(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path, 3, Wishes("red", ready=True))
    lobby.guest(1, Choose("red"))
    lobby.console.end()
    with trio.fail_after(60):
        await lobby.stay()
    assert str(lobby.reason) == "--ready cannot agree for you: red is taken: Bo was first."


class FarRoom(LobbyRoom):
    """A guest's lobby whose host is slow: what is wished for is kept until the test answers."""

    picture = None

    def __init__(self) -> None:
        self.wished: list[str] = []

    def choose(self, choice: str) -> None:
        self.wished.append(f"choose {choice}")

    def lend(self, bots: int) -> None:
        self.wished.append(f"lend {bots}")

    def ready(self, ready: bool) -> None:
        self.wished.append(f"ready {ready}")

    def say(self, text: bytes) -> None:
        self.wished.append(f"say {text!r}")

    async def run(self) -> Charter:
        return await trio.sleep_forever()

    def _handle(self, outputs: list[Output]) -> None:
        raise NotImplementedError


async def test_who_is_ready_right_after_a_wish_is_so_once_it_is_granted(tmp_path: Path) -> None:
    lobby, room = Lobby(tmp_path, 3, Wishes()), FarRoom()
    lobby.console.type("choose red", "ready", "who")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lobby.dialogue.stay, room)
        await lobby.console.until("You agree to the table as it is.")
        await lobby.console.until("3 seats")
        assert room.wished == ["choose red"]
        lobby.dialogue.show(Changed(lobby.room.picture))
        await trio.testing.wait_all_tasks_blocked()
        assert room.wished == ["choose red", "ready True"]
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("edition", "options", "told"),
    [
        (DEFAULT, ("open", 0, False), "Mare Nostrum: Empires, open display, no round limit, hidden hands"),
        (DEFAULT, ("short", 1, True), "Mare Nostrum: Empires, short display, ends after 1 round, open hands"),
        (
            DEFAULT,
            ("\x1b]2;taken over\x07\n", 0, False),
            "Mare Nostrum: Empires, options that this program cannot play",
        ),
        (DEFAULT, ("open", True, False), "Mare Nostrum: Empires, options that this program cannot play"),
        (DEFAULT, ("short",), "Mare Nostrum: Empires, options that this program cannot play"),
        (
            POCKET,
            (0, (), "few", False),
            "Pocket, no round limit, the advised line-up Red, Blue, Green, few coins, free oracle",
        ),
        (
            POCKET,
            (9, ("red", "blue", "green"), "many", True),
            "Pocket, ends after 9 rounds, line-up Red, Blue, Green, many coins, owned oracle",
        ),
        (POCKET, (0, ("red", "blue"), "few", False), "Pocket, options that this program cannot play"),
    ],
)
def test_the_edition_and_its_options_are_told_to_which_a_player_agrees(
    edition: Edition, options: Value, told: str, tmp_path: Path
) -> None:
    picture = Lobby(tmp_path, 3, Wishes()).room.picture._replace(options=options)
    assert Terms(edition, edition.standard_map()).told(picture) == f"{told}, spectators may watch"


def test_who_is_here_begins_with_what_people_must_know_of_the_edition(tmp_path: Path) -> None:
    lobby, sword = Lobby(tmp_path, 3, Wishes()), EDITIONS["sword"]
    lobby.dialogue._terms = Terms(sword, sword.standard_map())
    notice, me, *_ = lobby.dialogue._who().splitlines()
    assert notice == NOTICE
    assert me.endswith("the host, you")


def test_a_line_up_says_what_can_be_chosen(tmp_path: Path) -> None:
    picture = Lobby(tmp_path, 2, Wishes()).room.picture
    terms = Terms(POCKET, Ring())
    assert terms.empires(picture) == ("red", "blue")
    assert terms.empires(picture._replace(options=(0, ("green", "red"), "few", False))) == ("red", "green")


def test_an_option_whose_value_is_none_of_its_own_says_what_it_needs(tmp_path: Path) -> None:
    picture = Lobby(tmp_path, 2, Wishes()).room.picture
    with pytest.raises(Denied, match="max-rounds needs a whole number"):
        Terms(POCKET, Ring()).changed(picture, "max-rounds abc")


def test_whether_guests_may_watch_is_among_the_terms_and_no_invitation_is_shown_where_not(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path, 3, Wishes())
    assert lobby.dialogue._watch() == INVITATIONS.watch
    lobby.dialogue.show(Changed(lobby.room.picture._replace(number=2, watch=False)))
    assert (
        "The host has changed the terms of the game: Pocket, no round limit, the advised line-up"
        " Red, Blue, Green, few coins, free oracle, no spectators."
    ) in lobby.console.text
    assert lobby.dialogue._who().endswith("no spectators.")
    assert "No spectators here" in lobby.dialogue._watch()


def test_what_is_not_granted_is_said(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path, 3, Wishes())
    lobby.dialogue.show(NotGranted(Text("'red' is taken.")))
    lobby.dialogue.show(Spoken(Text("Bo"), "hello"))
    assert lobby.console.text.endswith("'red' is taken.\nBo: hello\n")


@pytest.mark.parametrize("reason", ["choose red", "bots 3"])
async def test_a_guest_reads_in_their_language_why_a_wish_is_not_granted(tmp_path: Path, reason: str) -> None:
    wish = Choose("red") if reason == "choose red" else Lend(3)
    async with opened(tmp_path) as lobby:
        lobby.console.type("choose red")
        await lobby.console.until("wants to play red")
        room = lobby.room._lobby
        lobby.guest(1)
        answers = room.receive(1, encode(wish), 0)
        [refusal] = [one.data for one in answers if isinstance(one, Deliver) and one.to == 1]
    no = decode_host_message(refusal)
    assert isinstance(no, No)
    told = TypedConsole()
    lobby.dialogue._console = told
    for language in (code for code in languages() if code != ENGLISH):
        with speaking(language):
            lobby.dialogue.show(NotGranted(no.text))
    assert told.text
    assert str(no.text) not in told.text


def test_a_member_is_called_in_the_reader_s_language(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path, 3, Wishes())
    lobby.dialogue._console = told = TypedConsole()
    for language in (code for code in languages() if code != ENGLISH):
        with speaking(language):
            for name in (b"Bo", b""):
                lobby.dialogue.show(Spoken(told_apart([name], [identity(1).public], 0), "hm"))
    assert told.text.count("Bo") == len(languages()) - 1
    assert "layer" not in told.text


async def test_a_name_that_two_have_is_typed_with_the_first_word_of_the_key(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        lobby.guest(1, name=b"Ada")
        await lobby.console.until("has joined.")
        lobby.console.type(f"dismiss {fingerprint(identity(1).public).partition('-')[0]}")
        await lobby.console.until("has left.")
