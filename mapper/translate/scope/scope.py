"""The state of one kernel while it is made: names, parameters, types, device functions.

`KernelScope.bind` says how a variable that exists outside the kernel is seen inside: by value, as a buffer, or
as the single element of a buffer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from pycparser import c_ast, c_generator

from mapper.analysis.host.objects import NamesAt
from mapper.analysis.names.scopes import StorageClass, Symbol
from mapper.analysis.names.sharing import threadprivate_symbols
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import dimensions, innermost, unqualified
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.addresses import is_address
from mapper.diagnostics import Location
from mapper.ir.builtins import tables
from mapper.ir.forms.expanded import LARGE
from mapper.ir.program.kernel import Storage, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, LONG, ULONG, ArrayType, CType, PointerType, StructType
from mapper.ir.trees.nodes import clone, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import Context, Definition, Key, key_of
from mapper.translate.common.draws import Draws
from mapper.translate.common.null_tests import tests_pointers
from mapper.translate.common.refused import refuse
from mapper.translate.common.uses import Uses
from mapper.translate.memory.changed_rows import Rows
from mapper.translate.memory.least_values import least_value
from mapper.translate.memory.memory import (
    FIRST,
    PRIVATE,
    Parameter,
    Root,
    Slot,
    element_of,
    is_position,
    is_variable,
    leads_to_pointers,
    points_to_variable,
)
from mapper.translate.memory.own_members import OwnMembers
from mapper.translate.memory.products import factors
from mapper.translate.scope.device_types import DeviceTypes
from mapper.translate.scope.groups import LARGEST_PRIVATE
from mapper.translate.scope.names import Names
from mapper.translate.scope.stops import Stops

if TYPE_CHECKING:
    from mapper.translate.memory.memory import Roots
    from mapper.translate.memory.places import Parts
    from mapper.translate.scope.frame import Frame
    from mapper.translate.scope.functions import DeviceFunction

ALLOCATING = frozenset(["malloc", "calloc", "alloca", "__builtin_alloca"])
"""The functions of the library's that give an iteration a block of its own."""
LARGEST_VALUE = 256  # bytes of a structure that is still passed by value: OpenCL promises 1024 for all arguments


@dataclass(frozen=True, eq=False, slots=True)
class OwnVariable:
    """A threadprivate variable of a work-item: as the kernel's body declares it, and as its functions get it."""

    outer: Slot
    inner: Slot


@dataclass(frozen=True, slots=True)
class Large:
    """A private array that is too large for private memory: its name in the source, its place and its size.

    `bytes` is None where the size varies.
    """

    name: str
    where: Location
    bytes: int | None


@dataclass(eq=False)
class KernelScope:
    """Everything that the body of a kernel and its device functions share.

    `uses` are the variables that the loop and its callees use.  `stable(node)` says whether a host expression
    keeps its value while the loop runs, `writer(node)` where the loop may change it, `reached(symbol)` whether the
    loop may write a variable, by name or through a pointer, `contended(node, symbols)` whether iterations compare
    and swap an object.  `effects` are those of the program's code.  `inherited` are the variables that each thread
    of the region has of its own, `own` the threadprivate ones that each work-item has of its own.
    `lower_body` lowers the body of a function with a given result.
    `number` is the variable of the kernel's body that holds the thread's number, `updated` are the statements, by
    `id`, whose updates must be atomic, since other iterations make them, too, `criticals` the `critical`
    constructs in which nothing else is done, and `draws` what these draw and exchange.  `counted` is the `id` of
    the expression that counts in order, `shares` are the parameters of a plain static schedule.
    `copied` are variables that are passed by value although a pointer may lead to them: the host's name of each,
    and where it is used. Private arrays of more than `largest` bytes are `large`: they get a place in global
    memory later.  Those of functions are `lent` by the kernel's body.  `active` are the functions whose copies are
    being made, and `repeated` what pointers lead to that are handed to these again, with what the parameters lead
    to that get them.  `stacks` gives the room in those of functions that call themselves, by their names.
    `hidden` are functions that are passed down and have no name where the loop is, by words that no program has.
    `members` are pointers in structures of an iteration's own.  `walked` are the tables of tables that subscripts
    of iterations lead into, by the texts of their paths: a table that a number finds in one is found there, too.
    So are rows of `changed`, where iterations change rows.
    """

    context: Context
    unit: Unit
    symbols: Symbols
    construct: c_ast.Node
    uses: Uses
    stable: Callable[[c_ast.Node], bool]
    writer: Callable[[c_ast.Node], Location | None]
    reached: Callable[[Symbol], bool]
    contended: Callable[[c_ast.Node, Symbols], bool]
    effects: EffectsOf
    inherited: frozenset[Symbol]
    lower_body: Callable[[Frame, c_ast.Node, CType], tuple[c_ast.Compound, Roots]]
    name: str
    names: Names = field(default_factory=Names)
    types: DeviceTypes = field(default_factory=DeviceTypes)
    parameters: dict[str, Parameter] = field(default_factory=dict)
    copied: dict[Symbol, tuple[str, Location]] = field(default_factory=dict)
    symbol_types: dict[str, CType] = field(default_factory=dict)
    functions: dict[tuple[object, ...], DeviceFunction] = field(default_factory=dict)
    helpers: dict[str, c_ast.FuncDef] = field(default_factory=dict)
    active: dict[c_ast.FuncDef, DeviceFunction] = field(default_factory=dict)
    repeated: list[tuple[Roots, Roots]] = field(default_factory=list)
    stacks: dict[str, int] = field(default_factory=dict)
    needs: set[str] = field(default_factory=set)
    own: list[OwnVariable] = field(default_factory=list)
    number: str = ""
    updated: frozenset[int] = frozenset()
    criticals: frozenset[int] = frozenset()
    draws: Draws = field(default_factory=Draws)
    counted: int = 0
    shares: tuple[str, str] = ("", "")
    members: OwnMembers = field(default_factory=OwnMembers)
    largest: int = LARGEST_PRIVATE
    large: dict[str, Large] = field(default_factory=dict)
    blocks: dict[str, str] = field(default_factory=dict)
    lent: dict[tuple[Symbol, tuple[int | str | None, ...]], OwnVariable] = field(default_factory=dict)
    hidden: dict[str, Symbol] = field(default_factory=dict)
    walked: set[str] = field(default_factory=set)
    changed: dict[str, list[Rows]] = field(default_factory=dict)
    stops: Stops = field(init=False)
    _extents: dict[str, Value] = field(default_factory=dict)
    _varying: dict[c_ast.Node, bool] = field(default_factory=dict)
    _bindings: dict[Key, Parameter] = field(default_factory=dict)
    _paths: dict[str, Slot] = field(default_factory=dict)
    _asked: dict[str, Value] = field(default_factory=dict)
    _strides: dict[tuple[str, int], Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stops = Stops(self.context)

    @cached_property
    def tests_pointers(self) -> bool:
        """Whether the loop, or a function that it calls, tests or compares pointers: then null ones are null."""
        return tests_pointers(self.construct, self.symbols, self.context)

    @property
    def pairs(self) -> tuple[OwnVariable, ...]:
        """The variables of a work-item that functions get from the kernel's body."""
        return (*self.own, *self.lent.values())

    @property
    def names_there(self) -> NamesAt:
        """What names mean where the loop is."""
        return NamesAt(self.symbols, self.construct)

    def fresh(self, wish: str, ctype: CType) -> str:
        """A new name of the kernel, with its type."""
        name = self.names.fresh(wish)
        self.symbol_types[name] = ctype
        return name

    def is_large(self, ctype: CType, symbols: Symbols) -> bool:
        """Whether a private variable finds its place in global memory."""
        size = symbols.constant_sizeof(ctype) or 0
        return self.context.expands and isinstance(ctype, ArrayType) and size > self.largest

    def varies(self, definition: Definition) -> bool:
        """Whether a function, or one that it calls, may have arrays of variable size."""
        return self.varies_in(definition.function.body, definition.symbols)

    def varies_in(self, body: c_ast.Node, symbols: Symbols) -> bool:
        """Whether code, or a function that it calls, may have arrays of variable size, or allocates such."""
        if body not in self._varying:
            called = list(self.context.callees(body, symbols))
            roots = [(body, symbols), *((each.function.body, each.symbols) for each in called)]
            varies = any(_varies(node, names) for root, names in roots for node in walk(root))
            self._varying[body] = varies
            if not varies:  # neither has what is called
                self._varying |= {each.function.body: False for each in called}
        return self._varying[body]

    # ---- variables from outside --------------------------------------------------------------------------------

    def bind(self, symbol: Symbol, where: Location) -> Parameter:
        """The parameter that represents a variable that exists outside the kernel."""
        key = key_of(symbol)
        found = self._bindings.get(key)
        if found is None:
            found = self._bindings[key] = self._new_parameter(symbol, where)
        return found

    def has_copies(self, symbol: Symbol) -> bool:
        """Whether each thread of the region has a variable of its own in the place of a global one."""
        return not self._is_of_thread(symbol) and any(each.is_same(symbol) for each in self.inherited)

    def _new_parameter(self, symbol: Symbol, where: Location) -> Parameter:
        of_thread = self._is_of_thread(symbol)
        if of_thread and (self.uses.changes(symbol) or self.reached(symbol)):
            return self._own(symbol, where)
        host = build.identifier(self._host_name(symbol, where))
        storage = Storage.STATIC if symbol.is_static and not of_thread else Storage.STACK
        ctype = unqualified(symbol.type)
        self.types.use(ctype if self.uses.only_atomic(symbol) else symbol.type, self.symbols, where)
        if isinstance(ctype, ArrayType):
            check_address(symbol, where)
            slot = self.slot(host, ctype, symbol.name, storage)
            slot.eager = of_thread or symbol in self.inherited
            slot.symbol = symbol
            return slot
        if isinstance(ctype, PointerType):
            if self.uses.changes(symbol):
                advice = ("each iteration may set a pointer of its own", None)
                refuse("K016", f"the shared pointer `{symbol.name}` changes inside the loop", where, advice)
            slot = self.slot(host, ctype, symbol.name, Storage.HEAP)
            slot.symbol = symbol
            return slot
        if self.uses.changes(symbol) or self._is_large(ctype):
            check_address(symbol, where)
            return self._cell(symbol, ctype, storage, host)
        if self.reached(symbol):
            check_address(symbol, where)
            self.copied[symbol] = (host.name, where)
        least = least_value(symbol, self.construct, self.symbols)
        value = self.value(symbol.name, ctype, host)
        value = replace(value, least=least, factors=self._factors(symbol))
        self.parameters[value.name] = value
        return value

    def _factors(self, symbol: Symbol) -> tuple[c_ast.Node, ...]:
        """The variables whose product a variable is, where they can be named at the construct."""
        parts = factors(symbol, self.symbols, self.effects)
        here = (self.symbols.lookup(part.name, self.construct) is part for part in parts)
        if not all(here) or any(map(self._is_of_thread, parts)):
            return ()
        return tuple(build.identifier(part.name) for part in parts)

    def _is_large(self, ctype: CType) -> bool:
        return isinstance(ctype, StructType) and (self.symbols.constant_sizeof(ctype) or 0) > LARGEST_VALUE

    def _cell(self, symbol: Symbol, ctype: CType, storage: Storage, host: c_ast.Node) -> Slot:
        """A buffer that holds a single object; what is written and small goes back after each launch."""
        pointer, size = c_ast.UnaryOp("&", host), c_ast.UnaryOp("sizeof", host)
        name = self.fresh(symbol.name, PointerType(ctype))
        slot = Slot(name, ctype, pointer, storage, PointerType(ctype), bytes=size, cell=True)
        slot.eager = not self._is_large(ctype)
        slot.root.name = symbol.name
        slot.symbol = symbol
        self.parameters[name] = slot
        return slot

    def _is_of_thread(self, symbol: Symbol) -> bool:
        """Whether each thread has a variable of its own for as long as it exists."""
        return symbol in threadprivate_symbols(self.context.symbols[symbol.unit])

    def _own(self, symbol: Symbol, where: Location) -> Slot:
        """A thread's own variable that the loop changes: private memory of each work-item."""
        ctype = unqualified(symbol.type)
        self.types.use(ctype, self.symbols, where)
        cell = not isinstance(ctype, ArrayType)
        if isinstance(ctype, PointerType) or points_to_variable(ctype):
            refuse("K016", f"the threadprivate pointer `{symbol.name}` changes inside the loop", where)
        declared = ArrayType(ctype, 1) if cell else ctype
        name = self.fresh(symbol.name, declared)
        large = self.is_large(ctype, self.symbols)
        if large:
            self.large[name] = Large(symbol.name, where, self.symbols.constant_sizeof(ctype))
        root = Root(LARGE if large else PRIVATE, symbol.name)
        host = build.identifier(symbol.name)
        slot = Slot(name, element_of(declared), host, Storage.STACK, ctype, eager=True, cell=cell, root=root)
        slot.symbol = symbol
        inner = replace(slot, name=self.fresh(symbol.name, PointerType(slot.element)))
        self.own.append(OwnVariable(slot, inner))
        return slot

    def _host_name(self, symbol: Symbol, where: Location) -> str:
        """What the launch evaluates where the loop is: the variable's name, if it means the same there."""
        seen = self.symbols.lookup(symbol.name, self.construct)
        if seen is not None and seen.is_same(symbol):
            return symbol.name
        name = self.context.name_everywhere(symbol)
        if name is not None:
            return name
        refuse("K023", f"`{symbol.name}` can't be named where the loop is", where)

    def asked(self, name: str, expression: c_ast.Node) -> Value:
        """What the host's OpenMP library answers, as a parameter."""
        found = self._asked.get(name)
        if found is None:
            found = self._asked[name] = self.value(name, INT, expression)
        return found

    def address(self, pointer: c_ast.Node) -> Value:
        """The address of the function that a host expression points to, as a parameter."""
        text = f"&{c_generator.CGenerator().visit(pointer)}"
        found = self._asked.get(text)
        if found is None:
            number = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["unsigned", "long"]))
            expression = c_ast.Cast(c_ast.Typename(None, [], None, number), clone(pointer))
            found = self._asked[text] = self.value("address", ULONG, expression)
        return found

    def choice(self, pointer: c_ast.Node, names: list[str]) -> Value:
        """Which of some functions a host expression points to, as a parameter."""
        text = f"{c_generator.CGenerator().visit(pointer)} {' '.join(names)}"
        found = self._asked.get(text)
        if found is None:
            number: c_ast.Node = build.integer(len(names) - 1)
            for each in range(len(names) - 2, -1, -1):
                same = _same_function(pointer, names[each])
                number = c_ast.TernaryOp(same, build.integer(each), number)
            found = self._asked[text] = self.value("choice", INT, number)
        return found

    # ---- parameters --------------------------------------------------------------------------------------------

    def value(self, wish: str, ctype: CType, expression: c_ast.Node) -> Value:
        """A new parameter that is passed by value."""
        name = self.fresh(wish, ctype)
        value = Value(name, ctype, expression)
        self.parameters[name] = value
        return value

    def slot(self, host: c_ast.Node, ctype: CType, wish: str, storage: Storage) -> Slot:
        """A new buffer for the memory that a host expression of array or pointer type leads to.

        A table of pointers comes with the buffers of all that its entries lead to.
        """
        if leads_to_pointers(ctype):
            return self._table(host, ctype, wish, storage, 0)
        flat = points_to_variable(ctype)
        element = innermost(element_of(ctype)) if flat else element_of(ctype)
        name = self.fresh(wish, PointerType(unqualified(element)))
        size = self._bytes(host, ctype)
        slot = Slot(name, unqualified(element), host, storage, ctype, bytes=size, flat=flat)
        slot.root.name = wish
        self.parameters[name] = slot
        return slot

    def _bytes(self, host: c_ast.Node, ctype: CType) -> c_ast.Node | None:
        """How large an array is; a number where it is declared without a length before its definition."""
        if not isinstance(ctype, ArrayType) or self.symbols.sizeof(ctype) is None:
            return None
        known = self.symbols.constant_sizeof(ctype)
        if known is not None and isinstance(host, c_ast.ID) and self.symbols.is_open(host.name):
            return build.integer(known, "UL")
        return c_ast.UnaryOp("sizeof", host)

    def _table(self, host: c_ast.Node, ctype: CType, wish: str, storage: Storage, level: int) -> Slot:
        """A table and what its entries lead to."""
        size = self._bytes(host, ctype)
        name = self.names.fresh(f"{wish}_rows{level or ''}")
        while not all([self.names.fresh(part) == part for part in tables.parts(name)[1:]]):
            name = self.names.fresh(name)
        self.symbol_types |= dict.fromkeys(tables.parts(name), LONG) | {name: PointerType(LONG)}
        table = Slot(name, LONG, host, storage, ctype, bytes=size)
        table.root.name, table.root.table = wish, table
        self.parameters[name] = table
        entry, inner = _first(host), unqualified(element_of(ctype))
        for _ in dimensions(inner):
            entry = c_ast.ArrayRef(entry, build.integer(0))
        inner = unqualified(innermost(inner))
        if leads_to_pointers(inner):
            table.below = self._table(entry, inner, wish, Storage.HEAP, level + 1)
        else:
            table.below = self.slot(entry, inner, wish, Storage.HEAP)
            table.below.root.row = True
        table.below.of = table
        return table

    def path(self, text: str, host: c_ast.Node, ctype: CType, wish: str) -> Slot:
        """The buffer behind a pointer that the host loads from memory (`s.rows`); `text` distinguishes paths."""
        found = self._paths.get(text)
        if found is None:
            found = self._paths[text] = self.slot(host, ctype, wish, Storage.HEAP)
        return found

    def slot_of(self, root: Root) -> Slot | None:
        """The buffer that a root represents; None where it is no buffer, or is known under another name."""
        slots = (slot for slot in self.parameters.values() if isinstance(slot, Slot))
        return next((slot for slot in slots if slot.root is root), None)

    def member_table(
        self, array: Slot, members: list[str], ctype: CType, stride: int, parts: Parts | None
    ) -> Slot:
        """The table that a member of all elements of an array of structures is, a pointer or an array of such.

        A structure has `stride` bytes, a multiple of a pointer's.  The member may be one of `parts` in it.
        """
        path = ".".join(members).replace(f".{FIRST}", FIRST)
        found = self._paths.get(f"{array.name}[].{path}")
        if found is not None:
            return found
        host: c_ast.Node = clone(array.pointer)
        if array.of is None:
            host = c_ast.ArrayRef(host, build.integer(0))
        for number, member in enumerate(members):
            through = "->" if array.of is not None and number == 0 else "."
            host = _first(host) if member == FIRST else c_ast.StructRef(host, through, c_ast.ID(member))
        pointer = PointerType(ctype.element if isinstance(ctype, ArrayType) else ctype)
        host = host if isinstance(ctype, ArrayType) else c_ast.UnaryOp("&", host)
        table = self._table(host, pointer, f"{array.root.name}_{members[-1]}", Storage.HEAP, 0)
        table.stride, table.span, table.eager = stride, self.symbols.constant_sizeof(ctype) or 0, array.eager
        if parts is not None:
            table.times, table.pitch = parts.length, parts.pitch
        if array.of is not None:
            table.within, table.member = array, path
        elif array.symbol is None and isinstance(array.type, ArrayType) and array.type.length:
            last = (array.type.length - 1) * stride + (table.times - 1) * table.pitch
            table.whole = last + table.span
        self._paths[f"{array.name}[].{path}"] = table
        return table

    def extent(self, array: str, host: c_ast.Node) -> Value:
        """An extent of a private array of variable size, as a parameter."""
        text = c_generator.CGenerator().visit(host)
        found = self._extents.get(text)
        if found is None:
            found = self._extents[text] = self.value(f"{array}_extent", LONG, host)
        return found

    def stride(self, slot: Slot, level: int) -> Value:
        """How many scalars are between neighbours in dimension `level` of a flat buffer."""
        found = self._strides.get((slot.name, level))
        if found is not None:
            return found
        row = slot.pointer
        for _ in range(level + 1):
            row = c_ast.ArrayRef(row, build.integer(0))
        scalar, ctype = row, element_of(slot.type)
        for _ in range(level):
            ctype = element_of(ctype)
        for _ in dimensions(ctype):
            scalar = c_ast.ArrayRef(scalar, build.integer(0))
        size = build.binary("/", c_ast.UnaryOp("sizeof", row), c_ast.UnaryOp("sizeof", scalar))
        found = self._strides[slot.name, level] = self.value(f"{slot.name}_stride{level}", LONG, size)
        return found

    def keeps(self, node: c_ast.Node, symbols: Symbols) -> bool:
        """Whether the variables in an expression of some function are never changed by name."""
        found = (symbols.symbol(part) for part in walk(node) if isinstance(part, c_ast.ID))
        return not any(symbol is not None and self.uses.changes(symbol) for symbol in found)

    def local(self, wish: str, ctype: CType, symbols: Symbols, where: Location) -> str:
        """The name of a new private variable."""
        self.types.use(ctype, symbols, where)
        return self.fresh(wish, LONG if is_position(ctype) else ctype)


def _first(host: c_ast.Node) -> c_ast.Node:
    """The first entry of a table."""
    match host:
        case c_ast.UnaryOp(op="&", expr=c_ast.Node() as entry):
            return entry
    return c_ast.ArrayRef(host, build.integer(0))


def _varies(node: c_ast.Node, symbols: Symbols) -> bool:
    if isinstance(node, c_ast.FuncCall):
        return isinstance(node.name, c_ast.ID) and node.name.name in ALLOCATING
    symbol = symbols.symbol(node) if isinstance(node, c_ast.Decl) else None
    return symbol is not None and is_variable(symbol.type)


def _same_function(pointer: c_ast.Node, name: str) -> c_ast.Node:
    """Whether a pointer leads to a function; names that hold everywhere are those of pointers of one type."""
    same = clone(pointer)
    if is_address(name):
        void = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["void"]))
        function = c_ast.FuncDecl(c_ast.ParamList([c_ast.Typename(None, [], None, void)]), clone(void))
        same = c_ast.Cast(c_ast.Typename(None, [], None, c_ast.PtrDecl([], function)), same)
    return build.binary("==", same, build.identifier(name))


def check_address(symbol: Symbol, where: Location) -> None:
    """Raise `Refused` where a launch would need the address of a variable that has none."""
    if symbol.storage is StorageClass.REGISTER:
        advice = ("declare it without `register`", None)
        refuse("K023", f"`{symbol.name}` is a `register` variable, which has no address", where, advice)
