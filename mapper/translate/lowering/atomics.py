"""`#pragma omp atomic` inside kernels: calls of the functions that `mapper.ir.builtins.atomics` names.

On an object that only one work-item sees, an atomic statement is a plain one.
"""

from __future__ import annotations

from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.names.types import integer_of, promote, unqualified
from mapper.ir.builtins.atomic_names import EXPECTS, AtomicCall, atomic_call
from mapper.ir.builtins.atomics import OPERATORS, TYPES, Atomic
from mapper.ir.expressions.updates import Update
from mapper.ir.forms.expanded import LARGE
from mapper.ir.program.kernel import READ_WRITE, Access
from mapper.ir.trees import build
from mapper.ir.trees.build import pointee
from mapper.ir.trees.ctypes import CType, FloatType, IntType
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import Omp, arguments_of, same_text, single
from mapper.translate.common.refused import refuse
from mapper.translate.common.updates import update_of
from mapper.translate.memory.memory import PRIVATE, space_of
from mapper.translate.scope.part import Part

PAIR = 2  # statements of a construct that captures a value
WIDE = 64  # bits of the objects for which devices need an extension
_NAMES = {OPERATORS[name]: name for name in reversed(list(OPERATORS)) if not name.startswith("r")}
_REVERSED = {"-": "rsub", "/": "rdiv", "%": "rmod", "<<": "rshl", ">>": "rshr"}


class Atomics(Part):
    """Lowers the atomic constructs of one frame."""

    def lower(self, node: Omp) -> c_ast.Node:
        """The statement that does what the construct says."""
        statement = single(node.body)
        if node.directive.first("compare") is not None:
            return self._compare_construct(statement, node)
        match node.directive.form:
            case "read" if isinstance(statement, c_ast.Assignment):
                return self._read(statement)
            case "write" if isinstance(statement, c_ast.Assignment):
                return self.write(statement)
            case "capture":
                return self._capture(node)
            case None | "update":
                return self._update(statement, node)
        return self._unknown(node)

    def _unknown(self, node: c_ast.Node) -> NoReturn:
        self.frame.refuse("K001", "this form of `atomic` is not translated", node)

    # ---- the four forms ----------------------------------------------------------------------------------------

    def _read(self, statement: c_ast.Assignment) -> c_ast.Node:
        value = self._access("read", statement.rvalue, None, new=False)
        return self._store(statement.lvalue, value)

    def write(self, statement: c_ast.Assignment) -> c_ast.Node:
        """An assignment whose value is not used."""
        return self._access("write", statement.lvalue, statement.rvalue, new=False)

    def update(self, statement: c_ast.Node) -> c_ast.Node:
        """A plain update that must be atomic on the device."""
        update = update_of(statement, self.frame.symbols)
        if update is not None and update.operator in ("min", "max"):
            return self._access(update.operator, update.target, update.operand, new=False)
        return self._updated(statement, new=False) or self._unknown(statement)

    def draw(self, update: Update) -> c_ast.Node:
        """An update whose value before is kept, in a variable of its own."""
        value = self._updated(update.statement, new=False) or self._unknown(update.statement)
        name = self.frame.scope.fresh("drawn", unqualified(self.expressions.type_of(update.target)))
        self.frame.literals.append(build.declaration(name, self.frame.scope.symbol_types[name]))
        self.expressions.drawn[id(update)] = name
        return build.assign(build.identifier(name), value)

    def give_back(self, update: Update) -> c_ast.Node:
        """The reverse of an update whose value before was drawn."""
        reverse = c_ast.Assignment("-=", update.target, update.operand, update.statement.coord)
        return self._updated(reverse, new=False) or self._unknown(update.statement)

    def exchange(self, statement: c_ast.Assignment) -> c_ast.Node:
        """The value before of an object that gets another one."""
        return self._access("exchange", statement.lvalue, statement.rvalue, new=False)

    def call(self, node: c_ast.FuncCall) -> c_ast.Node | None:
        """A call of a compiler's function that updates an object; None for other functions."""
        arguments: list[c_ast.Node] = arguments_of(node)
        found = atomic_call(node.name.name)
        positions = () if found is None else (*found.operands, found.result or 0)
        if found is None or len(arguments) <= max(positions):
            return None
        target = pointee(arguments[0])
        operands = [arguments[position] for position in found.operands]
        if found.generic:
            operands = [
                each if found.operation == EXPECTS and number == 0 else pointee(each)
                for number, each in enumerate(operands)
            ]
        if found.compares:
            return self._compare(found, target, *operands)
        zero = c_ast.Constant("int", "0", node.coord)
        operand = operands[0] if operands else zero if found.operation == "write" else None
        value = self._access(found.operation, target, operand, new=found.new)
        return value if found.result is None else self._store(pointee(arguments[found.result]), value)

    def _compare(
        self, found: AtomicCall, target: c_ast.Node, expected: c_ast.Node, wanted: c_ast.Node
    ) -> c_ast.Node:
        """A compare and swap of an object with a value, or with what a variable of the iteration's own holds."""
        ctype, pointer = self._global_object(target, READ_WRITE)
        name = build.device_name(ctype)
        arguments = [pointer]
        if found.operation == EXPECTS:
            place, where = pointee(expected), self.frame.where(expected)
            of = integer_of(unqualified(self.expressions.type_of(place)))
            if space_of(self.expressions.pointers.storage(place), "an expected value", where) != PRIVATE:
                refuse(
                    "K007", "the expected value of an atomic operation is in memory that iterations share", where
                )
            if build.device_name(of) != name:
                refuse(
                    "K007", "the expected value of an atomic operation is of another type than its object", where
                )
            arguments.append(self.expressions.value(expected))
        else:
            arguments.append(self._operand(expected))
        arguments.append(self._operand(wanted))
        return build.call(Atomic(found.operation, name, name).name, *arguments)

    def _operand(self, operand: c_ast.Node) -> c_ast.Node:
        if self.expressions.complex.is_complex(operand):
            self.frame.refuse("K007", "an atomic operation with a complex number", operand)
        return self.expressions.value(operand)

    def read(self, node: c_ast.Node) -> c_ast.Node:
        """The value of an object that other iterations may change at any time."""
        return self._access("read", node, None, new=False)

    def changed(self, node: c_ast.UnaryOp | c_ast.Assignment) -> c_ast.Node:
        """The value of an operator that changes an `_Atomic` object."""
        lowered = self._updated(node, new=not node.op.startswith("p"))
        if lowered is None:
            self.frame.refuse("K011", "the value of an assignment to _Atomic data is used inside the loop", node)
        return lowered

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
                lowered = self.exchange(update)
            if lowered is not None:
                return self._store(read.lvalue, lowered)
        return None

    def _compare_construct(self, statement: c_ast.Node | None, node: Omp) -> c_ast.Node:
        """An extreme or a compare and swap; with `capture` also `{v = x; if (x == e) x = d;}` and the like."""
        items = [statement]
        if node.directive.form == "capture":
            items = statement.block_items or [] if isinstance(statement, c_ast.Compound) else []
        changing = single(items[-1]) if items else None
        update = update_of(changing, self.frame.symbols) if changing is not None else None
        if update is not None and update.operator in ("min", "max"):
            target, value = update.target, self._access(update.operator, update.target, update.operand, new=False)
        elif (swap := _conditional_swap(changing, items[0])) is not None:
            target, expected, wanted, truth = swap
            value = self._compare(
                AtomicCall("compare_test" if truth else "compare_swap"), target, expected, wanted
            )
        else:
            self._unknown(node)
        if len(items) == 1:
            return value
        read = items[0]
        tested = isinstance(changing, c_ast.If) and isinstance(changing.cond, c_ast.ID)
        if len(items) != PAIR or not isinstance(read, c_ast.Assignment) or read.op != "=":
            self._unknown(node)
        if not tested and not same_text(read.rvalue, target):
            self._unknown(node)
        return self._store(read.lvalue, value)

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
        if operation == "read" and self._is_own(target):
            return self.expressions.object(target, Access.READ, atomic=True)
        access = {"read": Access.READ, "write": Access.WRITE}.get(operation, READ_WRITE)
        ctype, pointer = self._global_object(target, access)
        operand_type = ctype if operand is None else self._operand_type(operation, ctype, operand)
        name = build.device_name(ctype)
        atomic = Atomic(operation, name, build.device_name(operand_type), new and operation != "write")
        arguments = [pointer]
        if operand is not None:
            arguments.append(self._operand(operand))
        return build.call(atomic.name, *arguments)

    def _is_own(self, target: c_ast.Node) -> bool:
        """Whether no other iteration uses an object: it is the iteration's own, or was read before the loop."""
        roots = self.expressions.pointers.storage(target)
        return not roots or space_of(roots, "an atomic object", self.frame.where(target)) in (PRIVATE, LARGE)

    def _global_object(self, target: c_ast.Node, access: Access) -> tuple[IntType | FloatType, c_ast.Node]:
        """The type of an object that has atomic operations, and its address."""
        where = self.frame.where(target)
        ctype = integer_of(unqualified(self.expressions.type_of(target)))
        if not isinstance(ctype, IntType | FloatType) or not has_atomics(ctype):
            refuse(
                "K007", f"the device has no atomic operations on `{getattr(ctype, 'name', 'this type')}`", where
            )
        if self._is_own(target):
            refuse("K001", "an atomic operation on private memory", where)
        if ctype.bits == WIDE:
            self.frame.scope.needs.add("int64_atomics")
        self.expressions.conversions.check_aligned(target)
        lowered = self.expressions.object(target, access, atomic=True)
        pointer = lowered.expr if isinstance(lowered, c_ast.UnaryOp) and lowered.op == "*" else None
        return ctype, pointer if pointer is not None else c_ast.UnaryOp("&", lowered)

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


def _conditional_swap(
    node: c_ast.Node | None, before: c_ast.Node | None
) -> tuple[c_ast.Node, c_ast.Node, c_ast.Node, bool] | None:
    """`if (x == e) x = d;` as the object, what is expected and wanted, and whether the truth of `x == e` is kept.

    It is in `r = x == e; if (r) x = d;`, where the first statement is the one `before`.
    """
    if not isinstance(node, c_ast.If) or node.iffalse is not None:
        return None
    condition: c_ast.Node = node.cond
    stored = single(node.iftrue)
    tested = isinstance(condition, c_ast.ID)
    if tested and isinstance(before, c_ast.Assignment) and same_text(before.lvalue, condition):
        condition = before.rvalue
    if not isinstance(stored, c_ast.Assignment) or stored.op != "=":
        return None
    if not isinstance(condition, c_ast.BinaryOp) or condition.op != "==":
        return None
    for target, expected in ((condition.left, condition.right), (condition.right, condition.left)):
        if same_text(target, stored.lvalue):
            return target, expected, stored.rvalue, tested
    return None


def has_atomics(of: CType) -> bool:
    """Whether the device has atomic operations on objects of a type."""
    ctype = integer_of(unqualified(of))
    return isinstance(ctype, IntType | FloatType) and build.device_name(ctype) in TYPES
