"""Pydantic models of the classes that say what their values are in JSON."""

import re
import types
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from inspect import getdoc
from types import NoneType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, create_model

from kaleido.base.contract import As, Key, Mark, Part, abouts_of, has_form, parts_of


@cache
def model_of(kind: type) -> type[BaseModel]:
    """Return the model of a class: it has the fields that the values have in JSON."""
    return create_model(
        kind.__name__,
        __config__=ConfigDict(extra="forbid", title=None),
        __doc__=summary(kind),
        __module__=kind.__module__,
        **fields_in_json(kind),
    )


def fields_in_json(kind: type) -> dict[str, Any]:
    """Return the fields of the model of a class, with what its docstring says of them."""
    found: dict[str, Any] = {}
    abouts = abouts_of(kind)
    for part in parts_of(kind):
        has_none = part.value_type is not part.kind and NoneType in get_args(get_args(part.kind)[0])
        if Mark.FLAT in part.marks:
            flat = fields_in_json(part.value_type)
            if Mark.MAYBE in part.marks:
                flat = {name: _missing(*own) for name, own in flat.items()}
            elif has_none:
                flat = {name: _nullable(*own) for name, own in flat.items()}
            found |= flat
        elif Mark.MAYBE in part.marks:
            field = Field(description=_about(part, abouts))
            found[part.name] = _missing(modelled(part.value_type), field)
        else:
            field = Field(description=_about(part, abouts))
            if field.description is None and part.name in found:
                field = found[part.name][1]  # what it stands instead of has words
            found[part.name] = modelled(part.kind), field
    return found


def _nullable(kind: Any, field: Any) -> tuple[Any, Any]:
    """Return a field that is null where there is no value; one that may be missing is missing."""
    return (kind if field.default_factory else kind | None), field


def _missing(kind: Any, field: Any) -> tuple[Any, Any]:
    """Return a field that need not be there."""
    return kind, Field(default_factory=lambda: None, description=field.description)


def modelled(kind: Any) -> Any:
    """Return a type in which models stand for the classes."""
    if has_form(kind):
        return model_of(kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Literal[tuple(map(str, kind))]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        rules = [each for each in parts[1:] if not isinstance(each, Mark | Key | As | str)]
        meant = next((each.kind for each in parts[1:] if isinstance(each, As)), parts[0])
        inner = modelled(meant)
        return Annotated[inner, *rules] if rules else inner
    if origin in (Union, types.UnionType):
        return Union[tuple(map(modelled, parts))]  # noqa: UP007
    if origin is tuple and parts[-1] is not Ellipsis:
        assert len(set(parts)) == 1, kind
        size = Field(min_length=len(parts), max_length=len(parts))
        return Annotated[list[modelled(parts[0])], size]  # type: ignore[misc]
    if origin in (tuple, list, Sequence):
        return list[modelled(parts[0])]  # type: ignore[misc]
    if origin in (dict, Mapping):
        return dict[modelled(parts[0]), modelled(parts[1])]  # type: ignore[misc]
    return kind


def summary(kind: type) -> str:
    """Return what the docstring of a class says before its sections, as one paragraph."""
    text = re.split(r"\n\n(?=\w+\n-{3,}\n)", getdoc(kind) or "")[0]
    return " ".join(text.split())


def _about(part: Part, abouts: Mapping[str, str]) -> str | None:
    if part.getter is not None:
        return " ".join((getdoc(part.getter) or "").split("\n\nExamples\n")[0].split()) or None
    said = get_args(part.kind)[1:] if get_origin(part.kind) is Annotated else ()
    return next((each for each in said if isinstance(each, str)), abouts.get(part.attribute))
