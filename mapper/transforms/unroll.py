"""`unroll`: says how far the device's compiler may unroll each loop.

Left alone, NVIDIA's compiler unrolls every loop whose length it finds out, hundreds of iterations deep, and takes
seconds for a kernel that it could build in a twentieth of one.  Loops of a few iterations are left to it, since
unrolling turns their small arrays into registers; innermost loops are unrolled a few times; others not at all.
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.constants import evaluate
from mapper.analysis.symbols import Symbols
from mapper.ir.kernel import Kernel
from mapper.ir.nodes import clone, walk
from mapper.transforms.base import Changed, Outcome, Transform

SHORT = 8
"""Loops of at most so many iterations are left to the device's compiler."""
TIMES = 4
"""How often an innermost loop is unrolled."""
_LOOPS = (c_ast.For, c_ast.While, c_ast.DoWhile)


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    roots = [kernel.body, *(function.body for function in kernel.functions)]
    if not any(_limit(node, symbols) for root in roots for node in walk(root)):
        return None
    body = clone(kernel.body)
    functions = tuple(clone(function) for function in kernel.functions)
    number = sum(_limited(root, symbols) for root in (body, *(function.body for function in functions)))
    did = f"{number} loop{'s' if number > 1 else ''} unrolled at most {TIMES} times"
    return Changed(replace(kernel, body=body, functions=functions), did)


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
    if not isinstance(node, _LOOPS) or _once(node):
        return 0
    if isinstance(node, c_ast.For):
        count = _count(node, symbols)
        if count is not None and count <= SHORT:
            return 0
    inner = any(isinstance(part, _LOOPS) and not _once(part) for part in walk(node.stmt))
    return 1 if inner else TIMES


def _once(node: c_ast.Node) -> bool:
    """Whether it is `do ... while (0)`."""
    return isinstance(node, c_ast.DoWhile) and isinstance(node.cond, c_ast.Constant) and node.cond.value == "0"


def _count(loop: c_ast.For, symbols: Symbols) -> int | None:
    """The number of iterations of a loop that counts up by one between constants."""
    match loop.init:
        case c_ast.DeclList(decls=[c_ast.Decl(name=name, init=first)]) if first is not None:
            pass
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=first):
            pass
        case _:
            return None
    match loop.next:
        case c_ast.UnaryOp(op="p++" | "++", expr=c_ast.ID(name=stepped)) if stepped == name:
            pass
        case _:
            return None
    match loop.cond:
        case c_ast.BinaryOp(op="<" | "<=" as relation, left=c_ast.ID(name=tested), right=last) if tested == name:
            pass
        case _:
            return None
    low, high = _value(first, symbols), _value(last, symbols)
    if low is None or high is None:
        return None
    return max(0, high - low + int(relation == "<="))


def _value(node: c_ast.Node, symbols: Symbols) -> int | None:
    """The value of an integer constant expression without names."""
    if any(isinstance(part, c_ast.ID) for part in walk(node)):
        return None
    return evaluate(node, symbols)


UNROLL = Transform("unroll", "limits how far the device's compiler unrolls loops", _apply)
