"""`untile`: loops that were tiled by hand become the plain loops that they were.

    for it by T (parallel)                               for i (parallel)
      for jt by T                                          for j
        for i from it to min(n, it + T)           ->         b[j][i] = a[i][j];
          for j from jt to min(n, jt + T)
            b[j][i] = a[i][j];

A loop over strips and the loop over one strip's elements run through all elements, which one loop does as well. It
is where the loop over the strips was.  The order of iterations changes, as far as dependences let it: what
becomes a dimension is proved parallel, and of other loops no two accesses of the same memory may be in one order
along one loop, and in the reverse order along another (such loops are fully permutable: Wolf and Lam, PLDI 1991).
A tile size that is not known is positive: with any other the program's loop over the strips would never end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial, reduce
from itertools import combinations

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.relations.accesses import Found, Loop, Root
from mapper.analysis.kernels.relations.dependences import (
    carried_where_distinct,
    exposed_reads,
    permutable,
    private_roots,
)
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.choices import extreme
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.assumptions import Divided
from mapper.ir.program.kernel import Dimension, Kernel, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.names import mentions, names_in
from mapper.ir.trees.nodes import clone, may_continue
from mapper.transforms.dimensions.dimensions import host_expression
from mapper.transforms.dimensions.in_place import with_sums_in_place
from mapper.transforms.dimensions.perfect_nests import Level, Nest, nest_of
from mapper.transforms.dimensions.strips import Strip, strips_of
from mapper.transforms.frame.base import Changed, Outcome, RefusedError, Transform, listed
from mapper.transforms.frame.distinct import taken
from mapper.transforms.loops.accumulation import Accumulations


def untile(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with one loop in the place of each pair of a loop over strips and the loop over a strip."""
    if kernel.stops:
        return None
    nest, strips = _strips(kernel)
    merged = with_sums_in_place(kernel)
    other, more = _strips(merged) if merged is not None else (None, [])
    if merged is not None and other is not None and len(more) > len(strips):
        try:
            return _outcome(kernel, _joined(merged, other, more, symbols), more)
        except RefusedError:
            pass  # the variable serves as well, then
    if nest is None or not strips:
        return None
    try:
        return _outcome(kernel, _joined(kernel, nest, strips, symbols), strips)
    except RefusedError as refused:
        return refused.refusal(strips[0].inner.node)


def _strips(kernel: Kernel) -> tuple[Nest | None, list[Strip]]:
    """The nest of a kernel, and the loops over strips in it."""
    nest = nest_of(kernel)
    return nest, strips_of(kernel, nest) if nest is not None else []


def _outcome(kernel: Kernel, changed: Kernel, strips: list[Strip]) -> Changed:
    names = listed(each.inner.counter for each in strips)
    loops = "the loop" if len(strips) == 1 else "the loops"
    divided = " that divide their ranges" if changed.assumed.divided else ""
    return Changed(changed, f"{loops} over {names} had been cut into strips{divided}{taken(changed, kernel)}")


def _joined(kernel: Kernel, nest: Nest, strips: list[Strip], symbols: Symbols) -> Kernel:
    """The changed kernel; raises `RefusedError`.

    Where strips may end behind the range, all of them are run through, or else they are taken to divide it.
    """
    try:
        return _Joining(kernel, nest, strips, symbols).run()
    except RefusedError:
        if all(each.exact or not each.ends for each in strips):
            raise
    return _Joining(kernel, nest, [each.divided() for each in strips], symbols).run()


TRANSFORM = Transform("untile", "loops that were tiled by hand become plain loops", untile, reorders=True)


class _Joining:
    """A kernel's nest, on its way to one without strips."""

    def __init__(self, kernel: Kernel, nest: Nest, strips: list[Strip], symbols: Symbols) -> None:
        self.kernel = kernel
        self.nest = nest
        self.symbols = symbols
        self.strips = {each.outer.counter: each for each in strips}
        self.inner = {each.inner.counter for each in strips}
        self.values = {each.name: each for each in kernel.values}
        self.divided = tuple(self._divided(each) for each in strips if each.assumed)

    def run(self) -> Kernel:
        """The changed kernel; raises `RefusedError`."""
        self._check_names()
        dimensions: list[Dimension] = []
        loops: list[c_ast.For] = []
        body: list[c_ast.For] = []
        for level in self.nest.levels:
            strip = self.strips.get(level.counter)
            if level.counter in self.inner:
                continue
            if level.dimension is not None:
                dimensions.append(level.dimension if strip is None else self._dimension(level.dimension, strip))
            else:
                body.append(_plain_loop(level) if strip is None else self._joined_loop(strip))
        inside = self.nest.core
        if not body and any(may_continue(item) for item in inside):
            inside = [build.once(inside)]
        for loop in reversed(body):
            made = c_ast.For(loop.init, loop.cond, loop.next, c_ast.Compound(inside), loop.coord)
            loops.insert(0, made)
            inside = [made]
        gone = {*self.strips, *(each.variable for each in dimensions)}
        declared = [each for each in self.nest.declarations if each.name not in gone]
        candidate = self._kernel(dimensions, c_ast.Compound([*declared, *inside]))
        return self._checked(candidate, loops)

    # ---- what the new kernel is --------------------------------------------------------------------------------

    def _check_names(self) -> None:
        """Counters of strips must serve for nothing but the bounds of their elements' loops."""
        for name in sorted(self.strips):
            if any(mentions(item, name) for item in self.nest.core):
                raise RefusedError(f"`{name}` is used for more than the bounds of a strip")
        placed: set[str] = set()
        for level in self.nest.levels:
            strip = self.strips.get(level.counter)
            if level.counter in self.inner:
                continue
            trees = level.bounds if strip is None else strip.bounds
            later = names_in(*trees) & (self.nest.counters - placed - {level.counter})
            if later:
                raise RefusedError(f"the bounds of the loop over `{level.counter}` depend on `{min(later)}`")
            placed.add(level.counter if strip is None else strip.inner.counter)

    def _dimension(self, old: Dimension, strip: Strip) -> Dimension:
        """The dimension of the elements, in the place of that of the strips."""
        ctype = self.kernel.symbols[strip.inner.counter]
        assert isinstance(ctype, IntType)

        def first_at(place: c_ast.Node) -> c_ast.Node:
            if isinstance(strip.start, c_ast.ID):
                return clone(place)
            return self._on_host(strip.start, Value(old.variable, old.type, place))

        lowers, bounds = [[self._on_host(each) for each in trees] for trees in (strip.lowers, strip.uppers)]
        lowers += [first_at(old.lower)] if strip.starts else []
        bounds += [strip.end(first_at)] if strip.ends else []
        lower, bound = _chosen(">", lowers), _chosen("<", bounds)
        return Dimension(strip.inner.counter, ctype, lower, strip.inner.relation, bound, build.integer(1))

    def _divided(self, strip: Strip) -> Divided:
        """What must hold where strips are taken to divide their range."""
        parts = strip.outer.lower, strip.outer.behind, strip.outer.step
        if strip.outer.dimension is not None:
            return Divided(*parts)
        return Divided(*map(self._on_host, parts))

    def _on_host(self, tree: c_ast.Node, *counters: Value) -> c_ast.Node:
        """An expression of the body in the host's names; counters have the values that are given."""
        found = host_expression(tree, self.values | {each.name: each for each in counters})
        if found is None:
            raise RefusedError("the bounds of a strip are not known before the kernel runs")
        return found

    @staticmethod
    def _joined_loop(strip: Strip) -> c_ast.For:
        """The loop over the elements, in the place of that over the strips."""
        inner = strip.inner.node
        assert inner is not None

        def first_at(place: c_ast.Node) -> c_ast.Node:
            return substituted(strip.start, {strip.outer.counter: place})

        lowers, bounds = list(strip.lowers), list(strip.uppers)
        lowers += [first_at(strip.outer.lower)] if strip.starts else []
        bounds += [strip.end(first_at)] if strip.ends else []
        return _loop(inner, strip.inner.counter, _chosen(">", lowers), strip.inner.relation, _chosen("<", bounds))

    def _kernel(self, dimensions: list[Dimension], body: c_ast.Compound) -> Kernel:
        old = [each for each in self.kernel.dimensions if each.variable in self.strips]
        gone = {*(each.lower_name for each in old), *(each.step_name for each in old)}
        parameters = [each for each in self.kernel.parameters if each.name not in gone]
        symbols = {name: ctype for name, ctype in self.kernel.symbols.items() if name not in gone}
        kept = {each.variable for each in self.kernel.dimensions}
        for each in dimensions:
            if each.variable not in kept and not is_literal(each.lower):
                parameters.append(Value(each.lower_name, each.type, each.lower))
                symbols[each.lower_name] = each.type
        return replace(
            self.kernel,
            dimensions=tuple(reversed(dimensions)),
            parameters=tuple(parameters),
            assumed=replace(self.kernel.assumed, divided=self.divided),
            symbols=dict(sorted(symbols.items())),
            body=body,
        )

    # ---- what must hold ----------------------------------------------------------------------------------------

    def _checked(self, kernel: Kernel, loops: list[c_ast.For]) -> Kernel:
        found = collect(kernel, self.symbols)
        if not found.complete:
            raise RefusedError("the body is too large to be analysed")
        for loop in found.dimensions:
            if loop.variable in self.inner:
                found = self._parallel(found, loop)
        pairs = self._reordered()
        if pairs:
            self._permutable(found, [found.loop_of(each) for each in loops], pairs)
        return replace(kernel, assumed=found.kernel.assumed)

    def _own(self, found: Found, loop: Loop) -> list[Root]:
        """The private variables that each iteration of a loop may have for itself."""
        accumulators = {each.name: each for each in self.kernel.reductions}
        used = [Accumulations(item) for item in self.nest.core]
        own = []
        for root in private_roots(found).values():
            if root.name in accumulators:
                if all(each.only(accumulators[root.name]) for each in used):
                    own.append(root)
            elif not exposed_reads(found, root, loop):
                own.append(root)
        return own

    def _parallel(self, found: Found, loop: Loop) -> Found:
        found, dependence = carried_where_distinct(found, loop, self._own(found, loop))
        if dependence is not None:
            over = f"iterations over `{loop.variable}`"
            raise RefusedError(f"{over} depend on each other through {dependence.through}")
        return found

    def _reordered(self) -> list[tuple[str, str]]:
        """Pairs of the body's loops, by their new counters, whose iterations come in another order than before."""
        spans: list[tuple[str, int, int]] = []
        at = {level.counter: number for number, level in enumerate(self.nest.levels)}
        for number, level in enumerate(self.nest.levels):
            if level.dimension is not None or level.counter in self.inner:
                continue
            strip = self.strips.get(level.counter)
            counter = level.counter if strip is None else strip.inner.counter
            spans.append((counter, number, at[counter]))
        return [(one, other) for (one, _, end), (other, start, _) in combinations(spans, 2) if start < end]

    def _permutable(self, found: Found, loops: list[Loop | None], pairs: Iterable[tuple[str, str]]) -> None:
        known = {each.variable: each for each in loops if each is not None}
        if len(known) < len(loops):
            raise RefusedError("a loop is not understood")
        innermost = loops[-1]
        assert innermost is not None
        own = self._own(found, innermost)
        for one, other in pairs:
            if not permutable(found, known[one], known[other], own):
                raise RefusedError(f"the loops over `{one}` and `{other}` can't change their order")


def _plain_loop(level: Level) -> c_ast.For:
    """A loop of its own, without the variables that its bounds were set to."""
    assert level.node is not None
    return _loop(level.node, level.counter, level.lower, level.relation, level.bound)


def _loop(node: c_ast.For, counter: str, lower: c_ast.Node, relation: str, bound: c_ast.Node) -> c_ast.For:
    """A loop with other bounds."""
    init = clone(node.init)
    if isinstance(init, c_ast.DeclList):
        init.decls[0].init = clone(lower)
    else:
        init.rvalue = clone(lower)
    test = build.binary(relation, build.identifier(counter), clone(bound))
    return c_ast.For(init, test, node.next, node.stmt, node.coord)


def _plain(tree: c_ast.Node) -> c_ast.Node:
    """A copy of an expression, or its value where it has no names."""
    value = constant_value(tree)
    return clone(tree) if value is None else build.integer(value)


def _chosen(operator: str, trees: list[c_ast.Node]) -> c_ast.Node:
    return reduce(partial(extreme, operator), trees[1:], _plain(trees[0]))
