"""Stops that do not depend on the iteration of a loop come before the loop: a step of `nest`.

    for j                                        if (0 < n && n > SIZE)
      a[k][j] = 0;                                 stop;
      if (n > SIZE)                      ->      for j
        stop;                                      a[k][j] = 0;
      a[k][j] += b[j];                             a[k][j] += b[j];

What a work-item does that stops is undone, so it may as well stop before it does anything.  The conditions may be
in functions that the loop calls as statements; these are put in the places of their calls.
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import stepped_header
from mapper.ir.builtins.stops import is_check, is_stop, may_stop, stop
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Kernel, Value, unwritten_buffers
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import FloatType, IntType, StructType
from mapper.ir.trees.jumps import has_jump
from mapper.ir.trees.names import declared_names, exposed_place, objects_in
from mapper.ir.trees.nodes import base_of, clone, flattened, has_effects, single, walk
from mapper.transforms.loops.inline import only_called, with_bodies_in_place


def with_early_stops(kernel: Kernel, loop: c_ast.For) -> Kernel | None:
    """The kernel with all stops of a loop of its body before that loop; None where that can't be done.

    The body's blocks are joined.  No function of the kernel stops any more.
    """
    header = stepped_header(loop)
    if header is None:
        return None
    inner = replace(kernel, body=c_ast.Compound([loop.stmt]))
    inner = with_bodies_in_place(inner, {each.decl.name for each in kernel.functions if may_stop(each.body)})
    items = flattened(inner.body)
    outer = flattened(kernel.body)
    at = outer.index(loop)
    whole = only_called(replace(inner, body=c_ast.Compound([*outer[:at], *items, *outer[at + 1 :]])))
    if any(may_stop(each.body) for each in whole.functions):
        return None
    found = _Conditions(inner, items, header.variable)
    left = found.without_stops()
    if left is None:
        return None
    counter = kernel.symbols[header.variable]
    runs = build.binary(header.relation, build.held_by(counter, clone(header.lower)), clone(header.bound))
    checks = [c_ast.If(build.binary("&&", clone(runs), each), stop(), None) for each in found.conditions]
    changed = c_ast.For(loop.init, loop.cond, loop.next, c_ast.Compound(left), loop.coord)
    return replace(whole, body=c_ast.Compound([*outer[:at], *checks, changed, *outer[at + 1 :]]))


class _Conditions:
    """The `conditions` under which an iteration stops, as far as they are the same before the loop."""

    def __init__(self, kernel: Kernel, items: list[c_ast.Node], counter: str) -> None:
        self.conditions: list[c_ast.Node] = []
        self._symbols = kernel.symbols
        self._items = items
        self._unwritten = unwritten_buffers(kernel)
        self._passed = {each.name for each in kernel.parameters if isinstance(each, Value)}
        self._changes = {counter: 1}
        for node in (node for item in items for node in walk(item)):
            base = base_of(exposed_place(node))
            names = [base.name] if base is not None else []
            if isinstance(node, c_ast.Decl) and node.init is not None:
                names.append(node.name)
            for name in names:
                self._changes[name] = self._changes.get(name, 0) + 1
        self._declared = declared_names(*items)
        self._known: dict[str, c_ast.Node] = {}

    def without_stops(self) -> list[c_ast.Node] | None:
        """The statements of the loop without its stops; None where one of these must stay."""
        left: list[c_ast.Node] = []
        items = list(self._items)
        while items:
            item = items.pop(0)
            if is_check(item):  # of a function that is in the place of its call
                continue
            split = _stopping(item)
            if split is not None:
                condition = self._before(split[0])
                if condition is None:
                    return None
                self.conditions.append(condition)
                if split[1] is not None:
                    items[:0] = flattened(c_ast.Compound([split[1]]))
                continue
            behind = any(may_stop(each) for each in items if not is_check(each))
            if may_stop(item) or (behind and has_jump(item, c_ast.Label)):
                return None
            self._note(item)
            left.append(item)
        return left

    def _note(self, item: c_ast.Node) -> None:
        """Remember what a scalar or a structure holds that is set once."""
        match item:
            case c_ast.Decl(name=name, init=value) if value is not None:
                pass
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=value):
                pass
            case _:
                return
        known = self._before(value)
        if known is None or name not in self._declared or self._changes.get(name) != 1:
            return
        ctype = self._symbols.get(name)
        if isinstance(ctype, IntType | FloatType):
            self._known[name] = build.cast(ctype, known)
        elif isinstance(ctype, StructType) and isinstance(known, c_ast.ID) and known.name in self._passed:
            self._known[name] = known

    def _before(self, expression: c_ast.Node) -> c_ast.Node | None:
        """An expression of an iteration in terms of what is the same before the loop."""
        if has_effects(expression):
            return None
        for node in walk(expression):
            if isinstance(node, c_ast.StructRef) and node.type == "->" and not self._is_same(node.name):
                return None
        if not all(map(self._is_same, objects_in(expression))):
            return None
        return substituted(expression, self._known)

    def _is_same(self, node: c_ast.Node) -> bool:
        """Whether a name means the same value, or memory that stays the same, before the loop."""
        if not isinstance(node, c_ast.ID):
            return False
        name = node.name
        if name in self._known or name in self._unwritten:
            return True
        return (
            name not in self._changes
            and name not in self._declared
            and (name in self._passed or isinstance(self._symbols.get(name), IntType | FloatType))
        )


def _stopping(item: c_ast.Node) -> tuple[c_ast.Node, c_ast.Node | None] | None:
    """When a statement stops, and what it does otherwise; None where it is no `if` that stops at once."""
    if not isinstance(item, c_ast.If):
        return None
    yes, no = single(item.iftrue), single(item.iffalse)
    if yes is not None and is_stop(yes):
        return item.cond, item.iffalse
    if no is not None and is_stop(no):
        return c_ast.UnaryOp("!", item.cond), item.iftrue
    return None
