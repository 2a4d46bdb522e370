"""`nest`: a loop inside the parallel one that is parallel, too, becomes a further dimension of the ND-range.

    for k (parallel)                       (k, j) (parallel)
      scale = s[k];                 ->       scale = s[k];
      for j                                  a[k][j] = scale * b[k][j];
        a[k][j] = scale * b[k][j];

The directive promises that iterations of the outer loop are independent; that those of the inner one are, within
one of the outer, is proved, as far as need be for different arrays, which the run-time library makes sure of.
What is between the loops may only compute private values, and is computed by each work-item anew.  Where the
inner bounds depend on outer counters, the dimension is the hull over all of these, and a condition leaves out the
rest; the counter begins where the loop does, so that its steps are the loop's (every other element of rows that
begin with the first or the second one).  Stores of last values behind the inner loop move into its last iteration.
A loop that counts in an array (`bins[i][key[j]]++`) is parallel once its updates are atomic.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

import islpy as isl
from pycparser import c_ast

from mapper.analysis.footprints.host_values import host_value
from mapper.analysis.kernels import forms
from mapper.analysis.kernels.loops import Header, constant_value, stepped_header
from mapper.analysis.kernels.relations.accesses import Access, Found, Index, Loop, Memory, Root
from mapper.analysis.kernels.relations.dependences import (
    carried_where_distinct,
    conflict,
    exposed_reads,
    private_roots,
)
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.builtins.stops import may_stop
from mapper.ir.program.kernel import Dimension, Kernel, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.names import fresh_name
from mapper.ir.trees.nodes import INCREMENTS, LOOPS, called_name, children, clone, ids, may_continue, walk
from mapper.transforms.cooperative.atomic_loops import with_atomic_loops
from mapper.transforms.dimensions.contention import contended
from mapper.transforms.dimensions.dimensions import constant_extreme, extreme, host_expression
from mapper.transforms.dimensions.early_stops import with_early_stops
from mapper.transforms.dimensions.exchange import exchanged
from mapper.transforms.dimensions.last_values import assigns, in_last_iteration, last_values
from mapper.transforms.frame.base import INTRICATE, Changed, Outcome, Refusal, RefusedError, Transform, listed
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.frame.distinct import taken
from mapper.transforms.frame.numbered import renumbered
from mapper.transforms.frame.trust import where_it_runs, with_trust
from mapper.transforms.loops.accumulation import Accumulations
from mapper.translate.private.same_steps import used_alike_in

MOST = 3  # dimensions of an ND-range


class _DependentError(RefusedError):
    """Its iterations depend on each other, through buffers with these names."""

    def __init__(self, message: str, names: frozenset[str]) -> None:
        super().__init__(message)
        self.names = names


def nest(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with as many of its inner loops as dimensions as can be proved parallel."""
    added: list[str] = []
    before = kernel
    refusal: Refusal | None = None
    while len(kernel.dimensions) < MOST:
        prefix, loop = _parts(kernel.body)
        if loop is None:
            break
        stops = any(map(may_stop, prefix))
        candidate = kernel
        if may_stop(loop) or any(may_stop(each.body) for each in kernel.functions):
            early = with_early_stops(kernel, loop)
            if early is None:  # a check may prevent what is in a later iteration of the inner loop
                refusal = Refusal("the loop has error paths")
                break
            candidate = early
        try:
            kernel = _nested(candidate, symbols, stops=stops)
        except isl.Error:
            refusal = Refusal(INTRICATE)
            break
        except RefusedError as refused:
            refusal = refused.refusal(loop)
            break
        added.append(kernel.dimensions[0].variable)
    if not added:
        return refusal
    names = listed(added)
    why = f" ({refusal.reason})" if refusal is not None else ""
    loops = "loop" if len(added) == 1 else "loops"
    return Changed(kernel, f"the {loops} over {names} became parallel{taken(kernel, before)}{why}")


def _nested(kernel: Kernel, symbols: Symbols, *, stops: bool) -> Kernel:
    """The kernel with its last loop as a dimension, or else the loop in that one; raises `RefusedError`.

    `stops` is true if what is before the loop must run even if the loop does not.
    """
    prefix, loop = _parts(kernel.body)
    assert loop is not None
    try:
        return _within_rows(kernel, symbols, stops=stops)
    except RefusedError as refused:
        counting = _counting(kernel, symbols, loop) if isinstance(refused, _DependentError) else None
        if counting is not None:
            with suppress(RefusedError):  # a part of one range would become as long as all of it
                return _within_rows(counting, symbols, stops=stops, hull=False)
        other = exchanged(kernel, loop, symbols)
        if other is None or _flat(kernel.body)[-1] is not loop:
            raise
        changed = replace(kernel, body=c_ast.Compound([*prefix, other]))
        try:
            return _Nesting(changed, symbols, prefix, other, stops=stops).run()
        except RefusedError:
            pass
        raise


def _within_rows(kernel: Kernel, symbols: Symbols, *, stops: bool, hull: bool = True) -> Kernel:
    """The kernel with its last loop as a dimension; raises `RefusedError`.

    Where its iterations depend on each other only if subscripts leave their rows, the host looks whether they do.
    Without `hull` the loop's bounds must not depend on outer counters.
    """
    prefix, loop = _parts(kernel.body)
    assert loop is not None
    first: _DependentError | None = None
    names: frozenset[str] = frozenset()
    while True:
        candidate = kernel if first is None else with_trust(kernel, symbols, names)
        if candidate is None:
            assert first is not None
            raise first
        try:
            return _Nesting(candidate, symbols, prefix, loop, stops=stops, hull=hull).run()
        except _DependentError as refused:
            first = first or refused
            if refused.names <= names:
                raise first from None
            names |= refused.names


def _counting(kernel: Kernel, symbols: Symbols, loop: c_ast.For) -> Kernel | None:
    """The kernel with atomic updates in its last loop, which counts in an array; None where that is not worth it.

    It is not where neighbours would count in the same element.
    """
    found = collect(kernel, symbols)
    inner = found.loop_of(loop) if found.complete else None
    if inner is None or any(access.atomic for access in found.accesses):
        return None
    changed = with_atomic_loops(kernel, found, symbols, [loop])
    updates = [each for each in collect(changed, symbols).accesses if each.atomic] if changed is not None else []
    return changed if all(_scatters(each, found, inner) for each in updates) else None


def _scatters(update: Access, found: Found, loop: Loop) -> bool:
    """Whether what memory holds says which element an iteration of a loop updates."""
    values = [each.value for each in update.steps if isinstance(each, Index)]
    values += [] if update.linear is None else update.linear.terms.values()
    names = set().union(*map(forms.symbols_of, values))
    return not update.complete or any(loop.symbol in found.unknown.get(name, ()) for name in names)


def with_last_loop(kernel: Kernel, symbols: Symbols) -> Kernel:
    """The kernel with the loop that its body is as a dimension; raises `RefusedError`."""
    return _within_rows(kernel, symbols, stops=False)


TRANSFORM = Transform(
    "nest",
    "inner loops that are parallel become dimensions",
    nest,
    reorders=True,
    accepts=USUAL | {Trait.LARGE_ARRAYS, Trait.PACKED, Trait.UNIONS},
)


def _parts(body: c_ast.Node) -> tuple[list[c_ast.Node], c_ast.For | None]:
    """The statements of a body and the loop at its end; None where there is no loop in it."""
    items = [item for item in _flat(body) if not isinstance(item, c_ast.EmptyStatement)]
    loops = [item for item in items if isinstance(item, c_ast.For)]
    if not loops:
        return items, None
    return items[: items.index(loops[-1])], loops[-1]


def _flat(body: c_ast.Node) -> list[c_ast.Node]:
    """The statements of a block and of the blocks in it: all names are different."""
    if not isinstance(body, c_ast.Compound):
        return [body]
    return [inner for item in body.block_items or [] for inner in _flat(item)]


@dataclass(frozen=True, eq=False, slots=True)
class _Limit:
    """One bound of the new dimension; `guarded` where it is only the hull of the loop's own."""

    tree: c_ast.Node
    guarded: bool


class _Nesting:
    """One loop at the end of a kernel's body, on its way to a dimension."""

    def __init__(
        self,
        kernel: Kernel,
        symbols: Symbols,
        prefix: list[c_ast.Node],
        node: c_ast.For,
        *,
        stops: bool,
        hull: bool = True,
    ) -> None:
        self.kernel = kernel
        self.stops = stops
        self.hull = hull
        self.symbols = symbols
        self.prefix = prefix
        self.node = node
        header = stepped_header(node)
        if header is None:
            raise RefusedError("an inner loop does not count from one bound to another by the same step")
        self.header: Header = header
        statements = [item for item in _flat(kernel.body) if not isinstance(item, c_ast.EmptyStatement)]
        self.suffix = statements[statements.index(node) + 1 :]
        self.found: Found = collect(kernel, symbols)
        if not self.found.complete:
            raise RefusedError("the body is too large to be analysed")
        loop = self.found.loop_of(node)
        if loop is not None and not loop.variable and header.stride is not None:
            raise RefusedError(f"the step of {self.named} may change in it, or be negative")
        if loop is None or not loop.variable:
            raise RefusedError(f"{self.named} is not understood")
        self.loop: Loop = loop
        self.once: set[int] = set()

    @property
    def named(self) -> str:
        """What messages call the loop."""
        return f"the loop over `{self.header.variable}`"

    def run(self) -> Kernel:
        """The kernel with the loop as dimension 0."""
        self._check_suffix()
        self._check_prefix()
        self._check_jumps()
        self._check_parallel()
        array = contended(self.found, self.loop)
        if array is not None:
            raise RefusedError(f"all iterations of {self.named} add to one element of `{array}`")
        ctype = self.kernel.symbols[self.header.variable]
        if not isinstance(ctype, IntType):
            raise RefusedError(f"the counter of {self.named} is no integer")
        up = self.header.step > 0
        lower = self._limit(self.header.lower, self.loop.lower, least=up)
        bound = self._limit(self.header.bound, self.loop.bound, least=not up)
        if self.once or self.stops:
            bound = self._at_least_once(lower, bound)
        if (lower.guarded or bound.guarded) and not self.hull:
            raise RefusedError(f"the bounds of {self.named} depend on outer counters")
        step = self._step()
        symbols = dict(self.kernel.symbols)
        name = self.header.variable
        if lower.guarded and constant_value(step) not in (1, -1):
            name = fresh_name(f"{name}_from", symbols)
            symbols[name] = ctype
        dimension = Dimension(name, ctype, lower.tree, self.header.relation, bound.tree, step)
        parameters = self.kernel.parameters
        for given, tree in ((dimension.lower_name, dimension.lower), (dimension.step_name, dimension.step)):
            if not is_literal(tree):
                parameters = (*parameters, Value(given, ctype, tree))
                symbols[given] = ctype
        body = self._body(dimension, lower.guarded, bound.guarded)
        return replace(
            self.kernel,
            dimensions=(dimension, *self.kernel.dimensions),
            parameters=parameters,
            symbols=dict(sorted(symbols.items())),
            body=body,
            assumed=self.found.kernel.assumed,
        )

    # ---- what must hold ----------------------------------------------------------------------------------------

    def _check_suffix(self) -> None:
        """Only last values may be stored behind the loop, of variables that all its iterations assign, or none."""
        if self.suffix and self.header.stride is not None:
            raise RefusedError(f"{self.named} is not at the end of the body")
        changed = {access.root.name for access in self.found.accesses if access.write and access.root is not None}
        for item in self.suffix:
            names = last_values(item)
            if names is None:
                raise RefusedError(f"{self.named} is not at the end of the body")
            before = {node.name for each in self.prefix for node in walk(each) if isinstance(node, c_ast.ID)}
            for name in names:
                if name in before or not assigns(self.node.stmt, name, changed | {self.header.variable}):
                    raise RefusedError(f"the last value of `{name}` may not be that of the last iteration")

    def _check_prefix(self) -> None:
        functions = {function.decl.name: function.body for function in self.kernel.functions}
        name = self.header.variable
        for item in self.prefix:
            for node in walk(item):
                if isinstance(node, LOOPS):
                    raise RefusedError(f"there is another loop beside {self.named}")
                if isinstance(node, c_ast.Return | c_ast.Break | c_ast.Continue | c_ast.Switch):
                    raise RefusedError(f"what is before {self.named} may leave it out")
                if isinstance(node, c_ast.FuncCall) and _may_repeat(node, functions):
                    raise RefusedError(f"a function with a loop is called before {self.named}")
                if isinstance(node, c_ast.ID) and node.name == name:
                    raise RefusedError(f"the counter of {self.named} is used before it")
        behind = ids(*self.suffix)
        outside = [
            each for each in self.found.accesses if not each.inside(self.loop) and id(each.node) not in behind
        ]
        for access in outside:
            if access.root is None or (access.write and access.root.memory is not Memory.PRIVATE):
                self._check_written_before(access)
        inner = [each for each in self.found.accesses if each.inside(self.loop) and each.write]
        for access in outside:
            if access.root is None or access.root.memory is Memory.PRIVATE:
                continue
            if any(conflict(self.found, access, each) for each in inner):
                raise RefusedError(f"`{access.root.name}` is read before {self.named} and written in it")

    def _check_written_before(self, write: Access) -> None:
        """What one work-item can write alone, as no other one touches it: by an assignment that does no more."""
        statement = next((item for item in self.prefix if item is write.node), None)
        if write.root is None or not isinstance(statement, c_ast.Assignment):
            raise RefusedError(f"memory is written before {self.named}")
        own = ids(statement)
        for part in walk(statement):
            if (isinstance(part, c_ast.Assignment) and part is not statement) or isinstance(part, c_ast.FuncCall):
                raise RefusedError(f"memory is written before {self.named}")
            if isinstance(part, c_ast.UnaryOp) and part.op in (*INCREMENTS, "&"):
                raise RefusedError(f"memory is written before {self.named}")
        for access in self.found.accesses:
            if id(access.node) not in own and conflict(self.found, write, access):
                raise RefusedError(f"`{write.root.name}` is written before {self.named} and accessed elsewhere")
        self.once.add(id(statement))

    def _check_jumps(self) -> None:
        stack = [(self.node.stmt, False)]
        while stack:
            node, in_switch = stack.pop()
            if isinstance(node, c_ast.Break) and not in_switch:
                raise RefusedError(f"{self.named} may be left early")
            if isinstance(node, LOOPS):
                continue
            stack += [(child, in_switch or isinstance(node, c_ast.Switch)) for child in children(node)]

    def _check_parallel(self) -> None:
        accumulators, used = {each.name: each for each in self.kernel.reductions}, Accumulations(self.node.stmt)
        own: list[Root] = []
        exposed: list[Root] = []
        for root in private_roots(self.found).values():
            if root.name in accumulators:
                outside = any(each.root is root and not each.inside(self.loop) for each in self.found.accesses)
                if outside or not used.only(accumulators[root.name]):
                    raise RefusedError(f"`{root.name}` is used for more than to reduce")
                own.append(root)
            elif not exposed_reads(self.found, root, self.loop):
                own.append(root)
            elif self._carries(root):
                exposed.append(root)
        if exposed and all(map(self._begins_without_value, exposed)):
            names = [root.variable for root in exposed]
            if used_alike_in(self.node, self.header.variable, self.kernel, names, self.symbols):
                own += exposed
        self.found, dependence = carried_where_distinct(self.found, self.loop, own)
        if dependence is not None:
            roots = {each.root for each in (dependence.source, dependence.sink) if each.root is not None}
            buffers = frozenset(root.name for root in roots if root.memory is Memory.BUFFER)
            raise _DependentError(
                f"iterations of {self.named} depend on each other through {dependence.through}", buffers
            )

    def _carries(self, root: Root) -> bool:
        """Whether the loop writes a variable that is older than its iteration."""
        written = any(each.write and each.root is root and each.inside(self.loop) for each in self.found.accesses)
        return written and all(each is not self.loop for each in root.loops)

    def _begins_without_value(self, root: Root) -> bool:
        """Whether nothing is in a variable when the loop begins, nor read of it behind the loop."""
        return any(
            isinstance(item, c_ast.Decl) and item.name == root.variable and item.init is None
            for item in self.prefix
        ) and all(access.inside(self.loop) for access in self.found.accesses if access.root is root)

    # ---- bounds ------------------------------------------------------------------------------------------------

    def _limit(self, expression: c_ast.Node, value: isl.PwAff | None, *, least: bool) -> _Limit:
        exact = self._on_host(expression, value)
        if exact is not None:
            return _Limit(exact, guarded=False)
        hull = extreme(value, self.found, least=least) if value is not None else None
        tree = host_value(hull, self.found) if hull is not None else None
        if tree is None and value is not None:
            number = constant_extreme(value, self.found, least=least)
            tree = None if number is None else build.integer(number)
        if tree is None:
            raise RefusedError(f"the bounds of {self.named} are not known before the kernel runs")
        return _Limit(tree, guarded=True)

    def _step(self) -> c_ast.Node:
        """The step as a host expression.  Where it is not positive, MRT_COUNT has the CPU run the loop."""
        stride = self.header.stride
        if stride is None:
            return build.integer(self.header.step)
        size = self._on_host(stride, self.loop.stride)
        if size is None:
            raise RefusedError(f"the step of {self.named} is not known before the kernel runs")
        return size if self.header.step > 0 else c_ast.UnaryOp("-", size)

    def _on_host(self, expression: c_ast.Node, value: isl.PwAff | None) -> c_ast.Node | None:
        """An expression of the header, and its value, in the host's names; None where outer counters are in it."""
        tree = host_expression(expression, {each.name: each for each in self.kernel.values})
        if tree is not None or value is None:
            return tree
        exact = host_value(value, self.found)
        if exact is not None:
            return exact
        known = {**self.found.parameters, **self.found.elements}
        element = host_value(value, replace(self.found, parameters=known))
        return where_it_runs(self.kernel, element, build.integer(0)) if element is not None else None

    def _at_least_once(self, lower: _Limit, bound: _Limit) -> _Limit:
        """A bound that leaves one iteration at least, for what is written before the loop."""
        one = {"<": 1, ">": -1}.get(self.header.relation, 0)
        first, last = constant_value(lower.tree), constant_value(bound.tree)
        if (
            first is not None
            and last is not None
            and (last - first) * (1 if self.header.step > 0 else -1) >= abs(one)
        ):
            return bound
        least = build.binary("+", clone(lower.tree), build.integer(one)) if one else clone(lower.tree)
        runs = build.binary(self.header.relation, clone(lower.tree), clone(bound.tree))
        return _Limit(c_ast.TernaryOp(runs, bound.tree, least), guarded=True)

    # ---- the new body ------------------------------------------------------------------------------------------

    def _body(self, dimension: Dimension, lower: bool, bound: bool) -> c_ast.Compound:
        name = self.header.variable
        before = [item for item in self.prefix if not (isinstance(item, c_ast.Decl) and item.name == name)]
        inner = _flat(self.node.stmt)
        if any(may_continue(item) for item in inner):
            inner = [build.once(inner)]
        inner += [in_last_iteration(item, self.header) for item in self.suffix]
        tests: list[c_ast.Node] = []
        up = self.header.step > 0
        counter = build.identifier(name)
        if lower:
            tests.append(build.binary(">=" if up else "<=", counter, self.header.lower))
        shifted = dimension.variable != name
        if bound or shifted:
            tests.append(build.binary(self.header.relation, counter, self.header.bound))
        if tests:
            inner = [c_ast.If(build.joined("&&", tests), c_ast.Compound(inner), None)]
        if dimension.variable != name:
            begun = build.binary("-", clone(self.header.lower), dimension.lower_here)
            first = build.binary("+", build.identifier(dimension.variable), begun)
            inner.insert(0, build.declaration(name, dimension.type, init=first))
        numbers = {old: old + 1 for old in range(len(self.kernel.dimensions))}
        body = renumbered(c_ast.Compound([*before, *inner]), numbers)
        items = body.block_items or []
        for number, item in enumerate(before):
            if id(item) in self.once:
                zero = build.binary("==", build.identifier("mrt_id0"), build.integer(0))
                items[number] = c_ast.If(zero, c_ast.Compound([items[number]]), None)
        return body


def _may_repeat(node: c_ast.Node, functions: Mapping[str, c_ast.Node]) -> bool:
    """Whether code has a loop, or calls a device function that has one; no device function calls itself."""
    for part in walk(node):
        if isinstance(part, LOOPS):
            return True
        body = functions.get(called_name(part)) if isinstance(part, c_ast.FuncCall) else None
        if body is not None and _may_repeat(body, functions):
            return True
    return False
