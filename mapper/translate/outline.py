"""Outlining: from a work-shared loop to a `Kernel`.

The loop's iterations become the points of the ND-range, its body the kernel's.  Variables from outside become
parameters; each iteration gets its own copies of private ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.accesses import Call
from mapper.analysis.effects import EffectsOf
from mapper.analysis.hostobjects import NamesAt
from mapper.analysis.memory import MOVED_BIT
from mapper.analysis.scopes import StorageClass, Symbol
from mapper.analysis.sharing import data_sharing
from mapper.analysis.symbols import Symbols
from mapper.analysis.types import unqualified
from mapper.diagnostics import Location
from mapper.ir import build
from mapper.ir.atomics import parse_atomic
from mapper.ir.ctypes import (
    INT,
    ULONG,
    ArrayType,
    FloatType,
    IntType,
    PointerType,
)
from mapper.ir.directive import Clause
from mapper.ir.kernel import (
    Access,
    Buffer,
    Dimension,
    Kernel,
    Ordered,
    Reduction,
    Storage,
    Value,
    is_literal,
    is_zero,
)
from mapper.ir.nodes import Omp, clone, walk
from mapper.ir.region import Sharing
from mapper.ir.unit import Unit
from mapper.translate.canonical import CanonicalLoop, collapsed_loops, constant_or, trip_count
from mapper.translate.context import Context
from mapper.translate.frame import Frame, Local
from mapper.translate.groups import group_shape
from mapper.translate.kept import refuse
from mapper.translate.liveness import carried, exposed
from mapper.translate.memory import PRIVATE, Root, Slot, element_of
from mapper.translate.numbers import numbered
from mapper.translate.orderedcounters import OrderedCounter, ordered_counter, replaced
from mapper.translate.overlaps import buffer_memories, buffer_overlaps
from mapper.translate.proof import first_exposed
from mapper.translate.reach import reach
from mapper.translate.replicated import waits
from mapper.translate.rowreach import with_row_reach
from mapper.translate.schedule import in_blocks
from mapper.translate.scope import KernelScope
from mapper.translate.statements import Statements, lower_body
from mapper.translate.threadindex import is_plain_static, number_of_thread
from mapper.translate.threadstate import ThreadState
from mapper.translate.uses import all_uses

LARGEST_ND_RANGE = 3
TEAM_SIZE = "mrt_team_size"
"""The run-time library's function that gives the number of virtual threads."""
_FIRST = (Sharing.FIRSTPRIVATE, Sharing.FIRSTLASTPRIVATE)
_LAST = (Sharing.LASTPRIVATE, Sharing.FIRSTLASTPRIVATE)
_OWN = (Sharing.PRIVATE, Sharing.LASTPRIVATE, *_FIRST)


@dataclass(frozen=True, eq=False, slots=True)
class Loop:
    """A work-shared loop to outline: `enclosing` are the constructs around it, from outside in.

    `inherited` are the variables that each thread of the region has of its own, `defined` those of them that may
    have a value when the loop starts, `accumulated` those that the loop only updates, with the operators: it
    reduces into them. `state` are those that virtual threads carry along: see `mapper.translate.phases`.
    `numbers` are those that hold the thread's number.
    """

    id: str
    unit: Unit
    symbols: Symbols
    construct: Omp
    enclosing: Sequence[Omp]
    where: Location
    inherited: frozenset[Symbol] = frozenset()
    defined: frozenset[Symbol] = frozenset()
    accumulated: Mapping[Symbol, str] = field(default_factory=dict)
    state: tuple[Symbol, ...] = ()
    numbers: frozenset[Symbol] = frozenset()


def outline(loop: Loop, context: Context, effects: EffectsOf) -> Kernel:
    """The kernel of a loop; raises `Refused` where there is none."""
    return _Outliner(loop, context, effects).run()


@dataclass(frozen=True, slots=True)
class Share:
    """In a loop that virtual threads run: the names of an iteration's index and of the number of iterations."""

    flat: str
    iterations: str


@dataclass(eq=False)
class _Parts:
    """What the body gets around it."""

    before: list[tuple[Local, c_ast.Node | None]] = field(default_factory=list)
    copies: list[c_ast.Node] = field(default_factory=list)
    after: list[c_ast.Node] = field(default_factory=list)
    carried: list[tuple[Local, c_ast.Node | None]] = field(default_factory=list)
    entry: list[c_ast.Node] = field(default_factory=list)
    reductions: list[Reduction] = field(default_factory=list)


class _Outliner:
    """Outlines one loop."""

    def __init__(self, loop: Loop, context: Context, effects: EffectsOf) -> None:
        self.loop = loop
        self.symbols = loop.symbols
        self.effects = effects
        uses = all_uses(loop.construct, loop.symbols, context)
        self.scope = KernelScope(
            context,
            loop.unit,
            loop.symbols,
            loop.construct,
            uses,
            self._stable,
            self._reached,
            loop.inherited,
            lower_body,
            loop.id,
        )
        self.scope.names.fresh(loop.id)
        self.frame = Frame(self.scope, loop.unit, loop.symbols, outer=True)
        self.statements = Statements(self.frame, None)
        self.parts = _Parts()
        self.rank = 0
        self.unproven: dict[
            str, str
        ] = {}  # private variables that may have a value, with their names in the source
        self.share: Share | None = None
        self.counter: OrderedCounter | None = None

    def run(self) -> Kernel:
        directive = self.loop.construct.directive
        loops = collapsed_loops(self.loop.unit, self.symbols, self.loop.construct.body, directive.collapsed)
        sharing = data_sharing(self.loop.construct, self.loop.enclosing, self.symbols)
        for each in loops:
            self._check_header(each)
        dimensions = self._virtual(loops) if self.loop.state else self._dimensions(loops)
        self.rank = len(dimensions)
        self._reductions(sharing)
        self._privates(sharing, loops)
        self._thread_numbers(sharing, loops)
        body = self._body(loops[-1].node.stmt)
        ordered = self._ordered(body)
        self._check_aliases()
        self._check_tables()
        self._reach(loops)
        needs = set(self.scope.needs)
        if self.scope.types.fp64:
            needs.add("fp64")
        functions = [*self.scope.helpers.values()]
        functions += [function.node for function in self.scope.functions.values() if function.node is not None]
        kernel = Kernel(
            self.loop.id,
            self.loop.where,
            dimensions,
            self._parameters(),
            tuple(self.parts.reductions),
            body,
            dict(sorted(self.scope.symbol_types.items())),
            tuple(functions),
            self.scope.types.declarations,
            frozenset(needs),
            group_shape(
                self.scope.symbol_types.values(), self.symbols, bool(self.parts.reductions), self.loop.where
            ),
            ordered=ordered,
        )
        return self._prove(with_row_reach(kernel, self.symbols))

    def _group(self) -> tuple[int, ...]:
        types = self.scope.symbol_types.values()
        return group_shape(types, self.symbols, bool(self.parts.reductions), self.loop.where)

    def _parameters(self) -> tuple[Buffer | Value, ...]:
        memories = buffer_memories(self.scope.parameters.values(), self.symbols, self.effects.points)
        overlaps = buffer_overlaps(memories)
        return tuple(
            replace(
                parameter.buffer(),
                overlaps=overlaps[parameter.name].may,
                same=overlaps[parameter.name].same,
                memory=memories[parameter.name],
            )
            if isinstance(parameter, Slot)
            else parameter
            for parameter in self.scope.parameters.values()
        )

    def _stable(self, node: c_ast.Node) -> bool:
        """Whether the value of a host expression stays the same while the loop runs."""
        return self.effects.unchanged(node, self.loop.construct, self.symbols)

    def _reach(self, loops: list[CanonicalLoop]) -> None:
        """Say of pointers from outside how many bytes the loop touches, where subscripts tell."""
        for slot in self.scope.parameters.values():
            if not isinstance(slot, Slot) or slot.symbol is None:
                continue
            if slot.below is not None:
                self._reach_entries(slot, slot.symbol, loops)
                continue
            if slot.bytes is not None or slot.symbol.file_scope or self.scope.uses.changes(slot.symbol):
                continue
            found = reach(slot.symbol, loops, self.loop.unit, self.symbols, self._stable)
            if found is None:
                continue
            size = c_ast.UnaryOp("sizeof", c_ast.UnaryOp("*", build.identifier(slot.symbol.name)))
            slot.bytes = build.binary("*", found.end, size)
            if not is_zero(found.low):
                slot.low = build.binary("*", found.low, c_ast.Cast(_host_long(), size))

    def _reach_entries(self, table: Slot, symbol: Symbol, loops: list[CanonicalLoop]) -> None:
        """Say which entries of a table, and of all below it, the loop reaches, where subscripts tell."""
        if self.scope.uses.changes(symbol) or (symbol.file_scope and self.scope.functions):
            return
        for depth, slot in enumerate(table.chain):
            if slot.below is not None and not isinstance(element_of(slot.type), PointerType):
                return
            found = reach(symbol, loops, self.loop.unit, self.symbols, self._stable, depth)
            if found is None:
                return
            size = c_ast.UnaryOp("sizeof", c_ast.UnaryOp("*", slot.pointer))
            slot.bytes = build.binary("*", found.end, size)
            if not is_zero(found.low):
                slot.low = build.binary("*", found.low, c_ast.Cast(_host_long(), size))

    def _reached(self, symbol: Symbol) -> bool:
        """Whether the loop may write a variable."""
        written = self.effects.of(self.loop.construct, self.symbols).writes
        return bool(written & self.effects.points.of_symbol(symbol))

    def _check_aliases(self) -> None:
        """What is copied around the launch must not be reached through another buffer as well."""
        points = self.effects.points
        slots = [slot for slot in self.scope.parameters.values() if isinstance(slot, Slot)]
        for slot in (*slots, *(own.outer for own in self.scope.own)):
            if not slot.eager or slot.symbol is None:
                continue
            own = points.of_symbol(slot.symbol)
            for other in slots:
                if other.symbol is slot.symbol:
                    continue
                if other.symbol is None:
                    reached = self._pointed(other)
                elif isinstance(other.type, PointerType) and not other.cell:
                    reached = points.contents(points.of_symbol(other.symbol))
                else:
                    continue
                if reached & own:
                    reason = f"`{slot.symbol.name}` may also be reached through `{other.root.name}`"
                    refuse("K009", reason, self.loop.where)

    def _check_tables(self) -> None:
        """Tables of pointers must stay the same while the loop runs: only the host knows what is in them."""
        for slot in self.scope.parameters.values():
            if isinstance(slot, Slot) and slot.below is not None:
                where = self._rewritten(self._pointed(slot) & ~MOVED_BIT)
                if where is not None:
                    refuse(
                        "K016", f"the table of pointers `{slot.root.name}` may be written inside the loop", where
                    )

    def _rewritten(self, table: int) -> Location | None:
        """Where pointers in some objects may be written.

        The translation has refused assignments to pointers; what is left are bytes and structures.  By C's rules
        (6.5, 7) numbers are not written over pointers that are read as such.
        """
        pieces = [(self.loop.unit, self.loop.construct, self.symbols)]
        callees = self.scope.context.callees(self.loop.construct, self.symbols)
        pieces += [(each.unit, each.function.body, each.symbols) for each in callees]
        for unit, root, symbols in pieces:
            for access in self.effects.accesses(symbols).of(root):
                if isinstance(access, Call) or not access.write or not access.objects & table:
                    continue
                place = access.place
                ctype = unqualified(place.type if isinstance(place, Symbol) else symbols.type_of(place))
                number = isinstance(ctype, IntType | FloatType) and ctype.bits > 8
                if not number or access.through:
                    return unit.location(root if isinstance(place, Symbol) else place)
        return None

    def _pointed(self, slot: Slot) -> int:
        """The objects that a buffer's pointer may point into."""
        names = NamesAt(self.symbols, self.loop.construct)
        return self.effects.points.pointed(slot.pointer, self.symbols, names=names)

    # ---- the iteration space -----------------------------------------------------------------------------------

    def _check_header(self, loop: CanonicalLoop) -> None:
        for part in (loop.lower, loop.bound, loop.step):
            if not is_literal(part) and not self._stable(part):
                where = self.frame.where(part if part.coord else loop.node)
                refuse("K003", "the loop's bounds or step may change while it runs", where)

    def _dimensions(self, loops: list[CanonicalLoop]) -> tuple[Dimension, ...]:
        """The dimensions, innermost loop first; more loops than the ND-range has dimensions share the last one."""
        locals_ = [self.frame.declare(each.counter, each.node) for each in loops]
        dimensions = [
            Dimension(local.name, each.type, each.lower, each.relation, each.bound, each.step)
            for each, local in zip(loops, locals_, strict=True)
        ]
        if len(dimensions) > LARGEST_ND_RANGE:
            return self._linear(loops, dimensions)
        for dimension in dimensions:
            self._step_values(dimension)
        return tuple(reversed(dimensions))

    def _step_values(self, dimension: Dimension) -> None:
        for name, expression in ((dimension.lower_name, dimension.lower), (dimension.step_name, dimension.step)):
            if not is_literal(expression):
                self.scope.parameters[name] = Value(name, dimension.type, expression)
                self.scope.symbol_types[name] = dimension.type

    def _linear(self, loops: list[CanonicalLoop], dimensions: list[Dimension]) -> tuple[Dimension, ...]:
        """One dimension for all loops: the body finds the counters by division."""
        flat = self.scope.fresh("flat", ULONG)
        total = self._flat(flat, loops, dimensions)
        return (Dimension(flat, ULONG, build.integer(0), "<", total, build.integer(1)),)

    def _flat(self, flat: str, loops: list[CanonicalLoop], dimensions: list[Dimension]) -> c_ast.Node:
        """Set the counters of all loops from the index of the iteration; the number of iterations."""
        total: c_ast.Node | None = None
        rest: c_ast.Node = build.identifier(flat)
        for loop, dimension in reversed(list(zip(loops, dimensions, strict=True))):
            self._step_values(dimension)
            count = self.scope.value(f"{dimension.variable}_count", ULONG, trip_count(loop))
            index = build.cast(dimension.type, build.binary("%", rest, build.identifier(count.name)))
            rest = build.binary("/", rest, build.identifier(count.name))
            lower = constant_or(dimension.lower, dimension.lower_name)
            step = constant_or(dimension.step, dimension.step_name)
            value = _counter(lower, index, step)
            self.parts.before.append((self.frame.locals[loop.counter], value))
            total = count.expression if total is None else build.binary("*", total, count.expression)
        assert total is not None
        return total

    def _virtual(self, loops: list[CanonicalLoop]) -> tuple[Dimension, ...]:
        """One work-item a virtual thread, which runs a part of the iterations in order."""
        locals_ = [self.frame.declare(each.counter, each.node) for each in loops]
        headers = [
            Dimension(local.name, each.type, each.lower, each.relation, each.bound, each.step)
            for each, local in zip(loops, locals_, strict=True)
        ]
        flat = self.scope.fresh("flat", ULONG)
        total = self._flat(flat, loops, headers)
        iterations = self.scope.value("iterations", ULONG, total)
        for symbol in self.loop.state:
            self._carry(symbol)
        self.share = Share(flat, iterations.name)
        sizes = [c_ast.UnaryOp("sizeof", build.identifier(symbol.name)) for symbol in self.loop.state]
        size: c_ast.Node = sizes[0]
        for each in sizes[1:]:
            size = build.binary("+", size, each)
        bound = build.call(TEAM_SIZE, total, size)
        thread = self.scope.fresh("thread", ULONG)
        return (Dimension(thread, ULONG, build.integer(0), "<", bound, build.integer(1)),)

    def _carry(self, symbol: Symbol) -> None:
        """A variable of a virtual thread's state: it begins as the initial thread's, and goes back to the host."""
        construct = self.loop.construct
        self.statements.check_private(symbol.type, symbol.name, construct)
        ctype = unqualified(symbol.type)
        local = self.frame.declare(symbol, construct)
        copies = len(self.parts.copies)
        self.parts.carried.append((local, self._initial(symbol, local)))
        self.parts.entry += self.parts.copies[copies:]
        del self.parts.copies[copies:]
        host = build.identifier(symbol.name)
        slot = self.scope.slot(host, PointerType(ctype), f"{symbol.name}_state", Storage.STATE)
        slot.bytes = c_ast.UnaryOp("sizeof", host)
        slot.eager = True
        slot.root.access |= Access.WRITE
        own = c_ast.ArrayRef(build.identifier(slot.name), build.identifier("mrt_id0"))
        if isinstance(ctype, ArrayType):
            self.parts.after += self._copied(own, build.identifier(local.name), ctype)
        else:
            self.parts.after.append(build.assign(own, build.identifier(local.name)))

    # ---- variables ---------------------------------------------------------------------------------------------

    def _reductions(self, sharing: Mapping[Symbol, Sharing]) -> None:
        for symbol, kind in sharing.items():
            if symbol in self.loop.accumulated:
                self._reduction(symbol, self.loop.accumulated[symbol], self.loop.where)
            elif kind is Sharing.REDUCTION:
                clause = self._reduction_clause(symbol)
                self._reduction(symbol, str(clause.modifier), clause.where)

    def _reduction(self, symbol: Symbol, operator: str, where: Location) -> None:
        self._check_reduction(symbol, where)
        local = self.frame.declare(symbol, self.loop.construct)
        target = build.identifier(symbol.name)
        self.parts.reductions.append(Reduction(local.name, unqualified(symbol.type), operator, target))

    def _reduction_clause(self, symbol: Symbol) -> Clause:
        for construct in (self.loop.construct, *reversed(self.loop.enclosing)):
            for clause in construct.directive.all("reduction"):
                if symbol.name in clause.variables:
                    return clause
        raise AssertionError("a reduction variable stands in a clause")

    def _check_reduction(self, symbol: Symbol, where: Location) -> None:
        ctype = unqualified(symbol.type)
        plain = isinstance(ctype, IntType | FloatType) and ctype.bits <= 64 and ctype.name != "_Bool"
        if not plain or (isinstance(ctype, FloatType) and ctype.complex):
            refuse("K019", f"the reduction variable `{symbol.name}` is of a type that is not reduced", where)

    def _privates(self, sharing: Mapping[Symbol, Sharing], loops: list[CanonicalLoop]) -> None:
        counters = {loop.counter: loop for loop in loops}
        for symbol, kind in sharing.items():
            if symbol in self.loop.accumulated or symbol in self.loop.state:
                continue
            if symbol in counters:
                if kind in _LAST:
                    step = constant_or(counters[symbol].step, f"mrt_step_{self.frame.locals[symbol].name}")
                    self._last(symbol, build.binary("+", build.identifier(self.frame.locals[symbol].name), step))
                continue
            if kind in _OWN and (kind in _LAST or self.scope.uses.changes(symbol) or self._reached(symbol)):
                self._private(symbol, kind, loops)

    def _private(self, symbol: Symbol, kind: Sharing, loops: list[CanonicalLoop]) -> None:
        """A private variable that the body changes: each iteration has its own."""
        construct = self.loop.construct
        self.statements.check_private(symbol.type, symbol.name, construct)
        local = self.frame.declare(symbol, construct)
        if self._may_carry(symbol, kind, loops[-1].node.stmt):
            if kind in _FIRST:
                self._refuse_carried(symbol.name)
            self.unproven[local.name] = symbol.name
        initial = self._initial(symbol, local) if kind in _FIRST else None
        self.parts.before.append((local, initial))
        if kind in _LAST:
            if isinstance(local.type, PointerType):
                refuse("K009", f"the last value of the pointer `{symbol.name}` is needed", self.loop.where)
            self._last(symbol, build.identifier(local.name))

    def _refuse_carried(self, name: str) -> NoReturn:
        reason = f"the private `{name}` may carry a value from one iteration to the next"
        refuse("K014", reason, self.loop.where)

    def _prove(self, kernel: Kernel) -> Kernel:
        """The kernel, if its work-items write what they read of the variables that may have other values."""
        names = self.unproven | {own.outer.name: own.outer.root.name for own in self.scope.own}
        found = first_exposed(kernel, sorted(names), self.symbols)
        if found is not None:
            self._refuse_carried(names[found])
        return kernel

    def _thread_numbers(self, sharing: Mapping[Symbol, Sharing], loops: list[CanonicalLoop]) -> None:
        """Where the body asks for the thread's number, each iteration finds out which thread it belongs to."""
        loop, body = self.loop, loops[-1].node.stmt
        if not numbered(body, self.symbols, loop.numbers, self.scope.context):
            return
        if loop.accumulated or loop.state:
            refuse("K013", "threads merge values, and ask for their numbers", loop.where)
        own = {symbol for symbol, kind in sharing.items() if kind not in (Sharing.SHARED, Sharing.THREADPRIVATE)}
        own |= {each.counter for each in loops}
        state = ThreadState(
            loop.unit, self.symbols, self.scope.context, self.effects, body, loop.numbers, frozenset(own)
        )
        clauses = {clause.kind for clause in loop.construct.directive.clauses}
        if len(loops) == 1 and not clauses & {"reduction", "lastprivate"} and is_plain_static(loop.construct):
            self.counter = ordered_counter(state)
        if self.counter is not None:
            self.scope.counted = id(self.counter.use)
        else:
            self.scope.updated = state.updates()
        value = number_of_thread(loop.construct, loops, self.frame, self._stable)
        number = self.scope.number = self.scope.fresh("thread", INT)
        self.parts.before.append((Local(number, INT, Root(PRIVATE, number)), value))
        for symbol in sorted(loop.numbers & sharing.keys(), key=lambda each: each.number):
            local = self.frame.declare(symbol, loop.construct)
            self.parts.before.append((local, build.identifier(number)))

    def _ordered(self, body: c_ast.Compound) -> Ordered | None:
        """What work-groups must know of the counters that a thread's iterations use in order."""
        if self.counter is None:
            return None
        where = self.loop.where
        last = (body.block_items or [])[-1]
        calls = (node for node in walk(last) if isinstance(node, c_ast.FuncCall) and parse_atomic(node.name.name))
        match [call.args.exprs[0].expr for call in calls]:
            case [c_ast.ArrayRef(name=c_ast.ArrayRef(name=c_ast.ID() as base), subscript=slot)]:
                pass
            case _:
                refuse("K013", "a thread's counters are not found by two subscripts", where)
        place: c_ast.Node | None = None
        if self.counter.place is not None:
            lowered = clone(self.statements.expressions.value(self.counter.place))
            place = replaced(lowered, build.identifier("mrt_slot"), slot)
            known = {"mrt_slot", *self.scope.parameters}
            if any(isinstance(part, c_ast.ID) and part.name not in known for part in walk(place)):
                refuse("K013", "where a thread's iterations store depends on more than what they count", where)
        ctype = unqualified(self.symbols.type_of(self.counter.use.expr))
        assert isinstance(ctype, IntType)
        return Ordered(base.name, ctype, self.counter.row, self.scope.number, self.scope.shares, slot, place)

    def _may_carry(self, symbol: Symbol, kind: Sharing, body: c_ast.Node) -> bool:
        """Whether an iteration may see what another one stored in a thread's own variable."""
        if kind in _FIRST:
            return carried(symbol, self.symbols, body)
        known = symbol in self.loop.defined or in_blocks(self.loop.construct, self.loop.enclosing)
        return known and exposed(symbol, self.symbols, body)

    def _initial(self, symbol: Symbol, local: Local) -> c_ast.Node | None:
        """The value that a firstprivate variable starts with; arrays are copied by statements."""
        ctype = unqualified(local.type)
        host = build.identifier(symbol.name)
        wish = f"{symbol.name}_first"
        if isinstance(ctype, PointerType):
            slot = self.scope.slot(host, ctype, wish, Storage.HEAP)
            local.roots = frozenset([slot.root])
            return build.identifier(slot.name) if slot.below is None else build.integer(0, "L")
        if isinstance(ctype, ArrayType):
            slot = self.scope.slot(host, ctype, wish, Storage.STACK)
            slot.eager = True
            slot.root.access |= Access.READ
            self.parts.copies += self._copy(local.name, slot.name, ctype)
            return None
        return build.identifier(self.scope.value(wish, ctype, host).name)

    def _copy(self, target: str, source: str, ctype: ArrayType) -> list[c_ast.Node]:
        """Statements that copy an array, element by element."""
        return self._copied(build.identifier(target), build.identifier(source), ctype)

    def _copied(self, to: c_ast.Node, of: c_ast.Node, ctype: ArrayType) -> list[c_ast.Node]:
        nest: list[tuple[str, int]] = []
        element: object = ctype
        while isinstance(element, ArrayType):
            assert element.length is not None
            index = self.scope.fresh("k", ULONG)
            nest.append((index, element.length))
            to, of = c_ast.ArrayRef(to, build.identifier(index)), c_ast.ArrayRef(of, build.identifier(index))
            element = element.element
        statement: c_ast.Node = build.assign(to, of)
        for index, length in reversed(nest):
            statement = c_ast.For(
                c_ast.DeclList([build.declaration(index, ULONG, init=build.integer(0))]),
                build.binary("<", build.identifier(index), build.integer(length)),
                c_ast.UnaryOp("p++", build.identifier(index)),
                statement,
            )
        return [statement]

    def _last(self, symbol: Symbol, value: c_ast.Node) -> None:
        """The work-item of the last iteration leaves its value in a buffer that goes back to the host."""
        ctype = unqualified(symbol.type)
        host = build.identifier(symbol.name)
        static = symbol.storage in (StorageClass.STATIC, StorageClass.GLOBAL, StorageClass.EXTERN)
        storage = Storage.STATIC if static else Storage.STACK
        wish = f"{symbol.name}_last"
        if isinstance(ctype, ArrayType):
            slot = self.scope.slot(host, ctype, wish, storage)
            self.parts.after += self._copy(slot.name, self.frame.locals[symbol].name, ctype)
        else:
            slot = self.scope.slot(c_ast.UnaryOp("&", host), PointerType(ctype), wish, storage)
            slot.bytes = c_ast.UnaryOp("sizeof", host)
            slot.symbol = symbol
            self.parts.after.append(build.assign(c_ast.UnaryOp("*", build.identifier(slot.name)), value))
        slot.eager = True
        slot.root.access |= Access.WRITE

    # ---- the body ----------------------------------------------------------------------------------------------

    def _body(self, node: c_ast.Node) -> c_ast.Compound:
        for part in walk(node):
            if waits(part, self.symbols, self.effects):
                refuse("K015", "a loop waits for another thread", self.frame.where(part))
        inner = self.statements.body(node)
        items = inner.block_items or []
        if self.statements.continues:
            items = [c_ast.DoWhile(build.integer(0), c_ast.Compound(items))]
        before: list[c_ast.Node] = [
            self.statements.declared(local, self.loop.construct, init) for local, init in self.parts.before
        ]
        before += self.parts.copies
        for slot in (own.outer for own in self.scope.own):
            self.statements.check_private(slot.type, slot.root.name, self.loop.construct)
            before.append(build.declaration(slot.name, self.scope.symbol_types[slot.name]))
        if self.share is not None:
            return self._shared_out([*before, *items], self.share)
        return c_ast.Compound([*before, *items, *self._last_iteration()])

    def _shared_out(self, items: list[c_ast.Node], share: Share) -> c_ast.Compound:
        """The iterations of one virtual thread between the beginning and the end of its state."""
        carried: list[c_ast.Node] = [
            self.statements.declared(local, self.loop.construct, init) for local, init in self.parts.carried
        ]
        thread = build.identifier("mrt_id0")
        total, threads = build.identifier(share.iterations), build.identifier("mrt_count0")
        end = self.scope.fresh("end", ULONG)
        first = build.binary("/", build.binary("*", thread, total), threads)
        after = build.binary("/", build.binary("*", build.binary("+", thread, build.integer(1)), total), threads)
        loop = c_ast.For(
            c_ast.DeclList([build.declaration(share.flat, ULONG, init=first)]),
            build.binary("<", build.identifier(share.flat), build.identifier(end)),
            c_ast.UnaryOp("p++", build.identifier(share.flat)),
            c_ast.Compound(items),
        )
        ends = build.declaration(end, ULONG, init=after)
        return c_ast.Compound([*carried, *self.parts.entry, ends, loop, *self.parts.after])

    def _last_iteration(self) -> list[c_ast.Node]:
        if not self.parts.after:
            return []
        tests = [
            build.binary(
                "==",
                build.identifier(f"mrt_id{d}"),
                build.binary("-", build.identifier(f"mrt_count{d}"), build.integer(1)),
            )
            for d in range(self.rank)
        ]
        condition: c_ast.Node = tests[0]
        for test in tests[1:]:
            condition = build.binary("&&", condition, test)
        return [c_ast.If(condition, c_ast.Compound(list(self.parts.after)), None)]


def _host_long() -> c_ast.Typename:
    return c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["long"])))


def _counter(lower: c_ast.Node, index: c_ast.Node, step: c_ast.Node) -> c_ast.Node:
    """`lower + index * step`, without what changes nothing."""
    scaled = index if _is_number(step, 1) else build.binary("*", index, step)
    return scaled if _is_number(lower, 0) else build.binary("+", lower, scaled)


def _is_number(node: c_ast.Node, value: int) -> bool:
    return isinstance(node, c_ast.Constant) and node.value == str(value)
