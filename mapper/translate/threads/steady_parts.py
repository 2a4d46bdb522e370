"""What threads' parts of a loop are read from stays as it is in their region, as do arrays that they add to later.

Parts are proved, or tested before the region (`openmp/idioms/shares/dealt.py`): what changes them inside keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, unqualified
from mapper.analysis.pointers.accesses import Access, Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.trees.ctypes import CType, IntType, PointerType, StructType
from mapper.ir.trees.directive import ADDED, STEADY, TILED
from mapper.ir.trees.nodes import Omp, statements_of, text_of, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.refused import refuse
from mapper.translate.memory.punning import may_pun, never_shared


def check_parts(construct: Omp, unit: Unit, symbols: Symbols, effects: EffectsOf) -> None:
    """Raise `Refused` where a region may change what a part is read from, or where that is no integer."""
    for clause in (*construct.directive.all(STEADY), *construct.directive.all(TILED)):
        assert isinstance(clause.expression, c_ast.ExprList)
        assert construct.body is not None
        for read in clause.expression.exprs:
            part = f"a thread's part of the loop begins or ends at `{text_of(read)}`"
            is_base = isinstance(read, c_ast.ID) and isinstance(decay(symbols.type_of(read)), PointerType)
            if not is_base and not isinstance(symbols.type_of(read), IntType):
                refuse("K013", f"{part}, which is no integer", clause.where)
            writer = next(_writers(construct.body, read, unit, symbols, effects), None)
            if writer is not None:
                because = ("this may change it", unit.location(writer))
                advice = "where parts are computed before the region, a test finds out whether they make one range"
                refuse("K013", f"{part}, which the region may change", clause.where, because, (advice, None))


def check_sums(construct: Omp, unit: Unit, symbols: Symbols, effects: EffectsOf) -> None:
    """Raise `Refused` where code before its threads add to a shared array uses it, or moves or resizes it."""
    items = list(statements_of(construct.body)) if construct.body is not None else []
    for at, item in enumerate(items):
        clause = item.directive.first(ADDED) if isinstance(item, Omp) else None
        if clause is None:
            continue
        assert isinstance(clause.expression, c_ast.ExprList)
        place, zero, *counts = clause.expression.exprs
        if unqualified(symbols.type_of(place)) != symbols.type_of(zero):
            reason = f"threads add to `{text_of(place)}` what is of another type"
            refuse("K013", reason, clause.where)
        memory = effects.points.located(place, symbols)
        sizes = effects.of(c_ast.ExprList([c_ast.UnaryOp("&", place), *counts]), symbols).reads
        for each in items:
            added = isinstance(each, Omp) and (each.directive.dealt or each.directive.first(ADDED) is not None)
            of = effects.of(each, symbols)
            if of.writes & sizes or (each in items[:at] and not added and of.touches & memory):
                because = ("this may use it, or change its place or size", unit.location(each))
                refuse(
                    "K013", f"threads add to `{text_of(place)}` what they have of their own", clause.where, because
                )


def _writers(
    body: c_ast.Node, read: c_ast.Node, unit: Unit, symbols: Symbols, effects: EffectsOf
) -> Iterator[c_ast.Node]:
    """What in some code may change what an expression reads, by itself or in a function that it calls."""
    used = [each for each in effects.accesses(symbols).of(read) if isinstance(each, Access) and each.read]
    objects = reduce(or_, (each.objects for each in used), 0)
    if not effects.of(body, symbols).writes & objects:
        return
    for access in effects.accesses(symbols).of(body):
        if isinstance(access, Call):
            if effects.of_targets(access.targets).writes & objects:
                yield access.node
        elif access.write and any(_may_be(access, each, unit, symbols) for each in used):
            yield body if isinstance(access.place, Symbol) else access.place


def _may_be(one: Access, other: Access, unit: Unit, symbols: Symbols) -> bool:
    """Whether two accesses may be of the same memory."""
    if not one.objects & other.objects:
        return False
    types = [_type(each, symbols) for each in (one, other)]
    return may_pun(unit) or types[0] is None or types[1] is None or not never_shared(types[0], types[1])


def _type(access: Access, symbols: Symbols) -> CType | None:
    """The type of what is accessed by its own type; None where another one may be accessed, too."""
    place = access.place
    if isinstance(place, Symbol):
        return place.type
    parts = [part for part in walk(place) if isinstance(part, c_ast.StructRef)]
    held = [decay(symbols.type_of(part.name)) for part in parts]
    structures = [each.target if isinstance(each, PointerType) else each for each in held]
    union = any(isinstance(each, StructType) and each.union for each in structures)
    return None if access.through or union else symbols.type_of(place)
