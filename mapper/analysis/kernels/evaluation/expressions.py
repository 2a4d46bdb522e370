"""Evaluates the expressions of kernels symbolically, and notes the reads and writes that they make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.evaluation.arithmetic import (
    NOWHERE,
    NULL,
    Number,
    Place,
    Pointer,
    Reached,
    Value,
    common_root,
    inside,
    literal,
)
from mapper.analysis.kernels.evaluation.comparisons import type_range
from mapper.analysis.kernels.evaluation.conditions import Conditions
from mapper.analysis.kernels.evaluation.places import first_element, member
from mapper.analysis.kernels.forms import Alike, Form
from mapper.analysis.kernels.relations.accesses import Index, Member, Memory, Root, Step
from mapper.analysis.names.libc import DEVICE_FUNCTIONS
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of
from mapper.ir.builtins import tables
from mapper.ir.builtins.atomic_names import EXPECTS
from mapper.ir.builtins.atomics import ACCESSES, parse_atomic
from mapper.ir.builtins.complex_numbers import PREFIX
from mapper.ir.builtins.tables import is_row
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    INT,
    LONG,
    ULONG,
    VOID,
    ArrayType,
    ComplexType,
    CType,
    FloatType,
    IntType,
    PointerType,
    StructType,
)
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import MIRRORED, arguments_of, called_name, children

_STEPS = {"++": "+", "p++": "+", "--": "-", "p--": "-"}
_COMMUTING = {"sub": "add"}  # atomic updates that commute with those of another name
_WRITES_ONE = frozenset(["frexp", "modf", "remquo"])
_HELPERS = frozenset(each.name for each in DEVICE_FUNCTIONS.values() if each.source)
_PURE_WORDS = ("barrier", "mem_fence", "read_mem_fence", "write_mem_fence")
ONE = Number(forms.number(1), INT)
_ZERO = c_ast.Constant("int", "0")


class Expressions(Conditions):
    """Values of expressions; `around` knows the members of structures."""

    def __init__(self, functions: dict[str, c_ast.FuncDef], around: Symbols | None) -> None:
        super().__init__()
        self.functions = functions
        self.around = around
        self._rows: dict[tuple[object, ...], Number] = {}

    def call(self, function: c_ast.FuncDef, arguments: list[c_ast.Node]) -> Value:
        """The value of a call of a device function."""
        raise NotImplementedError

    # ---- values ------------------------------------------------------------------------------------------------

    def value(self, node: c_ast.Node | None) -> Value:
        """What an expression evaluates to; its accesses are noted in order."""
        match node:
            case c_ast.Constant():
                return literal(node)
            case c_ast.ID():
                known = self.names.get(node.name)
                return self.load(self.place(node), node) if isinstance(known, Root) else known
            case c_ast.StructRef() if _is_of_value(node):  # no access: what a call returns is no object
                return self.value(node.name)
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                return self.load(self.place(node), node)
            case c_ast.UnaryOp():
                return self._unary(node)
            case c_ast.BinaryOp():
                return self._binary(node)
            case c_ast.Assignment():
                return self._assignment(node)
            case c_ast.TernaryOp():
                return self._ternary(node)
            case c_ast.Cast():
                return self._cast(node)
            case c_ast.FuncCall():
                return self._call(node)
            case c_ast.ExprList():
                values = [self.value(part) for part in node.exprs]
                return values[-1]
            case c_ast.Typename() | None:
                return None
        for child in children(node):  # lists of initial values, compound literals
            self.value(child)
        return None

    def number(self, node: c_ast.Node) -> Number:
        """The value of an integer expression."""
        value = self.value(node)
        return value if isinstance(value, Number) else self.anything(None)

    def condition(self, node: c_ast.Node) -> isl.Set:
        """Where a condition holds."""
        match node:
            case c_ast.UnaryOp(op="!"):
                return self.condition(node.expr).complement()
            case c_ast.BinaryOp(op="&&" | "||"):
                left = self.condition(node.left)
                held = dict(self.held)
                with self.under(left if node.op == "&&" else left.complement()):
                    right = self.condition(node.right)
                self.held = self.merged(left if node.op == "&&" else left.complement(), self.held, held)
                both = left.intersect(right) if node.op == "&&" else left.union(right)
                return self.simplified(both.coalesce() if forms.is_simple(both) else both)
            case c_ast.BinaryOp(op="!="):
                return self.condition(c_ast.BinaryOp("==", node.left, node.right)).complement()
            case c_ast.BinaryOp() if node.op in MIRRORED:
                return self.tested(node, lambda: self._comparison(node))
        return self.condition(c_ast.BinaryOp("==", node, _ZERO)).complement()

    def _comparison(self, node: c_ast.BinaryOp) -> isl.Set:
        one, other = self.value(node.left), self.value(node.right)
        return self.compared(node.op, one, other)

    @contextmanager
    def under(self, condition: isl.Set) -> Iterator[None]:
        """What happens inside happens under a condition."""
        before = self.reached
        self.reached = Reached(condition, before, self.simplified)
        yield
        self.reached = before

    def load(self, place: Place, node: c_ast.Node) -> Value:
        """The value of an object."""
        if isinstance(place.type, ArrayType):
            return Pointer(first_element(place))
        self.record(place, node, write=False)
        of = integer_of(place.type)
        root = place.root
        if root is not None and root.memory is Memory.VALUE and isinstance(of, IntType):
            return self._member_of_value(root, place, of)
        if root is not None and root.memory is Memory.PRIVATE and not place.steps and place.complete:
            if root.name not in self.held:
                self.held[root.name] = self._unknown(place.type)
            return self.held[root.name]
        if root is not None and place.complete and isinstance(of, IntType) and self.is_unwritten(root, place):
            return self._unchanged(root, place, of)
        return self._unknown(place.type)

    def _unchanged(self, root: Root, place: Place, of: IntType) -> Number:
        """What an element of memory holds that the kernel does not write: the same each time."""
        indices = [step for step in place.steps if isinstance(step, Index)]
        steps = tuple(
            (Alike(step.value), step.extent, step.chain) if isinstance(step, Index) else step
            for step in place.steps
        )
        known = self.loaded.get((root.name, steps, of))
        if known is None:
            symbols = set().union(*(forms.symbols_of(step.value) for step in indices))
            if any(step.chain for step in indices):
                return self.anything(of)
            around = {loop.symbol for loop in self.loops}
            changing = (symbols & around).union(*(self.unknown.get(name, frozenset()) for name in symbols))
            known = self.noted(self.anything(of, frozenset(changing)), root, place.steps)
            self.loaded[root.name, steps, of] = known
        return known

    def noted(self, value: Number, root: Root, steps: tuple[Step, ...]) -> Number:
        """What an element holds that the kernel does not write; the host may know it by another name."""
        raise NotImplementedError

    def _unknown(self, of: CType) -> Value:
        plain = integer_of(of)
        if isinstance(plain, IntType):
            return self.anything(plain)
        return self.anywhere(of) if isinstance(of, PointerType) else None

    def _member_of_value(self, root: Root, place: Place, of: IntType) -> Number:
        if not all(isinstance(step, Member) for step in place.steps):
            return self.anything(of)
        name = self.member_symbol(root, [step.name for step in place.steps if isinstance(step, Member)])
        self.uniform.add(name)
        self.ranges[name] = type_range(of)
        return Number(forms.of(forms.symbol(name)), of)

    def member_symbol(self, root: Root, members: Sequence[str]) -> str:
        """The symbol of a member of a structure that is passed by value."""
        return ".".join([root.name, *members])

    def store(self, place: Place, value: Value, node: c_ast.Node) -> Value:
        """An object gets a value; returns what it then holds."""
        self.record(place, node, write=True)
        return self.hold(place, value)

    def hold(self, place: Place, value: Value) -> Value:
        """Note what an object holds now."""
        root = place.root
        if root is None:
            for name in self.addressed:
                self.held.pop(name, None)
            return self._unknown(place.type)
        of = integer_of(place.type)
        if isinstance(of, IntType):
            value = self.converted(value, of) if isinstance(value, Number) else self.anything(of)
        elif isinstance(of, PointerType) and isinstance(value, Number) and value.form.number == 0:
            value = NULL
        elif not isinstance(of, PointerType) or not isinstance(value, Pointer):
            value = self._unknown(of)
        if root.memory is Memory.PRIVATE:
            if place.steps or not place.complete:
                self.held.pop(root.name, None)
            else:
                self.held[root.name] = value
        return value

    # ---- places ------------------------------------------------------------------------------------------------

    def place(self, node: c_ast.Node) -> Place:
        """The object that an lvalue names."""
        match node:
            case c_ast.ID():
                known = self.names.get(node.name)
                return Place(known, (), known.type) if isinstance(known, Root) else NOWHERE
            case c_ast.ArrayRef():
                base = node.name
                lawful = self._is_array(base)
                pointer = self.value(base)
                offset = self.number(node.subscript)
                return self.element(pointer, offset, lawful=lawful) if isinstance(pointer, Pointer) else NOWHERE
            case c_ast.UnaryOp(op="*"):
                pointer = self.value(node.expr)
                return pointer.place if isinstance(pointer, Pointer) else NOWHERE
            case c_ast.StructRef():
                if node.type == "->":
                    pointer = self.value(node.name)
                    place = pointer.place if isinstance(pointer, Pointer) else NOWHERE
                else:
                    place = self.place(node.name)
                return self._member(place, node.field.name)
        self.value(node)
        return NOWHERE

    def _is_array(self, node: c_ast.Node) -> bool:
        """Whether an expression names an array: it is in another array, a structure, or is a variable."""
        match node:
            case c_ast.ID():
                known = self.names.get(node.name)
                return isinstance(known, Root) and isinstance(known.type, ArrayType)
            case c_ast.ArrayRef() | c_ast.StructRef():
                return True  # what an element or member that is a pointer leads to is not known anyway
        return False

    def _member(self, place: Place, name: str) -> Place:
        of = place.type
        if isinstance(of, ComplexType):
            return member(place, name, of.part, union=False)
        if not isinstance(of, StructType):
            return Place(place.root, place.steps, VOID, complete=False)
        found = self.around.member(of, name) if self.around is not None else None
        return member(place, name, found.type if found is not None else VOID, union=of.union)

    # ---- operators ---------------------------------------------------------------------------------------------

    def _unary(self, node: c_ast.UnaryOp) -> Value:
        match node.op:
            case "sizeof":
                return self.anything(ULONG)
            case "&":
                place = self.place(node.expr)
                if place.root is not None and place.root.memory is Memory.PRIVATE:
                    self.addressed.add(place.root.name)
                return Pointer(place)
            case "!":
                return self._truth(self.condition(node))
            case "+":
                return self.value(node.expr)
            case "-" | "~":
                value = self.value(node.expr)
                if not isinstance(value, Number):
                    return None
                zero = Number(forms.number(0), INT)
                return self.calculated("-", zero, value) if node.op == "-" else self.anything(value.type)
        place = self.place(node.expr)
        old = self.load(place, node.expr)
        new = self.store(place, self._sum(_STEPS[node.op], old, ONE), node)
        return old if node.op.startswith("p") else new

    def _sum(self, operator: str, one: Value, other: Value) -> Value:
        """An arithmetic operation on numbers, or on a pointer and a number."""
        if isinstance(one, Number) and isinstance(other, Number):
            return self.calculated(operator, one, other)
        if isinstance(one, Number) and isinstance(other, Pointer) and operator == "+":
            one, other = other, one
        if isinstance(one, Pointer) and isinstance(other, Number) and operator in "+-":
            offset = Number(forms.scaled(other.form, -1), other.type) if operator == "-" else other
            return Pointer(self.element(one, offset, lawful=False, moves=True))
        return self._distance(one, other) if isinstance(one, Pointer) and isinstance(other, Pointer) else None

    def _distance(self, one: Pointer, other: Pointer) -> Number:
        """The elements between two pointers, which is known where both count from the beginning of one buffer."""
        mine, its = one.place, other.place
        if mine.root is not its.root or mine.linear is None or its.linear is None:
            return self.anything(LONG)
        (prefix, here), (other_prefix, there) = mine.linear, its.linear
        if prefix != other_prefix:
            return self.anything(LONG)
        return Number(forms.plus(here, forms.scaled(there, -1)), LONG)

    def _binary(self, node: c_ast.BinaryOp) -> Value:
        if node.op in ("&&", "||") or node.op in MIRRORED:
            return self._truth(self.condition(node))
        return self._sum(node.op, self.value(node.left), self.value(node.right))

    def _truth(self, condition: isl.Set) -> Number:
        value = forms.chosen(condition, forms.constant(1), forms.constant(0))
        return self.anything(INT) if value is None else Number(forms.of(value), INT)

    def _assignment(self, node: c_ast.Assignment) -> Value:
        value = self.value(node.rvalue)
        place = self.place(node.lvalue)
        if node.op != "=":
            value = self._sum(node.op[:-1], self.load(place, node.lvalue), value)
        return self.store(place, value, node)

    def _ternary(self, node: c_ast.TernaryOp) -> Value:
        condition = self.condition(node.cond)
        held = dict(self.held)
        with self.under(condition):
            yes = self.value(node.iftrue)
        after, self.held = self.held, held
        with self.under(condition.complement()):
            no = self.value(node.iffalse)
        self.held = self.merged(condition, after, self.held)
        return self.either(condition, yes, no)

    def either(self, condition: isl.Set, yes: Value, no: Value) -> Value:
        """`condition ? yes : no`."""
        if isinstance(yes, Number) and isinstance(no, Number):
            if yes.type is None or yes.type != no.type:
                return self.anything(None)
            one, other = yes.form.affine, no.form.affine
            value = None if one is None or other is None else self.chosen(condition, one, other)
            return self.anything(yes.type) if value is None else Number(forms.of(value), yes.type)
        for followed, null in ((yes, no), (no, yes)):
            if isinstance(followed, Pointer) and isinstance(null, Number) and null.form.number == 0:
                return followed
        if isinstance(yes, Pointer) and isinstance(no, Pointer):
            if yes is no:
                return yes
            root, of = common_root((yes, no)), (no if yes is NULL else yes).place.type
            return inside(root, of) if root is not None else Pointer(Place(None, (), of, complete=False))
        return None

    def merged(self, condition: isl.Set, yes: dict[str, Value], no: dict[str, Value]) -> dict[str, Value]:
        """What variables hold after two ways have met; `condition` led to the first."""
        found: dict[str, Value] = {}
        for name in yes:
            if name in no:
                found[name] = yes[name] if yes[name] is no[name] else self.either(condition, yes[name], no[name])
        return {name: value for name, value in found.items() if value is not None}

    def stored(self, value: Value, to: c_ast.IdentifierType) -> Value:
        """A value as a scalar type holds it."""
        target = build.SCALARS.get(" ".join(to.names))
        if not isinstance(target, IntType):
            return None
        return self.converted(value, target) if isinstance(value, Number) else self.anything(target)

    def _cast(self, node: c_ast.Cast) -> Value:
        to = node.to_type.type
        if (array := self.flexible_array(node.expr)) is not None and _same_type(to, array.type):
            return Pointer(array)
        value = self.value(node.expr)
        if isinstance(to, c_ast.TypeDecl) and isinstance(to.type, c_ast.IdentifierType):
            return self.stored(value, to.type)
        if isinstance(value, Pointer):
            place = value.place
            if isinstance(place.type, ArrayType) and _same_type(to, place.type.element):
                return Pointer(first_element(place))
            same = isinstance(to, c_ast.PtrDecl) and _same_type(to, place.type)
            return value if same else Pointer(Place(place.root, (), VOID, complete=False))
        return self.anywhere(VOID) if isinstance(to, c_ast.PtrDecl) else None

    # ---- calls -------------------------------------------------------------------------------------------------

    def _call(self, node: c_ast.FuncCall) -> Value:
        name = called_name(node)
        arguments: list[c_ast.Node] = arguments_of(node)
        if is_row(node):
            return self._row(node)
        if name in _HELPERS:  # their parameters' names are not among those of the kernel
            for argument in arguments:
                self.value(argument)
            return self.anything(LONG)
        if name.startswith(PREFIX):
            for argument in arguments:
                self.value(argument)
            return None
        if name in self.functions:
            return self.call(self.functions[name], arguments)
        if parse_atomic(name) is not None:
            return self.atomic(name, arguments, node, used=True)
        for value in [self.value(argument) for argument in arguments]:
            if not isinstance(value, Pointer) or name in _PURE_WORDS:
                continue
            place = value.place
            if name not in _WRITES_ONE:
                place = Place(place.root, (), VOID, complete=False)
                self.record(place, node, write=False)
            self.record(place, node, write=True, certain=name in _WRITES_ONE)
            self.hold(place, None)
        return None

    def _row(self, node: c_ast.FuncCall) -> Number:
        """The position that a table's entry leads to.

        It is counted in the levels of tables where rows are believed to lie apart; otherwise it is not known, but
        the same for the same entry.

        Tables stay the same while a kernel runs (else translation refuses), so that reading them depends on
        nothing.
        """
        table, _, _, index = [self.value(argument) for argument in node.args.exprs]
        if not isinstance(table, Pointer) or table.place.root is None or not isinstance(index, Number):
            return self.anything(LONG)
        level = self.levels.get(table.place.root.name)
        if level is not None:
            if self.reads_tables:
                self.record(self.element(table, index, lawful=False), node, write=False)
            form = {(*key, tables.level(level)): value for key, value in index.form.terms.items()}
            return Number(Form(form), LONG)
        key = (table.place.root.name, *sorted((*key, str(value)) for key, value in index.form.terms.items()))
        if key not in self._rows:
            self._rows[key] = position = self.anything(LONG)
            changes = {name for value in index.form.terms.values() for name in forms.symbols_of(value)}
            loops = {loop.symbol for loop in self.loops} & changes
            loops.update(*(self.unknown.get(name, ()) for name in changes))
            for function in position.form.terms.values():
                self.unknown.update(dict.fromkeys(sorted(forms.symbols_of(function)), frozenset(loops)))
        return self._rows[key]

    def atomic(self, name: str, arguments: list[c_ast.Node], node: c_ast.Node, *, used: bool) -> Value:
        """An atomic operation; `used` is true if its value is."""
        operation = parse_atomic(name)
        assert operation is not None
        pointer = self.value(arguments[0])
        expected, *_ = [*(self.value(argument) for argument in arguments[1:]), None]
        place = pointer.place if isinstance(pointer, Pointer) else NOWHERE
        commutes = not used and operation.operation not in ACCESSES
        label = _COMMUTING.get(operation.operation, operation.operation) if commutes else ""
        if operation.operation != "write":
            self.record(place, node, write=False, atomic=label)
        if operation.operation != "read":
            self.record(place, node, write=True, atomic=label)
            self.hold(place, None)
        if operation.operation == EXPECTS and isinstance(expected, Pointer):
            self.record(expected.place, node, write=True, certain=False)
            self.hold(expected.place, None)
        return None


def _same_type(declared: c_ast.Node, of: CType) -> bool:
    """Whether a pointer's declaration is one of a pointer to a scalar type, or to an array of such."""
    target = declared.type if isinstance(declared, c_ast.PtrDecl) else None
    while isinstance(target, c_ast.ArrayDecl) and isinstance(of, ArrayType):
        if of.length is None or integer_value(target.dim) != of.length:
            return False
        target, of = target.type, of.element
    if not isinstance(target, c_ast.TypeDecl) or not isinstance(target.type, c_ast.IdentifierType):
        return False
    word = " ".join(target.type.names)
    if isinstance(of, FloatType):
        return word == of.name
    known = build.SCALARS.get(word)
    plain = integer_of(of)
    return (
        isinstance(known, IntType)
        and isinstance(plain, IntType)
        and (known.bits, known.signed) == (plain.bits, plain.signed)
    )


def _is_of_value(node: c_ast.Node) -> bool:
    """Whether the structure that a member is of is a value: what a call returns, or one of two."""
    while isinstance(node, c_ast.StructRef) and node.type == ".":
        node = node.name
    return isinstance(node, c_ast.FuncCall | c_ast.TernaryOp | c_ast.ExprList)
