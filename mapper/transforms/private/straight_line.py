"""Runs of plain statements, in which one follows the other: what they read and write, in order.

Plain are declarations, assignments to elements and variables, `++` and `--`, and blocks of these; they call
nothing but the functions of mathematics, and reach memory by subscripts of parameters alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.kernel_types import KernelTypes
from mapper.analysis.kernels.relations.access_pairs import pair_of
from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.builtins.tables import is_row
from mapper.ir.expressions.polynomials import Polynomial
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, IntType, PointerType
from mapper.ir.trees.names import is_reserved, names_in
from mapper.ir.trees.nodes import INCREMENTS, arguments_of, called_name, whole_object
from mapper.transforms.loops.linear import element_at

_SYNCHRONISING = ("mrt_", "MRT_", "atom", "barrier", "mem_fence", "read_mem_fence", "write_mem_fence", "async")
_PURE = (c_ast.BinaryOp, c_ast.UnaryOp, c_ast.Cast, c_ast.ExprList, c_ast.InitList, c_ast.TernaryOp)


@dataclass(frozen=True, eq=False, slots=True)
class Touch:
    """A read or write of memory, or a new value of a variable (then `place` and `node` are None, and it writes).

    `order` grows along the run, `item` is the number of the statement in the run.  `node` is in the place
    `slot` of `parent`; where it is the target of an assignment or of `++`, `statement` is that one.  `sure` is
    true if it happens whenever the statement is executed.  `names` are those in its subscripts.
    """

    order: int
    item: int
    name: str
    place: Polynomial | None
    node: c_ast.ArrayRef | None
    parent: c_ast.Node | None
    slot: str
    write: bool
    sure: bool
    type: CType | None = None
    statement: c_ast.Assignment | c_ast.UnaryOp | None = None
    names: frozenset[str] = frozenset()

    @property
    def variable(self) -> bool:
        """Whether it is a variable of the work-item's own, or an array."""
        return self.node is None


class NotPlainError(Exception):
    """A statement that ends a run."""


def slots(node: c_ast.Node) -> list[tuple[str, c_ast.Node]]:
    """The children of a node, each with its place."""
    named: tuple[tuple[str, c_ast.Node], ...] = node.children()
    return list(named)


class Memory:
    """What is known about names: `types` of all, and which parameters are memory."""

    def __init__(self, kernel: Kernel, symbols: Symbols) -> None:
        self.kernel = kernel
        self.buffers: Mapping[str, Buffer] = {each.name: each for each in kernel.buffers if not each.table}
        self.tables = {name for each in kernel.buffers if each.table for name in each.names}
        self.types = KernelTypes(kernel, symbols)

    def clash(self, one: Touch, other: Touch) -> bool:
        """Whether two accesses may be to the same element, where what their subscripts mention does not change."""
        if one.name != other.name:
            if not self.may_share(one.name, other.name):
                return False
            if pair_of(one.name, other.name) not in self.kernel.assumed.alike or one.type != other.type:
                return True
        if one.place is None or other.place is None or one.place.without_offset != other.place.without_offset:
            return True
        return one.place == other.place

    def may_share(self, one: str, other: str) -> bool:
        """Whether two parameters may lead to the same memory."""
        if one == other:
            return True
        left, right = self.buffers[one], self.buffers[other]
        if left.apart or right.apart or pair_of(one, other) in self.kernel.assumed.distinct:
            return False
        return left.may_overlap(right)

    def changes(self, touch: Touch, names: frozenset[str]) -> bool:
        """Whether a write may change one of some names: variables, or arrays whose elements are read."""
        if not touch.write:
            return False
        if touch.variable:
            return touch.name in names
        return any(name in self.buffers and self.may_share(touch.name, name) for name in names)


class Reader:
    """Notes what statements touch, one after the other."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.touches: list[Touch] = []
        self._item = 0

    def run(self, holder: c_ast.Compound) -> int:
        """Note the statements of a block until one is not plain; how many are, all of them perhaps."""
        items = holder.block_items or []
        for number, item in enumerate(items):
            known = len(self.touches)
            self._item = number
            try:
                self._statement(item, holder, f"block_items[{number}]")
            except NotPlainError:
                del self.touches[known:]
                return number
        return len(items)

    def _statement(self, node: c_ast.Node, parent: c_ast.Node, slot: str) -> None:
        match node:
            case c_ast.Compound():
                for number, child in enumerate(node.block_items or []):
                    self._statement(child, node, f"block_items[{number}]")
            case c_ast.EmptyStatement():
                pass
            case c_ast.Decl():
                if isinstance(node.type, c_ast.PtrDecl):
                    raise NotPlainError
                if node.init is not None:
                    self._expression(node.init, node, "init", sure=True)
                self._set(node.name)
            case c_ast.Assignment():
                self._expression(node.rvalue, node, "rvalue", sure=True)
                self._target(node.lvalue, node, "lvalue", node, reads=node.op != "=")
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                self._target(node.expr, parent, slot, node, reads=True)
            case _:
                raise NotPlainError

    def _target(
        self,
        node: c_ast.Node,
        parent: c_ast.Node,
        slot: str,
        statement: c_ast.Assignment | c_ast.UnaryOp,
        *,
        reads: bool,
    ) -> None:
        inner = whole_object(node)
        if isinstance(inner, c_ast.ID) and inner.name not in self.memory.buffers:
            if isinstance(unqualified(self._type(inner.name)), PointerType):
                raise NotPlainError
            self._set(inner.name)
            return
        found = element_of(inner)
        if found is None:
            raise NotPlainError
        self._subscripts(inner, sure=True)
        if found[0] in self.memory.buffers:
            for write in (False, True) if reads else (True,):
                self._note(inner, parent, slot, write=write, sure=True, statement=statement, whole=inner is node)
        elif isinstance(unqualified(self._type(found[0])), ArrayType):
            self._set(found[0])
        else:
            raise NotPlainError

    def _expression(self, node: c_ast.Node, parent: c_ast.Node, slot: str, *, sure: bool) -> None:
        match node:
            case c_ast.Constant():
                pass
            case c_ast.ID():
                if node.name in self.memory.buffers:
                    raise NotPlainError
            case c_ast.ArrayRef():
                found = element_of(node)
                if found is None:
                    raise NotPlainError
                self._subscripts(node, sure=sure)
                if found[0] in self.memory.buffers:
                    self._note(
                        node, parent, slot, write=False, sure=sure, whole=not isinstance(parent, c_ast.StructRef)
                    )
                elif not isinstance(unqualified(self._type(found[0])), ArrayType):
                    raise NotPlainError
            case c_ast.StructRef(type="."):
                self._expression(node.name, node, "name", sure=sure)
            case c_ast.UnaryOp() if node.op in (*INCREMENTS, "&", "*"):
                raise NotPlainError
            case c_ast.UnaryOp(op="sizeof"):
                pass
            case c_ast.Cast() if isinstance(node.to_type.type, c_ast.PtrDecl):
                raise NotPlainError
            case c_ast.Cast():
                self._expression(node.expr, node, "expr", sure=sure)
            case c_ast.FuncCall():
                self._call(node, sure=sure)
            case c_ast.TernaryOp():
                self._expression(node.cond, node, "cond", sure=sure)
                self._expression(node.iftrue, node, "iftrue", sure=False)
                self._expression(node.iffalse, node, "iffalse", sure=False)
            case c_ast.BinaryOp(op="&&" | "||"):
                self._expression(node.left, node, "left", sure=sure)
                self._expression(node.right, node, "right", sure=False)
            case _ if isinstance(node, _PURE):
                for name, child in slots(node):
                    self._expression(child, node, name, sure=sure)
            case _:
                raise NotPlainError

    def _call(self, node: c_ast.FuncCall, *, sure: bool) -> None:
        name = called_name(node)
        if is_row(node):  # it reads a table, which is not written
            given = node.args.exprs[-1:]
        elif is_reserved(name) and not name.startswith(_SYNCHRONISING):
            given = arguments_of(node)
        else:
            raise NotPlainError
        for number, child in enumerate(arguments_of(node)):
            if any(child is each for each in given):
                self._expression(child, node.args, f"exprs[{number}]", sure=sure)

    def _subscripts(self, node: c_ast.Node, *, sure: bool) -> None:
        if isinstance(node, c_ast.ArrayRef):
            self._subscripts(node.name, sure=sure)
            self._expression(node.subscript, node, "subscript", sure=sure)

    def _note(
        self,
        node: c_ast.Node,
        parent: c_ast.Node,
        slot: str,
        *,
        write: bool,
        sure: bool,
        statement: c_ast.Assignment | c_ast.UnaryOp | None = None,
        whole: bool = True,
    ) -> None:
        found = element_of(node)
        assert found is not None
        assert isinstance(node, c_ast.ArrayRef)
        name, subscripts = found
        ctype = self.memory.buffers[name].element
        for _ in subscripts[1:]:
            ctype = ctype.element if isinstance(ctype, ArrayType) else ctype
        scalar = whole and isinstance(ctype, IntType | FloatType)
        place = element_at(subscripts, self.memory.buffers[name].element, self.memory.types) if scalar else None
        order, names = len(self.touches), frozenset(names_in(*subscripts))
        self.touches.append(
            Touch(order, self._item, name, place, node, parent, slot, write, sure, ctype, statement, names)
        )

    def _set(self, name: str) -> None:
        self.touches.append(Touch(len(self.touches), self._item, name, None, None, None, "", True, True))

    def _type(self, name: str) -> CType:
        of = self.memory.kernel.symbols.get(name)
        if of is None:
            raise NotPlainError
        return of
