"""Complex numbers in kernels: the functions that compute with them, as C text.

A complex number is a structure of two numbers (`mapper.ir.trees.ctypes.ComplexType`), aligned as one of them.
The functions do what GCC's code does without `-fcx-limited-range`: operands that are real stay real, and a product
or quotient that is no number in both parts is computed again, as C11, G.5.1, says.  Quotients are those of GCC's
library since version 12: of `float` parts by `double` ones, otherwise after M. Baudin and R. L. Smith, "A
Robust Complex Division in Scilab" (2012), with operands scaled away from the ends of the range.  The values of
`cexp`, `csqrt` and `cproj` at infinities, zeros and what is no number are those of C11, G.6 and 7.3.9.5; `clog`
computes `x * x + y * y - 1` with twice the digits where that may be nearly 0.
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
_NO_QUOTIENT: Final = """S R(S z, T p, T q, T r, T s)
{
  const T zero = 0, one = 1;
  if (r == 0 && s == 0 && (!isnan(p) || !isnan(q))) {
    z.re = copysign((T)INFINITY, r) * p;
    z.im = copysign((T)INFINITY, r) * q;
  } else if ((isinf(p) || isinf(q)) && isfinite(r) && isfinite(s)) {
    p = copysign(isinf(p) ? one : zero, p);
    q = copysign(isinf(q) ? one : zero, q);
    z.re = (T)INFINITY * (p * r + q * s);
    z.im = (T)INFINITY * (q * r - p * s);
  } else if ((isinf(r) || isinf(s)) && isfinite(p) && isfinite(q)) {
    r = copysign(isinf(r) ? one : zero, r);
    s = copysign(isinf(s) ? one : zero, s);
    z.re = zero * (p * r + q * s);
    z.im = zero * (q * r - p * s);
  }
  return z;
}"""
_DIVIDE: Final = {
    32: """S N(S a, S b)
{
  S z;
  const double w = (double)b.re * b.re + (double)b.im * b.im;
  z.re = (T)(((double)a.re * b.re + (double)a.im * b.im) / w);
  z.im = (T)(((double)a.im * b.re - (double)a.re * b.im) / w);
  if (isnan(z.re) && isnan(z.im)) z = R(z, a.re, a.im, b.re, b.im);
  return z;
}""",
    64: """S N(S a, S b)
{
  S z;
  const int again = fabs(b.re) < fabs(b.im);
  T p = again ? a.im : a.re, q = again ? a.re : a.im, r = again ? b.im : b.re, s = again ? b.re : b.im, t = 1, u;
  if (fabs(r) >= MAX / 2) { p /= 2; q /= 2; r /= 2; s /= 2; }
  u = MAX / 2 * EPSILON;
  if (fabs(r) < EPSILON) t = 1 / EPSILON;
  else if (fabs(r) < u && ((fabs(p) < MIN && fabs(q) < u) || (fabs(q) < MIN && fabs(p) < u))) t = 1 / EPSILON;
  p *= t; q *= t; r *= t; s *= t;
  t = s / r;
  u = s * t + r;
  if (fabs(t) > MIN) {
    z.re = (q * t + p) / u;
    z.im = (again ? p * t - q : q - p * t) / u;
  } else {
    z.re = (s * (q / r) + p) / u;
    z.im = (again ? s * (p / r) - q : q - s * (p / r)) / u;
  }
  if (isnan(z.re) && isnan(z.im)) z = again ? R(z, q, p, s, r) : R(z, p, q, r, s);
  return z;
}""",
}
_PROJECTION: Final = """S N(S a)
{
  if (isinf(a.re) || isinf(a.im)) {
    a.re = INFINITY;
    a.im = copysign((T)0, a.im);
  }
  return a;
}"""
_NO_EXPONENTIAL: Final = """S R(S a)
{
  const T p = isnan(a.re) ? a.re : a.re < 0 ? (T)0 : (T)INFINITY, q = a.im;
  if (isfinite(a.re)) {
    a.re = a.im = q - q;
  } else if (!isfinite(q)) {
    a.re = p;
    a.im = p == 0 ? copysign(p, q) : q - q;
  } else if (q != 0) {
    a.re = isnan(p) ? p : copysign(p, cos(q));
    a.im = isnan(p) ? p : copysign(p, sin(q));
  } else {
    a.re = p;
  }
  return a;
}"""
_EXPONENTIAL: Final = """S N(S a)
{
  T p = a.re, r = cos(a.im), s = sin(a.im), t = LARGEST;
  int again;
  if (!isfinite(p) || !isfinite(a.im)) return R(a);
  for (again = 0; again < 2 && p > t; again++) {
    p -= t;
    r *= exp(t);
    s *= exp(t);
  }
  t = p > t ? MAX : exp(p);
  a.re = t * r;
  a.im = t * s;
  return a;
}"""
_NO_ROOT: Final = """S R(S a)
{
  if (isinf(a.im)) {
    a.re = INFINITY;
  } else if (isnan(a.re)) {
    a.im = a.re;
  } else if (isnan(a.im)) {
    if (isinf(a.re) && a.re < 0) {
      a.re = a.im;
      a.im = INFINITY;
    } else if (!isinf(a.re)) {
      a.re = a.im;
    }
  } else if (a.re < 0) {
    a.re = 0;
    a.im = copysign((T)INFINITY, a.im);
  } else {
    a.im = copysign((T)0, a.im);
  }
  return a;
}"""
_ROOT: Final = """S N(S a)
{
  T p = a.re, q = a.im, r, s, t = 1;
  if (!isfinite(p) || !isfinite(q)) return R(a);
  if (p == 0 && q == 0) {
    a.re = 0;
    return a;
  }
  if (fabs(p) > MAX / 4 || fabs(q) > MAX / 4) { p /= 4; q /= 4; t = 2; }
  else if (fabs(p) < MIN * 4 && fabs(q) < MIN * 4) { p /= EPSILON * EPSILON; q /= EPSILON * EPSILON; t = EPSILON; }
  r = hypot(p, q);
  s = sqrt((r + fabs(p)) / 2);
  r = fabs(q) / (2 * s);
  a.re = (p < 0 ? r : s) * t;
  a.im = copysign((p < 0 ? s : r) * t, q);
  return a;
}"""
_LOGARITHM: Final = """S N(S a)
{
  S z;
  T p = fmax(fabs(a.re), fabs(a.im)), q = fmin(fabs(a.re), fabs(a.im)), r, s, t, u;
  z.im = atan2(a.im, a.re);
  if (isnan(a.re) || isnan(a.im)) {
    z.re = isinf(a.re) || isinf(a.im) ? (T)INFINITY : (T)NAN;
  } else if (p > (T)0.5 && p < 2 && q < 2) {
    r = p * p;
    s = q * q;
    u = fma(p, p, -r) + fma(q, q, -s);
    r -= 1;
    t = r + s;
    p = t - r;
    u += (r - (t - p)) + (s - p);
    z.re = log1p(t + u) / 2;
  } else if (p > MAX / 2) {
    z.re = log(hypot(p / 2, q / 2)) + log((T)2);
  } else {
    z.re = log(hypot(p, q));
  }
  return z;
}"""
_POWER: Final = "S N(S a, S b) { return EXPONENTIAL(PRODUCT(b, LOGARITHM(a))); }"
_COMPLEX, _REAL, _INTEGER = ("a", "b", "z", "o"), (*"pqrstu", "zero", "one"), ("again",)
_WIDE: Final = "w"
_LIMITS: Final = {32: ("FLT", "88"), 64: ("DBL", "709")}
_OTHERS: Final = {"EXPONENTIAL": "exponential", "PRODUCT": "multiply", "LOGARITHM": "logarithm"}
_WORD: Final = re.compile(
    r"\b(?:[STNRO]|[abzopqrstuw]|zero|one|again|MAX|MIN|EPSILON|LARGEST|EXPONENTIAL|PRODUCT|LOGARITHM)\b"
)
_LONG: Final[dict[str, tuple[str, str | dict[int, str]]]] = {
    "multiply": (_INFINITE, _MULTIPLY),
    "divide": (_NO_QUOTIENT, _DIVIDE),
    "projection": ("", _PROJECTION),
    "exponential": (_NO_EXPONENTIAL, _EXPONENTIAL),
    "root": (_NO_ROOT, _ROOT),
    "logarithm": ("", _LOGARITHM),
    "power": ("", _POWER),
}
"""The text for operands that are infinite or no numbers, where there is one, and that of the function."""


def function(operation: str, part: FloatType) -> str:
    """The name of the function for an operation on complex numbers with such parts."""
    return f"{PREFIX}{operation}_{part.name}"


def sources(operation: str, part: FloatType) -> dict[str, str]:
    """The C text of a function, behind that of what it calls, by name."""
    name = function(operation, part)
    other = "float" if part.bits == 64 else "double"
    limits, largest = _LIMITS[part.bits]
    rare = f"{RARE}{part.name}" if operation == "multiply" else f"{RARE}{operation}_{part.name}"
    words = {"S": f"struct {complex_tag(ComplexType(part))}", "T": part.name, "N": name, "R": rare}
    words |= {"O": f"struct {complex_tag(ComplexType(FloatType(other, 0)))}", "LARGEST": largest}
    words |= {limit: f"{limits}_{limit}" for limit in ("MAX", "MIN", "EPSILON")}
    words |= {word: function(called, part) for word, called in _OTHERS.items()}
    words |= {word: _variable(word, part) for word in (*_COMPLEX, *_REAL, *_INTEGER, _WIDE)}

    def text(template: str) -> str:
        return _WORD.sub(lambda match: words[match[0]], template)

    found: dict[str, str] = {}
    if operation == "power":
        for called in _OTHERS.values():
            found |= sources(called, part)
    if operation in _LONG:
        special, usual = _LONG[operation]
        if special:
            found[rare] = text(special)
        return found | {name: text(usual if isinstance(usual, str) else usual[part.bits])}
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
    found |= {_variable(word, part): part for word in _REAL} | {_variable(_WIDE, part): FloatType("double", 64)}
    return found | {_variable(word, part): INT for word in _INTEGER}


def _variable(word: str, part: FloatType) -> str:
    return f"mrt_{word}_{part.name}"
