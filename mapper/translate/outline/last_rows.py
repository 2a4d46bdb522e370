"""Which row of collapsed loops holds the last iteration, where rows may be empty.

    for (i = 4; i < 10; i++)             only i is shared out: a work-item runs a whole row
      for (j = 2 * i - 9; j < i; j++)    the row of i = 9 is empty: the last iteration is i = 8, j = 7

A work-item looks at the rows behind its own: if all of them are empty, it has the last iteration.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.sharing import leaving_counters
from mapper.ir.program.kernel import lower_name, step_name
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, ULONG
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.nodes import TYPES, clone, walk
from mapper.translate.common.refused import refuse
from mapper.translate.loops.canonical import CanonicalLoop, canonical_loop, constant_or, only_statement
from mapper.translate.outline.outlining import Outlining
from mapper.translate.threads.ordered_counters import replaced

_OPERANDS = (c_ast.Constant, c_ast.BinaryOp, c_ast.Cast, *TYPES)


def check_last(work: Outlining, loops: list[CanonicalLoop], depth: int) -> CanonicalLoop | None:
    """The inner loop whose rows may be empty, if `lastprivate` needs to know it; None where nothing does.

    `loops` are those of the `depth` collapsed loops that are shared out. Raises `Refused` with K002 where the row
    of the last iteration can't be found: it is where one loop is shared out, one makes its rows, no counter's
    last value is needed, and the rows' bounds are sums and products of the counter and of variables that stay.
    """
    clause = _clause(work)
    leaving = leaving_counters(work.loop.construct, work.symbols)
    if clause is None and not leaving:
        return None
    if depth - len(loops) == 1 == len(loops) and not work.loop.state and loops[0].start is None:
        unit, symbols = work.loop.unit, work.symbols
        inner = canonical_loop(unit, symbols, only_statement(unit, loops[0].node.stmt))
        counters = (loops[0].counter, inner.counter)
        named = clause is not None and any(each.name in clause.variables for each in counters)
        if not leaving and not named and _repeatable(work, inner, loops[0]):
            return inner
    reason = "`lastprivate` with collapsed loops whose bounds depend on outer counters is not translated"
    refuse("K002", reason, clause.where if clause is not None else work.loop.construct.directive.where)


def _repeatable(work: Outlining, inner: CanonicalLoop, outer: CanonicalLoop) -> bool:
    """Whether the bounds of the rows can be computed from any value of the outer counter."""
    for use in (use for part in (inner.lower, inner.bound) for use in walk(part)):
        match use:
            case c_ast.ID():
                known = work.symbols.symbol(use) is outer.counter or work.stable(use)
            case c_ast.UnaryOp():
                known = use.op in ("-", "+")
            case _:
                known = isinstance(use, _OPERANDS)
        if not known:
            return False
    return True


def _clause(work: Outlining) -> Clause | None:
    for construct in (work.loop.construct, *work.loop.enclosing):
        if (clause := construct.directive.first("lastprivate")) is not None:
            return clause
    return None


def in_last_row(work: Outlining, outer: CanonicalLoop, inner: CanonicalLoop) -> list[c_ast.Node]:
    """The statements that end the body of a row: those that keep last values, in the row of the last iteration."""
    expressions = work.statements.expressions
    first = build.cast(inner.type, expressions.value(inner.lower))
    some = build.binary(inner.relation, first, expressions.value(inner.bound))
    later = work.scope.fresh("later", INT)
    row = work.scope.fresh("row", ULONG)
    local = work.frame.locals[outer.counter]
    lower = constant_or(outer.lower, lower_name(local.name))
    step = constant_or(outer.step, step_name(local.name))
    index = build.cast(outer.type, build.identifier(row))
    counter = build.cast(outer.type, build.binary("+", clone(lower), build.binary("*", index, clone(step))))
    behind = replaced(clone(some), counter, build.identifier(local.name))
    unseen = c_ast.UnaryOp("!", build.identifier(later))
    rows = build.binary("<", build.identifier(row), build.identifier("mrt_count0"))
    look = c_ast.For(
        c_ast.DeclList([build.declaration(row, ULONG, init=build.shifted(build.identifier("mrt_id0"), 1))]),
        build.binary("&&", rows, clone(unseen)),
        c_ast.UnaryOp("p++", build.identifier(row)),
        c_ast.Compound([build.assign(build.identifier(later), behind)]),
    )
    keep = c_ast.If(unseen, c_ast.Compound(list(work.parts.after)), None)
    declared = build.declaration(later, INT, init=build.integer(0))
    return [c_ast.If(some, c_ast.Compound([declared, look, keep]), None)]
