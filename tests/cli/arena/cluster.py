"""A Dask cluster of two workers on this machine, until standard input ends; prints its scheduler's address."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def cluster(*path: Path) -> Iterator[str]:
    """A cluster whose workers look for modules in these folders first; its scheduler's address."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path))}
    command, pipe = [sys.executable, "-P", __file__], subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.communicate(timeout=60)


def main() -> None:
    distributed: Any = importlib.import_module("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as started:
        print(started.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
