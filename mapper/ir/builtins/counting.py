"""The names of the functions that change counters which work-groups keep copies of in local memory."""

from __future__ import annotations

from mapper.ir.trees.ctypes import DOUBLE, FLOAT, INT, LONG, UINT, ULONG, CType, FloatType

TYPES: dict[str, CType] = {
    "int": INT,
    "uint": UINT,
    "long": LONG,
    "ulong": ULONG,
    "float": FLOAT,
    "double": DOUBLE,
}
"""The types of counters, by what devices call them."""


def count_name(name: str) -> str:
    """What changes a counter of a type: in the work-group's copy of its row, if it has one or may have one."""
    return f"mrt_count_{name}"


def add_name(name: str, space: str) -> str:
    """What adds to a counter of a type in some memory (`__local` or `__global`)."""
    if isinstance(TYPES[name], FloatType):
        return f"mrt_add{space}_{name}"
    return "atomic_add" if name in ("int", "uint") else "atom_add"
