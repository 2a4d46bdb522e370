"""Symbolic values in host code: integers and pointers as polynomials in what is known before a statement.

The atoms of a polynomial are the texts of expressions that have the same value before a statement as in it, and
the counters of the statement's loops.  Functions that the statement calls are followed: their parameters have the
values of the arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from pycparser import c_ast, c_generator

from mapper.analysis.host.touched.changes import changed, pointed
from mapper.analysis.host.touched.values import DEEPEST, Frame, Number, Pointer, Value, has_counters
from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.types import decay, integer_of
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT, symbol_key
from mapper.analysis.whole_program.program import Function
from mapper.ir.expressions.arithmetic import arithmetic
from mapper.ir.expressions.polynomials import ZERO, Polynomial, atom_of, constant
from mapper.ir.trees.build import host_cast, total
from mapper.ir.trees.ctypes import ArrayType, CType, FunctionType, IntType, PointerType, StructType
from mapper.ir.trees.nodes import INCREMENTS, arguments_of, clone

_PLAIN = (
    c_ast.ID,
    c_ast.Constant,
    c_ast.BinaryOp,
    c_ast.UnaryOp,
    c_ast.StructRef,
    c_ast.ArrayRef,
    c_ast.TernaryOp,
)


class Numbers:
    """Evaluates expressions of one statement (or of several nodes at one place, `at`) symbolically."""

    def __init__(
        self,
        effects: EffectsOf,
        outer: Function,
        nodes: Sequence[c_ast.Node],
        at: c_ast.Node,
        accessed: frozenset[Symbol] = frozenset(),
    ) -> None:
        """`accessed` are variables through which may be loaded before the statement."""
        self._effects = effects
        self._outer = outer
        self._nodes = nodes
        self._at = at
        self._accessed = accessed
        self._printer = c_generator.CGenerator()
        self._safe: set[str] = set()
        self.certain = True  # what is evaluated now is evaluated whenever the statement runs
        self.atoms: dict[str, c_ast.Node] = {}

    # ---- integers ------------------------------------------------------------------------------------------

    def number(self, expr: c_ast.Node, frame: Frame) -> Number | None:
        """The value of an integer expression."""
        known = frame.symbols.constant(expr)
        if known is not None:
            return Number(constant(known))
        found: Number | None = None
        match expr:
            case c_ast.ID():
                symbol = frame.symbols.symbol(expr)
                if symbol is not None and symbol in frame.values:
                    value = frame.values[symbol]
                    return value if isinstance(value, Number) else None
            case c_ast.Cast():
                found = self.converted(
                    self._integer(expr.expr, frame), expr.expr, frame.symbols.type_of(expr), frame
                )
            case c_ast.UnaryOp(op="-"):
                operand = self._promoted(expr.expr, expr, frame)
                if operand is not None:
                    wraps = operand.wraps or self._width(expr, frame)
                    found = Number(constant(-1) * operand.value, wraps)
            case c_ast.UnaryOp(op="+"):
                found = self._promoted(expr.expr, expr, frame)
            case c_ast.BinaryOp(op="+" | "-" | "*"):
                found = self._sum(expr, frame)
            case c_ast.FuncCall():
                inner = self._returned(expr, frame)
                if inner is not None:
                    number = self._integer(inner[0], inner[1])
                    found = self.converted(number, inner[0], frame.symbols.type_of(expr), inner[1])
        if isinstance(found, Number) and (found.exact or has_counters(found.value)):
            return found
        atom = self._opaque(expr, frame) if self._is_integer(expr, frame) else None
        if atom is None:
            return found
        return Number(atom_of(self._atom(atom)))

    def _integer(self, expr: c_ast.Node, frame: Frame) -> Number | None:
        return self.number(expr, frame) if self._is_integer(expr, frame) else None

    def _is_integer(self, expr: c_ast.Node, frame: Frame) -> bool:
        of = integer_of(frame.symbols.type_of(expr))
        return isinstance(of, IntType) and of.bits <= 64 and not of.volatile

    def _width(self, expr: c_ast.Node, frame: Frame) -> int:
        """The bits of an operation that may wrap around, else 0."""
        of = integer_of(frame.symbols.type_of(expr))
        return of.bits if isinstance(of, IntType) and not of.signed else 0

    def _sum(self, expr: c_ast.BinaryOp, frame: Frame) -> Number | None:
        left, right = (self._promoted(each, expr, frame) for each in (expr.left, expr.right))
        if left is None or right is None:
            return None
        if expr.op == "*":
            value = left.value * right.value
        else:
            value = left.value + right.value if expr.op == "+" else left.value - right.value
        found = [each.wraps for each in (left, right) if not each.exact]
        width = self._width(expr, frame)
        # Sums and products of 64 bits are not that large, nor is a counter's successor.
        small = width == 64 or (expr.op == "+" and right.value.constant in (0, 1))
        if width and (expr.op == "-" or not small):
            found.append(width)
        return Number(value, min(found, default=0))

    def _promoted(self, operand: c_ast.Node, within: c_ast.Node, frame: Frame) -> Number | None:
        """An operand in the type of the operation."""
        return self.converted(self._integer(operand, frame), operand, frame.symbols.type_of(within), frame)

    def converted(self, found: Number | None, expr: c_ast.Node, to: CType, frame: Frame) -> Number | None:
        """The value of an expression in another integer type."""
        of, to = integer_of(frame.symbols.type_of(expr)), integer_of(to)
        if found is None or not isinstance(of, IntType) or not isinstance(to, IntType) or to.name == "_Bool":
            return None
        value = found.value.constant
        if value is not None:
            low = -(1 << (to.bits - 1)) if to.signed else 0
            if low <= value < 1 << (to.bits - to.signed):
                return found
            return Number(found.value, to.bits) if value < 0 and to.bits == 64 else None
        if to.bits < of.bits:
            return None
        if of.signed == to.signed or (to.signed and to.bits > of.bits):
            return found
        return Number(found.value, min(found.wraps or 64, to.bits))

    # ---- pointers ------------------------------------------------------------------------------------------

    def pointer(self, expr: c_ast.Node, frame: Frame) -> Pointer | None:
        """Where a pointer (or an array) points."""
        of = frame.symbols.type_of(expr)
        match expr:
            case c_ast.ID():
                symbol = frame.symbols.symbol(expr)
                if symbol is not None and symbol in frame.values:
                    found = frame.values[symbol]
                    return found if isinstance(found, Pointer) else None
                if isinstance(of, ArrayType):
                    return self.address(expr, frame)
            case c_ast.Cast():
                operand = decay(frame.symbols.type_of(expr.expr))
                if not isinstance(of, PointerType) or not isinstance(operand, PointerType):
                    return None
                inner = self.pointer(expr.expr, frame)
                return None if inner is None else replace(inner, typed=inner.typed and operand == of)
            case c_ast.BinaryOp(op="+" | "-"):
                return self._moved(expr, frame)
            case c_ast.UnaryOp(op="&"):
                return self.address(expr.expr, frame)
            case c_ast.FuncCall() if isinstance(of, PointerType):
                inside = self._returned(expr, frame)
                returned = None if inside is None else self.pointer(*inside)
                return None if returned is None else replace(returned, typed=False)
        if isinstance(of, ArrayType):
            return self.address(expr, frame)
        if not isinstance(of, PointerType) or of.volatile:
            return None
        opaque = self._opaque(expr, frame)
        if opaque is None:
            return self._entry(expr, frame) if isinstance(expr, c_ast.ArrayRef) else None
        within = not self._effects.points.pointed(expr, frame.symbols) & (MOVED_BIT | UNKNOWN_BIT)
        return Pointer(opaque, self._text(opaque), inside=within)

    def _entry(self, expr: c_ast.ArrayRef, frame: Frame) -> Pointer | None:
        """An entry of a table of pointers, which the library loads if it knows the table."""
        place = self.address(expr, frame)
        fixed = all(self._effects.unchanged(expr, node, frame.symbols) for node in self._nodes)
        if place is None or place.levels or place.whole or has_counters(place.offset) or not fixed:
            return self._row(expr, frame)
        byte = c_ast.Constant("long int", "0L") if not place.offset else self.tree(place.offset)
        loaded = c_ast.FuncCall(c_ast.ID("__mrt_entry"), c_ast.ExprList([place.base, byte]))
        return Pointer(loaded, self._text(loaded), typed=False)

    def _row(self, expr: c_ast.ArrayRef, frame: Frame) -> Pointer | None:
        """An entry of a table of pointers that the nodes leave as it is; any one of its tables' entries."""
        table = self.pointer(expr.name, frame)
        points, symbols = self._effects.points, frame.symbols
        written = 0
        for node in self._nodes:
            written |= self._effects.of(node, self._outer.symbols).writes
        if table is None or table.whole or points.located(expr, symbols) & (written | UNKNOWN_BIT):
            return None
        if not table.levels and points.pointed(expr.name, symbols) & MOVED_BIT:
            return None
        place = None if table.levels else self.address(expr, frame)
        entry = None if place is None or place.whole or place.text != table.text else place.offset
        return replace(table, offset=ZERO, text=f"rows {table.text}", levels=table.levels + 1, entry=entry)

    def _moved(self, expr: c_ast.BinaryOp, frame: Frame) -> Pointer | None:
        base, by = expr.left, expr.right
        if not isinstance(decay(frame.symbols.type_of(base)), PointerType):
            base, by = by, base
        of = decay(frame.symbols.type_of(base))
        if not isinstance(of, PointerType) or (expr.op == "-" and base is expr.right):
            return None
        return self._shifted(self.pointer(base, frame), by, of.target, frame, 1 if expr.op == "+" else -1)

    def _shifted(
        self, pointer: Pointer | None, by: c_ast.Node, element: CType, frame: Frame, sign: int = 1
    ) -> Pointer | None:
        if pointer is None or pointer.whole or (pointer.levels and pointer.entry is None):
            return pointer
        number = self._integer(by, frame)
        size = None if number is None else self.size(element, frame)
        if number is None or size is None:
            return replace(pointer, offset=ZERO, entry=None) if pointer.levels else pointer.somewhere()
        return replace(pointer, offset=pointer.offset + constant(sign) * number.value * size)

    def address(self, lvalue: c_ast.Node, frame: Frame) -> Pointer | None:
        """Where an object is."""
        symbols = frame.symbols
        match lvalue:
            case c_ast.ID():
                symbol = symbols.symbol(lvalue)
                if symbol is None or symbol in frame.values or not self._visible(symbol, frame):
                    return None
                base: c_ast.Node = c_ast.ID(symbol.name)
                base = base if isinstance(symbol.type, ArrayType) else c_ast.UnaryOp("&", base)
                return Pointer(base, self._text(base), inside=True)
            case c_ast.ArrayRef():
                of = decay(symbols.type_of(lvalue.name))
                if isinstance(of, PointerType):
                    return self._shifted(self.pointer(lvalue.name, frame), lvalue.subscript, of.target, frame)
            case c_ast.StructRef():
                of = symbols.type_of(lvalue.name)
                outer = (self.address if lvalue.type == "." else self.pointer)(lvalue.name, frame)
                struct = decay(of).target if isinstance(decay(of), PointerType) else of  # type: ignore[attr-defined]
                member = symbols.member(struct, lvalue.field.name) if isinstance(struct, StructType) else None
                if outer is None or member is None or member.offset is None or outer.levels:
                    return None
                if outer.whole:
                    return outer
                return replace(outer, offset=outer.offset + constant(member.offset), typed=False)
            case c_ast.UnaryOp(op="*"):
                return self.pointer(lvalue.expr, frame)
        return None

    def size(self, of: CType, frame: Frame) -> Polynomial | None:
        """The bytes of a type; the extents of variable-length arrays must be variables that never change."""
        known = frame.symbols.constant_sizeof(of)
        if known is not None:
            return constant(known)
        if not isinstance(of, ArrayType):
            return None
        element = self.size(of.element, frame)
        if of.length is not None:
            length: Polynomial | None = constant(of.length)
        else:
            length = None if of.extent is None else self._extent(of.extent, frame)
        return None if element is None or length is None else element * length

    def _extent(self, extent: c_ast.Node, frame: Frame) -> Polynomial | None:
        known = frame.symbols.constant(extent)
        if known is not None:
            return constant(known)
        combined = arithmetic(extent, lambda operand: self._extent(operand, frame))
        if combined is not None:
            return combined
        symbol = frame.symbols.symbol(extent)
        if symbol is None or symbol.file_scope or symbol in changed(frame.function):
            return None
        number = self._integer(extent, frame)
        return None if number is None or not number.exact else number.value

    # ---- calls -----------------------------------------------------------------------------------------------

    def bound(self, function: Function, call: c_ast.FuncCall, frame: Frame) -> Frame | None:
        """A called function's parameters with the values of the arguments."""
        arguments = arguments_of(call)
        declared = decay(frame.symbols.type_of(call.name))
        of = declared.target if isinstance(declared, PointerType) else declared
        if len(arguments) != len(function.parameters) or not isinstance(of, FunctionType) or of.parameters is None:
            return None
        values: dict[Symbol, Value] = {}
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            to = decay(parameter.type)
            value: Value = None
            if isinstance(to, PointerType):
                pointer = self.pointer(argument, frame)
                same = _same_target(to, decay(frame.symbols.type_of(argument)))
                same = same and function.symbols.unit is frame.symbols.unit
                value = None if pointer is None else replace(pointer, typed=pointer.typed and same)
            elif isinstance(integer_of(to), IntType) and self._is_integer(argument, frame):
                value = self.converted(self.number(argument, frame), argument, to, frame)
            values[parameter] = None if parameter in pointed(function) else value
        return Frame(function, values, False, frame.depth + 1)

    def _returned(self, call: c_ast.FuncCall, frame: Frame) -> tuple[c_ast.Node, Frame] | None:
        """What a called function returns that declares integers at most before it does, and in which frame."""
        function = self._effects.graph.walkable(self._effects.graph.targets(call, frame.symbols))
        if function is None or frame.depth == DEEPEST:
            return None
        *before, last = function.definition.body.block_items or [None]
        if not isinstance(last, c_ast.Return) or last.expr is None:
            return None
        inside = self.bound(function, call, frame)
        if inside is None:
            return None
        for item in before:
            symbol = inside.symbols.symbol(item) if isinstance(item, c_ast.Decl) else None
            if symbol is None or not symbol.is_automatic or symbol in pointed(function):
                return None
            known = item.init is not None and isinstance(integer_of(symbol.type), IntType)
            number = self._integer(item.init, inside) if known else None
            inside.values[symbol] = self.converted(number, item.init, symbol.type, inside)
        return last.expr, inside

    # ---- expressions as they are -----------------------------------------------------------------------------

    def _opaque(self, expr: c_ast.Node, frame: Frame) -> c_ast.Node | None:
        """An expression in names that hold before the statement; None where its value may be another there."""
        if not all(self._effects.unchanged(expr, node, frame.symbols) for node in self._nodes) and not (
            isinstance(expr, c_ast.ID) and self._keeps(frame.symbols.symbol(expr), frame)
        ):
            return None
        return self._named(expr, frame)

    def _keeps(self, symbol: Symbol | None, frame: Frame) -> bool:
        """Whether a variable has its first value as long as no assignment has been seen."""
        return (
            symbol is not None
            and frame.outer
            and not symbol.file_scope
            and symbol.is_automatic
            and symbol not in pointed(frame.function)
        )

    def _named(self, expr: c_ast.Node, frame: Frame) -> c_ast.Node | None:
        symbols = frame.symbols
        if isinstance(expr, c_ast.ID):
            symbol = symbols.symbol(expr)
            if symbol is None:
                return None
            if symbol.value is not None:
                return c_ast.Constant("int", str(symbol.value))
            if symbol not in frame.values:
                return c_ast.ID(symbol.name) if self._visible(symbol, frame) else None
            value = frame.values[symbol]
            if isinstance(value, Pointer):
                itself = value.typed and not value.offset and not value.levels and not value.whole
                return value.base if itself else None
            if not isinstance(value, Number) or not value.exact or has_counters(value.value):
                return None
            of = integer_of(symbol.type)
            return host_cast(of.name, self.tree(value.value)) if isinstance(of, IntType) else None
        if isinstance(expr, c_ast.Constant):
            return clone(expr)
        if isinstance(expr, c_ast.StructRef) and isinstance(expr.name, c_ast.UnaryOp) and expr.name.op == "&":
            return self._named(c_ast.StructRef(expr.name.expr, ".", expr.field), frame)  # (&a)->n is a.n
        if not isinstance(expr, _PLAIN) or (
            isinstance(expr, c_ast.UnaryOp) and expr.op in (*INCREMENTS, "&", "sizeof")
        ):
            return None
        made = clone(expr)
        for name in ("left", "right", "expr", "name", "subscript", "cond", "iftrue", "iffalse"):
            part = getattr(expr, name, None)
            if isinstance(part, c_ast.Node):
                named = self._named(part, frame)
                if named is None:
                    return None
                setattr(made, name, named)
        return made if self._may_be_evaluated(expr, made, frame) else None

    def _may_be_evaluated(self, expr: c_ast.Node, made: c_ast.Node, frame: Frame) -> bool:
        """Whether evaluating an expression before the statement can't fail where the statement doesn't."""
        if isinstance(expr, c_ast.BinaryOp):
            return expr.op not in ("/", "%") or self.certain or bool(frame.symbols.constant(expr.right))
        pointer: c_ast.Node = made
        if isinstance(made, c_ast.StructRef) and made.type == "->":
            pointer = made.name
        elif isinstance(made, c_ast.UnaryOp) and made.op == "*":
            pointer = made.expr
        elif isinstance(expr, c_ast.ArrayRef):
            of, index = frame.symbols.type_of(expr.name), frame.symbols.constant(expr.subscript)
            if (
                isinstance(of, ArrayType)
                and of.length is not None
                and index is not None
                and 0 <= index < of.length
            ):
                return True
        else:
            return True
        if isinstance(pointer, c_ast.UnaryOp) and pointer.op == "&":
            return True  # an object has its address in any case
        if isinstance(pointer, c_ast.ID) and self._outer.symbols.lookup(pointer.name, self._at) in self._accessed:
            return True
        text = self._text(pointer)
        if self.certain:
            self._safe.add(text)
        return text in self._safe

    @contextmanager
    def inside(self) -> Iterator[None]:
        """For the body of a loop: what is loaded there for certain is so only where the loop has an iteration."""
        before = set(self._safe)
        yield
        self._safe = before

    def evaluated(self, place: c_ast.StructRef, frame: Frame) -> None:
        """A member is accessed now: what leads to it may be loaded through before, if that is certain."""
        if self.certain and place.type == "->":
            named = self._opaque(place.name, frame)
            if named is not None:
                self._safe.add(self._text(named))

    def _visible(self, symbol: Symbol, frame: Frame) -> bool:
        """Whether a name means the same before the statement."""
        if symbol.kind not in (Kind.VARIABLE, Kind.PARAMETER) or not (frame.outer or symbol.file_scope):
            return False
        found = self._outer.symbols.lookup(symbol.name, self._at)
        return found is not None and symbol_key(found) == symbol_key(symbol) and not symbol.type.volatile

    def _atom(self, node: c_ast.Node) -> str:
        text = self._text(node)
        self.atoms.setdefault(text, node)
        return text

    def _text(self, node: c_ast.Node) -> str:
        return str(self._printer.visit(node))

    # ---- back to C ---------------------------------------------------------------------------------------------

    def tree(self, value: Polynomial) -> c_ast.Node:
        """A polynomial without counters as an expression of type long."""
        made: c_ast.Node | None = None
        for key, factor in value:
            term: c_ast.Node | None = None
            for atom in key:
                assert isinstance(atom, str), "there are no quotients in it"
                part = host_cast("long", clone(self.atoms[atom]))
                term = part if term is None else c_ast.BinaryOp("*", term, part)
            if term is None:
                term = _literal(abs(factor))
            elif abs(factor) != 1:
                term = c_ast.BinaryOp("*", term, _literal(abs(factor)))
            made = total(made, term, negative=factor < 0)
        return _literal(0) if made is None else made


def _literal(value: int) -> c_ast.Node:
    return c_ast.Constant("long int", f"{value}L")


def _same_target(one: CType, other: CType) -> bool:
    """Whether two pointers lead to the same structure."""
    if not isinstance(one, PointerType) or not isinstance(other, PointerType):
        return False
    left, right = one.target, other.target
    return isinstance(left, StructType) and isinstance(right, StructType) and left.tag == right.tag
