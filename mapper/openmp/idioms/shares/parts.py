"""Elements that a loop finds by pointers to its thread's part are elements of the whole.

    double *mine = x + low;
    for (int i = 0; i < count; i++)                for (long k = 0; k < count; k++)
      mine[i] = 0;                      ->           x[low + k] = 0;

So `offsets` finds where the part begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.headers import Head
from mapper.ir.trees.names import mentions, objects_in
from mapper.ir.trees.nodes import clone, has_effects, walk
from mapper.openmp.idioms.declared_types import spelled


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """A pointer that leads to an element of an array or of a pointer's memory, at an offset."""

    pointer: str
    base: str
    offset: c_ast.Node


def part_of(item: c_ast.Node, declared: Sequence[c_ast.Decl]) -> Part | None:
    """The part that a declaration's pointer leads to; `declared` are the variables that there are."""
    if not isinstance(item, c_ast.Decl) or not isinstance(item.type, c_ast.PtrDecl):
        return None
    match item.init:
        case c_ast.BinaryOp(op="+", left=c_ast.ID(name=base), right=offset):
            pass
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=c_ast.ID(name=base), subscript=offset)):
            pass
        case _:
            return None
    of = [each.type for each in declared if each.name == base]
    led = [each.type for each in of if isinstance(each, c_ast.PtrDecl | c_ast.ArrayDecl)]
    same = all(spelled(each) == spelled(item.type.type) for each in led)
    return Part(item.name, base, offset) if same and len(led) == len(of) and not has_effects(offset) else None


def with_whole(
    node: c_ast.For, header: Head, parts: Mapping[str, Part], name: str
) -> tuple[c_ast.For, c_ast.Decl, list[c_ast.Node]]:
    """A copy of a loop that has a counter with a new name, and no pointers to parts; the counter, and bases.

    The counter is as wide as what it is added to.
    """
    whole = c_ast.Compound([clone(node.stmt)])
    bases: dict[str, c_ast.Node] = {}
    for part in list(walk(whole)):
        match part:
            case c_ast.ArrayRef(name=c_ast.ID(name=pointer)) if pointer in parts:
                subscript = _behind(parts[pointer].offset, part.subscript, header.start.name)
                if subscript is not None:
                    bases[pointer] = c_ast.ID(parts[pointer].base, part.coord)
                    part.name, part.subscript = c_ast.ID(parts[pointer].base, part.coord), subscript
    for each in objects_in(whole):
        each.name = name if each.name == header.start.name else each.name
    counter = build.host_variable(name, "long", clone(header.start.value), node.coord)
    test = c_ast.BinaryOp(header.relation, c_ast.ID(name), clone(header.bound), node.cond.coord)
    step = c_ast.Assignment("+=", c_ast.ID(name), clone(header.step.by), node.coord)
    made = c_ast.For(c_ast.DeclList([counter], node.coord), test, step, whole.block_items[0], node.coord)
    return made, counter, list(bases.values())


def _behind(offset: c_ast.Node, subscript: c_ast.Node, counter: str) -> c_ast.BinaryOp | None:
    """An offset with a counter added to it, and with what a subscript adds to that or takes off."""
    match subscript:
        case c_ast.ID(name=found) if found == counter:
            return c_ast.BinaryOp("+", clone(offset), subscript, subscript.coord)
        case c_ast.BinaryOp(op="+" | "-" as operator, left=c_ast.ID(name=found)) if found == counter:
            if not mentions(subscript.right, counter):
                first = c_ast.BinaryOp("+", clone(offset), subscript.left, subscript.coord)
                return c_ast.BinaryOp(operator, first, subscript.right, subscript.coord)
    return None
