"""Loops over strips of a range, with a loop over the elements of each, as one loop over the range.

    for (b = 0; b < blocks; b++)                                   for (j = 1; j < n && j < 1 + blocks * 16; j++)
      for (j = 1 + b * 16; j < 1 + (b + 1) * 16 && j < n; j++)  ->

Threads that wait for each other at each strip have such loops.  That one strip ends where the next one begins is
shown by polynomials.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.expressions.choices import extreme, extreme_of
from mapper.ir.expressions.integers import polynomial_of
from mapper.ir.expressions.polynomials import ONE, atom_of
from mapper.ir.expressions.substitution import substituted
from mapper.ir.trees.headers import head_of, loop_start, step_of, test_of
from mapper.ir.trees.names import mentions
from mapper.ir.trees.nodes import clone, operands, single


def in_one(strips: c_ast.For) -> c_ast.For | None:
    """The loop over all elements of a loop over strips; None where it is none.

    Its bound is one value, or the lesser of two.
    """
    outer, inner = head_of(strips), single(strips.stmt)
    if outer is None or not outer.rises or not isinstance(inner, c_ast.For):
        return None
    start, step = loop_start(inner), step_of(inner.next)
    if start is None or step is None or step.sign < 0 or step.counter.name != start.name:
        return None
    name, width = outer.start.name, polynomial_of(outer.step.by)
    begin, by = polynomial_of(start.value), polynomial_of(step.by)
    ends = _ends(inner.cond, start.name)
    if by != ONE or width is None or begin is None or not ends or mentions(inner.stmt, name):
        return None
    following = polynomial_of(substituted(start.value, {name: c_ast.BinaryOp("+", c_ast.ID(name), outer.step.by)}))
    strip = [each for each in ends if polynomial_of(each) == following]
    others = [each for each in ends if each not in strip]
    if len(strip) != 1 or len(others) > 1 or any(mentions(each, name) for each in others) or following is None:
        return None
    behind = outer.bound if outer.relation == "<" else c_ast.BinaryOp("+", outer.bound, c_ast.Constant("int", "1"))
    if width == ONE:
        size = (following - begin).constant
        if size is None or size <= 0:
            return None
        others.append(substituted(start.value, {name: behind}))
    elif not others or polynomial_of(others[0]) != polynomial_of(behind) or begin != atom_of(name):
        return None
    bound = others[0] if len(others) == 1 else extreme("<", *others)
    init = clone(inner.init)
    low = substituted(start.value, {name: outer.start.value})
    if isinstance(init, c_ast.DeclList):
        init.decls[0].init = low
    else:
        init.rvalue = low
    test = c_ast.BinaryOp("<", c_ast.ID(start.name), bound, inner.coord)
    return c_ast.For(init, test, inner.next, inner.stmt, inner.coord)


def least(bound: c_ast.Node) -> list[c_ast.Node]:
    """The values of which a bound is the least one."""
    if isinstance(bound, c_ast.TernaryOp) and extreme_of(bound) == "min":
        return [*least(bound.iftrue), *least(bound.iffalse)]
    return [bound]


def _ends(test: c_ast.Node | None, name: str) -> list[c_ast.Node]:
    """The values that a counter stays below; none where a condition says something else."""
    found: list[c_ast.Node] = []
    for each in operands(test, "&&"):
        said = test_of(each, name)
        if said is None or said[0] not in ("<", "<="):
            return []
        for end in least(said[1]):
            found.append(end if said[0] == "<" else c_ast.BinaryOp("+", end, c_ast.Constant("int", "1")))
    return found
