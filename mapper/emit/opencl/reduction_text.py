"""The macros of kernels with grid-stride loops, and how the host folds their partial results."""

from __future__ import annotations

from mapper.diagnostics import InternalError
from mapper.ir.program.kernel import Reduction
from mapper.ir.trees.ctypes import FloatType, IntType

SHARES = """\
/* The iterations of a work-item: on GPUs neighbours take neighbours, on CPUs each has a part of its own. */
#if MRT_LANES > 1
#define MRT_BEGIN(total) get_global_id(0)
#define MRT_END(total) (total)
#define MRT_STEP get_global_size(0)
#else
#define MRT_FROM get_global_offset(0)
#define MRT_PART(total) (((total) - MRT_FROM + get_global_size(0) - 1) / get_global_size(0))
#define MRT_BEGIN(total) (MRT_FROM + (get_global_id(0) - MRT_FROM) * MRT_PART(total))
#define MRT_END(total) min(total, MRT_BEGIN(total) + MRT_PART(total))
#define MRT_STEP 1
#endif
"""

PARTIALS = "mrt_partials"
"""The kernel parameter for partial results: a slot for each reduction and work-group."""


_OPERATIONS = {
    "+": "__MRT_SUM",
    "-": "__MRT_SUM",
    "*": "__MRT_PRODUCT",
    "min": "__MRT_MIN",
    "max": "__MRT_MAX",
    "&": "__MRT_AND",
    "|": "__MRT_OR",
    "^": "__MRT_XOR",
    "&&": "__MRT_ALL",
    "||": "__MRT_ANY",
}


def fold_flags(reduction: Reduction) -> str:
    """How the run-time library folds the partial results: `__mrt_arg.flags`, as C."""
    ctype = reduction.type
    if isinstance(ctype, IntType):
        kind = f"__MRT_{'I' if ctype.signed else 'U'}{ctype.bits}"
    elif isinstance(ctype, FloatType) and ctype.bits <= 64:
        kind = "__MRT_DOUBLE" if ctype.bits == 64 else "__MRT_FLOAT"
    else:
        raise InternalError("emit", f"a reduction over {ctype}")
    return f"{_OPERATIONS[reduction.operator]} | {kind}"
