"""Parallel regions, the phases that they are cut into, and the verdict on each work-shared loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.program.cells import Chain
from mapper.ir.program.kernel import Applied, Dimension, Kernel
from mapper.ir.trees.ctypes import CType
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.nodes import Omp
from mapper.ir.trees.unit import Unit


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


START, COUNT = "__mrt_start", "__mrt_iterations"
"""The variables of the device path that hold each dimension's first value and its iterations, with its number
behind; without a number `COUNT` is that of all."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Why a loop or region stays on the CPU: a `K` code, a sentence, the place that decides it."""

    code: str
    reason: str
    where: Location
    notes: tuple[tuple[str, Location | None], ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Touched:
    """What a statement that the CPU runs may read and write: masks of the program's points-to analysis."""

    statement: c_ast.Node
    reads: int
    writes: int


@dataclass(frozen=True, eq=False, slots=True)
class Apart:
    """The statements between loops, by `id`, that all threads run on the device path, too, each with its number.

    `touched` says what memory they use, and loops that stay on the CPU.  `numbers` are the variables that hold the
    number, `shares` the statements that compute others from it, which are to be run before each of them.
    `questions` are the calls, by `id`, that ask for the team, each with the function of the OpenMP library that
    answers it.  `hosted` are
    calls, by `id`, of functions without constructs that have a second version for the device path: it announces
    each statement for itself.
    """

    statements: frozenset[int] = frozenset()
    numbers: tuple[str, ...] = ()
    shares: tuple[c_ast.Node, ...] = ()
    questions: Mapping[int, str] = field(default_factory=dict)
    hosted: Mapping[int, TeamFunction] = field(default_factory=dict)
    touched: tuple[Touched, ...] = ()


NOTHING_APART = Apart()


@dataclass(frozen=True, eq=False)
class TeamFunction:
    """A function that a region's threads call together, since it holds work-sharing constructs or calls such.

    The device path calls a second version of it, with the external name `name`.  `calls` gives, by the `id` of
    each call in its body that calls a team function, that function.  `given` are the positions of the parameters
    in which callers hand down the thread's number.
    """

    name: str
    unit: Unit
    function: c_ast.FuncDef
    calls: Mapping[int, TeamFunction]
    given: frozenset[int] = frozenset()
    apart: Apart = NOTHING_APART


@dataclass(frozen=True, eq=False, slots=True)
class Copied:
    """An array that is copied around each launch of a loop: its address, why, and the place that decides it."""

    pointer: c_ast.Node
    reason: str
    where: Location | None


@dataclass(frozen=True, eq=False, slots=True)
class Row:
    """Statements of one block, side by side, that come to work-shared loops and nothing else.

    `counters` are the variables of the block's function that sequential loops among them count, each with its last
    value.  The kernel must have the `fewest` iterations, or the loops run for themselves.  `rest` runs behind it,
    for values that the statements leave behind and the kernel does not.
    """

    statements: tuple[c_ast.Node, ...]
    counters: tuple[tuple[str, int], ...] = ()
    fewest: int = 0
    rest: c_ast.Node | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Carried:
    """A variable whose value an iteration needs from one part to later ones.

    There are so many `elements` for each iteration, in memory that the variable `memory` of the device path
    points to; where that is more than one, they may have no more than `MOST_BYTES` together.
    """

    MOST_BYTES: ClassVar[int] = 4 << 20
    """As far as it was measured to gain: 0.52 ms in place of 0.65 for 512 columns with two arrays, on an H200."""

    memory: str
    type: CType
    elements: int = 1


@dataclass(frozen=True, eq=False, slots=True)
class InnerLoop:
    """An inner loop that is a dimension of a part; an iteration of it makes about so many accesses of memory."""

    dimension: Dimension
    accesses: int


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """What one of several kernels does of each iteration of a work-shared loop.

    `of` is the loop's id; the kernel of its first part is the loop's own.  `loop` is the `for` statement with the
    statements of this part alone, for the CPU.  All parts of a loop have the same values `carried`, and the
    `dimensions` of the whole.

    Where it depends on the host whether the loop runs in parts, it has a kernel for the `whole`; all parts are
    further ones then.  There must be memory for what is carried, and parts must pay: if there are `inner` loops,
    these must make `FEWEST_ACCESSES` in an iteration of the whole, for each part but one.
    """

    FEWEST_ACCESSES: ClassVar[int] = 960
    """Accesses of memory that make up for another launch, if work-items make them that made them one by one.

    On an H200 a launch more costs 5.5 us, an access about 15 ns in short iterations and 50 to 100 in long ones.
    Columns' means and the columns without them, with three accesses, take 16 us in whole and 18 in parts with 256
    rows, 31 and 18 with 512, 140 and 57 with 2048.
    """

    of: str
    loop: c_ast.Node
    carried: tuple[Carried, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    inner: tuple[InnerLoop, ...] = ()
    whole: bool = False


@dataclass(frozen=True, eq=False)
class WorkLoop:
    """One work-shared loop (`for`, `parallel for`): either a kernel, or the reason why it is kept.

    `id` names it everywhere: file stem, function, ordinal of the loop in the function (`cg_conj_grad_2`).
    `copyin` are the threadprivate variables in it; on the device path the initial thread has their values.
    `team` is the function that holds it, for a loop that is in no region's own text (an orphaned one).
    `accumulated` are the threads' own variables that the loop only updates, each with its operator: on the device
    path it reduces into them.
    `arrays` are the clauses of its region by which it reduces arrays.
    `state` are the threads' own variables that it changes in other ways and that `merges`, the statements behind
    it, bring together: virtual threads run such a loop, each with its own state, and the host runs the merges for
    each.  `numbers` are the variables in it that hold the thread's number, `shares` the statements before it that
    compute others from the number.
    The kernel also runs the loops whose ids are `others`, which are right behind this one; these have no kernel
    of their own, and their `leader` is the id of this one.
    A loop that only a kernel for a sequential loop around it runs has none of its own; `swept` is the id of that.
    With a `row` this is no loop of the source, but a kernel for all loops that these statements of a region or of
    `team` come to, calls included.  Those are the `others`; each has a kernel of its own, too.  `construct` and
    `where` are those of the first one.
    With a `part` the kernel does only that part of each iteration, but where there is one for the whole.  Other
    kernels do the rest, one behind the other: those of the further work loops with a `part` `of` the same loop, in
    order.
    `versions` are the kernel in the final form of its code, and the version of it that uses copies of arrays if
    there is one.
    `again` is the id of the same loop of the source in regions, where serial code comes to it, too.
    `copied` are the arrays that can't stay on the device between its launches.
    """

    id: str
    construct: Omp
    where: Location
    kernel: Kernel | None
    kept: Kept | None = None
    team: TeamFunction | None = None
    accumulated: tuple[tuple[str, str], ...] = ()
    arrays: tuple[Clause, ...] = ()
    copyin: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    merges: tuple[c_ast.Node, ...] = ()
    numbers: tuple[str, ...] = ()
    shares: tuple[c_ast.Node, ...] = ()
    others: tuple[str, ...] = ()
    leader: str = ""
    swept: str = ""
    row: Row | None = None
    part: Part | None = None
    versions: tuple[Kernel, ...] = ()
    again: str = ""
    copied: tuple[Copied, ...] = ()

    @property
    def is_further_part(self) -> bool:
        """Whether this is no loop of the source, but another part of one."""
        return self.part is not None and self.part.of != self.id

    def is_part_of(self, loop: WorkLoop) -> bool:
        """Whether this is a part of a loop, perhaps the first one."""
        return self.part is not None and self.part.of == loop.id

    @property
    def place(self) -> c_ast.Node:
        """Where the kernel is launched: its host expressions are in the names that are visible there."""
        return self.construct if self.row is None else self.row.statements[0]

    @property
    def applied(self) -> tuple[Applied, ...]:
        """What transformations did with the kernel."""
        return next((each.applied for each in (*self.versions, self.kernel) if each is not None), ())

    @property
    def on_device(self) -> bool:
        """Whether there is a kernel that runs it."""
        return self.kernel is not None or bool(self.leader or self.swept)


@dataclass(frozen=True, eq=False)
class ParallelRegion:
    """One parallel region of the source.

    `id` is the id of the first work-shared loop in it.  `loops` are those loops, then those of its team functions,
    once each (other regions that call these have them, too), then those with a `row`, then further parts of loops.
    When `kept` is set the whole region runs as the OpenMP original.  Otherwise the host's initial thread runs
    `construct.body` on the device path: loops with a kernel are launched, loops without one run as OpenMP loops of
    their own, everything else runs once.
    `calls` gives, by the `id` of the call, the team functions that the body calls.
    `private` are the region's private and firstprivate variables, to be declared anew on the device path.
    `spread` are threadprivate variables whose values all threads get from the initial thread at its end.
    `chains` are statements of the body whose launches don't wait for scalars.
    `sweeps` are kernels, each for a sequential loop of the region, or of its team functions, with all work-shared
    loops in it, for `mapper.transforms.launches.sweep`: they have a `row`, and none of them is among the `loops`.
    An `orphaned` one is a work-shared loop that serial code comes to; threads of a team that come to it share it
    out on the CPU.
    `target` is `opencl` or `opencl:gpu` where the source requires it, whatever the model says.
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
    calls: Mapping[int, TeamFunction] = field(default_factory=dict)
    spread: tuple[str, ...] = ()
    apart: Apart = NOTHING_APART
    chains: tuple[Chain, ...] = ()
    sweeps: tuple[WorkLoop, ...] = ()
    orphaned: bool = False
    target: str = ""

    @property
    def only_loop(self) -> WorkLoop | None:
        """The loop of a `parallel for`."""
        return next((each for each in self.loops if each.construct is self.construct), None)

    @property
    def teams(self) -> tuple[TeamFunction, ...]:
        """The functions that the region's threads call together, directly or not, callers first."""
        found: dict[int, TeamFunction] = {}
        work = list(self.calls.values())
        while work:
            team = work.pop(0)
            if id(team) not in found:
                found[id(team)] = team
                work += team.calls.values()
        return tuple(found.values())

    @property
    def versions(self) -> tuple[TeamFunction, ...]:
        """All functions that the device path has second versions of."""
        holders: tuple[ParallelRegion | TeamFunction, ...] = (self, *self.teams)
        found = {id(team): team for holder in holders for team in holder.apart.hosted.values()}
        return (*self.teams, *found.values())

    @property
    def offloaded(self) -> bool:
        """Whether the region has a device version at all."""
        return self.kept is None and any(loop.kernel is not None for loop in self.loops)


@dataclass(frozen=True, eq=False)
class Program:
    """All units of the program, and all parallel regions in them in source order.

    `pointed` are calls that keep regions because they are through pointers, by the path of the unit and the number
    of the call's first token: the names of all functions that each may reach.
    """

    units: tuple[Unit, ...]
    regions: tuple[ParallelRegion, ...]
    orphans: tuple[WorkLoop, ...] = field(default=())
    pointed: Mapping[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)

    def verdicts(self) -> Iterator[tuple[WorkLoop, ParallelRegion | None, Kept | None]]:
        """All loops, each once, with a region that runs it and why it is kept; None: it is offloadable.

        A loop that several regions run has a device version if one of those has.
        """
        found: dict[str, tuple[WorkLoop, ParallelRegion | None, Kept | None]] = {}
        for region in self.regions:
            for loop in region.loops:
                if loop.row is not None or loop.is_further_part:
                    continue
                kept = region.kept or loop.kept
                name = loop.again or loop.id
                if name not in found or (kept is None and found[name][2] is not None):
                    found[name] = (loop, region, kept)
        yield from found.values()
        for loop in self.orphans:
            yield loop, None, loop.kept

    def rows(self) -> tuple[WorkLoop, ...]:
        """The kernels for rows of statements, each once."""
        return self._others(lambda loop: loop.row is not None)

    def further_parts(self, loop: WorkLoop) -> tuple[WorkLoop, ...]:
        """The parts of a loop behind the first one, in order."""
        if loop.part is None:
            return ()
        return self._others(
            lambda each: each.is_further_part and each.part is not None and each.part.of == loop.id
        )

    def _others(self, wanted: Callable[[WorkLoop], bool]) -> tuple[WorkLoop, ...]:
        offloaded = [region for region in self.regions if region.kept is None]
        found = {loop.id: loop for region in offloaded for loop in region.loops if wanted(loop)}
        return tuple(found.values())
