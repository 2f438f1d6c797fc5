"""Whether two strategies are the same: their code, the values it refers to, and their parameters.

The digits of a strategy are a hash of a pickle that goes into functions and classes: their compiled
code, default values, closures, and the values that they refer to by name, in their module, in
modules beside it and in a notebook. All are read in memory: an edit of a file counts once the file
is imported again. Of Kaleido and of installed libraries only names count; the version of Kaleido is
part of a run's key. In doubt a strategy is another one, and runs again.
"""

import dis
import hashlib
import importlib
import inspect
import io
import linecache
import pickle
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice
from pathlib import Path
from types import CellType, CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

from kaleido.base.errors import OptionError
from kaleido.base.text import one_line, quote, shown
from kaleido.heuristics.makers import Checked, Maker, origin

DIGITS = 16  # hexadecimal digits of a strategy

_CODE = (
    "co_code", "co_exceptiontable", "co_flags", "co_argcount", "co_posonlyargcount",
    "co_kwonlyargcount", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_consts",
)  # fmt: skip
_LOADS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
_UNREADABLE = ("eval", "exec", "globals", "__import__", "import_module")
_SEEDS_TRIED = 1000  # to find out whether a function of a seed uses it


@dataclass(frozen=True)
class StrategyIdentity:
    """The digits of a strategy, and what else the store keeps of it."""

    digest: str  # a hash of its code and parameters in hexadecimal digits
    source: str  # of its functions and classes, as far as their files still hold it
    parameters: Mapping[str, str]  # its attributes as text
    uses_seed: bool  # whether another seed may make other moves
    modules: tuple[str, ...]  # outside Kaleido and installed libraries, in which the code is


def identify(maker: Maker, label: str, seeds: Iterable[int] = (0,)) -> StrategyIdentity:
    """Return the identity of a strategy that is made from a seed.

    An `OptionError` names something that the strategy refers to and that cannot be read.

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
    kind = thing.func if isinstance(thing, partial) else thing
    # A class of Kaleido is known by the strategy that it makes.
    is_ours = _is_ours(kind if isinstance(kind, type) else type(kind))
    parts = thing, kind, getattr(thing, "function", None), type(own)
    packages = {_module(each).partition(".")[0] for each in parts}
    reader = _CodePickler(label, packages)
    digest = reader.digest(own if is_ours else (thing, own))
    alone = _CodePickler(label, packages).digest(own)
    # A function of a seed may make other strategies, each of which uses no seed.
    others = (_bare(maker(seed)) for seed in islice([] if is_ours else seeds, _SEEDS_TRIED))
    differ = (_CodePickler(label, packages).digest(each) != alone for each in others)
    sources: list[str] = []
    for text in map(_source, reader.read):
        sources += [text] * (not any(text in each for each in sources))
    parameters = {
        name: getattr(each, "__qualname__", None) or shown(each, 1000)
        for name, each in _state(own).items()
        if not name.startswith("_")
    }
    modules = tuple(each for each in reader.modules if each not in ("", "__main__"))
    uses_seed = _uses_seed(own) or any(differ)
    kept = "\n\n".join(sources), MappingProxyType(parameters), uses_seed, modules
    return StrategyIdentity(digest, *kept)


def _bare(strategy: Any) -> Any:
    return strategy.strategy if isinstance(strategy, Checked) else strategy


def _uses_seed(own: Any) -> bool:
    """Return whether a strategy may use its seed: any, unless it or its class denies it."""
    says = next((each for each in type(own).__mro__ if "uses_seed" in vars(each)), None)
    # A class derived from one of Kaleido's may draw random numbers where that does not.
    is_known = says is not None and (not _is_ours(says) or _is_ours(type(own)))
    return bool(own.uses_seed) if is_known or "uses_seed" in vars(own) else True


def _state(strategy: Any) -> dict[str, Any]:
    """Return the attributes of a strategy, except its seed and those that Kaleido's runs set."""
    methods = (
        method
        for kind in filter(_is_ours, type(strategy).__mro__)
        for name, method in vars(kind).items()
        if name != "__init__" and isinstance(method, FunctionType)
    )
    steps = (step for each in methods for step in dis.get_instructions(inspect.unwrap(each)))
    by_runs = {step.argval for step in steps if step.opname == "STORE_ATTR"}
    return {
        name: each
        for name, each in vars(strategy).items()
        if name != "seed" and name not in by_runs and not name.startswith("__")
    }


def _module(thing: object) -> str:
    """Return the name of the module in which a thing is, or of the module that it is."""
    if isinstance(thing, ModuleType):
        return thing.__name__
    owner = getattr(thing, "__objclass__", None) or getattr(thing, "__self__", None)
    return str(getattr(thing, "__module__", None) or getattr(owner, "__module__", ""))


def _is_ours(thing: object) -> bool:
    return _module(thing).partition(".")[0] == "kaleido"


class _CodePickler(pickle._Pickler):  # noqa: SLF001  # the one in Python, which asks `memoize`
    """Pickles code and values into a hash: those of libraries by name, all others by value."""

    def __init__(self, label: str, packages: set[str]) -> None:
        self._written = io.BytesIO()
        super().__init__(self._written, protocol=4)
        self._label = label
        self._packages = packages  # those that are read even if they are installed
        self._numbers: dict[int, int] = {}
        self.read: list[Any] = []  # the functions and classes, in the order of their numbers
        self.modules: dict[str, None] = {}  # those in which something is read

    def digest(self, thing: object) -> str:
        """Return the digits of a thing and of all that it refers to."""
        place = ""
        try:
            self.dump(thing)
            for each in self.read:  # which grows meanwhile
                place = f" ({each.__qualname__} refers to it)"
                self.dump(self._parts_of_code(each))
        except Exception as problem:  # of any object that is read
            reason = f"{one_line(problem)}{place}"
            if isinstance(problem, RecursionError):
                reason = "its values are nested too deeply"
            raise OptionError(
                f"strategy {quote(self._label)} cannot be told from others: {reason}"
            ) from problem
        return hashlib.sha256(self._written.getvalue()).hexdigest()[:DIGITS]

    def persistent_id(self, obj: Any) -> int | None:
        """Return the number of a function or a class, which is read after its first reference."""
        if not isinstance(obj, FunctionType | type) or self._is_named(obj):
            return None
        number = self._numbers.setdefault(id(obj), len(self.read))
        if number == len(self.read):
            self.read.append(obj)
        return number

    def memoize(self, obj: Any) -> None:
        """Note an object that may come again; of equal constants there may be one or several."""
        if not isinstance(obj, str | bytes | tuple | CodeType):
            super().memoize(obj)  # type: ignore[misc]

    def save_global(self, obj: Any, name: str | None = None) -> None:
        """Save the name and the type of an object instead of its parts."""
        kind = None if isinstance(obj, type) else type(obj)
        self.save((_module(obj), name or obj.__qualname__, kind))  # type: ignore[attr-defined]

    def reducer_override(self, obj: Any) -> Any:
        """Return the name or the parts of an object that `pickle` would save otherwise."""
        if (callable(obj) or isinstance(obj, ModuleType)) and self._is_named(obj):
            return getattr(obj, "__qualname__", None) or obj.__name__
        parts = self._parts(obj)
        # A tuple without parts is noted before its state is saved, in which it may come again.
        return NotImplemented if parts is None else (tuple, (), (type(obj).__name__, parts))

    def _parts(self, thing: Any) -> Any:
        match thing:
            case CodeType():
                return [getattr(thing, name) for name in _CODE]
            case ModuleType():
                return _namespace(thing)
            case set() | frozenset():  # in an order that is the same in every process
                return sorted(
                    thing, key=lambda it: _CodePickler(self._label, self._packages).digest(it)
                )
            case MappingProxyType():
                return dict(thing)
            case property():
                return thing.fget, thing.fset, thing.fdel
            case cached_property():
                return (thing.func,)
            case MethodType():
                return thing.__func__, thing.__self__
            case CellType():
                return [*_content(thing)]
        if all(hasattr(thing, name) for name in ("runs", "fork", "__dict__")):
            return type(thing), _state(thing)
        return (thing.__wrapped__,) if hasattr(thing, "__wrapped__") else None

    def _parts_of_code(self, thing: FunctionType | type) -> Any:
        if isinstance(thing, type):
            return type(thing), thing.__bases__, _namespace(thing)
        usual = thing.__defaults__, thing.__kwdefaults__, thing.__closure__, vars(thing)
        return thing.__code__, usual, [*self._referred(thing.__code__, thing.__globals__)]

    def _referred(self, code: CodeType, names: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the values that code refers to by name, each with the last part of its name."""
        steps, module = list(dis.get_instructions(code)), None
        for place, step in enumerate(steps):
            if step.opname in (*_LOADS, *_ATTRIBUTES) and step.argval in _UNREADABLE:
                raise pickle.PicklingError(f"{step.argval}() runs code that is not known before")
            name = str(step.argval)
            if step.opname == "IMPORT_NAME":
                level, taken = (before.argval for before in steps[place - 2 : place])
                module = _imported(level, name, names.get("__package__"))
                if taken is None:  # `import name`
                    yield name, [module, sys.modules.get(name.partition(".")[0])]
                    module = None
            elif step.opname == "IMPORT_FROM" and module is not None:
                if not hasattr(module, name):
                    _imported(0, f"{module.__name__}.{name}", None)
                yield name, getattr(module, name, None)
            elif step.opname in _LOADS:
                value = names.get(name)
                for after in steps[place + 1 :]:
                    is_read = isinstance(value, ModuleType) and not self._is_named(value)
                    if not is_read or after.opname not in _ATTRIBUTES:
                        break
                    name, value = after.argval, getattr(value, after.argval, None)
                yield name, value
        for each in code.co_consts:
            if isinstance(each, CodeType):
                yield from self._referred(each, names)

    def _is_named(self, thing: Any) -> bool:
        """Return whether a thing of a library is known by its name."""
        module = _module(thing)
        top = module.partition(".")[0]
        file = getattr(sys.modules.get(module) or sys.modules.get(top), "__file__", None) or ""
        is_installed = {"site-packages", "dist-packages"} & {*Path(file).parts}
        is_given = top == "kaleido" or (top in sys.stdlib_module_names and top != "__main__")
        if not (is_given or (is_installed and top not in self._packages)):
            if file.endswith((".so", ".pyd")):
                raise pickle.PicklingError(f"{module} is compiled, without a source to read")
            self.modules[module] = None
            return False
        if isinstance(thing, FunctionType):
            return "<locals>" not in thing.__qualname__
        known = getattr(sys.modules.get(module), getattr(thing, "__name__", ""), None)
        return isinstance(thing, ModuleType | type) or known is thing


def _namespace(thing: ModuleType | type) -> dict[str, Any]:
    """Return the contents of a module or class, except Python's own notes on it."""
    return {
        name: each
        for name, each in vars(thing).items()
        if not name.startswith("__") or callable(each) or isinstance(each, property | classmethod)
        if name != "_abc_impl"
    }


def _content(cell: CellType) -> Iterator[Any]:
    try:
        yield cell.cell_contents
    except ValueError:  # it is empty
        return


def _imported(level: Any, name: str, package: Any) -> ModuleType | None:
    try:
        return importlib.import_module("." * (level or 0) + name, package or None)
    except Exception:  # the run will report it
        return None


@lru_cache(8)
def _compiled(text: str) -> frozenset[CodeType]:
    def inner(code: CodeType) -> Iterator[CodeType]:
        yield code
        for each in code.co_consts:
            if isinstance(each, CodeType):
                yield from inner(each)

    return frozenset(inner(compile(text, "", "exec", dont_inherit=True)))


def _source(thing: FunctionType | type) -> str:
    """Return the source of a function or class if its file still holds it, otherwise nothing."""
    things = [thing] if isinstance(thing, FunctionType) else vars(thing).values()
    codes = [each.__code__ for each in things if isinstance(each, FunctionType)]
    codes = [each for each in codes if each.co_filename != "<string>"]  # not of a dataclass
    try:
        known = _compiled("".join(linecache.getlines(codes[0].co_filename)))
        return inspect.getsource(thing).rstrip() if known.issuperset(codes) else ""
    except (IndexError, OSError, SyntaxError, TypeError, ValueError):
        return ""
