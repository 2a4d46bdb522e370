"""A kernel's parameters in the making: buffers, values, and the memories that pointers may point into.

Address spaces are found by asking, for each pointer, into which `Root`s it may point: a root is a buffer of
the kernel, a private object, or what a parameter of a device function represents.  Reads and writes through a
pointer are noted on its roots, so that each buffer learns how it is used, also through calls.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.types import innermost, unqualified
from mapper.analysis.whole_program.objects import symbol_key
from mapper.diagnostics import Location
from mapper.ir.builtins import tables
from mapper.ir.builtins.layout import Array
from mapper.ir.program.kernel import Access, Buffer, Storage, Value
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, FunctionType, IntType, PointerType
from mapper.translate.common.refused import refuse

GLOBAL = "__global"
PRIVATE = ""
NONE = Access(0)
POINTER = 8  # bytes
FIRST = "[0]"  # among the names of members: the first element of an array


@dataclass(eq=False, slots=True)
class Root:
    """A memory: its address space, what messages call it, and how it is used so far.

    `table` is the slot of a table of pointers.  `row` is true if pointers come from such a table, so that they
    can't be compared with others.  `compared` is true if a pointer into it is compared with one into other memory,
    or subtracted from it, `below` if accesses may lie before the address that the kernel gets.
    """

    space: str
    name: str
    access: Access = NONE
    table: Slot | None = None
    row: bool = False
    compared: bool = False
    below: bool = False

    def used_as(self, other: Root) -> bool:
        """Note that it is used as another one is, too; gives whether that is new."""
        before = self.access, self.compared, self.below
        self.access |= other.access
        self.compared |= other.compared
        self.below |= other.below
        return before != (self.access, self.compared, self.below)


Roots = frozenset[Root]
NO_ROOTS: Roots = frozenset()


def space_of(roots: Iterable[Root], what: str, where: Location) -> str:
    """The one address space of some roots; raises `Refused` where they are in different ones."""
    spaces = {root.space: root.name for root in sorted(roots, key=lambda root: root.name)}
    if len(spaces) > 1:
        names = " and ".join(f"`{spaces[space]}`" for space in sorted(spaces))
        refuse("K009", f"{what} may point into different memories: {names}", where)
    return next(iter(spaces), PRIVATE)


@dataclass(eq=False, slots=True)
class Slot:
    """A buffer in the making.

    `type` is the type of `pointer` in the user's program.  With `flat`, the element is the scalar at the
    bottom of arrays of variable size, and subscripts are spelled out.  With `cell`, the buffer holds a single
    object that the source names without a pointer.  `symbol` is the variable that leads to the memory, if one
    does.  `below` is what the entries of a table of pointers lead to, `of` the table that leads here.  Entries of
    tables in arrays of structures are `span` bytes of every `stride`, as in `mapper.ir.program.kernel.Buffer`.
    Where another table leads to the structures, they are `within` it, and are their `member`.  With `nulls`, the
    kernel asks which of them are null.  A table in an array inside another object has `whole` bytes.
    Of members of an array in each structure there are `times` as many, `pitch` bytes apart.
    """

    name: str
    element: CType
    pointer: c_ast.Node
    storage: Storage
    type: CType
    bytes: c_ast.Node | None = None
    low: c_ast.Node | None = None
    first: c_ast.Node | None = None
    end: c_ast.Node | None = None
    eager: bool = False
    flat: bool = False
    cell: bool = False
    symbol: Symbol | None = None
    below: Slot | None = None
    of: Slot | None = None
    stride: int = 0
    span: int = 0
    within: Slot | None = None
    member: str = ""
    nulls: bool = False
    whole: int = 0
    times: int = 1
    pitch: int = 0
    root: Root = field(default_factory=lambda: Root(GLOBAL, ""))

    def buffer(self) -> Buffer:
        """The parameter as it is now; memory that is never touched counts as read."""
        access = self.root.access or Access.READ
        return Buffer(
            self.name,
            self.element,
            self.pointer,
            access,
            self.storage,
            bytes=self.bytes,
            low=self.low,
            first=self.first,
            end=self.end,
            eager=self.eager,
            table=self.below is not None,
            of=self.of.name if self.of is not None else "",
            stride=self.stride,
            span=self.span,
            within=self.within.name if self.within is not None else "",
            member=self.member,
            nulls=self.nulls,
            whole=self.whole,
            times=self.times,
            pitch=self.pitch,
            compared=self.root.compared,
            below=self.root.below,
            untouched=self.root.compared and not self.root.access,
            array=self._array(),
            direct=not (self.flat or self.cell) and self.below is None and self.of is None,
            length=self.type.length if isinstance(self.type, ArrayType) and not (self.flat or self.cell) else None,
        )

    def _array(self) -> Array | None:
        """The array that the pointer names, if there is one with static storage and constant extents."""
        if self.symbol is None or self.storage is not Storage.STATIC or not isinstance(self.type, ArrayType):
            return None
        return self._shaped(symbol_key(self.symbol), self.type, ())

    def block(self, objects: int | str) -> Array | None:
        """The arrays that allocated objects are, where the pointer's type has all extents but the outermost.

        In place of the objects there may be a reason why they can't have an order of their own.
        """
        if self.symbol is None or self.storage is not Storage.HEAP or not isinstance(self.type, PointerType):
            return None
        if isinstance(objects, int):
            return self._shaped(("block", f"{objects:x}"), self.type.target, (0,))
        array = self._shaped(("pointer", *symbol_key(self.symbol)), self.type.target, (0,))
        return array and replace(array, obstacle=objects)

    def _shaped(self, key: tuple[str, ...], ctype: CType, outside: tuple[int, ...]) -> Array | None:
        if self.eager or self.cell or self.of is not None or not isinstance(self.pointer, c_ast.ID):
            return None
        extents = list(outside)
        while isinstance(ctype, ArrayType) and ctype.length is not None:
            extents.append(ctype.length)
            ctype = ctype.element
        scalar = unqualified(ctype)
        if not isinstance(scalar, IntType | FloatType):
            return None
        return Array(key, tuple(extents), scalar, self.pointer.name)

    @property
    def entries(self) -> int:
        """How many entries of a table are between neighbours in its array of structures."""
        return (self.stride if self.within is None else self.span * self.times) // POINTER

    @property
    def step(self) -> int:
        """How many are between neighbours in an array in each structure."""
        return (self.pitch if self.within is None else self.span) // POINTER

    @property
    def device_names(self) -> tuple[str, ...]:
        """The names of a kernel's parameters that represent the memory."""
        return tables.parts(self.name) if self.below is not None else (self.name,)

    @property
    def chain(self) -> list[Slot]:
        """The slot, and all that lies below it."""
        return [self, *(self.below.chain if self.below is not None else ())]


Parameter = Slot | Value


def is_variable(ctype: CType) -> bool:
    """Whether a type is an array whose size is only known when the program runs."""
    return isinstance(ctype, ArrayType) and (ctype.length is None or is_variable(ctype.element))


def points_to_variable(ctype: CType) -> bool:
    """Whether a pointer's or array's elements are arrays of variable size."""
    if isinstance(ctype, PointerType):
        return is_variable(ctype.target)
    return isinstance(ctype, ArrayType) and is_variable(ctype.element)


def element_of(ctype: CType) -> CType:
    """What a pointer points to, or an array is made of."""
    if isinstance(ctype, PointerType):
        return ctype.target
    assert isinstance(ctype, ArrayType)
    return ctype.element


def leads_to_pointers(ctype: CType) -> bool:
    """Whether a type is a pointer to, or an array of, pointers to data."""
    if not isinstance(ctype, PointerType | ArrayType):
        return False
    inner = innermost(element_of(ctype))
    return isinstance(inner, PointerType) and not isinstance(inner.target, FunctionType)


def is_position(ctype: CType) -> bool:
    """Whether a variable of a type is the position of a table's entry in a kernel."""
    return isinstance(ctype, PointerType) and leads_to_pointers(ctype)
