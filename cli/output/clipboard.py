"""A person's clipboard, which the terminal fills by OSC 52 where it lets programs do so."""

from __future__ import annotations

import os
import sys
from base64 import b64encode

from prompt_toolkit.output import Output

from cli.output.lines import at_terminal, cleaned, is_dumb

WITHOUT = ("linux", "cons25")
"""Names of terminals that have no clipboard, and might show what they don't understand."""


def can_copy() -> bool:
    """Return whether the terminal may have a clipboard: it doesn't say so, but passes over what it has not."""
    return at_terminal() and not is_dumb(os.environ) and os.environ.get("TERM", "") not in WITHOUT


def copy(text: str, output: Output | None = None) -> None:
    """Put a text into the clipboard; through an ``output`` where one is open. Raises OSError."""
    code = b64encode(text.encode("utf-8")).decode("ascii")
    if output is None:
        sys.stdout.write("\x1b]52;c;")
        sys.stdout.write(cleaned(code))
        sys.stdout.write("\x07")
        sys.stdout.flush()
    else:
        output.write_raw("\x1b]52;c;")
        output.write_raw(cleaned(code))
        output.write_raw("\x07")
        output.flush()
