"""Pointers to functions that differ between iterations: in kernels they are the addresses on the host.

    const struct operation *o = &operations[kind[i]];   o->apply(x)
      ->  o->apply == address_twice ? twice(x) : square(x)

The memory of structures holds them as it does on the host.  A call compares the address with those of the
functions that the pointer may lead to.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.expression_types import function_named, is_callback
from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.types import innermost
from mapper.ir.program.kernel import Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ULONG, ArrayType, CType, PointerType
from mapper.ir.trees.literals import is_null
from mapper.ir.trees.nodes import has_effects
from mapper.translate.lowering.called.function_tables import functions_in_table
from mapper.translate.scope.functions import names_function
from mapper.translate.scope.host_paths import host_path, name_there
from mapper.translate.scope.part import Part

_BY_PARTS = (c_ast.Assignment, c_ast.FuncCall, c_ast.TernaryOp)
_MOST_ENTRIES = 32  # of a table that is spelled out


class FunctionValues(Part):
    """Lowers the pointers to functions of one frame."""

    def compared(self, node: c_ast.BinaryOp) -> c_ast.Node | None:
        """Whether two pointers to functions are the same, or one is null; None for other operations."""
        sides = (node.left, node.right)
        if node.op not in ("==", "!=") or not any(
            is_callback(self.expressions.value_type(each)) for each in sides
        ):
            return None
        return build.binary(node.op, *map(self._side, sides))

    def check(self, node: c_ast.Node, target: CType) -> None:
        """Refuse to make a pointer to a function of one to data."""
        of = self.expressions.value_type(node)
        data = isinstance(of, PointerType) and not is_callback(of) and not is_null(node)
        if data and (is_callback(target) or target == ULONG):
            self.frame.refuse("K006", "a pointer to data becomes one to a function inside the loop", node)

    def value(self, node: c_ast.Node) -> c_ast.Node | None:
        """The address of a function on the host; None where the usual rules give it, as for a condition."""
        pointer = function_named(node, self.frame.symbols)
        if isinstance(pointer, _BY_PARTS):
            return None if pointer is node else self.expressions.value(pointer)
        if is_null(pointer):
            return build.integer(0)
        frame = self.frame
        local = frame.local(pointer)
        if local is not None and local.type == ULONG:
            return build.identifier(local.name)
        symbol = frame.symbols.symbol(pointer) if isinstance(pointer, c_ast.ID) else None
        if symbol is not None and symbol.kind is Kind.FUNCTION:
            return self._address(symbol, node)
        host = host_path(pointer, frame)
        named = None if host is None else names_function(host, frame)
        if named is not None:
            return self._address(named, node)
        if host is not None and frame.scope.stable(host):
            return build.identifier(frame.use(frame.scope.address(host)).name)
        table = functions_in_table(pointer, frame.symbols, frame.scope.effects.keeps_first_value)
        if table is not None and len(table[1]) <= _MOST_ENTRIES and not has_effects(table[0]):
            return self._entry(*table)
        ctype = self.expressions.type_of(pointer)
        if not self._is_member(pointer) or ctype.volatile or ctype.atomic or has_effects(pointer):
            what = f"the pointer `{pointer.name}`" if isinstance(pointer, c_ast.ID) else "a pointer"
            frame.refuse("K006", f"a function is called through {what}, which may change inside the loop", node)
        return self.expressions.object(pointer, Access.READ)

    def named(self, name: str) -> c_ast.Node:
        """The address of the function that a name means where the loop is."""
        return build.identifier(self.frame.use(self.frame.scope.address(build.identifier(name))).name)

    def _side(self, node: c_ast.Node) -> c_ast.Node:
        if is_null(node):
            return build.integer(0)
        if not is_callback(self.expressions.value_type(node)):
            self.frame.refuse("K006", "a pointer to a function is compared with another pointer", node)
        return self.expressions.value(node)

    def _address(self, symbol: Symbol, node: c_ast.Node) -> c_ast.Node:
        name = name_there(symbol, self.frame) or self.frame.scope.context.name_everywhere(symbol)
        if name is None:
            self.frame.refuse("K006", f"the function `{symbol.name}` can't be named where the loop is", node)
        return self.named(name)

    def _entry(self, subscript: c_ast.Node, entries: dict[int, c_ast.ID]) -> c_ast.Node:
        """The address of one of some functions, by their number; null for other numbers."""
        result: c_ast.Node = build.integer(0)
        for number in sorted(entries, reverse=True):
            same = build.binary("==", self.expressions.value(subscript), build.integer(number))
            address = self._address(self.frame.symbol(entries[number]), entries[number])
            result = c_ast.TernaryOp(same, address, result)
        return result

    def _is_member(self, node: c_ast.Node) -> bool:
        """Whether a pointer is a member of a structure, or in an array that is one."""
        while isinstance(node, c_ast.ArrayRef) and isinstance(self.expressions.type_of(node.name), ArrayType):
            node = node.name
        return isinstance(node, c_ast.StructRef) and is_callback(innermost(self.expressions.type_of(node)))
