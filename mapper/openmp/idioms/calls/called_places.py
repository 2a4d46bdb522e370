"""Calls of functions that only return a place of the thread's, which they find by its number, become that place.

    double *scratch(int me)
    {
      return pool[me];
    }
    #pragma omp parallel                             #pragma omp parallel
    {                                                {
      double *t = scratch(omp_get_thread_num());  ->   double *t = pool[omp_get_thread_num()];

Such a function may ask for the number itself, `return &workers[omp_get_thread_num()];`.  The source's text stays
what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.expressions.substitution import substituted
from mapper.ir.trees.names import declared_names, objects_in, pointed_names
from mapper.ir.trees.nodes import (
    arguments_of,
    assigns,
    called_name,
    clone,
    parameters_of,
    rebuilt,
    replace_child,
    walk,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.calls.called_updates import mean_the_same
from mapper.openmp.idioms.constructs import changeable
from mapper.openmp.idioms.declared_types import Declared, scalar_words


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """The place that a function returns, by its parameters."""

    parameters: tuple[c_ast.Decl, ...]
    value: c_ast.Node


def put_places(
    unit: Unit, as_written: Collection[Location], asking: Collection[str], elsewhere: Mapping[str, Place]
) -> None:
    """Change such calls in the regions of a unit whose directives are bound; regions in `as_written` stay.

    `asking` are the functions that return the thread's number, and `elsewhere` functions of other files.
    """
    known: dict[str, Place | None] = {**elsewhere}
    functions = {each.decl.name: each for each in unit.functions}
    for caller in unit.functions:
        regions = [each for each in changeable(caller, as_written) if "parallel" in each.directive.words]
        numbers = _numbers(caller, asking) if regions else set()
        for parent in [node for region in regions for node in walk(region)]:
            for slot, call in parent.children():
                name = called_name(call) if isinstance(call, c_ast.FuncCall) else ""
                if name in functions and name not in known:
                    known[name] = place_of(unit, functions[name], asking)
                place = known.get(name)
                if place is None or name in declared_names(caller):
                    continue
                made = _made(place, call, caller, unit, {*asking, *numbers})
                if isinstance(made, c_ast.UnaryOp) and made.op == "&" and isinstance(parent, c_ast.StructRef):
                    parent.type, made = ".", made.expr
                if made is not None:
                    replace_child(parent, slot, made)


def place_of(unit: Unit, function: c_ast.FuncDef, asking: Collection[str]) -> Place | None:
    """The place that is all that a function finds; None for other functions."""
    parameters = [each for each in parameters_of(function) if not _is_void(each)]
    if function.param_decls or not isinstance(function.decl.type.type, c_ast.PtrDecl):
        return None
    if not all(isinstance(each, c_ast.Decl) and each.name for each in parameters):
        return None
    *before, last = function.body.block_items or [None]
    if not isinstance(last, c_ast.Return) or last.expr is None:
        return None
    if assigns(function.body) or pointed_names(function.body) or not _is_pure(last.expr, asking):
        return None
    declared = Declared(unit, function, last)
    of = declared.type_of(last.expr)
    result = function.decl.type.type
    if not isinstance(of, c_ast.PtrDecl | c_ast.ArrayDecl):
        return None
    if declared.spelled(of.type) != declared.spelled(result.type):
        return None
    values: dict[str, c_ast.Node | None] = {}
    for item in before:
        plain = isinstance(item, c_ast.Decl) and not item.storage and item.init is not None
        if not plain or not _is_pure(item.init, asking):
            return None
        values[item.name] = _converted(substituted(item.init, values), item.type, declared, asking)
        if values[item.name] is None:
            return None
    return Place(tuple(parameters), substituted(last.expr, values))


def _made(
    place: Place, call: c_ast.FuncCall, caller: c_ast.FuncDef, unit: Unit, own: Collection[str]
) -> c_ast.Node | None:
    """The place that a call returns; None where it may be the same for all threads, or arguments have effects."""
    given = arguments_of(call)
    inner = {each.name for each in place.parameters}
    free = {each.name for each in objects_in(place.value)} - inner
    if len(given) != len(inner) or not all(_is_pure(each, own) for each in given):
        return None
    named = {each.name for value in (place.value, *given) for each in objects_in(value)}
    if not named & {*own} or not mean_the_same(free, free & {*own}, caller):
        return None
    declared = Declared(unit, caller, call)
    values = {
        each.name: _converted(value, each.type, declared, own)
        for each, value in zip(place.parameters, given, strict=True)
    }
    if any(value is None for value in values.values()):
        return None
    made = _plain(substituted(place.value, values))
    for node in walk(made):
        node.coord = node.coord or call.coord  # type: ignore[misc]
    return made


def _plain(tree: c_ast.Node) -> c_ast.Node:
    """An expression with `x.m` for `(&x)->m`."""
    made = rebuilt(tree, _plain)
    match made:
        case c_ast.StructRef(type="->", name=c_ast.UnaryOp(op="&", expr=owner)):
            return c_ast.StructRef(owner, ".", made.field, made.coord)
    return made


def _converted(
    value: c_ast.Node, of: c_ast.Node, declared: Declared, asking: Collection[str]
) -> c_ast.Node | None:
    """A value as one of a variable's type; None where it is another pointer, or its type is not clear."""
    wanted = declared.spelled(of)
    if isinstance(value, c_ast.FuncCall) and called_name(value) in asking:
        same = wanted == "int"
    else:
        own = None if isinstance(value, c_ast.BinaryOp) else declared.type_of(value)
        if isinstance(of, c_ast.PtrDecl | c_ast.ArrayDecl):
            leads = declared.leads_to(value)
            return clone(value) if leads is not None and leads == declared.spelled(of.type) else None
        same = own is not None and declared.spelled(own) == wanted
    if same:
        return clone(value)
    if not isinstance(of, c_ast.TypeDecl):
        return None
    plain = c_ast.TypeDecl(None, [], None, clone(of.type))
    return c_ast.Cast(c_ast.Typename(None, [], None, plain), clone(value))


def _is_void(parameter: c_ast.Node) -> bool:
    """Whether a function is said to have no parameters by this."""
    words = scalar_words(parameter.type) if isinstance(parameter, c_ast.Typename) else None
    return words is not None and words.names == ["void"]


def _numbers(function: c_ast.FuncDef, asking: Collection[str]) -> set[str]:
    """The variables of a function that are set to the thread's number."""
    found = set()
    for node in walk(function.body):
        match node:
            case c_ast.Decl(name=str(name), init=c_ast.FuncCall() as call) if called_name(call) in asking:
                found.add(name)
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=c_ast.FuncCall() as call) if (
                called_name(call) in asking
            ):
                found.add(name)
    return found


def _is_pure(tree: c_ast.Node, asking: Collection[str]) -> bool:
    """Whether an expression only reads, and calls nothing but functions that return the thread's number."""
    called = [node for node in walk(tree) if isinstance(node, c_ast.FuncCall)]
    return not assigns(tree) and all(called_name(each) in asking and not each.args for each in called)
