"""Counting loops in the code of kernels, read from their `for` statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.evaluation.arithmetic import Number
from mapper.analysis.kernels.evaluation.expressions import Expressions
from mapper.ir.trees.headers import counter_values, head_of
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.names import assigned_names, is_named, names_in
from mapper.ir.trees.nodes import LOOPS, assigns, has_effects, walk

FEW = 8
"""Iterations of loops that count for little."""


@dataclass(frozen=True, eq=False, slots=True)
class Header:
    """A counting loop: `for (variable = lower; variable RELATION bound; variable += step)`.

    Where the step is an expression, `stride` is what is added or, where `step` is -1, subtracted; otherwise it is
    None.
    """

    variable: str
    lower: c_ast.Node
    relation: str
    bound: c_ast.Node
    step: int
    stride: c_ast.Node | None = None


def loop_header(node: c_ast.Node) -> Header | None:
    """The header of a counting loop with a constant step whose body leaves the counter alone; otherwise None."""
    header = stepped_header(node)
    return None if header is None or header.stride is not None else header


def stepped_header(node: c_ast.Node) -> Header | None:
    """The header of a counting loop whose body leaves the counter, and variables of the step, alone.

    A step that is an expression may be of any sign, and memory that it reads may change in the loop.  None: the
    statement is no such loop.
    """
    head = head_of(node)
    if head is None or not isinstance(node, c_ast.For):
        return None
    name, lower, operator, bound = head.start.name, head.start.value, head.relation, head.bound
    by = constant_value(head.step.by)
    step, stride = (head.step.sign, head.step.by) if by is None else (head.step.sign * by, None)
    if not step:
        return None
    if name in assigned_names(node.stmt) or any(is_named(part, name) for part in walk(bound)):
        return None
    if assigns(lower) or assigns(bound):
        return None
    if stride is not None and (has_effects(stride) or names_in(stride) & {name, *assigned_names(node.stmt)}):
        return None
    if operator == "!=":
        # an unsigned counter may come to the bound by wrapping round, but not from or to 0
        if stride is not None or step not in (1, -1) or constant_value(lower if step > 0 else bound) != 0:
            return None
        operator = "<" if step > 0 else ">"
    return Header(name, lower, operator, bound, step, stride) if (step > 0) == (operator in ("<", "<=")) else None


def may_run_long(code: c_ast.Node) -> bool:
    """Whether there is a loop in some code that is not known to run only a few times."""
    for node in walk(code):
        if not isinstance(node, LOOPS) or (isinstance(node, c_ast.DoWhile) and integer_value(node.cond) == 0):
            continue
        header = loop_header(node)
        low, high = (None, None) if header is None else map(constant_value, (header.lower, header.bound))
        if header is None or low is None or high is None:
            return True
        if counter_values(low, header.relation, high, header.step)[FEW:]:
            return True
    return False


def once_set(items: Iterable[c_ast.Node]) -> dict[str, c_ast.Node]:
    """The variables that some statements set once, by themselves, each with its value."""
    found: dict[str, c_ast.Node] = {}
    often: Counter[str] = Counter()
    for item in items:
        often.update(
            name for name in assigned_names(item) if not (isinstance(item, c_ast.Decl) and item.init is None)
        )
        match item:
            case c_ast.Decl(name=name, init=value) if value is not None:
                found[name] = value
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=value):
                found[name] = value
    return {name: value for name, value in found.items() if often[name] == 1}


def row_bounds(loop: Header, values: Mapping[str, c_ast.Node]) -> tuple[c_ast.ArrayRef, c_ast.ArrayRef] | None:
    """Where a loop over a row of a sparse matrix has its bounds from, also through variables with these values.

    `k <= end[i] - 1` has the bound `end[i]`; the relation says which of the two it was.
    """
    lower, bound = (
        values.get(each.name, each) if isinstance(each, c_ast.ID) else each for each in (loop.lower, loop.bound)
    )
    if loop.relation == "<=" and isinstance(bound, c_ast.BinaryOp) and bound.op == "-":
        bound = bound.left if constant_value(bound.right) == 1 else bound
    return (lower, bound) if isinstance(lower, c_ast.ArrayRef) and isinstance(bound, c_ast.ArrayRef) else None


def starts_of_rows(node: c_ast.For, values: Mapping[str, c_ast.Node]) -> str | None:
    """The array that has where the rows of a sparse matrix begin, for a loop over one of them; None for others.

    Where they end may be in another array, as for the part of a row before the diagonal.
    `values` are those of variables that may represent its bounds.
    """
    loop = loop_header(node)
    bounds = row_bounds(loop, values) if loop is not None else None
    begins = bounds[0].name if bounds is not None else None
    return str(begins.name) if isinstance(begins, c_ast.ID) else None


def elements_of_row(node: c_ast.For, values: Mapping[str, c_ast.Node]) -> str | None:
    """The array whose elements a loop over a row of a sparse matrix reads, one each time; None for other loops.

    Such a loop goes from `start[i]` to `start[i + 1]`; `values` are those of variables that may represent these.
    """
    loop = loop_header(node)
    if loop is None or row_bounds(loop, values) is None:
        return None
    for part in walk(node.stmt):
        if isinstance(part, c_ast.ArrayRef) and is_named(part.subscript, loop.variable):
            return part.name.name if isinstance(part.name, c_ast.ID) else None
    return None


def constant_value(node: c_ast.Node) -> int | None:
    """The value of an integer expression of constants only."""
    if isinstance(node, c_ast.ArrayRef) or _adds_up_names(node):
        return None
    if (known := integer_value(node)) is not None:
        return known
    value = Expressions({}, None).value(node)
    return value.form.number if isinstance(value, Number) else None


def _adds_up_names(node: c_ast.Node, levels: int = 3) -> bool:
    """Whether an expression is quickly seen to be arithmetic with variables, whose values are not known."""
    match node:
        case c_ast.ID():
            return True
        case c_ast.BinaryOp(op="+" | "-" | "*" | "/" | "%"):
            return levels > 0 and (_adds_up_names(node.left, levels - 1) or _adds_up_names(node.right, levels - 1))
        case c_ast.UnaryOp(op="-" | "+" | "~"):
            return levels > 0 and _adds_up_names(node.expr, levels - 1)
    return False
