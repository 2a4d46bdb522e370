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

_MAKER = "_create_fn"
"""What makes a method, in the standard library of Python 3.11 and 3.12; later ones compile a class at once."""


def compile_when_called() -> None:
    """From now on methods of dataclasses are compiled when they are called; nothing changes in other releases."""
    make: Callable[..., Callable[..., Any]] | None = getattr(dataclasses, _MAKER, None)
    if make is None:
        return

    def late(name: str, *text: Any, **scope: Any) -> Callable[..., Any]:
        made: list[Callable[..., Any]] = []

        def method(*values: Any, **named: Any) -> Any:
            if not made:
                made.append(make(name, *text, **scope))
                for each in type(values[0]).__mro__:
                    if each.__dict__.get(name) is method:
                        setattr(each, name, made[0])
            return made[0](*values, **named)

        method.__name__ = name
        return method

    setattr(dataclasses, _MAKER, late)


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
