"""Compiles the rules (``core``) with mypyc into one extension module for each of theirs, and a library that holds all.

mypyc compiles what mypy has checked. The sources stay beside the extension modules: Python prefers these, tracebacks
quote those. hatch-mypyc compiles sources as they are, so the hook in ``build_hook.py`` calls this module instead, which

- quotes the annotations of named tuples: mypyc evaluates them only in part, and drops the kind from ``Province``;
- writes out the ``__init__`` of records: mypyc would call the one that ``dataclass`` makes, which it can't compile;
- declares numbers ``Final``, or each use of one would look its name up;
- writes out what ``cached_property`` does: mypyc takes it for ``property``, which computes each time;
- leaves modules out that gain nothing;
- compiles on all cores.
"""

from __future__ import annotations

import ast
import os
import shutil
import sys
from collections.abc import Container, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

LIBRARY = "mare_rules"
"""What the library is called, before ``__mypyc``. It lies beside ``core``."""

INTERPRETED = frozenset(
    {
        "__init__",
        "action",
        "actions",
        "edition",
        "editions",
        "errors",
        "event",
        "events",
        "facts",
        "kind",
        "kinds",
        "map",
        "map_file",
        "message",
        "option",
        "options",
        "policy",
        "position",
        "rulebook",
        "scenario",
        "toml",
        "words",
    }
)
"""Names of modules that are left out: records, which mypyc would make otherwise than ``dataclass``, and what reads and
writes lines, files and texts. Games spend no time there.
"""


def compiled_sources(core: Path) -> list[Path]:
    """Return the modules of ``core`` that are compiled, sorted."""
    return sorted(path for path in core.rglob("*.py") if path.stem not in INTERPRETED and path.parent.name != "data")


def prepared(source: str, extended: Container[str] = ()) -> str:
    """Return a module as mypyc gets it, with the same lines; ``extended`` has the names of classes with subclasses.

    Annotations of named tuples are in quotes; ``get_type_hints`` evaluates these as Python does. Records without a
    base and without subclasses have their ``__init__``, if they are not frozen. A cached property keeps its value in
    an attribute. Raises ValueError if a line can't be rewritten.
    """
    tree, lines = ast.parse(source), source.encode().split(b"\n")
    for record in ast.walk(tree):
        if isinstance(record, ast.ClassDef):
            if any(ast.unparse(base) == "NamedTuple" for base in record.bases):
                _quote_annotations(lines, record)
            if record.name not in extended:
                _write_init(lines, record)
            _keep_values(lines, record)
    return b"\n".join(_final(lines, tree)).decode()


def extended_in(sources: Iterable[str]) -> frozenset[str]:
    """Return the names of all classes that others in these modules extend."""
    records = [each for source in sources for each in ast.walk(ast.parse(source)) if isinstance(each, ast.ClassDef)]
    return frozenset(ast.unparse(base).rpartition(".")[2] for record in records for base in record.bases)


def _final(lines: list[bytes], tree: ast.Module) -> list[bytes]:
    """Return the lines with ``Final`` behind the names that a module gives to numbers."""
    found = False
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            value = statement.value.operand if isinstance(statement.value, ast.UnaryOp) else statement.value
            if isinstance(value, ast.Constant) and type(value.value) is int:
                line = lines[statement.lineno - 1]
                lines[statement.lineno - 1] = line.replace(b" =", b": Final =", 1)
                found = True
    first = b"from __future__ import annotations"
    return [line + b"; from typing import Final" if found and line == first else line for line in lines]


def _write_init(lines: list[bytes], record: ast.ClassDef) -> None:
    """Write the ``__init__`` of a record on the empty line after its fields, if ``dataclass`` need not make it."""
    decorators = " ".join(map(ast.unparse, record.decorator_list))
    fields = [each for each in record.body if isinstance(each, ast.AnnAssign)]
    if not _is_record(record) or "frozen" in decorators or record.bases:
        return
    if any(isinstance(field.value, ast.Call) or "ClassVar" in ast.unparse(field.annotation) for field in fields):
        return
    if any(isinstance(each, ast.FunctionDef) and each.name in ("__init__", "__post_init__") for each in record.body):
        return
    after = fields[-1].end_lineno or fields[-1].lineno
    if lines[after]:
        raise ValueError(f"line {after + 1}: it should be empty, after the fields of a record")
    takes = ", ".join(map(ast.unparse, fields))
    names = [ast.unparse(field.target) for field in fields]
    sets = "; ".join(f"self.{name} = {name}" for name in names)
    lines[after] = f"    def __init__(self, {takes}) -> None: {sets}".encode()


def _is_record(owner: ast.ClassDef) -> bool:
    """Return whether ``dataclass`` makes methods for a class from its fields."""
    return " ".join(map(ast.unparse, owner.decorator_list)).startswith("dataclass")


def _quote_annotations(lines: list[bytes], record: ast.ClassDef) -> None:
    """Put the annotations of a class in quotes."""
    kinds = [statement.annotation for statement in record.body if isinstance(statement, ast.AnnAssign)]
    for kind in reversed(kinds):
        if kind.end_lineno != kind.lineno:
            raise ValueError(f"line {kind.lineno}: an annotation of a named tuple must be on one line")
        line = lines[kind.lineno - 1]
        quoted = repr(ast.unparse(kind)).encode()
        lines[kind.lineno - 1] = line[: kind.col_offset] + quoted + line[kind.end_col_offset :]


def _keep_values(lines: list[bytes], owner: ast.ClassDef) -> None:
    """Let the cached properties of a class compute once: each becomes a method, and a property that keeps its value.

    The property takes the empty line before the decorator, and the decorator's. The attribute that keeps the value is
    declared behind the docstring of the class.
    """
    declared = b""
    for method in owner.body:
        if not isinstance(method, ast.FunctionDef) or not any(map(_keeps, method.decorator_list)):
            continue
        if _is_record(owner):
            raise ValueError(f"line {method.lineno}: a record can't have a cached property, which would be its field")
        above, decorator, name = method.lineno - 3, method.lineno - 2, method.name
        if lines[above] or len(method.decorator_list) > 1 or method.returns is None:
            raise ValueError(f"line {decorator + 1}: a cached property needs an empty line above it, and its type")
        kind, kept = ast.unparse(method.returns), f"self._kept_{name}"
        computed = f"{kept} if {kept} is not None else self._computed_{name}()"
        declared += f"; _kept_{name}: {kind} | None = None".encode()
        lines[above] = b"    @property"
        lines[decorator] = f"    def {name}(self) -> {kind}: {kept} = {computed}; return {kept}".encode()
        lines[method.lineno - 1] = lines[method.lineno - 1].replace(b"def ", b"def _computed_", 1)
    first = owner.body[0]
    if declared and not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)):
        raise ValueError(f"line {first.lineno}: a class with cached properties needs a docstring")
    lines[(first.end_lineno or first.lineno) - 1] += declared


def _keeps(decorator: ast.expr) -> bool:
    """Return whether a decorator is ``cached_property``, with or without its module."""
    return ast.unparse(decorator).rpartition(".")[2] == "cached_property"


def compile_rules(root: Path, target: Path) -> list[Path]:
    """Compile ``core`` below ``root``. Return the extension modules, whose paths are relative to ``target``.

    Raises SystemExit if mypyc or the C compiler fails; they say why.
    """
    with TemporaryDirectory() as folder:
        shutil.copytree(root / "core", Path(folder, "core"), ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        home, there = Path.cwd(), target.resolve()
        os.chdir(folder)
        try:
            _build(there)
        finally:
            os.chdir(home)
    return sorted(path.relative_to(target) for suffix in ("*.so", "*.pyd") for path in target.rglob(suffix))


def _build(target: Path) -> None:
    """Compile the folder ``core`` of the current folder into ``target``, which is absolute."""
    from mypyc.build import mypycify  # noqa: PLC0415 - a test that only asks for the sources lacks it
    from setuptools import Distribution, Extension  # noqa: PLC0415 - as above
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415 - as above

    class OnAllCores(build_ext):
        """Compiles the sources of an extension module side by side."""

        def build_extension(self, ext: Extension) -> None:
            if self.compiler.compiler_type == "unix":
                # Only this library uses these names. Hidden, they need no look-up, and short functions no call.
                ext.extra_compile_args.append("-fvisibility=hidden")

            def compiled(source: str) -> list[str]:
                found: list[str] = self.compiler.compile(
                    [source],
                    output_dir=self.build_temp,
                    include_dirs=ext.include_dirs,
                    extra_postargs=ext.extra_compile_args,
                    depends=ext.depends,
                )
                return found

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                ext.extra_objects = [path for found in pool.map(compiled, ext.sources) for path in found]
            ext.sources = []
            super().build_extension(ext)

    sources = compiled_sources(Path("core"))
    # Numbers of modules that are not compiled stand in those that are.
    texts = {path: path.read_text(encoding="utf-8") for path in Path("core").rglob("*.py")}
    extended = extended_in(texts.values())
    for path, text in texts.items():
        path.write_text(prepared(text, extended), encoding="utf-8")
    checking = ["--config-file=", "--strict", "--ignore-missing-imports", *map(str, sources)]
    # One C file for all would be 700,000 lines, which the compiler takes more time and memory for than for many files.
    extensions = mypycify(checking, opt_level="2", debug_level="0", multi_file=True, group_name=LIBRARY)
    distribution = Distribution({"name": LIBRARY, "packages": [], "ext_modules": extensions})
    command = OnAllCores(distribution)
    command.build_lib = str(target)
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    for path in compile_rules(Path(__file__).parents[1], Path(sys.argv[1])):
        print(path)
