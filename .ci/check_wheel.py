"""Checks what is in a wheel: the four packages whole, with their data, and nothing else."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

PACKAGES = ("cli", "core", "crypto", "p2p")
LANGUAGES = ("hu", "ko", "ru")
ALWAYS = {
    "core/empires/data/empires.toml",
    *(f"cli/i18n/locale/{language}/LC_MESSAGES/mare.mo" for language in LANGUAGES),
    *(f"{package}/py.typed" for package in PACKAGES),
}


def sources(root: Path) -> set[str]:
    """The files of the four packages below ``root``, as relative paths with slashes."""
    found = (path for package in PACKAGES for path in (root / package).rglob("*"))
    return {path.relative_to(root).as_posix() for path in found if path.is_file() and "__pycache__" not in path.parts}


def complaints(packed: set[str], wanted: set[str]) -> list[str]:
    """What is wrong with a wheel that packs these paths where those are wanted: sorted sentences."""
    found = {path for path in packed if not path.split("/")[0].endswith(".dist-info")}
    missing = [f"{path} is missing in the wheel." for path in sorted(wanted - found)]
    return missing + [f"{path} does not belong in the wheel." for path in sorted(found - wanted)]


def main(wheel: Path, root: Path) -> int:
    """Compare the wheel with the sources below ``root``, print the complaints; 1 if there are any, else 0."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if not name.endswith("/")}
    wrong = complaints(packed, sources(root) | ALWAYS)
    for complaint in wrong:
        print(f"{wheel.name}: {complaint}", file=sys.stderr)
    if not wrong:
        print(f"{wheel.name}: {len(packed)} files, all as they should be.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(__file__).parents[1]))
