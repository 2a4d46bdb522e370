"""How far a loop reaches from a pointer: what the affine bounds of its subscripts say.

The run-time registry knows heap blocks and static arrays.  For a pointer to anything else, such as an automatic
array of a caller, the bytes that the loop touches are all that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.footprints.affine import Setting
from mapper.analysis.footprints.bounds import ElementAccess, Footprint, footprint
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.builtins.atomic_names import atomic_call
from mapper.ir.program.kernel import Dimension
from mapper.ir.trees.ctypes import ArrayType
from mapper.ir.trees.jumps import JUMPS
from mapper.ir.trees.nodes import Omp, children, text_of, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.refused import Refused
from mapper.translate.common.uses import Uses
from mapper.translate.loops.canonical import CanonicalLoop, canonical_loop
from mapper.translate.memory.local_values import LocalValues, Place


def reach(
    symbol: Symbol,
    loops: Sequence[CanonicalLoop],
    unit: Unit,
    symbols: Symbols,
    stable: Callable[[c_ast.Node], bool],
    uses: Uses,
    depth: int = 0,
    *,
    origin: bool = True,
    exact: bool = True,
) -> Footprint | None:
    """The elements around a pointer variable that a nest of work-shared loops may touch, if that is known.

    With a depth, those around the pointers that so many subscripts of the variable lead to, all together; without
    the `origin`, the element that the pointer leads to counts only where it is touched.  If they need not be
    `exact`, there may be others among them.
    """
    collector = _Collector(symbol, unit, symbols, depth, uses, exact)
    for loop in loops:
        collector.enter(loop)
    body = loops[-1].node.stmt
    collector.visit(body)
    collector.settle()
    mentions = {id(node) for node in walk(body) if collector.is_pointer(node)}
    if collector.unknown or not collector.accesses or not mentions <= collector.handled:
        return None
    if any(collector.goes_behind(node) for node in walk(body)):
        return None
    setting = Setting(symbols, collector.counter, stable)
    return footprint(collector.accesses, setting, origin=origin, exact=exact)


_Spelling = tuple[tuple[type[c_ast.Node], str, tuple[Symbol | None, ...]], ...]
"""The offsets of a place: their types, their texts, and what the names in them mean."""

_Around = tuple[tuple[Dimension, ...], tuple[tuple[c_ast.Node, bool], ...]]
"""The loops around an access, and the conditions on its way."""


@dataclass(eq=False)
class _Collector:
    """Finds the accesses through one pointer, with the loops and conditions around each.

    `handled` are the identifiers, by `id`, whose part in an access or in the value of a local pointer is known.
    """

    symbol: Symbol
    unit: Unit
    symbols: Symbols
    depth: int
    uses: Uses
    exact: bool = True
    accesses: list[ElementAccess] = field(default_factory=list)
    unknown: bool = False
    handled: set[int] = field(default_factory=set)
    _values: LocalValues = field(init=False)
    _known: dict[_Spelling, list[ElementAccess]] = field(default_factory=dict)
    _names: dict[Symbol, str] = field(default_factory=dict)
    _loops: list[Dimension] = field(default_factory=list)
    _guards: list[tuple[c_ast.Node, bool]] = field(default_factory=list)
    _open: list[tuple[c_ast.ID, _Spelling, _Around]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._values = LocalValues(self.symbol, self.depth, self.symbols, self.uses, self.counter)

    def counter(self, node: c_ast.ID) -> str | None:
        """The unique name of the loop counter that an identifier means."""
        symbol = self.symbols.symbol(node)
        return None if symbol is None else self._names.get(symbol)

    def is_pointer(self, node: c_ast.Node) -> bool:
        """Whether a node is the pointer, or a local variable that leads behind it somewhere."""
        return isinstance(node, c_ast.ID) and self.symbols.symbol(node) in self._values.pointers

    def goes_behind(self, node: c_ast.Node) -> bool:
        """Whether a node may be a flexible array, also one of old C, which is behind what the pointer leads to."""
        if not isinstance(node, c_ast.StructRef):
            return False
        of = self.symbols.type_of(node)
        return (
            isinstance(of, ArrayType) and of.length in (None, 0, 1) and any(map(self.is_pointer, walk(node.name)))
        )

    def enter(self, loop: CanonicalLoop) -> None:
        """Go into a loop."""
        name = self._names.setdefault(loop.counter, f"{loop.counter.name}_{loop.counter.number}")
        lower, bound, step = map(self._values.outside, loop.parts)
        self._loops.append(Dimension(name, loop.type, lower, loop.relation, bound, step))

    def visit(self, node: c_ast.Node | None) -> None:
        """Collect from one statement or expression."""
        match node:
            case None:
                return
            case c_ast.Compound():
                self._block(node)
            case c_ast.For():
                self._for(node)
            case c_ast.If():
                self.visit(node.cond)
                cond = self._values.outside(node.cond)
                self._guarded(node.iftrue, cond, held=True)
                self._guarded(node.iffalse, cond, held=False)
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
            case _ if isinstance(node, JUMPS):
                self.unknown |= self.exact  # what is behind it may run less often
            case _:
                self._expression(node)

    def _block(self, node: c_ast.Compound) -> None:
        for item in self._values.block(node.block_items or []):
            self.visit(item)
            names = self._values.note(item, [loop.variable for loop in self._loops])
            self.handled.update(map(id, names))

    def _expression(self, node: c_ast.Node) -> None:
        match node:
            case c_ast.UnaryOp(op="sizeof"):
                self.handled |= set(map(id, walk(node)))
                return
            case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef() as element):
                self.visit(element.name)
                self.visit(element.subscript)
                return
            case c_ast.UnaryOp(op="&", expr=c_ast.UnaryOp(op="*") as element):
                self.visit(element.expr)
                return
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=[first, *_])):
                if isinstance(first, c_ast.UnaryOp) and first.op == "&" and atomic_call(name):
                    self._access(first.expr)
        self._access(node)
        for child in children(node):
            self.visit(child)

    def _access(self, node: c_ast.Node) -> None:
        """Note what is touched where an expression is evaluated, if it is an element."""
        place = self._touched(node)
        if place is None:
            return
        self.handled.add(id(place.base))
        spelling, around = self._spelling(place), self._around()
        if not self._is_repeated(spelling, around):
            access = ElementAccess(place.offsets[-1], *around)
            self.accesses.append(access)
            self._known.setdefault(spelling, []).append(access)

    def settle(self) -> None:
        """Leave out what code under a condition touches, where other code touches it for certain."""
        for base, spelling, around in self._open:
            if self._is_repeated(spelling, around):
                self.handled.add(id(base))
        for found in self._known.values():
            for access in found:
                if any(one is not access and _covers(one, (access.loops, access.guards)) for one in found):
                    self.accesses.remove(access)

    def _touched(self, node: c_ast.Node) -> Place | None:
        """The element, under so many subscripts, that an expression names."""
        match node:
            case c_ast.ArrayRef():
                place = self._values.place(node.name)
                place = None if place is None else place.moved(self._values.outside(node.subscript))
            case c_ast.UnaryOp(op="*"):
                place = self._values.place(node.expr)
            case c_ast.StructRef(type="->"):
                place = self._values.place(node.name)
            case _:
                return None
        return place if place is not None and len(place.offsets) == self.depth + 1 else None

    def _is_repeated(self, spelling: _Spelling, around: _Around) -> bool:
        """Whether an element that is spelled so is touched for certain where the loops and conditions run it.

        The same names mean the same: offsets that have a footprint are of loop counters and of values that don't
        change.
        """
        return any(_covers(known, around) for known in self._known.get(spelling, ()))

    def _around(self) -> _Around:
        return tuple(self._loops), tuple(self._guards)

    def _spelling(self, place: Place) -> _Spelling:
        return tuple((type(offset), text_of(offset), self._meant(offset)) for offset in place.offsets)

    def _meant(self, node: c_ast.Node) -> tuple[Symbol | None, ...]:
        return tuple(self.symbols.symbol(part) for part in walk(node) if isinstance(part, c_ast.ID))

    def _uncertain(self, *code: c_ast.Node) -> None:
        """Code that runs under a condition of another kind must not use the pointer, but for known elements."""
        if not self.exact:
            for each in code:
                whole = not isinstance(each, c_ast.DoWhile | c_ast.Label | c_ast.For)
                for part in [each] if whole or each is None else children(each):
                    self.visit(part)
            return
        for node in (part for each in code for part in walk(each)):
            place = self._touched(node)
            if place is not None:
                self._open.append((place.base, self._spelling(place), self._around()))

    def _for(self, node: c_ast.For) -> None:
        try:
            loop = canonical_loop(self.unit, self.symbols, node)
        except Refused:
            self._uncertain(node)
            return
        for part in loop.parts:
            self.visit(part)
        self.enter(loop)
        self.visit(node.stmt)
        self._loops.pop()

    def _guarded(self, branch: c_ast.Node | None, cond: c_ast.Node, *, held: bool) -> None:
        self._guards.append((cond, held))
        self.visit(branch)
        self._guards.pop()


def _covers(access: ElementAccess, around: _Around) -> bool:
    """Whether an access happens wherever some loops and conditions lead."""
    loops, guards = around
    return access.loops == loops[: len(access.loops)] and access.guards == guards[: len(access.guards)]
