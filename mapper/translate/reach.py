"""How far a loop reaches from a pointer: what the affine bounds of its subscripts say.

The run-time registry knows heap blocks and static arrays.  For a pointer to anything else, such as an automatic
array of a caller, the bytes that the loop touches are all that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.affine import Setting
from mapper.analysis.bounds import ElementAccess, Footprint, footprint
from mapper.analysis.scopes import Symbol
from mapper.analysis.symbols import Symbols
from mapper.ir.kernel import Dimension
from mapper.ir.nodes import Omp, children, same_text, walk
from mapper.ir.unit import Unit
from mapper.translate.canonical import CanonicalLoop, canonical_loop
from mapper.translate.kept import Refused

_LEAVING = (c_ast.Break, c_ast.Continue, c_ast.Return, c_ast.Goto)


def reach(
    symbol: Symbol,
    loops: Sequence[CanonicalLoop],
    unit: Unit,
    symbols: Symbols,
    stable: Callable[[c_ast.Node], bool],
    depth: int = 0,
    *,
    origin: bool = True,
) -> Footprint | None:
    """The elements around a pointer variable that a nest of work-shared loops may touch, if that is known.

    With a depth, those around the pointers that so many subscripts of the variable lead to, all together; without
    the `origin`, the element that the pointer leads to counts only where it is touched.
    """
    collector = _Collector(symbol, unit, symbols, depth)
    for loop in loops:
        collector.enter(loop)
    body = loops[-1].node.stmt
    collector.visit(body)
    mentions = sum(isinstance(node, c_ast.ID) and symbols.symbol(node) is symbol for node in walk(body))
    if collector.unknown or not collector.accesses or mentions != len(collector.accesses) + collector.repeated:
        return None
    setting = Setting(symbols, collector.counter, stable)
    return footprint(collector.accesses, setting, origin=origin)


@dataclass(eq=False)
class _Collector:
    """Finds the subscripts of one pointer, with the loops and conditions around each."""

    symbol: Symbol
    unit: Unit
    symbols: Symbols
    depth: int
    accesses: list[ElementAccess] = field(default_factory=list)
    unknown: bool = False
    repeated: int = 0
    _known: list[tuple[c_ast.ArrayRef, ElementAccess]] = field(default_factory=list)
    _names: dict[Symbol, str] = field(default_factory=dict)
    _loops: list[Dimension] = field(default_factory=list)
    _guards: list[tuple[c_ast.Node, bool]] = field(default_factory=list)

    def counter(self, node: c_ast.ID) -> str | None:
        """The unique name of the loop counter that an identifier means."""
        symbol = self.symbols.symbol(node)
        return None if symbol is None else self._names.get(symbol)

    def enter(self, loop: CanonicalLoop) -> None:
        """Go into a loop."""
        name = self._names.setdefault(loop.counter, f"{loop.counter.name}_{loop.counter.number}")
        self._loops.append(Dimension(name, loop.type, loop.lower, loop.relation, loop.bound, loop.step))

    def visit(self, node: c_ast.Node | None) -> None:
        """Collect from one statement or expression."""
        match node:
            case None:
                return
            case c_ast.For():
                self._for(node)
            case c_ast.If():
                self.visit(node.cond)
                self._guarded(node.iftrue, node.cond, held=True)
                self._guarded(node.iffalse, node.cond, held=False)
            case c_ast.TernaryOp():
                self.visit(node.cond)
                self._uncertain(node.iftrue, node.iffalse)
            case c_ast.BinaryOp(op="&&" | "||"):
                self.visit(node.left)
                self._uncertain(node.right)
            case c_ast.While() | c_ast.Switch():
                self.visit(node.cond)
                self._uncertain(node.stmt)
            case c_ast.DoWhile() | c_ast.Label():
                self._uncertain(node)
            case Omp():
                self.visit(node.body)
            case _ if isinstance(node, _LEAVING):
                self.unknown = True  # what stands behind it may run less often
            case _:
                if isinstance(node, c_ast.ArrayRef) and self._leads(node.name):
                    self._access(node)
                for child in children(node):
                    self.visit(child)

    def _access(self, node: c_ast.ArrayRef) -> None:
        if self._is_repeated(node):
            self.repeated += 1
            return
        access = ElementAccess(node.subscript, tuple(self._loops), tuple(self._guards))
        self.accesses.append(access)
        self._known.append((node, access))

    def _is_repeated(self, node: c_ast.Node) -> bool:
        """Whether this is an element that is touched for certain where the loops and conditions run `node`.

        The same names mean the same: offsets that have a footprint are of loop counters and of values that don't
        change.
        """
        return any(
            access.loops == tuple(self._loops[: len(access.loops)])
            and access.guards == tuple(self._guards[: len(access.guards)])
            and same_text(known, node)
            and self._meant(known) == self._meant(node)
            for known, access in self._known
        )

    def _meant(self, node: c_ast.Node) -> list[Symbol | None]:
        return [self.symbols.symbol(part) for part in walk(node) if isinstance(part, c_ast.ID)]

    def _is_pointer(self, node: c_ast.Node) -> bool:
        return isinstance(node, c_ast.ID) and self.symbols.symbol(node) is self.symbol

    def _leads(self, node: c_ast.Node) -> bool:
        """Whether an expression is the pointer under so many subscripts."""
        for _ in range(self.depth):
            if not isinstance(node, c_ast.ArrayRef):
                return False
            node = node.name
        return self._is_pointer(node)

    def _uncertain(self, *code: c_ast.Node) -> None:
        """Code that runs under a condition of another kind must not use the pointer, but for known elements."""
        nodes = [part for each in code for part in walk(each)]
        repeated = sum(
            isinstance(node, c_ast.ArrayRef) and self._leads(node.name) and self._is_repeated(node)
            for node in nodes
        )
        self.repeated += repeated
        self.unknown |= sum(map(self._is_pointer, nodes)) > repeated

    def _for(self, node: c_ast.For) -> None:
        try:
            loop = canonical_loop(self.unit, self.symbols, node)
        except Refused:
            self._uncertain(node)
            return
        for part in (loop.lower, loop.bound, loop.step):
            self.visit(part)
        self.enter(loop)
        self.visit(node.stmt)
        self._loops.pop()

    def _guarded(self, branch: c_ast.Node | None, cond: c_ast.Node, *, held: bool) -> None:
        self._guards.append((cond, held))
        self.visit(branch)
        self._guards.pop()
