"""`recursion`: functions that call themselves become loops with a stack of frames in private memory.

The translation does that (`mapper.translate.recursion`), as all analyses ask about code without recursion; here
the stacks are reported.  What it can't do keeps the loop (K005).
"""

from __future__ import annotations

from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel
from mapper.transforms.frame.base import Changed, Outcome, Transform, listed
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.names import RECURSION as NAME


def _reported(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel as it is."""
    if not kernel.stacks:
        return None
    verb, room = (
        ("calls itself", "its stack has") if len(kernel.stacks) == 1 else ("call themselves", "stacks have")
    )
    depths = sorted(set(kernel.stacks.values()))
    calls = " to ".join(str(each) for each in dict.fromkeys([depths[0], depths[-1]]))
    return Changed(kernel, f"{listed(kernel.stacks)} {verb}; {room} room for {calls} calls")


TRANSFORM = Transform(
    NAME,
    "functions that call themselves become loops with a stack of their own",
    _reported,
    accepts=USUAL | {Trait.PACKED, Trait.UNIONS},
)
