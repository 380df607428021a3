"""What is fuzzed: everything that reads what others wrote, with the exceptions that it may raise and seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from cli.command import Failure
from core import DataError, NotationError
from crypto import EncodingError, KeyFileError, SealingError, WordsError, to_pem
from crypto.canonical import encode
from crypto.sealing import seal
from p2p.errors import JournalError, Text
from p2p.lobby import model
from p2p.lobby.model import Choose, Join, Lend, Member, MemberSaid, No, Picture, Proposal, Ready, Rules, Say
from p2p.log import messages
from p2p.log.charter import CharterError, encode_charter
from p2p.log.record import RECORD_MAGIC, RecordError
from p2p.log.statements import Equivocation, Proposed, SignedAck, SignedEntry, Violation
from p2p.net import door
from p2p.net.address import Address, AddressError
from p2p.net.connection import Refusal
from p2p.net.door import Unwelcome
from p2p.net.invitation import Invitation, InvitationError
from p2p.net.tls import TableSecret
from p2p.session import events
from p2p.wire.codec import MessageError
from p2p.wire.frames import LAST, FrameError, frame
from tests.core.position_examples import EXAMPLES
from tests.fuzz import games, readers
from tests.p2p.tables import charter, chat, identity, seed

CORE = Path(__file__).parents[1] / "core"
HASH = bytes(range(32))
HOSTS = (Address("192.0.2.2", 4242), Address("fd00::2", 4242))
DIALLED = tuple((host.host, host.port) for host in HOSTS)
TXT = (b"v=2", b"id=" + bytes(16).hex().encode(), b"name=Anna's table", b"seats=4")


class Silent(Exception):
    """Something was refused without a sentence that says why."""


class Target(NamedTuple):
    """A decoder: what it does with an input, what it may raise, inputs to begin with, and the bytes of one at most."""

    name: str
    function: Callable[[bytes], None]
    own: tuple[type[Exception], ...]
    seeds: Callable[[], Iterable[bytes]]
    limit: int = 4096

    def attempt(self, data: bytes) -> bool:
        """Whether it accepts an input; raises what is not its own exception, and Silent for one without a sentence."""
        try:
            self.function(data)
        except self.own as refused:
            if not str(refused):
                raise Silent(self.name) from None
            return False
        return True


def _values() -> list[bytes]:
    values = (
        None,
        True,
        0,
        -1,
        -(1 << 63),
        (1 << 64) - 1,
        "text",
        b"bytes",
        (),
        (1, ("a", (b"b",))),
        "x" * 40,
        (0,) * 17,
    )
    return list(map(encode, values))


def _said() -> list[bytes]:
    """All that a player sent in a game, and proofs."""
    sent = games.sample().sent
    said = [messages.decode(data) for data in sent]
    entry = next(one for one in said if isinstance(one, SignedEntry))
    ack = next(one for one in said if isinstance(one, SignedAck))
    proposed = next(one for one in said if isinstance(one, Proposed))
    proofs = (Equivocation(proposed.promises[0], ack), Equivocation(proposed.signed, entry))
    return [*sent, *(messages.encode(one) for one in (*proofs, Violation(entry)))]


def _items() -> list[bytes]:
    """All that a player kept of a game, and where one went over to another log."""
    own: list[events.Item] = [events.Back(2), events.Whisper(1, b"between us")]
    return [*games.sample().journal, *map(events.encode_item, own)]


def _contents() -> bytes:
    return games.sample().record[len(RECORD_MAGIC) + 1 : -32]


def _wishes() -> list[bytes]:
    join = Join(b"Bo", HASH, HASH, DIALLED)
    return [model.encode(wish) for wish in (join, Choose("rome"), Lend(2), Ready(7), Say(b"hello"))]


def _first() -> list[bytes]:
    return [model.encode(said) for said in (Rules(1, "edition", "1.0.0", HASH), Refusal(Text("Because.")))]


def _words() -> list[bytes]:
    members = tuple(
        Member(
            identity(player).public, b"Ada", seed("chat", player), seed("tip", player), "rome", player, True, DIALLED
        )
        for player in range(2)
    )
    said = (
        Picture(7, 5, ("open", 0), True, members),
        MemberSaid(1, b"hello"),
        No(Text("No.")),
        Refusal(Text("No.")),
        Proposal(charter(2)),
    )
    return [model.encode(word) for word in said]


def _invitation() -> Invitation:
    return Invitation("table", TableSecret(bytes(range(16))), identity(0).public, HOSTS)


def _keys() -> list[bytes]:
    return [to_pem(identity(0), None), to_pem(identity(0), readers.PASSPHRASE)]


def _maps() -> list[bytes]:
    return [path.read_bytes() for path in sorted((CORE / "scenarios/maps").glob("*.toml"))]


def _scenarios() -> list[bytes]:
    """The first two of every file."""
    files = [path.read_text("utf-8") for path in sorted((CORE / "scenarios").glob("*.scenario"))]
    return ["scenario:".join(text.split("scenario:")[:3]).encode() for text in files if "map:" not in text]


def _actions() -> list[bytes]:
    """All that is said in scenarios behind the name of an empire."""
    lines = {line.partition(":")[2].strip() for text in _scenarios() for line in text.decode().splitlines()}
    return [line.encode() for line in sorted(lines) if 0 < len(line) < 80]


def _announcement() -> bytes:
    port_and_host = (4242).to_bytes(2, "big") + bytes([192, 168, 0, 7])
    return port_and_host + b"".join(bytes([len(text)]) + text for text in TXT)


TARGETS = {
    target.name: target
    for target in (
        Target("canonical", readers.read_canonical, (EncodingError,), _values),
        Target("frames", readers.read_frames, (FrameError,), lambda: [b"\5" + frame(b"one") + frame(b"two") + LAST]),
        Target("message", readers.read_message, (MessageError,), _said),
        Target("item", readers.read_item, (JournalError,), _items),
        Target("charter", readers.read_charter, (CharterError,), lambda: [encode_charter(charter(2))]),
        Target("record", readers.read_record, (RecordError,), lambda: [games.sample().record]),
        Target("record_contents", readers.read_record_contents, (RecordError,), lambda: [_contents()]),
        Target("greeting", readers.read_greeting, (Unwelcome,), lambda: [door.hello("game", HASH)], 1200),
        Target(
            "answer",
            readers.read_answer,
            (Unwelcome,),
            lambda: [door.welcome(), door.refusal(Text("No."))],
            1200,
        ),
        Target("wish", readers.read_wish, (MessageError,), _wishes),
        Target("first", readers.read_first, (MessageError,), _first),
        Target("word", readers.read_word, (MessageError,), _words),
        Target(
            "invitation",
            readers.read_invitation,
            (InvitationError,),
            lambda: [_invitation().text().encode(), _invitation().words().encode()],
        ),
        Target(
            "invitation_contents",
            readers.read_invitation_contents,
            (InvitationError,),
            lambda: [encode((bytes(range(16)), identity(0).public.raw, DIALLED))],
        ),
        Target("address", readers.read_address, (AddressError,), lambda: [str(host).encode() for host in HOSTS], 300),
        Target("words", readers.read_words, (WordsError,), lambda: [_invitation().words().encode()], 300),
        Target("key_file", readers.read_key_file, (KeyFileError,), _keys),
        Target(
            "sealed", readers.read_sealed, (SealingError,), lambda: [seal(chat(0).public, b"hello", "fuzz", 1)], 1300
        ),
        Target("padding", readers.read_padding, (SealingError,), lambda: [b"hello\x80", b"\x80"], 1300),
        Target("shown", readers.read_shown, (), lambda: [b"Ada", "Zo\u00eb\u202e\u2028".encode()], 64),
        Target("announcement", readers.read_announcement, (), lambda: [_announcement()], 600),
        Target("action", readers.read_action, (NotationError,), _actions, 300),
        Target("strict_action", readers.read_strict_action, (NotationError,), _actions, 300),
        Target("map", readers.read_map, (DataError,), _maps),
        Target("position", readers.read_position, (DataError,), lambda: [text.encode() for text in EXAMPLES.values()]),
        Target("scenarios", readers.read_scenarios, (DataError,), _scenarios),
        Target("players", readers.read_players, (Failure,), lambda: [_players()]),
        Target("profile", readers.read_profile, (Failure,), lambda: [b'{"name": "Ada"}'], 300),
        Target("session", games.take, (), games.inputs),
    )
}


def _players() -> bytes:
    return b'{"players": [{"name": "Ada", "key": "%s"}]}' % identity(0).public.raw.hex().encode()
