"""Expressions of the source -> expressions of OpenCL C.

Most of C means the same on the device.  What differs: names, address spaces, objects that have become
single-element buffers, arrays of variable size (their subscripts are spelled out), `_Bool`, and some constants.
"""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from mapper.analysis.names.bitfields import bit_field
from mapper.analysis.names.expression_types import is_callback, value_type
from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.types import decay, is_flexible, unqualified
from mapper.diagnostics import InternalError
from mapper.frontend.gnu.markers import IMAGINARY, PARTS
from mapper.ir.builtins.atomics import Atomic
from mapper.ir.builtins.tables import is_row
from mapper.ir.program.kernel import READ_WRITE, Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    INT,
    UCHAR,
    ArrayType,
    ComplexType,
    CType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    VoidType,
)
from mapper.ir.trees.literals import begins_negative
from mapper.ir.trees.names import unreserved
from mapper.ir.trees.nodes import INCREMENTS, has_effects
from mapper.translate.common.uses import written_object
from mapper.translate.library.memory_blocks import Counter
from mapper.translate.lowering.atomics import has_atomics
from mapper.translate.lowering.called.calls import Calls
from mapper.translate.lowering.called.conditional_calls import ConditionalCalls
from mapper.translate.lowering.called.function_values import FunctionValues
from mapper.translate.lowering.numbers.bits import Bits
from mapper.translate.lowering.numbers.booleans import is_bool, truth
from mapper.translate.lowering.numbers.complex_numbers import ComplexNumbers
from mapper.translate.lowering.numbers.conversions import Conversions
from mapper.translate.lowering.numbers.literals import Literals, literal_in
from mapper.translate.lowering.numbers.wide_integers import WideIntegers
from mapper.translate.lowering.order import Order, behind
from mapper.translate.lowering.pointer_values.cursors import cursor
from mapper.translate.lowering.pointer_values.own_pointers import OwnPointers
from mapper.translate.lowering.pointer_values.pointers import Pointers
from mapper.translate.lowering.pointer_values.tables import Tables
from mapper.translate.lowering.variable_length import Flat
from mapper.translate.memory.memory import (
    GLOBAL,
    NONE,
    Slot,
    element_of,
    leads_to_pointers,
    space_of,
)
from mapper.translate.scope.device_types import member_path
from mapper.translate.scope.frame import Frame


class Expressions:
    """Lowers the expressions of one frame."""

    def __init__(self, frame: Frame, pointers: Pointers) -> None:
        self.frame = frame
        self.pointers = pointers
        self.order = Order(self)
        self.flat = Flat(self)
        self.tables = Tables(self)
        self.own = OwnPointers(self)
        self.bits = Bits(self)
        self.functions = FunctionValues(self)
        self.calls = Calls(self)
        self.complex = ComplexNumbers(self)
        self.wide = WideIntegers(self)
        self.literals = Literals(self)
        self.conversions = Conversions(self)
        self.conditional = ConditionalCalls(self)
        self.drawn: dict[int, str] = {}
        """The variables that hold what updates give, by the `id` of these."""
        self._rules: dict[type[c_ast.Node], Callable[..., c_ast.Node]] = {
            c_ast.Constant: self.literals.constant,
            c_ast.ID: self._identifier,
            c_ast.ArrayRef: self._load,
            Counter: self._counter,
            c_ast.StructRef: self._load,
            c_ast.UnaryOp: self._unary,
            c_ast.BinaryOp: self._binary,
            c_ast.Assignment: self._assignment,
            c_ast.TernaryOp: self._ternary,
            c_ast.Cast: self.conversions.cast,
            c_ast.FuncCall: self.calls.lower,
            c_ast.ExprList: self._comma,
            c_ast.CompoundLiteral: self.literals.compound,
        }

    def type_of(self, node: c_ast.Node) -> CType:
        """The type of an expression of the source."""
        return self.frame.symbols.type_of(node)

    def value_type(self, node: c_ast.Node) -> CType:
        """The type of an expression's value."""
        return value_type(node, self.frame.symbols)

    # ---- values ------------------------------------------------------------------------------------------------

    def value(self, node: c_ast.Node) -> c_ast.Node:
        """The value of an expression."""
        draws = self.frame.scope.draws
        if id(node) in draws.drawn:
            return build.identifier(self.drawn[id(draws.drawn[id(node)])])
        if id(node) in self.order.held:
            return build.identifier(self.order.held[id(node)])
        if id(node) in draws.swapped:
            return self.calls.atomics.exchange(draws.swapped[id(node)])
        if leads_to_pointers(self.value_type(node)):
            position = self.tables.position(node)
            if position is not None:
                return position
        address = self.functions.value(node) if is_callback(self.value_type(node)) else None
        if address is not None:
            return address
        rule = self._rules.get(node.__class__)
        if rule is None:
            if isinstance(node, c_ast.Compound | c_ast.GenericSelection):
                self.frame.refuse("K018", "a language extension is used inside the loop", node)
            raise InternalError("translate", f"no rule for {node.__class__.__name__}", self.frame.where(node))
        return rule(node)

    def converted(self, node: c_ast.Node, target: CType) -> c_ast.Node:
        """The value of an expression as it is stored in an object of type `target`."""
        if isinstance(target, ComplexType) or self.complex.is_complex(node):
            return self.complex.converted(node, target)
        if self.wide.is_one(node):
            return self.wide.narrowed(node, target)
        self.functions.check(node, target)
        self.own.check_whole(node, target)
        lowered = self.value(node)
        if is_bool(target):
            self.tables.check_truth(node)
            return truth(lowered)
        if isinstance(target, PointerType) and not is_callback(target):
            self.conversions.check_position(node, target)
            return self.flat.adapt(lowered, node, target)
        return lowered

    def followed(self, node: c_ast.Node) -> c_ast.Node:
        """The value of a pointer through which something is accessed."""
        ctype = self.type_of(node)
        loaded = isinstance(node, c_ast.ArrayRef | c_ast.StructRef) and isinstance(ctype, PointerType)
        if not loaded or leads_to_pointers(ctype) or self.is_local_pointer(node) or self.calls.character(node):
            return self.value(node)
        return self.own.pointer(node, followed=True)

    def _counter(self, node: Counter) -> c_ast.Node:
        return build.identifier(node.name)

    def _identifier(self, node: c_ast.ID) -> c_ast.Node:
        symbol = self.frame.symbol(node)
        if symbol.name == IMAGINARY:
            return self.complex.converted(node, symbol.type)
        if symbol.kind is Kind.ENUM_CONSTANT:
            return build.integer(symbol.value or 0)
        return self.own.pointer(node) if cursor(node, self.frame) is not None else self._plain_load(node)

    def _load(self, node: c_ast.Node) -> c_ast.Node:
        character = self.calls.character(node)
        if character is not None:
            return character
        ctype = self.type_of(node)
        if isinstance(ctype, PointerType) and not self.is_local_pointer(node):
            return self.own.pointer(node)
        self.conversions.check_decayed(node)
        return self._plain_load(node)

    def _plain_load(self, node: c_ast.Node) -> c_ast.Node:
        """The value of an object; one that iterations compare and swap is loaded anew each time."""
        of = self.type_of(node)
        anew = has_atomics(of) and (of.atomic or self.frame.scope.contended(node, self.frame.symbols))
        return self.calls.atomics.read(node) if anew else self.object(node, Access.READ)

    def is_local_pointer(self, node: c_ast.Node) -> bool:
        """Whether a pointer is in a local variable, which may be an array of pointers."""
        while isinstance(node, c_ast.ArrayRef) and isinstance(self.type_of(node.name), ArrayType):
            node = node.name
        return self.frame.local(node) is not None and cursor(node, self.frame) is None

    # ---- objects -----------------------------------------------------------------------------------------------

    def object(self, node: c_ast.Node, access: Access, *, atomic: bool = False) -> c_ast.Node:
        """The object that an lvalue names, used as `access` says; `atomic` is true if by an atomic operation."""
        if isinstance(self.type_of(node), ArrayType):
            access = NONE  # an array is not loaded: it represents its address
        if access and not atomic and self.type_of(node).atomic:
            self.frame.refuse("K011", "_Atomic data are used in a way that is not atomic on the device", node)
        match node:
            case c_ast.ID():
                return self._variable(node, access)
            case c_ast.ArrayRef():
                return self._subscript(node, access)
            case c_ast.StructRef():
                return self._member(node, access)
            case c_ast.UnaryOp(op="*"):
                return self._pointee(node, access)
            case c_ast.CompoundLiteral():
                return self.literals.object(node)
        return self.value(node)  # a member of a function's result

    def _variable(self, node: c_ast.ID, access: Access) -> c_ast.Node:
        local = self.frame.local(node)
        if local is not None and local.halves is not None:
            self.frame.refuse("K007", f"`{node.name}`, an integer of 128 bits, is used as a whole", node)
        if local is not None:
            return build.identifier(local.name)
        parameter = self.frame.parameter(node)
        name = build.identifier(parameter.name)
        if isinstance(parameter, Slot) and parameter.cell:
            parameter.root.access |= access
            return c_ast.UnaryOp("*", name)
        return name

    def _mark(self, node: c_ast.Node, access: Access) -> None:
        """The memory behind a pointer is used."""
        roots = self.pointers.roots(node)
        if len(roots) > 1:
            space_of(roots, "a pointer", self.frame.where(node))
        for root in roots:
            root.access |= access

    def _subscript(self, node: c_ast.ArrayRef, access: Access) -> c_ast.Node:
        base, index = node.name, node.subscript
        if not isinstance(self.type_of(base), PointerType | ArrayType):
            base, index = index, base  # 2[a]
        self._mark_element(base, access)
        if begins_negative(index):
            self._goes_below(base)
        if self.flat.is_flat(base):
            return self.flat.element(base, index)
        if isinstance(self.type_of(base), ArrayType):
            return c_ast.ArrayRef(self.object(base, NONE), self.value(index))
        lowered = self.followed(base)
        if isinstance(lowered, c_ast.BinaryOp) and lowered.op == "+" and is_row(lowered.right):
            return c_ast.ArrayRef(lowered.left, build.binary("+", lowered.right, self.value(index)))
        return c_ast.ArrayRef(lowered, self.value(index))

    def _mark_element(self, base: c_ast.Node, access: Access) -> None:
        """An element of an array or behind a pointer is used; pointers in memory are loaded by the host."""
        if access:
            self._mark(base, access)

    def record(self, node: c_ast.StructRef) -> CType:
        """The type of the structure that holds a member."""
        owner = decay(self.type_of(node.name))
        return unqualified(owner.target if isinstance(owner, PointerType) else owner)

    def _member(self, node: c_ast.StructRef, access: Access) -> c_ast.Node:
        bits = bit_field(node, self.frame.symbols)
        if bits is not None:
            return self.bits.value(node, bits, access)
        record = self.record(node)
        if node.field.name in PARTS:
            return self.complex.part(node, access)
        if is_flexible(self.type_of(node)):
            return self._flexible(node, record)
        self.conversions.check_number(node)
        path = member_path(record, node.field.name, self.frame.symbols) if isinstance(record, StructType) else []
        first, *rest = path or [unreserved(node.field.name)]
        if node.type == "->":
            self._mark(node.name, access)
            made = c_ast.StructRef(self.followed(node.name), "->", build.identifier(first))
        else:
            whole = self.object(node.name, access)
            if isinstance(whole, c_ast.UnaryOp) and whole.op == "*":
                made = c_ast.StructRef(whole.expr, "->", build.identifier(first))
            else:
                made = c_ast.StructRef(whole, ".", build.identifier(first))
        for name in rest:
            made = c_ast.StructRef(made, ".", build.identifier(name))
        return made

    def _flexible(self, node: c_ast.StructRef, record: CType) -> c_ast.Node:
        """The address of a flexible array: it begins at its offset, maybe before its structure ends.

        That of a variable, a GNU extension, is refused: the variable's size is without it.
        """
        members = self.frame.symbols.members(record) if isinstance(record, StructType) else None
        offset = next((each.offset for each in members or () if each.name == node.field.name), None)
        element, where = element_of(self.type_of(node)), self.frame.where(node)
        if offset is None or leads_to_pointers(PointerType(element)):
            self.frame.refuse("K007", f"the flexible array `{node.field.name}` is used in an unusual way", node)
        space = space_of(self.pointers.storage(node), "a flexible array", where)
        if space != GLOBAL or written_object(node, self.frame.symbols) is not None:
            self.frame.refuse("K007", f"the flexible array `{node.field.name}` is in a variable", node)
        if node.type == "->":
            owner = self.followed(node.name)
        else:
            owner = self._address(c_ast.UnaryOp("&", node.name, node.coord))
        self.conversions.check_flexible(node, record, offset)
        self.frame.scope.types.use(element, self.frame.symbols, where)
        begin = build.binary("+", build.cast(PointerType(UCHAR), owner, space), build.integer(offset))
        return build.cast(PointerType(unqualified(element)), begin, space)

    def _pointee(self, node: c_ast.UnaryOp, access: Access) -> c_ast.Node:
        self._mark(node.expr, access)
        if self.flat.is_flat(node.expr):
            return self.flat.element(node.expr, build.integer(0))
        return c_ast.UnaryOp("*", self.followed(node.expr))

    # ---- operators ---------------------------------------------------------------------------------------------

    def _unary(self, node: c_ast.UnaryOp) -> c_ast.Node:
        match node.op:
            case "sizeof" | "_Alignof" | "alignof" | "__alignof__":
                if node.op != "sizeof" and not isinstance(node.expr, c_ast.Typename):
                    self.frame.refuse("K018", "the alignment of a variable is asked for", node)
                return self._size(node)
            case "&":
                return self._address(node)
            case "*":
                return self.conversions.other_bits(node) or self._load(node)
            case op if op in INCREMENTS:
                return self._change(node)
            case "+" | "-" | "~" | "!" if self.complex.is_complex(node.expr):
                return self.complex.unary(node)
            case "+" | "-" | "~" | "!":
                return c_ast.UnaryOp(node.op, self.value(node.expr))
        self.frame.refuse("K018", f"the operator `{node.op}` is used inside the loop", node)

    def _size(self, node: c_ast.UnaryOp) -> c_ast.Node:
        size = self.frame.symbols.constant(node)
        if size is not None:
            return build.integer(size, "UL")
        if isinstance(self.type_of(node.expr), VoidType):
            self.frame.refuse("K018", "the size of what has no known type is used inside the loop", node)
        return self.flat.size(node)

    def _address(self, node: c_ast.UnaryOp) -> c_ast.Node:
        self.conversions.check_aligned(node.expr)
        if isinstance(
            ctype := self.type_of(node.expr), PointerType
        ):  # of one in a table it is a position, else of a variable
            self.frame.refuse("K009", "the address of a pointer is taken inside the loop", node)
        own = isinstance(node.expr, c_ast.ID) and self.frame.local(node.expr) is not None
        if isinstance(node.expr, c_ast.ID) and isinstance(ctype, ArrayType) and not own:
            space = space_of(self.pointers.roots(node), "an address", self.frame.where(node))
            return build.cast(PointerType(unqualified(ctype)), self.value(node.expr), space)
        literal = literal_in(node.expr)
        if literal is not None:
            return self.literals.address(node.expr, literal)
        lowered = self.object(node.expr, NONE)
        if isinstance(lowered, c_ast.UnaryOp) and lowered.op == "*":
            pointer: c_ast.Node = lowered.expr
            return pointer
        return c_ast.UnaryOp("&", lowered)

    def _change(self, node: c_ast.UnaryOp) -> c_ast.Node:
        ctype = self.type_of(node.expr)
        bits = bit_field(node.expr, self.frame.symbols) if isinstance(node.expr, c_ast.StructRef) else None
        if bits is not None:
            return self.bits.update(node.expr, bits, node.op[-1], (build.integer(1), INT), old=node.op[0] == "p")
        if id(node) == self.frame.scope.counted:
            name = build.device_name(unqualified(ctype))
            self.conversions.check_aligned(node.expr)
            counter = c_ast.UnaryOp("&", self.object(node.expr, READ_WRITE))
            return build.call(Atomic("add", name, name).name, counter, build.integer(1))
        if ctype.atomic or id(node) in self.frame.scope.updated:
            return self.calls.atomics.changed(node)
        own = self.own.changes(node.expr, ctype)
        if node.op in ("--", "p--"):
            self._goes_below(node.expr)
        if own:
            return self.own.counted(node)
        if isinstance(ctype, IntType) and ctype.name == "_Bool":
            self.frame.refuse("K007", "a _Bool is counted up or down inside the loop", node)
        if isinstance(ctype, ComplexType):
            self.frame.refuse("K007", "a complex number is counted up or down inside the loop", node)
        return c_ast.UnaryOp(node.op, self.object(node.expr, READ_WRITE))

    def _binary(self, node: c_ast.BinaryOp) -> c_ast.Node:
        with self.order.operands(node) as before:
            return behind(before, self._operation(node))

    def _operation(self, node: c_ast.BinaryOp) -> c_ast.Node:
        if node.op not in ("&&", "||") and self.complex.is_complex(node.left, node.right):
            return self.complex.binary(node)
        if node.op not in ("&&", "||") and self.wide.is_one(node.left, node.right):
            return self.wide.compared(node)
        if (same := self.functions.compared(node)) is not None:
            return same
        both = all(isinstance(self.value_type(side), PointerType) for side in (node.left, node.right))
        if both and node.op not in ("&&", "||"):
            self._compared(node)
        if not both and (node.op == "-" or begins_negative(node.right)):
            self._goes_below(node.left)
        for side in (node.left, node.right):
            ctype = self.value_type(side)
            if isinstance(ctype, PointerType):
                if node.op in "+-" and isinstance(ctype.target, VoidType):
                    self.frame.refuse("K018", "arithmetic on a pointer to void", node)
                if self.flat.is_flat(side) and node.op in "+-":
                    return self.flat.pointer(node)
        if node.op in ("&&", "||"):
            if (truth_value := self.conditional.sequenced(node)) is not None:
                return truth_value
            return build.binary(node.op, self.condition(node.left), self._perhaps(node.right, self.condition))
        return build.binary(node.op, self.value(node.left), self.value(node.right))

    def condition(self, node: c_ast.Node) -> c_ast.Node:
        """An expression of which only matters whether it is zero."""
        kind = self.wide if self.wide.is_one(node) else self.complex if self.complex.is_complex(node) else None
        return self.value(node) if kind is None else kind.truth(node)

    def _compared(self, node: c_ast.BinaryOp) -> None:
        """Two pointers are compared or subtracted: the memory of both must be one object, or its address known."""
        roots = self.pointers.roots(node)
        if space_of(roots, "one of two pointers", self.frame.where(node)) == GLOBAL and len(roots) > 1:
            for root in roots:
                root.compared = True

    def _goes_below(self, node: c_ast.Node) -> None:
        """Something is subtracted from what may be a pointer."""
        if isinstance(self.value_type(node), PointerType):
            for root in self.pointers.roots(node):
                root.below = True

    def _perhaps(self, node: c_ast.Node, lower: Callable[[c_ast.Node], c_ast.Node] | None = None) -> c_ast.Node:
        """The value of an expression that is not evaluated always, or not first: nothing of it can be hoisted."""
        before, self.frame.hoisted = self.frame.hoisted, None
        lowered = (lower or self.value)(node)
        self.frame.hoisted = before
        return lowered

    def _assignment(self, node: c_ast.Assignment) -> c_ast.Node:
        with self.order.place(node) as before:
            return behind(before, self._assigned(node))

    def _assigned(self, node: c_ast.Assignment) -> c_ast.Node:
        target_type = self.type_of(node.lvalue)
        bits = bit_field(node.lvalue, self.frame.symbols) if isinstance(node.lvalue, c_ast.StructRef) else None
        if isinstance(target_type, ComplexType) or self.complex.is_complex(node.rvalue):
            if bits is not None:
                self.frame.refuse("K007", "a bit-field gets a complex number", node)
            if node.op != "=":
                with self.order.value(node) as before:
                    return behind(before, self.complex.assignment(node))
        if bits is not None:
            with self.order.value(node) as before:
                given = (self.value(node.rvalue), self.value_type(node.rvalue))
                if node.op == "=":
                    return behind(before, self.bits.store(node.lvalue, bits, given))
                return behind(before, self.bits.update(node.lvalue, bits, node.op[:-1], given))
        if target_type.atomic:
            return self.calls.atomics.changed(node)
        own = self.own.changes(node.lvalue, target_type)
        if node.op == "-=":
            self._goes_below(node.lvalue)
        if own:
            return self.own.stored(node)
        self.own.check_whole(node.lvalue, target_type)
        access = Access.WRITE if node.op == "=" else READ_WRITE
        target = self.object(node.lvalue, access)
        if is_bool(target_type) and node.op != "=":
            with self.order.value(node) as before:
                return behind(before, self._bool_update(node, target))
        if node.op == "=":
            return build.assign(target, self.converted(node.rvalue, unqualified(target_type)))
        return build.assign(target, self.value(node.rvalue), node.op)

    def _bool_update(self, node: c_ast.Assignment, target: c_ast.Node) -> c_ast.Node:
        """`flag |= e` keeps to 0 and 1; the target is evaluated twice, so it must be without effects."""
        if has_effects(node.lvalue):
            self.frame.refuse("K007", "a _Bool is updated inside the loop", node)
        return build.assign(target, truth(build.binary(node.op[:-1], target, self.value(node.rvalue))))

    def _ternary(self, node: c_ast.TernaryOp) -> c_ast.Node:
        if node.iftrue is None:
            self.frame.refuse("K018", "a conditional without its middle operand", node)
        if (chosen := self.conditional.chosen(node)) is not None:
            return chosen
        condition = self.condition(node.cond)
        result = self.value_type(node)
        if isinstance(result, ComplexType):
            one, other = (
                self._perhaps(side, lambda each: self.converted(each, result))
                for side in (node.iftrue, node.iffalse)
            )
            return c_ast.TernaryOp(condition, one, other)
        if isinstance(self.value_type(node.cond), FloatType):
            condition = truth(condition)  # OpenCL C chooses by integers only
        return c_ast.TernaryOp(condition, self._perhaps(node.iftrue), self._perhaps(node.iffalse))

    def _comma(self, node: c_ast.ExprList) -> c_ast.Node:
        return c_ast.ExprList([self._perhaps(part) for part in node.exprs])
