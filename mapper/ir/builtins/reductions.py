"""What the operators of reductions mean, as text for the device."""

from __future__ import annotations

from mapper.diagnostics import InternalError
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, FloatType, IntType


def identity(operator: str, ctype: CType) -> str:
    """The value that changes nothing (OpenMP 3.1, table 2.9.3.6), as a constant of the type."""
    if operator in ("max", "min"):
        return _extreme(operator, ctype)
    if operator in ("*", "&&"):
        return "1"
    return "~0" if operator == "&" else "0"


def _extreme(operator: str, ctype: CType) -> str:
    """The least value of a type for `max`, the greatest for `min`."""
    if isinstance(ctype, FloatType):
        name = build.device_name(ctype)
        return f"({name}){'-' if operator == 'max' else ''}INFINITY"
    if not isinstance(ctype, IntType):
        raise InternalError("emit", f"a reduction over {ctype}")
    if not ctype.signed:
        return "0" if operator == "max" else f"({build.device_name(ctype)})~0UL"
    word = {8: "SCHAR", 16: "SHRT", 32: "INT", 64: "LONG"}[ctype.bits]
    return f"{word}_{'MIN' if operator == 'max' else 'MAX'}"


def is_exact(operator: str, ctype: CType) -> bool:
    """Whether the result is the same in whatever order values are combined."""
    return isinstance(ctype, IntType) or (isinstance(ctype, FloatType) and operator in ("max", "min"))


def combine(operator: str, left: str, right: str) -> str:
    """`left OPERATOR right` on simple operands."""
    if operator in ("max", "min"):
        relation = ">" if operator == "max" else "<"
        return f"{right} {relation} {left} ? {right} : {left}"
    return f"{left} {'+' if operator == '-' else operator} {right}"
