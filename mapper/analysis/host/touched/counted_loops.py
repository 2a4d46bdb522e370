"""Loops of the host's that count: what their counters get to be, and how their headers say so."""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast, c_generator

from mapper.analysis.host.touched.values import Frame
from mapper.analysis.names.scopes import Symbol
from mapper.ir.expressions.polynomials import Polynomial
from mapper.ir.trees.headers import step_of


@dataclass(frozen=True, slots=True)
class CountedLoop:
    """A counter's range, as wide as it gets; `exact`: it gets all of these values, whatever other counters are.

    The counter is the loop's `own`, or that of an iteration that a variable remembers.  The loop has an iteration
    unless `entered` is negative; None where that is not known before.
    """

    atom: str
    low: Polynomial
    high: Polynomial
    step: int
    exact: bool
    entered: Polynomial | None
    own: bool = True


def stepped(node: c_ast.Node | None, frame: Frame) -> tuple[Symbol | None, int]:
    """The variable that a loop's last expression changes, and by how much: 0 where the bound decides the sign."""
    step = step_of(node)
    if step is None:
        return None, 0
    counter, value = frame.symbols.symbol(step.counter), frame.symbols.constant(step.by)
    return (counter, 0) if value is None else (counter, step.sign * value) if value else (None, 0)


def smallest(bound: c_ast.Node, up: bool) -> list[c_ast.Node]:
    """The two values of which a bound is the smaller (`up`) or larger one, as in `a < b ? a : b`."""
    if not isinstance(bound, c_ast.TernaryOp) or not isinstance(bound.cond, c_ast.BinaryOp):
        return []
    printer = c_generator.CGenerator()
    texts = [printer.visit(each) for each in (bound.cond.left, bound.cond.right, bound.iftrue, bound.iffalse)]
    smaller = bound.cond.op in ("<", "<=")
    if bound.cond.op not in ("<", "<=", ">", ">=") or sorted(texts[:2]) != sorted(texts[2:]):
        return []
    takes_smaller = smaller == (texts[0] == texts[2])
    return [bound.iffalse, bound.iftrue] if takes_smaller == up else []
