"""Compiles the catalogues of ``cli/i18n/locale``: while a wheel is built, and before tests of a clone that has none.

An installed program needs no Babel.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def missing(catalogue: Catalog) -> list[Message]:
    """Return the texts that are not translated yet."""
    return [message for message in catalogue if message.id and (message.fuzzy or not _is_whole(message.string))]


def _is_whole(string: str | list[str] | tuple[str, ...] | None) -> bool:
    return all(string) if isinstance(string, (list, tuple)) else bool(string)


def compiled(path: Path) -> bytes:
    """Return a catalogue as gettext reads it, with the texts that are translated."""
    with path.open("rb") as source:
        catalogue = read_po(source)
    for message in missing(catalogue):
        # Babel would write the English singular in all forms that are missing.
        catalogue.delete(message.id)
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def compile_catalogues(root: Path) -> None:
    """Write each ``mare.mo`` below the project's root that is not there, or is older than its ``mare.po``.

    A program that starts meanwhile finds a whole file: the old one or the new one.
    """
    for path in sorted(Path(root, "cli", "i18n", "locale").glob("*/LC_MESSAGES/*.po")):
        target = path.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime <= path.stat().st_mtime:
            fresh = target.with_suffix(".mo.new")
            fresh.write_bytes(compiled(path))
            fresh.replace(target)
