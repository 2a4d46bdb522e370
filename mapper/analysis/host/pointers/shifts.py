"""Statements of the host's that may move a pointer out of its memory: `return v - first;` behind `v = malloc(n)`.

The run-time library is told of them, so that it knows which memory such a pointer is for, whatever address it
has.  It must know that where a launch does not say how far it reaches from the pointer, and of rows in tables.
What counts is a pointer that keeps its value: one that is returned, or stored in memory, or in a variable of a
function that leads to regions, or given to such a function.  Variables that walk through an array in a loop stay
in it.  What the initial values of static variables lead to is told before the program begins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.host.objects import NamesAt
from mapper.analysis.host.pointers.lowered import Terms, initial_values, is_down, is_lower, origin_of, terms_of
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.bodies import in_body
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT, Key
from mapper.analysis.whole_program.program import Function, Whole
from mapper.frontend.tokens.ranges import insertion_offset, text_range
from mapper.ir.program.host_plan import Shift, StaticShift
from mapper.ir.program.kernel import Buffer
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.names import mentions
from mapper.ir.trees.nodes import AnyLoop, Omp, arguments_of, has_effects, ids, walk, without_casts


def shifts(
    whole: Whole, effects: EffectsOf, regions: Sequence[ParallelRegion], drivers: Collection[Key]
) -> tuple[Shift | StaticShift, ...]:
    """Those that move pointers to memory of which launches don't say what they reach."""
    memory = _doubtful(regions)
    if not memory:
        return ()
    finder = _Finder(effects, memory, {id(region.construct) for region in regions}, drivers)
    functions = [
        whole.function_of(definition) for symbols in whole.units for definition in symbols.functions.values()
    ]
    found = [each for function in functions for each in finder.of(function)]
    for symbols in whole.units:
        found += finder.static(symbols)
    down = 0
    for each in found:
        down |= each.memory if each.down else 0
    return tuple(each.shift for each in found if each.memory & down)


def _doubtful(regions: Sequence[ParallelRegion]) -> int:
    """The memory of which only a pointer says which it is."""
    kernels = [loop.kernel for region in regions for loop in region.loops if loop.kernel is not None]
    found = 0
    for buffer in (each for kernel in kernels for each in kernel.buffers if _is_doubtful(each)):
        found |= -1 if buffer.memory is None else buffer.memory
    return found & ~(MOVED_BIT | UNKNOWN_BIT)


def _is_doubtful(buffer: Buffer) -> bool:
    return bool(buffer.of) or (buffer.shifted and (buffer.table or buffer.bytes is None))


@dataclass(frozen=True, slots=True)
class _Found:
    """A statement; `down` is true if it may move the pointer to before its memory, whatever that was before."""

    shift: Shift | StaticShift
    memory: int
    down: bool


@dataclass(frozen=True, slots=True)
class _Finder:
    """Finds them in functions; `constructs` are the regions, by `id`."""

    effects: EffectsOf
    memory: int
    constructs: Collection[int]
    drivers: Collection[Key]

    def of(self, function: Function) -> Iterator[_Found]:
        """The statements of one function that are in blocks, outside of regions."""
        inside: set[int] = set()
        for construct in in_body(function.definition, Omp):
            if id(construct) in self.constructs:
                inside |= ids(construct)
        loops: dict[int, AnyLoop] = {}
        bodies = [(loop, ids(loop.stmt)) for loop in _loops(function.definition)]
        for loop, body in sorted(bodies, key=lambda each: -len(each[1])):
            loops |= dict.fromkeys(body, loop)
        for item, alone in _items(function.definition):
            if id(item) not in inside:
                yield from self._statement(item, function, loops.get(id(item)), alone=alone)

    def static(self, symbols: Symbols) -> Iterator[_Found]:
        """The initial values of a unit's static variables that are outside of functions."""
        for item in symbols.unit.declarations:
            for value in initial_values(item.init) if item.init is not None else ():
                memory = self._pointed(value, item, symbols)
                if memory and is_lower(value, symbols) and not has_effects(value):
                    yield _Found(StaticShift(symbols.unit, origin_of(value, symbols), value), memory, down=True)

    def _statement(
        self, item: c_ast.Node, function: Function, loop: AnyLoop | None, *, alone: bool
    ) -> Iterator[_Found]:
        change = _change(item, function.symbols)
        if change is not None and change.terms and not any(map(has_effects, (change.target, *_of(change.terms)))):
            yield from self._changed(item, change, function, loop, alone=alone)
            return
        values = list(self._given(item, function))
        if (
            change is None
            or not isinstance(change.target, c_ast.ID)
            or self._is_kept(item, change.target, function, loop)
        ):
            values += _stored(item)
        for value in values:
            memory = self._pointed(value, item, function.symbols)
            if (
                not memory
                or has_effects(value)
                or not is_lower(value, function.symbols)
                or not _is_place(item, function)
            ):
                continue
            origin, declared = origin_of(value, function.symbols), isinstance(item, c_ast.Decl)
            shift = Shift(function.symbols.unit, item, origin, value, before=not declared, braces=alone)
            yield _Found(shift, memory, down=True)

    def _changed(
        self, item: c_ast.Node, change: _Change, function: Function, loop: AnyLoop | None, *, alone: bool
    ) -> Iterator[_Found]:
        """An assignment that adds something to a pointer."""
        terms = change.terms
        memory = self._pointed(change.value, item, function.symbols)
        if not memory:
            return
        if isinstance(change.target, c_ast.ID):
            itself = any(mentions(term, change.target.name) for term in _of(terms))
            kept = not itself and self._is_kept(item, change.target, function, loop)
            if not kept or not is_down(terms, function.symbols):
                return
        if not _is_place(item, function):
            return
        origin = change.target
        for sign, term in reversed(terms):
            origin = build.binary("-" if sign == "+" else "+", origin, term)
        shift = Shift(function.symbols.unit, item, origin, change.target, before=False, braces=alone)
        yield _Found(shift, memory, is_down(terms, function.symbols))

    def _given(self, item: c_ast.Node, function: Function) -> Sequence[c_ast.Node]:
        """What a statement that is or stores a call gives to a function that leads to regions."""
        call = without_casts(_value(item) or item)
        if not isinstance(call, c_ast.FuncCall) or any(map(has_effects, arguments_of(call))):
            return ()
        called = self.effects.graph.targets(call, function.symbols).all
        return arguments_of(call) if any(key in self.drivers for key in called) else ()

    def _is_kept(self, item: c_ast.Node, target: c_ast.ID, function: Function, loop: AnyLoop | None) -> bool:
        """Whether what a variable gets is used for more than the next accesses of the function."""
        symbol = function.symbols.symbol(target) or function.symbols.symbol(item)
        given = any(
            each.expr is not None and _names(origin_of(each.expr, function.symbols), target.name)
            for each in in_body(function.definition, c_ast.Return)
        )
        if symbol is None or symbol.file_scope or given:
            return True
        return function.key in self.drivers and (loop is None or self._leads(loop, function))

    def _leads(self, loop: AnyLoop, function: Function) -> bool:
        return any(
            id(node) in self.constructs
            or (
                isinstance(node, c_ast.FuncCall)
                and any(key in self.drivers for key in self.effects.graph.targets(node, function.symbols).all)
            )
            for node in walk(loop)
        )

    def _pointed(self, pointer: c_ast.Node, at: c_ast.Node, symbols: Symbols) -> int:
        return self.effects.points.pointed(pointer, symbols, names=NamesAt(symbols, at)) & self.memory


def _stored(item: c_ast.Node) -> Iterator[c_ast.Node]:
    """The values that a statement stores or returns."""
    value = _value(item)
    if value is not None:
        yield from initial_values(value)


def _value(item: c_ast.Node) -> c_ast.Node | None:
    """What a statement gives a variable, stores or returns."""
    match item:
        case c_ast.Decl(init=value) | c_ast.Assignment(op="=", rvalue=value) | c_ast.Return(expr=value):
            return value if isinstance(value, c_ast.Node) else None
    return None


def _items(definition: c_ast.FuncDef) -> Iterator[tuple[c_ast.Node, bool]]:
    """The statements of a function; each with whether it is alone, not in a block."""
    for block in in_body(definition, c_ast.Compound):
        yield from ((item, False) for item in block.block_items or [])
    for loop in _loops(definition):
        yield loop.stmt, True
    for branch in in_body(definition, c_ast.If):
        yield from ((item, True) for item in (branch.iftrue, branch.iffalse) if item is not None)


def _loops(definition: c_ast.FuncDef) -> Iterator[AnyLoop]:
    """The loops of a function."""
    yield from in_body(definition, c_ast.For)
    yield from in_body(definition, c_ast.While)
    yield from in_body(definition, c_ast.DoWhile)


def _is_place(item: c_ast.Node, function: Function) -> bool:
    """Whether something can be put before and behind a statement."""
    unit = function.symbols.unit
    extent = unit.extents.get(id(item))
    if extent is None or isinstance(insertion_offset(unit, extent[0]), str):
        return False
    return not isinstance(text_range(unit, extent[1], extent[1]), str)


@dataclass(frozen=True, slots=True)
class _Change:
    """An assignment to a pointer: the target is what `value` leads to, and then these terms from there."""

    target: c_ast.Node
    value: c_ast.Node
    terms: Terms


def _change(item: c_ast.Node, symbols: Symbols) -> _Change | None:
    """The assignment that a statement or declaration is; None where it is none to a pointer."""
    match item:
        case c_ast.Decl(init=c_ast.Node() as value) if not isinstance(value, c_ast.InitList):
            symbol = symbols.symbol(item)
            ctype = symbol.type if symbol is not None else None
            found = _Change(build.identifier(item.name), value, terms_of(value, symbols))
        case c_ast.Assignment(op="=", lvalue=target, rvalue=value):
            ctype, found = symbols.type_of(target), _Change(target, value, terms_of(value, symbols))
        case c_ast.Assignment(op="+=" | "-=", lvalue=target, rvalue=value):
            ctype, found = symbols.type_of(target), _Change(target, target, ((item.op[0], value),))
        case c_ast.UnaryOp(op="--" | "p--", expr=target):
            ctype, found = symbols.type_of(target), _Change(target, target, (("-", build.integer(1)),))
        case _:
            return None
    return found if isinstance(ctype, PointerType) else None


def _names(expr: c_ast.Node, name: str) -> bool:
    return isinstance(expr, c_ast.ID) and expr.name == name


def _of(terms: Terms) -> Iterator[c_ast.Node]:
    return (term for _, term in terms)
