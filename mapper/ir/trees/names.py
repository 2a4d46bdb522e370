"""What code mentions, changes and points to, by its text alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain, count

from pycparser import c_ast

from mapper.ir.trees.nodes import INCREMENTS, walk

_NAMING = (c_ast.Assignment, c_ast.UnaryOp, c_ast.Decl)


def names_in(*roots: c_ast.Node) -> set[str]:
    """The identifiers in some code: variables, functions, and the fields of structures."""
    return {node.name for root in roots for node in walk(root) if isinstance(node, c_ast.ID)}


def objects_in(root: c_ast.Node) -> Iterator[c_ast.ID]:
    """The identifiers in some code that name objects or functions, not fields."""
    fields = {id(node.field) for node in walk(root) if isinstance(node, c_ast.StructRef)}
    return (node for node in walk(root) if isinstance(node, c_ast.ID) and id(node) not in fields)


def mentions(root: c_ast.Node, name: str) -> bool:
    """Whether an identifier is in some code."""
    return any(isinstance(node, c_ast.ID) and node.name == name for node in walk(root))


def occurrences(root: c_ast.Node, name: str) -> int:
    """How often an identifier is in some code."""
    return sum(is_named(node, name) for node in walk(root))


def mentions_any(root: c_ast.Node, names: Collection[str]) -> bool:
    """Whether one of some identifiers is in some code."""
    return any(isinstance(node, c_ast.ID) and node.name in names for node in walk(root))


def is_named(node: c_ast.Node | None, name: str) -> bool:
    """Whether an expression is a certain identifier."""
    return isinstance(node, c_ast.ID) and node.name == name


def changed_place(node: c_ast.Node) -> c_ast.Node | None:
    """The lvalue that a node itself, without its parts, changes; None where it changes none."""
    place: c_ast.Node | None = None
    if isinstance(node, c_ast.Assignment):
        place = node.lvalue
    elif isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS:
        place = node.expr
    return place


def exposed_place(node: c_ast.Node) -> c_ast.Node | None:
    """The lvalue that a node itself changes or takes the address of; None where it does neither."""
    if isinstance(node, c_ast.UnaryOp) and node.op == "&":
        pointed: c_ast.Node = node.expr
        return pointed
    return changed_place(node)


def assigned_names(*roots: c_ast.Node | None) -> set[str]:
    """The variables that some code declares or may change: by name, or because it takes their address."""
    found: set[str] = set()
    for root in roots:
        for node in walk(root) if root is not None else ():
            if isinstance(node, _NAMING):  # few are, and this is asked of each loop
                place = exposed_place(node)
                if isinstance(place, c_ast.ID):
                    found.add(place.name)
                elif isinstance(node, c_ast.Decl):
                    found.add(node.name)
    return found


def settings(root: c_ast.Node) -> Counter[str]:
    """How often some code gives each variable a value by its name, also a first one, or takes its address."""
    found: Counter[str] = Counter()
    for node in walk(root):
        place = exposed_place(node)
        if isinstance(place, c_ast.ID):
            found[place.name] += 1
        elif isinstance(node, c_ast.Decl) and node.name and node.init is not None:
            found[node.name] += 1
    return found


def fresh_name(wish: str, taken: Collection[str]) -> str:
    """A name that is not taken: the wish, or that with the first free number from 2 behind it."""
    return next(name for name in chain([wish], (f"{wish}_{at}" for at in count(2))) if name not in taken)


def all_names(root: c_ast.Node) -> set[str]:
    """The names that some code mentions or declares."""
    return {node.name for node in walk(root) if isinstance(node, c_ast.ID | c_ast.Decl)}


def pointed_names(*roots: c_ast.Node) -> frozenset[str]:
    """The variables whose addresses some code takes."""
    return frozenset(
        node.expr.name
        for root in roots
        for node in walk(root)
        if isinstance(node, c_ast.UnaryOp) and node.op == "&" and isinstance(node.expr, c_ast.ID)
    )
