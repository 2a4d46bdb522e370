"""`distribute`: statements and loops that are side by side in an iteration become kernels of their own.

    for j (parallel)                      for j (parallel)
      mean[j] = 0.0;                        mean[j] = 0.0;
      for i: mean[j] += a[i][j];     ->     for i: mean[j] += a[i][j];
      for i: a[i][j] -= mean[j];          (j, i) (parallel)
                                            a[i][j] -= mean[j];

One loop in the way of the other keeps both from becoming dimensions (`nest`).  The iterations of the parallel loop
are independent: all may do their first part before any does its second one.  Inner loops over the same range
that are side by side become one where that is parallel.

`partition.py` decides which parts there are and what they need; this file when it is right, and when it pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels.forms import bounded_work
from mapper.analysis.names.symbols import Symbols
from mapper.frontend.gnu.markers import is_stand_in
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import Carried, InnerLoop, Part, WorkLoop
from mapper.ir.trees.names import names_in
from mapper.ir.trees.nodes import walk
from mapper.transforms.costs.transactions import NEIGHBOURS, accesses, known_length, part_cost
from mapper.transforms.dimensions.nest import MOST
from mapper.transforms.fission.array_expansion import ExpandedArray, shared_arrays, with_arrays
from mapper.transforms.fission.iteration_sums import halves
from mapper.transforms.fission.partition import Cutting, Passes, statements
from mapper.transforms.fission.statement_groups import Group, gathered, sums_apart
from mapper.transforms.frame.base import INTRICATE, Distribution, Refusal, RefusedError, applied, listed
from mapper.transforms.loops.accumulation import Accumulations
from mapper.transforms.loops.forwarded import forwarded
from mapper.transforms.loops.loops import is_long
from mapper.translate.lowering.statics import may_be_twice

NAME = "distribute"

TRANSFORM = Distribution(NAME, "parts of an iteration become kernels, in which inner loops can be dimensions")

MOST_PARTS = 4

_KEPT = frozenset("tile interleave wavefront schedule collapse privatize multisplit".split())
"""What no loop loses by being cut."""

LOOKED_AT = _KEPT | {"gang"}
"""The later transformations that decide whether a loop is cut: those behind them need not be tried."""

_CLAUSES = frozenset(
    "private firstprivate shared default reduction schedule nowait num_threads if collapse".split()
)


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """One part: its kernel, and the loop in the source with its statements alone."""

    kernel: Kernel
    loop: c_ast.Node


@dataclass(frozen=True, eq=False, slots=True)
class Cut:
    """The parts of a loop, one at least.  `carried`, `inner` and `whole` are those of `ir.program.region.Part`.

    With one part alone, inner loops side by side have become one.
    """

    pieces: tuple[Piece, ...]
    carried: tuple[Carried, ...] = ()
    inner: tuple[InnerLoop, ...] = ()
    whole: bool = False


def distribute(
    loop: WorkLoop, kernel: Kernel, symbols: Symbols, again: Passes, finish: Passes
) -> Cut | Refusal | None:
    """The parts of a loop; None where there is nothing to report.

    `again` applies the transformations before this one to a part, `finish` those behind it.
    """
    if any(isinstance(each, c_ast.Union) for each in kernel.types) or kernel.large:
        return None
    found = None
    if len(kernel.dimensions) < MOST and _is_imperfect(kernel, symbols):
        found = _side_by_side(loop, kernel, symbols, again, finish)
        plain = None if isinstance(found, Cut) else forwarded(kernel)
        if plain is not None:
            found = _joined(_side_by_side(loop, plain, symbols, again, finish)) or found
    if isinstance(found, Cut) or not kernel.reductions:
        return found
    return _Distribution(loop, kernel, symbols, again, finish).reduced() or found


def _joined(found: Cut | Refusal | None) -> Cut | None:
    """What has become one kernel for all of the loop's text: an iteration's own pointers are in that still."""
    return found if isinstance(found, Cut) and len(found.pieces) == 1 else None


def _side_by_side(
    loop: WorkLoop, kernel: Kernel, symbols: Symbols, again: Passes, finish: Passes
) -> Cut | Refusal | None:
    """The parts of a loop with statements and loops beside each other."""
    found: Cut | Refusal | None = None
    try:
        with bounded_work():
            found = _with_arrays(loop, kernel, symbols, again, finish)
        if isinstance(found, Cut):
            return found
        with bounded_work():
            return _Distribution(loop, kernel, symbols, again, finish).run()
    except isl.Error:
        return Refusal(INTRICATE)
    except RefusedError as why:
        return found or why.refusal()


def _with_arrays(
    loop: WorkLoop, kernel: Kernel, symbols: Symbols, again: Passes, finish: Passes
) -> Cut | Refusal | None:
    """The parts of a loop that hand on arrays of an iteration's own, in the better of two orders.

    None where there are no such arrays.
    """
    names, source = shared_arrays(kernel), loop.construct.body
    best: tuple[float, Cut] | None = None
    refusal: Refusal | None = None
    if not names or not isinstance(source, c_ast.For) or loop.construct.directive.collapsed > 1:
        return None
    for columns in (True, False):
        made = with_arrays(kernel, names, source, symbols, columns=columns)
        if made is None:
            continue
        try:
            distribution = _Distribution(loop, made[0], symbols, again, finish, kernel, made[1])
            cut = distribution.run()
        except isl.Error:
            continue
        except RefusedError as why:
            refusal = why.refusal()
            continue
        if cut is not None and (best is None or distribution.cost < best[0]):
            best = distribution.cost, cut
    return best[1] if best is not None else refusal


def _is_imperfect(kernel: Kernel, symbols: Symbols) -> bool:
    """Whether a loop that is not short is beside other statements than declarations."""
    items = statements(kernel)
    loops = [item for item in items if is_long(item, symbols)]
    return bool(loops) and any(item not in loops[:1] and not isinstance(item, c_ast.Decl) for item in items)


class _Distribution:
    """One kernel on its way to several.

    With `arrays` in memory it was made of the kernel `whole`.  `cost` is what the parts' accesses cost then.
    """

    def __init__(
        self,
        loop: WorkLoop,
        kernel: Kernel,
        symbols: Symbols,
        again: Passes,
        finish: Passes,
        whole: Kernel | None = None,
        arrays: Sequence[ExpandedArray] = (),
    ) -> None:
        self.loop = loop
        self.kernel = kernel
        self.symbols = symbols
        self.finish = finish
        self.cutting = Cutting(loop, kernel, symbols, again, arrays)
        self.whole = whole or kernel
        self.arrays = arrays
        self.cost = 0.0

    def run(self) -> Cut | None:
        """The parts; raises `RefusedError`."""
        groups = gathered(self.cutting.groups(), self.kernel, self.symbols, self.cutting.joins)
        more = any(group.nested for group in groups)
        if self.kernel.reductions:
            groups = [part for group in groups for part in self._for_lanes(group)]
        if not more and len(groups) < 2:
            return None
        self._require_plain()
        groups = self.cutting.together(groups)
        if self.arrays:
            self.arrays = self.cutting.contract(groups)
        nested = sum(group.nested for group in groups)
        if not nested and (more or len(groups) < 2):
            raise RefusedError("what one part of an iteration computes is used in another")
        if len(groups) > MOST_PARTS:
            raise RefusedError(f"an iteration would be cut into {len(groups)} parts")
        self._require_pairs(groups)
        kernels = [self.cutting.kernel_of(group) for group in groups]
        tiled = self._require_kept(kernels, nested)
        whole = self.loop.construct.body
        assert whole is not None
        if len(kernels) == 1:
            return Cut((Piece(kernels[0], whole),))
        inner = () if tiled or not nested else self._inner(kernels)
        self._require_text()
        loops = [self.cutting.on_cpu(whole, group, groups) for group in groups]
        return Cut(tuple(map(Piece, kernels, loops)), self.cutting.carried, inner, bool(inner or self.arrays))

    def reduced(self) -> Cut | None:
        """What iterations add to reductions, and the sum of that; None where lanes gain nothing by it."""
        whole = self.loop.construct.body
        if not isinstance(whole, c_ast.For) or self.loop.construct.directive.collapsed > 1:
            return None
        try:
            self._require_plain()
            self._require_text()
            made = halves(self.kernel, whole, self.symbols, self.cutting.again, self.finish)
        except (isl.Error, RefusedError):
            return None
        return Cut(tuple(map(Piece, made.kernels, made.loops)), made.carried) if made is not None else None

    def _for_lanes(self, group: Group) -> Sequence[Group]:
        """Lanes can't share an iteration that reduces: what comes before that is a part where they gain by it."""
        halves = () if group.nested else sums_apart(group, self.kernel)
        shared = [
            self.finish(self.cutting.kernel_of(each)).form(Gang) is not None for each in (group, *halves[:1])
        ]
        return halves if shared == [False, True] else [group]

    # ---- what is in the way --------------------------------------------------------------------------------

    def _require_plain(self) -> None:
        """Nothing else depends on the loop's being one kernel."""
        loop, kernel = self.loop, self.kernel
        if loop.arrays:
            raise RefusedError("the loop reduces arrays")
        accumulations, elsewhere = Accumulations(kernel.body), names_in(*kernel.functions)
        for each in kernel.reductions:
            if not accumulations.only(each) or each.name in elsewhere:
                raise RefusedError(f"`{each.name}` is used for more than to reduce")
        if loop.state or loop.merges or loop.numbers or loop.shares or loop.copyin or kernel.forms:
            raise RefusedError("threads carry something along")
        if kernel.stops:
            raise RefusedError("the loop has error paths")
        if any(clause.kind not in _CLAUSES for clause in loop.construct.directive.clauses):
            raise RefusedError("a clause of the directive asks for the whole loop")
        if any(name.startswith("mrt_count") for name in names_in(kernel.body)):
            raise RefusedError("the last iteration leaves its values")
        if kernel.local_size or kernel.has_states:
            raise RefusedError("the loop asks for work-groups of its own")
        if kernel.assumed.rows_apart:
            raise RefusedError("rows of tables are compared before the launch")
        if any(name in self.cutting.changed for each in kernel.parameters for name in each.names):
            raise RefusedError("an iteration changes what it gets by value")

    def _require_pairs(self, groups: Sequence[Group]) -> None:
        """Buffers that the library compares before a launch must be in one part together."""
        for pair in sorted(self.kernel.assumed.pairs):
            uses = [names_in(*group.items) for group in groups]
            if any(len(set(pair) & names) == 1 for names in uses):
                raise RefusedError(f"{listed(pair)} are compared before the launch")

    def _require_kept(self, kernels: Sequence[Kernel], nested: int) -> bool:
        """What lanes share, they go on sharing, or it is a dimension; and no other form is lost.

        True if a part becomes a tiled product, which always pays.
        """
        before, made = self.finish(self.whole), [self.finish(each) for each in kernels]
        lost = (applied(before) & _KEPT) - frozenset[str]().union(*map(applied, made))
        if lost:
            raise RefusedError(f"the parts could have no {' and no '.join(sorted(lost))}")
        shared = [0 if (gang := each.form(Gang)) is None else len(gang.loops) for each in (before, *made)]
        tiled = "tile" not in applied(before) and any("tile" in applied(each) for each in made)
        if self.whole is not self.kernel and len(made) > 1:
            self._require_gain(before, kernels, tiled=tiled)
            return tiled
        if shared[0] > nested + sum(shared[1:]):
            raise RefusedError("lanes would share fewer loops")
        if shared[0] and len(made) > 1 and not tiled:
            raise RefusedError("lanes share the inner loops, which saves launches")
        return tiled

    def _require_gain(self, before: Kernel, kernels: Sequence[Kernel], *, tiled: bool) -> None:
        """Arrays in memory cost more than they bring where lanes have them in local memory."""
        if before.form(Gang) is not None:
            raise RefusedError("lanes share the inner loops, with arrays in local memory")
        rank = len(self.kernel.dimensions)
        self.cost = sum(part_cost(each, rank, self.symbols) for each in kernels) / (2 * NEIGHBOURS if tiled else 1)

    def _require_text(self) -> None:
        """The loop's text is printed once more, in parts."""
        construct, unit = self.loop.construct, self.symbols.unit
        if id(construct) not in unit.extents:
            raise RefusedError("the loop is no construct in the source, whose parts could be printed")
        twice = not unit.has_attributes(construct)
        for node in walk(construct):
            if isinstance(node, c_ast.Decl) and "static" in node.storage:
                twice = twice and may_be_twice(node, construct, self.symbols)
            elif isinstance(node, c_ast.ID) and is_stand_in(node.name):
                twice = False
        if not twice:
            raise RefusedError("the loop holds what can't be printed twice")

    def _inner(self, kernels: Sequence[Kernel]) -> tuple[InnerLoop, ...]:
        """The inner loops that the parts have as dimensions, if it depends on their lengths whether launches pay.

        None where constants show that they pay; raises `RefusedError` where they show that they don't.
        """
        own = len(self.kernel.dimensions)
        found = [
            InnerLoop(made.dimensions[-own - 1], accesses(made, own, self.symbols))
            for made in kernels
            if len(made.dimensions) > own
        ]
        known = [known_length(each.dimension) for each in found]
        if None in known:
            return tuple(found)
        made = sum((trips or 0) * each.accesses for trips, each in zip(known, found, strict=True))
        if made < Part.FEWEST_ACCESSES * (len(kernels) - 1):
            raise RefusedError("the inner loops are too short for launches of their own")
        return ()
