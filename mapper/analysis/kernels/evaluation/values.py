"""The state of a walk over a kernel: what names hold, which symbols there are, and arithmetic with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, replace
from itertools import chain

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.accesses import Access, Index, Loop, Member, Memory, Root, Step
from mapper.analysis.kernels.evaluation.comparisons import is_within, relation, somewhere_inside, type_range
from mapper.analysis.kernels.forms import Alike, Form, Key
from mapper.analysis.names.types import promote, usual
from mapper.ir.builtins import tables
from mapper.ir.trees.ctypes import VOID, ArrayType, CType, IntType, PointerType


@dataclass(frozen=True, eq=False, slots=True)
class Number:
    """An integer; `type` is None where that is not known."""

    form: Form
    type: IntType | None


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """An object: where it is, and its type.  Without `complete` it is somewhere inside of what the steps name.

    `linear` is the number of elements from the beginning of a buffer's memory, for elements that are found by
    counting, and the number of steps before those of the subscripts.
    """

    root: Root | None
    steps: tuple[Step, ...]
    type: CType
    complete: bool = True
    linear: tuple[int, Form] | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Pointer:
    """The address of an object."""

    place: Place


Value = Number | Pointer | None
"""None: a value of another kind, of which nothing is known."""

SMALL = 256
"""A condition that leaves no larger value to a parameter is not what its author relies on."""


class Reached:
    """Where a point is reached: where the point `before` is, and a condition holds.

    The set is computed when it is asked for: most conditions decide between values that read no memory.
    """

    __slots__ = ("_before", "_condition", "_domain")

    def __init__(self, condition: isl.Set, before: Reached | None = None) -> None:
        self._before = before
        self._condition = condition
        self._domain: isl.Set | None = condition if before is None else None

    @property
    def domain(self) -> isl.Set:
        """The values of all symbols for which the point is reached."""
        if self._domain is None:
            assert self._before is not None
            self._domain = self._before.domain.intersect(self._condition).coalesce()
        return self._domain

    @property
    def latest(self) -> isl.Set | None:
        """The last of the conditions, where the domain has not been asked for yet."""
        return self._condition if self._domain is None else None


NOWHERE = Place(None, (), VOID, complete=False)
NULL = Pointer(Place(None, (), VOID, complete=False))
"""The null pointer, which leads to no memory."""


def inside(root: Root, of: CType) -> Pointer:
    """A pointer that leads somewhere into a memory."""
    return Pointer(Place(root, (), of, complete=False))


def common_root(pointers: Iterable[Pointer]) -> Root | None:
    """The one memory that pointers lead into, but for those that are null."""
    roots = {id(each.place.root): each.place.root for each in pointers if each is not NULL}
    return next(iter(roots.values())) if len(roots) == 1 else None


class State:
    """What is known at one point of a kernel's execution."""

    def __init__(self) -> None:
        self.names: dict[str, Root | Value] = {}
        self.held: dict[str, Value] = {}
        self.addressed: set[str] = set()
        self.path: list[tuple[int, Loop]] = []
        self.position = 0
        self.reached = Reached(forms.everywhere())
        self.certain = True
        self.accesses: list[Access] = []
        self.unknown: dict[str, frozenset[str]] = {}
        self.ranges: dict[str, tuple[int, int]] = {}
        self.uniform: set[str] = set()
        self.strides: set[str] = set()
        self.atoms: dict[str, isl.PwAff] = {}
        self.products: dict[str, Key] = {}  # of parameters, where one is known to be a product of others
        self.levels: dict[str, int] = {}
        self.reads_tables = False
        self.unwritten: frozenset[str] = frozenset()
        self.loaded: dict[tuple[object, ...], Number] = {}  # what elements of `unwritten` buffers hold
        self.trusted: frozenset[str] = frozenset()  # buffers whose rows may be taken to hold their subscripts
        self.lengths: set[str] = set()  # of rows that counters number
        self.trust = forms.everywhere()  # of which values of parameters that is true
        self._fresh = 0

    @property
    def of_host(self) -> Set[str]:
        """The symbols of memory that the host can read itself, if the point is reached."""
        return frozenset()

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The loops around this point, outermost first."""
        return tuple(loop for _, loop in self.path)

    @property
    def domain(self) -> isl.Set:
        """The values of all symbols for which this point is reached."""
        return self.reached.domain

    @domain.setter
    def domain(self, domain: isl.Set) -> None:
        self.reached = Reached(domain)

    # ---- symbols -----------------------------------------------------------------------------------------------

    def fresh(self, wish: str) -> str:
        """A name that no other symbol has."""
        self._fresh += 1
        return f"{wish}#{self._fresh}"

    def anything(self, ctype: CType | None, changing: frozenset[str] | None = None) -> Number:
        """A value that is not known, and that may be another one in each iteration of the loops around.

        Where it is known in which of them it may change, these are `changing`.
        """
        name = self.fresh("?")
        loops = frozenset(loop.symbol for loop in self.loops)
        self.unknown[name] = loops if changing is None else changing
        of = ctype if isinstance(ctype, IntType) else None
        if of is not None:
            self.ranges[name] = type_range(of)
        return Number(forms.of(forms.symbol(name)), of)

    def anywhere(self, pointer: CType) -> Pointer:
        """A pointer that may lead to any memory."""
        return Pointer(replace(NOWHERE, type=pointer.target if isinstance(pointer, PointerType) else VOID))

    def undecided(self) -> isl.Set:
        """A condition of which nothing is known."""
        value = self.anything(None).form.affine
        assert value is not None
        condition: isl.Set = value.pos_set()
        return condition

    # ---- proofs ------------------------------------------------------------------------------------------------

    def within(self, value: isl.PwAff, low: int | None, high: int | None) -> bool:
        """Whether a value is in a range wherever this point is reached."""
        latest = self.reached.latest
        return (latest is not None and self._within(value, low, high, latest)) or self._within(
            value, low, high, self.domain
        )

    def _within(self, value: isl.PwAff, low: int | None, high: int | None, domain: isl.Set) -> bool:
        names = forms.symbols_of(value) | forms.symbols_of(domain)
        ranges = tuple((name, *self.ranges[name]) for name in sorted(names & self.ranges.keys()))
        return is_within(Alike(value), low, high, Alike(domain), ranges)

    # ---- arithmetic --------------------------------------------------------------------------------------------

    def converted(self, value: Number, to: IntType) -> Number:
        """A number as another integer type holds it."""
        source = value.type
        if source is None or to.name == "_Bool":
            return self.anything(to)
        widens = to.bits > source.bits and (to.signed or not source.signed)
        if widens or (to.bits == source.bits and to.signed == source.signed) or to.bits == 64:
            return Number(value.form, to)
        function = value.form.affine
        if function is not None and self.within(function, *type_range(to)):
            return Number(value.form, to)
        return self.anything(to)

    def calculated(self, operator: str, one: Number, other: Number) -> Number:
        """`one operator other` for an arithmetic operator."""
        if one.type is None or other.type is None:
            return self.anything(None)
        to = promote(one.type) if operator in ("<<", ">>") else usual(one.type, other.type)
        assert isinstance(to, IntType)
        left = self.converted(one, to)
        right = other if operator in ("<<", ">>") else self.converted(other, to)
        form = self._calculated(operator, left, right)
        if form is None or any(value.n_piece() > forms.MOST_PIECES for value in form.terms.values()):
            return self.anything(to)
        if (
            not to.signed
            and to.bits < 64
            and not ((value := form.affine) is not None and self.within(value, *type_range(to)))
        ):
            return self.anything(to)
        return Number(form, to)

    def _calculated(self, operator: str, left: Number, right: Number) -> Form | None:
        match operator:
            case "+":
                return forms.plus(left.form, right.form)
            case "-":
                return forms.plus(left.form, forms.scaled(right.form, -1))
            case "*":
                return self._product(left.form, right.form)
        by, value = right.form.number, left.form.affine
        if by is None or value is None:
            return None
        if operator == "<<":
            return forms.scaled(left.form, 1 << by) if 0 <= by < 32 else None
        if operator == ">>":
            operator, by = "/", 1 << by if 0 <= by < 63 else 0
        if operator == "&" and by > 0 and by & (by + 1) == 0:  # the last bits, of negative numbers, too
            return forms.of(value.mod_val(isl.Val(str(by + 1))))
        if by <= 0:
            return None
        if operator == "/" and self.within(value, 0, None):
            return forms.of(value.scale_down_val(isl.Val(str(by))).floor())
        if operator == "%":
            positive, signed = self.within(value, 0, None), left.type is not None and left.type.signed
            rest = forms.remainder(value, by, positive=positive) if positive or signed else None
            return None if rest is None else forms.of(rest)
        return None

    def _product(self, one: Form, other: Form) -> Form | None:
        for each in (one, other):
            for value in each.terms.values():
                if all(map(self._is_parameter, forms.symbols_of(value))):
                    _, atom = forms.primitive(value)
                    self.atoms[str(atom)] = atom
        return forms.times(one, other, self._is_parameter)

    def _is_parameter(self, name: str) -> bool:
        """Whether a symbol has one value in the whole kernel, or at least in all iterations of the loop around."""
        if name in self.uniform:
            return True
        changes = self.unknown.get(name)
        return changes is not None and bool(self.path) and self.path[-1][1].symbol not in changes

    def _plain(self, form: Form) -> isl.PwAff:
        """A form without products of parameters: what they add up to is not known."""
        value = form.terms.get((), ZERO)
        if all(not key for key in form.terms):
            return value
        unknown = self.anything(None).form.affine
        assert unknown is not None
        return value.add(unknown)

    def compared(self, operator: str, one: Value, other: Value) -> isl.Set:
        """Where `one operator other` holds."""
        if not isinstance(one, Number) or not isinstance(other, Number) or one.type is None or other.type is None:
            return self.undecided()
        to = usual(one.type, other.type)
        assert isinstance(to, IntType)
        left, right = self.converted(one, to).form.affine, self.converted(other, to).form.affine
        if left is None or right is None:
            return self.undecided()
        if not to.signed and not (self.within(left, 0, None) and self.within(right, 0, None)):
            return self.undecided()
        return relation(operator, left, right)

    # ---- places ------------------------------------------------------------------------------------------------

    def element(self, pointer: Pointer, offset: Number, *, lawful: bool, moves: bool = False) -> Place:
        """The object `offset` elements behind the one that a pointer leads to.

        `lawful` is true if the pointer represents an array: C promises that the offset is a subscript of it.
        `moves` is true if only the pointer is computed, which may lead before its array, as in `a - 1`.
        """
        place = pointer.place
        if place.linear is not None:
            prefix, before = place.linear
            form = forms.plus(before, offset.form)
            level = self.levels.get(place.root.name) if place.root is not None else None
            trusted = place.root is not None and place.root.name in self.trusted
            steps = self._subscripts(form, trusted=trusted) if level is None else _rows(form, level)
            if steps is None and level is None and all(map(self._holds_unknown, filter(None, form.terms))):
                steps = (Index(self._plain(form)),)
            found = place.steps[:prefix] if steps is None else (*place.steps[:prefix], *steps)
            return Place(place.root, found, place.type, steps is not None, (prefix, form))
        if offset.form.number == 0:
            return place
        last = place.steps[-1] if place.complete and place.steps else None
        if not isinstance(last, Index) or last.extent is None:
            alone = place.root is not None and place.root.memory is Memory.PRIVATE and len(place.steps) == 1
            subscripts = None
            if isinstance(last, Index) and not last.chain and alone:  # beyond the one dimension nothing is
                subscripts = self._subscripts(forms.plus(forms.of(last.value), offset.form))
            return replace(place, complete=False) if subscripts is None else replace(place, steps=subscripts)
        function = offset.form.affine
        if function is None:
            steps = self._subscripts(offset.form) if lawful and forms.as_number(last.value) == 0 else None
            if steps is not None:
                return replace(place, steps=(*place.steps[:-1], *steps))
            function = self._plain(offset.form)
        value = last.value.add(function)
        step = Index(value, last.extent)
        alone = len(place.steps) == 1  # beyond the one dimension there is another object
        if (
            self.within(value, 0, last.extent - 1)
            or (moves and alone)
            or ((lawful or alone) and self._may_be_inside(step))
        ):
            return replace(place, steps=(*place.steps[:-1], step))
        # the next row, perhaps: nothing is known of all subscripts
        return replace(place, steps=tuple(_leading_members(place.steps)), complete=False)

    def _holds_unknown(self, key: Key) -> bool:
        """Whether a product of parameters holds a value that is not known."""
        return any(name in self.unknown for part in key for name in forms.symbols_of(self.atoms[part]))

    def _may_be_inside(self, step: Index) -> bool:
        """Whether a subscript may be lawful: it does not leave its range for whatever parameters there are."""
        assert step.extent is not None
        counters = tuple(loop.symbol for loop in self.loops)
        return somewhere_inside(Alike(step.value), step.extent, Alike(self.domain), counters)

    def _subscripts(self, form: Form, *, trusted: bool = False) -> tuple[Index, ...] | None:
        """One subscript, or those of rows whose length is a parameter: i * n + j is [i][j] where 0 <= j < n.

        With `trusted` j is taken to be in that range wherever parameters may be such that it is (`trust`).
        """
        value = form.affine
        if value is not None:
            return (Index(value),)
        found = next(filter(None, map(self._in_rows, self._ways(form))), None)
        before = self.trust
        for way in self._ways(form) if found is None and trusted else ():
            found = self._in_rows(way, self._trusts)
            if found is not None:
                break
            self.trust = before
        return found

    def _ways(self, form: Form) -> Iterator[Form]:
        """A form with the lengths of rows as products, in the ways in which it may be meant."""
        for each in (form, *self._multiplied_out(form)):
            for way in chain([self._rows_counted(each)], self._other_rows(each)):
                yield way
                yield from self._other_beginnings(way)

    def _multiplied_out(self, form: Form) -> Iterator[Form]:
        """A form with the products that parameters are known to be in their place, if there are any in it."""
        made, changed = Form({}), False
        for key, value in form.terms.items():
            whole = tuple(sorted(part for each in key for part in self.products.get(each, (each,))))
            changed = changed or len(whole) > len(key)
            made = forms.plus(made, Form({whole: value}))
        rest = form.terms.get((), ZERO)
        for name, parts in self.products.items():
            product = self.atoms[name]
            if number := forms.times_in(rest, product):
                changed = True
                less = product.scale_val(isl.Val(str(-number)))
                made = forms.plus(made, Form({parts: forms.constant(number), (): less}))
        if changed:
            yield made

    def _trusts(self, outside: isl.Set) -> bool:
        """Whether no place `outside` is reached for some values of the host's parameters for which the point is.

        `trust` is then what they must be, where the point is reached.  What leaves only small values to one of
        them, as `n == 1`, was not meant.
        """
        counters = [loop.symbol for loop in self.loops]
        reached = forms.without(self.domain, counters)
        trust = forms.without(outside, counters).complement().gist(reached)
        symbols = forms.symbols_of(trust)
        if not symbols <= self.uniform | self.of_host:
            return False
        trust = self.trust.intersect(trust).coalesce()
        within = reached.intersect(trust)
        if trust.n_basic_set() > forms.MOST_PIECES or within.is_empty():
            return False
        for name in sorted(symbols):
            if forms.is_limited(within, name, SMALL) and not forms.is_limited(reached, name, SMALL):
                return False
        self.trust = trust
        return True

    def _in_rows(
        self, form: Form, never: Callable[[isl.Set], bool] = isl.Set.is_empty
    ) -> tuple[Index, ...] | None:
        """The subscripts of rows whose lengths are the products of parameters in a form.

        None unless those where one leaves its row `never` are reached.
        """
        keys = sorted((key for key in form.terms if key), key=lambda key: (-len(key), key))
        functions = [form.terms[key] for key in keys]
        rest = form.terms.get((), ZERO)
        indices = (*map(_row, functions, keys), _row(rest, ("",)))
        if all(len(key) == 1 and key[0] in self.strides for key in keys):
            return indices  # C promises that each subscript of an array of variable size is in its range
        for longer, shorter, low in zip(keys, [*keys[1:], ()], [*functions[1:], rest], strict=True):
            width = self._quotient(longer, shorter)
            if width is None:
                return None
            outside = low.lt_set(ZERO).union(low.ge_set(width)).intersect(self.domain)
            if not never(outside):
                return None
        counters = {loop.symbol for loop in self.loops}
        numbered = zip(keys, functions, strict=True)
        self.lengths |= {key[0] for key, row in numbered if len(key) == 1 and counters & forms.symbols_of(row)}
        return indices

    def _rows_counted(self, form: Form) -> Form:
        """A form in which a row's length times a parameter says which row it is, as it does times a counter."""
        made = Form({})
        for key, value in form.terms.items():
            rows = [part for part in key if part in self.strides]
            number = forms.as_number(value)
            if len(key) == 2 and len(rows) == 1 and number is not None:
                row = self.atoms[key[0] if key[1] == rows[0] else key[1]]
                key, value = (rows[0],), row.scale_val(isl.Val(str(number)))
            made = forms.plus(made, Form({key: value}))
        return made

    def _other_rows(self, form: Form) -> Iterator[Form]:
        """A form with products of two parameters, of which one may be a row's length and the other say which.

        That of rows which counters number is likelier to be it: in `d[i * n + k] + d[k * n + j]`, `n`.
        """
        pairs = {key for key, value in form.terms.items() if len(key) == 2 and forms.as_number(value) is not None}
        for length in sorted(
            {part for key in pairs for part in key}, key=lambda each: (each not in self.lengths, each)
        ):
            if any(key and key != (length,) and (key not in pairs or length not in key) for key in form.terms):
                continue
            made = Form({})
            for key, value in form.terms.items():
                number = forms.as_number(value)
                if key in pairs and number is not None:
                    row = self.atoms[key[0] if key[1] == length else key[1]]
                    key, value = (length,), row.scale_val(isl.Val(str(number)))
                made = forms.plus(made, Form({key: value}))
            yield made

    def _other_beginnings(self, form: Form) -> Iterator[Form]:
        """A form whose last term counts rows, too: i * n + n + j is (i + 1) * n + j."""
        rest = form.terms.get((), ZERO)
        for key in sorted(key for key in form.terms if len(key) == 1):
            length = self.atoms[key[0]]
            rows = forms.times_in(rest, length)
            for number in (rows, rows - 1, rows + 1) if rows else ():
                if number:
                    more = forms.constant(number)
                    yield forms.plus(form, Form({key: more, (): length.scale_val(isl.Val(str(-number)))}))

    def _quotient(self, longer: Key, shorter: Key) -> isl.PwAff | None:
        """The one parameter that a product has more than another."""
        left = list(longer)
        for part in shorter:
            if part in left:
                left.remove(part)
        return self.atoms.get(left[0]) if len(left) == 1 and len(longer) == len(shorter) + 1 else None

    # ---- accesses ----------------------------------------------------------------------------------------------

    def record(
        self, place: Place, node: c_ast.Node, *, write: bool, certain: bool = True, atomic: str = ""
    ) -> None:
        """Note a read or write at this point."""
        root = place.root
        if root is not None and root.memory is Memory.VALUE:
            return
        if root is None:
            place = replace(place, steps=(), complete=False)
        inexact = [number for number, loop in enumerate(self.loops, 1) if not loop.exact]
        self.accesses.append(
            Access(
                root,
                place.steps,
                write,
                self.domain,
                self.loops,
                (*(number for number, _ in self.path), self.position),
                max(inexact, default=0) if certain and self.certain else None,
                place.complete,
                node,
                place.type,
                atomic,
                place.linear[1] if place.linear is not None else None,
            )
        )
        self.position += 1


ZERO = forms.constant(0)


def first_element(place: Place) -> Place:
    """The first element of an array."""
    assert isinstance(place.type, ArrayType)
    steps = (*place.steps, Index(ZERO, place.type.length)) if place.complete else place.steps
    return Place(place.root, steps, place.type.element, place.complete)


def member(place: Place, name: str, ctype: CType, *, union: bool) -> Place:
    """A member of a structure."""
    steps = (*place.steps, Member(name, union)) if place.complete else place.steps
    return Place(place.root, steps, ctype, place.complete)


def _rows(form: Form, level: int) -> tuple[Index, ...] | None:
    """The subscripts of memory behind so many levels of tables, whose rows are believed to lie apart."""
    keys = [tuple(tables.level(each) for each in range(first, level)) for first in range(level)]
    if any(key not in keys for key in form.terms if key):
        return None
    return (*(_row(form.terms.get(key, ZERO), key) for key in keys), _row(form.terms.get((), ZERO), ("",)))


def _row(value: isl.PwAff, chain: Key) -> Index:
    return Index(value, None, chain)


def _leading_members(steps: tuple[Step, ...]) -> list[Step]:
    found: list[Step] = []
    for step in steps:
        if isinstance(step, Index):
            break
        found.append(step)
    return found
