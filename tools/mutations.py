"""Small changes of Python code, by named operators; `tools/mutants.py` tests the tests with them.

Left alone are decorators, annotations, base classes, imports, checks that always pass, and all
text: strings, docstrings and the messages of errors.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

SWAPS: dict[type[ast.AST], type[ast.AST]] = {}
for one, other in (
    *((ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn), (ast.Lt, ast.LtE)),
    *((ast.Gt, ast.GtE), (ast.Add, ast.Sub), (ast.Mult, ast.Add), (ast.Div, ast.Mult)),
    *((ast.FloorDiv, ast.Mod), (ast.Pow, ast.Mult), (ast.LShift, ast.RShift)),
    *((ast.BitAnd, ast.BitOr), (ast.BitXor, ast.BitOr), (ast.And, ast.Or)),
    *((ast.MatMult, ast.Mult), (ast.Break, ast.Continue)),
):
    SWAPS |= {one: other} | ({} if other in SWAPS else {other: one})
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
SYMMETRIC = ("gcd", "isinstance", "max", "min", "zip")
"""Functions for which the order of arguments does not matter, or may not be another."""

SKIPPED = ("annotation", "returns", "decorator_list", "bases", "msg", "exc")
TEXT = (ast.JoinedStr, ast.Import, ast.ImportFrom)


def changed(node: ast.AST, **fields: object) -> ast.AST:
    """Return a node with other fields."""
    return type(node)(**{**dict(ast.iter_fields(node)), **fields})


def without(nodes: list[ast.AST], place: int) -> list[ast.AST]:
    """Return all nodes of a list except one."""
    return [*nodes[:place], *nodes[place + 1 :]]


def is_check(node: ast.AST) -> bool:
    """Return whether a node states only what always holds, or is there for type checkers."""
    is_typing = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    return is_typing or isinstance(node, ast.Assert) or getattr(node, "arg", None) == "strict"


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:  # noqa: PLR0915 - a case each
    """Yield the operators that apply to a node, and the node that each puts in its place."""
    match node:
        case ast.Compare(left, operators, values):
            for place, each in enumerate(operators):
                ops = [*operators[:place], SWAPS[type(each)](), *operators[place + 1 :]]
                yield "comparison", changed(node, ops=ops)
            match operators, values:
                case [ast.Is() | ast.IsNot()], [ast.Constant(bool() as value)]:
                    is_so = isinstance(operators[0], ast.Is) == value
                    yield "truth", left if is_so else ast.UnaryOp(ast.Not(), left)
        case ast.BinOp(op=operator):
            yield "arithmetic", changed(node, op=SWAPS[type(operator)]())
        case ast.BoolOp(op=operator, values=values):
            yield "logic", changed(node, op=SWAPS[type(operator)]())
            for place in range(len(values)):
                kept = without(values, place)
                yield "operand", changed(node, values=kept) if kept[1:] else kept[0]
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield "sign", operand
        case ast.If() | ast.IfExp():
            yield "condition", changed(node, test=ast.Constant(True))
            yield "condition", changed(node, test=ast.Constant(False))
        case ast.While():
            yield "condition", changed(node, test=ast.Constant(False))
        case ast.comprehension(ifs=tests):
            for place in range(len(tests)):
                yield "filter", changed(node, ifs=without(tests, place))
        case ast.Constant(bool() as value):
            yield "constant", ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield "number", ast.Constant(value + 1)
            yield "number", ast.Constant(value - 1)
        case ast.Name(name) if name in NAMES:
            yield "function", ast.Name(NAMES[name])
        case ast.Call(function, arguments, keywords):
            name = getattr(function, "id", getattr(function, "attr", ""))
            starred = any(isinstance(each, ast.Starred) for each in arguments[:2])
            if len(arguments) > 1 and not starred and name not in SYMMETRIC:
                first, second, *others = arguments
                yield "order", changed(node, args=[second, first, *others])
            for place, each in enumerate(keywords):
                if each.arg and not is_check(each):
                    yield "argument", changed(node, keywords=without(keywords, place))
        case ast.Slice(lower, upper):
            if lower:
                yield "slice", changed(node, lower=None)
            if upper:
                yield "slice", changed(node, upper=None)
        case ast.Match(cases=cases) if len(cases) > 1:
            for place in range(len(cases)):
                yield "case", changed(node, cases=without(cases, place))
        case ast.AugAssign(op=operator):
            yield "arithmetic", changed(node, op=SWAPS[type(operator)]())
            yield "statement", ast.Pass()
        case ast.Expr(ast.Call()) | ast.Raise() | ast.Delete():
            yield "statement", ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield "statement", ast.Pass()
        case ast.Break() | ast.Continue():
            yield "loop", SWAPS[type(node)]()


class Mutant(NamedTuple):
    """A change of a file: `put` puts `new` in the place of `old` in its tree."""

    tree: ast.Module
    path: str
    function: str
    operator: str
    lines: range
    old: ast.AST
    new: ast.AST
    put: Callable[[ast.AST], object]

    @property
    def code(self) -> str:
        """The file as changed."""
        self.put(self.new)
        code = ast.unparse(self.tree)
        self.put(self.old)
        return code

    @property
    def difference(self) -> tuple[str, str, str]:
        """Where it is, and the lines before and after; they stay the same if others change."""
        texts = ast.unparse(self.tree).splitlines(), self.code.splitlines()
        lines = list(difflib.unified_diff(*texts, n=0))[3:]
        before, after = (
            "\n".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
        )
        return f"{self.path}: {self.function}", before, after


def mutants_of(root: Path, path: str) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    text = (root / path).read_text("utf-8")
    tree = ast.parse(text)

    def below(node: ast.AST, function: str, lines: range | None) -> Iterator[Mutant]:
        for name, value in ast.iter_fields(node):
            if name in SKIPPED or (name == "keywords" and isinstance(node, ast.ClassDef)):
                continue
            own = lines
            if isinstance(node, ast.FunctionDef):  # its defaults matter to whoever calls it
                own = None if name == "body" else range(node.lineno, node.end_lineno + 1)
            for place, child in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(child, ast.AST) or isinstance(child, TEXT) or is_check(child):
                    continue
                put = partial(
                    *(
                        (value.__setitem__, place)
                        if isinstance(value, list)
                        else (setattr, node, name)
                    )
                )
                part = getattr(child, "test", getattr(child, "target", child))
                for operator, new in changes(child):
                    if ast.dump(new) == ast.dump(child):
                        continue  # two equal arguments, for one, in the other order
                    reached = own or range(part.lineno, part.end_lineno + 1)
                    yield Mutant(tree, path, function, operator, reached, child, new, put)
                is_scope = isinstance(child, ast.FunctionDef | ast.ClassDef)
                inner = f"{function}.{child.name}".lstrip(".") if is_scope else function
                yield from below(child, inner, own)

    yield from below(tree, "", range(1, len(text.splitlines()) + 1))
