"""Loops that count by one through a range: `for (k = low; k < high; k++)`, and down."""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols, remembered
from mapper.frontend.gnu.markers import COMPUTED_GOTO
from mapper.ir.expressions.polynomials import ONE, Polynomial
from mapper.ir.trees.headers import head_of
from mapper.ir.trees.jumps import JUMPS
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import LOOPS, AnyLoop, Omp, called_name, walk
from mapper.translate.common.uses import written_object
from mapper.translate.loops.parts import Index, bound


@dataclass(frozen=True, slots=True)
class Counting:
    """A loop whose counter has each value of a range once, unless the loop is left early.

    `counter` and `values` are its counter and that range as indices, `number` is that of the
    counter's symbol.  `changed` are the numbers of the variables that the loop changes, the counter among them;
    none of them is in `values`.  `runs` is true if the range is not empty.
    """

    counter: Index
    values: Index
    number: int
    changed: frozenset[int]
    runs: bool


def counting(loop: c_ast.For, symbols: Symbols, fixed: frozenset[Symbol]) -> Counting | None:
    """What is known of a loop; `fixed` are the variables that nothing changes but assignments to their names."""
    head = head_of(loop)
    counter = symbols.symbol(head.start.node) if head is not None else None
    if head is None or counter is None or counter not in fixed or symbols.constant(head.step.by) != 1:
        return None
    if counter.number in changed_in(loop.stmt, symbols):
        return None
    changed = changed_in(loop, symbols) | {counter.number}
    first_value, last_value = bound(head.start.value, symbols, fixed), bound(head.bound, symbols, fixed)
    if first_value is None or last_value is None:
        return None
    names = first_value.names | last_value.names
    ends = _ends(first_value.low, last_value.low, head.relation, up=head.step.sign > 0)
    if ends is None or names & changed:
        return None
    values = Index(*ends, names)
    runs = ((ends[1] - ends[0]).constant or 0) > 0
    at = bound(head.step.counter, symbols, fixed)
    assert at is not None
    return Counting(at, values, counter.number, changed, runs)


def _ends(first: Polynomial, last: Polynomial, relation: str, *, up: bool) -> tuple[Polynomial, Polynomial] | None:
    """The least of a counter's values, and the one behind the greatest."""
    if up and relation in ("<", "<="):
        return first, last if relation == "<" else last + ONE
    if not up and relation in (">", ">="):
        return last if relation == ">=" else last + ONE, first + ONE
    return None


@remembered
def changed_in(root: c_ast.Node, symbols: Symbols) -> frozenset[int]:
    """The numbers of the variables that code changes by name."""
    found = set()
    for node in walk(root):
        target = changed_place(node)
        name: c_ast.Node | None = node if isinstance(node, c_ast.Decl) else None
        if target is not None:
            name = written_object(target, symbols)
        symbol = symbols.symbol(name) if name is not None else None
        if symbol is not None:
            found.add(symbol.number)
    return frozenset(found)


def is_endless(loop: AnyLoop, symbols: Symbols) -> bool:
    """Whether only jumps leave a loop."""
    return loop.cond is None or symbols.constant(loop.cond) not in (None, 0)


_LEADING_AWAY = (*JUMPS, c_ast.Label, c_ast.Switch, Omp)


@remembered
def goes_on(code: c_ast.Node, symbols: Symbols) -> bool:
    """Whether all ways through some code end behind it: it has no jumps, labels, constructs, or endless loops."""
    for node in walk(code):
        if isinstance(node, _LEADING_AWAY) or called_name(node) == COMPUTED_GOTO:
            return False
        if isinstance(node, LOOPS) and is_endless(node, symbols):
            return False
    return True
