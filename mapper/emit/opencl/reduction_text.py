"""The OpenCL text of one reduction: its accumulator, its work-group tree and its partial results."""

from __future__ import annotations

from mapper.diagnostics import InternalError
from mapper.ir.builtins.reductions import combine, identity
from mapper.ir.program.kernel import Reduction
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import FloatType, IntType

SHARES = """\
/* The iterations of a work-item: on GPUs neighbours take neighbours, on CPUs each has a part of its own. */
#if MRT_LANES > 1
#define MRT_BEGIN(total) get_global_id(0)
#define MRT_END(total) (total)
#define MRT_STEP get_global_size(0)
#else
#define MRT_PART(total) (((total) + get_global_size(0) - 1) / get_global_size(0))
#define MRT_BEGIN(total) (get_global_id(0) * MRT_PART(total))
#define MRT_END(total) min(total, (get_global_id(0) + 1) * MRT_PART(total))
#define MRT_STEP 1
#endif
"""

PARTIALS = "mrt_partials"
"""The kernel parameter for partial results: a slot for each reduction and work-group."""


class Reducer:
    """The pieces of text for the reduction with a given number in its kernel."""

    def __init__(self, number: int, reduction: Reduction) -> None:
        self.number = number
        self.reduction = reduction
        self.type = build.device_name(reduction.type)
        self.shared = f"mrt_shared{number}"

    @property
    def local(self) -> str:
        """The work-group's memory."""
        return f"  __local {self.type} {self.shared}[MRT_GROUP_SIZE];\n"

    @property
    def identity(self) -> str:
        """The value that changes nothing."""
        return identity(self.reduction.operator, self.reduction.type)

    @property
    def accumulator(self) -> str:
        """The private accumulator, at the identity."""
        return f"  {self.type} {self.reduction.name} = {self.identity};\n"

    @property
    def deposit(self) -> str:
        """The accumulator goes to the work-group's memory."""
        return f"  {self.shared}[mrt_lane] = {self.reduction.name};\n"

    @property
    def fold(self) -> str:
        """One step of the tree."""
        left, right = f"{self.shared}[mrt_lane]", f"{self.shared}[mrt_lane + mrt_half]"
        return f"      {left} = {combine(self.reduction.operator, left, right)};\n"

    @property
    def store(self) -> str:
        """The work-group's result goes to its slot of the partial results."""
        slot = "mrt_group" if self.number == 0 else f"{self.number} * get_num_groups(0) + mrt_group"
        return f"    *(__global {self.type} *)&{PARTIALS}[{slot}] = {self.shared}[0];\n"


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
