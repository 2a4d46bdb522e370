"""`inline`: bodies of functions that hold long loops, or only compute a value, are in the places of their calls.

    y[i] = dot(a + i * n, x, n);      ->      double *p = a + i * n, s = 0;
                                              for (k = 0; k < n; k++) s += p[k] * x[k];
                                              y[i] = s;
    s += get(a, n, i, k);             ->      s += a[i * n + k];

The passes that follow look for loops and subscripts in the body of the kernel.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.names import is_reserved, mentions_any
from mapper.ir.trees.nodes import (
    addressed,
    assigns,
    base_of,
    called_name,
    children,
    clone,
    flattened,
    is_statement_place,
    optional_parts,
    path_to,
    replace_child,
    statements_of,
    walk,
)
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform, listed
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.loops.inline import comes_before, in_place, only_called, with_bodies_in_place
from mapper.transforms.loops.loops import is_long

SIZE = 4000
"""Nodes of a kernel's tree that bodies may add up to."""
VALUE_SIZE = 60
"""Nodes of a function that only computes a value."""


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    made = with_bodies_in_place(kernel, {each.decl.name for each in kernel.functions if _is_value(each)})
    gone = [each.decl.name for each in kernel.functions if each not in made.functions]
    outcome = _with_loops(made, symbols)
    if not gone or isinstance(outcome, Changed):
        return outcome
    names = listed(each.removeprefix(f"{kernel.name}_") for each in gone)
    return Changed(made, f"{names} {'is' if len(gone) == 1 else 'are'} in place of calls")


def _is_value(function: c_ast.FuncDef) -> bool:
    """Whether a function of the program's does nothing but return a value, of few parts."""
    items = flattened(function.body)
    plain = len(items) == 1 and isinstance(items[0], c_ast.Return) and not is_reserved(function.decl.name)
    return plain and sum(1 for _ in walk(function.body)) <= VALUE_SIZE


def _with_loops(kernel: Kernel, symbols: Symbols) -> Outcome:
    """What becomes of the functions that hold loops."""
    wanted: dict[str, c_ast.FuncDef] = {}
    for function in kernel.functions:  # callees come first
        if _holds_loop(function.body, symbols) or mentions_any(function.body, set(wanted)):
            wanted[function.decl.name] = function
    if not wanted:
        return None
    inliner = _Inliner(kernel, wanted)
    body = clone(kernel.body)
    inliner.block(body)
    if not inliner.done:
        return Refusal("no call can be replaced: the functions return early, jump, or are called under conditions")
    made = replace(kernel, body=body, symbols=dict(sorted(inliner.symbols.items())))
    calls = "a call is" if inliner.done == 1 else f"{inliner.done} calls are"
    return Changed(only_called(made), f"{calls} replaced by what the function does")


def _holds_loop(body: c_ast.Node, symbols: Symbols) -> bool:
    """Whether some code has a counting loop that is not short."""
    return any(is_long(node, symbols) for node in walk(body))


def _calls(kernel: Kernel) -> Counter[str]:
    """How many calls of each function there are when all bodies are in the places of their calls."""
    found = Counter(map(called_name, walk(kernel.body)))
    for function in reversed(kernel.functions):  # callees come first
        for name in map(called_name, walk(function.body)):
            found[name] += found[function.decl.name]
    return found


def _addressed(kernel: Kernel) -> set[str]:
    """The variables that pointers may lead to, or into."""
    roots = [kernel.body, *(each.body for each in kernel.functions)]
    taken = (place for root in roots for node in walk(root) if (place := addressed(node)) is not None)
    found = ((place, base) for place in taken if (base := base_of(place)) is not None)
    return {
        base.name
        for place, base in found
        if place is base or not isinstance(kernel.symbols.get(base.name), PointerType)
    }


class _Inliner:
    """Puts bodies into the blocks of one tree; `done` is how many are there."""

    def __init__(self, kernel: Kernel, functions: dict[str, c_ast.FuncDef]) -> None:
        self.functions = functions
        self.all = {each.decl.name: each for each in kernel.functions}
        self.symbols = dict(kernel.symbols)
        self.addressed = _addressed(kernel)
        self.calls = _calls(kernel)
        self.done = 0
        self._size = 0

    def block(self, root: c_ast.Node) -> None:
        """Replace the calls in a block, and in those in it."""
        items: list[c_ast.Node] = []
        left = list(statements_of(root))
        while left:
            item = left.pop(0)
            text = self._replaced(item)
            if text is None:
                self._inner(item)
                items.append(item)
            else:
                left[:0] = text  # recursion never gets into a kernel, so this ends
        assert isinstance(root, c_ast.Compound)
        root.block_items = items

    def _inner(self, item: c_ast.Node) -> None:
        """Replace the calls in the blocks of a statement."""
        if isinstance(item, c_ast.Compound):
            self.block(item)
            return
        for slot, child in item.children():
            if is_statement_place(item, slot) or isinstance(child, c_ast.Compound):
                inner = child if isinstance(child, c_ast.Compound) else c_ast.Compound([child])
                before = self.done
                self.block(inner)
                if inner is not child and self.done != before:
                    replace_child(item, slot, inner)

    def _replaced(self, item: c_ast.Node) -> list[c_ast.Node] | None:
        """The statements that take the place of one that calls a function; None: it stays."""
        expression = _evaluated(item)
        if expression is None:
            return None
        calls = [
            node
            for node in walk(expression)
            if isinstance(node, c_ast.FuncCall) and called_name(node) in self.functions
        ]
        if len(calls) != 1:
            return None
        call = calls[0]
        path = path_to(item, call)
        if any(child in optional_parts(node) for node, child in pairwise(path)):
            return None
        if any(assigns(child) for node in path for child in children(node) if child not in path):
            return None
        function = self.functions[called_name(call)]
        first = [
            each
            for node, child in pairwise(path)
            if not isinstance(node, c_ast.Assignment)  # its value comes first
            for each in children(node)[: [part is child for part in children(node)].index(True)]
        ]
        if not comes_before(function, first, self.all, self.symbols, self.addressed):
            return None
        size = sum(1 for _ in walk(function.body))
        if self._size + size > SIZE:
            return None
        found = in_place(call, function, self.symbols, self.addressed, only=self.calls[function.decl.name] == 1)
        if found is None:
            return None
        before, value = found
        if call is item:
            after: list[c_ast.Node] = []
        elif value is None:
            return None
        else:
            parent = path[-2]
            slot = next(name for name, child in parent.children() if child is call)
            replace_child(parent, slot, value)
            after = [item]
        self._size += size
        self.done += 1
        return [*before, *after]


def _evaluated(item: c_ast.Node) -> c_ast.Node | None:
    """The expression that a statement evaluates once."""
    match item:
        case c_ast.FuncCall() | c_ast.Assignment():
            return item
        case c_ast.Decl(init=c_ast.Node() as value) if not isinstance(value, c_ast.InitList):
            return value
    return None


TRANSFORM = Transform(
    "inline",
    "puts the bodies of functions that hold long loops, or only compute a value, in the places of their calls",
    _apply,
    accepts=USUAL - {Trait.STOPS},
)
