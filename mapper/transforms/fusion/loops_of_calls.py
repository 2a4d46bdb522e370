"""The work-shared loops that a statement of a region comes to, in order, those of called functions among them.

A statement comes to loops and nothing else if it is one, a call of a function that holds nothing else, a block of
such statements, or a sequential loop around them that runs a few times, as constants show: that is unrolled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.host.objects import NamesAt
from mapper.analysis.kernels.loops import Header, loop_header
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT
from mapper.ir.program.kernel import Buffer, Kernel, Value
from mapper.ir.program.region import ParallelRegion, TeamFunction, WorkLoop
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, StructType
from mapper.ir.trees.directive import OWN, WAITING
from mapper.ir.trees.names import assigned_names
from mapper.ir.trees.nodes import Omp, arguments_of, has_effects, parameters_of, walk
from mapper.transforms.fusion.call_context import Names, NotAtCallError, kernel_at

MOST_TRIPS = 8
"""Sequential loops of so many iterations are unrolled."""


class NotLoopsError(Exception):
    """A statement comes to something else than work-shared loops with kernels."""


@dataclass(frozen=True, eq=False, slots=True)
class Instance:
    """A loop as a statement runs it: the kernel's host expressions are in the names that are visible at `at`.

    `symbols` are those of the loop's own unit.  `called` is true if it is in a function that is called there.
    """

    loop: WorkLoop
    kernel: Kernel
    symbols: Symbols
    at: c_ast.Node
    called: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class _Scope:
    """The code that is expanded: the region's or a function's, and what its names represent.

    `changed` are the variables that it assigns to, `declared` those that blocks around the place declare.
    """

    holder: ParallelRegion | TeamFunction
    names: Names
    changed: frozenset[str]
    declared: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False, slots=True)
class Unfolding:
    """Unfolds statements of one region or team function.

    `loops` are all loops that have a kernel, by the `id` of their construct, `kernels` those kernels by the loop's
    id, and `units` the symbols of all units by path.
    """

    effects: EffectsOf

    holder: ParallelRegion | TeamFunction
    loops: Mapping[int, WorkLoop]
    kernels: Mapping[str, Kernel]
    units: Mapping[str, Symbols]

    def instances(self, statement: c_ast.Node, before: Mapping[str, int]) -> tuple[list[Instance], dict[str, int]]:
        """The loops of a statement, and the last values of the holder's variables that it counts.

        `before` are those that the statements before it have counted.  Raises `NotLoopsError`.
        """
        symbols = self.units[self.holder.unit.path]
        changed = frozenset(assigned_names(*_assigning(statement)))
        scope = _Scope(self.holder, Names(symbols, statement, {}), changed)
        counters = dict(before)
        try:
            return self._statement(statement, scope, counters), counters
        except NotAtCallError as why:
            raise NotLoopsError(str(why)) from None

    def _statement(self, node: c_ast.Node, scope: _Scope, counters: dict[str, int]) -> list[Instance]:
        if id(node) in scope.holder.apart.statements:
            raise NotLoopsError("all threads run it")
        match node:
            case c_ast.EmptyStatement():
                return []
            case Omp() if node.directive.kind in WAITING:
                return []
            case Omp() if id(node) in self.loops:
                return [self._loop(self.loops[id(node)], scope, _names(scope, counters))]
            case c_ast.Compound():
                return self._block(node, scope, counters)
            case c_ast.For():
                return self._unrolled(node, scope, counters)
            case c_ast.FuncCall() if id(node) in scope.holder.calls:
                return self._call(node, scope.holder.calls[id(node)], _names(scope, counters))
        raise NotLoopsError("there is more than work-shared loops with kernels")

    def _loop(self, loop: WorkLoop, scope: _Scope, names: Names) -> Instance:
        kernel = self.kernels.get(loop.id)
        if kernel is None:
            raise NotLoopsError("a loop has no kernel")
        inner = names.inner
        if inner and kernel.reductions:
            raise NotLoopsError("a loop of a called function reduces")
        holder = scope.holder
        abroad = holder.unit.path != self.holder.unit.path
        if abroad and (kernel.types or any(_is_struct(each.element) for each in kernel.buffers)):
            raise NotLoopsError("a loop of another file uses structures")
        made = kernel_at(kernel, names)
        if inner:
            made = self._with_overlaps(made, names)
        return Instance(loop, made, self.units[holder.unit.path], names.at, inner)

    def _with_overlaps(self, kernel: Kernel, names: Names) -> Kernel:
        """The kernel with those buffers distinguished that are different arrays in this call."""
        at = NamesAt(names.symbols, names.at)
        memory = {
            each.name: self.effects.points.pointed(each.pointer, names.symbols, names=at) & ~MOVED_BIT
            for each in kernel.buffers
        }

        def told_apart(each: Buffer | Value) -> Buffer | Value:
            if not isinstance(each, Buffer) or each.overlaps is None:
                return each
            own = memory[each.name]
            others = frozenset(
                name for name in each.overlaps if (own | memory[name]) & UNKNOWN_BIT or own & memory[name]
            )
            return replace(each, overlaps=others, same=each.same & others)

        return replace(kernel, parameters=tuple(map(told_apart, kernel.parameters)))

    def _block(self, node: c_ast.Compound, scope: _Scope, counters: dict[str, int]) -> list[Instance]:
        found: list[Instance] = []
        for item in node.block_items or []:
            if isinstance(item, c_ast.Decl):
                scope = self._declared(item, scope, counters)
            else:
                found += self._statement(item, scope, counters)
        return found

    def _declared(self, node: c_ast.Decl, scope: _Scope, counters: Mapping[str, int]) -> _Scope:
        """The scope behind the declaration of a variable; it may not do anything."""
        if node.name is None or "extern" in node.storage or any(has_effects(part) for part in walk(node)):
            raise NotLoopsError("there is more than work-shared loops with kernels")
        value: c_ast.Node | None = None
        fixed = node.name not in scope.changed and not node.storage
        if node.init is not None and not isinstance(node.init, c_ast.InitList) and fixed:
            ctype = self.units[scope.holder.unit.path].declared_type(node)
            value = _names(scope, counters).converted(node.init, ctype)
        return replace(_with(scope, {node.name: value}), declared=scope.declared | {node.name})

    def _unrolled(self, node: c_ast.For, scope: _Scope, counters: dict[str, int]) -> list[Instance]:
        header = loop_header(node)
        first, bound = None, None
        if header is not None:
            names = _names(scope, counters)
            first = names.constant(names.expression(header.lower))
            bound = names.constant(names.expression(header.bound))
        if header is None or first is None or bound is None:
            raise NotLoopsError("it is not known how often a sequential loop runs")
        values = _values(header, first, bound)
        if len(values) > MOST_TRIPS + 1:
            raise NotLoopsError("a sequential loop runs too often to be unrolled")
        found: list[Instance] = []
        for value in values[:-1]:
            at = _with(scope, {header.variable: build.integer(value)})
            found += self._statement(node.stmt, at, counters)
        own = header.variable not in scope.declared
        if isinstance(node.init, c_ast.Assignment) and own and not scope.names.inner:
            counters[header.variable] = values[-1]
        return found

    def _call(self, node: c_ast.FuncCall, team: TeamFunction, outer: Names) -> list[Instance]:
        symbols = self.units[team.unit.path]
        given = arguments_of(node)
        parameters = [each for each in parameters_of(team.function) if each.name]
        if team.given or any(has_effects(each) for each in given):
            raise NotLoopsError("an argument does something, or is the thread's number")
        if team.apart.statements or len(parameters) != len(given):
            raise NotLoopsError("there is more than work-shared loops with kernels")
        body = team.function.body
        changed = frozenset(assigned_names(*_assigning(body)))
        values: dict[str, c_ast.Node | None] = {}
        for parameter, argument in zip(parameters, given, strict=True):
            fixed = parameter.name not in changed
            ctype = symbols.declared_type(parameter)
            values[parameter.name] = outer.converted(argument, ctype) if fixed else None
        at = outer.at
        names = Names(outer.symbols, at, values, inner=True, common=lambda name: self._is_common(name, team, at))
        items = list(body.block_items or [])
        if items and isinstance(items[-1], c_ast.Return) and items[-1].expr is None:
            items.pop()
        return self._block(c_ast.Compound(items), _Scope(team, names, changed), {})

    def _is_common(self, name: str, team: TeamFunction, at: c_ast.Node) -> bool:
        """Whether a name of a function's means the same at a statement of the holder: something of file scope.

        Not so where each thread of the region has a copy of a global variable.
        """
        if isinstance(self.holder, ParallelRegion):
            clauses = [each for kind in OWN for each in self.holder.construct.directive.all(kind)]
            copied = {each.name for each in self.holder.private}.union(*(each.variables for each in clauses))
            if name in copied:
                return False
        here = self.units[self.holder.unit.path].lookup(name, at)
        there = self.units[team.unit.path].lookup(name, team.function.body)
        if here is None or there is None or not (here.file_scope and there.file_scope):
            return False
        return here is there or (here.is_same(there) and _is_alike(here.type, there.type))


def _with(scope: _Scope, values: Mapping[str, c_ast.Node | None]) -> _Scope:
    return replace(scope, names=replace(scope.names, values={**scope.names.values, **values}))


def _names(scope: _Scope, counters: Mapping[str, int]) -> Names:
    """What names represent at a place, where the holder's loops before it have counted variables."""
    if scope.names.inner or not counters:
        return scope.names
    counted = {name: build.integer(value) for name, value in counters.items()}
    return replace(scope.names, values={**counted, **scope.names.values})


def _assigning(body: c_ast.Node) -> list[c_ast.Node]:
    """All nodes of a body that may change a variable after its declaration."""
    return [node for node in walk(body) if isinstance(node, c_ast.Assignment | c_ast.UnaryOp)]


def _values(header: Header, first: int, bound: int) -> list[int]:
    """The values of a counter, the one that ends the loop at last; a few more than are unrolled at most."""
    passes = {
        "<": bound.__gt__,
        "<=": bound.__ge__,
        ">": bound.__lt__,
        ">=": bound.__le__,
    }[header.relation]
    values = [first]
    while passes(values[-1]) and len(values) <= MOST_TRIPS + 1:
        values.append(values[-1] + header.step)
    return values


def _is_alike(one: CType, other: CType) -> bool:
    """Whether two declarations of an object are of the same complete type, without structures."""
    if isinstance(one, ArrayType) and isinstance(other, ArrayType):
        return one.length is not None and one.length == other.length and _is_alike(one.element, other.element)
    return not _is_struct(one) and one == other


def _is_struct(ctype: CType) -> bool:
    ctype = innermost(ctype)
    return isinstance(ctype, StructType)
