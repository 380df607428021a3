"""Checks what is in a wheel: the packages whole, with their data, below one name, and nothing else."""

from __future__ import annotations

import re
import runpy
import sys
import zipfile
from pathlib import Path
from typing import Any

PACKAGES = ("cli", "core", "crypto", "p2p")
LANGUAGES = ("hu", "ko", "ru")
PROGRAM = "mare"
"""The package that holds all others in a wheel; its own files lie in ``.ci``."""
SHARED = re.compile(r"^[^/]+\.data/data/")
"""What goes beside Python's own folders."""
EXTENSION = re.compile(r"(\.[^./]+)?\.(so|pyd)$")
COMPILED = ".so"
ALWAYS = {
    "share/man/man1/mare.1",
    f"{PROGRAM}/__main__.py",
    f"{PROGRAM}/core/empires/data/empires.toml",
    *(f"{PROGRAM}/cli/i18n/locale/{language}/LC_MESSAGES/mare.mo" for language in LANGUAGES),
    *(f"{PROGRAM}/{package}/py.typed" for package in PACKAGES),
}


def sources(root: Path) -> set[str]:
    """The files of the packages below ``root``, as they are called in a wheel: relative paths with slashes."""
    own = root / ".ci" / PROGRAM
    found = {path: path.relative_to(own) for path in own.rglob("*")}
    found |= {path: path.relative_to(root) for package in PACKAGES for path in (root / package).rglob("*")}
    packed = {named for path, named in found.items() if path.is_file() and "__pycache__" not in path.parts}
    return {(PROGRAM / named).as_posix() for named in packed}


def without_machine(path: str) -> str:
    """The path of an extension module without the version of Python and the machine in it; of others, as it is."""
    return EXTENSION.sub(COMPILED, path)


def compiled(root: Path) -> set[str]:
    """The extension modules of a wheel with compiled rules below ``root``, without version and machine."""
    rules: dict[str, Any] = runpy.run_path(str(root / ".ci" / "compile_rules.py"))
    modules = [path.relative_to(root).with_suffix("") for path in rules["compiled_sources"](root / "core")]
    return {f"{PROGRAM}/{module.as_posix()}{COMPILED}" for module in [*modules, Path(f"{rules['LIBRARY']}__mypyc")]}


def complaints(packed: set[str], wanted: set[str]) -> list[str]:
    """What is wrong with a wheel that packs these paths where those are wanted: sorted sentences."""
    found = {path for path in packed if not path.split("/")[0].endswith(".dist-info")}
    missing = [f"{path} is missing in the wheel." for path in sorted(wanted - found)]
    return missing + [f"{path} does not belong in the wheel." for path in sorted(found - wanted)]


def main(wheel: Path, root: Path) -> int:
    """Compare the wheel with the sources below ``root``, print the complaints; 1 if there are any, else 0."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {without_machine(SHARED.sub("", name)) for name in archive.namelist() if not name.endswith("/")}
    wanted = sources(root) | ALWAYS
    if not wheel.stem.endswith("-none-any"):
        wanted |= compiled(root)
    wrong = complaints(packed, wanted)
    for complaint in wrong:
        print(f"{wheel.name}: {complaint}", file=sys.stderr)
    if not wrong:
        print(f"{wheel.name}: {len(packed)} files, all as they should be.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(__file__).parents[1]))
