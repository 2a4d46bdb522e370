"""One function body while it is lowered: the kernel's own, or that of a device function."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.names.expression_types import is_callback
from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost
from mapper.diagnostics import InternalError, Location
from mapper.ir.program.kernel import Value
from mapper.ir.trees.ctypes import ULONG, ArrayType, CType, PointerType
from mapper.ir.trees.nodes import children, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.refused import refuse
from mapper.translate.common.uses import uses_of
from mapper.translate.memory.memory import NO_ROOTS, PRIVATE, Parameter, Root, Roots, Slot
from mapper.translate.memory.places import Place
from mapper.translate.scope.scope import KernelScope


@dataclass(eq=False, slots=True)
class Local:
    """A private variable of a body.

    `roots` are the memories that a pointer may point into, or that an array's elements may if these are
    pointers; `storage` is the variable's own memory.  A function's array is `lent` by the kernel's body.
    `block` is true if the source has a pointer to memory that it allocates, for the array.
    A parameter is `given` by the caller; `place` is the inner structure that it then points to.
    An integer of 128 bits is two variables, its `halves`.
    `cursor` is true of a pointer that functions move, a number here, and of a parameter that leads to one.
    """

    name: str
    type: CType
    storage: Root
    roots: Roots = NO_ROOTS
    flat: bool = False
    lent: bool = False
    block: bool = False
    given: bool = False
    place: Place | None = None
    halves: tuple[str, str] | None = None
    cursor: bool = False


@dataclass(eq=False)
class Frame:
    """What names mean in one body.

    `used` are the kernel's parameters that the body needs, in the order of their first use: a device function
    takes them as parameters of the same names.  `outer` is true if the body is the kernel's own, which sees
    the variables of the function around the loop.
    `conditions` counts what decides whether an iteration comes to the code that is being lowered.  `hoisted` takes
    what must be done before the statement that is being lowered; None where nothing can.
    `stands` gives what pointers that don't change represent on the host (`mapper.translate.scope.host_paths`),
    `numbers` what integers do, where arrays of variable size ask for them.
    `literals` are variables for compound literals whose address is taken, and for strings, which `strings` has by
    their texts: the body declares them.
    """

    scope: KernelScope
    unit: Unit
    symbols: Symbols
    outer: bool
    locals: dict[Symbol, Local] = field(default_factory=dict)
    used: dict[str, Parameter] = field(default_factory=dict)
    conditions: int = 0
    hoisted: list[c_ast.Node] | None = None
    stands: dict[Symbol, c_ast.Node] = field(default_factory=dict)
    numbers: dict[Symbol, c_ast.Node] = field(default_factory=dict)
    literals: list[c_ast.Decl] = field(default_factory=list)
    strings: dict[str, str] = field(default_factory=dict)

    def where(self, node: c_ast.Node) -> Location:
        """A node's place in the user's source."""
        while node.coord is None and children(node):
            node = children(node)[0]  # a list of initial values has no place of its own
        return self.unit.location(node)

    def symbol(self, node: c_ast.Node) -> Symbol:
        """The symbol of an identifier or declaration."""
        symbol = self.symbols.symbol(node)
        if symbol is None:
            name = getattr(node, "name", "?")
            refuse("K004", f"`{name}` is not declared", self.where(node))
        return symbol

    def refuse(self, code: str, reason: str, node: c_ast.Node, *notes: tuple[str, Location | None]) -> NoReturn:
        """Raise `Refused` because of a node of the source."""
        refuse(code, reason, self.where(node), *notes)

    def declare(self, symbol: Symbol, node: c_ast.Node, ctype: CType | None = None, space: str = PRIVATE) -> Local:
        """A new private variable for a variable of the source, of its type unless there is another.

        One that points to a function holds the function's address on the host.
        """
        ctype = symbol.type if ctype is None else ctype
        if is_callback(ctype) and not ctype.volatile:
            ctype = ULONG
        name = self.scope.local(symbol.name, ctype, self.symbols, self.where(node))
        local = self.locals[symbol] = Local(name, ctype, Root(space, symbol.name))
        return local

    def local(self, node: c_ast.Node) -> Local | None:
        """The private variable that an identifier names, or None."""
        if not isinstance(node, c_ast.ID):
            return None
        symbol = self.symbols.symbol(node)
        return None if symbol is None else self.locals.get(symbol)

    def parameter(self, node: c_ast.ID) -> Parameter:
        """The kernel parameter behind an identifier that isn't local."""
        symbol = self.symbol(node)
        if symbol.kind not in (Kind.VARIABLE, Kind.PARAMETER):
            raise InternalError("translate", f"`{symbol.name}` is not a variable", self.where(node))
        if not self.outer and not symbol.file_scope:
            static = symbol.storage is StorageClass.STATIC
            changed = static and self.scope.uses.changes(symbol)
            code = "K024" if changed else "K023"
            refuse(code, f"a function uses its static variable `{symbol.name}`", self.where(node))
        if not self.outer and self.scope.has_copies(symbol):
            reason = f"a function uses `{symbol.name}` itself, and each thread has a copy of it"
            refuse("K014", reason, self.where(node))
        return self.use(self.scope.bind(symbol, self.where(node)))

    def use(self, parameter: Parameter) -> Parameter:
        """Note that the body needs a kernel parameter, and give it as the body knows it."""
        for own in self.scope.pairs:
            if parameter in (own.outer, own.inner):
                parameter = own.outer if self.outer else own.inner
        self.used.setdefault(parameter.name, parameter)
        return parameter

    def may_differ(self, extent: c_ast.Node) -> bool:
        """Whether an extent of a type that was declared before the loop may have another value by now."""
        if not self.outer or any(part is extent for part in walk(self.scope.construct)):
            return False
        symbols = [self.symbols.symbol(part) for part in walk(extent) if isinstance(part, c_ast.ID)]
        uses = uses_of(self.unit.tree, self.symbols)
        return any(each is not None and (each.file_scope or uses.changes(each)) for each in symbols)

    def stride(self, slot: Slot, level: int) -> Value:
        """A stride of a flat buffer, as a parameter."""
        value = self.use(self.scope.stride(slot, level))
        assert isinstance(value, Value)
        return value


def holds_pointers(ctype: CType) -> bool:
    """Whether a type is an array of pointers."""
    return isinstance(ctype, ArrayType) and isinstance(innermost(ctype), PointerType)
