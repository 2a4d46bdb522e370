"""What local variables of a loop's body represent: values in names from outside, and places behind a pointer.

    for (int b = 0; b < blocks; b++) {
      int first = b * size;
      const float *in = x + first;
      for (int i = 0; i < size; i++)
        out[first + i] = in[i];

Here `out[first + i]` is `out[b * size + i]`, and `in[i]` is `x[b * size + i]`.  A variable represents what it was
set to last, from there to the end of the block; whatever else sets it, or may, ends that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, integer_of, unqualified
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, IntType, PointerType
from mapper.ir.trees.nodes import INCREMENTS, children, has_effects, rebuilt, walk
from mapper.translate.common.context import key_of
from mapper.translate.common.uses import Uses

_CHANGING = ("&", *INCREMENTS)
_LARGEST = 200  # nodes of a value: sums of sums double with each variable


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """Elements behind a pointer: the offsets of the subscripts on the way to them, the last one from `base`.

    `base` is the identifier that an expression begins with.
    """

    base: c_ast.ID
    offsets: tuple[c_ast.Node, ...]

    def moved(self, by: c_ast.Node) -> Place:
        """The place so many elements further on."""
        *outer, last = self.offsets
        nowhere = isinstance(last, c_ast.Constant) and last.value == "0"
        here, there = (build.host_cast("long", each) for each in (last, by))
        return Place(self.base, (*outer, by if nowhere else build.binary("+", here, there)))


@dataclass(eq=False)
class LocalValues:
    """Follows the assignments to local variables in the order of the source.

    `counter` says which variables count loops, by unique names.  `pointers` are the variables that lead to
    elements behind `symbol` somewhere in the body, through no more than `depth` subscripts.
    """

    symbol: Symbol
    depth: int
    symbols: Symbols
    uses: Uses
    counter: Callable[[c_ast.ID], str | None]
    pointers: set[Symbol] = field(init=False)
    _numbers: dict[Symbol, c_ast.Node] = field(default_factory=dict)
    _places: dict[Symbol, Place] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pointers = {self.symbol}

    def block(self, items: Sequence[c_ast.Node]) -> Iterator[c_ast.Node]:
        """Give the statements of a block, each when what was set before it is known."""
        numbers, places = dict(self._numbers), dict(self._places)
        for item in items:
            self._forget(item, numbers, places)
            yield item
        self._numbers, self._places = numbers, places

    def _forget(self, item: c_ast.Node, *others: dict[Symbol, c_ast.Node] | dict[Symbol, Place]) -> None:
        """What a statement sets isn't known any more, here and in the blocks around."""
        for node in walk(item):
            symbol = self._set_by(node)
            if symbol is not None:
                for known in (self._numbers, self._places, *others):
                    known.pop(symbol, None)

    def _set_by(self, node: c_ast.Node) -> Symbol | None:
        match node:
            case c_ast.Decl():
                return self.symbols.symbol(node)
            case c_ast.Assignment(lvalue=c_ast.ID() as name):
                return self.symbols.symbol(name)
            case c_ast.UnaryOp(expr=c_ast.ID() as name) if node.op in _CHANGING:
                return self.symbols.symbol(name)
        return None

    def note(self, item: c_ast.Node, running: Sequence[str]) -> tuple[c_ast.Node, ...]:
        """Take note of a statement of a block that sets a variable, inside the loops that count `running`.

        Where it sets a pointer to elements behind the symbol, its names are given: that of the pointer that is
        set, and the one that the value begins with.
        """
        match item:
            case c_ast.Decl(init=c_ast.Node() as value):
                symbol = self.symbols.symbol(item)
            case c_ast.Assignment(op="=", lvalue=c_ast.ID() as name, rvalue=value):
                symbol = self.symbols.symbol(name)
            case _:
                return ()
        if symbol is None or not self._is_own(symbol) or has_effects(value):
            return ()
        place = self._named_place(symbol, value)
        trees = (self.outside(value),) if place is None else place.offsets
        counters = {self.counter(node) for tree in trees for node in walk(tree) if isinstance(node, c_ast.ID)}
        if not counters <= {None, *running} or sum(len(list(walk(tree))) for tree in trees) > _LARGEST:
            return ()
        ctype = integer_of(symbol.type)
        if place is not None:
            self._places[symbol] = place
            self.pointers.add(symbol)
            return place.base, getattr(item, "lvalue", item)
        if isinstance(ctype, IntType) and isinstance(integer_of(self.symbols.type_of(value)), IntType):
            self._numbers[symbol] = build.host_cast(ctype.name, trees[0])
        return ()

    def _is_own(self, symbol: Symbol) -> bool:
        """Whether only assignments by name change a variable, and it exists as long as the block."""
        automatic = symbol.storage is StorageClass.AUTOMATIC and symbol.kind is Kind.VARIABLE
        return automatic and not symbol.type.volatile and key_of(symbol) not in self.uses.addressed

    def _named_place(self, symbol: Symbol, value: c_ast.Node) -> Place | None:
        """The place that a pointer is set to, if it keeps the type of the elements."""
        there = decay(self.symbols.type_of(value))
        if symbol is self.symbol or _target(symbol.type) is None or _target(symbol.type) != _target(there):
            return None
        found = self.place(value)
        return found if found is not None and len(found.offsets) <= self.depth + 1 else None

    def outside(self, node: c_ast.Node) -> c_ast.Node:
        """An expression in names from outside of the body and of counters, as far as is known."""
        if isinstance(node, c_ast.ID):
            symbol = self.symbols.symbol(node)
            return node if symbol is None else self._numbers.get(symbol, node)
        made = {id(child): self.outside(child) for child in children(node)}
        if all(made[id(child)] is child for child in children(node)):
            return node
        return rebuilt(node, lambda child: made[id(child)])

    def place(self, node: c_ast.Node) -> Place | None:
        """The place that a pointer leads to; None where it isn't the symbol's, or not known."""
        match node:
            case c_ast.ID():
                symbol = self.symbols.symbol(node)
                if symbol is self.symbol:
                    return Place(node, (build.integer(0),))
                known = self._places.get(symbol) if symbol is not None else None
                return None if known is None else Place(node, known.offsets)
            case c_ast.BinaryOp(op="+") if isinstance(decay(self.symbols.type_of(node.right)), PointerType):
                return self._moved(node.right, node.left)
            case c_ast.BinaryOp(op="+"):
                return self._moved(node.left, node.right)
            case c_ast.BinaryOp(op="-") if isinstance(integer_of(self.symbols.type_of(node.right)), IntType):
                return self._moved(node.left, c_ast.UnaryOp("-", build.host_cast("long", node.right)))
            case c_ast.UnaryOp(op="&") if isinstance(node.expr, c_ast.ArrayRef):
                return self._moved(node.expr.name, node.expr.subscript)
            case c_ast.Cast():
                one, other = self.symbols.type_of(node), decay(self.symbols.type_of(node.expr))
                return self.place(node.expr) if _target(one) == _target(other) is not None else None
            case c_ast.ArrayRef() if not isinstance(self.symbols.type_of(node), ArrayType):
                return self._entry(self._moved(node.name, node.subscript))
        return None

    def _moved(self, pointer: c_ast.Node, by: c_ast.Node) -> Place | None:
        found = self.place(pointer)
        return None if found is None else found.moved(self.outside(by))

    def _entry(self, place: Place | None) -> Place | None:
        return None if place is None else Place(place.base, (*place.offsets, build.integer(0)))


def _target(ctype: CType) -> CType | None:
    return unqualified(ctype.target) if isinstance(ctype, PointerType) else None
