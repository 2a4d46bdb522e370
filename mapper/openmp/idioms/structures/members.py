"""The numbers and arrays of numbers that a structure is made of, and what sets all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.literals import integer_value, is_zero
from mapper.ir.trees.nodes import clone, has_effects
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.declared_types import meaning, of_elements, structure_of
from mapper.openmp.idioms.memory.own_memory import is_pure

Path = tuple[str, ...]
"""The names of members in each other, the outermost first."""
Values = dict[Path, c_ast.Node | None]
"""What members are set to; None for zeros."""


@dataclass(frozen=True, eq=False, slots=True)
class Leaf:
    """A number or pointer in a structure, or an array of numbers with its `lengths`; `of` is its declarator."""

    path: Path
    of: c_ast.Node
    lengths: tuple[c_ast.Node, ...] = ()


def leaves_of(of: c_ast.Node, unit: Unit, path: Path = (), *, pointers: bool = False) -> list[Leaf] | None:
    """The parts of a structure in their order; None for other types, and where one is no number.

    With `pointers` it may also be a pointer to numbers.
    """
    struct = structure_of(of, unit)
    if struct is None:
        return None
    found: list[Leaf] = []
    for member in struct.decls:
        if not isinstance(member, c_ast.Decl) or not member.name or member.bitsize is not None:
            return None
        inside = _parts(member, unit, (*path, member.name), pointers=pointers)
        if inside is None:
            return None
        found += inside
    return found


def _parts(member: c_ast.Decl, unit: Unit, path: Path, *, pointers: bool) -> list[Leaf] | None:
    of, lengths = member.type, list[c_ast.Node]()
    if pointers and isinstance(of, c_ast.PtrDecl) and isinstance(of_elements(of), c_ast.TypeDecl):
        return [Leaf(path, of)]
    while True:
        if isinstance(of, c_ast.ArrayDecl) and of.dim is not None and not has_effects(of.dim):
            lengths.append(of.dim)
            of = of.type
        elif isinstance(of, c_ast.TypeDecl) and not of.quals and not of.align:
            words = meaning(of.type, unit)
            if isinstance(words, c_ast.IdentifierType):
                return [Leaf(path, member.type, tuple(lengths))]
            if not isinstance(words, c_ast.ArrayDecl):
                return None if lengths else leaves_of(of, unit, path, pointers=pointers)
            of = words
        else:
            return None


def initial(init: c_ast.InitList, of: c_ast.Node, unit: Unit, path: Path = ()) -> Values | None:
    """What an initialiser in braces gives the parts of a structure; None where that is not clear."""
    struct = structure_of(of, unit)
    parts = leaves_of(of, unit, path, pointers=True)
    if struct is None or parts is None or not is_pure(init):
        return None
    values: Values = {each.path: None for each in parts}
    if len(init.exprs) == 1 and is_zero(init.exprs[0]):
        return values
    members = {member.name: member for member in struct.decls}
    order, at = list(members), 0
    for each in init.exprs:
        value = each
        if isinstance(each, c_ast.NamedInitializer):
            if len(each.name) != 1 or not isinstance(each.name[0], c_ast.ID):
                return None
            at, value = order.index(each.name[0].name), each.expr
        if at >= len(order):
            return None
        member, inner = members[order[at]], (*path, order[at])
        at += 1
        if inner not in values:
            found = initial(value, member.type, unit, inner) if isinstance(value, c_ast.InitList) else None
            if found is None:
                return None
            values |= found
            continue
        is_array = next(bool(part.lengths) for part in parts if part.path == inner)
        if isinstance(value, c_ast.InitList) and not is_array and len(value.exprs) == 1:
            value = value.exprs[0]
        if isinstance(value, c_ast.InitList) != is_array:
            return None
        values[inner] = value
    return values


def set_to(
    leaf: Leaf, target: c_ast.Node, value: c_ast.Node | None, fresh: Callable[[str], str]
) -> c_ast.Node | None:
    """A statement that sets a part to a value, or to zeros; None where that takes more than one."""
    if not leaf.lengths:
        return build.assign(target, c_ast.Constant("int", "0") if value is None else value)
    if isinstance(value, c_ast.InitList):
        if len(leaf.lengths) != 1 or integer_value(leaf.lengths[0]) != len(value.exprs):
            return None
        if any(isinstance(each, c_ast.NamedInitializer | c_ast.InitList) for each in value.exprs):
            return None
        places = (c_ast.ArrayRef(clone(target), build.integer(at)) for at in range(len(value.exprs)))
        return c_ast.Compound([build.assign(place, each) for place, each in zip(places, value.exprs, strict=True)])
    counters = [fresh("at") for _ in leaf.lengths]
    element = build.element(target, map(c_ast.ID, counters))
    given = c_ast.Constant("int", "0") if value is None else build.element(value, map(c_ast.ID, counters))
    return _loops(build.assign(element, given), counters, leaf.lengths)


def _loops(body: c_ast.Node, counters: Sequence[str], lengths: Sequence[c_ast.Node]) -> c_ast.Node:
    def around(inner: c_ast.Node, loop: tuple[str, c_ast.Node]) -> c_ast.Node:
        counter = build.host_variable(loop[0], "int", c_ast.Constant("int", "0"))
        return build.counting_loop(counter, clone(loop[1]), c_ast.Compound([inner]))

    return reduce(around, reversed(list(zip(counters, lengths, strict=True))), body)
