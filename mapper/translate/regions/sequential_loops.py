"""Sequential loops of a team that hold work-shared ones, and little else; trees in which these change places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.region import WorkLoop
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, FloatType, IntType
from mapper.ir.trees.directive import Clause, Directive
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import objects_in
from mapper.ir.trees.nodes import INCREMENTS, TYPES, Omp, clone, may_continue, rebuilt, same_text, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.shape import nested_loop
from mapper.translate.common.refused import Refused
from mapper.translate.loops.canonical import CanonicalLoop, canonical_loop
from mapper.translate.outline.iterations import LARGEST_ND_RANGE

_BETWEEN = frozenset(["barrier", "flush"])
_CLAUSES = frozenset(["private", "schedule", "nowait", "collapse"])
_PLAIN = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp, c_ast.TernaryOp, c_ast.Cast, c_ast.ArrayRef, c_ast.StructRef)


class NoSweepError(Exception):
    """A sequential loop holds more than work-shared loops, or others than such that can change places with it."""


@dataclass(frozen=True, eq=False, slots=True)
class SequentialLoop:
    """A sequential loop of a team that comes to work-shared `loops`, and otherwise only sets threads' own scalars.

    `changed` are these scalars, the counters of sequential loops among them, `declared` those that are declared in
    it.  `read` are the expressions of its own code.
    """

    unit: Unit
    symbols: Symbols
    statement: c_ast.For
    loops: tuple[WorkLoop, ...]
    changed: frozenset[Symbol]
    declared: frozenset[Symbol]
    counters: frozenset[Symbol]
    read: tuple[c_ast.Node, ...]

    def inside_out(self) -> Iterator[Omp]:
        """Constructs that share out the loops which all work-shared loops begin with, around the sequential one.

        Those with the most dimensions come first.
        """
        nests = [self._nest(loop) for loop in self.loops]
        for depth in range(self._common(nests), 0, -1):
            yield self._exchanged(nests, depth)

    def in_place(self, own: Sequence[Symbol]) -> Omp:
        """A construct that shares out the sequential loops, with the work-shared ones in each iteration.

        Each iteration has the arrays `own` for itself.
        """
        tree = replaced(self.statement, {id(loop.construct): _whole(loop) for loop in self.loops})
        assert isinstance(tree, c_ast.For)
        return self._construct(tree, len(self.levels()), [each.name for each in own])

    def levels(self) -> list[CanonicalLoop]:
        """The sequential loops right inside each other, as far as they can be dimensions."""
        return self._perfect(self.statement)

    def skeleton(self) -> c_ast.Node:
        """The sequential loop without the work-shared ones."""
        return replaced(self.statement, {id(loop.construct): c_ast.EmptyStatement() for loop in self.loops})

    def last_iteration(self, kept: Sequence[WorkLoop]) -> c_ast.Node:
        """Statements that run, of the last iteration of all `levels`, those work-shared loops that are `kept`."""
        given: dict[int, c_ast.Node] = {
            id(loop.construct): loop.construct if loop in kept else c_ast.EmptyStatement() for loop in self.loops
        }
        for level in reversed(self.levels()):
            inner = level.node.stmt
            made = replaced(inner, given)
            ends = c_ast.UnaryOp("!", self._one_further(level))
            given[id(level.node)] = c_ast.For(
                level.node.init, level.node.cond, level.node.next, c_ast.If(ends, made, None), level.node.coord
            )
        return given[id(self.statement)]

    # ---- trees -----------------------------------------------------------------------------------------------

    def _one_further(self, level: CanonicalLoop) -> c_ast.Node:
        """The loop's condition for the iteration behind this one."""
        name = level.counter.name
        further = build.binary("+", build.identifier(name), clone(level.step))
        return build.binary(level.relation, further, clone(level.bound))

    def _nest(self, loop: WorkLoop) -> list[CanonicalLoop]:
        """The perfect nest that a work-shared loop begins."""
        nest = self._perfect(loop.construct.body)
        if len(nest) < loop.construct.directive.collapsed:
            raise NoSweepError("the loops that `collapse` names have bounds that depend on each other")
        return nest

    def _perfect(self, node: c_ast.Node | None) -> list[CanonicalLoop]:
        found: list[CanonicalLoop] = []
        while isinstance(node, c_ast.For) and len(found) < LARGEST_ND_RANGE:
            try:
                loop = canonical_loop(self.unit, self.symbols, node)
            except Refused:
                break
            outer = {each.counter for each in found}
            if any(self.symbols.symbol(use) in outer for part in loop.parts for use in objects_in(part)):
                break
            if found and leaves(node.stmt, (c_ast.Break,), (c_ast.Goto, c_ast.Return, c_ast.Label)):
                break
            found.append(loop)
            node = nested_loop(node)
        return found

    def _common(self, nests: Sequence[Sequence[CanonicalLoop]]) -> int:
        """How many loops all work-shared loops begin with whose headers need nothing of the sequential one."""
        first, depth = nests[0], 0
        while all(len(nest) > depth and self._alike(first[depth], nest[depth]) for nest in nests):
            parts = (first[depth].lower, first[depth].bound, first[depth].step)
            if any(self.symbols.symbol(use) in self.changed for part in parts for use in objects_in(part)):
                break
            depth += 1
        while depth and any(may_continue(nest[depth - 1].node.stmt) for nest in nests):
            depth -= 1
        return depth

    @staticmethod
    def _alike(one: CanonicalLoop, other: CanonicalLoop) -> bool:
        """Whether two loops have the same iterations, and counters that are the same or their own."""
        return (
            (one.counter is other.counter or (one.declared and other.declared))
            and (one.type, one.relation) == (other.type, other.relation)
            and all(map(same_text, one.parts, other.parts))
        )

    def _exchanged(self, nests: Sequence[Sequence[CanonicalLoop]], depth: int) -> Omp:
        given: dict[int, c_ast.Node] = {}
        for loop, nest in zip(self.loops, nests, strict=True):
            counters = [
                _as_well(inner, outer)
                for inner, outer in zip(nest[:depth], nests[0], strict=False)
                if inner.counter is not outer.counter
            ]
            body = nest[depth - 1].node.stmt
            given[id(loop.construct)] = c_ast.Compound([*counters, body], body.coord) if counters else body
        tree: c_ast.Node = replaced(self.statement, given)
        for each in reversed(nests[0][:depth]):
            node = each.node
            tree = c_ast.For(node.init, node.cond, node.next, c_ast.Compound([tree], node.coord), node.coord)
        return self._construct(tree, depth, ())

    def _construct(self, tree: c_ast.Node, depth: int, own: Sequence[str]) -> Omp:
        """A work-shared loop nest; iterations have for themselves what each of the loops makes private."""
        first = self.loops[0].construct
        where = first.directive.where
        named = [
            name
            for loop in self.loops
            for each in loop.construct.directive.all("private")
            for name in each.variables
        ]
        clauses = [Clause("private", where, (name,), places=(where,)) for name in dict.fromkeys([*named, *own])]
        if depth > 1:
            clauses.append(Clause("collapse", where, expression=build.integer(depth)))
        return Omp(Directive("for", tuple(clauses), where, "for"), tree, first.coord)


def replaced(node: c_ast.Node, given: Mapping[int, c_ast.Node]) -> c_ast.Node:
    """A tree with other nodes in the places of some, by their `id`s; barriers are left out.

    What holds none of them is the same node.
    """
    if id(node) in given:
        return given[id(node)]
    if isinstance(node, Omp):
        return c_ast.EmptyStatement()
    if not any(id(part) in given or isinstance(part, Omp) for part in walk(node)):
        return node
    made: c_ast.Node = rebuilt(node, lambda child: replaced(child, given))
    return made


def _whole(loop: WorkLoop) -> c_ast.Node:
    body = loop.construct.body
    assert body is not None
    return body


def _as_well(inner: CanonicalLoop, outer: CanonicalLoop) -> c_ast.Node:
    """The declaration of a loop's counter as that of the loop in whose place it is."""
    assert isinstance(inner.node.init, c_ast.DeclList)
    made: c_ast.Decl = clone(inner.node.init.decls[0])
    made.init = next(use for use in map(clone, objects_in(outer.node.cond)) if use.name == outer.counter.name)
    return made


# ---- reading ---------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Reader:
    """Reads sequential loops; `known` are the verdicts on work-shared loops, by the `id`s of their constructs.

    `private` are the variables that each thread has of its own.  Of these the `numbered` depend on the thread.
    """

    unit: Unit
    symbols: Symbols
    known: Mapping[int, WorkLoop]
    private: frozenset[Symbol]
    numbered: frozenset[Symbol]
    _loops: list[WorkLoop] = field(default_factory=list)
    _changed: set[Symbol] = field(default_factory=set)
    _declared: set[Symbol] = field(default_factory=set)
    _counters: set[Symbol] = field(default_factory=set)
    _read: list[c_ast.Node] = field(default_factory=list)
    _named: set[str] = field(default_factory=set)

    def read(self, statement: c_ast.For) -> SequentialLoop:
        """What a sequential loop holds; raises `NoSweepError`."""
        reader = replace(self, _loops=[], _changed=set(), _declared=set(), _counters=set(), _read=[], _named=set())
        reader._statement(statement)
        if not reader._loops:
            raise NoSweepError("there is no work-shared loop in it")
        if reader._named & {symbol.name for symbol in reader._changed}:
            raise NoSweepError("a clause of a loop in it makes another variable of a name that it changes")
        return SequentialLoop(
            self.unit,
            self.symbols,
            statement,
            tuple(reader._loops),
            frozenset(reader._changed),
            frozenset(reader._declared),
            frozenset(reader._counters),
            tuple(reader._read),
        )

    def _statement(self, node: c_ast.Node | None) -> None:
        match node:
            case None | c_ast.EmptyStatement():
                return
            case Omp() if id(node) in self.known:
                self._loop(self.known[id(node)])
            case Omp() if node.directive.kind in _BETWEEN:
                return
            case c_ast.Compound():
                for item in node.block_items or []:
                    self._statement(item)
            case c_ast.For():
                self._for(node)
            case c_ast.If():
                self._value(node.cond)
                self._statement(node.iftrue)
                self._statement(node.iffalse)
            case c_ast.Assignment():
                self._change(node.lvalue)
                self._value(node.rvalue)
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                self._change(node.expr)
            case c_ast.Decl(name=str()):
                self._declare(node)
            case _:
                raise NoSweepError("there is more in it than work-shared loops and threads' own scalars")

    def _loop(self, loop: WorkLoop) -> None:
        directive = loop.construct.directive
        own = (loop.state, loop.merges, loop.accumulated, loop.arrays, loop.copyin, loop.numbers, loop.shares)
        if loop.kernel is None or any(own) or directive.kind != "for" or directive.rewritten:
            raise NoSweepError("a loop in it has no kernel, or works on its threads' own variables")
        if loop.kernel.reductions or loop.kernel.form(Ordered) or loop.kernel.stops:
            raise NoSweepError("a loop in it reduces, counts in order, or has error paths")
        if any(clause.kind not in _CLAUSES for clause in directive.clauses):
            raise NoSweepError("a loop in it has clauses that ask for the values of variables")
        self._named |= {name for clause in directive.all("private") for name in clause.variables}
        self._loops.append(loop)

    def _for(self, node: c_ast.For) -> None:
        try:
            loop = canonical_loop(self.unit, self.symbols, node)
        except Refused as refused:
            raise NoSweepError(refused.kept.reason) from None
        for part in loop.parts:
            self._value(part)
        self._note(loop.counter, declared=loop.declared)
        self._counters.add(loop.counter)
        self._statement(node.stmt)

    def _declare(self, node: c_ast.Decl) -> None:
        symbol = self.symbols.symbol(node)
        if symbol is None or node.storage:
            raise NoSweepError("a variable in it lives on")
        if node.init is not None:
            self._value(node.init)
        self._note(symbol, declared=True)

    def _change(self, place: c_ast.Node) -> None:
        symbol = self.symbols.symbol(place)
        if symbol is None:
            raise NoSweepError("there is more in it than work-shared loops and threads' own scalars")
        self._note(symbol, declared=False)

    def _note(self, symbol: Symbol, *, declared: bool) -> None:
        plain = isinstance(symbol.type, IntType | FloatType) and not symbol.type.volatile
        if symbol not in self.private or symbol in self.numbered or not plain:
            raise NoSweepError(f"`{symbol.name}` is no number that each thread has of its own")
        self._changed.add(symbol)
        if declared:
            self._declared.add(symbol)

    def _value(self, node: c_ast.Node) -> None:
        """An expression of numbers and elements of arrays that changes nothing, whichever thread evaluates it."""
        for part in walk(node):
            signed = isinstance(part, c_ast.UnaryOp) and part.op in "+-!~"
            if not signed and not isinstance(part, (*_PLAIN, *TYPES)):
                raise NoSweepError("a value in it is more than numbers and elements of arrays")
            if isinstance(part, c_ast.ArrayRef) and not isinstance(self.symbols.type_of(part.name), ArrayType):
                raise NoSweepError("a value in it is reached by a pointer")
            if isinstance(part, c_ast.StructRef) and part.type != ".":
                raise NoSweepError("a value in it is reached by a pointer")
            if isinstance(part, c_ast.ID) and self.symbols.symbol(part) in self.numbered:
                raise NoSweepError("a value in it depends on the thread")
        self._read.append(node)
