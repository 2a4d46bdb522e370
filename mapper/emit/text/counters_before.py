"""Loops whose counters are declared before them, as C90 wants it: `int i; for (i = 0; ...)`."""

from __future__ import annotations

import copy

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.nodes import single


def with_counters_before(loop: c_ast.For, depth: int) -> tuple[list[c_ast.Decl], c_ast.For]:
    """The declarations that are in the heads of so many nested loops, and the loops without them."""
    made, declared = copy.copy(loop), list[c_ast.Decl]()
    if isinstance(loop.init, c_ast.DeclList):
        starts: list[c_ast.Node] = []
        for each in loop.init.decls:
            declared.append(copy.copy(each))
            declared[-1].init = None
            if each.init is not None:
                starts.append(build.assign(build.identifier(each.name), each.init))
        made.init = c_ast.ExprList(starts) if len(starts) > 1 else starts[0] if starts else None
    inner = single(loop.stmt) if depth > 1 else None
    if isinstance(inner, c_ast.For):
        more, made.stmt = with_counters_before(inner, depth - 1)
        declared += more
    return declared, made
