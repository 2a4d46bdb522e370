"""Cuts an iteration into parts: which statements stay together, and what each part needs.

A loop that becomes a dimension alone is a part of its own; other statements that are beside each other are one.
What is set once, to what is the same in all parts, each part computes for itself.  Other numbers that one part
leaves to later ones are in memory (`scalar_expansion.py`), and where that can't be, the parts between become one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, loop_header, once_set
from mapper.analysis.kernels.relations.dependences import exposed_reads, private_roots
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost
from mapper.diagnostics import Location
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Kernel, unwritten_buffers
from mapper.ir.program.region import Carried, WorkLoop
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, IntType
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.names import assigned_names, is_reserved, mentions, names_in
from mapper.ir.trees.nodes import addressed, assigns, clone, flattened, text_of, walk
from mapper.transforms.dimensions.exchange import exchanged
from mapper.transforms.fission.array_expansion import ExpandedArray
from mapper.transforms.fission.extract import part_of, restricted
from mapper.transforms.fission.scalar_expansion import Expanded, expanded, numbered, with_buffers
from mapper.transforms.fission.statement_groups import Group, group_of
from mapper.transforms.frame.base import RefusedError
from mapper.transforms.loops.loops import is_long

Passes = Callable[[Kernel], Kernel]
"""What becomes of a kernel by some transformations."""


def statements(kernel: Kernel) -> list[c_ast.Node]:
    """The statements of an iteration, those of blocks among them."""
    return [item for item in flattened(kernel.body) if not isinstance(item, c_ast.EmptyStatement)]


class Cutting:
    """One loop on its way to several kernels; `again` is what each part goes through.

    `arrays` are the iterations' own arrays that the kernel has in memory.
    """

    def __init__(
        self,
        loop: WorkLoop,
        kernel: Kernel,
        symbols: Symbols,
        again: Passes,
        arrays: Sequence[ExpandedArray],
    ) -> None:
        self.arrays = arrays
        self.loop = loop
        self.kernel = kernel
        self.symbols = symbols
        self.again = again
        self.items = statements(kernel)
        self.declared = {item.name: item for item in self.items if isinstance(item, c_ast.Decl)}
        self.changed = assigned_names(kernel.body)
        self.accumulators = {each.name for each in kernel.reductions}
        self.copies = self._recomputable()
        self.expanded: dict[str, Expanded] = {}
        self._parts: dict[tuple[object, ...], Kernel] = {}

    @property
    def carried(self) -> tuple[Carried, ...]:
        """What parts leave to later ones in memory, when the groups are `together`."""
        arrays = tuple(each.carried for each in self.arrays)
        return (*arrays, *(each.carried for each in self.expanded.values()))

    @property
    def counters(self) -> tuple[str, ...]:
        """The source's names of the dimensions' counters, outermost first, where values are carried."""
        loop = self.loop.construct.body
        assert isinstance(loop, c_ast.For)
        numbering = numbered(self.kernel, loop) if self.carried else None
        return () if numbering is None else numbering.counters

    # ---- groups ------------------------------------------------------------------------------------------------

    def groups(self) -> list[Group]:
        """Neighbouring statements, and between them the loops that can be dimensions."""
        groups: list[Group] = []
        for item in self._own_items():
            group = group_of(item, self._dimension(item))
            last = groups[-1] if groups else None
            if last is None or bool(last.nested) != bool(group.nested):
                groups.append(group)
            elif not group.nested:
                last.add(group)
            elif not self.joins(last, group):
                groups.append(group)
        return groups

    def _own_items(self) -> Iterator[c_ast.Node]:
        """The statements but those that each part runs for itself."""
        copies = set(map(id, self.copies.values()))
        for item in self.items:
            if id(item) not in copies and not (isinstance(item, c_ast.Decl) and item.init is None):
                yield item

    def _dimension(self, item: c_ast.Node) -> c_ast.For | None:
        """The loop that becomes a dimension: this one, or one in it with which it can change places; or None."""
        if not is_long(item, self.symbols):
            return None
        if self._nests(item):
            return item
        inner = exchanged(self.kernel, item, self.symbols)
        return inner if inner is not None and self._nests(inner) else None

    def _nests(self, loop: c_ast.For) -> bool:
        """Whether a loop becomes a dimension of a kernel of its own."""
        header = loop_header(loop)
        try:
            alone = part_of(self.kernel, self._with_declarations([loop]), self.symbols)
        except RefusedError:
            return False
        if self._needs_what_it_changes(alone):
            return False
        dimensions = self.again(alone).dimensions
        added = len(dimensions) - len(self.kernel.dimensions)
        return added > 0 and header is not None and dimensions[added - 1].variable == header.variable

    def _needs_what_it_changes(self, alone: Kernel) -> bool:
        """Whether a part changes a private variable that may have a value from before, out of another part."""
        found = collect(alone, self.symbols)
        written = {access.root.name for access in found.accesses if access.write and access.root is not None}
        own = {name: root for name, root in private_roots(found).items() if name not in self.accumulators}
        return any(exposed_reads(found, root) for name, root in own.items() if name in written)

    def joins(self, last: Group, group: Group) -> bool:
        """Whether two loops that can be dimensions are one, which is noted.

        As one loop they do the same if that is parallel: no iteration needs another one's first or second half.
        What the last iteration of the first leaves in a private variable, none of the second may need.
        """
        if self._exposed(group) & last.names:
            return False
        joined = _joined(last.items[0], group.items[0], self.kernel.symbols)
        if joined is None or not self._nests(joined):
            return False
        last.items = [joined]
        last.nested += 1
        last.note(group)
        return True

    def together(self, groups: list[Group]) -> list[Group]:
        """The groups, those made one between which values flow."""
        number = 0
        while number < len(groups):
            first = self._source(groups, number)
            if first is None or self._carries(groups, number):
                number += 1
                continue
            for group in groups[first + 1 : number + 1]:
                groups[first].add(group)
            groups[first].nested = 0
            del groups[first + 1 : number + 1]
            groups = _flattened(groups)
            for group in groups:
                group.loads, group.stores = {}, {}
            self.expanded = {}
            number = 0
        return groups

    def _source(self, groups: Sequence[Group], number: int) -> int | None:
        """The first group that may compute a value which group `number` uses."""
        needed = self._exposed(groups[number])
        return next((first for first, other in enumerate(groups[:number]) if needed & other.names), None)

    def _exposed(self, group: Group) -> set[str]:
        """The private variables whose values from before a part it uses."""
        made = self._part(group)
        found = collect(made, self.symbols)
        own = {name: root for name, root in private_roots(found).items() if name not in self.accumulators}
        return {name for name, root in own.items() if exposed_reads(found, root)}

    def _carries(self, groups: Sequence[Group], number: int) -> bool:
        """Whether the values that a group needs from earlier ones can be in memory, which is noted then."""
        before = [(dict(group.loads), dict(group.stores)) for group in groups]
        known = dict(self.expanded)
        needed = self._exposed(groups[number]) & set[str]().union(*(group.names for group in groups[:number]))
        if all(self._carried(groups, number, name) for name in sorted(needed)):
            return True
        for group, (loads, stores) in zip(groups, before, strict=True):
            group.loads, group.stores = loads, stores
        self.expanded = known
        return False

    def _carried(self, groups: Sequence[Group], number: int, name: str) -> bool:
        """Whether each part that sets a variable, from where it is certainly set, hands it on."""
        made = self._expanded(name)
        if made is None:
            return False
        groups[number].loads[name] = made
        for group in reversed(groups[:number]):
            declared = any(isinstance(item, c_ast.Decl) and item.name == name for item in group.items)
            if not declared and name not in assigned_names(*group.items):
                continue
            if group.nested:
                return False
            group.stores[name] = made
            if name in group.loads:
                return True
            if name not in self._exposed(group):
                return True
            if declared:
                return False
            group.loads[name] = made
        return False

    def _expanded(self, name: str) -> Expanded | None:
        if name not in self.expanded:
            loop = self.loop.construct.body
            assert isinstance(loop, c_ast.For)
            number = len(self.arrays) + len(self.expanded)
            made = expanded(self.kernel, name, number, loop, self.symbols.unit)
            if made is None or self.loop.construct.directive.collapsed > 1:
                return None
            self.expanded[name] = made
        return self.expanded[name]

    # ---- statements that each part can run for itself ----------------------------------------------------------

    def _recomputable(self) -> dict[str, c_ast.Node]:
        """The private variables that are set once, to what is the same in all parts, and the statements."""
        found: dict[str, c_ast.Node] = {}
        once = once_set(self.items)
        values = {each.name for each in self.kernel.values} | {each.variable for each in self.kernel.dimensions}
        values |= {name for each in self.kernel.dimensions for name in (each.lower_name, each.step_name)}
        unwritten = unwritten_buffers(self.kernel)
        values |= {
            name for each in self.kernel.buffers if each.table or each.name in unwritten for name in each.names
        }
        values -= self.changed
        for item in self.items:
            name = item.name if isinstance(item, c_ast.Decl) else _target(item)
            value = once.get(name)
            if name in self.declared and value is not None and self._is_pure(value, values | found.keys()):
                found[name] = item
        return found

    def _is_pure(self, value: c_ast.Node, known: set[str]) -> bool:
        functions = {id(node.name) for node in walk(value) if isinstance(node, c_ast.FuncCall)}
        for node in walk(value):
            if isinstance(node, c_ast.ID) and id(node) in functions:
                if not is_reserved(node.name) or parse_atomic(node.name) is not None:
                    return False
            elif isinstance(node, c_ast.ID):
                if node.name not in known and not _is_index(node.name):
                    return False
            elif isinstance(node, c_ast.StructRef | c_ast.InitList) or addressed(node) is not None:
                return False
        return not assigns(value)

    # ---- the kernels -------------------------------------------------------------------------------------------

    def contract(self, groups: Sequence[Group]) -> Sequence[ExpandedArray]:
        """Make numbers of those arrays of which a group that is a dimension uses one element; returns the others.

        Raises `RefusedError` where one group alone uses an array in another way.
        """
        left: list[ExpandedArray] = []
        for array in self.arrays:
            users = [group for group in groups if array.buffer.name in group.names]
            if len(users) > 1:
                left.append(array)
                continue
            made = array.contracted(users[0].items[0]) if users and users[0].nested else None
            if made is None:
                raise RefusedError("one part alone uses an array of an iteration's own")
            users[0].items = [made]
            users[0].names |= {array.name}
            element = innermost(array.buffer.element)
            self.items = [build.declaration(array.name, element), *self.items]
            self.kernel = replace(self.kernel, symbols={**self.kernel.symbols, array.name: element})
        self.arrays = left
        return left

    def _with_memory(self, group: Group) -> Kernel:
        """The whole with the memory of what a part loads and stores."""
        return with_buffers(self.kernel, list({**group.loads, **group.stores}.values()))

    def _statements(self, group: Group) -> list[c_ast.Node]:
        """All statements of a part."""
        loads = [each.load() for each in group.loads.values()]
        stores = [each.store() for each in group.stores.values()]
        items = self._with_declarations([*group.items, *stores])
        rest = [item for item in items if not (isinstance(item, c_ast.Decl) and item.name in group.loads)]
        return [*loads, *rest]

    def _with_declarations(self, items: Sequence[c_ast.Node]) -> list[c_ast.Node]:
        """Statements behind the declarations of the variables in them, and what is computed anew for them."""
        needed = names_in(*items)
        own = {item.name for item in items if isinstance(item, c_ast.Decl)}
        before: list[c_ast.Node] = []
        for item in reversed(self.items):
            name = item.name if isinstance(item, c_ast.Decl) else _target(item)
            if name not in needed or name in own:
                continue
            if self.copies.get(name) is item:
                before.insert(0, item)
                needed |= names_in(item)
            elif isinstance(item, c_ast.Decl):
                before.insert(
                    0, build.declaration(name, self.kernel.symbols[name]) if item.init is not None else item
                )
        return [*before, *items]

    def on_cpu(self, whole: c_ast.Node, group: Group, groups: Sequence[Group]) -> c_ast.Node:
        """The loop in the source with a part's statements."""
        places = self._places(group, groups)
        loads: dict[str, c_ast.Node] = {each.source: each.load_on_cpu() for each in group.loads.values()}
        stores: dict[str, c_ast.Node] = {each.source: each.store_on_cpu() for each in group.stores.values()}
        for each in self.arrays:
            users = [other for other in groups if each.buffer.name in other.names]
            if group in users[1:]:
                loads[each.source] = each.load_on_cpu()
            if group in users[:-1]:
                stores[each.source] = each.store_on_cpu()
        return restricted(whole, places, self.symbols.unit, self.counters, loads, stores)

    def _places(self, group: Group, groups: Sequence[Group]) -> set[Location]:
        """The places in the source of a part's statements; raises `RefusedError`."""
        copies = set(map(id, self.copies.values()))
        made = self._with_declarations(group.items)
        found = group.places | {item.coord for item in made if id(item) in copies and item.coord is not None}
        if not all(isinstance(item.coord, Location) for item in group.items):
            raise RefusedError("a statement has no place in the source")
        if any(group.places & other.places for other in groups if other is not group):
            raise RefusedError("the statements can't be distinguished in the source")
        return found

    def kernel_of(self, group: Group) -> Kernel:
        """A part's kernel."""
        made = self._part(group)
        made = replace(made, body=clone(made.body), applied=())
        return self.again(made)

    def _part(self, group: Group) -> Kernel:
        """A part's kernel before any transformation, which is asked for again as long as groups change."""
        key = (self.kernel, *group.items, *group.loads.items(), None, *group.stores.items())
        if key not in self._parts:
            self._parts[key] = part_of(self._with_memory(group), self._statements(group), self.symbols)
        return self._parts[key]


def _flattened(groups: Sequence[Group]) -> list[Group]:
    """Groups of which no two neighbours are made of statements that are no dimensions."""
    found: list[Group] = []
    for group in groups:
        if found and not found[-1].nested and not group.nested:
            found[-1].add(group)
        else:
            found.append(group)
    return found


def _target(item: c_ast.Node) -> str:
    """The variable that an assignment sets; empty for other statements."""
    match item:
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=str() as name)):
            return name
    return ""


def _is_index(name: str) -> bool:
    return name.startswith(("mrt_id", "mrt_count"))


def _count_alike(header: Header, first: CType | None, second: CType | None) -> bool:
    """Whether counters of two types have the same values in a loop up to one bound: they are never negative."""
    signed = all(isinstance(each, IntType) and each.signed for each in (first, second))
    least = integer_value(header.lower)
    return signed and header.step > 0 and least is not None and least >= 0


def _joined(first: c_ast.Node, second: c_ast.Node, types: Mapping[str, CType]) -> c_ast.For | None:
    """Two loops over the same range as one; None where they are not.  `types` are those of variables."""
    if not isinstance(first, c_ast.For) or not isinstance(second, c_ast.For):
        return None
    one, two = loop_header(first), loop_header(second)
    if one is None or two is None or (one.relation, one.step) != (two.relation, two.step):
        return None
    counters = types.get(one.variable), types.get(two.variable)
    if counters[0] != counters[1] and not _count_alike(one, counters[0], counters[1]):
        return None
    if text_of(one.lower) != text_of(two.lower) or text_of(one.bound) != text_of(two.bound):
        return None
    if assigned_names(first.stmt) & names_in(two.lower, two.bound):
        return None
    if any(isinstance(node, c_ast.Continue) for node in walk(first.stmt)):
        return None
    rest = clone(second.stmt)
    if one.variable != two.variable:
        if mentions(rest, one.variable):
            return None
        counter: c_ast.Node = build.identifier(one.variable)
        if counters[0] != counters[1] and isinstance(counters[1], IntType):
            counter = build.cast(counters[1], counter)
        rest = substituted(c_ast.Compound([rest]), {two.variable: counter})
    return c_ast.For(first.init, first.cond, first.next, c_ast.Compound([first.stmt, rest]), first.coord)
