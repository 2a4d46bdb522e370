"""The state of a walk over a kernel: which objects pointers lead to, and which accesses there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import chain, pairwise
from math import gcd

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.evaluation.arithmetic import ZERO, Arithmetic, Number, Place, Pointer
from mapper.analysis.kernels.evaluation.comparisons import beyond_row, is_in_row, somewhere_inside
from mapper.analysis.kernels.forms import Alike, Form, Key
from mapper.analysis.kernels.relations.accesses import (
    Access,
    Digits,
    Index,
    Member,
    Memory,
    Root,
    Step,
    member_alone,
)
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import is_flexible, unqualified
from mapper.ir.builtins import tables
from mapper.ir.trees.ctypes import ArrayType, CType, StructType
from mapper.ir.trees.literals import integer_value


class State(Arithmetic):
    """What is known at one point of a kernel's execution; `around` are the symbols of the loop's unit."""

    around: Symbols | None

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
            level = self.levels.get(place.root.name) if place.root is not None and not prefix else None
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
            return Place(place.root, (*place.steps[:-1], step), place.type, place.complete, place.linear)
        # the next row, perhaps: nothing is known of all subscripts
        return replace(place, steps=tuple(_leading_members(place.steps)), complete=False)

    def flexible_array(self, node: c_ast.Node) -> Place | None:
        """The first element of a flexible array, whose address a sum is; None for other code.

        In the code of kernels the array is so many bytes behind its structure, the first of a buffer:
        `(uchar *)image + 12`.
        """
        if not isinstance(node, c_ast.BinaryOp) or node.op != "+" or not isinstance(node.left, c_ast.Cast):
            return None
        owner, offset = node.left.expr, integer_value(node.right)
        known = self.names.get(owner.name) if isinstance(owner, c_ast.ID) else None
        value = self.held.get(known.name) if isinstance(known, Root) else known
        place = value.place if isinstance(value, Pointer) else None
        if place is None or place.linear is None or place.linear[0] or not place.complete:
            return None
        of = unqualified(place.type)
        if place.linear[1].number != 0 or not isinstance(of, StructType) or of.union or self.around is None:
            return None
        members = self.around.members(of)
        last = members[-1] if members else None
        if last is None or last.offset != offset or not is_flexible(last.type):
            return None
        assert isinstance(last.type, ArrayType)
        steps = (*place.steps, Member(last.name), Index(ZERO))
        return Place(place.root, steps, last.type.element, linear=(len(steps) - 1, forms.number(0)))

    def is_unwritten(self, root: Root, place: Place) -> bool:
        """Whether the kernel does not write what an object of a buffer holds."""
        return root.name in self.unwritten or (root.name, member_alone(place.steps)) in self.unwritten_members

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

        Rows of points are longer: (i * n + j) * 3 + c is [i][j * 3 + c] where 0 <= j * 3 + c < 3 * n.
        With `trusted` j is taken to be in that range wherever parameters may be such that it is (`trust`).
        """
        value = form.affine
        if value is not None:
            return (Index(value),)
        found = next(filter(None, map(self._in_rows, self._ways(form))), None)
        if found is None:
            found = next(filter(None, map(self._in_rows_of_points, self._ways(form))), None)
        before = self.trust
        for way in self._ways(form) if found is None and trusted else ():
            found = self._in_rows_of_points(way, self._trusts) or self._in_rows(way, self._trusts)
            if found is not None:
                break
            self.trust = before
        return found or (self._as_digits(form, trusted=trusted) if trusted or self.known_digits else None)

    def _as_digits(self, form: Form, *, trusted: bool) -> tuple[Index, ...] | None:
        """The subscripts of rows whose lengths the host compares before a launch, or will if that is `trusted`."""
        keys = sorted(key for key in form.terms if key)
        of_host = self.uniform | self.of_host
        factor = gcd(*(forms.primitive(form.terms[key])[0].to_python() for key in keys))  # of rows of points
        lengths = [(forms.constant(factor), *(self.atoms[part] for part in key)) for key in keys]
        numbers = [form.terms[key].scale_down_val(isl.Val(str(factor))) for key in keys]
        # which length is the longest is not known: digits can be compared only where all lengths are the same
        system = _chain(tuple(chain.from_iterable(("+", *key) for key in keys))[1:], factor)
        indices = (*(_row(each, system) for each in numbers), _row(form.terms.get((), ZERO), ("",)))
        if len(keys) > Digits.MOST or any(
            not forms.symbols_of(each) <= of_host for one in lengths for each in one
        ):
            return None
        before = self.trust
        most = [self._greatest(each, of_host, trusted=trusted) for each in (*numbers, indices[-1].value)]
        known = [each for each in most if each is not None]
        if len(known) == len(most):
            digits = Digits(tuple(zip(lengths, known[:-1], strict=True)), known[-1])
            known_to_host = digits.key in self.known_digits
            if trusted and not known_to_host:
                self.digits[digits.key] = digits
            if trusted or known_to_host:
                return indices
        self.trust = before
        return None

    def _greatest(self, value: isl.PwAff, of_host: Set[str], *, trusted: bool) -> isl.PwAff | None:
        """The greatest value of a subscript that is never negative, by what the host knows."""
        negative = value.lt_set(ZERO).intersect(self.domain)
        if not negative.is_empty() and not (trusted and self._trusts(negative)):
            return None
        inner = forms.symbols_of(value) | forms.symbols_of(self.domain)
        return forms.greatest(value, self.domain, sorted(inner - of_host))

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
        if not forms.may_be_meant(trust, reached, symbols):
            return False
        self.trust = trust
        return True

    def _in_rows_of_points(
        self, form: Form, never: Callable[[isl.Set], bool] | None = None
    ) -> tuple[Index, ...] | None:
        """The same as `_in_rows` for rows that are longer by common factors of the subscripts."""
        keys = _longest_first(form)
        factors = [forms.primitive(form.terms[key])[0].to_python() for key in keys]
        whole = all(longer % shorter == 0 for longer, shorter in pairwise([*factors, 1]))
        return self._in_rows(form, never, factors) if whole and set(factors) != {1} else None

    def _in_rows(
        self, form: Form, never: Callable[[isl.Set], bool] | None = None, factors: Sequence[int] = ()
    ) -> tuple[Index, ...] | None:
        """The subscripts of rows whose lengths are the products of parameters in a form, each times a factor.

        None unless those where one leaves its row `never` are reached, by default in no case.
        """
        keys = _longest_first(form)
        factors = [*(factors or [1] * len(keys)), 1]
        functions = [
            form.terms[key].scale_down_val(isl.Val(str(factor)))
            for key, factor in zip(keys, factors, strict=False)
        ]
        rest = form.terms.get((), ZERO)
        indices = (*map(_row, functions, map(_chain, keys, factors)), _row(rest, ("",)))
        if all(len(key) == 1 and key[0] in self.strides for key in keys):
            return indices  # C promises that each subscript of an array of variable size is in its range
        lows, times = [*functions[1:], rest], (one // other for one, other in pairwise(factors))
        for longer, shorter, low, number in zip(keys, [*keys[1:], ()], lows, times, strict=True):
            width = self._quotient(longer, shorter)
            if width is None:
                return None
            width = width.scale_val(isl.Val(str(number)))
            if never is None:
                held = is_in_row(Alike(low), Alike(width), Alike(self.domain))
            else:
                held = never(beyond_row(low, width, self.domain))
            if not held:
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


def _chain(key: Key, factor: int) -> Key:
    """What names a length: a product of parameters, times a factor."""
    return key if factor == 1 else (*key, str(factor))


def _longest_first(form: Form) -> list[Key]:
    """The products of a form, those of most parameters first."""
    return sorted((key for key in form.terms if key), key=lambda key: (-len(key), key))


def _leading_members(steps: tuple[Step, ...]) -> list[Step]:
    found: list[Step] = []
    for step in steps:
        if isinstance(step, Index):
            break
        found.append(step)
    return found
