"""What each room exports: every name loads, is the one listed, and says what it is."""

import importlib
import inspect
import pkgutil

import pytest
from some import some

import kaleido

ROOMS = sorted(
    module.name
    for module in pkgutil.iter_modules(kaleido.__path__)
    if module.ispkg and module.name not in ("cli", "web")
)


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_room_exports_loads_and_is_documented(room):
    package = importlib.import_module(f"kaleido.{room}")
    names = list(getattr(package, "__all__", ()))
    assert len(set(names)) == len(names)
    assert package.__doc__
    for name in names:
        value = getattr(package, name)
        if inspect.isclass(value) or inspect.isroutine(value):
            assert inspect.getdoc(value), f"kaleido.{room}.{name} has no docstring"


@pytest.mark.parametrize("room", ["batch", "counting", "designing", "parallel", "photo"])
def test_modules_of_a_room_load_by_themselves(room):
    package = importlib.import_module(f"kaleido.{room}")
    for module in some(pkgutil.iter_modules(package.__path__)):
        if (room, module.name) != ("parallel", "dask_cluster"):
            assert importlib.import_module(f"kaleido.{room}.{module.name}").__doc__
