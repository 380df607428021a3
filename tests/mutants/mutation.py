"""Find the mutants of a module: small changes of its source, each of which some test should notice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

Place = tuple[ast.AST, str, int]
"""Where a node stands: its parent, the field, and the index in a list; -1 if the field is no list."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
BOUNDS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)

CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}

CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "reversed": "iter"}

TYPES = ("annotation", "returns", "decorator_list", "bases", "keywords")
"""Fields that say types, or settings of a class: they aren't changed."""

SHOWN = 90
"""Most characters of a node that a mutant shows."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a module: the line, what stands there ``before`` and ``after``, and the function around it.

    ``function`` is the first line of the innermost function, decorators included; 0 outside of all functions.
    """

    line: int
    before: str
    after: str
    function: int
    tree: ast.Module
    place: Place
    instead: ast.AST

    def __str__(self) -> str:
        return f"{self.line}: {self.before}  →  {self.after}"

    def compiled(self, file: str) -> CodeType:
        """Compile the module with this change."""
        parent, field, index = self.place
        original = getattr(parent, field)
        changed = self.instead if index < 0 else [*original[:index], self.instead, *original[index + 1 :]]
        setattr(parent, field, changed)
        try:
            return compile(ast.fix_missing_locations(self.tree), file, "exec", dont_inherit=True)
        finally:
            setattr(parent, field, original)


def mutants_of(source: str) -> list[Mutant]:
    """Return all mutants of a module, in the order of its source."""
    tree = ast.parse(source)
    found = []
    for place, function in _places(tree, 0):
        node = _at(place)
        for instead in _mutations(node, inside=function > 0):
            line = getattr(node, "lineno", function)
            found.append(Mutant(line, _shown(node), _shown(instead), function, tree, place, instead))
    return sorted(found, key=lambda mutant: mutant.line)


def _at(place: Place) -> ast.AST:
    parent, field, index = place
    value = getattr(parent, field)
    node: ast.AST = value if index < 0 else value[index]
    return node


def _shown(node: ast.AST) -> str:
    if isinstance(node, ast.comprehension):
        text = " ".join(f"if {ast.unparse(condition)}" for condition in node.ifs)
    elif isinstance(node, ast.If | ast.While):
        text = f"{'if' if isinstance(node, ast.If) else 'while'} {ast.unparse(node.test)}"
    else:
        text = " ".join(ast.unparse(node).split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _places(node: ast.AST, function: int) -> Iterator[tuple[Place, int]]:
    """Yield where nodes stand that may change, each with the first line of the function around it."""
    for field, value in ast.iter_fields(node):
        if field in TYPES and not isinstance(node, ast.Call):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(-1, value)]:
            if not isinstance(child, ast.AST) or _says_types(child):
                continue
            around = _first_line(node) if isinstance(node, ast.FunctionDef) and field == "body" else function
            yield (node, field, index), around
            yield from _places(child, around)


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _says_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _mutations(node: ast.AST, *, inside: bool) -> Iterator[ast.AST]:
    """Yield what can stand instead of a node; ``inside`` says whether it stands in a function."""
    if isinstance(node, ast.stmt):
        yield from _other_statements(node)
    if isinstance(node, ast.If | ast.While | ast.IfExp | ast.comprehension):
        yield from _turned_round(node)
    elif isinstance(node, ast.Constant):
        yield from _other_values(node.value)
    elif inside or not isinstance(getattr(node, "op", None), ast.BitOr):  # outside of functions, it joins types
        yield from _other_operators(node)


def _other_operators(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, ops, comparators):
            for index, kind in enumerate(ops):
                yield ast.Compare(left, [*ops[:index], COMPARED[type(kind)](), *ops[index + 1 :]], comparators)
        case ast.BoolOp(kind, values):
            yield ast.BoolOp(ast.Or() if isinstance(kind, ast.And) else ast.And(), values)
            for index in range(len(values)):
                others = values[:index] + values[index + 1 :]
                yield others[0] if len(others) == 1 else ast.BoolOp(kind, others)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.BinOp(left, kind, right) if type(kind) in CALCULATED:
            yield ast.BinOp(left, CALCULATED[type(kind)](), right)
        case ast.Call(ast.Name(name), arguments, keywords) if name in CALLED:
            yield ast.Call(ast.Name(CALLED[name], ast.Load()), arguments, keywords)


def _other_values(value: object) -> Iterator[ast.AST]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)


def _turned_round(node: ast.If | ast.While | ast.IfExp | ast.comprehension) -> Iterator[ast.AST]:
    match node:
        case ast.IfExp(test, body, orelse) if _can_be_negated(test):
            yield ast.IfExp(_negated(test), body, orelse)
        case ast.If(test, then, otherwise) if _can_be_negated(test):
            yield ast.If(_negated(test), then, otherwise)
        case ast.While(test, then, otherwise) if _can_be_negated(test):
            yield ast.While(_negated(test), then, otherwise)
        case ast.comprehension(target, iterated, [first, *others], is_async) if _can_be_negated(first):
            yield ast.comprehension(target, iterated, [_negated(first), *others], is_async)


def _other_statements(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break() | ast.Delete():
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _can_be_negated(test: ast.expr) -> bool:
    """Whether its negation is not what another mutant does already."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return isinstance(test.ops[0], BOUNDS)
    return not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))
