"""A kernel: one work-shared loop as a function over an ND-range, with everything that a launch needs.

Host expressions (`lower`, `pointer`, ...) are trees in terms of the names visible at the loop in the user's
source.  Inside `body` all names are unique, so that `symbols` gives each one's type.

Names that a body finds besides its own: the parameters, the counters, the accumulators of reductions, and, for
dimension d, `mrt_id<d>` (the index of the iteration, `ulong`) and `mrt_count<d>` (their number, `ulong`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Flag, StrEnum, auto
from typing import Self, TypeVar

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.builtins import stops, tables
from mapper.ir.builtins.layout import Array, Layout, Relaid
from mapper.ir.forms.entry import Entry
from mapper.ir.forms.expanded import Expanded
from mapper.ir.forms.form import Form
from mapper.ir.program.assumptions import NOTHING, Assumptions
from mapper.ir.program.cells import Steps
from mapper.ir.program.checks import Checks
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, ComplexType, CType, IntType, PointerType, StructType
from mapper.ir.trees.literals import is_literal, is_number
from mapper.ir.trees.nodes import clone


class Access(Flag):
    """How a kernel uses a buffer."""

    READ = auto()
    WRITE = auto()


READ_WRITE = Access.READ | Access.WRITE


class Storage(StrEnum):
    """Where a buffer's memory comes from, as far as the compiler knows."""

    STATIC = "static"  # file scope or static: exists as long as the program
    STACK = "stack"  # automatic array or variable: gone when its scope is left
    HEAP = "heap"  # reached through a pointer: the run-time registry knows the segment
    KEPT = "kept"  # an element for each iteration, from one of a loop's kernels to later ones (`Part.carried`)
    STATE = "state"  # the state of virtual threads: a copy of the variable `pointer` for each, made for the launch


def lower_name(variable: str) -> str:
    """The name of a kernel's parameter that holds the first value of a dimension's variable."""
    return f"mrt_lower_{variable}"


def step_name(variable: str) -> str:
    """The name of a kernel's parameter that holds the step of a dimension's variable."""
    return f"mrt_step_{variable}"


@dataclass(frozen=True, slots=True)
class Dimension:
    """One dimension of the iteration space; dimension 0 has neighbouring work-items.

    The loop is `for (variable = lower; variable RELATION bound; variable += step)`, with `relation` one of
    `<`, `<=`, `>`, `>=`, `!=` and `step` negative for loops that count down.  All three expressions are host
    expressions that are evaluated once, before the launch.  `type` is the counter's type.

    `counted` are the source's loops where the dimension numbers the iterations of several of them: it is launched
    only where those of each can be counted, and all together.
    """

    variable: str
    type: IntType
    lower: c_ast.Node
    relation: str
    bound: c_ast.Node
    step: c_ast.Node
    counted: tuple[Dimension, ...] = ()

    @property
    def parts(self) -> tuple[c_ast.Node, c_ast.Node, c_ast.Node]:
        """The host expressions."""
        return self.lower, self.bound, self.step

    @property
    def lower_name(self) -> str:
        """The name of the parameter that holds `lower`."""
        return lower_name(self.variable)

    @property
    def lower_here(self) -> c_ast.Node:
        """The value of `lower` in the kernel's code."""
        return clone(self.lower) if is_literal(self.lower) else build.identifier(self.lower_name)

    @property
    def step_name(self) -> str:
        """The name of the parameter that holds `step`."""
        return step_name(self.variable)

    def declared(self, number: int) -> c_ast.Decl:
        """`T i = lower + (T)mrt_id<number> * step`: the counter of a work-item, in its own type."""
        lower = self.lower_here
        step = self.step if is_literal(self.step) else build.identifier(self.step_name)
        value: c_ast.Node = build.cast(self.type, build.identifier(f"mrt_id{number}"))
        down = isinstance(step, c_ast.UnaryOp) and is_number(step.expr, 1) and step.op == "-"
        if not down and not is_number(step, 1):
            value = build.binary("*", value, step)
        if down or not is_number(lower, 0):
            value = build.binary("-" if down else "+", lower, value)
        return build.declaration(self.variable, self.type, init=value)


@dataclass(frozen=True, eq=False, slots=True)
class Area:
    """Part of an array: `planes` times `rows` runs of `bytes`, the first one `offset` bytes behind the pointer.

    `pitch` bytes are between the beginnings of rows, `far` bytes between those of planes; 0 where there is one.
    These are host expressions, of type long; nothing is in the area where one of the counts is not positive.
    """

    offset: c_ast.Node
    bytes: c_ast.Node
    rows: c_ast.Node
    pitch: int
    planes: c_ast.Node
    far: int

    @property
    def expressions(self) -> tuple[c_ast.Node, ...]:
        """What the host evaluates."""
        return self.offset, self.bytes, self.rows, self.planes


@dataclass(frozen=True, slots=True)
class Buffer:
    """A kernel parameter that is memory: `__global element *name`.

    `pointer` is the host expression of its address (an array or pointer).  `bytes` is the size in bytes from
    `pointer` on, as a host expression, where the type or the loop's affine bounds give it, else None (the
    registry must know).  `low` is the byte offset of the lowest access, if not 0; that of a table or rows may be
    positive.  A `shifted` pointer was computed, and may lie outside of its memory; `first` and `end` are
    then the byte offsets of the lowest access and behind the highest one, of either sign, if they are known; where
    `bytes` is None, some of what is between them may not be reached.
    `eager` buffers are copied in before and out after each launch, and are not kept on the device.
    Of `escaped` ones code that is not seen may have the address: it may write while the loop runs.
    `overwrites` is a number of bytes from `pointer` on, as a host expression, all of which the launch writes
    before any work-item reads them; it touches nothing else of the memory.  So it is with `area`, of which the
    launch writes all.
    `overlaps` names the kernel's other buffers that may be, in part, the same memory; None: that is not known.
    `same` are those of them that are the same object, or one of the same origin, as far as the analysis shows.
    `apart` is true if the kernel reads nothing through another buffer that it writes through this one, nor the
    reverse: the emitted pointer is `restrict`.

    A `table` holds, in place of pointers, the positions of what they point to in the next parameter's memory (see
    `mapper.ir.builtins.tables`).  `of` is the name of the table whose entries lead to this memory, or empty.  Such
    memory is found by the run-time library: its `pointer` only says what it is, and is never evaluated.  `box`
    is true if the kernel reaches as far from each of these entries as from the others.  The entries of a table in
    an array of structures (`boxes[b].rows`) are members of its elements: `span` bytes of every `stride` are
    pointers. Both are 0 for other tables.  Where the structures are found by a table themselves (`item[i]->rows`),
    `within` is the name of the memory that they are in, and `member` names what holds the entries: in the kernel,
    entry `i * span / 8` is then the first one of element i.  With `nulls`, the kernel asks which entries are null.
    A table in an array inside another object has `whole` bytes, which counts where `bytes` is None.
    A table's `bytes` and `low` are `loose` if they may hold more entries than the kernel reaches, also such as are
    not in the table's memory.
    Of members of an array in each structure there are `times` as many, `pitch` bytes apart.

    `rewrites` is true if the kernel may copy pointers into it, with structures or as bytes.
    `compared` is true if the kernel compares an address in it with one in another buffer, or subtracts them, and
    `untouched` if it does nothing else with it: an end, which may be where other memory begins.  `below` is true
    if accesses may lie before `pointer`, which may be such an end, too.

    `direct` is true if `pointer[i]` is element i in the user's program, too.
    `length` is how many elements `pointer` leads to, where that is an array of a type that says so.
    `array` is what `pointer` names, where that is an array with static storage and constant extents, and `memory`
    the abstract objects that the buffer may be in, a set of the program's points-to analysis (None: not known).
    `layout` is the order in which devices with memory of their own hold the array.
    `relaid` is the copy that a second version of the kernel reads and writes instead.
    `incomparable` is true if the CPU's version of the loop leaves other values in it, which mean the same.
    """

    name: str
    element: CType
    pointer: c_ast.Node
    access: Access
    storage: Storage
    bytes: c_ast.Node | None = None
    low: c_ast.Node | None = None
    shifted: bool = False
    first: c_ast.Node | None = None
    end: c_ast.Node | None = None
    loose: bool = False
    eager: bool = False
    escaped: bool = False
    overwrites: c_ast.Node | None = None
    area: Area | None = None
    overlaps: frozenset[str] | None = None
    same: frozenset[str] = frozenset()
    apart: bool = False
    table: bool = False
    of: str = ""
    box: bool = False
    stride: int = 0
    span: int = 0
    within: str = ""
    member: str = ""
    nulls: bool = False
    whole: int = 0
    times: int = 1
    pitch: int = 0
    rewrites: bool = False
    compared: bool = False
    untouched: bool = False
    below: bool = False
    array: Array | None = None
    memory: int | None = None
    direct: bool = False
    layout: Layout | None = None
    length: int | None = None
    relaid: Relaid | None = None
    incomparable: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the body finds."""
        return tables.parts(self.name) if self.table else (self.name,)

    @property
    def offsets(self) -> list[c_ast.Node]:
        """The host expressions of how far the kernel reaches."""
        return [each for each in (self.bytes, self.low, self.first, self.end) if each is not None]

    def may_overlap(self, other: Buffer) -> bool:
        """Whether this may be, in part, the same memory as another buffer of the kernel."""
        pairs = ((self, other), (other, self))
        return any(one.overlaps is None or two.name in one.overlaps for one, two in pairs)


@dataclass(frozen=True, slots=True)
class Value:
    """A kernel parameter that is passed by value: `type name`, from host expression `expression`.

    It is never less than `least`, if that is known: it counts a sequential loop around the launch.  `factors` are
    other expressions of the host, whose product it is, if there are any.
    """

    name: str
    type: CType
    expression: c_ast.Node
    least: int | None = None
    factors: tuple[c_ast.Node, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the body finds."""
        return (self.name,)


@dataclass(frozen=True, slots=True)
class Reduction:
    """A reduction: work-items start from the identity, and the host combines the result with `target`.

    `name` is the private accumulator in the kernel's body, `operator` one of
    `+ * - & | ^ && || min max`, `target` the host lvalue.
    """

    name: str
    type: CType
    operator: str
    target: c_ast.Node


@dataclass(frozen=True, slots=True)
class Applied:
    """A transformation's outcome: applied (`did` says what), or refused with a reason and a place."""

    transform: str
    refusal: str | None = None
    where: Location | None = None
    did: str = ""


F = TypeVar("F", bound=Form)


@dataclass(frozen=True, eq=False)
class Kernel:
    """A device version of one work-shared loop.

    `body` is what one work-item does for one iteration; it finds the counters of `dimensions` declared.  It
    neither returns nor continues the work-shared loop, so it may be in any loop.
    `parameters` is in the order of the emitted kernel.  `types` are the struct, union, enum and typedef
    declarations that the kernel's code mentions, `functions` the device copies of the user's functions, callees
    first.
    `narrow` is true if one linear index is taken apart into those of the dimensions in 32 bits where that is
    enough.
    `forms` are the other ways to run its iterations, at most one of each kind (`mapper.ir.forms`).
    It is only right under what is `assumed`.
    Where the code `stops` (`mapper.ir.builtins.stops`), an iteration may find that only the host can go on: then
    all that the kernel wrote is undone, and the loop runs on the CPU.  `wide` are structures, by their names on
    the device, that are declared with an alignment in bytes of their own; arrays of them must begin at multiples
    of it, which the run-time library checks.  `local_size` is a wish for the work-group's shape, or empty.
    `needs` names device abilities: `fp64`, `int64_atomics`.
    With `steps`, the kernel is one of a chain (`mapper.ir.program.cells`).
    `large` names the arrays of the body that private memory has no room for.  They are in global memory where they
    are `expanded`: then each work-item runs several iterations, and the lowered code has no such arrays left.
    `stacks` gives for how many calls the stacks of functions that call themselves have room, by the functions'
    names in the source; where an iteration needs more, the code stops.
    `accumulated` names the arrays of threads' own that its iterations update for all threads.
    `own` names the threadprivate variables that its iterations use, where the loop changes them.
    With `checks`, its final code makes those of `--safe`, and stops where one fails.
    `entries` are the functions that run the iterations, once the kernel is lowered.
    """

    name: str
    where: Location
    dimensions: tuple[Dimension, ...]
    parameters: tuple[Buffer | Value, ...]
    reductions: tuple[Reduction, ...]
    body: c_ast.Compound
    symbols: Mapping[str, CType]
    functions: tuple[c_ast.FuncDef, ...] = ()
    types: tuple[c_ast.Node, ...] = ()
    needs: frozenset[str] = frozenset()
    local_size: tuple[int, ...] = ()
    applied: tuple[Applied, ...] = field(default=())
    forms: tuple[Form, ...] = ()
    narrow: bool = False
    assumed: Assumptions = NOTHING
    wide: Mapping[str, int] = field(default_factory=dict)
    packed: Mapping[str, int] = field(default_factory=dict)
    steps: Steps | None = None
    large: tuple[str, ...] = ()
    stacks: Mapping[str, int] = field(default_factory=dict)
    accumulated: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    expanded: tuple[Expanded, ...] = ()
    checks: Checks | None = None
    entries: tuple[Entry, ...] = ()

    def form(self, kind: type[F]) -> F | None:
        """The kernel's form of a kind; None where it has none."""
        return next((each for each in self.forms if isinstance(each, kind)), None)

    def with_form(self, form: Form) -> Self:
        """The kernel with one more form, which takes the place of one of the same kind."""
        others = self.without(type(form)).forms
        return replace(self, forms=(*others, form))

    def without(self, kind: type[Form]) -> Self:
        """The kernel without its form of a kind."""
        return replace(self, forms=tuple(each for each in self.forms if not isinstance(each, kind)))

    def with_rows_apart(self) -> Self:
        """The kernel where the rows of its tables, if it has any, are taken not to overlap."""
        apart = self.assumed.rows_apart or bool(self.boxes)
        return replace(self, assumed=replace(self.assumed, rows_apart=apart))

    @property
    def passed(self) -> tuple[Buffer | Value, ...]:
        """The parameters that a launch passes: all but those that are in cells."""
        loads = {name for name, _ in self.steps.loads} if self.steps is not None else frozenset()
        return tuple(p for p in self.parameters if p.name not in loads)

    @property
    def folds(self) -> bool:
        """Whether the kernel folds the partial results of its reductions itself."""
        return self.steps is not None and bool(self.reductions)

    @property
    def buffers(self) -> tuple[Buffer, ...]:
        """The parameters that are memory, in order."""
        return tuple(p for p in self.parameters if isinstance(p, Buffer))

    @property
    def chains(self) -> tuple[tuple[Buffer, ...], ...]:
        """The tables of pointers, each with the tables and at last the memory that its entries lead to."""
        found: list[tuple[Buffer, ...]] = []
        for buffer in self.buffers:
            if buffer.of:
                found[-1] = (*found[-1], buffer)
            elif buffer.table:
                found.append((buffer,))
        return tuple(found)

    @property
    def boxes(self) -> tuple[tuple[Buffer, ...], ...]:
        """Those chains of which the run-time library can find out whether the rows overlap."""
        found: list[tuple[Buffer, ...]] = []
        ends = {""}
        for chain in self.chains:
            known = all(each.box and each.bytes is not None and not each.loose for each in chain[1:])
            if chain[0].within in ends and known:
                found.append(chain)
                ends.add(chain[-1].name)
        return tuple(found)

    @property
    def levels(self) -> Mapping[str, int]:
        """Through how many levels of pointers each buffer of the chains is reached."""
        found: dict[str, int] = {}
        for chain in self.chains:
            first = found.get(chain[0].within, 0)
            found |= {each.name: first + number for number, each in enumerate(chain)}
        return found

    @property
    def values(self) -> tuple[Value, ...]:
        """The parameters that are passed by value, in order."""
        return tuple(p for p in self.parameters if isinstance(p, Value))

    def host_expressions(self, *, without: Collection[str] = ()) -> Iterator[c_ast.Node]:
        """What the host evaluates for a launch, but for the parameters by value `without`."""
        for dimension in self.dimensions:
            yield from dimension.parts
        yield from self.assumed.host_expressions
        for parameter in self.parameters:
            if isinstance(parameter, Buffer):
                yield parameter.pointer
                yield from parameter.offsets
                yield from () if parameter.overwrites is None else (parameter.overwrites,)
                yield from parameter.area.expressions if parameter.area is not None else ()
            elif parameter.name not in without:
                yield parameter.expression

    @property
    def launch_numbers(self) -> int:
        """How many numbers distinguish launches: values, counts of the dimensions, and what forms need."""
        return len(self.values) + len(self.dimensions) + sum(each.columns for each in self.forms)

    @property
    def relaid(self) -> tuple[Buffer, ...]:
        """The buffers of which a second version of the kernel uses copies in another order."""
        return tuple(each for each in self.buffers if each.relaid is not None)

    @property
    def has_states(self) -> bool:
        """Whether a buffer holds the states of virtual threads."""
        return any(each.storage is Storage.STATE for each in self.buffers)

    @property
    def stops(self) -> bool:
        """Whether a work-item may stop."""
        return self.checks is not None or any(stops.may_stop(root) for root in (self.body, *self.functions))


def with_bodies(kernel: Kernel, change: Callable[[c_ast.Compound], c_ast.Compound]) -> Kernel:
    """The kernel with its body, its functions' bodies and its forms' changed."""
    body = change(kernel.body)
    functions = tuple(c_ast.FuncDef(each.decl, each.param_decls, change(each.body)) for each in kernel.functions)
    forms = tuple(each.with_bodies(change) for each in kernel.forms)
    return replace(kernel, body=body, functions=functions, forms=forms)


def held_structure(element: CType) -> str | None:
    """The name of the structure that an array holds, on the device; None where it holds something else."""
    while isinstance(element, ArrayType | PointerType):
        element = element.element if isinstance(element, ArrayType) else element.target
    if isinstance(element, ComplexType):
        return build.complex_tag(element)
    return build.device_tag(element.tag) if isinstance(element, StructType) else None


def alignment_of(kernel: Kernel, element: CType) -> int:
    """How many bytes the beginning of an array must be a multiple of, beyond what its type asks for; 0: none."""
    tag = held_structure(element)
    return 0 if tag is None else kernel.wide.get(tag, 0)


def unwritten_buffers(kernel: Kernel) -> frozenset[str]:
    """The names of a kernel's buffers whose memory it does not write, through none of its pointers."""
    written = {each.name for each in kernel.buffers if Access.WRITE in each.access}
    return frozenset(
        each.name
        for each in kernel.buffers
        if each.overlaps is not None and not ({each.name, *each.overlaps} & written)
    )
