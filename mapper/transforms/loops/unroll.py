"""`unroll`: says how far the device's compiler may unroll each loop.

Left alone, NVIDIA's compiler unrolls every loop whose length it finds out, hundreds of iterations deep, and takes
seconds for a kernel that it could build in a twentieth of one.  Loops of a few iterations are left to it, those of
triangular nests too, since unrolling puts their small arrays into registers.  Loops that hold only such loops are
unrolled a few times, as far as the copies of their bodies stay small together; others not at all.  Where no
constants show how often a loop in a long one runs, it may be once, and copies cost time: it is left as it is, too.
So are loops that move one element at a time: these the compiler of NVIDIA's assembly unrolls well by itself.

A loop whose length is not known is not unrolled, either, if it calls functions that call others.  Copies of its
body need a loop for the rest, and what may hold a barrier can't be put there: Clang takes each function of OpenCL
for one that may (`convergent`) until it has seen through it, which it does for functions without calls only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.jumps import runs_states
from mapper.ir.trees.names import names_in
from mapper.ir.trees.nodes import ELEMENTS, INCREMENTS, LOOPS, clone, replace_child, walk
from mapper.transforms.frame.base import Changed, Outcome, Transform
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.loops.loops import runs_once
from mapper.transforms.loops.trips import Counters, Estimates

TIMES = 8
"""How often a loop is unrolled at most."""
LIMIT = 1024
"""How many operations the copies of a loop's body may have together, as far as they are known."""
MOST_MOVES = 2
"""How many moves are as good as one: two numbers of a structure often become one vector."""


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    functions = tuple(clone(function) for function in kernel.functions)
    limits = _Limits(Estimates(symbols, {function.decl.name: function.body for function in kernel.functions}))
    body = clone(kernel.body)
    number = sum(limits.put(root, {}) for root in (body, *(function.body for function in functions)))

    def limited(root: c_ast.Compound) -> c_ast.Compound:
        made = clone(root)
        limits.put(made, {})
        return made

    forms = tuple(each.with_bodies(limited) for each in kernel.forms)
    if not number:
        return None
    did = f"{number} loop{'s' if number > 1 else ''} unrolled at most {TIMES} times"
    return Changed(replace(kernel, body=body, functions=functions, forms=forms), did)


@dataclass(frozen=True, eq=False, slots=True)
class _Limits:
    """Puts pragmas before the loops of one kernel."""

    estimates: Estimates

    def put(self, node: c_ast.Node, around: Counters, nested: bool = False) -> int:
        """Put a pragma before each loop under a node that needs one; how many there are.

        `nested` is true if there is a long loop around the node.
        """
        number = 0
        short = self.estimates.short(node, around)
        inside = short.counters if short is not None else around
        nested |= isinstance(node, LOOPS) and not runs_once(node) and short is None
        for name, child in node.children():
            number += self.put(child, inside, nested)
            times = 0 if isinstance(node, c_ast.Compound) else self._times(child, inside, nested)
            if times:
                replace_child(node, name, c_ast.Compound([_pragma(times), child]))
                number += 1
        if isinstance(node, c_ast.Compound):
            items: list[c_ast.Node] = []
            for item in node.block_items or []:
                spread = bool(items) and isinstance(items[-1], c_ast.Pragma)  # by an earlier pass
                times = 0 if spread else self._times(item, inside, nested)
                items += [_pragma(times), item] if times else [item]
                number += times > 0
            node.block_items = items
        return number

    def _times(self, node: c_ast.Node, around: Counters, nested: bool) -> int:
        """How often a statement may be unrolled; 0 leaves that to the device's compiler."""
        if not isinstance(node, LOOPS) or runs_once(node) or self.estimates.short(node, around) is not None:
            return 0
        if isinstance(node, c_ast.For) and node.init is not None and "mrt_item" in names_in(node.init):
            return 0  # all work-items of a group share its iterations
        if runs_states(node):
            return 1
        counted = self.estimates.is_counted(node, around)
        if (nested and not counted) or _moves_one(node.stmt):
            return 0
        if not counted and self._calls_deep(node):
            return 1
        times = TIMES
        operations = self.estimates.operations(node.stmt, around)
        while times > 1 and times * operations > LIMIT:
            times //= 2
        return times

    def _calls_deep(self, code: c_ast.Node) -> bool:
        """Whether code calls functions of the kernel that call others of them."""
        called = [self.estimates.bodies[name] for name in self._called(code)]
        return any(self._called(body) for body in called)

    def _called(self, code: c_ast.Node) -> list[str]:
        """The functions of the kernel that code calls."""
        calls = [part.name for part in walk(code) if isinstance(part, c_ast.FuncCall)]
        return [each.name for each in calls if isinstance(each, c_ast.ID) and each.name in self.estimates.bodies]


def _moves_one(code: c_ast.Node) -> bool:
    """Whether code only moves an element, or two parts of one, from place to place."""
    moves = 0
    for node in walk(code):
        if isinstance(node, (*LOOPS, c_ast.FuncCall, c_ast.If, c_ast.Switch, c_ast.TernaryOp)):
            return False
        if isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS:
            return False
        if isinstance(node, c_ast.Assignment):
            if node.op != "=":
                return False
            if isinstance(node.lvalue, ELEMENTS):
                if not isinstance(node.rvalue, ELEMENTS):
                    return False
                moves += 1
            elif any(isinstance(part, ELEMENTS) for part in walk(node.rvalue)):
                return False
    return 0 < moves <= MOST_MOVES


def _pragma(times: int) -> c_ast.Pragma:
    return c_ast.Pragma(f"unroll {times}")


TRANSFORM = Transform(
    "unroll",
    "limits how far the device's compiler unrolls loops",
    _apply,
    accepts=USUAL | {Trait.PACKED, Trait.UNIONS},
)
