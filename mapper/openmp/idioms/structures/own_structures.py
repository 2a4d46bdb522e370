"""Structures in which threads keep what they merge become a variable for each member.

    struct stats { double sum, top; int at; };

    #pragma omp parallel                            #pragma omp parallel
    {                                               {
      struct stats mine = {0, -1, -1};                double mine_sum = 0, mine_top = -1; int mine_at = -1;
      #pragma omp for                                 #pragma omp for
      for (int i = 0; i < n; i++)                     for (int i = 0; i < n; i++) {
        add(&mine, x[i], i);                  ->        mine_sum += x[i];
      #pragma omp critical                              if (x[i] > mine_top) { mine_top = x[i]; mine_at = i; }
      join(&all, &mine);                              }
    }                                                 #pragma omp critical
                                                      { all.sum += mine_sum; ... }
                                                    }

Sums, extremes and what belongs to these are then known by the ways in which each is updated.  Calls that are given
the structure become statements first (`called_updates.py`).  It stays where code uses it in another way than
member by member, or as a whole in an assignment, or where a member is no number or array of numbers.  The source's
text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.literals import is_zero
from mapper.ir.trees.names import is_named, objects_in
from mapper.ir.trees.nodes import (
    Omp,
    addressed,
    arguments_of,
    base_of,
    called_name,
    clone,
    has_effects,
    is_statement_place,
    rename,
    replace_child,
    same_text,
    walk,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.calls.called_updates import Functions, defines_type, given_calls
from mapper.openmp.idioms.constructs import changeable, is_loop
from mapper.openmp.idioms.declared_types import spelled
from mapper.openmp.idioms.structures.members import Leaf, Path, Values, initial, leaves_of, set_to


def by_members(unit: Unit, as_written: Collection[Location]) -> None:
    """Change such structures in the regions of a unit whose directives are bound; those in `as_written` stay."""
    functions = Functions(unit, anything=True)
    for caller in unit.functions:
        for region in changeable(caller, as_written):
            body = region.body
            if region.directive.kind == "parallel" and isinstance(body, c_ast.Compound):
                for item in list(body.block_items or []):
                    leaves = _leaves(item, body, caller, unit)
                    if leaves:
                        _Own(unit, caller, region, body, item, leaves, functions).change()


def part_given(
    unit: Unit, region: Omp, caller: c_ast.FuncDef, names: Collection[str], functions: Functions
) -> None:
    """Change the structures with some names in a region, which may also hold pointers to numbers."""
    body = region.body
    if not isinstance(body, c_ast.Compound):
        return
    for item in list(body.block_items or []):
        if isinstance(item, c_ast.Decl) and item.name in names and not item.storage and not item.quals:
            leaves = leaves_of(item.type, unit, pointers=True)
            if leaves and _is_only(item, body, caller):
                _Own(unit, caller, region, body, item, leaves, functions).change()


def _leaves(item: c_ast.Node, body: c_ast.Compound, caller: c_ast.FuncDef, unit: Unit) -> list[Leaf] | None:
    """The members of a structure that a region's item declares, which a loop and then other code uses."""
    if not isinstance(item, c_ast.Decl) or item.storage or not item.name or item.quals:
        return None
    leaves = leaves_of(item.type, unit)
    if leaves is None:
        return None
    uses = [each for each in body.block_items if any(node.name == item.name for node in objects_in(each))]
    first = next((at for at, each in enumerate(uses) if is_loop(each)), len(uses))
    behind = any(not is_loop(each) for each in uses[first:])
    return leaves if behind and _is_only(item, body, caller) else None


def _is_only(item: c_ast.Decl, body: c_ast.Compound, caller: c_ast.FuncDef) -> bool:
    """Whether a name means one variable in a region, and names of types mean there what they mean elsewhere."""
    same = [each for each in walk(body) if isinstance(each, c_ast.Decl) and each.name == item.name]
    return len(same) == 1 and not any(map(defines_type, walk(caller.body)))


class _StaysError(Exception):
    """A structure is used in a way in which it must stay one."""


@dataclass(eq=False)
class _Own:
    """One structure of each thread's own in a region, with its `leaves`."""

    unit: Unit
    caller: c_ast.FuncDef
    region: Omp
    body: c_ast.Compound
    decl: c_ast.Decl
    leaves: list[Leaf]
    functions: Functions
    undo: list[tuple[c_ast.Node, str, c_ast.Node]] = field(default_factory=list)
    edits: list[tuple[c_ast.Node, str, c_ast.Node]] = field(default_factory=list)
    names: dict[Path, str] = field(default_factory=dict)
    copies: list[tuple[c_ast.Compound, c_ast.Decl, c_ast.Compound]] = field(default_factory=list)

    def change(self) -> None:
        """Put variables into the place of the structure, if all that uses it can use these."""
        wishes = ((leaf.path, "_".join([self.decl.name, *leaf.path])) for leaf in self.leaves)
        self.names = {path: self.functions.fresh(wish) for path, wish in wishes}
        try:
            self._put_calls_in_place()
            self._part_choices()
            declared = self._declared()
            for slot, child in self.region.children():
                self._visit(self.region, slot, child)
        except _StaysError:
            for parent, slot, node in reversed(self.undo):
                replace_child(parent, slot, node)
            return
        for parent, slot, node in self.edits:
            replace_child(parent, slot, node)
        for block, copy, setting in self.copies:
            copy.init = None
            block.block_items.insert(block.block_items.index(copy) + 1, setting)
        at = self.body.block_items.index(self.decl)
        self.body.block_items[at : at + 1] = declared
        for loop in filter(is_loop, walk(self.body)):
            loop.directive = replace(loop.directive, parted=True)

    def _replace(self, parent: c_ast.Node, slot: str, old: c_ast.Node, new: c_ast.Node) -> None:
        self.undo.append((parent, slot, old))
        replace_child(parent, slot, new)

    # ---- before the structure is parted ------------------------------------------------------------------------

    def _put_calls_in_place(self) -> None:
        name, known = self.decl.name, self.functions.known
        for parent, slot, call, own in list(given_calls(self.body, self.region, known, {name})):
            made = self.functions.in_place(call, self.caller, own)
            if made is None:
                raise _StaysError
            self._replace(parent, slot, call, made)
        for parent, slot, call in list(self._calls()):
            value = self.functions.value(call, self.caller)
            if value is None:
                raise _StaysError
            self._replace(parent, slot, call, value)

    def _calls(self) -> Iterator[tuple[c_ast.Node, str, c_ast.FuncCall]]:
        """The calls in expressions that are given the structure's address."""
        for parent in walk(self.body):
            for slot, child in parent.children():
                if isinstance(child, c_ast.FuncCall) and called_name(child) in self.functions.known:
                    given = (addressed(each) for each in arguments_of(child))
                    if any(base is not None and is_named(base_of(base), self.decl.name) for base in given):
                        yield parent, slot, child

    def _part_choices(self) -> None:
        """Let `best = c ? mine : best` be an `if`."""
        for parent in list(walk(self.body)):
            for slot, child in parent.children():
                if not isinstance(child, c_ast.Assignment) or child.op != "=" or not _is_statement(parent, slot):
                    continue
                value = child.rvalue
                if isinstance(value, c_ast.TernaryOp) and any(
                    self._path(each) is not None and self._path(each) not in self.names
                    for each in (child.lvalue, value.iftrue, value.iffalse)
                ):
                    self._replace(parent, slot, child, _chosen(child, value))

    # ---- parts -------------------------------------------------------------------------------------------------

    def _path(self, node: c_ast.Node) -> Path | None:
        """The members by which an expression names a part of the structure; None for others."""
        fields: list[str] = []
        while isinstance(node, c_ast.StructRef):
            inner = node.name if node.type == "." else addressed(node.name)
            if inner is None:
                return None
            fields.insert(0, node.field.name)
            node = inner
        return tuple(fields) if is_named(node, self.decl.name) else None

    def _visit(self, parent: c_ast.Node, slot: str, node: c_ast.Node) -> None:
        if node is self.decl:
            return
        if isinstance(node, c_ast.Decl) and self._copies(parent, node):
            return
        made = self._whole(node) if _is_statement(parent, slot) else None
        path = self._path(node)
        if path is not None:
            if path not in self.names:
                raise _StaysError
            made = c_ast.ID(self.names[path], node.coord)
        if made is not None:
            self.edits.append((parent, slot, made))
            return
        if is_named(node, self.decl.name):
            raise _StaysError
        if isinstance(node, Omp) and any(self.decl.name in each.variables for each in node.directive.clauses):
            raise _StaysError
        for inner, child in node.children():
            if isinstance(node, c_ast.StructRef) and inner == "field":
                continue
            if isinstance(node, c_ast.NamedInitializer) and isinstance(child, c_ast.ID) and inner != "expr":
                continue
            self._visit(node, inner, child)

    def _copies(self, parent: c_ast.Node, decl: c_ast.Decl) -> bool:
        """Whether a declaration makes a copy of the structure, which then gets its members one by one."""
        path = None if decl.init is None else self._path(decl.init)
        if path is None or path in self.names:
            return False
        if not isinstance(parent, c_ast.Compound) or decl.quals or decl.storage:
            raise _StaysError
        self.copies.append((parent, decl, self._copied(c_ast.ID(decl.name), decl.init, decl)))
        return True

    def _whole(self, node: c_ast.Node) -> c_ast.Node | None:
        """What sets the parts of a structure that a statement sets as a whole; None for other statements."""
        match node:
            case c_ast.Assignment(op="=", lvalue=target, rvalue=value):
                paths = (self._path(target), self._path(value))
                if all(path is None or path in self.names for path in paths):
                    return None
                return self._copied(target, value, node)
            case c_ast.FuncCall() if called_name(node) == "memset" and len(arguments_of(node)) == 3:
                return self._cleared(node)
        return None

    def _copied(self, target: c_ast.Node, value: c_ast.Node, node: c_ast.Node) -> c_ast.Compound:
        """Assignments to the parts of a place from the parts of a value."""
        to, of = self._path(target), self._path(value)
        prefix = to if of is None else of
        assert prefix is not None
        if to is not None and of is not None and to != of:
            raise _StaysError
        values: Values | None = None
        if isinstance(value, c_ast.CompoundLiteral):
            values = self._initial(value.init, prefix)
        elif (of is None and not _stays(value)) or (to is None and not _stays(target)):
            raise _StaysError
        items = []
        for leaf in self._inside(prefix):
            rest = leaf.path[len(prefix) :]
            place = _member(target, rest) if to is None else c_ast.ID(self.names[leaf.path])
            if values is not None:
                source = values[rest]
            else:
                source = _member(value, rest) if of is None else c_ast.ID(self.names[leaf.path])
            items.append(self._set(leaf, place, source))
        return c_ast.Compound(items, node.coord)

    def _cleared(self, call: c_ast.FuncCall) -> c_ast.Node | None:
        """What clears the parts of a structure that `memset` clears as a whole; None for other memory."""
        to, value, size = arguments_of(call)
        place = addressed(to)
        path = None if place is None else self._path(place)
        if path is None or path in self.names:
            return None
        of = size.expr if isinstance(size, c_ast.UnaryOp) and size.op == "sizeof" else None
        named = isinstance(of, c_ast.Typename) and not path and spelled(of.type) == spelled(self.decl.type)
        if not is_zero(value) or of is None or not (named or self._path(of) == path):
            raise _StaysError
        items = [self._set(leaf, c_ast.ID(self.names[leaf.path]), None) for leaf in self._inside(path)]
        return c_ast.Compound(items, call.coord)

    def _inside(self, prefix: Path) -> list[Leaf]:
        found = [leaf for leaf in self.leaves if leaf.path[: len(prefix)] == prefix]
        if not found:
            raise _StaysError
        return found

    def _set(self, leaf: Leaf, place: c_ast.Node, value: c_ast.Node | None) -> c_ast.Node:
        made = set_to(leaf, place, value, self.functions.fresh)
        if made is None:
            raise _StaysError
        return made

    def _initial(self, init: c_ast.Node, prefix: Path) -> Values:
        """What an initialiser gives the whole structure, if it does not name it."""
        named = any(is_named(each, self.decl.name) for each in objects_in(init))
        values = None
        if isinstance(init, c_ast.InitList) and not prefix and not named:
            values = initial(init, self.decl.type, self.unit)
        if values is None:
            raise _StaysError
        return values

    def _declared(self) -> list[c_ast.Node]:
        """Declarations of the variables, and what sets them to the structure's first value."""
        init = self.decl.init
        if isinstance(init, c_ast.CompoundLiteral):
            init = init.init
        values = self._initial(init, ()) if isinstance(init, c_ast.InitList) else None
        if init is not None and values is None and not _stays(init):
            raise _StaysError
        declared: list[c_ast.Node] = []
        behind: list[c_ast.Node] = []
        for leaf in self.leaves:
            value: c_ast.Node | None = None
            if values is not None:
                value = values[leaf.path]
                if value is None:
                    zero = c_ast.Constant("int", "0")
                    value = c_ast.InitList([zero]) if leaf.lengths else zero
            elif init is not None and leaf.lengths:
                behind.append(self._set(leaf, c_ast.ID(self.names[leaf.path]), _member(init, leaf.path)))
            elif init is not None:
                value = _member(init, leaf.path)
            made = c_ast.Decl(leaf.path[-1], [], [], [], [], clone(leaf.of), value, None, self.decl.coord)
            rename(made, self.names[leaf.path])
            declared.append(made)
        return [*declared, *behind]


def _is_statement(parent: c_ast.Node, slot: str) -> bool:
    """Whether a place is one for statements, also that behind a directive."""
    return is_statement_place(parent, slot) or (isinstance(parent, Omp) and slot == "body")


def _chosen(assignment: c_ast.Assignment, value: c_ast.TernaryOp) -> c_ast.If:
    """An assignment of one of two values as an `if`; what a place has already is not assigned."""
    target, coord = assignment.lvalue, assignment.coord
    one, other = (
        None if same_text(each, target) else c_ast.Assignment("=", clone(target), each, coord)
        for each in (value.iftrue, value.iffalse)
    )
    if one is None:
        return c_ast.If(c_ast.UnaryOp("!", value.cond, coord), other or c_ast.EmptyStatement(coord), None, coord)
    return c_ast.If(value.cond, one, other, coord)


def _stays(place: c_ast.Node) -> bool:
    """Whether an expression is a place that setting a structure's members does not move."""
    match place:
        case c_ast.ID():
            return True
        case c_ast.StructRef(type="."):
            return _stays(place.name)
        case c_ast.StructRef(name=c_ast.ID()) | c_ast.UnaryOp(op="*", expr=c_ast.ID()):
            return True
        case c_ast.ArrayRef():
            plain = all(
                isinstance(each, c_ast.ID | c_ast.Constant | c_ast.BinaryOp) for each in walk(place.subscript)
            )
            return plain and not has_effects(place.subscript) and _stays(place.name)
    return False


def _member(place: c_ast.Node, path: Path) -> c_ast.Node:
    made = clone(place)
    for each in path:
        made = c_ast.StructRef(made, ".", c_ast.ID(each, place.coord), place.coord)
    return made
