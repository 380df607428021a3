"""Where ``mare`` starts, in a checkout as ``python -m cli``: little is imported here, so that Ctrl-C finds it ready.

Until everything is loaded, Ctrl-C ends the program without a word; afterwards ``cli.main`` says what becomes of it. If
you press it again meanwhile, the program ends at once.
"""

import os
import sys

INTERRUPTED = 130

try:
    import signal
except KeyboardInterrupt:
    os._exit(INTERRUPTED)


def start() -> int:
    """Load the program, run its command line, and return the exit code."""
    before = signal.getsignal(signal.SIGINT)
    # The program that starts this one may make it ignore Ctrl-C.
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from cli.main import main  # noqa: PLC0415 - only now can Ctrl-C be handled

    signal.signal(signal.SIGINT, before)
    try:
        return main()
    except* KeyboardInterrupt:
        os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(start())
