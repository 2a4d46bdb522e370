"""The plan by which host code announces its accesses to device-used memory (see `docs/memory.md`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pycparser import c_ast, c_generator

from mapper.diagnostics import Location
from mapper.ir.program.kernel import Access, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.nodes import Omp
from mapper.ir.trees.unit import Unit


@dataclass(frozen=True, slots=True)
class HostArea:
    """Some bytes, `offset` bytes behind a pointer, and how often they repeat at which distances, in bytes."""

    offset: c_ast.Node
    bytes: c_ast.Node
    repeats: tuple[tuple[c_ast.Node, c_ast.Node], ...] = ()

    @property
    def parts(self) -> tuple[c_ast.Node, ...]:
        """All expressions in their order."""
        return (self.offset, self.bytes, *(part for repeat in self.repeats for part in repeat))


@dataclass(frozen=True, slots=True)
class HostRows:
    """A part of some rows that a table leads to, all in bytes.

    The entries of the table are from `first` to `last` behind its beginning.  Of each row `bytes` are meant,
    `offset` behind its beginning.
    """

    first: c_ast.Node
    last: c_ast.Node
    offset: c_ast.Node
    bytes: c_ast.Node

    @property
    def parts(self) -> tuple[c_ast.Node, ...]:
        """All expressions in their order."""
        return (self.first, self.last, self.offset, self.bytes)

    @property
    def count(self) -> c_ast.Node:
        """How many rows there are."""
        behind = build.binary("-", build.binary("+", self.last, build.integer(8, "L")), self.first)
        return build.binary("/", behind, build.integer(8, "L"))


@dataclass(frozen=True, slots=True)
class HostAccess:
    """One `__MRT_HOST(pointer, mode)`; without a pointer it is `__MRT_HOST_ALL(mode)`.

    With `part` it is `__MRT_HOST_PART(pointer, mode)`: `pointer` is then the lvalue of one element.  With
    `factors` it is `__MRT_HOST_BYTES(pointer, product of the factors, mode)`; with a `data_type` of MPI's the
    product counts its elements.  With an `area` it is
    `__MRT_HOST_AREA(pointer, offset, bytes, mode, number of repeats, ...)`.  With `rows` it is
    `__MRT_HOST_ROWS(pointer, levels, mode)`: all rows that a table leads to, through so many levels of tables; or
    `__MRT_HOST_ROW_PARTS(pointer, first, last, offset, bytes, mode)` with `part_of_rows`.
    With a `condition` it is only made where that is true.
    """

    pointer: c_ast.Node | None = field(compare=False)
    text: str  # the pointer as C text, empty without one
    mode: Access
    part: bool = False
    factors: tuple[c_ast.Node, ...] = field(default=(), compare=False)
    data_type: c_ast.Node | None = field(default=None, compare=False)
    area: HostArea | None = field(default=None, compare=False)
    rows: int = 0
    part_of_rows: HostRows | None = field(default=None, compare=False)
    condition: c_ast.Node | None = field(default=None, compare=False)

    def where(self, condition: c_ast.Node | None) -> HostAccess:
        """The same where a condition is true, which is evaluated first."""
        conditions = [each for each in (condition, self.condition) if each is not None]
        return replace(self, condition=build.joined("&&", conditions) if conditions else None)

    def __str__(self) -> str:
        if self.condition is not None:
            return f"{c_generator.CGenerator().visit(self.condition)} ? {replace(self, condition=None)}"
        if not self.text:
            return f"__MRT_HOST_ALL({mode_text(self.mode)})"
        if self.area is not None:
            parts = ", ".join(c_generator.CGenerator().visit(part) for part in self.area.parts)
            return f"__MRT_HOST_AREA({self.text}, {parts}, {mode_text(self.mode)})"
        if self.rows and self.pointer is not None:
            table = c_generator.CGenerator().visit(self.pointer)
            if self.part_of_rows is not None:
                parts = ", ".join(c_generator.CGenerator().visit(part) for part in self.part_of_rows.parts)
                return f"__MRT_HOST_ROW_PARTS({table}, {parts}, {mode_text(self.mode)})"
            return f"__MRT_HOST_ROWS({table}, {self.rows}, {mode_text(self.mode)})"
        form = "_PART" if self.part else "_BYTES" if self.factors else ""
        return f"__MRT_HOST{form}({self.text}, {mode_text(self.mode)})"


@dataclass(frozen=True, slots=True)
class Move:
    """What a statement of numbers copies, or sets to zero where there is no `source`; a device may do it.

    Places are pointers and bytes behind them; `bytes` is how many bytes are copied.
    """

    target: tuple[c_ast.Node, c_ast.Node]
    source: tuple[c_ast.Node, c_ast.Node] | None
    bytes: c_ast.Node

    def __str__(self) -> str:
        printer = c_generator.CGenerator()
        parts = (*self.target, *(self.source or ()), self.bytes)
        name = "__MRT_ZEROED" if self.source is None else "__MRT_MOVED"
        return f"{name}({', '.join(printer.visit(part) for part in parts)})"


class Place(StrEnum):
    """How an announcement is put into the text."""

    BEFORE = "before"  # statements of their own before `node`, which is an item of a block
    BRACES = (
        "braces"  # as BEFORE, with braces around them and `node`, which is the branch of an if or a loop's body
    )
    COMMA = "comma"  # `__MRT_HOST(...), ` right before the expression that begins with token `token`
    BEHIND = "behind"  # when the call has returned that is the tokens `token` to `last`, before its value is used


@dataclass(frozen=True, slots=True)
class Announcement:
    """Announcements at one place; `token` is the number (from 1) of the token before which they are.

    Where a device makes the `move`, there are none, and the statement does not run.
    """

    unit: Unit
    node: c_ast.Node
    place: Place
    token: int
    accesses: tuple[HostAccess, ...]
    last: int = 0
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class RegionAccesses:
    """The announcements that a region's own text needs.

    `before` is before the decision: what clauses, loop bounds and arguments read, for all loops of the region.
    `launches` gives, by loop id, what is read to prepare one launch.  `cpu` is before the OpenMP original.  With a
    kernel in `hosted`, the original touches more than that, which has no name: the memory that the arguments of
    this kernel's launch lead to.  `evaluated` is what the host reads to find these arguments.
    """

    unit: Unit
    construct: Omp
    before: tuple[HostAccess, ...]
    launches: tuple[tuple[str, tuple[HostAccess, ...]], ...]
    cpu: tuple[HostAccess, ...]
    hosted: Kernel | None = None
    evaluated: tuple[HostAccess, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """An automatic array or structure that needs `__MRT_SCOPE(n, pointer, sizeof name)` after its declaration.

    `token` is the number of the declaration's last token, after which the text goes.  A `static` one needs
    `__MRT_KNOWN(n, pointer, sizeof name)` there.
    """

    unit: Unit
    declaration: c_ast.Decl
    token: int
    name: str
    pointer: str  # C text: the name, with & for a structure
    static: bool = False

    @property
    def macro(self) -> str:
        """The macro of the run-time library's that announces the object."""
        return "__MRT_KNOWN" if self.static else "__MRT_SCOPE"


@dataclass(frozen=True, slots=True)
class Send:
    """An `__MRT_SEND(pointer)` behind a statement, whose last token is number `token`: an array is complete."""

    unit: Unit
    node: c_ast.Node
    token: int
    text: str  # the pointer as C text


@dataclass(frozen=True, slots=True)
class Shift:
    """An `__MRT_SHIFT(from, to)` beside a statement that may move a pointer out of its memory.

    It is behind the statement, or before it if `before`.  With `braces`, it and the statement are put in these.
    """

    unit: Unit
    node: c_ast.Node
    origin: c_ast.Node
    pointer: c_ast.Node
    before: bool
    braces: bool


@dataclass(frozen=True, slots=True)
class StaticShift:
    """An `__MRT_SHIFT(from, to)` before the program begins: of the initial value of a static variable."""

    unit: Unit
    origin: c_ast.Node
    pointer: c_ast.Node


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an object can't be kept on a device between launches, and a way out; empty: there is none to name."""

    text: str
    way_out: str = ""


@dataclass(frozen=True, slots=True)
class Eager:
    """An object that is copied around each launch, the reason, and the place that decides it, if there is one."""

    name: str
    reason: Reason
    where: Location | None = None
    aggregate: bool = True  # False: a single variable, which costs nothing


@dataclass(frozen=True, slots=True)
class HostPlan:
    """All announcements of a program.

    `eager` names the objects whose host accesses can't all be announced, with the reason; `eager_buffers` are
    the buffers that may point to such objects, by (loop id, buffer name), each with these objects.  Of
    `escaped_buffers` code outside of the program may hold the address.  `kept` is the mask of the objects that may
    stay on a device between launches, as `EffectsOf` numbers them, and `written` of those that kernels write.
    """

    announcements: tuple[Announcement, ...]
    regions: tuple[RegionAccesses, ...]
    scopes: tuple[Scope, ...]
    eager: tuple[Eager, ...]
    eager_buffers: Mapping[tuple[str, str], tuple[Eager, ...]]
    kept: int = 0
    sends: tuple[Send, ...] = ()
    written: int = 0
    escaped_buffers: frozenset[tuple[str, str]] = frozenset()
    shifts: tuple[Shift | StaticShift, ...] = ()


def pointer_text(pointer: c_ast.Node) -> str:
    """A pointer of a plan as C text: `a`, `&s` or `s.p`."""
    match pointer:
        case c_ast.UnaryOp():
            return f"&{pointer_text(pointer.expr)}"
        case c_ast.StructRef():
            return f"{pointer_text(pointer.name)}.{pointer.field.name}"
    assert isinstance(pointer, c_ast.ID), "plans name memory by variables and their members"
    return str(pointer.name)


def mode_text(mode: Access) -> str:
    """The mode in words: `read`, `write` or `read write`."""
    return " ".join(word for flag, word in ((Access.READ, "read"), (Access.WRITE, "write")) if flag in mode)
