"""Subscripts that are taken to stay in the rows of flat arrays, where the host can make sure of it.

`a[i * n + j]` is `a[i][j]` where 0 <= j < n.  With j from `pad` to `n - pad` that depends on `pad`, with j from
0 to `m` on `m` and `n`: the condition is in `Kernel.assumed`, and the host evaluates it before each launch.  So it
is with rows in rows, `a[z * plane + y * line + x]`: whether `line` or `plane` is longer is seen then.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.footprints.host_values import host_condition, host_value
from mapper.analysis.kernels import forms
from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.relations.accesses import Access, Digits, Found, Index
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.assumptions import Lengths
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.build import host_cast
from mapper.ir.trees.nodes import clone


def with_trust(kernel: Kernel, symbols: Symbols, names: frozenset[str]) -> Kernel | None:
    """The kernel with the condition under which subscripts of these buffers stay in their rows.

    Rows that tables lead to are taken to be as long as the furthest access to any of them needs.
    None where nothing need be known, or no condition of the host makes sure of it.
    """
    if not names:
        return None
    before, kernel = kernel, _with_even_rows(kernel, names)
    found = collect(kernel, symbols, trusted=names)
    if not found.complete:
        return None
    if found.trust is None:
        return None if kernel is before else kernel
    assumed = kernel.assumed
    if not found.trust.plain_is_universe():
        known = _known(found, forms.symbols_of(found.trust))
        condition = host_condition(found.trust, replace(found, parameters=known)) if known is not None else None
        if condition is None:
            return None
        assumed = assumed.with_true(_where_read(kernel, condition, found, forms.symbols_of(found.trust)))
    for each in found.digits:
        lengths = _lengths(kernel, each, found)
        if lengths is None:
            return None
        assumed = replace(assumed, lengths=(*assumed.lengths, lengths))
    return None if assumed is before.assumed and kernel is before else replace(kernel, assumed=assumed)


def _with_even_rows(kernel: Kernel, names: frozenset[str]) -> Kernel:
    """The kernel whose launches look whether the rows in these buffers overlap, though it uses parts of some only.

    So it is with the rows of a triangle in a square array.  What is known of all rows is the hull of their parts.
    """
    uneven = {
        each.name
        for chain in kernel.chains
        if chain[-1].name in names
        for each in chain[1:]
        if not each.box and each.bytes is not None and not each.loose
    }
    if not uneven:
        return kernel
    parameters = tuple(
        replace(each, box=True) if isinstance(each, Buffer) and each.name in uneven else each
        for each in kernel.parameters
    )
    return replace(kernel, parameters=parameters)


def _lengths(kernel: Kernel, digits: Digits, found: Found) -> Lengths | None:
    """What the host must know of the lengths of rows."""
    names = digits.symbols
    known = _known(found, names)
    if known is None:
        return None
    setting = replace(found, parameters=known)
    terms: list[c_ast.Node] = []
    of: list[c_ast.Node] = []
    for factors, most in digits.terms:
        values = [host_value(each, setting) for each in (*factors, most)]
        trees = [each for each in values if each is not None]
        if len(trees) < len(values):
            return None
        of.append(build.joined("*", [each for each in trees[:-1] if constant_value(each) != 1]))
        terms += [clone(of[-1]), trees[-1]]
    rest = host_value(digits.rest, setting)
    if rest is None:
        return None
    terms += [build.integer(0, "L")] * (2 * (Digits.MOST - len(digits.terms)))
    condition = build.call("__mrt_rows_apart", rest, *terms)
    return Lengths(digits.key, tuple(of), _where_read(kernel, condition, found, names))


def _known(found: Found, names: Set[str]) -> Mapping[str, c_ast.Node] | None:
    """The trees of the host's expressions and of some elements; None where it may not read one of these."""
    elements = names & found.elements.keys()
    if not elements <= _readable(found):
        return None
    return {**found.parameters, **{name: found.elements[name] for name in elements}}


def _where_read(kernel: Kernel, condition: c_ast.Node, found: Found, names: Set[str]) -> c_ast.Node:
    """The condition, evaluated only where the loop runs if it reads memory."""
    reads = not names.isdisjoint(found.elements.keys())
    return where_it_runs(kernel, condition, build.integer(1)) if reads else condition


def _readable(found: Found) -> set[str]:
    """The elements that the host may read if the kernel has iterations, each of which reads beside them."""
    everywhere = forms.everywhere()
    for loop in found.dimensions:
        everywhere = everywhere.intersect(loop.domain)
    own = {loop.symbol for loop in found.dimensions}
    sure: set[str] = set()
    for each in found.accesses:
        if each.root is not None and each.root.name not in sure and each.sure is not None:
            inner = [loop.symbol for loop in each.loops if loop.symbol not in own]
            if everywhere.is_subset(forms.without(each.domain, inner)) and _is_first(each):
                sure.add(each.root.name)
    return {name for name, root in found.element_roots.items() if root in sure}


def _is_first(access: Access) -> bool:
    """Whether an access is to the first element of a buffer: a member of the structure that a pointer leads to."""
    return all(forms.as_number(step.value) == 0 for step in access.steps[:1] if isinstance(step, Index))


def where_it_runs(kernel: Kernel, value: c_ast.Node, otherwise: c_ast.Node) -> c_ast.Node:
    """A host expression that reads memory, evaluated only if the body is reached: if all dimensions iterate.

    Where only the hull of an outer loop is known, a condition in the body is around what is nested in it.
    """
    runs = [
        build.binary(each.relation, host_cast(each.type.name, clone(each.lower)), clone(each.bound))
        for each in reversed(kernel.dimensions)
    ]
    return c_ast.TernaryOp(build.joined("&&", runs), value, otherwise)
