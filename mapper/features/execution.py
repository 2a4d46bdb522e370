"""What one iteration of a kernel executes, and how neighbouring work-items access memory together meanwhile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.analysis.coalescing import Pattern, classify, starts_apart
from mapper.analysis.kernelaccesses import Access, Memory
from mapper.analysis.kernelwalk import collect
from mapper.analysis.symbols import Symbols
from mapper.ir.kernel import Kernel
from mapper.transforms.gangbody import LANES

TOGETHER = (Pattern.COALESCED, Pattern.CONSTANT)
"""Equal or adjacent elements: neighbours need one transaction of memory."""


@dataclass(frozen=True, eq=False, slots=True)
class Execution:
    """The code of an iteration and what is known of it.

    `lanes` work-items share the iteration; arrays named in `local` lie in their local memory.  `coalesced` gives,
    for the id of an access' lvalue, the share of the ways to it on which the access is coalesced; it lacks what
    the analysis of accesses does not tell.
    """

    kernel: Kernel
    lanes: int = 1
    local: frozenset[str] = frozenset()
    coalesced: Mapping[int, float] = field(default_factory=dict)


def execution(kernel: Kernel, symbols: Symbols | None, local: frozenset[str] = frozenset()) -> Execution:
    """A kernel as GPUs run it: with its gang, if there is one; `local` names what else lies in local memory."""
    gang = kernel.gang
    if kernel.tiling is not None:
        local |= kernel.tiling.staged
    if gang is not None:
        kernel = replace(kernel, body=gang.whole)
    found = collect(kernel, symbols)
    met: dict[int, list[bool]] = defaultdict(list)
    along = found.dimensions[-1]
    shared = [] if gang is None else [loop for node in gang.loops if (loop := found.loop_of(node)) is not None]
    for access in found.accesses if found.complete else ():
        if access.root is not None and access.root.memory is not Memory.BUFFER:
            continue
        spread = along if gang is None else next((each for each in shared if access.inside(each)), None)
        if spread is None:
            met[_lvalue(access)].append(True)  # all lanes do the same
        elif not any(starts_apart(found, loop, spread) for loop in access.loops if loop.node is not None):
            met[_lvalue(access)].append(classify(found, access, spread.symbol).pattern in TOGETHER)
    shares = {key: sum(each) / len(each) for key, each in met.items()}
    if gang is None:
        return Execution(kernel, local=local, coalesced=shares)
    return Execution(kernel, LANES, frozenset(name for name, _ in gang.shared), shares)


def _lvalue(access: Access) -> int:
    match access.node:
        case c_ast.Assignment(lvalue=lvalue):
            return id(lvalue)
        case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--", expr=lvalue):
            return id(lvalue)
    return id(access.node)
