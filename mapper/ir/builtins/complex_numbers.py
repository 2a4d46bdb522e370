"""Complex numbers in kernels: the functions that compute with them, as C text.

A complex number is a structure of two numbers (`mapper.ir.trees.ctypes.ComplexType`), aligned as one of them.
The functions do what GCC's code does without `-fcx-limited-range`: operands that are real stay real, and a product
that is not a number in both parts is computed again, as C11, G.5.1, says.
"""

from __future__ import annotations

import re
from typing import Final

from mapper.ir.trees.build import complex_tag
from mapper.ir.trees.ctypes import INT, ComplexType, CType, FloatType

PREFIX: Final = "mrt_complex_"
"""What the names of the functions begin with."""
RARE: Final = f"{PREFIX}infinite_"
"""What the name of a function begins with that runs for infinite operands only."""

_MADE: Final = {
    "of": ("T p, T q", "p", "q"),
    "add": ("S a, S b", "a.re + b.re", "a.im + b.im"),
    "subtract": ("S a, S b", "a.re - b.re", "a.im - b.im"),
    "add_real": ("S a, T p", "p + a.re", "a.im"),
    "subtract_real": ("S a, T p", "a.re - p", "a.im"),
    "subtract_from_real": ("S a, T p", "p - a.re", "-a.im"),
    "multiply_real": ("S a, T p", "p * a.re", "p * a.im"),
    "divide_real": ("S a, T p", "a.re / p", "a.im / p"),
    "negate": ("S a", "-a.re", "-a.im"),
    "conjugate": ("S a", "a.re", "-a.im"),
    "convert": ("O o", "(T)o.re", "(T)o.im"),
}
_ASKED: Final = {
    "equal": ("int", "S a, S b", "a.re == b.re && a.im == b.im"),
    "nonzero": ("int", "S a", "a.re != 0 || a.im != 0"),
    "absolute": ("T", "S a", "hypot(a.re, a.im)"),
    "argument": ("T", "S a", "atan2(a.im, a.re)"),
}
_INFINITE: Final = """S R(S z, T p, T q, T r, T s)
{
  const T zero = 0, one = 1;
  int again = 0;
  if (isinf(p) || isinf(q)) {
    p = copysign(isinf(p) ? one : zero, p);
    q = copysign(isinf(q) ? one : zero, q);
    if (isnan(r)) r = copysign(zero, r);
    if (isnan(s)) s = copysign(zero, s);
    again = 1;
  }
  if (isinf(r) || isinf(s)) {
    r = copysign(isinf(r) ? one : zero, r);
    s = copysign(isinf(s) ? one : zero, s);
    if (isnan(p)) p = copysign(zero, p);
    if (isnan(q)) q = copysign(zero, q);
    again = 1;
  }
  if (!again && (isinf(p * r) || isinf(q * s) || isinf(p * s) || isinf(q * r))) {
    if (isnan(p)) p = copysign(zero, p);
    if (isnan(q)) q = copysign(zero, q);
    if (isnan(r)) r = copysign(zero, r);
    if (isnan(s)) s = copysign(zero, s);
    again = 1;
  }
  if (again) {
    z.re = (T)INFINITY * (p * r - q * s);
    z.im = (T)INFINITY * (p * s + q * r);
  }
  return z;
}"""
_MULTIPLY: Final = """S N(S a, S b)
{
  S z;
  z.re = a.re * b.re - a.im * b.im;
  z.im = a.re * b.im + a.im * b.re;
  if (isnan(z.re) && isnan(z.im)) z = R(z, a.re, a.im, b.re, b.im);
  return z;
}"""
_COMPLEX, _REAL, _INTEGER = ("a", "b", "z", "o"), ("p", "q", "r", "s", "zero", "one"), ("again",)
_WORD: Final = re.compile(r"\b(?:[STNRO]|a|b|z|o|p|q|r|s|zero|one|again)\b")


def function(operation: str, part: FloatType) -> str:
    """The name of the function for an operation on complex numbers with such parts."""
    return f"{PREFIX}{operation}_{part.name}"


def sources(operation: str, part: FloatType) -> dict[str, str]:
    """The C text of a function, behind that of what it calls, by name."""
    name = function(operation, part)
    other = "float" if part.bits == 64 else "double"
    words = {"S": f"struct {complex_tag(ComplexType(part))}", "T": part.name, "N": name, "R": RARE + part.name}
    words["O"] = f"struct {complex_tag(ComplexType(FloatType(other, 0)))}"
    words |= {word: _variable(word, part) for word in (*_COMPLEX, *_REAL, *_INTEGER)}

    def text(template: str) -> str:
        return _WORD.sub(lambda match: words[match[0]], template)

    if operation == "multiply":
        return {words["R"]: text(_INFINITE), name: text(_MULTIPLY)}
    if operation in _ASKED:
        result, parameters, value = _ASKED[operation]
        return {name: text(f"{result} N({parameters}) {{ return {value}; }}")}
    parameters, real, imaginary = _MADE[operation]
    return {name: text(f"S N({parameters}) {{ S z; z.re = {real}; z.im = {imaginary}; return z; }}")}


def variables(part: FloatType) -> dict[str, CType]:
    """The parameters and variables of the functions, with their types."""
    other = FloatType("float", 32) if part.bits == 64 else FloatType("double", 64)
    found: dict[str, CType] = {_variable(word, part): ComplexType(part) for word in _COMPLEX}
    found |= {_variable("o", part): ComplexType(other)}
    found |= {_variable(word, part): part for word in _REAL}
    return found | {_variable(word, part): INT for word in _INTEGER}


def _variable(word: str, part: FloatType) -> str:
    return f"mrt_{word}_{part.name}"
