"""Pointers of a region that others take their values from, and copies of statements under other names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pycparser import c_ast

from mapper.ir.trees.names import settings, value_set
from mapper.ir.trees.nodes import Omp, clone, rebuilt, rename, text_of, without_casts
from mapper.openmp.idioms.memory.own_memory import is_about


def without_copies(items: list[c_ast.Node]) -> list[c_ast.Node]:
    """Statements without the pointers whose values others get, which have no further use then."""
    for at, item in enumerate(items):
        target = _target(item, items[:at])
        value = without_casts(value_set(item))
        if target is None or not isinstance(value, c_ast.ID):
            continue
        before, behind = items[:at], items[at + 1 :]
        found = [each for each in before if isinstance(each, c_ast.Decl) and each.name == value.name]
        used = any(is_about(each, value.name) or target.name in settings(each) for each in behind)
        if len(found) != 1 or used or any(isinstance(each, Omp) for each in before):
            continue
        source = found[0]
        others = [each for each in before if each is not source and is_about(each, value.name)]
        if not _same_type(source, target) and (others or source.init is None):
            continue
        known = {value.name: c_ast.ID(target.name, item.coord)}
        made: list[c_ast.Node] = []
        for each in before:
            if each is not source:
                made.append(renamed(each, known))
            elif item is target:
                made.append(variable(item, item.name, _copied(source.init, known)))
            elif source.init is not None:
                made.append(c_ast.Assignment("=", c_ast.ID(target.name), renamed(source.init, known), item.coord))
        return without_copies([*made, *behind])
    return items


def _target(item: c_ast.Node, before: Sequence[c_ast.Node]) -> c_ast.Decl | None:
    """The declaration of the pointer that a statement sets, if nothing has set it before."""
    if isinstance(item, c_ast.Decl):
        return item if is_pointer(item.type) else None
    if not isinstance(item, c_ast.Assignment) or not isinstance(item.lvalue, c_ast.ID):
        return None
    name = item.lvalue.name
    found = [each for each in before if isinstance(each, c_ast.Decl) and each.name == name]
    alone = len(found) == 1 and found[0].init is None and not any(is_about(each, name) for each in before)
    return found[0] if alone and is_pointer(found[0].type) else None


def _copied(node: c_ast.Node | None, known: Mapping[str, c_ast.Node]) -> c_ast.Node | None:
    return None if node is None else renamed(node, known)


def renamed(node: c_ast.Node, known: Mapping[str, c_ast.Node]) -> c_ast.Node:
    """A copy with other expressions in the places of variables, and declarations by their new names."""
    if isinstance(node, c_ast.ID):
        return clone(known[node.name]) if node.name in known else clone(node)
    if isinstance(node, c_ast.StructRef):
        of = renamed(node.name, known)
        if isinstance(of, c_ast.UnaryOp) and _is_address(of) and node.type == "->":
            return c_ast.StructRef(of.expr, ".", clone(node.field), node.coord)
        return c_ast.StructRef(of, node.type, clone(node.field), node.coord)
    made: c_ast.Node = rebuilt(node, lambda child: renamed(child, known))
    if isinstance(made, c_ast.Decl) and isinstance(new := known.get(made.name), c_ast.ID):
        return variable(made, new.name, init=made.init)
    return made


def variable(decl: c_ast.Decl, name: str, init: c_ast.Node | None = None) -> c_ast.Decl:
    """A declaration of the same type for another name."""
    made = clone(decl)
    rename(made, name)
    made.init = init
    return made


def _is_address(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.UnaryOp) and node.op == "&" and isinstance(node.expr, c_ast.ID)


def is_pointer(of: c_ast.Node) -> bool:
    """Whether a declaration's type is a pointer."""
    return isinstance(of, c_ast.PtrDecl)


def _same_type(one: c_ast.Decl, other: c_ast.Decl) -> bool:
    return text_of(variable(one, "x")) == text_of(variable(other, "x"))
