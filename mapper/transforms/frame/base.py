"""What a transformation is: a name, and a function from a kernel to a better kernel or to a refusal.

Most look at one kernel; a few decide for all kernels of the program together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels.forms import bounded_work
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import ParallelRegion
from mapper.transforms.frame.contract import USUAL, Trait


@dataclass(frozen=True, eq=False, slots=True)
class Changed:
    """The better kernel, and what was done as the end of a sentence (`j is a dimension`)."""

    kernel: Kernel
    did: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the kernel stays as it is: a sentence, and the place that decides it where one is known."""

    reason: str
    where: Location | None = None


INTRICATE = "the subscripts are too intricate to be analysed"


class RefusedError(Exception):
    """A transformation can't be applied: why, and the node that decides it where one is known."""

    def __init__(self, reason: str, node: c_ast.Node | None = None) -> None:
        super().__init__(reason)
        self.node = node

    def refusal(self, node: c_ast.Node | None = None) -> Refusal:
        """The refusal, at `node` where the error knows none."""
        node = self.node or node
        return Refusal(str(self), node.coord if node is not None and isinstance(node.coord, Location) else None)


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: `a`, `b` and `c`."""
    *most, last = (f"`{name}`" for name in names)
    return f"{', '.join(most)} and {last}" if most else last


def applied(kernel: Kernel) -> set[str]:
    """The transformations that a kernel has had."""
    return {each.transform for each in kernel.applied if each.refusal is None}


Outcome = Changed | Refusal | None
"""None: there is nothing in the kernel for this transformation, and nothing to report."""


@dataclass(frozen=True, slots=True)
class Transform:
    """One optimisation of kernels.

    `name` is what `-fno-NAME` turns off, `summary` one line for the documentation.  `apply` gets a kernel and the
    symbols of the unit that its loop is in; it never changes the trees of the kernel that it gets.  It may raise
    `RefusedError`, and `isl.Error` where the library of sets gives up: `outcome` makes refusals of these.
    `reorders` is true if it changes the order of accesses, as far as dependences let it.  Kernels that have
    something that it does not accept are not shown to it.
    """

    name: str
    summary: str
    apply: Callable[[Kernel, Symbols], Outcome]
    reorders: bool = False
    accepts: frozenset[Trait] = USUAL

    def outcome(self, kernel: Kernel, symbols: Symbols) -> Outcome:
        """What the transformation makes of a kernel, with a bound on the work for sets."""
        try:
            with bounded_work():
                return self.apply(kernel, symbols)
        except isl.Error:
            return Refusal(INTRICATE)
        except RefusedError as refused:
            return refused.refusal()


@dataclass(frozen=True, slots=True)
class _ProgramPass:
    """A pass that `run.py` runs over the whole program; `name` and `summary` as of a `Transform`."""

    name: str
    summary: str


class Fusion(_ProgramPass):
    """The pass that makes one kernel of several loops'."""


class Distribution(_ProgramPass):
    """The pass that makes several kernels of one loop's."""


class Skewing(_ProgramPass):
    """The pass that reports which kernels the translation made of sweeps over planes."""


class Sweeping(_ProgramPass):
    """The pass that takes kernels of sequential loops in."""


@dataclass(frozen=True, eq=False, slots=True)
class Placed:
    """A kernel in its program: the symbols of its loop's unit, and how often it is about to be launched.

    `alone` is true if its loop is all that a sequential loop of a region holds, `repeated` if its region is all
    that one of serial code does; there, the buffers that take `turns` change places.
    """

    kernel: Kernel
    symbols: Symbols
    launches: float = 1.0
    alone: bool = False
    repeated: bool = False
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WholeTransform:
    """One optimisation that decides for all kernels of the program: `apply` gives an outcome for each, in order.

    Else as `Transform`, but that it sees kernels that it does not accept, too; these stay as they are.
    """

    name: str
    summary: str
    apply: Callable[[Sequence[Placed]], Sequence[Outcome]]
    reorders: bool = False
    accepts: frozenset[Trait] = USUAL | {Trait.UNIONS}


@dataclass(frozen=True, slots=True)
class RegionTransform:
    """One optimisation of a region's final kernels together with the host's statements between them.

    `apply` gets a region with a device version, and the symbols of the units by path.
    """

    name: str
    summary: str
    apply: Callable[[ParallelRegion, Mapping[str, Symbols]], ParallelRegion]


@dataclass(frozen=True, slots=True)
class Lowering:
    """The part of a transformation's rewriting that waits until all others have run.

    `name` is the transformation's.  `apply` gives the kernel with its final code, or the kernel that it gets where
    there is nothing to do.
    """

    name: str
    apply: Callable[[Kernel], Kernel]


Pass = Transform | WholeTransform | Fusion | Distribution | Skewing | Sweeping | RegionTransform
