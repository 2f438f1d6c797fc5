"""The source of the code that runs, which need not be what its file holds by now."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from textwrap import dedent
from types import CodeType, FunctionType


def source_of(thing: FunctionType | type) -> str:
    """Return the source of a function or a class; empty where it is not known.

    That of a class without methods is not known, and neither is what a file held before it was
    changed: its code is compared with what is there.

    Examples
    --------
    >>> print(source_of(source_of).splitlines()[0])
    def source_of(thing: FunctionType | type) -> str:
    """
    if isinstance(thing, FunctionType):
        codes = [thing.__code__]
    else:
        methods = (getattr(each, "__func__", each) for each in vars(thing).values())
        codes = [each.__code__ for each in methods if isinstance(each, FunctionType)]
        codes = [code for code in codes if code.co_filename != "<string>"]
    if not codes or len({code.co_filename for code in codes}) > 1:
        return ""
    text = "".join(linecache.getlines(codes[0].co_filename))
    try:
        tree, known = _compiled(text)
    except (SyntaxError, ValueError):
        return ""
    if not all(code in known for code in codes):
        return ""
    name = thing.__name__ if isinstance(thing, type) else None
    return _cut(text, tree, codes[0].co_firstlineno, name)


@lru_cache(8)
def _compiled(text: str) -> tuple[ast.Module, frozenset[CodeType]]:
    code = compile(text, "<source>", "exec", dont_inherit=True)
    return ast.parse(text), frozenset(_inner(code))


def _inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _inner(each)


def _cut(text: str, tree: ast.Module, line: int, name: str | None) -> str:
    """Return the innermost statement on a line, or the class of a name around it."""
    found = ""
    for node in ast.walk(tree):  # outer ones come first
        if not isinstance(node, ast.stmt) or (
            name is not None and not (isinstance(node, ast.ClassDef) and node.name == name)
        ):
            continue
        above = [each.lineno for each in getattr(node, "decorator_list", ())]
        start, end = min([node.lineno, *above]), node.end_lineno or node.lineno
        if start <= line <= end:
            found = dedent("".join(text.splitlines(keepends=True)[start - 1 : end])).rstrip()
    return found
