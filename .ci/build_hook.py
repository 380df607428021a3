"""What hatchling does before it packs a wheel: it compiles the catalogues, and the rules if it is told to."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = "MARE_COMPILED"
"""If this variable is 1, a wheel gets compiled rules, and fits one version of Python on one kind of machine."""


class BuildHook(BuildHookInterface[Any]):
    """Writes each ``mare.mo`` beside its ``mare.po``, and adds extension modules to a wheel that is compiled."""

    folder: TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """Return what has to be installed before the rules can be compiled: mypyc, with setuptools."""
        return ["mypy[mypyc]>=2.4"] if self._compiles() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; an editable install keeps rules that can be edited."""
        sys.path.insert(0, str(Path(self.root, ".ci")))
        from compile_catalogues import compile_catalogues  # noqa: PLC0415 - hatchling loads this file alone

        compile_catalogues(Path(self.root))
        if self._compiles() and version == "standard":
            from compile_rules import compile_rules  # noqa: PLC0415 - as above

            self.folder = TemporaryDirectory()
            for path in compile_rules(Path(self.root), Path(self.folder.name)):
                build_data["force_include"][str(Path(self.folder.name, path))] = f"mare/{path.as_posix()}"
            build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what has been packed."""
        if self.folder is not None:
            self.folder.cleanup()

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get(COMPILED) == "1"
