"""Who may connect and who is there: proven by both ends, before either says a word."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import cast

import pytest
import trio
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from crypto import WrongPassphrase, from_pem
from crypto.keyfile import needs_passphrase
from p2p.net import tls
from p2p.net.tls import (
    TABLE_NAME,
    WATCH_NAME,
    Credentials,
    TableSecret,
    TlsError,
    TlsStream,
    WatchCredentials,
    peer_key,
)
from tests.p2p.ends import GUEST, HOST, SECRET, sockets
from tests.p2p.tables import identity

OTHER = TableSecret(bytes(16))
Stream = TlsStream | trio.SSLStream[trio.SocketStream]


async def shake(client: Stream, server: Stream) -> tuple[str, str]:
    """How the handshake ends at the client and at the server: "" or the TLS library's reason. Then hang up."""
    ends = {}

    async def run(stream: Stream) -> None:
        ends[stream] = ""
        try:
            await stream.do_handshake()
            if stream is client:
                await stream.receive_some()
            else:
                await stream.send_all(b"x")
        except trio.BrokenResourceError as error:
            ends[stream] = getattr(error.__cause__, "reason", None) or "the connection broke"
            await trio.aclose_forcefully(stream)

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run, client)
            nursery.start_soon(run, server)
    for stream in (client, server):
        await trio.aclose_forcefully(stream)
    return ends[client], ends[server]


async def meet(client: Credentials | WatchCredentials, server: Credentials) -> tuple[TlsStream, TlsStream]:
    """Both ends after a handshake that succeeds."""
    near, far = sockets()
    ends = client.client(near), server.server(far)
    assert await shake(*ends) == ("", "")
    return ends


def unverifying(credentials: Credentials | WatchCredentials) -> ssl.SSLContext:
    """A dialler's context that takes any answerer."""
    context = credentials._client
    context.verify_mode = ssl.CERT_NONE
    return context


async def refused(context: ssl.SSLContext, name: str = TABLE_NAME) -> str:
    """Why the host's end refuses a dialler with such a context."""
    near, far = sockets()
    _, reason = await shake(trio.SSLStream(near, context, server_hostname=name), HOST.server(far))
    return reason


async def test_every_connection_is_tls_1_3_and_none_is_resumed() -> None:
    for _ in range(2):
        for stream in await meet(GUEST, HOST):
            assert stream.tls.version() == "TLSv1.3"
            assert not stream.tls.session_reused
            assert stream.tls.compression() is None
            assert stream.tls.session is None or not stream.tls.session.has_ticket


async def test_an_older_tls_is_spoken_by_neither_end() -> None:
    older = unverifying(Credentials(SECRET, identity(1)))
    older.minimum_version = older.maximum_version = ssl.TLSVersion.TLSv1_2
    assert await refused(older) == "UNSUPPORTED_PROTOCOL"
    server = Credentials(SECRET, identity(0))._table
    server.minimum_version = server.maximum_version = ssl.TLSVersion.TLSv1_2
    near, far = sockets()
    client, _ = await shake(GUEST.client(near), trio.SSLStream(far, server, server_side=True))
    assert client != ""


def test_certificates_name_no_one_and_have_no_end() -> None:
    authority = SECRET.authority()
    certificates = [tls._certificate(authority, identity(player).public) for player in range(2)]
    assert {certificate.subject.rfc4514_string() for certificate in certificates} == {"CN=mare peer"}
    for certificate in (*certificates, tls._authority_certificate(authority)):
        assert certificate.not_valid_before_utc.timestamp() == 0
        assert certificate.not_valid_after_utc.year == 9999


async def test_an_invitation_to_watch_opens_the_watchers_entrance_alone() -> None:
    watcher = WatchCredentials(SECRET.watch(), identity(2))
    _, server = await meet(watcher, HOST)
    assert peer_key(server) == identity(2).public
    assert HOST.only_watches(server)
    assert await refused(unverifying(watcher), TABLE_NAME) == "CERTIFICATE_VERIFY_FAILED"


async def test_an_invitation_to_the_table_is_known_at_its_own_entrance() -> None:
    _, server = await meet(GUEST, HOST)
    assert not HOST.only_watches(server)
    assert await refused(unverifying(Credentials(SECRET, identity(1))), WATCH_NAME) == "CERTIFICATE_VERIFY_FAILED"


async def test_a_key_that_is_not_ed25519_proves_no_one() -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    authority = SECRET.authority()
    certificate = (
        x509.CertificateBuilder()
        .subject_name(tls._name("mare peer"))
        .issuer_name(tls._name("mare table"))
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(tls._NOT_BEFORE)
        .not_valid_after(tls._NOT_AFTER)
        .sign(authority, None)
    )
    context = unverifying(Credentials(SECRET, identity(1)))
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    tls._load(context, certificate.public_bytes(Encoding.PEM), pem, "unused")
    near, far = sockets()
    server = HOST.server(far)
    assert await shake(trio.SSLStream(near, context, server_hostname=TABLE_NAME), server) == ("", "")
    with pytest.raises(TlsError, match="not Ed25519"):
        peer_key(server)


class Shows:
    """A stream at whose other end is a certificate."""

    def __init__(self, certificate: bytes | None) -> None:
        self.tls = self
        self.certificate = certificate

    def getpeercert(self, binary_form: bool) -> bytes | None:
        return self.certificate


def certificate_of(key: bytes) -> bytes:
    """The table's certificate for whatever 32 bytes."""
    authority = SECRET.authority()
    subject = Ed25519PublicKey.from_public_bytes(key)
    usage = x509.BasicConstraints(ca=False, path_length=None)
    return tls._builder(authority, subject, "mare peer", usage).sign(authority, None).public_bytes(Encoding.DER)


@pytest.mark.parametrize(
    ("certificate", "reason"),
    [
        (certificate_of(b"\1" + bytes(31)), "weak key"),
        (certificate_of(bytes(32)), "weak key"),
        (certificate_of(b"\xff" * 32), "weak key"),
        (b"\x30\x03\x02\x01\x05", "cannot be read"),
        (certificate_of(identity(1).public.raw)[:-9], "cannot be read"),
        (None, "no certificate"),
    ],
)
def test_a_certificate_that_proves_no_one_is_refused(certificate: bytes | None, reason: str) -> None:
    with pytest.raises(TlsError, match=reason):
        peer_key(cast(TlsStream, Shows(certificate)))


def test_the_key_is_on_disk_for_a_moment_only_and_never_without_a_passphrase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    load = ssl.SSLContext.load_cert_chain

    def spy(context: ssl.SSLContext, file: Path, password: str) -> None:
        found.append(file.read_bytes())
        load(context, file, password=password)

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", spy)
    Credentials(SECRET, identity(1))
    assert len(found) == 3
    for data in found:
        key = data[data.index(b"-----BEGIN ENCRYPTED PRIVATE KEY") :]
        assert needs_passphrase(key)
        with pytest.raises(WrongPassphrase):
            from_pem(key, "another")
        assert b"PRIVATE" not in data.removesuffix(key)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("raw", [b"", bytes(15), bytes(17), bytearray(16), "0123456789abcdef"])
def test_a_secret_of_another_length_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match="exactly 16 bytes"):
        TableSecret(raw)


def test_no_secret_is_shown_by_accident() -> None:
    for of in (SECRET, HOST, WatchCredentials(SECRET, identity(0))):
        assert repr(of) == f"<{type(of).__name__}: secret>"
