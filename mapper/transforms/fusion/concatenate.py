"""Makes one kernel of two over the same iterations: a work-item does the first one's, then the second one's.

Whether that computes the same is for others to say (`mapper.transforms.fusion.fuse`).  Parameters that get the
same value from the host become one, buffers with the same address too; all other names of the second kernel that
the first one has become new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.names.types import dimensions
from mapper.ir.expressions.choices import extreme
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Buffer, Dimension, Kernel, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType
from mapper.ir.trees.names import assigned_names, fresh_name
from mapper.ir.trees.nodes import N, text_of, walk

_CONSTANTS = (c_ast.Constant, c_ast.BinaryOp)


@dataclass(frozen=True, eq=False, slots=True)
class Joined:
    """Two kernels in one: `second` is the code of the other kernel's iteration in it, functions included.

    `names` gives the names of the second kernel's parameters in the new one.  So many of one kernel's dimensions
    have become `loops` in it.
    """

    kernel: Kernel
    second: tuple[c_ast.Node, ...]
    names: dict[str, str]
    loops: int = 0


def signature(each: Dimension) -> tuple[object, ...]:
    """What says whether two dimensions have the same iterations, as far as the host's expressions show."""
    return each.type, each.relation, *map(_known, each.parts)


def same_iterations(first: Kernel, second: Kernel) -> bool:
    """Whether two kernels have the same dimensions."""
    return [signature(each) for each in first.dimensions] == [signature(each) for each in second.dimensions]


def _known(node: c_ast.Node) -> int | str | None:
    """The value of a host expression of constants, and else its text."""
    constants = all(isinstance(part, _CONSTANTS) for part in walk(node))
    return constant_value(node) if constants else text_of(node)


def joined(first: Kernel, second: Kernel) -> Joined:
    """One kernel of two with the same dimensions."""
    names = {two.variable: one.variable for one, two in zip(first.dimensions, second.dimensions, strict=True)}
    partners = _partners(first, second)
    names |= {two: one.name for two, one in partners.items()}
    taken = set(kernel_names(first)) | set(kernel_names(second)) | set(first.symbols) | set(second.symbols)
    mine = set(kernel_names(first)) | set(first.symbols)
    for name in dict.fromkeys([*kernel_names(second), *second.symbols]):
        if name not in names:
            names[name] = fresh_name(name, taken) if name in mine else name
            taken.add(names[name])
    body = _renamed(second.body, names)
    functions = [_renamed(function, names) for function in second.functions]
    given: dict[str, Buffer | Value] = {}
    for each in second.parameters:  # in a call, two of them may have become the same
        made = _with_names(each, names)
        twice = given.get(made.name)
        given[made.name] = made if twice is None else merged(_not_overwritten(twice), made)
    parameters = [merged(each, given.pop(each.name)) if each.name in given else each for each in first.parameters]
    types = {text_of(each): each for each in (*first.types, *second.types)}
    symbols = {names[name]: ctype for name, ctype in second.symbols.items()} | dict(first.symbols)
    kernel = replace(
        first,
        parameters=(*parameters, *given.values()),
        reductions=(*first.reductions, *(replace(each, name=names[each.name]) for each in second.reductions)),
        body=c_ast.Compound([*(first.body.block_items or []), *(body.block_items or [])]),
        symbols=dict(sorted(symbols.items())),
        functions=(*first.functions, *functions),
        types=tuple(types.values()),
        packed={**first.packed, **second.packed},
        needs=first.needs | second.needs,
        local_size=first.local_size or second.local_size,
    )
    own = {each.name: names[each.name] for each in second.parameters}
    return Joined(kernel, (*(body.block_items or []), *functions), own)


def with_own_functions(kernel: Kernel, prefix: str) -> Kernel:
    """The kernel with new names for its device functions: kernels of one program have none in common."""
    names = {function.decl.name: f"{prefix}_{function.decl.name}" for function in kernel.functions}
    if not names:
        return kernel
    functions = tuple(_renamed(function, names) for function in kernel.functions)
    return replace(kernel, body=_renamed(kernel.body, names), functions=functions)


# ---- parameters ------------------------------------------------------------------------------------------------


def _partners(first: Kernel, second: Kernel) -> dict[str, Buffer | Value]:
    """For parameters of the second kernel, by their names, those of the first that are the same."""
    changed = assigned_names(first.body) | assigned_names(second.body)  # functions don't see parameters of kernels
    values = {(each.type, text_of(each.expression)): each for each in reversed(first.values)}
    buffers = {_identity(each): each for each in first.buffers if _is_fixed(each.element)}
    found: dict[str, Buffer | Value] = {}
    for each in second.parameters:
        partner: Buffer | Value | None
        if isinstance(each, Value):
            partner = values.get((each.type, text_of(each.expression)))
        else:
            partner = buffers.get(_identity(each))
        if partner is not None and not {each.name, partner.name} & changed:
            found[each.name] = partner
    return found


def _identity(each: Buffer) -> tuple[object, ...]:
    """What is equal for buffers that are the same memory."""
    return each.element, text_of(each.pointer), each.table, bool(each.of)


def _is_fixed(ctype: CType) -> bool:
    """Whether no extent is known to the host only."""
    return all(each.length is not None for each in dimensions(ctype))


def _with_names(each: Buffer | Value, names: dict[str, str]) -> Buffer | Value:
    """A parameter of the second kernel under its new name, and with those of what it may overlap."""
    if isinstance(each, Value):
        return replace(each, name=names[each.name])
    overlaps = None if each.overlaps is None else frozenset(names[name] for name in each.overlaps)
    same = frozenset(names[name] for name in each.same)
    within = names[each.within] if each.within else ""
    return replace(each, name=names[each.name], overlaps=overlaps, same=same, within=within)


def merged(one: Buffer | Value, two: Buffer | Value) -> Buffer | Value:
    """A parameter that both kernels have.

    What the first overwrites is written before the second reads it; the first may read what only the second does.
    """
    if isinstance(one, Value) or isinstance(two, Value):
        return one
    overlaps = None if one.overlaps is None or two.overlaps is None else one.overlaps | two.overlaps
    return replace(
        one,
        access=one.access | two.access,
        bytes=None if one.bytes is None or two.bytes is None else _extreme(one.bytes, ">", two.bytes),
        low=_lowest(one, two),
        shifted=one.shifted or two.shifted,
        first=None if one.first is None or two.first is None else _extreme(one.first, "<", two.first),
        end=None if one.end is None or two.end is None else _extreme(one.end, ">", two.end),
        loose=one.loose or two.loose,
        overwrites=one.overwrites if two.low is None else None,
        area=None,
        eager=one.eager or two.eager,
        compared=one.compared or two.compared,
        untouched=one.untouched and two.untouched,
        below=one.below or two.below,
        nulls=one.nulls or two.nulls,
        rewrites=one.rewrites or two.rewrites,
        overlaps=overlaps,
        same=one.same | two.same,
    )


def _not_overwritten(each: Buffer | Value) -> Buffer | Value:
    return replace(each, overwrites=None, area=None) if isinstance(each, Buffer) else each


def _lowest(one: Buffer, two: Buffer) -> c_ast.Node | None:
    if one.low is not None and two.low is not None:
        return _extreme(one.low, "<", two.low)
    low = two.low if one.low is None else one.low
    if low is None or not (one.table or one.of):
        return low
    return _extreme(low, "<", build.integer(0, "L"))  # of a table it may be positive


def _extreme(one: c_ast.Node, relation: str, two: c_ast.Node) -> c_ast.Node:
    """The larger or smaller value."""
    if text_of(one) == text_of(two):
        return one
    return extreme(relation, one, two)


# ---- names -----------------------------------------------------------------------------------------------------


def kernel_names(kernel: Kernel) -> Iterator[str]:
    """All names that a kernel declares."""
    for parameter in kernel.parameters:
        yield from parameter.names
    yield from (each.variable for each in kernel.dimensions)
    yield from (each.name for each in kernel.reductions)
    for root in (kernel.body, *kernel.functions):
        yield from (node.name for node in walk(root) if isinstance(node, c_ast.Decl) and node.name)


def _renamed(root: N, names: dict[str, str]) -> N:
    new = {old: build.identifier(name) for old, name in names.items() if old != name}
    copied = substituted(root, new)
    for node in walk(copied):
        if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
            node.name = build.identifier(names.get(node.name.name, node.name.name))
    return copied


def declared_twice(types: Sequence[c_ast.Node]) -> bool:
    """Whether two declarations of types have the same name and different text."""
    texts = {text_of(each) for each in types}
    named = {(type(each).__name__, getattr(each, "name", None)) for each in types}
    return len(texts) != len(named)
