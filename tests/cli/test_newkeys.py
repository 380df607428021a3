"""What the others are told of a player who has lost the key, and what they can do about it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from cli.play.newkeys import NewKeys, asks, words_of
from cli.play.people import OtherPeople
from cli.table_game import new_game
from cli.ui.text.votes import outcome, sentence
from crypto import fingerprint
from p2p.log import messages
from p2p.log.changes import ABSENT, KEY, Change
from p2p.log.keys import Claim, NewKey, sign_claim
from p2p.net.address import Address
from p2p.net.invitation import Invitation, parse
from p2p.net.tls import TableSecret
from p2p.session.session import Session
from tests.cli.test_votes import table
from tests.p2p.newcomers import hand, key_of

CY = 2
KEYS = {number: key_of(hand(number)) for number in (12, 13)}


def claimed(*numbers: int) -> tuple[Session, OtherPeople]:
    """Ada's session, and what she can do, once newcomers ask for Cy's seat."""
    session = table()[0]
    for number in numbers:
        claim = Claim(session.charter.id, CY, KEYS[number])
        session.receive(1, messages.encode(sign_claim(hand(number).identity, claim)))
    return session, OtherPeople(cast(Any, SimpleNamespace(session=session, agree=session.agree)))


def words(key: NewKey) -> str:
    return fingerprint(hand(12 if key == KEYS[12] else 13).identity.public)


def test_who_asks_is_told_with_the_words_of_their_key() -> None:
    session, _ = claimed(12)
    told = asks(session, CY, KEYS[12])
    assert words(KEYS[12]) in told
    assert "“newkey 3”" in told
    assert "Your seat" in asks(session, 0, KEYS[12])


def test_who_asks_for_a_seat_has_the_words_before_them_all_the_time() -> None:
    """On the screen they stand where votes do; the story of the game would carry them away."""
    newcomer = Session(table()[0].charter, new_game, hand(12), CY)
    people = OtherPeople(cast(Any, SimpleNamespace(session=newcomer, agree=newcomer.agree)))
    told = people.proposed()
    assert [words(KEYS[12]) in line for line in told] == [True]
    assert people.commands["votes"]("").strip() == told[0]


def test_a_seat_that_no_one_asks_for_is_not_given_away() -> None:
    _, people = claimed()
    assert "The seat of Cy is not asked for" in people.newkey("cy")
    assert "needs a player. You can name" in people.newkey("dido")


def test_a_player_who_plays_is_sent_away_in_the_same_vote() -> None:
    session, people = claimed(12)
    told = people.newkey("cy")
    assert f"that Cy plays on with a new key, {words(KEYS[12])}" in told
    assert session.requests[0] == (Change(ABSENT, CY), Change(KEY, CY, KEYS[12]))
    assert people.proposed()[1].endswith("Ada agrees; needs 1 more of 3.")


def test_of_several_keys_the_first_word_says_which() -> None:
    session, people = claimed(12, 13)
    told = people.newkey("cy")
    assert words(KEYS[12]) in told
    assert words(KEYS[13]) in told
    assert session.requests == {}
    people.newkey(f"cy {words(KEYS[13]).partition('-')[0]}")
    assert Change(KEY, CY, KEYS[13]) in session.requests[0]


def test_an_invitation_is_shown_to_come_back_by() -> None:
    _, people = claimed()
    assert "at the moment" in people.links["invite"]().told
    invitation = Invitation("table", TableSecret.generate(), None, (Address("192.0.2.1", 4242),))
    people.new_keys.invitation = invitation
    assert people.links["invite"]().line == f"mare rejoin {invitation.text()}"
    assert "--no-watch" in people.links["watch"]().told
    assert isinstance(people.new_keys, NewKeys)


def test_an_invitation_to_watch_is_good_for_nothing_else() -> None:
    session: Any = SimpleNamespace(charter=SimpleNamespace(watch=True))
    keys = NewKeys(session, cast(Any, None))
    keys.invitation = Invitation("table", TableSecret.generate(), None, (Address("192.0.2.1", 4242),))
    command, text = keys.watch().line.removeprefix("mare ").split()
    watching = parse(text)
    assert (command, watching.kind, watching.secret) == ("watch", "watch", keys.invitation.secret.watch())


def test_a_vote_on_a_key_is_told_with_its_words() -> None:
    charter, change = table()[0].charter, Change(KEY, CY, KEYS[12])
    assert sentence(charter, change) == f"that Cy plays on with a new key, {words_of(KEYS[12])}"
    assert outcome(charter, [change]) == f"Voted: Cy has a new key, {words_of(KEYS[12])}."
