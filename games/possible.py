"""What a type would have allowed at a place, so that a refusal can say it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import inspect

NO_SEAT = {"refusal": "nobody sits there: seats are 0 to 3"}
"""For the type of a seat at a table of four."""


def values(kind: Any, path: str, *, of_a_name: bool = False) -> list[Any]:
    """Return the values named one by one that may stand at this path (or name what stands there); [] for a free one."""
    kinds = [one for found in _at(kind, path) for one in single(found)]
    if of_a_name:
        kinds = [one for found in kinds if isinstance(found, inspect.DictType) for one in single(found.key_type)]
    return [value for found in kinds if isinstance(found, inspect.LiteralType) for value in found.values]


def refusal(kind: Any, path: str) -> str:
    """Return the words a number out of range is refused with, where its type brings them along (`Meta(extra=…)`)."""
    told = [(one.extra or {}).get("refusal", "") for one in _at(kind, path) if isinstance(one, inspect.Metadata)]
    return next(filter(None, told), "")


def single(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the types a value may have: those of a union one by one, without what is merely said about them."""
    if isinstance(kind, inspect.Metadata):
        yield from single(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from single(one)
    else:
        yield kind


def _at(kind: Any, path: str) -> list[inspect.Type]:
    kinds: list[inspect.Type] = [inspect.type_info(kind)]
    for step in re.findall(r"\[(?:\d+|\.\.\.)\]|[^.\[\]]+", path):
        kinds = [inner for outer in kinds for one in single(outer) for inner in _inside(one, step)]
    return kinds


def _inside(kind: inspect.Type, step: str) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.StructType):
        yield from (field.type for field in kind.fields if field.encode_name == step)
    elif isinstance(kind, inspect.DictType):
        yield kind.value_type
    elif isinstance(kind, inspect.TupleType):
        yield kind.item_types[int(step.strip("[]"))]
    elif isinstance(kind, (inspect.ListType, inspect.VarTupleType)):
        yield kind.item_type
