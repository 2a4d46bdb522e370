"""`collapse`: work-groups take equal shares of the elements of all rows, where these differ in length.

In a loop over the rows of a sparse matrix one long row keeps its work-items busy when all others are done. Here
the elements of all rows are one sequence, cut into equal shares (the merge path of Merrill and Garland, SC
2016: ends of rows count, too, so that empty rows are shared out like others). A group adds up what it has of
each row, and finishes the rows that begin and end in its share; a second kernel finishes those that go on from
one share to another. The order of additions depends on nothing but the rows. Whether the bounds of rows rise is
found out on the device at run time, and so is whether the longest row makes it worth it
(`runtime/forms/collapse.c`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, constant_value, loop_header, once_set, row_bounds
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.expressions.substitution import substituted
from mapper.ir.forms.collapsed import GROUP, Collapsed, Sum, part_name, whole_name
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Access, Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import FloatType, IntType, PointerType
from mapper.ir.trees.headers import distance
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.names import assigned_names, exposed_place, is_own_call, is_reserved, names_in
from mapper.ir.trees.nodes import LOOPS, base_of, clone, flattened, rebuilt, walk
from mapper.transforms.cooperative.body import LOCAL_BYTES, combined
from mapper.transforms.cooperative.plans.guards import before, opened
from mapper.transforms.frame.base import Changed, Lowering, Outcome, RefusedError, Transform
from mapper.transforms.sparse.collapse_entries import with_shares

ITEMS = ((5, 20480), (3, LOCAL_BYTES), (1, LOCAL_BYTES))
"""Elements and ends of rows for each work-item, odd, so that neighbours use different banks of local memory, and
what a group may take of that memory then: the more it takes, the less is left for caches."""
_ENDS, _MARK = 4, 4
"""Bytes of local memory for each end of a row, and for a work-item's mark."""


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    gang = kernel.form(Gang)
    if gang is None or len(kernel.dimensions) != 1:
        return None
    items, _ = opened(gang.whole, symbols)
    found = ((each, _entries(each, items, kernel)) for each in gang.loops if each in items)
    loop, entries = next(((each, entries) for each, entries in found if entries is not None), (None, None))
    if loop is None or entries is None:
        return None
    collapsed = _collapsed(kernel, gang, loop, *entries)
    did = f"{GROUP} work-items take {collapsed.share} elements, where rows in `{collapsed.rows}` are uneven"
    return Changed(kernel.with_form(collapsed), did)


TRANSFORM = Transform(
    "collapse", "work-groups take equal shares of the elements of uneven rows", _apply, reorders=True
)
LOWERING = Lowering(TRANSFORM.name, with_shares)


def _entries(loop: c_ast.For, items: Sequence[c_ast.Node], kernel: Kernel) -> tuple[Buffer, int] | None:
    """The array of bounds that a loop goes from and to, and how far from the row's own entry that is."""
    header, variable = loop_header(loop), kernel.dimensions[0].variable
    if header is None or header.step != 1 or header.relation != "<":
        return None
    bounds = row_bounds(header, once_set(items))
    if bounds is None or not all(_keeps(each, header, kernel) for each in (header.lower, header.bound)):
        return None
    lower, bound = bounds
    if not isinstance(lower.name, c_ast.ID) or not isinstance(bound.name, c_ast.ID):
        return None
    buffer = next((each for each in kernel.buffers if each.name == lower.name.name == bound.name.name), None)
    first, last = (distance(each.subscript, variable, constant_value) for each in (lower, bound))
    if buffer is None or first is None or last != first + 1 or not isinstance(buffer.element, IntType):
        return None
    return buffer, first


def _keeps(bound: c_ast.Node, header: Header, kernel: Kernel) -> bool:
    """Whether a bound is no variable that holds less than the loop's counter."""
    if not isinstance(bound, c_ast.ID):
        return True
    held, counter = kernel.symbols.get(bound.name), kernel.symbols.get(header.variable)
    return held is not None and counter is not None and unqualified(held) == unqualified(counter)


def _collapsed(kernel: Kernel, gang: Gang, loop: c_ast.For, rows: Buffer, shift: int) -> Collapsed:
    header = loop_header(loop)
    assert header is not None
    dimension = kernel.dimensions[0]
    counter = kernel.symbols[header.variable]
    _check(kernel, gang, rows)
    if len(gang.loops) > 1:
        raise RefusedError("the work-items of a row share other loops, too")
    if not is_literal(dimension.step) or constant_value(dimension.step) != 1:
        raise RefusedError("the rows are not taken one after the other")
    if not isinstance(counter, IntType):
        raise RefusedError(f"`{header.variable}` is no integer")
    sums = tuple(Sum(name, kernel.symbols[name], operator) for name, operator in gang.sums)
    if len(sums) != len(gang.trees) or gang.marks:
        raise RefusedError("a row's elements need what those before have added up")
    element = _element(loop, sums)
    changing = {header.variable, *(each.name for each in sums)}
    earlier, conditions = before(gang.whole, loop)
    first = _needed(element, earlier, conditions, changing, kernel)
    around = _around(gang.whole, loop, [])
    _check_memory(kernel, [element, *first], around)
    names = {part.name for root in (element, *first) for part in walk(root) if isinstance(part, c_ast.ID)}
    if conditions:
        element, first = c_ast.Compound([c_ast.DoWhile(build.integer(0), c_ast.Compound([*first, element]))]), []
    return Collapsed(
        rows.name,
        shift,
        header.variable,
        counter,
        sums,
        c_ast.Compound([clone(each) for each in first]),
        element,
        dimension.variable in names,
        _row(gang.whole, loop, sums) if any(_written(each, kernel) for each in around) else None,
        _items(sums),
    )


def _check(kernel: Kernel, gang: Gang, rows: Buffer) -> None:
    if kernel.chains:
        raise RefusedError("there are pointers to pointers")
    if gang.shared:
        raise RefusedError("local memory holds arrays of each row")
    if Access.WRITE in rows.access:
        raise RefusedError(f"the loop writes `{rows.name}`, which bounds its rows")
    for part in walk(gang.whole):
        if isinstance(part, c_ast.Decl) and isinstance(kernel.symbols.get(part.name), PointerType):
            raise RefusedError(f"`{part.name}` is a pointer")


def _items(sums: Sequence[Sum]) -> int:
    """Elements for each work-item: an odd number, for which local memory is enough."""
    sizes = [each.type.bits // 8 for each in sums if isinstance(each.type, IntType | FloatType)]
    for items, most in ITEMS:
        if GROUP * items * (sum(sizes) + _ENDS) + GROUP * (sum(sizes) + _MARK) <= most:
            return items
    raise RefusedError(f"there are {len(sums)} sums, too many for local memory")


# ---- statements ------------------------------------------------------------------------------------------------


def _element(loop: c_ast.For, sums: Sequence[Sum]) -> c_ast.Compound:
    """What an element does, with parts in place of sums."""
    body = loop.stmt
    if any(isinstance(part, c_ast.Label | c_ast.Goto) for part in walk(body)):
        raise RefusedError("the loop over a row has labels")
    if any(isinstance(part, c_ast.Continue) for part in walk(body)):
        body = c_ast.DoWhile(build.integer(0), body)
    parts = {each.name: build.identifier(part_name(number)) for number, each in enumerate(sums)}
    return substituted(c_ast.Compound([body]), parts)


def _around(body: c_ast.Compound, loop: c_ast.For, instead: list[c_ast.Node]) -> list[c_ast.Node]:
    """The statements of an iteration with others in the place of a loop."""

    def change(node: c_ast.Node) -> c_ast.Node:
        return c_ast.Compound(instead) if node is loop else rebuilt(node, change)

    return flattened(change(body))


def _row(body: c_ast.Compound, loop: c_ast.For, sums: Sequence[Sum]) -> c_ast.Compound:
    """What is done once for a row."""
    folds: list[c_ast.Node] = [
        build.assign(
            build.identifier(each.name),
            combined(each.operator, build.identifier(each.name), build.identifier(whole_name(number))),
        )
        for number, each in enumerate(sums)
    ]
    return c_ast.Compound(_around(body, loop, folds))


def _needed(
    element: c_ast.Node,
    earlier: Sequence[c_ast.Node],
    conditions: Sequence[c_ast.Node],
    changing: set[str],
    kernel: Kernel,
) -> list[c_ast.Node]:
    """The statements before a row's loop that compute what its elements use, and the `conditions` of the loop.

    `changing` are the variables that have other values in each element.
    """
    known = changing | {kernel.dimensions[0].variable}
    wanted = names_in(element) - known
    found: list[c_ast.Node] = []
    for item in reversed(earlier):
        changed = _changed(item)
        if item not in conditions and not changed & wanted:
            continue
        if any(isinstance(part, LOOPS) or is_own_call(part) for part in walk(item)) or _written(item, kernel):
            name = min(changed & wanted)
            raise RefusedError(f"a row's elements need `{name}`, which takes too much to compute for each of them")
        if changed & known:
            raise RefusedError(f"a statement computes `{min(changed & wanted)}` and `{min(changed & known)}`")
        names = names_in(item)
        if names & changing:
            raise RefusedError(f"a row's elements need an earlier value of `{min(names & changing)}`")
        wanted |= names - known
        found.append(item)
    return found[::-1]


def _changed(item: c_ast.Node) -> set[str]:
    """The variables that a statement declares or may change, arrays and structures in part, too."""
    return assigned_names(item) | {name for target in _targets(item) if (name := _base(target)) is not None}


def _targets(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """What a statement may write: targets of assignments, and what functions get the address of."""
    for node in walk(root):
        if (place := exposed_place(node)) is not None:
            yield place
        match node:
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=given)) if not is_reserved(
                name
            ):
                yield from (part for each in given for part in walk(each) if isinstance(part, c_ast.ID))


def _base(node: c_ast.Node | None) -> str | None:
    """The variable that a place in memory is a part of."""
    base = base_of(node)
    return base.name if base is not None else None


# ---- memory ----------------------------------------------------------------------------------------------------


def _written(item: c_ast.Node, kernel: Kernel) -> set[str]:
    """The buffers that a statement may write."""
    buffers = {each.name for each in kernel.buffers}
    found = set()
    for target in _targets(item):
        name = _base(target)
        if name is None:
            raise RefusedError("a store may go anywhere")
        found.add(name)
    return found & buffers


def _check_memory(kernel: Kernel, elements: Sequence[c_ast.Node], rows: Sequence[c_ast.Node]) -> None:
    """What elements write, the statements around their loop may not touch.

    What only statements behind the loop write, elements may read: a row is finished when all that it has is read,
    and those of other rows don't read it, as iterations are independent.  Buffers of different names are in
    different memory: the run-time library sees to that.
    """
    written = {name for item in elements for name in _written(item, kernel)}
    touched = names_in(*rows) & {each.name for each in kernel.buffers}
    if written & touched:
        raise RefusedError(f"`{min(written & touched)}` is written, and a row's statements use it, too")
