"""Sums of one strip in a variable: what `untile` makes of them before it looks for strips.

    sum = c[i * n + j];                                 for k from kt to min(n, kt + T)
    for k from kt to min(n, kt + T)             ->        c[i * n + j] += a[i * n + k] * b[k * n + j];
      sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;

The element is as good as the variable where the loop accesses no other memory that it may be in.  The run-time
library makes sure of that for buffers of which it is not known.
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.names.types import unqualified
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import VOID, ArrayType, FloatType, IntType, PointerType
from mapper.ir.trees.names import assigned_names, is_named, names_in, occurrences, value_set
from mapper.ir.trees.nodes import clone, flattened, rebuilt, same_text, walk

_PLAIN = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp)


def with_sums_in_place(kernel: Kernel) -> Kernel | None:
    """The kernel without variables that only hold an element while a loop runs; None where it has none."""
    change = _InPlace(kernel)
    body = change.change(kernel.body)
    assert isinstance(body, c_ast.Compound)
    return replace(kernel, body=body, assumed=change.assumed) if change.done else None


class _InPlace:
    """One kernel's loops; `assumed` are memories that must be different ones for what is `done`."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.buffers = {each.name: each for each in kernel.buffers}
        self.assumed = kernel.assumed
        self.done = False

    def change(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of code."""
        if isinstance(node, c_ast.Compound):
            match flattened(node):
                case [*before, first, c_ast.For() as loop, c_ast.Assignment(op="=") as last]:
                    made = self._merged(first, loop, last)
                    if made is not None:
                        self.done = True
                        return c_ast.Compound([*map(clone, before), made], node.coord)
        return rebuilt(node, self.change)

    def _merged(self, first: c_ast.Node, loop: c_ast.For, last: c_ast.Assignment) -> c_ast.For | None:
        """The loop with the element in the place of the variable; None where that is not the same."""
        element, name = last.lvalue, last.rvalue.name if isinstance(last.rvalue, c_ast.ID) else ""
        given = value_set(first)
        declared = isinstance(first, c_ast.Decl) and first.name == name
        if given is None or not (declared or is_named(getattr(first, "lvalue", None), name)):
            return None
        uses = sum(occurrences(each, name) for each in (first, loop, last))
        if not same_text(given, element) or uses < occurrences(self.kernel.body, name):
            return None
        return substituted(loop, {name: element}) if self._is_apart(element, loop, name) else None

    def _is_apart(self, element: c_ast.Node, loop: c_ast.For, name: str) -> bool:
        """Whether an element stays the same in a loop, and nothing in it but the variable may be the element."""
        found = element_of(element)
        if found is None or found[0] not in self.buffers:
            return False
        own, subscripts = self.buffers[found[0]], found[1]
        plain = all(isinstance(part, _PLAIN) for each in subscripts for part in walk(each))
        if not plain or names_in(*subscripts) & assigned_names(loop) or own.table or own.of:
            return False
        of, inner = self.kernel.symbols.get(name), unqualified(own.element)
        for _ in subscripts[1:]:
            inner = unqualified(inner.element) if isinstance(inner, ArrayType) else VOID
        if not isinstance(of, IntType | FloatType) or inner != of:
            return False
        used: set[str] = set()
        for part in walk(loop):
            if isinstance(part, c_ast.FuncCall | c_ast.StructRef) or (
                isinstance(part, c_ast.UnaryOp) and part.op in ("*", "&")
            ):
                return False
            if isinstance(part, c_ast.ID) and part.name in self.buffers:
                used.add(part.name)
            elif isinstance(part, c_ast.ID) and isinstance(self.kernel.symbols.get(part.name), PointerType):
                return False
        others = [self.buffers[each] for each in used]
        if own in others or any(each.table or each.of for each in others):
            return False
        for each in others:
            if own.may_overlap(each):
                self.assumed = self.assumed.with_distinct((min(own.name, each.name), max(own.name, each.name)))
        return True
