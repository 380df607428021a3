"""A Dask cluster of two workers on this machine, until standard input ends; prints its scheduler's address."""

from __future__ import annotations

import importlib
import sys
from typing import Any


def main() -> None:
    distributed: Any = importlib.import_module("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
