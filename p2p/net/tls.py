"""Who may connect, and who is there: mutual TLS 1.3 (RFC 8446), with nothing but an invitation.

From a table's secret, every invited player derives the same authority key (Ed25519) and issues a certificate for their
own identity key. So a handshake proves to each end that the other was invited and has the key that it shows. Everyone
makes the authority's certificate anew, and chains are checked by its key and name alone. Certificates name no person
and are valid whatever a machine's clock says. There is no resumption: every connection proves both keys.

Spectators have a secret of their own, derived from the table's, and so another authority. The server name that the
dialler sends in clear (RFC 6066, section 3) says which of the two is meant, and nothing about the table.

What is sent goes out at once, as far as the network takes it, without a turn of the loop. A task that sends over
``trio.SSLStream`` lets others run first, in several turns. A player who acts would first compute what follows from the
action, and only then send it. TLS hides how many bytes it takes from the network. So they are counted here, and a peer
that makes us work much for little is given up.
"""

from __future__ import annotations

import secrets
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import trio
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from crypto import canonical
from crypto.errors import WeakKeyError
from crypto.identity import Identity, PublicKey
from crypto.keyfile import to_pem
from crypto.labels import Label
from crypto.secret import Secret
from p2p.errors import TableError
from p2p.wire.frames import BURST, PIECES_PER_SECOND, Allowance

_CHUNK = 1 << 16
"""Bytes that are taken from the network at once; more than a record of TLS has."""

FEW = 512
"""A read of fewer bytes counts; a network segment that is followed by others has more."""

WORTH = 4
"""Bytes of TLS that each byte of data pays for; even a short frame in a record of its own needs fewer."""
UNPAID = 1 << 17
"""Bytes of TLS that may come without data to pay for them: more than one read and an unfinished record."""


class TooManyPieces(trio.BrokenResourceError):
    """The other end was given up: too many small pieces, or too little data in its TLS records."""


class TlsStream(trio.abc.AsyncResource):
    """One end of a connection. One task may receive while another waits until all is sent.

    If TLS or the network fails, the task that receives gets a BrokenResourceError, after the other end's last words.
    """

    def __init__(
        self,
        transport: trio.SocketStream,
        context: ssl.SSLContext,
        *,
        server_side: bool = False,
        server_hostname: str | None = None,
    ) -> None:
        """Take over the socket of ``transport``, which is of no use afterwards."""
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls: Final = context.wrap_bio(
            self._incoming, self._outgoing, server_side=server_side, server_hostname=server_hostname
        )
        self._socket = socket.socket(fileno=transport.socket.detach())
        self._socket.setblocking(False)
        self._unsent = bytearray()
        self._is_few = False
        self._unpaid = 0
        self._pieces = Allowance(PIECES_PER_SECOND, PIECES_PER_SECOND * BURST, trio.current_time())

    @property
    def waiting(self) -> int:
        """Return how many bytes the network has not taken yet."""
        return len(self._unsent)

    async def do_handshake(self) -> None:
        """Prove to each other who we are."""
        while True:
            try:
                self.tls.do_handshake()
            except ssl.SSLWantReadError:
                await self.drain()
                await self._fill()
            except ssl.SSLError as error:
                raise trio.BrokenResourceError(str(error)) from error
            else:
                break
        await self.drain()

    async def receive_some(self) -> bytes:
        """Return what has come, at most one record; nothing if the other end has closed the connection."""
        if self._incoming.pending:
            await trio.lowlevel.checkpoint()
        else:
            await self._fill()
        while True:
            try:
                data = self.tls.read(_CHUNK)
            except ssl.SSLWantReadError:
                await self._fill()
            except ssl.SSLError as error:
                raise trio.BrokenResourceError(str(error)) from error
            else:
                self._is_few = False
                self._unpaid = max(0, self._unpaid - WORTH * len(data))
                return data

    def send_now(self, data: bytes) -> None:
        """Send what the network takes at once; the rest waits for `drain`."""
        rest = memoryview(data)
        with suppress(ssl.SSLError):
            while rest:
                rest = rest[self.tls.write(rest) :]
        self._push()

    async def drain(self) -> None:
        """Send what waits."""
        self._push()
        await trio.lowlevel.checkpoint()
        while self._unsent:
            await trio.lowlevel.wait_writable(self._socket)
            self._push()

    async def send_all(self, data: bytes) -> None:
        """Send all of it, after what waits."""
        self.send_now(data)
        await self.drain()

    async def aclose(self) -> None:
        """Say goodbye, and close both directions without waiting for the other end to do so."""
        try:
            with suppress(ssl.SSLError):
                self.tls.unwrap()
            await self.drain()
        finally:
            self.close()

    def close(self) -> None:
        """Close both directions without a word; a task that waits here gets a ClosedResourceError."""
        if self._socket.fileno() != -1:
            trio.lowlevel.notify_closing(self._socket)
            self._socket.close()

    def cut(self) -> None:
        """End both directions without a word; a task that receives here finds the connection cut off."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    async def _fill(self) -> None:
        """Wait for more bytes of TLS; raise TooManyPieces if they trickle in or bring too little data."""
        if self._unpaid > UNPAID or (self._is_few and not self._pieces.spend(trio.current_time())):
            raise TooManyPieces
        await trio.lowlevel.wait_readable(self._socket)
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            raise trio.BrokenResourceError(str(error)) from error
        self._is_few = len(data) < FEW
        self._unpaid += len(data)
        if data:
            self._incoming.write(data)
        else:
            self._incoming.write_eof()

    def _push(self) -> None:
        """Hand the network what it takes; if the other end is gone, there is nothing left to send."""
        self._unsent += self._outgoing.read()
        try:
            while self._unsent:
                del self._unsent[: self._socket.send(self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent.clear()


SECRET_SIZE = 16
"""Bytes of a table's secret: too many to guess, and few enough for twelve words."""

TABLE_NAME = "table.mare.invalid"
WATCH_NAME = "watch.mare.invalid"

_NOT_BEFORE = datetime(1970, 1, 1, tzinfo=UTC)
_NOT_AFTER = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""No well-defined end (RFC 5280, section 4.1.2.5)."""


class TlsError(TableError):
    """The other end doesn't prove who it is; the message is a clause whose missing subject is the other end."""


class TableSecret(Secret):
    """What all invited players of a table share: 16 random bytes, never chosen by a person.

    Anyone can test guesses against the server's certificate, so the secret must be unguessable.
    """

    __slots__ = ("_raw",)

    def __init__(self, raw: bytes) -> None:
        """Take the secret of an invitation; raise ValueError if it is not exactly 16 bytes."""
        if type(raw) is not bytes or len(raw) != SECRET_SIZE:
            raise ValueError(f"a table's secret is exactly {SECRET_SIZE} bytes")
        self._raw: Final = raw

    @classmethod
    def generate(cls) -> TableSecret:
        """Return the secret of a new table, from the operating system's randomness."""
        return cls(secrets.token_bytes(SECRET_SIZE))

    def reveal(self) -> bytes:
        """Return the 16 bytes. Use them only for an invitation."""
        return self._raw

    def watch(self) -> TableSecret:
        """Return the secret of the spectators, from which this one can't be computed."""
        return TableSecret(self._derive(Label.WATCH, SECRET_SIZE))

    def table(self) -> bytes:
        """Return the table's public name, 16 bytes, by which invited players recognize it in a network."""
        return self._derive(Label.TABLE, SECRET_SIZE)

    def authority(self) -> Ed25519PrivateKey:
        """Return the key that issues the table's certificates."""
        return Ed25519PrivateKey.from_private_bytes(self._derive(Label.AUTHORITY, 32))

    def _derive(self, label: Label, size: int) -> bytes:
        """Derive bytes by HKDF-SHA256 (RFC 5869) without salt; the info is the canonical encoding
        of the label alone.
        """
        return HKDF(hashes.SHA256(), size, salt=None, info=canonical.encode((label,))).derive(self._raw)

    def __eq__(self, other: object) -> bool:
        return secrets.compare_digest(self._raw, other._raw) if isinstance(other, TableSecret) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.table())


class WatchCredentials(Secret):
    """What a dialling spectator proves: an invitation to watch, and their key."""

    __slots__ = ("_client",)

    def __init__(self, secret: TableSecret, identity: Identity) -> None:
        """``secret`` is that of an invitation to watch."""
        self._client = _context(ssl.PROTOCOL_TLS_CLIENT, secret, identity)

    def client(self, stream: trio.SocketStream) -> TlsStream:
        """Return the dialling end of a stream; the handshake is still to come."""
        return TlsStream(stream, self._client, server_hostname=WATCH_NAME)


class Credentials(Secret):
    """What a player of a table proves, as dialler and as listener."""

    __slots__ = ("_client", "_table", "_watch")

    def __init__(self, secret: TableSecret, identity: Identity) -> None:
        self._client = _context(ssl.PROTOCOL_TLS_CLIENT, secret, identity)
        self._table = _context(ssl.PROTOCOL_TLS_SERVER, secret, identity)
        self._watch = _context(ssl.PROTOCOL_TLS_SERVER, secret.watch(), identity)
        self._table.sni_callback = self._choose

    def client(self, stream: trio.SocketStream) -> TlsStream:
        """Return the dialling end of a stream; the handshake is still to come."""
        return TlsStream(stream, self._client, server_hostname=TABLE_NAME)

    def server(self, stream: trio.SocketStream) -> TlsStream:
        """Return the listening end of a stream; the handshake is still to come."""
        return TlsStream(stream, self._table, server_side=True)

    def only_watches(self, stream: TlsStream) -> bool:
        """Return whether the other end of a stream from `server` has shown only an invitation to watch."""
        return stream.tls.context is not self._table

    def _choose(self, connection: ssl.SSLSocket | ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        if name == WATCH_NAME:
            connection.context = self._watch


def peer_key(stream: TlsStream) -> PublicKey:
    """Return the key that the other end has proven in the handshake; raise TlsError if it is no key for us."""
    shown = stream.tls.getpeercert(binary_form=True)
    if shown is None:
        raise TlsError("shows no certificate")
    try:
        key = x509.load_der_x509_certificate(shown).public_key()
    except (ValueError, UnsupportedAlgorithm):
        raise TlsError("shows a certificate that cannot be read") from None
    if not isinstance(key, Ed25519PublicKey):
        raise TlsError("shows a certificate whose key is not Ed25519")
    try:
        return PublicKey(key.public_bytes_raw())
    except WeakKeyError:
        raise TlsError("shows a certificate with a weak key, for whose owner others could pass") from None


def is_uninvited(error: trio.BrokenResourceError) -> bool:
    """Return whether a handshake failed because one end has no invitation to the table of the other.

    The end that finds this hangs up without an alert; the other end knows only that it hung up.
    """
    reason = _reason(error)
    return "certificate" in reason or "unknown ca" in reason


def is_refusal(error: trio.BrokenResourceError) -> bool:
    """Return whether the other end has ended the connection by an alert (RFC 8446, section 6.2).

    An alert about the dialler's certificate comes with the first answer, since the dialler's handshake is over by then.
    """
    return "alert" in _reason(error)


def is_cut_off(error: trio.BrokenResourceError) -> bool:
    """Return whether the other end is gone without a goodbye; older Pythons name that otherwise (gh-95494)."""
    cause = error.__cause__
    is_named_otherwise = isinstance(cause, ssl.SSLError) and cause.reason == "UNEXPECTED_EOF_WHILE_READING"
    return isinstance(cause, ssl.SSLEOFError) or is_named_otherwise


def hung_up(error: trio.BrokenResourceError) -> bool:
    """Return whether the connection just ended."""
    return not _reason(error)


def failure(error: trio.BrokenResourceError) -> TlsError:
    """Return why a handshake failed, as a clause whose missing subject is the other end."""
    if isinstance(error, TooManyPieces):
        return TlsError("sent its bytes in too many small pieces")
    reason = _reason(error)
    if hung_up(error):
        return TlsError("hung up during the TLS handshake, as one with an invitation to another table does")
    if reason == "certificate verify failed":
        return TlsError("shows a certificate of another table")
    if reason == "peer did not return a certificate":
        return TlsError("shows no certificate")
    return TlsError("speaks no TLS 1.3 as we do (OpenSSL: {reason})", reason=reason)


def _reason(error: trio.BrokenResourceError) -> str:
    """Return what the TLS library says; nothing if the connection just ended."""
    cause = error.__cause__
    if is_cut_off(error) or not isinstance(cause, ssl.SSLError):
        return ""
    return (cause.reason or "unknown reason").replace("_", " ").lower()


def _context(protocol: int, secret: TableSecret, identity: Identity) -> ssl.SSLContext:
    authority = secret.authority()
    context = ssl.SSLContext(protocol)
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False  # a certificate names no person; its key identifies the owner
    context.verify_mode = ssl.CERT_REQUIRED
    context.options |= ssl.OP_NO_TICKET | ssl.OP_NO_COMPRESSION
    context.options &= ~ssl.OP_IGNORE_UNEXPECTED_EOF  # Python 3.11.2 sets it: a connection cut off reads as closed
    if protocol == ssl.PROTOCOL_TLS_SERVER:
        context.num_tickets = 0
    context.load_verify_locations(cadata=_authority_certificate(authority).public_bytes(Encoding.DER))
    certificate = _certificate(authority, identity.public)
    passphrase = secrets.token_hex(32)  # of this moment: what a crash leaves on the disk stays closed
    _load(context, certificate.public_bytes(Encoding.PEM), to_pem(identity, passphrase), passphrase)
    return context


def _authority_certificate(authority: Ed25519PrivateKey) -> x509.Certificate:
    usage = x509.BasicConstraints(ca=True, path_length=0)
    return _builder(authority, authority.public_key(), "mare table", usage).sign(authority, None)


def _certificate(authority: Ed25519PrivateKey, key: PublicKey) -> x509.Certificate:
    subject = Ed25519PublicKey.from_public_bytes(key.raw)
    usage = x509.BasicConstraints(ca=False, path_length=None)
    return _builder(authority, subject, "mare peer", usage).sign(authority, None)


def _builder(
    authority: Ed25519PrivateKey, key: Ed25519PublicKey, name: str, constraints: x509.BasicConstraints
) -> x509.CertificateBuilder:
    """Return a certificate builder that identifies the authority by its key (RFC 5280, 4.2.1.1).

    It can't be identified by a serial number, since everyone draws their own.
    """
    is_authority = constraints.ca
    return (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .issuer_name(_name("mare table"))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(_NOT_BEFORE)
        .not_valid_after(_NOT_AFTER)
        .add_extension(constraints, critical=True)
        .add_extension(
            x509.KeyUsage(
                digital_signature=not is_authority,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                key_cert_sign=is_authority,
                crl_sign=False,
                encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()),
            critical=False,
        )
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _load(context: ssl.SSLContext, certificate: bytes, key: bytes, passphrase: str) -> None:
    """Load a certificate and the key that the passphrase opens: from a file, since the library takes nothing else."""
    with TemporaryDirectory(prefix="mare-") as folder:
        file = Path(folder, "proof.pem")
        file.write_bytes(certificate + key)
        context.load_cert_chain(file, password=passphrase)
