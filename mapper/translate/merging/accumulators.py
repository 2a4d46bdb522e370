"""Accumulators: each thread's own scalars that loops only update, and that `critical` or `atomic` merges later.

    double mine = 0;
    #pragma omp for nowait
    for (...) mine += a[i];
    #pragma omp critical
    sum += mine;

On the device path such a loop has the accumulator as a reduction, the initial thread goes on with the combined
value, and merges it once.  That is right if the value leaves the accumulator by a merge only, and if a thread
without iterations would merge nothing: see `mapper.translate.merging.merges`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import loop_counters
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.diagnostics import Location
from mapper.ir.expressions.updates import LOGICAL, named
from mapper.ir.program.region import WorkLoop
from mapper.ir.trees.ctypes import ArrayType, ComplexType, CType, FloatType, IntType
from mapper.ir.trees.directive import OWN
from mapper.ir.trees.nodes import INCREMENTS, Omp, addressed, base_of, children, ids, single, subscripted, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.refused import refuse
from mapper.translate.common.updates import constant, exact, fits, in_order, mentions, update_of, updates_in
from mapper.translate.merging.merges import COUNTING, Merges

MERGING = frozenset(["critical", "atomic"])
IDENTITY = {"+": 0, "^": 0, "*": 1}


def accumulates(symbol: Symbol, loop: Omp, symbols: Symbols) -> str | None:
    """The operator, if a work-shared loop does nothing with a scalar but update it by one operator."""
    ctype = symbol.type
    number = isinstance(ctype, IntType | FloatType) and ctype.name != "_Bool"
    if loop.body is None or not (number or in_parts(ctype, "+")):
        return None
    operators: set[str] = set()
    explained: set[int] = set()
    for update in updates_in(loop.body, symbols):
        if isinstance(update.target, c_ast.ID) and symbols.symbol(update.target) is symbol:
            if in_order(update.target, update.operator, update.operand, symbols.type_of):
                return None
            operators.add(update.operator)
            if not number and update.operator != "+":
                return None
            explained |= ids(update.statement)
    for node in walk(loop.body):
        if isinstance(node, c_ast.ID) and symbols.symbol(node) is symbol and id(node) not in explained:
            return None
    return operators.pop() if len(operators) == 1 else None


def accumulates_elements(symbol: Symbol, loop: Omp, symbols: Symbols) -> str | None:
    """The operator, if a work-shared loop does nothing with an array but update elements by one operator.

    Which elements must differ between iterations, as far as names say: a sum of rows has better forms.
    """
    if loop.body is None or not isinstance(unqualified(symbol.type), ArrayType):
        return None
    operators: set[str] = set()
    explained: set[int] = set()
    varying = _varying(loop, loop.body, symbols)
    for update in updates_in(loop.body, symbols):
        root = base_of(update.target)
        if root is None or symbols.symbol(root) is not symbol:
            continue
        element = unqualified(symbols.type_of(update.target))
        if not fits(element, update.operator) or update.operator in LOGICAL or not exact(update, symbols):
            return None
        _, subscripts = subscripted(update.target)
        if not mentions(c_ast.ExprList([*subscripts]), symbols, varying):
            return None
        operators.add(update.operator)
        explained |= {id(base_of(each)) for each in named(update)}
    for node in walk(loop.body):
        if isinstance(node, c_ast.ID) and symbols.symbol(node) is symbol and id(node) not in explained:
            return None
    return operators.pop() if len(operators) == 1 else None


def _varying(loop: Omp, body: c_ast.Node, symbols: Symbols) -> frozenset[Symbol]:
    """The variables that may differ between iterations: all that the loop sets, but for counters of inner loops.

    Elements that a subscript loads are found by such variables, too.
    """
    inner = [node for node in walk(body) if isinstance(node, c_ast.For) and node is not body]
    headers = [part for node in inner for part in (node.init, node.next) if part is not None]
    counters = frozenset[Symbol]().union(*(_set_in(part, symbols) for part in headers))
    return frozenset(loop_counters(loop, symbols)) | (_set_in(body, symbols) - counters)


def _set_in(code: c_ast.Node, symbols: Symbols) -> frozenset[Symbol]:
    found = (_set(node, symbols)[0] for node in walk(code))
    return frozenset(each for each in found if each is not None)


def in_parts(ctype: CType, operator: str) -> bool:
    """Whether a type's values are reduced by an operator as two numbers: sums of complex numbers."""
    return isinstance(ctype, ComplexType) and isinstance(ctype.part, FloatType) and operator in ("+", "-")


def is_hidden(symbol: Symbol, loop: Omp, symbols: Symbols) -> bool:
    """Whether a name means another variable in a loop: one that the loop's own clauses or header make."""
    named = {name for clause in loop.directive.clauses if clause.kind in OWN for name in clause.variables}
    return symbol.name in named or symbol in loop_counters(loop, symbols)


@dataclass(frozen=True, eq=False, slots=True)
class Phase:
    """A team phase: `state` with the operators of its updates, and the `merges`, statements behind the loop.

    It is `combined` if the iterations can update one state for all threads: it needs no virtual threads then.
    """

    state: Mapping[Symbol, str]
    merges: tuple[c_ast.Node, ...]
    combined: bool = False

    @property
    def computes(self) -> bool:
        """Whether there are statements among the merges that compute something from the state first."""
        return any(
            not isinstance(each, Omp) and not (isinstance(each, c_ast.If) and is_merge(each))
            for each in self.merges
        )


@dataclass(frozen=True, eq=False, slots=True)
class Accumulated:
    """The accumulators of some code.

    `operators` are all of them, `loops` which of them each loop updates, by its `id`, and `taken` other variables
    that take over a sum (`double scaled = mine * h`).  `phases` are the loops that virtual threads run: what is in
    their state is no accumulator.
    """

    operators: Mapping[Symbol, str]
    loops: Mapping[int, Mapping[Symbol, str]]
    taken: frozenset[Symbol]
    merges: Merges
    phases: Mapping[int, Phase]

    def state(self, loop: Omp) -> tuple[Symbol, ...]:
        """The state of the virtual threads that run a loop, in the order of the declarations."""
        phase = self.phases.get(id(loop))
        if phase is None or phase.combined:
            return ()
        return tuple(sorted(phase.state, key=lambda each: each.number))

    def with_phase(self, loop: WorkLoop) -> WorkLoop:
        """The verdict on a loop with what virtual threads need."""
        phase = self.phases.get(id(loop.construct))
        if phase is None or phase.combined:
            return loop
        state = tuple(symbol.name for symbol in self.state(loop.construct))
        return replace(loop, state=state, merges=phase.merges)


@dataclass(frozen=True, eq=False, slots=True)
class OutsideLoops:
    """Checks what code does with its accumulators outside of the loops that update them.

    `valued` are variables that have a value of unknown origin when the code begins, `reduced` those of the
    `reduction` clauses of the region.
    """

    unit: Unit
    symbols: Symbols
    body: c_ast.Node
    accumulated: Accumulated
    valued: frozenset[Symbol]
    reduced: frozenset[Symbol]

    @property
    def operators(self) -> Mapping[Symbol, str]:
        """The accumulators with their operators."""
        return self.accumulated.operators

    def check(self) -> None:
        """Raise `Refused` where a value leaves in another way than by a merge, or is counted by each thread."""
        for symbol in sorted({*self.operators, *self.accumulated.taken}, key=lambda each: each.number):
            for node in self._uses(self.body, symbol):
                where = node.directive.where if isinstance(node, Omp) else self.unit.location(node)
                note = (f"`{symbol.name}` is used here", where)
                if isinstance(node, c_ast.Decl | c_ast.Assignment) and symbol in self.operators:
                    self._refuse_start(symbol, note)
                if symbol in self.reduced:
                    reason = f"what threads do with their own `{symbol.name}` depends on their number"
                    refuse("K013", reason, where)
                reason = f"the private `{symbol.name}` carries a value out of the loop"
                refuse("K014", reason, self._loop(symbol, where), note)
            if self.operators.get(symbol) in COUNTING and symbol in self.valued and not self._begins_empty(symbol):
                self._refuse_start(symbol)

    def _refuse_start(self, symbol: Symbol, *notes: tuple[str, Location | None]) -> NoReturn:
        reason = f"each thread adds what the private `{symbol.name}` starts with"
        refuse("K013", reason, self._loop(symbol, self.unit.location(self.body)), *notes)

    def _loop(self, symbol: Symbol, other: Location) -> Location:
        """The first loop that updates an accumulator."""
        loops = (node for node in walk(self.body) if symbol in self.accumulated.loops.get(id(node), {}))
        return next((node.directive.where for node in loops if isinstance(node, Omp)), other)

    def _uses(self, node: c_ast.Node, symbol: Symbol) -> Iterator[c_ast.Node]:
        """The first uses of an accumulator that are neither updates in loops, resets, nor merges."""
        match node:
            case Omp() if "for" in node.directive.words:
                updated = symbol in self.accumulated.loops.get(id(node), {})
                if not updated and not is_hidden(symbol, node, self.symbols) and self._has(node, symbol):
                    yield node
                return
            case Omp() if node.directive.kind in MERGING:
                return  # checked by itself
            case Omp():
                if node.directive.kind != "parallel" and self._has(node, symbol):
                    yield node
                    return
            case c_ast.ID():
                if self.symbols.symbol(node) is symbol:
                    yield node
                return
            case c_ast.Decl() if self.symbols.symbol(node) is symbol and symbol in self.operators:
                if node.init is not None and not self._may_start(node.init, symbol):
                    yield node
                return
            case c_ast.Assignment() if self._is_settled(node, symbol):
                return
            case c_ast.Assignment(op="=", lvalue=c_ast.ID()) if self._is_start(node, symbol):
                yield node
                return
            case c_ast.Decl() if self._takes_over(self.symbols.symbol(node), node.init):
                return
            case c_ast.If() if is_merge(node):
                return
        for child in children(node):
            yield from self._uses(child, symbol)

    def _is_settled(self, node: c_ast.Assignment, symbol: Symbol) -> bool:
        """Whether an assignment resets an accumulator, or adds it to what is reduced or takes it over."""
        target = self.symbols.symbol(node.lvalue)
        if node.op == "=" and self._takes_over(target, node.rvalue):
            return True
        if node.op == "=" and target is symbol:
            return self._may_start(node.rvalue, symbol)
        update = update_of(node, self.symbols)
        if update is None or target not in self.reduced:
            return False
        if update.operator != self.operators[target]:
            return False
        if update.operator in COUNTING:
            return update.operator == "+" and self.accumulated.merges.linear(update.operand, target.type)
        counting = {each for each, operator in self.operators.items() if operator in COUNTING}
        return not mentions(update.operand, self.symbols, counting)

    def _is_start(self, node: c_ast.Assignment, symbol: Symbol) -> bool:
        """Whether an assignment gives the accumulator a value that has nothing to do with it."""
        return self.symbols.symbol(node.lvalue) is symbol and not mentions(
            node.rvalue, self.symbols, self.operators
        )

    def _takes_over(self, target: Symbol | None, value: c_ast.Node | None) -> bool:
        """Whether a variable becomes a multiple of an accumulated sum."""
        if target is None or target not in self.accumulated.taken or value is None:
            return False
        return self.accumulated.merges.linear(value, target.type)

    def _may_start(self, value: c_ast.Node, symbol: Symbol) -> bool:
        """Whether the accumulator may start with a value: a sum with zero, as each thread adds it."""
        wanted = IDENTITY.get(self.operators[symbol])
        if wanted is None:
            return not mentions(value, self.symbols, self.operators)
        return constant(value, self.symbols) == wanted

    def _begins_empty(self, symbol: Symbol) -> bool:
        """Whether a variable in `firstprivate` has a value before the region that each thread may start with.

        The last statement in front of the region that names it, in the same block, gives it that value.
        """
        nodes = [] if symbol.function is None else list(walk(symbol.function.body))
        for node in nodes:
            if isinstance(node, c_ast.Label | c_ast.Case | c_ast.Default):
                return False  # a way to the region that goes round the statement
            if (place := addressed(node)) is not None and self.symbols.symbol(place) is symbol:
                return False
        blocks = (node.block_items or [] for node in nodes if isinstance(node, c_ast.Compound))
        for items in blocks:
            regions = [at for at, each in enumerate(items) if isinstance(each, Omp) and each.body is self.body]
            for item in reversed(items[: regions[0]] if regions else []):
                match item:
                    case c_ast.Decl() if self.symbols.symbol(item) is symbol:
                        fresh = item.init is not None and not item.storage
                        return fresh and self._may_start(item.init, symbol)
                    case c_ast.Assignment(op="=", lvalue=c_ast.ID()) if self.symbols.symbol(item.lvalue) is symbol:
                        return self._may_start(item.rvalue, symbol)
                if self._has(item, symbol):
                    return False
        return False

    def _has(self, node: c_ast.Node, symbol: Symbol) -> bool:
        return mentions(node, self.symbols, frozenset([symbol]))


def is_merge(node: c_ast.If) -> bool:
    """Whether all that depends on a condition is a merge: `if (mine > best)` before a `critical`."""
    inner = single(node.iftrue)
    return node.iffalse is None and isinstance(inner, Omp) and inner.directive.kind in MERGING


def taking_over(code: c_ast.Node, symbols: Symbols, merges: Merges) -> frozenset[Symbol]:
    """The private scalars that are set once, to a multiple of an accumulated sum; `merges` learns of them."""
    found: set[Symbol] = set()
    sets: dict[Symbol, list[c_ast.Node | None]] = {}
    for node in walk(code):
        symbol, value = _set(node, symbols)
        if symbol is not None and symbol in merges.private:
            sets.setdefault(symbol, []).append(value)
    for symbol, values in sets.items():
        if (
            symbol not in merges.operators
            and len(values) == 1
            and values[0] is not None
            and merges.linear(values[0], symbol.type)
        ):
            merges.operators[symbol] = "+"
            found.add(symbol)
    return frozenset(found)


def _set(node: c_ast.Node, symbols: Symbols) -> tuple[Symbol | None, c_ast.Node | None]:
    """The variable that a node sets or may change, and the value if it is known."""
    match node:
        case c_ast.Decl() if node.init is not None:
            return symbols.symbol(node), node.init
        case c_ast.Assignment(lvalue=c_ast.ID()):
            return symbols.symbol(node.lvalue), node.rvalue if node.op == "=" else None
        case c_ast.UnaryOp(expr=c_ast.ID()) if node.op in ("&", *INCREMENTS):
            return symbols.symbol(node.expr), None
    return None, None
