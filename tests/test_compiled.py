"""What is done to the rules before they are compiled, and how a program knows that they are."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterable
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from cli.command import rules_are_compiled

ROOT = Path(__file__).parents[1]
_SCRIPT = runpy.run_path(str(ROOT / ".ci" / "compile_rules.py"))
prepared: Callable[..., str] = _SCRIPT["prepared"]
extended_in: Callable[[Iterable[str]], frozenset[str]] = _SCRIPT["extended_in"]
compiled_sources: Callable[[Path], list[Path]] = _SCRIPT["compiled_sources"]

RECORD = """
class Marching(NamedTuple):
    province: kinds.Province  # where the legions stand
    force: LandForce = ()

    def size(self, doubled: bool) -> int:
        ...
"""


def test_the_annotations_of_a_named_tuple_are_quoted_where_they_stand() -> None:
    assert prepared(RECORD) == RECORD.replace("kinds.Province", "'kinds.Province'").replace(
        "force: LandForce", "force: 'LandForce'"
    )


def test_other_classes_stay_as_they_are() -> None:
    record = RECORD.replace("NamedTuple", "Record")
    assert prepared(record) == record


def test_an_annotation_of_two_lines_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2: an annotation of a named tuple must be on one line"):
        prepared("class Turn(NamedTuple):\n    marks: tuple[\n        int, ...\n    ]\n")


FIELDS = """
@dataclass(slots=True)
class March:
    target: Province  # where to
    number: int = 1

    def again(self) -> March:
        ...
"""


def test_the_init_of_a_record_is_written_on_the_empty_line_after_its_fields() -> None:
    written = (
        "    def __init__(self, target: Province, number: int = 1) -> None: self.target = target; self.number = number"
    )
    assert prepared(FIELDS) == FIELDS.replace("= 1\n\n", f"= 1\n{written}\n")


@pytest.mark.parametrize(
    "record",
    [
        FIELDS.replace("slots=True", "frozen=True"),
        FIELDS.replace("March:\n", "March(Order):\n"),
        FIELDS.replace("= 1", "= field(default=1)"),
        FIELDS.replace("number: int", "number: ClassVar[int]"),
        FIELDS.replace("def again(self) -> March", "def __init__(self) -> None"),
        FIELDS.replace("def again(self) -> March", "def __post_init__(self) -> None"),
    ],
    ids=["frozen", "extends another", "computes a default", "has a constant", "has its own", "goes on after it"],
)
def test_the_init_of_another_record_is_not_written(record: str) -> None:
    assert prepared(record) == record


def test_the_init_of_a_record_that_others_extend_is_not_written() -> None:
    assert prepared(FIELDS, extended_in([FIELDS, "class Forced(actions.March):\n    ..."])) == FIELDS


def test_a_record_without_an_empty_line_after_its_fields_is_refused() -> None:
    with pytest.raises(ValueError, match="line 6: it should be empty, after the fields of a record"):
        prepared(FIELDS.replace("= 1\n\n", "= 1\n"))


def test_numbers_with_names_are_final_so_that_no_use_looks_them_up() -> None:
    first, rest = "from __future__ import annotations", '\nFREE = -1\nNAMES = ("a", "b")\nTRUE = True\n'
    expected = f"{first}; from typing import Final{rest.replace('FREE =', 'FREE: Final =')}"
    assert prepared(first + rest) == expected


COUNTED = """
class Counted:
    \"\"\"Counts how often its value is computed.\"\"\"

    times = 0

    @cached_property
    def value(self) -> int:
        self.times += 1
        return 0
"""


@pytest.mark.parametrize("written", ["cached_property", "functools.cached_property"])
def test_a_cached_property_computes_once_for_each_object_without_its_decorator(written: str) -> None:
    found: dict[str, Any] = {}
    exec("from __future__ import annotations" + prepared(COUNTED.replace("cached_property", written)), found)
    first, second = found["Counted"](), found["Counted"]()
    assert (first.value, first.value, second.value) == (0, 0, 0)
    assert (first.times, second.times) == (1, 1)
    assert len(prepared(COUNTED).split("\n")) == len(COUNTED.split("\n"))


@pytest.mark.parametrize(
    ("broken", "line"),
    [
        (COUNTED.replace("    times = 0\n\n", "    times = 0\n"), 6),
        (COUNTED.replace(" -> int", ""), 7),
        (COUNTED.replace("    @cached", "    @final\n    @cached"), 8),
    ],
    ids=["no empty line", "no type", "two decorators"],
)
def test_a_cached_property_that_cannot_be_rewritten_is_refused(broken: str, line: int) -> None:
    with pytest.raises(ValueError, match=f"line {line}: a cached property needs an empty line above it, and its type"):
        prepared(broken)


def test_a_class_with_a_cached_property_needs_a_docstring() -> None:
    with pytest.raises(ValueError, match="line 4: a class with cached properties needs a docstring"):
        prepared(COUNTED.replace('    """Counts how often its value is computed."""\n', ""))


def test_a_record_with_a_cached_property_is_refused() -> None:
    with pytest.raises(ValueError, match="line 9: a record can't have a cached property"):
        prepared(
            COUNTED.replace("class", "@dataclass\nclass", 1).replace("    times = 0\n\n", "    times: int = 0\n\n")
        )


def test_every_cached_property_of_the_rules_is_rewritten() -> None:
    for path in compiled_sources(ROOT / "core"):
        assert "cached_property\n    def" not in prepared(path.read_text("utf-8"))


def test_whatever_evaluates_an_annotation_finds_the_same_in_quotes() -> None:
    for path in compiled_sources(ROOT / "core"):
        source = path.read_text("utf-8")
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        assert _hints(prepared(source), module) == _hints(source, module)


def _hints(source: str, module: str) -> dict[str, str]:
    """Return by name what the fields of each named tuple of a module are."""
    found: dict[str, Any] = {"__name__": module}
    exec(source, found)
    records = {name: each for name, each in found.items() if isinstance(each, type) and each.__module__ == module}
    return {
        name: str(get_type_hints(record, found, include_extras=True))
        for name, record in records.items()
        if hasattr(record, "_fields")
    }


@pytest.mark.parametrize(("suffix", "compiled"), [(EXTENSION_SUFFIXES[0], True), (".py", False), (".txt", False)])
def test_rules_are_compiled_if_python_would_take_an_extension_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, compiled: bool
) -> None:
    package = ModuleSpec("core", None, is_package=True)
    package.submodule_search_locations = [str(tmp_path)]
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / f"game{suffix}").touch()
    monkeypatch.setattr("cli.command.find_spec", {"core": package}.get)
    assert rules_are_compiled() is compiled
