"""Constants of type `long double` that become `double`: GCC's `DBL_MAX` is `((double)1.797...e+308L)`."""

from __future__ import annotations

from pycparser import c_ast

MANTISSA = 64  # bits, on x86


def as_double(node: c_ast.Node) -> float | None:
    """The value of a decimal constant with the suffix L after conversion to `double`; None for all else."""
    if not isinstance(node, c_ast.Constant) or node.value[-1] not in "lL" or node.value[:2] in ("0x", "0X"):
        return None
    digits: str = node.value[:-1]
    if not set(digits) & set(".eE"):
        return None  # an integer
    from fractions import Fraction  # takes a while to import, and few programs have such constants

    exact = Fraction(digits)
    if exact == 0:
        return 0.0
    shift = MANTISSA - (exact.numerator.bit_length() - exact.denominator.bit_length())
    scale = Fraction(2) ** shift
    while exact * scale >= 2**MANTISSA:
        scale /= 2
    try:
        return float(Fraction(round(exact * scale)) / scale)
    except OverflowError:
        return None
