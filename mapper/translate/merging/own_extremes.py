"""Threads' own extremes with their places: all find the same, whichever thread has which iterations."""

from __future__ import annotations

from collections.abc import Collection

from pycparser import c_ast

from mapper.ir.expressions.updates import named, update_of
from mapper.ir.trees.names import objects_in
from mapper.ir.trees.nodes import has_effects, ids, walk
from mapper.openmp.idioms.merges.kept_extremes import is_behind, kept_extreme


def keeps_extremes(body: c_ast.Node, state: Collection[str]) -> bool:
    """Whether a loop only updates a thread's variables, or keeps extremes in them, of equal ones the first.

    Parts of the iterations that are in their order, and are merged in their order, then leave what threads do that
    have dealt out the iterations otherwise.
    """
    known: set[int] = set()
    for node in walk(body):
        if isinstance(node, c_ast.Decl) and node.name in state:
            return False
        update = update_of(node, _is_pure)
        if update is not None and isinstance(update.target, c_ast.ID) and update.target.name in state:
            known |= {id(each) for each in named(update)}
        found = kept_extreme(node)
        if found is None or any(map(is_behind, found.paths)):
            continue
        if {path[0] for path in found.paths}.issubset(state) and (len(found.relation) == 1 or not found.has_more):
            known |= ids(node)
    return all(id(node) in known for node in objects_in(body) if node.name in state)


def _is_pure(node: c_ast.Node) -> bool:
    return not has_effects(node)
