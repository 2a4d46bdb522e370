"""Complex numbers: their operators and functions as calls of the device's own (`ir/builtins/complex_numbers.py`).

The rules are those of GCC, which leaves a real operand of `+`, `-`, `*` and of a division by it as it is.
"""

from __future__ import annotations

import re
from typing import Final, NoReturn

from pycparser import c_ast

from mapper.analysis.names.types import is_arithmetic, unqualified, usual
from mapper.frontend.gnu.markers import IMAGINARY
from mapper.ir.builtins.complex_numbers import function, sources, variables
from mapper.ir.program.kernel import READ_WRITE, Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    DOUBLE,
    FLOAT,
    IMAGINARY_PART,
    REAL_PART,
    ComplexType,
    CType,
    FloatType,
    IntType,
    VoidType,
)
from mapper.ir.trees.nodes import has_effects, walk
from mapper.translate.lowering.numbers.booleans import is_bool
from mapper.translate.scope.functions import parsed_function
from mapper.translate.scope.part import Part

_BOTH: Final = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}
_BY_REAL: Final = {"+": "add_real", "-": "subtract_real", "*": "multiply_real", "/": "divide_real"}
_FROM_REAL: Final = {"+": "add_real", "-": "subtract_from_real", "*": "multiply_real"}
_CALLS: Final = {
    "conj": "conjugate",
    "cabs": "absolute",
    "carg": "argument",
    "cproj": "projection",
    "cexp": "exponential",
    "csqrt": "root",
    "clog": "logarithm",
    "cpow": "power",
}
_GCC: Final = re.compile(r"^#define __GNUC__ (\d+)$", re.MULTILINE)
_CLANG: Final = re.compile(r"^#define __clang__ ", re.MULTILINE)
_FIRST_GCC: Final = 12
_PARTS: Final = {"__real__": REAL_PART, "__imag__": IMAGINARY_PART, "creal": REAL_PART, "cimag": IMAGINARY_PART}


class ComplexNumbers(Part):
    """Lowers what one frame does with complex numbers."""

    def is_complex(self, *nodes: c_ast.Node) -> bool:
        """Whether one of some expressions has a complex value."""
        return any(isinstance(self.expressions.value_type(node), ComplexType) for node in nodes)

    # ---- conversions -------------------------------------------------------------------------------------------

    def converted(self, node: c_ast.Node, target: CType) -> c_ast.Node:
        """The value of an expression as a `target`, where one of both is complex."""
        imaginary = _imaginary(node)
        if imaginary is not None and isinstance(target, ComplexType):
            return self._call("of", self._part(target, node), build.integer(0), imaginary)
        return self._conversion(self.expressions.value(node), self.expressions.value_type(node), target, node)

    def _conversion(self, lowered: c_ast.Node, given: CType, target: CType, node: c_ast.Node) -> c_ast.Node:
        target, given = unqualified(target), unqualified(given)
        if target == given:
            return lowered
        if isinstance(target, ComplexType):
            part = self._part(target, node)
            if isinstance(given, ComplexType):
                return self._call("convert", part, lowered)
            if not is_arithmetic(given):
                self._refuse("another type is made a complex number", node)
            return self._call("of", part, self._real(lowered, given, part), build.integer(0))
        assert isinstance(given, ComplexType)
        if is_bool(target):
            return self._call("nonzero", self._part(given, node), lowered)
        if not is_arithmetic(target):
            self._refuse("a complex number is made another type", node)
        return self._real(_member(lowered, REAL_PART), given.part, target)

    def cast(self, node: c_ast.Node, target: CType) -> c_ast.Node:
        """A cast from or to a complex type."""
        return self.expressions.value(node) if isinstance(target, VoidType) else self.converted(node, target)

    @staticmethod
    def _real(lowered: c_ast.Node, given: CType, target: CType) -> c_ast.Node:
        return lowered if given == target else build.cast(target, lowered)

    def truth(self, node: c_ast.Node) -> c_ast.Node:
        """Whether a complex value is not zero."""
        return self._call(
            "nonzero", self._part(self.expressions.value_type(node), node), self.expressions.value(node)
        )

    # ---- operators ---------------------------------------------------------------------------------------------

    def unary(self, node: c_ast.UnaryOp) -> c_ast.Node:
        """`+z`, `-z`, `!z`, and `~z`, which is the conjugate."""
        part = self._part(self.expressions.value_type(node.expr), node)
        if node.op == "!":
            return c_ast.UnaryOp("!", self.truth(node.expr))
        lowered = self.expressions.value(node.expr)
        return (
            lowered if node.op == "+" else self._call("negate" if node.op == "-" else "conjugate", part, lowered)
        )

    def binary(self, node: c_ast.BinaryOp) -> c_ast.Node:
        """An operator of which an operand is complex."""
        types = [self.expressions.value_type(side) for side in (node.left, node.right)]
        common = usual(*types)
        if not isinstance(common, ComplexType):
            self._refuse("a complex number and another type are operands", node)
        if _imaginary(node) is not None:
            return self.converted(node, common)
        part, op = self._part(common, node), node.op
        if op in ("==", "!="):
            same = self._call("equal", part, *(self.converted(side, common) for side in (node.left, node.right)))
            return same if op == "==" else c_ast.UnaryOp("!", same)
        complexes = [isinstance(each, ComplexType) for each in types]
        if (all(complexes) and op in _BOTH) or (op == "/" and complexes[1]):
            if op in ("*", "/") and self._is_constant(node.left) and self._is_constant(node.right):
                self._refuse("compilers multiply and divide two complex constants in other precision", node)
            if op == "/":
                self._check_quotients(part, node)
            sides = [self.converted(side, common) for side in (node.left, node.right)]
            return self._call(_BOTH[op], part, *sides)
        names = _BY_REAL if complexes[0] else _FROM_REAL
        if op not in names:
            self._refuse("this operator has no meaning for complex numbers", node)
        number, real = (node.left, node.right) if complexes[0] else (node.right, node.left)
        value = self._real(self.expressions.value(real), unqualified(types[complexes[0]]), part)
        return self._call(names[op], part, self.converted(number, common), value)

    def _check_quotients(self, part: FloatType, node: c_ast.Node) -> None:
        """Raise `Refused` where the library of the C compiler divides in another way."""
        text = self.frame.scope.unit.preprocessed
        version = _GCC.search(text)
        if version is None or int(version[1]) < _FIRST_GCC or _CLANG.search(text) is not None:
            self._refuse(
                "only GCC's library since version 12 is known to divide by a complex number as the device does",
                node,
            )
        if part == FLOAT:
            self.frame.scope.types.use(DOUBLE, self.frame.symbols, self.frame.where(node))

    def _is_constant(self, node: c_ast.Node) -> bool:
        names = (part.name for part in walk(node) if isinstance(part, c_ast.ID))
        return all(name == IMAGINARY for name in names)

    def assignment(self, node: c_ast.Assignment) -> c_ast.Node:
        """`z op= e`, of which one is complex."""
        if has_effects(node.lvalue):
            self._refuse("a complex number is updated at a place that changes", node)
        target = self.expressions.type_of(node.lvalue)
        value = self.expressions.converted(
            c_ast.BinaryOp(node.op[:-1], node.lvalue, node.rvalue, node.coord), unqualified(target)
        )
        return build.assign(self.expressions.object(node.lvalue, READ_WRITE), value)

    def part(self, node: c_ast.StructRef, access: Access) -> c_ast.Node:
        """`__real__ z` or `__imag__ z`, used as `access` says."""
        of = self.expressions.type_of(node.name)
        if not isinstance(of, ComplexType):
            self._refuse("a part of a real number is asked for", node)
        self._part(of, node)
        return _member(self.expressions.object(node.name, access), _PARTS[node.field.name])

    # ---- functions ---------------------------------------------------------------------------------------------

    def call(self, name: str, arguments: list[c_ast.Node]) -> c_ast.Node | None:
        """A call of a function of complex.h, or of GCC's; None for others."""
        plain = name.removeprefix("__builtin_")
        if name == "__builtin_complex" and len(arguments) == 2:
            of = self.expressions.value_type(arguments[0])
            if of in (FLOAT, DOUBLE) and isinstance(of, FloatType):
                return self._call("of", of, *map(self.expressions.value, arguments))
        part = FLOAT if plain.endswith("f") else DOUBLE
        plain = plain.removesuffix("f")
        if len(arguments) != (2 if plain == "cpow" else 1) or not (plain in _CALLS or plain in ("creal", "cimag")):
            return None
        values = [self.expressions.converted(each, ComplexType(part)) for each in arguments]
        self._part(ComplexType(part), arguments[0])
        return self._call(_CALLS[plain], part, *values) if plain in _CALLS else _member(values[0], _PARTS[plain])

    # ---- the device's functions --------------------------------------------------------------------------------

    def _call(self, operation: str, part: FloatType, *arguments: c_ast.Node) -> c_ast.Node:
        scope = self.frame.scope
        scope.types.use_complex(part)
        for name, text in sources(operation, part).items():
            if name not in scope.helpers:
                scope.helpers[name] = parsed_function(text)
        if operation == "convert":
            scope.types.use_complex(DOUBLE if part == FLOAT else FLOAT)
        scope.symbol_types |= variables(part)
        return build.call(function(operation, part), *arguments)

    def _part(self, ctype: CType, node: c_ast.Node) -> FloatType:
        """What the parts of a complex type are, which the device must have."""
        self.frame.scope.types.use(ctype, self.frame.symbols, self.frame.where(node))
        assert isinstance(ctype, ComplexType)
        assert not isinstance(ctype.part, IntType)
        return ctype.part

    def _refuse(self, reason: str, node: c_ast.Node) -> NoReturn:
        self.frame.refuse("K007", reason, node)


def _imaginary(node: c_ast.Node) -> c_ast.Node | None:
    """The imaginary part of a constant that has no other: of `2.0i`, a multiple of the unit."""
    if isinstance(node, c_ast.ID) and node.name == IMAGINARY:
        return build.integer(1)
    match node:
        case c_ast.BinaryOp(op="*", left=c_ast.Constant() as number, right=c_ast.ID(name=name)) if (
            name == IMAGINARY
        ):
            return c_ast.Constant(number.type, number.value)
    return None


def _member(lowered: c_ast.Node, name: str) -> c_ast.Node:
    if isinstance(lowered, c_ast.UnaryOp) and lowered.op == "*":
        return c_ast.StructRef(lowered.expr, "->", build.identifier(name))
    return c_ast.StructRef(lowered, ".", build.identifier(name))
