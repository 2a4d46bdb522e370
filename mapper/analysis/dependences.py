"""Dependences between the iterations of a kernel's loops, and array flow within one iteration.

Both questions are put to isl as conditions on the symbols of two accesses; those that differ between the two
instances get a second name.  Unknown values are equal only in the same iteration of all loops in which they may
change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import islpy as isl

from mapper.analysis import forms
from mapper.analysis.kernelaccesses import Access, Found, Index, Loop, Member, Memory, Root
from mapper.ir.kernel import Kernel
from mapper.ir.tables import LEVEL

_UNKNOWN = re.compile(r"\?#\d+")
"""Symbols of unknown values in the text of a row's length (`State.anything`)."""

Overlaps = Callable[[Root, Root], bool]


@dataclass(frozen=True, eq=False, slots=True)
class Dependence:
    """Two accesses that may touch the same memory in different iterations, at least one of them a write.

    `root` is the memory's name, None where it is not known.
    """

    source: Access
    sink: Access
    root: str | None


def may_overlap(found: Found) -> Overlaps:
    """Whether objects may share memory: buffers as `overlaps` and `Kernel.distinct` say, private ones never."""
    distinct = found.kernel.distinct
    shared = {each.name: each.overlaps for each in found.kernel.buffers}
    tables = {each.name for each in found.kernel.buffers if each.table}  # of positions, which kernels don't write

    def overlap(one: Root, other: Root) -> bool:
        if one.memory is not other.memory:
            return False
        if one.memory is Memory.BUFFER and one.name != other.name:
            if one.name in tables or other.name in tables:
                return False
            if pair_of(one.name, other.name) in distinct:
                return False
            names = shared.get(one.name)
            return names is None or other.name in names
        return one.name == other.name

    return overlap


def carried(found: Found, loop: Loop, ignored: Iterable[Root] = ()) -> Dependence | None:
    """A dependence between different iterations of a loop, in the same iteration of the loops around it.

    None: there is none, the loop is parallel.  `ignored` are objects of which each iteration may have its own;
    those that are declared in the loop are always so.  Atomic updates of the same kind don't depend on each other.
    """
    apart = {root.name for root in ignored}
    inside = [
        access
        for access in found.accesses
        if access.inside(loop)
        and (access.root is None or (access.root.name not in apart and not _lives_in(access.root, loop)))
    ]
    overlap = may_overlap(found)
    for number, one in enumerate(inside):
        for other in inside[number:]:
            if (one.write or other.write) and (dependence := _between(found, loop, one, other, overlap)):
                return dependence
    return None


def carried_where_distinct(
    found: Found, loop: Loop, ignored: Iterable[Root] = ()
) -> tuple[Found, Dependence | None]:
    """`carried`, where buffers that would make the loop depend on itself may be taken for different memory.

    The kernel of what is returned says which ones were (`Kernel.distinct` and `alike`): as few as the loop needs.
    """
    ignored = tuple(ignored)
    while (dependence := carried(found, loop, ignored)) is not None:
        one, other = dependence.source.root, dependence.sink.root
        if one is None or other is None or one.name == other.name:
            break
        kernel = _told_apart(found.kernel, one, other)
        if kernel is None:
            break
        found = replace(found, kernel=kernel)
    return found, dependence


def _told_apart(kernel: Kernel, one: Root, other: Root) -> Kernel | None:
    """The kernel with one more pair: `alike` at first, where that can be.

    None where two pointers are believed to lead to the same memory, as far as is known.
    """
    pair = pair_of(one.name, other.name)
    plain = {each.name: each for each in kernel.buffers if not each.of}
    if plain.keys() >= set(pair):
        if one.type == other.type and pair not in kernel.alike:
            return replace(kernel, alike=kernel.alike | {pair})
        if other.name in plain[one.name].same or one.name in plain[other.name].same:
            return None
    return replace(kernel, distinct=kernel.distinct | {pair}, alike=kernel.alike - {pair})


def where_distinct(found: Found, one: Access, other: Access) -> Found | None:
    """What is found where the buffers of two accesses are taken for different memory.

    None where there is no reason to: if they were the same array, different iterations of the kernel's dimensions
    would have to touch the same element, which a valid program does not let them do.
    """
    if one.root is None or other.root is None or one.root.name == other.root.name:
        return None
    pair = pair_of(one.root.name, other.root.name)
    plain = {each.name: each for each in found.kernel.buffers if not each.of}
    if not plain.keys() >= set(pair) or pair[0] in plain[pair[1]].same or pair[1] in plain[pair[0]].same:
        return None
    if not crosses(found, one, replace(other, root=one.root)):
        return None
    kernel = found.kernel
    return replace(found, kernel=replace(kernel, distinct=kernel.distinct | {pair}, alike=kernel.alike - {pair}))


def pair_of(one: str, other: str) -> tuple[str, str]:
    """Two buffers as they stand in `Kernel.distinct`."""
    return (one, other) if one < other else (other, one)


def skewable(found: Found, outer: Loop, inner: Loop, ignored: Iterable[Root] = ()) -> bool:
    """Whether two nested loops may run by diagonals: the sum of their numbers grows along all dependences.

    Both count by one, up or down.  `ignored` are objects of which each iteration may have its own.
    """
    apart = {root.name for root in ignored}
    inside = [
        access
        for access in found.accesses
        if access.inside(outer)
        and (access.root is None or (access.root.name not in apart and not _lives_in(access.root, outer)))
    ]

    def along(loop: Loop, symbol: str) -> isl.PwAff:
        return forms.symbol(symbol) if loop.direction > 0 else forms.symbol(symbol).neg()

    here, there = along(outer, outer.symbol), along(outer, _second(outer.symbol))
    early = here.add(along(inner, inner.symbol))
    late = there.add(along(inner, _second(inner.symbol)))
    against = here.lt_set(there).intersect(late.le_set(early))
    against = against.union(here.gt_set(there).intersect(late.ge_set(early)))
    overlap = may_overlap(found)
    for number, one in enumerate(inside):
        depth = next(number for number, each in enumerate(one.loops) if each is outer)
        common = {each.symbol for each in one.loops[:depth]}
        for other in inside[number:]:
            if not (one.write or other.write) or (one.atomic and one.atomic == other.atomic):
                continue
            if not _shared(found, one, other, common, overlap).intersect(against).is_empty():
                return False
    return True


def conflict(found: Found, one: Access, other: Access) -> bool:
    """Whether two accesses may touch the same memory, in the same iteration of no loop but the dimensions."""
    common = {loop.symbol for loop in found.dimensions}
    return not _shared(found, one, other, common, may_overlap(found)).is_empty()


def meets(found: Found, one: Access, other: Access) -> bool:
    """Whether two accesses may touch the same memory, in whatever iterations."""
    return not _shared(found, one, other, set(), may_overlap(found)).is_empty()


def meets_itself(found: Found, one: Access) -> bool:
    """Whether an access may touch the same memory twice, in different iterations of the loops around it."""
    both = _shared(found, one, one, set(), may_overlap(found))
    apart = forms.everywhere().complement()
    for loop in one.loops:
        apart = apart.union(forms.symbol(loop.symbol).ne_set(forms.symbol(_second(loop.symbol))))
    return not both.intersect(apart).is_empty()


def crosses(found: Found, one: Access, other: Access) -> bool:
    """Whether two accesses may touch the same memory in different iterations of the kernel's dimensions."""
    if one.atomic and one.atomic == other.atomic:
        return False
    overlap = may_overlap(found)
    if one.root is not None and other.root is not None:
        same = one.root.name == other.root.name
        if not overlap(one.root, other.root) or (same and _keeps_to_itself(found, one, other)):
            return False
    both = _shared(found, one, other, set(), overlap)
    if both.is_empty():
        return False
    apart = forms.everywhere().complement()
    for loop in found.dimensions:
        apart = apart.union(forms.symbol(loop.symbol).ne_set(forms.symbol(_second(loop.symbol))))
    return not both.intersect(apart).is_empty()


def _keeps_to_itself(found: Found, one: Access, other: Access) -> bool:
    """Whether two accesses of one object have each dimension's counter as the same subscript; quick to tell."""
    left = {loop.symbol: forms.symbol(loop.symbol) for loop in found.dimensions}
    for mine, its in zip(one.steps, other.steps, strict=False):
        if not isinstance(mine, Index) or not isinstance(its, Index):
            break
        if mine.chain or its.chain or mine.extent != its.extent:
            break
        for name, value in list(left.items()):
            if mine.value.plain_is_equal(value) and its.value.plain_is_equal(value):
                del left[name]
    return not left


def exposed_reads(found: Found, root: Root, loop: Loop | None = None) -> list[Access]:
    """The reads of an object in a loop (None: in the kernel) that may see a value from before the iteration.

    All other reads are preceded, in the same iteration of the loop, by writes of all that they read.
    """
    own = [access for access in found.accesses if access.root is root or access.root is None]
    inside = [access for access in own if loop is None or access.inside(loop)]
    return [access for access in inside if not access.write and not _is_covered(found, access, inside, loop)]


def _lives_in(root: Root, loop: Loop) -> bool:
    return any(each is loop for each in root.loops)


# ---- dependences -------------------------------------------------------------------------------------------


def _between(found: Found, loop: Loop, one: Access, other: Access, overlap: Overlaps) -> Dependence | None:
    if one.atomic and one.atomic == other.atomic:
        return None
    depth = next(number for number, each in enumerate(one.loops) if each is loop)
    common = {each.symbol for each in one.loops[:depth]}
    both = _shared(found, one, other, common, overlap)
    here, there = forms.symbol(loop.symbol), forms.symbol(_second(loop.symbol))
    if both.intersect(here.ne_set(there)).is_empty():
        return None
    root = one.root or other.root
    return Dependence(one, other, root.name if root else None)


def _shared(found: Found, one: Access, other: Access, common: set[str], overlap: Overlaps) -> isl.Set:
    """When two accesses touch the same memory: `other`'s symbols have their second name, but for `common` ones."""
    names = _names(found, one, other, common)
    both: isl.Set = one.domain.intersect(forms.renamed(other.domain, names))
    if one.root is None or other.root is None or both.is_empty():
        return both
    if not overlap(one.root, other.root):
        return both.intersect(forms.everywhere().complement())
    if one.root.name != other.root.name:
        if not (_is_in_row(one) and _is_in_row(other)):
            alike = pair_of(one.root.name, other.root.name) in found.kernel.alike
            return both.intersect(_same(one, other, names)) if alike else both
        if not _may_be_same_table(found, one.root, other.root):
            return both.intersect(forms.everywhere().complement())
    return both.intersect(_same(one, other, names))


def _is_in_row(access: Access) -> bool:
    """Whether memory is found by a table of pointers: two tables are the same, or lead to different rows."""
    first = access.steps[0] if access.steps else None
    return isinstance(first, Index) and bool(first.chain) and first.chain[0].startswith(LEVEL)


def _may_be_same_table(found: Found, one: Root, other: Root) -> bool:
    """Whether the rows of two buffers may be found by one table; if not, they are believed to be different."""
    tables = {chain[-1].name: chain[0] for chain in found.kernel.chains}
    names = tables[one.name].overlaps
    return names is None or tables[other.name].name in names


def _names(found: Found, one: Access, other: Access, common: set[str]) -> Callable[[str], str]:
    """The names of the second instance: what may change outside of the common loops gets another one."""
    loops = {each.symbol for each in (*one.loops, *other.loops)}

    def name(symbol: str) -> str:
        if symbol in loops:
            return symbol if symbol in common else _second(symbol)
        changes = found.unknown.get(symbol)
        return symbol if changes is None or changes <= common else _second(symbol)

    return name


def _second(name: str) -> str:
    return f"{name}'"


def _same(one: Access, other: Access, names: Callable[[str], str]) -> isl.Set:
    """When the steps of two accesses of one object lead to the same place, or into each other."""
    condition = forms.everywhere()
    for mine, its in zip(one.steps, other.steps, strict=False):
        if isinstance(mine, Member) and isinstance(its, Member):
            if mine.name == its.name:
                continue
            return condition if mine.union or its.union else condition.intersect(condition.complement())
        if not isinstance(mine, Index) or not isinstance(its, Index):
            break
        if mine.chain != its.chain or mine.extent != its.extent or _differs(mine.chain, names):
            break
        condition = condition.intersect(mine.value.eq_set(forms.renamed(its.value, names)))
    return condition


# ---- flow --------------------------------------------------------------------------------------------------


def _is_covered(found: Found, read: Access, candidates: list[Access], loop: Loop | None) -> bool:
    """Whether all that a read sees was written before it, in the same iteration of the loop."""
    if read.root is None:
        return False
    start = 0
    if loop is not None:
        start = 1 + next(number for number, each in enumerate(read.loops) if each is loop)
    else:
        start = len(found.dimensions)
    rest = read.domain
    for write in candidates:
        if not write.write or write.root is not read.root:
            continue
        if write.sure is None or write.sure > start or not write.complete or write.atomic:
            continue
        if len(write.steps) > len(read.steps):
            continue
        rest = rest.subtract(_covered(found, read, write, start))
        if rest.is_empty():
            return True
    return bool(rest.is_empty())


def _covered(found: Found, read: Access, write: Access, start: int) -> isl.Set:
    """The instances of a read before which a write of the same place has happened; `start` loops are fixed."""
    shared = 0
    for mine, its in zip(read.loops, write.loops, strict=False):
        if mine is not its:
            break
        shared += 1
    nothing = forms.everywhere().complement()
    result = nothing
    # equal in the first `depth` common loops, earlier in the next one or, in the text, after all of them
    for depth in range(start, shared + 1):
        common = {each.symbol for each in read.loops[:depth]}
        if depth < shared:
            loop = read.loops[depth]
            here, there = forms.symbol(loop.symbol), forms.symbol(_second(loop.symbol))
            earlier = there.lt_set(here) if loop.direction > 0 else there.gt_set(here)
        else:
            if write.position[depth] >= read.position[depth]:
                continue
            earlier = forms.everywhere()
        names = _names(found, read, write, common)
        if any(symbol in found.unknown and names(symbol) != symbol for symbol in _mentioned(write)):
            continue
        domain = forms.renamed(write.domain, names).intersect(earlier).intersect(_same_exactly(read, write, names))
        second = {names(each.symbol) for each in write.loops[depth:]}
        result = result.union(forms.without(domain, second))
    return result


def _same_exactly(read: Access, write: Access, names: Callable[[str], str]) -> isl.Set:
    """When a write certainly writes all that a read reads."""
    for mine, its in zip(read.steps, write.steps, strict=False):
        comparable = (
            isinstance(mine, Index)
            and isinstance(its, Index)
            and (mine.chain, mine.extent) == (its.chain, its.extent)
            and not _differs(mine.chain, names)
        ) or (isinstance(mine, Member) and isinstance(its, Member))
        if not comparable:
            return forms.everywhere().complement()
    return _same(read, write, names)


def _differs(chain: tuple[str, ...], names: Callable[[str], str]) -> bool:
    """Whether a row's length holds a value that may be another one in the second instance."""
    return any(names(symbol) != symbol for part in chain for symbol in _UNKNOWN.findall(part))


def _mentioned(access: Access) -> set[str]:
    found = forms.symbols_of(access.domain)
    for step in access.steps:
        if isinstance(step, Index):
            found |= forms.symbols_of(step.value)
    return found


def private_roots(found: Found) -> Mapping[str, Root]:
    """The private objects that are accessed, by name."""
    return {name: root for name, root in found.roots().items() if root.memory is Memory.PRIVATE}
