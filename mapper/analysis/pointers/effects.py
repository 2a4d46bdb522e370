"""What a statement, expression or function may read and write, through all that it calls (mod/ref analysis)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost
from mapper.analysis.pointers.accesses import STATEMENTS, Access, Accesses, Call, is_declaration
from mapper.analysis.pointers.callgraph import CallGraph, Targets
from mapper.analysis.pointers.points_to_sets.points_to import PointsTo
from mapper.analysis.whole_program.bodies import in_body
from mapper.analysis.whole_program.library import Flags
from mapper.analysis.whole_program.messages import is_message
from mapper.analysis.whole_program.objects import MOVED_BIT, Key, Kind, MemoryObject, symbol_key
from mapper.analysis.whole_program.program import Function, Whole
from mapper.ir.trees.nodes import children, walk


@dataclass(frozen=True, slots=True)
class Effects:
    """What code may do: `reads` and `writes` are masks of objects (`EffectsOf.objects` names them).

    `unknown` is true when it may call code that is not known; `reads` and `writes` then hold all objects that such
    code may reach.
    """

    reads: int = 0
    writes: int = 0
    unknown: bool = False
    flags: Flags = Flags.NONE

    def __or__(self, other: Effects) -> Effects:
        if other is NO_EFFECTS or other is self:
            return self
        if self is NO_EFFECTS:
            return other
        return Effects(
            self.reads | other.reads,
            self.writes | other.writes,
            self.unknown or other.unknown,
            self.flags if self.flags is other.flags else self.flags | other.flags,
        )

    @property
    def touches(self) -> int:
        """All objects that are read or written."""
        return self.reads | self.writes


NO_EFFECTS = Effects()


class EffectsOf:
    """Effects over a whole program.

    `unaddressed` are the variables of functions, of types for scalars, that no pointer leads to.  Where a function
    is called again before it has returned, those that the call changes are others.
    """

    def __init__(
        self,
        whole: Whole,
        points: PointsTo,
        graph: CallGraph,
        *,
        announced: bool = False,
        calls: frozenset[str] = frozenset(),
    ) -> None:
        """With `announced`, without what the program announces itself at run time: messages of MPI.

        So it is with what library functions with names in `calls` touch.
        """
        self.points = points
        self._announced = announced and points.messages_announced
        self.graph = graph
        self._accesses = {
            symbols.unit.path: Accesses(symbols, points, graph, silent=calls) for symbols in whole.units
        }
        self._summaries: dict[Key, Effects] = {}
        self._whole = whole
        self._kept = points.kept_by_library & ~MOVED_BIT
        escaped = (points.escaped_elsewhere if self._announced else points.escaped) & ~MOVED_BIT
        self._outside = Effects(escaped, escaped, True)
        self.unaddressed = self._unaddressed()
        self._of_statements: dict[int, tuple[c_ast.Node, Effects]] = {}
        self._of_targets: dict[int, tuple[Targets, Effects]] = {}
        self._summarised = False
        for group in graph.bottom_up:
            self._summarise(group)
        self._summarised = True

    def of(self, node: c_ast.Node, symbols: Symbols) -> Effects:
        """The effects of a statement or expression, calls included; each statement is read once."""
        if not self._summarised or not isinstance(node, STATEMENTS):
            return self._read(node, symbols)
        stack = [node]
        while stack:
            top = stack[-1]
            inner = [child for child in children(top) if isinstance(child, STATEMENTS)]
            missing = [child for child in inner if id(child) not in self._of_statements]
            if missing:
                stack += missing
                continue
            stack.pop()
            if id(top) not in self._of_statements:
                result = NO_EFFECTS
                for child in children(top):
                    known = self._of_statements.get(id(child))
                    result |= self._read(child, symbols) if known is None else known[1]
                self._of_statements[id(top)] = top, result  # the node is kept too, so that its id stays its own
        return self._of_statements[id(node)][1]

    def _read(self, node: c_ast.Node, symbols: Symbols) -> Effects:
        result = NO_EFFECTS
        reads = writes = 0
        for each in self.accesses(symbols).of(node):
            if isinstance(each, Call):
                result |= self.of_targets(each.targets)
            else:
                reads |= each.objects if each.read else 0
                writes |= each.objects if each.write else 0
        return result | Effects(reads & ~MOVED_BIT, writes & ~MOVED_BIT)

    def of_function(self, function: Key) -> Effects:
        """The effects of calling a function, as its caller sees them."""
        return self._summaries.get(function, NO_EFFECTS)

    def of_targets(self, targets: Targets) -> Effects:
        """The effects of a call apart from its arguments and what library functions do to their arguments."""
        if not self._summarised:
            return self._called(targets)
        known = self._of_targets.get(id(targets))
        if known is None:
            known = self._of_targets[id(targets)] = targets, self._called(targets)  # which keeps the id theirs
        return known[1]

    def _called(self, targets: Targets) -> Effects:
        if self._announced and targets.unknown and all(map(is_message, targets.functions)) and targets.functions:
            return NO_EFFECTS
        result = self._outside if targets.unknown else NO_EFFECTS
        for key in targets.all:
            result |= self._summaries.get(key, NO_EFFECTS)
            known = self._whole.library(key)
            if known is not None and (known.touches_kept or known.flags is not Flags.NONE):
                kept = self._kept if known.touches_kept else 0
                result |= Effects(kept, kept, flags=known.flags)
        return result

    def accesses(self, symbols: Symbols) -> Accesses:
        """The accesses of a unit's code."""
        return self._accesses[symbols.unit.path]

    def objects(self, mask: int) -> frozenset[MemoryObject]:
        """The objects of a mask."""
        return frozenset(self.points.memory.listed(mask))

    def reads(self, node: c_ast.Node, symbols: Symbols) -> frozenset[MemoryObject]:
        """The objects that code may read."""
        return self.objects(self.of(node, symbols).reads)

    def writes(self, node: c_ast.Node, symbols: Symbols) -> frozenset[MemoryObject]:
        """The objects that code may write."""
        return self.objects(self.of(node, symbols).writes)

    def unchanged(self, expr: c_ast.Node, during: c_ast.Node, symbols: Symbols) -> bool:
        """Whether an expression has the same value all through a statement, and no effects of its own.

        False also when the expression contains calls of functions that are not known to be pure.
        """
        of_expr = self.of(expr, symbols)
        if of_expr.writes or of_expr.unknown or of_expr.flags:
            return False
        return not of_expr.reads & self.of(during, symbols).writes

    def keeps_first_value(self, symbol: Symbol) -> bool:
        """Whether a variable holds what it is defined with as long as it lives: no code may write it.

        False also where the linker may choose another definition.
        """
        if not self._whole.defined_once(symbol):
            return False
        return innermost(symbol.type).const or not self.points.of_symbol(symbol) & self._written_later

    @cached_property
    def _written_later(self) -> int:
        """The objects that code may write, other than by the declaration of a variable."""
        written = self._outside.writes | self._kept
        for functions in self._whole.functions.values():
            for function in functions:
                for each in self.accesses(function.symbols).of(function.definition.body):
                    if isinstance(each, Access) and each.write and not is_declaration(each):
                        written |= each.objects
        return written & ~MOVED_BIT

    def _summarise(self, group: list[Key]) -> None:
        result = NO_EFFECTS
        defined = [key for key in group if key in self._whole.functions]
        for key in defined:
            for function in self._whole.functions[key]:
                result |= self.of(function.definition.decl, function.symbols)  # the sizes of parameters' types
                result |= self.of(function.definition.body, function.symbols)
        for key in defined:
            gone = self._automatic(self._whole.functions[key], result.touches)
            gone &= self.unaddressed if self.graph.recursive(key) else ~0
            self._summaries[key] = Effects(
                result.reads & ~gone, result.writes & ~gone, result.unknown, result.flags
            )

    def _unaddressed(self) -> int:
        named = {key for functions in self._whole.functions.values() for each in functions for key in _taken(each)}
        memory = self.points.memory
        return memory.mask(
            each
            for each in memory.objects
            if each.kind is Kind.AUTOMATIC
            and not each.aggregate
            and each.type is not None
            and each.key not in named
            and not isinstance(each.node, c_ast.CompoundLiteral)
        )

    def _automatic(self, functions: Sequence[Function], mask: int) -> int:
        """Of some objects, the automatic ones of a function: they are gone when it returns.

        Those are its variables, its parameters and the compound literals in it.
        """
        definitions = {id(function.definition) for function in functions}
        automatic = [each for each in self.points.memory.listed(mask) if each.kind is Kind.AUTOMATIC]
        if any(isinstance(each.node, c_ast.CompoundLiteral) for each in automatic):
            literals = (in_body(function.definition, c_ast.CompoundLiteral) for function in functions)
            definitions |= {id(literal) for found in literals for literal in found}
        return self.points.memory.mask(
            each for each in automatic if id(each.function) in definitions or id(each.node) in definitions
        )


def _taken(function: Function) -> Iterator[Key]:
    """The automatic variables of a function whose addresses it takes, or that functions in it use."""
    taken = [node.expr for node in in_body(function.definition, c_ast.UnaryOp) if node.op == "&"]
    taken += [node for nested in in_body(function.definition, c_ast.FuncDef) for node in walk(nested)]
    symbols = (function.symbols.symbol(node) for node in taken if isinstance(node, c_ast.ID))
    return (symbol_key(symbol) for symbol in symbols if symbol is not None)
