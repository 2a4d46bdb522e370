"""Which functions of the C library and of GCC the device has too, and the types of GCC's built-in functions.

What library functions do to memory is in `mapper.analysis.whole_program.library`.
Sources: C11 7.12 and 7.22, OpenCL C 1.2 (6.12.2, and 7.4 for the errors), GCC 12's manual (6.59).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from mapper.frontend.gnu.markers import (
    ASSEMBLY,
    COMPUTED_GOTO,
    LABEL_ADDRESS,
    OMITTED,
    OPAQUE,
    RANGE,
    STATEMENT_EXPRESSION,
)
from mapper.ir.trees.ctypes import (
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LDOUBLE,
    LLONG,
    LONG,
    UINT,
    ULLONG,
    ULONG,
    USHORT,
    VOID,
    CType,
    FloatType,
    IntType,
    PointerType,
)

# ---- functions that the device has -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeviceFunction:
    """How a C function is called in OpenCL C.

    Arguments are converted to `parameters` (None: the function is generic over float and double) and the result
    to `result`, as the C prototype says: OpenCL overloads by argument type, and its `abs` is unsigned.  `source`
    is the text of a helper function that the device code must define, where OpenCL has no function of the same
    meaning.
    """

    name: str
    result: CType
    parameters: tuple[CType, ...] | None
    source: str = ""


# lgamma is missing on purpose: OpenCL leaves its error undefined (`mapper.translate.library` has another).
_UNARY: Final = (
    "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp10 exp2 expm1 fabs floor log log10 log1p "
    "log2 logb rint round sin sinh sqrt tan tanh tgamma trunc"
).split()
_BINARY: Final = "atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder".split()
_COMPARISONS: Final = ("isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered")


def _math(suffix: str, of: FloatType) -> dict[str, DeviceFunction]:
    """The functions of math.h for one floating type: `suffix` is "" for double and "f" for float."""
    c = "double" if of is DOUBLE else "float"
    table = {name: DeviceFunction(name, of, (of,)) for name in _UNARY}
    table |= {name: DeviceFunction(name, of, (of, of)) for name in _BINARY}
    table["nearbyint"] = table["rint"]
    table["fma"] = DeviceFunction("fma", of, (of, of, of))
    table["ldexp"] = table["scalbn"] = DeviceFunction("ldexp", of, (of, INT))
    table["frexp"] = DeviceFunction("frexp", of, (of, PointerType(INT)))
    table["modf"] = DeviceFunction("modf", of, (of, PointerType(of)))
    table["remquo"] = DeviceFunction("remquo", of, (of, of, PointerType(INT)))
    helper = f"mapper_scalbln{suffix}"
    source = f"{c} {helper}({c} x, long n) {{ return ldexp(x, n > 9999 ? 9999 : n < -9999 ? -9999 : (int)n); }}"
    table["scalbln"] = DeviceFunction(helper, of, (of, LONG), source=source)
    for name, rounding in (("lrint", "rint"), ("llrint", "rint"), ("lround", "round"), ("llround", "round")):
        helper = f"mapper_{name}{suffix}"
        source = f"long {helper}({c} x) {{ return (long){rounding}(x); }}"
        table[name] = DeviceFunction(helper, LLONG if name.startswith("ll") else LONG, (of,), source=source)
    return {name + suffix: function for name, function in table.items()}


def _power(suffix: str, of: FloatType) -> DeviceFunction:
    """`__builtin_powi`: a power by repeated squaring, as GCC's own library computes it."""
    c, helper = "double" if of is DOUBLE else "float", f"mapper_powi{suffix}"
    source = (
        f"{c} {helper}({c} x, int n) {{ unsigned int m = n < 0 ? 0u - (unsigned int)n : (unsigned int)n;"
        f" {c} y = m & 1 ? x : 1; while (m >>= 1) {{ x *= x; if (m & 1) y *= x; }} return n < 0 ? 1 / y : y; }}"
    )
    return DeviceFunction(helper, of, (of, INT), source=source)


# Networks have the highest byte first.
_NETWORK: Final = {16: ("htons", "ntohs"), 32: ("htonl", "ntohl")}

# Shifts alone, which mean the same in every version of OpenCL C.
_SWAPPED: Final = (
    (16, "unsigned short", USHORT, "(unsigned short)(x << 8 | x >> 8)"),
    (32, "unsigned int", UINT, "x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24"),
    (
        64,
        "unsigned long",
        ULONG,
        " | ".join(
            [
                *(f"(x & {0xFF << 8 * byte:#x}UL) << {56 - 16 * byte}" for byte in range(4)),
                *(f"(x >> {8 + 16 * byte} & {0xFF << 8 * (3 - byte):#x}UL)" for byte in range(4)),
            ]
        ),
    ),
)


def _bits(suffix: str, unsigned: IntType, signed: IntType) -> dict[str, DeviceFunction]:
    """GCC's functions that find and count bits, beside those that OpenCL C has, too."""
    c = "unsigned int" if unsigned == UINT else "unsigned long"
    last = "(int)popcount(~x & (x - 1))"  # the zeros below the lowest one
    helpers = {"ctz": last, "ffs": f"x != 0 ? {last} + 1 : 0", "parity": "(int)(popcount(x) & 1)"}
    found = {}
    for name, value in helpers.items():
        helper = f"mapper_{name}{suffix}"
        source = f"int {helper}({c} x) {{ return {value}; }}"
        found[f"__builtin_{name}{suffix}"] = DeviceFunction(helper, INT, (unsigned,), source=source)
    helper, c = f"mapper_clrsb{suffix}", "int" if signed == INT else "long"
    source = f"int {helper}({c} x) {{ return (int)clz(x ^ x >> {signed.bits - 1}) - 1; }}"
    found[f"__builtin_clrsb{suffix}"] = DeviceFunction(helper, INT, (signed,), source=source)
    return found


def _device_functions() -> dict[str, DeviceFunction]:
    table = _math("", DOUBLE) | _math("f", FLOAT)
    table |= {
        "abs": DeviceFunction("abs", INT, (INT,)),
        "labs": DeviceFunction("abs", LONG, (LONG,)),
        "llabs": DeviceFunction("abs", LLONG, (LLONG,)),
    }
    table |= {f"__builtin_{name}": function for name, function in table.items()}
    for name in ("isnan", "isfinite", "isnormal", "isinf"):
        table[f"__builtin_{name}"] = DeviceFunction(name, INT, None)
    for name in _COMPARISONS:
        table[f"__builtin_{name}"] = DeviceFunction(name, INT, None)
    for suffix, c, of in (("", "double", DOUBLE), ("f", "float", FLOAT)):
        helper = f"mapper_isinf{suffix}"
        source = f"int {helper}({c} x) {{ return isinf(x) ? (signbit(x) ? -1 : 1) : 0; }}"
        sign_of_infinity = DeviceFunction(helper, INT, (of,), source=source)
        table[f"isinf{suffix}"] = table[f"__isinf{suffix}"] = sign_of_infinity
        table[f"isnan{suffix}"] = table[f"__isnan{suffix}"] = DeviceFunction("isnan", INT, (of,))
        table[f"finite{suffix}"] = table[f"__finite{suffix}"] = DeviceFunction("isfinite", INT, (of,))
        table[f"__builtin_signbit{suffix}"] = DeviceFunction("signbit", INT, (of,) if suffix else None)
    table["__builtin_isinf_sign"] = table["isinf"]
    table |= {f"__builtin_powi{suffix}": _power(suffix, of) for suffix, of in (("", DOUBLE), ("f", FLOAT))}
    for suffix, unsigned, signed in (("", UINT, INT), ("l", ULONG, LONG), ("ll", ULLONG, LLONG)):
        table[f"__builtin_popcount{suffix}"] = DeviceFunction("popcount", INT, (unsigned,))
        table[f"__builtin_clz{suffix}"] = DeviceFunction("clz", INT, (unsigned,))
        table |= _bits(suffix, unsigned, signed)
    for bits, c, unsigned, swapped in _SWAPPED:
        helper = f"mapper_bswap{bits}"
        source = f"{c} {helper}({c} x) {{ return {swapped}; }}"
        swap = DeviceFunction(helper, unsigned, (unsigned,), source=source)
        table[f"__builtin_bswap{bits}"] = table[f"__bswap_{bits}"] = swap  # the latter is glibc's, in its headers
        helper = f"mapper_same{bits}"
        same = DeviceFunction(helper, unsigned, (unsigned,), source=f"{c} {helper}({c} x) {{ return x; }}")
        table[f"__uint{bits}_identity"] = same
        for name in _NETWORK.get(bits, ()):
            table[name] = swap if sys.byteorder == "little" else same
    return table


DEVICE_FUNCTIONS: Final[Mapping[str, DeviceFunction]] = MappingProxyType(_device_functions())
DEVICE_NAMES: Final = frozenset(each.name for each in DEVICE_FUNCTIONS.values())
"""The names by which kernels call them."""
"""By the C name, with and without `__builtin_` in front (macros of math.h expand to these)."""


@dataclass(frozen=True, slots=True)
class DeviceConstant:
    """An OpenCL C constant for a built-in function that yields one, as `type`, when called with `argument`."""

    text: str
    type: CType
    argument: str | None = None


DEVICE_CONSTANTS: Final[Mapping[str, DeviceConstant]] = MappingProxyType(
    {
        "__builtin_huge_valf": DeviceConstant("INFINITY", FLOAT),
        "__builtin_huge_val": DeviceConstant("INFINITY", DOUBLE),
        "__builtin_inff": DeviceConstant("INFINITY", FLOAT),
        "__builtin_inf": DeviceConstant("INFINITY", DOUBLE),
        "__builtin_nanf": DeviceConstant("NAN", FLOAT, '""'),
        "__builtin_nan": DeviceConstant("NAN", DOUBLE, '""'),
    }
)

# ---- types of built-in functions ---------------------------------------------------------------------------


def _overflow_names() -> Iterator[str]:
    """GCC's functions that say whether a sum, difference or product overflows."""
    for does in ("add", "sub", "mul"):
        yield from (f"__builtin_{does}_overflow", f"__builtin_{does}_overflow_p")
        yield from (f"__builtin_{sign}{does}{width}_overflow" for sign in "su" for width in ("", "l", "ll"))


def _builtin_results() -> dict[str, CType]:
    table: dict[str, CType] = {
        name: function.result for name, function in DEVICE_FUNCTIONS.items() if name.startswith("__builtin_")
    }
    constants = ("huge_val", "inf", "nan", "nans", "lgamma")
    for suffix, of in (("", DOUBLE), ("f", FLOAT), ("l", LDOUBLE)):
        table |= {f"__builtin_{name}{suffix}": of for name in constants}
    table |= {f"__builtin_{name}l": LDOUBLE for name in (*_UNARY, *_BINARY, "fma", "ldexp", "frexp", "modf")}
    integers = ("signbitl", "constant_p", "strcmp", "strncmp", "memcmp")
    table |= {f"__builtin_{name}": INT for name in integers}
    table |= dict.fromkeys(_overflow_names(), BOOL)
    table |= {f"__builtin_{name}": LONG for name in ("expect", "expect_with_probability")}
    table |= {f"__builtin_{name}": ULONG for name in ("strlen", "object_size", "offsetof")}
    pointers = ("alloca", "memcpy", "memmove", "memset", "malloc", "calloc", "realloc", "assume_aligned")
    table |= {f"__builtin_{name}": PointerType(VOID) for name in (*pointers, "frame_address", "return_address")}
    table |= {f"__builtin_{name}": PointerType(CHAR) for name in ("strcpy", "strncpy", "strcat", "strchr")}
    voids = ("unreachable", "trap", "abort", "exit", "free", "prefetch", "va_start", "va_end", "va_copy")
    table |= {f"__builtin_{name}": VOID for name in voids}
    table["offsetof"] = ULONG
    table |= dict.fromkeys((STATEMENT_EXPRESSION, ASSEMBLY, RANGE, LABEL_ADDRESS, COMPUTED_GOTO, OMITTED), VOID)
    table[OPAQUE] = PointerType(VOID)
    return table


BUILTIN_RESULTS: Final[Mapping[str, CType]] = MappingProxyType(_builtin_results())
"""What a call of a built-in function yields; void for the front end's markers, whose type is not known."""
