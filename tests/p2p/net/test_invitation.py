"""Invitations: one string that is right to the last character, or refused with what to do."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto.identity import PublicKey
from p2p.net.address import MAX_ADDRESSES, Address
from p2p.net.invitation import Invitation, InvitationError, Kind, parse_invitation
from p2p.net.tls import SECRET_SIZE, TableSecret
from tests.p2p.ends import SECRET
from tests.p2p.tables import identity

PLAIN = Invitation("table", SECRET, identity(0).public, (Address("192.168.0.7", 4242), Address("fd00::7", 4242)))

kinds: st.SearchStrategy[Kind] = st.sampled_from(["table", "watch"])
addresses = st.builds(Address.of, st.ip_addresses().map(str), st.integers(0, 65535))
invitations = st.builds(
    Invitation,
    kinds,
    st.binary(min_size=SECRET_SIZE, max_size=SECRET_SIZE).map(TableSecret),
    st.none() | st.integers(0, 5).map(lambda player: identity(player).public),
    st.lists(addresses, max_size=MAX_ADDRESSES).map(tuple),
)


@given(invitations)
def test_an_invitation_is_read_as_it_is_written(invitation: Invitation) -> None:
    assert parse_invitation(invitation.text()) == invitation


def test_an_invitation_says_what_it_is_to() -> None:
    assert PLAIN.text().startswith("mare://join/")
    assert Invitation("watch", SECRET, None, ()).text().startswith("mare://watch/")


def test_an_invitation_to_a_table_with_two_addresses_fits_two_lines_of_a_message() -> None:
    assert len(PLAIN.text()) < 160


def test_an_invitation_survives_what_mail_and_chat_do_to_it() -> None:
    text = PLAIN.text()
    assert parse_invitation(f"  <{text[:40]}\n{text[40:70]}\r\n  {text[70:]}>. ") == PLAIN
    assert parse_invitation(text.replace("mare://join", "Mare://Join")) == PLAIN


@given(invitations, st.data())
def test_a_cut_invitation_is_refused(invitation: Invitation, data: st.DataObject) -> None:
    text = invitation.text()
    end = data.draw(st.integers(0, len(text) - 1))
    with pytest.raises(InvitationError):
        parse_invitation(text[:end])


@given(invitations, st.data())
def test_a_mistyped_character_is_noticed(invitation: Invitation, data: st.DataObject) -> None:
    text = invitation.text()
    place = data.draw(st.integers(text.rindex("/") + 1, len(text) - 1))
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=!ä"
    typed = data.draw(st.sampled_from(alphabet).filter(lambda char: char != text[place]))
    with pytest.raises(InvitationError):
        parse_invitation(text[:place] + typed + text[place + 1 :])


@pytest.mark.parametrize(
    ("spoiled", "sentence"),
    [
        (PLAIN.text()[:-4], "Characters of this invitation are missing, at its end or in the middle; copy all of it"),
        (PLAIN.text()[:40] + PLAIN.text()[41:], "Characters of this invitation are missing"),
        (PLAIN.text() + "abcd", "characters too many"),
        (
            PLAIN.text()[:40] + ("A" if PLAIN.text()[40] != "A" else "B") + PLAIN.text()[41:],
            "its checksum does not fit",
        ),
        (Invitation("watch", SECRET, None, ()).text().replace("watch", "join"), "damaged"),
    ],
    ids=["cut", "without a character", "with more", "mistyped", "to watch"],
)
def test_what_was_spoiled_is_told_for_what_it_is(spoiled: str, sentence: str) -> None:
    with pytest.raises(InvitationError, match=sentence):
        parse_invitation(spoiled)


def test_an_invitation_of_another_release_is_recognized() -> None:
    begin, _, body = PLAIN.text().rpartition("/")
    data = bytearray(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    data[0] = 7
    with pytest.raises(InvitationError, match="made by another release of mare"):
        parse_invitation(f"{begin}/{base64.urlsafe_b64encode(data).decode().rstrip('=')}")


@given(invitations)
def test_twelve_words_are_the_secret_of_a_table(invitation: Invitation) -> None:
    assert parse_invitation(f" {invitation.words().upper()}\n") == Invitation("table", invitation.secret, None, ())


def test_words_that_are_wrong_are_refused_with_what_is_wrong() -> None:
    words = PLAIN.words().split()
    with pytest.raises(InvitationError, match="Word 3, “zzzz”, is not in the list"):
        parse_invitation(" ".join([*words[:2], "zzzz", *words[3:]]))
    with pytest.raises(InvitationError, match="12 words, and here are 11"):
        parse_invitation(" ".join(words[1:]))


@pytest.mark.parametrize("text", ["", "hello", "https://example.org/", "mare://sit/abc", "127.0.0.1:4242", "join/AQ"])
def test_what_is_no_invitation_at_all_is_told_how_one_looks(text: str) -> None:
    with pytest.raises(InvitationError, match="This is no invitation"):
        parse_invitation(text)


@pytest.mark.parametrize(
    "lies",
    [
        {"key": None, "addresses": (Address("127.0.0.1", 1),) * (MAX_ADDRESSES + 1)},
        {"addresses": (Address("010.0.0.1", 4242),)},
        {"addresses": (Address("\x1b[2J", 4242),)},
        {"addresses": (Address("127.0.0.1", 65536),)},
    ],
)
def test_an_invitation_that_is_whole_but_makes_no_sense_is_refused(lies: dict[str, object]) -> None:
    fields = {"kind": "table", "secret": SECRET, "key": identity(0).public, "addresses": ()} | lies
    with pytest.raises(InvitationError, match="ask for a new one"):
        parse_invitation(Invitation(**fields).text())  # type: ignore[arg-type] # the point of it


def test_no_secret_is_shown_by_accident() -> None:
    for shown in (repr(PLAIN), str(PLAIN), repr(SECRET)):
        assert SECRET.reveal().hex() not in shown
        assert repr(SECRET.reveal()) not in shown
        assert PLAIN.text() not in shown


def test_the_document_s_example_is_what_we_make_of_its_secret() -> None:
    page = (Path(__file__).parents[3] / "docs" / "connecting.md").read_text(encoding="utf-8")
    example = dict(re.findall(r"^    (\w+) {2,}(.+)$", page.partition("**Invitation.**")[2], re.MULTILINE))
    secret = TableSecret(bytes.fromhex(example["secret"]))
    assert secret.authority().public_key().public_bytes_raw().hex() == example["authority"]
    assert secret.watch().reveal().hex() == example["watch"]
    assert secret.table().hex() == example["table"]
    invitation = parse_invitation(example["join"])
    assert invitation == Invitation(
        "table",
        secret,
        PublicKey(bytes.fromhex(example["key"])),
        tuple(map(Address.parse, example["addresses"].split())),
    )
    assert (invitation.text(), invitation.words()) == (example["join"], example["words"])
