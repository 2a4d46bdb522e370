"""Parallel regions, the phases that they are cut into, and the verdict on each work-shared loop."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.kernel import Kernel
from mapper.ir.nodes import Omp
from mapper.ir.unit import Unit


class Sharing(StrEnum):
    """A variable's data-sharing attribute in a construct (OpenMP 3.1, 2.9.1)."""

    SHARED = "shared"
    PRIVATE = "private"
    FIRSTPRIVATE = "firstprivate"
    LASTPRIVATE = "lastprivate"
    FIRSTLASTPRIVATE = "firstprivate lastprivate"
    REDUCTION = "reduction"
    THREADPRIVATE = "threadprivate"
    LOCAL = "local"  # declared inside the construct


@dataclass(frozen=True, slots=True)
class Kept:
    """Why a loop or region stays on the CPU: a `K` code, a sentence, the place that decides it."""

    code: str
    reason: str
    where: Location
    notes: tuple[tuple[str, Location | None], ...] = ()


@dataclass(frozen=True, eq=False)
class WorkLoop:
    """One work-shared loop (`for`, `parallel for`): either a kernel, or the reason why it is kept.

    `id` names it everywhere: file stem, function, ordinal of the loop in the function (`cg_conj_grad_2`).
    """

    id: str
    construct: Omp
    where: Location
    kernel: Kernel | None
    kept: Kept | None = None


@dataclass(frozen=True, eq=False)
class ParallelRegion:
    """One parallel region of the source.

    `id` is the id of its first work-shared loop.  When `kept` is set the whole region runs as the OpenMP
    original.  Else the host's initial thread runs `construct.body` on the device path: loops with a kernel are
    launched, loops without one run as OpenMP loops of their own, everything else runs once.
    `private` are the region's private and firstprivate variables, to be declared anew on the device path.
    """

    id: str
    unit: Unit
    function: c_ast.FuncDef
    construct: Omp
    where: Location
    loops: tuple[WorkLoop, ...]
    private: tuple[c_ast.Decl, ...] = ()
    firstprivate: tuple[str, ...] = ()
    condition: c_ast.Node | None = None
    kept: Kept | None = None

    @property
    def offloaded(self) -> bool:
        """Whether the region has a device version at all."""
        return self.kept is None and any(loop.kernel is not None for loop in self.loops)


@dataclass(frozen=True, eq=False)
class Program:
    """All units of the program, and all parallel regions in them in source order."""

    units: tuple[Unit, ...]
    regions: tuple[ParallelRegion, ...]
    orphans: tuple[WorkLoop, ...] = field(default=())
