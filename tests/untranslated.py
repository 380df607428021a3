"""Texts in `cli` that no catalogue has: found in the source of a module, without running it.

A text is what reads as a sentence or a heading. It must be collected for translators, as the argument of `tr` and its
like is. Docstrings, sentences about faults of the program itself, and texts that are only compared are for no reader.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

PROGRAMMERS = {"AssertionError", "KeyError", "NotImplementedError", "RuntimeError", "TypeError", "ValueError"}
"""What says that the program itself is wrong: its sentences are in English, as the report of a fault is."""

COMPARING = {
    "removeprefix",
    "removesuffix",
    "startswith",
    "endswith",
    "partition",
    "replace",
    "compile",
    "sub",
    "split",
}
"""What looks for a text, and shows it to no one."""

SHOWING = {"say", "complain", "ask", "ask_secretly", "overwrite", "notice", "announce", "tell", "Failure", "Unanswered"}
"""What shows its first argument to people."""

_WORD = re.compile(r"[A-Za-z]{2,}")
_SENTENCE = re.compile(
    r"[A-Za-z]{2,}\W*[.!?…]\W*$|^\W*[A-Z][a-z]+ +[A-Za-z]{2,}|[A-Za-z]{2,} +[A-Za-z]{2,} +[A-Za-z]{2,}"
)
_TYPED = re.compile(r"mare |[A-Z,|…]+$|[\"'<]|(class:|bg:|#)")
"""What begins as a command, as tags and attributes of a page do, or as a style; and what stands for what is typed."""

_PREFIX = re.compile(r"mare\b|--[\w-]+")
"""The names of the program and of options, which no language changes."""


def untranslated(source: str, collected: Collection[str]) -> list[str]:
    """Return the texts of a module that are not among the collected ones, each as ``line: text``."""
    tree = ast.parse(source)
    unread = set(_unread(tree))
    found = [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unread
        if node.value not in collected and _SENTENCE.search(node.value) and not _TYPED.match(node.value)
    ]
    shown = [
        (text.lineno, ast.unparse(text))
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and _name(call.func) in SHOWING
        for text in call.args[:1]
        if _is_bare(text)
    ]
    return [f"{line}: {text}" for line, text in sorted(set(found + shown))]


def _unread(tree: ast.Module) -> Iterator[int]:
    """Yield the ids of the texts that no player reads."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as text):
                yield id(text)
            case ast.Call(func=function, args=args) if _name(function) in PROGRAMMERS | COMPARING:
                yield from (id(inner) for arg in args for inner in ast.walk(arg))
            case ast.arg(annotation=ast.expr() as annotation):
                yield from map(id, ast.walk(annotation))


def _is_bare(text: ast.expr) -> bool:
    """Return whether words are shown as the source has them, a single one or the parts of a formatted text included."""
    match text:
        case ast.Constant(value=str(value)):
            return _WORD.search(_PREFIX.sub("", value)) is not None
        case ast.JoinedStr(values=values):
            return any(isinstance(part, ast.Constant) and _is_bare(part) for part in values)
        case ast.BinOp(left=left, right=right):
            return _is_bare(left) or _is_bare(right)
        case ast.IfExp(body=body, orelse=orelse):
            return _is_bare(body) or _is_bare(orelse)
    return False


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
