"""Finds what could make the rules give two results for one log: floats, chance, clocks, files, orders of sets.

It reads the syntax only, so it knows a set by how it is written: a display, a call, an annotation, or a name that was
given one of these. What it cannot see, the tests that replay games under two hash seeds do.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

IMPURE_MODULES = frozenset(
    {"asyncio", "concurrent", "datetime", "decimal", "io", "locale", "logging", "multiprocessing", "os", "pathlib"}
    | {"random", "secrets", "select", "shutil", "signal", "socket", "ssl", "statistics", "subprocess", "tempfile"}
    | {"threading", "time", "trio", "unicodedata", "uuid", "weakref"}
)
IMPURE_CALLS = frozenset({"breakpoint", "eval", "exec", "float", "hash", "id", "input", "open", "print"})
INTEGER_MATH = frozenset({"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"})

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

SET_TYPES = frozenset({"set", "frozenset", "AbstractSet", "MutableSet", "Set"})
SET_METHODS = frozenset({"copy", "union", "intersection", "difference", "symmetric_difference"})
SET_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
ORDER_BLIND_CALLS = frozenset({"all", "any", "frozenset", "len", "max", "min", "set", "sorted", "sum"})
ORDERED_CALLS = frozenset({"dict", "enumerate", "filter", "iter", "list", "map", "next", "reversed", "tuple", "zip"})
RANKING_CALLS = frozenset({"max", "min", "sorted"})


def impurities(source: str) -> list[str]:
    """What is impure in a module's source, in the order of its lines: ``line: what is wrong``."""
    tree = ast.parse(source)
    found = [
        (node.lineno, complaint)
        for node in ast.walk(tree)
        if isinstance(node, ast.expr | ast.stmt)
        for complaint in (*_imports(node), *_numbers(node), *_calls(node))
    ]
    found += [(line, "iterates a set, whose order is not ours") for line in _lines_that_iterate_sets(tree)]
    return [f"{line}: {complaint}" for line, complaint in sorted(set(found))]


def _imports(node: ast.AST) -> Iterator[str]:
    modules: list[str] = []
    if isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        modules = [node.module]
        if node.module == "math":
            yield from (f"imports math.{alias.name}" for alias in node.names if alias.name not in INTEGER_MATH)
    yield from (f"imports {module}" for module in modules if module.split(".")[0] in IMPURE_MODULES)


def _numbers(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
        yield f"the number {node.value} is not an integer"
    match node:
        case ast.BinOp(op=ast.Div(), left=left, right=right) | ast.AugAssign(op=ast.Div(), target=left, value=right):
            # A path is joined to a text by the same sign.
            if not (_is_text(left) or _is_text(right)):
                yield "true division gives a float"
        case ast.Attribute(value=ast.Name(id="math"), attr=attr) if attr not in INTEGER_MATH:
            yield f"math.{attr} is not arithmetic of integers"


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _calls(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
        yield f"calls {node.func.id}()"


def _lines_that_iterate_sets(tree: ast.Module) -> Iterator[int]:
    shared = frozenset(name for node in ast.walk(tree) for name in _shared_sets(node))
    yield from _in_scope(tree, shared)


def _in_scope(scope: ast.AST, outer: frozenset[str]) -> Iterator[int]:
    """The lines of a module, class or function that iterate sets, where ``outer`` names the sets seen from outside.

    Names of attributes and methods have a dot in front, in ``outer`` and below: they are shared by the whole module.
    """
    nodes = list(_own_nodes(scope))
    sets = outer - {name for node in nodes for name in _bound(node)}
    while more := frozenset(name for node in nodes for name in _declared(node, sets)) - sets:
        sets |= more
    yield from (node.lineno for node in _iterated(nodes) if _is_set(node, sets))
    for node in nodes:
        if isinstance(node, SCOPES):
            yield from _in_scope(node, sets)


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Everything in a scope, with the scopes directly inside it but not what is in those."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, SCOPES):
            yield from _own_nodes(child)


def _bound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id


def _declared(node: ast.AST, sets: frozenset[str]) -> Iterator[str]:
    """The names that a statement makes sets of, by annotation or by what it assigns."""
    match node:
        case ast.Assign(targets=targets, value=value) if _is_set(value, sets):
            yield from map(_name, targets)
        case ast.NamedExpr(target=target, value=value) if _is_set(value, sets):
            yield _name(target)
        case ast.AnnAssign(target=target, annotation=annotation) if _is_set_type(annotation):
            yield _name(target)
        case ast.arg(arg=name, annotation=annotation) if _is_set_type(annotation):
            yield name
        case ast.FunctionDef(name=name, returns=returns) if _is_set_type(returns):
            yield name


def _shared_sets(node: ast.AST) -> Iterator[str]:
    """The attributes that are sets, and the fields and methods of a class that are or give one."""
    if isinstance(node, ast.ClassDef):
        yield from (f".{name}" for statement in node.body for name in _declared(statement, frozenset()))
    else:
        yield from (name for name in _declared(node, frozenset()) if name.startswith("."))


def _name(node: ast.AST) -> str:
    """A variable's name, or an attribute's with a dot in front; nothing for other expressions."""
    if isinstance(node, ast.Attribute):
        return f".{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _is_set_type(annotation: ast.AST | None) -> bool:
    generic = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return generic is not None and _name(generic).lstrip(".") in SET_TYPES


def _is_set(node: ast.AST, sets: frozenset[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.Name() | ast.Attribute():
            return _name(node) in sets
        case ast.Call(func=ast.Attribute(attr=attr, value=value)) if attr in SET_METHODS and _is_set(value, sets):
            return True
        case ast.Call(func=func):
            return _name(func) in sets
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, SET_OPERATORS):
            return _is_set(left, sets) or _is_set(right, sets)
        case ast.IfExp(body=body, orelse=orelse):
            return _is_set(body, sets) or _is_set(orelse, sets)
    return False


def _iterated(nodes: list[ast.AST]) -> Iterator[ast.expr]:
    """The expressions that are gone through one by one where the order can show."""
    blind = {id(argument) for node in nodes for argument in _order_blind(node)}
    for node in nodes:
        match node:
            case ast.For(iter=iterated) | ast.YieldFrom(value=iterated) | ast.Starred(value=iterated):
                yield iterated
            case (
                ast.ListComp(generators=generators)
                | ast.DictComp(generators=generators)
                | ast.GeneratorExp(generators=generators)
            ) if id(node) not in blind:
                yield from (generator.iter for generator in generators)
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in ORDERED_CALLS:
                yield from arguments
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[_, *_]) if name in RANKING_CALLS:
                yield from arguments
            case ast.Call(func=ast.Attribute(attr="join" | "extend" | "fromkeys"), args=arguments):
                yield from arguments
            case ast.Call(func=ast.Attribute(attr="pop", value=popped), args=[]):
                yield popped


def _order_blind(node: ast.AST) -> list[ast.expr]:
    """The arguments of a call that gives the same for every order of them; with a key, equals keep their order."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in ORDER_BLIND_CALLS:
            return arguments
    return []
