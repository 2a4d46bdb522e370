"""Variables with one of several values: that of some iteration, or what a condition chose.

for (i = k + 1; i < n; i++) if (fabs(a[i][k]) > fabs(a[p][k])) p = i;     a[p][k] is that of another `i`
for (i = 0; i < n; i++) { double *p = i % 2 ? a : b; p[i] = 0; }          p[i] is a[i] or b[i]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.host.touched.changes import assigned, pointed
from mapper.analysis.host.touched.numbers import Numbers
from mapper.analysis.host.touched.values import Frame, Number, Pointer
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import Omp, walk

Choices = dict[Symbol, tuple[Number, ...]]
"""The values of which variables have one."""
_MOST = 4


def chosen(node: c_ast.For, counter: Symbol, value: Number, frame: Frame, numbers: Numbers) -> Choices:
    """The variables that the body of a loop sets to the counter and to constants alone.

    `value` is the counter's in any iteration; `frame` holds the values where the loop begins.
    """
    if any(isinstance(each, Omp) for each in walk(node)):
        return {}
    symbols, elsewhere = frame.symbols, pointed(frame.function)
    for part in (node.cond, node.next):
        elsewhere |= set() if part is None else assigned(part, symbols)
    found: Choices = {}
    for symbol in assigned(node.stmt, symbols) - elsewhere:
        places = _assignments(node.stmt, symbol, symbols)
        if not places or not symbol.is_automatic or symbol.file_scope or symbol.type.volatile:
            continue
        if not isinstance(integer_of(symbol.type), IntType):
            continue
        before = frame.values.get(symbol)
        first = before if isinstance(before, tuple) else (numbers.number(places[0].lvalue, frame),)
        values = [*first]
        for source in (arm for place in places for arm in _arms(place.rvalue)):
            known, named = symbols.constant(source), symbols.symbol(source)
            if known is None and named is symbol:
                continue
            number = numbers.number(source, frame) if known is not None else value if named is counter else None
            values.append(numbers.converted(number, source, symbol.type, frame))
        exact = [each for each in values if each is not None and each.exact]
        if len(exact) == len(values) <= _MOST:
            found[symbol] = tuple(dict.fromkeys(exact))
    return found


def pointers(source: c_ast.Node, frame: Frame, numbers: Numbers) -> tuple[Pointer, ...] | None:
    """The pointers of which a conditional expression is one; None where one of them is not known."""
    before, numbers.certain = numbers.certain, False  # an arm may not be evaluated
    found = [numbers.pointer(arm, frame) for arm in _arms(source)]
    numbers.certain = before
    known = [replace(each, typed=False) for each in found if each is not None]
    return tuple(dict.fromkeys(known)) if 1 < len(known) == len(found) <= _MOST else None


def either(symbol: Symbol, branches: Iterable[Frame]) -> tuple[Pointer, ...] | None:
    """What a pointer variable holds behind branches that set it; None where one sets it to anything else."""
    found: list[Pointer] = []
    for frame in branches:
        value = frame.values.get(symbol)
        values = value if isinstance(value, tuple) else (value,)
        pointed_to = [each for each in values if isinstance(each, Pointer)]
        if not pointed_to or len(pointed_to) < len(values):
            return None
        found += pointed_to
    return tuple(dict.fromkeys(found)) if len(found) <= _MOST else None


def chooses_pointers(node: c_ast.Node, frame: Frame) -> bool:
    """Whether a variable that a node names holds one of several pointers."""
    named = {frame.symbols.symbol(each) for each in walk(node) if isinstance(each, c_ast.ID)}
    values = [value for symbol, value in frame.values.items() if symbol in named and isinstance(value, tuple)]
    return any(isinstance(each, Pointer) for value in values for each in value)


def frames(node: c_ast.Node, frame: Frame) -> Iterator[Frame]:
    """Frames in which each such variable that a node names has one value; the frame itself where there is none."""
    named = {frame.symbols.symbol(each) for each in walk(node) if isinstance(each, c_ast.ID)}
    choices = {symbol: value for symbol, value in frame.values.items() if symbol in named}
    several = {symbol: value for symbol, value in choices.items() if isinstance(value, tuple)}
    if not several:
        yield frame
    elif len(several) == 1:
        ((symbol, values),) = several.items()
        for value in values:
            yield replace(frame, values=frame.values | {symbol: value})
    else:
        yield replace(frame, values=frame.values | dict.fromkeys(several))


def _assignments(body: c_ast.Node, symbol: Symbol, symbols: Symbols) -> list[c_ast.Assignment]:
    """The assignments to a variable; none where it is changed in another way."""
    found: list[c_ast.Assignment] = []
    for each in walk(body):
        place = each if isinstance(each, c_ast.Decl) else changed_place(each)
        if place is None or symbols.symbol(place) is not symbol:
            continue
        if not isinstance(each, c_ast.Assignment) or each.op != "=":
            return []
        found.append(each)
    return found


def _arms(value: c_ast.Node) -> Iterator[c_ast.Node]:
    """The expressions of which one is a value."""
    if isinstance(value, c_ast.TernaryOp):
        yield from _arms(value.iftrue)
        yield from _arms(value.iffalse)
    else:
        yield value
