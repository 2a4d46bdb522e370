"""`distribute`: statements and loops that stand side by side in an iteration become kernels of their own.

    for j (parallel)                      for j (parallel)
      mean[j] = 0.0;                        mean[j] = 0.0;
      for i: mean[j] += a[i][j];     ->     for i: mean[j] += a[i][j];
      for i: a[i][j] -= mean[j];          (j, i) (parallel)
                                            a[i][j] -= mean[j];

One loop in the way of the other keeps both from becoming dimensions (`nest`).  The iterations of the parallel loop
are independent: all may do their first part before any does its second one.  Inner loops over the same range
that stand side by side become one where that is parallel.

What an iteration computes for itself in one part and needs in another is computed in both, where it only takes
the counters and values that stay the same; else the parts stay together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import islpy as isl
from pycparser import c_ast

from mapper.analysis.dependences import exposed_reads, private_roots
from mapper.analysis.kernelloops import constant_value, loop_header, once_set
from mapper.analysis.kernelwalk import collect
from mapper.analysis.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir import build
from mapper.ir.atomics import parse_atomic
from mapper.ir.ctypes import CType
from mapper.ir.kernel import Access, Dimension, Kernel, Storage
from mapper.ir.names import assigned_names, mentions, names_in
from mapper.ir.nodes import assigns, clone, text_of, walk
from mapper.ir.region import Carried, Part, WorkLoop
from mapper.ir.reserved import is_reserved
from mapper.transforms.base import Distribution, Refusal, applied, listed
from mapper.transforms.carrying import Expanded, expanded, with_buffers
from mapper.transforms.exchange import exchanged
from mapper.transforms.inline import flattened, renamed
from mapper.transforms.loops import is_short
from mapper.transforms.nest import MOST
from mapper.transforms.parts import CannotError, part_of, restricted
from mapper.translate.statics import may_be_twice

NAME = "distribute"

TRANSFORM = Distribution(NAME, "parts of an iteration become kernels, in which inner loops can be dimensions")

MOST_PARTS = 4

Passes = Callable[[Kernel], Kernel]
"""What becomes of a kernel by some transformations."""

_KEPT = frozenset("tile interleave wavefront schedule collapse privatize multisplit".split())
"""What no loop loses by being cut."""

_CLAUSES = frozenset("private firstprivate shared default schedule nowait num_threads if collapse".split())
_STAND_INS = "__mapper_"  # names by which the front end replaces what has no node


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """One part: its kernel, and the loop in the source with its statements alone."""

    kernel: Kernel
    loop: c_ast.Node


@dataclass(frozen=True, eq=False, slots=True)
class Cut:
    """The parts of a loop, one at least.  `carried` and `trips` are those of `mapper.ir.region.Part`.

    With one part alone, inner loops side by side have become one.
    """

    pieces: tuple[Piece, ...]
    carried: tuple[Carried, ...] = ()
    trips: tuple[Dimension, ...] = ()


def distribute(
    loop: WorkLoop, kernel: Kernel, symbols: Symbols, again: Passes, finish: Passes
) -> Cut | Refusal | None:
    """The parts of a loop; None where there is nothing to tell.

    `again` applies the transformations before this one to a part, `finish` those behind it.
    """
    unions = any(isinstance(each, c_ast.Union) for each in kernel.types)
    if unions or len(kernel.dimensions) >= MOST or not _is_imperfect(kernel, symbols):
        return None
    try:
        return _Splitting(loop, kernel, symbols, again, finish).run()
    except isl.Error:
        return Refusal("the subscripts are too intricate to be analysed")
    except CannotError as why:
        return Refusal(str(why))


def _is_imperfect(kernel: Kernel, symbols: Symbols) -> bool:
    """Whether a loop that is not short stands beside other statements than declarations."""
    items = [item for item in flattened(kernel.body) if not isinstance(item, c_ast.EmptyStatement)]
    loops = [item for item in items if _is_long(item, symbols)]
    return bool(loops) and any(item not in loops[:1] and not isinstance(item, c_ast.Decl) for item in items)


def _is_long(item: c_ast.Node, symbols: Symbols) -> bool:
    return isinstance(item, c_ast.For) and loop_header(item) is not None and not is_short(item, symbols)


@dataclass(eq=False, slots=True)
class _Group:
    """Statements that stay together.

    `names` are all that stand in them, and `places` where they stand in the source.  Where they are one loop that
    becomes a dimension, `nested` says of how many loops that was made; else it is 0.  Some variables they load
    first, and some they store at last.
    """

    items: list[c_ast.Node]
    places: set[Location]
    names: set[str]
    nested: int = 0
    loads: dict[str, Expanded] = field(default_factory=dict)
    stores: dict[str, Expanded] = field(default_factory=dict)

    def add(self, other: _Group) -> None:
        """Take the statements of a group behind this one."""
        self.items = [*self.items, *other.items]
        self.note(other)

    def note(self, other: _Group) -> None:
        """Take places and names of a group's statements."""
        self.places |= other.places
        self.names |= other.names


class _Splitting:
    """One kernel on its way to several."""

    def __init__(self, loop: WorkLoop, kernel: Kernel, symbols: Symbols, again: Passes, finish: Passes) -> None:
        self.loop = loop
        self.kernel = kernel
        self.symbols = symbols
        self.again = again
        self.finish = finish
        self.items = [item for item in flattened(kernel.body) if not isinstance(item, c_ast.EmptyStatement)]
        self.declared = {item.name: item for item in self.items if isinstance(item, c_ast.Decl)}
        self.changed = assigned_names(kernel.body)
        self.copies = self._recomputable()
        self.expanded: dict[str, Expanded] = {}

    def run(self) -> Cut | None:
        """The parts; raises `CannotError`."""
        groups = self._groups()
        if not any(group.nested for group in groups):
            return None
        self._require_plain()
        groups = self._together(groups)
        if not any(group.nested for group in groups):
            raise CannotError("what one part of an iteration computes is used in another")
        if len(groups) > MOST_PARTS:
            raise CannotError(f"an iteration would be cut into {len(groups)} parts")
        self._require_pairs(groups)
        kernels = [self._kernel(group) for group in groups]
        tiled = self._require_kept(kernels, sum(group.nested for group in groups))
        whole = self.loop.construct.body
        assert whole is not None
        if len(kernels) == 1:
            return Cut((Piece(kernels[0], whole),))
        trips = () if tiled else self._trips(kernels)
        self._require_text()
        carried = tuple(each.carried for each in self.expanded.values())
        loops = [self._on_cpu(whole, group) for group in groups]
        return Cut(tuple(map(Piece, kernels, loops)), carried, trips)

    def _on_cpu(self, whole: c_ast.Node, group: _Group) -> c_ast.Node:
        """The loop in the source with a part's statements."""
        places = self._places(group)
        loads, stores = (
            {each.source: clone(each.on_cpu) for each in found.values()} for found in (group.loads, group.stores)
        )
        return restricted(whole, places, self.symbols.unit, loads, stores)

    # ---- what stands in the way --------------------------------------------------------------------------------

    def _require_plain(self) -> None:
        """Nothing else hangs on the loop's being one kernel."""
        loop, kernel = self.loop, self.kernel
        if loop.accumulated or loop.arrays or kernel.reductions:
            raise CannotError("the loop reduces")
        if loop.state or loop.merges or loop.numbers or loop.shares or loop.copyin or kernel.ordered is not None:
            raise CannotError("threads carry something along")
        if kernel.stops:
            raise CannotError("the loop has error paths")
        if any(clause.kind not in _CLAUSES for clause in loop.construct.directive.clauses):
            raise CannotError("a clause of the directive asks for the whole loop")
        if kernel.local_size or any(each.storage is Storage.STATE for each in kernel.buffers):
            raise CannotError("the loop asks for work-groups of its own")
        if kernel.rows_apart:
            raise CannotError("rows of tables are compared before the launch")
        if any(name in self.changed for each in kernel.parameters for name in each.names):
            raise CannotError("an iteration changes what it gets by value")

    def _require_pairs(self, groups: Sequence[_Group]) -> None:
        """Buffers that the library compares before a launch must be in one part together."""
        for pair in sorted(self.kernel.distinct | self.kernel.alike):
            uses = [names_in(*group.items) for group in groups]
            if any(len(set(pair) & names) == 1 for names in uses):
                raise CannotError(f"{listed(pair)} are compared before the launch")

    def _require_kept(self, kernels: Sequence[Kernel], nested: int) -> bool:
        """What lanes share, they go on sharing, or it is a dimension; and no other form is lost.

        True if a part becomes a tiled product, which always pays.
        """
        before, made = self.finish(self.kernel), [self.finish(each) for each in kernels]
        lost = (applied(before) & _KEPT) - frozenset[str]().union(*map(applied, made))
        if lost:
            raise CannotError(f"the parts could have no {' and no '.join(sorted(lost))}")
        shared = [0 if each.gang is None else len(each.gang.loops) for each in (before, *made)]
        if shared[0] > nested + sum(shared[1:]):
            raise CannotError("lanes would share fewer loops")
        tiled = before.tiling is None and any(each.tiling is not None for each in made)
        if shared[0] and len(made) > 1 and not tiled:
            raise CannotError("lanes share the inner loops, which saves launches")
        return tiled

    def _require_text(self) -> None:
        """The loop's text is printed once more, in parts."""
        construct, unit = self.loop.construct, self.symbols.unit
        twice = not unit.has_attributes(construct)
        for node in walk(construct):
            if isinstance(node, c_ast.Decl) and "static" in node.storage:
                twice = twice and may_be_twice(node, construct, self.symbols)
            elif isinstance(node, c_ast.ID) and node.name.startswith(_STAND_INS):
                twice = False
        if not twice:
            raise CannotError("the loop holds what can't be printed twice")

    # ---- statements that each part can run for itself ----------------------------------------------------------

    def _recomputable(self) -> dict[str, c_ast.Node]:
        """The private variables that are set once, to what is the same in all parts, and the statements."""
        found: dict[str, c_ast.Node] = {}
        once = once_set(self.items)
        values = {each.name for each in self.kernel.values} | {each.variable for each in self.kernel.dimensions}
        values |= {name for each in self.kernel.dimensions for name in (each.lower_name, each.step_name)}
        written = {each.name for each in self.kernel.buffers if Access.WRITE in each.access}
        values |= {
            name
            for each in self.kernel.buffers
            if each.table or (each.overlaps is not None and not ({each.name, *each.overlaps} & written))
            for name in each.names
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
            elif isinstance(node, c_ast.StructRef | c_ast.InitList) or _takes_address(node):
                return False
        return not assigns(value)

    # ---- groups ------------------------------------------------------------------------------------------------

    def _groups(self) -> list[_Group]:
        """Neighbouring statements, and between them the loops that can be dimensions."""
        groups: list[_Group] = []
        copies = set(map(id, self.copies.values()))
        for item in self.items:
            if id(item) in copies or (isinstance(item, c_ast.Decl) and item.init is None):
                continue
            where = {item.coord} if isinstance(item.coord, Location) else set()
            names = names_in(item) | {node.name for node in walk(item) if isinstance(node, c_ast.Decl)}
            form = self._dimension(item)
            group = _Group([item if form is None else form], where, names, int(form is not None))
            last = groups[-1] if groups else None
            if last is None or bool(last.nested) != bool(group.nested):
                groups.append(group)
            elif not group.nested:
                last.add(group)
            elif not self._joins(last, group):
                groups.append(group)
        return groups

    def _dimension(self, item: c_ast.Node) -> c_ast.For | None:
        """The loop that becomes a dimension: this one, or one in it with which it can change places; or None."""
        if not isinstance(item, c_ast.For) or not _is_long(item, self.symbols):
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
        except CannotError:
            return False
        dimensions = self.again(alone).dimensions
        added = len(dimensions) - len(self.kernel.dimensions)
        return added > 0 and header is not None and dimensions[added - 1].variable == header.variable

    def _joins(self, last: _Group, group: _Group) -> bool:
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

    def _together(self, groups: list[_Group]) -> list[_Group]:
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

    def _source(self, groups: Sequence[_Group], number: int) -> int | None:
        """The first group that may compute a value which group `number` uses."""
        needed = self._exposed(groups[number])
        return next((first for first, other in enumerate(groups[:number]) if needed & other.names), None)

    def _exposed(self, group: _Group) -> set[str]:
        """The private variables whose values from before a part it uses."""
        made = part_of(self._with_memory(group), self._statements(group), self.symbols)
        found = collect(made, self.symbols)
        return {name for name, root in private_roots(found).items() if exposed_reads(found, root)}

    def _carries(self, groups: Sequence[_Group], number: int) -> bool:
        """Whether the values that a group needs from earlier ones can lie in memory, which is noted then."""
        before = [(dict(group.loads), dict(group.stores)) for group in groups]
        known = dict(self.expanded)
        needed = self._exposed(groups[number]) & set[str]().union(*(group.names for group in groups[:number]))
        if all(self._carried(groups, number, name) for name in sorted(needed)):
            return True
        for group, (loads, stores) in zip(groups, before, strict=True):
            group.loads, group.stores = loads, stores
        self.expanded = known
        return False

    def _carried(self, groups: Sequence[_Group], number: int, name: str) -> bool:
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
            made = expanded(self.kernel, name, len(self.expanded), loop, self.symbols.unit)
            if made is None or self.loop.construct.directive.collapsed > 1:
                return None
            self.expanded[name] = made
        return self.expanded[name]

    # ---- the kernels -------------------------------------------------------------------------------------------

    def _with_memory(self, group: _Group) -> Kernel:
        """The whole with the memory of what a part loads and stores."""
        return with_buffers(self.kernel, list({**group.loads, **group.stores}.values()))

    def _statements(self, group: _Group) -> list[c_ast.Node]:
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

    def _places(self, group: _Group) -> set[Location]:
        """The places in the source of a part's statements; raises `CannotError`."""
        copies = set(map(id, self.copies.values()))
        made = self._with_declarations(group.items)
        found = group.places | {item.coord for item in made if id(item) in copies and item.coord is not None}
        if not all(isinstance(item.coord, Location) for item in group.items):
            raise CannotError("a statement has no place in the source")
        return found

    def _kernel(self, group: _Group) -> Kernel:
        made = part_of(self._with_memory(group), self._statements(group), self.symbols)
        made = replace(made, body=clone(made.body), applied=())
        return self.again(made)

    def _trips(self, kernels: Sequence[Kernel]) -> tuple[Dimension, ...]:
        """The inner dimensions that the parts have gained, if it hangs on their lengths whether launches pay.

        None where constants tell that they pay; raises `CannotError` where they tell that they don't.
        """
        own = len(self.kernel.dimensions)
        added = [made.dimensions[-own - 1] for made in kernels if len(made.dimensions) > own]
        known = [_trips(each) for each in added]
        if None in known:
            return tuple(added)
        if sum(each or 0 for each in known) < Part.FEWEST_TRIPS * (len(kernels) - 1):
            raise CannotError("the inner loops are too short for launches of their own")
        return ()


def _trips(dimension: Dimension) -> int | None:
    """How often a loop runs; None where that is no constant."""
    first, last, step = map(constant_value, (dimension.lower, dimension.bound, dimension.step))
    if first is None or last is None or not step:
        return None
    span = (last - first) * (1 if step > 0 else -1) + (dimension.relation in ("<=", ">="))
    return max(0, -(-span // abs(step)))


def _flattened(groups: Sequence[_Group]) -> list[_Group]:
    """Groups of which no two neighbours are made of statements that are no dimensions."""
    found: list[_Group] = []
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


def _takes_address(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.UnaryOp) and node.op == "&"


def _is_index(name: str) -> bool:
    return name.startswith(("mrt_id", "mrt_count"))


def _joined(first: c_ast.Node, second: c_ast.Node, types: Mapping[str, CType]) -> c_ast.For | None:
    """Two loops over the same range as one; None where they are not.  `types` are those of variables."""
    if not isinstance(first, c_ast.For) or not isinstance(second, c_ast.For):
        return None
    one, two = loop_header(first), loop_header(second)
    if one is None or two is None or (one.relation, one.step) != (two.relation, two.step):
        return None
    if types.get(one.variable) != types.get(two.variable):
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
        block = c_ast.Compound([rest])
        renamed(block, {two.variable: build.identifier(one.variable)})
        rest = block
    return c_ast.For(first.init, first.cond, first.next, c_ast.Compound([first.stmt, rest]), first.coord)
