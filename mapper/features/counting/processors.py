"""What functions of the C library, and divisions of integers, cost a processor.

Measured with glibc 2.36 and gcc 12 on an x86-64 server, one call behind the other on arrays in the cache; `exp` of
doubles is one special operation, and an addition of integers one of theirs.
"""

from __future__ import annotations

from mapper.ir.trees.ctypes import CType, FloatType, IntType

DOUBLE = {
    **dict.fromkeys("sqrt native_sqrt half_sqrt".split(), 0.5),
    **dict.fromkeys("exp2 log log2".split(), 0.8),
    **dict.fromkeys("log10 cosh fmod expm1".split(), 1.3),
    **dict.fromkeys("sin cos atan acosh atanh".split(), 1.7),
    **dict.fromkeys("tan tanh sinh cbrt pow powr pown atan2 remainder asinh".split(), 2.1),
    **dict.fromkeys("erf erfc".split(), 2.5),
    "tgamma": 5.0,
}
"""Special operations of those that are not about one."""

FLOAT = {
    **dict.fromkeys("sqrt native_sqrt half_sqrt".split(), 0.3),
    **dict.fromkeys("exp exp2 log log2 log10 sin cos hypot".split(), 0.7),
    **dict.fromkeys("tan tanh atan2 sinh cosh".split(), 2.0),
    "tgamma": 5.0,
}
"""The same in single precision."""

QUOTIENT, BY_CONSTANT = 12.0, 4.0
"""Integer operations of a division or remainder: by a variable; by a constant, that is, by a multiplication."""


def special_operations(name: str, types: tuple[CType, ...]) -> float:
    """What a call of a function of the C library costs: its name on the device, and its arguments' types."""
    widths = [each.bits for each in types if isinstance(each, FloatType)]
    single = bool(widths) and max(widths) <= 32
    return (FLOAT if single else DOUBLE).get(name, 1.0)


def integer_operations(op: str, types: tuple[CType, ...], divisor: int | None) -> float:
    """What a binary operation costs, `op` without `=`; `divisor` is the right operand, if that is constant."""
    if op not in ("/", "%") or not all(isinstance(each, IntType) for each in types):
        return 1.0
    if divisor is None:
        return QUOTIENT
    return 1.0 if divisor > 0 and divisor & (divisor - 1) == 0 else BY_CONSTANT
