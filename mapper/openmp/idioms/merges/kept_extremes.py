"""Statements that keep an extreme: what is more of one takes its place, and what belongs to it goes along.

Such are `if (x[i] < least) { least = x[i]; place = i; }`, with members (`best.value`), with what pointers lead to
(`*low`, `result->value`), and those that keep a whole structure: `if (p[i].cost < best.cost) best = p[i];`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from pycparser import c_ast

from mapper.ir.trees.nodes import ORDER, Omp, children, clone, flattened, has_effects, same_text, text_of

Path = tuple[str, ...]
"""Where a place is, as `path_of` gives it."""


@dataclass(frozen=True, eq=False, slots=True)
class Deciding:
    """A place that decides, the value that is compared with it, and which relation that must have to it."""

    place: c_ast.Node
    value: c_ast.Node
    relation: str


@dataclass(frozen=True, eq=False, slots=True)
class Extreme:
    """A statement that keeps an extreme.

    `settings` are the assignments; of `deciding`, each decides where all before it are equal.
    """

    test: c_ast.If
    settings: tuple[c_ast.Assignment, ...]
    deciding: tuple[Deciding, ...]

    @property
    def paths(self) -> frozenset[Path]:
        """Where what is kept is."""
        return frozenset(path for each in self.settings if (path := path_of(each.lvalue)) is not None)

    @property
    def holder(self) -> str:
        """The variable that holds the value that decides first, or leads to it."""
        path = path_of(self.deciding[0].place)
        assert path is not None
        return path[0]

    @property
    def has_more(self) -> bool:
        """Whether it keeps anything with the value that decides."""
        return len(self.settings) > 1 or self.paths != {path_of(self.deciding[0].place)}

    @property
    def relation(self) -> str:
        """The relation of what takes the extreme's place to that."""
        return self.deciding[0].relation

    def follows(self, test: c_ast.Node) -> bool:
        """Whether what a condition says is so wherever the statement changes anything."""
        known = {path: each.rvalue for each in self.settings if (path := path_of(each.lvalue)) is not None}
        found = _compared(test, known)
        if found is None or path_of(found.place) != path_of(self.deciding[0].place):
            return same_text(test, self.test.cond)
        least = f"{self.relation}=" if len(self.deciding) > 1 else self.relation
        return found.relation.rstrip("=") == least.rstrip("=") and len(found.relation) >= len(least)


def kept_extreme(test: c_ast.Node) -> Extreme | None:
    """The extreme that a statement keeps; None for one that does more."""
    if not isinstance(test, c_ast.If) or test.iffalse is not None:
        return None
    settings = list(_settings(test.iftrue))
    known = tuple(each for each in settings if each is not None)
    by_path = {path: each.rvalue for each in known if (path := path_of(each.lvalue)) is not None}
    if len(by_path) < len(settings) or any(has_effects(each) for each in by_path.values()):
        return None
    if any(meet(one, other) for one in by_path for other in by_path if one is not other):
        return None
    if any(meet(path, each) for value in by_path.values() for _, path in used_places(value) for each in by_path):
        return None
    pointers = {(path[0],) for path in by_path if is_behind(path)}
    order = () if pointers & by_path.keys() else _order(test.cond, by_path)
    if not order or (len(order) > 1 and any(len(each.relation) > 1 for each in order)):
        return None
    return Extreme(test, known, order)


def path_of(node: c_ast.Node) -> Path | None:
    """Where an lvalue is that is a variable, or what one leads to, or a member of these: `v`, `v.m`, `*p`, `p->m`.

    That is the variable's name, then `*` for what it leads to, then the members.  None for other expressions.
    """
    match node:
        case c_ast.ID():
            return (node.name,)
        case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=name)):
            return (name, "*")
        case c_ast.StructRef(type="->", name=c_ast.ID(name=name)):
            return (name, "*", node.field.name)
        case c_ast.StructRef(type=".") if (inner := path_of(node.name)) is not None:
            return (*inner, node.field.name)
    return None


def is_behind(path: Path) -> bool:
    """Whether a place is in what a pointer leads to."""
    return path[1:2] == ("*",)


def meet(one: Path, other: Path) -> bool:
    """Whether two places have memory in common, by their names: pointers may still lead anywhere."""
    if is_behind(one) != is_behind(other):
        return False
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def used_places(root: c_ast.Node) -> Iterator[tuple[c_ast.Node, Path]]:
    """The largest such places in some code, each with where it is."""
    if (path := path_of(root)) is not None:
        yield root, path
    elif isinstance(root, c_ast.StructRef):
        yield from used_places(root.name)
    else:
        for each in children(root):
            yield from used_places(each)


def _settings(node: c_ast.Node) -> Iterator[c_ast.Assignment | None]:
    """The assignments that a statement is made of, by `atomic write` or plainly; None for another statement."""
    for item in flattened(c_ast.Compound([node])):
        inner: c_ast.Node | None = item
        if isinstance(item, Omp) and item.directive.kind == "atomic" and item.directive.form == "write":
            inner = item.body
        for part in inner.exprs if isinstance(inner, c_ast.ExprList) else [inner]:
            yield part if isinstance(part, c_ast.Assignment) and part.op == "=" else None


def _order(test: c_ast.Node, settings: Mapping[Path, c_ast.Node]) -> tuple[Deciding, ...]:
    """The places that a condition compares with their new values, each where those before are equal.

    That is `x < a || (x == a && (i < b || (i == b && j < c)))`, where a, b and c are set to x, i and j.  Other
    conditions give none.
    """
    first, second = (test.left, test.right) if _is(test, "||") else (test, None)
    found = _compared(first, settings)
    if found is None or second is None:
        return () if found is None else (found,)
    if not _is(second, "&&") or not _is(second.left, "=="):
        return ()
    sides = {text_of(second.left.left), text_of(second.left.right)}
    others = {path: value for path, value in settings.items() if path != path_of(found.place)}
    behind = _order(second.right, others)
    return (found, *behind) if behind and sides == {text_of(found.place), text_of(found.value)} else ()


def _compared(test: c_ast.Node, settings: Mapping[Path, c_ast.Node]) -> Deciding | None:
    """The place that a condition compares with what it is set to; None for other conditions."""
    if not isinstance(test, c_ast.BinaryOp) or test.op not in ORDER:
        return None
    for place, value, relation in (
        (test.left, test.right, ORDER[test.op]),
        (test.right, test.left, test.op),
    ):
        if any(same_text(value, each) for each in _set_to(place, settings)):
            return Deciding(place, value, relation)
    return None


def _set_to(place: c_ast.Node, settings: Mapping[Path, c_ast.Node]) -> Iterator[c_ast.Node]:
    """What a place is set to, in each way to write it: members of structures are set with these."""
    path = path_of(place)
    if path is None:
        return
    if (value := settings.get(path)) is not None:
        yield value
    elif isinstance(place, c_ast.StructRef):
        whole = c_ast.UnaryOp("*", place.name) if place.type == "->" else place.name
        for each in _set_to(whole, settings):
            yield c_ast.StructRef(clone(each), ".", clone(place.field))
            if isinstance(each, c_ast.UnaryOp) and each.op == "*":
                yield c_ast.StructRef(clone(each.expr), "->", clone(place.field))


def _is(node: c_ast.Node, operator: str) -> TypeGuard[c_ast.BinaryOp]:
    return isinstance(node, c_ast.BinaryOp) and node.op == operator
