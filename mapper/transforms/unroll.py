"""`unroll`: says how far the device's compiler may unroll each loop.

Left alone, NVIDIA's compiler unrolls every loop whose length it finds out, hundreds of iterations deep, and takes
seconds for a kernel that it could build in a twentieth of one.  Loops of a few iterations are left to it, since
unrolling turns their small arrays into registers; innermost loops are unrolled a few times; others not at all.
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.symbols import Symbols
from mapper.ir.kernel import Kernel
from mapper.ir.nodes import clone, walk
from mapper.transforms.base import Changed, Outcome, Transform
from mapper.transforms.loops import LOOPS, holds_loop, is_short, runs_once

TIMES = 4
"""How often an innermost loop is unrolled."""


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    roots = [kernel.body, *(function.body for function in kernel.functions)]
    if not any(_limit(node, symbols) for root in roots for node in walk(root)):
        return None
    body = clone(kernel.body)
    functions = tuple(clone(function) for function in kernel.functions)
    number = sum(_limited(root, symbols) for root in (body, *(function.body for function in functions)))
    gang = kernel.gang
    if gang is not None:
        gang = replace(gang, body=clone(gang.body))
        _limited(gang.body, symbols)
    tiling = kernel.tiling
    if tiling is not None:
        tiling = replace(tiling, before=clone(tiling.before), after=clone(tiling.after))
        _limited(tiling.before, symbols)
        _limited(tiling.after, symbols)
    did = f"{number} loop{'s' if number > 1 else ''} unrolled at most {TIMES} times"
    return Changed(replace(kernel, body=body, functions=functions, gang=gang, tiling=tiling), did)


def _limited(root: c_ast.Node, symbols: Symbols) -> int:
    """Put a pragma before each loop of a tree that needs one; how many there are."""
    number = 0
    for node in list(walk(root)):
        for name, child in node.children():
            times = _limit(child, symbols)
            if times and not isinstance(node, c_ast.Compound):
                slot, _, index = name.partition("[")
                loop = c_ast.Compound([_pragma(times), child])
                if index:  # an item of `case`
                    getattr(node, slot)[int(index[:-1])] = loop
                else:
                    setattr(node, slot, loop)
                number += 1
        if isinstance(node, c_ast.Compound):
            items: list[c_ast.Node] = []
            for item in node.block_items or []:
                times = _limit(item, symbols)
                items += [_pragma(times), item] if times else [item]
                number += times > 0
            node.block_items = items
    return number


def _pragma(times: int) -> c_ast.Pragma:
    return c_ast.Pragma(f"unroll {times}")


def _limit(node: c_ast.Node, symbols: Symbols) -> int:
    """How often a statement may be unrolled; 0 leaves that to the device's compiler."""
    if not isinstance(node, LOOPS) or runs_once(node) or is_short(node, symbols):
        return 0
    return 1 if holds_loop(node.stmt) else TIMES


TRANSFORM = Transform("unroll", "limits how far the device's compiler unrolls loops", _apply)
