"""Pointers to pointers: in kernels they are positions in tables (see `mapper.ir.builtins.tables`).

    double **a;   a[i][j]   ->  a[mrt_entry(a_rows, a_rows_first, a_rows_step, i) + j]

A variable `double **p` of the body becomes a `long`; the table itself is at position 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.expression_types import is_callback
from mapper.analysis.names.types import dimensions
from mapper.ir.builtins import tables
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, PointerType
from mapper.ir.trees.literals import is_null
from mapper.ir.trees.nodes import MIRRORED, has_effects, text_of, walk
from mapper.translate.common.null_tests import EQUALITIES, tested
from mapper.translate.lowering.pointer_values.cursors import is_address
from mapper.translate.lowering.pointer_values.element_tables import member_of, position
from mapper.translate.memory.memory import Slot, element_of, is_position
from mapper.translate.scope.part import Part

if TYPE_CHECKING:
    from mapper.translate.lowering.expressions import Expressions


class Tables(Part):
    """Lowers pointers to pointers, and pointers out of tables, in one frame."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self.pointers = expressions.pointers

    def position(self, node: c_ast.Node) -> c_ast.Node | None:
        """The value of a pointer to pointers; None where the usual rules give it."""
        match node:
            case c_ast.ID():
                local = self.frame.local(node)
                if local is not None and not isinstance(local.type, ArrayType):
                    return None
                return self._start(node)
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                return self._object(node)
            case c_ast.UnaryOp(op="&"):
                return self._entry(node.expr)
            case c_ast.BinaryOp(op="+" | "-"):
                return self._sum(node)
            case c_ast.Cast():
                return self.expressions.value(node.expr)
        return None

    def pointer(self, node: c_ast.Node, *, followed: bool = False) -> c_ast.Node:
        """The value of a pointer in memory: loaded by the host where it stays the same, else out of its table.

        One that is `followed` at once is not null.
        """
        node = self.pointers.copies.original(node)
        slot = self.pointers.stable(node)
        if slot is not None:
            return build.integer(0, "L") if slot.below is not None else build.identifier(slot.name)
        table = self._table(node)
        assert table.below is not None
        position = tables.row(table.name, self._entry(node))
        if table.below.below is not None:
            return position
        self.frame.use(table.below)
        if not followed and self.frame.scope.tests_pointers:
            if has_effects(node):
                reason = f"the pointer `{text_of(node)}` may be tested, and finding it changes a variable"
                advice = ("change the variable in a statement of its own", None)
                self.frame.refuse("K016", reason, node, advice)
            table.nulls = True
            return tables.or_null(table.below.name, position)
        return build.binary("+", build.identifier(table.below.name), position)

    def check(self, body: c_ast.Node) -> None:
        """Refuse comparisons of pointers out of tables with pointers from elsewhere.

        Of those to pointers, which are positions on the device, also comparisons with null: that is none of them.
        """
        for node in walk(body):
            parts = tested(node)
            elsewhere = False
            if isinstance(node, c_ast.BinaryOp) and node.op in MIRRORED:
                parts = [] if self._comparable(node.left, node.right) else [node.left, node.right]
                elsewhere = node.op not in EQUALITIES or not any(map(is_null, parts))
            for part in parts:
                if self._from_table(part) and (elsewhere or is_position(self.expressions.value_type(part))):
                    text = text_of(part)
                    reason = f"the pointer `{text}` comes out of a table and is compared inside the loop"
                    advice = ("a flag or a count beside the table says what the null pointer does", None)
                    self.frame.refuse("K016", reason, part, advice)

    def check_truth(self, node: c_ast.Node) -> None:
        """Refuse a pointer out of a table as the value of a `_Bool`, unless null pointers are null here."""
        if self._from_table(node) and not self.frame.scope.tests_pointers:
            reason = f"the pointer `{text_of(node)}` comes out of a table and becomes a _Bool inside the loop"
            self.frame.refuse("K016", reason, node, ("compare it with NULL", None))

    # ---- details -----------------------------------------------------------------------------------------------

    def _comparable(self, left: c_ast.Node, right: c_ast.Node) -> bool:
        """Whether two pointers come out of the same tables."""
        types = [self.expressions.value_type(side) for side in (left, right)]
        if any(map(is_callback, types)):
            return True
        pointers = all(isinstance(each, PointerType) for each in types)
        return pointers and self.pointers.roots(left) == self.pointers.roots(right)

    def _from_table(self, node: c_ast.Node) -> bool:
        ctype = self.expressions.value_type(node)
        if not isinstance(ctype, PointerType) or is_callback(ctype) or is_address(node, self.frame):
            return False
        return is_position(ctype) or any(root.row for root in self.pointers.roots(node))

    def _start(self, node: c_ast.ID) -> c_ast.Node:
        """The beginning of a table that the kernel gets; of an array in a body there is none."""
        local = self.frame.local(node)
        slot = None if local is not None else self.frame.parameter(node)
        if not isinstance(slot, Slot) or slot.below is None:
            self.frame.refuse("K016", "pointers to private pointers are used inside the loop", node)
        return build.integer(0, "L")

    def _object(self, node: c_ast.Node) -> c_ast.Node:
        """A pointer to pointers in memory, or an array of pointers in a larger object."""
        node = self.pointers.copies.original(node)
        if not isinstance(self.expressions.type_of(node), ArrayType):
            return self.pointer(node)
        if isinstance(node, c_ast.StructRef):
            table = self.pointers.array(node)
            assert table is not None
            return self._entry(node) if table.stride else build.integer(0, "L")
        return self._entry(node)

    def _entry(self, node: c_ast.Node) -> c_ast.Node:
        """The position of a pointer, or of the first one of an array of pointers, that is in a table."""
        match node:
            case c_ast.ArrayRef():
                index = self.expressions.value(node.subscript)
                scale = 1
                for each in dimensions(element_of(self.expressions.type_of(node.name))):
                    if each.length is None:
                        self.frame.refuse("K018", "an array of variable size holds pointers", node)
                    scale *= each.length
                if scale != 1:
                    index = build.binary("*", index, build.integer(scale))
                return _plus(self.expressions.value(node.name), index)
            case c_ast.UnaryOp(op="*"):
                return self.expressions.value(node.expr)
            case c_ast.StructRef() if (found := member_of(node, self.pointers)) is not None:
                return position(found, self.expressions)
        self.frame.refuse("K009", "the address of a pointer is taken inside the loop", node)

    def _sum(self, node: c_ast.BinaryOp) -> c_ast.Node:
        sides = (node.left, node.right)
        pointers = [isinstance(self.expressions.value_type(side), PointerType) for side in sides]
        if all(pointers):
            self.frame.refuse("K016", "pointers to pointers are subtracted inside the loop", node)
        return build.binary(node.op, self.expressions.value(node.left), self.expressions.value(node.right))

    def _table(self, node: c_ast.Node) -> Slot:
        """The one table that a pointer is loaded from."""
        found = self.pointers.tables_of(node)
        if len(found) != 1:
            text = text_of(node)
            names = " and ".join(f"`{slot.root.name}`" for slot in found)
            reason = f"the pointer `{text}` is loaded from one of several tables: {names}"
            advice = ("one variable for each table, and a condition around their uses, can be followed", None)
            self.frame.refuse("K016", reason, node, advice)
        self.frame.use(found[0])
        return found[0]


def _plus(position: c_ast.Node, index: c_ast.Node) -> c_ast.Node:
    if isinstance(position, c_ast.Constant):
        return index
    return build.binary("+", position, index)
