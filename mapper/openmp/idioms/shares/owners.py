"""Which thread has an iteration of a loop that is dealt out by hand, as an expression of the counter.

    for (i = me; i < n; i += threads)                              i % threads
    for (i = n * me / threads; i < n * (me + 1) / threads; i++)    ((i + 1) * threads - 1) / n
    for (i = me * chunk; i < (me + 1) * chunk; i++)                i / chunk, and the last thread at most

The loops are those that `cyclic` and `parts` of `mapper.openmp.idioms.shares.deals` find.
"""

from __future__ import annotations

from collections.abc import Collection

from pycparser import c_ast

from mapper.ir.expressions.polynomials import ONE, ZERO, Polynomial, atom_of
from mapper.ir.trees.nodes import clone, replace_child, walk
from mapper.openmp.idioms.shares.cases import ME, NUMBER, THREADS, Case, Cases, Condition, for_thread, tree
from mapper.openmp.idioms.shares.deals import beginnings


def owner_of_cyclic(low: Cases, counter: str, threads: c_ast.Node) -> c_ast.Node | None:
    """The number of the thread that has an iteration, where each takes those from `low` on, by their count."""
    first = low.single
    width = None if first is None else _slope(first)
    if first is None or width is None:
        return None
    index = atom_of(counter) - for_thread(first, ZERO)
    chunk = index if width == ONE else atom_of(("/", index, width))
    return tree(atom_of(("%", chunk, THREADS)), threads)


def owner_of_part(
    low: Cases, high: Cases, counter: str, threads: c_ast.Node, *, inclusive: bool
) -> c_ast.Node | None:
    """The number of the thread that has an iteration, where each takes those from `low` to `high`.

    None where no expression is known for it.
    """
    begin = beginnings(low, high, inclusive=inclusive)
    if begin.single is None:
        return _longer_first(begin, counter, threads) if len(begin.all) == 2 else None
    base = for_thread(begin.single, ZERO)
    rising, index = begin.single - base, atom_of(counter) - base
    match tuple(rising):
        case (((tuple() as quotient,), 1),):
            return _rounded(quotient, index, threads)
    return _even(rising, index, threads)


def _rounded(
    begin: tuple[str, Polynomial, Polynomial], index: Polynomial, threads: c_ast.Node
) -> c_ast.Node | None:
    """Of parts that begin at `number * count / of`, the last one that begins no later than the index."""
    operator, dividend, by = begin
    count = _slope(dividend)
    if operator != "/" or count is None or dividend != (count * ME) or NUMBER in by.atoms:
        return None
    behind = (index + ONE) * by
    return tree(atom_of(("/", behind - ONE, count)), threads)


def _even(rising: Polynomial, index: Polynomial, threads: c_ast.Node) -> c_ast.Node | None:
    """Of parts that are equally long, but that the last thread may have more."""
    length = _slope(rising)
    if length is None or rising != (length * ME):
        return None
    share, last = tree(atom_of(("/", index, length)), threads), tree(THREADS - ONE, threads)
    size = tree(length, threads)
    if share is None or last is None or size is None:
        return None
    some = c_ast.BinaryOp(">", size, _zero())  # the last thread has all where the others have none
    within = c_ast.BinaryOp("<", clone(share), clone(last))
    return c_ast.TernaryOp(c_ast.BinaryOp("&&", some, within), share, last)


def _longer_first(begin: Cases, counter: str, threads: c_ast.Node) -> c_ast.Node | None:
    """Of parts of which those of the first threads have an iteration more."""
    first, rest = begin.all
    one, other = _slope(first.value), _slope(rest.value)
    if one is not None and other is not None and (other - one) == ONE:
        first, rest, one, other = rest, first, other, one
    if one is None or other is None or (one - other) != ONE:
        return None
    base = for_thread(first.value, ZERO)
    more = for_thread(rest.value, ZERO) - base
    if not _is_below(first, more):
        return None
    index = atom_of(counter) - base
    border = more * one
    early = tree(atom_of(("/", index, one)), threads)
    late = tree(more + atom_of(("/", index - border, other)), threads)
    before = tree(border - index, threads)
    if early is None or late is None or before is None:
        return None
    return c_ast.TernaryOp(c_ast.BinaryOp(">", before, _zero()), early, late)


def _is_below(case: Case, more: Polynomial) -> bool:
    """Whether a case is that of the threads whose numbers are less than this; the next one may be in it, too."""
    up_to: Condition = (">=", more - ME)
    below: Condition = (">=", more - ME - ONE)
    return case.conditions in (frozenset([below]), frozenset([up_to])) and NUMBER not in more.atoms


def _slope(poly: Polynomial) -> Polynomial | None:
    """How much more each thread has than the one before it, if that is the same for all."""
    found = for_thread(poly, ME + ONE) - poly
    return found if found and NUMBER not in found.atoms else None


def _zero() -> c_ast.Constant:
    return c_ast.Constant("int", "0")


def rename_number(root: c_ast.Node, numbers: Collection[str], asking: Collection[str], name: str) -> None:
    """Put a variable in the places of others, and of calls that ask for the thread's number."""
    for parent in walk(root):
        for slot, child in parent.children():
            called = child.name if isinstance(child, c_ast.FuncCall) else None
            if (isinstance(child, c_ast.ID) and child.name in numbers) or (
                isinstance(called, c_ast.ID) and called.name in asking
            ):
                replace_child(parent, slot, c_ast.ID(name, child.coord))
