"""Claims: what one of several iterations does with an element, under `critical`, begins with a compare and swap.

    #pragma omp critical                     if (__sync_bool_compare_and_swap(&level[v], -1, d)) {
    if (level[v] == -1) {                      parent[v] = u;
      level[v] = d;                            found = 1;
      parent[v] = u;             ->          #pragma omp critical
      next[n++] = v;                           next[n++] = v;
      found = 1;                             }
    }

Where the condition is not equality with a number, `if (level[v] > d) { level[v] = d; ... }`, a loop swaps as long
as it holds:

    int old = level[v];
    while (old > d && !__sync_bool_compare_and_swap(&level[v], old, d))
      old = level[v];
    if (old > d) {

One atomic operation decides for each iteration, in some order, as `critical` does.  What follows it stays in the
construct, but for what other iterations can't tell apart: constants, values of the iteration's own variables, and
elements of other arrays at the claimed place, where the condition is equality: only the iteration that claimed it
sets them.  The condition and the new value use no other memory.  Extremes stay what they are.  The source's text
stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.expressions.updates import update_of
from mapper.ir.trees.directive import OWN
from mapper.ir.trees.literals import signed_value
from mapper.ir.trees.names import (
    all_names,
    assigned_names,
    changed_place,
    changed_places,
    declared_names,
    fresh_name,
    mentions,
    names_in,
    occurrences,
)
from mapper.ir.trees.nodes import (
    INCREMENTS,
    LOOPS,
    ORDER,
    Omp,
    base_of,
    clone,
    flattened,
    has_effects,
    is_statement_place,
    path_to,
    replace_child,
    same_text,
    single,
    walk,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.expressions import constant
from mapper.openmp.idioms.constructs import changeable
from mapper.openmp.idioms.declared_types import Declared, scalar_words
from mapper.openmp.idioms.merges.kept_extremes import kept_extreme

_WORDS = frozenset(["int", "long", "signed", "unsigned"])
"""The words of the types that devices compare and swap."""
_FITS = 1 << 31
_MEMORY = (c_ast.ArrayRef, c_ast.StructRef, c_ast.UnaryOp, c_ast.FuncCall, c_ast.Assignment)


def claim(unit: Unit, as_written: Collection[Location]) -> None:
    """Change such constructs in the work-shared loops of a unit whose directives are bound."""
    for function in unit.functions:
        for loop in list(changeable(function, as_written)):
            if "for" in loop.directive.kind.split() and loop.body is not None:
                _Loop(unit, function, loop).change()


@dataclass(frozen=True, eq=False, slots=True)
class _Claim:
    """A place that one iteration sets where a condition holds, and what else it does then."""

    test: c_ast.If
    setting: c_ast.Assignment
    rest: tuple[c_ast.Node, ...]
    words: c_ast.IdentifierType
    """The type of the place."""

    @property
    def place(self) -> c_ast.Node:
        lvalue: c_ast.Node = self.setting.lvalue
        return lvalue

    @property
    def before(self) -> c_ast.Node | None:
        """The one value that the place has before; None where the condition is not equality."""
        match self.test.cond:
            case c_ast.UnaryOp(op="!"):
                return c_ast.Constant("int", "0")
            case c_ast.BinaryOp(op="=="):
                return self.values[1]
        return None

    @property
    def number(self) -> c_ast.Node | None:
        """That value, if it is a number that places of all types can have."""
        value = self.before
        plain = value.expr if isinstance(value, c_ast.UnaryOp) and value.op in ("+", "-") else value
        known = signed_value(plain)
        return value if known is not None and abs(known) < _FITS else None

    @property
    def changes(self) -> bool:
        """Whether the place is set to another number than the one that it has before."""
        numbers = (constant(self.before), constant(self.setting.rvalue))
        return None not in numbers and numbers[0] != numbers[1]

    @property
    def values(self) -> list[c_ast.Node]:
        """What the place is set to, and what it is compared with."""
        sides = self.test.cond.children()
        return [self.setting.rvalue, *(each for _, each in sides if not same_text(each, self.place))]


class _Loop:
    """One work-shared loop."""

    def __init__(self, unit: Unit, function: c_ast.FuncDef, loop: Omp) -> None:
        self.unit = unit
        self.function = function
        assert loop.body is not None
        self.body: c_ast.Node = loop.body
        self.own = declared_names(self.body)
        for node in (*path_to(function.body, loop), loop):
            if isinstance(node, Omp):
                clauses = [each for each in node.directive.clauses if each.kind in OWN]
                self.own |= {name for each in clauses for name in each.variables}
        inside = list(walk(self.body))
        criticals = [node for node in inside if isinstance(node, Omp) and node.directive.kind == "critical"]
        self.alone = len(criticals) == 1 and not any(isinstance(node, c_ast.FuncCall) for node in inside)
        """Whether a construct is the only one, and nothing is called, which may have others."""

    def change(self) -> None:
        """Change the constructs of the loop."""
        for parent in list(walk(self.body)):
            for slot, child in parent.children():
                if not isinstance(child, Omp) or child.directive.kind != "critical":
                    continue
                found = self._claim(child) if is_statement_place(parent, slot) else None
                if found is not None:
                    replace_child(parent, slot, self._made(child, found))

    def _claim(self, critical: Omp) -> _Claim | None:
        """The claim that a construct is; None where it does more, or depends on what others do meanwhile."""
        test = single(critical.body)
        if not isinstance(test, c_ast.If) or test.iffalse is not None:
            return None
        if update_of(test, _is_pure) is not None or kept_extreme(test) is not None:
            return None
        items = flattened(test.iftrue)
        if not all(map(_is_simple, items)):
            return None
        settings = [each for each in items if isinstance(each, c_ast.Assignment) and _compares(test.cond, each)]
        if len(settings) != 1:
            return None
        words = self._words(test, settings[0].lvalue)
        if words is None:
            return None
        found = _Claim(test, settings[0], tuple(each for each in items if each is not settings[0]), words)
        base = base_of(found.place)
        changed = {name for each in changed_places(critical) if (name := _base(each)) is not None}
        used = names_in(*found.values) | (names_in(found.place) - {getattr(base, "name", "")})
        if base is None or used & changed or not self._are_steady(found):
            return None
        others = occurrences(found.place, base.name) > 1 or any(mentions(each, base.name) for each in found.rest)
        return None if others else found

    def _are_steady(self, found: _Claim) -> bool:
        """Whether the values are the same whenever the iteration looks."""
        if has_effects(found.place) or any(
            isinstance(node, _MEMORY) for each in found.values for node in _parts(each)
        ):
            return False
        return not (names_in(*found.values) - self.own) & assigned_names(self.body)

    def _words(self, test: c_ast.If, place: c_ast.Node) -> c_ast.IdentifierType | None:
        """The type of a place; None where devices can't compare and swap it."""
        declared = Declared(self.unit, self.function, test)
        words = scalar_words(declared.meant(declared.type_of(place)))
        return words if words is not None and _WORDS.issuperset(words.names) else None

    def _made(self, critical: Omp, found: _Claim) -> c_ast.Node:
        """What takes the place of a construct."""
        apart = [each for each in found.rest if self._is_apart(each, found)]
        ordered = [each for each in found.rest if each not in apart]
        if ordered:
            critical.body = c_ast.Compound(ordered, found.test.coord)
        then = c_ast.Compound([*apart, *([critical] if ordered else [])], found.test.coord)
        coord = found.test.coord
        if found.number is not None:
            return c_ast.If(_swap(found, found.number), then, None, coord)
        name = fresh_name("claimed", all_names(self.unit.tree))
        of = c_ast.TypeDecl(name, [], None, found.words)
        old = c_ast.Decl(name, [], [], [], [], of, clone(found.place), None, coord)
        failed = c_ast.UnaryOp("!", _swap(found, c_ast.ID(name, coord)), coord)
        again = c_ast.Assignment("=", c_ast.ID(name, coord), clone(found.place), coord)
        loop = c_ast.While(c_ast.BinaryOp("&&", _asked(found, name), failed, coord), again, coord)
        return c_ast.Compound([old, loop, c_ast.If(_asked(found, name), then, None, coord)], coord)

    def _is_apart(self, item: c_ast.Node, found: _Claim) -> bool:
        """Whether no other iteration can tell when a statement runs."""
        if not isinstance(item, c_ast.Assignment) or item.op != "=" or has_effects(item.rvalue):
            return False
        changed = {
            name for each in found.rest for place in changed_places(each) if (name := _base(place)) is not None
        }
        if names_in(item.rvalue) & changed or any(isinstance(node, _MEMORY) for node in _parts(item.rvalue)):
            return False
        place = item.lvalue
        name = _base(place)
        if name is None or any(mentions(each, name) for each in found.rest if each is not item):
            return False
        if isinstance(place, c_ast.ID):
            return place.name in self.own or self._is_always(item)
        changes = [_base(each) for each in changed_places(self.body)]
        once = all(changes.count(_base(each)) == 1 for each in (found.place, place))
        if not once or not self.alone or found.before is None:
            return False
        beside = [each for each in found.rest if _is_beside(each, found.place)]
        if len(beside) > 1 and not found.changes:
            return False  # several iterations may claim the place, and elements may come from different ones
        return _is_beside(item, found.place)

    def _is_always(self, item: c_ast.Assignment) -> bool:
        """Whether all that the loop ever sets a variable to is one number."""
        settings = [
            node
            for node in walk(self.body)
            if (place := changed_place(node)) is not None and same_text(place, item.lvalue)
        ]
        return isinstance(item.rvalue, c_ast.Constant) and all(same_text(each, item) for each in settings)


def _is_simple(item: c_ast.Node) -> bool:
    """Whether a statement changes places by values, without conditions and calls."""
    if not isinstance(item, c_ast.Assignment) and not (isinstance(item, c_ast.UnaryOp) and item.op in INCREMENTS):
        return False
    return not any(isinstance(node, (*LOOPS, c_ast.FuncCall, c_ast.TernaryOp)) for node in walk(item))


def _compares(test: c_ast.Node, setting: c_ast.Assignment) -> bool:
    """Whether a condition compares the element or member that an assignment sets."""
    if setting.op != "=" or not isinstance(setting.lvalue, c_ast.ArrayRef | c_ast.StructRef):
        return False
    match test:
        case c_ast.UnaryOp(op="!", expr=place):
            return same_text(place, setting.lvalue)
        case c_ast.BinaryOp(op=op, left=left, right=right) if op in ORDER or op == "==":
            return same_text(left, setting.lvalue) != same_text(right, setting.lvalue)
    return False


def _is_beside(item: c_ast.Node, place: c_ast.Node) -> bool:
    """Whether a statement sets an element of an array, at the one subscript that a place has in another one."""
    match place, item:
        case (
            c_ast.ArrayRef(name=c_ast.ID(), subscript=claimed),
            c_ast.Assignment(lvalue=c_ast.ArrayRef(name=c_ast.ID(), subscript=at)),
        ):
            return same_text(at, claimed)
    return False


def _is_pure(value: c_ast.Node) -> bool:
    return not has_effects(value)


def _parts(value: c_ast.Node) -> Iterator[c_ast.Node]:
    """The parts of a value that may use memory: signs of numbers don't."""
    for node in walk(value):
        if not isinstance(node, c_ast.UnaryOp) or node.op not in ("+", "-", "~", "!"):
            yield node


def _base(place: c_ast.Node) -> str | None:
    base = base_of(place)
    return None if base is None else str(base.name)


def _swap(found: _Claim, before: c_ast.Node) -> c_ast.FuncCall:
    """The call that sets the place if it has a value."""
    coord = found.test.coord
    place = c_ast.UnaryOp("&", clone(found.place), coord)
    values = [place, clone(before), clone(found.setting.rvalue)]
    return c_ast.FuncCall(c_ast.ID("__sync_bool_compare_and_swap", coord), c_ast.ExprList(values, coord), coord)


def _asked(found: _Claim, name: str) -> c_ast.Node:
    """The condition of what a variable has of the place."""
    made: c_ast.Node = clone(found.test.cond)
    for slot, child in made.children():
        if same_text(child, found.place):
            replace_child(made, slot, c_ast.ID(name, child.coord))
    return made
