"""What threads' parts of a loop are read from stays as it is in their region, as do arrays that they add to later.

Parts are proved, or tested before the region (`openmp/idioms/dealt.py`): what changes them inside keeps it.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.directive import ADDED, STEADY, TILED
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import Omp, statements_of, text_of, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.refused import refuse


def check_parts(construct: Omp, unit: Unit, symbols: Symbols, effects: EffectsOf) -> None:
    """Raise `Refused` where a region may change what a part is read from, or where that is no integer."""
    for clause in (*construct.directive.all(STEADY), *construct.directive.all(TILED)):
        assert isinstance(clause.expression, c_ast.ExprList)
        assert construct.body is not None
        for read in clause.expression.exprs:
            part = f"a thread's part of the loop begins or ends at `{text_of(read)}`"
            if not isinstance(symbols.type_of(read), IntType):
                refuse("K013", f"{part}, which is no integer", clause.where)
            used = effects.of(read, symbols).reads
            if effects.of(construct.body, symbols).writes & used:
                writers = (each for each in walk(construct.body) if _writes(each, used, symbols, effects))
                writer = next(writers, construct)
                because = ("this may change it", unit.location(writer))
                advice = "where parts are computed before the region, a test finds out whether they make one range"
                refuse("K013", f"{part}, which the region may change", clause.where, because, (advice, None))


def check_sums(construct: Omp, unit: Unit, symbols: Symbols, effects: EffectsOf) -> None:
    """Raise `Refused` where code before its threads add to a shared array uses it, or changes its size."""
    items = list(statements_of(construct.body)) if construct.body is not None else []
    for at, item in enumerate(items):
        clause = item.directive.first(ADDED) if isinstance(item, Omp) else None
        if clause is None:
            continue
        assert isinstance(clause.expression, c_ast.ExprList)
        array, *counts = clause.expression.exprs
        memory = effects.points.pointed(array, symbols)
        sizes = effects.of(c_ast.ExprList(counts), symbols).reads
        for each in items:
            added = isinstance(each, Omp) and each.directive.dealt
            of = effects.of(each, symbols)
            if of.writes & sizes or (each in items[:at] and not added and of.touches & memory):
                because = ("this may use it, or change its size", unit.location(each))
                refuse(
                    "K013", f"threads add to `{text_of(array)}` what they have of their own", clause.where, because
                )


def _writes(node: c_ast.Node, used: int, symbols: Symbols, effects: EffectsOf) -> bool:
    """Whether a node by itself, or a function that it calls, may change some objects."""
    changes = changed_place(node) is not None or isinstance(node, c_ast.FuncCall)
    return changes and bool(effects.of(node, symbols).writes & used)
