"""Reductions whose results the host needs only behind the regions that follow.

Where no region between names the variable, the results are on their way while the next regions are begun:

    a region with a reduction of `sum`       __mrt_launch_later
    regions that do not name `sum`           ... behind the last one: __MRT_RESULTS
    the host's next statement

A sequential loop in which nothing else names the variable executes its region again and again before that:

    for (d = 0; d < n; d++)
      a region with a reduction of `best`    __mrt_launch_later
                                             ... where the CPU runs it: __MRT_RESULTS, before that
    the host's next statement                __MRT_RESULTS, before that

So does a loop of a region with several, or with sequential loops around it, where nothing else there names the
variable:

    a region: for (d = 0; d < n; d++)
      a loop with a reduction of `best`      __mrt_launch_later
                                             ... where the CPU runs it: __MRT_RESULTS, before that
    the region's end                         __MRT_RESULTS
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import StorageClass
from mapper.analysis.names.symbols import Symbols
from mapper.frontend.gnu.purity import pure_functions
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import ParallelRegion, WorkLoop
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.names import names_in, pointed_names
from mapper.ir.trees.nodes import LOOPS, Omp, called_name, children, walk


@dataclass(frozen=True, slots=True)
class Later:
    """Ids of regions: those whose results come later, and those behind which the host waits for such results.

    Those that are `repeated` are late, too: the host waits for their results behind the `loops` around them, and
    where the CPU is to run them.  `inside` are loops of regions: the host waits at the region's end.
    """

    late: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    repeated: frozenset[str] = frozenset()
    loops: tuple[c_ast.Node, ...] = ()
    inside: frozenset[str] = frozenset()


def later(regions: Sequence[ParallelRegion], symbols: Symbols, loops: Callable[[c_ast.Node], bool]) -> Later:
    """What may come later in one unit, of whose regions only those that have a device version are given.

    Something can be put behind those `loops` of the host for which the function is true.
    """
    constructs = {id(region.construct): region for region in regions}
    late, waiting, repeated = set[str](), set[str](), set[str]()
    around: list[c_ast.Node] = []
    for function in symbols.functions.values():
        blocks = [(each, _repeated(each, constructs)) for each in _blocks(function.body)]
        if not any(inner or any(id(item) in constructs for item in each) for each, inner in blocks):
            continue
        addressed = pointed_names(function.body)
        for loop, inside in (pair for _, inner in blocks for pair in inner):
            names = _targets(inside, symbols, addressed)
            if names and loops(loop) and _leaves_alone(loop, inside, names):
                repeated.add(inside.id)
                around.append(loop)
        found = [each for each, _ in blocks if any(id(item) in constructs for item in each)]
        for items in found:
            for first, item in enumerate(items):
                region = constructs.get(id(item))
                if region is not None and region.id in repeated:
                    continue
                names = _targets(region, symbols, addressed) if region is not None else None
                last = first
                while names and last + 1 < len(items) and _passes(items[last + 1], constructs, names):
                    last += 1
                if region is not None and last > first:
                    late.add(region.id)
                    waiting.add(constructs[id(items[last])].id)
    once = tuple({id(each): each for each in around}.values())
    parts = frozenset(name for region in regions for name in _inside(region, symbols))
    return Later(frozenset(late | repeated), frozenset(waiting), frozenset(repeated), once, parts)


def _inside(region: ParallelRegion, symbols: Symbols) -> Iterator[str]:
    """The ids of those loops of a region of more than one launch whose results its host code does not need."""
    if region.only_loop is not None or region.spread or region.unit is not symbols.unit:
        return
    addressed = pointed_names(region.function.body)
    for loop in region.loops:
        if loop.team is not None or loop.kernel is None or _is_special(loop, region):
            continue
        names = _plain(loop.kernel, loop.construct, symbols, addressed)
        asked = names is not None and _asks(loop.construct, [loop.kernel], names)
        if names and not asked and not _is_named_beside(region.construct, loop.construct, names):
            yield loop.id


def _is_special(loop: WorkLoop, region: ParallelRegion) -> bool:
    """Whether a launch is for more than one loop, for a part of one, or the host has more to do for it."""
    more = (loop.accumulated, loop.arrays, loop.copyin, loop.state, loop.merges, loop.numbers, loop.shares)
    several = loop.others or loop.leader or loop.swept or any(each.leader == loop.id for each in region.loops)
    return any(more) or bool(several) or loop.row is not None or loop.part is not None


def _is_named_beside(construct: Omp, loop: Omp, names: set[str]) -> bool:
    """Whether a region names some variables, but for one of its loops; `shared` says nothing of them."""
    pending: list[c_ast.Node] = [construct]
    while pending:
        node = pending.pop()
        if node is loop:
            continue
        if isinstance(node, c_ast.ID | c_ast.Decl) and node.name in names:
            return True
        if isinstance(node, Omp):
            clauses = (clause for clause in node.directive.clauses if clause.kind != "shared")
            if any(names & _named(clause) for clause in clauses):
                return True
        pending += children(node)
    return False


def _blocks(node: c_ast.Node) -> Iterator[list[c_ast.Node]]:
    """The statements of each block of the host."""
    pending = [node]
    while pending:
        node = pending.pop()
        if isinstance(node, Omp):
            continue
        if isinstance(node, c_ast.Compound):
            yield node.block_items or []
        pending += reversed(children(node))


def _repeated(
    items: Sequence[c_ast.Node], constructs: dict[int, ParallelRegion]
) -> list[tuple[c_ast.Node, ParallelRegion]]:
    """The sequential loops among the statements of a block, each with the regions of which it is the innermost."""
    found = []
    for loop in items:
        pending = list(children(loop)) if isinstance(loop, LOOPS) else []
        while pending:
            node = pending.pop()
            if id(node) in constructs:
                found.append((loop, constructs[id(node)]))
            elif not isinstance(node, (*LOOPS, Omp)):
                pending += children(node)
    return found


def _leaves_alone(loop: c_ast.Node, region: ParallelRegion, names: set[str]) -> bool:
    """Whether nothing in a loop but a region names some variables, and what is behind the loop follows it."""
    pending = [loop]
    while pending:
        node = pending.pop()
        if node is region.construct:
            if _is_asked(region, names):
                return False
            continue
        if isinstance(node, c_ast.ID | c_ast.Decl) and node.name in names:
            return False
        if isinstance(node, Omp) and any(names & _named(clause) for clause in node.directive.clauses):
            return False
        if isinstance(node, c_ast.Return | c_ast.Goto | c_ast.Label):
            return False
        if isinstance(node, c_ast.FuncCall) and called_name(node) not in pure_functions(region.unit.tree):
            return False
        pending += children(node)
    return True


def _is_asked(region: ParallelRegion, names: set[str]) -> bool:
    """Whether the host needs some variables at each launch: in a clause, in a bound, for an argument."""
    kernels = [loop.kernel for loop in region.loops if loop.kernel is not None]
    return _asks(region.construct, kernels, names)


def _asks(construct: Omp, kernels: Iterable[Kernel], names: set[str]) -> bool:
    found: list[c_ast.Node | None] = [clause.expression for clause in construct.directive.clauses]
    for kernel in kernels:
        for dimension in kernel.dimensions:
            found += [dimension.lower, dimension.bound, dimension.step]
        found += [each.expression for each in kernel.values]
        found += [each.pointer for each in kernel.buffers]
    return any(not names.isdisjoint(names_in(each)) for each in found if each is not None)


def _targets(region: ParallelRegion, symbols: Symbols, addressed: frozenset[str]) -> set[str] | None:
    """The variables of a region that is one loop with reductions; None if other code has their addresses."""
    loop = region.only_loop
    kernel = loop.kernel if loop is not None and loop.part is None else None
    return None if kernel is None or region.spread else _plain(kernel, region.construct, symbols, addressed)


def _plain(kernel: Kernel, place: c_ast.Node, symbols: Symbols, addressed: frozenset[str]) -> set[str] | None:
    """The variables of a kernel's reductions at a place; None if other code has their addresses."""
    if not kernel.reductions or not _is_simple(kernel):
        return None
    names = set()
    for reduction in kernel.reductions:
        if not isinstance(reduction.target, c_ast.ID) or reduction.target.name in addressed:
            return None
        symbol = symbols.lookup(reduction.target.name, place)
        if symbol is None or symbol.storage is not StorageClass.AUTOMATIC or symbol.type.volatile:
            return None
        names.add(reduction.target.name)
    return names


def _is_simple(kernel: Kernel) -> bool:
    """Whether the host does nothing at the launch but wait for the results."""
    return not kernel.has_states and not kernel.stops and kernel.steps is None


def _passes(item: c_ast.Node, constructs: dict[int, ParallelRegion], names: set[str]) -> bool:
    """Whether a statement is a region that has nothing to do with some variables."""
    if not isinstance(item, Omp) or id(item) not in constructs:
        return False
    for node in walk(item):
        if isinstance(node, c_ast.ID) and node.name in names:
            return False
        if isinstance(node, Omp) and any(names & _named(clause) for clause in node.directive.clauses):
            return False
    return True


def _named(clause: Clause) -> set[str]:
    """The words of a clause's list; the bounds of an array section, `a[0:n]`, are in its text only."""
    return {*clause.variables, *re.findall(r"\w+", clause.argument or "")}
