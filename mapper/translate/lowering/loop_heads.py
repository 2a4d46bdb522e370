"""Heads of loops with commas, whose parts are put before the loop or behind its body, and with several bounds.

    for (sum = 0, i = k; i < n; i++, p += m)      ->      sum = 0;
      ...                                                 for (i = k; i < n; i++) { ...  p += m; }

    for (i = 0; i < n && i < m; i++)              ->      for (i = 0; i < (n < m ? n : m); i++)
    for (i = 0; i < n && i <= m; i++)             ->      for (i = 0; i < (n <= m ? n : m + 1); i++)

So the loop has the form that analysis and transformations require.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from pycparser import c_ast

from mapper.analysis.names.types import promote, usual
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, IntType
from mapper.ir.trees.headers import loop_start, step_of, test_of
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import is_named, mentions
from mapper.ir.trees.nodes import ELEMENTS, INCREMENTS, has_effects, statements_of, walk


def plain_head(loop: c_ast.For, buffers: Collection[str]) -> tuple[list[c_ast.Node], c_ast.For]:
    """What is to be before the loop, and the loop, as far as its head can be split.  All names are unique.

    `buffers` are the names of memory in which no variable of an iteration is.
    """
    body, after = _without_more_steps(loop, buffers)
    before, init = _without_more_values(loop.init, _given(after, buffers) if after is not None else "", buffers)
    return before, c_ast.For(init, loop.cond, after, body, loop.coord)


def with_one_bound(loop: c_ast.For, type_of: Callable[[c_ast.Node], CType]) -> c_ast.Node | None:
    """The test of a loop, in the names and types of the source: one comparison where it was several with bounds.

    All bounds are evaluated then, so those behind the first one must not load anything.  They have one type, and
    the conversion to the type in which they are compared with the counter keeps their order.
    """
    condition: c_ast.Node | None = loop.cond
    counter = _counter(loop)
    tests = [] if condition is None or counter is None else _conjuncts(condition)
    found = [test_of(each, counter) for each in tests] if counter is not None else []
    known = [each for each in found if each is not None]
    if condition is None or counter is None or len(known) < 2 or len(known) < len(found):
        return condition
    relations, bounds = {each[0] for each in known}, [each[1] for each in known]
    types = {promote(type_of(each)) for each in bounds}
    if len(types) > 1 or not (relations <= {"<", "<="} or relations <= {">", ">="}):
        return condition
    (of,) = types
    own = next(node for node in walk(tests[0]) if is_named(node, counter))
    compared = usual(type_of(own), of)
    if not isinstance(of, IntType) or not isinstance(compared, IntType) or (of.signed and not compared.signed):
        return condition
    if (
        has_effects(bounds[0])
        or not all(map(_is_safe, bounds[1:]))
        or any(mentions(each, counter) for each in bounds)
    ):
        return condition
    if any(_is_volatile(type_of(node)) for each in bounds for node in walk(each) if isinstance(node, c_ast.ID)):
        return condition
    relation, nearest = known[0]
    for each in known[1:]:
        relation, nearest = _nearer((relation, nearest), each)
    return c_ast.BinaryOp(relation, own, nearest, condition.coord)


def _nearer(one: tuple[str, c_ast.Node], other: tuple[str, c_ast.Node]) -> tuple[str, c_ast.Node]:
    """The test with the bound that a counter comes to first, of two in the same direction."""
    (strict, first), (relation, second) = sorted([one, other], key=lambda each: each[0])
    if strict == relation:
        return relation, c_ast.TernaryOp(c_ast.BinaryOp(relation[0], first, second), first, second, first.coord)
    beyond = build.binary(
        "+" if strict == "<" else "-", second, build.integer(1)
    )  # can't wrap: `first` lies there
    return strict, c_ast.TernaryOp(c_ast.BinaryOp(relation, first, second), first, beyond, first.coord)


def _counter(loop: c_ast.For) -> str | None:
    """The variable that a loop steps, or else starts."""
    step, start = step_of(loop.next), loop_start(loop)
    if step is not None:
        return str(step.counter.name)
    return start.name if start is not None else None


def _conjuncts(condition: c_ast.Node) -> list[c_ast.Node]:
    """What `&&` joins, in order."""
    if isinstance(condition, c_ast.BinaryOp) and condition.op == "&&":
        return [*_conjuncts(condition.left), *_conjuncts(condition.right)]
    return [condition]


def _is_safe(bound: c_ast.Node) -> bool:
    """Whether a bound is made of variables and constants, by operations that never fail."""
    match bound:
        case c_ast.ID() | c_ast.Constant():
            return True
        case c_ast.BinaryOp(op="+" | "-" | "*", left=left, right=right):
            return _is_safe(left) and _is_safe(right)
        case c_ast.UnaryOp(op="+" | "-", expr=inner) | c_ast.StructRef(type=".", name=inner):
            return _is_safe(inner)
    return False


def _is_volatile(ctype: CType) -> bool:
    return bool(getattr(ctype, "volatile", False))


def _without_more_steps(loop: c_ast.For, buffers: Collection[str]) -> tuple[c_ast.Node, c_ast.Node | None]:
    """The body and the step, where the body has taken the steps of other variables than the condition's one."""
    match loop.next:
        case c_ast.ExprList(exprs=steps) if not leaves(loop.stmt, (c_ast.Continue,), ()):
            pass
        case _:
            return loop.stmt, loop.next
    own = [each for each in steps if loop.cond is not None and mentions(loop.cond, _given(each, buffers))]
    others = [each for each in steps if each not in own]
    plain = len(own) == 1 and all(_given(each, buffers) for each in steps)
    if not plain or any(_meet(own[0], each, buffers) for each in others):
        return loop.stmt, loop.next
    return c_ast.Compound([*statements_of(loop.stmt), *others]), own[0]


def _without_more_values(
    init: c_ast.Node | None, counter: str, buffers: Collection[str]
) -> tuple[list[c_ast.Node], c_ast.Node | None]:
    """What is before a loop, and the first value of its counter."""
    match init:
        case c_ast.ExprList(exprs=items) | c_ast.DeclList(decls=items):
            pass
        case _:
            return [], init
    at = [number for number, each in enumerate(items) if _given(each, buffers) == counter]
    if len(items) == 1 or len(at) != 1 or not all(_given(each, buffers) for each in items):
        return [], init
    own, later = items[at[0]], items[at[0] + 1 :]
    if any(_meet(own, each, buffers) for each in later):
        return [], init
    others = [*items[: at[0]], *later]
    return others, c_ast.DeclList([own]) if isinstance(init, c_ast.DeclList) else own


def _given(node: c_ast.Node, buffers: Collection[str]) -> str:
    """The variable that an expression or declaration gives a value, if it does nothing else; otherwise empty."""
    match node:
        case c_ast.Decl(name=name):
            parts = [node.init] if node.init is not None else []
        case c_ast.Assignment(lvalue=c_ast.ID(name=name), rvalue=value):
            parts = [value]
        case c_ast.UnaryOp(op=op, expr=c_ast.ID(name=name)) if op in INCREMENTS:
            parts = []
        case _:
            return ""
    return "" if any(has_effects(each) or _reads_anything(each, buffers) for each in parts) else str(name)


def _reads_anything(tree: c_ast.Node, buffers: Collection[str]) -> bool:
    """Whether an expression may read a variable that it does not name: by a pointer, if not to a buffer."""
    for node in walk(tree):
        if isinstance(node, c_ast.UnaryOp) and node.op in ("*", "&"):
            return True
        if isinstance(node, c_ast.ArrayRef) or (isinstance(node, c_ast.StructRef) and node.type == "->"):
            base = node.name
            while isinstance(base, ELEMENTS):
                base = base.name
            if not isinstance(base, c_ast.ID) or base.name not in buffers:
                return True
    return False


def _meet(one: c_ast.Node, other: c_ast.Node, buffers: Collection[str]) -> bool:
    """Whether the order of two parts of a head matters."""
    return mentions(one, _given(other, buffers)) or mentions(other, _given(one, buffers))
