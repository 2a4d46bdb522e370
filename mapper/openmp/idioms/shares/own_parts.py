"""What a thread computes from its number for the next statements alone is in a block with these.

    int low, high;                                            {
    range(n, me, threads, &low, &high);                         int low, high;
    for (int i = low; i < high; i++)                            range(n, me, threads, &low, &high);
      charge[me][cell[i]] += q[i];                  ->          for (int i = low; i < high; i++)
    #pragma omp barrier                                           charge[me][cell[i]] += q[i];
                                                              }
                                                              #pragma omp barrier

So the threads may run the block on the CPU, and all else of their region may run on the device.  Loops whose parts
are known to make one range are work-shared ones before (`dealt.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, declared_names, exposed_place, mentions_any, objects_in
from mapper.ir.trees.nodes import LOOPS, Omp, base_of, called_name, constructs_in, ids, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import changeable, copied_names
from mapper.openmp.idioms.shares.cases import NUMBER

_INSIDE = frozenset(["atomic", "critical", "flush", "simd"])


def keep_together(unit: Unit, as_written: Collection[Location] = ()) -> None:
    """Put such statements into blocks in the regions of a unit; those at the places in `as_written` stay."""
    plain = {each.decl.name for each in unit.functions if not any(True for _ in constructs_in(each.body))}
    functions = {each.decl.name for each in unit.functions}
    copied: set[str] | None = None
    for function in unit.functions:
        for construct in changeable(function, as_written):
            body = construct.body
            if construct.directive.kind == "parallel" and isinstance(body, c_ast.Compound):
                numbers = _by_number(body)
                if numbers:
                    copied = copied_names(unit) if copied is None else copied
                    _Region(body, numbers - copied, functions, plain).change()


def _by_number(body: c_ast.Node) -> set[str]:
    """The variables whose values may depend on the thread's number, as far as names say."""
    found: set[str] = set()
    if not mentions_any(body, {NUMBER}):
        return found
    kinds = c_ast.Decl | c_ast.Assignment | c_ast.FuncCall | c_ast.For
    nodes = [node for node in walk(body) if isinstance(node, kinds)]
    while True:
        known = {NUMBER, *found}
        for node in nodes:
            match node:
                case c_ast.Decl(name=str(name), init=value) if value is not None and mentions_any(value, known):
                    found.add(name)
                case c_ast.Assignment() if mentions_any(node.rvalue, known):
                    root = base_of(node.lvalue)
                    found |= set() if root is None else {root.name}
                case c_ast.For() if any(
                    mentions_any(each, known) for each in (node.init, node.cond) if each is not None
                ):
                    found |= assigned_names(node)
                case c_ast.FuncCall() if node.args is not None and mentions_any(node.args, known):
                    places = (exposed_place(each) for each in node.args.exprs)
                    found |= {place.name for place in places if isinstance(place, c_ast.ID)}
        if found | {NUMBER} == known:
            return found


class _Region:
    """One region: its body, and the variables that depend on the number.

    `functions` are those of the unit, `plain` those of them that hold no constructs.
    """

    def __init__(self, body: c_ast.Compound, numbers: Set[str], functions: Set[str], plain: Set[str]) -> None:
        self.body = body
        self.numbers = numbers
        self.functions = functions
        self.plain = plain
        self.declared = declared_names(body)

    def change(self) -> None:
        """Make the blocks."""
        for block in [node for node in walk(self.body) if isinstance(node, c_ast.Compound)]:
            at = _first_of_all(block) if block is self.body else 0
            while at < len(block.block_items or []):
                end = self._end(block, at)
                if end is not None and (at, end) != (0, len(block.block_items) - 1):
                    items = block.block_items[at : end + 1]
                    block.block_items[at : end + 1] = [c_ast.Compound(items, items[0].coord)]
                at += 1

    def _end(self, block: c_ast.Compound, at: int) -> int | None:
        """The last statement that uses what is declared from a place on; None where no block can be made there."""
        items = block.block_items or []
        if not self._is_own(items[at]):
            return None
        names, end = set[str](), at
        while True:
            part = items[at : end + 1]
            found = {item.name for item in part if isinstance(item, c_ast.Decl)}
            last = max(place for place, each in enumerate(items) if place <= end or _uses(each, found))
            if found == names and last == end:
                break
            names, end = found, last
            if not all(map(self._may_be_inside, items[at : end + 1])):
                return None
        inside = ids(*items[at : end + 1])
        alone = all(id(node) in inside for node in objects_in(self.body) if node.name in names)
        alone = alone and not _set_in(items[at : end + 1]) & self.declared
        loops = [item for item in items[at : end + 1] if isinstance(item, LOOPS)]
        uses = any(mentions_any(each, {NUMBER, *self.numbers}) for each in loops)
        return end if alone and uses else None

    def _is_own(self, item: c_ast.Node) -> bool:
        """Whether a statement declares a variable that depends on the thread's number."""
        return isinstance(item, c_ast.Decl) and not item.storage and item.name in self.numbers

    def _may_be_inside(self, item: c_ast.Node) -> bool:
        """Whether threads may run a statement by themselves: it shares nothing out, and calls what is plain."""
        if leaves(item, always=(c_ast.Goto, c_ast.Label, c_ast.Return)):
            return False
        if isinstance(item, c_ast.FuncCall) and called_name(item) not in self.plain:
            return False
        for node in walk(item):
            if isinstance(node, Omp) and node.directive.kind not in _INSIDE:
                return False
            if isinstance(node, c_ast.FuncCall) and called_name(node) in self.functions - self.plain:
                return False
            if isinstance(node, c_ast.Decl) and node.storage:
                return False
        return True


def _first_of_all(block: c_ast.Compound) -> int:
    """How many statements at the beginning of a region only compute variables: these are computed where needed."""
    items = block.block_items or []
    computing = (c_ast.Decl, c_ast.Assignment, c_ast.If)
    return next((at for at, item in enumerate(items) if not isinstance(item, computing)), len(items))


def _set_in(items: Sequence[c_ast.Node]) -> set[str]:
    """The variables that statements set, but for their own ones and the counters of loops."""
    loops = [
        node for item in items for node in walk(item) if isinstance(node, c_ast.For) and node.init is not None
    ]
    counters = assigned_names(*(each.init for each in loops))
    return assigned_names(*items) - counters - declared_names(*items)


def _uses(item: c_ast.Node, names: Collection[str]) -> bool:
    return any(node.name in names for node in objects_in(item))
