"""Which reads of a kernel a work-group can share: arrays that are read around each iteration's own place.

The subscripts of a read are taken apart into coordinates that one dimension moves each:
`in[(i + p - 2) * n + j + q - 2]` has i + p - 2 (of rows of n elements) and j + q - 2.  Each is a `base`, in which
are only counters of dimensions and parameters, and an offset of a constant range.  Reads of an array with equal
bases make a window: the offsets at which each iteration reads.  Where all iterations have the same window, or the
same but for elements that none reads (those outside of an image), a work-group reads what the windows of its
iterations cover, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import prod

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.access_pairs import may_overlap
from mapper.analysis.kernels.relations.accesses import Access, Found, Index, Loop, Memory
from mapper.analysis.kernels.relations.dependences import where_distinct
from mapper.analysis.kernels.subscripts import element_of
from mapper.ir.expressions.polynomials import Polynomial, constant
from mapper.ir.program.kernel import Access as Use
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, FloatType, IntType
from mapper.ir.trees.names import assigned_names
from mapper.ir.trees.nodes import walk
from mapper.transforms.frame.base import Refusal, RefusedError
from mapper.transforms.local.coordinates import Coordinate, Names, Term, as_function, coordinates, primitive
from mapper.transforms.local.offsets import Point, as_set, boxes_of, is_bounded, points_of, span
from mapper.transforms.local.staging import Tiled, TileSide

_NO_LOOPS: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False, slots=True)
class _Read:
    """A read with its coordinates, and its offsets from the bases."""

    access: Access
    coordinates: tuple[Coordinate, ...]
    offsets: tuple[isl.PwAff, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Window:
    """An array's reads around each iteration's place; `tile` is what is staged, without its number.

    `reads` are the nodes with their subscripts of the tile, and `times` is how many iterations read an element.
    `loops` are the loops that run over windows, those around others first, with how often they run.
    """

    tile: Tiled
    reads: Mapping[int, tuple[c_ast.Node, ...]]
    times: float
    loops: tuple[tuple[tuple[c_ast.Node, int], ...], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Windows:
    """A kernel's windows, and why others are none; `found` knows which arrays are taken for different memory."""

    windows: tuple[Window, ...]
    refusals: tuple[Refusal, ...]
    found: Found


def windows_of(kernel: Kernel, found: Found) -> Windows:
    """All windows of more than one element around the places of iterations of the kernel."""
    return _Planner(kernel, found, None).run()


def shared_of(kernel: Kernel, found: Found, loop: Loop) -> Windows:
    """What each iteration of a loop reads, the same in all work-items: windows that move along the loop."""
    return _Planner(kernel, found, loop).run()


@lru_cache(4)
def _facts(body: c_ast.Node) -> tuple[frozenset[int], frozenset[str]]:
    """The identities of all nodes of a kernel's body, and the variables that it changes, for each loop in it."""
    return frozenset(map(id, walk(body))), frozenset(assigned_names(body))


class _Planner:
    """Looks at the reads of one kernel, or of one loop in it."""

    def __init__(self, kernel: Kernel, found: Found, along: Loop | None) -> None:
        self.kernel = kernel
        self.found = found
        self.along = along
        self.numbers = {name: number for number, name in enumerate(found.unknown)}
        self.outside = {each.symbol for each in found.dimensions} if along is not None else set()
        self.places, assigned = _facts(kernel.body)
        moving = found.dimensions if along is None else (along,)
        self.dimensions = {each.symbol: len(moving) - 1 - n for n, each in enumerate(moving)}
        self.names = Names(
            {each.symbol: each.variable for each in moving},
            frozenset(each.name for each in kernel.values) - assigned,
            kernel.symbols,
        )
        domains = (each.domain for each in (*found.dimensions, *moving))
        self.domain = reduce(isl.Set.intersect, domains, forms.everywhere())

    def run(self) -> Windows:
        groups: dict[tuple[object, ...], list[_Read]] = {}
        for access in self._candidates():
            read = self._read(access)
            if read is not None:
                groups.setdefault(_key(read), []).append(read)
        windows: list[Window] = []
        refusals: list[Refusal] = []
        for reads in groups.values():
            try:
                made = self._window(reads)
                if made is not None:
                    windows.append(made)
            except RefusedError as refused:
                refusals.append(refused.refusal(reads[0].access.node))
        return Windows(tuple(windows), tuple(refusals), self.found)

    def _candidates(self) -> Iterator[Access]:
        """The reads of numbers in arrays that the kernel only reads, as its own body spells them."""
        only_read = {
            each.name for each in self.kernel.buffers if each.access is Use.READ and not each.table and not each.of
        }
        often: dict[int, int] = {}
        for access in self.found.accesses:
            often[id(access.node)] = often.get(id(access.node), 0) + 1
        for access in self.found.accesses:
            if access.root is None or access.root.memory is not Memory.BUFFER or access.root.name not in only_read:
                continue
            if self.along is not None and not access.inside(self.along):
                continue
            plain = isinstance(access.node, c_ast.ArrayRef) and id(access.node) in self.places
            if plain and often[id(access.node)] == 1 and isinstance(access.type, IntType | FloatType):
                yield access

    def _read(self, access: Access) -> _Read | None:
        terms = self._terms(access)
        found = None if terms is None else coordinates(terms, self.dimensions, self._inner(access))
        if found is None or not any(each.dimension is not None for each in found):
            return None
        if any(each.scale < 1 for each in found if each.dimension is not None):
            return None
        if any(not forms.symbols_of(each.term.value).isdisjoint(self.outside) for each in found):
            return None
        offsets = tuple(each.term.value.sub(as_function(each.base)) for each in found)
        return _Read(access, found, offsets)

    def _terms(self, access: Access) -> list[Term] | None:
        """The subscripts, or the terms of the only one."""
        spelled = element_of(access.node)
        indices = [each.value for each in access.steps if isinstance(each, Index)]
        if spelled is None or len(indices) != len(access.steps):
            return None
        rank = len(spelled[1])
        if rank > 1 or access.linear is None:
            if not access.complete or rank != len(indices):
                return None
            return [Term(None if rank > 1 else build.integer(1), each) for each in indices]
        terms: list[Term] = []
        for key, value in sorted(access.linear.terms.items(), key=lambda item: (-len(item[0]), item[0])):
            factor = self.names.product(key) if key else build.integer(1)
            if factor is None:
                return None
            terms.append(primitive(Term(factor, value)) if key else Term(factor, value))
        return terms

    def _inner(self, access: Access) -> list[Loop]:
        """The loops around an access, but for dimensions; the innermost one first."""
        apart = self.dimensions.keys() | self.outside
        return [each for each in reversed(access.loops) if each.symbol not in apart]

    # ---- windows -----------------------------------------------------------------------------------------------

    def _window(self, reads: Sequence[_Read]) -> Window | None:
        name = reads[0].access.root.name if reads[0].access.root is not None else ""
        certain = [each for each in reads if self._is_certain(each)]
        if not certain:
            if all(_is_alone(each) for each in reads):
                return None
            raise RefusedError(f"`{name}` is read under conditions")
        met = reduce(isl.Set.union, (self._of_iterations(each, each.offsets) for each in certain))
        if met.is_empty():
            return None  # no iteration comes to a read
        points = points_of(met)
        if points is None:
            moved = [number for number, each in enumerate(reads[0].coordinates) if each.dimension is not None]
            if all(is_bounded(met, number) for number in moved):
                return None  # all of a row, say
            raise RefusedError(f"the part of `{name}` that an iteration reads has no constant size")
        apart = prod(_apart(met, number, each) for number, each in enumerate(reads[0].coordinates))
        if self.along is None and len(points) < 2 * apart:
            return None
        everywhere = self._every(met, points)
        elements: isl.Set | None = None
        if not everywhere and self.along is not None:
            raise RefusedError(f"not all iterations read `{name}`")
        if not everywhere:
            elements = self._elements(certain)
            if not self._every(met, points, elements, certain[0]):
                raise RefusedError(f"iterations read different parts of `{name}`")
        covered = as_set(points)
        served = [each for each in reads if self._covers(each, covered, elements)]
        self._check_memory([each.access for each in served])
        return self._made(name, served, points, elements, len(points) / apart)

    def _is_certain(self, read: _Read) -> bool:
        """Whether it is known of each iteration that, and where, it reads."""
        symbols = forms.symbols_of(read.access.domain)
        symbols.update(*(forms.symbols_of(each.term.value) for each in read.coordinates))
        return read.access.certain and symbols.isdisjoint(self.found.unknown)

    def _of_iterations(self, read: _Read, values: Sequence[isl.PwAff]) -> isl.Set:
        """The values that a read's functions take, in terms of counters of dimensions and of parameters."""
        space = reduce(isl.Set.flat_product, (isl.Set.from_pw_aff(each) for each in values))
        reached = space.intersect_params(read.access.domain)
        own = [each.symbol for each in self._inner(read.access)]
        inside = {each.symbol for each in read.access.loops}
        changing = (name for name in forms.names_of(reached) if self.found.unknown.get(name, _NO_LOOPS) & inside)
        return forms.without(reached, [*own, *sorted(changing, key=self.numbers.__getitem__)])

    def _elements(self, reads: Sequence[_Read]) -> isl.Set:
        """All elements that iterations read."""
        each_read = (self._of_iterations(each, [c.term.value for c in each.coordinates]) for each in reads)
        return forms.without(reduce(isl.Set.union, each_read), list(self.dimensions)).coalesce()

    def _every(
        self, met: isl.Set, points: Sequence[Point], elements: isl.Set | None = None, read: _Read | None = None
    ) -> bool:
        """Whether every iteration reads at all offsets, or at those that lead to `elements`."""
        all_points = as_set(points).intersect_params(self.domain)
        if elements is not None and read is not None:
            bases = [-each.base for each in read.coordinates]
            all_points = all_points.intersect(_moved(elements, bases))
        return bool(all_points.is_subset(met))

    def _covers(self, read: _Read, points: isl.Set, elements: isl.Set | None) -> bool:
        """Whether a read never goes beyond what is staged."""
        if not self._of_iterations(read, read.offsets).is_subset(points):
            return False
        values = [each.term.value for each in read.coordinates]
        return elements is None or bool(self._of_iterations(read, values).is_subset(elements))

    def _check_memory(self, reads: Sequence[Access]) -> None:
        """What is read must be other memory than what is written, at least in a valid program."""
        root = reads[0].root
        assert root is not None
        for write in self.found.accesses:
            if not write.write:
                continue
            if write.root is None:
                raise RefusedError("a write may go anywhere")
            if write.root.memory is Memory.BUFFER and may_overlap(self.found)(root, write.root):
                all_apart = (where_distinct(self.found, write, read) for read in reads)
                apart = next((each for each in all_apart if each is not None), None)
                if apart is None:
                    raise RefusedError(f"`{root.name}` may be written")
                self.found = apart

    # ---- the tile ----------------------------------------------------------------------------------------------

    def _made(
        self, name: str, reads: Sequence[_Read], points: Sequence[Point], elements: isl.Set | None, times: float
    ) -> Window:
        first = reads[0]
        whole = tuple((min(column), max(column)) for column in zip(*points, strict=True))
        boxes = boxes_of(points)
        if boxes is None:
            raise RefusedError(f"the part of `{name}` that an iteration reads has too odd a shape")
        sides = []
        for coordinate, (low, high) in zip(first.coordinates, whole, strict=True):
            extent = high - low + 1
            if coordinate.scale > 1 and (len(boxes) > 1 or extent < coordinate.scale):
                raise RefusedError(f"not all elements of `{name}` between those that are read are read")
            start = self.names.sum(coordinate.base + constant(low))
            if start is None:
                raise RefusedError(f"the subscripts of `{name}` hang on more than parameters")
            sides.append(TileSide(start, coordinate.dimension, coordinate.scale, extent))
        inside = self._guard(elements, points, first) if elements is not None else None
        if elements is not None and inside is None:
            raise RefusedError(f"the part of `{name}` that is read at all is not known on the device")
        subscripts = {}
        for each in reads:
            texts = [
                self._names(each.access).function(value.sub(forms.constant(low)), each.access.domain)
                for value, (low, _) in zip(each.offsets, whole, strict=True)
            ]
            known = tuple(text for text in texts if text is not None)
            if len(known) == len(texts):
                subscripts[id(each.access.node)] = known
        if not subscripts:
            raise RefusedError(f"the subscripts of `{name}` are too intricate to be analysed")
        relative = tuple(
            tuple((low - least, high - least) for (low, high), (least, _) in zip(box, whole, strict=True))
            for box in boxes
        )
        ctype = _number(first.access.type)
        shape = relative if len(relative) > 1 else ()
        tile = Tiled(name, ctype, _element(name, first), tuple(sides), shape, inside)
        loops = tuple(self._counted(each.access) for each in reads if id(each.access.node) in subscripts)
        return Window(tile, subscripts, times, loops)

    def _counted(self, access: Access) -> tuple[tuple[c_ast.Node, int], ...]:
        """The loops around a read that always run equally often, up to the first one that doesn't."""
        found: list[tuple[c_ast.Node, int]] = []
        for loop in self._inner(access):
            if loop.node is None or not loop.exact or loop.trips is None:
                break
            found.append((loop.node, loop.trips))
        return tuple(reversed(found))

    def _names(self, access: Access) -> Names:
        """The names where an access is."""
        return self.names.inside({each.symbol: each.variable for each in self._inner(access) if each.variable})

    def _guard(self, elements: isl.Set, points: Sequence[Point], read: _Read) -> c_ast.Node | None:
        """The condition for an element of a window, in terms of its coordinates, to be read at all."""
        number = elements.dim(isl.dim_type.set)
        covered = _moved(as_set(points).intersect_params(self.domain), [each.base for each in read.coordinates])
        known = forms.without(self.domain, list(self.dimensions))
        elements = elements.gist(forms.without(covered, list(self.dimensions))).gist_params(known)
        at = elements.dim(isl.dim_type.param)
        condition = elements.move_dims(isl.dim_type.param, at, isl.dim_type.set, 0, number).params()
        for each in range(number):
            condition = condition.set_dim_name(isl.dim_type.param, at + each, place_name(each))
        names = self.names.inside({place_name(each): place_name(each) for each in range(number)})
        return names.condition(condition, known)


def place_name(number: int) -> str:
    """What an element calls its coordinate."""
    return f"mrt_place{number}"


def _key(read: _Read) -> tuple[object, ...]:
    assert read.access.root is not None
    return (read.access.root.name, *((each.text, each.dimension, each.base) for each in read.coordinates))


def _is_alone(read: _Read) -> bool:
    """Whether a read has no offsets."""
    return all(forms.as_number(each) is not None for each in read.offsets)


def _moved(points: isl.Set, by: Sequence[Polynomial]) -> isl.Set:
    """Points that are moved by some functions of symbols."""
    distance = reduce(isl.Set.flat_product, (isl.Set.from_pw_aff(as_function(each)) for each in by))
    here = points.align_params(distance.get_space())
    return here.sum(distance.align_params(here.get_space()))


def _apart(met: isl.Set, number: int, coordinate: Coordinate) -> int:
    """How many elements in one coordinate belong to each iteration."""
    return span(met, number) if coordinate.dimension is None else coordinate.scale


def _element(name: str, read: _Read) -> c_ast.Node:
    """The element with the coordinates `mrt_place<number>`."""
    node: c_ast.Node = build.identifier(name)
    places: list[c_ast.Node] = [build.identifier(place_name(n)) for n in range(len(read.coordinates))]
    if all(each.term.factor is None for each in read.coordinates):
        return build.element(node, places)
    total: c_ast.Node | None = None
    for each, place in zip(read.coordinates, places, strict=True):
        factor = each.term.factor
        one = factor is None or (isinstance(factor, c_ast.Constant) and factor.value == "1")
        term = place if factor is None or one else build.binary("*", place, factor)
        total = term if total is None else build.binary("+", total, term)
    assert total is not None
    return c_ast.ArrayRef(node, total)


def _number(ctype: CType) -> IntType | FloatType:
    assert isinstance(ctype, IntType | FloatType)
    return ctype
