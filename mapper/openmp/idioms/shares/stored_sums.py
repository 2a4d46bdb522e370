"""What a thread adds up for itself and stores by its number is added up where it is stored.  So are extremes.

    double mine = 0;                                  sum[me] = 0;
    for (i = me; i < n; i += threads)       ->        for (i = me; i < n; i += threads)
      mine += x[i];                                     sum[me] += x[i];
    sum[me] = mine;

The loop must not use the memory that it stores to by another name; the translation refuses loops that may.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.expressions.updates import LOGICAL, named, update_of
from mapper.ir.trees.names import is_named, mentions, objects_in
from mapper.ir.trees.nodes import Omp, assigns, base_of, clone, ids, is_statement_place, replace_child, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.declared_types import structure_of
from mapper.openmp.idioms.memory.own_memory import NUMBERS, is_pure
from mapper.openmp.idioms.shares.cases import NUMBER


@dataclass(frozen=True, eq=False, slots=True)
class Moved:
    """The changes to a block: its items then, and the places in the loop that named the sum."""

    block: c_ast.Compound
    items: list[c_ast.Node]
    places: list[tuple[c_ast.Node, str, c_ast.Node]]

    def undo(self) -> None:
        """Put all back."""
        self.block.block_items = self.items
        for parent, slot, child in self.places:
            replace_child(parent, slot, child)


def move(
    block: c_ast.Compound,
    loop: c_ast.Node,
    numbers: Collection[str],
    own: Collection[str],
    declared: Sequence[c_ast.Decl],
    body: c_ast.Node,
    unit: Unit,
) -> Moved | None:
    """Let a loop of a region add up in memory what is stored there right behind it; None: there is no such sum.

    `numbers` hold the thread's number, `own` are the thread's own variables, `body` is that of the region.
    """
    items = list(block.block_items)
    at = items.index(loop)
    found: list[tuple[str, c_ast.Node]] = []
    gone: list[c_ast.Node] = []
    starts: list[c_ast.Node] = []
    for item in items[at + 1 :]:
        match item:
            case c_ast.Assignment(
                op="=", lvalue=c_ast.ArrayRef() | c_ast.StructRef() as place, rvalue=c_ast.ID(name=name)
            ):
                setting = _setting(items[:at], name)
                base = base_of(place)
                if setting is None or base is None or base.name in own or name not in own:
                    break
                if not _is_by_number(place, base, numbers):
                    break
                if not _same_type(base.name, name, place, declared, body, unit):
                    break
                if not _only_added_up(body, loop, (setting[0], item), name, base.name):
                    break
                found.append((name, place))
                gone += [item, setting[0]]
                starts.append(c_ast.Assignment("=", clone(place), setting[1], item.coord))
            case _:
                break
    if not found:
        return None
    places = [
        (parent, slot, child, place)
        for name, place in found
        for parent in walk(loop)
        for slot, child in parent.children()
        if is_named(child, name)
    ]
    for parent, slot, _, element in places:
        replace_child(parent, slot, clone(element))
    made: list[c_ast.Node] = []
    for item in items:
        if item is loop:
            made += starts
        if item not in gone:
            made.append(item)
        elif isinstance(item, c_ast.Decl):
            made.append(c_ast.Decl(item.name, item.quals, [], item.storage, [], item.type, None, None, item.coord))
    block.block_items = made
    return Moved(block, items, [(parent, slot, child) for parent, slot, child, _ in places])


def _setting(items: Sequence[c_ast.Node], name: str) -> tuple[c_ast.Node, c_ast.Node] | None:
    """The statement that gives a variable a number, and that, if none behind it mentions the variable."""
    for item in reversed(items):
        match item:
            case c_ast.Decl(name=given, type=c_ast.TypeDecl(), init=value, storage=[]) if given == name:
                return (item, value) if _is_number(value) else None
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=given), rvalue=value) if given == name:
                return (item, value) if _is_number(value) else None
        if mentions(item, name):
            return None
    return None


def _is_number(value: c_ast.Node | None) -> bool:
    """Whether an expression is a number, without variables."""
    if value is None or assigns(value):
        return False
    return all(each.name in NUMBERS for each in walk(value) if isinstance(each, c_ast.ID))


def _is_by_number(place: c_ast.Node, base: c_ast.ID, numbers: Collection[str]) -> bool:
    """Whether an element is found by the thread's number and constants alone."""
    named = {part.name for part in objects_in(place) if part is not base}
    plain = c_ast.ArrayRef | c_ast.StructRef | c_ast.ID | c_ast.Constant | c_ast.BinaryOp | c_ast.FuncCall
    return bool(named) and named <= {*numbers, NUMBER} and all(isinstance(part, plain) for part in walk(place))


def _same_type(
    array: str, name: str, place: c_ast.Node, declared: Sequence[c_ast.Decl], body: c_ast.Node, unit: Unit
) -> bool:
    """Whether the elements of an array have the same type as a variable, as far as declarations show."""
    inside = [each for each in walk(body) if isinstance(each, c_ast.Decl) and each.name == name]
    elements = {_spelled(_type_of(place, each.type, unit)) for each in declared if each.name == array}
    scalars = {_spelled(each.type) for each in inside or declared if each.name == name}
    return len(elements) == 1 and elements == scalars and None not in scalars


def _type_of(place: c_ast.Node, base: c_ast.Node, unit: Unit) -> c_ast.Node | None:
    """The type of an element, or of a member of one, of an array or of what a pointer leads to."""
    if isinstance(place, c_ast.ID):
        return base
    if isinstance(place, c_ast.StructRef):
        struct = structure_of(_type_of(place.name, base, unit), unit) if place.type == "." else None
        members = [] if struct is None else struct.decls
        found = (each.type for each in members if isinstance(each, c_ast.Decl) and each.name == place.field.name)
        return next(found, None)
    of = _type_of(place.name, base, unit) if isinstance(place, c_ast.ArrayRef) else None
    return of.type if isinstance(of, c_ast.ArrayDecl | c_ast.PtrDecl) else None


def _spelled(of: c_ast.Node | None) -> tuple[str, ...] | None:
    match of:
        case c_ast.TypeDecl(type=c_ast.IdentifierType(names=names), quals=[]):
            return tuple(names)
    return None


def _only_added_up(
    body: c_ast.Node, loop: c_ast.Node, others: tuple[c_ast.Node, c_ast.Node], name: str, array: str
) -> bool:
    """Whether a variable is in nothing but some statements and updates of itself in the loop."""
    known = ids(*others)
    statements = (
        child for parent in walk(loop) for slot, child in parent.children() if is_statement_place(parent, slot)
    )
    updates = [found for each in statements if (found := update_of(each, is_pure)) is not None]
    if {each.operator for each in updates if is_named(each.target, name)} & {*LOGICAL}:
        return False
    known |= {id(part) for each in updates for part in named(each) if is_named(part, name)}
    clauses = [clause for node in walk(body) if isinstance(node, Omp) for clause in node.directive.clauses]
    return (
        not mentions(loop, array)
        and not any(name in clause.variables for clause in clauses)
        and all(id(node) in known for node in walk(body) if is_named(node, name))
        and any(is_named(node, name) for node in walk(loop))
    )
