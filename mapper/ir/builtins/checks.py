"""The checks of kernels that `--safe` makes: the names of the functions that make them.

Their calls are in the trees; the printer adds what is known of the memory, and the flag, to the arguments, and
defines the functions (`emit/opencl/check_text.py`).
"""

from __future__ import annotations

from mapper.ir.trees.build import device_name
from mapper.ir.trees.ctypes import CType

MEMORY = "mrt_memory"
"""What a work-item gets of its memory, a parameter of all functions: addresses of spare memory, the number of its
iteration, and for each buffer where it begins and ends, where its owners are, and how many bytes are one part."""
HEAD, ENTRIES = 2, 4
"""How many numbers come before those of buffers, and how many each buffer has."""

INSIDE = "mrt_inside_of"
"""`(address, size, buffers, site)`: the address, or that of spare memory where it is outside of all buffers."""
OWN = "mrt_owned"
"""The same arguments: the address; it must not be one that another iteration has written."""
BELOW = "mrt_below"
"""`(subscript, length, site)`: the subscript, or 0 where an array of that length has no such element."""

_OPERATIONS = {"/": "mrt_quotient_of", "%": "mrt_remainder_of"}


def division(operator: str, ctype: CType) -> str:
    """The name of what divides two integers of a type: `(dividend, divisor, site)`, 0 where C says nothing."""
    return f"{_OPERATIONS[operator]}_{device_name(ctype)}"


def is_division(name: str) -> bool:
    """Whether a name is one that `division` gives."""
    return name.startswith(tuple(f"{each}_" for each in _OPERATIONS.values()))


def divided(name: str) -> tuple[str, str]:
    """The operator and the device's type of such a name."""
    return next((sign, name[len(each) + 1 :]) for sign, each in _OPERATIONS.items() if name.startswith(f"{each}_"))


def is_check_call(name: str) -> bool:
    """Whether a function is one of the checks."""
    return name in (INSIDE, OWN, BELOW) or is_division(name)


def takes_memory(name: str) -> bool:
    """Whether a function gets what is known of the memory: all but checks of numbers."""
    return name != BELOW and not is_division(name)
