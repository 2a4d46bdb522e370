"""Groups of an iteration's statements, and statements that move over loops to the group before.

    for j (parallel)                        for j (parallel)
      for i: sum += a[i][j];                  for i: sum += a[i][j];
      for i: a[i][j] -= sum;         ->       mean[j] = sum;
      mean[j] = sum;                          for i: a[i][j] -= sum;

Where a group needs nothing of the loops before it, nor they of it, it needs no kernel of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.kernels.relations.accesses import Access, Found
from mapper.analysis.kernels.relations.dependences import conflict
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.names import all_names, assigned_names
from mapper.ir.trees.nodes import LOOPS, ids, walk
from mapper.transforms.fission.scalar_expansion import Expanded


@dataclass(eq=False, slots=True)
class Group:
    """Statements that stay together.

    `sources` are those of the whole that they are made of, `names` all that are in them, and `places` where they
    are in the source.  Where they are one loop that becomes a dimension, `nested` says of how many loops that
    was made; otherwise it is 0.  Some variables they load first, and some they store at last.
    """

    items: list[c_ast.Node]
    sources: list[c_ast.Node]
    places: set[Location]
    names: set[str]
    nested: int = 0
    loads: dict[str, Expanded] = field(default_factory=dict)
    stores: dict[str, Expanded] = field(default_factory=dict)

    def add(self, other: Group) -> None:
        """Take the statements of a group behind this one."""
        self.items = [*self.items, *other.items]
        self.note(other)

    def note(self, other: Group) -> None:
        """Take all that is known of a group's statements."""
        self.sources = [*self.sources, *other.sources]
        self.places |= other.places
        self.names |= other.names


def group_of(item: c_ast.Node, form: c_ast.For | None = None) -> Group:
    """A statement alone, which is a dimension in some form."""
    where = {item.coord} if isinstance(item.coord, Location) else set()
    return Group([item if form is None else form], [item], where, all_names(item), int(form is not None))


def gathered(
    groups: Sequence[Group], kernel: Kernel, symbols: Symbols, joins: Callable[[Group, Group], bool]
) -> list[Group]:
    """The groups, with statements moved over loops to those before, where these need nothing of each other.

    `joins` makes a loop one with the one before it, if that can be.
    """
    made: list[Group] = []
    moved = False
    for group in groups:
        behind = next((at for at in reversed(range(len(made))) if not made[at].nested), None)
        if group.nested:
            if not (moved and made[-1].nested and joins(made[-1], group)):
                made.append(group)
            moved = False
        elif behind is not None and all(_commute(group, each, kernel, symbols) for each in made[behind + 1 :]):
            made[behind].add(group)
            moved = True
        else:
            made.append(group)
    return made


def _commute(one: Group, other: Group, kernel: Kernel, symbols: Symbols) -> bool:
    """Whether the order of two groups in an iteration does not matter."""
    accumulators = {each.name for each in kernel.reductions}
    set_by_one, set_by_other = (assigned_names(*each.sources) - accumulators for each in (one, other))
    functions = {function.decl.name for function in kernel.functions}
    if set_by_one & other.names or set_by_other & one.names or functions & (one.names | other.names):
        return False
    found = collect(kernel, symbols)
    left, right = (_accesses(found, each, accumulators) for each in (one, other))
    return found.complete and not any(
        (mine.write or its.write) and conflict(found, mine, its) for mine in left for its in right
    )


def _accesses(found: Found, group: Group, accumulators: Set[str]) -> list[Access]:
    """The accesses of a group's statements, but for those of accumulators."""
    nodes = ids(*group.sources)
    return [
        each
        for each in found.accesses
        if id(each.node) in nodes and (each.root is None or each.root.name not in accumulators)
    ]


def sums_apart(group: Group, kernel: Kernel) -> Sequence[Group]:
    """What comes before the first statement that reduces, and the rest; nothing if there is a loop in that."""
    accumulators = {each.name for each in kernel.reductions}
    groups = [group_of(item) for item in group.items]
    first = next((at for at, each in enumerate(groups) if each.names & accumulators), 0)
    if not first or any(isinstance(node, LOOPS) for each in groups[first:] for node in walk(each.items[0])):
        return ()
    for parts in (groups[:first], groups[first:]):
        for other in parts[1:]:
            parts[0].add(other)
    return groups[0], groups[first]
