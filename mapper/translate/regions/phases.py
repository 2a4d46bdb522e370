"""Team phases: a work-shared loop with what threads carry along in it, and the merges right behind it.

On the device path virtual threads run the loop, each a part of the iterations in order, with a copy of the
threads' own variables that starts as the initial thread's.  Then the host runs the merges once for each virtual
thread, in order, with its state in these variables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing_check import constructs
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.forms.replicated import Replicated
from mapper.ir.trees.ctypes import ArrayType, ComplexType, CType, FloatType, IntType, StructType
from mapper.ir.trees.directive import ADDED, own_names
from mapper.ir.trees.names import exposed_place
from mapper.ir.trees.nodes import INCREMENTS, Omp, arguments_of, called_name, last_value, walk
from mapper.translate.common.context import Context
from mapper.translate.common.updates import constant, mentions, root_of
from mapper.translate.common.uses import uses_of, written_object
from mapper.translate.merging.accumulators import (
    IDENTITY,
    MERGING,
    Phase,
    accumulates,
    accumulates_elements,
    is_merge,
)
from mapper.translate.merging.merges import COUNTING
from mapper.translate.merging.virtual_threads import state_operators
from mapper.translate.private.liveness import exposed, read_after

MANY, MANY_IN_LOCAL = 512, 256
"""The fewest elements whose atomic updates take less than virtual threads: in global memory, and floating-point
numbers in local memory.  Measured in decision 98."""


@dataclass(frozen=True, eq=False, slots=True)
class Phases:
    """Finds team phases in the code of a region or team function; `private` are the threads' own variables."""

    symbols: Symbols
    body: c_ast.Node
    private: frozenset[Symbol]
    context: Context
    effects: EffectsOf

    def of(self, loop: Omp, state: frozenset[Symbol]) -> Phase | None:
        """The phase of a loop that leaves values in the variables of `state`; None where it can't be one."""
        merges = self._merges(loop)
        directive = loop.directive
        if not merges or directive.first("ordered") is not None or not isinstance(loop.body, c_ast.For):
            return None
        clauses = (*directive.all("lastprivate"), *directive.all("linear"))
        last = {name for clause in clauses for name in clause.variables}
        if any(symbol.name in last for symbol in state):
            return None
        if not all(self._fits(symbol.type) for symbol in state):
            return None
        combined = own_names(loop.directive)
        rest = frozenset(symbol for symbol in state if symbol.name not in combined)
        operators: Mapping[Symbol, str] | None = dict.fromkeys(state, "")
        if rest:
            operators = state_operators(
                loop.body.stmt, state, self.private, self.symbols, self.context, self.effects
            )
        if operators is None or any(mentions(part, self.symbols, state) for part in _header(loop.body)):
            return None
        ignored = frozenset(id(each) for each in merges)
        for symbol, operator in operators.items():
            if read_after(symbol, self.symbols, self.body, loop, ignored=ignored):
                return None
            if operator in COUNTING and not self._starts(symbol, operator, merges):
                return None
        if not self._are_scratch(merges, state):
            return None
        ordered = {each: operators[each] for each in sorted(operators, key=lambda each: each.number)}
        return Phase(ordered, tuple(merges), self._is_combined(loop, ordered))

    def _is_combined(self, loop: Omp, operators: Mapping[Symbol, str]) -> bool:
        """Whether a loop only updates scalars and elements of arrays, each variable by one operator.

        Updates of few elements wait for each other, unless work-groups can add in local memory (`privatize`).
        """
        if not self.context.accumulates or own_names(loop.directive) & {each.name for each in operators}:
            return False
        sums = set(operators.values()) == {"+"}
        in_local = len(operators) == 1 and sums
        short = sums and _is_short([each.type for each in operators])
        whole = all(isinstance(unqualified(innermost(each.type)), IntType) for each in operators)
        fewest = 1 if short or (in_local and whole) else MANY_IN_LOCAL if in_local else MANY
        if sum(_elements(each.type) for each in operators) < fewest:
            return False
        return all(
            (accumulates(each, loop, self.symbols) or accumulates_elements(each, loop, self.symbols)) == operator
            for each, operator in operators.items()
        )

    def _merges(self, loop: Omp) -> list[c_ast.Node]:
        """The merges right behind a loop, with statements between them that compute a thread's own values."""
        found: list[c_ast.Node] = []
        last = 0
        for item in _behind(self.body, loop):
            if isinstance(item, Omp) and (item.directive.kind == "barrier" or item.directive.first(ADDED)):
                continue
            merge = isinstance(item, Omp) and item.directive.kind in MERGING
            merge = merge or (isinstance(item, c_ast.If) and is_merge(item))
            if not merge and not self._computes(item):
                break
            found.append(item)
            last = len(found) if merge else last
        return found[:last]

    def _computes(self, item: c_ast.Node) -> bool:
        """Whether a statement does nothing but to compute variables of the thread's own."""
        if isinstance(item, c_ast.Decl | c_ast.DeclList):
            return False
        for node in walk(item):
            if isinstance(node, Omp | c_ast.FuncCall | c_ast.Return | c_ast.Goto | c_ast.Label):
                return False
            target = exposed_place(node)
            name = written_object(target, self.symbols) if target is not None else None
            if target is not None and (name is None or self.symbols.symbol(name) not in self._own_of(item)):
                return False
        return True

    def _own_of(self, item: c_ast.Node) -> frozenset[Symbol | None]:
        """The variables that each thread has of its own in a statement."""
        inside = {self.symbols.symbol(node) for node in walk(item) if isinstance(node, c_ast.Decl)}
        return frozenset(self.private | inside)

    def _fits(self, ctype: CType) -> bool:
        """Whether a variable's value can be copied to and from the device."""
        if isinstance(ctype, ArrayType):
            return ctype.length is not None and self._fits(ctype.element)
        if isinstance(ctype, StructType):
            members = self.symbols.members(ctype)
            return not ctype.union and members is not None and all(self._fits(each.type) for each in members)
        return isinstance(ctype, IntType | FloatType | ComplexType)

    def _starts(self, symbol: Symbol, operator: str, merges: list[c_ast.Node]) -> bool:
        """Whether all that sets a counting variable outside of its phase sets it to nothing: sums to zero."""
        shared = (each for each, _ in constructs(self.body) if "for" in each.directive.words)
        # no value comes out of another loop, nor out of what computes the values to merge
        inside = {id(node) for each in (*shared, *merges) for node in walk(each)}
        wanted = IDENTITY[operator]
        if symbol.decl is None or symbol.kind.name == "PARAMETER":
            return False
        for node in walk(self.body):
            if id(node) in inside:
                continue
            match node:
                case c_ast.Decl() if self.symbols.symbol(node) is symbol:
                    values = _leaves(node.init) if node.init is not None else []
                    if any(constant(value, self.symbols) != wanted for value in values):
                        return False
                    if wanted != 0 and isinstance(symbol.type, ArrayType | StructType) and values:
                        return False
                case c_ast.Assignment() if root_of(node.lvalue, self.symbols) is symbol:
                    if node.op != "=" or constant(last_value(node), self.symbols) != wanted:
                        return False
                case c_ast.UnaryOp() if node.op in INCREMENTS and root_of(node.expr, self.symbols) is symbol:
                    return False
                case c_ast.FuncCall():
                    written = self.effects.of(node, self.symbols).writes
                    if written & self.effects.points.of_symbol(symbol) and not self._clears(node, wanted):
                        return False
        return True

    def _clears(self, call: c_ast.FuncCall, wanted: int) -> bool:
        """Whether a call is `memset(x, 0, n)` or `bzero(x, n)`."""
        name = called_name(call)
        arguments = arguments_of(call)
        if name == "bzero":
            return wanted == 0
        return name == "memset" and len(arguments) == 3 and constant(arguments[1], self.symbols) == wanted == 0

    def _are_scratch(self, merges: list[c_ast.Node], state: frozenset[Symbol]) -> bool:
        """Whether merges can run many times: what else they change of a thread's own is new in each run."""
        whole = c_ast.Compound(merges)
        changed, ignored = uses_of(whole, self.symbols), frozenset(id(each) for each in merges)
        for symbol in sorted(self.private - state, key=lambda each: each.number):
            if not changed.changes(symbol):
                continue
            if exposed(symbol, self.symbols, whole):
                return False
            if any(read_after(symbol, self.symbols, self.body, each, ignored=ignored) for each in merges):
                return False
        return True


def _elements(ctype: CType) -> int:
    """How many numbers a variable of a state has that is a number or an array of such."""
    return (ctype.length or 0) * _elements(ctype.element) if isinstance(ctype, ArrayType) else 1


def _is_short(types: Sequence[CType]) -> bool:
    """Whether a state has arrays, and local memory has room for all of it (`Replicated`)."""
    bits = 0
    for each in types:
        element = unqualified(innermost(each))
        if not isinstance(element, IntType | FloatType) or element.bits not in (32, 64):
            return False
        bits += element.bits * _elements(each)
    return any(isinstance(each, ArrayType) for each in types) and bits <= 64 * Replicated.ROOM


def _behind(root: c_ast.Node, loop: Omp) -> Sequence[c_ast.Node]:
    """The statements that follow a loop in its block."""
    for node in walk(root):
        items = node.block_items or [] if isinstance(node, c_ast.Compound) else []
        for at, item in enumerate(items):
            if item is loop:
                return items[at + 1 :]
    return ()


def _header(loop: c_ast.For) -> list[c_ast.Node]:
    return [part for part in (loop.init, loop.cond, loop.next) if part is not None]


def _leaves(init: c_ast.Node) -> list[c_ast.Node]:
    """The values in an initialiser."""
    if isinstance(init, c_ast.InitList):
        return [leaf for each in init.exprs for leaf in _leaves(each)]
    return _leaves(init.expr) if isinstance(init, c_ast.NamedInitializer) else [init]
