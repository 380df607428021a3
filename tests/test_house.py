"""The house rules: what lies where, what the README promises, and what no file may say."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.purity import impurities
from tests.readability import old_words

ROOT = Path(__file__).parents[1]
TOP_LEVEL = {
    *("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"),
    *("core", "p2p", "crypto", "cli", "tests", "docs"),
}
TWO_SCREENS = 110
"""Lines."""
SET_UP = "python3 -m venv .venv && .venv/bin/pip install -q"

# An absolute path of two or more parts that is no place every machine has, or a usual one on a Windows drive.
MACHINE_PATH = re.compile(
    r"(?<![\w.:/<~*)}\]])/(?!dev/|proc/|bin/|usr/bin/)[A-Za-z][\w.-]*/[\w.]|(?<!\w)[A-Z]:\\(?:Users|Windows|Program)"
)

PACKAGES = ("cli", "core", "crypto", "p2p", "tests")

OF_OLD_WORDS = {"tests/readability.py", "tests/test_readability.py", "tests/test_house.py"}
"""The modules that name the words of the old style."""

# Positions and scenarios have this word for no empire.
NOTATION = re.compile(r'"nobody"|``nobody\b|: nobody\b')


def strays(entries: Iterable[str]) -> set[str]:
    """The top-level entries that were not agreed on; dot files are free."""
    return {entry for entry in entries if not entry.startswith(".")} - TOP_LEVEL


def commands(readme: str) -> list[str]:
    """The set-up commands in a README's code blocks, a line each."""
    return [
        line
        for block in re.findall(r"^```sh\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
        if line.startswith("python3")
    ]


def machine_paths(text: str) -> list[str]:
    """The absolute paths of one machine that a text names, each as ``line: path``."""
    lines = enumerate(text.splitlines(), start=1)
    return [f"{number}: {found.group()}" for number, line in lines for found in MACHINE_PATH.finditer(line)]


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    """The files of the project, relative to its root, as git knows them."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [Path(name) for name in listing.split("\0") if name and (ROOT / name).exists()]


@pytest.fixture(scope="module")
def wheel_complaints() -> Callable[[set[str], set[str]], list[str]]:
    """The function with which .ci/run checks the wheel."""
    found: Callable[[set[str], set[str]], list[str]] = runpy.run_path(str(ROOT / ".ci/check_wheel.py"))["complaints"]
    return found


def test_only_agreed_entries_are_at_the_top(tracked: list[Path]) -> None:
    assert strays(path.parts[0] for path in tracked) == set()


def test_a_stray_entry_is_found() -> None:
    assert strays(["core", ".ci", "notes.txt", "src"]) == {"notes.txt", "src"}


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert {folder for folder in folders if not (folder / "__init__.py").exists()} == set()


def test_no_file_names_a_place_on_one_machine(tracked: list[Path]) -> None:
    texts = {path: (ROOT / path).read_text("utf-8", errors="replace") for path in tracked}
    assert {str(path): found for path, text in texts.items() if (found := machine_paths(text))} == {}


@pytest.mark.parametrize(
    "path", ["/home/" + "anna/game.mare", "(/tmp/" + "x)", "'/opt/" + "mare/bin'", "C:" + "\\Users"]
)
def test_a_place_on_one_machine_is_found(path: str) -> None:
    assert len(machine_paths(f"See {path}.")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "#!/usr/bin/env bash",
        "</dev/null",
        "https://example.org/a/b",
        "and/or/both",
        "core/empires/data/empires.toml",
        "/a",
    ],
)
def test_what_is_on_every_machine_may_be_named(text: str) -> None:
    assert machine_paths(text) == []


def test_no_module_has_words_of_the_old_style() -> None:
    modules = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    assert modules
    texts = {path: NOTATION.sub("", path.read_text("utf-8")) for path in modules}
    found = {path.relative_to(ROOT).as_posix(): old_words(text) for path, text in texts.items()}
    assert {path for path, words in found.items() if words} == OF_OLD_WORDS


def test_words_of_the_old_style_are_found() -> None:
    assert old_words("Whoever plays\nkeeps his seat; the others heard nobody.") == ["1: Whoever", "2: his", "2: nobody"]


def test_the_readme_plays_and_tests_in_one_line_each() -> None:
    play, test = commands((ROOT / "README.md").read_text("utf-8"))
    assert play == f"{SET_UP} . && .venv/bin/mare play"
    assert test == f"{SET_UP} '.[test]' && .venv/bin/python -m pytest -q -n auto"


def test_the_readme_has_room_on_two_screens() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= TWO_SCREENS


def test_ci_runs_the_test_command_of_the_readme() -> None:
    printed = subprocess.run([ROOT / ".ci/test-command"], check=True, capture_output=True, text=True).stdout
    assert [line for line in commands((ROOT / "README.md").read_text("utf-8")) if "pytest" in line] == [printed.strip()]


@pytest.mark.parametrize("times", [0, 2])
def test_ci_refuses_a_readme_without_one_test_command(tmp_path: Path, times: int) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"{SET_UP} '.[test]' && .venv/bin/python -m pytest\n" * times, "utf-8")
    refused = subprocess.run([ROOT / ".ci/test-command", readme], check=False, capture_output=True, text=True)
    assert refused.returncode == 1
    assert f"{times} lines look like the test command" in refused.stderr


def test_ci_names_pytest_nowhere_itself() -> None:
    assert "pytest" not in (ROOT / ".ci/run").read_text("utf-8")


FAKE = """#!{shell}
exec {python} -c '
import sys
sys.version_info, sys.executable = {version}, "{path}"
exec(sys.stdin.read())
' "$@"
"""
"""A Python that says it has another version."""


def test_ci_tests_on_the_oldest_python_and_the_newest_of_each_version_that_the_project_supports(tmp_path: Path) -> None:
    versions = {
        "python3": (3, 14, 98, "final", 0),
        "python3.11": (3, 11, 0, "final", 0),
        "python3.12": (3, 12, 99, "final", 0),
        "python3.13": (3, 10, 99, "final", 0),
        "python3.14": (3, 14, 99, "candidate", 1),
    }
    for name, version in versions.items():
        path = tmp_path / name
        shell, told = shutil.which("bash"), json.dumps(version)
        path.write_text(FAKE.format(shell=shell, python=sys.executable, version=told, path=path), "utf-8")
        path.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    script = ROOT / ".ci/pythons"
    found = subprocess.run([script], check=True, capture_output=True, text=True, env=environment).stdout
    named = [path.removeprefix(f"{tmp_path}/") for path in found.splitlines()]
    assert (named[0], named[-1]) == ("python3.11", "python3")
    assert "python3.12" in named
    assert "python3.13" not in named


@pytest.fixture
def browserless(tmp_path: Path) -> Callable[[str], str]:
    """Runs .ci/browser where there are only a few commands and no browser; ``apt`` is what apt-get does, if it is."""

    def run(apt: str) -> str:
        commands = tmp_path / "bin"
        commands.mkdir()
        for name in ("bash", "env", "id", "timeout", "touch", "chmod"):
            found = shutil.which(name)
            if found is None:
                pytest.skip(f"this system has no {name}")
            (commands / name).symlink_to(found)
        wanted = {"apt-get": apt, "sudo": '[ "$1" = -n ] && shift; exec "$@"'} if apt else {}
        for name, does in wanted.items():
            (commands / name).write_text(f"#!{commands}/bash\n{does}\n", "utf-8")
            (commands / name).chmod(0o755)
        environment = {"PATH": str(commands)}
        script = [ROOT / ".ci/browser"]
        return subprocess.run(script, check=True, capture_output=True, text=True, env=environment).stdout

    return run


@pytest.mark.parametrize("apt", ["", "exit 100"], ids=["no apt", "apt fails"])
def test_ci_goes_on_where_no_browser_can_be_had(browserless: Callable[[str], str], apt: str) -> None:
    told = "SKIPPED: there is no {}, and apt could not install it. The tests in this browser are skipped.\n"
    assert browserless(apt) == told.format("chromium") + told.format("firefox-esr")


def test_ci_installs_browsers_where_apt_can(browserless: Callable[[str], str], tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    made = f"for last; do :; done; touch {folder}/$last; chmod +x {folder}/$last"
    assert browserless(made) == "chromium has been installed.\nfirefox-esr has been installed.\n"


def test_the_rules_are_pure() -> None:
    modules = sorted((ROOT / "core").rglob("*.py"))
    assert modules
    found = {path.relative_to(ROOT).as_posix(): impurities(path.read_text("utf-8")) for path in modules}
    assert {path: complaints for path, complaints in found.items() if complaints} == {}


def test_every_dependency_says_why_it_is_there() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    project: dict[str, Any] = tomllib.loads(text)["project"]
    lines = [line.strip() for line in text.splitlines()]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["test"], *extras["docs"]]
    assert needed
    assert [name for name in needed if not lines[lines.index(f'"{name}",') - 1].startswith("# ")] == []


def test_a_wheel_with_tests_is_refused(wheel_complaints: Callable[[set[str], set[str]], list[str]]) -> None:
    packed = {"core/empires/state.py", "tests/test_house.py", "mare_nostrum-0.1.0.dist-info/METADATA"}
    assert wheel_complaints(packed, {"core/empires/state.py"}) == ["tests/test_house.py does not belong in the wheel."]


def test_a_wheel_without_the_data_is_refused(wheel_complaints: Callable[[set[str], set[str]], list[str]]) -> None:
    wanted = {"core/empires/state.py", "core/empires/data/empires.toml"}
    assert wheel_complaints({"core/empires/state.py"}, wanted) == [
        "core/empires/data/empires.toml is missing in the wheel."
    ]


def test_a_whole_wheel_passes(wheel_complaints: Callable[[set[str], set[str]], list[str]]) -> None:
    assert wheel_complaints({"core/empires/state.py"}, {"core/empires/state.py"}) == []
