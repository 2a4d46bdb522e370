"""A part of a kernel: some of its statements in a kernel of their own, with what these need and no more.

And the same part of the loop in the source, for the CPU.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from types import MappingProxyType

from pycparser import c_ast

from mapper.analysis.kernels.relations.accesses import Found
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.program.kernel import Access, Buffer, Kernel, Value
from mapper.ir.trees.names import changed_place, names_in
from mapper.ir.trees.nodes import Omp, base_of, clone, flattened, statements_of, walk
from mapper.ir.trees.unit import Unit
from mapper.transforms.fission.scalar_expansion import counter_of
from mapper.transforms.frame.base import RefusedError
from mapper.transforms.loops.inline import only_called

# ---- of the kernel ---------------------------------------------------------------------------------------------


def part_of(kernel: Kernel, items: list[c_ast.Node], symbols: Symbols) -> Kernel:
    """The kernel with some of its statements; `items` declares all that they use.  Raises `RefusedError`.

    Only those parameters and accumulators are left that the statements use; those may be written that they write.
    """
    body = c_ast.Compound(items)
    functions = only_called(replace(kernel, body=body)).functions
    used = names_in(body, *(function.body for function in functions))
    used |= {name for each in kernel.dimensions for name in (each.lower_name, each.step_name)}
    tables: set[str] = set()
    for chain in reversed(kernel.chains):  # a table is behind the one that leads to its structures
        if any(name in used or name in tables for each in chain for name in each.names):
            tables.update(each.name for each in chain)
            tables.add(chain[0].within)
    parameters = tuple(each for each in kernel.parameters if each.name in tables or used & set(each.names))
    names = frozenset(each.name for each in parameters)
    made = replace(
        kernel,
        parameters=tuple(_among(each, names) for each in parameters),
        reductions=tuple(each for each in kernel.reductions if each.name in used),
        body=body,
        functions=functions,
        assumed=kernel.assumed.among(names),
    )
    found = collect(made, symbols)
    if not found.placed:
        raise RefusedError("it is not known what a part accesses")
    stored = _stored(body, *(function.body for function in functions))
    return replace(made, parameters=tuple(_accessed(each, found, stored) for each in made.parameters))


def _among(each: Buffer | Value, names: frozenset[str]) -> Buffer | Value:
    """A parameter without what is said of other buffers than `names`, and of what the whole overwrites."""
    if isinstance(each, Value):
        return each
    overlaps = None if each.overlaps is None else each.overlaps & names
    return replace(each, overlaps=overlaps, same=each.same & names, overwrites=None, area=None)


def _stored(*roots: c_ast.Node) -> set[str]:
    """The names through which code stores, also where it never runs: the analysis leaves such accesses out."""
    places = (base_of(changed_place(node)) for root in roots for node in walk(root))
    return {place.name for place in places if place is not None}


def _accessed(each: Buffer | Value, found: Found, stored: Set[str]) -> Buffer | Value:
    """A parameter as the part uses it; tables are read."""
    if isinstance(each, Value) or each.table:
        return each
    mine = [access for access in found.accesses if access.root is not None and access.root.name == each.name]
    how = Access.WRITE if each.name in stored else Access(0)
    for access in mine:
        how |= Access.WRITE if access.write else Access.READ
    return replace(each, access=how & each.access or each.access)


# ---- of the source ---------------------------------------------------------------------------------------------


Moves = Mapping[str, c_ast.Node]
"""The variables of the source whose values are in memory, each with the statement that moves it there or back."""

NONE: Moves = MappingProxyType({})


def restricted(
    loop: c_ast.Node,
    keep: Set[Location],
    unit: Unit,
    counters: Sequence[str],
    loads: Moves,
    stores: Moves,
) -> c_ast.Node:
    """A loop of the source with those statements in it alone that are at some places, and all its variables.

    An iteration of the loops over `counters`, outermost first, begins with `loads` from memory, and ends with
    `stores`.  Raises `RefusedError` where one place is that of several statements, or of none.
    """
    cutter = _Cutter(keep, unit)
    made = cutter.statement(loop, top=True)
    if made is None or sorted(cutter.found) != sorted(keep):
        raise RefusedError("the statements can't be distinguished in the source")
    if loads or stores:
        inner = _iteration(made, counters, cutter.made)
        items = list(statements_of(inner.stmt))
        for name, load in loads.items():
            declared = [at for at, item in enumerate(items) if isinstance(item, c_ast.Decl) and item.name == name]
            items.insert(declared[0] + 1 if declared else 0, load)
        inner.stmt = c_ast.Compound([*items, *stores.values()])
    return made


def _iteration(loop: c_ast.Node, counters: Sequence[str], made: Set[int]) -> c_ast.For:
    """The loop over the last counter in those over the others, which all are `made`; raises `RefusedError`."""
    assert isinstance(loop, c_ast.For)
    for name in counters[1:]:
        inner = [item for item in flattened(c_ast.Compound([loop.stmt])) if isinstance(item, c_ast.For)]
        if len(inner) != 1 or counter_of(inner[0]) != name or id(inner[0]) not in made:
            raise RefusedError("the loops can't be distinguished in the source")
        loop = inner[0]
    return loop


class _Cutter:
    """Cuts a loop; `found` are the places of the statements that it has kept, `made` the new loops around them."""

    def __init__(self, keep: Set[Location], unit: Unit) -> None:
        self.keep = keep
        self.unit = unit
        self.found: list[Location] = []
        self.made: set[int] = set()

    def statement(self, node: c_ast.Node, *, top: bool = False) -> c_ast.Node | None:
        """What is left of a statement; None where that is nothing."""
        where = self.unit.location(node)
        if not top and where in self.keep and not isinstance(node, c_ast.Compound):
            self.found.append(where)
            return node
        match node:
            case c_ast.Compound():
                items = [self.statement(item) for item in node.block_items or []]
                return c_ast.Compound([item for item in items if item is not None], node.coord)
            case c_ast.For() if top or any(self.unit.location(part) in self.keep for part in walk(node.stmt)):
                inner = self.statement(node.stmt) or c_ast.EmptyStatement()
                made = c_ast.For(node.init, node.cond, node.next, inner, node.coord)
                self.made.add(id(made))
                return made
            case Omp() if node.body is not None:
                body = self.statement(node.body)
                return node if body is node.body else body
            case c_ast.Decl():
                return self._declaration(node)
            case c_ast.Typedef():
                return node
        return None

    @staticmethod
    def _declaration(node: c_ast.Decl) -> c_ast.Decl:
        """A variable that another part sets; a static one has its value from the beginning."""
        if node.init is None or "static" in node.storage:
            return node
        declarator = node.type
        if isinstance(declarator, c_ast.ArrayDecl) and declarator.dim is None:
            raise RefusedError(f"`{node.name}` has the length of its initial value")
        made = clone(node)
        made.init = None
        declarator = made.type
        while isinstance(declarator, c_ast.ArrayDecl):
            declarator = declarator.type
        for part in (made, declarator):  # it may be assigned the value that the other part leaves
            part.quals = [each for each in part.quals or [] if each != "const"]
        return made
