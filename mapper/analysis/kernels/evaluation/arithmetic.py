"""Values in a walk over a kernel: which symbols there are, what is known of them, and arithmetic with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, replace
from functools import lru_cache

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.evaluation.comparisons import is_within, relation, type_range
from mapper.analysis.kernels.forms import Alike, Form, Key
from mapper.analysis.kernels.relations.accesses import Access, Digits, Loop, Root, Step
from mapper.analysis.names.types import promote, usual
from mapper.ir.trees.ctypes import INT, VOID, CType, IntType, PointerType
from mapper.ir.trees.literals import character_constant, integer_constant


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


class Reached:
    """Where a point is reached: where the point `before` is, and a condition holds.

    The set is computed when it is asked for: most conditions decide between values that read no memory.
    `simplified` gives a set that is worth isl's work, inside of the one before.
    """

    __slots__ = ("_before", "_condition", "_domain", "_simplified")

    def __init__(
        self,
        condition: isl.Set,
        before: Reached | None = None,
        simplified: Callable[[isl.Set, isl.Set], isl.Set] = lambda condition, _: condition,
    ) -> None:
        self._before = before
        self._simplified = simplified
        self._condition = condition
        self._domain: isl.Set | None = condition if before is None else None

    @property
    def domain(self) -> isl.Set:
        """The values of all symbols for which the point is reached."""
        if self._domain is None:
            assert self._before is not None
            around = self._before.domain
            self._domain = self._simplified(forms.both(Alike(around), Alike(self._condition)), around)
        return self._domain

    @property
    def latest(self) -> isl.Set | None:
        """The last of the conditions, where the domain has not been asked for yet."""
        return self._condition if self._domain is None else None


_MOST_UNKNOWN = 3
_MOST_CASES = 8
ZERO = forms.constant(0)
_ONE = forms.constant(1)
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


class Arithmetic:
    """What is known at one point of a kernel's execution, as far as numbers are concerned."""

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
        self.unwritten_members: frozenset[tuple[str, str]] = frozenset()
        self.loaded: dict[tuple[object, ...], Number] = {}  # what memory holds that is not written
        self.trusted: frozenset[str] = frozenset()  # buffers whose rows may be taken to hold their subscripts
        self.lengths: set[str] = set()  # of rows that counters number
        self.trust = forms.everywhere()  # of which values of parameters that is true
        self.digits: dict[str, Digits] = {}  # of which lengths of rows it is, beside those that are known
        self.known_digits: frozenset[str] = frozenset()
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

    def simplified(self, condition: isl.Set, around: isl.Set | None = None) -> isl.Set:
        """A condition, or one that an unknown value decides where isl's work for it is not worth it.

        That one holds inside of `around` only.  A condition with many cases, which depend on many unknown values,
        as those of code that reads text, says little of any subscript.
        """
        if forms.is_simple(condition):
            if condition.n_basic_set() <= _MOST_CASES:
                return condition
            names = forms.symbols_of(condition) & self.unknown.keys()
            if len(names) <= _MOST_UNKNOWN or len(names - self.of_host) <= _MOST_UNKNOWN:
                return condition
        undecided = self.undecided()
        return undecided if around is None else around.intersect(undecided)

    def narrow(self, domain: isl.Set) -> None:
        """What follows is reached in this part of the domain."""
        self.domain = self.simplified(domain, self.domain)

    # ---- proofs ------------------------------------------------------------------------------------------------

    def within(self, value: isl.PwAff, low: int | None, high: int | None) -> bool:
        """Whether a value is in a range wherever this point is reached."""
        latest = self.reached.latest
        return (latest is not None and self._within(value, low, high, latest)) or self._within(
            value, low, high, self.domain
        )

    def _within(self, value: isl.PwAff, low: int | None, high: int | None, domain: isl.Set) -> bool:
        one, around = Alike(value), Alike(domain)
        ranges = tuple((name, *self.ranges[name]) for name in _symbols_of(one, around) if name in self.ranges)
        return is_within(one, low, high, around, ranges)

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
        if form is None or not form.is_useful:
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
        if by is None and value is not None and operator == "%":
            return self._wrapped(value, right.form.affine, left.type)
        if by is None or value is None:
            return None
        if operator == "<<":
            return forms.scaled(left.form, 1 << by) if 0 <= by < 32 else None
        if operator == ">>":
            found = 0 <= by < 63 and self.within(value, 0, None)
            return forms.of(value.scale_down_val(isl.Val(str(1 << by))).floor()) if found else None
        if operator == "&" and by > 0 and by & (by + 1) == 0:  # the last bits, of negative numbers, too
            return forms.of(value.mod_val(isl.Val(str(by + 1))))
        if by <= 0:
            return None
        if operator == "/":
            return self._quotient_of(value, by, left.type)
        if operator == "%":
            positive, signed = self.within(value, 0, None), left.type is not None and left.type.signed
            rest = forms.remainder(value, by, positive=positive) if positive or signed else None
            return None if rest is None else forms.of(rest)
        return None

    def _wrapped(self, value: isl.PwAff, by: isl.PwAff | None, of: IntType | None) -> Form | None:
        """`value % by`, as indices wrap around at the ends of a period: `value` is less than a period beyond them.

        None where that is not so for certain wherever this point is reached.
        """
        if by is None or value.n_piece() > 1 or by.n_piece() > 1:
            return None
        least = forms.constant(0) if of is None or not of.signed else by.scale_val(isl.Val(-2)).add(_ONE)
        if not self.domain.is_subset(value.ge_set(least).intersect(value.lt_set(by.scale_val(isl.Val(2))))):
            return None
        found: isl.PwAff | None = value
        below = value.le_set(by.neg())
        if not self.domain.is_disjoint(below):
            found = forms.chosen(below, value.add(by), value)
        if found is not None:
            found = forms.chosen(value.lt_set(by), found, value.sub(by))
        return None if found is None else forms.of(found)

    def _quotient_of(self, value: isl.PwAff, by: int, of: IntType | None) -> Form | None:
        """`value / by`, rounded towards 0: the parameter in `n / 2` may be negative."""
        least = value.scale_down_val(isl.Val(str(by))).floor()
        if self.within(value, 0, None):
            return forms.of(least)
        if of is None or not of.signed or not all(map(self._is_parameter, forms.symbols_of(value))):
            return None
        below = value.neg().scale_down_val(isl.Val(str(by))).floor().neg()
        found = forms.chosen(value.nonneg_set(), least, below)
        return None if found is None else forms.of(found)

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

    def chosen(self, condition: isl.Set, yes: isl.PwAff, no: isl.PwAff) -> isl.PwAff | None:
        """`condition ? yes : no`; None where that has too many pieces.

        A choice among many unknown values, as for the minimum of data, is no function that subscripts are made of.
        """
        names = forms.symbols_of(condition) | forms.symbols_of(yes) | forms.symbols_of(no)
        if len(names & self.unknown.keys() - self.of_host) > _MOST_UNKNOWN:
            return None
        return forms.chosen(condition, yes, no)

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
        found = relation(operator, left, right)
        return self.simplified(found)


@lru_cache(1 << 14)
def _symbols_of(value: Alike[isl.PwAff], domain: Alike[isl.Set]) -> tuple[str, ...]:
    """The symbols of a function and of a condition, sorted."""
    return tuple(sorted(forms.symbols_of(value.thing) | forms.symbols_of(domain.thing)))


def literal(node: c_ast.Constant) -> Value:
    """The value of a constant."""
    if "'" in node.value and not node.value[0].isdigit():
        return Number(forms.number(character_constant(node.value)[0]), INT)
    if "int" not in node.type:
        return None
    found = integer_constant(node.value)
    return None if found is None else Number(forms.number(found[0]), found[1])
