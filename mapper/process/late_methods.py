"""What imports need not do at once, so that a command starts sooner: methods of dataclasses, and a release's name.

Python makes the methods of a dataclass as text, and compiles it when the class is defined.  mapper has some
hundreds of such classes, and in one run most of their methods are never called: they were a third of the time that
imports take.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

_MAKERS = {"_init_fn": "__init__", "_repr_fn": "__repr__", "_hash_fn": "__hash__", "_cmp_fn": None}
"""What makes methods, in the standard library of Python 3.11 and 3.12, and their names; None: the first argument.

Later releases compile a class at once.
"""
_PAIR = "_frozen_get_del_attr"
"""What makes `__setattr__` and `__delattr__` there."""
_TELLS = "_is_type"
"""What tells by text there whether a field is a `ClassVar`, an `InitVar` or the mark `KW_ONLY`."""
_READS = "_get_field"
"""What makes a field of an annotation there."""
_OWN = "mapper."


def compile_when_called() -> None:
    """From now on methods of dataclasses are made when they are called; nothing changes in other releases."""
    if not all(hasattr(dataclasses, name) for name in ("_create_fn", "_FIELD", _PAIR, _TELLS, _READS, *_MAKERS)):
        return
    for maker, name in _MAKERS.items():
        setattr(dataclasses, maker, _late_maker(getattr(dataclasses, maker), name))
    pair = getattr(dataclasses, _PAIR)

    def late_pair(*how: Any) -> tuple[Callable[..., Any], ...]:
        return _late("__setattr__", lambda: pair(*how)[0]), _late("__delattr__", lambda: pair(*how)[1])

    setattr(dataclasses, _PAIR, late_pair)
    _tell_quickly()


def _tell_quickly() -> None:
    """From now on no annotation of mapper's own classes is parsed that can only be a plain field's."""
    tells, read = getattr(dataclasses, _TELLS), getattr(dataclasses, _READS)
    plain_field = getattr(dataclasses, "_FIELD")  # noqa: B009 - the module's stub does not have it

    def is_plain(annotation: object, cls: type) -> bool:
        return (
            isinstance(annotation, str)
            and cls.__module__.startswith(_OWN)
            and not ("ClassVar" in annotation or "InitVar" in annotation or "KW_ONLY" in annotation)
        )

    def quickly_tells(annotation: str, cls: type, *how: Any) -> Any:
        return False if is_plain(annotation, cls) else tells(annotation, cls, *how)

    def quickly_read(cls: type, name: str, annotation: object, keyword: Any) -> Any:
        value = cls.__dict__.get(name, dataclasses.MISSING)
        if value is not dataclasses.MISSING or not is_plain(annotation, cls) or hasattr(cls, name):
            return read(cls, name, annotation, keyword)
        field: Any = dataclasses.field(kw_only=keyword)
        field.name, field.type, field._field_type = name, annotation, plain_field
        return field

    setattr(dataclasses, _TELLS, quickly_tells)
    setattr(dataclasses, _READS, quickly_read)


def _late_maker(make: Callable[..., Any], name: str | None) -> Callable[..., Any]:
    """Instead of `make`, which makes a method of this name, or of that which its first argument is."""

    def maker(*how: Any, **named: Any) -> Callable[..., Any]:
        return _late(name or how[0], lambda: make(*how, **named))

    return maker


def _late(name: str, make: Callable[[], Any]) -> Callable[..., Any]:
    """A method that is made, and takes its place in the class, when it is called."""
    made: list[Callable[..., Any]] = []

    def method(*values: Any, **named: Any) -> Any:
        if not made:
            made.append(make())
            for each in type(values[0]).__mro__:
                if each.__dict__.get(name) is method:
                    setattr(each, name, made[0])
        return made[0](*values, **named)

    method.__name__ = name
    return method


def leave_unfrozen() -> None:
    """From now on frozen dataclasses are made so that their attributes can be set: each would take a call to set.

    They are hashed and compared as before.
    """
    usual = dataclasses.dataclass

    def unfrozen(
        cls: type | None = None, *, frozen: bool = False, eq: bool = True, unsafe_hash: bool = False, **how: Any
    ) -> Any:
        def made(cls: type) -> type:
            hashed = unsafe_hash or (frozen and eq and cls.__dict__.get("__hash__") is None)
            return usual(cls, eq=eq, unsafe_hash=hashed, **how)

        return made if cls is None else made(cls)

    setattr(dataclasses, "dataclass", unfrozen)  # noqa: B010


def leave_out_release() -> None:
    """From now on islpy does not look up its own release when it is imported: its name is empty.

    The look-up imports readers of metadata, of e-mail and of archives, which takes longer than islpy itself.
    """
    unknown = ModuleType("islpy.version")
    setattr(unknown, "__getattr__", lambda name: "")  # noqa: B010 - a function that a module may have
    sys.modules.setdefault(unknown.__name__, unknown)
