"""What a statement assigns on all ways through it, in trees of the source and of kernels alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, loop_header
from mapper.ir.trees.jumps import has_jump
from mapper.ir.trees.names import exposed_place, is_named
from mapper.ir.trees.nodes import INCREMENTS, walk


def may_leave(node: c_ast.Node) -> bool:
    """Whether code has jumps, behind which statements may be left out."""
    return has_jump(node, c_ast.Switch, c_ast.Label)


def assigned(
    node: c_ast.Node | None, is_target: Callable[[c_ast.Node], bool], runs: Callable[[Header], bool]
) -> bool:
    """Whether a statement without jumps assigns a target; of loops only those count of which `runs` says so."""

    def of(part: c_ast.Node | None) -> bool:
        return assigned(part, is_target, runs)

    match node:
        case c_ast.Compound():
            return any(of(item) for item in node.block_items or [])
        case c_ast.ExprList():
            return any(of(item) for item in node.exprs)
        case c_ast.If():
            return of(node.iftrue) and of(node.iffalse)
        case c_ast.For():
            header = loop_header(node)
            return of(node.init) or (header is not None and runs(header) and of(node.stmt))
        case c_ast.Assignment():
            return is_target(node.lvalue) or of(node.rvalue)
        case c_ast.UnaryOp(op=op) if op in INCREMENTS:
            return is_target(node.expr)
    return False


def bases_given(variable: str, nodes: Iterable[c_ast.Node | None]) -> list[c_ast.ID] | None:
    """The arrays and pointers that code makes the values of a pointer variable of: `&a[i]`, `p + 1`.

    Null and the variable's own values don't count.  None where it may have a value of another kind.
    """
    found: list[c_ast.ID] = []
    for root in nodes:
        for node in walk(root) if root is not None else ():
            if isinstance(node, c_ast.Decl) and node.name == variable:
                return None
            if not is_named(exposed_place(node), variable):
                continue
            if isinstance(node, c_ast.UnaryOp) and node.op == "&":
                return None
            bases = _bases(node.rvalue) if isinstance(node, c_ast.Assignment) and node.op == "=" else []
            if bases is None:
                return None
            found += (each for each in bases if each.name != variable)
    return found


def _bases(value: c_ast.Node) -> list[c_ast.ID] | None:
    """The arrays and pointers that a pointer is computed from; null has none."""
    match value:
        case c_ast.ID():
            return [value]
        case c_ast.Constant(value="0"):
            return []
        case c_ast.UnaryOp(op="&"):
            return _bases_of_object(value.expr)
        case c_ast.UnaryOp() if value.op in INCREMENTS:
            return _bases(value.expr)
        case c_ast.Cast():
            return _bases(value.expr)
        case c_ast.TernaryOp():
            one, other = _bases(value.iftrue), _bases(value.iffalse)
            return None if one is None or other is None else one + other
        case c_ast.BinaryOp(op="+" | "-"):
            return _bases(value.left)
    return None


def _bases_of_object(node: c_ast.Node) -> list[c_ast.ID] | None:
    """The same for the address of an object."""
    match node:
        case c_ast.ID():
            return None
        case c_ast.ArrayRef(name=c_ast.ID() as name):
            return [name]
        case c_ast.StructRef(type="->"):
            return _bases(node.name)
        case c_ast.StructRef():
            return _bases_of_object(node.name)
        case c_ast.UnaryOp(op="*"):
            return _bases(node.expr)
    return None
