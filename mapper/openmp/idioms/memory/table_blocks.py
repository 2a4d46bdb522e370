"""Pointers to blocks that threads also keep in a table by their numbers are the elements of that table.

    int *mine = calloc(bins, sizeof *mine);            local[me] = calloc(bins, sizeof *local[me]);
    local[me] = mine;                                  #pragma omp for
    #pragma omp for                          ->        for (int i = 0; i < n; i++)
    for (int i = 0; i < n; i++)                          local[me][key[i]]++;
      mine[key[i]]++;

So it is with `local[me] = calloc(...); int *mine = local[me];`.  What is done with the block is then done by the
thread's number, as the translation understands it.  Nothing else in the region may store pointers, nor change what
the element is found by.  The source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees import build
from mapper.ir.trees.names import (
    changed_places,
    is_named,
    mentions,
    mentions_any,
    names_in,
    objects_in,
    pointed_names,
    settings,
    value_set,
)
from mapper.ir.trees.nodes import (
    Omp,
    base_of,
    called_name,
    clone,
    replace_child,
    same_text,
    walk,
    without_casts,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import changeable, copied_names, is_loop
from mapper.openmp.idioms.declared_types import Declared
from mapper.openmp.idioms.memory.allocations import ALLOCATING, IN_BLOCK, called_from, foreign_functions


def use_tables(unit: Unit, as_written: Collection[Location], asking: Collection[str]) -> None:
    """Change such pointers in the regions of a unit whose directives are bound; those in `as_written` stay.

    `asking` are the functions that only return the thread's number.
    """
    for function in unit.functions:
        for region in changeable(function, as_written):
            body = region.body
            if region.directive.kind == "parallel" and isinstance(body, c_ast.Compound):
                called = {called_name(node) for node in walk(body) if isinstance(node, c_ast.FuncCall)}
                if called & _BLOCKS and called & set(asking):
                    _Region(unit, function, region, body, frozenset(asking)).change()


_BLOCKS = ALLOCATING - IN_BLOCK


@dataclass(frozen=True, eq=False, slots=True)
class _Block:
    """A pointer, the element of a table that leads to the same block, and the statements that set these."""

    pointer: str
    element: c_ast.Node
    sets_pointer: c_ast.Node
    sets_element: c_ast.Node


@dataclass(eq=False)
class _Region:
    """One region, whose threads ask for their numbers by the functions `asking`."""

    unit: Unit
    function: c_ast.FuncDef
    region: Omp
    body: c_ast.Compound
    asking: frozenset[str]

    def change(self) -> None:
        """Put the table's elements into the places of pointers."""
        found = list(self._blocks())
        if not found or not self._stays(found):
            return
        if any([self._put(block) for block in found]):
            for loop in filter(is_loop, walk(self.body)):
                loop.directive = replace(loop.directive, parted=True)

    def _numbers(self) -> set[str]:
        """The variables of the threads' own that hold their numbers."""
        times, own = settings(self.body), self._own()
        names = {
            _name_set(item) for item in self.body.block_items or [] if called_name(value_set(item)) in self.asking
        }
        return {name for name in names if times[name] == 1 and name in own}

    def _own(self) -> set[str]:
        private = {name for clause in self.region.directive.all("private") for name in clause.variables}
        return private | {each.name for each in self.body.block_items or [] if isinstance(each, c_ast.Decl)}

    def _blocks(self) -> list[_Block]:
        """The pointers of the region that lead where an element of a table does."""
        numbers, own, times = self._numbers(), self._own(), settings(self.body)
        inner = (node for node in walk(self.body) if isinstance(node, Omp))
        copied = {name for node in inner for clause in node.directive.clauses for name in clause.variables}
        allocated: dict[str, c_ast.Node] = {}
        stored: list[c_ast.Assignment] = []
        found: list[_Block] = []
        for item in self.body.block_items or []:
            value, name = value_set(item), _name_set(item)
            if value is None:
                continue
            if name:
                is_own = name in own and times[name] == 1 and name not in copied
                if not is_own or name in pointed_names(self.body):
                    continue
                if called_name(without_casts(value)) in _BLOCKS:
                    allocated[name] = item
                for each in stored:
                    if same_text(each.lvalue, without_casts(value) or value):
                        found.append(_Block(name, each.lvalue, item, each))
            elif isinstance(item, c_ast.Assignment) and self._is_element(item.lvalue, numbers):
                given = without_casts(value)
                if called_name(given) in _BLOCKS:
                    stored.append(item)
                elif isinstance(given, c_ast.ID) and given.name in allocated:
                    found.append(_Block(given.name, item.lvalue, allocated[given.name], item))
        return found if len({each.pointer for each in found}) == len(found) else []

    def _is_element(self, node: c_ast.Node, numbers: Collection[str]) -> bool:
        """Whether a place is an element of a table of all threads, or a member of one, by the thread's number."""
        if isinstance(node, c_ast.StructRef) and node.type == ".":
            node = node.name
        if not isinstance(node, c_ast.ArrayRef) or not isinstance(node.name, c_ast.ID):
            return False
        if node.name.name in self._own() or node.name.name in copied_names(self.unit):
            return False
        by = node.subscript
        return called_name(by) in self.asking or (isinstance(by, c_ast.ID) and by.name in numbers)

    def _stays(self, blocks: Sequence[_Block]) -> bool:
        """Whether nothing else in the region may change the elements."""
        setting = {id(place) for each in blocks for place in changed_places(each.sets_element)}
        tables = {root.name for each in blocks if (root := base_of(each.element)) is not None}
        others = (each for each in changed_places(self.body) if id(each) not in setting)
        if any(_may_point(each, self.function, self.unit) for each in others):
            return False
        known = {each.decl.name: each for each in self.unit.functions}
        called = called_from([self.body], known)
        changing = [known[name] for name in called if name in known]
        for each in changing:
            stores = any(_may_point(place, each, self.unit) for place in changed_places(each.body))
            if stores or mentions_any(each.body, tables):
                return False
        return not tables & pointed_names(self.body) and not called & foreign_functions(self.unit) - self.asking

    def _put(self, block: _Block) -> bool:
        """Put an element into the places of a pointer, if it leads to the block there; false where it stays."""
        items = self.body.block_items
        of_pointer, of_element = items.index(block.sets_pointer), items.index(block.sets_element)
        table = base_of(block.element)
        between = items[of_pointer + 1 : of_element]
        used = any(mentions(each, block.pointer) for each in between)
        place = of_pointer if used else of_element
        if table is None or table.name in settings(c_ast.Compound(items[place + 1 :])):
            return False
        if not self._is_known(block.element, place) or not self._are_alike(block):
            return False
        value = value_set(block.sets_element if of_element < of_pointer else block.sets_pointer)
        assert value is not None
        if (
            of_pointer < of_element
            and not used
            and not names_in(value).isdisjoint(settings(c_ast.Compound(between)))
        ):
            return False
        if used and any(
            isinstance(part, Omp) or _calls_any(part, self.unit) for each in between for part in walk(each)
        ):
            return False
        made = build.assign(clone(block.element), clone(value))
        for node in walk(made):
            node.coord = block.sets_element.coord  # type: ignore[misc]
        uses = [each for each in items if each not in (block.sets_pointer, block.sets_element)]
        for parent in walk(c_ast.Compound([*uses, made])):
            for slot, child in parent.children():
                field = isinstance(parent, c_ast.StructRef) and slot == "field"
                if not field and is_named(child, block.pointer):
                    replace_child(parent, slot, clone(block.element))
        items[of_element] = c_ast.EmptyStatement(made.coord) if used else made
        if isinstance(block.sets_pointer, c_ast.Decl):
            block.sets_pointer.init = None
            items[of_pointer + 1 : of_pointer + 1] = [made] if used else []
        else:
            items[of_pointer] = made if used else c_ast.EmptyStatement(made.coord)
        return True

    def _are_alike(self, block: _Block) -> bool:
        """Whether a pointer and the element of the table are of one type."""
        declared = Declared(self.unit, self.function, block.sets_element)
        types = [declared.type_of(c_ast.ID(block.pointer)), declared.type_of(block.element)]
        spelled = {declared.spelled(each) for each in types if each is not None}
        return None not in types and len(spelled) == 1

    def _is_known(self, element: c_ast.Node, place: int) -> bool:
        """Whether an element's subscript has its value before the statement at a place."""
        names = {each.name for each in objects_in(element)} & self._numbers()
        before = set(settings(c_ast.Compound(self.body.block_items[:place])))
        return names <= before


def _name_set(item: c_ast.Node) -> str:
    """The variable that a statement gives a value; empty for all else."""
    target = item.lvalue if isinstance(item, c_ast.Assignment) else None
    name: str = item.name if isinstance(item, c_ast.Decl) else target.name if isinstance(target, c_ast.ID) else ""
    return name


def _calls_any(node: c_ast.Node, unit: Unit) -> bool:
    return called_name(node) in {each.decl.name for each in unit.functions}


def _may_point(place: c_ast.Node, function: c_ast.FuncDef, unit: Unit) -> bool:
    """Whether a place in memory that some code of a function changes may hold a pointer."""
    if isinstance(place, c_ast.ID):
        return False
    declared = Declared(unit, function, place)
    of = declared.meant(declared.type_of(place))
    return of is None or isinstance(of, c_ast.PtrDecl)
