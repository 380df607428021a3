"""Tables of words as TOML, and the differences between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def toml_of(tables: Mapping[str, Any]) -> str:
    """Return tables as TOML: everything on a line of its own, the pieces under headings."""
    headings = ("empires", "provinces", "seas")
    lines = [f"{key} = {value_text(value)}" for key, value in tables.items() if key not in (*headings, "doing")]
    if "doing" in tables:
        lines += ["doing = [", *(f"  {value_text(frame)}," for frame in tables["doing"]), "]"]
    for heading in headings:
        if heading in tables:
            lines += ["", f"[{heading}]", *(f"{key} = {value_text(value)}" for key, value in tables[heading].items())]
    return "\n".join(lines) + "\n"


def value_text(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_key_text(key)} = {value_text(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _key_text(key: str) -> str:
    return key if key.replace("_", "").isalnum() else f'"{key}"'


def leaves(where: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the values of nested tables, each with its path."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(f"{where}.{key}" if where else key, item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(f"{where}[{index}]", item)
    else:
        yield where, value_text(value)


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Return the differences between two positions, a line for each key. A missing value is written ``-``."""
    one, other = dict(leaves("", first)), dict(leaves("", second))
    keys = [*one, *(key for key in other if key not in one)]
    return [f"{key}: {one.get(key, '-')} / {other.get(key, '-')}" for key in keys if one.get(key) != other.get(key)]
