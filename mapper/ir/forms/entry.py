"""The `__kernel` functions of a lowered kernel, one for each way to run its iterations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from pycparser import c_ast


class Lanes(Enum):
    """For which values of MRT_LANES a function is compiled."""

    ANY = auto()
    ONE = auto()
    SEVERAL = auto()


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """A `__kernel` function.

    `body` is all that a work-item runs, from its arrays in local memory on.  It finds the kernel's parameters, the
    pointers to its buffers, and `parameters`, which are behind the kernel's own.  `group` is the size of a
    work-group in each dimension, as text; it is empty where any size will do.
    `first` is true if it runs before others of the same launch.
    A function that runs `launches` gets no values and counts from the kernel's parameters, but finds those of many
    launches in memory.
    """

    name: str
    body: c_ast.Compound
    lanes: Lanes = Lanes.SEVERAL
    group: tuple[str, ...] = ()
    parameters: tuple[c_ast.Decl, ...] = ()
    first: bool = True
    launches: bool = False
