"""The dimensions of kernels: making host expressions of their bounds."""

from __future__ import annotations

from collections.abc import Mapping

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.accesses import Found
from mapper.ir.program.kernel import Value
from mapper.ir.trees.build import HOST_NAMES, host_cast
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.nodes import changed, clone

_OPERATORS = frozenset(["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"])


def host_expression(node: c_ast.Node, values: Mapping[str, Value]) -> c_ast.Node | None:
    """An expression of the kernel's body in the host's names; None where it needs more than parameters."""
    match node:
        case c_ast.Constant() if "int" in node.type:
            return clone(node)
        case c_ast.ID():
            value = values.get(node.name)
            if value is None or not isinstance(value.type, IntType):
                return None
            inner = clone(value.expression)
            return inner if isinstance(inner, c_ast.ID) else host_cast(value.type.name, inner)
        case c_ast.UnaryOp(op="-" | "+" | "~"):
            return changed(node, lambda part: host_expression(part, values))
        case c_ast.BinaryOp() if node.op in _OPERATORS:
            made = changed(node, lambda part: host_expression(part, values))
            # what the kernel need not evaluate may divide by zero on the host
            divides = made is not None and node.op in "/%" and not isinstance(made.right, c_ast.Constant)
            return None if divides else made
        case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=[name])))):
            operand = host_expression(node.expr, values)
            return None if operand is None else host_cast(HOST_NAMES.get(name, name), operand)
    return None


def extreme(value: isl.PwAff, found: Found, *, least: bool) -> isl.PwAff | None:
    """The least or greatest value of a function of the dimensions' counters; None where there is no such value."""
    moved = _values(value, found)
    try:
        if (
            moved is None
            or moved.is_empty()
            or not (moved.dim_has_lower_bound if least else moved.dim_has_upper_bound)(isl.dim_type.set, 0)
        ):
            return None
        found_value: isl.PwAff = moved.dim_min(0) if least else moved.dim_max(0)
    except isl.Error:
        return None
    return found_value.coalesce()


def constant_extreme(value: isl.PwAff, found: Found, *, least: bool) -> int | None:
    """The same, whatever the kernel's parameters are; a remainder has one, though it is not affine in them."""
    moved = _values(value, found)
    if moved is None or moved.is_empty():
        return None
    whole = moved.project_out_all_params()
    number = whole.dim_min_val(0) if least else whole.dim_max_val(0)
    return number.to_python() if number.is_int() else None


def _values(value: isl.PwAff, found: Found) -> isl.Set | None:
    """All values of a function of the dimensions' counters, as a set of one dimension."""
    domain = forms.everywhere()
    for loop in found.dimensions:
        domain = domain.intersect(loop.domain)
    name = "mrt hull"
    values = domain.intersect(forms.symbol(name).eq_set(value))
    return forms.values_of(forms.without(values, [loop.symbol for loop in found.dimensions]), name)
