"""What makes a strategy the same one as before: its code, what that refers to, and its parameters.

A fingerprint follows everything that decides about the moves: the compiled code of functions and
classes, the functions, classes and values that they refer to (in their module, in modules beside
it, in a notebook), default values, what a closure holds, and the attributes of objects. Lines may
move, and comments may change. The code of Kaleido and of installed libraries is not followed:
Kaleido's version is kept beside the fingerprint, and libraries count by name.

What cannot be read is an `OptionError`: code that runs text, compiled code without a source, and
objects that cannot be taken apart, such as open files.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import islice
from pathlib import Path
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from kaleido.base.errors import OptionError
from kaleido.base.text import quote, shown
from kaleido.heuristics.makers import Checked, Maker, origin
from kaleido.lab.source import source_of
from kaleido.search.fork import Strategy

DIGITS = 16  # hexadecimal digits of a fingerprint

_PLAIN = (type(None), bool, int, float, complex, str, type(...), type(NotImplemented))
_BUILDERS = ("__init__", "__new__", "__post_init__", "__init_subclass__", "__setstate__")
# What running text, or asking for any name, would have to be known for.
_UNREADABLE = frozenset(["eval", "exec", "compile", "globals", "__import__"])
# What a class holds besides its code and values.
_ASIDE = (
    "__module__", "__dict__", "__weakref__", "__doc__", "__qualname__", "__firstlineno__",
    "__annotations__", "__static_attributes__", "__annotate__", "__annotate_func__",
    "__annotations_cache__", "__orig_bases__", "__abstractmethods__", "_abc_impl",
    "__parameters__", "__type_params__", "__match_args__", "__name__", "__wrapped__",
)  # fmt: skip
# Whatever these do is settled by what they are given.
_SETTLED = (
    "__future__", "_bisect", "_collections", "_functools", "_heapq", "_operator", "abc",
    "bisect", "builtins", "cmath", "collections", "contextlib", "copy", "copyreg",
    "dataclasses", "decimal", "enum", "fractions", "functools", "heapq", "itertools", "math",
    "numbers", "operator", "re", "statistics", "string", "types", "typing",
)  # fmt: skip
_UNSETTLED_BUILTINS = frozenset(["hash", "id", "open", "input"])


@dataclass(frozen=True)
class StrategyIdentity:
    """What a strategy is known by.

    Attributes
    ----------
    digest : str
        Sixteen hexadecimal digits that stand for its code and parameters.
    source : str
        The source of its functions and classes, as far as it is that of the code that runs.
    parameters : mapping of str to str
        The attributes of the strategy as text.
    uses_seed : bool
        Whether another seed may make other moves.
    modules : tuple of str
        The modules outside Kaleido and installed libraries in which the code is.
    """

    digest: str
    source: str
    parameters: Mapping[str, str]
    uses_seed: bool
    modules: tuple[str, ...]


def identify(maker: Maker, label: str, seeds: Iterable[int] = (0,)) -> StrategyIdentity:
    """Return what a strategy that is made from a seed is known by.

    Raises
    ------
    OptionError
        Something that the strategy refers to cannot be read.

    Examples
    --------
    >>> from functools import partial
    >>> from kaleido.heuristics import PaperPlus
    >>> from kaleido.search import Constrained, Weights
    >>> one = identify(partial(PaperPlus, weights=Weights(window=0.4)), "mine")
    >>> one.digest == identify(partial(PaperPlus, weights=Weights(window=0.4)), "other").digest
    True
    >>> one.digest == identify(PaperPlus, "plus").digest
    False
    >>> identify(Constrained, "constrained").uses_seed
    True
    """
    thing, own = origin(maker), _bare(maker(0))
    reader = _Hasher()
    for each in (thing, getattr(thing, "func", None), getattr(thing, "function", None), type(own)):
        reader.adopt(each)
    try:
        # What a class of Kaleido makes is all in what it has made.
        kind = thing.func if isinstance(thing, partial) else thing
        if not _is_ours(kind if isinstance(kind, type) else type(kind)):
            reader.read(thing)
        reader.read(own)
    except _UnreadableError as problem:
        raise OptionError(
            f"strategy {quote(label)} cannot be told from others: {problem}"
        ) from problem
    except RecursionError:
        raise OptionError(
            f"strategy {quote(label)} cannot be told from others: what it refers to is nested too "
            "deeply"
        ) from None
    return StrategyIdentity(
        reader.digest,
        "\n\n".join(reader.sources),
        MappingProxyType(
            {name: _told(each) for name, each in _state(own).items() if not name.startswith("_")}
        ),
        _uses_seed(maker, own, reader, seeds),
        tuple(reader.modules),
    )


_TRIED = 1000
"""So many seeds are tried to find out whether any of them makes another strategy."""


def _uses_seed(maker: Maker, made: Strategy, reader: _Hasher, seeds: Iterable[int]) -> bool:
    if _says_seed(made, reader):
        return True

    # A function of a seed may make other strategies, each of which needs none.
    def digest(strategy: object) -> str:
        each = _Hasher()
        each.read(strategy)
        return each.digest

    own = digest(made)
    return any(digest(_bare(maker(seed))) != own for seed in islice(seeds, _TRIED))


def _told(value: object) -> str:
    """Return a parameter as text, the same in every process."""
    return getattr(value, "__qualname__", None) or shown(value, 1000)


def _bare(strategy: Strategy) -> Strategy:
    return strategy.strategy if isinstance(strategy, Checked) else strategy


def _says_seed(made: Strategy, reader: _Hasher) -> bool:
    """Return whether a strategy's moves depend on its seed, as it says, or as far as is known."""
    kind = type(made)
    says = [each for each in kind.__mro__ if "uses_seed" in vars(each)]
    # What a class of Kaleido says of itself need not be true of what others derive from it.
    if "uses_seed" in vars(made) or (says and (not _is_ours(says[0]) or _is_ours(kind))):
        return bool(made.uses_seed)  # type: ignore[attr-defined]
    return hasattr(made, "seed") or not reader.is_settled


def _is_ours(thing: object) -> bool:
    return _module_of(thing).partition(".")[0] == "kaleido"


def _module_of(thing: object) -> str:
    name = getattr(thing, "__module__", None)
    return name if isinstance(name, str) else ""


class _UnreadableError(Exception):
    """Why something cannot be read, and whether that says by which name it is referred to."""

    def __init__(self, reason: str, is_named: bool = False) -> None:
        super().__init__(reason)
        self.is_named = is_named


class _Hasher:
    """Reads a strategy into a hash, everything once."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._kept: list[object] = []  # so that no number of an object is used twice
        self._own: set[str] = set()
        self.is_settled = True
        self.sources: list[str] = []
        self.modules: dict[str, None] = {}

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()[:DIGITS]

    def _say(self, *words: object) -> None:
        for word in words:
            raw = word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogatepass")
            self._hash.update(b"%d:" % len(raw) + raw)

    def read(self, thing: Any) -> None:
        """Add an object with all that it refers to."""
        if isinstance(thing, _PLAIN):
            self._say(type(thing).__name__, repr(thing))
            return
        if type(thing) in (bytes, bytearray):
            self._say(type(thing).__name__, bytes(thing))
            return
        # Equal constants may be one object here and two in another process.
        if type(thing) not in (tuple, frozenset, CodeType):
            if id(thing) in self._seen:
                self._say("again", self._seen[id(thing)])
                return
            self._seen[id(thing)] = len(self._seen)
            self._kept.append(thing)
        for kinds, read in self._ways():
            if isinstance(thing, kinds):
                read(thing)
                return
        self._read_object(thing)

    def _ways(self) -> Iterator[tuple[Any, Callable[[Any], None]]]:
        yield FunctionType, self._read_function
        yield type, self._read_class
        yield ModuleType, self._read_module
        yield CodeType, self._read_code
        yield MethodType, self._read_method
        yield (classmethod, staticmethod), lambda it: self._read_parts("of class", it.__func__)
        yield property, lambda it: self._read_parts("property", it.fget, it.fset, it.fdel)
        yield cached_property, lambda it: self._read_parts("property", it.func)
        yield CellType, self._read_cell
        yield (MemberDescriptorType, GetSetDescriptorType), lambda it: self._say(it.__name__)
        yield (BuiltinFunctionType, WrapperDescriptorType), self._read_builtin
        yield (dict, MappingProxyType), self._read_mapping
        yield (set, frozenset), self._read_set

    def _read_parts(self, word: str, *parts: object) -> None:
        self._say(word, len(parts))
        for part in parts:
            self.read(part)

    def _read_mapping(self, mapping: Mapping[Any, Any]) -> None:
        self._say("mapping", type(mapping).__name__, len(mapping))
        for name, value in mapping.items():
            self.read(name)
            self.read(value)

    def _read_set(self, things: Iterable[Any]) -> None:
        """Read a set, whose order may be another in the next process."""
        digests = []
        for each in things:
            one = _Hasher()
            one._own = self._own
            one.read(each)
            digests.append(one.digest)
            self.is_settled &= one.is_settled
            self.modules.update(one.modules)
        self._say(type(things).__name__, *sorted(digests))

    def _read_cell(self, cell: CellType) -> None:
        try:
            content = cell.cell_contents
        except ValueError:
            self._say("an empty cell")
            return
        self._read_parts("cell", content)

    def _read_builtin(self, function: Any) -> None:
        owner = getattr(function, "__self__", None)
        if self._name(function):
            return
        if owner is None or isinstance(owner, ModuleType | type):
            raise _UnreadableError(
                f"{shown(function)} is compiled, so that there is no source to read"
            )
        self._read_parts(function.__name__, owner)

    def _read_method(self, method: MethodType) -> None:
        home = sys.modules.get(_module_of(method))
        # Functions of the module `random` are methods of a generator, which changes all the time.
        if getattr(home, method.__name__, None) != method or not self._name(method):
            self._read_parts("method", method.__func__, method.__self__)

    # --- What is known by its name -----------------------------------------------------------

    def _name(self, thing: Any) -> bool:
        """Say the name of what Kaleido or a library has; return whether it is such a thing."""
        if isinstance(thing, ModuleType):
            module, name = thing.__name__, ""
        else:
            owner = getattr(thing, "__objclass__", None)
            owner = owner or getattr(thing, "__self__", None)
            modules = _module_of(thing), _module_of(owner), getattr(owner, "__name__", "")
            module = str(next(filter(None, modules), ""))
            name = str(getattr(thing, "__qualname__", None) or getattr(thing, "__name__", ""))
        top = module.partition(".")[0]
        if top in self._own or not _is_library(module):
            return False
        self._say("library", module, name)
        is_known = top == "kaleido" or (top in _SETTLED and name not in _UNSETTLED_BUILTINS)
        self.is_settled &= is_known
        return True

    def _follow(self, module: str) -> None:
        """Take a module as one whose code is read."""
        if module and module != "__main__":
            self.modules.setdefault(module)

    # --- Code ---------------------------------------------------------------------------------

    def _read_function(self, function: FunctionType) -> None:
        if self._name(function):
            return
        self._follow(function.__module__)
        self._keep_source(function)
        self._say("function")
        self.read(function.__code__)
        self.read(function.__defaults__)
        self.read(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            self.read(cell)
        own = {name: each for name, each in vars(function).items() if name != "__wrapped__"}
        self._read_mapping(own)
        if hasattr(function, "__wrapped__"):
            self.read(function.__wrapped__)
        self._read_references(function.__code__, function.__globals__)

    def _read_code(self, code: CodeType) -> None:
        # Each version of Python compiles the same text to another code.
        self._say("code", sys.version_info[:2], code.co_code, code.co_exceptiontable, code.co_flags)
        self._say(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
        for names in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars):
            self._say(len(names), *names)
        self._say(len(code.co_consts))
        for each in code.co_consts:
            self.read(each)

    def _read_references(self, code: CodeType, names: Mapping[str, Any]) -> None:
        """Read what code refers to by the names of its module, and what it imports."""
        for found, attributes in _references(code, names):
            if isinstance(found, ModuleType):
                self._read_from(found, attributes)
            elif found is _MISSING:
                self._say("undefined", *attributes)
            else:
                if isinstance(found, BuiltinFunctionType) and found.__name__ in _UNREADABLE:
                    raise _UnreadableError(
                        f"{code.co_qualname} calls {found.__name__}(), so that what it runs is not "
                        "known before"
                    )
                self._read_named(attributes, found)
        for each in code.co_consts:
            if isinstance(each, CodeType):
                self._read_references(each, names)

    def _read_named(self, names: Iterable[str], value: object) -> None:
        try:
            self.read(value)
        except _UnreadableError as problem:
            if problem.is_named:
                raise
            name = ".".join(names)
            raise _UnreadableError(f"it refers to {quote(name)}, and {problem}", True) from problem

    def _read_from(self, module: ModuleType, attributes: tuple[str, ...]) -> None:
        """Read what code takes from a module: the attributes named, or all without any."""
        for place, name in enumerate(attributes):
            is_known = self._name(module)
            if is_known:
                self._say(*attributes[place:])
                if module.__name__ == "importlib" or "random" in attributes:
                    self.is_settled = False
                if module.__name__ == "importlib" and "import_module" in attributes:
                    raise _UnreadableError("it calls importlib.import_module()")
                return
            found = getattr(module, name, _MISSING)
            self._follow(module.__name__)
            if not isinstance(found, ModuleType):
                self._say("from", name)
                self._read_named((module.__name__, name), None if found is _MISSING else found)
                return
            module = found
        self.read(module)

    def _read_module(self, module: ModuleType) -> None:
        if self._name(module):
            return
        self._follow(module.__name__)
        self._say("module")
        for name, value in vars(module).items():
            if not (name.startswith("__") and name.endswith("__")):
                self._say(name)
                self._read_named((module.__name__, name), value)

    def adopt(self, thing: object) -> None:
        """Read the package of this part of a strategy even if it is installed."""
        top = _module_of(thing).partition(".")[0]
        if top and top != "kaleido" and top not in sys.stdlib_module_names:
            self._own.add(top)

    def _read_class(self, kind: type) -> None:
        if self._name(kind):
            return
        file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
        if file.endswith((".so", ".pyd")):
            raise _UnreadableError(
                f"{kind.__name__} is compiled, so that there is no source to read"
            )
        self._follow(kind.__module__)
        self._keep_source(kind)
        self._say("class", len(kind.__bases__))
        for base in kind.__bases__:
            self.read(base)
        is_data = "__dataclass_fields__" in vars(kind)
        for name, value in vars(kind).items():
            code = getattr(value, "__code__", None)
            # What a dataclass writes for itself follows from its fields.
            is_written = is_data and code is not None and code.co_filename == "<string>"
            if name in _ASIDE or is_written or name == "__dataclass_params__":
                continue
            self._say(name)
            if name == "__dataclass_fields__":
                for each in value.values():
                    self._read_parts(each.name, each.default, each.default_factory, each.init)
            else:
                self._read_named((kind.__name__, name), value)

    def _keep_source(self, thing: Any) -> None:
        text = source_of(thing)
        if text and not any(text in kept for kept in self.sources):
            self.sources.append(text)

    # --- Objects ------------------------------------------------------------------------------

    def _read_object(self, thing: Any) -> None:
        """Read an object by its parts."""
        if isinstance(thing, partial):
            self._read_parts("partial", thing.func, thing.args, thing.keywords, vars(thing))
        elif type(thing) in (tuple, list):
            self._read_parts(type(thing).__name__, *thing)
        elif hasattr(thing, "cache_info") and hasattr(thing, "__wrapped__"):
            self._read_parts("cached", thing.__wrapped__)
        elif _is_strategy(thing):
            self._read_parts("strategy", type(thing), _state(thing))
        else:
            self._read_reduced(thing)

    def _read_reduced(self, thing: Any) -> None:
        """Read an object by what a copy of it is made of."""
        if not hasattr(type(thing), "__reduce_ex__"):
            raise _UnreadableError(f"{shown(thing)} cannot be taken apart")
        try:
            parts = thing.__reduce_ex__(4)
        except Exception as problem:
            raise _UnreadableError(f"{shown(thing)} cannot be taken apart: {problem}") from problem
        if isinstance(parts, str):
            self._read_parts("called", type(thing), parts)
            return
        make, given, *more = parts
        self._read_parts("object", type(thing), make, tuple(given))
        rest: list[Any] = [*more, None, None, None]
        state, items, pairs = rest[:3]
        self.read(state)
        for each in items or ():
            self.read(each)
        for name, value in pairs or ():
            self.read(name)
            self.read(value)


def _is_strategy(thing: object) -> bool:
    return all(hasattr(thing, name) for name in ("runs", "fork")) and hasattr(thing, "__dict__")


def _state(thing: Any) -> dict[str, Any]:
    """Return the parameters of a strategy: its attributes, without what only a run sets."""
    kind: Any = type(thing)
    by_run, built = _stored(kind, of_builders=False), _stored(kind, of_builders=True)
    aside = by_run if _is_ours(kind) else by_run - built
    return {
        name: value
        for name, value in vars(thing).items()
        if name != "seed" and name not in aside and name not in _ASIDE
    }


@cache
def _stored(kind: Any, *, of_builders: bool) -> frozenset[str]:
    """Return the attributes that the methods that build an object store, or that the others do."""
    found: set[str] = set()
    for each in kind.__mro__[:-1]:
        for name, method in vars(each).items():
            if (name in _BUILDERS) == of_builders:
                code = getattr(_unwrapped(method), "__code__", None)
                found.update(_stores(code) if isinstance(code, CodeType) else ())
    return frozenset(found)


def _unwrapped(method: Any) -> Any:
    method = getattr(method, "__func__", method)
    while hasattr(method, "__wrapped__"):
        method = method.__wrapped__
    return method


def _stores(code: CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname == "STORE_ATTR":
            yield step.argval
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _stores(each)


_MISSING = object()


def _references(code: CodeType, names: Mapping[str, Any]) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Yield what code refers to: a value with its name, or a module with what is taken from it."""
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("CACHE", "NOP")]
    written = {step.argval for step in steps if step.opname == "STORE_GLOBAL"}
    for place, step in enumerate(steps):
        if step.opname == "IMPORT_NAME":
            yield from _imported(code, names, steps, place)
        elif step.opname in _LOADS and step.argval not in written:
            found = names.get(step.argval, _MISSING)
            if found is _MISSING:
                found = getattr(builtins, step.argval, _MISSING)
            if not isinstance(found, ModuleType):
                yield found, (step.argval,)
                continue
            chain = []
            for later in steps[place + 1 :]:
                if later.opname not in ("LOAD_ATTR", "LOAD_METHOD"):
                    break
                chain.append(later.argval)
            yield found, tuple(chain)


_LOADS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")


def _imported(
    code: CodeType, names: Mapping[str, Any], steps: list[dis.Instruction], place: int
) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Yield what an import within a function brings."""
    level = steps[place - 2].argval if place > 1 else 0
    dots = "." * level if isinstance(level, int) else ""
    try:
        module = importlib.import_module(
            f"{dots}{steps[place].argval}", names.get("__package__") or None
        )
    except Exception:  # the run will say so
        yield _MISSING, (str(steps[place].argval),)
        return
    taken = [step.argval for step in steps[place + 1 :] if step.opname == "IMPORT_FROM"]
    for name in taken or [each for each in code.co_names if hasattr(module, each)]:
        yield module, (name,)


@cache
def _is_library(module: str) -> bool:
    """Return whether a module is Kaleido's, Python's or installed."""
    top = module.partition(".")[0]
    if top == "kaleido" or top in sys.stdlib_module_names:
        return top != "__main__"
    file = getattr(sys.modules.get(module) or sys.modules.get(top), "__file__", None)
    parts = Path(file).parts if file else ()
    return "site-packages" in parts or "dist-packages" in parts
