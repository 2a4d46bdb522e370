"""Values that the analysis of a kernel finds, as expressions that the host evaluates before the launch."""

from __future__ import annotations

from collections.abc import Callable

import islpy as isl
from pycparser import c_ast

from mapper.analysis.footprints.bounds import parsed
from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.accesses import Found
from mapper.ir.trees.build import host_cast
from mapper.ir.trees.ctypes import INT, IntType
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.nodes import clone


def compared(bound: c_ast.Node, counter: IntType) -> c_ast.Node:
    """A loop's bound in the type in which it is compared with the counter: an unsigned one makes it unsigned."""
    if counter.signed or counter.bits < INT.bits or is_literal(bound):
        return bound
    return c_ast.BinaryOp("+", bound, host_cast(counter.name, c_ast.Constant("int", "0")))


def host_value(value: isl.PwAff, found: Found) -> c_ast.Node | None:
    """A function of parameters as a host expression of type long; None where other symbols are in it."""
    return _host_tree(value, found, isl.AstBuild.expr_from_pw_aff)


def host_condition(condition: isl.Set, found: Found) -> c_ast.Node | None:
    """A condition on parameters as a host expression; None where other symbols are in it."""
    return _host_tree(condition, found, isl.AstBuild.expr_from_set)


def _host_tree(
    thing: forms.Thing, found: Found, printed: Callable[[isl.AstBuild, forms.Thing], isl.AstExpr]
) -> c_ast.Node | None:
    names = sorted(forms.symbols_of(thing))
    if any(name not in found.parameters for name in names):
        return None
    short = {name: f"p{number}" for number, name in enumerate(names)}
    thing = forms.renamed(thing.drop_unused_params(), lambda name: short[name])
    trees = {short[name]: host_cast("long", clone(found.parameters[name])) for name in names}
    printer = isl.AstBuild.from_context(forms.everywhere())
    try:
        text = printed(printer, thing).to_C_str()
    except isl.Error:
        return None
    return parsed(text, trees)
