"""Bounds of loops as functions of the thread's number: do the parts of all threads make one range?

Values are polynomials in the names of integers, in the thread's number and the count of threads, and in quotients
and remainders of such, by cases with conditions.  Parts [low(t), high(t)) make one range from low(0) on, each
iteration once, where high(t) is low(t + 1) for all t, and the lengths of all parts have one sign.  What cuts all
parts at a common end, or gives the last thread the rest, is taken off first.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from operator import mul

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import INCREMENTS, MIRRORED, clone, walk
from mapper.ir.trees.polynomials import ONE, ZERO, Atom, Polynomial, atom_of, constant, divided
from mapper.openmp.idioms.shares.cases import (
    COUNT,
    ELEMENT,
    ME,
    MEMBERS,
    NUMBER,
    THREADS,
    Case,
    Cases,
    Condition,
    contradict,
    for_thread,
    negated,
    one_case,
)

_MOST_CASES = 16
_INTEGERS = frozenset(["int", "long", "signed", "unsigned"])
_NARROW = frozenset(["char", "short", "_Bool"])
_INTEGER_TYPES = frozenset(
    ["size_t", "ssize_t", "ptrdiff_t", "int32_t", "int64_t", "uint32_t", "uint64_t", "intptr_t", "uintptr_t"]
)


def is_integer_type(names: list[str], defined: Container[str] = (), *, narrow: bool = False) -> bool:
    """Whether type specifiers name an integer type that holds all values of `int`; with `narrow` any one.

    `defined` are those of the program that do (`integer_types`).
    """
    specifiers = _INTEGERS | _NARROW if narrow else _INTEGERS
    return set(names) <= specifiers or (len(names) == 1 and (names[0] in _INTEGER_TYPES or names[0] in defined))


def integer_types(tree: c_ast.Node) -> frozenset[str]:
    """The names that a unit's `typedef`s give to integer types alone that hold all values of `int`."""
    found: dict[str, bool] = {}
    for node in walk(tree):
        if isinstance(node, c_ast.Typedef):
            of = node.type
            plain = isinstance(of, c_ast.TypeDecl) and isinstance(of.type, c_ast.IdentifierType)
            known = {name for name, integer in found.items() if integer}
            found[node.name] = found.get(node.name, True) and plain and is_integer_type(of.type.names, known)
    return frozenset(name for name, integer in found.items() if integer)


_Join = Callable[[Polynomial, Polynomial], Polynomial]


@dataclass(eq=False, slots=True)
class Values:
    """The values of expressions, and what statements do to variables.

    `known` are the values of variables that are set before, None where they are not known; `settled` says of all
    others whether they are integers that stay as they are, `steady` whether they stay whatever they are.  What
    these lead to (`part[me]`, `grid->n`) is assumed to be integers that nothing changes.
    `integers` are the program's integer types.  `calls` gives for functions which one of OpenMP's library they
    return the value of.  `most` are variables that hold the value of `omp_get_max_threads`; those that are taken
    for the number of threads go into `taken`.  `vague` are variables whose values are not followed.
    """

    known: dict[str, Cases | None]
    settled: Callable[[str], bool]
    steady: Callable[[str], bool] = field(default=lambda _: False)
    integers: frozenset[str] = frozenset()
    calls: Mapping[str, str] = field(default_factory=dict)
    most: frozenset[str] = frozenset()
    taken: set[str] = field(default_factory=set)
    vague: Container[str] = frozenset()
    count = Cases((Case(frozenset(), THREADS),))
    one = Cases((Case(frozenset(), ONE),))

    def cases(self, node: c_ast.Node | None) -> Cases | None:
        """The value of an expression; None where it is not known."""
        found = self._cases(node)
        return None if found is None or len(found.all) > _MOST_CASES else found

    def _cases(self, node: c_ast.Node | None) -> Cases | None:
        match node:
            case c_ast.Constant():
                number = integer_value(node)
                return None if number is None else one_case(constant(number))
            case c_ast.ID(name=name):
                if name in self.known:
                    return self.known[name]
                if name in self.most and self.settled(name):
                    self.taken.add(name)
                    return self.count
                return one_case(atom_of(name)) if self.settled(name) else None
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=None) if self.calls.get(name) in (NUMBER, COUNT):
                return one_case(atom_of(self.calls[name]))
            case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType() as named))):
                return self.cases(node.expr) if is_integer_type(named.names, self.integers) else None
            case c_ast.UnaryOp(op="-"):
                return self._joined(one_case(ZERO), self.cases(node.expr), lambda a, b: a - b)
            case c_ast.UnaryOp(op="!"):
                return self._chosen(self.cases(node.expr), one_case(ZERO), one_case(ONE))
            case c_ast.TernaryOp():
                return self._chosen(self.cases(node.cond), self.cases(node.iftrue), self.cases(node.iffalse))
            case c_ast.BinaryOp():
                return self._binary(node)
            case c_ast.ArrayRef() | c_ast.StructRef():
                place = self._place(node)
                return None if place is None else one_case(place)
        return None

    def _place(self, node: c_ast.Node) -> Polynomial | None:
        """A place in memory as an atom; None where subscripts are not known, or its base may change."""
        match node:
            case c_ast.ID(name=name):
                return atom_of(name) if name not in self.known and self.steady(name) else None
            case c_ast.StructRef():
                of = self._place(node.name)
                return None if of is None else atom_of((f"{node.type}{node.field.name}", of, ZERO))
            case c_ast.ArrayRef():
                of, subscript = self._place(node.name), self.cases(node.subscript)
                by = None if subscript is None else subscript.single
                return None if of is None or by is None else atom_of((ELEMENT, of, by))
        return None

    def _binary(self, node: c_ast.BinaryOp) -> Cases | None:
        left, right = self.cases(node.left), self.cases(node.right)
        operator: str = node.op
        if operator in ("+", "-"):
            return self._joined(left, right, lambda a, b: a + b if operator == "+" else a - b)
        if operator == "*":
            return self._joined(left, right, mul)
        if operator in ("/", "%"):
            return self._joined(left, right, lambda a, b: divided(operator, a, b))
        if operator == "&&":
            return self._chosen(left, self._chosen(right, one_case(ONE), one_case(ZERO)), one_case(ZERO))
        if operator == "||":
            return self._chosen(left, one_case(ONE), self._chosen(right, one_case(ONE), one_case(ZERO)))
        if operator in MIRRORED:
            return self._compared(operator, left, right)
        return None

    def _joined(self, left: Cases | None, right: Cases | None, join: _Join) -> Cases | None:
        if left is None or right is None:
            return None
        pairs = product(left.all, right.all)
        made = (Case(a.conditions | b.conditions, join(a.value, b.value)) for a, b in pairs)
        return Cases(tuple(made)).possible

    def _compared(self, operator: str, left: Cases | None, right: Cases | None) -> Cases | None:
        if operator in (">", ">="):
            left, right, operator = right, left, operator.replace(">", "<")
        difference = self._joined(right, left, lambda a, b: a - b)  # right - left
        if difference is None:
            return None
        made: list[Case] = []
        for case in difference.all:
            condition: Condition = (operator, case.value)
            if operator in ("<", "<="):
                condition = (">=", case.value + constant(-1 if operator == "<" else 0))
            made.append(Case(case.conditions | {condition}, ONE))
            made.append(Case(case.conditions | {negated(condition)}, ZERO))
        return Cases(tuple(made)).possible

    def _chosen(self, test: Cases | None, yes: Cases | None, no: Cases | None) -> Cases | None:
        """`test ? yes : no`."""
        if test is None or yes is None or no is None:
            return None
        made: list[Case] = []
        for case in test.all:
            value = case.value.constant
            for branch, conditions in (
                (yes, {("!=", case.value)} if value is None else set()),
                (no, {("==", case.value)} if value is None else set()),
            ):
                if value is None or (value != 0) is (branch is yes):
                    made += [
                        Case(case.conditions | conditions | each.conditions, each.value) for each in branch.all
                    ]
        return Cases(tuple(made)).possible

    def run(self, item: c_ast.Node) -> bool:
        """Follow a statement that only sets variables to known values; false where it may do anything else.

        Then some of them may have been set already.
        """
        match item:
            case c_ast.Decl(type=c_ast.TypeDecl(type=c_ast.IdentifierType() as named)) if item.init is not None:
                return is_integer_type(named.names, self.integers) and self._set(item.name, self.cases(item.init))
            case c_ast.Assignment(op=operator, lvalue=c_ast.ID(name=name)):
                value = item.rvalue
                if operator != "=":
                    value = c_ast.BinaryOp(operator[:-1], item.lvalue, item.rvalue)
                return self._set(name, self.cases(value))
            case c_ast.UnaryOp(op=operator, expr=c_ast.ID(name=name)) if operator in INCREMENTS:
                step = c_ast.BinaryOp(operator[-1], item.expr, c_ast.Constant("int", "1"))
                return self._set(name, self.cases(step))
            case c_ast.Compound():
                return all(not isinstance(each, c_ast.Decl) and self.run(each) for each in item.block_items or [])
            case c_ast.If():
                return self._if(item)
        return False

    def _set(self, name: str, value: Cases | None) -> bool:
        self.known[name] = None if name in self.vague else value
        return self.known[name] is not None

    def _if(self, item: c_ast.If) -> bool:
        test = self.cases(item.cond)
        yes, no = replace(self, known=dict(self.known)), replace(self, known=dict(self.known))
        if test is None or not yes.run(item.iftrue) or not (item.iffalse is None or no.run(item.iffalse)):
            return False
        for name in sorted(yes.known.keys() | no.known.keys()):
            one, other = yes.known.get(name), no.known.get(name)
            if one != other and not self._set(name, self._chosen(test, one, other)):
                return False
        return True


# ---- parts of a range ------------------------------------------------------------------------------------------


Range = tuple[Cases, Cases, Cases]
"""From where, to where, and by which steps a loop over all parts goes; as its relation says."""


def cyclic(low: Cases, bound: Cases, step: Cases) -> Range | None:
    """The loop that takes the iterations of all threads, which each takes from its number on by their count."""
    first, end, stride = low.single, bound.single, step.single
    if first is None or end is None or stride is None or NUMBER in end.atoms or NUMBER in stride.atoms:
        return None
    between = for_thread(first, ME + ONE) - first
    if not between or NUMBER in between.atoms or (between * THREADS) != stride:
        return None
    return one_case(for_thread(first, ZERO)), bound, one_case(between)


def parts(low: Cases, high: Cases, *, inclusive: bool) -> Range | None:
    """The loop that takes the iterations of all threads, which each takes from `low` to `high`."""
    low, high, end, last = _uncut(low, high, inclusive=inclusive)
    if not _follow(low, high) or not _are_alike(low, high):
        return None
    first = low.mapped(lambda poly: for_thread(poly, ZERO))
    whole = low.mapped(lambda poly: for_thread(poly, THREADS)).single
    whole = None if whole is None else _simplified(whole)
    if whole is None:
        return None
    if end is None:
        return _from_zero(first, whole), one_case(whole), one_case(ONE)
    begin = first.single
    if begin is None:
        return None
    if last:
        evenly = whole in (end, end - _rest(end - begin))
        return (first, one_case(end), one_case(ONE)) if evenly else None
    if _reaches(whole - begin, end - begin):
        return first, one_case(end), one_case(ONE)
    return first, _least(whole, end), one_case(ONE)


def _from_zero(first: Cases, end: Polynomial) -> Cases:
    """Where a loop begins that ends before `end`: `end % threads` is 0 in cases where it is no more than that.

    If the end is negative there are no iterations, from that remainder on as from 0.
    """
    made = []
    for case in first.all:
        rest = divided("%", end, THREADS)
        none = case.value == rest and (">=", -rest) in case.conditions
        made.append(Case(case.conditions, ZERO if none else case.value))
    return one_case(ZERO) if all(case.value == ZERO for case in made) else Cases(tuple(made))


def unproved(low: Cases, high: Cases) -> Range:
    """The loop over all parts where these make one range, which a test must find out; none is run with `high`."""
    bound = high.mapped(lambda poly: for_thread(poly, THREADS - ONE))
    return low.mapped(lambda poly: for_thread(poly, ZERO)), bound, one_case(ONE)


def beginnings(low: Cases, high: Cases, *, inclusive: bool) -> Cases:
    """Where each thread's part would begin if none were cut at the common end."""
    return _uncut(low, high, inclusive=inclusive)[0]


def _uncut(low: Cases, high: Cases, *, inclusive: bool) -> tuple[Cases, Cases, Polynomial | None, bool]:
    """The parts without a common end, that end if there is one, and whether the last thread alone has it."""
    if inclusive:
        high = high.plus(ONE)
    cut = _cut(high)
    if cut is None:
        return low, high, None, False
    high, end, last = cut
    cut_low = _cut(low)
    if cut_low is not None and cut_low[1] == end and not cut_low[2]:
        low = cut_low[0]
    return low, high, end, last


def _least(one: Polynomial, other: Polynomial) -> Cases:
    """The least of two values."""
    below: Condition = (">=", other - one - ONE)
    return Cases((Case(frozenset([below]), one), Case(frozenset([negated(below)]), other))).possible


def _cut(high: Cases) -> tuple[Cases, Polynomial, bool] | None:
    """The cases without those that cut all at one end, the end, and whether the last thread alone has it."""
    for end in {each.value for each in high.all if NUMBER not in each.value.atoms}:
        ends = [each for each in high.all if each.value == end]
        others = [each for each in high.all if each.value != end]
        whole: list[Case] = []
        kinds: set[bool] = set()
        for case in ends:
            for other in others:
                mine, its = case.conditions - other.conditions, other.conditions - case.conditions
                if len(mine) != 1 or len(its) != 1:
                    continue
                (condition,) = mine
                if negated(condition) not in its:
                    continue
                over = other.value - end
                last = ME - THREADS + ONE
                if condition in ((">=", over), (">=", over + constant(-1))):
                    kinds.add(False)
                elif condition in (("==", last), ("==", -last), (">=", last)):
                    kinds.add(True)
                else:
                    continue
                whole.append(Case(other.conditions - its, other.value))
        if len(whole) == len(ends) == len(others) and len(kinds) == 1:
            return Cases(tuple(whole)), end, kinds.pop()
    return None


def _follow(low: Cases, high: Cases) -> bool:
    """Whether each thread's part ends where the next one's begins."""
    following = low.mapped(lambda poly: for_thread(poly, ME + ONE))
    for one, other in product(high.all, following.all):
        conditions = list(one.conditions | other.conditions)
        if contradict(conditions):
            continue
        difference = one.value - other.value
        zeros = _zeros(conditions)
        if difference and difference not in zeros and (-difference) not in zeros:
            return False
    return True


def _zeros(conditions: list[Condition]) -> set[Polynomial]:
    """What conditions leave no value but 0."""
    signs = {poly for operator, poly in conditions if operator == ">="}
    found = {poly for poly in signs if (-poly) in signs}
    return found | {poly for operator, poly in conditions if operator == "=="}


def _are_alike(low: Cases, high: Cases) -> bool:
    """Whether the lengths of parts have one sign for all threads."""
    lengths = [
        one.value - other.value
        for one, other in product(high.all, low.all)
        if not contradict(list(one.conditions | other.conditions))
    ]
    if all(NUMBER not in length.atoms for length in lengths):
        apart = [(one - other).constant for one in lengths for other in lengths]
        return all(value is not None and abs(value) <= 1 for value in apart)
    start = low.single
    if start is None or len(high.all) != 1:
        return False
    moving = [(key, factor) for key, factor in start if any(NUMBER in atom_of(atom).atoms for atom in key)]
    if len(moving) != 1 or len(moving[0][0]) != 1 or not isinstance(moving[0][0][0], tuple):
        return False
    operator, of, by = moving[0][0][0]
    step = for_thread(of, ME + ONE) - of
    return operator == "/" and NUMBER not in step.atoms and NUMBER not in by.atoms


def _simplified(poly: Polynomial) -> Polynomial:
    """`x / threads * threads + x % threads` is x."""
    for key, factor in poly:
        for atom in key:
            if isinstance(atom, tuple) and atom[0] == "%" and len(key) == 1:
                _, of, by = atom
                whole = atom_of(("/", of, by)) * by
                rest = poly - Polynomial({key: factor}) - constant(factor) * whole
                if len(rest.terms) < len(poly.terms):
                    return _simplified(rest + constant(factor) * of)
    return poly


def _rest(count: Polynomial) -> Polynomial:
    """`count % threads`, as what `count / threads` for each thread leaves over."""
    return count - divided("/", count, THREADS) * THREADS


def _reaches(whole: Polynomial, count: Polynomial) -> bool:
    """Whether so many iterations for all threads are at least the count: a quotient that is rounded up."""
    up = divided("/", count + (THREADS - ONE), THREADS) * THREADS
    also = divided("/", count - ONE, THREADS) * THREADS + THREADS
    return whole in (up, also)


# ---- back to C -------------------------------------------------------------------------------------------------


def printed(cases: Cases, threads: c_ast.Node | None) -> c_ast.Node | None:
    """The expression, with `threads` for their count; None where it needs that and there is none.

    The thread's number is the call that asks for it.
    """
    *others, last = cases.all
    result = tree(last.value, threads)
    for case in reversed(others):
        value = tree(case.value, threads)
        tests = [_test(each, threads) for each in sorted(case.conditions, key=repr)]
        known = [each for each in tests if each is not None]
        if value is None or result is None or len(known) != len(tests):
            return None
        result = c_ast.TernaryOp(build.joined("&&", known), value, result)
    return result


def _test(condition: Condition, threads: c_ast.Node | None) -> c_ast.Node | None:
    operator, poly = condition
    value = tree(poly, threads)
    return None if value is None else c_ast.BinaryOp(operator, value, c_ast.Constant("int", "0"))


def tree(poly: Polynomial, threads: c_ast.Node | None) -> c_ast.Node | None:
    """A polynomial as an expression of C; None where it needs the count of threads and there is none."""
    result: c_ast.Node | None = None
    for key, factor in sorted(poly, key=lambda term: (term[1] < 0, not term[0])):
        factors = [_factor(atom, threads) for atom in key]
        known = [each for each in factors if each is not None]
        if len(known) != len(factors):
            return None
        if abs(factor) != 1 or not known:
            known.append(c_ast.Constant("int", str(abs(factor))))
        if len(known) > 1:
            known[0] = build.host_cast("long", known[0])
        term = known[0]
        for each in known[1:]:
            term = c_ast.BinaryOp("*", term, each)
        result = build.total(result, term, negative=factor < 0)
    return result if result is not None else c_ast.Constant("int", "0")


def _factor(atom: Atom, threads: c_ast.Node | None) -> c_ast.Node | None:
    if isinstance(atom, tuple):
        operator, of, by = atom
        left, right = tree(of, threads), tree(by, threads)
        if operator == ELEMENT and left is not None and right is not None:
            return c_ast.ArrayRef(left, right)
        if operator[0] in MEMBERS and left is not None:
            access = "->" if operator.startswith("->") else "."
            return c_ast.StructRef(left, access, c_ast.ID(operator.removeprefix(access)))
        return None if left is None or right is None else c_ast.BinaryOp(operator, left, right)
    if atom == COUNT:
        return None if threads is None else clone(threads)
    return c_ast.FuncCall(c_ast.ID(NUMBER), None) if atom == NUMBER else c_ast.ID(atom)
