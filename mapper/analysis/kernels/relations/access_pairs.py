"""Pairs of accesses of one kernel: when they touch the same memory, as conditions on the symbols of both.

Those symbols that differ between the two instances get a second name.  Unknown values are equal only in the same
iteration of all loops in which they may change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set
from dataclasses import replace

import islpy as isl

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.forms import Alike, Key
from mapper.analysis.kernels.relations.accesses import Access, Found, Index, Member, Memory, Root, Step
from mapper.ir.builtins.tables import LEVEL

_UNKNOWN = re.compile(r"\?#\d+")
"""Symbols of unknown values in the text of a row's length (`State.anything`)."""

Overlaps = Callable[[Root, Root], bool]
Names = Callable[[str], str]
"""The names of an instance's symbols, by their own."""


def may_overlap(found: Found) -> Overlaps:
    """Whether objects may share memory: buffers as `overlaps` and `Kernel.assumed` say, private ones never."""
    distinct = found.kernel.assumed.distinct
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


def pair_of(one: str, other: str) -> tuple[str, str]:
    """Two buffers as they are in `Assumptions.distinct`."""
    return (one, other) if one < other else (other, one)


class Pairs:
    """What isl is asked about pairs of accesses of one kernel; what pairs have in common is computed once."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self._overlap = may_overlap(found)
        self._roots: dict[tuple[str, str], bool] = {}
        self._numbers: dict[int, tuple[int | None, ...]] = {}
        self._instances: dict[tuple[object, ...], tuple[isl.Set, tuple[Step, ...], Names]] = {}

    def unlike(self, accesses: Iterable[Access]) -> list[Access]:
        """The accesses, of those that touch the same memory in the same way and iterations only the first."""
        first: dict[tuple[object, ...], Access] = {}
        for each in accesses:
            steps = tuple(
                (Alike(step.value), step.extent, step.chain) if isinstance(step, Index) else step
                for step in each.steps
            )
            root = None if each.root is None else (each.root.name, each.root.memory)
            products = frozenset((key, Alike(value)) for key, value in (_products(each) or {}).items())
            way = (each.write, each.atomic, each.sure, each.complete)
            kind = (root, way, each.loops, steps, products, Alike(each.domain))
            first.setdefault(kind, each)
        return list(first.values())

    def shared(self, one: Access, other: Access, common: frozenset[str]) -> isl.Set | None:
        """When two accesses touch the same memory; None: never.

        `other`'s symbols have their second name, but for `common` ones.
        """
        if self.apart(one, other):
            return None
        anywhere = one.root is None or other.root is None
        domain, steps, names = self._second_instance(one, other, common)
        both: isl.Set = one.domain.intersect(domain)
        if anywhere or both.is_empty():
            return both
        assert one.root is not None
        assert other.root is not None
        if one.root.name != other.root.name:
            if not (_is_in_row(one) and _is_in_row(other)):
                if pair_of(one.root.name, other.root.name) not in self.found.kernel.assumed.alike:
                    return both
            elif not _may_be_same_table(self.found, one.root, other.root):
                return None
        both = both.intersect(counted_alike(one, other, names))
        return both.intersect(same(one.steps, steps, names))

    def apart(self, one: Access, other: Access) -> bool:
        """Whether two accesses never touch the same memory, as is seen without isl."""
        if one.root is None or other.root is None:
            return False
        if one.write != other.write and any(map(self.found.is_never_written, (one, other))):
            return True
        return not self._may_overlap(one, other) or self.numbers_differ(one, other)

    def _may_overlap(self, one: Access, other: Access) -> bool:
        assert one.root is not None
        assert other.root is not None
        key = one.root.name, other.root.name
        known = self._roots.get(key)
        if known is None:
            known = self._roots[key] = self._overlap(one.root, other.root)
        return known

    def numbers_differ(self, one: Access, other: Access) -> bool:
        """Whether constant subscripts show that two accesses of one object touch different elements of it."""
        assert one.root is not None
        assert other.root is not None
        if one.root.name != other.root.name:
            return False
        here, there = self._constants(one), self._constants(other)
        for mine, its, left, right in zip(one.steps, other.steps, here, there, strict=False):
            if isinstance(mine, Member) and isinstance(its, Member):
                if mine.name != its.name:
                    return False
            elif (
                not isinstance(mine, Index)
                or not isinstance(its, Index)
                or mine.chain
                or its.chain
                or mine.extent != its.extent
            ):
                return False
            elif left is not None and right is not None and left != right:
                return True
        return False

    def _constants(self, access: Access) -> tuple[int | None, ...]:
        """The subscripts that are numbers, by the place of their step."""
        known = self._numbers.get(id(access))
        if known is None:
            known = tuple(
                forms.as_number(step.value) if isinstance(step, Index) else None for step in access.steps
            )
            self._numbers[id(access)] = known
        return known

    def _second_instance(
        self, one: Access, other: Access, common: frozenset[str]
    ) -> tuple[isl.Set, tuple[Step, ...], Names]:
        """The domain and the steps of `other` with the names of the second instance, and those names."""
        key = (id(other), common, one.loops)
        known = self._instances.get(key)
        if known is None:
            names = names_of(self.found, one, other, common)
            steps = renamed_steps(other.steps, names)
            known = self._instances[key] = forms.renamed(other.domain, names), steps, names
        return known


def _is_in_row(access: Access) -> bool:
    """Whether memory is found by a table of pointers: two tables are the same, or lead to different rows."""
    first = access.steps[0] if access.steps else None
    return isinstance(first, Index) and bool(first.chain) and first.chain[0].startswith(LEVEL)


def _may_be_same_table(found: Found, one: Root, other: Root) -> bool:
    """Whether the rows of two buffers may be found by one table; if not, they are believed to be different."""
    tables = {chain[-1].name: chain[0] for chain in found.kernel.chains}
    names = tables[one.name].overlaps
    return names is None or tables[other.name].name in names


def names_of(found: Found, one: Access, other: Access, common: Set[str]) -> Names:
    """The names of the second instance: what may change outside of the common loops gets another one."""
    loops = {each.symbol for each in (*one.loops, *other.loops)}

    def name(symbol: str) -> str:
        if symbol in loops:
            return symbol if symbol in common else second(symbol)
        changes = found.unknown.get(symbol)
        return symbol if changes is None or changes <= common else second(symbol)

    return name


def second(name: str) -> str:
    """The name of a symbol in the second instance."""
    return f"{name}'"


def renamed_steps(steps: tuple[Step, ...], names: Names) -> tuple[Step, ...]:
    """Steps with other names for the symbols of their subscripts."""
    return tuple(
        replace(step, value=forms.renamed(step.value, names)) if isinstance(step, Index) else step
        for step in steps
    )


def same(here: tuple[Step, ...], there: tuple[Step, ...], names: Names) -> isl.Set:
    """When the steps of two accesses of one object lead to the same place, or into each other.

    Those `there` have the names of the second instance already.
    """
    condition = forms.everywhere()
    for mine, its in zip(here, there, strict=False):
        if isinstance(mine, Member) and isinstance(its, Member):
            if mine.name == its.name:
                continue
            return condition if mine.union or its.union else condition.intersect(condition.complement())
        if not isinstance(mine, Index) or not isinstance(its, Index):
            break
        if mine.chain != its.chain or mine.extent != its.extent or differs(mine.chain, names):
            break
        condition = condition.intersect(mine.value.eq_set(its.value))
    return condition


def counted_alike(one: Access, other: Access, names: Names) -> isl.Set:
    """What holds where two elements of one memory are the same, by their numbers from its beginning.

    Products of parameters cancel out where both elements have the same ones, as for i * n + j in different
    iterations of j.  Where subscripts say as much, as for rows of the same length, nothing is asked.  `names` are
    those of `other`'s symbols in the second instance.
    """
    if _members(one) != _members(other):
        return forms.everywhere()
    rows = _rows(one)
    if rows and rows == _rows(other):
        return forms.everywhere()
    here, there = _terms(one), _terms(other)
    if here is None or there is None or here.keys() != there.keys():
        return forms.everywhere()
    there = {key: forms.renamed(value, names) for key, value in there.items()}
    rest, other_rest = (each.pop((), forms.constant(0)) for each in (here, there))
    if any(differs(key, names) or not value.plain_is_equal(there[key]) for key, value in here.items()):
        return forms.everywhere()
    condition: isl.Set = rest.eq_set(other_rest)
    return condition


def _members(access: Access) -> list[str]:
    """The members that lead to what is accessed: elements are counted from the beginning of the last one."""
    return [step.name for step in access.steps if isinstance(step, Member)]


def _rows(access: Access) -> list[Key]:
    """What names the lengths of an access's rows; empty where its subscripts have none."""
    chains = [step.chain for step in access.steps if isinstance(step, Index)]
    return chains if any(chains) else []


def _products(access: Access) -> dict[Key, isl.PwAff] | None:
    """The terms of an element's number that holds products which the access's subscripts do not."""
    return None if _rows(access) else _terms(access)


def _terms(access: Access) -> dict[Key, isl.PwAff] | None:
    """The terms of an element's number that holds products; None for others."""
    if access.linear is None or access.linear.affine is not None:
        return None
    return dict(access.linear.terms)


def differs(chain: tuple[str, ...], names: Names) -> bool:
    """Whether a row's length holds a value that may be another one in the second instance."""
    return any(names(symbol) != symbol for part in chain for symbol in _UNKNOWN.findall(part))
