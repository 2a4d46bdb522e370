"""What serial code does with memory between two executions of a region, in the loop that repeats it and before.

Arrays that a kernel writes and serial code reads, or the reverse, cross between host and device in each iteration.
Code under a condition is taken not to run: it prints or stores now and then, mostly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pycparser import c_ast

from mapper.analysis.host.objects import NamesAt
from mapper.analysis.host.plan import Analyses
from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.features.expressions.entry import may_divide_by_zero
from mapper.features.expressions.expr import Number
from mapper.features.frequencies.crossings import Crossings, Use
from mapper.features.frequencies.frequency import Frequencies, Site, executions
from mapper.ir.program.host_plan import Announcement, HostAccess, HostPlan
from mapper.ir.program.kernel import Access
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees import build
from mapper.ir.trees.nodes import Omp, children, walk

_DEPTH = 5


class SerialUses:
    """Answers for all regions of a program with a plan."""

    def __init__(
        self,
        analyses: Analyses,
        plan: HostPlan,
        often: Frequencies,
        units: Mapping[str, Symbols],
        regions: Sequence[ParallelRegion],
    ) -> None:
        self._points = analyses.points
        self._often = often
        self._units = units
        self._announced: dict[int, list[Announcement]] = {}
        self._around: dict[tuple[int, int], c_ast.Node | None] = {}
        """For functions and depths the one loop that leads to all calls."""
        for each in plan.announcements:
            self._announced.setdefault(id(each.node), []).append(each)
        self._executed = {
            region: times for region, times in executions(often, math.nan).items() if math.isfinite(times)
        }
        crossings = Crossings(analyses.graph, regions, self._executed, self._whole_uses)
        crossings.run()
        self._crossings = Counter(crossings.found)

    def between(self, region: ParallelRegion) -> list[Use]:
        """What is used in each iteration of the innermost loop around a region, or around its function's calls.

        And what crosses before some of its executions (`crossings.py`).
        """
        site = self._often.regions.get(region.id)
        if site is None:
            return []
        once_more = [
            Use(each.access, each.memory, None, Number(count / self._executed[region.id]), each.buffer)
            for each, count in self._crossings.items()
            if each.region == region.id
        ]
        roots: list[c_ast.Node] = [] if site.loops else [region.function.body]
        loop = self._loop(site, _DEPTH)
        if loop is None:
            return once_more
        repeated = [use for root in (*roots, loop) for node in _certain(root) for use in self._uses(node, region)]
        return [*repeated, *once_more]

    def _loop(self, site: Site, depth: int) -> c_ast.Node | None:
        """The one loop that leads to a place again and again."""
        if site.loops:
            return site.loops[-1].node
        if site.function < 0 or depth == 0:
            return None
        key = (site.function, depth)
        if key not in self._around:
            calls: Sequence[Site] = self._often.functions[site.function][1]
            found = {id(loop): loop for call in calls if (loop := self._loop(call, depth - 1)) is not None}
            self._around[key] = next(iter(found.values())) if len(found) == 1 else None
        return self._around[key]

    def _uses(self, node: c_ast.Node, region: ParallelRegion) -> Iterator[Use]:
        """What is announced at a node, but for elements, and for parts whose size is not known at the region.

        What a device may do in the place of a statement moves nothing.
        """
        for announcement in self._announced.get(id(node), ()):
            if announcement.move is not None:
                continue
            symbols = self._units[announcement.unit.path]
            for access in announcement.accesses:
                size = _bytes(access)
                if access.part or (size is not None and not _is_known(size, node, symbols, region)):
                    continue
                yield Use(access.mode, self._memory(access, node, symbols), size)

    def _whole_uses(self, node: c_ast.Node) -> Iterator[Use]:
        """What is announced at a node of whole objects; the rest of rows that are written in part is fetched."""
        for announcement in self._announced.get(id(node), ()):
            for access in announcement.accesses if announcement.move is None else ():
                if not access.part and access.pointer is not None and _bytes(access) is None:
                    mode = access.mode | Access.READ if access.rows else access.mode
                    yield Use(mode, self._memory(access, node, self._units[announcement.unit.path]), None)

    def _memory(self, access: HostAccess, at: c_ast.Node, symbols: Symbols) -> int:
        if access.pointer is None:
            return -1
        mask = self._points.pointed(access.pointer, symbols, names=NamesAt(symbols, at))
        for _ in range(access.rows):
            mask = self._points.contents(mask)
        return mask


def _is_known(size: c_ast.Node, at: c_ast.Node, symbols: Symbols, region: ParallelRegion) -> bool:
    """Whether an expression reads variables alone, which mean the same, and have values, where a region begins."""
    if symbols.unit.path != region.unit.path or may_divide_by_zero(size, symbols):
        return False
    names = NamesAt(symbols, at)
    for node in walk(size):
        if isinstance(node, c_ast.StructRef | c_ast.ArrayRef | c_ast.FuncCall):
            return False
        if isinstance(node, c_ast.UnaryOp) and node.op not in ("+", "-", "sizeof"):
            return False
        if not isinstance(node, c_ast.ID):
            continue
        symbol = names.symbol(node)
        if symbol is None or symbols.lookup(node.name, region.construct) is not symbol:
            return False
        local = symbol.kind is Kind.VARIABLE and not symbol.file_scope
        if local and (not isinstance(symbol.decl, c_ast.Decl) or symbol.decl.init is None):
            return False
    return True


def _certain(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes that run whenever `root` does, without regions."""
    if isinstance(root, Omp):
        return
    yield root
    match root:
        case c_ast.If() | c_ast.TernaryOp() | c_ast.Switch():
            yield from _certain(root.cond)
        case c_ast.BinaryOp(op="&&" | "||"):
            yield from _certain(root.left)
        case _:
            for child in children(root):
                yield from _certain(child)


def _bytes(access: HostAccess) -> c_ast.Node | None:
    """How many bytes are announced; None for all of an object."""
    factors: Sequence[c_ast.Node] = access.factors
    if access.area is not None:
        factors = (access.area.bytes, *(times for _, times in access.area.repeats))
    elif access.part_of_rows is not None:
        factors = (access.part_of_rows.bytes, access.part_of_rows.count)
    elif not factors or access.data_type is not None:
        return None
    return build.joined("*", factors)
