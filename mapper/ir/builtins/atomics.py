"""The atomic operations that kernels call by name, as values.

A kernel's body holds calls such as `mrt_atomic_add_double(&a[i], v)`; the printer of OpenCL text adds the
function behind each such name.  This is the one place that knows the scheme of the names:
`mrt_atomic_OPERATION_OBJECT[_OPERAND][_new]`, with types in their device spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mapper.ir.builtins.atomic_names import COMPARING

OPERATORS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "mod": "%",
    "and": "&",
    "or": "|",
    "xor": "^",
    "shl": "<<",
    "shr": ">>",
    "rsub": "-",  # x = e - x
    "rdiv": "/",
    "rmod": "%",
    "rshl": "<<",
    "rshr": ">>",
    "land": "&&",
    "lor": "||",
    "min": "min",
    "max": "max",
}

TYPES = ("int", "uint", "long", "ulong", "float", "double")

_BUILTIN = frozenset(("add", "sub", "and", "or", "xor", "min", "max"))
_BUILTIN_64 = frozenset(("add", "sub"))  # the others are an extension of their own

ACCESSES = ("read", "write", "exchange", *COMPARING)
"""Operations that are no updates: what they do depends on when they do it."""

_NAME = re.compile(
    rf"mrt_atomic_({'|'.join(sorted((*OPERATORS, *ACCESSES), key=len, reverse=True))})"
    rf"_({'|'.join(TYPES)})(?:_({'|'.join(TYPES)}))?(_new)?"
)


@dataclass(frozen=True, slots=True, order=True)
class Atomic:
    """One atomic operation on an object of type `object`, with an operand of type `operand`.

    `operation` is a key of `OPERATORS`, or one of `ACCESSES`.  Operations give the old value, or with `new` the
    one that they stored; `compare_test` and `compare_exchange` give whether they swapped.
    """

    operation: str
    object: str
    operand: str
    new: bool = False

    @property
    def name(self) -> str:
        """The function's name."""
        operand = "" if self.operand == self.object else f"_{self.operand}"
        return f"mrt_atomic_{self.operation}_{self.object}{operand}{'_new' if self.new else ''}"

    @property
    def wide(self) -> bool:
        """Whether the object has 64 bits (and needs the device's 64-bit atomics)."""
        return self.object in ("long", "ulong", "double")

    @property
    def native(self) -> bool:
        """Whether devices have a built-in function for it; otherwise it is a loop that compares and swaps."""
        if self.operation in ACCESSES:
            return True
        builtins = _BUILTIN_64 if self.wide else _BUILTIN
        return (
            self.object not in ("float", "double") and self.operand == self.object and self.operation in builtins
        )

    @property
    def adds_reals(self) -> bool:
        """Whether it adds to a floating-point number, or subtracts, in the number's own precision."""
        exact = self.operand == self.object or self.operand in ("int", "uint", "long", "ulong")
        real = self.object in ("float", "double") and (exact or self.object == "double")
        return real and self.operation in ("add", "sub")


def parse_atomic(name: str) -> Atomic | None:
    """The operation that a function's name represents, or None."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    operation, target, operand, new = match.groups()
    return Atomic(operation, target, operand or target, bool(new))
