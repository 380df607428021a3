"""Fuzzing one target in a process of its own: ``python -m tests.fuzz.engine TARGET SECONDS FOUND``.

With atheris, what the coverage leads to is kept in the folder FOUND, and inputs are made half by our mutations and
half by those of libFuzzer; without it by our mutations alone, of the seeds and the corpus. An input that ends in a
fault is in FOUND as ``fault-…``. How many were tried is said on standard error, in libFuzzer's words.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.fuzz.targets import Target

TIMEOUT = 20
"""Seconds after which an input counts as a fault."""

Mutated = Callable[[Random, bytes, list[bytes], int], bytes]


def main(name: str, seconds: int, found: Path) -> None:
    """Fuzz a target; ends the process, since libFuzzer does so."""
    atheris = importlib.import_module("atheris") if find_spec("atheris") else None
    # What atheris is to instrument must not have been imported before.
    with atheris.instrument_imports(include=["core", "crypto", "p2p", "cli"]) if atheris else nullcontext():
        target: Target = importlib.import_module("tests.fuzz.targets").TARGETS[name]
    kept: list[bytes] = importlib.import_module("tests.fuzz.corpus").kept(target)
    mutated: Mutated = importlib.import_module("tests.fuzz.mutations").mutated
    inputs = [*target.seeds(), *kept]
    if atheris is None:
        _fuzz(target, seconds, found, inputs, mutated)
    else:
        _fuzz_guided(atheris, target, seconds, found, inputs, mutated)


def _fuzz_guided(
    atheris: Any, target: Target, seconds: int, found: Path, inputs: list[bytes], mutated: Mutated
) -> None:
    for data in inputs:
        (found / hashlib.sha256(data).hexdigest()).write_bytes(data)

    def run(data: bytes) -> None:
        _attempt(target, data, found)

    def mutate(data: bytes, size: int, number: int) -> bytes:
        random = Random(number)
        if random.random() < 0.5:
            return mutated(random, data, inputs, size)
        changed: bytes = atheris.Mutate(data, size)
        return changed

    options = {
        "max_total_time": seconds,
        "max_len": target.limit,
        "timeout": TIMEOUT,
        "artifact_prefix": f"{found}/",
        "print_final_stats": 1,
    }
    arguments = [target.name, *(f"-{option}={value}" for option, value in options.items()), str(found)]
    atheris.Setup(arguments, run, custom_mutator=mutate)
    atheris.Fuzz()


def _fuzz(target: Target, seconds: int, found: Path, inputs: list[bytes], mutated: Mutated) -> None:
    random, end, executions = Random(), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        executions += 1
        _attempt(target, mutated(random, random.choice(inputs), inputs, target.limit), found)
    print(f"stat::number_of_executed_units: {executions}", file=sys.stderr)


def _attempt(target: Target, data: bytes, found: Path) -> None:
    try:
        target.attempt(data)
    except BaseException:
        (found / f"fault-{hashlib.sha256(data).hexdigest()}").write_bytes(data)
        raise


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
