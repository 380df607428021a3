"""The lobby: who may stay, what is granted, and that no one signs what they have not agreed to."""

from __future__ import annotations

import pytest

from crypto.canonical import Value
from p2p.errors import Text
from p2p.lobby.guest import GONE, GuestLobby
from p2p.lobby.host import (
    CLOSED,
    JOINS_AT_ONCE,
    JOINS_PER_SECOND,
    REQUESTS_AT_ONCE,
    SPEECHES_AT_ONCE,
    SUPERSEDED,
    TOO_OFTEN,
)
from p2p.lobby.model import (
    Choose,
    Continued,
    Denied,
    Dismissed,
    Ended,
    Entrant,
    HostMessage,
    Join,
    Lend,
    Member,
    MemberSaid,
    Picture,
    Place,
    Proposal,
    Ready,
    Renewed,
    Say,
    Spoken,
    charter_of,
    decode_first,
    encode,
    speech,
    turned,
)
from p2p.log.charter import Charter, Player, Seat
from tests.p2p.ends import SECRET
from tests.p2p.lobbies import RULES, Hall, entrant
from tests.p2p.tables import identity, seed

# ---------------------------------------------------------------------- coming and going


def full(*people: int, seats: int = 0) -> Hall:
    """A table at which these guests and the host sit; it has no other seats unless a number is given."""
    hall = Hall(seats or 1 + len(people))
    for number in people:
        hall.welcome(number)
    return hall


def test_everybody_sees_who_is_there_in_the_order_of_arrival() -> None:
    hall = full(2, 1)
    assert hall.seen(0) == hall.seen(1) == hall.seen(2) == ["Ada", "Cy", "Bo"]


def test_who_leaves_is_gone_for_all() -> None:
    hall = full(1, 2)
    hall.go(1)
    hall.settle()
    assert hall.seen(0) == hall.seen(2) == ["Ada", "Cy"]


def test_a_full_table_takes_no_one_else() -> None:
    hall = full(1)
    hall.welcome(2)
    assert hall.refusal(2) == "The table is full: all of its 2 seats are taken."
    assert len(hall.host.picture.members) == 2
    assert [event.name for event in hall.of(0, Dismissed)] == [entrant(2).name]


def test_a_ninth_person_is_refused() -> None:
    hall = Hall(16)
    for number in range(1, 9):
        hall.welcome(number, entrant(0)._replace(key=identity(number).public, chat=seed("c", number), tip=seed(number)))
    assert hall.refusal(8) == "The table is full: 8 players are there."


def test_however_many_have_not_said_who_they_are_those_who_do_have_their_places() -> None:
    hall = Hall()
    for number in range(10, 200):
        hall.connect(number, entrant(4))
    hall.come(1)
    hall.welcome(2)
    assert hall.seen(0) == hall.seen(1) == hall.seen(2) == ["Ada", "Bo", "Cy"]


def test_who_comes_and_goes_without_end_is_refused_and_others_are_not() -> None:
    hall = Hall()
    for _ in range(JOINS_AT_ONCE):
        hall.welcome(3)
        hall.go(3)
        hall.now = 0.0
    hall.welcome(3)
    assert hall.refusal(3) == str(TOO_OFTEN)
    hall.welcome(1)
    assert hall.seen(1) == ["Ada", "Bo"]
    hall.now += 1 / JOINS_PER_SECOND
    hall.welcome(3)
    assert hall.seen(1) == ["Ada", "Bo", "Di"]


def test_the_host_says_first_what_the_table_plays() -> None:
    hall = Hall()
    hall.connect(1, entrant(1))
    assert decode_first(hall.down[1][0]) == RULES


def test_one_key_sits_down_once_and_by_its_newest_connection() -> None:
    hall = full(1)
    again = entrant(1)._replace(name=b"Bo again", chat=seed("other chat"), tip=seed("other tip"))
    hall.welcome(3, again)
    assert hall.refusal(1) == str(SUPERSEDED)
    assert hall.seen(0) == hall.seen(3) == ["Ada", "Bo again"]


def test_a_guest_with_the_hosts_own_key_is_refused() -> None:
    hall = Hall()
    hall.welcome(1, entrant(0))
    assert hall.refusal(1).startswith("You are the host of this table yourself")


@pytest.mark.parametrize("copied", [entrant(1)._replace(chat=entrant(0).chat), entrant(1)._replace(tip=entrant(0).tip)])
def test_no_two_persons_have_one_chat_key_or_tip(copied: Entrant) -> None:
    hall = Hall()
    hall.welcome(1, copied)
    assert hall.refusal(1) == "Another player at this table has your chat key or your beacon tip."


def test_who_wishes_something_before_joining_is_refused() -> None:
    hall = Hall()
    hall.connect(1, entrant(1))
    hall.say(1, Choose("red"))
    hall.settle()
    [dismissed] = hall.of(0, Dismissed)
    assert str(dismissed.sentence) == "Your program does not join once, and before anything else."


def test_who_joins_twice_is_refused() -> None:
    hall = full(1)
    hall.let(1, hall.guests[1].join())
    assert hall.refusal(1) == "Your program does not join once, and before anything else."
    assert hall.seen(0) == ["Ada"]


def test_garbage_costs_its_sender_the_place_and_no_other_anything() -> None:
    hall = full(1, 2)
    hall.up[1].append(b"\xc1")
    hall.settle()
    assert hall.refusal(1).startswith("Your program sent what is no canonical encoding: ")
    assert hall.seen(2) == ["Ada", "Cy"]


def test_members_hear_a_new_secret_and_keep_their_seats_and_all_others_go() -> None:
    hall = full(1, 2)
    hall.connect(7, entrant(4))
    hall.let(0, hall.host.renew(SECRET))
    assert [event.guest for event in hall.of(0, Dismissed)] == [7]
    assert [hall.of(number, Renewed) for number in (0, 1, 2)] == [[Renewed(SECRET)]] * 3
    hall.ready(1, 2, 0)
    assert hall.charter(1).id == hall.charter(2).id == hall.charter(0).id


def test_who_is_asked_to_go_with_the_old_invitation_can_no_longer_join() -> None:
    hall = Hall()
    hall.connect(7, entrant(4))
    me = entrant(4)
    hall.say(7, Join(me.name, me.chat, me.tip, me.addresses))
    hall.let(0, hall.host.renew(SECRET))
    assert len(hall.host.picture.members) == 1


def test_the_secret_stays_as_it_is_once_the_game_begins() -> None:
    hall = full(1)
    hall.ready(1, 0)
    with pytest.raises(Denied, match="the invitation stays as it is"):
        hall.host.renew(SECRET)


def test_a_guest_whose_host_is_gone_is_told_so_once() -> None:
    hall = full(1)
    hall.take(1, hall.guests[1].lost())
    hall.take(1, hall.guests[1].lost())
    assert hall.of(1, Ended) == [Ended(GONE)]


# ---------------------------------------------------------------------- wishes


def test_who_chooses_first_has_it() -> None:
    hall = full(1, 2)
    hall.let(2, hall.guests[2].choose("red"))
    hall.let(1, hall.guests[1].choose("red"))
    assert [member.choice for member in hall.host.picture.members] == ["random", "random", "red"]
    assert hall.denials(1) == ["'red' is taken: player 3 was first."]


def test_a_choice_that_is_given_up_is_free_again() -> None:
    hall = full(1)
    hall.take(0, hall.host.choose("red"))
    hall.take(0, hall.host.choose("random"))
    hall.let(1, hall.guests[1].choose("red"))
    assert [member.choice for member in hall.host.picture.members] == ["random", "red"]


def test_choosing_what_one_has_changes_nothing() -> None:
    hall = full(1)
    hall.take(0, hall.host.choose("red"))
    assert hall.host.choose("red") == []


def test_a_choice_that_no_one_can_have_is_denied() -> None:
    hall = full(1)
    hall.let(1, hall.guests[1].choose("mauve"))
    assert hall.denials(1) == ["'mauve' cannot be chosen at this table; choose red, green, blue or random."]


def test_a_choice_in_letters_that_no_choice_has_is_not_even_sent() -> None:
    with pytest.raises(Denied, match="plain letters"):
        full(1).guests[1].choose("rouge\u0301")


def test_bots_take_free_seats() -> None:
    hall = full(1, seats=4)
    hall.let(1, hall.guests[1].lend(2))
    assert hall.host.picture.taken == 4
    with pytest.raises(Denied, match=r"no room for that many bots of yours \(1\); seats that are free besides: 0"):
        hall.host.lend(1)


def test_bots_that_are_taken_back_make_room() -> None:
    hall = Hall(3)
    hall.take(0, hall.host.lend(2))
    hall.take(0, hall.host.lend(0))
    hall.welcome(1)
    assert hall.seen(0) == ["Ada", "Bo"]


def bots(hall: Hall) -> list[int]:
    """How many bots each member lends, as the host has it."""
    return [member.bots for member in hall.host.picture.members]


def test_who_comes_takes_the_seat_of_a_bot_of_the_hosts_which_is_back_when_it_is_free_again() -> None:
    hall = Hall(3)
    hall.take(0, hall.host.lend(2))
    hall.welcome(1)
    assert bots(hall) == [1, 0]
    assert hall.host.picture.taken == 3
    hall.go(1)
    assert bots(hall) == [2]


def test_a_bot_that_the_host_takes_back_meanwhile_does_not_come_back() -> None:
    hall = Hall(3)
    hall.take(0, hall.host.lend(2))
    hall.welcome(1)
    hall.take(0, hall.host.lend(0))
    hall.go(1)
    assert bots(hall) == [0]


def test_no_bot_makes_way_while_another_seat_is_free() -> None:
    hall = Hall(4)
    hall.take(0, hall.host.lend(2))
    hall.welcome(1)
    assert bots(hall) == [2, 0]


def test_a_guests_bots_keep_their_seats() -> None:
    hall = full(1, seats=3)
    hall.let(1, hall.guests[1].lend(1))
    hall.welcome(2)
    assert hall.refusal(2) == "The table is full: all of its 3 seats are taken."
    assert bots(hall) == [0, 1]


def test_who_was_ready_for_a_table_with_a_bot_is_not_for_one_with_another() -> None:
    hall = full(1, seats=3)
    hall.let(0, hall.host.lend(1))
    hall.ready(1)
    hall.welcome(2)
    assert not any(member.ready for member in hall.host.picture.members)


def test_no_one_is_ready_while_seats_are_free() -> None:
    hall = full(1, seats=3)
    hall.let(1, hall.guests[1].ready(True))
    assert hall.denials(1) == ["You cannot be ready while seats are free, 1 of 3: wait for players, or lend bots."]


@pytest.mark.parametrize("change", [Choose("blue"), Lend(0), None])
def test_no_one_is_ready_any_more_when_the_terms_change(change: Choose | Lend | None) -> None:
    hall = Hall(4)
    hall.come(1)
    hall.welcome(2)
    hall.say(2, Lend(1))
    hall.settle()
    hall.ready(1)
    assert hall.host.picture.members[1].ready
    if change is None:
        hall.go(2)
    else:
        hall.say(2, change)
    hall.settle()
    assert not any(member.ready for member in hall.host.picture.members)


def test_other_options_are_terms_to_agree_to_anew_and_to_choose_by() -> None:
    hall = full(1, 2)
    hall.take(1, hall.guests[1].choose("red"))
    hall.let(2, hall.guests[2].choose("blue"))
    hall.ready(1)
    hall.let(0, hall.host.change(3, ("blue", "green")))
    picture = hall.guests[1].picture
    assert picture is not None
    assert (picture.options, hall.host.offer.options) == (3, 3)
    assert [(member.choice, member.ready) for member in picture.members] == [
        ("random", False),
        ("random", False),
        ("blue", False),
    ]
    hall.take(0, hall.host.change(3, ("blue", "green")))
    assert hall.host.picture.number == picture.number
    hall.let(1, hall.guests[1].choose("red"))
    assert hall.denials(1) == ["'red' cannot be chosen at this table; choose blue, green or random."]
    hall.ready(0, 1, 2)
    assert {hall.charter(number).options for number in (0, 1, 2)} == {3}


def test_who_was_ready_for_other_terms_is_not_ready() -> None:
    hall = full(1)
    old = hall.host.picture.number
    hall.take(0, hall.host.choose("red"))
    hall.say(1, Ready(old))
    hall.settle()
    assert not hall.host.picture.members[1].ready
    assert hall.denials(1) == []


def test_ready_can_be_taken_back() -> None:
    hall = full(1)
    hall.ready(1)
    hall.let(1, hall.guests[1].ready(False))
    hall.ready(0)
    assert not hall.host.closed


# ---------------------------------------------------------------------- talk


def test_what_a_player_says_is_heard_by_all_with_their_name() -> None:
    hall = full(1, 2)
    hall.let(1, hall.guests[1].say(speech("hello")))
    assert [hall.of(number, Spoken) for number in range(3)] == [[Spoken(Text("{name}", name="Bo"), "hello")]] * 3


def test_neither_name_nor_talk_drives_a_terminal() -> None:
    hall = Hall()
    hall.welcome(1, entrant(1, b"\x1b[2JBo\r\n"))
    hall.let(1, hall.guests[1].say(b"\x1b]0;owned\x07\xff\n"))
    assert hall.of(0, Spoken) == [Spoken(Text("{name}", name="[2JBo"), "]0;owned\ufffd")]


def test_who_says_too_much_at_once_is_not_heard() -> None:
    hall = full(1)
    for _ in range(SPEECHES_AT_ONCE + 1):
        hall.let(0, hall.host.receive(1, encode(Say(b"hello")), now=100.0))
    assert len(hall.of(0, Spoken)) == SPEECHES_AT_ONCE
    assert hall.denials(1) == ["You say too much at once; wait a moment."]


def test_who_wishes_without_end_is_sent_away() -> None:
    hall = full(1)
    for _ in range(REQUESTS_AT_ONCE + 1):
        hall.let(0, hall.host.receive(1, encode(Ready(0)), now=100.0))
    assert hall.refusal(1) == "Your program asks for things faster than a player can."


def test_being_ready_again_whenever_others_change_the_terms_costs_nothing() -> None:
    hall = full(1)
    for _ in range(REQUESTS_AT_ONCE):
        for choice in ("red", "random"):
            hall.take(0, hall.host.choose(choice))
            hall.take(0, hall.host.receive(1, encode(Ready(hall.host.picture.number)), now=100.0))
    assert hall.host.picture.members[1].ready


@pytest.mark.parametrize(("text", "sentence"), [(" \n", "nothing to say"), ("\u00e4" * 300, "600 bytes, and 512")])
def test_what_cannot_be_said_is_denied(text: str, sentence: str) -> None:
    with pytest.raises(Denied, match=sentence):
        speech(text)


# ---------------------------------------------------------------------- the charter


def test_when_all_are_ready_all_have_the_same_charter() -> None:
    hall = full(1, 2)
    hall.let(1, hall.guests[1].choose("red"))
    hall.ready(1, 0, 2)
    charter = hall.charter(0)
    assert hall.charter(1).id == hall.charter(2).id == charter.id
    assert charter.players == tuple(
        Player(identity(player).public, seed("chat", player), seed("tip", player)) for player in range(3)
    )
    assert charter.seats == (Seat("random", 0, b"Ada"), Seat("red", 1, b"Bo"), Seat("random", 2, b"Cy"))
    assert (charter.engine, charter.edition, charter.release, charter.data, charter.options) == (*RULES[:4], 2)


def test_bots_sit_behind_their_owner_and_bear_their_name() -> None:
    hall = Hall(4)
    hall.take(0, hall.host.lend(2))
    hall.welcome(1)
    hall.ready(1, 0)
    seats = hall.charter(1).seats
    assert [(seat.player, seat.name) for seat in seats] == [
        (0, b"Ada"),
        (0, b"Bot 1 of Ada"),
        (0, b"Bot 2 of Ada"),
        (1, b"Bo"),
    ]


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        (b"", b"Bot 1"),
        ("\u00e4".encode() * 32, b"Bot 1 of " + "\u00e4".encode() * 27),
        (b"\x1bA\xff", b"Bot 1 of \x1bA"),
    ],
)
def test_a_bots_name_fits_whatever_its_owner_is_called(name: bytes, bot: bytes) -> None:
    hall = Hall(2, host=entrant(0, name))
    hall.take(0, hall.host.lend(1))
    hall.ready(0)
    assert hall.charter(0).seats[1].name == bot


def test_who_comes_after_the_charter_is_refused() -> None:
    hall = full(1)
    hall.connect(2, entrant(2))
    hall.ready(1, 0)
    [dismissed] = hall.of(0, Dismissed)
    assert (dismissed.guest, str(dismissed.sentence)) == (2, "The game has begun without you.")
    hall.welcome(3)
    assert hall.refusal(3) == str(CLOSED)


def test_a_rematch_has_the_same_people_with_the_seats_turned() -> None:
    hall = full(1, 2)
    hall.ready(0, 1, 2)
    places = turned(hall.charter(0), ("red", "green", "blue"))
    again = Hall(3, places)
    again.come(2)
    again.come(1)
    again.settle()
    assert again.seen(0) == ["Bo", "Cy", "Ada"]
    assert [member.choice for member in again.host.picture.members] == ["blue", "red", "green"]
    again.ready(0, 1, 2)
    assert again.charter(1).id == again.charter(2).id


def test_a_place_whose_choice_is_taken_is_left_to_chance() -> None:
    hall = Hall(2, [Place(identity(1).public, "red")])
    hall.take(0, hall.host.choose("red"))
    hall.welcome(1)
    assert [member.choice for member in hall.host.picture.members] == ["random", "red"]


def test_newcomers_sit_behind_those_who_come_back() -> None:
    hall = Hall(3, [Place(identity(2).public, "red"), Place(identity(0).public, "green")])
    hall.come(1)
    hall.welcome(2)
    assert hall.seen(1) == ["Cy", "Ada", "Bo"]


# ---------------------------------------------------------------------- hosts who lie


class LyingHost:
    """A guest in whose lobby a host says whatever a test wants."""

    def __init__(self) -> None:
        self.guest = GuestLobby(RULES, entrant(1))
        self.picture = Picture(1, 2, 2, True, (self.member(0), self.member(1)))

    @staticmethod
    def member(player: int) -> Member:
        key, name, chat, tip, addresses = entrant(player)
        return Member(key, name, chat, tip, "random", 0, False, addresses)

    def says(self, word: HostMessage) -> str:
        """Why the guest leaves after this; empty if they stay."""
        outputs = self.guest.receive(encode(word))
        return "".join(str(output.sentence) for output in outputs if isinstance(output, Ended))

    def agreed(self) -> None:
        assert self.says(self.picture) == ""
        self.guest.ready(True)

    def proposes(self, picture: Picture) -> str:
        return self.says(Proposal(charter_of(RULES, picture)))


HOST, SELF, THIRD = (LyingHost.member(player) for player in range(3))
ANOTHERS = "with another name, chat key, tip or address than yours"


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ((HOST, SELF._replace(tip=bytes(32))), ANOTHERS),
        ((HOST, SELF._replace(chat=bytes([9] * 32))), ANOTHERS),
        ((HOST, SELF._replace(name=b"Bob")), ANOTHERS),
        ((HOST, SELF._replace(addresses=())), ANOTHERS),
        ((HOST, THIRD), "a table at which you do not sit"),
        ((HOST, SELF._replace(bots=2)), "more players than seats"),
        ((HOST, SELF, THIRD._replace(key=HOST.key)), "two players with one key"),
        ((HOST, SELF, THIRD._replace(chat=HOST.chat)), "two players with one key"),
        ((HOST, SELF, THIRD._replace(tip=HOST.tip)), "two players with one key"),
    ],
)
def test_a_guest_leaves_a_lobby_in_which_no_one_could_sit_so(members: tuple[Member, ...], sentence: str) -> None:
    host = LyingHost()
    assert sentence in host.says(host.picture._replace(seats=3, members=members))


def test_a_guest_is_not_ready_with_more_bots_than_they_lend() -> None:
    host = LyingHost()
    host.says(host.picture._replace(seats=3, members=(host.member(0), host.member(1)._replace(bots=1))))
    with pytest.raises(Denied, match="you lend 0 bots"):
        host.guest.ready(True)


def test_a_guest_signs_nothing_before_they_are_ready() -> None:
    host = LyingHost()
    host.says(host.picture)
    assert "before you are ready" in host.proposes(host.picture)


def test_terms_that_came_back_must_be_agreed_to_again() -> None:
    host = LyingHost()
    host.agreed()
    host.says(host.picture._replace(number=2, options=3))
    host.says(host.picture._replace(number=3))
    assert "terms that you have not agreed to" in host.proposes(host.picture)


def test_who_has_taken_it_back_too_late_still_signs() -> None:
    host = LyingHost()
    host.agreed()
    host.guest.ready(False)
    assert host.proposes(host.picture) == ""


@pytest.mark.parametrize(
    ("options", "watch", "members", "part"),
    [
        (3, True, (HOST, SELF), "options of the game"),
        (True, True, (HOST, SELF), "options of the game"),
        (1, False, (HOST, SELF), "term about watching"),
        (1, True, (SELF, HOST), "players"),
        (1, True, (HOST._replace(choice="red"), SELF), "seats"),
        (1, True, (HOST._replace(bots=1), SELF), "seats"),
    ],
)
def test_a_guest_signs_no_charter_but_the_one_they_agreed_to(
    options: Value, watch: bool, members: tuple[Member, ...], part: str
) -> None:
    host = LyingHost()
    host.picture = host.picture._replace(options=1)
    host.agreed()
    assert f"has other {part} than you have agreed to" in host.proposes(Picture(1, 2, options, watch, members))


def test_a_guest_signs_no_charter_for_another_game() -> None:
    host = LyingHost()
    host.agreed()
    assert "other edition than" in host.says(Proposal(charter_of(RULES._replace(edition="other"), host.picture)))


def test_a_host_who_passes_on_what_no_one_said_is_left() -> None:
    host = LyingHost()
    assert "what no player in the lobby said" in host.says(MemberSaid(0, b"before there is a lobby"))
    host = LyingHost()
    host.says(host.picture)
    assert "what no player in the lobby said" in host.says(MemberSaid(2, b"hello"))


def test_a_host_who_sends_garbage_is_left() -> None:
    host = LyingHost()
    (ended,) = host.guest.receive(b"\xc1")
    assert isinstance(ended, Ended)
    assert str(ended.sentence).startswith("The host's program sent what is no canonical encoding: ")
    assert host.guest.receive(encode(host.picture)) == []


def test_no_one_is_ready_before_they_are_in_the_lobby() -> None:
    with pytest.raises(Denied, match="not in the lobby yet"):
        GuestLobby(RULES, entrant(1)).ready(True)


# ---------------------------------------------------------------------- a game that goes on


PAST = Continued(seed("game"), 41, seed("log"), seed("state"), ("random", "any", "random"), ("red", "green", "blue"))


def going_on(*places: Place) -> Hall:
    """A table of three that continues a game; the places are those of its players."""
    hall = Hall(3, past=PAST, returning=places)
    hall.take(0, hall.host.lend(2))
    return hall


def seats_of(charter: Charter) -> dict[str, str]:
    """By what is chosen to have a seat, the name of who has it."""
    return {choice: seat.name.decode() for choice, seat in zip(PAST.seats, charter.seats, strict=True)}


def all_ready(hall: Hall, *guests: int) -> Charter:
    hall.settle()
    hall.ready(0, *guests)
    charters = [hall.charter(number) for number in (0, *guests)]
    assert len({one.id for one in charters}) == 1
    return charters[0]


def test_all_make_the_same_charter_of_a_game_that_goes_on() -> None:
    hall = going_on(Place(identity(0).public, "green"))
    hall.come(1)
    charter = all_ready(hall, 1)
    assert charter.after == (*PAST[:4], (1, 0))
    assert tuple(seat.choice for seat in charter.seats) == PAST.choices
    assert seats_of(charter) == {"red": "Bo", "green": "Ada", "blue": "Bot 1 of Ada"}


def test_a_newcomer_makes_way_for_the_player_whose_seat_it_was() -> None:
    places = [Place(identity(player).public, choice) for player, choice in enumerate(PAST.seats)]
    hall = going_on(*places)
    hall.welcome(4)
    hall.let(4, hall.guests[4].choose("green"))
    hall.come(1)
    assert seats_of(all_ready(hall, 4, 1)) == {"red": "Ada", "green": "Bo", "blue": "Eve"}


def test_who_comes_with_a_new_key_has_the_seat_of_their_name_unless_its_player_is_there() -> None:
    places = [Place(identity(9).public, "green", b"Bo"), Place(identity(0).public, "red", b"Ada")]
    hall = going_on(*places)
    hall.come(1)
    assert seats_of(all_ready(hall, 1)) == {"red": "Ada", "green": "Bo", "blue": "Bot 1 of Ada"}
    hall = going_on(Place(identity(4).public, "green", b"Bo"))
    hall.come(4)
    hall.come(1)
    assert seats_of(all_ready(hall, 4, 1)) == {"red": "Ada", "green": "Eve", "blue": "Bo"}


def test_a_newcomer_makes_way_for_the_name_whose_seat_it_was() -> None:
    hall = going_on(Place(identity(9).public, "green", b"Bo"), Place(identity(0).public, "red", b"Ada"))
    hall.welcome(4)
    hall.let(4, hall.guests[4].choose("green"))
    hall.come(1)
    assert seats_of(all_ready(hall, 4, 1)) == {"red": "Ada", "green": "Bo", "blue": "Eve"}


def test_who_leaves_it_to_chance_has_the_first_free_seat_and_bots_the_rest() -> None:
    hall = going_on(Place(identity(0).public, "red"))
    hall.welcome(1)
    hall.let(1, hall.guests[1].choose("blue"))
    hall.take(0, hall.host.choose("random"))
    charter = all_ready(hall, 1)
    assert seats_of(charter) == {"red": "Ada", "green": "Bot 1 of Ada", "blue": "Bo"}
    assert charter.seats_of(0) == (0, 1)


def test_a_guest_who_knows_another_past_signs_nothing() -> None:
    hall = going_on()
    hall.come(1)
    hall.guests[1]._past = PAST._replace(height=40)
    hall.settle()
    hall.ready(0, 1)
    (ended,) = hall.of(1, Ended)
    assert "has other game that goes on than you have agreed to" in str(ended.sentence)
