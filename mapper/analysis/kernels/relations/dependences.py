"""Dependences between the iterations of a kernel's loops, and array flow within one iteration.

Both questions are put to isl as conditions on the symbols of two accesses
(`mapper.analysis.kernels.relations.access_pairs`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import islpy as isl

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.access_pairs import (
    Names,
    Pairs,
    differs,
    names_of,
    pair_of,
    renamed_steps,
    same,
    second,
)
from mapper.analysis.kernels.relations.accesses import Access, Found, Index, Loop, Member, Memory, Root, Step
from mapper.ir.program.kernel import Kernel


@dataclass(frozen=True, eq=False, slots=True)
class Dependence:
    """Two accesses that may touch the same memory in different iterations, at least one of them a write.

    `root` is the memory's name, None where it is not known.
    """

    source: Access
    sink: Access
    root: str | None

    @property
    def through(self) -> str:
        """The memory as a message names it."""
        return f"`{self.root}`" if self.root is not None else "memory that is not known"


def carried(found: Found, loop: Loop, ignored: Iterable[Root] = ()) -> Dependence | None:
    """A dependence between different iterations of a loop, in the same iteration of the loops around it.

    None: there is none, the loop is parallel.  `ignored` are objects of which each iteration may have its own;
    those that are declared in the loop are always so.  Atomic updates of the same kind don't depend on each other.
    """
    pairs = Pairs(found)
    inside = _shared_between_iterations(pairs, found, loop, ignored)
    for number, one in enumerate(inside):
        for other in inside[number:]:
            if (one.write or other.write) and (dependence := _between(pairs, loop, one, other)):
                return dependence
    return None


def carried_where_distinct(found: Found, loop: Loop, ignored: Iterable[Root]) -> tuple[Found, Dependence | None]:
    """`carried`, where buffers that would make the loop depend on itself may be taken for different memory.

    The kernel of what is returned says which ones were (`Kernel.assumed`): as few as the loop needs.
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
        if one.type == other.type and pair not in kernel.assumed.alike:
            return replace(kernel, assumed=kernel.assumed.with_alike(pair))
        if other.name in plain[one.name].same or one.name in plain[other.name].same:
            return None
    return replace(kernel, assumed=kernel.assumed.with_distinct(pair))


def told_apart(found: Found, one: Root, other: Root) -> Found | None:
    """What is found where two buffers are taken for different memory; None where they are believed to be one."""
    plain = {each.name: each for each in found.kernel.buffers if not each.of}
    pair = (one.name, other.name), (other.name, one.name)
    if plain.keys() >= {*pair[0]} and any(there in plain[here].same for here, there in pair):
        return None
    assumed = found.kernel.assumed.with_distinct(pair_of(one.name, other.name))
    return replace(found, kernel=replace(found.kernel, assumed=assumed))


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
    kernel = replace(found.kernel, assumed=found.kernel.assumed.with_distinct(pair))
    return replace(found, kernel=kernel)


def skewable(found: Found, outer: Loop, inner: Loop, ignored: Iterable[Root]) -> bool:
    """Whether two nested loops may run by diagonals: the sum of their numbers grows along all dependences.

    Both count by one, up or down.  `ignored` are objects of which each iteration may have its own.
    """

    def along(loop: Loop, symbol: str) -> isl.PwAff:
        return forms.symbol(symbol) if loop.direction > 0 else forms.symbol(symbol).neg()

    here, there = along(outer, outer.symbol), along(outer, second(outer.symbol))
    early = here.add(along(inner, inner.symbol))
    late = there.add(along(inner, second(inner.symbol)))
    against = here.lt_set(there).intersect(late.le_set(early))
    against = against.union(here.gt_set(there).intersect(late.ge_set(early)))
    return not _any_pair(found, outer, against, ignored)


def permutable(found: Found, outer: Loop, inner: Loop, ignored: Iterable[Root]) -> bool:
    """Whether two nested loops may change their order, or run by blocks.

    It is so where no two accesses that depend on each other come in one order along one loop, and in the reverse
    order along the other.  `ignored` are objects of which each iteration may have its own.
    """
    return grow_together(found, outer, forms.symbol(outer.symbol), forms.symbol(inner.symbol), ignored)


def grow_together(
    found: Found, loop: Loop, one: isl.PwAff, other: isl.PwAff, ignored: Iterable[Root] = ()
) -> bool:
    """Whether of two values neither shrinks along a dependence in a loop along which the other one grows.

    They are functions of the symbols of this loop and of loops in it, and of no others.
    """
    one_later, other_later = (forms.renamed(each, second) for each in (one, other))
    against = one.lt_set(one_later).intersect(other.gt_set(other_later))
    against = against.union(one.gt_set(one_later).intersect(other.lt_set(other_later)))
    return not _any_pair(found, loop, against, ignored)


def _shared_between_iterations(pairs: Pairs, found: Found, loop: Loop, ignored: Iterable[Root]) -> list[Access]:
    """The accesses in a loop to objects that its iterations share, one of each kind."""
    apart = {root.name for root in ignored}
    inside = [
        access
        for access in found.inside(loop)
        if access.root is None or (access.root.name not in apart and not access.root.inside(loop))
    ]
    return pairs.unlike(inside)


def _any_pair(found: Found, loop: Loop, where: isl.Set, ignored: Iterable[Root]) -> bool:
    """Whether two accesses in a loop depend on each other in iterations of it, and of loops in it, `where`."""
    pairs = Pairs(found)
    inside = _shared_between_iterations(pairs, found, loop, ignored)
    for number, one in enumerate(inside):
        depth = one.depth(loop)
        common = frozenset(each.symbol for each in one.loops[:depth])
        for other in inside[number:]:
            if not (one.write or other.write) or (one.atomic and one.atomic == other.atomic):
                continue
            both = pairs.shared(one, other, common)
            if both is not None and not both.intersect(where).is_empty():
                return True
    return False


def conflict(found: Found, one: Access, other: Access, loops: Iterable[Loop] | None = None) -> bool:
    """Whether two accesses may touch the same memory, in the same iteration of some loops around both.

    By default these are the dimensions alone.
    """
    common = frozenset(loop.symbol for loop in (found.dimensions if loops is None else loops))
    return _meets(found, one, other, common)


def meets(found: Found, one: Access, other: Access) -> bool:
    """Whether two accesses may touch the same memory, in whatever iterations."""
    return _meets(found, one, other, frozenset())


def _meets(found: Found, one: Access, other: Access, common: frozenset[str]) -> bool:
    both = Pairs(found).shared(one, other, common)
    return both is not None and not both.is_empty()


def meets_itself(found: Found, one: Access) -> bool:
    """Whether an access may touch the same memory twice, in different iterations of the loops around it."""
    both = Pairs(found).shared(one, one, frozenset())
    if both is None:
        return False
    apart = forms.everywhere().complement()
    for loop in one.loops:
        apart = apart.union(forms.symbol(loop.symbol).ne_set(forms.symbol(second(loop.symbol))))
    return not both.intersect(apart).is_empty()


def crosses(found: Found, one: Access, other: Access) -> bool:
    """Whether two accesses may touch the same memory in different iterations of the kernel's dimensions."""
    if one.atomic and one.atomic == other.atomic:
        return False
    known = one.root is not None and other.root is not None and one.root.name == other.root.name
    if known and _keeps_to_itself(found, one, other):
        return False
    both = Pairs(found).shared(one, other, frozenset())
    if both is None or both.is_empty():
        return False
    apart = forms.everywhere().complement()
    for loop in found.dimensions:
        apart = apart.union(_apart(loop))
    return not both.intersect(apart).is_empty()


def _keeps_to_itself(found: Found, one: Access, other: Access) -> bool:
    """Whether two accesses of one object have each dimension's counter as the same subscript; a quick test."""
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

    All other reads are preceded, in the same iteration of the loop, by writes of all that they read.  Of reads of
    the same place in the same loops only the first counts.
    """
    pairs = Pairs(found)
    inside = pairs.unlike(_accesses(found, root, loop))
    return [access for access in inside if not access.write and not _is_covered(pairs, access, inside, loop)]


def exposed_instances(found: Found, root: Root) -> list[tuple[Access, isl.Set]] | None:
    """The `exposed_reads` of an object in the kernel, each with when it may see such a value: never too seldom.

    None where a read may be of any object.
    """
    pairs = Pairs(found)
    inside = pairs.unlike(_accesses(found, root, None))
    reads = [access for access in inside if not access.write]
    if any(access.root is None for access in reads):
        return None
    left = [(access, _uncovered(pairs, access, inside, None)) for access in reads]
    return [(access, rest) for access, rest in left if not rest.is_empty()]


def is_exposed(found: Found, access: Access, loop: Loop) -> bool:
    """Whether an access is one of the `exposed_reads` of its object in a loop."""
    inside = _accesses(found, access.root, loop)
    return access in inside and not access.write and not _is_covered(Pairs(found), access, inside, loop)


def _accesses(found: Found, root: Root | None, loop: Loop | None) -> list[Access]:
    """The accesses in a loop (None: in the kernel) that may be of an object."""
    own = [access for access in found.accesses if access.root is root or access.root is None]
    return [access for access in own if loop is None or access.inside(loop)]


# ---- dependences -------------------------------------------------------------------------------------------


def _between(pairs: Pairs, loop: Loop, one: Access, other: Access) -> Dependence | None:
    if (one.atomic and one.atomic == other.atomic) or pairs.apart(one, other):
        return None
    depth = one.depth(loop)
    both = pairs.shared(one, other, frozenset(each.symbol for each in one.loops[:depth]))
    if both is None or both.intersect(_apart(loop)).is_empty():
        return None
    root = one.root or other.root
    return Dependence(one, other, root.name if root else None)


def _apart(loop: Loop) -> isl.Set:
    """When two instances are in different iterations of a loop; a step whose size is an expression is positive."""
    here, there = forms.symbol(loop.symbol), forms.symbol(second(loop.symbol))
    if loop.stride is None:
        return here.ne_set(there)
    distant = here.sub(there).ge_set(loop.stride).union(there.sub(here).ge_set(loop.stride))
    return distant.intersect(loop.stride.ge_set(forms.constant(1)))


# ---- flow --------------------------------------------------------------------------------------------------


def _is_covered(pairs: Pairs, read: Access, candidates: list[Access], loop: Loop | None) -> bool:
    """Whether all that a read sees was written before it, in the same iteration of the loop."""
    if read.root is None:
        return False
    found = pairs.found
    start = len(found.dimensions) if loop is None else 1 + read.depth(loop)
    if any(_writes_certainly(write, read) and _precedes(found, write, read, start) for write in candidates):
        return True
    return bool(_uncovered(pairs, read, candidates, loop).is_empty())


def _writes_certainly(write: Access, read: Access) -> bool:
    """Whether a write is one of what a read reads or of more, and happens wherever its point is reached."""
    if not write.write or write.root is not read.root:
        return False
    return write.sure is not None and write.complete and not write.atomic and len(write.steps) <= len(read.steps)


def _precedes(found: Found, write: Access, read: Access, start: int) -> bool:
    """Whether a write precedes each instance of a read, in the same iteration of all loops around the write.

    `_writes_certainly` is true of it; at least `start` loops are around it.  isl would find the same: this is the
    case in which the subscripts have the same form.
    """
    depth = len(write.loops)
    if not max(start, write.sure or 0) <= depth or write.loops != read.loops[:depth]:
        return False
    if write.position[depth] >= read.position[depth] or not all(map(_is_alike, write.steps, read.steps)):
        return False
    if not (read.domain.plain_is_equal(write.domain) or read.domain.is_subset(write.domain)):
        return False
    names = names_of(found, read, write, {each.symbol for each in write.loops})
    return all(names(symbol) == symbol for symbol in write.symbols)


def _is_alike(one: Step, other: Step) -> bool:
    """Whether two steps are certainly the same one."""
    if not isinstance(one, Index) or not isinstance(other, Index):
        return isinstance(one, Member) and isinstance(other, Member) and one.name == other.name
    if one.chain or other.chain or one.extent != other.extent or not one.value.isa_aff():
        return False
    return bool(one.value.plain_is_equal(other.value))


def _uncovered(pairs: Pairs, read: Access, candidates: list[Access], loop: Loop | None) -> isl.Set:
    """When what a read of a known object sees was not certainly written in the same iteration of the loop."""
    found = pairs.found
    start = len(found.dimensions) if loop is None else 1 + read.depth(loop)
    rest = _inside(read)
    for write in reversed(candidates):  # the last writes in the text are those that most reads see
        if _writes_certainly(write, read) and not pairs.numbers_differ(write, read):
            rest = rest.subtract(_covered(found, read, write, max(start, write.sure or 0)))
        if rest.is_empty():
            break
    return rest


def _inside(read: Access) -> isl.Set:
    """When a read happens: C promises that the subscripts of a private array are in its range."""
    domain = read.domain
    if read.root is None or read.root.memory is not Memory.PRIVATE:
        return domain  # behind the last member of a structure in a buffer there may be more
    for step in read.steps:
        end = None
        alone = step is read.steps[0] and sum(isinstance(each, Index) for each in read.steps) == 1
        if isinstance(step, Index) and step.extent is not None:
            end = forms.constant(step.extent)
        elif isinstance(step, Index) and not step.chain and alone:
            end = read.root.length
        if isinstance(step, Index) and (end is not None or (not step.chain and alone)):
            domain = domain.intersect(step.value.ge_set(forms.constant(0)))
        if isinstance(step, Index) and end is not None:
            domain = domain.intersect(step.value.lt_set(end))
    return domain


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
            here, there = forms.symbol(loop.symbol), forms.symbol(second(loop.symbol))
            earlier = there.lt_set(here) if loop.direction > 0 else there.gt_set(here)
        else:
            if write.position[depth] >= read.position[depth]:
                continue
            earlier = forms.everywhere()
        names = names_of(found, read, write, common)
        if any(symbol in found.unknown and names(symbol) != symbol for symbol in write.symbols):
            continue
        domain = forms.renamed(write.domain, names).intersect(earlier).intersect(_same_exactly(read, write, names))
        others = [names(each.symbol) for each in write.loops[depth:]]
        result = result.union(forms.without(domain, others))
    return result


def _same_exactly(read: Access, write: Access, names: Names) -> isl.Set:
    """When a write certainly writes all that a read reads."""
    for mine, its in zip(read.steps, write.steps, strict=False):
        comparable = (
            isinstance(mine, Index)
            and isinstance(its, Index)
            and (mine.chain, mine.extent) == (its.chain, its.extent)
            and not differs(mine.chain, names)
        ) or (isinstance(mine, Member) and isinstance(its, Member))
        if not comparable:
            return forms.everywhere().complement()
    return same(read.steps, renamed_steps(write.steps, names), names)


def private_roots(found: Found) -> Mapping[str, Root]:
    """The private objects that are accessed, by name."""
    return {name: root for name, root in found.roots().items() if root.memory is Memory.PRIVATE}
