"""The wheel, installed beside packages of others that have the names of ours."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.cli.arena.cluster import cluster

ROOT = Path(__file__).parents[1]
OURS = ("core", "cli", "crypto", "p2p")
ARENA = ("arena", "--seats", "random,random,random", "--games", "4", "--seed", "7", "--json")
DEMO = ("demo", "--bots", "novice", "--max-rounds", "1", "--json")
DIGEST = "[0-9a-f]{64}"
THEIRS = "raise SystemExit('this package is not ours')\n"

Mare = Callable[[Sequence[Path], Sequence[str]], "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the wheel, without what it depends on."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--disable-pip-version-check", "--target", folder, ROOT], check=True)
    return folder


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages that have our names, and end the program that imports them."""
    folder = tmp_path_factory.mktemp("others")
    for name in OURS:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(THEIRS, "utf-8")
    return folder


@pytest.fixture
def mare(tmp_path: Path) -> Mare:
    """Runs Python with these arguments in a folder of its own, and these folders first on its path."""

    def run(path: Sequence[Path], arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path)), "MARE_HOME": str(tmp_path / "home")}
        command = [sys.executable, "-P", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True)

    return run


def digests(ran: subprocess.CompletedProcess[str]) -> list[str]:
    """The digests of the states at the ends of the games that were played."""
    assert (ran.returncode, ran.stderr) == (0, "")
    return re.findall(DIGEST, ran.stdout)


def test_a_wheel_plays_the_same_games_beside_packages_of_the_same_names(
    installed: Path, others: Path, mare: Mare
) -> None:
    before, after = (digests(mare(path, ["-m", "mare", *ARENA])) for path in ([installed, others], [others, installed]))
    assert before == after == digests(mare([ROOT], ["-m", "cli", *ARENA])) != []


def test_a_cluster_plays_the_same_games_with_the_packages_of_a_wheel(installed: Path, others: Path, mare: Mare) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install '.[cluster]'")
    with cluster(others, installed) as address:
        played = digests(mare([others, installed], ["-m", "mare", *ARENA, "--scheduler", address]))
    assert played == digests(mare([ROOT], ["-m", "cli", *ARENA, "--jobs", "1"])) != []


def test_bots_of_a_wheel_play_beside_packages_of_the_same_names(installed: Path, others: Path, mare: Mare) -> None:
    played = digests(mare([others, installed], ["-m", "mare", *DEMO]))
    assert len(played) == 3
    assert len(set(played)) == 1


def test_a_wheel_installs_one_package(installed: Path) -> None:
    assert {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")} == {
        "mare",
        "bin",
        "share",
    }
    assert (installed / "share" / "man" / "man1" / "mare.1").is_file()


def test_a_program_finds_the_rules_of_a_wheel_after_it_has_imported_mare(
    installed: Path, others: Path, mare: Mare
) -> None:
    found = mare([others, installed], ["-c", "import mare, core.editions; print(core.editions.__file__)"])
    assert (found.stdout.strip(), found.stderr) == (str(installed / "mare" / "core" / "editions.py"), "")


def test_a_program_that_imports_no_mare_finds_its_own_packages(installed: Path, others: Path, mare: Mare) -> None:
    found = mare([installed, others], ["-c", "import core"])
    assert found.stderr == "this package is not ours\n"
