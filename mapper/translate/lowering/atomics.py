"""`#pragma omp atomic` inside kernels: calls of the functions that `mapper.ir.builtins.atomics` names.

On an object that only one work-item sees, an atomic statement is a plain one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.types import integer_of, promote, unqualified
from mapper.ir.builtins.atomic_names import atomic_update
from mapper.ir.builtins.atomics import OPERATORS, TYPES, Atomic
from mapper.ir.forms.expanded import LARGE
from mapper.ir.program.kernel import READ_WRITE, Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, FloatType, IntType
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import Omp, arguments_of, same_text, single
from mapper.translate.common.refused import refuse
from mapper.translate.common.updates import update_of
from mapper.translate.memory.memory import GLOBAL, PRIVATE, space_of

if TYPE_CHECKING:
    from mapper.translate.lowering.expressions import Expressions


_NAMES = {OPERATORS[name]: name for name in reversed(list(OPERATORS)) if not name.startswith("r")}
_REVERSED = {"-": "rsub", "/": "rdiv", "%": "rmod", "<<": "rshl", ">>": "rshr"}


class Atomics:
    """Lowers the atomic constructs of one frame."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.frame = expressions.frame

    def lower(self, node: Omp) -> c_ast.Node:
        """The statement that does what the construct says."""
        statement = single(node.body)
        match node.directive.form:
            case "read" if isinstance(statement, c_ast.Assignment):
                return self._read(statement)
            case "write" if isinstance(statement, c_ast.Assignment):
                return self._write(statement)
            case "capture":
                return self._capture(node)
            case None | "update":
                return self._update(statement, node)
        return self._unknown(node)

    def _unknown(self, node: c_ast.Node) -> c_ast.Node:
        refuse("K001", "this form of `atomic` is not translated", self.frame.where(node))

    # ---- the four forms ----------------------------------------------------------------------------------------

    def _read(self, statement: c_ast.Assignment) -> c_ast.Node:
        value = self._access("read", statement.rvalue, None, new=False)
        return self._store(statement.lvalue, value)

    def _write(self, statement: c_ast.Assignment) -> c_ast.Node:
        return self._access("write", statement.lvalue, statement.rvalue, new=False)

    def update(self, statement: c_ast.Node) -> c_ast.Node:
        """A plain update that must be atomic on the device."""
        update = update_of(statement, self.frame.symbols)
        if update is not None and update.operator in ("min", "max"):
            return self._access(update.operator, update.target, update.operand, new=False)
        return self._updated(statement, new=False) or self._unknown(statement)

    def call(self, node: c_ast.FuncCall) -> c_ast.Node | None:
        """A call of a compiler's function that updates an object; None for other functions."""
        arguments: list[c_ast.Node] = arguments_of(node)
        update = atomic_update(node.name.name)
        if update is None or len(arguments) < 2:
            return None
        operation, new = update
        pointer = arguments[0]
        if isinstance(pointer, c_ast.UnaryOp) and pointer.op == "&":
            target = pointer.expr
        else:
            target = c_ast.UnaryOp("*", pointer, node.coord)
        return self._access(operation, target, arguments[1], new=new)

    def _update(self, statement: c_ast.Node | None, node: Omp) -> c_ast.Node:
        if statement is not None:
            lowered = self._updated(statement, new=False)
            if lowered is not None:
                return lowered
        return self._unknown(node)

    def _capture(self, node: Omp) -> c_ast.Node:
        """`v = x++;`, `v = x op= e;` or a block of an update and a read in either order."""
        statement = single(node.body)
        if isinstance(statement, c_ast.Assignment) and statement.op == "=":
            update = statement.rvalue
            before = isinstance(update, c_ast.UnaryOp) and update.op in ("p++", "p--")
            lowered = self._updated(update, new=not before)
            if lowered is not None:
                return self._store(statement.lvalue, lowered)
        if isinstance(statement, c_ast.Compound) and len(statement.block_items or []) == 2:
            lowered = self._capture_block(*statement.block_items)
            if lowered is not None:
                return lowered
        return self._unknown(node)

    def _capture_block(self, first: c_ast.Node, second: c_ast.Node) -> c_ast.Node | None:
        """`{v = x; x op= e;}` keeps the old value, `{x op= e; v = x;}` the new one, `{v = x; x = e;}` swaps."""
        for read, update, new in ((first, second, False), (second, first, True)):
            if not isinstance(read, c_ast.Assignment) or read.op != "=":
                continue
            target = changed_place(update)
            if target is None or not same_text(read.rvalue, target):
                continue
            lowered = self._updated(update, new=new)
            if lowered is None and not new and isinstance(update, c_ast.Assignment) and update.op == "=":
                lowered = self._access("exchange", target, update.rvalue, new=False)
            if lowered is not None:
                return self._store(read.lvalue, lowered)
        return None

    # ---- parts -------------------------------------------------------------------------------------------------

    def _updated(self, statement: c_ast.Node, *, new: bool) -> c_ast.Node | None:
        """An update of one of the forms that the standard allows, as an expression; None for others."""
        match statement:
            case c_ast.UnaryOp(op="++" | "p++"):
                return self._access("add", statement.expr, build.integer(1), new=new)
            case c_ast.UnaryOp(op="--" | "p--"):
                return self._access("sub", statement.expr, build.integer(1), new=new)
            case c_ast.Assignment(op="=", rvalue=c_ast.BinaryOp() as value) if value.op in _NAMES:
                if same_text(value.left, statement.lvalue):
                    return self._access(_NAMES[value.op], statement.lvalue, value.right, new=new)
                if same_text(value.right, statement.lvalue):
                    name = _REVERSED.get(value.op, _NAMES[value.op])
                    return self._access(name, statement.lvalue, value.left, new=new)
            case c_ast.Assignment() if statement.op != "=":
                return self._access(_NAMES[statement.op[:-1]], statement.lvalue, statement.rvalue, new=new)
        return None

    def _store(self, target: c_ast.Node, value: c_ast.Node) -> c_ast.Node:
        return build.assign(self.expressions.object(target, Access.WRITE), value)

    def _access(self, operation: str, target: c_ast.Node, operand: c_ast.Node | None, *, new: bool) -> c_ast.Node:
        where = self.frame.where(target)
        ctype = integer_of(unqualified(self.expressions.type_of(target)))
        name = build.device_name(ctype) if isinstance(ctype, IntType | FloatType) else ""
        if name not in TYPES:
            refuse(
                "K007", f"the device has no atomic operations on `{getattr(ctype, 'name', 'this type')}`", where
            )
        if operand is not None and self.expressions.complex.is_complex(operand):
            refuse("K007", "an atomic operation with a complex number", where)
        space = space_of(self.expressions.pointers.storage(target), "an atomic object", where)
        access = {"read": Access.READ, "write": Access.WRITE}.get(operation, READ_WRITE)
        lowered = self.expressions.object(target, access)
        private = space in (PRIVATE, LARGE)
        if private and operation == "read":
            return lowered
        if private:
            refuse("K001", "an atomic operation on private memory", where)
        assert space == GLOBAL
        operand_type = ctype if operand is None else self._operand_type(operation, ctype, operand)
        atomic = Atomic(operation, name, build.device_name(operand_type), new and operation != "write")
        if atomic.wide:
            self.frame.scope.needs.add("int64_atomics")
        pointer = lowered.expr if isinstance(lowered, c_ast.UnaryOp) and lowered.op == "*" else None
        arguments = [pointer if pointer is not None else c_ast.UnaryOp("&", lowered)]
        if operand is not None:
            value = self.expressions.value(operand)
            arguments.append(value)
        return build.call(atomic.name, *arguments)

    def _operand_type(self, operation: str, ctype: CType, operand: c_ast.Node) -> CType:
        """The type in which the operand takes part; on integers, these operations are exact in any width."""
        given = promote(self.expressions.value_type(operand)) if operand.coord else ctype
        if operation in ("write", "exchange"):
            return ctype
        if isinstance(given, IntType) and (
            isinstance(ctype, FloatType) or operation in ("add", "sub", "mul", "and", "or", "xor", "rsub")
        ):
            return ctype
        return given
