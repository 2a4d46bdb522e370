"""GCC's atomic functions by name: `__atomic_fetch_add`, `__sync_bool_compare_and_swap`, `__atomic_load_n`, ..."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

_OPERATIONS: Final = "add|sub|and|or|xor"
_UPDATE: Final = re.compile(
    rf"__(?:(?P<gcc>atomic)|sync)_(?:fetch_(?(gcc)|and_)(?P<old>{_OPERATIONS})"
    rf"|(?P<new>{_OPERATIONS})_(?(gcc)|and_)fetch)(?:_(?:1|2|4|8|16))?"
)
EXPECTS: Final = "compare_exchange"
"""The operation whose second argument is the address of the expected value, which gets what was found."""
TESTING: Final = ("compare_test", EXPECTS)
"""Compare and swap that gives whether it has swapped; the second one also stores what it has found."""
COMPARING: Final = ("compare_swap", *TESTING)
"""All forms of compare and swap; the first one gives what it has found."""


@dataclass(frozen=True, slots=True)
class AtomicCall:
    """What a function does to the object that its first argument points to, in the words of `atomics`.

    `operands` are the positions of the other arguments that matter.  The call gives a `value` (the object's, or
    the new one where `new` is true), whether it swapped (`truth`), or `nothing`.  A `generic` function gets the
    addresses of its operands, and of the place for its value as argument `result`.  `effects` are in the words of
    `mapper.analysis.whole_program.library`.
    """

    operation: str
    operands: tuple[int, ...] = ()
    new: bool = False
    gives: str = "value"
    generic: bool = False
    result: int | None = None
    effects: str = "r0 w0"

    @property
    def compares(self) -> bool:
        """Whether it is a compare and swap."""
        return self.operation in COMPARING

    @property
    def updates(self) -> bool:
        """Whether it combines the object's value with another."""
        return not self.compares and self.operation not in ("read", "write", "exchange")


_OTHERS: Final = {
    "__atomic_load_n": AtomicCall("read", effects="r0 =0*"),
    "__atomic_load": AtomicCall("read", gives="nothing", generic=True, result=1, effects="r0 w1 c1,0"),
    "__atomic_store_n": AtomicCall("write", (1,), gives="nothing", effects="w0 s0,1"),
    "__atomic_store": AtomicCall("write", (1,), gives="nothing", generic=True, effects="w0 r1 c0,1"),
    "__sync_lock_release": AtomicCall("write", gives="nothing", effects="w0"),
    "__atomic_exchange_n": AtomicCall("exchange", (1,), effects="r0 w0 =0* s0,1"),
    "__sync_lock_test_and_set": AtomicCall("exchange", (1,), effects="r0 w0 =0* s0,1"),
    "__atomic_exchange": AtomicCall(
        "exchange", (1,), gives="nothing", generic=True, result=2, effects="r0 w0 r1 w2 c2,0 c0,1"
    ),
    "__sync_val_compare_and_swap": AtomicCall("compare_swap", (1, 2), effects="r0 w0 =0* s0,2"),
    "__sync_bool_compare_and_swap": AtomicCall("compare_test", (1, 2), gives="truth", effects="r0 w0 s0,2"),
    "__atomic_compare_exchange_n": AtomicCall(EXPECTS, (1, 2), gives="truth", effects="r0 w0 r1 w1 c1,0 s0,2"),
    "__atomic_compare_exchange": AtomicCall(
        EXPECTS, (1, 2), gives="truth", generic=True, effects="r0 w0 r1 w1 r2 c1,0 c0,2"
    ),
}


@cache
def atomic_call(name: str) -> AtomicCall | None:
    """What a function of the compiler does; None for other names."""
    match = _UPDATE.fullmatch(name)
    if match is not None:
        return AtomicCall(match["old"] or match["new"], (1,), match["new"] is not None)
    return _OTHERS.get(name)
