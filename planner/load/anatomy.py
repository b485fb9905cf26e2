"""What a model expects where: which of its fields are tables, and which names a part of the file may use."""

from __future__ import annotations

import types
from collections.abc import Collection, Iterator, Mapping
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import AliasChoices, AliasPath, BaseModel
from pydantic.fields import FieldInfo

from planner.load.problems import Where

Shape = Literal["rows", "entries"]  # a list of things, or things by their name


def tables_of(model: type[BaseModel]) -> dict[str, Shape]:
    """The fields that hold many things, which a file may keep in a table beside it."""
    found: dict[str, Shape] = {}
    for name, info in model.model_fields.items():
        for kind in _alternatives(info.annotation):
            origin, inside = get_origin(kind), get_args(kind)
            if not isinstance(origin, type) or not inside:
                continue
            if issubclass(origin, Mapping) and _models(inside[-1]):
                found |= dict.fromkeys(_spellings(name, info), "entries")
            elif issubclass(origin, Collection) and not issubclass(origin, Mapping) and _models(inside[0]):
                found |= dict.fromkeys(_spellings(name, info), "rows")
    return found


def names_at(model: type[BaseModel], where: Where) -> list[str]:
    """The names that a file may use in this part of it."""
    names: dict[str, None] = {}
    for kind in _kinds_at(model, where):
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            for name, info in kind.model_fields.items():
                names |= dict.fromkeys(_spellings(name, info))
    return list(names)


def words_at(model: type[BaseModel], where: Where) -> list[str]:
    """The words that a file may write as this part's value, where they are few and fixed."""
    words: list[str] = []
    for kind in _kinds_at(model, where):
        if get_origin(kind) is Literal:
            words += [str(word) for word in get_args(kind)]
        elif isinstance(kind, type) and issubclass(kind, Enum):
            words += [str(word.value) for word in kind]
    return words


def _kinds_at(model: type[BaseModel], where: Where) -> list[Any]:
    kinds: list[Any] = [model]
    for step in where:
        kinds = [below for kind in kinds for below in _below(kind, step)]
    return kinds


def _models(kind: Any) -> bool:
    return any(isinstance(each, type) and issubclass(each, BaseModel) for each in _alternatives(kind))


def _spellings(name: str, info: FieldInfo) -> list[str]:
    alias = info.validation_alias or info.alias
    choices = alias.choices if isinstance(alias, AliasChoices) else [alias]
    written = [choice for choice in choices if isinstance(choice, str)]
    written += [str(choice.path[0]) for choice in choices if isinstance(choice, AliasPath)]
    return written or [name]


def _alternatives(kind: Any) -> Iterator[Any]:
    """The kinds of value that a field may have, out of their wrappings."""
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _alternatives(get_args(kind)[0])
    elif origin in (Union, types.UnionType):
        for each in get_args(kind):
            yield from _alternatives(each)
    else:
        yield kind


def _below(kind: Any, step: str | int) -> Iterator[Any]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        for name, info in kind.model_fields.items():
            if step == name or step in _spellings(name, info):
                yield from _alternatives(info.annotation)
        return
    origin, inside = get_origin(kind), get_args(kind)
    if isinstance(origin, type) and inside:
        yield from _alternatives(inside[-1] if issubclass(origin, Mapping) else inside[0])
