"""`__builtin_add_overflow` and its like: a result in the type of a variable, and whether the true one is another.

The operands have up to 64 bits, the true result up to 128: `low` bits, and those above them.
"""

from __future__ import annotations

import re
from typing import Final

from pycparser import c_ast

from mapper.analysis.names.bitfields import bit_field
from mapper.analysis.names.types import decay, unqualified
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, ULONG, IntType, PointerType
from mapper.ir.trees.nodes import clone, has_effects
from mapper.translate.scope.functions import parsed_function
from mapper.translate.scope.part import Part

_NAME: Final = re.compile(r"__builtin_(?P<typed>[su])?(?P<does>add|sub|mul)(l|ll)?_overflow(?P<asks>_p)?")
_ABOVE: Final = {
    "add": ("+", "above_a + above_b + (low < a)"),
    "sub": ("-", "above_a - above_b - (a < b)"),
    "mul": ("*", "(long)(mul_hi(a, b) + (unsigned long)above_a * b + (unsigned long)above_b * a)"),
}
_ARGUMENTS: Final = 3
_MOST_BITS: Final = 64


class Overflow(Part):
    """Lowers the calls of these functions in one frame."""

    def call(self, name: str, arguments: list[c_ast.Node]) -> c_ast.Node | None:
        """The value of a call; None for other functions, and where the device has no such numbers."""
        known = _NAME.fullmatch(name)
        if known is None or len(arguments) != _ARGUMENTS or any(map(has_effects, arguments)):
            return None
        left, right, result = arguments
        into = decay(self.expressions.type_of(result))
        if not known["asks"]:
            into = into.target if isinstance(into, PointerType) else into
        into = unqualified(into)
        if not isinstance(into, IntType) or into.bits > _MOST_BITS:
            return None
        operands = [self._operand(each, into if known["typed"] else None) for each in (left, right)]
        if None in operands:
            return None
        member = bit_field(result, self.frame.symbols) if isinstance(result, c_ast.StructRef) else None
        bits = into.bits if member is None or member.bits is None else member.bits
        operator, above = _ABOVE[known["does"]]
        helper = f"mapper_{known['does']}_overflow"
        self.frame.scope.helpers.setdefault(helper, parsed_function(_source(helper, operator, above)))
        given = [part for each in operands if each is not None for part in each]
        test = build.call(helper, *given, build.integer(bits), build.integer(int(into.signed)))
        if known["asks"]:
            return test
        wrapped = c_ast.BinaryOp(operator, _unsigned(left), _unsigned(right), result.coord)
        store = self.expressions.value(build.assign(build.pointee(result), wrapped))
        stores = (c_ast.ExprList([store, build.integer(1)]), c_ast.ExprList([clone(store), build.integer(0)]))
        return c_ast.TernaryOp(test, *stores)

    def _operand(self, node: c_ast.Node, of: IntType | None) -> tuple[c_ast.Node, c_ast.Node] | None:
        """The lower bits of an operand and those above, in the type `of` if it is converted."""
        ctype, value = self.expressions.value_type(node), self.expressions.value(node)
        if not isinstance(ctype, IntType) or ctype.bits > _MOST_BITS:
            return None
        if of is not None and of != ctype:
            ctype, value = of, build.cast(of, value)
        above = build.binary(">>", build.cast(LONG, clone(value)), build.integer(_MOST_BITS - 1))
        return build.cast(ULONG, value), above if ctype.signed else build.integer(0)


def _source(name: str, operator: str, above: str) -> str:
    """The function that tells whether a result does not fit into `bits` bits."""
    return (
        f"int {name}(unsigned long a, long above_a, unsigned long b, long above_b, int bits, int is_signed) {{"
        f" unsigned long low = a {operator} b; long high = {above};"
        " if (is_signed) return (long)low >> (bits - 1) != high || high >> 63 != high;"
        " return high != 0 || (bits < 64 && low >> (bits & 63) != 0); }"
    )


def _unsigned(node: c_ast.Node) -> c_ast.Cast:
    """`(unsigned long)node`, in the names of the source: arithmetic that wraps, in the type that is the widest."""
    of = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["unsigned", "long"]))
    return c_ast.Cast(c_ast.Typename(None, [], None, of), node, node.coord)
