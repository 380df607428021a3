"""Settings for the whole suite."""

from __future__ import annotations

import gc
import os
import runpy
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: a shared machine may pause any example. In CI the examples are the same every time.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


# Where the suite runs in the background interrupts are ignored, and would be by every program that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


COMPILED = Path(__file__).parents[1] / ".pytest_cache" / "compiled"
"""The compiled modules of this run and the next ones, if Python may not write them beside the sources."""

if sys.dont_write_bytecode and sys.pycache_prefix is None:
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(COMPILED)

# While modules are loaded and tests are collected, there is no garbage to look for. What is there then stays.
gc.disable()

LONGEST = "test_homes.py"
"""Whose tests mostly wait, for minutes. They come first, so that one worker waits while the others work."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest."""
    items.sort(key=lambda item: item.path.name != LONGEST)


def pytest_collection_finish() -> None:
    """Leave what was loaded and collected alone when garbage is looked for."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return two workers for each core with ``-n auto``: a good part of the time, tests wait for programs."""
    return 2 * (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues of a clone: the one that the tests run in need not be the one that was installed.

    A worker that has nothing left to do takes tests over from another one.
    """
    if config.getoption("dist", "no") == "load":
        config.option.dist = "worksteal"
    if not hasattr(config, "workerinput"):
        root = Path(__file__).parents[1]
        runpy.run_path(str(root / ".ci" / "compile_catalogues.py"))["compile_catalogues"](root)


@pytest.fixture(scope="session", autouse=True)
def _nobody_s_own_profile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test sees or changes the key and name of the player who runs it, or speaks that player's language."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MARE_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("MARE_LANGUAGE", "en")
        patch.delenv("MARE_PASSPHRASE", raising=False)
        patch.delenv("MARE_NEW_PASSPHRASE", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def _compiled_once() -> Iterator[None]:
    """Programs that tests start do not compile all modules anew, also where Python may not write beside these."""
    with pytest.MonkeyPatch.context() as patch:
        if os.environ.get("PYTHONDONTWRITEBYTECODE"):
            patch.delenv("PYTHONDONTWRITEBYTECODE")
            patch.setenv("PYTHONPYCACHEPREFIX", str(COMPILED))
        yield
