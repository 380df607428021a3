"""What makes a way to the terminal: found in the source of a module, without running it.

The modules of `cli/output` are the way out. All others may not even name what writes by itself. In the way out, each
text that is written must be the program's own or come from a function that cleans it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

BUILTINS = {"print", "input", "breakpoint"}
STREAMS = {"stdout", "stderr", "__stdout__", "__stderr__"}
BY_NUMBER = {"open", "write", "writev", "fdopen", "dup", "dup2"}
"""What reaches a stream by its number."""

SHELLS = {"system", "popen"}
"""What of `os` starts a program that writes to our streams."""

SILENT = {"buffer", "completion", "document", "filters", "formatted_text", "history", "input", "key_binding", "keys"}
SILENT |= {"layout", "mouse_events", "styles", "utils"}
"""The modules of prompt_toolkit that write nothing: everything else of it is the way out's."""

TYPES = {"Application", "PromptSession", "ArgumentParser"}
"""What writes once it is made. Any module may name it, but only in an annotation."""

NAMES = {"Application", "PromptSession", "ColorDepth", "Output"}
"""What any module may import from the rest of prompt_toolkit."""

CLEANING = {"visible", "cleaned", "_cleaned"}
WRITING = {"print", "input", "getpass", "write", "set_title"}
MADE_BY_LIBRARY = {"Application", "PromptSession"}
"""What writes texts by itself, to an output that must clean them."""


def outlets(source: str) -> list[str]:
    """Return what a module outside `cli/output` uses that writes to a terminal, each as ``line: what``."""
    tree = ast.parse(source)
    annotations = {id(inner) for outer in _annotations(tree) for inner in ast.walk(outer)}
    found = [
        (node.lineno, what)
        for node in ast.walk(tree)
        if isinstance(node, ast.expr | ast.stmt)
        for what in _found(node, is_annotation=id(node) in annotations)
    ]
    return [f"{line}: {what}" for line, what in sorted(set(found))]


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.arg(annotation=annotation) | ast.AnnAssign(annotation=annotation) if annotation is not None:
                yield annotation
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns) if returns is not None:
                yield returns


def _found(node: ast.AST, *, is_annotation: bool) -> Iterator[str]:
    match node:
        case ast.Name(id=name) if name in BUILTINS or (name in TYPES and not is_annotation):
            yield name
        case ast.Attribute(value=ast.Name(id="sys"), attr=attr) if attr in STREAMS:
            yield f"sys.{attr}"
        case ast.Attribute(value=ast.Name(id="os"), attr=attr) if attr in SHELLS:
            yield f"os.{attr}"
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in BY_NUMBER:
            yield from (
                f"{name} to {arg.value}" for arg in args if isinstance(arg, ast.Constant) and arg.value in (1, 2)
            )
        case ast.Attribute(value=ast.Name(id="getpass"), attr="getpass"):
            yield "getpass.getpass"
        case ast.Import(names=names):
            # Under another name, none of the above would be found.
            yield from (f"{name.name} as {name.asname}" for name in names if name.asname and name.name in WATCHED)
            yield from (name.name for name in names if name.name.split(".")[0] in ("builtins", "prompt_toolkit"))
        case ast.ImportFrom(module="sys", names=names):
            yield from (f"sys.{name.name}" for name in names if name.name in STREAMS)
        case ast.ImportFrom(module="os", names=names):
            yield from (f"os.{name.name}" for name in names if name.name in SHELLS)
        case ast.ImportFrom(module="getpass" | "builtins" as module, names=names):
            yield from (f"{module}.{name.name}" for name in names)
        case ast.ImportFrom(module=str(module), names=names) if module.split(".")[0] == "prompt_toolkit":
            if module.partition(".")[2].split(".")[0] not in SILENT:
                yield from (f"{module}.{name.name}" for name in names if name.name not in NAMES or name.asname)


WATCHED = {"sys", "os", "getpass"}


def uncleaned(source: str) -> list[str]:
    """Return what a module of `cli/output` writes that nothing has cleaned, each as ``line: what``."""
    return [
        f"{call.lineno}: {ast.unparse(text)}"
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and _writes(call.func)
        for text in (*call.args, *(word.value for word in call.keywords if word.arg in ("sep", "end")))
        if not _is_clean(text)
    ] + [
        f"{call.lineno}: {ast.unparse(call)}"
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MADE_BY_LIBRARY
        if not any(word.arg == "output" and _is_call_of(word.value, {"_cleaning"}) for word in call.keywords)
    ]


def _writes(function: ast.expr) -> bool:
    match function:
        case ast.Name(id=name):
            return name in WRITING
        case ast.Attribute(attr="write" | "writelines" | "write_raw"):
            return True
    return False


def _is_clean(text: ast.expr) -> bool:
    return isinstance(text, ast.Constant) or _is_call_of(text, CLEANING)


def _is_call_of(node: ast.expr, functions: set[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions
