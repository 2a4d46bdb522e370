"""The names of the functions that change counters which work-groups keep copies of in local memory."""

from __future__ import annotations

from mapper.ir.trees.ctypes import DOUBLE, FLOAT, INT, LONG, UINT, ULONG, FloatType, IntType

TYPES: dict[str, IntType | FloatType] = {
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


NEAR = (*((name, name) for name in sorted(TYPES)), ("float", "double"))
"""The types of numbers that replicas hold, each with one in which it is added to."""


def near_name(name: str, operand: str) -> str:
    """What adds to a number of a type, in an operand's: in a replica in local memory, if its array has one."""
    return f"mrt_add_near_{_both(name, operand)}"


def add_name(name: str, space: str, operand: str | None = None) -> str:
    """What adds to a number of a type, in its own or an operand's, in some memory (`__local` or `__global`)."""
    if isinstance(TYPES[name], FloatType):
        return f"mrt_add{space}_{_both(name, operand or name)}"
    return "atomic_add" if name in ("int", "uint") else "atom_add"


def _both(name: str, operand: str) -> str:
    return name if operand == name else f"{name}_{operand}"
