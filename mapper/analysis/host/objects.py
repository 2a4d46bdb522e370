"""Which objects device code uses, and which of them can't be kept on a device between launches.

An object that is kept needs all host accesses announced, a place in the run-time library's registry, and an end of
its life that the library hears of.  All others are `eager`: buffers that may point to them are copied around each
launch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.host import reasons
from mapper.analysis.names.expression_types import type_of
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import thread_storage
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, unqualified
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.library import Flags
from mapper.analysis.whole_program.objects import MOVED_BIT, Kind, MemoryObject
from mapper.analysis.whole_program.program import Function, Whole
from mapper.diagnostics import Location
from mapper.frontend.gnu.markers import OPAQUE
from mapper.frontend.tokens.ranges import text_range
from mapper.ir.program.host_plan import Reason, Scope
from mapper.ir.program.kernel import Access, Buffer, Storage
from mapper.ir.program.region import ParallelRegion, WorkLoop
from mapper.ir.trees.ctypes import ArrayType, CType, Member, PointerType, StructType
from mapper.ir.trees.names import is_named, mentions
from mapper.ir.trees.nodes import Omp, addressed, walk, without_casts


class NamesAt:
    """Names and types for expressions that were made for a loop, in the names that are visible there."""

    def __init__(self, symbols: Symbols, at: c_ast.Node) -> None:
        self._symbols = symbols
        self._at = at

    def symbol(self, node: c_ast.Node) -> Symbol | None:
        """The symbol of an identifier, by its place where it has one, else by its name."""
        found = self._symbols.symbol(node)
        if found is None and isinstance(node, c_ast.ID):
            return self._symbols.lookup(node.name, self._at)
        return found

    def type_of(self, expr: c_ast.Node) -> CType:
        """The type of an expression."""
        return type_of(expr, self._named_type, self._symbols)

    def is_bit_field(self, node: c_ast.StructRef) -> bool:
        """Whether a member has no address."""
        owner = decay(self.type_of(node.name))
        owner = unqualified(owner.target if isinstance(owner, PointerType) else owner)
        member = self._symbols.member(owner, node.field.name) if isinstance(owner, StructType) else None
        return member is not None and member.bits is not None

    def lookup(self, name: str, at: c_ast.Node) -> Symbol | None:
        """What a name means at a place."""
        return self._symbols.lookup(name, at)

    def identifier_type(self, node: c_ast.ID) -> CType | None:
        """The type of an identifier."""
        symbol = self.symbol(node)
        return None if symbol is None else symbol.type

    def declared_type(self, node: c_ast.Node) -> CType:
        """The type that a type name gives."""
        return self._symbols.declared_type(node)

    def member(self, struct: StructType, name: str) -> Member | None:
        """A member of a struct or union."""
        return self._symbols.member(struct, name)

    def _named_type(self, name: str) -> CType | None:
        symbol = self._symbols.lookup(name, self._at)
        return None if symbol is None else symbol.type


@dataclass(frozen=True, slots=True)
class Use:
    """A kernel's buffer and the mask of objects that it may point into."""

    loop: WorkLoop
    buffer: Buffer
    objects: int


@dataclass
class DeviceObjects:
    """The objects that kernels use; `written` are those that kernels write, `eager` those not kept, and why."""

    uses: list[Use] = field(default_factory=list)
    used: int = 0
    written: int = 0
    eager: dict[int, tuple[Reason, Location | None]] = field(default_factory=dict)
    scopes: dict[int, Scope] = field(default_factory=dict)

    def reject(self, mask: int, reason: Reason, where: Location | None = None) -> None:
        """The objects of a mask are eager; the first reason stays, with the place that decides it."""
        mask &= self.used
        while mask:
            low = mask & -mask
            mask ^= low
            self.eager.setdefault(low, (reason, where))

    @property
    def kept(self) -> int:
        """The objects that may stay on the device between launches."""
        gone = 0
        for bit in self.eager:
            gone |= bit
        return self.used & ~gone


def device_objects(whole: Whole, effects: EffectsOf, regions: Sequence[ParallelRegion]) -> DeviceObjects:
    """Find the objects, and reject those that can't be kept whatever the host does."""
    found = DeviceObjects()
    memory = effects.points.memory
    not_data = (
        memory.mask(each for each in memory.objects if each.kind in (Kind.FUNCTION, Kind.LITERAL)) | MOVED_BIT
    )
    units = {id(symbols.unit): symbols for symbols in whole.units}
    for region in regions:
        for loop in region.loops:
            if loop.kernel is None:
                continue
            symbols = units[id(loop.team.unit if loop.team is not None else region.unit)]
            names = NamesAt(symbols, loop.place)
            for buffer in (each for each in loop.kernel.buffers if each.storage is not Storage.KEPT):
                mask = effects.points.pointed(buffer.pointer, symbols, names=names) & ~not_data
                found.uses.append(Use(loop, buffer, mask))
                found.used |= mask
                if Access.WRITE in buffer.access:
                    found.written |= mask
    teams = frozenset(id(team.function) for region in regions for team in region.teams)
    _Judge(whole, effects, found, teams).run()
    return found


class _Judge:
    """Rejects objects by what they are, and all by what the program does.

    `teams` are the ids of the functions that regions call on their device path.
    """

    def __init__(self, whole: Whole, effects: EffectsOf, found: DeviceObjects, teams: frozenset[int]) -> None:
        self._teams = teams
        self._whole = whole
        self._effects = effects
        self._found = found
        self._points = effects.points
        self._thread_private = _thread_private(whole, effects)

    def run(self) -> None:
        """All rules."""
        found, memory = self._found, self._points.memory
        for touched in memory.listed(found.used):
            bit = memory.mask([touched])
            reason = self._by_kind(touched, bit)
            if reason is not None:
                found.reject(bit, reason, self._declared(touched))
        flags = Flags.NONE
        for key in self._whole.functions:
            flags |= self._effects.of_function(key).flags
        if flags & (Flags.THREADS | Flags.SIGNALS | Flags.JUMPS):
            found.reject(found.used, reasons.SHARED_WITH_THREADS)
        for attribute in sorted(frozenset().union(*(symbols.unit.hidden for symbols in self._whole.units))):
            found.reject(found.used, reasons.named(reasons.HIDDEN, attribute))
        for key, functions in self._whole.functions.items():
            if any(mentions(each.definition.body, OPAQUE) for each in functions):
                reason = reasons.named(reasons.OPAQUE, functions[0].name)
                found.reject(self._effects.of_function(key).touches, reason, _place(functions[0]))
        found.reject(self._points.kept_by_library, reasons.KEPT_BY_LIBRARY)
        if not self._whole.complete:
            found.reject(self._points.escaped, reasons.OUTSIDE_FILES)
        if not self._whole.complete or flags & Flags.AT_EXIT:
            for key in self._points.functions(self._points.escaped):
                touched_outside = self._effects.of_function(key).touches
                name = key[-1] if key[0] == "external" else key[2]
                found.reject(touched_outside, reasons.named(reasons.CALLED_FROM_OUTSIDE, name))

    def _declared(self, touched: MemoryObject) -> Location | None:
        """Where a function declares an object of its own."""
        if touched.function is None or touched.node is None:
            return None
        return self._whole.function_of(touched.function).symbols.unit.location(touched.node)

    def _by_kind(self, touched: MemoryObject, bit: int) -> Reason | None:
        if touched.kind is Kind.HEAP:
            return None
        if touched.kind is Kind.UNKNOWN or touched.outside:
            return reasons.FOREIGN
        of_team = touched.kind is Kind.AUTOMATIC and id(touched.function) in self._teams
        if touched.thread or of_team or bit & self._thread_private:
            return reasons.OF_THREAD
        if not touched.aggregate:
            return reasons.VARIABLE
        if touched.kind is Kind.STATIC:
            return self._static(touched, bit)
        return self._automatic(touched, bit) if touched.kind is Kind.AUTOMATIC else None

    def _static(self, touched: MemoryObject, bit: int) -> Reason | None:
        """A static variable of a function exists as long as the program, but has its name there alone."""
        assert touched.function is not None
        scope = _scope(touched, touched.function, self._whole.function_of(touched.function).symbols)
        if isinstance(scope, Reason):
            return reasons.of_static(scope)
        self._found.scopes[bit] = scope
        return None

    def _automatic(self, touched: MemoryObject, bit: int) -> Reason | None:
        function = None if touched.function is None else self._whole.function_of(touched.function)
        if function is None or not isinstance(touched.node, c_ast.Decl) or touched.node.name is None:
            return reasons.NAMELESS
        if self._effects.graph.recursive(function.key):
            return reasons.named(reasons.RECURSIVE, function.name)
        for use in self._found.uses:
            if (
                use.objects & bit
                and use.buffer.storage is Storage.STACK
                and not _whole_object(use.buffer, touched)
            ):
                return reasons.IN_PART
        scope = _scope(touched, function.definition, function.symbols)
        if isinstance(scope, Reason):
            return scope
        self._found.scopes[bit] = scope
        return None


def _place(function: Function) -> Location:
    return function.symbols.unit.location(function.definition.decl)


def _whole_object(buffer: Buffer, touched: MemoryObject) -> bool:
    """Whether a buffer begins where the object begins that it names."""
    pointer = without_casts(buffer.pointer)
    assert isinstance(touched.node, c_ast.Decl)
    return is_named(addressed(pointer) or pointer, touched.node.name)


def _scope(touched: MemoryObject, definition: c_ast.FuncDef, symbols: Symbols) -> Scope | Reason:
    """Where a function can announce an object of its own, and of the end of its life, or why nowhere."""
    declaration = touched.node
    assert isinstance(declaration, c_ast.Decl)
    static = touched.kind is Kind.STATIC
    for node in walk(definition.body):
        if isinstance(node, c_ast.Label) and not static:
            return reasons.LABELS
        if isinstance(node, Omp) and any(inner is declaration for inner in walk(node)):
            return reasons.IN_CONSTRUCT
        if isinstance(node, c_ast.Switch) and declaration in (getattr(node.stmt, "block_items", None) or []):
            return reasons.IN_SWITCH
    blocks = (node.block_items or [] for node in walk(definition.body) if isinstance(node, c_ast.Compound))
    extent = symbols.unit.extents.get(id(declaration))
    if extent is None or not any(item is declaration for items in blocks for item in items):
        return reasons.NO_STATEMENT
    token = extent[1]
    if isinstance(text_range(symbols.unit, token, token), str):
        return reasons.FROM_MACRO
    name = declaration.name
    pointer = name if isinstance(touched.type, ArrayType) else f"&{name}"
    return Scope(symbols.unit, declaration, token, name, pointer, static)


def _thread_private(whole: Whole, effects: EffectsOf) -> int:
    mask = 0
    for symbols in whole.units:
        for symbol in thread_storage(symbols):
            mask |= effects.points.of_symbol(symbol)
    return mask
