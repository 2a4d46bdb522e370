"""What each iteration adds to a reduction is in memory, where lanes share the iteration then.

    for v (parallel, reduction)                    for v (parallel)
      for k in row v:                                long count = 0;
        for j in row of k:              ->           for k in row v: for j in row of k: if (...) count++;
          if (...) count++;                          count_kept[v] = count;
                                                   for v (parallel, reduction)
                                                     count += count_kept[v];

Work-items of a kernel that reduces run iterations for themselves; one with a long row is busy when all others are
done.  On the CPU the first part reduces as ever, and leaves what changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pycparser import c_ast

from mapper.analysis.kernels.loops import loop_header, once_set, row_bounds
from mapper.analysis.names.symbols import Symbols
from mapper.ir.builtins.reductions import identity
from mapper.ir.expressions.updates import update_of
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Access, Buffer, Kernel, Reduction, Storage
from mapper.ir.program.region import Carried
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, IntType
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.names import is_named
from mapper.ir.trees.nodes import clone, rebuilt, walk
from mapper.ir.trees.quote import expression
from mapper.transforms.cooperative.body import combined
from mapper.transforms.cooperative.plans.guards import opened
from mapper.transforms.fission.extract import part_of
from mapper.transforms.fission.partition import Passes, statements
from mapper.transforms.fission.scalar_expansion import Expanded, is_number, kept_name, numbered, with_buffers
from mapper.transforms.loops.loops import holds_long_loop

N = TypeVar("N", bound=c_ast.Node)

_IDEMPOTENT = frozenset(["&&", "||", "&", "|", "max", "min"])
_BITWISE = {"&&": "&", "||": "|"}


@dataclass(frozen=True, eq=False, slots=True)
class Halves:
    """The kernels of both parts, the loops in the source for the CPU, and what is in memory between them."""

    kernels: tuple[Kernel, Kernel]
    loops: tuple[c_ast.For, c_ast.For]
    carried: tuple[Carried, ...]


def halves(kernel: Kernel, loop: c_ast.For, symbols: Symbols, again: Passes, finish: Passes) -> Halves | None:
    """Both parts of a kernel; None where lanes don't share rows of a sparse matrix in the first one.

    `again` is what each part goes through before it is cut, `finish` what it goes through then.
    """
    if len(kernel.dimensions) > 1 or not _has_rows(kernel.body, symbols):
        return None
    sums = [_sum(kernel, each, number, loop) for number, each in enumerate(kernel.reductions)]
    known = [each for each in sums if each is not None]
    if not known or len(known) < len(sums):
        return None
    whole = with_buffers(kernel, known)
    first = again(_first(whole, known, symbols))
    gang = finish(first).form(Gang)
    if gang is None or gang.few or not _has_rows(gang.whole, symbols, gang.loops):
        return None
    second = again(_second(whole, known, symbols))
    loops = _first_on_cpu(kernel, loop, known), _second_on_cpu(kernel, loop, known)
    return Halves((first, second), loops, tuple(each.carried for each in known))


def _has_rows(body: c_ast.Node, symbols: Symbols, among: Sequence[c_ast.Node] | None = None) -> bool:
    """Whether an iteration has loops over rows of a sparse matrix, `among` some."""
    if not holds_long_loop(body, symbols):
        return False
    items, _ = opened(body, symbols)
    values = once_set(items)
    headers = (loop_header(each) for each in items if among is None or each in among)
    return any(each is not None and row_bounds(each, values) is not None for each in headers)


def _sum(kernel: Kernel, reduction: Reduction, number: int, loop: c_ast.For) -> Expanded | None:
    """A reduction's memory, with an element for each iteration."""
    held = INT if isinstance(reduction.type, IntType) and reduction.type.name == "_Bool" else reduction.type
    numbering = numbered(kernel, loop)
    if numbering is None or not is_number(held) or not isinstance(reduction.target, c_ast.ID):
        return None
    memory, kept = f"__mrt_memory{number}", kept_name(kernel, reduction.name)
    pointer = build.identifier(memory)
    access = Access.READ | Access.WRITE
    buffer = Buffer(kept, held, pointer, access, Storage.KEPT, overlaps=frozenset(), incomparable=True)
    element = c_ast.ArrayRef(build.identifier(kept), numbering.index)
    on_cpu = c_ast.ArrayRef(clone(pointer), numbering.on_cpu)
    source = reduction.target.name
    return Expanded(reduction.name, buffer, numbering.values, source, Carried(memory, held), element, on_cpu)


def _operator(reduction: Reduction) -> str:
    return "+" if reduction.operator == "-" else reduction.operator


# ---- the kernels -----------------------------------------------------------------------------------------------


def _first(kernel: Kernel, sums: Sequence[Expanded], symbols: Symbols) -> Kernel:
    """The iteration, which adds up for itself."""
    starts = [
        build.declaration(each.name, each.type, init=expression(identity(each.operator, each.type)))
        for each in kernel.reductions
    ]
    body = kernel.body
    for reduction in kernel.reductions:
        body = _updating(body, reduction)
    items = [*starts, *statements(replace(kernel, body=body)), *(each.store() for each in sums)]
    return _part(replace(kernel, reductions=()), items, symbols)


def _updating(body: N, reduction: Reduction) -> N:
    """A copy in which the accumulator is combined with the constants that it is set to, which is the same.

    Nothing changes where it is updated in other ways, too.
    """
    operator = _BITWISE.get(reduction.operator, reduction.operator)

    def change(node: c_ast.Node) -> c_ast.Node:
        match node:
            case c_ast.Assignment(op="=", lvalue=target, rvalue=value):
                if is_named(target, reduction.name) and is_literal(value):
                    value = build.integer(1) if reduction.operator == "||" else value
                    return build.assign(clone(target), combined(operator, target, value))
        return rebuilt(node, change)

    found = (update_of(node, lambda _: True) for node in walk(body))
    if any(each is not None and is_named(each.target, reduction.name) for each in found):
        return body
    return rebuilt(body, change)


def _second(kernel: Kernel, sums: Sequence[Expanded], symbols: Symbols) -> Kernel:
    """All that iterations have left."""
    items: list[c_ast.Node] = [
        build.assign(
            build.identifier(each.name), combined(_operator(each), build.identifier(each.name), sum_.element)
        )
        for each, sum_ in zip(kernel.reductions, sums, strict=True)
    ]
    return _part(kernel, items, symbols)


def _part(kernel: Kernel, items: list[c_ast.Node], symbols: Symbols) -> Kernel:
    made = part_of(kernel, items, symbols)
    return replace(made, body=clone(made.body), applied=())


# ---- the source ------------------------------------------------------------------------------------------------


def _first_on_cpu(kernel: Kernel, loop: c_ast.For, sums: Sequence[Expanded]) -> c_ast.For:
    """The loop as it is, which reduces; the memory gets what changes no result any more."""
    stores = []
    for reduction, each in zip(kernel.reductions, sums, strict=True):
        nothing = build.integer(1 if reduction.operator == "*" else 0)
        value = build.identifier(each.source) if reduction.operator in _IDEMPOTENT else nothing
        stores.append(build.assign(clone(each.on_cpu), value))
    return c_ast.For(loop.init, loop.cond, loop.next, c_ast.Compound([*stores, loop.stmt]), loop.coord)


def _second_on_cpu(kernel: Kernel, loop: c_ast.For, sums: Sequence[Expanded]) -> c_ast.For:
    """The values in memory are reduced."""
    folds = [
        build.assign(
            build.identifier(each.source),
            combined(_operator(reduction), build.identifier(each.source), each.on_cpu),
        )
        for reduction, each in zip(kernel.reductions, sums, strict=True)
    ]
    return c_ast.For(loop.init, loop.cond, loop.next, c_ast.Compound([*folds]), loop.coord)
