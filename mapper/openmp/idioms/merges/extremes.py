"""Extremes that iterations keep in `critical` constructs become each thread's own, merged behind the loop.

    #pragma omp parallel for                        #pragma omp parallel
    for (int i = 0; i < n; i++)                     {
      if (x[i] < least)                               double least_own = least; int place_own = place;
        #pragma omp critical                          #pragma omp for nowait
        if (x[i] < least) {                  ->       for (int i = 0; i < n; i++)
          least = x[i];                                 if (x[i] < least_own) {
          place = i;                                      least_own = x[i]; place_own = i;
        }                                               }
                                                      #pragma omp critical
                                                      if (least_own < least) {
                                                        least = least_own; place = place_own;
                                                      }
                                                    }

Which of several places with the same value is kept is not said by the source.  Parts of the iterations that are
merged in their order keep that which one thread would: the first one with `<` and `>`, the last one with `<=`
and `>=`.  A source may also say it, by one place or by several in critical:
`x[i] < least || (x[i] == least && i < place)`.
The source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees import build
from mapper.ir.trees.headers import test_of
from mapper.ir.trees.names import all_names, fresh_name, is_named, objects_in
from mapper.ir.trees.nodes import (
    ORDER,
    Omp,
    children,
    flattened,
    has_effects,
    ids,
    operands,
    replace_child,
    same_text,
    text_of,
    walk,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import (
    OF_LOOPS,
    barrier_behind,
    changeable,
    copied_names,
    declaration_of,
    make_region,
    replace_loops,
    without_wait,
)
from mapper.openmp.idioms.declared_types import scalar_words
from mapper.openmp.idioms.merges.signedness import compared_otherwise

_READ_NOTHING = frozenset(["abs", "exp", "expf", "fabs", "fabsf", "hypot", "log", "pow", "sqrt", "sqrtf"])
"""Functions that a loop may call where variables of the file scope are kept apart."""


def keep_apart(unit: Unit, as_written: Collection[Location]) -> None:
    """Change such loops of a unit whose directives are bound; regions at the places in `as_written` stay."""
    for function in unit.functions:
        for construct in changeable(function, as_written):
            _Region(unit, function, construct).run()


@dataclass(frozen=True, eq=False, slots=True)
class _Critical:
    """A `critical` construct that keeps an extreme: a value that has this relation to the variable replaces it.

    `test` is its one statement.  With `ties`, so does an equal value where what another variable is set to has
    such a relation to that; where these are equal, too, the next of `ties` decides.
    """

    construct: Omp
    test: c_ast.If
    value: c_ast.Node
    relation: str
    settings: Mapping[str, c_ast.Node]
    ties: tuple[tuple[str, str], ...] = ()

    @property
    def variable(self) -> str:
        """The variable that holds the extreme."""
        return next(iter(self.settings))

    def follows(self, test: c_ast.Node) -> bool:
        """Whether what a condition says is so wherever the construct changes anything."""
        found = _relation(test, self.variable)
        if found is None or not same_text(found[1], self.value):
            return same_text(test, self.test.cond)
        least = f"{self.relation}=" if self.ties else self.relation
        return found[0].rstrip("=") == least.rstrip("=") and len(found[0]) >= len(least)


@dataclass(eq=False)
class _Region:
    """One region, or a loop that is one."""

    unit: Unit
    function: c_ast.FuncDef
    construct: Omp

    def run(self) -> None:
        """Change the region's loops."""
        construct = self.construct
        if construct.directive.kind == "parallel for":
            made = self._made(construct)
            if made is not None:
                kept = [each for each in construct.directive.clauses if each.kind not in OF_LOOPS]
                make_region(construct, kept, made)
        elif construct.directive.kind == "parallel" and construct.body is not None:
            replace_loops(construct.body, self._made)

    def _made(self, loop: Omp) -> c_ast.Compound | None:
        """What represents a loop in a region; None where it stays as it is."""
        criticals = list(_criticals(loop))
        names = [name for critical in criticals for name in critical.settings]
        types = {name: self._type(name, loop) for name in names}
        if not criticals or len(types) != len(names) or None in types.values() or not _are_alone(loop, criticals):
            return None
        if any(self._compares_otherwise(critical, types) for critical in criticals):
            return None
        own = {name: self._fresh(f"{name}_own") for name in names}
        items: list[c_ast.Node] = [
            build.host_variable(own[name], of, c_ast.ID(name)) for name, of in types.items() if of is not None
        ]
        merges: list[c_ast.Node] = []
        for critical in criticals:
            flag = None
            if critical.relation in ("<=", ">="):  # a thread that found nothing has what was there before
                flag = self._fresh(f"{critical.variable}_found")
                items.append(build.host_variable(flag, "int", c_ast.Constant("int", "0")))
                found = c_ast.Assignment("=", c_ast.ID(flag), c_ast.Constant("int", "1"))
                critical.test.iftrue = c_ast.Compound([critical.test.iftrue, found])
            merges.append(_merge(critical, own, flag))
        for parent in list(walk(loop)):
            for slot, child in parent.children():
                if any(child is critical.construct for critical in criticals):
                    replace_child(parent, slot, c_ast.Compound([child.body], child.coord))
        for node in list(objects_in(loop)):
            node.name = own.get(node.name, node.name)
        in_region = loop.directive.kind == "for"
        clauses = [each for each in loop.directive.clauses if in_region or each.kind in OF_LOOPS]
        kept = [each for each in clauses if each.kind != "nowait"]
        barriers = [barrier_behind(loop)] if in_region and len(kept) == len(clauses) else []
        return c_ast.Compound([*items, without_wait(loop, kept), *merges, *barriers], loop.coord)

    def _type(self, name: str, loop: Omp) -> c_ast.IdentifierType | None:
        """The type of a variable that the threads of the region share, and the loop knows by its name alone."""
        inside = [node for node in walk(self.construct) if isinstance(node, c_ast.Decl) and node.name == name]
        if inside or name in copied_names(self.unit):
            return None
        scope: c_ast.Node = self.function
        found = declaration_of(name, loop, self.function, self.unit)
        if any(found is each for each in self.unit.declarations):
            calls = [node.name for node in walk(loop) if isinstance(node, c_ast.FuncCall)]
            if not all(isinstance(each, c_ast.ID) and each.name in _READ_NOTHING for each in calls):
                return None
            scope = self.unit.tree
        of = found.type if found is not None and not _is_pointed_to(scope, name) else None
        return None if getattr(of, "quals", None) else scalar_words(of)

    def _compares_otherwise(self, critical: _Critical, types: Mapping[str, c_ast.IdentifierType | None]) -> bool:
        """Whether two of the variables may compare otherwise than a value and a variable do."""
        deciding = (critical.variable, *(name for name, _ in critical.ties))
        return any(
            of is None or compared_otherwise(of, critical.settings[name], self.function, self.unit)
            for name in deciding
            for of in [types[name]]
        )

    def _fresh(self, wish: str) -> str:
        return fresh_name(wish, all_names(self.unit.tree))


def _criticals(loop: Omp) -> Iterator[_Critical]:
    """The `critical` constructs of a loop that keep extremes."""
    for node in walk(loop):
        if isinstance(node, Omp) and node.directive.kind == "critical":
            critical = _critical(node)
            if critical is not None:
                yield critical


def _critical(construct: Omp) -> _Critical | None:
    """What a construct keeps, if it is an extreme with its place."""
    test = _single(construct)
    if not isinstance(test, c_ast.If):
        return None
    found = kept_extreme(test)
    if found is None or len(found[0]) < 2:
        return None
    settings, ((name, relation), *ties) = found
    return _Critical(construct, test, settings[name], relation, {name: settings[name], **settings}, tuple(ties))


def kept_extreme(test: c_ast.If) -> tuple[dict[str, c_ast.Node], list[tuple[str, str]]] | None:
    """What a statement sets where that is more of an extreme, and the variables that decide so, in their order.

    Each of these has the relation that its new value must have to it.  None for a statement that does more.
    """
    settings: dict[str, c_ast.Node] = {}
    statements = flattened(c_ast.Compound([test.iftrue]))
    parts = [part for each in statements for part in (each.exprs if isinstance(each, c_ast.ExprList) else [each])]
    for part in parts:
        match part:
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name)) if name not in settings:
                settings[name] = part.rvalue
            case _:
                return None
    used = {node.name for value in settings.values() for node in objects_in(value)}
    if test.iffalse is not None or used & settings.keys() or any(map(has_effects, settings.values())):
        return None
    order = _order(test.cond, settings)
    if not order or (len(order) > 1 and any(len(relation) > 1 for _, relation in order)):
        return None
    return settings, order


def _order(test: c_ast.Node, settings: Mapping[str, c_ast.Node]) -> list[tuple[str, str]]:
    """The variables that a condition compares with their new values, each where those before are equal.

    That is `x < a || (x == a && (i < b || (i == b && j < c)))`, where a, b and c are set to x, i and j.  Other
    conditions give none.
    """
    first, second = (test.left, test.right) if _is(test, "||") else (test, None)
    for name, value in settings.items():
        found = _relation(first, name)
        if found is None or not same_text(found[1], value):
            continue
        if second is None:
            return [(name, found[0])]
        if not _is(second, "&&") or not _is(second.left, "=="):
            return []
        others = {other: its for other, its in settings.items() if other != name}
        behind = _order(second.right, others)
        equal = {text_of(second.left.left), text_of(second.left.right)} == {name, text_of(value)}
        return [(name, found[0]), *behind] if equal and behind else []
    return []


def _is(node: c_ast.Node, operator: str) -> TypeGuard[c_ast.BinaryOp]:
    return isinstance(node, c_ast.BinaryOp) and node.op == operator


def _single(construct: Omp) -> c_ast.Node | None:
    """The one statement of a construct."""
    items = flattened(c_ast.Compound([construct.body]))
    return items[0] if len(items) == 1 else None


def _relation(test: c_ast.Node, name: str) -> tuple[str, c_ast.Node] | None:
    """How a condition compares a value with a variable, and the value; None for other conditions."""
    found = test_of(test, name)
    return (ORDER[found[0]], found[1]) if found is not None and found[0] in ORDER else None


def _are_alone(loop: Omp, criticals: Sequence[_Critical]) -> bool:
    """Whether a loop has the variables only in the constructs, and in conditions right around these."""
    known: set[int] = set()
    for critical in criticals:
        known |= ids(critical.construct)
        for node in walk(loop):
            if isinstance(node, c_ast.If) and node.iffalse is None and _leads_to(node.iftrue, critical.construct):
                known |= {
                    id(part) for each in operands(node.cond, "&&") if critical.follows(each) for part in walk(each)
                }
    names = {name for critical in criticals for name in critical.settings}
    return all(id(node) in known for node in objects_in(loop) if node.name in names)


def _leads_to(node: c_ast.Node, construct: Omp) -> bool:
    """Whether a statement does nothing but a construct, maybe under conditions."""
    items = flattened(c_ast.Compound([node]))
    if len(items) != 1:
        return False
    inner = items[0]
    return inner is construct or (
        isinstance(inner, c_ast.If) and inner.iffalse is None and _leads_to(inner.iftrue, construct)
    )


def _merge(critical: _Critical, own: Mapping[str, str], flag: str | None) -> Omp:
    """A thread's extreme becomes that of all, if it is more of one and, with a `flag`, if that is set."""
    settings = [c_ast.Assignment("=", c_ast.ID(name), c_ast.ID(own[name])) for name in critical.settings]
    test: c_ast.Node | None = None
    for name, relation in reversed(((critical.variable, critical.relation), *critical.ties)):
        before = c_ast.BinaryOp(relation, c_ast.ID(own[name]), c_ast.ID(name))
        same = c_ast.BinaryOp("==", c_ast.ID(own[name]), c_ast.ID(name))
        test = before if test is None else c_ast.BinaryOp("||", before, c_ast.BinaryOp("&&", same, test))
    test = test if flag is None else c_ast.BinaryOp("&&", c_ast.ID(flag), test)
    return Omp(
        critical.construct.directive, c_ast.If(test, c_ast.Compound(settings), None), critical.construct.coord
    )


def _is_pointed_to(root: c_ast.Node, name: str) -> bool:
    """Whether code takes the address of a variable, but to hand it to a function."""
    return any(
        isinstance(node, c_ast.UnaryOp) and node.op == "&" and is_named(node.expr, name)
        for parent in walk(root)
        if not isinstance(parent, c_ast.ExprList)
        for node in children(parent)
    )
