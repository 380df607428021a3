"""Where an installed ``mare`` starts, also as ``python -m mare``."""

import sys

from cli.__main__ import start

if __name__ == "__main__":
    sys.exit(start())
