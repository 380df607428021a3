"""The decoders, each as a function of any bytes, which asserts besides what holds for those that are accepted."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import zeroconf

from cli.storage import profile
from cli.storage.known_players import KnownPlayers
from core.empires.position import dump_position, load_position
from core.empires.rules import EMPIRES, empires_board, load_map
from core.empires.scenario import TEXTS
from crypto import canonical, sealing, words
from crypto.digest import digest
from crypto.keyfile import from_pem, needs_passphrase
from crypto.labels import Label
from p2p.lobby import model
from p2p.log import messages
from p2p.log.charter import decode_charter, encode_charter
from p2p.log.record import RECORD_MAGIC, VERSION, RecordError, verify_record
from p2p.net import discovery, door, invitation
from p2p.net.address import Address, may_dial
from p2p.session import events
from p2p.wire.frames import LAST, FrameReader, frame
from p2p.wire.text import shown
from tests.p2p.tables import chat
from tests.p2p.wager import new_wager

PASSPHRASE = "a passphrase"


def read_canonical(data: bytes) -> None:
    assert canonical.encode(canonical.decode(data)) == data


def read_frames(data: bytes) -> None:
    """The stream, cut at any places, has the same frames as the whole."""
    size, stream = (data[0] + 1, data[1:]) if data else (1, b"")
    whole, parts = FrameReader(1024), FrameReader(1024)
    whole.feed(stream)
    read = _messages(whole)
    cut: list[bytes] = []
    for start in range(0, len(stream), size):
        parts.feed(stream[start : start + size])
        cut += _messages(parts)
    assert cut == read
    assert stream.startswith(b"".join(map(frame, read)) + (LAST if whole.ended else b""))


def _messages(reader: FrameReader) -> list[bytes]:
    return list(iter(reader.next, None))


def read_message(data: bytes) -> None:
    assert messages.encode(messages.decode(data)) == data


def read_item(data: bytes) -> None:
    """An item of a journal: a message, or one's own alone."""
    assert events.encode_item(events.decode_item(data)) == data


def read_charter(data: bytes) -> None:
    assert encode_charter(decode_charter(data)) == data


def read_record(data: bytes) -> None:
    """Only the players of the sample have their keys, so no record blames any of them."""
    try:
        verify_record(data, new_wager)
    except RecordError as refused:
        if refused.offender is not None:
            raise AssertionError("a record blames a player") from refused
        raise


def read_record_contents(data: bytes) -> None:
    head = RECORD_MAGIC + bytes([VERSION]) + data
    read_record(head + digest(Label.RECORD, head))


def read_greeting(data: bytes) -> None:
    wanted = door.read_hello(data)
    assert door.hello(wanted.purpose, wanted.subject) == data


def read_answer(data: bytes) -> None:
    door.read_answer(data)
    assert data == door.welcome()


def read_wish(data: bytes) -> None:
    assert model.encode(model.decode_guest_message(data)) == data


def read_first(data: bytes) -> None:
    assert model.encode(model.decode_first(data)) == data


def read_word(data: bytes) -> None:
    assert model.encode(model.decode_host_message(data)) == data


def read_invitation(data: bytes) -> None:
    read = invitation.parse_invitation(_text(data))
    assert invitation.parse_invitation(read.text()) == read


def read_invitation_contents(data: bytes) -> None:
    head = bytes([invitation.FORMAT]) + len(data[:0xFFFF]).to_bytes(2, "big")
    body = invitation._body(head + invitation._checksum("table", data[:0xFFFF]) + data[:0xFFFF])
    read_invitation(f"mare://join/{body}".encode("ascii"))


def read_address(data: bytes) -> None:
    address = Address.parse(_text(data))
    assert Address.parse(str(address)) == address
    may_dial(address, on_loopback=False)


def read_words(data: bytes) -> None:
    secret = words.from_words(_text(data))
    assert words.from_words(words.to_words(secret)) == secret


def read_key_file(data: bytes) -> None:
    from_pem(data, PASSPHRASE if needs_passphrase(data) else None)


def read_sealed(data: bytes) -> None:
    chat(0).open(data, "fuzz", 1)


def read_padding(data: bytes) -> None:
    """What is inside a sealed message, which its sender alone has made."""
    padded = data + bytes(-len(data) % sealing.BLOCK)
    assert sealing._padded(sealing._unpadded(padded)) == padded


def read_shown(data: bytes) -> None:
    line = shown(data)
    assert len(line.splitlines()) <= 1
    assert line.isprintable() or not set(line) & {chr(code) for code in (*range(32), *range(127, 160))}


def read_announcement(data: bytes) -> None:
    """The TXT records behind a port, two bytes, and an IPv4 address, four bytes."""
    port, host, texts = int.from_bytes(data[:2], "big"), data[2:6].ljust(4, b"\x0a"), data[6:]
    name = f"{bytes(16).hex()}.{discovery.SERVICE}"
    info = zeroconf.ServiceInfo(discovery.SERVICE, name, port, addresses=[host], properties=texts)
    found = discovery._announcement(info)
    assert found is None or (shown(found.name.encode()) == found.name and len(found.addresses) == 1)


def read_action(data: bytes) -> None:
    board = empires_board(5)
    action = EMPIRES.notation.parse(board, _text(data))
    assert EMPIRES.notation.parse_strict(board, EMPIRES.notation.text(board, action)) == action


def read_strict_action(data: bytes) -> None:
    board = empires_board(5)
    assert EMPIRES.notation.text(board, EMPIRES.notation.parse_strict(board, _text(data))) == _text(data)


def read_map(data: bytes) -> None:
    assert load_map(_text(data)).title


def read_position(data: bytes) -> None:
    game = load_position(_text(data))
    assert load_position(dump_position(game)).digest() == game.digest()


def read_scenarios(data: bytes) -> None:
    assert TEXTS.parse_scenarios(_text(data))


def read_players(data: bytes) -> None:
    KnownPlayers(_written("players.json", data)).load()


def read_profile(data: bytes) -> None:
    assert profile._name(_written("profile.json", data).parent)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """The folder of the files that are read, gone when this program ends."""
    return tempfile.TemporaryDirectory(prefix="mare-fuzz-")


def _written(name: str, data: bytes) -> Path:
    path = Path(_folder().name, name)
    path.write_bytes(data)
    return path


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
