"""`ordered` clauses without effect are left out: no iteration of the loop comes to an `ordered` construct."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.ir.trees.nodes import Omp, walk
from mapper.ir.trees.unit import Unit


def leave_out_ordered(unit: Unit) -> None:
    """Change the loops of a unit whose directives are bound, where that is so."""
    constructs = [node for node in walk(unit.tree) if isinstance(node, Omp)]
    loops = [each for each in constructs if "for" in each.directive.words]
    inside = {id(node) for each in loops for node in walk(each)}
    orphaned = any(each.directive.kind == "ordered" and id(each) not in inside for each in constructs)
    defined = {each.decl.name for each in unit.functions}
    declared = [each for each in unit.declarations if isinstance(each.type, c_ast.FuncDecl)]
    elsewhere = {each.name for each in declared if unit.in_user_code(each)} - defined
    unknown = elsewhere | (defined if orphaned else set())
    for loop in loops:
        clause = loop.directive.first("ordered")
        if clause is None or clause.argument is not None:
            continue
        nodes = list(walk(loop))
        waits = any(isinstance(each, Omp) and each.directive.kind == "ordered" for each in nodes)
        called = [each.name for each in nodes if isinstance(each, c_ast.FuncCall)]
        if not waits and all(isinstance(each, c_ast.ID) and each.name not in unknown for each in called):
            kept = tuple(each for each in loop.directive.clauses if each is not clause)
            loop.directive = replace(loop.directive, clauses=kept)
