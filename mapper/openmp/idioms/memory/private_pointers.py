"""Private pointers of a region that its threads set to what they allocate: as if the region declared them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.ir.trees.directive import Directive
from mapper.ir.trees.names import declared_around, is_named
from mapper.ir.trees.nodes import Omp, clone
from mapper.openmp.idioms.memory.allocations import allocates
from mapper.openmp.idioms.memory.own_memory import is_about


def private_pointers(
    region: Omp, function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef]
) -> tuple[list[c_ast.Decl], Directive]:
    """Declarations for the beginning of a region in place of such a clause, and its directive without that.

    `functions` are those of the unit, by their names.
    """
    private = {name for clause in region.directive.all("private") for name in clause.variables}
    known = {each.name: each for each in declared_around(region, function) if each.name in private}
    pointers = {name: each for name, each in known.items() if isinstance(each.type, c_ast.PtrDecl)}
    declared: dict[str, c_ast.Decl] = {}
    for item in region.body.block_items or [] if isinstance(region.body, c_ast.Compound) else []:
        target = item.lvalue if isinstance(item, c_ast.Assignment) else None
        found = pointers.get(target.name) if isinstance(target, c_ast.ID) else None
        if found is not None and not found.storage and allocates(item, functions):
            declared[found.name] = clone(found)
            declared[found.name].init = None
    clauses = []
    for clause in region.directive.clauses:
        if clause.kind != "private" or declared.keys().isdisjoint(clause.variables):
            clauses.append(clause)
        elif left := tuple(name for name in clause.variables if name not in declared):
            clauses.append(replace(clause, variables=left, places=()))
    return list(declared.values()), replace(region.directive, clauses=tuple(clauses))


def initialized(items: Sequence[c_ast.Node]) -> Iterator[c_ast.Node]:
    """A region's statements, with pointers declared where the first statement that names them sets them."""
    made: dict[int, c_ast.Decl] = {}
    left_out: set[int] = set()
    for number, item in enumerate(items):
        if (
            isinstance(item, c_ast.Decl)
            and isinstance(item.type, c_ast.PtrDecl)
            and not (item.init or item.storage)
        ):
            first = next((each for each in items[number + 1 :] if is_about(each, item.name)), None)
            if isinstance(first, c_ast.Assignment) and first.op == "=" and is_named(first.lvalue, item.name):
                made[id(first)] = clone(item)
                made[id(first)].init = first.rvalue
                left_out.add(id(item))
    yield from (made.get(id(item), item) for item in items if id(item) not in left_out)
