"""``python -m tests.fuzz --seconds N [--only TARGET …]``: fuzz all targets in turn, N seconds in all.

Guided by coverage if atheris is there (the extra ``fuzz``). With ``--keep``, inputs that lead to
lines which nothing else reached are added to the corpus, two a target and run at most; an input that ends in a fault
always is.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.arguments import positive
from tests.fuzz import corpus
from tests.fuzz.targets import TARGETS, Target


def main() -> int:
    """Fuzz, print a line for each target, and return 1 if there was a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz everything that decodes.")
    parser.add_argument("--seconds", type=positive, required=True, help="how long, over all targets")
    parser.add_argument("--only", nargs="+", choices=TARGETS, default=list(TARGETS), metavar="TARGET")
    parser.add_argument("--keep", action="store_true", help="add what was found to the corpus")
    arguments = parser.parse_args()
    each = max(1, arguments.seconds // len(arguments.only))
    faulty = [name for name in arguments.only if not _fuzz(TARGETS[name], each, keep=arguments.keep)]
    return 1 if faulty else 0


def _fuzz(target: Target, seconds: int, *, keep: bool) -> bool:
    """Fuzz one target for so long; whether there was no fault."""
    with tempfile.TemporaryDirectory(prefix="mare-fuzz-") as folder:
        begin = time.monotonic()
        command = [sys.executable, "-m", "tests.fuzz.engine", target.name, str(seconds), folder]
        ended = subprocess.run(command, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
        faults = [path.read_bytes() for path in Path(folder).iterdir() if "-" in path.name]
        found = [path.read_bytes() for path in Path(folder).iterdir() if "-" not in path.name]
        executions = re.search(r"number_of_executed_units: (\d+)", ended.stderr)
        took = time.monotonic() - begin
        print(f"{target.name:20} {took:6.0f} s {executions[1] if executions else '?':>9} executions", flush=True)
        if ended.returncode or faults:
            print(ended.stderr[-4000:], *(f"{corpus.keep(target, fault)}\n" for fault in faults), flush=True)
            return False
        if keep:
            for data in corpus.telling(target, found):
                corpus.keep(target, data)
    return True


if __name__ == "__main__":
    sys.exit(main())
