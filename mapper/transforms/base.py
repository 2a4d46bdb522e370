"""What a transformation is: a name, and a function from a kernel to a better kernel or to a refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mapper.analysis.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.kernel import Kernel


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


Outcome = Changed | Refusal | None
"""None: there is nothing in the kernel for this transformation, and nothing to tell."""


@dataclass(frozen=True, slots=True)
class Transform:
    """One optimisation of kernels.

    `name` is what `-fno-NAME` turns off, `summary` one line for the documentation.  `apply` gets a kernel and the
    symbols of the unit that its loop stands in; it never changes the trees of the kernel that it gets.
    `reorders` tells that it changes the order of accesses, as far as dependences let it.
    """

    name: str
    summary: str
    apply: Callable[[Kernel, Symbols], Outcome]
    reorders: bool = False


@dataclass(frozen=True, slots=True)
class Fusion:
    """The pass that makes one kernel of several loops'; `name` and `summary` as of a `Transform`."""

    name: str
    summary: str


Pass = Transform | Fusion
