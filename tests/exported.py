"""What users can import: the packages, and the methods of their classes."""

import importlib
import inspect
import pkgutil
from dataclasses import is_dataclass

import kaleido


def packages():
    """Yield the package and its sub-packages that users import from."""
    yield kaleido
    for module in pkgutil.iter_modules(kaleido.__path__):
        if module.ispkg and module.name not in ("cli", "web"):
            yield importlib.import_module(f"kaleido.{module.name}")


def methods(kind):
    """Yield what a class can be asked, and the class itself unless it is a value of many fields."""
    for name, held in inspect.getmembers_static(kind):
        function = inspect.unwrap(getattr(held, "__func__", held))
        if name[0] == "_" or not inspect.isfunction(function):
            continue
        if function.__module__.startswith("kaleido"):
            yield getattr(kind, name), f"{kind.__name__}.{name}"
    own = kind.__init__
    if inspect.isfunction(own) and own.__module__.startswith("kaleido") and not is_dataclass(kind):
        # An abstract class is made through one that fills it in.
        missing = dict.fromkeys(getattr(kind, "__abstractmethods__", ()))
        yield type(kind.__name__, (kind,), missing) if missing else kind, kind.__name__


def public():
    """Return every public function, class and method, by its name."""
    found = {}
    for package in packages():
        for name in getattr(package, "__all__", ()):
            value = getattr(package, name)
            if not str(getattr(value, "__module__", "")).startswith("kaleido"):
                continue
            if inspect.isclass(value):
                found |= {label: each for each, label in methods(value)}
            elif inspect.isroutine(inspect.unwrap(value)):
                found[f"{package.__name__}.{name}"] = value
    return found
