"""What is known of the C library and of GCC's built-in functions: pure data."""

from __future__ import annotations

from typing import Final

from mapper.ir.ctypes import DOUBLE, FLOAT, INT, LDOUBLE, LONG, UINT, ULLONG, ULONG, VOID, CType, PointerType

BUILTIN_RESULTS: Final[dict[str, CType]] = {
    **{
        f"__builtin_{name}{suffix}": of
        for name in ("huge_val", "inf", "nan", "nans", "fabs", "sqrt", "copysign", "fmin", "fmax", "floor", "ceil")
        for suffix, of in (("", DOUBLE), ("f", FLOAT), ("l", LDOUBLE))
    },
    **{f"__builtin_{name}": LONG for name in ("expect", "labs")},
    **{f"__builtin_{name}": INT for name in ("abs", "isnan", "isinf", "isfinite", "signbit", "constant_p")},
    **{f"__builtin_{name}": ULONG for name in ("strlen", "object_size", "offsetof")},
    **{f"__builtin_{name}": PointerType(VOID) for name in ("alloca", "memcpy", "memset", "malloc", "calloc")},
    **{f"__builtin_{name}": VOID for name in ("unreachable", "trap", "abort", "exit", "free", "prefetch")},
    "offsetof": ULONG,
    "__builtin_bswap32": UINT,
    "__builtin_bswap64": ULONG,
    "__builtin_llabs": ULLONG,
}
