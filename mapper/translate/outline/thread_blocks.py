"""Scratch in blocks of threads: each iteration gets a block of its own, where it fills what it reads.

    double *work = buffer + omp_get_thread_num() * n;        double work[n];
    for (k = 0; k < n; k++)                            ->    for (k = 0; k < n; k++)
      work[k] = ...;                                           work[k] = ...;

On the device, thousands of iterations are the same thread.  The block is a private array of each of them, as large
as the loop reaches, and what iterations leave in it is not stored.  So no code of the program may read that: each
function writes what it reads of such memory first, or does not read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.footprints.bounds import Footprint
from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.accesses import Access, Call
from mapper.analysis.pointers.roots import root_of_lvalue, root_of_pointer
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT
from mapper.diagnostics import Location
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType
from mapper.ir.trees.names import changed_place, value_set
from mapper.ir.trees.nodes import Omp, arguments_of, clone, ids, statements_of, walk
from mapper.translate.common.context import Definition
from mapper.translate.common.refused import refuse
from mapper.translate.common.updates import updates_in
from mapper.translate.loops.canonical import CanonicalLoop
from mapper.translate.memory.memory import is_variable
from mapper.translate.memory.reach import reach
from mapper.translate.outline.outlining import Outlining
from mapper.translate.private.liveness import NOTHING, Flow, State
from mapper.translate.private.private_arrays import declare_block
from mapper.translate.threads.handed_blocks import HandedBlocks, distance, leads
from mapper.translate.threads.numbers import NUMBER, asked
from mapper.translate.threads.shares import changes
from mapper.translate.threads.thread_state import ThreadState

_WAY_OUT = "a block that each iteration declares or allocates for itself is followed"
_READ = "what iterations leave in it may be read later"


@dataclass(frozen=True, slots=True)
class Blocks:
    """The pointers to blocks of threads, and into them, in whose place each iteration has arrays of its own.

    `needs_number` is true if the loop does anything else with the thread's number.
    """

    pointers: frozenset[Symbol]
    needs_number: bool


def thread_blocks(work: Outlining, state: ThreadState, loops: Sequence[CanonicalLoop]) -> Blocks:
    """The blocks in which a loop's iterations work; their arrays are declared here.

    There are none where the loop only updates blocks.  Raises `Refused` (K013) where it does more, and either it
    is not known how much an iteration needs, or what it leaves may be read.
    """
    return _Blocks(work, state, loops).run()


class _Blocks:
    """The search of one loop; `code` is its body behind what threads compute before.

    `settings` are the variables that depend on the number and are set once, with what they are set to; those in
    `early` are set once in each iteration.
    """

    def __init__(self, work: Outlining, state: ThreadState, loops: Sequence[CanonicalLoop]) -> None:
        self.work = work
        self.state = state
        self.loops = loops
        self.symbols = work.symbols
        self.points = work.effects.points
        self.code = c_ast.Compound([*state.shares.statements, state.body])
        self.settings = dict(self._settings())
        first = (*state.shares.statements, *statements_of(state.body))
        set_there = {
            symbol for node in first for symbol, setting in changes(node, self.symbols) if setting is node
        }
        self.early = set_there & self.settings.keys()
        self.handed: dict[Symbol, c_ast.Node] = {}
        self.helpers: dict[Symbol, HandedBlocks] = {}

    def run(self) -> Blocks:
        updated = {id(update.target) for update in updates_in(self.state.body, self.symbols)}
        found: dict[Symbol, c_ast.Node] = {}
        for target in self.state.targets():
            origin = self._origin(target)
            if origin is not None and id(target) not in updated:
                found.setdefault(origin, target)
        self.handed = self._handed()
        for symbol, call in self.handed.items():
            found.setdefault(symbol, call)
        for symbol, target in found.items():
            self._check_alone(symbol, target)
            self._check_unread(symbol, target)
            self._declare(symbol, target)
        pointers = frozenset(each for each in self.settings if self._block(each) in found)
        return Blocks(pointers, self._needs_number(pointers))

    def _handed(self) -> dict[Symbol, c_ast.Node]:
        """The pointers to blocks that the loop hands to functions of the program, with the first such call."""
        found: dict[Symbol, c_ast.Node] = {}
        for access in self.work.effects.accesses(self.symbols).of(self.state.body):
            if not isinstance(access, Call):
                continue
            for argument in arguments_of(access.node):
                root = root_of_pointer(argument, self.symbols)
                block = None if root is None or root.path else self._block(root.symbol)
                if block is not None:
                    found.setdefault(block, access.node)
        return found

    def _needs_number(self, pointers: frozenset[Symbol]) -> bool:
        """Whether anything depends on the number but pointers to blocks, and what only these are computed from."""
        unused = set(pointers)
        while True:
            values = [self.settings[each] for each in unused]
            idle = ids(*values)
            used = {
                self.symbols.symbol(part)
                for part in walk(self.code)
                if isinstance(part, c_ast.ID) and id(part) not in idle
            }
            more = {each for each in self.settings if each not in used | unused}
            if not more:
                break
            unused |= more
        inner = [part for part in walk(self.state.body) if id(part) not in idle]
        numbers = self.state.numbers | self.state.shares.symbols - unused
        return any(
            (isinstance(part, c_ast.ID) and self.symbols.symbol(part) in numbers)
            or asked(part, self.symbols, self.work.context) == NUMBER
            for part in inner
        )

    # ---- pointers ----------------------------------------------------------------------------------------------

    def _settings(self) -> Iterator[tuple[Symbol, c_ast.Node]]:
        changed = Counter(symbol for symbol, _ in changes(self.code, self.symbols))
        for symbol, setting in changes(self.code, self.symbols):
            value = value_set(setting) if changed[symbol] == 1 and symbol.is_automatic else None
            if value is not None and self.state.depends(value):
                yield symbol, value

    def _block(self, pointer: Symbol) -> Symbol | None:
        """The pointer to the block that a pointer leads into, by arithmetic alone; None where it is in none."""
        if pointer not in self.settings or not isinstance(unqualified(pointer.type), PointerType):
            return None
        root = root_of_pointer(self.settings[pointer], self.symbols)
        if root is not None and not root.path and root.symbol in self.settings:
            return self._block(root.symbol)
        return pointer if pointer in self.early else None

    def _origin(self, place: c_ast.Node | Symbol) -> Symbol | None:
        """The pointer to the block that a place is in; None where it is in none."""
        found = None if isinstance(place, Symbol) else _pointer(place, self.symbols)
        return None if found is None else self._block(found)

    def _objects(self, symbol: Symbol) -> int:
        return self.points.contents(self.points.of_symbol(symbol)) & ~MOVED_BIT

    # ---- the checks --------------------------------------------------------------------------------------------

    def _check_alone(self, symbol: Symbol, target: c_ast.Node) -> None:
        """The loop finds the memory by this pointer only."""
        effects, objects = self.work.effects, self._objects(symbol)
        helpers = self.helpers[symbol] = HandedBlocks(self.work.context, effects, self.state.meets, objects)
        for access in effects.accesses(self.symbols).of(self.state.body):
            if not isinstance(access, Access):
                if any(leads(each, self.symbols, self._is_in(symbol)) for each in arguments_of(access.node)):
                    if not helpers.follows(access.node, self.symbols, self._is_in(symbol)):
                        why = "a function that gets its address may keep it, or use its memory in another way, too"
                        self._refuse(symbol, target, why, access.node)
                    continue
                if self.state.meets(effects.of_targets(access.targets).touches, objects):
                    self._refuse(symbol, target, "a function that is called may use its memory", access.node)
                continue
            known = self._origin(access.place) is symbol and not access.through
            if not known and self.state.meets(access.objects, objects):
                self._refuse(symbol, target, "the loop may use its memory in another way, too", access.place)

    def _is_in(self, block: Symbol) -> Callable[[Symbol], bool]:
        """Whether a pointer leads into a block."""
        return lambda pointer: self._block(pointer) is block

    def _check_unread(self, symbol: Symbol, target: c_ast.Node) -> None:
        """Nothing reads what iterations leave in the memory."""
        construct, objects = self.work.loop.construct, self._objects(symbol)
        if not objects or objects & (self.points.escaped | UNKNOWN_BIT):
            self._refuse(symbol, target, "code outside of the program may read what iterations leave in it")
        inside = frozenset(id(part) for part in walk(construct))
        helpers = self.helpers[symbol]
        for definition in self.work.context.all():
            names = definition.symbols
            if id(definition.function) in helpers.functions:
                continue
            if helpers.functions and (call := helpers.handed_elsewhere(definition.function.body, names, inside)):
                self._refuse(symbol, target, _READ, call, definition)
            flows: dict[Symbol, tuple[_BlockFlow, c_ast.Node]] = {}
            for access in self.work.effects.accesses(names).of(definition.function.body):
                if isinstance(access, Access) and access.read and access.objects & objects:
                    place = access.place
                    if isinstance(place, c_ast.Node) and id(place) in inside:
                        continue
                    pointer = None if isinstance(place, Symbol) else _pointer(place, names)
                    if access.through or pointer is None or isinstance(place, Symbol):
                        self._refuse(symbol, target, _READ, place, definition)
                    flow, _ = flows.setdefault(pointer, (_BlockFlow(pointer, names, construct), place))
                    if not flow.follows(place):
                        self._refuse(symbol, target, _READ, place, definition)
            for flow, place in flows.values():
                flow.run(definition.function.body)
                if flow.exposed:
                    self._refuse(symbol, target, _READ, place, definition)

    def _declare(self, symbol: Symbol, target: c_ast.Node) -> None:
        """Declare the array, as large as the loop reaches."""
        work, pointer = self.work, unqualified(symbol.type)
        assert isinstance(pointer, PointerType)
        last = self.loops[-1]
        inner = c_ast.For(last.node.init, last.node.cond, last.node.next, self.code, last.node.coord)
        nest = [*self.loops[:-1], replace(last, node=inner)]
        reached = None
        if not is_variable(pointer.target):
            unit, uses = work.loop.unit, work.scope.uses
            reached = reach(symbol, nest, unit, self.symbols, work.stable, uses, exact=False)
            if symbol in self.handed:
                reached = self._distance(symbol, pointer.target)
        lowest = None if reached is None else _number(reached.low)
        if reached is None or (lowest is not None and lowest < 0):
            self._refuse(symbol, target, "how much of it an iteration uses is not known before the loop")
        if lowest is None:
            work.conditions.append(build.binary(">=", reached.low, build.integer(0, "L")))
        number = _number(reached.end)
        if number is None and not work.scope.context.expands:
            self._refuse(symbol, target, "private arrays of variable size are turned off")
        at_least_one = build.call("__mrt_greatest", reached.end, build.integer(1, "L"))
        count = at_least_one if number is None else build.integer(max(number, 1))
        local = declare_block(work.frame, symbol, unqualified(pointer.target), count, work.loop.construct)
        work.unproven[local.name] = symbol.name
        work.valued.add(local.name)
        work.thread_blocks.add(symbol.name)

    def _distance(self, symbol: Symbol, element: CType) -> Footprint | None:
        """As much of a block as is before that of the next thread; the first one begins where the memory does."""
        found = distance(self.settings[symbol], element, self.symbols, self._is_number)
        if found is None:
            return None
        base, count = found
        inside = not self.points.pointed(base, self.symbols) & MOVED_BIT
        return Footprint(build.integer(0), clone(count)) if inside and self.work.stable(count) else None

    def _is_number(self, node: c_ast.Node | None) -> bool:
        """Whether an expression is the thread's number."""
        named = isinstance(node, c_ast.ID) and self.symbols.symbol(node) in self.state.numbers
        return named or asked(node, self.symbols, self.work.context) == NUMBER

    def _refuse(
        self,
        symbol: Symbol,
        target: c_ast.Node,
        why: str,
        place: c_ast.Node | Symbol | None = None,
        of: Definition | None = None,
    ) -> NoReturn:
        reason = f"each iteration would need a block of its own in the place of `{symbol.name}`, but {why}"
        notes: list[tuple[str, Location | None]] = [(_WAY_OUT, None)]
        if isinstance(place, c_ast.Node):
            unit = self.work.loop.unit if of is None else of.unit
            notes.insert(0, ("it may be here", unit.location(place)))
        refuse("K013", reason, self.work.loop.unit.location(target), *notes)


def _number(extreme: c_ast.Node) -> int | None:
    """The value of one side of a footprint, if it is a constant."""
    if isinstance(extreme, c_ast.FuncCall):
        values = [_number(each) for each in extreme.args.exprs]
        known = [each for each in values if each is not None]
        chosen = max(known, default=0) if extreme.name.name == "__mrt_greatest" else min(known, default=0)
        return chosen if len(known) == len(values) else None
    return constant_value(extreme)


def _pointer(place: c_ast.Node, symbols: Symbols) -> Symbol | None:
    """The automatic pointer by whose value, and arithmetic alone, a place is found."""
    root = root_of_lvalue(place, symbols)
    found = root is not None and not root.path and not root.array and root.symbol.is_automatic
    return root.symbol if root is not None and found else None


class _BlockFlow(Flow):
    """Follows the memory behind a pointer through a function: is an element read that it has not written before?

    Behind calls and constructs it counts as not written: loops that have become kernels may have written it.
    """

    def __init__(self, symbol: Symbol, symbols: Symbols, construct: Omp) -> None:
        super().__init__(symbol, symbols)
        self._construct = construct

    def follows(self, place: c_ast.Node) -> bool:
        """Whether a place is an element, or a part of one, in the only form that is followed: `p[k]`."""
        return self._is_target(place)

    def _is_target(self, lvalue: c_ast.Node) -> bool:
        while isinstance(lvalue, c_ast.ArrayRef | c_ast.StructRef):
            inner = lvalue.name
            if isinstance(lvalue, c_ast.ArrayRef) and isinstance(inner, c_ast.ID) and self._is_named(inner):
                return True
            if not isinstance(lvalue, c_ast.StructRef) and not isinstance(self.symbols.type_of(inner), ArrayType):
                return False
            if isinstance(lvalue, c_ast.StructRef) and lvalue.type != ".":
                return False
            lvalue = inner
        return False

    def _id(self, node: c_ast.ID, state: State) -> State:
        return state  # what is read by a pointer that is computed from this one is read by that one

    def _unaryop(self, node: c_ast.UnaryOp, state: State) -> State:
        if node.op == "&" and self._is_target(node.expr):
            return self._subscripts(node.expr, state)
        after = super()._unaryop(node, state)
        return NOTHING if after is not None and self._moves(node) else after

    def _assignment(self, node: c_ast.Assignment, state: State) -> State:
        after = self.run(node.rvalue, state) if self._moves(node) else super()._assignment(node, state)
        return NOTHING if after is not None and self._moves(node) else after

    def _moves(self, node: c_ast.Node) -> bool:
        """Whether an expression changes the pointer itself."""
        changed = changed_place(node)
        return isinstance(changed, c_ast.ID) and self._is_named(changed)

    def _entered(self, loop: c_ast.Node, state: State) -> State:
        """What is known at the start of any iteration: nothing where an earlier one has come to a call."""
        ends = any(isinstance(part, c_ast.FuncCall | Omp) or self._moves(part) for part in walk(loop))
        return NOTHING if ends and state is not None else super()._entered(loop, state)

    def _decl(self, node: c_ast.Decl, state: State) -> State:
        after = super()._decl(node, state)
        own = self.symbols.symbol(node) is self.symbol
        return NOTHING if own and after is not None else after

    def _funccall(self, node: c_ast.FuncCall, state: State) -> State:
        after = super()._funccall(node, state)
        return None if after is None else NOTHING

    def _omp(self, node: Omp, state: State) -> State:
        if state is None:
            return None
        if node is not self._construct:
            own = any(self.symbol.name in clause.variables for clause in node.directive.clauses)
            for clause in node.directive.clauses:
                self.run(clause.expression, state)
            self.run(node.body, NOTHING if own else state)
        return NOTHING
