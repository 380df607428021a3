"""Every file that the program writes: a crash or a full disk leaves the old one or the new one, never half of one.

All but those of ``publish`` are private: only their owner may read them.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cli.command import Failure
from cli.i18n.texts import tr

MOST_BYTES = 1 << 20

_RIGHTS = 0o777
"""Who may read, write and run a file. Not whose rights it runs with: a new file is ours, though the old one was not."""

_DESCRIPTORS = ("/dev/fd", "/proc/self/fd")
"""Where systems have a name for all that a program has open."""

_MOST_LINKS = 8


def read(path: Path) -> bytes:
    """Return what is in a file; raises Failure for one that is too long, and OSError for one that cannot be read."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Failure(tr("{path}: this is longer than {most_bytes} MiB.", path=path, most_bytes=MOST_BYTES >> 20))
    return data


def replace(path: Path, data: bytes) -> None:
    """Write a file, over the old one if there is one; raises OSError, and leaves the old one, where that fails."""
    with _written(path.parent, data) as temporary:
        temporary.replace(path)


def publish(path: Path, data: bytes) -> None:
    """Write a file for others, over the old one if there is one; raises OSError, and leaves the old one, if that fails.

    The old one's rights stay. If the path is a link, what it leads to is replaced. A device or a pipe is written to,
    and so is what this program has open, such as standard output.
    """
    if (descriptor := _descriptor(path)) is not None:
        with os.fdopen(os.dup(descriptor), "wb") as file:
            file.write(data)
        return
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    target = Path(os.path.realpath(path))
    rights = target.stat().st_mode & _RIGHTS if target.exists() else None
    with _written(target.parent, data, 0o666 if rights is None else rights) as temporary:
        if rights is not None:
            temporary.chmod(rights)
        temporary.replace(target)


def create(path: Path, data: bytes) -> None:
    """Write a new file; raises FileExistsError if there is one, and OSError if it fails."""
    with _written(path.parent, data) as temporary:
        os.link(temporary, path)
        temporary.unlink()


def reserve(path: Path) -> None:
    """Make an empty file, to be replaced; raises FileExistsError if there is one.

    For folders that other systems made, too: many of those know no links, which `create` needs.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _descriptor(path: Path) -> int | None:
    """Return the number of what this program has open, if a path such as ``/dev/stdout`` leads there."""
    of_all = {os.path.realpath(folder) for folder in _DESCRIPTORS}
    for _ in range(_MOST_LINKS):
        if path.name.isdecimal() and os.path.realpath(path.parent) in of_all:
            return int(path.name)
        if not path.is_symlink():
            break
        path = path.parent / path.readlink()
    return None


@contextmanager
def _written(folder: Path, data: bytes, rights: int = 0o600) -> Iterator[Path]:
    """Write the data to a temporary file with at most these rights; renamed, it lasts."""
    temporary = folder / f".mare-{secrets.token_hex(8)}"
    descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, rights)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        yield temporary
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _flush_folder(folder)


def _flush_folder(folder: Path) -> None:
    """Let a new name in a folder last; where a system cannot do that for folders, it does it by itself."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
